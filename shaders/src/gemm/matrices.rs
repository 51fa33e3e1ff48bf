//! The product by subgroup matrices: fragments of 16 by 16 numbers that a subgroup multiplies together, which GPUs do on
//! units of their own ("tensor cores"). The numbers are f16, the sums f32; or they are i8, of which a fragment has 32 along K,
//! and the sums i32. Lines of i8 run along K: others are written once more before, so that they do.
//!
//! Products of any size are such products: operands that no tile divides, or of which four neighbours do not lie together,
//! are first written once more, with zeros beyond their ends, and sums for which C has no blocks lie beside it until a pass
//! writes them there. A long K is cut into parts where C alone would leave most of a GPU idle.
//!
//! Tiles of A and B go through registers into workgroup memory, as in the other rungs, and from there in fragments to the
//! matrix units; C goes from these straight to memory. Lines of a tile in workgroup memory lie as in memory, along K or
//! along M or N, with some numbers between one and the next: without them eight lines of a fragment begin in the same banks.
//!
//! A browser that offers them spells them in WGSL in another way than naga does. [`Spelling`] is the only thing in which the
//! texts differ, so naga can check the one that it knows, and any device can run the one that needs no such matrices.

use colex::AnyLayout;
use colex::after::After;

use super::buffers::{binding, divisor, work};
use super::configuration::Configuration;
use super::packed::{Form, Packing};
use super::scheme::{is_contiguous_along, vector_mode, vector_mode_of};
use super::split::{PARTIALS, Parts, Split};
use crate::expression::{Expression, Expressions, Range};
use crate::index::index;
use crate::kernel::Refusal;
use crate::machine::Machine;
use crate::program::{Access, Element, Pass, Program};
use crate::section::Part;
use crate::writer::{Writer, grid, number};

/// Lines and columns of a fragment of C; lines of a fragment of A, and columns of one of B.
pub(super) const FRAGMENT: u32 = 16;
/// Threads of a subgroup.
const SUBGROUP: u32 = 32;
/// The buffer of A in fragments, number by number.
const LINES: &str = "lines_a";
/// Lines of C that are written together where sums lie beside it.
const VECTOR: u32 = 4;

/// The numbers that fragments hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Their type.
    element: Element,
    /// Type of their sums.
    sum: Element,
    /// Steps of K of a fragment: 32 bytes.
    pub(super) depth: u32,
    /// Numbers that a thread copies at a time: eight bytes.
    pub(super) vector: u32,
}

impl Numbers {
    /// Halves, and their sums in f32.
    const HALVES: Numbers = Numbers { element: Element::F16, sum: Element::F32, depth: 16, vector: 4 };
    /// Bytes, and their sums in i32.
    const BYTES: Numbers = Numbers { element: Element::I8, sum: Element::I32, depth: 32, vector: 8 };

    /// Those of a type, where there are such matrices.
    pub(super) fn of(element: Element) -> Option<Numbers> {
        [Numbers::HALVES, Numbers::BYTES].into_iter().find(|numbers| numbers.element == element)
    }

    /// The mode of a matrix along which as many are neighbours as are copied at a time, and may be.
    pub(super) fn mode(self, matrix: &AnyLayout) -> Option<usize> {
        vector_mode_of(matrix, self.vector).filter(|mode| *mode == 1 || !self.are_along_k())
    }

    /// True if a fragment's lines have to run along K.
    pub(super) fn are_along_k(self) -> bool {
        self == Numbers::BYTES
    }

    /// Bytes of a number.
    fn bytes(self) -> u32 {
        self.element.bytes() as u32
    }

    /// How an array of so many of them is spelled, or one without an end.
    fn array(self, count: Option<u32>) -> String {
        // Bytes lie in words.
        let (element, in_one) = if self == Numbers::BYTES { ("i32", 4) } else { (self.element.wgsl(), 1) };
        count.map_or(format!("array<{element}>"), |count| format!("array<{element}, {}>", count / in_one))
    }

    /// A type of fragments as browsers spell it: of A, or of B.
    fn fragment(self, place: usize) -> String {
        let (element, depth) = (self.element.wgsl(), self.depth);
        match place {
            0 => format!("subgroup_matrix_left<{element}, {depth}, {FRAGMENT}>"),
            _ => format!("subgroup_matrix_right<{element}, {FRAGMENT}, {depth}>"),
        }
    }
}

/// How a product is shared out to subgroups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fragments {
    /// Tile of a workgroup along M, N and K.
    pub tile: [u32; 3],
    /// Tile of a subgroup along M and N.
    pub warp: [u32; 2],
    /// Numbers between the end of a line in workgroup memory and the next line.
    pub padding: u32,
    /// Tiles along M that workgroups take one after the other before the next along N.
    pub raster: u32,
    /// Number of parts, about, into which K is cut.
    pub split: u32,
    /// True if a pass puts A in fragments, which subgroups then read straight from memory; only B goes through workgroup
    /// memory. Of products beside each other A does not.
    pub is_direct: bool,
}

/// Tiles along K of which a part has at least so many: fewer do not pay for the pass that adds the parts.
const LEAST: u32 = 32;

/// Workgroups that a processor is to have, of large tiles and of small ones.
const EACH: [u32; 2] = [2, 4];

/// Columns of C from which on a pass over A pays that puts it in fragments.
const OFTEN: u32 = 1024;

/// Large tiles from which on a GPU has enough of them, of four processors.
const ENOUGH: u32 = 3;

impl Fragments {
    /// The same tile in bytes, of other numbers: as many times as many of them along K.
    fn of_numbers(self, numbers: Numbers) -> Fragments {
        let times = numbers.vector / VECTOR;
        let Fragments { tile: [m, n, k], padding, .. } = self;
        Fragments { tile: [m, n, k * times], padding: padding * times, ..self }
    }

