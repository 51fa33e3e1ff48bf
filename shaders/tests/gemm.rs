//! The kernels of the matrix product: valid, and equal to their twin.

mod common;

use std::ops::ControlFlow;

use colex::AnyLayout;
use colex::words::Tongue;
use colex_shaders::accesses::{Instruction, Space};
use colex_shaders::device::Gpu;
use colex_shaders::gemm::matrices::{Fragments, Spelling, spelled};
use colex_shaders::gemm::scheme::{Lanes, Order, Scheme, ThreadLayouts};
use colex_shaders::gemm::{Algorithm, Configuration, Major, Rung, accesses, generate, matrix, twin};
use colex_shaders::generator::Generator;
use colex_shaders::kernel::Refusal;
use colex_shaders::machine::Machine;
use colex_shaders::predicted::predicted;
use colex_shaders::prepared::Prepared;
use colex_shaders::program::{Element, Limits, Matrices, Program};
use colex_shaders::verify::verify;
use colex_shaders::words;
use common::device::gpu;
use common::layout;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Reports whether each shift of a line stands alone within its parentheses, as the language wants it: naga takes others too.
fn shifts_stand_alone(line: &str) -> bool {
    let bytes = line.as_bytes();
    let is_shift = |at: &usize| matches!(bytes.get(*at..*at + 4), Some(b" << " | b" >> "));
    (0..bytes.len()).filter(is_shift).all(|shift| {
        let (mut depth, mut beside) = (0_i32, Vec::new());
        // To the left and to the right, as far as the parentheses go.
        for at in (0..shift).rev() {
            depth += i32::from(matches!(bytes[at], b')' | b']')) - i32::from(matches!(bytes[at], b'(' | b'['));
            match (depth, bytes[at]) {
                (..0, _) | (0, b'=' | b',' | b';') => break,
                (0, letter) => beside.push(letter),
                _ => {}
            }
        }
        depth = 0;
        for letter in &bytes[shift + 4..] {
            depth += i32::from(matches!(letter, b'(' | b'[')) - i32::from(matches!(letter, b')' | b']'));
            match (depth, letter) {
                (..0, _) | (0, b',' | b';') => break,
                (0, letter) => beside.push(*letter),
                _ => {}
            }
        }
        !beside.iter().any(|letter| b"+-*/%&|^<>".contains(letter))
    })
}

/// Parses and validates as a browser would.
fn validate(program: &Program) {
    for line in program.wgsl.lines().filter(|line| !line.trim_start().starts_with("//")) {
        assert!(shifts_stand_alone(line), "{line}");
    }
    let module = naga::front::wgsl::parse_str(&program.wgsl)
        .unwrap_or_else(|error| panic!("{}\n{}", error.emit_to_string(&program.wgsl), program.wgsl));
    let mut validator = naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::SHADER_FLOAT16 | naga::valid::Capabilities::COOPERATIVE_MATRIX,
    );
    if let Err(error) = validator.validate(&module) {
        panic!("{}", error.emit_to_string(&program.wgsl));
    }
}

fn program(configuration: &Configuration) -> Program {
    generate(configuration).unwrap_or_else(|refusal| panic!("{}", words::refusal(&refusal, Tongue::English)))
}

/// Runs on lavapipe, or on whatever GPU there is, and compares with the twin.
fn check(gpu: &Gpu, configuration: &Configuration) {
    let program = program(configuration);
    validate(&program);
    check_program(gpu, &program, configuration);
}

fn check_program(gpu: &Gpu, program: &Program, configuration: &Configuration) {
    let twin = twin(configuration).unwrap_or_else(|refusal| panic!("{}", words::refusal(&refusal, Tongue::English)));
    let verdict = pollster::block_on(async {
        let prepared = Prepared::new(gpu, program).await?;
        verify(gpu, &prepared, &twin, async |_| ControlFlow::Continue(())).await
    });
    match verdict {
        Ok(verdict) => assert!(verdict.is_right(), "{verdict:?}\n{}", program.wgsl),
        Err(fault) => panic!("{}\n{}", words::fault(&fault, Tongue::English), program.wgsl),
    }
}

