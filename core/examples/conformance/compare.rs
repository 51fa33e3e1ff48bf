//! One recorded answer of CuTe against the notebook's.

use std::collections::BTreeMap;

use colex::evaluate;
use colex::notebook::{Settings, Value};
use colex::table::FlatLayout;
use colex::tensor::Engine;
use colex::{AnyLayout, Nested, Tensor};
use serde_json::Value as Json;

/// How the cases of one operation came out.
#[derive(Default)]
pub(crate) struct Count {
    /// The same answer.
    pub(crate) agree: usize,
    /// Another answer, or an answer where CuTe refuses, or the other way round.
    pub(crate) differ: usize,
    /// No such function.
    pub(crate) missing: usize,
    /// The differing cases with both answers.
    pub(crate) shown: Vec<String>,
}

/// Adds one case to the counts.
pub(crate) fn compare(case: &Json, counts: &mut BTreeMap<String, Count>) {
    let operation = case["op"].as_str().unwrap_or("?").to_string();
    let arguments = case["args"].as_array().map(Vec::as_slice).unwrap_or_default();
    let arguments = arguments.iter().map(|argument| argument.as_str().unwrap_or_default()).collect::<Vec<_>>();
    let count = counts.entry(operation.clone()).or_default();
    let Some(statement) = spell(&operation, &arguments) else {
        count.missing += 1;
        return;
    };
    let answer = answer(&operation, &statement);
    let agrees = match (&answer, case.get("error")) {
        (Err(_), expected) => expected.is_some(),
        (Ok(_), Some(_)) => false,
        (Ok(answer), None) => agree(answer, case),
    };
    if agrees {
        count.agree += 1;
        return;
    }
    count.differ += 1;
    let ours = match answer {
        Ok(answer) => answer.to_string(),
        Err(reason) => format!("refused: {reason}"),
    };
    let theirs = case.get("error").map_or_else(|| case["out"].to_string(), |reason| format!("refused: {reason}"));
    count.shown.push(format!("  {statement}\n    Colex: {ours}\n    CuTe:  {theirs}"));
}

/// The statement that a recorded operation stands for; `None` where Colex has no such function yet.
pub(crate) fn spell(operation: &str, arguments: &[&str]) -> Option<String> {
    let all = arguments.join(", ");
    let first = arguments.first().copied().unwrap_or_default();
    let rest = arguments.get(1..).unwrap_or_default();
    let call = |name: &str| Some(format!("{name}({all})"));
    let template = |name: &str, numbers: &[&str], values: &[&str]| match numbers {
        [] => Some(format!("{name}({})", values.join(", "))),
        _ => Some(format!("{name}<{}>({})", numbers.join(","), values.join(", "))),
    };
    let operation = operation.strip_prefix("composed_").or(operation.strip_prefix("swizzle_")).unwrap_or(operation);
    match operation {
        "rank" | "depth" | "size" | "cosize" | "get" | "layout" | "shape" | "stride" | "select" | "take" | "group" => {
            template(operation, rest, &[first])
        }
        "append_n" | "prepend_n" => {
            let (rank, mode) = rest.split_first()?;
            let values = [&[first], mode].concat();
            template(operation.trim_end_matches("_n"), &[rank], &values)
        }
        "replace" => template("replace", rest.get(..1)?, &[first, rest.get(1).copied()?]),
        "coshape_identity" => Some(format!("coshape(make_identity_layout({first}))")),
        "identity_layout_call" => Some(format!("(make_identity_layout({first}))({})", rest.join(", "))),
        "layout_call" | "call" | "apply" => Some(format!("({first})({})", rest.join(", "))),
        "layout_table" | "table" => Some(first.to_string()),
        "coalesce_by" | "coalesce_shape" => call("coalesce"),
        "filter_by" => call("filter"),
        "filter_zeros_by" => call("filter_zeros"),
        "composition_tiler" => call("composition"),
        "complement_cotarget" => call("complement"),
        "upcast" | "downcast" | "recast_layout" => template(operation, rest, &[first]),
        "local_tile_proj" => call("local_tile"),
        "local_partition_proj" => call("local_partition"),
        "identity_local_tile" => Some(format!("local_tile(make_identity_tensor({first}), {})", rest.join(", "))),
        "make_layout_left" => Some(format!("make_layout({first}, LayoutLeft)")),
        "make_layout_right" => Some(format!("make_layout({first}, LayoutRight)")),
        "make_layout_concat" => call("make_layout"),
        "zip2" => call("zip"),
        "idx2crd_stride" => call("idx2crd"),
        "crd2idx_shape" => call("crd2idx"),
        "arith" => match rest {
            [left, right] if first.chars().all(|c| !c.is_alphanumeric()) => Some(format!("({left}) {first} ({right})")),
            [left, right] => Some(format!("{first}({left}, {right})")),
            _ => None,
        },
        "make_tiled_mma" | "print_tiled_mma" => tiled_mma(arguments),
        "print_latex_mma" => Some(format!("print_latex(MMA_Atom<{first}>{{}})")),
        "make_tiled_copy" | "print_tiled_copy" => tiled_copy(arguments),
        "print_latex_copy" => Some(format!("print_latex({})", tiled_copy(arguments)?)),
        "make_tiled_copy_A" | "make_tiled_copy_B" | "make_tiled_copy_C" => {
            let (atom, mma) = arguments.split_at_checked(2)?;
            Some(format!("{operation}({}, {})", copy_atom(atom)?, tiled_mma(mma)?))
        }
        "partition_A" | "partition_B" | "partition_C" => {
            let (mma, rest) = arguments.split_at_checked(3)?;
            partition(operation, &tiled_mma(mma)?, rest)
        }
        "copy_partition_S" | "copy_partition_D" => {
            let (copy, rest) = arguments.split_at_checked(4)?;
            partition(operation.strip_prefix("copy_")?, &tiled_copy(copy)?, rest)
        }
        name => {
            colex::operations::find(name)?;
            call(name)
        }
    }
}

