//! V3: the index space as a strip of slots: used, unused, reached more than once.

mod strip;
mod tally;

use std::cell::Cell;
use std::rc::Rc;

use colex::document::look::Point;
use colex::draw::palette::{Palette, Theme};
use colex::preimage::{KEEP_LIMIT, PreimageSearch};
use colex::table::FlatLayout;
use colex::words::{self, Tongue};
use colex::work::{Budget, Progress, Work};
use colex::{Error, Layout};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use self::strip::Strip;
use self::tally::{Facts, Tally};
use crate::board::within;
use crate::browser::{self, HtmlCanvasElement, KeyboardEvent, MouseEvent, PointerEvent, Surface, Timer, WheelEvent};
use crate::session::{Session, Shared};
use crate::wayback::{index_looked_at, predicting};

/// The longest slice of counting, in milliseconds.
const SLICE: f64 = 6.0;
/// The longest slice before the next frame, which others want to see too.
const FIRST_SLICE: f64 = 1.0;
/// The units of work between two looks at the clock.
const UNITS: u64 = 1 << 15;
/// The most units for the coordinates of a slot in view, and of one that is pointed at or chosen.
const SEARCH_SEEN: u64 = 4096;
const SEARCH_POINTED: u64 = 20_000;
const SEARCH_CHOSEN: u64 = 100_000;
/// The most height of the strip in CSS pixels.
const HEIGHT: f64 = 132.0;

/// What is known of one slot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Unknown,
    Gap,
    Reached(u64),
}

/// The slots in view of a layout that is too large to be counted, as far as they are searched.
#[derive(Clone, PartialEq)]
struct Seen {
    first: i64,
    slots: Vec<Slot>,
}

/// The index space of the layout on the screen.
#[derive(Clone, PartialEq)]
struct Space {
    layout: Layout,
    flat: Shared<FlatLayout>,
}

