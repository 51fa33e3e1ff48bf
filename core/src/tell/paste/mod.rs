//! A paste: a text that is a program, such as a kernel, a struct or a whole file, of which what is about layouts is read.
//!
//! A front end (`cpp` reads C++) turns a text into the statements of a [`Notebook`] and a [`Document`], which says what
//! each statement is: a value, an input, a condition, what a loop leaves unknown. What is not about layouts is stepped
//! over, with its place and a reason. The evaluator of the notebook does the rest, so that whatever looks at a notebook
//! looks at a paste.
//!
//! Law: nothing iterates. The inside of a loop is evaluated once, a function when it is called, to a depth
//! ([`CALL_DEPTH_LIMIT`]); all of it counts as steps of the statement that asks.

mod assumed;
mod builder;
mod bytes;
mod call;
mod code;
mod cpp;
mod custom;
mod defaults;
mod demands;
mod document;
mod form;
mod log;
mod notation;
mod outcome;
mod python;
mod rounds;
mod settle;
mod text;
mod user;

pub use assumed::{Reading, assumed, giving, read_as, reading};
pub use builder::{Builder, Changed};
pub use document::{
    Constructor, Deduction, Document, Field, Function, Guard, Input, InputKind, Language, LeftOut, Parameter, Role,
    RoleKind, Type,
};
pub use outcome::{Counts, Line, Status, counts, has_inputs, lines, status};
pub use rounds::{Jump, Loop, Phase};
pub use text::{PROGRAMS, Programs, evaluate, evaluate_given, install_programs};

use std::borrow::Cow;

use crate::emit::{Form, emit};
use crate::notebook::evaluation::{Evaluation, Settings, is_flawless};
use crate::notebook::syntax::Span;
use crate::notebook::value::without_underscores;
use crate::notebook::written::Reason;
use crate::notebook::{Notebook, Value};
use crate::operations::CATALOGUE;

/// Maximum number of statements of a program; what lies beyond is left out.
pub const STATEMENT_LIMIT: usize = 1 << 16;

/// Maximum nesting depth of blocks, types and functions.
pub const BLOCK_DEPTH_LIMIT: usize = 64;

/// Depth to which functions call each other before their value is unknown.
pub const CALL_DEPTH_LIMIT: usize = 24;

/// Number of inputs that are asked for.
pub const INPUT_LIMIT: usize = crate::printed::UNKNOWN_LIMIT;

/// Number of blocks of code between marks of Markdown that are told from each other.
const BLOCK_LIMIT: usize = 64;

/// Of a longer text nobody asks whether it is a notebook, too.
const ASKED_LENGTH: usize = 1 << 16;

/// Reports whether the notebook reads a text by itself: what it prints reads back as a notebook, and so do pasted lines
/// of the documents.
fn is_notebook(text: &str) -> bool {
    text.len() <= ASKED_LENGTH && is_flawless(text, Settings::default(), &CATALOGUE)
}

/// Reports whether a text has the form of a notebook: what is wrong in it is wrong in a statement, which says so.
fn is_formed_as_notebook(text: &str) -> bool {
    text.len() <= ASKED_LENGTH && crate::operations::parse(text).diagnostics.is_empty()
}

/// Kind that a text is read as, where it is no notebook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Log,
    Python,
    Cpp,
}

fn kind(text: &str) -> Option<Kind> {
    if let Some(said) = reading(text) {
        return said_kind(said);
    }
    // Whoever types a line is told what is wrong with it.
    let is_line = text.trim().lines().nth(1).is_none();
    let found = match crate::printed::is_log(text) {
        true if crate::printed::is_output(text) && is_formed_as_notebook(text) => Kind::Log,
        true if is_formed_as_notebook(text) && !cpp::is_program(text) => return None,
        true if crate::printed::is_of_compiler(text) => Kind::Log,
        // Code says how what it prints comes about.
        true if python::defines(text) => Kind::Python,
        true if cpp::defines(text) || is_formed_as_notebook(text) => Kind::Cpp,
        true => Kind::Log,
        false if crate::printed::is_told(text) => Kind::Log,
        // A whole program may stand in one line.
        false if is_line && cpp::defines(text) && text.contains('{') => Kind::Cpp,
        false if python::is_program(text) && (!is_line || python::opens(text) || cpp::asks(text)) => Kind::Python,
        false if cpp::is_program(text) => Kind::Cpp,
        false if crate::printed::is_page(text) && !is_formed_as_notebook(text) => Kind::Log,
        false if cpp::is_fragment(text) => Kind::Cpp,
        false => return None,
    };
    (!is_notebook(text)).then_some(found)
}

