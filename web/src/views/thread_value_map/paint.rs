//! The tile as a picture: colours, rules, who holds what, and the numbers of rows and columns.

use std::ops::Range;

use colex::draw::palette::{Palette, Rgb, Theme};
use colex::thread_value::{Alone, Pair};
use colex_document::{HeldColour, Label};

use super::map::Found;
use super::picture::Place;
use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::within;

/// Labels are drawn while no more cells than this are in view: beyond it they cannot be read and only cost time.
const LABELS_MOST: u64 = 2400;
/// The most rows or columns in view.
const VISIBLE_MOST: u64 = 4096;

/// Style of the tile, and what is marked in it.
pub(super) struct Marks {
    pub(super) label: Label,
    pub(super) colour: HeldColour,
    pub(super) alone: Alone,
    pub(super) chosen: Option<u64>,
    pub(super) dark: bool,
}

/// A cell in view.
struct Shown {
    row: u64,
    column: u64,
    pair: Option<Pair>,
    /// Number of pairs that hold it.
    count: usize,
    dim: bool,
    /// Its index in memory, where that is shown.
    index: Option<i64>,
}

/// The rows or columns in view.
fn visible(from: f64, room: f64, cell: f64, count: u64) -> Range<u64> {
    let first = ((from / cell).floor().max(0.0) as u64).min(count.saturating_sub(1));
    let last = (((from + room) / cell).ceil().max(0.0) as u64).min(count);
    first..last.max(first + 1).min(first + VISIBLE_MOST)
}

/// Draws the tile, and answers whether its labels can be read.
pub(super) fn draw(
    canvas: &HtmlCanvasElement,
    found: &Found,
    place: &Place,
    scroll: (f64, f64),
    marks: &Marks,
) -> Option<bool> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if marks.dark { Theme::Dark } else { Theme::Light });
    let Ok(owners) = &found.owners else { return Some(true) };
    let cell = place.cell;
    let (room_x, room_y) = (surface.width - place.left, surface.height - place.top);
    let columns = visible(scroll.0, room_x, cell, place.columns);
    let rows = visible(scroll.1, room_y, cell, place.rows);
    let x_of = |column: u64| place.left + column as f64 * cell - scroll.0;
    let y_of = |row: u64| place.top + row as f64 * cell - scroll.1;
    let needs_index = marks.label == Label::Index || marks.colour == HeldColour::Index;
    let data = found.threads.data.as_ref().ok().filter(|_| needs_index);
    let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column)));
    let cells = cells.map(|(row, column)| {
        let at = column * place.rows + row;
        let pairs = owners.of(at);
        let pair = marks.alone.meant(pairs);
        let dim = pair.map_or(marks.alone.is_any(), |pair| !marks.alone.holds(&pair));
        Shown { row, column, pair, count: pairs.len(), dim, index: data.and_then(|data| data.index(at)) }
    });
    let cells = cells.collect::<Vec<_>>();

    let (ink, quiet) = (palette.ink.to_string(), palette.quiet_ink.to_string());
    surface.clip(place.left - 1.0, place.top - 1.0, room_x + 1.0, room_y + 1.0);
    fill(&surface, palette, &cells, marks.colour, (columns.end - columns.start, rows.end - rows.start), {
        (x_of(columns.start), y_of(rows.start), cell)
    });
    rule(&surface, palette, found, place, (&rows, &columns), (&x_of, &y_of));
    for shown in &cells {
        let (x, y) = (x_of(shown.column), y_of(shown.row));
        if shown.count == 0 && cell >= 5.0 {
            let dot = (cell * 0.16).max(1.5);
            surface.fill(x + (cell - dot) / 2.0, y + (cell - dot) / 2.0, dot, dot, &quiet);
        }
        if shown.count > 1 && cell >= 5.0 {
            let bar = (cell * 0.1).max(1.5);
            surface.fill(x + 1.0, y + cell - bar - 0.5, cell - 2.0, bar, &ink);
        }
        if marks.alone.is_any() && !shown.dim && cell >= 7.0 {
            surface.outline(x + 0.5, y + 0.5, cell, cell, 1.5, &ink);
        }
    }
    let labelled = cells.len() as u64 <= LABELS_MOST && write(&surface, palette, &cells, marks, cell, (&x_of, &y_of));
    mark(&surface, place, scroll, marks.chosen, (if cell >= 12.0 { 3.0 } else { 2.0 }, &palette.accent.to_string()));
    surface.release();
    number(&surface, palette, place, marks.chosen, (&rows, &columns), (&x_of, &y_of));
    Some(labelled)
}

