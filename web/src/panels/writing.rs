//! Writing of views into the notebook: the layout on the screen as a statement, and statements at the end.

use colex::look::Look;
use colex::notebook::Spelling;
use colex::notebook::value::without_underscores;
use colex_document::View;

use crate::session::Draft;

/// The text of a layout as the statement it came from spells its numbers: C++ keeps the underscores.
pub fn spelled_for(draft: Draft, look: &Look, printed: &str) -> String {
    let evaluation = draft.evaluation.get_untracked().0;
    let spelling = evaluation.statements().get(look.statement).map(|statement| statement.spelling).unwrap_or_default();
    if spelling == Spelling::Cpp { printed.to_string() } else { without_underscores(printed) }
}

/// Writes the layout as a statement of its own at the end, and looks at it.
pub fn append_copy(draft: Draft, look: &Look) {
    let evaluation = draft.evaluation.get_untracked().0;
    let base = look.name.as_ref().map_or_else(|| "copy".to_string(), |name| format!("{name}_copy"));
    let printed = look.layout.to_string();
    let all_static =
        !printed.split(['(', ')', ',', ':']).any(|part| part.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
    let compile_time = draft.options.with_untracked(|options| options.compile_time);
    let printed = match (look.layout.plain(), &look.names) {
        (Some(layout), Some(names)) => names.written_layout(layout),
        _ => printed,
    };
    let literal = if all_static && compile_time { without_underscores(&printed) } else { printed };
    draft.append(&format!("{} = {literal}", evaluation.free_name(&base)));
}

/// Writes statements at the end of the notebook, and looks at the last of them.
pub fn append_all(draft: Draft, statements: &[String]) {
    let number = draft.evaluation.with_untracked(|evaluation| evaluation.0.statements().len());
    draft.edit(|document| {
        document.append(statements.iter().map(String::as_str));
        let last = number + statements.len().saturating_sub(1);
        document.view = View { statement: Some(last), run: document.view.run.take(), ..View::default() };
    });
    draft.complaining.set(true);
}
