//! A text, whatever it is: a notebook, or a program where what reads programs is there.

use std::sync::Arc;

use crate::notebook::written::Given;
use crate::notebook::{Evaluation, Notebook, Settings};
use crate::operations::CATALOGUE;
use crate::work::{Budget, Progress, Work};

/// Reader of programs: a page may load it when a text is one.
pub struct Programs {
    read: fn(&str) -> Option<Notebook>,
}

/// Reader of programs. On a page only the part that is loaded later may name it.
pub static PROGRAMS: Programs = Programs { read: super::read };

#[cfg(not(all(feature = "deferred", target_family = "wasm")))]
mod arrival {
    /// Returns the reader of programs, which is always there.
    pub(super) fn programs() -> Option<&'static super::Programs> {
        Some(&super::PROGRAMS)
    }

    /// Does nothing: what reads programs is always there.
    pub fn install_programs(_: &'static super::Programs) {}
}

#[cfg(all(feature = "deferred", target_family = "wasm"))]
mod arrival {
    use std::sync::OnceLock;

    static PROGRAMS: OnceLock<&'static super::Programs> = OnceLock::new();

    /// Returns the reader of programs, once it has arrived.
    pub(super) fn programs() -> Option<&'static super::Programs> {
        PROGRAMS.get().copied()
    }

    /// Takes in what reads programs. A text that is one has to be evaluated again.
    pub fn install_programs(programs: &'static super::Programs) {
        let _ = PROGRAMS.set(programs);
    }
}

pub use arrival::install_programs;

/// All statements at once, for tests and the command line.
pub fn evaluate(text: &str, settings: Settings) -> Evaluation {
    whole(Evaluation::start(text, settings, None))
}

/// All statements at once, with what is said of the inputs of a program.
pub fn evaluate_given(text: &str, settings: Settings, given: Given) -> Evaluation {
    whole(Evaluation::start_given(text, settings, given, None))
}

fn whole(mut evaluation: Evaluation) -> Evaluation {
    while let Progress::More { .. } = evaluation.resume(&mut Budget::new(u64::MAX)) {}
    evaluation
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::empty(&CATALOGUE)
    }
}

impl Evaluation {
    /// Parses the text, and keeps what an earlier evaluation found for statements that stand unchanged before and
    /// behind an edit. Of those behind it, the ones that depend on what was edited are evaluated again.
    ///
    /// Of a long text only as much is read as fits into a slice; the rest is the first of the work.
    pub fn start(text: impl Into<Arc<str>>, settings: Settings, earlier: Option<&Evaluation>) -> Self {
        Evaluation::begin(text.into(), settings, None, earlier, &CATALOGUE, program)
    }

    /// [`Evaluation::start`] with what is said of the inputs of a program; what follows is told it again.
    pub fn start_given(
        text: impl Into<Arc<str>>,
        settings: Settings,
        given: Given,
        earlier: Option<&Evaluation>,
    ) -> Self {
        Evaluation::begin(text.into(), settings, Some(given), earlier, &CATALOGUE, program)
    }
}

/// The program that a text is, where it is one and what reads programs has arrived.
fn program(text: &str) -> Option<Notebook> {
    (arrival::programs()?.read)(text)
}
