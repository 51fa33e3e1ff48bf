//! The front end of C++: files, functions, kernels, classes, as they are written.

mod algorithms;
mod arithmetic;
mod ask;
mod class;
mod declare;
mod expression;
mod function;
mod lines;
mod reader;
mod statement;
pub(super) mod traits;

use crate::notebook::Notebook;
use crate::notebook::diagnostic::{Diagnostic, DiagnosticKind};
use crate::notebook::evaluation::{Settings, evaluate_notebook, evaluate_program};
use crate::notebook::written::{Given, Reason};
use crate::operations::CATALOGUE;
use crate::paste::{Line, Status};

/// Beginnings of lines that only a program has.
const BEGINNINGS: [&str; 30] = [
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
    "[[",
];

/// Parts of lines that only a program has.
const WITHIN: [&str; 18] = [
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
        if line.starts_with("//") {
            continue;
        }
        let code = line.split("//").next().unwrap_or_default();
        if !code.contains([';', '{', '(', '#', '[']) {
            continue;
        }
        has_directive |= ["#include", "#define", "#pragma", "#if"].iter().any(|word| line.starts_with(word));
        if BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) || code.trim_end().ends_with(") {") {
            return true;
        }
        is_cpp |= code.trim_end().ends_with(';');
        if code.contains(';') && (WITHIN.iter().any(|part| code.contains(part)) || code.contains(" ? ")) {
            return true;
        }
    }
    is_cpp && (has_directive || has_unknown(text))
}

/// Of a longer text nobody asks whether its names are known.
const ASKED_LENGTH: usize = 1 << 16;

/// Reports whether a notebook of C++ asks for names that nothing defines, or is written in a way that only programs
/// are. A name that is nearly one is a mistake, which the notebook mends.
fn has_unknown(text: &str) -> bool {
    if text.len() > ASKED_LENGTH {
        return false;
    }
    let evaluation = evaluate_notebook(text, Settings::default(), &CATALOGUE);
    let is_asked = |diagnostic: &Diagnostic| match &diagnostic.kind {
        DiagnosticKind::UnknownName { name, defined_later: false } => {
            ask::is_size(name) || diagnostic.repairs.is_empty()
        }
        DiagnosticKind::UnknownFunction(_) => diagnostic.repairs.is_empty(),
        DiagnosticKind::ControlFlow(_) => true,
        _ => false,
    };
    let all = evaluation.diagnostics();
    if all.iter().any(|diagnostic| is_asked(diagnostic)) {
        return true;
    }
    // Functions a notebook lacks may be a program's: `recast<int32_t>(t)`, `printf("at ")`.
    let is_function = |diagnostic: &&&Diagnostic| matches!(diagnostic.kind, DiagnosticKind::UnknownFunction(_));
    let functions = all.iter().filter(is_function).map(|diagnostic| diagnostic.span.start).collect::<Vec<_>>();
    if functions.is_empty() {
        return false;
    }
    let lines = super::lines(&evaluate_program(text, reader::Reader::read(text), &CATALOGUE));
    let is_read = |line: &Line| {
        matches!((line.status, line.reason), (Status::Value, _) | (Status::LeftOut, Some(Reason::System)))
    };
    let is_had = |at: &usize| lines.iter().any(|line| is_read(line) && (line.span.start..line.span.end).contains(at));
    functions.iter().any(is_had)
}

/// The notebook of a text of C++.
pub(super) fn read(text: &str, _: &Given) -> Notebook {
    reader::Reader::read(text)
}
