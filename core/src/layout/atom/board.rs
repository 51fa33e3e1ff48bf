//! An atom, or what is made of atoms, as one looks at it: each operand as a tile with who holds which element.

use super::tiled_copy::{CopyAtom, End, TiledCopy};
use super::tiled_mma::{Matrix, TiledMma};
use super::{MmaAtom, Place};
use crate::error::{Error, Result};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::table::FlatLayout;
use crate::thread_value::{Owners, PAIR_LIMIT, Pair, ThreadValue, Tile};

/// The bits of a register of a thread.
pub const REGISTER_BITS: u64 = 32;

/// The threads of a quad.
pub const QUAD: u64 = 4;

/// The operands of an instruction, or of what is made of instructions, with who holds their elements.
#[derive(Debug, Clone)]
pub struct Board {
    /// A, B and C of a product; source and destination of a copy.
    pub panels: Vec<Panel>,
    /// Number of threads that work together; of an instruction that one thread gives for a whole block, the number of
    /// blocks.
    pub threads: u64,
    /// `true` if it is a product.
    pub is_product: bool,
    /// From the number of a thread to its lane, where they differ: the threads of a quad pair.
    lanes: Option<FlatLayout>,
}

/// One operand.
#[derive(Debug, Clone)]
pub struct Panel {
    /// `A`, `B`, `C`, or `S`, `D`.
    pub letter: char,
    /// The extents of the tile.
    tile: Tile,
    /// Which element each thread holds as its which value.
    map: ThreadValue,
    /// Holders of each element; an error where there are too many to make a table of.
    owners: Result<Owners>,
    /// Where the elements stand in the tile, where they are put in another order.
    order: Option<Order>,
    /// `true` if its first mode runs to the right in the picture: that of B.
    pub is_turned: bool,
    /// The bits of an element.
    pub bits: u32,
    /// The name of its type.
    pub element: &'static str,
    /// Where it lies.
    pub place: Place,
}

/// Another order of elements: the places of them, and the elements at the places.
#[derive(Debug, Clone, Default)]
struct Order {
    places: Vec<Option<u64>>,
    elements: Vec<u64>,
}

/// Which bits of which registers of a thread hold a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Register {
    /// The first register, counted from the first of the operand.
    pub first: u64,
    /// The last register: another one for elements of 64 bits and more.
    pub last: u64,
    /// The first bit within the first register.
    pub low: u64,
    /// The last bit within the last register.
    pub high: u64,
}

impl Panel {
    fn new(
        letter: char,
        layout: &Layout,
        tile: &IntTuple,
        bits: u32,
        element: &'static str,
        place: Place,
    ) -> Result<Self> {
        let tile = Tile::new(tile)?;
        let map = ThreadValue::new(&layout.clone().into(), tile.clone())?;
        let owners = map.owners();
        Ok(Panel { letter, tile, map, owners, order: None, is_turned: letter == 'B', bits, element, place })
    }

    /// The extents of its two modes; those of further modes count as columns.
    pub fn extents(&self) -> (u64, u64) {
        (self.tile.rows(), self.tile.columns())
    }

    /// Returns the number of rows and columns that it is drawn with.
    pub fn drawn(&self) -> (u64, u64) {
        let (first, second) = self.extents();
        if self.is_turned { (second, first) } else { (first, second) }
    }

    /// Returns the names of its modes in the order in which they are drawn, down and across: `m` and `k` of A, `k` and
    /// `n` of B, `m` and `n` of C; nothing of a copy.
    pub fn axes(&self) -> [&'static str; 2] {
        match self.letter {
            'A' => ["m", "k"],
            'B' => ["k", "n"],
            'C' => ["m", "n"],
            _ => ["", ""],
        }
    }

    /// The element at a row and a column of the picture, as a 1-D coordinate of the tile.
    pub fn cell(&self, row: u64, column: u64) -> Option<u64> {
        let (rows, columns) = self.drawn();
        let (first, second) = if self.is_turned { (column, row) } else { (row, column) };
        (row < rows && column < columns).then(|| first + second * self.extents().0)
    }

