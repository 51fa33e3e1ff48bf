//! A row of keys for what layouts are written with, above the keyboard of a phone: there each of them is two pages away.

use leptos::html::Div;
use leptos::prelude::*;

use super::Assist;
use crate::browser::{self, HtmlTextAreaElement, Place};
use crate::session::Tastes;
use crate::signals::{Effect, RwSignal};

/// Height of the row, as the style has it, in CSS pixels.
const HEIGHT: f64 = 50.0;
/// Part of the window that is left between the line of the caret and the row, in CSS pixels.
const GAP: f64 = 8.0;

/// Effect of a key.
#[derive(Clone, Copy)]
enum Deed {
    /// Writes a sign where the caret stands.
    Write,
    /// Moves the caret back.
    Back,
    /// Moves the caret on.
    On,
    /// Takes back the last step.
    Undo,
}

/// The keys: the sign, what it is called in both languages, what it does.
const KEYS: [(&str, &str, &str, Deed); 11] = [
    ("(", "Opening parenthesis", "左括号", Deed::Write),
    (")", "Closing parenthesis", "右括号", Deed::Write),
    (",", "Comma", "逗号", Deed::Write),
    (":", "Colon", "冒号", Deed::Write),
    ("_", "Underscore", "下划线", Deed::Write),
    ("<", "Less than", "小于号", Deed::Write),
    (">", "Greater than", "大于号", Deed::Write),
    ("=", "Equals", "等号", Deed::Write),
    ("←", "Caret to the left", "光标左移", Deed::Back),
    ("→", "Caret to the right", "光标右移", Deed::On),
    ("↶", "Undo", "撤销", Deed::Undo),
];

/// The row. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    shown: RwSignal<bool>,
    node: NodeRef<Div>,
}

impl Keys {
    pub(super) fn new() -> Keys {
        Keys { shown: RwSignal::new(false), node: NodeRef::new() }
    }
}

impl Assist {
    /// The row is there while the person writes with a finger.
    pub(super) fn look_at_keys(self, element: &HtmlTextAreaElement) {
        let in_row = || self.keys.node.get_untracked().is_some_and(|row| browser::holds_focus(&row));
        let is_shown = browser::media("(pointer: coarse)") && (browser::has_focus(element) || in_row());
        self.keys.shown.renew(is_shown);
        if is_shown || browser::has_focus(element) {
            self.keep_caret_seen();
        }
    }

    /// The part of the window that is seen, without the row.
    pub(super) fn seen(self) -> Place {
        match self.keys.shown.get_untracked() {
            true => Place { bottom: self.floor() - HEIGHT, ..browser::seen_window() },
            false => browser::seen_window(),
        }
    }

    /// On what the row stands: the keyboard, or without one what leads to the other panes.
    fn floor(self) -> f64 {
        let element = self.field.node.get_untracked();
        let panes = element.and_then(|element| browser::around(&element, ".panes"));
        let seen = browser::seen_window().bottom;
        panes.map_or(seen, |panes| browser::place_of(&panes).bottom.min(seen))
    }

    /// Scrolls what is around the field until the line of the caret stands above the row, and above what stands below the
    /// panes.
    fn keep_caret_seen(self) {
        let (Some(element), Some(colours)) = (self.field.node.get_untracked(), self.field.colours.get_untracked())
        else {
            return;
        };
        let (_, caret) = browser::selection(&element);
        let Some(line) = browser::character_place(&colours, caret) else { return };
        let pane = browser::around(&element, ".pane").map(|pane| browser::place_of(&pane).bottom);
        let seen = pane.unwrap_or(f64::INFINITY).min(self.floor()).min(self.seen().bottom);
        let covered = line.bottom + GAP - seen;
        if covered > 0.0 {
            browser::scroll_around(&element, covered);
        }
    }

    fn put_keys(self) {
        if let Some(Some(row)) = self.keys.node.try_get_untracked() {
            let seen = browser::seen_window();
            browser::put(&row, (seen.left, self.floor() - HEIGHT), HEIGHT);
            browser::set_size(&row, seen.right - seen.left, HEIGHT);
        }
    }

    fn press(self, sign: &str, deed: Deed) {
        let Some(element) = self.field.node.get_untracked() else { return };
        if !browser::has_focus(&element) {
            let _ = element.focus();
        }
        match deed {
            Deed::Write => {
                if !browser::type_text(&element, sign) {
                    self.field.typed(self.session.draft, self.session.screen);
                }
            }
            Deed::Back => self.step(&element, false),
            Deed::On => self.step(&element, true),
            Deed::Undo => self.session.draft.undo(),
        }
        self.soon();
    }

    fn step(self, element: &HtmlTextAreaElement, forward: bool) {
        let (start, end) = browser::selection(element);
        let to = match (start == end, forward) {
            (false, true) => end,
            (false, false) => start,
            (true, _) => beside(&element.value(), start, forward),
        };
        let _ = element.set_selection_range(to, to);
        self.field.look_there(self.session.draft);
    }
}

/// The UTF-16 unit before which the next character begins, or the one before.
fn beside(text: &str, unit: u32, forward: bool) -> u32 {
    let mut before = 0;
    for character in text.chars() {
        let next = before + character.len_utf16() as u32;
        if forward && before >= unit {
            return next;
        }
        if !forward && next >= unit {
            return before;
        }
        before = next;
    }
    before
}

/// The row.
pub(super) fn keys(assist: Assist) -> AnyView {
    let Assist { session, keys, .. } = assist;
    Effect::new(move |_| {
        if keys.node.get().is_none() {
            return;
        }
        assist.put_keys();
        assist.keep_caret_seen();
        // It follows the keyboard as that comes and goes, and what is seen as that is moved.
        StoredValue::new_local(browser::hear_seen_window(move |is_resized| {
            assist.put_keys();
            if is_resized {
                assist.keep_caret_seen();
            }
        }));
    });
    let row = move || {
        keys.shown.get().then(|| {
            view! {
                <div class="layout-keys" node_ref=keys.node role="toolbar"
                    aria-label=session.tastes.text("Keys for layouts", "布局按键")
                    on:pointerdown=|event| event.prevent_default() on:mousedown=|event| event.prevent_default()
                    on:focusout=move |_| assist.soon()>
                    {KEYS.map(|key| button(session.tastes, assist, key)).collect_view()}
                </div>
            }
        })
    };
    row.into_any()
}

fn button(
    tastes: Tastes,
    assist: Assist,
    (sign, english, chinese, deed): (&'static str, &'static str, &'static str, Deed),
) -> AnyView {
    view! {
        <button class="mono" aria-label=tastes.text(english, chinese)
            on:click=move |_| assist.press(sign, deed)>{sign}</button>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_steps_over_whole_characters() {
        let text = "a甲😀b";
        let right = [0, 1, 2, 4, 5].map(|unit| beside(text, unit, true));
        assert_eq!(right, [1, 2, 4, 5, 5]);
        let left = [0, 1, 2, 4, 5].map(|unit| beside(text, unit, false));
        assert_eq!(left, [0, 0, 1, 2, 4]);
        assert_eq!((beside("", 0, true), beside("", 0, false)), (0, 0));
    }
}
