//! A table of cells: fills, rules, what is hatched and marked, what stands in the cells and along the sides.

use super::pen::{Anchor, Pen, Type, hatch};
use crate::draw::palette::Rgb;

/// The most rows and the most columns of a table: of more, a window.
pub(super) const SIDE_MOST: u64 = 128;

/// The longest text in a cell and beside a row, in characters; of a longer one the beginning.
const LABEL_MOST: usize = 28;

/// One cell.
#[derive(Clone, Default)]
pub(super) struct Cell {
    /// Its fill; none is the ground.
    pub(super) fill: Option<Rgb>,
    /// Text that stands in it: one line, or two.
    pub(super) lines: [String; 2],
    /// True if that is of less weight.
    pub(super) is_quiet: bool,
    /// Number of the part that it belongs to: neighbours that belong to something else are parted by a strong rule.
    pub(super) part: Option<i64>,
    /// True if it lies beyond what the layout was made from.
    pub(super) is_beyond: bool,
    /// True if it is reached, or held, more than once.
    pub(super) is_many: bool,
    /// True if nothing holds it.
    pub(super) is_bare: bool,
    /// True if it is framed.
    pub(super) is_framed: bool,
}

/// Labels along a side.
#[derive(Default)]
pub(super) struct Axis {
    /// The 1-D coordinates.
    pub(super) numbers: Vec<String>,
    /// The natural ones, where they differ.
    pub(super) names: Vec<String>,
    /// Number of modes inside that begin anew at each: the weight of the rule before it.
    pub(super) weights: Vec<usize>,
}

/// A table, row by row; `None` behind the end of the last line.
pub(super) struct Table {
    pub(super) columns: usize,
    pub(super) cells: Vec<Option<Cell>>,
    pub(super) down: Axis,
    pub(super) across: Axis,
    /// The least side of a cell, in pixels.
    pub(super) side: f64,
    /// The size of what stands in the cells.
    pub(super) type_size: f64,
    /// Row and column of the marked cell.
    pub(super) chosen: Option<(usize, usize)>,
}

/// Row and column of a cell in a window that begins at `first`; `None` of one before it.
pub(super) fn seen((row, column): (u64, u64), first: (u64, u64)) -> Option<(usize, usize)> {
    let place = |at: u64, first: u64| usize::try_from(at.checked_sub(first)?).ok();
    Some((place(row, first.0)?, place(column, first.1)?))
}

/// Where the cells of a table lie.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) wide: f64,
    pub(super) high: f64,
    /// The size of all of it.
    pub(super) width: f64,
    pub(super) height: f64,
}

const NUMBER: f64 = 12.0;
const NAME: f64 = 10.5;
const GAP: f64 = 8.0;

/// The beginning of a text that is too long for a cell.
pub(super) fn shortened(text: String) -> String {
    match text.char_indices().nth(LABEL_MOST) {
        Some(_) => text.chars().take(LABEL_MOST - 1).chain(['…']).collect(),
        None => text,
    }
}

/// Which of `count` rows or columns are drawn: all, or so many around one.
pub(super) fn window(count: u64, around: Option<u64>, most: u64) -> std::ops::Range<u64> {
    let last = count.saturating_sub(most);
    let first = around.unwrap_or(0).saturating_sub(most / 2).min(last);
    first..first.saturating_add(most).min(count)
}

impl Table {
    fn rows(&self) -> usize {
        self.cells.len().div_ceil(self.columns.max(1))
    }

    fn label(pen: &Pen, size: f64) -> Type {
        pen.printed(size)
    }

    /// Where everything stands.
    pub(super) fn place(&self, pen: &Pen) -> Place {
        let (label, number, name) = (pen.printed(self.type_size), pen.printed(NUMBER), pen.printed(NAME));
        let widest = |look: Type, texts: &[String]| texts.iter().map(|text| look.width(text)).fold(0.0, f64::max);
        let inside = self.cells.iter().flatten().map(|cell| widest(label, &cell.lines)).fold(0.0, f64::max);
        let needed = (inside + 10.0).max(widest(number, &self.across.numbers) + 6.0);
        let wide = self.side.max(needed).ceil();
        let names = widest(name, &self.down.names);
        let names = if names > 0.0 { names + GAP } else { 0.0 };
        let numbers = widest(number, &self.down.numbers);
        let left = if numbers > 0.0 { (names + numbers + GAP).ceil() } else { 1.0 };
        let head = match (self.across.numbers.is_empty(), self.shows_names(pen, wide)) {
            (true, _) => 1.0,
            (false, false) => NUMBER + GAP,
            (false, true) => NUMBER + NAME + GAP + 4.0,
        };
        let (rows, columns) = (self.rows() as f64, self.columns as f64);
        let (width, height) = (left + columns * wide + 2.0, head + rows * self.side + 2.0);
        Place { left, top: head, wide, high: self.side, width, height }
    }

