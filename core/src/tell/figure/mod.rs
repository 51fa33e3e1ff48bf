//! A figure for a report: what one sees of a value — its grid, memory, operands and result, its map of threads and
//! values — as one SVG picture that stands alone.
//!
//! Presentation attributes only, fonts that systems have, text that stays text; the words of one language. Whatever the
//! layout, a figure has a bounded size: of what is larger a window is drawn, and it says so.

mod cells;
mod grid;
mod memory;
mod operation;
mod pen;
pub mod strip;
mod threads;

use self::pen::{Pen, Swatch, Type, spelled};
use crate::draw::palette::{Palette, Theme};
use crate::error::Result;
use crate::look::{Held, Label, Look, View};
use crate::notebook::Evaluation;
use crate::notebook::value::without_underscores;
use crate::scene::{Colours, Scene};
use crate::table::FlatLayout;
use crate::words::Tongue;

/// Part that may stand in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The table of indices.
    Grid,
    /// The index space as a strip.
    Memory,
    /// Operands and result of an operation.
    Operation,
    /// Which thread holds which value.
    Threads,
}

impl Part {
    /// All of them, in the order in which they stand.
    pub const ALL: [Part; 4] = [Part::Grid, Part::Memory, Part::Operation, Part::Threads];

    /// Its name on the command line and in an address.
    pub const fn word(self) -> &'static str {
        match self {
            Part::Grid => "grid",
            Part::Memory => "memory",
            Part::Operation => "operation",
            Part::Threads => "threads",
        }
    }

    /// The part with a name.
    pub fn of_word(word: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.word() == word)
    }
}

/// Property that the cells of the grid are coloured by.
#[derive(Clone, Copy)]
pub enum Fill<'a> {
    /// The index modulo 8.
    Index,
    /// A number of the palette for each 1-D coordinate, or none.
    Class(&'a dyn Fn(i64) -> Option<u8>),
    /// Nothing.
    Plain,
}

/// Value that is drawn, as it is seen.
pub struct Figure<'a> {
    /// The notebook's values.
    pub evaluation: &'a Evaluation,
    /// The layout that is looked at.
    pub look: &'a Look,
    /// Part of it that is looked at.
    pub view: &'a View,
    /// Colouring of a map of threads and values.
    pub held: Held,
    /// Label that stands in its cells.
    pub label: Label,
    /// On what ground.
    pub theme: Theme,
    /// In which language.
    pub tongue: Tongue,
    /// True if static integers have their underscore.
    pub underscores: bool,
    /// The chosen 1-D coordinate, where it is marked.
    pub chosen: Option<i64>,
    /// The index that is marked in memory.
    pub index: Option<i64>,
    /// Property that the grid is coloured by.
    pub fill: Fill<'a>,
    /// Property that the slots of memory are coloured by: that of the first coordinate that reaches them.
    pub slots: Fill<'a>,
    /// Meaning of the grid's colours, where they mean more than the index.
    pub legend: Vec<(u8, String)>,
    /// The operation and its colours, where the value came about by one.
    pub operation: Option<(&'a Scene, &'a Colours)>,
}

/// The room around a figure and between its parts, in pixels.
const MARGIN: f64 = 16.0;
const GAP: f64 = 22.0;
/// The least width of a figure, and the greatest of what flows in lines, in pixels.
const WIDTH_LEAST: f64 = 340.0;
const WIDTH_FLOW: f64 = 960.0;

/// A part that is drawn, with its upper left corner at 0, 0.
struct Piece {
    width: f64,
    height: f64,
    svg: String,
    /// Text that stands behind its heading, and says more about it.
    facts: String,
    /// Small squares with words, below it.
    legend: Vec<(Swatch, String)>,
    /// Sentences below it.
    notes: Vec<String>,
}

