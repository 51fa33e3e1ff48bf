//! Threads that access memory together: which index each of them touches as its which value, cut into requests.

use std::sync::Arc;

use super::machine::{Machine, Vector};
use crate::composed::AnyLayout;
use crate::error::{Error, Result};
use crate::layout::Layout;
use crate::table::FlatLayout;
use crate::thread_value::access::Data;
use crate::thread_value::{Pair, ThreadValue};

/// The most threads whose accesses are put together at once: those of the largest block.
pub const THREADS_LIMIT: u64 = 1024;

/// The most instructions of each of them.
pub const INSTRUCTIONS_LIMIT: u64 = 4096;

/// Accesses of the threads of one warp in one instruction: each the vector that begins at its index, or nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Which warp of the group.
    pub warp: u64,
    /// Which of its instructions.
    pub instruction: u64,
    /// For each thread of the warp the index of its first element; `None` where it takes no part.
    pub indices: Vec<Option<i64>>,
}

/// All requests of a group, warp by warp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accesses {
    vector: Vector,
    requests: Vec<Request>,
}

impl Accesses {
    /// The requests of threads that each run the same instructions: `index` answers the first element that a thread
    /// accesses in an instruction. For kernels that are no thread-value layout.
    ///
    /// Example: a column of a row-major tile of 32 × 32, `Accesses::new(vector, 32, 1, &machine, |thread, _| Some(32 *
    /// thread as i64))`. Errors: [`Error::TooLarge`] above [`THREADS_LIMIT`] and [`INSTRUCTIONS_LIMIT`].
    ///
    /// ```
    /// use colex::cost::{Accesses, Group, Machine, Vector};
    ///
    /// let machine = Machine::default();
    /// let vector = Vector::new(4, 1, &machine)?;
    /// let column = Accesses::new(vector, 32, 1, &machine, |thread, _| Some(32 * thread as i64))?;
    /// assert_eq!(column, Group::of_layout(&"(32,1):(32,1)".parse()?)?.accesses(vector, &machine)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        vector: Vector,
        threads: u64,
        instructions: u64,
        machine: &Machine,
        index: impl Fn(u64, u64) -> Option<i64>,
    ) -> Result<Accesses> {
        for (what, count, limit) in
            [("threads", threads, THREADS_LIMIT), ("instructions", instructions, INSTRUCTIONS_LIMIT)]
        {
            if count > limit {
                return Err(Error::TooLarge { what, count: count.to_string(), limit });
            }
        }
        let warp_threads = machine.sound().warp;
        let requests = (0..threads.div_ceil(warp_threads)).flat_map(|warp| {
            let (first, end) = (warp * warp_threads, ((warp + 1) * warp_threads).min(threads));
            let index = &index;
            (0..instructions).map(move |instruction| {
                let indices = (first..end).map(|thread| index(thread, instruction)).collect();
                Request { warp, instruction, indices }
            })
        });
        Ok(Accesses { vector, requests: requests.collect() })
    }

    /// Returns what each thread accesses in one instruction.
    pub fn vector(&self) -> Vector {
        self.vector
    }

    /// The requests.
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }
}

type Index = Arc<dyn Fn(Pair) -> Option<i64> + Send + Sync>;

/// A number of threads with a number of values each, and where every value lies in memory. Cheap to copy.
#[derive(Clone)]
pub struct Group {
    threads: u64,
    values: u64,
    index: Index,
}

impl std::fmt::Debug for Group {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Group").field("threads", &self.threads).field("values", &self.values).finish_non_exhaustive()
    }
}

impl Group {
    /// Threads and values by a function of the pair; `None` is a value that is not accessed.
    pub fn new(threads: u64, values: u64, index: impl Fn(Pair) -> Option<i64> + Send + Sync + 'static) -> Group {
        Group { threads, values, index: Arc::new(index) }
    }

