//! The layout as a table on a canvas, with an invisible table of the same cells for keyboards and screen readers.

mod answer;
mod colours;
mod paint;
mod table;
mod view;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::Shape;
use colex::look::board::Board;
use colex::look::{self, Look};
use colex_document::Colour;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use self::colours::{legend, options};
use self::paint::{Colours, Frame, Marks, Run, draw};
use self::table::{Seen, cells};
use self::view::{CELL_MOST, HEAD, View, canvas_height, fitted, margin};
use crate::browser::{self, KeyboardEvent, PointerEvent, Surface, WheelEvent};
use crate::loader::{part, plainly, quietly, soon};
use crate::panels::board::within;
use crate::panels::cells_table::CellsTable;
use crate::panels::measured::on_size;
use crate::panels::pauses::drawn;
use crate::panels::pulled::pulled;
use crate::session::{Draft, Parts, Screen, Session, Shared, Tastes};

part! {
    /// The cells for keyboards and screen readers.
    CELLS: panes = |session, _| cells(session.tastes, session.screen)
}

part! {
    /// Meanings of the colours, to choose from.
    OPTIONS: panes = |session, _| options(session.draft, session.tastes, session.screen)
}

part! {
    /// Meanings of the colours, in words.
    LEGEND: panes = |session, _| legend(session)
}

part! {
    /// The layout as it is printed, its numbers to be pulled.
    TITLE: panes = |session, _| pulled(session.draft, session.tastes, move || printed(session.tastes, session.screen), move |evaluation| {
        let shown = session.screen.shown.with(|shown| shown.as_ref().map(|shown| shown.look.statement))?;
        Some(evaluation.statements().get(shown)?.expression.span)
    })
}

part! {
    /// Answer of a line that is no picture, and why.
    ANSWER: story = |session, _| answer::answer(session)
}

fn printed(tastes: Tastes, screen: Screen) -> String {
    screen.shown.with(|shown| shown.as_ref().map(|shown| tastes.spell(&shown.look.printed())).unwrap_or_default())
}

/// The table of the layout on the screen.
pub fn grid(session: Session) -> AnyView {
    view! { <Grid session/> }.into_any()
}

