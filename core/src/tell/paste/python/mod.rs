//! The front end of Python: kernels, classes and cells of the CuTe DSL, as they are written.
//!
//! NVIDIA CUTLASS documentation, CuTe DSL: what its functions answer is what those of CuTe's C++ answer, but where a note
//! says otherwise.

mod attributes;
pub(super) mod callable;
pub(super) mod content;
mod expression;
mod fly;
mod function;
mod helpers;
pub(super) mod host;
mod lexer;
mod matching;
mod names;
pub(super) mod objects;
mod reader;
pub(super) mod runtime;
mod scaled;
pub(super) mod scopes;
mod statement;
mod storage;

use crate::notebook::diagnostic::DiagnosticKind;
use crate::notebook::evaluation::{Settings, evaluate_notebook};
use crate::operations::{self, CATALOGUE};
use crate::paste::Builder;

/// Beginnings of lines that only Python has.
const BEGINNINGS: [&str; 20] = [
    "def ",
    "class ",
    "@",
    "import ",
    "from ",
    "elif ",
    "except",
    "with ",
    "assert ",
    "print(f\"",
    "print(f'",
    "cute.printf(",
    "%%",
    "!pip",
    "%",
    "async def ",
    "raise ",
    "return ",
    "pass",
    "try:",
];

/// Of a longer text nobody asks whether a notebook reads it.
const ASKED_LENGTH: usize = 1 << 16;

/// Reports whether a text is Python that a notebook does not read by itself.
pub(super) fn is_program(text: &str) -> bool {
    let (mut is_python, mut is_text) = (false, false);
    for line in text.lines() {
        let line = line.trim_start();
        if line.is_empty() {
            continue;
        }
        // The text of a documentation string is prose.
        let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
        if quotes % 2 == 1 {
            is_text = !is_text;
            continue;
        }
        if is_text || quotes > 0 {
            continue;
        }
        is_python |= line.starts_with("In [");
        let line = lexer::prompt(line, false).and_then(|length| line.get(length..)).unwrap_or(line);
        if line.starts_with("//") || line.starts_with("#include") {
            return false;
        }
        if line.starts_with('#') {
            continue;
        }
        let code = line.trim_end();
        // `graph = {` begins a dictionary.
        is_python |= code.ends_with("= {") || begins_call(code);
        if code.ends_with(';') || code.ends_with('{') && !code.ends_with("= {") {
            return false;
        }
        // A parameter of a template that stands alone on its line, `class TileShape,`, is C++.
        if line.starts_with("class ") && !code.ends_with([':', '(']) && !code.contains("):") {
            continue;
        }
        let opens = ["if ", "for ", "while ", "else", "elif ", "with "].iter().any(|word| line.starts_with(word));
        if BEGINNINGS.iter().any(|beginning| line.starts_with(beginning)) || opens && code.ends_with(':') {
            return true;
        }
        is_python |= acts(code) || fly::is_called(code);
        is_python |= [
            "cute.",
            "cutlass.",
            "self.",
            "print(",
            "torch.",
            "np.",
            "from_dlpack(",
            "f\"",
            "f'",
            ".partition_",
            ".make_fragment_",
            ".get_slice(",
            ".get_tensor(",
            "[None",
            "[(None",
            "None]",
            ", None)]",
        ]
        .iter()
        .any(|word| code.contains(word));
    }
    is_python && text.len() <= ASKED_LENGTH && is_refused(text)
}

/// Reports whether a line begins a function, a class or an import, or has what only Python has: `f"{tile}"`, `f(*args)`.
pub(super) fn opens(line: &str) -> bool {
    ["def ", "@", "import ", "from "].iter().any(|word| line.trim_start().starts_with(word))
        || ["f\"", "f'", "(*", ", *", ", **", "cute.compile(", "cute.testing."].iter().any(|sign| line.contains(sign))
}

/// Reports whether a text has a function, a class or an import of its own.
pub(super) fn defines(text: &str) -> bool {
    text.lines().any(|line| {
        let is_import = line.starts_with("import ") || line.starts_with("from ") && line.contains(" import ");
        let is_head = line.starts_with("def ") || line.starts_with("class ");
        is_import || is_head && line.trim_end().ends_with([':', '(', ','])
    })
}

/// Reports whether a line begins a call of a class, or of what one has, that goes on in other lines: `task = Task(`.
fn begins_call(code: &str) -> bool {
    let Some((_, callee)) = code.strip_suffix('(').and_then(|before| before.split_once(" = ")) else { return false };
    let is_path = callee.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.'));
    is_path && callee.starts_with(|first: char| first.is_ascii_uppercase()) && operations::find(callee).is_none()
}

/// Reports whether a line has an object do what no layout does: `queue.push(tile)`.
fn acts(code: &str) -> bool {
    let is_name = |name: &str| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let Some((before, _)) = code.split_once('(') else { return false };
    let Some((object, method)) = before.split_once('.') else { return false };
    code.ends_with(')')
        && object.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && is_name(object)
        && is_name(method)
        && operations::find(method).is_none()
}

/// Reports whether a notebook does not read a text, or asks for what nothing in it defines.
fn is_refused(text: &str) -> bool {
    let evaluation = evaluate_notebook(text, Settings::default(), &CATALOGUE);
    let is_of_reading = |kind: &DiagnosticKind| {
        !matches!(kind, DiagnosticKind::Algebra(_) | DiagnosticKind::AssertionFailed | DiagnosticKind::Loading)
    };
    evaluation.diagnostics().iter().any(|diagnostic| is_of_reading(&diagnostic.kind))
}

/// Reports whether what the runtime has under a name asks what an object is: `is`, `in`, `isinstance`.
pub(super) fn is_of_objects(name: &str) -> bool {
    [names::IS, names::IN, names::IS_INSTANCE, names::MATCHES].contains(&name)
}

/// Reads a text of Python.
pub(super) fn read(text: &str) -> Builder {
    reader::read(text)
}

#[cfg(test)]
mod tests;
