//! The operations: each a row in a file of its own, and one list of all.
//!
//! A row says everything about an operation, so whoever adds one writes a file and a line below, with the data that CuTe
//! printed. The doors look a facet up and hand it to the room that goes on with it; the notebook is handed a catalogue of
//! them. Nobody matches on a name. Why there is a table for each facet: `docs/decisions/0010-operations-are-rows.md`.

#![allow(clippy::needless_update, reason = "a row that says every facet of today may lack one of tomorrow")]

pub(crate) mod alike;
pub(crate) mod analysis;
pub(crate) mod append;
pub(crate) mod assertion;
pub(crate) mod atoms;
pub(crate) mod basis;
mod catalogue;
pub(crate) mod ceil_div;
pub(crate) mod coalesce;
pub(crate) mod common_domain;
pub(crate) mod compact;
pub(crate) mod complement;
pub(crate) mod composition;
pub(crate) mod coshape;
pub(crate) mod cosize;
pub(crate) mod crd2crd;
pub(crate) mod crd2idx;
pub(crate) mod decltype;
pub(crate) mod depth;
pub(crate) mod dice;
pub(crate) mod divide;
pub(crate) mod domain_distribute;
mod doors;
pub(crate) mod elem_scale;
pub(crate) mod evenly_divides;
pub(crate) mod filter;
pub(crate) mod filter_zeros;
pub(crate) mod flatten;
pub(crate) mod get;
pub(crate) mod get_coord;
pub(crate) mod group;
pub(crate) mod idx2crd;
pub(crate) mod increment;
pub(crate) mod inner_product;
pub(crate) mod integer;
pub(crate) mod integral;
pub(crate) mod is_static;
pub(crate) mod iterator;
pub(crate) mod layout_add;
pub(crate) mod leafwise;
pub(crate) mod left_inverse;
pub(crate) mod local_partition;
pub(crate) mod local_tile;
pub(crate) mod major;
pub(crate) mod make_composed_layout;
pub(crate) mod make_counting_tensor;
pub(crate) mod make_fragment_like;
pub(crate) mod make_identity_layout;
pub(crate) mod make_identity_tensor;
pub(crate) mod make_layout;
pub(crate) mod make_layout_like;
pub(crate) mod make_layout_tv;
pub(crate) mod make_mixed_bits;
pub(crate) mod make_ordered_layout;
pub(crate) mod make_tensor;
pub(crate) mod make_tuple;
pub(crate) mod max_alignment;
pub(crate) mod max_common_layout;
pub(crate) mod max_common_vector;
pub(crate) mod nullspace;
pub(crate) mod order;
pub(crate) mod outer_partition;
pub(crate) mod pointer;
mod position_independent;
pub(crate) mod prelude;
pub(crate) mod print;
pub(crate) mod product;
pub(crate) mod product_each;
pub(crate) mod product_like;
pub(crate) mod rank;
pub(crate) mod ranked_product;
pub(crate) mod recast;
pub(crate) mod relation;
pub(crate) mod repeat;
pub(crate) mod replace;
pub(crate) mod right_inverse;
pub(crate) mod round_up;
pub(crate) mod row;
pub(crate) mod select;
pub(crate) mod shape;
pub(crate) mod shape_div;
pub(crate) mod size;
pub(crate) mod slice;
pub(crate) mod slice_and_offset;
pub(crate) mod stride;
pub(crate) mod swizzle;
pub(crate) mod take;
pub(crate) mod tile_to_shape;
pub(crate) mod tile_unzip;
pub(crate) mod tiler_to_layout;
pub(crate) mod truth;
pub(crate) mod unflatten;
pub(crate) mod with_shape;
pub(crate) mod zip;

pub use catalogue::{ALGEBRA, ATOMS, CATALOGUE, all, all_names, find, install, install_atoms, is_there, parse};
pub use doors::{
    answer, beyond, consult, contract, cut_by, is_made, is_read, letters, promises, readable, scene, threads,
};

use crate::notebook::functions::Function;
use crate::operations::prelude::*;
pub use row::Origin;
use row::Row;

