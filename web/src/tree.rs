//! The modes as a tree that can be edited.

use leptos::prelude::*;

use crate::session::Session;

/// The modes as a tree that can be edited.
#[component]
pub fn Tree(session: Session) -> impl IntoView {
    let _ = session;
}
