//! Computation of the notebook's functions: on a page it is a part that may arrive after the rest.

use std::cell::Cell;

use super::diagnostic::DiagnosticKind;
use super::evaluate::{self, Evaluated, Remarked, Scope, Travel};
use super::functions::{Answer, Arguments, Catalogue, Function, Problem};
use super::refused::Refused;
use super::syntax::{Expression, Span};
use super::value::{Item, Value, ValueKind};
use crate::atom::family::{self, Completion};
use crate::coordinate::{Coordinate, Slot};
use crate::error::Error;
use crate::layout::Shape;
use crate::names::Names;
use crate::nested::Nested;
use crate::steps::Trace;
use crate::xor::XorLayout;

/// Code by which the operations of the algebra compute: a page may load it after the rest. Its tables are in the order
/// of the catalogue.
pub struct Algebra {
    operations: &'static [Apply],
    travels: &'static [Travel],
    remarked: &'static [&'static [Remarked]],
    compose: Compose,
    apply: fn(&Value, &Coordinate, &mut Trace<'_>) -> Answer,
    names: fn(&Scope<'_>, &Expression) -> Option<Names>,
    value: fn(&Scope<'_>, &Expression) -> Evaluated<Value>,
    predefined: fn(&Scope<'_>, &str, Span) -> Evaluated<Value>,
    xor: fn(Shape, Nested<i64>) -> Result<XorLayout, Error>,
}

/// Computation of one function.
#[derive(Clone, Copy)]
pub(crate) enum Apply {
    /// Without its steps.
    Untraced(fn(&Arguments) -> Answer),
    /// Tracing its steps.
    Traced(fn(&Arguments, &mut Trace<'_>) -> Answer),
}

/// `A o B o C`; `None` where the values are none that compose.
pub(crate) type Compose = fn(&[Value], &mut Trace<'_>) -> Option<Answer>;

impl Algebra {
    /// The algebra with these tables of its operations.
    pub(crate) const fn new(
        operations: &'static [Apply],
        travels: &'static [Travel],
        remarked: &'static [&'static [Remarked]],
        compose: Compose,
    ) -> Self {
        Algebra {
            operations,
            travels,
            remarked,
            compose,
            apply: apply_value,
            names: evaluate::names,
            value: |scope, expression| scope.computed(expression),
            predefined: |scope, name, span| scope.predefined(name, span),
            xor: XorLayout::new,
        }
    }
}

/// Code by which the operations on atoms compute: a page may load it after the algebra.
pub struct Atoms {
    operations: &'static [Apply],
    named: fn(&str, &[Value]) -> Option<Named>,
    complete: fn(&str, usize) -> Vec<Completion>,
}

/// The value of the name of an atom, or why it is none.
pub(crate) type Named = Result<Value, Refused>;

impl Atoms {
    /// The atoms with this table of the operations on them.
    pub(crate) const fn new(operations: &'static [Apply]) -> Self {
        Atoms { operations, named: super::made::named, complete: family::complete }
    }
}

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// Returns the number of operations that this thread has computed since it began. What an edit costs is counted with
/// it.
pub fn calls() -> u64 {
    CALLS.get()
}

impl Function {
    /// The value of a call.
    pub fn call(&self, arguments: &Arguments, trace: &mut Trace<'_>) -> Answer {
        let algebra = (self.catalogue.algebra)().ok_or(Problem::Loading)?;
        CALLS.set(CALLS.get() + 1);
        let atoms = (self.catalogue.atoms)().map_or(&[][..], |atoms| atoms.operations);
        match algebra.operations.iter().chain(atoms).nth(usize::from(self.place)) {
            Some(Apply::Untraced(apply)) => apply(arguments),
            Some(Apply::Traced(apply)) => apply(arguments, trace),
            // It is one on atoms, which have not arrived.
            None => Err(Problem::Loading),
        }
    }

    /// Returns how the names of modes travel through it.
    pub(super) fn travels(&self) -> Option<&'static Travel> {
        (self.catalogue.algebra)()?.travels.get(usize::from(self.place))
    }

    /// Returns facts that a person should know about its values.
    pub(super) fn remarked(&self) -> &'static [Remarked] {
        let algebra = (self.catalogue.algebra)();
        algebra.and_then(|algebra| algebra.remarked.get(usize::from(self.place))).copied().unwrap_or_default()
    }
}

impl Catalogue {
    /// Returns the meaning among atoms of a name that nothing defines; `None` where it is no name of theirs.
    pub(crate) fn atom(&self, name: &str, template: &[Value]) -> Result<Option<Named>, Problem> {
        // All of CuTe's begin with a capital letter, those of others like none of CuTe's functions.
        let is_foreign =
            ["v_", "gfx1", "simdgroup_", "subgroup_", "wmma::"].iter().any(|begun| name.starts_with(begun));
        if !is_foreign && !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
            return Ok(None);
        }
        let usual = usual_name(name);
        Ok(((self.atoms)().ok_or(Problem::Loading)?.named)(usual.as_deref().unwrap_or(name), template))
    }

    /// The names of atoms that begin like this, at most `limit`; none where the atoms have not arrived.
    pub(super) fn atom_names(&self, beginning: &str, limit: usize) -> Vec<Completion> {
        (self.atoms)().map(|atoms| (atoms.complete)(beginning, limit)).unwrap_or_default()
    }

    /// `A o B o C`; `None` where the values are none that compose.
    pub(super) fn compose(&self, values: &[Value], trace: &mut Trace<'_>) -> Option<Answer> {
        match (self.algebra)() {
            Some(algebra) => {
                CALLS.set(CALLS.get() + 1);
                (algebra.compose)(values, trace)
            }
            None => Some(Err(Problem::Loading)),
        }
    }

    /// A layout with a swizzle, a tensor or a swizzle applied to a coordinate.
    pub(super) fn apply(&self, callee: &Value, place: &Coordinate, trace: &mut Trace<'_>) -> Answer {
        ((self.algebra)().ok_or(Problem::Loading)?.apply)(callee, place, trace)
    }

    /// Returns the names of the modes of an expression's value; the algebra may not have arrived.
    pub(super) fn names(&self, scope: &Scope<'_>, expression: &Expression) -> Result<Option<Names>, Problem> {
        Ok(((self.algebra)().ok_or(Problem::Loading)?.names)(scope, expression))
    }

    /// The value of a call, a composition or an operator; the algebra may not have arrived.
    pub(super) fn value(&self, scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value> {
        let algebra = (self.algebra)().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, expression.span))?;
        (algebra.value)(scope, expression)
    }

    /// The value of a name that nothing defines; the algebra may not have arrived.
    pub(super) fn predefined(&self, scope: &Scope<'_>, name: &str, span: Span) -> Evaluated<Value> {
        let algebra = (self.algebra)().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, span))?;
        (algebra.predefined)(scope, name, span)
    }

    /// A layout with strides over F2.
    pub(super) fn xor(&self, shape: Shape, strides: Nested<i64>) -> Result<XorLayout, Problem> {
        Ok(((self.algebra)().ok_or(Problem::Loading)?.xor)(shape, strides)?)
    }
}

