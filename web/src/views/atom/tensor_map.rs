//! A copy by TMA: the box of one instruction within the tensor, and what the driver is told.

use std::sync::Arc;

use colex::atom::tensor_map::{BOX_LIMIT, MapMode, TensorMap};
use colex::words;
use leptos::prelude::*;

use crate::panels::pauses::rested;
use crate::session::{Draft, Screen, Shared, Tastes};
use crate::signals::Memo;

/// The most tiles of the tensor that are drawn beside each other, and below each other.
const TILES: i64 = 4;
/// The most boxes that are drawn.
const DRAWN: i64 = 256;
/// The size of the picture at most, and the least that a side of it has, in CSS pixels.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 260.0;
const LEAST: f64 = 56.0;
/// The least side of a box with its number in it.
const NUMBERED: f64 = 18.0;

/// Returns the tensor map that the driver is told of the copy that is looked at; `None` where that is no copy by TMA.
pub(super) fn told(draft: Draft, screen: Screen) -> Memo<Option<Shared<TensorMap>>> {
    let source = rested(move || (draft.evaluation.get(), screen.chosen_statement.get()));
    Memo::new(move |_| {
        source.with(|(evaluation, statement)| {
            let map = super::scene::atom_of(evaluation.0.value((*statement)?)?)?.tensor_map()?;
            Some(Shared(Arc::new(map.clone())))
        })
    })
}

/// Where the boxes of a tile stand in the part of the tensor that is drawn: its first mode to the right, the second down.
struct Drawn {
    /// Number of elements that are drawn, and whether the tensor goes on behind them.
    extents: [(i64, bool); 2],
    /// The pixels of an element.
    scale: [f64; 2],
    /// Extent of the tile.
    tile: [i64; 2],
    /// Where the boxes begin.
    starts: Vec<[i64; 2]>,
    /// Size of one box.
    boxed: [i64; 2],
    /// Which part of it one CTA moves.
    share: [i64; 2],
}

impl Drawn {
    fn of(map: &TensorMap) -> Drawn {
        let of = |pick: fn(&MapMode) -> i64| [0, 1].map(|mode| map.modes.get(mode).map_or(1, pick).max(1));
        let (boxed, extents) = (of(|mode| mode.boxed), of(|mode| mode.extent));
        let count = map.boxes().unwrap_or(1).min(DRAWN);
        let start = |number: i64| {
            let start = map.start(number).unwrap_or_default();
            [0, 1].map(|mode| start.get(mode).copied().unwrap_or(0))
        };
        let starts = (0..count).map(start).collect::<Vec<_>>();
        let reach = |mode: usize| {
            let ends = starts.iter().zip(std::iter::repeat(boxed));
            ends.map(|(start, boxed)| start.get(mode).unwrap_or(&0) + boxed.get(mode).unwrap_or(&1)).max().unwrap_or(1)
        };
        let tile = [reach(0), reach(1)];
        let shown = |mode: usize| {
            let (extent, tile) = (extents.get(mode).copied().unwrap_or(1), tile.get(mode).copied().unwrap_or(1));
            let most = tile.saturating_mul(TILES);
            (extent.min(most), extent > most)
        };
        let shown = [shown(0), shown(1)];
        let [(width, _), (height, _)] = shown;
        let scale = (WIDTH / width as f64).min(HEIGHT / height as f64);
        let scale = [scale.max(LEAST / width as f64), scale.max(LEAST / height as f64)];
        Drawn { extents: shown, scale, tile, starts, boxed, share: of(|mode| mode.share) }
    }

    fn place(&self, at: [i64; 2]) -> [f64; 2] {
        let [x, y] = at;
        let [along, down] = self.scale;
        [x as f64 * along, y as f64 * down]
    }
}

