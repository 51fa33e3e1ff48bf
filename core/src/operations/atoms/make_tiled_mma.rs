//! Atoms of matrix multiply-accumulate over threads and values.

use super::{ALIKE, mma_atom};
use crate::algebra::TilerLeaf;
use crate::atom::tiled_mma::TiledMma;
use crate::notebook::made::AtomValue;
use crate::operations::prelude::*;

pub(in crate::operations) const MAKE_TILED_MMA: Row = Row {
    name: called::MAKE_TILED_MMA,
    parameters: &["atom", "atom_layout_mnk", "permutation_mnk"],
    arity: 1..=3,
    apply: Some(Apply::Untraced(make_tiled_mma)),
    help: Some(Help {
        line: ["MMA atoms laid out over threads, and repeated over values", "把 MMA atom 铺到更多线程上，并在值上重复"],
        example: "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{}, Tile<_32,_32,_16>{})",
    }),
    ..ALIKE
};

fn make_tiled_mma(arguments: &Arguments) -> Answer {
    let atom = mma_atom(arguments, 0)?.clone();
    let layout = if arguments.values.len() > 1 { arguments.plain(1)? } else { Layout::trivial() };
    let permutation = if arguments.values.len() > 2 { arguments.tiler(2)? } else { Nested::Leaf(TilerLeaf::All) };
    Ok(AtomValue::TiledMma(TiledMma::new(atom, &layout, &permutation)?).into())
}
