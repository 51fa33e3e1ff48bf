//! composition: first one layout, then another.

use super::coalesce::coalesced_beyond;
use super::{Mode, Tiler, TilerLeaf, Traced, enter, layout_of, leading_modes};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::{Layout, Shape, Stride};
use crate::nested::Nested;
use crate::steps::{Origin, Pair, Step, Trace};

impl Layout {
    /// The layout `R` with `R(c) = A(B(c))` for every coordinate of `B`: CuTe's `composition(A, B)`.
    ///
    /// CuTe's check of the divisibility conditions is weak: modes of `B` are handled one by one, the last mode of `A` is
    /// unbounded, and nothing is checked where a number is dynamic. So a result may be wrong;
    /// [`crate::laws`] tells. Errors: [`Error::StrideDivisibility`], [`Error::ShapeDivisibility`], a dynamic stride 0.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_6,_2):(_8,_2)".parse()?;
    /// let b: Layout = "(_4,_3):(_3,_1)".parse()?;
    /// assert_eq!(a.composition(&b)?.to_string(), "((_2,_2),_3):((_24,_2),_8)");
    /// for c in 0..12 {
    ///     let c = c.to_string().parse()?;
    ///     assert_eq!(a.composition(&b)?.index(&c)?, a.index(&(&b.index(&c)?).into())?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn composition(&self, right: &Layout) -> Result<Layout> {
        self.composition_with_trace(right, &mut Trace::silent())
    }

    /// [`Layout::composition`], telling its steps.
    pub fn composition_with_trace(&self, right: &Layout, trace: &mut Trace<'_>) -> Result<Layout> {
        Ok(self.composition_traced(right, trace)?.layout)
    }

    /// [`Layout::composition_with_trace`] with the origins of the result's leaves.
    pub(crate) fn composition_traced(&self, right: &Layout, trace: &mut Trace<'_>) -> Result<Traced> {
        enter(trace, "composition", &[self, right]);
        let left = walked(self, right)?;
        let listens = trace.listens();
        let mut walk = Walk { trace, listens, leaf: 0, origins: Vec::new() };
        let result = walk.tree(&left, right.shape(), right.stride())?;
        let Walk { trace, origins, .. } = walk;
        let origins = listens.then_some(origins);
        Ok(Traced::new(result, origins)?.left("composition", trace))
    }

    /// Where [`Layout::composition`] reads: the places that it walks over, and the composition with the coordinates along
    /// them, `1@0`, `1@1` and so on, for indices.
    pub(crate) fn composition_places(&self, right: &Layout) -> Result<(Vec<Place>, Layout)> {
        let mut size = Int::ONE;
        let mut before = vec![1];
        for extent in self.shape().leaves() {
            size = size.times(*extent)?;
            before.push(size.value());
        }
        let weight = |leaf: usize| before.get(leaf).copied().unwrap_or_default();
        let mut places = Vec::new();
        let left = walked(self, right)?.map(&mut |modes| {
            let group = places.len()..places.len() + modes.len();
            let mut along = modes.clone();
            for (mode, number) in along.iter_mut().zip(group.clone()) {
                mode.stride = StrideLeaf::Basis(ScaledBasis { scale: Int::ONE, path: vec![number] });
                let (weight, end) = (weight(mode.first), weight(mode.last + 1));
                places.push(Place { extent: end / weight.max(1), weight, is_last: number + 1 == group.end });
            }
            along
        });
        let trace = &mut Trace::silent();
        let mut walk = Walk { trace, listens: false, leaf: 0, origins: Vec::new() };
        Ok((places, walk.tree(&left, right.shape(), right.stride())?))
    }

    /// Mode by mode: each mode of this layout composed with its tile; modes beyond the tiler are dropped, `_` keeps a
    /// mode, and an integer `N` is `N:1`.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_8,_6,_5):(_6,_1,_48)".parse()?;
    /// let by = a.composition_by(&"(_4:_2,_,_5)".parse()?)?;
    /// assert_eq!(by.to_string(), "(_4,_6,_5):(_12,_1,_48)");
    /// assert_eq!(by.at(&[0])?, a.at(&[0])?.composition(&"_4:_2".parse()?)?);
    /// assert_eq!(a.composition_by(&"(_4:_2)".parse()?)?.rank(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn composition_by(&self, tiler: &Tiler) -> Result<Layout> {
        match tiler {
            Nested::Leaf(TilerLeaf::All) => Ok(self.clone()),
            Nested::Leaf(TilerLeaf::Layout(layout)) => self.composition(layout),
            Nested::Leaf(TilerLeaf::Extent(extent)) => {
                self.composition(&Layout::new(Nested::Leaf(*extent), Nested::Leaf(StrideLeaf::Int(Int::ONE)))?)
            }
            Nested::Tuple(tilers) => {
                let mut modes = leading_modes(self, tilers.len())?;
                for (mode, tiler) in modes.iter_mut().zip(tilers) {
                    *mode = mode.composition_by(tiler)?;
                }
                Layout::concatenate(&modes)
            }
        }
    }

    /// The same elements under another shape: `composition(A, make_layout(shape))`, CuTe's `A.with_shape(shape)`.
    ///
    /// ```
    /// use colex::{Layout, make::Major};
    ///
    /// let (a, shape): (Layout, _) = ("(_4,_6):(_6,_1)".parse()?, "(_2,_2,_6)".parse()?);
    /// assert_eq!(a.with_shape(&shape)?.to_string(), "(_2,_2,_6):(_6,_12,_1)");
    /// assert_eq!(a.with_shape(&shape)?, a.composition(&Layout::compact(shape, Major::Left)?)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_shape(&self, shape: &Shape) -> Result<Layout> {
        self.composition(&Layout::compact(shape.clone(), crate::make::Major::Left)?)
    }
}

