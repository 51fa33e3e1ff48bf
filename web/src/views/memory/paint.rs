//! The strip as a picture.

use colex::draw::palette::{Palette, Theme};
use colex::figure::strip::Strip;
use colex::slot::Slot;

use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::within;

/// The slots.
pub(super) struct Slots<'a> {
    /// Known facts of each slot.
    pub(super) slot: &'a dyn Fn(i64) -> Slot,
    /// Its number in the palette, where it has one.
    pub(super) colour: &'a dyn Fn(i64) -> Option<usize>,
}

/// Draws the slots; `marks` are the chosen one and the one pointed at.
pub(super) fn draw(
    canvas: &HtmlCanvasElement,
    strip: &Strip,
    slots: &Slots<'_>,
    marks: (Option<i64>, Option<i64>),
    dark: bool,
) -> Option<()> {
    let Slots { slot, colour } = slots;
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let (ink, quiet, rule) = (palette.ink.to_string(), palette.quiet_ink.to_string(), palette.rule.to_string());
    let fills: [String; 8] = std::array::from_fn(|number| palette.fill(number as i64).to_string());
    let side = strip.side;
    let inner = side - if side >= 9.0 { 2.0 } else { 1.0 };
    let type_size = strip.type_size();
    let labelled = type_size.is_some();
    for place in 0..strip.count {
        let index = strip.first.wrapping_add(place as i64);
        let (x, y) = strip.corner(index);
        match slot(index) {
            Slot::Reached(count) => {
                if let Some(fill) = colour(index).and_then(|number| fills.get(number)) {
                    surface.fill(x + 1.0, y + 1.0, inner, inner, fill);
                }
                if count > 1 {
                    let bar = (side * 0.16).max(2.0);
                    surface.fill(x + 1.0, y + 1.0 + inner - bar, inner, bar, &ink);
                }
            }
            Slot::Beyond => {
                surface.begin_lines(1.0, &quiet);
                surface.line(x + 1.0, y + side - 1.0, x + side - 1.0, y + 1.0);
                if side >= 12.0 {
                    let half = side / 2.0;
                    surface.line(x + 1.0, y + half, x + half, y + 1.0);
                    surface.line(x + half, y + side - 1.0, x + side - 1.0, y + half);
                }
                surface.end_lines();
            }
            Slot::Gap if !labelled => {
                let dot = (side * 0.2).max(1.5);
                surface.fill(x + (side - dot) / 2.0, y + (side - dot) / 2.0, dot, dot, &quiet);
            }
            Slot::Gap => {}
            Slot::Unknown => surface.outline(x + 1.5, y + 1.5, inner - 1.0, inner - 1.0, 1.0, &rule),
        }
    }
    // The fine frame also says where the first fill, which is nearly the ground, begins and ends.
    if side >= 9.0 {
        surface.begin_lines(0.5, &rule);
        for row in 0..strip.rows() {
            let (x, y) = strip.corner(strip.first.wrapping_add((row * strip.per_row) as i64));
            let count = strip.per_row.min(strip.count - row * strip.per_row);
            let end = x + count as f64 * side;
            surface.line(x, y + 0.5, end, y + 0.5);
            surface.line(x, y + side - 0.5, end, y + side - 0.5);
        }
        surface.end_lines();
    }
    if let Some(type_size) = type_size {
        surface.font(type_size, "center");
        for place in 0..strip.count {
            let index = strip.first.wrapping_add(place as i64);
            let (x, y) = strip.corner(index);
            let colour = if matches!(slot(index), Slot::Reached(_)) { &ink } else { &quiet };
            surface.text(&index.to_string(), x + side / 2.0, y + side / 2.0 + 0.5, colour);
        }
    }
    let (chosen, pointed) = marks;
    let mark = |index: Option<i64>, line: f64, colour: &str| {
        let Some(index) = index.filter(|index| strip.holds(*index)) else { return };
        let (x, y) = strip.corner(index);
        let side = side.max(line * 2.0 + 1.0);
        surface.outline(x + line / 2.0, y + line / 2.0, side - line, side - line, line, colour);
    };
    mark(pointed, 2.0, &ink);
    mark(chosen, if side >= 12.0 { 3.0 } else { 2.0 }, &palette.accent.to_string());
    label_ends(&surface, strip, chosen, (&quiet, &palette.accent.to_string()));
    Some(())
}

/// The first index of each row before it, or under a single row its ends and the chosen slot.
fn label_ends(surface: &Surface, strip: &Strip, chosen: Option<i64>, colours: (&str, &str)) {
    let (quiet, accent) = colours;
    surface.font(11.0, "right");
    if strip.gutter > 0.0 {
        let every = (13.0 / strip.side).ceil().max(1.0) as u64;
        for row in (0..strip.rows()).step_by(every as usize) {
            let index = strip.first.wrapping_add((row * strip.per_row) as i64);
            let (_, y) = strip.corner(index);
            surface.text(&index.to_string(), strip.gutter - 6.0, y + strip.side / 2.0, quiet);
        }
        return;
    }
    if !strip.has_labels_below() {
        return;
    }
    surface.font(11.0, "center");
    let y = strip.side + 11.0;
    let middle = |index: i64| {
        let half = surface.text_width(&index.to_string()) / 2.0;
        within(strip.corner(index).0 + strip.side / 2.0, half, (surface.width - half).max(half))
    };
    let chosen = chosen.filter(|index| strip.holds(*index));
    for end in [strip.first, strip.last()] {
        let room = surface.text_width(&end.to_string()) + 8.0;
        let is_free = chosen.is_none_or(|chosen| (middle(chosen) - middle(end)).abs() > room);
        if is_free {
            surface.text(&end.to_string(), middle(end), y, quiet);
        }
    }
    if let Some(chosen) = chosen {
        surface.text(&chosen.to_string(), middle(chosen), y, accent);
    }
}
