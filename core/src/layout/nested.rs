//! Trees of leaves in parentheses: what shapes, strides and coordinates have in common.

use std::fmt;

use crate::error::{Error, Result};

/// Depth to which parentheses may nest. Beyond it parsing and grouping answer [`Error::TooDeep`], so that recursion
/// over a tree stays within any stack.
pub const DEPTH_LIMIT: usize = 64;

/// Number of leaves that a tuple that a person types may have.
pub const LEAF_LIMIT: usize = 4096;

/// A leaf, or a tuple of such trees. A tuple of one keeps its parentheses: `(5)` is not `5`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Nested<T> {
    /// A single element.
    Leaf(T),
    /// An ordered list, possibly empty.
    Tuple(Vec<Nested<T>>),
}

impl<T> Nested<T> {
    /// Returns true if it is a single element.
    pub fn is_leaf(&self) -> bool {
        matches!(self, Nested::Leaf(_))
    }

    /// The number of modes: of a leaf 1, of a tuple its length.
    pub fn rank(&self) -> usize {
        match self {
            Nested::Leaf(_) => 1,
            Nested::Tuple(modes) => modes.len(),
        }
    }

    /// The depth of the parentheses: of a leaf 0, of a tuple one more than its deepest mode.
    pub fn depth(&self) -> usize {
        match self {
            Nested::Leaf(_) => 0,
            Nested::Tuple(modes) => 1 + modes.iter().map(Nested::depth).max().unwrap_or(0),
        }
    }

    /// The modes of a tuple; a leaf is its own only mode.
    pub fn modes(&self) -> &[Nested<T>] {
        match self {
            Nested::Leaf(_) => std::slice::from_ref(self),
            Nested::Tuple(modes) => modes,
        }
    }

    /// One mode; a leaf has mode 0 alone, which is itself. Law: `get<0>(4) = 4`.
    ///
    /// ```
    /// use colex::Nested;
    ///
    /// let four = Nested::Leaf(4);
    /// assert_eq!(four.mode(0)?, &four);
    /// assert!(four.mode(1).is_err());
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn mode(&self, index: usize) -> Result<&Nested<T>> {
        self.modes().get(index).ok_or(Error::NoSuchMode { within: Vec::new(), mode: index as i64, rank: self.rank() })
    }

    /// The mode at the end of a path from the outside in: CuTe's `get<I0,I1,...>`.
    pub fn at(&self, path: &[usize]) -> Result<&Nested<T>> {
        path.iter().enumerate().try_fold(self, |mode, (depth, &index)| {
            let within = || path.get(..depth).unwrap_or_default().to_vec();
            let missing = || Error::NoSuchMode { within: within(), mode: index as i64, rank: mode.rank() };
            mode.modes().get(index).ok_or_else(missing)
        })
    }