/// The tables of facets, one for each part of the page that loads by itself: a table of rows would bring all of them with
/// any.
macro_rules! operations {
    (first: $($file:ident::$row:ident),*; atoms: $($atom_file:ident::$atom_row:ident),* $(,)?) => {
        const FIRST: usize = [$(stringify!($row)),*].len();
        const OF_ATOMS: usize = [$(stringify!($atom_row)),*].len();
        const COUNT: usize = FIRST + OF_ATOMS;

        /// The names of all operations, for who stands above them. A row's field, read while the program runs, may bring
        /// the whole row into the part of the page that reads it; a constant of its own does not.
        #[allow(dead_code, reason = "of most operations nobody else speaks")]
        pub(crate) mod called {
            $(pub(crate) const $row: &str = super::$file::$row.name;)*
            $(pub(crate) const $atom_row: &str = super::atoms::$atom_file::$atom_row.name;)*
        }

        /// Functions that the parser knows, in order: those on atoms last. They are all there from the beginning,
        /// whatever computes them: how a text is read, and its colours, may not depend on what has arrived.
        static FUNCTIONS: [Function; COUNT] = placed([
            $($file::$row.function(),)*
            $(Function { is_on_atoms: true, ..atoms::$atom_file::$atom_row.function() },)*
        ]);

        /// Code that computes them. Only the algebra may name it.
        static APPLIED: [Apply; FIRST] = [$($file::$row.applied()),*];

        /// Code that computes the operations on atoms. Only the atoms may name it.
        static ATOMS_APPLIED: [Apply; OF_ATOMS] = [$(atoms::$atom_file::$atom_row.applied()),*];

        operations!(@tables $($file::$row,)* $(atoms::$atom_file::$atom_row,)*);
    };
    (@tables $($row:path,)*) => {
        static TRAVELS: [Travel; COUNT] = [$($row.travels()),*];

        static REMARKED: [&[Remarked]; COUNT] = [$($row.remarks),*];

        static ORIGINS: [Origin; COUNT] = [$($row.origin),*];

        static HELP: [Help; COUNT] = [$($row.helps()),*];

        static PROMISED: [Option<Promise>; COUNT] = [$($row.promised()),*];

        static DRAWN: [Option<Drawing>; COUNT] = [$($row.drawn()),*];

        static EXPLAINED: [Reasons; COUNT] = [$($row.reasons),*];

        static ADVISED: [Advice; COUNT] = [$($row.advised()),*];

        static MAPPED: [Maps; COUNT] = [$($row.map),*];

        static RELATED: [Alternatives; COUNT] = [$($row.alternatives),*];

        const ROWS: [Row; COUNT] = [$($row),*];
    };
}

/// Number of spellings that Python has of its own.
const SPELLINGS: usize = {
    let (mut row, mut count) = (0, 0);
    while row < COUNT {
        count += ROWS[row].python.len();
        row += 1;
    }
    count
};

/// The spellings of Python that are none of C++.
static PYTHONIC: [Pythonic; SPELLINGS] = {
    let mut all = [Pythonic::NOTHING; SPELLINGS];
    let (mut row, mut count) = (0, 0);
    while row < COUNT {
        let (spellings, mut one) = (ROWS[row].python, 0);
        while one < spellings.len() {
            all[count] = spellings[one];
            count += 1;
            one += 1;
        }
        row += 1;
    }
    all
};

/// The functions, each told where it stands.
const fn placed(mut functions: [Function; COUNT]) -> [Function; COUNT] {
    let mut place: u16 = 0;
    while (place as usize) < COUNT {
        functions[place as usize].place = place;
        place += 1;
    }
    functions
}

/// Looks up what a table says of a function: all are in the order of the rows.
fn of<T>(table: &'static [T; COUNT], function: &Function) -> Option<&'static T> {
    table.get(usize::from(function.place))
}

/// All functions with what explains them.
pub fn explained() -> impl Iterator<Item = (&'static Function, &'static Help)> {
    FUNCTIONS.iter().zip(&HELP)
}

/// All functions with whose they are.
pub fn origins() -> impl Iterator<Item = (&'static Function, Origin)> {
    FUNCTIONS.iter().zip(ORIGINS)
}

/// Share of the names of modes that travels through an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Carried {
    /// None.
    None,
    /// Those of the modes whose origins its trace says.
    Traced,
    /// All.
    All,
}

/// Returns the share of the names of modes that travels through an operation.
pub fn carried(function: &Function) -> Carried {
    match of(&TRAVELS, function) {
        Some(Travel::None(_)) | None => Carried::None,
        Some(Travel::Traced(_) | Travel::By(_)) => Carried::Traced,
        Some(Travel::Moves(_) | Travel::Keeps(_) | Travel::Each | Travel::Partition(_)) => Carried::All,
    }
}

