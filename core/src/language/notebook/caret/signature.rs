//! The call that a caret stands in: its function, its parameters, and which of them is being written.

use super::super::functions::Function;
use super::super::syntax::Span;
use super::super::token::TokenKind;
use super::{Caret, Listing};

/// Function or value that is called.
#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// A function of the table.
    Function(&'static Function),
    /// A value with a name of its own, applied to a coordinate.
    Value,
}

/// A call around a caret.
#[derive(Debug, Clone)]
pub struct Signature {
    /// Function or value that is called.
    pub callee: Callee,
    /// Where its name stands.
    pub name: Span,
    /// Written `receiver.name(…)`: the first parameter stands before the point.
    pub is_member: bool,
    /// Which of [`parameters`] the caret is in; `None` in template arguments, and where there are not so many.
    pub active: Option<usize>,
}

/// A parameter as it is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameter {
    /// Name of the parameter; `…` stands for more of the same.
    pub name: &'static str,
    /// `true` if it may be left out.
    pub is_optional: bool,
}

/// The parameters of a function in order.
pub fn parameters(function: &Function) -> Vec<Parameter> {
    let named = function.parameters.iter().enumerate();
    let mut listed =
        named.map(|(place, name)| Parameter { name, is_optional: place >= function.least }).collect::<Vec<_>>();
    if function.most > listed.len() {
        listed.push(Parameter { name: "…", is_optional: true });
    }
    listed
}

impl Caret<'_> {
    /// The innermost call around the caret. `is_own` says which names the notebook defines: these win over functions.
    pub fn signature(&self, is_own: impl Fn(&str) -> bool) -> Option<Signature> {
        if self.is_prose {
            return None;
        }
        let mut around = self.around;
        while let Some(open) = around {
            let (name, is_template) = match self.listing(open) {
                Listing::Arguments(name) | Listing::Coordinate(Some(name)) | Listing::Tuple(Some(name)) => {
                    (name, false)
                }
                Listing::Template(name) => (name, true),
                _ => {
                    around = self.parent(open);
                    continue;
                }
            };
            let is_member = name.checked_sub(2).is_some_and(|receiver| {
                self.mark(name - 1) == Some('.') && self.ends_value(receiver) && self.word(receiver) != "cute"
            });
            let word = self.word(name);
            let is_named_by_template = is_template || self.mark(name + 1) == Some('<');
            let callee = match self.function(name) {
                Some(function) if is_named_by_template || is_member || !is_own(word) => Callee::Function(function),
                _ if is_own(word) => Callee::Value,
                _ => {
                    around = self.parent(open);
                    continue;
                }
            };
            let is_angle = self.mark(open) == Some('<');
            let active = match callee {
                Callee::Function(function) if !is_angle => self.active(open, function, is_member),
                _ => None,
            };
            return Some(Signature { callee, name: self.span(name), is_member, active });
        }
        None
    }

    fn active(&self, open: usize, function: &Function, is_member: bool) -> Option<usize> {
        let listed = parameters(function);
        let place = self.place_of_caret(open);
        // `stride=` says itself which one it is.
        let inside = (open + 1..self.tokens.len()).filter(|&at| self.parent(at) == Some(open));
        let start = match place {
            0 => Some(open + 1),
            _ => inside.filter(|&at| self.mark(at) == Some(',')).nth(place - 1).map(|comma| comma + 1),
        };
        let named = start.filter(|&at| self.kind(at) == Some(TokenKind::Name) && self.mark(at + 1) == Some('='));
        let by_name = named.and_then(|at| listed.iter().position(|parameter| parameter.name == self.word(at)));
        let place = by_name.unwrap_or(place + usize::from(is_member));
        match listed.get(place) {
            Some(_) => Some(place),
            None => listed
                .len()
                .checked_sub(1)
                .filter(|&last| function.most > last && listed.len() > function.parameters.len()),
        }
    }
}
