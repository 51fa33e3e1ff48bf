//! Slots that a warp touches in one instruction, on the strip of memory.

use crate::signals::Memo;
use colex::draw::palette::{Palette, Theme};
use colex::look::threads::layouts;
use colex::thread_value::access::{Access, LINE_BITS, SECTOR_BITS};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;

use super::StatementSelect;
use super::lines::{Lines, ROWS_MOST};
use super::map::Map;
use super::words;
use crate::browser::{self, HtmlCanvasElement, MouseEvent, PointerEvent, Surface};
use crate::languages::say;
use crate::panels::measured;
use crate::panels::pauses::drawn;
use crate::session::Parts;

/// The sizes of an element that are offered, in bits.
const BITS: [u32; 7] = [4, 8, 16, 32, 64, 128, 256];
/// Numbers of values that a thread may move at once.
const WIDTHS: [u32; 6] = [1, 2, 4, 8, 16, 32];

/// The strip of memory with the threads of a warp in it.
#[component]
pub(super) fn Warp(map: Map) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *map.session;
    let canvas = NodeRef::<Canvas>::new();
    let frame = NodeRef::<Div>::new();
    let width = measured::width(frame);
    let access = Memo::new(move |_| map.access());
    let bits = screen.element_bits(draft);
    let bounds = Memo::new(move |_| map.with(|found| found.bounds));
    let lines = Memo::new(move |_| {
        let (bounds, width, bits) = (bounds.get()?, width.get(), u64::from(bits.get()));
        let scale = if tastes.big.get() { 1.3 } else { 1.0 };
        access.with(|access| match access {
            Some(Ok(access)) if width > 0.0 => {
                let touched = access.touches.iter().map(|touch| touch.index).collect::<Vec<_>>();
                Some(Lines::place(bounds, &touched, width, scale, bits))
            }
            _ => None,
        })
    });
    drawn(move || {
        let Some(element) = canvas.get() else { return };
        // Lines that need less than the width are the same in a wider frame; their canvas is not.
        width.track();
        let lines = lines.get();
        browser::set_height(&element, lines.as_ref().map(Lines::height));
        let Some(lines) = lines else {
            Surface::of(&element);
            return;
        };
        let index = |cell: Option<u64>| map.with(|found| found.threads.data.as_ref().ok()?.index(cell?)).flatten();
        let marks = Marks {
            chosen: index(map.cell.get()),
            hovered: index(map.hovered.get()),
            thread: map.thread.get(),
            bits: u64::from(bits.get()),
            dark: tastes.dark.get(),
        };
        access.with(|access| {
            if let Some(Ok(access)) = access {
                draw(&element, &lines, access, &marks);
            }
        });
    });
    let touched = move |event: &MouseEvent| {
        let (x, y) = (f64::from(event.offset_x()), f64::from(event.offset_y()));
        let index = lines.with_untracked(|lines| lines.as_ref()?.at(x, y))?;
        access.with_untracked(|access| match access {
            Some(Ok(access)) => access.touches.iter().find(|touch| touch.index == index).copied(),
            _ => None,
        })
    };
    let on_move = move |event: PointerEvent| {
        let touch = touched(&event);
        let linear = untrack(move || map.with(|found| found.threads.map.linear(touch?.pair)).flatten());
        focus.hover.set(linear.and_then(|linear| i64::try_from(linear).ok()));
    };
    let on_click = move |event: MouseEvent| {
        if let Some(touch) = touched(&event) {
            map.choose(touch.cell);
        }
    };
    let said = move || {
        let tongue = tastes.tongue.get();
        access.with(|access| match access {
            Some(Ok(access)) => Some((words::access(tongue, access, map.instruction(), u64::from(bits.get())), false)),
            Some(Err(_)) => Some((
                tongue.pick(
                    "The tile does not fit into this layout: choose a layout of at least the tile".to_string(),
                    "tile 放不进这个布局：请选择至少与 tile 一样大的布局".to_string(),
                ),
                true,
            )),
            None => None,
        })
    };
    let left_out = move || {
        let tongue = tastes.tongue.get();
        lines.with(|lines| {
            let lines = lines.as_ref().filter(|lines| lines.is_partial)?;
            Some(match lines.unseen {
                0 => tongue
                    .pick("Rows that nothing touches are left out".to_string(), "略去了没有被访问的行".to_string()),
                unseen => say!(
                    tongue,
                    en("Only the first {ROWS_MOST} rows that are touched are shown, {unseen} are not"),
                    zh("只显示最前面 {ROWS_MOST} 个被访问的行，另有 {unseen} 行未显示")
                ),
            })
        })
    };
    let is_one_of_several = move || map.with(|found| found.threads.map.threads() > 32).unwrap_or(false);
    let own = move || map.with(|found| words::own_data(tastes.tongue.get(), found)).unwrap_or_default();
    let numbers = move |english: &'static str,
                        chinese: &'static str,
                        offered: Vec<u32>,
                        now: Signal<u32>,
                        set: fn(&mut colex_document::Held, u32)| {
        let options = offered.into_iter().map(|number| {
            view! { <option value=number.to_string() prop:selected=move || now.get() == number>{number}</option> }
        });
        let options = options.collect_view();
        view! {
            <label class="row">
                <span class="quiet small">{tastes.text(english, chinese)}</span>
                <select on:change=move |event| {
                    if let Ok(number) = event_target_value(&event).parse() {
                        draft.edit(|document| set(&mut document.options.held, number));
                    }
                }>{options}</select>
            </label>
        }
    };
    let values_at_once = Signal::derive(move || u32::try_from(map.width.get()).unwrap_or(1));
    view! {
        <div class="threads-warp" role="group" aria-label=tastes.text("One instruction of a warp", "warp 的一条指令")>
            <h3 class="small">{tastes.text("One instruction of a warp", "warp 的一条指令")}</h3>
            <div class="row threads-choices">
                <label class="row">
                    <span class="quiet small">{tastes.text("Data", "数据")}</span>
                    <StatementSelect draft own=Signal::derive(own) names=layouts
                        chosen=|view| view.data choose=|view, statement| view.data = statement/>
                </label>
                {numbers("Bits", "位", BITS.to_vec(), Signal::derive(move || bits.get()), |held, bits| held.bits = bits)}
                {numbers("Values at once", "一次的值数", WIDTHS.to_vec(), values_at_once, |held, width| held.width = width)}
            </div>
            {move || said().map(|(said, warns)| view! { <p class="small" class:warn=warns role="status">{said}</p> })}
            <div class="memory-frame" node_ref=frame>
                <canvas node_ref=canvas class="threads-strip" data-view="threads-memory" aria-hidden="true" class:gone=move || lines.with(Option::is_none)
                    on:pointermove=on_move on:pointerleave=move |_| focus.hover.set(None) on:click=on_click></canvas>
            </div>
            <p class="quiet small">
                {tastes.text(
                    "In each slot the thread that touches it; + where several do. A tick marks 32 bytes, a longer one 128",
                    "每个位置标出访问它的线程；多个线程时加 +。短刻度为 32 字节，长刻度为 128 字节",
                )}
                {move || left_out().map(|left_out| format!("{}{left_out}", tastes.say(". ", "。")))}
                {move || is_one_of_several().then(|| tastes.say(
                    ". The warp is that of the thread chosen above, else the first",
                    "。warp 由上面选择的线程决定，否则为第一个",
                ))}
            </p>
        </div>
    }
}

