//! Emitted text reads back to the same value, in every form, over random values and over all recorded answers.

use std::collections::BTreeSet;

use colex::basis::{ScaledBasis, StrideLeaf};
use colex::composed::ComposedLayout;
use colex::emit::{Form, Known, emit, statement};
use colex::evaluate;
use colex::make::Major;
use colex::notebook::value::Item;
use colex::notebook::{Settings, Value};
use colex::operations::explained;
use colex::swizzle::{MixedBits, Offset};
use colex::tensor::Engine;
use colex::words::{self, Tongue};
use colex::{AnyLayout, Int, IntTuple, Layout, Nested, Swizzle, Tensor, Truth};
use proptest::prelude::*;
use serde_json::Value as Json;

use crate::compare;
use crate::refusals::{variants, word};

/// The value of a text of one statement. Python's plain numbers are compile-time, even where nothing shows that it is
/// Python.
pub(crate) fn read(text: &str, form: Form) -> Option<Value> {
    let settings = Settings { compile_time: form == Form::Python, ..Settings::default() };
    let evaluation = evaluate(text, settings);
    if evaluation.statements().len() != 1 {
        return None;
    }
    evaluation.value(0).cloned()
}

/// Returns true if a value may differ from what its printed form reads as; see `colex::emit`.
pub(crate) fn is_ambiguous(value: &Value) -> bool {
    match value {
        // CuTe's text of an atom is no expression.
        Value::Truth(_) | Value::Text(_) | Value::Made(_) => true,
        Value::Tuple(tuple) => tuple.leaves().into_iter().any(|item| match item {
            Item::Composed(layout) => vanishes(&AnyLayout::Composed((**layout).clone())),
            Item::Tensor(tensor) => vanishes(&tensor.layout),
            _ => false,
        }),
        value => value.as_any_layout().is_some_and(|layout| vanishes(&layout)),
    }
}

fn vanishes(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Plain(_) => false,
        AnyLayout::Composed(layout) => {
            (layout.swizzle().is_identity() && layout.offset() == Offset::ZERO) || vanishes(layout.inner())
        }
    }
}

