//! Promises of an operation about its result: proved over the whole domain, or refuted with the first counter-example.
//!
//! A [`Law`] is an equation about the operands and the result of one operation, with the preconditions under which it
//! has to hold. Its check is [`crate::work::Work`]: it evaluates both sides at every coordinate, under a budget and up to
//! a stated number of elements. The equation is checked whatever the preconditions say: where CuTe gives an answer that
//! is not the mathematical one, the first coordinate at which it fails is shown beside the reason why it may.

pub(crate) mod check;
mod compose;
pub(crate) mod letters;
pub(crate) mod map;
pub(crate) mod operands;
pub(crate) mod statement;
pub(crate) mod tiles;

pub use check::{ELEMENT_LIMIT, LawCheck, SET_LIMIT};
pub(crate) use letters::{Letter, letters};
pub(crate) use statement::{Room, contract};

use crate::notebook::{Performed, Value};
pub use crate::verdict::{CounterExample, LawKind, Letters, Premise, Reason, Side, Verdict};

/// A row's statement about its laws.
#[derive(Clone, Copy)]
pub(crate) enum Laws {
    /// It promises nothing that could be checked over a domain; why.
    None(#[allow(dead_code, reason = "why is for who reads the row, and for the test of all rows")] &'static str),
    /// Laws.
    Promised(Promise),
}

/// Promise of an operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Promise {
    /// Meanings of letters, beside A for the first argument and B for the second.
    pub(crate) letters: &'static [Letter],
    /// States the laws of a result; `None` where an operand is of a kind that no law is about.
    pub(crate) state: fn(&mut Room, &Performed, &Value) -> Option<()>,
}

use check::Plan;

/// Promises of an operation about its result.
#[derive(Debug, Clone)]
pub struct Contract {
    /// CuTe's name of the operation.
    pub operation: &'static str,
    /// The operands by the letters that the laws use, and `R`, the result; printed.
    pub operands: Vec<(&'static str, String)>,
    /// Meanings of the letters in the notebook.
    pub letters: Letters,
    /// The laws.
    pub laws: Vec<Law>,
}

/// A law of an operation on its operands.
#[derive(Debug, Clone)]
pub struct Law {
    /// Which law.
    pub kind: LawKind,
    /// The mode of the tiler that it is about, where a tiler goes mode by mode.
    pub mode: Vec<usize>,
    plan: Plan,
    pub(crate) premises: Vec<(Premise, Plan)>,
}

impl Law {
    /// Returns the number of elements to check.
    pub fn size(&self) -> u64 {
        self.plan.total()
    }

    /// Returns the premises under which this law has to hold, each as a law of its own: where all of them hold it
    /// holds, however large its domain is.
    pub fn premises(&self) -> impl Iterator<Item = Law> {
        let own = |(_, plan): &(Premise, Plan)| Law {
            kind: self.kind,
            mode: self.mode.clone(),
            plan: plan.clone(),
            premises: Vec::new(),
        };
        self.premises.iter().map(own)
    }

    /// The check of this law, over at most [`ELEMENT_LIMIT`] elements. One unit of its budget is one element;
    /// where functions have many leaves, it is several units.
    pub fn check(&self) -> LawCheck {
        LawCheck::new(&self.plan, &self.premises)
    }
}
