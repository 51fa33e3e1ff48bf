//! The law of linear time: of whatever a text repeats, four times as much is about four times the work, for everything
//! that is done with a text. One that squares it freezes the page with a link of a thousand characters.

use colex::emit::{Form, emit};
use colex::evaluate;
use colex::notebook::caret::{Caret, Known, Turn};
use colex::notebook::token::tokens;
use colex::notebook::{Evaluation, Settings};
use colex::operations::{CATALOGUE, parse};
use colex::words::{self, Tongue};
use colex::work::{Budget, Progress, Work};
use colex_document::history::History;
use colex_document::{Document, link};

/// A text that repeats something: a head, a piece again and again, and a tail. `№` in a piece is the number of it.
#[derive(Debug, Clone, Copy)]
pub struct Repeated {
    /// Text that comes first.
    pub head: &'static str,
    /// Text that is repeated.
    pub piece: &'static str,
    /// Text that comes last.
    pub tail: &'static str,
}

impl Repeated {
    /// The text with so many pieces.
    pub fn text(&self, count: usize) -> String {
        let mut text = self.head.to_string();
        for number in 0..count {
            text.push_str(&self.piece.replace('№', &number.to_string()));
        }
        text.push_str(self.tail);
        text
    }
}

/// Every token, alone again and again, and what pairs are made of.
pub const TOKENS: [&str; 60] = [
    "\"", "\"a\" ", "(", ")", "[", "]", "{", "}", "<", ">", "{}", "<>", "()", ",", ":", "::", ";", "=", "==", "!=",
    "<=", ".", "@", "+", "-", "*", "/", "%", "&", "&&", "|", "||", "^", "!", "<<", ">>", "_", "_1", "1", "1_", "0x",
    "_-", "a", "A ", "o ", "∘", "布", "😀", "\u{3000}", "（", "\\", "\\circ ", "\n", "\r", " ", "//", "/*", "*/", "#",
    "cute::",
];

/// Constructs that are written with more than one token.
pub const CONSTRUCTS: [Repeated; 56] = [
    within("", "// a\n", ""),
    within("", "/* a */", ""),
    within("/*", "a\n", ""),
    within("", "# a\n", ""),
    within("", "\"\n", ""),
    within("", "\"a\n", ""),
    within("(", "1,", "1)"),
    within("(", "1,\n", "1)"),
    within("(", "_1,", "1)"),
    within("(", "a№=1,", "b=1)"),
    within("<", "a№=1,", "b=1>"),
    within("(", "a=1,", "1)"),
    within("(", "(1,2),", "1)"),
    within("(", "[1,2},", "1)"),
    within("(", "a<b,", "1)"),
    within("(", "a<b<c>>,", "1)"),
    within("(", "f<1>(2),", "1)"),
    within("(", "size(1),", "1)"),
    within("(", "Int<1>{},", "1)"),
    within("(", "1@0,", "1)"),
    within("(", "\"\",", "1)"),
    within("(", "-1,", "1)"),
    within("(", "1+1,", "1)"),
    within("(", "x,", "1)"),
    within("(", "4:1,", "1)"),
    within("(", "(4,2):(2,1),", "1)"),
    within("(", "M_1|(2&4)=4,", "1)"),
    within("(4,8):(", "1,", "1)"),
    within("", "1,", "1"),
    within("", "1:1,", "1"),
    within("", "1\n", ""),
    within("", "1;", ""),
    within("", "x\n", ""),
    within("", "f(1)\n", ""),
    within("", "A=1\n", ""),
    within("", "A№=1\n", ""),
    within("A=1\n", "A\n", ""),
    within("A0=1\n", "A№1=A№\n", ""),
    within("", "x\n", "x=1"),
    within("", "name_of_a_value_№ = 1\nname_of_a_velue_№\n", ""),
    within("", "auto a = 1;", ""),
    within("", "const ", ""),
    within("", "const const a\n", ""),
    within("", "using namespace cute;", ""),
    within("", "import cute\n", ""),
    within("", "if (a) {\n", "}"),
    within("for", "\n b", ""),
    within("for", " {}", ""),
    within("", "#if 1\n", ""),
    within("", "#if 0\n1\n#else\n2\n#endif\n", ""),
    within("", "Layout<Shape<_4>> a№;\n", ""),
    within("", "Shape : (4,2)\nStride: (1,4)\n", ""),
    within("", "a: cute.Layout = 1\n", ""),
    within("", ">>> (4,2)\n", ""),
    within("", "(4,8):(8,1)\n", ""),
    within("", "static_assert(1==2);\n", ""),
];