    /// Tile for large products: 64 fragments of C in the registers of four subgroups.
    pub const LARGE: Fragments =
        Fragments { tile: [128, 128, 32], warp: [64, 64], padding: 8, raster: 8, split: 1, is_direct: false };
    /// Tile for small ones.
    pub const SMALL: Fragments = Fragments { tile: [64, 64, 32], warp: [32, 32], ..Fragments::LARGE };
    /// Tile for larger ones: four subgroups, each with lines of its own of A, which a pass has put in fragments.
    pub const DIRECT: Fragments =
        Fragments { tile: [128, 128, 64], warp: [32, 128], is_direct: true, ..Fragments::LARGE };

    /// The tile for a size (M,N,K) and numbers of a type, the large one where there are enough of them, and K in parts where
    /// C has few.
    pub fn of([m, n, k]: [u32; 3], element: Element, machine: Machine) -> Fragments {
        let numbers = Numbers::of(element).unwrap_or(Numbers::HALVES);
        let processors = machine.processors;
        let tiles = |of: &Fragments| m.div_ceil(of.tile[0]).saturating_mul(n.div_ceil(of.tile[1])).max(1);
        let is_large = tiles(&Fragments::LARGE) >= processors * ENOUGH / 4;
        // The pass over A pays where each of its numbers is multiplied often, and where C is as far as whole fragments go,
        // or sums lie beside it anyway.
        let is_beside = [m, n].iter().any(|extent| !extent.is_multiple_of(VECTOR));
        let is_direct = is_large && n >= OFTEN && (m.is_multiple_of(FRAGMENT) || is_beside);
        let (found, each) = match (is_direct, is_large) {
            (true, _) => (Fragments::DIRECT, EACH[0]),
            (_, true) => (Fragments::LARGE, EACH[0]),
            _ => (Fragments::SMALL, EACH[1]),
        };
        let found = found.of_numbers(numbers);
        let wanted = (processors * each / tiles(&found)).min(k.div_ceil(found.tile[2]) / LEAST);
        Fragments { split: wanted.max(1), ..found }
    }

    /// The same shared out to so many subgroups along M and N, as those of a TiledMMA: a tile of 128 by 128, or less where
    /// fewer than four subgroups would have to hold it.
    pub fn of_subgroups(self, subgroups: [u32; 2], element: Element) -> Fragments {
        let numbers = Numbers::of(element).unwrap_or(Numbers::HALVES);
        let [along_m, along_n] = subgroups.map(|count| count.clamp(1, 32));
        // Lines of A of its own are what a pass over A is for.
        let is_direct = self.is_direct && along_n == 1 && along_m * 2 * FRAGMENT >= Fragments::DIRECT.tile[0];
        let Fragments { tile: [_, n, k], .. } =
            if is_direct { Fragments::DIRECT } else { Fragments::LARGE }.of_numbers(numbers);
        let [large_m, large_n] = Fragments::LARGE.warp;
        let extent = |count: u32, most: u32| most.min(Fragments::LARGE.tile[0]).next_multiple_of(count * FRAGMENT);
        let m = extent(along_m, large_m.saturating_mul(along_m));
        let n = if is_direct { n } else { extent(along_n, large_n.saturating_mul(along_n)) };
        Fragments { tile: [m, n, k], warp: [m / along_m, n / along_n], is_direct, ..self }
    }

    /// The same, or those that take a product which these do not: one beside others.
    pub(super) fn suited(self, configuration: &Configuration) -> Fragments {
        let numbers = Numbers::of(configuration.element).unwrap_or(Numbers::HALVES);
        if self.is_direct && configuration.a.rank() != 2 { Fragments::LARGE.of_numbers(numbers) } else { self }
    }

    /// The extents of a product (M,N,K) that its tiles divide along K and of which one fits along M and N.
    fn whole(&self, [m, n, k]: [u32; 3]) -> Option<[u32; 3]> {
        let [tile_m, tile_n, tile_k] = self.tile;
        let m = if self.is_direct { m.checked_next_multiple_of(FRAGMENT)? } else { m };
        Some([m.max(tile_m), n.max(tile_n), k.checked_next_multiple_of(tile_k)?])
    }

    /// The operands that are written once more before they are multiplied.
    pub(super) fn packing(&self, configuration: &Configuration, size: [u32; 3]) -> Option<Packing> {
        let [m, n, k] = self.whole(size)?;
        let numbers = Numbers::of(configuration.element)?;
        let lines = |extent: u32, own: u32, matrix: &AnyLayout| {
            // Where four lines are written together, four divide how many there are.
            let is_whole = vector_mode(matrix).is_some() && extent == own
                || numbers.are_along_k()
                || !is_contiguous_along(matrix, 0);
            if is_whole { Some(extent) } else { extent.checked_next_multiple_of(VECTOR) }
        };
        let whole = [lines(m, size[0], &configuration.a)?, lines(n, size[1], &configuration.b)?, k];
        Packing::to(configuration, size, whole, Form::Fragments { numbers, is_direct: self.is_direct })
    }

    /// Subgroups along M and along N.
    fn warps(&self) -> [u32; 2] {
        [0, 1].map(|mode| self.tile[mode] / self.warp[mode].max(1))
    }

    pub(super) fn threads(&self) -> u32 {
        self.warps().iter().product::<u32>() * SUBGROUP
    }

    /// Refuses what its subgroups cannot share out.
    pub(super) fn check(&self, numbers: Numbers) -> Result<(), Refusal> {
        let Fragments { tile: [m, n, k], warp, padding, raster, .. } = *self;
        let is_whole = |number: u32, unit: u32| number > 0 && number.is_multiple_of(unit);
        let fits = [m, n].into_iter().zip(warp).all(|(tile, warp)| is_whole(warp, FRAGMENT) && is_whole(tile, warp))
            && is_whole(k, numbers.depth)
            && padding.is_multiple_of(numbers.vector)
            && raster > 0
            && self.split > 0
            && self.threads() <= 1024
            && [m, n]
                .iter()
                .skip(usize::from(self.is_direct))
                .all(|lines| (lines * k).is_multiple_of(numbers.vector * self.threads()));
        if fits {
            return Ok(());
        }
        Err(Refusal::Mismatched {
            what: format!("a tile ({m},{n},{k}) is not shared out by subgroups of ({},{})", warp[0], warp[1]),
            chinese: format!("tile ({m},{n},{k}) 不能由 ({},{}) 的子组分担", warp[0], warp[1]),
        })
    }
}

