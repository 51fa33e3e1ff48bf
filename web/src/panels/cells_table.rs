//! The cells of a picture around the chosen one as an invisible table, which screen readers walk. It follows a moment after
//! the picture, and a name of a cell is said only once the table has it.

use std::ops::Range;

use leptos::prelude::*;

use crate::browser::Timeout;
use crate::signals::{Effect, RwSignal};

/// Delay after a change before the table follows, in milliseconds.
const DELAY: i32 = 180;

/// A cell of the table: its number, its column, and what is said of it.
#[derive(Clone)]
pub struct TableCell {
    pub number: u64,
    pub column: u64,
    pub said: String,
}

/// The rows of the table: each with its number and its cells.
pub type TableRows = Vec<(u64, Vec<TableCell>)>;

/// The table of a picture, whose cells have numbers.
#[derive(Clone, Copy)]
pub struct CellsTable {
    /// Beginning of the names of its cells.
    id: &'static str,
    /// The chosen cell.
    chosen: Signal<Option<u64>>,
    /// The cells that it has by now.
    listed: RwSignal<Vec<u64>>,
}

impl CellsTable {
    /// A table that nothing stands in yet.
    pub fn new(id: &'static str, chosen: Signal<Option<u64>>) -> CellsTable {
        CellsTable { id, chosen, listed: RwSignal::new(Vec::new()) }
    }

    /// The name of the chosen cell, once the table has it: a name of what is not there says nothing.
    pub fn active(self) -> Option<String> {
        let number = self.chosen.get().filter(|number| self.listed.with(|listed| listed.contains(number)))?;
        Some(format!("{}-{number}", self.id))
    }

    /// The rows themselves. `follow` reads what they depend on besides the chosen cell; `around` makes those around a cell,
    /// or says `None` where the picture is gone.
    pub fn rows(
        self,
        follow: impl Fn() + 'static,
        around: impl Fn(Option<u64>) -> Option<TableRows> + Copy + 'static,
    ) -> AnyView {
        let rows = RwSignal::new(TableRows::new());
        let timeout = Timeout::new();
        Effect::new(move |_| {
            follow();
            self.chosen.track();
            timeout.after(DELAY, move || {
                let Some(chosen) = self.chosen.try_get_untracked() else { return };
                let Some(found) = untrack(move || around(chosen)) else { return };
                let listed = found.iter().flat_map(|(_, cells)| cells.iter().map(|cell| cell.number)).collect();
                rows.set(found);
                self.listed.set(listed);
            });
        });
        let cell = move |TableCell { number, column, said }: TableCell| {
            let selected = move || (self.chosen.get() == Some(number)).to_string();
            view! {
                <div role="gridcell" id=format!("{}-{number}", self.id) aria-colindex=(column + 1).to_string()
                    aria-selected=selected>{said}</div>
            }
        };
        let row = move |(row, cells): (u64, Vec<TableCell>)| {
            let cells = cells.into_iter().map(cell).collect_view();
            view! { <div role="row" aria-rowindex=(row + 1).to_string()>{cells}</div> }
        };
        (move || rows.get().into_iter().map(row).collect_view()).into_any()
    }
}

/// Of `count` rows or columns those that a table of `side` shows around one of them.
pub fn window(at: u64, count: u64, side: u64) -> Range<u64> {
    let first = at.saturating_sub(side / 2).min(count.saturating_sub(side));
    first..first.saturating_add(side).min(count)
}

#[cfg(test)]
mod tests {
    use super::window;

    #[test]
    fn a_window_stands_around_its_cell_and_inside() {
        for (at, count, side, wanted) in [(0, 20, 9, 0..9), (10, 20, 9, 6..15), (19, 20, 9, 11..20), (2, 3, 9, 0..3)] {
            assert_eq!(window(at, count, side), wanted, "{at} of {count}");
        }
        assert_eq!(window(0, 0, 9), 0..0);
    }
}