    /// The row and the column of the picture at which an element stands.
    pub fn place_of(&self, cell: u64) -> (u64, u64) {
        let rows = self.extents().0.max(1);
        let (first, second) = (cell % rows, cell / rows);
        if self.is_turned { (second, first) } else { (first, second) }
    }

    /// The coordinate of an element in the tile.
    pub fn coordinate(&self, cell: u64) -> Vec<u64> {
        self.tile.digits(cell).unwrap_or_default()
    }

    /// The extents of the modes of the tile.
    pub fn modes(&self) -> &[u64] {
        self.tile.extents()
    }

    /// The element at a coordinate of the tile. Law: `cell_of(coordinate(c)) = c`.
    ///
    /// ```
    /// use colex::atom::{Atom, board::Board, family::find};
    ///
    /// let Ok(Atom::Mma(atom)) = find("SM80_16x8x16_F32F16F16F32_TN", &[]) else { panic!("an atom") };
    /// let board = Board::of_atom(&atom)?;
    /// for panel in &board.panels {
    ///     assert!((0..panel.size()).all(|cell| panel.cell_of(&panel.coordinate(cell)) == Some(cell)));
    /// }
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn cell_of(&self, coordinate: &[u64]) -> Option<u64> {
        let modes = self.modes();
        let is_inside = coordinate.len() == modes.len() && coordinate.iter().zip(modes).all(|(at, extent)| at < extent);
        is_inside.then(|| coordinate.iter().zip(modes).rev().fold(0, |cell, (at, extent)| cell * extent + at))
    }

    /// Returns the number of its elements.
    pub fn size(&self) -> u64 {
        self.tile.size()
    }

    /// Returns the number of threads that hold elements of it, and of values of each.
    pub fn counts(&self) -> (u64, u64) {
        (self.map.threads(), self.map.values())
    }

    /// Why it is not drawn: it has too many elements to make a table of.
    pub fn refusal(&self) -> Option<&Error> {
        self.owners.as_ref().err()
    }

    /// Returns the holders of an element.
    ///
    /// Law: `holders(held(pair)?)` has the pair.
    ///
    /// ```
    /// use colex::atom::{Atom, board::Board, family::find};
    /// use colex::thread_value::Pair;
    ///
    /// let Ok(Atom::Mma(atom)) = find("SM80_16x8x16_F32F16F16F32_TN", &[]) else { panic!("an atom") };
    /// let board = Board::of_atom(&atom)?;
    /// let c = board.panel('C').ok_or(colex::Error::Empty)?;
    /// for pair in (0..32).flat_map(|thread| (0..4).map(move |value| Pair { thread, value })) {
    ///     assert!(c.held(pair).is_some_and(|cell| c.holders(cell).contains(&pair)));
    /// }
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn holders(&self, cell: u64) -> &[Pair] {
        let element = match &self.order {
            None => Some(cell),
            Some(order) => usize::try_from(cell).ok().and_then(|cell| order.elements.get(cell).copied()),
        };
        let owners = self.owners.as_ref().ok();
        owners.zip(element).map(|(owners, element)| owners.of(element)).unwrap_or_default()
    }

    /// The element that a thread holds as one of its values; `None` where there is no such pair, or where it lies outside.
    pub fn held(&self, pair: Pair) -> Option<u64> {
        let element = self.map.cell(pair)?;
        match &self.order {
            None => Some(element),
            Some(order) => *order.places.get(usize::try_from(element).ok()?)?,
        }
    }

