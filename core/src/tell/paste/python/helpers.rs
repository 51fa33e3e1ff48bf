//! Choices of the helper modules of the DSL: an instruction for types and majors, the layouts of shared memory that
//! feed it, the tile of the epilogue.
//!
//! NVIDIA CUTLASS documentation, CuTe DSL API: `cutlass.utils`, `cutlass.utils.hopper_helpers`,
//! `cutlass.utils.blackwell_helpers`, `cute.nvgpu.tcgen05`.

use super::runtime::{bits_of, is_none, items, number, numbers, tuple};
use super::scaled;
use crate::algebra::{Tiler, TilerLeaf};
use crate::atom::family::{self, TensorMemory};
use crate::atom::{Atom, element};
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::error;
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::construct;
use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::evaluate::{Evaluated, Scope, problem};
use crate::notebook::made::{AtomValue, atom_value};
use crate::notebook::syntax::Span;
use crate::notebook::value::{Element, Value};
use crate::operations::called;
use crate::paste::code::given;
use crate::swizzle::{Offset, Swizzle};
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// Reports whether a word of `LayoutEnum` says that the last mode of a matrix lies together.
pub(super) fn is_row_major(word: &str) -> bool {
    word.ends_with("ROW_MAJOR")
}

/// Which layout of shared memory fits a major mode of so many elements.
pub(super) fn kind_of(is_k_major: bool, bits: u32, size: i64) -> String {
    let row = size.saturating_mul(i64::from(bits));
    let width = [(1024, "SW128"), (512, "SW64"), (256, "SW32")].into_iter().find(|(width, _)| row % width == 0);
    format!("{}_{}", if is_k_major { "K" } else { "MN" }, width.map_or("INTER", |(_, name)| name))
}

/// The same for an operand of Blackwell's instructions: what lies along M or N in words of four bytes is swizzled by 32 bytes.
fn kind_of_operand(is_k_major: bool, bits: u32, size: i64) -> String {
    let kind = kind_of(is_k_major, bits, size);
    if bits == 32 && kind == "MN_SW128" { format!("{kind}_32B") } else { kind }
}

/// The layout of shared memory of a kind, in elements, as Python has it.
pub(super) fn shared_atom(kind: &str, bits: u32) -> Option<error::Result<AnyLayout>> {
    let (major, swizzled) = kind.split_once('_')?;
    let (swizzle, width) = match swizzled {
        "INTER" => ((0, 4, 3), 128),
        "SW32" => ((1, 4, 3), 256),
        "SW64" => ((2, 4, 3), 512),
        "SW128" => ((3, 4, 3), 1024),
        "SW128_32B" => ((2, 5, 2), 1024),
        _ => return None,
    };
    let long = Int::constant(i64::from(width / bits.max(1)));
    let (short, one) = (Int::constant(if swizzled == "SW128_32B" { 4 } else { 8 }), Int::ONE);
    let (shape, stride) = if major == "K" { ([short, long], [long, one]) } else { ([long, short], [one, long]) };
    let tuple = |pair: [Int; 2]| Nested::Tuple(pair.into_iter().map(Nested::Leaf).collect::<Vec<_>>());
    let layout = Layout::with_ints(tuple(shape), &tuple(stride));
    Some(layout.and_then(|layout| {
        let (bits, base, shift) = swizzle;
        let swizzle = Swizzle::new(bits, base, shift)?;
        Ok(AnyLayout::composed(swizzle, Offset::ZERO, layout.into()))
    }))
}

/// The atom of a tile whose lines hold so many elements of so many bits, as FlashAttention's kernels for Ampere swizzle it: as
/// many elements as make 128, 64, 32 or 16 bytes, in 8 lines.
///
/// FlashAttention (Dao-AILab, BSD-3-Clause), `ampere_helpers.py`.
pub(super) fn atom_of_ampere(bits: u32, line: i64) -> Option<AnyLayout> {
    let bytes = i64::from(bits / 8).max(1);
    let width = [128, 64, 32].into_iter().find(|width| line.checked_mul(bytes).is_some_and(|all| all % width == 0));
    let long = width.unwrap_or(16) / bytes;
    let swizzled = match long {
        128 => 4,
        64 => 3,
        32 => 2,
        _ => 1,
    };
    let base = match bytes {
        4 => 2,
        2 => 3,
        _ => 4,
    };
    let lines = if line % 32 == 0 { 8 } else { 16 };
    let pair = |pair: [i64; 2]| Nested::Tuple(pair.map(|number| Nested::Leaf(Int::constant(number))).to_vec());
    let inner = Layout::with_ints(pair([lines, long]), &pair([long, 1])).ok()?;
    let swizzle = Swizzle::new(swizzled, base, base).ok()?;
    Some(AnyLayout::composed(swizzle, Offset::ZERO, inner.into()))
}

