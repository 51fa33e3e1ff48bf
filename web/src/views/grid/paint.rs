//! The grid as a picture: colours, rules, indices, and the names of rows and columns.

use std::ops::Range;

use colex::draw::palette::{Palette, Rgb, Theme};
use colex::look::Form;
use colex::look::board::Board;

use super::view::View;
use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::{visible, within};

/// Labels are drawn while no more cells than this are in view: beyond it they cannot be read and only cost time.
const LABELS_MOST: usize = 1200;

/// The place of the cells on the canvas, in CSS pixels.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// True if the indices can be read.
    pub(super) labelled: bool,
}

/// Of the cells over which a mode runs no more are marked than can be told apart.
const RUN_MOST: i64 = 1024;

/// Cells that differ in one mode, by their 1-D coordinates.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Run {
    pub(super) first: i64,
    pub(super) apart: i64,
    pub(super) size: i64,
}

/// Marked cells, by their 1-D coordinates.
#[derive(Clone, Copy)]
pub(super) struct Marks<'a> {
    pub(super) chosen: Option<i64>,
    pub(super) hover: Option<i64>,
    /// Predicate for cells beyond the layout that this one was made from, which are hatched.
    pub(super) beyond: Option<&'a dyn Fn(i64) -> bool>,
    /// The cells over which a mode runs.
    pub(super) run: Option<Run>,
    /// The form of the coordinates along the sides, where one was chosen.
    pub(super) form: Option<Form>,
}

/// Meaning of the colours of cells.
#[derive(Clone, Copy)]
pub(super) enum Colours<'a> {
    /// The index modulo 8.
    Index,
    /// A number of the palette for a 1-D coordinate.
    Class(&'a dyn Fn(i64) -> Option<u8>),
    /// Nothing.
    Plain,
}

fn css(colour: Rgb) -> String {
    format!("rgb({} {} {})", colour.0, colour.1, colour.2)
}

