//! The numbers of a printed value, which are pulled to the left and to the right: the notebook's own numbers follow.

use colex::notebook::Evaluation;
use colex::notebook::caret::{Turn, written};
use colex::notebook::syntax::Span;
use colex::operations::CATALOGUE;
use leptos::prelude::*;

use crate::browser::{self, PointerEvent};
use crate::session::{Draft, Tastes};
use crate::signals::{Memo, RwSignal};

/// Distance that one pulls for one more, in CSS pixels.
const PULL: f64 = 7.0;

/// A number that is held: which one, where the pointer was, by how much it was turned, and whether that changed the text.
#[derive(Clone, Copy)]
struct Held {
    place: usize,
    from: f64,
    turned: i64,
    changed: bool,
}

/// A printed value, of which those numbers can be pulled that the notebook writes at `given`.
pub fn pulled(
    draft: Draft,
    tastes: Tastes,
    printed: impl Fn() -> String + Send + Sync + 'static,
    given: impl Fn(&Evaluation) -> Option<Span> + Copy + Send + Sync + 'static,
) -> AnyView {
    let printed = Memo::new(move |_| printed());
    let numbers = move |evaluation: &Evaluation| {
        let Some(span) = given(evaluation) else { return Vec::new() };
        printed.with(|printed| written(evaluation.text(), span, printed, &CATALOGUE))
    };
    // Pieces between numbers, and the numbers; which of them one pulls.
    let parts = Memo::new(move |_| {
        let found = draft.evaluation.with(|evaluation| numbers(&evaluation.0));
        printed.with(|printed| {
            let (mut parts, mut at) = (Vec::new(), 0);
            for (place, (span, _)) in found.iter().enumerate() {
                parts.push((printed.get(at..span.start).unwrap_or_default().to_string(), None));
                parts.push((span.of(printed).to_string(), Some(place)));
                at = span.end;
            }
            parts.push((printed.get(at..).unwrap_or_default().to_string(), None));
            parts
        })
    });
    let held = StoredValue::new(None::<Held>);
    // The press that ends a pull is none of what lies around.
    let is_held = RwSignal::new(false);
    let turn = move |place: usize, by: i64, goes_on: bool| {
        let edit = draft.evaluation.with_untracked(|evaluation| {
            // Text typed meanwhile is not read yet.
            let is_present = draft.text.with_untracked(|text| **text == *evaluation.0.text());
            let found = untrack(|| numbers(&evaluation.0));
            let (_, number) = found.get(place).filter(|_| is_present)?;
            let value = number.turned(Turn::By(by));
            (value != number.value).then(|| (number.span, number.written(value)))
        });
        let Some((span, text)) = edit else { return false };
        draft.write(span, &text, goes_on);
        true
    };
    let on_down = move |event: PointerEvent| {
        let Some(place) = browser::pressed_place(&event).filter(|_| event.button() == 0) else { return };
        held.set_value(Some(Held { place, from: f64::from(event.client_x()), turned: 0, changed: false }));
        browser::capture_pointer(&event);
        event.prevent_default();
        is_held.set(true);
    };
    let on_move = move |event: PointerEvent| {
        let Some(now) = held.get_value() else { return };
        let wanted = ((f64::from(event.client_x()) - now.from) / PULL) as i64;
        if wanted != now.turned && turn(now.place, wanted - now.turned, now.changed) {
            held.set_value(Some(Held { turned: wanted, changed: true, ..now }));
        }
    };
    let let_go = move |_: PointerEvent| {
        held.set_value(None);
        browser::after(0, move || {
            is_held.try_set(false);
        });
    };
    let part = move |(text, place): (String, Option<usize>)| match place {
        Some(place) => view! {
            <span class="pulled" data-place=place.to_string()
                title=tastes.text("Pull to the left or right to change it", "左右拖动可改变")>{text}</span>
        }
        .into_any(),
        None => text.into_any(),
    };
    view! {
        <span data-place=move || is_held.get().then_some("") on:pointerdown=on_down on:pointermove=on_move on:pointerup=let_go on:pointercancel=let_go>
            {move || parts.get().into_iter().map(part).collect::<Vec<_>>()}
        </span>
    }
    .into_any()
}