/// The index space as a strip.
#[component]
pub fn Memory(session: Session) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let frame = NodeRef::<Div>::new();
    let width = RwSignal::new(0.0_f64);
    let from = RwSignal::new(0_i64);
    let pointed = RwSignal::new(None::<i64>);
    let layout = session.layout;
    let space = Memo::new(move |_| -> Option<Result<Space, Error>> {
        let layout = layout.get()?;
        Some(FlatLayout::new(&layout).map(|flat| Space { layout, flat: Shared(flat.into()) }))
    });
    let flat = move || match space.get() {
        Some(Ok(space)) if space.flat.0.size() > 0 => Some(space.flat.0),
        _ => None,
    };
    let big = session.big;
    let strip = Memo::new(move |_| {
        let flat = flat()?;
        let scale = if big.get() { 1.3 } else { 1.0 };
        let width = width.get();
        (width > 0.0).then(|| Strip::place(flat.least(), flat.greatest(), width, HEIGHT * scale, scale, from.get()))
    });
    let chosen = Memo::new(move |_| index_looked_at(session));
    // What is predicted is neither marked nor told.
    let hidden = session.hides_index;
    let told = Memo::new(move |_| chosen.get().filter(|_| !hidden.get()));
    let hovered = Memo::new(move |_| {
        let of_hover = session.hover.get().filter(|_| !hidden.get()).and_then(|linear| {
            let flat = flat()?;
            flat.index(u64::try_from(linear).ok()?).ok()
        });
        pointed.get().or(of_hover)
    });

    let counting = Counting::new(space, strip);
    let slot = move |index: i64| counting.slot(index);

    Effect::new(move |_| {
        if let (Some(element), Some(strip)) = (canvas.get(), strip.get()) {
            browser::set_height(&element, strip.height());
        }
    });
    Effect::new(move |_| {
        if let Some(element) = frame.get() {
            let measured = element.clone();
            width.set(f64::from(measured.client_width()));
            browser::on_resize(&element, move || {
                width.try_set(f64::from(measured.client_width()));
            });
        }
    });
    // The chosen slot comes into view wherever it was chosen.
    Effect::new(move |_| {
        let (Some(index), Some(strip)) = (told.get(), strip.get_untracked()) else { return };
        if strip.is_window && !strip.holds(index) {
            let half = (strip.rows() / 2).saturating_mul(strip.per_row) as i64;
            from.set(index.saturating_sub(half));
        }
    });
    let pending = Rc::new(Cell::new(false));
    Effect::new(move |_| {
        strip.track();
        told.track();
        hovered.track();
        session.dark.track();
        counting.track();
        if pending.replace(true) {
            return;
        }
        let pending = Rc::clone(&pending);
        browser::before_paint(move || {
            pending.set(false);
            let (Some(Some(element)), Some(strip)) = (canvas.try_get_untracked(), strip.try_get_untracked()) else {
                return;
            };
            let Some(strip) = strip else {
                Surface::of(&element);
                return;
            };
            let marks = (told.get_untracked(), hovered.get_untracked());
            untrack(|| draw(&element, &strip, &slot, marks, session.dark.get()));
        });
    });

    let choose = move |index: i64| {
        let Some(Ok(space)) = space.get_untracked() else { return };
        let first = first_coordinate(&space.layout, index, SEARCH_CHOSEN);
        session.look_at(|view| {
            view.index = Some(index);
            if let Some(first) = first {
                view.point = Some(first.to_string());
                view.step = None;
            }
        });
    };
    let at =
        move |event: &MouseEvent| strip.get_untracked()?.at(f64::from(event.offset_x()), f64::from(event.offset_y()));
    let on_move = move |event: PointerEvent| {
        let index = at(&event);
        if index == pointed.get_untracked() {
            return;
        }
        pointed.set(index);
        let linear = space.with_untracked(|space| match space {
            Some(Ok(space)) => first_coordinate(&space.layout, index?, SEARCH_POINTED),
            _ => None,
        });
        session.hover.set(linear);
    };
    let on_leave = move |_| {
        pointed.set(None);
        session.hover.set(None);
    };
    let on_click = move |event: MouseEvent| {
        if let Some(index) = at(&event) {
            choose(index);
            browser::focus("memory-slots");
        }
    };
    let move_rows = move |rows: i64| {
        let (Some(strip), Some(flat)) = (strip.get_untracked(), untrack(flat)) else { return false };
        let step = (strip.per_row as i64).saturating_mul(rows);
        let to = strip.first.saturating_add(step).clamp(flat.least(), flat.greatest());
        let moves = strip.is_window && (to < strip.first || strip.last() < flat.greatest());
        if moves {
            from.set(to);
        }
        moves
    };
    let on_wheel = move |event: WheelEvent| {
        if event.ctrl_key() || event.meta_key() || event.delta_y() == 0.0 {
            return;
        }
        if move_rows(event.delta_y().signum() as i64) {
            event.prevent_default();
        }
    };
    let page = move || strip.with_untracked(|strip| strip.map_or(1, |strip| strip.rows() as i64));
    let on_key = move |event: KeyboardEvent| {
        if event.alt_key() || event.ctrl_key() || event.meta_key() {
            return;
        }
        let (Some(strip), Some(flat)) = (strip.get_untracked(), untrack(flat)) else { return };
        let (row, page) = (strip.per_row as i64, (strip.per_row as i64).saturating_mul(page()));
        let now = chosen.get_untracked();
        let index = now.unwrap_or(flat.least());
        let step = i64::from(now.is_some());
        let to = match event.key().as_str() {
            "ArrowLeft" => index.saturating_sub(step),
            "ArrowRight" => index.saturating_add(step),
            "ArrowUp" if strip.rows() > 1 => index.saturating_sub(row),
            "ArrowDown" if strip.rows() > 1 => index.saturating_add(row),
            "PageUp" => index.saturating_sub(page),
            "PageDown" => index.saturating_add(page),
            "Home" => flat.least(),
            "End" => flat.greatest(),
            _ => return,
        };
        event.prevent_default();
        choose(to.clamp(flat.least(), flat.greatest()));
    };

    let problem = move || {
        match space.get() {
        Some(Err(Error::MixedIndices { .. })) => Some((
            session
                .say(
                    "The strides are basis strides such as 1@0: the indices are coordinates and have no place on a line",
                    "步长是 1@0 这样的基步长：索引是坐标，不能排成一条线",
                )
                .to_string(),
            false,
        )),
        Some(Err(error)) => Some((session.spell(&words::error(&error, session.tongue.get())), true)),
        Some(Ok(space)) if space.flat.0.size() == 0 => {
            Some((session.say("The domain is empty: no slot is used", "定义域为空：没有使用任何位置").to_string(), false))
        }
        _ => None,
    }
    };
    let facts = move || flat().map(|_| facts(counting.facts.get(), counting.counted.get(), session.tongue.get()));
    let described = move || {
        if hidden.get() {
            return Some(predicting(session).get().to_string());
        }
        describe(session, told.get()?, slot(told.get()?), flat()?.as_ref())
    };
    let bound =
        move |greatest: bool| flat().map(|flat| if greatest { flat.greatest() } else { flat.least() }.to_string());
    let in_view = move || {
        strip.get().filter(|strip| strip.is_window).map(|strip| {
            let (first, last) = (strip.first, strip.last());
            session
                .tongue
                .get()
                .pick(format!("indices {first} to {last} in view"), format!("显示索引 {first} 到 {last}"))
        })
    };
    let is_window = move || strip.with(|strip| strip.is_some_and(|strip| strip.is_window));
    let has_slots = move || strip.with(Option::is_some);
    view! {
        <section class="memory" class:stale=move || session.stale.get()
            aria-label=move || session.say("Memory", "内存")>
            <div class="pane-head">
                <h2>{move || session.say("Memory", "内存")} " " <span class="quiet memory-facts" role="status">{facts}</span></h2>
                <Show when=is_window>
                    <div class="row">
                        <span class="quiet small mono">{in_view}</span>
                        <button class="plain" aria-label=move || session.say("First slots", "最前面的位置")
                            on:click=move |_| if let Some(flat) = untrack(flat) { from.set(flat.least()) }>"|◀"</button>
                        <button class="plain" aria-label=move || session.say("Previous slots", "前面的位置")
                            on:click=move |_| { move_rows(-page()); }>"◀"</button>
                        <button class="plain" aria-label=move || session.say("Next slots", "后面的位置")
                            on:click=move |_| { move_rows(page()); }>"▶"</button>
                        <button class="plain" aria-label=move || session.say("Last slots", "最后面的位置")
                            on:click=move |_| if let Some(flat) = untrack(flat) { from.set(flat.greatest()) }>"▶|"</button>
                    </div>
                </Show>
            </div>
            {move || problem().map(|(sentence, warns)| view! { <p class:warn=warns class:quiet=!warns>{sentence}</p> })}
            <div class="memory-frame" node_ref=frame>
                <div id="memory-slots" class="memory-slots" class:empty=move || !has_slots() role="slider"
                    tabindex=move || if has_slots() { "0" } else { "-1" } on:keydown=on_key
                    aria-label=move || session.say("Index; arrow keys choose a slot", "索引；用方向键选择位置")
                    aria-valuemin=move || bound(false) aria-valuemax=move || bound(true)
                    aria-valuenow=move || told.get().map_or_else(|| bound(false).unwrap_or_default(), |index| index.to_string())
                    aria-valuetext=move || described().unwrap_or_else(|| session.say("no slot chosen", "未选择位置").to_string())>
                    <canvas node_ref=canvas data-view="memory" aria-hidden="true" on:pointermove=on_move on:pointerleave=on_leave
                        on:click=on_click on:wheel=on_wheel></canvas>
                </div>
            </div>
            <Show when=has_slots>
                <p class="small memory-said">
                    <span>{described}</span>
                    <span class="quiet memory-legend">
                        <span><i class="memory-used" aria-hidden="true"></i> {move || session.say("used", "已使用")}</span>
                        <span><i class="memory-gap" aria-hidden="true"></i> {move || session.say("unused", "未使用")}</span>
                        <span><i class="memory-many" aria-hidden="true"></i> {move || session.say("reached more than once", "多次到达")}</span>
                        <Show when=move || !counting.counted.get()>
                            <span><i aria-hidden="true"></i> {move || session.say("not decided", "未确定")}</span>
                        </Show>
                    </span>
                </p>
            </Show>
        </section>
    }
}

