//! V1: the layout as a table on a canvas, with an invisible table of the same cells for keyboards and screen readers.

use std::cell::Cell;
use std::rc::Rc;

use colex::Shape;
use colex::document::look::Look;
use colex::draw::palette::{Palette, Rgb, Theme};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use crate::board::{Board, visible, within};
use crate::browser::{self, HtmlCanvasElement, KeyboardEvent, PointerEvent, Surface, WheelEvent};
use crate::session::Session;

/// The largest cell, in CSS pixels.
const CELL_MOST: f64 = 58.0;
/// A layout whose cells would be smaller than this when all are shown opens on a window instead, in CSS pixels.
const CELL_OPEN: f64 = 0.6;
/// The cells of that window, in CSS pixels.
const CELL_WINDOW: f64 = 28.0;
/// Labels are drawn while no more cells than this are in view: beyond it they cannot be read and only cost time.
const LABELS_MOST: usize = 1200;
/// The most rows and columns of the table for screen readers, around the chosen cell.
const TABLE_SIDE: u64 = 9;
/// The room that the names of rows and columns are expected to take, in CSS pixels.
const MARGIN: f64 = 64.0;
/// How long after a change that table follows, in milliseconds.
const TABLE_DELAY: i32 = 180;

/// Which part is in view.
#[derive(Clone, Copy, PartialEq, Default)]
struct View {
    /// The side of a cell in CSS pixels; 0 until it is fitted.
    cell: f64,
    /// The first row and column in view, in cells.
    row: f64,
    column: f64,
    /// The height of the canvas in CSS pixels.
    height: f64,
}

/// The place of the cells on the canvas, in CSS pixels.
#[derive(Clone, Copy, Default)]
struct Frame {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// Whether the indices can be read.
    labelled: bool,
}

