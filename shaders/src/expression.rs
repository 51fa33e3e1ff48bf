//! Index arithmetic over u32: simplified while it is built, printed as WGSL, evaluated on the CPU.
//!
//! All arithmetic is modulo 2^32, as it is on the GPU. Each node knows the range of its values, and that is what makes
//! most divisions and remainders of a layout disappear: `x % c` is `x` where `x < c`. Printed is always `/ 16u` and
//! `% 16u`, never a shift or a mask: browsers leave bounds checks out where they can follow the range of an index, and
//! they follow it through `%` and `/` but not through `&`.
//!
//! ```
//! use colex_shaders::expression::{Expressions, Range};
//! use std::num::NonZeroU32;
//!
//! let mut all = Expressions::new();
//! let eight = NonZeroU32::new(8).unwrap();
//! let i = all.variable("i", Range::up_to(63));
//! let row = all.remainder(i, eight);
//! let column = all.divide(i, eight);
//! assert_eq!(all.remainder(column, eight), column); // i / 8 < 8
//! let eight = all.constant(8);
//! let first = all.multiply(row, eight);
//! let transposed = all.add(first, column);
//! assert_eq!(all.wgsl(transposed), "(i % 8u) * 8u + i / 8u");
//! assert_eq!(all.evaluate(transposed, &[10]), Some(17));
//! ```

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::NonZeroU32;

/// The values that an expression can take: `low <= value <= high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Range {
    low: u32,
    high: u32,
}

impl Range {
    /// Any u32.
    pub const FULL: Range = Range { low: 0, high: u32::MAX };

    /// From zero to `high`, which is included.
    pub const fn up_to(high: u32) -> Self {
        Range { low: 0, high }
    }

    /// One value.
    pub const fn only(value: u32) -> Self {
        Range { low: value, high: value }
    }

    /// The smallest value.
    pub const fn low(self) -> u32 {
        self.low
    }

    /// The largest value.
    pub const fn high(self) -> u32 {
        self.high
    }

    /// Whether `value` lies in it.
    pub const fn contains(self, value: u32) -> bool {
        self.low <= value && value <= self.high
    }

    fn plus(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_add(other.low)?, high: self.high.checked_add(other.high)? })
    }

    fn minus(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_sub(other.high)?, high: self.high.checked_sub(other.low)? })
    }

    fn times(self, other: Range) -> Option<Range> {
        Some(Range { low: self.low.checked_mul(other.low)?, high: self.high.checked_mul(other.high)? })
    }

    fn over(self, divisor: NonZeroU32) -> Range {
        Range { low: self.low / divisor, high: self.high / divisor }
    }

    fn modulo(self, divisor: NonZeroU32) -> Range {
        if self.low / divisor == self.high / divisor {
            return Range { low: self.low % divisor, high: self.high % divisor };
        }
        Range::up_to(divisor.get() - 1)
    }
}

/// An expression: a handle into the [`Expressions`] that made it. Equal handles are equal expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Expression(usize);

/// How an expression is made of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Node {
    Constant(u32),
    Variable(usize),
    Sum(Expression, Expression),
    Difference(Expression, Expression),
    Product(Expression, Expression),
    Quotient(Expression, NonZeroU32),
    Remainder(Expression, NonZeroU32),
    Exclusive(Expression, Expression),
}

/// A value of a block of statements: an expression with the name and the comment it is printed with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// What `let` calls it.
    pub name: String,
    /// Its value.
    pub value: Expression,
    /// What stands behind the statement.
    pub comment: String,
}

