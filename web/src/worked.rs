//! The worked example for the chosen coordinate, step by step, with the numbers of this layout.

mod asked;
mod chain;
mod lines;

use std::collections::BTreeMap;

use crate::signals::{Memo, RwSignal};
use colex::Shape;
use colex::document::look::Unreadable;
use colex::notebook::DiagnosticKind;
use colex::words::{self, Tongue};
use leptos::prelude::*;

use self::asked::{Asked, Outside};
use self::chain::Chain;
use self::lines::{Part, Summary, spoken};
use crate::browser::{self, KeyboardEvent};
use crate::session::{Session, Shared, WorkedOut};

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
            let names = session.look.with(|look| look.as_ref()?.names.clone());
            let begin = session.look.with(|look| look.as_ref()?.begin().cloned());
            let chain = chain.and_then(|chain| match &begin {
                Some(begin) => chain.counted_from(begin).map_err(Unreadable::Algebra),
                None => Ok(chain),
            });
            let chain = chain.map(|chain| match &names {
                Some(names) => chain.named(names),
                None => chain,
            });
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
    // While one presents, the keys of the presentation press the buttons.
    let is_big = move || session.options.with_untracked(|options| options.big && !options.present);
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
                    <button data-turn="back" on:click=move |_| back() disabled=move || !has_lines() || telling.get().current == Some(0)
                        aria-label=move || session.say("Previous step", "上一步")>"◀"</button>
                    <output class="mono worked-place" aria-label=move || session.say("Step", "步骤")>{place}</output>
                    <button data-turn="next" on:click=move |_| { forward(); ask(); }
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
    use colex::document::look;
    use colex::notebook::{Settings, evaluate};

    #[test]
    fn unreadable_coordinates_are_told_what_a_coordinate_is() {
        let evaluation = evaluate("(3,(2,3)):(3,(12,1))", Settings { compile_time: true, ..Settings::default() });
        let layout = evaluation.value(0).and_then(|value| value.as_any_layout()).expect("a layout");
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
