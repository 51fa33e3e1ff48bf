//! One panel of an operation: its picture, what it is called, and pointing at its cells.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use colex::Nested;
use colex::draw::palette;
use colex::notebook::Evaluation;
use colex::scene::{Class, Colours, Kind, Meaning, Role, Scene};
use colex::words;
use colex_document::arrangement::ViewId;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::corner::corner;
use super::paint::{Cells, LABEL_LEAST, Marks, draw, number_of, numbers};
use super::sheet::Sheet;
use super::{Point, Stage};
use crate::browser::{self, FocusEvent, HtmlCanvasElement, KeyboardEvent, MouseEvent, PointerEvent};
use crate::languages::say;
use crate::panels::frame::OPERATION_ID;
use crate::panels::measured::on_size;
use crate::panels::pauses::drawn;
use crate::panels::pulled::pulled;
use crate::session::{Parts, Shared};
use crate::signals::{Effect, Memo};

/// Of more classes than these in a legend neighbours are not parted by rules: each cell may be its own class.
const PARTED_MOST: i64 = 4096;
/// So many classes have a colour of their own.
const COLOURS: i64 = palette::COLOURS as i64;

/// Rows of a panel: those of its first mode; none where it has one mode, which is written in lines.
pub(super) fn rows_of(scene: &Scene, number: usize) -> Option<i64> {
    let panel = scene.panels.get(number)?;
    let first = (panel.layout.rank() > 1).then(|| panel.layout.innermost().at(&[0]).ok()?.size().ok())??;
    Some(first.value())
}

/// Reports whether a panel only says how the others were made: what cuts.
pub(super) fn stands_aside(scene: &Scene, number: usize) -> bool {
    scene.kind == Kind::Divide && scene.panels.get(number).is_some_and(|panel| panel.role == Role::Tiler)
}

/// Content of a panel: found again when the operation, its colours or the room change, not for each cell pointed at.
struct Shown {
    scene: Shared<Scene>,
    colours: Colours,
    cells: Cells,
}