/// Every form of a value, read back. Answers how many forms have it.
fn reads_back(value: &Value) -> usize {
    let mut spelled = 0;
    for form in Form::ALL {
        let text = match emit(value, form) {
            Ok(text) => text,
            Err(unspelled) => {
                assert!(matches!(form, Form::Cpp | Form::Python), "{value}");
                assert!(!words::unspelled(&unspelled, Tongue::Chinese).is_empty());
                continue;
            }
        };
        spelled += 1;
        if form == Form::Json {
            let json: Json = serde_json::from_str(&text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
            assert_eq!(json["version"], colex::emit::JSON_VERSION);
            assert_eq!(json["text"].as_str(), Some(value.to_string().as_str()));
            if matches!(value, Value::Made(_)) {
                assert!(json["atom"].is_string(), "{text}");
                continue;
            }
            assert_eq!(&from_json(&json), value, "{text}");
            continue;
        }
        if form == Form::Printed && is_ambiguous(value) {
            continue;
        }
        assert_eq!(read(&text, form).as_ref(), Some(value), "{form:?}: {text}");
        let named = statement(Some("A"), value, form).expect("a value that has a spelling");
        let evaluation = evaluate(&named, Settings { compile_time: form == Form::Python, ..Settings::default() });
        assert_eq!(evaluation.value(0), Some(value), "{named}");
        assert_eq!(evaluation.statements()[0].name.as_ref().map(|(name, _)| name.as_str()), Some("A"), "{named}");
    }
    spelled
}

fn int_of(json: &Json) -> Int {
    let value = json["value"].as_i64().expect("a number");
    if json["static"].as_bool().expect("whether it is static") { Int::constant(value) } else { Int::dynamic(value) }
}

fn tree_of<T>(json: &Json, leaf: &impl Fn(&Json) -> T) -> Nested<T> {
    match json.as_array() {
        Some(modes) => Nested::Tuple(modes.iter().map(|mode| tree_of(mode, leaf)).collect()),
        None => Nested::Leaf(leaf(json)),
    }
}

fn basis_of(json: &Json) -> Option<ScaledBasis> {
    let modes = json["modes"].as_array()?;
    let path = modes.iter().map(|mode| mode.as_u64().expect("a mode") as usize).collect();
    Some(ScaledBasis { scale: int_of(json), path })
}

fn layout_of(json: &Json) -> AnyLayout {
    if json["kind"] == "composed" {
        let offset = match json["offset"]["kind"].as_str() {
            Some(_) => mixed_of(&json["offset"]),
            None => Offset::Int(int_of(&json["offset"])),
        };
        return AnyLayout::Composed(ComposedLayout::new(
            swizzle_of(&json["swizzle"]),
            offset,
            layout_of(&json["layout"]),
        ));
    }
    let stride = tree_of(&json["stride"], &|leaf| match basis_of(leaf) {
        Some(basis) => StrideLeaf::Basis(basis),
        None => StrideLeaf::Int(int_of(leaf)),
    });
    Layout::new(tree_of(&json["shape"], &int_of), stride).expect("a layout").into()
}

fn swizzle_of(json: &Json) -> Swizzle {
    let number = |field: &str| json[field].as_i64().expect("a number");
    Swizzle::new(number("bits"), number("base"), number("shift")).expect("a swizzle")
}

fn mixed_of(json: &Json) -> Offset {
    let number = |field: &str| json[field].as_i64().expect("a number");
    MixedBits::make(number("fixed"), Int::dynamic(number("dynamic")), number("flags"))
}

fn iterator_of(json: &Json) -> Engine {
    let begin = &json["begin"];
    match json["of"].as_str() {
        Some("memory") => Engine::Pointer(int_of(begin)),
        Some("counting") => Engine::Counting(int_of(begin)),
        Some("coordinates") => Engine::Coordinates(tree_of(begin, &int_of)),
        Some("random") => Engine::Random { seed: int_of(&json["seed"]), offset: int_of(begin) },
        other => panic!("{other:?}"),
    }
}

fn from_json(json: &Json) -> Value {
    match json["kind"].as_str().expect("a kind") {
        "tuple" => Value::Tuple(tree_of(&json["tree"], &|leaf| match (leaf, leaf["kind"].as_str()) {
            (Json::Null, _) => Item::All,
            (_, Some("tensor")) => match from_json(leaf) {
                Value::Tensor(tensor) => Item::Tensor(Box::new(tensor)),
                other => panic!("{other:?}"),
            },
            (_, Some(_)) => match layout_of(leaf) {
                AnyLayout::Plain(layout) => Item::Layout(Box::new(layout)),
                AnyLayout::Composed(layout) => Item::Composed(Box::new(layout)),
            },
            _ => basis_of(leaf).map_or_else(|| Item::Int(int_of(leaf)), Item::Basis),
        })),
        "layout" | "composed" => layout_of(json).into(),
        "truth" => Value::Truth(Truth {
            value: json["value"].as_bool().expect("a truth value"),
            is_static: json["static"].as_bool().expect("whether it is static"),
        }),
        "text" => Value::Text(json["text"].as_str().expect("a text").to_string()),
        "major" => Value::Major(if json["text"] == "LayoutLeft" { Major::Left } else { Major::Right }),
        "swizzle" => Value::Swizzle(swizzle_of(json)),
        "mixed_bits" => match mixed_of(json) {
            offset @ Offset::Flag(_) => Value::int(offset.int()),
            Offset::Mixed(mixed) => Value::Mixed(mixed),
            Offset::Int(int) => Value::int(int),
        },
        "iterator" => Value::Engine(iterator_of(json)),
        "tensor" => {
            Value::Tensor(Tensor { engine: iterator_of(&json["iterator"]), layout: layout_of(&json["layout"]) })
        }
        other => panic!("{other}"),
    }
}

/// Values as printed, and as C++ and Python write them; empty where they do not.
/// Values of each kind as they print, as C++ and as Python write them.
#[rustfmt::skip]
const SPELLINGS: &[(&str, &str, &str)] = &[
    ("_4", "Int<4>{}", "4"),
    ("4", "4", "cutlass.Int32(4)"),
    ("_-5", "Int<-5>{}", "-5"),
    ("_5000000000", "C<5000000000>{}", "5000000000"),
    ("5000000000", "5000000000", "cutlass.Int64(5000000000)"),
    ("_-9223372036854775808", "C<-9223372036854775807 - 1>{}", "-9223372036854775808"),
    ("(_2,(4,_8))", "make_tuple(Int<2>{}, make_tuple(4, Int<8>{}))", "(2, (cutlass.Int32(4), 8))"),
    ("(_5)", "make_tuple(Int<5>{})", "(5,)"),
    ("()", "make_tuple()", "()"),
    ("_", "_", "None"),
    ("(_,_3)", "make_coord(_, Int<3>{})", "(None, 3)"),
    ("(_1@0,_3@0@1)", "make_stride(E<0>{}, ScaledBasis<_3,1,0>{})", "(cute.E(0), cute.ScaledBasis(3, [1, 0]))"),
    ("2@1", "2 * E<1>{}", "cute.ScaledBasis(cutlass.Int32(2), 1)"),
    ("(_2,_4):(_4,_1)", "Layout<Shape<_2,_4>,Stride<_4,_1>>{}", "cute.make_layout((2, 4), stride=(4, 1))"),
    ("_8:_1", "Layout<_8,_1>{}", "cute.make_layout(8, stride=1)"),
    (
        "(_11,(_3)):(_100,(_-1))",
        "Layout<Shape<Int<11>,Shape<_3>>,Stride<Int<100>,Stride<Int<-1>>>>{}",
        "cute.make_layout((11, (3,)), stride=(100, (-1,)))",
    ),
    (
        "(_2,4):(4,_1)",
        "make_layout(make_shape(Int<2>{}, 4), make_stride(4, Int<1>{}))",
        "cute.make_layout((2, cutlass.Int32(4)), stride=(cutlass.Int32(4), 1))",
    ),
    ("8:1", "make_layout(8, 1)", "cute.make_layout(cutlass.Int32(8), stride=cutlass.Int32(1))"),
    (
        "(_4,_8):(_1@0,_1@1)",
        "Layout<Shape<_4,_8>,Stride<E<0>,E<1>>>{}",
        "cute.make_layout((4, 8), stride=(cute.E(0), cute.E(1)))",
    ),
    ("Sw<3,0,-3>", "Swizzle<3,0,-3>{}", "cute.make_swizzle(3, 0, -3)"),
    (
        "Sw<3,0,3> o _0 o _8:_1",
        "composition(Swizzle<3,0,3>{}, Int<0>{}, Layout<_8,_1>{})",
        "cute.make_composed_layout(cute.make_swizzle(3, 0, 3), 0, cute.make_layout(8, stride=1))",
    ),
    (
        "upcast<8>(Sw<1,0,1> o _0 o _8:_8)",
        "make_composed_layout(Swizzle<0,0,1>{}, Int<0>{}, Layout<_8,_1>{})",
        "cute.make_composed_layout(cute.make_swizzle(0, 0, 1), 0, cute.make_layout(8, stride=1))",
    ),
    (
        "Sw<2,3,3> o M_0|(8&8)=8 o (_16):(_16)",
        "composition(Swizzle<2,3,3>{}, make_mixed_bits(Int<0>{}, 8, Int<8>{}), Layout<Shape<_16>,Stride<_16>>{})",
        "",
    ),
    ("<_4:_1,_2>", "make_tile(Layout<_4,_1>{}, Int<2>{})", "(cute.make_layout(4, stride=1), 2)"),
    ("<_4:_1>", "make_tile(Layout<_4,_1>{})", "(cute.make_layout(4, stride=1),)"),
    ("ptr(0) o _8:_1", "make_tensor(ptr, Layout<_8,_1>{})", "cute.make_tensor(ptr, cute.make_layout(8, stride=1))"),
    (
        "ptr(32) o _8:_1",
        "make_tensor(ptr + 32, Layout<_8,_1>{})",
        "cute.make_tensor(ptr + 32, cute.make_layout(8, stride=1))",
    ),
    ("counting_iter(4) o _8:_1", "make_tensor(counting_iterator{4}, Layout<_8,_1>{})", ""),
    (
        "ArithTuple(0,_0) o _8:_1@1",
        "make_tensor(make_inttuple_iter(make_coord(0, Int<0>{})), Layout<_8,E<1>>{})",
        "cute.make_tensor((cutlass.Int32(0), 0), cute.make_layout(8, stride=cute.E(1)))",
    ),
    (
        "ArithTuple_0 o _8:_1",
        "make_tensor(make_inttuple_iter(Int<0>{}), Layout<_8,_1>{})",
        "cute.make_tensor(0, cute.make_layout(8, stride=1))",
    ),
    ("random_iter(7,0) o _8:_1", "", ""),
    ("M_1|(8&12)=9", "make_mixed_bits(Int<1>{}, 8, Int<12>{})", ""),
    ("LayoutRight", "LayoutRight{}", ""),
    ("3 < 4", "true", "cutlass.Boolean(True)"),
    ("_4 < _3", "false_type{}", "False"),
    ("print_layout((1,1):(1,1))", "", ""),
];

#[test]
fn every_kind_has_its_spelling() {
    for (text, cpp, python) in SPELLINGS {
        let value = read(text, Form::Printed).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(emit(&value, Form::Cpp).unwrap_or_default(), *cpp, "{text}");
        assert_eq!(emit(&value, Form::Python).unwrap_or_default(), *python, "{text}");
        assert!(reads_back(&value) >= 2, "{text}");
    }
}

/// Kinds that no value here is of, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    ("ShapeOrLayout", "what is wanted, of two kinds"),
    ("Tiled", "what is wanted, of two kinds"),
    ("Function", "of a program"),
    ("Object", "of a program"),
    ("Xor", "in `xor.rs`"),
    ("Wide", "in `algebra.rs`"),
];

