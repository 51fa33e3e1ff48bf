//! Simplified expressions against the naive ones, in what they compute and in what they print.

use std::num::NonZeroU32;

use colex_shaders::expression::{Expression, Expressions, Named, Range};
use proptest::prelude::*;

/// An expression as it is written, before anything is simplified.
#[derive(Debug, Clone)]
enum Tree {
    Constant(u32),
    Variable(usize),
    Add(Box<Tree>, Box<Tree>),
    Subtract(Box<Tree>, Box<Tree>),
    Multiply(Box<Tree>, Box<Tree>),
    Divide(Box<Tree>, NonZeroU32),
    Remainder(Box<Tree>, NonZeroU32),
    Exclusive(Box<Tree>, Box<Tree>),
}

/// The largest values of the variables: a small one, one that is no power of two, and any number.
const HIGHS: [u32; 3] = [7, 99, u32::MAX];
const NAMES: [&str; 3] = ["a", "b", "c"];

fn naive(tree: &Tree, variables: &[u32]) -> u32 {
    let value = |tree: &Tree| naive(tree, variables);
    match tree {
        Tree::Constant(constant) => *constant,
        Tree::Variable(index) => variables[*index],
        Tree::Add(a, b) => value(a).wrapping_add(value(b)),
        Tree::Subtract(a, b) => value(a).wrapping_sub(value(b)),
        Tree::Multiply(a, b) => value(a).wrapping_mul(value(b)),
        Tree::Divide(a, divisor) => value(a) / *divisor,
        Tree::Remainder(a, divisor) => value(a) % *divisor,
        Tree::Exclusive(a, b) => value(a) ^ value(b),
    }
}

fn build(tree: &Tree, all: &mut Expressions, variables: &[Expression]) -> Expression {
    match tree {
        Tree::Constant(constant) => all.constant(*constant),
        Tree::Variable(index) => variables[*index],
        Tree::Divide(a, divisor) => {
            let a = build(a, all, variables);
            all.divide(a, *divisor)
        }
        Tree::Remainder(a, divisor) => {
            let a = build(a, all, variables);
            all.remainder(a, *divisor)
        }
        Tree::Add(a, b) | Tree::Subtract(a, b) | Tree::Multiply(a, b) | Tree::Exclusive(a, b) => {
            let (a, b) = (build(a, all, variables), build(b, all, variables));
            match tree {
                Tree::Add(..) => all.add(a, b),
                Tree::Subtract(..) => all.subtract(a, b),
                Tree::Exclusive(..) => all.exclusive(a, b),
                _ => all.multiply(a, b),
            }
        }
    }
}

fn with_variables() -> (Expressions, Vec<Expression>) {
    let mut all = Expressions::new();
    let variables = NAMES.iter().zip(HIGHS).map(|(name, high)| all.variable(name, Range::up_to(high))).collect();
    (all, variables)
}

fn number() -> impl Strategy<Value = u32> {
    prop_oneof![8 => 0u32..=12, 4 => prop::sample::select(vec![16, 24, 32, 64, 96, 128]), 1 => any::<u32>()]
}

fn divisor() -> impl Strategy<Value = NonZeroU32> {
    number().prop_map(|number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
}

fn trees() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![number().prop_map(Tree::Constant), (0usize..HIGHS.len()).prop_map(Tree::Variable)];
    leaf.prop_recursive(6, 24, 2, |inner| {
        let pair = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        let scaled = (inner.clone(), number())
            .prop_map(|(a, factor)| Tree::Multiply(Box::new(a), Box::new(Tree::Constant(factor))));
        prop_oneof![
            pair.clone().prop_map(|(a, b)| Tree::Add(a, b)),
            pair.clone().prop_map(|(a, b)| Tree::Subtract(a, b)),
            pair.clone().prop_map(|(a, b)| Tree::Multiply(a, b)),
            pair.prop_map(|(a, b)| Tree::Exclusive(a, b)),
            scaled,
            (inner.clone(), divisor()).prop_map(|(a, divisor)| Tree::Divide(Box::new(a), divisor)),
            (inner, divisor()).prop_map(|(a, divisor)| Tree::Remainder(Box::new(a), divisor)),
        ]
    })
}

/// Reads an expression of the printed form and computes it: `*`, `/` and `%` bind closer than `+`, `-` and `^`, and each
/// groups from the left, as in WGSL, which wants parentheses between `^` and any other.
struct Reader<'a> {
    tokens: std::iter::Peekable<std::vec::IntoIter<&'a str>>,
    variables: &'a [(String, u32)],
}

