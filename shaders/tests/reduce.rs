//! Sums and roofs: accepted by naga, and equal to their twins.

mod common;
#[path = "common/programs.rs"]
mod programs;

use colex::work::{Budget, Progress, Work, finish};
use colex_shaders::accesses::Space;
use colex_shaders::index::Bounds;
use colex_shaders::kernel::Refusal;
use colex_shaders::make::{row_major, strided};
use colex_shaders::program::{Element, seed};
use colex_shaders::reduce::{Configuration, Summing, Tuning, accesses, generate, twin};
use colex_shaders::roof::{self, Arithmetic};
use colex_shaders::tune::CANDIDATE_LIMIT;
use colex_shaders::{copy, random};
use common::device::gpu;
use common::{LAYOUTS, layout, layouts};
use programs::{equal, validate, verdict};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Layout, threads, values, trips, and whether four are read at once.
const SUMS: &[(&str, u32, u32, u32, bool)] = &[
    ("1:0", 64, 8, 1, true),
    ("1:1", 1, 1, 1, true),
    ("7:1", 4, 2, 1, true),
    ("100000:1", 256, 8, 1, true),
    ("100003:1", 256, 8, 2, true),
    ("65536:1", 128, 4, 4, true),
    ("(300,40):(40,1)", 64, 3, 2, true),
    ("(300,40):(1,300)", 256, 8, 1, true),
    ("((8,8),(8,8)):((8,512),(1,64))", 32, 1, 1, true),
    ("Sw<3,2,3> o 0 o (64,64):(64,1)", 64, 4, 1, true),
    ("Sw<3,2,3> o 0 o (3,5):(5,1)", 64, 4, 1, false),
    ("(300,40):(44,1)", 256, 8, 1, false),
    ("(300,40):(0,1)", 64, 5, 3, false),
    ("5000:3", 512, 2, 1, false),
    ("(40,300):(2,80)", 1024, 1, 2, false),
];

fn configuration(&(text, threads, values, trips, _): &(&str, u32, u32, u32, bool)) -> Configuration {
    Configuration { source: layout(text), element: Element::F32, threads, values, trips }
}

/// The sum of all coordinates, one after the other.
fn naive(configuration: &Configuration) -> f64 {
    let flat = colex::table::FlatLayout::any(&configuration.source).expect("flat");
    let index = |linear| flat.index(linear).expect("an index") as u32;
    (0..flat.size()).map(|linear| f64::from(random::value(seed(0), index(linear)))).sum()
}

#[test]
fn the_table_of_sums() {
    let gpu = gpu("reduce");
    for each in SUMS {
        let mut configuration = configuration(each);
        for element in [Element::F32, Element::F16] {
            configuration.element = element;
            let program = generate(&configuration).unwrap_or_else(|refusal| panic!("{each:?}: {refusal:?}"));
            validate(&program);
            assert_eq!(program.bindings[0].element.lanes() == 4, each.4, "{each:?}\n{}", program.wgsl);
            let accesses = accesses(&configuration).expect("accesses").instructions;
            assert!(accesses.iter().all(|access| access.space == Space::Global || access.largest < access.places));
            assert!(accesses.iter().all(|access| access.indices.iter().all(|index| *index <= access.largest)));
            let sum = finish(Summing::new(&configuration).expect("a sum"), u64::MAX).expect("a sum");
            assert_eq!((sum.value, sum.tolerance), (naive(&configuration), 0.0), "{each:?}");
            if let Some(gpu) = gpu.filter(|gpu| gpu.limits().has_half || element == Element::F32) {
                equal(gpu, &program, &twin(&configuration).expect("a twin"));
            }
        }
    }
}

