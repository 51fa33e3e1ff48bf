//! What FlyDSL calls otherwise than CuTe's DSL, and what it alone has: instructions of AMD's GPUs.
//!
//! ROCm FlyDSL (Apache-2.0): `flydsl.expr`, its layout system guide, and which thread has what of its MFMA atoms.

use super::expression::{Given, call_of, invoke, invoke_call, ordered};
use super::names;
use super::reader::code;
use crate::atom::tiled_copy::CopyAtom;
use crate::atom::{CopyOperation, MmaAtom, Operand, Place, element};
use crate::error::Result;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::made::{AtomValue, atom_value};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::value::{Element, Value};
use crate::operations::called;
use crate::tensor::{Engine, Tensor, TypedPointer};

/// Names of modules of FlyDSL where no import says so.
pub(super) const MODULES: [&str; 3] = ["fx", "flyc", "flydsl"];

/// Reports whether a line calls a function of FlyDSL: `fx.make_layout((4, 8), (1, 4))`.
pub(super) fn is_called(line: &str) -> bool {
    line.match_indices("fx.").any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        !before.ends_with(|letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.'))
    })
}

/// The instructions and the atom that copies by them.
const COPY: &str = "py fly copy";
const COPY_ATOM: &str = "py fly make_copy_atom";
const MFMA: &str = "py fly MFMA";
const FRAGMENT: &str = "py fly fragment";
/// What is left of a cut: a mode alone is not a tuple of one.
pub(super) const OPENED: &str = "py fly opened";

/// The name of CuTe's DSL for a function that takes the same.
pub(super) fn renamed(name: &str) -> &str {
    match name {
        "int_tuple_product" => called::SIZE,
        "int_tuple_product_each" => "product_each",
        "group" => "group_modes",
        name => name,
    }
}

