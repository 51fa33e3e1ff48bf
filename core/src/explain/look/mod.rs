//! Parts of a notebook that are looked at: the layout that the views show, and the chosen point with all its
//! coordinates.

mod about;
pub mod answer;
pub mod board;
mod element;
pub mod swizzled;
pub mod threads;
mod view;

use std::sync::Arc;

use self::about::{About, Asked, Holder, about, shape};
pub use self::element::{BITS, element_bits, said_bits};
pub use self::view::{ASKED_LIMIT, Form, Held, HeldColour, Label, MemorySpace, View};
use crate::basis::add;
use crate::called;
use crate::compatible::compatible;
use crate::composed::AnyLayout;
use crate::coordinate::{self, Coordinate, Slot};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::{IntTuple, product_each};
use crate::layout::{Index, Layout, Shape};
use crate::make::{Major, compact_col_major};
use crate::names::Names;
use crate::nested::Nested;
use crate::notebook::evaluation::evaluate_notebook;
use crate::notebook::functions::Catalogue;
use crate::notebook::value::{Item, ValueKind, without_underscores};
use crate::notebook::{
    Diagnostic, DiagnosticKind, Evaluation, Expression, ExpressionKind, Outcome, Settings, Span, Value,
};
use crate::table::FlatLayout;
use crate::tensor::Engine;

/// The layout that is looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The statement it is the value of, or in which it is written.
    pub statement: usize,
    /// The name that the statement gives it.
    pub name: Option<String>,
    /// The layout; of a tensor the one that it has.
    pub layout: AnyLayout,
    /// Printed text, where the layout is another way to say the same function.
    pub said: Option<String>,
    /// Engine that the indices of a tensor point into.
    pub engine: Option<Engine>,
    /// Order in which its strides were generated, if the statement gives a bare shape.
    pub generated: Option<Major>,
    /// The place of the expression that spells the innermost layout out, if one does, so that an edit of the tree can
    /// rewrite it.
    pub literal: Option<Span>,
    /// Names of its modes, if any has a name.
    pub names: Option<Arc<Names>>,
}

impl Look {
    /// Returns its title: its name, or what is printed of it.
    pub fn title(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.printed())
    }

    /// Returns the text that CuTe prints of it.
    pub fn printed(&self) -> String {
        match (&self.said, &self.engine) {
            (Some(said), _) => said.clone(),
            (None, Some(engine)) => format!("{engine} o {}", self.layout),
            (None, None) => self.layout.to_string(),
        }
    }

    /// The layout that is drawn: of a tensor the one whose indices count from where its data begin.
    pub fn drawn(&self) -> AnyLayout {
        self.engine.as_ref().map_or_else(|| self.layout.clone(), |engine| engine.drawn(&self.layout))
    }

    /// The coordinate from which a tensor of coordinates counts, where that is not the first.
    pub fn begin(&self) -> Option<&IntTuple> {
        self.engine.as_ref().and_then(Engine::begin)
    }

    /// The index of a coordinate, counted from where the data of a tensor begin.
    pub fn index(&self, coordinate: &Coordinate) -> Result<Index> {
        let index = self.drawn().index(coordinate)?;
        self.begin().map_or(Ok(index.clone()), |begin| add(begin, &index))
    }

    /// The point of a coordinate in any form that the shape accepts.
    pub fn point(&self, typed: &Coordinate) -> Result<Point> {
        let point = Point::of(&self.drawn(), typed)?;
        match self.begin() {
            Some(begin) => Ok(Point { index: add(begin, &point.index)?, ..point }),
            None => Ok(point),
        }
    }

    /// The point with a 1-D coordinate.
    pub fn point_at(&self, linear: i64) -> Result<Point> {
        self.point(&Nested::Leaf(Slot::Int(Int::dynamic(linear))))
    }

    /// Reads a coordinate as typed: `16`, `(1,5)`, `1,5`, `(1,(1,_2))`.
    pub fn read_point(&self, typed: &str, catalogue: &'static Catalogue) -> std::result::Result<Point, Unreadable> {
        let point = read_point(&self.layout, typed, catalogue)?;
        self.point(&point.typed).map_err(Unreadable::Algebra)
    }
}

/// The layout that a document looks at: the chosen statement's, or the one of which it asks something, as `A(16)` and
/// `cosize(A)` do, or else the first there is.
pub fn look(evaluation: &Evaluation, view: &View) -> Option<Look> {
    let chosen = view.statement.and_then(|statement| look_at(evaluation, statement));
    chosen.or_else(|| first_of(evaluation, 0..evaluation.outcomes().len()))
}

/// The first of some statements that is a layout, or else a shape, or else asks something of one.
fn first_of(evaluation: &Evaluation, statements: impl Iterator<Item = usize> + Clone) -> Option<Look> {
    let shown = || statements.clone().filter_map(|statement| layout_of(evaluation, statement));
    shown()
        .find(|look| look.generated.is_none())
        .or_else(|| shown().next())
        .or_else(|| statements.clone().find_map(|statement| look_at(evaluation, statement)))
}

