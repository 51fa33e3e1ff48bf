//! Names of modes, carried from what is written to what comes of it.
//!
//! A value is computed once more where names have to do with it. What an operation of the algebra makes of its
//! operands' leaves it tells itself; functions that only move modes about are applied to leaves that are numbered, so
//! that the numbers say where each went. Of what is neither, no mode has a name: there is never a wrong one.

use super::super::functions::{Arguments, Catalogue, Function};
use super::super::syntax::{Call, Expression, ExpressionKind, Span};
use super::super::value::{Item, Value};
use super::Scope;
use crate::algebra::tile::all_of;
use crate::basis::StrideLeaf;
use crate::called;
use crate::coordinate::{Coordinate, Slot};
use crate::int::Int;
use crate::int_tuple::product_each;
use crate::layout::Layout;
use crate::make::Major;
use crate::names::{Label, Names};
use crate::nested::Nested;
use crate::slice::pick;
use crate::steps::{Origin, Step, Trace};
use crate::tensor::padded;

/// Returns the names of the modes of an expression's value; `None` where none has a name.
pub(in super::super) fn names(scope: &Scope<'_>, expression: &Expression) -> Option<Names> {
    scope.named(expression)?.names
}

/// A value with what its modes are called.
#[derive(Debug, Clone)]
struct Named {
    value: Value,
    names: Option<Names>,
}

impl Named {
    fn of(value: Value, names: Option<Names>) -> Self {
        let fits = |names: &Names| !names.is_empty() && profile(&value).is_some_and(|profile| names.fit(&profile));
        let names = names.filter(fits);
        Named { value, names }
    }

    /// The names of its leaves, from left to right; of a layout that is a tiler's leaf, those of the layout.
    fn leaves(&self) -> Option<Vec<Label>> {
        let names = match &self.names {
            Some(names) => names.clone(),
            None => Names::none(&profile(&self.value)?),
        };
        Some(names.tree().leaves().into_iter().cloned().collect())
    }

    /// One of its modes.
    fn mode(&self, mode: usize) -> Option<Named> {
        let names = self.names.as_ref().and_then(|names| names.with(|tree| tree.mode(mode).cloned()));
        let value = match &self.value {
            Value::Layout(layout) => Value::Layout(layout.at(&[mode]).ok()?),
            Value::Tuple(tuple) => Value::of_mode(tuple.mode(mode).ok()?.clone()),
            _ => return None,
        };
        Some(Named::of(value, names))
    }
}

/// The parentheses of a value's modes, those of layouts in it included.
fn profile(value: &Value) -> Option<Nested<()>> {
    fn below(tuple: &Nested<Item>) -> Option<Nested<()>> {
        match tuple {
            Nested::Leaf(Item::Layout(layout)) => Some(layout.shape().map(&mut |_| ())),
            Nested::Leaf(Item::Composed(_) | Item::Tensor(_)) => None,
            Nested::Leaf(_) => Some(Nested::Leaf(())),
            Nested::Tuple(modes) => modes.iter().map(below).collect::<Option<_>>().map(Nested::Tuple),
        }
    }
    match value {
        Value::Tuple(tuple) => below(tuple),
        _ => Some(value.as_any_layout()?.shape().map(&mut |_| ())),
    }
}

/// Way in which a function's result takes the names of its arguments.
#[derive(Clone, Copy)]
pub(crate) enum Travel {
    /// No mode of it has a name; why.
    None(#[allow(dead_code, reason = "why is for who reads the row, and for the test of all rows")] &'static str),
    /// Its trace says where each leaf came from.
    Traced(Tracing),
    /// It moves modes about, whatever their numbers are; the arguments from this one on have names.
    Moves(usize),
    /// The result has the leaves of this argument, one for one.
    Keeps(usize),
    /// Each mode of the first argument becomes a leaf.
    Each,
    /// The tile of a tensor, or a place in every tile.
    Partition(Partition),
    /// It depends on the arguments.
    By(fn(&Arguments) -> Travel),
}

/// Action of an operation whose trace says where each leaf came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tracing {
    /// It takes operands as they are.
    Plain,
    /// It composes, mode by mode with a tiler, of which an integer is a layout.
    Composition,
    /// Its strides of 0 move along no mode.
    Inverse,
    /// It cuts leaves into tile and rest.
    Divide,
    /// The same mode by mode.
    LogicalDivide,
    /// It repeats mode by mode.
    LogicalProduct,
}

