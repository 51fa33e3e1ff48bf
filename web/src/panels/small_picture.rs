//! The picture of a sample: its own grid, drawn small. It says nothing that the words beside it do not.

use colex::draw::palette::Theme;
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

/// The picture, in the colours of the grid: one element, however many cells it has.
pub fn drawn(session: Session, squares: &Thumbnail) -> AnyView {
    let theme = if session.dark.get() { Theme::Dark } else { Theme::Light };
    let address = format!("data:image/svg+xml,{}", squares.svg(theme).replace('#', "%23"));
    view! { <img class="small-picture" alt="" src=address/> }.into_any()
}
