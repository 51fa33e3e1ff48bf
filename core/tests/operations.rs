//! Rules about rows of operations, read off the sources: what a row says no other file says again.

use std::fs;
use std::path::{Path, PathBuf};

use colex::operations::all_names;

/// Names that are ordinary words, too: parameters, fields, labels. Compared with a name they are refused all the same.
const WORDS: &[&str] = &[
    "layout", "shape", "stride", "size", "cosize", "rank", "depth", "tile", "group", "sum", "true", "false", "True",
    "False", "holds", "image", "Shape", "Stride", "Tile", "Step", "C",
];

/// Places that may write names, each with its reason.
const PLACES: &[(&str, &str)] = &[
    ("core/src/layout/algebra/", "an operation tells its steps, and its errors, under its own name"),
    ("core/src/language/called.rs", "what the language and what explains it mean themselves stands below them"),
    ("core/src/layout/atom/", "what CuTe prints is named so, and elements have types"),
    ("core/src/tell/paste/", "programs write names, and words of their languages are called like some"),
    ("core/src/tell/printed/", "what CuTe prints is named so, and so are its types"),
    ("core/src/tell/words/kind.rs", "kinds of values are called what C++ calls their types"),
    ("core/src/layout/composed.rs", "so does a composition with a swizzle"),
    ("core/src/layout/int.rs", "an error of arithmetic says what was computed"),
    ("core/src/tell/learn/", "exercises write calls, and lessons are called after operations"),
    ("core/src/language/notebook/construct.rs", "types of elements, of which some convert when they are called"),
    ("core/src/language/notebook/parse/declaration.rs", "words of C++ that declare a type"),
    ("core/src/language/notebook/parse/primary.rs", "words of C++ that make one type"),
    ("web/src/browser/calls.rs", "a trap of a Proxy is called like one"),
    ("web/src/views/facts/", "the labels of a choice are what the notebook would write for it"),
    ("web/src/views/thread_value_map/", "a button writes a call into the notebook"),
];

/// Words that are compared, and with what.
const COMPARED: &[(&str, &str, &str)] = &[];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The string literals of a line, each with what stands before and behind it.
fn literals(line: &str) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = line[from..].find('"').map(|at| from + at) {
        let mut end = open + 1;
        while let Some(letter) = line[end..].chars().next().filter(|letter| *letter != '"') {
            let step = if letter == '\\' { 1 + line[end + 1..].chars().next().map_or(0, char::len_utf8) } else { 0 };
            end += step.max(letter.len_utf8());
        }
        found.push((&line[..open], &line[open + 1..end], line.get(end + 1..).unwrap_or_default()));
        from = line.len().min(end + 1);
    }
    found
}

/// Returns true if a literal is compared with something: in a pattern, by an operator, or as the end of something.
fn is_compared(before: &str, behind: &str) -> bool {
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let is_attribute = behind.starts_with('>') || before.ends_with('=') && !before.ends_with("==");
    let operator = ["==", "!="].iter().any(|sign| before.ends_with(sign) || behind.starts_with(sign));
    let is_pattern = !is_attribute && (behind.starts_with("=>") || behind.starts_with("| ") || before.ends_with('|'));
    let asks = ["find(", "starts_with(", "ends_with(", "contains(", "strip_prefix(", "strip_suffix(", "contains(&"];
    operator || is_pattern || asks.iter().any(|ask| before.ends_with(ask))
}

/// Describes what is wrong with a line of a file, if anything. `own` are the names of the rows that stand in the file.
fn offence<'a>(file: &str, line: &'a str, own: &[&str], names: &[&str]) -> Option<&'a str> {
    let asks_a_name = [".name.ends_with(\"", ".name.starts_with(\"", ".name.contains(\"", "operation.ends_with(\""];
    if asks_a_name.iter().any(|ask| line.contains(ask)) {
        return Some("part of a name");
    }
    let refused = |(before, literal, behind): &(&str, &str, &str)| {
        let is_compared = is_compared(before, behind);
        let may = COMPARED.iter().any(|(place, word, _)| file.starts_with(place) && word == literal);
        names.contains(literal) && !own.contains(literal) && !may && (is_compared || !WORDS.contains(literal))
    };
    literals(line).into_iter().find(refused).map(|(_, literal, _)| literal)
}