/// Draws the grid, and answers where its cells lie.
pub(super) fn draw(
    canvas: &HtmlCanvasElement,
    board: &Board,
    view: View,
    marks: Marks,
    colours: Colours,
    dark: bool,
) -> Option<Frame> {
    if view.cell <= 0.0 {
        return None;
    }
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let cell = view.cell;
    let small = within(cell * 0.34, 10.0, 15.0);
    surface.font(small, "right");

    let (top_rows, _, _) = visible(view.row, cell, surface.height, board.rows);
    let has_names = |name: Option<String>| name.is_some();
    let row_names = has_names(board.row_name(0)) && cell >= small + 2.0;
    let widest = top_rows.last().copied().unwrap_or(0);
    let mut left = surface.text_width(&widest.to_string()) + 14.0;
    let names_left = left;
    if row_names {
        let sample = top_rows.iter().rev().take(40).filter_map(|&row| board.row_name(row));
        left += sample.map(|name| surface.text_width(&name)).fold(0.0, f64::max) + 8.0;
    }
    let row_label = |row: u64| marks.form.map_or_else(|| row.to_string(), |form| board.row_label(row, form));
    let column_label =
        |column: u64| marks.form.map_or_else(|| column.to_string(), |form| board.column_label(column, form));
    left = left.max(surface.text_width(&row_label(widest)) + 14.0);
    let (columns, column_window, column_step) = visible(view.column, cell, surface.width - left, board.columns);
    let column_name = columns.iter().rev().take(40).filter_map(|&column| board.column_name(column));
    let full_width = column_name.map(|name| surface.text_width(&name)).fold(0.0, f64::max);
    let column_names = full_width > 0.0;
    // Names that nearly fit their column are set a little smaller rather than left out.
    let name_scale = within((cell - 4.0) / full_width.max(1.0), 0.72, 1.0);
    let name_width = full_width * name_scale;
    let top = if column_names { small * 2.0 + 14.0 } else { small + 12.0 };
    let (rows, row_window, row_step) = visible(view.row, cell, surface.height - top, board.rows);
    let mut frame = Frame {
        left,
        top,
        width: (board.columns as f64 * cell).min(surface.width - left),
        height: (board.rows as f64 * cell).min(surface.height - top),
        labelled: false,
    };
    let x_of = |column: u64| left + (column as f64 - view.column) * cell;
    let y_of = |row: u64| top + (row as f64 - view.row) * cell;

    surface.clip(left - 2.0, top - 2.0, frame.width + 4.0, frame.height + 4.0);
    fill_cells(
        &surface,
        board,
        (palette, colours),
        &rows,
        &columns,
        (x_of(column_window.start), y_of(row_window.start), cell * column_step as f64, cell * row_step as f64),
    );
    rule(&surface, board, palette, view, frame, (row_window.clone(), column_window.clone()));
    if let Some(beyond) = marks.beyond {
        hatch(&surface, board, &css(palette.quiet_ink), (&rows, &columns), beyond, |row, column| {
            (x_of(column), y_of(row), cell)
        });
    }
    if rows.len() * columns.len() <= LABELS_MOST && row_step == 1 && column_step == 1 {
        // Of a cell whose middle is scrolled away no index would be read.
        let is_seen = |begin: f64, edge: f64| begin + cell / 2.0 >= edge;
        let rows = rows.iter().copied().filter(|row| is_seen(y_of(*row), top)).collect::<Vec<_>>();
        let columns = columns.iter().copied().filter(|column| is_seen(x_of(*column), left)).collect::<Vec<_>>();
        frame.labelled = write_labels(&surface, board, palette, &rows, &columns, cell, (&x_of, &y_of));
    }
    let mark = |linear: Option<i64>, line: f64, colour: &str| {
        let Some((row, column)) = linear.and_then(|linear| board.cell(linear)) else { return };
        let side = cell.max(5.0);
        surface.outline(x_of(column) + line / 2.0, y_of(row) + line / 2.0, side - line, side - line, line, colour);
    };
    if let Some(Run { first, apart, size }) = marks.run {
        let ink = css(palette.accent);
        for at in 0..size.min(RUN_MOST) {
            mark(at.checked_mul(apart).and_then(|along| first.checked_add(along)), 2.0, &ink);
        }
    }
    mark(marks.hover, 2.0, &css(palette.ink));
    mark(marks.chosen, 3.0, &css(palette.accent));
    surface.release();

    let marked = |at: Option<(u64, u64)>, is_row: bool, number: u64| {
        at.is_some_and(|(row, column)| number == if is_row { row } else { column })
    };
    let chosen = marks.chosen.and_then(|linear| board.cell(linear));
    let hover = marks.hover.and_then(|linear| board.cell(linear));
    let colour_of = |is_row: bool, number: u64| {
        if marked(chosen, is_row, number) {
            css(palette.accent)
        } else if marked(hover, is_row, number) {
            css(palette.ink)
        } else {
            css(palette.quiet_ink)
        }
    };
    // One form of the coordinates stands alone, next to the cells; else numbers and names over the same columns.
    let (row_names, column_names) = (row_names && marks.form.is_none(), column_names && marks.form.is_none());
    surface.font(small, "center");
    let label_width = surface.text_width(&column_label(column_window.end.saturating_sub(1)));
    let needed = if column_names { (name_width + 3.0).max(label_width + 6.0) } else { label_width + 6.0 };
    let every = label_step(needed, cell, board.column_rules().first().copied());
    let line = if column_names { small / 2.0 + 3.0 } else { top - small / 2.0 - 9.0 };
    for column in label_places(&column_window, every, cell) {
        surface.text(&column_label(column), x_of(column) + cell / 2.0, line, &colour_of(false, column));
    }
    if column_names {
        surface.font(small * name_scale, "center");
        for column in label_places(&column_window, every, cell) {
            let name = board.column_name(column).unwrap_or_default();
            surface.text(&name, x_of(column) + cell / 2.0, small * 1.5 + 6.0, &colour_of(false, column));
        }
    }
    if !board.is_vector() {
        surface.font(small, "right");
        let every = label_step(small + 3.0, cell, board.row_rules().first().copied());
        surface.clip(0.0, top - small / 2.0, left, frame.height + small);
        for row in label_places(&row_window, every, cell) {
            let y = y_of(row) + cell / 2.0;
            let right = if row_names { names_left } else { left };
            surface.text(&row_label(row), right - 7.0, y, &colour_of(true, row));
            if row_names && let Some(name) = board.row_name(row) {
                surface.text(&name, left - 7.0, y, &colour_of(true, row));
            }
        }
        surface.release();
    }
    Some(frame)
}

