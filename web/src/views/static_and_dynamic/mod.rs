//! The static and dynamic lens: which integers of the selected value C++ knows when, and what it therefore checks.

use crate::signals::Memo;
use colex::lens::{Check, Staticness, When, checks, staticness};
use colex::words;
use leptos::prelude::*;

use crate::loader::part;
use crate::session::{Draft, Screen, Tastes};

/// The most conditions that are listed.
const LISTED: usize = 40;

/// Content of the lens.
#[derive(Clone, PartialEq)]
struct Seen {
    printed: String,
    staticness: Staticness,
    checks: Vec<Check>,
}

part! {
    /// Which integers are static.
    pub PART: tools = |session, _| view! { <Lens draft=session.draft tastes=session.tastes screen=session.screen/> }.into_any()
}

/// Static and dynamic integers of the selected statement.
#[component]
fn Lens(draft: Draft, tastes: Tastes, screen: Screen) -> impl IntoView {
    let seen = Memo::new(move |_| {
        let evaluation = draft.evaluation.get().0;
        let statement = screen.chosen_statement.get()?;
        let steps = screen.steps.get();
        let value = evaluation.value(statement);
        // A refused statement has no value, but the conditions that its steps met.
        Some(Seen {
            printed: value.map(ToString::to_string).unwrap_or_default(),
            staticness: value.map(staticness).unwrap_or_default(),
            checks: checks(&steps),
        })
    });
    let printed = move || seen.get().map(|seen| leaves(&seen.printed)).unwrap_or_default();
    let sentence = move || seen.get().map(|seen| words::staticness(seen.staticness, tastes.tongue.get()));
    let rows = move || {
        let tongue = tastes.tongue.get();
        let row = |check: Check| {
            let sign = if check.holds { "✓" } else { "✗" };
            let class = match check.when {
                When::CompileTime => "compile",
                When::RunTime => "run",
                When::Never => "never",
            };
            view! {
                <tr class=class>
                    <td>{words::condition(&check, tongue)}</td>
                    <td>{sign}</td>
                    <td>{words::when(check.when, tongue)}</td>
                </tr>
            }
        };
        let checks = seen.get().map(|seen| seen.checks).unwrap_or_default();
        checks.into_iter().take(LISTED).map(row).collect_view()
    };
    let has_checks = move || seen.with(|seen| seen.as_ref().is_some_and(|seen| !seen.checks.is_empty()));
    view! {
        <Show when=move || seen.with(Option::is_some)>
            <section class="lens" aria-label=tastes.text("Static and dynamic", "静态与动态")>
                <div class="pane-head"><h2>{tastes.text("Static and dynamic", "静态与动态")}</h2></div>
                <p class="mono">{printed}</p>
                <p class="quiet small">{sentence}</p>
                <Show when=has_checks>
                    <table>
                        <thead><tr>
                            <th scope="col">{tastes.text("C++ checks that", "C++ 检查的条件")}</th>
                            <th scope="col">{tastes.text("holds", "成立")}</th>
                            <th scope="col">{tastes.text("when", "何时")}</th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </Show>
            </section>
        </Show>
    }
}

/// The printed value with each static integer marked as such.
fn leaves(printed: &str) -> Vec<AnyView> {
    let mut pieces = Vec::new();
    let mut rest = printed;
    while let Some(at) = rest.find('_') {
        let (before, from) = rest.split_at(at);
        let length = 1 + from.bytes().skip(1).take_while(|byte| byte.is_ascii_digit() || *byte == b'-').count();
        let (number, after) = from.split_at(length);
        pieces.push(view! { <span>{before.to_string()}</span> }.into_any());
        let is_static = number.len() > 1;
        pieces.push(view! { <b class:static=is_static>{number.to_string()}</b> }.into_any());
        rest = after;
    }
    pieces.push(view! { <span>{rest.to_string()}</span> }.into_any());
    pieces
}