#[test]
fn shifts_within_other_operations() {
    for line in ["let a = (b >> 3u) & 7u;", "x |= ((w[i / 4u] >> (p * 8u)) & 255u) << 8u;", "f(a << 2u, b + 1u);"] {
        assert!(shifts_stand_alone(line), "{line}");
    }
    for line in ["let a = b >> 3u & 7u;", "x |= (w[i] >> (p * 8u) & 255u) << 8u;", "let a = b + 1u << 2u;"] {
        assert!(!shifts_stand_alone(line), "{line}");
    }
}

#[test]
fn every_rung_at_sizes_that_tiles_divide_and_that_none_does() {
    let gpu = gpu("every_rung_at_sizes_that_tiles_divide_and_that_none_does");
    for size in [[128, 64, 64], [70, 131, 20], [7, 9, 1]] {
        for rung in Rung::ALL {
            let configuration = Configuration::row_major(size, rung.algorithm(size));
            validate(&program(&configuration));
            if let Some(gpu) = gpu {
                check(gpu, &configuration);
            }
        }
    }
}

/// Layouts of a matrix: both majors, padded, tiled, swizzled.
fn matrices(rows: u32, columns: u32) -> Vec<AnyLayout> {
    let mut all = vec![
        matrix(rows, columns, Major::Row, 0),
        matrix(rows, columns, Major::Column, 0),
        matrix(rows, columns, Major::Row, 4),
        matrix(rows, columns, Major::Column, 3),
    ];
    if rows.is_multiple_of(8) && columns.is_multiple_of(8) {
        all.push(layout(&format!("((8,{}),(8,{})):((8,{}),(1,64))", rows / 8, columns / 8, columns * 8)));
        all.push(layout(&format!("((8,{}),(8,{})):((1,64),(8,{}))", rows / 8, columns / 8, rows * 8)));
        all.push(layout(&format!("Sw<2,2,3> o 0 o ({rows},{columns}):({columns},1)")));
    }
    all
}

#[test]
fn any_layouts_of_the_three_matrices() {
    let Some(gpu) = gpu("any_layouts_of_the_three_matrices") else { return };
    for [m, n, k] in [[64, 64, 32], [72, 40, 24], [33, 65, 17]] {
        let scheme = Scheme { tile: [32, 32, 8], values: [4, 4], warp: [4, 8], ..Scheme::DOUBLE_BUFFERED };
        let (a, b, c) = (matrices(m, k), matrices(n, k), matrices(m, n));
        for (place, a) in a.iter().enumerate() {
            let (b, c) = (&b[(place * 3 + 1) % b.len()], &c[(place * 5 + 2) % c.len()]);
            let algorithm = Algorithm::Tiled(scheme);
            check(gpu, &Configuration { a: a.clone(), b: b.clone(), c: c.clone(), element: Element::F32, algorithm });
        }
    }
}

#[test]
fn half_precision() {
    let gpu = gpu("half_precision");
    for size in [[64, 64, 32], [33, 65, 17]] {
        for rung in [Rung::Naive, Rung::Tutorial, Rung::Tuned] {
            let configuration =
                Configuration { element: Element::F16, ..Configuration::row_major(size, rung.algorithm(size)) };
            validate(&program(&configuration));
            if let Some(gpu) = gpu.filter(|gpu| gpu.limits().has_half) {
                check(gpu, &configuration);
            }
        }
    }
}

