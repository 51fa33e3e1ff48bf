//! Words of the panels of an operation: the way of the point in words and as a line, and what their colours mean.

use colex::scene::{Class, Colours, Kind, Meaning};
use colex::words;
use leptos::prelude::*;

use super::{PANELS, Stage};
use crate::languages::say;
use crate::session::{Parts, entries};

/// The most sentences about modes that merge.
const MERGED_MOST: usize = 16;

/// The way of the point, in words; where results are hidden it would say them.
pub(super) fn said(stage: Stage) -> impl Fn() -> Option<String> {
    move || {
        let Parts { tastes, focus, .. } = *stage.session;
        if focus.hides_index.get() {
            return None;
        }
        let scene = stage.picture.scene.get()?.0;
        let (panel, cell) = stage.point.get()?;
        Some(tastes.spell(&words::way(&scene, panel, cell, tastes.tongue.get())))
    }
}

/// Of a composition the way from B over A to the result, as a line from cell to cell.
pub(super) fn way(stage: Stage) -> AnyView {
    let lines = move || {
        let scene = stage.picture.scene.get()?.0;
        if !matches!(scene.kind, Kind::Composition | Kind::Inverse) || stage.session.focus.hides_index.get() {
            return None;
        }
        let places = stage.places.get();
        let mut stops = scene.leads.into_iter().filter_map(|role| scene.panel(role)).collect::<Vec<_>>();
        stops.dedup();
        let stops = stops.into_iter().take(if scene.kind == Kind::Inverse { 2 } else { PANELS });
        let stops = stops.map(|panel| places.get(panel).copied().flatten()).collect::<Option<Vec<_>>>()?;
        // Where CuTe reads another cell than the one that B says, no line leads there from B.
        let is_meant = stage.point.get().is_none_or(|(panel, cell)| scene.is_meant(panel, cell));
        let pairs = stops.iter().zip(stops.iter().skip(1)).skip(usize::from(!is_meant));
        Some(pairs.filter_map(|(from, to)| arrow(*from, *to)).collect::<Vec<_>>().join(" "))
    };
    view! {
        <svg class="operation-way" aria-hidden="true"><path d=move || lines().unwrap_or_default()></path></svg>
    }
    .into_any()
}

/// Distance of a level way below the middle of cells, in sides of a cell: below their numbers.
const BELOW: f64 = 0.36;

/// A line with a head from the edge of a cell to that of another, in whole pixels.
fn arrow(from: (f64, f64, f64), to: (f64, f64, f64)) -> Option<String> {
    // One that rises or falls begins and ends at the edge of its own cells.
    let below = if (to.1 - from.1).abs() < from.2.min(to.2) / 2.0 { BELOW } else { 0.0 };
    let [from, to] = [from, to].map(|(x, y, side)| (x, y + side * below, side));
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length < from.2 + to.2 {
        return None;
    }
    let (ux, uy) = (dx / length, dy / length);
    let steep = dx.abs().max(dy.abs()) / length;
    let (begin, end) = (from.2 / 2.0 / steep + 1.0, to.2 / 2.0 / steep + 1.0);
    let (from, to) = ((from.0 + ux * begin, from.1 + uy * begin), (to.0 - ux * end, to.1 - uy * end));
    let whole = |value: f64| value.round() as i32;
    let wing = |side: f64| {
        let (x, y) = (to.0 - ux * 8.0 - uy * side, to.1 - uy * 8.0 + ux * side);
        format!("M{} {}L{} {}", whole(to.0), whole(to.1), whole(x), whole(y))
    };
    let line = format!("M{} {}L{} {}", whole(from.0), whole(from.1), whole(to.0), whole(to.1));
    Some(format!("{line}{}{}", wing(4.0), wing(-4.0)))
}

/// Shows what colours mean, and which modes became which.
pub(super) fn legend(stage: Stage) -> AnyView {
    let Stage { session, picture, .. } = stage;
    let Parts { tastes, .. } = *session;
    let heading = move || {
        let tongue = tastes.tongue.get();
        let is_bare = picture.scene.with(|scene| scene.as_ref().is_none_or(|scene| scene.0.kind == Kind::Other));
        let text = picture.scene.with(|scene| {
            let scene = scene.as_ref()?;
            picture.colours.with(|colours| Some(words::colours(&scene.0, colours.as_ref()?, tongue)))
        });
        let text = text.unwrap_or_default();
        match is_bare {
            true => say!(
                tongue,
                en("{text}; which cells correspond is not worked out for this operation"),
                zh("{text}；此操作未给出各格的对应关系")
            ),
            false => text,
        }
    };
    let swatches = move || {
        let tongue = tastes.tongue.get();
        let colours = picture.colours.get();
        let named = |colours: Colours| {
            // Every cell by itself: the heading says it.
            let meaning = colours.meaning.filter(|meaning| *meaning != Meaning::Coordinate)?;
            Some(entries(&picture.scene.get()?.0, meaning, colours.count))
        };
        let found = colours.and_then(named);
        let classes = found.unwrap_or_default().into_iter().map(|(class, english, chinese)| {
            let words = tongue.pick(english, chinese);
            view! { <li><span class="swatch" data-class=class.to_string() aria-hidden="true"></span>{words}</li> }
                .into_any()
        });
        let [none, beyond] =
            stage.bare.get().into_iter().fold([false; 2], |all, own| [all[0] || own[0], all[1] || own[1]]);
        let bare = [(none, Class::None, "bare"), (beyond, Class::Beyond(0), "bare beyond")];
        let bare = bare.into_iter().filter(|(is, ..)| *is).filter_map(|(_, class, kind)| {
            let scene = picture.scene.get()?;
            let words = words::classless(&scene.0, class, tongue)?;
            Some(view! { <li><span class=format!("swatch {kind}") aria-hidden="true"></span>{words}</li> }.into_any())
        });
        classes.chain(bare).collect::<Vec<_>>()
    };
    let merged = move || {
        let tongue = tastes.tongue.get();
        let scene = picture.scene.get()?.0;
        let all = scene.merged.iter().enumerate();
        let mut sentences =
            all.map(|(leaf, found)| words::merged(&scene, *found, leaf, tongue)).take(MERGED_MOST).collect::<Vec<_>>();
        let more = scene.merged.len().saturating_sub(MERGED_MOST);
        if more > 0 {
            sentences.push(say!(tongue, en("{more} more are not listed"), zh("另有 {more} 个未列出")));
        }
        let items = sentences.into_iter().map(|sentence| view! { <li>{sentence}</li> }).collect_view();
        (!scene.merged.is_empty()).then(|| view! { <ul class="operation-merged small">{items}</ul> })
    };
    view! {
        <div class="operation-colours">
            <p class="quiet small">{heading}</p>
            <ul class="legend small" aria-label=tastes.text("Colours of the panels", "各图的颜色")>{swatches}</ul>
        </div>
        {merged}
    }
    .into_any()
}
