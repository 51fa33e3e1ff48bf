//! Coalesce: which modes run on into the next one.

use super::nest;
use super::reckon::{number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{MERGES_ACROSS, MERGES_ALL, MERGES_BACKWARDS, UNMERGED};
use crate::learn::random::Random;

/// An extent and a stride.
type Mode = (i64, i64);

/// Modes of which some run on into the next, some do not, and some run backwards.
fn modes(random: &mut Random, level: u8, count: i64) -> Vec<Mode> {
    let mut stride = random.between(1, 4);
    let mut modes: Vec<Mode> = Vec::new();
    for _ in 0..count {
        let extent = random.between(2, 5);
        modes.push((extent, stride));
        stride = match random.below(8) {
            _ if stride == 0 => extent * random.between(1, 4),
            0..=4 => stride * extent,
            5 => stride * extent + random.between(1, 3),
            6 => stride * extent * 2,
            _ if level == 3 => 0,
            _ => stride,
        };
    }
    if let Some([left, right]) = modes.get_mut(0..2).filter(|_| random.below(4) == 0) {
        // The right one is faster here.
        (left.1, right.1) = (right.1 * right.0, right.1);
    }
    modes
}

/// Modes of extent 1 among the others: none on level 1.
fn with_ones(random: &mut Random, level: u8, modes: &[Mode]) -> Vec<Mode> {
    let mut all = modes.to_vec();
    for _ in 1..level {
        if random.flip() {
            let place = usize::try_from(random.between(0, modes.len() as i64)).unwrap_or(0);
            all.insert(place, (1, random.between(1, 9)));
        }
    }
    all
}

/// Modes made one wherever `joined` joins two neighbours.
fn merged(modes: &[Mode], joined: fn(Mode, Mode) -> Option<Mode>) -> Vec<Mode> {
    let mut merged: Vec<Mode> = Vec::new();
    for mode in modes.iter().copied() {
        match merged.last_mut() {
            Some(last) => match joined(*last, mode) {
                Some(one) => *last = one,
                None => merged.push(mode),
            },
            None => merged.push(mode),
        }
    }
    merged
}

fn always(left: Mode, right: Mode) -> Option<Mode> {
    Some((left.0 * right.0, left.1))
}

fn backwards(left: Mode, right: Mode) -> Option<Mode> {
    (left.1 == right.0 * right.1).then_some((left.0 * right.0, right.1))
}

/// Coalesce of a whole layout.
pub(super) const COALESCE_LAYOUT: Generator = Generator {
    name: "coalesce-layout",
    title: ["Coalesce a layout", "合并一个布局"],
    block: 10,
    lesson: "coalesce",
    draw: |random, level| {
        let count = random.between(2, 3) + i64::from(level > 1);
        let essential = modes(random, level, count);
        let all = with_ones(random, level, &essential);
        let groups = nest::groups(random, all.len(), level);
        let given = format!("A = {}", nest::layout(&all, &groups));
        let right = printed(&given, "coalesce(A)")?;
        let rank = number(&given, "rank(flatten(coalesce(A)))")?;
        if rank >= essential.len() as i64 {
            return None;
        }
        let backwards_too = merged(&essential, backwards).len() < essential.len();
        let exercise = Exercise::new(
            given,
            [
                "Write coalesce(A): the layout with the fewest modes that has A's index at every 1-D coordinate."
                    .into(),
                "写出 coalesce(A)：在每个一维坐标处索引都与 A 相同、mode 最少的布局。".into(),
            ],
            right,
        );
        let holds = vec!["ans ~ A".to_owned(), format!("rank(flatten(ans)) == {rank}")];
        Some(
            exercise
                .typed(Field::Layout, Meaning::Holds(holds))
                .perhaps(UNMERGED, Some(nest::flat(&essential)))
                .perhaps(MERGES_ALL, Some(nest::flat(&merged(&essential, always))))
                .perhaps(MERGES_BACKWARDS, backwards_too.then(|| nest::flat(&merged(&essential, backwards))))
                .hint(
                    "Two neighbours become one where extent times stride of the left is the stride of the right.",
                    "相邻两个 mode，若左边的“长度 × 步长”等于右边的步长，就合成一个。",
                )
                .solved(Solution::Steps("coalesce(A)".into())),
        )
    },
};

/// Coalesce of each outer mode by itself.
pub(super) const COALESCE_BY_MODE: Generator = Generator {
    name: "coalesce-by-mode",
    title: ["Coalesce mode by mode", "按 mode 合并"],
    block: 10,
    lesson: "coalesce",
    draw: |random, level| {
        let counts = if level == 3 { [3, 2] } else { [2, 2] };
        let all = modes(random, level, counts.iter().sum());
        let mut all = if level == 1 { all } else { with_one_replaced(random, &all) };
        if level == 3 && random.flip() {
            all.reverse();
        }
        let groups = counts.map(|count| usize::try_from(count).unwrap_or(0));
        let given = format!("A = {}", nest::layout(&all, &groups));
        let right = printed(&given, "coalesce(A, (1,1))")?;
        let own = printed(&given, "A");
        if own.as_ref() == Some(&right) {
            return None;
        }
        let (first, second) = all.split_at_checked(*groups.first()?)?;
        let by_mode = |joined: fn(Mode, Mode) -> Option<Mode>| {
            let outer = [merged(first, joined), merged(second, joined)];
            nest::layout(&outer.concat(), &outer.each_ref().map(Vec::len))
        };
        let exercise = Exercise::new(
            given.clone(),
            [
                "Write coalesce(A, (1,1)): each of A's two outer modes is coalesced by itself.".into(),
                "写出 coalesce(A, (1,1))：A 的两个外层 mode 各自合并。".into(),
            ],
            right,
        );
        Some(
            exercise
                .typed(Field::Layout, Meaning::Layout)
                .perhaps(MERGES_ACROSS, printed(&given, "coalesce(A)"))
                .perhaps(UNMERGED, own.clone())
                .perhaps(MERGES_ALL, Some(by_mode(always)))
                .perhaps(MERGES_BACKWARDS, Some(by_mode(backwards)).filter(|layout| Some(layout) != own.as_ref()))
                .hint(
                    "Coalesce what stands in each inner pair of parentheses, and keep the outer pair.",
                    "分别合并每个内层括号里的 mode，外层括号保留。",
                )
                .solved(Solution::Steps("make_layout(coalesce(layout<0>(A)), coalesce(layout<1>(A)))".into())),
        )
    },
};

/// Sometimes with one mode of extent 1 in the place of another.
fn with_one_replaced(random: &mut Random, modes: &[Mode]) -> Vec<Mode> {
    let mut modes = modes.to_vec();
    let place = random.below(modes.len() as i64);
    if let Some(mode) = usize::try_from(place).ok().and_then(|place| modes.get_mut(place)).filter(|_| random.flip()) {
        mode.0 = 1;
    }
    modes
}