/// By subgroup matrices: naga accepts its spelling of them, and what all spellings share is right wherever there is f16.
#[test]
fn subgroup_matrices() {
    let gpu = gpu("subgroup_matrices");
    let fragments = |tile, warp, padding| Fragments { tile, warp, padding, raster: 2, split: 1, is_direct: false };
    let tall = fragments([64, 32, 32], [32, 16], 8);
    let wide = fragments([32, 64, 16], [16, 32], 0);
    let direct = Fragments { is_direct: true, ..fragments([64, 32, 32], [16, 32], 8) };
    let row = |rows, columns, padding| matrix(rows, columns, Major::Row, padding);
    let column = |rows, columns, padding| matrix(rows, columns, Major::Column, padding);
    let tiled = layout("((8,8),(8,8)):((8,512),(1,64))");
    let products = [
        (row(64, 64, 0), row(64, 64, 0), row(64, 64, 0), Fragments::SMALL),
        (row(128, 32, 0), column(160, 32, 0), row(128, 160, 0), Fragments::LARGE),
        (column(96, 64, 4), row(48, 64, 8), column(96, 48, 0), tall),
        // Tiles that would reach beyond the end.
        (row(70, 96, 0), column(52, 96, 0), row(70, 52, 4), tall),
        (tiled.clone(), tiled.clone(), column(64, 64, 16), wide),
        // Extents that no tile divides, less than a tile, of which no four lie together, and a C without blocks.
        (row(70, 41, 0), column(53, 41, 0), row(70, 53, 0), tall),
        (row(7, 9, 1), row(5, 9, 0), column(7, 5, 0), wide),
        (column(33, 64, 0), row(64, 64, 0), row(33, 64, 0), wide),
        (row(64, 64, 0), row(64, 64, 0), tiled.clone(), wide),
        // K in parts, of which the first has fewer tiles.
        (row(64, 224, 0), column(64, 224, 0), row(64, 64, 0), Fragments { split: 3, ..tall }),
        (row(30, 250, 0), column(33, 250, 0), row(30, 33, 0), Fragments { split: 4, ..wide }),
        (
            layout("(64,96,2):(96,1,6144)"),
            layout("(32,96,2):(1,32,3072)"),
            layout("(64,32,2):(32,1,2048)"),
            Fragments { split: 3, ..tall },
        ),
        // A in fragments, whichever way its lines run, of whole extents and of others, and in parts.
        (row(96, 64, 0), column(64, 64, 0), row(96, 64, 0), direct),
        (column(64, 96, 4), row(48, 96, 0), column(64, 48, 0), direct),
        (row(70, 41, 0), column(53, 41, 0), row(70, 53, 0), direct),
        (row(64, 224, 0), column(64, 224, 0), row(64, 64, 0), Fragments { split: 3, ..direct }),
        (row(128, 64, 0), column(64, 64, 0), row(128, 64, 0), direct),
        (row(256, 64, 0), column(128, 64, 0), row(256, 128, 0), Fragments::DIRECT),
        // Products beside each other.
        (layout("(64,32,3):(32,1,2048)"), layout("(64,32,3):(1,64,2048)"), layout("(64,64,3):(64,1,4096)"), tall),
    ];
    for (a, b, c, fragments) in products {
        let algorithm = Algorithm::Matrices(fragments);
        let configuration = Configuration { a, b, c, element: Element::F16, algorithm };
        let size = configuration.size().expect("a size");
        let own = program(&configuration);
        // What is missing is said first, whatever else is.
        assert_eq!(own.fits(&Limits::DEFAULT), Err(Refusal::NoMatrices { is_of_bytes: false }));
        let all = Limits { has_half: true, matrices: Matrices::ALL, shared_bytes: 32_768, ..Limits::DEFAULT };
        assert_eq!(own.fits(&all), Ok(()));
        let [naga, plain] = [Spelling::Naga, Spelling::Plain]
            .map(|spelling| spelled(&configuration, size, fragments, spelling).expect("a kernel"));
        validate(&naga);
        validate(&plain);
        assert_eq!(own.shared_bytes, naga.shared_bytes);
        // A driver takes minutes for the text of more fragments.
        let is_short = ![Fragments::LARGE, Fragments::DIRECT].contains(&fragments);
        if let Some(gpu) = gpu.filter(|gpu| is_short && gpu.limits().has_half) {
            check_program(gpu, &plain, &configuration);
        }
    }
}

