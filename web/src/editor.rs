//! The notebook: the text with its highlighting, the value of every statement, and what is wrong.

use colex::document::{self, look};
use colex::notebook::token::{Token, TokenKind, tokens};
use colex::notebook::{Diagnostic, Evaluation, ExpressionKind, Span, Value, functions};
use colex::words;
use leptos::html::Textarea;
use leptos::prelude::*;

use crate::browser::{HtmlTextAreaElement, KeyboardEvent};
use crate::list::list;
use crate::parts::Sentences;
use crate::session::{Session, Shared};

/// Above this many bytes the text is shown without colours: they would cost more than a frame.
const COLOUR_LIMIT: usize = 24 * 1024;
/// The most values that are listed.
const VALUE_LIMIT: usize = 200;
/// The most sentences that are listed.
const SENTENCE_LIMIT: usize = 12;
/// The longest printed value in characters; the rest is counted.
const PRINT_LIMIT: usize = 2000;

/// The notebook.
#[component]
pub fn Editor(session: Session) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let text = session.text;
    let is_long = Memo::new(move |_| text.with(|text| text.len() > COLOUR_LIMIT));
    let caret = move |element: &HtmlTextAreaElement| {
        let utf16 = element.selection_start().ok().flatten().unwrap_or(0) as usize;
        text.with_untracked(|text| byte_at(text, utf16))
    };
    let type_text = move |_| {
        let Some(element) = field.get_untracked() else { return };
        let typed = element.value();
        let utf16 = element.selection_start().ok().flatten().unwrap_or(0) as usize;
        let at = byte_at(&typed, utf16);
        session.type_text(typed, at);
    };
    let follow = move || {
        if let Some(element) = field.get_untracked() {
            session.follow_caret(caret(&element), None);
        }
    };
    view! {
        <section class="notebook" aria-label=session.text("Notebook", "笔记本")>
            <div class="pane-head">
                <h2>{session.text("Notebook", "笔记本")}</h2>
            </div>
            <div class="editor" class:long=move || is_long.get()>
                <pre class="colours mono" aria-hidden="true">{colours(session)}"\n"</pre>
                <textarea node_ref=field class="mono" aria-label=session.text("Notebook", "笔记本") spellcheck="false" autocapitalize="off" autocomplete="off"
                    prop:value=move || text.get() on:input=type_text on:keydown=move |event| undo_keys(session, &event)
                    on:click=move |_| follow() on:keyup=move |event| if event.key().starts_with("Arrow") { follow() }
                    aria-describedby="diagnostics" aria-invalid=move || (!session.evaluation.with(|found| found.0.diagnostics().is_empty())).to_string()></textarea>
            </div>
            <Diagnostics session field/>
            <Values session/>
        </section>
    }
}

