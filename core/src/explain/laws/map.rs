//! Layouts as the laws evaluate them: flat, over digits, also outside their domain.

use crate::after::After;
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::swizzle::Swizzle;

/// The directions of indices, in the order in which their components stand: `[]` of integers, `[0]` of `1@0`.
pub(crate) type Directions = Vec<Vec<usize>>;

/// A leaf: extent, stride, and the component of the index that it adds to.
#[derive(Debug, Clone)]
struct Leaf {
    extent: i64,
    stride: i64,
    to: usize,
}

/// Leaves that split one number of the input among them; the last is unbounded.
#[derive(Debug, Clone)]
struct Part {
    from: usize,
    leaves: Vec<Leaf>,
}

/// A function from numbers to the components of an index.
#[derive(Debug, Clone, Default)]
pub(crate) struct Map {
    parts: Vec<Part>,
    constant: i64,
    after: After,
    components: usize,
}

impl Map {
    /// A layout of the 1-D coordinate.
    pub(crate) fn of(layout: &AnyLayout) -> Map {
        Map::along(layout, &mut Directions::new(), &[(0, Vec::new())])
    }

    /// A plain layout of the 1-D coordinate.
    pub(crate) fn plain(layout: &Layout) -> Map {
        Map::of(&AnyLayout::Plain(layout.clone()))
    }

    /// A layout whose modes at some paths read numbers of the input.
    pub(crate) fn along(layout: &AnyLayout, directions: &mut Directions, modes: &[(usize, Vec<usize>)]) -> Map {
        let mut map = Map { after: After::of(layout), ..Map::default() };
        for (from, path) in modes {
            if let Ok(mode) = layout.innermost().at(path) {
                map.add(*from, &mode, directions);
            }
        }
        map
    }

    /// The number itself, swizzled.
    pub(crate) fn swizzle(swizzle: Swizzle) -> Map {
        Map { after: After::swizzle(swizzle), ..Map::identity() }
    }

    /// The 1-D coordinate itself.
    pub(crate) fn identity() -> Map {
        Map {
            parts: vec![Part { from: 0, leaves: vec![Leaf { extent: 0, stride: 1, to: 0 }] }],
            components: 1,
            ..Map::default()
        }
    }

    /// The number, whatever the input.
    pub(crate) fn constant(constant: i64) -> Map {
        Map { constant, components: 1, ..Map::default() }
    }

    /// Counts the leaves: the cost of an index.
    pub(crate) fn leaf_count(&self) -> usize {
        self.parts.iter().map(|part| part.leaves.len()).sum()
    }

    /// The same with a number added.
    pub(crate) fn plus(mut self, constant: i64) -> Map {
        self.constant += constant;
        self
    }

    /// One more layout, of a number of the input, added.
    pub(crate) fn add(&mut self, from: usize, layout: &Layout, directions: &mut Directions) {
        let pairs = layout.shape().leaves().into_iter().zip(layout.stride().leaves());
        let leaves = pairs.map(|(extent, stride)| {
            let path = match stride {
                StrideLeaf::Basis(basis) => basis.path.as_slice(),
                StrideLeaf::Int(_) => &[],
            };
            let stride = stride.scale().value();
            let to = if stride == 0 { 0 } else { component(directions, path) };
            Leaf { extent: extent.value(), stride, to }
        });
        self.parts.push(Part { from, leaves: leaves.collect() });
        self.components = directions.len().max(1);
    }

    /// The index of the numbers of the input; `None` where it does not fit in 64 bits or divides by zero.
    pub(crate) fn index(&self, input: &[i64], out: &mut Vec<i64>) -> Option<()> {
        out.clear();
        out.resize(self.components.max(1), 0);
        *out.first_mut()? = self.constant;
        for part in &self.parts {
            let mut rest = input.get(part.from).copied().unwrap_or_default();
            let last = part.leaves.len().wrapping_sub(1);
            for (place, leaf) in part.leaves.iter().enumerate() {
                let digit = if place == last { rest } else { rest.checked_rem(leaf.extent)? };
                if place != last {
                    rest = rest.checked_div(leaf.extent)?;
                }
                let sum = out.get_mut(leaf.to)?;
                *sum = sum.checked_add(digit.checked_mul(leaf.stride)?)?;
            }
        }
        let first = out.first_mut()?;
        *first = self.after.apply(*first).ok()?;
        Some(())
    }
}

/// The component of a direction, which is new or not.
pub(crate) fn component(directions: &mut Directions, path: &[usize]) -> usize {
    directions.iter().position(|known| known == path).unwrap_or_else(|| {
        directions.push(path.to_vec());
        directions.len() - 1
    })
}

/// The paths of all leaves of a tree.
pub(crate) fn leaf_paths<T>(tree: &Nested<T>) -> Vec<Vec<usize>> {
    match tree {
        Nested::Leaf(_) => vec![Vec::new()],
        Nested::Tuple(modes) => {
            let below = modes.iter().enumerate().map(|(index, mode)| {
                let paths = leaf_paths(mode).into_iter();
                paths.map(move |path| [&[index], path.as_slice()].concat()).collect::<Vec<_>>()
            });
            below.collect::<Vec<_>>().concat()
        }
    }
}

/// All coordinates of a shape by their digits: the 1-D coordinate, and the digits behind it.
#[derive(Debug, Clone)]
pub(crate) struct Domain {
    shape: Nested<i64>,
    extents: Vec<i64>,
    total: u64,
    now: Vec<i64>,
}

impl Domain {
    /// The coordinates of a shape; `None` where their number does not fit.
    pub(crate) fn new(shape: Nested<i64>) -> Option<Domain> {
        let extents = shape.leaves().into_iter().copied().collect::<Vec<_>>();
        let total = extents.iter().try_fold(1_i64, |total, extent| total.checked_mul((*extent).max(0)))?;
        let now = vec![0; extents.len() + 1];
        Some(Domain { shape, extents, total: total as u64, now })
    }

    /// Returns the number of coordinates.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The 1-D coordinate and the digits of the present coordinate.
    pub(crate) fn now(&self) -> &[i64] {
        &self.now
    }

    /// Returns true if this coordinate stands behind the last.
    pub(crate) fn is_over(&self) -> bool {
        self.now.first().is_none_or(|linear| linear.unsigned_abs() >= self.total)
    }

    /// The present coordinate, printed.
    pub(crate) fn coordinate(&self) -> String {
        let mut digits = self.now.iter().skip(1);
        self.shape.map(&mut |_| digits.next().copied().unwrap_or_default()).to_string()
    }

    /// A coordinate by its 1-D coordinate, printed.
    pub(crate) fn coordinate_at(&self, linear: u64) -> String {
        let mut rest = linear;
        let digit = |extent: &i64| {
            let extent = extent.unsigned_abs().max(1);
            let digit = rest % extent;
            rest /= extent;
            digit
        };
        self.shape.map(&mut { digit }).to_string()
    }

    /// Goes to the next coordinate.
    pub(crate) fn advance(&mut self) {
        let Some((linear, digits)) = self.now.split_first_mut() else { return };
        *linear += 1;
        for (digit, extent) in digits.iter_mut().zip(&self.extents) {
            *digit += 1;
            if *digit < *extent {
                return;
            }
            *digit = 0;
        }
    }

    /// Goes back to the first coordinate.
    pub(crate) fn begin(&mut self) {
        self.now.iter_mut().for_each(|digit| *digit = 0);
    }
}
