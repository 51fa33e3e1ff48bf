//! Find anything: functions, views, examples, documents and what the page can do, by a few letters.

mod items;

use crate::signals::{Memo, RwSignal};
use colex_document::find::Index;
use leptos::prelude::*;

use self::items::{Item, Target, index, items};
use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::examples;
use crate::panels::frame::show;
use crate::panels::known_words::{concept, open_card};
use crate::panels::sets::choose_set;
use crate::panels::small_picture::{drawn, squares};
use crate::panels::why::open_lesson;
use crate::session::{Arrivals, Parts, Session, Storage, Tastes, ask};

/// The most entries that are listed.
const SHOWN_LIMIT: usize = 60;
/// Number of the entries chosen last that come first.
const RECENT_LIMIT: usize = 8;
/// Where these are kept in the browser.
const RECENT_KEY: &str = "colex.recent";
/// Number of entries that Page Up and Page Down go.
const PAGE: usize = 8;

/// The concepts that an empty search offers with their pictures, in the order in which one learns them.
const FIRST: [&str; 12] = [
    "concept layout",
    "concept coordinate",
    "concept hierarchical",
    "concept cosize",
    "concept slice",
    "concept composition",
    "concept divide",
    "concept product",
    "concept local_tile",
    "concept predication",
    "concept tv layout",
    "concept swizzle",
];

/// An entry as it is listed: its place among the items, the letters that were typed, whether it is only near, and whether
/// it has its picture.
#[derive(Clone, PartialEq)]
struct Listed {
    item: usize,
    letters: Vec<usize>,
    is_near: bool,
    is_first: bool,
}

/// Returns the list of an empty search: what was chosen recently, the first concepts, and all else.
fn with_first(items: &[Item], mut all: Vec<Listed>) -> Vec<Listed> {
    let recent = recent();
    let key = |listed: &Listed| items.get(listed.item).map(|item| item.key.as_str()).unwrap_or_default();
    let is_recent = |listed: &Listed| recent.iter().any(|recent| recent == key(listed));
    let place = |listed: &Listed| FIRST.iter().position(|first| *first == key(listed));
    all.iter_mut().for_each(|listed| listed.is_first = place(listed).is_some() && !is_recent(listed));
    all.sort_by_key(|listed| match (is_recent(listed), listed.is_first) {
        (true, _) => (0, None),
        (_, true) => (1, place(listed)),
        _ => (2, None),
    });
    all
}

/// Everything that can be found: what is always there, and the documents.
fn all_items(tastes: Tastes, storage: Storage) -> Vec<Item> {
    let documents = storage.shelf.with(|shelf| shelf.labels()).into_iter().map(|(id, label)| Item {
        key: format!("document {id}"),
        kind: ("Document", "文档"),
        label: tastes.or_untitled(&label),
        also: Vec::new(),
        told: Vec::new(),
        hint: String::new(),
        target: Target::Document(id),
    });
    let mut items = items(tastes.tongue.get(), |view| tastes.headings(view));
    // Behind what the page can do and show, before what it explains.
    let place = items.iter().position(|item| matches!(item.target, Target::Function(_))).unwrap_or_default();
    items.splice(place..place, documents);
    items
}

/// Returns the keys chosen recently, the last first.
fn recent() -> Vec<String> {
    let stored = browser::stored(RECENT_KEY).unwrap_or_default();
    stored.lines().take(RECENT_LIMIT).map(str::to_string).collect()
}

fn remember(key: &str) {
    let others = recent().into_iter().filter(|other| other != key);
    let keys = std::iter::once(key.to_string()).chain(others).take(RECENT_LIMIT).collect::<Vec<_>>();
    browser::store(RECENT_KEY, &keys.join("\n"));
}

part! {
    /// The search for anything.
    pub PART: dialogs = palette
}

