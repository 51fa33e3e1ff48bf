//! The one table of functions: what evaluates them, what completes their names, what explains them.

use super::algebra::{self, Operation, later};
use super::construct;
use super::value::{Item, Value, ValueKind};
use crate::algebra::Tiler;
use crate::algebra::tile::evenly_divides;
use crate::basis::StrideLeaf;
use crate::compatible::Relation;
use crate::composed::AnyLayout;
use crate::coordinate::{self, Coordinate};
use crate::draw::{
    latex::print_any_latex,
    svg::{GridOptions, any_svg},
    text::{print_1d, print_2d, print_any_layout},
};
use crate::error::{Error, Result as AlgebraResult};
use crate::int::{Int, Truth};
use crate::int_tuple::{self, IntTuple};
use crate::layout::Layout;
use crate::make::{self, Major};
use crate::nested::{LEAF_LIMIT, Nested};
use crate::steps::{Record, Step, Teller};
use crate::swizzle::Offset;
use crate::tensor::Tensor;

/// What template arguments a function takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Template {
    /// None.
    None,
    /// A path or list of modes, as in `get<1,0>`; it may be left out.
    Modes,
    /// Values, as in `Shape<_2,_4>`.
    Values,
}

/// A function of CuTe, or a type that makes a value.
#[derive(Debug)]
pub struct Function {
    /// CuTe's name.
    pub name: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// Names of the parameters.
    pub parameters: &'static [&'static str],
    /// The fewest arguments.
    pub least: usize,
    /// The most arguments.
    pub most: usize,
    /// Template arguments.
    pub template: Template,
    /// Whether it tells its steps.
    pub tells: bool,
}

/// What explains a function.
#[derive(Debug)]
pub struct Help {
    /// One line, in English and Chinese.
    pub line: [&'static str; 2],
    /// An example that evaluates.
    pub example: &'static str,
}

impl Function {
    /// The value of a call.
    pub fn call(&self, arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
        algebra::call(self, arguments, listener)
    }
}

/// What a call is given.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    /// Template arguments.
    pub template: Vec<Value>,
    /// Arguments.
    pub values: Vec<Value>,
}

/// Why a call has no value.
#[derive(Debug, Clone, PartialEq)]
pub enum Problem {
    /// The algebra has no answer.
    Algebra(Error),
    /// An argument is of the wrong kind.
    Kind {
        /// Which argument.
        position: usize,
        /// What would fit.
        expected: ValueKind,
    },
    /// The template arguments do not fit.
    Template,
    /// A wrong number of arguments for this form of the call.
    Arity,
    /// A `static_assert` does not hold.
    AssertionFailed,
    /// The code of the algebra has not arrived yet.
    Loading,
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem::Algebra(error)
    }
}

/// A value, or why there is none.
pub type Answer = Result<Value, Problem>;

impl Arguments {
    pub(super) fn value(&self, position: usize) -> Result<&Value, Problem> {
        self.values.get(position).ok_or(Problem::Arity)
    }

    pub(super) fn ints(&self, position: usize) -> Result<IntTuple, Problem> {
        self.value(position)?.as_ints().ok_or(Problem::Kind { position, expected: ValueKind::IntTuple })
    }

    pub(super) fn int(&self, position: usize) -> Result<Int, Problem> {
        self.value(position)?.as_int().ok_or(Problem::Kind { position, expected: ValueKind::Integer })
    }

    pub(super) fn coordinate(&self, position: usize) -> Result<Coordinate, Problem> {
        self.value(position)?.as_coordinate().ok_or(Problem::Kind { position, expected: ValueKind::Coordinate })
    }

    pub(super) fn layout(&self, position: usize) -> Result<&Layout, Problem> {
        self.value(position)?.as_layout().ok_or(Problem::Kind { position, expected: ValueKind::Layout })
    }

    pub(super) fn tree(&self, position: usize) -> Result<Nested<Item>, Problem> {
        let value = self.value(position)?.clone();
        value.into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
    }

    /// A layout, plain or with a swizzle; a bare shape stands for its column-major layout.
    pub(super) fn any(&self, position: usize) -> Result<AnyLayout, Problem> {
        let value = self.value(position)?;
        if let Some(layout) = value.as_any_layout() {
            return Ok(layout);
        }
        let shape = value.as_ints().ok_or(Problem::Kind { position, expected: ValueKind::Layout })?;
        Ok(AnyLayout::Plain(Layout::compact(shape, Major::Left)?))
    }

    /// A layout without a swizzle; a bare shape stands for its column-major layout.
    pub(super) fn plain(&self, position: usize) -> Result<Layout, Problem> {
        match self.any(position)? {
            AnyLayout::Plain(layout) => Ok(layout),
            AnyLayout::Composed(layout) => Err(Error::NoStrides { layout: layout.to_string() }.into()),
        }
    }

    pub(super) fn tiler(&self, position: usize) -> Result<Tiler, Problem> {
        self.value(position)?.as_tiler().ok_or(Problem::Kind { position, expected: ValueKind::Tiler })
    }

    /// The shape of a layout, or a tuple as it is.
    pub(super) fn shape(&self, position: usize) -> Result<IntTuple, Problem> {
        match self.value(position)? {
            Value::Layout(layout) => Ok(layout.shape().clone()),
            Value::Composed(_) | Value::Tensor(_) => Ok(self.any(position)?.shape().clone()),
            value => value.as_ints().ok_or(Problem::Kind { position, expected: ValueKind::ShapeOrLayout }),
        }
    }

