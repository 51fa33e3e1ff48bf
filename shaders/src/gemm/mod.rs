//! The matrix product `C(m,n) = sum over k of A(m,k) B(n,k)`, from the layouts of A, B and C.
//!
//! As in CuTe, A has the shape (M,K), B (N,K) and C (M,N), whatever their strides: what other libraries call a
//! transposed operand is here another layout.
//!
//! | room | holds |
//! |---|---|
//! | `configuration` | what is multiplied, and on which rung |
//! | `naive` | one thread for each element of C, straight from memory |
//! | [`plan`] | which scheme a product gets, from the whole of it |
//! | [`scheme`] | how a tile of C is shared out: tiler, thread-value layouts, layouts of workgroup memory |
//! | `tiled` | the kernel of a scheme |
//! | `buffers` | the buffers of a product, in vectors |
//! | [`split`] | a product whose K is cut into parts, and the pass that adds them up |
//! | [`thin`] | products with few rows or few columns, and the edges of others |
//! | [`matrices`] | a product by subgroup matrices |
//! | `packed` | operands that are written once more before, so that four numbers lie together |
//! | `touched` | what its warps touch, for the analysis of cost |
//!
//! The ladder of [`Rung`]s runs from one to the other, each a decision about layouts further on.

mod buffers;
mod configuration;
pub mod matrices;
mod naive;
mod packed;
pub mod plan;
pub mod row;
pub mod scheme;
pub mod split;
pub mod thin;
mod tiled;
mod touched;

use std::collections::HashMap;

pub use configuration::{Algorithm, Configuration, Major, Rung, matrix};

use colex::AnyLayout;

use crate::accesses::Touches;
use crate::kernel::Refusal;
use crate::program::{Element, Elements, Expectation, Program, Twin, seed};
use crate::random;
use configuration::flat;
use packed::{Packing, Task};
use scheme::{Scheme, Sharing};
use split::Split;

/// Largest number of multiply-adds that the twin computes: what a page does in a second or two.
pub const TWIN_LIMIT: u64 = 1 << 27;

/// Largest number of elements of C that the twin looks at, or a few more: all of a 256x256 matrix.
pub const SAMPLE_LIMIT: u64 = 1 << 16;

/// Of how many products beside each other the twin looks at elements.
const BATCHES_COMPARED: u32 = 8;

/// The kernel of a product.
///
/// Law: every element of C is the sum of its K products, each in f32, in an order that the algorithm chooses; elements
/// of the buffer that C does not reach are not written. Sizes that no tile divides are right, too.
///
/// Refused are layouts that no buffer can be indexed by, sizes that do not fit together, and tiles that their threads
/// cannot share out.
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    let size = configuration.size()?;
    let is_by_matrices = matches!(configuration.algorithm, Algorithm::Matrices(_));
    if !is_by_matrices && !matches!(configuration.element, Element::F32 | Element::F16) {
        return Err(Refusal::Mismatched {
            what: "the elements of a product are f32 or f16".to_owned(),
            chinese: "矩阵乘的元素应为 f32 或 f16".to_owned(),
        });
    }
    match &configuration.algorithm {
        Algorithm::Naive { threads, along_n } => naive::generate(configuration, size, *threads, *along_n),
        Algorithm::Tutorial(layouts) => tiled::generate(&Task::plain(configuration, size), &layouts.sharing()?),
        Algorithm::Tiled(scheme) => shared_out(configuration, size, scheme, tiled::generate),
        Algorithm::Matrices(fragments) => matrices::generate(configuration, size, *fragments),
        Algorithm::Thin { parts } => thin::generate(configuration, size, *parts),
    }
}