/// The dialog, which opens whenever `asked` changes.
fn palette(session: Session, asked: RwSignal<u32>) -> AnyView {
    let Parts { tastes, .. } = *session;
    let search = RwSignal::new(String::new());
    let chosen = RwSignal::new(0_usize);
    // Only while somebody sees it, and anew each time.
    let all = RwSignal::new((Vec::<Item>::new(), Index::default()));
    let found = Memo::new(move |_| {
        all.with(|(items, index)| {
            let found = search.with(|search| index.find(search)).into_iter();
            let found = found
                .map(|found| Listed {
                    item: found.place,
                    letters: found.letters,
                    is_near: found.is_near,
                    is_first: false,
                })
                .collect::<Vec<_>>();
            if search.with(|search| search.trim().is_empty()) { with_first(items, found) } else { found }
        })
    });
    let count = move || found.with(Vec::len);
    let choose = move |place: usize| {
        let listed = found.with_untracked(|found| found.get(place).cloned());
        let item = listed.and_then(|listed| all.with_untracked(|(items, _)| items.get(listed.item).cloned()));
        let Some(item) = item else { return };
        browser::close_dialog("palette");
        remember(&item.key);
        // Once this dialog is away: what follows may open another, or put the focus somewhere.
        browser::after(0, move || go(session, item.target));
    };
    let move_to = move |to: usize| {
        let last = untrack(count).min(SHOWN_LIMIT).saturating_sub(1);
        chosen.set(to.min(last));
        browser::show_nearest_later(option_id(to.min(last)));
    };
    let on_key = move |event: KeyboardEvent| {
        let at = chosen.get_untracked();
        let last = untrack(count).min(SHOWN_LIMIT).saturating_sub(1);
        match browser::key_of(&event).as_str() {
            _ if event.is_composing() => return,
            "arrowdown" => move_to(if at >= last { 0 } else { at + 1 }),
            "arrowup" => move_to(at.checked_sub(1).unwrap_or(last)),
            "pagedown" => move_to(at + PAGE),
            "pageup" => move_to(at.saturating_sub(PAGE)),
            "enter" => choose(at),
            "k" if event.ctrl_key() || event.meta_key() => {
                event.stop_propagation();
                browser::close_dialog("palette");
            }
            _ => return,
        }
        event.prevent_default();
    };
    let type_search = move |event| {
        search.set(event_target_value(&event));
        chosen.set(0);
        browser::show_nearest_later(option_id(0));
    };
    let options = move || {
        let shown = found.with(|found| found.iter().take(SHOWN_LIMIT).cloned().collect::<Vec<_>>());
        all.with(|(items, _)| {
            let option = |(place, listed): (usize, Listed)| {
                let item = items.get(listed.item)?;
                Some(option(tastes, session.arrivals, item, &listed, place, chosen, choose))
            };
            shown.into_iter().enumerate().filter_map(option).collect_view()
        })
    };
    let said = move || {
        let count = count();
        let more = count.saturating_sub(SHOWN_LIMIT);
        let tongue = tastes.tongue.get();
        let is_near = found.with(|found| found.first().is_some_and(|first| first.is_near));
        match (count, more) {
            _ if is_near => tongue.pick("No match. The nearest:", "没有找到。最接近的：").to_string(),
            (0, _) => tongue.pick("No match", "没有找到").to_string(),
            (1, _) => tongue.pick("1 entry", "1 项").to_string(),
            (_, 0) => say!(tongue, en("{count} entries"), zh("{count} 项")),
            _ => say!(
                tongue,
                en("{count} entries, of which {more} are not listed: type more letters"),
                zh("共 {count} 项，其中 {more} 项未列出：请输入更多字符")
            ),
        }
    };
    let before = move || {
        search.set(String::new());
        chosen.set(0);
        let items = untrack(move || all_items(tastes, session.storage));
        let index = index(&items, &recent());
        all.set((items, index));
    };
    let body = view! {
        <input type="text" id="palette-search" role="combobox" autofocus=true autocomplete="off" autocapitalize="off" spellcheck="false"
            aria-expanded="true" aria-controls="palette-list" aria-autocomplete="list"
            aria-activedescendant=move || (count() > 0).then(|| option_id(chosen.get()))
            aria-label=tastes.text("Find anything", "查找任何内容")
            placeholder=tastes.text("A concept, function, view, example, document or action", "概念、函数、视图、示例、文档或操作")
            prop:value=move || search.get() on:input=type_search on:keydown=on_key/>
        <p class="quiet small" role="status">{said}</p>
        <ul role="listbox" id="palette-list" aria-label=tastes.text("Entries", "条目")>{options}</ul>
    };
    dialog(session, asked, "palette", tastes.text("Find anything", "查找任何内容"), before, || (), body.into_any())
}

fn option_id(place: usize) -> String {
    format!("palette-{place}")
}

fn option(
    tastes: Tastes,
    arrivals: Arrivals,
    item: &Item,
    listed: &Listed,
    place: usize,
    chosen: RwSignal<usize>,
    choose: impl Fn(usize) + Copy + 'static,
) -> AnyView {
    let is_chosen = move || chosen.get() == place;
    let label = item.label.chars().enumerate().collect::<Vec<_>>();
    // Runs of letters that were typed, and of those between.
    let runs = label.chunk_by(|(one, _), (other, _)| listed.letters.contains(one) == listed.letters.contains(other));
    let runs = runs.map(|run| {
        let text = run.iter().map(|(_, letter)| letter).collect::<String>();
        let is_typed = run.first().is_some_and(|(place, _)| listed.letters.contains(place));
        if is_typed { view! { <mark>{text}</mark> }.into_any() } else { view! { <span>{text}</span> }.into_any() }
    });
    if listed.is_first {
        let known = concept(&item.key);
        let picture = move || Some(drawn(tastes, &squares(arrivals, &known?.sample)?));
        return view! {
            <li role="option" class="first" id=option_id(place) aria-selected=move || is_chosen().to_string()
                class:current=is_chosen on:click=move |_| choose(place)>
                <span class="picture-place" aria-hidden="true">{picture}</span>
                <span>{item.label.clone()}</span>
            </li>
        }
        .into_any();
    }
    let (english, chinese) = item.kind;
    let class = if matches!(item.target, Target::Function(_)) { "mono" } else { "" };
    view! {
        <li role="option" id=option_id(place) aria-selected=move || is_chosen().to_string() class:current=is_chosen
            on:click=move |_| choose(place)>
            <span class=class>{runs.collect_view()}</span>
            <span class="quiet small mono hint">{item.hint.clone()}</span>
            <span class="quiet small kind">{tastes.say(english, chinese)}</span>
        </li>
    }
    .into_any()
}

/// Goes where an entry leads.
fn go(session: Session, target: Target) {
    let Parts { draft, desk, asked, .. } = *session;
    match target {
        Target::Function(name) => {
            asked.function.set(Some(name));
            ask(asked.reference);
        }
        Target::Concept(key) => open_card(asked, key),
        Target::View(view) => show(draft, desk, view),
        Target::Set(set) => choose_set(draft, desk, set),
        Target::Example(index) => examples::choose(draft, index),
        Target::Lesson(name) => open_lesson(draft, name),
        Target::Document(id) => draft.open_document(&id),
        Target::Action(run) => run(session),
    }
}
