//! The table of differences: the first layout's cells, and where the other has another index, both.

use crate::signals::{Effect, Memo, RwSignal};
use colex::difference::{Cell, DifferenceGrid, Direction, LayoutDifference, Sameness, ValueDifference};
use leptos::prelude::*;

use super::go_to;
use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::panels::list::list;
use crate::panels::window::{Window, pager};
use crate::session::{Focus, Parts, Session, Shared};

/// The sign of a verdict on two layouts. Of different sizes one function goes on where the other ends.
pub(super) fn sign_of(found: &LayoutDifference) -> &'static str {
    let [size, other_size] = found.sizes;
    match found.sameness {
        Sameness::Function if size < other_size => "⊂",
        Sameness::Function if size > other_size => "⊃",
        Sameness::Letter | Sameness::Numbers | Sameness::Function => "=",
        Sameness::Differ => "≠",
        Sameness::Unknown => "?",
    }
}

/// The sign of a verdict on two other values.
pub(super) fn sign_of_values(found: &ValueDifference) -> &'static str {
    if matches!(found, ValueDifference::Equal | ValueDifference::Staticness { .. }) { "=" } else { "≠" }
}

/// A row as it is shown.
#[derive(Clone, PartialEq)]
struct Line {
    row: u64,
    cells: Vec<Cell>,
}

/// The part of the table around the chosen coordinate.
pub(super) fn differences(
    session: Session,
    grid: Shared<DifferenceGrid>,
    names: Memo<[String; 2]>,
    slice: Memo<Vec<u64>>,
    seek: Callback<Direction>,
) -> AnyView {
    let Parts { tastes, focus, .. } = *session;
    let extent = (grid.0.rows(), grid.0.columns());
    let grid = StoredValue::new(grid.0);
    let window = Window::new(Memo::new(move |_| extent));
    let place_of = move |linear: Option<i64>| {
        let linear = u64::try_from(linear?).ok()?;
        grid.with_value(|grid| grid.place(linear))
    };
    // The window follows the chosen coordinate.
    Effect::new(move |_| {
        if let Some((row, column)) = place_of(focus.marked.get()) {
            window.show(row, column);
        }
    });
    let lines = move || {
        let (rows, columns) = (window.rows(), window.columns());
        let line = |row| {
            let cells = columns.clone().filter_map(|column| grid.with_value(|grid| grid.cell(row, column).ok()));
            Line { row, cells: cells.collect() }
        };
        rows.map(line).collect()
    };
    let headings = move || window.columns().collect::<Vec<_>>();
    let on_key = move |event: KeyboardEvent| {
        if event.alt_key() || event.meta_key() || event.ctrl_key() {
            return;
        }
        let (rows, columns) = extent;
        let key = event.key();
        match browser::key_of(&event).as_str() {
            "n" => return seek.run(Direction::Next),
            "p" => return seek.run(Direction::Previous),
            _ => {}
        }
        let shown = untrack(move || (window.rows().start, window.columns().start));
        let at = place_of(focus.chosen.get_untracked());
        let (row, column) = at.unwrap_or(shown);
        let step = u64::from(at.is_some());
        let (row, column) = match key.as_str() {
            "ArrowUp" => (row.saturating_sub(step), column),
            "ArrowDown" => (row.saturating_add(step), column),
            "ArrowLeft" => (row, column.saturating_sub(step)),
            "ArrowRight" => (row, column.saturating_add(step)),
            "Home" => (row, 0),
            "End" => (row, columns.saturating_sub(1)),
            "PageUp" => (0, column),
            "PageDown" => (rows.saturating_sub(1), column),
            _ => return,
        };
        event.prevent_default();
        if row < rows && column < columns {
            go_to(session.draft, session.screen, grid.with_value(|grid| grid.coordinate(row, column)));
            show_chosen(focus);
        }
    };
    let active = move || {
        let linear = focus.marked.get();
        let (row, column) = place_of(linear)?;
        let is_shown = window.rows().contains(&row) && window.columns().contains(&column);
        linear.filter(|_| is_shown).map(|linear| format!("difference-{linear}"))
    };
    let label = move || {
        let [name, other] = names.get();
        say!(
            tastes.tongue.get(),
            en(
                "Differences of {name} and {other}; arrow keys choose a cell, n and p the next and the previous difference"
            ),
            zh("{name} 与 {other} 的不同处；用方向键选择单元格，n 与 p 跳到下一处与上一处不同")
        )
    };
    let slice_words = move || {
        let slice = slice.get();
        let shown = slice.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        (!slice.is_empty()).then(|| format!("(·,·,{shown})"))
    };
    if extent.0 == 0 || extent.1 == 0 {
        return view! { <p class="quiet">{tastes.text("No coordinates", "没有坐标")}</p> }.into_any();
    }
    view! {
        <p class="quiet small mono">{slice_words}</p>
        <div class="difference-frame">
            <table role="grid" tabindex="0" class="difference-table mono" on:keydown=on_key aria-label=label
                on:pointerleave=move |_| focus.hover.set(None)
                aria-rowcount=extent.0.saturating_add(1).to_string()
                aria-activedescendant=active>
                <thead><tr aria-rowindex="1">
                    <td></td>
                    {move || headings().into_iter().map(|column| view! { <th scope="col">{column}</th> }).collect::<Vec<_>>()}
                </tr></thead>
                <tbody>{list(lines, Box::new(move |_, line| row(session, line, names)))}</tbody>
            </table>
        </div>
        {pager(tastes, window)}
        <p class="quiet small">{move || {
            let [name, other] = names.get();
            say!(tastes.tongue.get(), en("Where they differ: the index in {name} → the index in {other}"), zh("不同之处：{name} 的索引 → {other} 的索引"))
        }}</p>
    }
    .into_any()
}

