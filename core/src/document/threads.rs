//! The thread-value map that a document looks at: of which layout, over which tile, in which memory.

use super::look::thread_values;
use super::{Held, View};
use crate::composed::AnyLayout;
use crate::error::Result;
use crate::int_tuple::IntTuple;
use crate::notebook::{Evaluation, Value};
use crate::thread_value::access::Data;
use crate::thread_value::{ThreadValue, Tile};

/// Where the tile of a map comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileSource {
    /// It is the first part of what `make_layout_tv` answers.
    Answered,
    /// It is the shape of the value of a statement that was chosen.
    Chosen(usize),
    /// Its strides are basis strides: it is what they reach.
    Reached,
    /// Nothing says it: it is as the strides suggest.
    Suggested,
}

/// Where the elements of the tile lie in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataSource {
    /// By the layout of a statement that was chosen, as data or as the tile.
    Chosen(usize),
    /// One after the other.
    Compact,
}

/// A thread-value map with what belongs to it.
#[derive(Debug, Clone)]
pub struct Threads {
    /// The map.
    pub map: ThreadValue,
    /// Where its tile comes from.
    pub tile: TileSource,
    /// Where the tile lies in memory, or why it cannot lie where it was said to.
    pub data: Result<Data>,
    /// Who says so.
    pub source: DataSource,
}

impl Threads {
    /// The statement whose shape the tile is.
    pub fn tile_statement(&self) -> Option<usize> {
        match self.tile {
            TileSource::Chosen(statement) => Some(statement),
            _ => None,
        }
    }

    /// The statement by whose layout the tile lies in memory.
    pub fn data_statement(&self) -> Option<usize> {
        match self.source {
            DataSource::Chosen(statement) => Some(statement),
            DataSource::Compact => None,
        }
    }
}

/// Whether a statement is worth what `make_layout_tv` answers: a map, and nothing else.
pub fn is_answered(evaluation: &Evaluation, statement: usize) -> bool {
    evaluation.value(statement).is_some_and(|value| thread_values(value).is_some())
}

/// The map of the statement that is looked at; `None` where its value is no layout of threads and values.
///
/// A layout is one if it has two modes, the threads and the values; so is what `make_layout_tv` answers. Errors: those of
/// [`ThreadValue::new`].
pub fn threads(evaluation: &Evaluation, statement: usize, view: &View, held: Held) -> Option<Result<Threads>> {
    let value = evaluation.value(statement)?;
    let (answered, layout) = match thread_values(value) {
        Some((tile, layout)) => (Some(tile), layout),
        None => (None, value.as_any_layout()?),
    };
    if layout.rank() != 2 || layout.shape().is_leaf() {
        return None;
    }
    Some(put_together(evaluation, &layout, answered, view, held))
}

fn put_together(
    evaluation: &Evaluation,
    layout: &AnyLayout,
    answered: Option<IntTuple>,
    view: &View,
    held: Held,
) -> Result<Threads> {
    let chosen = view.tile.and_then(|statement| Some((statement, tile_of(evaluation.value(statement)?)?)));
    let (map, tile) = match (chosen, answered) {
        (Some((statement, shape)), _) => (ThreadValue::new(layout, Tile::new(&shape)?)?, TileSource::Chosen(statement)),
        (None, Some(shape)) => (ThreadValue::new(layout, Tile::new(&shape)?)?, TileSource::Answered),
        (None, None) => {
            let reached = layout.plain().is_some_and(|layout| layout.int_stride().is_none());
            let source = if reached { TileSource::Reached } else { TileSource::Suggested };
            (ThreadValue::over_its_image(layout)?, source)
        }
    };
    let own = match tile {
        TileSource::Chosen(statement) => Some(statement),
        _ => None,
    };
    let chosen = view.data.or(own);
    let chosen = chosen.and_then(|statement| Some((statement, evaluation.value(statement)?.as_any_layout()?)));
    let bits = u64::from(held.bits.max(1));
    let (data, source) = match chosen {
        Some((statement, layout)) => (Data::new(&layout, map.tile(), bits), DataSource::Chosen(statement)),
        None => (Data::compact(map.tile(), bits), DataSource::Compact),
    };
    Ok(Threads { map, tile, data, source })
}

/// The shape that a value can be the tile by: its own if it is one, or that of its layout.
fn tile_of(value: &Value) -> Option<IntTuple> {
    match value.as_any_layout() {
        Some(layout) => Some(layout.shape().clone()),
        None => thread_values(value).map(|(tile, _)| tile).or_else(|| value.as_ints()),
    }
    .filter(|shape| shape.leaf_count() > 0)
}

