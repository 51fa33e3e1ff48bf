//! The sum of all numbers that a layout reaches, in f32: one partial sum for each workgroup, then the sum of those.
//!
//! A thread adds up what it reads in several sums of its own, none of which waits for another; then the threads of a
//! workgroup add up theirs in a tree. Where the layout reaches every number from 0 on once, in whatever order, the
//! numbers are read side by side and four at a time: a sum does not ask for their order.
//!
//! ```
//! use colex_shaders::reduce::{Configuration, generate};
//!
//! let program = generate(&Configuration::for_size(1 << 20)).unwrap();
//! assert_eq!(program.passes.len(), 2);
//! assert_eq!(program.work.bytes, 4 << 20);
//! ```

mod passes;
mod summing;
mod tuning;

pub use summing::Summing;
pub use tuning::Tuning;

use colex::after::After;
use colex::work::finish;
use colex::{AnyLayout, Int};
use passes::Draft;

use crate::accesses::Instruction;
use crate::index::Bounds;
use crate::kernel::{Refusal, mismatched};
use crate::make::{fixed, strided};
use crate::origin::distinct;
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work};
use crate::writer::{Touched, Writer, check_threads};

/// How many partial sums there may be: one row of workgroups.
pub const PARTIALS_LIMIT: u32 = crate::kernel::WORKGROUPS_PER_DIMENSION;

/// How many values a thread may read at a time, all of them named in the text.
pub const VALUES_LIMIT: u32 = 32;

/// How many sums of its own a thread has, at most.
pub const SUMS: u32 = 4;

/// How many partial sums a thread of the second pass reads at a time.
pub const SECOND_VALUES: u32 = 16;

/// What a sum is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configuration {
    /// `coordinate -> index` of what is read; a coordinate counts as often as there is one, also with stride 0.
    pub source: AnyLayout,
    /// [`Element::F32`] or [`Element::F16`]; summed in f32.
    pub element: Element,
    /// Threads of a workgroup: a power of two.
    pub threads: u32,
    /// What a thread reads at a time: numbers, or four at once where that can be.
    pub values: u32,
    /// How often it does so.
    pub trips: u32,
}

impl Configuration {
    /// The fastest one known for numbers side by side.
    pub fn for_size(elements: u32) -> Configuration {
        Configuration::for_layout(strided(&[(elements, 1)]))
    }

    /// The fastest one known for a layout.
    pub fn for_layout(source: AnyLayout) -> Configuration {
        let (threads, values) = (256, 8);
        let mut all = Configuration { source, element: Element::F32, threads, values, trips: 1 };
        let places = Bounds::of(&all.source).map(|bounds| places(&all.source, bounds)).unwrap_or(1);
        // Several thousand workgroups fill any GPU several times over, and the second pass is short.
        let chunk = threads * values;
        let trips = (places / (8192 * chunk)).next_power_of_two().clamp(1, 16);
        all.trips = trips.max(places.div_ceil(PARTIALS_LIMIT * chunk));
        all
    }
}

/// Whether a layout reaches every number from 0 on once, so that they can be read in the order in which they lie.
///
/// Plain layouts do where their right inverse has their size; a swizzle keeps that where it moves bits within a power of
/// two that divides the size.
fn is_compact(layout: &AnyLayout) -> bool {
    let Ok(size) = layout.size().map(Int::value) else { return false };
    let inverse =
        fixed(layout.innermost()).and_then(|layout| layout.right_inverse()).and_then(|inverse| inverse.size());
    inverse.is_ok_and(|inverse| inverse.value() == size)
        && After::of(layout).parts().iter().all(|(offset, swizzle)| {
            let bits = i64::BITS - (swizzle.yyy() | swizzle.zzz()).leading_zeros();
            *offset == 0 && 1_i64.checked_shl(bits).is_some_and(|block| size % block == 0)
        })
}

/// How many numbers, or fours of numbers, are read.
fn places(layout: &AnyLayout, bounds: Bounds) -> u32 {
    if is_compact(layout) { bounds.elements.div_ceil(4) } else { bounds.elements }
}

/// A configuration, checked.
pub(crate) struct Checked {
    bounds: Bounds,
    is_wide: bool,
    /// How many places are read.
    places: u32,
    /// Places of a workgroup.
    chunk: u32,
    /// Workgroups, and with that partial sums.
    groups: u32,
    /// The partial sums with the zeros behind them, so that every thread of the second pass reads equally many.
    padded: u32,
}

impl Checked {
    fn of(configuration: &Configuration) -> Result<Checked, Refusal> {
        let Configuration { source, element, threads, values, trips } = configuration;
        if !matches!(element, Element::F32 | Element::F16) {
            return Err(mismatched("the numbers are f32 or f16", "数字类型须为 f32 或 f16"));
        }
        check_threads(*threads)?;
        if !threads.is_power_of_two() {
            return Err(mismatched(
                format!("the tree needs a power of two of threads, and there are {threads}"),
                format!("归约树需要 2 的幂个线程，而这里有 {threads} 个"),
            ));
        }
        if !(1..=VALUES_LIMIT).contains(values) || *trips == 0 {
            return Err(mismatched(
                format!("a thread reads 1 to {VALUES_LIMIT} values at a time, once or more often"),
                format!("每个线程每次读 1 到 {VALUES_LIMIT} 个值，至少一次"),
            ));
        }
        let bounds = Bounds::of(source)?;
        let is_wide = is_compact(source);
        let places = places(source, bounds);
        let chunk = u64::from(*threads) * u64::from(*values) * u64::from(*trips);
        let chunk = u32::try_from(chunk).ok().filter(|chunk| *chunk <= crate::index::SIZE_LIMIT);
        let chunk = chunk.ok_or_else(|| {
            mismatched(
                format!("{trips} trips of {values} values are more than a sum has"),
                format!("{trips} 轮、每轮 {values} 个值，超过求和的总数"),
            )
        })?;
        let groups = places.div_ceil(chunk);
        if groups > PARTIALS_LIMIT {
            return Err(Refusal::TooManyWorkgroups { workgroups: groups, limit: PARTIALS_LIMIT });
        }
        let padded = groups.next_multiple_of(threads * SECOND_VALUES);
        Ok(Checked { bounds, is_wide, places, chunk, groups, padded })
    }
}