/// Visible part of an evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The layout.
    pub look: Look,
    /// `true` if it stands for a statement that has no value: then it is that of the nearest one that has, first those
    /// above, or what the statement itself says as far as it is written.
    pub instead: bool,
}

/// Returns what there is to see, which follows from the text and from what is looked at alone.
///
/// A statement with a mistake shows nothing of what it said before: a shape or a layout that is not written to its end is
/// taken as far as it goes, and else the nearest statement that can be shown stands for it.
pub fn seen(evaluation: &Evaluation, view: &View) -> Option<Seen> {
    let has_no_value = |statement: &usize| evaluation.outcome(*statement).is_some_and(|found| found.value.is_none());
    let Some(wrong) = view.statement.filter(has_no_value) else {
        return look(evaluation, view).map(|look| Seen { look, instead: false });
    };
    let nearest = (0..wrong).rev().chain(wrong..evaluation.outcomes().len());
    let look = as_far_as_written(evaluation, wrong).or_else(|| first_of(evaluation, nearest))?;
    Some(Seen { look, instead: true })
}

/// A shape or a layout, written out, whose end is not there yet: what stands there, or the shape alone.
fn as_far_as_written(evaluation: &Evaluation, statement: usize) -> Option<Look> {
    let found = evaluation.statements().get(statement).filter(|found| found.is_broken)?;
    // Whoever writes has not come further; anywhere else something is wrong.
    let is_at_end = |wrong: &Diagnostic| {
        let span = wrong.related.iter().fold(wrong.span, |one, other| one.to(*other));
        found.span.start <= span.start && span.end >= found.span.end
    };
    let is_unfinished = evaluation.diagnostics().iter().any(|wrong| {
        is_at_end(wrong) && matches!(wrong.kind, DiagnosticKind::Unclosed(_) | DiagnosticKind::Unexpected { .. })
    });
    let written = match &found.expression.kind {
        ExpressionKind::Layout(shape, _) => vec![&found.expression, &**shape],
        ExpressionKind::Tuple(_) => vec![&found.expression],
        _ => Vec::new(),
    };
    let read = |part: &&Expression| {
        let value = evaluation.value_as_written(statement, part)?;
        look_of(evaluation, (statement, part), &value)
    };
    written.iter().filter(|_| is_unfinished).find_map(read)
}

/// The statement that a document looks at: the chosen one, or else that of the layout on the screen, or the first that
/// has a value.
pub fn statement(evaluation: &Evaluation, view: &View, shown: Option<usize>) -> Option<usize> {
    let count = evaluation.statements().len();
    // A link may name any number.
    let chosen = view.statement.into_iter().chain(shown).find(|statement| *statement < count);
    chosen.or_else(|| (0..count).find(|statement| evaluation.value(*statement).is_some()))
}

fn look_at(evaluation: &Evaluation, statement: usize) -> Option<Look> {
    match about(evaluation, statement) {
        About::Itself => layout_of(evaluation, statement),
        // Of what is asked wrongly nobody knows what it would be about.
        About::Asked(asked) if is_answered(evaluation, statement) => held(evaluation, &asked),
        About::Asked(_) | About::Nothing => None,
    }
}

/// Returns true if a statement has a value, or will have one once code has arrived that is on its way.
fn is_answered(evaluation: &Evaluation, statement: usize) -> bool {
    let waits = |found: &Outcome| found.diagnostics.iter().any(|wrong| wrong.kind == DiagnosticKind::Loading);
    evaluation.outcome(statement).is_some_and(|found| found.value.is_some() || waits(found))
}

/// The layout that is the value of a statement by itself, of a bare shape its own; `None` of a line that asks something.
pub fn own(evaluation: &Evaluation, statement: usize) -> Option<Look> {
    layout_of(evaluation, statement)
}

/// The layout of which something is asked.
fn held(evaluation: &Evaluation, asked: &Asked<'_>) -> Option<Look> {
    let look = match asked.holder {
        Holder::Name(name) => layout_of(evaluation, evaluation.defining(name, asked.statement)?)?,
        Holder::Expression(expression) => {
            let value = evaluation.value_of(asked.statement, expression)?;
            let look = look_of(evaluation, (asked.statement, expression), &value)?;
            Look { name: None, names: None, ..look }
        }
    };
    match &asked.strides {
        Some(strides) => {
            let strides = match (strides, look.layout.shape()) {
                (Nested::Leaf(first), shape @ Nested::Tuple(_)) => compact_col_major(shape, *first).ok()?,
                _ => strides.clone(),
            };
            let layout = Layout::with_ints(look.layout.shape().clone(), &strides).ok()?.into();
            Some(Look { layout, generated: None, literal: None, name: None, ..look })
        }
        None => Some(look),
    }
}

