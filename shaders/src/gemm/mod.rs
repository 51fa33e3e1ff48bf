//! The matrix product `C(m,n) = sum over k of A(m,k) B(n,k)`, from the layouts of A, B and C.
//!
//! As in CuTe, A has the shape (M,K), B (N,K) and C (M,N), whatever their strides: what other libraries call a
//! transposed operand is here another layout.
//!
//! | room | holds |
//! |---|---|
//! | `naive` | one thread for each element of C, straight from memory |
//! | [`scheme`] | how a tile of C is shared out: tiler, thread-value layouts, layouts of workgroup memory |
//! | `tiled` | the kernel of a scheme |
//! | `packed` | operands that are written once more before, so that four numbers lie together |
//! | `touched` | what its first workgroup touches, for the analysis of cost |
//!
//! The ladder of [`Rung`]s runs from one to the other, each a decision about layouts further on.

mod naive;
mod packed;
pub mod scheme;
mod tiled;
mod touched;

use std::collections::HashMap;

use colex::{AnyLayout, Int, Layout, Nested};

use crate::accesses::Instruction;
use crate::index::Bounds;
use crate::kernel::Refusal;
use crate::make::{column_major, row_major};
use crate::program::{Element, Elements, Expectation, Program, Twin, seed};
use crate::random;
use packed::Packing;
use scheme::{Scheme, ThreadLayouts};

/// How many multiply-adds the twin computes at most: what a page does in a second or two.
pub const TWIN_LIMIT: u64 = 1 << 27;

/// How many elements of C the twin looks at, at most a few more: all of a 256x256 matrix.
pub const SAMPLE_LIMIT: u64 = 1 << 16;

/// A matrix product: what is multiplied, and how.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// (M,K) to index.
    pub a: AnyLayout,
    /// (N,K) to index.
    pub b: AnyLayout,
    /// (M,N) to index.
    pub c: AnyLayout,
    /// The numbers in memory, [`Element::F32`] or [`Element::F16`]. Sums are always f32.
    pub element: Element,
    /// How it is done.
    pub algorithm: Algorithm,
}

/// How a product is computed.
#[derive(Debug, Clone)]
pub enum Algorithm {
    /// One thread for each element of C, in workgroups of so many threads along M and N.
    Naive {
        /// Threads along M and along N.
        threads: [u32; 2],
        /// Whether neighbours in a workgroup are neighbours along N, rather than along M.
        along_n: bool,
    },
    /// CuTe's first GEMM tutorial: a CTA tiler and the thread layouts that partition its tiles.
    Tutorial(Box<ThreadLayouts>),
    /// Tiles with everything that makes them fast.
    Tiled(Scheme),
}

/// The rungs of the ladder: the same product, each time with one decision more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rung {
    /// Straight from memory.
    Naive,
    /// CuTe's tutorial, with its own layouts.
    Tutorial,
    /// Tiles in workgroup memory, one element of C for each thread.
    Tiled,
    /// Each thread keeps a tile of C in registers.
    RegisterTiled,
    /// Four numbers at a time, to and from memory and workgroup memory.
    Vectorised,
    /// Two tiles in workgroup memory: one is read while the next arrives.
    DoubleBuffered,
    /// Tile, warp tile and order for this size, from a search.
    Tuned,
}

impl Rung {
    /// From the slowest to the fastest.
    pub const ALL: [Rung; 7] = [
        Rung::Naive,
        Rung::Tutorial,
        Rung::Tiled,
        Rung::RegisterTiled,
        Rung::Vectorised,
        Rung::DoubleBuffered,
        Rung::Tuned,
    ];

    /// The algorithm of this rung for a size (M,N,K).
    pub fn algorithm(self, size: [u32; 3]) -> Algorithm {
        match self {
            Rung::Naive => Algorithm::Naive { threads: [16, 16], along_n: true },
            Rung::Tutorial => Algorithm::Tutorial(Box::new(ThreadLayouts::tutorial())),
            Rung::Tiled => Algorithm::Tiled(Scheme::TILED),
            Rung::RegisterTiled => Algorithm::Tiled(Scheme::REGISTER_TILED),
            Rung::Vectorised => Algorithm::Tiled(Scheme::VECTORISED),
            Rung::DoubleBuffered => Algorithm::Tiled(Scheme::DOUBLE_BUFFERED),
            Rung::Tuned => Algorithm::Tiled(Scheme::tuned(size)),
        }
    }
}

/// Which of its two modes a matrix has in neighbouring elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Major {
    /// The first, as BLAS has it.
    Column,
    /// The second, as C has it.
    Row,
}