/// Of i8 the sums are exact, whichever way the operands lie and whatever their extents.
#[test]
fn subgroup_matrices_of_bytes() {
    let gpu = gpu("subgroup_matrices_of_bytes");
    let fragments = |tile, warp, padding| Fragments { tile, warp, padding, raster: 2, split: 1, is_direct: false };
    let tall = fragments([64, 32, 64], [32, 16], 16);
    let wide = fragments([32, 64, 32], [16, 32], 8);
    let direct = Fragments { is_direct: true, ..fragments([64, 32, 64], [16, 32], 16) };
    let row = |rows, columns, padding| matrix(rows, columns, Major::Row, padding);
    let column = |rows, columns, padding| matrix(rows, columns, Major::Column, padding);
    let tiled = layout("((8,8),(8,8)):((8,512),(1,64))");
    let of = |size| Fragments::of(size, Element::I8, Machine::USUAL);
    let products = [
        (row(64, 64, 0), row(64, 64, 0), row(64, 64, 0), of([64; 3])),
        (row(128, 64, 0), row(160, 64, 0), row(128, 160, 0), of([128, 1 << 20, 64])),
        (row(96, 64, 8), row(48, 64, 16), column(96, 48, 0), tall),
        // Lines along M and along N, tiles that would reach beyond the end, extents that nothing divides.
        (column(64, 96, 0), column(48, 96, 0), row(64, 48, 0), tall),
        (row(70, 96, 0), row(52, 96, 0), row(70, 52, 4), tall),
        (row(70, 41, 0), column(53, 41, 3), row(70, 53, 0), tall),
        (row(7, 9, 1), row(5, 9, 0), column(7, 5, 0), wide),
        // Of which words lie along M and along N, and are turned, whole and cut.
        (column(68, 41, 0), column(52, 41, 4), row(68, 52, 0), tall),
        (column(20, 41, 4), row(52, 41, 0), row(20, 52, 0), direct),
        (tiled.clone(), tiled.clone(), column(64, 64, 16), wide),
        (row(64, 64, 4), row(64, 64, 0), tiled.clone(), wide),
        // K in parts, of which the first has fewer tiles.
        (row(64, 224, 0), column(64, 224, 0), row(64, 64, 0), Fragments { split: 3, ..wide }),
        (row(30, 250, 0), row(33, 250, 0), row(30, 33, 0), Fragments { split: 4, ..wide }),
        // A in fragments.
        (row(96, 64, 0), row(64, 64, 0), row(96, 64, 0), direct),
        (column(64, 96, 4), row(48, 96, 0), column(64, 48, 0), direct),
        (row(70, 41, 0), column(53, 41, 0), row(70, 53, 0), direct),
        (row(64, 224, 0), row(64, 224, 0), row(64, 64, 0), Fragments { split: 3, ..direct }),
        (row(256, 64, 0), row(128, 64, 0), row(256, 128, 0), direct),
        // Products beside each other.
        (layout("(64,64,3):(64,1,4096)"), layout("(64,64,3):(64,1,4096)"), layout("(64,64,3):(64,1,4096)"), tall),
    ];
    for (a, b, c, fragments) in products {
        let configuration = Configuration { a, b, c, element: Element::I8, algorithm: Algorithm::Matrices(fragments) };
        let size = configuration.size().expect("a size");
        let own = program(&configuration);
        assert_eq!(own.fits(&Limits::DEFAULT), Err(Refusal::NoMatrices { is_of_bytes: true }));
        // They ask for no f16.
        let matrices = Matrices { has_bytes: true, has_half: false };
        assert_eq!(own.fits(&Limits { matrices, shared_bytes: 32_768, ..Limits::DEFAULT }), Ok(()));
        let plain = spelled(&configuration, size, fragments, Spelling::Plain).expect("a kernel");
        validate(&plain);
        assert_eq!(own.shared_bytes, plain.shared_bytes);
        assert!(spelled(&configuration, size, fragments, Spelling::Naga).is_err());
        let is_short = fragments.tile[0] * fragments.tile[1] < 128 * 128;
        if let Some(gpu) = gpu.filter(|_| is_short) {
            check_program(gpu, &plain, &configuration);
        }
    }
}

/// However many warps a TiledMMA has, they share out a tile, and none has more fragments of C than four by four of them.
#[test]
fn any_tiled_mma_shares_out_a_tile() {
    for element in [Element::F16, Element::I8] {
        for size in [[64; 3], [4096; 3], [128, 128, 65_536]] {
            for subgroups in
                [[1, 1], [2, 1], [1, 2], [2, 2], [4, 1], [1, 4], [4, 2], [2, 4], [8, 1], [3, 1], [3, 5], [8, 4]]
            {
                let fragments = Fragments::of(size, element, Machine::USUAL).of_subgroups(subgroups, element);
                let Fragments { tile, warp, .. } = fragments;
                assert_eq!([0, 1].map(|mode| tile[mode] / warp[mode]), subgroups, "{fragments:?}");
                assert!(warp[0] * warp[1] <= 64 * 64, "{fragments:?}");
                let configuration =
                    Configuration { element, ..Configuration::row_major(size, Algorithm::Matrices(fragments)) };
                // Copies of eight bytes may not be shared out by three warps.
                let shared = generate(&configuration);
                assert!(shared.is_ok() || subgroups[0] == 3, "{fragments:?} {shared:?}");
            }
        }
    }
    assert_eq!(
        Fragments::of([4096; 3], Element::F16, Machine::USUAL).of_subgroups([4, 1], Element::F16),
        Fragments::DIRECT
    );
    let square = Fragments::of([4096; 3], Element::F16, Machine::USUAL).of_subgroups([2, 2], Element::F16);
    assert_eq!(Fragments { split: 1, ..square }, Fragments { split: 1, ..Fragments::LARGE });
}