fn layout_of(evaluation: &Evaluation, statement: usize) -> Option<Look> {
    let source = evaluation.statements().get(statement)?;
    let value = evaluation.value(statement)?;
    let is_tuple = matches!(value, Value::Tuple(_)) && thread_values(value).is_none();
    if is_tuple && !matches!(about(evaluation, statement), About::Itself) {
        return None;
    }
    look_of(evaluation, (statement, &source.expression), value)
}

/// The layout that a value is pictured as: of a layout after a layout what is the same function.
fn pictured(value: &Value) -> Option<AnyLayout> {
    let equal = || value.drawn().filter(|_| matches!(value, Value::Made(_)) && value.kind() == ValueKind::Composed);
    value.as_any_layout().or_else(equal)
}

/// The look at the value of an expression in a statement.
fn look_of(evaluation: &Evaluation, (statement, expression): (usize, &Expression), value: &Value) -> Option<Look> {
    let source = evaluation.statements().get(statement)?;
    let major = evaluation.major();
    let is_other = value.as_any_layout().is_none() || matches!(value, Value::Xor(_));
    let said = is_other.then(|| pictured(value).map(|_| value.to_string())).flatten();
    let (layout, generated) = match pictured(value) {
        Some(layout) => (layout, None),
        None if thread_values(value).is_some() => (thread_values(value)?.1, None),
        None => (Layout::compact(shape(value)?, major).ok()?.into(), Some(major)),
    };
    let engine = value.engine().cloned();
    let name = source.name.as_ref().map(|(name, _)| name.clone());
    let literal = match &layout {
        AnyLayout::Plain(_) => Some(expression),
        AnyLayout::Composed(_) if said.is_some() => None,
        AnyLayout::Composed(_) => {
            let numbers = |layout: &Layout| without_underscores(&layout.to_string());
            innermost(expression).filter(|inner| {
                // Composition may make another layout of the strides than the one that is written.
                let alone =
                    evaluate_notebook(inner.span.of(evaluation.text()), Settings::default(), evaluation.catalogue());
                let alone = alone.value(0).and_then(Value::as_layout).map(numbers);
                alone.is_some_and(|alone| alone == numbers(layout.innermost()))
            })
        }
    };
    let literal = literal.filter(|it| matches!(it.kind, ExpressionKind::Layout(..) | ExpressionKind::Tuple(_)));
    let names = evaluation.names(statement).filter(|names| names.fit(layout.shape())).cloned();
    let literal = literal.map(|expression| expression.span);
    Some(Look { statement, name, layout, said, engine, generated, literal, names })
}

/// The tile and the layout `(thread, value)` of what `make_layout_tv` answers.
pub(super) fn thread_values(value: &Value) -> Option<(IntTuple, AnyLayout)> {
    let Value::Tuple(Nested::Tuple(parts)) = value else { return None };
    let [tile, Nested::Leaf(Item::Layout(layout))] = parts.as_slice() else { return None };
    let tile = Value::Tuple(tile.clone()).as_ints()?;
    (layout.rank() == 2).then(|| (tile, AnyLayout::Plain((**layout).clone())))
}

/// The part of an expression that composes which is applied first.
fn innermost(expression: &Expression) -> Option<&Expression> {
    match &expression.kind {
        ExpressionKind::Compose(parts) => innermost(parts.last()?),
        ExpressionKind::Call(call) if !call.is_member => {
            let composes = [called::COMPOSITION, called::MAKE_COMPOSED_LAYOUT].contains(&call.name.as_str());
            innermost(call.arguments.last().filter(|_| composes)?)
        }
        ExpressionKind::Layout(..) => Some(expression),
        _ => None,
    }
}

/// The coordinate that a statement like `A(1,5)` or `idx2crd(16, S)` asks for, as one would type it: `(1,5)`.
pub fn asked_point(evaluation: &Evaluation, statement: usize) -> Option<String> {
    let About::Asked(Asked { point: Some(point), .. }) = about(evaluation, statement) else { return None };
    point.as_coordinate().map(|point| without_underscores(&point.to_string()))
}

/// A point of a layout's domain in every form.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// As it was typed.
    pub typed: Coordinate,
    /// The 1-D coordinate.
    pub linear: i64,
    /// One number for each mode; of a layout of rank 1 a single number.
    pub flat: IntTuple,
    /// The natural coordinate.
    pub natural: IntTuple,
    /// The index.
    pub index: Index,
    /// `true` if it lies in the domain. CuTe computes an index for a coordinate outside too.
    pub inside: bool,
}

