//! Sums taken apart: by what divides their terms, by a number, by a variable.

use super::arena::{Expression, Expressions, Node};

impl Expressions {
    /// `base + coefficient * variable`, modulo 2^32, with a base that does not know the variable; `None` where the
    /// expression is no such sum.
    pub fn linear(&mut self, expression: Expression, variable: Expression) -> Option<(Expression, u32)> {
        if expression == variable {
            return Some((self.constant(0), 1));
        }
        if !self.uses(&[expression]).keys().any(|inner| self.operands(*inner).contains(&Some(variable))) {
            return Some((expression, 0));
        }
        match self.node(expression) {
            Node::Sum(a, b) => {
                let ((a, one), (b, other)) = (self.linear(a, variable)?, self.linear(b, variable)?);
                Some((self.add(a, b), one.wrapping_add(other)))
            }
            Node::Product(a, b) => {
                let factor = self.value(b)?;
                let (base, coefficient) = self.linear(a, variable)?;
                Some((self.multiply(base, b), coefficient.wrapping_mul(factor)))
            }
            _ => None,
        }
    }

    /// The expression without the number that is added to it, and that number: `i * 4u + 3u` is `i * 4u` and 3.
    ///
    /// Sums of the same terms have the same base, in whatever order they were added.
    pub fn without_constant(&mut self, expression: Expression) -> (Expression, u32) {
        let (mut open, mut terms, mut constant) = (vec![expression], Vec::new(), 0_u32);
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::Constant(value) => constant = constant.wrapping_add(value),
                Node::Sum(a, b) => open.extend([b, a]),
                _ => terms.push(term),
            }
        }
        terms.sort_unstable();
        let zero = self.constant(0);
        (terms.into_iter().fold(zero, |sum, term| self.add(sum, term)), constant)
    }

    /// Returns true if a power of two that divides all of `other` is above all of `expression`.
    pub(super) fn is_below(&self, expression: Expression, other: Expression) -> bool {
        let power = 1_u32.checked_shl(self.factor(other).trailing_zeros());
        power.is_some_and(|power| self.range(expression).high() < power)
    }

    /// The terms of a sum that does not wrap.
    fn terms(&self, sum: Expression) -> Option<Vec<Expression>> {
        let mut open = vec![sum];
        let mut terms = Vec::new();
        while let Some(term) = open.pop() {
            match self.node(term) {
                Node::Sum(a, b) => {
                    self.range(a).plus(self.range(b))?;
                    open.extend([b, a]);
                }
                _ => terms.push(term),
            }
        }
        Some(terms)
    }

    /// The terms of a sum that does not wrap as two sums: of those that `divisor` divides and of the others, where there
    /// are both and the others stay below `divisor`. A number is itself split.
    fn at(&mut self, terms: &[Expression], divisor: u32) -> Option<(Expression, Expression)> {
        let zero = self.constant(0);
        let (mut multiples, mut rest) = (zero, zero);
        for term in terms {
            match self.node(*term) {
                Node::Constant(value) => {
                    let (above, below) = (self.constant(value - value % divisor), self.constant(value % divisor));
                    multiples = self.add(multiples, above);
                    rest = self.add(rest, below);
                }
                _ if self.factor(*term).is_multiple_of(divisor) => multiples = self.add(multiples, *term),
                _ => rest = self.add(rest, *term),
            }
        }
        (multiples != zero && rest != zero && self.range(rest).high() < divisor).then_some((multiples, rest))
    }

    /// A sum that does not wrap as multiples of a divisor of `c` and a rest below that divisor.
    pub(super) fn above(&mut self, sum: Expression, c: u32) -> Option<(Expression, Expression)> {
        let terms = self.terms(sum)?;
        let mut divisors = terms.iter().map(|term| gcd(self.factor(*term), c)).filter(|d| *d > 1).collect::<Vec<_>>();
        divisors.sort_unstable();
        divisors.dedup();
        divisors.into_iter().find_map(|divisor| self.at(&terms, divisor))
    }

    /// A sum that does not wrap as multiples of a power of two above all of `other`, and a rest below that.
    pub(super) fn beyond(&mut self, sum: Expression, other: Expression) -> Option<(Expression, Expression)> {
        let least = self.range(other).high().checked_add(1)?.checked_next_power_of_two()?;
        let terms = self.terms(sum)?;
        std::iter::successors(Some(least), |power| power.checked_mul(2)).find_map(|power| self.at(&terms, power))
    }

    /// A sum that does not wrap as multiples of the power of two that divides all of `other`, and a rest below that.
    pub(super) fn below(&mut self, sum: Expression, other: Expression) -> Option<(Expression, Expression)> {
        let factor = self.factor(other);
        let power = 1_u32.checked_shl(factor.trailing_zeros()).filter(|power| *power > 1)?;
        let terms = self.terms(sum)?;
        self.at(&terms, power)
    }

    /// `expression ^ bits` where some of the bits meet nothing, or each part of a sum or a factor meets its own.
    pub(super) fn bit_by_bit(&mut self, expression: Expression, bits: u32) -> Option<Expression> {
        // Bits below a power of two that divides it, and bits above all of it, are added.
        let below = bits & !u32::MAX.checked_shl(self.factor(expression).trailing_zeros()).unwrap_or(0);
        let above = bits & u32::MAX.checked_shl(32 - self.range(expression).high().leading_zeros()).unwrap_or(0);
        if below | above != 0 {
            let [met, added] = [bits & !(below | above), below | above].map(|bits| self.constant(bits));
            let met = self.exclusive(expression, met);
            return Some(self.add(met, added));
        }
        match self.node(expression) {
            // (m + r) ^ b = (m ^ b') + (r ^ b''), where a power of two that divides m is above r.
            Node::Sum(..) => {
                let terms = self.terms(expression)?;
                let mut powers = (1..u32::BITS).map(|power| 1_u32 << power);
                let (power, (multiples, rest)) = powers.find_map(|power| Some((power, self.at(&terms, power)?)))?;
                let [high, low] = [bits - bits % power, bits % power].map(|bits| self.constant(bits));
                let [multiples, rest] = [self.exclusive(multiples, high), self.exclusive(rest, low)];
                Some(self.add(multiples, rest))
            }
            // (x k) ^ b = (x ^ b / k) k, where k is a power of two.
            Node::Product(x, k) => {
                let k = self.exact_factor(x, k).filter(|k| k.is_power_of_two() && *k > 1)?;
                let [bits, k] = [bits / k, k].map(|number| self.constant(number));
                let inner = self.exclusive(x, bits);
                Some(self.multiply(inner, k))
            }
            _ => None,
        }
    }

    /// A sum that does not wrap, as the terms that `c` divides and the sum of the others; `None` where `c` divides none.
    pub(super) fn apart(&mut self, sum: Expression, c: u32) -> Option<(Vec<Expression>, Expression)> {
        let terms = self.terms(sum)?;
        let (multiples, rest): (Vec<_>, Vec<_>) =
            terms.into_iter().partition(|term| self.factor(*term).is_multiple_of(c));
        if multiples.is_empty() {
            return None;
        }
        let zero = self.constant(0);
        Some((multiples, rest.into_iter().fold(zero, |sum, term| self.add(sum, term))))
    }

    /// A number that divides every value of an expression; 0 where every value is 0.
    fn factor(&self, expression: Expression) -> u32 {
        match self.node(expression) {
            Node::Constant(value) => value,
            Node::Product(a, b) => match (self.range(a).times(self.range(b)), self.value(b)) {
                (Some(_), Some(k)) => self.factor(a).saturating_mul(k),
                _ => 1,
            },
            Node::Sum(a, b) if self.range(a).plus(self.range(b)).is_some() => gcd(self.factor(a), self.factor(b)),
            Node::Remainder(a, modulus) => gcd(self.factor(a), modulus.get()),
            Node::Exclusive(a, b) => {
                let both = self.factor(a) | self.factor(b);
                both & both.wrapping_neg()
            }
            _ => 1,
        }
    }

    /// The constant factor of the product of `x` and `k`, where that product cannot wrap.
    pub(super) fn exact_factor(&self, x: Expression, k: Expression) -> Option<u32> {
        let factor = self.value(k)?;
        self.range(x).high().checked_mul(factor)?;
        Some(factor)
    }
}

/// The greatest common divisor; of a number and 0 the number.
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
