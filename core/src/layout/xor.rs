//! Layouts over F2: strides such as `F9` that are multiplied without carry and added by exclusive or. They are swizzles
//! read a second way: `(8,8):(F1,F9)` is the function of `Sw<3,0,3> o 0 o (8,8):(1,8)`.

use std::fmt;

use crate::algebra::sum::greatest_common_domain;
use crate::composed::AnyLayout;
use crate::coordinate::{Coordinate, idx2crd};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::product;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::swizzle::{Offset, Swizzle};

/// So many coordinates are tried, where extents that are no powers of two leave a law open: 2^16.
const TRIED: i64 = 1 << 16;
/// Indices have so many bits.
const BITS: u32 = 63;

/// The product of two numbers as polynomials over F2: without carries.
///
/// Law: distributes over exclusive or; `clmul(a, 2^k) = a * 2^k`.
///
/// ```
/// use colex::xor::clmul;
///
/// assert_eq!(clmul(0b11, 0b11), 0b101);
/// assert_eq!(clmul(5, 3 ^ 6), clmul(5, 3) ^ clmul(5, 6));
/// assert!((0..8).all(|k| clmul(11, 1 << k) == 11 << k));
/// ```
pub fn clmul(left: i64, right: i64) -> i64 {
    (0..BITS).filter(|bit| right >> bit & 1 == 1).fold(0, |product, bit| product ^ left.wrapping_shl(bit))
}

/// A shape with strides over F2.
///
/// Law: `layout(c)` is the exclusive or of each natural coordinate times its stride, without carries.
///
/// Source: "CuTe Layout Representation and Algebra", arXiv 2603.02298, 2.3.1.
///
/// ```
/// use colex::xor::{XorLayout, clmul};
/// use colex::nested::Nested;
///
/// let a = XorLayout::new("(4,8)".parse()?, Nested::Tuple(vec![Nested::Leaf(8), Nested::Leaf(9)]))?;
/// for (m, n) in (0..4).flat_map(|m| (0..8).map(move |n| (m, n))) {
///     assert_eq!(a.index(&format!("({m},{n})").parse()?)?, clmul(m, 8) ^ clmul(n, 9));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct XorLayout {
    shape: Shape,
    stride: Nested<i64>,
    /// The same function as a layout of integers, with a swizzle where it needs one.
    reading: Option<Box<AnyLayout>>,
}