impl Point {
    /// The point of a coordinate in any form that the shape accepts.
    ///
    /// Law: inside the domain, every equivalent coordinate gives the same point but for `typed`. Outside, `linear` and
    /// `flat` are what the natural coordinate adds up to, and may have another index: of a shape `(3,6)`, `(3,5)` adds
    /// up to 18, and 18 is `(0,6)`.
    ///
    /// ```
    /// use colex::{AnyLayout, look::Point};
    ///
    /// let layout: AnyLayout = "(3,(2,3)):(3,(12,1))".parse()?;
    /// let point = Point::of(&layout, &"16".parse()?)?;
    /// for typed in ["(1,5)", "(1,(1,2))"] {
    ///     let other = Point::of(&layout, &typed.parse()?)?;
    ///     assert_eq!(Point { typed: point.typed.clone(), ..other }, point);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(layout: &AnyLayout, typed: &Coordinate) -> Result<Point> {
        let shape = layout.shape();
        let natural = coordinate::idx2crd(typed, shape)?;
        let linear = coordinate::crd2idx_shape(&Coordinate::from(&natural), shape)?.value();
        let index = layout.index(typed)?;
        let size = layout.size()?.value();
        let in_modes = coordinates_inside(&natural, shape);
        Ok(Point {
            typed: typed.clone(),
            linear,
            flat: flat_coordinate(&natural, shape)?,
            natural,
            index,
            inside: (0..size).contains(&linear) && in_modes,
        })
    }

    /// The point with a 1-D coordinate.
    pub fn at(layout: &AnyLayout, linear: i64) -> Result<Point> {
        Point::of(layout, &Nested::Leaf(Slot::Int(Int::dynamic(linear))))
    }
}

fn coordinates_inside(natural: &IntTuple, shape: &Shape) -> bool {
    natural.leaves().iter().zip(shape.leaves()).all(|(digit, extent)| (0..extent.value()).contains(&digit.value()))
}

/// One number for each mode of the shape.
fn flat_coordinate(natural: &IntTuple, shape: &Shape) -> Result<IntTuple> {
    let (Nested::Tuple(digits), Nested::Tuple(extents)) = (natural, shape) else { return Ok(natural.clone()) };
    let each = digits
        .iter()
        .zip(extents)
        .map(|(digits, extents)| coordinate::crd2idx_shape(&Coordinate::from(digits), extents).map(Nested::Leaf));
    each.collect::<Result<_>>().map(Nested::Tuple)
}

/// Why a typed coordinate or shape does not name a point or a set of coordinates.
#[derive(Debug, Clone, PartialEq)]
pub enum Unreadable {
    /// It is not a coordinate.
    Text(Box<Diagnostic>),
    /// It is something else, or has `_` in it.
    NotACoordinate,
    /// The shape does not accept it.
    Algebra(Error),
    /// A shape that is not compatible with the layout's.
    NotCompatible {
        /// The shape as typed.
        typed: String,
        /// The layout's shape.
        shape: String,
    },
}

/// Reads a coordinate as typed: `16`, `(1,5)`, `1,5`, `(1,(1,_2))`.
pub fn read_point(
    layout: &AnyLayout,
    typed: &str,
    catalogue: &'static Catalogue,
) -> std::result::Result<Point, Unreadable> {
    let coordinate = read(typed, catalogue)?.as_coordinate().ok_or(Unreadable::NotACoordinate)?;
    if coordinate.has_underscore() {
        return Err(Unreadable::NotACoordinate);
    }
    Point::of(layout, &coordinate).map_err(Unreadable::Algebra)
}

/// Lets go of what a view asks that a layout does not have: a coordinate outside, an index beyond all others, a set of
/// coordinates that is not compatible. It was asked of another layout.
///
/// Law: what is left is left again.
pub fn let_go(view: &mut View, layout: &AnyLayout, catalogue: &'static Catalogue) {
    let is_inside = |typed: &String| read_point(layout, typed, catalogue).is_ok_and(|point| point.inside);
    let is_set = |typed: &String| read_coordinate_set(layout, typed, catalogue).is_ok();
    let is_reached = |index: &i64| {
        FlatLayout::any(layout).is_ok_and(|flat| flat.size() > 0 && (flat.least()..=flat.greatest()).contains(index))
    };
    view.point = view.point.take().filter(is_inside);
    view.coordinates = view.coordinates.take().filter(is_set);
    view.index = view.index.filter(is_reached);
}

/// Reads a shape as typed, which has to be compatible with the layout's: its coordinates are then coordinates of the
/// layout.
pub fn read_coordinate_set(
    layout: &AnyLayout,
    typed: &str,
    catalogue: &'static Catalogue,
) -> std::result::Result<Shape, Unreadable> {
    let shape = read(typed, catalogue)?.as_ints().ok_or(Unreadable::NotACoordinate)?;
    let is_compatible = compatible(&shape, layout.shape()).map_err(Unreadable::Algebra)?;
    if !is_compatible.value {
        let typed = shape.to_string();
        return Err(Unreadable::NotCompatible { typed, shape: layout.shape().to_string() });
    }
    Ok(shape)
}

