//! CuTe layouts: functions from coordinates to indices, written `Shape:Stride`.
//!
//! The algebra follows NVIDIA CuTe's C++ down to the printed text. Every public function answers an error for bad
//! input; none panics, does input or output, reads a clock or uses randomness.
#![forbid(unsafe_code)]

pub mod after;
pub mod algebra;
pub mod basis;
pub mod compatible;
pub mod composed;
pub mod coordinate;
pub mod cost;
pub mod difference;
pub mod doctor;
pub mod document;
pub mod draw;
pub mod emit;
pub mod error;
pub mod find;
pub mod from_table;
pub mod int;
pub mod int_tuple;
pub mod laws;
pub mod layout;
pub mod lens;
pub mod make;
pub mod names;
pub mod nested;
pub mod notebook;
pub mod preimage;
pub mod repair;
pub mod scene;
pub mod slice;
pub mod steps;
pub mod swizzle;
pub mod table;
pub mod tensor;
pub mod thread_value;
pub mod words;
pub mod work;

pub use algebra::{Tiler, TilerLeaf};
pub use composed::{AnyLayout, ComposedLayout};
pub use error::{Error, Result};
pub use int::{Int, Truth};
pub use int_tuple::IntTuple;
pub use layout::{Layout, Shape, Stride};
pub use names::Names;
pub use nested::Nested;
pub use swizzle::Swizzle;
pub use tensor::Tensor;
