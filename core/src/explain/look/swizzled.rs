//! A swizzle as its bits and as a tile: which bits of an index are XORed onto which, and where that puts what stands in each
//! row.

use crate::notebook::{Evaluation, Expression, ExpressionKind, Value};
use crate::swizzle::Swizzle;

/// The most rows and columns of the tile, as a power of two.
const TILE_BITS: u32 = 4;

/// A swizzle with an index that it is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swizzled {
    /// The swizzle.
    pub swizzle: Swizzle,
    /// Index that it is applied to.
    pub index: i64,
    /// `true` if the notebook names that index; else it is one that the swizzle changes.
    pub is_asked: bool,
}

/// A bit of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bit {
    /// Which one, from the lowest.
    pub place: u32,
    /// Its role in the swizzle.
    pub part: Part,
    /// `true` if it is set in the index.
    pub before: bool,
    /// The bit that is XORed onto it.
    pub onto: Option<bool>,
    /// `true` if it is set in what the swizzle makes of the index.
    pub after: bool,
}

/// Role of a bit in a swizzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// It is read, and stays.
    Read,
    /// It is changed.
    Changed,
    /// Nothing.
    Kept,
}

/// The swizzle that a statement is worth, or that it applies to an index.
pub fn swizzled(evaluation: &Evaluation, statement: usize) -> Option<Swizzled> {
    if let Value::Swizzle(swizzle) = *evaluation.value(statement)? {
        return Some(Swizzled { swizzle, index: example(swizzle), is_asked: false });
    }
    let found = evaluation.statements().get(statement)?;
    let called = |name: &str, given: &[Expression]| {
        let Value::Swizzle(swizzle) = *evaluation.value(evaluation.defining(name, statement)?)? else { return None };
        let [index] = given else { return None };
        let index = evaluation.value_of(statement, index)?.as_int()?.value();
        Some(Swizzled { swizzle, index, is_asked: true })
    };
    match &evaluation.inner(&found.expression).kind {
        ExpressionKind::Apply(callee, given) => match &evaluation.inner(callee).kind {
            ExpressionKind::Name(name) => called(name, given),
            _ => None,
        },
        ExpressionKind::Call(call) if !call.is_member => called(&call.name, &call.arguments),
        _ => None,
    }
}

/// An index that the swizzle changes, where it changes any: the first column of the last row but one, of two rows the last.
fn example(swizzle: Swizzle) -> i64 {
    let row = ((1_i64 << swizzle.bits()) - 2).max(1);
    ((row << swizzle.yyy().trailing_zeros().min(62)) & swizzle.yyy()) | lowest(swizzle.zzz())
}

fn lowest(mask: i64) -> i64 {
    mask & mask.wrapping_neg()
}

impl Swizzled {
    /// Returns what the swizzle makes of the index.
    pub fn result(&self) -> i64 {
        self.swizzle.apply_value(self.index)
    }

    /// The bits from the highest that matters down to the lowest.
    pub fn bits(&self) -> Vec<Bit> {
        let (yyy, zzz) = (self.swizzle.yyy(), self.swizzle.zzz());
        let seen = yyy | zzz | self.index.max(0) | 1;
        let moved = self.index ^ self.result();
        let has = |number: i64, place: u32| number >> place & 1 == 1;
        let bit = |place: u32| Bit {
            place,
            part: match (has(yyy, place), has(zzz, place)) {
                (true, _) => Part::Read,
                (_, true) => Part::Changed,
                _ => Part::Kept,
            },
            before: has(self.index, place),
            onto: has(zzz, place).then(|| has(moved, place)),
            after: has(self.result(), place),
        };
        (0..i64::BITS - seen.leading_zeros()).rev().map(bit).collect()
    }

    /// Where the swizzle puts what stands in a tile: a row for each number that is read; a column for each run of a row, where
    /// rows lie above the runs, else for each number that is changed. What stands there came from the column that is
    /// answered. Of a large one the first rows and columns.
    ///
    /// Law: in row `r`, column `c` has what came from `c ^ r`.
    ///
    /// ```
    /// use colex::look::swizzled::swizzled;
    /// use colex::{evaluate, notebook::Settings};
    ///
    /// let found = swizzled(&evaluate("Swizzle<3,0,3>{}", Settings::default()), 0).ok_or("a swizzle")?;
    /// for (row, columns) in found.tile().iter().enumerate() {
    ///     assert!(columns.iter().enumerate().all(|(column, from)| *from == (column ^ row) as i64));
    /// }
    /// # Ok::<(), &str>(())
    /// ```
    pub fn tile(&self) -> Vec<Vec<i64>> {
        let swizzle = self.swizzle;
        if swizzle.is_identity() {
            return Vec::new();
        }
        let column_bits = if swizzle.shift() > 0 { swizzle.shift().unsigned_abs() } else { swizzle.bits() };
        let side = |bits: u32| 1_i64 << bits.min(TILE_BITS);
        let (row_bit, column_bit) = (swizzle.yyy().trailing_zeros(), swizzle.zzz().trailing_zeros());
        let among = (1_i64 << column_bits.min(i64::BITS - 2)) - 1;
        // A swizzle is its own inverse: what it makes of a place is where that came from.
        let from =
            |row: i64, column: i64| swizzle.apply_value(row << row_bit | column << column_bit) >> column_bit & among;
        let row = |row: i64| (0..side(column_bits)).map(|column| from(row, column)).collect();
        (0..side(swizzle.bits())).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;
    use proptest::prelude::*;

    fn of(text: &str) -> Option<Swizzled> {
        let evaluation = evaluate(text, Settings::default());
        swizzled(&evaluation, evaluation.statements().len() - 1)
    }

    #[test]
    fn a_swizzle_is_found_by_itself_and_where_it_is_applied() {
        let found = of("S = Swizzle<2,3,3>{}").expect("a swizzle");
        assert_eq!((found.is_asked, found.index != found.result()), (false, true));
        let found = of("S = Swizzle<2,0,3>{}\nS(26)").expect("a swizzle");
        assert_eq!((found.is_asked, found.index, found.result()), (true, 26, 25));
        let written = found.bits().iter().map(|bit| if bit.before { '1' } else { '0' }).collect::<String>();
        assert_eq!(written, "11010");
        assert_eq!(of("A = (4,8)\nA(3)"), None);
        assert_eq!(of("Swizzle<0,4,3>{}").expect("a swizzle").tile(), Vec::<Vec<i64>>::new());
    }

    proptest! {
        #[test]
        fn bits_and_tile_are_what_the_swizzle_does(bits in 0..6_i64, base in 0..6_i64, far in 0..7_i64, back in any::<bool>(), index in 0..1_i64 << 40) {
            let shift = if back { -(bits + far) } else { bits + far };
            let swizzle = Swizzle::new(bits, base, shift).expect("a swizzle");
            let found = Swizzled { swizzle, index, is_asked: true };
            let number = |bit: fn(&Bit) -> bool| found.bits().iter().fold(0_i64, |sum, it| sum << 1 | i64::from(bit(it)));
            prop_assert_eq!(number(|bit| bit.before), index);
            prop_assert_eq!(number(|bit| bit.after), swizzle.apply_value(index));
            prop_assert_eq!(number(|bit| bit.before != bit.onto.unwrap_or(false)), swizzle.apply_value(index));
            for (row, columns) in found.tile().iter().enumerate() {
                for (column, from) in columns.iter().enumerate() {
                    prop_assert_eq!(*from, (row ^ column) as i64);
                }
            }
            let shown = Swizzled { index: example(swizzle), ..found };
            prop_assert_eq!(shown.index != shown.result(), bits > 0);
        }
    }
}
