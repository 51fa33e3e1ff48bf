//! The ranges of values, by which most divisions and remainders disappear.

use std::num::NonZeroU32;

/// The values that an expression can take: `low <= value <= high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    low: u32,
    high: u32,
}

impl Range {
    /// Any u32.
    pub const FULL: Range = Range { low: 0, high: u32::MAX };

    /// From zero to `high`, which is included.
    pub const fn up_to(high: u32) -> Self {
        Range { low: 0, high }
    }

    /// One value.
    pub const fn only(value: u32) -> Self {
        Range { low: value, high: value }
    }

    /// The smallest value.
    pub const fn low(self) -> u32 {
        self.low
    }

    /// The largest value.
    pub const fn high(self) -> u32 {
        self.high
    }

    /// Returns true if `value` lies in it.
    pub const fn contains(self, value: u32) -> bool {
        self.low <= value && value <= self.high
    }

    pub(super) fn plus(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }

    pub(super) fn minus(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_sub(other.high)?, high: self.high.checked_sub(other.low)? })
    }

    pub(super) fn times(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_mul(other.low)?, high: self.high.checked_mul(other.high)? })
    }

    pub(super) fn over(self, divisor: NonZeroU32) -> Range {
        Range { low: self.low / divisor, high: self.high / divisor }
    }

    pub(super) fn modulo(self, divisor: NonZeroU32) -> Range {
        if self.low / divisor == self.high / divisor {
            return Range { low: self.low % divisor, high: self.high % divisor };
        }
        Range::up_to(divisor.get() - 1)
    }
}
