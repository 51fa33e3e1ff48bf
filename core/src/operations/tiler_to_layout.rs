//! One layout that takes the same as a tiler of several.

use super::alike::{layout, tiler_from};
use crate::algebra::TilerLeaf;
use crate::algebra::axes::along;
use crate::algebra::sum::tiler_to_layout;
use crate::basis::StrideLeaf;
use crate::laws::map::{Directions, Map, leaf_paths};
use crate::laws::operands::{domain, plain, tilers};
use crate::operations::prelude::*;

pub(super) const TILER_TO_LAYOUT: Row = Row {
    name: "tiler_to_layout",
    origin: Origin::Other("of the paper on the algebra and of PyCuTe"),
    parameters: &["tiler"],
    arity: 1..=MANY,
    apply: Some(Apply::Untraced(|a| layout(tiler_to_layout(&tiler_from(a, 0)?)))),
    compared: Some(Compared::Always),
    names: Some(Travel::None("the modes of a tiler have no names")),
    help: Some(Help {
        line: ["One layout that takes the same as a tiler", "与 tiler 取法相同的单个布局"],
        example: "tiler_to_layout(<_4:_2,_5:_3>)",
    }),
    laws: Some(Laws::Promised(Promise { letters: &[Letter::operand("T", 0, ["tiler", "tiler"])], state: promised })),
    picture: Some(Picture::None("its operand is no layout")),
    advice: Advice::None("any tiler has one"),
    ..USUAL
};

/// States that each mode of R takes along its direction what the tiler takes there.
fn promised(room: &mut laws::Room, performed: &Performed, result: &Value) -> Option<()> {
    let values = performed.arguments.values.as_slice();
    let tiler = match values {
        [only] => only.as_tiler()?,
        several => Nested::Tuple(several.iter().map(Value::as_tiler).collect::<Option<_>>()?),
    };
    let r = plain(result)?;
    room.operand("T", &values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    let (mut directions, mut taken, mut digit) = (Directions::new(), Map::default(), 0);
    for (path, leaf) in tilers(&tiler) {
        let layout = match leaf {
            TilerLeaf::Layout(layout) => layout,
            TilerLeaf::Extent(extent) => {
                Layout::new(Nested::Leaf(extent), Nested::Leaf(StrideLeaf::Int(Int::ONE))).ok()?
            }
            TilerLeaf::All => return None,
        };
        for leaf in leaf_paths(layout.shape()) {
            digit += 1;
            taken.add(digit, &along(&layout.at(&leaf).ok()?, &path), &mut directions);
        }
    }
    let digits = leaf_paths(r.shape()).into_iter().enumerate().map(|(place, path)| (place + 1, path));
    let own = Map::along(&r.clone().into(), &mut directions, &digits.collect::<Vec<_>>());
    let plan =
        Plan::Same { domain: domain(r.shape())?, left: vec![("R", own)], right: vec![("T", taken)], bounds: None };
    room.law(LawKind::Takes, plan, Vec::new());
    Some(())
}
