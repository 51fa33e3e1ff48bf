//! Two shapes in the order of `compatible`, drawn: above them what refines both, below what both refine. Each is a bar of
//! one length, cut where its extents end.

use crate::signals::Memo;
use colex::explain::order::{Order, Shape, order};
use leptos::prelude::*;

use crate::session::Session;

/// The size of a bar, in units of its drawing.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 22.0;

/// Nothing where the chosen statement does not compare or join two shapes.
pub(super) fn in_order(session: Session) -> AnyView {
    let found = Memo::new(move |_| {
        let statement = session.chosen_statement.get()?;
        session.evaluation.with(|evaluation| order(&evaluation.0, statement))
    });
    let drawn = move || found.get().map(|order| drawn(session, &order));
    view! { {drawn} }.into_any()
}

fn drawn(session: Session, order: &Order) -> AnyView {
    let [first, second] = &order.both;
    let row = |called: [&'static str; 2], shape: &Shape| {
        let text = shape.text.clone();
        view! {
            <div class="ordered" role="listitem">
                <span class="quiet small">{session.text(called[0], called[1])}</span>
                <code>{text}</code>
                {bar(shape)}
            </div>
        }
    };
    let join = order.join.as_ref().map(|shape| row(["common refinement", "公共细化"], shape));
    let meet = order.meet.as_ref().map(|shape| row(["common coarsening", "公共粗化"], shape));
    let sentence = {
        let order = order.clone();
        move || session.spell(&order.sentence(session.tongue.get()))
    };
    view! {
        <div class="order">
            <p class="small">{sentence}</p>
            <div role="list">
                {join}
                {row(["first", "前者"], first)}
                {row(["second", "后者"], second)}
                {meet}
            </div>
        </div>
    }
    .into_any()
}

/// A size cut into extents: each segment as long as the logarithm of its extent, so that cuts of two shapes stand below each
/// other.
fn bar(shape: &Shape) -> AnyView {
    let size = shape.extents.iter().map(|extent| (*extent as f64).ln()).sum::<f64>();
    let mut left = 0.0;
    let segments = shape.extents.iter().map(|extent| {
        let wide = (*extent as f64).ln() / size * WIDTH;
        let (start, middle) = (left, left + wide / 2.0);
        left += wide;
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
