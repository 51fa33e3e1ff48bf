//! Functions by their names: what a call is given, and what it answers. The catalogue of all is handed in from above.

use std::fmt;

use super::algebra::{Algebra, Atoms};
use super::evaluate::Compared;
use super::parse::Pythonic;
use super::refused::Refused;
use super::value::{Item, Value, ValueKind};
use crate::algebra::sum::tiler_to_layout;
use crate::algebra::{Tiler, TilerLeaf};
use crate::called;
use crate::composed::AnyLayout;
use crate::coordinate::Coordinate;
use crate::error::Error;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::make::Major;
use crate::nested::Nested;
use crate::xor::XorLayout;

/// Template arguments that a function takes.
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
    /// `true` if it tells its steps.
    pub tells: bool,
    /// `true` if it is one on atoms.
    pub is_on_atoms: bool,
    /// Content of its brackets.
    pub holds: Holds,
    /// Subject of a call.
    pub subject: Subject,
    /// Frequency with which it sets the leaves of its operands against each other.
    pub(crate) compared: Compared,
    /// Where it stands in its catalogue, and in each of the tables that are in the catalogue's order.
    pub(crate) place: u16,
    /// The catalogue that it stands in.
    pub(crate) catalogue: &'static Catalogue,
}

/// All functions of the language, and where what computes them is found. How a text is read, and its colours, may not depend
/// on what has arrived: functions and spellings are there from the beginning.
pub struct Catalogue {
    pub(crate) functions: &'static [Function],
    /// The spellings of Python that are none of C++.
    pub(crate) pythonic: &'static [Pythonic],
    /// The algebra, once it has arrived.
    pub(crate) algebra: fn() -> Option<&'static Algebra>,
    /// The atoms, once they have arrived.
    pub(crate) atoms: fn() -> Option<&'static Atoms>,
}

/// A function says where it stands; what else stands there is none of it.
impl fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Catalogue")
    }
}

impl Catalogue {
    /// All functions.
    pub fn all(&self) -> impl Iterator<Item = &'static Function> {
        self.functions.iter()
    }

    /// The function of that name.
    pub fn find(&self, name: &str) -> Option<&'static Function> {
        self.all().find(|function| function.name == name || function.aliases.contains(&name))
    }

    /// Reports whether `<` after that name opens template arguments. In `E < 3` it does not: `E` may be a name of one's
    /// own.
    pub fn takes_template(&self, name: &str) -> bool {
        name != called::UNIT_BASIS && self.find(name).is_some_and(|function| function.template != Template::None)
    }

    /// The names of all functions, types and tags.
    pub fn all_names<'a>(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let all = self.functions.iter();
        all.flat_map(|function| std::iter::once(&function.name).chain(function.aliases)).map(|name| *name as &'a str)
    }
}

/// Content of the brackets behind a function's name, for whoever writes in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Arguments, each by itself.
    Arguments,
    /// The modes of a tuple.
    Modes,
    /// A shape, and the strides that belong to it.
    Halves,
    /// The number that the whole is.
    Number,
    /// The numbers of bits of a swizzle.
    Bits,
    /// Nothing: it is a tag of how strides are generated.
    Nothing,
}

/// Subject of a call: what is looked at where its value is no layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// Operands that it is made of.
    Operands,
    /// Its first argument, which it shows or asserts.
    Shown,
    /// A shape, behind the coordinate of it that is asked for.
    Place,
    /// A shape, of which the coordinate is the answer where strides are given, and else what is asked for.
    Found,
    /// A layout or a shape, with its last coordinate: what is counted ends there.
    Counted,
    /// A layout or a shape by itself.
    Holder,
    /// A shape, of which the answer is the strides.
    Strides,
    /// The first argument, of which the answer is a coordinate.
    AnswerInFirst,
    /// The last argument, of which the answer is a coordinate.
    AnswerInLast,
}

/// Explanation of a function.
#[derive(Debug, Clone, Copy)]
pub struct Help {
    /// One line, in English and Chinese.
    pub line: [&'static str; 2],
    /// An example that evaluates.
    pub example: &'static str,
}

/// Arguments of a call.
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
        /// Kind that would fit.
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
    /// The description is of no instruction.
    NoAtom(Refused),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        Problem::Algebra(error)
    }
}

