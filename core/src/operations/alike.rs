//! Treatment of arguments that several operations share.

use crate::algebra::affine::AffineLayout;
use crate::algebra::enter;
use crate::int::Truth;
use crate::notebook::value::{Item, MadeValue};
use crate::operations::prelude::*;
use crate::steps::Step;
use crate::tensor::Engine;

pub(super) fn truth(truth: Truth) -> Answer {
    Ok(Value::Truth(truth))
}

pub(super) fn ints(tuple: crate::error::Result<IntTuple>) -> Answer {
    Ok(Value::ints(&tuple?))
}

pub(super) fn int(int: crate::error::Result<Int>) -> Answer {
    Ok(Value::int(int?))
}

pub(super) fn layout(layout: crate::error::Result<Layout>) -> Answer {
    Ok(Value::Layout(layout?))
}

/// A change that tuples and layouts both have.
pub(super) fn reshape(
    arguments: &Arguments,
    of_layout: impl FnOnce(&Layout) -> Result<Layout, Problem>,
    of_tuple: impl FnOnce(Nested<Item>) -> Result<Nested<Item>, Problem>,
) -> Answer {
    match arguments.value(0)? {
        Value::Layout(value) => Ok(Value::Layout(of_layout(value)?)),
        Value::Composed(_) | Value::Tensor(_) => mapped(arguments, of_layout),
        value if let Some(affine) = affine(value) => {
            let inner = of_layout(affine.inner())?;
            Ok(Value::Made(MadeValue::new(affine.map(&mut |_| Ok(inner.clone()))?)))
        }
        _ => Ok(Value::Tuple(of_tuple(arguments.tree(0)?)?)),
    }
}

/// The first argument with its innermost layout changed, whatever stands around it.
fn mapped(arguments: &Arguments, change: impl FnOnce(&Layout) -> Result<Layout, Problem>) -> Answer {
    let any = arguments.any(0)?;
    let inner = change(any.innermost())?;
    let changed = any.map(&mut |_| Ok(inner.clone()))?;
    Ok(match arguments.value(0)? {
        Value::Tensor(tensor) => Value::Tensor(Tensor { engine: tensor.engine.clone(), layout: changed }),
        _ => changed.into(),
    })
}

pub(super) fn shape_at(arguments: &Arguments) -> Result<IntTuple, Problem> {
    let path = arguments.modes()?;
    Ok(arguments.shape(0)?.at(&path)?.clone())
}

/// A layout after a layout.
fn affine(value: &Value) -> Option<&AffineLayout> {
    match value {
        Value::Made(made) => made.as_kind(),
        _ => None,
    }
}

/// The layout that coordinates enter first, of an argument.
pub(super) fn innermost(arguments: &Arguments, position: usize) -> Result<Layout, Problem> {
    match affine(arguments.value(position)?) {
        Some(affine) => Ok(affine.inner().clone()),
        None => Ok(arguments.any(position)?.innermost().clone()),
    }
}

/// A change of a layout, or of a composed layout's or tensor's innermost one.
pub(super) fn changed(
    arguments: &Arguments,
    change: &mut dyn FnMut(&Layout) -> crate::error::Result<Layout>,
) -> Answer {
    changed_at(arguments, 0, change)
}

/// The same of another argument.
pub(super) fn changed_at(
    arguments: &Arguments,
    position: usize,
    change: &mut dyn FnMut(&Layout) -> crate::error::Result<Layout>,
) -> Answer {
    if let Some(affine) = affine(arguments.value(position)?) {
        return Ok(Value::Made(MadeValue::new(affine.map(change)?)));
    }
    let layout = arguments.any(position)?.map(change)?;
    Ok(rewrapped_at(arguments, position, layout))
}

/// A layout in place of the first argument's: of a tensor a tensor.
pub(super) fn rewrapped(arguments: &Arguments, layout: AnyLayout) -> Value {
    rewrapped_at(arguments, 0, layout)
}

