//! The views of the page and how they stand: one table of them, a frame around each, and the edges between columns.

mod edge;
mod handle;

use crate::signals::{Memo, RwSignal};
use colex::document::arrangement::{Column, ViewId};
use leptos::prelude::*;

pub use self::edge::edge;
pub use self::handle::handle;
use crate::browser;
use crate::editor::Editor;
use crate::grid::Grid;
use crate::parts::{self, Handles};
use crate::session::Session;

/// The heading of a view in both languages.
pub fn heading(view: ViewId) -> (&'static str, &'static str) {
    match view {
        ViewId::Notebook => ("Notebook", "笔记本"),
        ViewId::Facts => ("Facts", "事实"),
        ViewId::Modes => ("Modes", "模式"),
        ViewId::Grid => ("Grid", "表格"),
        ViewId::Operation => ("Operands and result", "操作数与结果"),
        ViewId::Memory => ("Memory", "内存"),
        ViewId::Coordinates => ("Coordinates", "坐标"),
        ViewId::Threads => ("Thread-value map", "线程-值映射"),
        ViewId::Cost => ("Cost", "访存代价"),
        ViewId::Worked => ("Worked example", "逐步演算"),
        ViewId::Steps => ("Steps", "步骤"),
        ViewId::Laws => ("Laws", "定律"),
        ViewId::Lens => ("Static and dynamic", "静态与动态"),
        ViewId::WayBack => ("From an index to its coordinates", "从索引到坐标"),
        ViewId::Compare => ("Compare", "比较"),
        ViewId::Table => ("From a table to a layout", "从表格到布局"),
        ViewId::Run => ("On this GPU", "在本机 GPU 上"),
    }
}

/// The id of the frame of a view.
pub fn frame_id(view: ViewId) -> &'static str {
    match view {
        ViewId::Notebook => "view-notebook",
        ViewId::Facts => "view-facts",
        ViewId::Modes => "view-modes",
        ViewId::Grid => "view-grid",
        ViewId::Operation => "view-operation",
        ViewId::Memory => "view-memory",
        ViewId::Coordinates => "view-coordinates",
        ViewId::Threads => "view-threads",
        ViewId::Cost => "view-cost",
        ViewId::Worked => "view-worked",
        ViewId::Steps => "view-steps",
        ViewId::Laws => "view-laws",
        ViewId::Lens => "view-lens",
        ViewId::WayBack => "view-way-back",
        ViewId::Compare => "view-compare",
        ViewId::Table => "view-table",
        ViewId::Run => "view-run",
    }
}

/// What stands in the frame of a view. Only the notebook and the grid are there with the page; the others follow.
fn content(session: Session, view: ViewId) -> AnyView {
    let load = match view {
        ViewId::Notebook => {
            let advice = parts::quietly(session, RwSignal::new(1), parts::ADVICE);
            return view! { <Editor session/> {advice} }.into_any();
        }
        ViewId::Grid => return view! { <Grid session/> }.into_any(),
        ViewId::Facts => parts::FACTS,
        ViewId::Modes => parts::TREE,
        ViewId::Memory => parts::MEMORY,
        ViewId::Coordinates => parts::COORDINATES,
        ViewId::Worked => parts::WORKED,
        ViewId::Steps => parts::STEPS,
        ViewId::Laws => parts::LAWS,
        ViewId::Lens => parts::LENS,
        ViewId::WayBack => parts::WAY_BACK,
        ViewId::Run => parts::RUN,
        ViewId::Compare => parts::COMPARE,
        ViewId::Threads => parts::THREADS,
        ViewId::Cost => parts::COST,
        ViewId::Operation => parts::OPERATION,
        ViewId::Table => parts::FROM_TABLE,
    };
    let (english, chinese) = heading(view);
    parts::titled(session, load, session.text(english, chinese))
}

/// The ids of the columns, which the buttons under a phone's screen lead to.
const COLUMN_IDS: [&str; 3] = ["column-0", "column-1", "column-2"];