/// The byte at which a UTF-16 offset of the browser lies.
fn byte_at(text: &str, utf16: usize) -> usize {
    let mut units = 0;
    for (byte, character) in text.char_indices() {
        if units >= utf16 {
            return byte;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// The UTF-16 offset of a byte.
fn utf16_at(text: &str, byte: usize) -> u32 {
    let before = text.get(..byte).unwrap_or(text);
    before.encode_utf16().count() as u32
}

/// A piece of the text in one colour.
#[derive(Clone, PartialEq)]
struct Piece {
    text: String,
    class: &'static str,
    is_wrong: bool,
}

/// The text in colours. A key changes the pieces that it changes, and no other.
fn colours(session: Session) -> AnyView {
    list(
        move || session.text.with(|text| pieces(session, text)),
        Box::new(|_, piece: ArcRwSignal<Piece>| {
            let (text, is_wrong) = (piece.clone(), piece.clone());
            view! {
                <span class=move || piece.with(|piece| piece.class) class:wrong=move || is_wrong.with(|piece| piece.is_wrong)>
                    {move || text.with(|piece| piece.text.clone())}
                </span>
            }
            .into_any()
        }),
    )
}

fn pieces(session: Session, text: &str) -> Vec<Piece> {
    if text.len() > COLOUR_LIMIT {
        return Vec::new();
    }
    let wrong = if session.complaining.get() {
        session
            .evaluation
            .with(|found| found.0.diagnostics().iter().map(|diagnostic| diagnostic.span).collect::<Vec<_>>())
    } else {
        Vec::new()
    };
    let piece = |text: &str, class: &'static str, start: usize| {
        let end = start + text.len();
        let is_wrong = wrong.iter().any(|span| span.start < end && start < span.end.max(span.start + 1));
        Piece { text: text.to_string(), class, is_wrong }
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
        pieces.push(Piece { text: " ".to_string(), class: "", is_wrong: true });
    }
    pieces
}

fn class_of(token: &Token, piece: &str, depth: &mut usize) -> &'static str {
    match token.kind {
        TokenKind::Int { is_static: true, .. } => "static",
        TokenKind::Int { .. } => "number",
        TokenKind::Comment => "comment",
        TokenKind::Name if functions::find(piece).is_some() => "function",
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

/// What is wrong: a sentence with a place, and repairs that one click applies.
#[component]
fn Diagnostics(session: Session, field: NodeRef<Textarea>) -> impl IntoView {
    let go = move |span: Span| {
        let Some(element) = field.get_untracked() else { return };
        let text = session.text.get_untracked();
        let _ = element.focus();
        let _ = element.set_selection_range(utf16_at(&text, span.start), utf16_at(&text, span.end));
    };
    let item = move |sentences: Sentences, diagnostic: &Diagnostic, text: &str| {
        let tongue = session.tongue.get();
        let (line, column) = place(text, diagnostic.span.start);
        let span = diagnostic.span;
        let repairs = diagnostic.repairs.iter().map(|repair| {
            let label = (sentences.repair)(repair, tongue);
            let repair = repair.clone();
            view! { <button class="small" on:click=move |_| session.apply(&repair)>{label}</button> }
        });
        view! {
            <li>
                <button class="plain small place" on:click=move |_| go(span)>
                    {tongue.pick(format!("Line {line}, column {column}"), format!("第 {line} 行第 {column} 列"))}
                </button>
                <span>{session.spell(&(sentences.diagnostic)(diagnostic, tongue))}</span>
                {repairs.collect_view()}
            </li>
        }
    };
    // While one types, what was said keeps its place, so that nothing below moves; it is replaced after a pause.
    let said = Memo::new(move |said: Option<&Option<Shared<Evaluation>>>| {
        if !session.complaining.get() {
            return said.cloned().flatten();
        }
        let found = session.evaluation.get();
        (!found.0.diagnostics().is_empty()).then_some(found)
    });
    let is_old = move || !session.complaining.get();
    let is_over = move || session.evaluation.with(|found| found.0.diagnostics().is_empty());
    let list = move || {
        let evaluation = said.get()?.0;
        let all = evaluation.diagnostics();
        let sentences = session.sentences.get()?;
        let listed = all.iter().take(SENTENCE_LIMIT);
        let items = listed.map(|diagnostic| item(sentences, diagnostic, evaluation.text())).collect_view();
        let rest = all.len().saturating_sub(SENTENCE_LIMIT);
        let more = (rest > 0).then(|| {
            let sentence =
                session.tongue.get().pick(format!("{rest} more are not listed"), format!("另有 {rest} 条未列出"));
            view! { <li class="quiet">{sentence}</li> }
        });
        Some(view! { <ul class="wrongs" inert=is_old class:over=is_over>{items}{more}</ul> })
    };
    view! {
        <div class="mistakes">
            <p class="quiet small" hidden=move || said.with(Option::is_some)>
                {session.text("One layout, coordinate or call a line, such as", "每行一个布局、坐标或调用，例如")} " "
                <code>"(4,8):(8,1)"</code> ", " <code>"A(_,0)"</code> ", " <code>"size(A)"</code>
            </p>
            <div id="diagnostics" role="status" aria-live="polite">{list}</div>
        </div>
    }
}

/// Line and column of a byte, counted from one, the column in characters.
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte.min(text.len())).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// The value of a statement as it is listed.
#[derive(Clone, PartialEq)]
struct Listed {
    title: String,
    printed: String,
    note: &'static str,
    is_text: bool,
}

/// The value of every statement; choosing one looks at it.
#[component]
fn Values(session: Session) -> impl IntoView {
    let chosen = session.chosen_statement;
    let rest =
        Memo::new(move |_| session.evaluation.with(|found| found.0.outcomes().len().saturating_sub(VALUE_LIMIT)));
    let more = move || {
        let rest = rest.get();
        (rest > 0).then(|| {
            session.tongue.get().pick(format!("{rest} more values are not listed"), format!("另有 {rest} 个值未列出"))
        })
    };
    // Of a long notebook: how far its evaluation is. Typing drops it and begins anew.
    let progress = move || {
        let (done, all) = session.evaluation.with(|found| (found.0.outcomes().len(), found.0.statements().len()));
        (done < all).then(|| {
            session
                .tongue
                .get()
                .pick(format!("{done} of {all} statements evaluated"), format!("已求值 {done} / {all} 条"))
        })
    };
    view! {
        <ul class="values" aria-label=session.text("Values", "值")>
            {list(
                move || {
                    let evaluation = session.evaluation.get().0;
                    let count = evaluation.outcomes().len().min(VALUE_LIMIT);
                    (0..count).filter_map(|statement| listed(session, &evaluation, statement)).collect()
                },
                Box::new(move |index, listed| value_row(session, index, listed, chosen)),
            )}
            {move || more().map(|sentence| view! { <li class="quiet small">{sentence}</li> })}
            {move || progress().map(|sentence| view! { <li class="quiet small" role="status">{sentence}</li> })}
        </ul>
    }
}

fn listed(session: Session, evaluation: &Evaluation, index: usize) -> Option<Listed> {
    let statement = evaluation.statements().get(index)?;
    let source = statement.expression.span.of(evaluation.text());
    let title = statement.name.as_ref().map_or_else(|| shorten(source, 40), |(name, _)| name.clone());
    let plain = |title: String, printed: &str| Listed { title, printed: printed.to_string(), note: "", is_text: false };
    // A statement that is broken keeps its row, so that nothing jumps while one types.
    let Some(value) = evaluation.value(index) else { return Some(plain(title, "—")) };
    let asked = look::asked_point(evaluation, index);
    let is_literal = matches!(
        statement.expression.kind,
        ExpressionKind::Layout(..) | ExpressionKind::Tuple(_) | ExpressionKind::Int { .. }
    );
    let note = match value {
        Value::Tuple(tuple) if is_literal && !tuple.is_leaf() => {
            session.say("shape, strides generated", "形状，步长自动生成")
        }
        _ if asked.as_deref().is_some_and(|asked| is_outside(session, evaluation, index, asked)) => {
            session.say("outside the domain, which CuTe does not check", "在定义域之外，CuTe 不作检查")
        }
        _ if session.wrong.with(|wrong| wrong.contains(&index)) => {
            session.say("CuTe's answer, not the mathematical one", "CuTe 的答案，并非数学上的结果")
        }
        _ => "",
    };
    // Whoever predicts the next number must not read it here.
    if session.hides_index.get() && asked.is_some() {
        return Some(plain(title, "?"));
    }
    let printed = cut(session.spell(&value.to_string()), session.tongue.get());
    // Of a layout that is written out and has no name the value says all.
    let title = if title == printed { String::new() } else { title };
    Some(Listed { title, printed, note, is_text: matches!(value, Value::Text(_)) })
}

fn value_row(session: Session, index: usize, listed: ArcRwSignal<Listed>, chosen: Memo<Option<usize>>) -> AnyView {
    let of = move |part: fn(&Listed) -> &str| {
        let listed = listed.clone();
        move || listed.with(|listed| part(listed).to_string())
    };
    let is_text = of(|listed| if listed.is_text { "text" } else { "" });
    view! {
        <li class=is_text>
            <button class="value plain" class:chosen=move || chosen.get() == Some(index)
                aria-current=move || (chosen.get() == Some(index)).then_some("true")
                on:click=move |_| session.choose_statement(index)>
                <span class="title mono">{of(|listed| &listed.title)}</span>
                <span class="printed mono">{of(|listed| &listed.printed)}</span>
                <span class="quiet small">{of(|listed| listed.note)}</span>
            </button>
        </li>
    }
    .into_any()
}

/// A printed value at a length that a list can hold; what is cut off is counted.
fn cut(printed: String, tongue: words::Tongue) -> String {
    let Some((end, _)) = printed.char_indices().nth(PRINT_LIMIT) else { return printed };
    let rest = printed.get(end..).unwrap_or_default().chars().count();
    let head = printed.get(..end).unwrap_or_default();
    format!("{head}… {}", tongue.pick(format!("({rest} more characters)"), format!("（另有 {rest} 个字符）")))
}

/// Whether the coordinate that a statement like `A(99)` asks for lies outside the layout.
fn is_outside(session: Session, evaluation: &Evaluation, statement: usize, asked: &str) -> bool {
    let view = document::View { statement: Some(statement), ..document::View::default() };
    let look = session.options.with(|options| look::look(evaluation, &view, options));
    look.is_some_and(|look| look::read_point(&look.layout, asked).is_ok_and(|point| !point.inside))
}

/// Undo and redo in the field are those of the document: the browser's own know nothing of what the page wrote there.
fn undo_keys(session: Session, event: &KeyboardEvent) {
    if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
        return;
    }
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => session.undo(),
        ("z", true) | ("y", false) => session.redo(),
        _ => return,
    }
    event.prevent_default();
}

fn shorten(text: &str, most: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= most {
        line.to_string()
    } else {
        format!("{}…", line.chars().take(most).collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        assert_eq!(place("A = 1\nB = 甲乙x", 6), (2, 1));
        assert_eq!(place("A = 1\nB = 甲乙x", 16), (2, 7));
        assert_eq!(byte_at("甲😀x", 3), 7);
        assert_eq!(utf16_at("甲😀x", 7), 3);
    }
}