/// Dialect of WGSL in which subgroup matrices are spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// Of browsers: `enable chromium_experimental_subgroup_matrix`, and workgroup memory that is seen as numbers of two
    /// bytes or as words, `requires buffer_view`.
    Browser,
    /// Of naga: `enable wgpu_cooperative_matrix`.
    Naga,
    /// Of any device, with f16 where the numbers are f16: a fragment is a place in workgroup memory, and each thread multiplies
    /// its eight numbers of C. Slow; for tests of all that the others share with it.
    Plain,
}

/// The kernel, in the spelling of browsers.
pub(super) fn generate(
    configuration: &Configuration,
    size: [u32; 3],
    fragments: Fragments,
) -> Result<Program, Refusal> {
    spelled(configuration, size, fragments, Spelling::Browser)
}

/// The kernel of a product (M,N,K) in a spelling.
///
/// Law: every element of C is the sum of its K products, each exact, in f32, in the order of the matrix units; of i8 it is
/// exact modulo 2^32.
///
/// Refused are numbers other than f16 and i8, of which naga spells the first alone, and products beside each other (L) whose extents are less than a tile, whose K the
/// tile does not divide, or of whose operands four neighbours do not lie together.
pub fn spelled(
    configuration: &Configuration,
    size: [u32; 3],
    fragments: Fragments,
    spelling: Spelling,
) -> Result<Program, Refusal> {
    let fragments = fragments.suited(configuration);
    let numbers = Numbers::of(configuration.element);
    let Some(numbers) = numbers.filter(|numbers| *numbers == Numbers::HALVES || spelling != Spelling::Naga) else {
        return Err(Refusal::Mismatched {
            what: "tensor cores multiply numbers of f16 or i8".to_owned(),
            chinese: "张量核心只乘 f16 或 i8 元素".to_owned(),
        });
    };
    fragments.check(numbers)?;
    let batches = configuration.batches()?;
    let packing = fragments.packing(configuration, size);
    let (inner, whole) = packing.as_ref().map_or((configuration, size), Packing::inner);
    let [m, n, k] = whole;
    let tile = fragments.tile;
    if m < tile[0] || n < tile[1] || !k.is_multiple_of(tile[2]) {
        return Err(Refusal::Mismatched {
            what: format!(
                "(M,N,K) = ({m},{n},{k}) with a mode L, where this kernel takes M from {} and N from {} up, and K in \
                 multiples of {}",
                tile[0], tile[1], tile[2]
            ),
            chinese: format!(
                "(M,N,K) = ({m},{n},{k})，另有 mode L；此时这个 kernel 要求 M 不小于 {}，N 不小于 {}，K 为 {} 的倍数",
                tile[0], tile[1], tile[2]
            ),
        });
    }
    let operands = Operand::both(inner, &fragments, numbers)?;
    let parts = Parts::of(k / tile[2], fragments.split, 1, 1);
    let Some((split, target)) = split_of(configuration, size, [m, n], numbers, parts) else {
        return Err(Refusal::NoElements { shape: configuration.c.shape().to_string() });
    };
    let sources = packing.as_ref().map_or([None; 2], Packing::sources);
    let read = |name, own, source: Option<_>| {
        let (source, vector) = source.unwrap_or((own, numbers.vector));
        binding(name, source, numbers.element, vector, Access::Read)
    };
    let mut bindings = vec![
        read("a", &configuration.a, sources[0])?,
        read("b", &configuration.b, sources[1])?,
        binding("c", &configuration.c, numbers.sum, 1, Access::Write)?,
    ];
    if let Some(packing) = &packing {
        bindings.extend(packing.bindings()?);
    }
    bindings.extend(split.as_ref().map(|split| split.binding(1)));
    let bytes =
        operands.map(|operand| if operand.is_direct { 0 } else { numbers.bytes() * operand.numbers * operand.parts });
    let mut text = Text {
        writer: Writer::default(),
        all: Expressions::new(),
        configuration: inner,
        size: whole,
        written: size,
        fragments,
        numbers,
        spelling,
        operands,
        buffers: [0, 1]
            .map(|place| if sources[place].is_some() { ["packed_a", "packed_b"] } else { ["a", "b"] }[place]),
        split: split.as_ref(),
        parts,
        begins: [0, bytes[0]],
    };
    text.head(&configuration.c, bytes[0] + bytes[1]);
    bindings.iter().enumerate().for_each(|(place, binding)| text.writer.line(binding.wgsl(place)));
    if let Some(place) = bindings.iter().position(|binding| operands[0].is_direct && binding.name == text.buffers[0]) {
        text.writer.note("The same buffer, as fragments are read from it.");
        text.writer
            .line(format!("@group(0) @binding({place}) var<storage, read_write> {LINES}: {};", numbers.array(None)));
    }
    text.memory(bytes[0] + bytes[1], &target);
    let before = packing.as_ref().map(|packing| packing.pass(&mut text.writer)).transpose()?;
    let workgroups = text.kernel(batches, &target)?;
    let after = split.as_ref().map(|split| split.pass(&mut text.writer, 1)).transpose()?;
    let (wgsl, sections) = text.writer.finish();
    let mut work = work(size, batches, numbers.element);
    // Sums are written as they are.
    let wider = numbers.sum.bytes() - numbers.element.bytes();
    work.bytes = work.bytes.saturating_add(wider * u64::from(size[0]) * u64::from(size[1]) * u64::from(batches));
    let gemm = Pass { entry_point: "gemm", workgroups, threads: fragments.threads() };
    Ok(Program {
        wgsl,
        sections,
        bindings,
        passes: before.into_iter().chain([gemm]).chain(after).collect(),
        shared_bytes: bytes[0] + bytes[1],
        matrices: (spelling != Spelling::Plain).then_some(numbers.element),
        work,
    })
}

