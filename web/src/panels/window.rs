//! A table too large to be shown whole: which rows and columns of it are shown, and the buttons that lead on.

use std::ops::Range;

use crate::signals::{Memo, RwSignal};
use leptos::prelude::*;

use crate::languages::say;
use crate::session::Tastes;

/// Number of rows and columns that are shown at once.
pub const SIDE: u64 = 16;

/// Which part of a table is shown.
#[derive(Clone, Copy)]
pub struct Window {
    row: RwSignal<u64>,
    column: RwSignal<u64>,
    /// Number of rows and columns that there are.
    extent: Memo<(u64, u64)>,
}

impl Window {
    /// The first part of a table of so many rows and columns.
    pub fn new(extent: Memo<(u64, u64)>) -> Window {
        Window { row: RwSignal::new(0), column: RwSignal::new(0), extent }
    }

    /// Returns the number of rows and columns that there are.
    pub fn extent(self) -> (u64, u64) {
        self.extent.get()
    }

    /// The rows that are shown.
    pub fn rows(self) -> Range<u64> {
        part(self.row.get(), self.extent.get().0)
    }

    /// The columns that are shown.
    pub fn columns(self) -> Range<u64> {
        part(self.column.get(), self.extent.get().1)
    }

    /// Goes to where a cell is shown.
    pub fn show(self, row: u64, column: u64) {
        for (start, place) in [(self.row, row), (self.column, column)] {
            let begin = place - place % SIDE;
            if start.get_untracked() != begin {
                start.set(begin);
            }
        }
    }
}

/// A page of `size` lines; where they have become fewer, the last.
fn part(start: u64, size: u64) -> Range<u64> {
    let last = size.saturating_sub(1);
    let begin = start.min(last - last % SIDE);
    begin..begin.saturating_add(SIDE).min(size)
}

/// Shows which part is in view, and the buttons that lead on; nothing where all is shown.
pub fn pager(tastes: Tastes, window: Window) -> AnyView {
    let is_part = Memo::new(move |_| {
        let (rows, columns) = window.extent();
        rows > SIDE || columns > SIDE
    });
    let caption = move || {
        let ((rows, columns), (shown, across)) = (window.extent(), (window.rows(), window.columns()));
        let last = |range: &Range<u64>| range.end.saturating_sub(1);
        say!(
            tastes.tongue.get(),
            en(
                "rows {}–{} of {rows}, columns {}–{} of {columns}",
                shown.start,
                last(&shown),
                across.start,
                last(&across)
            ),
            zh(
                "第 {}–{} 行，共 {rows} 行；第 {}–{} 列，共 {columns} 列",
                shown.start,
                last(&shown),
                across.start,
                last(&across)
            )
        )
    };
    let turn = move |sign: &'static str, label: Signal<&'static str>, along_columns: bool, forward: bool| {
        let pages = move || {
            let (range, size) = match along_columns {
                true => (window.columns(), window.extent().1),
                false => (window.rows(), window.extent().0),
            };
            (range.start, range.end, size)
        };
        let is_end = move || {
            let (start, end, size) = pages();
            if forward { end >= size } else { start == 0 }
        };
        let go = move |_| {
            let (start, end, _) = untrack(pages);
            let target = if forward { end } else { start.saturating_sub(SIDE) };
            if along_columns { window.column.set(target) } else { window.row.set(target) }
        };
        view! { <button class="plain" disabled=is_end on:click=go aria-label=label>{sign}</button> }.into_any()
    };
    view! {
        <Show when=move || is_part.get()>
            <div class="row window-pager">
                {turn("▲", tastes.text("Rows above", "上面的行"), false, false)}
                {turn("▼", tastes.text("Rows below", "下面的行"), false, true)}
                {turn("◀", tastes.text("Columns to the left", "左边的列"), true, false)}
                {turn("▶", tastes.text("Columns to the right", "右边的列"), true, true)}
                <span class="quiet small">{caption}</span>
            </div>
        </Show>
    }
    .into_any()
}
