//! Laws of `colex` that must hold whatever is typed: plain functions of bytes that panic where they do not.
//!
//! `tests/replay.rs` calls them with the kept inputs of `corpus/` and with some thousand mutations of these; `fuzz/`,
//! outside the workspace, drives the same functions under `cargo fuzz`. Whatever the table of functions of the notebook
//! gains is tried without a change here: the examples of the table are inputs, and its names are what the mutator writes.

pub mod atom;
pub mod cost;
pub mod edit;
pub mod evaluate;
pub mod file;
pub mod learn;
pub mod linear;
pub mod link;
pub mod mutate;
pub mod parse;
pub mod paste;
pub mod print_parse;
pub mod run;
pub mod spent;
pub mod table;

/// A property and the inputs it is tried with.
#[derive(Debug)]
pub struct Target {
    /// The name of its function and its binary in `fuzz/`.
    pub name: &'static str,
    /// Panics where the property does not hold.
    pub check: fn(&[u8]),
    /// The folder of `corpus/` with its inputs.
    pub corpus: &'static str,
    /// Number of mutations that the tests try; a second or two in a debug build.
    pub mutations: u32,
}

/// All of them.
pub static TARGETS: [Target; 12] = [
    Target { name: "parse", check: parse::parse, corpus: "notebook", mutations: 2000 },
    Target { name: "evaluate", check: evaluate::evaluate, corpus: "notebook", mutations: 600 },
    Target { name: "print_parse", check: print_parse::print_parse, corpus: "notebook", mutations: 800 },
    Target { name: "link", check: link::link, corpus: "link", mutations: 1000 },
    Target { name: "edit", check: edit::edit, corpus: "edit", mutations: 2000 },
    Target { name: "file", check: file::file, corpus: "file", mutations: 1000 },
    Target { name: "table", check: table::table, corpus: "table", mutations: 2000 },
    Target { name: "cost", check: cost::cost, corpus: "cost", mutations: 400 },
    Target { name: "learn", check: learn::learn, corpus: "learn", mutations: 600 },
    Target { name: "atom", check: atom::atom, corpus: "atom", mutations: 40 },
    Target { name: "paste", check: paste::paste, corpus: "paste", mutations: 400 },
    Target { name: "run", check: run::run, corpus: "run", mutations: 2000 },
];

/// Inputs besides the kept ones that every target is tried with: the examples of the notebook's functions.
pub fn examples() -> impl Iterator<Item = &'static str> {
    colex::operations::explained().map(|(_, help)| help.example)
}