/// The sums that lie beside C, if it is not written itself, and where fragments are written: `extents` are those of what is
/// multiplied.
pub(super) fn split_of(
    configuration: &Configuration,
    size: [u32; 3],
    extents: [u32; 2],
    numbers: Numbers,
    parts: Parts,
) -> Option<(Option<Split>, Target)> {
    let written = [size[0], size[1]];
    let direct = Target::of(&configuration.c).filter(|_| extents == written && parts.count == 1);
    if let Some(target) = direct {
        return Some((None, target));
    }
    let batches = configuration.batches().ok()?;
    let split = Split::beside(&configuration.c, numbers.sum, extents, written, batches, parts)?;
    let target = Target::of(&split.place)?;
    Some((Some(split), target))
}

/// An operand in workgroup memory: a part for each row, or column, of subgroups.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) name: &'static str,
    /// 0 of A, 1 of B.
    pub(super) place: usize,
    /// True if its fragments come straight from memory.
    pub(super) is_direct: bool,
    /// True if its lines run along K.
    pub(super) is_along_k: bool,
    /// Lines, or numbers of a line, of a part along M or N; lines, or numbers of a line, along K.
    pub(super) extent: u32,
    pub(super) steps: u32,
    /// Distance of its lines.
    pitch: u32,
    /// Numbers of a part, and how many parts there are.
    numbers: u32,
    parts: u32,
    /// What they are.
    of: Numbers,
}

impl Operand {
    /// A and B of a product.
    pub(super) fn both(
        configuration: &Configuration,
        fragments: &Fragments,
        numbers: Numbers,
    ) -> Result<[Operand; 2], Refusal> {
        let warps = fragments.warps();
        let of = |place: usize, matrix: &AnyLayout| Operand::of(place, matrix, fragments, numbers, warps[place]);
        Ok([of(0, &configuration.a)?, of(1, &configuration.b)?])
    }

    /// Place along M or N, and along K, of the first of the numbers that are copied together: the `chunk`-th of a tile that
    /// has `lines` along M or N.
    pub(super) fn copied(&self, chunk: u64, lines: u64) -> [u64; 2] {
        let (steps, vector) = (u64::from(self.steps), u64::from(self.of.vector));
        let length = if self.is_along_k { steps } else { lines } / vector;
        let (line, place) = (chunk / length.max(1), chunk % length.max(1) * vector);
        if self.is_along_k { [line, place] } else { [place, line] }
    }

    /// Place of a number in workgroup memory, in numbers.
    pub(super) fn shared(&self, [own, k]: [u64; 2]) -> u64 {
        let (part, own) = (own / u64::from(self.extent), own % u64::from(self.extent));
        let (line, column) = if self.is_along_k { (own, k) } else { (k, own) };
        part * u64::from(self.numbers) + line * u64::from(self.pitch) + column
    }

    /// Numbers of all its parts.
    pub(super) fn all(&self) -> u64 {
        u64::from(self.numbers) * u64::from(self.parts)
    }

    /// Name of its part of workgroup memory.
    pub(super) fn memory(&self) -> &'static str {
        ["shared_a", "shared_b"][self.place]
    }

    fn of(
        place: usize,
        matrix: &AnyLayout,
        fragments: &Fragments,
        numbers: Numbers,
        parts: u32,
    ) -> Result<Operand, Refusal> {
        let name = ["a", "b"][place];
        let Some(mode) = numbers.mode(matrix) else {
            let (name, vector) = (name.to_uppercase(), numbers.vector);
            let (along, chinese) = if numbers.are_along_k() { (" along K", "沿 K ") } else { ("", "") };
            return Err(Refusal::Mismatched {
                what: format!(
                    "tensor cores read {vector} numbers at a time, and of {name} {matrix} {vector} do not lie together{along}"
                ),
                chinese: format!("张量核心每次读 {vector} 个数，而 {name} {matrix} 中{chinese}没有相连的 {vector} 个"),
            });
        };
        let (extent, steps) = (fragments.warp[place], fragments.tile[2]);
        let is_along_k = mode == 1;
        let (lines, length) = if is_along_k { (extent, steps) } else { (steps, extent) };
        let is_direct = fragments.is_direct && place == 0;
        let pitch = match is_direct {
            true if is_along_k => numbers.depth,
            true => FRAGMENT,
            false => length + fragments.padding,
        };
        let of = numbers;
        Ok(Operand { name, place, is_direct, is_along_k, extent, steps, pitch, numbers: lines * pitch, parts, of })
    }

    /// Offset of a fragment in its part: number `i` along M or N, number `step` along K.
    fn offset(&self, i: u32, step: u32) -> u32 {
        let (own, k) = (i * FRAGMENT, step * self.of.depth);
        let (line, column) = if self.is_along_k { (own, k) } else { (k, own) };
        line * self.pitch + column
    }

    /// Reports whether a fragment's columns lie together, rather than its rows.
    fn is_column_major(&self) -> bool {
        (self.place == 0) != self.is_along_k
    }
}

/// C as fragments are written to it: the distance of lines, and whether they are its columns.
pub(super) struct Target {
    pitch: u32,
    is_column_major: bool,
}

