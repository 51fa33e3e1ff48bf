//! CuTe layouts: functions from coordinates to indices, written `Shape:Stride`.
//!
//! The algebra follows NVIDIA CuTe's C++ down to the printed text. Every public function answers an error for bad
//! input; none panics, does input or output, reads a clock or uses randomness.
//!
//! Printed layouts are read again, and `println!` prints what CuTe prints:
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

// Layouts, and all that is said of them without a language.
#[path = "layout/after.rs"]
pub mod after;
#[path = "layout/algebra/mod.rs"]
pub mod algebra;
#[path = "layout/atom/mod.rs"]
pub mod atom;
#[path = "layout/basis.rs"]
pub mod basis;
#[path = "layout/comparison/mod.rs"]
pub(crate) mod comparison;
#[path = "layout/compatible.rs"]
pub mod compatible;
#[path = "layout/composed.rs"]
pub mod composed;
#[path = "layout/coordinate.rs"]
pub mod coordinate;
#[path = "layout/cost/mod.rs"]
pub mod cost;
#[path = "layout/draw/mod.rs"]
pub mod draw;
#[path = "layout/error.rs"]
pub mod error;
#[path = "layout/finder/mod.rs"]
pub mod finder;
#[path = "layout/from_table/mod.rs"]
pub mod from_table;
#[path = "layout/int.rs"]
pub mod int;
#[path = "layout/int_tuple.rs"]
pub mod int_tuple;
#[path = "layout/layout.rs"]
pub mod layout;
#[path = "layout/make.rs"]
pub mod make;
#[path = "layout/nested.rs"]
pub mod nested;
#[path = "layout/preimage.rs"]
pub mod preimage;
#[path = "layout/slice.rs"]
pub mod slice;
#[path = "layout/steps.rs"]
pub mod steps;
#[path = "layout/swizzle.rs"]
pub mod swizzle;
#[path = "layout/table.rs"]
pub mod table;
#[path = "layout/tensor.rs"]
pub mod tensor;
#[path = "layout/thread_value/mod.rs"]
pub mod thread_value;
#[path = "layout/trail.rs"]
pub mod trail;
#[path = "layout/work.rs"]
pub mod work;
#[path = "layout/xor.rs"]
pub mod xor;

// The language: what is typed, and what it is worth.
#[path = "language/called.rs"]
pub(crate) mod called;
#[path = "language/names.rs"]
pub mod names;
#[path = "language/notebook/mod.rs"]
pub mod notebook;
#[path = "language/repair.rs"]
pub mod repair;
#[path = "language/sentences/mod.rs"]
pub(crate) mod sentences;
#[path = "language/verdict.rs"]
pub(crate) mod verdict;

// Engines: each takes of a row what is its own.
#[path = "explain/difference/mod.rs"]
pub mod difference;
#[path = "explain/doctor/mod.rs"]
pub mod doctor;
#[path = "explain/laws/mod.rs"]
pub mod laws;
#[path = "explain/lens.rs"]
pub mod lens;
#[path = "explain/look/mod.rs"]
pub mod look;
#[path = "explain/scene/mod.rs"]
pub mod scene;
#[path = "explain/worked_example.rs"]
pub mod worked_example;

// Rows, the catalogue, and the doors that look a row up.
pub mod operations;

// Modules that tell it: sentences, facts, pictures, lessons, texts that people have.
#[path = "tell/alternatives.rs"]
pub mod alternatives;
#[path = "tell/facts.rs"]
pub mod facts;
#[path = "tell/figure/mod.rs"]
pub mod figure;
#[path = "tell/formula/mod.rs"]
pub mod formula;
#[path = "tell/from_str.rs"]
pub(crate) mod from_str;
#[path = "tell/insight.rs"]
pub mod insight;
#[path = "tell/learn/mod.rs"]
pub mod learn;
#[path = "tell/order.rs"]
pub mod order;
#[path = "tell/paste/mod.rs"]
pub mod paste;
#[path = "tell/printed/mod.rs"]
pub mod printed;
#[path = "tell/serde.rs"]
#[cfg(feature = "serde")]
pub(crate) mod serde;
#[path = "tell/slot.rs"]
pub mod slot;
#[path = "tell/tally.rs"]
pub mod tally;
#[path = "tell/way_back.rs"]
pub mod way_back;
#[path = "tell/words/mod.rs"]
pub mod words;

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
