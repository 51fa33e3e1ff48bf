//! A panel as a picture.

use colex::draw::palette::{Palette, Rgb, Theme};
use colex::scene::Class;

use super::sheet::Sheet;
use crate::browser::{HtmlCanvasElement, Surface};
use crate::panels::board::within;

/// Smaller type is not read, in CSS pixels.
pub const LABEL_LEAST: f64 = 8.0;
/// Tiles and copies are numbered while no more numbers than this are in view, in type of at least so many CSS pixels, and
/// where each has on the average a square of this side for itself.
const NUMBERS_MOST: usize = 400;
const NUMBER_LEAST: f64 = 8.0;
const NUMBER_ROOM: f64 = 17.0;
/// A cell that is smaller than this has no room for a number beside its index, in CSS pixels.
const NUMBERED_LEAST: f64 = 24.0;

/// Content of the cells in view, row by row.
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
    /// True if neighbours of different tiles, or classes, are parted by a strong rule.
    pub parted: bool,
    /// The tile of each, where it is no class.
    pub tiles: Option<Vec<Option<i64>>>,
    /// True if the result is some of the tiles as they are, which stand out.
    pub chosen: bool,
    /// The first cell of each tile, copy or part of one in view, with its number.
    pub numbers: Vec<(usize, i64)>,
}

impl Cells {
    fn is_there(&self, place: usize) -> bool {
        self.coordinates.get(place).is_some_and(Option::is_some)
    }

    fn class(&self, place: usize) -> Class {
        self.classes.get(place).copied().unwrap_or(Class::None)
    }

    fn is_chosen(&self, place: usize) -> bool {
        self.chosen && self.class(place) != Class::None
    }

    /// Reports whether two cells that are there are parted.
    fn parts(&self, one: usize, other: usize) -> bool {
        let differ = match &self.tiles {
            Some(tiles) => tiles.get(one) != tiles.get(other),
            None => self.class(one) != self.class(other),
        };
        differ && self.is_there(one) && self.is_there(other)
    }
}

/// Marks on the cells.
pub struct Marks {
    /// The cell that is looked at, or the one that corresponds to it.
    pub point: Option<i64>,
    /// Of each cell in view, whether it corresponds.
    pub linked: Vec<bool>,
}

/// The number of the tile or the copy that a class is; what lies beyond belongs to its tile.
pub fn number_of(class: Class) -> Option<i64> {
    match class {
        Class::Of(number) | Class::Beyond(number) => Some(number),
        Class::Index | Class::None => None,
    }
}

