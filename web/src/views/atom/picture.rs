//! The operands as a picture that scrolls, and the keys and the pointer on it: A left of C and B above it, as one thinks of
//! a product; source and destination beside each other.

use crate::signals::{Effect, Memo, RwSignal};
use colex::atom::board::{Board, Panel};
use colex::words;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::paint::{Marks, draw, draw_hovered};
use super::scene::{Element, Scene};
use super::table;
use crate::browser::{self, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};
use crate::languages::say;
use crate::panels::board::within;
use crate::panels::cells_table::CellsTable;
use crate::panels::measured;
use crate::panels::pauses::drawn;

/// The largest and the smallest cell that is made to fit, in CSS pixels.
const CELL_FIT: f64 = 40.0;
const CELL_LEAST: f64 = 3.0;
/// The smallest and the largest cell that one can zoom to, in CSS pixels.
const CELL_SMALL: f64 = 1.0;
const CELL_MOST: f64 = 96.0;
/// Which part of the window's height the picture may take at most, and never less than so many CSS pixels.
const HEIGHT_PART: f64 = 0.8;
const HEIGHT_LEAST: f64 = 220.0;
/// The room above the columns of an operand, and below the rows for a scroll bar, in CSS pixels.
const HEAD: f64 = 20.0;
const SCROLL_BAR: f64 = 16.0;
/// The room that the window's lower end takes: the bar of views, and a line.
const BELOW: f64 = 80.0;
/// The room between two operands, in CSS pixels.
const GAP: f64 = 10.0;

/// Where the cells of an operand stand within the whole picture, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) rows: u64,
    pub(super) columns: u64,
}

/// Where everything stands.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) spots: Vec<Spot>,
    /// The side of a cell.
    pub(super) cell: f64,
    /// The room for the numbers of the rows, and for those of the columns.
    pub(super) left: f64,
    pub(super) top: f64,
    /// All of it, and how much of it is seen at a time.
    pub(super) whole: (f64, f64),
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Place {
    /// All operands if no side is given, else their cells at that side.
    fn of(board: &Board, width: f64, most: f64, scale: f64, side: Option<f64>) -> Place {
        let sizes = board.panels.iter().map(Panel::drawn).collect::<Vec<_>>();
        let size = |number: usize| sizes.get(number).copied().unwrap_or((1, 1));
        let rows = sizes.iter().map(|(rows, _)| *rows).max().unwrap_or(1);
        let digits = rows.saturating_sub(1).to_string().len() as f64;
        let (left, top) = ((digits * 7.0 + 9.0) * scale, HEAD * scale);
        // In cells: where each operand stands, and how many columns and rows of operands come before it.
        let across = size(0).1;
        let (spots, columns, rows) = if board.is_product {
            let (a, b, c) = (size(0), size(1), size(2));
            let spots = vec![((0, b.0), (0.0, 1.0), a), ((across, 0), (1.0, 0.0), b), ((across, b.0), (1.0, 1.0), c)];
            (spots, across + c.1, b.0 + c.0)
        } else {
            let (from, to) = (size(0), size(1));
            (vec![((0, 0), (0.0, 0.0), from), ((across, 0), (1.0, 0.0), to)], across + to.1, from.0.max(to.0))
        };
        let (heads, lefts) = (if board.is_product { 2.0 } else { 1.0 }, 2.0);
        let (around_x, around_y) = (lefts * left + GAP + 2.0, heads * top + (heads - 1.0) * GAP + 2.0);
        let fit = ((width - around_x) / columns as f64).min((most - around_y) / rows as f64);
        let cell = side.unwrap_or_else(|| within(fit, CELL_LEAST, CELL_FIT * scale));
        let cell = if cell >= 8.0 { cell.floor() } else { cell };
        let spots = spots.into_iter().map(|((column, row), (right, down), (rows, columns))| Spot {
            x: left + column as f64 * cell + right * (left + GAP),
            y: top + row as f64 * cell + down * (top + GAP),
            rows,
            columns,
        });
        let whole = (around_x + columns as f64 * cell, around_y + rows as f64 * cell);
        Place { spots: spots.collect(), cell, left, top, whole, width: whole.0.min(width), height: whole.1.min(most) }
    }

    /// The operand, the row and the column at a point of the canvas.
    fn at(&self, x: f64, y: f64, scroll: (f64, f64)) -> Option<(usize, u64, u64)> {
        self.spots.iter().enumerate().find_map(|(number, spot)| {
            let (column, row) = ((x + scroll.0 - spot.x) / self.cell, (y + scroll.1 - spot.y) / self.cell);
            let is_inside = column >= 0.0 && row >= 0.0;
            let (row, column) = (row.floor() as u64, column.floor() as u64);
            (is_inside && row < spot.rows && column < spot.columns).then_some((number, row, column))
        })
    }

    /// Returns the scroll position at which a cell of an operand is in view.
    fn showing(&self, number: usize, (row, column): (u64, u64), scroll: (f64, f64)) -> (f64, f64) {
        let Some(spot) = self.spots.get(number) else { return scroll };
        let along = |begin: f64, head: f64, from: f64, room: f64, whole: f64| {
            within(within(from, begin + self.cell + 2.0 - room, begin - head), 0.0, (whole - room).max(0.0))
        };
        let (x, y) = (spot.x + column as f64 * self.cell, spot.y + row as f64 * self.cell);
        (
            along(x, self.left, scroll.0, self.width, self.whole.0),
            along(y, self.top, scroll.1, self.height, self.whole.1),
        )
    }
}

