//! Swizzles: bits of an index moved onto others by exclusive or.

use std::fmt;

use crate::error::{Error, Result};
use crate::int::Int;
use crate::steps::{Step, Trace};

/// Place up to which the bits of a swizzle may reach.
const BIT_LIMIT: u32 = 62;

/// CuTe's `Swizzle<B,M,S>`: the `B` bits that stand `M + S` above the lowest are combined by exclusive or onto the `B`
/// bits that stand `M` above it; with a negative `S` the other way round.
///
/// Law: applied twice it is the identity.
///
/// ```
/// use colex::Swizzle;
///
/// let swizzle = Swizzle::new(3, 0, 3)?;
/// assert_eq!(swizzle.apply_value(0b101_011), 0b101_110);
/// assert!((0..64).all(|i| swizzle.apply_value(swizzle.apply_value(i)) == i));
/// # Ok::<(), colex::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u32,
    base: u32,
    shift: i32,
}

impl Swizzle {
    /// `Sw<0,4,3>`, which changes nothing, as CUTLASS writes it where an offset needs a swizzle before it.
    pub const IDENTITY: Swizzle = Swizzle { bits: 0, base: 4, shift: 3 };

    /// `Swizzle<bits, base, shift>`. Errors: [`Error::InvalidSwizzle`] unless `bits` and `base` are at least 0, `shift` is
    /// no shorter than `bits`, and all of it fits.
    pub fn new(bits: i64, base: i64, shift: i64) -> Result<Self> {
        let invalid = || Error::InvalidSwizzle { bits, base, shift };
        let count = u32::try_from(bits).map_err(|_| invalid())?;
        let low = u32::try_from(base).map_err(|_| invalid())?;
        let far = u32::try_from(shift.unsigned_abs()).map_err(|_| invalid())?;
        let reach = count.checked_add(low).and_then(|sum| sum.checked_add(far));
        if far < count || reach.is_none_or(|reach| reach > BIT_LIMIT) {
            return Err(invalid());
        }
        Ok(Swizzle { bits: count, base: low, shift: shift as i32 })
    }

