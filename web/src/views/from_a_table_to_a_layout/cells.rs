//! The cells of the table: a field each, filled by keys, by pasting, or by the brush.

use crate::signals::{Memo, RwSignal};
use colex::from_table::Refutation;
use leptos::prelude::*;

use super::drawing::Drawing;
use crate::browser::{self, ClipboardEvent, KeyboardEvent, PointerEvent};
use crate::languages::say;
use crate::panels::list::list;
use crate::panels::window::pager;
use crate::session::Tastes;

/// Number of colours that cells have.
const COLOURS: i64 = 8;

/// The part of the table that is shown.
pub(super) fn cells(tastes: Tastes, drawing: Drawing) -> AnyView {
    let window = drawing.window;
    let rows = move || window.rows().map(|row| row as usize).collect::<Vec<_>>();
    let columns = move || window.columns().map(|column| column as usize).collect::<Vec<_>>();
    let row = move |row: RwSignal<usize>| {
        let inside =
            move |column: RwSignal<usize>| cell(tastes, drawing, Memo::new(move |_| (row.get(), column.get())));
        view! {
            <tr>
                <th scope="row">{move || row.get()}</th>
                {list(columns, Box::new(move |_, column| inside(column)))}
            </tr>
        }
        .into_any()
    };
    let on_down = move |event: PointerEvent| {
        if !drawing.painting.get_untracked() || event.button() != 0 {
            return;
        }
        if let Some((row, column)) = cell_under(&event) {
            event.prevent_default();
            browser::capture_pointer(&event);
            browser::focus(&field_id(row, column));
            drawing.put_down(row, column);
        }
    };
    let on_move = move |event: PointerEvent| {
        if event.buttons() == 0 || drawing.brush.with_untracked(Option::is_none) {
            return;
        }
        if let Some((row, column)) = cell_under(&event) {
            drawing.paint(row, column);
        }
    };
    let headings =
        move || columns().into_iter().map(|column| view! { <th scope="col">{column}</th> }).collect::<Vec<_>>();
    let digits = Memo::new(move |_| drawing.digits());
    view! {
        <div class="sketch-frame" style=("--digits", move || digits.get().to_string()) class:painting=move || drawing.painting.get()
            on:pointerdown=on_down on:pointermove=on_move on:pointerup=move |_| drawing.lift() on:pointercancel=move |_| drawing.lift()>
            <table class="sketch-table mono" aria-label=tastes.text("Indices to find a layout for", "要为其查找布局的索引表")>
                <thead><tr><td></td>{headings}</tr></thead>
                <tbody>{list(rows, Box::new(move |_, number| row(number)))}</tbody>
            </table>
        </div>
        {pager(tastes, window)}
    }
    .into_any()
}

fn field_id(row: usize, column: usize) -> String {
    format!("sketch-{row}-{column}")
}

/// The cell under a pointer.
fn cell_under(event: &PointerEvent) -> Option<(usize, usize)> {
    let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
    let (id, _) = browser::element_under(x, y, ".sketch-table td[id]")?;
    let (row, column) = id.strip_prefix("sketch-cell-")?.split_once('-')?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Relation of a cell to the reason that there is no layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    /// It proves that there is none.
    Proves(i64),
    /// It says what would have to stand there.
    Says,
}

fn part_of(refutation: Option<&Refutation>, cell: (usize, usize)) -> Part {
    match refutation {
        Some(refutation) if refutation.cell == cell => Part::Proves(refutation.expected),
        Some(refutation) if refutation.because.contains(&cell) => Part::Says,
        _ => Part::None,
    }
}

