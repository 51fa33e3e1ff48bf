//! Of a text that is too long for the field: which part of it stands there, and the way to the others.

use crate::signals::Memo;
use colex::notebook::Span;
use leptos::prelude::*;

use super::field::{Field, change};
use super::window::{Window, fits};
use crate::browser::{self, ClipboardEvent, HtmlTextAreaElement, InputEvent, KeyboardEvent};
use crate::languages::say;
use crate::session::{Draft, Origin, Screen, Session, Tastes};

/// Which part of the text stands in the field; nothing where it is all of it.
#[component]
pub fn Parts(draft: Draft, tastes: Tastes, screen: Screen, field: Field) -> impl IntoView {
    // The place in bytes, and of how many.
    let shown = Memo::new(move |_| {
        let window = field.window.get();
        draft.text.with(|text| (!window.is_whole(text)).then(|| (window.span(), text.len())))
    });
    field.before.set_value(draft.text.with_untracked(|text| long(text)));
    field.moves.set_value(Some(moved));
    field.node.on_load(move |element| hear(draft, screen, field, &element));
    let show = move |part: fn(&str, Span) -> Window| {
        let span = field.window.get_untracked().span();
        draft.text.with_untracked(|text| field.show(text, part(text, span)));
    };
    let earlier = move || show(|text, span| Window::until(text, span.start));
    let later = move || show(|text, span| Window::from(text, span.end));
    let is_first = move || shown.with(|shown| shown.is_none_or(|(span, _)| span.start == 0));
    let is_last = move || shown.with(|shown| shown.is_none_or(|(span, all)| span.end >= all));
    let sentence = move || {
        let (span, all) = shown.get()?;
        let (from, to, all) = (span.start.div_ceil(1024), span.end.div_ceil(1024), all.div_ceil(1024));
        Some(say!(
            tastes.tongue.get(),
            en("The field shows KiB {from} to {to} of a text of {all} KiB. All of it is kept and read."),
            zh("文本共 {all} KiB，输入框显示其中第 {from} 至 {to} KiB；全文都会保留并读取。")
        ))
    };
    view! {
        <Show when=move || shown.with(Option::is_some)>
            <div class="row small" role="status">
                <span>{sentence}</span>
                <button class="small" disabled=is_first on:click=move |_| earlier()>{tastes.text("Earlier part", "前一部分")}</button>
                <button class="small" disabled=is_last on:click=move |_| later()>{tastes.text("Later part", "后一部分")}</button>
            </div>
        </Show>
    }
}

/// A text that does not fit; of one that does, nothing.
fn long(text: &str) -> String {
    if fits(text) { String::new() } else { text.to_string() }
}

/// Where the window goes when the text has become another: it stays while nothing changed outside of it and it is neither
/// too large nor too small; else it goes to the caret, or to what changed.
fn moved(session: Session, field: Field, text: &str, shown: &str, caret: Option<usize>) -> (Window, usize) {
    let kept = field.before.try_update_value(|before| std::mem::replace(before, long(text))).unwrap_or_default();
    let before = if kept.is_empty() { shown } else { &kept };
    let stays = field.window.get_untracked().after(before, text);
    let holds = |now: &Window| caret.is_none_or(|caret| (now.span().start..=now.span().end).contains(&caret));
    // Text that is being composed is left where it is.
    let stays = stays.filter(|now| field.composing.get_untracked() || now.is_right(text) && holds(now));
    match (stays, caret) {
        (Some(now), caret) => (now, caret.unwrap_or_else(|| now.span().start + change(shown, now.of(text)).end)),
        (None, Some(caret)) => (Window::around(text, caret), caret),
        (None, None) => {
            let Span { start, end } = change(before, text);
            // A document that nothing was written into came as a whole, and is looked at from its beginning.
            if session.draft.origin.get_untracked() != Origin::Work {
                return (Window::from(text, 0), end);
            }
            let is_here = field.node.get_untracked().is_some_and(|element| browser::has_focus(&element));
            (Window::around(text, if is_here { end } else { start }), end)
        }
    }
}

/// Hears the events of the field that are about more than stands in it. They are heard as long as the view is there.
fn hear(draft: Draft, screen: Screen, field: Field, element: &HtmlTextAreaElement) {
    let put = move |event: &ClipboardEvent| {
        let is_put = field.is_all_selected(draft) && draft.text.with_untracked(|text| browser::put_copied(event, text));
        if is_put {
            event.prevent_default();
        }
        is_put
    };
    let hearings = vec![
        browser::hear(element, "copy", move |event: ClipboardEvent| {
            put(&event);
        }),
        browser::hear(element, "cut", move |event: ClipboardEvent| {
            if put(&event) {
                field.takes_all.set_value(true);
                field.write(draft, screen, String::new(), 0);
            }
        }),
        browser::hear(element, "beforeinput", move |event: InputEvent| {
            field.expect(draft, &event.input_type());
            let inserted = event.data().unwrap_or_default();
            if !event.is_composing() && field.insert(draft, screen, &inserted) {
                event.prevent_default();
            }
        }),
        browser::hear(element, "keydown", move |event: KeyboardEvent| field.reach(draft, &event)),
    ];
    // They are let go of with the view.
    StoredValue::new_local(hearings);
}

