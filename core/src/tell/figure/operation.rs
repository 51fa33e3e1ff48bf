//! The operation of a figure: operands and result side by side, in the same colours.

use super::cells::{Axis, Cell, Table, shortened, window};
use super::pen::{Anchor, Pen, Swatch, Type};
use super::{Figure, Piece, WIDTH_FLOW};
use crate::draw::palette::Palette;
use crate::scene::{Class, Colours, Meaning, Scene};
use crate::words;

/// The most rows and columns of a panel.
const SIDE_MOST: u64 = 64;
/// The cells of one line, of a panel with one mode.
const LINE: i64 = 16;
/// The side of a cell and the size of its index, in pixels.
const SIDE: f64 = 28.0;
const TYPE: f64 = 12.0;
/// The room between two panels, in pixels.
const GAP: f64 = 30.0;
/// So many classes have a colour of their own.
const COLOURS: i64 = 8;
/// Of more classes than these neighbours are not parted by rules: each cell may be its own class.
const PARTED_MOST: i64 = 4096;

/// A panel with the coordinates in its cells, row by row.
struct Sheet {
    columns: usize,
    coordinates: Vec<Option<i64>>,
}

pub(super) fn piece(figure: &Figure<'_>, palette: &'static Palette) -> Piece {
    let mut pen = Pen::new(palette);
    let (mut width, mut height) = (0.0_f64, 0.0_f64);
    let (mut legend, mut notes) = (Vec::new(), Vec::new());
    let Some((scene, colours)) = figure.operation else {
        return Piece { width, height, svg: String::new(), facts: String::new(), legend, notes };
    };
    let shown = scene.result();
    let (mut x, mut y, mut line) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut bare = [false; 2];
    for (number, panel) in scene.panels.iter().enumerate() {
        let own = figure.chosen.and_then(|chosen| match shown {
            Some(result) if result == number => Some(chosen),
            Some(result) => scene.corresponding(result, chosen, number),
            None => None,
        });
        let sheet = Sheet::of(panel.size, rows_of(scene, number), own);
        let table = table(scene, number, colours, &sheet, (figure.chosen, own), palette);
        for cell in table.cells.iter().flatten() {
            bare = [bare[0] || cell.is_quiet, bare[1] || cell.is_beyond];
        }
        let (drawn, wide, high) = drawn(figure, scene, number, &table, palette);
        if x > 0.0 && x + wide > WIDTH_FLOW {
            (x, y, line) = (0.0, y + line + GAP, 0.0);
        }
        pen.begin_at(x, y);
        pen.insert(&drawn);
        pen.end();
        let in_view = table.cells.iter().flatten().count() as u64;
        if let Some(note) = figure.window_note(in_view, panel.size.max(0).unsigned_abs().into()) {
            let name = words::called(scene, panel.role, figure.tongue);
            notes.push(figure.tongue.pick(format!("{name}: {note}"), format!("{name}：{note}")));
        }
        line = line.max(high);
        (width, height) = (width.max(x + wide), height.max(y + high));
        x += wide + GAP;
    }
    let meaning = colours.meaning.filter(|meaning| *meaning != Meaning::Coordinate);
    legend.extend(meaning.into_iter().flat_map(|meaning| classes(figure, scene, meaning, colours.count)));
    for (class, swatch) in [(Class::None, Swatch::Bare), (Class::Beyond(0), Swatch::Beyond)]
        .into_iter()
        .zip(bare)
        .filter_map(|(it, has)| has.then_some(it))
    {
        legend.extend(words::classless(scene, class, figure.tongue).map(|words| (swatch, words)));
    }
    let said = words::colours(scene, colours, figure.tongue);
    let facts = figure.tongue.pick(format!("{}. {said}", scene.operation), format!("{}。{said}", scene.operation));
    Piece { width, height, svg: pen.finish(), facts, legend, notes }
}

/// A panel with its name above and what is printed of it below; how wide and how high that is.
fn drawn(
    figure: &Figure<'_>,
    scene: &Scene,
    number: usize,
    table: &Table,
    palette: &'static Palette,
) -> (String, f64, f64) {
    const HEAD: f64 = 22.0;
    let mut pen = Pen::new(palette);
    let Some(panel) = scene.panels.get(number) else { return (String::new(), 0.0, 0.0) };
    let name = words::called(scene, panel.role, figure.tongue);
    let role = words::role(scene, panel.role, figure.tongue);
    let (bold, quiet) = (Type { is_bold: true, ..pen.printed(13.0) }, pen.said(12.0));
    pen.begin_texts(bold, Anchor::Start);
    pen.text(0.0, HEAD / 2.0, &shortened(name.clone()));
    pen.end();
    let mut wide = bold.width(&shortened(name.clone()));
    if role != name {
        pen.begin_texts(quiet, Anchor::Start);
        pen.text(wide + 7.0, HEAD / 2.0, role);
        pen.end();
        wide += 7.0 + quiet.width(role);
    }
    pen.begin_at(0.0, HEAD);
    let place = table.draw(&mut pen);
    pen.end();
    let written = panel.written.clone().filter(|written| panel.name() != Some(written));
    let (printed, written) = (figure.spell(&panel.printed), written.map(|written| figure.spell(&written)));
    let printed = match written.filter(|written| *written != printed) {
        Some(written) => format!("{written} = {printed}"),
        None => printed,
    };
    let look = Type { ink: palette.quiet_ink, ..pen.printed(11.5) };
    let wide = wide.max(place.width).max(look.width(&printed).min(230.0));
    let below = pen.paragraph(look, (0.0, HEAD + place.height + 4.0), wide, &printed);
    (pen.finish(), wide, HEAD + place.height + 4.0 + below)
}