/// All expressions of one kernel. The same expression made twice is made once.
#[derive(Debug, Clone, Default)]
pub struct Expressions {
    nodes: Vec<(Node, Range)>,
    known: HashMap<Node, Expression>,
    variables: Vec<String>,
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
        if range.low == range.high {
            return self.constant(range.low);
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
        if before.high < c {
            return dividend;
        }
        let range = before.modulo(divisor);
        if range.low == range.high {
            return self.constant(range.low);
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
                let high = self.range(left).high | self.range(right).high;
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

    /// Whether the expression is a number or a variable, so that a name for it would only hide it.
    pub fn is_plain(&self, expression: Expression) -> bool {
        matches!(self.node(expression), Node::Constant(_) | Node::Variable(_))
    }

    /// The value where the variables have these values, in the order in which they were made. `None` where one of
    /// them is missing.
    pub fn evaluate(&self, expression: Expression, variables: &[u32]) -> Option<u32> {
        let mut values = Vec::with_capacity(expression.0 + 1);
        for (node, _) in &self.nodes[..=expression.0] {
            let value = |operand: &Expression| values[operand.0];
            let next: u32 = match node {
                Node::Constant(constant) => *constant,
                Node::Variable(index) => *variables.get(*index)?,
                Node::Sum(a, b) => u32::wrapping_add(value(a), value(b)),
                Node::Difference(a, b) => u32::wrapping_sub(value(a), value(b)),
                Node::Product(a, b) => u32::wrapping_mul(value(a), value(b)),
                Node::Quotient(a, divisor) => value(a) / *divisor,
                Node::Remainder(a, divisor) => value(a) % *divisor,
                Node::Exclusive(a, b) => value(a) ^ value(b),
            };
            values.push(next);
        }
        values.pop()
    }

    /// The expression as WGSL.
    pub fn wgsl(&self, expression: Expression) -> String {
        self.print(expression, &BTreeMap::new())
    }

    /// The statements `let name = value; // comment`, one for each value, and the expression `result` in their terms.
    /// What is needed more than once gets a `let` of its own, `shared0` and so on, before it is first needed.
    pub fn statements(&self, values: &[Named], result: Expression) -> (Vec<Statement>, String) {
        let own = values.iter().map(|named| named.value).collect::<HashSet<_>>();
        let roots = values.iter().map(|named| named.value).chain([result]).collect::<Vec<_>>();
        let shared = self.uses(&roots).into_iter().filter(|(_, uses)| *uses > 1).map(|(expression, _)| expression);
        let shared = shared.filter(|expression| !own.contains(expression)).collect::<Vec<_>>();

        let mut names = BTreeMap::new();
        let mut statements = Vec::new();
        let share = |root: Expression, names: &mut BTreeMap<_, _>, statements: &mut Vec<_>| {
            let needed = self.uses(&[root]);
            for expression in shared.iter().filter(|expression| needed.contains_key(expression)) {
                if !names.contains_key(expression) {
                    let name =
                        format!("shared{}", statements.iter().filter(|line: &&Statement| line.is_shared).count());
                    let code = format!("let {name} = {};", self.print(*expression, names));
                    statements.push(Statement { code, comment: String::new(), is_shared: true });
                    names.insert(*expression, name);
                }
            }
        };
        for named in values {
            share(named.value, &mut names, &mut statements);
            let code = format!("let {} = {};", named.name, self.print(named.value, &names));
            statements.push(Statement { code, comment: named.comment.clone(), is_shared: false });
            if !self.is_plain(named.value) {
                names.entry(named.value).or_insert_with(|| named.name.clone());
            }
        }
        share(result, &mut names, &mut statements);
        let result = self.print(result, &names);
        (statements, result)
    }

    /// How often each expression is used below these roots, operands before what they are used in. Numbers and
    /// variables do not count: they are not worth a name.
    fn uses(&self, roots: &[Expression]) -> BTreeMap<Expression, usize> {
        let mut uses = BTreeMap::new();
        let mut open = roots.to_vec();
        while let Some(expression) = open.pop() {
            if self.is_plain(expression) {
                continue;
            }
            let count = uses.entry(expression).or_default();
            *count += 1;
            if *count == 1 {
                open.extend(self.operands(expression).into_iter().flatten());
            }
        }
        uses
    }

    fn operands(&self, expression: Expression) -> [Option<Expression>; 2] {
        match self.node(expression) {
            Node::Constant(_) | Node::Variable(_) => [None, None],
            Node::Quotient(a, _) | Node::Remainder(a, _) => [Some(a), None],
            Node::Sum(a, b) | Node::Difference(a, b) | Node::Product(a, b) | Node::Exclusive(a, b) => {
                [Some(a), Some(b)]
            }
        }
    }

    fn print(&self, expression: Expression, names: &BTreeMap<Expression, String>) -> String {
        if let Some(name) = names.get(&expression) {
            return name.clone();
        }
        let operand = |operand: Expression, context: Context| {
            let text = self.print(operand, names);
            let bare = names.contains_key(&operand)
                || match self.node(operand) {
                    Node::Constant(_) | Node::Variable(_) => true,
                    Node::Sum(..) | Node::Difference(..) => context == Context::FirstOfSum,
                    Node::Product(..) | Node::Quotient(..) | Node::Remainder(..) | Node::Exclusive(..) => {
                        matches!(context, Context::FirstOfSum | Context::NextOfSum)
                    }
                };
            if bare { text } else { format!("({text})") }
        };
        match self.node(expression) {
            Node::Constant(value) => format!("{value}u"),
            Node::Variable(index) => self.variables[index].clone(),
            Node::Sum(a, b) => format!("{} + {}", operand(a, Context::FirstOfSum), operand(b, Context::NextOfSum)),
            Node::Difference(a, b) => {
                format!("{} - {}", operand(a, Context::FirstOfSum), operand(b, Context::NextOfSum))
            }
            Node::Product(a, b) => format!("{} * {}", operand(a, Context::OfProduct), operand(b, Context::OfProduct)),
            Node::Quotient(a, divisor) => format!("{} / {divisor}u", operand(a, Context::OfProduct)),
            Node::Remainder(a, divisor) => format!("{} % {divisor}u", operand(a, Context::OfProduct)),
            Node::Exclusive(a, b) => {
                let text = format!("{} ^ {}", operand(a, Context::OfProduct), operand(b, Context::OfProduct));
                match self.range(expression).high.checked_add(1) {
                    Some(modulus) => format!("({text}) % {modulus}u"),
                    None => format!("(({text}))"),
                }
            }
        }
    }

    fn node(&self, expression: Expression) -> Node {
        self.nodes[expression.0].0
    }

    fn intern(&mut self, node: Node, range: Range) -> Expression {
        if let Some(known) = self.known.get(&node) {
            return *known;
        }
        let expression = Expression(self.nodes.len());
        self.nodes.push((node, range));
        self.known.insert(node, expression);
        expression
    }

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

    /// Whether a power of two that divides all of `other` is above all of `expression`.
    fn is_below(&self, expression: Expression, other: Expression) -> bool {
        let power = 1_u32.checked_shl(self.factor(other).trailing_zeros());
        power.is_some_and(|power| self.range(expression).high < power)
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
        (multiples != zero && rest != zero && self.range(rest).high < divisor).then_some((multiples, rest))
    }

    /// A sum that does not wrap as multiples of a divisor of `c` and a rest below that divisor.
    fn above(&mut self, sum: Expression, c: u32) -> Option<(Expression, Expression)> {
        let terms = self.terms(sum)?;
        let mut divisors = terms.iter().map(|term| gcd(self.factor(*term), c)).filter(|d| *d > 1).collect::<Vec<_>>();
        divisors.sort_unstable();
        divisors.dedup();
        divisors.into_iter().find_map(|divisor| self.at(&terms, divisor))
    }

    /// A sum that does not wrap as multiples of a power of two above all of `other`, and a rest below that.
    fn beyond(&mut self, sum: Expression, other: Expression) -> Option<(Expression, Expression)> {
        let least = self.range(other).high.checked_add(1)?.checked_next_power_of_two()?;
        let terms = self.terms(sum)?;
        std::iter::successors(Some(least), |power| power.checked_mul(2)).find_map(|power| self.at(&terms, power))
    }

    /// A sum that does not wrap as multiples of the power of two that divides all of `other`, and a rest below that.
    fn below(&mut self, sum: Expression, other: Expression) -> Option<(Expression, Expression)> {
        let factor = self.factor(other);
        let power = 1_u32.checked_shl(factor.trailing_zeros()).filter(|power| *power > 1)?;
        let terms = self.terms(sum)?;
        self.at(&terms, power)
    }

    /// A sum that does not wrap, as the terms that `c` divides and the sum of the others; `None` where `c` divides none.
    fn apart(&mut self, sum: Expression, c: u32) -> Option<(Vec<Expression>, Expression)> {
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

    fn constant_last(&self, left: Expression, right: Expression) -> (Expression, Expression) {
        if self.value(left).is_some() { (right, left) } else { (left, right) }
    }

    /// The constant factor of the product of `x` and `k`, where that product cannot wrap.
    fn exact_factor(&self, x: Expression, k: Expression) -> Option<u32> {
        let factor = self.value(k)?;
        self.range(x).high.checked_mul(factor)?;
        Some(factor)
    }
}

/// One `let` of a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The WGSL, with its semicolon.
    pub code: String,
    /// The comment, without its slashes; empty where there is none.
    pub comment: String,
    /// Whether it stands here only because several others need its value.
    pub is_shared: bool,
}

/// Where an operand stands, which decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    FirstOfSum,
    NextOfSum,
    OfProduct,
}

/// The greatest common divisor; of a number and 0 the number.
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `a / b` where that leaves no remainder.
fn exact(a: u32, b: u32) -> Option<NonZeroU32> {
    if b != 0 && a.is_multiple_of(b) { NonZeroU32::new(a / b) } else { None }
}
