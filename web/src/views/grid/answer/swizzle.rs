//! A swizzle as its bits, and what it does to the rows of a tile.

use colex::draw::palette::{Palette, Theme};
use colex::look::swizzled::{Bit, Part, Swizzled};
use colex::words;
use leptos::prelude::*;

use crate::session::Tastes;

/// The picture of a swizzle, with its sentence.
pub fn picture(tastes: Tastes, found: Swizzled) -> AnyView {
    let tile = found.tile();
    let tiles = (!tile.is_empty()).then(|| {
        let straight = tile.iter().map(|row| (0_i64..).take(row.len()).collect()).collect();
        view! {
            <div class="swizzle-tiles">
                {table(tastes, ("before", "之前"), straight)}
                {table(tastes, ("after", "之后"), tile)}
            </div>
        }
    });
    view! {
        <p>{move || words::swizzle_sentence(&found, tastes.tongue.get())}</p>
        {bits(tastes, found)}
        {tiles}
    }
    .into_any()
}

/// The bits of an index, which of them are XORed onto which, and what comes of it.
fn bits(tastes: Tastes, found: Swizzled) -> AnyView {
    let all = found.bits();
    let class = |bit: &Bit| match bit.part {
        Part::Read => "read",
        Part::Changed => "changed",
        Part::Kept => "",
    };
    let row = |head: (&'static str, &'static str), number: Option<i64>, digit: fn(&Bit) -> Option<bool>| {
        let cells = all.iter().map(|bit| {
            let digit = digit(bit).map(|is_set| if is_set { "1" } else { "0" });
            view! { <td class=class(bit)>{digit}</td> }
        });
        let cells = cells.collect_view();
        view! { <tr><th scope="row">{tastes.text(head.0, head.1)}</th>{cells}<td class="quiet">{number}</td></tr> }
    };
    let places = all.iter().map(|bit| view! { <th scope="col" class=class(bit)>{bit.place}</th> }).collect_view();
    let caption = move || {
        let mapped = words::mapped(&found);
        tastes.tongue.get().pick(format!("The bits of an index: {mapped}"), format!("索引的各位：{mapped}"))
    };
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=caption>
            <table class="swizzle-bits mono">
                <caption class="unseen">{caption}</caption>
                <thead><tr><th scope="row">{tastes.text("bit", "位")}</th>{places}<td></td></tr></thead>
                <tbody>
                    {row(("index", "索引"), Some(found.index), |bit| Some(bit.before))}
                    {row(("XOR", "异或"), None, |bit| bit.onto)}
                    {row(("result", "结果"), Some(found.result()), |bit| Some(bit.after))}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

/// The rows of a tile, each number in the colour of the column that it came from.
fn table(tastes: Tastes, (english, chinese): (&'static str, &'static str), rows: Vec<Vec<i64>>) -> AnyView {
    let palette = move || Palette::of(if tastes.dark.get() { Theme::Dark } else { Theme::Light });
    let cell = |number: i64| {
        let (fill, ink) = (move || palette().fill(number).to_string(), move || palette().ink.to_string());
        view! { <td style=("background-color", fill) style=("color", ink)>{number}</td> }
    };
    let line = |(place, row): (usize, &Vec<i64>)| {
        view! { <tr><th scope="row">{place}</th>{row.iter().map(|number| cell(*number)).collect_view()}</tr> }
    };
    let lines = rows.iter().enumerate().map(line).collect_view();
    view! {
        <table class="swizzle-tile mono small"><caption class="quiet">{tastes.text(english, chinese)}</caption><tbody>{lines}</tbody></table>
    }
    .into_any()
}