fn read(typed: &str, catalogue: &'static Catalogue) -> std::result::Result<Value, Unreadable> {
    let settings = Settings { compile_time: false, ..Settings::default() };
    let evaluation = evaluate_notebook(typed, settings, catalogue);
    if let [diagnostic] = evaluation.diagnostics().as_slice()
        && matches!(diagnostic.kind, DiagnosticKind::BareTuple)
        && let Some(repair) = diagnostic.repairs.first()
        && let Some(value) = evaluate_notebook(&repair.text, settings, catalogue).value(0)
    {
        return Ok(value.clone());
    }
    if let Some(diagnostic) = evaluation.diagnostics().first() {
        return Err(Unreadable::Text(Box::new((*diagnostic).clone())));
    }
    let only = evaluation.value(0).filter(|_| evaluation.statements().len() == 1);
    only.cloned().ok_or(Unreadable::NotACoordinate)
}

/// The coordinate of a point in a coarser set of coordinates, such as `(1,5)` or `((1,0),2)`.
pub fn coordinate_in(set: &Shape, layout: &AnyLayout, natural: &IntTuple) -> Result<IntTuple> {
    fn below(set: &Shape, shape: &Shape, natural: &IntTuple) -> Result<IntTuple> {
        match (set, shape, natural) {
            (Nested::Tuple(sets), Nested::Tuple(shapes), Nested::Tuple(naturals)) => sets
                .iter()
                .zip(shapes)
                .zip(naturals)
                .map(|((set, shape), natural)| below(set, shape, natural))
                .collect::<Result<_>>()
                .map(Nested::Tuple),
            _ => coordinate::crd2idx_shape(&Coordinate::from(natural), shape).map(Nested::Leaf),
        }
    }
    below(set, layout.shape(), natural)
}

/// Describes how the coordinate in a mode runs with the 1-D coordinate `i`: it is `i / apart % size`, answered as
/// `(apart, size)`. Of the whole shape it is mode 0's. `None` where there is no such mode or nothing in it.
///
/// Example: in `(3,(2,3))` mode `[1,0]` has `(3, 2)`.
pub fn mode_period(shape: &Shape, mode: &[usize]) -> Option<(i64, i64)> {
    let size = |shape: &Shape| crate::int_tuple::product(shape).ok().map(|size| size.value());
    let mut apart = 1_i64;
    let mut at = shape;
    for &number in if mode.is_empty() && !shape.is_leaf() { &[0] } else { mode } {
        let Nested::Tuple(modes) = at else { return None };
        for before in modes.get(..number)? {
            apart = apart.checked_mul(size(before)?)?;
        }
        at = modes.get(number)?;
    }
    let size = size(at)?;
    (apart > 0 && size > 0).then_some((apart, size))
}