/// The first cell of each run of neighbours of one tile, with its number: what is scattered has its number at each place.
pub fn numbers(coordinates: &[Option<i64>], tiles: &[Option<i64>], columns: usize) -> Vec<(usize, i64)> {
    let columns = columns.max(1);
    let number = |place: usize| {
        let is_there = coordinates.get(place).is_some_and(Option::is_some);
        tiles.get(place).copied().flatten().filter(|_| is_there)
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
    let (cell, high) = (sheet.cell, sheet.high);
    let columns = usize::try_from(sheet.held.1).unwrap_or(1).max(1);
    let mut rgba = Vec::with_capacity(cells.coordinates.len() * 4);
    for (place, coordinate) in cells.coordinates.iter().enumerate() {
        if coordinate.is_some() {
            let index = cells.indices.get(place).copied().unwrap_or_default();
            let is_chosen = cells.is_chosen(place);
            let own = || fill_of(palette, cells.class(place), index);
            let Rgb(red, green, blue) = if is_chosen { palette.accent } else { own() };
            rgba.extend([red, green, blue, 255]);
        } else {
            rgba.extend([0; 4]);
        }
    }
    let (wide, tall) = (columns as f64 * cell, sheet.held.0 as f64 * high);
    surface.cells(&mut rgba, columns as u32, sheet.held.0 as u32, (1.0, 1.0, wide, tall));
    let corner = |place: usize| (1.0 + (place % columns) as f64 * cell, 1.0 + (place / columns) as f64 * high);
    let there = |place: usize| cells.is_there(place);

    // Of squares and boxes, and of cells too small to be told apart, only what parts them is drawn.
    if cell.min(high) >= 7.0 && sheet.step == (1, 1) {
        surface.begin_lines(1.0, &rule);
        for place in (0..cells.coordinates.len()).filter(|place| there(*place)) {
            let (x, y) = corner(place);
            surface.line(x, y, x + cell, y);
            surface.line(x, y, x, y + high);
            surface.line(x + cell, y, x + cell, y + high);
            surface.line(x, y + high, x + cell, y + high);
        }
        surface.end_lines();
    }
    // A frame says where it ends, whatever its cells are filled with.
    surface.outline(1.0, 1.0, wide, tall, 1.0, &rule);
    // Cells beyond A are struck out.
    surface.begin_lines(1.0, &quiet);
    for place in 0..cells.coordinates.len() {
        let (x, y) = corner(place);
        if sheet.is_boxes {
            if !there(place) {
                continue;
            }
            let (down, across) = sheet.inside((place / columns) as i64, (place % columns) as i64);
            let (edge, foot) = ((across * cell).ceil(), (down * high).ceil());
            hatch(&surface, (x + edge, y), (cell - edge, high));
            hatch(&surface, (x, y + foot), (edge, high - foot));
        } else if matches!(cells.class(place), Class::Beyond(_)) && there(place) {
            surface.hatch(x, y, cell.min(high));
        }
    }
    surface.end_lines();
    if cells.parted {
        surface.begin_lines(if cell.min(high) >= 7.0 { 2.0 } else { 1.0 }, &ink);
        for place in 0..cells.coordinates.len() {
            let (x, y) = corner(place);
            if place % columns + 1 < columns && cells.parts(place, place + 1) {
                surface.line(x + cell, y, x + cell, y + high);
            }
            if cells.parts(place, place + columns) {
                surface.line(x, y + high, x + cell, y + high);
            }
        }
        surface.end_lines();
    }
    let count = cells.numbers.len();
    let is_labelled = !hides && sheet.has_labels();
    let has_room = cells.coordinates.len() as f64 * cell * high >= count as f64 * NUMBER_ROOM * NUMBER_ROOM
        && (!is_labelled || cell.min(high) >= NUMBERED_LEAST);
    let numbered = if count <= NUMBERS_MOST && has_room { cells.numbers.as_slice() } else { &[] };
    if is_labelled {
        let longest = cells.labels.iter().map(String::len).max().unwrap_or(1).max(1);
        let size = ((cell - 2.0) / (longest as f64 * 0.6)).min(high * 0.46).min(18.0);
        // Where numbers stand in corners the labels of all cells make room, so that they stay in lines.
        let down = if numbered.is_empty() { 0.5 } else { (high * 0.13).max(4.0) };
        if size >= LABEL_LEAST {
            surface.font(size, "center");
            for (place, label) in cells.labels.iter().enumerate().filter(|(place, _)| there(*place)) {
                let (x, y) = corner(place);
                let is_reached = !matches!(cells.classes.get(place), Some(Class::None));
                surface.text(label, x + cell / 2.0, y + high / 2.0 + down, if is_reached { &ink } else { &quiet });
            }
        }
    }
    if sheet.is_boxes {
        number_boxes(&surface, cells, numbered, [&ink, &palette.ground.to_string()]);
    } else {
        number_cells(&surface, cells, numbered, [&ink, &palette.ground.to_string()]);
    }
    // Marks of cells that are smaller than their own frame stand out a little.
    let mark = |(x, y): (f64, f64), line: f64, colour: &str| {
        let sides = [cell, high].map(|side| (side - line).max(line + 1.0));
        surface.outline(x + (cell - sides[0]) / 2.0, y + (high - sides[1]) / 2.0, sides[0], sides[1], line, colour);
    };
    let least = cell.min(high);
    for (place, _) in marks.linked.iter().enumerate().filter(|(place, linked)| **linked && there(*place)) {
        mark(corner(place), if least >= 7.0 { 2.0 } else { 1.0 }, &ink);
    }
    if let Some((x, y)) = marks.point.and_then(|point| sheet.corner(point)) {
        mark((x + 1.0, y + 1.0), if least >= 7.0 { 3.0 } else { 2.0 }, &palette.accent.to_string());
    }
    Some(())
}

/// Strikes out a part of a box, in a set of lines that was begun.
fn hatch(surface: &Surface, (x, y): (f64, f64), (width, height): (f64, f64)) {
    const STEP: f64 = 6.0;
    if width < 1.0 || height < 1.0 {
        return;
    }
    let mut from = STEP;
    while from < width + height {
        let (left, top) = ((from - height).max(0.0), (from - width).max(0.0));
        surface.line(x + left, y + from - left, x + from - top, y + top);
        from += STEP;
    }
}

/// The number of each box in its middle, as far as it can be read.
fn number_boxes(surface: &Surface, cells: &Cells, numbered: &[(usize, i64)], [ink, ground]: [&str; 2]) {
    let Cells { sheet, .. } = cells;
    let longest = numbered.iter().map(|(_, number)| number.to_string().len()).max().unwrap_or(1);
    let size = (sheet.cell / (longest as f64 * 0.62 + 0.4)).min(sheet.high * 0.6).min(16.0);
    if size < NUMBER_LEAST {
        return;
    }
    surface.font(size, "center");
    let columns = usize::try_from(sheet.held.1).unwrap_or(1).max(1);
    for (place, number) in numbered {
        let (row, column) = ((place / columns) as f64, (place % columns) as f64);
        let (x, y) = ((column + 0.5) * sheet.cell + 1.0, (row + 0.5) * sheet.high + 1.5);
        surface.text(&number.to_string(), x, y, if cells.is_chosen(*place) { ground } else { ink });
    }
}

/// The number of each run of cells in its corner. They stand out on every fill: outlined by the ground.
fn number_cells(surface: &Surface, cells: &Cells, numbered: &[(usize, i64)], [ink, ground]: [&str; 2]) {
    let Cells { sheet, .. } = cells;
    let size = within(sheet.cell.min(sheet.high) * 0.36, NUMBER_LEAST, 13.0);
    surface.font(size, "left");
    let columns = usize::try_from(sheet.held.1).unwrap_or(1).max(1);
    // Where they are closer than they are wide, only as many as stand clear of each other.
    let mut taken = (0.0, f64::NEG_INFINITY);
    for (place, number) in numbered {
        let label = number.to_string();
        let (x, y) = (1.0 + (place % columns) as f64 * sheet.cell, 1.0 + (place / columns) as f64 * sheet.high);
        let is_below = y >= taken.1 + size;
        if !is_below && (y != taken.1 || x < taken.0) {
            continue;
        }
        surface.outlined_text(&label, x + 2.0, y + size / 2.0 + 1.0, ink, ground);
        taken = (x + 3.0 + surface.text_width(&label), y);
    }
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
        let tiles = |classes: &[Class]| classes.iter().map(|class| number_of(*class)).collect::<Vec<_>>();
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
            assert_eq!(numbers(&coordinates, &tiles(&classes(text)), columns), *expected, "{text}");
        }
        let beyond = tiles(&[Class::Of(0), Class::Beyond(0), Class::Beyond(1)]);
        assert_eq!(numbers(&[Some(0), Some(1), Some(2)], &beyond, 3), [(0, 0), (2, 1)]);
    }
}
