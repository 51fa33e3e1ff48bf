//! Integers in parentheses and what CuTe computes with them.

use crate::error::{Error, Result};
use crate::int::{Int, Truth};
use crate::nested::Nested;

/// An integer or a tuple of such: shapes, integer strides, coordinates.
pub type IntTuple = Nested<Int>;
/// The extents of a coordinate space.
pub type Shape = IntTuple;
/// Answer of a layout: an integer, or a coordinate where its strides are basis strides.
pub type Index = IntTuple;

impl From<Int> for IntTuple {
    fn from(int: Int) -> Self {
        Nested::Leaf(int)
    }
}

/// A number, and so Rust's tuples up to eight of them, nested: dynamic as plain numbers of C++ are; [`Int::constant`] is
/// static. There is no macro for layouts, since their text is as short and has CuTe's colon.
///
/// ```
/// use colex::{Int, IntTuple, Layout};
///
/// let shape = IntTuple::from((4, (Int::constant(2), 2)));
/// assert_eq!(shape.to_string(), "(4,(_2,2))");
/// let layout = Layout::with_ints(shape, &IntTuple::from((2, (Int::ONE, 8))))?;
/// assert_eq!(layout, "(4,(_2,2)):(2,(_1,8))".parse()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<i64> for IntTuple {
    fn from(number: i64) -> Self {
        Nested::Leaf(Int::dynamic(number))
    }
}

macro_rules! from_tuple {
    ($($kind:ident $mode:ident),+) => {
        impl<$($kind: Into<IntTuple>),+> From<($($kind,)+)> for IntTuple {
            fn from(($($mode,)+): ($($kind,)+)) -> Self {
                Nested::Tuple(vec![$($mode.into()),+])
            }
        }
    };
}

from_tuple!(A a);
from_tuple!(A a, B b);
from_tuple!(A a, B b, C c);
from_tuple!(A a, B b, C c, D d);
from_tuple!(A a, B b, C c, D d, E e);
from_tuple!(A a, B b, C c, D d, E e, F f);
from_tuple!(A a, B b, C c, D d, E e, F f, G g);
from_tuple!(A a, B b, C c, D d, E e, F f, G g, H h);

/// The product of all leaves: CuTe's `size` of a shape and `product`. Of the empty tuple `_1`.
///
/// ```
/// use colex::int_tuple::{IntTuple, product};
///
/// let shape: IntTuple = "(_4,(_3,_2))".parse()?;
/// assert_eq!(product(&shape)?.to_string(), "_24");
/// assert_eq!(product(&shape.flatten())?, product(&shape)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product(tuple: &IntTuple) -> Result<Int> {
    match tuple {
        Nested::Leaf(int) => Ok(*int),
        Nested::Tuple(modes) => {
            let mut products = modes.iter().map(product);
            let first = products.next().unwrap_or(Ok(Int::ONE))?;
            products.try_fold(first, |total, next| Ok(total.times(next?)?))
        }
    }
}

/// The product of each mode, always as a tuple: `(4,(3,2)) -> (4,6)`, `4 -> (4)`.
///
/// ```
/// use colex::int_tuple::{product, product_each};
///
/// let each = product_each(&"(4,(3,2))".parse()?)?;
/// assert_eq!(each.to_string(), "(4,6)");
/// assert_eq!(product(&each)?, product(&"(4,(3,2))".parse()?)?);
/// assert_eq!(product_each(&"4".parse()?)?.to_string(), "(4)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product_each(tuple: &IntTuple) -> Result<IntTuple> {
    each(tuple.modes(), |mode| product(mode).map(Nested::Leaf))
}

