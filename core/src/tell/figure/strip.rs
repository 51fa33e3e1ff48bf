//! Where each slot of the index space stands in a strip. It draws nothing.

/// The largest side of a slot, in CSS pixels.
const SIDE_MOST: f64 = 30.0;
/// One row is made while its slots are at least as large as this, in CSS pixels.
const SIDE_ROW: f64 = 18.0;
/// The smallest side at which all slots are shown, in CSS pixels.
const SIDE_LEAST: f64 = 7.0;
/// The side of the slots where only some are shown, in CSS pixels.
const SIDE_WINDOW: f64 = 14.0;
/// About how wide one digit of a row's label is, in CSS pixels.
const DIGIT: f64 = 7.0;

/// The slots in view, row by row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Strip {
    /// The first index in view.
    pub first: i64,
    /// Number of slots in view.
    pub count: u64,
    /// Number of slots in a row.
    pub per_row: u64,
    /// The side of a slot in CSS pixels.
    pub side: f64,
    /// The width of the labels before the rows, 0 where there is one row.
    pub gutter: f64,
    /// True if slots exist that are not in view.
    pub is_window: bool,
}

impl Strip {
    /// Places the slots `least..=greatest` in a width and at most a height; if they do not fit, those around `from`.
    pub fn place(least: i64, greatest: i64, width: f64, height: f64, scale: f64, from: i64) -> Strip {
        let span = (i128::from(greatest) - i128::from(least) + 1).max(1);
        let digits = least.to_string().len().max(greatest.to_string().len()) as f64;
        let gutter = (digits * DIGIT + 10.0) * scale;
        let row = |side: f64, gutter: f64| ((width - gutter) / side).floor().max(1.0) as u64;
        let in_one_row = (width / span as f64).floor().min(SIDE_MOST * scale);
        let mut side = if in_one_row >= SIDE_ROW { in_one_row } else { SIDE_MOST * scale };
        while side >= SIDE_LEAST {
            if i128::from(row(side, 0.0)) >= span {
                return Strip {
                    first: least,
                    count: span as u64,
                    per_row: span as u64,
                    side,
                    gutter: 0.0,
                    is_window: false,
                };
            }
            let per_row = rounded(row(side, gutter));
            let rows = (span + i128::from(per_row) - 1) / i128::from(per_row);
            if rows as f64 * side <= height {
                return Strip { first: least, count: span as u64, per_row, side, gutter, is_window: false };
            }
            side -= 1.0;
        }
        let side = SIDE_WINDOW * scale;
        let per_row = rounded(row(side, gutter));
        let rows = (height / side).floor().max(1.0) as u64;
        let (per, held) = (i128::from(per_row), i128::from(rows));
        let rows_in_all = (span + per - 1) / per;
        let row = (i128::from(from) - i128::from(least)).div_euclid(per).clamp(0, (rows_in_all - held).max(0));
        let first = i128::from(least) + row * per;
        let count = (per * held).min(i128::from(greatest) - first + 1);
        Strip { first: first as i64, count: count as u64, per_row, side, gutter, is_window: true }
    }

    /// The last index in view.
    pub fn last(&self) -> i64 {
        self.first.saturating_add(self.count.saturating_sub(1) as i64)
    }

    /// Returns the number of rows in view.
    pub fn rows(&self) -> u64 {
        self.count.div_ceil(self.per_row.max(1))
    }

    /// Reports whether an index is in view.
    pub fn holds(&self, index: i64) -> bool {
        (self.first..=self.last()).contains(&index)
    }

    /// The size of type in CSS pixels at which every slot has room for its index; `None` where that is too small to read.
    pub fn type_size(&self) -> Option<f64> {
        let widest = self.first.to_string().len().max(self.last().to_string().len()) as f64;
        // A monospaced digit is about 0.6 of the type size wide.
        let size = ((self.side - 4.0) / (widest * 0.62)).min(self.side * 0.42).min(16.0);
        (size >= 7.0).then_some(size)
    }

    /// The height of the strip in CSS pixels, with a line for labels where they stand below it.
    pub fn height(&self) -> f64 {
        let below = if self.has_labels_below() { 20.0 } else { 2.0 };
        self.rows() as f64 * self.side + below
    }

    /// Reports whether the ends and the chosen slot are labelled below a single row, because the slots are too small.
    pub fn has_labels_below(&self) -> bool {
        self.gutter == 0.0 && self.type_size().is_none()
    }

    /// The upper left corner of a slot.
    pub fn corner(&self, index: i64) -> (f64, f64) {
        let place = index.wrapping_sub(self.first) as u64;
        let (row, column) = (place / self.per_row.max(1), place % self.per_row.max(1));
        (self.gutter + column as f64 * self.side, row as f64 * self.side)
    }

    /// The slot at a point.
    ///
    /// Law: `at(corner(i)) = i`.
    ///
    /// ```
    /// use colex::figure::strip::Strip;
    ///
    /// let strip = Strip::place(-6, 40, 320.0, 120.0, 1.0, 0);
    /// for i in -6..=40 {
    ///     let (x, y) = strip.corner(i);
    ///     assert_eq!(strip.at(x, y), Some(i));
    /// }
    /// ```
    pub fn at(&self, x: f64, y: f64) -> Option<i64> {
        let (column, row) = (((x - self.gutter) / self.side).floor(), (y / self.side).floor());
        if column < 0.0 || row < 0.0 || column >= self.per_row as f64 || row >= self.rows() as f64 {
            return None;
        }
        let place = row as u64 * self.per_row + column as u64;
        (place < self.count).then(|| self.first.wrapping_add(place as i64))
    }
}

/// Rows of a multiple of 8 slots, so that equal colours stand in columns.
fn rounded(per_row: u64) -> u64 {
    if per_row >= 16 { per_row / 8 * 8 } else { per_row }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_slots_in_one_row_where_they_fit() {
        let strip = Strip::place(0, 20, 640.0, 120.0, 1.0, 0);
        assert_eq!((strip.per_row, strip.rows(), strip.is_window, strip.side), (21, 1, false, 30.0));
        let strip = Strip::place(0, 20, 500.0, 120.0, 1.0, 0);
        assert_eq!((strip.per_row, strip.rows(), strip.side), (21, 1, 23.0));
        let strip = Strip::place(0, 20, 320.0, 120.0, 1.0, 0);
        assert_eq!((strip.rows(), strip.is_window, strip.side), (3, false, 30.0));
        let strip = Strip::place(-6, 0, 200.0, 120.0, 1.0, 0);
        assert_eq!((strip.first, strip.last(), strip.rows()), (-6, 0, 1));
    }

    #[test]
    fn slots_and_points_are_each_others_inverse() {
        for (least, greatest, from) in [(0, 20, 0), (-40, 300, 0), (0, 4_000_000, 2_000_000), (i64::MIN, i64::MAX, 5)] {
            for width in [280.0, 640.0, 1400.0] {
                let strip = Strip::place(least, greatest, width, 120.0, 1.0, from);
                assert!(strip.count <= 4096, "{strip:?}");
                for index in [strip.first, strip.last()] {
                    let (x, y) = strip.corner(index);
                    assert_eq!(strip.at(x + 1.0, y + 1.0), Some(index), "{strip:?}");
                }
                assert!(strip.holds(from) || !strip.is_window, "{strip:?}");
                assert!(strip.first >= least && strip.last() <= greatest);
            }
        }
    }
}
