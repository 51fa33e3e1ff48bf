//! V5: the worked example for the chosen coordinate, step by step, with the numbers of this layout.

mod chain;

use std::collections::BTreeMap;

use colex::Shape;
use colex::document::look::{self, Unreadable};
use colex::notebook::DiagnosticKind;
use colex::words::{self, Tongue};
use leptos::prelude::*;

use self::chain::{Chain, Deed, Line};
use crate::browser::{self, KeyboardEvent, Timer};
use crate::session::{Session, Shared, WorkedOut};

/// How many lines of one part are on the screen at most.
const LINES: usize = 40;
/// How long after a key stroke a sentence about an unreadable coordinate appears, in milliseconds.
const SENTENCE_DELAY: i32 = 450;

/// How far the example is told.
#[derive(Clone, Copy, PartialEq)]
struct Telling {
    /// How many lines there are.
    total: usize,
    /// The line that is looked at; `None` where all are shown, `total` where the last one is behind.
    current: Option<usize>,
    /// How many lines show their answers.
    shown: usize,
    /// How many lines showed their answers at some time.
    known: usize,
    /// Whether the answer of the current line is asked for.
    asking: bool,
    /// Whether the answer of the current line was predicted.
    right: bool,
}

/// The answers that were given or shown.
#[derive(Clone, PartialEq)]
struct Revealed {
    chain: Shared<Chain>,
    /// The lines, and whether each was predicted.
    lines: BTreeMap<usize, bool>,
}

/// Why there is nothing to work out.
#[derive(Clone, PartialEq)]
enum Untold {
    /// The coordinate cannot be used.
    Unreadable(Unreadable),
    /// An extent is negative, so that no remainder is a coordinate.
    NegativeExtent,
}

impl Untold {
    fn sentence(&self, tongue: Tongue) -> String {
        match self {
            Untold::Unreadable(reason) => unreadable(reason, tongue),
            Untold::NegativeExtent => tongue
                .pick(
                    "An extent is negative: there are no coordinates, and no remainder after it to work out",
                    "某个长度为负：没有坐标，也就没有可演算的余数",
                )
                .to_string(),
        }
    }
}

/// Something to show or why it cannot be shown.
type Answer<T> = Option<Result<T, Untold>>;