/// The products of `tuple` in the parentheses of `guide`. Law: `product_like(t, 1) = product(t)`.
///
/// ```
/// use colex::Nested;
/// use colex::int_tuple::{IntTuple, product, product_like};
///
/// let tuple: IntTuple = "(4,(3,(2,5)))".parse()?;
/// assert_eq!(product_like(&tuple, &"(0,(0,0))".parse::<IntTuple>()?)?.to_string(), "(4,(3,10))");
/// assert_eq!(product_like(&tuple, &Nested::Leaf(1))?, product(&tuple)?.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn product_like<T>(tuple: &IntTuple, guide: &Nested<T>) -> Result<IntTuple> {
    match guide {
        Nested::Leaf(_) => product(tuple).map(Nested::Leaf),
        Nested::Tuple(guides) => {
            let pairs = same_rank(tuple, guide)?.iter().zip(guides);
            pairs.map(|(mode, guide)| product_like(mode, guide)).collect::<Result<_>>().map(Nested::Tuple)
        }
    }
}

/// The sum of the products of corresponding leaves.
///
/// ```
/// use colex::int_tuple::inner_product;
///
/// let sum = inner_product(&"(1,(1,2))".parse()?, &"(3,(12,1))".parse()?)?;
/// assert_eq!(sum.value(), 3 + 12 + 2 * 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inner_product(left: &IntTuple, right: &IntTuple) -> Result<Int> {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => Ok(left.times(*right)?),
        _ => {
            let mut products = pairs(left, right)?.map(|(left, right)| inner_product(left, right));
            let first = products.next().unwrap_or(Ok(Int::ZERO))?;
            products.try_fold(first, |sum, next| Ok(sum.plus(next?)?))
        }
    }
}

/// The quotient rounded up. An integer divisor is used up from left to right: `((4),3) / 6 -> ((1),2)`; missing modes
/// of a tuple divisor count as `_1`.
///
/// ```
/// use colex::int_tuple::ceil_div;
///
/// assert_eq!(ceil_div(&"((4),3)".parse()?, &"6".parse()?)?.to_string(), "((1),2)");
/// assert_eq!(ceil_div(&"(7,9)".parse()?, &"(2)".parse()?)?.to_string(), "(4,9)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ceil_div(dividend: &IntTuple, divisor: &IntTuple) -> Result<IntTuple> {
    match (dividend, divisor) {
        (Nested::Leaf(a), Nested::Leaf(b)) => Ok(Nested::Leaf(a.ceil_div(*b)?)),
        (Nested::Leaf(a), Nested::Tuple(_)) => Ok(Nested::Leaf(a.ceil_div(product(divisor)?)?)),
        (Nested::Tuple(modes), Nested::Tuple(_)) => {
            if divisor.rank() > modes.len() {
                return Err(Error::NoSuchMode { within: Vec::new(), mode: modes.len() as i64, rank: modes.len() });
            }
            let divisor = divisor.append_to(modes.len(), &Nested::Leaf(Int::ONE))?;
            let pairs = modes.iter().zip(divisor.modes());
            pairs.map(|(mode, divisor)| ceil_div(mode, divisor)).collect::<Result<_>>().map(Nested::Tuple)
        }
        (Nested::Tuple(modes), Nested::Leaf(divisor)) => {
            let mut rest = Nested::Leaf(*divisor);
            each(modes, |mode| {
                let quotient = ceil_div(mode, &rest)?;
                rest = ceil_div(&rest, mode)?;
                Ok(quotient)
            })
        }
    }
}

/// The next multiple: `ceil_div(a, b) * b` leaf by leaf, missing modes of `b` counting as `_1`.
///
/// ```
/// use colex::int_tuple::{IntTuple, ceil_div, elem_scale, round_up};
///
/// let (a, b): (IntTuple, IntTuple) = ("(7,(9,4))".parse()?, "(2,(4,4))".parse()?);
/// assert_eq!(round_up(&a, &b)?.to_string(), "(8,(12,4))");
/// assert_eq!(round_up(&a, &b)?, elem_scale(&ceil_div(&a, &b)?, &b)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn round_up(tuple: &IntTuple, multiple: &IntTuple) -> Result<IntTuple> {
    match (tuple, multiple) {
        (Nested::Leaf(a), Nested::Leaf(b)) => Ok(Nested::Leaf(a.ceil_div(*b)?.times(*b)?)),
        (Nested::Tuple(modes), Nested::Tuple(_)) => {
            let multiple = multiple.append_to(modes.len(), &Nested::Leaf(Int::ONE))?;
            let pairs = modes.iter().zip(multiple.modes());
            pairs.map(|(mode, multiple)| round_up(mode, multiple)).collect::<Result<_>>().map(Nested::Tuple)
        }
        _ => Err(Error::TupleForInteger { tuple: tuple.to_string(), integer: multiple.to_string() }),
    }
}