impl Figure<'_> {
    /// Which parts there are of this value.
    pub fn parts(&self) -> Vec<Part> {
        let has = |part: &Part| match part {
            Part::Grid => true,
            Part::Memory => FlatLayout::any(&self.look.drawn()).is_ok_and(|flat| flat.size() > 0),
            Part::Operation => self.operation.is_some_and(|(scene, _)| !scene.panels.is_empty()),
            Part::Threads => threads::found(self).is_some_and(|found| found.is_ok_and(|it| it.map.owners().is_ok())),
        };
        Part::ALL.into_iter().filter(has).collect()
    }

    /// The picture of some parts, each once and in their order; those that the value does not have are left out.
    ///
    /// Errors: why a part cannot be drawn, such as an empty domain.
    pub fn svg(&self, chosen: &[Part]) -> Result<String> {
        let parts = self.parts().into_iter().filter(|part| chosen.contains(part)).collect::<Vec<_>>();
        let palette = Palette::of(self.theme);
        // The strip of memory is as wide as what stands around it.
        let mut pieces = Vec::new();
        for part in parts.iter().filter(|part| **part != Part::Memory) {
            let piece = match part {
                Part::Grid => grid::piece(self, palette)?,
                Part::Operation => operation::piece(self, palette),
                Part::Threads => threads::piece(self, palette)?,
                Part::Memory => continue,
            };
            pieces.push((*part, piece));
        }
        let title = self.title();
        let bold = Type { is_bold: true, ..Pen::new(palette).printed(15.0) };
        let widest = pieces.iter().map(|(_, piece)| piece.width).fold(WIDTH_LEAST, f64::max);
        let width = widest.max(bold.width(&title).min(WIDTH_FLOW));
        if parts.contains(&Part::Memory) {
            let room = if pieces.is_empty() { WIDTH_FLOW * 0.75 } else { width.clamp(480.0, WIDTH_FLOW) };
            let at = pieces.iter().position(|(part, _)| *part != Part::Grid).unwrap_or(pieces.len());
            pieces.insert(at, (Part::Memory, memory::piece(self, palette, room)?));
        }
        let width = pieces.iter().map(|(_, piece)| piece.width).fold(width, f64::max);
        Ok(self.put_together(palette, &title, bold, &pieces, width))
    }

    fn put_together(
        &self,
        palette: &'static Palette,
        title: &str,
        bold: Type,
        pieces: &[(Part, Piece)],
        width: f64,
    ) -> String {
        let mut pen = Pen::new(palette);
        let mut y = MARGIN;
        y += pen.paragraph(bold, (MARGIN, y), width, title) + 8.0;
        let is_alone = pieces.len() == 1;
        for (place, (part, piece)) in pieces.iter().enumerate() {
            if place > 0 {
                y += GAP;
            }
            let heading = self.heading(*part);
            let facts = self.spell(&piece.facts);
            if !is_alone {
                let look = Type { is_bold: true, ink: palette.ink, ..pen.said(13.0) };
                y += pen.paragraph(look, (MARGIN, y), width, heading);
            }
            if !facts.is_empty() {
                y += pen.paragraph(pen.said(12.0), (MARGIN, y), width, &facts);
            }
            y += if is_alone && facts.is_empty() { 0.0 } else { 6.0 };
            pen.begin_at(MARGIN, y);
            pen.insert(&piece.svg);
            pen.end();
            y += piece.height + 6.0;
            y += pen.legend((MARGIN, y), width, &piece.legend);
            for note in &piece.notes {
                y += pen.paragraph(pen.said(12.0), (MARGIN, y), width, &self.spell(note));
            }
        }
        let (wide, high) = ((width + 2.0 * MARGIN).ceil(), (y + MARGIN - 4.0).ceil());
        let description = pieces.iter().map(|(part, piece)| match piece.facts.as_str() {
            "" => self.heading(*part).to_string(),
            facts => format!("{}: {}", self.heading(*part), self.spell(facts)),
        });
        let mut description = description.collect::<Vec<_>>().join(". ");
        if let Some(marked) = self.marked() {
            description.push_str(". ");
            description.push_str(&marked);
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<rect width=\"{wide}\" height=\"{high}\" \
             fill=\"{}\"/>\n{}</svg>\n",
            spelled(title),
            spelled(&description),
            palette.ground,
            pen.finish()
        )
    }

    /// The name and what CuTe prints.
    fn title(&self) -> String {
        let printed = self.spell(&self.look.printed());
        match &self.look.name {
            Some(name) => format!("{name} = {printed}"),
            None => printed,
        }
    }

    /// Tells in words what is marked.
    fn marked(&self) -> Option<String> {
        let point = self.look.point_at(self.chosen?).ok()?;
        let (linear, natural) = (point.linear, self.spell(&point.natural.to_string()));
        let index = self.spell(&point.index.map(&mut |int| int.value()).to_string());
        Some(self.tongue.pick(
            format!("Marked: coordinate {linear}, which is {natural}, index {index}"),
            format!("标记：坐标 {linear}，即 {natural}，索引 {index}"),
        ))
    }

    fn heading(&self, part: Part) -> &'static str {
        let (english, chinese) = match part {
            Part::Grid => ("Grid", "网格"),
            Part::Memory => ("Memory", "内存"),
            Part::Operation => ("Operands and result", "操作数与结果"),
            Part::Threads => ("Thread-value map", "线程-值映射"),
        };
        self.tongue.pick(english, chinese)
    }

    /// A layout as it is seen, with or without underscores.
    fn spell(&self, printed: &str) -> String {
        if self.underscores { printed.to_string() } else { without_underscores(printed) }
    }

    /// That only some of the cells are drawn.
    fn window_note(&self, shown: u64, all: u128) -> Option<String> {
        (u128::from(shown) < all).then(|| {
            self.tongue.pick(format!("{shown} of {all} cells are shown"), format!("共 {all} 格，显示 {shown} 格"))
        })
    }
}
