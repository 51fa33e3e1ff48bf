//! The value of every statement: at the end of its line in the field, and in a list below where it has no line of its own.

use crate::signals::{Memo, RwSignal};
use colex::look;
use colex::notebook::value::ValueKind;
use colex::notebook::{Evaluation, ExpressionKind, State, Value};
use colex::operations::CATALOGUE;
use colex::words;
use leptos::prelude::*;

use super::colours::is_long;
use super::field::Field;
use crate::languages::say;
use crate::panels::list::list;
use crate::session::{Draft, Parts, Session};

/// The most values that are listed.
const VALUE_LIMIT: usize = 200;
/// The longest printed value in characters; the rest is counted.
const PRINT_LIMIT: usize = 2000;
/// The fewest columns between a statement and the value beside it.
const GAP: usize = 3;
/// With fewer columns than these a value that needs more stands below.
const LEAST: usize = 12;
/// Stands for the value of a statement that has none.
const MISSING: &str = "—";

/// The value of a statement as it is listed.
#[derive(Clone, PartialEq)]
struct Listed {
    statement: usize,
    title: String,
    printed: String,
    note: String,
    /// True if the note is to be read whatever line is looked at.
    is_remark: bool,
    is_text: bool,
    /// Where it stands in the field.
    beside: Option<Beside>,
    /// True if the text says it already, so that nothing is written beside it.
    is_said: bool,
}

/// Where a value stands in the field.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
struct Beside {
    line: usize,
    /// Number of columns that it has.
    room: usize,
    /// True if it needs more than those.
    is_cut: bool,
}

/// The value of every statement; choosing one looks at it.
#[component]
pub fn Values(session: Session, field: Field) -> impl IntoView {
    let Parts { draft, tastes, .. } = *session;
    let chosen = session.screen.chosen_statement;
    let rest = Memo::new(move |_| draft.evaluation.with(|found| found.0.outcomes().len().saturating_sub(VALUE_LIMIT)));
    let more = move || {
        let rest = rest.get();
        (rest > 0)
            .then(|| say!(tastes.tongue.get(), en("{rest} more values are not listed"), zh("另有 {rest} 个值未列出")))
    };
    // Of a long notebook: how far its evaluation is. Typing drops it and begins anew.
    let progress = move || {
        let (done, all) = draft.evaluation.with(|found| (found.0.outcomes().len(), found.0.statements().len()));
        (done < all).then(|| {
            tastes
                .tongue
                .get()
                .pick(format!("{done} of {all} statements evaluated"), format!("已求值 {done} / {all} 条"))
        })
    };
    view! {
        <ul class="values" aria-label=tastes.text("Values", "值")>
            {list(
                move || {
                    let evaluation = draft.evaluation.get().0;
                    let count = evaluation.outcomes().len().min(VALUE_LIMIT);
                    let lines = Lines::of(evaluation.text(), field.columns.get());
                    let mut rows =
                        (0..count).filter_map(|index| listed(session, &evaluation, index)).collect::<Vec<_>>();
                    let begin = |row: &Listed| Some(evaluation.statements().get(row.statement)?.span.start);
                    let mut begins = rows.iter().filter_map(begin).collect::<Vec<_>>();
                    begins.sort_unstable();
                    for row in &mut rows {
                        row.beside = lines.beside(&evaluation, &begins, row);
                    }
                    rows
                },
                Box::new(move |_, listed| value_row(draft, listed, chosen)),
            )}
            {move || more().map(|sentence| view! { <li class="quiet small">{sentence}</li> })}
            {move || progress().map(|sentence| view! { <li class="quiet small" role="status">{sentence}</li> })}
        </ul>
    }
}

