//! Scheme by which a product is shared out among threads: the CTA tiler, who copies what, who computes what, and where
//! the tiles lie in workgroup memory. All of it is layouts.
//!
//! Thread-value layouts map `(thread, value)` to an element of a tile, counted with its first mode fastest: element
//! `m + M k` is `(m,k)`. Layouts of workgroup memory map the coordinates of a tile to numbers.

use colex::swizzle::Offset;
use colex::{AnyLayout, Int, Layout, Nested, Swizzle};

use super::plan::{self, EDGE, Product};
use crate::kernel::{Refusal, mismatched};
use crate::machine::Machine;
use crate::program::Limits;

/// The most values of a tile of C that one thread keeps in registers.
pub const VALUES_LIMIT: u32 = 256;

/// The most numbers that a tile of workgroup memory may have.
pub const TILE_LIMIT: u32 = 1 << 15;

/// The most threads of a workgroup that any device has.
pub const THREADS_LIMIT: u32 = 1024;

/// The longest tile along K: the text of the kernel has each of its steps.
pub const STEPS_LIMIT: u32 = 64;

/// The parameters of a tiled product. [`Scheme::sharing`] makes layouts of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scheme {
    /// The CTA tiler: extents of a tile along M, N and K.
    pub tile: [u32; 3],
    /// Elements of C that a thread computes, along M and N.
    pub values: [u32; 2],
    /// Threads of a warp along M and N; a warp's threads lie side by side, and warps beside each other.
    pub warp: [u32; 2],
    /// Numbers that a thread reads from workgroup memory at once, along M and along N: 1 or 4.
    pub fragment: u32,
    /// True if memory is read and written four numbers at a time, where the layouts allow.
    pub is_vectorised: bool,
    /// Tiles of A and B in workgroup memory: 1, or 2 so that one is read while the other is written.
    pub stages: u32,
    /// True if the tiles are swizzled so that writing them meets no bank conflict.
    pub is_swizzled: bool,
    /// Number of tiles along K that are written out one after the other in the loop, 1 or an even number: then each
    /// knows its stage.
    pub together: u32,
    /// Number of tiles along N that are worked on side by side before the next along M, so that their inputs stay in
    /// the cache.
    pub raster: u32,
    /// In which order the threads of a warp are numbered along M and N.
    pub lanes: Lanes,
    /// Number of steps of a tile that come after the next tile is written to workgroup memory, where it has a place of
    /// its own.
    pub rest: u32,
    /// In which order a step's products are added.
    pub order: Order,
    /// True if operands that cannot be read four numbers at a time are written once more before, so that they can.
    pub is_packed: bool,
    /// True if that is also done with a B whose neighbours are along K, so that they are along N.
    pub is_turned: bool,
    /// Into about how many parts K is cut, which are summed by different workgroups and added up after: 1 for none.
    pub split: u32,
    /// Up to how many rows and columns beyond the last whole tile are computed without tiles, by a pass of their own: 0
    /// for none.
    pub edge: u32,
    /// True if a tile in workgroup memory is an array of lines, of which a number says which is read: then a compiler that
    /// checks each index that is no number, as naga's does, checks the same few places within a line for all steps.
    pub has_lines: bool,
}

/// The order in which the threads of a warp are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// Along N first.
    AlongN,
    /// Along M first.
    AlongM,
    /// In blocks of two along M by four along N, each a quarter of a warp: what such a quarter reads of A and of B lies
    /// within 32 and 64 bytes.
    Blocks,
}

/// The order in which a thread adds the products of one step to its values of C. Every value gets one product, so the
/// sums are the same; but a compiler keeps to the order of the text, and a product whose operands were those of the one
/// before finds them at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// Row by row, four values at a time.
    Vectors,
    /// Row by row, there and back, value by value.
    Rows,
    /// Two rows at a time, down and up along them.
    Pairs,
    /// Column by column, down and up.
    Columns,
}

