//! Values as formulas in the numbers that they depend on.

use std::collections::{BTreeMap, BTreeSet};

use colex::formula::{Condition, Formula, Search};
use colex::notebook::{Evaluation, Settings};
use colex::words::{Tongue, formula_conditions};
use colex::work::finish;
use expect_test::expect_file;
use proptest::prelude::*;

fn evaluated(text: &str) -> Evaluation {
    colex::evaluate(text, Settings { compile_time: true, ..Settings::default() })
}

/// The formula of the last statement.
fn formula(text: &str) -> Option<Formula> {
    let evaluation = evaluated(text);
    let search = Search::new(&evaluation, evaluation.statements().len().checked_sub(1)?);
    finish(search, u64::MAX).expect("enough units")
}

/// The numbers that a formula speaks of.
fn names(formula: &Formula) -> BTreeSet<String> {
    let named = formula.conditions.iter().filter_map(|condition| match condition {
        Condition::Any(name) | Condition::Multiple(name, _) | Condition::Above(name, _) => Some(name.clone()),
        Condition::Differ(..) => None,
    });
    named.collect()
}

/// The formula and for which numbers it holds.
fn said(text: &str) -> String {
    match formula(text) {
        Some(formula) => format!("{} {}", formula.text, formula_conditions(&formula, Tongue::English)),
        None => "none".to_string(),
    }
}

const STATEMENTS: [&str; 29] = [
    "complement(N:X)",
    "(M,K):(K,1)",
    "complement(N:X, M)",
    "complement(N:X, 50)",
    "composition((M,N):(1,M), N:M)",
    "composition((M,N):(1,ld), K:1)",
    "size((M,(N,4)))",
    "cosize((M,N):(1,ld))",
    "coalesce((M,N):(1,K))",
    "raked_product((M,N):(N,1), 4:1)",
    "logical_divide((M,N):(1,M), (4:1,K:1))",
    "zipped_divide((M,K):(1,M), (BM,BK))",
    "with_shape((4,8):(a,b), (2,2))",
    "min(M, 128)",
    "M + 2 * K",
    "right_inverse((M,N):(N,1))",
    "M = 512\nK = 64\nzipped_divide((M,K):(1,M), (128,8))",
    "M = 512\nceil_div(M, 128)",
    "N = 12\nX = 5\nA = N:X\nright_inverse(A)",
    "N = 3\nA = 8:1\nA",
    "N = 4\nidx2crd(N, (2,4))",
    "N = 3\n(8,8):(N,1@1)",
    "M = 512\nN = 256\nK = 64\nlocal_tile((M,K):(1,M), (128,8), (1,_))",
    "ld = 64\nA = (8,8):(1,ld)\nA(3,4)",
    "N = 4\n(8,8):(1@0,N@1)",
    "lay(N)",
    "A o B",
    "Sw<N,0,3>",
    "8:1",
];

/// `UPDATE_EXPECT=1` writes them anew.
#[test]
fn formulas_are_those() {
    let line = |text: &&str| format!("{}\n    {}\n", text.replace('\n', "; "), said(text));
    expect_file!["formula.txt"].assert_eq(&STATEMENTS.iter().map(line).collect::<String>());
}

/// Returns true if numbers are among those for which a formula says that it holds.
fn is_meant(condition: &Condition, numbers: &BTreeMap<String, i64>) -> bool {
    let number = |name: &str| name.split('*').map(|part| numbers.get(part).copied().or(part.parse().ok())).product();
    match condition {
        Condition::Any(_) => true,
        Condition::Multiple(name, of) => {
            let (name, of): (Option<i64>, Option<i64>) = (number(name), number(of));
            name.zip(of).is_some_and(|(name, of)| name % of == 0)
        }
        Condition::Above(name, bound) => {
            let (name, bound): (Option<i64>, Option<i64>) = (number(name), number(bound));
            name.zip(bound).is_some_and(|(name, bound)| name > bound)
        }
        Condition::Differ(left, right) => numbers.get(left) != numbers.get(right),
    }
}

proptest! {
    /// With numbers for which it holds a formula, read as a notebook, is what the statement is.
    #[test]
    fn with_numbers_a_formula_is_the_value(
        chosen in prop::sample::select(&STATEMENTS[..]),
        drawn in prop::collection::vec((1_i64..40, prop::sample::select(vec![1_i64, 1, 1, 2, 8, 128])), 4),
        products in any::<bool>(),
    ) {
        let Some(formula) = formula(chosen) else { return Ok(()) };
        let mut numbers = drawn.iter().map(|(times, step)| times * step).collect::<Vec<_>>();
        if products {
            // Where one has to be a multiple of others it is one.
            numbers[1] *= numbers[2];
            numbers[0] *= numbers[1];
        }
        let numbers = names(&formula).into_iter().zip(numbers).collect::<BTreeMap<_, _>>();
        if !formula.conditions.iter().all(|condition| is_meant(condition, &numbers)) {
            return Ok(());
        }
        let before = numbers.iter().map(|(name, number)| format!("{name} = {number}\n")).collect::<String>();
        let defined = |line: &&str| !numbers.keys().any(|name| line.starts_with(&format!("{name} = ")));
        let statement = chosen.lines().filter(defined).collect::<Vec<_>>().join("\n");
        let value = |text: String| {
            let evaluation = evaluated(&text);
            let value = evaluation.value(evaluation.statements().len() - 1).map(ToString::to_string);
            value.ok_or_else(|| TestCaseError::fail(format!("no value: {text}")))
        };
        let own = value(format!("{before}{statement}"))?;
        // An offset of data that nobody has is no expression.
        let text = formula.text.split_once(" o ").map_or(formula.text.as_str(), |(_, layout)| layout);
        let own = own.split_once(" o ").map_or(own.as_str(), |(_, layout)| layout).to_string();
        prop_assert_eq!(value(format!("{before}{text}"))?, own, "{} for {:?}", formula.text, numbers);
    }
}
