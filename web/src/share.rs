//! The link and the embed snippet.

use leptos::prelude::*;

use crate::session::Session;

/// The link and the embed snippet.
#[component]
pub fn Share(session: Session) -> impl IntoView {
    let _ = session;
}
