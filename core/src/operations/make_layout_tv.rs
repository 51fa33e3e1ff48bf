//! The tile, and which thread holds which of its elements.

use crate::laws::Premise;
use crate::laws::map::Map;
use crate::laws::operands::{domain, injective, onto, plain};
use crate::notebook::value::Item;
use crate::operations::prelude::*;

pub(super) const MAKE_LAYOUT_TV: Row = Row {
    name: "make_layout_tv",
    parameters: &["threads", "values"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(make_layout_tv)),
    compared: Some(Compared::Always),
    names: Some(Travel::None("threads and values are called by what reads the map")),
    help: Some(Help {
        line: ["The tile, and which thread holds which of its elements", "（tile 大小，线程-值布局）"],
        example: "make_layout_tv((_4,_8):(_8,_1),(_2,_2):(_1,_2))",
    }),
    laws: Some(Laws::Promised(Promise {
        letters: &[Letter::operand("T", 0, ["threads", "线程布局"]), Letter::operand("V", 1, ["values", "值布局"])],
        state: promised,
    })),
    picture: Some(Picture::None("the thread-value map has a picture of its own")),
    map: Maps::Always,
    ..USUAL
};

fn make_layout_tv(arguments: &Arguments) -> Answer {
    let (tiler, layout) = arguments.plain(0)?.make_layout_tv(&arguments.plain(1)?)?;
    let mode = |value: Value| value.into_mode().map_err(|_| Problem::Arity);
    Ok(Value::Tuple(Nested::Tuple(vec![mode(Value::ints(&tiler))?, mode(Value::Layout(layout))?])))
}

/// States that each element of the tile is held by one value of one thread.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let (threads, values) = (plain(values.first()?)?, plain(values.get(1)?)?);
    let Value::Tuple(Nested::Tuple(parts)) = result else { return None };
    let Nested::Leaf(Item::Layout(r)) = parts.get(1)? else { return None };
    room.operand("T", &threads);
    room.operand("V", &values);
    let tile = threads.raked_product(&values).ok()?;
    let size = tile.size().ok()?.value();
    let any = |layout: &Layout| AnyLayout::Plain(layout.clone());
    let premises = || -> Vec<(Premise, Plan)> {
        injective("T", &any(&threads)).into_iter().chain(injective("V", &any(&values))).collect()
    };
    let left = vec![("raked_product(T,V)", Map::plain(&tile)), ("R", Map::plain(r))];
    let plan = Plan::Same { domain: domain(r.shape())?, left, right: Vec::new(), bounds: None };
    room.law(LawKind::ThreadValue, plan, premises());
    room.law(LawKind::Compact, onto("R", &any(r), size)?, premises());
    Some(())
}
