//! Laws of every operation, asked of its row: on the operands of its example, and on random ones of their kinds. The
//! value prints and reads back, names fit its leaves, and laws hold or are excused.

use std::cell::Cell;

use colex::emit::{Form, emit};
use colex::laws::{LawKind, Verdict};
use colex::make::Major;
use colex::notebook::functions::Function;
use colex::notebook::value::Item;
use colex::notebook::{Evaluation, Settings, Value};
use colex::operations::{Carried, carried, contract, explained};
use colex::tensor::Engine;
use colex::words::{Tongue, diagnostic};
use colex::work::finish;
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Tensor, evaluate};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestError, TestRng, TestRunner};

use crate::emit::{is_ambiguous, read};
use crate::random;

/// On how many operands each operation is tried.
const CASES: u32 = 48;

/// The longest text that an operation is tried on: what it answers is looked at whole.
const LENGTH: usize = 400;

/// Laws that an answer breaks where no premise of theirs says so, each with the reason.
const UNKEPT: &[(&str, LawKind, &str)] = &[
    ("make_layout_like", LawKind::Compact, "equal strides are no order, and what follows them overlaps"),
    ("with_shape", LawKind::SameFunction, "a shape of another size goes on beyond the layout"),
    ("composition", LawKind::Compatible, "nothing is checked where a number is dynamic"),
    ("logical_product", LawKind::CopiesApart, "modes of B carry into each other"),
    ("tile_to_shape", LawKind::SameSize, "nothing is checked where a number is dynamic"),
    ("make_layout_tv", LawKind::ThreadValue, "an inverse of dynamic strides finds fewer elements"),
    ("make_layout_tv", LawKind::Compact, "an inverse of dynamic strides finds fewer elements"),
];

/// Values written in a form that does not read back as the same, each with the reason.
const UNREAD: &[(&str, Form, &str)] = &[
    ("get_slice", Form::Cpp, "whether the number of a thread is static is not written"),
    ("get_slice", Form::Python, "whether the number of a thread is static is not written"),
    ("tile_to_mma_shape", Form::Cpp, "the flag of a pointer that is not there yet is written, and not read"),
];

/// Operations that lose names at times, each with the reason.
const NAMELESS: &[(&str, &str)] =
    &[("local_partition", "a tile beyond the tensor leaves modes of one element, which are none of it")];

fn number() -> impl Strategy<Value = Int> {
    random::int(prop_oneof![Just(1_i64), 2_i64..9, Just(16)])
}

/// The same parentheses with other numbers.
fn renumbered(tuple: &IntTuple) -> BoxedStrategy<IntTuple> {
    let tuple = tuple.clone();
    let numbers = prop::collection::vec(number(), tuple.leaf_count());
    let filled = numbers.prop_map(move |numbers| {
        let mut numbers = numbers.into_iter();
        tuple.map(&mut |_| numbers.next().expect("one for each leaf"))
    });
    filled.boxed()
}

/// A tuple with a name at every mode, each of them another.
fn named(tuple: &IntTuple, prefix: char) -> String {
    fn below(tuple: &IntTuple, prefix: char, count: &mut usize) -> String {
        let Nested::Tuple(modes) = tuple else { return tuple.to_string() };
        let mut mode = |mode: &IntTuple| {
            *count += 1;
            format!("{prefix}{count}={}", below(mode, prefix, count))
        };
        let modes = modes.iter().map(&mut mode).collect::<Vec<_>>();
        format!("({}{})", modes.join(","), if modes.len() == 1 { "," } else { "" })
    }
    below(tuple, prefix, &mut 0)
}

fn written(layout: &Layout, prefix: Option<char>) -> String {
    match prefix {
        Some(prefix) => format!("{}:{}", named(layout.shape(), prefix), layout.stride()),
        None => layout.to_string(),
    }
}

fn written_tuple(tuple: &IntTuple, prefix: Option<char>) -> String {
    prefix.map_or_else(|| tuple.to_string(), |prefix| named(tuple, prefix))
}

