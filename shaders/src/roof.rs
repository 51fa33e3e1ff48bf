//! Limits of this GPU, measured: a copy for its memory, multiply-adds alone for its arithmetic.
//!
//! The memory roof is [`crate::copy`] as it is fastest. The arithmetic roof reads two numbers for each thread and then
//! only multiplies and adds: in several chains, because each step of a chain waits for the one before.
//!
//! ```
//! use colex_shaders::roof::{Arithmetic, generate};
//!
//! let roof = Arithmetic { workgroups: 4, threads: 64, chains: 4, unrolled: 2, steps: 8 };
//! let program = generate(&roof).unwrap();
//! assert_eq!(program.work.flops, 2 * 4 * 64 * 4 * 2 * 8);
//! ```

pub mod processors;
pub mod row;

use crate::copy;
use crate::kernel::{Refusal, WORKGROUPS_PER_DIMENSION, mismatched};
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work, seed};
use crate::random;
use crate::section::Part;
use crate::writer::{Writer, check_threads};

/// Largest number of chains of one thread, all of them named in the text.
pub const CHAINS_LIMIT: u32 = 32;

/// Largest number of multiply-adds of a chain in the text.
pub const UNROLLED_LIMIT: u32 = 64;

/// Largest sum of the chains: 2^15, up to which every multiple of 2^-9 is exact in f32.
pub const SUM_LIMIT: u32 = 1 << 15;

/// The configuration of the memory roof: how many numbers are copied.
pub fn memory(elements: u32) -> copy::Configuration {
    copy::Configuration::for_size(elements)
}

/// The arithmetic roof: multiply-adds that wait for nothing but each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    /// Workgroups: enough to fill the GPU several times.
    pub workgroups: u32,
    /// Threads of each.
    pub threads: u32,
    /// Chains of each thread.
    pub chains: u32,
    /// Multiply-adds of each chain in the text of the loop.
    pub unrolled: u32,
    /// Number of times that the loop runs.
    pub steps: u32,
}

impl Default for Arithmetic {
    fn default() -> Self {
        Arithmetic { workgroups: 4096, threads: 256, chains: 8, unrolled: 16, steps: 128 }
    }
}

/// The kernel of the arithmetic roof.
///
/// Each chain is `a = a * m + b`. Thread `t` reads `x` and `b`; `m` is 1 or -1 by the sign of `x`, and chain `k` begins
/// with `x + k`: nothing of that is known before, so all of it must be computed. And all of it is exact, fused or not.
///
/// Errors: [`Refusal::Mismatched`] where a number is out of bounds, or where the sum could leave [`SUM_LIMIT`].
pub fn generate(roof: &Arithmetic) -> Result<Program, Refusal> {
    check(roof)?;
    let Arithmetic { workgroups, threads, chains, unrolled, steps } = *roof;
    let count = u64::from(workgroups) * u64::from(threads);
    let bindings = vec![
        Binding { name: "source", element: Element::F32, elements: 2 * count, access: Access::Read },
        Binding { name: "result", element: Element::F32, elements: count, access: Access::Write },
    ];
    let mut writer = Writer::default();
    writer.begin(Part::Head);
    writer.note(format!("{chains} chains of {} multiply-adds each, in each of {count} threads.", unrolled * steps));
    writer.line("");
    writer.begin(Part::Memory);
    bindings.iter().enumerate().for_each(|(index, binding)| writer.line(binding.wgsl(index)));
    writer.line("");
    writer.begin(Part::Places);
    writer.line(format!("@compute @workgroup_size({threads})"));
    let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32";
    writer.open(format!("fn multiply_add({parameters}) {{"));
    writer.line(format!("let at = group.x * {threads}u + thread;"));
    writer.line("let x = source[at * 2u];");
    writer.line("let b = source[at * 2u + 1u];");
    writer.line("let m = select(-1.0, 1.0, x >= 0.0);");
    (0..chains).for_each(|chain| writer.line(format!("var a{chain} = x + {chain}.0;")));
    writer.begin(Part::Products);
    writer.open(format!("for (var step = 0u; step < {steps}u; step++) {{"));
    for _ in 0..unrolled {
        (0..chains).for_each(|chain| writer.line(format!("a{chain} = fma(a{chain}, m, b);")));
    }
    writer.close("}");
    writer.begin(Part::WriteBack);
    let sum = (1..chains).fold("a0".to_owned(), |sum, chain| format!("{sum} + a{chain}"));
    writer.line(format!("result[at] = {sum};"));
    writer.close("}");
    let flops = 2 * count * u64::from(chains) * u64::from(unrolled) * u64::from(steps);
    let (wgsl, sections) = writer.finish();
    Ok(Program {
        wgsl,
        sections,
        bindings,
        passes: vec![Pass { entry_point: "multiply_add", workgroups: [workgroups, 1, 1], threads }],
        shared_bytes: 0,
        matrices: None,
        work: Work { bytes: 3 * 4 * count, flops, is_integer: false },
    })
}

/// The twin of [`generate`], bit by bit: the chains in closed form.
///
/// Errors: those of [`generate`].
pub fn twin(roof: &Arithmetic) -> Result<Twin, Refusal> {
    check(roof)?;
    let Arithmetic { workgroups, threads, chains, unrolled, steps } = *roof;
    let count = u64::from(workgroups) * u64::from(threads);
    let times = f64::from(unrolled * steps);
    let value = move |thread: u64| {
        let input = |number: u64| Some(f64::from(random::value(seed(0), u32::try_from(number).ok()?)));
        let (x, b) = (input(thread.checked_mul(2)?)?, input(thread.checked_mul(2)?.checked_add(1)?)?);
        let chain = |k: u32| {
            let a = x + f64::from(k);
            match (x >= 0.0, (unrolled * steps).is_multiple_of(2)) {
                (true, _) => a + times * b,
                (false, true) => a,
                (false, false) => b - a,
            }
        };
        Some(Expectation { value: (0..chains).map(chain).sum(), tolerance: 0.0 })
    };
    Ok(Twin { binding: 1, elements: Elements::spread(count), value: Box::new(value) })
}

fn check(roof: &Arithmetic) -> Result<(), Refusal> {
    let Arithmetic { workgroups, threads, chains, unrolled, steps } = *roof;
    check_threads(threads)?;
    if workgroups > WORKGROUPS_PER_DIMENSION {
        return Err(Refusal::TooManyWorkgroups { workgroups, limit: WORKGROUPS_PER_DIMENSION });
    }
    let is_in_bounds = workgroups > 0 && steps > 0;
    if !is_in_bounds || !(1..=CHAINS_LIMIT).contains(&chains) || !(1..=UNROLLED_LIMIT).contains(&unrolled) {
        return Err(mismatched(
            format!("1 to {CHAINS_LIMIT} chains, 1 to {UNROLLED_LIMIT} steps in the text, 1 or more of all else"),
            format!("链数须为 1 到 {CHAINS_LIMIT}，文本中的步数须为 1 到 {UNROLLED_LIMIT}，其余至少为 1"),
        ));
    }
    // Each chain begins below `chains + 1` and moves by at most 1 with each step.
    let reach = u64::from(chains) * (u64::from(chains) + 1 + u64::from(unrolled) * u64::from(steps));
    if reach > SUM_LIMIT.into() {
        return Err(mismatched(
            format!(
                "{chains} chains of {unrolled} x {steps} steps could reach {reach}, and exact is up to {SUM_LIMIT}"
            ),
            format!("{chains} 条链、{unrolled} x {steps} 步可达 {reach}，而精确范围到 {SUM_LIMIT} 为止"),
        ));
    }
    Ok(())
}
