//! Meaning of names of the DSL here: which are functions of the notebook under another name, which only Python has, and
//! which act.

use crate::notebook::functions;
use crate::notebook::syntax::{Call, Expression};
use crate::operations::{self, called};

/// Threads of a warp: `cute.arch.WARP_SIZE`.
pub(super) const WARP_SIZE: i64 = 32;

/// Names that no program can define: each is evaluated by `runtime`.
pub(super) const STAR: &str = "py *";
pub(super) const TUPLE: &str = "py tuple";
/// The tile that a scheduler begins with.
pub(super) const FIRST_TILE: &str = "py initial_work_tile_info";
/// Keys and values by turns.
pub(super) const DICTIONARY: &str = "py {}";
pub(super) const JOIN: &str = "py +";
pub(super) const TIMES: &str = "py repeat";
pub(super) const OR: &str = "py or";
pub(super) const AND: &str = "py and";
pub(super) const GET_ITEM: &str = "py get";
/// What a function makes of each item, which items it keeps, what it makes of all of them.
/// All items of lists, in a list.
pub(super) const FLAT: &str = "py flat";
/// A dictionary of pairs.
pub(super) const OF_PAIRS: &str = "py dict";
/// The first, the last or all in the order that a function says.
/// What a function makes of what another makes of items, all together.
pub(super) const TRANSFORM: &str = "py transform_apply";
/// One of the DSL's functions with some of its arguments.
pub(super) const PARTIAL_OF_OTHERS: &str = "py partial of";
pub(super) const BY_KEY: &str = "py by key";
pub(super) const MAP: &str = "py map";
pub(super) const FILTER: &str = "py filter";
pub(super) const REDUCE: &str = "py reduce()";
/// A member, or something else where there is none.
pub(super) const GET_ATTRIBUTE: &str = "py getattr";

/// A function of the DSL, whatever the text calls by its name.
pub(super) const OF_CUTE: &str = "py of cute";

/// What a module of the DSL has under a name: a type of elements.
pub(super) const OF_MODULE: &str = "py of module";
/// Each item once.
pub(super) const SET: &str = "py set";
/// In front of a dictionary whose pairs stand among others, `**x`.
pub(super) const NAMES: &str = "**";
pub(super) const GROUP: &str = "py group_modes";
pub(super) const POWER: &str = "py **";
pub(super) const IS: &str = "py is";
pub(super) const IN: &str = "py in";
pub(super) const SHARED_CAPACITY: &str = "py get_smem_capacity_in_bytes";
pub(super) const IS_INSTANCE: &str = "py isinstance";
pub(super) const AT: &str = "py []";
pub(super) const SLICE: &str = "py :";
pub(super) const APPLY: &str = "py ()";
pub(super) const FOR: &str = "py for";
pub(super) const RATIO: &str = "py /";
pub(super) const CEILING: &str = "py ceil";
pub(super) const FLOOR: &str = "py floor";
pub(super) const TRUNCATED: &str = "py int";
pub(super) const LOGARITHM: &str = "py log2";
pub(super) const ROOT: &str = "py sqrt";
/// A list or a dictionary with another item.
pub(super) const SET_ITEM: &str = "py []=";
/// An object as a method leaves it, whose call follows.
pub(super) const AFTER: &str = "py after";
/// A class of the text, whose members and functions are asked for without an object.
pub(super) const CLASS: &str = "py class";
/// A call of a method of the object at hand: the class that it stands in, and the call.
pub(super) const SELF: &str = "py self";
/// The object at hand.
pub(super) const THIS: &str = "py this";
/// What a list or a dictionary gives a parameter, at its place or under its name: its default where that says nothing.
pub(super) const GIVEN: &str = "py given";
/// Size and alignment of a struct in shared memory, of the elements, the numbers and the alignments of its members.
pub(super) const STORAGE: &str = "py storage";
/// A swizzle that may have no bits: all of these are `S<0,4,3>` in the DSL.
pub(super) const SWIZZLE: &str = "py swizzle";
/// `str(x)`
pub(super) const TEXT: &str = "py str";
/// The sums of a list's beginnings: `itertools.accumulate`.
pub(super) const ACCUMULATED: &str = "py accumulate";
/// Each item of a list with each of the others: `itertools.product`.
pub(super) const CARTESIAN: &str = "py cartesian";
/// Number of items of what has some; nothing of anything else.
pub(super) const LENGTH: &str = "py length";
/// What the DSL makes of a cut by a tiler of one element: the modes of one mode stand open.
pub(super) const OPENED: &str = "py opened";
/// Where a member of shared memory begins.
pub(super) const DATA: &str = "py data_ptr";
/// Whether a value is one that a pattern says.
pub(super) const MATCHES: &str = "py matches";
/// A function of the text by its name, as a value.
pub(super) const FUNCTION: &str = "py function";
/// A function with some of its arguments.
pub(super) const PARTIAL: &str = "py partial";
/// In front of the name of a function that is given `*x`.
pub(super) const SPREAD: &str = "py *:";

