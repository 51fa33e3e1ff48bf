//! Values that a statement can have.

mod affine;
mod composed;
mod element;
mod engine;
mod layout;
mod made;
mod major;
mod mixed_bits;
mod swizzle;
mod tensor;
mod text;
mod truth;
mod tuple;
mod wide;
mod xor;

use std::fmt;

pub use made::{Made, MadeValue};

use crate::algebra::{Tiler, TilerLeaf};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::composed::{AnyLayout, ComposedLayout};
use crate::coordinate::{Coordinate, Slot};
use crate::emit::{Known, Unspelled};
use crate::error::{Error, Result};
use crate::int::{Int, Truth};
use crate::int_tuple::IntTuple;
use crate::layout::{Index, Layout, Stride};
use crate::make::Major;
use crate::nested::{DEPTH_LIMIT, LEAF_LIMIT, Nested};
use crate::swizzle::{MixedBits, Swizzle};
use crate::tensor::{Engine, Tensor, TypedPointer};
use crate::xor::XorLayout;

/// Description that a kind of value gives of itself, each in its own file; a kind that has no layout says nothing of
/// one.
trait Kind {
    /// Returns its kind, for sentences about it.
    fn kind(&self) -> ValueKind;
    /// Writes it as CuTe prints it.
    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    /// Counts the leaves that it takes to hold it.
    fn leaf_count(&self) -> usize {
        1
    }
    /// The layout of it.
    fn any_layout(&self) -> Option<AnyLayout> {
        None
    }
    /// The layout by which it is drawn.
    fn drawn(&self) -> Option<AnyLayout> {
        self.any_layout()
    }
    /// Returns the engine that its layout points into.
    fn engine(&self) -> Option<&Engine> {
        None
    }
    /// It as a mode of a tuple, or what it is instead.
    fn into_mode(self) -> std::result::Result<Nested<Item>, ValueKind>
    where
        Self: Sized,
    {
        Err(self.kind())
    }
    /// Gives every integer in it.
    fn numbers(&self, _: &mut dyn FnMut(Int)) {}
    /// The same with its numbers known, or not.
    fn known(&self, known: Known) -> Value;
    /// It as an expression of C++.
    fn cpp(&self) -> std::result::Result<String, Unspelled>;
    /// It as an expression of Python.
    fn python(&self) -> std::result::Result<String, Unspelled>;
    /// Its fields in JSON, `kind` first.
    fn json(&self) -> String;
}

/// Asks the kind that a value is of. Each answer is a call of its own and no table of functions: what is printed at first
/// does not bring what is exported later.
macro_rules! ask {
    ($value:expr, $kind:ident => $answer:expr) => {
        match $value {
            Value::Tuple($kind) => $answer,
            Value::Layout($kind) => $answer,
            Value::Truth($kind) => $answer,
            Value::Text($kind) => $answer,
            Value::Major($kind) => $answer,
            Value::Swizzle($kind) => $answer,
            Value::Composed($kind) => $answer,
            Value::Xor($kind) => $answer,
            Value::Mixed($kind) => $answer,
            Value::Engine($kind) => $answer,
            Value::Tensor($kind) => $answer,
            Value::Element($kind) => $answer,
            Value::Made($kind) => $answer,
        }
    };
}

/// A leaf of a tuple.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// An integer.
    Int(Int),
    /// `_`.
    All,
    /// A basis stride.
    Basis(ScaledBasis),
    /// A stride over F2, or an index that such strides answer.
    Xor(i64),
    /// A layout, as tilers have them.
    Layout(Box<Layout>),
    /// A layout with a swizzle.
    Composed(Box<ComposedLayout>),
    /// A tensor, where several are one answer.
    Tensor(Box<Tensor>),
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Int(int) => int.fmt(f),
            Item::All => f.write_str("_"),
            Item::Basis(basis) => basis.fmt(f),
            Item::Xor(number) => write!(f, "F{number}"),
            Item::Layout(layout) => layout.fmt(f),
            Item::Composed(layout) => layout.fmt(f),
            Item::Tensor(tensor) => tensor.fmt(f),
        }
    }
}

/// The value of a statement. `Display` prints it as CuTe does.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// An integer or a tuple: a shape, a stride, a coordinate.
    Tuple(Nested<Item>),
    /// A layout.
    Layout(Layout),
    /// A truth value.
    Truth(Truth),
    /// A text, as `print_layout` writes.
    Text(String),
    /// `LayoutLeft` or `LayoutRight`.
    Major(Major),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout with a swizzle.
    Composed(ComposedLayout),
    /// A layout with strides over F2.
    Xor(XorLayout),
    /// An offset of static and dynamic bits.
    Mixed(MixedBits),
    /// The engine that a tensor's layout points into.
    Engine(Engine),
    /// A layout with data.
    Tensor(Tensor),
    /// A type of elements, of which only the size counts: `half_t`.
    Element(Element),
    /// An atom, or what is made of atoms.
    Made(MadeValue),
}