    pub(super) fn modes(&self) -> Result<Vec<usize>, Problem> {
        let numbers =
            self.template.iter().map(|value| value.as_int().and_then(|int| usize::try_from(int.value()).ok()));
        numbers.collect::<Option<_>>().ok_or(Problem::Template)
    }

    /// A range of modes; an end of -1 is the last mode, as in CuTe.
    pub(super) fn two_modes(&self, rank: usize) -> Result<(usize, usize), Problem> {
        let number = |value: &Value| value.as_int().map(Int::value).ok_or(Problem::Template);
        let mode = |number: i64| usize::try_from(number).map_err(|_| Problem::Template);
        match self.template.as_slice() {
            [begin, end] if number(end)? == -1 => Ok((mode(number(begin)?)?, rank)),
            [begin, end] => Ok((mode(number(begin)?)?, mode(number(end)?)?)),
            _ => Err(Problem::Template),
        }
    }

    pub(super) fn one_mode(&self) -> Result<usize, Problem> {
        match self.modes()?.as_slice() {
            [mode] => Ok(*mode),
            _ => Err(Problem::Template),
        }
    }
}

/// All functions.
pub fn all() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS.iter().chain(algebra::FUNCTIONS).chain(construct::FUNCTIONS)
}

/// All functions with what explains them.
pub fn explained() -> impl Iterator<Item = (&'static Function, &'static Help)> {
    let base = FUNCTIONS.iter().zip(HELP);
    base.chain(algebra::FUNCTIONS.iter().zip(algebra::HELP)).chain(construct::FUNCTIONS.iter().zip(construct::HELP))
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    all().find(|function| function.name == name || function.aliases.contains(&name))
}

/// Whether `<` after that name opens template arguments. In `E < 3` it does not: `E` may be a name of one's own.
pub fn takes_template(name: &str) -> bool {
    name != "E" && find(name).is_some_and(|function| function.template != Template::None)
}

/// Whether that name stands for a value by itself.
pub fn is_constant(name: &str) -> bool {
    is_truth(name) || matches!(name, "LayoutLeft" | "LayoutRight" | "GenColMajor" | "GenRowMajor")
}

/// Whether that name is a truth value as C++ or Python write it. Like a plain number it is compile-time in Python, and
/// known at run time in C++.
pub(super) fn is_truth(name: &str) -> bool {
    matches!(name, "true" | "false" | "True" | "False")
}

/// The names of all functions, types and tags.
pub fn all_names<'a>() -> impl Iterator<Item = &'a str> {
    all().flat_map(|function| std::iter::once(&function.name).chain(function.aliases)).map(|name| *name as &'a str)
}

/// Of a longer name, in characters, nothing is guessed.
const GUESS_LENGTH: usize = 48;

/// At most three of the candidates that differ from a name by little, nearest first; among equals those that begin alike.
pub fn nearest_of<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let length = name.chars().count();
    // Two names are at least as many edits apart as one is longer.
    let may_be_near = |candidate: &&str| {
        length <= GUESS_LENGTH
            && candidate.len() <= 4 * GUESS_LENGTH
            && candidate.chars().count().abs_diff(length) <= candidate.len().div_ceil(3)
    };
    let mut near = candidates
        .filter(may_be_near)
        .map(|candidate| (distance(name, candidate), candidate.chars().next() != name.chars().next(), candidate))
        .filter(|(distance, _, candidate)| *distance <= candidate.len().div_ceil(3))
        .collect::<Vec<_>>();
    near.sort_unstable();
    near.into_iter().map(|(_, _, name)| name).take(3).collect()
}

/// The number of single-character edits between two names, case aside (Levenshtein).
fn distance(from: &str, to: &str) -> usize {
    let (from, to) = (from.to_ascii_lowercase(), to.to_ascii_lowercase());
    let mut row = (0..=to.chars().count()).collect::<Vec<_>>();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, b) in row.iter_mut().skip(1).zip(to.chars()) {
            let here = if a == b { diagonal } else { 1 + diagonal.min(left).min(*cell) };
            diagonal = *cell;
            *cell = here;
            left = here;
        }
    }
    row.last().copied().unwrap_or_default()
}

fn truth(truth: Truth) -> Answer {
    Ok(Value::Truth(truth))
}

pub(super) fn ints(tuple: AlgebraResult<IntTuple>) -> Answer {
    Ok(Value::ints(&tuple?))
}

fn int(int: AlgebraResult<Int>) -> Answer {
    Ok(Value::int(int?))
}

pub(super) fn layout(layout: AlgebraResult<Layout>) -> Answer {
    Ok(Value::Layout(layout?))
}

/// A change that tuples and layouts both have.
fn reshape(
    arguments: &Arguments,
    of_layout: impl FnOnce(&Layout) -> Result<Layout, Problem>,
    of_tuple: impl FnOnce(Nested<Item>) -> Result<Nested<Item>, Problem>,
) -> Answer {
    match arguments.value(0)? {
        Value::Layout(value) => Ok(Value::Layout(of_layout(value)?)),
        Value::Composed(_) | Value::Tensor(_) => mapped(arguments, of_layout),
        _ => Ok(Value::Tuple(of_tuple(arguments.tree(0)?)?)),
    }
}

/// The first argument with its innermost layout changed, whatever stands around it.
fn mapped(arguments: &Arguments, change: impl FnOnce(&Layout) -> Result<Layout, Problem>) -> Answer {
    let any = arguments.any(0)?;
    let inner = change(any.innermost())?;
    let changed = any.map(&mut |_| Ok(inner.clone()))?;
    Ok(match arguments.value(0)? {
        Value::Tensor(tensor) => Value::Tensor(Tensor { engine: tensor.engine.clone(), layout: changed }),
        _ => changed.into(),
    })
}