/// What a function answers that CuTe's DSL has not, or with other parameters; gives back what it was given of any other.
pub(super) fn call(name: &str, given: Given, span: Span) -> std::result::Result<Expression, Given> {
    if given.has_star || given.has_names {
        return Err(given);
    }
    let bits = ["UniversalCopy", "BufferCopy", "BufferCopyLDS"].iter().find_map(|begin| name.strip_prefix(begin));
    if let Some(bits) = bits {
        let bits = bits.strip_suffix('b').and_then(|bits| bits.parse::<i64>().ok());
        let first = bits.map(|value| Expression { kind: ExpressionKind::Int { value, is_static: true }, span });
        let bits = first.or_else(|| given.arguments.first().cloned());
        return bits.map(|bits| invoke(COPY, vec![bits], span)).ok_or(given);
    }
    let parameters: &[&str] = match name {
        "make_view" => &["iter", "layout"],
        "slice" | "dice" => &["src", "coord"],
        "get_flat_coord" | "get_1d_coord" | "idx2crd" => &["index", "layout"],
        "make_int_tuple" => &["elems"],
        "take" => &["int_tuple", "begin", "end"],
        "int_tuple_add" | "int_tuple_sub" | "int_tuple_mul" | "int_tuple_div" | "int_tuple_mod" => &["lhs", "rhs"],
        "make_composed_layout" => &["inner", "offset", "outer"],
        "Tensor" => &["of"],
        "get_iter" | "get_layout" | "get_shape" | "get_stride" | "get_scalar" | "make_buffer_tensor" => &["of"],
        "add_offset" => &["ptr", "offset"],
        "recast_iter" => &["result_type", "src"],
        "recast_layout" => &["layout", "old_type_bits", "new_type_bits"],
        "make_copy_atom" => &["copy_op_type", "elem_type"],
        "make_mma_atom" => &["mma_op_type"],
        "MFMA" => &["m", "n", "k", "elem_ty_ab", "elem_ty_acc"],
        "get_dyn_shared" => &["dtype"],
        "memref_alloca" => &["memref_type", "layout"],
        _ => return Err(given),
    };
    let mut all = ordered(given, parameters, span).into_iter();
    let nothing = || Expression { kind: ExpressionKind::Underscore, span };
    let mut next = || all.next().unwrap_or_else(nothing);
    let first = next();
    let is_nothing = matches!(first.kind, ExpressionKind::Underscore);
    let member = |of: Expression, name: &str| code(Code::Member(of, name.to_string()), span);
    Ok(match name {
        "get_scalar" | "make_buffer_tensor" | "make_mma_atom" | "Tensor" | "make_int_tuple" => first,
        "slice" => opened(invoke(called::SLICE, vec![next(), first], span)),
        "dice" => opened(invoke("dice", vec![next(), first], span)),
        "get_flat_coord" | "get_1d_coord" => invoke(name, vec![next(), first], span),
        // By the strides of the layout, too.
        "idx2crd" => {
            let layout = next();
            let of = [first, member(layout.clone(), "shape"), member(layout, "stride")];
            invoke(called::IDX2CRD, of.to_vec(), span)
        }
        "take" => invoke("py fly take", vec![first, next(), next()], span),
        name if name.starts_with("int_tuple_") => invoke(&format!("py fly {name}"), vec![first, next()], span),
        "make_composed_layout" => {
            let offset = next();
            let (offset, outer) = match all.next() {
                Some(outer) => (offset, outer),
                None => (Expression { kind: ExpressionKind::Int { value: 0, is_static: true }, span }, offset),
            };
            invoke("make_composed_layout", vec![first, offset, outer], span)
        }
        "get_iter" => member(first, "iterator"),
        "get_layout" => member(first, "layout"),
        "get_shape" => member(first, "shape"),
        "get_stride" => member(first, "stride"),
        "make_view" => {
            let is_coordinate = match &first.kind {
                ExpressionKind::Tuple(_) | ExpressionKind::Int { .. } => true,
                ExpressionKind::Call(call) => matches!(call.name.as_str(), "make_coord" | "make_int_tuple"),
                _ => false,
            };
            let begin = if is_coordinate { invoke("make_inttuple_iter", vec![first], span) } else { first };
            invoke(called::MAKE_TENSOR, vec![begin, next()], span)
        }
        "add_offset" => invoke(names::JOIN, vec![first, next()], span),
        "recast_iter" => invoke("py recast_ptr", vec![next(), nothing(), first], span),
        "recast_layout" => {
            let (old, new) = (next(), next());
            return Err(Given { arguments: vec![new, old, first], ..Given::default() });
        }
        "make_copy_atom" => invoke(COPY_ATOM, vec![first, next()], span),
        "get_dyn_shared" if is_nothing => {
            let byte = Expression { kind: ExpressionKind::Name("uint8_t".to_string()), span };
            invoke("py get_dyn_smem", vec![byte], span)
        }
        "get_dyn_shared" => invoke("py get_dyn_smem", vec![first], span),
        "memref_alloca" => invoke("py make_rmem_tensor", vec![next(), first], span),
        _ => invoke(MFMA, std::iter::once(first).chain(all).collect(), span),
    })
}

/// A value of which modes were left out, if FlyDSL is written here.
pub(super) fn opened(of: Expression) -> Expression {
    let span = of.span;
    invoke(OPENED, vec![of], span)
}

/// A fragment of a tile for a thread: `thr_mma.make_fragment_A(tile, stages=2)`.
pub(super) fn fragment(thread: Expression, name: &str, given: Given, span: Span) -> Option<Expression> {
    let partition = match name {
        "make_fragment_A" => "partition_A",
        "make_fragment_B" => "partition_B",
        "make_fragment_C" => "partition_C",
        _ => return None,
    };
    let mut all = ordered(given, &["of", "stages"], span).into_iter();
    let part = call_of(partition, span, vec![thread.clone(), all.next()?]);
    let part = invoke_call(Call { is_member: true, ..part }, span);
    let which = Expression { kind: ExpressionKind::Text(partition.to_string()), span };
    Some(invoke(FRAGMENT, [thread, part, which].into_iter().chain(all.next()).collect(), span))
}