/// Which part of a tensor is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Partition {
    /// One tile.
    Tile,
    /// The same place in every tile.
    Place,
    /// The place of a thread in every tile.
    Thread,
}

impl Scope<'_> {
    fn named(&self, expression: &Expression) -> Option<Named> {
        let value = self.value(expression).ok()?;
        let names = self.names_of(expression, &value);
        Some(Named::of(value, names))
    }

    fn names_of(&self, expression: &Expression, value: &Value) -> Option<Names> {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Name(name) => Some((**self.evaluation.names(self.find(name)?)?).clone()),
            ExpressionKind::Tuple(items) => match items.as_slice() {
                // A layout in parentheses by itself is that layout.
                [only] if !matches!(value, Value::Tuple(_)) => self.mode_names(only),
                items => self.modes_names(items),
            },
            ExpressionKind::Tiler(items) => self.modes_names(items),
            ExpressionKind::Named(..) => self.mode_names(expression),
            ExpressionKind::Layout(shape, _) => self.named(shape)?.names,
            ExpressionKind::Compose(parts) => {
                let values = self.composed(parts, span).ok()?;
                let named =
                    parts.iter().zip(values).map(|(part, value)| Some(Named::of(value, self.named(part)?.names)));
                composed(&named.collect::<Option<Vec<_>>>()?, self.catalogue())?.names
            }
            ExpressionKind::Call(call) if self.is_application(call) => {
                let names = self.evaluation.names(self.find(&call.name)?)?;
                self.sliced_names(names, &call.arguments, span)
            }
            ExpressionKind::Call(call) => self.call_names(call, value, span),
            ExpressionKind::Apply(callee, arguments) => self.sliced_names(&self.named(callee)?.names?, arguments, span),
            _ => None,
        }
    }

    fn modes_names(&self, items: &[Expression]) -> Option<Names> {
        Some(Names::concatenate(items.iter().map(|item| self.mode_names(item)).collect::<Option<_>>()?))
    }

    fn mode_names(&self, item: &Expression) -> Option<Names> {
        if let ExpressionKind::Named(name, _, mode) = &item.kind {
            return Some(self.mode_names(mode)?.within(name));
        }
        let Named { value, names } = self.named(item)?;
        Some(match names {
            Some(names) => names,
            None => Names::none(&profile(&value)?),
        })
    }

    /// The modes under `_`.
    fn sliced_names(&self, names: &Names, arguments: &[Expression], span: Span) -> Option<Names> {
        let place = match arguments {
            [only] => self.value(only),
            many => self.tuple(many, span),
        };
        let place = place.ok()?.as_coordinate().filter(Coordinate::has_underscore)?;
        names.with(|tree| pick(&place, tree, true))
    }

    fn call_names(&self, call: &Call, value: &Value, span: Span) -> Option<Names> {
        let function = self.catalogue().find(&call.name)?;
        let (arguments, _) = self.given(function, call, span).ok()?;
        let by_name = call.named.iter().filter(|(name, _, _)| name != "mode").map(|(_, _, value)| value);
        let named = call.arguments.iter().chain(by_name).map(|argument| self.named(argument));
        let named = named.collect::<Option<Vec<_>>>()?;
        if named.iter().all(|argument| argument.names.is_none()) || named.len() != arguments.values.len() {
            return None;
        }
        let travel = match *function.travels()? {
            Travel::By(rule) => rule(&arguments),
            travel => travel,
        };
        match travel {
            Travel::None(_) | Travel::By(_) => None,
            Travel::Traced(telling) => told(function, telling, &named),
            Travel::Moves(first) => moved(function, &arguments, &named, first),
            // A fragment has its modes in parentheses of their own.
            Travel::Keeps(position) => {
                let flat = named.get(position)?.names.as_ref()?.tree().flatten_to_tuple();
                flat.unflatten(&profile(value)?).ok().map(Names::of_tree)
            }
            Travel::Each => Some(named.first()?.names.as_ref()?.each()),
            Travel::Partition(part) => partitioned(function, part, &named),
        }
    }
}