/// The mode that template arguments point at; without any the whole.
fn at_modes(arguments: &Arguments) -> Answer {
    let path = arguments.modes()?;
    reshape(arguments, |value| Ok(value.at(&path)?), |tree| Ok(tree.at(&path)?.clone()))
}

/// The same of a layout; of a tensor its layout alone.
fn layout_at(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Tensor(tensor) => Ok(tensor.layout.at(&arguments.modes()?)?.into()),
        _ => at_modes(arguments),
    }
}

/// Some modes; of a layout with a swizzle CuTe answers each by itself.
fn select(arguments: &Arguments) -> Answer {
    let modes = arguments.modes()?;
    let Value::Composed(layout) = arguments.value(0)? else {
        return reshape(arguments, |layout| Ok(layout.select(&modes)?), |tuple| Ok(tuple.select(&modes)?));
    };
    let layout = AnyLayout::Composed(layout.clone());
    let selected = modes.iter().map(|mode| {
        Value::from(layout.at(&[*mode])?)
            .into_mode()
            .map_err(|_| Problem::Kind { position: 0, expected: ValueKind::Layout })
    });
    Ok(Value::Tuple(Nested::Tuple(selected.collect::<Result<_, Problem>>()?).check_limits()?))
}

fn shape_at(arguments: &Arguments) -> Result<IntTuple, Problem> {
    let path = arguments.modes()?;
    Ok(arguments.shape(0)?.at(&path)?.clone())
}

fn make_tuple(arguments: &Arguments) -> Answer {
    let values = if arguments.template.is_empty() { &arguments.values } else { &arguments.template };
    let modes = values.iter().enumerate().map(|(position, value)| {
        value.clone().into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
    });
    let tuple = Nested::Tuple(modes.collect::<Result<_, _>>()?);
    Ok(Value::Tuple(tuple.check_limits()?))
}

fn make_layout(arguments: &Arguments) -> Answer {
    if arguments.values.iter().all(|value| matches!(value, Value::Layout(_))) && !arguments.values.is_empty() {
        let layouts = arguments.values.iter().filter_map(Value::as_layout).cloned().collect::<Vec<_>>();
        return layout(Layout::concatenate(&layouts));
    }
    layout_of(arguments, &arguments.values)
}

fn layout_type(arguments: &Arguments) -> Answer {
    match arguments.template.as_slice() {
        [] => make_layout(arguments),
        values => layout_of(arguments, values),
    }
}

/// A layout from a shape, or a shape with a stride or `LayoutLeft` / `LayoutRight`.
fn layout_of(arguments: &Arguments, values: &[Value]) -> Answer {
    let shape = values.first().ok_or(Problem::Arity)?;
    let shape = shape.as_ints().ok_or(Problem::Kind { position: 0, expected: ValueKind::IntTuple })?;
    match values.get(1) {
        None => layout(Layout::compact(shape, Major::Left)),
        Some(Value::Major(major)) => layout(Layout::compact(shape, *major)),
        Some(stride) if values.len() == 2 => {
            let stride = stride.as_stride().ok_or(Problem::Kind { position: 1, expected: ValueKind::IntTuple })?;
            layout(Layout::new(shape, stride))
        }
        Some(_) => {
            Err(Problem::Kind { position: arguments.values.len().saturating_sub(1), expected: ValueKind::Layout })
        }
    }
}

fn constant_int(arguments: &Arguments) -> Answer {
    match arguments.template.as_slice() {
        [value] => Ok(Value::int(value.as_int().ok_or(Problem::Template)?.to_static())),
        _ => Err(Problem::Template),
    }
}

/// Whether nothing of a value is known only at run time.
fn is_static(value: &Value) -> bool {
    match value {
        Value::Tuple(tuple) => tuple.leaves().into_iter().all(|item| match item {
            Item::Int(int) => int.is_static(),
            Item::Basis(basis) => basis.scale.is_static(),
            Item::Layout(layout) => is_static_layout(&AnyLayout::Plain((**layout).clone())),
            Item::Composed(layout) => is_static_layout(&AnyLayout::Composed((**layout).clone())),
            Item::All => true,
        }),
        _ => value.as_any_layout().is_none_or(|layout| is_static_layout(&layout)),
    }
}

fn is_static_layout(layout: &AnyLayout) -> bool {
    match layout {
        AnyLayout::Plain(layout) => {
            let strides = layout.stride().map(&mut StrideLeaf::scale);
            [layout.shape(), &strides].iter().all(|tuple| tuple.leaves().into_iter().all(|int| int.is_static()))
        }
        AnyLayout::Composed(layout) => {
            matches!(layout.offset(), Offset::Int(int) if int.is_static()) && is_static_layout(layout.inner())
        }
    }
}

/// `is_constant<8>(x)`, and `is_constant<8,Int<8>>{}` with a type in place of the value.
fn constant_holds(arguments: &Arguments) -> Answer {
    let (wanted, value) = match arguments.template.as_slice() {
        [wanted, value] => (wanted, value),
        [wanted] => (wanted, arguments.value(0)?),
        _ => return Err(Problem::Template),
    };
    let wanted = wanted.as_int().ok_or(Problem::Template)?.value();
    truth(Truth::constant(value.as_int().is_some_and(|int| int.is_static() && int.value() == wanted)))
}