    /// The mode at the end of a path, to change it; `None` where there is none.
    pub fn at_mut(&mut self, path: &[usize]) -> Option<&mut Nested<T>> {
        path.iter().try_fold(self, |mode, &index| match mode {
            Nested::Leaf(_) => (index == 0).then_some(mode),
            Nested::Tuple(modes) => modes.get_mut(index),
        })
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<&T> {
        let mut leaves = Vec::new();
        self.visit(&mut |leaf| leaves.push(leaf));
        leaves
    }

    /// The number of leaves.
    pub fn leaf_count(&self) -> usize {
        match self {
            Nested::Leaf(_) => 1,
            Nested::Tuple(modes) => modes.iter().map(Nested::leaf_count).sum(),
        }
    }

    fn visit<'a>(&'a self, see: &mut impl FnMut(&'a T)) {
        match self {
            Nested::Leaf(leaf) => see(leaf),
            Nested::Tuple(modes) => modes.iter().for_each(|mode| mode.visit(see)),
        }
    }

    /// The same tree with every leaf replaced.
    ///
    /// ```
    /// use colex::IntTuple;
    ///
    /// let shape: IntTuple = "(4,(2,8))".parse()?;
    /// let doubled = shape.map(&mut |extent| 2 * extent.value());
    /// assert_eq!(doubled.to_string(), "(8,(4,16))");
    /// assert!(doubled.is_congruent_to(&shape));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn map<U>(&self, change: &mut impl FnMut(&T) -> U) -> Nested<U> {
        match self {
            Nested::Leaf(leaf) => Nested::Leaf(change(leaf)),
            Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(|mode| mode.map(change)).collect()),
        }
    }

    /// The same tree with every leaf replaced, or the first error.
    pub fn try_map<U>(&self, change: &mut impl FnMut(&T) -> Result<U>) -> Result<Nested<U>> {
        Ok(match self {
            Nested::Leaf(leaf) => Nested::Leaf(change(leaf)?),
            Nested::Tuple(modes) => {
                Nested::Tuple(modes.iter().map(|mode| mode.try_map(change)).collect::<Result<_>>()?)
            }
        })
    }

    /// Returns true if both trees have the same parentheses: CuTe's `congruent`.
    ///
    /// ```
    /// use colex::IntTuple;
    ///
    /// let [a, b, c]: [IntTuple; 3] = ["(4,(2,8))".parse()?, "(1,(1,1))".parse()?, "((4,2),8)".parse()?];
    /// assert!(a.is_congruent_to(&b) && b.is_congruent_to(&a));
    /// assert!(!a.is_congruent_to(&c));
    /// assert_eq!(a.first_difference(&c), Some(vec![0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_congruent_to<U>(&self, other: &Nested<U>) -> bool {
        self.first_difference(other).is_none()
    }

    /// The path to the first place where the parentheses of two trees part.
    pub fn first_difference<U>(&self, other: &Nested<U>) -> Option<Vec<usize>> {
        match (self, other) {
            (Nested::Leaf(_), Nested::Leaf(_)) => None,
            (Nested::Tuple(left), Nested::Tuple(right)) if left.len() == right.len() => {
                left.iter().zip(right).enumerate().find_map(|(index, (left, right))| {
                    let mut path = left.first_difference(right)?;
                    path.insert(0, index);
                    Some(path)
                })
            }
            _ => Some(Vec::new()),
        }
    }

    /// Refuses a tree that is nested too deep or has too many leaves.
    pub fn check_limits(self) -> Result<Self> {
        if self.depth() > DEPTH_LIMIT {
            return Err(Error::TooDeep { limit: DEPTH_LIMIT });
        }
        let count = self.leaf_count();
        if count > LEAF_LIMIT {
            return Err(Error::TooLarge { what: "modes", count: count.to_string(), limit: LEAF_LIMIT as u64 });
        }
        Ok(self)
    }
}