/// A value, or why there is none.
pub type Answer = Result<Value, Problem>;

impl Arguments {
    pub(crate) fn value(&self, position: usize) -> Result<&Value, Problem> {
        self.values.get(position).ok_or(Problem::Arity)
    }

    pub(crate) fn ints(&self, position: usize) -> Result<IntTuple, Problem> {
        self.value(position)?.as_ints().ok_or(Problem::Kind { position, expected: ValueKind::IntTuple })
    }

    pub(crate) fn int(&self, position: usize) -> Result<Int, Problem> {
        self.value(position)?.as_int().ok_or(Problem::Kind { position, expected: ValueKind::Integer })
    }

    pub(crate) fn coordinate(&self, position: usize) -> Result<Coordinate, Problem> {
        self.value(position)?.as_coordinate().ok_or(Problem::Kind { position, expected: ValueKind::Coordinate })
    }

    pub(crate) fn layout(&self, position: usize) -> Result<&Layout, Problem> {
        self.value(position)?.as_layout().ok_or(Problem::Kind { position, expected: ValueKind::Layout })
    }

    pub(crate) fn tree(&self, position: usize) -> Result<Nested<Item>, Problem> {
        let value = self.value(position)?.clone();
        value.into_mode().map_err(|_| Problem::Kind { position, expected: ValueKind::IntTuple })
    }

    /// A layout of any kind, as the function that it is: also one behind another layout.
    pub(crate) fn function(&self, position: usize) -> Result<AnyLayout, Problem> {
        let value = self.value(position)?;
        match value.drawn().filter(|_| value.kind() == ValueKind::Composed) {
            Some(layout) => Ok(layout),
            None => self.any(position),
        }
    }

    /// A layout, plain or with a swizzle; a bare shape stands for its column-major layout, and a tuple with layouts in it
    /// for the layout to coordinates that each mode counts by itself, as the paper on the algebra and PyCuTe have it.
    pub(crate) fn any(&self, position: usize) -> Result<AnyLayout, Problem> {
        let value = self.value(position)?;
        if let Some(layout) = value.as_any_layout() {
            return Ok(layout);
        }
        let no_layout = Problem::Kind { position, expected: ValueKind::Layout };
        if let Some(shape) = value.as_ints() {
            return Ok(AnyLayout::Plain(Layout::compact(shape, Major::Left)?));
        }
        let is_kept = |leaf: &&TilerLeaf| matches!(leaf, TilerLeaf::All);
        match value.as_tiler() {
            Some(tiler @ Nested::Tuple(_)) if !tiler.leaves().iter().any(is_kept) => {
                Ok(AnyLayout::Plain(tiler_to_layout(&tiler)?))
            }
            _ => Err(no_layout),
        }
    }

    /// A layout over F2; `None` where neither it nor another of the arguments has such strides.
    pub(crate) fn xor(&self, position: usize) -> Result<Option<XorLayout>, Problem> {
        if !self.values.iter().any(|value| matches!(value, Value::Xor(_))) {
            return Ok(None);
        }
        match self.value(position)? {
            Value::Xor(layout) => Ok(Some(layout.clone())),
            // A layout of zeros adds to anything.
            Value::Layout(layout) => XorLayout::of_zeros(layout).map(Some).ok_or_else(|| {
                let (left, right) = (layout.to_string(), "F1".to_string());
                Problem::Algebra(Error::MixedIndices { left, right })
            }),
            _ => Err(Problem::Kind { position, expected: ValueKind::Xor }),
        }
    }

    /// A layout without a swizzle; a bare shape stands for its column-major layout.
    pub(crate) fn plain(&self, position: usize) -> Result<Layout, Problem> {
        match self.any(position)? {
            AnyLayout::Plain(layout) => Ok(layout),
            AnyLayout::Composed(layout) => Err(Error::NoStrides { layout: layout.to_string() }.into()),
        }
    }

    pub(crate) fn tiler(&self, position: usize) -> Result<Tiler, Problem> {
        self.value(position)?.as_tiler().ok_or(Problem::Kind { position, expected: ValueKind::Tiler })
    }