/// The value of a helper for values; `None` where it is none, or these are not its operands.
pub(super) fn value(scope: &Scope<'_>, name: &str, values: &[Value], span: Span) -> Evaluated<Option<Value>> {
    let helpers = Helpers { scope, span };
    match name {
        "mma_major_mode" => Ok(match values.first() {
            Some(Value::Text(word)) => {
                tag(if is_row_major(word) { "OperandMajorMode.K" } else { "OperandMajorMode.MN" })
            }
            _ => None,
        }),
        "MmaTF32Op" | "MmaFP8Op" | "MmaMXF8Op" | "MmaMXF8F6F4Op" | "MmaMXF4Op" | "MmaMXF4NVF4Op"
            if let Some(atom) = scaled::of_warp(name, values) =>
        {
            Ok(Some(atom))
        }
        "MmaTF32Op" | "MmaI8Op" | "MmaFP8Op" | "MmaF8F6F4Op" | "MmaMXF8Op" | "MmaMXF8F6F4Op" | "MmaMXF4Op"
        | "MmaMXF4NVF4Op" | "SM103MmaMXF4Op" | "SM103MmaMXF4NVF4Op" => Ok(of_tensor_memory(name, values)),
        "MmaF8Op" => Ok(of_warpgroup(values)),
        "get_smem_layout_atom_ab" => {
            let [major, Value::Element(element), shape, ..] = values else { return Ok(None) };
            let Some(AtomValue::Tag(major)) = atom_value(major) else { return Ok(None) };
            let is_k_major = major.ends_with(".K");
            let mode = items(shape).and_then(|modes| modes.into_iter().nth(usize::from(is_k_major)));
            let size = mode.map(|mode| helpers.of(called::SIZE, vec![mode])).transpose()?;
            let kind = size.and_then(|size| Some(kind_of_operand(is_k_major, element.bits, size.as_int()?.value())));
            Ok(kind.map(|kind| Value::Text(format!("SmemLayoutAtomKind.{kind}"))))
        }
        "tile_atom_to_shape_SF" => match values {
            [shape, vector] => helpers.scale_factors(shape.clone(), vector, &[2, 1, 3]),
            _ => Ok(None),
        },
        "make_smem_layout_sf" => match values {
            [shape, vector, stages] => match helpers.scale_factors(shape.clone(), vector, &[2, 1])? {
                Some(layout) => helpers.with_stages(layout, stages).map(Some),
                None => Ok(None),
            },
            _ => Ok(None),
        },
        "make_smem_layout_sfa" => helpers.shared_scale_factors(0, values),
        "make_smem_layout_sfb" => helpers.shared_scale_factors(1, values),
        "make_fake_compact_tensor" => helpers.compact_tensor(values),
        "make_fake_tensor" => match values {
            [Value::Element(element), shape, stride, ..] => {
                let layout = helpers.of(called::MAKE_LAYOUT, vec![shape.clone(), stride.clone()])?;
                Ok(tensor_of(*element, &layout))
            }
            _ => Ok(None),
        },
        "get_smem_capacity_in_bytes" => Ok(shared_capacity(values)),
        "CopyBulkTensorTileG2SOp" => Ok(tag(loads(values.first().is_some_and(is_pair), false))),
        "CopyBulkTensorTileG2SMulticastOp" => Ok(tag(loads(values.first().is_some_and(is_pair), true))),
        "CopyBulkTensorTileS2GOp" => Ok(tag("SM90_TMA_STORE")),
        "CopyReduceBulkTensorTileS2GOp" => Ok(tag("SM90_TMA_REDUCE_ADD")),
        "cluster_shape_to_tma_atom_SFB" => helpers.load_of_scales(values),
        "cluster_shape_to_tma_atom_A" => helpers.load_of_cluster(1, values),
        "cluster_shape_to_tma_atom_B" => helpers.load_of_cluster(0, values),
        "make_tiled_tma_atom" => helpers.tma_atom(called::MAKE_TMA_ATOM, values),
        "make_tiled_tma_atom_A" => helpers.tma_atom(called::MAKE_TMA_ATOM_A_SM100, values),
        "make_tiled_tma_atom_B" => helpers.tma_atom(called::MAKE_TMA_ATOM_B_SM100, values),
        called::TMA_PARTITION => helpers.tma_partition(values),
        called::CREATE_TMA_MULTICAST_MASK => match values {
            [layout, place, mode] => {
                let of = [layout.clone(), place.clone()].to_vec();
                given(scope, called::CREATE_TMA_MULTICAST_MASK, std::slice::from_ref(mode), of, span).map(Some)
            }
            _ => Ok(None),
        },
        "get_tmem_load_op" => helpers.load_of_epilogue(values),
        name if name.starts_with("Ld") || name.starts_with("St") => Ok(moved(name, values)),
        "make_trivial_tiled_mma" => helpers.trivial_tiled_mma(values),
        called::TILE_TO_MMA_SHAPE => match values {
            [atom, shape, order @ ..] => {
                let order = order.first().filter(|order| !is_none(order)).cloned();
                helpers.tiled_by_mma([atom.clone(), shape.clone()].into_iter().chain(order).collect())
            }
            _ => Ok(None),
        },
        "find_tmem_tensor_col_offset" => helpers.columns_of_tensor_memory(values),
        "get_num_tmem_alloc_cols" => helpers.columns_to_allocate(values),
        "get_max_tmem_alloc_cols" => Ok(Some(number(COLUMNS_MOST))),
        "get_min_tmem_alloc_cols" => Ok(Some(number(COLUMNS_LEAST))),
        "make_s2t_copy" => match values {
            [atom, tensor] => {
                let tensor = helpers.of(called::FILTER_ZEROS, vec![tensor.clone()])?;
                helpers.of(called::MAKE_UTCCP_COPY, vec![atom.clone(), tensor]).map(Some)
            }
            _ => Ok(None),
        },
        "OperandMajorMode" => Ok(match values {
            [Value::Text(word)] => tag(match word.as_str() {
                "k" => "OperandMajorMode.K",
                _ => "OperandMajorMode.MN",
            }),
            _ => None,
        }),
        "get_smem_store_op" => helpers.store_of_epilogue(values, 4),
        "sm120_get_smem_store_op" => helpers.store_of_epilogue(values, 2),
        // A word before them makes an object of them, not a tuple.
        "PersistentTileSchedulerParams" => Ok(tuple([vec![Value::Text(name.to_string())], values.to_vec()].concat())),
        "get_grid_shape" => helpers.grid_of_scheduler(values),
        "create_scheduler" => Ok(scheduler(values)),
        "initial_work_tile_info" => Ok(first_tile(values)),
        "get_s2t_smem_desc_tensor" => match values {
            [_, Value::Tensor(tensor)] => helpers.descriptors(tensor),
            _ => Ok(None),
        },
        name if name.starts_with("Cp") => Ok(copied(name, values)),
        "make_blockscaled_trivial_tiled_mma" => helpers.scaled_tiled_mma(values),
        "sm103_make_blockscaled_trivial_tiled_mma" => match values {
            [scale, vector, group, tile, ..] => {
                helpers.fours(["SM103MmaMXF4Op", "SM103MmaMXF4NVF4Op"], 96, [scale, vector, group, tile])
            }
            _ => Ok(None),
        },
        "make_tmem_layout_sfa" | "make_tmem_layout_sfb" => Ok(match values {
            [.., layout] => {
                layout.as_any_layout().and_then(|layout| scales_in_tensor_memory(layout.plain()?)).map(Value::Layout)
            }
            _ => None,
        }),
        "get_permutation_mnk" => Ok(scaled::permutation(values)),
        "sm120_make_smem_layout_sfa" => helpers.shared_scales_of_warps(0, values),
        "sm120_make_smem_layout_sfb" => helpers.shared_scales_of_warps(1, values),
        "thrfrg_SFA"
        | "thrfrg_SFB"
        | "partition_fragment_SFA"
        | "partition_fragment_SFB"
        | "get_layoutSFA_TV"
        | "get_layoutSFB_TV" => helpers.scales_of_threads(name, values),
        "make_smem_layout" => helpers.shared_tile(values),
        "make_smem_layout_a" => helpers.shared_operand(called::PARTITION_SHAPE_A, values),
        "make_smem_layout_b" => helpers.shared_operand(called::PARTITION_SHAPE_B, values),
        "make_smem_layout_epi" => helpers.shared_result(values),
        "compute_tile_shape_or_override" => Ok(hopper_epilogue(values)),
        "compute_epilogue_tile_shape" => helpers.blackwell_epilogue(values),
        _ => Ok(None),
    }
}

/// A scheduler of tiles: a word, its class, the parameters and the block. A word before them makes an object of them.
fn scheduler(values: &[Value]) -> Option<Value> {
    let [Value::Text(class), parameters, block, ..] = values else { return None };
    let class = Value::Text(class.clone());
    tuple(vec![Value::Text(SCHEDULER.to_string()), class, parameters.clone(), block.clone()])
}

/// The tile that a block works on first: of a dynamic scheduler the one of its place in the grid, of a static one the place
/// in its cluster, and the cluster that the last extent of the grid counts.
fn first_tile(values: &[Value]) -> Option<Value> {
    let all = values.first().and_then(items)?;
    let [Value::Text(word), Value::Text(class), parameters, block] = all.as_slice() else { return None };
    if word != SCHEDULER {
        return None;
    }
    let place = numbers(block)?;
    let [x, y, z] = place[..] else { return None };
    let tile = if class.starts_with("Static") {
        let parameters = items(parameters)?;
        let (tiles, cluster) = (numbers(parameters.get(1)?)?, numbers(parameters.get(2)?)?);
        let ([across, down, _], [m, n, ..]) = (&tiles[..], &cluster[..]) else { return None };
        let up = |count: i64, to: i64| count.saturating_add(to.max(1) - 1).checked_div(to.max(1)).unwrap_or(1).max(1);
        let clusters = [up(*across, *m), up(*down, *n)];
        let is_plain = parameters.get(3).is_none_or(|stripe| stripe.as_int().is_none_or(|stripe| stripe.value() == 1))
            && parameters.get(4).is_none_or(|along| !matches!(along, Value::Truth(truth) if !truth.value));
        if z != 0 && !is_plain {
            return None;
        }
        let [first, rest] = [z % clusters[0], z / clusters[0]];
        let [second, third] = [rest % clusters[1], rest / clusters[1]];
        let inside = |place: i64, extent: i64| place.checked_rem(extent).unwrap_or(0);
        [first * m + inside(x, *m), second * n + inside(y, *n), third]
    } else {
        [x, y, z]
    };
    let tile = tuple(tile.map(|place| Value::int(Int::dynamic(place))).to_vec())?;
    tuple(vec![Value::Text(WORK_TILE.to_string()), tile])
}

/// The word before what a scheduler is made of.
pub(super) const SCHEDULER: &str = "TileScheduler";