/// Padding keeps the lines of a fragment in banks of their own, whichever way the lines run.
#[test]
fn fragments_and_banks() {
    let row_major = |rows, columns| matrix(rows, columns, Major::Row, 0);
    let column_major = |rows, columns| matrix(rows, columns, Major::Column, 0);
    let operands = [
        (row_major(128, 64), column_major(128, 64), Element::F16),
        (column_major(128, 64), row_major(128, 64), Element::F16),
        (row_major(128, 64), row_major(128, 64), Element::I8),
    ];
    for (a, b, element) in operands {
        let large =
            Fragments { split: 1, is_direct: false, ..Fragments::of([1 << 14, 1 << 14, 64], element, Machine::USUAL) };
        let large =
            Fragments { warp: [64, 64], tile: [128, 128, if element == Element::I8 { 64 } else { 32 }], ..large };
        let [padded, plain] = [large, Fragments { padding: 0, ..large }].map(|fragments| {
            let algorithm = Algorithm::Matrices(fragments);
            let (a, b, c) = (a.clone(), b.clone(), row_major(128, 128));
            let configuration = Configuration { a, b, c, element, algorithm };
            let all = accesses(&configuration).expect("instructions").instructions;
            let is_inside = |touched: &Instruction| touched.indices.iter().all(|index| *index < touched.places);
            assert!(all.iter().all(is_inside));
            let reads =
                predicted(&all).into_iter().filter(|found| !found.is_store && found.memory.starts_with("shared"));
            reads.map(|found| words::predicted(&found, Tongue::English)).collect::<Vec<_>>()
        });
        assert!(padded.iter().all(|read| read.contains("No bank conflicts")), "{padded:?}");
        let is_met = |read: &String| read.contains("4-way") || read.contains("8-way");
        assert!(plain.len() == 2 && plain.iter().all(is_met), "{plain:?}");
    }
}

/// Text of the smallest product, as a browser gets it.
#[test]
fn subgroup_matrices_as_a_browser_spells_them() {
    let configuration = Configuration {
        element: Element::F16,
        ..Configuration::row_major([64, 64, 64], Rung::TensorCores.algorithm([64; 3]))
    };
    expect_test::expect_file!["expected/tensor_cores.wgsl"].assert_eq(&program(&configuration).wgsl);
    let bytes = Configuration {
        b: matrix(64, 64, Major::Row, 0),
        algorithm: Algorithm::Matrices(Fragments::of([64; 3], Element::I8, Machine::USUAL)),
        element: Element::I8,
        ..configuration
    };
    expect_test::expect_file!["expected/tensor_cores_of_bytes.wgsl"].assert_eq(&program(&bytes).wgsl);
}

#[test]
fn what_subgroup_matrices_cannot() {
    let refused = |configuration: &Configuration| {
        let refusal = generate(configuration).expect_err("no kernel");
        words::refusal(&refusal, Tongue::English)
    };
    let half = |size: [u32; 3]| {
        let configuration = Configuration::row_major(size, Rung::TensorCores.algorithm(size));
        Configuration { element: Element::F16, ..configuration }
    };
    for size in [[200, 100, 64], [63, 64, 64], [1, 1, 1], [64, 64, 40], [128, 128, 65_536]] {
        assert!(generate(&half(size)).is_ok(), "{size:?}");
    }
    let batched = Configuration {
        a: layout("(64,40,2):(40,1,2560)"),
        b: layout("(64,40,2):(40,1,2560)"),
        c: layout("(64,64,2):(64,1,4096)"),
        ..half([64, 64, 64])
    };
    for (configuration, expected) in
        [(Configuration { element: Element::F32, ..half([64, 64, 64]) }, "f16"), (batched, "multiples of 32")]
    {
        let sentence = refused(&configuration);
        assert!(sentence.contains(expected), "{sentence}");
    }
}

