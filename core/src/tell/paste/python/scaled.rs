//! Products of warps whose blocks are scaled, and where their scale factors lie: GeForce Blackwell (SM120).
//!
//! NVIDIA CUTLASS documentation, CuTe DSL API: `cute.nvgpu.warp`, `cutlass.utils.blackwell_helpers`,
//! `cutlass.utils.blockscaled_layout`; PTX ISA, Block Scaling for mma.sync: which thread has which scale factor.

use super::helpers::Helpers;
use super::runtime::{is_none, number, numbers, tuple};
use crate::atom::family;
use crate::atom::tiled_mma::TiledMma;
use crate::atom::{Atom, element};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::evaluate::Evaluated;
use crate::notebook::made::{AtomValue, atom_value, tiler_value};
use crate::notebook::value::{Item, Value};
use crate::operations::called;
use crate::tensor::Tensor;

/// Rows and scale factors along K of a block, whose scale factors lie together.
const BLOCK: [i64; 2] = [128, 4];

/// An instruction of a warp, by its class in Python; `None` of one of tensor memory, which says more.
pub(super) fn of_warp(class: &str, values: &[Value]) -> Option<Value> {
    let element = |value: &Value| match value {
        Value::Element(found) => element::of_cpp(found.name),
        _ => None,
    };
    let name = match (class, values) {
        ("MmaTF32Op", [shape]) => {
            let [_, _, k] = numbers(shape)?[..] else { return None };
            format!("SM80_16x8x{k}_F32TF32TF32F32_TN")
        }
        ("MmaFP8Op", [a, sum, shape]) => {
            let ([_, _, k], [a, sum]) = (numbers(shape)?.try_into().ok()?, [element(a)?.code, element(sum)?.code]);
            format!("SM89_16x8x{k}_{sum}{a}{a}{sum}_TN")
        }
        ("MmaMXF4Op", [a, sum, _]) => scaled_name(64, [element(a)?.cpp, element(a)?.cpp, element(sum)?.cpp], false),
        ("MmaMXF4NVF4Op", [a, sum, _]) => scaled_name(64, [element(a)?.cpp, element(a)?.cpp, element(sum)?.cpp], true),
        ("MmaMXF8Op", [a, sum, _]) => scaled_name(32, [element(a)?.cpp, element(a)?.cpp, element(sum)?.cpp], false),
        ("MmaMXF8F6F4Op", [a, b, sum, _]) => {
            scaled_name(32, [element(a)?.cpp, element(b)?.cpp, element(sum)?.cpp], false)
        }
        _ => return None,
    };
    match family::find(&name, &[]) {
        Ok(Atom::Mma(atom)) => Some(AtomValue::Mma(atom).into()),
        _ => None,
    }
}

fn scaled_name(k: i64, types: [&str; 3], is_by_16: bool) -> String {
    let scale = if is_by_16 { "float_ue4m3_t,16" } else { "float_ue8m0_t,32" };
    format!("SM120::BLOCKSCALED::SM120_16x8x{k}_TN_VS<{},{scale}>", types.join(","))
}

/// `get_permutation_mnk`: rows up to 128, columns so that neighbouring atoms are read at once, and K of one atom.
pub(super) fn permutation(values: &[Value]) -> Option<Value> {
    let [tile, _, rest @ ..] = values else { return None };
    let is_wide = matches!(rest.first(), Some(Value::Truth(truth)) if truth.value);
    let leaves = |of: [i64; 3]| Nested::Tuple(of.map(|extent| Nested::Leaf(Int::constant(extent))).to_vec());
    let columns = Layout::with_ints(leaves([8, 2, 2]), &leaves([1, 16, 8])).ok()?;
    let rows = number((*numbers(tile)?.first()?).min(BLOCK[0]));
    tuple(vec![rows, Value::Layout(columns), number(if is_wide { 32 } else { 64 })])
}

/// A tuple of tuples of numbers.
fn nested(of: &[&[i64]]) -> Option<Value> {
    let modes = of.iter().map(|modes| match modes {
        [one] => Some(number(*one)),
        modes => tuple(modes.iter().copied().map(number).collect()),
    });
    tuple(modes.collect::<Option<Vec<_>>>()?)
}

fn all() -> Value {
    Value::Tuple(Nested::Leaf(Item::All))
}