impl Order {
    /// The values (row, column) in this order.
    pub(super) fn of(self, rows: usize, columns: usize) -> Vec<(usize, usize)> {
        let mut all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))).collect::<Vec<_>>();
        let turned =
            |line: usize, place: usize, count: usize| if line.is_multiple_of(2) { place } else { count - 1 - place };
        match self {
            Order::Vectors => {}
            Order::Rows => all.sort_by_key(|&(row, column)| (row, turned(row, column, columns))),
            Order::Pairs => all.sort_by_key(|&(row, column)| (row / 2, column, turned(column, row % 2, 2))),
            Order::Columns => all.sort_by_key(|&(row, column)| (column, turned(column, row, rows))),
        }
        all
    }
}

impl Scheme {
    /// Tiles in workgroup memory, and one element of C for each thread.
    pub const TILED: Scheme = Scheme {
        tile: [16, 16, 16],
        values: [1, 1],
        warp: [2, 16],
        fragment: 1,
        is_vectorised: false,
        stages: 1,
        is_swizzled: false,
        together: 1,
        raster: 1,
        lanes: Lanes::AlongN,
        rest: 0,
        order: Order::Vectors,
        is_packed: false,
        is_turned: false,
        split: 1,
        edge: 0,
        has_lines: false,
    };

    /// 64 elements of C for each thread.
    pub const REGISTER_TILED: Scheme = Scheme { tile: [128, 128, 8], values: [8, 8], warp: [2, 16], ..Scheme::TILED };

    /// Four numbers at a time.
    pub const VECTORISED: Scheme = Scheme { fragment: 4, is_vectorised: true, ..Scheme::REGISTER_TILED };

    /// Two stages, warps of 4 by 8, and swizzled tiles: exactly the workgroup memory that every WebGPU device has.
    pub const DOUBLE_BUFFERED: Scheme = Scheme { warp: [4, 8], stages: 2, is_swizzled: true, ..Scheme::VECTORISED };

    /// [`plan::choose`] for a product (M,N,K) of matrices row by row, on the usual machine.
    pub fn tuned(size: [u32; 3]) -> Scheme {
        plan::choose(&Product::row_major(size), Machine::USUAL)
    }

    /// The scheme for a product: where the neighbours of A and B are along M and N, a shorter text is the faster one.
    pub(super) fn tuned_for(operands: [&AnyLayout; 2], product: &Product, machine: Machine) -> Scheme {
        let tuned = plan::choose(product, machine);
        if tuned.tile == [128, 128, 8] && operands.iter().all(|matrix| is_contiguous_along(matrix, 0)) {
            return Scheme { together: 2, order: Order::Vectors, ..tuned };
        }
        tuned
    }

    /// Returns the number of rows, or columns, of so many that are left to a pass without tiles; `mode` is 0 or 1.
    pub(super) fn edge_of(&self, extent: u32, mode: usize) -> u32 {
        let rest = extent % self.tile[mode].max(1);
        if rest <= self.edge && rest < extent { rest } else { 0 }
    }

    /// Threads of a workgroup.
    pub fn threads(&self) -> u32 {
        let [m, n] = self.across();
        m.saturating_mul(n)
    }

    /// Threads along M and N.
    fn across(&self) -> [u32; 2] {
        [self.tile[0].checked_div(self.values[0]).unwrap_or(0), self.tile[1].checked_div(self.values[1]).unwrap_or(0)]
    }

