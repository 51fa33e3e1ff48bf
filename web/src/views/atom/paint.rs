//! The operands as a picture: colours by thread, who holds what, and the numbers of rows and columns.

use std::ops::Range;

use colex::atom::asked::Lit;
use colex::atom::board::{Board, Panel};
use colex::draw::palette::{Palette, Rgb, Theme};
use colex::thread_value::Pair;
use colex::thread_value::access::WARP;
use colex_document::{HeldColour, Label};

use super::picture::{Place, Spot};
use super::scene::Element;
use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::within;

/// Labels are drawn while no more cells than this are in view: beyond it they cannot be read and only cost time.
const LABELS_MOST: usize = 2400;

/// The most stripes of a cell that several warps hold.
const STRIPES_MOST: u32 = 4;

/// Style of the operands, and what is marked in them.
pub(super) struct Marks<'a> {
    pub(super) label: Label,
    pub(super) colour: HeldColour,
    pub(super) lit: &'a Lit,
    pub(super) chosen: Option<Element>,
    pub(super) dark: bool,
}

/// A cell of an operand: which of them, its row and its column.
type Cell = (usize, (u64, u64));

/// A cell in view.
struct Shown {
    row: u64,
    column: u64,
    pair: Option<Pair>,
    /// Number of pairs that hold it.
    count: usize,
    /// The warps of those, a bit each, modulo 64.
    warps: u64,
    dim: bool,
}

/// The rows or columns in view: where the first begins, how much room there is, and how many they are.
fn visible(begin: f64, room: f64, cell: f64, count: u64) -> Range<u64> {
    let first = ((-begin / cell).floor().max(0.0) as u64).min(count);
    let last = (((room - begin) / cell).ceil().max(0.0) as u64).min(count);
    first..last.max(first)
}

/// Draws the operands, and answers whether their labels can be read.
pub(super) fn draw(
    canvas: &HtmlCanvasElement,
    board: &Board,
    place: &Place,
    scroll: (f64, f64),
    marks: &Marks<'_>,
) -> Option<bool> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if marks.dark { Theme::Dark } else { Theme::Light });
    let mut is_read = true;
    for (number, (panel, spot)) in board.panels.iter().zip(&place.spots).enumerate() {
        if panel.refusal().is_some() {
            continue;
        }
        let spot = Spot { x: spot.x - scroll.0, y: spot.y - scroll.1, ..*spot };
        let chosen = marks.chosen.filter(|(chosen, _)| *chosen == number).map(|(_, cell)| panel.place_of(cell));
        is_read &= draw_operand(&surface, palette, panel, place, spot, marks, chosen);
    }
    Some(is_read)
}

