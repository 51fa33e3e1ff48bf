//! Two shapes in the order of `compatible`, drawn: above them what refines both, below what both refine. Each is a bar of
//! one length, cut where its extents end.

use crate::signals::Memo;
use colex::order::{Order, Shape, order};
use leptos::prelude::*;

use crate::session::{Draft, Screen, Tastes};

/// The size of a bar, in units of its drawing.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 22.0;

/// Nothing where the chosen statement does not compare or join two shapes.
pub(super) fn in_order(draft: Draft, tastes: Tastes, screen: Screen) -> AnyView {
    let found = Memo::new(move |_| {
        let statement = screen.chosen_statement.get()?;
        draft.evaluation.with(|evaluation| order(&evaluation.0, statement))
    });
    let drawn = move || found.get().map(|order| drawn(tastes, &order));
    view! { {drawn} }.into_any()
}

fn drawn(tastes: Tastes, order: &Order) -> AnyView {
    let [first, second] = &order.both;
    let shapes = order.both.iter().chain(&order.join).chain(&order.meet);
    let whole = shapes.map(Shape::end).max().unwrap_or(1);
    let row = |called: [&'static str; 2], shape: &Shape| {
        let text = shape.text.clone();
        view! {
            <div class="ordered" role="listitem">
                <span class="quiet small">{tastes.text(called[0], called[1])}</span>
                <code>{text}</code>
                {bar(shape, whole)}
            </div>
        }
    };
    let join = order.join.as_ref().map(|shape| row(["common refinement", "公共细化"], shape));
    let meet = order.meet.as_ref().map(|shape| row(["common coarsening", "公共粗化"], shape));
    let common = order.common.as_ref().map(|common| row(["common steps", "公共步调"], common));
    let sentence = {
        let order = order.clone();
        move || tastes.spell(&order.sentence(tastes.tongue.get()))
    };
    view! {
        <div class="order">
            <p class="small">{sentence}</p>
            <div role="list">
                {join}
                {row(["first", "前者"], first)}
                {row(["second", "后者"], second)}
                {meet}
                {common}
            </div>
        </div>
    }
    .into_any()
}

/// A size cut into extents: each segment from the logarithm of its step on, as long as the logarithm of its extent, so that
/// cuts of two shapes stand below each other.
fn bar(shape: &Shape, whole: i64) -> AnyView {
    let size = (whole as f64).ln();
    let segments = shape.extents.iter().map(|(extent, step)| {
        let [start, wide] = [*step, *extent].map(|number| (number as f64).ln() / size * WIDTH);
        let middle = start + wide / 2.0;
        view! {
            <rect x=start y="1" width=wide height=HEIGHT - 2.0/>
            <text x=middle y=HEIGHT / 2.0>{*extent}</text>
        }
    });
    let segments = segments.collect_view();
    view! {
        <svg viewBox=format!("0 0 {WIDTH} {HEIGHT}") aria-hidden="true">{segments}</svg>
    }
    .into_any()
}
