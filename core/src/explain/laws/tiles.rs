//! The laws of divides and products: where tiles and copies lie.

use super::LawKind;
use super::check::Plan;
use super::map::{Directions, Domain, Map, leaf_paths};
use super::operands::{injective, not_negative, number, together};
use super::statement::Room;
use crate::algebra::{Tiler, TilerLeaf};
use crate::composed::AnyLayout;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;

impl Room {
    /// The block and its copies: parts of A and of B, and where each stands in the result.
    pub(crate) fn copies(
        &mut self,
        a: &Layout,
        b: &Layout,
        r: &Layout,
        block: &[(Vec<usize>, Vec<usize>)],
        copies: &[(Vec<usize>, Vec<usize>)],
        placed: bool,
    ) -> Option<()> {
        // One digit for each part of the block.
        let mut ends = Directions::new();
        let (mut shape, mut own, mut found) = (Vec::new(), Map::default(), Map::default());
        for (index, (part, place)) in block.iter().enumerate() {
            let mode = a.at(part).ok()?;
            shape.push(number(&mode.size().ok()?));
            own.add(index + 1, &mode, &mut ends);
            found.add(index + 1, &r.at(place).ok()?, &mut ends);
        }
        let blocks = shape.len();
        let domain = Domain::new(together(&shape))?;
        let plan = Plan::Same { domain, left: vec![("R(·,0)", found.clone())], right: vec![("A", own)], bounds: None };
        self.law(LawKind::Block, plan, Vec::new());

        let target = a.size().ok()?.times(b.cosize().ok()?).ok()?;
        let negative = not_negative("A", &AnyLayout::Plain(a.clone()));
        let injective = injective("filter(A)", &AnyLayout::Plain(a.filter().ok()?));
        let premises = std::iter::once(negative).chain(injective).collect::<Vec<_>>();
        let mut places = Vec::new();
        for (part, place) in copies {
            let below = leaf_paths(b.at(part).ok()?.shape()).into_iter();
            places.extend(below.map(|path| [place.as_slice(), &path].concat()));
        }
        if let (true, Ok(rest)) = (placed, a.complement_up_to(&Nested::Leaf(target))) {
            let plain = |layout: &Layout| AnyLayout::Plain(layout.clone());
            self.compose(LawKind::Copies, &plain(&rest), &plain(b), &plain(r), &places)?;
        }
        let (mut owner, mut over) = (Map::default(), Vec::new());
        for (index, (part, place)) in leaf_paths(b.shape()).into_iter().zip(&places).enumerate() {
            let leaf = b.at(&part).ok()?;
            over.push(number(&leaf.size().ok()?));
            owner.add(blocks + index + 1, &leaf, &mut ends);
            found.add(blocks + index + 1, &r.at(place).ok()?, &mut ends);
        }
        let domain = Domain::new(Nested::Tuple(vec![together(&shape), together(&over)]))?;
        let plan = Plan::Apart { domain, map: ("R", found), owner: Some(owner), end: None };
        self.law(LawKind::CopiesApart, plan, premises);
        Some(())
    }
}

/// Where a divide or a product puts what belongs to a tiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Both halves into the mode that it cuts.
    Logical,
    /// All tiles together, and all rests.
    Zipped,
    /// The same with some of the parentheses taken away.
    Spread,
}

impl Form {
    /// Where one half of what the tiler at the end of a path makes stands in the result, or in its zipped form.
    pub(crate) fn place(self, path: &[usize], half: usize) -> Vec<usize> {
        match self {
            Form::Logical => [path, &[half]].concat(),
            Form::Zipped | Form::Spread => [&[half], path].concat(),
        }
    }
}

/// The leaves of the result in the parentheses of the zipped form, which the tiled and flat ones spread.
pub(crate) fn regrouped(
    a: &Layout,
    tiler: &Tiler,
    r: &Layout,
    form: Form,
    zipped: fn(&Layout, &Tiler) -> crate::error::Result<Layout>,
) -> Option<Layout> {
    if form != Form::Spread {
        return Some(r.clone());
    }
    r.flatten().unflatten(zipped(a, tiler).ok()?.shape()).ok()
}

pub(crate) fn tile_of(leaf: &TilerLeaf) -> Option<Layout> {
    match leaf {
        TilerLeaf::All => None,
        TilerLeaf::Layout(layout) => Some(layout.clone()),
        TilerLeaf::Extent(extent) => Layout::compact(Nested::Leaf(*extent), Major::Left).ok(),
    }
}
