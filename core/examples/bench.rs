//! How long the loops take that a person waits for: `cargo run --release -p colex --example bench`.
//!
//! Medians over several runs, as plain text. The figures belong to the machine that printed them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use colex::algebra::TilerLeaf;
use colex::atom::tiled_mma::{Matrix, TiledMma};
use colex::atom::{Atom, family};
use colex::draw::svg::{GridOptions, grid_svg};
use colex::draw::text::print_layout;
use colex::evaluate;
use colex::make::Major;
use colex::notebook::Settings;
use colex::operations::parse;
use colex::preimage::PreimageSearch;
use colex::steps::Trace;
use colex::table::{FlatLayout, Grid};
use colex::tensor::Engine;
use colex::work::finish;
use colex::{Int, IntTuple, Layout, Nested, Tensor, Tiler};

/// How often each measurement is repeated; the median is printed.
const RUNS: usize = 11;
/// The elements of the large tables.
const ELEMENTS: u64 = 1 << 24;

fn main() -> colex::Result<()> {
    tables()?;
    windows()?;
    preimages()?;
    drawings()?;
    algebra()?;
    atoms()?;
    notebook()
}

/// A layout of flat modes, each an extent and a stride.
fn layout(modes: &[(i64, i64)]) -> colex::Result<Layout> {
    let leaf = |value: i64| Nested::Leaf(Int::dynamic(value));
    let shape = IntTuple::Tuple(modes.iter().map(|mode| leaf(mode.0)).collect());
    let stride = IntTuple::Tuple(modes.iter().map(|mode| leaf(mode.1)).collect());
    Layout::with_ints(shape, &stride)
}

/// Extents with strides in an order that lets no two neighbours merge: every second mode first, then the others.
fn scattered(extents: &[i64]) -> colex::Result<Layout> {
    let mut modes = extents.iter().map(|extent| (*extent, 0)).collect::<Vec<_>>();
    let mut stride = 1;
    for parity in [1, 0] {
        for mode in modes.iter_mut().skip(parity).step_by(2) {
            mode.1 = stride;
            stride *= mode.0;
        }
    }
    layout(&modes)
}

fn median(mut run: impl FnMut()) -> Duration {
    run();
    let mut times = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect::<Vec<_>>();
    times.sort();
    times.get(RUNS / 2).copied().unwrap_or_default()
}

fn tables() -> colex::Result<()> {
    println!("table of about 2^24 elements                            64-bit     32-bit  [ns per element]");
    let cases: &[(&str, Layout)] = &[
        ("1 mode, contiguous", layout(&[(1 << 24, 1)])?),
        ("1 mode, stride 3", layout(&[(1 << 24, 3)])?),
        ("2 modes, row-major 4096x4096", layout(&[(4096, 4096), (4096, 1)])?),
        ("2 modes, 3 x 5592405", layout(&[(3, 1), (5_592_405, 7)])?),
        ("4 modes of 64", scattered(&[64; 4])?),
        ("4 modes, first of 2", scattered(&[2, 511, 127, 129])?),
        ("8 modes of 8", scattered(&[8; 8])?),
        ("8 modes, odd", scattered(&[3, 5, 7, 11, 13, 17, 5, 13])?),
        ("8 modes of 2, then 65536", scattered(&[2, 2, 2, 2, 2, 2, 2, 131_072])?),
        ("8 modes, block of just over a half", scattered(&[3, 3, 3, 19, 3, 3, 3, 1211])?),
        ("24 modes of 2", scattered(&[2; 24])?),
        ("8 modes, stride 0 and below", layout(&[(8, -1), (8, 0), (8, 8), (8, 0), (8, -64), (8, 3), (8, 5), (8, 7)])?),
    ];
    let mut wide = vec![0_i64; ELEMENTS as usize + 4096];
    let mut narrow = vec![0_i32; ELEMENTS as usize + 4096];
    for (name, layout) in cases {
        let flat = FlatLayout::new(layout)?;
        let size = flat.size() as usize;
        let (Some(wide), Some(narrow)) = (wide.get_mut(..size), narrow.get_mut(..size)) else { continue };
        let per_element = |time: Duration| time.as_nanos() as f64 / size as f64;
        let mut result = Ok(());
        let in_64 = per_element(median(|| result = flat.fill(0, black_box(wide))));
        result?;
        let mut result = Ok(());
        let in_32 = per_element(median(|| result = flat.fill_i32(0, black_box(narrow))));
        result?;
        println!("  {name:<50} {in_64:>9.3}  {in_32:>9.3}");
    }
    Ok(())
}

