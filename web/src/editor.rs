//! The notebook: text, values, what is wrong.

use leptos::prelude::*;

use crate::session::Session;

/// The notebook: text, values, what is wrong.
#[component]
pub fn Editor(session: Session) -> impl IntoView {
    let _ = session;
}
