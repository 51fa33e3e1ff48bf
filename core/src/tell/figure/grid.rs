//! The grid of a figure: the table of indices with its coordinates along the sides.

use super::cells::{Axis, Cell, SIDE_MOST, Table, seen, shortened, window};
use super::pen::{Pen, Swatch};
use super::{Figure, Fill, Piece};
use crate::draw::palette::Palette;
use crate::error::Result;
use crate::look::board::Board;
use crate::look::read_coordinate_set;
use crate::operations::CATALOGUE;
use crate::operations::beyond;

/// The side of a cell and the size of its index, in pixels.
const SIDE: f64 = 34.0;
const TYPE: f64 = 14.0;

pub(super) fn piece(figure: &Figure<'_>, palette: &'static Palette) -> Result<Piece> {
    let look = figure.look;
    let set =
        figure.view.coordinates.as_ref().and_then(|typed| read_coordinate_set(&look.drawn(), typed, &CATALOGUE).ok());
    let mut board = Board::new(look, set.as_ref(), &figure.view.slice)?;
    // Without a chosen slice that of the chosen point is seen.
    if let (true, Some(slice)) = (figure.view.slice.is_empty(), figure.chosen.and_then(|chosen| board.slice_of(chosen)))
        && !board.slice_sizes().is_empty()
    {
        board = Board::new(look, set.as_ref(), &slice)?;
    }
    let chosen = figure.chosen.and_then(|chosen| board.cell(chosen));
    let rows = window(board.rows, chosen.map(|it| it.0), SIDE_MOST);
    let columns = window(board.columns, chosen.map(|it| it.1), SIDE_MOST);
    let (shown_rows, shown_columns) = (rows.clone().collect::<Vec<_>>(), columns.clone().collect::<Vec<_>>());
    let found = beyond(figure.evaluation, look.statement);
    let parts = board.parts(&shown_rows, &shown_columns);
    let index = |row: usize, column: usize| -> i64 {
        match &parts {
            Some((rows, columns)) => {
                let (row, column) = (rows.get(row).copied(), columns.get(column).copied());
                board.after(row.unwrap_or_default().wrapping_add(column.unwrap_or_default()))
            }
            // Of coordinates the places colour the cells, as on the page.
            None => (row as i64).wrapping_add(column as i64),
        }
    };
    let mut cells = Vec::with_capacity(shown_rows.len() * shown_columns.len());
    for (row_place, row) in shown_rows.iter().enumerate() {
        for (column_place, column) in shown_columns.iter().enumerate() {
            let linear = board.linear(*row, *column);
            let fill = match figure.fill {
                Fill::Index => Some(palette.fill(index(row_place, column_place))),
                Fill::Class(class) => class(linear).map(|class| palette.fill(i64::from(class))),
                Fill::Plain => None,
            };
            cells.push(Some(Cell {
                fill,
                lines: [shortened(board.label(*row, *column)), String::new()],
                is_beyond: found.as_ref().is_some_and(|found| found.holds(linear)),
                ..Cell::default()
            }));
        }
    }
    let is_beyond = cells.iter().flatten().any(|cell| cell.is_beyond);
    let table = Table {
        columns: shown_columns.len(),
        cells,
        down: if board.is_vector() {
            Axis::default()
        } else {
            axis(&shown_rows, |row| board.row_name(row), &board.row_rules())
        },
        across: axis(&shown_columns, |column| board.column_name(column), &board.column_rules()),
        side: SIDE,
        type_size: TYPE,
        chosen: chosen.and_then(|chosen| seen(chosen, (rows.start, columns.start))),
    };
    let mut pen = Pen::new(palette);
    let place = table.draw(&mut pen);
    let mut legend =
        figure.legend.iter().map(|(class, words)| (Swatch::Class(*class), words.clone())).collect::<Vec<_>>();
    if is_beyond && let Some((operand, _)) = found.as_ref().and_then(|found| found.operand()) {
        legend.push((Swatch::Beyond, figure.tongue.pick(format!("beyond {operand}"), format!("超出 {operand}"))));
    }
    let shown = shown_rows.len() as u64 * shown_columns.len() as u64;
    let note = figure.window_note(shown, u128::from(board.rows) * u128::from(board.columns));
    Ok(Piece {
        width: place.width,
        height: place.height,
        svg: pen.finish(),
        facts: said(figure, &board),
        legend,
        notes: note.into_iter().collect(),
    })
}

/// Tells what its modes are called, and which slice it is.
fn said(figure: &Figure<'_>, board: &Board) -> String {
    let tongue = figure.tongue;
    let mut said = Vec::new();
    let axis = |axis: usize| board.axis(axis).unwrap_or("_").to_string();
    if (0..2).any(|axis| board.axis(axis).is_some()) {
        let (rows, columns) = (axis(0), axis(1));
        said.push(tongue.pick(format!("rows {rows}, columns {columns}"), format!("行 {rows}，列 {columns}")));
    }
    for (place, digit) in board.slice().iter().enumerate() {
        let mode = board.axis(place + 2).map_or_else(|| (place + 2).to_string(), str::to_string);
        said.push(tongue.pick(format!("mode {mode} at {digit}"), format!("mode {mode} 取 {digit}")));
    }
    said.join(tongue.pick("; ", "；"))
}

fn axis(shown: &[u64], name: impl Fn(u64) -> Option<String>, rules: &[u64]) -> Axis {
    let begins = |at: u64| rules.iter().filter(|every| at > 0 && at.is_multiple_of(**every)).count();
    let names = shown.iter().map_while(|at| name(*at)).map(shortened);
    Axis {
        numbers: shown.iter().map(u64::to_string).collect(),
        names: names.collect(),
        weights: shown.iter().map(|at| begins(*at)).collect(),
    }
}
