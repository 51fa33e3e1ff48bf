//! Which indices a layout reaches.

use super::{ALIKE, ELEMENT_LIMIT, bits, indices, is_static, number};
use crate::error::Result;
use crate::int::Truth;
use crate::nested::LEAF_LIMIT;
use crate::notebook::value::Item;
use crate::operations::alike::{int, truth};
use crate::operations::prelude::*;
use crate::table::FlatLayout;

pub(in crate::operations) const IS_INJECTIVE: Row = Row {
    name: "is_injective",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| holds(&a.function(0)?, |reach| reach.distinct == reach.size))),
    help: Some(Help {
        line: ["No two coordinates have the same index", "任意两个坐标的索引都不同"],
        example: "is_injective((4,8):(8,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const IS_SURJECTIVE: Row = Row {
    name: "is_surjective",
    parameters: &["layout", "size"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(|a| onto(a, false))),
    help: Some(Help {
        line: [
            "Every index below the cosize, or below a given size, is reached",
            "小于余尺寸（cosize）或给定大小的每个索引都被取到",
        ],
        example: "is_surjective((4,8):(8,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const IS_BIJECTIVE: Row = Row {
    name: "is_bijective",
    parameters: &["layout", "size"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(|a| onto(a, true))),
    help: Some(Help {
        line: [
            "Every index below the cosize, or below a given size, is reached once",
            "小于余尺寸（cosize）或给定大小的每个索引都恰好取到一次",
        ],
        example: "is_bijective(Sw<2,0,3> o _0 o (8,8):(8,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const IS_CONTIGUOUS: Row = Row {
    name: "is_contiguous",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(|a| holds(&a.function(0)?, Reach::is_contiguous))),
    help: Some(Help {
        line: ["The indices that are reached follow each other without a gap", "取到的索引连续无空隙"],
        example: "is_contiguous((4,8):(8,1))",
    }),
    ..ALIKE
};

pub(in crate::operations) const IMAGE: Row = Row {
    name: "image",
    parameters: &["layout"],
    arity: 1..=1,
    apply: Some(Apply::Untraced(image)),
    help: Some(Help {
        line: ["The indices that are reached, in ascending order", "取到的全部索引，按升序排列"],
        example: "image((2,3):(1,4))",
    }),
    ..ALIKE
};

pub(in crate::operations) const FOOTPRINT: Row = Row {
    name: "footprint",
    parameters: &["layout", "element"],
    arity: 1..=2,
    apply: Some(Apply::Untraced(footprint)),
    help: Some(Help {
        line: [
            "From the least index to the greatest, in elements; with a type or bits of an element, in bytes",
            "从最小索引到最大索引的跨度，以元素计；给出元素类型或位数时以字节计",
        ],
        example: "footprint((4,8):(16,1),half_t)",
    }),
    ..ALIKE
};

/// Reach of a layout.
struct Reach {
    least: i64,
    greatest: i64,
    /// Number of different indices.
    distinct: u64,
    /// Number of coordinates.
    size: u64,
}

impl Reach {
    fn span(&self) -> u64 {
        if self.size == 0 { 0 } else { self.greatest.abs_diff(self.least).saturating_add(1) }
    }

    fn is_contiguous(&self) -> bool {
        self.distinct == self.span()
    }
}

/// Returns the reach of a layout: looked at, or by its strides where it is large.
fn reach(layout: &AnyLayout) -> Result<Reach> {
    let flat = FlatLayout::any(layout)?;
    let size = flat.size();
    if size <= ELEMENT_LIMIT {
        let mut found = indices(layout)?;
        found.sort_unstable();
        found.dedup();
        let (least, greatest) = (found.first().copied().unwrap_or(0), found.last().copied().unwrap_or(0));
        return Ok(Reach { least, greatest, distinct: found.len() as u64, size });
    }
    // A swizzle maps different indices to different ones, but which is the least is seen at each alone.
    let too_many = || Error::TooLarge { what: "elements", count: size.to_string(), limit: ELEMENT_LIMIT };
    let distinct =
        distinct(&flat.merged()).filter(|_| flat.is_exact() && flat.after().keeps_apart()).ok_or_else(too_many)?;
    Ok(Reach { least: flat.least(), greatest: flat.greatest(), distinct, size })
}

/// Counts the different sums that modes have, from the smallest stride on: as long as each stride continues the steps
/// of those before it, the sums are `count` multiples of the first stride; behind a gap each mode multiplies them.
/// `None` where modes reach into each other in another way.
fn distinct(modes: &[(u64, i64)]) -> Option<u64> {
    let mut modes = modes
        .iter()
        .filter(|(extent, stride)| *extent > 1 && *stride != 0)
        .map(|(extent, stride)| (stride.unsigned_abs(), *extent))
        .collect::<Vec<_>>();
    modes.sort_unstable();
    let Some(&(step, _)) = modes.first() else { return Some(1) };
    let (mut count, mut reach, mut is_dense) = (1_u64, 0_u64, true);
    for (stride, extent) in modes {
        let added = (extent - 1).checked_mul(stride)?;
        if is_dense && stride % step == 0 && stride <= reach.checked_add(step)? {
            count = count.checked_add(added / step)?;
        } else if stride > reach {
            is_dense = false;
            count = count.checked_mul(extent)?;
        } else {
            return None;
        }
        reach = reach.checked_add(added)?;
    }
    Some(count)
}

fn holds(layout: &AnyLayout, asked: impl Fn(&Reach) -> bool) -> Answer {
    truth(Truth { value: asked(&reach(layout)?), is_static: is_static(layout) })
}

/// Answers whether a layout reaches all indices below a size, and each once.
fn onto(arguments: &Arguments, once: bool) -> Answer {
    let layout = arguments.function(0)?;
    let wanted = match arguments.values.len() {
        2 => Some(arguments.int(1)?.value()),
        _ => None,
    };
    let found = reach(&layout)?;
    let is_once = found.distinct == found.size;
    let is_onto = match wanted {
        None => found.least >= 0 && found.distinct == u64::try_from(found.greatest).unwrap_or(0).saturating_add(1),
        // Each once: no index lies beyond.
        Some(size) if once => found.least == 0 && found.is_contiguous() && found.greatest.checked_add(1) == Some(size),
        Some(size) if found.is_contiguous() => found.least <= 0 && found.greatest >= size.saturating_sub(1),
        Some(size) => {
            let mut inside = indices(&layout)?;
            inside.retain(|index| (0..size).contains(index));
            inside.sort_unstable();
            inside.dedup();
            u64::try_from(size).is_ok_and(|size| inside.len() as u64 == size)
        }
    };
    truth(Truth { value: is_onto && (is_once || !once), is_static: is_static(&layout) })
}

fn image(arguments: &Arguments) -> Answer {
    let layout = arguments.function(0)?;
    let mut found = indices(&layout)?;
    found.sort_unstable();
    found.dedup();
    if found.len() > LEAF_LIMIT {
        let count = found.len().to_string();
        return Err(Error::TooLarge { what: "elements", count, limit: LEAF_LIMIT as u64 }.into());
    }
    let is_static = is_static(&layout);
    let leaf = |index: i64| {
        let index = if is_static { crate::int::Int::constant(index) } else { crate::int::Int::dynamic(index) };
        Nested::Leaf(Item::Int(index))
    };
    Ok(Value::Tuple(Nested::Tuple(found.into_iter().map(leaf).collect())))
}

fn footprint(arguments: &Arguments) -> Answer {
    let layout = arguments.function(0)?;
    let span = reach(&layout)?.span();
    let span = match arguments.values.len() {
        1 => span,
        _ => span.saturating_mul(bits(arguments, 1)?).div_ceil(8),
    };
    int(Ok(number(span, is_static(&layout))))
}
