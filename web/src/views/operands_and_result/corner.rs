//! The corner of the first tile: pulled, or moved by keys, it changes the tile that the notebook has.

use colex::alternatives::{tile, with_tile};
use colex::scene::Role;
use leptos::html::Canvas;
use leptos::prelude::*;

use super::Stage;
use super::sheet::Sheet;
use crate::browser::{self, KeyboardEvent, PointerEvent};
use crate::languages::say;
use crate::session::Parts;
use crate::signals::{Effect, Memo, RwSignal};

/// The least cell whose corner is pulled, in CSS pixels.
const CELL_LEAST: f64 = 16.0;

/// Corner that is held: where the pointer was, the tile's rows and columns then, and whether it changed since.
#[derive(Clone, Copy)]
struct Held {
    from: (f64, f64),
    tile: (i64, i64),
    changed: bool,
}

/// The corner, where the operation cuts this panel by mode and each cell of it is drawn.
pub(super) fn corner(
    stage: Stage,
    number: usize,
    canvas: NodeRef<Canvas>,
    sheet: Memo<Option<Sheet>>,
) -> impl IntoView {
    let Stage { session, picture, pulled, .. } = stage;
    let Parts { draft, tastes, .. } = *session;
    let own = Memo::new(move |_| {
        let is_cut = |scene: &colex::scene::Scene| scene.panels.get(number).is_some_and(|it| it.role == Role::Operand);
        picture.scene.with(|scene| scene.as_ref().is_some_and(|scene| is_cut(&scene.0))).then_some(())?;
        let statement = picture.statement.get()?;
        let extents = draft.evaluation.with(|evaluation| tile(&evaluation.0, statement))?;
        Some((*extents.first()?, *extents.get(1)?))
    });
    let place = RwSignal::new(None::<(f64, f64)>);
    Effect::new(move |_| {
        stage.moved.track();
        stage.width.track();
        let found = canvas.get().and_then(|canvas| {
            let sheet = sheet.get().filter(|sheet| sheet.step == (1, 1) && sheet.first == (0, 0))?;
            let (rows, columns) = own.get().filter(|_| sheet.cell >= CELL_LEAST)?;
            let (left, top) = (f64::from(canvas.offset_left()), f64::from(canvas.offset_top()));
            let (across, down) = (columns.min(sheet.columns) as f64, rows.min(sheet.rows) as f64);
            Some((left + 1.0 + across * sheet.cell, top + 1.0 + down * sheet.high))
        });
        place.renew(found);
    });
    let held = StoredValue::new(None::<Held>);
    let resize = move |(rows, columns): (i64, i64), goes_on: bool| {
        let edit = draft.evaluation.with_untracked(|evaluation| {
            let sheet = sheet.get_untracked()?;
            // Text typed meanwhile is not read yet.
            let is_present = draft.text.with_untracked(|text| **text == *evaluation.0.text());
            let statement = picture.statement.get_untracked().filter(|_| is_present)?;
            let mut extents = tile(&evaluation.0, statement)?;
            let before = extents.clone();
            for (extent, (wanted, most)) in extents.iter_mut().zip([(rows, sheet.rows), (columns, sheet.columns)]) {
                *extent = wanted.clamp(1, most.max(1));
            }
            if extents == before { None } else { with_tile(&evaluation.0, statement, &extents) }
        });
        if let Some(edit) = &edit {
            draft.write(edit.span, &edit.text, goes_on);
        }
        edit.is_some()
    };
    let on_down = move |event: PointerEvent| {
        let Some(tile) = own.get_untracked().filter(|_| event.button() == 0) else { return };
        held.set_value(Some(Held {
            from: (f64::from(event.client_x()), f64::from(event.client_y())),
            tile,
            changed: false,
        }));
        browser::capture_pointer(&event);
        pulled.set(true);
    };
    let on_move = move |event: PointerEvent| {
        let (Some(now), Some(sheet)) = (held.get_value(), sheet.get_untracked()) else { return };
        let cells = |now: i32, from: f64, side: f64| ((f64::from(now) - from) / side).round() as i64;
        let rows = now.tile.0 + cells(event.client_y(), now.from.1, sheet.high);
        let columns = now.tile.1 + cells(event.client_x(), now.from.0, sheet.cell);
        if resize((rows, columns), now.changed) {
            held.set_value(Some(Held { changed: true, ..now }));
        }
    };
    let let_go = move || {
        held.set_value(None);
        pulled.set(false);
    };
    let on_key = move |event: KeyboardEvent| {
        let Some((rows, columns)) = own.get_untracked() else { return };
        let wanted = match event.key().as_str() {
            "ArrowUp" => (rows - 1, columns),
            "ArrowDown" => (rows + 1, columns),
            "ArrowLeft" => (rows, columns - 1),
            "ArrowRight" => (rows, columns + 1),
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        resize(wanted, event.repeat());
    };
    let label = move || {
        let (rows, columns) = own.get().unwrap_or_default();
        say!(
            tastes.tongue.get(),
            en("Tile of {rows} × {columns}: pull this corner, or use the arrow keys"),
            zh("{rows} × {columns} 的 tile：拖动此角，或用方向键")
        )
    };
    let at = move |read: fn((f64, f64)) -> f64| move || place.get().map(|place| format!("{}px", read(place)));
    view! {
        <Show when=move || place.with(Option::is_some)>
            <button class="operation-corner" style:left=at(|place| place.0) style:top=at(|place| place.1)
                aria-label=label title=label on:pointerdown=on_down on:pointermove=on_move
                on:pointerup=move |_| let_go() on:pointercancel=move |_| let_go() on:keydown=on_key></button>
        </Show>
    }
}