/// Every integer of `a` times the product of its mode of `b`.
pub fn elem_scale(a: &IntTuple, b: &IntTuple) -> Result<IntTuple> {
    match (a, b) {
        (Nested::Leaf(a), _) => Ok(Nested::Leaf(a.times(product(b)?)?)),
        _ => pairs(a, b)?.map(|(a, b)| elem_scale(a, b)).collect::<Result<_>>().map(Nested::Tuple),
    }
}

/// The next coordinate in colexicographical order; the last mode goes on beyond its extent.
///
/// ```
/// use colex::IntTuple;
/// use colex::int_tuple::increment;
/// use colex::{coordinate::idx2crd, layout::Shape};
///
/// let shape: Shape = "(3,(2,3))".parse()?;
/// let mut coordinate: IntTuple = "(0,(0,0))".parse()?;
/// for i in 0..18 {
///     assert_eq!(coordinate, idx2crd(&i.to_string().parse()?, &shape)?);
///     coordinate = increment(&coordinate, &shape)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn increment(coordinate: &IntTuple, shape: &IntTuple) -> Result<IntTuple> {
    if !coordinate.is_congruent_to(shape) {
        return Err(Error::RankMismatch { left: coordinate.to_string(), right: shape.to_string(), path: Vec::new() });
    }
    let extents = shape.leaves();
    let mut carries = true;
    let mut leaf = 0;
    coordinate.try_map(&mut |digit| {
        let is_last = leaf + 1 == extents.len();
        let next = if carries { Int::dynamic(digit.plus(Int::ONE)?.value()) } else { *digit };
        let wraps = carries && !is_last && extents.get(leaf).is_some_and(|extent| next.value() == extent.value());
        leaf += 1;
        carries = wraps;
        Ok(if wraps { Int::dynamic(0) } else { next })
    })
}

/// CuTe's `shape_div`: the quotient truncated, but never below 1 (or -1), so that a divisor larger than the mode leaves
/// one. Of two static integers one has to divide the other. An integer divisor is used up from left to right:
/// `(4,6) / 8 -> (1,3)`.
///
/// ```
/// use colex::int_tuple::{product, shape_div};
///
/// let quotient = shape_div(&"(4,6)".parse()?, &"8".parse()?)?;
/// assert_eq!(quotient.to_string(), "(1,3)");
/// assert_eq!(product(&quotient)?.value(), 4 * 6 / 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shape_div(dividend: &IntTuple, divisor: &IntTuple) -> Result<IntTuple> {
    match (dividend, divisor) {
        (Nested::Leaf(a), Nested::Leaf(b)) => shape_div_int(*a, *b).map(Nested::Leaf),
        (Nested::Leaf(a), Nested::Tuple(_)) => shape_div_int(*a, product(divisor)?).map(Nested::Leaf),
        (Nested::Tuple(_), Nested::Tuple(_)) => {
            pairs(dividend, divisor)?.map(|(a, b)| shape_div(a, b)).collect::<Result<_>>().map(Nested::Tuple)
        }
        (Nested::Tuple(modes), Nested::Leaf(divisor)) => {
            let mut rest = *divisor;
            each(modes, |mode| {
                let quotient = shape_div(mode, &Nested::Leaf(rest))?;
                rest = shape_div_int(rest, product(mode)?)?;
                Ok(quotient)
            })
        }
    }
}

