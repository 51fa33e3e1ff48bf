//! Sketch of an atom by a rule: modes that know what they count. Layouts, and why they are so, follow from it.

use super::super::element::ElementType;
use super::super::{Atom, CopyOperation, MmaAtom, Operand, Place};
use crate::basis::StrideLeaf;
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::nested::Nested;

/// Things that a mode of a thread-value layout counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counts {
    /// The 4 lanes of a quad: along K in A and B, along N in C.
    Lanes,
    /// The 8 quads of a warp, a row each.
    Quads,
    /// Warps, 16 rows each.
    Warps,
    /// Threads that all see the same, since a descriptor says where it lies.
    Everyone,
    /// CTAs, each with its part of the rows.
    Ctas,
    /// Other threads.
    Threads,
    /// Neighbouring elements of one register.
    Elements,
    /// The rows 8 further down.
    Below,
    /// Registers for what the 4 lanes of the quad have not reached.
    Beyond,
    /// Rows of the tile, all of them.
    Rows,
    /// Columns of the tile, all of them.
    Columns,
    /// Other values.
    Values,
    /// Bits side by side.
    Bits,
    /// Lanes that give the address of a row of a matrix.
    Addresses,
    /// Lanes whose addresses are not asked for.
    Unasked,
    /// Matrices of 8 rows of 16 bytes, 1024 bits each.
    Matrices,
    /// Rows of tensor memory, a lane each.
    Datapaths,
    /// The same instruction, further along a row.
    Repetitions,
    /// Copies of the same source.
    Copies,
}

/// One mode of a thread-value layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mode {
    /// Number of them.
    pub extent: i64,
    /// Distance to the next one.
    pub stride: i64,
    /// Things that it counts.
    pub counts: Counts,
}

/// Way in which CuTe prints a layout other than by its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quirk {
    /// As it is.
    None,
    /// The values are one mode, and it stands in parentheses of its own: `(_8)`.
    TupleOfOne,
    /// The strides of the values have a pair of parentheses that their extents have not.
    ExtraParentheses,
}

/// A thread-value layout as modes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) threads: Vec<Mode>,
    pub(super) values: Vec<Mode>,
    pub(super) quirk: Quirk,
}

/// Modes of extent, stride and meaning; one of extent 1 is left out.
pub(super) fn modes<const COUNT: usize>(modes: [(i64, i64, Counts); COUNT]) -> Vec<Mode> {
    let modes = modes.into_iter().map(|(extent, stride, counts)| Mode { extent, stride, counts });
    modes.filter(|mode| mode.extent != 1).collect()
}

impl Part {
    pub(super) fn new(threads: Vec<Mode>, values: Vec<Mode>) -> Self {
        Part { threads, values, quirk: Quirk::None }
    }

    /// One thread with all elements of a tile, or bits of a word.
    pub(super) fn of_one_thread(count: i64, counts: Counts) -> Self {
        Part::new(Vec::new(), modes([(count, 1, counts)]))
    }

    /// Threads of which each names the whole tile of `rows` by `columns`.
    pub(super) fn of_everyone(threads: i64, rows: i64, columns: i64) -> Self {
        Part::new(
            modes([(threads, 0, Counts::Everyone)]),
            modes([(rows, 1, Counts::Rows), (columns, rows, Counts::Columns)]),
        )
    }

    /// CTAs of which each has as many of the rows as the others.
    pub(super) fn of_ctas(ctas: i64, rows: i64, columns: i64) -> Self {
        let own = rows / ctas.max(1);
        Part::new(modes([(ctas, own, Counts::Ctas)]), modes([(own, 1, Counts::Rows), (columns, rows, Counts::Columns)]))
    }

    /// The quads of `warps` warps on a tile of `rows` rows, column after column: each lane has `elements` neighbours in a
    /// row, again 8 rows below where a warp has 16 of them, and again in `registers` places along the row.
    ///
    /// PTX ISA, Matrix Fragments for `mma.m16n8k16` and its relatives: `row = groupID`, `column = threadID_in_group * 2`.
    pub(super) fn of_quads(warps: i64, rows: i64, elements: i64, registers: i64) -> Self {
        let below = rows / (8 * warps.max(1));
        Part::new(
            modes([(4, elements * rows, Counts::Lanes), (8, 1, Counts::Quads), (warps, 16, Counts::Warps)]),
            modes([
                (elements, rows, Counts::Elements),
                (below, 8, Counts::Below),
                (registers, 4 * elements * rows, Counts::Beyond),
            ]),
        )
    }

    fn layout(&self) -> Layout {
        let values = tuple(&self.values, self.quirk == Quirk::TupleOfOne);
        let (shapes, strides) = [tuple(&self.threads, false), values].into_iter().unzip();
        Layout::of_parts(Nested::Tuple(shapes), static_strides(&Nested::Tuple(strides)))
    }

    fn printed(&self, layout: &Layout) -> Option<String> {
        let (threads, values) = (layout.at(&[0]).ok()?, layout.at(&[1]).ok()?);
        (self.quirk == Quirk::ExtraParentheses)
            .then(|| format!("{}:({},({}))", layout.shape(), threads.stride(), values.stride()))
    }
}