pub(super) fn panel(stage: Stage, number: usize) -> AnyView {
    let Stage { session, picture, point, .. } = stage;
    let Parts { draft, tastes, desk, .. } = *session;
    let canvas = NodeRef::<Canvas>::new();
    let with = move |read: &dyn Fn(&Scene) -> String| {
        picture.scene.with(|scene| scene.as_ref().map(|scene| read(&scene.0)).unwrap_or_default())
    };
    let name = move || {
        let tongue = tastes.tongue.get();
        with(&|scene| {
            let called = |panel: &colex::scene::Panel| words::called(scene, panel.role, tongue);
            scene.panels.get(number).map(called).unwrap_or_default()
        })
    };
    let written = move || {
        let written = with(&|scene| {
            let panel = scene.panels.get(number);
            let written = panel.and_then(|panel| panel.written.clone().filter(|written| panel.name() != Some(written)));
            let printed = panel.map(|panel| panel.printed.clone()).unwrap_or_default();
            match written.filter(|written| tastes.spell(written) != tastes.spell(&printed)) {
                Some(written) => format!("{written} = {printed}"),
                None => printed,
            }
        });
        tastes.spell(&written)
    };
    // Where the notebook gives the numbers of the caption.
    let given = move |evaluation: &Evaluation| {
        let statement = picture.statement.get()?;
        picture.scene.with(|scene| {
            let panel = scene.as_ref()?.0.panels.get(number)?;
            if panel.role == Role::Result {
                return Some(evaluation.statements().get(statement)?.expression.span);
            }
            evaluation.written_at(statement, panel.written.as_deref()?)
        })
    };
    let role = move || {
        let tongue = tastes.tongue.get();
        with(&|scene| {
            let role = scene.panels.get(number).map(|panel| words::role(scene, panel.role, tongue));
            // A layout that has no name may be called by its role already.
            role.filter(|role| *role != name()).unwrap_or_default().into()
        })
    };
    let own = Memo::new(move |_| point.get().and_then(|(panel, cell)| own_cell(stage, panel, cell, number)));
    let scale = move || if tastes.big.get() { 1.5 } else { 1.0 };
    // Where the result begins, as long as nothing is looked at.
    let begin = move || {
        picture.scene.with(|scene| {
            let scene = &scene.as_ref()?.0;
            scene.corresponding(scene.result()?, 0, number)
        })
    };
    let is_aside =
        move || picture.scene.with(|scene| scene.as_ref().is_some_and(|scene| stands_aside(&scene.0, number)));
    // The first and the last index are as long as any, as a rule; a letter is 0.6 of the type size wide.
    let label = Memo::new(move |_| {
        picture.scene.with(|scene| {
            let panel = scene.as_ref()?.0.panels.get(number)?;
            let letters = panel.labels([0, panel.size - 1]).iter().map(String::len).max()?;
            Some(letters as f64 * 0.6 * LABEL_LEAST + 2.0)
        })
    });
    let sheet = Memo::new(move |_| {
        let (scale, width, fit) = (scale(), stage.width.get(), stage.fit.get()?);
        let fit = if is_aside() { fit.aside(scale) } else { fit };
        let label = if is_aside() { 0.0 } else { label.get().unwrap_or_default() };
        // Only a window follows the point.
        let place = move |around: i64, width: f64| {
            picture.scene.with(|scene| {
                let scene = &scene.as_ref()?.0;
                let size = scene.panels.get(number)?.size;
                (width > 0.0)
                    .then(|| Sheet::place(size, rows_of(scene, number), (width - 2.0, label), scale, fit, around))
            })
        };
        let whole = place(0, width)?;
        if whole.has_labels() && whole.in_view() >= whole.size {
            return Some(whole);
        }
        // Of what has too many cells to be read all is seen, as tiles or in squares, or else the cells around the point.
        let room = stage.room.get();
        let whole = || place(0, room).filter(|sheet| sheet.in_view() >= sheet.size);
        let wide = (room - 2.0, fit.overview(scale), label);
        let all = boxes(stage, number, wide, scale).or_else(whole).or_else(|| squares(stage, number, wide, scale));
        all.or_else(|| place(own.get().or_else(begin).unwrap_or(0), room))
    });
    // The cells of the chosen tile, or those around the point.
    let inset = Memo::new(move |_| {
        let sheet = sheet.get()?;
        let tile = picture.scene.with(|scene| scene.as_ref()?.0.boxes(number));
        sheet.inset(tile, stage.room.get() - 2.0, scale(), own.get().or_else(begin).unwrap_or(0))
    });
    let (shown, near) = (Rc::new(RefCell::new(None::<Shown>)), Rc::new(RefCell::new(None::<Shown>)));
    let closer = NodeRef::<Canvas>::new();
    drawn(move || {
        if let Some(element) = closer.get() {
            paint(stage, number, &element, inset.get(), own.get(), &mut near.borrow_mut());
        }
    });
    drawn(move || {
        if let Some(element) = canvas.get() {
            paint(stage, number, &element, sheet.get(), own.get(), &mut shown.borrow_mut());
            // The grid, which says so itself, gives its place to this picture.
            if desk.arrangement.with_untracked(|arrangement| arrangement.is_folded(ViewId::Grid)) {
                browser::set_root_attribute("data-drawn", Some("operation"));
            }
        }
    });
    // Where a cell stands on the screen depends on all panels: each that takes another room moves those behind it.
    let panel = NodeRef::<Div>::new();
    on_size(panel, move |_| stage.moved.update(|moved| *moved += 1));
    Effect::new(move |_| {
        stage.moved.track();
        stage.width.track();
        let place = canvas.get().and_then(|canvas| {
            let sheet = sheet.get()?;
            let (x, y) = sheet.corner(own.get()?)?;
            let (across, down) = (sheet.cell / 2.0 + 1.0, sheet.high / 2.0 + 1.0);
            let (left, top) = (f64::from(canvas.offset_left()), f64::from(canvas.offset_top()));
            Some((left + x + across, top + y + down, sheet.cell.min(sheet.high)))
        });
        if stage.places.with_untracked(|all| all.get(number).copied().flatten() != place) {
            stage.places.update(|all| {
                if let Some(own) = all.get_mut(number) {
                    *own = place;
                }
            });
        }
    });
    // The two pictures: all, and the cells that can be read.
    let hears = move |canvas: NodeRef<Canvas>, sheet: Memo<Option<Sheet>>| {
        let at = move |event: &MouseEvent| {
            let sheet = sheet.get_untracked()?;
            sheet.at(f64::from(event.offset_x()) - 1.0, f64::from(event.offset_y()) - 1.0)
        };
        let on_move = move |event: PointerEvent| point_at(stage, at(&event).map(|cell| (number, cell)));
        let on_click = move |event: MouseEvent| {
            if let Some(cell) = at(&event) {
                choose(stage, (number, cell));
            }
        };
        view! {
            <canvas node_ref=canvas aria-hidden="true" on:pointermove=on_move on:click=on_click
                on:pointerleave=move |_| point_at(stage, None)></canvas>
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key() {
            return;
        }
        // Cell by cell where cells can be read.
        let Some(sheet) = inset.get_untracked().or_else(|| sheet.get_untracked()) else { return };
        let now = own.get_untracked();
        let cell = now.unwrap_or(0);
        let to = match event.key().as_str() {
            "ArrowUp" => sheet.beside(cell, -1, 0),
            "ArrowDown" => sheet.beside(cell, 1, 0),
            "ArrowLeft" => sheet.beside(cell, 0, -1),
            "ArrowRight" => sheet.beside(cell, 0, 1),
            "Home" => 0,
            "End" => sheet.size - 1,
            _ => return,
        };
        event.prevent_default();
        choose(stage, (number, if now.is_none() { 0 } else { to }));
    };
    let label = move || {
        let hint = tastes.say("arrow keys go through its cells", "用方向键逐格查看");
        let role = Some(role()).filter(|role| !role.is_empty()).map(|role| format!(", {role}")).unwrap_or_default();
        format!("{}{role}, {}; {hint}", name(), written())
    };
    let cut = move || {
        let sheet = sheet.get().filter(|sheet| sheet.in_view() < sheet.size)?;
        let (in_view, size) = (sheet.in_view(), sheet.size);
        let (rows, columns) = sheet.step;
        if sheet.is_boxes {
            let is_copy = picture.scene.with(|scene| scene.as_ref().is_some_and(|scene| scene.0.kind == Kind::Product));
            let said = match is_copy {
                true => say!(
                    tastes.tongue.get(),
                    en("Each box is a copy: {rows} × {columns} cells"),
                    zh("每个方框是一个副本：{rows} × {columns} 格")
                ),
                false => say!(
                    tastes.tongue.get(),
                    en("Each box is a tile: {rows} × {columns} cells"),
                    zh("每个方框是一个 tile：{rows} × {columns} 格")
                ),
            };
            return Some(said);
        }
        if sheet.has_squares() {
            let said = tastes.tongue.get().pick(
                format!("Each square stands for {rows} × {columns} cells"),
                format!("每个方块代表 {rows} × {columns} 格"),
            );
            return Some(said);
        }
        Some(
            tastes
                .tongue
                .get()
                .pick(format!("{in_view} of {size} cells are shown"), format!("共 {size} 格，显示 {in_view} 格")),
        )
    };
    let named = move || format!("{} {}", name(), role());
    view! {
        <div node_ref=panel class="operation-panel" id=(number == 0).then_some(OPERATION_ID) role="group" tabindex="0" aria-label=label on:keydown=on_key
            on:focusout=move |event: FocusEvent| if !browser::stays_within(&event) { stage.pinned.try_set(None); }>
            <p class="operation-name" title=named><b class="mono">{name}</b>" "<span class="quiet small">{role}</span></p>
            {hears(canvas, sheet)}
            {corner(stage, number, canvas, sheet)}
            <p class="operation-written mono small quiet" title=written>{pulled(draft, tastes, written, given)}</p>
            {move || cut().map(|cut| view! { <p class="quiet small">{cut}</p> })}
            <Show when=move || inset.with(Option::is_some)>
                {turning(stage, number, inset)}
                {hears(closer, inset)}
            </Show>
        </div>
    }
    .into_any()
}

/// Which cells the inset shows, and what turns to the others of the tile.
fn turning(stage: Stage, number: usize, inset: Memo<Option<Sheet>>) -> AnyView {
    let Parts { tastes, .. } = *stage.session;
    // The tile, its first row and column, and how many it has inside the panel.
    let tile = move || {
        let sheet = inset.get()?;
        stage.picture.scene.with(|scene| {
            let scene = &scene.as_ref()?.0;
            let whole = ((0, 0), (sheet.rows, sheet.columns));
            let Some((high, wide)) = scene.boxes(number) else { return Some((sheet, None, whole)) };
            let own = (sheet.first.0 / high * high, sheet.first.1 / wide * wide);
            let held = (high.min(sheet.rows - own.0), wide.min(sheet.columns - own.1));
            let cell = sheet.cells().first().copied().flatten()?;
            let number = scene.tiles(number, [cell]).and_then(|tiles| tiles.first().copied().flatten())?;
            let meaning = if scene.kind == Kind::Product { Meaning::Copy } else { Meaning::Tile };
            Some((sheet, Some(words::class(scene, meaning, number, tastes.tongue.get())), (own, held)))
        })
    };
    let said = move || {
        let (sheet, name, (own, held)) = tile()?;
        let span = |first: i64, count: i64, all: i64, unit: &str| match count >= all {
            true => format!("{all} {}", if all == 1 { unit.trim_end_matches('s') } else { unit }),
            false => say!(
                tastes.tongue.get(),
                en("{unit} {first}–{last} of {all}", last = first + count - 1),
                zh("{unit} {first}–{last}（共 {all}）", last = first + count - 1)
            ),
        };
        let [rows, columns] = tastes.tongue.get().pick(["rows", "columns"], ["行", "列"]);
        let rows = span(sheet.first.0 - own.0, sheet.held.0, held.0, rows);
        let columns = span(sheet.first.1 - own.1, sheet.held.1, held.1, columns);
        let name = name.unwrap_or_else(|| tastes.tongue.get().pick("cells", "各格").to_string());
        Some(tastes.tongue.get().pick(format!("{name}: {rows}, {columns}"), format!("{name}：{rows}，{columns}")))
    };
    let turn = move |(down, right): (i64, i64), sign: &'static str, english: &'static str, chinese: &'static str| {
        let to = move || {
            let (sheet, _, (own, held)) = tile()?;
            let step = |first: i64, by: i64, shown: i64, own: i64, all: i64| {
                let to = (first + by * shown).max(own).min(own + all - 1);
                (by == 0 || !(first..first + shown).contains(&to)).then_some(to)
            };
            let row = step(sheet.first.0, down, sheet.held.0, own.0, held.0)?;
            sheet.coordinate(row, step(sheet.first.1, right, sheet.held.1, own.1, held.1)?)
        };
        let is_long = move || {
            tile().is_some_and(
                |(sheet, _, (_, held))| if down == 0 { sheet.held.1 < held.1 } else { sheet.held.0 < held.0 },
            )
        };
        view! {
            <Show when=is_long>
                <button class="plain small" aria-label=tastes.text(english, chinese) disabled=move || to().is_none()
                    on:click=move |_| if let Some(cell) = untrack(to) { choose(stage, (number, cell)) }>{sign}</button>
            </Show>
        }
    };
    view! {
        <div class="operation-turning small">
            <span class="quiet">{said}</span>
            {turn((-1, 0), "▴", "Rows above", "上面的行")}{turn((1, 0), "▾", "Rows below", "下面的行")}
            {turn((0, -1), "◂", "Columns to the left", "左边的列")}{turn((0, 1), "▸", "Columns to the right", "右边的列")}
        </div>
    }
    .into_any()
}