/// Marks on the strip.
struct Marks {
    chosen: Option<i64>,
    hovered: Option<i64>,
    thread: Option<u64>,
    bits: u64,
    dark: bool,
}

/// Draws the slots of memory with the threads that touch them.
fn draw(canvas: &HtmlCanvasElement, lines: &Lines, access: &Access, marks: &Marks) -> Option<()> {
    let surface = Surface::of(canvas)?;
    let palette = Palette::of(if marks.dark { Theme::Dark } else { Theme::Light });
    let (ink, quiet, rule) = (palette.ink.to_string(), palette.quiet_ink.to_string(), palette.rule.to_string());
    let side = lines.side;
    let inner = side - 2.0;
    let dot = (side * 0.16).max(1.0);
    surface.font(11.0, "right");
    for (start, y, follows) in lines.rows() {
        for index in lines.slots(start) {
            let (x, _) = lines.corner(index).unwrap_or_default();
            surface.fill(x + (side - dot) / 2.0, y + (side - dot) / 2.0, dot, dot, &rule);
        }
        surface.text(&start.to_string(), lines.gutter - 6.0, y + side / 2.0, &quiet);
        if !follows {
            surface.fill(lines.gutter, y - 3.0, lines.per_row as f64 * side, 1.0, &rule);
        }
    }
    // The touches are sorted by index: those of one slot follow each other.
    let slots = access.touches.chunk_by(|one, next| one.index == next.index);
    let seen = slots.filter_map(|touches| {
        let own = touches.iter().find(|touch| marks.thread == Some(touch.pair.thread));
        let first = own.or(touches.first())?;
        let several = touches.iter().any(|touch| touch.pair.thread != first.pair.thread);
        Some((lines.corner(first.index)?, first.pair.thread, several))
    });
    let seen = seen.collect::<Vec<_>>();
    let widest = seen.iter().map(|(_, thread, several)| thread.to_string().len() + usize::from(*several)).max();
    let size = ((side - 2.0) / (widest.unwrap_or(1) as f64 * 0.62)).min(side * 0.5).min(14.0);
    surface.font(size, "center");
    for ((x, y), thread, several) in &seen {
        surface.fill(x + 1.0, y + 1.0, inner, inner, &palette.fill(*thread as i64).to_string());
        surface.outline(x + 1.0, y + 1.0, inner, inner, 0.75, &quiet);
        if size >= 6.5 {
            let more = if *several { "+" } else { "" };
            surface.text(&format!("{thread}{more}"), x + side / 2.0, y + side / 2.0 + 0.5, &ink);
        }
        if marks.thread == Some(*thread) {
            surface.outline(x + 1.0, y + 1.0, inner, inner, 2.0, &ink);
        }
    }
    tick(&surface, lines, marks.bits, &ink);
    let mark = |index: Option<i64>, line: f64, colour: &str| {
        let Some((x, y)) = index.and_then(|index| lines.corner(index)) else { return };
        surface.outline(x + line / 2.0, y + line / 2.0, side - line, side - line, line, colour);
    };
    mark(marks.hovered, 2.0, &ink);
    mark(marks.chosen, if side >= 12.0 { 3.0 } else { 2.0 }, &palette.accent.to_string());
    Some(())
}

/// Where sectors and lines begin.
fn tick(surface: &Surface, lines: &Lines, bits: u64, colour: &str) {
    let begins = |index: i64, block: u64| (i128::from(index) * i128::from(bits)).rem_euclid(i128::from(block)) == 0;
    for (block, length, line) in [(SECTOR_BITS, 0.3, 1.5), (LINE_BITS, 1.0, 2.0)] {
        surface.begin_lines(line, colour);
        let slots = lines.rows().flat_map(|(start, ..)| lines.slots(start));
        for (x, y) in slots.filter(|index| begins(*index, block)).filter_map(|index| lines.corner(index)) {
            surface.line(x, y, x, y + lines.side * length);
        }
        surface.end_lines();
    }
}