/// The table of a layout.
#[component]
pub fn Grid(session: Session) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let table = NodeRef::<Div>::new();
    let view = RwSignal::new(View::default());
    let resized = RwSignal::new(0_u32);
    let slice = Memo::new(move |_| session.view.with(|view| view.slice.clone()));
    let set = Memo::new(move |_| session.coordinate_set.get().and_then(Result::ok));
    let look = session.look;
    // Whoever predicts the next number must not read it off the grid.
    let chosen = Memo::new(move |_| session.chosen.get().filter(|_| !session.hides_index.get()));
    let board = move |look: &Option<Look>, set: &Option<Shape>| -> Option<colex::Result<Board>> {
        let look = look.as_ref()?;
        let explicit = slice.get();
        let board = Board::new(look, set.as_ref(), &explicit);
        match (&board, chosen.get()) {
            // No slice was chosen: the one of the chosen point is shown.
            (Ok(made), Some(linear)) if explicit.is_empty() && !made.slice_sizes().is_empty() => {
                let slice = made.slice_of(linear)?;
                Some(Board::new(look, set.as_ref(), &slice))
            }
            _ => Some(board),
        }
    };
    let current = move || board(&look.get(), &set.get());
    let frame = Rc::new(Cell::new(Frame::default()));

    // A new shape is fitted to the pane; a new stride keeps the view.
    let dimensions = Memo::new(move |_| match current() {
        Some(Ok(board)) => Some((board.rows, board.columns)),
        _ => None,
    });
    let big = session.big;
    let embed = Memo::new(move |_| session.options.with(|options| options.embed));
    let fit = move || {
        let (Some(element), Some((rows, columns))) = (canvas.get_untracked(), dimensions.get_untracked()) else {
            return;
        };
        let mut next = fitted(&element, rows, columns, big.get_untracked());
        // A window opens where the chosen cell is.
        let board = untrack(current).and_then(Result::ok);
        if let Some((row, column)) = chosen.get_untracked().and_then(|linear| board?.cell(linear)) {
            let shown = |length: f64| (length / next.cell).floor().max(1.0);
            next.row = (row as f64 + 1.0 - shown(next.height - MARGIN)).max(0.0);
            next.column = (column as f64 + 1.0 - shown(f64::from(element.client_width()) - MARGIN)).max(0.0);
        }
        view.set(next);
    };
    Effect::new(move |_| {
        dimensions.track();
        resized.track();
        big.track();
        embed.track();
        fit();
    });

    let labelled = RwSignal::new(true);
    let pending = Rc::new(Cell::new(false));
    let drawn = Rc::new(Cell::new(0_u64));
    Effect::new({
        let frame = Rc::clone(&frame);
        move |_| {
            look.track();
            set.track();
            slice.track();
            chosen.track();
            session.hover.track();
            session.dark.track();
            view.track();
            if pending.replace(true) {
                return;
            }
            let (pending, drawn, frame) = (Rc::clone(&pending), Rc::clone(&drawn), Rc::clone(&frame));
            browser::before_paint(move || {
                pending.set(false);
                let Some(element) = canvas.get_untracked() else { return };
                let board = untrack(current);
                if let Some(Ok(board)) = board {
                    let marks = Marks { chosen: chosen.get_untracked(), hover: session.hover.get_untracked() };
                    let dark = session.dark.get_untracked();
                    if let Some(now) = draw(&element, &board, view.get_untracked(), marks, dark) {
                        frame.set(now);
                        if labelled.get_untracked() != now.labelled {
                            labelled.set(now.labelled);
                        }
                    }
                } else {
                    Surface::of(&element);
                }
                drawn.set(drawn.get() + 1);
                browser::set_root_attribute("data-drawn", Some(&drawn.get().to_string()));
            });
        }
    });
    Effect::new(move |_| {
        if let Some(element) = canvas.get() {
            let parent = element.parent_element();
            browser::on_resize(parent.as_ref().unwrap_or(&element), move || resized.update(|count| *count += 1));
        }
    });

    let cell_at = {
        let frame = Rc::clone(&frame);
        move |x: f64, y: f64| -> Option<(u64, u64)> {
            let (frame, view) = (frame.get(), view.get_untracked());
            let inside =
                x >= frame.left && y >= frame.top && x < frame.left + frame.width && y < frame.top + frame.height;
            let (rows, columns) = dimensions.get_untracked()?;
            let row = ((y - frame.top) / view.cell + view.row).floor();
            let column = ((x - frame.left) / view.cell + view.column).floor();
            (inside && row >= 0.0 && column >= 0.0 && row < rows as f64 && column < columns as f64)
                .then_some((row as u64, column as u64))
        }
    };
    let linear_at = move |cell: Option<(u64, u64)>| {
        let board = untrack(current)?.ok()?;
        cell.map(|(row, column)| board.linear(row, column))
    };
    let drag = Rc::new(Cell::new(None::<(f64, f64, View, bool)>));
    let pan_room = {
        let frame = Rc::clone(&frame);
        move |next: View| -> View {
            let Some((rows, columns)) = dimensions.get_untracked() else { return next };
            let frame = frame.get();
            let room = canvas.get_untracked().map_or((0.0, 0.0), |canvas| {
                (f64::from(canvas.client_width()) - frame.left, f64::from(canvas.client_height()) - frame.top - 2.0)
            });
            let most_row = (rows as f64 - room.1 / next.cell).max(0.0);
            let most_column = (columns as f64 - room.0 / next.cell).max(0.0);
            View { row: within(next.row, 0.0, most_row), column: within(next.column, 0.0, most_column), ..next }
        }
    };
    let zoom = {
        let (pan_room, frame) = (pan_room.clone(), Rc::clone(&frame));
        move |factor: f64, x: f64, y: f64| {
            let (old, frame) = (view.get_untracked(), frame.get());
            let Some((rows, columns)) = dimensions.get_untracked() else { return };
            let least = (frame.width / columns as f64).min(frame.height / rows as f64).min(CELL_MOST) * 0.9;
            let cell = within(old.cell * factor, least.min(old.cell), CELL_MOST * 2.0);
            let (dx, dy) = (within(x - frame.left, 0.0, frame.width), within(y - frame.top, 0.0, frame.height));
            let row = old.row + dy / old.cell - dy / cell;
            let column = old.column + dx / old.cell - dx / cell;
            // The canvas grows with its cells as far as the pane allows, and only then is anything cut off.
            let height = canvas_height(rows, cell, big.get_untracked());
            if let Some(canvas) = canvas.get_untracked() {
                browser::set_height(&canvas, height);
            }
            view.set(pan_room(View { cell, row, column, height }));
        }
    };
    let middle_zoom = {
        let (zoom, frame) = (zoom.clone(), Rc::clone(&frame));
        move |factor: f64| {
            let frame = frame.get();
            zoom(factor, frame.left + frame.width / 2.0, frame.top + frame.height / 2.0);
        }
    };

    let on_move = {
        let (cell_at, drag, pan_room) = (cell_at.clone(), Rc::clone(&drag), pan_room.clone());
        move |event: PointerEvent| {
            let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
            if let Some((from_x, from_y, start, moved)) = drag.get() {
                let far = moved || (x - from_x).abs() + (y - from_y).abs() > 5.0;
                drag.set(Some((from_x, from_y, start, far)));
                if far {
                    let row = start.row - (y - from_y) / start.cell;
                    let column = start.column - (x - from_x) / start.cell;
                    view.set(pan_room(View { row, column, ..start }));
                    return;
                }
            }
            session.hover.set(linear_at(cell_at(x, y)));
        }
    };
    let on_down = {
        let drag = Rc::clone(&drag);
        move |event: PointerEvent| {
            let start = view.get_untracked();
            drag.set(Some((f64::from(event.offset_x()), f64::from(event.offset_y()), start, false)));
        }
    };
    let on_up = {
        let (cell_at, drag) = (cell_at.clone(), Rc::clone(&drag));
        move |event: PointerEvent| {
            let was = drag.take();
            if matches!(was, Some((_, _, _, false))) {
                if let Some(linear) = linear_at(cell_at(f64::from(event.offset_x()), f64::from(event.offset_y()))) {
                    session.choose_linear(linear);
                }
                browser::focus("grid-table");
            }
        }
    };
    let on_wheel = {
        let (zoom, pan_room) = (zoom.clone(), pan_room.clone());
        move |event: WheelEvent| {
            if event.ctrl_key() || event.meta_key() {
                event.prevent_default();
                zoom((-event.delta_y() / 300.0).exp(), f64::from(event.offset_x()), f64::from(event.offset_y()));
                return;
            }
            let old = view.get_untracked();
            let (dx, dy) = if event.shift_key() { (event.delta_y(), 0.0) } else { (event.delta_x(), event.delta_y()) };
            let next = pan_room(View { row: old.row + dy / old.cell, column: old.column + dx / old.cell, ..old });
            if next != old {
                event.prevent_default();
                view.set(next);
            }
        }
    };
    let show_cell = {
        let (pan_room, frame) = (pan_room.clone(), Rc::clone(&frame));
        move |row: u64, column: u64| {
            let (old, frame) = (view.get_untracked(), frame.get());
            let keep = |from: f64, at: u64, room: f64| {
                let room = (room / old.cell - 1.0).max(0.0);
                within(from, (at as f64 - room).max(0.0), at as f64)
            };
            let next =
                View { row: keep(old.row, row, frame.height), column: keep(old.column, column, frame.width), ..old };
            if next != old {
                view.set(pan_room(next));
            }
        }
    };
    // The chosen cell comes into view wherever it was chosen.
    Effect::new({
        let show_cell = show_cell.clone();
        move |_| {
            let Some(linear) = chosen.get() else { return };
            if let Some(Ok(board)) = untrack(current)
                && let Some((row, column)) = board.cell(linear)
                && view.get_untracked().cell > 0.0
            {
                show_cell(row, column);
            }
        }
    });
    let on_key = {
        let middle_zoom = middle_zoom.clone();
        move |event: KeyboardEvent| {
            let Some(Ok(board)) = untrack(current) else { return };
            let at = chosen.get_untracked().and_then(|linear| board.cell(linear));
            let (row, column) = at.unwrap_or((0, 0));
            let (last_row, last_column) = (board.rows - 1, board.columns - 1);
            let far = event.ctrl_key() || event.meta_key();
            let to = match event.key().as_str() {
                "ArrowUp" => (row.saturating_sub(1), column),
                "ArrowDown" => ((row + 1).min(last_row), column),
                "ArrowLeft" => (row, column.saturating_sub(1)),
                "ArrowRight" => (row, (column + 1).min(last_column)),
                "Home" if far => (0, 0),
                "End" if far => (last_row, last_column),
                "Home" => (row, 0),
                "End" => (row, last_column),
                "PageUp" => (row.saturating_sub(8), column),
                "PageDown" => ((row + 8).min(last_row), column),
                "+" | "=" if !far => return middle_zoom(1.25),
                "-" if !far => return middle_zoom(0.8),
                "0" if !far => return fit(),
                _ => return,
            };
            event.prevent_default();
            let is_step = event.key().starts_with("Arrow") || event.key().starts_with("Page");
            let to = if at.is_none() && is_step { (0, 0) } else { to };
            session.choose_linear(board.linear(to.0, to.1));
        }
    };

    let problem = move || match current() {
        Some(Err(error)) => Some(session.spell(&colex::words::error(&error, session.tongue.get()))),
        _ => None,
    };
    let title =
        move || session.shown.with(|shown| shown.as_ref().map(|shown| session.spell(&shown.look.layout.to_string())));
    let dimensions_text = move || {
        dimensions.get().map(
            |(rows, columns)| {
                if rows == 1 { format!("{columns}") } else { format!("{rows} × {columns}") }
            },
        )
    };
    let zoomed = middle_zoom.clone();
    view! {
        <section class="grid-pane" aria-label=session.text("Grid", "表格")>
            <div class="pane-head">
                <h2>{session.text("Grid", "表格")} " " <span class="mono">{title}</span>" "<span class="quiet">{dimensions_text}</span></h2>
                <div class="row">
                    <Slices session current=Signal::derive(move || match current() {
                        Some(Ok(board)) => (board.slice().to_vec(), board.slice_sizes().to_vec()),
                        _ => Default::default(),
                    })/>
                    <div class="row zoom">
                        <button class="plain" on:click=move |_| zoomed(0.8) aria-label=session.text("Smaller cells", "缩小")>"−"</button>
                        <button class="plain" on:click=move |_| middle_zoom(1.25) aria-label=session.text("Larger cells", "放大")>"+"</button>
                        <button class="plain" on:click=move |_| fit()>{session.text("Fit", "适应")}</button>
                    </div>
                </div>
            </div>
            {move || session.shown.with(Option::is_none).then(|| view! {
                <p class="quiet">{session.text(
                    "There is no layout in the notebook: type one, such as (4,8):(8,1), or take one of the examples",
                    "笔记本中还没有布局：输入一个，例如 (4,8):(8,1)，或从示例中选取",
                )}</p>
            })}
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <div class="grid-frame" class:stale=move || session.stale.get()>
                <canvas node_ref=canvas data-view="grid" aria-hidden="true"
                    on:pointermove=on_move on:pointerdown=on_down on:pointerup=on_up on:wheel=on_wheel
                    on:pointerleave=move |_| { session.hover.set(None); }
                    on:pointercancel={ let drag = Rc::clone(&drag); move |_| drag.set(None) }></canvas>
                <div id="grid-table" class="grid-table" role="grid" tabindex="0" node_ref=table on:keydown=on_key
                    aria-label=session.text("Indices; arrow keys choose a cell", "索引表；用方向键选择单元格")
                    aria-rowcount=move || dimensions.get().map(|(rows, _)| rows.to_string())
                    aria-colcount=move || dimensions.get().map(|(_, columns)| columns.to_string())
                    aria-activedescendant=move || chosen.get().map(|linear| format!("cell-{linear}"))>
                    <Table session current=Signal::derive_local(move || { current(); }) board=current chosen/>
                </div>
            </div>
            <Show when=move || !labelled.get() && dimensions.get().is_some()>
                <p class="quiet small grid-hint">{session.text("Zoom in with + to read the indices", "按 + 放大即可看到索引")}</p>
            </Show>
        </section>
    }
}

