//! The index space as a strip.

use leptos::prelude::*;

use crate::session::Session;

/// The index space as a strip.
#[component]
pub fn Memory(session: Session) -> impl IntoView {
    let _ = session;
}
