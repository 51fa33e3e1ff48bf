//! Rank, depth, size and cosize with their numbers, of the whole or of the mode pointed at; the strides that were
//! generated; the set of coordinates; how numbers are read and shown.

use crate::signals::Memo;
use colex::document::arrangement::ViewId;
use colex::document::look::{self, Look, Unreadable};
use colex::document::threads;
use colex::int_tuple::product;
use colex::make::Major;
use colex::names::listed_at;
use colex::notebook::{Settings, evaluate, value::without_underscores};
use colex::table::FlatLayout;
use colex::words::{self, Tongue};
use colex::{AnyLayout, Layout, Nested, Shape};
use leptos::prelude::*;

use crate::list::list;
use crate::session::{Excess, Session};
use crate::tree::{append_copy, spelled_for};
use crate::views;
use crate::worked::shortened;
use crate::worked::{has_negative_extent, is_about_numbers, unreadable};

/// The element with the facts of the mode pointed at.
pub const FACTS_ID: &str = "mode-facts";
/// The most modes that have a button; the tree has all of them.
const CHIPS: usize = 16;
/// How many characters of the names of modes are shown.
const NAMES: usize = 80;
/// The most factors that are written out.
const FACTORS: usize = 12;

/// The facts of the layout, and the options that belong to it.
#[component]
pub fn Facts(session: Session) -> impl IntoView {
    let look = session.look;
    let mode =
        Memo::new(move |_| session.hover_mode.get().unwrap_or_else(|| session.view.with(|view| view.mode.clone())));
    // The mode pointed at; the whole where the layout has no such mode any more.
    let part = Memo::new(move |_| {
        let look = look.get()?;
        let path = mode.get();
        Some(match look.layout.at(&path) {
            Ok(layout) if !path.is_empty() => (called(&look, &path), layout),
            _ => (called(&look, &[]), look.layout),
        })
    });
    let sublayout = move || part.with(|part| part.as_ref().map(|(_, layout)| session.spell(&layout.to_string())));
    // What a tensor points into stands before its layout.
    let engine = move || {
        let is_whole = mode.with(Vec::is_empty);
        let engine = look.with(|look| look.as_ref()?.engine.as_ref().map(|engine| format!("{engine} o ")));
        engine.filter(|_| is_whole).map(|engine| session.spell(&engine))
    };
    let names = move || {
        let names = look.with(|look| look.as_ref()?.names.clone())?;
        let path = Some(mode.get()).filter(|path| names.tree().at(path).is_ok()).unwrap_or_default();
        names.label(&path).map(|names| shortened(&names, NAMES))
    };
    let lines = list(
        move || {
            let tongue = session.tongue.get();
            // An index of a tensor is counted from where its data begin, and its cosize is that of its layout.
            let is_tensor = look.with(|look| look.as_ref().is_some_and(|look| look.engine.is_some()));
            let is_tensor = is_tensor && mode.with(Vec::is_empty);
            let facts = part.with(|part| {
                let (called, layout) = part.as_ref()?;
                let called = if is_tensor { format!("layout({called})") } else { called.clone() };
                Some(facts(layout, &called, tongue))
            });
            let beyond = session.beyond.get().filter(|_| mode.with(Vec::is_empty));
            facts.unwrap_or_default().into_iter().chain(beyond.map(|beyond| excess(&beyond, tongue))).collect()
        },
        Box::new(move |_, fact| {
            let of = move |part: fn(&Fact) -> &str| move || fact.with(|fact| part(fact).to_string());
            let because = of(|fact| &fact.because);
            view! {
                <div class="fact">
                    <dt>{of(|fact| fact.name)}</dt>
                    <dd class="mono">{of(|fact| &fact.value)}</dd>
                    <dd class="quiet small because">{move || session.spell(&because())}</dd>
                </div>
            }
            .into_any()
        }),
    );
    view! {
        <section class="facts" class:stale=move || session.stale.get() aria-label=move || session.say("Facts", "事实")>
            <div class="pane-head"><h2>{move || session.say("Facts", "事实")}</h2></div>
            <Chips session look mode/>
            <div id=FACTS_ID class="held">
                <p class="mono sublayout" role="status" aria-live="polite">
                    <span class="quiet">{move || part.with(|part| part.as_ref().map(|(called, _)| format!("{called} = ")))}</span>{engine}{sublayout}
                    {move || names().map(|names| view! { " " <span class="mode-names">{names}</span> })}
                </p>
                <dl class="facts-list">{lines}</dl>
            </div>
            <WhoHolds session/>
            <Generated session look/>
            <CoordinateSet session look/>
            <Reading session/>
        </section>
    }
}

