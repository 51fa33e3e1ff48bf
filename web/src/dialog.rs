//! What the dialogs share: a title, a button that closes them, and that they open whenever they are asked for.

use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// How often each dialog was asked for: one opens whenever its number grows.
#[derive(Clone, Copy)]
pub struct Asked {
    /// The examples.
    pub examples: RwSignal<u32>,
    /// How the views stand.
    pub arrange: RwSignal<u32>,
    /// What can be taken away.
    pub export: RwSignal<u32>,
    /// The link.
    pub share: RwSignal<u32>,
    /// Help.
    pub help: RwSignal<u32>,
    /// All documents.
    pub documents: RwSignal<u32>,
    /// The search for anything.
    pub palette: RwSignal<u32>,
    /// The page of a function.
    pub reference: RwSignal<u32>,
    /// The function whose page it is; `None` is the one at the caret.
    pub function: RwSignal<Option<&'static str>>,
    /// The example that was chosen last.
    pub example: RwSignal<Option<usize>>,
}

impl Asked {
    /// Nothing was asked for yet.
    pub fn new() -> Asked {
        let [examples, arrange, export, share, help, documents, palette, reference] =
            [(); 8].map(|()| RwSignal::new(0));
        let (function, example) = (RwSignal::new(None), RwSignal::new(None));
        Asked { examples, arrange, export, share, help, documents, palette, reference, function, example }
    }

    /// Nothing is asked for any longer: what is built anew does not open what was open.
    pub fn forget(self) {
        let Asked { examples, arrange, export, share, help, documents, palette, reference, .. } = self;
        for asked in [examples, arrange, export, share, help, documents, palette, reference] {
            asked.set(0);
        }
    }
}

/// Asks for a dialog once more.
pub fn ask(asked: RwSignal<u32>) {
    asked.update(|asked| *asked += 1);
}

/// A dialog, whose class is its name. `before` runs each time before it opens, `after` when it was closed.
pub fn dialog(
    session: Session,
    asked: RwSignal<u32>,
    name: &'static str,
    (english, chinese): (&'static str, &'static str),
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
                <h2 id=title>{session.text(english, chinese)}</h2>
                <button on:click=move |_| browser::close_dialog(name)>{session.text("Close", "关闭")}</button>
            </div>
            {body}
        </dialog>
    }
    .into_any()
}
