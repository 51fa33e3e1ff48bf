//! Text for screen readers about the elements around the chosen one: who holds each.

use colex::atom::asked::{Asked, What};
use colex::words;
use leptos::prelude::*;

use super::scene::Scene;
use crate::panels::cells_table::{CellsTable, TableCell, TableRows, window};

/// The most rows and columns of the table, around the chosen element.
const SIDE: u64 = 7;

/// The elements of an operand around the chosen one.
pub(super) fn cells(scene: Scene, table: CellsTable) -> AnyView {
    let follow = move || {
        scene.found.track();
        scene.tastes.tongue.track();
    };
    table.rows(follow, move |_| around(scene))
}

fn around(scene: Scene) -> Option<TableRows> {
    let tongue = scene.tastes.tongue.get();
    let (number, cell) = scene.chosen.get().unwrap_or((0, 0));
    scene.with(|found| {
        let Some(panel) = found.board.panels.get(number) else { return TableRows::new() };
        let ((rows, columns), (row, column)) = (panel.drawn(), panel.place_of(cell));
        let said = |row: u64, column: u64| {
            let number = panel.cell(row, column)?;
            let asked = Asked { panel: Some(panel.letter), what: What::Element(panel.coordinate(number)) };
            let said = words::board_answer(&found.board, &asked, tongue).join(" ");
            Some(TableCell { number, column, said })
        };
        let cells = |row: u64| window(column, columns, SIDE).filter_map(|column| said(row, column)).collect();
        window(row, rows, SIDE).map(|row| (row, cells(row))).collect()
    })
}
