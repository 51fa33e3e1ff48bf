//! Integers that know whether they are static (known when C++ compiles, printed `_4`) or dynamic (`4`).
//!
//! Which results are static follows `cute/numeric/integral_constant.hpp` of CUTLASS: static with static is static; a
//! static zero absorbs products and a few relatives; everything else that meets a dynamic operand is dynamic.
//!
//! A static number may be a fraction, as `cute/numeric/integral_ratio.hpp` has it: a copy by TMA that counts two bytes at
//! once has a stride of `_1/_2@0` along single bytes.

use std::fmt;

/// Why arithmetic has no answer: `expression` is the two numbers with the operator between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArithmeticError {
    /// A result does not fit in 64 bits, as in `9223372036854775807 + 1`.
    Overflow {
        /// Expression that was computed.
        expression: String,
    },
    /// A division or remainder by zero.
    DivisionByZero {
        /// Expression that was computed.
        expression: String,
    },
}

/// Result of arithmetic.
type Result<T> = std::result::Result<T, ArithmeticError>;

/// An integer and its staticness. Arithmetic is checked: 64 bits or [`Overflow`](ArithmeticError::Overflow).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Int {
    value: i64,
    /// What the value is divided by, in lowest terms: 1 but of a static fraction.
    per: u32,
    is_static: bool,
}

impl Int {
    /// The static zero `_0`.
    pub const ZERO: Int = Int::constant(0);
    /// The static one `_1`.
    pub const ONE: Int = Int::constant(1);

    /// A static integer: `Int::constant(4)` prints `_4`.
    pub const fn constant(value: i64) -> Self {
        Int { value, per: 1, is_static: true }
    }

    /// A dynamic integer: `Int::dynamic(4)` prints `4`.
    pub const fn dynamic(value: i64) -> Self {
        Int { value, per: 1, is_static: false }
    }

    /// A static fraction in lowest terms, an integer where it is one: CuTe's `R<1,2>`.
    ///
    /// ```
    /// use colex::Int;
    ///
    /// let half = Int::ratio(2, 4)?;
    /// assert_eq!(half.to_string(), "_1/_2");
    /// assert_eq!((half.times(Int::constant(4))?, half.plus(half)?), (Int::constant(2), Int::ONE));
    /// // With what is known only when a program runs it makes an integer.
    /// assert_eq!(half.times(Int::dynamic(5))?, Int::dynamic(2));
    /// # Ok::<(), colex::int::ArithmeticError>(())
    /// ```
    ///
    /// Errors: those of a division, and [`ArithmeticError::Overflow`] where the divisor does not fit in 32 bits.
    pub fn ratio(value: i64, per: i64) -> Result<Int> {
        let overflow = || ArithmeticError::Overflow { expression: format!("{value} / {per}") };
        if per == 0 {
            return Err(ArithmeticError::DivisionByZero { expression: format!("{value} / {per}") });
        }
        let divisor = greatest_common_divisor(value.unsigned_abs(), per.unsigned_abs());
        let divisor = i64::try_from(divisor).map_err(|_| overflow())?.checked_mul(per.signum()).ok_or_else(overflow)?;
        let (value, per) =
            (value.checked_div(divisor).ok_or_else(overflow)?, per.checked_div(divisor).ok_or_else(overflow)?);
        let per = i32::try_from(per).ok().and_then(|per| u32::try_from(per).ok()).ok_or_else(overflow)?;
        Ok(Int { value, per, is_static: true })
    }

    /// The number, whatever its staticness; a fraction without what is behind the point.
    pub const fn value(self) -> i64 {
        if self.per == 1 { self.value } else { self.value / self.per as i64 }
    }

    /// What a fraction is divided by, and its value before that; `None` of an integer.
    pub fn fraction(self) -> Option<(i64, u32)> {
        (self.per != 1).then_some((self.value, self.per))
    }

