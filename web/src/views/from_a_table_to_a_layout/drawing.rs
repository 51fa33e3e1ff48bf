//! The table as it is drawn: its changes, each of which can be taken back, and the brush.

use crate::signals::{Memo, RwSignal};
use colex::from_table::{ReadError, Refutation, Sheet, SheetError, read_sheet};
use colex::{AnyLayout, Error};
use leptos::prelude::*;

use crate::panels::pauses::rested;
use crate::panels::window::Window;
use crate::session::{Desk, Draft, Screen};

/// Number of changes that can be taken back.
const UNDO_LIMIT: usize = 100;

/// The rows and columns of an empty table.
const SIDE: usize = 4;

/// Why something could not be done.
#[derive(Clone, PartialEq)]
pub(super) enum Problem {
    /// The table refuses it.
    Sheet(SheetError),
    /// The text is not a table.
    Text(ReadError),
    /// The layout has no such table.
    Layout(Error),
    /// There is no layout.
    NoLayout,
    /// The file cannot be read.
    File,
}

/// Group that a change belongs to: those of one thing after another are taken back at once.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stroke {
    /// Something by itself.
    Single,
    /// Typing into a cell.
    Cell(usize, usize),
    /// One stroke of the brush.
    Brush,
}

/// The table that is drawn.
#[derive(Clone, Copy)]
pub(super) struct Drawing {
    draft: Draft,
    screen: Screen,
    desk: Desk,
    /// The table as it is shown.
    shown: Memo<Option<Sheet>>,
    past: StoredValue<Vec<Sheet>>,
    future: StoredValue<Vec<Sheet>>,
    /// Pair: true if there is something to take back, and to do again.
    pub(super) can: RwSignal<(bool, bool)>,
    stroke: StoredValue<Stroke>,
    /// The cells of this stroke of the brush.
    visited: StoredValue<Vec<(usize, usize)>>,
    /// True if cells are painted and not typed.
    pub(super) painting: RwSignal<bool>,
    /// The next number of the brush while it is down.
    pub(super) brush: RwSignal<Option<i64>>,
    /// Why the last thing could not be done.
    pub(super) problem: RwSignal<Option<Problem>>,
    /// Which part of the table is shown.
    pub(super) window: Window,
    /// The cell that proves that there is no layout.
    pub(super) refutation: RwSignal<Option<Refutation>>,
}

impl Drawing {
    /// The table that was drawn before this view was folded. Until one is drawn it is that of the layout on the screen.
    pub(super) fn new(draft: Draft, screen: Screen, desk: Desk) -> Drawing {
        let source = rested(move || (screen.layout.get(), draft.view.with(|view| view.slice.clone())));
        let shown = Memo::new(move |_| {
            let drawn = desk.sketch.get();
            drawn
                .or_else(|| source.with(|(layout, slice)| of_layout(layout.as_ref(), slice).ok()))
                .or_else(|| Sheet::empty(SIDE, SIDE).ok())
        });
        let extent = Memo::new(move |_| {
            shown.with(|sheet| sheet.as_ref().map_or((0, 0), |sheet| (sheet.rows() as u64, sheet.columns() as u64)))
        });
        Drawing {
            draft,
            screen,
            desk,
            shown,
            past: StoredValue::new(Vec::new()),
            future: StoredValue::new(Vec::new()),
            can: RwSignal::new((false, false)),
            stroke: StoredValue::new(Stroke::Single),
            visited: StoredValue::new(Vec::new()),
            painting: RwSignal::new(false),
            brush: RwSignal::new(None),
            problem: RwSignal::new(None),
            window: Window::new(extent),
            refutation: RwSignal::new(None),
        }
    }

    /// The table.
    pub(super) fn sheet(self) -> Option<Sheet> {
        self.shown.get()
    }

    /// Returns the number in a cell.
    pub(super) fn cell(self, row: usize, column: usize) -> Option<i64> {
        self.shown.with(|sheet| sheet.as_ref().and_then(|sheet| sheet.cell(row, column)))
    }

    /// The number of rows and of columns.
    pub(super) fn extent(self) -> (usize, usize) {
        self.shown.with(|sheet| sheet.as_ref().map_or((0, 0), |sheet| (sheet.rows(), sheet.columns())))
    }

    /// Returns the number of characters of the longest number.
    pub(super) fn digits(self) -> usize {
        let longest = self.shown.with(|sheet| sheet.as_ref().map(Sheet::widest));
        longest.unwrap_or_default()
    }

    pub(super) fn refuse(self, problem: Problem) {
        self.problem.set(Some(problem));
    }

    fn change(self, stroke: Stroke, change: impl FnOnce(&Sheet) -> Result<Sheet, Problem>) {
        let Some(before) = self.shown.get_untracked() else { return };
        let after = match change(&before) {
            Ok(after) => after,
            Err(problem) => return self.refuse(problem),
        };
        self.problem.set(None);
        if after == before {
            return;
        }
        let goes_on = stroke != Stroke::Single && self.stroke.get_value() == stroke;
        self.stroke.set_value(stroke);
        if !goes_on {
            self.past.update_value(|past| {
                if past.len() >= UNDO_LIMIT {
                    past.remove(0);
                }
                past.push(before);
            });
        }
        self.future.update_value(Vec::clear);
        self.put(after);
    }

