//! A panel as a picture.

use colex::draw::palette::{Palette, Rgb, Theme};
use colex::scene::Class;

use super::sheet::Sheet;
use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::within;

/// Labels are drawn while no more cells than this are in view.
const LABELS_MOST: usize = 1200;
/// Smaller type is not read, in CSS pixels.
const LABEL_LEAST: f64 = 8.0;
/// Tiles and copies are numbered while no more numbers than this are in view, in type of at least so many CSS pixels, and
/// where each has on the average a square of this side for itself.
const NUMBERS_MOST: usize = 400;
const NUMBER_LEAST: f64 = 8.0;
const NUMBER_ROOM: f64 = 17.0;
/// A cell that is smaller than this has no room for a number beside its index, in CSS pixels.
const NUMBERED_LEAST: f64 = 24.0;

/// What stands in the cells in view, row by row.
pub struct Cells {
    /// Where they are.
    pub sheet: Sheet,
    /// The coordinate of each; `None` behind the end of a line.
    pub coordinates: Vec<Option<i64>>,
    /// The class of each.
    pub classes: Vec<Class>,
    /// The index of each.
    pub indices: Vec<i64>,
    /// The index of each as it is written; none where they would not be read.
    pub labels: Vec<String>,
    /// Whether neighbours of different classes are parted by a strong rule.
    pub parted: bool,
    /// The first cell of each tile, copy or part of one in view, with its number.
    pub numbers: Vec<(usize, i64)>,
}

/// What is marked.
pub struct Marks {
    /// The cell that is looked at, or the one that corresponds to it.
    pub point: Option<i64>,
    /// Of each cell in view, whether it corresponds.
    pub linked: Vec<bool>,
}

/// Whether the cells have room for labels.
pub fn has_labels(sheet: &Sheet) -> bool {
    !sheet.has_squares()
        && sheet.cell >= 12.0
        && usize::try_from(sheet.in_view()).is_ok_and(|count| count <= LABELS_MOST)
}

/// The first cell of each run of neighbours of one class, with the number of the class: what is scattered has its number
/// at each place. What lies beyond belongs to its tile.
pub fn numbers(coordinates: &[Option<i64>], classes: &[Class], columns: usize) -> Vec<(usize, i64)> {
    let columns = columns.max(1);
    let number = |place: usize| match classes.get(place).filter(|_| coordinates.get(place).is_some_and(Option::is_some))
    {
        Some(Class::Of(number) | Class::Beyond(number)) => Some(*number),
        _ => None,
    };
    let mut seen = vec![false; coordinates.len()];
    let mut found = Vec::new();
    let mut next = Vec::new();
    for first in 0..coordinates.len() {
        let Some(own) = number(first).filter(|_| seen.get(first) == Some(&false)) else { continue };
        found.push((first, own));
        next.push(first);
        while let Some(place) = next.pop() {
            let is_new = seen.get(place) == Some(&false) && number(place) == Some(own);
            let Some(mark) = seen.get_mut(place).filter(|_| is_new) else { continue };
            *mark = true;
            let column = place % columns;
            let beside = [
                (column > 0).then(|| place - 1),
                (column + 1 < columns).then_some(place + 1),
                place.checked_sub(columns),
                Some(place + columns),
            ];
            next.extend(beside.into_iter().flatten());
        }
    }
    found
}

fn fill_of(palette: &Palette, class: Class, index: i64) -> Rgb {
    match class {
        Class::Of(number) | Class::Beyond(number) => palette.fill(number),
        Class::Index => palette.fill(index),
        Class::None => palette.ground,
    }
}

