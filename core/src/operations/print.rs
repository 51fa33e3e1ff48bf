//! Text of a value, as CuTe prints it: each answers what it shows.

use super::alike::tensor;
use crate::draw::latex::print_any_latex;
use crate::draw::svg::{GridOptions, any_svg};
use crate::draw::text::{print_1d, print_2d, print_any_layout, print_tensor};
use crate::operations::prelude::*;

pub(super) const PRINT: Row = Row {
    name: "print",
    parameters: &["value"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(|a| Ok(as_printed(a.value(0)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("it answers its argument")),
    help: Some(Help {
        line: ["The value as CuTe prints it", "按 CuTe 的格式打印"], example: "print((2,4):(1,2))"
    }),
    laws: Some(Laws::None("it answers its argument")),
    picture: Some(Picture::Beside("it answers its argument")),
    map: Maps::AsFirst,
    ..USUAL
};

/// A value as CuTe prints it: a tiler of one layout alone, which the notebook writes in angles, has parentheses there.
fn as_printed(value: &Value) -> Value {
    let printed = value.to_string();
    match printed.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => Value::Text(format!("({inner})")),
        None => value.clone(),
    }
}

pub(super) const PRINT_LAYOUT: Row = Row {
    name: "print_layout",
    parameters: &["layout"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(|a| Ok(Value::Text(print_any_layout(&a.any(0)?)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The table of a rank-2 layout as text", "把 rank 为 2 的布局打印成表格"],
        example: "print_layout((2,4):(1,2))",
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

pub(super) const PRINT_1D: Row = Row {
    name: "print1D",
    origin: Origin::Other("a function that the tutorial writes out, in no header"),
    parameters: &["layout"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(|a| printed(a, print_1d))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The indices of all 1-D coordinates in a line", "把所有一维坐标的索引打印成一行"],
        example: "print1D((2,4):(4,1))",
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

pub(super) const PRINT_2D: Row = Row {
    name: "print2D",
    origin: Origin::Other("a function that the tutorial writes out, in no header"),
    parameters: &["layout"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(|a| printed(a, print_2d))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The indices as rows and columns", "按行列打印索引"], example: "print2D((2,4):(4,1))"
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

pub(super) const PRINT_LATEX: Row = Row {
    name: "print_latex",
    parameters: &["layout"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(latex)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The table of a layout as LaTeX", "把布局打印成 LaTeX 表格"],
        example: "print_latex((2,4):(1,2))",
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

pub(super) const PRINT_SVG: Row = Row {
    name: "print_svg",
    origin: Origin::Other("CuTe draws tiled MMAs and tiled copies by it, and no layouts"),
    parameters: &["layout"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(|a| Ok(Value::Text(any_svg(&a.any(0)?, &GridOptions::default())?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The table of a layout as SVG", "把布局打印成 SVG 表格"],
        example: "print_svg((2,4):(1,2))",
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

pub(super) const PRINT_TENSOR: Row = Row {
    name: "print_tensor",
    parameters: &["tensor"],
    arity: 1..=1,
    subject: Subject::Shown,
    apply: Some(Apply::Untraced(printed_tensor)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("a text has no modes")),
    help: Some(Help {
        line: ["The data of a tensor as text", "打印张量的数据"],
        example: "print_tensor(make_counting_tensor((4,2):(2,1)))",
    }),
    laws: Some(Laws::None("a text is compared with what CuTe prints")),
    picture: Some(Picture::None("a text is no layout")),
    ..USUAL
};

fn printed(arguments: &Arguments, draw: impl Fn(&Layout) -> crate::error::Result<String>) -> Answer {
    Ok(Value::Text(draw(arguments.layout(0)?)?))
}

fn printed_tensor(arguments: &Arguments) -> Answer {
    Ok(Value::Text(print_tensor(&tensor(arguments)?)?))
}

fn latex(arguments: &Arguments) -> Answer {
    if let Value::Made(made) = arguments.value(0)?
        && let Some(text) = made.latex()
    {
        return Ok(Value::Text(text?));
    }
    Ok(Value::Text(print_any_latex(&arguments.any(0)?)?))
}
