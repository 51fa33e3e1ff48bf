//! Copies between layouts: accepted by naga, four wide where the layouts allow it, and equal to their twins.

mod common;
#[path = "common/programs.rs"]
mod programs;

use colex::AnyLayout;
use colex::cost::GlobalCost;
use colex_shaders::copy::{Configuration, accesses, generate, twin};
use colex_shaders::device::Gpu;
use colex_shaders::index::Bounds;
use colex_shaders::kernel::Refusal;
use colex_shaders::make::strided;
use colex_shaders::origin::Origins;
use colex_shaders::predicted::{Cost, predicted};
use colex_shaders::program::{COMPARED, Element, Elements};
use common::device::gpu;
use common::{LAYOUTS, layout, layouts};
use programs::{equal, validate, verdict};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Source, destination, tile, `(thread, value) -> tile`, and whether it is four wide.
const COPIES: &[(&str, &str, &[u32], &str, bool)] = &[
    ("4096:1", "4096:1", &[1024], "(64,(4,4)):(4,(1,256))", true),
    ("4099:1", "4099:1", &[1024], "(64,(4,4)):(4,(1,256))", true),
    ("3:1", "3:1", &[1024], "(64,(4,4)):(4,(1,256))", true),
    ("1:1", "1:1", &[4], "(1,4):(1,1)", true),
    // Values in another order are still side by side.
    ("4096:1", "4096:1", &[1024], "(64,(4,4)):(4,(256,1))", true),
    // A bad order of threads stays as it is given.
    ("4096:1", "4096:1", &[1024], "(64,16):(16,1)", true),
    ("4096:1", "4096:1", &[1024], "(64,16):(1,64)", false),
    ("4096:2", "4096:1", &[1024], "(64,16):(16,1)", false),
    ("4096:1", "4096:3", &[1024], "(64,16):(1,64)", false),
    ("(64,64):(64,1)", "(64,64):(64,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
    ("(64,64):(64,1)", "(64,64):(1,64)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", false),
    ("(64,64):(68,1)", "(64,64):(72,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
    ("(64,64):(66,1)", "(64,64):(72,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", false),
    ("(50,70):(72,1)", "(50,70):(80,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
    ("(50,71):(72,1)", "(50,71):(80,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
    ("(50,71):(71,1)", "(50,71):(80,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", false),
    ("(64,64):(1,64)", "(64,64):(1,64)", &[32, 16], "((8,8),(4,2)):((4,64),(1,32))", true),
    // 1-D coordinates of matrices.
    ("(64,64):(1,64)", "(64,64):(1,80)", &[1024], "(64,(4,4)):(4,(1,256))", true),
    ("(64,64):(64,1)", "(64,64):(64,1)", &[1024], "(64,(4,4)):(4,(1,256))", false),
    ("((8,8),(8,8)):((8,512),(1,64))", "(64,64):(64,1)", &[8, 8], "((2,8),4):((32,1),8)", true),
    ("Sw<3,2,3> o 0 o (64,64):(64,1)", "(64,64):(64,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
    ("Sw<3,0,3> o 0 o (64,64):(64,1)", "(64,64):(64,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", false),
    ("(4,8,6):(48,6,1)", "(4,8,6):(1,4,32)", &[2, 3, 4], "(6,4):(4,1)", false),
    ("(40,6,4):(1,40,240)", "(40,6,4):(1,48,300)", &[8, 2, 1], "(4,4):(4,1)", true),
    // A source that repeats itself.
    ("(64,64):(0,1)", "(64,64):(64,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))", true),
];

fn configuration(&(source, destination, tile, thread_values, _): &(&str, &str, &[u32], &str, bool)) -> Configuration {
    Configuration {
        source: layout(source),
        destination: layout(destination),
        element: Element::F32,
        tile: tile.to_vec(),
        thread_values: layout(thread_values),
    }
}

#[test]
fn the_table_of_copies() {
    let gpu = gpu("copy");
    for each in COPIES {
        let mut configuration = configuration(each);
        for element in [Element::F32, Element::F16] {
            configuration.element = element;
            let program = generate(&configuration).unwrap_or_else(|refusal| panic!("{each:?}: {refusal:?}"));
            validate(&program);
            assert_eq!(program.bindings[0].element.lanes() == 4, each.4, "{each:?}\n{}", program.wgsl);
            let accesses = accesses(&configuration).expect("accesses").instructions;
            assert!(accesses.iter().all(|access| access.bytes == program.bindings[0].element.bytes()));
            if let Some(gpu) = gpu.filter(|gpu| gpu.limits().has_half || element == Element::F32) {
                equal(gpu, &program, &twin(&configuration).expect("a twin"));
            }
        }
    }
}

#[test]
fn sizes() {
    let gpu = gpu("copy");
    for size in [1, 2, 5, 4095, 4096, 4097, 100_003] {
        let configuration = Configuration::for_size(size);
        let program = generate(&configuration).expect("a program");
        validate(&program);
        if let Some(gpu) = gpu {
            equal(gpu, &program, &twin(&configuration).expect("a twin"));
        }
    }
    // More workgroups than one row holds.
    let configuration = Configuration::for_size(1 << 29);
    let program = generate(&configuration).expect("a program");
    validate(&program);
    assert_eq!(program.passes[0].workgroups, [32_768, 16, 1]);
}

#[test]
fn matrices_are_copied_along_their_lines() {
    let table = [
        ("(4096,4096):(4096,1)", vec![1, 1024], "((_256,_1),_4):((_4,_1),_1)"),
        ("(4096,4096):(1,4096)", vec![1024, 1], "((_256,_1),_4):((_4,_1024),_1)"),
        ("(4096,100):(100,1)", vec![8, 128], "((_32,_8),_4):((_32,_1),_8)"),
        ("(3,4096):(1,3)", vec![4, 256], "((_4,_64),_4):((_1,_4),_256)"),
        ("(4096,4097):(4097,1)", vec![1, 1024], "(_256,(_4,_1)):(_1,(_256,_1))"),
        ("(4096,101):(101,1)", vec![8, 128], "((_128,_2),_4):((_8,_1),_2)"),
    ];
    for (matrix, tile, thread_values) in table {
        let configuration = Configuration::for_layouts(layout(matrix), layout(matrix));
        assert_eq!(configuration.tile, tile);
        assert_eq!(configuration.thread_values.to_string(), thread_values);
        let program = generate(&configuration).expect("a program");
        validate(&program);
        let is_odd = matrix.starts_with("(3") || matrix.contains("97)") || matrix.contains("101");
        assert_eq!(program.bindings[0].element.lanes(), if is_odd { 1 } else { 4 }, "{}", program.wgsl);
    }
}

/// Checks that modes side by side in both are one line, however many they are and however odd.
#[test]
fn what_is_one_line_is_copied_as_one() {
    let gpu = gpu("what_is_one_line_is_copied_as_one");
    let table = [
        ("(63,65):(65,1)", "(63,65):(65,1)", Some(4095)),
        ("(63,65):(1,63)", "(63,65):(1,63)", Some(4095)),
        ("((3,5),(7,2)):((1,42),(6,3))", "((3,5),(7,2)):((1,42),(6,3))", Some(210)),
        ("(63,65):(65,1)", "(63,65):(1,63)", None),
        ("(63,64):(65,1)", "(63,64):(65,1)", None),
        ("Sw<2,0,2> o 0 o (16,16):(16,1)", "Sw<2,0,2> o 0 o (16,16):(16,1)", None),
    ];
    for (source, destination, line) in table {
        let configuration = Configuration::fitting(layout(source), layout(destination));
        match line {
            Some(size) => assert_eq!(configuration, Configuration::for_size(size), "{source}"),
            None => assert_eq!(configuration, Configuration::for_layouts(layout(source), layout(destination))),
        }
        let program = generate(&configuration).expect("a program");
        validate(&program);
        // The layouts themselves say what is written.
        let own = Configuration { source: layout(source), destination: layout(destination), ..configuration };
        if let Some(gpu) = gpu {
            equal(gpu, &program, &twin(&own).expect("a twin"));
        }
    }
}

/// Layouts as they come: any source, and any destination that is injective, by the configuration made for them.
fn check_any(gpu: Option<&Gpu>, source: AnyLayout, destination: AnyLayout) {
    let size = |layout: &AnyLayout| Bounds::of(layout).map(|bounds| bounds.elements).unwrap_or(0);
    if size(&source) == 0
        || size(&source) != size(&destination)
        || Bounds::of(&source).is_ok_and(|it| it.cosize > 1 << 20)
    {
        return;
    }
    if Origins::of(&destination).is_err() || Bounds::of(&destination).is_ok_and(|bounds| bounds.cosize > 1 << 20) {
        return;
    }
    let mut configuration = Configuration::for_layouts(source, destination);
    let program = match generate(&configuration) {
        // Two shapes of one size.
        Err(Refusal::Mismatched { .. }) => {
            configuration = Configuration::lines(configuration.source, configuration.destination, 32, 2);
            generate(&configuration).expect("a program of 1-D coordinates")
        }
        program => program.expect("a program"),
    };
    validate(&program);
    if let Some(gpu) = gpu {
        equal(gpu, &program, &twin(&configuration).expect("a twin"));
    }
}

#[test]
fn the_table_of_layouts() {
    let gpu = gpu("copy");
    for text in LAYOUTS {
        let of = layout(text);
        let size = Bounds::of(&of).map(|bounds| bounds.elements).unwrap_or(1);
        check_any(gpu, of.clone(), strided(&[(size, 1)]));
        check_any(gpu, strided(&[(size, 1)]), of.clone());
        check_any(gpu, of.clone(), of);
    }
}

#[test]
fn random_layouts() {
    let gpu = gpu("copy");
    let config = Config { failure_persistence: None, ..Config::with_cases(100) };
    let outcome = TestRunner::new(config).run(&(layouts(), 1_u32..40), |(layout, stride)| {
        let size = Bounds::of(&layout).map(|bounds| bounds.elements).unwrap_or(1);
        check_any(gpu, layout.clone(), strided(&[(size, stride)]));
        check_any(gpu, strided(&[(size, stride)]), layout);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn samples_are_spread() {
    assert_eq!(Elements::spread(COMPARED), Elements::All);
    for numbers in [COMPARED + 1, 3 * COMPARED + 7, 1 << 28] {
        let Elements::Sampled(samples) = Elements::spread(numbers) else { panic!("all of {numbers}") };
        assert_eq!((samples.first(), samples.last()), (Some(&0), Some(&(numbers - 1))));
        assert!(samples.is_sorted_by(|a, b| a < b) && samples.len() as u64 <= COMPARED);
        assert!(samples.len() as u64 > COMPARED / 4, "{} of {numbers}", samples.len());
        let widest = samples.windows(2).map(|pair| pair[1] - pair[0]).max().expect("some");
        assert!(widest <= 2 * numbers.div_ceil(COMPARED - 2), "{widest} of {numbers}");
    }
}

#[test]
fn origins_undo_layouts() {
    for text in LAYOUTS {
        let of = layout(text);
        let (Ok(bounds), Ok(origins)) = (Bounds::of(&of), Origins::of(&of)) else { continue };
        let flat = colex::table::FlatLayout::any(&of).expect("flat");
        let mut reached = 0;
        for linear in 0..u64::from(bounds.elements.min(5000)) {
            let index = flat.index(linear).expect("an index") as u64;
            assert_eq!(origins.at(index), Some(linear), "{text} at {linear}");
            reached += 1;
        }
        if bounds.cosize < 100_000 {
            let found = (0..bounds.cosize + 10).filter(|index| origins.at(*index).is_some()).count();
            assert_eq!(found, reached.max(bounds.elements as usize), "{text}");
        }
    }
    let interleaved = Origins::of(&layout("(2,3):(3,2)")).expect("injective");
    assert_eq!(
        [0, 3, 2, 5, 4, 7, 1].map(|index| interleaved.at(index)),
        [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), None]
    );
    assert!(matches!(Origins::of(&layout("(2,3):(2,1)")), Err(Refusal::NotInjective { .. })));
    assert!(matches!(Origins::of(&layout("(2,3):(0,1)")), Err(Refusal::NotInjective { .. })));
}

/// The cost of what is read, or of what is written.
fn cost(configuration: &Configuration, is_store: bool) -> GlobalCost {
    let all = predicted(&accesses(configuration).expect("accesses").instructions);
    match all.into_iter().find(|part| part.is_store == is_store).map(|part| part.cost) {
        Some(Cost::Global(cost)) => cost,
        other => panic!("{other:?}"),
    }
}

/// Rows that begin off a sector: the first of them does not tell what the others cost.
#[test]
fn sectors_are_those_of_all_rows() {
    let matrix = layout("(256,256):(257,1)");
    let configuration = Configuration::fitting(matrix.clone(), matrix);
    let cost = cost(&configuration, false);
    // Sectors that 32 numbers touch from each of the eight places in a sector on: four from the first, else five.
    let of_row = |row: u64| ((row * 257) % 8 + 32).div_ceil(8);
    assert_eq!(cost.sectors, (0..256).map(|row| 8 * of_row(row)).sum::<u64>());
    assert_eq!((cost.requests, cost.bytes_used), (256 * 8, 256 * 256 * 4));
}

#[test]
fn a_bad_order_of_threads_costs_sectors() {
    let sectors = |thread_values: &str| {
        let configuration = Configuration {
            source: layout("65536:1"),
            destination: layout("65536:1"),
            element: Element::F32,
            tile: vec![1024],
            thread_values: layout(thread_values),
        };
        let cost = cost(&configuration, false);
        assert_eq!(cost.bytes_used, 65536 * 4);
        (cost.sectors, cost.fewest_sectors, generate(&configuration).expect("a program").bindings[0].element.lanes())
    };
    let fewest = 65536 * 4 / 32;
    assert_eq!(sectors("(64,(4,4)):(4,(1,256))"), (fewest, fewest, 4));
    assert_eq!(sectors("(64,16):(1,64)"), (fewest, fewest, 1));
    assert_eq!(sectors("(64,16):(16,1)"), (2 * fewest, fewest, 4));
    assert_eq!(sectors("((2,32),16):((512,1),32)"), (fewest, fewest, 1));
    assert_eq!(sectors("((8,8),16):((128,1),8)"), (2 * fewest, fewest, 1));
}

#[test]
fn a_wrong_kernel_is_found_out() {
    let Some(gpu) = gpu("copy") else { return };
    let configuration = configuration(&COPIES[1]);
    let mut program = generate(&configuration).expect("a program");
    program.wgsl = program.wgsl.replace("let a1 = source[read_at + 64u];", "let a1 = source[read_at + 65u];");
    assert!(!verdict(gpu, &program, &twin(&configuration).expect("a twin")).is_right());
}

#[test]
fn what_is_refused() {
    let good = configuration(&COPIES[9]);
    let mismatched = [
        Configuration { tile: vec![16, 16], ..good.clone() },
        Configuration { tile: vec![], ..good.clone() },
        Configuration { tile: vec![16, 0], ..good.clone() },
        Configuration { destination: layout("(64,32):(32,1)"), ..good.clone() },
        Configuration { thread_values: layout("(4,128):(1,4)"), ..good.clone() },
        Configuration { thread_values: layout("((8,8),(4,2)):((64,1),(16,9))"), ..good.clone() },
        Configuration { element: Element::U32, ..good.clone() },
    ];
    for configuration in mismatched {
        let refusal = generate(&configuration).expect_err("refused");
        assert!(matches!(refusal, Refusal::Mismatched { .. }), "{configuration:?}: {refusal:?}");
    }
    let twice = Configuration { thread_values: layout("((8,8),(4,2)):((64,1),(16,4))"), ..good.clone() };
    assert!(matches!(generate(&twice), Err(Refusal::NotInjective { .. })));
    let twice = Configuration { destination: layout("(64,64):(0,1)"), ..good.clone() };
    assert!(matches!(generate(&twice), Err(Refusal::NotInjective { .. })));
    let rank = Configuration { source: layout("4096:1"), ..good };
    assert!(matches!(generate(&rank), Err(Refusal::WrongRank { .. })));
}

proptest! {
    #[test]
    fn nothing_panics(
        (source, destination) in (layouts(), layouts()),
        (threads, times) in (prop_oneof![0_u32..70, any::<u32>()], prop_oneof![0_u32..20, any::<u32>()]),
        tile in prop::collection::vec(prop_oneof![0_u32..9, any::<u32>()], 0..4),
    ) {
        let lines = Configuration::lines(source.clone(), destination.clone(), threads, times);
        let matrix = Configuration::for_layouts(source, destination);
        for configuration in [Configuration { tile, ..lines.clone() }, lines, matrix] {
            if let Ok(program) = generate(&configuration) {
                prop_assert!(program.wgsl.len() < 1 << 18);
                prop_assert!(accesses(&configuration).is_ok() && twin(&configuration).is_ok());
            }
        }
    }
}
