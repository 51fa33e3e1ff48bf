//! Text for screen readers about the elements around the chosen one: who holds each.

use leptos::prelude::*;

use super::map::Map;
use super::words;
use crate::panels::cells_table::{CellsTable, TableCell, TableRows, window};
use crate::session::Parts;

/// The most rows and columns of the table, around the chosen element.
const SIDE: u64 = 7;

/// The elements around the chosen one.
pub(super) fn cells(map: Map, table: CellsTable) -> AnyView {
    let Parts { tastes, .. } = *map.session;
    let follow = move || {
        map.found.track();
        tastes.tongue.track();
    };
    table.rows(follow, move |cell| around(map, cell))
}

fn around(map: Map, cell: Option<u64>) -> Option<TableRows> {
    map.with(|found| {
        let tile = found.threads.map.tile();
        let (rows, columns) = (tile.rows().max(1), tile.columns());
        let (row, column) = cell.map_or((0, 0), |cell| (cell % rows, cell / rows));
        let said = |row: u64, column: u64| {
            let number = column * rows + row;
            TableCell { number, column, said: words::cell(map.session.tastes.tongue.get(), found, number) }
        };
        let cells = |row: u64| window(column, columns, SIDE).map(|column| said(row, column)).collect();
        window(row, rows, SIDE).map(|row| (row, cells(row))).collect()
    })
}
