//! The front end of C++: files, functions, kernels, classes, as they are written.

pub(super) mod algorithms;
mod arithmetic;
pub(super) mod ask;
mod at_once;
pub(super) mod attention;
mod class;
mod cutlass;
mod declare;
pub(super) mod effects;
mod expression;
mod function;
mod lines;
mod loops;
mod macros;
mod outside;
pub(super) mod overload;
pub(super) mod packs;
pub(super) mod ranges;
mod reader;
mod selectors;
mod statement;
pub(super) mod traits;

use crate::notebook::diagnostic::{Diagnostic, DiagnosticKind, Repair, RepairKind};
use crate::notebook::evaluation::{Settings, evaluate_notebook, evaluate_program};
use crate::notebook::syntax::{Call, Expression, Span};
use crate::notebook::written::Reason;
use crate::operations::{self, CATALOGUE};
use crate::paste::{Builder, Line, Status};

/// Beginnings of lines that only a program has.
const BEGINNINGS: [&str; 32] = [
    "template",
    "struct ",
    "class ",
    "namespace ",
    "enum ",
    "typedef ",
    "for (",
    "for(",
    "if (",
    "if(",
    "if constexpr",
    "while (",
    "while(",
    "do {",
    "switch (",
    "switch(",
    "void ",
    "__global__",
    "__device__",
    "CUTE_HOST_DEVICE",
    "CUTE_DEVICE",
    "CUTE_STATIC_ASSERT",
    "CUTLASS_",
    "TEST(",
    "EXPECT_",
    "ASSERT_",
    "auto [",
    "return ",
    "extern ",
    "asm(",
    "asm volatile",
    "[[",
];

/// Parts of lines that only a program has.
const WITHIN: [&str; 20] = [
    "threadIdx.",
    "blockIdx.",
    "::value",
    "typename ",
    "decltype(",
    "_cast<",
    "conditional_t",
    "std::is_",
    "is_same_v",
    "[&]",
    "[=]",
    "_v<",
    "__shared__",
    "auto& [",
    "auto const& [",
    "](auto",
    "_t<",
    "<<<",
    // What a document leaves out.
    "...",
    "_?",
];

/// Reports whether a text is C++ that a notebook does not read by itself.
pub(super) fn is_program(text: &str) -> bool {
    // A notebook may have directives, too; with statements of C++ they are those of a program.
    let (mut is_cpp, mut has_directive) = (false, false);
    for line in text.lines() {
        let line = line.trim_start();
        if ["def ", "@", "import ", "from "].iter().any(|python| line.starts_with(python)) {
            return false;
        }
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        // What begins there goes on in other lines.
        if ["template <", "template<", "struct ", "class "].iter().any(|beginning| line.starts_with(beginning))
            && code.contains(['<', ':', ';', '{'])
        {
            return true;
        }
        if !code.contains([';', '{', '(', '#', '[']) {
            continue;
        }
        // A block that opens in a line of its own.
        if code.trim() == "{" {
            return true;
        }
        has_directive |= ["#include", "#define", "#pragma", "#if"].iter().any(|word| line.starts_with(word));
        if BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) || code.trim_end().ends_with(") {") {
            return true;
        }
        // A function in one line.
        if code.contains(") { ") && code.trim_end().ends_with('}') && code.contains("return ") {
            return true;
        }
        if refers(code) || (code.contains(';') && declares(code)) {
            return true;
        }
        is_cpp |= code.trim_end().ends_with(';');
        if code.contains(';') && (WITHIN.iter().any(|part| code.contains(part)) || code.contains(" ? ")) {
            return true;
        }
    }
    is_cpp && (has_directive || has_unknown(text))
}

/// Reports whether a text has a header, a kernel or a function of its own.
pub(super) fn defines(text: &str) -> bool {
    let begins = ["#include", "using namespace", "template", "__global__", "int main(", "void ", "struct "];
    text.lines().any(|line| begins.iter().any(|begin| line.starts_with(begin)))
}

/// Number of lines that a notebook cannot read of which a text is part of a program.
const FRAGMENT_LINES: usize = 3;

/// Reports whether a text is part of a program that begins or ends within a statement: it has signs of C++, and a notebook
/// reads less than half of its lines.
pub(super) fn is_fragment(text: &str) -> bool {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let is_cpp = ["::", "//", ";", "..."].iter().any(|sign| text.contains(sign));
    if text.len() > ASKED_LENGTH || !is_cpp || text.lines().filter(is_code).count() < FRAGMENT_LINES {
        return false;
    }
    let line_of = |at: usize| text.get(..at).map(|before| before.matches('\n').count());
    let found = operations::parse(text).diagnostics;
    let mut broken = found.iter().map(|diagnostic| line_of(diagnostic.span.start)).collect::<Vec<_>>();
    broken.dedup();
    broken.len() >= FRAGMENT_LINES && broken.len() * 2 > text.lines().filter(is_code).count()
}

/// Reports whether a line has a reference to a class or a constant of one: `Params& params`, `Layout const& layout`.
fn refers(code: &str) -> bool {
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '>');
    let is_constant = !code.trim_start().starts_with("auto")
        && code.contains(';')
        && ["const&", "const &"].iter().any(|word| code.contains(word));
    is_constant
        || code.contains('(')
            && code.match_indices("& ").any(|(at, _)| {
                code[..at].ends_with(is_letter)
                    && code[at + 2..].starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            })
}

