//! Transposes of all kinds: accepted by naga, in range, and equal to their twins.

mod common;
#[path = "common/programs.rs"]
mod programs;

use colex::cost::{Accesses, Machine, Vector, global, shared};
use colex_shaders::accesses::Space;
use colex_shaders::kernel::Refusal;
use colex_shaders::make::{column_major, row_major, strided, swizzled};
use colex_shaders::program::Element;
use colex_shaders::transpose::{Configuration, Kind, Tiling, Walk, Way, accesses, generate, twin};
use colex_shaders::tune::CANDIDATE_LIMIT;
use common::device::gpu;
use common::layout;
use programs::{equal, validate, verdict};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Everything that is asked of a configuration where there is no device.
fn check(configuration: &Configuration) {
    let program = generate(configuration).unwrap_or_else(|refusal| panic!("{configuration:?}: {refusal:?}"));
    validate(&program);
    assert!(!program.wgsl.contains('&') || !program.wgsl.contains(" & "), "a mask in\n{}", program.wgsl);
    for instruction in accesses(configuration).expect("accesses").instructions {
        if instruction.space == Space::Shared {
            let (largest, places) = (instruction.largest, instruction.places);
            assert!(largest < places, "{largest} of {places}\n{}", program.wgsl);
        }
        assert!(instruction.indices.iter().all(|index| *index <= instruction.largest));
    }
}

fn configurations() -> Vec<Configuration> {
    let mut all = Vec::new();
    let matrices = [(64, 128), (96, 32), (100, 60), (33, 47), (1, 200), (130, 3), (5, 1), (1, 1)];
    for (rows, columns) in matrices {
        all.push(Configuration::for_size(rows, columns));
        all.push(Configuration::naive(rows, columns));
        let layouts = [
            row_major(32, 32, 32),
            row_major(32, 32, 33),
            column_major(32, 32, 32),
            column_major(32, 32, 33),
            swizzled((5, 0, 5), row_major(32, 32, 32)).expect("a swizzle"),
            strided(&[(32, 40), (32, 1)]),
        ];
        for shared in layouts {
            all.push(Configuration::scalars(rows, columns, [32, 32], shared));
        }
        let padded = Configuration {
            source: row_major(rows, columns, columns.next_multiple_of(4) + 4),
            destination: row_major(columns, rows, rows.next_multiple_of(4) + 8),
            ..Configuration::blocks(rows, columns, [32, 32], 64)
        };
        all.push(padded.clone());
        all.push(Configuration { element: Element::F16, ..padded.clone() });
        for (tile, threads) in [
            ([32, 32], 32),
            ([64, 64], 256),
            ([64, 64], 64),
            ([64, 32], 128),
            ([128, 32], 128),
            ([32, 128], 256),
            ([16, 64], 64),
            ([24, 40], 20),
        ] {
            let shared = Configuration::block_swizzle(tile);
            all.push(Configuration { tile, threads, shared, ..padded.clone() });
        }
        // Turned over after workgroup memory instead of before.
        let shared = swizzled((3, 2, 5), row_major(32, 32, 32)).expect("a swizzle");
        all.push(Configuration { shared, ..padded.clone() });
        all.push(Configuration { shared: row_major(32, 32, 36), ..padded.clone() });
        all.push(Configuration { shared: Configuration::block_padding([32, 32]), ..padded.clone() });
        for (tile, threads, lanes) in [([32, 32], 64, [8, 4]), ([32, 64], 64, [4, 8]), ([24, 20], 10, [3, 5])] {
            all.push(Configuration { kind: Kind::Registers, tile, threads, lanes, ..padded.clone() });
            let (kind, element) = (Kind::Registers, Element::F16);
            all.push(Configuration { kind, element, tile, threads, lanes, walk: Walk::Down, ..padded.clone() });
        }
        for strip in [[2, 1], [1, 2], [3, 1], [1, 4]] {
            all.push(Configuration { strip, ..padded.clone() });
            let shared = row_major(32, 32, 36);
            all.push(Configuration { strip, shared, threads: 32, walk: Walk::Bands(2), ..padded.clone() });
        }
        for walk in [Walk::Down, Walk::Bands(2), Walk::Bands(3), Walk::Diagonal] {
            all.push(Configuration { walk, ..padded.clone() });
            all.push(Configuration { walk, ..Configuration::naive(rows, columns) });
        }
    }
    // Other layouts of the matrices: column-major, tiled, swizzled.
    all.push(Configuration { source: column_major(40, 72, 40), ..Configuration::naive(40, 72) });
    let tiled = layout("((8,8),(8,8)):((8,512),(1,64))");
    all.push(Configuration { source: tiled.clone(), ..Configuration::blocks(64, 64, [32, 32], 64) });
    all.push(Configuration { destination: tiled, ..Configuration::blocks(64, 64, [32, 32], 64) });
    let swizzle = swizzled((3, 2, 3), row_major(64, 64, 64)).expect("a swizzle");
    all.push(Configuration { source: swizzle.clone(), destination: swizzle, ..Configuration::naive(64, 64) });
    all
}

