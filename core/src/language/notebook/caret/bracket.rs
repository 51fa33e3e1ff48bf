//! The pair of brackets at a caret, and the mode of which layout it stands in.

use super::super::functions::Holds;
use super::super::syntax::Span;
use super::super::token::TokenKind;
use super::{Caret, Listing};

/// Two brackets that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brackets {
    /// The one that opens.
    pub open: Span,
    /// The one that closes, if there is one.
    pub close: Option<Span>,
}

/// Which half of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Text before the colon.
    Shape,
    /// Text behind it.
    Stride,
    /// A tuple by itself: a shape without strides, a coordinate.
    Tuple,
}

/// A mode as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    /// In which half the caret stands.
    pub part: Part,
    /// Which mode, from the outside in; empty for the whole.
    pub path: Vec<usize>,
    /// The mode in that half.
    pub span: Span,
    /// The same mode in the other half, where that is written and has it.
    pub partner: Option<Span>,
    /// The layout from its shape to its stride, or the tuple.
    pub whole: Span,
}

impl Mode {
    /// The mode as a layout, `(2,3):(12,1)`; of half a layout what is written. Blanks are left out, but for those that alone
    /// stand between two numbers.
    pub fn written(&self, text: &str) -> String {
        let own = without_blanks(self.span.of(text));
        match (self.part, self.partner.map(|partner| without_blanks(partner.of(text)))) {
            (Part::Shape, Some(stride)) => format!("{own}:{stride}"),
            (Part::Stride, Some(shape)) => format!("{shape}:{own}"),
            _ => own,
        }
    }
}

fn without_blanks(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let is_word = |c: char| c == '_' || c.is_alphanumeric();
        if written.ends_with(is_word) && word.starts_with(is_word) {
            written.push(' ');
        }
        written.push_str(word);
    }
    written
}

/// Tokens from the first to the last, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Item {
    first: usize,
    last: usize,
}