/// The word before the place of a tile.
pub(super) const WORK_TILE: &str = "WorkTileInfo";

pub(super) struct Helpers<'a, 'b> {
    scope: &'a Scope<'b>,
    span: Span,
}

/// A tensor in global memory with a layout.
fn tensor_of(element: Element, layout: &Value) -> Option<Value> {
    let engine = Engine::Typed(TypedPointer { space: Space::Global, ..element.into() });
    layout.as_any_layout().map(|layout| Value::Tensor(Tensor { engine, layout }))
}

impl Helpers<'_, '_> {
    pub(super) fn of(&self, function: &str, values: Vec<Value>) -> Evaluated<Value> {
        given(self.scope, function, &[], values, self.span)
    }

    /// The same of a function of a mode, or of several.
    pub(super) fn of_modes(&self, function: &str, modes: &[i64], of: Value) -> Evaluated<Value> {
        let modes = modes.iter().copied().map(number).collect::<Vec<_>>();
        given(self.scope, function, &modes, vec![of], self.span)
    }

    /// `make_trivial_tiled_mma` of Hopper, which says how its atoms stand, and of Blackwell, which says of how many CTAs.
    fn trivial_tiled_mma(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        // One type for both factors, as it was once, or two.
        let mut values = values.to_vec();
        let Some(first) = values.first().cloned() else { return Ok(None) };
        match values.get_mut(1) {
            Some(second) if is_none(second) => *second = first,
            Some(Value::Element(_)) => {}
            _ => values.insert(0, first),
        }
        let [Value::Element(a), Value::Element(b), a_major, b_major, sum, group, tile, rest @ ..] = values.as_slice()
        else {
            return Ok(None);
        };
        let Some([m, n]) = numbers(tile).and_then(|tile| <[i64; 2]>::try_from(tile).ok()) else { return Ok(None) };
        let (class, k) = match (a.bits, element::of_cpp(a.name).map(|element| element.code)) {
            (_, Some("F16" | "BF16")) => ("MmaF16BF16Op", 16),
            (_, Some("TF32" | "F32")) => ("MmaTF32Op", 8),
            (_, Some("S8" | "U8")) => ("MmaI8Op", 32),
            (4 | 6 | 8, _) => ("MmaF8F6F4Op", 32),
            _ => return Ok(None),
        };
        let (Some(shape), from) = (tuple([m, n, k].map(number).to_vec()), rest.first().filter(|from| !is_none(from)))
        else {
            return Ok(None);
        };
        let Some(from) = from.cloned().or_else(|| tag("OperandSource.SMEM")) else { return Ok(None) };
        let (a, b) = (Value::Element(*a), Value::Element(*b));
        let is_of_pairs = is_tag(group, "CtaGroup.ONE") || is_tag(group, "CtaGroup.TWO");
        let atom = match (class, is_of_pairs) {
            ("MmaF16BF16Op", true) => {
                let all = [a, sum.clone(), shape, group.clone(), from, a_major.clone(), b_major.clone()];
                Some(self.of(called::MMA_HALVES, all.to_vec())?)
            }
            ("MmaF16BF16Op", false) => {
                let all = [a, sum.clone(), shape, from, a_major.clone(), b_major.clone()];
                Some(self.of(called::MMA_HALVES, all.to_vec())?)
            }
            (_, false) => of_warpgroup(&[a, b, sum.clone(), shape, from]),
            (class, true) => {
                let mut all = match class {
                    "MmaTF32Op" => vec![],
                    "MmaI8Op" => vec![a],
                    _ => vec![a, b, sum.clone()],
                };
                all.extend([shape, group.clone(), from, a_major.clone(), b_major.clone()]);
                of_tensor_memory(class, &all)
            }
        };
        let Some(atom) = atom else { return Ok(None) };
        let mut all = vec![atom];
        if !is_of_pairs {
            all.push(self.of(called::MAKE_LAYOUT, vec![group.clone()])?);
        }
        self.of(called::MAKE_TILED_MMA, all).map(Some)
    }

    /// `make_blockscaled_trivial_tiled_mma`: by the types of the factors, and of how many elements share a scale factor.
    fn scaled_tiled_mma(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        // One type for both factors, as it was once, or two.
        let mut values = values.to_vec();
        let Some(first) = values.first().cloned() else { return Ok(None) };
        match values.get_mut(1) {
            Some(second) if is_none(second) => *second = first,
            Some(Value::Element(_)) => {}
            _ => values.insert(0, first),
        }
        let [Value::Element(a), Value::Element(b), a_major, b_major, scale, vector, group, tile, rest @ ..] =
            values.as_slice()
        else {
            return Ok(None);
        };
        // Of a tensor only the size of its elements is known.
        let of_bits = |element: &Element| match element.name {
            "int8_t" => construct::element("float_e4m3_t").unwrap_or(*element),
            _ => *element,
        };
        let (a, b) = (&of_bits(a), &of_bits(b));
        if (a.bits, b.bits) == (4, 4) {
            return self.fours(["MmaMXF4Op", "MmaMXF4NVF4Op"], 64, [scale, vector, group, tile]);
        }
        let Some(shape) = deepened(tile, 32) else { return Ok(None) };
        let Some(from) = rest.first().filter(|from| !is_none(from)).cloned().or_else(|| tag("OperandSource.SMEM"))
        else {
            return Ok(None);
        };
        let (a, b) = (Value::Element(*a), Value::Element(*b));
        self.of_atom(of_tensor_memory(
            "MmaMXF8F6F4Op",
            &[a, b, shape, group.clone(), from, a_major.clone(), b_major.clone()],
        ))
    }

    /// The tiled MMA of elements of 4 bits: of the first class where 32 share a scale factor, of the second where 16 do.
    fn fours(&self, classes: [&str; 2], k: i64, given: [&Value; 4]) -> Evaluated<Option<Value>> {
        let ([by_32, by_16], [scale, vector, group, tile]) = (classes, given);
        let (Some(shape), Some(from)) = (deepened(tile, k), tag("OperandSource.SMEM")) else { return Ok(None) };
        let rest = [shape, group.clone(), from];
        self.of_atom(match vector.as_int().map(Int::value) {
            Some(32) => of_tensor_memory(by_32, &rest),
            Some(16) => of_tensor_memory(by_16, &[std::slice::from_ref(scale), rest.as_slice()].concat()),
            _ => None,
        })
    }

    fn of_atom(&self, atom: Option<Value>) -> Evaluated<Option<Value>> {
        atom.map(|atom| self.of(called::MAKE_TILED_MMA, vec![atom])).transpose()
    }

    /// A layout of shared memory over the shape of what instructions take. Python merges what lies together within a mode.
    fn tiled_by_mma(&self, values: Vec<Value>) -> Evaluated<Option<Value>> {
        let profile = values.get(1).and_then(Value::as_ints).map(|shape| Value::ints(&shape.map(&mut |_| Int::ONE)));
        let tiled = self.of(called::TILE_TO_MMA_SHAPE, values)?;
        profile.map(|profile| self.of(called::COALESCE, vec![tiled, profile])).transpose()
    }

    /// Returns how many columns of 32 bits a tensor of tensor memory has.
    fn columns_of_tensor_memory(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [Value::Tensor(Tensor { engine: Engine::Typed(pointer), layout })] = values else { return Ok(None) };
        let template = [number(i64::from(pointer.bits)), number(32)];
        let recast = given(self.scope, called::RECAST_LAYOUT, &template, vec![layout.clone().into()], self.span)?;
        let last = self.of(called::COSIZE, vec![recast])?;
        Ok(last.as_int().map(|last| number(last.value() & 0xffff)))
    }

