//! The tile as a picture that scrolls, and the keys and the pointer on it.

use crate::signals::{Effect, Memo, RwSignal};
use colex::thread_value::Tile;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::map::Map;
use super::paint::{Marks, draw, draw_hovered};
use super::table;
use super::words;
use crate::browser::{self, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use crate::languages::say;
use crate::panels::board::{is_thin, within};
use crate::panels::cells_table::CellsTable;
use crate::panels::measured;
use crate::panels::pauses::drawn;
use crate::session::Parts;

/// The largest cell that is made to fit, in CSS pixels.
const CELL_FIT: f64 = 46.0;
/// The smallest and the largest cell, in CSS pixels.
const CELL_LEAST: f64 = 1.0;
const CELL_MOST: f64 = 96.0;
/// Cells at least this large can be read, and those of a long line are this large, in CSS pixels.
const CELL_READ: f64 = 16.0;
const CELL_LINE: f64 = 28.0;
/// Which part of the window's height the picture may take at most, and never less than so many CSS pixels.
const HEIGHT_PART: f64 = 0.55;
const HEIGHT_LEAST: f64 = 180.0;
/// The room above the columns, and below the rows for a scroll bar, in CSS pixels.
const HEAD: f64 = 20.0;
const SCROLL_BAR: f64 = 16.0;

/// Where the cells stand on the canvas, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) rows: u64,
    pub(super) columns: u64,
    /// The side of a cell.
    pub(super) cell: f64,
    /// The room for the numbers of the rows.
    pub(super) left: f64,
    /// The room for the numbers of the columns.
    pub(super) top: f64,
    /// The size of the canvas.
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Place {
    /// All of a tile if no side is given, else its cells at that side.
    fn of(tile: &Tile, width: f64, most: f64, scale: f64, side: Option<f64>) -> Place {
        let (rows, columns) = (tile.rows(), tile.columns());
        let digits = rows.saturating_sub(1).to_string().len() as f64;
        let left = if rows == 1 { 1.0 } else { (digits * 7.0 + 9.0) * scale };
        let top = HEAD * scale;
        let fit = ((width - left - 2.0) / columns as f64).min((most - top - 2.0) / rows as f64);
        // A long line keeps legible cells, and so does what would be as thin as one; it scrolls.
        let is_line = rows == 1 || columns == 1 || is_thin(rows as f64, columns as f64, fit, CELL_READ);
        let least = if is_line { CELL_LINE } else { CELL_LEAST };
        let cell = side.unwrap_or_else(|| within(fit, least, CELL_FIT * scale));
        let cell = if cell >= 8.0 { cell.floor() } else { cell };
        let height = (top + rows as f64 * cell + 2.0).min(most);
        Place { rows, columns, cell, left, top, width: (left + columns as f64 * cell + 2.0).min(width), height }
    }

    /// The size of all of it.
    fn whole(&self) -> (f64, f64) {
        (self.left + self.columns as f64 * self.cell + 2.0, self.top + self.rows as f64 * self.cell + 2.0)
    }

    /// The cell at a point of the canvas.
    fn at(&self, x: f64, y: f64, scroll: (f64, f64)) -> Option<u64> {
        let column = ((x - self.left + scroll.0) / self.cell).floor();
        let row = ((y - self.top + scroll.1) / self.cell).floor();
        let inside = x >= self.left && y >= self.top && column >= 0.0 && row >= 0.0;
        let (column, row) = (column as u64, row as u64);
        (inside && column < self.columns && row < self.rows).then(|| column * self.rows + row)
    }

    /// Returns the scroll position at which a cell is in view.
    fn showing(&self, cell: u64, scroll: (f64, f64)) -> (f64, f64) {
        let along = |place: u64, from: f64, room: f64| {
            let begin = place as f64 * self.cell;
            within(from, begin + self.cell - room, begin)
        };
        let (row, column) = (cell % self.rows.max(1), cell / self.rows.max(1));
        let (width, height) = (self.width - self.left - 2.0, self.height - self.top - 2.0);
        (along(column, scroll.0, width), along(row, scroll.1, height))
    }
}

/// The tile, coloured and labelled.
#[component]
pub(super) fn Picture(map: Map) -> impl IntoView {
    let Parts { draft, tastes, focus, .. } = *map.session;
    let canvas = NodeRef::<Canvas>::new();
    let over = NodeRef::<Canvas>::new();
    let frame = NodeRef::<Div>::new();
    let space = NodeRef::<Div>::new();
    let window = NodeRef::<Div>::new();
    let room = NodeRef::<Div>::new();
    let width = measured::width(room);
    let side = RwSignal::new(None::<f64>);
    let scroll = RwSignal::new((0.0_f64, 0.0_f64));
    let labelled = RwSignal::new(true);
    let tile = Memo::new(move |_| map.with(|found| found.threads.map.tile().clone()));
    // Another tile is fitted anew.
    Effect::new(move |_| {
        tile.track();
        side.set(None);
    });
    let place = Memo::new(move |_| {
        let (tile, width) = (tile.get()?, width.get());
        let scale = if tastes.big.get() { 1.3 } else { 1.0 };
        let most = (browser::viewport_height() * HEIGHT_PART).max(HEIGHT_LEAST);
        (width > 0.0).then(|| Place::of(&tile, width, most, scale, side.get()))
    });
    Effect::new(move |_| {
        // The room may change and the place not.
        let (Some(place), room) = (place.get(), width.get()) else { return };
        let (Some(frame), Some(space), Some(window)) = (frame.get(), space.get(), window.get()) else { return };
        let (wide, high) = place.whole();
        let bar = if wide > place.width + 1.0 { SCROLL_BAR } else { 0.0 };
        browser::set_size(&frame, room, place.height + bar);
        browser::set_size(&space, wide, high);
        browser::set_size(&window, place.width, place.height);
    });
    // The chosen cell comes into view wherever it was chosen.
    let show = move |cell: u64| {
        let (Some(place), Some(frame)) = (place.get_untracked(), frame.get_untracked()) else { return };
        let (x, y) = place.showing(cell, scroll.get_untracked());
        frame.set_scroll_left(x.round() as i32);
        frame.set_scroll_top(y.round() as i32);
    };
    Effect::new(move |_| {
        if let Some(cell) = map.cell.get() {
            show(cell);
        }
    });
    drawn(move || {
        let (Some(element), Some(place), Some(found)) = (canvas.get(), place.get(), map.get()) else { return };
        let (label, colour) = draft.options.with(|options| (options.label, options.held.colour));
        let marks = Marks { label, colour, alone: map.alone(), chosen: map.cell.get(), dark: tastes.dark.get() };
        if let Some(now) = draw(&element, &found, &place, scroll.get(), &marks)
            && labelled.get_untracked() != now
        {
            labelled.set(now);
        }
    });
    // Before the paint, when its window has the size that it is drawn at.
    drawn(move || {
        let (hovered, scroll, dark) = (map.hovered.get(), scroll.get(), tastes.dark.get());
        if let (Some(element), Some(place)) = (over.get(), place.get()) {
            draw_hovered(&element, &place, scroll, hovered, dark);
        }
    });

    let at = move |event: &MouseEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        place.get_untracked()?.at(x, y, scroll.get_untracked())
    };
    let on_move = move |event: PointerEvent| {
        let cell = at(&event);
        let found = untrack(move || map.get());
        let linear = found.and_then(|found| {
            let owners = found.owners.as_ref().ok()?;
            found.threads.map.linear(map.pair_in(owners, cell?)?)
        });
        focus.hover.set(linear.and_then(|linear| i64::try_from(linear).ok()));
    };
    let on_click = move |event: MouseEvent| {
        if let Some(cell) = at(&event) {
            map.choose(cell);
            browser::focus("threads-grid");
        }
    };
    let zoom = move |factor: f64| {
        let Some(place) = place.get_untracked() else { return };
        let cell = within(place.cell * factor, CELL_LEAST, CELL_MOST);
        // A step is at least a pixel, also where cells are whole pixels.
        let cell = if factor > 1.0 { cell.max(place.cell + 1.0).min(CELL_MOST) } else { cell };
        side.set(Some(cell));
        if let Some(cell) = map.cell.get_untracked() {
            show(cell);
        }
    };
    let on_wheel = move |event: WheelEvent| {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            zoom(if event.delta_y() < 0.0 { 1.15 } else { 0.87 });
        }
    };
    let isolate = move || {
        let thread = untrack(move || map.chosen_thread());
        draft.look_at(|view| view.thread = if view.thread.is_some() { None } else { thread });
    };
    let on_key = move |event: KeyboardEvent| {
        let Some(place) = place.get_untracked() else { return };
        let far = event.ctrl_key() || event.meta_key();
        if event.alt_key() {
            return;
        }
        let now = map.cell.get_untracked();
        let (rows, columns) = (place.rows.max(1), place.columns.max(1));
        let (row, column) = now.map_or((0, 0), |cell| (cell % rows, cell / rows));
        let to = match event.key().as_str() {
            "ArrowUp" => (row.saturating_sub(1), column),
            "ArrowDown" => ((row + 1).min(rows - 1), column),
            "ArrowLeft" => (row, column.saturating_sub(1)),
            "ArrowRight" => (row, (column + 1).min(columns - 1)),
            "Home" if far => (0, 0),
            "End" if far => (rows - 1, columns - 1),
            "Home" => (row, 0),
            "End" => (row, columns - 1),
            "PageUp" => (row.saturating_sub(8), column),
            "PageDown" => ((row + 8).min(rows - 1), column),
            "+" | "=" if !far => return zoom(1.25),
            "-" if !far => return zoom(0.8),
            "0" if !far => return side.set(None),
            "Enter" if !far => {
                event.prevent_default();
                return isolate();
            }
            _ => return,
        };
        event.prevent_default();
        let is_step = event.key().starts_with("Arrow") || event.key().starts_with("Page");
        let to = if now.is_none() && is_step { (0, 0) } else { to };
        map.choose(to.1 * rows + to.0);
    };
    let cells = CellsTable::new("held", Signal::derive(move || map.cell.get()));
    let said = move || {
        let cell = map.cell.get()?;
        map.with(|found| words::cell(tastes.tongue.get(), found, cell))
    };
    let unread = move || !labelled.get() && place.with(Option::is_some);
    let chosen_thread = move || map.chosen_thread();
    let alone = move || match (map.thread.get(), chosen_thread()) {
        (Some(_), _) => tastes.say("All threads", "所有线程").to_string(),
        (None, Some(thread)) => say!(tastes.tongue.get(), en("Only T{thread}"), zh("只看 T{thread}")),
        (None, None) => String::new(),
    };
    view! {
        <div class="threads-frame" node_ref=room>
            <div class="threads-scroll" node_ref=frame
                on:scroll=move |_| if let Some(frame) = frame.get_untracked() {
                    scroll.set((f64::from(frame.scroll_left()), f64::from(frame.scroll_top())));
                }>
                <div class="threads-space" node_ref=space>
                    <div class="threads-window" node_ref=window>
                        <canvas node_ref=canvas data-view="threads" aria-hidden="true" on:pointermove=on_move on:click=on_click
                            on:wheel=on_wheel on:pointerleave=move |_| focus.hover.set(None)></canvas>
                        <canvas class="threads-over" node_ref=over aria-hidden="true"></canvas>
                        <div id="threads-grid" class="grid-table" role="grid" tabindex="0" on:keydown=on_key
                            aria-label=tastes.text("Tile; arrow keys choose an element, Enter shows its thread alone", "tile；用方向键选择元素，按 Enter 只看它的线程")
                            aria-rowcount=move || place.get().map(|place| place.rows.to_string())
                            aria-colcount=move || place.get().map(|place| place.columns.to_string())
                            aria-activedescendant=move || cells.active()>
                            {table::cells(map, cells)}
                        </div>
                    </div>
                </div>
            </div>
        </div>
        <div class="threads-said">
            <p class="small" role="status">{move || said().unwrap_or_else(|| tastes.say("Choose an element to see who holds it", "选择一个元素，看由谁持有").to_string())}</p>
            <div class="row zoom">
                <Show when=move || map.thread.get().is_some() || chosen_thread().is_some()>
                    <button class="plain small" aria-pressed=move || map.thread.get().is_some().to_string() on:click=move |_| isolate()>{alone}</button>
                </Show>
                <button class="plain" on:click=move |_| zoom(0.8) aria-label=tastes.text("Smaller elements", "缩小元素")>"−"</button>
                <button class="plain" on:click=move |_| zoom(1.25) aria-label=tastes.text("Larger elements", "放大元素")>"+"</button>
                <button class="plain" on:click=move |_| side.set(None)>{tastes.text("Fit the tile", "适合 tile")}</button>
            </div>
        </div>
        <Show when=unread>
            <p class="quiet small">{tastes.text("Zoom in with + to read who holds what", "按 + 放大即可看清由谁持有")}</p>
        </Show>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::{Int, Nested};

    fn tile(rows: i64, columns: i64) -> Tile {
        let modes = [rows, columns].map(|extent| Nested::Leaf(Int::dynamic(extent)));
        Tile::new(&Nested::Tuple(modes.to_vec())).expect("a tile")
    }

    #[test]
    fn points_and_cells_are_each_others_inverse() {
        for (rows, columns, side) in [(8, 16, None), (1, 400, None), (64, 128, None), (64, 128, Some(30.0))] {
            let place = Place::of(&tile(rows, columns), 500.0, 400.0, 1.0, side);
            assert!(place.width <= 500.0 && place.height <= 400.0, "{place:?}");
            for cell in [0, 1, (rows * columns) as u64 / 2, (rows * columns) as u64 - 1] {
                let scroll = place.showing(cell, (0.0, 0.0));
                let (row, column) = (cell % rows as u64, cell / rows as u64);
                let x = place.left + (column as f64 + 0.5) * place.cell - scroll.0;
                let y = place.top + (row as f64 + 0.5) * place.cell - scroll.1;
                assert_eq!(place.at(x, y, scroll), Some(cell), "{place:?}");
            }
            assert_eq!(place.at(place.left - 1.0, place.top + 1.0, (0.0, 0.0)), None);
        }
    }
}