/// The kinds that neither a value of a table is of nor an excuse is for, and excuses for kinds that there are.
fn missing(kinds: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let excused = ELSEWHERE.iter().map(|(kind, _)| (*kind).to_string()).collect::<BTreeSet<_>>();
    let unseen = kinds.iter().filter(|kind| found.contains(*kind) == excused.contains(*kind));
    unseen.map(|kind| format!("{kind} is in no table, or in one and excused")).collect()
}

/// A kind of value that no operation has and no spelling is tried with passes no test.
#[test]
fn every_kind_of_value_is_in_a_table() {
    let kinds = variants(include_str!("../src/language/notebook/value.rs"), "ValueKind");
    let mut found = BTreeSet::new();
    let mut see = |value: &Value| {
        found.insert(word(&format!("{:?}", value.kind())));
    };
    SPELLINGS.iter().filter_map(|(text, ..)| read(text, Form::Printed)).for_each(|value| see(&value));
    for (_, help) in explained() {
        let evaluation = evaluate(help.example, Settings::default());
        evaluation.value(0).into_iter().for_each(&mut see);
        let Some(performed) = evaluation.performed(0, None) else { continue };
        performed.arguments.values.iter().chain(&performed.arguments.template).for_each(&mut see);
    }
    let missing = missing(&kinds, &found);
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    let without_layouts = found.iter().filter(|kind| *kind != "Layout").cloned().collect();
    let said = self::missing(&kinds, &without_layouts);
    assert_eq!(said, ["Layout is in no table, or in one and excused"]);
}

