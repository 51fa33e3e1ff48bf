//! An operation as a picture: its operands and its result side by side, and which cells of them correspond.
//!
//! A panel is a layout with its 1-D coordinates as cells. Panels share *digits*: of a divide the place within a tile and
//! the number of the tile, of a product the place within the block and the number of the copy. Cells of two panels
//! correspond where the digits that both panels read are the same. Laws:
//!
//! * divides, compositions, slices, reshapes, inverses: a cell `r` of the result that corresponds to a cell `a` of A has
//!   its index, `R(r) = A(a)` (of a right inverse: `A(a) = r`, of a left inverse `A(a)` is the cell of the result), also
//!   where CuTe's answer is not the mathematical one (`bent`);
//! * a divide: cells that correspond have the same tile number; each tile number has as many cells as the tiler;
//! * a product: the cells of copy `b` are those of the block shifted, `R(a, b) = A(a) + R(0, b)`;
//! * a complement: slot `A(a) + R(j)` of the index space is filled by the cell `a` of copy `j`; copy 0 is A itself.

mod acts;
pub(crate) mod bent;
mod beyond;
pub(crate) mod draft;
pub(crate) mod operation;
pub(crate) mod part;
mod predicate;
pub(crate) mod space;
pub(crate) mod standing;
mod stepping;
pub(crate) mod through;
mod tiles;

pub use self::acts::{Act, Deed};
pub use self::beyond::Beyond;
pub(crate) use self::beyond::beyond;
pub use self::predicate::{Dialect, Predicate};
use self::space::Reading;
pub use self::space::{TABLE_LIMIT, TERM_LIMIT};
use self::standing::Stand;
pub use self::standing::{Brackets, Standing};
use self::tiles::Tiling;
use crate::basis::add;
use crate::composed::AnyLayout;
use crate::coordinate::{Slot, crd2idx_shape};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::nested::Nested;
use crate::notebook::token::is_name;
use crate::table::FlatLayout;
pub(crate) use operation::{cut_by, scene};

/// A row's statement about its picture.
#[derive(Clone, Copy)]
pub(crate) enum Picture {
    /// No layout comes of it; why.
    None(#[allow(dead_code, reason = "why is for who reads the row, and for the test of all rows")] &'static str),
    /// Operands and result side by side, of which nothing corresponds; why.
    Beside(#[allow(dead_code, reason = "why is for who reads the row, and for the test of all rows")] &'static str),
    /// Panels that share digits.
    Drawn(Drawing),
}

/// Drawing of an operation.
#[derive(Clone, Copy)]
pub(crate) struct Drawing {
    /// Its panels; `None` of operands of which nothing corresponds.
    pub(crate) draw: fn(&operation::Room<'_>) -> Option<Scene>,
    /// Under which names it tells its steps.
    pub(crate) told_as: &'static [&'static str],
}

/// Kind of an operation: what its colours mean, and what its sentences say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A divide: colours are tiles.
    Divide,
    /// A product: colours are copies.
    Product,
    /// A composition, or what is one by definition: colours follow the coordinate.
    Composition,
    /// An inverse: colours follow the index.
    Inverse,
    /// A complement: colours say who fills a slot.
    Complement,
    /// The same function in other modes.
    Reshape,
    /// A part of a layout.
    Part,
    /// The same memory in larger or smaller elements: colours are the larger ones.
    Recast,
    /// A swizzle after a layout.
    Swizzle,
    /// Two layouts and their sum at the same coordinates.
    Sum,
    /// Side by side, nothing corresponds.
    Other,
}

/// Role of a panel in the operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The layout that is changed.
    Operand,
    /// The tiler that cuts.
    Tiler,
    /// The layout that the block is repeated over.
    Copies,
    /// The layout that is applied first.
    First,
    /// The layout that comes out.
    Result,
    /// The slots that the operand and its copies fill.
    Space,
}

/// An operand or a result.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Its role in the operation.
    pub role: Role,
    /// Text in the notebook; `None` where it writes nothing for it.
    pub written: Option<String>,
    /// Text that CuTe prints of it.
    pub printed: String,
    /// The layout that is drawn; of a tensor its indices count from where the data begin.
    pub layout: AnyLayout,
    /// The number of cells.
    pub size: i64,
    /// The coordinate from which a tensor of coordinates counts.
    begin: Option<IntTuple>,
    reading: Reading,
}

