//! Two layouts side by side: whether they are the same function, and where they first differ.

mod grid;
mod layouts;
mod seek;
mod shared;
mod sides;

pub use grid::{Cell, DifferenceGrid, slice_of};
pub use layouts::{Comparison, Count, LayoutDifference, Place, Sameness};
pub use seek::{Direction, Found, Seek};
pub use shared::{SharedCoordinates, shared_coordinates, shared_shape};
pub use sides::{LOOK_LIMIT, TREE_LOOK_LIMIT, TREE_UNITS};
