//! The expressions of a kernel, simplified while they are built: the same one made twice is made once.

use std::collections::HashMap;
use std::num::NonZeroU32;

use super::range::Range;

/// An expression: a handle into the [`Expressions`] that made it. Equal handles are equal expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression(pub(super) usize);

/// Operation that makes an expression of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Constant(u32),
    Variable(usize),
    Sum(Expression, Expression),
    Difference(Expression, Expression),
    Product(Expression, Expression),
    Quotient(Expression, NonZeroU32),
    Remainder(Expression, NonZeroU32),
    Exclusive(Expression, Expression),
}

/// All expressions of one kernel. The same expression made twice is made once.
#[derive(Debug, Clone, Default)]
pub struct Expressions {
    nodes: Vec<(Node, Range)>,
    known: HashMap<Node, Expression>,
    pub(super) variables: Vec<String>,
}

impl Expressions {
    /// No expressions yet.
    pub fn new() -> Self {
        Expressions::default()
    }

    /// A number.
    pub fn constant(&mut self, value: u32) -> Expression {
        self.intern(Node::Constant(value), Range::only(value))
    }

    /// A new variable that takes only values of `range`. [`Expressions::evaluate`] takes variables in this order.
    pub fn variable(&mut self, name: &str, range: Range) -> Expression {
        let node = Node::Variable(self.variables.len());
        self.variables.push(name.to_owned());
        self.intern(node, range)
    }

    /// [`Expressions::variable`] from zero to `high`; the number 0 where it can be nothing else.
    pub fn digit(&mut self, name: &str, high: u32) -> Expression {
        let variable = self.variable(name, Range::up_to(high));
        if high == 0 { self.constant(0) } else { variable }
    }

    /// `left + right`, modulo 2^32.
    pub fn add(&mut self, left: Expression, right: Expression) -> Expression {
        let (left, right) = self.constant_last(left, right);
        match (self.node(left), self.node(right)) {
            (Node::Constant(a), Node::Constant(b)) => self.constant(a.wrapping_add(b)),
            (_, Node::Constant(0)) => left,
            (Node::Sum(inner, a), Node::Constant(b)) if let Node::Constant(a) = self.node(a) => {
                let constant = self.constant(a.wrapping_add(b));
                self.add(inner, constant)
            }
            // (x + a) + y = (x + y) + a: numbers come last, so that sums that differ by a number share the rest.
            (Node::Sum(inner, a), _) if self.value(a).is_some() => {
                let sum = self.add(inner, right);
                self.add(sum, a)
            }
            (_, Node::Sum(inner, a)) if self.value(a).is_some() => {
                let sum = self.add(left, inner);
                self.add(sum, a)
            }
            _ => {
                let range = self.range(left).plus(self.range(right)).unwrap_or(Range::FULL);
                self.intern(Node::Sum(left, right), range)
            }
        }
    }

    /// `left - right`, modulo 2^32: below zero it is the two's complement.
    pub fn subtract(&mut self, left: Expression, right: Expression) -> Expression {
        match (self.node(left), self.node(right)) {
            (Node::Constant(a), Node::Constant(b)) => self.constant(a.wrapping_sub(b)),
            (_, Node::Constant(0)) => left,
            _ if left == right => self.constant(0),
            _ => {
                let range = self.range(left).minus(self.range(right)).unwrap_or(Range::FULL);
                self.intern(Node::Difference(left, right), range)
            }
        }
    }

    /// `left * right`, modulo 2^32.
    pub fn multiply(&mut self, left: Expression, right: Expression) -> Expression {
        let (left, right) = self.constant_last(left, right);
        match (self.node(left), self.node(right)) {
            (Node::Constant(a), Node::Constant(b)) => self.constant(a.wrapping_mul(b)),
            (_, Node::Constant(0)) => right,
            (_, Node::Constant(1)) => left,
            (Node::Product(inner, a), Node::Constant(b)) if let Node::Constant(a) = self.node(a) => {
                let constant = self.constant(a.wrapping_mul(b));
                self.multiply(inner, constant)
            }
            // (x + a) b = x b + a b.
            (Node::Sum(inner, a), Node::Constant(b)) if let Node::Constant(a) = self.node(a) => {
                let constant = self.constant(a.wrapping_mul(b));
                let product = self.multiply(inner, right);
                self.add(product, constant)
            }
            _ => {
                let range = self.range(left).times(self.range(right)).unwrap_or(Range::FULL);
                self.intern(Node::Product(left, right), range)
            }
        }
    }