/// The chosen cell may lie outside of what the frame shows.
pub(super) fn show_chosen(focus: Focus) {
    if let Some(linear) = focus.chosen.get_untracked() {
        browser::show_nearest_later(format!("difference-{linear}"));
    }
}

fn row(session: Session, line: RwSignal<Line>, names: Memo<[String; 2]>) -> AnyView {
    let number = Memo::new(move |_| line.with(|line| line.row));
    let cells = move || line.with(|line| line.cells.clone());
    view! {
        <tr aria-rowindex=move || number.get().saturating_add(2).to_string()>
            <th scope="row">{move || number.get()}</th>
            {list(cells, Box::new(move |_, shown| cell(session, shown, names)))}
        </tr>
    }
    .into_any()
}

fn cell(session: Session, shown: RwSignal<Cell>, names: Memo<[String; 2]>) -> AnyView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let coordinate = Memo::new(move |_| shown.with(|shown| i64::try_from(shown.coordinate).unwrap_or(i64::MAX)));
    let agrees = Memo::new(move |_| shown.with(|shown| shown.agrees));
    let is_chosen = Memo::new(move |_| focus.marked.get() == Some(coordinate.get()));
    let is_lit = move || focus.hover.get() == Some(coordinate.get());
    let text = move || {
        shown.with(|shown| match (&shown.right, shown.agrees) {
            (_, true) => tastes.spell(&shown.left),
            (right, false) => {
                format!(
                    "{}→{}",
                    tastes.spell(&shown.left),
                    right.as_deref().map_or("–".to_string(), |right| tastes.spell(right))
                )
            }
        })
    };
    let words = move || {
        if agrees.get() {
            return None;
        }
        let ([name, other], tongue) = (names.get(), tastes.tongue.get());
        shown.with(|shown| {
            let left = tastes.spell(&shown.left);
            Some(match &shown.right {
                Some(right) => {
                    let right = tastes.spell(right);
                    say!(
                        tongue,
                        en("differs: {name} {left}, {other} {right}"),
                        zh("不同：{name} {left}，{other} {right}")
                    )
                }
                None => {
                    say!(tongue, en("{left}, beyond the size of {other}"), zh("{left}，超出 {other} 的大小"))
                }
            })
        })
    };
    view! {
        <td role="gridcell" id=move || format!("difference-{}", coordinate.get()) class:differs=move || !agrees.get()
            class:chosen=move || is_chosen.get() class:lit=is_lit aria-selected=move || is_chosen.get().to_string() aria-label=words
            on:click=move |_| go_to(draft, screen, coordinate.get_untracked().unsigned_abs())
            on:pointerenter=move |_| focus.hover.set(Some(coordinate.get_untracked()))>
            {text}
        </td>
    }
    .into_any()
}
