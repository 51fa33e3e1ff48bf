//! Alternatives to the operation of a statement on the same operands, and the other ways to write its tiler. Each is an
//! edit of the notebook's own text.

use crate::algebra::TilerLeaf;
use crate::basis::StrideLeaf;
use crate::emit::{Form, emit};
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::alternatives::Family;
use crate::notebook::caret::written;
use crate::notebook::functions::Function;
use crate::notebook::syntax::{Call, ExpressionKind, Span, Spelling};
use crate::notebook::token::is_name;
use crate::notebook::value::{Item, Value, without_underscores};
use crate::notebook::{Evaluation, Performed, Repair, RepairKind};
use crate::operations;
use crate::operations::CATALOGUE;
use crate::steps::Trace;

/// An operation of the same family.
#[derive(Debug, Clone)]
pub struct Alternative {
    /// CuTe's name.
    pub name: &'static str,
    /// The word by which it differs from the others.
    pub word: &'static str,
    /// True if it is the operation that is written.
    pub is_own: bool,
    /// Edit that writes it instead; `None` where it does not take these operands, and of the operation that is written.
    pub edit: Option<Repair>,
}

/// Way to write a tiler.
#[derive(Debug, Clone)]
pub struct TilerForm {
    /// Text that is written.
    pub text: String,
    /// True if it is a Layout, and not read mode by mode.
    pub is_layout: bool,
    /// True if it is the form that is written now.
    pub is_own: bool,
    /// Edit that writes it instead of the present form; `None` of the present form.
    pub edit: Option<Repair>,
}

/// The operations of the family of a statement's outermost operation, that one among them: none where it has no alternatives.
///
/// Law: a statement with the edit of an alternative has the alternative's value on the same operands.
///
/// ```
/// use colex::{alternatives::alternatives, evaluate, notebook::Settings};
///
/// let evaluation = evaluate("zipped_divide((_8,_8):(_1,_8), (_4,_2))", Settings::default());
/// for alternative in alternatives(&evaluation, 0) {
///     let Some(edit) = alternative.edit else { continue };
///     let mut text = evaluation.text().to_owned();
///     text.replace_range(edit.span.start..edit.span.end, &edit.text);
///     assert_eq!(text, format!("{}((_8,_8):(_1,_8), (_4,_2))", alternative.name));
///     assert!(evaluate(&text, Settings::default()).value(0).is_some());
/// }
/// ```
pub fn alternatives(evaluation: &Evaluation, statement: usize) -> Vec<Alternative> {
    let Some((performed, family)) = related(evaluation, statement) else { return Vec::new() };
    let Some(call) = call_of(evaluation, statement) else { return Vec::new() };
    let all = operations::alternatives(family).map(|(function, word)| {
        let is_own = std::ptr::eq(function, performed.function);
        let takes = || takes(function, &performed);
        let edit = if is_own || !takes() { None } else { renamed(evaluation, &performed, call, function) };
        Alternative { name: function.name, word, is_own, edit }
    });
    all.collect()
}

/// The ways to write the tiler of a statement's outermost operation, that which is written among them: none where there
/// are not several.
///
/// Law: a statement with the edit of a form has a value.
///
/// ```
/// use colex::{alternatives::tiler_forms, evaluate, notebook::Settings};
///
/// let evaluation = evaluate("zipped_divide((_8,_8):(_1,_8), (_4,_2))", Settings::default());
/// for edit in tiler_forms(&evaluation, 0).into_iter().filter_map(|form| form.edit) {
///     let mut text = evaluation.text().to_owned();
///     text.replace_range(edit.span.start..edit.span.end, &edit.text);
///     assert!(evaluate(&text, Settings::default()).value(0).is_some());
/// }
/// ```
pub fn tiler_forms(evaluation: &Evaluation, statement: usize) -> Vec<TilerForm> {
    forms(evaluation, statement).filter(|found| found.len() > 1).unwrap_or_default()
}

/// Returns how much the tiler of a statement's outermost operation takes of each mode, where that is one element beside
/// the other: the tile that can be made larger and smaller. None where the operation cuts no layout by mode.
pub fn tile(evaluation: &Evaluation, statement: usize) -> Option<Vec<i64>> {
    let (.., modes) = cut(evaluation, statement)?;
    Some(modes.iter().map(|mode| mode.extent.value()).collect())
}