fn tiled_mma_of(value: &Value) -> Option<TiledMma> {
    match atom_value(value)? {
        AtomValue::TiledMma(mma) => Some(mma.clone()),
        AtomValue::MmaSlice(slice) => Some(slice.mma.clone()),
        _ => None,
    }
}

impl Helpers<'_, '_> {
    /// `sm120_make_smem_layout_sfa` and its twin: blocks of 128 rows and 4 scale factors, as instructions take them, with
    /// stages.
    pub(super) fn shared_scales_of_warps(&self, mode: usize, values: &[Value]) -> Evaluated<Option<Value>> {
        let [mma, tile, vector, stages] = values else { return Ok(None) };
        let (Some(mma), Some(tile), Some(vector)) = (tiled_mma_of(mma), numbers(tile), vector.as_int()) else {
            return Ok(None);
        };
        let depth = mma.atom.shape.leaves().get(2).map_or(0, |depth| depth.value());
        let (Some(rows), Some(k)) = (tile.get(mode), tile.get(2)) else { return Ok(None) };
        let vector = vector.value();
        let per_atom = depth.checked_div(vector).unwrap_or(0);
        let [block_rows, block_scales] = BLOCK;
        if per_atom < 1 || rows % block_rows != 0 || k % (block_scales * per_atom) != 0 || block_scales % per_atom != 0
        {
            return Ok(None);
        }
        let blocks = rows / block_rows;
        let block = block_rows * block_scales;
        let shapes = [nested(&[&[32, 4], &[blocks]]), {
            let rest = [number(block_scales / per_atom), number(k / vector / block_scales)];
            tuple(vec![number(vector), number(per_atom)])
                .and_then(|scales| tuple(std::iter::once(scales).chain(rest).collect()))
        }];
        let strides = [nested(&[&[16, 4], &[block]]), {
            let rest = [number(per_atom), number(blocks * block)];
            tuple(vec![number(0), number(1)]).and_then(|scales| tuple(std::iter::once(scales).chain(rest).collect()))
        }];
        let whole = |modes: [Option<Value>; 2]| tuple(modes.into_iter().collect::<Option<Vec<_>>>()?);
        let (Some(shape), Some(stride)) = (whole(shapes), whole(strides)) else { return Ok(None) };
        let layout = self.of(called::MAKE_LAYOUT, vec![shape, stride])?;
        self.with_stages(layout, stages).map(Some)
    }

    /// What each thread has of the scale factors of A or B: as a layout over threads and values, as a fragment.
    pub(super) fn scales_of_threads(&self, name: &str, values: &[Value]) -> Evaluated<Option<Value>> {
        let is_b = name.contains("SFB");
        if let ("get_layoutSFA_TV" | "get_layoutSFB_TV", [mma]) = (name, values) {
            return match tiled_mma_of(mma) {
                Some(mma) => self.scales_by_thread(&mma, is_b),
                None => Ok(None),
            };
        }
        let [scales, mma, ..] = values else { return Ok(None) };
        let (Some(mma), Some(layout)) = (tiled_mma_of(mma), scales.as_any_layout()) else { return Ok(None) };
        let Some(layout) = self.scales_cut(layout.into(), &mma, is_b)? else { return Ok(None) };
        let is_fragment = name.starts_with("partition_fragment");
        let layout = if is_fragment { self.of_modes(called::GET, &[1], layout)? } else { layout };
        let made = match (scales, layout.as_any_layout()) {
            (Value::Tensor(tensor), Some(layout)) => Value::Tensor(Tensor { engine: tensor.engine.clone(), layout }),
            _ => layout,
        };
        if !is_fragment {
            return Ok(Some(made));
        }
        // Which thread it is says where the values lie, not how.
        let flat = self.of(called::FLATTEN, vec![made])?;
        let grouped = self.of_modes(called::GROUP, &[0, 2], flat)?;
        let grouped = if is_b { self.of_modes(called::GROUP, &[1, 3], grouped)? } else { grouped };
        self.of(called::MAKE_FRAGMENT_LIKE, vec![grouped]).map(Some)
    }

