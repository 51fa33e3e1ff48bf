//! From a table of indices to the simplest layout that has it, alone or under a swizzle, or to the first cell that proves
//! that there is none.
//!
//! A table has the index of row `r` and column `c` in the cell `(r,c)`. A layout `(row mode, column mode)` has the table
//! if that is its index at `(r,c)`; of a single column a layout of rank 1. Cells are taken in the order of their 1-D
//! coordinates, `r + c * rows`, which is colexicographic.

mod affine;
mod read;
mod search;
mod sheet;

pub use affine::{Factored, Refutation, Why, layout_of_table};
pub use read::{ReadError, ReadErrorKind, read_sheet};
pub use search::{Answer, BITS_BEYOND, BITS_LIMIT, INDEX_BITS, TableSearch};
pub use sheet::{CELL_LIMIT, Sheet, SheetError, VALUE_LIMIT};