/// A mode of the left operand as a composition walks over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) extent: i64,
    /// Amount that one step in it adds to the 1-D coordinate.
    pub(crate) weight: i64,
    /// It takes all that passes it.
    pub(crate) is_last: bool,
}

/// The left operand as the right one sees it: coalesced, and where the right one answers coordinates, mode by mode.
type Walked = Nested<Vec<Mode>>;

fn walked(left: &Layout, right: &Layout) -> Result<Walked> {
    let has_basis = right.stride().leaves().into_iter().any(|leaf| matches!(leaf, StrideLeaf::Basis(_)));
    if !has_basis {
        return Ok(Nested::Leaf(coalesced_beyond(left, 0)?));
    }
    along(left, &right.coshape()?, &mut 0)
}

fn along(left: &Layout, profile: &IntTuple, first: &mut usize) -> Result<Walked> {
    match profile {
        Nested::Leaf(_) => {
            let modes = coalesced_beyond(left, *first)?;
            *first += left.shape().leaf_count();
            Ok(Nested::Leaf(modes))
        }
        Nested::Tuple(profiles) => {
            let modes = leading_modes(left, profiles.len())?;
            let mut walked = Vec::with_capacity(modes.len());
            for (mode, profile) in modes.iter().zip(profiles) {
                walked.push(along(mode, profile, first)?);
            }
            Ok(Nested::Tuple(walked))
        }
    }
}

struct Walk<'a, 'b> {
    trace: &'a mut Trace<'b>,
    /// `true` if anybody listens: asked once, for the walk is short.
    listens: bool,
    /// The leaf of the right operand.
    leaf: usize,
    origins: Vec<Origin>,
}

impl Walk<'_, '_> {
    fn tell(&mut self, make: impl FnOnce() -> Step) {
        if self.listens {
            self.trace.hear(make());
        }
    }

    fn tree(&mut self, left: &Walked, shape: &Shape, stride: &Stride) -> Result<Layout> {
        match (shape, stride) {
            (Nested::Leaf(extent), Nested::Leaf(stride)) => {
                let result = self.direction(left, *extent, stride)?;
                self.leaf += 1;
                Ok(result)
            }
            _ => {
                if shape.modes().is_empty() {
                    return Err(Error::Empty);
                }
                let mut modes = Vec::with_capacity(shape.rank());
                for (shape, stride) in shape.modes().iter().zip(stride.modes()) {
                    modes.push(self.tree(left, shape, stride)?);
                }
                Layout::concatenate(&modes)
            }
        }
    }