fn draw_operand(
    surface: &Surface,
    palette: &Palette,
    panel: &Panel,
    place: &Place,
    spot: Spot,
    marks: &Marks<'_>,
    chosen: Option<(u64, u64)>,
) -> bool {
    let cell = place.cell;
    let columns = visible(spot.x, surface.width, cell, spot.columns);
    let rows = visible(spot.y, surface.height, cell, spot.rows);
    if columns.is_empty() || rows.is_empty() {
        return true;
    }
    let x_of = |column: u64| spot.x + column as f64 * cell;
    let y_of = |row: u64| spot.y + row as f64 * cell;
    let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (row, column)));
    let cells = cells.map(|(row, column)| {
        let pairs = panel.cell(row, column).map(|at| panel.holders(at)).unwrap_or_default();
        let lit = pairs.iter().find(|pair| marks.lit.has(panel, **pair)).copied();
        let dim = marks.lit.is_any() && lit.is_none();
        let warps = pairs.iter().fold(0, |warps, pair| warps | 1 << (pair.thread / WARP % 64));
        Shown { row, column, pair: lit.or(pairs.first().copied()), count: pairs.len(), warps, dim }
    });
    let cells = cells.collect::<Vec<_>>();
    let (ink, quiet) = (palette.ink.to_string(), palette.quiet_ink.to_string());

    surface.clip(0.0, 0.0, surface.width, surface.height);
    fill(
        surface,
        palette,
        panel,
        &cells,
        marks.colour,
        (&columns, &rows),
        (x_of(columns.start), y_of(rows.start), cell),
    );
    let (left, top, right, bottom) = (x_of(columns.start), y_of(rows.start), x_of(columns.end), y_of(rows.end));
    if cell >= 6.0 {
        surface.begin_lines(1.0, &palette.rule.to_string());
        columns.clone().for_each(|column| surface.line(x_of(column), top, x_of(column), bottom));
        rows.clone().for_each(|row| surface.line(left, y_of(row), right, y_of(row)));
        surface.end_lines();
    }
    surface.outline(left, top, right - left, bottom - top, 1.0, &quiet);
    // Where other warps begin.
    if cell >= 4.0 && panel.counts().0 > WARP {
        surface.begin_lines(2.0, &quiet);
        let wide = usize::try_from(columns.end - columns.start).unwrap_or(1);
        for (at, shown) in cells.iter().enumerate() {
            let (x, y) = (x_of(shown.column), y_of(shown.row));
            if shown.column > columns.start && at.checked_sub(1).is_some_and(|at| cells[at].warps != shown.warps) {
                surface.line(x, y, x, y + cell);
            }
            if at.checked_sub(wide).is_some_and(|at| cells[at].warps != shown.warps) {
                surface.line(x, y, x + cell, y);
            }
        }
        surface.end_lines();
    }
    for shown in &cells {
        let (x, y) = (x_of(shown.column), y_of(shown.row));
        // Several hold it: a bar at its foot, where nothing else is told apart.
        if shown.count > 1 && cell >= 12.0 && !shown.dim {
            let bar = (cell * 0.1).max(1.5);
            surface.fill(x + cell * 0.3, y + cell - bar - 0.5, cell * 0.4, bar, &quiet);
        }
        if marks.lit.is_any() && !shown.dim && cell >= 7.0 {
            surface.outline(x + 0.5, y + 0.5, cell, cell, 1.5, &ink);
        }
    }
    let is_read =
        cells.len() <= LABELS_MOST && write(surface, palette, panel, &cells, marks.label, cell, (&x_of, &y_of));
    if let Some((row, column)) = chosen {
        let line = if cell >= 12.0 { 3.0 } else { 2.0 };
        mark(surface, place, &spot, (row, column), line, &palette.accent.to_string());
    }
    surface.release();
    number(surface, palette, panel, place, &spot, chosen, (&rows, &columns));
    is_read
}

/// Draws the marks of what the pointer is at, on a canvas of its own: it moves too often to draw the operands anew.
pub(super) fn draw_hovered(
    canvas: &HtmlCanvasElement,
    place: &Place,
    scroll: (f64, f64),
    (together, own): (&[Cell], Option<Cell>),
    dark: bool,
) -> Option<()> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let (ink, accent) = (palette.ink.to_string(), palette.accent.to_string());
    for (places, line, colour) in [(together, 2.0, &ink), (own.as_slice(), 3.0, &accent)] {
        for (number, at) in places {
            let Some(spot) = place.spots.get(*number) else { continue };
            let spot = Spot { x: spot.x - scroll.0, y: spot.y - scroll.1, ..*spot };
            mark(&surface, place, &spot, *at, line, colour);
        }
    }
    Some(())
}

/// The outline of a cell.
fn mark(surface: &Surface, place: &Place, spot: &Spot, (row, column): (u64, u64), line: f64, colour: &str) {
    let (x, y) = (spot.x + column as f64 * place.cell, spot.y + row as f64 * place.cell);
    let side = place.cell.max(5.0) - line;
    surface.outline(x + line / 2.0, y + line / 2.0, side, side, line, colour);
}

/// The colours of the cells, one pixel each, enlarged.
fn fill(
    surface: &Surface,
    palette: &Palette,
    panel: &Panel,
    cells: &[Shown],
    meaning: HeldColour,
    (columns, rows): (&Range<u64>, &Range<u64>),
    (x, y, cell): (f64, f64, f64),
) {
    let is_told = panel.counts().0 > 1;
    // A cell that several warps hold has a stripe for each of them.
    let is_striped = is_told && meaning == HeldColour::Warp;
    let stripes = cells.iter().filter(|_| is_striped).map(|shown| shown.warps.count_ones()).max();
    let stripes = stripes.unwrap_or(1).clamp(1, STRIPES_MOST);
    let mut rgba = vec![0_u8; cells.len() * 4 * stripes as usize];
    let stripe = (0..stripes).cycle();
    let each = cells.iter().flat_map(|shown| std::iter::repeat_n(shown, stripes as usize));
    for ((pixel, shown), stripe) in rgba.chunks_exact_mut(4).zip(each).zip(stripe) {
        let class = match shown.pair.filter(|_| is_told) {
            Some(_) if is_striped => nth_warp(shown.warps, stripe * shown.warps.count_ones() / stripes),
            pair => pair.and_then(|pair| meaning.class(pair, None)),
        };
        let full = class.map_or(palette.ground, |class| palette.fill(class));
        let Rgb(red, green, blue) = if shown.dim { full.paler(palette.ground) } else { full };
        pixel.copy_from_slice(&[red, green, blue, 255]);
    }
    let (columns, rows) = (columns.end - columns.start, rows.end - rows.start);
    let place = (x, y, columns as f64 * cell, rows as f64 * cell);
    surface.cells(&mut rgba, columns as u32 * stripes, rows as u32, place);
}

