//! One row for each 1-D coordinate, in every form.

use leptos::prelude::*;

use crate::session::Session;

/// One row for each 1-D coordinate, in every form.
#[component]
pub fn Coordinates(session: Session) -> impl IntoView {
    let _ = session;
}
