//! The picture of a sample: its own grid, drawn small. It says nothing that the words beside it do not.

use colex::draw::palette::{Palette, Theme};
use colex::draw::thumbnail::{Thumbnail, thumbnail};
use colex::look;
use colex::notebook::{Settings, evaluate};
use leptos::prelude::*;

use crate::panels::sample::Sample;
use crate::session::Session;

/// The squares of what a sample shows; `None` where that has no table of numbers.
pub fn squares(sample: &Sample) -> Option<Thumbnail> {
    let evaluation = evaluate(&sample.text, Settings { compile_time: true, ..Settings::default() });
    thumbnail(&look::look(&evaluation, &sample.view)?.drawn())
}

/// The picture, in the colours of the grid.
pub fn drawn(session: Session, squares: Thumbnail) -> AnyView {
    let theme = if session.dark.get() { Theme::Dark } else { Theme::Light };
    let palette = Palette::of(theme);
    let rule = palette.rule.to_string();
    let paths = palette.fills.iter().zip(squares.paths).filter(|(_, path)| !path.is_empty());
    let paths = paths.map(|(fill, path)| {
        view! { <path d=path fill=fill.to_string() stroke=rule.clone() stroke-width="0.06"></path> }
    });
    let size = format!("-0.1 -0.1 {}.2 {}.2", squares.columns, squares.rows);
    view! { <svg class="small-picture" viewBox=size aria-hidden="true">{paths.collect_view()}</svg> }.into_any()
}