/// Returns the edit that writes a tile of another size, as the tiler is written and where that is: in the call, or
/// where the name that stands there is given. None where the operation does not take it.
///
/// Law: a statement with the edit has the value of the operation with that tile.
///
/// ```
/// use colex::{alternatives::with_tile, evaluate, notebook::Settings};
///
/// let mut text = "zipped_divide((_8,_8):(_1,_8), (_4,_2))".to_owned();
/// let repair = with_tile(&evaluate(&text, Settings::default()), 0, &[2, 4]).ok_or("a tile")?;
/// text.replace_range(repair.span.start..repair.span.end, &repair.text);
/// assert_eq!(text, "zipped_divide((_8,_8):(_1,_8), (_2,_4))");
/// let direct = evaluate("zipped_divide((_8,_8):(_1,_8), (_2,_4))", Settings::default());
/// assert_eq!(evaluate(&text, Settings::default()).value(0), direct.value(0));
/// # Ok::<(), &str>(())
/// ```
pub fn with_tile(evaluation: &Evaluation, statement: usize, extents: &[i64]) -> Option<Repair> {
    let (performed, layout, mut modes) = cut(evaluation, statement)?;
    if extents.len() != modes.len() || extents.iter().any(|extent| *extent < 1) {
        return None;
    }
    let before =
        format!("({})", modes.iter().map(|mode| mode.extent.value().to_string()).collect::<Vec<_>>().join(","));
    for (mode, extent) in modes.iter_mut().zip(extents) {
        mode.extent = if mode.extent.is_static() { Int::constant(*extent) } else { Int::dynamic(*extent) };
    }
    let tiler = performed.arguments.values.get(1)?;
    let value = match tiler {
        Value::Layout(_) => Value::Layout(same_tile(&modes, &layout)?),
        _ => tuple_of(&modes)?,
    };
    let mut arguments = performed.arguments.values.clone();
    arguments.get_mut(1)?.clone_from(&value);
    performed.with(arguments).ok()?;
    let span = evaluation.written_at(statement, performed.places.get(1)?.of(evaluation.text()).trim())?;
    let spelling = evaluation.statements().get(statement)?.spelling;
    let text = match in_place(evaluation.text(), span, &before, extents) {
        Some(text) => text,
        None => spelled(&value, spelling, performed.plain_is_static)?,
    };
    Some(Repair { kind: RepairKind::Replace, span, text })
}

/// Returns the written text with other extents, where it writes those before and nothing else.
fn in_place(text: &str, span: Span, before: &str, extents: &[i64]) -> Option<String> {
    let found = written(text, span, before, &CATALOGUE);
    if found.len() != extents.len() {
        return None;
    }
    let (mut all, mut at) = (String::new(), span.start);
    for ((_, number), extent) in found.iter().zip(extents) {
        all.push_str(text.get(at..number.span.start)?);
        all.push_str(&number.written(*extent));
        at = number.span.end;
    }
    Some(all + text.get(at..span.end)?)
}

/// The operation that cuts a layout by mode, that layout, and what it takes of each mode.
fn cut(evaluation: &Evaluation, statement: usize) -> Option<(std::sync::Arc<Performed>, Layout, Vec<Taken>)> {
    let (performed, family) = related(evaluation, statement)?;
    if !matches!(family, Family::Divide | Family::Partition) {
        return None;
    }
    let layout = performed.arguments.values.first()?.as_any_layout()?.innermost().clone();
    let tiler = performed.arguments.values.get(1)?;
    let modes = by_mode(tiler, &layout, Family::Divide)?;
    // A Layout may run over the end of a mode into the next.
    let is_by_mode = || match tiler {
        Value::Layout(_) => same_tile(&modes, &layout).is_some_and(|tile| same(&Value::Layout(tile), tiler)),
        _ => true,
    };
    let is_tile = modes.iter().all(|mode| mode.stride.is_constant(1)) && is_by_mode();
    is_tile.then_some((performed, layout, modes))
}

fn related(evaluation: &Evaluation, statement: usize) -> Option<(std::sync::Arc<Performed>, Family)> {
    let performed = evaluation.performed(statement, None)?;
    let family = operations::family(performed.function)?;
    Some((performed, family))
}

