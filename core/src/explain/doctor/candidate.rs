//! Operands that might work, the nearest first.

use crate::basis::StrideLeaf;
use crate::int::Int;
use crate::int_tuple::{IntTuple, product, product_each};
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::value::Item;
use crate::notebook::{Performed, Value};

/// A row's advice on what may be tried instead of its operands.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Advice {
    /// Nothing; why.
    None(#[allow(dead_code, reason = "why is for who reads the row, and for the test of all rows")] &'static str),
    /// Other operands.
    Operands,
    /// Other operands, and the target of the second one rounded to what the first one divides.
    RoundedTarget,
    /// Other operands, and a projection that leaves out the modes that a tiler has and a tensor has not.
    Projection,
}

/// Number of other values that are tried for one number.
const NEIGHBOURS: usize = 24;

/// Operands with more numbers are not changed number by number.
const NUMBER_LIMIT: usize = 64;

/// An operand in place of another.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    /// Which argument.
    pub(super) position: usize,
    change: Change,
    /// Distance from what was written, in thousandths of the number that changes.
    distance: u64,
}

/// Part that changes.
#[derive(Debug, Clone)]
enum Change {
    /// One number: which, and what it becomes.
    Number(usize, i64),
    /// All of it.
    Whole(Value),
    /// One more argument, behind all that are written; which of those that may be added.
    Added(usize, Value),
}

impl Candidate {
    /// Returns the place of the change: the argument and the number; of the whole argument a number beyond all others.
    pub(super) fn place(&self) -> (usize, usize) {
        match self.change {
            Change::Number(leaf, _) => (self.position, leaf),
            Change::Whole(_) => (self.position, usize::MAX),
            Change::Added(number, _) => (self.position, number),
        }
    }

    /// Returns true if it is what was written, with its numbers known when C++ compiles.
    pub(super) fn is_known(&self, performed: &Performed) -> bool {
        let written = performed.arguments.values.get(self.position);
        let known = written.and_then(|written| changed(written, &mut |_, int| int.to_static()));
        matches!(&self.change, Change::Whole(made) if known.as_ref() == Some(made))
    }

    /// Returns true if it is one more argument.
    pub(super) fn is_added(&self) -> bool {
        matches!(self.change, Change::Added(..))
    }

    /// The operand.
    pub(super) fn value(&self, performed: &Performed) -> Option<Value> {
        let (leaf, other) = match &self.change {
            Change::Whole(value) | Change::Added(_, value) => return Some(value.clone()),
            Change::Number(leaf, other) => (*leaf, *other),
        };
        let written = performed.arguments.values.get(self.position)?;
        // The printed text will be read again.
        let read = |int: Int| if performed.plain_is_static { int.to_static() } else { int };
        let with = |int: Int| if int.is_static() { Int::constant(other) } else { Int::dynamic(other) };
        let made = changed(written, &mut |index, int| read(if index == leaf { with(int) } else { int }))?;
        Some(recompacted(written, made))
    }
}

/// All candidates, the nearest last. A question about one index has none.
pub(super) fn candidates(performed: &Performed, advice: Option<&Advice>) -> Vec<Candidate> {
    let values = &performed.arguments.values;
    if let Some(Advice::None(_)) = advice {
        return Vec::new();
    }
    let related = related(values);
    let mut found = Vec::new();
    for (position, value) in values.iter().enumerate() {
        // The right operand of a cut or composition is changed rather than the one that it is applied to.
        let away = if position == 0 && values.len() > 1 { 200 } else { 0 };
        let mut add = |change: Change, distance: u64| {
            found.push(Candidate { position, change, distance: distance + away });
        };
        let all = numbers(value);
        let known = changed(value, &mut |_, int| int.to_static()).filter(|made| made != value);
        known.into_iter().for_each(|made| add(Change::Whole(made), 0));
        for (leaf, int) in all.iter().enumerate().filter(|_| all.len() <= NUMBER_LIMIT) {
            for other in neighbours(int.value(), &related) {
                let distance = int.value().abs_diff(other).saturating_mul(1000) / int.value().unsigned_abs().max(1);
                // One element is hardly what was meant.
                let degenerate = if other == 1 { 2000 } else { 0 };
                add(Change::Number(leaf, other), distance.saturating_add(degenerate));
            }
        }
        // Beside an atom a shape may be meant for the layout of it, as in `make_tiled_copy(atom, threads, values)`.
        if let (Some(Value::Made(_)), Some(shape)) = (values.first(), value.as_ints())
            && !shape.is_leaf()
        {
            let compact = Layout::compact(shape, Major::Left).map(Value::Layout).ok();
            compact.into_iter().for_each(|made| add(Change::Whole(made), 1));
        }
        if let Value::Layout(layout) = value {
            let ordered = layout.make_layout_like().map(Value::Layout).ok().filter(|made| made != value);
            ordered.into_iter().for_each(|made| add(Change::Whole(made), 700));
        }
        if position > 0 {
            by_mode(values.first(), value).into_iter().for_each(|(made, distance)| add(Change::Whole(made), distance));
        }
    }
    if let Some(Advice::RoundedTarget) = advice {
        rounded(values, &mut |made, distance| {
            found.push(Candidate { position: 1, change: Change::Whole(made), distance });
        });
    }
    if let Some(Advice::Projection) = advice {
        let steps = projections(values).into_iter().enumerate();
        found.extend(steps.map(|(number, made)| Candidate {
            position: values.len(),
            change: Change::Added(number, made),
            distance: number as u64,
        }));
    }
    found.sort_by_key(|candidate| std::cmp::Reverse(candidate.distance));
    found
}