/// `A o B o C`, from the right. A swizzle or an iterator in front changes no mode.
fn composed(parts: &[Named], catalogue: &'static Catalogue) -> Option<Named> {
    match parts {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] if matches!(first.value, Value::Swizzle(_) | Value::Engine(_)) => {
            let inner = match rest {
                [offset, inner @ ..] if !inner.is_empty() && offset.value.as_any_layout().is_none() => inner,
                _ => rest,
            };
            composed(inner, catalogue)
        }
        [left, rest @ ..] => {
            let right = composed(rest, catalogue)?;
            let names =
                told(catalogue.find(called::COMPOSITION)?, Tracing::Composition, &[left.clone(), right.clone()]);
            let values = [left.value.clone(), right.value];
            let value = catalogue.compose(&values, &mut Trace::silent())?.ok()?;
            Some(Named::of(value, names))
        }
    }
}

/// The layout that an operation works on: of a tensor or composed layout the innermost, of a bare shape the compact one.
fn plain(value: &Value) -> Option<Layout> {
    match value.as_any_layout() {
        Some(layout) => Some(layout.innermost().clone()),
        None => Layout::compact(value.as_ints()?, Major::Left).ok(),
    }
}

/// The names of what an operation of the algebra answers, by the origins that it tells.
fn told(function: &Function, telling: Tracing, named: &[Named]) -> Option<Names> {
    let (first, rest) = named.split_first()?;
    let left = Named::of(Value::Layout(plain(&first.value)?), first.names.clone());
    let right = match rest {
        [] => None,
        [only] => Some(only.clone()),
        several => {
            let modes = several.iter().map(|mode| mode.value.clone().into_mode().ok());
            let value = Value::Tuple(Nested::Tuple(modes.collect::<Option<_>>()?));
            let names = several.iter().map(|mode| match &mode.names {
                Some(names) => Some(names.clone()),
                None => profile(&mode.value).map(|profile| Names::none(&profile)),
            });
            Some(Named::of(value, Some(Names::concatenate(names.collect::<Option<_>>()?))))
        }
    };
    told_of(function, telling, &left, right.as_ref())
}

