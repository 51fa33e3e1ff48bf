//! A scene in the making: digits are added, panels read them.

use super::bent::{Bent, bent};
use super::space::{Component, Reading, TERM_LIMIT, Term};
use super::standing::Stand;
use super::tiles::Tiling;
use super::{Colours, Kind, Meaning, Panel, Part, Role, Rule, Scene};
use crate::after::After;
use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::AnyLayout;
use crate::int::Int;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::swizzle::Swizzle;

/// A swizzle of more bits is not drawn by them.
const BITS_MOST: u32 = 16;

/// A scene without its name.
pub(crate) struct Draft {
    extents: Vec<i64>,
    /// The digit of all extents of 1.
    nothing: Option<usize>,
    panels: Vec<Panel>,
    pub(crate) parts: Vec<Part>,
    /// In which order a cell leads from panel to panel.
    pub(crate) leads: [Role; 3],
    pub(crate) merged: Vec<(usize, usize)>,
    /// Tiling of the operand, where the result is a part of it.
    pub(crate) tiling: Option<Tiling>,
    /// Arrangement of the modes of the result, where something is cut or repeated.
    pub(crate) stand: Option<Stand>,
}

pub(crate) fn size_of(layout: &AnyLayout) -> Option<i64> {
    layout.size().ok().map(Int::value).filter(|size| *size > 0)
}

impl Default for Draft {
    fn default() -> Self {
        Draft {
            extents: Vec::new(),
            nothing: None,
            panels: Vec::new(),
            parts: Vec::new(),
            leads: [Role::First, Role::Operand, Role::Result],
            merged: Vec::new(),
            tiling: None,
            stand: None,
        }
    }
}

impl Draft {
    /// A digit of its own; those that are always 0 are one, so that thousands of modes of extent 1 cost nothing.
    pub(crate) fn digit(&mut self, extent: i64) -> usize {
        let nothing = self.nothing.filter(|_| extent == 1);
        nothing.unwrap_or_else(|| {
            let digit = self.extents.len();
            self.extents.push(extent);
            if extent == 1 {
                self.nothing = Some(digit);
            }
            digit
        })
    }

    /// A digit for each leaf of a shape.
    pub(crate) fn digits(&mut self, shape: &Shape) -> Nested<usize> {
        shape.map(&mut |extent| self.digit(extent.value()))
    }

    pub(crate) fn extent(&self, digit: usize) -> i64 {
        self.extents.get(digit).copied().unwrap_or(1)
    }

    pub(crate) fn product(&self, digits: &[usize]) -> Option<i64> {
        digits.iter().try_fold(1_i64, |all, digit| all.checked_mul(self.extent(*digit)))
    }

    /// Digits as they run, the first fastest.
    pub(crate) fn compact(&self, order: &[usize]) -> Option<Reading> {
        Reading::compact(&order.iter().map(|digit| (*digit, self.extent(*digit))).collect::<Vec<_>>())
    }

    /// Adds a panel; it has as many cells as the layout has coordinates. `None` where a cell would take more than
    /// [`TERM_LIMIT`] steps.
    pub(crate) fn panel(
        &mut self,
        role: Role,
        layout: AnyLayout,
        written: Option<&str>,
        reading: Reading,
    ) -> Option<usize> {
        let size = size_of(&layout).filter(|_| reading.length() <= TERM_LIMIT)?;
        let written = written.map(str::to_owned);
        self.panels.push(Panel { role, written, printed: layout.to_string(), layout, size, begin: None, reading });
        Some(self.panels.len() - 1)
    }

    /// A panel of digits as they run; `None` where it has another number of cells.
    pub(crate) fn whole(
        &mut self,
        role: Role,
        layout: &AnyLayout,
        written: Option<&str>,
        order: &[usize],
    ) -> Option<usize> {
        if self.product(order)? != size_of(layout)? {
            return None;
        }
        let reading = self.compact(order)?;
        self.panel(role, layout.clone(), written, reading)
    }

    /// The number that digits make, the first fastest.
    pub(crate) fn by_digits(&self, digits: Vec<usize>, meaning: Meaning) -> Option<Colours> {
        let count = self.product(&digits)?;
        let digits = digits.into_iter().filter(|digit| Some(*digit) != self.nothing).collect();
        Some(Colours { rule: Rule::Digits(digits), meaning: Some(meaning), count, filled: None, below: None })
    }

    pub(crate) fn by_index() -> Colours {
        Colours { rule: Rule::Index, meaning: None, count: 0, filled: None, below: None }
    }

