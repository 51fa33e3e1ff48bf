//! Names that what is typed could become, in a list at the caret.

use colex::notebook::caret::{Candidate, Caret, Completion, Known};
use colex::notebook::functions::Help;
use colex::notebook::{Evaluation, Span};
use leptos::prelude::*;

use super::super::field::utf16_at;
use super::Assist;
use crate::browser::{self, HtmlTextAreaElement, KeyboardEvent};

/// How many letters are typed before names are offered.
const LETTERS: usize = 2;
/// The longest value that is shown beside a name, in characters.
const DETAIL_LIMIT: usize = 48;
/// The most leaves that a value may have to be shown beside a name.
const LEAF_LIMIT: usize = 64;

/// A name that is offered.
#[derive(Clone, PartialEq)]
struct Entry {
    name: String,
    /// Its value, or what it does in both languages.
    detail: [String; 2],
    is_own: bool,
}

/// The list.
#[derive(Clone, Copy)]
pub(super) struct Popup {
    entries: RwSignal<Vec<Entry>>,
    selected: RwSignal<usize>,
    /// How many more fit.
    more: RwSignal<usize>,
    /// Its left and its upper edge, in CSS pixels.
    place: RwSignal<(i32, i32)>,
    /// What is replaced.
    span: StoredValue<Span>,
    /// Where the caret was.
    at: StoredValue<usize>,
    /// Whether the person asked for it, or moved in it: then Enter takes the name.
    wanted: RwSignal<bool>,
    /// Whether the person asked for it.
    asked: StoredValue<bool>,
}

impl Popup {
    pub(super) fn new() -> Self {
        Popup {
            entries: RwSignal::new(Vec::new()),
            selected: RwSignal::new(0),
            more: RwSignal::new(0),
            place: RwSignal::new((0, 0)),
            span: StoredValue::new(Span::default()),
            at: StoredValue::new(0),
            wanted: RwSignal::new(false),
            asked: StoredValue::new(false),
        }
    }

    fn is_open(self) -> bool {
        self.entries.with_untracked(|entries| !entries.is_empty())
    }

    pub(super) fn close(self) {
        if self.is_open() {
            self.entries.set(Vec::new());
            self.wanted.set(false);
        }
        self.asked.set_value(false);
    }
}

impl Assist {
    /// Offers names for what was typed, or closes the list when the caret has left it.
    pub(super) fn complete(self, element: &HtmlTextAreaElement, caret: &Caret<'_>, at: usize, typed: bool) {
        let popup = self.popup;
        if !typed && !popup.asked.get_value() {
            if popup.at.get_value() != at {
                popup.close();
            }
            return;
        }
        // A phone's keyboard composes every word; elsewhere the input method has a list of its own.
        if self.field.composing.get_untracked() && !browser::media("(pointer: coarse)") {
            return popup.close();
        }
        self.offer(element, caret, at);
    }

    fn offer(self, element: &HtmlTextAreaElement, caret: &Caret<'_>, at: usize) {
        let popup = self.popup;
        let asked = popup.asked.get_value();
        let evaluation = self.session.evaluation.get_untracked().0;
        // Names that are defined further down, or by this statement, have no value here yet.
        let known = evaluation.statements().iter().enumerate().take_while(|(_, statement)| statement.span.end < at);
        let known = known.filter_map(|(statement, found)| {
            found.name.as_ref().map(|(name, _)| Known { name: name.as_str(), statement })
        });
        let found = caret.completion(known, asked).filter(|found| asked || found.typed >= LETTERS);
        let Some(Completion { span, candidates, more, .. }) = found else { return popup.close() };
        let entries = candidates.into_iter().map(|candidate| self.entry(&evaluation, candidate)).collect();
        popup.span.set_value(span);
        popup.at.set_value(at);
        popup.selected.set(0);
        popup.more.set(more);
        popup.wanted.set(asked);
        popup.place.set(self.place(element, span));
        popup.entries.set(entries);
    }

    fn entry(self, evaluation: &Evaluation, candidate: Candidate<'_>) -> Entry {
        let name = candidate.name().to_string();
        match candidate {
            Candidate::Known(known) => {
                let value = evaluation.value(known.statement).filter(|value| value.leaf_count() <= LEAF_LIMIT);
                // Whoever predicts an index must not read it here.
                let value = value.filter(|_| !self.session.hidden.get_untracked());
                let printed = value.map(|value| untrack(move || self.session.spell(&value.to_string())));
                let printed = printed.filter(|printed| printed.chars().count() <= DETAIL_LIMIT).unwrap_or_default();
                Entry { name, detail: [printed.clone(), printed], is_own: true }
            }
            Candidate::Function(_, _, Help { line, .. }) => {
                Entry { name, detail: line.map(str::to_string), is_own: false }
            }
        }
    }

