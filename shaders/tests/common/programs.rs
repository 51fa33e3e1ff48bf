//! Requirements of every program: that naga accepts it, and that it equals its twin on a device.

use std::ops::ControlFlow;

use colex_shaders::device::Gpu;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{Program, Twin};
use colex_shaders::verify::{Verdict, verify};

/// Returns what comparing a program with a twin says.
pub(crate) fn verdict(gpu: &Gpu, program: &Program, twin: &Twin) -> Verdict {
    let verdict = async {
        let prepared = Prepared::new(gpu, program).await?;
        verify(gpu, &prepared, twin, async |_| ControlFlow::Continue(())).await
    };
    pollster::block_on(verdict).unwrap_or_else(|fault| panic!("{fault:?}\n{}", program.wgsl))
}

/// Asserts that every number of a program is what its twin says.
pub(crate) fn equal(gpu: &Gpu, program: &Program, twin: &Twin) {
    let verdict = verdict(gpu, program, twin);
    assert!(verdict.is_right(), "{verdict:?}\n{}", program.wgsl);
}

/// Asserts that naga accepts a program's WGSL, with `f16`.
pub(crate) fn validate(program: &Program) {
    let module = naga::front::wgsl::parse_str(&program.wgsl)
        .unwrap_or_else(|error| panic!("{}\n{}", error.emit_to_string(&program.wgsl), program.wgsl));
    let mut validator =
        naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::SHADER_FLOAT16);
    validator.validate(&module).unwrap_or_else(|error| panic!("{error:?}\n{}", program.wgsl));
    for pass in &program.passes {
        let entry = module.entry_points.iter().find(|entry| entry.name == pass.entry_point);
        let entry = entry.unwrap_or_else(|| panic!("no {} in\n{}", pass.entry_point, program.wgsl));
        assert_eq!(entry.workgroup_size.iter().product::<u32>(), pass.threads);
    }
}