/// All of a panel as boxes, one for each of its tiles; `None` where steps colour it otherwise.
fn boxes(stage: Stage, number: usize, room: (f64, f64, f64), scale: f64) -> Option<Sheet> {
    let colours = stage.picture.colours.get()?;
    stage.picture.scene.with(|scene| {
        let scene = &scene.as_ref()?.0;
        let tile = scene.boxes(number).filter(|_| scene.is_of_tiles(&colours))?;
        let fold = first_of_the_others(scene, number);
        Sheet::of_boxes(scene.panels.get(number)?.size, rows_of(scene, number)?, tile, fold, room, scale)
    })
}

/// The extent of the mode behind the rows that runs fastest, where there are several.
fn first_of_the_others(scene: &Scene, number: usize) -> Option<i64> {
    let layout = scene.panels.get(number)?.layout.innermost();
    let others = layout.at(&[1]).ok()?;
    let first = match others.shape() {
        _ if layout.rank() > 2 => others,
        Nested::Tuple(_) => others.at(&[0]).ok()?,
        Nested::Leaf(_) => return None,
    };
    first.size().ok().map(|size| size.value())
}

/// All of a panel in squares, each in the colour of its first cell; `None` where that would tell something wrong: most of
/// them have cells of several classes, or what the colours show falls between the first cells.
fn squares(stage: Stage, number: usize, room: (f64, f64, f64), scale: f64) -> Option<Sheet> {
    let colours = stage.picture.colours.get()?;
    stage.picture.scene.with(|scene| {
        let scene = &scene.as_ref()?.0;
        let sheet = Sheet::of_squares(scene.panels.get(number)?.size, rows_of(scene, number)?, room, scale)?;
        let classes =
            |cells: Vec<Option<i64>>| scene.classes(number, cells.into_iter().map(|cell| cell.unwrap_or(-1)), &colours);
        let (firsts, lasts) = (classes(sheet.cells()), classes(sheet.last_cells()));
        let alike = firsts.iter().zip(&lasts).filter(|(first, last)| first == last).count();
        let is_told = firsts.iter().any(|class| *class != Class::None) && !firsts.contains(&Class::Index);
        (is_told && 2 * alike >= firsts.len()).then_some(sheet)
    })
}