/// Rows of a panel: those of its first mode; none where it has one mode, which is written in lines.
fn rows_of(scene: &Scene, number: usize) -> Option<i64> {
    let panel = scene.panels.get(number)?;
    let first = (panel.layout.rank() > 1).then(|| panel.layout.innermost().at(&[0]).ok()?.size().ok())??;
    Some(first.value())
}

impl Sheet {
    /// All cells of a panel, or those around one: in columns of `rows` cells each, or in lines where there is one mode.
    fn of(size: i64, rows: Option<i64>, around: Option<i64>) -> Sheet {
        let (size, is_line) = (size.max(1), rows.is_none());
        let columns = rows.map_or(size.min(LINE), |rows| (size / rows.max(1)).max(1));
        let rows = rows.map_or(size / columns + i64::from(size % columns > 0), |rows| rows.max(1));
        let around = around.unwrap_or(0).clamp(0, size - 1);
        let (row, column) = if is_line { (around / columns, around % columns) } else { (around % rows, around / rows) };
        let side = |count: i64, at: i64| {
            let whole = |number: i64| u64::try_from(number).unwrap_or_default();
            let shown = window(whole(count), Some(whole(at)), SIDE_MOST);
            shown.start as i64..shown.end as i64
        };
        let (down, across) = (side(rows, row), side(columns, column));
        let coordinate = |row: i64, column: i64| {
            let (outer, length, inner) = if is_line { (row, columns, column) } else { (column, rows, row) };
            outer.checked_mul(length)?.checked_add(inner).filter(|coordinate| *coordinate < size)
        };
        let width = usize::try_from(across.end - across.start).unwrap_or(1);
        let all = down.flat_map(|row| across.clone().map(move |column| (row, column)));
        Sheet { columns: width, coordinates: all.map(|(row, column)| coordinate(row, column)).collect() }
    }
}

fn table(
    scene: &Scene,
    number: usize,
    colours: &Colours,
    sheet: &Sheet,
    (chosen, own): (Option<i64>, Option<i64>),
    palette: &Palette,
) -> Table {
    let numbers = || sheet.coordinates.iter().map(|coordinate| coordinate.unwrap_or(-1));
    let classes = scene.classes(number, numbers(), colours);
    let panel = scene.panels.get(number);
    let indices = panel.map(|panel| panel.indices(numbers())).unwrap_or_default();
    let labels = panel.map(|panel| panel.labels(numbers())).unwrap_or_default();
    let linked = match (chosen, scene.result()) {
        (Some(chosen), Some(result)) if result != number => scene.all_corresponding(result, chosen, number, numbers()),
        _ => Vec::new(),
    };
    let is_parted = colours.count <= PARTED_MOST
        && !matches!(
            colours.meaning,
            None | Some(Meaning::Coordinate | Meaning::Leaves { .. } | Meaning::CoalescedMode { .. })
        );
    let cell = |place: usize| {
        let class = classes.get(place).copied().unwrap_or(Class::None);
        let fill = match class {
            Class::Of(number) | Class::Beyond(number) => Some(palette.fill(number)),
            Class::Index => Some(palette.fill(indices.get(place).copied().unwrap_or_default())),
            Class::None => None,
        };
        let part = match class {
            Class::Of(number) | Class::Beyond(number) if is_parted => Some(number),
            _ => None,
        };
        Cell {
            fill,
            lines: [shortened(labels.get(place).cloned().unwrap_or_default()), String::new()],
            is_quiet: class == Class::None,
            part,
            is_beyond: matches!(class, Class::Beyond(_)),
            is_framed: linked.get(place).is_some_and(|linked| *linked),
            ..Cell::default()
        }
    };
    let cells = sheet.coordinates.iter().enumerate().map(|(place, coordinate)| coordinate.map(|_| cell(place)));
    let chosen = own.and_then(|own| sheet.coordinates.iter().position(|coordinate| *coordinate == Some(own)));
    let columns = sheet.columns.max(1);
    Table {
        columns,
        cells: cells.collect(),
        down: Axis::default(),
        across: Axis::default(),
        side: SIDE,
        type_size: TYPE,
        chosen: chosen.map(|at| (at / columns, at % columns)),
    }
}

/// Tells what each colour means; from the ninth class on colours come again.
fn classes(figure: &Figure<'_>, scene: &Scene, meaning: Meaning, count: i64) -> Vec<(Swatch, String)> {
    (0..count.min(COLOURS))
        .map(|number| (Swatch::Class(number as u8), words::class_again(scene, meaning, (number, count), figure.tongue)))
        .collect()
}
