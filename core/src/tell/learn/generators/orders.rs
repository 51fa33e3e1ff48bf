//! The orders in which people run through a shape instead of colexicographic order.

use super::draw::{digits, inner_product, left_strides};

/// The numbers in the other order.
fn reversed(numbers: &[i64]) -> Vec<i64> {
    numbers.iter().rev().copied().collect()
}

/// The number of a coordinate where the last number runs first.
pub(super) fn row_major_number(coordinate: &[i64], shape: &[i64]) -> i64 {
    inner_product(&reversed(coordinate), &left_strides(&reversed(shape)))
}

/// The coordinate of a number where the last number runs first.
pub(super) fn row_major(number: i64, shape: &[i64]) -> Vec<i64> {
    reversed(&digits(number, &reversed(shape)))
}

/// Numbers in groups, of as many as each of these.
fn in_groups<'a>(numbers: &'a [i64], groups: &[usize]) -> Vec<&'a [i64]> {
    let mut rest = numbers;
    let mut modes = Vec::new();
    for size in groups {
        let (own, after) = rest.split_at_checked(*size).unwrap_or((rest, &[]));
        modes.push(own);
        rest = after;
    }
    modes
}

/// The number of a coordinate where the first mode runs first, but within a mode its last number.
pub(super) fn inner_number(coordinate: &[i64], shape: &[i64], groups: &[usize]) -> i64 {
    let modes = in_groups(shape, groups);
    let sizes = modes.iter().map(|mode| mode.iter().product()).collect::<Vec<i64>>();
    let read = in_groups(coordinate, groups).into_iter().zip(&modes).map(|(own, mode)| row_major_number(own, mode));
    inner_product(&read.collect::<Vec<_>>(), &left_strides(&sizes))
}

/// The coordinate of a number where the first mode runs first, but within a mode its last number.
pub(super) fn inner(number: i64, shape: &[i64], groups: &[usize]) -> Vec<i64> {
    let modes = in_groups(shape, groups);
    let sizes = modes.iter().map(|mode| mode.iter().product()).collect::<Vec<i64>>();
    digits(number, &sizes).into_iter().zip(modes).flat_map(|(number, mode)| row_major(number, mode)).collect()
}
