//! Printed output, as lines and as JSON.

use colex::words::Tongue;
use colex_shaders::device::Gpu;
use colex_shaders::program::Program;
use colex_shaders::rate::{Bound, Rate};
use colex_shaders::timing::{Method, Timing};
use colex_shaders::verify::Verdict;
use colex_shaders::words;
use serde_json::{Value, json};

use crate::measure::Outcome;

/// The line of a case: the verdict first.
pub(crate) fn line(outcome: &Outcome, roof: Rate) -> String {
    let mut text = format!("{:<36}", outcome.name);
    if let Some(verdict) = &outcome.verdict {
        text += &format!(" {}", verdict_text(verdict));
    }
    if let Some(timing) = &outcome.timing {
        let [low, median, high] = timing.quartiles();
        let rate = Rate::of(outcome.work, median);
        text += &format!(
            "  median {:.4} ms, least {:.4}, IQR {:.4}-{:.4} ({} x {} runs)  {:.1} GB/s  {:.1} GFLOP/s",
            median * 1e3,
            timing.least() * 1e3,
            low * 1e3,
            high * 1e3,
            timing.seconds.len(),
            timing.runs_per_sample,
            rate.bytes_per_s / 1e9,
            rate.flops_per_s / 1e9,
        );
        if roof != Rate::default() {
            let side = match rate.bound_by(roof) {
                Bound::Memory => "memory",
                Bound::Arithmetic => "arithmetic",
            };
            text += &format!("  {:.1} % of the roof of {side}", rate.share_of(roof) * 100.0);
        }
    }
    if let Some(fault) = &outcome.fault {
        text += &format!("  {}", words::fault(fault, Tongue::English));
    }
    text
}

fn verdict_text(verdict: &Verdict) -> String {
    match &verdict.first {
        None => format!("right ({} compared, error <= {:.1e})", verdict.compared, verdict.largest_error),
        Some(first) => format!(
            "WRONG: {} of {}; number {} is {} and must be {} (+- {:.1e})",
            verdict.wrong, verdict.compared, first.number, first.gpu, first.expected, first.tolerance
        ),
    }
}

/// Names the method by which times were told.
pub(crate) fn method(timing: &Timing) -> &'static str {
    match timing.method {
        Method::Timestamps { is_quantised: false } => "timestamps",
        Method::Timestamps { is_quantised: true } => "rounded timestamps",
        Method::WallClock => "wall clock",
    }
}

/// The same as JSON; `null` where there is nothing, no time of a wrong result among it.
pub(crate) fn json(outcome: &Outcome, roof: Rate) -> Value {
    let verdict = outcome.verdict.as_ref().map(|verdict| {
        json!({
            "right": verdict.is_right(),
            "compared": verdict.compared,
            "wrong": verdict.wrong,
            "largest_error": verdict.largest_error,
            "first": verdict.first.map(|first| json!({
                "number": first.number,
                "gpu": first.gpu,
                "expected": first.expected,
                "tolerance": first.tolerance,
            })),
        })
    });
    let timing = outcome.timing.as_ref().map(|timing| {
        let [low, median, high] = timing.quartiles();
        let rate = Rate::of(outcome.work, median);
        json!({
            "median_s": median,
            "least_s": timing.least(),
            "quartile_1_s": low,
            "quartile_3_s": high,
            "seconds": timing.seconds,
            "runs_per_sample": timing.runs_per_sample,
            "method": method(timing),
            "rounding": timing.rounding,
            "bytes_per_s": rate.bytes_per_s,
            "flops_per_s": rate.flops_per_s,
            "share_of_roof": (roof != Rate::default()).then(|| rate.share_of(roof)),
        })
    });
    json!({
        "case": outcome.name,
        "verdict": verdict,
        "timing": timing,
        "work": { "bytes": outcome.work.bytes, "flops": outcome.work.flops },
        "fault": outcome.fault.as_ref().map(|fault| words::fault(fault, Tongue::English)),
    })
}

/// The device as JSON.
pub(crate) fn device(gpu: &Gpu, is_trusted: bool) -> Value {
    let (adapter, limits) = (gpu.adapter(), gpu.limits());
    json!({
        "adapter": adapter.name,
        "driver": adapter.driver,
        "is_software": adapter.is_software,
        "checks": !is_trusted,
        "timestamps": gpu.has_timestamps(),
        "limits": {
            "threads": limits.threads,
            "shared_bytes": limits.shared_bytes,
            "workgroups": limits.workgroups,
            "buffer_bytes": limits.buffer_bytes,
            "f16": limits.has_half,
        },
    })
}

/// A program as JSON, with all that something else needs to run it.
pub(crate) fn program(name: &str, program: &Program) -> Value {
    let bindings = program.bindings.iter().enumerate().map(|(index, binding)| {
        json!({
            "binding": index,
            "name": binding.name,
            "element": binding.element.wgsl(),
            "elements": binding.elements,
            "bytes": binding.bytes(),
            "access": format!("{:?}", binding.access).to_lowercase(),
            "seed": colex_shaders::program::seed(index),
        })
    });
    let passes = program
        .passes
        .iter()
        .map(|pass| json!({ "entry_point": pass.entry_point, "workgroups": pass.workgroups, "threads": pass.threads }));
    json!({
        "case": name,
        "wgsl": program.wgsl,
        "random": colex_shaders::random::WGSL,
        "bindings": bindings.collect::<Vec<_>>(),
        "passes": passes.collect::<Vec<_>>(),
        "shared_bytes": program.shared_bytes,
        "work": { "bytes": program.work.bytes, "flops": program.work.flops },
    })
}
