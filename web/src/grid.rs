//! The layout as a table.

use leptos::prelude::*;

use crate::session::Session;

/// The layout as a table.
#[component]
pub fn Grid(session: Session) -> impl IntoView {
    let _ = session;
}
