//! From an index back to the coordinate that reaches it: what a twin needs of a layout that is written to.
//!
//! ```
//! use colex::{AnyLayout, Int, Layout, Nested};
//! use colex_shaders::origin::Origins;
//!
//! let pair = |a, b| Nested::Tuple(vec![Nested::Leaf(Int::constant(a)), Nested::Leaf(Int::constant(b))]);
//! let padded = AnyLayout::from(Layout::with_ints(pair(4, 8), &pair(1, 5)).unwrap());
//! let origins = Origins::of(&padded).unwrap();
//! assert_eq!((origins.at(6), origins.at(4)), (Some(5), None)); // 6 is 1 * 1 + 1 * 5; nothing reaches 4
//! ```

use colex::AnyLayout;
use colex::after::After;
use colex::table::FlatLayout;

use crate::index::Bounds;
use crate::kernel::{Refusal, mismatched};

/// The largest layout whose strides interleave that is inverted, by a table: 2^20 coordinates.
pub const TABLE_LIMIT: u64 = 1 << 20;

/// The way back through an injective layout.
///
/// Law: `at(k)` is the 1-D coordinate `i` with `layout(i) = k`, and `None` where there is none.
#[derive(Debug, Clone)]
pub struct Origins {
    after: After,
    way: Way,
}

#[derive(Debug, Clone)]
enum Way {
    /// Each stride is larger than all that the smaller ones reach: digits by division, the largest stride first.
    Digits { least: i64, digits: Vec<Digit> },
    /// Index and coordinate of every coordinate, by index.
    Table(Vec<(i64, u64)>),
}

#[derive(Debug, Clone, Copy)]
struct Digit {
    extent: u64,
    /// The absolute value of the stride.
    stride: u64,
    is_mirrored: bool,
    /// Weight of one of this digit in the 1-D coordinate.
    weight: u64,
}

impl Origins {
    /// The way back through a layout.
    ///
    /// Errors: those of [`Bounds::of`]; [`Refusal::NotInjective`] where two coordinates have one index; a layout above
    /// [`TABLE_LIMIT`] whose strides interleave.
    pub fn of(layout: &AnyLayout) -> Result<Origins, Refusal> {
        Bounds::of(layout)?;
        let after = After::of(layout);
        let flat = FlatLayout::new(layout.innermost()).map_err(Refusal::Algebra)?;
        let mut weight = 1_u64;
        let mut digits = Vec::new();
        for (extent, stride) in flat.extents().zip(flat.strides()) {
            if extent > 1 {
                digits.push(Digit { extent, stride: stride.unsigned_abs(), is_mirrored: stride < 0, weight });
            }
            weight = weight.saturating_mul(extent);
        }
        if digits.iter().any(|digit| digit.stride == 0) {
            return Err(Refusal::NotInjective { layout: layout.to_string() });
        }
        digits.sort_by_key(|digit| digit.stride);
        let mut reach = 0_u64;
        let mut is_apart = true;
        for digit in &digits {
            is_apart &= digit.stride > reach;
            // The indices fit in 32 bits.
            reach = reach.saturating_add((digit.extent - 1).saturating_mul(digit.stride));
        }
        if is_apart {
            digits.reverse();
            return Ok(Origins { after, way: Way::Digits { least: flat.least(), digits } });
        }
        if flat.size() > TABLE_LIMIT {
            return Err(mismatched(
                format!("the strides of {layout} interleave, and it has more than {TABLE_LIMIT} elements to invert"),
                format!("{layout} 的步长相互交错，且元素超过 {TABLE_LIMIT} 个，无法求逆"),
            ));
        }
        let table = (0..flat.size()).map(|linear| flat.index(linear).map(|index| (index, linear)));
        let mut table = table.collect::<colex::Result<Vec<_>>>().map_err(Refusal::Algebra)?;
        table.sort_unstable();
        if table.windows(2).any(|pair| matches!(pair, [(a, _), (b, _)] if a == b)) {
            return Err(Refusal::NotInjective { layout: layout.to_string() });
        }
        Ok(Origins { after, way: Way::Table(table) })
    }

    /// The 1-D coordinate with this index.
    pub fn at(&self, index: u64) -> Option<u64> {
        let index = self.after.undo(i64::try_from(index).ok()?)?;
        match &self.way {
            Way::Digits { least, digits } => {
                let mut rest = u64::try_from(index.checked_sub(*least)?).ok()?;
                let mut linear = 0;
                for digit in digits {
                    let value = rest / digit.stride;
                    if value >= digit.extent {
                        return None;
                    }
                    rest -= value * digit.stride;
                    linear += digit.weight * if digit.is_mirrored { digit.extent - 1 - value } else { value };
                }
                (rest == 0).then_some(linear)
            }
            Way::Table(table) => {
                let found = table.binary_search_by_key(&index, |(index, _)| *index).ok()?;
                table.get(found).map(|(_, linear)| *linear)
            }
        }
    }
}

/// Returns the largest number of different numbers that a layout reads: its size without the modes of stride 0.
pub(crate) fn distinct(layout: &AnyLayout) -> Result<u64, Refusal> {
    let flat = FlatLayout::new(layout.innermost()).map_err(Refusal::Algebra)?;
    let modes = flat.extents().zip(flat.strides()).filter(|(_, stride)| *stride != 0);
    Ok(modes.map(|(extent, _)| extent).product())
}