impl Panel {
    /// Returns its name in the notebook, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.written.as_deref().filter(|written| is_name(written))
    }

    /// The index of a cell, printed: a coordinate where strides are basis strides.
    pub fn index(&self, coordinate: i64) -> String {
        let place = Nested::Leaf(Slot::Int(Int::dynamic(coordinate)));
        let index = self.layout.index(&place).and_then(|index| match &self.begin {
            Some(begin) => add(begin, &index),
            None => Ok(index),
        });
        let index = index.map(|index| index.map(&mut |int| int.value()).to_string());
        index.unwrap_or_else(|_| "·".to_string())
    }

    /// The indices of some cells as numbers; the cell's own number where strides are basis strides.
    pub fn indices(&self, coordinates: impl IntoIterator<Item = i64>) -> Vec<i64> {
        let flat = FlatLayout::any(&self.layout).ok();
        let index = |coordinate: i64| flat.as_ref()?.index(u64::try_from(coordinate).ok()?).ok();
        coordinates.into_iter().map(|coordinate| index(coordinate).unwrap_or(coordinate)).collect()
    }

    /// The indices of some cells, each as [`Panel::index`] prints it.
    pub fn labels(&self, coordinates: impl IntoIterator<Item = i64>) -> Vec<String> {
        let flat = FlatLayout::any(&self.layout).ok();
        let index = |coordinate: i64| flat.as_ref()?.index(u64::try_from(coordinate).ok()?).ok();
        let label = |coordinate| index(coordinate).map_or_else(|| self.index(coordinate), |index| index.to_string());
        coordinates.into_iter().map(label).collect()
    }

    /// Returns true if the corresponding cells of other panels can be found from here: not where strides overlap in
    /// more than [`TABLE_LIMIT`] ways.
    pub fn is_known(&self) -> bool {
        self.reading.is_known()
    }
}

/// Meaning of the classes of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The tile.
    Tile,
    /// The copy of the block; copy 0 is the block itself.
    Copy,
    /// The filler of a slot: A itself is 0, then its copies.
    Filler,
    /// The coordinate of B that leads there.
    Coordinate,
    /// The element of the larger kind.
    Element,
    /// The coordinate within a leaf of a panel's layout; `last` differs from `first` where several leaves are one run.
    Leaves {
        /// The panel.
        role: Role,
        /// The first leaf, counted from 0.
        first: usize,
        /// The last leaf.
        last: usize,
    },
    /// The coordinate within a leaf of `(T, complement of T)`.
    CutLeaf {
        /// The leaf, counted from 0.
        leaf: usize,
    },
    /// The bits of a cell's own index that the swizzle changes.
    Bits {
        /// The lowest of them.
        least: u32,
        /// Number of them.
        count: u32,
    },
    /// The coordinate within a mode of the coalesced A.
    CoalescedMode {
        /// The mode, counted from 0.
        mode: usize,
    },
}

/// By what cells are coloured.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    /// Each by its own index: the same colour is the same index.
    Index,
    /// Some bits of its own index.
    Bits { least: u32, count: u32 },
    /// The number that some digits make.
    Digits(Vec<usize>),
    /// A part of a panel's coordinate: `coordinate div before mod extent`.
    Part { panel: usize, before: i64, extent: i64 },
}

/// A colouring of all panels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colours {
    rule: Rule,
    /// Meaning of a class; `None` where cells have the colours of their own index.
    pub meaning: Option<Meaning>,
    /// Number of classes.
    pub count: i64,
    /// So far only what lies below is filled: of the part of a panel's coordinate.
    filled: Option<Filled>,
    /// So far there are only the classes below.
    below: Option<i64>,
}

impl Colours {
    /// Up to where slots are filled so far, where not all are.
    pub fn filled_up_to(&self) -> Option<i64> {
        self.filled.map(|filled| filled.end)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Filled {
    panel: usize,
    weight: i64,
    size: i64,
    end: i64,
}

/// Property that a cell is coloured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// Its own index.
    Index,
    /// One of the classes.
    Of(i64),
    /// One of the classes, but it lies beyond A.
    Beyond(i64),
    /// None: nothing reads it, or nothing fills it yet.
    None,
}

/// The cells of the digits that make one tile, one copy, one leaf: an operand of the steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Digits of the leaves of the tiler, then of the rest, in their order.
    pub(crate) leaves: Vec<usize>,
    /// Those of the rest, or of the copies.
    pub(crate) rest: Vec<usize>,
    /// The mode of A that it is about, from the outside in.
    pub(crate) path: Vec<usize>,
    /// Where it lies in A.
    pub(crate) weight: i64,
    pub(crate) size: i64,
}