/// What a mode is called: `A`, `get<1,0>(A)`.
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
fn Chips(session: Session, look: Memo<Option<Look>>, mode: Memo<Vec<usize>>) -> impl IntoView {
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
        let chosen = {
            let path = path.clone();
            move || mode.with(|mode| *mode == path).to_string()
        };
        let named = {
            let path = path.clone();
            move || names.with(|names| listed_at(names, &path).map(str::to_string)).filter(|_| !is_whole)
        };
        let name = move || match (is_whole, named()) {
            (true, _) => session.say("whole", "整体").to_string(),
            (false, Some(name)) => format!("{label} {name}"),
            (false, None) => label.clone(),
        };
        view! {
            <button class="mono" aria-pressed=chosen title=(!is_whole).then_some(described)
                on:click=move |_| session.look_at(|view| view.mode = path.clone())>{name}</button>
        }
    };
    view! {
        <Show when=move || { all.with(Vec::len) > 1 }>
            <div class="row chips" role="group" aria-label=move || session.say("Mode", "模式")>
                <span class="quiet small">{move || session.say("Mode", "模式")}</span>
                {move || all.get().into_iter().take(CHIPS).map(chip).collect_view()}
                <Show when=move || { all.with(Vec::len) > CHIPS }>
                    <span class="quiet small">{move || session.say("more in the tree", "其余见模式树")}</span>
                </Show>
            </div>
        </Show>
    }
}

/// One fact: its name, its value, and where that comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Fact {
    name: &'static str,
    value: String,
    because: String,
}

fn facts(any: &AnyLayout, called: &str, tongue: Tongue) -> Vec<Fact> {
    let layout = any.innermost();
    let number = |name, value: usize| Fact { name, value: value.to_string(), because: String::new() };
    let mut facts = vec![number("rank", layout.rank()), number("depth", layout.depth())];
    match layout.size() {
        Ok(size) => facts.push(Fact {
            name: "size",
            value: size.value().to_string(),
            because: equation(&factors(layout.shape())),
        }),
        Err(error) => {
            facts.push(Fact { name: "size", value: "—".into(), because: words::error(&error, tongue) });
            return facts;
        }
    }
    let cosize = if any.plain().is_some() { cosize(layout, called, tongue) } else { cosize_before(any, tongue) };
    let (value, because) = cosize.unwrap_or_else(|error| ("—".into(), words::error(&error, tongue)));
    facts.push(Fact { name: "cosize", value, because });
    facts
}

/// What lies beyond the layout that it was made from.
fn excess(beyond: &Excess, tongue: Tongue) -> Fact {
    let Excess { operand, shape, count, size, .. } = beyond;
    let shape = without_underscores(shape);
    let (inside, value) = match count {
        Some(count) => (
            tongue.pick(
                format!("{} of {size} within; ", size - count),
                format!("{size} 个坐标中 {} 个在内；", size - count),
            ),
            count.to_string(),
        ),
        None => (String::new(), tongue.pick("some", "有").to_string()),
    };
    let because = tongue.pick(
        format!("{inside}the others lie outside {operand} of shape {shape}, and have to be masked"),
        format!("{inside}其余超出 {operand}（形状 {shape}），须屏蔽"),
    );
    Fact { name: tongue.pick("beyond", "超出"), value, because }
}