    /// The swizzle that combines the bits of `yyy` onto those of `zzz`, if there is one: CuTe's `make_swizzle<Y,Z>`.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::from_masks(0b11_0000, 0b110)?;
    /// assert_eq!(swizzle.to_string(), "Sw<2,1,3>");
    /// assert_eq!((swizzle.yyy(), swizzle.zzz()), (0b11_0000, 0b110));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn from_masks(yyy: i64, zzz: i64) -> Result<Self> {
        let none = || Error::NoSwizzle { yyy, zzz };
        let zeros = |mask: i64| if mask == 0 { 0 } else { i64::from(mask.trailing_zeros()) };
        if yyy < 0 || zzz < 0 || yyy.count_ones() != zzz.count_ones() {
            return Err(none());
        }
        let base = zeros(yyy).min(zeros(zzz));
        let made = Swizzle::new(i64::from(yyy.count_ones()), base, zeros(yyy) - zeros(zzz)).map_err(|_| none())?;
        if made.yyy() | made.zzz() == yyy | zzz { Ok(made) } else { Err(none()) }
    }

    /// The number of bits that are combined.
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The number of lowest bits that stay.
    pub fn base(self) -> u32 {
        self.base
    }

    /// Returns the distance that bits move to the right; to the left where negative.
    pub fn shift(self) -> i32 {
        self.shift
    }

    /// Returns true if it changes nothing.
    pub fn is_identity(self) -> bool {
        self.bits == 0
    }

    /// The bits that are read.
    pub fn yyy(self) -> i64 {
        ((1_i64 << self.bits) - 1) << (self.base + self.shift.max(0).unsigned_abs())
    }

    /// The bits that are changed.
    pub fn zzz(self) -> i64 {
        ((1_i64 << self.bits) - 1) << (self.base + self.shift.min(0).unsigned_abs())
    }

    /// The number it makes of a number.
    pub fn apply_value(self, offset: i64) -> i64 {
        let read = offset & self.yyy();
        let by = self.shift.unsigned_abs();
        offset ^ if self.shift >= 0 { read >> by } else { read << by }
    }

    /// Bounds of what it makes of the numbers from `least` to `greatest`: all bits up to the highest that it changes may
    /// come out either way.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::new(2, 0, 2)?;
    /// let (least, greatest) = swizzle.bounds(5, 9);
    /// assert!((5..=9).all(|i| (least..=greatest).contains(&swizzle.apply_value(i))));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn bounds(self, least: i64, greatest: i64) -> (i64, i64) {
        // No bit above the 62nd is changed, so the mask is not negative.
        let free = ((1_u64 << (64 - self.zzz().leading_zeros())) - 1).cast_signed();
        (least & !free, greatest | free)
    }

    /// Applies it to an integer; static stays static.
    ///
    /// ```
    /// use colex::{Int, Swizzle};
    ///
    /// let swizzle: Swizzle = "Sw<2,0,2>".parse()?;
    /// assert_eq!(swizzle.apply(Int::dynamic(11)), Int::dynamic(9));
    /// assert_eq!(swizzle.apply(Int::dynamic(9)), Int::dynamic(11));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply(self, offset: Int) -> Int {
        self.apply_with_trace(offset, &mut Trace::silent())
    }

    /// [`Swizzle::apply`], telling its bits.
    pub fn apply_with_trace(self, offset: Int, trace: &mut Trace<'_>) -> Int {
        let result = self.apply_value(offset.value());
        trace.tell(|| Step::Swizzle {
            offset: offset.value(),
            yyy: self.yyy(),
            zzz: self.zzz(),
            shift: i64::from(self.shift),
            result,
        });
        if offset.is_static() { Int::constant(result) } else { Int::dynamic(result) }
    }

    /// The same bytes in elements `factor` times as large: CuTe's `upcast<N>`. Bits within such an element stay where they
    /// are, so of a factor above `2^base` fewer are moved.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::new(3, 4, 3)?;
    /// let wide = swizzle.upcast(4)?;
    /// assert_eq!(wide.to_string(), "Sw<3,2,3>");
    /// assert!((0..256).all(|i| 4 * wide.apply_value(i) == swizzle.apply_value(4 * i)));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn upcast(self, factor: i64) -> Result<Self> {
        let base = i64::from(self.base) - log2(factor)?;
        let bits = if base < 0 { (i64::from(self.bits) + base).max(0) } else { i64::from(self.bits) };
        Swizzle::new(bits, base.max(0), i64::from(self.shift))
    }

    /// The same bytes in elements that `factor` of make one of these: CuTe's `downcast<N>`.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::new(3, 2, 3)?;
    /// let narrow = swizzle.downcast(4)?;
    /// assert_eq!(narrow.to_string(), "Sw<3,4,3>");
    /// assert!((0..1024).all(|i| narrow.apply_value(i) == 4 * swizzle.apply_value(i / 4) + i % 4));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn downcast(self, factor: i64) -> Result<Self> {
        Swizzle::new(i64::from(self.bits), i64::from(self.base) + log2(factor)?, i64::from(self.shift))
    }

    /// Elements of `old` bits seen as elements of `new` bits.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::new(3, 4, 3)?;
    /// assert_eq!(swizzle.recast(8, 16)?, swizzle.upcast(2)?);
    /// assert_eq!(swizzle.recast(8, 16)?.recast(16, 8)?, swizzle);
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn recast(self, old: i64, new: i64) -> Result<Self> {
        let (up, down) = crate::algebra::recast::ratio(old, new)?;
        self.upcast(up)?.downcast(down)
    }

    /// Returns the number of elements that it leaves next to each other.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let swizzle = Swizzle::new(3, 2, 3)?;
    /// let count = swizzle.max_alignment().value();
    /// assert!((0..256).all(|i| swizzle.apply_value(i) == swizzle.apply_value(i - i % count) + i % count));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn max_alignment(self) -> Int {
        Int::constant(1_i64 << self.base)
    }

    /// First the other, then this one, where both shift alike.
    ///
    /// ```
    /// use colex::Swizzle;
    ///
    /// let (a, b) = (Swizzle::new(1, 0, 3)?, Swizzle::new(2, 1, 3)?);
    /// let both = a.composition(b)?;
    /// assert_eq!(both.to_string(), "Sw<3,0,3>");
    /// assert!((0..64).all(|i| both.apply_value(i) == a.apply_value(b.apply_value(i))));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn composition(self, other: Swizzle) -> Result<Self> {
        if self.shift != other.shift {
            return Err(Error::NoSwizzle { yyy: self.yyy() | other.yyy(), zzz: self.zzz() | other.zzz() });
        }
        Swizzle::from_masks(self.yyy() ^ other.yyy(), self.zzz() ^ other.zzz())
    }
}