fn windows() -> colex::Result<()> {
    let side = 1_000_000_000;
    let grid = Grid::new(&layout(&[(side, side), (side, 1)])?, &[])?;
    let mut out = vec![0_i64; 256 * 256];
    let mut result = Ok(());
    let middle = 500_000_000;
    let time = median(|| result = grid.fill_window(middle..middle + 256, middle..middle + 256, black_box(&mut out)));
    report("window of 256x256 in 10^18 elements", time);
    result
}

fn report(name: &str, time: Duration) {
    println!("{name:<52} {:>9.2} us", time.as_nanos() as f64 / 1e3);
}

/// From an index to its coordinates, with the search set up each time.
fn preimages() -> colex::Result<()> {
    let ones = (0..16).map(|mode| (3, 1 + 2 * mode)).collect::<Vec<_>>();
    let cases: &[(&str, Layout, i64)] = &[
        ("preimage of 17 in (3,2,3):(3,12,1)", layout(&[(3, 3), (2, 12), (3, 1)])?, 17),
        ("preimage in 8 modes of 8, compact", scattered(&[8; 8])?, 12_345_678),
        ("preimage in 24 modes of 2, compact", scattered(&[2; 24])?, 12_345_678),
        ("preimage in (2^20,2^20):(1,1), a million answers", layout(&[(1 << 20, 1), (1 << 20, 1)])?, (1 << 20) - 1),
        ("preimage in (1000,1000,1000):(6,10,15)", layout(&[(1000, 6), (1000, 10), (1000, 15)])?, 15_000),
        ("preimage in 16 overlapping modes of 3", layout(&ones)?, 60),
    ];
    for (name, layout, index) in cases {
        let mut found = finish(PreimageSearch::new(layout, *index, 64)?, u64::MAX);
        let time = median(|| {
            found = PreimageSearch::new(layout, *index, 64).and_then(|search| finish(search, u64::MAX));
        });
        report(name, time);
        let found = found?;
        println!("  {} coordinates, {} units of work", found.count, found.spent);
    }
    Ok(())
}

fn drawings() -> colex::Result<()> {
    let square = layout(&[(64, 64), (64, 1)])?;
    let mut text = print_layout(&square);
    report("print_layout 64x64", median(|| text = print_layout(black_box(&square))));
    let mut svg = grid_svg(&square, &GridOptions::default());
    report("grid_svg 64x64", median(|| svg = grid_svg(black_box(&square), &GridOptions::default())));
    println!("  {} and {} bytes", text?.len(), svg?.len());
    Ok(())
}

/// Operations of the algebra, with nobody listening and with every step kept.
fn algebra() -> colex::Result<()> {
    const REPEATS: u32 = 2000;
    let fixed = |modes: &[(i64, i64)]| -> colex::Result<Layout> {
        let leaf = |value: i64| Nested::Leaf(Int::constant(value));
        let shape = IntTuple::Tuple(modes.iter().map(|mode| leaf(mode.0)).collect());
        let stride = IntTuple::Tuple(modes.iter().map(|mode| leaf(mode.1)).collect());
        Layout::with_ints(shape, &stride)
    };
    let (a, b) = (fixed(&[(6, 8), (2, 2)])?, fixed(&[(4, 3), (3, 1)])?);
    let (cut, tile) = (fixed(&[(4, 2), (2, 1), (3, 8)])?, fixed(&[(4, 2)])?.at(&[0])?);
    let block = fixed(&[(2, 5), (5, 1)])?;
    let tiler = Tiler::from(&tile);
    let each = |run: &dyn Fn()| median(|| (0..REPEATS).for_each(|_| run())) / REPEATS;
    report("composition((6,2):(8,2), (4,3):(3,1))", each(&|| drop(black_box(black_box(&a).composition(&b)))));
    report(
        "  with its steps",
        each(&|| drop(black_box(a.composition_with_trace(&b, &mut Trace::to(&mut Vec::new()))))),
    );
    report("coalesce((4,2,3):(2,1,8))", each(&|| drop(black_box(black_box(&cut).coalesce()))));
    report("complement((6,2):(8,2), 96)", {
        let target = Nested::Leaf(Int::constant(96));
        each(&|| drop(black_box(black_box(&a).complement_up_to(&target))))
    });
    report("logical_divide((4,2,3):(2,1,8), 4:2)", each(&|| drop(black_box(black_box(&cut).logical_divide(&tiler)))));
    report(
        "  with its steps",
        each(&|| drop(black_box(cut.logical_divide_with_trace(&tiler, &mut Trace::to(&mut Vec::new()))))),
    );
    report("blocked_product((2,5):(5,1), (4,3):(3,1))", {
        each(&|| drop(black_box(black_box(&block).blocked_product(&b))))
    });
    report("right_inverse((6,2):(8,2))", each(&|| drop(black_box(black_box(&a).right_inverse()))));
    Ok(())
}

