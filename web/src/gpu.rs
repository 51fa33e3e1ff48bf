//! The layout computed on this GPU, compared with the core.

use leptos::prelude::*;

use crate::session::Session;

/// The layout computed on this GPU, compared with the core.
#[component]
pub fn CheckOnGpu(session: Session) -> impl IntoView {
    let _ = session;
}