fn told_of(function: &Function, telling: Tracing, left: &Named, right: Option<&Named>) -> Option<Names> {
    let is_composition = telling == Tracing::Composition;
    let is_logical = matches!(telling, Tracing::LogicalDivide | Tracing::LogicalProduct);
    if let Some(right) = right
        && let Value::Tuple(tiler) = &right.value
        && (is_composition || is_logical)
    {
        match tiler {
            Nested::Leaf(Item::All) => return left.names.clone(),
            // Mode by mode; of what no tiler is for a composition has nothing.
            Nested::Tuple(tilers) => {
                let Value::Layout(layout) = &left.value else { return None };
                let kept = if is_composition { tilers.len() } else { layout.rank() };
                let modes = (0..kept).map(|mode| match mode < tilers.len() {
                    true => by_mode(function, telling, &left.mode(mode)?, &right.mode(mode)?),
                    false => Some(Names::of_tree(untold(&left.mode(mode)?)?)),
                });
                return Some(Names::concatenate(modes.collect::<Option<_>>()?));
            }
            Nested::Leaf(_) => {}
        }
    }
    let right_value = match right.map(|right| &right.value) {
        // A composition takes `N` as `N:1`.
        Some(Value::Tuple(Nested::Leaf(Item::Int(extent)))) if is_composition => {
            Some(Value::Layout(Layout::compact(Nested::Leaf(*extent), Major::Left).ok()?))
        }
        other => other.cloned(),
    };
    let values = std::iter::once(left.value.clone()).chain(right_value).collect();
    let arguments = Arguments { values, template: Vec::new() };
    let mut steps = Vec::new();
    let Ok(Value::Layout(result)) = function.call(&arguments, &mut Trace::to(&mut steps)) else { return None };
    let mut origins = outermost(&steps, &result)?.to_vec();
    if telling == Tracing::Inverse {
        // A stride of 0 moves along no mode.
        for (origin, stride) in origins.iter_mut().zip(result.stride().leaves()) {
            if stride.scale().value() == 0 {
                *origin = Origin::default();
            }
        }
    }
    let right = right.map_or_else(|| Some(Vec::new()), Named::leaves)?;
    let cuts = matches!(telling, Tracing::Divide | Tracing::LogicalDivide);
    let labels = Names::carried(&left.leaves()?, &right, &origins, cuts);
    let flat = Nested::Tuple(labels.into_iter().map(Nested::Leaf).collect());
    flat.unflatten(result.shape()).ok().map(Names::of_tree)
}

/// One mode of what is done mode by mode; without names where nothing is known of it.
fn by_mode(function: &Function, telling: Tracing, left: &Named, right: &Named) -> Option<Names> {
    if let Some(names) = told_of(function, telling, left, Some(right)) {
        return Some(names);
    }
    let values = vec![left.value.clone(), right.value.clone()];
    let arguments = Arguments { values, template: Vec::new() };
    let answer = function.call(&arguments, &mut Trace::silent()).ok()?;
    Some(Names::none(&profile(&answer)?))
}

fn untold(named: &Named) -> Option<Nested<Label>> {
    match &named.names {
        Some(names) => Some(names.tree().clone()),
        None => Some(profile(&named.value)?.map(&mut |()| Label::default())),
    }
}

/// The origins of an operation's result, if all that was told belongs to it.
fn outermost<'a>(steps: &'a [Step], result: &Layout) -> Option<&'a [Origin]> {
    let mut depth = 0_usize;
    for (index, step) in steps.iter().enumerate() {
        match step {
            Step::Enter { .. } => depth += 1,
            Step::Leave { .. } => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 && index + 1 < steps.len() {
            return None;
        }
    }
    match steps.last() {
        Some(Step::Leave { result: told, origins, .. })
            if told == result && origins.len() == result.shape().leaf_count() =>
        {
            Some(origins)
        }
        _ => None,
    }
}

/// The first number of a leaf; no extent of a mode that a function adds by itself.
const NUMBERED_FROM: i64 = 1 << 40;

/// The names of what a function makes of modes that it only moves about: its arguments get numbers in place of theirs.
fn moved(function: &Function, arguments: &Arguments, named: &[Named], first: usize) -> Option<Names> {
    let mut labels = Vec::new();
    let mut values = Vec::with_capacity(named.len());
    for (position, argument) in named.iter().enumerate() {
        if position < first {
            values.push(argument.value.clone());
            continue;
        }
        let next = NUMBERED_FROM + i64::try_from(labels.len()).ok()?;
        labels.extend(argument.leaves()?);
        values.push(numbered(&argument.value, next)?);
    }
    let numbered = Arguments { template: arguments.template.clone(), values };
    let answer = function.call(&numbered, &mut Trace::silent()).ok()?;
    let label = |int: &Int| {
        let leaf = int.value().checked_sub(NUMBERED_FROM).and_then(|leaf| usize::try_from(leaf).ok());
        leaf.and_then(|leaf| labels.get(leaf)).cloned().unwrap_or_default()
    };
    fn of_tuple(tuple: &Nested<Item>, label: &dyn Fn(&Int) -> Label) -> Nested<Label> {
        match tuple {
            Nested::Leaf(Item::Int(int)) => Nested::Leaf(label(int)),
            Nested::Leaf(Item::Layout(layout)) => layout.shape().map(&mut |int| label(int)),
            Nested::Leaf(_) => Nested::Leaf(Label::default()),
            Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| of_tuple(mode, label)).collect()),
        }
    }
    Some(Names::of_tree(match &answer {
        Value::Tuple(tuple) => of_tuple(tuple, &label),
        other => other.as_any_layout()?.shape().map(&mut |int| label(int)),
    }))
}

