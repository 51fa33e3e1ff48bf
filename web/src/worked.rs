//! idx2crd and crd2idx with this layout's numbers, step by step.

use leptos::prelude::*;

use crate::session::Session;

/// idx2crd and crd2idx with this layout's numbers, step by step.
#[component]
pub fn Worked(session: Session) -> impl IntoView {
    let _ = session;
}