impl<'a> Reader<'a> {
    fn compute(text: &'a str, variables: &'a [(String, u32)]) -> u32 {
        let mut tokens = Vec::new();
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let end = if is_word(first) { rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()) } else { 1 };
            tokens.push(&rest[..end]);
            rest = rest[end..].trim_start();
        }
        let mut reader = Reader { tokens: tokens.into_iter().peekable(), variables };
        let value = reader.sum();
        assert_eq!(reader.tokens.next(), None, "all of {text} is read");
        value
    }

    fn sum(&mut self) -> u32 {
        let mut value = self.product();
        while let Some(sign) = self.tokens.next_if(|token| ["+", "-", "^"].contains(token)) {
            let next = self.product();
            value = match sign {
                "+" => value.wrapping_add(next),
                "-" => value.wrapping_sub(next),
                _ => value ^ next,
            };
        }
        value
    }

    fn product(&mut self) -> u32 {
        let mut value = self.atom();
        while let Some(sign) = self.tokens.next_if(|token| ["*", "/", "%"].contains(token)) {
            let next = self.atom();
            value = match sign {
                "*" => value.wrapping_mul(next),
                "/" => value / next,
                _ => value % next,
            };
        }
        value
    }

    fn atom(&mut self) -> u32 {
        let token = self.tokens.next().expect("an operand");
        if token == "(" {
            let value = self.sum();
            assert_eq!(self.tokens.next(), Some(")"));
            return value;
        }
        if let Some((_, value)) = self.variables.iter().find(|(name, _)| name == token) {
            return *value;
        }
        let digits = token.strip_suffix('u').expect("every number is a u32");
        digits.parse().expect("a number")
    }
}

fn named(values: [u32; 3]) -> Vec<(String, u32)> {
    NAMES.iter().map(|name| (*name).to_owned()).zip(values).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn simplified_is_naive(tree in trees(), a in 0..=HIGHS[0], b in 0..=HIGHS[1], c in any::<u32>()) {
        let (mut all, variables) = with_variables();
        let expression = build(&tree, &mut all, &variables);
        let expected = naive(&tree, &[a, b, c]);
        prop_assert_eq!(all.evaluate(expression, &[a, b, c]), Some(expected));
        prop_assert!(all.range(expression).contains(expected), "{:?} has {}", all.range(expression), expected);
        let text = all.wgsl(expression);
        prop_assert_eq!(Reader::compute(&text, &named([a, b, c])), expected, "{}", text);
    }

    #[test]
    fn statements_are_naive(
        trees in prop::collection::vec(trees(), 1..4),
        a in 0..=HIGHS[0], b in 0..=HIGHS[1], c in any::<u32>(),
    ) {
        let (mut all, variables) = with_variables();
        let built = trees.iter().map(|tree| build(tree, &mut all, &variables)).collect::<Vec<_>>();
        let result = built.iter().copied().reduce(|sum, next| all.add(sum, next)).expect("one at least");
        let values = built.iter().enumerate().map(|(index, value)| Named {
            name: format!("v{index}"), value: *value, comment: String::new(),
        }).collect::<Vec<_>>();
        let (statements, result) = all.statements(&values, result);
        let mut known = named([a, b, c]);
        for statement in &statements {
            let line = statement.code.strip_prefix("let ").and_then(|line| line.strip_suffix(';')).expect("a let");
            let (name, value) = line.split_once(" = ").expect("a value");
            let value = Reader::compute(value, &known);
            known.push((name.to_owned(), value));
        }
        let expected = trees.iter().fold(0u32, |sum, tree| sum.wrapping_add(naive(tree, &[a, b, c])));
        prop_assert_eq!(Reader::compute(&result, &known), expected, "{:?} {}", statements, result);
    }
}

/// Builds one expression over `i`, which is below 1024.
fn check(build: impl FnOnce(&mut Expressions, Expression) -> Expression, expected: &str) {
    let mut all = Expressions::new();
    let i = all.variable("i", Range::up_to(1023));
    let expression = build(&mut all, i);
    assert_eq!(all.wgsl(expression), expected);
}

fn by(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).expect("not zero")
}