fn dynamic_int(arguments: &Arguments) -> Answer {
    let value = arguments.value(0)?;
    construct::as_integer(value).ok_or(Problem::Kind { position: 0, expected: ValueKind::Integer })
}

fn compact_with(arguments: &Arguments, major: Major) -> Answer {
    let current = if arguments.values.len() > 1 { arguments.ints(1)? } else { Nested::Leaf(Int::ONE) };
    ints(make::compact_each(&arguments.shape(0)?, &current, major))
}

fn compare(arguments: &Arguments, compare: fn(&IntTuple, &IntTuple) -> AlgebraResult<Truth>) -> Answer {
    truth(compare(&arguments.shape(0)?, &arguments.shape(1)?)?)
}

fn fold(arguments: &Arguments, combine: impl Fn(Int, Int) -> AlgebraResult<Int>) -> Answer {
    let mut leaves = Vec::new();
    for position in 0..arguments.values.len() {
        leaves.extend(arguments.ints(position)?.leaves().into_iter().copied());
    }
    let mut leaves = leaves.into_iter();
    let first = leaves.next().ok_or(Error::Empty)?;
    int(leaves.try_fold(first, combine))
}

fn pad(arguments: &Arguments, front: bool) -> Answer {
    let rank = if arguments.template.is_empty() { None } else { Some(arguments.one_mode()?) };
    let default_mode = Nested::Leaf(Item::Int(Int::ONE));
    match (arguments.value(0)?, rank) {
        (Value::Layout(value), None) => {
            let mode = arguments.layout(1)?;
            layout(if front { value.prepend(mode) } else { value.append(mode) })
        }
        (Value::Layout(value), Some(rank)) => {
            let trivial = Layout::trivial();
            let mode = if arguments.values.len() > 1 { arguments.layout(1)? } else { &trivial };
            layout(if front { value.prepend_to(rank, mode) } else { value.append_to(rank, mode) })
        }
        (_, None) => {
            let (tree, mode) = (arguments.tree(0)?, arguments.tree(1)?);
            Ok(Value::Tuple(if front { tree.prepend(mode) } else { tree.append(mode) }))
        }
        (_, Some(rank)) => {
            let mode = if arguments.values.len() > 1 { arguments.tree(1)? } else { default_mode };
            let tree = arguments.tree(0)?;
            Ok(Value::Tuple(if front { tree.prepend_to(rank, &mode) } else { tree.append_to(rank, &mode) }?))
        }
    }
}

fn zip(arguments: &Arguments) -> Answer {
    if arguments.values.len() == 1 {
        return reshape(arguments, |value| Ok(value.zip()?), |tree| Ok(tree.zip()?));
    }
    match arguments.value(0)? {
        Value::Layout(_) => {
            let layouts = (0..arguments.values.len()).map(|position| arguments.layout(position).cloned());
            layout(Layout::concatenate(&layouts.collect::<Result<Vec<_>, _>>()?)?.zip())
        }
        _ => {
            let trees = (0..arguments.values.len()).map(|position| arguments.tree(position));
            Ok(Value::Tuple(Nested::Tuple(trees.collect::<Result<_, _>>()?).zip()?))
        }
    }
}

/// What a coordinate map answers, telling its steps to the listener of the algebra.
fn mapped_coordinate(
    listener: &mut Teller<'_>,
    operation: &'static str,
    operands: &[&dyn std::fmt::Display],
    map: impl FnOnce(&mut Record) -> AlgebraResult<IntTuple>,
) -> Result<IntTuple, Problem> {
    let mut record = Record::default();
    listener.tell(|| Step::Enter { operation, operands: operands.iter().map(ToString::to_string).collect() });
    let result = map(&mut record)?;
    for step in record.coordinate_steps {
        listener.tell(|| Step::Coordinate(step));
    }
    listener.tell(|| Step::Result { operation, result: result.to_string() });
    Ok(result)
}

fn idx2crd(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let shape = arguments.shape(1)?;
    if arguments.values.len() == 3 {
        return ints(coordinate::idx2crd_stride(&arguments.ints(0)?, &shape, &arguments.ints(2)?));
    }
    let place = arguments.coordinate(0)?;
    let told = |record: &mut Record| coordinate::idx2crd_told(&place, &shape, record);
    Ok(Value::ints(&mapped_coordinate(listener, "idx2crd", &[&place, &shape], told)?))
}

fn crd2idx(arguments: &Arguments, listener: &mut Teller<'_>) -> Answer {
    let place = arguments.coordinate(0)?;
    if !matches!(arguments.value(1)?, Value::Tuple(_)) {
        let layout = arguments.any(1)?;
        return Ok(Value::index(&layout.index_told(&place, listener)?, layout.innermost().stride()));
    }
    let shape = arguments.ints(1)?;
    if arguments.values.len() == 2 {
        return int(coordinate::crd2idx_shape(&place, &shape));
    }
    let stride = arguments.value(2)?.as_stride().ok_or(Problem::Kind { position: 2, expected: ValueKind::IntTuple })?;
    if let Some(path) = shape.first_difference(&stride) {
        return Err(Error::NotCongruent { shape: shape.to_string(), stride: stride.to_string(), path }.into());
    }
    let index = mapped_coordinate(listener, "crd2idx", &[&place, &shape, &stride], |record| {
        coordinate::crd2idx_told(&place, &shape, &stride, record)
    })?;
    Ok(Value::index(&index, &stride))
}

fn relation(arguments: &Arguments, relation: Relation, listener: &mut Teller<'_>) -> Answer {
    truth(relation.told(&arguments.shape(0)?, &arguments.shape(1)?, listener)?)
}

