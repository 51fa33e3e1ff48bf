//! The memory of a figure: the index space as a strip of slots.

use std::sync::Arc;

use super::pen::{Anchor, Pen, Swatch, Type, hatch};
use super::strip::Strip;
use super::{Figure, Fill, Piece};
use crate::draw::palette::Palette;
use crate::error::Result;
use crate::operations::beyond;
use crate::slot::{Slot, held};
use crate::table::FlatLayout;
use crate::tally::{Beyond, Facts, SIZE_LIMIT, SPAN_LIMIT, Tally};
use crate::work::{Budget, Progress, Work};

/// The most height of the strip, in pixels.
const HEIGHT: f64 = 320.0;

pub(super) fn piece(figure: &Figure<'_>, palette: &'static Palette, width: f64) -> Result<Piece> {
    let layout = figure.look.drawn();
    let flat = FlatLayout::any(&layout)?;
    let (least, greatest) = (flat.least(), flat.greatest());
    let found = beyond(figure.evaluation, figure.look.statement).map(Arc::new);
    let operand = found.as_ref().and_then(|found| found.operand()).map(|(operand, _)| operand.to_string());
    let holds = found.map(|found| -> Beyond { Arc::new(move |linear| found.holds(linear)) });
    let of_slot = match figure.slots {
        Fill::Class(class) => held(&flat, |linear| Some(class(linear))),
        _ => None,
    };
    let fill = |index: i64| match &of_slot {
        Some(held) => held.get(&index).copied().flatten().map(i64::from),
        None => Some(index),
    };
    let mut tally = Tally::start(flat, holds);
    let counts = tally.as_mut().and_then(counted);
    // Around the marked slot, where not all of them are drawn.
    let strip = Strip::place(least, greatest, width, HEIGHT, 1.0, figure.index.unwrap_or(least).max(least));
    let indices = (0..strip.count).map(|place| strip.first.wrapping_add(place as i64));
    let slots = indices.map(|index| {
        let slot = match (&tally, &counts) {
            (Some(tally), Some(_)) => Slot::counted(tally, index),
            _ => Slot::searched(&layout, index),
        };
        (index, slot)
    });
    let slots = slots.collect::<Vec<_>>();
    let mut pen = Pen::new(palette);
    draw(&mut pen, &strip, &slots, &fill);
    mark(&mut pen, &strip, figure.index);
    let tongue = figure.tongue;
    let has = |is: fn(&Slot) -> bool| slots.iter().any(|(_, slot)| is(slot));
    let mut legend = Vec::new();
    if has(|slot| matches!(slot, Slot::Reached(count) if *count > 1)) {
        legend.push((Swatch::Many, tongue.pick("reached more than once", "多次到达").to_string()));
    }
    if let Some(operand) = operand.filter(|_| has(|slot| *slot == Slot::Beyond)) {
        legend.push((
            Swatch::Beyond,
            tongue.pick(format!("reached from beyond {operand}"), format!("由超出 {operand} 的坐标到达")),
        ));
    }
    let note = strip.is_window.then(|| {
        let (first, last) = (strip.first, strip.last());
        tongue.pick(
            format!("Indices {first} to {last} of {least} to {greatest} are shown"),
            format!("索引范围 {least} 到 {greatest}，显示 {first} 到 {last}"),
        )
    });
    Ok(Piece {
        width: strip.gutter + strip.per_row.min(strip.count) as f64 * strip.side + 1.0,
        height: strip.height(),
        svg: pen.finish(),
        facts: counts.map(|facts| facts.words(tongue)).unwrap_or_default(),
        legend,
        notes: note.into_iter().collect(),
    })
}

/// Counts to the end, which is bounded by what [`Tally`] accepts.
fn counted(tally: &mut Tally) -> Option<Facts> {
    match tally.resume(&mut Budget::new(SIZE_LIMIT + SPAN_LIMIT + 1)) {
        Progress::Done(facts) => Some(facts),
        Progress::More { .. } => None,
    }
}