/// What a text is read as whose first line says so; `None` of a notebook.
fn said_kind(said: Reading) -> Option<Kind> {
    match said {
        Reading::Program(Language::Cpp) => Some(Kind::Cpp),
        Reading::Program(Language::Python) => Some(Kind::Python),
        Reading::Notebook => None,
    }
}

/// What a text is read as, without the marks of Markdown; what a notebook reads but for them is read so, too.
fn read_as_kind(text: &str) -> Option<(Kind, Unmarked<'_>)> {
    let plain = without_marks(text);
    // Blocks of which one is a program are no output.
    let found = kind(&plain.text).map(|found| plain.wanted.filter(|_| found == Kind::Log).unwrap_or(found));
    let found = found.or_else(|| {
        let is_marked = matches!(plain.text, Cow::Owned(_)) && reading(text).is_none() && is_notebook(&plain.text);
        let is_code = |_: &Kind| !crate::printed::is_log(&plain.text);
        let unsaid = || if plain.text.contains(';') { Kind::Cpp } else { Kind::Log };
        is_marked.then(|| plain.wanted.filter(is_code).unwrap_or_else(unsaid))
    });
    Some((found?, plain))
}

/// A text without what is written around code, with blanks in its place.
struct Unmarked<'a> {
    text: Cow<'a, str>,
    /// Lines beside the code.
    beside: Vec<Span>,
    /// The language of the code, where it is a program.
    wanted: Option<Kind>,
}

/// A text without the marks of Markdown, the words beside blocks of code of which one is a program, and the signs of a
/// difference with the lines that it takes away.
fn without_marks(text: &str) -> Unmarked<'_> {
    if is_difference(text) {
        let mut without = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            let is_code = line.starts_with([' ', '+']) && !line.starts_with("+++");
            blank_out(&mut without, line, |at, _| !is_code || at == 0);
        }
        return Unmarked { text: Cow::Owned(without), beside: Vec::new(), wanted: None };
    }
    if !text.contains('`') {
        return Unmarked { text: Cow::Borrowed(text), beside: Vec::new(), wanted: None };
    }
    let mut blocks = Vec::new();
    let (mut open, mut at) = (None, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with("```") {
            match open.take() {
                Some(_) if blocks.len() == BLOCK_LIMIT => {}
                Some((begin, said)) => blocks.push((begin..at, said)),
                None => open = Some((at + line.len(), fence_kind(line))),
            }
        }
        at += line.len();
    }
    // Of blocks in two languages those of one are read, the first if nobody says which; output beside them is not.
    let kind_of = |(block, said): &(std::ops::Range<usize>, Option<Kind>)| {
        let block = text.get(block.clone()).unwrap_or_default();
        let found = kind(block).map_or_else(|| is_notebook(block).then_some(None), |kind| Some(Some(kind)));
        found.map(|found| said.or(found))
    };
    let kinds = blocks.iter().map(kind_of).collect::<Vec<_>>();
    let is_program = |kind: &Kind| *kind != Kind::Log;
    let said = reading(text).and_then(said_kind);
    let wanted = said.or_else(|| kinds.iter().copied().flatten().flatten().find(is_program));
    let is_code = |kind: &Option<Option<Kind>>| kind.is_some_and(|kind| kind.is_none() || kind == wanted);
    let code = blocks.iter().zip(&kinds).filter(|(_, kind)| is_code(kind)).map(|((block, _), _)| block.clone());
    let code = code.collect::<Vec<_>>();
    let (mut without, mut beside, mut at) = (String::with_capacity(text.len()), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        let is_beside = !code.is_empty() && !code.iter().any(|block| block.contains(&at));
        blank_out(&mut without, line, |_, letter| letter == '`' || is_fence || is_beside);
        if is_beside && !is_fence && !line.trim().is_empty() {
            beside.push(Span { start: at, end: at + line.trim_end().len() });
        }
        at += line.len();
    }
    Unmarked { text: Cow::Owned(without), beside, wanted }
}

