//! The map of threads and values of a figure: the tile, and who holds each element of it.

use super::cells::{Axis, Cell, SIDE_MOST, Table, seen, window};
use super::pen::{Pen, Swatch};
use super::{Figure, Piece};
use crate::draw::palette::Palette;
use crate::error::Result;
use crate::look::threads::Threads;
use crate::look::{HeldColour, Label};
use crate::operations::threads;
use crate::thread_value::{Alone, Pair};

/// The side of a cell and the size of what stands in it, in pixels.
const SIDE: f64 = 34.0;
const TYPE: f64 = 11.0;

/// The map of the value, if it is one.
pub(super) fn found(figure: &Figure<'_>) -> Option<Result<Threads>> {
    threads(figure.evaluation, figure.look.statement, figure.view, figure.held)
}

pub(super) fn piece(figure: &Figure<'_>, palette: &'static Palette) -> Result<Piece> {
    let mut piece = Piece {
        width: 0.0,
        height: 0.0,
        svg: String::new(),
        facts: String::new(),
        legend: Vec::new(),
        notes: Vec::new(),
    };
    let Some(found) = found(figure) else { return Ok(piece) };
    let found = found?;
    let (map, owners) = (&found.map, found.map.owners()?);
    let (thread, value) = (figure.view.thread, figure.view.value);
    let thread = thread.filter(|thread| *thread < map.threads());
    let width = u64::from(figure.held.width.max(1));
    let values = value.filter(|value| *value < map.values()).map(|first| (first, first.saturating_add(width)));
    let alone = Alone { thread, values };
    let tile = map.tile();
    let chosen = figure.chosen.and_then(|chosen| map.cell(map.pair(u64::try_from(chosen).ok()?)?));
    let at = |cell: u64| (cell % tile.rows().max(1), cell / tile.rows().max(1));
    let chosen = chosen.map(at);
    let rows = window(tile.rows(), chosen.map(|it| it.0), SIDE_MOST);
    let columns = window(tile.columns(), chosen.map(|it| it.1), SIDE_MOST);
    let data = found.data.as_ref().ok();
    let mut cells = Vec::new();
    for row in rows.clone() {
        for column in columns.clone() {
            let cell = column * tile.rows() + row;
            let pairs = owners.of(cell);
            let pair = alone.meant(pairs);
            let is_dim = pair.map_or(alone.is_any(), |pair| !alone.holds(&pair));
            let index = data.and_then(|data| data.index(cell));
            let class = pair.and_then(|pair| figure.held.colour.class(pair, index));
            let fill = class.map(|class| palette.fill(class));
            cells.push(Some(Cell {
                fill: if is_dim { fill.map(|fill| fill.paler(palette.ground)) } else { fill },
                lines: lines(pair, pairs.len(), index, figure.label),
                is_quiet: is_dim,
                is_many: pairs.len() > 1,
                is_bare: pairs.is_empty(),
                is_framed: alone.is_any() && !is_dim,
                ..Cell::default()
            }));
        }
    }
    let has = |is: fn(&Cell) -> bool| cells.iter().flatten().any(is);
    let tongue = figure.tongue;
    if has(|cell| cell.is_many) {
        piece.legend.push((Swatch::Many, tongue.pick("held more than once", "被多次持有").to_string()));
    }
    let shown = cells.len() as u64;
    // The modes beyond the second stand beside each other.
    let every = tile.extents().get(1).copied().filter(|every| tile.extents().len() > 2 && *every > 0);
    let begins = |column: u64| usize::from(every.is_some_and(|every| column > 0 && column.is_multiple_of(every)));
    let numbers = |side: std::ops::Range<u64>| side.map(|at| at.to_string()).collect::<Vec<_>>();
    let table = Table {
        columns: usize::try_from(columns.end - columns.start).unwrap_or(1),
        cells,
        down: Axis { numbers: if tile.rows() > 1 { numbers(rows.clone()) } else { Vec::new() }, ..Axis::default() },
        across: Axis {
            numbers: numbers(columns.clone()),
            weights: columns.clone().map(begins).collect(),
            ..Axis::default()
        },
        side: SIDE,
        type_size: TYPE,
        chosen: chosen.and_then(|chosen| seen(chosen, (rows.start, columns.start))),
    };
    let mut pen = Pen::new(palette);
    let place = table.draw(&mut pen);
    (piece.width, piece.height, piece.svg) = (place.width, place.height, pen.finish());
    piece.notes.extend(figure.window_note(shown, tile.size().into()));
    let (threads, values) = (map.threads(), map.values());
    let counted = |count: u64, what: &str| if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") };
    let colour = match figure.held.colour {
        HeldColour::Thread => tongue.pick("; same colour, same thread modulo 8", "；同色即线程模 8 相同"),
        HeldColour::Warp => tongue.pick("; same colour, same warp modulo 8", "；同色即 warp 模 8 相同"),
        HeldColour::Value => tongue.pick("; same colour, same value modulo 8", "；同色即值模 8 相同"),
        HeldColour::Index => tongue.pick("; same colour, same index modulo 8", "；同色即索引模 8 相同"),
        HeldColour::None => "",
    };
    piece.facts = tongue.pick(
        format!("{} × {}, tile {tile}{colour}", counted(threads, "thread"), counted(values, "value")),
        format!("{threads} 个线程 × {values} 个值，tile {tile}{colour}"),
    );
    Ok(piece)
}

/// Returns the lines that stand in a cell; `+` where more than one pair holds it.
fn lines(pair: Option<Pair>, count: usize, index: Option<i64>, label: Label) -> [String; 2] {
    let more = if count > 1 { "+" } else { "" };
    match (pair, label) {
        (Some(pair), Label::Both) => [format!("T{}{more}", pair.thread), format!("V{}", pair.value)],
        (Some(pair), Label::Thread) => [format!("T{}{more}", pair.thread), String::new()],
        (Some(pair), Label::Value) => [format!("V{}{more}", pair.value), String::new()],
        (Some(_), Label::Index) => [index.map_or_else(String::new, |index| index.to_string()), String::new()],
        (None, _) => Default::default(),
    }
}
