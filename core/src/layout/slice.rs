//! Slices: the modes under `_` stay, the others become an offset.

use crate::coordinate::{Coordinate, Slot};
use crate::error::{Error, Result};
use crate::layout::{Index, Layout};
use crate::nested::Nested;

impl Layout {
    /// The modes under `_`: `slice((_,3), A)`. Surviving modes of an inner tuple move up into its parent.
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,_8):(_1,_4)".parse()?;
    /// assert_eq!(a.slice(&"(_,1)".parse()?)?.to_string(), "(_4):(_1)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice(&self, coordinate: &Coordinate) -> Result<Layout> {
        self.pick(coordinate, true)
    }

    /// The modes that have a number: `dice((_,3), A)`, the counterpart of [`Layout::slice`].
    ///
    /// ```
    /// use colex::Layout;
    ///
    /// let a: Layout = "(_4,(_2,_8)):(_1,(_4,_16))".parse()?;
    /// let coordinate = "(_,(1,_))".parse()?;
    /// let (kept, chosen) = (a.slice(&coordinate)?, a.dice(&coordinate)?);
    /// assert_eq!((kept.to_string().as_str(), chosen.to_string().as_str()), ("(_4,_8):(_1,_16)", "(_2):(_4)"));
    /// assert_eq!(kept.size()?.value() * chosen.size()?.value(), a.size()?.value());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dice(&self, coordinate: &Coordinate) -> Result<Layout> {
        self.pick(coordinate, false)
    }

    /// The slice, and the index of the coordinate with 0 for every `_`.
    ///
    /// Law: `A(c) = offset + slice(d)` where `c` is the coordinate with `d` in place of its underscores.
    ///
    /// ```
    /// use colex::{Layout, basis::add};
    ///
    /// let a: Layout = "(4,(2,8)):(1,(4,16))".parse()?;
    /// let (slice, offset) = a.slice_and_offset(&"(3,(_,5))".parse()?)?;
    /// assert_eq!((slice.to_string().as_str(), offset.to_string().as_str()), ("(2):(4)", "83"));
    /// for d in 0..2 {
    ///     let index = a.index(&format!("(3,({d},5))").parse()?)?;
    ///     assert_eq!(index, add(&offset, &slice.index(&d.to_string().parse()?)?)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slice_and_offset(&self, coordinate: &Coordinate) -> Result<(Layout, Index)> {
        Ok((self.slice(coordinate)?, self.index(coordinate)?))
    }

    fn pick(&self, coordinate: &Coordinate, underscored: bool) -> Result<Layout> {
        self.both(|shape| pick(coordinate, shape, underscored), |stride| pick(coordinate, stride, underscored))
    }
}

/// The part of `tree` whose place in `coordinate` is an underscore, or is not.
pub fn pick<T: Clone>(coordinate: &Coordinate, tree: &Nested<T>, underscored: bool) -> Result<Nested<T>>
where
    Nested<T>: std::fmt::Display,
{
    match coordinate {
        Nested::Leaf(slot) if (*slot == Slot::All) == underscored => Ok(tree.clone()),
        Nested::Leaf(_) => Ok(Nested::Tuple(Vec::new())),
        Nested::Tuple(_) => lift(coordinate, tree, underscored).map(Nested::Tuple),
    }
}

fn lift<T: Clone>(coordinate: &Coordinate, tree: &Nested<T>, underscored: bool) -> Result<Vec<Nested<T>>>
where
    Nested<T>: std::fmt::Display,
{
    match (coordinate, tree) {
        (Nested::Leaf(slot), _) => {
            Ok(if (*slot == Slot::All) == underscored { vec![tree.clone()] } else { Vec::new() })
        }
        (Nested::Tuple(slots), Nested::Tuple(modes)) if slots.len() == modes.len() => {
            let picked = slots.iter().zip(modes).map(|(slot, mode)| lift(slot, mode, underscored));
            Ok(picked.collect::<Result<Vec<_>>>()?.concat())
        }
        (Nested::Tuple(_), Nested::Leaf(_)) => {
            Err(Error::TupleForInteger { tuple: coordinate.to_string(), integer: tree.to_string() })
        }
        _ => Err(Error::RankMismatch { left: coordinate.to_string(), right: tree.to_string(), path: Vec::new() }),
    }
}