    /// The instruction by which an epilogue writes to shared memory: so many matrices at a time, or where tensor memory
    /// was read before, as many as each thread then has.
    fn store_of_epilogue(&self, values: &[Value], matrices: i64) -> Evaluated<Option<Value>> {
        let [Value::Text(layout), Value::Element(result), Value::Element(sum), rest @ ..] = values else {
            return Ok(None);
        };
        let is_column_major = !is_row_major(layout);
        let of_16_bits = |matrices: i64| {
            Some(match is_column_major {
                true => format!("SM90_U16x{}_STSM_T", 2 * matrices),
                false => format!("SM90_U32x{matrices}_STSM_N"),
            })
        };
        let name = match rest {
            [] if result.bits == 16 => of_16_bits(matrices),
            [] => None,
            [copy, ..] => {
                let name = match atom_value(copy) {
                    Some(AtomValue::TiledCopy(copy)) => copy.atom.operation.name.clone(),
                    _ => return Ok(None),
                };
                let (lanes, bits, repeated, is_packed) = match name.strip_prefix("SM100_TMEM_LOAD_").and_then(read_of) {
                    Some((lanes, bits, repeated, is_packed)) => (lanes, bits, repeated, is_packed),
                    None => (0, 0, 0, false),
                };
                match (sum.bits, result.bits, lanes, bits, is_packed) {
                    (32, 32, 16, 128, false) if !is_column_major && repeated <= 64 => of_16_bits((2 * repeated).min(4)),
                    (32, 16, 16, 256, false) | (16, 16, 16, 128, true) if repeated <= 64 => {
                        of_16_bits((2 * repeated).min(4))
                    }
                    (32, 8, 16, 256, false) if is_column_major => {
                        Some(format!("SM100_U8x{}_STSM_T", 4 * repeated.min(4)))
                    }
                    _ => None,
                }
            }
        };
        let operation = match name {
            Some(name) => copy_named(&name),
            None => Some(self.of(called::COPY_UNIVERSAL, Vec::new())?),
        };
        let Some(operation) = operation else { return Ok(None) };
        self.of(called::MAKE_COPY_ATOM, vec![operation, Value::Element(*result)]).map(Some)
    }

    /// Shared memory as the descriptors by which it is read, of 128 bits each.
    fn descriptors(&self, tensor: &Tensor) -> Evaluated<Option<Value>> {
        let Engine::Typed(pointer) = &tensor.engine else { return Ok(None) };
        let template = [number(i64::from(pointer.bits)), number(128)];
        let recast =
            given(self.scope, called::RECAST_LAYOUT, &template, vec![tensor.layout.clone().into()], self.span)?;
        let engine = Engine::Typed(TypedPointer { space: Space::TensorDescriptor, ..TypedPointer::raw(128) });
        Ok(recast.as_any_layout().map(|layout| Value::Tensor(Tensor { engine, layout })))
    }

    /// Returns how many columns tensors of tensor memory are given, which are a power of two unless that is not wanted.
    fn columns_to_allocate(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [tensors, rest @ ..] = values else { return Ok(None) };
        let mut columns = 0_i64;
        for tensor in items(tensors).unwrap_or_else(|| vec![tensors.clone()]) {
            let Some(found) = self.columns_of_tensor_memory(&[tensor])?.as_ref().and_then(Value::as_int) else {
                return Ok(None);
            };
            columns = columns.saturating_add(found.value());
        }
        let is_exact = matches!(rest.first(), Some(Value::Truth(truth)) if !truth.value);
        let columns = match is_exact {
            true => columns,
            false => u32::try_from(columns)
                .map_or(i64::MAX, |columns| i64::from(columns.next_power_of_two()))
                .max(COLUMNS_LEAST),
        };
        Ok((COLUMNS_LEAST..=COLUMNS_MOST).contains(&columns).then(|| number(columns)))
    }

    /// The grid of blocks that go on from tile to tile: clusters, no more than run at once.
    fn grid_of_scheduler(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let Some(given) = values.first().and_then(items) else { return Ok(None) };
        let [_, tiles, cluster, rest @ ..] = given.as_slice() else { return Ok(None) };
        let (Some(of_tiles), Some([m, n, 1])) =
            (numbers(tiles), numbers(cluster).and_then(|cluster| <[i64; 3]>::try_from(cluster).ok()))
        else {
            return Ok(None);
        };
        let [across, down, deep] = of_tiles[..] else { return Ok(None) };
        if m < 1 || n < 1 {
            return Ok(None);
        }
        let stripe = match rest.first().filter(|stripe| !is_none(stripe)) {
            Some(stripe) => stripe.as_int().map_or(1, Int::value).max(1),
            None => 1,
        };
        let is_along_m = !matches!(rest.get(1), Some(Value::Truth(truth)) if !truth.value);
        let up = |count: i64, to: i64| count.saturating_add(to - 1) / to;
        let mut clusters = [up(across, m), up(down, n)];
        let most = values.get(1).filter(|most| !is_none(most)).and_then(Value::as_int);
        if most.is_some() {
            // Stripes of clusters are whole.
            let striped = &mut clusters[usize::from(is_along_m)];
            *striped = up(*striped, stripe).saturating_mul(stripe);
        }
        let all = clusters[0].saturating_mul(clusters[1]).saturating_mul(deep);
        let is_known = tiles.as_ints().is_some_and(|tiles| tiles.leaves().into_iter().all(|leaf| leaf.is_static()));
        let counted = |count: i64| Value::int(if is_known { Int::constant(count) } else { Int::dynamic(count) });
        Ok(match most {
            Some(most) => {
                let count = Value::int(if is_known && most.is_static() {
                    Int::constant(all.min(most.value()))
                } else {
                    Int::dynamic(all.min(most.value()))
                });
                tuple(vec![number(m), number(n), count])
            }
            None if stripe == 1 && is_along_m => tuple(vec![
                counted(clusters[0].saturating_mul(m)),
                counted(clusters[1].saturating_mul(n)),
                counted(deep),
            ]),
            None => tuple(vec![number(m), number(n), counted(all)]),
        })
    }

    /// The instruction that loads the scale factors of B, which all CTAs along the first mode of the cluster share.
    fn load_of_scales(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [cluster, threads] = values else { return Ok(None) };
        let first = self.extent(cluster, &[number(0)])?;
        let Some(ctas) = self.extent(threads, &[])? else { return Ok(None) };
        Ok(first.and_then(|first| tag(loads(ctas == 2, ctas == 2 || first != 1))))
    }

    /// Returns how many elements something has, or one mode of it.
    fn extent(&self, of: &Value, template: &[Value]) -> Evaluated<Option<i64>> {
        given(self.scope, called::SIZE, template, vec![of.clone()], self.span).map(|size| size.as_int().map(Int::value))
    }

    /// The instruction that loads a factor, which the CTAs along a mode of the cluster share.
    fn load_of_cluster(&self, mode: usize, values: &[Value]) -> Evaluated<Option<Value>> {
        let [cluster, threads] = values else { return Ok(None) };
        let (ctas, along) = (self.extent(threads, &[])?, self.extent(cluster, &[number(mode as i64)])?);
        let (Some(ctas), Some(along)) = (ctas, along) else { return Ok(None) };
        let alone = if mode == 0 { ctas } else { 1 };
        Ok(tag(loads(ctas == 2, along != alone)))
    }