    /// The layouts of this scheme for a product of A and B to C.
    pub fn sharing(&self, [a, b, c]: [&AnyLayout; 3]) -> Result<Sharing, Refusal> {
        let [m, n, k] = self.tile;
        let across = self.across();
        let fits = self.tile.iter().chain(&self.values).chain(&self.warp).all(|number| *number > 0)
            && [1, 4].contains(&self.fragment)
            && [1, 2].contains(&self.stages)
            && [1, 2, 4, 6, 8].contains(&self.together)
            && self.raster > 0
            && self.split > 0
            && self.edge <= EDGE
            && (0..2).all(|mode| {
                self.tile[mode].is_multiple_of(self.values[mode])
                    && across[mode].is_multiple_of(self.warp[mode])
                    && self.values[mode].is_multiple_of(self.fragment)
            });
        if !fits {
            return Err(mismatched(
                format!(
                    "tile ({m},{n},{k}), {}x{} values of a thread and warps of {}x{}",
                    self.values[0], self.values[1], self.warp[0], self.warp[1]
                ),
                format!(
                    "tile ({m},{n},{k})、每线程 {}x{} 个值与 {}x{} 的 warp",
                    self.values[0], self.values[1], self.warp[0], self.warp[1]
                ),
            ));
        }
        let threads = self.threads();
        let copy = |matrix: &AnyLayout, extent: u32| {
            let vector = if self.is_vectorised { vector_mode(matrix) } else { None };
            let is_along_k = vector.map_or_else(|| is_contiguous_along(matrix, 1), |mode| mode == 1);
            // Numbers that do not lie together at multiples of four are read one by one, and written like the others.
            let is_gathered = vector.is_none() && self.is_vectorised && self.fragment == 4;
            let crossed = Copy::crossed(extent, k, threads).filter(|_| is_gathered && is_along_k);
            if let Some(copy) = crossed {
                return copy;
            }
            let copy = Copy::of(extent, k, threads, vector.is_some() || is_gathered, is_along_k);
            Copy { is_gathered: is_gathered && copy.vector == 4, ..copy }
        };
        let (copy_a, copy_b) = (copy(a, m), copy(b, n));
        // Lines are padded where that fits what every device has.
        let padded = [(m, &copy_a), (n, &copy_b)].map(|(extent, copy)| extent + if copy.is_crossed { 4 } else { 0 });
        let bytes = (padded[0] + padded[1]).saturating_mul(4 * k * self.stages);
        let is_padded = bytes <= Limits::DEFAULT.shared_bytes;
        let shared = |extent: u32, copy: &Copy| self.shared(extent, copy, is_padded);
        let vector_c = if self.is_vectorised && self.fragment == 4 { vector_mode(c) } else { None };
        let sharing = Sharing {
            tile: self.tile,
            threads,
            shared: [shared(m, &copy_a), shared(n, &copy_b)],
            copies: [copy_a, copy_b],
            compute: self.compute(),
            values: self.values,
            warp: Some(self.warp),
            fragment: self.fragment,
            vector_c,
            stages: self.stages,
            together: self.together,
            raster: self.raster,
            rest: self.rest,
            order: self.order,
            has_lines: self.has_lines,
        };
        sharing.check()
    }

    /// Returns who computes what: `((warp, warps), values)` along each of M and N to the element `m + M n` of the tile.
    ///
    /// A thread's values come in runs of [`Scheme::fragment`], one run beside that of the next thread of its warp.
    fn compute(&self) -> Layout {
        let [tile_m, _, _] = self.tile.map(i64::from);
        let modes = [0, 1].map(|mode| {
            let [values, warp] = [self.values[mode], self.warp[mode]].map(i64::from);
            let (fragment, scale) = (i64::from(self.fragment), if mode == 0 { 1 } else { tile_m });
            let warps = i64::from(self.across()[mode]) / warp;
            let threads = [(warp, fragment * scale), (warps, values * warp * scale)];
            let values = [(fragment, scale), (values / fragment, fragment * warp * scale)];
            (threads, values)
        });
        let [(threads_m, values_m), (threads_n, values_n)] = modes;
        let [(m_lanes, m_step), (n_lanes, n_step)] = [threads_m[0], threads_n[0]];
        let warps = [threads_m[1], threads_n[1]];
        let thread = match self.lanes {
            Lanes::AlongM => vec![threads_m[0], threads_n[0]],
            Lanes::Blocks if m_lanes % 2 == 0 && n_lanes % 4 == 0 => {
                vec![(2, m_step), (4, n_step), (m_lanes / 2, 2 * m_step), (n_lanes / 4, 4 * n_step)]
            }
            _ => vec![threads_n[0], threads_m[0]],
        };
        let thread = [thread, warps.to_vec()].concat();
        nested(&[&thread, &[values_m[0], values_m[1], values_n[0], values_n[1]]])
    }