    /// Any layout read as `(thread, value)`: one of another rank is that of its first mode with all others as values, an
    /// integer one of threads with one value each.
    pub fn of_any(layout: &AnyLayout) -> Result<Group> {
        let shape = layout.shape();
        match shape.rank() {
            2 if !shape.is_leaf() => Group::of_layout(layout),
            rank if shape.is_leaf() || rank == 1 => {
                Group::of_layout(&layout.map(&mut |inner| Layout::concatenate(&[inner.clone(), Layout::trivial()]))?)
            }
            rank => Group::of_layout(&layout.map(&mut |inner| inner.group(1, rank))?),
        }
    }

    /// The group of a layout `(thread, value) -> index`: plain, swizzled or composed.
    ///
    /// Law: `index({t, v}) = layout(t, v)`. Errors: [`Error::NeedsRank`] unless it has two modes, those of
    /// [`FlatLayout::any`].
    ///
    /// ```
    /// use colex::cost::Group;
    /// use colex::thread_value::Pair;
    /// use colex::AnyLayout;
    ///
    /// let layout: AnyLayout = "((4,8),(2,2)):((32,1),(16,8))".parse()?;
    /// let group = Group::of_layout(&layout)?;
    /// for (thread, value) in (0..32).flat_map(|thread| (0..4).map(move |value| (thread, value))) {
    ///     let index = layout.index(&format!("({thread},{value})").parse()?)?;
    ///     assert_eq!(group.index(Pair { thread, value }).map(|own| own.into()), Some(index));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_layout(layout: &AnyLayout) -> Result<Group> {
        if layout.rank() != 2 || layout.shape().is_leaf() {
            return Err(Error::NeedsRank { expected: "2", found: layout.rank() });
        }
        let size = |mode: usize| -> Result<u64> {
            let size = layout.at(&[mode])?.size()?.value();
            u64::try_from(size).map_err(|_| Error::NoElements { shape: layout.shape().to_string() })
        };
        let (threads, values) = (size(0)?, size(1)?);
        let flat = FlatLayout::any(layout)?;
        let index = move |pair: Pair| {
            let linear = pair.value.checked_mul(threads)?.checked_add(pair.thread)?;
            flat.index(linear).ok()
        };
        Ok(Group::new(threads, values, index))
    }

    /// The group of a thread-value map over a tile, and of the tile in memory: what lies outside the tile is not accessed.
    pub fn of_map(map: &ThreadValue, data: &Data) -> Group {
        let (map, data) = (map.clone(), data.clone());
        Group::new(map.threads(), map.values(), move |pair| data.index(map.cell(pair)?))
    }

    /// The number of threads.
    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// The number of values of each thread.
    pub fn values(&self) -> u64 {
        self.values
    }

    /// Where a value lies, in elements; `None` outside the group, and where it is not accessed.
    pub fn index(&self, pair: Pair) -> Option<i64> {
        let inside = pair.thread < self.threads && pair.value < self.values;
        if inside { (self.index)(pair) } else { None }
    }

    /// Returns the number of warps; the last may have fewer threads.
    pub fn warps(&self, machine: &Machine) -> u64 {
        self.threads.div_ceil(machine.sound().warp)
    }

    /// Returns the number of instructions that it takes until every value was accessed: values over the vector's
    /// elements.
    pub fn instructions(&self, vector: Vector) -> u64 {
        self.values.div_ceil(vector.elements())
    }

    /// The request of one warp in one instruction; without threads where there is no such warp.
    pub fn request(&self, warp: u64, instruction: u64, vector: Vector, machine: &Machine) -> Request {
        let threads = machine.sound().warp;
        let first = warp.saturating_mul(threads);
        let value = instruction.saturating_mul(vector.elements());
        let end = first.saturating_add(threads).min(self.threads);
        let indices = (first..end).map(|thread| self.index(Pair { thread, value })).collect();
        Request { warp, instruction, indices }
    }

    /// All requests. Errors: those of [`Accesses::new`]; [`super::Survey`] has no such limits.
    pub fn accesses(&self, vector: Vector, machine: &Machine) -> Result<Accesses> {
        Accesses::new(vector, self.threads, self.instructions(vector), machine, |thread, instruction| {
            self.index(Pair { thread, value: instruction.checked_mul(vector.elements())? })
        })
    }
}
