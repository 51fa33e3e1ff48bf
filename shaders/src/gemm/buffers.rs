//! The buffers of a product, in vectors where four numbers lie together.

use std::num::NonZeroU32;

use colex::AnyLayout;

use crate::accesses::Space;
use crate::classes::Memory;
use crate::expression::{Expression, Expressions};
use crate::index::{Bounds, index};
use crate::kernel::Refusal;
use crate::program::{Access, Binding, Element, Work};

/// The four numbers of a vector.
pub(super) const LANES: [&str; 4] = ["x", "y", "z", "w"];

/// Returns the WGSL type of one element, or of a vector of four.
pub(super) fn vector_element(element: Element, vector: u32) -> &'static str {
    match (element, vector) {
        (Element::F16, 4) => "vec4<f16>",
        (Element::F16, _) => "f16",
        (Element::I8, _) => "vec2<u32>",
        (_, 4) => "vec4<f32>",
        _ => "f32",
    }
}

/// A buffer of a layout, in vectors of so many numbers.
pub(super) fn binding(
    name: &'static str,
    layout: &AnyLayout,
    element: Element,
    vector: u32,
    access: Access,
) -> Result<Binding, Refusal> {
    let element = match (element, vector) {
        (Element::F16, 4) => Element::F16x4,
        (Element::F32, 4) => Element::F32x4,
        (Element::I8, 8) => Element::I8x8,
        (Element::I8, _) => Element::I8x4,
        (element, _) => element,
    };
    Ok(Binding { name, element, elements: Bounds::of(layout)?.cosize.div_ceil(element.lanes()), access })
}

/// Every element of A, B and C once, and two operations for each product.
pub(super) fn work([m, n, k]: [u32; 3], batches: u32, element: Element) -> Work {
    let [m, n, k, l] = [m, n, k, batches].map(u64::from);
    Work {
        bytes: m
            .saturating_mul(k)
            .saturating_add(n.saturating_mul(k))
            .saturating_add(m.saturating_mul(n))
            .saturating_mul(l)
            .saturating_mul(element.bytes()),
        flops: m.saturating_mul(n).saturating_mul(k).saturating_mul(l).saturating_mul(2),
        is_integer: element == Element::I8,
    }
}

/// A divisor that is known not to be zero: zero becomes one.
pub(super) fn divisor(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// The memory of a layout, in vectors of so many numbers.
pub(super) fn buffer(name: &'static str, layout: &AnyLayout, bytes: u64, vector: u32) -> Result<Memory, Refusal> {
    let vector = u64::from(vector);
    let places = Bounds::of(layout)?.cosize.div_ceil(vector);
    Ok(Memory { name, space: Space::Global, bytes: bytes * vector, places })
}

/// The index of a matrix that may have a third mode.
pub(super) fn indexed(
    all: &mut Expressions,
    matrix: &AnyLayout,
    coordinate: [Expression; 3],
    vector: u32,
) -> Result<Expression, Refusal> {
    let at = index(all, matrix, coordinate.get(..matrix.rank()).unwrap_or(&coordinate))?;
    Ok(all.divide(at, divisor(vector)))
}

/// The sum of a value and another one so many times.
pub(super) fn added(all: &mut Expressions, value: Expression, times: u32, other: Expression) -> Expression {
    let times = all.constant(times);
    let other = all.multiply(other, times);
    all.add(value, other)
}