#[test]
fn numbers_can_be_known_or_not() {
    let spelled = |text: &str, known: Known| emit(&known.value(&read(text, Form::Printed).expect(text)), Form::Cpp);
    let cases = [
        ("(4,_8):(_1,4)", "Layout<Shape<_4,_8>,Stride<_1,_4>>{}", "make_layout(make_shape(4, 8), make_stride(1, 4))"),
        (
            "Sw<2,0,3> o 5 o 8:1",
            "composition(Swizzle<2,0,3>{}, Int<5>{}, Layout<_8,_1>{})",
            "composition(Swizzle<2,0,3>{}, 5, make_layout(8, 1))",
        ),
        (
            "(4,8):(_1@0,_1@1)",
            "Layout<Shape<_4,_8>,Stride<E<0>,E<1>>>{}",
            "make_layout(make_shape(4, 8), make_stride(E<0>{}, E<1>{}))",
        ),
        ("ptr(32) o 8:_1", "make_tensor(ptr + 32, Layout<_8,_1>{})", "make_tensor(ptr + 32, make_layout(8, 1))"),
    ];
    for (text, known, unknown) in cases {
        assert_eq!(spelled(text, Known::Static).as_deref(), Ok(known), "{text}");
        assert_eq!(spelled(text, Known::Dynamic).as_deref(), Ok(unknown), "{text}");
    }
}

