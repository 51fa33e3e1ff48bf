//! The same costs by ranks of a matrix of bits, without a look at a single request.
//!
//! Where no addition carries, a layout is an affine map over F2: `A(i) = A(0) xor (xor of the columns of the bits of i)`.
//! A swizzle is one too. The threads of a phase, the bits of the bytes of their vector included, then reach
//! `2^rank(word rows)` words in `2^rank(bank rows)` banks, each bank as many: the degree of the conflict is the quotient,
//! the same for every phase and every instruction. So it is for sectors and lines. ("Linear Layouts: Robust Code
//! Generation of Efficient Tensor Computation Using F2", arXiv 2505.23819.)

use super::global::GlobalCost;
use super::machine::{Machine, Vector};
use super::shared::SharedCost;
use crate::after::After;
use crate::composed::AnyLayout;
use crate::table::FlatLayout;

/// An affine map over F2 from the bits of a 1-D coordinate to the bits of an index.
///
/// Law: `at(i) = layout(i)` for every coordinate of the layout that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitMatrix {
    origin: i64,
    columns: Vec<i64>,
}

impl BitMatrix {
    /// The matrix of a layout; `None` where an extent is no power of two, a stride is negative or a basis stride, or an
    /// addition carries: `(2,2):(1,1)` is no such map, since `1 + 1` is not `1 xor 1`.
    pub fn of(layout: &AnyLayout) -> Option<BitMatrix> {
        let flat = FlatLayout::new(layout.innermost()).ok()?;
        let mut columns = Vec::new();
        // The bits that some coordinate sets so far: what is added to them must have none of them.
        let mut used = 0_i64;
        for (extent, stride) in flat.extents().zip(flat.strides()) {
            if !extent.is_power_of_two() || stride < 0 {
                return None;
            }
            for bit in 0..extent.trailing_zeros() {
                let column = stride.checked_mul(1_i64.checked_shl(bit)?)?;
                if used & column != 0 {
                    return None;
                }
                used |= column;
                columns.push(column);
            }
        }
        let mut origin = 0_i64;
        let after = After::of(layout);
        if after.outer().is_some() {
            return None;
        }
        for (offset, swizzle) in after.parts() {
            let reach = columns.iter().fold(origin, |bits, column| bits | column);
            if *offset < 0 || offset & reach != 0 {
                return None;
            }
            // Without a carry the sum is an exclusive or, over which a swizzle distributes.
            origin = swizzle.apply_value(origin ^ offset);
            columns.iter_mut().for_each(|column| *column = swizzle.apply_value(*column));
        }
        Some(BitMatrix { origin, columns })
    }

    /// The only matrix that a function of so many bits can have, read off coordinate 0 and each single bit; whether it has
    /// one is to be seen at every coordinate. `None` where one of these has no index or one below 0, or there are 63 bits
    /// or more.
    ///
    /// ```
    /// use colex::cost::BitMatrix;
    ///
    /// let layout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let matrix = BitMatrix::of(&layout).ok_or("no addition carries")?;
    /// assert_eq!(BitMatrix::probed(4, |i| Some(matrix.at(i))), Some(matrix));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn probed(bits: u32, index: impl Fn(u64) -> Option<i64>) -> Option<BitMatrix> {
        let index = |coordinate: u64| index(coordinate).filter(|index| *index >= 0);
        let origin = index(0)?;
        let columns = (0..bits).map(|bit| Some(index(1_u64.checked_shl(bit)?)? ^ origin));
        Some(BitMatrix { origin, columns: columns.take(63).collect::<Option<_>>()? }).filter(|_| bits < 63)
    }

    /// The index of coordinate 0.
    pub fn origin(&self) -> i64 {
        self.origin
    }

    /// For each bit of a coordinate, from the lowest, the bits of the index that it flips.
    pub fn columns(&self) -> &[i64] {
        &self.columns
    }

    /// The index of a coordinate.
    ///
    /// ```
    /// use colex::{AnyLayout, cost::BitMatrix, table::FlatLayout};
    ///
    /// let layout: AnyLayout = "Sw<2,0,2> o _0 o (_4,_4):(_4,_1)".parse()?;
    /// let (matrix, table) = (BitMatrix::of(&layout).ok_or("no addition carries")?, FlatLayout::any(&layout)?);
    /// for i in 0..16 {
    ///     assert_eq!(matrix.at(i), table.index(i)?);
    /// }
    /// assert_eq!(BitMatrix::of(&"(2,2):(1,1)".parse()?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, coordinate: u64) -> i64 {
        let bits = (0_u32..).zip(&self.columns);
        bits.filter(|(bit, _)| coordinate >> bit & 1 == 1).fold(self.origin, |index, (_, column)| index ^ column)
    }

    /// This map and then another: `then(other).at(i) = other.at(self.at(i))`. `None` where this one leads out of the
    /// coordinates of the other.
    ///
    /// ```
    /// use colex::cost::BitMatrix;
    ///
    /// let (a, b) = ("(4,4):(4,1)".parse()?, "Sw<2,0,2> o _0 o (_4,_8):(_8,_1)".parse()?);
    /// let (first, second) = (BitMatrix::of(&a).ok_or("affine")?, BitMatrix::of(&b).ok_or("affine")?);
    /// let both = first.then(&second).ok_or("it stays within 32 coordinates")?;
    /// assert!((0..16).all(|i| both.at(i) == second.at(first.at(i) as u64)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn then(&self, other: &BitMatrix) -> Option<BitMatrix> {
        let apply = |bits: i64, origin: i64| {
            let bits =
                u64::try_from(bits).ok().filter(|bits| (bits.checked_shr(other.columns.len() as u32)) == Some(0));
            Some(other.at(bits?) ^ other.origin ^ origin)
        };
        let columns = self.columns.iter().map(|column| apply(*column, 0)).collect::<Option<Vec<_>>>()?;
        Some(BitMatrix { origin: apply(self.origin, other.origin)?, columns })
    }
}

