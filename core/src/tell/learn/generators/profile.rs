//! Parentheses: the profiles that shapes, strides and coordinates of a level have, with numbers put into them.

use crate::learn::random::Random;

/// The profiles of a level, where each `_` is a number.
const fn profiles(level: u8) -> &'static [&'static str] {
    match level {
        1 => &["(_,_)"],
        2 => &["(_,_,_)", "((_,_),_)", "(_,(_,_))"],
        _ => &["((_,_),(_,_))", "((_,_,_),_)", "(_,(_,(_,_)))", "((_,(_,_)),_)", "(_,(_,_),_)", "(((_,_),_),_)"],
    }
}

/// A profile of a level: flat on level 1, three numbers on level 2, four in deeper parentheses on level 3.
pub(super) fn drawn(random: &mut Random, level: u8) -> Option<&'static str> {
    random.pick(profiles(level))
}

/// Returns how many numbers a profile holds.
pub(super) fn count(profile: &str) -> usize {
    profile.matches('_').count()
}

/// A profile with its numbers.
pub(super) fn filled(profile: &str, numbers: &[i64]) -> String {
    let mut numbers = numbers.iter();
    let mut text = String::new();
    for letter in profile.chars() {
        match if letter == '_' { numbers.next() } else { None } {
            Some(number) => text.push_str(&number.to_string()),
            None => text.push(letter),
        }
    }
    text
}

/// A layout of a profile.
pub(super) fn layout(profile: &str, shape: &[i64], stride: &[i64]) -> String {
    format!("{}:{}", filled(profile, shape), filled(profile, stride))
}

/// The numbers of a printed tuple, without its parentheses.
pub(super) fn numbers(printed: &str) -> Vec<i64> {
    printed.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// An inner product written out.
pub(super) fn products(left: &[i64], right: &[i64]) -> String {
    left.iter().zip(right).map(|(left, right)| format!("{left} × {right}")).collect::<Vec<_>>().join(" + ")
}

/// Returns how many numbers each outer mode of a profile has.
pub(super) fn groups(profile: &str) -> Vec<usize> {
    let (mut depth, mut groups) = (0, Vec::new());
    for letter in profile.chars() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        match (letter, depth, groups.last_mut()) {
            ('(', 1, _) | (',', 1, _) => groups.push(0),
            ('_', _, Some(last)) => *last += 1,
            _ => {}
        }
    }
    groups
}
