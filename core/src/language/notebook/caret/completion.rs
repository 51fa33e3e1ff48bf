//! Completions of a name that is being written.

use super::super::functions::{Function, Help};
use super::super::syntax::Span;
use super::super::token::TokenKind;
use super::Caret;

/// Number of candidates that are answered; further ones are counted.
pub const CANDIDATE_LIMIT: usize = 50;

/// From so many letters on, names of atoms are candidates.
const ATOM_LETTERS: usize = 2;

/// Only of names up to this length, in bytes, the letters are sought anywhere; of longer ones at the beginning.
const FUZZY_LIMIT: usize = 256;

/// A name that the notebook defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<'n> {
    /// The name.
    pub name: &'n str,
    /// The statement that defines it.
    pub statement: usize,
}

/// Candidate that a name could become.
#[derive(Debug, Clone)]
pub enum Candidate<'n> {
    /// A name that the notebook defines.
    Known(Known<'n>),
    /// A function of the table by one of its names, with what explains it.
    Function(&'static str, &'static Function, &'static Help),
    /// The name of an atom, or the beginning of several; and whether it is whole.
    Atom(String, bool),
}

impl Candidate<'_> {
    /// The name.
    pub fn name(&self) -> &str {
        match self {
            Candidate::Known(known) => known.name,
            Candidate::Function(name, _, _) => name,
            Candidate::Atom(name, _) => name,
        }
    }
}

/// Candidates that could stand at a caret, best first.
#[derive(Debug, Clone)]
pub struct Completion<'n> {
    /// Span that is replaced: the name at the caret.
    pub span: Span,
    /// Number of its characters before the caret.
    pub typed: usize,
    /// Those that fit.
    pub candidates: Vec<Candidate<'n>>,
    /// Number of further ones that fit.
    pub more: usize,
}

/// Measure of how well a name fits what was typed: the smaller, the better.
type Fit = u8;

/// The fit of what is offered behind everything else.
const SELDOM: Fit = 4;

/// Rates how a name fits. It begins with what was typed; or it does but for the case; or its letters stand in it in
/// this order, the first where a word of it begins.
fn fit(name: &str, typed: &str) -> Option<Fit> {
    if name.starts_with(typed) {
        return Some(0);
    }
    let same = |a: char, b: char| a == b || a.eq_ignore_ascii_case(&b);
    let begins = {
        let mut letters = name.chars();
        typed.chars().all(|wanted| letters.next().is_some_and(|letter| same(letter, wanted)))
    };
    if begins {
        return Some(1);
    }
    if name.len() > FUZZY_LIMIT {
        return None;
    }
    let letters = name.chars().collect::<Vec<_>>();
    let begins_word = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let is_capital = letters.get(at).is_some_and(char::is_ascii_uppercase);
        before.is_none_or(|before| *before == '_' || (is_capital && !before.is_ascii_uppercase()))
    };
    let mut at = 0;
    let mut is_by_words = true;
    let mut is_after_match = false;
    for (place, wanted) in typed.chars().enumerate() {
        let here = |&at: &usize| letters.get(at).is_some_and(|letter| same(*letter, wanted));
        let mut ahead = (at..letters.len()).filter(here);
        // A letter goes on where the last one stood, or else at the next word, or else wherever it is.
        let next = ahead.clone().find(|&found| (is_after_match && found == at) || begins_word(found));
        let found = match next {
            Some(found) => found,
            None if place == 0 => return None,
            None => {
                is_by_words = false;
                ahead.next()?
            }
        };
        at = found + 1;
        is_after_match = true;
    }
    Some(if is_by_words { 2 } else { 3 })
}