#[test]
fn any_layout() {
    let gpu = gpu("reduce");
    let check = |configuration: &Configuration| {
        // No buffer is so large that naga accepts a constant subscript beyond 2^31.
        let Ok(bounds) = Bounds::of(&configuration.source) else { return };
        if bounds.cosize > 1 << 31 {
            return;
        }
        let program = generate(configuration).expect("a program");
        validate(&program);
        if let Some(gpu) = gpu.filter(|_| bounds.cosize < 1 << 20) {
            equal(gpu, &program, &twin(configuration).expect("a twin"));
        }
    };
    LAYOUTS.iter().for_each(|text| check(&Configuration::for_layout(layout(text))));
    let config = Config { failure_persistence: None, ..Config::with_cases(60) };
    let outcome = TestRunner::new(config).run(&layouts(), |layout| {
        check(&Configuration::for_layout(layout));
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_family_of_tunings() {
    let family = Tuning::family();
    assert!(family.len() <= CANDIDATE_LIMIT, "{}", family.len());
    for tuning in family {
        assert_eq!(Tuning::read(&tuning.to_string()), Some(tuning));
        validate(&generate(&Configuration::for_size(1 << 26).with(tuning)).expect("a program"));
    }
    assert_eq!(["", "256.8", "256.8.x", "256.8.4.2"].map(Tuning::read), [None; 4]);
}

#[test]
fn slices_make_no_difference() {
    let configuration = configuration(&SUMS[4]);
    let whole = finish(Summing::new(&configuration).expect("a sum"), u64::MAX).expect("a sum");
    let mut slices = Summing::new(&configuration).expect("a sum");
    let mut rounds = 0;
    let sum = loop {
        rounds += 1;
        match slices.resume(&mut Budget::new(1)) {
            Progress::Done(sum) => break sum,
            Progress::More { done, total } => assert!(done < total.expect("a total")),
        }
    };
    assert_eq!((sum, rounds), (whole, 100_003_u32.div_ceil(4).div_ceil(256 * 8 * 2)));
    assert_eq!(slices.resume(&mut Budget::new(1)), Progress::Done(whole));
}

#[test]
fn what_rounds_has_a_tolerance() {
    // One number over and over: its sum leaves what f32 holds exactly.
    let configuration = Configuration::for_layout(strided(&[(1 << 22, 0)]));
    let sum = finish(Summing::new(&configuration).expect("a sum"), u64::MAX).expect("a sum");
    let one = f64::from(random::value(seed(0), 0));
    assert_eq!(sum.value, one * f64::from(1 << 22));
    assert!(sum.tolerance > 0.0 && sum.tolerance < sum.value.abs() * 1e-5, "{sum:?}");
    // In any order of the family.
    if let Some(gpu) = gpu("reduce") {
        for tuning in Tuning::family().into_iter().filter(|tuning| tuning.threads <= gpu.limits().threads).step_by(7) {
            let program = generate(&configuration.with(tuning)).expect("a program");
            equal(gpu, &program, &twin(&configuration).expect("a twin"));
        }
    }
    if let Some(gpu) = gpu("reduce") {
        equal(gpu, &generate(&configuration).expect("a program"), &twin(&configuration).expect("a twin"));
    }
}

#[test]
fn large_sums_are_accepted() {
    for size in [1 << 20, 1 << 24, 1 << 28, 1 << 30, (1 << 28) + 13] {
        let program = generate(&Configuration::for_size(size)).expect("a program");
        validate(&program);
        assert_eq!(program.bindings[0].element, Element::F32x4);
    }
    let padded = Configuration::for_layout(row_major(20_000, 20_000, 20_001));
    validate(&generate(&padded).expect("a program"));
}

#[test]
fn a_wrong_sum_is_found_out() {
    let Some(gpu) = gpu("reduce") else { return };
    let configuration = configuration(&SUMS[4]);
    let program = generate(&configuration).expect("a program");
    for (right, wrong) in [("s1 += a5;", "s1 += a4;"), ("sums[thread % 16u + 16u]", "sums[thread % 16u + 32u]")] {
        let mut changed = program.clone();
        assert!(changed.wgsl.contains(right), "{}", changed.wgsl);
        changed.wgsl = changed.wgsl.replace(right, wrong);
        assert!(!verdict(gpu, &changed, &twin(&configuration).expect("a twin")).is_right());
    }
}

#[test]
fn what_is_refused() {
    let good = configuration(&SUMS[3]);
    for configuration in [
        Configuration { threads: 96, ..good.clone() },
        Configuration { values: 0, ..good.clone() },
        Configuration { values: 64, ..good.clone() },
        Configuration { trips: 0, ..good.clone() },
        Configuration { trips: u32::MAX, ..good.clone() },
        Configuration { element: Element::U32, ..good.clone() },
    ] {
        let refusal = generate(&configuration).expect_err("refused");
        assert!(matches!(refusal, Refusal::Mismatched { .. }), "{configuration:?}: {refusal:?}");
    }
    let many = Configuration { source: layout("1000000:1"), threads: 1, values: 1, trips: 1, ..good };
    assert!(matches!(generate(&many), Err(Refusal::TooManyWorkgroups { .. })));
}

#[test]
fn roofs() {
    let gpu = gpu("roof");
    validate(&generate(&Configuration::for_size(5)).expect("a program"));
    validate(&copy::generate(&roof::memory(1 << 26)).expect("a program"));
    validate(&roof::generate(&Arithmetic::default()).expect("a program"));
    for (chains, unrolled, steps) in [(1, 1, 1), (4, 3, 5), (8, 16, 8), (16, 2, 100), (32, 1, 7)] {
        let roof = Arithmetic { workgroups: 3, threads: 64, chains, unrolled, steps };
        let program = roof::generate(&roof).expect("a program");
        validate(&program);
        if let Some(gpu) = gpu {
            equal(gpu, &program, &roof::twin(&roof).expect("a twin"));
            let mut wrong = program.clone();
            wrong.wgsl = wrong.wgsl.replace(&format!("step < {steps}u"), &format!("step < {}u", steps - 1));
            assert!(!verdict(gpu, &wrong, &roof::twin(&roof).expect("a twin")).is_right());
        }
    }
    let good = Arithmetic::default();
    for roof in [
        Arithmetic { chains: 0, ..good },
        Arithmetic { chains: 33, ..good },
        Arithmetic { unrolled: 65, ..good },
        Arithmetic { steps: 0, ..good },
        Arithmetic { steps: 10_000, ..good },
        Arithmetic { workgroups: 0, ..good },
    ] {
        assert!(matches!(roof::generate(&roof), Err(Refusal::Mismatched { .. })), "{roof:?}");
    }
}

proptest! {
    #[test]
    fn nothing_panics(
        source in layouts(),
        element in prop_oneof![Just(Element::F32), Just(Element::F16x4)],
        threads in prop_oneof![Just(256_u32), any::<u32>()],
        values in prop_oneof![0_u32..40, any::<u32>()],
        trips in prop_oneof![0_u32..40, any::<u32>()],
        roof in prop::array::uniform5(prop_oneof![0_u32..70, any::<u32>()]),
    ) {
        let configuration = Configuration { source, element, threads, values, trips };
        if let Ok(program) = generate(&configuration) {
            prop_assert!(program.wgsl.len() < 1 << 17);
            prop_assert!(accesses(&configuration).is_ok() && Summing::new(&configuration).is_ok());
        }
        let [workgroups, threads, chains, unrolled, steps] = roof;
        let roof = Arithmetic { workgroups, threads, chains, unrolled, steps };
        prop_assert_eq!(roof::generate(&roof).is_ok(), roof::twin(&roof).is_ok());
    }
}