#[test]
fn every_configuration_is_accepted() {
    configurations().iter().for_each(check);
}

#[test]
fn large_ones_are_accepted() {
    for size in [1024, 8192, 16384, 20000] {
        check(&Configuration::for_size(size, size));
        for walk in [Walk::Bands(7), Walk::Bands(64), Walk::Diagonal, Walk::Down] {
            check(&Configuration { walk, ..Configuration::blocks(size, size, [64, 64], 256) });
        }
    }
}

#[test]
fn the_family_of_tilings() {
    let family = Tiling::family();
    assert!(family.len() <= CANDIDATE_LIMIT, "{}", family.len());
    for (rows, columns) in [(8192, 8192), (1000, 72)] {
        for tiling in &family {
            check(&Configuration::for_size(rows, columns).with(*tiling));
        }
    }
    for tiling in family {
        assert_eq!(Tiling::read(&tiling.to_string()), Some(tiling));
    }
    assert_eq!(Tiling::read("32x32.64.4x1.diagonal").expect("a tiling").walk, Walk::Diagonal);
    for text in ["", "32x32.64.4x1", "32x32.64.4x1.band0", "32x32.64.4x1.up", "32.64.4x1.down", "32x32.64.4x1.down."] {
        assert_eq!(Tiling::read(text), None, "{text}");
    }
}

#[test]
fn on_a_device_they_equal_their_twins() {
    let Some(gpu) = gpu("transpose") else { return };
    for configuration in configurations() {
        if configuration.element == Element::F16 && !gpu.limits().has_half {
            continue;
        }
        equal(gpu, &generate(&configuration).expect("a program"), &twin(&configuration).expect("a twin"));
    }
}

fn random() -> impl Strategy<Value = Configuration> {
    let sizes = (1_u32..150, 1_u32..150, 0_u32..3, 0_u32..3);
    let tile = (1_u32..9, 1_u32..9, 1_u32..5);
    let walk =
        prop_oneof![Just(Walk::Across), Just(Walk::Down), (1_u32..5).prop_map(Walk::Bands), Just(Walk::Diagonal)];
    let kind = prop_oneof![Just(Kind::Naive), Just(Kind::Scalars), Just(Kind::Blocks)];
    let strip = (1_u32..4, any::<bool>());
    (sizes, tile, walk, (kind, strip), any::<bool>(), 0_u32..3).prop_map(
        |((rows, columns, more, less), (tile_rows, tile_columns, each), walk, (kind, strip), across, pad)| {
            let tile = [tile_rows * 4, tile_columns * 4];
            let shared = match across {
                true => row_major(tile[0], tile[1], tile[1] + pad * if kind == Kind::Blocks { 4 } else { 1 }),
                false => column_major(tile[0], tile[1], tile[0] + pad * if kind == Kind::Blocks { 4 } else { 1 }),
            };
            let blocks = tile_rows * tile_columns;
            let parts = if kind == Kind::Blocks { blocks } else { blocks * 16 };
            let threads = (parts / each..)
                .find(|threads| *threads > 0 && parts % threads == 0 && blocks * 16 / threads <= 64)
                .unwrap_or(parts);
            let up = |number: u32, more: u32| {
                if kind == Kind::Blocks { number.next_multiple_of(4) + 4 * more } else { number + more }
            };
            Configuration {
                source: row_major(rows, columns, up(columns, more)),
                destination: row_major(columns, rows, up(rows, less)),
                kind,
                tile,
                shared,
                threads,
                strip: match (kind, strip) {
                    (Kind::Blocks, (count, true)) => [count, 1],
                    (Kind::Blocks, (count, false)) => [1, count],
                    _ => [1, 1],
                },
                walk,
                ..Configuration::naive(rows, columns)
            }
        },
    )
}