/// Reports whether a line begins with a class and a name with a bracket behind it, or leaves a value out:
/// `layout::ColumnMajor layout(lda);`, `int lda = …;`.
fn declares(code: &str) -> bool {
    let is_word = |word: &str| {
        word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
            && word
                .chars()
                .all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':' | '<' | '>' | ',' | '*'))
    };
    let code = code.trim();
    let is_left_out = code.split_once('=').is_some_and(|(_, value)| {
        let value = value.trim_end_matches(';').trim();
        value.is_empty() || value == "..." || value == "…" || value.starts_with("/*") && value.ends_with("*/")
    });
    let is_made = code.split_once('(').is_some_and(|(before, _)| {
        let (class, name) = before.trim_end().rsplit_once(' ').unwrap_or_default();
        is_word(name) && is_word(class.trim_end()) && !matches!(class, "return" | "auto" | "print" | "assert")
    });
    let is_bare = code.strip_suffix(';').is_some_and(|before| {
        let (class, name) = before.trim_end().rsplit_once(' ').unwrap_or_default();
        let of = class.split('<').next().unwrap_or_default();
        let is_known = operations::find(of).is_some() || matches!(of, "return" | "auto" | "print" | "assert");
        let name = name.split('[').next().unwrap_or_default();
        is_word(name) && is_word(&class.replace(", ", ",")) && !is_known
    });
    // `Iterator iterator = f(…);` of a class of which a notebook does not know that it is one.
    let is_of_class = code.split_once('=').is_some_and(|(before, _)| {
        let (class, name) = before.trim_end().rsplit_once(' ').unwrap_or_default();
        is_word(name)
            && class.starts_with(|letter: char| letter.is_ascii_uppercase())
            && is_word(class)
            && operations::find(class.split('<').next().unwrap_or_default()).is_none()
    });
    let is_array = code.starts_with("using ") && code.contains('[');
    is_left_out || is_made || is_bare || is_array || is_of_class || code.contains("({")
}

/// Of a longer text nobody asks whether its names are known.
const ASKED_LENGTH: usize = 1 << 16;

/// Reports whether a diagnostic is of a name that nothing defines, or of a way in which only programs are written. A name
/// that is nearly one is a mistake, which the notebook mends.
fn is_asked(diagnostic: &Diagnostic) -> bool {
    match &diagnostic.kind {
        DiagnosticKind::UnknownName { name, defined_later: false } => {
            // A function is not what was meant by a name that is no call.
            let is_function = |repair: &Repair| operations::find(&repair.text).is_some();
            // Lines that would define it are no name that is near it.
            let mut near = diagnostic.repairs.iter().filter(|repair| repair.kind != RepairKind::Insert);
            ask::is_size(name) || name.len() == 1 || near.all(is_function)
        }
        // A layout of that name: the function takes one argument.
        DiagnosticKind::Arity { function, found, .. } => function == "layout" && *found > 1,
        DiagnosticKind::UnknownFunction(_) => diagnostic.repairs.iter().all(|repair| repair.kind == RepairKind::Insert),
        DiagnosticKind::ControlFlow(_) => true,
        _ => false,
    }
}

/// Reports whether a line asks for names that nothing defines, rather than that one is mistyped.
pub(super) fn asks(text: &str) -> bool {
    let evaluation = evaluate_notebook(text, Settings::default(), &CATALOGUE);
    let is_name = |diagnostic: &Diagnostic| {
        matches!(diagnostic.kind, DiagnosticKind::UnknownName { .. } | DiagnosticKind::UnknownFunction(_))
    };
    let mut all = evaluation.diagnostics().into_iter().filter(|diagnostic| is_name(diagnostic)).peekable();
    text.len() <= ASKED_LENGTH && all.peek().is_some() && all.all(is_asked)
}

/// Reports whether a notebook of C++ asks for names that nothing defines, or is written in a way that only programs
/// are.
fn has_unknown(text: &str) -> bool {
    if text.len() > ASKED_LENGTH {
        return false;
    }
    let evaluation = evaluate_notebook(text, Settings::default(), &CATALOGUE);
    let all = evaluation.diagnostics();
    // `auto r = f(x);` among statements of C++ alone.
    let is_undefined = |diagnostic: &&Diagnostic| matches!(diagnostic.kind, DiagnosticKind::Undefined { .. });
    let code =
        || text.lines().map(|line| line.split("//").next().unwrap_or_default().trim()).filter(|code| !code.is_empty());
    let is_cpp = || code().count() > 1 && code().all(|code| code.ends_with([';', '{', '}']));
    if all.iter().any(|diagnostic| is_asked(diagnostic)) || (all.iter().any(is_undefined) && is_cpp()) {
        return true;
    }
    // Functions a notebook lacks may be a program's: `recast<int32_t>(t)`, `printf("at ")`.
    let is_function = |diagnostic: &&&Diagnostic| matches!(diagnostic.kind, DiagnosticKind::UnknownFunction(_));
    let functions = all.iter().filter(is_function).map(|diagnostic| diagnostic.span.start).collect::<Vec<_>>();
    if functions.is_empty() {
        return false;
    }
    let lines = super::lines(&evaluate_program(text, reader::Reader::read(text).finish(), &CATALOGUE));
    let is_read = |line: &Line| {
        matches!((line.status, line.reason), (Status::Value, _) | (Status::LeftOut, Some(Reason::System)))
    };
    let is_had = |at: &usize| lines.iter().any(|line| is_read(line) && (line.span.start..line.span.end).contains(at));
    functions.iter().any(is_had)
}

/// Values as one pack.
pub(super) fn pack(values: Vec<Expression>, span: Span) -> Expression {
    packs::own_call(packs::PACK, values, span)
}

/// What the type of an argument tells of a template parameter.
pub(super) fn told(of: Expression, place: Expression, span: Span) -> Call {
    Call { arguments: vec![of, place], ..function::call_of(overload::TOLD, span) }
}

/// Reads a text of C++.
pub(super) fn read(text: &str) -> Builder {
    reader::Reader::read(text)
}
