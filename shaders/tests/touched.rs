//! What a kernel touches in all, counted by classes: the same totals as when its text is interpreted, thread by thread.

mod common;
#[path = "common/traced.rs"]
mod traced;

use colex_shaders::accesses::{Covers, Touches};
use colex_shaders::gemm::matrices::{Fragments, Spelling, spelled};
use colex_shaders::gemm::scheme::Scheme;
use colex_shaders::gemm::{Algorithm, Configuration as Product, Major, Rung, matrix};
use colex_shaders::make::{column_major, row_major, strided};
use colex_shaders::predicted::{Cost, predicted};
use colex_shaders::program::{Element, Program};
use colex_shaders::transpose::{Configuration as Transpose, Kind, Walk};
use colex_shaders::{copy, gemm, reduce, transpose};
use common::{layout, layouts};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use traced::{Totals, totals, traced};

const BUT_FRAGMENTS: Covers = Covers { is_without_fragments: true, ..Covers::ALL };

const SAMPLE: Covers = Covers { is_sample: true, ..Covers::ALL };

/// Asserts that the totals of a text and those of the classes are the same.
fn same(program: &Program, touches: Touches, what: &str) {
    assert_eq!(touches.covers, Covers::ALL, "{what}");
    alike(&traced(program), &totals(predicted(&touches.instructions)), program, what);
}

fn alike(text: &Totals, classes: &Totals, program: &Program, what: &str) {
    assert!(!text.is_empty(), "{what}");
    for place in text.keys().chain(classes.keys()) {
        assert_eq!(text.get(place), classes.get(place), "{place:?} of {what}: text, classes\n{}", program.wgsl);
    }
}

fn product(configuration: &Product, what: &str) {
    let program = gemm::generate(configuration).unwrap_or_else(|refusal| panic!("{what}: {refusal:?}"));
    same(&program, gemm::accesses(configuration).expect("accesses"), what);
}

#[test]
fn of_naive_products() {
    for size in [[5, 7, 3], [32, 16, 8], [33, 17, 9]] {
        for (threads, along_n) in [([16, 16], true), ([8, 4], false)] {
            let algorithm = Algorithm::Naive { threads, along_n };
            product(&Product::row_major(size, algorithm), &format!("{size:?} {threads:?}"));
        }
    }
    // What no GPU starts touches nothing.
    let algorithm = Algorithm::Naive { threads: [1 << 16, 1 << 16], along_n: true };
    assert_eq!(gemm::accesses(&Product::row_major([5, 7, 3], algorithm)), Ok(Touches::default()));
}

const SMALL: Scheme =
    Scheme { tile: [32, 32, 8], values: [4, 4], warp: [4, 8], is_packed: false, ..Scheme::DOUBLE_BUFFERED };

fn schemes() -> Vec<(&'static str, Scheme)> {
    vec![
        ("tiled", Scheme { tile: [16, 16, 8], ..Scheme::TILED }),
        ("register", Scheme { tile: [16, 64, 8], values: [2, 4], ..Scheme::REGISTER_TILED }),
        ("vectorised", Scheme { tile: [16, 64, 8], values: [4, 4], ..Scheme::VECTORISED }),
        ("double", SMALL),
        ("packed", Scheme { is_packed: true, ..SMALL }),
        ("turned", Scheme { is_packed: true, is_turned: true, ..SMALL }),
        ("together", Scheme { together: 2, raster: 2, rest: 2, ..SMALL }),
        ("split", Scheme { split: 3, ..SMALL }),
        ("edge", Scheme { edge: 4, ..SMALL }),
        ("rest", Scheme { split: 2, edge: 4, ..SMALL }),
        ("all", Scheme { split: 2, is_packed: true, edge: 2, ..SMALL }),
    ]
}

#[test]
fn of_tiled_products() {
    for (name, scheme) in schemes() {
        for size in [[64, 32, 16], [33, 65, 17], [3, 40, 70], [36, 34, 40], [66, 35, 24]] {
            product(&Product::row_major(size, Algorithm::Tiled(scheme)), &format!("{name} {size:?}"));
        }
    }
    // The lines below are many more than those beside.
    product(&Product::row_major([33, 1025, 8], Algorithm::Tiled(Scheme { edge: 4, ..SMALL })), "edges");
}

