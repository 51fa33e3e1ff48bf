//! How an expression goes on along one of its variables, and of which variables it is.

use std::collections::BTreeSet;

use super::arena::{Expression, Expressions, Node};
use super::terms::gcd;

/// How an expression goes on along a variable `v`, whatever the others are: `e(v + every) = e(v) + more`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    /// Distance after which it goes on alike.
    pub(crate) every: u32,
    /// What is added after that.
    pub(crate) more: u32,
}

impl Period {
    /// That of what does not depend on the variable.
    const NONE: Period = Period { every: 1, more: 0 };

    /// The same for a multiple of the distance.
    fn times(self, times: u32) -> Option<Period> {
        Some(Period { every: self.every.checked_mul(times)?, more: self.more.checked_mul(times)? })
    }

    /// Both for one distance.
    pub(crate) fn both(self, other: Period) -> Option<[Period; 2]> {
        let common = gcd(self.every, other.every).max(1);
        Some([self.times(other.every / common)?, other.times(self.every / common)?])
    }
}

impl Expressions {
    /// The expression as a sum of others, each times a number, modulo 2^32.
    pub(crate) fn addends(&self, expression: Expression) -> Vec<(u32, Expression)> {
        let (mut open, mut found) = (vec![(1_u32, expression)], Vec::new());
        while let Some((times, term)) = open.pop() {
            match self.node(term) {
                Node::Sum(a, b) => open.extend([(times, b), (times, a)]),
                Node::Difference(a, b) => open.extend([(times.wrapping_neg(), b), (times, a)]),
                Node::Product(a, b) if let Some(factor) = self.value(b) => open.push((times.wrapping_mul(factor), a)),
                _ => found.push((times, term)),
            }
        }
        found
    }

    /// The numbers of the variables that an expression is of.
    pub(crate) fn variables_of(&self, expression: Expression) -> BTreeSet<usize> {
        let number = |expression| match self.node(expression) {
            Node::Variable(number) => Some(number),
            _ => None,
        };
        let inner = self.uses(&[expression]).into_keys().flat_map(|inner| self.operands(inner)).flatten();
        inner.chain([expression]).filter_map(number).collect()
    }

    /// Returns true if an expression is of a variable.
    pub(crate) fn is_of(&self, expression: Expression, variable: Expression) -> bool {
        matches!(self.node(variable), Node::Variable(number) if self.variables_of(expression).contains(&number))
    }

    /// Returns true if an expression does not fall where variables rise that move.
    pub(crate) fn is_rising(&self, expression: Expression, moves: &dyn Fn(usize) -> bool) -> bool {
        let [a, b] = self.operands(expression);
        let is_rising = |operand: Option<Expression>| operand.is_none_or(|operand| self.is_rising(operand, moves));
        let is_exact = match (self.node(expression), a, b) {
            (Node::Constant(_) | Node::Variable(_) | Node::Quotient(..), ..) => true,
            (Node::Sum(..), Some(a), Some(b)) => self.range(a).plus(self.range(b)).is_some(),
            (Node::Product(..), Some(a), Some(b)) => self.range(a).times(self.range(b)).is_some(),
            _ => false,
        };
        is_exact && is_rising(a) && is_rising(b) || !self.variables_of(expression).into_iter().any(moves)
    }

    /// How an expression goes on along a variable; `None` where that is not found, or too far away.
    ///
    /// Law: `e(v + every) = e(v) + more` wherever all its variables are in their ranges.
    pub(crate) fn period(&self, expression: Expression, variable: usize) -> Option<Period> {
        match self.node(expression) {
            Node::Constant(_) => Some(Period::NONE),
            Node::Variable(number) if number == variable => Some(Period { every: 1, more: 1 }),
            Node::Variable(_) => Some(Period::NONE),
            Node::Sum(a, b) => {
                self.range(a).plus(self.range(b))?;
                let [a, b] = self.period(a, variable)?.both(self.period(b, variable)?)?;
                Some(Period { every: a.every, more: a.more.checked_add(b.more)? })
            }
            Node::Difference(a, b) => {
                self.range(a).minus(self.range(b))?;
                let [a, b] = self.period(a, variable)?.both(self.period(b, variable)?)?;
                Some(Period { every: a.every, more: a.more.checked_sub(b.more)? })
            }
            Node::Product(a, b) => {
                self.range(a).times(self.range(b))?;
                let (a, factor) = (self.period(a, variable)?, self.value(b)?);
                Some(Period { every: a.every, more: a.more.checked_mul(factor)? })
            }
            Node::Quotient(a, divisor) => {
                let a = self.period(a, variable)?;
                let a = a.times(divisor.get() / gcd(divisor.get(), a.more))?;
                Some(Period { every: a.every, more: a.more / divisor })
            }
            Node::Remainder(a, divisor) => {
                let a = self.period(a, variable)?;
                let a = a.times(divisor.get() / gcd(divisor.get(), a.more))?;
                Some(Period { every: a.every, more: 0 })
            }
            Node::Exclusive(a, b) => {
                let [a, b] = [(a, b), (b, a)].map(|(own, other)| {
                    // What is added has to lie above all bits of the other.
                    let own = self.period(own, variable)?;
                    let above = self.range(other).high().checked_add(1)?.checked_next_power_of_two()?;
                    own.times(above / gcd(above, own.more))
                });
                let [a, b] = a?.both(b?)?;
                (a.more == 0 || b.more == 0).then_some(Period { every: a.every, more: a.more | b.more })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;
    use crate::expression::Range;

    #[test]
    fn it_goes_on_alike() {
        let number = |number| NonZeroU32::new(number).expect("a number");
        let mut all = Expressions::new();
        let [v, t] = ["v", "t"].map(|name| all.variable(name, Range::up_to(1000)));
        let [six, five] = [6, 5].map(|number| all.constant(number));
        let six_v = all.multiply(v, six);
        let sum = all.add(six_v, t);
        let (over, rest) = (all.divide(sum, number(4)), all.remainder(sum, number(10)));
        let bits = all.divide(sum, number(8));
        let bits = all.remainder(bits, number(4));
        let swizzled = all.exclusive(sum, bits);
        let both = all.add(over, rest);
        let thread_alone = all.remainder(t, number(10));
        let thread_alone = all.add(thread_alone, v);
        let product = all.multiply(both, five);
        for (expression, every) in [(sum, 1), (over, 2), (rest, 5), (swizzled, 16), (both, 10), (product, 10)] {
            let period = all.period(expression, 0).expect("a period");
            assert_eq!(period.every, every);
            for (from, thread) in (0..40).flat_map(|from| (0..40).map(move |thread| (from, thread))) {
                let at = |v| all.evaluate(expression, &[v, thread]).expect("a value");
                assert_eq!(at(from + period.every), at(from) + period.more);
            }
        }
        let is_rising = |expression| all.is_rising(expression, &|variable| variable == 0);
        assert!(is_rising(over) && is_rising(thread_alone) && !is_rising(rest) && !is_rising(swizzled));
        assert_eq!(all.variables_of(product).into_iter().collect::<Vec<_>>(), [0, 1]);
    }
}