impl Caret<'_> {
    /// Returns the completions of the name at the caret. `known` are the names that the notebook defines before this
    /// statement, in its order, `functions` those of the language with what explains them. `asked` says that the person
    /// asks: then an empty name and a whole one have candidates, too.
    pub fn completion<'n>(
        &self,
        known: impl IntoIterator<Item = Known<'n>>,
        functions: impl IntoIterator<Item = (&'static Function, &'static Help)>,
        asked: bool,
    ) -> Option<Completion<'n>> {
        if self.is_prose {
            return None;
        }
        let is_here = |&index: &usize| {
            let span = self.span(index);
            span.start < self.at && self.at <= span.end && self.kind(index) != Some(TokenKind::Newline)
        };
        let here = (0..self.tokens.len()).find(is_here);
        let name = match here.map(|index| (index, self.kind(index))) {
            Some((index, Some(TokenKind::Name))) => Some(index),
            // Typing goes on from here.
            Some((_, Some(TokenKind::Mark(_)))) | None => None,
            Some(_) => return None,
        };
        let span = name.map_or(Span { start: self.at, end: self.at }, |name| self.span(name));
        let typed = self.text.get(span.start..self.at).unwrap_or_default();
        if typed.is_empty() && !asked {
            return None;
        }
        // The first token that is not before the name.
        let first = name.unwrap_or_else(|| {
            self.tokens.iter().position(|token| token.span.start >= self.at).unwrap_or(self.tokens.len())
        });
        if !asked && self.is_definition(first) {
            return None;
        }
        let before = first.checked_sub(1);
        let is_qualified = before.is_some_and(|before| {
            let is_separator =
                self.mark(before) == Some('.') || self.mark(before) == Some(':') && self.is_double(before);
            is_separator && self.span(before).end == span.start
        });
        if before.is_some_and(|before| self.mark(before) == Some('@')) {
            return None;
        }
        let names = |(function, help): (&'static Function, &'static Help)| {
            let all = std::iter::once(&function.name).chain(function.aliases);
            all.map(move |name| Candidate::Function(name, function, help))
        };
        let own = known.into_iter().filter(|_| !is_qualified).map(Candidate::Known);
        let functions = functions.into_iter().filter(|(function, _)| !is_qualified || function.most > 0);
        let atoms = if typed.len() < ATOM_LETTERS || is_qualified {
            Vec::new()
        } else {
            self.catalogue.atom_names(typed, CANDIDATE_LIMIT)
        };
        let atoms = atoms.into_iter().filter(|name| name.text != typed);
        let atoms = atoms.map(|name| Candidate::Atom(name.text, name.is_whole));
        let mut found = Vec::new();
        for (order, candidate) in own.chain(functions.flat_map(names)).chain(atoms).enumerate() {
            let Some(fit) = fit(candidate.name(), typed) else { continue };
            // One's own names first, the latest before the earlier; of functions the shorter, those on atoms last.
            let rank = match &candidate {
                Candidate::Known(_) => (fit, 0, usize::MAX - order),
                // In the order in which the rules have them: the smaller numbers first.
                Candidate::Atom(..) => (fit, 3, order),
                Candidate::Function(name, function, _) => {
                    let is_late = function.is_on_atoms;
                    // They are long, and of the few who write them.
                    let fit = if is_late && fit > 0 { SELDOM } else { fit };
                    (fit, 1 + u8::from(is_late), if typed.is_empty() { 0 } else { name.len() })
                }
            };
            found.push((rank, candidate));
        }
        found.sort_by(|(rank, one), (other_rank, other)| {
            rank.cmp(other_rank).then_with(|| one.name().cmp(other.name()))
        });
        // A name that is defined twice means the later one, and one's own wins over a function.
        let mut seen = std::collections::HashSet::new();
        found.retain(|(_, candidate)| seen.insert(candidate.name().to_string()));
        if !asked && found.first().is_some_and(|(_, candidate)| candidate.name() == typed) {
            return None;
        }
        let more = found.len().saturating_sub(CANDIDATE_LIMIT);
        found.truncate(CANDIDATE_LIMIT);
        let candidates = found.into_iter().map(|(_, candidate)| candidate).collect::<Vec<_>>();
        (!candidates.is_empty()).then(|| Completion { span, typed: typed.chars().count(), candidates, more })
    }

    /// Reports whether a name that begins at a token is being defined: it begins its statement, and `=` follows.
    fn is_definition(&self, name: usize) -> bool {
        let begins = match name.checked_sub(1) {
            None => true,
            Some(before) => {
                matches!(self.kind(before), Some(TokenKind::Newline | TokenKind::Name | TokenKind::Mark(';')))
            }
        };
        begins && self.mark(name + 1) == Some('=') && self.mark(name + 2) != Some('=')
    }

    /// Reports whether a colon is the second of two.
    fn is_double(&self, colon: usize) -> bool {
        colon.checked_sub(1).is_some_and(|before| self.mark(before) == Some(':'))
    }
}