fn log2(factor: i64) -> Result<i64> {
    if factor < 1 || factor.count_ones() != 1 {
        return Err(Error::NotPowerOfTwo { what: "factor", found: factor });
    }
    Ok(i64::from(factor.trailing_zeros()))
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

/// An integer of which some bits are static and some dynamic: CuTe's `MixedBits`, printed `M_8|(4&6)=12`.
///
/// `static_bits` and `flags` are disjoint, and `dynamic` lies within `flags`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MixedBits {
    static_bits: i64,
    flags: i64,
    dynamic: i64,
}

impl MixedBits {
    /// `static_bits | (dynamic & flags)`, as an integer where no dynamic bit remains.
    ///
    /// ```
    /// use colex::{Int, swizzle::MixedBits};
    ///
    /// let offset = MixedBits::make(8, Int::dynamic(5), 6);
    /// assert_eq!(offset.to_string(), "M_8|(4&6)=12");
    /// assert_eq!(offset.int().value(), 8 | (5 & 6));
    /// ```
    pub fn make(static_bits: i64, dynamic: Int, flags: i64) -> Offset {
        let flags = flags & !static_bits;
        if flags == 0 || dynamic.is_static() {
            let read = if flags == 0 { 0 } else { dynamic.value() & flags };
            return Offset::Int(Int::constant(static_bits | read));
        }
        Offset::Mixed(MixedBits { static_bits, flags, dynamic: dynamic.value() & flags })
    }

    /// The number.
    pub fn value(self) -> i64 {
        self.static_bits | self.dynamic
    }

    /// The bits known at compile time.
    pub fn static_bits(self) -> i64 {
        self.static_bits
    }

    /// The bits known at run time.
    pub fn dynamic(self) -> i64 {
        self.dynamic
    }

    /// Which bits are known at run time.
    pub fn flags(self) -> i64 {
        self.flags
    }
}

impl fmt::Display for MixedBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M_{}|({}&{})={}", self.static_bits, self.dynamic, self.flags, self.value())
    }
}

/// Number that a composed layout adds before it swizzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Offset {
    /// An integer.
    Int(Int),
    /// An integer of static and dynamic bits.
    Mixed(MixedBits),
    /// A pointer to shared memory that is not set yet, to elements of so many bits: CuTe's `smem_ptr_flag_bits`. It is 0
    /// until a tensor puts its pointer in its place, and the swizzle is printed for bytes.
    Flag(u32),
}

impl Offset {
    /// The static zero.
    pub const ZERO: Offset = Offset::Int(Int::ZERO);

    /// As an integer; of mixed bits it is dynamic.
    pub fn int(self) -> Int {
        match self {
            Offset::Int(int) => int,
            Offset::Mixed(mixed) => Int::dynamic(mixed.value()),
            Offset::Flag(_) => Int::ZERO,
        }
    }

    /// Returns a number that divides it, whatever is not known yet: itself where it is static, 1 where it is dynamic, the
    /// lowest bit that may be set, and of a flag 0, which every number divides.
    pub fn max_alignment(self) -> Int {
        match self {
            Offset::Int(int) if int.is_static() => int,
            Offset::Int(_) => Int::ONE,
            Offset::Flag(_) => Int::ZERO,
            Offset::Mixed(mixed) => Int::constant(1_i64 << (mixed.static_bits | mixed.flags).trailing_zeros().min(62)),
        }
    }

