//! The laws of divides and products: where tiles and copies lie.

use super::check::Plan;
use super::map::{Directions, Domain, Map, leaf_paths};
use super::operands::{
    Reader, any, injective, leaf_readers, not_negative, number, numbers, shape_of, tiler_of, tilers, together,
};
use super::statement::Room;
use super::{LawKind, Premise};
use crate::algebra::{Tiler, TilerLeaf};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::notebook::Value;

/// The sizes of the first mode that a tiler does not cut into as many elements as there are: after and before.
fn uneven(layout: &Layout, tiler: &Tiler) -> Option<(Int, Int)> {
    if let Nested::Tuple(tilers) = tiler {
        let modes = tilers.iter().enumerate();
        return modes.filter_map(|(mode, tiler)| uneven(&layout.at(&[mode]).ok()?, tiler)).next();
    }
    let (cut, size) = (layout.logical_divide(tiler).ok()?.size().ok()?, layout.size().ok()?);
    (cut.value() != size.value()).then_some((cut, size))
}

impl Room {
    pub(super) fn divide(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
        let (a, r) = (any(values.first()?)?, any(result)?);
        let tiler = tiler_of(values)?;
        self.operand("A", &a);
        self.operand("T", &tiler);
        let mut premises = Vec::new();
        // Mode by mode: what one loses another may gain by rounding up.
        let whole = (product(r.shape()).ok()?, product(a.shape()).ok()?);
        let (cut, size) = uneven(a.innermost(), &tiler).unwrap_or(whole);
        let sizes = numbers(("size(R)", number(&cut)), ("size(A)", number(&size)), cut.value() == size.value());
        premises.push((Premise::Divides, sizes));
        for (_, leaf) in tilers(&tiler) {
            if let TilerLeaf::Layout(layout) = leaf {
                premises.extend(injective("T", &AnyLayout::Plain(layout)));
            }
        }
        self.images(LawKind::SameIndices, &r, &a, true);
        let inner = regrouped(a.innermost(), &tiler, r.innermost(), operation, Layout::zipped_divide)?;
        let inner = r.map(&mut |_| Ok(inner.clone())).ok()?;
        let places = |path: &[usize], half: usize| match operation {
            "logical_divide" => [path, &[half]].concat(),
            _ => [&[half], path].concat(),
        };
        let (mut tile, mut whole, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        for (path, leaf) in tilers(&tiler) {
            let mode = a.innermost().at(&path).ok()?;
            let Some(layout) = tile_of(&leaf) else {
                // `_` keeps the mode; it is one more thing to read.
                if operation != "logical_divide" {
                    self.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
                    return Some(());
                }
                let index = Layout::compact(Nested::Leaf(mode.size().ok()?), Major::Left).ok()?;
                for readers in [&mut tile, &mut whole] {
                    let (extent, of, place) = (number(&mode.size().ok()?), path.clone(), path.clone());
                    readers.push(Reader { extent, index: index.clone(), of, place });
                }
                continue;
            };
            let rest = layout.complement_up_to(mode.coalesce().ok()?.shape()).ok()?;
            leaf_readers(&layout, &path, &places(&path, 0), &mut tile)?;
            leaf_readers(&layout, &path, &places(&path, 0), &mut whole)?;
            leaf_readers(&rest, &path, &places(&path, 1), &mut rests)?;
        }
        self.read(LawKind::Tile, &a, tile, Vec::new(), &inner);
        self.read(LawKind::Divide, &a, whole, rests, &inner);
        self.laws.iter_mut().for_each(|law| law.premises.clone_from(&premises));
        Some(())
    }

    pub(super) fn product(&mut self, operation: &str, values: &[Value], result: &Value) -> Option<()> {
        let (a, r) = (any(values.first()?)?.innermost().clone(), any(result)?.innermost().clone());
        let tiler = tiler_of(values)?;
        self.operand("A", &a);
        self.operand("B", &tiler);
        let r = regrouped(&a, &tiler, &r, operation, Layout::zipped_product)?;
        for (path, leaf) in tilers(&tiler) {
            let Some(b) = tile_of(&leaf) else { continue };
            let place = |half: usize| match operation {
                "logical_product" => [path.as_slice(), &[half]].concat(),
                _ => [&[half], path.as_slice()].concat(),
            };
            self.mode.clone_from(&path);
            let whole = |half: usize| vec![(Vec::new(), place(half))];
            self.copies(&a.at(&path).ok()?, &b, &r, &whole(0), &whole(1), true);
        }
        self.mode.clear();
        Some(())
    }

    /// The block and its copies: parts of A and of B, and where each stands in the result.
    pub(super) fn copies(
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

    pub(super) fn tile_to_shape(&mut self, block: &Value, target: &Value, result: &Value) -> Option<()> {
        let (a, target, r) = (any(block)?.innermost().clone(), shape_of(target)?, any(result)?.innermost().clone());
        self.operand("A", &a);
        self.operand("S", &target);
        let rank = target.rank();
        let a = a.append_to(rank, &Layout::trivial()).ok()?;
        let sizes = [number(&product(&target).ok()?), number(&r.size().ok()?)];
        let compatible = crate::int_tuple::product_each(&target).ok()?;
        let same = crate::compatible::compatible(&compatible, &Nested::Tuple(r.shape().modes().to_vec())).ok()?.value;
        self.law(LawKind::SameSize, numbers(("size(S)", sizes[0]), ("size(R)", sizes[1]), same), Vec::new());
        let places = |inner: usize| (0..rank).map(|mode| (vec![mode], vec![mode, inner])).collect::<Vec<_>>();
        let copies = places(1).iter().map(|(_, place)| r.at(place)).collect::<Result<Vec<_>, _>>().ok()?;
        // Which copy it is: its 1-D coordinate.
        let shape = Nested::Tuple(copies.iter().map(|mode| mode.shape().clone()).collect());
        let copies = Layout::compact(shape, Major::Left).ok()?;
        self.copies(&a, &copies, &r, &places(0), &places(1), false)
    }
}

/// The leaves of the result in the parentheses of the zipped form, which the tiled and flat ones spread.
fn regrouped(
    a: &Layout,
    tiler: &Tiler,
    r: &Layout,
    operation: &str,
    zipped: fn(&Layout, &Tiler) -> crate::error::Result<Layout>,
) -> Option<Layout> {
    if !operation.starts_with("tiled") && !operation.starts_with("flat") {
        return Some(r.clone());
    }
    r.flatten().unflatten(zipped(a, tiler).ok()?.shape()).ok()
}

fn tile_of(leaf: &TilerLeaf) -> Option<Layout> {
    match leaf {
        TilerLeaf::All => None,
        TilerLeaf::Layout(layout) => Some(layout.clone()),
        TilerLeaf::Extent(extent) => Layout::compact(Nested::Leaf(*extent), Major::Left).ok(),
    }
}