/// An operation with its panels.
#[derive(Debug, Clone)]
pub struct Scene {
    /// CuTe's name.
    pub operation: &'static str,
    /// Under which names it tells its steps: the last that it enters.
    told_as: &'static [&'static str],
    /// In which order a cell leads from panel to panel.
    pub leads: [Role; 3],
    /// Its kind.
    pub kind: Kind,
    /// Operands, then the result, then the index space if there is one.
    pub panels: Vec<Panel>,
    /// The first and the last leaf of A that became each leaf of the result, where modes merge.
    pub merged: Vec<(usize, usize)>,
    /// The colouring without any step.
    pub colours: Colours,
    /// Words that name an operand elsewhere and are names of the notebook.
    pub taken: Vec<String>,
    extents: Vec<i64>,
    parts: Vec<Part>,
    tiling: Option<Tiling>,
    /// Arrangement of the modes of the result, where something is cut or repeated.
    stand: Option<Stand>,
}

/// A cell on the way of a point through an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The panel.
    pub panel: usize,
    /// The 1-D coordinate; `None` where the way leads out of the panel.
    pub coordinate: Option<i64>,
}

impl Scene {
    /// The panel of the result.
    pub fn result(&self) -> Option<usize> {
        self.panels.iter().position(|panel| panel.role == Role::Result)
    }

    /// The panel with a role.
    pub fn panel(&self, role: Role) -> Option<usize> {
        self.panels.iter().position(|panel| panel.role == role)
    }

    /// The classes of some cells of a panel: of as many as are asked for, and never of others.
    pub fn classes(&self, panel: usize, coordinates: impl IntoIterator<Item = i64>, colours: &Colours) -> Vec<Class> {
        let Some(own) = self.panels.get(panel) else { return Vec::new() };
        let base = self.panel(Role::Operand).and_then(|operand| self.panels.get(operand));
        let base = base.filter(|_| own.role == Role::Result);
        let mut digits = vec![0; self.extents.len()];
        let flat = matches!(colours.rule, Rule::Bits { .. }).then(|| FlatLayout::any(&own.layout).ok()).flatten();
        let class = |coordinate: i64| {
            match colours.rule {
                Rule::Index => return Class::Index,
                Rule::Bits { least, count } => {
                    let index = u64::try_from(coordinate).ok().zip(flat.as_ref()).map(|(at, flat)| flat.index(at));
                    let Some(Ok(index)) = index else { return Class::None };
                    return Class::Of(index.checked_shr(least).unwrap_or(0) & ((1 << count) - 1));
                }
                Rule::Digits(_) | Rule::Part { .. } => {}
            }
            if !own.reading.digits(coordinate, &mut digits) {
                return Class::None;
            }
            let is_filled = colours.filled.is_none_or(|filled| {
                let at = self.panels.get(filled.panel).and_then(|panel| panel.reading.place(&digits));
                at.is_some_and(|at| at / filled.weight.max(1) % filled.size.max(1) < filled.end)
            });
            match self.number(&digits, &colours.rule) {
                Some(number) if is_filled && colours.below.is_none_or(|below| number < below) => {
                    match base.map(|base| base.reading.place(&digits)) {
                        Some(None) => Class::Beyond(number),
                        _ => Class::Of(number),
                    }
                }
                _ => Class::None,
            }
        };
        coordinates.into_iter().map(class).collect()
    }

    fn number(&self, digits: &[i64], rule: &Rule) -> Option<i64> {
        match rule {
            Rule::Index | Rule::Bits { .. } => None,
            Rule::Digits(chosen) => {
                let mut before = 1_i64;
                let mut number = 0_i64;
                for digit in chosen {
                    number += digits.get(*digit)? * before;
                    before *= self.extents.get(*digit)?;
                }
                Some(number)
            }
            Rule::Part { panel, before, extent } => {
                let coordinate = self.panels.get(*panel)?.reading.place(digits)?;
                Some(coordinate / (*before).max(1) % (*extent).max(1))
            }
        }
    }

