//! Programs on a device: their inputs, their results against their twins, their times. As in `gpu.rs`, where there is no
//! adapter these tests say that they did not run.

mod common;

use std::ops::ControlFlow;
use std::time::Instant;

use colex_shaders::device::{Fault, Gpu, Opening};
use colex_shaders::kernel::Refusal;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{
    Access, Binding, Element, Elements, Expectation, Limits, Matrices, Pass, Program, Twin, Work, seed,
};
use colex_shaders::random;
use colex_shaders::timing::{Method, Next, Plan, Progress, Stage, Timing, forecast, time};
use colex_shaders::tune::{self, Candidate, Fate, Tuned, tune};
use colex_shaders::verify::{Verdict, Wrong, verify};
use common::device::gpu;
use pollster::block_on;

/// `b = a` for `elements` elements, by way of `expression`, and as if it took two passes where `is_twice`.
fn copy(element: Element, elements: u64, expression: &str, is_twice: bool) -> Program {
    let bindings = vec![
        Binding { name: "a", element, elements, access: Access::Read },
        Binding { name: "b", element, elements, access: Access::Write },
    ];
    let declarations = bindings.iter().enumerate().map(|(index, binding)| binding.wgsl(index) + "\n");
    let wgsl = format!(
        "{}{}
@compute @workgroup_size(64)
fn copy(@builtin(global_invocation_id) id: vec3<u32>) {{
    let i = id.x;
    if (i < {elements}u) {{ b[i] = {expression}; }}
}}
",
        if element.is_half() { "enable f16;\n" } else { "" },
        declarations.collect::<String>()
    );
    let pass = Pass { entry_point: "copy", workgroups: [elements.div_ceil(64) as u32, 1, 1], threads: 64 };
    let passes = if is_twice { vec![pass.clone(), pass] } else { vec![pass] };
    let work = Work { bytes: 2 * elements * element.bytes(), flops: 0, is_integer: false };
    Program { wgsl, sections: Vec::new(), bindings, passes, shared_bytes: 0, matrices: None, work }
}

fn copied(elements: Elements) -> Twin {
    let value = |number: u64| Some(Expectation { value: random::value(seed(0), number as u32).into(), tolerance: 0.0 });
    Twin { binding: 1, elements, value: Box::new(value) }
}

fn verdict(gpu: &Gpu, program: &Program, twin: &Twin) -> Result<Verdict, Fault> {
    let prepared = block_on(Prepared::new(gpu, program))?;
    block_on(verify(gpu, &prepared, twin, async |_| ControlFlow::Continue(())))
}

#[test]
fn inputs_are_the_numbers_of_the_twin() {
    let Some(gpu) = gpu("inputs_are_the_numbers_of_the_twin") else { return };
    let mut elements = vec![Element::F32, Element::F32x4];
    if gpu.limits().has_half {
        elements.extend([Element::F16, Element::F16x4]);
    }
    for element in elements {
        // Odd, one, and more than a row of workgroups of the kernel that fills.
        for count in [1, 3, 1001] {
            let program = copy(element, count, "a[i]", false);
            let verdict = verdict(gpu, &program, &copied(Elements::All)).expect("a verdict");
            assert!(verdict.is_right(), "{element:?} {count}: {verdict:?}");
            assert_eq!((verdict.compared, verdict.largest_error), (count * element.lanes(), 0.0));
        }
        let samples = [0, 1, 5, 6, 7, 999, 1000];
        let program = copy(element, 1001, "a[i]", false);
        let verdict = verdict(gpu, &program, &copied(Elements::Sampled(samples.to_vec()))).expect("a verdict");
        assert!(verdict.is_right(), "{element:?}: {verdict:?}");
        assert_eq!(verdict.compared, samples.len() as u64);
    }
    let twin = Twin {
        value: Box::new(|number| {
            Some(Expectation { value: random::hash(seed(0), number as u32).into(), tolerance: 0.0 })
        }),
        ..copied(Elements::All)
    };
    let verdict = verdict(gpu, &copy(Element::U32, 1001, "a[i]", false), &twin).expect("a verdict");
    assert!(verdict.is_right(), "{verdict:?}");
}