/// The language that the mark before a block of code names.
fn fence_kind(line: &str) -> Option<Kind> {
    let name = line.trim().trim_start_matches('`').to_ascii_lowercase();
    match name.split([' ', '{', ',']).next().unwrap_or_default() {
        "python" | "py" | "python3" => Some(Kind::Python),
        "cpp" | "c++" | "cuda" | "cu" | "c" => Some(Kind::Cpp),
        _ => None,
    }
}

/// Adds a line with blanks in place of some of its letters, so that all others keep their places.
fn blank_out(text: &mut String, line: &str, is_blank: impl Fn(usize, char) -> bool) {
    for (at, letter) in line.char_indices() {
        match letter.is_control() || !is_blank(at, letter) {
            true => text.push(letter),
            false => (0..letter.len_utf8()).for_each(|_| text.push(' ')),
        }
    }
}

/// Reports whether each line of a text begins with a sign of a difference, and some line is added.
fn is_difference(text: &str) -> bool {
    let mut is_added = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        is_added |= line.starts_with('+');
        let is_head = ["diff ", "index ", "@@ ", "\\ "].iter().any(|begin| line.starts_with(begin));
        if !line.starts_with([' ', '+', '-']) && !is_head {
            return false;
        }
    }
    is_added
}

/// The notebook of a text that is a program; `None` of one that is a notebook by itself.
fn read(text: &str) -> Option<Notebook> {
    let (kind, Unmarked { text, beside, .. }) = read_as_kind(text)?;
    let mut builder = match kind {
        Kind::Log => log::read(&text),
        Kind::Python => python::read(&text),
        Kind::Cpp => cpp::read(&text),
    };
    for span in beside {
        builder.leave_out(span, Reason::Beside);
    }
    Some(builder.finish())
}

/// Reports whether a text is a program rather than a notebook.
pub fn is_paste(text: &str) -> bool {
    read_as_kind(text).is_some()
}

/// The document of an evaluation whose text is a program.
///
/// Example: `of(&evaluation)?.inputs` are the fields above a pasted kernel.
pub fn of(evaluation: &Evaluation) -> Option<&Document> {
    evaluation.program()?.as_any().downcast_ref()
}

/// Reports whether what is typed for an input is a value.
pub fn is_understood(input: &Input, typed: &str) -> bool {
    defaults::typed(input, typed).is_some()
}

/// Reports whether nobody has to say what an input is: a call in the text does, and nothing else was given for it.
pub fn is_said(evaluation: &Evaluation, input: &Input) -> bool {
    of(evaluation).is_some_and(|document| {
        document.given(evaluation, input).is_none() && settle::is_said(document, evaluation, input.statement)
    })
}

/// The value of an input as it stands now.
pub fn value_of<'a>(evaluation: &'a Evaluation, input: &Input) -> Option<&'a Value> {
    evaluation.value(input.statement)
}

/// Returns what an input is worth now, as one types it: of a layout, a tuple or an atom what was typed for it; of an
/// atom that nobody typed the call that makes it, since what is printed of it is no expression.
pub fn written(evaluation: &Evaluation, input: &Input) -> String {
    let Some(value) = value_of(evaluation, input) else { return String::new() };
    let given = || of(evaluation)?.given(evaluation, input);
    if matches!(user::User::of(value), Some(user::User::Object(..))) {
        return given().unwrap_or(&input.default).to_string();
    }
    let printed = value.to_string();
    match input.kind {
        InputKind::Value => match given() {
            Some(typed) => typed.to_string(),
            None if printed.contains('\n') => emit(value, Form::Cpp).unwrap_or(printed),
            None => without_underscores(&printed),
        },
        _ => without_underscores(&printed),
    }
}
