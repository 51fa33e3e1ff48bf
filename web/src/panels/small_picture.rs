//! The picture of a sample: its own grid, drawn small. It says nothing that the words beside it do not.

use colex::draw::palette::Theme;
use colex::draw::thumbnail::{Thumbnail, thumbnail};
use colex::evaluate;
use colex::look;
use colex::notebook::Settings;
use colex::notebook::diagnostic::DiagnosticKind;
use leptos::prelude::*;

use crate::panels::sample::Sample;
use crate::session::{Arrivals, Tastes};

/// The squares of what a sample shows; `None` where that has no table of numbers, and until what computes it has arrived:
/// an earlier line of it would be another picture.
pub fn squares(arrivals: Arrivals, sample: &Sample) -> Option<Thumbnail> {
    arrivals.has_algebra.track();
    let evaluation = evaluate(&sample.text, Settings { compile_time: true, ..Settings::default() });
    let waits = evaluation.diagnostics().iter().any(|found| matches!(found.kind, DiagnosticKind::Loading));
    if waits {
        return None;
    }
    thumbnail(&look::look(&evaluation, &sample.view)?.drawn())
}

/// The picture, in the colours of the grid: one element, however many cells it has.
pub fn drawn(tastes: Tastes, squares: &Thumbnail) -> AnyView {
    let theme = if tastes.dark.get() { Theme::Dark } else { Theme::Light };
    let address = format!("data:image/svg+xml,{}", squares.svg(theme).replace('#', "%23"));
    view! { <img class="small-picture" alt="" src=address/> }.into_any()
}