    /// Both as they are over a common divisor; `None` of two integers, and where no fraction comes of them.
    fn fractions(self, other: Int) -> Option<[i64; 3]> {
        if self.per == 1 && other.per == 1 || !self.is_static || !other.is_static {
            return None;
        }
        let (a, b) = (i64::from(self.per), i64::from(other.per));
        Some([self.value.checked_mul(b)?, other.value.checked_mul(a)?, a.checked_mul(b)?])
    }

    /// Returns true if C++ knows it at compile time.
    pub const fn is_static(self) -> bool {
        self.is_static
    }

    /// Returns true if it is the static integer `value`: CuTe's `is_constant<value>`.
    pub const fn is_constant(self, value: i64) -> bool {
        self.is_static && self.per == 1 && self.value == value
    }

    /// The same number as a static integer.
    pub const fn to_static(self) -> Self {
        Int { is_static: true, ..self }
    }

    /// `self + other`.
    pub fn plus(self, other: Int) -> Result<Int> {
        if let Some([a, b, per]) = self.fractions(other) {
            return Int::ratio(a.saturating_add(b), per);
        }
        self.both(other, "+", self.value().checked_add(other.value()))
    }

    /// `self - other`.
    pub fn minus(self, other: Int) -> Result<Int> {
        if let Some([a, b, per]) = self.fractions(other) {
            return Int::ratio(a.saturating_sub(b), per);
        }
        self.both(other, "-", self.value().checked_sub(other.value()))
    }

    /// `self * other`; a static zero on either side gives `_0`.
    pub fn times(self, other: Int) -> Result<Int> {
        if self.is_constant(0) || other.is_constant(0) {
            return Ok(Int::ZERO);
        }
        let per = i64::from(self.per) * i64::from(other.per);
        let product = self.value.checked_mul(other.value);
        match product {
            Some(product) if per != 1 && self.is_static && other.is_static => Int::ratio(product, per),
            // What a program computes is an integer.
            product => self.both(other, "*", product.map(|product| if per == 1 { product } else { product / per })),
        }
    }

    /// `self / other`, truncated towards zero as in C++; `_0 / d` is `_0`.
    pub fn over(self, other: Int) -> Result<Int> {
        if other.per != 1 && !self.is_static && other.value != 0 {
            return self.times(Int::ratio(other.per.into(), other.value)?);
        }
        self.refuse_zero(other, "/")?;
        if self.is_constant(0) {
            return Ok(Int::ZERO);
        }
        if let Some([a, b, _]) = self.fractions(other) {
            return Int::ratio(a, b);
        }
        self.both(other, "/", self.value().checked_div(other.value()))
    }

    /// `self // other`, rounded down as in Python; `_0 // d` is `_0`.
    pub fn over_down(self, other: Int) -> Result<Int> {
        let quotient = self.over(other)?;
        let is_exact = self.per != 1 || other.per != 1 || self.value.wrapping_rem(other.value) == 0;
        let is_below = !is_exact && (self.value < 0) != (other.value < 0);
        if is_below { quotient.minus(Int::constant(1)) } else { Ok(quotient) }
    }

    /// `self % other` with the sign of `self` as in C++; `_0 % d` and `d % _1` are `_0`.
    ///
    /// ```
    /// use colex::Int;
    ///
    /// for (a, b) in [(17, 5), (-7, 4), (7, -4)].map(|(a, b)| (Int::dynamic(a), Int::dynamic(b))) {
    ///     assert_eq!(a.over(b)?.times(b)?.plus(a.modulo(b)?)?, a);
    /// }
    /// # Ok::<(), colex::int::ArithmeticError>(())
    /// ```
    pub fn modulo(self, other: Int) -> Result<Int> {
        self.refuse_zero(other, "%")?;
        if self.is_constant(0) || other.is_constant(1) || other.is_constant(-1) {
            return Ok(Int::ZERO);
        }
        if let Some([a, b, per]) = self.fractions(other) {
            return Int::ratio(a.wrapping_rem(b), per);
        }
        self.both(other, "%", Some(self.value().wrapping_rem(other.value())))
    }

