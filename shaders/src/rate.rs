//! Rates: what a time means for a work, and how much of a roof that is.
//!
//! ```
//! use colex_shaders::program::Work;
//! use colex_shaders::rate::{Bound, Rate};
//!
//! let copy = Rate { bytes_per_s: 4e12, flops_per_s: 50e12 };
//! let product = Rate::of(Work { bytes: 3 << 26, flops: 2 << 36, is_integer: false }, 0.004);
//! assert_eq!(product.bound_by(copy), Bound::Arithmetic);
//! assert_eq!((product.share_of(copy) * 100.0).round(), 69.0);
//! ```

use crate::program::Work;

/// Work for each second: of a program, or the most that a device has shown it can do.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rate {
    /// Bytes from memory and to it.
    pub bytes_per_s: f64,
    /// Floating-point operations.
    pub flops_per_s: f64,
}

/// Which roof a program meets first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// That of memory.
    Memory,
    /// That of arithmetic.
    Arithmetic,
}

impl Rate {
    /// The rate of a work that took so many seconds.
    pub fn of(work: Work, seconds: f64) -> Rate {
        Rate { bytes_per_s: work.bytes as f64 / seconds, flops_per_s: work.flops as f64 / seconds }
    }

    /// The part of a roof that is reached, 1 where it is all of it: the larger of those of memory and arithmetic.
    ///
    /// Above 1 comes what a cache serves. A side that the roof does not have (0) counts for nothing.
    pub fn share_of(self, roof: Rate) -> f64 {
        let [memory, arithmetic] = self.shares(roof);
        memory.max(arithmetic)
    }

    /// Which of the two roofs that part is of.
    pub fn bound_by(self, roof: Rate) -> Bound {
        let [memory, arithmetic] = self.shares(roof);
        if arithmetic > memory { Bound::Arithmetic } else { Bound::Memory }
    }

    fn shares(self, roof: Rate) -> [f64; 2] {
        let share = |rate: f64, roof: f64| if roof > 0.0 { rate / roof } else { 0.0 };
        [share(self.bytes_per_s, roof.bytes_per_s), share(self.flops_per_s, roof.flops_per_s)]
    }
}
