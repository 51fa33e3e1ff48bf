//! Where memory stands on the canvas: one row for each line of 128 bytes or a part of it; where not all rows have room,
//! only those that are touched. It draws nothing.

use colex::thread_value::access::LINE_BITS;

/// The largest and the smallest side of a slot, in CSS pixels.
const SIDE_MOST: f64 = 26.0;
const SIDE_LEAST: f64 = 14.0;
/// The fewest slots of a row, also where they are more than a line.
const ROW_LEAST: u64 = 8;
/// The most rows in view.
pub(super) const ROWS_MOST: usize = 16;
/// About how wide one digit of a row's label is, in CSS pixels.
const DIGIT: f64 = 7.0;
/// The room between rows that do not follow each other, in CSS pixels.
const BREAK: f64 = 5.0;

/// The rows of memory in view.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lines {
    /// The first index of each row, and its distance from the top.
    rows: Vec<(i64, f64)>,
    /// Number of slots of a row.
    pub(super) per_row: u64,
    /// The side of a slot.
    pub(super) side: f64,
    /// The width of the labels before the rows.
    pub(super) gutter: f64,
    /// Number of rows with a touched slot that are not in view.
    pub(super) unseen: usize,
    /// True if rows without a touched slot are left out.
    pub(super) is_partial: bool,
    /// The indices that may be touched at all.
    bounds: (i64, i64),
}

impl Lines {
    /// Places the slots from `bounds.0` to `bounds.1` in a width; `touched` are indices in ascending order.
    pub(super) fn place(bounds: (i64, i64), touched: &[i64], width: f64, scale: f64, bits: u64) -> Lines {
        let digits = bounds.0.to_string().len().max(bounds.1.to_string().len()) as f64;
        let gutter = (digits * DIGIT + 10.0) * scale;
        let room = (width - gutter).max(0.0);
        let mut per_row = (LINE_BITS / bits.max(1)).max(ROW_LEAST).next_power_of_two();
        while per_row > ROW_LEAST && room / (per_row as f64) < SIDE_LEAST * scale {
            per_row /= 2;
        }
        let side = (room / per_row as f64).min(SIDE_MOST * scale).floor().max(1.0);
        let row_of = |index: i64| i128::from(index).div_euclid(i128::from(per_row));
        let (first, last) = (row_of(bounds.0), row_of(bounds.1));
        let is_partial = last - first >= ROWS_MOST as i128;
        let mut numbers = match is_partial {
            false => (first..=last).collect::<Vec<_>>(),
            true => touched.iter().map(|index| row_of(*index)).collect(),
        };
        numbers.dedup();
        let unseen = numbers.len().saturating_sub(ROWS_MOST);
        numbers.truncate(ROWS_MOST);
        let mut rows = Vec::with_capacity(numbers.len());
        let (mut y, mut before) = (0.0, None);
        for number in numbers {
            if before.is_some_and(|before| before + 1 != number) {
                y += BREAK;
            }
            before = Some(number);
            // The first row may begin below what 64 bits hold; its slots there are not drawn.
            let start = number * i128::from(per_row);
            rows.push((i64::try_from(start).unwrap_or(i64::MIN), y));
            y += side;
        }
        Lines { rows, per_row, side, gutter, unseen, is_partial, bounds }
    }

    /// The height of all rows.
    pub(super) fn height(&self) -> f64 {
        self.rows.last().map_or(0.0, |(_, y)| y + self.side) + 2.0
    }

    /// The first index of each row, its distance from the top, and whether it follows the one before.
    pub(super) fn rows(&self) -> impl Iterator<Item = (i64, f64, bool)> + '_ {
        let before = std::iter::once(None).chain(self.rows.iter().map(|(start, _)| Some(*start)));
        self.rows.iter().zip(before).map(|((start, y), before)| {
            let follows = before.is_none_or(|before| before.saturating_add(self.per_row as i64) == *start);
            (*start, *y, follows)
        })
    }

    /// The indices of a row that there are.
    pub(super) fn slots(&self, start: i64) -> impl Iterator<Item = i64> + use<> {
        let last = start.saturating_add(self.per_row as i64 - 1);
        start.max(self.bounds.0)..=last.min(self.bounds.1)
    }

    /// The upper left corner of a slot in view.
    pub(super) fn corner(&self, index: i64) -> Option<(f64, f64)> {
        let at = self.rows.partition_point(|(start, _)| *start <= index).checked_sub(1)?;
        let (start, y) = self.rows.get(at)?;
        let column = index.wrapping_sub(*start) as u64;
        (column < self.per_row).then_some((self.gutter + column as f64 * self.side, *y))
    }

    /// The slot at a point. Law: `at(corner(i)) = i`.
    pub(super) fn at(&self, x: f64, y: f64) -> Option<i64> {
        let column = ((x - self.gutter) / self.side).floor();
        let (start, _) = self.rows.iter().find(|(_, top)| (*top..*top + self.side).contains(&y))?;
        (column >= 0.0 && column < self.per_row as f64).then(|| start.saturating_add(column as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_a_line_or_a_part_of_it() {
        let lines = Lines::place((0, 127), &[], 500.0, 1.0, 32);
        assert_eq!((lines.per_row, lines.rows.len(), lines.is_partial, lines.unseen), (32, 4, false, 0));
        let narrow = Lines::place((0, 127), &[], 340.0, 1.0, 32);
        assert_eq!((narrow.per_row, narrow.rows.len()), (16, 8));
        // Only what is touched, and not more than there is room for.
        let touched = (0..32).map(|thread| thread * 64).collect::<Vec<_>>();
        let sparse = Lines::place((0, 8191), &touched, 500.0, 1.0, 32);
        assert_eq!((sparse.rows.len(), sparse.is_partial, sparse.unseen), (16, true, 16));
        assert_eq!(
            sparse.rows().take(3).map(|(start, _, follows)| (start, follows)).collect::<Vec<_>>(),
            [(0, true), (64, false), (128, false)]
        );
        let ends = Lines::place((i64::MIN, i64::MAX), &[i64::MIN, i64::MAX], 500.0, 1.0, 4);
        assert_eq!(ends.rows.len(), 2);
    }

    #[test]
    fn slots_and_points_are_each_others_inverse() {
        for (bounds, touched) in [((0, 127), vec![]), ((-9, 70), vec![]), ((0, 100_000), vec![5, 700, 701, 90_000])] {
            let lines = Lines::place(bounds, &touched, 480.0, 1.0, 16);
            for (start, ..) in lines.rows().collect::<Vec<_>>() {
                for index in lines.slots(start) {
                    let (x, y) = lines.corner(index).expect("in view");
                    assert_eq!(lines.at(x + 1.0, y + 1.0), Some(index));
                }
            }
        }
        assert_eq!(Lines::place((0, 127), &[], 480.0, 1.0, 32).corner(128), None);
    }
}