fn listed(session: Session, evaluation: &Evaluation, index: usize) -> Option<Listed> {
    let Parts { tastes, screen, focus, arrivals, .. } = *session;
    let statement = evaluation.statements().get(index).filter(|_| evaluation.is_listed(index))?;
    let source = statement.expression.span.of(evaluation.text());
    let title = statement.name.as_ref().map_or_else(|| shorten(source, 40), |(name, _)| name.clone());
    let row = |title: String, printed: String| Listed {
        statement: index,
        title,
        printed,
        note: String::new(),
        is_remark: false,
        is_text: false,
        beside: None,
        is_said: false,
    };
    let plain = |title: String, printed: &str| row(title, printed.to_string());
    // A statement that is broken keeps its row, so that nothing jumps while one types.
    let Some(value) = evaluation.value(index) else {
        let state = evaluation.outcome(index).map(|outcome| &outcome.state);
        return match state {
            // The text says it in grey.
            Some(State::LeftOut(_)) => None,
            Some(State::Unknown(reason, of)) => {
                let sentences = arrivals.sentences.get();
                let tongue = tastes.tongue.get();
                let wrong = evaluation.outcome(index).and_then(|outcome| outcome.notes.first());
                let note = sentences.map(|told| {
                    let why = (told.unknown)(*reason, of.as_deref(), tongue);
                    let wrong = wrong.map(|wrong| tastes.spell(&(told.diagnostic)(wrong, tongue)));
                    [Some(why), wrong].into_iter().flatten().collect::<Vec<_>>().join(tongue.pick(". ", "。"))
                });
                Some(Listed { note: note.unwrap_or_default(), ..plain(title, "?") })
            }
            _ => Some(plain(title, MISSING)),
        };
    };
    let asked = look::asked_point(evaluation, index);
    let asked_of = asked.as_deref().and_then(|asked| asked_of(evaluation, index, asked));
    let (point, counts_bytes) = asked_of.map_or((None, false), |(point, counts_bytes)| (Some(point), counts_bytes));
    let is_literal = matches!(
        statement.expression.kind,
        ExpressionKind::Layout(..) | ExpressionKind::Tuple(_) | ExpressionKind::Int { .. }
    );
    let note = match value {
        Value::Tuple(_) if is_literal && value.kind() == ValueKind::Tiler => {
            tastes.say("tiler: one layout per mode", "tiler：每个 mode 一个布局")
        }
        Value::Tuple(tuple) if is_literal && !tuple.is_leaf() => {
            tastes.say("shape, strides generated", "形状，步长自动生成")
        }
        _ if point.as_ref().is_some_and(|point| !point.inside) => {
            tastes.say("outside the domain, which CuTe does not check", "在定义域之外，CuTe 不作检查")
        }
        _ if counts_bytes => tastes.say(
            "the swizzle counts bytes: the element lies where the picture has it",
            "swizzle 按字节计：元素的位置如图所示",
        ),
        _ if screen.is_wrong(index) => {
            tastes.say("CuTe's answer, not the mathematical one", "CuTe 的答案，并非数学上的结果")
        }
        _ => "",
    };
    let is_remark = !note.is_empty() && !is_literal;
    // Whoever predicts the next number must not read it here: neither of the coordinate nor of what was computed from one.
    let is_number = matches!(value, Value::Tuple(_) | Value::Text(_)) && !is_literal;
    if focus.hides_index.get() && (asked.is_some() || is_number) {
        return Some(plain(title, "?"));
    }
    let printed = cut(tastes.spell(&value.to_string()), tastes.tongue.get());
    // Of a layout that is written out and has no name the value says all.
    let title = if title == printed { String::new() } else { title };
    let is_said = tastes.spell(&source.split_whitespace().collect::<String>()) == printed;
    let note = note.to_string();
    Some(Listed { note, is_remark, is_text: matches!(value, Value::Text(_)), is_said, ..row(title, printed) })
}

/// The lines of a text in the field.
struct Lines {
    /// Where each ends.
    ends: Vec<usize>,
    /// Number of columns that each takes.
    widths: Vec<usize>,
    columns: usize,
}

impl Lines {
    fn of(text: &str, columns: usize) -> Lines {
        let text = if is_long(text) || columns == 0 { "" } else { text };
        let mut lines = Lines { ends: Vec::new(), widths: Vec::new(), columns };
        let mut end = 0;
        for line in text.split('\n') {
            end += line.len();
            lines.ends.push(end);
            lines.widths.push(width(line));
            end += 1;
        }
        lines
    }

    /// Where a value stands beside its statement: in its last line, if no other that is listed begins there behind it.
    fn beside(&self, evaluation: &Evaluation, begins: &[usize], row: &Listed) -> Option<Beside> {
        let end = evaluation.statements().get(row.statement)?.span.end;
        let line = self.ends.partition_point(|line| *line < end);
        let next = begins.get(begins.partition_point(|begin| *begin < end)).copied();
        let is_last = next.is_none_or(|next| self.ends.get(line).is_some_and(|end| next > *end));
        let taken = self.widths.get(line)?;
        if !is_last || row.is_text || row.printed.contains('\n') {
            return None;
        }
        let room = self.columns.saturating_sub(taken + GAP);
        let needed = if row.is_said { 0 } else { width(&row.printed) };
        let is_cut = needed > room;
        // The lines of a program are long, and a few letters are no value: it stands below, by its name.
        if is_cut && (evaluation.program().is_some() || room < LEAST) {
            return None;
        }
        Some(Beside { line, room, is_cut })
    }
}

/// Returns the number of columns that a line takes: what is not ASCII may be twice as wide.
pub fn width(line: &str) -> usize {
    line.chars().map(|letter| if letter.is_ascii() || letter == '…' || letter == '—' { 1 } else { 2 }).sum()
}