pub(super) const GET_TENSOR: &str = "py get_tensor";
/// What computes with numbers that nobody knows, of which vectors have a shape.
pub(super) const REAL: &str = "py real";
pub(super) const ABSOLUTE: &str = "py abs";
/// A function of each element of a vector.
pub(super) const EACH: &str = "py each";
/// Methods and functions of vectors; the elements are not known.
pub(super) const VECTORS: [&str; 8] =
    ["py load", "py reduce", "py broadcast_to", "py bitcast", "py full", "py full_like", "py like", "py where"];

/// Functions that answer their first argument.
pub(super) fn is_same(name: &str) -> bool {
    matches!(
        name,
        "assume"
            | "static"
            | "make_warp_uniform"
            | "const_expr"
            | "Constexpr"
            | "pretty_str"
            | "as_numeric"
            | "tuple"
            | "iter"
            | "pretty_print"
            | "deepcopy"
            | "MappingProxyType"
            | "Repetition"
            | "_pack_shape"
            | "_pack_coord"
            | "_pack_tile"
            | "_pack_stride"
            | "_pack_int_tuple"
    )
}

/// Functions of Python about something else, some of which are called like functions of the notebook.
pub(super) fn is_foreign(name: &str) -> bool {
    matches!(
        name,
        "float"
            | "isinstance"
            | "type"
            | "hasattr"
            | "getattr"
            | "setattr"
            | "issubclass"
            | "dict"
            | "super"
            | "open"
            | "callable"
            | "repr"
            | "format"
            | "id"
            | "input"
            | "copy"
            | "gemm"
            | "vars"
    )
}

/// Reports whether a function says of which thread this is, however it was imported.
pub(super) fn is_of_machine(name: &str) -> bool {
    machine_inputs(name).is_some()
}

/// The input that says how many multiprocessors a device has.
pub(super) const MULTIPROCESSORS: &str = "multiprocessors";

/// The input that a question about the device stands for: `HardwareInfo().get_max_active_clusters(1)`.
pub(super) fn of_device(method: &str) -> Option<&'static str> {
    Some(match method {
        "get_max_active_clusters" => "max_active_clusters",
        "get_device_multiprocessor_count" => MULTIPROCESSORS,
        _ => return None,
    })
}

/// The inputs that a function of the machine answers.
pub(super) fn machine_inputs(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "thread_idx" => &["tidx", "tidy", "tidz"],
        "block_idx" => &["bidx", "bidy", "bidz"],
        "block_dim" => &["blockDim.x", "blockDim.y", "blockDim.z"],
        "grid_dim" => &["gridDim.x", "gridDim.y", "gridDim.z"],
        "cluster_idx" => &["cluster_idx_x", "cluster_idx_y", "cluster_idx_z"],
        "cluster_dim" => &["clusterDim.x", "clusterDim.y", "clusterDim.z"],
        "block_in_cluster_idx" => &["block_in_cluster_idx_x", "block_in_cluster_idx_y", "block_in_cluster_idx_z"],
        "warp_idx" => &["warp_idx"],
        "lane_idx" => &["lane_idx"],
        "block_idx_in_cluster" => &["block_idx_in_cluster"],
        _ => return None,
    })
}

/// The one along an axis: `thread_idx.x`.
pub(super) fn machine_input_along(name: &str, axis: &str) -> Option<&'static str> {
    let place = ["x", "y", "z"].iter().position(|of| *of == axis)?;
    machine_inputs(name)?.get(place).copied()
}

