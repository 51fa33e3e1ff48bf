//! Answer of the selected line where that is no picture: a truth, a number, a coordinate, a swizzle, a text; and why.

mod swizzle;

use std::ops::Range;

use crate::signals::Memo;
use colex::look;
use colex::look::answer::{Answer, Reason, Side};
use colex::look::swizzled::{Swizzled, swizzled};
use colex::notebook::{Evaluation, Value};
use colex::operations::answer as answered;
use colex::words;
use leptos::prelude::*;

use crate::session::{Parts, Session, Tastes};

/// Number of characters of a text that are shown.
const SHOWN: usize = 20_000;

/// The answer of the selected line; nothing where the line is a picture by itself.
pub fn answer(session: Session) -> AnyView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let found = Memo::new(move |_| {
        let statement = screen.chosen_statement.get()?;
        let of = |evaluation: &Evaluation| {
            let (found, swizzled) = (answered(evaluation, statement)?, swizzled(evaluation, statement));
            // The index at a coordinate is what the grid marks and the worked example tells: nothing makes room for it.
            let is_marked = found.value.as_int().is_some() && look::asked_point(evaluation, statement).is_some();
            let is_bare = found.reasons.is_empty() && found.sides.is_empty() && swizzled.is_none();
            (!is_marked || !is_bare).then_some((found, swizzled))
        };
        draft.evaluation.with(|evaluation| of(&evaluation.0))
    });
    // A predicted answer is not told.
    let shown = move || found.get().filter(|_| !focus.hides_index.get());
    (move || shown().map(|(found, swizzled)| view(tastes, found, swizzled))).into_any()
}

fn view(tastes: Tastes, found: Answer, swizzled: Option<Swizzled>) -> AnyView {
    let said = {
        let found = found.clone();
        move || tastes.spell(&words::answer(&found, tastes.tongue.get()))
    };
    let text = match &found.value {
        Value::Text(text) => Some(text.chars().take(SHOWN).collect::<String>()),
        _ => None,
    };
    let text = text.map(|text| view! { <pre class="mono small" tabindex="0">{text}</pre> });
    let reasons = found.reasons.iter().map(|reason| line(tastes, reason.clone())).collect_view();
    let sides = (!found.sides.is_empty()).then(|| sides(tastes, &found));
    view! {
        <section class="answer" aria-label=tastes.text("Answer", "结果")>
            <p class="mono answer-said" role="status">{said}</p>
            {text}
            {swizzled.map(|swizzled| swizzle::picture(tastes, swizzled))}
            {sides}
            {(!found.reasons.is_empty()).then(|| view! { <ol class="mono small">{reasons}</ol> })}
        </section>
    }
    .into_any()
}

/// Two tuples that are compared, one below the other, and the order between them: an arrow each way.
fn sides(tastes: Tastes, found: &Answer) -> AnyView {
    let tuples = found.sides.iter().map(|found| side(tastes, found)).collect_view();
    let (holds, exchanged) = (matches!(&found.value, Value::Truth(truth) if truth.value), found.exchanged);
    let arrow = |class: &'static str, holds: bool| {
        let word = move || {
            if holds { tastes.say("holds", "成立") } else { tastes.say("fails", "不成立") }
        };
        view! { <span class=class>{if holds { "✓ " } else { "✗ " }}{word}</span> }
    };
    let order = exchanged.filter(|_| matches!(found.value, Value::Truth(_))).map(|exchanged| {
        let found = found.clone();
        view! {
            <span class="order" aria-hidden="true">{arrow("down", holds)}{arrow("up", exchanged.holds)}</span>
            <p class="small quiet">{move || words::exchanged(&found, tastes.tongue.get())}</p>
        }
    });
    view! { <div class="answer-sides mono"><dl>{tuples}</dl>{order}</div> }.into_any()
}

/// One of two tuples as a tree of boxes, with the place where they part.
fn side(tastes: Tastes, side: &Side) -> AnyView {
    let Side { called, before, part, after } = side.clone();
    let boxes = move || {
        let [before, part, after] = [&before, &part, &after].map(|text| tastes.spell(text));
        let marked = before.len()..before.len() + part.len();
        let text = [before, part, after].concat();
        nested(&text, &mut 0, &marked)
    };
    view! {
        <dt class="quiet">{called}</dt>
        <dd>{boxes}</dd>
    }
    .into_any()
}

/// The modes of a printed tuple from a byte on, a box around each, up to the parenthesis that closes them.
fn nested(text: &str, at: &mut usize, marked: &Range<usize>) -> Vec<AnyView> {
    let mut parts = Vec::new();
    while let Some(letter) = text.get(*at..).and_then(|rest| rest.chars().next()) {
        let start = *at;
        let is_marked = marked.contains(&start);
        *at += letter.len_utf8();
        match letter {
            '(' => {
                let inside = nested(text, at, if is_marked { &(0..0) } else { marked });
                let class = if is_marked { "tuple parting" } else { "tuple" };
                parts.push(view! { <span class=class>"("{inside}")"</span> }.into_any());
            }
            ')' => return parts,
            ',' => parts.push(view! { "," }.into_any()),
            _ => {
                let length = text.get(start..).map_or(0, |rest| rest.find(['(', ')', ',']).unwrap_or(rest.len()));
                *at = start + length;
                let number = text.get(start..*at).unwrap_or_default().to_string();
                parts.push(if is_marked {
                    view! { <mark>{number}</mark> }.into_any()
                } else {
                    view! { {number} }.into_any()
                });
            }
        }
    }
    parts
}

fn line(tastes: Tastes, reason: Reason) -> AnyView {
    let sign = match reason.holds() {
        Some(true) => "✓",
        Some(false) => "✗",
        None => "",
    };
    let said = move || tastes.spell(&words::answer_reason(&reason, tastes.tongue.get()));
    view! { <li><span class="sign" aria-hidden="true">{sign}</span>{said}</li> }.into_any()
}
