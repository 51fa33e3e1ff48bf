//! Layouts as linear maps of bits: the bases of Triton's linear layouts, and matrices over F2.
//!
//! "Linear Layouts: Robust Code Generation of Efficient Tensor Computation Using F2" (arXiv 2505.23819): a basis is what
//! one bit of a coordinate flips in the index.

use crate::operations::prelude::*;
use std::any::Any;

use super::{ALIKE, ELEMENT_LIMIT};
use crate::cost::BitMatrix;
use crate::from_table::{Answer as Found, Sheet, TableSearch};
use crate::notebook::refused::{Refusal, Refused, Subject};
use crate::notebook::value::Item;
use crate::sentences::{self, Tongue};
use crate::table::FlatLayout;
use crate::work::finish;

/// The most bits of coordinates for which a layout under a swizzle is sought.
const BITS: u32 = 10;

/// Number of cells that the search may look at.
const SEARCH_LIMIT: u64 = 1 << 20;

pub(in crate::operations) const BASES: Row = Row {
    name: "bases",
    aliases: &["to_linear_layout"],
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(bases)),
    help: Some(Help {
        line: [
            "For each mode, what each bit of its coordinate flips in the index: a linear layout of Triton",
            "每个 mode 中，坐标的每一位翻转索引的哪些位：Triton 的线性布局",
        ],
        example: "bases(Sw<1,0,2> o _0 o (4,4):(4,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const LINEAR_LAYOUT: Row = Row {
    name: "linear_layout",
    aliases: &["from_bases", "LinearLayout"],
    parameters: &["bases", "shape"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(linear_layout)),
    help: Some(Help {
        line: [
            "The layout, under a swizzle if need be, whose bits flip these bits of the index; with a shape, bases are coordinates",
            "由基向量得到布局（必要时带 swizzle）；给出形状时，基向量为坐标",
        ],
        example: "linear_layout(((4,8),(1,2)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const F2_MATRIX: Row = Row {
    name: "f2_matrix",
    aliases: &["to_f2_matrix"],
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(f2_matrix)),
    help: Some(Help {
        line: [
            "The matrix over F2 of a layout: a row for each bit of the index, a column for each bit of the 1-D coordinate",
            "布局在 F2 上的矩阵：每行对应索引的一位，每列对应一维坐标的一位",
        ],
        example: "f2_matrix((4,4):(4,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const FROM_F2_MATRIX: Row = Row {
    name: "from_f2_matrix",
    parameters: &["matrix"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(from_f2_matrix)),
    help: Some(Help {
        line: [
            "The layout, under a swizzle if need be, that has a matrix over F2",
            "由 F2 上的矩阵得到布局（必要时带 swizzle）",
        ],
        example: "from_f2_matrix(((0,0,1,0),(0,0,0,1),(1,0,0,0),(0,1,0,0)))",
    }),
    ..ALIKE
};

/// Why a layout has no matrix, or bases no layout.
#[derive(Debug, PartialEq)]
enum None {
    /// A coordinate whose index its bits do not lead to.
    NotLinear { layout: String, coordinate: u64, index: i64, led: i64 },
    /// A mode whose extent is no power of two.
    Extent { layout: String, extent: u64 },
    /// An index below 0, or coordinates of more than 62 bits.
    NoBits { layout: String },
    /// No layout, and none under a swizzle.
    NoLayout { bases: String, found: Option<Box<Found>> },
}

impl Refusal for None {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Refusal) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn nearest(&self) -> &[String] {
        &[]
    }

    fn subject(&self) -> Subject {
        Subject::Linear
    }

    fn reason(&self, tongue: Tongue) -> String {
        match self {
            None::NotLinear { layout, coordinate, index, led } => tongue.pick(
                format!("{layout} is not linear over bits: at {coordinate} its index is {index}, and the bits of {coordinate} lead to {led}"),
                format!("{layout} 对二进制位不是线性的：坐标 {coordinate} 处的索引为 {index}，而由各位得到 {led}"),
            ),
            None::Extent { layout, extent } => tongue.pick(
                format!("{layout} is not linear over bits: the extent {extent} is no power of two"),
                format!("{layout} 对二进制位不是线性的：长度 {extent} 不是 2 的幂"),
            ),
            None::NoBits { layout } => tongue.pick(
                format!("{layout} has no matrix of bits: its indices would have to be integers from 0 on that 62 bits hold, and coordinate 0 to lead to 0"),
                format!("{layout} 没有位矩阵：索引须为 62 位以内的非负整数，且坐标 0 的索引须为 0"),
            ),
            None::NoLayout { bases, found } => {
                let why = found.as_ref().map(|found| sentences::table_answer(found, tongue)).unwrap_or_default();
                tongue.pick(
                    format!("No CuTe layout has the bases {bases}, alone or under one swizzle. {why}"),
                    format!("没有任何 CuTe 布局（单独或带一个 swizzle）具有基 {bases}。{why}"),
                )
            }
        }
        .trim_end()
        .to_string()
    }
}

fn none(reason: None) -> Problem {
    Problem::NoAtom(Refused::new(reason))
}

/// The columns of a layout's matrix, checked at every coordinate where its strides do not prove it.
fn columns(layout: &AnyLayout) -> Result<Vec<i64>, Problem> {
    let printed = || layout.to_string();
    let matrix = match BitMatrix::of(layout) {
        Some(matrix) => matrix,
        Option::None => {
            let flat = FlatLayout::any(layout)?;
            if let Some(extent) = flat.extents().find(|extent| !extent.is_power_of_two()) {
                return Err(none(None::Extent { layout: printed(), extent }));
            }
            let size = flat.size();
            if size > ELEMENT_LIMIT {
                return Err(Error::TooLarge { what: "elements", count: size.to_string(), limit: ELEMENT_LIMIT }.into());
            }
            let matrix = BitMatrix::probed(size.trailing_zeros(), |coordinate| flat.index(coordinate).ok())
                .ok_or_else(|| none(None::NoBits { layout: printed() }))?;
            for coordinate in 0..size {
                let (index, led) = (flat.index(coordinate)?, matrix.at(coordinate));
                if index != led {
                    return Err(none(None::NotLinear { layout: printed(), coordinate, index, led }));
                }
            }
            matrix
        }
    };
    if matrix.origin() != 0 {
        return Err(none(None::NoBits { layout: printed() }));
    }
    Ok(matrix.columns().to_vec())
}

fn number(value: i64) -> Nested<Item> {
    Nested::Leaf(Item::Int(Int::dynamic(value)))
}

fn bases(arguments: &Arguments) -> Answer {
    let layout = arguments.any(0)?;
    let mut columns = columns(&layout)?.into_iter();
    let shape = layout.shape();
    if shape.is_leaf() {
        return Ok(Value::Tuple(Nested::Tuple(columns.map(number).collect())));
    }
    let mut modes = Vec::new();
    for mode in 0..shape.rank() {
        let size = layout.at(&[mode])?.size()?.value();
        let bits = usize::try_from(size).unwrap_or(1).trailing_zeros() as usize;
        modes.push(Nested::Tuple(columns.by_ref().take(bits).map(number).collect()));
    }
    Ok(Value::Tuple(Nested::Tuple(modes)))
}

/// The layout of bases: integers, or coordinates of a shape, in a list or in one list for each mode.
fn linear_layout(arguments: &Arguments) -> Answer {
    let given = arguments.ints(0)?;
    let wrong = || Problem::Kind { position: 0, expected: ValueKind::IntTuple };
    let extents = match arguments.values.len() {
        2 => {
            let shape = arguments.ints(1)?;
            let extents = shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
            if let Some(found) = extents.iter().find(|extent| !(**extent > 0 && extent.count_ones() == 1)) {
                return Err(Error::NotPowerOfTwo { what: "factor", found: *found }.into());
            }
            Some(extents)
        }
        _ => Option::None,
    };
    let Nested::Tuple(lists) = &given else { return Err(wrong()) };
    // Index of a basis: an integer, or a coordinate of the shape.
    let basis = |tree: &Nested<Int>| -> Option<i64> {
        match (tree, &extents) {
            (Nested::Leaf(number), Option::None) => Some(number.value()),
            (Nested::Leaf(number), Some(extents)) if extents.len() == 1 => Some(number.value()),
            (Nested::Tuple(digits), Some(extents)) if digits.len() == extents.len() => {
                let mut weight = 1_i64;
                let mut index = 0_i64;
                for (digit, extent) in digits.iter().zip(extents) {
                    let Nested::Leaf(digit) = digit else { return Option::None };
                    index = index.checked_add(digit.value().checked_mul(weight)?)?;
                    weight = weight.checked_mul(*extent)?;
                }
                Some(index)
            }
            _ => Option::None,
        }
    };
    let list = |trees: &[Nested<Int>]| trees.iter().map(basis).collect::<Option<Vec<_>>>();
    let modes = match list(lists) {
        Some(alone) => vec![alone],
        Option::None => {
            let each = lists.iter().map(|mode| match mode {
                Nested::Tuple(trees) => list(trees),
                Nested::Leaf(_) => Option::None,
            });
            each.collect::<Option<Vec<_>>>().ok_or_else(wrong)?
        }
    };
    let is_single = modes.len() == 1 && list(lists).is_some();
    let printed = arguments.value(0)?.to_string();
    layout_of(&modes, is_single, &printed)
}

/// A layout of a mode for each list of bases.
fn layout_of(modes: &[Vec<i64>], is_single: bool, printed: &str) -> Answer {
    let all = modes.iter().flatten().copied().collect::<Vec<_>>();
    if all.len() > 62 || all.iter().any(|basis| *basis < 0) {
        return Err(none(None::NoLayout { bases: printed.to_string(), found: Option::None }));
    }
    let mut used = 0_i64;
    let is_plain = all.iter().all(|basis| {
        let is_free = used & basis == 0;
        used |= basis;
        is_free
    });
    if is_plain {
        return Ok(Value::Layout(of_modes(modes, is_single)?));
    }
    // Bits that are flipped by several bases: a swizzle, if one does it.
    if all.len() > BITS as usize {
        return Err(Error::TooLarge { what: "bits", count: all.len().to_string(), limit: u64::from(BITS) }.into());
    }
    let index = |coordinate: usize| {
        let bits = all.iter().enumerate().filter(|(bit, _)| coordinate >> bit & 1 == 1);
        bits.fold(0, |index, (_, basis)| index ^ basis)
    };
    let rows = (0..1_usize << all.len()).map(|coordinate| vec![Some(index(coordinate))]).collect::<Vec<_>>();
    let refused = |found| none(None::NoLayout { bases: printed.to_string(), found });
    let sheet = Sheet::of_rows(&rows).map_err(|_| refused(Option::None))?;
    match finish(TableSearch::new(&sheet), SEARCH_LIMIT)? {
        Found::Swizzled { layout: AnyLayout::Composed(found), .. } => {
            // The inner layout once more with a mode for each list.
            let inner = columns(&found.inner().clone())?;
            let mut inner = inner.into_iter();
            let lists =
                modes.iter().map(|mode| inner.by_ref().take(mode.len()).collect::<Vec<_>>()).collect::<Vec<_>>();
            let plain = of_modes(&lists, is_single)?;
            Ok(AnyLayout::composed(found.swizzle(), found.offset(), plain.into()).into())
        }
        Found::Layout { layout, .. } => Ok(layout.into()),
        found => Err(refused(Some(Box::new(found)))),
    }
}

/// Each list of bases as a mode, bits whose bases double in one extent.
fn of_modes(modes: &[Vec<i64>], is_single: bool) -> crate::error::Result<Layout> {
    let mut all = Vec::new();
    for bases in modes {
        let mut extents: Vec<(i64, i64)> = Vec::new();
        for basis in bases {
            match extents.last_mut() {
                Some((extent, stride)) if *stride != 0 && extent.checked_mul(*stride) == Some(*basis) => *extent *= 2,
                Some((extent, 0)) if *basis == 0 => *extent *= 2,
                _ => extents.push((2, *basis)),
            }
        }
        if extents.is_empty() {
            extents.push((1, 0));
        }
        let leaf = |number: i64| Nested::Leaf(Int::dynamic(number));
        let tuple = |pick: fn(&(i64, i64)) -> i64| match extents.as_slice() {
            [only] => leaf(pick(only)),
            many => Nested::Tuple(many.iter().map(|mode| leaf(pick(mode))).collect()),
        };
        all.push(Layout::with_ints(tuple(|mode| mode.0), &tuple(|mode| mode.1))?);
    }
    match (all.as_slice(), is_single) {
        ([only], true) => Ok(only.clone()),
        (all, _) => Layout::concatenate(all),
    }
}

fn f2_matrix(arguments: &Arguments) -> Answer {
    let columns = columns(&arguments.any(0)?)?;
    let height = columns.iter().map(|column| 64 - column.leading_zeros()).max().unwrap_or(0);
    let row = |bit: u32| Nested::Tuple(columns.iter().map(|column| number(column >> bit & 1)).collect());
    Ok(Value::Tuple(Nested::Tuple((0..height).map(row).collect())))
}

fn from_f2_matrix(arguments: &Arguments) -> Answer {
    let wrong = || Problem::Kind { position: 0, expected: ValueKind::IntTuple };
    let Nested::Tuple(rows) = arguments.ints(0)? else { return Err(wrong()) };
    let mut columns: Vec<i64> = Vec::new();
    for (bit, row) in rows.iter().enumerate() {
        let Nested::Tuple(entries) = row else { return Err(wrong()) };
        if bit == 0 {
            columns = vec![0; entries.len()];
        }
        if entries.len() != columns.len() || bit >= 62 {
            return Err(wrong());
        }
        for (column, entry) in columns.iter_mut().zip(entries) {
            match entry {
                Nested::Leaf(entry) if matches!(entry.value(), 0 | 1) => *column |= entry.value() << bit,
                _ => return Err(wrong()),
            }
        }
    }
    layout_of(&[columns], true, &arguments.value(0)?.to_string())
}