    /// Exclusive or. Law: `value(a ^ b) = value(a) ^ value(b)`.
    ///
    /// ```
    /// use colex::Int;
    /// use colex::swizzle::{MixedBits, Offset};
    ///
    /// let (a, b) = (MixedBits::make(8, Int::dynamic(4), 6), Offset::Int(Int::constant(13)));
    /// assert_eq!(a.xor(b).to_string(), "M_1|(0&6)=1");
    /// assert_eq!(a.xor(b).int().value(), a.int().value() ^ b.int().value());
    /// ```
    pub fn xor(self, other: Offset) -> Offset {
        let with_static = |mixed: MixedBits, int: Int| {
            let (held, bits) = (mixed.static_bits, int.value());
            MixedBits::make(
                (!held & bits & !mixed.flags) | (held & !bits),
                Int::dynamic((held | mixed.dynamic) ^ bits),
                mixed.flags,
            )
        };
        match (self, other) {
            (Offset::Mixed(mixed), Offset::Int(int)) | (Offset::Int(int), Offset::Mixed(mixed)) if int.is_static() => {
                with_static(mixed, int)
            }
            (Offset::Mixed(a), Offset::Mixed(b)) => MixedBits::make(
                (!a.static_bits & b.static_bits & !a.flags) | (a.static_bits & !b.static_bits & !b.flags),
                Int::dynamic(a.value() ^ b.value()),
                a.flags | b.flags,
            ),
            _ => Offset::Int(self.int().bit_xor(other.int())),
        }
    }

    /// The bits of a mask.
    ///
    /// ```
    /// use colex::{Int, swizzle::MixedBits};
    ///
    /// let a = MixedBits::make(8, Int::dynamic(4), 6);
    /// assert!((0..16).all(|mask| a.masked(mask).int().value() == a.int().value() & mask));
    /// ```
    pub fn masked(self, mask: i64) -> Offset {
        match self {
            Offset::Flag(_) => Offset::ZERO,
            Offset::Int(int) => Offset::Int(int.bit_and(Int::constant(mask))),
            Offset::Mixed(mixed) => {
                MixedBits::make(mixed.static_bits & mask, Int::dynamic(mixed.dynamic), mixed.flags & mask)
            }
        }
    }

    /// Shifted to the right; to the left where negative.
    pub fn shifted(self, by: i32) -> Offset {
        let moved = |value: i64| if by >= 0 { value >> by } else { value << by.unsigned_abs() };
        match self {
            Offset::Flag(_) => Offset::ZERO,
            Offset::Int(int) if int.is_static() => Offset::Int(Int::constant(moved(int.value()))),
            Offset::Int(int) => Offset::Int(Int::dynamic(moved(int.value()))),
            Offset::Mixed(mixed) => {
                MixedBits::make(moved(mixed.static_bits), Int::dynamic(moved(mixed.dynamic)), moved(mixed.flags))
            }
        }
    }

    /// Applies a swizzle to it.
    ///
    /// ```
    /// use colex::swizzle::MixedBits;
    /// use colex::{Int, Swizzle};
    ///
    /// let (a, swizzle) = (MixedBits::make(8, Int::dynamic(4), 6), Swizzle::new(2, 0, 2)?);
    /// assert_eq!(a.swizzled(swizzle).int().value(), swizzle.apply_value(a.int().value()));
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn swizzled(self, swizzle: Swizzle) -> Offset {
        self.xor(self.masked(swizzle.yyy()).shifted(swizzle.shift()))
    }