/// The warp of a place among those that hold a cell.
fn nth_warp(warps: u64, place: u32) -> Option<i64> {
    (0..64).filter(|warp| warps >> warp & 1 == 1).nth(place as usize)
}

/// The lines that stand in a cell.
fn lines(panel: &Panel, shown: &Shown, label: Label) -> [String; 2] {
    let more = if shown.count > 1 { "+" } else { "" };
    match (shown.pair, label) {
        // An element that no thread holds for itself has a place and no owner.
        (Some(_), _) if panel.counts().0 <= 1 => Default::default(),
        (Some(pair), Label::Both) => [format!("T{}{more}", pair.thread), format!("V{}", pair.value)],
        (Some(pair), Label::Thread | Label::Index) => [format!("T{}{more}", pair.thread), String::new()],
        (Some(pair), Label::Value) => [format!("V{}{more}", pair.value), String::new()],
        (None, _) => Default::default(),
    }
}

type Along<'a> = (&'a dyn Fn(u64) -> f64, &'a dyn Fn(u64) -> f64);

/// Writes the holder of each cell, as large as fits; nothing where it cannot be read, which is answered.
fn write(
    surface: &Surface,
    palette: &Palette,
    panel: &Panel,
    cells: &[Shown],
    label: Label,
    cell: f64,
    (x_of, y_of): Along<'_>,
) -> bool {
    let texts = cells.iter().map(|shown| (shown, lines(panel, shown, label))).collect::<Vec<_>>();
    let longest = texts.iter().flat_map(|(_, lines)| lines.iter().map(String::len)).max().unwrap_or(0);
    if longest == 0 {
        return true;
    }
    let part = if label == Label::Both { 0.36 } else { 0.42 };
    // A monospaced digit is about 0.6 of the type size wide.
    let size = ((cell - 3.0) / (longest as f64 * 0.62)).min(cell * part).min(18.0);
    if size < 5.5 {
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

/// The letter of the operand, and the numbers of rows and columns, as many as there is room for.
fn number(
    surface: &Surface,
    palette: &Palette,
    panel: &Panel,
    place: &Place,
    spot: &Spot,
    chosen: Option<(u64, u64)>,
    (rows, columns): (&Range<u64>, &Range<u64>),
) {
    let size = within(place.cell * 0.4, 10.0, 12.0);
    let (ink, quiet, accent) = (palette.ink.to_string(), palette.quiet_ink.to_string(), palette.accent.to_string());
    let every = |needed: f64| ((needed / place.cell).ceil().max(1.0) as u64).next_power_of_two();
    surface.font(13.0, "right");
    surface.text(&panel.letter.to_string(), spot.x - 5.0, spot.y - place.top / 2.0, &ink);
    surface.font(size, "center");
    let [down, across] = panel.axes();
    // The first number says whose it is.
    let named = |name: &str, number: u64| if number == 0 { format!("{name}0") } else { number.to_string() };
    let step = every(surface.text_width(&columns.end.to_string()) + 6.0);
    for column in columns.clone().filter(|column| column % step == 0) {
        let colour = if chosen.is_some_and(|(_, chosen)| chosen == column) { &accent } else { &quiet };
        let x = spot.x + (column as f64 + 0.5) * place.cell;
        surface.text(&named(across, column), x, spot.y - place.top / 2.0, colour);
    }
    surface.font(size, "right");
    let step = every(size + 3.0);
    for row in rows.clone().filter(|row| row % step == 0) {
        let colour = if chosen.is_some_and(|(chosen, _)| chosen == row) { &accent } else { &quiet };
        surface.text(&named(down, row), spot.x - 5.0, spot.y + (row as f64 + 0.5) * place.cell, colour);
    }
}