/// Returns what an operation promises of its result.
pub(crate) fn promised(function: &Function) -> Option<&'static Promise> {
    of(&PROMISED, function)?.as_ref()
}

/// Returns what draws an operation, where cells correspond.
pub(crate) fn drawn(function: &Function) -> Option<&'static Drawing> {
    of(&DRAWN, function)?.as_ref()
}

/// Returns what explains an operation's answer.
pub(crate) fn reasons(function: &Function) -> Option<&'static Reasons> {
    of(&EXPLAINED, function)
}

/// Returns what may be tried instead of an operation's operands.
pub(crate) fn advised(function: &Function) -> Option<&'static Advice> {
    of(&ADVISED, function)
}

/// Tells whether an operation answers a layout of threads and values.
pub(crate) fn mapped(function: &Function) -> Maps {
    of(&MAPPED, function).copied().unwrap_or(Maps::Never)
}

/// The family of an operation, where it has one.
pub(crate) fn family(function: &Function) -> Option<Family> {
    match of(&RELATED, function)? {
        Alternatives::Of(family, _) => Some(*family),
        Alternatives::Alone => None,
    }
}

/// The operations of a family in the order of the rows, each with the word by which it differs from the others.
pub(crate) fn alternatives(family: Family) -> impl Iterator<Item = (&'static Function, &'static str)> {
    FUNCTIONS.iter().zip(&RELATED).filter_map(move |(function, alternatives)| match alternatives {
        Alternatives::Of(own, word) if *own == family => Some((function, *word)),
        _ => None,
    })
}