/// Steppers for the modes beyond the second.
#[component]
fn Slices(session: Session, current: Signal<(Vec<u64>, Vec<u64>)>) -> impl IntoView {
    let choose = move |mode: usize, digit: u64| {
        let (mut slice, _) = current.get_untracked();
        if let Some(place) = slice.get_mut(mode) {
            *place = digit;
        }
        session.look_at(|view| view.slice = slice);
    };
    move || {
        let (slice, sizes) = current.get();
        let pairs = slice.into_iter().zip(sizes).enumerate();
        pairs
            .map(|(mode, (digit, size))| {
                let name = mode + 2;
                view! {
                    <div class="row slice" role="group" aria-label=move || format!("{} {name}", session.say("Slice along mode", "沿模式切片"))>
                        <span class="quiet small">{session.text("mode", "模式")} " " {name}</span>
                        <button class="plain" disabled=digit == 0 on:click=move |_| choose(mode, digit.saturating_sub(1))
                            aria-label=session.text("Previous slice", "上一个切片")>"◀"</button>
                        <output class="mono">{digit}<span class="quiet">" ∈ 0–"{size.saturating_sub(1)}</span></output>
                        <button class="plain" disabled={digit + 1 >= size} on:click=move |_| choose(mode, digit + 1)
                            aria-label=session.text("Next slice", "下一个切片")>"▶"</button>
                    </div>
                }
            })
            .collect_view()
    }
}