/// Shape and stride of modes: none is `_1:_0`, one stands alone, unless it is to have its parentheses.
fn tuple(modes: &[Mode], keeps_parentheses: bool) -> (IntTuple, IntTuple) {
    let leaf = |number: i64| Nested::Leaf(Int::constant(number));
    match modes {
        [] => (leaf(1), leaf(0)),
        [one] if !keeps_parentheses => (leaf(one.extent), leaf(one.stride)),
        _ => (
            Nested::Tuple(modes.iter().map(|mode| leaf(mode.extent)).collect()),
            Nested::Tuple(modes.iter().map(|mode| leaf(mode.stride)).collect()),
        ),
    }
}

fn static_strides(strides: &IntTuple) -> Nested<StrideLeaf> {
    strides.map(&mut |int| StrideLeaf::Int(*int))
}

/// Which threads take part: modes of extent and stride.
fn thread_ids(threads: &[Mode]) -> Layout {
    let (shape, stride) = tuple(threads, false);
    Layout::of_parts(shape, static_strides(&stride))
}

/// An operand of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Factor {
    pub(super) part: Part,
    pub(super) element: ElementType,
    pub(super) place: Place,
}

/// Which side of a copy threads and values are counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Source,
    Destination,
}

/// An atom before it has layouts.
#[allow(clippy::large_enum_variant, reason = "there is one at a time, for one call")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sketch {
    /// A product of `(M,N,K)`: the threads, then A, B and C.
    Product { shape: [i64; 3], threads: Vec<Mode>, operands: [Factor; 3] },
    /// A copy in bits.
    Copy { threads: Vec<Mode>, source: Part, destination: Part, reference: Side },
}

/// The threads of one warp.
pub(super) fn warp() -> Vec<Mode> {
    modes([(32, 1, Counts::Threads)])
}

/// Which operand a step is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The left factor, of M by K.
    A,
    /// The right factor, of N by K.
    B,
    /// The summand, and the result, of M by N.
    C,
    /// The source that a copy reads.
    Source,
    /// The destination that a copy writes.
    Destination,
}

/// A step of why a layout is as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// An operand of a product is a tile of so many rows and columns.
    Tile {
        /// Which operand.
        role: Role,
        /// M, or N of B.
        rows: i64,
        /// K, or N of C.
        columns: i64,
        /// Of which elements.
        element: ElementType,
        /// Where it lies.
        place: Place,
    },
    /// Number of bits of a row of A that one instruction takes.
    Depth {
        /// K.
        k: i64,
        /// The bits that lie in memory.
        bits: i64,
        /// Of which elements.
        element: ElementType,
    },
    /// A mode of the threads or of the values.
    Mode {
        /// Of which operand.
        role: Role,
        /// `true` if it counts threads; else it counts values.
        of_threads: bool,
        /// The mode.
        mode: Mode,
        /// Its stride as rows and columns of the tile; of a copy 0 and the bits.
        apart: (i64, i64),
    },
    /// Its printed form.
    Printed {
        /// Of which operand.
        role: Role,
        /// In which way.
        quirk: Quirk,
    },
    /// By which side a copy counts threads and values.
    Reference {
        /// The side.
        role: Role,
    },
}

impl Sketch {
    /// The atom of this name.
    pub(super) fn atom(self, name: String) -> Atom {
        match self {
            Sketch::Product { shape, threads, operands } => {
                let [a, b, c] = operands.map(|factor| {
                    let layout = factor.part.layout();
                    let printed = factor.part.printed(&layout);
                    Operand { layout, printed, element: factor.element, place: factor.place }
                });
                let shape = Nested::Tuple(shape.iter().map(|&extent| Nested::Leaf(Int::constant(extent))).collect());
                let d = c.element;
                Atom::Mma(MmaAtom { name, shape, threads: thread_ids(&threads), a, b, c, d })
            }
            Sketch::Copy { threads, source, destination, reference } => {
                let (source, destination) = (source.layout(), destination.layout());
                let counted = match reference {
                    Side::Source => &source,
                    Side::Destination => &destination,
                };
                let reference = counted.clone();
                Atom::Copy(CopyOperation { name, threads: thread_ids(&threads), source, destination, reference })
            }
        }
    }

    /// Why its layouts are as they are.
    pub(super) fn told(&self) -> Vec<Told> {
        let mut told = Vec::new();
        match self {
            Sketch::Product { shape: [m, n, k], operands: [a, b, c], .. } => {
                let bits = i64::from(a.element.bits) * k / i64::from(a.element.sparsity);
                told.push(Told::Depth { k: *k, bits, element: a.element });
                for (role, factor, rows, columns) in [(Role::A, a, m, k), (Role::B, b, n, k), (Role::C, c, m, n)] {
                    let Factor { element, place, part } = factor;
                    told.push(Told::Tile { role, rows: *rows, columns: *columns, element: *element, place: *place });
                    part.tell(role, *rows, &mut told);
                }
            }
            Sketch::Copy { source, destination, reference, .. } => {
                source.tell(Role::Source, i64::MAX, &mut told);
                destination.tell(Role::Destination, i64::MAX, &mut told);
                told.push(Told::Reference {
                    role: match reference {
                        Side::Source => Role::Source,
                        Side::Destination => Role::Destination,
                    },
                });
            }
        }
        told
    }
}

impl Part {
    fn tell(&self, role: Role, rows: i64, told: &mut Vec<Told>) {
        let rows = rows.max(1);
        for (of_threads, modes) in [(true, &self.threads), (false, &self.values)] {
            told.extend(modes.iter().map(|&mode| Told::Mode {
                role,
                of_threads,
                mode,
                apart: (mode.stride % rows, mode.stride / rows),
            }));
        }
        if self.quirk != Quirk::None {
            told.push(Told::Printed { role, quirk: self.quirk });
        }
    }
}