fn cell(tastes: Tastes, drawing: Drawing, place: Memo<(usize, usize)>) -> AnyView {
    let value = Memo::new(move |_| {
        let (row, column) = place.get();
        drawing.cell(row, column)
    });
    let part = Memo::new(move |_| drawing.refutation.with(|found| part_of(found.as_ref(), place.get())));
    let draft = RwSignal::new(None::<String>);
    let shown = move || draft.get().unwrap_or_else(|| value.get().map(|value| value.to_string()).unwrap_or_default());
    let is_wrong = move || draft.with(|draft| draft.as_deref().is_some_and(|draft| read(draft).is_none()));
    let class = move || value.get().map(|value| value.rem_euclid(COLOURS).to_string());
    let words = move || {
        let ((row, column), tongue) = (place.get(), tastes.tongue.get());
        let place = say!(tongue, en("row {row}, column {column}"), zh("第 {row} 行第 {column} 列"));
        match part.get() {
            Part::None => place,
            Part::Proves(expected) => say!(
                tongue,
                en("{place}; this cell proves that there is no layout: it would have to be {expected}"),
                zh("{place}；此单元格证明没有布局：应为 {expected}")
            ),
            Part::Says => say!(
                tongue,
                en("{place}; says what the marked cell would have to be"),
                zh("{place}；说明所标单元格应为何值")
            ),
        }
    };
    let on_input = move |event| {
        let text = event_target_value(&event);
        if let Some(value) = read(&text) {
            let (row, column) = place.get_untracked();
            drawing.set(row, column, value);
        }
        draft.set(Some(text));
    };
    let on_paste = move |event: ClipboardEvent| {
        let Some(text) = browser::pasted(&event) else { return };
        // A single number is typed.
        if read(&text).is_none() {
            event.prevent_default();
            let (row, column) = place.get_untracked();
            draft.set(None);
            drawing.paste(row, column, &text);
        }
    };
    let on_key = move |event: KeyboardEvent| key(drawing, place.get_untracked(), draft, &event);
    let id = move || {
        let (row, column) = place.get();
        field_id(row, column)
    };
    let cell_id = move || {
        let (row, column) = place.get();
        format!("sketch-cell-{row}-{column}")
    };
    let select = move |_| {
        let (row, column) = place.get_untracked();
        browser::select_text(&field_id(row, column));
    };
    view! {
        <td id=cell_id data-class=class class:proves=move || matches!(part.get(), Part::Proves(_)) class:says=move || part.get() == Part::Says>
            <input type="text" inputmode="numeric" autocomplete="off" spellcheck="false" id=id aria-label=words
                readonly=move || drawing.painting.get() prop:value=shown aria-invalid=move || is_wrong().to_string()
                on:input=on_input on:paste=on_paste on:keydown=on_key on:focus=select
                on:blur=move |_| draft.set(None)/>
        </td>
    }
    .into_any()
}

/// A number as typed, or none where nothing is; `None` where it is something else.
fn read(text: &str) -> Option<Option<i64>> {
    let text = text.trim();
    if text.is_empty() {
        return Some(None);
    }
    text.replace('−', "-").parse().ok().map(Some)
}

/// Handles a key in a cell.
fn key(drawing: Drawing, (row, column): (usize, usize), draft: RwSignal<Option<String>>, event: &KeyboardEvent) {
    // A key that chooses among words of an input method is none of this.
    if event.alt_key() || event.is_composing() {
        return;
    }
    let (rows, columns) = untrack(move || drawing.extent());
    let painting = drawing.painting.get_untracked();
    let name = event.key();
    if event.ctrl_key() || event.meta_key() {
        match (browser::key_of(event).as_str(), event.shift_key()) {
            ("z", false) => drawing.undo(),
            ("y", false) | ("z", true) => drawing.redo(),
            _ => return,
        }
        draft.set(None);
        event.prevent_default();
        event.stop_propagation();
        return;
    }
    let (at_start, at_end) = if painting { (true, true) } else { browser::caret_ends(event) };
    let target = match (name.as_str(), event.shift_key()) {
        ("ArrowUp", _) => row.checked_sub(1).map(|row| (row, column)),
        ("ArrowDown", _) => Some((row + 1, column)),
        ("ArrowLeft", false) if at_start => column.checked_sub(1).map(|column| (row, column)),
        ("ArrowRight", false) if at_end => Some((row, column + 1)),
        // In the order of 1-D coordinates: down a column, then on in the next.
        ("Enter", false) if row + 1 < rows => Some((row + 1, column)),
        ("Enter", false) => Some((0, column + 1)),
        ("Enter", true) if row > 0 => Some((row - 1, column)),
        ("Enter", true) => column.checked_sub(1).map(|column| (rows.saturating_sub(1), column)),
        (" ", _) if painting => {
            event.prevent_default();
            match drawing.brush.get_untracked() {
                Some(_) => drawing.lift(),
                None => drawing.put_down(row, column),
            }
            return;
        }
        ("Escape", _) if drawing.brush.with_untracked(Option::is_some) => {
            drawing.lift();
            return;
        }
        _ => return,
    };
    event.prevent_default();
    let Some((row, column)) = target.filter(|(row, column)| *row < rows && *column < columns) else { return };
    draft.set(None);
    drawing.paint(row, column);
    let window = drawing.window;
    let is_shown =
        untrack(move || window.rows().contains(&(row as u64)) && window.columns().contains(&(column as u64)));
    // The next key may be there before the next frame.
    if is_shown {
        browser::focus_and_select(&field_id(row, column));
    } else {
        window.show(row as u64, column as u64);
        browser::before_paint(move || browser::focus_and_select(&field_id(row, column)));
    }
}