fn shape_div_int(a: Int, b: Int) -> Result<Int> {
    if b.value() == 0 {
        return Err(Error::DivisionByZero { expression: format!("{} / {}", a.value(), b.value()) });
    }
    let divides = a.value().wrapping_rem(b.value()) == 0 || (a.value() != 0 && b.value().wrapping_rem(a.value()) == 0);
    if a.is_static() && b.is_static() && !divides {
        return Err(Error::NotDivisible { dividend: a.to_string(), divisor: b.to_string() });
    }
    let quotient = a.over(b)?;
    if quotient.value() != 0 {
        return Ok(quotient);
    }
    Ok(a.signum().times(b.signum())?)
}

/// Reports whether an integer divides a shape: dividing and rounding up loses nothing. So 2 does not divide `(3,4)`,
/// whose first mode would have to be split unevenly, although it divides 12.
///
/// ```
/// use colex::int_tuple::{IntTuple, evenly_divides};
/// use colex::Int;
///
/// let shape: IntTuple = "(3,4)".parse()?;
/// assert!(!evenly_divides(&shape, Int::dynamic(2))?.value);
/// assert!(evenly_divides(&shape, Int::dynamic(6))?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn evenly_divides(shape: &IntTuple, extent: Int) -> Result<Truth> {
    let covered = extent.times(product(&ceil_div(shape, &Nested::Leaf(extent))?)?)?;
    Ok(product(shape)?.compare(covered, i64::eq))
}

/// Lexicographical order: the leftmost mode that differs decides.
///
/// ```
/// use colex::int_tuple::{colex_less, lex_less};
///
/// let (a, b) = ("(1,2)".parse()?, "(2,1)".parse()?);
/// assert!(lex_less(&a, &b)?.value && !lex_less(&b, &a)?.value);
/// assert!(colex_less(&b, &a)?.value && !colex_less(&a, &b)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lex_less(left: &IntTuple, right: &IntTuple) -> Result<Truth> {
    let left_first = left.modes().iter().collect::<Vec<_>>();
    let right_first = right.modes().iter().collect::<Vec<_>>();
    ordered(left, right, &left_first, &right_first, lex_less)
}

/// Colexicographical order: the rightmost mode that differs decides.
///
/// ```
/// use colex::coordinate::idx2crd;
/// use colex::int_tuple::colex_less;
///
/// let shape = "(3,(2,3))".parse()?;
/// for i in 1..18 {
///     let before = idx2crd(&(i - 1).to_string().parse()?, &shape)?;
///     assert!(colex_less(&before, &idx2crd(&i.to_string().parse()?, &shape)?)?.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn colex_less(left: &IntTuple, right: &IntTuple) -> Result<Truth> {
    let left_last = left.modes().iter().rev().collect::<Vec<_>>();
    let right_last = right.modes().iter().rev().collect::<Vec<_>>();
    ordered(left, right, &left_last, &right_last, colex_less)
}

fn ordered(
    left: &IntTuple,
    right: &IntTuple,
    left_modes: &[&IntTuple],
    right_modes: &[&IntTuple],
    less: fn(&IntTuple, &IntTuple) -> Result<Truth>,
) -> Result<Truth> {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => return Ok(left.compare(*right, i64::lt)),
        (Nested::Tuple(_), Nested::Tuple(_)) => {}
        _ => return Err(Error::TupleForInteger { tuple: left.to_string(), integer: right.to_string() }),
    }
    match (left_modes.split_first(), right_modes.split_first()) {
        (_, None) => Ok(Truth::constant(false)),
        (None, Some(_)) => Ok(Truth::constant(true)),
        (Some((a, left_rest)), Some((b, right_rest))) => {
            let rest = ordered(left, right, left_rest, right_rest, less)?;
            Ok(less(a, b)?.or(equal(a, b).and(rest)))
        }
    }
}

