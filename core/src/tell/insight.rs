//! Insights into what is right and still surprises: why a value is what it is, where the numbers alone do not say so.

use std::collections::BTreeSet;

use crate::atom::tiled_copy::TiledCopy;
use crate::atom::tiled_mma::TiledMma;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, Slot};
use crate::doctor::Advice;
use crate::finder::{Checked, MemoryTile, Use, served};
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::alternatives::Family;
use crate::notebook::made::AtomValue;
use crate::notebook::value::Item;
use crate::notebook::{Evaluation, Performed, Value};
use crate::operations::{self, called};
use crate::paste::{self, Language};
use crate::slice::pick;
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Tensor};

/// Larger tiles are left to the view that seeks swizzles.
const TILE_MOST: u64 = 1 << 14;

/// Larger parts of a thread are not told.
const PART_MOST: i64 = 1 << 12;

/// Something to know about the value of a statement, or about why it has none.
#[derive(Debug, Clone, PartialEq)]
pub enum Insight {
    /// A Layout as tiler counts in the 1-D order of what it cuts; a shape would cut mode by mode.
    CutsOrder {
        /// The tiler, printed.
        tiler: String,
        /// The shape that cuts by mode, printed.
        by_mode: String,
    },
    /// The right operand of a composition counts in the 1-D order of the left one.
    CountsOrder {
        /// The left operand's own modes, as the right operand would be that takes all of them: `(8,3,2):(1,8,24)`.
        modes: String,
    },
    /// Modes stay that would go if their numbers were static.
    StaysDynamic {
        /// Value that it would be, printed.
        with_static: String,
    },
    /// A projection leaves modes of a tiler and of a coordinate out.
    Projected {
        /// The tiler without them, printed.
        tiler: String,
        /// The coordinate without them, printed.
        coordinate: String,
    },
    /// Only modes are kept, and not where the slice begins.
    OffsetDropped {
        /// The offset, printed.
        offset: String,
    },
    /// An inverse has none of a mode whose stride is known at run time.
    LeftOut {
        /// The modes, printed as extent and stride.
        modes: Vec<String>,
    },
    /// A tiler leaves a mode whole where every mode has to have a tile.
    NeedsTiles {
        /// The tiler with the size of each mode that it leaves whole, printed.
        tiler: String,
    },
    /// The paper on the algebra answers this, and C++ does not compile it.
    NotInCpp,
    /// A slice of a thread that the threads do not have.
    NoSuchThread {
        /// The thread.
        thread: Int,
        /// Number of threads.
        threads: Int,
    },
    /// A tile that the atoms of a tiled MMA do not fill.
    PartOfAtoms {
        /// `M`, `N` or `K`.
        mode: char,
        /// The extent of the tile.
        tile: Int,
        /// Number of elements that the atoms have there.
        atoms: Int,
    },
    /// A tiled copy whose layout of threads and values leaves its tile.
    OutsideTile {
        /// The greatest 1-D coordinate that it names.
        last: i64,
        /// Number of elements that the tile has.
        tile: i64,
    },
    /// Part that a thread has of a tile of two modes.
    Part {
        /// The thread.
        thread: Int,
        /// The coordinates along the first mode and along the second one, each once, in ascending order.
        coordinates: [Vec<i64>; 2],
        /// True if it has each of the first with each of the second.
        is_each: bool,
    },
    /// Way in which `ldmatrix` reads a swizzled tile.
    Matrices {
        /// The bits of an element.
        bits: u32,
        /// True if something says them.
        is_said: bool,
        /// Way in which the banks serve it.
        found: Checked,
    },
    /// Python's `print` runs when a program is compiled, and shows no number that is known when it runs.
    PrintedCompiling {
        /// What it shows.
        shown: String,
    },
    /// A swizzle of bytes is applied to the index of an element: where the element lies is another one.
    BytesOnElements {
        /// The layout of where elements lie.
        layout: String,
        /// Its index.
        index: i64,
    },
    /// A swizzle is printed for bytes, and counts elements.
    CountsBytes {
        /// As it is printed.
        printed: Swizzle,
        /// As it counts elements.
        elements: Swizzle,
        /// The bits of an element.
        bits: u32,
    },
}

