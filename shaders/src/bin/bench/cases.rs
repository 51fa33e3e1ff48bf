//! Measured cases: the variants of the kernels in their table, and the families from which the fastest is chosen.

use colex_shaders::bound::Bound;
use colex_shaders::kernels::ROWS;
use colex_shaders::roof;
use colex_shaders::row::{Row, Variant};

use crate::case::Case;
use crate::sweeps;

/// All cases. Without `sizes` each kernel has its own; on a software adapter, small ones.
pub(crate) fn all(sizes: &[u32], is_quick: bool, is_software: bool) -> Vec<Case> {
    let own = |row: &Row| match (is_software, is_quick) {
        (true, _) => vec![row.measured.software],
        (false, true) => vec![row.measured.quick],
        (false, false) => row.measured.standard.to_vec(),
    };
    let is_roof = |row: &Row| row.id() == roof::row::NAME.id;
    let (roofs, others): (Vec<&Row>, Vec<&Row>) = ROWS.iter().partition(|row| is_roof(row));
    let mut cases = Vec::new();
    for (row, is_roof) in roofs.into_iter().map(|row| (row, true)).chain(others.into_iter().map(|row| (row, false))) {
        // A roof does not depend on what stands below it.
        for size in if sizes.is_empty() || is_roof { own(row) } else { sizes.to_vec() } {
            cases.extend(row.variants.iter().map(|variant| case(row, variant, size, is_roof)));
            cases.extend(sweeps::family(row, size));
        }
    }
    for size in if sizes.is_empty() { own(&colex_shaders::copy::row::ROW) } else { sizes.to_vec() } {
        cases.extend(sweeps::wider(size));
    }
    cases
}

/// A variant of a kernel, for matrices of so many rows.
fn case(row: &'static Row, variant: &'static Variant, rows: u32, is_roof: bool) -> Case {
    let name = format!("{}/{}/{rows}", row.id(), variant.name);
    let case = Case::new(name, move || Bound::of_variant(row, variant, rows).configuration());
    if is_roof { case.into_roof() } else { case }
}