/// Draws the mark of the cell under the pointer, on a canvas of its own: it moves too often to draw the tile anew.
pub(super) fn draw_hovered(
    canvas: &HtmlCanvasElement,
    place: &Place,
    scroll: (f64, f64),
    hovered: Option<u64>,
    dark: bool,
) -> Option<()> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    surface.clip(place.left - 1.0, place.top - 1.0, surface.width, surface.height);
    mark(&surface, place, scroll, hovered, (2.0, &palette.ink.to_string()));
    surface.release();
    Some(())
}

/// The outline of a cell.
fn mark(surface: &Surface, place: &Place, scroll: (f64, f64), at: Option<u64>, (line, colour): (f64, &str)) {
    let Some(at) = at else { return };
    let (row, column) = (at % place.rows.max(1), at / place.rows.max(1));
    let (x, y) = (column as f64 * place.cell - scroll.0, row as f64 * place.cell - scroll.1);
    let side = place.cell.max(5.0) - line;
    surface.outline(place.left + x + line / 2.0, place.top + y + line / 2.0, side, side, line, colour);
}

/// The colours of the cells, one pixel each, enlarged.
fn fill(
    surface: &Surface,
    palette: &Palette,
    cells: &[Shown],
    meaning: HeldColour,
    (columns, rows): (u64, u64),
    (x, y, cell): (f64, f64, f64),
) {
    let mut rgba = vec![0_u8; cells.len() * 4];
    for (pixel, shown) in rgba.chunks_exact_mut(4).zip(cells) {
        let class = shown.pair.and_then(|pair| meaning.class(pair, shown.index));
        let full = class.map_or(palette.ground, |class| palette.fill(class));
        let Rgb(red, green, blue) = if shown.dim { full.paler(palette.ground) } else { full };
        pixel.copy_from_slice(&[red, green, blue, 255]);
    }
    let place = (x, y, columns as f64 * cell, rows as f64 * cell);
    surface.cells(&mut rgba, columns as u32, rows as u32, place);
}

type Along<'a> = (&'a dyn Fn(u64) -> f64, &'a dyn Fn(u64) -> f64);

/// Fine rules between cells where they can be told apart, stronger ones where a mode beyond the second begins anew.
fn rule(
    surface: &Surface,
    palette: &Palette,
    found: &Found,
    place: &Place,
    (rows, columns): (&Range<u64>, &Range<u64>),
    (x_of, y_of): Along<'_>,
) {
    let (left, top) = (x_of(columns.start), y_of(rows.start));
    let (right, bottom) = (x_of(columns.end), y_of(rows.end));
    if place.cell >= 6.0 {
        surface.begin_lines(1.0, &palette.rule.to_string());
        columns.clone().for_each(|column| surface.line(x_of(column), top, x_of(column), bottom));
        rows.clone().for_each(|row| surface.line(left, y_of(row), right, y_of(row)));
        surface.end_lines();
    }
    // The modes beyond the second stand beside each other.
    let extents = found.threads.map.tile().extents();
    if let (true, Some(every)) = (extents.len() > 2, extents.get(1).filter(|every| **every > 0)) {
        surface.begin_lines(2.0, &palette.ink.to_string());
        let first = columns.start.div_ceil(*every) * every;
        let step = usize::try_from(*every).unwrap_or(usize::MAX);
        for column in (first..columns.end).step_by(step).filter(|column| *column > 0) {
            surface.line(x_of(column), top, x_of(column), bottom);
        }
        surface.end_lines();
    }
    surface.outline(left, top, right - left, bottom - top, 1.0, &palette.quiet_ink.to_string());
}

