//! The elements around the chosen one as an invisible table, for screen readers.

use crate::signals::RwSignal;
use leptos::prelude::*;

use super::map::Map;
use super::words;
use crate::browser::Timeout;

/// The most rows and columns of the table, around the chosen element.
const SIDE: u64 = 7;
/// How long after a change the table follows, in milliseconds.
const DELAY: i32 = 180;

/// The elements around the chosen one, each with who holds it. They follow a moment after the picture; `listed` says which
/// there are by now.
#[component]
pub(super) fn Cells(map: Map, listed: RwSignal<Vec<u64>>) -> impl IntoView {
    let session = map.session;
    let rows = RwSignal::new(Vec::<Row>::new());
    let timeout = Timeout::new();
    Effect::new(move |_| {
        map.found.track();
        map.cell.track();
        session.tongue.track();
        timeout.after(DELAY, move || {
            if let Some(Some(around)) = map.cell.try_get_untracked().map(|cell| untrack(move || around(map, cell))) {
                let cells = around.iter().flat_map(|(_, cells)| cells.iter().map(|(cell, ..)| *cell)).collect();
                rows.set(around);
                listed.set(cells);
            }
        });
    });
    move || {
        let row = |(row, cells): Row| {
            let cell = |(cell, column, text): (u64, u64, String)| {
                view! {
                    <div role="gridcell" id=format!("held-{cell}") aria-colindex=(column + 1).to_string()
                        aria-selected=move || (map.cell.get() == Some(cell)).to_string()>{text}</div>
                }
            };
            let cells = cells.into_iter().map(cell).collect_view();
            view! { <div role="row" aria-rowindex=(row + 1).to_string()>{cells}</div> }
        };
        rows.get().into_iter().map(row).collect_view()
    }
}

/// A row with its cells: which they are, their columns, and what is said of them.
type Row = (u64, Vec<(u64, u64, String)>);

/// The rows around a cell: each with its cells, their columns and what is said of them.
fn around(map: Map, cell: Option<u64>) -> Option<Vec<Row>> {
    map.with(|found| {
        let tile = found.threads.map.tile();
        let (rows, columns) = (tile.rows().max(1), tile.columns());
        let (row, column) = cell.map_or((0, 0), |cell| (cell % rows, cell / rows));
        let window = |at: u64, count: u64| {
            let first = at.saturating_sub(SIDE / 2).min(count.saturating_sub(SIDE));
            first..(first + SIDE).min(count)
        };
        let cells = |row: u64| {
            let cells = window(column, columns).map(|column| {
                let cell = column * rows + row;
                (cell, column, words::cell(map.session.tongue.get(), found, cell))
            });
            cells.collect()
        };
        window(row, rows).map(|row| (row, cells(row))).collect()
    })
}
