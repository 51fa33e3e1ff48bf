//! Parts of a notebook that are looked at.

use crate::thread_value::Pair;
use crate::thread_value::access::WARP;

/// Number of bytes of UTF-8 that a coordinate or a shape typed into a view may have.
pub const ASKED_LIMIT: usize = 4096;

/// Choice of what is looked at; the default looks at the first layout with nothing chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The statement whose value is shown, counted from 0; `None` is the first layout.
    pub statement: Option<usize>,
    /// The chosen coordinate as typed: `16`, `(1,5)`, `(1,(1,2))`, `_16`.
    pub point: Option<String>,
    /// The index asked for in the way back from an index to its coordinates.
    pub index: Option<i64>,
    /// The mode pointed at, from the outside in.
    pub mode: Vec<usize>,
    /// The coordinates of the modes beyond the first two, where a layout has more.
    pub slice: Vec<u64>,
    /// A compatible shape chosen as the set of coordinates, as typed.
    pub coordinates: Option<String>,
    /// The form of the coordinates along the sides of the grid; `None` shows rows, columns and natural coordinates.
    pub form: Option<Form>,
    /// The step of the worked example, counted from 0; `None` shows all of it.
    pub step: Option<u32>,
    /// `true` if results are hidden, to be predicted first.
    pub hidden: bool,
    /// The statement whose value is compared with the one that is shown; `None` follows the one before it.
    pub other: Option<usize>,
    /// The step of the derivation that is looked at, counted from 0; `None` shows all.
    pub derivation: Option<u32>,
    /// The act of the operation that is looked at, counted from 0; `None` shows the whole.
    pub act: Option<u32>,
    /// The statements that the reader reads as layouts of threads and values although nothing says that they are.
    pub read: Vec<usize>,
    /// The thread of a thread-value map that is looked at alone.
    pub thread: Option<u64>,
    /// The value of a thread-value map that is looked at alone.
    pub value: Option<u64>,
    /// The statement whose shape is the tile of a thread-value map; `None` is what the map itself says.
    pub tile: Option<usize>,
    /// The statement whose layout says where the tile of a thread-value map lies in memory.
    pub data: Option<usize>,
    /// Question that is asked of an atom, as typed: `C(9,5)`, `A T17`.
    pub asked: Option<String>,
    /// Question that is asked of the GPU, as the page spells it.
    pub run: Option<String>,
    /// The example that the text is, counted from 0: what to notice in it is said.
    pub example: Option<usize>,
    /// The card or the exercise that the text belongs to, as [`crate::learn::place::Place`] spells it.
    pub learn: Option<String>,
}

/// A form of one coordinate: `16`, `(1,5)` and `(1,(1,2))` are the same of `(3,(2,3))`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One number: the 1-D coordinate.
    Linear,
    /// One number a mode.
    Ranked,
    /// As deep as the shape: the natural coordinate.
    Natural,
}

impl Form {
    /// All forms, with their names in links.
    pub const ALL: [(&'static str, Form); 3] = [("1", Form::Linear), ("r", Form::Ranked), ("n", Form::Natural)];
}

/// Colouring of a thread-value map, and what one instruction of it moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Meaning of the colours of its cells.
    pub colour: HeldColour,
    /// The bits of an element in memory; 0, the default, is what the text says of it, 32 where it says nothing.
    pub bits: u32,
    /// Number of values that a thread moves in one instruction; 1 by default.
    pub width: u32,
    /// Number of them in an access whose cost is shown; 0, the default, is the widest legal vector.
    pub vector: u32,
    /// Which memory that cost is of.
    pub memory: MemorySpace,
}

impl Default for Held {
    fn default() -> Self {
        Held { colour: HeldColour::Thread, bits: 0, width: 1, vector: 0, memory: MemorySpace::Shared }
    }
}

/// A memory whose accesses have a cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemorySpace {
    /// The memory that a block shares, with its banks.
    #[default]
    Shared,
    /// The memory of the GPU, with its sectors and lines.
    Global,
}

/// Meaning of the colours of a thread-value map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HeldColour {
    /// The thread.
    #[default]
    Thread,
    /// The warp of the thread.
    Warp,
    /// The value.
    Value,
    /// The index in memory.
    Index,
    /// No colours.
    None,
}

impl HeldColour {
    /// Returns what the colour of a cell tells, of a pair that holds it and of its index in memory; cells of one number
    /// have one colour.
    pub fn class(self, pair: Pair, index: Option<i64>) -> Option<i64> {
        match self {
            HeldColour::Thread => i64::try_from(pair.thread).ok(),
            HeldColour::Warp => i64::try_from(pair.thread / WARP).ok(),
            HeldColour::Value => i64::try_from(pair.value).ok(),
            HeldColour::Index => index,
            HeldColour::None => None,
        }
    }
}

/// Contents of the cells of a thread-value map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Label {
    /// The thread and its value, `T3 V1`.
    #[default]
    Both,
    /// The thread.
    Thread,
    /// The value.
    Value,
    /// The index.
    Index,
}