/// The table of a layout.
#[component]
fn Grid(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, arrivals, .. } = *session;
    let canvas = NodeRef::<Canvas>::new();
    let table = NodeRef::<Div>::new();
    let view = RwSignal::new(View::default());
    let room = NodeRef::<Div>::new();
    let width = RwSignal::new(0);
    let slice = Memo::new(move |_| draft.view.with(|view| view.slice.clone()));
    let set = Memo::new(move |_| focus.coordinate_set.get().and_then(Result::ok));
    let look = screen.look;
    let chosen = focus.marked;
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
    // All that draws it, points into it or reads it shares one.
    let builds = StoredValue::new(0_u64);
    let built = Memo::new(move |_| {
        builds.update_value(|builds| *builds += 1);
        browser::set_root_attribute("data-boards", Some(&builds.get_value().to_string()));
        look.with(|look| set.with(|set| board(look, set))).map(|board| board.map(|board| Shared(Arc::new(board))))
    });
    let current = move || built.get().map(|board| board.map(|board| board.0));
    let number = Signal::derive(move || chosen.get().and_then(|linear| u64::try_from(linear).ok()));
    let seen = Seen { board: Signal::derive(current), table: CellsTable::new("cell", number) };
    provide_context(seen);
    let frame = Rc::new(Cell::new(Frame::default()));

    // A new shape, and names of rows that take another room, are fitted to the pane; a new stride keeps the view.
    let dimensions = Memo::new(move |_| match current() {
        Some(Ok(board)) => Some((board.rows, board.columns, margin(&board) as u64)),
        _ => None,
    });
    let big = tastes.big;
    let embed = Memo::new(move |_| draft.options.with(|options| options.embed));
    let is_part = RwSignal::new(false);
    let fit = move |whole: bool| {
        let Some(element) = canvas.get_untracked() else { return };
        let Some(Ok(board)) = untrack(current) else { return browser::set_height(&element, None) };
        let margin = margin(&board);
        let mut next = fitted(&element, board.rows, board.columns, margin, big.get_untracked(), whole);
        // A window opens where the chosen cell is.
        if let Some((row, column)) = chosen.get_untracked().and_then(|linear| board.cell(linear)) {
            // A hundredth of a cell is no cell: what fits exactly is all in view.
            let shown = |length: f64| (length / next.cell + 0.01).floor().max(1.0);
            // Nothing is seen beyond the last cell.
            let begin = |at: u64, count: u64, length: f64| {
                let last = count as f64 - length / next.cell;
                (at as f64 + 1.0 - shown(length)).min(last).max(0.0)
            };
            next.row = begin(row, board.rows, next.height - HEAD);
            next.column = begin(column, board.columns, f64::from(element.client_width()) - margin);
        }
        view.set(next);
    };
    Effect::new(move |_| {
        dimensions.track();
        width.track();
        big.track();
        embed.track();
        fit(false);
    });

    let colour = Memo::new(move |_| draft.options.with(|options| options.colour));
    // The coordinate in one mode: so many coordinates apart, so many of them.
    let period = Memo::new(move |_| {
        if colour.get() != Colour::Mode {
            return None;
        }
        let mode = focus.hover_mode.get().or_else(|| focus.caret_mode.get());
        let mode = mode.unwrap_or_else(|| draft.view.with(|view| view.mode.clone()));
        screen.layout.with(|layout| look::mode_period(layout.as_ref()?.shape(), &mode))
    });
    // The cells that a mode runs over from the chosen one on, where a mode is pointed at or was chosen.
    let run = Memo::new(move |_| {
        let mode = focus.mode_looked_at()?;
        let (apart, size) = screen.layout.with(|layout| look::mode_period(layout.as_ref()?.shape(), &mode))?;
        let from = chosen.get().unwrap_or_default();
        Some(Run { first: from - from / apart % size * apart, apart, size })
    });
    let form = Memo::new(move |_| draft.view.with(|view| view.form));
    let labelled = RwSignal::new(true);
    let count = Cell::new(0_u64);
    drawn({
        let frame = Rc::clone(&frame);
        move || {
            let Some(element) = canvas.get() else { return };
            if let Some(Ok(board)) = current() {
                let beyond = screen.beyond.get();
                let marks = Marks {
                    chosen: chosen.get(),
                    hover: focus.hover.get(),
                    beyond: beyond.as_ref().map(|beyond| &*beyond.is.0 as &dyn Fn(i64) -> bool),
                    run: run.get(),
                    form: form.get(),
                };
                let colouring = screen.colouring.get();
                let of_mode =
                    period.get().map(|(apart, size)| move |linear: i64| u8::try_from(linear / apart % size % 8).ok());
                let colours = match (&colouring, &of_mode, colour.get()) {
                    (Some(colouring), ..) => Colours::Class(&*colouring.class.0),
                    (None, Some(of_mode), _) => Colours::Class(of_mode),
                    (None, None, Colour::None) => Colours::Plain,
                    _ => Colours::Index,
                };
                if let Some(now) = draw(&element, &board, view.get(), marks, colours, tastes.dark.get()) {
                    frame.set(now);
                    let cell = view.get_untracked().cell;
                    let part =
                        board.rows as f64 * cell > now.height + 1.0 || board.columns as f64 * cell > now.width + 1.0;
                    for (signal, now) in [(labelled, now.labelled), (is_part, part)] {
                        if signal.get_untracked() != now {
                            signal.set(now);
                        }
                    }
                }
            } else {
                // Nothing is drawn, at the size that it has.
                width.track();
                big.track();
                Surface::of(&element);
            }
            count.set(count.get() + 1);
            browser::set_root_attribute("data-drawn", Some(&count.get().to_string()));
        }
    });
    // Zooming makes the room higher, which is no reason to fit anew; another width is.
    on_size(room, move |room| width.renew(room.client_width()));

    let cell_at = {
        let frame = Rc::clone(&frame);
        move |x: f64, y: f64| -> Option<(u64, u64)> {
            let (frame, view) = (frame.get(), view.get_untracked());
            let inside =
                x >= frame.left && y >= frame.top && x < frame.left + frame.width && y < frame.top + frame.height;
            let (rows, columns, _) = dimensions.get_untracked()?;
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
            let Some((rows, columns, _)) = dimensions.get_untracked() else { return next };
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
            let Some((rows, columns, _)) = dimensions.get_untracked() else { return };
            let least = (frame.width / columns as f64).min(frame.height / rows as f64).min(CELL_MOST) * 0.9;
            let cell = within(old.cell * factor, least.min(old.cell), CELL_MOST * 2.0);
            let (dx, dy) = (within(x - frame.left, 0.0, frame.width), within(y - frame.top, 0.0, frame.height));
            let row = old.row + dy / old.cell - dy / cell;
            let column = old.column + dx / old.cell - dx / cell;
            // The canvas grows with its cells as far as the pane allows, and only then is anything cut off.
            let height = canvas_height(rows, cell, big.get_untracked());
            if let Some(canvas) = canvas.get_untracked() {
                browser::set_height(&canvas, Some(height));
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
            focus.hover.set(linear_at(cell_at(x, y)));
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
                    draft.choose_linear(linear);
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
                "0" if !far => return fit(is_part.get_untracked()),
                _ => return,
            };
            event.prevent_default();
            let is_step = event.key().starts_with("Arrow") || event.key().starts_with("Page");
            let to = if at.is_none() && is_step { (0, 0) } else { to };
            draft.choose_linear(board.linear(to.0, to.1));
        }
    };

    let problem = move || match current() {
        Some(Err(error)) => Some(arrivals.error_sentence(tastes, &error)),
        _ => None,
    };
    let title = move || plainly(session, TITLE, move || (move || printed(tastes, screen)).into_any());
    let dimensions_text = move || {
        dimensions.get().map(
            |(rows, columns, _)| {
                if rows == 1 { format!("{columns}") } else { format!("{rows} × {columns}") }
            },
        )
    };
    // Names of the axes, where their modes have names.
    let axes = Memo::new(move |_| match current() {
        Some(Ok(board)) => [0, 1].map(|axis| board.axis(axis).map(shortened)),
        _ => [None, None],
    });
    let axis = move |axis: usize, arrow: &'static str| {
        let name = move || axes.with(|axes| axes.get(axis).cloned().flatten());
        move || name().map(|name| view! { <span class="mono"><span aria-hidden="true">{arrow}</span>" "{name}</span> })
    };
    let axes_words = move || {
        axes.with(|axes| axes.iter().any(Option::is_some)).then(|| {
            let said =
                |axis: usize| axes.with(|axes| axes.get(axis).cloned().flatten()).unwrap_or_else(|| "_".to_string());
            format!("{} {}, {} {}", tastes.say("rows", "行"), said(0), tastes.say("columns", "列"), said(1))
        })
    };
    let hint = move || {
        dimensions.with(Option::is_some).then_some(())?;
        if !labelled.get() {
            return Some(tastes.say("Zoom in with + to read the indices", "按 + 放大即可看到索引"));
        }
        is_part.get().then(|| tastes.say("Drag or scroll to see the rest", "拖动或滚动以查看其余部分"))
    };
    let zoomed = middle_zoom.clone();
    view! {
        <section class="grid-pane" aria-label=tastes.text("Grid", "网格")>
            <div class="pane-head">
                <h2>{tastes.text("Grid", "网格")} " " <span class="mono">{title()}</span>" "<span class="quiet">{dimensions_text}</span></h2>
                <div class="row">
                    <Slices draft tastes current=Signal::derive(move || match current() {
                        Some(Ok(board)) => {
                            let names = (2..).map(|mode| board.axis(mode).map(shortened));
                            let sizes = board.slice_sizes().to_vec();
                            (board.slice().to_vec(), sizes.iter().copied().zip(names).collect())
                        }
                        _ => Default::default(),
                    })/>
                    {quietly(session, RwSignal::new(1), OPTIONS)}
                    <div class="row zoom">
                        <button class="plain" on:click=move |_| zoomed(0.8) aria-label=tastes.text("Smaller cells", "缩小")>"−"</button>
                        <button class="plain" on:click=move |_| middle_zoom(1.25) aria-label=tastes.text("Larger cells", "放大")>"+"</button>
                        <button class="plain" on:click=move |_| fit(is_part.get_untracked())>{tastes.text("Fit", "适合窗口")}</button>
                    </div>
                </div>
            </div>
            {quietly(session, arrivals.more, ANSWER)}
            {move || (screen.shown.with(Option::is_none) && screen.chosen_statement.get().is_none()).then(|| view! {
                <p class="quiet">{tastes.text(
                    "There is no layout in the notebook: type one, such as (4,8):(8,1), or take one of the examples",
                    "笔记本中还没有布局：输入一个，例如 (4,8):(8,1)，或从示例中选取",
                )}</p>
            })}
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            {move || axes_words().map(|words| view! {
                <p class="axes small" role="note" aria-label=words>{axis(0, "↓")}{axis(1, "→")}</p>
            })}
            <div class="grid-frame" node_ref=room class:stale=move || screen.stale.get()>
                <canvas node_ref=canvas data-view="grid" aria-hidden="true"
                    on:pointermove=on_move on:pointerdown=on_down on:pointerup=on_up on:wheel=on_wheel
                    on:pointerleave=move |_| { focus.hover.set(None); }
                    on:pointercancel={ let drag = Rc::clone(&drag); move |_| drag.set(None) }></canvas>
                <div id="grid-table" class="grid-table" role="grid" tabindex="0" node_ref=table on:keydown=on_key
                    aria-label=tastes.text("Indices; arrow keys choose a cell", "索引表；用方向键选择单元格")
                    aria-rowcount=move || dimensions.get().map(|(rows, ..)| rows.to_string())
                    aria-colcount=move || dimensions.get().map(|(_, columns, _)| columns.to_string())
                    aria-activedescendant=move || seen.table.active()>
                    {quietly(session, RwSignal::new(1), CELLS)}
                </div>
            </div>
            {soon(session, LEGEND)}
            {move || hint().map(|words| view! { <p class="quiet small grid-hint">{words}</p> })}
        </section>
    }
}

