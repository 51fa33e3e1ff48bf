//! Learn: the map of the course, and what a class needs: sheets of exercises, and the table of their results.

mod collect;
mod map;
mod paper;
mod sheet;

use leptos::prelude::*;

use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::session::{Parts, Session};
use crate::signals::RwSignal;

part! {
    /// The dialog of the lessons.
    pub PART: learn = learn
}

/// Page that the dialog shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Page {
    /// The map of the lessons.
    Map,
    /// A sheet that is put together.
    Sheet,
    /// The results of a class.
    Collect,
}

/// The dialog, which opens whenever `asked` changes.
fn learn(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let page = RwSignal::new(Page::Map);
    let pages = [
        (Page::Map, "Lessons", "课程"),
        (Page::Sheet, "A sheet for a class", "给班级的练习单"),
        (Page::Collect, "Collect results", "收集结果"),
    ];
    let choice = |(choice, english, chinese): (Page, &'static str, &'static str)| {
        view! {
            <button aria-pressed=move || (page.get() == choice).to_string() on:click=move |_| page.set(choice)>
                {tastes.text(english, chinese)}
            </button>
        }
    };
    // Work begun on a page stays while another is looked at.
    let body = view! {
        <div class="row learn-pages" role="group" aria-label=tastes.text("What to see", "显示内容")>{pages.map(choice)}</div>
        <div hidden=move || page.get() != Page::Map>{map::map(draft, tastes)}</div>
        <div hidden=move || page.get() != Page::Sheet>{sheet::sheet(draft, tastes)}</div>
        <div hidden=move || page.get() != Page::Collect>{collect::collect(tastes)}</div>
    };
    let dialog = dialog(session, asked, "learn", tastes.text("Learn", "学习"), || (), || (), body.into_any());
    view! { {dialog} {paper::paper(tastes)} }.into_any()
}