#[test]
fn of_products_of_all_layouts() {
    let matrices = |rows: u32, columns: u32| {
        [
            matrix(rows, columns, Major::Row, 0),
            matrix(rows, columns, Major::Column, 0),
            matrix(rows, columns, Major::Row, 3),
            matrix(rows, columns, Major::Column, 4),
        ]
    };
    let mut number = 0;
    for (name, scheme) in schemes() {
        for [m, n, k] in [[40, 33, 20], [64, 32, 19]] {
            let (a, b, c) = (matrices(m, k), matrices(n, k), matrices(m, n));
            for a in a {
                number += 1;
                let (b, c) = (b[number % 4].clone(), c[number / 4 % 4].clone());
                let element = if number % 3 == 0 { Element::F16 } else { Element::F32 };
                let what = format!("{name} {a} {b} {c} {element:?}");
                product(&Product { a, b, c, element, algorithm: Algorithm::Tiled(scheme) }, &what);
            }
        }
    }
    // Tiles of tiles, and products beside each other.
    let nested = layout("((4,8),(4,8)):((4,128),(1,16))");
    let plain = matrix(32, 32, Major::Row, 0);
    for (_, scheme) in schemes() {
        let algorithm = Algorithm::Tiled(scheme);
        let (a, b, c) = (nested.clone(), plain.clone(), nested.clone());
        product(&Product { a, b, c, element: Element::F32, algorithm: algorithm.clone() }, "nested");
        let [a, b, c] = ["(40,20,3):(20,1,800)", "(34,20,3):(1,34,700)", "(40,34,3):(34,1,1363)"].map(layout);
        product(&Product { a, b, c, element: Element::F32, algorithm }, "batches");
    }
}

#[test]
fn of_tutorial_and_thin_products() {
    product(&Product::row_major([130, 128, 9], Rung::Tutorial.algorithm([130, 128, 9])), "tutorial");
    for (size, parts) in [
        ([1, 70, 600], 1),
        ([300, 3, 70], 1),
        ([5, 40, 1100], 2),
        ([64, 2, 33], 1),
        ([2, 520, 700], 2),
        ([70, 1, 509], 1),
        ([300, 3, 248], 1),
        ([20, 2, 1900], 1),
    ] {
        let [m, n, k] = size;
        for major in [Major::Row, Major::Column] {
            for element in [Element::F32, Element::F16] {
                let (a, b, c) = (matrix(m, k, major, 0), matrix(n, k, Major::Row, 0), matrix(m, n, Major::Row, 0));
                let algorithm = Algorithm::Thin { parts };
                product(
                    &Product { a, b, c, element, algorithm },
                    &format!("thin {size:?} {parts} {major:?} {element:?}"),
                );
            }
        }
    }
}

#[test]
fn of_copies() {
    let copies: [(&str, &str, &[u32], &str); 11] = [
        ("4096:1", "4096:1", &[1024], "(64,(4,4)):(4,(1,256))"),
        ("4099:1", "4099:1", &[1024], "(64,(4,4)):(4,(1,256))"),
        ("3:1", "3:1", &[1024], "(64,(4,4)):(4,(1,256))"),
        ("4096:2", "4096:3", &[1024], "(64,16):(16,1)"),
        ("(50,71):(72,1)", "(50,71):(80,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))"),
        ("(50,71):(71,1)", "(50,71):(80,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))"),
        ("(67,45):(45,1)", "(67,45):(45,1)", &[512], "(64,8):(1,64)"),
        ("((8,8),(8,8)):((8,512),(1,64))", "(64,64):(64,1)", &[12, 8], "(24,4):(1,24)"),
        ("Sw<3,2,3> o 0 o (64,64):(64,1)", "(64,64):(64,1)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))"),
        ("Sw<3,0,3> o 0 o (64,64):(64,1)", "(64,64):(1,64)", &[16, 32], "((8,8),(4,2)):((64,1),(16,8))"),
        ("(5,9,6):(54,6,1)", "(5,9,6):(1,5,45)", &[2, 3, 4], "(6,4):(4,1)"),
    ];
    for (source, destination, tile, thread_values) in copies {
        for element in [Element::F32, Element::F16] {
            let [source, destination, thread_values] = [source, destination, thread_values].map(layout);
            let configuration =
                copy::Configuration { source, destination, element, tile: tile.to_vec(), thread_values };
            let program = copy::generate(&configuration).expect("a program");
            same(&program, copy::accesses(&configuration).expect("accesses"), &format!("{configuration:?}"));
        }
    }
}

