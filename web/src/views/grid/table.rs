//! The cells around the chosen one as an invisible table, for keyboards and screen readers.

use std::sync::Arc;

use crate::signals::{Memo, RwSignal};
use leptos::prelude::*;

use crate::browser::Timeout;
use crate::panels::board::Board;
use crate::session::Session;

/// The most rows and columns of the table for screen readers, around the chosen cell.
const TABLE_SIDE: u64 = 9;
/// How long after a change that table follows, in milliseconds.
const TABLE_DELAY: i32 = 180;

/// What of a grid the table follows; the grid around it provides it.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The board that is drawn.
    pub(super) board: Signal<Option<colex::Result<Arc<Board>>>>,
    /// The chosen 1-D coordinate.
    pub(super) chosen: Memo<Option<i64>>,
    /// The cells that the table has by now.
    pub(super) listed: RwSignal<Vec<i64>>,
}

impl Seen {
    /// The chosen cell, once the table has it: a name of what is not there says nothing.
    pub(super) fn active(self) -> Option<String> {
        let linear = self.chosen.get().filter(|linear| self.listed.with(|listed| listed.contains(linear)))?;
        Some(format!("cell-{linear}"))
    }
}

/// The cells around the chosen one as a table that screen readers can walk. It follows a moment after the picture.
pub fn cells(session: Session) -> AnyView {
    let Some(Seen { board, chosen, listed }) = use_context() else { return ().into_any() };
    let rows = RwSignal::new(Vec::<Row>::new());
    let axes = RwSignal::new([None::<String>, None]);
    let timeout = Timeout::new();
    Effect::new(move |_| {
        board.track();
        chosen.track();
        timeout.after(TABLE_DELAY, move || {
            let (around, named) = board.with_untracked(|board| match board {
                Some(Ok(board)) => {
                    (around(board, chosen.get_untracked()), [0, 1].map(|axis| board.axis(axis).map(String::from)))
                }
                _ => Default::default(),
            });
            axes.set(named);
            let cells = around.iter().flat_map(|row| row.cells.iter().map(|cell| cell.linear)).collect();
            rows.set(around);
            listed.set(cells);
        });
    });
    let cell = move |row: u64, cell: TableCell| {
        let selected = move || (chosen.get() == Some(cell.linear)).to_string();
        view! {
            <div role="gridcell" id=format!("cell-{}", cell.linear) aria-colindex=(cell.column + 1).to_string() aria-selected=selected>
                {move || {
                    let [row_word, column_word] = axes.get();
                    let row_word = row_word.unwrap_or_else(|| session.say("row", "行").to_string());
                    let column_word = column_word.unwrap_or_else(|| session.say("column", "列").to_string());
                    let beyond = session.beyond.with(|beyond| {
                        let beyond = beyond.as_ref().filter(|beyond| (beyond.is.0)(cell.linear))?;
                        Some(format!("{} {}, ", session.say("beyond", "超出"), beyond.operand))
                    });
                    let beyond = beyond.unwrap_or_default();
                    format!("{row_word} {row}, {column_word} {}, {beyond}{} ", cell.column, session.say("index", "索引"))
                }}
                {cell.label}
            </div>
        }
    };
    (move || {
        rows.get()
            .into_iter()
            .map(|row| {
                let cells = row.cells.into_iter().map(|one| cell(row.row, one)).collect_view();
                view! { <div role="row" aria-rowindex=(row.row + 1).to_string()>{cells}</div> }
            })
            .collect_view()
    })
    .into_any()
}

#[derive(Clone)]
struct Row {
    row: u64,
    cells: Vec<TableCell>,
}

#[derive(Clone)]
struct TableCell {
    column: u64,
    linear: i64,
    label: String,
}

fn around(board: &Board, chosen: Option<i64>) -> Vec<Row> {
    let (row, column) = chosen.and_then(|linear| board.cell(linear)).unwrap_or((0, 0));
    let window = |at: u64, count: u64| {
        let first = at.saturating_sub(TABLE_SIDE / 2).min(count.saturating_sub(TABLE_SIDE));
        first..(first + TABLE_SIDE).min(count)
    };
    let cells = |row: u64| {
        let cells = window(column, board.columns).map(|column| TableCell {
            column,
            linear: board.linear(row, column),
            label: board.label(row, column),
        });
        cells.collect()
    };
    window(row, board.rows).map(|row| Row { row, cells: cells(row) }).collect()
}