/// The parameters of what is called by places alone here.
pub(super) fn placed(name: &str) -> Option<&'static [&'static str]> {
    Some(match name {
        "group_modes" => &["input", "begin", "end"],
        "recast_layout" => &["new_type_bits", "old_type_bits", "src_layout"],
        _ => return None,
    })
}

/// Reports whether the second argument of a function names modes.
pub(super) fn is_by_mode(name: &str) -> bool {
    matches!(name, "size" | "cosize" | "rank" | "depth" | "shape" | "get" | "select")
}

/// Reports whether a name is one that a function of the machine answers.
pub(super) fn is_machine_input(name: &str) -> bool {
    let functions = [
        "thread_idx",
        "block_idx",
        "block_dim",
        "grid_dim",
        "cluster_idx",
        "cluster_dim",
        "block_in_cluster_idx",
        "warp_idx",
        "lane_idx",
        "block_idx_in_cluster",
    ];
    functions.into_iter().filter_map(machine_inputs).any(|inputs| inputs.contains(&name))
}

/// Returns what only Python has: its name here, and its parameters, `|` between names of the same one.
pub(super) fn special(name: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match name {
        "size_in_bytes" => ("py size_in_bytes", &["dtype", "layout"]),
        "get_leaves" | "flatten_to_tuple" => ("py get_leaves", &["value"]),
        "append_ones" => ("py append_ones", &["t", "up_to_rank"]),
        "prepend_ones" => ("py prepend_ones", &["t", "up_to_rank"]),
        "leading_dim" => ("py leading_dim", &["shape", "stride"]),
        "make_rmem_tensor" | "make_fragment" => ("py make_rmem_tensor", &["layout_or_shape", "dtype"]),
        "make_rmem_tensor_like" => ("py make_rmem_tensor_like", &["src", "dtype"]),
        "make_fragment_like" => ("py make_fragment_like", &["src", "dtype"]),
        "domain_offset" => ("py domain_offset", &["coord", "tensor"]),
        "recast_tensor" => ("py recast_tensor", &["src", "dtype", "swizzle_"]),
        "recast_ptr" => ("py recast_ptr", &["ptr", "swizzle_", "dtype"]),
        "from_dlpack" => ("py from_dlpack", &["tensor"]),
        "is_fp8_dtype" => ("py is_fp8_dtype", &["dtype"]),
        "create_cute_tensor_for_fp8" => (
            "py create_cute_tensor_for_fp8",
            &["storage_tensor", "dtype", "leading_dim", "source_f32_tensor", "assumed_align", "mark_dynamic_layout"],
        ),
        "get_dyn_smem" => ("py get_dyn_smem", &["element_type", "alignment"]),
        "alloc_smem" => ("py get_dyn_smem", &["element_type", "size_in_elems", "alignment"]),
        "make_ptr" => ("py make_ptr", &["dtype", "value", "mem_space"]),
        "get_swizzle_portion" => ("py inner", &["layout"]),
        "get_nonswizzle_portion" => ("py outer", &["layout"]),
        "has_underscore" => ("py has_underscore", &["a"]),
        "is_integer" => ("py is_integer", &["a"]),
        "is_int_tuple" => ("py is_int_tuple", &["a"]),
        "repeat_as_tuple" => (TIMES, &["x", "n"]),
        "repeat" => ("py repeat_tuple", &["x", "n"]),
        "next" => ("py next", &["x", "default"]),
        "repeat_like" => ("py repeat_like", &["x", "target"]),
        "tuple_cat" => ("py tuple_cat", &["a", "b"]),
        "wrap" => ("py wrap", &["x"]),
        "unwrap" => ("py unwrap", &["x"]),
        "basis_value" => ("py basis_value", &["e"]),
        "basis_get" => ("py basis_get", &["basis", "t"]),
        "full" => ("py full", &["shape", "fill_value", "dtype"]),
        "full_like" => ("py full_like", &["a", "fill_value", "dtype"]),
        "zeros_like" | "ones_like" | "empty_like" => ("py like", &["a", "dtype"]),
        "where" => ("py where", &["cond", "x", "y"]),
        "abs" => (ABSOLUTE, &["x"]),
        "find" => ("py find", &["t", "x"]),
        "find_if" => ("py find_if", &["t", "pred_fn"]),
        "front" => ("py front", &["input"]),
        "increment_coord" => (called::INCREMENT, &["coord", "shape"]),
        "transform_leaf" => ("py transform_leaf", &["f", "a", "b"]),
        "make_layout_image_mask" => ("py make_layout_image_mask", &["lay", "coord", "mode"]),
        "get_divisibility" => ("py get_divisibility", &["x"]),
        "is_major" => ("py is_major", &["mode", "stride"]),
        "from_tensor" => ("py from_tensor", &["tensor"]),
        "select" => ("py select", &["obj", "mode"]),
        "len" => ("py len", &["x"]),
        "str" => (TEXT, &["x"]),
        "range" | "range_constexpr" | "range_dynamic" => ("py range", &["start", "stop", "step"]),
        "reversed" => ("py reversed", &["x"]),
        "enumerate" => ("py enumerate", &["x", "start"]),
        "zip" => ("py zip", &["a", "b"]),
        "sum" => ("py sum", &["x", "start"]),
        "sorted" => ("py sorted", &["x", "reverse"]),
        "list" => ("py list", &["x"]),
        "set" | "frozenset" => (SET, &["x"]),
        "min" => ("py min", &["a", "b"]),
        "max" => ("py max", &["a", "b"]),
        "pow" => (POWER, &["x", "y"]),
        "divmod" => ("py divmod", &["x", "y"]),
        "all" | "all_" => ("py all", &["x"]),
        "any" | "any_" => ("py any", &["x"]),
        "Int8" | "Int16" | "Int4" | "Int128" | "Uint8" | "Uint16" | "Uint32" | "Uint64" | "Integer" | "Int32"
        | "Int64" => ("py Int32", &["x"]),
        "get_smem_layout_atom_ab" => {
            ("py get_smem_layout_atom_ab", &["major_mode", "element_type", "smem_shape_mn_k", "sparsity"])
        }
        "get_smem_layout_atom" => ("py get_smem_layout_atom", &["layout", "element_type", "major_mode_size"]),
        "make_smem_layout_atom" => ("py make_smem_layout_atom", &["kind", "element_type"]),
        "make_smem_layout" => ("py make_smem_layout", &["leading_mode", "smem_tile_shape", "a_dtype", "num_stages"]),
        "make_smem_layout_a" => {
            ("py make_smem_layout_a", &["a_layout|tiled_mma", "mma_tiler_mnk", "a_dtype", "num_stages", "is_k_major"])
        }
        "make_smem_layout_b" => {
            ("py make_smem_layout_b", &["b_layout|tiled_mma", "mma_tiler_mnk", "b_dtype", "num_stages", "is_k_major"])
        }
        "MmaTF32Op" => ("py MmaTF32Op", &["shape", "cta_group", "a_src", "a_major_mode", "b_major_mode"]),
        "MmaI8Op" => ("py MmaI8Op", &["ab_dtype", "shape", "cta_group", "a_src", "a_major_mode", "b_major_mode"]),
        "MmaFP8Op" => {
            ("py MmaFP8Op", &["ab_dtype", "acc_dtype", "shape", "cta_group", "a_src", "a_major_mode", "b_major_mode"])
        }
        "MmaF8Op" => (
            "py MmaF8Op",
            &["a_dtype", "b_dtype", "acc_dtype", "instruction_shape", "a_src", "a_major_mode", "b_major_mode"],
        ),
        "MmaF8F6F4Op" => (
            "py MmaF8F6F4Op",
            &["a_dtype", "b_dtype", "acc_dtype", "shape", "cta_group", "a_src", "a_major_mode", "b_major_mode"],
        ),
        "retrieve_tmem_ptr" => ("py retrieve_ptr", &["element_type", "alignment", "ptr_to_buffer_holding_addr"]),
        "find_tmem_tensor_col_offset" => ("py find_tmem_tensor_col_offset", &["tmem_tensor"]),
        "get_num_tmem_alloc_cols" => ("py get_num_tmem_alloc_cols", &["tmem_tensors", "rounding"]),
        "get_max_tmem_alloc_cols" => ("py get_max_tmem_alloc_cols", &["compute_capability"]),
        "get_min_tmem_alloc_cols" => ("py get_min_tmem_alloc_cols", &["compute_capability"]),
        "get_smem_store_op" | "sm90_get_smem_store_op" => {
            ("py get_smem_store_op", &["layout_d", "elem_ty_d", "elem_ty_acc", "tiled_tmem_load"])
        }
        "sm120_get_smem_store_op" => ("py sm120_get_smem_store_op", &["layout_d", "elem_ty_d", "elem_ty_acc"]),
        "OperandMajorMode" => ("py OperandMajorMode", &["value"]),
        "make_s2t_copy" => ("py make_s2t_copy", &["atom", "tmem_tensor"]),
        "get_s2t_smem_desc_tensor" => ("py get_s2t_smem_desc_tensor", &["atom", "smem_tensor"]),
        "Cp128x256bOp" => ("py Cp128x256bOp", &["cta_group"]),
        "Cp128x128bOp" => ("py Cp128x128bOp", &["cta_group"]),
        "Cp4x256bOp" => ("py Cp4x256bOp", &["cta_group"]),
        "Cp4x32x128bOp" => ("py Cp4x32x128bOp", &["cta_group"]),
        "Cp2x64x128b0213Op" => ("py Cp2x64x128b0213Op", &["cta_group"]),
        "Cp2x64x128b0123Op" => ("py Cp2x64x128b0123Op", &["cta_group"]),
        "PersistentTileSchedulerParams" | "ClcDynamicPersistentTileSchedulerParams" => (
            "py PersistentTileSchedulerParams",
            &["problem_shape_ntile_mnl", "cluster_shape_mnk", "swizzle_size", "raster_along_m"],
        ),
        "get_grid_shape" => ("py get_grid_shape", &["tile_sched_params|params", "max_active_clusters"]),
        called::TILE_TO_MMA_SHAPE => ("py tile_to_mma_shape", &["atom", "mma_tile_shape", "order"]),
        "MmaMXF8Op" => (
            "py MmaMXF8Op",
            &["ab_dtype", "instruction_shape|acc_dtype", "cta_group|sf_type", "a_src", "a_major_mode", "b_major_mode"],
        ),
        "MmaMXF8F6F4Op" => (
            "py MmaMXF8F6F4Op",
            &[
                "a_dtype",
                "b_dtype",
                "instruction_shape|acc_dtype",
                "cta_group|sf_type",
                "a_src",
                "a_major_mode",
                "b_major_mode",
            ],
        ),
        "MmaMXF4Op" => ("py MmaMXF4Op", &["instruction_shape|ab_dtype", "cta_group|acc_dtype", "a_src|sf_type"]),
        "MmaMXF4NVF4Op" => {
            ("py MmaMXF4NVF4Op", &["sf_dtype|ab_dtype", "instruction_shape|acc_dtype", "cta_group|sf_type", "a_src"])
        }
        "get_permutation_mnk" => ("py get_permutation_mnk", &["tile_shape_mnk", "sf_vec_size", "use_mxf8f6f4"]),
        "sm120_make_smem_layout_sfa" => ("py sm120_make_smem_layout_sfa", OF_SCALES_OF_WARPS),
        "sm120_make_smem_layout_sfb" => ("py sm120_make_smem_layout_sfb", OF_SCALES_OF_WARPS),
        "thrfrg_SFA" => ("py thrfrg_SFA", &["sfa_tensor", "tiled_mma"]),
        "thrfrg_SFB" => ("py thrfrg_SFB", &["sfb_tensor", "tiled_mma"]),
        "partition_fragment_SFA" => ("py partition_fragment_SFA", &["sfa_tensor", "thr_mma", "tidx"]),
        "partition_fragment_SFB" => ("py partition_fragment_SFB", &["sfb_tensor", "thr_mma", "tidx"]),
        "get_layoutSFA_TV" => ("py get_layoutSFA_TV", &["tiled_mma"]),
        "get_layoutSFB_TV" => ("py get_layoutSFB_TV", &["tiled_mma"]),
        "SM103MmaMXF4Op" => ("py SM103MmaMXF4Op", &["instruction_shape", "cta_group", "a_src"]),
        "SM103MmaMXF4NVF4Op" => ("py SM103MmaMXF4NVF4Op", &["sf_dtype", "instruction_shape", "cta_group", "a_src"]),
        "make_blockscaled_trivial_tiled_mma" => (
            "py make_blockscaled_trivial_tiled_mma",
            &[
                "a_dtype|ab_dtype",
                "b_dtype",
                "a_leading_mode",
                "b_leading_mode",
                "sf_dtype",
                "sf_vec_size",
                "cta_group",
                "mma_tiler_mn",
                "a_source",
            ],
        ),
        "sm103_make_blockscaled_trivial_tiled_mma" => (
            "py sm103_make_blockscaled_trivial_tiled_mma",
            &["sf_dtype", "sf_vec_size", "cta_group", "mma_tiler_mn", "a_source"],
        ),
        "make_tmem_layout_sfa" => ("py make_tmem_layout_sfa", OF_SCALES_IN_TENSOR_MEMORY),
        "make_tmem_layout_sfb" => ("py make_tmem_layout_sfb", OF_SCALES_IN_TENSOR_MEMORY),
        "cluster_shape_to_tma_atom_SFB" => ("py cluster_shape_to_tma_atom_SFB", &["cluster_shape_mnk", "atom_thr_id"]),
        "make_trivial_tiled_mma" => (
            "py make_trivial_tiled_mma",
            &[
                "a_dtype|ab_dtype",
                "b_dtype",
                "a_leading_mode",
                "b_leading_mode",
                "acc_dtype",
                "cta_group|atom_layout_mnk",
                "mma_tiler_mn|tiler_mn",
                "a_source",
            ],
        ),
        "compute_tile_shape_or_override" => (
            "py compute_tile_shape_or_override",
            &["tile_shape_mnk", "element_type", "is_cooperative", "epi_tile_override"],
        ),
        "compute_epilogue_tile_shape" => (
            "py compute_epilogue_tile_shape",
            &["cta_tile_shape", "use_2cta_instrs", "layout_d", "elem_ty_d", "layout_c", "elem_ty_c"],
        ),
        "get_smem_capacity_in_bytes" | "capacity_in_bytes" => (SHARED_CAPACITY, &["compute_capability"]),
        "tile_atom_to_shape_SF" => ("py tile_atom_to_shape_SF", &["Shape", "sf_vec_size"]),
        "make_smem_layout_sf" => ("py make_smem_layout_sf", &["tile_shape", "sf_vec_size", "num_stages"]),
        "make_smem_layout_sfa" => ("py make_smem_layout_sfa", OF_SCALES),
        "make_smem_layout_sfb" => ("py make_smem_layout_sfb", OF_SCALES),
        "make_fake_compact_tensor" => {
            ("py make_fake_compact_tensor", &["dtype", "shape", "stride_order", "memspace", "assumed_align"])
        }
        "make_fake_tensor" => ("py make_fake_tensor", &["dtype", "shape", "stride", "memspace", "assumed_align"]),
        "CopyBulkTensorTileG2SOp" => ("py CopyBulkTensorTileG2SOp", &["cta_group"]),
        "CopyBulkTensorTileG2SMulticastOp" => ("py CopyBulkTensorTileG2SMulticastOp", &["cta_group"]),
        "CopyBulkTensorTileS2GOp" => ("py CopyBulkTensorTileS2GOp", &[]),
        "CopyReduceBulkTensorTileS2GOp" => ("py CopyReduceBulkTensorTileS2GOp", &["reduction_kind"]),
        "cluster_shape_to_tma_atom_A" => ("py cluster_shape_to_tma_atom_A", &["cluster_shape_mnk", "atom_thr_id"]),
        "cluster_shape_to_tma_atom_B" => ("py cluster_shape_to_tma_atom_B", &["cluster_shape_mnk", "atom_thr_id"]),
        "make_tiled_tma_atom" => (
            "py make_tiled_tma_atom",
            &["op", "gmem_tensor", "smem_layout|smem_layout_", "cta_tiler", "num_multicast", "internal_type"],
        ),
        "make_tiled_tma_atom_A" => ("py make_tiled_tma_atom_A", OF_TILED_MMA),
        "make_tiled_tma_atom_B" => ("py make_tiled_tma_atom_B", OF_TILED_MMA),
        called::TMA_PARTITION => {
            ("py tma_partition", &["atom", "cta_coord", "cta_layout", "smem_tensor", "gmem_tensor"])
        }
        called::CREATE_TMA_MULTICAST_MASK => {
            ("py create_tma_multicast_mask", &["cta_layout_vmnk", "cta_coord_vmnk", "mcast_mode"])
        }
        "Ld16x64bOp" => ("py Ld16x64bOp", REPEATED),
        "Ld16x128bOp" => ("py Ld16x128bOp", REPEATED),
        "Ld16x256bOp" => ("py Ld16x256bOp", REPEATED),
        "Ld16x32bx2Op" | "LdRed16x32bx2Op" => ("py Ld16x32bx2Op", REPEATED),
        // With a reduction beside it, a load gives the same elements to the same threads.
        "Ld32x32bOp" | "LdRed32x32bOp" => ("py Ld32x32bOp", REPEATED),
        "St16x64bOp" => ("py St16x64bOp", REPEATED),
        "St16x128bOp" => ("py St16x128bOp", REPEATED),
        "St16x256bOp" => ("py St16x256bOp", REPEATED),
        "St16x32bx2Op" => ("py St16x32bx2Op", REPEATED),
        "St32x32bOp" => ("py St32x32bOp", REPEATED),
        "get_tmem_load_op" => (
            "py get_tmem_load_op",
            &["cta_tile_shape", "layout_d", "elem_ty_d", "elem_ty_acc", "epi_tile", "use_2cta_instrs"],
        ),
        "make_smem_layout_epi" => (
            "py make_smem_layout_epi",
            &["epi_dtype", "epi_layout", "epi_tile", "epi_stage", "smem_trg_shape", "smem_order"],
        ),
        _ => return None,
    })
}

