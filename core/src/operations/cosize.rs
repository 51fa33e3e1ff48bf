//! The last index plus one.

use super::alike::{innermost, int};
use super::called;
use crate::look::answer;
use crate::look::answer::{Question, Reason};
use crate::notebook::Value;
use crate::operations::prelude::*;
use crate::table::FlatLayout;

pub(super) const COSIZE: Row = Row {
    name: "cosize",
    parameters: &["layout"],
    arity: 1..=1,
    template: Template::Modes,
    subject: Subject::Counted,
    apply: Some(Apply::Untraced(|a| int(innermost(a, 0)?.at(&a.modes()?)?.cosize()))),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["The size of the codomain: the last index plus one", "值域上界：最后一个索引加一"],
        example: "cosize((3,(2,3)):(3,(12,1)))",
    }),
    laws: Some(Laws::None("a number, which its reasons explain")),
    picture: Some(Picture::None("a number is no layout")),
    reasons: Reasons::By(explained),
    ..USUAL
};

/// So many indices are looked at for the largest one behind a swizzle.
const LOOKED_AT: u64 = 1 << 14;

/// Says why the number is what it is.
fn explained(room: &mut answer::Room<'_>, question: &Question<'_>) -> Option<()> {
    let path = question.path();
    let value = question.values().first()?;
    let whole = value.as_any_layout()?;
    let before_swizzle = matches!(whole, AnyLayout::Composed(_));
    let layout = whole.innermost().at(&path).ok()?;
    if let Some(reason) = unsigned(&layout) {
        room.reasons.push(reason);
        return Some(());
    }
    let last = layout.size().ok()?.value().checked_sub(1)?;
    let index = last_index(&layout)?;
    let called = match path.is_empty() {
        // A layout called by a name answers indices behind the swizzle, and a tensor elements.
        _ if before_swizzle => layout.to_string(),
        true if matches!(value, Value::Tensor(_)) => format!("{}({})", called::LAYOUT, question.called(0)),
        true => question.called(0),
        false => {
            let path = path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!("{}<{path}>({})", called::LAYOUT, question.called(0))
        }
    };
    let beyond = greatest(&whole).filter(|greatest| before_swizzle && path.is_empty() && *greatest > index);
    room.reasons.push(Reason::LastIndex { called, last, index, before_swizzle, beyond });
    Some(())
}

/// Explains how strides below 0 count.
fn unsigned(layout: &Layout) -> Option<Reason> {
    let stride = layout.int_stride()?;
    let modes = layout.shape().leaves().into_iter().zip(stride.leaves());
    let modes = modes.map(|(extent, stride)| Some((extent.value().checked_sub(1)?, stride.value())));
    let modes = modes.collect::<Option<Vec<_>>>()?;
    if modes.iter().all(|(_, stride)| *stride >= 0) || modes.iter().any(|(last, _)| *last < 0) {
        return None;
    }
    let (mut terms, mut indices) = (Vec::new(), (0_i64, 0_i64));
    for (last, stride) in modes {
        let reach = last.checked_mul(stride)?;
        let end = if reach < 0 { &mut indices.0 } else { &mut indices.1 };
        *end = end.checked_add(reach)?;
        terms.push((last, stride.checked_abs()?));
    }
    let cosize = indices.1.checked_sub(indices.0)?.checked_add(1)?;
    Some(Reason::Unsigned { terms, cosize, indices })
}

/// The largest index, of a layout that is small enough to look at all of them.
fn greatest(layout: &AnyLayout) -> Option<i64> {
    let flat = FlatLayout::any(layout).ok().filter(|flat| flat.size() <= LOOKED_AT)?;
    (0..flat.size()).filter_map(|linear| flat.index(linear).ok()).max()
}

/// The index of the last coordinate, where it is the largest.
fn last_index(layout: &Layout) -> Option<i64> {
    let is_negative = layout.int_stride()?.leaves().into_iter().any(|stride| stride.value() < 0);
    let is_empty = layout.shape().leaves().into_iter().any(|extent| extent.value() < 1);
    let cosize = layout.cosize().ok()?.value();
    (!is_negative && !is_empty).then_some(cosize - 1)
}