#[test]
fn of_transposes() {
    let mut all = Vec::new();
    for (rows, columns) in [(64, 128), (33, 47), (100, 60), (130, 3), (1, 1)] {
        all.push(Transpose::naive(rows, columns));
        for shared in [row_major(32, 32, 32), row_major(32, 32, 33), column_major(32, 32, 33)] {
            all.push(Transpose::scalars(rows, columns, [32, 32], shared));
        }
    }
    for (rows, columns) in [(64, 128), (100, 60), (36, 132)] {
        let start = Transpose::for_size(rows, columns);
        all.push(start.clone());
        for (strip, walk) in [([2, 1], Walk::Diagonal), ([1, 3], Walk::Bands(2))] {
            all.push(Transpose { kind: Kind::Blocks, strip, walk, ..start.clone() });
        }
    }
    // Rows and columns that four does not divide, of lines that it does.
    for (rows, columns) in [(101, 60), (34, 47)] {
        let (source, destination) = (row_major(rows, columns, 64), row_major(columns, rows, 104));
        let start = Transpose::for_size(64, 64);
        for strip in [[1, 1], [2, 1]] {
            let (source, destination) = (source.clone(), destination.clone());
            all.push(Transpose { source, destination, kind: Kind::Blocks, strip, ..start.clone() });
        }
    }
    for configuration in all {
        for element in [Element::F32, Element::F16] {
            let configuration = Transpose { element, ..configuration.clone() };
            let program = transpose::generate(&configuration).unwrap_or_else(|refusal| panic!("{refusal:?}"));
            same(&program, transpose::accesses(&configuration).expect("accesses"), &format!("{configuration:?}"));
        }
    }
}

#[test]
fn of_sums() {
    for source in
        ["4096:1", "4099:1", "5000:3", "(70,50):(1,72)", "(45,67):(67,1)", "Sw<2,1,3> o 0 o (64,33):(1,64)", "7:0"]
    {
        for (threads, values, trips) in [(64, 4, 1), (32, 8, 3), (128, 2, 2)] {
            for element in [Element::F32, Element::F16] {
                let configuration = reduce::Configuration { source: layout(source), element, threads, values, trips };
                let program = reduce::generate(&configuration).expect("a program");
                same(&program, reduce::accesses(&configuration).expect("accesses"), &format!("{configuration:?}"));
            }
        }
    }
    let line = reduce::Configuration::for_layout(strided(&[(100, 1)]));
    same(&reduce::generate(&line).expect("a program"), reduce::accesses(&line).expect("accesses"), "a line");
}

