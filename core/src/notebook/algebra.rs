//! What computes the notebook's functions: on a page it is a part that may arrive after the rest.

use std::cell::Cell;

use super::diagnostic::DiagnosticKind;
use super::evaluate::{self, Evaluated, Scope};
use super::functions::{Answer, Arguments, Function, Problem};
use super::refused::Refused;
use super::syntax::{Expression, Span};
use super::value::{Item, Value, ValueKind};
use crate::atom::family::{self, Completion};
use crate::coordinate::{Coordinate, Slot};
use crate::error::Error;
use crate::layout::Shape;
use crate::names::Names;
use crate::nested::Nested;
use crate::operations::{self, APPLIED, ATOMS_APPLIED, composition::compose_values};
use crate::steps::Teller;
use crate::xor::XorLayout;

/// What the operations of the algebra compute with: a page may load it after the rest.
pub struct Algebra {
    operations: &'static [Apply],
    compose: fn(&[Value], &mut Teller<'_>) -> Option<Answer>,
    apply: fn(&Value, &Coordinate, &mut Teller<'_>) -> Answer,
    names: fn(&Scope<'_>, &Expression) -> Option<Names>,
    value: fn(&Scope<'_>, &Expression) -> Evaluated<Value>,
    predefined: fn(&Scope<'_>, &str, Span) -> Evaluated<Value>,
    xor: fn(Shape, Nested<i64>) -> Result<XorLayout, Error>,
}

/// What computes one function.
#[derive(Clone, Copy)]
pub(crate) enum Apply {
    /// Without a word.
    Silent(fn(&Arguments) -> Answer),
    /// Telling its steps.
    Told(fn(&Arguments, &mut Teller<'_>) -> Answer),
}

/// The algebra. On a page only the part that is loaded later may name it.
pub static ALGEBRA: Algebra = Algebra {
    operations: &APPLIED,
    compose: compose_values,
    apply: apply_value,
    names: evaluate::names,
    value: |scope, expression| scope.computed(expression),
    predefined: |scope, name, span| scope.predefined(name, span),
    xor: XorLayout::new,
};

/// What the operations on atoms compute with: a page may load it after the algebra.
pub struct Atoms {
    operations: &'static [Apply],
    named: fn(&str, &[Value]) -> Option<Named>,
    complete: fn(&str, usize) -> Vec<Completion>,
}

/// The value of the name of an atom, or why it is none.
pub(crate) type Named = Result<Value, Refused>;

/// The atoms. On a page only the part that is loaded later may name it.
pub static ATOMS: Atoms = Atoms { operations: &ATOMS_APPLIED, named: super::made::named, complete: family::complete };

#[cfg(not(all(feature = "deferred", target_family = "wasm")))]
mod arrival {
    /// The atoms are always there.
    pub(super) fn atoms() -> Option<&'static super::Atoms> {
        Some(&super::ATOMS)
    }

    /// Does nothing: the atoms are always there.
    pub fn install_atoms(_: &'static super::Atoms) {}

    /// The algebra is always there.
    pub(super) fn algebra() -> Option<&'static super::Algebra> {
        Some(&super::ALGEBRA)
    }

    /// Does nothing: the algebra is always there.
    pub fn install(_: &'static super::Algebra) {}

    /// Whether it has arrived: it was there from the beginning.
    pub fn is_there() -> bool {
        true
    }
}

#[cfg(all(feature = "deferred", target_family = "wasm"))]
mod arrival {
    use std::sync::OnceLock;

    static ARRIVED: OnceLock<&'static super::Algebra> = OnceLock::new();
    static ATOMS: OnceLock<&'static super::Atoms> = OnceLock::new();

    /// The atoms, once they have arrived.
    pub(super) fn atoms() -> Option<&'static super::Atoms> {
        ATOMS.get().copied()
    }

    /// Takes the atoms in. What was evaluated before without them has to be evaluated again.
    pub fn install_atoms(atoms: &'static super::Atoms) {
        let _ = ATOMS.set(atoms);
    }

    /// The algebra, once it has arrived.
    pub(super) fn algebra() -> Option<&'static super::Algebra> {
        ARRIVED.get().copied()
    }

    /// Takes the algebra in. What was evaluated before without it has to be evaluated again.
    pub fn install(algebra: &'static super::Algebra) {
        let _ = ARRIVED.set(algebra);
    }

    /// Whether it has arrived.
    pub fn is_there() -> bool {
        ARRIVED.get().is_some()
    }
}

pub use arrival::{install, install_atoms, is_there};

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// How many operations this thread has computed since it began. What an edit costs is counted with it.
pub fn calls() -> u64 {
    CALLS.get()
}

/// What a name that nothing defines means among atoms; `None` where it is no name of theirs.
pub(crate) fn atom(name: &str, template: &[Value]) -> Result<Option<Named>, Problem> {
    // All of CuTe's begin with a capital letter, those of others like none of CuTe's functions.
    let is_foreign = ["v_", "gfx1", "simdgroup_", "subgroup_", "wmma::"].iter().any(|begun| name.starts_with(begun));
    if !is_foreign && !name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return Ok(None);
    }
    let usual = usual_name(name);
    Ok((arrival::atoms().ok_or(Problem::Loading)?.named)(usual.as_deref().unwrap_or(name), template))
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

/// The names of atoms that begin like this, at most `limit`; none where the atoms have not arrived.
pub fn atom_names(beginning: &str, limit: usize) -> Vec<Completion> {
    arrival::atoms().map(|atoms| (atoms.complete)(beginning, limit)).unwrap_or_default()
}

/// The answer of a function.
pub(super) fn call(function: &Function, arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let algebra = arrival::algebra().ok_or(Problem::Loading)?;
    CALLS.set(CALLS.get() + 1);
    let atoms = arrival::atoms().map_or(&[][..], |atoms| atoms.operations);
    match operations::applied(algebra.operations, atoms, function) {
        Some(Apply::Silent(apply)) => apply(arguments),
        Some(Apply::Told(apply)) => apply(arguments, listener),
        // It is one on atoms, which have not arrived.
        None => Err(Problem::Loading),
    }
}

/// `A o B o C`; `None` where the values are none that compose.
pub(super) fn compose(values: &[Value], listener: &mut Teller<'_>) -> Option<Answer> {
    match arrival::algebra() {
        Some(algebra) => {
            CALLS.set(CALLS.get() + 1);
            (algebra.compose)(values, listener)
        }
        None => Some(Err(Problem::Loading)),
    }
}

/// A layout with a swizzle, a tensor or a swizzle applied to a coordinate.
pub(super) fn apply(callee: &Value, place: &Coordinate, listener: &mut Teller<'_>) -> Answer {
    (arrival::algebra().ok_or(Problem::Loading)?.apply)(callee, place, listener)
}

/// What the modes of an expression's value are called; the algebra may not have arrived.
pub(super) fn names(scope: &Scope<'_>, expression: &Expression) -> Result<Option<Names>, Problem> {
    Ok((arrival::algebra().ok_or(Problem::Loading)?.names)(scope, expression))
}

/// The value of a call, a composition or an operator; the algebra may not have arrived.
pub(super) fn value(scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value> {
    let algebra = arrival::algebra().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, expression.span))?;
    (algebra.value)(scope, expression)
}

/// The value of a name that nothing defines; the algebra may not have arrived.
pub(super) fn predefined(scope: &Scope<'_>, name: &str, span: Span) -> Evaluated<Value> {
    let algebra = arrival::algebra().ok_or_else(|| evaluate::problem(DiagnosticKind::Loading, span))?;
    (algebra.predefined)(scope, name, span)
}

/// A layout with strides over F2.
pub(super) fn xor(shape: Shape, strides: Nested<i64>) -> Result<XorLayout, Problem> {
    Ok((arrival::algebra().ok_or(Problem::Loading)?.xor)(shape, strides)?)
}

fn apply_value(callee: &Value, place: &Coordinate, listener: &mut Teller<'_>) -> Answer {
    match (callee, place) {
        (Value::Swizzle(swizzle), Nested::Leaf(Slot::Int(offset))) => {
            Ok(Value::int(swizzle.apply_told(*offset, listener)))
        }
        // As Python writes a stride over F2: `F2(9)`.
        (Value::Tuple(Nested::Leaf(Item::Xor(2))), Nested::Leaf(Slot::Int(number))) => {
            Ok(Value::Tuple(Nested::Leaf(Item::Xor(number.value()))))
        }
        (Value::Xor(layout), _) if !place.has_underscore() => {
            // What it says as a swizzle are its steps.
            if let Some(reading) = layout.reading() {
                reading.index_told(place, listener)?;
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
            Ok(Value::index(&layout.index_told(place, listener)?, layout.innermost().stride()))
        }
    }
}
