//! From an index to every coordinate that reaches it.

use leptos::prelude::*;

use crate::session::Session;

/// From an index to every coordinate that reaches it.
#[component]
pub fn WayBack(session: Session) -> impl IntoView {
    let _ = session;
}
