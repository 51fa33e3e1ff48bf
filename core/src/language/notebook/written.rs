//! A text that is a program, behind a pointer: what reads and evaluates it arrives after the rest.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::evaluate::{Evaluated, Scope};
use super::evaluation::{Evaluation, Outcome, Use};
use super::syntax::{Expression, Span};
use super::value::Value;

/// Values given for the inputs of a program: by the name of each, its value as one types it.
pub type Given = BTreeMap<String, String>;

/// State of a statement of a program. In a notebook it is always `Evaluated`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum State {
    /// It has a value, or a mistake.
    #[default]
    Evaluated,
    /// It is about something else than layouts, and why.
    LeftOut(Reason),
    /// It has a value, which nobody knows here, and why; of which name, where one is to blame.
    Unknown(Reason, Option<String>),
}

/// Why a statement of a program has no value here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reason {
    /// It moves data, waits or computes with data.
    Action,
    /// It says nothing that has a value: an inclusion, a namespace, a declaration without a value.
    Declaration,
    /// It computes with what is no integer, as floating-point numbers are.
    OtherValue,
    /// What it comes from is not in the text, and not of CuTe.
    Elsewhere,
    /// It comes from what memory holds.
    Memory,
    /// It prints text, or asks the system.
    System,
    /// Words of what was printed.
    Words,
    /// It stands beside the code that is read: words, output, code of another language.
    Beside,
    /// It is written in a way that is not read here.
    NotRead,
    /// A bracket in it is never closed.
    Unclosed,
    /// It stands in a branch that is not taken.
    NotTaken,
    /// A name that nothing in the text defines.
    NotDefined,
    /// A name whose own value is not known.
    DependsOn,
    /// A name that a loop changes.
    AfterLoop,
    /// A name that is changed in a branch, and whether that is taken is not known.
    AfterBranch,
    /// With the values that are assumed of the inputs there is no answer.
    Assumed,
    /// Functions call each other too deep.
    TooDeep,
}

/// What evaluating a statement of a program found.
#[derive(Debug, Default)]
pub struct Found {
    /// Its outcome.
    pub outcome: Outcome,
    /// The names that it asks for.
    pub uses: Vec<Use>,
    /// The steps it takes.
    pub steps: u64,
    /// What statements of functions came to that it calls.
    pub met: BTreeMap<usize, Value>,
}

/// A program: its statements are those of the notebook that holds it.
pub trait Program: fmt::Debug + Send + Sync {
    /// It, for whoever knows its type.
    fn as_any(&self) -> &dyn Any;
    /// The statement that a name means in a statement.
    fn defining(&self, name: &str, statement: usize) -> Option<usize>;
    /// Reports whether a statement is listed: one that the text says twice, or does not say, is not.
    fn is_listed(&self, statement: usize) -> bool;
    /// Reports whether C++ knows the value of a statement when it compiles although its type does not say it.
    fn is_constant(&self, evaluation: &Evaluation, statement: usize) -> bool;
    /// Returns the spans about something else than layouts, in the order of the text.
    fn left_out(&self, evaluation: &Evaluation) -> Vec<Span>;
    /// The statement that is evaluated next when so many are.
    fn next(&self, done: usize) -> Option<usize>;
    /// The value of what only programs write.
    fn value(&self, scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value>;
    /// What holds values that are not all modes of a tuple.
    fn list(&self, values: Vec<Value>) -> Option<Value>;
    /// What an operator between two values is that are neither integers nor layouts; `None` of what the language leaves to
    /// the notebook.
    fn combined(&self, _operator: &str, _left: &Value, _right: &Value) -> Option<Value> {
        None
    }
    /// Evaluates a statement.
    fn settle(&self, evaluation: &Evaluation, statement: usize) -> Found;
}

/// A program. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Written(Arc<dyn Program>);

impl Written {
    /// It behind a pointer.
    pub fn new(program: impl Program + 'static) -> Self {
        Written(Arc::new(program))
    }

    /// The program.
    pub fn program(&self) -> &dyn Program {
        &*self.0
    }
}

impl PartialEq for Written {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
