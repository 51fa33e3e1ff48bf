//! The thread-value map that a document looks at: of which layout, over which tile, in which memory.

use super::about::{About, about};
use super::{Held, View, element_bits, thread_values};
use crate::composed::AnyLayout;
use crate::error::Result;
use crate::int_tuple::IntTuple;
use crate::layout::Shape;
use crate::notebook::functions::{Arguments, Function};
use crate::notebook::{Evaluation, Expression, ExpressionKind, Value};
use crate::thread_value::access::Data;
use crate::thread_value::{ThreadValue, Tile};

/// Where the tile of a map comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TileSource {
    /// The operation says it: it is the first part of what `make_layout_tv` answers, or the tile of a tiled MMA or copy.
    Answered,
    /// It is the shape of the value of a statement that was chosen.
    Chosen(usize),
    /// Its strides are basis strides: it is what they reach.
    Reached,
    /// It is a shape that the notebook names, of as many elements as the map reaches.
    Named(usize),
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
    /// `true` if it is one by itself; else the reader reads it as one.
    pub is_made: bool,
    /// Where its tile comes from.
    pub tile: TileSource,
    /// Where the tile lies in memory, or why it cannot lie where it was said to.
    pub data: Result<Data>,
    /// Source that says so.
    pub source: DataSource,
}