/// The atom, its layout and its permutation.
fn tiled_mma(arguments: &[&str]) -> Option<String> {
    match arguments {
        [atom, rest @ ..] => Some(format!("make_tiled_mma({}{{}}{})", instruction(atom), rest_of(rest))),
        [] => None,
    }
}

/// The instruction, what it moves, and the layouts.
fn tiled_copy(arguments: &[&str]) -> Option<String> {
    let (atom, rest) = arguments.split_at_checked(2)?;
    Some(format!("make_tiled_copy({}{})", copy_atom(atom)?, rest_of(rest)))
}

fn copy_atom(arguments: &[&str]) -> Option<String> {
    match arguments {
        [operation, element] => Some(format!("Copy_Atom<{}, {}>{{}}", instruction(operation), element_type(element))),
        _ => None,
    }
}

/// What a thread gets: the tensor and the thread are the last arguments.
fn partition(name: &str, tiled: &str, rest: &[&str]) -> Option<String> {
    match rest {
        [tensor, thread] => Some(format!("{tiled}.get_slice({thread}).{name}(make_tensor(ptr, {tensor}))")),
        _ => None,
    }
}

fn rest_of(arguments: &[&str]) -> String {
    arguments.iter().map(|argument| format!(", {argument}")).collect()
}

/// `UniversalCopy<u16>` in C++: the records shorten the types of integers.
fn instruction(name: &str) -> String {
    match name.split_once('<') {
        Some((name, rest)) => {
            let arguments = rest.trim_end_matches('>').split(',').map(element_type).collect::<Vec<_>>();
            format!("{name}<{}>", arguments.join(","))
        }
        None => name.to_string(),
    }
}

fn element_type(name: &str) -> String {
    let digits = |letter: char| name.strip_prefix(letter).filter(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
    match (digits('u'), digits('i'), digits('s')) {
        (Some(bits), ..) => format!("uint{bits}_t"),
        (_, Some(bits), _) | (_, _, Some(bits)) => format!("int{bits}_t"),
        _ => name.to_string(),
    }
}

/// What a statement answers, in the forms that the recorded answers have.
enum Answer {
    Value(Value),
    Sliced {
        layout: String,
        offset: String,
    },
    Table {
        printed: String,
        indices: Vec<String>,
    },
    Threads {
        tile: String,
        threads: String,
        tiler: String,
    },
    /// Several results by their names.
    Fields(Vec<(&'static str, String)>),
}

impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Answer::Value(Value::Truth(truth)) => write!(f, "{} (static: {})", truth.value, truth.is_static),
            Answer::Value(value) => write!(f, "{value}"),
            Answer::Sliced { layout, offset } => write!(f, "{layout} at {offset}"),
            Answer::Table { printed, indices } => write!(f, "{printed}: {}", indices.join(" ")),
            Answer::Threads { tile, threads, tiler } => write!(f, "{tile}; {threads}; {tiler}"),
            Answer::Fields(fields) => fields.iter().try_for_each(|(name, text)| write!(f, "{name}: {text}; ")),
        }
    }
}

fn evaluated(statement: &str) -> Result<Value, String> {
    let evaluation = evaluate(statement, Settings { compile_time: false, ..Settings::default() });
    evaluation.value(0).cloned().ok_or_else(|| {
        let sentences = evaluation.diagnostics().into_iter();
        let sentences = sentences.map(|found| colex::words::diagnostic(found, colex::words::Tongue::English));
        sentences.collect::<Vec<_>>().join("; ")
    })
}