/// A value beside its statement. What it has no room for there stands below the field while its line is looked at.
fn value_row(draft: Draft, listed: RwSignal<Listed>, chosen: Memo<Option<usize>>) -> AnyView {
    let of = move |part: fn(&Listed) -> &str| move || listed.with(|listed| part(listed).to_string());
    let class = move || {
        listed.with(|listed| match listed.beside {
            Some(_) => ["beside", if listed.is_said { "said" } else { "" }].join(" "),
            None if listed.is_text => "text".to_string(),
            None => String::new(),
        })
    };
    let place = move |part: fn(Beside) -> usize| {
        move || listed.with(|listed| part(listed.beside.unwrap_or_default()).to_string())
    };
    let is_chosen = move || chosen.get() == Some(listed.with(|listed| listed.statement));
    let is_below = move || {
        let is_chosen = is_chosen();
        listed.with(|listed| {
            let is_short = listed.note.is_empty() && !listed.beside.is_some_and(|beside| beside.is_cut);
            listed.beside.is_some() && (listed.is_remark || is_chosen && !is_short)
        })
    };
    let parts = move || {
        view! {
            <span class="title mono">{of(|listed| &listed.title)}</span>
            <span class="printed mono">{of(|listed| &listed.printed)}</span>
            <span class="quiet small">{of(|listed| &listed.note)}</span>
        }
    };
    view! {
        <li class=class style=("--line", place(|beside| beside.line)) style=("--room", place(|beside| beside.room))>
            <button class="value plain" class:chosen=is_chosen aria-current=move || is_chosen().then_some("true")
                on:click=move |_| draft.choose_statement(listed.with_untracked(|listed| listed.statement))>
                {parts()}
            </button>
        </li>
        <Show when=is_below>
            <li aria-hidden="true"><p class="whole" class:chosen=is_chosen>{parts()}</p></li>
        </Show>
    }
    .into_any()
}

/// A printed value at a length that a list can hold; what is cut off is counted.
fn cut(printed: String, tongue: words::Tongue) -> String {
    let Some((end, _)) = printed.char_indices().nth(PRINT_LIMIT) else { return printed };
    let rest = printed.get(end..).unwrap_or_default().chars().count();
    let head = printed.get(..end).unwrap_or_default();
    format!("{head}… {}", say!(tongue, en("({rest} more characters)"), zh("（另有 {rest} 个字符）")))
}

/// The point that a statement asks a layout for, and whether the layout swizzles bytes, so that the element lies elsewhere.
fn asked_of(evaluation: &Evaluation, statement: usize, asked: &str) -> Option<(look::Point, bool)> {
    let view = look::View { statement: Some(statement), ..look::View::default() };
    let look = look::look(evaluation, &view)?;
    let point = look::read_point(&look.layout, asked, &CATALOGUE).ok()?;
    let own = look.layout.as_applied().index(&point.typed).ok();
    let counts_bytes = own.is_some_and(|own| own != point.index);
    Some((point, counts_bytes))
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
    use colex::evaluate;
    use colex::notebook::Settings;

    #[test]
    fn a_value_stands_at_the_end_of_its_statement_whatever_room_there_is() {
        let places = |text: &str, columns: usize| {
            let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
            let lines = Lines::of(text, columns);
            let place = |index: usize| {
                let printed = evaluation.value(index).map(|value| value.to_string()).unwrap_or_default();
                let row = Listed {
                    statement: index,
                    title: String::new(),
                    printed: colex::notebook::value::without_underscores(&printed),
                    note: String::new(),
                    is_remark: false,
                    is_text: false,
                    beside: None,
                    is_said: false,
                };
                let begins = evaluation.statements().iter().map(|statement| statement.span.start).collect::<Vec<_>>();
                lines.beside(&evaluation, &begins, &row).map(|beside| (beside.line, beside.is_cut))
            };
            (0..evaluation.statements().len()).map(place).collect::<Vec<_>>()
        };
        let whole = |line| Some((line, false));
        assert_eq!(places("size((2,3))\nsize((4,5))", 20), [whole(0), whole(1)]);
        assert_eq!(places("size((2,3)); size((4,5))", 40), [None, whole(0)]);
        assert_eq!(places("\n\nsize((2,3))  // six\n", 40), [whole(2)]);
        assert_eq!(places("size(\n  (2,3)\n)", 40), [whole(2)]);
        // The rows of the field are the lines of the text: a long one is not broken.
        assert_eq!(places("// a long comment above\nsize((2,3))", 20), [whole(1)]);
        assert_eq!(places("size((2,3))\n// a long comment below", 20), [whole(0)]);
        assert_eq!(places("shape((2,3):(1,2))", 30), [whole(0)]);
        assert_eq!(places("shape((2,3):(1,2))", 25), [None]);
        assert_eq!(places("make_shape(12345,678)", 30), [None]);
        assert_eq!(places("make_shape(123456789,12345678)", 46), [Some((0, true))]);
        assert_eq!(width("布局 A — 3…"), 4 + 7);
    }
}