    /// `self % other` with the sign of `other` as in Python; a dynamic number has a dynamic remainder, whatever divides it.
    ///
    /// ```
    /// use colex::Int;
    ///
    /// for (a, b) in [(17, 5), (-7, 4), (7, -4), (37, 1)].map(|(a, b)| (Int::dynamic(a), Int::constant(b))) {
    ///     assert_eq!(a.over_down(b)?.times(b)?.plus(a.modulo_down(b)?)?, a);
    /// }
    /// # Ok::<(), colex::int::ArithmeticError>(())
    /// ```
    pub fn modulo_down(self, other: Int) -> Result<Int> {
        self.refuse_zero(other, "%")?;
        if let Some([a, b, per]) = self.fractions(other) {
            return Int::ratio(a.wrapping_rem(b), per);
        }
        let remainder = self.value().wrapping_rem(other.value());
        let is_below = remainder != 0 && (remainder < 0) != (other.value < 0);
        self.both(other, "%", Some(if is_below { remainder.wrapping_add(other.value) } else { remainder }))
    }

    /// `(self + other - 1) / other`, which is the quotient rounded up for positive numbers.
    pub fn ceil_div(self, other: Int) -> Result<Int> {
        if other.value == 0 || self.fractions(other).is_some() {
            return self.over(other);
        }
        self.plus(other)?.minus(Int::ONE)?.over(other)
    }

    /// The absolute value.
    pub fn abs(self) -> Result<Int> {
        let value = self
            .value
            .checked_abs()
            .ok_or_else(|| ArithmeticError::Overflow { expression: format!("0 - {}", self.value) })?;
        Ok(Int { value, ..self })
    }

    /// -1, 0 or 1.
    pub const fn signum(self) -> Int {
        Int { value: self.value.signum(), per: 1, is_static: self.is_static }
    }

    /// The smaller; static when both are.
    pub fn min(self, other: Int) -> Int {
        let is_first = self.compare(other, |a, b| a <= b).value;
        let least = if is_first { self } else { other };
        Int { is_static: self.is_static && other.is_static, ..least }
    }

    /// The larger; static when both are.
    pub fn max(self, other: Int) -> Int {
        let is_first = self.compare(other, |a, b| a >= b).value;
        let most = if is_first { self } else { other };
        Int { is_static: self.is_static && other.is_static, ..most }
    }

    /// The greatest common divisor, which is not negative; static when both are.
    pub fn gcd(self, other: Int) -> Result<Int> {
        if let Some([a, b, per]) = self.fractions(other) {
            let value = greatest_common_divisor(a.unsigned_abs(), b.unsigned_abs());
            return Int::ratio(i64::try_from(value).unwrap_or(i64::MAX), per);
        }
        let value = greatest_common_divisor(self.value().unsigned_abs(), other.value().unsigned_abs());
        self.both(other, "gcd", i64::try_from(value).ok())
    }

    /// Bitwise and; a static zero absorbs.
    pub fn bit_and(self, other: Int) -> Int {
        if self.is_constant(0) || other.is_constant(0) {
            return Int::ZERO;
        }
        Int { value: self.value() & other.value(), per: 1, is_static: self.is_static && other.is_static }
    }

    /// Bitwise or.
    pub fn bit_or(self, other: Int) -> Int {
        Int { value: self.value() | other.value(), per: 1, is_static: self.is_static && other.is_static }
    }

    /// Bitwise exclusive or.
    pub fn bit_xor(self, other: Int) -> Int {
        Int { value: self.value() ^ other.value(), per: 1, is_static: self.is_static && other.is_static }
    }

    /// `self << other`; bits that leave at the top are an overflow.
    pub fn shift_left(self, other: Int) -> Result<Int> {
        let factor = u32::try_from(other.value()).ok().filter(|by| *by < 63).map(|by| 1_i64 << by);
        self.both(other, "<<", factor.and_then(|factor| self.value().checked_mul(factor)))
    }

    /// `self >> other`, which keeps the sign as in C++.
    pub fn shift_right(self, other: Int) -> Result<Int> {
        let by = u32::try_from(other.value()).ok().filter(|by| *by < 64);
        self.both(other, ">>", by.map(|by| self.value() >> by))
    }