    /// Where a tile lies: the mode that is read by fragments runs fastest.
    ///
    /// A copy that brings four numbers along K writes them to four places that are a whole line apart, which is the same
    /// bank for threads beside each other along K. The swizzle moves the bits that count those threads onto bits that
    /// tell banks apart, and leaves runs of four together.
    ///
    /// Where threads beside each other along K write four numbers across, a line is padded by four where there is room;
    /// else the two lowest bits of K are moved onto such bits.
    fn shared(&self, extent: u32, copy: &Copy, is_padded: bool) -> AnyLayout {
        let pitch = extent + if copy.is_crossed && is_padded { 4 } else { 0 };
        let plain = AnyLayout::from(layout(&[extent, self.tile[2]].map(i64::from), &[1, i64::from(pitch)]));
        if copy.is_crossed {
            if is_padded || !self.is_swizzled || !extent.is_power_of_two() || extent < 16 || self.tile[2] < 4 {
                return plain;
            }
            let from = i64::from(extent.trailing_zeros());
            return match Swizzle::new(2, 2, from - 2) {
                Ok(swizzle) => AnyLayout::composed(swizzle, Offset::Int(Int::constant(0)), plain),
                Err(_) => plain,
            };
        }
        let along_k = self.tile[2] / 4;
        let can = self.is_swizzled && copy.vector == 4 && copy.is_along_k && extent.is_power_of_two();
        if !can || along_k < 2 || !along_k.is_power_of_two() {
            return plain;
        }
        let bits = along_k.trailing_zeros().min(3);
        let from = extent.trailing_zeros() + 2;
        let onto = 5 - bits;
        match Swizzle::new(bits.into(), onto.into(), i64::from(from) - i64::from(onto)) {
            Ok(swizzle) if from >= onto + bits => AnyLayout::composed(swizzle, Offset::Int(Int::constant(0)), plain),
            _ => plain,
        }
    }
}

/// The layouts of CuTe's first GEMM tutorial, which a reader may choose.
#[derive(Debug, Clone)]
pub struct ThreadLayouts {
    /// The CTA tiler: extents of a tile along M, N and K.
    pub tile: [u32; 3],
    /// tA: the threads that copy a tile of A, (along M, along K) to the number of the thread.
    pub copy_a: Layout,
    /// tB: those that copy a tile of B, (along N, along K).
    pub copy_b: Layout,
    /// tC: those that compute a tile of C, (along M, along N).
    pub compute: Layout,
    /// sA: (bM, bK) to numbers in workgroup memory.
    pub shared_a: AnyLayout,
    /// sB: (bN, bK) to numbers in workgroup memory.
    pub shared_b: AnyLayout,
}

impl ThreadLayouts {
    /// Those of the tutorial (`sgemm_1.cu`): tiles of 128 by 128 by 8, 32x8 threads that copy, 16x16 that compute.
    pub fn tutorial() -> Self {
        let compact = |m: i64, n: i64| layout(&[m, n], &[1, m]);
        ThreadLayouts {
            tile: [128, 128, 8],
            copy_a: compact(32, 8),
            copy_b: compact(32, 8),
            compute: compact(16, 16),
            shared_a: compact(128, 8).into(),
            shared_b: compact(128, 8).into(),
        }
    }

    /// Returns what they come to: `local_partition` of each tile by its threads.
    pub fn sharing(&self) -> Result<Sharing, Refusal> {
        let [m, n, k] = self.tile;
        let (copy_a, _) = partition(&self.copy_a, [m, k])?;
        let (copy_b, _) = partition(&self.copy_b, [n, k])?;
        let (compute, values) = partition(&self.compute, [m, n])?;
        let size = |layout: &Layout| layout.size().map(Int::value).map_err(Refusal::Algebra);
        let threads = [size(&self.copy_a)?, size(&self.copy_b)?, size(&self.compute)?];
        if threads.iter().any(|count| *count != threads[0]) {
            let [a, b, c] = threads;
            return Err(mismatched(
                format!("tA has {a} threads, tB {b} and tC {c}: they are the same threads"),
                format!("tA 有 {a} 个线程，tB 有 {b} 个，tC 有 {c} 个，它们应是同一组线程"),
            ));
        }
        let plain =
            |layout: Layout| Copy { layout, vector: 1, is_along_k: false, is_gathered: false, is_crossed: false };
        let sharing = Sharing {
            tile: self.tile,
            threads: u32::try_from(threads[0]).unwrap_or(u32::MAX),
            copies: [plain(copy_a), plain(copy_b)],
            compute,
            values,
            warp: None,
            fragment: 1,
            shared: [self.shared_a.clone(), self.shared_b.clone()],
            vector_c: None,
            stages: 1,
            together: 1,
            raster: 1,
            rest: 0,
            order: Order::Vectors,
            has_lines: false,
        };
        sharing.check()
    }
}