impl Configuration {
    /// `(M,K) x (K,N)` as PyTorch has them, each row after row: A (M,K):(K,1), B (N,K):(1,N), C (M,N):(N,1).
    pub fn row_major([m, n, k]: [u32; 3], algorithm: Algorithm) -> Self {
        Configuration {
            a: matrix(m, k, Major::Row, 0),
            b: matrix(n, k, Major::Column, 0),
            c: matrix(m, n, Major::Row, 0),
            element: Element::F32,
            algorithm,
        }
    }

    /// The same product on another rung.
    pub fn on(self, rung: Rung) -> Result<Self, Refusal> {
        let size = self.size()?;
        let algorithm = match rung {
            Rung::Tuned => Algorithm::Tiled(Scheme::tuned_for(&self, size)),
            rung => rung.algorithm(size),
        };
        Ok(Configuration { algorithm, ..self })
    }

    /// (M,N,K), or why the three layouts have no product.
    pub fn size(&self) -> Result<[u32; 3], Refusal> {
        let extents = |layout: &AnyLayout| -> Result<[u32; 2], Refusal> {
            Bounds::of(layout)?;
            if layout.rank() != 2 {
                return Err(Refusal::WrongRank { layout: layout.to_string(), rank: layout.rank(), needed: 2 });
            }
            let extent = |mode| -> Result<u32, Refusal> {
                let size = layout.at(&[mode]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
                u32::try_from(size.value()).map_err(|_| Refusal::NoElements { shape: layout.shape().to_string() })
            };
            Ok([extent(0)?, extent(1)?])
        };
        let ([m, k], [n, other_k], [c_m, c_n]) = (extents(&self.a)?, extents(&self.b)?, extents(&self.c)?);
        if k != other_k || m != c_m || n != c_n {
            return Err(Refusal::Mismatched {
                what: format!(
                    "A is (M,K) = ({m},{k}), B is (N,K) = ({n},{other_k}), C is (M,N) = ({c_m},{c_n}), and M, N and K \
                     must be the same wherever they stand"
                ),
                chinese: format!(
                    "A 为 (M,K) = ({m},{k})，B 为 (N,K) = ({n},{other_k})，C 为 (M,N) = ({c_m},{c_n})，各处的 M、N、K 必须相同"
                ),
            });
        }
        Ok([m, n, k])
    }
}

/// The product that a tiled kernel computes.
#[derive(Debug, Clone, Copy)]
struct Task<'a> {
    /// A and B are what the tiles come from.
    configuration: &'a Configuration,
    /// The extents of the tiles' sources along M, N and K.
    size: [u32; 3],
    /// The extents of C: those of the sources, or up to three less where they are packed.
    written: [u32; 2],
    /// The buffers of A and B.
    buffers: [&'static str; 2],
    /// What is packed before.
    packing: Option<&'a Packing>,
}

impl<'a> Task<'a> {
    fn plain(configuration: &'a Configuration, size: [u32; 3]) -> Self {
        Task { configuration, size, written: [size[0], size[1]], buffers: ["a", "b"], packing: None }
    }

    /// (M,N,K) of the product itself.
    fn extents(&self) -> [u32; 3] {
        let [m, n] = self.written;
        [m, n, self.packing.map_or(self.size[2], Packing::steps)]
    }
}

/// A matrix of these extents with `padding` elements between one line and the next.
pub fn matrix(rows: u32, columns: u32, major: Major, padding: u32) -> AnyLayout {
    match major {
        Major::Column => column_major(rows, columns, rows.saturating_add(padding)),
        Major::Row => row_major(rows, columns, columns.saturating_add(padding)),
    }
}

/// A flat layout of static integers.
pub(crate) fn layout(shape: &[i64], stride: &[i64]) -> Layout {
    let tuple = |numbers: &[i64]| {
        Nested::Tuple(numbers.iter().map(|number| Nested::Leaf(Int::constant(*number))).collect::<Vec<_>>())
    };
    // Two flat tuples of one length are congruent.
    Layout::with_ints(tuple(shape), &tuple(stride)).unwrap_or_else(|_| Layout::trivial())
}

/// The kernel of a product.
///
/// Law: every element of C is the sum of its K products, each in f32, in an order that the algorithm chooses; elements
/// of the buffer that C does not reach are not written. Sizes that no tile divides are right, too.
///
/// Refused are layouts that no buffer can be indexed by, sizes that do not fit together, and tiles that their threads
/// cannot share out.
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    let size = configuration.size()?;
    if !matches!(configuration.element, Element::F32 | Element::F16) {
        return Err(Refusal::Mismatched {
            what: "the elements of a product are f32 or f16".to_owned(),
            chinese: "矩阵乘的元素应为 f32 或 f16".to_owned(),
        });
    }
    match &configuration.algorithm {
        Algorithm::Naive { threads, along_n } => naive::generate(configuration, size, *threads, *along_n),
        Algorithm::Tutorial(layouts) => tiled::generate(&Task::plain(configuration, size), &layouts.sharing()?),
        Algorithm::Tiled(scheme) => {
            let packing = Packing::of(configuration, size, scheme);
            let task = packing.as_ref().map_or_else(|| Task::plain(configuration, size), Packing::task);
            tiled::generate(&task, &scheme.sharing(task.configuration)?)
        }
    }
}

