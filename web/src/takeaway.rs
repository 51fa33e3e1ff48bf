//! The grid as SVG, PNG, LaTeX, text and CSV.

use leptos::prelude::*;

use crate::session::Session;

/// The grid as SVG, PNG, LaTeX, text and CSV.
#[component]
pub fn TakeAway(session: Session) -> impl IntoView {
    let _ = session;
}
