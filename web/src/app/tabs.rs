//! The strip of documents in the bar: one is open, a double click names it, an arrow key with Ctrl moves it.

use crate::signals::{Effect, Memo, RwSignal};
use leptos::html::Input;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::loader::part;
use crate::panels::list::list;
use crate::session::{Draft, Origin, Parts, Session, Storage, Tastes, ask};

/// Before the identity of a document: its tab.
const TAB_ID: &str = "tab-";

/// Content of a tab.
#[derive(Clone, PartialEq)]
struct Labelled {
    id: String,
    label: String,
    open: bool,
    kept: bool,
}

part! {
    /// The strip of documents.
    pub PART: panes = |session, _| view! { <Tabs session/> }.into_any()
}

/// The strip, a button for a new document, and one for all of them.
#[component]
fn Tabs(session: Session) -> impl IntoView {
    let Parts { draft, tastes, storage, .. } = *session;
    draft.hear_other_pages();
    let tabs = Memo::new(move |_| {
        storage.shelf.with(|shelf| {
            let labels = shelf.labels().into_iter().zip(shelf.tabs());
            let labelled =
                labels.map(|((id, label), tab)| Labelled { open: id == shelf.open(), id, label, kept: tab.kept });
            labelled.collect::<Vec<_>>()
        })
    });
    let renaming = RwSignal::new(None::<String>);
    let dragged = StoredValue::new(None::<String>);
    let is_renaming = move || renaming.with(Option::is_some);
    // The open document's tab is seen, however many there are; while it is written in, the page stays where it is.
    let open = Memo::new(move |_| storage.shelf.with(|shelf| shelf.open().to_string()));
    Effect::new(move |_| browser::show_nearest_later(format!("{TAB_ID}{}", open.get())));
    let strip = list(
        move || tabs.get(),
        Box::new(move |_, tab: RwSignal<Labelled>| {
            let is_named = move || renaming.with(|id| id.as_ref().is_some_and(|id| tab.with(|tab| tab.id == *id)));
            let is_named = Memo::new(move |_| is_named());
            (move || {
                if is_named.get() {
                    naming(draft, tastes, storage, tab, renaming)
                } else {
                    tab_view(draft, tastes, storage, tab, renaming, dragged)
                }
            })
            .into_any()
        }),
    );
    let asked = session.asked.documents;
    view! {
        <div class="tabs">
            <div class="strip" role=move || if is_renaming() { "group" } else { "tablist" } aria-label=tastes.text("Documents", "文档")>
                {strip}
            </div>
            <button class="plain" aria-haspopup="dialog" on:click=move |_| ask(asked)
                aria-label=tastes.text("All documents", "全部文档") title=tastes.text("All documents", "全部文档")>"▾"</button>
            <button class="plain" on:click=move |_| draft.begin_document()
                aria-label=tastes.text("New document", "新建文档") title=tastes.text("New document", "新建文档")>"+"</button>
        </div>
    }
}