    /// All elements of one thread in the order of its values, the first `limit` of them.
    pub fn held_by(&self, thread: u64, limit: u64) -> impl Iterator<Item = (u64, Option<u64>)> + '_ {
        let (threads, values) = self.counts();
        let values = if thread < threads { values.min(limit) } else { 0 };
        (0..values).map(move |value| (value, self.held(Pair { thread, value })))
    }

    /// The registers of a value of a thread; `None` where the operand is in none.
    ///
    /// Law: values of 16 bits fill a register by two, the even one in its lower half.
    ///
    /// ```
    /// use colex::atom::{Atom, board::Board, family::find};
    ///
    /// let Ok(Atom::Mma(atom)) = find("SM80_16x8x16_F32F16F16F32_TN", &[]) else { panic!("an atom") };
    /// let board = Board::of_atom(&atom)?;
    /// let a = board.panel('A').ok_or(colex::Error::Empty)?;
    /// let bits = [4, 5].map(|value| a.register(value).map(|register| (register.first, register.low, register.high)));
    /// assert_eq!(bits, [Some((2, 0, 15)), Some((2, 16, 31))]);
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn register(&self, value: u64) -> Option<Register> {
        let bits = u64::from(self.bits);
        if self.place != Place::Registers || bits == 0 {
            return None;
        }
        let (low, high) = (value.checked_mul(bits)?, value.checked_add(1)?.checked_mul(bits)?.checked_sub(1)?);
        Some(Register {
            first: low / REGISTER_BITS,
            last: high / REGISTER_BITS,
            low: low % REGISTER_BITS,
            high: high % REGISTER_BITS,
        })
    }
}

/// The two extents of an operand of an atom.
fn tile_of(shape: &IntTuple, matrix: Matrix) -> Result<IntTuple> {
    let [row, column] = matrix.modes();
    let size = |mode: usize| Ok::<_, Error>(Nested::Leaf(crate::int_tuple::product(shape.mode(mode)?)?));
    Ok(Nested::Tuple(vec![size(row)?, size(column)?]))
}

/// A layout of threads and values of which all threads are one where they are told apart by nothing: an operand in shared
/// memory is everybody's.
fn of_one(layout: &Layout) -> Result<Layout> {
    let threads = layout.at(&[0])?;
    let is_everybodys = threads.int_stride().is_some_and(|stride| stride.leaves().iter().all(|leaf| leaf.value() == 0));
    if is_everybodys { Layout::concatenate(&[Layout::trivial(), layout.at(&[1])?]) } else { Ok(layout.clone()) }
}

impl Board {
    /// The operands of an instruction.
    ///
    /// Errors: those of [`ThreadValue::new`].
    pub fn of_atom(atom: &MmaAtom) -> Result<Board> {
        let panels = Matrix::ALL.map(|matrix| {
            let (operand, tile) = (atom.operand(matrix), tile_of(&atom.shape, matrix)?);
            let layout = match operand.place {
                Place::Registers => operand.layout.clone(),
                Place::Shared | Place::Tensor => of_one(&operand.layout)?,
            };
            let element = operand.element;
            Panel::new(matrix.letter(), &layout, &tile, element.bits, element.cpp, operand.place)
        });
        let lanes = atom.threads.int_stride().is_some_and(|_| atom.threads.to_string() != identity(&atom.threads));
        let lanes = lanes.then(|| FlatLayout::any(&atom.threads.clone().into())).transpose()?;
        let threads = u64::try_from(atom.threads.size()?.value()).unwrap_or(0);
        Ok(Board { panels: panels.into_iter().collect::<Result<_>>()?, threads, is_product: true, lanes })
    }

    /// The operands of a tiled product, over the tile that it works on at a time.
    ///
    /// Errors: those of [`TiledMma::thread_values`] and [`ThreadValue::new`].
    pub fn of_product(mma: &TiledMma) -> Result<Board> {
        let panels = Matrix::ALL.map(|matrix| {
            let operand = mma.atom.operand(matrix);
            let layout = mma.thread_values(matrix)?;
            let layout = match operand.place {
                Place::Registers => layout,
                Place::Shared | Place::Tensor => of_one(&layout)?,
            };
            let element = operand.element;
            Panel::new(matrix.letter(), &layout, mma.tile(matrix)?.shape(), element.bits, element.cpp, operand.place)
        });
        let threads = u64::try_from(mma.size()?.value()).unwrap_or(0);
        Ok(Board { panels: panels.into_iter().collect::<Result<_>>()?, threads, is_product: true, lanes: None })
    }