    /// The shape of a layout, or a tuple as it is.
    pub(crate) fn shape(&self, position: usize) -> Result<IntTuple, Problem> {
        match self.value(position)? {
            Value::Layout(layout) => Ok(layout.shape().clone()),
            Value::Xor(layout) => Ok(layout.shape().clone()),
            Value::Composed(_) | Value::Tensor(_) => Ok(self.any(position)?.shape().clone()),
            Value::Made(made) if let Some(shape) = made.shape() => Ok(shape.clone()),
            value => value.as_ints().ok_or(Problem::Kind { position, expected: ValueKind::ShapeOrLayout }),
        }
    }

    pub(crate) fn modes(&self) -> Result<Vec<usize>, Problem> {
        let numbers =
            self.template.iter().map(|value| value.as_int().and_then(|int| usize::try_from(int.value()).ok()));
        numbers.collect::<Option<_>>().ok_or(Problem::Template)
    }

    /// A range of modes; an end of -1 is the last mode, as in CuTe.
    pub(crate) fn two_modes(&self, rank: usize) -> Result<(usize, usize), Problem> {
        let number = |value: &Value| value.as_int().map(Int::value).ok_or(Problem::Template);
        let mode = |number: i64| usize::try_from(number).map_err(|_| Problem::Template);
        match self.template.as_slice() {
            [begin, end] if number(end)? == -1 => Ok((mode(number(begin)?)?, rank)),
            [begin, end] => Ok((mode(number(begin)?)?, mode(number(end)?)?)),
            _ => Err(Problem::Template),
        }
    }

    pub(crate) fn one_mode(&self) -> Result<usize, Problem> {
        match self.modes()?.as_slice() {
            [mode] => Ok(*mode),
            _ => Err(Problem::Template),
        }
    }
}

/// Reports whether that name stands for a value by itself.
pub fn is_constant(name: &str) -> bool {
    is_truth(name) || called::MAJORS.contains(&name)
}

/// Reports whether that name is a truth value as C++ or Python write it. Like a plain number it is compile-time in
/// Python, and known at run time in C++.
pub(crate) fn is_truth(name: &str) -> bool {
    called::TRUTHS.contains(&name)
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
        .filter(|(distance, _, candidate)| *distance <= candidate.len().min(name.len()).div_ceil(3))
        .collect::<Vec<_>>();
    near.sort_unstable();
    near.into_iter().map(|(_, _, name)| name).take(3).collect()
}

/// Letters from which on a word is too long to be another by accident.
const WORD_LENGTH: usize = 5;

/// The name that was meant by one that is no other's: `make_layuot`, `logical_devide`, `makelayout`. Of programs, which have
/// functions of their own, nothing is guessed but slips: in one word of letters a letter too many, too few, another or two
/// that changed places, neither the first nor the last; or a `_` that is missing.
pub fn slip_of<'a>(name: &str, mut candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let is_slip = |candidate: &&str| {
        if name.len().abs_diff(candidate.len()) > 1 || name == *candidate || name.len() > GUESS_LENGTH {
            return false;
        }
        if name.len() > 2 * WORD_LENGTH && plain(name) == plain(candidate) {
            return true;
        }
        let words = name.split('_').zip(candidate.split('_'));
        let mut differing = words.filter(|(one, other)| one != other);
        let (Some((one, other)), None) = (differing.next(), differing.next()) else { return false };
        let ends = |word: &str| (word.chars().next(), word.chars().next_back());
        let mut letters = [one, other].map(|word| word.chars().collect::<Vec<_>>());
        letters.iter_mut().for_each(|letters| letters.sort_unstable());
        let [own, others] = letters;
        name.matches('_').count() == candidate.matches('_').count()
            && one.len().min(other.len()) >= WORD_LENGTH
            && ends(one) == ends(other)
            && [one, other].iter().all(|word| word.chars().all(char::is_alphabetic))
            && (distance(one, other) == 1 || own == others && distance(one, other) == 2)
    };
    candidates.find(is_slip)
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

/// The most arguments of a function that takes any number.
pub(crate) const MANY: usize = 256;
