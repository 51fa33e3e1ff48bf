//! Places of the views: a frame around each, the edges between columns, and the dock of those that are folded.

mod dock;
mod edge;
mod handle;
mod stepping;

use crate::signals::{Memo, RwSignal};
use colex_document::arrangement::{Arrangement, Column, ViewId};
use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use self::dock::{dock, notebook};
use self::edge::edge;
use self::handle::handle;
use crate::browser;
use crate::loader::{Missing, arrived};
use crate::panels::frame::frame_id;
use crate::session::{Desk, Parts, Session};
use crate::views::content;

/// Handles that fold and move views.
#[derive(Clone, Copy)]
struct Handles {
    /// The handle of a view.
    handle: fn(Session, ViewId) -> AnyView,
    /// The edge to the right of a column.
    edge: fn(Session, usize) -> AnyView,
    /// The names of the folded views.
    dock: fn(Session) -> AnyView,
    /// The button that leads to the notebook, where it stands below the view that its column is named after.
    notebook: fn(Session, usize) -> AnyView,
}

#[wasm_split(panes, fallible)]
fn load_handles() -> Result<Handles, Missing> {
    Ok(Handles { handle, edge, dock, notebook })
}

/// Returns the handles that fold and move views, once they have arrived.
fn handles() -> RwSignal<Option<Handles>> {
    let handles = RwSignal::new(None);
    browser::spawn(async move {
        handles.try_set(Some(arrived(load_handles).await));
    });
    handles
}

/// The ids of the columns, which the buttons under a phone's screen lead to.
const COLUMN_IDS: [&str; 3] = ["column-0", "column-1", "column-2"];

/// All views in their columns. What folds and moves them arrives later.
#[component]
pub fn Columns(session: Session) -> impl IntoView {
    let Parts { desk, .. } = *session;
    let handles = handles();
    let count = Memo::new(move |_| desk.arrangement.with(|arrangement| arrangement.columns().len()));
    let widths = move || {
        desk.arrangement.with(|arrangement| {
            let widths = arrangement.columns().iter().map(|column| format!("minmax(0,{}fr)", column.width));
            widths.collect::<Vec<_>>().join(" ")
        })
    };
    // Where an operation is told, the last two columns are one below the other.
    let is_joined = Memo::new(move |_| desk.arrangement.with(Arrangement::is_joined));
    let told = move || {
        desk.arrangement.with(|arrangement| {
            let widths = arrangement.columns().iter().map(|column| column.width).collect::<Vec<_>>();
            let (first, others) = widths.split_first().map_or((1, 1), |(first, others)| (*first, others.iter().sum()));
            format!("minmax(0,{first}fr) minmax(0,{others}fr)")
        })
    };
    let is_bare = move || session.draft.options.with(|options| options.embed);
    let edge = move |number: usize| {
        let handles = handles.get().filter(|_| number + 1 < count.get() && !is_bare())?;
        Some((handles.edge)(session, number))
    };
    let column = move |number: usize| {
        let placed = Memo::new(move |_| {
            desk.arrangement.with(|arrangement| {
                let views = |column: &Column| column.views.iter().map(|placed| placed.view).collect::<Vec<_>>();
                arrangement.columns().get(number).map(views).unwrap_or_default()
            })
        });
        let side = ["pane left", "pane middle", "pane right"].get(number).copied();
        view! {
            <div class=side id=COLUMN_IDS.get(number).copied()>
                {move || placed.get().into_iter().map(|view| framed(session, view, handles)).collect::<Vec<_>>()}
            </div>
            {move || edge(number)}
        }
        .into_any()
    };
    let seen = RwSignal::new(0);
    view! {
        <main class="panes" id="panes" data-columns=move || count.get() data-joined=move || is_joined.get().then_some("")
            style=("--columns", widths) style=("--joined", told)
            on:scroll=move |event| {
                let now = browser::page_of(&event);
                if seen.get_untracked() != now {
                    seen.set(now);
                }
            }>
            {column(0)}
            {move || (count.get() > 1).then(|| view! {
                <div class="others">{(1..count.get()).map(column).collect::<Vec<_>>()}</div>
            })}
        </main>
        {move || handles.get().filter(|_| !is_bare()).map(|handles| (handles.dock)(session))}
        {move || (count.get() > 1 && !is_bare()).then(|| view! {
            <nav class="pane-tabs" aria-label=session.tastes.text("Panes", "面板")>
                {move || (0..count.get()).map(|number| tab(session, number, seen, handles)).collect::<Vec<_>>()}
            </nav>
        })}
    }
}

/// A view in its frame.
fn framed(session: Session, view: ViewId, handles: RwSignal<Option<Handles>>) -> AnyView {
    let folded = Memo::new(move |_| session.desk.arrangement.with(|arrangement| arrangement.is_folded(view)));
    let dropping = move || match session.desk.dropping.get() {
        Some((other, after)) if other == view => Some(if after { "after" } else { "before" }),
        _ => None,
    };
    view! {
        <div class="view" id=frame_id(view) class:folded=move || folded.get() data-drop=dropping>
            {move || handles.get().filter(|_| !folded.get()).map(|handles| (handles.handle)(session, view))}
            {move || (!folded.get()).then(|| content(session, view))}
        </div>
    }
    .into_any()
}

/// On a phone the columns are one swipe, or one of these, apart.
fn tab(session: Session, number: usize, seen: RwSignal<usize>, handles: RwSignal<Option<Handles>>) -> AnyView {
    let title = move || named_after(session.desk, number).map(|view| session.tastes.heading(view).get());
    let go = move |_| {
        if let Some(id) = COLUMN_IDS.get(number) {
            browser::bring_into_view(id);
        }
    };
    view! {
        <button class="plain" aria-current=move || (seen.get() == number).then_some("true") on:click=go>{title}</button>
        {move || handles.get().map(|handles| (handles.notebook)(session, number))}
    }
    .into_any()
}

/// The view that a column is named after.
fn named_after(desk: Desk, number: usize) -> Option<ViewId> {
    desk.arrangement.with(|arrangement| {
        let views = &arrangement.columns().get(number)?.views;
        // Views above the grid come and go with what is looked at.
        let open = || views.iter().filter(|placed| !placed.folded);
        let grid = open().find(|placed| placed.view == ViewId::Grid);
        grid.or(open().next()).or(views.first()).map(|placed| placed.view)
    })
}