/// Returns what is to be known about a statement, in the order in which it matters.
pub fn insights(evaluation: &Evaluation, statement: usize) -> Vec<Insight> {
    let mut found = Vec::new();
    let wrong = evaluation.outcome(statement).and_then(|outcome| outcome.diagnostics.first());
    let performed = evaluation.performed(statement, wrong.map(|wrong| wrong.span));
    if let Some(performed) = performed.or_else(|| evaluation.sliced(statement)) {
        found.extend(of_order(&performed));
        found.extend(wrong.and_then(|_| of_whole(&performed)));
        found.extend(of_projection(&performed));
        found.extend(of_offset(&performed));
        found.extend(of_inverse(&performed));
        found.extend(of_coordinates(&performed));
        found.extend(of_dynamic(&performed));
        found.extend(of_part(&performed));
    }
    found.extend(evaluation.value(statement).and_then(|value| of_printing(evaluation, statement, value)));
    found.extend(evaluation.applied(statement).and_then(|applied| of_bytes_on_elements(&applied)));
    found.extend(evaluation.value(statement).and_then(of_bytes));
    found.extend(evaluation.value(statement).and_then(of_matrices));
    found.extend(evaluation.value(statement).map(of_atoms).unwrap_or_default());
    found
}

fn plain(value: &Value) -> Option<Layout> {
    value.as_any_layout().map(|layout| layout.innermost().clone())
}

/// A layout of several modes that counts in the order of another one of several modes.
fn of_order(performed: &Performed) -> Option<Insight> {
    let [left, right] = performed.arguments.values.as_slice() else { return None };
    let (left, Value::Layout(right)) = (plain(left)?, right) else { return None };
    if left.rank() < 2 {
        return None;
    }
    match operations::family(performed.function) {
        Some(Family::Divide) if right.rank() > 1 => {
            Some(Insight::CutsOrder { tiler: right.to_string(), by_mode: right.shape().to_string() })
        }
        None if performed.function.name == called::COMPOSITION => {
            let modes = Layout::compact(left.shape().clone(), Major::Left).ok()?;
            Some(Insight::CountsOrder { modes: modes.to_string() })
        }
        _ => None,
    }
}

/// The tiler that was meant by one with `_`, where that has no answer: each mode has to have a tile.
fn of_whole(performed: &Performed) -> Option<Insight> {
    let [left, Value::Tuple(Nested::Tuple(tiles))] = performed.arguments.values.as_slice() else { return None };
    let is_whole = |tile: &Nested<Item>| matches!(tile, Nested::Leaf(Item::All));
    if !matches!(operations::family(performed.function), Some(Family::Divide)) || !tiles.iter().any(is_whole) {
        return None;
    }
    let layout = plain(left)?;
    let Nested::Tuple(modes) = layout.shape() else { return None };
    let tile = |(place, tile): (usize, &Nested<Item>)| match modes.get(place).filter(|_| is_whole(tile)) {
        Some(mode) => Some(product(mode).ok()?.to_string()),
        None => Some(Value::of_mode(tile.clone()).to_string()),
    };
    let tiles = tiles.iter().enumerate().map(tile).collect::<Option<Vec<_>>>()?;
    Some(Insight::NeedsTiles { tiler: format!("({})", tiles.join(",")) })
}

/// Tells what a projection leaves of a tiler and of a coordinate.
fn of_projection(performed: &Performed) -> Option<Insight> {
    let [_, tiler, coordinate, step] = performed.arguments.values.as_slice() else { return None };
    if !matches!(operations::advised(performed.function), Some(Advice::Projection)) {
        return None;
    }
    let step = step.as_coordinate()?;
    let tiler = pick(&step, &tiler.as_ints()?, false).ok()?.to_string();
    let coordinate = pick(&step, &coordinate.as_coordinate()?, false).ok()?.to_string();
    Some(Insight::Projected { tiler, coordinate })
}

