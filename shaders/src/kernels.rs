//! The table of kernels. Whatever is asked of every kernel — by the page, the benchmark, a search, a test — walks it.

use crate::row::{Name, Row};

macro_rules! kernels {
    ($($kernel:ident),*) => {
        /// Names of the kernels, in the order of [`ROWS`]; apart from them, for what only names them needs no code.
        pub static NAMES: &[Name] = &[$(crate::$kernel::row::NAME),*];

        /// All kernels.
        pub static ROWS: &[&Row] = &[$(&crate::$kernel::row::ROW),*];
    };
}

kernels!(iota, copy, transpose, gemm, reduce, roof);

/// Finds the kernel of a name in links.
pub fn row(id: &str) -> Option<&'static Row> {
    ROWS.iter().copied().find(|row| row.id() == id)
}
