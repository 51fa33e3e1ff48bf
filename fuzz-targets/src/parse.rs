//! Parsing: never fails, and every place that it names is a place of the text.

use colex::nested::DEPTH_LIMIT;
use colex::notebook::caret::{Caret, Known, Turn};
use colex::notebook::token::tokens;
use colex::notebook::{Diagnostic, Expression, ExpressionKind, Span};
use colex::operations::CATALOGUE;
use colex::words::{self, Tongue};

/// At how many places of a text the caret is tried.
const CARETS: usize = 8;

/// Tokens and statements stand in the order of the text, spans lie on its characters, nesting is bounded, and whatever
/// is not understood has a diagnostic.
pub fn parse(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut end = 0;
    for token in tokens(&text) {
        within(token.span, &text);
        assert!(token.span.start >= end && token.span.end > token.span.start, "tokens overlap at {:?}", token.span);
        let gap = &text[end..token.span.start];
        assert!(gap.chars().all(char::is_whitespace), "{gap:?} is in no token");
        end = token.span.end;
    }
    let notebook = colex::operations::parse(&text);
    let mut end = 0;
    for statement in &notebook.statements {
        let span = statement.span;
        within(span, &text);
        assert!(span.start >= end, "statements overlap at {span:?}");
        end = span.end;
        if let Some((name, place)) = &statement.name {
            within(*place, &text);
            assert_eq!(place.of(&text), name);
            let is_inside = place.start >= span.start && place.end <= span.end;
            assert!(is_inside || statement.is_broken, "the name {name} is outside its statement");
        }
        // An expression that is not understood may end where its brackets begin.
        let outer = (!statement.is_broken).then_some(span);
        expression(&statement.expression, outer, &text, 0);
        let complaints = || notebook.diagnostics.iter().filter(|found| found.span.end >= span.start);
        assert!(!statement.is_broken || complaints().next().is_some(), "silent about {:?}", span.of(&text));
    }
    let broken = notebook.statements.iter().filter(|statement| statement.is_broken).count();
    assert!(broken > 0 || notebook.diagnostics.len() <= 2, "{:?}", notebook.diagnostics);
    for found in &notebook.diagnostics {
        diagnostic(found, &text);
    }
    for place in 0..=CARETS {
        caret(&text, text.len() / CARETS * place + place);
    }
}

/// Wherever the caret stands, what is said of it are places of the text, and a number that is turned stays a number.
fn caret(text: &str, at: usize) {
    let caret = Caret::new(text, at, &CATALOGUE);
    if let Some(pair) = caret.pair() {
        within(pair.open, text);
        pair.close.iter().for_each(|close| within(*close, text));
    }
    if let Some(mode) = caret.mode() {
        [Some(mode.span), mode.partner, Some(mode.whole)].into_iter().flatten().for_each(|span| within(span, text));
        assert!(mode.whole.start <= mode.span.start && mode.span.end <= mode.whole.end, "{mode:?}");
    }
    if let Some(call) = caret.signature(|name| name == "A") {
        within(call.name, text);
    }
    let names = [Known { name: "A", statement: 0 }];
    if let Some(completion) = caret.completion(names, colex::operations::explained(), true) {
        within(completion.span, text);
    }
    let Some(number) = caret.number() else { return };
    within(number.span, text);
    for turn in [Turn::By(1), Turn::By(-1), Turn::Double, Turn::Halve] {
        let turned = number.turned(turn);
        assert!(number.least <= turned && turned <= number.most, "{number:?}");
        // Behind a value the sign subtracts.
        if turned < 0 && number.value >= 0 {
            continue;
        }
        let mut text = text.to_string();
        text.replace_range(number.span.start..number.span.end, &number.written(turned));
        let again = Caret::new(&text, number.span.start, &CATALOGUE).number();
        assert_eq!(again.map(|number| number.value), Some(turned), "{number:?} in {text:?}");
    }
}

/// Every part of an expression lies within it, if it has to.
fn expression(whole: &Expression, outer: Option<Span>, text: &str, depth: usize) {
    let span = whole.span;
    within(span, text);
    let fits = outer.is_none_or(|outer| span.start >= outer.start && span.end <= outer.end);
    assert!(fits, "{span:?} is outside {outer:?}");
    // A bracket nests by one, and in each a chain of operators or calls nests by at most the limit again.
    assert!(depth <= (DEPTH_LIMIT + 2) * (DEPTH_LIMIT + 2), "the tree is {depth} deep");
    let mut below = |part: &Expression| expression(part, outer.map(|_| span), text, depth + 1);
    match &whole.kind {
        ExpressionKind::Tuple(items) | ExpressionKind::Tiler(items) => items.iter().for_each(&mut below),
        ExpressionKind::Layout(left, right) | ExpressionKind::Binary(_, left, right) => {
            below(left);
            below(right);
        }
        ExpressionKind::Call(call) => {
            within(call.name_span, text);
            call.template.iter().chain(&call.arguments).for_each(&mut below);
            call.named.iter().for_each(|(name, place, value)| {
                assert_eq!(place.of(text), name);
                below(value);
            });
        }
        ExpressionKind::Apply(callee, arguments) => {
            below(callee);
            arguments.iter().for_each(&mut below);
        }
        ExpressionKind::Compose(parts) => parts.iter().for_each(&mut below),
        ExpressionKind::Unary(_, inner) | ExpressionKind::Named(_, _, inner) => below(inner),
        _ => {}
    }
}

/// A diagnostic has its places in the text, and it and its repairs have sentences in both languages.
pub(crate) fn diagnostic(found: &Diagnostic, text: &str) {
    within(found.span, text);
    found.related.iter().for_each(|place| within(*place, text));
    for tongue in [Tongue::English, Tongue::Chinese] {
        let sentence = words::diagnostic(found, tongue);
        assert!(!sentence.trim().is_empty(), "no sentence for {found:?}");
        for repair in &found.repairs {
            within(repair.span, text);
            assert!(!words::repair(repair, tongue).trim().is_empty(), "no sentence for {repair:?}");
        }
    }
    let chinese = words::diagnostic(found, Tongue::Chinese);
    assert!(chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "not Chinese: {chinese}");
}

fn within(span: Span, text: &str) {
    let fits = span.start <= span.end && text.is_char_boundary(span.start) && text.is_char_boundary(span.end);
    assert!(fits, "{span:?} is no range of the {} bytes", text.len());
}