/// The box, the tensor around it, and the fields of its descriptor.
#[component]
pub(super) fn Map(draft: Draft, tastes: Tastes, map: Memo<Option<Shared<TensorMap>>>) -> impl IntoView {
    let boxes = Memo::new(move |_| {
        map.with(|map| map.as_ref().and_then(|map| map.0.boxes().ok())).unwrap_or(1).clamp(1, BOX_LIMIT)
    });
    let chosen = Memo::new(move |_| {
        let asked = draft.view.with(|view| view.asked.clone()).unwrap_or_default();
        let number = asked.trim().strip_prefix("box").and_then(|number| number.trim().parse::<i64>().ok());
        number.unwrap_or(0).clamp(0, boxes.get() - 1)
    });
    let choose = move |number: i64| {
        let number = number.clamp(0, boxes.get_untracked() - 1);
        draft.look_at(|view| view.asked = Some(format!("box {number}")));
    };
    let summary = move || {
        let tongue = tastes.tongue.get();
        map.with(|map| map.as_ref().map(|map| words::map_summary(&map.0, tongue))).unwrap_or_default()
    };
    let said = move || {
        let (tongue, number) = (tastes.tongue.get(), chosen.get());
        map.with(|map| map.as_ref().map(|map| words::map_box(&map.0, number, tongue))).unwrap_or_default()
    };
    let drawn = Memo::new(move |_| map.with(|map| map.as_ref().map(|map| Shared(Arc::new(Drawn::of(&map.0))))));
    let picture = move || {
        let drawn = drawn.get()?.0;
        let [(width, goes_right), (height, goes_down)] = drawn.extents;
        let [wide, high] = drawn.place([width, height]);
        let [tile_wide, tile_high] = drawn.place(drawn.tile);
        let [box_wide, box_high] = drawn.place(drawn.boxed);
        let [share_wide, share_high] = drawn.place(drawn.share);
        let is_shared = drawn.share != drawn.boxed;
        let boxes = drawn.starts.iter().zip(0_i64..).map(|(start, number)| {
            let [x, y] = drawn.place(*start);
            let is_chosen = move || chosen.get() == number;
            let label = (box_wide >= NUMBERED && box_high >= NUMBERED).then(|| view! {
                <text x=format!("{:.1}", x + box_wide / 2.0) y=format!("{:.1}", y + box_high / 2.0)>{number}</text>
            });
            let share = is_shared.then(|| view! {
                <rect class="share" x=format!("{x:.1}") y=format!("{y:.1}") width=format!("{share_wide:.1}") height=format!("{share_high:.1}")/>
            });
            view! {
                <g class="box" class:chosen=is_chosen on:click=move |_| choose(number)>
                    <rect x=format!("{x:.1}") y=format!("{y:.1}") width=format!("{box_wide:.1}") height=format!("{box_high:.1}")/>
                    {share}{label}
                </g>
            }
        });
        let boxes = boxes.collect::<Vec<_>>();
        let outline = format!(
            "M{wide:.1} 0H0V{high:.1}{}{}",
            if goes_down { format!("M{wide:.1} {high:.1}") } else { format!("H{wide:.1}") },
            if goes_right { "" } else { "V0" },
        );
        Some(view! {
            <svg class="tensor-map" width=format!("{:.0}", wide + 8.0) height=format!("{:.0}", high + 8.0)
                viewBox=format!("-4 -4 {:.1} {:.1}", wide + 8.0, high + 8.0) role="img" aria-label=move || summary().join(" ")>
                <rect class="tensor" x="0" y="0" width=format!("{wide:.1}") height=format!("{high:.1}")/>
                <path d=outline/>
                {boxes}
                <rect class="tile" x="0" y="0" width=format!("{tile_wide:.1}") height=format!("{tile_high:.1}")/>
            </svg>
        })
    };
    // Which modes run where, and what is not drawn.
    let axes = move || {
        let tongue = tastes.tongue.get();
        map.with(|map| {
            let map = &map.as_ref()?.0;
            let of = |place: usize| map.modes.get(place).map(|mode| words::counted_modes(&mode.of));
            let (across, down) = (of(0)?, of(1).unwrap_or_else(|| "—".to_string()));
            let drawn = drawn.get()?.0;
            let [(_, right), (_, below)] = drawn.extents;
            let more = match right || below {
                true => tongue.pick(" The tensor goes on beyond the picture.", "张量延伸到图外。"),
                false => "",
            };
            Some(tongue.pick(
                format!(
                    "Mode {across} of the tensor runs to the right, mode {down} down; the frame is the tile.{more}"
                ),
                format!("张量的 mode {across} 向右，mode {down} 向下；粗框为 tile。{more}"),
            ))
        })
    };
    let rows = move || {
        map.with(|map| {
            let map = &map.as_ref()?.0;
            let row = |(place, mode): (usize, &MapMode)| {
                let boxed = if mode.share == mode.boxed {
                    mode.boxed.to_string()
                } else {
                    format!("{} ({})", mode.share, mode.boxed)
                };
                view! {
                    <tr>
                        <th scope="row">{place}</th><td>{words::counted_modes(&mode.of)}</td><td>{mode.extent}</td>
                        <td class:quiet=place == 0>{mode.step / 8}</td><td>{boxed}</td>
                    </tr>
                }
            };
            Some(map.modes.iter().enumerate().map(row).collect::<Vec<_>>())
        })
    };
    view! {
        <div class="tensor-map-said">{move || summary().into_iter().map(|line| view! { <p>{line}</p> }).collect::<Vec<_>>()}</div>
        <div class="tensor-map-frame" tabindex="0">{picture}</div>
        <p class="quiet small">{axes}</p>
        <div class="row atom-steps" hidden=move || boxes.get() == 1>
            <button class="plain" disabled=move || chosen.get() == 0 on:click=move |_| choose(chosen.get_untracked() - 1) aria-label=tastes.text("Previous box", "上一个 box")>"◀"</button>
            <span class="quiet small">"box"</span>
            <button class="plain" disabled=move || chosen.get() + 1 == boxes.get() on:click=move |_| choose(chosen.get_untracked() + 1) aria-label=tastes.text("Next box", "下一个 box")>"▶"</button>
        </div>
        <p role="status">{said}</p>
        <div class="tensor-map-frame" tabindex="0"><table class="small tensor-map-fields">
            <caption class="quiet">{tastes.text("What cuTensorMapEncodeTiled is told", "传给 cuTensorMapEncodeTiled 的内容")}</caption>
            <thead><tr>
                <th scope="col">{tastes.text("mode", "mode")}</th>
                <th scope="col">{tastes.text("of the tensor", "对应张量的 mode")}</th>
                <th scope="col" class="mono">"globalDim"</th>
                <th scope="col"><span class="mono">"globalStrides"</span> " " {tastes.text("in bytes", "（字节）")}</th>
                <th scope="col" class="mono">"boxDim"</th>
            </tr></thead>
            <tbody>{rows}</tbody>
        </table></div>
        <p class="quiet small">{move || {
            let is_shared = map.with(|map| map.as_ref().is_some_and(|map| map.0.ctas > 1));
            let tongue = tastes.tongue.get();
            let stride = tongue.pick("The stride of mode 0 is one element, and is not stored.", "mode 0 的步长是一个元素，并不存储。");
            let share = tongue.pick(" boxDim is the part of one CTA, the whole box in brackets.", "boxDim 是单个 CTA 的份额，括号中为整个 box。");
            if is_shared { format!("{stride}{share}") } else { stride.to_string() }
        }}</p>
        <p class="quiet small">{move || {
            let tongue = tastes.tongue.get();
            map.with(|map| map.as_ref().map(|map| words::map_rest(&map.0, tongue)))
        }}</p>
    }
}