    /// `compare(self, other)` as a truth value that is static when both are.
    pub fn compare(self, other: Int, compare: impl FnOnce(&i64, &i64) -> bool) -> Truth {
        let value = match self.fractions(other) {
            Some([a, b, _]) => compare(&a, &b),
            None => compare(&self.value(), &other.value()),
        };
        Truth { value, is_static: self.is_static && other.is_static }
    }

    /// As a truth value: not zero.
    pub fn truth(self) -> Truth {
        Truth { value: self.value != 0, is_static: self.is_static }
    }

    fn both(self, other: Int, operator: &str, value: Option<i64>) -> Result<Int> {
        let value = value.ok_or_else(|| ArithmeticError::Overflow {
            expression: format!("{} {operator} {}", self.value, other.value),
        })?;
        Ok(Int { value, per: 1, is_static: self.is_static && other.is_static })
    }

    fn refuse_zero(self, other: Int, operator: &str) -> Result<()> {
        let divisor = if self.fractions(other).is_some() { other.value } else { other.value() };
        if divisor == 0 {
            return Err(ArithmeticError::DivisionByZero {
                expression: format!("{} {operator} {}", self.value, other.value),
            });
        }
        Ok(())
    }
}

/// The greatest common divisor; of zero and n it is n.
pub fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_static {
            f.write_str("_")?;
        }
        write!(f, "{}", self.value)?;
        match (self.per, self.is_static) {
            (1, _) => Ok(()),
            (per, true) => write!(f, "/_{per}"),
            (per, false) => write!(f, "/{per}"),
        }
    }
}

/// A truth value that knows whether C++ knows it at compile time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth {
    /// `true` if it holds.
    pub value: bool,
    /// `true` if C++ knows at compile time.
    pub is_static: bool,
}

impl Truth {
    /// Known at compile time.
    pub const fn constant(value: bool) -> Self {
        Truth { value, is_static: true }
    }

    /// Both hold; a static false on either side makes the whole static.
    pub fn and(self, other: Truth) -> Truth {
        let absorbed = (self.is_static && !self.value) || (other.is_static && !other.value);
        Truth { value: self.value && other.value, is_static: absorbed || (self.is_static && other.is_static) }
    }

    /// One of them holds; a static true on either side makes the whole static.
    pub fn or(self, other: Truth) -> Truth {
        let absorbed = (self.is_static && self.value) || (other.is_static && other.value);
        Truth { value: self.value || other.value, is_static: absorbed || (self.is_static && other.is_static) }
    }
}

impl std::ops::Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        Truth { value: !self.value, ..self }
    }
}

impl fmt::Display for Truth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn static_zero_absorbs_and_overflow_is_an_error() {
        let (zero, five) = (Int::ZERO, Int::dynamic(5));
        assert_eq!(zero.times(five), Ok(Int::ZERO));
        assert_eq!(zero.plus(five), Ok(Int::dynamic(5)));
        assert_eq!(five.modulo(Int::ONE), Ok(Int::ZERO));
        assert_eq!(five.over(Int::ONE), Ok(Int::dynamic(5)));
        assert_eq!(Int::constant(-7).over(Int::constant(4)), Ok(Int::constant(-1)));
        assert_eq!(Int::constant(-7).modulo(Int::constant(4)), Ok(Int::constant(-3)));
        assert_eq!(Int::dynamic(i64::MIN).modulo(Int::dynamic(-1)), Ok(Int::dynamic(0)));
        assert!(matches!(Int::dynamic(i64::MIN).over(Int::dynamic(-1)), Err(ArithmeticError::Overflow { .. })));
        assert!(matches!(Int::dynamic(i64::MAX).plus(Int::ONE), Err(ArithmeticError::Overflow { .. })));
        assert!(matches!(five.over(Int::ZERO), Err(ArithmeticError::DivisionByZero { .. })));
        assert!(Int::dynamic(i64::MIN).abs().is_err());
        assert_eq!(Int::dynamic(0).gcd(Int::dynamic(-12)), Ok(Int::dynamic(12)));
    }
}