/// A type of elements of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Element {
    /// Its name in C++ or Python.
    pub name: &'static str,
    /// Number of bits of an element.
    pub bits: u32,
}

impl Element {
    /// The name of several elements that one access takes: CUTLASS's `Array<float,4>`.
    pub(crate) const ARRAY: &str = "Array";
}

impl From<Element> for TypedPointer {
    /// A pointer of C++ to elements of the type.
    fn from(element: Element) -> Self {
        let is_name = !element.name.is_empty() && element.name != Element::ARRAY;
        TypedPointer { type_name: is_name.then_some(element.name), ..Self::raw(element.bits) }
    }
}

impl TypedPointer {
    /// The same memory in elements of another type, counted in these.
    pub(crate) fn to(self, element: Element) -> Self {
        let TypedPointer { bits, type_name, .. } = element.into();
        TypedPointer { bits, type_name, ..self }
    }
}

/// Kind of a value, for sentences about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueKind {
    /// A single integer.
    Integer,
    /// A tuple of integers.
    IntTuple,
    /// A tuple with `_` in it.
    Coordinate,
    /// A tuple with basis strides in it.
    Stride,
    /// A tuple with layouts in it.
    Tiler,
    /// A tuple with tensors in it.
    Tensors,
    /// A layout.
    Layout,
    /// A shape or a layout.
    ShapeOrLayout,
    /// A truth value.
    Truth,
    /// A text.
    Text,
    /// `LayoutLeft` or `LayoutRight`.
    Major,
    /// A swizzle.
    Swizzle,
    /// A layout with a swizzle.
    Composed,
    /// A layout with strides over F2, or such a stride.
    Xor,
    /// A layout of which a stride is a coordinate.
    Wide,
    /// An iterator: what a tensor's layout points into.
    Engine,
    /// A tensor.
    Tensor,
    /// A type of elements.
    Element,
    /// A word of C++ that chooses among variants of an instruction.
    Tag,
    /// An atom of matrix multiply-accumulate.
    MmaAtom,
    /// An instruction that copies.
    CopyOperation,
    /// An instruction that copies elements of a type.
    CopyAtom,
    /// Atoms of matrix multiply-accumulate over threads and values.
    TiledMma,
    /// Copy atoms over threads and values.
    TiledCopy,
    /// A thread of a tiled MMA.
    MmaSlice,
    /// A thread of a tiled copy.
    CopySlice,
    /// A tiled MMA or a tiled copy.
    Tiled,
    /// A function of a program.
    Function,
    /// A class of a program, or an object of it.
    Object,
}

impl Value {
    /// A single integer.
    pub fn int(int: Int) -> Value {
        Value::Tuple(Nested::Leaf(Item::Int(int)))
    }

    /// A tuple of integers.
    pub fn ints(tuple: &IntTuple) -> Value {
        Value::Tuple(tuple.map(&mut |int| Item::Int(*int)))
    }

    /// A stride.
    pub fn stride(stride: &Stride) -> Value {
        Value::Tuple(stride.map(&mut |leaf| match leaf {
            StrideLeaf::Int(int) => Item::Int(*int),
            StrideLeaf::Basis(basis) => Item::Basis(basis.clone()),
        }))
    }

    /// The index that a layout with this stride answers. Where one stride alone is a multiple of a unit vector, CuTe has
    /// nothing to add it to, and it stays one: `13@0`, and not `(13)`.
    pub fn index(index: &Index, stride: &Stride) -> Value {
        let leaves = stride.leaves();
        let mut paths = leaves.iter().filter_map(|leaf| match leaf {
            StrideLeaf::Basis(basis) => Some(&basis.path),
            StrideLeaf::Int(_) => None,
        });
        if let (Some(path), None) = (paths.next(), paths.next())
            && let Ok(Nested::Leaf(scale)) = index.at(path)
        {
            return Value::Tuple(Nested::Leaf(Item::Basis(ScaledBasis { scale: *scale, path: path.clone() })));
        }
        Value::ints(index)
    }

    /// Returns its kind.
    pub fn kind(&self) -> ValueKind {
        ask!(self, kind => Kind::kind(kind))
    }

    /// The integer, if it is a single one.
    pub fn as_int(&self) -> Option<Int> {
        match self {
            Value::Tuple(Nested::Leaf(Item::Int(int))) => Some(*int),
            _ => None,
        }
    }