impl Target {
    fn of(c: &AnyLayout) -> Option<Target> {
        let stride = |mode: usize| {
            let mode = c.innermost().at(&[mode]).ok()?;
            let (shape, strides) = (mode.shape().leaves(), mode.int_stride()?);
            let mut leaves = shape.into_iter().zip(strides.leaves()).filter(|(extent, _)| extent.value() > 1);
            let (_, stride) = leaves.next()?;
            (leaves.next().is_none()).then(|| u32::try_from(stride.value()).ok())?
        };
        let found = match (After::of(c).parts().is_empty(), stride(0), stride(1)) {
            (true, Some(pitch), Some(1)) => Some(Target { pitch, is_column_major: false }),
            (true, Some(1), Some(pitch)) => Some(Target { pitch, is_column_major: true }),
            _ => None,
        };
        found.filter(|target| target.pitch >= FRAGMENT)
    }
}

struct Text<'a> {
    writer: Writer,
    all: Expressions,
    /// A and B are what the tiles come from.
    configuration: &'a Configuration,
    /// (M,N,K) of these, and of the product itself.
    size: [u32; 3],
    written: [u32; 3],
    fragments: Fragments,
    numbers: Numbers,
    spelling: Spelling,
    operands: [Operand; 2],
    /// The buffers of A and B.
    buffers: [&'static str; 2],
    /// The sums that lie beside C, if they do.
    split: Option<&'a Split>,
    /// The parts of K.
    parts: Parts,
    /// Bytes of workgroup memory before each operand.
    begins: [u32; 2],
}