/// The cosize of a layout with a swizzle is that of the layout before the swizzle, whatever the swizzle reaches.
fn cosize_before(any: &AnyLayout, tongue: Tongue) -> colex::Result<(String, String)> {
    let cosize = product(&any.innermost().coshape()?)?.value().to_string();
    let flat = FlatLayout::any(any)?;
    let before = tongue.pick("of the layout before the swizzle", "为 swizzle 之前布局的值");
    if flat.size() == 0 {
        return Ok((cosize, before.to_string()));
    }
    let reach = indices_between(&flat, tongue);
    Ok((cosize, tongue.pick(format!("{before}; {reach}"), format!("{before}；{reach}"))))
}

/// From where to where the indices run, or where they lie.
pub fn indices_between(flat: &FlatLayout, tongue: Tongue) -> String {
    let (least, greatest) = (flat.least(), flat.greatest());
    match flat.is_exact() {
        true => {
            tongue.pick(format!("the indices run from {least} to {greatest}"), format!("索引从 {least} 到 {greatest}"))
        }
        false => tongue.pick(
            format!("the indices lie between {least} and {greatest}"),
            format!("索引介于 {least} 与 {greatest} 之间"),
        ),
    }
}

/// `= 3 · 2 · 3`; nothing where there is nothing to multiply.
fn equation(factors: &str) -> String {
    if factors.is_empty() { String::new() } else { format!("= {factors}") }
}

/// `3 · 2 · 3`; empty of fewer than two factors and of very many.
fn factors(shape: &Shape) -> String {
    let leaves = shape.leaves().into_iter().map(|int| int.value().to_string()).collect::<Vec<_>>();
    if (2..=FACTORS).contains(&leaves.len()) { leaves.join(" · ") } else { String::new() }
}

/// The cosize and where it comes from. `A(size(A) - 1) + 1` holds while no stride is negative, none is a basis stride
/// and no extent is zero; of the others it says what CuTe computes instead.
fn cosize(layout: &Layout, called: &str, tongue: Tongue) -> colex::Result<(String, String)> {
    let coshape = layout.coshape()?;
    let cosize = product(&coshape)?.value();
    let value = cosize.to_string();
    let empty = layout.shape().leaves().iter().any(|extent| extent.value() == 0);
    let negative = layout.stride().leaves().iter().any(|stride| stride.scale().value() < 0);
    if has_negative_extent(layout.shape()) {
        let because = tongue.pick(
            "an extent is negative: there is no last coordinate, and CuTe's formula still gives this".to_string(),
            "某个长度为负：没有最后一个坐标，这只是 CuTe 公式给出的数".to_string(),
        );
        return Ok((value, because));
    }
    if empty {
        let because = tongue.pick(
            "an extent is 0: there is no last coordinate, and CuTe's formula still gives this".to_string(),
            "某个长度为 0：没有最后一个坐标，这只是 CuTe 公式给出的数".to_string(),
        );
        return Ok((value, because));
    }
    if !coshape.is_leaf() {
        let product = equation(&factors(&coshape));
        let printed = without_underscores(&coshape.to_string());
        let because = tongue.pick(
            format!("{product}: the indices are coordinates, and their codomain is the shape {printed}"),
            format!("{product}：索引本身是坐标，值域是形状 {printed}"),
        );
        return Ok((value, because.trim_start_matches([':', '：', ' ']).to_string()));
    }
    let last = layout.size()?.value() - 1;
    if negative {
        let (least, greatest) = range(layout)?;
        let because = tongue.pick(
            format!(
                "= {} + 1, with the strides' absolute values; the indices run from {least} to {greatest}",
                cosize - 1
            ),
            format!("= {} + 1，步长取绝对值；索引实际从 {least} 到 {greatest}", cosize - 1),
        );
        return Ok((value, because));
    }
    Ok((value, format!("= {called}({last}) + 1 = {} + 1", cosize - 1)))
}

/// The least and the greatest index of integer strides.
fn range(layout: &Layout) -> colex::Result<(i64, i64)> {
    let (mut least, mut greatest) = (colex::Int::dynamic(0), colex::Int::dynamic(0));
    for (extent, stride) in layout.shape().leaves().into_iter().zip(layout.stride().leaves()) {
        let reach = extent.minus(colex::Int::ONE)?.times(stride.scale())?;
        if reach.value() < 0 {
            least = least.plus(reach)?;
        } else {
            greatest = greatest.plus(reach)?;
        }
    }
    Ok((least.value(), greatest.value()))
}