/// The worked example for the chosen coordinate.
#[component]
pub fn Worked(session: Session) -> impl IntoView {
    let layout = session.layout;
    let chain = Memo::new(move |_| -> Answer<Shared<Chain>> {
        let point = session.point.get()?;
        layout.with(|layout| {
            let layout = layout.as_ref()?;
            if has_negative_extent(layout.shape()) {
                return Some(Err(Untold::NegativeExtent));
            }
            let chain = point.and_then(|point| Chain::of(layout, &point.typed).map_err(Unreadable::Algebra));
            Some(chain.map(|chain| Shared(chain.into())).map_err(Untold::Unreadable))
        })
    });
    let step = Memo::new(move |_| session.view.with(|view| view.step));
    let hidden = session.hidden;
    let revealed = RwSignal::new(None::<Revealed>);
    let telling = Memo::new(move |_| {
        let Some(Ok(chain)) = chain.get() else {
            return Telling { total: 0, current: None, shown: 0, known: 0, asking: false, right: false };
        };
        let total = chain.0.lines.len();
        let asked = step.get().map(|step| usize::try_from(step).unwrap_or(usize::MAX).min(total));
        let current = asked.or(hidden.get().then_some(0));
        let revealed = revealed.get().filter(|revealed| revealed.chain == chain);
        let lines = revealed.map(|revealed| revealed.lines).unwrap_or_default();
        let mine = current.and_then(|current| lines.get(&current));
        let asking = hidden.get() && current.is_some_and(|current| current < total) && mine.is_none();
        let shown = current.map_or(total, |current| (current + usize::from(!asking)).min(total));
        let known = lines.keys().next_back().map_or(shown, |last| shown.max(last + 1));
        Telling { total, current, shown, known, asking, right: mine == Some(&true) }
    });
    // The other panels bring back what is worked out here, and where there is nothing to work out, all.
    Effect::new(move |_| {
        let divisions = chain.with(|chain| match chain {
            Some(Ok(chain)) => chain.0.divisions,
            _ => 0,
        });
        let told = telling.get();
        let now = match told.known {
            known if known >= told.total => WorkedOut::Index,
            known if known >= divisions => WorkedOut::Coordinate,
            _ => WorkedOut::Nothing,
        };
        if session.worked_out.get_untracked() != now {
            session.worked_out.set(now);
        }
    });

    let has_lines = move || telling.get().total > 0;
    let go = move |to: Option<usize>| {
        let mode = chain.with_untracked(|chain| match chain {
            Some(Ok(chain)) => to.and_then(|to| chain.0.lines.get(to)).map(|line| line.path.clone()),
            _ => None,
        });
        session.look_at(|view| {
            view.step = to.and_then(|to| u32::try_from(to).ok());
            if let Some(mode) = mode {
                view.mode = mode;
            }
        });
    };
    let reveal = move |right: bool| {
        if let (Some(Ok(chain)), Some(line)) = (chain.get_untracked(), telling.get_untracked().current) {
            let before = revealed.get_untracked().filter(|revealed| revealed.chain == chain);
            let mut lines = before.map(|revealed| revealed.lines).unwrap_or_default();
            lines.insert(line, right);
            revealed.set(Some(Revealed { chain, lines }));
        }
    };
    let ask = move || {
        if telling.get_untracked().asking {
            // The field is there once the page has changed.
            browser::after(0, || browser::focus("worked-answer"));
        }
    };
    let forward = move || {
        let told = telling.get_untracked();
        match told.current {
            _ if told.total == 0 => {}
            _ if told.asking => reveal(false),
            None => go(Some(0)),
            Some(current) if current + 1 < told.total => go(Some(current + 1)),
            Some(_) if hidden.get_untracked() => go(Some(told.total)),
            Some(_) => go(None),
        }
    };
    let back = move || {
        let told = telling.get_untracked();
        match told.current {
            _ if told.total == 0 => {}
            None => go(Some(told.total - 1)),
            Some(current) => go(Some(current.saturating_sub(1))),
        }
    };
    let show_all = move || {
        session.look_at(|view| {
            view.step = None;
            view.hidden = false;
        });
    };
    let predict = move || {
        let on = !hidden.get_untracked();
        revealed.set(None);
        session.look_at(|view| {
            view.hidden = on;
            view.step = on.then_some(0);
        });
        ask();
    };
    let is_big = move || session.big.get_untracked();
    // In a field with nothing in it the keys that go through the steps have nothing else to do.
    let is_writing = move |event: &KeyboardEvent| browser::is_typing(event) && !event_target_value(event).is_empty();
    let keep_keys = move |typing: bool| {
        if typing {
            // The field may go with the step, and the keys are to go on working.
            browser::focus("worked-steps");
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let (typing, writing) = (browser::is_typing(&event), is_writing(&event));
        if event.alt_key() || event.ctrl_key() || event.meta_key() || !untrack(has_lines) {
            return;
        }
        match event.key().as_str() {
            "ArrowRight" if !writing => {
                keep_keys(typing);
                forward();
                ask();
            }
            "ArrowLeft" if !writing => {
                keep_keys(typing);
                back();
            }
            // Of keys pressed elsewhere the window hears; those in a field of this panel are turned over here.
            "PageDown" if typing && is_big() => forward(),
            "PageUp" if typing && is_big() => back(),
            _ => return,
        }
        event.prevent_default();
    };
    let on_enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !is_writing(&event) {
            event.prevent_default();
            keep_keys(browser::is_typing(&event));
            forward();
            ask();
        }
    };
    let turning = window_event_listener(leptos::ev::keydown, move |event| {
        if !is_big() || browser::is_typing(&event) || event.default_prevented() {
            return;
        }
        match event.key().as_str() {
            "PageDown" => forward(),
            "PageUp" => back(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || turning.remove());

    let problem = move || match chain.get() {
        Some(Err(reason)) => Some(session.spell(&reason.sentence(session.tongue.get()))),
        _ => None,
    };
    let place = move || {
        let told = telling.get();
        match told.current {
            Some(current) if current < told.total => format!("{} / {}", current + 1, told.total),
            _ => format!("{} / {}", told.total, told.total),
        }
    };
    view! {
        <section class="worked" class:stale=move || session.stale.get()
            aria-label=move || session.say("Worked example", "逐步演算") on:keydown=on_key>
            <div class="pane-head">
                <h2>{move || session.say("Worked example", "逐步演算")}</h2>
                <div class="row worked-controls">
                    <button on:click=move |_| back() disabled=move || !has_lines() || telling.get().current == Some(0)
                        aria-label=move || session.say("Previous step", "上一步")>"◀"</button>
                    <output class="mono worked-place" aria-label=move || session.say("Step", "步骤")>{place}</output>
                    <button on:click=move |_| { forward(); ask(); }
                        disabled=move || !has_lines() || { let told = telling.get(); told.current == Some(told.total) }
                        aria-label=move || match telling.get().asking {
                            true => session.say("Show the answer", "显示答案"),
                            false => session.say("Next step", "下一步"),
                        }>"▶"</button>
                    <button on:click=move |_| show_all() disabled=move || telling.get().current.is_none() && !hidden.get()>
                        {move || session.say("Show all", "全部显示")}
                    </button>
                    <button aria-pressed=move || hidden.get().to_string() disabled=move || !has_lines() && !hidden.get() on:click=move |_| predict()>
                        {move || session.say("Predict", "先预测")}
                    </button>
                </div>
            </div>
            <Asked session/>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Outside session chain/>
            <Show when=move || session.point.with(Option::is_none) && layout.with(Option::is_some)>
                <p class="quiet">{move || session.say("Choose a cell, or type a coordinate", "请选择一个单元格，或输入坐标")}</p>
            </Show>
            <Show when=has_lines>
                <Summary session chain telling/>
                <div class="worked-parts" id="worked-steps" tabindex="0" role="group" on:keydown=on_enter
                    aria-label=move || session.say("Steps; the left and right arrow keys go through them", "演算步骤；用左右方向键逐步浏览")>
                    <Part session chain telling divides=true reveal/>
                    <Part session chain telling divides=false reveal/>
                </div>
                <p class="unseen" role="status">{move || spoken(session, chain, telling)}</p>
            </Show>
        </section>
    }
}

/// The field for the chosen coordinate in any form that the shape accepts.
#[component]
fn Asked(session: Session) -> impl IntoView {
    let typed = Memo::new(move |_| session.view.with(|view| view.point.clone().unwrap_or_default()));
    let draft = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<Unreadable>);
    let timer = StoredValue::new(None::<Timer>);
    let complain = move |reason: Option<Unreadable>, delay: i32| {
        if let Some(timer) = timer.get_value() {
            timer.cancel();
        }
        match reason {
            None => problem.set(None),
            Some(reason) => timer.set_value(Some(browser::after(delay, move || {
                problem.try_set(Some(reason));
            }))),
        }
    };
    let read = move |text: &str| -> Result<(), Unreadable> {
        session.shown.with_untracked(|shown| match shown {
            Some(shown) => look::read_point(&shown.look.layout, text).map(|_| ()),
            None => Ok(()),
        })
    };
    let on_input = move |event| {
        let text: String = event_target_value(&event);
        let trimmed = text.trim().to_string();
        draft.set(Some(text));
        if trimmed.is_empty() {
            complain(None, 0);
            session.look_at(|view| view.point = None);
            return;
        }
        match read(&trimmed) {
            Ok(()) => {
                complain(None, 0);
                session.choose_point(trimmed);
            }
            Err(reason) => complain(Some(reason), SENTENCE_DELAY),
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && let Some(text) = draft.get_untracked()
            && let Err(reason) = read(text.trim())
        {
            complain(Some(reason), 0);
        }
    };
    view! {
        <div class="row worked-asked">
            <label for="worked-coordinate">{move || session.say("Coordinate", "坐标")}</label>
            <input type="text" id="worked-coordinate" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"
                prop:value=move || draft.get().unwrap_or_else(|| typed.get()) on:input=on_input on:keydown=on_key
                on:blur=move |_| { draft.set(None); complain(None, 0); }
                aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby="worked-coordinate-problem"/>
        </div>
        <p class="warn small" id="worked-coordinate-problem" role="status">
            {move || problem.get().map(|reason| session.spell(&unreadable(&reason, session.tongue.get())))}
        </p>
    }
}

/// What CuTe does with a coordinate outside the domain.
#[component]
fn Outside(session: Session, chain: Memo<Answer<Shared<Chain>>>) -> impl IntoView {
    let index = move || {
        chain.with(|chain| chain.as_ref().is_some_and(Result::is_ok)).then_some(())?;
        session.point.with(|point| match point {
            Some(Ok(point)) if !point.inside => Some(session.spell(&point.index.to_string())),
            _ => None,
        })
    };
    move || {
        index().map(|index| {
            let sentence = match session.tongue.get() {
                // The index is what is predicted.
                tongue if session.hides_index.get() => {
                    tongue.pick("Outside the domain: CuTe does not check", "超出定义域：CuTe 不作检查").to_string()
                }
                Tongue::English => format!("Outside the domain: CuTe does not check; it computes {index}"),
                Tongue::Chinese => format!("超出定义域：CuTe 不作检查，照样算出 {index}"),
            };
            view! { <p class="warn small" role="status">{sentence}</p> }
        })
    }
}

/// The point and the inner product in one line, as far as they are known.
#[component]
fn Summary(session: Session, chain: Memo<Answer<Shared<Chain>>>, telling: Memo<Telling>) -> impl IntoView {
    let text = move || {
        let Some(Ok(chain)) = chain.get() else { return (String::new(), None) };
        let Some(Ok(point)) = session.point.get() else { return (String::new(), None) };
        let told = telling.get();
        let typed = session.spell(&point.typed.to_string());
        // Outside the domain the other forms are other points: (3,5) adds up to 18, but 18 is (0,6).
        let mut forms = if point.inside && told.shown >= chain.0.divisions {
            let forms = [point.linear.to_string(), point.flat.to_string(), point.natural.to_string()];
            forms.map(|form| session.spell(&form)).to_vec()
        } else {
            vec![typed, chain.0.natural_after(told.shown)]
        };
        forms.dedup();
        let same = if point.inside { " ~ " } else { " → " };
        let forms = forms.iter().map(|form| shortened(form, 80)).collect::<Vec<_>>().join(same);
        let product = (told.shown >= told.total).then(|| format!("{} = {}", chain.0.inner_product, chain.0.index));
        (forms, product)
    };
    view! {
        <p class="mono worked-summary">
            <span>{move || text().0}</span>
            {move || text().1.map(|product| view! { <span>{product}</span> })}
        </p>
    }
}

/// The divisions or the products.
#[component]
fn Part(
    session: Session,
    chain: Memo<Answer<Shared<Chain>>>,
    telling: Memo<Telling>,
    divides: bool,
    reveal: impl Fn(bool) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_linear =
        Memo::new(move |_| session.point.with(|point| matches!(point, Some(Ok(point)) if point.typed.is_leaf())));
    let title = move || {
        if divides && is_linear.get() {
            session.say("idx2crd: from the 1-D coordinate to the natural one", "idx2crd：从一维坐标到自然坐标")
        } else if divides {
            session.say("idx2crd: from the coordinate to the natural one", "idx2crd：从坐标到自然坐标")
        } else {
            session.say("crd2idx: coordinate · stride, added up", "crd2idx：坐标 · 步长，再求和")
        }
    };
    let note = move || {
        let known = chain.with(|chain| match chain {
            Some(Ok(chain)) if divides => Some((chain.0.divisions, chain.0.natural_after(telling.get().shown))),
            _ => None,
        });
        let (divisions, natural) = known?;
        let natural = shortened(&natural, 80);
        Some(match (divisions, session.tongue.get()) {
            (0, Tongue::English) => format!("Nothing to divide: {natural} is already the natural coordinate"),
            (0, Tongue::Chinese) => format!("无需除法：{natural} 已经是自然坐标"),
            (_, Tongue::English) => format!("natural coordinate {natural}"),
            (_, Tongue::Chinese) => format!("自然坐标 {natural}"),
        })
    };
    let has_aside = move || {
        let divided = chain.with(|chain| matches!(chain, Some(Ok(chain)) if chain.0.divisions > 0));
        divides && divided && is_linear.get()
    };
    let divisions = move || {
        chain.with(|chain| chain.as_ref().and_then(|chain| chain.as_ref().ok()).map_or(0, |chain| chain.0.divisions))
    };
    let lines = move || {
        let Some(Ok(chain)) = chain.get() else { return Vec::new() };
        let told = telling.get();
        let last = told.shown + usize::from(told.asking);
        let (from, to) = if divides { (0, chain.0.divisions) } else { (chain.0.divisions, told.total) };
        let to = to.min(last);
        // The window ends with the line that is looked at; with all shown, it is the beginning.
        let first = match told.current {
            None => from,
            Some(_) => from.max(to.saturating_sub(LINES)),
        };
        let lines = chain.0.lines.iter().enumerate().take(to).skip(first).take(LINES);
        lines
            .map(|(number, line)| (number, line.clone(), told.asking && told.current == Some(number)))
            .collect::<Vec<_>>()
    };
    let left_out = move || {
        let total = chain.with(|chain| match chain {
            Some(Ok(chain)) if divides => chain.0.divisions,
            Some(Ok(chain)) => chain.0.lines.len() - chain.0.divisions,
            _ => 0,
        });
        (total > LINES && telling.get().current.is_none()).then(|| match session.tongue.get() {
            Tongue::English => format!("and {} more; step through to see each", total - LINES),
            Tongue::Chinese => format!("另有 {} 行，可逐步查看", total - LINES),
        })
    };
    view! {
        <div class="worked-part" hidden=move || !divides && telling.with(|told| told.shown + usize::from(told.asking) <= divisions())>
            <h3 class="small">{title}</h3>
            <Show when=has_aside><p class="quiet small worked-aside">{session.text("its idx is a 1-D coordinate, never the memory index", "其中的 idx 是一维坐标，而不是内存索引")}</p></Show>
            <ol class="worked-lines">
                <For each=lines key=|(number, line, asking)| (*number, line.question.clone(), line.answer.clone(), *asking) let:entry>
                    <Told session telling number=entry.0 line=entry.1 asking=entry.2 reveal/>
                </For>
            </ol>
            {move || left_out().map(|words| view! { <p class="quiet small">{words}</p> })}
            <Show when=move || note().is_some()><p class="small worked-note">{note}</p></Show>
        </div>
    }
}

/// One line, with a field where its answer is asked for.
#[component]
fn Told(
    session: Session,
    telling: Memo<Telling>,
    number: usize,
    line: Line,
    asking: bool,
    reveal: impl Fn(bool) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_current = move || telling.get().current == Some(number);
    let words = {
        let line = line.clone();
        move || line.words(session.tongue.get())
    };
    let is_result = line.deed == Deed::Sum;
    let answer = if asking {
        view! { <Guess session line=line.clone() reveal/> }.into_any()
    } else {
        view! { <b>{line.answer.clone()}</b> }.into_any()
    };
    let verdict = move || (is_current() && telling.get().right).then(|| session.say("✓ right", "✓ 正确"));
    view! {
        <li class:current=is_current class:result=is_result aria-current=move || is_current().then_some("step")>
            <span class="mono worked-formula">{line.question.clone()} " = " {answer}</span>
            <span class="quiet small">{move || verdict().map(|verdict| view! { <b class="worked-right">{verdict}</b> " " })} {words}</span>
        </li>
    }
}

/// The field in which the next number is predicted.
#[component]
fn Guess(session: Session, line: Line, reveal: impl Fn(bool) + Copy + Send + Sync + 'static) -> impl IntoView {
    let wrong = RwSignal::new(None::<String>);
    let name = {
        let question = line.question.clone();
        move || match session.tongue.get() {
            Tongue::English => format!("{question} is"),
            Tongue::Chinese => format!("{question} 等于"),
        }
    };
    let line = StoredValue::new(line);
    let check = move |typed: String, is_final: bool| {
        let typed = typed.trim().to_string();
        if line.with_value(|line| line.is_right(&typed)) {
            reveal(true);
            // The field is gone, and the keys are to go on working.
            browser::focus("worked-steps");
        } else if is_final && !typed.is_empty() {
            wrong.set(Some(typed));
        } else {
            wrong.set(None);
        }
    };
    view! {
        <input type="text" id="worked-answer" class="mono worked-answer" autocomplete="off" spellcheck="false" aria-label=name
            aria-describedby="worked-verdict" on:input=move |_| wrong.set(None)
            on:change=move |event| check(event_target_value(&event), true)/>
        <button class="plain small" on:click=move |_| { reveal(false); browser::focus("worked-steps"); }>
            {move || session.say("Show", "显示")}
        </button>
        <span id="worked-verdict" role="status" class="worked-verdict">
            {move || wrong.get().map(|typed| match session.tongue.get() {
                Tongue::English => format!("✗ not {typed}; try again, or show it"),
                Tongue::Chinese => format!("✗ 不是 {typed}；再试一次，或显示答案"),
            })}
        </span>
    }
}

/// The current step for a screen reader.
fn spoken(session: Session, chain: Memo<Answer<Shared<Chain>>>, telling: Memo<Telling>) -> Option<String> {
    let told = telling.get();
    let tongue = session.tongue.get();
    let Some(Ok(chain)) = chain.get() else { return None };
    let line = chain.0.lines.get(told.current?)?;
    let answer = if told.asking { "?" } else { &line.answer };
    Some(format!("{} = {answer}, {}", line.question, line.words(tongue)))
}

/// Why a typed coordinate or shape cannot be used.
pub fn unreadable(reason: &Unreadable, tongue: Tongue) -> String {
    match reason {
        Unreadable::Text(diagnostic) if is_about_numbers(&diagnostic.kind) => words::diagnostic(diagnostic, tongue),
        Unreadable::Text(_) | Unreadable::NotACoordinate => tongue
            .pick(
                "A coordinate is an integer or a tuple of integers, such as 16 or (1,5)",
                "坐标是整数或整数元组，如 16 或 (1,5)",
            )
            .to_string(),
        Unreadable::Algebra(error) => words::error(error, tongue),
        Unreadable::NotCompatible { typed, shape } => match tongue {
            Tongue::English => format!("{typed} is not compatible with the shape {shape}"),
            Tongue::Chinese => format!("{typed} 与形状 {shape} 不兼容"),
        },
    }
}

/// Whether a mistake could be made in writing numbers and tuples; the sentences about all others speak of functions
/// and statements, which a coordinate or a shape has none of.
pub fn is_about_numbers(kind: &DiagnosticKind) -> bool {
    matches!(
        kind,
        DiagnosticKind::Unclosed(_)
            | DiagnosticKind::Unopened(_)
            | DiagnosticKind::NumberTooLarge(_)
            | DiagnosticKind::TooDeep(_)
            | DiagnosticKind::TextTooLong(_)
            | DiagnosticKind::UnknownName { .. }
            | DiagnosticKind::Algebra(_)
    )
}

/// Whether an extent is below 0, which CuTe computes with and which has no coordinates.
pub fn has_negative_extent(shape: &Shape) -> bool {
    shape.leaves().into_iter().any(|extent| extent.value() < 0)
}

/// A text of at most so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::notebook::{Settings, evaluate};

    #[test]
    fn unreadable_coordinates_are_told_what_a_coordinate_is() {
        let evaluation = evaluate("(3,(2,3)):(3,(12,1))", Settings { compile_time: true, ..Settings::default() });
        let layout = evaluation.value(0).and_then(|value| value.as_layout()).expect("a layout").clone();
        let coordinate = "A coordinate is an integer or a tuple of integers, such as 16 or (1,5)";
        let cases = [
            ("1.5", coordinate),
            ("1.", coordinate),
            ("4abc", coordinate),
            ("(1,_)", coordinate),
            ("1:2", coordinate),
            ("(1,", "This ( is never closed"),
            ("99999999999999999999", "99999999999999999999 does not fit in 64 bits"),
        ];
        for (typed, sentence) in cases {
            let reason = look::read_point(&layout, typed).expect_err(typed);
            assert_eq!(unreadable(&reason, Tongue::English), sentence, "{typed}");
            assert!(!unreadable(&reason, Tongue::Chinese).is_ascii(), "{typed}");
        }
    }
}
