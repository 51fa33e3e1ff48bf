//! A text on its way to statements, in slices.

use super::super::diagnostic::{Diagnostic, DiagnosticKind};
use super::super::functions::Catalogue;
use super::super::syntax::{Notebook, Span};
use super::super::token::{Lexer, Token, TokenKind};
use super::super::{TEXT_LIMIT, TOKENS_PER_UNIT};
use super::Parser;
use crate::work::Budget;

/// A text on its way to statements. A unit is [`TOKENS_PER_UNIT`] tokens, found or read; a statement is read at once.
#[derive(Debug, Clone, Default)]
pub(in super::super) struct Reading {
    /// Up to where the text is looked at.
    end: usize,
    lexer: Lexer,
    /// The tokens but for comments; all of them once `is_divided`.
    tokens: Vec<Token>,
    is_divided: bool,
    /// The token at which the next statement begins.
    at: usize,
    /// Units of a long statement that no budget has paid yet.
    owed: u64,
    notebook: Notebook,
}

impl Reading {
    pub(in super::super) fn new(text: &str) -> Self {
        let mut end = text.len().min(TEXT_LIMIT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Reading { end, ..Reading::default() }
    }

    pub(super) fn whole(text: &str, catalogue: &'static Catalogue) -> Notebook {
        let mut reading = Reading::new(text);
        loop {
            if let Some(notebook) = reading.resume(text, catalogue, &mut Budget::new(u64::MAX)) {
                return notebook;
            }
        }
    }

    /// Reads on in the text that it began with; answers the statements when there are no more.
    pub(in super::super) fn resume(
        &mut self,
        text: &str,
        catalogue: &'static Catalogue,
        budget: &mut Budget,
    ) -> Option<Notebook> {
        let read = text.get(..self.end).unwrap_or_default();
        while !self.is_divided {
            if !budget.spend() {
                return None;
            }
            for _ in 0..TOKENS_PER_UNIT {
                match self.lexer.next(read) {
                    Some(Token { kind: TokenKind::Comment, .. }) => {}
                    Some(token) => self.tokens.push(token),
                    None => {
                        self.is_divided = true;
                        break;
                    }
                }
            }
        }
        loop {
            self.owed -= budget.spend_up_to(self.owed);
            if self.owed > 0 || !budget.spend() {
                return None;
            }
            let before = self.at;
            let mut parser = Parser {
                catalogue,
                text: read,
                tokens: &self.tokens,
                at: self.at,
                depth: 0,
                in_angles: false,
                is_cpp: false,
                takes_modes: false,
                value: 0,
                names_modes: false,
                notebook: std::mem::take(&mut self.notebook),
                broken: false,
            };
            let goes_on = parser.next_statement();
            (self.at, self.notebook) = (parser.at, parser.notebook);
            self.owed = (self.at - before) as u64 / TOKENS_PER_UNIT;
            if !goes_on {
                break;
            }
        }
        let mut notebook = std::mem::take(&mut self.notebook);
        notebook.is_contextual = self.lexer.is_contextual;
        if self.end < text.len() {
            let span = Span { start: self.end, end: text.len() };
            notebook.diagnostics.push(Diagnostic::new(DiagnosticKind::TextTooLong(TEXT_LIMIT), span));
        }
        Some(notebook)
    }
}