/// The way to the thread-value map of what `make_layout_tv` answers, while that view is folded.
#[component]
fn WhoHolds(session: Session) -> impl IntoView {
    let leads = Memo::new(move |_| {
        let statement = session.look.with(|look| look.as_ref().map(|look| look.statement));
        let is_map = session
            .evaluation
            .with(|evaluation| statement.is_some_and(|statement| threads::is_answered(&evaluation.0, statement)));
        is_map && session.arrangement.with(|arrangement| arrangement.is_folded(ViewId::Threads))
    });
    view! {
        <Show when=move || leads.get()>
            <p><button on:click=move |_| views::show(session, ViewId::Threads)>
                {session.text("Show which thread holds what", "查看每个线程持有什么")}
            </button></p>
        </Show>
    }
}

/// For a bare shape: from which side its strides are generated, and writing them down.
#[component]
fn Generated(session: Session, look: Memo<Option<Look>>) -> impl IntoView {
    let generated = Memo::new(move |_| look.with(|look| look.as_ref().and_then(|look| look.generated)));
    let choose = move |wanted: Major, label: &'static str| {
        view! {
            <button class="mono" aria-pressed=move || (generated.get() == Some(wanted)).to_string()
                on:click=move |_| session.edit(|document| document.options.major = wanted)>{label}</button>
        }
    };
    let write = move |_| {
        let Some(look) = look.get_untracked() else { return };
        match look.literal {
            Some(span) => session.replace(span, &spelled_for(session, &look, &look.layout.to_string())),
            None => append_copy(session, &look),
        }
    };
    view! {
        <Show when=move || generated.get().is_some()>
            <div class="row" role="group" aria-label=move || session.say("Strides generated", "自动生成的步长")>
                <span class="quiet small">{move || session.say("Strides generated", "自动生成的步长")}</span>
                {choose(Major::Left, "LayoutLeft")}
                {choose(Major::Right, "LayoutRight")}
                <button class="plain" on:click=write>{move || session.say("Write them into the text", "写入文本")}</button>
            </div>
        </Show>
    }
}

/// The set of coordinates shown besides the natural ones: one of those on offer, or any compatible shape.
#[component]
fn CoordinateSet(session: Session, look: Memo<Option<Look>>) -> impl IntoView {
    let typed = Memo::new(move |_| session.view.with(|view| view.coordinates.clone()).unwrap_or_default());
    let choose = move |value: String| {
        let value = value.trim().to_string();
        session.look_at(|view| view.coordinates = (!value.is_empty()).then_some(value));
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
        let tongue = session.tongue.get();
        let current = typed.get();
        sets.get()
            .into_iter()
            .map(|(set, rank, is_natural)| {
                let kind = match (is_natural, set.starts_with('(')) {
                    (true, _) => tongue.pick("natural".to_string(), "自然坐标".to_string()),
                    (_, false) => tongue.pick("1-D".to_string(), "一维".to_string()),
                    _ => tongue.pick(modes_in_words(rank), format!("{rank} 个模式")),
                };
                let chosen = set == current;
                view! { <option value=set.clone() selected=chosen>{format!("{set} · {kind}")}</option> }
            })
            .collect_view()
    };
    let problem = move || {
        let error = session.coordinate_set.get()?.err()?;
        let sentence =
            look.with(|look| no_set(&error, look.as_ref().map(|look| look.layout.shape()), session.tongue.get()));
        Some(session.spell(&sentence))
    };
    view! {
        <div class="coordinate-set">
            <div class="row">
                <label class="row">
                    <span class="quiet small">{move || session.say("Coordinates of", "坐标所属形状")}</span>
                    <select on:change=move |event| choose(event_target_value(&event))>
                        <option value="" selected=move || typed.with(String::is_empty)>{move || session.say("the layout", "布局本身")}</option>
                        {options}
                        <Show when=move || { let typed = typed.get(); !typed.is_empty() && !sets.with(|sets| sets.iter().any(|(set, ..)| *set == typed)) }>
                            <option value=move || typed.get() selected=true>{move || typed.get()}</option>
                        </Show>
                    </select>
                </label>
                <input type="text" class="mono" autocomplete="off" spellcheck="false" size="12"
                    aria-label=move || session.say("A compatible shape", "一个兼容的形状")
                    placeholder=move || session.say("a compatible shape", "兼容的形状")
                    aria-invalid=move || problem().is_some().to_string() aria-describedby="coordinate-set-problem"
                    prop:value=move || typed.get() on:input=move |event| choose(event_target_value(&event))/>
            </div>
            <p class="warn small" id="coordinate-set-problem" role="status" aria-live="polite">{problem}</p>
        </div>
    }
}

