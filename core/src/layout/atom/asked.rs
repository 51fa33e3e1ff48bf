//! Questions about who holds what: `C(9,5)`, `A T17`, `T17 V3`, `A T17 R2`, `warp 1`, `quad 3`, and as one says them: `who
//! holds C(9,5)?`, `what does thread 17 hold of A`.

use std::fmt;

use super::board::{Board, Panel, QUAD};
use crate::thread_value::Pair;
use crate::thread_value::access::WARP;

/// Number of bytes that a question may have.
pub const ASKED_MOST: usize = 128;

/// A question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The operand that it is about; `None` is all of them.
    pub panel: Option<char>,
    /// Subject of the question.
    pub what: What,
}

/// Subject of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The holders of an element: its coordinate in the tile.
    Element(Vec<u64>),
    /// The elements that some threads hold.
    Held {
        /// Which threads; `None` is all of them.
        threads: Option<Group>,
        /// Which of their values; `None` is all of them.
        value: Option<u64>,
        /// In which of their registers.
        register: Option<u64>,
    },
}

/// Threads that are spoken of together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// One.
    Thread(u64),
    /// Four that follow each other.
    Quad(u64),
    /// A warp.
    Warp(u64),
}

impl Group {
    /// The first of its threads, and how many they are.
    pub fn threads(self) -> (u64, u64) {
        match self {
            Group::Thread(thread) => (thread, 1),
            Group::Quad(quad) => (quad.saturating_mul(QUAD), QUAD),
            Group::Warp(warp) => (warp.saturating_mul(WARP), WARP),
        }
    }
}

/// Why a text is no question, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAsked {
    /// The byte at which it ends to be one.
    pub at: usize,
    /// Why.
    pub why: Why,
}

/// Why a text is no question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It is longer than any question.
    TooLong,
    /// Something else was expected.
    Unread,
    /// The operand with this letter is not there.
    NoOperand(char),
    /// A coordinate has as many numbers as the tile has modes.
    Modes(usize),
    /// The number is none of the element's mode: it is below this one.
    Beyond(u64),
    /// There are so many threads.
    NoThread(u64),
    /// There are so many values.
    NoValue(u64),
    /// There are so many registers, or the operand is in none.
    NoRegister(u64),
}

/// Words of a question that ask for nothing.
const SILENT: [&str; 9] = ["who", "what", "which", "does", "do", "holds", "hold", "of", "element"];

/// A piece of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Number(u64),
    Mark(char),
}

fn tokens(text: &str) -> Result<Vec<(usize, Token<'_>)>, NotAsked> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let run = |is_in: fn(char) -> bool| rest.find(|letter| !is_in(letter)).unwrap_or(rest.len());
        let Some(letter) = rest.chars().next() else { break };
        let length = match letter {
            '0'..='9' => run(|letter| letter.is_ascii_digit()),
            'a'..='z' | 'A'..='Z' => run(|letter| letter.is_ascii_alphabetic()),
            _ => letter.len_utf8(),
        };
        let piece = rest.get(..length).unwrap_or_default();
        let token = match letter {
            '0'..='9' => piece.parse().ok().map(Token::Number),
            'a'..='z' | 'A'..='Z' => Some(Token::Word(piece)),
            '(' | ')' | ',' | '（' | '）' | '，' | '?' | '？' => Some(Token::Mark(letter)),
            _ if letter.is_whitespace() => {
                at += length;
                continue;
            }
            _ => None,
        };
        tokens.push((at, token.ok_or(NotAsked { at, why: Why::Unread })?));
        at += length;
    }
    Ok(tokens)
}

