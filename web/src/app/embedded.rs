//! The page inside another one: what stands around its views.

use leptos::prelude::*;

use crate::browser;
use crate::loader::part;
use crate::session::{Draft, Screen, Tastes};

part! {
    /// Surroundings of the views inside another page.
    pub PART: panes = |session, _| bar(session.draft, session.tastes, session.screen)
}

/// The bar of an embedded page: what it shows, and the way to the whole page.
fn bar(draft: Draft, tastes: Tastes, screen: Screen) -> AnyView {
    let address = move || {
        let mut document = draft.document();
        document.options.embed = false;
        format!("{}#{}", browser::base_address(), draft.fragment_of(&document).unwrap_or_default())
    };
    let what = move || {
        screen.look.with(|look| {
            let look = look.as_ref()?;
            let printed = tastes.spell(&look.printed());
            Some(look.name.as_ref().map_or_else(|| printed.clone(), |name| format!("{name} = {printed}")))
        })
    };
    view! {
        <header class="bar embed">
            <h1 class="unseen">"Colex"</h1>
            <span class="mono embed-what">{what}</span>
            <a href=address target="_blank" rel="noopener">{tastes.text("Open in Colex", "在 Colex 中打开")}</a>
        </header>
    }
    .into_any()
}
