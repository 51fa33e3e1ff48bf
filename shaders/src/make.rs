//! Layouts that kernels start from: row-major, column-major, padded, swizzled.

use colex::basis::StrideLeaf;
use colex::swizzle::Offset;
use colex::{AnyLayout, Int, Layout, Nested, Swizzle};

use crate::kernel::Refusal;

/// A flat layout of static numbers, one extent and stride for each mode: `(4,8):(8,1)`; of one mode without parentheses.
pub fn strided(modes: &[(u32, u32)]) -> AnyLayout {
    let leaf = |number: u32| Nested::Leaf(Int::constant(number.into()));
    let (shape, stride) = match modes {
        [(extent, stride)] => (leaf(*extent), leaf(*stride)),
        modes => (
            Nested::Tuple(modes.iter().map(|(extent, _)| leaf(*extent)).collect()),
            Nested::Tuple(modes.iter().map(|(_, stride)| leaf(*stride)).collect()),
        ),
    };
    // Shape and stride have the same parentheses, and a kernel has few modes.
    Layout::with_ints(shape, &stride).unwrap_or_else(|_| Layout::trivial()).into()
}

/// `(rows,columns):(pitch,1)`: the columns of a row lie side by side, and rows begin `pitch` apart.
pub fn row_major(rows: u32, columns: u32, pitch: u32) -> AnyLayout {
    strided(&[(rows, pitch), (columns, 1)])
}

/// `(rows,columns):(1,pitch)`: the rows of a column lie side by side, and columns begin `pitch` apart.
pub fn column_major(rows: u32, columns: u32, pitch: u32) -> AnyLayout {
    strided(&[(rows, 1), (columns, pitch)])
}

/// `Sw<bits,base,shift>` after a layout.
///
/// Errors: [`Refusal::Algebra`] where there is no such swizzle.
pub fn swizzled((bits, base, shift): (u32, u32, u32), layout: AnyLayout) -> Result<AnyLayout, Refusal> {
    let swizzle = Swizzle::new(bits.into(), base.into(), shift.into()).map_err(Refusal::Algebra)?;
    Ok(AnyLayout::composed(swizzle, Offset::ZERO, layout))
}

/// A layout of static numbers with one mode for each list of modes: `((32,8),4):((1,32),256)`.
pub fn nested(modes: &[&[(u32, u32)]]) -> AnyLayout {
    let modes = modes.iter().map(|mode| strided(mode).innermost().clone()).collect::<Vec<_>>();
    // The modes are congruent and not none.
    Layout::concatenate(&modes).unwrap_or_else(|_| Layout::trivial()).into()
}

/// The same layout in static numbers, which is what the algebra follows.
pub(crate) fn fixed(layout: &Layout) -> colex::Result<Layout> {
    let shape = layout.shape().map(&mut |extent| Int::constant(extent.value()));
    let stride = layout.stride().map(&mut |stride| match stride {
        StrideLeaf::Int(int) => StrideLeaf::Int(Int::constant(int.value())),
        StrideLeaf::Basis(basis) => StrideLeaf::Basis(basis.clone()),
    });
    Layout::new(shape, stride)
}
