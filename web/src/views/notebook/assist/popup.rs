//! Names that what is typed could become, in a list at the caret.

use crate::signals::{Effect, RwSignal};
use colex::notebook::caret::{Candidate, Caret, Completion, Known};
use colex::notebook::functions::Help;
use colex::notebook::{Evaluation, Span};
use colex::operations::explained;
use leptos::html::Div;
use leptos::prelude::*;

use super::super::colours::is_long;
use super::super::field::utf16_at;
use super::super::values::width;
use super::Assist;
use crate::browser::{self, HtmlElement, HtmlTextAreaElement, KeyboardEvent, Place};
use crate::languages::say;
use crate::panels::board::within;
use crate::session::Parts;

/// Number of letters that are typed before names are offered.
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
    /// Number of further names that fit.
    more: RwSignal<usize>,
    /// Span that is replaced.
    span: StoredValue<Span>,
    /// Where the caret was.
    at: StoredValue<usize>,
    /// True if the person asked for it, or moved in it: then Enter takes the name.
    wanted: RwSignal<bool>,
    /// True if the person asked for it.
    asked: StoredValue<bool>,
}

impl Popup {
    pub(super) fn new() -> Self {
        Popup {
            entries: RwSignal::new(Vec::new()),
            selected: RwSignal::new(0),
            more: RwSignal::new(0),
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
    pub(super) fn complete(self, caret: &Caret<'_>, at: usize, typed: bool) {
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
        self.offer(caret, at);
    }

    fn offer(self, caret: &Caret<'_>, at: usize) {
        let popup = self.popup;
        let asked = popup.asked.get_value();
        let evaluation = self.session.draft.evaluation.get_untracked().0;
        // Names that are defined further down, or by this statement, have no value here yet.
        let known = evaluation.statements().iter().enumerate().take_while(|(_, statement)| statement.span.end < at);
        let known = known.filter_map(|(statement, found)| {
            found.name.as_ref().map(|(name, _)| Known { name: name.as_str(), statement })
        });
        let found = caret.completion(known, explained(), asked).filter(|found| asked || found.typed >= LETTERS);
        let Some(Completion { span, candidates, more, .. }) = found else { return popup.close() };
        let entries = candidates.into_iter().map(|candidate| self.entry(&evaluation, candidate)).collect();
        popup.span.set_value(span);
        popup.at.set_value(at);
        popup.selected.set(0);
        popup.more.set(more);
        popup.wanted.set(asked);
        popup.entries.set(entries);
    }

    fn entry(self, evaluation: &Evaluation, candidate: Candidate<'_>) -> Entry {
        let name = candidate.name().to_string();
        match candidate {
            Candidate::Known(known) => {
                let value = evaluation.value(known.statement).filter(|value| value.leaf_count() <= LEAF_LIMIT);
                // Whoever predicts an index must not read it here.
                let value = value.filter(|_| !self.session.focus.hidden.get_untracked());
                let printed = value.map(|value| untrack(move || self.session.tastes.spell(&value.to_string())));
                let printed = printed.filter(|printed| printed.chars().count() <= DETAIL_LIMIT).unwrap_or_default();
                Entry { name, detail: [printed.clone(), printed], is_own: true }
            }
            Candidate::Atom(_, is_whole) => {
                let detail =
                    if is_whole { ["an atom", "atom"] } else { ["atoms that begin so", "以此开头的 atom"] };
                Entry { name, detail: detail.map(str::to_string), is_own: false }
            }
            Candidate::Function(_, _, Help { line, .. }) => {
                Entry { name, detail: line.map(str::to_string), is_own: false }
            }
        }
    }

    /// Where what is replaced stands in the window. Of what begins left of what is seen, what is seen.
    fn word(self) -> Option<Place> {
        let span = self.popup.span.get_value();
        let element = self.field.node.get_untracked()?;
        self.session.draft.text.with_untracked(|text| {
            if is_long(text) {
                return self.word_by_rows(&element, text, span);
            }
            let colours = self.field.colours.get_untracked()?;
            let place = |byte: usize| browser::character_place(&colours, utf16_at(text, byte));
            let begin = place(span.start)?;
            // Its last letter; where it has none yet, what comes next.
            let last = text.get(span.start..span.end)?.char_indices().next_back();
            let end = last.map_or(Some(begin), |(at, _)| place(span.start + at))?;
            let edge = browser::around(&element, ".editor").map_or(0.0, |editor| browser::place_of(&editor).left);
            Some(Place { left: begin.left.max(edge), top: begin.top, ..end })
        })
    }

    /// The same in a long text, which has no letters but those of the field: by counting its rows.
    fn word_by_rows(self, element: &HtmlTextAreaElement, text: &str, span: Span) -> Option<Place> {
        let (room, row_height) = browser::field_room(element)?;
        let column = (room.right - room.left) / self.field.columns.get_untracked().max(1) as f64;
        let before = text.get(self.field.window.get_untracked().span().start..span.start)?;
        let rows = before.split('\n').count();
        let left = room.left + width(before.rsplit('\n').next()?) as f64 * column;
        let bottom = room.top + rows as f64 * row_height;
        // Of a row that is seen in part, that.
        let field = browser::place_of(element);
        let (top, bottom) = ((bottom - row_height).max(field.top), within(bottom, field.top, field.bottom));
        Some(Place { left: within(left, field.left, field.right), right: left, top, bottom })
    }

    /// Puts the list under the word, or above it where there is more room; never over it, and never out of the window. A
    /// word that was typed is in view before: the field may have grown below what is seen of it. Where it is not yet, the
    /// browser is still laying it out, and is asked again for a few frames.
    fn put(self, list: &HtmlElement, frames: u8) {
        let is_typed = frames > 0;
        let Some(field) = self.field.node.get_untracked() else { return };
        let editor = browser::around(&field, ".editor");
        if let (true, Some(editor), Some(word)) = (is_typed, &editor, self.word()) {
            let seen = browser::place_of(editor);
            let by = (word.bottom + GAP - seen.bottom).max(0.0) - (seen.top - word.top + GAP).max(0.0);
            editor.set_scroll_top(editor.scroll_top() + by.round() as i32);
        }
        let Some(word) = self.word() else { return };
        // A word that was scrolled away has no list.
        let around = editor.map_or(word, |editor| browser::place_of(&editor));
        let seen = self.seen();
        if word.bottom > around.bottom.min(seen.bottom) + 1.0 || word.top < around.top.max(seen.top) - 1.0 {
            let Some(left) = frames.checked_sub(1) else { return self.popup.close() };
            let list = list.clone();
            return browser::before_paint(move || {
                if list.is_connected() {
                    self.put(&list, left);
                }
            });
        }
        browser::put(list, (seen.left, seen.top), seen.bottom - seen.top);
        let (wide, high) = (f64::from(list.offset_width()), f64::from(list.offset_height()));
        let (corner, most) = stand(word, (wide, high), seen);
        browser::put(list, corner, most);
    }

    /// Handles a key in the list; answers whether it was for it.
    pub(super) fn popup_key(self, event: &KeyboardEvent) -> bool {
        let popup = self.popup;
        let key = event.key();
        if event.code() == "Space" && event.ctrl_key() && !event.alt_key() && !event.meta_key() {
            popup.asked.set_value(true);
            self.soon();
            return true;
        }
        // A key that comes before the list has followed what was typed means what stands there.
        if self.waiting.get_value() && matches!(key.as_str(), "Tab" | "Enter" | "ArrowDown" | "ArrowUp") {
            self.look();
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
        self.session.draft.write(span, &name, false);
        self.soon();
    }
}

/// For how many frames a word that was typed may not be in view.
const FRAMES: u8 = 4;
/// Between the list and its word, and around it, in CSS pixels.
const GAP: f64 = 3.0;

/// The left and the upper edge of a list of this width and height beside a word, and how high it may be.
fn stand(word: Place, (wide, high): (f64, f64), seen: Place) -> ((f64, f64), f64) {
    let left = within(word.left, seen.left + GAP, (seen.right - wide - GAP).max(seen.left + GAP));
    let (below, above) = (seen.bottom - word.bottom - 2.0 * GAP, word.top - seen.top - 2.0 * GAP);
    if high <= below || below >= above {
        ((left, word.bottom + GAP), below.max(0.0))
    } else {
        ((left, word.top - GAP - high.min(above)), above)
    }
}

fn option_id(index: usize) -> String {
    format!("completion-{index}")
}

/// The list, under the caret while it has something to offer.
pub(super) fn popup(assist: Assist) -> AnyView {
    let Assist { session, field, popup, .. } = assist;
    let Parts { tastes, .. } = *session;
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
        let detail = move || tastes.tongue.get().pick(english.clone(), chinese.clone());
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
            say!(
                tastes.tongue.get(),
                en("{count} names fit; Tab takes the first, arrows choose"),
                zh("有 {count} 个匹配的名称，按 Tab 采用第一个，用方向键选择")
            )
        })
    };
    let rest = move || {
        let more = popup.more.get();
        (more > 0).then(|| {
            let words = say!(tastes.tongue.get(), en("{more} more fit: type on"), zh("另有 {more} 个，请继续输入"));
            view! { <p class="quiet small">{words}</p> }
        })
    };
    let node = NodeRef::<Div>::new();
    Effect::new(move |_| {
        popup.entries.track();
        let Some(list) = node.get() else { return };
        assist.put(&list, FRAMES);
        let moved = move || {
            if let Some(Some(list)) = node.try_get_untracked() {
                assist.put(&list, 0);
            }
        };
        StoredValue::new_local(browser::hear_moves(moved));
    });
    let list = move || {
        let entries = popup.entries.get();
        (!entries.is_empty()).then(|| {
            view! {
                <div class="completions" node_ref=node on:mousedown=|event| event.prevent_default()>
                    <ul role="listbox" id="completions" tabindex="0" aria-label=tastes.text("Names that fit", "匹配的名称")>
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_stands_beside_its_word_and_in_the_window() {
        let seen = Place { left: 0.0, right: 390.0, top: 20.0, bottom: 420.0 };
        for left in [0.0, 12.0, 200.0, 380.0] {
            for top in [20.0, 100.0, 200.0, 300.0, 396.0] {
                for (wide, high) in [(100.0, 40.0), (380.0, 200.0), (500.0, 900.0)] {
                    let word = Place { left, right: left + 10.0, top, bottom: top + 24.0 };
                    let ((x, y), most) = stand(word, (wide, high), seen);
                    let bottom = y + high.min(most);
                    assert!(bottom <= seen.bottom && y >= seen.top, "{word:?}: {y} to {bottom}");
                    assert!(bottom <= word.top || y >= word.bottom, "{word:?}: {y} to {bottom}");
                    assert!((bottom - word.top).abs() <= GAP || (y - word.bottom).abs() <= GAP, "{word:?}");
                    assert!(x >= seen.left && (x + wide <= seen.right || wide > seen.right - 2.0 * GAP), "{word:?}");
                    assert!(most >= high.min(150.0), "{word:?}");
                }
            }
        }
    }
}