impl Text<'_> {
    fn head(&mut self, c: &AnyLayout, bytes: u32) {
        let [m, n, k] = self.written;
        let Configuration { a, b, .. } = self.configuration;
        let Fragments { tile, warp, .. } = self.fragments;
        self.writer.begin(Part::Head);
        let notes = [
            format!("C(m,n) = sum over k of A(m,k) B(n,k), M = {m}, N = {n}, K = {k}, by subgroup matrices."),
            format!("  A  {a}"),
            format!("  B  {b}"),
            format!("  C  {c}"),
            format!("A workgroup computes a tile of C, {} by {}, {} steps of K at a time,", tile[0], tile[1], tile[2]),
            format!(
                "in {bytes} bytes of workgroup memory; a subgroup {} by {} of it, in fragments of 16 by 16.",
                warp[0], warp[1]
            ),
        ];
        notes.iter().for_each(|note| self.writer.note(note));
        for operand in self.operands {
            let Operand { name, extent, steps, pitch, is_along_k, parts, .. } = operand;
            let (mode, line) = if operand.place == 0 { ("m", "M") } else { ("n", "N") };
            let strides = if is_along_k { format!("({pitch},1)") } else { format!("(1,{pitch})") };
            let name = name.to_uppercase();
            if operand.is_direct {
                let depth = self.numbers.depth;
                self.writer.note(format!("  {name} comes in fragments of 16 by {depth}, straight from memory"));
                continue;
            }
            self.writer.note(format!(
                "  s{name} ({extent},{steps}):{strides}  ({mode},k) to workgroup memory, {parts} such parts along {line}"
            ));
        }
        self.writer.line("");
        match self.spelling {
            Spelling::Browser => {
                self.writer.line("requires buffer_view;");
                self.enable_half();
                self.writer.line("enable chromium_experimental_subgroup_matrix;");
                // Offsets depend on the number of the subgroup, which is a thread's number by the words of the language.
                self.writer.line("diagnostic(off, chromium.subgroup_matrix_uniformity);");
            }
            Spelling::Naga => {
                self.enable_half();
                self.writer.line("enable wgpu_cooperative_matrix;");
            }
            Spelling::Plain => self.enable_half(),
        }
        self.writer.line("");
        self.writer.begin(Part::Memory);
    }

    fn enable_half(&mut self) {
        if self.numbers == Numbers::HALVES {
            self.writer.line("enable f16;");
        }
    }

    fn memory(&mut self, bytes: u32, target: &Target) {
        self.writer.line("");
        match self.spelling {
            Spelling::Browser => self.writer.line(format!("var<workgroup> tiles: buffer<{bytes}>;")),
            Spelling::Naga | Spelling::Plain => {
                for Operand { name, numbers, parts, .. } in self.operands.into_iter().filter(|found| !found.is_direct) {
                    let part = self.numbers.array(Some(numbers));
                    self.writer.line(format!("var<workgroup> tile_{name}: array<{part}, {parts}>;"));
                }
            }
        }
        self.writer.line("");
        if self.spelling == Spelling::Plain {
            self.plain_functions(target);
        }
    }

    /// Functions of a thread that holds eight neighbours of a line of a fragment of C.
    fn plain_functions(&mut self, target: &Target) {
        let at = |operand: &Operand, line: &str, step: &str, place: &str| {
            let (line, column) = if operand.is_along_k { (line, step) } else { (step, line) };
            let within = format!("({line}) * {}u + {column}", operand.pitch);
            let (array, at) = match operand.is_direct {
                true => (LINES.to_owned(), format!("{place}.x + {within}")),
                false => (format!("tile_{}[{place}.x]", operand.name), format!("{place}.y + {within}")),
            };
            match self.numbers.are_along_k() {
                true => format!("byte({array}[({at}) / 4u], {at})"),
                false => format!("{array}[{at}]"),
            }
        };
        let [a, b] = self.operands;
        let (a, b) = (at(&a, "row", "k", "f"), at(&b, "column + e", "k", "g"));
        let to = if target.is_column_major {
            format!("row + (column + e) * {}u", target.pitch)
        } else {
            format!("row * {}u + column + e", target.pitch)
        };
        let places = ["let row = lane / 2u;", "let column = lane % 2u * 8u;"];
        let (depth, sum) = (self.numbers.depth, self.numbers.sum.wgsl());
        if self.numbers.are_along_k() {
            self.writer.open("fn byte(word: i32, place: u32) -> i32 {");
            self.writer.line("return (word << (24u - place % 4u * 8u)) >> 24u;");
            self.writer.close("}");
            self.writer.line("");
        }
        self.writer.open(format!(
            "fn multiply(f: vec2<u32>, g: vec2<u32>, sums: array<{sum}, 8>, lane: u32) -> array<{sum}, 8> {{"
        ));
        places.iter().for_each(|line| self.writer.line(line));
        self.writer.line("var all = sums;");
        self.writer.open("for (var e = 0u; e < 8u; e++) {");
        self.writer.open(format!("for (var k = 0u; k < {depth}u; k++) {{"));
        self.writer.line(format!("all[e] += {sum}({a}) * {sum}({b});"));
        self.writer.close("}");
        self.writer.close("}");
        self.writer.line("return all;");
        self.writer.close("}");
        self.writer.line("");
        self.writer.open(format!("fn store(offset: u32, sums: array<{sum}, 8>, lane: u32) {{"));
        places.iter().for_each(|line| self.writer.line(line));
        self.writer.line("var all = sums;");
        self.writer.open("for (var e = 0u; e < 8u; e++) {");
        let buffer = if self.split.is_some() { PARTIALS } else { "c" };
        self.writer.line(format!("{buffer}[offset + {to}] = all[e];"));
        self.writer.close("}");
        self.writer.close("}");
        self.writer.line("");
    }

    /// Writes the kernel; answers its workgroups.
    fn kernel(&mut self, batches: u32, target: &Target) -> Result<[u32; 3], Refusal> {
        let Fragments { tile, raster, .. } = self.fragments;
        let [tiles_m, tiles_n] = [0, 1].map(|mode| self.size[mode].div_ceil(tile[mode]));
        let Parts { count: parts, per, fewer } = self.parts;
        let count = tiles_m.saturating_mul(tiles_n);
        let raster = crate::expression::gcd(raster, tiles_m);
        let [columns, rows, _] = grid(count);
        let [warps_m, warps_n] = self.fragments.warps();
        self.writer.begin(Part::Places);
        self.writer.line(format!("@compute @workgroup_size({})", self.fragments.threads()));
        self.writer.open("fn gemm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32) {");
        let order = if raster == 1 { "along N first" } else { "some along M before the next along N" };
        self.writer.note(format!("Which tile of C: {order}, so that neighbours share what is cached."));
        number(&mut self.writer, count, [columns, rows, 1]);
        let across = raster * tiles_n;
        let [tile_m, tile_n] = if raster == 1 {
            [format!("number / {tiles_n}u"), format!("number % {tiles_n}u")]
        } else {
            [format!("number / {across}u * {raster}u + number % {raster}u"), format!("number % {across}u / {raster}u")]
        };
        self.writer.line(format!("let tile_m = {tile_m};"));
        self.writer.line(format!("let tile_n = {tile_n};"));
        let first = |mode: usize| {
            let (name, extent, tile) = (["tile_m", "tile_n"][mode], self.size[mode], tile[mode]);
            // A tile that would reach beyond the end begins earlier: what it shares with another is written twice alike.
            if extent.is_multiple_of(tile) {
                format!("{name} * {tile}u")
            } else {
                format!("min({name} * {tile}u, {}u)", extent - tile)
            }
        };
        let (first_m, first_n) = (first(0), first(1));
        self.writer.line(format!("let m0 = {first_m};"));
        self.writer.line(format!("let n0 = {first_n};"));
        match (batches > 1, parts > 1) {
            (false, false) => {}
            (true, false) => self.writer.line("let batch = group.z;"),
            (false, true) => self.writer.line("let part = group.z;"),
            (true, true) => {
                self.writer.line(format!("let batch = group.z / {parts}u;"));
                self.writer.line(format!("let part = group.z % {parts}u;"));
            }
        }
        if parts > 1 {
            self.writer.note("Which of the tiles along K: the first part may have fewer.");
            self.writer.line(match fewer {
                0 => format!("let begin = part * {per}u;"),
                _ => format!("let begin = max(part * {per}u, {fewer}u) - {fewer}u;"),
            });
            self.writer.line(format!("let end = (part + 1u) * {per}u - {fewer}u;"));
        }
        self.writer.note("Which part of the tile the subgroup computes.");
        self.writer.line(format!("let warp_m = t / {SUBGROUP}u % {warps_m}u;"));
        self.writer.line(format!("let warp_n = t / {}u % {warps_n}u;", SUBGROUP * warps_m));
        if self.operands[0].is_direct {
            let fragments = self.fragments()[0];
            self.writer.note("Where the fragments of A begin that the subgroup reads.");
            let size = FRAGMENT * self.numbers.depth;
            self.writer.line(format!("let begin_a = (m0 / {FRAGMENT}u + warp_m * {fragments}u) * {size}u;"));
        }
        let copies = self.copies(batches)?;
        self.accumulators();
        self.writer.begin(Part::Copies);
        self.writer.note("The first tiles.");
        self.writer.open("{");
        self.writer.line(if parts > 1 { "let step = begin;" } else { "let step = 0u;" });
        copies.iter().for_each(|copy| self.writer.line(&copy.read));
        copies.iter().flat_map(|copy| &copy.writes).for_each(|write| self.writer.line(write));
        self.writer.close("}");
        self.writer.line("workgroupBarrier();");
        self.writer.begin(Part::Products);
        if per > 1 {
            self.writer.note("The next tiles are on their way while these are multiplied.");
            self.writer.open(if parts > 1 {
                "for (var step = begin + 1u; step < end; step++) {".to_owned()
            } else {
                format!("for (var step = 1u; step < {per}u; step++) {{")
            });
            self.products(&copies, "step - 1u");
            self.writer.line("workgroupBarrier();");
            copies.iter().flat_map(|copy| &copy.writes).for_each(|write| self.writer.line(write));
            self.writer.line("workgroupBarrier();");
            self.writer.close("}");
        }
        let last = if parts > 1 { "end - 1u".to_owned() } else { format!("{}u", per.saturating_sub(1)) };
        self.products(&[], &last);
        self.writer.begin(Part::WriteBack);
        self.write_back(batches, target)?;
        self.writer.close("}");
        Ok([columns, rows, batches.saturating_mul(parts)])
    }

    /// The index of a matrix at a place of its first two modes.
    fn index(
        &mut self,
        matrix: &AnyLayout,
        [line, other]: [Expression; 2],
        batches: u32,
    ) -> Result<Expression, Refusal> {
        let batch = self.all.variable("batch", Range::up_to(batches - 1));
        let coordinate = [line, other, batch];
        index(&mut self.all, matrix, coordinate.get(..matrix.rank()).unwrap_or(&coordinate))
    }

    /// The place of a sum that lies beside C.
    fn beside(&mut self, split: &Split, at: [Expression; 2], batches: u32) -> Result<Expression, Refusal> {
        let place = index(&mut self.all, &split.place, &at)?;
        let count = self.parts.count;
        let batch = self.all.digit("batch", batches - 1);
        let part = self.all.digit("part", count - 1);
        let [count, elements] = [count, split.elements].map(|number| self.all.constant(number));
        let before = self.all.multiply(batch, count);
        let layer = self.all.add(before, part);
        let layer = self.all.multiply(layer, elements);
        Ok(self.all.add(layer, place))
    }

    /// Copies of a thread: eight bytes each.
    fn copies(&mut self, batches: u32) -> Result<Vec<Copied>, Refusal> {
        let (tile, vector) = (self.fragments.tile, self.numbers.vector);
        let threads = self.fragments.threads();
        let t = self.all.variable("t", Range::up_to(threads - 1));
        let step = self.all.variable("step", Range::up_to(self.size[2] / tile[2] - 1));
        let mut copies = Vec::new();
        for operand in self.operands.into_iter().filter(|operand| !operand.is_direct) {
            let matrix = if operand.place == 0 { &self.configuration.a } else { &self.configuration.b };
            let (lines, name) = (tile[operand.place], operand.name);
            let first = self.all.variable(["m0", "n0"][operand.place], Range::up_to(self.size[operand.place] - lines));
            for number in 0..lines * tile[2] / vector / threads {
                let beyond = self.all.constant(number * threads);
                let chunk = self.all.add(t, beyond);
                let length = if operand.is_along_k { tile[2] } else { lines } / vector;
                let line = self.all.divide(chunk, divisor(length));
                let place = self.all.remainder(chunk, divisor(length));
                let width = self.all.constant(vector);
                let place = self.all.multiply(place, width);
                let (own, k) = if operand.is_along_k { (line, place) } else { (place, line) };
                let row = self.all.add(first, own);
                let width = self.all.constant(tile[2]);
                let before = self.all.multiply(step, width);
                let column = self.all.add(before, k);
                let from = self.index(matrix, [row, column], batches)?;
                let from = self.all.divide(from, divisor(vector));
                let variable = format!("{name}{number}");
                let buffer = self.buffers[operand.place];
                let read = format!("let {variable} = {buffer}[{}];", self.all.wgsl(from));
                let writes = self.writes(&operand, [own, k], &variable);
                copies.push(Copied { read, writes });
            }
        }
        Ok(copies)
    }

    /// Writes of eight bytes to workgroup memory.
    fn writes(&mut self, operand: &Operand, [own, k]: [Expression; 2], variable: &str) -> Vec<String> {
        let part = self.all.divide(own, divisor(operand.extent));
        let within = self.all.remainder(own, divisor(operand.extent));
        let pitch = self.all.constant(operand.pitch);
        let (line, column) = if operand.is_along_k { (within, k) } else { (k, within) };
        let line = self.all.multiply(line, pitch);
        let place = self.all.add(line, column);
        match self.spelling {
            Spelling::Browser => {
                let numbers = self.all.constant(operand.numbers);
                let before = self.all.multiply(part, numbers);
                let place = self.all.add(before, place);
                let size = self.all.constant(self.numbers.bytes());
                let bytes = self.all.multiply(place, size);
                let begin = self.all.constant(self.begins[operand.place]);
                let bytes = self.all.add(begin, bytes);
                let bytes = self.all.wgsl(bytes);
                let words = match self.numbers.are_along_k() {
                    true => variable.to_owned(),
                    false => format!("bitcast<vec2<u32>>({variable})"),
                };
                vec![format!("*bufferView<vec2<u32>>(&tiles, {bytes}) = {words};")]
            }
            Spelling::Plain if self.numbers.are_along_k() => {
                let words = self.all.divide(place, divisor(4));
                let (part, words) = (self.all.wgsl(part), self.all.wgsl(words));
                let word = |(number, lane)| {
                    format!("tile_{}[{part}][{words} + {number}u] = bitcast<i32>({variable}.{lane});", operand.name)
                };
                super::buffers::LANES.iter().take(2).enumerate().map(word).collect()
            }
            Spelling::Naga | Spelling::Plain => {
                let (part, place) = (self.all.wgsl(part), self.all.wgsl(place));
                let lane =
                    |(number, lane)| format!("tile_{}[{part}][{place} + {number}u] = {variable}.{lane};", operand.name);
                super::buffers::LANES.iter().enumerate().map(lane).collect()
            }
        }
    }

    /// Fragments of C along M and N.
    fn fragments(&self) -> [u32; 2] {
        self.fragments.warp.map(|extent| extent / FRAGMENT)
    }

    fn accumulators(&mut self) {
        let [rows, columns] = self.fragments();
        let kind = match self.spelling {
            Spelling::Browser => format!("subgroup_matrix_result<{}, 16, 16>", self.numbers.sum.wgsl()),
            Spelling::Naga => "coop_mat16x16<f32, C>".to_owned(),
            Spelling::Plain => format!("array<{}, 8>", self.numbers.sum.wgsl()),
        };
        self.writer.note("The fragments of C: zeros.");
        for i in 0..rows {
            for j in 0..columns {
                self.writer.line(format!("var c{i}_{j}: {kind};"));
            }
        }
    }

    /// A fragment of an operand, from workgroup memory.
    fn fragment(&self, operand: &Operand, i: u32, step: u32) -> String {
        let Operand { name, place, numbers, pitch, .. } = *operand;
        if operand.is_direct {
            let beyond = (step * self.size[0] / FRAGMENT + i) * FRAGMENT * self.numbers.depth;
            let at = if beyond == 0 { "at_a".to_owned() } else { format!("at_a + {beyond}u") };
            return match self.spelling {
                Spelling::Browser => format!(
                    "subgroupMatrixLoad<{}>(&{LINES}, {at}, {}, {pitch}u)",
                    self.numbers.fragment(0),
                    operand.is_column_major()
                ),
                Spelling::Naga => {
                    let transposed = if operand.is_column_major() { "" } else { "T" };
                    format!("coopLoad{transposed}<coop_mat16x16<f16, A>>(&{LINES}[{at}], {FRAGMENT}u)")
                }
                Spelling::Plain => format!("vec2<u32>({at}, 0u)"),
            };
        }
        let (offset, warp) = (operand.offset(i, step), ["warp_m", "warp_n"][place]);
        match self.spelling {
            Spelling::Browser => {
                let (kind, array) = (self.numbers.fragment(place), self.numbers.array(Some(numbers)));
                let begin = self.begins[place];
                let bytes = if begin == 0 { String::new() } else { format!("{begin}u + ") };
                format!(
                    "subgroupMatrixLoad<{kind}>(bufferView<{array}>(&tiles, {bytes}{warp} * {}u), {offset}u, {}, {pitch}u)",
                    self.numbers.bytes() * numbers,
                    operand.is_column_major()
                )
            }
            Spelling::Naga => {
                let (kind, transposed) = (["A", "B"][place], if operand.is_column_major() { "" } else { "T" });
                format!("coopLoad{transposed}<coop_mat16x16<f16, {kind}>>(&tile_{name}[{warp}][{offset}u], {pitch}u)")
            }
            Spelling::Plain => format!("vec2<u32>({warp}, {offset}u)"),
        }
    }

    /// The products of a tile, which has a number; the reads of the next one stand evenly between them.
    fn products(&mut self, copies: &[Copied], tile: &str) {
        let [rows, columns] = self.fragments();
        if self.operands[0].is_direct {
            // All lines of a tile, fragment by fragment.
            let tile_of_all = self.size[0] * self.fragments.tile[2];
            let number = if tile.contains(' ') { format!("({tile})") } else { tile.to_owned() };
            self.writer.line(format!("let at_a = begin_a + {number} * {tile_of_all}u;"));
        }
        let steps = self.fragments.tile[2] / self.numbers.depth;
        let (multiply, last) = match self.spelling {
            Spelling::Browser => ("subgroupMatrixMultiplyAccumulate", ""),
            Spelling::Naga => ("coopMultiplyAdd", ""),
            Spelling::Plain => ("multiply", ", t % 32u"),
        };
        let (count, mut done) = ((rows * columns * steps) as usize, 0);
        for step in 0..steps {
            for i in 0..rows {
                let line = format!("let f{step}_{i} = {};", self.fragment(&self.operands[0], i, step));
                self.writer.line(line);
            }
            for j in 0..columns {
                let line = format!("let g{step}_{j} = {};", self.fragment(&self.operands[1], j, step));
                self.writer.line(line);
                for i in 0..rows {
                    self.writer.line(format!("c{i}_{j} = {multiply}(f{step}_{i}, g{step}_{j}, c{i}_{j}{last});"));
                    let due = |done: usize| done * copies.len() / count;
                    copies.iter().take(due(done + 1)).skip(due(done)).for_each(|copy| self.writer.line(&copy.read));
                    done += 1;
                }
            }
        }
    }

    fn write_back(&mut self, batches: u32, target: &Target) -> Result<(), Refusal> {
        let Fragments { tile, warp, .. } = self.fragments;
        let [rows, columns] = self.fragments();
        let place = |all: &mut Expressions, mode: usize, size: u32| {
            let first = all.variable(["m0", "n0"][mode], Range::up_to(size - tile[mode]));
            let part = all.variable(["warp_m", "warp_n"][mode], Range::up_to(tile[mode] / warp[mode] - 1));
            let extent = all.constant(warp[mode]);
            let before = all.multiply(part, extent);
            all.add(first, before)
        };
        let [size_m, size_n, _] = self.size;
        let begin = [place(&mut self.all, 0, size_m), place(&mut self.all, 1, size_n)];
        for i in 0..rows {
            for j in 0..columns {
                let [beyond_m, beyond_n] = [i, j].map(|number| self.all.constant(number * FRAGMENT));
                let at = [self.all.add(begin[0], beyond_m), self.all.add(begin[1], beyond_n)];
                let (buffer, offset) = match self.split {
                    None => ("c", self.index(&self.configuration.c, at, batches)?),
                    Some(split) => (PARTIALS, self.beside(split, at, batches)?),
                };
                let (offset, pitch) = (self.all.wgsl(offset), target.pitch);
                let line = match self.spelling {
                    Spelling::Browser => {
                        format!(
                            "subgroupMatrixStore(&{buffer}, {offset}, c{i}_{j}, {}, {pitch}u);",
                            target.is_column_major
                        )
                    }
                    Spelling::Naga => {
                        let transposed = if target.is_column_major { "" } else { "T" };
                        format!("coopStore{transposed}(c{i}_{j}, &{buffer}[{offset}], {pitch}u);")
                    }
                    Spelling::Plain => format!("store({offset}, c{i}_{j}, t % 32u);"),
                };
                self.writer.line(line);
            }
        }
        Ok(())
    }
}

/// A copy of eight bytes by a thread.
struct Copied {
    /// Its read from memory, into a variable.
    read: String,
    /// Its writes to workgroup memory.
    writes: Vec<String>,
}
