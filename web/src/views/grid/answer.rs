//! What the selected line answers where that is no picture: a truth, a number, a coordinate, a text; and why.

use crate::signals::Memo;
use colex::look::answer::{Answer, Reason, Side, answer as answered};
use colex::notebook::Value;
use colex::words;
use leptos::prelude::*;

use crate::session::Session;

/// How many characters of a text are shown.
const SHOWN: usize = 20_000;

/// The answer of the selected line; nothing where the line is a picture by itself.
pub fn answer(session: Session) -> AnyView {
    let found = Memo::new(move |_| {
        let statement = session.chosen_statement.get()?;
        session.evaluation.with(|evaluation| answered(&evaluation.0, statement))
    });
    // What is predicted is not told.
    (move || found.get().filter(|_| !session.hides_index.get()).map(|found| view(session, found))).into_any()
}

fn view(session: Session, found: Answer) -> AnyView {
    let said = {
        let found = found.clone();
        move || session.spell(&words::answer(&found, session.tongue.get()))
    };
    let text = match &found.value {
        Value::Text(text) => Some(text.chars().take(SHOWN).collect::<String>()),
        _ => None,
    };
    let text = text.map(|text| view! { <pre class="mono small" tabindex="0">{text}</pre> });
    let reasons = found.reasons.iter().map(|reason| line(session, reason.clone())).collect_view();
    let sides = found.sides.iter().map(|found| side(session, found)).collect_view();
    let sides = (!found.sides.is_empty()).then(|| view! { <dl class="answer-sides mono">{sides}</dl> });
    view! {
        <section class="answer" aria-label=session.text("Answer", "结果")>
            <p class="mono answer-said" role="status">{said}</p>
            {text}
            {sides}
            {(!found.reasons.is_empty()).then(|| view! { <ol class="mono small">{reasons}</ol> })}
        </section>
    }
    .into_any()
}

/// One of two tuples, with the place where they part.
fn side(session: Session, side: &Side) -> AnyView {
    let Side { called, before, part, after } = side.clone();
    let spelled = move |text: &str| session.spell(text);
    view! {
        <dt class="quiet">{called}</dt>
        <dd>{move || spelled(&before)}
            {(!part.is_empty()).then(|| view! { <mark>{move || spelled(&part)}</mark> })}
            {move || spelled(&after)}</dd>
    }
    .into_any()
}

fn line(session: Session, reason: Reason) -> AnyView {
    let sign = match reason.holds() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "",
    };
    let said = move || session.spell(&words::answer_reason(&reason, session.tongue.get()));
    view! { <li><span class="sign" aria-hidden="true">{sign}</span>{said}</li> }.into_any()
}