/// Counts the independent vectors of some vectors of bits.
fn rank(vectors: impl IntoIterator<Item = i128>) -> u32 {
    // Each kept vector has a highest bit that no other kept one has.
    let mut basis: Vec<i128> = Vec::new();
    for vector in vectors {
        let rest = basis.iter().fold(vector, |rest, kept| rest.min(rest ^ kept));
        if rest != 0 {
            basis.push(rest);
            basis.sort_unstable_by(|one, other| other.cmp(one));
        }
    }
    basis.len() as u32
}

/// A group of threads and values as a matrix of bits: the low bits of a coordinate count threads, the others values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BitGroup {
    matrix: BitMatrix,
    thread_bits: usize,
}

impl BitGroup {
    /// Of a layout `(thread, value) -> index`; `None` unless it has two modes and is affine over F2.
    pub fn of(layout: &AnyLayout) -> Option<BitGroup> {
        if layout.rank() != 2 || layout.shape().is_leaf() {
            return None;
        }
        let threads = u64::try_from(layout.at(&[0]).ok()?.size().ok()?.value()).ok()?;
        BitGroup::new(BitMatrix::of(layout)?, threads)
    }

    /// Of a matrix whose coordinates count so many threads first.
    pub fn new(matrix: BitMatrix, threads: u64) -> Option<BitGroup> {
        let thread_bits = threads.is_power_of_two().then(|| threads.trailing_zeros() as usize)?;
        (thread_bits <= matrix.columns.len()).then_some(BitGroup { matrix, thread_bits })
    }

    fn split(&self) -> (&[i64], &[i64]) {
        self.matrix.columns.split_at_checked(self.thread_bits).unwrap_or_default()
    }