impl Threads {
    /// The statement whose shape the tile is.
    pub fn tile_statement(&self) -> Option<usize> {
        match self.tile {
            TileSource::Chosen(statement) | TileSource::Named(statement) => Some(statement),
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

/// Returns true if a statement is worth what `make_layout_tv` answers: a map, and nothing else.
pub fn is_answered(evaluation: &Evaluation, statement: usize) -> bool {
    evaluation.value(statement).is_some_and(|value| thread_values(value).is_some())
}

/// Number of expressions that are read for where a map came from.
const READ_LIMIT: usize = 32;

/// Returns true if a statement's value is a layout of threads and values by itself: it came from `make_layout_tv`, from
/// an inverse under a shape of threads and values, from a composition with such a layout, or its modes are called so.
/// Any other layout of two modes is read as one only where the reader says so ([`View::read`]).
pub(crate) fn is_made(evaluation: &Evaluation, statement: usize, mapped: Mapped) -> bool {
    let called = |mode: usize, word: char| {
        let label = evaluation.names(statement).and_then(|names| names.label(&[mode]));
        label.is_some_and(|label| label.to_ascii_lowercase().starts_with(word))
    };
    let found = evaluation.statements().get(statement);
    is_answered(evaluation, statement)
        || (called(0, 't') && called(1, 'v'))
        || found.is_some_and(|found| made_by(evaluation, statement, &found.expression, READ_LIMIT, mapped))
}

/// Source that says whether an operation answers a layout of threads and values.
pub(crate) type Mapped = fn(&Function) -> Maps;

/// Condition under which an operation answers a layout of threads and values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Maps {
    /// Not because of the operation.
    Never,
    /// It is.
    Always,
    /// It is, of a tile that the operands say.
    In(fn(&Arguments) -> Option<Shape>),
    /// Where its first argument is.
    AsFirst,
    /// Where its last argument is.
    AsLast,
    /// It is an inverse, which leads from a place in a tile to who holds it.
    Inverse,
    /// Where its first argument is an inverse: then its shape is of threads and values.
    OfInverse,
}

fn made_by(evaluation: &Evaluation, statement: usize, expression: &Expression, left: usize, mapped: Mapped) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    let below = |part: Option<&Expression>| part.is_some_and(|part| made_by(evaluation, statement, part, left, mapped));
    match &evaluation.inner(expression).kind {
        ExpressionKind::Name(name) => {
            let defining = evaluation.defining(name, statement);
            defining
                .and_then(|defining| Some((defining, evaluation.statements().get(defining)?)))
                .is_some_and(|(defining, found)| made_by(evaluation, defining, &found.expression, left, mapped))
        }
        ExpressionKind::Compose(parts) => below(parts.last()),
        ExpressionKind::Call(call) => {
            let Some(function) = evaluation.catalogue().find(&call.name) else { return false };
            match mapped(function) {
                Maps::Always | Maps::In(_) => true,
                Maps::OfInverse => call
                    .arguments
                    .first()
                    .is_some_and(|inverse| is_inverse(evaluation, statement, inverse, left, mapped)),
                Maps::AsLast => below(call.arguments.last()),
                Maps::AsFirst => below(call.arguments.first()),
                Maps::Inverse | Maps::Never => false,
            }
        }
        _ => false,
    }
}

/// Returns true if an expression is an inverse, which leads from a place in a tile to the pair that holds it.
fn is_inverse(evaluation: &Evaluation, statement: usize, expression: &Expression, left: usize, mapped: Mapped) -> bool {
    let Some(left) = left.checked_sub(1) else { return false };
    match &evaluation.inner(expression).kind {
        ExpressionKind::Name(name) => {
            let defining = evaluation.defining(name, statement);
            defining
                .and_then(|defining| Some((defining, evaluation.statements().get(defining)?)))
                .is_some_and(|(defining, found)| is_inverse(evaluation, defining, &found.expression, left, mapped))
        }
        ExpressionKind::Call(call) => {
            evaluation.catalogue().find(&call.name).is_some_and(|function| matches!(mapped(function), Maps::Inverse))
        }
        _ => false,
    }
}

/// The layout of a statement that has two modes, and its tile where its operation says it, or answers it too.
fn of_two_modes(evaluation: &Evaluation, statement: usize, mapped: Mapped) -> Option<(Option<IntTuple>, AnyLayout)> {
    let value = evaluation.value(statement)?;
    let (answered, layout) = match thread_values(value) {
        Some((tile, layout)) => (Some(tile), layout),
        None => {
            let performed = evaluation.performed(statement, None);
            let said = performed.and_then(|performed| match mapped(performed.function) {
                Maps::In(tile) => tile(&performed.arguments),
                _ => None,
            });
            (said, value.as_any_layout()?)
        }
    };
    (layout.rank() == 2 && !layout.shape().is_leaf()).then_some((answered, layout))
}

/// The numbers of threads and of values that a statement would have if its layout were read as one of both: the sizes of
/// its two modes. `None` where there are no two, or where it is read so already.
pub(crate) fn readable(evaluation: &Evaluation, statement: usize, view: &View, mapped: Mapped) -> Option<(u64, u64)> {
    let (_, layout) = of_two_modes(evaluation, statement, mapped)?;
    let size = |mode: usize| u64::try_from(layout.at(&[mode]).ok()?.size().ok()?.value()).ok();
    (!is_read(evaluation, statement, view, mapped)).then_some((size(0)?, size(1)?))
}

/// Returns true if a statement is read as a layout of threads and values: it is one by itself, or the reader says so.
pub(crate) fn is_read(evaluation: &Evaluation, statement: usize, view: &View, mapped: Mapped) -> bool {
    view.read.contains(&statement) || is_made(evaluation, statement, mapped)
}

/// The map of the statement that is looked at; `None` where its value is no layout of threads and values.
///
/// A layout of two modes is one where it was made as one ([`is_made`]), or where the reader reads it so. Errors: those of
/// [`ThreadValue::new`].
pub(crate) fn threads(
    evaluation: &Evaluation,
    statement: usize,
    view: &View,
    held: Held,
    mapped: Mapped,
) -> Option<Result<Threads>> {
    let (answered, layout) = of_two_modes(evaluation, statement, mapped)?;
    let is_made = is_made(evaluation, statement, mapped);
    if !is_made && !is_read(evaluation, statement, view, mapped) {
        return None;
    }
    let held = Held { bits: element_bits(evaluation, Some(statement), held), ..held };
    Some(put_together(evaluation, &layout, answered, view, held).map(|found| Threads { is_made, ..found }))
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
            let map = ThreadValue::over_its_image(layout)?;
            match named_tile(evaluation, map.tile().size()).filter(|_| !reached) {
                Some((statement, tile)) => (ThreadValue::new(layout, tile)?, TileSource::Named(statement)),
                None if reached => (map, TileSource::Reached),
                None => (map, TileSource::Suggested),
            }
        }
    };
    let own = match tile {
        TileSource::Chosen(statement) => Some(statement),
        _ => None,
    };
    let chosen = view.data.or(own);
    let chosen = chosen.and_then(|statement| Some((statement, evaluation.value(statement)?.drawn()?)));
    let bits = u64::from(held.bits);
    let (data, source) = match chosen {
        Some((statement, layout)) => (Data::new(&layout, map.tile(), bits), DataSource::Chosen(statement)),
        None => (Data::compact(map.tile(), bits), DataSource::Compact),
    };
    Ok(Threads { map, is_made: false, tile, data, source })
}

/// The shape that a value can be the tile by: its own if it is one, or that of its layout.
fn tile_of(value: &Value) -> Option<IntTuple> {
    match value.as_any_layout() {
        Some(layout) => Some(layout.shape().clone()),
        None => thread_values(value).map(|(tile, _)| tile).or_else(|| value.as_ints()),
    }
    .filter(|shape| shape.leaf_count() > 0)
}

/// The last shape that the notebook names and that has so many elements in more than one mode.
fn named_tile(evaluation: &Evaluation, size: u64) -> Option<(usize, Tile)> {
    let named = tiles(evaluation).into_iter().rev();
    let mut shapes = named.filter_map(|(statement, _)| {
        let shape = evaluation.value(statement)?.as_ints()?;
        Some((statement, Tile::new(&shape).ok()?))
    });
    shapes.find(|(_, tile)| tile.size() == size && tile.extents().len() > 1)
}