/// The lines that stand in a cell.
fn lines(shown: &Shown, label: Label) -> [String; 2] {
    let more = if shown.count > 1 { "+" } else { "" };
    match (shown.pair, label) {
        (Some(pair), Label::Both) => [format!("T{}{more}", pair.thread), format!("V{}", pair.value)],
        (Some(pair), Label::Thread) => [format!("T{}{more}", pair.thread), String::new()],
        (Some(pair), Label::Value) => [format!("V{}{more}", pair.value), String::new()],
        (Some(_), Label::Index) => [shown.index.map_or_else(String::new, |index| index.to_string()), String::new()],
        (None, _) => Default::default(),
    }
}

/// Writes the holder of each cell, as large as fits; nothing where it cannot be read, which is answered.
fn write(
    surface: &Surface,
    palette: &Palette,
    cells: &[Shown],
    marks: &Marks,
    cell: f64,
    (x_of, y_of): Along<'_>,
) -> bool {
    let texts = cells.iter().map(|shown| (shown, lines(shown, marks.label))).collect::<Vec<_>>();
    let longest = texts.iter().flat_map(|(_, lines)| lines.iter().map(String::len)).max().unwrap_or(1).max(1);
    let part = if marks.label == Label::Both { 0.36 } else { 0.42 };
    // A monospaced digit is about 0.6 of the type size wide.
    let size = ((cell - 3.0) / (longest as f64 * 0.62)).min(cell * part).min(18.0);
    if size < 6.5 {
        return false;
    }
    surface.font(size, "center");
    let (ink, quiet) = (palette.ink.to_string(), palette.quiet_ink.to_string());
    for (shown, [first, second]) in texts {
        let (x, y) = (x_of(shown.column) + cell / 2.0, y_of(shown.row) + cell / 2.0 + 0.5);
        let colour = if shown.dim { &quiet } else { &ink };
        if second.is_empty() {
            surface.text(&first, x, y, colour);
        } else {
            surface.text(&first, x, y - size * 0.56, colour);
            surface.text(&second, x, y + size * 0.56, colour);
        }
    }
    true
}

/// The numbers of rows and columns, as many as there is room for.
fn number(
    surface: &Surface,
    palette: &Palette,
    place: &Place,
    chosen: Option<u64>,
    (rows, columns): (&Range<u64>, &Range<u64>),
    (x_of, y_of): Along<'_>,
) {
    let size = within(place.cell * 0.4, 10.0, 12.0);
    let (quiet, accent) = (palette.quiet_ink.to_string(), palette.accent.to_string());
    let chosen = chosen.map(|cell| (cell % place.rows.max(1), cell / place.rows.max(1)));
    let every = |needed: f64| ((needed / place.cell).ceil().max(1.0) as u64).next_power_of_two();
    surface.font(size, "center");
    let step = every(surface.text_width(&columns.end.to_string()) + 6.0);
    surface.clip(place.left - 4.0, 0.0, surface.width - place.left + 4.0, place.top);
    for column in columns.clone().filter(|column| column % step == 0) {
        let colour = if chosen.is_some_and(|(_, chosen)| chosen == column) { &accent } else { &quiet };
        surface.text(&column.to_string(), x_of(column) + place.cell / 2.0, place.top / 2.0, colour);
    }
    surface.release();
    if place.rows > 1 {
        surface.font(size, "right");
        let step = every(size + 3.0);
        surface.clip(0.0, place.top - 4.0, place.left, surface.height - place.top + 4.0);
        for row in rows.clone().filter(|row| row % step == 0) {
            let colour = if chosen.is_some_and(|(chosen, _)| chosen == row) { &accent } else { &quiet };
            surface.text(&row.to_string(), place.left - 5.0, y_of(row) + place.cell / 2.0, colour);
        }
        surface.release();
    }
}