/// Makes of a product what it comes to by a scheme: packed and cut as it says.
fn shared_out<T>(
    configuration: &Configuration,
    size: [u32; 3],
    scheme: &Scheme,
    then: impl FnOnce(&Task<'_>, &Sharing) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let packing = Packing::of(configuration, size, scheme);
    let task = packing.as_ref().map_or_else(|| Task::plain(configuration, size), Packing::task);
    let task = task.with_edges(scheme);
    let Configuration { c, element, .. } = task.configuration;
    let size = Split::padded(c, task.size, scheme);
    let split = Split::of(c, *element, size, task.written, task.batches, scheme);
    let size = if split.is_some() { size } else { task.size };
    let task = Task { split: split.as_ref(), size, ..task };
    then(&task, &scheme.sharing(task.layouts())?)
}

/// Lists what all warps touch in all passes, in their order.
///
/// Errors: those of [`generate`].
pub fn accesses(configuration: &Configuration) -> Result<Touches, Refusal> {
    let size = configuration.size()?;
    match &configuration.algorithm {
        Algorithm::Naive { threads, along_n } => touched::naive(configuration, size, *threads, *along_n),
        Algorithm::Tutorial(layouts) => touched::tiled(&Task::plain(configuration, size), &layouts.sharing()?),
        Algorithm::Tiled(scheme) => shared_out(configuration, size, scheme, touched::tiled),
        Algorithm::Matrices(fragments) => touched::matrices(configuration, fragments),
        Algorithm::Thin { parts } => thin::touched(configuration, size, *parts),
    }
}

/// The twin: elements of C in f64, from the inputs by themselves. All of them where that takes at most [`TWIN_LIMIT`]
/// multiply-adds; else those where some rows and some columns cross: the first, the last, and others at random.
///
/// The tolerance of an element is `2 sqrt(K) u S` with `u = 2^-24` and `S` the sum of the absolute products: with high
/// probability no order of adding in f32 errs by more (Higham and Mary, "A New Approach to Probabilistic Rounding Error
/// Analysis", 2019). Stored as f16, half a unit of its last place is added. Of i8 the sum is exact, modulo 2^32.
pub fn twin(configuration: &Configuration) -> Result<Twin, Refusal> {
    let [m, n, k] = configuration.size()?;
    let c = flat(&configuration.c)?;
    let batches = batches_compared(configuration.batches()?);
    let most = (TWIN_LIMIT / u64::from(k).max(1)).min(SAMPLE_LIMIT) / (batches.len() as u64).max(1);
    let (rows, columns) = crossing([m, n], most);
    let mut places = HashMap::new();
    for (batch_place, batch) in batches.iter().enumerate() {
        for (row_place, row) in rows.iter().enumerate() {
            for (column_place, column) in columns.iter().enumerate() {
                let [row, column, batch] = [*row, *column, *batch].map(u64::from);
                let coordinate = row + (column + batch * u64::from(n)) * u64::from(m);
                let element = c.index(coordinate).map_err(Refusal::Algebra)?.cast_unsigned();
                let [row, column] = [(row_place, rows.len()), (column_place, columns.len())]
                    .map(|(place, count)| place + batch_place * count);
                places.insert(element, (row, column));
            }
        }
    }
    let mut elements = places.keys().copied().collect::<Vec<_>>();
    elements.sort_unstable();
    let is_of_bytes = configuration.element == Element::I8;
    let a = lines(&configuration.a, [m, k], (&rows, &batches), (0, is_of_bytes))?;
    let b = lines(&configuration.b, [n, k], (&columns, &batches), (1, is_of_bytes))?;
    let is_half = configuration.element == Element::F16 && !matches!(configuration.algorithm, Algorithm::Matrices(_));
    let value = move |element: u64| {
        let (row, column) = *places.get(&element)?;
        let (mut sum, mut absolute) = (0.0_f64, 0.0_f64);
        for (left, right) in a.get(row)?.iter().zip(b.get(column)?) {
            let product = f64::from(*left) * f64::from(*right);
            sum += product;
            absolute += product.abs();
        }
        if is_of_bytes {
            // Its absolute value stays below 2^14 K, which f64 holds.
            return Some(Expectation { value: f64::from(sum as i64 as i32), tolerance: 0.0 });
        }
        let rounding = if is_half { sum.abs() * f64::from(f32::EPSILON) * 4096.0 } else { 0.0 };
        let unit = f64::from(f32::EPSILON) / 2.0;
        Some(Expectation { value: sum, tolerance: 2.0 * f64::from(k).sqrt() * unit * absolute + rounding })
    };
    Ok(Twin { binding: 2, elements: Elements::Sampled(elements), value: Box::new(value) })
}

/// Which of the products beside each other are compared: all of a few, else the first, the last, and some between.
fn batches_compared(batches: u32) -> Vec<u32> {
    let spread = |place: u32| u64::from(batches - 1) * u64::from(place) / u64::from(BATCHES_COMPARED - 1);
    if batches <= BATCHES_COMPARED {
        (0..batches).collect()
    } else {
        (0..BATCHES_COMPARED).filter_map(|place| u32::try_from(spread(place)).ok()).collect()
    }
}

/// The numbers of some lines of some matrices of an input, of which `[lines, k]` are the extents.
fn lines(
    layout: &AnyLayout,
    [all, k]: [u32; 2],
    (chosen, batches): (&[u32], &[u32]),
    (binding, is_of_bytes): (usize, bool),
) -> Result<Vec<Vec<f32>>, Refusal> {
    let layout = flat(layout)?;
    let number = |batch: u32, line: u32, step: u32| {
        let [batch, line, step, all] = [batch, line, step, all].map(u64::from);
        let index = layout.index(line + (step + batch * u64::from(k)) * all).map_err(Refusal::Algebra)?;
        // Bounds of the layout are those of u32.
        let index = u32::try_from(index).unwrap_or(u32::MAX);
        Ok(match is_of_bytes {
            true => random::byte(seed(binding), index).into(),
            false => random::value(seed(binding), index),
        })
    };
    let lines = batches.iter().flat_map(|batch| chosen.iter().map(move |line| (*batch, *line)));
    lines.map(|(batch, line)| (0..k).map(|step| number(batch, line, step)).collect()).collect()
}

/// Rows and columns of an (M,N) matrix that cross in about `most` places: all of them, or as many of each, of which a
/// quarter are the first, a quarter the last, and the others at random.
fn crossing([m, n]: [u32; 2], most: u64) -> (Vec<u32>, Vec<u32>) {
    let side = u32::try_from(most.isqrt()).unwrap_or(u32::MAX).max(4);
    let chosen = |extent: u32, seed: u32, count: u32| {
        if extent <= count {
            return (0..extent).collect();
        }
        let quarter = count / 4;
        let ends = (0..quarter).chain(extent - quarter..extent);
        let others = (0..count - 2 * quarter).map(|number| random::hash(seed, number) % extent);
        let all = ends.chain(others).collect::<std::collections::BTreeSet<_>>();
        all.into_iter().collect::<Vec<_>>()
    };
    // The long side takes what a short one leaves, up to a bound on the memory that the lines take.
    let rows =
        chosen(m, 11, side.max(u32::try_from(most / u64::from(n.min(side)).max(1)).unwrap_or(side)).min(4 * side));
    let columns = chosen(n, 12, u32::try_from(most / (rows.len() as u64).max(1)).unwrap_or(side).clamp(4, 4 * side));
    (rows, columns)
}