/// The call that is the outermost operation of a statement.
fn call_of(evaluation: &Evaluation, statement: usize) -> Option<&Call> {
    match &evaluation.inner(&evaluation.statements().get(statement)?.expression).kind {
        ExpressionKind::Call(call) => Some(call),
        _ => None,
    }
}

fn takes(function: &Function, performed: &Performed) -> bool {
    let count = performed.arguments.values.len();
    (function.least..=function.most).contains(&count)
        && function.call(&performed.arguments, &mut Trace::silent()).is_ok()
}

/// Another function's name in place of this one's. What C++ calls as a member it calls by its full name.
fn renamed(evaluation: &Evaluation, performed: &Performed, call: &Call, function: &Function) -> Option<Repair> {
    let text = evaluation.text();
    let replaced = |span: Span, text: String| Some(Repair { kind: RepairKind::Replace, span, text });
    if !call.is_member {
        let written = call.name_span.of(text);
        return if is_name(written) { replaced(call.name_span, function.name.to_string()) } else { None };
    }
    if !call.template.is_empty() || !call.named.is_empty() {
        return None;
    }
    let operands = performed.places.iter().map(|place| place.of(text).trim()).collect::<Vec<_>>().join(", ");
    replaced(performed.span, format!("{}({operands})", function.name))
}

/// A mode of a tiler: what is taken of the mode, and how far apart.
struct Taken {
    extent: Int,
    stride: Int,
}

fn forms(evaluation: &Evaluation, statement: usize) -> Option<Vec<TilerForm>> {
    let (performed, family) = related(evaluation, statement)?;
    let ([first, tiler], [_, place]) = (performed.arguments.values.as_slice(), performed.places.as_slice()) else {
        return None;
    };
    if !matches!(family, Family::Divide | Family::Product) {
        return None;
    }
    let layout = first.as_any_layout()?.innermost().clone();
    let modes = by_mode(tiler, &layout, family)?;
    let mut values = vec![tuple_of(&modes)?];
    if family == Family::Divide {
        values.extend(same_tile(&modes, &layout).map(Value::Layout));
    }
    if modes.iter().all(|mode| mode.stride.is_constant(1)) {
        let shape = Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.extent)).collect());
        values.push(Value::Layout(Layout::compact(shape, Major::Left).ok()?));
    }
    let spelling = evaluation.statements().get(statement)?.spelling;
    let mut found: Vec<TilerForm> = Vec::new();
    for value in values {
        let is_own = same(&value, tiler);
        let mut arguments = performed.arguments.values.clone();
        if let Some(second) = arguments.get_mut(1) {
            second.clone_from(&value);
        }
        let text = match is_own {
            true => place.of(evaluation.text()).trim().to_string(),
            false => spelled(&value, spelling, performed.plain_is_static)?,
        };
        let answer = performed.with(arguments);
        // Of a product that reads a bare shape as its layout both are one.
        let differs = || answer.is_ok() && (family == Family::Divide || answer != *performed.answer());
        if found.iter().any(|other| other.text == text) || !is_own && !differs() {
            continue;
        }
        let repair = Repair { kind: RepairKind::Replace, span: *place, text: text.clone() };
        let is_layout = matches!(value, Value::Layout(_));
        found.push(TilerForm { text, is_layout, is_own, edit: Some(repair).filter(|_| !is_own) });
    }
    found.iter().any(|form| form.is_own).then_some(found)
}