    /// The bits of the index that a swizzle changes; by the index where it changes none.
    pub(crate) fn by_bits(swizzle: Swizzle) -> Colours {
        let (least, count) = (swizzle.zzz().trailing_zeros(), swizzle.bits());
        if swizzle.is_identity() || count > BITS_MOST {
            return Draft::by_index();
        }
        let meaning = Some(Meaning::Bits { least, count });
        Colours { rule: Rule::Bits { least, count }, meaning, count: 1 << count, filled: None, below: None }
    }

    pub(crate) fn done(self, kind: Kind, colours: Colours) -> Scene {
        let Draft { extents, nothing: _, panels, parts, leads, merged, tiling, stand } = self;
        Scene {
            operation: "",
            told_as: &[],
            leads,
            kind,
            panels,
            merged,
            colours,
            taken: Vec::new(),
            extents,
            parts,
            tiling,
            stand,
        }
    }
}

/// Reading of the cells of A through tilers, mode by mode.
#[derive(Default, Clone)]
pub(crate) struct Cut {
    pub(crate) terms: Vec<Term>,
    pub(crate) components: Vec<Component>,
    /// The digits of the tiler's leaves, in their order.
    pub(crate) tile: Vec<usize>,
    /// Those that run over tiles.
    pub(crate) rest: Vec<usize>,
    weight: i64,
    /// The mode that is read.
    path: Vec<usize>,
}

/// Effect of a leaf of a tiler on a mode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cutting {
    /// The tile, then what its complement adds.
    Divide,
    /// The tile alone; modes without one are left out.
    Compose,
}

impl Cut {
    pub(crate) fn new() -> Cut {
        Cut { weight: 1, ..Cut::default() }
    }

    fn component(&mut self, size: i64) -> Option<(usize, i64)> {
        let weight = self.weight;
        self.components.push(Component { base: 0, size, weight });
        self.weight = weight.checked_mul(size)?;
        Some((self.components.len() - 1, weight))
    }

    /// A tree of digits where the result has a tree of leaves.
    pub(crate) fn by(
        &mut self,
        draft: &mut Draft,
        layout: &Layout,
        tiler: &Tiler,
        cutting: Cutting,
    ) -> Option<Nested<usize>> {
        if let Nested::Tuple(tilers) = tiler {
            let mut modes = Vec::with_capacity(tilers.len());
            for (index, tiler) in tilers.iter().enumerate() {
                self.path.push(index);
                modes.push(self.by(draft, &layout.at(&[index]).ok()?, tiler, cutting)?);
                self.path.pop();
            }
            for index in tilers.len()..layout.rank() {
                let mode = layout.at(&[index]).ok()?;
                if cutting == Cutting::Compose {
                    self.component(mode.size().ok()?.value())?;
                    continue;
                }
                let digits = self.mode(draft, &mode)?;
                self.rest.extend(digits.leaves().into_iter().copied());
                modes.push(digits);
            }
            return Some(Nested::Tuple(modes));
        }
        let Some(tile) = layout_of_leaf(tiler) else {
            let digits = self.mode(draft, layout)?;
            self.tile.extend(digits.leaves().into_iter().copied());
            return Some(digits);
        };
        let size = layout.size().ok()?.value();
        let rest = match cutting {
            Cutting::Compose => None,
            Cutting::Divide => Some(tile.complement_up_to(layout.coalesce().ok()?.shape()).ok()?),
        };
        let by = match &rest {
            Some(rest) => Layout::concatenate(&[tile.clone(), rest.clone()]).ok()?,
            None => tile.clone(),
        };
        if let Some(bent) = bent(draft, layout, &by) {
            return self.bent(draft, bent, size, rest.is_some());
        }
        let (component, weight) = self.component(size)?;
        let digits = self.read(draft, &tile, component)?;
        let mut leaves = digits.leaves().into_iter().copied().collect::<Vec<_>>();
        self.tile.extend(leaves.iter().copied());
        let Some(rest) = rest else {
            draft.parts.push(Part { leaves, rest: Vec::new(), path: self.path.clone(), weight, size });
            return Some(digits);
        };
        let others = self.read(draft, &rest, component)?;
        let rest = others.leaves().into_iter().copied().collect::<Vec<_>>();
        self.rest.extend(rest.iter().copied());
        leaves.extend(rest.iter().copied());
        draft.parts.push(Part { leaves, rest, path: self.path.clone(), weight, size });
        Some(Nested::Tuple(vec![digits, others]))
    }