impl XorLayout {
    /// A layout of a shape and congruent strides.
    ///
    /// Errors: [`Error::NotCongruent`], [`Error::NotPositive`], [`Error::Overflow`] where an index has more than 63 bits.
    ///
    /// ```
    /// use colex::xor::XorLayout;
    /// use colex::nested::Nested;
    ///
    /// let strides = Nested::Tuple(vec![Nested::Leaf(1), Nested::Leaf(9)]);
    /// let swizzled = XorLayout::new("(8,8)".parse()?, strides)?;
    /// assert_eq!(swizzled.index(&"(2,1)".parse()?)?, 2 ^ 9);
    /// assert_eq!(swizzled.right_inverse()?.to_string(), "(8,8):(F1,F9)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(shape: Shape, stride: Nested<i64>) -> Result<XorLayout> {
        let mut layout = XorLayout { shape: shape.check_limits()?, stride, reading: None };
        if let Some(path) = layout.shape.first_difference(&layout.stride) {
            let (shape, stride) = (layout.shape.to_string(), layout.printed_stride().to_string());
            return Err(Error::NotCongruent { shape, stride, path });
        }
        product(&layout.shape)?;
        for (extent, stride) in layout.leaves() {
            if extent < 1 || stride < 0 {
                let what = if extent < 1 { "extent" } else { "stride" };
                return Err(Error::NotPositive { what, found: extent.min(stride) });
            }
            let bits = |number: i64| i64::BITS - number.leading_zeros();
            if bits(extent - 1) + bits(stride) > BITS + 1 {
                return Err(Error::Overflow { expression: format!("{} * F{stride}", extent - 1) });
            }
        }
        layout.reading = layout.read().map(Box::new);
        Ok(layout)
    }

    /// A layout of which no stride says more than 0, as one over F2; `None` of any other.
    ///
    /// ```
    /// use colex::xor::XorLayout;
    ///
    /// let zeros = XorLayout::of_zeros(&"(4,2):(0,0)".parse()?).ok_or("no stride says more than 0")?;
    /// assert_eq!(zeros.to_string(), "(4,2):(F0,F0)");
    /// assert_eq!(XorLayout::of_zeros(&"(4,2):(0,1)".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_zeros(layout: &Layout) -> Option<XorLayout> {
        let zero = layout.stride().leaves().into_iter().all(|stride| stride.scale().value() == 0);
        let stride = layout.stride().map(&mut |_| 0);
        XorLayout::new(layout.shape().clone(), stride).ok().filter(|_| zero)
    }

    /// The extents.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The strides.
    pub fn stride(&self) -> &Nested<i64> {
        &self.stride
    }

    /// The same function as a layout of integers, with a swizzle where it needs one; `None` where one swizzle does not
    /// say it.
    ///
    /// ```
    /// use colex::{nested::Nested, xor::XorLayout};
    ///
    /// let a = XorLayout::new("(8,8)".parse()?, Nested::Tuple(vec![Nested::Leaf(1), Nested::Leaf(9)]))?;
    /// let reading = a.reading().ok_or("one swizzle says it")?;
    /// assert_eq!(reading.to_string(), "Sw<3,0,3> o _0 o (8,8):(1,8)");
    /// for i in 0..64 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(reading.index(&i)?, a.index(&i)?.into());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reading(&self) -> Option<&AnyLayout> {
        self.reading.as_deref()
    }

    /// The index of a coordinate in any form that the shape accepts.
    pub fn index(&self, coordinate: &Coordinate) -> Result<i64> {
        let natural = idx2crd(coordinate, &self.shape)?;
        let digits = natural.leaves().into_iter().map(|digit| digit.value());
        Ok(digits.zip(self.leaves()).fold(0, |sum, (digit, (_, stride))| sum ^ clmul(digit, stride)))
    }

    /// The size of the domain.
    pub fn size(&self) -> Result<i64> {
        Ok(product(&self.shape)?.value())
    }

    /// The index of a 1-D coordinate; the last mode takes what is left.
    fn at(&self, coordinate: i64) -> i64 {
        let leaves = self.leaves();
        let (last, mut rest) = (leaves.len().saturating_sub(1), coordinate);
        leaves.iter().enumerate().fold(0, |sum, (leaf, (extent, stride))| {
            let digit = if leaf == last { rest } else { rest % extent };
            rest /= extent;
            sum ^ clmul(digit, *stride)
        })
    }

    fn leaves(&self) -> Vec<(i64, i64)> {
        let extents = self.shape.leaves().into_iter().map(|extent| extent.value());
        extents.zip(self.stride.leaves().into_iter().copied()).collect()
    }

    fn is_static(&self) -> bool {
        self.shape.leaves().into_iter().all(|extent| extent.is_static())
    }

    /// A layout of modes without parentheses; a single one stands alone.
    fn of_modes(modes: &[(i64, i64)], is_static: bool) -> Result<XorLayout> {
        let int = |value: i64| if is_static { Int::constant(value) } else { Int::dynamic(value) };
        let extents = modes.iter().map(|(extent, _)| Nested::Leaf(int(*extent))).collect::<Vec<_>>();
        let strides = modes.iter().map(|(_, stride)| Nested::Leaf(*stride)).collect::<Vec<_>>();
        match (extents.as_slice(), strides.as_slice()) {
            ([extent], [stride]) => XorLayout::new(extent.clone(), stride.clone()),
            _ => XorLayout::new(Nested::Tuple(extents), Nested::Tuple(strides)),
        }
    }

    /// As few modes as possible.
    ///
    /// Law: `coalesce(A)(i) = A(i)` for all `i < size(A)`.
    ///
    /// ```
    /// use colex::{nested::Nested, xor::XorLayout};
    ///
    /// let a = XorLayout::new("(2,4)".parse()?, Nested::Tuple(vec![Nested::Leaf(3), Nested::Leaf(6)]))?;
    /// let merged = a.coalesce()?;
    /// assert_eq!(merged.to_string(), "8:F3");
    /// for i in 0..8 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!(merged.index(&i)?, a.index(&i)?);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn coalesce(&self) -> Result<XorLayout> {
        let mut modes: Vec<(i64, i64)> = Vec::new();
        for (extent, stride) in self.leaves().into_iter().filter(|(extent, _)| *extent != 1) {
            match modes.last_mut() {
                Some((before, first)) if continues(*before, *first, stride) => *before *= extent,
                _ => modes.push((extent, stride)),
            }
        }
        if modes.is_empty() {
            modes.push((1, 0));
        }
        XorLayout::of_modes(&modes, self.is_static())
    }

    /// The layout whose index at each 1-D coordinate is the exclusive or of those of two layouts of the same size.
    ///
    /// Law: `R(i) = A(i) ^ B(i)` for all `i < size(A)`; commutative, and `A + A` is 0 everywhere.
    ///
    /// Errors: [`Error::SizesDiffer`], [`Error::NoCommonDomain`], [`Error::NotPowerOfTwo`] where an extent makes digits
    /// carry.
    ///
    /// ```
    /// use colex::{nested::Nested, xor::XorLayout};
    ///
    /// let a = XorLayout::new("(4,4)".parse()?, Nested::Tuple(vec![Nested::Leaf(1), Nested::Leaf(5)]))?;
    /// let b = XorLayout::new("16".parse()?, Nested::Leaf(3))?;
    /// let sum = a.layout_add(&b)?;
    /// assert_eq!(sum, b.layout_add(&a)?);
    /// for i in 0..16 {
    ///     let i = i.to_string().parse()?;
    ///     assert_eq!((sum.index(&i)?, a.layout_add(&a)?.index(&i)?), (a.index(&i)? ^ b.index(&i)?, 0));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layout_add(&self, other: &XorLayout) -> Result<XorLayout> {
        let [size, other_size] = [self.size()?, other.size()?];
        if size != other_size {
            let shapes = [self.shape.to_string(), other.shape.to_string()];
            return Err(Error::SizesDiffer { shapes, sizes: [size, other_size] });
        }
        let (a, b) = (self.coalesce()?, other.coalesce()?);
        let common = greatest_common_domain(&a.shape, &b.shape)?;
        if common.size()?.value() != size {
            let shapes = [a.shape.to_string(), b.shape.to_string()];
            return Err(Error::NoCommonDomain { shapes, common: common.to_string(), size });
        }
        let places = common.shape().leaves().into_iter().zip(common.stride().leaves());
        let modes = places.map(|(extent, place)| {
            let place = place.scale().value();
            (extent.value(), a.at(place) ^ b.at(place))
        });
        let modes = modes.collect::<Vec<_>>();
        let sum = XorLayout::of_modes(&modes, self.is_static() && other.is_static())?.coalesce()?;
        let uneven = [&a, &b, &sum].into_iter().flat_map(XorLayout::leaves).map(|(extent, _)| extent);
        let uneven = uneven.collect::<Vec<_>>();
        match uneven.into_iter().find(|extent| !is_power(*extent)) {
            Some(found) if size > TRIED || (0..size).any(|i| sum.at(i) != a.at(i) ^ b.at(i)) => {
                Err(Error::NotPowerOfTwo { what: "extent", found })
            }
            _ => Ok(sum),
        }
    }

    /// The layout that undoes this one on the indices from 0 on, as far as it reaches.
    ///
    /// Law: `A(R(k)) = k` for all `k < size(R)`.
    ///
    /// ```
    /// use colex::{nested::Nested, xor::XorLayout};
    ///
    /// let a = XorLayout::new("(8,8)".parse()?, Nested::Tuple(vec![Nested::Leaf(8), Nested::Leaf(9)]))?;
    /// let inverse = a.right_inverse()?;
    /// for k in 0..inverse.size()? {
    ///     let place = inverse.index(&k.to_string().parse()?)?;
    ///     assert_eq!(a.index(&place.to_string().parse()?)?, k);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn right_inverse(&self) -> Result<XorLayout> {
        let (modes, is_static) = (self.undone()?, self.is_static());
        XorLayout::of_modes(&modes, is_static)?.coalesce()
    }

    /// The layout that undoes this one, where its indices are all from 0 to the last; `None` where some are left out.
    ///
    /// Law: `L(A(i)) = i` for all `i < size(A)`.
    ///
    /// ```
    /// use colex::{nested::Nested, xor::XorLayout};
    ///
    /// let a = XorLayout::new("(8,8)".parse()?, Nested::Tuple(vec![Nested::Leaf(8), Nested::Leaf(9)]))?;
    /// let inverse = a.left_inverse()?.ok_or("its indices are 0 to 63")?;
    /// for i in 0..64 {
    ///     let index = a.index(&i.to_string().parse()?)?;
    ///     assert_eq!(inverse.index(&index.to_string().parse()?)?, i);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_inverse(&self) -> Result<Option<XorLayout>> {
        let inverse = self.right_inverse()?;
        Ok((inverse.size()? == self.size()?).then_some(inverse))
    }

    /// The modes of the right inverse: bit after bit of the index, each with the coordinate that answers it.
    fn undone(&self) -> Result<Vec<(i64, i64)>> {
        // Answers of each bit of a coordinate; what is left of an extent that is no power of two comes last.
        let (mut bits, mut rest, mut first) = (Vec::new(), Vec::new(), 1_i64);
        for (extent, stride) in self.leaves() {
            if is_power(extent) {
                bits.extend((0..extent.trailing_zeros()).map(|bit| (first << bit, stride << bit)));
            } else {
                rest.push((first, extent, stride));
            }
            first = Int::constant(first).times(Int::constant(extent))?.value();
        }
        // Where a leaf before it is no power of two, a bit of the coordinate behind it has no place of its own.
        if rest.first().is_some_and(|(first, ..)| bits.iter().any(|(place, _)| place > first)) {
            bits.retain(|(place, _)| rest.first().is_none_or(|(first, ..)| place < first));
        }
        let mut known = Vec::new();
        for (place, answer) in bits {
            insert(&mut known, place, answer);
        }
        let (mut bit, mut modes) = (0, Vec::new());
        while let Some(place) = (bit < BITS).then(|| solved(&known, 1 << bit)).flatten() {
            modes.push((2, place));
            bit += 1;
        }
        for (first, extent, stride) in rest.into_iter().take(1) {
            let carried = stride ^ (1 << bit);
            let Some(place) = (carried >> bit == 0).then(|| solved(&known, carried)).flatten() else { break };
            let place = first ^ place;
            let undoes = |k: i64| self.at(clmul(k, place)) == k << bit;
            if extent <= TRIED && (0..extent).all(undoes) {
                modes.push((extent, place));
            }
        }
        if modes.is_empty() {
            modes.push((1, 0));
        }
        Ok(modes)
    }

    /// The same function as a layout of integers after a swizzle, if there is one.
    fn read(&self) -> Option<AnyLayout> {
        let plain = |swizzle: Option<Swizzle>| {
            let mut taken = 0_i64;
            let mut strides = Vec::new();
            for (extent, stride) in self.leaves() {
                let bits = i64::BITS - (extent - 1).leading_zeros();
                let before = |bit: u32| swizzle.map_or(stride << bit, |swizzle| swizzle.apply_value(stride << bit));
                let own = before(0);
                for bit in (0..bits).filter(|_| own != 0 || stride != 0) {
                    // Each bit has a place of its own, so that nothing carries.
                    let place = before(bit);
                    if !is_power(place) || place != own.checked_shl(bit)? || taken & place != 0 {
                        return None;
                    }
                    taken |= place;
                }
                strides.push(if bits == 0 { 0 } else { own });
            }
            let mut strides = strides.into_iter();
            let is_static = self.is_static();
            let int = |value: i64| if is_static { Int::constant(value) } else { Int::dynamic(value) };
            let stride = self.shape.map(&mut |_| int(strides.next().unwrap_or_default()));
            let layout = Layout::with_ints(self.shape.clone(), &stride).ok()?;
            Some(AnyLayout::composed(swizzle.unwrap_or(Swizzle::IDENTITY), Offset::ZERO, layout.into()))
        };
        let swizzles = || {
            let all = (1..=8_i64).flat_map(|bits| (0..16_i64).map(move |base| (bits, base)));
            let all = all.flat_map(|(bits, base)| (bits..=16).map(move |far| (bits, base, far)));
            all.flat_map(|(bits, base, far)| [far, -far].map(|shift| Swizzle::new(bits, base, shift).ok()))
        };
        plain(None).or_else(|| swizzles().flatten().find_map(|swizzle| plain(Some(swizzle))))
    }

    fn printed_stride(&self) -> Nested<String> {
        self.stride.map(&mut |stride| format!("F{stride}"))
    }
}

impl fmt::Display for XorLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.printed_stride())
    }
}

fn is_power(number: i64) -> bool {
    number > 0 && number & (number - 1) == 0
}

/// Returns true if a mode of a stride goes on where `extent` steps of another end.
fn continues(extent: i64, first: i64, stride: i64) -> bool {
    clmul(extent, first) == stride && clmul(extent - 1, first) ^ stride == clmul(2 * extent - 1, first)
}

/// Takes in what a coordinate answers, in echelon form: each answer has a highest bit of its own.
fn insert(known: &mut Vec<(i64, i64)>, mut place: i64, mut answer: i64) {
    for (other, other_answer) in known.iter() {
        if answer ^ other_answer < answer {
            (place, answer) = (place ^ other, answer ^ other_answer);
        }
    }
    if answer != 0 {
        let at = known.partition_point(|(_, other)| *other > answer);
        known.insert(at, (place, answer));
    }
}

/// The coordinate that answers an index, if one does.
fn solved(known: &[(i64, i64)], mut index: i64) -> Option<i64> {
    let mut coordinate = 0;
    for (place, answer) in known {
        if index ^ answer < index {
            (coordinate, index) = (coordinate ^ place, index ^ answer);
        }
    }
    (index == 0).then_some(coordinate)
}