/// Sets of coordinates of a shape to choose from, coarsest first: 1-D, R-D, natural, and every shape in between that
/// folds whole modes.
pub fn coordinate_sets(shape: &Shape) -> Vec<Shape> {
    /// The most shapes that are offered.
    const OFFERED: usize = 12;
    fn coarser(shape: &Shape) -> Vec<Shape> {
        let Nested::Tuple(modes) = shape else { return vec![shape.clone()] };
        let mut sets = vec![Vec::new()];
        for mode in modes {
            let options = coarser(mode);
            sets = sets
                .iter()
                .flat_map(|set| options.iter().map(|option| [set.as_slice(), std::slice::from_ref(option)].concat()))
                .take(OFFERED)
                .collect();
        }
        let whole = crate::int_tuple::product(shape).ok().map(Nested::Leaf);
        whole.into_iter().chain(sets.into_iter().map(Nested::Tuple)).collect()
    }
    let mut sets = coarser(shape);
    let known = [product_each(shape).ok(), Some(shape.clone())];
    for shape in known.into_iter().flatten() {
        if !shape.is_leaf() && !sets.contains(&shape) {
            sets.push(shape);
        }
    }
    sets.dedup();
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::operations::CATALOGUE;

    fn first_look(text: &str) -> Option<Look> {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        look(&evaluation, &View::default())
    }

    #[test]
    fn every_form_of_a_coordinate_is_the_same_point() {
        let layout = first_look("A = (3,(2,3)):(3,(12,1))").expect("a layout").layout;
        for typed in ["16", "(1,5)", "1,5", "(1,(1,2))", "_16", "(_1,(1,_2))"] {
            let point = read_point(&layout, typed, &CATALOGUE).expect(typed);
            let natural = point.natural.map(&mut |int| int.value()).to_string();
            assert_eq!((point.linear, natural.as_str()), (16, "(1,(1,2))"), "{typed}");
            assert_eq!(point.index.map(&mut |int| int.value()), Nested::Leaf(17), "{typed}");
            assert!(point.inside);
        }
        let outside = |typed| read_point(&layout, typed, &CATALOGUE).expect("outside");
        assert!(!outside("20").inside);
        // Outside, (3,5) adds up to 18, and 18 is another point.
        assert_eq!((outside("(3,5)").inside, outside("(3,5)").linear), (false, 18));
        assert_ne!(outside("(3,5)").index, outside("18").index);
        assert!(matches!(read_point(&layout, "(1,2,3)", &CATALOGUE), Err(Unreadable::Algebra(_))));
        assert!(matches!(read_point(&layout, "(1,_)", &CATALOGUE), Err(Unreadable::NotACoordinate)));
        assert!(matches!(read_point(&layout, "4abc", &CATALOGUE), Err(Unreadable::Text(_))));
    }

    #[test]
    fn what_is_seen_follows_from_the_text_and_from_what_is_looked_at() {
        // A text, the statement that is looked at, and what is seen: of which statement, what, and whether it stands for
        // another.
        type Case = (&'static str, Option<usize>, Option<(usize, &'static str, bool)>);
        let cases: [Case; 16] = [
            ("A = (4,8):(8,1)", None, Some((0, "(4,8):(8,1)", false))),
            // The nearest above, then below.
            ("A = 4:1\nB = 8:2\nC = zipped_divde(B, 2)\nD = 2:1", Some(2), Some((1, "8:2", true))),
            ("C = zipped_divde(B, 2)\nsize(4)\nD = 2:1", Some(0), Some((2, "2:1", true))),
            // Of nothing that is right nothing is seen.
            ("make_layout(make_shape(4,2),LayoutRigth{})", Some(0), None),
            ("make_layout(make_shape(4,2),LayoutRigth{})", None, None),
            ("coalesce((4,2):(1,4)", Some(0), None),
            // As far as it is written.
            ("(4,2", Some(0), Some((0, "(4,2):(_1,4)", true))),
            ("A = 8:1\n(4,2):", Some(1), Some((1, "(4,2):(_1,4)", true))),
            ("(4,(2,3)):(6,(3", Some(0), Some((0, "(4,(2,3)):(_1,(4,8))", true))),
            ("(4,(2,3)):(6,(3,1", Some(0), Some((0, "(4,(2,3)):(6,(3,1))", true))),
            // A mistake before the end is none of what is not finished yet.
            ("(4,2):(1,2,3)", Some(0), None),
            ("(4,x):(1,2)", Some(0), None),
            // Where nobody says what, a layout comes before a shape.
            ("S = (4,8)\nA = (2,2):(2,1)", None, Some((1, "(2,2):(2,1)", false))),
            ("S = (4,8)\nsize(S)", None, Some((0, "(4,8):(_1,4)", false))),
            ("A = (2,2):(2,1)\nA(", Some(1), Some((0, "(2,2):(2,1)", true))),
            // A statement that is not there says nothing.
            ("A = (2,2):(2,1)", Some(7), Some((0, "(2,2):(2,1)", false))),
        ];
        for (text, statement, expected) in cases {
            let view = View { statement, ..View::default() };
            let found = seen(&evaluate(text, Settings::default()), &view);
            let found = found.map(|seen| (seen.look.statement, seen.look.layout.to_string(), seen.instead));
            let expected = expected.map(|(at, layout, instead)| (at, layout.to_owned(), instead));
            assert_eq!(found, expected, "{text} at {statement:?}");
        }
    }

    #[test]
    fn a_bare_shape_gets_strides_and_says_so() {
        let look = first_look("S = ((2,2),2)").expect("a layout");
        assert_eq!(look.generated, Some(Major::Left));
        assert_eq!(look.layout.to_string(), "((_2,_2),_2):((_1,_2),_4)");
    }

    #[test]
    fn a_layout_with_a_swizzle_is_looked_at_too() {
        let look = first_look("A = Sw<1,0,1> o _2 o (_2,_4):(_4,_1)").expect("a layout");
        assert_eq!(look.layout.to_string(), "Sw<1,0,1> o _2 o (_2,_4):(_4,_1)");
        let point = read_point(&look.layout, "(1,3)", &CATALOGUE).expect("a point");
        assert_eq!((point.linear, point.index, point.inside), (7, Nested::Leaf(Int::dynamic(9)), true));
        let tensor = first_look("make_tensor(counting_iterator(7), (2,4):(4,1))").expect("a tensor");
        assert_eq!(tensor.layout.to_string(), "(_2,_4):(_4,_1)");
    }

    #[test]
    fn a_line_is_looked_at_as_what_it_is() {
        /// The text, the layout by which its last line is looked at with the statement where that is written, and the point.
        type Case = (&'static str, Option<(&'static str, usize)>, Option<&'static str>);
        let cases: &[Case] = &[
            ("S = (3,(2,3))\nidx2crd(16, S)", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("16")),
            ("idx2crd(16, (3,(2,3)))", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("16")),
            ("c = idx2crd(16, (3,(2,3)))\nc", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("16")),
            ("c = idx2crd(16, (3,(2,3)))\nget<1>(c)", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("16")),
            ("c = idx2crd(16, (3,(2,3)))\nflatten(c)", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("16")),
            ("idx2crd(17, (3,(2,3)), (3,(12,1)))", Some(("(3,(2,3)):(3,(12,1))", 0)), Some("(2,(1,2))")),
            ("crd2idx((1,5), (3,(2,3)), (3,(12,1)))", Some(("(3,(2,3)):(3,(12,1))", 0)), Some("(1,5)")),
            ("print(idx2crd(make_coord(1,5), (3,(2,3))))", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("(1,5)")),
            ("I = make_identity_layout((4,8))\nI(2,3)", Some(("(4,8):(1@0,1@1)", 0)), Some("(2,3)")),
            ("make_identity_layout((4,8))(2,3)", Some(("(4,8):(1@0,1@1)", 0)), Some("(2,3)")),
            ("i = 16\nA = (3,(2,3)):(3,(12,1))\nA(i)", Some(("(3,(2,3)):(3,(12,1))", 1)), Some("16")),
            ("A = (4,8):(8,1)\nget_hier_coord(A, 9)", Some(("(4,8):(8,1)", 0)), Some("(1,1)")),
            // A coordinate in the shape of a layout is one of the layout.
            ("A = (3,(2,3)):(3,(12,1))\nidx2crd(16, shape(A))", Some(("(3,(2,3)):(3,(12,1))", 0)), Some("16")),
            ("A = (3,(2,3)):(3,(12,1))\nS = A.shape()\nidx2crd(16, S)", Some(("(3,(2,3)):(3,(12,1))", 0)), Some("16")),
            ("A = (4,8):(8,1)\ncrd2crd(5, 32, shape(A))", Some(("(4,8):(8,1)", 0)), Some("(1,1)")),
            ("A = (4,8):(8,1)\ncrd2idx((1,5), shape(A))", Some(("(4,8):(1,4)", 1)), Some("(1,5)")),
            ("increment((2,0),(3,6))", Some(("(3,6):(1,3)", 0)), Some("(0,1)")),
            ("crd2crd(5, 18, (3,6))", Some(("(3,6):(1,3)", 0)), Some("(2,1)")),
            ("A = (3,(2,3)):(3,(12,1))\nstride(A)", Some(("(3,(2,3)):(3,(12,1))", 0)), None),
            ("compact_row_major((2,3))", Some(("(2,3):(3,1)", 0)), None),
            ("A = (4,8):(8,1)\nB = (2,2)\ncompatible(B, A)", Some(("(4,8):(8,1)", 0)), None),
            ("compatible((4,8), (4,(2,4)))", Some(("(4,8):(1,4)", 0)), None),
            ("A = (4,8):(8,1)\ncosize(A) == 32", Some(("(4,8):(8,1)", 0)), Some("31")),
            ("A = (4,8):(8,1)\ncosize(A)", Some(("(4,8):(8,1)", 0)), Some("31")),
            ("A = (4,8):(8,1)\nrank(A)", Some(("(4,8):(8,1)", 0)), None),
            ("size((3,(2,3)))", Some(("(3,(2,3)):(1,(3,6))", 0)), Some("17")),
            ("A = (4,8):(8,1)\nprint_layout(A)", Some(("(4,8):(8,1)", 0)), None),
            ("A = (4,8):(8,1)\nshape(A)", Some(("(4,8):(1,4)", 1)), None),
            ("S = (8)", Some(("(8):(1)", 0)), None),
            ("S = (8)\ndepth(S)", Some(("(8):(1)", 0)), None),
            ("print((8))", Some(("(8):(1)", 0)), None),
            ("depth(((8)))", Some(("((8)):((1))", 0)), None),
            ("n = (3+4)", None, None),
            ("ceil_div((10,8),(4,2))", Some(("(3,4):(1,3)", 0)), None),
            ("A = (4,8):(8,1)\nA(_,2)", Some(("(4):(8)", 1)), None),
            ("make_coord(0,3)", None, None),
            ("(0,(1,1))", None, None),
            ("17", None, None),
            ("\"text\"", None, None),
        ];
        let plain = without_underscores;
        for (text, expected, asked) in cases {
            let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
            assert!(evaluation.diagnostics().is_empty(), "{text}: {:?}", evaluation.diagnostics());
            let last = evaluation.statements().len() - 1;
            let found = look_at(&evaluation, last);
            let found = found.map(|look| (plain(&look.layout.to_string()), look.statement));
            assert_eq!(found.as_ref().map(|(layout, at)| (layout.as_str(), *at)), *expected, "{text}");
            assert_eq!(asked_point(&evaluation, last).as_deref(), *asked, "{text}");
            let chosen = View { statement: Some(last), ..View::default() };
            assert_eq!(statement(&evaluation, &chosen, None), Some(last), "{text}");
        }
    }

    #[test]
    fn a_tensor_is_drawn_from_where_its_data_begin() {
        let cases = [
            (
                "local_partition(make_counting_tensor((8,8):(1,8)), (2,4):(1,2), 3)",
                "counting_iter(9) o (4,2):(2,32)",
                &["9", "11", "13", "15", "41", "43", "45", "47"][..],
            ),
            ("make_tensor(ptr + 5, (2,2):(1,4))", "ptr(5) o (2,2):(1,4)", &["5", "6", "9", "10"]),
            (
                "local_tile(make_identity_layout((4,4)), (2,2), (1,1))",
                "ArithTuple(2,2) o (2,2):(1@0,1@1)",
                &["(2,2)", "(3,2)", "(2,3)", "(3,3)"],
            ),
            ("make_tensor(ptr, (2,2):(1,4))", "ptr(0) o (2,2):(1,4)", &["0", "1", "4", "5"]),
        ];
        for (text, printed, indices) in cases {
            let look = first_look(text).expect(text);
            assert_eq!(without_underscores(&look.printed()), printed, "{text}");
            let found = (0..indices.len() as i64).map(|linear| {
                let point = look.point_at(linear).expect("a point");
                point.index.map(&mut |int| int.value()).to_string()
            });
            assert_eq!(found.collect::<Vec<_>>(), indices, "{text}");
        }
    }

    #[test]
    fn the_layout_that_is_spelt_out_can_be_edited() {
        let cases = [
            ("A = (2,4):(4,1)", Some("(2,4):(4,1)")),
            ("(2,4)", Some("(2,4)")),
            ("Sw<1,0,1> o _2 o (2,4):(4,1)", Some("(2,4):(4,1)")),
            ("composition(Swizzle<1,0,1>{}, (2,4):(4,1))", Some("(2,4):(4,1)")),
            ("composition(Swizzle<1,0,1>{}, Layout<_8,_1>{})", None),
            ("Sw<1,0,1> o _0 o (8:2) o (4:1)", None),
            ("composition((8:2), (4:1))", None),
        ];
        for (text, literal) in cases {
            let look = first_look(text).expect(text);
            assert_eq!(look.literal.map(|span| span.of(text)), literal, "{text}");
        }
    }

    #[test]
    fn the_coordinate_in_a_mode_runs_with_a_period() {
        let layout = first_look("(3,(2,3)):(3,(12,1))").expect("a layout").layout;
        for (mode, period) in [
            (&[][..], Some((1, 3))),
            (&[0], Some((1, 3))),
            (&[1], Some((3, 6))),
            (&[1, 0], Some((3, 2))),
            (&[1, 1], Some((6, 3))),
            (&[2], None),
            (&[0, 0], None),
        ] {
            assert_eq!(mode_period(layout.shape(), mode), period, "{mode:?}");
        }
    }

    #[test]
    fn what_another_layout_does_not_have_is_let_go_of() {
        let layout = first_look("8:2").expect("a layout").layout;
        let asked = |point: &str, index: i64, set: &str| View {
            point: Some(point.to_owned()),
            index: Some(index),
            coordinates: Some(set.to_owned()),
            ..View::default()
        };
        let cases = [
            (asked("16", 40, "(3,6)"), View::default()),
            (asked("(1,5)", -1, "("), View::default()),
            (asked("7", 14, "8"), asked("7", 14, "8")),
            // Between two that are reached lies an index that may be asked for.
            (asked("_3", 13, "8"), asked("_3", 13, "8")),
            (
                View { step: Some(2), mode: vec![1], ..View::default() },
                View { step: Some(2), mode: vec![1], ..View::default() },
            ),
        ];
        for (mut view, left) in cases {
            for _ in 0..2 {
                let_go(&mut view, &layout, &CATALOGUE);
                assert_eq!(view, left);
            }
        }
    }

    #[test]
    fn coordinate_sets_run_from_one_number_to_the_natural_coordinate() {
        let layout = first_look("((2,2),(3,2)):((1,2),(4,12))").expect("a layout").layout;
        let sets = coordinate_sets(layout.shape());
        let printed = sets.iter().map(|set| crate::notebook::value::without_underscores(&set.to_string()));
        let printed = printed.collect::<Vec<_>>();
        assert_eq!(printed, ["24", "(4,6)", "(4,(3,2))", "((2,2),6)", "((2,2),(3,2))"]);
        assert!(read_coordinate_set(&layout, "((2,2),6)", &CATALOGUE).is_ok());
        assert!(matches!(read_coordinate_set(&layout, "(6,4)", &CATALOGUE), Err(Unreadable::NotCompatible { .. })));
    }
}