/// All views in their columns. What folds and moves them arrives later.
#[component]
pub fn Columns(session: Session) -> impl IntoView {
    let handles = parts::handles();
    let count = Memo::new(move |_| session.arrangement.with(|arrangement| arrangement.columns().len()));
    let widths = move || {
        session.arrangement.with(|arrangement| {
            let widths = arrangement.columns().iter().map(|column| format!("minmax(0,{}fr)", column.width));
            widths.collect::<Vec<_>>().join(" ")
        })
    };
    let is_bare = move || session.options.with(|options| options.embed);
    let edge = move |number: usize| {
        let handles = handles.get().filter(|_| number + 1 < count.get() && !is_bare())?;
        Some((handles.edge)(session, number))
    };
    let column = move |number: usize| {
        let placed = Memo::new(move |_| {
            session.arrangement.with(|arrangement| {
                let views = |column: &Column| column.views.iter().map(|placed| placed.view).collect::<Vec<_>>();
                arrangement.columns().get(number).map(views).unwrap_or_default()
            })
        });
        let side = ["pane left", "pane middle", "pane right"].get(number).copied();
        view! {
            <div class=side id=COLUMN_IDS.get(number).copied()>
                {move || placed.get().into_iter().map(|view| framed(session, view, handles)).collect::<Vec<_>>()}
                {move || edge(number)}
            </div>
        }
        .into_any()
    };
    let seen = RwSignal::new(0);
    view! {
        <main class="panes" id="panes" data-columns=move || count.get() style=("--columns", widths)
            on:scroll=move |event| {
                let now = browser::page_of(&event);
                if seen.get_untracked() != now {
                    seen.set(now);
                }
            }>
            {move || (0..count.get()).map(column).collect::<Vec<_>>()}
        </main>
        {move || (count.get() > 1 && !is_bare()).then(|| view! {
            <nav class="pane-tabs" aria-label=session.text("Panes", "面板")>
                {move || (0..count.get()).map(|number| tab(session, number, seen)).collect::<Vec<_>>()}
            </nav>
        })}
    }
}

/// A view in its frame.
fn framed(session: Session, view: ViewId, handles: RwSignal<Option<Handles>>) -> AnyView {
    let folded = Memo::new(move |_| session.arrangement.with(|arrangement| arrangement.is_folded(view)));
    let dropping = move || match session.dropping.get() {
        Some((other, after)) if other == view => Some(if after { "after" } else { "before" }),
        _ => None,
    };
    view! {
        <div class="view" id=frame_id(view) class:folded=move || folded.get() data-drop=dropping>
            {move || handles.get().map(|handles| (handles.handle)(session, view))}
            {move || (!folded.get()).then(|| old(session))}
            {move || (!folded.get()).then(|| content(session, view))}
        </div>
    }
    .into_any()
}

/// What is old says so, and of which line it is. The style shows it where something old stands.
fn old(session: Session) -> AnyView {
    let label = move || {
        session.shown.with(|shown| {
            let source = &shown.as_ref().filter(|shown| shown.is_old)?.source;
            let before = session.tongue.get().pick("Old: line ", "旧：第 ");
            let was = session.tongue.get().pick(" was ", " 行原为 ");
            Some(view! { <p class="old small">{before}{source.line.to_string()}{was}<code>{source.text.clone()}</code></p> })
        })
    };
    label.into_any()
}

/// On a phone the columns are one swipe, or one of these, apart.
fn tab(session: Session, number: usize, seen: RwSignal<usize>) -> AnyView {
    let title = move || {
        let first = session.arrangement.with(|arrangement| {
            arrangement.columns().get(number).and_then(|column| column.views.first()).map(|placed| placed.view)
        });
        first.map(|view| {
            let (english, chinese) = heading(view);
            session.say(english, chinese)
        })
    };
    let go = move |_| {
        if let Some(id) = COLUMN_IDS.get(number) {
            browser::bring_into_view(id);
        }
    };
    view! { <button class="plain" aria-current=move || (seen.get() == number).then_some("true") on:click=go>{title}</button> }.into_any()
}

/// How long what is in a view takes to stand there, in milliseconds.
const CONTENT_DELAY: i32 = 300;

/// Unfolds a view and brings it to where it is seen.
pub fn show(session: Session, view: ViewId) {
    session.arrange(|arrangement| arrangement.fold(view, false));
    browser::before_paint(move || browser::bring_into_view(frame_id(view)));
    // Once more when what is in it has come: its frame was empty till then.
    browser::after(CONTENT_DELAY, move || browser::bring_into_view(frame_id(view)));
}