fn coordinate_of(arguments: &Arguments, find: impl Fn(&Layout, Int) -> AlgebraResult<IntTuple>) -> Answer {
    ints(find(arguments.layout(0)?, arguments.int(1)?))
}

fn each_leaf(arguments: &Arguments, change: impl Fn(Int) -> AlgebraResult<Int>) -> Answer {
    ints(arguments.ints(0)?.try_map(&mut |int| change(*int)))
}

fn printed(arguments: &Arguments, draw: impl Fn(&Layout) -> AlgebraResult<String>) -> Answer {
    Ok(Value::Text(draw(arguments.layout(0)?)?))
}

fn assertion(arguments: &Arguments) -> Answer {
    match arguments.value(0)? {
        Value::Truth(Truth { value: true, .. }) => Ok(arguments.value(0)?.clone()),
        Value::Truth(_) => Err(Problem::AssertionFailed),
        _ => Err(Problem::Kind { position: 0, expected: ValueKind::Truth }),
    }
}

/// Functions of CuTe that are not in the table yet: nothing else is meant by their names.
pub const NOT_YET: &[&str] = &["make_tiled_copy", "make_tiled_mma", "partition_A", "partition_B", "partition_C"];

/// The most arguments of a function that takes any number.
pub(super) const MANY: usize = 256;

