//! One sentence that says what the page is, until it is sent away.

use leptos::prelude::*;

use crate::browser;
use crate::loader::{part, quietly};
use crate::session::Session;
use crate::signals::{Memo, RwSignal};

/// Where the browser keeps that it was sent away.
const KEY: &str = "colex.intro";

part! {
    /// The sentence.
    SENTENCE: panes = sentence
}

/// Where the sentence stands: its room is there from the first, so that nothing moves when it comes.
pub fn place(session: Session) -> AnyView {
    let shown = RwSignal::new(u32::from(browser::stored(KEY).is_none()));
    let is_there = Memo::new(move |_| shown.get() > 0 && !session.draft.options.with(|options| options.embed));
    (move || is_there.get().then(|| view! { <aside class="intro" aria-label=session.tastes.text("What this page is", "本页是什么")>{quietly(session, shown, SENTENCE)}</aside> })).into_any()
}

fn sentence(session: Session, shown: RwSignal<u32>) -> AnyView {
    let send_away = move |_| {
        browser::store(KEY, "1");
        browser::focus_where_lost("notebook");
        shown.set(0);
    };
    view! {
        <p>{session.tastes.text(
            "A CuTe layout maps coordinates to memory. Click a cell, or change a number.",
            "CuTe 布局把坐标映射到内存。点击一个单元格，或修改一个数字。",
        )}</p>
        <button class="plain" aria-label=session.tastes.text("Hide this sentence", "隐藏这句话") on:click=send_away>"×"</button>
    }
    .into_any()
}