/// How numbers are read and shown.
#[component]
fn Reading(session: Session) -> impl IntoView {
    let static_numbers = Memo::new(move |_| session.options.with(|options| options.compile_time));
    let underscores = Memo::new(move |_| session.options.with(|options| options.underscores));
    view! {
        <div class="row small switches">
            <label class="row">
                <input type="checkbox" role="switch" prop:checked=move || static_numbers.get()
                    on:change=move |event| { let on = event_target_checked(&event); session.edit(|document| document.options.compile_time = on); }/>
                <span>{move || session.say("Plain numbers are compile-time", "普通数字视为编译期常量")}</span>
            </label>
            <label class="row">
                <input type="checkbox" role="switch" prop:checked=move || underscores.get()
                    on:change=move |event| { let on = event_target_checked(&event); session.edit(|document| document.options.underscores = on); }/>
                <span>{move || session.say("Show underscores", "显示下划线")}</span>
            </label>
        </div>
    }
}

/// Why something typed is no set of coordinates, and of an incompatible shape where and why.
fn no_set(error: &Unreadable, shape: Option<&Shape>, tongue: Tongue) -> String {
    match error {
        Unreadable::NotCompatible { typed, shape: printed } => {
            let (typed, printed) = (without_underscores(typed), without_underscores(printed));
            let read = evaluate(&typed, Settings { compile_time: false, ..Settings::default() })
                .value(0)
                .and_then(|value| value.as_ints());
            let because = read.zip(shape).and_then(|(read, shape)| clash(&read, shape, &mut Vec::new(), tongue));
            let because = because.unwrap_or_default();
            tongue.pick(
                format!("{typed} is not compatible with {printed}{because}"),
                format!("{typed} 与 {printed} 不兼容{because}"),
            )
        }
        Unreadable::Text(diagnostic) if is_about_numbers(&diagnostic.kind) => unreadable(error, tongue),
        Unreadable::NotACoordinate | Unreadable::Text(_) => {
            tongue.pick("This is not a shape such as 18 or (3,6)", "这不是形状；形状形如 18 或 (3,6)").to_string()
        }
        _ => unreadable(error, tongue),
    }
}

/// `1 mode`, `2 modes`.
fn modes_in_words(count: usize) -> String {
    if count == 1 { "1 mode".to_string() } else { format!("{count} modes") }
}

