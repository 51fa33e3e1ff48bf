//! Costs of a group of threads that access memory together: conflicts of shared memory's banks, sectors and lines of
//! global memory, and the widest vector that a thread may move at once.
//!
//! A *group* is a number of threads with a number of values each, and the index in memory of every pair; a thread-value
//! layout is one, and so is any kernel that can say which element a thread touches when. Its threads are cut into warps,
//! the values of a thread into vectors; one vector of every thread of a warp is one *request*.
//!
//! Two ways lead to the same numbers: every request looked at ([`shared`], [`global`], [`Survey`]), for any layout; and
//! ranks of a matrix of bits ([`BitGroup`]), where extents are powers of two and no addition carries. A test has both
//! agree. The facts about banks, words and sectors are those of NVIDIA's CUDA C++ Programming Guide; the matrix is that
//! of "Linear Layouts" (arXiv 2505.23819).
//!
//! Parts that are not modelled: caches from one request to the next, the order in which requests are served, and what
//! instructions such as `ldmatrix` do with addresses of their own.

mod bits;
mod global;
mod group;
mod machine;
mod shared;
mod survey;
mod vector;

pub use bits::{BitGroup, BitMatrix};
pub use global::{GlobalCost, Sector, global, sectors};
pub use group::{Accesses, Group, INSTRUCTIONS_LIMIT, Request, THREADS_LIMIT};
pub use machine::{CONSTANT_LIMIT, Machine, Vector};
pub use shared::{Phase, SharedCost, phases, shared};
pub use survey::{Facts, PAIRS_LIMIT, SPAN_LIMIT, Survey, Surveyed};
pub use vector::{Obstacle, Widest};