    /// Reports whether the natural coordinates of the columns have room above them: over each column, or over those
    /// where a mode inside begins anew.
    fn shows_names(&self, pen: &Pen, wide: f64) -> bool {
        !self.across.names.is_empty() && self.name_step(pen, wide).is_some()
    }

    /// Every how many columns a natural coordinate stands.
    fn name_step(&self, pen: &Pen, wide: f64) -> Option<usize> {
        let look = pen.printed(NAME);
        let widest = self.across.names.iter().map(|name| look.width(name)).fold(0.0, f64::max) + 5.0;
        if widest <= wide {
            return Some(1);
        }
        let mut begins = self.across.weights.iter().enumerate().filter(|(_, weight)| **weight > 0);
        let (first, second) = (begins.next()?.0, begins.next().map(|(at, _)| at));
        let step = second.map_or(first, |second| second - first).max(1);
        (widest <= wide * step as f64).then_some(step)
    }

    /// Draws it with its upper left corner at 0, 0.
    pub(super) fn draw(&self, pen: &mut Pen) -> Place {
        let place = self.place(pen);
        self.fill(pen, place);
        self.rule(pen, place);
        self.write(pen, place);
        self.mark(pen, place);
        self.number(pen, place);
        place
    }

    fn corner(&self, at: usize, place: Place) -> (f64, f64, f64, f64) {
        let columns = self.columns.max(1);
        let (row, column) = (at / columns, at % columns);
        (place.left + column as f64 * place.wide, place.top + row as f64 * place.high, place.wide, place.high)
    }