impl Field {
    /// Reports whether the field holds a part of a longer text and all of that part is selected: that means all of the
    /// text.
    fn is_all_selected(self, draft: Draft) -> bool {
        let is_part = draft.text.with_untracked(|text| !self.window.get_untracked().is_whole(text));
        let element = self.node.get_untracked().filter(|_| is_part);
        element.is_some_and(|element| {
            element.text_length() > 0 && browser::selection(&element) == (0, element.text_length())
        })
    }

    /// An input of this kind is about to happen. What is dragged or cut is what the browser took along, no more.
    fn expect(self, draft: Draft, kind: &str) {
        let is_erasing = kind.starts_with("delete") && !kind.starts_with("deleteBy");
        let replaces = matches!(kind, "insertText" | "insertFromPaste" | "insertLineBreak" | "insertCompositionText")
            || is_erasing;
        let takes_all = replaces && self.is_all_selected(draft);
        self.takes_all.set_value(takes_all);
        // A phone's keyboard tells no keys.
        if is_erasing && !takes_all {
            self.come_near(draft, kind.ends_with("Forward"));
        }
    }

    /// Of a key that moves the caret beyond what stands in the field: that comes into it before.
    fn reach(self, draft: Draft, event: &KeyboardEvent) {
        let is_behind = match event.key().as_str() {
            "ArrowDown" | "ArrowRight" | "PageDown" | "End" | "Delete" => true,
            "ArrowUp" | "ArrowLeft" | "PageUp" | "Home" | "Backspace" => false,
            _ => return,
        };
        // The list of names has the arrows while it is open.
        let is_listing =
            self.node.get_untracked().is_some_and(|element| element.has_attribute("aria-activedescendant"));
        if event.default_prevented() || event.is_composing() || self.composing.get_untracked() || is_listing {
            return;
        }
        let is_far = match event.key().as_str() {
            "Home" | "End" => event.ctrl_key(),
            "ArrowUp" | "ArrowDown" => event.meta_key(),
            _ => false,
        };
        if !is_far || event.shift_key() || event.alt_key() {
            return self.come_near(draft, is_behind);
        }
        draft.text.with_untracked(|text| {
            if self.window.get_untracked().is_whole(text) {
                return;
            }
            let (window, caret) = match is_behind {
                true => (Window::until(text, text.len()), text.len()),
                false => (Window::from(text, 0), 0),
            };
            self.show(text, window);
            self.put_caret(text, Span { start: caret, end: caret });
            event.prevent_default();
        });
    }

    /// Where little is left of the text in the field behind the caret or before it, more comes into it. The rows that are
    /// seen stay where they are.
    fn come_near(self, draft: Draft, is_behind: bool) {
        let Some(element) = self.node.get_untracked() else { return };
        draft.text.with_untracked(|text| {
            let window = self.window.get_untracked();
            let (first, last) = browser::selection(&element);
            let direction = element.selection_direction().ok().flatten().unwrap_or_default();
            let selected = Span { start: self.byte(text, first), end: self.byte(text, last) };
            let caret = if direction == "backward" { selected.start } else { selected.end };
            if window.is_whole(text) || !window.is_near_edge(text, caret, is_behind) {
                return;
            }
            let next = Window::around(text, caret).with(selected);
            if next == window || !next.is_right(text) {
                return;
            }
            let (now, then) = (window.span().start, next.span().start);
            let between = text.get(now.min(then)..now.max(then)).unwrap_or_default();
            let rows = between.strip_suffix('\n').unwrap_or(between).split('\n').count();
            let row = browser::field_room(&element).map_or(0.0, |(_, row)| row);
            let by = if between.is_empty() { 0.0 } else { rows as f64 * row };
            let scrolled = f64::from(element.scroll_top()) + if then < now { by } else { -by };
            self.see(next);
            element.set_value(next.of(text));
            let units = (self.unit(text, selected.start), self.unit(text, selected.end));
            let _ = element.set_selection_range_with_direction(units.0, units.1, &direction);
            element.set_scroll_top(scrolled.round() as i32);
        });
    }

    /// Selects a range of the text, as if the person had.
    pub fn select(self, draft: Draft, span: Span) {
        let Some(element) = self.node.get_untracked() else { return };
        draft.text.with_untracked(|text| {
            let shown = self.window.get_untracked().span();
            // Of what is longer than a part, its beginning.
            if span.start < shown.start || span.start > shown.end || span.end > shown.end && span.start != shown.start {
                self.show(text, Window::around(text, span.start));
            }
            let _ = element.focus();
            self.put_caret(text, span);
        });
    }

    fn put_caret(self, text: &str, span: Span) {
        let Some(element) = self.node.get_untracked() else { return };
        let _ = element.set_selection_range(self.unit(text, span.start), self.unit(text, span.end));
    }

    /// Shows another part of the text.
    fn show(self, text: &str, window: Window) {
        let Some(element) = self.node.get_untracked() else { return };
        self.see(window);
        element.set_value(window.of(text));
        let _ = element.set_selection_range(0, 0);
        element.set_scroll_top(0);
    }
}