/// The parameters of a copy by TMA for a factor of a tiled MMA.
const OF_TILED_MMA: &[&str] =
    &["op", "gmem_tensor", "smem_layout", "mma_tiler_mnk", "tiled_mma", "cluster_shape_vmnk", "internal_type"];

/// The parameters of a layout for the scale factors of a factor.
const OF_SCALES: &[&str] = &["tiled_mma", "mma_tiler_mnk", "sf_vec_size", "num_stages"];

/// The same where warps multiply.
const OF_SCALES_OF_WARPS: &[&str] = &["tiled_mma", "tile_shape_mnk", "sf_vec_size", "num_stages"];

/// The parameters of a layout for them in tensor memory.
const OF_SCALES_IN_TENSOR_MEMORY: &[&str] = &["tiled_mma", "mma_tiler_mnk", "sf_vec_size", "smem_layout"];

/// The parameters of an instruction between tensor memory and registers.
const REPEATED: &[&str] = &["repeat", "pack|unpack"];

/// Methods of texts: the name, how many arguments they take, and the function that they are.
const OF_TEXT: [(&str, usize, &str); 10] = [
    ("strip", 0, "py strip"),
    ("split", 1, "py split"),
    ("join", 1, "py join"),
    ("lower", 0, "py lower"),
    ("upper", 0, "py upper"),
    ("startswith", 1, "py startswith"),
    ("endswith", 1, "py endswith"),
    ("replace", 2, "py replace"),
    ("removeprefix", 1, "py removeprefix"),
    ("removesuffix", 1, "py removesuffix"),
];