/// The counts of the slots, made in slices as soon as a layout or a window is there.
#[derive(Clone, Copy)]
struct Counting {
    tally: RwSignal<Option<Shared<Tally>>>,
    facts: RwSignal<Option<Facts>>,
    seen: RwSignal<Option<Seen>>,
    /// Whether the layout is small enough to be counted.
    counted: RwSignal<bool>,
    timer: StoredValue<Option<Timer>>,
}

impl Counting {
    fn new(space: Memo<Option<Result<Space, Error>>>, strip: Memo<Option<Strip>>) -> Counting {
        let counting = Counting {
            tally: RwSignal::new(None),
            facts: RwSignal::new(None),
            seen: RwSignal::new(None),
            counted: RwSignal::new(false),
            timer: StoredValue::new(None),
        };
        Effect::new(move |_| {
            counting.stop();
            counting.tally.set(None);
            counting.facts.set(None);
            counting.seen.set(None);
            let Some(Ok(space)) = space.get() else { return };
            let tally = Tally::start((*space.flat.0).clone());
            counting.counted.set(tally.is_some());
            if let Some(tally) = tally {
                counting.count(tally, FIRST_SLICE);
            }
        });
        // Only the window in view of a layout that is too large.
        Effect::new(move |_| {
            let (Some(Ok(space)), Some(strip)) = (space.get(), strip.get()) else { return };
            if counting.counted.get() || space.flat.0.size() == 0 {
                return;
            }
            counting.stop();
            let slots = vec![Slot::Unknown; strip.count as usize];
            counting.search(space.layout, Seen { first: strip.first, slots }, 0);
        });
        on_cleanup(move || counting.stop());
        counting
    }