#[test]
fn json_has_every_field() {
    let json = |text: &str| emit(&read(text, Form::Printed).expect("a value"), Form::Json).expect("JSON");
    assert_eq!(
        json("(_2,4):(4@0,_1)"),
        "{\"version\":1,\"kind\":\"layout\",\"shape\":[{\"value\":2,\"static\":true},{\"value\":4,\"static\":false}],\
         \"stride\":[{\"value\":4,\"static\":false,\"modes\":[0]},{\"value\":1,\"static\":true}],\
         \"text\":\"(_2,4):(4@0,_1)\"}"
    );
    assert_eq!(
        statement(Some("\"\u{1}\\"), &Value::Text("a\nb".into()), Form::Json).expect("JSON"),
        "{\"version\":1,\"name\":\"\\\"\\u0001\\\\\",\"kind\":\"text\",\"text\":\"a\\nb\"}"
    );
}

#[test]
fn statements_define_names() {
    let value = read("_8:_1", Form::Printed).expect("a layout");
    let written = |name, form| statement(name, &value, form).expect("a layout has every form");
    assert_eq!(written(Some("A"), Form::Cpp), "auto A = Layout<_8,_1>{};");
    assert_eq!(written(None, Form::Cpp), "Layout<_8,_1>{};");
    assert_eq!(written(Some("A"), Form::Python), "A = cute.make_layout(8, stride=1)");
    assert_eq!(written(Some("A"), Form::Printed), "A = _8:_1");
    assert_eq!(written(None, Form::Printed), "_8:_1");
    let text = Value::Text("two\nlines".into());
    assert_eq!(statement(Some("A"), &text, Form::Printed).expect("a text"), "two\nlines");
}

/// Every answer of CuTe that the notebook has, with its arguments.
#[test]
fn every_recorded_answer_reads_back() {
    let mut forms = 0;
    for line in include_str!("golden/ops.jsonl").lines() {
        let case: Json = serde_json::from_str(line).expect("a line of JSON");
        let operation = case["op"].as_str().expect("an operation");
        let arguments = case["args"].as_array().expect("arguments").iter().filter_map(Json::as_str).collect::<Vec<_>>();
        let Some(spelled) = compare::spell(operation, &arguments) else { continue };
        for text in arguments.into_iter().chain([spelled.as_str()]) {
            if let Some(value) = read(text, Form::Printed) {
                forms += reads_back(&value);
            }
        }
    }
    assert!(forms > 30_000, "{forms}");
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => 0_i64..20,
        2 => -9_i64..300,
        1 => Just(1 << 40),
        1 => Just(i64::MIN),
        1 => Just(i64::MAX),
        1 => Just(i64::from(i32::MIN)),
    ]
}

fn int() -> impl Strategy<Value = Int> {
    (number(), any::<bool>()).prop_map(|(value, known)| if known { Int::constant(value) } else { Int::dynamic(value) })
}

fn tree<T: std::fmt::Debug + Clone + 'static>(
    leaf: impl Strategy<Value = T> + 'static,
) -> impl Strategy<Value = Nested<T>> {
    leaf.prop_map(Nested::Leaf)
        .prop_recursive(3, 8, 4, |inner| prop::collection::vec(inner, 0..4).prop_map(Nested::Tuple))
}

fn basis() -> impl Strategy<Value = ScaledBasis> {
    (int(), prop::collection::vec(0_usize..5, 1..4)).prop_map(|(scale, path)| ScaledBasis { scale, path })
}

fn stride_leaf() -> impl Strategy<Value = StrideLeaf> {
    prop_oneof![3 => int().prop_map(StrideLeaf::Int), 1 => basis().prop_map(StrideLeaf::Basis)]
}

