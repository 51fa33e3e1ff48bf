//! The names of the folded views at the foot of the page: a press unfolds one, a drag puts it somewhere. A heading folds its
//! view.

use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use super::handle::handle;
use super::named_after;
use super::stepping::stepping;
use crate::browser::{self, MouseEvent};
use crate::panels::frame::{dock_id, frame_id, show};
use crate::session::Session;
use crate::signals::Memo;

/// The dock, and on a small screen the bar of the step above it.
pub fn dock(session: Session) -> AnyView {
    let folded = Memo::new(move |_| session.arrangement.with(|arrangement| arrangement.folded().collect::<Vec<_>>()));
    browser::on_window("click", move |event: MouseEvent| {
        // What is told to a class stands as it is.
        if session.options.with_untracked(|options| options.present || options.big) {
            return;
        }
        let id = browser::heading_of(&event, ".view");
        if let Some(view) = id.and_then(|id| ViewId::ALL.into_iter().find(|view| frame_id(*view) == id)) {
            fold(session, view);
        }
    });
    view! {
        {stepping(session)}
        <nav class="dock" aria-label=session.text("More views", "更多视图") hidden=move || folded.with(Vec::is_empty)>
            <For each=move || folded.get() key=|view| *view let:view>
                <div class="docked" id=dock_id(view)>{handle(session, view)}</div>
            </For>
        </nav>
    }
    .into_any()
}

/// Folds a view. The keyboard goes on at its name in the dock.
pub fn fold(session: Session, view: ViewId) {
    session.arrange(|arrangement| arrangement.fold(view, true));
    browser::focus_handle_soon(dock_id(view));
}

/// The button that leads to the notebook, where it stands in this column and the column is named after another view.
pub fn notebook(session: Session, column: usize) -> AnyView {
    let is_below = Memo::new(move |_| {
        let place = session.arrangement.with(|arrangement| arrangement.place(ViewId::Notebook));
        place.is_some_and(|(number, _)| number == column) && named_after(session, column) != Some(ViewId::Notebook)
    });
    let title = session.heading(ViewId::Notebook);
    (move || {
        is_below
            .get()
            .then(|| view! { <button class="plain" on:click=move |_| show(session, ViewId::Notebook)>{title}</button> })
    })
    .into_any()
}
