//! The edge between two columns, which is dragged or moved with arrow keys.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent, PointerEvent};
use crate::session::{Parts, Session};

/// Distance by which an arrow key moves an edge, in hundredths of the screen.
const KEY: i16 = 2;

/// The edge to the right of a column.
pub fn edge(session: Session, column: usize) -> AnyView {
    let Parts { draft, tastes, desk, .. } = *session;
    let width = move || {
        desk.arrangement.with(|arrangement| {
            let widths = arrangement.columns().iter().map(|column| u32::from(column.width));
            let part = arrangement.columns().get(column).map_or(0, |column| u32::from(column.width));
            part * 100 / widths.sum::<u32>().max(1)
        })
    };
    let by = move |by: i16| desk.arrange(draft, |arrangement| arrangement.move_edge(column, by));
    let drag = Rc::new(Cell::new(None::<i32>));
    let on_down = {
        let drag = Rc::clone(&drag);
        move |event: PointerEvent| {
            event.prevent_default();
            browser::capture_pointer(&event);
            drag.set(Some(event.client_x()));
        }
    };
    let on_move = {
        let drag = Rc::clone(&drag);
        move |event: PointerEvent| {
            let Some(from) = drag.get() else { return };
            let hundredth = browser::viewport_width() / 100.0;
            let moved = (f64::from(event.client_x() - from) / hundredth).trunc();
            if moved != 0.0 {
                drag.set(Some(from + (moved * hundredth) as i32));
                by(moved as i16);
            }
        }
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowLeft" => by(-KEY),
            "ArrowRight" => by(KEY),
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <div class="edge" role="separator" tabindex="0" aria-orientation="vertical"
            aria-label=tastes.text("Width of the column", "列宽") aria-valuemin="0" aria-valuemax="100"
            aria-valuenow=move || width().to_string() style=("grid-column", format!("{} / {}", column + 1, column + 2))
            on:pointerdown=on_down on:pointermove=on_move on:keydown=on_key
            on:pointerup={ let drag = Rc::clone(&drag); move |_| drag.set(None) }
            on:pointercancel={ let drag = Rc::clone(&drag); move |_| drag.set(None) }
            on:dblclick=move |_| desk.arrange(draft, move |arrangement| *arrangement = desk.first_arrangement(draft))></div>
    }
    .into_any()
}
