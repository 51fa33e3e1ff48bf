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

mod configuration;
mod passes;
pub mod row;
mod summing;
mod tuning;

pub use configuration::{Configuration, PARTIALS_LIMIT, SECOND_VALUES, SUMS, VALUES_LIMIT};
pub use summing::Summing;
pub use tuning::Tuning;

use colex::work::finish;
use configuration::Checked;
use passes::Draft;

use crate::accesses::Touches;
use crate::classes::Touched;
use crate::kernel::Refusal;
use crate::origin::distinct;
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work};
use crate::section::Part;
use crate::writer::Writer;

/// The kernel of a configuration.
///
/// Errors: [`Refusal::Mismatched`], [`Refusal::TooManyWorkgroups`] above [`PARTIALS_LIMIT`], and those of
/// [`Bounds::of`](crate::index::Bounds::of).
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    draft(configuration, false).map(|(program, _)| program)
}

/// Lists what all warps touch, instruction by instruction.
///
/// Errors: those of [`generate`].
pub fn accesses(configuration: &Configuration) -> Result<Touches, Refusal> {
    draft(configuration, true).map(|(_, touches)| touches)
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
fn draft(configuration: &Configuration, is_touched: bool) -> Result<(Program, Touches), Refusal> {
    let checked = Checked::of(configuration)?;
    let Configuration { source, element, threads, .. } = configuration;
    let Checked { bounds, is_wide, groups, padded, .. } = checked;
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
    writer.begin(Part::Head);
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
    writer.begin(Part::Memory);
    bindings.iter().enumerate().for_each(|(index, binding)| writer.line(binding.wgsl(index)));
    writer.line(format!("var<workgroup> sums: array<f32, {threads}>;"));
    let mut draft = Draft { configuration, checked: &checked, sum: if is_wide { "vec4<f32>" } else { "f32" }, writer };
    let mut touched = if is_touched { Touched::new() } else { Touched::of_none() };
    draft.first(held, bindings.first().map_or(0, |source| source.elements), &mut touched)?;
    draft.second(&mut touched);

    let pass = |entry_point, groups| Pass { entry_point, workgroups: [groups, 1, 1], threads: *threads };
    let elements = u64::from(bounds.elements);
    let read = distinct(source)?.min(bounds.cosize);
    let (wgsl, sections) = draft.writer.finish();
    let program = Program {
        wgsl,
        sections,
        bindings,
        passes: vec![pass("partial", groups), pass("total", 1)],
        shared_bytes: threads * 4,
        matrices: None,
        work: Work { bytes: read * element.bytes(), flops: elements, is_integer: false },
    };
    Ok((program, touched.finish()))
}