    fn put(self, sheet: Sheet) {
        self.desk.sketch.set(Some(sheet));
        self.can
            .set((self.past.with_value(|past| !past.is_empty()), self.future.with_value(|future| !future.is_empty())));
    }

    pub(super) fn undo(self) {
        self.travel(self.past, self.future);
    }

    pub(super) fn redo(self) {
        self.travel(self.future, self.past);
    }

    fn travel(self, from: StoredValue<Vec<Sheet>>, to: StoredValue<Vec<Sheet>>) {
        let mut found = None;
        from.update_value(|from| found = from.pop());
        let (Some(sheet), Some(now)) = (found, self.shown.get_untracked()) else { return };
        to.update_value(|to| to.push(now));
        self.stroke.set_value(Stroke::Single);
        self.problem.set(None);
        self.put(sheet);
    }

    /// Fills or empties a cell as it is typed.
    pub(super) fn set(self, row: usize, column: usize, value: Option<i64>) {
        self.change(Stroke::Cell(row, column), |sheet| {
            let mut sheet = sheet.clone();
            sheet.set(row, column, value).map_err(Problem::Sheet)?;
            Ok(sheet)
        });
    }

    /// A number that was not typed.
    pub(super) fn correct(self, row: usize, column: usize, value: i64) {
        self.stroke.set_value(Stroke::Single);
        self.set(row, column, Some(value));
        self.stroke.set_value(Stroke::Single);
    }

    /// Writes a block that is pasted from a cell on.
    pub(super) fn paste(self, row: usize, column: usize, text: &str) {
        self.change(Stroke::Single, |sheet| {
            let block = read_sheet(text).map_err(Problem::Text)?;
            let lines =
                (0..block.rows()).map(|row| (0..block.columns()).map(|column| block.cell(row, column)).collect());
            let mut sheet = sheet.clone();
            sheet.paste(row, column, &lines.collect::<Vec<_>>()).map_err(Problem::Sheet)?;
            Ok(sheet)
        });
    }

    /// The table of a text in place of this one.
    pub(super) fn import(self, text: &str) {
        self.change(Stroke::Single, |_| read_sheet(text).map_err(Problem::Text));
    }

    /// The table of the layout on the screen in place of this one.
    pub(super) fn take_layout(self) {
        let (layout, slice) =
            untrack(move || (self.screen.layout.get(), self.draft.view.with(|view| view.slice.clone())));
        self.change(Stroke::Single, |_| of_layout(layout.as_ref(), &slice));
    }

    /// Empties all cells.
    pub(super) fn clear(self) {
        self.change(Stroke::Single, |sheet| Sheet::empty(sheet.rows(), sheet.columns()).map_err(Problem::Sheet));
    }

    /// One row or column more, or one fewer.
    pub(super) fn grow(self, columns: bool, more: bool) {
        self.change(Stroke::Single, |sheet| {
            let next = |count: usize, changes: bool| match (changes, more) {
                (false, _) => count,
                (true, true) => count.saturating_add(1),
                (true, false) => count.saturating_sub(1),
            };
            sheet.resized(next(sheet.rows(), !columns), next(sheet.columns(), columns)).map_err(Problem::Sheet)
        });
    }

    /// Chooses whether cells are painted from now on.
    pub(super) fn set_painting(self, painting: bool) {
        self.painting.set(painting);
        self.lift();
    }

    /// Puts the brush down at a cell.
    pub(super) fn put_down(self, row: usize, column: usize) {
        let next = self.shown.with_untracked(|sheet| sheet.as_ref().map(|sheet| sheet.next_number(row, column)));
        self.stroke.set_value(Stroke::Single);
        self.visited.update_value(Vec::clear);
        self.brush.set(next);
        self.paint(row, column);
    }

    /// The brush comes over a cell. One that it has been on in this stroke keeps its number.
    pub(super) fn paint(self, row: usize, column: usize) {
        let Some(next) = self.brush.get_untracked() else { return };
        if self.visited.with_value(|visited| visited.contains(&(row, column))) {
            return;
        }
        self.visited.update_value(|visited| visited.push((row, column)));
        self.change(Stroke::Brush, |sheet| {
            let mut sheet = sheet.clone();
            sheet.set(row, column, Some(next)).map_err(Problem::Sheet)?;
            Ok(sheet)
        });
        self.brush.set(Some(next.saturating_add(1)));
    }

    /// Lifts the brush.
    pub(super) fn lift(self) {
        self.stroke.set_value(Stroke::Single);
        if self.brush.with_untracked(Option::is_some) {
            self.brush.set(None);
        }
    }
}

/// The table of the layout on the screen, in the slice that is shown.
fn of_layout(layout: Option<&AnyLayout>, slice: &[u64]) -> Result<Sheet, Problem> {
    let layout = layout.ok_or(Problem::NoLayout)?;
    let mut slice = slice.to_vec();
    slice.resize(layout.rank().saturating_sub(2), 0);
    Sheet::of_layout(layout, &slice).map_err(Problem::Layout)
}
