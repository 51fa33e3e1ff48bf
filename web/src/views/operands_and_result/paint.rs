//! A panel as a picture.

use colex::draw::palette::{Palette, Rgb, Theme};
use colex::scene::Class;

use super::sheet::Sheet;
use crate::browser::{HtmlCanvasElement, Surface};

/// Labels are drawn while no more cells than this are in view.
const LABELS_MOST: usize = 1200;

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
}

/// What is marked.
pub struct Marks {
    /// The cell that is looked at, or the one that corresponds to it.
    pub point: Option<i64>,
    /// Of each cell in view, whether it corresponds.
    pub linked: Vec<bool>,
}

/// How many labels fit in the cells.
pub fn has_labels(sheet: &Sheet) -> bool {
    sheet.cell >= 12.0 && usize::try_from(sheet.in_view()).is_ok_and(|count| count <= LABELS_MOST)
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

    if cell >= 7.0 {
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
    // What lies beyond A is struck out.
    surface.begin_lines(1.0, &quiet);
    for (place, class) in cells.classes.iter().enumerate() {
        if matches!(class, Class::Beyond(_)) && there(place) {
            let (x, y) = corner(place);
            surface.line(x, y + cell, x + cell, y);
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
    if !hides && has_labels(sheet) {
        let longest = cells.labels.iter().map(String::len).max().unwrap_or(1).max(1);
        let size = ((cell - 3.0) / (longest as f64 * 0.62)).min(cell * 0.5).min(16.0);
        if size >= 6.5 {
            surface.font(size, "center");
            for (place, label) in cells.labels.iter().enumerate().filter(|(place, _)| there(*place)) {
                let (x, y) = corner(place);
                let is_reached = !matches!(cells.classes.get(place), Some(Class::None));
                surface.text(label, x + cell / 2.0, y + cell / 2.0 + 0.5, if is_reached { &ink } else { &quiet });
            }
        }
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