/// What the warps of the first workgroup touch, in the order of the text; of the steps of a product without tiles the
/// first few. What is packed before the product is left out.
pub fn accesses(configuration: &Configuration) -> Result<Vec<Instruction>, Refusal> {
    let size = configuration.size()?;
    match &configuration.algorithm {
        Algorithm::Naive { threads, along_n } => touched::naive(configuration, size, *threads, *along_n),
        Algorithm::Tutorial(layouts) => touched::tiled(&Task::plain(configuration, size), &layouts.sharing()?),
        Algorithm::Tiled(scheme) => {
            let packing = Packing::of(configuration, size, scheme);
            let task = packing.as_ref().map_or_else(|| Task::plain(configuration, size), Packing::task);
            touched::tiled(&task, &scheme.sharing(task.configuration)?)
        }
    }
}

/// The twin: elements of C in f64, from the inputs by themselves. All of them where that takes at most [`TWIN_LIMIT`]
/// multiply-adds; else those where some rows and some columns cross: the first, the last, and others at random.
///
/// The tolerance of an element is `2 sqrt(K) u S` with `u = 2^-24` and `S` the sum of the absolute products: with high
/// probability no order of adding in f32 errs by more (Higham and Mary, "A New Approach to Probabilistic Rounding Error
/// Analysis", 2019). Stored as f16, half a unit of its last place is added.
pub fn twin(configuration: &Configuration) -> Result<Twin, Refusal> {
    let [m, n, k] = configuration.size()?;
    let c = flat(&configuration.c)?;
    let (rows, columns) = crossing([m, n], (TWIN_LIMIT / u64::from(k).max(1)).min(SAMPLE_LIMIT));
    let mut places = HashMap::with_capacity(rows.len().saturating_mul(columns.len()));
    for (row_place, row) in rows.iter().enumerate() {
        for (column_place, column) in columns.iter().enumerate() {
            let coordinate = u64::from(*row) + u64::from(*column) * u64::from(m);
            let element = c.index(coordinate).map_err(Refusal::Algebra)?.cast_unsigned();
            places.insert(element, (row_place, column_place));
        }
    }
    let mut elements = places.keys().copied().collect::<Vec<_>>();
    elements.sort_unstable();
    let (a, b) = (lines(&configuration.a, [m, k], &rows, 0)?, lines(&configuration.b, [n, k], &columns, 1)?);
    let is_half = configuration.element == Element::F16;
    let value = move |element: u64| {
        let (row, column) = *places.get(&element)?;
        let (mut sum, mut absolute) = (0.0_f64, 0.0_f64);
        for (left, right) in a.get(row)?.iter().zip(b.get(column)?) {
            let product = f64::from(*left) * f64::from(*right);
            sum += product;
            absolute += product.abs();
        }
        let rounding = if is_half { sum.abs() * f64::from(f32::EPSILON) * 4096.0 } else { 0.0 };
        let unit = f64::from(f32::EPSILON) / 2.0;
        Some(Expectation { value: sum, tolerance: 2.0 * f64::from(k).sqrt() * unit * absolute + rounding })
    };
    Ok(Twin { binding: 2, elements: Elements::Sampled(elements), value: Box::new(value) })
}

/// The numbers of some lines of an input, of which `[lines, k]` are the extents.
fn lines(layout: &AnyLayout, [all, k]: [u32; 2], chosen: &[u32], binding: usize) -> Result<Vec<Vec<f32>>, Refusal> {
    let layout = flat(layout)?;
    let number = |line: u32, step: u32| {
        let index = layout.index(u64::from(line) + u64::from(step) * u64::from(all)).map_err(Refusal::Algebra)?;
        // Bounds of the layout are those of u32.
        Ok(random::value(seed(binding), u32::try_from(index).unwrap_or(u32::MAX)))
    };
    chosen.iter().map(|line| (0..k).map(|step| number(*line, step)).collect()).collect()
}

fn flat(layout: &AnyLayout) -> Result<colex::table::FlatLayout, Refusal> {
    colex::table::FlatLayout::any(layout).map_err(Refusal::Algebra)
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
    // What a short side leaves, the long one takes, up to a bound on the memory that the lines take.
    let rows =
        chosen(m, 11, side.max(u32::try_from(most / u64::from(n.min(side)).max(1)).unwrap_or(side)).min(4 * side));
    let columns = chosen(n, 12, u32::try_from(most / (rows.len() as u64).max(1)).unwrap_or(side).clamp(4, 4 * side));
    (rows, columns)
}
