//! The table as an SVG picture that stands alone: presentation attributes only, no style sheet, no script, no identifiers,
//! so that many of them fit in one page under any content security policy.

use std::fmt::Write;

use super::Cells;
use super::palette::{COLOURS, Palette, Theme};
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::layout::{Layout, Shape};
use crate::table::{Grid, NaturalCoordinates};

/// The most cells that a picture shows: beyond it nobody reads them, and viewers grow slow.
pub const SVG_CELL_LIMIT: u64 = 1 << 14;

/// Meaning of the fills of the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Colour {
    /// The index modulo 8, as in CuTe's `print_latex`.
    #[default]
    IndexModulo8,
    /// No fills.
    None,
}

/// Options of [`grid_svg`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridOptions {
    /// Light or dark.
    pub theme: Theme,
    /// Meaning of the fills.
    pub colour: Colour,
    /// `true` if the indices stand in the cells.
    pub labels: bool,
    /// The cell, as row and column, that is marked together with its coordinates.
    pub highlight: Option<(u64, u64)>,
    /// `true` if thicker rules show where an inner mode begins anew.
    pub nesting: bool,
    /// `true` if the layout stands above the table.
    pub caption: bool,
    /// One 1-D coordinate for each mode from mode 2 on.
    pub slice: Vec<u64>,
    /// The words of the picture for those who do not see it, in place of the English ones.
    pub description: Option<String>,
}

impl Default for GridOptions {
    fn default() -> Self {
        GridOptions {
            theme: Theme::default(),
            colour: Colour::default(),
            labels: true,
            highlight: None,
            nesting: true,
            caption: true,
            slice: Vec::new(),
            description: None,
        }
    }
}

/// The table of a layout, mode 0 downwards and mode 1 to the right; of rank 1 one column.
///
/// The axes carry the 1-D coordinate of each row and column, and the natural one where the mode is nested.
/// Errors: those of [`Grid::new`], [`Error::TooLarge`] above [`SVG_CELL_LIMIT`] cells or for a highlight outside,
/// [`Error::NoElements`] for an empty table.
pub fn grid_svg(layout: &Layout, options: &GridOptions) -> Result<String> {
    any_svg(&AnyLayout::Plain(layout.clone()), options)
}

/// [`grid_svg`] of any layout.
pub fn any_svg(layout: &AnyLayout, options: &GridOptions) -> Result<String> {
    let grid = Grid::any(layout, &options.slice)?;
    let cells = Cells::of_grid(&grid, SVG_CELL_LIMIT)?;
    let title = layout.to_string();
    let description = options.description.clone().unwrap_or_else(|| describe(&cells, options));
    let highlight = match options.highlight {
        None => None,
        Some((row, column)) => {
            grid.index(row, column)?;
            Some((row as usize, column as usize))
        }
    };
    let picture = Picture {
        caption: options.caption.then(|| title.clone()),
        title,
        description,
        rows: Axis::of(grid.row_mode().shape(), options.nesting),
        columns: Axis::of(grid.column_mode().shape(), options.nesting),
        cells: cells
            .indices
            .iter()
            .map(|index| Cell {
                label: if options.labels { index.to_string() } else { String::new() },
                colour: (options.colour == Colour::IndexModulo8).then(|| index.rem_euclid(COLOURS as i64) as u8),
            })
            .collect(),
        highlight,
    };
    picture.svg(options.theme)
}

fn describe(cells: &Cells, options: &GridOptions) -> String {
    let plural = |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
    let (rows, columns) = (plural(cells.rows, "row"), plural(cells.columns, "column"));
    let (least, greatest) = cells.indices.iter().fold((i64::MAX, i64::MIN), |(a, b), i| (a.min(*i), b.max(*i)));
    let mut text = format!("Table of {rows} and {columns} with the indices of the layout, from {least} to {greatest}.");
    if let Some((row, column)) = options.highlight {
        let index = cells.rows().nth(row as usize).and_then(|row| row.get(column as usize).copied());
        let index = index.map(|index| format!(", which holds {index}")).unwrap_or_default();
        text.push_str(&format!(" Marked: row {row}, column {column}{index}."));
    }
    text
}

