//! Changing inputs: bytes at random, and the tokens of the language so that the result nearly parses.
//!
//! Deterministic: the same seed gives the same inputs on every machine.

use colex::notebook::functions::Function;
use colex::notebook::token::{TokenKind, tokens};
use colex::operations::all;
use colex::operations::explained;

/// Numbers at which arithmetic and limits turn.
const EDGES: [i64; 16] =
    [0, 1, -1, 2, 3, 64, 65, 255, 256, 4096, 4097, 1 << 31, -(1 << 31), 1 << 32, i64::MAX, i64::MIN];

/// Pieces of the language that are no numbers and no names of functions.
const MARKS: [&str; 46] = [
    "(",
    ")",
    "<",
    ">",
    "{",
    "}",
    "{}",
    "[",
    "]",
    ",",
    ":",
    ";",
    "=",
    "==",
    ".",
    "@",
    "+",
    "-",
    "*",
    "/",
    "%",
    "<<",
    ">>",
    "&&",
    "||",
    "!",
    "_",
    "\n",
    " ",
    "//",
    "/*",
    "*/",
    "#",
    "\"",
    "（",
    "，",
    "A",
    "B",
    "A = ",
    "A(",
    "_1@0",
    "1@1@0",
    "()",
    "LayoutRight",
    "布",
    "\u{200f}",
];

/// Lines of [`crate::edit`].
const EDITS: [&str; 12] = [
    "extent 0 8",
    "stride 1 -1",
    "more 0 1",
    "further 0 9223372036854775807",
    "add",
    "remove 1",
    "move 0 1",
    "group 0 2",
    "group 1 0 1",
    "ungroup 0",
    "left",
    "right",
];

/// A sequence of numbers that look random: SplitMix64.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next number below `end`; 0 where that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (mixed % (end.max(1) as u64)) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// A range of a list, short more often than long.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let longest = if self.below(4) == 0 { length - start } else { (length - start).min(4) };
        start..start + (self.below(longest) + 1).min(length - start)
    }
}

/// One to four changes of an input; `other` lends parts. At most `longest` bytes come back.
pub fn mutate(random: &mut Random, input: &[u8], other: &[u8], longest: usize) -> Vec<u8> {
    let mut bytes = input.to_vec();
    for _ in 0..=random.below(4) {
        bytes = match std::str::from_utf8(&bytes) {
            Ok(text) if random.below(5) > 0 => by_tokens(random, text, &String::from_utf8_lossy(other)).into_bytes(),
            _ => by_bytes(random, bytes, other),
        };
        bytes.truncate(longest);
    }
    bytes
}

fn by_bytes(random: &mut Random, mut bytes: Vec<u8>, other: &[u8]) -> Vec<u8> {
    let at = random.below(bytes.len() + 1);
    let range = if bytes.is_empty() { 0..0 } else { random.range(bytes.len()) };
    match random.below(6) {
        0 => bytes.insert(at, random.below(256) as u8),
        1 => drop(bytes.drain(range)),
        2 => {
            let twice = bytes[range].to_vec();
            bytes.splice(at..at, twice);
        }
        3 => bytes[range].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.below(8)),
        4 => bytes[range].iter_mut().take(1).for_each(|byte| *byte = b"0123456789~/;:.,=-_+vzA"[random.below(23)]),
        _ if !other.is_empty() => {
            let lent = random.range(other.len());
            bytes.splice(range, other[lent].iter().copied());
        }
        _ => bytes.truncate(at),
    }
    bytes
}

/// The text in pieces: tokens, and the gaps between them.
fn pieces(text: &str) -> Vec<(Option<TokenKind>, String)> {
    let mut pieces = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        if token.span.start > end {
            pieces.push((None, text[end..token.span.start].to_string()));
        }
        pieces.push((Some(token.kind), token.span.of(text).to_string()));
        end = token.span.end;
    }
    if end < text.len() {
        pieces.push((None, text[end..].to_string()));
    }
    pieces
}

fn by_tokens(random: &mut Random, text: &str, other: &str) -> String {
    let mut parts = pieces(text);
    let lent = pieces(other);
    if parts.is_empty() {
        parts = lent.clone();
    }
    if parts.is_empty() {
        return random.pick(&MARKS).to_string();
    }
    let (at, to) = (random.below(parts.len()), random.below(parts.len()));
    let range = random.range(parts.len());
    match random.below(14) {
        0 => parts.swap(at, to),
        1 => drop(parts.drain(range)),
        2 => {
            let twice = parts[range].to_vec();
            parts.splice(to..to, twice);
        }
        3 | 4 => replace(random, &mut parts, at, |kind| matches!(kind, TokenKind::Int { .. }), number),
        5 | 6 => replace(random, &mut parts, at, |kind| kind == TokenKind::Name, name),
        7 => parts.insert(at, (None, random.pick(&MARKS).to_string())),
        8 => parts.insert(at, (None, number(random))),
        9 => {
            let depth = [1, 2, 30, 63, 64, 65][random.below(6)];
            parts.insert(range.end, (None, ")".repeat(depth)));
            parts.insert(range.start, (None, "(".repeat(depth)));
        }
        10 => {
            let item = parts[range].iter().map(|(_, piece)| piece.as_str()).collect::<String>();
            let times = [2, 3, 8, 40, 300][random.below(5)];
            let between = *random.pick(&[",", "\n", "+", ";", "@", ""]);
            let list = vec![item; times].join(between);
            parts.insert(to, (None, list));
        }
        11 if !lent.is_empty() => {
            let borrowed = lent[random.range(lent.len())].to_vec();
            parts.splice(range, borrowed);
        }
        12 => {
            // A statement of its own about what stands before.
            let examples = explained().map(|(_, help)| help.example).collect::<Vec<_>>();
            parts.push((None, format!("\nA = {}", random.pick(&examples))));
        }
        13 => parts.push((None, format!("\n{}", random.pick(&EDITS)))),
        _ => parts.truncate(at),
    }
    parts.into_iter().map(|(_, piece)| piece).collect()
}

/// Puts something else in the place of the first token of a kind at or after `from`, or before it.
fn replace(
    random: &mut Random,
    parts: &mut [(Option<TokenKind>, String)],
    from: usize,
    is_wanted: impl Fn(TokenKind) -> bool,
    new: fn(&mut Random) -> String,
) {
    let (before, after) = parts.split_at_mut(from);
    let found = after.iter_mut().chain(before).find(|(kind, _)| kind.is_some_and(&is_wanted));
    if let Some((_, piece)) = found {
        *piece = new(random);
    }
}

fn number(random: &mut Random) -> String {
    let value = match random.below(3) {
        0 => *random.pick(&EDGES),
        _ => random.below(20) as i64,
    };
    format!("{}{value}", if random.below(2) == 0 { "_" } else { "" })
}

fn name(random: &mut Random) -> String {
    let functions = all().collect::<Vec<&Function>>();
    let function = random.pick(&functions);
    match random.below(4) {
        0 => "A".to_string(),
        1 => function.aliases.first().copied().unwrap_or(function.name).to_string(),
        _ => function.name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_inputs_again() {
        let run = || {
            let mut random = Random::new(7);
            (0..200).fold(b"A = (2,4):(1,2)".to_vec(), |input, _| mutate(&mut random, &input, b"size(A)", 500))
        };
        assert_eq!(run(), run());
        assert!(run().len() <= 500);
    }
}