const fn within(head: &'static str, piece: &'static str, tail: &'static str) -> Repeated {
    Repeated { head, piece, tail }
}

/// Something that is done with a text.
#[derive(Debug, Clone, Copy)]
pub struct Stage {
    /// Name of the stage.
    pub name: &'static str,
    /// Does it; what it answers keeps it from being left out.
    pub run: fn(&str) -> usize,
}

/// Everything that is done with a text.
pub const STAGES: [Stage; 9] = [
    Stage { name: "tokens", run: |text| tokens(text).len() },
    Stage { name: "parse", run: |text| parse(text).statements.len() },
    Stage { name: "evaluate", run: |text| evaluate(text, Settings::default()).outcomes().len() },
    Stage { name: "say", run: say },
    Stage { name: "emit", run: emitted },
    Stage { name: "steps", run: steps },
    Stage { name: "caret", run: caret },
    Stage { name: "edit", run: edit },
    Stage { name: "link", run: linked },
];

/// Says what is wrong, in sentences with places.
fn say(text: &str) -> usize {
    let evaluation = evaluate(text, Settings::default());
    let found = evaluation.diagnostics();
    let said = found.iter().take(20).map(|found| words::report("a", text, found, Tongue::English).len());
    said.sum::<usize>() + found.len()
}

fn emitted(text: &str) -> usize {
    let evaluation = evaluate(text, Settings::default());
    let values = evaluation.outcomes().filter_map(|outcome| outcome.value.as_ref());
    values
        .map(|value| Form::ALL.iter().map(|form| emit(value, *form).map_or(0, |text| text.len())).sum::<usize>())
        .sum()
}

fn steps(text: &str) -> usize {
    let evaluation = evaluate(text, Settings::default());
    (0..evaluation.statements().len()).map(|statement| evaluation.steps(statement).len()).sum()
}

/// Looks up what stands at the caret, at the ends of the text and within it.
fn caret(text: &str) -> usize {
    let names = tokens(text).into_iter().map(|token| token.span.of(text)).take(2000).collect::<Vec<_>>();
    let known = || names.iter().enumerate().map(|(statement, name)| Known { name, statement });
    let at = |place: usize| {
        let caret = Caret::new(text, place, &CATALOGUE);
        let number = caret.number().map_or(0, |number| number.turned(Turn::By(1)).unsigned_abs() as usize % 2);
        let completion =
            caret.completion(known(), colex::operations::explained(), true).map_or(0, |found| found.candidates.len());
        let is_called = caret.signature(|name| name == "A").is_some();
        usize::from(caret.pair().is_some())
            + usize::from(caret.mode().is_some())
            + number
            + completion
            + usize::from(is_called)
    };
    (0..=2).map(|part| at(text.len() / 2 * part)).sum()
}

/// A letter more, as somebody types it, and one step of the history back.
fn edit(text: &str) -> usize {
    let settings = Settings::default();
    let mut evaluation = evaluate(text, settings);
    let mut history = History::new(Document::of_text(text));
    for part in 0..=2 {
        let mut at = text.len() / 2 * part;
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let edited = [&text[..at], "1", &text[at..]].concat();
        let mut next = Evaluation::start(edited.as_str(), settings, Some(&evaluation));
        while let Progress::More { .. } = next.resume(&mut Budget::new(1 << 10)) {}
        evaluation = next;
        history.push(Document::of_text(edited.as_str()));
    }
    evaluation.taken_over() + history.undo().map_or(0, |document| document.text.len())
}

fn linked(text: &str) -> usize {
    let document = Document::of_text(text);
    let link = link::encode(&document).expect("a link");
    assert_eq!(link::decode(&link).expect("a document").text.as_ref(), text);
    let damaged = &link[..link.len() - 1];
    link.len() + usize::from(link::decode(damaged).is_err())
}
