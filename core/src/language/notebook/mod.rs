//! The notebook: text that a person types, its syntax, its values, and what is wrong with it.
//!
//! `parse` never fails: it answers the statements it understood and diagnostics with positions. `evaluate` gives each
//! statement a value or a diagnostic; one broken statement does not stop the others.

pub mod algebra;
pub(crate) mod alternatives;
mod atom_python;
pub mod caret;
pub mod construct;
mod context;
pub mod diagnostic;
pub mod emit;
pub mod evaluate;
pub mod evaluation;
pub mod functions;
pub mod made;
pub mod parse;
pub mod performed;
pub mod refused;
pub mod syntax;
pub mod token;
pub mod value;
pub(crate) mod vector;
pub mod written;

pub use diagnostic::{Diagnostic, DiagnosticKind, Repair, RepairKind};
pub use evaluation::{Evaluation, Outcome, Settings};
pub use parse::parse;
pub use performed::Performed;
pub use syntax::{Code, Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
pub use value::Value;
pub use written::{Given, Reason, State, Written};

/// The longest text that is parsed, in bytes; what lies beyond is reported, not read.
pub const TEXT_LIMIT: usize = 1 << 20;

/// Number of statements that are evaluated; further ones are reported.
pub const STATEMENT_LIMIT: usize = 2000;

/// Of how many tokens a statement is read; it is read at once, so a longer one is reported.
pub const STATEMENT_TOKEN_LIMIT: usize = 1 << 19;

/// Number of tokens that one unit of a budget pays for, to find them or to read them.
const TOKENS_PER_UNIT: u64 = 256;