impl Asked {
    /// Reads a question about the operands of a board; letters may be small.
    ///
    /// Law: `read(&asked.to_string()) = asked`. Errors: [`NotAsked`], with where and why.
    ///
    /// ```
    /// use colex::atom::{Atom, asked::Asked, board::Board, family::find};
    ///
    /// let Ok(Atom::Mma(atom)) = find("SM80_16x8x16_F32F16F16F32_TN", &[]) else { panic!("an atom") };
    /// let board = Board::of_atom(&atom)?;
    /// for text in ["C(9,5)", "a t17", "T17 V3", "A T17 R2", "warp 0", "who holds C(9,5)?"] {
    ///     let asked = Asked::read(text, &board).map_err(|_| "a question")?;
    ///     assert_eq!(Asked::read(&asked.to_string(), &board), Ok(asked));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(text: &str, board: &Board) -> Result<Asked, NotAsked> {
        if text.len() > ASKED_MOST {
            return Err(NotAsked { at: ASKED_MOST, why: Why::TooLong });
        }
        let tokens = without_silent(tokens(text)?);
        let end = text.len();
        let fail = |at: usize, why: Why| Err(NotAsked { at, why });
        let mut rest = tokens.as_slice();
        let mut panel = None;
        if let [(at, Token::Word(word)), left @ ..] = rest
            && word.len() == 1
            && !matches!(left.first(), Some((_, Token::Number(_))))
        {
            let letter = word.chars().next().unwrap_or_default().to_ascii_uppercase();
            let Some(found) = board.panel(letter) else { return fail(*at, Why::NoOperand(letter)) };
            panel = Some(found);
            rest = left;
        }
        let letter = panel.map(|panel| panel.letter);
        if let (Some(panel), [(at, Token::Mark('(' | '（')), ..]) = (panel, rest) {
            return Ok(Asked { panel: letter, what: What::Element(element(panel, rest, *at, end)?) });
        }
        let (mut threads, mut value, mut register) = (None, None, None);
        while let [(at, Token::Word(word)), (place, Token::Number(number)), left @ ..] = rest {
            let panels = || board.panels.iter().filter(|other| letter.is_none_or(|letter| letter == other.letter));
            match word.to_ascii_lowercase().as_str() {
                "t" | "thread" | "q" | "quad" | "w" | "warp" if threads.is_none() => {
                    let group = match word.to_ascii_lowercase().as_bytes().first() {
                        Some(b't') => Group::Thread(*number),
                        Some(b'q') => Group::Quad(*number),
                        _ => Group::Warp(*number),
                    };
                    if group.threads().0 >= board.threads {
                        return fail(*place, Why::NoThread(board.threads));
                    }
                    threads = Some(group);
                }
                "v" | "value" if value.is_none() => {
                    let most = panels().map(|panel| panel.counts().1).max().unwrap_or(0);
                    if *number >= most {
                        return fail(*place, Why::NoValue(most));
                    }
                    value = Some(*number);
                }
                "r" | "register" if register.is_none() => {
                    let count = |panel: &Panel| {
                        let last = panel.register(panel.counts().1.saturating_sub(1));
                        last.map_or(0, |last| last.last.saturating_add(1))
                    };
                    let most = panels().map(count).max().unwrap_or(0);
                    if *number >= most {
                        return fail(*place, Why::NoRegister(most));
                    }
                    register = Some(*number);
                }
                _ => return fail(*at, Why::Unread),
            }
            rest = left;
        }
        // `T17 A` is `A T17`.
        let mut letter = letter;
        if let ([(at, Token::Word(word))], None) = (rest, letter)
            && word.len() == 1
            && (threads.is_some() || value.is_some() || register.is_some())
        {
            let asked = word.chars().next().unwrap_or_default().to_ascii_uppercase();
            let Some(found) = board.panel(asked) else { return fail(*at, Why::NoOperand(asked)) };
            letter = Some(found.letter);
            rest = &[];
        }
        match rest.first() {
            Some((at, _)) => fail(*at, Why::Unread),
            None if threads.is_none() && value.is_none() && register.is_none() => fail(end, Why::Unread),
            None => Ok(Asked { panel: letter, what: What::Held { threads, value, register } }),
        }
    }

    /// The threads that hold the element that is asked for, or that are asked for; `None` where it is all.
    pub fn threads(&self, board: &Board) -> Option<Vec<u64>> {
        match &self.what {
            What::Element(_) => {
                let (panel, cell) = self.element(board)?;
                // Elements in no thread's registers tell no threads apart.
                let is_told = panel.counts().0 > 1 || board.threads == 1;
                let mut threads = panel.holders(cell).iter().map(|pair| pair.thread).collect::<Vec<_>>();
                threads.dedup();
                is_told.then_some(threads)
            }
            What::Held { threads, .. } => {
                let (first, count) = (*threads)?.threads();
                Some((first..first.saturating_add(count).min(board.threads)).collect())
            }
        }
    }

    /// The element that is asked for, with its operand.
    pub fn element<'a>(&self, board: &'a Board) -> Option<(&'a Panel, u64)> {
        let What::Element(digits) = &self.what else { return None };
        let panel = board.panel(self.panel?)?;
        Some((panel, panel.cell_of(digits)?))
    }
}