/// The usual name of an instruction of warpgroups that CuTe's headers define as `SM90::GMMA::MMA_64x8x16_F16F16F16_SS`.
fn usual_name(name: &str) -> Option<String> {
    let name = name.strip_prefix("SM90::").unwrap_or(name);
    let name = name.strip_prefix("GMMA::").unwrap_or(name);
    if let Some(dense) = name.strip_prefix("MMA_64x") {
        return Some(format!("SM90_64x{dense}"));
    }
    name.strip_prefix("SPARSE::GMMA_").map(|sparse| format!("SM90::GMMA::SPARSE::GMMA_{sparse}"))
}

fn apply_value(callee: &Value, place: &Coordinate, trace: &mut Trace<'_>) -> Answer {
    match (callee, place) {
        (Value::Swizzle(swizzle), Nested::Leaf(Slot::Int(offset))) => {
            Ok(Value::int(swizzle.apply_with_trace(*offset, trace)))
        }
        // As Python writes a stride over F2: `F2(9)`.
        (Value::Tuple(Nested::Leaf(Item::Xor(2))), Nested::Leaf(Slot::Int(number))) => {
            Ok(Value::Tuple(Nested::Leaf(Item::Xor(number.value()))))
        }
        (Value::Xor(layout), _) if !place.has_underscore() => {
            // Its reading as a swizzle gives its steps.
            if let Some(reading) = layout.reading() {
                reading.index_with_trace(place, trace)?;
            }
            Ok(Value::Tuple(Nested::Leaf(Item::Xor(layout.index(place)?))))
        }
        (Value::Made(made), _) => {
            let wrong = Problem::Kind { position: 0, expected: ValueKind::Layout };
            Ok(made.apply(place).ok_or(wrong)??)
        }
        (Value::Tensor(tensor), _) if place.has_underscore() => Ok(Value::Tensor(tensor.slice(place)?)),
        (Value::Tensor(tensor), _) => {
            let element = tensor.at(place)?;
            Ok(element.element().map_or(Value::Engine(element), |element| Value::ints(&element)))
        }
        _ => {
            let wrong = Problem::Kind { position: 0, expected: ValueKind::Layout };
            let layout = callee.as_any_layout().ok_or(wrong)?;
            if place.has_underscore() {
                return Ok(layout.slice_and_offset(place)?.0.into());
            }
            Ok(Value::index(&layout.as_applied().index_with_trace(place, trace)?, layout.innermost().stride()))
        }
    }
}
