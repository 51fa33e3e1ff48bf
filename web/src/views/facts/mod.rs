//! Rank, depth, size and cosize with their numbers, of the whole or of the mode pointed at; the strides that were
//! generated; the set of coordinates; how numbers are read and shown.

use crate::signals::{Effect, Memo, RwSignal};
use colex::facts::{Fact, facts};
use colex::formula::{Formula, Search};
use colex::look::threads;
use colex::look::{self, Look};
use colex::make::Major;
use colex::names::listed_at;
use colex::notebook::value::without_underscores;
use colex::words::{Tongue, formula_checked, formula_conditions, modes_in_words, no_set};
use colex::work::Progress;
use colex::{Nested, Shape};
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use crate::browser::Pursuit;
use crate::languages::say;
use crate::loader::part;
use crate::panels::frame::{FACTS_ID, show};
use crate::panels::list::list;
use crate::panels::said::shortened;
use crate::panels::word::word;
use crate::panels::writing::{append_copy, spelled_for};
use crate::session::{Draft, Excess, Focus, Parts, Screen, Session, Tastes};

/// The most modes that have a button; the tree has all of them.
const CHIPS: usize = 16;
/// Time without typing before a formula is looked for, in milliseconds.
const PAUSE: i32 = 300;
/// The units of work between two looks at the clock while one is looked for.
const FORMULA_UNITS: u64 = 300_000;
/// Number of characters of the names of modes that are shown.
const NAMES: usize = 80;

part! {
    /// The facts of the layout.
    pub PART: tools = |session, _| view! { <Facts session/> }.into_any()
}

/// The facts of the layout, and the options that belong to it.
#[component]
fn Facts(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let look = screen.look;
    let mode = Memo::new(move |_| focus.hover_mode.get().unwrap_or_else(|| draft.view.with(|view| view.mode.clone())));
    // The mode pointed at; the whole where the layout has no such mode any more.
    let part = Memo::new(move |_| {
        let look = look.get()?;
        let path = mode.get();
        Some(match look.layout.at(&path) {
            Ok(layout) if !path.is_empty() => (called(&look, &path), layout),
            _ => (called(&look, &[]), look.layout),
        })
    });
    let sublayout = move || part.with(|part| part.as_ref().map(|(_, layout)| tastes.spell(&layout.to_string())));
    // The place that a tensor points into stands before its layout, and so does what is printed where that is another
    // way to say it.
    let before = move || {
        let before = look.with(|look| {
            let look = look.as_ref()?;
            let said = look.said.as_ref().filter(|said| **said != look.layout.to_string());
            said.map(|said| format!("{said} = ")).or_else(|| Some(format!("{} o ", look.engine.as_ref()?)))
        });
        before.filter(|_| mode.with(Vec::is_empty)).map(|before| tastes.spell(&before))
    };
    let names = move || {
        let names = look.with(|look| look.as_ref()?.names.clone())?;
        let path = Some(mode.get()).filter(|path| names.tree().at(path).is_ok()).unwrap_or_default();
        names.label(&path).map(|names| shortened(&names, NAMES))
    };
    let formula = formula(draft, screen);
    let lines = list(
        move || {
            let tongue = tastes.tongue.get();
            // An index of a tensor is counted from where its data begin, and its cosize is that of its layout.
            let is_tensor = look.with(|look| look.as_ref().is_some_and(|look| look.engine.is_some()));
            let is_tensor = is_tensor && mode.with(Vec::is_empty);
            let facts = part.with(|part| {
                let (called, layout) = part.as_ref()?;
                let called = if is_tensor { format!("layout({called})") } else { called.clone() };
                Some(facts(layout, &called, tongue))
            });
            let beyond = screen.beyond.get().filter(|_| mode.with(Vec::is_empty));
            let formula = formula.get().filter(|_| mode.with(Vec::is_empty));
            let more = beyond.map(|beyond| excess(&beyond, tongue)).into_iter();
            let more = more.chain(formula.map(|(_, formula)| in_names(&formula, tongue)));
            facts.unwrap_or_default().into_iter().chain(more).collect()
        },
        Box::new(move |_, fact| {
            let of = move |part: fn(&Fact) -> &str| move || fact.with(|fact| part(fact).to_string());
            let because = of(|fact| &fact.because);
            let concept = Memo::new(move |_| fact.with(|fact| fact.concept));
            view! {
                <div class="fact">
                    <dt>{move || word(tastes, session.asked, concept.get(), of(|fact| fact.name))}</dt>
                    <dd class="mono">{of(|fact| &fact.value)}</dd>
                    <dd class="quiet small because">{move || tastes.spell(&because())}</dd>
                </div>
            }
            .into_any()
        }),
    );
    view! {
        <section class="facts" class:stale=move || screen.stale.get() aria-label=move || tastes.say("Facts", "属性")>
            <div class="pane-head"><h2>{move || tastes.say("Facts", "属性")}</h2></div>
            <Chips draft tastes focus look mode/>
            <div id=FACTS_ID class="held">
                <p class="mono sublayout" role="status" aria-live="polite">
                    <span class="quiet">{move || part.with(|part| part.as_ref().map(|(called, _)| format!("{called} = ")))}</span>{before}{sublayout}
                    {move || names().map(|names| view! { " " <span class="mode-names">{names}</span> })}
                </p>
                <dl class="facts-list">{lines}</dl>
            </div>
            <WhoHolds session/>
            <Generated draft tastes look/>
            <CoordinateSet draft tastes focus look/>
            <Reading draft tastes/>
        </section>
    }
}

