//! A compact layout whose modes lie in the order given.

use super::alike::layout;
use crate::laws::Premise;
use crate::laws::operands::numbers;
use crate::operations::prelude::*;

pub(super) const MAKE_ORDERED_LAYOUT: Row = Row {
    name: "make_ordered_layout",
    parameters: &["shape", "order"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| layout(Layout::ordered(a.shape(0)?, &a.ints(1)?)))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::Keeps(0)),
    help: Some(Help {
        line: ["A compact layout whose modes are laid out in the given order", "按给定次序排布各 mode 的紧凑布局"],
        example: "make_ordered_layout((2,3,4),(1,2,0))",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[], state: promised })),
    picture: Some(Picture::Beside("a layout that is made anew shares no cells with what it is made of")),
    ..USUAL
};

/// States that strides that are generated reach each index once.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let orders = || {
        let order = performed.arguments.values.get(1)?.as_ints()?;
        let mut orders = order.leaves().into_iter().filter(|order| order.is_static()).collect::<Vec<_>>();
        let count = orders.len();
        orders.sort_unstable_by_key(|order| order.value());
        orders.dedup();
        Some(vec![(Premise::Orders, numbers(("", 0), ("", 0), count == orders.len()))])
    };
    room.compact_where(result, |_| orders())
}
