//! Parts of the page that follow the first picture and belong to no view: the title of the page, and what is on its
//! way.

use crate::signals::Effect;
use leptos::prelude::*;

use super::dismiss;
use crate::browser::{self, Timeout};
use crate::loader::{part, waits};
use crate::session::{Asked, Draft, Screen, Storage, Tastes};

/// Delay after a change before the title of the page follows, in milliseconds.
const TITLE_DELAY: i32 = 120;

part! {
    /// The title, and what is on its way.
    pub PART: panes = |session, _| {
        follow_title(session.screen, session.storage);
        awaited(session.draft, session.tastes, session.asked)
    }
}

/// The title of the page says what is looked at.
fn follow_title(screen: Screen, storage: Storage) {
    let titling = Timeout::new();
    Effect::new(move |_| {
        let title = screen.shown.with(|shown| {
            shown.as_ref().map(|shown| {
                let printed = colex::notebook::value::without_underscores(&shown.look.printed());
                match &shown.look.name {
                    Some(name) => format!("{name} = {printed} · Colex"),
                    None => format!("{printed} · Colex"),
                }
            })
        });
        let named = storage.shelf.with(|shelf| shelf.open_name().map(str::to_owned));
        let title = match (named, title) {
            (Some(name), Some(title)) => Some(format!("{name}: {title}")),
            (Some(name), None) => Some(format!("{name} · Colex")),
            (None, title) => title,
        };
        // It stands outside the page and takes a browser longer than all that is drawn in it.
        titling.after(TITLE_DELAY, move || browser::set_title(title.as_deref().unwrap_or("Colex")));
    });
}

/// Shows the state of what was asked for while it is on its way, and the way out.
fn awaited(draft: Draft, tastes: Tastes, asked: Asked) -> AnyView {
    (move || {
        asked.awaited.get().map(|(_, part)| {
            // A click leaves the focus where it is; a key on the button has nowhere else to go.
            let cancel = move |_| {
                dismiss(draft, asked);
                browser::focus_where_lost("notebook");
            };
            view! {
                <div class="awaited">
                    {waits(part, None)}
                    <button on:mousedown=move |event| event.prevent_default() on:click=cancel>
                        {tastes.text("Cancel", "取消")} " " <kbd>"Esc"</kbd>
                    </button>
                </div>
            }
        })
    })
    .into_any()
}
