//! Kernels on a real device, or on a software one, against their twins.
//!
//! Where there is no Vulkan adapter these tests say that they did not run; with `COLEX_GPU=required` that is a failure.

mod common;

use colex::AnyLayout;
use colex::words::Tongue;
use colex_shaders::device::{Fault, Gpu};
use colex_shaders::iota;
use colex_shaders::kernel::{ELEMENT_LIMIT, Kernel, Refusal};
use colex_shaders::run::{Check, Mismatch, SLICE, check_iota, check_iota_in_slices, check_kernel};
use colex_shaders::words;
use common::device::gpu;
use common::{LARGE, LAYOUTS, layout, layouts};
use proptest::test_runner::{Config, TestRunner};

fn check(gpu: &Gpu, layout: &AnyLayout) {
    match pollster::block_on(check_iota(gpu, layout)) {
        Ok(check) => assert!(check.agrees(), "{layout}: {}\n{}", words::check(&check, Tongue::English), check.wgsl),
        Err(fault) => panic!("{layout}: {}", words::fault(&fault, Tongue::English)),
    }
}

#[test]
fn the_table_of_layouts() {
    let Some(gpu) = gpu("the_table_of_layouts") else { return };
    LAYOUTS.iter().for_each(|text| check(gpu, &layout(text)));
}

#[test]
fn more_than_one_row_of_workgroups() {
    let Some(gpu) = gpu("more_than_one_row_of_workgroups") else { return };
    check(gpu, &layout(LARGE));
}

#[test]
fn random_layouts() {
    let Some(gpu) = gpu("random_layouts") else { return };
    let config = Config { failure_persistence: None, ..Config::with_cases(200) };
    let outcome = TestRunner::new(config).run(&layouts(), |layout| {
        check(gpu, &layout);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn pauses_after_each_slice() {
    let Some(gpu) = gpu("pauses_after_each_slice") else { return };
    let layout = layout("(1024,40):(40,1)");
    let mut told = Vec::new();
    let check = pollster::block_on(check_iota_in_slices(gpu, &layout, async |done| told.push(done)));
    assert!(check.expect("a check").agrees());
    assert_eq!(told, [SLICE, 2 * SLICE]);
}

fn check_changed(gpu: &Gpu, text: &str, change: impl FnOnce(&mut Kernel)) -> Result<Check, Fault> {
    let layout = layout(text);
    let mut kernel = iota::generate(&layout).expect("a kernel");
    change(&mut kernel);
    pollster::block_on(check_kernel(gpu, &kernel, |part| iota::twin(&layout, part), async |_| ()))
}

#[test]
fn a_wrong_kernel_is_found_out() {
    let Some(gpu) = gpu("a_wrong_kernel_is_found_out") else { return };
    let wrong = |kernel: &mut Kernel| kernel.wgsl = kernel.wgsl.replace("result[i] = ", "result[i] = i / 60u + ");
    let check = check_changed(gpu, "(4,16):(16,-1)", wrong).expect("it runs");
    assert!(!check.agrees());
    assert_eq!((check.elements, check.mismatches), (64, 4));
    assert_eq!(check.first, Some(Mismatch { coordinate: 60, gpu: -14, core: -15 }));
}

#[test]
fn faults_are_answers_and_the_device_goes_on() {
    let Some(gpu) = gpu("faults_are_answers_and_the_device_goes_on") else { return };
    let fault = check_changed(gpu, "8:1", |kernel| kernel.wgsl.push('?')).expect_err("no WGSL");
    assert!(matches!(fault, Fault::Invalid { .. }), "{fault:?}");
    let fault = check_changed(gpu, "8:1", |kernel| kernel.entry_point = "other").expect_err("no such entry point");
    assert!(matches!(fault, Fault::Invalid { .. }), "{fault:?}");
    let fault = check_changed(gpu, "8:1", |kernel| kernel.elements = u32::MAX).expect_err("too large");
    let most = gpu.buffer_limit();
    if most < u64::from(u32::MAX) * 4 {
        assert_eq!(fault, Fault::Refused(Refusal::TooLargeForDevice { bytes: u64::from(u32::MAX) * 4, limit: most }));
    }
    let large = layout(&format!("{}:1", ELEMENT_LIMIT + 1));
    let fault = pollster::block_on(check_iota(gpu, &large)).expect_err("too large");
    assert!(matches!(fault, Fault::Refused(Refusal::TooManyElements { .. })), "{fault:?}");
    check(gpu, &layout("8:1"));
}

#[test]
fn a_lost_device_is_an_answer() {
    if gpu("a_lost_device_is_an_answer").is_none() {
        return;
    }
    let own = pollster::block_on(Gpu::open(None)).expect("a second device");
    check(&own, &layout("8:1"));
    own.close();
    let fault = pollster::block_on(check_iota(&own, &layout("8:1"))).expect_err("closed");
    assert!(matches!(fault, Fault::DeviceLost { .. }), "{fault:?}");
}