    /// A basis stride walks along the mode of the left operand that it points at.
    fn direction(&mut self, left: &Walked, extent: Int, stride: &StrideLeaf) -> Result<Layout> {
        let (scale, target) = match stride {
            StrideLeaf::Int(scale) => (*scale, left),
            StrideLeaf::Basis(basis) => (basis.scale, left.at(&basis.path)?),
        };
        if scale.is_constant(0) {
            let pair = Pair { extent, stride: StrideLeaf::Int(scale) };
            if self.listens {
                self.origins.push(Origin { left: None, right: Some(self.leaf) });
            }
            self.tell(|| Step::ComposeZero { pair: pair.clone() });
            return Layout::new(Nested::Leaf(pair.extent), Nested::Leaf(pair.stride));
        }
        let Nested::Leaf(modes) = target else {
            return Err(Error::MixedIndices { left: extent.to_string(), right: stride.to_string() });
        };
        let leaf = self.leaf;
        if self.listens {
            let pair = Pair { extent, stride: StrideLeaf::Int(scale) };
            let left = layout_of(modes)?;
            self.trace.hear(Step::ComposeLeaf { leaf, pair, left });
        }
        let taken = self.line(modes, extent, scale)?;
        self.origins.extend(taken.iter().map(|mode| Origin { left: Some((mode.first, mode.last)), right: Some(leaf) }));
        layout_of(&taken)
    }

    /// One leaf `extent:stride` of the right operand walks over the modes of the left one.
    fn line(&mut self, modes: &[Mode], extent: Int, stride: Int) -> Result<Vec<Mode>> {
        let (last, before) = modes.split_last().ok_or(Error::Empty)?;
        if before.is_empty() {
            let result = Mode { extent, stride: last.scaled(stride)?, first: last.first, last: last.last };
            self.tell(|| Step::ComposeSingle { left: last.pair(), right: (extent, stride), result: result.pair() });
            return Ok(vec![result]);
        }
        let (mut rest_extent, mut rest_stride) = (extent, stride);
        let mut taken: Vec<Mode> = Vec::with_capacity(modes.len());
        for (index, mode) in before.iter().enumerate() {
            let divides = || -> Result<bool> {
                Ok(rest_stride.modulo(mode.extent)?.value() == 0 || rest_stride.value() < mode.extent.value())
            };
            if rest_stride.is_static() && mode.extent.is_static() && !divides()? {
                return Err(Error::StrideDivisibility {
                    leaf: (extent, stride),
                    rest: (rest_extent, rest_stride),
                    mode: index,
                    extent: mode.extent,
                });
            }
            let length = rest_stride.abs()?;
            let reach = mode.extent.ceil_div(length)?;
            let next_stride = length.ceil_div(mode.extent)?.times(rest_stride.signum())?;
            let told = (rest_extent, rest_stride);
            let before = taken.len();
            if !reach.is_constant(1) && !rest_extent.is_constant(1) {
                let count = reach.min(rest_extent);
                if count.is_static() && rest_extent.is_static() && rest_extent.modulo(count)?.value() != 0 {
                    return Err(Error::ShapeDivisibility {
                        leaf: (extent, stride),
                        rest: told,
                        mode: index,
                        extent: mode.extent,
                        reach: count,
                    });
                }
                taken.push(Mode {
                    extent: count,
                    stride: mode.scaled(rest_stride)?,
                    first: mode.first,
                    last: mode.last,
                });
                rest_extent = rest_extent.over(count)?;
            }
            rest_stride = next_stride;
            self.tell(|| Step::ComposeMode {
                mode: index,
                left: mode.pair(),
                rest: told,
                reach,
                next_stride,
                taken: taken.get(before).map(Mode::pair),
            });
        }
        let before = taken.len();
        if taken.is_empty() || !rest_extent.is_constant(1) {
            let stride = last.scaled(rest_stride)?;
            taken.push(Mode { extent: rest_extent, stride, first: last.first, last: last.last });
        }
        self.tell(|| Step::ComposeLast {
            left: last.pair(),
            rest: (rest_extent, rest_stride),
            taken: taken.get(before).map(Mode::pair),
        });
        Ok(taken)
    }
}
