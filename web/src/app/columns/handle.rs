//! The handle in the margin of a view: it folds the view, and moves it to another place. The name of a view in the dock
//! unfolds it, leads to it while it is unfolded, and is dragged as the handle is.

use std::cell::Cell;
use std::rc::Rc;

use crate::signals::Memo;
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use super::dock::fold;
use crate::browser::{self, KeyboardEvent, MouseEvent, PointerEvent};
use crate::panels::frame::{bring, frame_id, show};
use crate::panels::why::why;
use crate::session::{Desk, Draft, Session, Tastes};

/// Distance that a pointer goes, in CSS pixels, before it drags rather than presses.
const DRAG_BEGINS: f64 = 6.0;

/// The handle of a view.
pub fn handle(session: Session, view: ViewId) -> AnyView {
    view! {
        {button(session.draft, session.tastes, session.desk, view, false)}
        {why(session, view)}
    }
    .into_any()
}

/// The name of a view in the dock.
pub fn docked(draft: Draft, tastes: Tastes, desk: Desk, view: ViewId) -> AnyView {
    button(draft, tastes, desk, view, true)
}

fn button(draft: Draft, tastes: Tastes, desk: Desk, view: ViewId, is_docked: bool) -> AnyView {
    let folded = Memo::new(move |_| desk.arrangement.with(|arrangement| arrangement.is_folded(view)));
    let title = tastes.heading(view);
    // The first words of what is long, among many names.
    let short = move || {
        let title = title.get();
        title.split_once(" to ").map_or(title, |(begin, _)| begin)
    };
    let turn = move || {
        match (folded.get_untracked(), is_docked) {
            (false, false) => return fold(draft, desk, view),
            (false, true) => bring(frame_id(view)),
            (true, _) => show(draft, desk, view),
        }
        browser::focus_handle_soon(frame_id(view));
    };
    let drag = Rc::new(Cell::new(None::<(f64, f64, bool)>));
    let was_dragged = Rc::new(Cell::new(false));
    let on_down = {
        let (drag, was_dragged) = (Rc::clone(&drag), Rc::clone(&was_dragged));
        move |event: PointerEvent| {
            was_dragged.set(false);
            drag.set(Some((f64::from(event.client_x()), f64::from(event.client_y()), false)));
            browser::capture_pointer(&event);
        }
    };
    let on_move = {
        let (drag, was_dragged) = (Rc::clone(&drag), Rc::clone(&was_dragged));
        move |event: PointerEvent| {
            let Some((from_x, from_y, is_far)) = drag.get() else { return };
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            let is_far = is_far || (x - from_x).abs() + (y - from_y).abs() > DRAG_BEGINS;
            drag.set(Some((from_x, from_y, is_far)));
            was_dragged.set(is_far);
            if is_far {
                desk.dropping.set(target(x, y));
            }
        }
    };
    let on_up = {
        let drag = Rc::clone(&drag);
        move |_: PointerEvent| {
            if let Some((_, _, true)) = drag.take()
                && let Some((other, after)) = desk.dropping.get_untracked()
            {
                drop_at(draft, desk, view, other, after);
            }
            desk.dropping.set(None);
        }
    };
    let on_click = {
        let was_dragged = Rc::clone(&was_dragged);
        move |event: MouseEvent| {
            // A drag ends with a click on the handle, which means nothing; so does the second click of two.
            if !was_dragged.replace(false) && event.detail() < 2 {
                turn();
            }
        }
    };
    let how = move || match (folded.get(), is_docked) {
        (true, _) => tastes.say("Click unfolds, drag puts it somewhere", "点击展开，拖动放置"),
        (false, true) => tastes.say("Click leads to it, drag puts it somewhere", "点击前往，拖动放置"),
        (false, false) => tastes.say("Click folds, drag or Shift+arrows move", "点击折叠，拖动或 Shift+方向键移动"),
    };
    let name = move || {
        let does = match (folded.get(), is_docked) {
            (true, _) => tastes.say("Unfold", "展开"),
            (false, true) => tastes.say("Go to", "前往"),
            (false, false) => tastes.say("Fold", "折叠"),
        };
        does.to_string() + ": " + title.get()
    };
    view! {
            <button class="plain handle" aria-expanded=move || (!folded.get()).to_string() aria-label=name
                title=how
                on:click=on_click on:pointerdown=on_down on:pointermove=on_move on:pointerup=on_up
                on:pointercancel={ let drag = Rc::clone(&drag); move |_| { drag.set(None); desk.dropping.set(None); } }
                on:keydown=move |event| move_by_key(draft, desk, view, &event)>
                {(!is_docked).then(|| view! { <span class="chevron" aria-hidden="true"></span> })}
                {is_docked.then(|| view! { <span class="view-title">{short}</span> })}
            </button>
    }
    .into_any()
}

/// Which view is under a place of the window, and whether the lower half of it.
fn target(x: f64, y: f64) -> Option<(ViewId, bool)> {
    let (id, after) = browser::element_under(x, y, ".view")?;
    ViewId::ALL.into_iter().find(|view| frame_id(*view) == id).map(|view| (view, after))
}

/// Puts a view before or after another one.
fn drop_at(draft: Draft, desk: Desk, view: ViewId, other: ViewId, after: bool) {
    if view == other {
        return;
    }
    desk.arrange(draft, |arrangement| {
        let (Some((from, place)), Some((column, at))) = (arrangement.place(view), arrangement.place(other)) else {
            return;
        };
        let at = at + usize::from(after);
        // A view that stood above in the same column is gone from there.
        let at = if from == column && place < at { at - 1 } else { at };
        arrangement.put(view, column, at);
        arrangement.fold(view, false);
    });
}

fn move_by_key(draft: Draft, desk: Desk, view: ViewId, event: &KeyboardEvent) {
    let is_folded = desk.arrangement.with_untracked(|arrangement| arrangement.is_folded(view));
    if is_folded || !event.shift_key() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return;
    }
    let (down, right) = match event.key().as_str() {
        "ArrowUp" => (-1, 0),
        "ArrowDown" => (1, 0),
        "ArrowLeft" => (0, -1),
        "ArrowRight" => (0, 1),
        _ => return,
    };
    event.prevent_default();
    desk.arrange(draft, |arrangement| arrangement.shift(view, down, right));
    // In another column, or among others, it is another element.
    browser::focus_handle_soon(frame_id(view));
}