    /// The elements of the widest legal vector: the lowest bits of the value are the lowest bits of the index, and nothing
    /// else touches those.
    ///
    /// Law: [`super::Survey`] finds the same.
    ///
    /// ```
    /// use colex::cost::{BitGroup, Group, Machine, Survey};
    /// use colex::work::finish;
    ///
    /// let (layout, machine) = ("(32,8):(8,1)".parse()?, Machine::default());
    /// let survey = finish(Survey::new(Group::of_layout(&layout)?, 4, None, &machine)?, 10_000)?;
    /// assert_eq!(BitGroup::of(&layout).map(|group| group.widest(4, &machine)), Some(survey.widest.elements));
    /// assert_eq!(survey.widest.elements, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn widest(&self, element_bytes: u64, machine: &Machine) -> u64 {
        let (threads, values) = self.split();
        let most = machine.sound().vector_bytes.checked_div(element_bytes).unwrap_or(1).max(1).ilog2();
        let is_legal = |bits: u32| {
            let low = (1_i64 << bits) - 1;
            let inside = (0_u32..).zip(values).all(|(bit, column)| match bit < bits {
                true => *column == 1_i64 << bit,
                false => column & low == 0,
            });
            inside && self.matrix.origin & low == 0 && threads.iter().all(|column| column & low == 0)
        };
        let most = most.min(values.len() as u32).min(61);
        1 << (0..=most).rev().find(|bits| is_legal(*bits)).unwrap_or(0)
    }

    /// The columns of the bytes that some threads touch at once: those of their bits, and those of the bytes of a vector.
    fn bytes(&self, thread_bits: usize, vector: Vector) -> impl Iterator<Item = i128> + '_ {
        let (threads, _) = self.split();
        let of_threads = threads.iter().take(thread_bits);
        let of_threads = of_threads.map(move |column| i128::from(*column) * i128::from(vector.element_bytes()));
        of_threads.chain((0..vector.bytes().trailing_zeros()).map(|bit| 1_i128 << bit))
    }

    /// Returns the number of requests, and of threads that a warp of the group has.
    fn requests(&self, vector: Vector, machine: &Machine) -> Option<(u64, u64)> {
        let is_power = |constant: u64| constant.is_power_of_two();
        let Machine { warp, banks, bank_bytes, sector_bytes, line_bytes, .. } = *machine;
        if ![warp, banks, bank_bytes, sector_bytes, line_bytes].into_iter().all(is_power) {
            return None;
        }
        if vector.elements() > self.widest(vector.element_bytes(), machine) {
            return None;
        }
        let (threads, values) = self.split();
        let count = 1_u64.checked_shl(u32::try_from(threads.len()).ok()?)?;
        let values = 1_u64.checked_shl(u32::try_from(values.len()).ok()?)?;
        let requests = count.div_ceil(warp).checked_mul(values.checked_div(vector.elements())?)?;
        Some((requests, count.min(warp)))
    }

    /// Returns the number of bits that tell the words apart that a phase reaches, and of those that tell the banks: of
    /// `(words, banks)` each of `2^banks` banks serves `2^(words - banks)` words. `None` as [`BitGroup::shared`].
    pub fn ranks(&self, vector: Vector, machine: &Machine) -> Option<(u32, u32)> {
        let machine = machine.sound();
        let (_, threads) = self.requests(vector, &machine)?;
        let together = machine.phase_threads(vector).min(threads);
        let word_bits = machine.bank_bytes.trailing_zeros();
        let words = self.bytes(together.trailing_zeros() as usize, vector).map(|column| column >> word_bits);
        let words = words.collect::<Vec<_>>();
        let banks = words.iter().map(|word| word & (i128::from(machine.banks) - 1));
        Some((rank(words.iter().copied()), rank(banks)))
    }

    /// Returns the cost of shared memory for all requests; `None` where the vector is not legal or a constant of the
    /// machine is no power of two.
    ///
    /// Law: that of [`super::shared`] over all requests.
    ///
    /// ```
    /// use colex::cost::{BitGroup, Group, Machine, Vector, shared};
    ///
    /// let (layout, machine) = ("(32,32):(32,1)".parse()?, Machine::default());
    /// let vector = Vector::new(4, 1, &machine)?;
    /// let each = shared(&Group::of_layout(&layout)?.accesses(vector, &machine)?, &machine);
    /// assert_eq!(BitGroup::of(&layout).and_then(|group| group.shared(vector, &machine)), Some(each));
    /// assert_eq!(each.worst, 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shared(&self, vector: Vector, machine: &Machine) -> Option<SharedCost> {
        let machine = machine.sound();
        let (requests, threads) = self.requests(vector, &machine)?;
        let together = machine.phase_threads(vector).min(threads);
        let (words, banks) = self.ranks(vector, &machine)?;
        let worst = 1_u64.checked_shl(words.checked_sub(banks)?)?;
        let phases = requests.checked_mul(threads / together)?;
        let turns = phases.checked_mul(worst)?;
        let conflicting = if worst > 1 { phases } else { 0 };
        Some(SharedCost { requests, phases, turns, worst, worst_at: Some((0, 0)), conflicting })
    }

    /// Returns the traffic of global memory for all requests; `None` as [`BitGroup::shared`].
    ///
    /// Law: that of [`super::global`] over all requests.
    ///
    /// ```
    /// use colex::cost::{BitGroup, Group, Machine, Vector, global};
    ///
    /// let (layout, machine) = ("(32,32):(32,1)".parse()?, Machine::default());
    /// let vector = Vector::new(4, 1, &machine)?;
    /// let each = global(&Group::of_layout(&layout)?.accesses(vector, &machine)?, &machine);
    /// assert_eq!(BitGroup::of(&layout).and_then(|group| group.global(vector, &machine)), Some(each));
    /// assert_eq!(each.sectors, 32 * 32);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn global(&self, vector: Vector, machine: &Machine) -> Option<GlobalCost> {
        let machine = machine.sound();
        let (requests, threads) = self.requests(vector, &machine)?;
        let bytes = self.bytes(threads.trailing_zeros() as usize, vector).collect::<Vec<_>>();
        let blocks = |size: u64| {
            let bits = size.trailing_zeros();
            1_u64.checked_shl(rank(bytes.iter().map(|column| column >> bits)))
        };
        let (sectors, lines, used) = (blocks(machine.sector_bytes)?, blocks(machine.line_bytes)?, blocks(1)?);
        Some(GlobalCost {
            requests,
            sectors: requests.checked_mul(sectors)?,
            lines: requests.checked_mul(lines)?,
            bytes_used: requests.checked_mul(used)?,
            bytes_moved: requests.checked_mul(sectors)?.checked_mul(machine.sector_bytes)?,
            fewest_sectors: requests.checked_mul(used.div_ceil(machine.sector_bytes))?,
            worst: sectors,
            worst_at: Some((0, 0)),
        })
    }
}
