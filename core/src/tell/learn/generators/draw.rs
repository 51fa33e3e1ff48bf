//! Material that generators draw: extents, shapes and layouts that are small enough for the head, as text.

use crate::learn::random::Random;

/// An extent of a level: 2 to 4, to 6, to 8.
pub fn extent(random: &mut Random, level: u8) -> i64 {
    random.between(2, i64::from(level.clamp(1, 3)) * 2 + 2)
}

/// The printed form of a flat layout.
pub fn layout(shape: &[i64], stride: &[i64]) -> String {
    format!("{}:{}", tuple(shape), tuple(stride))
}

/// The printed form of a tuple; a single number stands without parentheses.
pub fn tuple(numbers: &[i64]) -> String {
    match numbers {
        [number] => number.to_string(),
        _ => format!("({})", numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")),
    }
}

/// The strides of LayoutLeft, and one number more: the product of all.
pub fn left_strides(shape: &[i64]) -> Vec<i64> {
    let mut strides = vec![1_i64];
    for extent in shape {
        strides.push(strides.last().copied().unwrap_or(1).saturating_mul(*extent));
    }
    strides
}

/// The digits of a number in a shape, the first running first; the last digit takes all that is left.
pub fn digits(mut number: i64, shape: &[i64]) -> Vec<i64> {
    let mut digits = Vec::with_capacity(shape.len());
    for (place, extent) in shape.iter().enumerate() {
        let is_last = place + 1 == shape.len();
        digits.push(if is_last { number } else { number % extent });
        number /= extent;
    }
    digits
}

/// The inner product.
pub fn inner_product(left: &[i64], right: &[i64]) -> i64 {
    left.iter().zip(right).map(|(left, right)| left.saturating_mul(*right)).sum()
}