    fn track(self) {
        self.tally.track();
        self.seen.track();
    }

    fn stop(self) {
        if let Some(Some(timer)) = self.timer.try_get_value() {
            timer.cancel();
        }
    }

    fn later(self, run: impl FnOnce() + 'static) {
        self.timer.set_value(Some(browser::after(0, run)));
    }

    fn count(self, mut tally: Tally, slice: f64) {
        let begin = browser::now();
        loop {
            match tally.resume(&mut Budget::new(UNITS)) {
                Progress::Done(facts) => {
                    self.facts.set(Some(facts));
                    self.tally.set(Some(Shared(tally.into())));
                    return;
                }
                Progress::More { .. } if browser::now() - begin > slice => {
                    return self.later(move || self.count(tally, SLICE));
                }
                Progress::More { .. } => {}
            }
        }
    }

    fn search(self, layout: Layout, mut seen: Seen, mut next: usize) {
        let begin = browser::now();
        while next < seen.slots.len() && browser::now() - begin < SLICE {
            let index = seen.first.saturating_add(next as i64);
            if let Some(slot) = seen.slots.get_mut(next) {
                *slot = searched(&layout, index);
            }
            next += 1;
        }
        self.seen.set(Some(seen.clone()));
        if next < seen.slots.len() {
            self.later(move || self.search(layout, seen, next));
        }
    }

    fn slot(self, index: i64) -> Slot {
        let counted = self.tally.with(|tally| tally.as_ref().map(|tally| tally.0.count(index)));
        if let Some(counted) = counted {
            return match counted {
                None | Some(0) => Slot::Gap,
                Some(count) => Slot::Reached(count.into()),
            };
        }
        self.seen
            .with(|seen| {
                let seen = seen.as_ref()?;
                let place = usize::try_from(i128::from(index) - i128::from(seen.first)).ok()?;
                seen.slots.get(place).copied()
            })
            .unwrap_or(Slot::Unknown)
    }
}