/// The kernel of a configuration.
///
/// Errors: [`Refusal::Mismatched`], [`Refusal::TooManyWorkgroups`] above [`PARTIALS_LIMIT`], and those of
/// [`Bounds::of`].
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    draft(configuration, false).map(|(program, _)| program)
}

/// What warps all over the grid touch in the first pass, instruction by instruction.
///
/// Errors: those of [`generate`].
pub fn accesses(configuration: &Configuration) -> Result<Vec<Instruction>, Refusal> {
    draft(configuration, true).map(|(_, instructions)| instructions)
}

/// The twin: the sum, and how far the GPU's may be from it.
///
/// The inputs are multiples of 2^-9 of at most 1, so every f32 sum of them is exact while it stays below 2^15. [`Summing`]
/// follows the order in which the kernel adds, and what each addition can round: half of the last place of its result, and
/// nothing below 2^15. Where nothing is rounded the result is compared bit by bit; else the tolerance is four times the sum
/// of all that can be rounded on the way, so that it holds for other orders too. At 2^28 numbers, which add up to a quarter
/// of a million, that is a fraction of 1.
///
/// This reads all numbers at once; [`Summing`] does so in slices.
///
/// Errors: those of [`generate`].
pub fn twin(configuration: &Configuration) -> Result<Twin, Refusal> {
    let sum = finish(Summing::new(configuration)?, u64::MAX).map_err(Refusal::Algebra)?;
    Ok(twin_of(sum))
}

/// The twin of a sum that [`Summing`] found.
pub fn twin_of(sum: Expectation) -> Twin {
    Twin { binding: 2, elements: Elements::All, value: Box::new(move |number| (number == 0).then_some(sum)) }
}

/// Its kernel, and what its warps touch if that is wanted.
fn draft(configuration: &Configuration, is_touched: bool) -> Result<(Program, Vec<Instruction>), Refusal> {
    let checked = Checked::of(configuration)?;
    let Configuration { source, element, threads, .. } = configuration;
    let Checked { bounds, is_wide, groups, padded, places, chunk, .. } = checked;
    let held = match (element, is_wide) {
        (Element::F16, true) => Element::F16x4,
        (_, true) => Element::F32x4,
        (element, false) => *element,
    };
    let binding = |name, element: Element, elements, access| Binding { name, element, elements, access };
    let bindings = vec![
        binding("source", held, bounds.cosize.div_ceil(held.lanes()), Access::Read),
        binding("partials", Element::F32, padded.into(), Access::Write),
        binding("result", Element::F32, 1, Access::Write),
    ];

    let mut writer = Writer::default();
    writer.note("The sum of source(c) for every coordinate c of");
    writer.note(format!("  source  {source}"));
    if is_wide {
        writer.note("which reaches every number from 0 on once: they are read in the order in which they lie.");
    }
    writer.note(format!("{groups} workgroups of {threads} threads write a partial sum each; one more adds those up."));
    if held.is_half() {
        writer.line("");
        writer.line("enable f16;");
    }
    writer.line("");
    bindings.iter().enumerate().for_each(|(index, binding)| writer.line(binding.wgsl(index)));
    writer.line(format!("var<workgroup> sums: array<f32, {threads}>;"));
    let mut draft = Draft { configuration, checked: &checked, sum: if is_wide { "vec4<f32>" } else { "f32" }, writer };
    let whole = if is_wide { bounds.elements / 4 } else { places } / chunk;
    let mut touched =
        if is_touched { Touched::new(*threads, &[whole, configuration.trips]) } else { Touched::of_none() };
    draft.first(held, bindings.first().map_or(0, |source| source.elements), &mut touched)?;
    draft.second();

    let pass = |entry_point, groups| Pass { entry_point, workgroups: [groups, 1, 1], threads: *threads };
    let elements = u64::from(bounds.elements);
    let read = distinct(source)?.min(bounds.cosize);
    let program = Program {
        wgsl: draft.writer.finish(),
        bindings,
        passes: vec![pass("partial", groups), pass("total", 1)],
        shared_bytes: threads * 4,
        work: Work { bytes: read * element.bytes(), flops: elements },
    };
    Ok((program, touched.finish()))
}

/// The levels of the tree: how many threads are left after each, and how many sums each of them adds up.
pub(crate) fn levels(threads: u32) -> Vec<(u32, u32)> {
    let mut levels = Vec::new();
    let mut left = threads;
    while left > 1 {
        let ways = if left.is_multiple_of(4) { 4 } else { 2 };
        left /= ways;
        levels.push((left, ways));
    }
    levels
}