/// A question without the words that ask for nothing: at its begin, between its pieces, and a mark at its end.
fn without_silent(mut tokens: Vec<(usize, Token<'_>)>) -> Vec<(usize, Token<'_>)> {
    if matches!(tokens.last(), Some((_, Token::Mark('?' | '？')))) {
        tokens.pop();
    }
    tokens.retain(
        |(_, token)| !matches!(token, Token::Word(word) if SILENT.contains(&word.to_ascii_lowercase().as_str())),
    );
    tokens
}

/// The coordinate of an element in brackets.
fn element(panel: &Panel, tokens: &[(usize, Token<'_>)], open: usize, end: usize) -> Result<Vec<u64>, NotAsked> {
    let modes = panel.modes();
    let mut digits = Vec::new();
    let mut rest = tokens.get(1..).unwrap_or_default();
    loop {
        let [(at, Token::Number(number)), left @ ..] = rest else {
            return Err(NotAsked { at: rest.first().map_or(end, |(at, _)| *at), why: Why::Unread });
        };
        let Some(extent) = modes.get(digits.len()) else {
            return Err(NotAsked { at: *at, why: Why::Modes(modes.len()) });
        };
        if number >= extent {
            return Err(NotAsked { at: *at, why: Why::Beyond(*extent) });
        }
        digits.push(*number);
        match left {
            [(_, Token::Mark(',' | '，')), more @ ..] => rest = more,
            [(_, Token::Mark(')' | '）'))] if digits.len() == modes.len() => return Ok(digits),
            [(at, Token::Mark(')' | '）'))] => return Err(NotAsked { at: *at, why: Why::Modes(modes.len()) }),
            [(_, Token::Mark(')' | '）')), (at, _), ..] => return Err(NotAsked { at: *at, why: Why::Unread }),
            _ => return Err(NotAsked { at: left.first().map_or(end, |(at, _)| *at).max(open), why: Why::Unread }),
        }
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(letter) = self.panel {
            write!(f, "{letter}")?;
        }
        match &self.what {
            What::Element(digits) => {
                let digits = digits.iter().map(u64::to_string).collect::<Vec<_>>();
                write!(f, "({})", digits.join(","))
            }
            What::Held { threads, value, register } => {
                let group = threads.map(|group| match group {
                    Group::Thread(thread) => format!("T{thread}"),
                    Group::Quad(quad) => format!("quad {quad}"),
                    Group::Warp(warp) => format!("warp {warp}"),
                });
                let value = value.map(|value| format!("V{value}"));
                let register = register.map(|register| format!("R{register}"));
                let words = [group, value, register].into_iter().flatten().collect::<Vec<_>>();
                let blank = if self.panel.is_some() { " " } else { "" };
                write!(f, "{blank}{}", words.join(" "))
            }
        }
    }
}

/// Part of the operands that lights up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lit {
    threads: Option<Vec<u64>>,
    panel: Option<char>,
    value: Option<u64>,
    register: Option<u64>,
    /// `true` if anything is asked.
    is_any: bool,
}

impl Lit {
    /// Collects what an answer lights up: all that the threads hold that hold the element, or what they are asked for.
    pub fn of(asked: Option<&Asked>, board: &Board) -> Lit {
        let Some(asked) = asked else { return Lit::default() };
        let (value, register) = match &asked.what {
            What::Element(_) => (None, None),
            What::Held { value, register, .. } => (*value, *register),
        };
        let panel = asked.panel.filter(|_| matches!(asked.what, What::Held { .. }));
        Lit { threads: asked.threads(board), panel, value, register, is_any: true }
    }

    /// Returns true if anything lights up.
    pub fn is_any(&self) -> bool {
        self.is_any && (self.threads.is_some() || self.value.is_some() || self.register.is_some())
    }

    /// Returns true if a pair of an operand does.
    pub fn has(&self, panel: &Panel, pair: Pair) -> bool {
        // Elements that all hold together are told apart by no thread.
        let is_thread = panel.counts().0 == 1
            || self.threads.as_ref().is_none_or(|threads| threads.binary_search(&pair.thread).is_ok());
        let is_register = self.register.is_none_or(|register| {
            panel.register(pair.value).is_some_and(|found| (found.first..=found.last).contains(&register))
        });
        self.panel.is_none_or(|letter| letter == panel.letter)
            && is_thread
            && self.value.is_none_or(|value| value == pair.value)
            && is_register
    }
}