/// Parse, evaluate and print a layout of 100 characters. One run is too short for the clock, so a sample is many.
/// A tiled MMA of four warps, and what one thread of it gets of C.
fn atoms() -> colex::Result<()> {
    /// Runs in one sample.
    const REPEATS: u32 = 1000;
    let Ok(Atom::Mma(atom)) = family::find("SM80_16x8x16_F32F16F16F32_TN", &[]) else { return Ok(()) };
    let constant = |numbers: &[i64]| -> IntTuple {
        Nested::Tuple(numbers.iter().map(|number| Nested::Leaf(Int::constant(*number))).collect())
    };
    let atoms = Layout::compact(constant(&[2, 2, 1]), Major::Left)?;
    let tile: Tiler = constant(&[32, 32, 16]).map(&mut |extent| TilerLeaf::Extent(*extent));
    let tensor = Tensor {
        engine: Engine::Counting(Int::ZERO),
        layout: Layout::compact(constant(&[128, 128]), Major::Right)?.into(),
    };
    let partition = || -> colex::Result<Tensor> {
        let mma = TiledMma::new(black_box(&atom).clone(), &atoms, &tile)?;
        mma.slice(Int::dynamic(17))?.partition(Matrix::C, black_box(&tensor))
    };
    partition()?;
    report(
        "make_tiled_mma and partition_C",
        median(|| (0..REPEATS).for_each(|_| drop(black_box(partition())))) / REPEATS,
    );
    let name = "SM80_16x8x16_F32F16F16F32_TN";
    report(
        "find an atom by its name",
        median(|| (0..REPEATS).for_each(|_| drop(black_box(family::find(name, &[]))))) / REPEATS,
    );
    Ok(())
}

fn notebook() -> colex::Result<()> {
    /// Runs in one sample.
    const REPEATS: u32 = 1000;
    let text =
        "((32,(16,8)),((64,4),(2,(128,16))),(8,2)):((1048576,(1,16)),((128,8192),(32768,(65536,4))),(8388608,2))";
    let settings = Settings { compile_time: true, ..Settings::default() };
    let each = |run: &dyn Fn()| median(|| (0..REPEATS).for_each(|_| run())) / REPEATS;
    println!("  {} characters, {REPEATS} runs a sample", text.len());
    report("parse", each(&|| drop(black_box(parse(black_box(text))))));
    report("parse and evaluate", each(&|| drop(black_box(evaluate(black_box(text), settings)))));
    report(
        "parse, evaluate and print",
        each(&|| {
            let evaluation = evaluate(black_box(text), settings);
            black_box(evaluation.value(0).map(ToString::to_string));
        }),
    );
    let many = hundred_statements();
    let count = evaluate(&many, settings).outcomes().filter(|outcome| outcome.value.is_some()).count();
    report("100 statements of the algebra", median(|| drop(black_box(evaluate(black_box(&many), settings)))));
    println!("  {count} values");
    Ok(())
}

/// Layouts, divides, products and calls that depend on one another.
fn hundred_statements() -> String {
    let mut text = String::new();
    for number in 0..20 {
        text += &format!(
            "A{number} = (8,(4,{})):({},(1,4))\nT{number} = zipped_divide(A{number}, <4:1,2:1>)\n\
             C{number} = coalesce(T{number})\nP{number} = blocked_product(A{number}, (2,3):(3,1))\n\
             T{number}((1,1),({},0))\n",
            number + 2,
            4 * (number + 2),
            number % 2
        );
    }
    text
}