fn searched(layout: &Layout, index: i64) -> Slot {
    let Ok(mut search) = PreimageSearch::new(layout, index, 0) else { return Slot::Unknown };
    search.resume(&mut Budget::new(SEARCH_SEEN));
    let found = search.so_far();
    match (found.complete, found.count) {
        (true, 0) => Slot::Gap,
        (true, count) => Slot::Reached(count),
        // More than once is certain before the search is complete.
        (false, count) if count > 1 => Slot::Reached(count),
        (false, _) => Slot::Unknown,
    }
}

/// The smallest 1-D coordinate of an index among those that a short search keeps.
fn first_coordinate(layout: &Layout, index: i64, units: u64) -> Option<i64> {
    let mut search = PreimageSearch::new(layout, index, KEEP_LIMIT).ok()?;
    search.resume(&mut Budget::new(units));
    i64::try_from(search.so_far().coordinates.first()?.linear).ok()
}

fn facts(facts: Option<Facts>, counted: bool, tongue: Tongue) -> String {
    if let Some(facts) = facts {
        return facts.words(tongue);
    }
    let words = if counted {
        tongue.pick("counting", "正在统计")
    } else {
        tongue.pick("too many to count; the slots in view are searched", "数量太多，不作统计；只查找显示的位置")
    };
    words.to_string()
}

/// The chosen slot in words.
fn describe(session: Session, index: i64, slot: Slot, flat: &FlatLayout) -> Option<String> {
    let english = session.tongue.get() == Tongue::English;
    let reached_by = session.point.with(|point| match point {
        Some(Ok(Point { inside: true, linear, index: colex::Nested::Leaf(own), .. })) if own.value() == index => {
            Some(*linear)
        }
        _ => None,
    });
    if !(flat.least()..=flat.greatest()).contains(&index) {
        return Some(if english {
            format!("index {index}: outside the strip")
        } else {
            format!("索引 {index}：不在此范围内")
        });
    }
    Some(match (slot, reached_by, english) {
        (Slot::Gap, _, true) => format!("index {index}: unused"),
        (Slot::Gap, _, false) => format!("索引 {index}：未使用"),
        (Slot::Reached(count), Some(linear), true) if count > 1 => {
            format!("index {index}: reached {count} times, here from coordinate {linear}")
        }
        (Slot::Reached(count), Some(linear), false) if count > 1 => {
            format!("索引 {index}：被到达 {count} 次，这里来自坐标 {linear}")
        }
        (Slot::Reached(count), None, true) if count > 1 => format!("index {index}: reached {count} times"),
        (Slot::Reached(count), None, false) if count > 1 => format!("索引 {index}：被到达 {count} 次"),
        (_, Some(linear), true) => format!("index {index}: reached from coordinate {linear}"),
        (_, Some(linear), false) => format!("索引 {index}：由坐标 {linear} 到达"),
        (Slot::Reached(_), None, true) => format!("index {index}: used"),
        (Slot::Reached(_), None, false) => format!("索引 {index}：已使用"),
        (Slot::Unknown, None, true) => format!("index {index}: not decided by a short search"),
        (Slot::Unknown, None, false) => format!("索引 {index}：短时搜索未能确定"),
    })
}

