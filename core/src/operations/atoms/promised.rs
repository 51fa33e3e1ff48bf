//! Promises of the layouts of tiled MMAs and copies: every element has as many holders as every other, and of C one.

use crate::algebra::TilerLeaf;
use crate::atom::tiled_copy::End;
use crate::atom::tiled_mma::Matrix;
use crate::laws::map::Map;
use crate::laws::operands::{domain, numbers, onto};
use crate::laws::{Premise, Room};
use crate::make::Major;
use crate::notebook::made::{AtomValue, atom_value};
use crate::operations::prelude::*;

/// Letters by which the laws call what they work out.
pub(super) const LETTERS: &[Letter] =
    &[Letter::derived("A", ["the tile", "tile"]), Letter::derived("P", ["the permutation", "置换"])];

/// Reports whether a layout reaches 0 to its size, each once or, with strides 0, equally often.
fn is_onto(layout: &Layout) -> bool {
    let reached = layout.filter().and_then(|layout| Ok((layout.right_inverse()?.size()?, layout.size()?)));
    reached.is_ok_and(|(reached, size)| reached.value() == size.value())
}

fn is_permutation(tiler: &Tiler) -> bool {
    match tiler {
        Nested::Leaf(TilerLeaf::Layout(layout)) => is_onto(layout),
        Nested::Leaf(_) => true,
        Nested::Tuple(modes) => modes.iter().all(is_permutation),
    }
}

/// States what is asked of the permutation and of how atoms are laid out, as a premise.
fn where_onto(holds: bool) -> Vec<(Premise, Plan)> {
    vec![(Premise::Compact("P"), numbers(("", 0), ("", 0), holds))]
}

/// States that each element of a matrix is held equally often, and each of C once.
pub(super) fn owned(room: &mut Room, performed: &Performed, result: &Value, matrix: Matrix) -> Option<()> {
    let (AtomValue::TiledMma(mma), Value::Layout(r)) = (atom_value(performed.arguments.values.first()?)?, result)
    else {
        return None;
    };
    let tile = mma.tile(matrix).ok()?;
    let size = tile.size().ok()?.value();
    let holders = r.size().ok()?.value().checked_div(size)?;
    let a = if holders > 1 {
        let pair = |left: Nested<Int>, right: i64| Nested::Tuple(vec![left, Nested::Leaf(Int::constant(right))]);
        let strides = Layout::compact(tile.shape().clone(), Major::Left).ok()?.stride().map(&mut |leaf| leaf.scale());
        Layout::with_ints(pair(tile.shape().clone(), holders), &pair(strides, 0)).ok()?
    } else {
        tile
    };
    room.operand("A", &a);
    // Atoms that lie on top of one another do the same twice: that is no distribution.
    let spread = is_onto(&mma.atoms) || matrix != Matrix::C;
    let holds = spread && mma.permutation.iter().all(is_permutation);
    if matrix == Matrix::C {
        let plan = onto("R", &r.clone().into(), size)?;
        room.law(LawKind::Compact, plan, where_onto(holds));
    }
    let of = [(domain(r.shape())?, ("R", Map::plain(r))), (domain(a.shape())?, ("A", Map::plain(&a)))];
    room.law(LawKind::SameIndices, Plan::Images { of, up: 1, down: 1, often: true }, where_onto(holds));
    Some(())
}

/// States that an end of a copy covers the tile.
pub(super) fn covered(room: &mut Room, performed: &Performed, result: &Value, end: End) -> Option<()> {
    let (AtomValue::TiledCopy(copy), Value::Layout(r)) = (atom_value(performed.arguments.values.first()?)?, result)
    else {
        return None;
    };
    let tile = Layout::compact(copy.tile().ok()?, Major::Left).ok()?;
    room.operand("A", &tile);
    let of_atom = copy.atom.end(end);
    let filled = copy.thread_values.filter().ok()?.size().ok()?.value();
    let holds = is_onto(&copy.thread_values)
        && filled == tile.size().ok()?.value()
        && of_atom.filter().ok()?.size().ok()?.value() == copy.atom.reference.filter().ok()?.size().ok()?.value();
    let of = [(domain(r.shape())?, ("R", Map::plain(r))), (domain(tile.shape())?, ("A", Map::plain(&tile)))];
    room.law(LawKind::SameImage, Plan::Images { of, up: 1, down: 1, often: false }, where_onto(holds));
    Some(())
}