fn layout() -> impl Strategy<Value = Layout> {
    tree(int()).prop_flat_map(|shape| {
        let strides = prop::collection::vec(stride_leaf(), shape.leaf_count());
        (Just(shape), strides).prop_map(|(shape, strides)| {
            let mut strides = strides.into_iter();
            let stride = shape.map(&mut |_| strides.next().expect("one for each leaf"));
            Layout::new(shape, stride).expect("congruent")
        })
    })
}

fn swizzle() -> impl Strategy<Value = Swizzle> {
    (0_i64..5, 0_i64..5, 0_i64..4, any::<bool>()).prop_map(|(bits, base, more, back)| {
        let shift = if back { -(bits + more) } else { bits + more };
        Swizzle::new(bits, base, shift).expect("a swizzle")
    })
}

fn offset() -> impl Strategy<Value = Offset> {
    let mixed = (0_i64..64, 0_i64..64, 0_i64..64);
    prop_oneof![
        2 => Just(Offset::ZERO),
        2 => int().prop_map(Offset::Int),
        1 => mixed.prop_map(|(fixed, dynamic, flags)| MixedBits::make(fixed, Int::dynamic(dynamic), flags)),
    ]
}

fn composed() -> impl Strategy<Value = ComposedLayout> {
    let once = (swizzle(), offset(), layout())
        .prop_map(|(swizzle, offset, inner)| ComposedLayout::new(swizzle, offset, inner.into()));
    (once, prop::option::of((swizzle(), offset()))).prop_map(|(inner, outer)| match outer {
        Some((swizzle, offset)) => ComposedLayout::new(swizzle, offset, AnyLayout::Composed(inner)),
        None => inner,
    })
}

fn any_layout() -> impl Strategy<Value = AnyLayout> {
    prop_oneof![layout().prop_map(AnyLayout::Plain), composed().prop_map(AnyLayout::Composed)]
}

/// Where iterators begin is known at run time; a coordinate that is an integer is not negative, or CuTe prints what no
/// one could read.
fn engine() -> impl Strategy<Value = Engine> {
    let dynamic = || number().prop_map(Int::dynamic);
    let coordinates = tree(int()).prop_filter("readable", |tree| match tree {
        Nested::Leaf(int) => int.value() >= 0,
        Nested::Tuple(_) => true,
    });
    prop_oneof![
        dynamic().prop_map(Engine::Pointer),
        dynamic().prop_map(Engine::Counting),
        coordinates.prop_map(Engine::Coordinates),
        (dynamic(), dynamic()).prop_map(|(seed, offset)| Engine::Random { seed, offset }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        4 => int().prop_map(Item::Int),
        1 => Just(Item::All),
        1 => basis().prop_map(Item::Basis),
        1 => layout().prop_map(|layout| Item::Layout(Box::new(layout))),
        1 => composed().prop_map(|layout| Item::Composed(Box::new(layout))),
        1 => (engine(), any_layout()).prop_map(|(engine, layout)| Item::Tensor(Box::new(Tensor { engine, layout }))),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    // A single layout is a layout, not a tuple.
    let tuple = tree(item()).prop_map(Value::of_mode);
    prop_oneof![
        2 => tree(int()).prop_map(|tuple: IntTuple| Value::ints(&tuple)),
        3 => tuple,
        3 => any_layout().prop_map(Value::from),
        1 => swizzle().prop_map(Value::Swizzle),
        1 => engine().prop_map(Value::Engine),
        2 => (engine(), any_layout()).prop_map(|(engine, layout)| Value::Tensor(Tensor { engine, layout })),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(value, is_static)| Value::Truth(Truth { value, is_static })),
        1 => prop_oneof![Just(Major::Left), Just(Major::Right)].prop_map(Value::Major),
        1 => any::<String>().prop_map(Value::Text),
        1 => offset().prop_map(|offset| match offset {
            Offset::Flag(_) => Value::int(offset.int()),
            Offset::Mixed(mixed) => Value::Mixed(mixed),
            Offset::Int(int) => Value::int(int),
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_value_reads_back(value in value()) {
        reads_back(&value);
        for known in [Known::Static, Known::Dynamic] {
            let changed = known.value(&value);
            prop_assert_eq!(known.value(&changed), changed.clone());
            reads_back(&changed);
        }
    }
}