impl<T: Clone> Nested<T> {
    /// The leaves as a flat tuple; a leaf stays a leaf, as CuTe's `flatten` has it.
    ///
    /// ```
    /// use colex::IntTuple;
    ///
    /// let shape: IntTuple = "(4,((2,8),3))".parse()?;
    /// assert_eq!(shape.flatten().to_string(), "(4,2,8,3)");
    /// assert_eq!(shape.flatten().flatten(), shape.flatten());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flatten(&self) -> Nested<T> {
        match self {
            Nested::Leaf(_) => self.clone(),
            Nested::Tuple(_) => self.flatten_to_tuple(),
        }
    }

    /// The leaves as a flat tuple, even of a leaf.
    pub fn flatten_to_tuple(&self) -> Nested<T> {
        Nested::Tuple(self.leaves().into_iter().map(|leaf| Nested::Leaf(leaf.clone())).collect())
    }

    /// The modes `indices` in that order, always as a tuple: CuTe's `select<I...>`.
    pub fn select(&self, indices: &[usize]) -> Result<Nested<T>> {
        Ok(Nested::Tuple(indices.iter().map(|&index| self.mode(index).cloned()).collect::<Result<_>>()?))
    }

    /// The modes from `begin` up to but not including `end`, always as a tuple: CuTe's `take<B,E>`.
    pub fn take(&self, begin: usize, end: usize) -> Result<Nested<T>> {
        let range = self.modes().get(begin..end).ok_or(Error::NoSuchMode {
            within: Vec::new(),
            mode: end as i64,
            rank: self.rank(),
        })?;
        Ok(Nested::Tuple(range.to_vec()))
    }

    /// The modes from `begin` up to but not including `end` put into parentheses: CuTe's `group<B,E>`.
    pub fn group(&self, begin: usize, end: usize) -> Result<Nested<T>> {
        let modes = self.modes();
        let inner = self.take(begin, end)?;
        let mut grouped = modes.get(..begin).unwrap_or_default().to_vec();
        grouped.push(inner);
        grouped.extend_from_slice(modes.get(end..).unwrap_or_default());
        Nested::Tuple(grouped).check_limits()
    }

    /// One more mode at the end; a leaf becomes a pair.
    pub fn append(&self, mode: Nested<T>) -> Nested<T> {
        let mut modes = self.modes().to_vec();
        modes.push(mode);
        Nested::Tuple(modes)
    }

    /// One more mode at the front; a leaf becomes a pair.
    pub fn prepend(&self, mode: Nested<T>) -> Nested<T> {
        let mut modes = vec![mode];
        modes.extend_from_slice(self.modes());
        Nested::Tuple(modes)
    }

    /// Mode `index` replaced; of a leaf the whole.
    pub fn replace(&self, index: usize, mode: Nested<T>) -> Result<Nested<T>> {
        self.mode(index)?;
        Ok(match self {
            Nested::Leaf(_) => mode,
            Nested::Tuple(modes) => {
                let kept = modes.iter().enumerate();
                Nested::Tuple(kept.map(|(at, old)| if at == index { mode.clone() } else { old.clone() }).collect())
            }
        })
    }

    /// Padded at the end with `mode` up to `rank` modes: CuTe's `append<N>`.
    pub fn append_to(&self, rank: usize, mode: &Nested<T>) -> Result<Nested<T>> {
        self.pad_to(rank, mode, false)
    }

    /// Padded at the front with `mode` up to `rank` modes: CuTe's `prepend<N>`.
    pub fn prepend_to(&self, rank: usize, mode: &Nested<T>) -> Result<Nested<T>> {
        self.pad_to(rank, mode, true)
    }

    fn pad_to(&self, rank: usize, mode: &Nested<T>, front: bool) -> Result<Nested<T>> {
        let missing = rank.checked_sub(self.rank()).ok_or(Error::NoSuchMode {
            within: Vec::new(),
            mode: rank as i64,
            rank: self.rank(),
        })?;
        if missing == 0 {
            return Ok(self.clone());
        }
        if rank > LEAF_LIMIT {
            return Err(Error::TooLarge { what: "modes", count: rank.to_string(), limit: LEAF_LIMIT as u64 });
        }
        let padding = vec![mode.clone(); missing];
        let modes = self.modes().to_vec();
        Ok(Nested::Tuple(if front { [padding, modes].concat() } else { [modes, padding].concat() }))
    }

    /// The leaves of this flat tuple in the parentheses of `profile`. Law: `flatten(unflatten(t, profile)) = t`.
    ///
    /// ```
    /// use colex::IntTuple;
    ///
    /// let (flat, profile): (IntTuple, IntTuple) = ("(4,2,8,3)".parse()?, "(0,((0,0),0))".parse()?);
    /// let nested = flat.unflatten(&profile)?;
    /// assert_eq!(nested.to_string(), "(4,((2,8),3))");
    /// assert_eq!(nested.flatten(), flat);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unflatten<U>(&self, profile: &Nested<U>) -> Result<Nested<T>> {
        let mut rest = self.modes().iter();
        let nested = take_like(&mut rest, profile);
        match nested {
            Some(nested) if rest.next().is_none() => Ok(nested),
            _ => Err(Error::NoSuchMode { within: Vec::new(), mode: profile.leaf_count() as i64, rank: self.rank() }),
        }
    }

    /// A tuple of tuples with its first two levels exchanged: `((a,b),(c,d)) -> ((a,c),(b,d))`, CuTe's `zip`.
    ///
    /// ```
    /// use colex::IntTuple;
    ///
    /// let pairs: IntTuple = "((1,2),(3,4),(5,6))".parse()?;
    /// assert_eq!(pairs.zip()?.to_string(), "((1,3,5),(2,4,6))");
    /// assert_eq!(pairs.zip()?.zip()?, pairs);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn zip(&self) -> Result<Nested<T>>
    where
        Nested<T>: fmt::Display,
    {
        let Nested::Tuple(modes) = self else { return Ok(self.clone()) };
        let Some(first) = modes.first() else { return Err(Error::Empty) };
        // CuTe looks at the first element only.
        if first.is_leaf() {
            return Ok(Nested::Tuple(vec![self.clone()]));
        }
        if let Some(other) = modes.iter().find(|mode| mode.is_leaf() || mode.rank() != first.rank()) {
            return Err(Error::RankMismatch { left: first.to_string(), right: other.to_string(), path: Vec::new() });
        }
        (0..first.rank())
            .map(|index| Ok(Nested::Tuple(modes.iter().map(|mode| mode.mode(index).cloned()).collect::<Result<_>>()?)))
            .collect::<Result<_>>()
            .map(Nested::Tuple)
    }
}

fn take_like<T: Clone, U>(rest: &mut std::slice::Iter<'_, Nested<T>>, profile: &Nested<U>) -> Option<Nested<T>> {
    match profile {
        Nested::Leaf(_) => rest.next().cloned(),
        Nested::Tuple(modes) => {
            modes.iter().map(|mode| take_like(rest, mode)).collect::<Option<_>>().map(Nested::Tuple)
        }
    }
}

impl<T: fmt::Display> fmt::Display for Nested<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nested::Leaf(leaf) => leaf.fmt(f),
            Nested::Tuple(modes) => {
                f.write_str("(")?;
                for (index, mode) in modes.iter().enumerate() {
                    if index > 0 {
                        f.write_str(",")?;
                    }
                    mode.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}