    /// The cell of another panel that corresponds to a cell; the first where there are several.
    pub fn corresponding(&self, from: usize, coordinate: i64, to: usize) -> Option<i64> {
        let mut digits = vec![0; self.extents.len()];
        let (own, other) = (self.panels.get(from)?, self.panels.get(to)?);
        if !own.reading.digits(coordinate, &mut digits) {
            return None;
        }
        self.shares(own, other).then(|| other.reading.place(&digits)).flatten()
    }

    /// Returns true if the way of a cell leads where what is applied first says: CuTe may read another cell of the
    /// operand.
    pub fn is_meant(&self, from: usize, coordinate: i64) -> bool {
        let at = |role: Role| {
            let panel = self.panel(role)?;
            if panel == from { Some(coordinate) } else { self.corresponding(from, coordinate, panel) }
        };
        let meant = at(Role::First).and_then(|first| self.meant(Role::First, first));
        meant.is_none_or(|meant| at(Role::Operand).is_none_or(|read| read == meant))
    }

    /// The 1-D coordinate of the operand that a cell of a tiler, or of what is applied first, answers; CuTe may read another.
    pub(crate) fn meant(&self, role: Role, coordinate: i64) -> Option<i64> {
        let operand = self.panels.get(self.panel(Role::Operand)?)?;
        let place = Nested::Leaf(Slot::Int(Int::dynamic(coordinate)));
        let answered = self.panels.get(self.panel(role)?)?.layout.index(&place).ok()?;
        let answered = answered.map(&mut |int| Slot::Int(*int));
        Some(crd2idx_shape(&answered, operand.layout.shape()).ok()?.value())
    }

    /// Which of some cells of a panel correspond to a cell of another: they have the same of all digits that both read.
    pub fn all_corresponding(
        &self,
        from: usize,
        coordinate: i64,
        to: usize,
        coordinates: impl IntoIterator<Item = i64>,
    ) -> Vec<bool> {
        let mut digits = vec![0; self.extents.len()];
        let mut others = digits.clone();
        let (Some(own), Some(other)) = (self.panels.get(from), self.panels.get(to)) else { return Vec::new() };
        let reaches = own.reading.digits(coordinate, &mut digits) && self.shares(own, other);
        let both = self.shared(own, other);
        let same = |candidate: i64| {
            let found = reaches && other.reading.digits(candidate, &mut others);
            found && both.iter().all(|digit| digits.get(*digit) == others.get(*digit))
        };
        coordinates.into_iter().map(same).collect()
    }

    fn shared(&self, own: &Panel, other: &Panel) -> Vec<usize> {
        (0..self.extents.len()).filter(|digit| own.reading.reads(*digit) && other.reading.reads(*digit)).collect()
    }

    /// Returns true if a cell of one says anything about cells of the other: they share a digit, or one is given by the
    /// other.
    fn shares(&self, own: &Panel, other: &Panel) -> bool {
        let within = |some: &Panel, all: &Panel| {
            (0..self.extents.len()).all(|digit| !some.reading.reads(digit) || all.reading.reads(digit))
        };
        self.kind != Kind::Other && (!self.shared(own, other).is_empty() || within(own, other) || within(other, own))
    }

    /// A cell of the result that shows the way of a composition or an inverse while none is chosen: the first that is not
    /// the cell of A with the same number. `None` of other operations, and where no way leads through A.
    pub fn example(&self) -> Option<(usize, i64)> {
        const TRIED: i64 = 64;
        if !matches!(self.kind, Kind::Composition | Kind::Inverse) {
            return None;
        }
        let (result, operand) = (self.result()?, self.panel(Role::Operand)?);
        let size = self.panels.get(result)?.size;
        let mut led = (0..size.min(TRIED)).filter_map(|cell| Some((cell, self.corresponding(result, cell, operand)?)));
        let found = led.clone().find(|(cell, to)| cell != to).or_else(|| led.next_back());
        found.map(|(cell, _)| (result, cell))
    }

    /// The way of a cell through the operation: of a composition from a coordinate of B over the coordinate of A to the
    /// result. Panels that it does not lead through are left out.
    pub fn way(&self, from: usize, coordinate: i64) -> Vec<Stop> {
        let stop = |panel: usize| {
            let at = if panel == from { Some(coordinate) } else { self.corresponding(from, coordinate, panel) };
            Stop { panel, coordinate: at }
        };
        let order = [Role::First, Role::Copies, Role::Tiler, Role::Operand, Role::Result, Role::Space];
        order.into_iter().filter_map(|role| self.panel(role)).map(stop).collect()
    }
}
