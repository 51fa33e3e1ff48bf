//! Configuration of a product: what is multiplied, and how.

use colex::AnyLayout;

use super::matrices::Fragments;
use super::plan::{self, Product, Reads};
use super::scheme::{Scheme, ThreadLayouts, is_contiguous_along, vector_mode};
use crate::index::Bounds;
use crate::kernel::Refusal;
use crate::machine::Machine;
use crate::make::{column_major, row_major};
use crate::program::Element;

/// A matrix product: what is multiplied, and how.
#[derive(Debug, Clone)]
pub struct Configuration {
    /// (M,K) to index.
    pub a: AnyLayout,
    /// (N,K) to index.
    pub b: AnyLayout,
    /// (M,N) to index.
    pub c: AnyLayout,
    /// The numbers in memory, [`Element::F32`] or [`Element::F16`], whose sums are f32; by subgroup matrices also
    /// [`Element::I8`], whose sums are i32.
    pub element: Element,
    /// Algorithm by which it is done.
    pub algorithm: Algorithm,
}

/// Algorithm of a product.
#[derive(Debug, Clone)]
pub enum Algorithm {
    /// One thread for each element of C, in workgroups of so many threads along M and N.
    Naive {
        /// Threads along M and along N.
        threads: [u32; 2],
        /// True if neighbours in a workgroup are neighbours along N, rather than along M.
        along_n: bool,
    },
    /// CuTe's first GEMM tutorial: a CTA tiler and the thread layouts that partition its tiles.
    Tutorial(Box<ThreadLayouts>),
    /// Tiles with everything that makes them fast.
    Tiled(Scheme),
    /// Subgroup matrices, on units of their own.
    Matrices(Fragments),
    /// Few rows or few columns: no tiles, and K cut into about so many parts.
    Thin {
        /// Parts of K.
        parts: u32,
    },
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
    /// By subgroup matrices: numbers of f16, or of i8, on a device that has them.
    TensorCores,
}

impl Rung {
    /// From the slowest to the fastest, of those that any device runs.
    pub const ALL: [Rung; 7] = [
        Rung::Naive,
        Rung::Tutorial,
        Rung::Tiled,
        Rung::RegisterTiled,
        Rung::Vectorised,
        Rung::DoubleBuffered,
        Rung::Tuned,
    ];

    /// The algorithm of this rung for a size (M,N,K), by subgroup matrices that of f16.
    pub fn algorithm(self, size: [u32; 3]) -> Algorithm {
        match self {
            Rung::Naive => Algorithm::Naive { threads: [16, 16], along_n: true },
            Rung::Tutorial => Algorithm::Tutorial(Box::new(ThreadLayouts::tutorial())),
            Rung::Tiled => Algorithm::Tiled(Scheme::TILED),
            Rung::RegisterTiled => Algorithm::Tiled(Scheme::REGISTER_TILED),
            Rung::Vectorised => Algorithm::Tiled(Scheme::VECTORISED),
            Rung::DoubleBuffered => Algorithm::Tiled(Scheme::DOUBLE_BUFFERED),
            Rung::Tuned => Algorithm::Tiled(Scheme::tuned(size)),
            Rung::TensorCores => Algorithm::Matrices(Fragments::of(size, Element::F16, Machine::USUAL)),
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

    /// The same product on another rung, on the usual machine.
    pub fn on(self, rung: Rung) -> Result<Self, Refusal> {
        self.on_machine(rung, Machine::USUAL)
    }

    /// The same product on another rung, as is best on a machine.
    pub fn on_machine(self, rung: Rung, machine: Machine) -> Result<Self, Refusal> {
        let size = self.size()?;
        let algorithm = match rung {
            Rung::Tuned => return self.tuned(machine),
            Rung::TensorCores => Algorithm::Matrices(Fragments::of(size, self.element, machine)),
            rung => rung.algorithm(size),
        };
        Ok(Configuration { algorithm, ..self })
    }

    /// Returns the number of products: the extent L of a third mode of A, B and C, 1 where there is none.
    pub fn batches(&self) -> Result<u32, Refusal> {
        if self.a.rank() != 3 {
            return Ok(1);
        }
        let extent = |layout: &AnyLayout| -> Result<u32, Refusal> {
            let size = layout.at(&[2]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
            u32::try_from(size.value()).map_err(|_| Refusal::NoElements { shape: layout.shape().to_string() })
        };
        let [a, b, c] = [extent(&self.a)?, extent(&self.b)?, extent(&self.c)?];
        if a != b || a != c {
            return Err(Refusal::Mismatched {
                what: format!("A has {a} matrices, B {b} and C {c}: L must be the same wherever it stands"),
                chinese: format!("A 有 {a} 个矩阵，B 有 {b} 个，C 有 {c} 个，各处的 L 必须相同"),
            });
        }
        Ok(a)
    }

    /// The same product as is best on a machine.
    pub fn tuned(self, machine: Machine) -> Result<Self, Refusal> {
        let product = self.product()?;
        let algorithm = match plan::thin(&product, machine) {
            Some(parts) => Algorithm::Thin { parts },
            None => Algorithm::Tiled(Scheme::tuned_for([&self.a, &self.b], &product, machine)),
        };
        Ok(Configuration { algorithm, ..self })
    }

    /// Returns what a plan has to know of it.
    pub fn product(&self) -> Result<Product, Refusal> {
        let reads = [&self.a, &self.b].map(|matrix| Reads {
            is_by_fours: vector_mode(matrix).is_some(),
            is_along_k: is_contiguous_along(matrix, 1) && !is_contiguous_along(matrix, 0),
        });
        Ok(Product { size: self.size()?, batches: self.batches()?, reads })
    }

    /// (M,N,K), or why the three layouts have no product.
    pub fn size(&self) -> Result<[u32; 3], Refusal> {
        // With a third mode they are products one beside the other; then all three have it.
        let rank = if self.a.rank() == 3 { 3 } else { 2 };
        let extents = |layout: &AnyLayout| -> Result<[u32; 2], Refusal> {
            Bounds::of(layout)?;
            if layout.rank() != rank {
                return Err(Refusal::WrongRank { layout: layout.to_string(), rank: layout.rank(), needed: rank });
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
        self.batches()?;
        Ok([m, n, k])
    }
}

/// A matrix of these extents with `padding` elements between one line and the next.
pub fn matrix(rows: u32, columns: u32, major: Major, padding: u32) -> AnyLayout {
    match major {
        Major::Column => column_major(rows, columns, rows.saturating_add(padding)),
        Major::Row => row_major(rows, columns, columns.saturating_add(padding)),
    }
}

/// A layout that is asked for one index after the other.
pub(super) fn flat(layout: &AnyLayout) -> Result<colex::table::FlatLayout, Refusal> {
    colex::table::FlatLayout::any(layout).map_err(Refusal::Algebra)
}