/// One cell of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Text that stands in it.
    pub label: String,
    /// Its fill, as a place in the palette (modulo 8); `None` leaves the ground.
    pub colour: Option<u8>,
}

/// The coordinates along one side of a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// The 1-D coordinates.
    pub linear: Vec<String>,
    /// The natural coordinates, where they differ.
    pub natural: Vec<String>,
    /// For each coordinate how many inner modes begin anew there: the weight of the rule before it.
    pub weights: Vec<usize>,
}

impl Axis {
    /// The coordinates of one mode. The caller has bounded its size: one label is made for each.
    fn of(shape: &Shape, nesting: bool) -> Self {
        let size = crate::int_tuple::product(shape).map_or(0, |size| size.value().max(0));
        let linear = (0..size).map(|coordinate| coordinate.to_string()).collect();
        let (mut natural, mut weights) = (Vec::new(), Vec::new());
        // Leaves of extent 1 begin anew all the time and say nothing.
        let tells = shape.leaves().iter().map(|extent| extent.value() > 1).collect::<Vec<_>>();
        let mut coordinates = NaturalCoordinates::new(shape);
        let mut begun = 0;
        for _ in 0..size {
            if !shape.is_leaf() {
                let mut text = String::new();
                coordinates.write(&mut text);
                natural.push(text);
            }
            weights.push(if nesting { tells.iter().take(begun).filter(|tells| **tells).count() } else { 0 });
            begun = coordinates.advance();
        }
        Axis { linear, natural, weights }
    }

    fn natural_width(&self) -> usize {
        self.natural.iter().map(|label| label.len()).max().unwrap_or(0)
    }

    fn linear_width(&self) -> usize {
        self.linear.iter().map(|label| label.len()).max().unwrap_or(0)
    }
}

/// A table with axes, ready to be drawn: what all pictures of cells have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The name of the picture.
    pub title: String,
    /// The words for those who do not see it.
    pub description: String,
    /// The line above the table.
    pub caption: Option<String>,
    /// The side from top to bottom.
    pub rows: Axis,
    /// The side from left to right.
    pub columns: Axis,
    /// Row by row, `rows * columns` of them.
    pub cells: Vec<Cell>,
    /// Row and column of the marked cell.
    pub highlight: Option<(usize, usize)>,
}

// Lengths in pixels. A character of a monospaced font is 0.6 of the font size wide.
const CELL_HEIGHT: usize = 34;
const MARGIN: usize = 12;
const GAP: usize = 8;
const LABEL_SIZE: usize = 15;
const LINEAR_SIZE: usize = 13;
const NATURAL_SIZE: usize = 11;
const CAPTION_HEIGHT: usize = 34;
/// Distance that a nesting rule reaches into the axes.
const TICK: usize = 6;
const FONT: &str = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace";

fn text_width(characters: usize, size: usize) -> usize {
    (characters * size * 3).div_ceil(5)
}

impl Picture {
    /// The picture as a complete SVG document.
    ///
    /// Errors: [`Error::NoElements`] where it has no cells, [`Error::TooLarge`] above [`SVG_CELL_LIMIT`].
    pub fn svg(&self, theme: Theme) -> Result<String> {
        let (rows, columns) = (self.rows.linear.len(), self.columns.linear.len());
        if rows == 0 || columns == 0 {
            return Err(Error::NoElements { shape: self.title.clone() });
        }
        let count = rows.saturating_mul(columns) as u64;
        if count > SVG_CELL_LIMIT {
            return Err(Error::TooLarge { what: "cells", count: count.to_string(), limit: SVG_CELL_LIMIT });
        }
        let place = Placement::of(self);
        let palette = Palette::of(theme);
        let mut svg = String::with_capacity(2048 + 128 * self.cells.len());
        // Writing to a string does not fail.
        let _ = self.write(&mut svg, &place, palette);
        Ok(svg)
    }