/// The cells around the chosen one as a table that screen readers can walk. It follows a moment after the picture.
#[component]
fn Table<B>(session: Session, current: Signal<(), LocalStorage>, board: B, chosen: Memo<Option<i64>>) -> impl IntoView
where
    B: Fn() -> Option<colex::Result<Board>> + Copy + 'static,
{
    let rows = RwSignal::new(Vec::<Row>::new());
    let timer = StoredValue::new(None::<browser::Timer>);
    Effect::new(move |_| {
        current.track();
        chosen.track();
        if let Some(timer) = timer.get_value() {
            timer.cancel();
        }
        timer.set_value(Some(browser::after(TABLE_DELAY, move || {
            let around = match untrack(board) {
                Some(Ok(board)) => around(&board, chosen.get_untracked()),
                _ => Vec::new(),
            };
            rows.set(around);
        })));
    });
    let cell = move |row: u64, cell: TableCell| {
        let selected = move || (chosen.get() == Some(cell.linear)).to_string();
        view! {
            <div role="gridcell" id=format!("cell-{}", cell.linear) aria-colindex=(cell.column + 1).to_string() aria-selected=selected>
                {move || {
                    let (row_word, column_word) = (session.say("row", "行"), session.say("column", "列"));
                    format!("{row_word} {row}, {column_word} {}, {} ", cell.column, session.say("index", "索引"))
                }}
                {cell.label}
            </div>
        }
    };
    move || {
        rows.get()
            .into_iter()
            .map(|row| {
                let cells = row.cells.into_iter().map(|one| cell(row.row, one)).collect_view();
                view! { <div role="row" aria-rowindex=(row.row + 1).to_string()>{cells}</div> }
            })
            .collect_view()
    }
}

