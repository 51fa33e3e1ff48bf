//! CuTe's coordinates of an index, which are right on compact layouts.

use super::alike::ints;
use crate::laws::operands::plain;
use crate::make::Major;
use crate::operations::prelude::*;

pub(super) const GET_HIER_COORD: Row = Row {
    name: "get_hier_coord",
    parameters: &["layout", "index"],
    arity: 2..=2,
    subject: Subject::AnswerInFirst,
    apply: Some(Apply::Untraced(|a| hier(a, Layout::get_hier_coord))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: [
            "CuTe's natural coordinate of an index; right on compact layouts",
            "由索引求自然坐标（仅对紧凑布局正确）",
        ],
        example: "get_hier_coord((4,8),13)",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("k", 1, ["index", "索引"])], state: promised })),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};

pub(super) const GET_FLAT_COORD: Row = Row {
    name: "get_flat_coord",
    parameters: &["layout", "index"],
    arity: 2..=2,
    subject: Subject::AnswerInFirst,
    apply: Some(Apply::Untraced(|a| hier(a, Layout::get_flat_coord))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: ["CuTe's R-D coordinate of an index; right on compact layouts", "由索引求 R 维坐标（仅对紧凑布局正确）"],
        example: "get_flat_coord((4,(2,4)):(1,(4,8)),13)",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("k", 1, ["index", "索引"])], state: promised })),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};

pub(super) const GET_1D_COORD: Row = Row {
    name: "get_1d_coord",
    parameters: &["layout", "index"],
    arity: 2..=2,
    subject: Subject::AnswerInFirst,
    apply: Some(Apply::Untraced(|a| hier(a, Layout::get_1d_coord))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a coordinate has no modes")),
    help: Some(Help {
        line: ["CuTe's 1-D coordinate of an index; right on compact layouts", "由索引求一维坐标（仅对紧凑布局正确）"],
        example: "get_1d_coord((4,8):(8,1),13)",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("k", 1, ["index", "索引"])], state: promised })),
    picture: Some(Picture::None("a coordinate is chosen in the picture of its shape")),
    advice: Advice::None("a question about one index is right as it is asked"),
    ..USUAL
};

fn hier(arguments: &Arguments, find: fn(&Layout, Int) -> crate::error::Result<IntTuple>) -> Answer {
    // `get_hier_coord(layout, index)` reads a bare shape as the column-major layout that CuTe makes of it.
    if let Some(shape) = arguments.value(0)?.as_ints() {
        return ints(find(&Layout::compact(shape, Major::Left)?, arguments.int(1)?));
    }
    coordinate_of(arguments, find)
}

fn coordinate_of(arguments: &Arguments, find: impl Fn(&Layout, Int) -> crate::error::Result<IntTuple>) -> Answer {
    ints(find(arguments.layout(0)?, arguments.int(1)?))
}

/// States that the layout leads from the coordinate back to the index.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    room.found(&plain(values.first()?)?, values.get(1)?, result)
}
