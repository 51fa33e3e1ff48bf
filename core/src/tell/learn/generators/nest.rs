//! Modes in parentheses: how flat numbers are put into groups, and printed so.

use crate::learn::random::Random;

/// Draws how many numbers each of the outer modes takes, of `count` numbers in all: flat on level 1, groups of one or
/// two on the others, and of up to three on level 3.
pub(super) fn groups(random: &mut Random, count: usize, level: u8) -> Vec<usize> {
    let mut groups = Vec::new();
    let mut left = count;
    while left > 0 {
        let most =
            left.min(usize::from(level)).min(if groups.is_empty() { count.saturating_sub(1).max(1) } else { left });
        let taken = usize::try_from(random.between(1, i64::try_from(most).unwrap_or(1))).unwrap_or(1);
        groups.push(taken);
        left -= taken;
    }
    groups
}

/// The numbers in parentheses of groups; a group of one stands without.
pub(super) fn grouped(numbers: &[i64], groups: &[usize]) -> String {
    let mut numbers = numbers.iter();
    let mut modes = Vec::new();
    for size in groups {
        let group = numbers.by_ref().take(*size).copied().collect::<Vec<_>>();
        modes.push(super::draw::tuple(&group));
    }
    match modes.as_slice() {
        [mode] => mode.clone(),
        _ => format!("({})", modes.join(",")),
    }
}

/// A layout of modes, each an extent and a stride, in parentheses of groups.
pub(super) fn layout(modes: &[(i64, i64)], groups: &[usize]) -> String {
    let (shape, stride): (Vec<_>, Vec<_>) = modes.iter().copied().unzip();
    format!("{}:{}", grouped(&shape, groups), grouped(&stride, groups))
}

/// A layout of modes without parentheses within.
pub(super) fn flat(modes: &[(i64, i64)]) -> String {
    let (shape, stride): (Vec<_>, Vec<_>) = modes.iter().copied().unzip();
    super::draw::layout(&shape, &stride)
}

/// The number of elements of modes.
pub(super) fn size(modes: &[(i64, i64)]) -> i64 {
    modes.iter().map(|mode| mode.0).product()
}