fn rewrapped_at(arguments: &Arguments, position: usize, layout: AnyLayout) -> Value {
    match arguments.values.get(position) {
        Some(Value::Tensor(tensor)) => Value::Tensor(Tensor { engine: tensor.engine.clone(), layout }),
        _ => layout.into(),
    }
}

pub(super) fn profile(arguments: &Arguments) -> Result<Option<IntTuple>, Problem> {
    if arguments.values.len() > 1 { arguments.shape(1).map(Some) } else { Ok(None) }
}

/// Further arguments as a tiler: one as it is, several mode by mode.
pub(super) fn tiler_from(arguments: &Arguments, first: usize) -> Result<Tiler, Problem> {
    match arguments.values.len().saturating_sub(first) {
        0 => Err(Problem::Arity),
        1 => arguments.tiler(first),
        _ => {
            let tilers = (first..arguments.values.len()).map(|position| arguments.tiler(position));
            Ok(Nested::Tuple(tilers.collect::<Result<_, _>>()?))
        }
    }
}

/// Facets that the divides and the products by a tiler have in common; what each of them has for itself is left to say.
pub(super) const BY_TILER: Row = Row {
    parameters: &["layout", "tiler"],
    arity: 2..=MANY,
    compared: Some(Compared::Always),
    remarks: &[Remarked::TilerOfOne],
    ..USUAL
};

pub(super) fn by_tiler(
    arguments: &Arguments,
    trace: &mut Trace<'_>,
    operation: fn(&Layout, &Tiler, &mut Trace<'_>) -> crate::error::Result<Layout>,
) -> Answer {
    let tiler = tiler_from(arguments, 1)?;
    changed(arguments, &mut |layout| operation(layout, &tiler, trace))
}

/// Template arguments, or where there are none the arguments after the first, as numbers.
pub(super) fn numbers_of<const N: usize>(arguments: &Arguments, first: usize) -> Result<[i64; N], Problem> {
    let values = if arguments.template.is_empty() {
        arguments.values.get(first..).unwrap_or_default()
    } else {
        arguments.template.as_slice()
    };
    let mut numbers = [0; N];
    if values.len() != N {
        return Err(Problem::Template);
    }
    for (number, value) in numbers.iter_mut().zip(values) {
        // A type stands for the bits of its elements: `recast_layout<half_t, float>`.
        *number = match value {
            Value::Element(element) => i64::from(element.bits),
            value => value.as_int().ok_or(Problem::Template)?.value(),
        };
    }
    Ok(numbers)
}

/// A tensor; a layout is one over memory whose contents nobody knows, or over coordinates where its indices are such.
pub(super) fn tensor(arguments: &Arguments) -> Result<Tensor, Problem> {
    tensor_at(arguments, 0)
}

/// The same of another argument.
pub(super) fn tensor_at(arguments: &Arguments, position: usize) -> Result<Tensor, Problem> {
    if let Value::Tensor(tensor) = arguments.value(position)? {
        return Ok(tensor.clone());
    }
    let layout = arguments.any(position)?;
    let coshape = layout.plain().filter(|layout| layout.int_stride().is_none()).map(Layout::coshape);
    let engine = match coshape.transpose()? {
        Some(coshape) => Engine::Coordinates(coshape.map(&mut |_| Int::ZERO)),
        None => Engine::Pointer(Int::dynamic(0)),
    };
    Ok(Tensor { engine, layout })
}

/// Returns the answer of an operation on tensors, telling what goes in, what it is by definition, its steps, and what
/// comes out.
pub(super) fn telling(
    trace: &mut Trace<'_>,
    operation: &'static str,
    operands: &[&dyn std::fmt::Display],
    definition: &'static str,
    run: impl FnOnce(&mut Trace<'_>) -> crate::error::Result<Tensor>,
) -> crate::error::Result<Tensor> {
    enter(trace, operation, operands);
    trace.tell(|| Step::Define { definition });
    let result = run(trace)?;
    trace.tell(|| Step::Result { operation, result: result.to_string() });
    Ok(result)
}