/// The statements with a name whose value can be a tile: shapes and layouts.
pub fn tiles(evaluation: &Evaluation) -> Vec<(usize, String)> {
    let is_tile = |value: &Value| tile_of(value).is_some_and(|shape| !shape.is_leaf() && Tile::new(&shape).is_ok());
    let mut found = named(evaluation, |value| value.as_any_layout().is_some() || is_tile(value));
    // A stride or a coordinate is a tuple too.
    found.retain(|(statement, _)| matches!(about(evaluation, *statement), About::Itself));
    found.retain(|(statement, _)| {
        let shape = evaluation.value(*statement).and_then(tile_of);
        shape.is_some_and(|shape| Tile::new(&shape).is_ok())
    });
    found
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

/// Number of names that are offered; of more, the last.
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
    use crate::evaluate;
    use crate::look;
    use crate::notebook::Settings;
    use crate::operations::{readable, threads};

    const SETTINGS: Settings = Settings { compile_time: true, major: crate::make::Major::Left };

    fn at(text: &str, statement: usize, view: View) -> Option<Result<Threads>> {
        let evaluation = evaluate(text, SETTINGS);
        threads(&evaluation, statement, &view, Held::default())
    }

    #[test]
    fn what_is_a_map_and_over_which_tile() {
        const TEXT: &str = "thr = (4,8):(8,1)\nval = (2,2):(2,1)\nT = make_layout_tv(thr, val)\nC = ((4,8),(2,2)):((32,1),(16,8))\n\
                            tile = (16,8)\nA = (16,8):(8,1)\nv = 8:1\nI = (4,2):(1@0,1@1)";
        let read = || View { read: vec![0, 3, 7], ..View::default() };
        let tile = |tile: usize| View { tile: Some(tile), ..read() };
        for (statement, view, expected) in [
            (2, View::default(), Some(("(8,16)", TileSource::Answered, DataSource::Compact))),
            (2, tile(3), Some(("(32,4)", TileSource::Chosen(3), DataSource::Chosen(3)))),
            (3, read(), Some(("(16,8)", TileSource::Named(4), DataSource::Compact))),
            (0, read(), Some(("(8,4)", TileSource::Suggested, DataSource::Compact))),
            (3, tile(4), Some(("(16,8)", TileSource::Chosen(4), DataSource::Compact))),
            (3, tile(5), Some(("(16,8)", TileSource::Chosen(5), DataSource::Chosen(5)))),
            (3, View { data: Some(5), ..read() }, Some(("(16,8)", TileSource::Named(4), DataSource::Chosen(5)))),
            (3, tile(99), Some(("(16,8)", TileSource::Named(4), DataSource::Compact))),
            (3, View::default(), None),
            (3, View { tile: Some(4), ..View::default() }, None),
            (7, read(), Some(("(4,2)", TileSource::Reached, DataSource::Compact))),
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
    fn a_layout_is_a_map_by_where_it_came_from() {
        for (text, expected) in [
            ("make_layout_tv((4,8):(8,1), (2,2):(2,1))", true),
            ("T = make_layout_tv((4,8):(8,1), (2,2):(2,1))\nT", true),
            ("L = raked_product((4,8):(8,1), (2,2):(2,1))\nright_inverse(L).with_shape((32,4))", true),
            (
                "R = right_inverse(raked_product((4,8):(8,1), (2,2):(2,1)))\nT = R.with_shape((32,4))\n(8,16):(16,1) o T",
                true,
            ),
            ("(T=32,V=4):(4,1)", true),
            ("(4,8):(8,1)", false),
            ("(M=32,K=4):(4,1)", false),
            ("C = ((4,8),(2,2)):((32,1),(16,8))", false),
            ("raked_product((4,8):(8,1), (2,2):(2,1))", false),
            ("zipped_divide((8,8):(8,1), (4,2))", false),
        ] {
            let evaluation = evaluate(text, SETTINGS);
            let last = evaluation.statements().len() - 1;
            assert_eq!(at(text, last, View::default()).is_some(), expected, "{text}");
            assert_eq!(readable(&evaluation, last, &View::default()).is_none(), expected, "{text}");
            // A layout that the reader reads as one is one, and does not become one that says so itself.
            let read = View { read: vec![last], ..View::default() };
            assert_eq!(at(text, last, read.clone()).expect(text).expect(text).is_made, expected, "{text}");
            assert_eq!(readable(&evaluation, last, &read), None, "{text}");
        }
    }

    #[test]
    fn what_make_layout_tv_answers_is_looked_at_as_its_layout() {
        let evaluation = evaluate("T = make_layout_tv((_4,_8):(_8,_1), (_2,_2):(_2,_1))", SETTINGS);
        let look = look::look(&evaluation, &View::default()).expect("a layout");
        assert_eq!(look.layout.to_string(), "((_8,_4),(_2,_2)):((_16,_2),(_8,_1))");
        assert!(look.literal.is_none() && is_answered(&evaluation, 0) && !is_answered(&evaluation, 1));
    }
}