#[test]
fn what_simplifies() {
    check(|all, i| all.remainder(i, by(1024)), "i");
    check(|all, i| all.divide(i, by(1024)), "0u");
    check(|all, i| all.divide(i, by(1)), "i");
    check(|all, i| all.remainder(i, by(1)), "0u");
    check(|all, i| all.remainder(i, by(16)), "i % 16u");
    check(
        |all, i| {
            let quotient = all.divide(i, by(4));
            all.divide(quotient, by(8))
        },
        "i / 32u",
    );
    check(
        |all, i| {
            let remainder = all.remainder(i, by(32));
            all.divide(remainder, by(4))
        },
        "(i / 4u) % 8u",
    );
    check(
        |all, i| {
            let remainder = all.remainder(i, by(32));
            all.remainder(remainder, by(8))
        },
        "i % 8u",
    );
    check(
        |all, i| {
            let quotient = all.divide(i, by(64));
            all.remainder(quotient, by(16))
        },
        "i / 64u",
    );
    check(
        |all, i| {
            let twelve = all.constant(12);
            let product = all.multiply(i, twelve);
            all.divide(product, by(4))
        },
        "i * 3u",
    );
    check(
        |all, i| {
            let twelve = all.constant(12);
            let product = all.multiply(twelve, i);
            all.remainder(product, by(24))
        },
        "(i % 2u) * 12u",
    );
    check(
        |all, i| {
            let zero = all.constant(0);
            let sum = all.add(zero, i);
            let one = all.constant(1);
            all.multiply(one, sum)
        },
        "i",
    );
    check(
        |all, i| {
            let three = all.constant(3);
            let sum = all.add(i, three);
            let sum = all.add(three, sum);
            all.multiply(sum, three)
        },
        "i * 3u + 18u",
    );
    // Four neighbours from a multiple of four on share their row.
    let neighbour = |all: &mut Expressions, i| {
        let (four, three) = (all.constant(4), all.constant(3));
        let first = all.multiply(i, four);
        all.add(first, three)
    };
    check(
        |all, i| {
            let index = neighbour(all, i);
            all.divide(index, by(32))
        },
        "i / 8u",
    );
    check(
        |all, i| {
            let index = neighbour(all, i);
            all.remainder(index, by(32))
        },
        "(i % 8u) * 4u + 3u",
    );
    // Bits that an exclusive or does not touch stay out of it.
    check(
        |all, i| {
            let (low, high) = (all.remainder(i, by(8)), all.divide(i, by(8)));
            let (four, number) = (all.constant(4), all.constant(35));
            let row = all.multiply(high, four);
            let index = all.add(row, number);
            let bits = all.multiply(low, four);
            let index = all.exclusive(index, bits);
            all.divide(index, by(2))
        },
        "(((i / 8u) * 2u + 16u) ^ ((i % 8u) * 2u)) % 512u + 1u",
    );
    check(|all, i| all.subtract(i, i), "0u");
    let tiled = |all: &mut Expressions, i| {
        let digit = all.remainder(i, by(8));
        let thirty_two = all.constant(32);
        let scaled = all.multiply(i, thirty_two);
        all.add(digit, scaled)
    };
    check(
        |all, i| {
            let sum = tiled(all, i);
            all.divide(sum, by(32))
        },
        "i",
    );
    check(
        |all, i| {
            let sum = tiled(all, i);
            all.remainder(sum, by(16))
        },
        "i % 8u",
    );
    check(
        |all, i| {
            let (low, high) = (all.remainder(i, by(8)), all.divide(i, by(8)));
            let high = all.remainder(high, by(8));
            all.exclusive(low, high)
        },
        "((i % 8u) ^ ((i / 8u) % 8u)) % 8u",
    );
    check(|all, i| all.exclusive(i, i), "0u");
}

#[test]
fn what_must_not_simplify() {
    // i * 2^30 wraps, so dividing it by 2^30 does not give i back.
    check(
        |all, i| {
            let large = all.constant(1 << 30);
            let product = all.multiply(i, large);
            all.divide(product, by(1 << 30))
        },
        "(i * 1073741824u) / 1073741824u",
    );
    // 6 does not divide 32.
    check(
        |all, i| {
            let remainder = all.remainder(i, by(32));
            all.remainder(remainder, by(6))
        },
        "(i % 32u) % 6u",
    );
}

#[test]
fn what_is_shared_is_one_let() {
    let mut all = Expressions::new();
    let i = all.variable("i", Range::up_to(1023));
    let row = all.divide(i, by(32));
    let square = all.multiply(row, row);
    let again = all.divide(i, by(32));
    assert_eq!(row, again);
    let sum = all.add(square, again);
    let (statements, result) = all.statements(&[], sum);
    let lines = statements.iter().map(|statement| statement.code.as_str()).collect::<Vec<_>>();
    assert_eq!(lines, ["let shared0 = i / 32u;"]);
    assert_eq!(result, "shared0 * shared0 + shared0");
}

#[test]
fn a_missing_variable_has_no_value() {
    let (all, variables) = with_variables();
    assert_eq!(all.evaluate(variables[2], &[1, 2]), None);
}
