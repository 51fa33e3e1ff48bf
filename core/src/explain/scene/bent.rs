//! Where a composition reads what the 1-D coordinates of its left operand do not say: CuTe walks mode by mode, and where
//! strides and extents do not divide, its answer is another function than `A(B(c))`. The picture follows the answer.

use super::draft::Draft;
use super::space::{Component, Term};
use crate::algebra::composition::Place;
use crate::basis::StrideLeaf;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;

/// Reading of A, mode by mode.
pub(crate) struct Bent {
    pub(crate) components: Vec<Component>,
    pub(crate) terms: Vec<Term>,
    /// A tree of digits where the composition has a tree of leaves.
    pub(crate) digits: Nested<usize>,
    /// `true` if a leaf of the right operand is one of the composition.
    pub(crate) is_leaf_by_leaf: bool,
}

/// Works out how `composition(a, by)` reads `a`, where that is not `a` at the 1-D coordinates that `by` answers; `None`
/// where it is.
///
/// Law: with the digits of a coordinate of the composition, the composition has the index of `a` at the place that they
/// make, as long as that lies within.
pub(crate) fn bent(draft: &mut Draft, a: &Layout, by: &Layout) -> Option<Bent> {
    let (places, read) = a.composition_places(by).ok()?;
    if places.len() < 2 {
        return None;
    }
    let mut leaves = Vec::new();
    pairs(by.shape(), read.shape(), &mut leaves);
    let mut reach = vec![[0_i64; 2]; places.len()];
    let mut is_straight = true;
    let mut walked = read.shape().leaves().into_iter().zip(read.stride().leaves());
    for ((count, extent), stride) in leaves.iter().zip(by.stride().leaves()) {
        let step = match stride {
            StrideLeaf::Int(step) => step.value(),
            StrideLeaf::Basis(basis) => {
                basis.scale.value().checked_mul(super::operation::weight_at(a.shape(), &basis.path)?)?
            }
        };
        let mut before = 1_i64;
        for (own, stride) in walked.by_ref().take(*count) {
            let (own, scale) = (own.value(), stride.scale().value());
            if let StrideLeaf::Basis(basis) = stride {
                let number = *basis.path.first()?;
                let by_place = scale.checked_mul(places.get(number)?.weight)?;
                is_straight &= own == 1 || by_place == step.checked_mul(before)?;
                let reached = scale.checked_mul(own - 1)?;
                let reach = reach.get_mut(number)?;
                *reach = [reach[0].checked_add(reached.min(0))?, reach[1].checked_add(reached.max(0))?];
            }
            before = before.checked_mul(own)?;
        }
        is_straight &= before == *extent || step == 0;
    }
    // A coordinate that passes a mode would go on in the next one, and does not.
    let within = |([least, most], place): (&[i64; 2], &Place)| place.is_last || (*least >= 0 && *most < place.extent);
    if is_straight && reach.iter().zip(&places).all(within) {
        return None;
    }
    let digits = draft.digits(read.shape());
    let mut terms = Vec::new();
    for (digit, stride) in digits.leaves().into_iter().zip(read.stride().leaves()) {
        if let StrideLeaf::Basis(basis) = stride {
            let (component, stride) = (*basis.path.first()?, basis.scale.value());
            terms.push(Term { digit: *digit, extent: draft.extent(*digit), component, stride });
        }
    }
    let component = |place: &Place| Component { base: 0, size: place.extent, weight: place.weight };
    let is_leaf_by_leaf = leaves.iter().all(|(count, _)| *count == 1);
    Some(Bent { components: places.iter().map(component).collect(), terms, digits, is_leaf_by_leaf })
}

/// For each leaf of a shape how many leaves became of it, and its extent.
fn pairs(by: &Shape, read: &Shape, found: &mut Vec<(usize, i64)>) {
    match (by, read) {
        (Nested::Leaf(extent), read) => found.push((read.leaf_count(), extent.value())),
        (Nested::Tuple(by), read) => by.iter().zip(read.modes()).for_each(|(by, read)| pairs(by, read, found)),
    }
}