    /// Under the first letter of what is replaced; where that has no place, under the field.
    fn place(self, element: &HtmlTextAreaElement, span: Span) -> (i32, i32) {
        let unit = self.session.text.with_untracked(|text| utf16_at(text, span.start));
        let colours = self.field.colours.get_untracked();
        let place = colours.and_then(|colours| browser::character_place(&colours, unit));
        let (left, top) = place.unwrap_or((0.0, f64::from(element.offset_height())));
        (left as i32, top as i32)
    }

    /// What a key does in the list; answers whether it was for it.
    pub(super) fn popup_key(self, event: &KeyboardEvent) -> bool {
        let popup = self.popup;
        let key = event.key();
        if event.code() == "Space" && event.ctrl_key() && !event.alt_key() && !event.meta_key() {
            popup.asked.set_value(true);
            self.soon();
            return true;
        }
        if !popup.is_open() || event.ctrl_key() || event.alt_key() || event.meta_key() {
            return false;
        }
        let count = popup.entries.with_untracked(Vec::len);
        let move_by = |by: usize| {
            popup.wanted.set(true);
            popup.selected.update(|selected| *selected = (*selected + by) % count.max(1));
            if let Some(option) = browser::element(&option_id(popup.selected.get_untracked())) {
                browser::show_nearest(&option);
            }
        };
        match key.as_str() {
            "ArrowDown" => move_by(1),
            "ArrowUp" => move_by(count.saturating_sub(1)),
            "Escape" => popup.close(),
            "Tab" if !event.shift_key() => self.accept(popup.selected.get_untracked()),
            "Enter" if popup.wanted.get_untracked() && !event.shift_key() => {
                self.accept(popup.selected.get_untracked());
            }
            "Enter" => {
                popup.close();
                return false;
            }
            _ => return false,
        }
        true
    }

    fn accept(self, index: usize) {
        let popup = self.popup;
        let name = popup.entries.with_untracked(|entries| entries.get(index).map(|entry| entry.name.clone()));
        let span = popup.span.get_value();
        popup.close();
        let Some(name) = name else { return };
        self.field.next_caret.set_value(Some(span.start + name.len()));
        self.session.write(span, &name, false);
        self.soon();
    }
}

fn option_id(index: usize) -> String {
    format!("completion-{index}")
}

/// The list, under the caret while it has something to offer.
pub(super) fn popup(assist: Assist) -> AnyView {
    let Assist { session, field, popup, .. } = assist;
    // The field tells a screen reader which name would be taken.
    Effect::new(move |_| {
        let active = popup.entries.with(|entries| !entries.is_empty());
        let selected = (active && popup.wanted.get()).then(|| option_id(popup.selected.get()));
        let Some(element) = field.node.get_untracked() else { return };
        let _ = match selected {
            Some(id) => element.set_attribute("aria-activedescendant", &id),
            None => element.remove_attribute("aria-activedescendant"),
        };
        let _ = match active {
            true => element.set_attribute("aria-controls", "completions"),
            false => element.remove_attribute("aria-controls"),
        };
    });
    let option = move |(index, entry): (usize, Entry)| {
        let [english, chinese] = entry.detail;
        let detail = move || session.tongue.get().pick(english.clone(), chinese.clone());
        let is_selected = move || popup.selected.get() == index;
        view! {
            <li role="option" id=option_id(index) class:own=entry.is_own class:selected=is_selected
                aria-selected=move || is_selected().to_string()
                on:pointerdown=|event| event.prevent_default() on:mousedown=|event| event.prevent_default()
                on:click=move |_| assist.accept(index)>
                <span class="mono">{entry.name}</span>
                <span class="quiet small detail" class:mono=entry.is_own>{detail}</span>
            </li>
        }
    };
    let count = move || {
        let (count, more) = (popup.entries.with(Vec::len), popup.more.get());
        (count > 0).then(|| {
            let count = count + more;
            session.tongue.get().pick(
                format!("{count} names fit; Tab takes the first, arrows choose"),
                format!("有 {count} 个匹配的名称，按 Tab 采用第一个，用方向键选择"),
            )
        })
    };
    let rest = move || {
        let more = popup.more.get();
        (more > 0).then(|| {
            let words =
                session.tongue.get().pick(format!("{more} more fit: type on"), format!("另有 {more} 个，请继续输入"));
            view! { <p class="quiet small">{words}</p> }
        })
    };
    let left = move || format!("{}px", popup.place.get().0);
    let top = move || format!("{}px", popup.place.get().1);
    let list = move || {
        let entries = popup.entries.get();
        (!entries.is_empty()).then(|| {
            view! {
                <div class="completions" style=("--left", left) style=("--top", top) on:mousedown=|event| event.prevent_default()>
                    <ul role="listbox" id="completions" tabindex="0" aria-label=session.text("Names that fit", "匹配的名称")>
                        {entries.into_iter().enumerate().map(option).collect_view()}
                    </ul>
                    {rest}
                </div>
            }
        })
    };
    view! {
        {list}
        <span class="unseen" role="status">{count}</span>
    }
    .into_any()
}