/// The value of an instruction or of an atom of these; `None` of anything else.
pub(super) fn value(name: &str, values: &[Value]) -> Option<Value> {
    let int = |value: &Value| value.as_int().map(Int::value);
    match (name.strip_prefix("fly ")?, values) {
        ("opened", [of]) => Some(match of {
            Value::Layout(layout) => Value::Layout(without_singles(layout).ok()?),
            Value::Composed(_) | Value::Tensor(_) => {
                let layout = of.as_any_layout()?.map(&mut |layout| without_singles(layout)).ok()?;
                match of {
                    Value::Tensor(Tensor { engine, .. }) => Value::Tensor(Tensor { engine: engine.clone(), layout }),
                    _ => layout.into(),
                }
            }
            of => of.clone(),
        }),
        ("fragment", [thread, part, Value::Text(which), rest @ ..]) => {
            let Some(AtomValue::MmaSlice(slice)) = atom_value(thread) else { return None };
            let atom = &slice.mma.atom;
            let element = match which.as_str() {
                "partition_A" => atom.a.element,
                "partition_B" => atom.b.element,
                _ => atom.c.element,
            };
            fragment_of(part, element.cpp, rest.first().and_then(int))
        }
        ("take", [of, begin, end]) => {
            let of = of.as_ints()?;
            let Nested::Tuple(modes) = of else { return None };
            let modes = modes.get(usize::try_from(int(begin)?).ok()?..usize::try_from(int(end)?).ok()?)?;
            Some(Value::ints(&Nested::Tuple(modes.to_vec())))
        }
        (name, [left, right]) if let Some(name) = name.strip_prefix("int_tuple_") => {
            let apply = |left: i64, right: i64| match name {
                "add" => left.checked_add(right),
                "sub" => left.checked_sub(right),
                "mul" => left.checked_mul(right),
                "div" => left.checked_div(right),
                _ => left.checked_rem(right),
            };
            Some(Value::ints(&by_element(&left.as_ints()?, &right.as_ints()?, &apply)?))
        }
        ("copy", [bits]) => copy(int(bits)?).map(|copy| AtomValue::Operation(copy).into()),
        ("make_copy_atom", [operation, of]) => {
            let Some(AtomValue::Operation(operation)) = atom_value(operation) else { return None };
            let element = match of {
                Value::Element(element) => *element,
                of => of_bits(u32::try_from(int(of)?).ok()?)?,
            };
            let atom = CopyAtom::new(operation.clone(), element.name, element.bits).ok()?;
            Some(AtomValue::Copy(atom).into())
        }
        ("MFMA", [m, n, k, Value::Element(factor), rest @ ..]) => {
            let sum = match rest.first() {
                Some(Value::Element(sum)) => *sum,
                _ => construct::element("float")?,
            };
            mfma([int(m)?, int(n)?, int(k)?], *factor, sum).map(|atom| AtomValue::Mma(atom).into())
        }
        _ => None,
    }
}

/// What two tuples of one profile are together, number by number.
fn by_element(left: &Nested<Int>, right: &Nested<Int>, apply: &dyn Fn(i64, i64) -> Option<i64>) -> Option<Nested<Int>> {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => {
            let number = apply(left.value(), right.value())?;
            let is_static = left.is_static() && right.is_static();
            Some(Nested::Leaf(if is_static { Int::constant(number) } else { Int::dynamic(number) }))
        }
        (Nested::Tuple(left), Nested::Tuple(right)) if left.len() == right.len() => {
            let both = left.iter().zip(right).map(|(left, right)| by_element(left, right, apply));
            both.collect::<Option<Vec<_>>>().map(Nested::Tuple)
        }
        _ => None,
    }
}