    /// The tuple, if all its leaves are integers.
    pub fn as_ints(&self) -> Option<IntTuple> {
        convert(self, |item| match item {
            Item::Int(int) => Some(*int),
            _ => None,
        })
    }

    /// The tuple, if its leaves are integers and underscores.
    pub fn as_coordinate(&self) -> Option<Coordinate> {
        convert(self, |item| match item {
            Item::Int(int) => Some(Slot::Int(*int)),
            Item::All => Some(Slot::All),
            _ => None,
        })
    }

    /// The tuple, if its leaves are integers and basis strides.
    pub fn as_stride(&self) -> Option<Stride> {
        convert(self, |item| match item {
            Item::Int(int) => Some(StrideLeaf::Int(*int)),
            Item::Basis(basis) => Some(StrideLeaf::Basis(basis.clone())),
            _ => None,
        })
    }

    /// The tuple, if its leaves are strides over F2, at least one, and zeros.
    pub(crate) fn as_xor(&self) -> Option<Nested<i64>> {
        let mut is_xor = false;
        let strides = convert(self, |item| match item {
            Item::Xor(number) => {
                is_xor = true;
                Some(*number)
            }
            Item::Int(int) if int.value() == 0 => Some(0),
            _ => None,
        });
        strides.filter(|_| is_xor)
    }

    /// The layout, if it is one.
    pub fn as_layout(&self) -> Option<&Layout> {
        match self {
            Value::Layout(layout) => Some(layout),
            _ => None,
        }
    }

    /// Reports whether it is a layout, over whatever it counts.
    pub fn is_map(&self) -> bool {
        match self {
            Value::Layout(_) | Value::Xor(_) => true,
            Value::Made(made) => made.shape().is_some(),
            _ => false,
        }
    }

    /// The layout, plain or with a swizzle, of a tensor too.
    pub fn as_any_layout(&self) -> Option<AnyLayout> {
        ask!(self, kind => Kind::any_layout(kind))
    }

    /// The layout as it is drawn: of a tensor from where its data begin.
    pub fn drawn(&self) -> Option<AnyLayout> {
        ask!(self, kind => Kind::drawn(kind))
    }

    /// Returns the engine that its layout points into, if it has data.
    pub(crate) fn engine(&self) -> Option<&Engine> {
        ask!(self, kind => Kind::engine(kind))
    }

    /// Gives every integer in it, of layouts those of the innermost.
    pub(crate) fn numbers(&self, each: &mut dyn FnMut(Int)) {
        ask!(self, kind => Kind::numbers(kind, each));
    }

    /// The same value with its numbers known, or not.
    pub(crate) fn known(&self, known: Known) -> Value {
        ask!(self, kind => Kind::known(kind, known))
    }

    /// The value as an expression of C++.
    pub(crate) fn cpp(&self) -> std::result::Result<String, Unspelled> {
        ask!(self, kind => Kind::cpp(kind))
    }

    /// The value as an expression of Python.
    pub(crate) fn python(&self) -> std::result::Result<String, Unspelled> {
        ask!(self, kind => Kind::python(kind))
    }

    /// The fields of the value in JSON.
    pub(crate) fn json(&self) -> String {
        ask!(self, kind => Kind::json(kind))
    }

    /// Returns the tiler that divides cut by: a layout, an integer, or a tuple of such.
    pub fn as_tiler(&self) -> Option<Tiler> {
        match self {
            Value::Layout(layout) => Some(Tiler::from(layout)),
            _ => convert(self, |item| match item {
                Item::Int(int) => Some(TilerLeaf::Extent(*int)),
                Item::All => Some(TilerLeaf::All),
                Item::Layout(layout) => Some(TilerLeaf::Layout((**layout).clone())),
                Item::Basis(_) | Item::Xor(_) | Item::Composed(_) | Item::Tensor(_) => None,
            }),
        }
    }

    /// Counts the leaves that it takes to hold it: those of a layout count twice, a text has one for every 16 bytes.
    pub fn leaf_count(&self) -> usize {
        ask!(self, kind => Kind::leaf_count(kind))
    }

    /// A mode of a tuple by itself: what is a layout or a tensor there is one here too.
    pub fn of_mode(mode: Nested<Item>) -> Value {
        match mode {
            Nested::Leaf(Item::Layout(layout)) => Value::Layout(*layout),
            Nested::Leaf(Item::Composed(layout)) => Value::Composed(*layout),
            Nested::Leaf(Item::Tensor(tensor)) => Value::Tensor(*tensor),
            mode => Value::Tuple(mode),
        }
    }