    fn fill(&self, pen: &mut Pen, place: Place) {
        let (ink, quiet) = (pen.palette.ink, pen.palette.quiet_ink);
        pen.begin_crisp();
        let mut beyond = Vec::new();
        for (at, cell) in self.cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let area = self.corner(at, place);
            if let Some(fill) = cell.fill {
                pen.rect(area, fill);
            }
            if cell.is_beyond {
                beyond.extend(hatch(area));
            }
            if cell.is_many {
                let bar = (place.high * 0.12).round().max(2.0);
                pen.rect((area.0 + 1.0, area.1 + area.3 - bar - 1.0, area.2 - 2.0, bar), ink);
            }
            if cell.is_bare {
                let dot = (place.high * 0.14).round().max(2.0);
                pen.rect((area.0 + (area.2 - dot) / 2.0, area.1 + (area.3 - dot) / 2.0, dot, dot), quiet);
            }
        }
        pen.end();
        pen.lines(&beyond, 0.8, quiet);
    }

    /// Fine rules, stronger ones where modes inside begin anew or where parts meet, and the border.
    fn rule(&self, pen: &mut Pen, place: Place) {
        let palette = pen.palette;
        let (rows, columns) = (self.rows(), self.columns);
        let (left, top) = (place.left, place.top);
        let (right, bottom) = (left + columns as f64 * place.wide, top + rows as f64 * place.high);
        let there = |at: usize| self.cells.get(at).is_some_and(Option::is_some);
        let is_full = self.cells.iter().all(Option::is_some) && self.cells.len() == rows * columns;
        pen.begin_crisp();
        if is_full {
            let down = (1..columns).map(|column| left + column as f64 * place.wide).map(|x| (x, top, x, bottom));
            let across = (1..rows).map(|row| top + row as f64 * place.high).map(|y| (left, y, right, y));
            pen.lines(&down.chain(across).collect::<Vec<_>>(), 1.0, palette.rule);
        } else {
            let areas = (0..self.cells.len()).filter(|at| there(*at)).map(|at| self.corner(at, place));
            let edges = areas.flat_map(|(x, y, width, height)| {
                [(x, y, x + width, y), (x, y, x, y + height), (x + width, y, x + width, y + height)]
                    .into_iter()
                    .chain([(x, y + height, x + width, y + height)])
            });
            pen.lines(&edges.collect::<Vec<_>>(), 1.0, palette.rule);
        }
        // Reach of a strong rule into the sides.
        let tick = |axis: &Axis| if axis.numbers.is_empty() { 0.0 } else { 5.0 };
        for weight in 1..=3 {
            let is_of = |of: &usize| (*of).min(3) == weight;
            let begins = |axis: &Axis| {
                let all = axis.weights.iter().enumerate().skip(1).filter(move |(_, of)| is_of(of));
                all.map(|(at, _)| at as f64).collect::<Vec<_>>()
            };
            let down = begins(&self.across).into_iter().map(|at| left + at * place.wide);
            let down = down.map(|x| (x, top - tick(&self.across), x, bottom));
            let across = begins(&self.down).into_iter().map(|at| top + at * place.high);
            let across = across.map(|y| (left - tick(&self.down), y, right, y));
            pen.lines(&down.chain(across).collect::<Vec<_>>(), 1.0 + weight as f64 * 0.6, palette.ink);
        }
        let part = |at: usize| self.cells.get(at).and_then(Option::as_ref).map(|cell| cell.part);
        let mut parting = Vec::new();
        for at in 0..self.cells.len() {
            let (x, y, width, height) = self.corner(at, place);
            let beside = if (at + 1) % columns.max(1) == 0 { None } else { part(at + 1) };
            if beside.is_some() && part(at).is_some() && beside != part(at) {
                parting.push((x + width, y, x + width, y + height));
            }
            let below = part(at + columns);
            if below.is_some() && part(at).is_some() && below != part(at) {
                parting.push((x, y + height, x + width, y + height));
            }
        }
        pen.lines(&parting, 2.0, palette.ink);
        if is_full {
            pen.frame((left - 1.0, top - 1.0, right - left + 2.0, bottom - top + 2.0), 2.0, palette.ink);
        }
        pen.end();
    }

    fn write(&self, pen: &mut Pen, place: Place) {
        let label = Table::label(pen, self.type_size);
        for is_quiet in [false, true] {
            let of_weight = || {
                let cells = self.cells.iter().enumerate();
                let cells = cells.filter_map(|(at, cell)| Some((at, cell.as_ref()?)));
                cells.filter(move |(_, cell)| cell.is_quiet == is_quiet && !cell.lines.iter().all(String::is_empty))
            };
            if of_weight().next().is_none() {
                continue;
            }
            let ink = if is_quiet { pen.palette.quiet_ink } else { pen.palette.ink };
            pen.begin_texts(Type { ink, ..label }, Anchor::Middle);
            let columns = self.columns.max(1);
            for (at, cell) in of_weight() {
                let (x, y, width, height) = self.corner(at, place);
                let (x, y) = (x + width / 2.0, y + height / 2.0);
                let chosen = self.chosen == Some((at / columns, at % columns));
                let strong = chosen.then_some(ink);
                let [first, second] = &cell.lines;
                if second.is_empty() {
                    pen.text_in(x, y, first, strong);
                } else {
                    pen.text_in(x, y - self.type_size * 0.56, first, strong);
                    pen.text_in(x, y + self.type_size * 0.56, second, strong);
                }
            }
            pen.end();
        }
    }

    fn mark(&self, pen: &mut Pen, place: Place) {
        let (ink, accent) = (pen.palette.ink, pen.palette.accent);
        for (at, cell) in self.cells.iter().enumerate() {
            if cell.as_ref().is_some_and(|cell| cell.is_framed) {
                pen.frame(self.corner(at, place), 2.0, ink);
            }
        }
        if let Some((row, column)) = self.chosen {
            pen.frame(self.corner(row * self.columns + column, place), 3.0, accent);
        }
    }

    fn number(&self, pen: &mut Pen, place: Place) {
        let accent = pen.palette.accent;
        let (number, name) = (pen.printed(NUMBER), Type { ink: pen.palette.quiet_ink, ..pen.printed(NAME) });
        let right = place.left - GAP;
        let names_right = right - self.down.numbers.iter().map(|text| number.width(text)).fold(0.0, f64::max) - GAP;
        let own = |chosen: Option<usize>, at: usize| (chosen == Some(at)).then_some(accent);
        let (chosen_row, chosen_column) = (self.chosen.map(|it| it.0), self.chosen.map(|it| it.1));
        for (texts, look, x) in [(&self.down.numbers, number, right), (&self.down.names, name, names_right)] {
            if texts.is_empty() {
                continue;
            }
            pen.begin_texts(look, Anchor::End);
            for (row, text) in texts.iter().enumerate() {
                pen.text_in(x, place.top + (row as f64 + 0.5) * place.high, text, own(chosen_row, row));
            }
            pen.end();
        }
        if self.across.numbers.is_empty() {
            return;
        }
        let y = place.top - GAP - 2.0;
        pen.begin_texts(number, Anchor::Middle);
        for (column, text) in self.across.numbers.iter().enumerate() {
            let x = place.left + (column as f64 + 0.5) * place.wide;
            pen.text_in(x, y, text, own(chosen_column, column));
        }
        pen.end();
        if let Some(step) = self.name_step(pen, place.wide).filter(|_| !self.across.names.is_empty()) {
            let first =
                if step == 1 { 0 } else { self.across.weights.iter().position(|it| *it > 0).unwrap_or(0) % step };
            pen.begin_texts(name, if step == 1 { Anchor::Middle } else { Anchor::Start });
            for (column, text) in self.across.names.iter().enumerate().skip(first).step_by(step) {
                let middle = if step == 1 { place.wide / 2.0 } else { 2.0 };
                let x = place.left + column as f64 * place.wide + middle;
                pen.text_in(x, y - NUMBER - 2.0, text, own(chosen_column, column));
            }
            pen.end();
        }
    }
}