    /// A mode that is not read at its 1-D coordinates.
    fn bent(&mut self, draft: &mut Draft, bent: Bent, size: i64, is_divide: bool) -> Option<Nested<usize>> {
        let (first, weight) = (self.components.len(), self.weight);
        for component in bent.components {
            let weight = component.weight.checked_mul(weight)?;
            self.components.push(Component { weight, ..component });
        }
        self.weight = weight.checked_mul(size)?;
        self.terms.extend(bent.terms.into_iter().map(|term| Term { component: first + term.component, ..term }));
        let leaves = |tree: &Nested<usize>| tree.leaves().into_iter().copied().collect::<Vec<_>>();
        let (tile, rest) = match (&bent.digits, is_divide) {
            (Nested::Tuple(modes), true) => (leaves(modes.first()?), leaves(modes.get(1)?)),
            (whole, _) => (leaves(whole), Vec::new()),
        };
        self.tile.extend(tile.iter().copied());
        self.rest.extend(rest.iter().copied());
        if bent.is_leaf_by_leaf {
            let leaves = [tile, rest.clone()].concat();
            draft.parts.push(Part { leaves, rest, path: self.path.clone(), weight, size });
        }
        Some(bent.digits)
    }

    /// The leaves of a layout of coordinates, as digits with their strides.
    fn read(&mut self, draft: &mut Draft, layout: &Layout, component: usize) -> Option<Nested<usize>> {
        let strides = layout.int_stride()?;
        let digits = draft.digits(layout.shape());
        for (digit, stride) in digits.leaves().into_iter().zip(strides.leaves()) {
            let extent = draft.extent(*digit);
            self.terms.push(Term { digit: *digit, extent, component, stride: stride.value() });
        }
        Some(digits)
    }

    /// A mode as it is.
    fn mode(&mut self, draft: &mut Draft, layout: &Layout) -> Option<Nested<usize>> {
        let (component, _) = self.component(layout.size().ok()?.value())?;
        let digits = draft.digits(layout.shape());
        let mut stride = 1_i64;
        for digit in digits.leaves() {
            let extent = draft.extent(*digit);
            self.terms.push(Term { digit: *digit, extent, component, stride });
            stride = stride.checked_mul(extent)?;
        }
        Some(digits)
    }

    /// Returns the reading of A while some digits stay at a number.
    pub(crate) fn at(mut self, fixed: &[(usize, i64)]) -> Option<Reading> {
        for (digit, number) in fixed {
            for term in self.terms.iter().filter(|term| term.digit == *digit) {
                let component = self.components.get_mut(term.component)?;
                component.base = component.base.checked_add(number.checked_mul(term.stride)?)?;
            }
        }
        // The one digit of all extents of 1 counts nothing, and may be fixed and kept at once.
        self.terms.retain(|term| !fixed.iter().any(|(digit, _)| *digit == term.digit));
        Some(self.reading())
    }

    pub(crate) fn reading(self) -> Reading {
        Reading::new(self.terms, self.components, After::default())
    }
}

/// The layout of a leaf of a tiler; `None` of `_`.
pub(crate) fn layout_of_leaf(leaf: &Tiler) -> Option<Layout> {
    match leaf {
        Nested::Leaf(TilerLeaf::Layout(layout)) => Some(layout.clone()),
        Nested::Leaf(TilerLeaf::Extent(extent)) => {
            Layout::new(Nested::Leaf(*extent), Nested::Leaf(StrideLeaf::Int(Int::ONE))).ok()
        }
        _ => None,
    }
}

/// A tiler as a layout: by mode it answers coordinates, `<4:1,2:1>` as `(4,2):(1@0,1@1)`. `layout` says how large the
/// modes under `_` are.
pub(crate) fn tiler_layout(tiler: &Tiler, layout: Option<&Layout>) -> Option<Layout> {
    fn below(tiler: &Tiler, layout: Option<&Layout>, path: &[usize]) -> Option<Layout> {
        if let Nested::Tuple(tilers) = tiler {
            let modes = tilers.iter().enumerate().map(|(index, tiler)| {
                let mode = match layout {
                    Some(layout) => Some(layout.at(&[index]).ok()?),
                    None => None,
                };
                below(tiler, mode.as_ref(), &[path, &[index]].concat())
            });
            return Layout::concatenate(&modes.collect::<Option<Vec<_>>>()?).ok();
        }
        let tile = match layout_of_leaf(tiler) {
            Some(tile) => tile,
            None => Layout::compact(layout?.shape().clone(), crate::make::Major::Left).ok()?,
        };
        if path.is_empty() {
            return Some(tile);
        }
        let stride =
            tile.stride().map(&mut |leaf| StrideLeaf::Basis(ScaledBasis { scale: leaf.scale(), path: path.to_vec() }));
        Layout::new(tile.shape().clone(), stride).ok()
    }
    below(tiler, layout, &[])
}