/// Returns the name of a mode: `A`, `get<1,0>(A)`.
fn called(look: &Look, path: &[usize]) -> String {
    let name = match (look.name.as_deref(), look.engine.is_some() && !path.is_empty()) {
        (Some(name), false) => name.to_string(),
        // A tensor's modes are those of its layout.
        (Some(name), true) => format!("layout({name})"),
        (None, false) if look.engine.is_some() => "tensor".to_string(),
        (None, _) => "layout".to_string(),
    };
    if path.is_empty() {
        return name.to_string();
    }
    let modes = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    format!("get<{modes}>({name})")
}

/// The paths of all modes, the outer before the inner.
fn paths(shape: &Shape, path: &[usize], found: &mut Vec<Vec<usize>>) {
    let Nested::Tuple(modes) = shape else { return };
    for (index, mode) in modes.iter().enumerate() {
        if found.len() > CHIPS {
            return;
        }
        let inner = [path, &[index]].concat();
        found.push(inner.clone());
        paths(mode, &inner, found);
    }
}

#[component]
fn Chips(
    draft: Draft,
    tastes: Tastes,
    focus: Focus,
    look: Memo<Option<Look>>,
    mode: Memo<Vec<usize>>,
) -> impl IntoView {
    // Only another structure makes other buttons, so that the focus stays while numbers change.
    let all = Memo::new(move |_| {
        let mut all = vec![Vec::new()];
        look.with(|look| look.iter().for_each(|look| paths(look.layout.shape(), &[], &mut all)));
        all
    });
    let names = Memo::new(move |_| look.with(|look| Some(look.as_ref()?.names.as_ref()?.listed())).unwrap_or_default());
    let chip = move |path: Vec<usize>| {
        let label = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let described = format!("get<{label}>");
        let is_whole = path.is_empty();
        let pointed = path.clone();
        let chosen = {
            let path = path.clone();
            move || mode.with(|mode| *mode == path).to_string()
        };
        let named = {
            let path = path.clone();
            move || names.with(|names| listed_at(names, &path).map(str::to_string)).filter(|_| !is_whole)
        };
        let name = move || match (is_whole, named()) {
            (true, _) => tastes.say("whole", "整体").to_string(),
            (false, Some(name)) => format!("{label} {name}"),
            (false, None) => label.clone(),
        };
        view! {
            <button class="mono" aria-pressed=chosen title=(!is_whole).then_some(described)
                on:pointerenter=move |_| focus.hover_mode.set(Some(pointed.clone()))
                on:pointerleave=move |_| focus.hover_mode.set(None)
                on:click=move |_| draft.look_at(|view| view.mode = path.clone())>{name}</button>
        }
    };
    view! {
        <Show when=move || { all.with(Vec::len) > 1 }>
            <div class="row chips" role="group" aria-label=move || tastes.say("Mode", "Mode")>
                <span class="quiet small">{move || tastes.say("Mode", "Mode")}</span>
                {move || all.get().into_iter().take(CHIPS).map(chip).collect_view()}
                <Show when=move || { all.with(Vec::len) > CHIPS }>
                    <span class="quiet small">{move || tastes.say("more in the tree", "其余见 mode 树")}</span>
                </Show>
            </div>
        </Show>
    }
}