/// By subgroup matrices: all that is not theirs. Of workgroup memory it is the number of requests.
#[test]
fn of_subgroup_matrices() {
    let fragments = |tile, warp, padding| Fragments { tile, warp, padding, raster: 2, split: 1, is_direct: false };
    let row = |rows, columns, padding| matrix(rows, columns, Major::Row, padding);
    let column = |rows, columns, padding| matrix(rows, columns, Major::Column, padding);
    let tall = fragments([64, 32, 32], [32, 16], 8);
    let wide = fragments([32, 64, 16], [16, 32], 0);
    let direct = Fragments { is_direct: true, ..fragments([64, 32, 32], [16, 32], 8) };
    let products = [
        (row(70, 96, 0), column(52, 96, 0), row(70, 52, 4), tall),
        (column(96, 64, 4), row(48, 64, 8), column(96, 48, 0), tall),
        (row(70, 41, 0), column(53, 41, 0), row(70, 53, 0), tall),
        (row(7, 9, 1), row(5, 9, 0), column(7, 5, 0), wide),
        (row(30, 250, 0), column(33, 250, 0), row(30, 33, 0), Fragments { split: 4, ..wide }),
        (layout("(64,32,3):(32,1,2048)"), layout("(64,32,3):(1,64,2048)"), layout("(64,64,3):(64,1,4096)"), tall),
        (column(64, 96, 4), row(48, 96, 0), column(64, 48, 0), direct),
        (row(70, 41, 0), column(53, 41, 0), row(70, 53, 0), direct),
        (row(64, 224, 0), column(64, 224, 0), row(64, 64, 0), Fragments { split: 3, ..direct }),
    ];
    let bytes = |fragments: Fragments| {
        let [m, n, k] = fragments.tile;
        Fragments { tile: [m, n, 2 * k], padding: 2 * fragments.padding, ..fragments }
    };
    for (a, b, c, fragments) in products {
        for element in [Element::F16, Element::I8] {
            let fragments = if element == Element::I8 { bytes(fragments) } else { fragments };
            let (a, b, c) = (a.clone(), b.clone(), c.clone());
            if element == Element::I8 && a.rank() == 3 {
                continue;
            }
            let configuration = Product { a, b, c, element, algorithm: Algorithm::Matrices(fragments) };
            let what = format!("{configuration:?}");
            let size = configuration.size().expect("a size");
            let program = spelled(&configuration, size, fragments, Spelling::Plain).expect("a kernel");
            let touches = gemm::accesses(&configuration).expect("accesses");
            assert_eq!(touches.covers, BUT_FRAGMENTS);
            let (mut text, mut classes) = (traced(&program), totals(predicted(&touches.instructions)));
            let is_own = |(memory, is_store, is_shared): &(String, bool, bool)| {
                let is_target =
                    *is_store && (memory == "partials" || memory == "c" && !program.wgsl.contains("partials"));
                let is_fragment = fragments.is_direct && memory == "packed_a" && !is_store || memory == "lines_a";
                !is_shared && !is_target && !is_fragment
            };
            // Each warp reads its part of B for each tile that was copied.
            let copied = requests(&classes, "shared_b", true);
            let [m, n, k] = fragments.tile;
            let (depth, vector) = if element == Element::I8 { (32, 8) } else { (16, 4) };
            let warps = m / fragments.warp[0] * (n / fragments.warp[1]);
            let of_tile = [n * k / vector / 32, warps * (fragments.warp[1] / 16) * (k / depth)].map(u64::from);
            assert_eq!(copied * of_tile[1], requests(&classes, "shared_b", false) * of_tile[0], "{what}");
            let stored = requests(&text, "tile_b", true);
            assert_eq!(stored, copied * if element == Element::I8 { 2 } else { 4 }, "{what}");
            text.retain(|place, _| is_own(place));
            classes.retain(|place, _| is_own(place));
            alike(&text, &classes, &program, &what);
        }
    }
}

/// The requests of a workgroup memory.
fn requests(totals: &Totals, memory: &str, is_store: bool) -> u64 {
    match totals.get(&(memory.to_owned(), is_store, true)) {
        Some(Cost::Shared(cost)) => cost.requests,
        _ => 0,
    }
}