#[derive(Clone)]
struct Row {
    row: u64,
    cells: Vec<TableCell>,
}

#[derive(Clone)]
struct TableCell {
    column: u64,
    linear: i64,
    label: String,
}

fn around(board: &Board, chosen: Option<i64>) -> Vec<Row> {
    let (row, column) = chosen.and_then(|linear| board.cell(linear)).unwrap_or((0, 0));
    let window = |at: u64, count: u64| {
        let first = at.saturating_sub(TABLE_SIDE / 2).min(count.saturating_sub(TABLE_SIDE));
        first..(first + TABLE_SIDE).min(count)
    };
    let cells = |row: u64| {
        let cells = window(column, board.columns).map(|column| TableCell {
            column,
            linear: board.linear(row, column),
            label: board.label(row, column),
        });
        cells.collect()
    };
    window(row, board.rows).map(|row| Row { row, cells: cells(row) }).collect()
}

/// All of the layout if its cells are then large enough to be seen, else a window at a legible size.
fn fitted(canvas: &HtmlCanvasElement, rows: u64, columns: u64, big: bool) -> View {
    let width = f64::from(canvas.client_width()) - MARGIN;
    let height = most_height(big);
    let most = if big { CELL_MOST * 1.5 } else { CELL_MOST };
    let fit = (width / columns as f64).min(height / rows as f64).min(most);
    // A long vector keeps legible cells; it is panned.
    let cell = if rows == 1 {
        within(width / columns as f64, CELL_WINDOW, most)
    } else if fit < CELL_OPEN {
        CELL_WINDOW
    } else {
        fit
    };
    let height = canvas_height(rows, cell, big);
    browser::set_height(canvas, height);
    View { cell, row: 0.0, column: 0.0, height }
}

