//! The index space as a strip of slots: used, unused, reached more than once.

mod counting;
mod paint;

use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::figure::strip::Strip;
use colex::look::Point;
use colex::preimage::{KEEP_LIMIT, PreimageSearch};
use colex::slot::{Slot, held};
use colex::table::FlatLayout;
use colex::tally::Facts;
use colex::words::Tongue;
use colex::work::{Budget, Work};
use colex::{AnyLayout, Error};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use self::counting::{Counting, Space};
use self::paint::{Slots, draw};
use crate::browser::{self, KeyboardEvent, MouseEvent, PointerEvent, Surface, WheelEvent};
use crate::loader::part;
use crate::panels::measured;
use crate::panels::pauses::drawn;
use crate::panels::said::predicting;
use crate::session::{Focus, Parts, Screen, Session, Shared, Tastes};

/// The most units for the coordinates of a slot that is pointed at or chosen.
const SEARCH_POINTED: u64 = 20_000;
const SEARCH_CHOSEN: u64 = 100_000;
/// The most height of the strip in CSS pixels.
const HEIGHT: f64 = 132.0;

part! {
    /// The strip of memory.
    pub PART: panes = |session, _| view! { <Memory session/> }.into_any()
}

/// The index space as a strip.
#[component]
fn Memory(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, arrivals, .. } = *session;
    let canvas = NodeRef::<Canvas>::new();
    let frame = NodeRef::<Div>::new();
    let width = measured::width(frame);
    let from = RwSignal::new(0_i64);
    let pointed = RwSignal::new(None::<i64>);
    let layout = screen.layout;
    let space = Memo::new(move |_| -> Option<Result<Space, Error>> {
        let layout = layout.get()?;
        let beyond = screen.beyond.get().map(|beyond| beyond.is);
        Some(FlatLayout::any(&layout).map(|flat| Space { layout, flat: Shared(flat.into()), beyond }))
    });
    let flat = move || match space.get() {
        Some(Ok(space)) if space.flat.0.size() > 0 => Some(space.flat.0),
        _ => None,
    };
    let big = tastes.big;
    let strip = Memo::new(move |_| {
        let flat = flat()?;
        // Where one presents an operation, that has the room.
        let on_stage = || screen.slots.with(Option::is_some) && draft.options.with(|options| options.present);
        let (on_stage, width) = (on_stage(), width.get());
        let scale = if big.get() && !on_stage { 1.3 } else { 1.0 };
        // Beside its panels there is room below.
        let is_beside = on_stage && width < browser::viewport_width() / 2.0;
        let height = if is_beside { browser::viewport_height() / 3.0 } else { HEIGHT * scale };
        (width > 0.0).then(|| Strip::place(flat.least(), flat.greatest(), width, height, scale, from.get()))
    });
    let chosen = Memo::new(move |_| focus.index_looked_at());
    // A predicted index is neither marked nor told.
    let hidden = focus.hides_index;
    let told = Memo::new(move |_| chosen.get().filter(|_| !hidden.get()));
    let hovered = Memo::new(move |_| {
        let of_hover = focus.hover.get().filter(|_| !hidden.get()).and_then(|linear| {
            let flat = flat()?;
            flat.index(u64::try_from(linear).ok()?).ok()
        });
        pointed.get().or(of_hover)
    });

    // A slot has the colour of what it holds in the picture.
    let held = Memo::new(move |_| {
        let class = screen.slots.get()?.class.0;
        Some(Shared(Arc::new(held(&*flat()?, |linear| Some(class(linear)))?)))
    });
    let counting = Counting::new(space, strip);
    let slot = move |index: i64| counting.slot(index);

    Effect::new(move |_| {
        if let Some(element) = canvas.get() {
            browser::set_height(&element, strip.get().map(|strip| strip.height()));
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
    drawn(move || {
        let Some(element) = canvas.get() else { return };
        // A strip that needs less than the width is the same in a wider frame; its canvas is not.
        width.track();
        if let Some(strip) = strip.get() {
            let held = held.get();
            let colour = |index: i64| match &held {
                Some(held) => held.0.get(&index).copied().flatten().map(usize::from),
                None => usize::try_from(index.rem_euclid(8)).ok(),
            };
            draw(
                &element,
                &strip,
                &Slots { slot: &slot, colour: &colour },
                (told.get(), hovered.get()),
                tastes.dark.get(),
            );
        } else {
            Surface::of(&element);
        }
    });

    let choose = move |index: i64| {
        let Some(Ok(space)) = space.get_untracked() else { return };
        let first = first_coordinate(&space.layout, index, SEARCH_CHOSEN);
        draft.look_at(|view| {
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
        focus.hover.set(linear);
    };
    let on_leave = move |_| {
        pointed.set(None);
        focus.hover.set(None);
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
            tastes
                .say(
                    "The strides are basis strides such as 1@0: the indices are coordinates and have no place on a line",
                    "步长是 1@0 这样的基步长：索引是坐标，不能排成一条线",
                )
                .to_string(),
            false,
        )),
        Some(Err(error)) => Some((arrivals.error_sentence(tastes, &error), true)),
        Some(Ok(space)) if space.flat.0.size() == 0 => {
            Some((tastes.say("The domain is empty: no slot is used", "定义域为空：没有使用任何位置").to_string(), false))
        }
        _ => None,
    }
    };
    let facts = move || flat().map(|_| facts(counting.facts.get(), counting.counted.get(), tastes.tongue.get()));
    let described = move || {
        if hidden.get() {
            return Some(predicting(tastes).get().to_string());
        }
        describe(tastes, screen, focus, told.get()?, slot(told.get()?), flat()?.as_ref())
    };
    let bound =
        move |greatest: bool| flat().map(|flat| if greatest { flat.greatest() } else { flat.least() }.to_string());
    let in_view = move || {
        strip.get().filter(|strip| strip.is_window).map(|strip| {
            let (first, last) = (strip.first, strip.last());
            tastes
                .tongue
                .get()
                .pick(format!("indices {first} to {last} in view"), format!("显示索引 {first} 到 {last}"))
        })
    };
    let is_window = move || strip.with(|strip| strip.is_some_and(|strip| strip.is_window));
    let has_slots = move || strip.with(Option::is_some);
    view! {
        <section class="memory" class:stale=move || screen.stale.get() hidden=move || screen.layout.with(Option::is_none)
            aria-label=move || tastes.say("Memory", "内存")>
            <div class="pane-head">
                <h2>{move || tastes.say("Memory", "内存")} " " <span class="quiet memory-facts" role="status">{facts}</span></h2>
                <Show when=is_window>
                    <div class="row">
                        <span class="quiet small mono">{in_view}</span>
                        <button class="plain" aria-label=move || tastes.say("First slots", "最前面的位置")
                            on:click=move |_| if let Some(flat) = untrack(flat) { from.set(flat.least()) }>"|◀"</button>
                        <button class="plain" aria-label=move || tastes.say("Previous slots", "前面的位置")
                            on:click=move |_| { move_rows(-page()); }>"◀"</button>
                        <button class="plain" aria-label=move || tastes.say("Next slots", "后面的位置")
                            on:click=move |_| { move_rows(page()); }>"▶"</button>
                        <button class="plain" aria-label=move || tastes.say("Last slots", "最后面的位置")
                            on:click=move |_| if let Some(flat) = untrack(flat) { from.set(flat.greatest()) }>"▶|"</button>
                    </div>
                </Show>
            </div>
            {move || problem().map(|(sentence, warns)| view! { <p class:warn=warns class:quiet=!warns>{sentence}</p> })}
            <div class="memory-frame" node_ref=frame>
                <div id="memory-slots" class="memory-slots" class:empty=move || !has_slots()
                    role=move || has_slots().then_some("slider")
                    tabindex=move || if has_slots() { "0" } else { "-1" } on:keydown=on_key
                    aria-label=move || has_slots().then(|| tastes.say("Index; arrow keys choose a slot", "索引；用方向键选择位置"))
                    aria-valuemin=move || bound(false) aria-valuemax=move || bound(true)
                    aria-valuenow=move || if has_slots() { told.get().map(|index| index.to_string()).or_else(|| bound(false)) } else { None }
                    aria-valuetext=move || has_slots().then(|| described().unwrap_or_else(|| tastes.say("no slot chosen", "未选择位置").to_string()))>
                    <canvas node_ref=canvas data-view="memory" aria-hidden="true" on:pointermove=on_move on:pointerleave=on_leave
                        on:click=on_click on:wheel=on_wheel></canvas>
                </div>
            </div>
            <Show when=has_slots>
                <p class="small memory-said">
                    <span>{described}</span>
                    <span class="quiet memory-legend">
                        <span><i class="memory-used" aria-hidden="true"></i> {move || tastes.say("used", "已使用")}</span>
                        <span><i class="memory-gap" aria-hidden="true"></i> {move || tastes.say("unused", "未使用")}</span>
                        <span><i class="memory-many" aria-hidden="true"></i> {move || tastes.say("reached more than once", "多次到达")}</span>
                        {move || screen.beyond.get().filter(|_| counting.counted.get()).map(|beyond| view! {
                            <span><i class="memory-beyond" aria-hidden="true"></i> {format!("{} {}", tastes.say("beyond", "超出"), beyond.operand)}</span>
                        })}
                        <Show when=move || !counting.counted.get()>
                            <span><i aria-hidden="true"></i> {move || tastes.say("not decided", "未确定")}</span>
                        </Show>
                    </span>
                </p>
            </Show>
        </section>
    }
}

/// The smallest 1-D coordinate of an index among those that a short search keeps.
fn first_coordinate(layout: &AnyLayout, index: i64, units: u64) -> Option<i64> {
    let mut search = PreimageSearch::any(layout, index, KEEP_LIMIT).ok()?;
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
fn describe(tastes: Tastes, screen: Screen, focus: Focus, index: i64, slot: Slot, flat: &FlatLayout) -> Option<String> {
    let english = tastes.tongue.get() == Tongue::English;
    let reached_by = focus.point.with(|point| match point {
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
    let operand = screen.beyond.with(|beyond| beyond.as_ref().map(|beyond| beyond.operand.clone())).unwrap_or_default();
    Some(match (slot, reached_by, english) {
        (Slot::Beyond, _, true) => format!("index {index}: reached only from beyond {operand}"),
        (Slot::Beyond, _, false) => format!("索引 {index}：只由超出 {operand} 的坐标到达"),
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
