//! Instructions that a program describes itself, as CuTe's headers describe those of NVIDIA:
//! `template <> struct MMA_Traits<Operation> { … };`.

use super::call::{self, unknown};
use super::user::User;
use crate::atom::element::{self, ElementType};
use crate::atom::{CopyOperation, MmaAtom, Operand, Place};
use crate::layout::Layout;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::made::AtomValue;
use crate::notebook::syntax::Span;
use crate::notebook::value::Value;
use crate::notebook::written::Reason;

/// Templates of CuTe that a program gives a form for an operation of its own.
const TRAITS: [&str; 2] = ["MMA_Traits", "Copy_Traits"];

/// The name of the class that describes an operation: `MMA_Traits<Operation>`.
pub(super) fn class_of(traits: &str, operation: &str) -> Option<String> {
    TRAITS.contains(&traits).then(|| format!("{traits}<{operation}>"))
}

/// The names of the classes that may describe an operation.
pub(super) fn classes(operation: &str) -> [String; 2] {
    TRAITS.map(|traits| format!("{traits}<{operation}>"))
}

/// The operation that a class describes, by its name.
fn operation_of(class: &str) -> Option<(&str, &str)> {
    class.strip_suffix('>')?.split_once('<')
}

/// Reports whether a class is one that describes an operation.
pub(super) fn describes(class: &str) -> bool {
    operation_of(class).is_some_and(|(traits, _)| TRAITS.contains(&traits))
}

/// The instruction that a class describes, by the members that CuTe asks of it.
pub(super) fn atom(scope: &Scope<'_>, number: usize, class: &str, span: Span) -> Evaluated<Value> {
    let Some((traits, operation)) = operation_of(class) else { return unknown(Reason::NotRead, None, span) };
    let object = User::object(number, class, Vec::new());
    let member = |names: &[&str]| names.iter().find_map(|name| call::member(scope, &object, name, span).ok());
    let layout = |name: &str| match member(&[name])? {
        Value::Layout(layout) => Some(layout),
        _ => None,
    };
    let found = if traits == "MMA_Traits" {
        mma(operation, &member, &layout).map(AtomValue::Mma)
    } else {
        copy(operation, &layout).map(AtomValue::Operation)
    };
    found.map_or_else(|| unknown(Reason::DependsOn, Some(operation), span), |found| Ok(found.into()))
}

fn mma(
    operation: &str,
    member: &dyn Fn(&[&str]) -> Option<Value>,
    layout: &dyn Fn(&str) -> Option<Layout>,
) -> Option<MmaAtom> {
    // As CUTLASS 3.5 and later name them, and as those before did.
    let element = |names: [&str; 2]| -> Option<ElementType> {
        match member(&names)? {
            Value::Element(found) => element::of_cpp(found.name),
            _ => None,
        }
    };
    let operand = |name: &str, elements: [&str; 2]| {
        let (layout, element) = (layout(name)?, element(elements)?);
        Some(Operand { layout, printed: None, element, place: Place::Registers })
    };
    Some(MmaAtom {
        name: operation.to_string(),
        shape: member(&["Shape_MNK"])?.as_ints()?,
        threads: layout("ThrID")?,
        a: operand("ALayout", ["ValTypeA", "ElementAVal"])?,
        b: operand("BLayout", ["ValTypeB", "ElementBVal"])?,
        c: operand("CLayout", ["ValTypeC", "ElementCVal"])?,
        d: element(["ValTypeD", "ElementDVal"])?,
    })
}

fn copy(operation: &str, layout: &dyn Fn(&str) -> Option<Layout>) -> Option<CopyOperation> {
    let reference = layout("RefLayout").or_else(|| layout("SrcLayout"))?;
    Some(CopyOperation {
        name: operation.to_string(),
        threads: layout("ThrID")?,
        source: layout("SrcLayout")?,
        destination: layout("DstLayout")?,
        reference,
    })
}