/// The most room for the rows, in CSS pixels.
fn most_height(big: bool) -> f64 {
    (browser::viewport_height() * if big { 0.62 } else { 0.5 }).max(160.0) - 44.0
}

/// The height of the canvas that shows these rows, or as many of them as there is room for.
fn canvas_height(rows: u64, cell: f64, big: bool) -> f64 {
    (rows as f64 * cell).min(most_height(big)) + 46.0
}

#[derive(Clone, Copy)]
struct Marks {
    chosen: Option<i64>,
    hover: Option<i64>,
}

fn css(colour: Rgb) -> String {
    format!("rgb({} {} {})", colour.0, colour.1, colour.2)
}

/// Draws the grid, and answers where its cells lie.
fn draw(canvas: &HtmlCanvasElement, board: &Board, view: View, marks: Marks, dark: bool) -> Option<Frame> {
    if view.cell <= 0.0 {
        return None;
    }
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let cell = view.cell;
    let small = within(cell * 0.34, 10.0, 15.0);
    surface.font(small, "right");

    let (top_rows, _, _) = visible(view.row, cell, surface.height, board.rows);
    let has_names = |name: Option<String>| name.is_some();
    let row_names = has_names(board.row_name(0)) && cell >= small + 2.0;
    let widest = top_rows.last().copied().unwrap_or(0);
    let mut left = surface.text_width(&widest.to_string()) + 14.0;
    let names_left = left;
    if row_names {
        let sample = top_rows.iter().rev().take(40).filter_map(|&row| board.row_name(row));
        left += sample.map(|name| surface.text_width(&name)).fold(0.0, f64::max) + 8.0;
    }
    let (columns, column_window, column_step) = visible(view.column, cell, surface.width - left, board.columns);
    let column_name = columns.iter().rev().take(40).filter_map(|&column| board.column_name(column));
    let full_width = column_name.map(|name| surface.text_width(&name)).fold(0.0, f64::max);
    let column_names = full_width > 0.0;
    // Names that nearly fit their column are set a little smaller rather than left out.
    let name_scale = within((cell - 4.0) / full_width.max(1.0), 0.72, 1.0);
    let name_width = full_width * name_scale;
    let top = if column_names { small * 2.0 + 14.0 } else { small + 12.0 };
    let (rows, row_window, row_step) = visible(view.row, cell, surface.height - top, board.rows);
    let mut frame = Frame {
        left,
        top,
        width: (board.columns as f64 * cell).min(surface.width - left),
        height: (board.rows as f64 * cell).min(surface.height - top),
        labelled: false,
    };
    let x_of = |column: u64| left + (column as f64 - view.column) * cell;
    let y_of = |row: u64| top + (row as f64 - view.row) * cell;

    surface.clip(left - 2.0, top - 2.0, frame.width + 4.0, frame.height + 4.0);
    fill_cells(
        &surface,
        board,
        palette,
        &rows,
        &columns,
        (x_of(column_window.start), y_of(row_window.start), cell * column_step as f64, cell * row_step as f64),
    );
    rule(&surface, board, palette, view, frame, (row_window.clone(), column_window.clone()));
    if rows.len() * columns.len() <= LABELS_MOST && row_step == 1 && column_step == 1 {
        frame.labelled = write_labels(&surface, board, palette, &rows, &columns, cell, (&x_of, &y_of));
    }
    let mark = |linear: Option<i64>, line: f64, colour: &str| {
        let Some((row, column)) = linear.and_then(|linear| board.cell(linear)) else { return };
        let side = cell.max(5.0);
        surface.outline(x_of(column) + line / 2.0, y_of(row) + line / 2.0, side - line, side - line, line, colour);
    };
    mark(marks.hover, 2.0, &css(palette.ink));
    mark(marks.chosen, 3.0, &css(palette.accent));
    surface.release();

    let marked = |at: Option<(u64, u64)>, is_row: bool, number: u64| {
        at.is_some_and(|(row, column)| number == if is_row { row } else { column })
    };
    let chosen = marks.chosen.and_then(|linear| board.cell(linear));
    let hover = marks.hover.and_then(|linear| board.cell(linear));
    let colour_of = |is_row: bool, number: u64| {
        if marked(chosen, is_row, number) {
            css(palette.accent)
        } else if marked(hover, is_row, number) {
            css(palette.ink)
        } else {
            css(palette.quiet_ink)
        }
    };
    surface.font(small, "center");
    let number_width = surface.text_width(&column_window.end.to_string());
    // Numbers and names stand over the same columns.
    let needed = if column_names { (name_width + 3.0).max(number_width + 6.0) } else { number_width + 6.0 };
    let every = label_step(needed, cell, board.column_rules().first().copied());
    for column in label_places(&column_window, every, cell) {
        surface.text(&column.to_string(), x_of(column) + cell / 2.0, small / 2.0 + 3.0, &colour_of(false, column));
    }
    if column_names {
        surface.font(small * name_scale, "center");
        for column in label_places(&column_window, every, cell) {
            let name = board.column_name(column).unwrap_or_default();
            surface.text(&name, x_of(column) + cell / 2.0, small * 1.5 + 6.0, &colour_of(false, column));
        }
    }
    if !board.is_vector() {
        surface.font(small, "right");
        let every = label_step(small + 3.0, cell, board.row_rules().first().copied());
        surface.clip(0.0, top - small / 2.0, left, frame.height + small);
        for row in label_places(&row_window, every, cell) {
            let y = y_of(row) + cell / 2.0;
            surface.text(&row.to_string(), names_left - 7.0, y, &colour_of(true, row));
            if row_names && let Some(name) = board.row_name(row) {
                surface.text(&name, left - 7.0, y, &colour_of(true, row));
            }
        }
        surface.release();
    }
    Some(frame)
}