#[rustfmt::skip]
later! {
    function!(Silent, "print", ["value"], 1..=1, None, "The value as CuTe prints it", "按 CuTe 的格式打印", "print((2,4):(1,2))", |a| Ok(a.value(0)?.clone())),
    function!(Silent, "decltype", ["value"], 1..=1, None, "The type of a value, which makes that value", "值的类型，可由它得到同样的值", "decltype((_2,_4):(_1,_2)){}", |a| Ok(a.value(0)?.clone())),
    function!(Silent, "print_layout", ["layout"], 1..=1, None, "The table of a rank-2 layout as text", "把 rank 为 2 的布局打印成表格", "print_layout((2,4):(1,2))", |a| Ok(Value::Text(print_any_layout(&a.any(0)?)?))),
    function!(Silent, "print1D", ["layout"], 1..=1, None, "The indices of all 1-D coordinates in a line", "把所有一维坐标的索引打印成一行", "print1D((2,4):(4,1))", |a| printed(a, print_1d)),
    function!(Silent, "print2D", ["layout"], 1..=1, None, "The indices as rows and columns", "按行列打印索引", "print2D((2,4):(4,1))", |a| printed(a, print_2d)),
    function!(Silent, "print_latex", ["layout"], 1..=1, None, "The table of a layout as LaTeX", "把布局打印成 LaTeX 表格", "print_latex((2,4):(1,2))", |a| Ok(Value::Text(print_any_latex(&a.any(0)?)?))),
    function!(Silent, "print_svg", ["layout"], 1..=1, None, "The table of a layout as SVG", "把布局打印成 SVG 表格", "print_svg((2,4):(1,2))", |a| Ok(Value::Text(any_svg(&a.any(0)?, &GridOptions::default())?))),

    function!(Silent, "rank", ["tuple or layout"], 1..=1, Modes, "The number of modes", "模式（mode）的个数", "rank((3,(2,3)))", |a| Ok(Value::int(Int::constant(shape_at(a)?.rank() as i64)))),
    function!(Silent, "depth", ["tuple or layout"], 1..=1, Modes, "How deep the parentheses nest", "括号嵌套的深度", "depth((3,(2,3)))", |a| Ok(Value::int(Int::constant(shape_at(a)?.depth() as i64)))),
    function!(Silent, "size" | "product", ["tuple or layout"], 1..=1, Modes, "The product of all extents: the size of the domain", "所有长度的乘积，即定义域的大小", "size((3,(2,3)))", |a| int(int_tuple::product(&shape_at(a)?))),
    function!(Silent, "cosize", ["layout"], 1..=1, Modes, "The size of the codomain: the last index plus one", "值域上界：最后一个索引加一", "cosize((3,(2,3)):(3,(12,1)))", |a| int(a.any(0)?.innermost().at(&a.modes()?)?.cosize())),
    function!(Silent, "coshape", ["layout"], 1..=1, Modes, "The codomain as a shape", "以形状表示的值域", "coshape((3,(2,3)):(3,(12,1)))", |a| ints(a.any(0)?.innermost().at(&a.modes()?)?.coshape())),
    function!(Silent, "get", ["tuple or layout"], 1..=1, Modes, "The mode at the end of a path", "沿路径取出一个模式", "get<1,0>((3,(2,3)):(3,(12,1)))", at_modes),
    function!(Silent, "layout", ["layout"], 1..=1, Modes, "The sublayout at the end of a path", "沿路径取出子布局", "layout<1>((3,(2,3)):(3,(12,1)))", layout_at),
    function!(Silent, "shape", ["layout"], 1..=1, Modes, "The shape of a layout or of one of its modes", "布局或其某个模式的形状", "shape<1>((3,(2,3)):(3,(12,1)))", |a| Ok(Value::ints(&shape_at(a)?))),
    function!(Silent, "stride", ["layout"], 1..=1, Modes, "The stride of a layout or of one of its modes", "布局或其某个模式的步长", "stride<1>((3,(2,3)):(3,(12,1)))", |a| Ok(Value::stride(a.plain(0)?.stride().at(&a.modes()?)?))),

    function!(Silent, "abs", ["integer"], 1..=1, None, "The absolute value of each leaf", "每个叶子的绝对值", "abs(-3)", |a| each_leaf(a, Int::abs)),
    function!(Silent, "signum", ["integer"], 1..=1, None, "The sign of each leaf: -1, 0 or 1", "每个叶子的符号：-1、0 或 1", "signum(-3)", |a| each_leaf(a, |int| Ok(int.signum()))),
    function!(Silent, "min", ["a", "b"], 1..=MANY, None, "The smallest leaf", "最小的叶子", "min(3,5)", |a| fold(a, |x, y| Ok(x.min(y)))),
    function!(Silent, "max", ["a", "b"], 1..=MANY, None, "The largest leaf", "最大的叶子", "max(3,5)", |a| fold(a, |x, y| Ok(x.max(y)))),
    function!(Silent, "gcd", ["a", "b"], 1..=MANY, None, "The greatest common divisor", "最大公约数", "gcd(12,18)", |a| fold(a, Int::gcd)),
    function!(Silent, "sum", ["tuple"], 1..=MANY, None, "The sum of all leaves", "所有叶子之和", "sum((1,(2,3)))", |a| fold(a, Int::plus)),
    function!(Silent, "is_integral", ["value"], 1..=1, None, "Whether it is an integer, static or dynamic", "是否为整数（静态或动态）", "is_integral(_8)", |a| truth(Truth::constant(a.value(0)?.as_int().is_some()))),
    function!(Silent, "is_std_integral", ["value"], 1..=1, None, "Whether it is a dynamic integer", "是否为动态整数", "is_std_integral(int{8})", |a| truth(Truth::constant(a.value(0)?.as_int().is_some_and(|int| !int.is_static())))),
    function!(Silent, "is_constant", ["value"], 0..=1, Values, "Whether it is the static integer N", "是否为静态整数 N", "is_constant<8>(_8)", constant_holds),
    function!(Silent, "is_static", ["value"], 1..=1, None, "Whether every integer is known at compile time", "是否每个整数都在编译期已知", "is_static((_4,_8))", |a| truth(Truth::constant(is_static(a.value(0)?)))),

    function!(Silent, "product_each", ["tuple"], 1..=1, None, "The product of each mode", "每个模式的乘积", "product_each((4,(3,2)))", |a| ints(int_tuple::product_each(&a.shape(0)?))),
    function!(Silent, "product_like", ["tuple", "guide"], 2..=2, None, "Products in the parentheses of a guide", "按给定括号结构求乘积", "product_like((4,(3,2)),(1,1))", |a| ints(int_tuple::product_like(&a.shape(0)?, &a.shape(1)?))),
    function!(Silent, "inner_product", ["a", "b"], 2..=2, None, "The sum of products of corresponding leaves", "对应叶子乘积之和", "inner_product((1,(1,2)),(3,(12,1)))", |a| int(int_tuple::inner_product(&a.ints(0)?, &a.ints(1)?))),
    function!(Silent, "round_up", ["a", "b"], 2..=2, None, "The next multiple of b", "向上取到 b 的倍数", "round_up(10,4)", |a| ints(int_tuple::round_up(&a.shape(0)?, &a.ints(1)?))),
    function!(Silent, "elem_scale", ["a", "b"], 2..=2, None, "Each integer of a times the size of its mode of b", "a 的每个整数乘以 b 对应模式的大小", "elem_scale((2,3),(4,(2,2)))", |a| ints(int_tuple::elem_scale(&a.ints(0)?, &a.shape(1)?))),
    function!(Silent, "increment", ["coord", "shape"], 2..=2, None, "The next coordinate, the first mode fastest", "下一个坐标，第一个模式最快", "increment((2,0),(3,6))", |a| ints(int_tuple::increment(&a.ints(0)?, &a.shape(1)?))),
    function!(Silent, "repeat" | "tuple_repeat", ["value"], 1..=1, Modes, "N times the same mode", "同一模式重复 N 次", "repeat<3>(_)", repeat),
    function!(Silent, "shape_div", ["shape", "divisor"], 2..=2, None, "A shape divided from left to right", "从左到右用除数去除一个形状", "shape_div((4,6),8)", |a| ints(int_tuple::shape_div(&a.shape(0)?, &a.shape(1)?))),
    function!(Silent, "evenly_divides", ["shape", "tiler"], 2..=2, None, "Whether every mode of the tiler divides the shape", "tiler 的每个模式是否整除形状", "evenly_divides((8,6),(4,3))", |a| truth(evenly_divides(&a.shape(0)?, &a.tiler(1)?)?)),
    function!(Silent, "elem_less", ["a", "b"], 2..=2, None, "Every leaf of a is less than that of b", "a 的每个叶子都小于 b", "elem_less((1,2),(3,4))", |a| compare(a, int_tuple::elem_less)),
    function!(Silent, "elem_leq", ["a", "b"], 2..=2, None, "CuTe's elem_leq, which is !elem_less(b,a)", "CuTe 的 elem_leq，即 !elem_less(b,a)", "elem_leq((1,2),(1,4))", |a| compare(a, int_tuple::elem_leq)),
    function!(Silent, "lex_less", ["a", "b"], 2..=2, None, "Lexicographical order: the leftmost mode that differs decides", "字典序：最左边不同的模式决定大小", "lex_less((1,5),(2,0))", |a| compare(a, int_tuple::lex_less)),
    function!(Silent, "colex_less", ["a", "b"], 2..=2, None, "Colexicographical order: the rightmost mode that differs decides", "反字典序：最右边不同的模式决定大小", "colex_less((5,1),(0,2))", |a| compare(a, int_tuple::colex_less)),

    function!(Silent, "make_shape" | "make_stride" | "make_coord" | "make_tuple" | "make_tile" | "make_step" | "make_int_tuple", ["mode"], 0..=MANY, None, "A tuple", "构造元组", "make_shape(2,make_shape(2,4))", make_tuple),
    function!(Silent, "make_layout", ["shape", "stride"], 1..=MANY, None, "A layout from shape and stride, or from layouts side by side", "由形状与步长构造布局，或把若干布局并列", "make_layout((2,4),LayoutRight)", make_layout),
    function!(Silent, "make_ordered_layout", ["shape", "order"], 2..=2, None, "A compact layout whose modes are laid out in the given order", "按给定次序排布各模式的紧凑布局", "make_ordered_layout((2,3,4),(1,2,0))", |a| layout(Layout::ordered(a.shape(0)?, &a.ints(1)?))),
    function!(Silent, "make_layout_like", ["layout"], 1..=1, None, "A compact layout ordered like the static strides", "按静态步长次序生成的紧凑布局", "make_layout_like((4,8):(16,2))", |a| layout(a.layout(0)?.make_layout_like())),
    function!(Silent, "make_identity_layout", ["shape"], 1..=1, None, "The layout that answers its own coordinate", "返回自身坐标的布局", "make_identity_layout((4,8))", |a| Ok(Value::Layout(Layout::identity(a.shape(0)?)))),
    function!(Silent, "compact_col_major", ["shape", "current"], 1..=2, None, "Strides as running products from the left", "从左到右累乘得到的步长", "compact_col_major((2,(3,4)))", |a| compact_with(a, Major::Left)),
    function!(Silent, "compact_row_major", ["shape", "current"], 1..=2, None, "Strides as running products from the right", "从右到左累乘得到的步长", "compact_row_major((2,(3,4)))", |a| compact_with(a, Major::Right)),
    function!(Silent, "compact_order", ["shape", "order"], 2..=2, None, "Strides by an order of the modes", "按模式次序生成的步长", "compact_order((2,3,4),(1,2,0))", |a| ints(make::compact_order(&a.shape(0)?, &a.ints(1)?))),

    function!(Told, "idx2crd", ["idx", "shape", "stride"], 2..=3, None, "The natural coordinate of a 1-D coordinate", "一维坐标对应的自然坐标", "idx2crd(16,(3,(2,3)))", idx2crd),
    function!(Told, "crd2idx", ["coord", "shape", "stride"], 2..=3, None, "The index of a coordinate; without strides its 1-D coordinate", "坐标对应的索引；不给步长时为一维坐标", "crd2idx((1,5),(3,(2,3)),(3,(12,1)))", crd2idx),
    function!(Silent, "crd2crd", ["coord", "source", "destination"], 3..=3, None, "A coordinate of one shape as that of another", "把一个形状的坐标换成另一个形状的坐标", "crd2crd((1,5),(3,6),(3,(2,3)))", |a| ints(coordinate::crd2crd(&a.coordinate(0)?, &a.shape(1)?, &a.shape(2)?))),
    function!(Silent, "get_hier_coord", ["layout", "index"], 2..=2, None, "CuTe's natural coordinate of an index; right on compact layouts", "由索引求自然坐标（仅对紧凑布局正确）", "get_hier_coord((4,8),13)", |a| hier(a, Layout::get_hier_coord)),
    function!(Silent, "get_flat_coord", ["layout", "index"], 2..=2, None, "CuTe's R-D coordinate of an index; right on compact layouts", "由索引求 R 维坐标（仅对紧凑布局正确）", "get_flat_coord((4,(2,4)):(1,(4,8)),13)", |a| hier(a, Layout::get_flat_coord)),
    function!(Silent, "get_1d_coord", ["layout", "index"], 2..=2, None, "CuTe's 1-D coordinate of an index; right on compact layouts", "由索引求一维坐标（仅对紧凑布局正确）", "get_1d_coord((4,8):(8,1),13)", |a| hier(a, Layout::get_1d_coord)),

    function!(Silent, "flatten", ["tuple or layout"], 1..=1, None, "The leaves without inner parentheses", "去掉内层括号", "flatten((3,(2,3)):(3,(12,1)))", |a| reshape(a, |v| Ok(v.flatten()), |t| Ok(t.flatten()))),
    function!(Silent, "unflatten", ["tuple or layout", "profile"], 2..=2, None, "The leaves in the parentheses of a profile", "按给定括号结构重新嵌套", "unflatten((3,2,3),(1,(1,1)))", |a| { let profile = a.tree(1)?; reshape(a, |v| Ok(v.unflatten(&profile)?), |t| Ok(t.unflatten(&profile)?)) }),
    function!(Silent, "select", ["tuple or layout"], 1..=1, Modes, "Some modes, in the order given", "按给定次序选取若干模式", "select<1,0>((2,3,5))", select),
    function!(Silent, "take", ["tuple or layout"], 1..=1, Modes, "The modes from B up to but not including E", "取第 B 到 E-1 个模式", "take<1,3>((2,3,5,7))", |a| { let (begin, end) = a.two_modes(a.shape(0).map_or(0, |s| s.rank()))?; reshape(a, |v| Ok(v.take(begin, end)?), |t| Ok(t.take(begin, end)?)) }),
    function!(Silent, "group" | "group_modes", ["tuple or layout"], 1..=1, Modes, "The modes from B up to E in one pair of parentheses", "把第 B 到 E-1 个模式括成一组", "group<0,2>((2,3,5,7))", |a| { let (begin, end) = a.two_modes(a.shape(0).map_or(0, |s| s.rank()))?; reshape(a, |v| Ok(v.group(begin, end)?), |t| Ok(t.group(begin, end)?)) }),
    function!(Silent, "append", ["tuple or layout", "mode"], 1..=2, Modes, "One more mode at the end; append<N> pads up to N modes", "在末尾添加模式；append<N> 补足到 N 个", "append(3:1,4:3)", |a| pad(a, false)),
    function!(Silent, "prepend", ["tuple or layout", "mode"], 1..=2, Modes, "One more mode at the front; prepend<N> pads up to N modes", "在开头添加模式；prepend<N> 补足到 N 个", "prepend(3:1,4:3)", |a| pad(a, true)),
    function!(Silent, "replace", ["tuple or layout", "mode"], 2..=2, Modes, "Mode N replaced", "替换第 N 个模式", "replace<1>((3,4):(1,3),(2,2):(3,6))", replace),
    function!(Silent, "zip", ["tuple or layout"], 1..=MANY, None, "The first two levels of parentheses exchanged", "交换最外两层括号", "zip(((2,3),(4,5)))", zip),


    function!(Told, "congruent", ["a", "b"], 2..=2, None, "The same parentheses", "括号结构相同", "congruent((3,(2,3)),(1,(4,1)))", |a, l| relation(a, Relation::Congruent, l)),
    function!(Told, "weakly_congruent", ["a", "b"], 2..=2, None, "The parentheses of a are those of b or coarser", "a 的括号结构与 b 相同或更粗", "weakly_congruent((3,6),(3,(2,3)))", |a, l| relation(a, Relation::WeaklyCongruent, l)),
    function!(Told, "compatible", ["a", "b"], 2..=2, None, "Every coordinate of a is a coordinate of b", "a 的每个坐标都是 b 的合法坐标", "compatible(24,(4,6))", |a, l| relation(a, Relation::Compatible, l)),
    function!(Told, "weakly_compatible", ["a", "b"], 2..=2, None, "Every integer of a divides its mode of b (CuTe up to 3.5.1)", "a 的每个整数整除 b 的对应模式（CuTe 3.5.1 及以前）", "weakly_compatible((2,3),(4,6))", |a, l| relation(a, Relation::WeaklyCompatible, l)),
    function!(Silent, "static_assert" | "CUTE_STATIC_ASSERT_V" | "CUTE_STATIC_ASSERT" | "assert", ["condition", "message"], 1..=2, None, "A condition that has to hold", "必须成立的条件", "static_assert(congruent((2,3),(1,2)))", assertion),

    function!(Silent, "Layout", ["shape", "stride"], 0..=MANY, Values, "A layout by its types", "以类型写出的布局", "Layout<Shape<_2,_4>,Stride<_4,_1>>{}", layout_type),
    function!(Silent, "Shape" | "Stride" | "Coord" | "Step" | "Tile" | "IntTuple", ["mode"], 0..=MANY, Values, "A tuple by its types", "以类型写出的元组", "Shape<_2,Shape<_2,_4>>{}", make_tuple),
    function!(Silent, "Int" | "C", [], 0..=0, Values, "A static integer", "静态整数", "Int<8>{}", constant_int),
    function!(Silent, "int" | "int32_t" | "int64_t" | "uint16_t" | "uint32_t" | "size_t" | "unsigned" | "Int32" | "Int64", ["number"], 1..=1, None, "A dynamic integer", "动态整数", "int{2}", dynamic_int),
    function!(Silent, "LayoutLeft" | "GenColMajor", [], 0..=0, None, "Strides from the left (column-major)", "从左生成步长（列主序）", "make_layout((2,4),LayoutLeft)", |_| Ok(Value::Major(Major::Left))),
    function!(Silent, "LayoutRight" | "GenRowMajor", [], 0..=0, None, "Strides from the right (row-major)", "从右生成步长（行主序）", "make_layout((2,4),LayoutRight)", |_| Ok(Value::Major(Major::Right))),
}