/// The cell of a panel that is the point, or corresponds to it.
fn own_cell(stage: Stage, panel: usize, cell: i64, number: usize) -> Option<i64> {
    if panel == number {
        return Some(cell);
    }
    stage.picture.scene.with(|scene| scene.as_ref()?.0.corresponding(panel, cell, number))
}

/// The pointer is at a cell: what corresponds to it in the result lights up in the grid too.
fn point_at(stage: Stage, to: Option<Point>) {
    if stage.pointed.get_untracked() == to {
        return;
    }
    stage.pointed.set(to);
    stage.session.focus.hover.set(to.and_then(|(panel, cell)| in_grid(stage, panel, cell)));
}

/// The cell of the grid that corresponds to a cell.
fn in_grid(stage: Stage, panel: usize, cell: i64) -> Option<i64> {
    untrack(|| own_cell(stage, panel, cell, stage.picture.shown.get()?))
}

/// A cell is chosen: the point of the document, where the result has one for it.
fn choose(stage: Stage, (panel, cell): Point) {
    stage.pinned.set(Some((panel, cell)));
    if let Some(linear) = in_grid(stage, panel, cell) {
        stage.session.draft.choose_linear(linear);
    }
}

fn paint(
    stage: Stage,
    number: usize,
    canvas: &HtmlCanvasElement,
    sheet: Option<Sheet>,
    own: Option<i64>,
    shown: &mut Option<Shown>,
) -> Option<()> {
    let (session, picture) = (stage.session, stage.picture);
    let (scene, colours, sheet) = (picture.scene.get()?, picture.colours.get()?, sheet?);
    let is_same = shown
        .as_ref()
        .is_some_and(|shown| shown.scene == scene && shown.colours == colours && shown.cells.sheet == sheet);
    if !is_same {
        let (width, height) = sheet.measures();
        browser::set_size(canvas, width, height);
        let cells = cells_of(&scene.0, number, &colours, sheet);
        let has = |is: fn(&Class) -> bool| {
            let mut pairs = cells.classes.iter().zip(&cells.coordinates);
            pairs.any(|(class, coordinate)| coordinate.is_some() && is(class))
        };
        let bare = [has(|class| *class == Class::None), has(|class| matches!(class, Class::Beyond(_)))];
        stage.bare.update(|all| {
            if let Some(place) = all.get_mut(number) {
                *place = bare;
            }
        });
        *shown = Some(Shown { scene: scene.clone(), colours, cells });
    }
    let cells = &shown.as_ref()?.cells;
    let linked = match stage.point.get() {
        Some((panel, cell)) if panel != number => {
            let coordinates = cells.coordinates.iter().map(|coordinate| coordinate.unwrap_or(-1));
            scene.0.all_corresponding(panel, cell, number, coordinates)
        }
        _ => Vec::new(),
    };
    draw(canvas, cells, &Marks { point: own, linked }, session.focus.hides_index.get(), session.tastes.dark.get())
}