/// Every how many cells a label stands: at least as many as its width needs, and in step with the modes inside, whose
/// innermost one has `period` cells. Without such a mode a power of two.
fn label_step(needed: f64, cell: f64, period: Option<u64>) -> u64 {
    let least = (needed / cell).ceil().max(1.0) as u64;
    match period {
        Some(period) if least <= period => {
            let divisors = (least..=period.min(least.saturating_add(4096))).find(|step| period % step == 0);
            divisors.unwrap_or(period)
        }
        Some(period) => least.div_ceil(period).saturating_mul(period),
        None => least.checked_next_power_of_two().unwrap_or(least),
    }
}

fn label_places(window: &Range<u64>, every: u64, cell: f64) -> impl Iterator<Item = u64> + use<> {
    let every = every.max(1);
    let first = window.start.div_ceil(every) * every;
    let most = (4000.0 / cell.max(1.0)) as usize + 1;
    (first..window.end).step_by(usize::try_from(every).unwrap_or(usize::MAX)).take(most.min(1000))
}

/// The colours of the cells, one pixel each, enlarged. `place` holds the corner and the size of a cell.
fn fill_cells(
    surface: &Surface,
    board: &Board,
    (palette, colours): (&Palette, Colours),
    rows: &[u64],
    columns: &[u64],
    place: (f64, f64, f64, f64),
) {
    let fills: [[u8; 4]; 8] = std::array::from_fn(|index| {
        let Rgb(red, green, blue) = palette.fill(index as i64);
        [red, green, blue, 255]
    });
    let mut rgba = vec![0_u8; rows.len() * columns.len() * 4];
    if columns.is_empty() {
        return;
    }
    let (x, y, width, height) = place;
    let place = (x, y, width * columns.len() as f64, height * rows.len() as f64);
    if !matches!(colours, Colours::Index) {
        let Rgb(red, green, blue) = palette.ground;
        let ground = [red, green, blue, 255];
        let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| board.linear(row, column)));
        for (pixel, linear) in rgba.chunks_exact_mut(4).zip(cells) {
            let class = if let Colours::Class(class) = colours { class(linear) } else { None };
            pixel.copy_from_slice(class.map_or(&ground, |class| &fills[usize::from(class % 8)]));
        }
        surface.cells(&mut rgba, columns.len() as u32, rows.len() as u32, place);
        return;
    }
    let fallback = || {
        let line = |start: u64, step: u64| move |at: &u64| (start.wrapping_add(at.wrapping_mul(step))) as i64;
        let rows = rows.iter().map(line(0, 1)).collect();
        (rows, columns.iter().map(line(0, 1)).collect::<Vec<i64>>())
    };
    let (row_parts, column_parts) = board.parts(rows, columns).unwrap_or_else(fallback);
    for (line, row) in rgba.chunks_exact_mut(columns.len() * 4).zip(row_parts) {
        for (pixel, column) in line.chunks_exact_mut(4).zip(&column_parts) {
            let colour = (board.after(row.wrapping_add(*column)) & 7) as usize;
            pixel.copy_from_slice(&fills[colour]);
        }
    }
    surface.cells(&mut rgba, columns.len() as u32, rows.len() as u32, place);
}

type Windows = (Range<u64>, Range<u64>);

