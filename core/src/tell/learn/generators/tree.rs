//! Trees of modes: parentheses of a level, and numbers put into them.

use crate::Nested;
use crate::learn::random::Random;

/// Parentheses without numbers.
pub(super) type Profile = Nested<()>;

/// A tuple of trees with a number of leaves each; one leaf stands without parentheses.
fn tuple_of(counts: &[usize]) -> Profile {
    Nested::Tuple(counts.iter().map(|count| group(*count)).collect())
}

fn group(count: usize) -> Profile {
    match count {
        1 => Nested::Leaf(()),
        _ => Nested::Tuple(vec![Nested::Leaf(()); count]),
    }
}

/// Parentheses with one pair within.
pub(super) fn nested(random: &mut Random) -> Option<Profile> {
    let counts: [&[usize]; 3] = [&[1, 2], &[2, 1], &[2, 2]];
    Some(tuple_of(random.pick(&counts)?))
}

/// Parentheses with two pairs within, or one in another.
pub(super) fn deep(random: &mut Random) -> Option<Profile> {
    let pair = || group(2);
    let leaf = || group(1);
    let inner = if random.flip() { vec![leaf(), pair()] } else { vec![pair(), leaf()] };
    Some(match random.below(4) {
        0 => Nested::Tuple(vec![leaf(), Nested::Tuple(inner)]),
        1 => Nested::Tuple(vec![Nested::Tuple(inner), leaf()]),
        2 => Nested::Tuple(vec![pair(), pair()]),
        _ => Nested::Tuple(vec![pair(), leaf(), pair()]),
    })
}

/// The parentheses of a level: none within, one pair within, more.
pub(super) fn profile(random: &mut Random, level: u8) -> Option<Profile> {
    match level {
        1 => Some(tuple_of(&[1, 1])),
        2 => nested(random),
        _ => deep(random),
    }
}

/// Numbers in parentheses; 0 where there are too few.
pub(super) fn fill(profile: &Profile, numbers: &[i64]) -> Nested<i64> {
    let mut numbers = numbers.iter().copied();
    profile.map(&mut |()| numbers.next().unwrap_or_default())
}

/// The printed form of a layout of numbers in parentheses.
pub(super) fn layout(profile: &Profile, shape: &[i64], stride: &[i64]) -> String {
    format!("{}:{}", fill(profile, shape), fill(profile, stride))
}

/// So many extents, from 2 up to `most`.
pub(super) fn extents(random: &mut Random, count: usize, most: i64) -> Vec<i64> {
    (0..count).map(|_| random.between(2, most)).collect()
}

/// Strides for which no two coordinates of a shape have one index: the modes in some order, sometimes with gaps of
/// the same length again.
pub(super) fn strides(random: &mut Random, shape: &[i64]) -> Vec<i64> {
    let mut order = (0..shape.len()).collect::<Vec<_>>();
    random.shuffle(&mut order);
    let mut strides = vec![0; shape.len()];
    let mut next = 1;
    for place in order {
        if let (Some(stride), Some(extent)) = (strides.get_mut(place), shape.get(place)) {
            *stride = next;
            next *= extent * if random.below(5) == 0 { 2 } else { 1 };
        }
    }
    strides
}

/// The paths to all trees within a tree, from the outside in, with at least `least` numbers.
pub(super) fn paths<T>(tree: &Nested<T>, least: usize) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    visit(tree, &mut Vec::new(), &mut found);
    found.retain(|path| path.len() >= least);
    found
}

fn visit<T>(tree: &Nested<T>, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let Nested::Tuple(modes) = tree else { return };
    for (place, mode) in modes.iter().enumerate() {
        path.push(place);
        found.push(path.clone());
        visit(mode, path, found);
        path.pop();
    }
}