    fn write(&self, svg: &mut String, place: &Placement, palette: &Palette) -> std::fmt::Result {
        let Placement { width, height, .. } = *place;
        writeln!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"{FONT}\">"
        )?;
        writeln!(svg, "<title>{}</title>", escape(&self.title))?;
        writeln!(svg, "<desc>{}</desc>", escape(&self.description))?;
        writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", palette.ground)?;
        if let Some(caption) = &self.caption {
            writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"{LABEL_SIZE}\" font-weight=\"600\" fill=\"{}\">{}</text>",
                MARGIN + LABEL_SIZE,
                palette.ink,
                escape(caption)
            )?;
        }
        self.write_fills(svg, place, palette)?;
        self.write_rules(svg, place, palette)?;
        self.write_labels(svg, place, palette)?;
        self.write_axes(svg, place, palette)?;
        if let Some((row, column)) = self.highlight {
            let (x, y) = (place.column(column), place.row(row));
            let (cell_width, cell_height) = (place.cell_width, CELL_HEIGHT);
            for (stroke, stroke_width) in [(palette.ground, 7), (palette.accent, 4)] {
                writeln!(
                    svg,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{cell_width}\" height=\"{cell_height}\" rx=\"2\" fill=\"none\" \
                     stroke=\"{stroke}\" stroke-width=\"{stroke_width}\"/>"
                )?;
            }
        }
        svg.write_str("</svg>\n")
    }

    fn each_cell(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let columns = self.columns.linear.len().max(1);
        self.cells.iter().enumerate().map(move |(place, cell)| (place / columns, place % columns, cell))
    }

    fn write_fills(&self, svg: &mut String, place: &Placement, palette: &Palette) -> std::fmt::Result {
        let cell_width = place.cell_width;
        svg.write_str("<g shape-rendering=\"crispEdges\">\n")?;
        for (row, column, cell) in self.each_cell() {
            let Some(colour) = cell.colour else { continue };
            let (x, y, fill) = (place.column(column), place.row(row), palette.fill(i64::from(colour)));
            writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{cell_width}\" height=\"{CELL_HEIGHT}\" fill=\"{fill}\"/>"
            )?;
        }
        svg.write_str("</g>\n")
    }

    /// The fine rules, then the thicker ones where inner modes begin anew, then the border.
    fn write_rules(&self, svg: &mut String, place: &Placement, palette: &Palette) -> std::fmt::Result {
        let (left, top) = (place.left, place.top);
        let (right, bottom) = (place.column(self.columns.linear.len()), place.row(self.rows.linear.len()));
        svg.write_str("<g fill=\"none\" shape-rendering=\"crispEdges\">\n")?;
        let heaviest = self.rows.weights.iter().chain(&self.columns.weights).copied().max().unwrap_or(0).min(3);
        for weight in 0..=heaviest {
            let matches = |other: &usize| (*other).min(3) == weight;
            let tick = if weight == 0 { 0 } else { TICK };
            let mut path = String::new();
            for (column, _) in self.columns.weights.iter().enumerate().skip(1).filter(|(_, other)| matches(other)) {
                write!(path, "M{} {}V{bottom}", place.column(column), top - tick)?;
            }
            for (row, _) in self.rows.weights.iter().enumerate().skip(1).filter(|(_, other)| matches(other)) {
                write!(path, "M{} {}H{right}", left - tick, place.row(row))?;
            }
            if !path.is_empty() {
                let stroke = if weight == 0 { palette.rule } else { palette.ink };
                let stroke_width = weight.max(1) + usize::from(weight > 0);
                writeln!(svg, "<path d=\"{path}\" stroke=\"{stroke}\" stroke-width=\"{stroke_width}\"/>")?;
            }
        }
        writeln!(
            svg,
            "<path d=\"M{left} {top}H{right}V{bottom}H{left}Z\" stroke=\"{}\" stroke-width=\"2\"/>",
            palette.ink
        )?;
        svg.write_str("</g>\n")
    }

    fn write_labels(&self, svg: &mut String, place: &Placement, palette: &Palette) -> std::fmt::Result {
        writeln!(svg, "<g font-size=\"{LABEL_SIZE}\" text-anchor=\"middle\" fill=\"{}\">", palette.ink)?;
        for (row, column, cell) in self.each_cell().filter(|(_, _, cell)| !cell.label.is_empty()) {
            let (x, y) = (place.column(column) + place.cell_width / 2, place.row(row) + CELL_HEIGHT / 2);
            let weight = if self.highlight == Some((row, column)) { " font-weight=\"700\"" } else { "" };
            writeln!(svg, "<text x=\"{x}\" y=\"{y}\" dy=\".35em\"{weight}>{}</text>", escape(&cell.label))?;
        }
        svg.write_str("</g>\n")
    }

    fn write_axes(&self, svg: &mut String, place: &Placement, palette: &Palette) -> std::fmt::Result {
        let marked = |chosen: Option<usize>, here: usize| {
            if chosen == Some(here) {
                format!(" font-weight=\"700\" fill=\"{}\"", palette.accent)
            } else {
                String::new()
            }
        };
        let (chosen_row, chosen_column) = (self.highlight.map(|cell| cell.0), self.highlight.map(|cell| cell.1));
        let natural_right = place.linear_right - text_width(self.rows.linear_width(), LINEAR_SIZE) - GAP;
        for (labels, size, ink, x) in [
            (&self.rows.linear, LINEAR_SIZE, palette.ink, place.linear_right),
            (&self.rows.natural, NATURAL_SIZE, palette.quiet_ink, natural_right),
        ] {
            writeln!(svg, "<g font-size=\"{size}\" text-anchor=\"end\" fill=\"{ink}\">")?;
            for (row, label) in labels.iter().enumerate() {
                let (y, mark) = (place.row(row) + CELL_HEIGHT / 2, marked(chosen_row, row));
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\" dy=\".35em\"{mark}>{}</text>", escape(label))?;
            }
            svg.write_str("</g>\n")?;
        }
        let linear_bottom = place.top - GAP - 2;
        for (labels, size, ink, y) in [
            (&self.columns.linear, LINEAR_SIZE, palette.ink, linear_bottom),
            (&self.columns.natural, NATURAL_SIZE, palette.quiet_ink, linear_bottom - LINEAR_SIZE - GAP / 2),
        ] {
            writeln!(svg, "<g font-size=\"{size}\" text-anchor=\"middle\" fill=\"{ink}\">")?;
            for (column, label) in labels.iter().enumerate() {
                let (x, mark) = (place.column(column) + place.cell_width / 2, marked(chosen_column, column));
                writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{mark}>{}</text>", escape(label))?;
            }
            svg.write_str("</g>\n")?;
        }
        Ok(())
    }
}