/// The statements with a name whose value can be a tile: shapes and layouts.
pub fn tiles(evaluation: &Evaluation) -> Vec<(usize, String)> {
    named(evaluation, |value| tile_of(value).is_some_and(|shape| Tile::new(&shape).is_ok()))
}

/// The statements with a name whose value is a layout of integers.
pub fn layouts(evaluation: &Evaluation) -> Vec<(usize, String)> {
    let is_integral = |layout: AnyLayout| layout.plain().is_none_or(|layout| layout.int_stride().is_some());
    named(evaluation, |value| value.as_any_layout().is_some_and(is_integral))
}

/// The last statement of each name, in the order of the notebook.
fn named(evaluation: &Evaluation, accepts: impl Fn(&Value) -> bool) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (number, statement) in evaluation.statements().iter().enumerate() {
        let Some((name, _)) = &statement.name else { continue };
        found.retain(|(_, earlier)| earlier != name);
        if evaluation.value(number).is_some_and(&accepts) {
            found.push((number, name.clone()));
        }
        if found.len() > NAMES_LIMIT {
            found.remove(0);
        }
    }
    found
}

/// How many names are offered; of more, the last.
const NAMES_LIMIT: usize = 200;

/// The statement that makes a thread-value map of two layouts by name, under a name that is not used yet; `T` if it can.
///
/// Example: `T = make_layout_tv(thr, val)`.
pub fn statement(evaluation: &Evaluation, function: &str, threads: &str, values: &str) -> String {
    format!("{} = {function}({threads}, {values})", evaluation.free_name("T"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Options, look};
    use crate::notebook::{Settings, evaluate};

    const SETTINGS: Settings = Settings { compile_time: true, major: crate::make::Major::Left };

    fn at(text: &str, statement: usize, view: View) -> Option<Result<Threads>> {
        let evaluation = evaluate(text, SETTINGS);
        threads(&evaluation, statement, &view, Held::default())
    }

    #[test]
    fn what_is_a_map_and_over_which_tile() {
        const TEXT: &str = "thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)\nC = ((4,8),(2,2)):((32,1),(16,8))\n\
                            tile = (16,8)\nA = (16,8):(8,1)\nv = 8:1\nI = (4,2):(1@0,1@1)";
        let tile = |tile: usize| View { tile: Some(tile), ..View::default() };
        for (statement, view, expected) in [
            (2, View::default(), Some(("(8,16)", TileSource::Answered, DataSource::Compact))),
            (2, tile(3), Some(("(32,4)", TileSource::Chosen(3), DataSource::Chosen(3)))),
            (3, View::default(), Some(("(16,8)", TileSource::Suggested, DataSource::Compact))),
            (3, tile(4), Some(("(16,8)", TileSource::Chosen(4), DataSource::Compact))),
            (3, tile(5), Some(("(16,8)", TileSource::Chosen(5), DataSource::Chosen(5)))),
            (
                3,
                View { data: Some(5), ..View::default() },
                Some(("(16,8)", TileSource::Suggested, DataSource::Chosen(5))),
            ),
            (3, tile(99), Some(("(16,8)", TileSource::Suggested, DataSource::Compact))),
            (7, View::default(), Some(("(4,2)", TileSource::Reached, DataSource::Compact))),
            (4, View::default(), None),
            (6, View::default(), None),
        ] {
            let found = at(TEXT, statement, view.clone()).map(|found| found.expect("a map"));
            let found = found.map(|found| (found.map.tile().to_string(), found.tile, found.source));
            let found = found.as_ref().map(|(tile, of, data)| (tile.as_str(), *of, *data));
            assert_eq!(found, expected, "{statement} {view:?}");
        }
        let evaluation = evaluate(TEXT, SETTINGS);
        let names = |found: Vec<(usize, String)>| found.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ");
        assert_eq!(names(tiles(&evaluation)), "thr val T C tile A v I");
        assert_eq!(names(layouts(&evaluation)), "thr val C A v");
        assert_eq!(statement(&evaluation, "make_layout_tv", "thr", "val"), "T2 = make_layout_tv(thr, val)");
    }

    #[test]
    fn what_make_layout_tv_answers_is_looked_at_as_its_layout() {
        let evaluation = evaluate("T = make_layout_tv((_4,_8):(_8,_1), (_2,_2):(_2,_1))", SETTINGS);
        let look = look::look(&evaluation, &View::default(), &Options::default()).expect("a layout");
        assert_eq!(look.layout.to_string(), "((_8,_4),(_2,_2)):((_16,_2),(_8,_1))");
        assert!(look.literal.is_none() && is_answered(&evaluation, 0) && !is_answered(&evaluation, 1));
    }
}