/// The integers of an operand in the order in which they are written.
fn numbers(value: &Value) -> Vec<Int> {
    let mut all = Vec::new();
    changed(value, &mut |_, int| {
        all.push(int);
        int
    });
    all
}

/// An operand with its integers replaced; `None` where it has none, or they do not fit.
fn changed(value: &Value, change: &mut dyn FnMut(usize, Int) -> Int) -> Option<Value> {
    let mut next = 0;
    let mut step = |int: Int| {
        next += 1;
        change(next - 1, int)
    };
    match value {
        Value::Layout(layout) => layout_with(layout, &mut step).map(Value::Layout),
        Value::Tuple(tuple) => {
            let items = tuple.try_map(&mut |item| {
                Ok(match item {
                    Item::Int(int) => Item::Int(step(*int)),
                    Item::Layout(layout) => match layout_with(layout, &mut step) {
                        Some(layout) => Item::Layout(Box::new(layout)),
                        None => item.clone(),
                    },
                    other => other.clone(),
                })
            });
            items.ok().map(Value::Tuple)
        }
        _ => None,
    }
}

fn layout_with(layout: &Layout, change: &mut dyn FnMut(Int) -> Int) -> Option<Layout> {
    let shape = layout.shape().map(&mut |extent| change(*extent));
    let stride = layout.stride().map(&mut |leaf| leaf.with_scale(change(leaf.scale())));
    Layout::new(shape, stride).ok()
}

/// Where a layout was compact and its shape changed, the compact layout of the new shape.
fn recompacted(before: &Value, made: Value) -> Value {
    let (Value::Layout(before), Value::Layout(after)) = (before, &made) else { return made };
    if before.shape() == after.shape() {
        return made;
    }
    let majors = [Major::Left, Major::Right].into_iter();
    let mut compact = majors
        .filter(|major| before.rank() > 1 && Layout::compact(before.shape().clone(), *major).as_ref() == Ok(before));
    let layout = compact.next().and_then(|major| Layout::compact(after.shape().clone(), major).ok());
    layout.map_or(made, Value::Layout)
}

/// Numbers that others may have to divide or to be multiples of: the extents, and their running products.
fn related(values: &[Value]) -> Vec<i64> {
    let mut related = Vec::new();
    for value in values {
        let extents = match value {
            Value::Layout(layout) => layout.shape().leaves().into_iter().map(|int| int.value()).collect(),
            _ => numbers(value).into_iter().map(Int::value).collect::<Vec<_>>(),
        };
        let mut running = 1_i64;
        for extent in extents.into_iter().filter(|extent| *extent > 1).take(16) {
            running = running.saturating_mul(extent);
            related.extend([extent, running]);
        }
    }
    related.sort_unstable();
    related.dedup();
    related
}

/// Other values of a number, the nearest first.
fn neighbours(value: i64, related: &[i64]) -> Vec<i64> {
    let sign = if value < 0 { -1 } else { 1 };
    let size = value.saturating_abs();
    let mut others = (size.saturating_sub(8)..=size.saturating_add(8)).collect::<Vec<_>>();
    for number in related {
        // The nearest multiples, and the nearest divisors.
        let below = size / number;
        others.extend((below.saturating_sub(1)..=below.saturating_add(2)).map(|times| number.saturating_mul(times)));
        others.extend((1..=number.min(&64).to_owned()).filter(|part| number % part == 0).map(|part| number / part));
    }
    others.extend([size / 2, size.saturating_mul(2)]);
    others.retain(|other| *other > 0 && *other != size && *other <= size.max(1).saturating_mul(8));
    others.sort_unstable_by_key(|other| (size.abs_diff(*other), *other));
    others.dedup();
    others.truncate(NEIGHBOURS);
    others.into_iter().map(|other| sign * other).collect()
}