/// Texts of values of the kind that a value has, that value among them; of what has no numbers, the text itself. The modes
/// have names that begin with a prefix, if there is one.
fn alike(value: &Value, text: &str, prefix: Option<char>) -> BoxedStrategy<String> {
    let layouts = || prop_oneof![random::layout(), random::compact()];
    let text = text.to_string();
    match value {
        Value::Tuple(Nested::Leaf(Item::Int(_))) => {
            prop_oneof![Just(text), number().prop_map(|int| int.to_string())].boxed()
        }
        Value::Tuple(_) if let Some(tuple) = value.as_ints() => {
            let tuples = prop_oneof![4 => Just(tuple.clone()), 3 => renumbered(&tuple), 1 => random::shape()];
            tuples.prop_map(move |tuple| written_tuple(&tuple, prefix)).boxed()
        }
        Value::Layout(layout) => {
            let alike = renumbered(layout.shape()).prop_map(|shape| Layout::compact(shape, Major::Left));
            let alike = alike.prop_filter_map("fits", Result::ok);
            let layouts = prop_oneof![5 => Just(layout.clone()), 2 => alike, 3 => layouts()];
            layouts.prop_map(move |layout| written(&layout, prefix)).boxed()
        }
        Value::Composed(_) => {
            let parts = (0_i64..4, 0_i64..4, 0_i64..3, layouts());
            let composed = parts.prop_map(|(bits, base, more, layout)| {
                format!("composition(Sw<{bits},{base},{}>, 0, {layout})", bits + more)
            });
            prop_oneof![Just(text), composed].boxed()
        }
        Value::Swizzle(_) => {
            let parts = (0_i64..4, 0_i64..4, 0_i64..3);
            let swizzles = parts.prop_map(|(bits, base, more)| format!("Sw<{bits},{base},{}>", bits + more));
            prop_oneof![Just(text), swizzles].boxed()
        }
        Value::Tensor(Tensor { engine: Engine::Counting(_), layout: AnyLayout::Plain(layout) }) => {
            let layouts = prop_oneof![Just(layout.clone()), layouts()];
            layouts.prop_map(move |layout| format!("make_counting_tensor({})", written(&layout, prefix))).boxed()
        }
        _ => Just(text).boxed(),
    }
}

/// Statements like the example of an operation, with operands of the same kinds, with names or without; the example alone
/// where it performs another operation.
fn statements(function: &Function, example: &str) -> BoxedStrategy<String> {
    let alone = || Just(example.to_string()).boxed();
    let evaluation = evaluate(example, Settings::default());
    let Some(performed) = evaluation.performed(0, None) else { return alone() };
    if performed.function.name != function.name || performed.is_infix || evaluation.statements().len() != 1 {
        return alone();
    }
    let example = example.to_string();
    let of = move |is_named: bool| {
        let operands = performed.places.iter().zip(&performed.arguments.values).enumerate();
        let operands = operands.map(|(position, (place, value))| {
            let prefix = char::from(b'Q' + u8::try_from(position % 8).unwrap_or_default());
            let texts = alike(value, place.of(&example), is_named.then_some(prefix));
            match performed.is_member && position == 0 {
                true => texts.prop_map(|text| format!("({text})")).boxed(),
                false => texts,
            }
        });
        let (places, example) = (performed.places.clone(), example.clone());
        let spliced = move |texts: Vec<String>| {
            let mut text = example.clone();
            for (place, operand) in places.iter().zip(texts).rev() {
                text.replace_range(place.start..place.end, &operand);
            }
            text
        };
        operands.collect::<Vec<_>>().prop_map(spliced)
    };
    any::<bool>().prop_flat_map(of).boxed()
}

/// The parentheses of a value's leaves.
fn leaves(value: &Value) -> Option<Nested<()>> {
    fn of_items(tuple: &Nested<Item>) -> Nested<()> {
        match tuple {
            Nested::Leaf(Item::Layout(layout)) => layout.shape().map(&mut |_| ()),
            Nested::Leaf(Item::Composed(layout)) => AnyLayout::Composed((**layout).clone()).shape().map(&mut |_| ()),
            Nested::Leaf(Item::Tensor(tensor)) => tensor.layout.shape().map(&mut |_| ()),
            Nested::Leaf(_) => Nested::Leaf(()),
            Nested::Tuple(modes) => Nested::Tuple(modes.iter().map(of_items).collect()),
        }
    }
    match value {
        Value::Tuple(tuple) => Some(of_items(tuple)),
        _ => value.as_any_layout().map(|layout| layout.shape().map(&mut |_| ())),
    }
}

/// The form in which a value does not read back, if it has one.
fn unread(value: &Value, name: &str) -> Option<String> {
    // A call takes no more arguments.
    if value.leaf_count() > 256 {
        return None;
    }
    let forms = [Form::Cpp, Form::Python, Form::Printed].into_iter();
    let mut forms = forms.filter(|form| *form != Form::Printed || !is_ambiguous(value));
    forms.find_map(|form| {
        if UNREAD.iter().any(|(operation, unread, _)| *operation == name && *unread == form) {
            return None;
        }
        let text = emit(value, form).ok()?;
        let again = read(&text, form);
        (again.as_ref() != Some(value)).then(|| format!("{value} is written {text}, and reads back {again:?}"))
    })
}

/// Describes what is wrong with the names of a statement's value: they fit its leaves, and its operands give them.
fn misnamed(evaluation: &Evaluation, text: &str) -> Option<String> {
    let (names, value) = (evaluation.names(0)?, evaluation.value(0)?);
    let tree = names.tree();
    match leaves(value) {
        Some(leaves) if tree.is_congruent_to(&leaves) => {}
        _ => {
            return Some(format!(
                "the names {} do not fit the leaves of {value}",
                names.written(&tree.map(&mut |_| Int::ONE))
            ));
        }
    }
    let parts = tree.leaves().into_iter().filter_map(|label| label.name()).flat_map(|name| name.parts());
    let parts = parts.map(str::to_string).collect::<Vec<_>>();
    parts
        .into_iter()
        .find(|part| !text.contains(&format!("{part}=")))
        .map(|part| format!("{part} names no mode of {text}"))
}