/// The beginning of an axis' name.
fn shortened(name: &str) -> String {
    /// Number of characters that are shown.
    const SHOWN: usize = 48;
    match name.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
        None => name.to_string(),
    }
}

/// The coordinates in the modes beyond the second; the sizes of these modes, and what they are called.
type Sliced = (Vec<u64>, Vec<(u64, Option<String>)>);

/// Steppers for the modes beyond the second.
#[component]
fn Slices(draft: Draft, tastes: Tastes, current: Signal<Sliced>) -> impl IntoView {
    let choose = move |mode: usize, digit: u64| {
        let (mut slice, _) = current.get_untracked();
        if let Some(place) = slice.get_mut(mode) {
            *place = digit;
        }
        draft.look_at(|view| view.slice = slice);
    };
    move || {
        let (slice, sizes) = current.get();
        let pairs = slice.into_iter().zip(sizes).enumerate();
        pairs
            .map(|(mode, (digit, (size, name)))| {
                let name = name.unwrap_or_else(|| (mode + 2).to_string());
                let said = name.clone();
                view! {
                    <div class="row slice" role="group" aria-label=move || format!("{} {said}", tastes.say("Slice along mode", "沿 mode 切片"))>
                        <span class="quiet small">{tastes.text("mode", "Mode")} " " {name}</span>
                        <button class="plain" disabled=digit == 0 on:click=move |_| choose(mode, digit.saturating_sub(1))
                            aria-label=tastes.text("Previous slice", "上一个切片")>"◀"</button>
                        <output class="mono">{digit}<span class="quiet">" ∈ 0–"{size.saturating_sub(1)}</span></output>
                        <button class="plain" disabled={digit + 1 >= size} on:click=move |_| choose(mode, digit + 1)
                            aria-label=tastes.text("Next slice", "下一个切片")>"▶"</button>
                    </div>
                }
            })
            .collect_view()
    }
}
