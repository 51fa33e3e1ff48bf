//! Index arithmetic over u32: simplified while it is built, printed as WGSL, evaluated on the CPU.
//!
//! All arithmetic is modulo 2^32, as it is on the GPU. Each node knows the range of its values, and that is what makes
//! most divisions and remainders of a layout disappear: `x % c` is `x` where `x < c`. Printed is always `/ 16u` and
//! `% 16u`, never a shift or a mask: browsers leave bounds checks out where they can follow the range of an index, and
//! they follow it through `%` and `/` but not through `&`.
//!
//! ```
//! use colex_shaders::expression::{Expressions, Range};
//! use std::num::NonZeroU32;
//!
//! let mut all = Expressions::new();
//! let eight = NonZeroU32::new(8).unwrap();
//! let i = all.variable("i", Range::up_to(63));
//! let row = all.remainder(i, eight);
//! let column = all.divide(i, eight);
//! assert_eq!(all.remainder(column, eight), column); // i / 8 < 8
//! let eight = all.constant(8);
//! let first = all.multiply(row, eight);
//! let transposed = all.add(first, column);
//! assert_eq!(all.wgsl(transposed), "(i % 8u) * 8u + i / 8u");
//! assert_eq!(all.evaluate(transposed, &[10]), Some(17));
//! ```

mod arena;
mod lanes;
mod period;
mod printed;
mod range;
mod terms;

pub use self::arena::{Expression, Expressions};
pub(crate) use self::lanes::{Lanes, WIDTH};
pub use self::printed::{Named, Statement};
pub use self::range::Range;
pub(crate) use self::terms::gcd;
