//! The names of the views at the foot of the page: a press unfolds one or leads to it, a drag puts it somewhere. They stay
//! where they are, and those of unfolded views are marked. A heading folds its view.

use colex_document::arrangement::{Arrangement, ViewId};
use leptos::prelude::*;

use super::handle::docked;
use super::named_after;
use super::stepping::stepping;
use crate::browser::{self, MouseEvent};
use crate::panels::frame::{dock_id, frame_id, show};
use crate::session::Session;
use crate::signals::Memo;

/// The dock, and on a small screen the bar of the step above it.
pub fn dock(session: Session) -> AnyView {
    let names = Memo::new(move |_| {
        session.arrangement.with(|arrangement| names(&session.first_set.arrangement(), arrangement))
    });
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
        <nav class="dock" aria-label=session.text("More views", "更多视图") >
            <For each=move || names.get() key=|view| *view let:view>
                <div class="docked" id=dock_id(view)>{docked(session, view)}</div>
            </For>
        </nav>
    }
    .into_any()
}

/// The views that have a name in the dock: those that are folded at first and what gives way to operands and result, in an
/// order that no press changes; then what else is folded.
fn names(first: &Arrangement, now: &Arrangement) -> Vec<ViewId> {
    let is_first = |view: &ViewId| first.is_folded(*view) || *view == ViewId::Grid;
    let (mut names, others) = ViewId::ALL.into_iter().partition::<Vec<_>, _>(is_first);
    names.extend(others.into_iter().filter(|view| now.is_folded(*view)));
    names
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

#[cfg(test)]
mod tests {
    use super::*;
    use colex_document::arrangement::ViewSet;

    #[test]
    fn names_stay_where_they_are_whatever_is_unfolded() {
        for set in ViewSet::ALL {
            let first = set.arrangement();
            let before = names(&first, &first);
            for view in ViewId::ALL {
                let mut now = first.clone();
                now.fold(view, false);
                assert_eq!(names(&first, &now), before, "{set:?} {view:?}");
                now.fold(view, true);
                let after = names(&first, &now);
                assert!(after.starts_with(&before) && after.contains(&view), "{set:?} {view:?}");
            }
        }
    }
}