#[test]
fn random_ones() {
    let gpu = gpu("transpose");
    let config = Config { failure_persistence: None, ..Config::with_cases(40) };
    let outcome = TestRunner::new(config).run(&random(), |configuration| {
        check(&configuration);
        if let Some(gpu) = gpu {
            equal(gpu, &generate(&configuration).expect("a program"), &twin(&configuration).expect("a twin"));
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// The worst bank conflict of stores and of loads, and the sectors of the reads and of the writes over the fewest.
fn cost(configuration: &Configuration) -> ([u64; 2], [u64; 2]) {
    let machine = Machine::default();
    let (mut conflicts, mut sectors) = ([0, 0], [[0, 0], [0, 0]]);
    for instruction in accesses(configuration).expect("accesses").instructions {
        let vector = Vector::new(instruction.bytes, 1, &machine).expect("a vector");
        let threads = instruction.indices.len();
        let index = |thread: u64, _| instruction.indices.get(thread as usize).map(|index| *index as i64);
        let together = Accesses::new(vector, threads as u64, 1, &machine, index).expect("accesses");
        let way = usize::from(!instruction.is_store);
        match instruction.space {
            Space::Shared => conflicts[way] = shared(&together, &machine).worst.max(conflicts[way]),
            Space::Global => {
                let cost = global(&together, &machine);
                sectors[1 - way][0] += cost.sectors * instruction.times;
                sectors[1 - way][1] += cost.fewest_sectors * instruction.times;
            }
        }
    }
    (conflicts, sectors.map(|[moved, fewest]| moved / fewest.max(1)))
}

#[test]
fn what_the_layouts_cost() {
    let scalars = |shared| Configuration::scalars(256, 256, [32, 32], shared);
    let swizzle = swizzled((5, 0, 5), row_major(32, 32, 32)).expect("a swizzle");
    let blocks = |shared| Configuration { shared, ..Configuration::blocks(256, 256, [32, 32], 64) };
    let table = [
        // Naively each number that is written is a sector of its own.
        (Configuration::naive(256, 256), [0, 0], [1, 8]),
        (scalars(row_major(32, 32, 32)), [1, 32], [1, 1]),
        (scalars(column_major(32, 32, 32)), [32, 1], [1, 1]),
        (scalars(row_major(32, 32, 33)), [1, 1], [1, 1]),
        (scalars(row_major(32, 32, 34)), [1, 2], [1, 1]),
        (scalars(swizzle), [1, 1], [1, 1]),
        (blocks(column_major(32, 32, 32)), [8, 1], [1, 1]),
        // Padding after each column does not help, padding after each block does.
        (blocks(column_major(32, 32, 36)), [4, 1], [1, 1]),
        (blocks(Configuration::block_padding([32, 32])), [1, 1], [1, 1]),
    ];
    for (configuration, conflicts, sectors) in table {
        assert_eq!(cost(&configuration), (conflicts, sectors), "{}", configuration.shared);
    }
    for lanes in [[8, 4], [4, 8], [2, 16], [16, 2]] {
        let configuration = Configuration { lanes, ..Configuration::registers(256, 256, [64, 64], 256) };
        assert_eq!(cost(&configuration), ([0, 0], [1, 1]), "{lanes:?}");
    }
    let thin = Configuration { lanes: [1, 32], ..Configuration::registers(256, 256, [4, 256], 64) };
    assert_eq!(cost(&thin), ([0, 0], [1, 2]), "half a sector at a time");
    for tile in [[32, 32], [64, 64], [64, 32], [32, 64], [128, 32], [32, 128], [128, 64], [128, 128]] {
        let configuration = Configuration::blocks(256, 256, tile, (tile[0] * tile[1] / 16).min(256));
        assert_eq!(cost(&configuration), ([1, 1], [1, 1]), "{tile:?}");
        let half = Configuration { element: Element::F16, ..configuration };
        // Banks serve 16 blocks of f16 at a time, and shorter tiles have 8 in a row or in a column.
        let expected = [if tile[0].min(tile[1]) < 64 { 2 } else { 1 }, if tile[0] < 64 { 2 } else { 1 }];
        assert_eq!(cost(&half), (expected, [1, 1]), "{tile:?} of f16");
    }
}

#[test]
fn a_wrong_kernel_is_found_out() {
    let Some(gpu) = gpu("transpose") else { return };
    for (right, wrong) in [("a1.x", "a2.x"), ("tile_column * ", "tile_row * ")] {
        let configuration = Configuration::for_size(64, 96);
        let mut program = generate(&configuration).expect("a program");
        assert!(program.wgsl.contains(right), "{}", program.wgsl);
        program.wgsl = program.wgsl.replace(right, wrong);
        assert!(!verdict(gpu, &program, &twin(&configuration).expect("a twin")).is_right());
    }
}

#[test]
fn what_is_refused() {
    let blocks = Configuration::blocks(64, 64, [32, 32], 64);
    let mismatched = [
        Configuration { destination: row_major(64, 32, 32), ..blocks.clone() },
        Configuration { threads: 48, ..blocks.clone() },
        Configuration { tile: [30, 32], ..blocks.clone() },
        Configuration { tile: [0, 32], ..blocks.clone() },
        Configuration { tile: [512, 32], ..blocks.clone() },
        Configuration { shared: row_major(32, 64, 64), ..blocks.clone() },
        Configuration { shared: row_major(32, 32, 33), ..blocks.clone() },
        Configuration { source: row_major(64, 64, 65), ..blocks.clone() },
        Configuration { destination: column_major(64, 64, 64), ..blocks.clone() },
        Configuration { element: Element::U32, ..blocks.clone() },
        Configuration { walk: Walk::Bands(0), ..blocks.clone() },
        Configuration { strip: [2, 2], ..blocks.clone() },
        Configuration { strip: [0, 1], ..blocks.clone() },
        Configuration { kind: Kind::Registers, lanes: [8, 3], ..blocks.clone() },
        Configuration { kind: Kind::Registers, lanes: [0, 4], ..blocks.clone() },
        Configuration { kind: Kind::Registers, strip: [2, 1], ..blocks.clone() },
        Configuration { strip: [1, 65], ..blocks.clone() },
        Configuration { strip: [1, 2], ..Configuration::naive(64, 64) },
    ];
    for configuration in mismatched {
        let refusal = generate(&configuration).expect_err("refused");
        assert!(matches!(refusal, Refusal::Mismatched { .. }), "{configuration:?}: {refusal:?}");
    }
    let twice = Configuration { destination: row_major(64, 64, 1), ..blocks.clone() };
    assert!(matches!(generate(&twice), Err(Refusal::NotInjective { .. })));
    let vector = Configuration { source: strided(&[(64, 1)]), ..blocks.clone() };
    assert!(matches!(generate(&vector), Err(Refusal::WrongRank { .. })));
    let many = Configuration { threads: 4096, ..blocks };
    assert!(matches!(generate(&many), Err(Refusal::TooManyThreads { .. })));
}

/// Numbers that are likely to go wrong.
fn any_number() -> impl Strategy<Value = u32> {
    prop_oneof![0_u32..70, Just(256), Just(1024), Just(1 << 16), Just(1 << 30), Just(u32::MAX), any::<u32>()]
}

proptest! {
    #[test]
    fn nothing_panics(
        (rows, columns, pitch) in (any_number(), any_number(), any_number()),
        tile in [any_number(), any_number()],
        (threads, band) in (any_number(), any_number()),
        strip in [any_number(), any_number()],
        kind in prop_oneof![Just(Kind::Naive), Just(Kind::Scalars), Just(Kind::Blocks)],
    ) {
        let tiling = Tiling { tile, threads, way: Way::Memory(strip), walk: Walk::Bands(band) };
        let start = Configuration::for_size(rows, columns);
        let source = row_major(rows, columns, pitch);
        for configuration in [start.with(tiling), Configuration { kind, source, ..start.with(tiling) }, start] {
            let in_registers = Configuration { kind: Kind::Registers, lanes: strip, ..configuration.clone() };
            let _ = generate(&in_registers);
            if let Ok(program) = generate(&configuration) {
                prop_assert!(program.wgsl.len() < 1 << 17);
                prop_assert!(accesses(&configuration).is_ok() && twin(&configuration).is_ok());
            }
        }
    }
}
