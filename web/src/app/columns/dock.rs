//! The names of the views at the foot of the page: a press unfolds one or leads to it, a drag puts it somewhere. They stay
//! where they are, and those of unfolded views are marked. A heading folds its view.

use colex_document::arrangement::{Arrangement, ViewId};
use leptos::prelude::*;

use super::handle::docked;
use super::named_after;
use super::stepping::stepping;
use crate::browser::{self, MouseEvent};
use crate::panels::frame::{dock_id, frame_id, show};
use crate::session::{Desk, Draft, Parts, Session, Tastes};
use crate::signals::Memo;

/// Purposes of the views, in the order in which their names stand.
const GROUPS: [([&str; 2], &[ViewId]); 3] = [
    (
        ["Understand", "理解"],
        &[
            ViewId::Grid,
            ViewId::Operation,
            ViewId::Facts,
            ViewId::Modes,
            ViewId::Coordinates,
            ViewId::Worked,
            ViewId::WayBack,
            ViewId::Steps,
            ViewId::Laws,
        ],
    ),
    (
        ["Threads and memory", "线程与内存"],
        &[ViewId::Memory, ViewId::Threads, ViewId::Atom, ViewId::Cost, ViewId::Finder],
    ),
    (["Tools", "工具"], &[ViewId::Notebook, ViewId::Compare, ViewId::Table, ViewId::Lens, ViewId::Run]),
];

/// The dock, and on a small screen the bar of the step above it.
pub fn dock(session: Session) -> AnyView {
    let Parts { draft, tastes, desk, .. } = *session;
    let names =
        Memo::new(move |_| desk.arrangement.with(|arrangement| names(&desk.first_set.arrangement(), arrangement)));
    browser::on_window("click", move |event: MouseEvent| {
        // Views shown to a class stand as they are.
        if draft.options.with_untracked(|options| options.present || options.big) {
            return;
        }
        let id = browser::heading_of(&event, ".view");
        if let Some(view) = id.and_then(|id| ViewId::ALL.into_iter().find(|view| frame_id(*view) == id)) {
            fold(draft, desk, view);
        }
    });
    view! {
        {stepping(session)}
        <nav class="dock" aria-label=tastes.text("More views", "更多视图") >
            {GROUPS.into_iter().map(|(title, views)| group(draft, tastes, desk, names, Some(title), views)).collect::<Vec<_>>()}
            {group(draft, tastes, desk, names, None, &[])}
        </nav>
    }
    .into_any()
}

/// The names of some views that are folded at first; without a title those of all others that are folded now.
fn group(
    draft: Draft,
    tastes: Tastes,
    desk: Desk,
    names: Memo<(Vec<ViewId>, Vec<ViewId>)>,
    title: Option<[&'static str; 2]>,
    views: &'static [ViewId],
) -> AnyView {
    let own = Memo::new(move |_| {
        names.with(|(first, others)| match title {
            Some(_) => views.iter().copied().filter(|view| first.contains(view)).collect::<Vec<_>>(),
            None => others.clone(),
        })
    });
    let said = move || title.map(|[english, chinese]| tastes.say(english, chinese));
    view! {
        <div class="dock-group" role="group" aria-label=said hidden=move || own.with(Vec::is_empty)>
            {move || said().map(|title| view! { <span class="dock-title" aria-hidden="true">{title}</span> })}
            <For each=move || own.get() key=|view| *view let:view>
                <div class="docked" id=dock_id(view)>{docked(draft, tastes, desk, view)}</div>
            </For>
        </div>
    }
    .into_any()
}

/// The views that have a name in the dock: those that are folded at first and what gives way to operands and result, in an
/// order that no press changes; and what else is folded.
fn names(first: &Arrangement, now: &Arrangement) -> (Vec<ViewId>, Vec<ViewId>) {
    let is_first = |view: &ViewId| first.is_folded(*view) || *view == ViewId::Grid;
    let (names, mut others) = ViewId::ALL.into_iter().partition::<Vec<_>, _>(is_first);
    others.retain(|view| now.is_folded(*view));
    (names, others)
}

/// Folds a view. The keyboard goes on at its name in the dock.
pub fn fold(draft: Draft, desk: Desk, view: ViewId) {
    desk.arrange(draft, |arrangement| arrangement.fold(view, true));
    browser::focus_handle_soon(dock_id(view));
}

/// The button that leads to the notebook, where it stands in this column and the column is named after another view.
pub fn notebook(session: Session, column: usize) -> AnyView {
    let Parts { draft, tastes, desk, .. } = *session;
    let is_below = Memo::new(move |_| {
        let place = desk.arrangement.with(|arrangement| arrangement.place(ViewId::Notebook));
        place.is_some_and(|(number, _)| number == column) && named_after(desk, column) != Some(ViewId::Notebook)
    });
    let title = tastes.heading(ViewId::Notebook);
    (move || {
        is_below.get().then(
            || view! { <button class="plain" on:click=move |_| show(draft, desk, ViewId::Notebook)>{title}</button> },
        )
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
                let is_named = after.0.contains(&view) || after.1.contains(&view);
                assert!(after.0 == before.0 && is_named, "{set:?} {view:?}");
            }
        }
    }

    #[test]
    fn a_view_stands_in_one_group() {
        for view in ViewId::ALL {
            let count = GROUPS.iter().filter(|(_, views)| views.contains(&view)).count();
            assert_eq!(count, 1, "{view:?}");
        }
    }
}
