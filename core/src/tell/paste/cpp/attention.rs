//! Functions of FlashAttention's headers, which its kernels call and seldom hold: how the accumulators of a product are seen as
//! rows and columns, or as an operand of the next one.
//!
//! FlashAttention (Dao-AILab, BSD-3-Clause), `utils.h`: the facts are its, the words are not.

use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::evaluate::{Evaluated, Scope};
use crate::notebook::made::{AtomValue, atom_value};
use crate::notebook::syntax::{Call, Span};
use crate::notebook::value::Value;
use crate::notebook::written::Reason;
use crate::paste::call::unknown;
use crate::tensor::{Engine, Tensor};

const ROWS_AND_COLUMNS: &str = "convert_layout_acc_rowcol";
const OPERAND: &str = "convert_layout_acc_Aregs";
const DROPOUT: &str = "convert_layout_acc_dropout";
const CONVERT: &str = "convert_type";

/// Reports whether a function is one of these.
pub(super) fn is_known(name: &str) -> bool {
    matches!(name, ROWS_AND_COLUMNS | OPERAND | DROPOUT | CONVERT)
}

/// Reports whether a function takes the layout of accumulators.
pub(in crate::paste) fn is_of_accumulators(name: &str) -> bool {
    is_known(name) && name != CONVERT
}

/// The value of a call of one of them; `None` where it has none.
pub(super) fn value(scope: &Scope<'_>, call: &Call, span: Span) -> Evaluated<Option<Value>> {
    if !is_known(&call.name) {
        return Ok(None);
    }
    let [argument] = call.arguments.as_slice() else { return Ok(None) };
    let template = call.template.first().map(|item| scope.value(item)).transpose()?;
    let layout = match (scope.value(argument)?, call.name.as_str()) {
        // The same in registers, as elements of another type.
        (Value::Tensor(tensor), CONVERT) => {
            let Some(Value::Element(element)) = template else { return Ok(None) };
            let engine = Engine::Typed(element.into());
            return Ok(Some(Value::Tensor(Tensor { engine, layout: tensor.layout })));
        }
        (Value::Layout(layout), _) => layout,
        _ => return Ok(None),
    };
    let found = match call.name.as_str() {
        ROWS_AND_COLUMNS => {
            let is_transposed = matches!(template, Some(Value::Truth(truth)) if truth.value);
            rows_and_columns(&layout, is_transposed)
        }
        // As if the instruction had a K of 16.
        DROPOUT => operand(&layout, 16, 16),
        OPERAND => match template.as_ref().and_then(instruction) {
            Some((steps, bits)) => operand(&layout, steps, bits),
            None => return unknown(Reason::OtherValue, Some(&call.name), span),
        },
        _ => None,
    };
    Ok(found.map(Value::Layout))
}

/// The K of an instruction, and how many bits an element of its first factor has.
fn instruction(of: &Value) -> Option<(i64, u32)> {
    let atom = match atom_value(of)? {
        AtomValue::TiledMma(mma) => &mma.atom,
        AtomValue::Mma(atom) => atom,
        _ => return None,
    };
    Some((atom.shape.leaves().get(2)?.value(), atom.a.element.bits))
}

/// `2:1`.
fn two() -> Option<Layout> {
    Layout::with_ints(Nested::Leaf(Int::constant(2)), &Nested::Leaf(Int::constant(1))).ok()
}

/// The values of a thread within an instruction: pairs in a row, and the rows; of Hopper's the pairs of further columns.
fn within(layout: &Layout) -> Option<Vec<Layout>> {
    let first = layout.at(&[0]).ok()?;
    let first = if first.rank() == 3 { first } else { first.logical_divide_layout(&two()?).ok()? };
    (0..first.rank()).map(|place| first.at(&[place]).ok()).collect()
}

/// `((2,2),M,N)` or `((2,2,V),M,N)` as rows and columns, `((2,M),(2,N))` or `((2,M),(2,V,N))`.
fn rows_and_columns(layout: &Layout, is_transposed: bool) -> Option<Layout> {
    let (values, [many, wide]) = (within(layout)?, [1, 2].map(|place| layout.at(&[place]).ok()));
    let [pair, row, further @ ..] = values.as_slice() else { return None };
    let rows = Layout::concatenate(&[row.clone(), many?]).ok()?;
    let columns = std::iter::once(pair.clone()).chain(further.iter().cloned()).chain([wide?]);
    let columns = Layout::concatenate(&columns.collect::<Vec<_>>()).ok()?;
    let both = if is_transposed { [columns, rows] } else { [rows, columns] };
    Layout::concatenate(&both).ok()
}

/// Accumulators `((2,2),M,N)` or `((2,2,V),M,N)` as the first factor of a product whose instruction has so many steps of K and
/// elements of so many bits: `((4,2),M,N/2)`, `((2,2,2),M,V/2*N)`.
fn operand(layout: &Layout, steps: i64, bits: u32) -> Option<Layout> {
    let [first, many, wide] = [0, 1, 2].map(|place| layout.at(&[place]).ok());
    let (first, many, wide) = (first?, many?, wide?);
    let halves = |of: &Layout| {
        let halves = of.logical_divide_layout(&two()?).ok()?;
        Some([halves.at(&[0]).ok()?, halves.at(&[1]).ok()?])
    };
    let [values, rest] = match (first.rank(), bits, steps) {
        (3, 16, _) => {
            let [inner, outer] = halves(&first.at(&[2]).ok()?)?;
            let values = Layout::concatenate(&[first.at(&[0]).ok()?, first.at(&[1]).ok()?, inner]).ok()?;
            [values, Layout::concatenate(&[outer, wide]).and_then(|rest| rest.coalesce()).ok()?]
        }
        (3, ..) => return None,
        (_, _, 8) => return Some(layout.clone()),
        _ => {
            let [inner, outer] = halves(&wide)?;
            [Layout::concatenate(&[first, inner]).ok()?, outer]
        }
    };
    Layout::concatenate(&[values, many, rest]).ok()
}