/// Where things stand.
struct Placement {
    /// The left and upper edge of the first cell.
    left: usize,
    top: usize,
    /// The right edge of the 1-D coordinates of the rows.
    linear_right: usize,
    cell_width: usize,
    width: usize,
    height: usize,
}

impl Placement {
    fn of(picture: &Picture) -> Self {
        let label = picture.cells.iter().map(|cell| cell.label.chars().count()).max().unwrap_or(0);
        let cell_width = [
            CELL_HEIGHT,
            text_width(label, LABEL_SIZE) + 14,
            text_width(picture.columns.linear_width(), LINEAR_SIZE) + 10,
            text_width(picture.columns.natural_width(), NATURAL_SIZE) + 10,
        ];
        // Even, so that the middle is a whole pixel.
        let cell_width = cell_width.into_iter().max().unwrap_or(CELL_HEIGHT).next_multiple_of(2);
        let natural = text_width(picture.rows.natural_width(), NATURAL_SIZE);
        let natural = if natural > 0 { natural + GAP } else { 0 };
        let linear_right = MARGIN + natural + text_width(picture.rows.linear_width(), LINEAR_SIZE);
        let left = linear_right + GAP + 2;
        let caption = if picture.caption.is_some() { CAPTION_HEIGHT } else { 0 };
        let header = if picture.columns.natural.is_empty() { 0 } else { NATURAL_SIZE + GAP / 2 };
        let top = MARGIN + caption + header + LINEAR_SIZE + GAP;
        let caption_width =
            picture.caption.as_ref().map_or(0, |caption| text_width(caption.chars().count(), LABEL_SIZE));
        let table_width = left + picture.columns.linear.len() * cell_width + MARGIN;
        Placement {
            left,
            top,
            linear_right,
            cell_width,
            width: table_width.max(caption_width + 2 * MARGIN),
            height: top + picture.rows.linear.len() * CELL_HEIGHT + MARGIN,
        }
    }