/// One time is the mode itself, as CuTe has it.
fn repeat(arguments: &Arguments) -> Answer {
    let (count, mode) = (arguments.one_mode()?, arguments.tree(0)?);
    if count == 1 {
        return Ok(Value::Tuple(mode));
    }
    let leaves = count.saturating_mul(Value::Tuple(mode.clone()).leaf_count().max(1));
    if leaves > LEAF_LIMIT {
        return Err(Error::TooLarge { what: "modes", count: leaves.to_string(), limit: LEAF_LIMIT as u64 }.into());
    }
    Ok(Value::Tuple(Nested::Tuple(vec![mode; count]).check_limits()?))
}

fn hier(arguments: &Arguments, find: fn(&Layout, Int) -> AlgebraResult<IntTuple>) -> Answer {
    // `get_hier_coord(layout, index)` reads a bare shape as the column-major layout that CuTe makes of it.
    if let Some(shape) = arguments.value(0)?.as_ints() {
        return ints(find(&Layout::compact(shape, Major::Left)?, arguments.int(1)?));
    }
    coordinate_of(arguments, find)
}

fn replace(arguments: &Arguments) -> Answer {
    let mode = arguments.one_mode()?;
    reshape(
        arguments,
        |value| Ok(value.replace(mode, arguments.layout(1)?)?),
        |tree| Ok(tree.replace(mode, arguments.tree(1)?)?),
    )
}
