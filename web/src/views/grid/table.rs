//! Text for screen readers about the cells around the chosen one.

use std::sync::Arc;

use colex::look::board::Board;
use leptos::prelude::*;

use crate::panels::cells_table::{CellsTable, TableCell, TableRows, window};
use crate::session::{Screen, Tastes};

/// The most rows and columns of the table, around the chosen cell.
const SIDE: u64 = 9;

/// Part of a grid that the table follows; the grid around it provides it.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// The board that is drawn.
    pub(super) board: Signal<Option<colex::Result<Arc<Board>>>>,
    /// Its cells by their 1-D coordinates.
    pub(super) table: CellsTable,
}

/// The cells around the chosen one.
pub fn cells(tastes: Tastes, screen: Screen) -> AnyView {
    let Some(Seen { board, table }) = use_context() else { return ().into_any() };
    let follow = move || {
        board.track();
        tastes.tongue.track();
        screen.beyond.track();
    };
    table.rows(follow, move |chosen| {
        board.try_with_untracked(|board| match board {
            Some(Ok(board)) => around(tastes, screen, board, chosen),
            _ => TableRows::new(),
        })
    })
}

fn around(tastes: Tastes, screen: Screen, board: &Board, chosen: Option<u64>) -> TableRows {
    let chosen = chosen.and_then(|linear| board.cell(i64::try_from(linear).ok()?));
    let (row, column) = chosen.unwrap_or((0, 0));
    let said = |row: u64, column: u64| {
        let linear = board.linear(row, column);
        let beyond = screen.beyond.with(|beyond| {
            let beyond = beyond.as_ref().filter(|beyond| (beyond.is.0)(linear))?;
            Some(format!("{} {}, ", tastes.say("beyond", "超出"), beyond.operand))
        });
        let row_word = board.axis(0).unwrap_or_else(|| tastes.say("row", "行"));
        let column_word = board.axis(1).unwrap_or_else(|| tastes.say("column", "列"));
        let (beyond, index) = (beyond.unwrap_or_default(), tastes.say("index", "索引"));
        let said = format!("{row_word} {row}, {column_word} {column}, {beyond}{index} {}", board.label(row, column));
        TableCell { number: linear.unsigned_abs(), column, said }
    };
    let cells = |row: u64| window(column, board.columns, SIDE).map(|column| said(row, column)).collect();
    window(row, board.rows, SIDE).map(|row| (row, cells(row))).collect()
}
