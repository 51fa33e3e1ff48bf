//! Questions about a statement: each finds the row of the operation, and goes on with what the row says.

use super::{CATALOGUE, advised, drawn, mapped, promised, reasons};
use crate::doctor::{self, Consultation};
use crate::error::Result;
use crate::laws::{Contract, Letters};
use crate::look::answer::{self, Answer};
use crate::look::threads::{self, Threads};
use crate::look::{Held, View};
use crate::notebook::evaluation::evaluate_notebook;
use crate::notebook::{Evaluation, Settings};
use crate::operations::prelude::*;
use crate::scene::{self, Beyond};

/// Returns what the operation of a statement promises; `None` where the statement performs none, or has no value.
pub fn contract(evaluation: &Evaluation, statement: usize) -> Option<Contract> {
    let performed = evaluation.performed(statement, None)?;
    let result = performed.answer().as_ref().ok()?;
    let letters = letters(evaluation, statement, &performed);
    Some(Contract { letters, ..laws::contract(&performed, result, promised(performed.function)) })
}

/// Returns the meanings of the letters in the laws of the operation that a statement performs.
pub fn letters(evaluation: &Evaluation, statement: usize, performed: &Performed) -> Letters {
    laws::letters(evaluation, statement, performed, promised(performed.function))
}

/// The laws of a function, as its example has them: what the reference shows of it. Each law once.
pub fn promises(example: &str) -> Vec<LawKind> {
    let evaluation = evaluate_notebook(example, Settings { compile_time: true, ..Settings::default() }, &CATALOGUE);
    let mut kinds = Vec::new();
    for law in contract(&evaluation, 0).map(|found| found.laws).unwrap_or_default() {
        if !kinds.contains(&law.kind) {
            kinds.push(law.kind);
        }
    }
    kinds
}

/// Examines a statement: `None` where it performs no operation, or is refused for something that other operands of the
/// same kind would not mend.
pub fn consult(evaluation: &Evaluation, statement: usize) -> Option<Consultation> {
    doctor::consult(evaluation, statement, promised, advised)
}

/// The scene of a statement that is an operation on layouts whose result is a layout; `None` of any other.
pub fn scene(evaluation: &Evaluation, statement: usize) -> Option<Scene> {
    scene::scene(evaluation, statement, drawn)
}

/// The first operation that cuts with a statement's tuple, and its scene: what a tiler takes out of what it is used on.
/// `None` of anything but a tuple.
pub fn cut_by(evaluation: &Evaluation, statement: usize) -> Option<(usize, Scene)> {
    scene::cut_by(evaluation, statement, drawn)
}

/// Returns the part of a statement's layout that lies beyond its operands; `None` where nothing does, or where nothing
/// is known.
pub fn beyond(evaluation: &Evaluation, statement: usize) -> Option<Beyond> {
    scene::beyond(evaluation, statement, drawn)
}

/// Returns the answer of a statement; `None` where its value is a picture by itself, or where it has none.
pub fn answer(evaluation: &Evaluation, statement: usize) -> Option<Answer> {
    answer::answer(evaluation, statement, reasons)
}

/// Reports whether a statement's value is a layout of threads and values by itself: it came from `make_layout_tv`, from
/// an inverse under a shape of threads and values, from a composition with such a layout, or its modes are called so.
/// Any other layout of two modes is read as one only where the reader says so ([`View::read`]).
pub fn is_made(evaluation: &Evaluation, statement: usize) -> bool {
    threads::is_made(evaluation, statement, mapped)
}

/// Reports whether a statement is read as a layout of threads and values: it is one by itself, or the reader says so.
pub fn is_read(evaluation: &Evaluation, statement: usize, view: &View) -> bool {
    threads::is_read(evaluation, statement, view, mapped)
}

/// The numbers of threads and of values that a statement would have if its layout were read as one of both: the sizes of
/// its two modes. `None` where there are no two, or where it is read so already.
pub fn readable(evaluation: &Evaluation, statement: usize, view: &View) -> Option<(u64, u64)> {
    threads::readable(evaluation, statement, view, mapped)
}

/// The map of the statement that is looked at; `None` where its value is no layout of threads and values.
///
/// A layout of two modes is one where it was made as one ([`is_made`]), or where the reader reads it so. Errors: those of
/// [`crate::thread_value::ThreadValue::new`].
pub fn threads(evaluation: &Evaluation, statement: usize, view: &View, held: Held) -> Option<Result<Threads>> {
    threads::threads(evaluation, statement, view, held, mapped)
}