/// Returns what a tiler takes of each mode, where it can be written mode by mode: a Layout where its modes are those of
/// the layout, or one behind the other.
fn by_mode(tiler: &Value, layout: &Layout, family: Family) -> Option<Vec<Taken>> {
    if let Value::Layout(tile) = tiler {
        let modes = (0..tile.rank()).map(|mode| leaf(&tile.at(&[mode]).ok()?)).collect::<Option<Vec<_>>>()?;
        let is_several =
            modes.len() > 1 && modes.len() <= layout.rank().max(usize::from(family == Family::Product) * 8);
        if !is_several {
            return None;
        }
        let (mut compact, mut apart, mut each) = (1_i64, true, Vec::new());
        for (place, mode) in modes.iter().enumerate() {
            // Where there is one element its stride says nothing.
            apart &= mode.extent.value() == 1 || mode.stride.value() == compact;
            compact = compact.checked_mul(mode.extent.value())?;
            each.push(weight(layout, place));
        }
        if apart {
            return Some(modes.into_iter().map(|mode| Taken { stride: Int::ONE, ..mode }).collect());
        }
        if family != Family::Divide {
            return None;
        }
        // The same tile: each stride is one of the mode, as often as the mode's own coordinate counts.
        let own = modes.into_iter().zip(each).map(|(mode, weight)| {
            if mode.extent.value() == 1 {
                return Some(Taken { stride: Int::ONE, ..mode });
            }
            let weight = weight?.value();
            let is_whole = weight > 0 && mode.stride.value() % weight == 0;
            let stride = mode.stride.value().checked_div(weight).filter(|_| is_whole)?;
            let is_known = stride == 1 || mode.stride.is_static();
            Some(Taken { stride: if is_known { Int::constant(stride) } else { Int::dynamic(stride) }, ..mode })
        });
        return own.collect();
    }
    let Nested::Tuple(tilers) = tiler.as_tiler()? else { return None };
    if tilers.len() < 2 || family == Family::Divide && tilers.len() > layout.rank() {
        return None;
    }
    let modes = tilers.iter().map(|tiler| match tiler {
        Nested::Leaf(TilerLeaf::Extent(extent)) => Some(Taken { extent: *extent, stride: Int::ONE }),
        Nested::Leaf(TilerLeaf::Layout(tile)) => leaf(tile),
        _ => None,
    });
    modes.collect()
}

/// A layout of one leaf.
fn leaf(layout: &Layout) -> Option<Taken> {
    match (layout.shape(), layout.stride()) {
        (Nested::Leaf(extent), Nested::Leaf(StrideLeaf::Int(stride))) => {
            Some(Taken { extent: *extent, stride: *stride })
        }
        _ => None,
    }
}

/// Returns what one step along a mode adds to the 1-D coordinate.
fn weight(layout: &Layout, mode: usize) -> Option<Int> {
    let before = layout.shape().modes().get(..mode)?.iter();
    before.into_iter().try_fold(Int::ONE, |all, mode| all.times(product(mode).ok()?).ok())
}

/// The Layout that takes the same elements as a tiler by mode: of each mode's coordinates their 1-D coordinates.
fn same_tile(modes: &[Taken], layout: &Layout) -> Option<Layout> {
    let strides = modes
        .iter()
        .enumerate()
        .map(|(place, mode)| Some(Nested::Leaf(StrideLeaf::Int(mode.stride.times(weight(layout, place)?).ok()?))));
    let shape = Nested::Tuple(modes.iter().map(|mode| Nested::Leaf(mode.extent)).collect());
    Layout::new(shape, Nested::Tuple(strides.collect::<Option<_>>()?)).ok()
}

/// A tiler by mode: extents, and layouts where elements do not stand next to each other.
fn tuple_of(modes: &[Taken]) -> Option<Value> {
    let items = modes.iter().map(|mode| {
        Some(Nested::Leaf(if mode.stride.is_constant(1) {
            Item::Int(mode.extent)
        } else {
            let stride = Nested::Leaf(StrideLeaf::Int(mode.stride));
            Item::Layout(Box::new(Layout::new(Nested::Leaf(mode.extent), stride).ok()?))
        }))
    });
    Some(Value::Tuple(Nested::Tuple(items.collect::<Option<_>>()?)))
}

/// Reports whether two tilers are the same, however their numbers are known and written: `2:1` by mode is `2`.
fn same(one: &Value, other: &Value) -> bool {
    let written = |value: &Value| match value {
        Value::Layout(layout) => Some(without_underscores(&layout.to_string())),
        value => {
            let modes = by_mode(value, &Layout::trivial(), Family::Product)?;
            Some(without_underscores(&tuple_of(&modes)?.to_string()))
        }
    };
    written(one).is_some_and(|own| Some(own) == written(other))
}

/// A value as the statement writes.
fn spelled(value: &Value, spelling: Spelling, plain_is_static: bool) -> Option<String> {
    let form = match spelling {
        Spelling::Plain => Form::Printed,
        Spelling::Cpp => Form::Cpp,
        Spelling::Python => Form::Python,
    };
    let written = emit(value, form).ok()?;
    Some(if form == Form::Printed && plain_is_static { without_underscores(&written) } else { written })
}