    /// Source and destination of a copy of one instruction: a row for each run of elements that a thread of the source
    /// names, in the order of the threads.
    ///
    /// Errors: [`Error::TooLarge`] above [`PAIR_LIMIT`] pairs, and those of [`ThreadValue::new`].
    pub fn of_copy_atom(atom: &CopyAtom) -> Result<Board> {
        let source = ThreadValue::new(&atom.source.clone().into(), line(&atom.source)?)?;
        let (threads, values) = (source.threads(), source.values());
        let count = threads.saturating_mul(values);
        if count > PAIR_LIMIT {
            return Err(Error::TooLarge { what: "pairs", count: count.to_string(), limit: PAIR_LIMIT });
        }
        // The elements in the order in which the threads of the source name them.
        let mut order =
            Order { places: vec![None; usize::try_from(source.tile().size()).unwrap_or(0)], elements: Vec::new() };
        let pairs = (0..threads).flat_map(|thread| (0..values).map(move |value| Pair { thread, value }));
        let mut named = Vec::new();
        for element in pairs.filter_map(|pair| source.cell(pair)) {
            let place = usize::try_from(element).ok().and_then(|element| order.places.get_mut(element));
            if let Some(place @ None) = place {
                *place = Some(0);
                named.push(element);
            }
        }
        let values = values.max(1);
        let rows = (named.len() as u64).div_ceil(values).max(1);
        order.elements = vec![u64::MAX; usize::try_from(rows.saturating_mul(values)).unwrap_or(0)];
        for (number, element) in (0_u64..).zip(named) {
            let place = number / values + number % values * rows;
            let slots = usize::try_from(element).ok().and_then(|element| order.places.get_mut(element));
            if let (Some(slot), Ok(at)) = (slots, usize::try_from(place)) {
                *slot = Some(place);
                order.elements.get_mut(at).into_iter().for_each(|found| *found = element);
            }
        }
        let extent = |extent: u64| Nested::Leaf(Int::constant(i64::try_from(extent).unwrap_or(i64::MAX)));
        let tile = Tile::new(&Nested::Tuple(vec![extent(rows), extent(values)]))?;
        let panels = End::ALL.map(|end| {
            let map = ThreadValue::new(&atom.end(end).clone().into(), line(&atom.source)?)?;
            let (letter, owners, tile, order) = (end.letter(), map.owners(), tile.clone(), Some(order.clone()));
            let (bits, element, place) = (atom.bits, atom.element, Place::Registers);
            Ok(Panel { letter, tile, map, owners, order, is_turned: false, bits, element, place })
        });
        Ok(Board { panels: panels.into_iter().collect::<Result<_>>()?, threads, is_product: false, lanes: None })
    }

    /// Source and destination of a tiled copy, over the tile that it copies at a time.
    ///
    /// Errors: those of [`TiledCopy::layout`] and [`ThreadValue::new`].
    pub fn of_copy(copy: &TiledCopy) -> Result<Board> {
        let tile = copy.tile()?;
        let panels = End::ALL.map(|end| {
            Panel::new(end.letter(), &copy.layout(end)?, &tile, copy.atom.bits, copy.atom.element, Place::Registers)
        });
        let threads = u64::try_from(copy.size()?.value()).unwrap_or(0);
        Ok(Board { panels: panels.into_iter().collect::<Result<_>>()?, threads, is_product: false, lanes: None })
    }

    /// The operand with a letter.
    pub fn panel(&self, letter: char) -> Option<&Panel> {
        self.panels.iter().find(|panel| panel.letter == letter.to_ascii_uppercase())
    }

    /// The number that the hardware has for a thread within what works together.
    pub fn lane(&self, thread: u64) -> u64 {
        let lane = self.lanes.as_ref().and_then(|lanes| lanes.index(thread).ok());
        lane.and_then(|lane| u64::try_from(lane).ok()).unwrap_or(thread)
    }

    /// Returns true if the holder of an element is a thread; else a block is one, and the operands lie in its memories.
    pub fn has_lanes(&self) -> bool {
        self.panels.iter().any(|panel| panel.place == Place::Registers)
    }
}

/// Prints the identity on the threads of a layout.
fn identity(threads: &Layout) -> String {
    threads.size().map(|size| format!("{size}:_1")).unwrap_or_default()
}

/// All that a layout of threads and values names, as one line.
fn line(layout: &Layout) -> Result<Tile> {
    Tile::new(&Nested::Tuple(vec![Nested::Leaf(layout.cosize()?), Nested::Leaf(Int::ONE)]))
}