/// Fine rules between cells where they can be told apart, stronger ones where a mode inside begins anew.
fn rule(surface: &Surface, board: &Board, palette: &Palette, view: View, frame: Frame, windows: Windows) {
    let (rows, columns) = windows;
    let (right, bottom) = (frame.left + frame.width, frame.top + frame.height);
    let vertical = |every: u64| {
        for column in label_places(&columns, every, view.cell * every as f64) {
            let x = frame.left + (column as f64 - view.column) * view.cell;
            surface.line(x, frame.top, x, bottom);
        }
    };
    let horizontal = |every: u64| {
        for row in label_places(&rows, every, view.cell * every as f64) {
            let y = frame.top + (row as f64 - view.row) * view.cell;
            surface.line(frame.left, y, right, y);
        }
    };
    if view.cell >= 7.0 {
        surface.begin_lines(1.0, &css(palette.rule));
        vertical(1);
        horizontal(1);
        surface.end_lines();
    }
    let strong = css(palette.ink);
    for (level, every) in
        board.column_rules().into_iter().enumerate().filter(|(_, every)| *every as f64 * view.cell >= 7.0)
    {
        surface.begin_lines(1.5 + level as f64, &strong);
        vertical(every);
        surface.end_lines();
    }
    for (level, every) in
        board.row_rules().into_iter().enumerate().filter(|(_, every)| *every as f64 * view.cell >= 7.0)
    {
        surface.begin_lines(1.5 + level as f64, &strong);
        horizontal(every);
        surface.end_lines();
    }
    surface.outline(frame.left, frame.top, frame.width, frame.height, 1.0, &css(palette.quiet_ink));
}

/// Strikes out the cells beyond the layout that this one was made from.
fn hatch(
    surface: &Surface,
    board: &Board,
    colour: &str,
    (rows, columns): (&[u64], &[u64]),
    beyond: &dyn Fn(i64) -> bool,
    place: impl Fn(u64, u64) -> (f64, f64, f64),
) {
    surface.begin_lines(1.0, colour);
    for (row, column) in rows.iter().flat_map(|row| columns.iter().map(move |column| (*row, *column))) {
        if !beyond(board.linear(row, column)) {
            continue;
        }
        let (x, y, side) = place(row, column);
        surface.hatch(x, y, side);
    }
    surface.end_lines();
}

/// The indices, as large as fits; nothing where they cannot be read, which is answered.
#[allow(clippy::too_many_arguments, reason = "one drawing step with everything it needs, called once")]
fn write_labels(
    surface: &Surface,
    board: &Board,
    palette: &Palette,
    rows: &[u64],
    columns: &[u64],
    cell: f64,
    place: (&dyn Fn(u64) -> f64, &dyn Fn(u64) -> f64),
) -> bool {
    let labels =
        rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column, board.label(row, column))));
    let labels = labels.collect::<Vec<_>>();
    let longest = labels.iter().map(|(_, _, label)| label.len()).max().unwrap_or(1).max(1);
    // A monospaced digit is about 0.6 of the type size wide.
    let size = ((cell - 4.0) / (longest as f64 * 0.62)).min(cell * 0.4).min(20.0_f64.max(cell * 0.28));
    if size < 7.0 {
        return false;
    }
    surface.font(size, "center");
    let ink = css(palette.ink);
    for (row, column, label) in labels {
        surface.text(&label, place.0(column) + cell / 2.0, place.1(row) + cell / 2.0 + 0.5, &ink);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_sheet_has_the_colours_of_the_palette() {
        let sheet = include_str!("../../../style/0-base.css");
        for theme in [Theme::Light, Theme::Dark] {
            let fills = Palette::of(theme).fills.iter().enumerate();
            let line = fills.map(|(number, fill)| format!("--fill-{number}: {fill};")).collect::<Vec<_>>().join(" ");
            assert!(sheet.contains(&line), "{theme:?}: {line}");
        }
    }
}