/// Returns the function that a method of a text is.
pub(super) fn of_text(name: &str, count: usize) -> Option<&'static str> {
    OF_TEXT.iter().find(|(method, takes, _)| *method == name && *takes == count).map(|(_, _, function)| *function)
}

/// Reports whether a function is one of them.
pub(super) fn makes_text(function: &str) -> bool {
    OF_TEXT.iter().any(|(_, _, own)| *own == function)
}

/// Returns what `math` computes of integers.
pub(super) fn of_mathematics(name: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match name {
        "log2" => (LOGARITHM, &["x"]),
        "sqrt" => (ROOT, &["x"]),
        "prod" => ("py prod", &["x", "start"]),
        "gcd" => ("py gcd", &["a", "b"]),
        "ceil" => (CEILING, &["x"]),
        "floor" => (FLOOR, &["x"]),
        _ => return None,
    })
}

/// Methods that only Python has: of an allocator, whose object says nothing of the value.
pub(super) fn special_method(name: &str) -> Option<(&'static str, &'static [&'static str])> {
    Some(match name {
        "allocate_array" => ("py get_dyn_smem", &["element_type", "num_elems"]),
        "allocate_tensor" => ("py allocate_tensor", &["element_type", "layout", "byte_alignment", "swizzle"]),
        "get_tile_size" => ("py get_tile_size", &["mode"]),
        "is_k_major_a" | "is_k_major_b" | "is_n_major_c" => ("py is_row_major", &[]),
        "is_m_major_a" | "is_n_major_b" | "is_m_major_c" => ("py is_column_major", &[]),
        "mma_major_mode" | "sm90_mma_major_mode" => ("py mma_major_mode", &[]),
        "align" => ("py align", &["min_align"]),
        "partition_shape_C" => ("py partition_shape_C", &["shape_mn"]),
        "bit_length" => ("py bit_length", &[]),
        "bit_count" => ("py bit_count", &[]),
        "get_tensor" => (GET_TENSOR, &["layout", "swizzle", "dtype"]),
        "retrieve_ptr" => ("py retrieve_ptr", &["dtype"]),
        "create" => (CREATE_SCHEDULER, OF_SCHEDULER),
        "load" => ("py load", &["mask", "pass_thru"]),
        "reduce" => ("py reduce", &["op", "init_val", "reduction_profile"]),
        "broadcast_to" => ("py broadcast_to", &["target_shape"]),
        "bitcast" => ("py bitcast", &["dtype"]),
        // Each round of a persistent kernel is as its first one.
        "initial_work_tile_info" | "get_current_work" => (FIRST_TILE, &[]),
        _ => return None,
    })
}

/// Function that makes the scheduler of persistent tiles, and its parameters.
pub(super) const CREATE_SCHEDULER: &str = "py create_scheduler";
pub(super) const OF_SCHEDULER: &[&str] = &["params", "block_idx", "grid_dim"];

/// Reports whether a class schedules the tiles of a persistent kernel.
pub(super) fn is_scheduler(class: &str) -> bool {
    ["StaticPersistentTileScheduler", "ClcDynamicPersistentTileScheduler"].contains(&class)
}

/// Reports whether the object of such a method says something of the value.
pub(super) fn keeps_receiver(name: &str) -> bool {
    let of_scheduler = ["create", "initial_work_tile_info", "get_current_work"].contains(&name);
    let of_vectors = matches!(name, "load" | "reduce" | "broadcast_to" | "bitcast");
    of_scheduler
        || of_vectors
        || name.starts_with("bit_")
        || name == "partition_shape_C"
        || name == "get_tile_size"
        || name == "align"
        || name.contains("_major_")
}

/// Methods that move data or act.
pub(super) fn is_action(name: &str) -> bool {
    matches!(
        name,
        "launch"
            | "store"
            | "fill"
            | "set"
            | "wait"
            | "arrive"
            | "commit"
            | "acquire"
            | "release"
            | "producer_acquire"
            | "producer_commit"
            | "consumer_wait"
            | "consumer_release"
            | "format"
            | "join"
            | "split"
            | "append"
            | "extend"
            | "items"
            | "keys"
            | "values"
            | "allocate"
            | "data_ptr"
    )
}

/// A method of the DSL under the name of the function that it is.
pub(super) fn method(name: &str) -> &str {
    match name {
        "retile" => called::RETILE_D,
        "thr_slice" => called::GET_SLICE,
        name => name,
    }
}

/// A call with its arguments by name in their places, where the notebook calls its parameters otherwise.
pub(super) fn positioned(mut call: Call) -> Call {
    let Some(function) = operations::find(&call.name) else { return call };
    let mut kept: Vec<(String, crate::notebook::syntax::Span, Expression)> = Vec::new();
    let mut named = std::mem::take(&mut call.named);
    // Modes stand in angles; they are said by name wherever they are.
    if let Some(at) = named.iter().position(|(name, ..)| name == "mode")
        && function.template == functions::Template::Modes
    {
        kept.push(named.remove(at));
    }
    for parameter in function.parameters.iter().skip(call.arguments.len()) {
        if named.is_empty() {
            break;
        }
        let own = named.iter().position(|(name, ..)| name == parameter);
        // Arguments named otherwise are next in order.
        let next = own.or_else(|| named.iter().position(|(name, ..)| !function.parameters.contains(&name.as_str())));
        let Some(at) = next else { break };
        call.arguments.push(named.remove(at).2);
    }
    kept.extend(named);
    call.named = kept;
    call
}