fn tab_view(
    draft: Draft,
    tastes: Tastes,
    storage: Storage,
    tab: RwSignal<Labelled>,
    renaming: RwSignal<Option<String>>,
    dragged: StoredValue<Option<String>>,
) -> AnyView {
    let id = move || tab.with_untracked(|tab| tab.id.clone());
    let rename = move || renaming.set(Some(id()));
    let on_key = move |event: KeyboardEvent| {
        let with_control = event.ctrl_key() || event.meta_key();
        match event.key().as_str() {
            "ArrowLeft" if with_control => move_by(draft, &id(), -1),
            "ArrowRight" if with_control => move_by(draft, &id(), 1),
            "ArrowLeft" => go_to(draft, storage, &id(), Some(-1)),
            "ArrowRight" => go_to(draft, storage, &id(), Some(1)),
            "Home" => go_to(draft, storage, &id(), None),
            "End" => go_to(draft, storage, &id(), Some(isize::MAX)),
            "F2" => rename(),
            "Delete" => {
                draft.close_document(&id());
                focus_open(storage);
            }
            _ => return,
        }
        event.prevent_default();
    };
    let drop = move |event: leptos::ev::DragEvent| {
        event.prevent_default();
        let Some(from) = dragged.get_value() else { return };
        let by = distance(storage, &from, &id());
        draft.shift_document(&from, by);
    };
    let title = move || {
        let hint = tastes.say("Double click or F2 to rename, Delete to close", "双击或按 F2 重命名，按 Delete 关闭");
        if tab.with(|tab| tab.kept) || draft.origin.get() == Origin::First {
            return hint.to_string();
        }
        let unkept = tastes.say("Kept once it is edited or named", "编辑或命名后才会保留");
        format!("{unkept}. {hint}")
    };
    // While a name is typed there is a field among the tabs, and a list of tabs has none.
    let is_list = move || renaming.with(Option::is_none);
    let is_open = move || tab.with(|tab| tab.open);
    view! {
        <button class="plain tab" class:unkept=move || !tab.with(|tab| tab.kept) id=move || format!("{TAB_ID}{}", tab.with(|tab| tab.id.clone()))
            role=move || is_list().then_some("tab") aria-selected=move || is_list().then(|| is_open().to_string())
            aria-controls=move || is_list().then_some("panes")
            tabindex=move || if is_open() { "0" } else { "-1" } draggable="true" title=title
            on:click=move |_| draft.open_document(&id()) on:dblclick=move |_| rename() on:keydown=on_key
            on:auxclick=move |event| if event.button() == 1 { draft.close_document(&id()) }
            on:dragstart=move |_| dragged.set_value(Some(id()))
            on:dragover=move |event| event.prevent_default() on:drop=drop>
            {move || tastes.or_untitled(&tab.with(|tab| tab.label.clone()))}
        </button>
    }
    .into_any()
}

/// The field of a name, in the place of its tab.
fn naming(
    draft: Draft,
    tastes: Tastes,
    storage: Storage,
    tab: RwSignal<Labelled>,
    renaming: RwSignal<Option<String>>,
) -> AnyView {
    let field = NodeRef::<Input>::new();
    let Labelled { id, label, .. } = tab.get_untracked();
    let id = StoredValue::new(id);
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
            field.select();
        }
    });
    let done = move |keep: bool| {
        if renaming.get_untracked().is_none() {
            return;
        }
        let name = field.get_untracked().map(|field| field.value());
        renaming.set(None);
        if let Some(name) = name.filter(|_| keep) {
            draft.rename(&id.get_value(), &name);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" => done(true),
            "Escape" => done(false),
            _ => return,
        }
        event.prevent_default();
        focus_open(storage);
    };
    view! {
        <input node_ref=field type="text" class="tab-name" maxlength=colex_document::shelf::NAME_LIMIT.to_string() value=label
            aria-label=tastes.text("Name of the document", "文档名称") on:keydown=on_key on:blur=move |_| done(true)/>
    }
    .into_any()
}

/// Returns the number of places between two documents.
fn distance(storage: Storage, from: &str, to: &str) -> isize {
    storage.shelf.with_untracked(|shelf| {
        let place = |id: &str| shelf.tabs().iter().position(|tab| tab.id == id).unwrap_or_default() as isize;
        place(to) - place(from)
    })
}

fn move_by(draft: Draft, id: &str, by: isize) {
    draft.shift_document(id, by);
    focus_tab(id);
}

/// Opens the neighbour, or the first one, and puts the focus on its tab.
fn go_to(draft: Draft, storage: Storage, id: &str, by: Option<isize>) {
    let to = storage.shelf.with_untracked(|shelf| {
        let place = shelf.tabs().iter().position(|tab| tab.id == id).unwrap_or_default();
        let last = shelf.tabs().len().saturating_sub(1);
        let to = by.map_or(0, |by| place.saturating_add_signed(by).min(last));
        shelf.tabs().get(to).map(|tab| tab.id.clone())
    });
    if let Some(to) = to {
        draft.open_document(&to);
        focus_tab(&to);
    }
}

fn focus_open(storage: Storage) {
    focus_tab(&storage.shelf.with_untracked(|shelf| shelf.open().to_string()));
}

/// Once the strip has followed.
fn focus_tab(id: &str) {
    let id = format!("{TAB_ID}{id}");
    browser::after(0, move || browser::focus(&id));
}