    /// A copy by TMA, the coordinates by which it counts the tensor, and the layout of shared memory that it was made with.
    fn tma_atom(&self, function: &str, values: &[Value]) -> Evaluated<Option<Value>> {
        let [op, tensor, shared, tiler, rest @ ..] = values else { return Ok(None) };
        let (Some(of_shared), Some(of_tensor)) = (shared.as_any_layout(), tensor.as_any_layout()) else {
            return Ok(None);
        };
        // A tile by the coordinates of its elements is a tiler by mode.
        let by_mode = tiler_of_coordinates(tiler);
        let staged = shared.clone();
        let tiler = by_mode.as_ref().unwrap_or(tiler);
        // Stages are the last mode, which the tiler has not.
        let is_of_mma = function != called::MAKE_TMA_ATOM;
        let rank = if is_of_mma { 3 } else { tiler.as_tiler().map_or(1, |tiler| tiler.rank()) };
        let shared = match of_shared.rank() > rank {
            true => Value::from(
                of_shared
                    .map(&mut |layout| layout.take(0, rank))
                    .map_err(|error| problem(DiagnosticKind::Algebra(error), self.span))?,
            ),
            false => shared.clone(),
        };
        let mut all = vec![op.clone(), tensor.clone(), shared, tiler.clone()];
        match (is_of_mma, rest.first()) {
            (true, Some(mma)) => {
                all.push(mma.clone());
                all.push(rest.get(1).filter(|cluster| !is_none(cluster)).cloned().unwrap_or(number(1)));
            }
            (true, None) => return Ok(None),
            (false, Some(count)) if !is_none(count) => all.push(count.clone()),
            (false, _) => {}
        }
        let internal = rest.get(if is_of_mma { 2 } else { 1 }).filter(|internal| matches!(internal, Value::Element(_)));
        let template = internal.cloned().into_iter().collect::<Vec<_>>();
        let atom = given(self.scope, function, &template, all, self.span)?;
        let shape = Value::ints(of_tensor.shape());
        let counted = self.of(called::GET_TMA_TENSOR, vec![atom.clone(), shape])?;
        Ok(tuple(vec![atom, counted, staged]))
    }

    /// Returns what shared and global memory give to one instruction, in Python's order.
    fn tma_partition(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        match self.of(called::TMA_PARTITION, values.to_vec())? {
            Value::Tuple(Nested::Tuple(mut parts)) => {
                parts.reverse();
                Ok(Some(Value::Tuple(Nested::Tuple(parts))))
            }
            _ => Ok(None),
        }
    }