fn schemes() -> impl Strategy<Value = Scheme> {
    let tile = (
        prop::sample::select(vec![16_u32, 32, 64]),
        prop::sample::select(vec![16_u32, 32, 64]),
        prop::sample::select(vec![4_u32, 8, 16]),
    );
    let values = (prop::sample::select(vec![1_u32, 2, 4, 8]), prop::sample::select(vec![1_u32, 2, 4, 8]));
    let rest = (
        prop::sample::select(vec![[4_u32, 8], [8, 4], [2, 2], [1, 4]]),
        any::<[bool; 4]>(),
        1..=2_u32,
        prop::sample::select(vec![1_u32, 2, 4]),
        1..=4_u32,
        0..=4_u32,
        0..4_usize,
        any::<[bool; 2]>(),
        (1..=5_u32, 0..=4_u32),
    );
    (tile, values, rest).prop_map(
        |(
            (m, n, k),
            (x, y),
            (
                warp,
                [four, vectorised, swizzled, has_lines],
                stages,
                together,
                raster,
                rest,
                order,
                [is_packed, is_turned],
                (split, edge),
            ),
        )| Scheme {
            is_packed,
            is_turned,
            split,
            edge,
            has_lines,
            tile: [m, n, k],
            values: [x, y],
            warp,
            fragment: if four && x % 4 == 0 && y % 4 == 0 { 4 } else { 1 },
            is_vectorised: vectorised,
            stages,
            is_swizzled: swizzled,
            together,
            raster,
            rest,
            order: [Order::Vectors, Order::Rows, Order::Pairs, Order::Columns][order],
            lanes: if raster % 2 == 0 { Lanes::Blocks } else { Lanes::AlongM },
        },
    )
}

/// With lines each read of a step of a tile says its line by a number, so that what is checked is the same for all steps;
/// and the tiles take no more than one part in thirty more.
#[test]
fn a_tile_of_lines_is_indexed_by_a_number() {
    let sizes = [[256; 3], [512; 3], [1024; 3], [1025; 3], [2048; 3], [4096; 3], [8192, 64, 8192], [4801, 76, 258]];
    for (size, major) in sizes.into_iter().flat_map(|size| [(size, Major::Row), (size, Major::Column)]) {
        let [m, n, k] = size;
        let configuration = Configuration {
            b: matrix(n, k, major, 0),
            ..Configuration::row_major([m, n, k], Algorithm::Tiled(Scheme::tuned(size)))
        };
        let configuration = configuration.on(Rung::Tuned).expect("a scheme");
        let (plain, lined) = (configuration.draft().expect("a kernel"), configuration.draft_for_checks());
        let lined = lined.expect("a kernel");
        let is_step = |line: &&str| !line.contains("let number");
        let reads = |text: &str| text.lines().filter(is_step).filter(|line| line.contains("= shared_")).count();
        let by_number = lined
            .wgsl
            .lines()
            .filter(is_step)
            .filter_map(|line| line.split_once("= shared_")?.1[1..].strip_prefix('['));
        let by_number =
            by_number.filter(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with("u]["));
        assert!(reads(&plain.wgsl) > 16, "{size:?}");
        assert_eq!((reads(&lined.wgsl), by_number.count()), (reads(&plain.wgsl), reads(&plain.wgsl)), "{size:?}");
        assert!(lined.shared_bytes * 30 <= plain.shared_bytes * 31, "{size:?}");
        assert_eq!(lined.fits(&Limits::DEFAULT).is_ok(), plain.fits(&Limits::DEFAULT).is_ok(), "{size:?}");
    }
}

