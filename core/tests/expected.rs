//! Everything said of a statement, in whole, as files: its value, its code, its steps, its laws with their verdicts,
//! its picture and its mistakes, in both languages. There is one file for the example of each function, and one for
//! each notebook in `expected/notebooks.txt`.
//!
//! `UPDATE_EXPECT=1 cargo test -p colex --test all expected::` writes them anew; what it changed is read before it is committed.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use colex::emit::{Form, named_statement};
use colex::evaluate;
use colex::notebook::{Diagnostic, Evaluation, Settings};
use colex::operations::{answer, contract, explained, scene};
use colex::words::{self, Tongue};
use colex::work::finish;
use expect_test::expect_file;

/// Number of cells of a picture that are written.
const CELLS: i64 = 16;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/expected")
}

/// Both sentences, each on a line.
fn both(text: &mut String, say: impl Fn(Tongue) -> String) {
    for tongue in [Tongue::English, Tongue::Chinese] {
        let _ = writeln!(text, "  {}", say(tongue).replace('\n', "\n  "));
    }
}

/// A mistake or a note: where it stands, and what would mend it.
fn said(found: &Diagnostic, text: &mut String) {
    let _ = writeln!(text, "said at {}..{}:", found.span.start, found.span.end);
    both(text, |tongue| words::diagnostic(found, tongue));
    for repair in &found.repairs {
        both(text, |tongue| format!("  {}", words::repair(repair, tongue)));
    }
}

/// All that is said of a statement.
fn told(evaluation: &Evaluation, number: usize, text: &mut String) {
    if let Some(value) = evaluation.value(number) {
        let _ = writeln!(text, "value: {value}");
        for form in [Form::Cpp, Form::Python, Form::Json] {
            let code = named_statement(None, value, evaluation.names(number).map(AsRef::as_ref), form);
            let code = code.unwrap_or_else(|unspelled| words::unspelled(&unspelled, Tongue::English));
            let _ = writeln!(text, "{}: {code}", form.name());
        }
    }
    if let Some(outcome) = evaluation.outcomes().nth(number) {
        outcome.diagnostics.iter().chain(&outcome.notes).for_each(|found| said(found, text));
    }
    if let Some(answer) = answer(evaluation, number) {
        text.push_str("answer:\n");
        both(text, |tongue| words::answer(&answer, tongue));
    }
    for step in evaluation.steps(number).iter() {
        text.push_str("step:\n");
        both(text, |tongue| words::step(step, tongue));
    }
    if let Some(contract) = contract(evaluation, number) {
        for law in &contract.laws {
            let verdict = finish(law.check(), 1 << 20);
            let _ = writeln!(text, "law: {}", words::equation(law.kind, &contract.letters, Tongue::English));
            both(text, |tongue| match &verdict {
                Ok(verdict) => words::in_names(&words::verdict(verdict, tongue), &contract.letters, tongue),
                Err(error) => words::error(error, tongue),
            });
        }
    }
    if let Some(scene) = scene(evaluation, number) {
        let _ = writeln!(text, "picture: {:?}", scene.kind);
        both(text, |tongue| words::colours(&scene, &scene.colours, tongue));
        for (place, panel) in scene.panels.iter().enumerate() {
            let classes = scene.classes(place, 0..panel.size.min(CELLS), &scene.colours);
            let _ = writeln!(text, "  {:?}: {classes:?}", panel.role);
        }
        if let Some(result) = scene.result() {
            both(text, |tongue| words::way(&scene, result, 1, tongue));
        }
    }
}

/// The whole of what is said of a notebook.
fn of(notebook: &str) -> String {
    let evaluation = evaluate(notebook, Settings { compile_time: true, ..Settings::default() });
    let mut text = String::new();
    for (number, statement) in evaluation.statements().iter().enumerate() {
        let source = notebook.get(statement.span.start..statement.span.end).unwrap_or_default();
        let _ = writeln!(text, "> {}", source.replace('\n', "\n> "));
        told(&evaluation, number, &mut text);
        text.push('\n');
    }
    // Text that is no statement: its mistakes belong to none.
    let own: Vec<_> = evaluation.outcomes().flat_map(|outcome| &outcome.diagnostics).collect();
    evaluation.diagnostics().into_iter().filter(|found| !own.contains(found)).for_each(|found| said(found, &mut text));
    text
}

/// A name as a file's: some systems do not tell `Shape` from `shape`.
fn file(name: &str) -> String {
    let kind = if name.starts_with(|first: char| first.is_uppercase()) { "type " } else { "" };
    format!("{kind}{name}.txt").to_lowercase().replace(' ', "-")
}

#[test]
fn what_is_said_is_what_is_written() {
    let notebooks = std::fs::read_to_string(folder().join("notebooks.txt")).expect("the notebooks");
    let mut written = BTreeSet::from(["notebooks.txt".to_owned()]);
    let examples = explained().map(|(function, help)| (function.name.to_owned(), help.example.to_owned()));
    let others = notebooks.split("\n\n").filter_map(|notebook| {
        let (name, text) = notebook.trim().strip_prefix("# ")?.split_once('\n')?;
        Some((format!("notebook {name}"), text.to_owned()))
    });
    for (name, notebook) in examples.chain(others) {
        let name = file(&name);
        expect_file![folder().join(&name)].assert_eq(&of(&notebook));
        assert!(written.insert(name.clone()), "two are called {name}");
    }
    // Files that nothing is named after any more go.
    for entry in std::fs::read_dir(folder()).expect("a folder") {
        let entry = entry.expect("a file");
        let name = entry.file_name().to_string_lossy().into_owned();
        if !written.contains(&name) {
            assert!(std::env::var_os("UPDATE_EXPECT").is_some(), "nothing is said that {name} could hold");
            std::fs::remove_file(entry.path()).expect("removed");
        }
    }
}
