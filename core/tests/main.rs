//! Promises of the crate, as one program: it is linked once, and its tests share two cores as they are. A file is named
//! by what it protects; `cargo test -p colex --test all scene::` asks one of them.

#[path = "../examples/conformance/compare.rs"]
mod compare;
mod random;

mod algebra;
mod alternatives;
mod analysis;
mod atoms;
mod board;
#[cfg(feature = "cli")]
mod cli;
mod contracts;
mod cost;
mod difference;
mod doctor;
mod emit;
mod exercises;
mod expected;
mod figure;
mod finder;
mod formula;
mod from_str;
mod from_table;
mod golden;
mod laws;
mod lessons;
mod letter;
mod log;
mod names;
mod notebook;
mod once;
mod operations;
mod paste;
mod predicate;
mod reference;
mod refusals;
mod rows;
mod scene;
#[cfg(feature = "serde")]
mod serde;
mod steps;
mod thread_value;
mod xor;