/// Every how many cells a label stands: at least as many as its width needs, and in step with the modes inside, whose
/// innermost one has `period` cells. Without such a mode a power of two.
fn label_step(needed: f64, cell: f64, period: Option<u64>) -> u64 {
    let least = (needed / cell).ceil().max(1.0) as u64;
    match period {
        Some(period) if least <= period => {
            let divisors = (least..=period.min(least.saturating_add(4096))).find(|step| period % step == 0);
            divisors.unwrap_or(period)
        }
        Some(period) => least.div_ceil(period).saturating_mul(period),
        None => least.checked_next_power_of_two().unwrap_or(least),
    }
}

fn label_places(window: &std::ops::Range<u64>, every: u64, cell: f64) -> impl Iterator<Item = u64> + use<> {
    let every = every.max(1);
    let first = window.start.div_ceil(every) * every;
    let most = (4000.0 / cell.max(1.0)) as usize + 1;
    (first..window.end).step_by(usize::try_from(every).unwrap_or(usize::MAX)).take(most.min(1000))
}

/// The colours of the cells, one pixel each, enlarged. `place` holds the corner and the size of a cell.
fn fill_cells(
    surface: &Surface,
    board: &Board,
    palette: &Palette,
    rows: &[u64],
    columns: &[u64],
    place: (f64, f64, f64, f64),
) {
    let fills: [[u8; 4]; 8] = std::array::from_fn(|index| {
        let Rgb(red, green, blue) = palette.fill(index as i64);
        [red, green, blue, 255]
    });
    let fallback = || {
        let line = |start: u64, step: u64| move |at: &u64| (start.wrapping_add(at.wrapping_mul(step))) as i64;
        let rows = rows.iter().map(line(0, 1)).collect();
        (rows, columns.iter().map(line(0, 1)).collect::<Vec<i64>>())
    };
    let (row_parts, column_parts) = board.parts(rows, columns).unwrap_or_else(fallback);
    let mut rgba = vec![0_u8; rows.len() * columns.len() * 4];
    if columns.is_empty() {
        return;
    }
    for (line, row) in rgba.chunks_exact_mut(columns.len() * 4).zip(row_parts) {
        for (pixel, column) in line.chunks_exact_mut(4).zip(&column_parts) {
            let colour = (row.wrapping_add(*column) & 7) as usize;
            pixel.copy_from_slice(&fills[colour]);
        }
    }
    let (x, y, width, height) = place;
    let place = (x, y, width * columns.len() as f64, height * rows.len() as f64);
    surface.cells(&mut rgba, columns.len() as u32, rows.len() as u32, place);
}