impl Caret<'_> {
    /// The brackets at the caret: those it touches, of two the inner ones, else those around it.
    pub fn pair(&self) -> Option<Brackets> {
        if self.is_prose {
            return None;
        }
        let bracket = self.touched().or(self.around)?;
        let other = self.mate(bracket);
        Some(match self.is_opening(bracket) {
            true => Brackets { open: self.span(bracket), close: other.map(|close| self.span(close)) },
            false => Brackets { open: self.span(other?), close: Some(self.span(bracket)) },
        })
    }

    /// A mode of the layout that begins at the caret; `None` where none does, or where it has no such mode.
    pub fn mode_of(&self, path: &[usize]) -> Option<Mode> {
        let bracket = self.touched().filter(|bracket| !self.is_prose && self.is_opening(*bracket))?;
        let root = self.item_of(bracket)?;
        let (part, other) = self.half(root)?;
        let own = path.iter().try_fold(root, |item, &index| self.child(item, index))?;
        Some(self.made(part, path.to_vec(), own, root, other))
    }

    /// The mode at the caret: that of the number or of the parenthesis that it touches, else of the parentheses around
    /// it. Within a literal, `make_layout(…)` and `Layout<…>` it is a mode of the layout.
    pub fn mode(&self) -> Option<Mode> {
        if self.is_prose {
            return None;
        }
        let mut item = match (self.leaf(), self.touched()) {
            (Some(leaf), _) => leaf,
            (None, Some(bracket)) if self.is_opening(bracket) => self.item_of(bracket)?,
            (None, Some(bracket)) => self.item_of(self.mate(bracket)?)?,
            (None, None) => self.item_of(self.around?)?,
        };
        let own = item;
        let mut path = Vec::new();
        loop {
            if let Some((part, other)) = self.half(item) {
                path.reverse();
                return Some(self.made(part, path, own, item, other));
            }
            let parent = self.parent(item.first).filter(|&open| matches!(self.listing(open), Listing::Tuple(_)));
            let Some(open) = parent else { break };
            path.push(self.place_in(open, item.first));
            item = self.item_of(open)?;
        }
        path.reverse();
        // A number by itself has no modes.
        let is_tuple = item.first != item.last;
        is_tuple.then(|| self.made(Part::Tuple, path, own, item, None))
    }

    fn made(&self, part: Part, path: Vec<usize>, own: Item, root: Item, other: Option<Item>) -> Mode {
        let partner = other.and_then(|other| path.iter().try_fold(other, |item, &index| self.child(item, index)));
        let whole = match other {
            Some(other) => self.place(root).to(self.place(other)),
            None => self.place(root),
        };
        Mode { part, path, span: self.place(own), partner: partner.map(|partner| self.place(partner)), whole }
    }

    fn place(&self, item: Item) -> Span {
        self.span(item.first).to(self.span(item.last))
    }

    /// The bracket that the caret touches.
    fn touched(&self) -> Option<usize> {
        let is_bracket = |index: &usize| match self.mark(*index) {
            Some('(' | ')' | '[' | ']' | '{' | '}') => true,
            Some('<') => self.opens_angle(*index),
            Some('>') => self.mate(*index).is_some(),
            _ => false,
        };
        let behind = self.tokens.iter().position(|token| token.span.start == self.at).filter(is_bracket);
        let before = self.tokens.iter().position(|token| token.span.end == self.at).filter(is_bracket);
        match (before, behind) {
            // Of two the inner one.
            (Some(before), Some(behind)) => Some(if self.is_opening(behind) { behind } else { before }),
            (before, behind) => behind.or(before),
        }
    }

    fn is_opening(&self, bracket: usize) -> bool {
        matches!(self.mark(bracket), Some('(' | '[' | '{' | '<'))
    }

    /// The number at the caret as an item, with its sign and what makes it static: `-4`, `Int<4>{}`, `1@0`.
    fn leaf(&self) -> Option<Item> {
        let is_here = |&index: &usize| {
            let span = self.span(index);
            let is_leaf = matches!(self.kind(index), Some(TokenKind::Int { .. } | TokenKind::Underscore));
            is_leaf && span.start <= self.at && self.at <= span.end
        };
        let number = (0..self.tokens.len()).find(is_here)?;
        let mut item = Item { first: number, last: number };
        if let Some(open) = self.parent(number)
            && let Listing::Template(name) = self.listing(open)
            && self.function(name).is_some_and(|function| function.holds == Holds::Number)
        {
            item = Item { first: name, last: self.mate(open)? };
        }
        if let Some(sign) = item.first.checked_sub(1).filter(|&sign| self.is_sign(sign)) {
            item.first = sign;
        }
        self.with_tail(&mut item);
        Some(item)
    }

    /// Takes in what stands behind a value and belongs to it: `{}` and `@0`.
    fn with_tail(&self, item: &mut Item) {
        if self.mark(item.last + 1) == Some('{') && self.mark(item.last + 2) == Some('}') {
            item.last += 2;
        }
        while self.mark(item.last + 1) == Some('@') && matches!(self.kind(item.last + 2), Some(TokenKind::Int { .. })) {
            item.last += 2;
        }
    }

    /// The tuple whose bracket opens at a token, with the name that makes it; `None` if that is no tuple or not closed.
    fn item_of(&self, open: usize) -> Option<Item> {
        let Listing::Tuple(name) = self.listing(open) else { return None };
        let mut item = Item { first: name.unwrap_or(open), last: self.mate(open)? };
        // `cute::make_shape(…)`, `cute.make_shape(…)`.
        while let Some(before) = item.first.checked_sub(1).filter(|_| name.is_some()) {
            let is_qualified = matches!(self.mark(before), Some(':' | '.')) && self.is_qualifier(before);
            if !is_qualified && self.word(before) != "cute" {
                break;
            }
            item.first = before;
        }
        self.with_tail(&mut item);
        Some(item)
    }

    /// Reports whether a mark is part of `cute::` or `cute.`.
    fn is_qualifier(&self, index: usize) -> bool {
        (1..=2).any(|back| index.checked_sub(back).is_some_and(|before| self.word(before) == "cute"))
    }

    /// Which half of a layout an item is, and the other half.
    fn half(&self, item: Item) -> Option<(Part, Option<Item>)> {
        if self.is_colon(item.last + 1) {
            let stride = self.value_from(item.last + 2);
            return Some((Part::Shape, stride));
        }
        if let Some(colon) = item.first.checked_sub(1).filter(|&colon| self.is_colon(colon)) {
            let shape = colon.checked_sub(1).and_then(|last| self.value_to(last));
            return Some((Part::Stride, shape));
        }
        self.argument_half(item)
    }

    /// The same for `make_layout(shape, stride)`, `Layout<Shape, Stride>` and Python's `stride=`.
    fn argument_half(&self, item: Item) -> Option<(Part, Option<Item>)> {
        let open = self.parent(item.first)?;
        let (Listing::Arguments(name) | Listing::Template(name)) = self.listing(open) else { return None };
        let makes = self.function(name).is_some_and(|function| function.holds == Holds::Halves);
        if !makes {
            return None;
        }
        let begin = |place: usize| {
            let mut commas = (open + 1..self.mate(open).unwrap_or(self.tokens.len()))
                .filter(|&at| self.mark(at) == Some(',') && self.parent(at) == Some(open));
            let start = if place == 0 { Some(open + 1) } else { commas.nth(place - 1).map(|comma| comma + 1) };
            start.map(|start| if self.mark(start + 1) == Some('=') { start + 2 } else { start })
        };
        let place = self.place_in(open, item.first);
        let other = match place {
            0 => 1,
            1 => 0,
            _ => return None,
        };
        let other = begin(other).and_then(|start| self.value_from(start));
        // With a colon the other argument is a layout of its own.
        let is_layout = other.is_some_and(|other| self.is_colon(other.last + 1));
        if is_layout {
            return None;
        }
        Some((if place == 0 { Part::Shape } else { Part::Stride }, other))
    }

    /// Reports whether a token is the colon of a layout.
    fn is_colon(&self, index: usize) -> bool {
        let is = |index: usize| self.mark(index) == Some(':');
        is(index) && !is(index + 1) && !index.checked_sub(1).is_some_and(is)
    }

    /// The tuple or number that begins at a token.
    fn value_from(&self, first: usize) -> Option<Item> {
        let mut at = first;
        while self.kind(at) == Some(TokenKind::Newline) {
            at += 1;
        }
        let first = at;
        while matches!(self.mark(at), Some('-' | ':' | '.')) || self.kind(at) == Some(TokenKind::Name) {
            at += 1;
        }
        let mut item = match self.kind(at)? {
            TokenKind::Int { .. } | TokenKind::Underscore => Item { first, last: at },
            TokenKind::Mark('(' | '[' | '<') => Item { first, last: self.mate(at)? },
            _ => return None,
        };
        self.with_tail(&mut item);
        Some(item)
    }

    /// The tuple or number that ends at a token.
    fn value_to(&self, last: usize) -> Option<Item> {
        match self.kind(last)? {
            TokenKind::Int { .. } | TokenKind::Underscore => Some(Item { first: last, last }),
            TokenKind::Mark(')' | ']') => self.item_of(self.mate(last)?),
            TokenKind::Mark('}') => {
                let angle = last.checked_sub(2).filter(|&angle| self.mark(angle) == Some('>'))?;
                let open = self.mate(angle)?;
                let item = self.item_of(open).or_else(|| Some(Item { first: open.checked_sub(1)?, last }))?;
                Some(Item { last, ..item })
            }
            _ => None,
        }
    }

    /// A mode of a tuple.
    fn child(&self, item: Item, index: usize) -> Option<Item> {
        let open = (item.first..=item.last).find(|&at| matches!(self.mark(at), Some('(' | '[' | '<')))?;
        let close = self.mate(open).filter(|_| matches!(self.listing(open), Listing::Tuple(_)))?;
        let commas = (open + 1..close).filter(|&at| self.mark(at) == Some(',') && self.parent(at) == Some(open));
        let bounds = std::iter::once(open).chain(commas).chain([close]).collect::<Vec<_>>();
        let (before, behind) = (bounds.get(index)?, bounds.get(index + 1)?);
        let is_content = |at: &usize| self.kind(*at) != Some(TokenKind::Newline);
        let mut inside = (before + 1..*behind).filter(is_content);
        let first = inside.next()?;
        Some(Item { first, last: inside.next_back().unwrap_or(first) })
    }
}
