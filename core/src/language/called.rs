//! Names by which the language and what explains it call the operations that they mean themselves: a sign stands for
//! one, a value is written as a call of one. The row of such an operation is called so; of all others the row alone has
//! the name.

pub(crate) const ARITH_TUPLE: &str = "ArithTuple";
/// `static_assert` when the program runs.
pub(crate) const ASSERT: &str = "assert";
pub(crate) const BOOL: &str = "bool";
pub(crate) const COMPOSITION: &str = "composition";
/// The type of a tuple that is a coordinate.
pub(crate) const COORD_TYPE: &str = "Coord";
pub(crate) const COPY_ASYNC: &str = "CopyG2SOp";
pub(crate) const COPY_ATOM: &str = "Copy_Atom";
pub(crate) const COPY_UNIVERSAL: &str = "CopyUniversalOp";
pub(crate) const CRD2IDX: &str = "crd2idx";
pub(crate) const EXPLAIN: &str = "explain";
pub(crate) const FALSE: &str = "false";
pub(crate) const GET: &str = "get";
pub(crate) const GET_SLICE: &str = "get_slice";
pub(crate) const GMEM_PTR: &str = "gmem_ptr";
pub(crate) const IDX2CRD: &str = "idx2crd";
pub(crate) const INT: &str = "int";
pub(crate) const LAYOUT_ADD: &str = "layout_add";
pub(crate) const LAYOUT_LEFT: &str = "LayoutLeft";
pub(crate) const LAYOUT_RIGHT: &str = "LayoutRight";
pub(crate) const LOAD_MATRICES: &str = "LdMatrix8x8x16bOp";
pub(crate) const MAKE_COMPOSED_LAYOUT: &str = "make_composed_layout";
/// A tuple that is a coordinate.
pub(crate) const MAKE_COORD: &str = "make_coord";
pub(crate) const MAKE_COPY_ATOM: &str = "make_copy_atom";
pub(crate) const MAKE_LAYOUT: &str = "make_layout";
pub(crate) const MAKE_MMA_ATOM: &str = "make_mma_atom";
pub(crate) const MAKE_SHAPE: &str = "make_shape";
/// A tuple of strides.
pub(crate) const MAKE_STRIDE: &str = "make_stride";
pub(crate) const MAKE_SWIZZLE_PTR: &str = "make_swizzle_ptr";
/// A tuple of which modes a projection keeps: there CuTe calls the underscore `X`.
pub(crate) const MAKE_STEP: &str = "make_step";
/// A tuple of layouts that cut.
pub(crate) const MAKE_TILE: &str = "make_tile";
pub(crate) const MAKE_TILED_COPY: &str = "make_tiled_copy";
pub(crate) const MAKE_TILED_COPY_IMPL: &str = "make_tiled_copy_impl";
pub(crate) const MAKE_TILED_MMA: &str = "make_tiled_mma";
/// Any tuple.
pub(crate) const MAKE_TUPLE: &str = "make_tuple";
pub(crate) const MMA_ATOM: &str = "MMA_Atom";
pub(crate) const MMA_HALVES: &str = "MmaF16BF16Op";
pub(crate) const MMA_UNIVERSAL: &str = "MmaUniversalOp";
/// As CuTe prints a swizzle.
pub(crate) const PRINTED_SWIZZLE: &str = "Sw";
pub(crate) const PRODUCT_LIKE: &str = "product_like";
pub(crate) const PTR: &str = "ptr";
pub(crate) const RMEM_PTR: &str = "rmem_ptr";
pub(crate) const SHAPE: &str = "shape";
pub(crate) const SHAPE_TYPE: &str = "Shape";
pub(crate) const SLICE: &str = "slice";
pub(crate) const SMEM_PTR: &str = "smem_ptr";
/// Shared memory whose address nobody has said yet.
pub(crate) const SMEM_PTR_FLAG: &str = "smem_ptr_flag_bits";
pub(crate) const STATIC_ASSERT: &str = "static_assert";
pub(crate) const STATIC_INT: &str = "Int";
pub(crate) const STORE_MATRICES: &str = "StMatrix8x8x16bOp";
/// The type of a tuple of which modes a projection keeps.
pub(crate) const STEP_TYPE: &str = "Step";
/// The type of a tuple of strides.
pub(crate) const STRIDE_TYPE: &str = "Stride";
pub(crate) const TMEM_PTR: &str = "tmem_ptr";
pub(crate) const TRUE: &str = "true";
pub(crate) const UNIT_BASIS: &str = "E";
/// The type of a static integer that 32 bits do not hold.
pub(crate) const WIDE_INT: &str = "C";
pub(crate) const ZIPPED_DIVIDE: &str = "zipped_divide";

/// Tuples of which modes a projection keeps.
pub(crate) const STEPS: [&str; 2] = [MAKE_STEP, STEP_TYPE];

/// Tuples that are a coordinate or a stride: no shape that can be drawn.
pub(crate) const NO_SHAPES: [&str; 6] = [MAKE_COORD, COORD_TYPE, MAKE_STRIDE, STRIDE_TYPE, MAKE_STEP, STEP_TYPE];

/// Major orders, in CuTe and in CUTLASS.
pub(crate) const MAJORS: [&str; 4] = [LAYOUT_LEFT, LAYOUT_RIGHT, "GenColMajor", "GenRowMajor"];

/// Truth values as C++ and Python write them.
pub(crate) const TRUTHS: [&str; 4] = [TRUE, FALSE, "True", "False"];
