//! CuTe layouts: functions from coordinates to indices, written `Shape:Stride`.
//!
//! The algebra follows NVIDIA CuTe's C++ down to the printed text. Every public function answers an error for bad
//! input; none panics, does input or output, reads a clock or uses randomness.
//!
//! What a layout prints is read again, and `println!` prints what CuTe prints:
//!
//! ```
//! use colex::Layout;
//!
//! let layout: Layout = "(_8,_8):(_1,_8)".parse()?;
//! assert_eq!(layout.coalesce()?.to_string(), "_64:_1");
//! assert_eq!(layout.composition(&"(_4,_4):(_16,_1)".parse()?)?.to_string(), "(_4,_4):(_16,_1)");
//! assert_eq!(layout.zipped_divide(&"(_4,_2)".parse()?)?.to_string(), "((_4,_2),(_2,_4)):((_1,_8),(_4,_16))");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod after;
pub mod algebra;
pub mod alternatives;
pub mod atom;
pub mod basis;
pub(crate) mod called;
pub(crate) mod comparison;
pub mod compatible;
pub mod composed;
pub mod coordinate;
pub mod cost;
pub mod difference;
pub mod doctor;
pub mod draw;
pub mod error;
pub mod explain;
pub mod figure;
pub mod finder;
pub mod formula;
pub(crate) mod from_str;
pub mod from_table;
pub mod int;
pub mod int_tuple;
pub mod laws;
pub mod layout;
pub mod learn;
pub mod lens;
pub mod look;
pub mod make;
pub mod names;
pub mod nested;
pub mod notebook;
pub mod operations;
pub mod paste;
pub mod preimage;
pub mod printed;
pub mod repair;
pub mod scene;
pub(crate) mod sentences;
#[cfg(feature = "serde")]
pub(crate) mod serde;
pub mod slice;
pub mod steps;
pub mod swizzle;
pub mod table;
pub mod tensor;
pub mod thread_value;
pub mod trail;
pub(crate) mod verdict;
pub mod words;
pub mod work;
pub mod worked_example;
pub mod xor;

pub use algebra::{Tiler, TilerLeaf};
pub use composed::{AnyLayout, ComposedLayout};
pub use error::{Error, Result};
pub use from_str::ParseError;
pub use int::{Int, Truth};
pub use int_tuple::IntTuple;
pub use layout::{Layout, Shape, Stride};
pub use names::Names;
pub use nested::Nested;
pub use notebook::emit;
pub use paste::{evaluate, evaluate_given};
pub use swizzle::Swizzle;
pub use tensor::Tensor;