/// Tells what lies beyond the layout that it was made from.
fn excess(beyond: &Excess, tongue: Tongue) -> Fact {
    let Excess { operand, shape, count, size, .. } = beyond;
    let shape = without_underscores(shape);
    let (inside, value) = match count {
        Some(count) => (
            say!(tongue, en("{} of {size} within; ", size - count), zh("{size} 个坐标中 {} 个在内；", size - count)),
            count.to_string(),
        ),
        None => (String::new(), tongue.pick("some", "有").to_string()),
    };
    let because = say!(
        tongue,
        en("{inside}the others lie outside {operand} of shape {shape}, and have to be masked"),
        zh("{inside}其余超出 {operand}（形状 {shape}），须屏蔽")
    );
    Fact { name: tongue.pick("beyond", "超出"), concept: "concept predication", value, because }
}

/// The value of the statement that is looked at in the numbers that it depends on, once it is found, with the statement.
/// While one types nothing is looked for, and what was found of the same statement stays.
fn formula(draft: Draft, screen: Screen) -> RwSignal<Option<(usize, Formula)>> {
    let found = RwSignal::new(None::<(usize, Formula)>);
    let pursuit = Pursuit::new(FORMULA_UNITS);
    Effect::new(move |_| {
        let evaluation = draft.evaluation.get().0;
        let statement = screen.look.with(|look| look.as_ref().map(|look| look.statement));
        pursuit.stop();
        if found.with_untracked(|found| found.as_ref().map(|(statement, _)| *statement) != statement) {
            found.set(None);
        }
        let Some(statement) = statement else { return };
        pursuit.begin_after(
            PAUSE,
            move || Search::new(&evaluation, statement),
            move |search, progress| match progress {
                Progress::Done(formula) => {
                    found.set(formula.map(|formula| (statement, formula)));
                    None
                }
                Progress::More { .. } => Some(search),
            },
        );
    });
    found
}

/// A formula as a fact.
fn in_names(formula: &Formula, tongue: Tongue) -> Fact {
    let because = format!("{}; {}", formula_conditions(formula, tongue), formula_checked(formula, tongue));
    Fact { name: tongue.pick("formula", "公式"), concept: "concept layout", value: formula.text.clone(), because }
}

/// The way to the thread-value map of what `make_layout_tv` answers, while that view is folded.
#[component]
fn WhoHolds(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, desk, .. } = *session;
    let leads = Memo::new(move |_| {
        let statement = screen.look.with(|look| look.as_ref().map(|look| look.statement));
        let is_map = draft
            .evaluation
            .with(|evaluation| statement.is_some_and(|statement| threads::is_answered(&evaluation.0, statement)));
        is_map && desk.arrangement.with(|arrangement| arrangement.is_folded(ViewId::Threads))
    });
    view! {
        <Show when=move || leads.get()>
            <p><button on:click=move |_| show(draft, desk, ViewId::Threads)>
                {tastes.text("Show which thread holds what", "查看每个线程持有什么")}
            </button></p>
        </Show>
    }
}

/// For a bare shape: from which side its strides are generated, and writing them down.
#[component]
fn Generated(draft: Draft, tastes: Tastes, look: Memo<Option<Look>>) -> impl IntoView {
    let generated = Memo::new(move |_| look.with(|look| look.as_ref().and_then(|look| look.generated)));
    let choose = move |wanted: Major, label: &'static str| {
        view! {
            <button class="mono" aria-pressed=move || (generated.get() == Some(wanted)).to_string()
                on:click=move |_| draft.edit(|document| document.options.major = wanted)>{label}</button>
        }
    };
    let write = move |_| {
        let Some(look) = look.get_untracked() else { return };
        match look.literal {
            Some(span) => draft.replace(span, &spelled_for(draft, &look, &look.layout.to_string())),
            None => append_copy(draft, &look),
        }
    };
    view! {
        <Show when=move || generated.get().is_some()>
            <div class="row" role="group" aria-label=move || tastes.say("Strides generated", "自动生成的步长")>
                <span class="quiet small">{move || tastes.say("Strides generated", "自动生成的步长")}</span>
                {choose(Major::Left, "LayoutLeft")}
                {choose(Major::Right, "LayoutRight")}
                <button class="plain" on:click=write>{move || tastes.say("Write them into the text", "写入文本")}</button>
            </div>
        </Show>
    }
}