/// A tiler that cuts mode by mode instead: `8` as `(8,_)`, with fewer modes, or with the whole mode for `_`.
fn by_mode(left: Option<&Value>, tiler: &Value) -> Vec<(Value, u64)> {
    let shape = match left {
        Some(Value::Layout(layout)) => layout.shape().clone(),
        Some(value) => match value.as_ints() {
            Some(shape) => shape,
            None => return Vec::new(),
        },
        None => return Vec::new(),
    };
    let rank = shape.rank();
    let mut made = Vec::new();
    let item = match tiler {
        Value::Tuple(Nested::Leaf(item)) => Some(item.clone()),
        Value::Layout(layout) => Some(match (layout.shape(), layout.stride()) {
            (Nested::Leaf(extent), Nested::Leaf(StrideLeaf::Int(stride))) if stride.value() == 1 => Item::Int(*extent),
            _ => Item::Layout(Box::new(layout.clone())),
        }),
        _ => None,
    };
    if let Some(item) = item {
        for mode in 0..rank.min(4) {
            if rank < 2 {
                break;
            }
            // A layout that steps beyond the mode would read what it has not.
            let room = shape.mode(mode).and_then(product).ok();
            if let (Item::Layout(layout), Some(room)) = (&item, room)
                && layout.cosize().is_ok_and(|cosize| cosize.value() > room.value())
            {
                continue;
            }
            let place = |index: usize| Nested::Leaf(if index == mode { item.clone() } else { Item::All });
            made.push((Value::Tuple(Nested::Tuple((0..rank).map(place).collect())), 500 + 10 * mode as u64));
        }
        made.push((Value::Tuple(Nested::Tuple(vec![Nested::Leaf(item)])), 600));
    }
    if let Value::Tuple(Nested::Tuple(modes)) = tiler {
        if modes.len() > rank {
            made.push((Value::Tuple(Nested::Tuple(modes.iter().take(rank).cloned().collect())), 100));
        }
        let whole = modes.iter().enumerate().map(|(index, mode)| match mode {
            Nested::Leaf(Item::All) => {
                shape.mode(index).and_then(product).map_or(mode.clone(), |size| Nested::Leaf(Item::Int(size)))
            }
            _ => mode.clone(),
        });
        let whole = Nested::Tuple(whole.collect());
        if whole.leaves() != tiler_leaves(modes) {
            made.push((Value::Tuple(whole), 100));
        }
    }
    made
}

fn tiler_leaves(modes: &[Nested<Item>]) -> Vec<&Item> {
    modes.iter().flat_map(Nested::leaves).collect()
}

/// `Step<_1,X,_1>`: what a tensor of fewer modes than the tiler leaves out, the middle mode first, as of an operand of a
/// matrix product.
fn projections(values: &[Value]) -> Vec<Value> {
    let [tensor, tiler, _] = values else { return Vec::new() };
    let Some(rank) = tensor.as_any_layout().map(|layout| layout.rank()) else { return Vec::new() };
    let Value::Tuple(Nested::Tuple(tilers)) = tiler else { return Vec::new() };
    if tilers.len() != rank + 1 {
        return Vec::new();
    }
    let mut left_out = (0..tilers.len()).collect::<Vec<_>>();
    left_out.sort_by_key(|mode| mode.abs_diff(tilers.len() / 2));
    let one = || Nested::Leaf(Item::Int(Int::constant(1)));
    let step = |left_out: usize| {
        (0..tilers.len()).map(move |mode| if mode == left_out { Nested::Leaf(Item::All) } else { one() })
    };
    left_out.into_iter().map(|mode| Value::Tuple(Nested::Tuple(step(mode).collect()))).collect()
}

/// A projection as C++ writes it, or the Python DSL.
pub(super) fn projection_written(value: &Value, is_python: bool) -> String {
    let Value::Tuple(tuple) = value else { return value.to_string() };
    let modes = tuple.leaves().into_iter().map(|item| match (item, is_python) {
        (Item::All, true) => "None".to_string(),
        (Item::All, false) => "X".to_string(),
        (Item::Int(int), true) => int.value().to_string(),
        (item, _) => item.to_string(),
    });
    let modes = modes.collect::<Vec<_>>().join(",");
    if is_python { format!("proj=({modes})") } else { format!("Step<{modes}>{{}}") }
}

/// A target that the block divides: each mode rounded up or down, modes added where there are too few.
fn rounded(values: &[Value], add: &mut dyn FnMut(Value, u64)) {
    let sizes = |value: &Value| match value {
        Value::Layout(layout) => product_each(layout.shape()).ok(),
        value => product_each(&value.as_ints()?).ok(),
    };
    let (Some(block), Some(target)) = (values.first().and_then(sizes), values.get(1).and_then(sizes)) else { return };
    let size = |modes: &IntTuple, mode: usize| modes.mode(mode).and_then(product).map_or(1, Int::value).max(1);
    for (up, distance) in [(true, 50), (false, 60)] {
        let modes = (0..block.rank().max(target.rank())).map(|mode| {
            let (own, wanted) = (size(&block, mode), size(&target, mode));
            let times = if up { wanted.saturating_add(own - 1) / own } else { (wanted / own).max(1) };
            Nested::Leaf(Int::constant(own.saturating_mul(times)))
        });
        add(Value::ints(&Nested::Tuple(modes.collect())), distance);
    }
}