/// Tells what a slice of modes alone forgets.
fn of_offset(performed: &Performed) -> Option<Insight> {
    if performed.function.name != called::SLICE {
        return None;
    }
    let [coordinate, layout] = performed.arguments.values.as_slice() else { return None };
    let coordinate = coordinate.as_coordinate()?;
    let begin: Coordinate = coordinate.map(&mut |slot| match slot {
        Slot::Int(int) => Slot::Int(*int),
        _ => Slot::Int(Int::ZERO),
    });
    let Value::Layout(layout) = layout else { return None };
    let offset = layout.index(&begin).ok()?;
    let is_zero = offset.leaves().into_iter().all(|number| number.value() == 0);
    (!is_zero).then(|| Insight::OffsetDropped { offset: offset.to_string() })
}

/// The modes that an inverse cannot place.
fn of_inverse(performed: &Performed) -> Option<Insight> {
    if performed.function.name != called::RIGHT_INVERSE {
        return None;
    }
    // Over F2 every mode has its place, whatever is known of it.
    let operand = performed.arguments.values.first().filter(|value| !matches!(value, Value::Xor(_)))?;
    let layout = plain(operand)?.coalesce().ok()?;
    let pairs = layout.shape().leaves().into_iter().zip(layout.stride().leaves());
    let modes = pairs.filter(|(extent, stride)| !stride.scale().is_static() && extent.value() != 1);
    let modes = modes.map(|(extent, stride)| format!("{extent}:{stride}")).collect::<Vec<_>>();
    (!modes.is_empty()).then_some(Insight::LeftOut { modes })
}

/// Tells what the paper answers where C++ knows no order of indices: inverses, complements and what is made of them
/// over layouts to coordinates, and a tuple of layouts in place of one.
fn of_coordinates(performed: &Performed) -> Option<Insight> {
    performed.answer().as_ref().ok()?;
    let values = &performed.arguments.values;
    let answers = |position: usize| {
        let layout = values.get(position).and_then(plain);
        layout.is_some_and(|layout| layout.int_stride().is_none())
    };
    let is_unknown = match operations::family(performed.function) {
        Some(Family::Divide) => answers(1),
        Some(Family::Product) => answers(0) || answers(1),
        _ => {
            let inverted = [called::RIGHT_INVERSE, called::LEFT_INVERSE, called::COMPLEMENT, called::MAX_COMMON_LAYOUT];
            inverted.contains(&performed.function.name) && answers(0)
        }
    };
    let is_of_layouts = |value: &Value| matches!(value, Value::Tuple(Nested::Tuple(_))) && value.as_ints().is_none();
    let is_cut = operations::family(performed.function).is_some();
    let is_several = is_cut && values.first().is_some_and(is_of_layouts);
    (is_unknown || is_several).then_some(Insight::NotInCpp)
}

/// A value with more modes than it would have if all numbers were static.
fn of_dynamic(performed: &Performed) -> Option<Insight> {
    let leaves = |value: &Value| Some(plain(value)?.shape().leaf_count());
    let own = performed.answer().as_ref().ok()?;
    let has_one = |layout: Layout| layout.shape().leaves().into_iter().any(|extent| extent.value() == 1);
    if !plain(own).is_some_and(has_one) {
        return None;
    }
    let values = performed.arguments.values.iter().map(settled).collect::<Option<_>>()?;
    let other = performed.with(values).ok()?;
    // Numbers known only when the program runs may make another function.
    let merged = |value: &Value| plain(value)?.with_all(true).coalesce().ok();
    let is_same = merged(own)? == merged(&other)?;
    (is_same && leaves(&other)? < leaves(own)?).then(|| Insight::StaysDynamic { with_static: other.to_string() })
}

/// A value with its numbers known at compile time; `None` of what has none to know.
fn settled(value: &Value) -> Option<Value> {
    match value {
        Value::Layout(layout) => Some(Value::Layout(layout.with_all(true))),
        value => Some(Value::ints(&value.as_ints()?.map(&mut |int| int.to_static()))),
    }
}