    /// The instruction by which an epilogue reads tensor memory, as a copy atom.
    fn load_of_epilogue(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [tile, Value::Text(layout), Value::Element(result), Value::Element(sum), part, is_pair] = values else {
            return Ok(None);
        };
        let Value::Truth(is_pair) = is_pair else { return Ok(None) };
        let part = match part.as_tiler() {
            Some(Nested::Tuple(tilers)) => tilers.iter().map(extent_of).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let (Some(rows), Some([m, n])) = (
            numbers(tile).and_then(|tile| tile.first().copied()),
            part.and_then(|part| <[i64; 2]>::try_from(part).ok()),
        ) else {
            return Ok(None);
        };
        let warps = if rows == 64 && is_pair.value { [2, 2] } else { [4, 1] };
        let (lanes, columns) = (m / warps[0], (n / warps[1]).saturating_mul(i64::from(sum.bits)));
        let is_column_major = !is_row_major(layout);
        let shape = match (sum.bits, result.bits, lanes) {
            (32, 32, 16) if !is_column_major => (16, 128),
            (32, 8, 16) if !is_column_major => (16, 32),
            (32, 32 | 16 | 8, 16) => (16, 256),
            (32, 16 | 8, 32) if is_column_major => (16, 256),
            (32, 32 | 16 | 8 | 6 | 4, 32) => (32, 32),
            (16, 16, 32) if !is_column_major => (32, 32),
            (16, 16, 16 | 32) => (16, 128),
            _ => return Ok(None),
        };
        let (width, most) = match shape {
            (16, 32) => (64, 128),
            (32, 32) => (32, 128),
            (_, 128) => (128, 64),
            (_, bits) => (bits, 32),
        };
        let repeated =
            (0..8).rev().map(|power| 1 << power).find(|count| *count <= most && columns % (width * count) == 0);
        let Some(repeated) = repeated.filter(|_| columns > 0) else { return Ok(None) };
        let packed = if sum.bits == 16 { "_16b" } else { "" };
        let Some(operation) = copy_named(&format!("SM100_TMEM_LOAD_{}dp{}b{repeated}x{packed}", shape.0, shape.1))
        else {
            return Ok(None);
        };
        self.of(called::MAKE_COPY_ATOM, vec![operation, Value::Element(*sum)]).map(Some)
    }

    /// Scale factors over a shape of elements, of which so many in a row share one: blocks of 128 rows and 4 factors.
    ///
    /// PTX ISA, tcgen05.mma, scale factor layouts.
    fn scale_factors(&self, shape: Value, vector: &Value, order: &[i64]) -> Evaluated<Option<Value>> {
        let Some(vector) = vector.as_int().map(Int::value) else { return Ok(None) };
        let pair = |left: [i64; 2], right: [i64; 2]| {
            let leaves = |of: [i64; 2]| Nested::Tuple(of.map(|number| Nested::Leaf(Int::constant(number))).to_vec());
            Nested::Tuple(vec![leaves(left), leaves(right)])
        };
        let block = Layout::with_ints(pair([32, 4], [vector, 4]), &pair([16, 4], [0, 1]));
        let (Ok(block), Some(order)) = (block, tuple(order.iter().copied().map(number).collect())) else {
            return Ok(None);
        };
        self.of(called::TILE_TO_SHAPE, vec![Value::Layout(block), shape, order]).map(Some)
    }

    /// The same layout several times in a row, as a last mode.
    pub(super) fn with_stages(&self, layout: Value, stages: &Value) -> Evaluated<Value> {
        let all = self.of(called::FILTER_ZEROS, vec![layout.clone()])?;
        let size = self.of(called::COSIZE, vec![all])?;
        let stages = self.of(called::MAKE_LAYOUT, vec![stages.clone(), size])?;
        self.of(called::APPEND, vec![layout, stages])
    }

    /// The scale factors of A or B in shared memory, as what an instruction takes of them, with stages.
    fn shared_scale_factors(&self, mode: usize, values: &[Value]) -> Evaluated<Option<Value>> {
        let [mma, tile, vector, stages] = values else { return Ok(None) };
        let (Some(AtomValue::TiledMma(mma)), Some(tile), Some(width)) =
            (atom_value(mma), numbers(tile), vector.as_int().map(Int::value))
        else {
            return Ok(None);
        };
        let atom = mma.atom.shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        let ctas = mma.atom.threads.size().map_or(1, Int::value).max(1);
        let (Some(rows), Some(depth), Some(atom_rows), Some(atom_depth)) =
            (tile.get(mode), tile.get(2), atom.get(mode).filter(|rows| **rows > 0), atom.get(2).filter(|k| **k > 0))
        else {
            return Ok(None);
        };
        // Rows of A are cut among the CTAs; those of B are a multiple of what a block has.
        let rows_here = if mode == 0 { rows / ctas } else { (rows + 127) / 128 * 128 };
        let (Some(shape), Some(count), Some(block)) = (
            tuple(vec![number(rows_here), number(*depth)]),
            tuple(vec![number(rows / atom_rows), number(depth / atom_depth)]),
            tuple(vec![number(128), number(width)]).and_then(|block| tuple(vec![block])),
        ) else {
            return Ok(None);
        };
        let Some(whole) = self.scale_factors(shape.clone(), vector, &[2, 1])? else { return Ok(None) };
        let one = self.of(called::SHAPE_DIV, vec![shape, count])?;
        let cut = self.of(called::TILED_DIVIDE, vec![whole, one])?;
        let cut = self.of(called::LOGICAL_DIVIDE, vec![cut, block])?;
        self.with_stages(cut, stages).map(Some)
    }

    /// A tensor of which shape and order are said, and nothing of its data.
    fn compact_tensor(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [Value::Element(element), shape, rest @ ..] = values else { return Ok(None) };
        let order = rest.first().filter(|order| !is_none(order));
        if let Some(layout) = compact(shape, order) {
            return Ok(tensor_of(*element, &Value::Layout(layout)));
        }
        let layout = match order {
            Some(order) => self.of(called::MAKE_ORDERED_LAYOUT, vec![shape.clone(), order.clone()])?,
            None => self.of(called::MAKE_LAYOUT, vec![shape.clone()])?,
        };
        Ok(tensor_of(*element, &layout))
    }

    /// The staged layout of a factor in shared memory: Hopper's of the tile, Blackwell's of what an instruction takes of it.
    fn shared_operand(&self, shape: &str, values: &[Value]) -> Evaluated<Option<Value>> {
        let is_a = shape == called::PARTITION_SHAPE_A;
        let [first, tile, element, stages, rest @ ..] = values else { return Ok(None) };
        let (Some(tile), Some(bits), Some(stages)) = (numbers(tile), bits_of(Some(element)), stages.as_int()) else {
            return Ok(None);
        };
        let [m, n, k] = tile[..] else { return Ok(None) };
        let rows = if is_a { m } else { n };
        if let Value::Text(major) = first {
            return self.staged(is_row_major(major), rows, k, bits, stages);
        }
        let Some(AtomValue::TiledMma(mma)) = atom_value(first) else { return Ok(None) };
        let is_k_major = match rest.first() {
            Some(Value::Truth(truth)) => truth.value,
            // The majors stand in the name of the instruction, that of A first.
            _ => {
                let mut majors = mma.atom.name.split([',', '<', '>']).filter(|word| word.contains("Major::"));
                majors.nth(usize::from(!is_a)).is_some_and(|major| major.ends_with("::K"))
            }
        };
        let Some(part) = tuple([rows, k].map(number).to_vec()) else { return Ok(None) };
        let part = self.of(shape, vec![first.clone(), part])?;
        let Some([one, many, deep]) = items(&part).and_then(|part| <[Value; 3]>::try_from(part).ok()) else {
            return Ok(None);
        };
        let size = |value: &Value| numbers(value).map(|all| all.into_iter().fold(1_i64, i64::saturating_mul));
        let Some([of_rows, of_columns]) = items(&one).and_then(|one| <[Value; 2]>::try_from(one).ok()) else {
            return Ok(None);
        };
        let (Some(a), Some(b), Some(c), Some(d)) = (size(&of_rows), size(&many), size(&of_columns), size(&deep)) else {
            return Ok(None);
        };
        let size = if is_k_major { c.saturating_mul(d) } else { a.saturating_mul(b) };
        let kind = kind_of_operand(is_k_major, bits, size);
        let Some(Ok(atom)) = shared_atom(&kind, bits) else { return Ok(None) };
        let order = if is_k_major { [1, 2, 3] } else { [2, 1, 3] };
        let (Some(shape), Some(order)) =
            (tuple(vec![one, many, deep, number(stages.value())]), tuple(order.map(number).to_vec()))
        else {
            return Ok(None);
        };
        self.tiled_by_mma(vec![atom.into(), shape, order])
    }

    /// The staged layout of a tile of an operand in shared memory, by its major.
    fn shared_tile(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [major, tile, element, stages, ..] = values else { return Ok(None) };
        let (Some(tile), Some(bits), Some(stages)) = (numbers(tile), bits_of(Some(element)), stages.as_int()) else {
            return Ok(None);
        };
        let ([rows, columns], Some(AtomValue::Tag(major))) = (&tile[..], atom_value(major)) else { return Ok(None) };
        let is_k_major = major.ends_with(".K");
        let kind = kind_of_operand(is_k_major, bits, if is_k_major { *columns } else { *rows });
        let Some(layout) = self.tiled(&kind, is_k_major, [*rows, *columns], bits, stages)? else { return Ok(None) };
        let by_mode = tuple([1, 1, 1].map(number).to_vec());
        self.of(called::COALESCE, [layout].into_iter().chain(by_mode).collect()).map(Some)
    }

    /// The staged layout of a tile of the result in shared memory.
    fn shared_result(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [element, Value::Text(major), tile, stages, rest @ ..] = values else { return Ok(None) };
        let (Some(bits), Some(stages)) = (bits_of(Some(element)), stages.as_int()) else { return Ok(None) };
        // A mode of the tile may be a layout.
        let size = |mode: &Value| match mode {
            Value::Layout(layout) => layout.size().ok().map(Int::value),
            mode => mode.as_int().map(Int::value),
        };
        let together = |mode: &Value| match mode {
            Value::Layout(layout) => {
                let inverse = layout.right_inverse().and_then(|inverse| inverse.coalesce()).ok()?;
                inverse.shape().leaves().first().map(|extent| extent.value())
            }
            mode => mode.as_int().map(Int::value),
        };
        let Some(modes) = items(tile) else { return Ok(None) };
        let [rows, columns, ..] = modes.as_slice() else { return Ok(None) };
        let is_row_major = is_row_major(major);
        let major = together(if is_row_major { columns } else { rows });
        match (size(rows), size(columns), major) {
            (Some(rows), Some(columns), Some(major)) => {
                let kind = kind_of(is_row_major, bits, major);
                // Hopper's may say what it is repeated to, and in which order.
                if let [shape, order, ..] = rest
                    && !is_none(shape)
                    && !is_none(order)
                {
                    let Some(Ok(atom)) = shared_atom(&kind, bits) else { return Ok(None) };
                    let all = vec![atom.into(), shape.clone(), order.clone()];
                    return self.of(called::TILE_TO_SHAPE, all).map(Some);
                }
                self.tiled(&kind, is_row_major, [rows, columns], bits, stages)
            }
            _ => Ok(None),
        }
    }

    fn staged(&self, is_k_major: bool, rows: i64, columns: i64, bits: u32, stages: Int) -> Evaluated<Option<Value>> {
        let kind = kind_of(is_k_major, bits, if is_k_major { columns } else { rows });
        self.tiled(&kind, is_k_major, [rows, columns], bits, stages)
    }

    fn tiled(
        &self,
        kind: &str,
        is_k_major: bool,
        [rows, columns]: [i64; 2],
        bits: u32,
        stages: Int,
    ) -> Evaluated<Option<Value>> {
        let Some(Ok(atom)) = shared_atom(kind, bits) else { return Ok(None) };
        let order = if is_k_major { [0, 1, 2] } else { [1, 0, 2] };
        let (Some(shape), Some(order)) =
            (tuple([rows, columns, stages.value()].map(number).to_vec()), tuple(order.map(number).to_vec()))
        else {
            return Ok(None);
        };
        self.of(called::TILE_TO_SHAPE, vec![atom.into(), shape, order]).map(Some)
    }

    /// The tile that the epilogue of Blackwell takes at a time: a tiler of two layouts.
    fn blackwell_epilogue(&self, values: &[Value]) -> Evaluated<Option<Value>> {
        let [tile, is_pair, Value::Text(layout), element, rest @ ..] = values else { return Ok(None) };
        let (Some(tile), Value::Truth(is_pair), Some(bits)) = (numbers(tile), is_pair, bits_of(Some(element))) else {
            return Ok(None);
        };
        let [m, n, ..] = tile[..] else { return Ok(None) };
        let source = rest.get(1).filter(|source| !is_none(source));
        let source = match (rest.first(), bits_of(source)) {
            (Some(Value::Text(layout)), Some(bits)) => Some((!is_row_major(layout), bits)),
            (_, None) => None,
            _ => return Ok(None),
        };
        let Some((tile_m, tile_n, warps)) = epilogue_tile(m, n, is_pair.value, (!is_row_major(layout), bits), source)
        else {
            return Ok(None);
        };
        let rows = self.of(called::MAKE_LAYOUT, vec![number(tile_m)])?;
        let (Some(shape), Some(stride)) =
            (tuple(vec![number(tile_n / warps), number(warps)]), tuple(vec![number(1), number(n / warps)]))
        else {
            return Ok(None);
        };
        let columns = self.of(called::MAKE_LAYOUT, vec![shape, stride])?;
        let columns = self.of(called::COALESCE, vec![columns])?;
        Ok(tuple(vec![rows, columns]))
    }
}

/// Returns how many rows and columns the epilogue of Blackwell takes at a time, and how many warps stand beside each
/// other along a row: 32 rows of tensor memory for a warp, as many columns as shared memory has room for beside the
/// stages, and no fewer than a store of 128 bits takes.
fn epilogue_tile(
    m: i64,
    n: i64,
    is_pair: bool,
    result: (bool, u32),
    source: Option<(bool, u32)>,
) -> Option<(i64, i64, i64)> {
    if m < 1 || n < 1 {
        return None;
    }
    let (warps_m, warps_n) = if m == 64 && is_pair { (2, 2) } else { (4, 1) };
    let tile_m = m.min(32 * warps_m);
    let widest = source.map_or(result.1, |(_, bits)| bits.max(result.1));
    let mut wanted = match (source, widest) {
        (None, 4) => 8192 / tile_m,
        (None, _) => 4096 / tile_m,
        (Some(_), 32) if m > 64 && n <= 128 => 16,
        (Some(_), 16) if n <= 128 => 32,
        (Some(_), 32) => 32,
        (Some(_), _) => 64,
    };
    while n % wanted != 0 {
        wanted /= 2;
    }
    let least = |(is_m_major, bits): (bool, u32)| match (is_m_major, bits) {
        (true, _) => 8 * warps_n,
        (false, 6) => 128 * warps_n,
        (false, bits) => 128 / i64::from(bits.max(1)) * warps_n,
    };
    let (of_result, of_source) = (least(result), source.map_or(8 * warps_n, least));
    if n < of_result || n < of_source {
        return None;
    }
    let tile_n = n.min(wanted.max(of_result).max(of_source));
    Some((tile_m, if n % tile_n == 0 { tile_n } else { n }, warps_n))
}

/// The tile that the epilogue of Hopper takes at a time.
fn hopper_epilogue(values: &[Value]) -> Option<Value> {
    let [tile, element, rest @ ..] = values else { return None };
    if let Some(given) = rest.get(1).filter(|given| !is_none(given)) {
        return Some(given.clone());
    }
    let [m, n, ..] = numbers(tile)?[..] else { return None };
    let is_cooperative = matches!(rest.first(), Some(Value::Truth(truth)) if truth.value);
    let (rows, columns) = match (is_cooperative, bits_of(Some(element))?) {
        (true, _) => (128, 32),
        (false, 8) => (64, 64),
        (false, _) => (64, 32),
    };
    tuple(vec![number(m.min(rows)), number(n.min(columns))])
}

/// The types of an instruction on elements of 4 bits.
const FOURS: [&str; 3] = ["float_e2m1_t", "float_e2m1_t", "float"];

/// An instruction of Hopper on elements of a byte, whose factors both lie along K, by the types of its factors and sums, its
/// extents, and where the first factor lies.
fn of_warpgroup(values: &[Value]) -> Option<Value> {
    let code = |value: &Value| match value {
        Value::Element(found) => element::of_cpp(found.name).map(|element| element.code),
        _ => None,
    };
    let [a, b, sum, shape, from, ..] = values else { return None };
    let [_, n, ..] = numbers(shape)?[..] else { return None };
    let place = if is_tag(from, "OperandSource.RMEM") { "RS" } else { "SS" };
    let name = format!("SM90_64x{n}x32_{}{}{}_{place}_TN", code(sum)?, code(a)?, code(b)?);
    match family::find(&name, &[]) {
        Ok(Atom::Mma(atom)) => Some(AtomValue::Mma(atom).into()),
        _ => None,
    }
}

/// An instruction of Blackwell whose sums lie in tensor memory, by its class in Python.
fn of_tensor_memory(class: &str, values: &[Value]) -> Option<Value> {
    let element = |value: &Value| match value {
        Value::Element(found) => element::of_cpp(found.name).map(|element| element.cpp),
        _ => None,
    };
    let (kind, [a, b, c], rest) = match (class, values) {
        ("MmaMXF8Op", [a, rest @ ..]) => ("MXF8F6F4", [element(a)?, element(a)?, "float"], rest),
        ("MmaMXF8F6F4Op", [a, b, rest @ ..]) => ("MXF8F6F4", [element(a)?, element(b)?, "float"], rest),
        ("MmaMXF4Op", rest) => ("MXF4", FOURS, rest),
        ("MmaMXF4NVF4Op", [_, rest @ ..]) => ("MXF4", FOURS, rest),
        ("SM103MmaMXF4Op", rest) => ("MXF4_ULTRA", FOURS, rest),
        ("SM103MmaMXF4NVF4Op", [_, rest @ ..]) => ("MXF4_ULTRA", FOURS, rest),
        ("MmaTF32Op", rest) => ("TF32", ["tfloat32_t", "tfloat32_t", "float"], rest),
        ("MmaI8Op", [a, rest @ ..]) => ("S8", [element(a)?, element(a)?, "int32_t"], rest),
        ("MmaFP8Op", [a, c, rest @ ..]) => ("F8F6F4", [element(a)?, element(a)?, element(c)?], rest),
        ("MmaF8F6F4Op", [a, b, c, rest @ ..]) => ("F8F6F4", [element(a)?, element(b)?, element(c)?], rest),
        _ => return None,
    };
    // Of 4 bits both factors lie along K, and nothing is said.
    let (shape, group, from, majors) = match rest {
        [shape, group, from, a_major, b_major] => (shape, group, from, [Some(a_major), Some(b_major)]),
        [shape, group, from] => (shape, group, from, [None, None]),
        _ => return None,
    };
    let scales = match (class, values.first()) {
        ("MmaMXF4NVF4Op" | "SM103MmaMXF4NVF4Op", Some(scale)) => {
            let is_e4m3 = element(scale)? == "float_e4m3_t";
            Some((if is_e4m3 { "float_ue4m3_t" } else { "float_ue8m0_t" }, Some(16)))
        }
        ("MmaMXF4Op" | "SM103MmaMXF4Op", _) => Some(("float_ue8m0_t", Some(32))),
        ("MmaMXF8Op" | "MmaMXF8F6F4Op", _) => Some(("float_ue8m0_t", None)),
        _ => None,
    };
    let [m, n, _] = numbers(shape)?[..] else { return None };
    let name = family::of_tensor_memory(&TensorMemory {
        kind,
        types: [a, b, c],
        extents: [m, n],
        is_pair: is_tag(group, "CtaGroup.TWO"),
        is_of_tensor_memory: is_tag(from, "OperandSource.TMEM"),
        are_mn_major: majors.map(|major| major.is_some_and(|major| is_tag(major, "OperandMajorMode.MN"))),
        scales,
    });
    match family::find(&name, &[]) {
        Ok(Atom::Mma(atom)) => Some(AtomValue::Mma(atom).into()),
        _ => None,
    }
}

/// Number of columns of tensor memory that are allocated at least, and at most.
///
/// PTX ISA, tcgen05.alloc.
const COLUMNS_LEAST: i64 = 32;
const COLUMNS_MOST: i64 = 512;

/// An instruction from shared to tensor memory, by its class in Python.
fn copied(class: &str, values: &[Value]) -> Option<Value> {
    let shape = match class {
        "Cp128x256bOp" => "128dp256bit",
        "Cp128x128bOp" => "128dp128bit",
        "Cp4x256bOp" => "4dp256bit",
        "Cp4x32x128bOp" => "4x32dp128bit",
        "Cp2x64x128b0213Op" => "2x64dp128bitlw0213",
        "Cp2x64x128b0123Op" => "2x64dp128bitlw0123",
        _ => return None,
    };
    let ctas = if values.first().is_some_and(is_pair) { 2 } else { 1 };
    copy_named(&format!("SM100_UTCCP_{shape}_{ctas}cta"))
}

/// Returns how much shared memory a block may have, in bytes; of Blackwell where no machine is named.
///
/// CUDA C++ Programming Guide, Technical Specifications per Compute Capability: maximum amount of shared memory per thread
/// block.
fn shared_capacity(values: &[Value]) -> Option<Value> {
    let kilobytes = match values.first() {
        Some(Value::Text(machine)) => match machine.as_str() {
            "sm_70" => 96,
            "sm_75" => 64,
            "sm_80" | "sm_87" => 163,
            "sm_86" | "sm_89" | "sm_120" | "sm_121" => 99,
            "sm_90" | "sm_100" | "sm_101" | "sm_103" | "sm_110" => 227,
            _ => return None,
        },
        Some(value) if !is_none(value) => return None,
        _ => 227,
    };
    Some(number(kilobytes * 1024))
}

/// Returns how many elements a mode of a tiler has.
fn extent_of(tiler: &Tiler) -> Option<i64> {
    match tiler {
        Nested::Leaf(TilerLeaf::Extent(extent)) => Some(extent.value()),
        Nested::Leaf(TilerLeaf::Layout(layout)) => layout.size().ok().map(Int::value),
        _ => None,
    }
}

/// An instruction between tensor memory and registers, by its class in Python and how often it is repeated.
fn moved(class: &str, values: &[Value]) -> Option<Value> {
    let (kind, shape) = match class.split_at_checked(2)? {
        ("Ld", rest) => ("LOAD", rest),
        (_, rest) => ("STORE", rest),
    };
    let (lanes, bits) = shape.strip_suffix("Op")?.split_once('x')?;
    let bits = bits.split('b').next()?;
    let repeated = match values.first() {
        Some(Value::Text(word)) => word.rsplit(".x").next()?.parse::<i64>().ok()?,
        Some(value) if !is_none(value) => value.as_int()?.value(),
        _ => 1,
    };
    let is_packed = matches!(values.get(1), Some(Value::Text(word)) if word.contains("PACK_16b"));
    copy_named(&format!("SM100_TMEM_{kind}_{lanes}dp{bits}b{repeated}x{}", if is_packed { "_16b" } else { "" }))
}

/// Lanes, bits, repetitions and whether pairs are packed, of the name of an instruction that reads tensor memory.
fn read_of(name: &str) -> Option<(i64, i64, i64, bool)> {
    let (lanes, rest) = name.split_once("dp")?;
    let (bits, rest) = rest.split_once('b')?;
    let (repeated, rest) = rest.split_once('x')?;
    Some((lanes.parse().ok()?, bits.parse().ok()?, repeated.parse().ok()?, rest == "_16b"))
}

/// The instruction of a name that copies.
fn copy_named(name: &str) -> Option<Value> {
    match family::find(name, &[]) {
        Ok(Atom::Copy(operation)) => Some(AtomValue::Operation(operation).into()),
        _ => None,
    }
}

/// The instruction that loads by TMA, of one CTA or two, and to one or several.
fn loads(is_pair: bool, is_multicast: bool) -> &'static str {
    match (is_pair, is_multicast) {
        (false, false) => "SM90_TMA_LOAD",
        (false, true) => "SM90_TMA_LOAD_MULTICAST",
        (true, false) => "SM100_TMA_2SM_LOAD",
        (true, true) => "SM100_TMA_2SM_LOAD_MULTICAST",
    }
}