    /// `dividend / divisor`, rounded down.
    pub fn divide(&mut self, dividend: Expression, divisor: NonZeroU32) -> Expression {
        let c = divisor.get();
        let range = self.range(dividend).over(divisor);
        if range.low() == range.high() {
            return self.constant(range.low());
        }
        if c == 1 {
            return dividend;
        }
        match self.node(dividend) {
            // (x / a) / c = x / (a c), and 0 where a c is beyond any u32.
            Node::Quotient(x, a) => match a.checked_mul(divisor) {
                Some(product) => self.divide(x, product),
                None => self.constant(0),
            },
            // (x % (c b)) / c = (x / c) % b.
            Node::Remainder(x, modulus) if let Some(b) = exact(modulus.get(), c) => {
                let quotient = self.divide(x, divisor);
                self.remainder(quotient, b)
            }
            // (m + r) / c = m / c + r / c, where c divides m and the sum does not wrap.
            Node::Sum(..) if let Some((multiples, rest)) = self.apart(dividend, c) => {
                let zero = self.constant(0);
                let multiples = multiples.into_iter().fold(zero, |sum, multiple| {
                    let quotient = self.divide(multiple, divisor);
                    self.add(sum, quotient)
                });
                let rest = self.divide(rest, divisor);
                self.add(multiples, rest)
            }
            // (m + r) / c = m / c, where a divisor of c divides m and is above r.
            Node::Sum(..) if let Some((multiples, _)) = self.above(dividend, c) => self.divide(multiples, divisor),
            // (a ^ b) / c = (a / c) ^ (b / c), where c is a power of two.
            Node::Exclusive(a, b) if c.is_power_of_two() => {
                let (a, b) = (self.divide(a, divisor), self.divide(b, divisor));
                self.exclusive(a, b)
            }
            // (x k) / c = x (k / c) or x / (c / k), where x k does not wrap.
            Node::Product(x, k) if let Some(k) = self.exact_factor(x, k) => {
                if let Some(factor) = exact(k, c) {
                    let factor = self.constant(factor.get());
                    self.multiply(x, factor)
                } else if let Some(rest) = exact(c, k) {
                    self.divide(x, rest)
                } else {
                    self.intern(Node::Quotient(dividend, divisor), range)
                }
            }
            _ => self.intern(Node::Quotient(dividend, divisor), range),
        }
    }

    /// `dividend % divisor`.
    pub fn remainder(&mut self, dividend: Expression, divisor: NonZeroU32) -> Expression {
        let c = divisor.get();
        let before = self.range(dividend);
        if before.high() < c {
            return dividend;
        }
        let range = before.modulo(divisor);
        if range.low() == range.high() {
            return self.constant(range.low());
        }
        match self.node(dividend) {
            // (x % (c b)) % c = x % c.
            Node::Remainder(x, modulus) if modulus.get().is_multiple_of(c) => self.remainder(x, divisor),
            // (m + r) % c = r % c, where c divides m and the sum does not wrap.
            Node::Sum(..) if let Some((_, rest)) = self.apart(dividend, c) => self.remainder(rest, divisor),
            // (m + r) % c = m % c + r, where a divisor of c divides m and is above r.
            Node::Sum(..) if let Some((multiples, rest)) = self.above(dividend, c) => {
                let multiples = self.remainder(multiples, divisor);
                self.add(multiples, rest)
            }
            // (a ^ b) % c = (a % c) ^ (b % c), where c is a power of two.
            Node::Exclusive(a, b) if c.is_power_of_two() => {
                let (a, b) = (self.remainder(a, divisor), self.remainder(b, divisor));
                self.exclusive(a, b)
            }
            // (x k) % c = 0 or (x % (c / k)) k, where x k does not wrap.
            Node::Product(x, k) if let Some(k) = self.exact_factor(x, k) => {
                if k.is_multiple_of(c) {
                    self.constant(0)
                } else if let Some(rest) = exact(c, k) {
                    let remainder = self.remainder(x, rest);
                    let factor = self.constant(k);
                    self.multiply(remainder, factor)
                } else {
                    self.intern(Node::Remainder(dividend, divisor), range)
                }
            }
            _ => self.intern(Node::Remainder(dividend, divisor), range),
        }
    }

    /// `left ^ right`, bit by bit.
    ///
    /// It is printed as `(left ^ right) % n`, where `n` is the power of two that both stay below: that changes nothing,
    /// and tells a browser's range analysis, which does not see through `^`, how large the result can be.
    pub fn exclusive(&mut self, left: Expression, right: Expression) -> Expression {
        let (left, right) = self.constant_last(left, right);
        match (self.node(left), self.node(right)) {
            (Node::Constant(a), Node::Constant(b)) => self.constant(a ^ b),
            (_, Node::Constant(0)) => left,
            _ if left == right => self.constant(0),
            // r ^ m = r + m, where a power of two that divides m is above r.
            _ if self.is_below(left, right) || self.is_below(right, left) => self.add(left, right),
            (_, Node::Constant(bits)) if let Some(apart) = self.bit_by_bit(left, bits) => apart,
            // (m + r) ^ b = m + (r ^ b), where a power of two that divides m is above r and b.
            (Node::Sum(..), _) if let Some((multiples, rest)) = self.beyond(left, right) => {
                let rest = self.exclusive(rest, right);
                self.add(multiples, rest)
            }
            (_, Node::Sum(..)) if let Some((multiples, rest)) = self.beyond(right, left) => {
                let rest = self.exclusive(left, rest);
                self.add(multiples, rest)
            }
            // (m + r) ^ b = (m ^ b) + r, where a power of two that divides m and b is above r.
            (Node::Sum(..), _) if let Some((multiples, rest)) = self.below(left, right) => {
                let multiples = self.exclusive(multiples, right);
                self.add(multiples, rest)
            }
            (_, Node::Sum(..)) if let Some((multiples, rest)) = self.below(right, left) => {
                let multiples = self.exclusive(left, multiples);
                self.add(multiples, rest)
            }
            _ => {
                let high = self.range(left).high() | self.range(right).high();
                let high = u32::MAX.checked_shr(high.leading_zeros()).unwrap_or(0);
                self.intern(Node::Exclusive(left, right), Range::up_to(high))
            }
        }
    }