/// `local_partition` as a thread-value layout: thread `t` has the elements of the tile at its coordinate and at every
/// multiple of the threads' extents from there. Also, how many values that are along each mode.
fn partition(threads: &Layout, tile: [u32; 2]) -> Result<(Layout, [u32; 2]), Refusal> {
    let does_not_fit = || {
        mismatched(
            format!("the threads {threads} do not share out a tile ({},{})", tile[0], tile[1]),
            format!("线程布局 {threads} 不能均分 tile ({},{})", tile[0], tile[1]),
        )
    };
    let extent = |mode: usize| -> Option<u32> { threads.at(&[mode]).ok()?.size().ok()?.value().try_into().ok() };
    let (Some(first), Some(second)) = (extent(0), extent(1)) else { return Err(does_not_fit()) };
    let size = u64::from(first) * u64::from(second);
    let inverse = threads.right_inverse().map_err(Refusal::Algebra)?;
    let is_bijective = threads.rank() == 2 && inverse.size().is_ok_and(|all| u64::try_from(all.value()) == Ok(size));
    let divides = |mode: usize, extent: u32| extent > 0 && tile[mode].is_multiple_of(extent);
    if !is_bijective || size > THREADS_LIMIT.into() || !divides(0, first) || !divides(1, second) {
        return Err(does_not_fit());
    }
    let [line, _] = tile.map(i64::from);
    let [first_, second_] = [first, second].map(i64::from);
    let at_tile = layout(&[first_, second_], &[1, line]);
    let thread = at_tile.composition(&inverse).map_err(Refusal::Algebra)?;
    let values = [tile[0] / first, tile[1] / second];
    let value = layout(&values.map(i64::from), &[first_, second_ * line]);
    Ok((Layout::concatenate(&[thread, value]).map_err(Refusal::Algebra)?, values))
}

/// Assignment of the elements of a tile to the threads that copy them.
#[derive(Debug, Clone)]
pub struct Copy {
    /// `(thread, value)` to the element `m + M k` of the tile. Threads beyond its first mode copy nothing.
    pub layout: Layout,
    /// Numbers that are read at once: the first so many values of a thread are neighbours in memory. 1 or 4.
    pub vector: u32,
    /// True if those neighbours are neighbours along K.
    pub is_along_k: bool,
    /// True if they are read one by one, because they are no vector in memory.
    pub is_gathered: bool,
    /// True if threads beside each other read beside each other, along K, and each has four lines.
    pub is_crossed: bool,
}

impl Copy {
    /// A copy along K of four lines a thread, read one by one: threads beside each other read beside each other, and each
    /// writes four numbers at once.
    fn crossed(extent: u32, k: u32, threads: u32) -> Option<Copy> {
        if !extent.is_multiple_of(4) || threads < k {
            return None;
        }
        let fours = extent / 4;
        let most = (threads / k).min(fours);
        let rows = (1..=most).rev().find(|rows| fours.is_multiple_of(*rows))?;
        let [extent, k, rows, fours] = [extent, k, rows, fours].map(i64::from);
        let layout = nested(&[&[(k, extent), (rows, 4)], &[(4, 1), (fours / rows, 4 * rows)]]);
        Some(Copy { layout, vector: 4, is_along_k: false, is_gathered: true, is_crossed: true })
    }

