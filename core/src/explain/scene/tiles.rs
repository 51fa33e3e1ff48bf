//! The tiles of a panel: the number of each cell's, and their sides where they stand beside each other as boxes.

use super::space::{Component, Reading, Term};
use super::{Meaning, Rule, Scene};

/// Division of the cells of an operand into tiles of which the result takes a part.
#[derive(Debug, Clone)]
pub(crate) struct Tiling {
    pub(crate) reading: Reading,
    /// The digits that make the number of a tile.
    pub(crate) rest: Vec<usize>,
}

impl Scene {
    /// Where the digits of a cell are read, and those that make the number of its tile or copy; `None` where nothing is
    /// cut or repeated.
    fn tiling(&self, panel: usize) -> Option<(&Reading, &[usize])> {
        if let Some(tiling) = self.tiling.as_ref().filter(|_| self.panel(super::Role::Operand) == Some(panel)) {
            return Some((&tiling.reading, &tiling.rest));
        }
        let reading = &self.panels.get(panel)?.reading;
        match (&self.colours.rule, self.colours.meaning) {
            (Rule::Digits(rest), Some(Meaning::Tile | Meaning::Copy)) => Some((reading, rest)),
            _ => None,
        }
    }

    /// The number of the tile, or the copy, in which each of some cells of a panel lies; the outer `None` where the panel
    /// is not cut into any. Other than [`Scene::classes`], cells that the result does not take lie in one too.
    pub fn tiles(&self, panel: usize, cells: impl IntoIterator<Item = i64>) -> Option<Vec<Option<i64>>> {
        let (reading, rest) = self.tiling(panel)?;
        let rule = Rule::Digits(rest.to_vec());
        let mut digits = vec![0; self.extents.len()];
        let mut number = |cell: i64| reading.digits(cell, &mut digits).then(|| self.number(&digits, &rule)).flatten();
        Some(cells.into_iter().map(&mut number).collect())
    }

    /// The rows and the columns of a tile, where the tiles of a panel are boxes that stand beside each other from its first
    /// cell on; those at the end may be cut off. `None` where they are scattered, and of panels without columns.
    ///
    /// Law: two cells have the same number in [`Scene::tiles`] exactly where they lie in the same box.
    pub fn boxes(&self, panel: usize) -> Option<(i64, i64)> {
        let (reading, rest) = self.tiling(panel)?;
        let own = self.panels.get(panel)?;
        let layout = own.layout.innermost();
        let rows = if layout.rank() > 1 { layout.at(&[0]).ok()?.size().ok()?.value() } else { return None };
        let (components, after) = reading.components();
        if !after.is_empty() || rows < 1 {
            return None;
        }
        // Steps that count in rows, and steps that count in columns, by what a step adds to the coordinate.
        let mut sides = [Vec::new(), Vec::new()];
        for (Component { base, size, weight }, terms) in components {
            if *base != 0 {
                return None;
            }
            // In a mode of one element only the first is inside.
            for Term { digit, extent, stride, .. } in terms.iter().filter(|_| *size > 1) {
                let step = stride.checked_mul(*weight).filter(|step| *step > 0)?;
                let side = if step < rows { &mut sides[0] } else { &mut sides[1] };
                side.push((step, *extent, rest.contains(digit)));
            }
        }
        let [mut down, mut across] = sides;
        let row = run(&mut down, 1, rows)?;
        Some((row, run(&mut across, rows, own.size)? / rows))
    }
}

/// Counts the steps from `begin` on that belong to one tile, where those that run over tiles come after all others, and
/// all together reach to `end`.
fn run(steps: &mut [(i64, i64, bool)], begin: i64, end: i64) -> Option<i64> {
    steps.sort_unstable();
    let (mut reach, mut tile) = (begin, begin);
    let mut is_rest = false;
    for (step, extent, is_next) in steps {
        if *step != reach || (is_rest && !*is_next) {
            return None;
        }
        reach = reach.checked_mul(*extent)?;
        is_rest = *is_next;
        if !is_rest {
            tile = reach;
        }
    }
    (reach >= end).then_some(tile)
}