/// Where an element lies that `A(4,0)` asks for, where `A` swizzles bytes.
fn of_bytes_on_elements(applied: &Performed) -> Option<Insight> {
    let [coordinate, layout] = applied.arguments.values.as_slice() else { return None };
    let (coordinate, layout) = (coordinate.as_coordinate()?, layout.as_any_layout()?);
    let lies = layout.position_independent();
    if lies == layout || coordinate.has_underscore() {
        return None;
    }
    let (own, Nested::Leaf(index)) = (layout.as_applied().index(&coordinate).ok()?, lies.index(&coordinate).ok()?)
    else {
        return None;
    };
    let is_other = own != Nested::Leaf(index);
    is_other.then(|| Insight::BytesOnElements { layout: lies.to_string(), index: index.value() })
}

/// What `print(layout)` of a program of Python shows, where it is less than the value.
fn of_printing(evaluation: &Evaluation, statement: usize, value: &Value) -> Option<Insight> {
    let program = paste::of(evaluation)?;
    let line = evaluation.statements().get(statement)?.span.of(evaluation.text());
    if program.language != Language::Python || !line.trim_start().starts_with("print(") {
        return None;
    }
    if !matches!(value, Value::Layout(_) | Value::Tuple(_)) {
        return None;
    }
    let printed = value.to_string();
    let mut shown = String::with_capacity(printed.len());
    let mut letters = printed.chars().peekable();
    let mut is_hidden = false;
    while let Some(letter) = letters.next() {
        let is_static = letter == '_';
        if !is_static && !letter.is_ascii_digit() {
            shown.push(letter);
            continue;
        }
        let mut number = String::from(if is_static { "" } else { "?" });
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            number.extend(is_static.then_some(digit));
        }
        is_hidden |= !is_static;
        shown.push_str(&number);
    }
    is_hidden.then_some(Insight::PrintedCompiling { shown })
}

/// A swizzle under a pointer that is not set, which is printed for bytes.
fn of_bytes(value: &Value) -> Option<Insight> {
    let AnyLayout::Composed(layout) = value.as_any_layout()? else { return None };
    let Offset::Flag(bits) = layout.offset() else { return None };
    let (printed, elements) = (layout.printed_swizzle(), layout.swizzle());
    (printed != elements).then_some(Insight::CountsBytes { printed, elements, bits })
}

/// Tells what the slice of a thread takes of a tile, `thr_mma.partition_C(gC)`: asked of a tile that counts its
/// elements.
fn of_part(performed: &Performed) -> Option<Insight> {
    let [Value::Made(made), tile] = performed.arguments.values.as_slice() else { return None };
    let thread = match made.as_kind::<AtomValue>()? {
        AtomValue::MmaSlice(slice) => slice.thread,
        AtomValue::CopySlice(slice) => slice.thread,
        _ => return None,
    };
    let shape = tile.as_any_layout()?.innermost().shape().clone();
    let rows = product(shape.mode(0).ok().filter(|_| shape.rank() == 2)?).ok()?.value();
    let counting = Layout::compact(shape, Major::Left).ok()?;
    let counting = Value::Tensor(Tensor { engine: Engine::Counting(Int::ZERO), layout: counting.into() });
    let own = performed.answer().as_ref().ok()?.as_any_layout()?;
    let values = vec![performed.arguments.values.first()?.clone(), counting];
    let Value::Tensor(Tensor { engine: Engine::Counting(begin), layout }) = performed.with(values).ok()? else {
        return None;
    };
    let layout = layout.plain().filter(|layout| layout.shape() == own.innermost().shape())?;
    let size = layout.size().ok()?.value();
    if !(1..=PART_MOST).contains(&size) {
        return None;
    }
    let at = |place: i64| {
        let index = layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(place)))).ok()?;
        begin.value().checked_add(index.leaves().into_iter().next()?.value())
    };
    let places = (0..size).map(at).collect::<Option<BTreeSet<_>>>()?;
    let along =
        |of: fn(i64, i64) -> Option<i64>| places.iter().map(|place| of(*place, rows)).collect::<Option<BTreeSet<_>>>();
    let coordinates = [along(i64::checked_rem)?, along(i64::checked_div)?];
    let is_each = coordinates.iter().map(BTreeSet::len).product::<usize>() == places.len();
    Some(Insight::Part { thread, coordinates: coordinates.map(|one| one.into_iter().collect()), is_each })
}