    /// The value as a mode of a tuple.
    pub fn into_mode(self) -> std::result::Result<Nested<Item>, ValueKind> {
        ask!(self, kind => Kind::into_mode(kind))
    }
}

/// Refuses a tuple that nests too deep or has too many leaves, the parentheses and leaves of its layouts included.
pub(super) fn check_limits(tuple: Nested<Item>) -> Result<Nested<Item>> {
    let (depth, leaves) = extent(&tuple);
    if depth > DEPTH_LIMIT {
        return Err(Error::TooDeep { limit: DEPTH_LIMIT });
    }
    if leaves > LEAF_LIMIT {
        return Err(Error::TooLarge { what: "modes", count: leaves.to_string(), limit: LEAF_LIMIT as u64 });
    }
    Ok(tuple)
}

/// Returns the depth of a tuple and the number of its leaves, layouts in it included.
fn extent(tuple: &Nested<Item>) -> (usize, usize) {
    match tuple {
        Nested::Leaf(Item::Layout(layout)) => (layout.depth(), layout.shape().leaf_count()),
        Nested::Leaf(Item::Composed(layout)) => composed_extent(layout),
        Nested::Leaf(Item::Tensor(tensor)) => match &tensor.layout {
            AnyLayout::Plain(layout) => (layout.depth(), layout.shape().leaf_count()),
            AnyLayout::Composed(layout) => composed_extent(layout),
        },
        Nested::Leaf(_) => (0, 1),
        Nested::Tuple(modes) => {
            let modes = modes.iter().map(extent);
            modes.fold((1, 0), |(depth, leaves), (inner, more)| (depth.max(inner + 1), leaves + more))
        }
    }
}

/// Gives every extent and the scale of every stride.
fn numbers_of(layout: &Layout, each: &mut dyn FnMut(Int)) {
    layout.shape().leaves().into_iter().copied().for_each(&mut *each);
    layout.stride().leaves().into_iter().map(StrideLeaf::scale).for_each(each);
}

/// Returns the depth of a layout with a swizzle and the number of its leaves; the swizzle counts as a leaf too.
fn composed_extent(layout: &ComposedLayout) -> (usize, usize) {
    match layout.inner() {
        AnyLayout::Plain(inner) => (inner.depth(), inner.shape().leaf_count() + 1),
        AnyLayout::Composed(inner) => {
            let (depth, leaves) = composed_extent(inner);
            (depth, leaves + 1)
        }
    }
}

fn convert<T>(value: &Value, mut change: impl FnMut(&Item) -> Option<T>) -> Option<Nested<T>> {
    fn below<T>(tree: &Nested<Item>, change: &mut impl FnMut(&Item) -> Option<T>) -> Option<Nested<T>> {
        Some(match tree {
            Nested::Leaf(item) => Nested::Leaf(change(item)?),
            Nested::Tuple(modes) => {
                let mut changed = Vec::with_capacity(modes.len());
                for mode in modes {
                    changed.push(below(mode, change)?);
                }
                Nested::Tuple(changed)
            }
        })
    }
    let Value::Tuple(tuple) = value else { return None };
    below(tuple, &mut change)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self, kind => Kind::print(kind, f))
    }
}

impl From<AnyLayout> for Value {
    fn from(layout: AnyLayout) -> Self {
        match layout {
            AnyLayout::Plain(layout) => Value::Layout(layout),
            AnyLayout::Composed(layout) => Value::Composed(layout),
        }
    }
}

/// Reports whether a text writes static numbers as C++ does, `_4` or `Int<4>{}`, and so expects to see them. The `_0`
/// before a swizzle says nothing of the kind.
pub fn writes_statics(text: &str) -> bool {
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let begins_word = !before.is_alphanumeric() && before != '_';
        if c == '_' && begins_word && characters.peek().is_some_and(|next| ('1'..='9').contains(next)) {
            return true;
        }
        before = c;
    }
    // So does C++ whose types nothing in the text tells.
    text.contains("Int<") || text.contains(';') && ["TiledM", "{}"].iter().any(|word| text.contains(word))
}

/// The printed form without the underscores of static integers: `(_4,8):(_1,_4)` as `(4,8):(1,4)`. Those within a name
/// stay: `(a_1=_4)` is `(a_1=4)`.
pub fn without_underscores(printed: &str) -> String {
    let mut plain = String::with_capacity(printed.len());
    let mut characters = printed.chars().peekable();
    let mut in_word = false;
    while let Some(c) = characters.next() {
        let begins_number = characters.peek().is_some_and(|next| next.is_ascii_digit() || *next == '-');
        if c != '_' || in_word || !begins_number {
            plain.push(c);
        }
        in_word = c.is_alphanumeric() || (c == '_' && in_word);
    }
    plain
}