/// Reports whether both tuples have the same numbers in the same parentheses.
///
/// ```
/// use colex::int_tuple::{IntTuple, equal};
///
/// let [fixed, known]: [IntTuple; 2] = ["(_4,(_2,_8))".parse()?, "(4,(2,8))".parse()?];
/// assert!(equal(&fixed, &known).value);
/// assert_ne!(fixed, known);
/// assert!(!equal(&fixed, &"(_4,_2,_8)".parse()?).value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn equal(left: &IntTuple, right: &IntTuple) -> Truth {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => left.compare(*right, i64::eq),
        (Nested::Tuple(a), Nested::Tuple(b)) if a.len() == b.len() => {
            a.iter().zip(b).map(|(a, b)| equal(a, b)).fold(Truth::constant(true), Truth::and)
        }
        _ => Truth::constant(false),
    }
}

/// Reports whether every leaf of `left` is less than the corresponding leaf of `right`; further modes of `right` are
/// free.
pub fn elem_less(left: &IntTuple, right: &IntTuple) -> Result<Truth> {
    match (left, right) {
        (Nested::Leaf(left), Nested::Leaf(right)) => Ok(left.compare(*right, i64::lt)),
        (Nested::Tuple(a), Nested::Tuple(b)) => {
            let compared = all(a.iter().zip(b).map(|(a, b)| elem_less(a, b)))?;
            Ok(if a.len() > b.len() { compared.and(Truth::constant(false)) } else { compared })
        }
        _ => Err(Error::TupleForInteger { tuple: left.to_string(), integer: right.to_string() }),
    }
}

/// CuTe's `elem_leq`, which is `!elem_less(right, left)`: it holds as soon as *one* leaf of `left` does not exceed its
/// partner, so `(0,5) <= (0,1)`.
///
/// ```
/// use colex::int_tuple::{elem_leq, elem_less};
///
/// let (a, b) = ("(0,5)".parse()?, "(0,1)".parse()?);
/// assert!(elem_leq(&a, &b)?.value);
/// assert_eq!(elem_leq(&a, &b)?, !elem_less(&b, &a)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn elem_leq(left: &IntTuple, right: &IntTuple) -> Result<Truth> {
    Ok(!elem_less(right, left)?)
}

/// Every condition holds.
pub(crate) fn all(conditions: impl Iterator<Item = Result<Truth>>) -> Result<Truth> {
    conditions.into_iter().try_fold(Truth::constant(true), |all, next| Ok(all.and(next?)))
}

fn each(modes: &[IntTuple], change: impl FnMut(&IntTuple) -> Result<IntTuple>) -> Result<IntTuple> {
    modes.iter().map(change).collect::<Result<_>>().map(Nested::Tuple)
}

/// The modes of `tuple`, which has to be a tuple of the rank of `other`.
pub(crate) fn same_rank<'a, T, U>(tuple: &'a Nested<T>, other: &Nested<U>) -> Result<&'a [Nested<T>]>
where
    Nested<T>: std::fmt::Display,
{
    match tuple {
        Nested::Tuple(modes) if modes.len() == other.rank() => Ok(modes),
        _ => Err(Error::RankMismatch {
            left: tuple.to_string(),
            right: format!("{} modes", other.rank()),
            path: Vec::new(),
        }),
    }
}

type Pairs<'a> = std::iter::Zip<std::slice::Iter<'a, IntTuple>, std::slice::Iter<'a, IntTuple>>;

fn pairs<'a>(left: &'a IntTuple, right: &'a IntTuple) -> Result<Pairs<'a>> {
    match (left, right) {
        (Nested::Tuple(a), Nested::Tuple(b)) if a.len() == b.len() => Ok(a.iter().zip(b)),
        (Nested::Tuple(_), Nested::Tuple(_)) => {
            Err(Error::RankMismatch { left: left.to_string(), right: right.to_string(), path: Vec::new() })
        }
        (Nested::Tuple(_), _) => Err(Error::TupleForInteger { tuple: left.to_string(), integer: right.to_string() }),
        _ => Err(Error::TupleForInteger { tuple: right.to_string(), integer: left.to_string() }),
    }
}