fn draw(pen: &mut Pen, strip: &Strip, slots: &[(i64, Slot)], fill: &dyn Fn(i64) -> Option<i64>) {
    let palette = pen.palette;
    let side = strip.side;
    let inner = side - if side >= 9.0 { 2.0 } else { 1.0 };
    let type_size = strip.type_size();
    let mut beyond = Vec::new();
    pen.begin_crisp();
    for (index, slot) in slots {
        let (x, y) = strip.corner(*index);
        match slot {
            Slot::Reached(count) => {
                let colour = fill(*index).map_or(palette.ground, |number| palette.fill(number));
                pen.rect((x + 1.0, y + 1.0, inner, inner), colour);
                if *count > 1 {
                    let bar = (side * 0.16).max(2.0);
                    pen.rect((x + 1.0, y + 1.0 + inner - bar, inner, bar), palette.ink);
                }
            }
            Slot::Beyond => beyond.extend(hatch((x + 1.0, y + 1.0, side - 2.0, side - 2.0))),
            Slot::Gap if type_size.is_none() => {
                let dot = (side * 0.2).max(1.5);
                pen.rect((x + (side - dot) / 2.0, y + (side - dot) / 2.0, dot, dot), palette.quiet_ink);
            }
            Slot::Gap => {}
            Slot::Unknown => pen.frame((x + 1.0, y + 1.0, inner, inner), 1.0, palette.rule),
        }
    }
    // The fine frame also says where the first fill, which is nearly the ground, begins and ends.
    let rows = (0..strip.rows()).flat_map(|row| {
        let (x, y) = strip.corner(strip.first.wrapping_add((row * strip.per_row) as i64));
        let end = x + strip.per_row.min(strip.count - row * strip.per_row) as f64 * side;
        [(x, y + 0.5, end, y + 0.5), (x, y + side - 0.5, end, y + side - 0.5)]
    });
    pen.lines(&rows.collect::<Vec<_>>(), 0.6, palette.rule);
    pen.end();
    pen.lines(&beyond, 0.8, palette.quiet_ink);
    let Some(size) = type_size else { return };
    for is_reached in [true, false] {
        let look = pen.printed(size);
        let ink = if is_reached { palette.ink } else { palette.quiet_ink };
        pen.begin_texts(Type { ink, ..look }, Anchor::Middle);
        for (index, _) in slots.iter().filter(|(_, slot)| matches!(slot, Slot::Reached(_)) == is_reached) {
            let (x, y) = strip.corner(*index);
            pen.text(x + side / 2.0, y + side / 2.0, &index.to_string());
        }
        pen.end();
    }
}

/// The marked slot, and the indices beside the rows or below the ends.
fn mark(pen: &mut Pen, strip: &Strip, index: Option<i64>) {
    let palette = pen.palette;
    let index = index.filter(|index| strip.holds(*index));
    let side = strip.side;
    if let Some((x, y)) = index.map(|index| strip.corner(index)) {
        pen.frame((x, y, side, side), if side >= 12.0 { 3.0 } else { 2.0 }, palette.accent);
    }
    let quiet = Type { ink: palette.quiet_ink, ..pen.printed(11.0) };
    if strip.gutter > 0.0 {
        pen.begin_texts(quiet, Anchor::End);
        let every = (13.0 / side).ceil().max(1.0) as usize;
        for row in (0..strip.rows()).step_by(every) {
            let first = strip.first.wrapping_add((row * strip.per_row) as i64);
            pen.text(strip.gutter - 6.0, strip.corner(first).1 + side / 2.0, &first.to_string());
        }
        pen.end();
    } else if strip.has_labels_below() {
        pen.begin_texts(quiet, Anchor::Middle);
        for end in [strip.first, strip.last()].into_iter().filter(|end| Some(*end) != index) {
            pen.text(strip.corner(end).0 + side / 2.0, side + 11.0, &end.to_string());
        }
        if let Some(index) = index {
            pen.text_in(strip.corner(index).0 + side / 2.0, side + 11.0, &index.to_string(), Some(palette.accent));
        }
        pen.end();
    }
}