/// Registers like a partition, its modes in the order of their strides, whether these are known when it compiles or not; of
/// several stages a mode for these in place of what follows the tile.
fn fragment_of(part: &Value, element: &'static str, stages: Option<i64>) -> Option<Value> {
    let part = part.as_any_layout()?;
    let part = if stages.is_some() { part.innermost().take(0, 3).ok()? } else { part.innermost().clone() };
    let strides = part.int_stride()?.map(&mut |stride| stride.to_static());
    let like = Layout::with_ints(part.shape().clone(), &strides).ok()?.make_fragment_like().ok()?;
    let layout = match stages {
        Some(stages) => {
            let mode = (Nested::Leaf(Int::constant(stages)), Nested::Leaf(like.cosize().ok()?));
            like.append(&Layout::with_ints(mode.0, &mode.1).ok()?).ok()?
        }
        None => like,
    };
    let element = construct::element(element)?;
    let pointer = TypedPointer { type_name: Some(element.name), ..TypedPointer::raw(element.bits) };
    Some(Value::Tensor(Tensor { engine: Engine::Typed(pointer), layout: layout.into() }))
}

/// A layout whose modes are no tuples of one.
fn without_singles(layout: &Layout) -> Result<Layout> {
    fn open<T: Clone>(of: &Nested<T>) -> Nested<T> {
        match of {
            Nested::Tuple(modes) => match modes.as_slice() {
                [only] => open(only),
                modes => Nested::Tuple(modes.iter().map(open).collect()),
            },
            leaf => leaf.clone(),
        }
    }
    Layout::new(open(layout.shape()), open(layout.stride()))
}

/// Elements of which no type is known.
fn of_bits(bits: u32) -> Option<Element> {
    let name = match bits {
        8 => "uint8_t",
        16 => "uint16_t",
        32 => "uint32_t",
        64 => "uint64_t",
        128 => "uint128_t",
        _ => return None,
    };
    construct::element(name)
}

fn tuple(modes: &[&[i64]]) -> Nested<Int> {
    let leaf = |number: &i64| Nested::Leaf(Int::constant(*number));
    Nested::Tuple(
        modes
            .iter()
            .map(|mode| match mode {
                [one] => leaf(one),
                many => Nested::Tuple(many.iter().map(leaf).collect()),
            })
            .collect(),
    )
}

fn layout(shape: &[&[i64]], stride: &[&[i64]]) -> Option<Layout> {
    Layout::with_ints(tuple(shape), &tuple(stride)).ok()
}

/// A copy of so many bits by one thread.
fn copy(bits: i64) -> Option<CopyOperation> {
    if !(1..=1024).contains(&bits) {
        return None;
    }
    let moved = layout(&[&[1], &[bits]], &[&[0], &[1]])?;
    Some(CopyOperation {
        name: format!("UniversalCopy<{bits}>"),
        threads: Layout::with_ints(Nested::Leaf(Int::ONE), &Nested::Leaf(Int::constant(0))).ok()?,
        source: moved.clone(),
        destination: moved.clone(),
        reference: moved,
    })
}

/// The matrix instruction of CDNA: 64 threads, of which each has neighbours along K of the factors and four rows of the
/// sum.
fn mfma(shape: [i64; 3], factor: Element, sum: Element) -> Option<MmaAtom> {
    let [m, n, k] = shape;
    if m != n || ![4, 16, 32].contains(&m) {
        return None;
    }
    let groups = 64 / m;
    let own = k / groups;
    let of_factor = layout(&[&[m, groups], &[own]], &[&[1, m * own], &[m]]).filter(|_| own > 0 && k % groups == 0)?;
    let blocks = m / 4 / groups;
    let of_sum = layout(&[&[n, groups], &[4, blocks]], &[&[m, 4], &[1, 4 * groups]]).filter(|_| blocks > 0)?;
    let operand = |layout: &Layout, of: Element| {
        let element = element::of_cpp(of.name)?;
        Some(Operand { layout: layout.clone(), printed: None, element, place: Place::Registers })
    };
    Some(MmaAtom {
        name: format!("MFMA<{m}x{n}x{k}>"),
        shape: tuple(&[&[m], &[n], &[k]]),
        threads: Layout::with_ints(Nested::Leaf(Int::constant(64)), &Nested::Leaf(Int::ONE)).ok()?,
        a: operand(&of_factor, factor)?,
        b: operand(&of_factor, factor)?,
        c: operand(&of_sum, sum)?,
        d: element::of_cpp(sum.name)?,
    })
}