/// Draws the cells.
pub fn draw(canvas: &HtmlCanvasElement, cells: &Cells, marks: &Marks, hides: bool, dark: bool) -> Option<()> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let (ink, rule, quiet) = (palette.ink.to_string(), palette.rule.to_string(), palette.quiet_ink.to_string());
    let sheet = &cells.sheet;
    let (cell, columns) = (sheet.cell, usize::try_from(sheet.held.1).unwrap_or(1).max(1));
    let mut rgba = Vec::with_capacity(cells.coordinates.len() * 4);
    for (place, coordinate) in cells.coordinates.iter().enumerate() {
        let class = cells.classes.get(place).copied().unwrap_or(Class::None);
        if coordinate.is_some() {
            let index = cells.indices.get(place).copied().unwrap_or_default();
            let Rgb(red, green, blue) = fill_of(palette, class, index);
            rgba.extend([red, green, blue, 255]);
        } else {
            rgba.extend([0; 4]);
        }
    }
    let (wide, high) = (columns as f64 * cell, sheet.held.0 as f64 * cell);
    surface.cells(&mut rgba, columns as u32, sheet.held.0 as u32, (1.0, 1.0, wide, high));
    let corner = |place: usize| (1.0 + (place % columns) as f64 * cell, 1.0 + (place / columns) as f64 * cell);
    let there = |place: usize| cells.coordinates.get(place).is_some_and(Option::is_some);

    // Squares are no cells: only what parts them is drawn.
    if cell >= 7.0 && !sheet.has_squares() {
        surface.begin_lines(1.0, &rule);
        for place in (0..cells.coordinates.len()).filter(|place| there(*place)) {
            let (x, y) = corner(place);
            surface.line(x, y, x + cell, y);
            surface.line(x, y, x, y + cell);
            surface.line(x + cell, y, x + cell, y + cell);
            surface.line(x, y + cell, x + cell, y + cell);
        }
        surface.end_lines();
    }
    // A frame says where it ends, whatever its cells are filled with.
    surface.outline(1.0, 1.0, wide, high, 1.0, &rule);
    // What lies beyond A is struck out.
    surface.begin_lines(1.0, &quiet);
    for (place, class) in cells.classes.iter().enumerate() {
        if matches!(class, Class::Beyond(_)) && there(place) {
            let (x, y) = corner(place);
            surface.hatch(x, y, cell);
        }
    }
    surface.end_lines();
    if cells.parted {
        surface.begin_lines(if cell >= 7.0 { 2.0 } else { 1.0 }, &ink);
        let class = |place: usize| cells.classes.get(place).filter(|_| there(place)).copied();
        for place in 0..cells.coordinates.len() {
            let (x, y) = corner(place);
            let own = class(place);
            let right = if place % columns + 1 < columns { class(place + 1) } else { own };
            if own.is_some() && right.is_some() && own != right {
                surface.line(x + cell, y, x + cell, y + cell);
            }
            let below = class(place + columns);
            if own.is_some() && below.is_some() && own != below {
                surface.line(x, y + cell, x + cell, y + cell);
            }
        }
        surface.end_lines();
    }
    let count = cells.numbers.len();
    let is_labelled = !hides && has_labels(sheet);
    let has_room = cells.coordinates.len() as f64 * cell * cell >= count as f64 * NUMBER_ROOM * NUMBER_ROOM
        && (!is_labelled || cell >= NUMBERED_LEAST);
    let numbered = if count <= NUMBERS_MOST && has_room { cells.numbers.as_slice() } else { &[] };
    if is_labelled {
        let longest = cells.labels.iter().map(String::len).max().unwrap_or(1).max(1);
        let size = ((cell - 2.0) / (longest as f64 * 0.6)).min(cell * 0.46).min(18.0);
        // Where numbers stand in corners the labels of all cells make room, so that they stay in lines.
        let down = if numbered.is_empty() { 0.5 } else { (cell * 0.13).max(4.0) };
        if size >= LABEL_LEAST {
            surface.font(size, "center");
            for (place, label) in cells.labels.iter().enumerate().filter(|(place, _)| there(*place)) {
                let (x, y) = corner(place);
                let is_reached = !matches!(cells.classes.get(place), Some(Class::None));
                surface.text(label, x + cell / 2.0, y + cell / 2.0 + down, if is_reached { &ink } else { &quiet });
            }
        }
    }
    // The numbers stand out on every fill: outlined by the ground.
    let size = within(cell * 0.36, NUMBER_LEAST, 13.0);
    surface.font(size, "left");
    let ground = palette.ground.to_string();
    // Where they are closer than they are wide, only as many as stand clear of each other.
    let mut taken = (0.0, 0.0);
    for (place, number) in numbered {
        let ((x, y), label) = (corner(*place), number.to_string());
        if y == taken.1 && x < taken.0 {
            continue;
        }
        surface.outlined_text(&label, x + 2.0, y + size / 2.0 + 1.0, &ink, &ground);
        taken = (x + 3.0 + surface.text_width(&label), y);
    }
    // Marks of cells that are smaller than their own frame stand out a little.
    let mark = |(x, y): (f64, f64), line: f64, colour: &str| {
        let side = (cell - line).max(line + 1.0);
        let aside = (cell - side) / 2.0;
        surface.outline(x + aside, y + aside, side, side, line, colour);
    };
    for (place, _) in marks.linked.iter().enumerate().filter(|(place, linked)| **linked && there(*place)) {
        mark(corner(place), if cell >= 7.0 { 2.0 } else { 1.0 }, &ink);
    }
    if let Some((x, y)) = marks.point.and_then(|point| sheet.corner(point)) {
        mark((x + 1.0, y + 1.0), if cell >= 7.0 { 3.0 } else { 2.0 }, &palette.accent.to_string());
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_of_a_class_has_its_number_once() {
        let classes = |text: &str| {
            text.chars()
                .map(|letter| letter.to_digit(10).map_or(Class::None, |digit| Class::Of(i64::from(digit))))
                .collect::<Vec<_>>()
        };
        // Blocked, raked, a tile that goes on in the next column, and a line that ends.
        type Case = (&'static str, usize, &'static [(usize, i64)]);
        let cases: [Case; 4] = [
            ("00110011", 4, &[(0, 0), (2, 1)]),
            ("0101", 4, &[(0, 0), (1, 1), (2, 0), (3, 1)]),
            ("010001", 3, &[(0, 0), (1, 1), (2, 0), (5, 1)]),
            ("0.10", 2, &[(0, 0), (2, 1), (3, 0)]),
        ];
        for (text, columns, expected) in cases {
            let coordinates = (0..text.len() as i64).map(Some).collect::<Vec<_>>();
            assert_eq!(numbers(&coordinates, &classes(text), columns), *expected, "{text}");
        }
        let beyond = [Class::Of(0), Class::Beyond(0), Class::Beyond(1)];
        assert_eq!(numbers(&[Some(0), Some(1), Some(2)], &beyond, 3), [(0, 0), (2, 1)]);
    }
}