/// Tells how `ldmatrix` reads a swizzled tile of two modes, of halves where nothing says what it holds.
fn of_matrices(value: &Value) -> Option<Insight> {
    let layout = value.as_any_layout()?;
    let bits = match (value, &layout) {
        (Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }), _) => Some(pointer.bits),
        (_, AnyLayout::Composed(composed)) => match composed.offset() {
            Offset::Flag(bits) => Some(bits),
            _ => None,
        },
        _ => None,
    };
    let is_swizzled = matches!(&layout, AnyLayout::Composed(composed) if !composed.swizzle().is_identity());
    let of = |bits: u32| MemoryTile::new(&layout, u64::from(bits)).ok();
    let tile =
        of(bits.unwrap_or(16)).filter(|tile| is_swizzled && tile.extents().iter().product::<u64>() <= TILE_MOST)?;
    // Where no rows of 16 bytes lie together nothing is read by it.
    let found = served(&tile, &Use::Matrices).ok().filter(|found| !matches!(found, Checked::Torn { .. }))?;
    Some(Insight::Matrices { bits: bits.unwrap_or(16), is_said: bits.is_some(), found })
}

/// Tells what is built of atoms and does not fit: C++ builds it all the same, and its threads reach outside.
fn of_atoms(value: &Value) -> Vec<Insight> {
    let Value::Made(made) = value else { return Vec::new() };
    let beyond = |thread: Int, threads: Int| {
        let is_there = (0..threads.value()).contains(&thread.value());
        (!is_there).then_some(Insight::NoSuchThread { thread, threads })
    };
    let outside = |copy: &TiledCopy| {
        let tile = copy.tile().ok().and_then(|tile| product(&tile).ok())?.value();
        let last = copy.thread_values.cosize().ok()?.value().checked_sub(1)?;
        (last >= tile).then_some(Insight::OutsideTile { last, tile })
    };
    match made.as_kind::<AtomValue>() {
        Some(AtomValue::TiledMma(mma)) => parts_of_atoms(mma),
        Some(AtomValue::MmaSlice(slice)) => {
            let threads = slice.mma.size().ok();
            threads.and_then(|threads| beyond(slice.thread, threads)).into_iter().collect()
        }
        Some(AtomValue::TiledCopy(copy)) => outside(copy).into_iter().collect(),
        Some(AtomValue::CopySlice(slice)) => {
            let threads = slice.copy.size().ok();
            threads.and_then(|threads| beyond(slice.thread, threads)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The modes of a tile that the atoms do not fill.
fn parts_of_atoms(mma: &TiledMma) -> Vec<Insight> {
    let part = |(place, mode): (usize, char)| {
        let atoms = product(mma.threads.shape().mode(place + 1).ok()?).ok()?;
        let atoms = product(mma.atom.shape.mode(place).ok()?).ok()?.times(atoms).ok()?;
        let tile = mma.tile_size(place).ok()?;
        let rest = tile.value().checked_rem(atoms.value())?;
        (rest != 0).then_some(Insight::PartOfAtoms { mode, tile, atoms })
    };
    ['M', 'N', 'K'].into_iter().enumerate().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;
    use crate::words::{self, Tongue};

    #[test]
    fn what_surprises_is_explained() {
        let said = |text: &str| {
            let evaluation = evaluate(text, Settings::default());
            let found = insights(&evaluation, evaluation.statements().len() - 1);
            found.iter().map(|insight| words::insight(insight, Tongue::English)).collect::<Vec<_>>().join("\n")
        };
        for (text, expected) in [
            (
                "logical_divide((_12,_32):(_1,_12), (_4,_8):(_1,_4))",
                "The tiler (_4,_8):(_1,_4) is a Layout: it counts in the 1-D order of all elements; the shape (_4,_8) would \
                 cut mode by mode",
            ),
            ("zipped_divide((_12,_32):(_1,_12), (_4,_8))", ""),
            (
                "zipped_divide((64,50):(100,1), (32,_))",
                "_ leaves a mode of the tiler whole, and here each mode has to have a tile: (32,50) takes all of it",
            ),
            ("logical_divide((64,50):(100,1), (32,_))", ""),
            (
                "composition((_8,_3,_2):(_6,_2,_1), _6:_4)",
                "The right operand counts in the 1-D order of the left one, whose own modes are (_8,_3,_2):(_1,_8,_24) there",
            ),
            (
                "complement((4):(2), 8)",
                "An extent of 1 stays because it is known at run time only; with static numbers this is _2:_1",
            ),
            ("complement(_4:_2, _8)", ""),
            (
                "slice((1,_), ((2,2),(2,2)):((1,8),(4,16)))",
                "slice keeps modes alone: the offset 1 is dropped, and slice_and_offset keeps it",
            ),
            ("slice((0,_), (2,2):(1,2))", ""),
            (
                "local_tile((64,32), (16,8,8), (1,2,_), Step<_1,X,_1>{})",
                "The projection leaves of the tiler (16,8), and of the coordinate (1,_)",
            ),
            (
                "right_inverse((_8,341):(_1,3072))",
                "The inverse leaves out 341:3072: a stride that is known at run time only has no place in it",
            ),
            ("right_inverse((8,8):(F1,F9))", ""),
            (
                "right_inverse((_4,_8):(_1@0,_1@1))",
                "C++ does not compile this: the answer is that of the paper on the algebra",
            ),
            (
                "logical_divide((_6:_2,_4:_1), _2)",
                "C++ does not compile this: the answer is that of the paper on the algebra",
            ),
            ("logical_divide((_4,_8):(_1@0,_1@1), _4:_1)", ""),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}).get_slice(170)",
                "There are 128 threads, from 0: thread 170 is none of them, and its slice lies outside",
            ),
            ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}).get_slice(127)", ""),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_24,_32,_16>{})",
                "The atoms have 32 elements along M, and the tile 24: no whole number of times, so threads reach outside the \
                 tile",
            ),
            ("make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})", ""),
            (
                "composition(Sw<1,4,3>, smem_ptr[16b](unset), (_8,_16):(_16,_1))",
                "Sw<1,4,3> is printed for bytes; counted in elements of 16 bits it is Sw<1,3,3>\nldmatrix, with elements of \
                 16 bits: free of conflicts, counted in all 2 phases",
            ),
            (
                "composition(Swizzle<2,3,3>{}, Layout<Shape<_8,_32>,Stride<_32,_1>>{})",
                "ldmatrix, with elements of 16 bits, as halves have: free of conflicts, counted in all 4 phases",
            ),
            (
                "composition(Swizzle<2,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{})",
                "ldmatrix, with elements of 16 bits, as halves have: conflicts of 2 ways; 8 of 8 phases take more than one \
                 turn; the view Finder seeks a swizzle without",
            ),
            (
                "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}).get_slice(40).partition_C(make_tensor(make_gmem_ptr<float>(0), (_32,_32)))",
                "Thread 40 has rows 18, 26 and columns 0, 1, 16, 17 of the tile, each with each: 8 elements",
            ),
            ("composition(Swizzle<2,3,3>{}, Layout<Shape<_7,_5>,Stride<_5,_1>>{})", ""),
        ] {
            let said = said(text).replace("\\\n", "");
            if !text.contains("unset") || !said.is_empty() {
                assert_eq!(said, expected, "{text}");
            }
        }
    }
}
