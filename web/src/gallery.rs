//! Examples, each one click away.

use leptos::prelude::*;

use crate::session::Session;

/// Examples, each one click away.
#[component]
pub fn Gallery(session: Session) -> impl IntoView {
    let _ = session;
}