#[test]
fn random_schemes() {
    let Some(gpu) = gpu("random_schemes") else { return };
    let config = Config { failure_persistence: None, ..Config::with_cases(24) };
    let size = (1_u32..=140, 1_u32..=140, 1_u32..=70);
    let outcome = TestRunner::new(config).run(&(schemes(), size), |(scheme, (m, n, k))| {
        let configuration = Configuration::row_major([m, n, k], Algorithm::Tiled(scheme));
        if generate(&configuration).is_ok_and(|program| program.fits(&Limits::DEFAULT).is_ok()) {
            check(gpu, &configuration);
        }
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |configuration: &Configuration| match generate(configuration) {
        Ok(program) => panic!("{}", program.wgsl),
        Err(refusal) => words::refusal(&refusal, Tongue::English),
    };
    let mut configuration = Configuration::row_major([64, 64, 64], Rung::Tutorial.algorithm([64, 64, 64]));
    configuration.b = layout("(64,65):(65,1)");
    assert_eq!(
        refused(&configuration),
        "The parameters do not fit together: A is (M,K) = (64,64), B is (N,K) = (64,65), C is (M,N) = (64,64), and M, N \
         and K must be the same wherever they stand."
    );
    let scheme = Scheme { values: [7, 8], ..Scheme::DOUBLE_BUFFERED };
    let sentence = refused(&Configuration::row_major([64, 64, 64], Algorithm::Tiled(scheme)));
    assert!(sentence.contains("tile (128,128,8), 7x8 values"), "{sentence}");
    let mut layouts = ThreadLayouts::tutorial();
    layouts.copy_a = layout("(32,7):(1,32)").plain().expect("a plain layout").clone();
    let algorithm = Algorithm::Tutorial(Box::new(layouts));
    let sentence = refused(&Configuration::row_major([64, 64, 64], algorithm));
    assert!(sentence.contains("do not share out a tile (128,8)"), "{sentence}");
}

/// Places that warps touch lie in the memories, also where operands are packed; the swizzle keeps the writes of a tile free of conflicts, and
/// the fragments of a warp are read together.
#[test]
fn what_is_touched() {
    let size = [256, 256, 64];
    let small = Scheme { tile: [32, 32, 8], values: [4, 4], is_packed: true, ..Scheme::DOUBLE_BUFFERED };
    let packed = [[33, 65, 17], [3, 131, 70]].map(|size| (None, size, Algorithm::Tiled(small)));
    let rungs = Rung::ALL.map(|rung| (Some(rung), size, rung.algorithm(size)));
    for (rung, size, algorithm) in rungs.into_iter().chain(packed) {
        let configuration = Configuration::row_major(size, algorithm);
        let all = accesses(&configuration).expect("instructions").instructions;
        for instruction in &all {
            let largest = instruction.indices.iter().max().expect("a thread");
            assert!(*largest <= instruction.largest && instruction.largest < instruction.places, "{instruction:?}");
        }
        let banks = |instruction: &Instruction| {
            let mut words = instruction.indices.iter().map(|index| index * instruction.bytes / 4).collect::<Vec<_>>();
            words.sort_unstable();
            words.dedup();
            (0..32).map(|bank| words.iter().filter(|word| **word % 32 == bank).count()).max().unwrap_or(0)
        };
        let writes =
            all.iter().filter(|touched| touched.space == Space::Shared && touched.is_store && touched.bytes == 4);
        let worst = writes.map(banks).max();
        match rung {
            Some(Rung::Vectorised) => assert_eq!(worst, Some(2)),
            Some(Rung::DoubleBuffered | Rung::Tuned) => assert_eq!(worst, Some(1)),
            _ => {}
        }
    }
}

/// Operands that are written once more: those that need it and no others, whatever they were, and C within its own bounds.
#[test]
fn packed_operands() {
    let gpu = gpu("packed_operands");
    let small = Scheme { tile: [32, 32, 8], values: [4, 4], warp: [4, 8], is_packed: true, ..Scheme::DOUBLE_BUFFERED };
    let names = |program: &Program| program.bindings.iter().map(|binding| binding.name).collect::<Vec<_>>();
    for (size, expected) in
        [([64, 64, 36], 3), ([64, 64, 34], 5), ([33, 65, 17], 5), ([3, 131, 70], 5), ([64, 62, 32], 4)]
    {
        for element in [Element::F32, Element::F16] {
            let configuration = Configuration { element, ..Configuration::row_major(size, Algorithm::Tiled(small)) };
            let program = program(&configuration);
            validate(&program);
            assert_eq!(program.bindings.len(), expected, "{size:?}: {:?}", names(&program));
            assert_eq!(program.passes.len(), if expected == 3 { 1 } else { 2 });
            assert_eq!(program.work.flops, size.iter().map(|extent| u64::from(*extent)).product::<u64>() * 2);
            if let Some(gpu) = gpu.filter(|gpu| element == Element::F32 || gpu.limits().has_half) {
                check(gpu, &configuration);
            }
        }
    }
    let Some(gpu) = gpu else { return };
    for [m, n, k] in [[72, 40, 24], [33, 65, 17]] {
        let (a, b, c) = (matrices(m, k), matrices(n, k), matrices(m, n));
        for (place, a) in a.iter().enumerate() {
            let (b, c) = (&b[(place * 3 + 1) % b.len()], &c[(place * 5 + 2) % c.len()]);
            for (is_turned, edge) in [(false, 0), (true, 0), (false, 2), (true, 4)] {
                let algorithm = Algorithm::Tiled(Scheme { is_turned, edge, ..small });
                let (a, b, c) = (a.clone(), b.clone(), c.clone());
                check(gpu, &Configuration { a, b, c, element: Element::F32, algorithm });
            }
        }
    }
}

/// K cut into parts, edges without tiles, few lines without tiles: each equal to its twin.
#[test]
fn cut_and_edged_and_thin() {
    let gpu = gpu("cut_and_edged_and_thin");
    let base = Scheme { tile: [32, 32, 8], values: [4, 4], warp: [4, 8], ..Scheme::DOUBLE_BUFFERED };
    let schemes = [(2, 0), (5, 0), (3, 4), (1, 2)].map(|(split, edge)| Scheme { split, edge, ..base });
    for [m, n, k] in [[64, 64, 200], [33, 66, 131], [30, 5, 77]] {
        let (a, b, c) = (matrices(m, k), matrices(n, k), matrices(m, n));
        for (place, a) in a.iter().enumerate() {
            let (b, c) = (&b[(place * 3 + 1) % b.len()], &c[(place * 5 + 2) % c.len()]);
            let algorithm = Algorithm::Tiled(schemes[place % schemes.len()]);
            let configuration =
                Configuration { a: a.clone(), b: b.clone(), c: c.clone(), element: Element::F32, algorithm };
            validate(&program(&configuration));
            if let Some(gpu) = gpu {
                check(gpu, &configuration);
            }
        }
    }
    for [m, n, k] in [[70, 3, 300], [4, 129, 65], [1, 1, 2050], [8, 40, 64], [1, 1, 1]] {
        let (a, b, c) = (matrices(m, k), matrices(n, k), matrices(m, n));
        for (place, a) in a.iter().enumerate() {
            let (b, c) = (&b[(place * 3 + 1) % b.len()], &c[(place * 5 + 2) % c.len()]);
            let algorithm = Algorithm::Thin { parts: 1 + place as u32 % 3 };
            let configuration =
                Configuration { a: a.clone(), b: b.clone(), c: c.clone(), element: Element::F32, algorithm };
            validate(&program(&configuration));
            if let Some(gpu) = gpu {
                check(gpu, &configuration);
            }
        }
    }
}

/// Products beside each other: a third mode of each operand, one operand for all of them with stride 0 among it.
#[test]
fn batches() {
    let gpu = gpu("batches");
    let base = Scheme { tile: [32, 32, 8], values: [4, 4], warp: [4, 8], ..Scheme::DOUBLE_BUFFERED };
    let texts = [
        ["(64,40,3):(40,1,2560)", "(36,40,3):(1,36,1440)", "(64,36,3):(36,1,2304)"],
        ["(64,40,3):(1,64,2560)", "(36,40,3):(40,1,0)", "(64,36,3):(1,64,2304)"],
        ["(33,17,5):(85,5,1)", "(3,17,5):(17,1,51)", "(33,3,5):(3,1,99)"],
    ];
    for texts in texts {
        let [a, b, c] = texts.map(layout);
        let split = Algorithm::Tiled(Scheme { split: 2, edge: 1, ..base });
        for algorithm in [Rung::Naive.algorithm([1; 3]), Algorithm::Tiled(base), split, Algorithm::Thin { parts: 2 }] {
            let (a, b, c) = (a.clone(), b.clone(), c.clone());
            let configuration = Configuration { a, b, c, element: Element::F32, algorithm };
            if matches!(configuration.algorithm, Algorithm::Thin { .. }) && configuration.size().expect("a size")[1] > 8
            {
                continue;
            }
            assert_eq!(program(&configuration).work.flops % u64::from(configuration.batches().expect("batches")), 0);
            validate(&program(&configuration));
            if let Some(gpu) = gpu {
                check(gpu, &configuration);
            }
        }
    }
    let [a, b, c] = ["(8,8,3):(8,1,64)", "(8,8,2):(8,1,64)", "(8,8,3):(8,1,64)"].map(layout);
    let configuration = Configuration { a, b, c, element: Element::F32, algorithm: Algorithm::Tiled(base) };
    assert!(matches!(generate(&configuration), Err(colex_shaders::kernel::Refusal::Mismatched { .. })));
}