/// The operands, coloured and labelled.
#[component]
pub(super) fn Picture(scene: Scene) -> impl IntoView {
    let Scene { draft, tastes, .. } = scene;
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
    let sizes = Memo::new(move |_| scene.with(|found| found.board.panels.iter().map(Panel::drawn).collect::<Vec<_>>()));
    // Other operands are fitted anew.
    Effect::new(move |_| {
        sizes.track();
        side.set(None);
    });
    let place = Memo::new(move |_| {
        let width = width.get();
        let scale = if tastes.big.get() { 1.3 } else { 1.0 };
        let most = (browser::viewport_height() * HEIGHT_PART).max(HEIGHT_LEAST);
        let side = side.get();
        scene.with(|found| Place::of(&found.board, width, most, scale, side)).filter(|_| width > 0.0)
    });
    Effect::new(move |_| {
        // The room may change and the place not.
        let (Some(place), room) = (place.get(), width.get()) else { return };
        let (Some(frame), Some(space), Some(window)) = (frame.get(), space.get(), window.get()) else { return };
        let bar = if place.whole.0 > place.width + 1.0 { SCROLL_BAR } else { 0.0 };
        browser::set_size(&frame, room, place.height + bar);
        browser::set_size(&space, place.whole.0, place.whole.1);
        browser::set_size(&window, place.width, place.height);
    });
    let place_of = move |(number, cell): Element| {
        scene.with(|found| found.board.panels.get(number).map(|panel| panel.place_of(cell))).flatten()
    };
    // The chosen cell comes into view wherever it was chosen.
    let show = move |element: Element| {
        let (Some(place), Some(frame)) = (place.get_untracked(), frame.get_untracked()) else { return };
        let Some(at) = untrack(move || place_of(element)) else { return };
        let (x, y) = place.showing(element.0, at, scroll.get_untracked());
        frame.set_scroll_left(x.round() as i32);
        frame.set_scroll_top(y.round() as i32);
        // An element that is asked for is not left below what is seen, as far as the picture's top stays.
        let Some(spot) = place.spots.get(element.0) else { return };
        let top = frame.get_bounding_client_rect().top();
        let end = top + spot.y + (at.0 as f64 + 1.0) * place.cell - y;
        let beyond = (end + BELOW - browser::viewport_height()).min(top - HEAD);
        if beyond > 0.0 {
            browser::scroll_around(&frame, beyond);
        }
    };
    Effect::new(move |_| {
        if let Some(element) = scene.chosen.get() {
            show(element);
        }
    });
    drawn(move || {
        let (Some(element), Some(place)) = (canvas.get(), place.get()) else { return };
        let (label, colour) = draft.options.with(|options| (options.label, options.held.colour));
        let (lit, chosen, dark) = (scene.lit.get().0, scene.chosen.get(), tastes.dark.get());
        let now = scene.with(|found| {
            let marks = Marks { label, colour, lit: &lit, chosen, dark };
            draw(&element, &found.board, &place, scroll.get(), &marks)
        });
        if let Some(Some(now)) = now
            && labelled.get_untracked() != now
        {
            labelled.set(now);
        }
    });
    drawn(move || {
        let (hovered, scroll, dark) = (scene.hovered.get(), scroll.get(), tastes.dark.get());
        let together = hovered.map(|hovered| scene.together(hovered)).unwrap_or_default();
        let places = together.into_iter().filter_map(|element| Some((element.0, place_of(element)?)));
        let places = places.collect::<Vec<_>>();
        let own = hovered.and_then(|hovered| Some((hovered.0, place_of(hovered)?)));
        if let (Some(element), Some(place)) = (over.get(), place.get()) {
            draw_hovered(&element, &place, scroll, (&places, own), dark);
        }
    });

    let at = move |event: &MouseEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let (number, row, column) = place.get_untracked()?.at(x, y, scroll.get_untracked())?;
        let cell = untrack(move || scene.with(|found| found.board.panels.get(number)?.cell(row, column)));
        Some((number, cell.flatten()?))
    };
    let on_move = move |event: PointerEvent| {
        let now = at(&event);
        if scene.hovered.get_untracked() != now {
            scene.hovered.set(now);
        }
    };
    let on_click = move |event: MouseEvent| {
        if let Some(element) = at(&event) {
            scene.choose(element);
            browser::focus("atom-grid");
        }
    };
    let zoom = move |factor: f64| {
        let Some(place) = place.get_untracked() else { return };
        let cell = within(place.cell * factor, CELL_SMALL, CELL_MOST);
        // A step is at least a pixel, also where cells are whole pixels.
        let cell = if factor > 1.0 { cell.max(place.cell + 1.0).min(CELL_MOST) } else { cell };
        side.set(Some(cell));
        if let Some(element) = scene.chosen.get_untracked() {
            show(element);
        }
    };
    let on_wheel = move |event: WheelEvent| {
        if event.ctrl_key() || event.meta_key() {
            event.prevent_default();
            zoom(if event.delta_y() < 0.0 { 1.15 } else { 0.87 });
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let far = event.ctrl_key() || event.meta_key();
        if event.alt_key() {
            return;
        }
        let now = scene.chosen.get_untracked();
        let (number, cell) = now.unwrap_or((0, 0));
        let key = event.key();
        // An operand by its letter.
        let other = untrack(move || {
            let letter = key.chars().next().filter(|_| key.chars().count() == 1 && !far)?;
            scene.with(|found| found.board.panels.iter().position(|panel| panel.letter == letter.to_ascii_uppercase()))
        });
        if let Some(Some(other)) = other {
            event.prevent_default();
            return scene.choose((other, 0));
        }
        let Some((rows, columns)) = sizes.with_untracked(|sizes| sizes.as_ref()?.get(number).copied()) else { return };
        let (row, column) = untrack(move || place_of((number, cell))).unwrap_or_default();
        let to = match event.key().as_str() {
            "ArrowUp" => (row.saturating_sub(1), column),
            "ArrowDown" => ((row + 1).min(rows.saturating_sub(1)), column),
            "ArrowLeft" => (row, column.saturating_sub(1)),
            "ArrowRight" => (row, (column + 1).min(columns.saturating_sub(1))),
            "Home" if far => (0, 0),
            "End" if far => (rows.saturating_sub(1), columns.saturating_sub(1)),
            "Home" => (row, 0),
            "End" => (row, columns.saturating_sub(1)),
            "PageUp" => (row.saturating_sub(8), column),
            "PageDown" => ((row + 8).min(rows.saturating_sub(1)), column),
            "+" | "=" if !far => return zoom(1.25),
            "-" if !far => return zoom(0.8),
            "0" if !far => return side.set(None),
            "Enter" if !far => {
                event.prevent_default();
                if let Some(thread) = untrack(move || scene.thread()) {
                    scene.ask_thread(thread);
                }
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let is_step = event.key().starts_with("Arrow") || event.key().starts_with("Page");
        let (row, column) = if now.is_none() && is_step { (0, 0) } else { to };
        let cell = untrack(move || scene.with(|found| found.board.panels.get(number)?.cell(row, column)));
        if let Some(Some(cell)) = cell {
            scene.choose((number, cell));
        }
    };
    let cells = CellsTable::new("atom", Signal::derive(move || scene.chosen.get().map(|(_, cell)| cell)));
    let unread = move || !labelled.get() && place.with(Option::is_some);
    let described = move || {
        let tongue = tastes.tongue.get();
        let letter = scene.with(|found| {
            let (number, _) = scene.chosen.get().unwrap_or((0, 0));
            let letters = found.board.panels.iter().map(|panel| panel.letter.to_string()).collect::<Vec<_>>();
            (found.board.panels.get(number).map_or('A', |panel| panel.letter), letters.join(", "))
        });
        let (letter, letters) = letter.unwrap_or(('A', String::new()));
        say!(
            tongue,
            en(
                "Operand {letter}; arrow keys choose an element, Enter shows its thread, the keys {letters} choose the operand"
            ),
            zh("操作数 {letter}；用方向键选择元素，按 Enter 看它的线程，按 {letters} 键选择操作数")
        )
    };
    // Element under the pointer, as the answer has it that a click would ask for; the answer itself stays.
    let pointed = move || {
        let (tongue, (number, cell)) = (tastes.tongue.get(), scene.hovered.get()?);
        scene
            .with(|found| Some(words::board_element(&found.board, found.board.panels.get(number)?, cell, tongue)))
            .flatten()
    };
    let legend = move || {
        let colour = draft.options.with(|options| options.held.colour);
        scene.with(|found| words::board_legend(&found.board, colour, tastes.tongue.get()))
    };
    let counted = move |pick: fn((u64, u64)) -> u64| {
        let (number, _) = scene.chosen.get().unwrap_or((0, 0));
        sizes.with(|sizes| sizes.as_ref()?.get(number).map(|size| pick(*size).to_string()))
    };
    view! {
        <div class="row zoom atom-zoom">
            <button class="plain" on:click=move |_| zoom(0.8) aria-label=tastes.text("Smaller elements", "缩小元素")>"−"</button>
            <button class="plain" on:click=move |_| zoom(1.25) aria-label=tastes.text("Larger elements", "放大元素")>"+"</button>
            <button class="plain" on:click=move |_| side.set(None)>{tastes.text("Fit", "适合窗口")}</button>
            <span class="quiet small atom-hovered" aria-hidden="true">{pointed}</span>
        </div>
        <div class="atom-frame" node_ref=room>
            <div class="atom-scroll" node_ref=frame
                on:scroll=move |_| if let Some(frame) = frame.get_untracked() {
                    scroll.set((f64::from(frame.scroll_left()), f64::from(frame.scroll_top())));
                }>
                <div class="atom-space" node_ref=space>
                    <div class="atom-window" node_ref=window>
                        <canvas node_ref=canvas data-view="atom" aria-hidden="true" on:pointermove=on_move on:click=on_click
                            on:wheel=on_wheel on:pointerleave=move |_| scene.hovered.set(None)></canvas>
                        <canvas class="atom-over" node_ref=over aria-hidden="true"></canvas>
                        <div id="atom-grid" class="grid-table" role="grid" tabindex="0" on:keydown=on_key
                            aria-label=described aria-rowcount=move || counted(|size| size.0)
                            aria-colcount=move || counted(|size| size.1) aria-activedescendant=move || cells.active()>
                            {table::cells(scene, cells)}
                        </div>
                    </div>
                </div>
            </div>
        </div>
        <Show when=unread>
            <p class="quiet small">{tastes.text("Zoom in with + to read who holds what", "按 + 放大即可看清由谁持有")}</p>
        </Show>
        <p class="quiet small">{legend}</p>
    }
}