#[test]
fn a_large_input_is_filled_to_its_end() {
    let Some(gpu) = gpu("a_large_input_is_filled_to_its_end") else { return };
    // More workgroups than one row of the kernel that fills has, and more bytes than are read back at a time.
    let count = 65_535 * 256 + 1000;
    let mut program = copy(Element::F32x4, count / 4, "a[i]", false);
    program.passes[0].workgroups = [65_535, 2, 1];
    program.wgsl = program.wgsl.replace("let i = id.x;", "let i = id.y * 4194240u + id.x;");
    let numbers = (0..1000).map(|sample| sample * (count / 1000)).chain(count - 20..count).collect();
    let verdict = verdict(gpu, &program, &copied(Elements::Sampled(numbers))).expect("a verdict");
    assert!(verdict.is_right(), "{verdict:?}");
    assert_eq!(verdict.compared, 1020);
}

#[test]
fn a_planted_error_is_found() {
    let Some(gpu) = gpu("a_planted_error_is_found") else { return };
    let wrong = copy(Element::F32, 10_000, "select(a[i], 2.0, i == 7777u)", false);
    let expected = random::value(seed(0), 7777).into();
    let first = Some(Wrong { number: 7777, gpu: 2.0, expected, tolerance: 0.0 });
    let verdict_of = |elements| verdict(gpu, &wrong, &copied(elements)).expect("a verdict");
    let all = verdict_of(Elements::All);
    assert_eq!(all, Verdict { compared: 10_000, wrong: 1, first, largest_error: 2.0 - expected });
    assert!(!all.is_right());
    assert!(verdict_of(Elements::Sampled(vec![7776, 7778])).is_right());
    assert_eq!(verdict_of(Elements::Sampled(vec![7776, 7777])).first, first);
    // Numbers that are not written must stay zero, and no number is not a number.
    let untouched = Twin { value: Box::new(|_| None), ..copied(Elements::All) };
    assert_eq!(verdict(gpu, &wrong, &untouched).expect("a verdict").wrong, wrong_zeros());
    let nan = copy(Element::F32, 10, "bitcast<f32>(0x7fc00000u + i)", false);
    let verdict = verdict(gpu, &nan, &copied(Elements::All)).expect("a verdict");
    assert_eq!((verdict.wrong, verdict.largest_error), (10, f64::INFINITY));
    let beyond = verdict_fault(gpu, &wrong, &copied(Elements::Sampled(vec![10_000])));
    assert!(matches!(beyond, Fault::ReadBack { .. }), "{beyond:?}");
}

/// Counts the numbers copied above that are not zero.
fn wrong_zeros() -> u64 {
    (0..10_000).filter(|number| *number == 7777 || random::value(seed(0), *number) != 0.0).count() as u64
}

fn verdict_fault(gpu: &Gpu, program: &Program, twin: &Twin) -> Fault {
    verdict(gpu, program, twin).expect_err("no verdict")
}