fn is_pair(value: &Value) -> bool {
    is_tag(value, "CtaGroup.TWO")
}

/// The layout whose elements lie together, the mode with the smallest order first. Unlike `make_ordered_layout` it gives
/// modes of one element their stride, too.
fn compact(shape: &Value, order: Option<&Value>) -> Option<Layout> {
    let extents = items(shape)?.iter().map(Value::as_int).collect::<Option<Vec<_>>>()?;
    let order = match order {
        Some(order) => numbers(order)?,
        None => (0..extents.len() as i64).collect(),
    };
    let mut modes = (0..extents.len()).collect::<Vec<_>>();
    modes.sort_by_key(|mode| order.get(*mode).copied());
    let mut strides = vec![Nested::Leaf(Int::constant(1)); extents.len()];
    let mut next = Int::constant(1);
    for mode in modes {
        *strides.get_mut(mode)? = Nested::Leaf(next);
        next = next.times(*extents.get(mode)?).ok()?;
    }
    let shape = Nested::Tuple(extents.into_iter().map(Nested::Leaf).collect());
    Layout::with_ints(shape, &Nested::Tuple(strides)).ok()
}

/// Reports whether a value is the word that chooses a variant.
fn is_tag(value: &Value, word: &str) -> bool {
    matches!(atom_value(value), Some(AtomValue::Tag(tag)) if *tag == word)
}