#[test]
fn of_random_layouts() {
    let config = || Config { cases: 16, failure_persistence: None, ..Config::default() };
    let runs = (0_u32..3, 1_u32..=5, 1_u32..=3);
    let sums = TestRunner::new(config()).run(&(layouts(), runs), |(source, (threads, values, trips))| {
        let threads = 16 << threads;
        let configuration = reduce::Configuration { source, element: Element::F32, threads, values, trips };
        if let Ok(program) = reduce::generate(&configuration) {
            same(&program, reduce::accesses(&configuration).expect("accesses"), &format!("{configuration:?}"));
        }
        Ok(())
    });
    sums.unwrap_or_else(|error| panic!("{error}"));
    let copies = TestRunner::new(config()).run(&(layouts(), 1_i64..4), |(source, stride)| {
        let elements = source.size().expect("a size").value();
        let destination = layout(&format!("{elements}:{stride}"));
        let thread_values = layout("(40,3):(1,40)");
        let configuration =
            copy::Configuration { source, destination, element: Element::F32, tile: vec![120], thread_values };
        if let Ok(program) = copy::generate(&configuration) {
            same(&program, copy::accesses(&configuration).expect("accesses"), &format!("{configuration:?}"));
        }
        Ok(())
    });
    copies.unwrap_or_else(|error| panic!("{error}"));
    let matrices = (0_usize..6, 0_u32..5);
    let products =
        ((1_u32..70, 1_u32..70, 1_u32..40), [matrices.clone(), matrices.clone(), matrices], 0_usize..9, any::<bool>());
    let products = TestRunner::new(config()).run(&products, |((m, n, k), kinds, scheme, is_half)| {
        let of = |rows: u32, columns: u32, (kind, padding): (usize, u32)| match kind {
            0 => matrix(rows, columns, Major::Row, padding),
            1 => matrix(rows, columns, Major::Column, padding),
            2 => matrix(rows, columns, Major::Row, 0),
            3 => matrix(rows, columns, Major::Column, 0),
            // A matrix of tiles, of which each lies together, and one whose rows are swizzled.
            4 if rows.is_multiple_of(3) && columns.is_multiple_of(2) => {
                let (tall, wide) = (rows / 3, columns / 2);
                layout(&format!("((3,{tall}),(2,{wide})):((2,{}),(1,6))", 6 * wide))
            }
            _ => layout(&format!("Sw<2,2,3> o 0 o ({rows},{columns}):({},1)", columns.next_multiple_of(4))),
        };
        let [a, b, c] = [of(m, k, kinds[0]), of(n, k, kinds[1]), of(m, n, kinds[2])];
        let element = if is_half { Element::F16 } else { Element::F32 };
        let algorithm = Algorithm::Tiled(schemes()[scheme].1);
        product(&Product { a, b, c, element, algorithm }, &format!("{m} {n} {k} {kinds:?} {scheme}"));
        Ok(())
    });
    products.unwrap_or_else(|error| panic!("{error}"));
}

/// What stands for all counts as often as all.
#[test]
fn of_a_sample() {
    let configuration = reduce::Configuration::for_layout(row_major(16381, 16384, 16385));
    let touches = reduce::accesses(&configuration).expect("accesses");
    assert_eq!(touches.covers, SAMPLE);
    let all = totals(predicted(&touches.instructions));
    let Some(Cost::Global(cost)) = all.get(&("source".to_owned(), false, false)) else { panic!("{all:?}") };
    // All threads of a warp read something of their own.
    assert_eq!((cost.requests, cost.bytes_used), (16381 * 16384 / 32, 16381 * 16384 * 4));
}

/// At the largest sizes that the page offers the steps are few: classes, not warps.
#[test]
fn of_the_largest_in_few_classes() {
    let few = |touches: Touches, covers: Covers, what: &str| {
        assert_eq!(touches.covers, covers, "{what}");
        assert!(touches.instructions.len() < 320, "{what}: {}", touches.instructions.len());
    };
    for n in [8192, 8191] {
        for rung in Rung::ALL {
            let configuration = Product::row_major([n; 3], rung.algorithm([n; 3]));
            few(gemm::accesses(&configuration).expect("accesses"), Covers::ALL, &format!("{rung:?} {n}"));
        }
        let matrices = Rung::TensorCores.algorithm([n; 3]);
        let configuration = Product { element: Element::F16, ..Product::row_major([n; 3], matrices) };
        few(gemm::accesses(&configuration).expect("accesses"), BUT_FRAGMENTS, &format!("tensor cores {n}"));
    }
    for n in [16384, 16383] {
        let shared = row_major(32, 32, 33);
        for configuration in [Transpose::naive(n, n), Transpose::scalars(n, n, [32, 32], shared)] {
            few(transpose::accesses(&configuration).expect("accesses"), Covers::ALL, &format!("{configuration:?}"));
        }
        let matrix = row_major(n, n, n);
        let configuration = copy::Configuration::for_layouts(matrix.clone(), matrix);
        few(copy::accesses(&configuration).expect("accesses"), Covers::ALL, &format!("{configuration:?}"));
    }
    let sum = |source| reduce::accesses(&reduce::Configuration::for_layout(source)).expect("accesses");
    few(sum(strided(&[(1 << 28, 1)])), Covers::ALL, "a line");
    few(sum(row_major(16384, 16384, 16388)), Covers::ALL, "lines");
    // Where lines of a prime length begin among the threads is another matter for each workgroup.
    few(sum(row_major(16381, 16384, 16385)), SAMPLE, "a prime number of rows");
}