#[test]
fn a_comparison_can_be_called_off() {
    let Some(gpu) = gpu("a_comparison_can_be_called_off") else { return };
    let prepared = block_on(Prepared::new(gpu, &copy(Element::F32, 10_000, "a[i]", false))).expect("prepared");
    let mut last = 0.0;
    let pause = async |done: f32| {
        assert!(last <= done && done <= 1.0);
        last = done;
        if done < 0.5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    assert_eq!(block_on(verify(gpu, &prepared, &copied(Elements::All), pause)), Err(Fault::Cancelled));
}

#[test]
fn two_programs_for_one_task_share_their_buffers() {
    let Some(gpu) = gpu("two_programs_for_one_task_share_their_buffers") else { return };
    let first = block_on(Prepared::new(gpu, &copy(Element::F32, 4000, "a[i]", false))).expect("prepared");
    let second = copy(Element::F32x4, 1000, "a[i]", false);
    let second = block_on(Prepared::beside(gpu, &second, Some(&first))).expect("prepared");
    drop(first);
    let verdict = block_on(verify(gpu, &second, &copied(Elements::All), async |_| ControlFlow::Continue(())));
    assert!(verdict.expect("a verdict").is_right());
}

#[test]
fn what_a_device_does_not_allow_is_refused() {
    if gpu("what_a_device_does_not_allow_is_refused").is_none() {
        return;
    }
    let most = Limits {
        threads: 32,
        shared_bytes: 1024,
        workgroups: 8,
        buffer_bytes: 4096,
        has_half: false,
        matrices: Matrices::default(),
    };
    let tiny = block_on(Gpu::open_as(Opening { most: Some(most), ..Opening::default() })).expect("a device");
    assert_eq!(tiny.limits(), most);
    let refused = |program: &Program| match block_on(Prepared::new(&tiny, program)) {
        Err(Fault::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    };
    let program = copy(Element::F32, 64, "a[i]", false);
    assert_eq!(refused(&program), Refusal::TooManyThreads { threads: 64, limit: 32 });
    let large = copy(Element::F32, 1025, "a[i]", false);
    assert_eq!(refused(&large), Refusal::TooLargeForDevice { bytes: 4100, limit: 4096 });
    assert!(Fault::from(refused(&large)).is_worth_half());
    assert_eq!(refused(&copy(Element::F16, 64, "a[i]", false)), Refusal::NoHalf);
    let shared = Program { shared_bytes: 1025, ..program.clone() };
    assert_eq!(refused(&shared), Refusal::TooMuchShared { bytes: 1025, limit: 1024 });
    let mut many = program.clone();
    many.passes[0].threads = 32;
    many.passes[0].workgroups = [1, 9, 1];
    assert_eq!(refused(&many), Refusal::TooManyWorkgroups { workgroups: 9, limit: 8 });
    let refused = block_on(Gpu::open_as(Opening { adapter_tries: 0, ..Opening::default() })).expect_err("no adapter");
    assert_eq!(refused, Fault::NoAdapter { tries: 0 });
}

#[test]
fn what_a_driver_does_not_accept_is_a_fault() {
    let Some(gpu) = gpu("what_a_driver_does_not_accept_is_a_fault") else { return };
    let mut program = copy(Element::F32, 64, "a[i]", false);
    program.wgsl.push('?');
    let fault = block_on(Prepared::new(gpu, &program)).expect_err("no WGSL");
    assert!(matches!(fault, Fault::Invalid { .. }) && !fault.is_worth_half(), "{fault:?}");
    assert!(verdict(gpu, &copy(Element::F32, 64, "a[i]", false), &copied(Elements::All)).is_ok());
}

/// Short enough for a software adapter.
fn short() -> Plan {
    Plan { samples: 5, wake_s: 0.0, warm_up_s: 0.002, pass_s: 0.001, submit_s: 0.25, most_s: 30.0, on_the_wall: false }
}

fn timed(gpu: &Gpu, programs: &[&Prepared], plan: &Plan) -> Result<(Vec<Timing>, Vec<Progress>), Fault> {
    let began = Instant::now();
    let mut told: Vec<Progress> = Vec::new();
    let tell = async |progress: Progress| {
        assert!((0.0..=1.0).contains(&progress.done));
        assert!(told.last().is_none_or(|last| last.done <= progress.done), "{told:?} {progress:?}");
        told.push(progress);
        Next::On
    };
    let timings = block_on(time(gpu, programs, plan, || began.elapsed().as_secs_f64(), tell))?;
    Ok((timings, told))
}

#[test]
fn programs_are_timed_side_by_side() {
    let Some(gpu) = gpu("programs_are_timed_side_by_side") else { return };
    let small = block_on(Prepared::new(gpu, &copy(Element::F32, 1000, "a[i]", false))).expect("prepared");
    let large = block_on(Prepared::new(gpu, &copy(Element::F32, 200_000, "a[i]", true))).expect("prepared");
    for on_the_wall in [false, true] {
        let plan = Plan { on_the_wall, ..short() };
        let (timings, told) = timed(gpu, &[&small, &large], &plan).expect("timings");
        assert_eq!(timings.len(), 2);
        for timing in &timings {
            assert_eq!(timing.seconds.len(), 5);
            assert!(timing.seconds.iter().all(|seconds| *seconds > 0.0), "{timing:?}");
            let is_on_the_wall = timing.method == Method::WallClock;
            assert_eq!(is_on_the_wall, on_the_wall || !gpu.has_timestamps());
        }
        let samples = told.iter().filter(|progress| progress.stage != Stage::WarmUp);
        let samples = samples.map(|progress| (progress.program, progress.stage)).collect::<Vec<_>>();
        let expected = (1..=5).flat_map(|number| [0, 1].map(|program| (program, Stage::Sample { number, of: 5 })));
        assert_eq!(samples, expected.collect::<Vec<_>>());
    }
}

#[test]
fn without_timestamps_the_clock_on_the_wall_is_used() {
    if gpu("without_timestamps_the_clock_on_the_wall_is_used").is_none() {
        return;
    }
    let opening = Opening { has_timestamps: false, ..Opening::default() };
    let gpu = &block_on(Gpu::open_as(opening)).expect("a device");
    assert!(!gpu.has_timestamps());
    let prepared = block_on(Prepared::new(gpu, &copy(Element::F32, 1000, "a[i]", false))).expect("prepared");
    let (timings, _) = timed(gpu, &[&prepared], &short()).expect("timings");
    assert_eq!(timings[0].method, Method::WallClock);
    assert!(timings[0].median() > 0.0);
}

#[test]
fn timing_can_be_called_off_and_samples_thrown_away() {
    let Some(gpu) = gpu("timing_can_be_called_off_and_samples_thrown_away") else { return };
    let prepared = block_on(Prepared::new(gpu, &copy(Element::F32, 1000, "a[i]", false))).expect("prepared");
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64();
    let stop = async |progress: Progress| if progress.stage == Stage::WarmUp { Next::On } else { Next::Stop };
    assert_eq!(block_on(time(gpu, &[&prepared], &short(), clock, stop)), Err(Fault::Cancelled));
    let mut thrown = 0;
    let again = async |progress: Progress| {
        if matches!(progress.stage, Stage::Sample { number: 2, .. }) && thrown < 3 {
            thrown += 1;
            return Next::Again;
        }
        Next::On
    };
    let timings = block_on(time(gpu, &[&prepared], &short(), clock, again)).expect("timings");
    assert_eq!(timings[0].seconds.len(), 5);
    assert_eq!(thrown, 3);
    let always = async |_| Next::Again;
    assert_eq!(block_on(time(gpu, &[&prepared], &short(), clock, always)), Err(Fault::Cancelled));
}

#[test]
fn what_takes_too_long_is_refused_with_a_number() {
    let Some(gpu) = gpu("what_takes_too_long_is_refused_with_a_number") else { return };
    let prepared = block_on(Prepared::new(gpu, &copy(Element::F32, 200_000, "a[i]", true))).expect("prepared");
    let plan = Plan { most_s: 1e-9, ..short() };
    let fault = timed(gpu, &[&prepared], &plan).expect_err("too long");
    assert!(matches!(fault, Fault::TooLong { most: 1, .. }) && fault.is_worth_half(), "{fault:?}");
}

#[test]
fn a_run_is_foretold_from_a_part_of_it() {
    let Some(gpu) = gpu("a_run_is_foretold_from_a_part_of_it") else { return };
    // Long enough that a part of the workgroups says how long all take.
    let sum = "a[i]; for (var j = 0u; j < 10000u; j += 1u) { b[i] = b[i] * 0.5 + a[(i + j) % 4096u]; }";
    let prepared = block_on(Prepared::new(gpu, &copy(Element::F32, 4096, sum, false))).expect("prepared");
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64();
    for on_the_wall in [false, true] {
        let plan = Plan { on_the_wall, ..short() };
        let foretold = block_on(forecast(gpu, &prepared, &plan, clock)).expect("a forecast");
        assert!(foretold > 0.0);
        let hasty = Plan { most_s: 1e-6, ..plan };
        let fault = block_on(forecast(gpu, &prepared, &hasty, clock)).expect_err("too long");
        assert!(matches!(fault, Fault::TooLong { .. }), "{fault:?}");
    }
}

#[test]
fn a_device_lost_while_timing_is_an_answer_and_the_next_one_works() {
    if gpu("a_device_lost_while_timing_is_an_answer_and_the_next_one_works").is_none() {
        return;
    }
    for on_the_wall in [false, true] {
        let own = block_on(Gpu::open(None)).expect("a device");
        let prepared = block_on(Prepared::new(&own, &copy(Element::F32, 1000, "a[i]", false))).expect("prepared");
        let began = Instant::now();
        let tell = async |progress: Progress| {
            if matches!(progress.stage, Stage::Sample { number: 2, .. }) {
                own.close();
            }
            Next::On
        };
        let plan = Plan { on_the_wall, ..short() };
        let fault = block_on(time(&own, &[&prepared], &plan, || began.elapsed().as_secs_f64(), tell));
        assert!(matches!(fault, Err(Fault::DeviceLost { .. })), "{fault:?}");
        let fault = block_on(verify(&own, &prepared, &copied(Elements::All), async |_| ControlFlow::Continue(())));
        assert!(matches!(fault, Err(Fault::DeviceLost { .. })), "{fault:?}");
        let next = block_on(Gpu::open(None)).expect("the next device");
        let program = copy(Element::F32, 1000, "a[i]", false);
        assert!(verdict(&next, &program, &copied(Elements::All)).expect("a verdict").is_right());
    }
}

fn candidates() -> Vec<Candidate> {
    let candidate = |name: &str, expression: &str, is_twice| Candidate {
        name: name.to_owned(),
        program: copy(Element::F32, 50_000, expression, is_twice),
    };
    let mut all = vec![
        candidate("wrong", "a[i] + select(0.0, 1.0, i == 41u)", false),
        candidate("no WGSL", "a[i", false),
        candidate("copy", "a[i]", false),
        candidate("twice", "a[i]", true),
    ];
    all.push(Candidate { name: "fours".to_owned(), program: copy(Element::F32x4, 12_500, "a[i]", false) });
    all.push(candidate("slow", "exp(log(a[i] + 2.0)) * 0.0 + a[i]", true));
    all
}

fn tuned(gpu: &Gpu, candidates: &[Candidate], tell: impl AsyncFnMut(tune::Progress) -> Next) -> Result<Tuned, Fault> {
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64();
    block_on(tune(gpu, candidates, copied(Elements::All), &short(), f64::INFINITY, clock, tell))
}

#[test]
fn a_search_drops_what_is_wrong_and_what_does_not_run() {
    let Some(gpu) = gpu("a_search_drops_what_is_wrong_and_what_does_not_run") else { return };
    let mut last = 0.0;
    let mut fewest = usize::MAX;
    let tell = async |progress: tune::Progress| {
        assert!(last <= progress.done && progress.done <= 1.0, "{last} {progress:?}");
        last = progress.done;
        fewest = fewest.min(progress.left);
        Next::On
    };
    let found = tuned(gpu, &candidates(), tell).expect("a table");
    assert_eq!(fewest, tune::FINALISTS);
    let names = |is: &dyn Fn(Fate) -> bool| {
        let rows = found.table.iter().filter(|row| is(row.fate));
        rows.map(|row| row.name.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(found.table.len(), 6);
    assert_eq!(names(&|fate| fate == Fate::Wrong), ["wrong"]);
    assert_eq!(names(&|fate| fate == Fate::Refused), ["no WGSL"]);
    assert_eq!(names(&|fate| matches!(fate, Fate::Timed { rounds: 2, .. })).len(), 3);
    assert_eq!(names(&|fate| matches!(fate, Fate::Timed { rounds: 1, .. })).len(), 1);
    let best = found.best().expect("one is right");
    let least = found.table.iter().filter(|row| matches!(row.fate, Fate::Timed { rounds: 2, .. }));
    assert_eq!(best.fate.seconds(), least.filter_map(|row| row.fate.seconds()).reduce(f64::min));
    assert_eq!(Tuned::decode(&found.encode()), Some(found));
}

#[test]
fn a_search_without_time_compares_a_few_and_times_them() {
    let Some(gpu) = gpu("a_search_without_time_compares_a_few_and_times_them") else { return };
    let all = (0..8).map(|number| Candidate { name: format!("copy {number}"), ..candidates()[2].clone() });
    let all = all.collect::<Vec<_>>();
    let began = Instant::now();
    let clock = || began.elapsed().as_secs_f64();
    let found = block_on(tune(gpu, &all, copied(Elements::All), &short(), 0.0, clock, async |_| Next::On));
    let found = found.expect("a table");
    assert_eq!(found.table.len(), tune::FINALISTS);
    assert!(found.table.iter().all(|row| matches!(row.fate, Fate::Timed { .. })), "{found:?}");
}

#[test]
fn a_search_can_be_called_off_and_may_find_nothing() {
    let Some(gpu) = gpu("a_search_can_be_called_off_and_may_find_nothing") else { return };
    let all = candidates();
    let comparing = async |_: tune::Progress| Next::Stop;
    assert_eq!(tuned(gpu, &all, comparing), Err(Fault::Cancelled));
    let timing = async |progress: tune::Progress| {
        if progress.stage == tune::Stage::Compare { Next::On } else { Next::Stop }
    };
    assert_eq!(tuned(gpu, &all, timing), Err(Fault::Cancelled));
    let wrong = tuned(gpu, &all[..1], async |_| Next::On).expect("a table");
    assert_eq!((wrong.best(), wrong.table.len()), (None, 1));
    let invalid = tuned(gpu, &all[1..2], async |_| Next::On);
    assert!(matches!(invalid, Err(Fault::Invalid { .. })), "{invalid:?}");
    assert_eq!(tuned(gpu, &[], async |_| Next::On), Ok(Tuned::default()));
}
