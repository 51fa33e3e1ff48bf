//! Which four values of a thread lie side by side in both layouts, for all threads and all tiles.

use colex::coordinate::{Coordinate, Slot};
use colex::{AnyLayout, Int, Layout, Nested, Tiler, TilerLeaf};

use super::configuration::Configuration;
use crate::expression::{Expression, Expressions};
use crate::index::index;
use crate::kernel::Refusal;
use crate::make::fixed;

/// One access of a thread on both sides: a number, or four of them.
pub(super) struct Move {
    /// The subscripts, as numbers or by four.
    pub(super) from: Expression,
    pub(super) to: Expression,
    /// The coordinate, of the first where there are four.
    pub(super) coordinate: Vec<Expression>,
    /// The mode along which four follow each other.
    pub(super) along: Option<usize>,
}

/// All values as moves of four, where the layouts allow that. The algebra proposes which values belong together, by
/// the largest layout that both have in common; the indices as expressions decide whether they do, from a multiple of
/// four on, for every thread and every tile.
pub(super) fn fours(
    all: &mut Expressions,
    configuration: &Configuration,
    coordinates: &[Vec<Expression>],
) -> Result<Option<Vec<Move>>, Refusal> {
    if coordinates.is_empty() || !coordinates.len().is_multiple_of(4) {
        return Ok(None);
    }
    let order = proposed(configuration, coordinates.len()).unwrap_or_else(|| (0..coordinates.len()).collect());
    let ordered = order.iter().filter_map(|value| coordinates.get(*value)).collect::<Vec<_>>();
    if ordered.len() != coordinates.len() {
        return Ok(None);
    }
    let mut moves = Vec::with_capacity(ordered.len() / 4);
    for four in ordered.chunks(4) {
        let (mut from, mut to) = (Vec::with_capacity(4), Vec::with_capacity(4));
        for coordinate in four {
            from.push(index(all, &configuration.source, coordinate)?);
            to.push(index(all, &configuration.destination, coordinate)?);
        }
        let (Some(from), Some(to), Some(along)) = (all.four(&from), all.four(&to), along(all, four)) else {
            return Ok(None);
        };
        let coordinate = four.first().map(|first| (*first).clone()).unwrap_or_default();
        moves.push(Move { from, to, coordinate, along: Some(along) });
    }
    Ok(Some(moves))
}

/// The one mode in which four coordinates follow each other, the others being the same.
fn along(all: &mut Expressions, four: &[&Vec<Expression>]) -> Option<usize> {
    let first = four.first()?;
    let mut along = None;
    for (mode, start) in first.iter().enumerate() {
        let digits = four.iter().map(|coordinate| coordinate.get(mode).copied()).collect::<Option<Vec<_>>>()?;
        if digits.iter().all(|digit| digit == start) {
            continue;
        }
        let follows = (0..).zip(&digits).all(|(lane, digit)| {
            let lane = all.constant(lane);
            all.add(*start, lane) == *digit
        });
        if !follows || along.is_some() {
            return None;
        }
        along = Some(mode);
    }
    along
}

/// The values in an order in which those that are side by side in both layouts follow each other.
fn proposed(configuration: &Configuration, values: usize) -> Option<Vec<usize>> {
    let Configuration { source, destination, tile, thread_values, .. } = configuration;
    let of_values = fixed(thread_values.plain()?).ok()?.at(&[1]).ok()?;
    let through = |layout: &AnyLayout| -> colex::Result<Layout> {
        let layout = fixed(layout.innermost())?;
        let tiled = if tile.len() == 1 {
            layout
        } else {
            let extents = tile.iter().map(|extent| Nested::Leaf(TilerLeaf::Extent(Int::constant((*extent).into()))));
            layout.composition_by(&Tiler::Tuple(extents.collect()))?
        };
        tiled.composition(&of_values)
    };
    let (from, to) = (through(source).ok()?, through(destination).ok()?);
    let common = from.max_common_layout(&to).ok()?;
    let others = common.complement_up_to(&Nested::Leaf(Int::constant(i64::try_from(values).ok()?))).ok()?;
    let at = |layout: &Layout, i: i64| {
        let index = layout.index(&Coordinate::Leaf(Slot::Int(Int::dynamic(i)))).ok()?;
        let Nested::Leaf(index) = index else { return None };
        usize::try_from(index.value()).ok()
    };
    let mut order = Vec::with_capacity(values);
    for other in 0..others.size().ok()?.value() {
        for own in 0..common.size().ok()?.value() {
            if order.len() >= values {
                return None;
            }
            order.push(at(&others, other)?.checked_add(at(&common, own)?)?);
        }
    }
    let mut seen = vec![false; values];
    order.iter().for_each(|value| {
        if let Some(seen) = seen.get_mut(*value) {
            *seen = true;
        }
    });
    (order.len() == values && seen.iter().all(|seen| *seen)).then_some(order)
}