fn answer(operation: &str, statement: &str) -> Result<Answer, String> {
    let value = evaluated(statement)?;
    match (operation, value) {
        ("slice_and_offset" | "composed_slice_and_offset", Value::Tuple(Nested::Tuple(parts))) => {
            match parts.as_slice() {
                [layout, offset] => Ok(Answer::Sliced { layout: layout.to_string(), offset: offset.to_string() }),
                _ => Err("not a pair".into()),
            }
        }
        ("make_layout_tv", Value::Tuple(Nested::Tuple(parts))) => match parts.as_slice() {
            [tiler, threads] => Ok(Answer::Threads {
                tile: evaluated(&statement.replace("make_layout_tv", "raked_product"))?.to_string(),
                threads: threads.to_string(),
                tiler: tiler.to_string(),
            }),
            _ => Err("not a pair".into()),
        },
        ("make_tiled_mma", _) => fields(statement, MMA_FIELDS),
        ("make_tiled_copy" | "make_tiled_copy_A" | "make_tiled_copy_B" | "make_tiled_copy_C", _) => {
            fields(statement, COPY_FIELDS)
        }
        (
            "local_tile"
            | "local_tile_proj"
            | "local_partition"
            | "local_partition_proj"
            | "partition_A"
            | "partition_B"
            | "partition_C"
            | "copy_partition_S"
            | "copy_partition_D",
            Value::Tensor(Tensor { engine: Engine::Pointer(offset), layout }),
        ) => Ok(Answer::Sliced { layout: layout.to_string(), offset: offset.value().to_string() }),
        ("layout_table" | "composed_table", value) => {
            let layout = value.as_any_layout().ok_or("not a layout")?;
            table(&layout).map_err(|reason| format!("{reason:?}"))
        }
        (_, value) => Ok(Answer::Value(value)),
    }
}

/// What is recorded of a tiled MMA, and what asks for it.
const MMA_FIELDS: &[(&str, &str)] = &[
    ("thr_layout_vmnk", "get_thr_layout_vmnk"),
    ("tile_shape", "tile_shape"),
    ("layoutA_TV", "get_layoutA_TV"),
    ("layoutB_TV", "get_layoutB_TV"),
    ("layoutC_TV", "get_layoutC_TV"),
];

/// What is recorded of a tiled copy, and what asks for it or which line prints it.
const COPY_FIELDS: &[(&str, &str)] = &[
    ("layoutS_tv", "get_layoutS_TV"),
    ("layoutD_tv", "get_layoutD_TV"),
    ("tiler", "  Tiler_MN: "),
    ("layout_tv", "  TiledLayout_TV: "),
];

fn fields(statement: &str, names: &[(&'static str, &str)]) -> Result<Answer, String> {
    let printed = evaluated(statement)?.to_string();
    let field = |(name, ask): &(&'static str, &str)| match ask.strip_prefix("  ") {
        Some(_) => {
            let line = printed.lines().find_map(|line| line.strip_prefix(*ask)).ok_or("no such line")?;
            Ok((*name, line.trim().to_string()))
        }
        None => Ok((*name, evaluated(&format!("{ask}({statement})"))?.to_string())),
    };
    names.iter().map(field).collect::<Result<_, String>>().map(Answer::Fields)
}

fn table(layout: &AnyLayout) -> colex::Result<Answer> {
    let size = colex::int_tuple::product(layout.shape())?.value();
    let indices = (0..size).map(|i| {
        let coordinate = Nested::Leaf(colex::coordinate::Slot::Int(colex::Int::dynamic(i)));
        Ok(layout.index(&coordinate)?.map(&mut |int| int.value()).to_string())
    });
    let indices = indices.collect::<colex::Result<Vec<_>>>()?;
    // What the views show is made another way. Coordinates as indices have no table.
    if let Ok(flat) = FlatLayout::any(layout) {
        let mut table = vec![0; indices.len()];
        flat.fill(0, &mut table)?;
        assert_eq!(table.iter().map(ToString::to_string).collect::<Vec<_>>(), indices, "{layout}");
    }
    Ok(Answer::Table { printed: layout.to_string(), indices })
}

fn agree(answer: &Answer, case: &Json) -> bool {
    let out = &case["out"];
    match answer {
        Answer::Value(Value::Truth(truth)) => {
            out.as_bool() == Some(truth.value) && case["static"].as_bool() == Some(truth.is_static)
        }
        Answer::Value(value) => out.as_str() == Some(&value.to_string()),
        Answer::Sliced { layout, offset } => {
            out["layout"].as_str() == Some(layout) && out["offset"].as_str() == Some(offset)
        }
        Answer::Threads { tile, threads, tiler } => {
            out["layout_mn"].as_str() == Some(tile)
                && out["layout_tv"].as_str() == Some(threads)
                && out["tiler"].as_str() == Some(tiler)
        }
        Answer::Fields(fields) => fields.iter().all(|(name, text)| out[*name].as_str() == Some(text)),
        Answer::Table { printed, indices } => {
            let expected = out["table"].as_array().map(Vec::as_slice).unwrap_or_default();
            let expected = expected.iter().map(ToString::to_string).collect::<Vec<_>>();
            out["print"].as_str() == Some(printed) && &expected == indices
        }
    }
}
