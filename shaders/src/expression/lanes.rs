//! The values of expressions for the threads of a warp together.

use std::collections::HashMap;

use super::arena::{Expression, Expressions, Node};

/// Number of threads whose values are computed together.
pub(crate) const WIDTH: usize = 32;

/// One step of a computation: a node whose operands are earlier steps.
#[derive(Debug, Clone, Copy)]
enum Step {
    Constant(u32),
    Variable(usize),
    Sum(usize, usize),
    Difference(usize, usize),
    Product(usize, usize),
    Quotient(usize, u32),
    Remainder(usize, u32),
    Exclusive(usize, usize),
}

/// A computation of some expressions, of which each part is computed once.
#[derive(Debug, Default)]
pub(crate) struct Lanes {
    steps: Vec<Step>,
    values: Vec<[u32; WIDTH]>,
    roots: Vec<usize>,
}

impl Lanes {
    /// The computation of these expressions.
    pub(crate) fn of(all: &Expressions, expressions: impl IntoIterator<Item = Expression>) -> Lanes {
        let (mut lanes, mut known) = (Lanes::default(), HashMap::new());
        for expression in expressions {
            let root = lanes.take(all, expression, &mut known);
            lanes.roots.push(root);
        }
        lanes.values = vec![[0; WIDTH]; lanes.steps.len()];
        lanes
    }

    fn take(&mut self, all: &Expressions, expression: Expression, known: &mut HashMap<Expression, usize>) -> usize {
        if let Some(place) = known.get(&expression) {
            return *place;
        }
        let mut of = |operand| self.take(all, operand, known);
        let step = match all.node(expression) {
            Node::Constant(value) => Step::Constant(value),
            Node::Variable(number) => Step::Variable(number),
            Node::Sum(a, b) => Step::Sum(of(a), of(b)),
            Node::Difference(a, b) => Step::Difference(of(a), of(b)),
            Node::Product(a, b) => Step::Product(of(a), of(b)),
            Node::Quotient(a, divisor) => Step::Quotient(of(a), divisor.get()),
            Node::Remainder(a, divisor) => Step::Remainder(of(a), divisor.get()),
            Node::Exclusive(a, b) => Step::Exclusive(of(a), of(b)),
        };
        self.steps.push(step);
        known.insert(expression, self.steps.len() - 1);
        self.steps.len() - 1
    }

    /// Computes them, where `variable` has the values of a variable.
    pub(crate) fn compute(&mut self, variable: impl Fn(usize) -> [u32; WIDTH]) {
        for place in 0..self.steps.len() {
            let of = |operand: usize| self.values.get(operand).copied().unwrap_or([0; WIDTH]);
            let both = |a: usize, b: usize, with: fn(u32, u32) -> u32| {
                let (mut left, right) = (of(a), of(b));
                left.iter_mut().zip(right).for_each(|(left, right)| *left = with(*left, right));
                left
            };
            let value = match self.steps.get(place).copied().unwrap_or(Step::Constant(0)) {
                Step::Constant(value) => [value; WIDTH],
                Step::Variable(number) => variable(number),
                Step::Sum(a, b) => both(a, b, u32::wrapping_add),
                Step::Difference(a, b) => both(a, b, u32::wrapping_sub),
                Step::Product(a, b) => both(a, b, u32::wrapping_mul),
                Step::Quotient(a, divisor) => of(a).map(|value| value / divisor.max(1)),
                Step::Remainder(a, divisor) => of(a).map(|value| value % divisor.max(1)),
                Step::Exclusive(a, b) => both(a, b, |left, right| left ^ right),
            };
            if let Some(place) = self.values.get_mut(place) {
                *place = value;
            }
        }
    }

    /// The values of the expressions, in their order.
    pub(crate) fn roots(&self) -> impl Iterator<Item = &[u32; WIDTH]> {
        self.roots.iter().filter_map(|root| self.values.get(*root))
    }
}
