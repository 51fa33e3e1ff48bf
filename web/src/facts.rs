//! Rank, depth, size and cosize with their numbers, and the set of coordinates.

use leptos::prelude::*;

use crate::session::Session;

/// Rank, depth, size and cosize with their numbers, and the set of coordinates.
#[component]
pub fn Facts(session: Session) -> impl IntoView {
    let _ = session;
}