    /// A copy in which threads beside each other read beside each other.
    fn of(extent: u32, k: u32, threads: u32, is_vector: bool, is_along_k: bool) -> Copy {
        let vector = if is_vector && if is_along_k { k } else { extent }.is_multiple_of(4) { 4 } else { 1 };
        let (extent_, k_, vector_) = (i64::from(extent), i64::from(k), i64::from(vector));
        // The line that lies together in memory, its step in the tile, and the same across the lines.
        let ((line, step), (lines, across)) =
            if is_along_k { ((k_, extent_), (extent_, 1)) } else { ((extent_, 1), (k_, extent_)) };
        let pieces = line / vector_;
        let threads = i64::from(threads);
        let (thread, value) = if pieces >= threads && pieces % threads == 0 {
            // Several sweeps along each line, line after line.
            (
                vec![(threads, vector_ * step)],
                vec![(vector_, step), (pieces / threads, threads * vector_ * step), (lines, across)],
            )
        } else {
            // As many threads as share the lines evenly; the others copy nothing.
            let most = (threads / pieces).clamp(1, lines);
            let rows = (1..=most).rev().find(|rows| lines % rows == 0).unwrap_or(1);
            (vec![(pieces, vector_ * step), (rows, across)], vec![(vector_, step), (lines / rows, rows * across)])
        };
        Copy { layout: nested(&[&thread, &value]), vector, is_along_k, is_gathered: false, is_crossed: false }
    }
}

/// A product shared out: what the room `tiled` makes a kernel of.
#[derive(Debug, Clone)]
pub struct Sharing {
    /// The CTA tiler.
    pub tile: [u32; 3],
    /// Threads of a workgroup.
    pub threads: u32,
    /// Copies of the tiles of A and B: who copies what.
    pub copies: [Copy; 2],
    /// Assignment of the computation: `(thread, value)` to the element `m + M n` of the tile of C.
    pub compute: Layout,
    /// Number of values that are along M and along N: value `i + values[0] j`.
    pub values: [u32; 2],
    /// Threads of a warp along M and along N, where a scheme says so.
    pub warp: Option<[u32; 2]>,
    /// Numbers that are read from workgroup memory at once.
    pub fragment: u32,
    /// Where the tiles of A and B lie in workgroup memory.
    pub shared: [AnyLayout; 2],
    /// The mode of C along which four numbers are written at once.
    pub vector_c: Option<usize>,
    /// Tiles of A and B in workgroup memory.
    pub stages: u32,
    /// Tiles along K that are written out one after the other.
    pub together: u32,
    /// Tiles along N that are worked on side by side.
    pub raster: u32,
    /// Steps of a tile after the next one is written, where there are two stages.
    pub rest: u32,
    /// In which order a step's products are added.
    pub order: Order,
    /// True if a tile in workgroup memory is an array of lines.
    pub has_lines: bool,
}

impl Sharing {
    /// Refuses tiles that are too large for a kernel's text, and copies that leave something out.
    fn check(self) -> Result<Sharing, Refusal> {
        let [m, n, k] = self.tile;
        let values = self.values[0].saturating_mul(self.values[1]);
        let large = |what: &str, chinese: &str, count: u32, limit: u32| {
            Err(mismatched(
                format!("{count} {what}, and a kernel has at most {limit}"),
                format!("{count} {chinese}，而 kernel 最多 {limit}"),
            ))
        };
        if values > VALUES_LIMIT {
            return large("values of a thread", "个每线程的值", values, VALUES_LIMIT);
        }
        if k > STEPS_LIMIT {
            return large("steps of a tile along K", "个沿 K 的 tile 步", k, STEPS_LIMIT);
        }
        let largest = m.max(n).saturating_mul(k).max(m.saturating_mul(n));
        if largest > TILE_LIMIT {
            return large("numbers of a tile", "个 tile 中的数", largest, TILE_LIMIT);
        }
        if self.threads > THREADS_LIMIT {
            return Err(Refusal::TooManyThreads { threads: self.threads, limit: THREADS_LIMIT });
        }
        let covers = |layout: &Layout, size: u32| {
            let is_all = layout.size().is_ok_and(|all| all.value() == i64::from(size));
            let inverse = layout.right_inverse().and_then(|inverse| inverse.size());
            is_all && inverse.is_ok_and(|all| all.value() == i64::from(size))
        };
        let tiles = [m * k, n * k];
        for (copy, size) in self.copies.iter().zip(tiles) {
            if !covers(&copy.layout, size) {
                return Err(mismatched(
                    format!("{} threads do not copy a tile of {size} numbers evenly", self.threads),
                    format!("{} 个线程不能均匀复制 {size} 个数的 tile", self.threads),
                ));
            }
        }
        if !covers(&self.compute, m * n) {
            return Err(mismatched(
                format!("{} threads do not compute a tile ({m},{n}) evenly", self.threads),
                format!("{} 个线程不能均匀计算 tile ({m},{n})", self.threads),
            ));
        }
        Ok(self)
    }
}