/// A statement without its names.
fn plain(text: &str) -> String {
    let named = |part: &str| {
        let name = part.strip_suffix('=')?.trim_end_matches(|letter: char| letter.is_ascii_digit());
        Some(name.strip_suffix(|letter| ('Q'..='X').contains(&letter))?.to_string())
    };
    text.split_inclusive('=').map(|part| named(part).unwrap_or_else(|| part.to_string())).collect()
}

/// Describes what is wrong with the laws of a statement.
fn broken(evaluation: &Evaluation, name: &str) -> Option<String> {
    let contract = contract(evaluation, 0)?;
    let fails = contract.laws.iter().find_map(|law| {
        let verdict = finish(law.check(), 1 << 22);
        let is_excused = UNKEPT.iter().any(|(operation, kind, _)| *operation == name && *kind == law.kind);
        match &verdict {
            Ok(Verdict::Fails(_)) if is_excused => None,
            Ok(Verdict::Fails(_) | Verdict::Unfinished { .. }) | Err(_) => Some((law.kind, verdict)),
            Ok(_) => None,
        }
    });
    fails.map(|(kind, verdict)| format!("{kind:?}: {verdict:?}"))
}

/// Describes what is wrong with a statement of an operation, if something is.
fn complaint(evaluation: &Evaluation, name: &str, text: &str) -> Option<String> {
    for found in evaluation.diagnostics() {
        let is_said = [Tongue::English, Tongue::Chinese].iter().all(|tongue| !diagnostic(found, *tongue).is_empty());
        if found.span.end > text.len() || !is_said {
            return Some(format!("{:?} has no place or no sentence", found.kind));
        }
    }
    let unread = evaluation.value(0).and_then(|value| unread(value, name));
    unread.or_else(|| misnamed(evaluation, text)).or_else(|| broken(evaluation, name))
}

/// Describes what is wrong with a row, if something is: the statement that shows it, and what that is.
fn found(function: &Function, example: &str) -> Option<String> {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let (with_value, with_names) = (Cell::new(0), Cell::new(0));
    let name = function.name;
    let loses = carried(function) != Carried::All || NAMELESS.iter().any(|(operation, _)| *operation == name);
    let checked = runner.run(&statements(function, example), |text| {
        if text.len() > LENGTH.max(example.len()) {
            return Ok(());
        }
        // The first mode with a name.
        let is_named = text.contains("1=");
        for compile_time in [false, true] {
            let evaluation = evaluate(&text, Settings { compile_time, ..Settings::default() });
            let names = evaluation.names(0).is_some();
            with_value.set(with_value.get() + usize::from(evaluation.value(0).is_some()));
            with_names.set(with_names.get() + usize::from(names));
            let settings = evaluation.settings();
            if is_named && evaluate(&plain(&text), settings).value(0) != evaluation.value(0) {
                return Err(TestCaseError::fail("its names change the value"));
            }
            let tuple = evaluation.value(0).filter(|value| matches!(leaves(value), Some(Nested::Tuple(_))));
            let lost = tuple.filter(|_| is_named && !names && !loses);
            let lost = || lost.map(|value| format!("{value} has lost its names"));
            if let Some(complaint) = complaint(&evaluation, name, &text).or_else(lost) {
                return Err(TestCaseError::fail(complaint));
            }
        }
        Ok(())
    });
    match checked {
        Err(TestError::Fail(reason, text)) => Some(format!("{name}: {text}\n  {reason}")),
        Err(TestError::Abort(reason)) => Some(format!("{name}: {reason}")),
        Ok(()) if with_value.get() == 0 => Some(format!("{name} has a value on no operands")),
        Ok(()) if (carried(function) == Carried::None) != (with_names.get() == 0) => Some(format!(
            "{name} carries {:?} of its names, and {} values have some",
            carried(function),
            with_names.get()
        )),
        Ok(()) => None,
    }
}

#[test]
fn every_operation_keeps_what_its_row_says() {
    let found = explained().filter_map(|(function, help)| found(function, help.example)).collect::<Vec<_>>();
    assert!(found.is_empty(), "\n{}\n", found.join("\n"));
}

/// A wrong row is told: names of other leaves, and a law that its answer breaks.
#[test]
fn what_is_wrong_is_complained_of() {
    let evaluation = evaluate("flatten((Q1=_2,Q2=_4):(_4,_1))", Settings::default());
    assert_eq!(misnamed(&evaluation, "flatten((Q1=_2,Q2=_4):(_4,_1))"), None);
    assert_eq!(plain("flatten((Q1=_2,Q12=_4):(_4,_1))"), "flatten((_2,_4):(_4,_1))");
    let said = misnamed(&evaluation, "flatten((R1=_2,Q2=_4):(_4,_1))");
    assert_eq!(said.as_deref(), Some("Q1 names no mode of flatten((R1=_2,Q2=_4):(_4,_1))"));
    let wrong = evaluate("tiled_product(((_8),_4):((_1),_24), (_2,_2):(_2,_1))", Settings::default());
    assert!(broken(&wrong, "").is_some_and(|said| said.starts_with("Copies")));
}