fn cells_of(scene: &Arc<Scene>, number: usize, colours: &Colours, sheet: Sheet) -> Cells {
    let coordinates = sheet.cells();
    let asked = || coordinates.iter().map(|coordinate| coordinate.unwrap_or(-1));
    let is_part = scene.kind == Kind::Part;
    // A box has the colour of the cell that the result takes of its tile.
    let taken = || scene.corresponding(scene.result()?, 0, number).filter(|_| is_part);
    let classes = match taken().filter(|_| sheet.is_boxes).map(|cell| sheet.within_box(cell)) {
        Some(aside) => {
            scene.classes(number, sheet.cells_aside(aside).into_iter().map(|cell| cell.unwrap_or(-1)), colours)
        }
        None => scene.classes(number, asked(), colours),
    };
    let panel = scene.panels.get(number);
    let indices = panel.map(|panel| panel.indices(asked())).unwrap_or_default();
    let labels = panel.filter(|_| sheet.has_labels());
    let labels = labels.map(|panel| panel.labels(asked())).unwrap_or_default();
    let is_parted = colours.count <= PARTED_MOST
        && !matches!(
            colours.meaning,
            None | Some(Meaning::Coordinate | Meaning::Leaves { .. } | Meaning::CoalescedMode { .. })
        );
    // Cells of which the result takes none are parted into tiles too.
    let tiles = (is_part || sheet.is_boxes).then(|| scene.tiles(number, asked())).flatten();
    let parted = is_parted || sheet.has_squares() || tiles.is_some();
    let is_numbered = match colours.meaning {
        Some(Meaning::Tile | Meaning::Copy | Meaning::Filler | Meaning::Element | Meaning::CutLeaf { .. }) => true,
        // From the ninth coordinate on colours come again.
        Some(Meaning::Coordinate) => scene.kind == Kind::Composition && colours.count > COLOURS,
        _ => false,
    };
    // A panel that has one class alone needs no number, and one that cuts has no tile yet.
    let columns = usize::try_from(sheet.held.1).unwrap_or(1);
    let by_class = || classes.iter().map(|class| number_of(*class)).collect::<Vec<_>>();
    let is_one = |tiles: &[Option<i64>]| tiles.iter().all(|tile| Some(tile) == tiles.first());
    // All cells of a tile, or one of each.
    let chosen = is_part && sheet.is_boxes && classes.contains(&Class::None);
    let numbered = match &tiles {
        Some(tiles) => (!is_one(tiles)).then(|| numbers(&coordinates, tiles, columns)),
        None => Some(by_class())
            .filter(|classes| is_numbered && colours.count > 1 && !stands_aside(scene, number) && !is_one(classes))
            .map(|classes| numbers(&coordinates, &classes, columns)),
    };
    let numbers = numbered.unwrap_or_default();
    Cells { sheet, coordinates, classes, indices, labels, parted, tiles, chosen, numbers }
}