    /// Scale factors as `((threads), (rest))`: of A each pair of lanes has the same, of B each four.
    fn scales_cut(&self, scales: Value, mma: &TiledMma, is_b: bool) -> Evaluated<Option<Value>> {
        let extents = mma.atom.shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        let mode = usize::from(is_b);
        let (Some(&rows), Some(&k)) = (extents.get(mode), extents.get(2)) else { return Ok(None) };
        let depth = match (k, is_b) {
            (64, _) => [number(64), number(if is_b { 8 } else { 16 })].map(Some),
            (32, _) => [tuple(vec![number(32), number(1)]), tuple(vec![number(if is_b { 8 } else { 16 }), number(0)])],
            _ => return Ok(None),
        };
        let lanes = match is_b {
            true => [tuple(vec![number(4), number(8)]), tuple(vec![number(0), number(1)])],
            false => [tuple([2, 2, 8].map(number).to_vec()), tuple([8, 0, 1].map(number).to_vec())],
        };
        let both = |side: usize| {
            let modes = [lanes.get(side)?.clone()?, depth.get(side)?.clone()?];
            tuple(modes.to_vec())
        };
        let (Some(shape), Some(stride)) = (both(0), both(1)) else { return Ok(None) };
        let atom = self.of(called::MAKE_LAYOUT, vec![shape, stride])?;
        let permuted = [mode, 2].map(|mode| mma.permutation.get(mode).map(tiler_value));
        let [Some(along), Some(deep)] = permuted else { return Ok(None) };
        if is_none(&along) || is_none(&deep) {
            return Ok(None);
        }
        let Some(tile) = tuple(vec![along, deep]) else { return Ok(None) };
        let cut = self.of(called::LOGICAL_DIVIDE, vec![scales, tile])?;
        let of_extent = |extent: Value| self.of(called::MAKE_LAYOUT, vec![extent]);
        let Some(tile) = tuple(vec![of_extent(number(rows))?, of_extent(number(k))?]) else { return Ok(None) };
        let cut = self.of(called::ZIPPED_DIVIDE, vec![cut, tile])?;
        let Some(tile) = tuple(vec![atom, all()]) else { return Ok(None) };
        let cut = self.of(called::COMPOSITION, vec![cut, tile])?;
        let threads = [1 + i64::from(is_b), 3].map(|mode| self.threads_along(mma, mode).and_then(of_extent));
        let [along, deep] = threads;
        let Some(threads) = tuple(vec![along?, deep?]).and_then(|threads| tuple(vec![all(), threads])) else {
            return Ok(None);
        };
        self.of(called::ZIPPED_DIVIDE, vec![cut, threads]).map(Some)
    }

    /// The number of threads along a mode of `(V, M, N, K)`.
    fn threads_along(&self, mma: &TiledMma, mode: i64) -> Evaluated<Value> {
        self.of_modes(called::SIZE, &[mode], Value::Layout(mma.threads.clone()))
    }

    /// `(thread, value)` to the scale factors of a tile.
    fn scales_by_thread(&self, mma: &TiledMma, is_b: bool) -> Evaluated<Option<Value>> {
        let extents = [usize::from(is_b), 2].map(|mode| mma.permutation.get(mode).map(tiler_value));
        let [Some(along), Some(deep)] = extents else { return Ok(None) };
        let tile = [self.of(called::SIZE, vec![along])?, self.of(called::SIZE, vec![deep])?];
        let Some(tile) = tuple(tile.to_vec()) else { return Ok(None) };
        let tile = self.of(called::MAKE_LAYOUT, vec![tile])?;
        let Some(cut) = self.scales_cut(tile, mma, is_b)? else { return Ok(None) };
        let (rows, columns) = (self.threads_along(mma, 1)?, self.threads_along(mma, 2)?);
        let strides = if is_b { [0, 1] } else { [1, 0] };
        let (Some(shape), Some(stride)) = (tuple(vec![rows, columns]), tuple(strides.map(number).to_vec())) else {
            return Ok(None);
        };
        let repeated = self.of(called::MAKE_LAYOUT, vec![shape, stride])?;
        let Some(tile) = tuple(vec![repeated, all()])
            .and_then(|threads| tuple(vec![all(), threads]))
            .and_then(|threads| tuple(vec![threads, all()]))
        else {
            return Ok(None);
        };
        let all_threads = self.of(called::COMPOSITION, vec![cut, tile])?;
        let inverse = self.of(called::RIGHT_INVERSE, vec![Value::Layout(mma.threads.clone())])?;
        let Some(by_thread) = tuple(vec![inverse, all()]) else { return Ok(None) };
        self.of(called::COMPOSITION, vec![all_threads, by_thread]).map(Some)
    }
}