/// Draws the slots; `marks` are the chosen one and the one pointed at.
fn draw(
    canvas: &HtmlCanvasElement,
    strip: &Strip,
    slot: &dyn Fn(i64) -> Slot,
    marks: (Option<i64>, Option<i64>),
    dark: bool,
) -> Option<()> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if dark { Theme::Dark } else { Theme::Light });
    let (ink, quiet, rule) = (palette.ink.to_string(), palette.quiet_ink.to_string(), palette.rule.to_string());
    let fills: [String; 8] = std::array::from_fn(|number| palette.fill(number as i64).to_string());
    let side = strip.side;
    let inner = side - if side >= 9.0 { 2.0 } else { 1.0 };
    let type_size = strip.type_size();
    let labelled = type_size.is_some();
    for place in 0..strip.count {
        let index = strip.first.wrapping_add(place as i64);
        let (x, y) = strip.corner(index);
        match slot(index) {
            Slot::Reached(count) => {
                let fill = fills.get(index.rem_euclid(8) as usize).map_or("", String::as_str);
                surface.fill(x + 1.0, y + 1.0, inner, inner, fill);
                if count > 1 {
                    let bar = (side * 0.16).max(2.0);
                    surface.fill(x + 1.0, y + 1.0 + inner - bar, inner, bar, &ink);
                }
            }
            Slot::Gap if !labelled => {
                let dot = (side * 0.2).max(1.5);
                surface.fill(x + (side - dot) / 2.0, y + (side - dot) / 2.0, dot, dot, &quiet);
            }
            Slot::Gap => {}
            Slot::Unknown => surface.outline(x + 1.5, y + 1.5, inner - 1.0, inner - 1.0, 1.0, &rule),
        }
    }
    // The fine frame also says where the first fill, which is nearly the ground, begins and ends.
    if side >= 9.0 {
        surface.begin_lines(0.5, &rule);
        for row in 0..strip.rows() {
            let (x, y) = strip.corner(strip.first.wrapping_add((row * strip.per_row) as i64));
            let count = strip.per_row.min(strip.count - row * strip.per_row);
            let end = x + count as f64 * side;
            surface.line(x, y + 0.5, end, y + 0.5);
            surface.line(x, y + side - 0.5, end, y + side - 0.5);
        }
        surface.end_lines();
    }
    if let Some(type_size) = type_size {
        surface.font(type_size, "center");
        for place in 0..strip.count {
            let index = strip.first.wrapping_add(place as i64);
            let (x, y) = strip.corner(index);
            let colour = if matches!(slot(index), Slot::Reached(_)) { &ink } else { &quiet };
            surface.text(&index.to_string(), x + side / 2.0, y + side / 2.0 + 0.5, colour);
        }
    }
    let (chosen, pointed) = marks;
    let mark = |index: Option<i64>, line: f64, colour: &str| {
        let Some(index) = index.filter(|index| strip.holds(*index)) else { return };
        let (x, y) = strip.corner(index);
        let side = side.max(line * 2.0 + 1.0);
        surface.outline(x + line / 2.0, y + line / 2.0, side - line, side - line, line, colour);
    };
    mark(pointed, 2.0, &ink);
    mark(chosen, if side >= 12.0 { 3.0 } else { 2.0 }, &palette.accent.to_string());
    label_ends(&surface, strip, chosen, (&quiet, &palette.accent.to_string()));
    Some(())
}

/// The first index of each row before it, or under a single row its ends and the chosen slot.
fn label_ends(surface: &Surface, strip: &Strip, chosen: Option<i64>, colours: (&str, &str)) {
    let (quiet, accent) = colours;
    surface.font(11.0, "right");
    if strip.gutter > 0.0 {
        let every = (13.0 / strip.side).ceil().max(1.0) as u64;
        for row in (0..strip.rows()).step_by(every as usize) {
            let index = strip.first.wrapping_add((row * strip.per_row) as i64);
            let (_, y) = strip.corner(index);
            surface.text(&index.to_string(), strip.gutter - 6.0, y + strip.side / 2.0, quiet);
        }
        return;
    }
    if !strip.has_labels_below() {
        return;
    }
    surface.font(11.0, "center");
    let y = strip.side + 11.0;
    let middle = |index: i64| {
        let half = surface.text_width(&index.to_string()) / 2.0;
        within(strip.corner(index).0 + strip.side / 2.0, half, (surface.width - half).max(half))
    };
    let chosen = chosen.filter(|index| strip.holds(*index));
    for end in [strip.first, strip.last()] {
        let room = surface.text_width(&end.to_string()) + 8.0;
        let is_free = chosen.is_none_or(|chosen| (middle(chosen) - middle(end)).abs() > room);
        if is_free {
            surface.text(&end.to_string(), middle(end), y, quiet);
        }
    }
    if let Some(chosen) = chosen {
        surface.text(&chosen.to_string(), middle(chosen), y, accent);
    }
}