operations! {
    first:
    print::PRINT,
    decltype::DECLTYPE,
    print::PRINT_LAYOUT,
    print::PRINT_1D,
    print::PRINT_2D,
    print::PRINT_LATEX,
    print::PRINT_SVG,
    rank::RANK,
    depth::DEPTH,
    size::SIZE,
    cosize::COSIZE,
    coshape::COSHAPE,
    get::GET,
    get::LAYOUT,
    shape::SHAPE,
    stride::STRIDE,
    leafwise::ABS,
    leafwise::SIGNUM,
    leafwise::MIN,
    leafwise::MAX,
    leafwise::GCD,
    leafwise::SUM,
    integral::IS_INTEGRAL,
    integral::IS_STD_INTEGRAL,
    integral::IS_CONSTANT,
    is_static::IS_STATIC,
    product_each::PRODUCT_EACH,
    product_like::PRODUCT_LIKE,
    inner_product::INNER_PRODUCT,
    round_up::ROUND_UP,
    elem_scale::ELEM_SCALE,
    increment::INCREMENT,
    repeat::REPEAT,
    shape_div::SHAPE_DIV,
    evenly_divides::EVENLY_DIVIDES,
    order::ELEM_LESS,
    order::ELEM_LEQ,
    order::LEX_LESS,
    order::COLEX_LESS,
    make_tuple::MAKE_SHAPE,
    make_layout::MAKE_LAYOUT,
    make_ordered_layout::MAKE_ORDERED_LAYOUT,
    make_layout_like::MAKE_LAYOUT_LIKE,
    make_identity_layout::MAKE_IDENTITY_LAYOUT,
    compact::COMPACT_COL_MAJOR,
    compact::COMPACT_ROW_MAJOR,
    compact::COMPACT_ORDER,
    idx2crd::IDX2CRD,
    crd2idx::CRD2IDX,
    crd2crd::CRD2CRD,
    get_coord::GET_HIER_COORD,
    get_coord::GET_FLAT_COORD,
    get_coord::GET_1D_COORD,
    flatten::FLATTEN,
    unflatten::UNFLATTEN,
    select::SELECT,
    take::TAKE,
    group::GROUP,
    append::APPEND,
    append::PREPEND,
    replace::REPLACE,
    zip::ZIP,
    relation::CONGRUENT,
    relation::WEAKLY_CONGRUENT,
    relation::COMPATIBLE,
    relation::WEAKLY_COMPATIBLE,
    common_domain::COMMON_REFINEMENT,
    common_domain::COMMON_COARSENING,
    common_domain::GREATEST_COMMON_DOMAIN,
    assertion::STATIC_ASSERT,
    make_layout::LAYOUT_TYPE,
    make_tuple::SHAPE_TYPE,
    integer::STATIC_INT,
    integer::INT,
    major::LAYOUT_LEFT,
    major::LAYOUT_RIGHT,
    coalesce::COALESCE,
    coalesce::COALESCE_Z,
    filter::FILTER,
    filter_zeros::FILTER_ZEROS,
    with_shape::WITH_SHAPE,
    composition::COMPOSITION,
    complement::COMPLEMENT,
    right_inverse::RIGHT_INVERSE,
    left_inverse::LEFT_INVERSE,
    nullspace::NULLSPACE,
    max_common_layout::MAX_COMMON_LAYOUT,
    layout_add::LAYOUT_ADD,
    max_common_vector::MAX_COMMON_VECTOR,
    max_alignment::MAX_ALIGNMENT,
    domain_distribute::DOMAIN_DISTRIBUTE,
    divide::LOGICAL_DIVIDE,
    divide::ZIPPED_DIVIDE,
    divide::TILED_DIVIDE,
    divide::FLAT_DIVIDE,
    tile_unzip::TILE_UNZIP,
    tiler_to_layout::TILER_TO_LAYOUT,
    product::LOGICAL_PRODUCT,
    product::ZIPPED_PRODUCT,
    product::TILED_PRODUCT,
    product::FLAT_PRODUCT,
    ranked_product::BLOCKED_PRODUCT,
    ranked_product::RAKED_PRODUCT,
    tile_to_shape::TILE_TO_SHAPE,
    make_layout_tv::MAKE_LAYOUT_TV,
    make_fragment_like::MAKE_FRAGMENT_LIKE,
    recast::UPCAST,
    recast::DOWNCAST,
    recast::RECAST_LAYOUT,
    local_tile::LOCAL_TILE,
    local_partition::LOCAL_PARTITION,
    outer_partition::OUTER_PARTITION,
    print::PRINT_TENSOR,
    ceil_div::CEIL_DIV,
    slice::SLICE,
    dice::DICE,
    slice_and_offset::SLICE_AND_OFFSET,
    basis::UNIT_BASIS,
    basis::SCALED_BASIS,
    swizzle::SWIZZLE,
    swizzle::MAKE_SWIZZLE,
    make_composed_layout::MAKE_COMPOSED_LAYOUT,
    position_independent::POSITION_INDEPENDENT,
    make_mixed_bits::MAKE_MIXED_BITS,
    make_tensor::MAKE_TENSOR,
    make_counting_tensor::MAKE_COUNTING_TENSOR,
    make_identity_tensor::MAKE_IDENTITY_TENSOR,
    iterator::COUNTING_ITERATOR,
    iterator::RANDOM_ITER,
    pointer::PTR,
    pointer::GMEM_PTR,
    pointer::SMEM_PTR,
    pointer::MAKE_SWIZZLE_PTR,
    pointer::SMEM_PTR_FLAG_BITS,
    iterator::ARITH_TUPLE,
    iterator::MAKE_INTTUPLE_ITER,
    truth::TRUE,
    truth::FALSE,
    truth::BOOL;
    atoms:
    types::MMA_ATOM,
    types::COPY_ATOM,
    types::TILED_MMA,
    types::TILED_COPY,
    types::UINT_BIT,
    types::UINT_BYTE,
    types::SIZEOF,
    types::SIZEOF_BITS,
    python::MMA_UNIVERSAL,
    python::MMA_HALVES,
    python::COPY_UNIVERSAL,
    python::COPY_ASYNC,
    python::LOAD_MATRICES,
    python::STORE_MATRICES,
    python::MAKE_COPY_ATOM,
    python::MAKE_MMA_ATOM,
    make_tiled_mma::MAKE_TILED_MMA,
    make_tiled_copy::MAKE_TILED_COPY,
    make_tiled_copy::MAKE_TILED_COPY_A,
    make_tiled_copy::MAKE_TILED_COPY_B,
    make_tiled_copy::MAKE_TILED_COPY_C,
    make_tiled_copy::MAKE_TILED_COPY_C_ATOM,
    make_tiled_copy::MAKE_TILED_COPY_S,
    make_tiled_copy::MAKE_TILED_COPY_D,
    make_tiled_copy::MAKE_COTILED_COPY,
    make_tiled_copy::MAKE_TILED_COPY_IMPL,
    get_slice::GET_SLICE,
    partition::PARTITION_A,
    partition::PARTITION_B,
    partition::PARTITION_C,
    partition::PARTITION_S,
    partition::PARTITION_D,
    partition::RETILE_S,
    partition::RETILE_D,
    shared::TILE_TO_MMA_SHAPE,
    shared::MAKE_GMMA_DESC,
    shared::MAKE_UMMA_DESC,
    shared::TMA_BOX,
    tma::MAKE_TMA_ATOM,
    tma::MAKE_TMA_COPY,
    tma::MAKE_TMA_COPY_A,
    tma::MAKE_TMA_COPY_B,
    tma::MAKE_TMA_COPY_C,
    tma::MAKE_TMA_ATOM_A_SM100,
    tma::MAKE_TMA_ATOM_B_SM100,
    tma::MAKE_TMA_COPY_A_SM100,
    tma::MAKE_TMA_COPY_B_SM100,
    tma::GET_TMA_TENSOR,
    tma::TMA_PARTITION,
    tma::CREATE_TMA_MULTICAST_MASK,
    tma::MAKE_TMEM_COPY,
    tma::MAKE_UTCCP_COPY,
    tma::DOMAIN_OFFSET,
    fragment::PARTITION_FRAGMENT_A,
    fragment::PARTITION_FRAGMENT_B,
    fragment::PARTITION_FRAGMENT_C,
    fragment::MAKE_FRAGMENT_A,
    fragment::MAKE_FRAGMENT_B,
    fragment::MAKE_FRAGMENT_C,
    fragment::PARTITION_SHAPE_A,
    fragment::PARTITION_SHAPE_B,
    fragment::PARTITION_SHAPE_C,
    thrfrg::THRFRG_A,
    thrfrg::THRFRG_B,
    thrfrg::THRFRG_C,
    thrfrg::TIDFRG_S,
    thrfrg::TIDFRG_D,
    layouts::GET_LAYOUT_A_TV,
    layouts::GET_LAYOUT_B_TV,
    layouts::GET_LAYOUT_C_TV,
    layouts::GET_LAYOUT_S_TV,
    layouts::GET_LAYOUT_D_TV,
    layouts::GET_THR_LAYOUT_VMNK,
    tile_size::TILE_SIZE,
    tile_size::TILE_SIZE_MNK,
    tile_size::PERMUTATION_MNK,
    tile_size::TILE_SHAPE,
    tile_size::THR_SIZE,
    memory::RMEM_PTR,
    memory::TMEM_PTR,
    function::FUNCTIONALLY_EQUAL,
    image::IS_INJECTIVE,
    image::IS_SURJECTIVE,
    image::IS_BIJECTIVE,
    image::IS_CONTIGUOUS,
    image::IMAGE,
    image::FOOTPRINT,
    cost::BANK_CONFLICTS,
    cost::SECTORS,
    cost::WIDEST_VECTOR,
    owner::OWNER,
    owner::HOLDS,
    explain::EXPLAIN,
    linear::BASES,
    linear::LINEAR_LAYOUT,
    linear::F2_MATRIX,
    linear::FROM_F2_MATRIX,
}