/// A value with numbers in place of its extents, from `next` on.
fn numbered(value: &Value, next: i64) -> Option<Value> {
    let mut next = next;
    let mut number = || {
        next += 1;
        Int::constant(next - 1)
    };
    let mut layout = |layout: &Layout| {
        let shape = layout.shape().map(&mut |_| number());
        let stride = shape.map(&mut |int| StrideLeaf::Int(*int));
        Layout::of_parts(shape, stride)
    };
    match value {
        Value::Tuple(tuple) => {
            let mut is_plain = true;
            let tuple = tuple.map(&mut |item| match item {
                Item::Layout(inner) => Item::Layout(Box::new(layout(inner))),
                Item::Composed(_) | Item::Tensor(_) => {
                    is_plain = false;
                    item.clone()
                }
                // A leaf by itself counts as one.
                _ => match layout(&Layout::trivial()).shape() {
                    Nested::Leaf(int) if matches!(item, Item::Int(_)) => Item::Int(*int),
                    _ => item.clone(),
                },
            });
            is_plain.then_some(Value::Tuple(tuple))
        }
        _ => Some(Value::Layout(layout(value.as_any_layout()?.innermost()))),
    }
}

/// The names of what is left of a tensor that is cut.
fn partitioned(function: &Function, part: Partition, named: &[Named]) -> Option<Names> {
    let (tensor, tiler, place) = (named.first()?, named.get(1)?, named.get(2)?);
    let projection = match named.get(3) {
        Some(step) => Some(step.value.as_coordinate()?),
        None => None,
    };
    let projected = |tiler: &Named| -> Option<Named> {
        let Some(step) = &projection else { return Some(tiler.clone()) };
        let value = match &tiler.value {
            Value::Layout(layout) => Value::Layout(layout.dice(step).ok()?),
            Value::Tuple(tuple) => Value::Tuple(pick(step, tuple, false).ok()?),
            _ => return None,
        };
        let names = tiler.names.as_ref().and_then(|names| names.with(|tree| pick(step, tree, false)));
        Some(Named::of(value, names))
    };
    let mut tiler = projected(tiler)?;
    let mut place = place.value.as_coordinate()?;
    if part == Partition::Thread {
        let threads = plain(&tiler.value)?;
        let Nested::Leaf(Slot::Int(index)) = place else { return None };
        place = Coordinate::from(&threads.get_flat_coord(index).ok()?);
        let sizes = product_each(threads.shape()).ok()?;
        tiler = Named::of(Value::ints(&sizes), tiler.names.map(|names| names.each()));
    } else if let Some(step) = &projection {
        place = pick(step, &place, false).ok()?;
    }
    let zipped = told(function.catalogue.find(called::ZIPPED_DIVIDE)?, Tracing::Divide, &[tensor.clone(), tiler])?;
    let (tiles, rests) = (zipped.tree().mode(0).ok()?.rank(), zipped.tree().mode(1).ok()?.rank());
    let place = match part {
        Partition::Tile => [all_of(tiles), padded(&place, rests).ok()?],
        Partition::Place | Partition::Thread => [padded(&place, tiles).ok()?, all_of(rests)],
    };
    zipped.with(|tree| pick(&Nested::Tuple(place.to_vec()), tree, true))
}