/// The literals of the code of a file that are names of operations and stand for them.
fn offences(file: &str, text: &str, names: &[&str]) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let is_row = file.starts_with("core/src/operations/");
    let said = |line: &&str| ["name: \"", "aliases: &["].iter().any(|field| line.trim_start().starts_with(field));
    let mut own = Vec::new();
    let mut in_aliases = false;
    for line in code.lines().filter(|_| is_row) {
        let begins = said(&line);
        if begins || in_aliases {
            own.extend(literals(line).into_iter().map(|(_, literal, _)| literal));
            in_aliases = !line.contains(']') && (in_aliases || line.contains("aliases: &["));
        }
    }
    // A row gives words to letters and names its parameters.
    let says_nothing = ["//", "parameters: &["];
    let lines = code.lines().enumerate();
    let lines = lines.filter(|(_, line)| !says_nothing.iter().any(|begins| line.trim_start().starts_with(begins)));
    let found = lines.filter_map(|(number, line)| {
        let name = offence(file, line, &own, names)?;
        Some(format!("{file}:{}: {name:?} in {}", number + 1, line.trim()))
    });
    found.collect()
}

#[test]
fn what_is_called_so_is_said_in_one_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("core lies in the workspace");
    let names = all_names().collect::<Vec<_>>();
    let mut files = Vec::new();
    for folder in ["core/src", "document/src", "web/src"] {
        sources(&root.join(folder), &mut files);
    }
    let mut found = Vec::new();
    for path in files {
        let file = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        if !PLACES.iter().any(|(place, _)| file.starts_with(place)) {
            found.extend(offences(&file, &fs::read_to_string(&path).expect("a source"), &names));
        }
    }
    assert!(found.is_empty(), "an operation is meant by its row, not by its name:\n{}\n", found.join("\n"));
}

/// Returns true if a line reads the name of a row, and no constant is made of it.
fn reads_a_row(line: &str) -> bool {
    let line = line.trim_start();
    let is_constant = line.starts_with("const ") || line.contains(") const ") || line.contains("told_as:");
    let is_row = |name: &str| {
        let word = name.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next().unwrap_or_default();
        word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
    };
    !is_constant && !line.starts_with("//") && line.match_indices(".name").any(|(at, _)| is_row(&line[..at]))
}

/// A row that is read while the program runs brings what computes, states and draws it into the part that reads.
#[test]
fn rows_are_read_while_this_is_compiled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/operations");
    let mut files = Vec::new();
    sources(&folder, &mut files);
    for path in files.iter().filter(|path| !path.ends_with("mod.rs")) {
        let text = fs::read_to_string(path).expect("a source");
        let found = text.lines().find(|line| reads_a_row(line));
        assert_eq!(found, None, "{}: `called` has the name", path.display());
        let shown = text.lines().find(|line| line.starts_with("pub(crate)") && line.ends_with(": Row = Row {"));
        assert_eq!(shown, None, "{}: a row is `pub(super)`", path.display());
    }
    assert!(reads_a_row("    if name == UPCAST.name {") && !reads_a_row("pub(crate) const TAGS: X = [UPCAST.name];"));
    assert!(!reads_a_row("    performed.function.name") && !reads_a_row("// UPCAST.name"));
}

#[test]
fn the_rule_sees_what_it_refuses() {
    let names = ["coalesce", "layout", "tile", "flat_divide"];
    let lines = [
        ("match name { \"coalesce\" => 1, _ => 0 }", true),
        ("    \"layout\" | other => 1,", true),
        ("if name == \"layout\" {", true),
        ("functions::find(\"coalesce\")", true),
        ("function.name.ends_with(\"_divide\")", true),
        ("(\"coalesce\", 1),", true),
        ("parameters: &[\"layout\", \"tiler\"],", false),
        ("let word = [\"layout\", \"布局\"];", false),
        ("(None, _) => \"layout\".to_string(),", false),
        ("<div role=\"layout\">", false),
        ("// match \"coalesce\" => 1", false),
        ("println(\"a \\\" coalesce\")", false),
    ];
    for (line, is_refused) in lines {
        assert_eq!(!offences("core/src/explain/laws/mod.rs", line, &names).is_empty(), is_refused, "{line}");
    }
    let row = "    name: \"flat_divide\",\n    aliases: &[\"coalesce\"],\n    told_as: &[\"flat_divide\"],\n";
    assert_eq!(offences("core/src/operations/divide.rs", row, &names), Vec::<String>::new());
    assert_eq!(offences("core/src/explain/laws/divide.rs", row, &names).len(), 3);
}
