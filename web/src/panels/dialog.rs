//! Frame that the dialogs share: a title, a button that closes them, and that they open whenever they are asked for.

use crate::signals::{Effect, RwSignal};
use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// A dialog, whose class is its name. `before` runs each time before it opens, `after` when it was closed.
pub fn dialog(
    session: Session,
    asked: RwSignal<u32>,
    name: &'static str,
    heading: Signal<&'static str>,
    before: impl Fn() + 'static,
    after: impl Fn() + 'static,
    body: AnyView,
) -> AnyView {
    Effect::new(move |_| {
        asked.track();
        before();
        browser::open_dialog(name);
    });
    let (title, labelled_by) = (format!("{name}-title"), format!("{name}-title"));
    view! {
        <dialog id=name class=name aria-labelledby=labelled_by on:close=move |_| after()>
            <div class="pane-head">
                <h2 id=title>{heading}</h2>
                <button on:click=move |_| browser::close_dialog(name)>{session.tastes.text("Close", "关闭")}</button>
            </div>
            {body}
        </dialog>
    }
    .into_any()
}