type Windows = (std::ops::Range<u64>, std::ops::Range<u64>);

/// Fine rules between cells where they can be told apart, stronger ones where a mode inside begins anew.
fn rule(surface: &Surface, board: &Board, palette: &Palette, view: View, frame: Frame, windows: Windows) {
    let (rows, columns) = windows;
    let (right, bottom) = (frame.left + frame.width, frame.top + frame.height);
    let vertical = |every: u64| {
        for column in label_places(&columns, every, view.cell * every as f64) {
            let x = frame.left + (column as f64 - view.column) * view.cell;
            surface.line(x, frame.top, x, bottom);
        }
    };
    let horizontal = |every: u64| {
        for row in label_places(&rows, every, view.cell * every as f64) {
            let y = frame.top + (row as f64 - view.row) * view.cell;
            surface.line(frame.left, y, right, y);
        }
    };
    if view.cell >= 7.0 {
        surface.begin_lines(1.0, &css(palette.rule));
        vertical(1);
        horizontal(1);
        surface.end_lines();
    }
    let strong = css(palette.ink);
    for (level, every) in
        board.column_rules().into_iter().enumerate().filter(|(_, every)| *every as f64 * view.cell >= 7.0)
    {
        surface.begin_lines(1.5 + level as f64, &strong);
        vertical(every);
        surface.end_lines();
    }
    for (level, every) in
        board.row_rules().into_iter().enumerate().filter(|(_, every)| *every as f64 * view.cell >= 7.0)
    {
        surface.begin_lines(1.5 + level as f64, &strong);
        horizontal(every);
        surface.end_lines();
    }
    surface.outline(frame.left, frame.top, frame.width, frame.height, 1.0, &css(palette.quiet_ink));
}

/// The indices, as large as fits; nothing where they cannot be read, which is answered.
#[allow(clippy::too_many_arguments, reason = "one drawing step with everything it needs, called once")]
fn write_labels(
    surface: &Surface,
    board: &Board,
    palette: &Palette,
    rows: &[u64],
    columns: &[u64],
    cell: f64,
    place: (&dyn Fn(u64) -> f64, &dyn Fn(u64) -> f64),
) -> bool {
    let labels =
        rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column, board.label(row, column))));
    let labels = labels.collect::<Vec<_>>();
    let longest = labels.iter().map(|(_, _, label)| label.len()).max().unwrap_or(1).max(1);
    // A monospaced digit is about 0.6 of the type size wide.
    let size = ((cell - 4.0) / (longest as f64 * 0.62)).min(cell * 0.4).min(20.0);
    if size < 7.0 {
        return false;
    }
    surface.font(size, "center");
    let ink = css(palette.ink);
    for (row, column, label) in labels {
        surface.text(&label, place.0(column) + cell / 2.0, place.1(row) + cell / 2.0 + 0.5, &ink);
    }
    true
}