/// The set of coordinates shown besides the natural ones: one of those on offer, or any compatible shape.
#[component]
fn CoordinateSet(draft: Draft, tastes: Tastes, focus: Focus, look: Memo<Option<Look>>) -> impl IntoView {
    let typed = Memo::new(move |_| draft.view.with(|view| view.coordinates.clone()).unwrap_or_default());
    let choose = move |value: String| {
        let value = value.trim().to_string();
        draft.look_at(|view| view.coordinates = (!value.is_empty()).then_some(value));
    };
    let sets = Memo::new(move |_| {
        look.with(|look| {
            let shape = look.as_ref()?.layout.shape();
            let sets = look::coordinate_sets(shape);
            Some(
                sets.iter()
                    .map(|set| (without_underscores(&set.to_string()), set.rank(), set == shape))
                    .collect::<Vec<_>>(),
            )
        })
        .unwrap_or_default()
    });
    let options = move || {
        let tongue = tastes.tongue.get();
        let current = typed.get();
        sets.get()
            .into_iter()
            .map(|(set, rank, is_natural)| {
                let kind = match (is_natural, set.starts_with('(')) {
                    (true, _) => tongue.pick("natural".to_string(), "自然坐标".to_string()),
                    (_, false) => tongue.pick("1-D".to_string(), "一维".to_string()),
                    _ => tongue.pick(modes_in_words(rank), format!("{rank} 个 mode")),
                };
                let chosen = set == current;
                view! { <option value=set.clone() prop:selected=chosen>{format!("{set} · {kind}")}</option> }
            })
            .collect_view()
    };
    let problem = move || {
        let error = focus.coordinate_set.get()?.err()?;
        let sentence =
            look.with(|look| no_set(&error, look.as_ref().map(|look| look.layout.shape()), tastes.tongue.get()));
        Some(tastes.spell(&sentence))
    };
    view! {
        <div class="coordinate-set">
            <div class="row">
                <label class="row">
                    <span class="quiet small">{move || tastes.say("Coordinates of", "坐标所属形状")}</span>
                    <select on:change=move |event| choose(event_target_value(&event))>
                        <option value="" prop:selected=move || typed.with(String::is_empty)>{move || tastes.say("the layout", "布局本身")}</option>
                        {options}
                        <Show when=move || { let typed = typed.get(); !typed.is_empty() && !sets.with(|sets| sets.iter().any(|(set, ..)| *set == typed)) }>
                            <option value=move || typed.get() prop:selected=true>{move || typed.get()}</option>
                        </Show>
                    </select>
                </label>
                <input type="text" class="mono" autocomplete="off" spellcheck="false" size="12"
                    aria-label=move || tastes.say("A compatible shape", "一个兼容的形状")
                    placeholder=move || tastes.say("a compatible shape", "兼容的形状")
                    aria-invalid=move || problem().is_some().to_string() aria-describedby="coordinate-set-problem"
                    prop:value=move || typed.get() on:input=move |event| choose(event_target_value(&event))/>
            </div>
            <p class="warn small" id="coordinate-set-problem" role="status" aria-live="polite">{problem}</p>
        </div>
    }
}

/// Shows how numbers are read and shown.
#[component]
fn Reading(draft: Draft, tastes: Tastes) -> impl IntoView {
    let static_numbers = Memo::new(move |_| draft.options.with(|options| options.compile_time));
    let underscores = Memo::new(move |_| tastes.has_underscores());
    // Where the notebook writes them nobody expects them to be left out.
    let is_written = tastes.writes_statics;
    let written =
        move || is_written.get().then(|| tastes.say("The notebook writes static numbers", "笔记本中写有静态数"));
    view! {
        <div class="row small switches">
            <label class="row">
                <input type="checkbox" role="switch" prop:checked=move || static_numbers.get()
                    on:change=move |event| { let on = event_target_checked(&event); draft.edit(|document| document.options.compile_time = on); }/>
                <span>{move || tastes.say("Plain numbers are compile-time", "普通数字视为编译期常量")}</span>
            </label>
            <label class="row" title=written>
                <input type="checkbox" role="switch" prop:checked=move || underscores.get() prop:disabled=move || is_written.get()
                    on:change=move |event| { let on = event_target_checked(&event); draft.edit(|document| document.options.underscores = on); }/>
                <span>{move || tastes.say("Show underscores", "显示下划线")}</span>
            </label>
        </div>
    }
}