/// The word that chooses a variant.
fn tag(word: &'static str) -> Option<Value> {
    Some(AtomValue::Tag(word).into())
}

/// A tile of M and N with the K of one instruction.
fn deepened(tile: &Value, k: i64) -> Option<Value> {
    let [m, n] = <[i64; 2]>::try_from(numbers(tile)?).ok()?;
    tuple([m, n, k].map(number).to_vec())
}

/// The tiler whose tile has its elements at these coordinates: each mode steps along the same mode of the tensor.
fn tiler_of_coordinates(value: &Value) -> Option<Value> {
    let Value::Layout(layout) = value else { return None };
    let modes = (0..layout.rank()).map(|place| {
        let mode = layout.at(&[place]).ok()?;
        let mut is_own = true;
        let stride = mode.stride().map(&mut |stride| match stride {
            StrideLeaf::Basis(basis) if basis.path == [place] => basis.scale,
            _ => {
                is_own = false;
                Int::ZERO
            }
        });
        let mode = Layout::with_ints(mode.shape().clone(), &stride).ok()?;
        is_own.then_some(Value::Layout(mode))
    });
    tuple(modes.collect::<Option<Vec<_>>>()?)
}

/// Where scale factors lie in tensor memory that lie in shared memory as a stage of `make_smem_layout_sfa` and its like:
/// blocks of 128 rows by 4 factors, of which 32 rows are lanes, 4 of them a column, repeated for each of the four groups of
/// lanes. Blocks of rows come first, then those along K. Offsets count bytes, 2^18 from lane to lane.
///
/// PTX ISA, tcgen05.mma, scale factor layouts in tensor memory.
fn scales_in_tensor_memory(shared: &Layout) -> Option<Layout> {
    const LANE: i64 = 1 << 18;
    /// Bytes of a block in shared memory, and of its columns.
    const BLOCK: i64 = 512;
    const COLUMNS: i64 = 16;
    let shape = shared.shape().leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
    let stride = shared.int_stride()?.leaves().into_iter().map(|stride| stride.value()).collect::<Vec<_>>();
    let ([32, 4, blocks, vector, factors, 1, deep @ ..], [16, 4, _, 0, one, _, steps @ ..]) =
        (shape.as_slice(), stride.as_slice())
    else {
        return None;
    };
    let step = |step: i64| if step < BLOCK { step } else { step / BLOCK * COLUMNS * blocks };
    let leaf = |number: i64| Nested::Leaf(Int::constant(number));
    let of = |numbers: &[i64]| Nested::Tuple(numbers.iter().copied().map(leaf).collect());
    let deep_of = |numbers: Vec<i64>| match numbers.as_slice() {
        [only] => leaf(*only),
        several => of(several),
    };
    let tree = |rows: [i64; 2], groups: i64, k: [i64; 2], one: i64, deep: Nested<Int>| {
        let rows = Nested::Tuple(vec![of(&rows), leaf(groups)]);
        Nested::Tuple(vec![Nested::Tuple(vec![rows, of(&k)]), leaf(one), deep])
    };
    let shape = tree([32, 4 * blocks], 4, [*vector, *factors], 1, deep_of(deep.to_vec()));
    let strides = steps.iter().map(|found| step(*found)).collect();
    let stride = tree([LANE, 4], 32 * LANE, [0, *one], 0, deep_of(strides));
    Layout::with_ints(shape, &stride).ok()
}