#[cfg(test)]
mod tests {
    use super::row::{USUAL, complaints};
    use super::{FUNCTIONS, ROWS};

    #[test]
    fn every_row_says_every_facet() {
        let forgotten = ROWS.iter().flat_map(complaints).collect::<Vec<_>>();
        assert!(forgotten.is_empty(), "\n{}\n", forgotten.join("\n"));
    }

    /// Whoever leaves out a facet is told which.
    #[test]
    fn a_blank_row_is_complained_of_facet_by_facet() {
        let found = complaints(&super::row::Row { name: "recoalesce", ..USUAL });
        let expected = [
            "what computes it",
            "how often it compares leaves",
            "how names travel",
            "its help",
            "its laws",
            "its picture",
        ];
        assert_eq!(found, expected.map(|facet| format!("recoalesce has no word on {facet}")));
        assert_eq!(complaints(&USUAL).first().map(String::as_str), Some("a row has no word on its name"));
        let bare = super::row::Row { laws: Some(crate::laws::Laws::None("")), ..USUAL };
        let said = "a row does not say why it has nothing for its laws".to_string();
        assert!(complaints(&bare).contains(&said), "{:?}", complaints(&bare));
    }

    #[test]
    fn no_name_means_two_operations() {
        let mut names = super::all_names().collect::<Vec<_>>();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!((names.len(), FUNCTIONS.len()), (count, ROWS.len()));
    }
}
