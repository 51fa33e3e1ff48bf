//! The text in colours, under the field that it is typed into.

use crate::signals::RwSignal;
use colex::notebook::token::{Token, TokenKind, tokens};
use colex::operations;
use leptos::prelude::*;

use super::field::Field;
use super::window::fits;
use crate::panels::list::list;
use crate::session::{Arrivals, Draft};

/// Above this many bytes the text is shown without colours: they would cost more than a frame.
const COLOUR_LIMIT: usize = 24 * 1024;

/// Reports whether a text is too long for colours, and for what stands beside its lines.
pub fn is_long(text: &str) -> bool {
    text.len() > COLOUR_LIMIT || !fits(text)
}

/// A piece of the text in one colour.
#[derive(Clone, PartialEq)]
struct Piece {
    text: String,
    class: &'static str,
    mark: &'static str,
    is_wrong: bool,
}

/// The text in colours. A key changes the pieces that it changes, and no other.
pub fn colours(draft: Draft, arrivals: Arrivals, field: Field) -> AnyView {
    list(
        move || draft.text.with(|text| pieces(draft, arrivals, field, text)),
        Box::new(|_, piece: RwSignal<Piece>| {
            // One attribute that is written whole: a class that was set beside it would be gone with the next colour.
            let class = move || {
                piece.with(|piece| [piece.class, piece.mark, if piece.is_wrong { "wrong" } else { "" }].join(" "))
            };
            view! { <span class=class>{move || piece.with(|piece| piece.text.clone())}</span> }.into_any()
        }),
    )
}

fn pieces(draft: Draft, arrivals: Arrivals, field: Field, text: &str) -> Vec<Piece> {
    if is_long(text) {
        return Vec::new();
    }
    let mut wrong = if draft.complaining.get() && !arrivals.may_be_program(draft) {
        draft
            .evaluation
            .with(|found| found.0.diagnostics().iter().map(|diagnostic| diagnostic.span).collect::<Vec<_>>())
    } else {
        Vec::new()
    };
    // They stand in the order of their beginnings. Each ends where the last of those up to it does, so that the one
    // before a place tells of all.
    let mut last = 0;
    for span in &mut wrong {
        last = last.max(span.end.max(span.start + 1));
        span.end = last;
    }
    // Text of a program about something else than layouts stand in grey.
    let left_out =
        draft.evaluation.with(|found| found.0.program().map(|program| program.left_out(&found.0)).unwrap_or_default());
    let marks = field.marks.with(|marks| marks.in_text(text.len()));
    let piece = |text: &str, class: &'static str, start: usize| {
        let end = start + text.len();
        let before = wrong.partition_point(|span| span.start < end);
        let is_wrong = before.checked_sub(1).and_then(|at| wrong.get(at)).is_some_and(|span| start < span.end);
        let before = left_out.partition_point(|span| span.start <= start);
        let is_left_out = before.checked_sub(1).and_then(|at| left_out.get(at)).is_some_and(|span| end <= span.end);
        let class = if is_left_out { "comment" } else { class };
        let mark = marks.iter().find(|(span, _)| span.start <= start && end <= span.end).map_or("", |(_, mark)| mark);
        Piece { text: text.to_string(), class, mark, is_wrong }
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut depth = 0_usize;
    for token in tokens(text) {
        if let Some(gap) = text.get(at..token.span.start).filter(|gap| !gap.is_empty()) {
            pieces.push(piece(gap, "", at));
        }
        let own = token.span.of(text);
        let class = class_of(&token, own, &mut depth);
        pieces.push(piece(own, class, token.span.start));
        at = token.span.end;
    }
    if let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        pieces.push(piece(rest, "", at));
    }
    if wrong.iter().any(|span| span.start >= text.len()) {
        pieces.push(Piece { text: " ".to_string(), class: "", mark: "", is_wrong: true });
    }
    pieces
}

fn class_of(token: &Token, piece: &str, depth: &mut usize) -> &'static str {
    match token.kind {
        TokenKind::Int { is_static: true, .. } => "static",
        TokenKind::Int { .. } => "number",
        TokenKind::Comment => "comment",
        TokenKind::Name if operations::find(piece).is_some() => "function",
        TokenKind::Name => "name",
        TokenKind::Mark('(') => {
            *depth += 1;
            level(*depth)
        }
        TokenKind::Mark(')') => {
            let class = level(*depth);
            *depth = depth.saturating_sub(1);
            class
        }
        TokenKind::Mark(':') => "colon",
        _ => "",
    }
}

fn level(depth: usize) -> &'static str {
    match depth % 3 {
        1 => "level-1",
        2 => "level-2",
        _ => "level-3",
    }
}