/// Where two shapes first cease to be compatible, and why.
fn clash(typed: &Shape, shape: &Shape, path: &mut Vec<usize>, tongue: Tongue) -> Option<String> {
    let place = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let place = if path.is_empty() {
        tongue.pick("the shape".to_string(), "整个形状".to_string())
    } else {
        tongue.pick(format!("mode {place}"), format!("模式 {place} "))
    };
    match (typed, shape) {
        (Nested::Leaf(extent), _) => {
            let (extent, size) = (extent.value(), product(shape).ok()?.value());
            (extent != size).then(|| {
                tongue.pick(
                    format!(": {place} has size {size}, not {extent}"),
                    format!("：{place}的大小是 {size}，不是 {extent}"),
                )
            })
        }
        (Nested::Tuple(_), Nested::Leaf(int)) => Some(tongue.pick(
            format!(": {place} is the single number {}, which has no modes to name", int.value()),
            format!("：{place}是单个数 {}，没有可以分别指定的模式", int.value()),
        )),
        (Nested::Tuple(typed), Nested::Tuple(modes)) if typed.len() != modes.len() => Some(tongue.pick(
            format!(": {place} has {}, not {}", modes_in_words(modes.len()), typed.len()),
            format!("：{place}有 {} 个模式，不是 {} 个", modes.len(), typed.len()),
        )),
        (Nested::Tuple(typed), Nested::Tuple(modes)) => {
            typed.iter().zip(modes).enumerate().find_map(|(index, (typed, mode))| {
                path.push(index);
                let found = clash(typed, mode, path, tongue);
                path.pop();
                found
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::notebook::Value;

    fn layout(text: &str) -> Layout {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        evaluation.value(0).and_then(|value| value.as_layout()).expect(text).clone()
    }

    #[test]
    fn cosize_is_explained_by_what_holds() {
        let cases = [
            ("(3,(2,3)):(3,(12,1))", "21", "= A(17) + 1 = 20 + 1"),
            ("8:2", "15", "= A(7) + 1 = 14 + 1"),
            ("4:0", "1", "= A(3) + 1 = 0 + 1"),
            (
                "(-3,2):(1,3)",
                "0",
                "an extent is negative: there is no last coordinate, and CuTe's formula still gives this",
            ),
            ("(0,2):(1,3)", "3", "an extent is 0: there is no last coordinate, and CuTe's formula still gives this"),
            ("4:-2", "7", "= 6 + 1, with the strides' absolute values; the indices run from -6 to 0"),
            ("(4,2):(-1,8)", "12", "= 11 + 1, with the strides' absolute values; the indices run from -3 to 8"),
            (
                "make_identity_layout((4,8))",
                "32",
                "= 4 · 8: the indices are coordinates, and their codomain is the shape (4,8)",
            ),
        ];
        for (text, value, because) in cases {
            let found = cosize(&layout(text), "A", Tongue::English);
            assert_eq!(found, Ok((value.to_string(), because.to_string())), "{text}");
        }
        let facts = facts(&layout("(3,(2,3)):(3,(12,1))").into(), "A", Tongue::Chinese);
        let values = facts.iter().map(|fact| fact.value.as_str()).collect::<Vec<_>>();
        assert_eq!(values, ["2", "2", "18", "21"]);
        assert_eq!(facts[2].because, "= 3 · 2 · 3");
    }

    #[test]
    fn of_a_swizzle_it_is_the_cosize_before_it() {
        let evaluation = evaluate("Sw<1,0,1> o _0 o (_2,_2):(_1,_4)", Settings::default());
        let layout = evaluation.value(0).and_then(Value::as_any_layout).expect("a layout");
        let facts = facts(&layout, "A", Tongue::English);
        let cosize = facts.last().expect("the cosize");
        assert_eq!((cosize.name, cosize.value.as_str()), ("cosize", "6"));
        assert_eq!(cosize.because, "of the layout before the swizzle; the indices run from 0 to 5");
    }

    #[test]
    fn a_shape_that_is_not_compatible_is_told_where() {
        let layout = AnyLayout::from(layout("(3,(2,3)):(3,(12,1))"));
        let cases = [
            ("20", "20 is not compatible with (3,(2,3)): the shape has size 18, not 20"),
            ("(6,3)", "(6,3) is not compatible with (3,(2,3)): mode 0 has size 3, not 6"),
            ("(3,(3,2))", "(3,(3,2)) is not compatible with (3,(2,3)): mode 1,0 has size 2, not 3"),
            ("1.5", "This is not a shape such as 18 or (3,6)"),
            ("(18,", "This ( is never closed"),
            ("(3,2,3)", "(3,2,3) is not compatible with (3,(2,3)): the shape has 2 modes, not 3"),
            (
                "((3),6)",
                "((3),6) is not compatible with (3,(2,3)): mode 0 is the single number 3, which has no modes to name",
            ),
        ];
        for (typed, sentence) in cases {
            let error = look::read_coordinate_set(&layout, typed).expect_err(typed);
            assert_eq!(no_set(&error, Some(layout.shape()), Tongue::English), sentence);
            assert!(!no_set(&error, Some(layout.shape()), Tongue::Chinese).is_ascii());
        }
    }
}