    fn column(&self, column: usize) -> usize {
        self.left + column * self.cell_width
    }

    fn row(&self, row: usize) -> usize {
        self.top + row * CELL_HEIGHT
    }
}

/// Text between tags.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::tests::layout;
    use super::*;

    fn drawn(text: &str, options: GridOptions) -> String {
        grid_svg(&layout(text), &options).unwrap()
    }

    #[test]
    fn shows_indices_and_both_kinds_of_coordinates() {
        let svg = drawn("(3,(2,3)):(3,(12,1))", GridOptions { highlight: Some((1, 5)), ..GridOptions::default() });
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title>(3,(2,3)):(3,(12,1))</title>"));
        assert!(svg.contains("<desc>Table of 3 rows and 6 columns with the indices of the layout, from 0 to 20. Marked: row 1, column 5, which holds 17.</desc>"));
        assert!(svg.contains(" font-weight=\"700\">17</text>") && svg.contains(">(1,2)</text>"));
        assert_eq!(svg.matches("<rect ").count(), 1 + 18 + 2);
        assert!(svg.contains(&Palette::of(Theme::Light).fill(17).to_string()));
        for absent in ["<style", "style=", "class=", "id=", "<script"] {
            assert!(!svg.contains(absent), "{absent}");
        }
    }

    #[test]
    fn options_do_what_they_say() {
        let plain = GridOptions {
            theme: Theme::Dark,
            colour: Colour::None,
            labels: false,
            nesting: false,
            caption: false,
            description: Some("a < b & c".into()),
            ..GridOptions::default()
        };
        let svg = drawn("((2,2),2):((1,2),4)", plain);
        assert_eq!(svg.matches("<rect ").count(), 1);
        assert!(svg.contains("<desc>a &lt; b &amp; c</desc>") && !svg.contains(">7</text>"));
        assert!(svg.contains(&Palette::of(Theme::Dark).ground.to_string()));
        let cube = layout("(2,2,3):(1,2,4)");
        assert!(matches!(grid_svg(&cube, &GridOptions::default()), Err(Error::NeedsRank { found: 3, .. })));
        let slice = GridOptions { slice: vec![2], ..GridOptions::default() };
        assert!(grid_svg(&cube, &slice).is_ok_and(|svg| svg.contains(">11</text>")));
        let outside = GridOptions { highlight: Some((2, 0)), ..GridOptions::default() };
        assert!(grid_svg(&layout("(2,2):(1,2)"), &outside).is_err());
        assert!(matches!(grid_svg(&layout("(0,2):(1,2)"), &GridOptions::default()), Err(Error::NoElements { .. })));
    }

    #[test]
    fn rules_grow_with_the_modes_that_begin_anew() {
        let nested = layout("(((2,2),1,2)):(((1,2),0,4))");
        let axis = Axis::of(nested.shape(), true);
        assert_eq!(axis.weights, [0, 0, 1, 0, 2, 0, 1, 0]);
        assert_eq!(axis.natural.last().map(String::as_str), Some("(((1,1),0,1))"));
        assert_eq!(Axis::of(nested.shape(), false).weights, [0; 8]);
        assert!(Axis::of(layout("4:1").shape(), true).natural.is_empty());
    }
}