/// The mode of a matrix along which four numbers at multiples of four are neighbours, at a multiple of four.
pub fn vector_mode(matrix: &AnyLayout) -> Option<usize> {
    vector_mode_of(matrix, 4)
}

/// The same of `count` numbers, a power of two.
pub(super) fn vector_mode_of(matrix: &AnyLayout, count: u32) -> Option<usize> {
    let count = i64::from(count);
    let is_aligned = |stride: i64| stride % count == 0;
    let after = colex::after::After::of(matrix);
    let keeps_runs = |swizzle: &Swizzle| swizzle.is_identity() || (swizzle.yyy() | swizzle.zzz()) & (count - 1) == 0;
    if !after.parts().iter().all(|(offset, swizzle)| is_aligned(*offset) && keeps_runs(swizzle)) {
        return None;
    }
    let all_aligned = |leaves: &[(i64, i64)]| leaves.iter().all(|(_, stride)| is_aligned(*stride));
    let of_mode = |mode: usize| {
        let mode = matrix.innermost().at(&[mode]).ok()?;
        let strides = mode.int_stride()?;
        let pairs = mode.shape().leaves().into_iter().zip(strides.leaves());
        Some(
            pairs
                .map(|(extent, stride)| (extent.value(), stride.value()))
                .filter(|(extent, _)| *extent > 1)
                .collect::<Vec<_>>(),
        )
    };
    let [Some(first), Some(second)] = [0, 1].map(of_mode) else { return None };
    // One matrix after the other.
    if (2..matrix.rank()).any(|mode| !of_mode(mode).is_some_and(|leaves| all_aligned(&leaves))) {
        return None;
    }
    let runs = |leaves: &[(i64, i64)]| match leaves {
        [(extent, 1), rest @ ..] => extent % count == 0 && all_aligned(rest),
        _ => false,
    };
    match (runs(&first) && all_aligned(&second), runs(&second) && all_aligned(&first)) {
        (true, _) => Some(0),
        (_, true) => Some(1),
        _ => None,
    }
}

/// Returns true if the neighbours along a mode are neighbours in memory.
pub(super) fn is_contiguous_along(matrix: &AnyLayout, mode: usize) -> bool {
    let stride = matrix.innermost().at(&[mode]).ok().and_then(|mode| mode.int_stride());
    stride.is_some_and(|stride| stride.leaves().first().is_some_and(|stride| stride.value() == 1))
}

/// A layout with one mode for each of these, each of flat modes given as extent and stride.
fn nested(modes: &[&[(i64, i64)]]) -> Layout {
    let tree = |pick: fn(&(i64, i64)) -> i64| {
        let tuple = |mode: &&[(i64, i64)]| {
            Nested::Tuple(mode.iter().map(|leaf| Nested::Leaf(Int::constant(pick(leaf)))).collect())
        };
        Nested::Tuple(modes.iter().map(tuple).collect())
    };
    // Both trees come from the same modes.
    Layout::with_ints(tree(|leaf| leaf.0), &tree(|leaf| leaf.1)).unwrap_or_else(|_| Layout::trivial())
}

/// A flat layout of static integers.
fn layout(shape: &[i64], stride: &[i64]) -> Layout {
    let tuple = |numbers: &[i64]| {
        Nested::Tuple(numbers.iter().map(|number| Nested::Leaf(Int::constant(*number))).collect::<Vec<_>>())
    };
    // Two flat tuples of one length are congruent.
    Layout::with_ints(tuple(shape), &tuple(stride)).unwrap_or_else(|_| Layout::trivial())
}