    /// The values that an expression can take.
    pub fn range(&self, expression: Expression) -> Range {
        self.nodes[expression.0].1
    }

    /// The expression as a sum of another one and a number, which may be 0.
    ///
    /// Law: `add(rest, number)` is the expression.
    pub fn apart_from_number(&mut self, expression: Expression) -> (Expression, u32) {
        match self.node(expression) {
            Node::Sum(rest, number) if let Some(number) = self.value(number) => (rest, number),
            Node::Constant(number) => (self.constant(0), number),
            _ => (expression, 0),
        }
    }

    /// Four indices as one of `vec4`: a quarter of the first, where they follow each other from a multiple of 4 on.
    pub fn four(&mut self, indices: &[Expression]) -> Option<Expression> {
        const FOUR: NonZeroU32 = NonZeroU32::new(4).unwrap();
        let first = *indices.first()?;
        let is_run = indices.len() == 4
            && (0..).zip(indices).all(|(lane, index)| {
                let lane = self.constant(lane);
                self.add(first, lane) == *index
            });
        let over = self.remainder(first, FOUR);
        (is_run && self.value(over) == Some(0)).then(|| self.divide(first, FOUR))
    }

    /// The number, where the expression is one.
    pub fn value(&self, expression: Expression) -> Option<u32> {
        match self.node(expression) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Returns true if the expression is a number or a variable, so that a name for it would only hide it.
    pub fn is_plain(&self, expression: Expression) -> bool {
        matches!(self.node(expression), Node::Constant(_) | Node::Variable(_))
    }

    /// The value where the variables have these values, in the order in which they were made. `None` where one of
    /// them is missing.
    pub fn evaluate(&self, expression: Expression, variables: &[u32]) -> Option<u32> {
        self.evaluate_each(expression, std::iter::once(variables.to_vec())).next()?
    }

    /// The value of one node, of which the operands have theirs.
    fn value_of(&self, expression: Expression, values: &[u32], variables: &[u32]) -> Option<u32> {
        let value = |operand: Expression| values[operand.0];
        Some(match self.node(expression) {
            Node::Constant(constant) => constant,
            Node::Variable(index) => *variables.get(index)?,
            Node::Sum(a, b) => value(a).wrapping_add(value(b)),
            Node::Difference(a, b) => value(a).wrapping_sub(value(b)),
            Node::Product(a, b) => value(a).wrapping_mul(value(b)),
            Node::Quotient(a, divisor) => value(a) / divisor,
            Node::Remainder(a, divisor) => value(a) % divisor,
            Node::Exclusive(a, b) => value(a) ^ value(b),
        })
    }

    /// [`Expressions::evaluate`] for many values of the variables: only what the expression is made of is computed.
    pub(crate) fn evaluate_each(
        &self,
        expression: Expression,
        each: impl Iterator<Item = Vec<u32>>,
    ) -> impl Iterator<Item = Option<u32>> {
        // Operands come before what is made of them.
        let mut is_needed = vec![false; expression.0 + 1];
        is_needed[expression.0] = true;
        for place in (0..=expression.0).rev() {
            if is_needed[place] {
                self.operands(Expression(place)).into_iter().flatten().for_each(|operand| is_needed[operand.0] = true);
            }
        }
        let needed = (0..=expression.0).filter(|place| is_needed[*place]).collect::<Vec<_>>();
        let mut values = vec![0; expression.0 + 1];
        each.map(move |variables| {
            for place in &needed {
                values[*place] = self.value_of(Expression(*place), &values, &variables)?;
            }
            values.last().copied()
        })
    }

    pub(super) fn node(&self, expression: Expression) -> Node {
        self.nodes[expression.0].0
    }

    pub(super) fn intern(&mut self, node: Node, range: Range) -> Expression {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let expression = Expression(self.nodes.len());
        self.nodes.push((node, range));
        self.known.insert(node, expression);
        expression
    }

    pub(super) fn constant_last(&self, left: Expression, right: Expression) -> (Expression, Expression) {
        if self.value(left).is_some() { (right, left) } else { (left, right) }
    }
}

/// `a / b` where that leaves no remainder.
fn exact(a: u32, b: u32) -> Option<NonZeroU32> {
    if b != 0 && a.is_multiple_of(b) { NonZeroU32::new(a / b) } else { None }
}