    /// In units `factor` times as large.
    ///
    /// ```
    /// use colex::{Int, swizzle::MixedBits};
    ///
    /// let a = MixedBits::make(8, Int::dynamic(4), 4);
    /// assert_eq!(a.upcast(4)?.int().value(), a.int().value() / 4);
    /// assert_eq!(a.upcast(4)?.downcast(4)?, a);
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn upcast(self, factor: i64) -> Result<Offset> {
        let divisor = Int::constant(factor);
        match self {
            Offset::Int(int) if int.is_static() && int.modulo(divisor)?.value() != 0 => {
                Err(Error::NotDivisible { dividend: int.to_string(), divisor: divisor.to_string() })
            }
            Offset::Int(int) => Ok(Offset::Int(int.over(divisor)?)),
            Offset::Flag(bits) => flag(i64::from(bits).checked_mul(factor)),
            Offset::Mixed(MixedBits { static_bits, flags, .. }) => {
                let by = log2(factor)?;
                if (static_bits | flags) & (factor - 1) != 0 {
                    return Err(Error::NotDivisible { dividend: self.to_string(), divisor: divisor.to_string() });
                }
                Ok(self.shifted(by as i32))
            }
        }
    }

    /// In units that `factor` of make one.
    pub fn downcast(self, factor: i64) -> Result<Offset> {
        match self {
            Offset::Int(int) => Ok(Offset::Int(int.times(Int::constant(factor))?)),
            Offset::Flag(bits) => flag(i64::from(bits).checked_div(factor)),
            Offset::Mixed(MixedBits { static_bits, flags, dynamic }) => {
                let scaled = |bits: i64| Int::dynamic(bits).times(Int::dynamic(factor)).map(Int::value);
                log2(factor)?;
                Ok(MixedBits::make(scaled(static_bits)?, Int::dynamic(scaled(dynamic)?), scaled(flags)?))
            }
        }
    }
}

/// A pointer that is not set yet, to elements of so many bits.
fn flag(bits: Option<i64>) -> Result<Offset> {
    let bits = bits.and_then(|bits| u32::try_from(bits).ok()).filter(|bits| *bits > 0);
    bits.map(Offset::Flag).ok_or(Error::InvalidSwizzle { bits: 0, base: 0, shift: 0 })
}

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Offset::Int(int) => int.fmt(f),
            Offset::Mixed(mixed) => mixed.fmt(f),
            Offset::Flag(bits) => write!(f, "smem_ptr[{bits}b](unset)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every offset of three bits, each static or dynamic.
    fn offsets() -> Vec<Offset> {
        let mixed = |held: i64| (0..8).flat_map(move |flags| (0..8).map(move |value| (held, flags, value)));
        let made = (0..8).flat_map(mixed).map(|(held, flags, value)| MixedBits::make(held, Int::dynamic(value), flags));
        made.chain((0..8).map(|value| Offset::Int(Int::dynamic(value)))).collect()
    }

    #[test]
    fn bits_combine_as_numbers_do() {
        let all = offsets();
        for a in &all {
            for b in &all {
                assert_eq!(a.xor(*b).int().value(), a.int().value() ^ b.int().value(), "{a} xor {b}");
            }
            for mask in 0..8 {
                assert_eq!(a.masked(mask).int().value(), a.int().value() & mask, "{a} and {mask}");
            }
            for swizzle in [(1, 0, 1), (1, 0, -1), (1, 1, 1), (0, 0, 0), (1, 0, 2)] {
                let swizzle = Swizzle::new(swizzle.0, swizzle.1, swizzle.2).expect("a swizzle");
                assert_eq!(a.swizzled(swizzle).int().value(), swizzle.apply_value(a.int().value()), "{swizzle}({a})");
            }
        }
    }

    #[test]
    fn offsets_grow_and_shrink_without_loss() {
        for a in offsets() {
            let grown = a.downcast(4).expect("small");
            assert_eq!(grown.int().value(), a.int().value() * 4);
            assert_eq!(grown.upcast(4).map(|back| back.int().value()), Ok(a.int().value()));
        }
        let odd = MixedBits::make(1, Int::dynamic(2), 2);
        assert!(matches!(odd.upcast(2), Err(Error::NotDivisible { .. })));
        assert!(matches!(odd.downcast(1 << 62), Err(Error::Overflow { .. })));
        assert_eq!(MixedBits::make(0, Int::dynamic(8), 12).max_alignment(), Int::constant(4));
    }
}
