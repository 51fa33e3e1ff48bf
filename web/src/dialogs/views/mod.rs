//! The dialog in which the views are arranged: the same as dragging them, in words and with keys.

use crate::signals::{Memo, RwSignal};
use colex_document::arrangement::{COLUMNS_LIMIT, ViewId, ViewSet};
use leptos::prelude::*;

use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::frame::show;
use crate::panels::sets::{choose_set, set_words};
use crate::session::{Desk, Draft, Parts, Session, Tastes};

part! {
    /// The dialog that arranges the views.
    pub PART: dialogs = arrange
}

/// The dialog. It opens whenever `asked` changes.
fn arrange(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, desk, .. } = *session;
    let count = Memo::new(move |_| desk.arrangement.with(|arrangement| arrangement.columns().len()));
    let choices = (1..=COLUMNS_LIMIT).map(|choice| {
        view! {
            <button aria-pressed=move || (count.get() == choice).to_string()
                on:click=move |_| desk.arrange(draft, |arrangement| arrangement.set_columns(choice))>{choice}</button>
        }
    });
    let sets = ViewSet::ALL.into_iter().map(|set| {
        let [english, chinese] = set_words(set);
        let is_set = Memo::new(move |_| desk.arrangement.with(|arrangement| *arrangement == set.arrangement()));
        view! {
            <button aria-pressed=move || is_set.get().to_string() on:click=move |_| choose_set(draft, desk, set)>
                {tastes.text(english, chinese)}
            </button>
        }
    });
    let body = view! {
            <div class="row" role="group" aria-label=tastes.text("Sets of views", "视图组合")>
                <span class="quiet">{tastes.text("For", "用于")}</span>
                {sets.collect_view()}
            </div>
            <div class="row" role="group" aria-label=tastes.text("Columns", "列数")>
                <span class="quiet">{tastes.text("Columns", "列数")}</span>
                {choices.collect_view()}
                <button on:click=move |_| desk.arrange(draft, move |arrangement| *arrangement = desk.first_arrangement(draft))>
                    {tastes.text("Reset", "恢复初始排列")}
                </button>
            </div>
            <div class="arranged">
                <For each=move || 0..count.get() key=|number| *number let:number>{column(draft, tastes, desk, number)}</For>
            </div>
            <p class="quiet small">{tastes.text(
                "Press the heading of a view to fold it, and its name below to have it back. Drag the mark in its margin to move it, or hold Shift and press an arrow key. Drag the edge between columns. The link keeps it all",
                "点击视图标题可折叠视图，点击页面底部的名称可重新展开；拖动左缘的标记或按 Shift+方向键可移动视图；拖动列间的边缘可调整列宽。链接会保存这一切",
            )}</p>
    };
    dialog(session, asked, "arrange", tastes.text("Views", "视图"), || (), || (), body.into_any())
}

fn column(draft: Draft, tastes: Tastes, desk: Desk, number: usize) -> AnyView {
    let views = Memo::new(move |_| {
        desk.arrangement.with(|arrangement| {
            let column = arrangement.columns().get(number);
            column.map(|column| column.views.iter().map(|placed| placed.view).collect::<Vec<_>>()).unwrap_or_default()
        })
    });
    view! {
        <ul aria-label=move || format!("{} {}", tastes.say("Column", "列"), number + 1)>
            <For each=move || views.get() key=|view| *view let:view>{row(draft, tastes, desk, view)}</For>
        </ul>
    }
    .into_any()
}

fn row(draft: Draft, tastes: Tastes, desk: Desk, view: ViewId) -> AnyView {
    let title = tastes.heading(view);
    let shown = Memo::new(move |_| !desk.arrangement.with(|arrangement| arrangement.is_folded(view)));
    let shift = move |mark: &'static str, english: &'static str, chinese: &'static str, down: isize, right: isize| {
        let possible = Memo::new(move |_| {
            desk.arrangement.with(|arrangement| {
                let mut moved = arrangement.clone();
                moved.shift(view, down, right);
                moved != *arrangement
            })
        });
        view! {
            <button class="plain small" disabled=move || !possible.get()
                aria-label=move || format!("{}: {}", tastes.say(english, chinese), title.get())
                on:click=move |_| desk.arrange(draft, |arrangement| arrangement.shift(view, down, right))>{mark}</button>
        }
    };
    view! {
        <li>
            <label>
                <input type="checkbox" prop:checked=move || shown.get() on:change=move |_| {
                    if shown.get_untracked() {
                        desk.arrange(draft, |arrangement| arrangement.fold(view, true));
                    } else {
                        show(draft, desk, view);
                    }
                }/>
                {title}
            </label>
            <span class="row moves">
                {shift("↑", "Up", "上移", -1, 0)} {shift("↓", "Down", "下移", 1, 0)}
                {shift("←", "To the left", "左移", 0, -1)} {shift("→", "To the right", "右移", 0, 1)}
            </span>
        </li>
    }
    .into_any()
}
