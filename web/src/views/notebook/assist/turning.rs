//! Numbers of the text that are turned up and down: by keys, by buttons, and by dragging.

use std::sync::Arc;

use colex::notebook::caret::{Caret, Number, Turn};
use colex::operations::CATALOGUE;
use leptos::prelude::*;

use super::super::field::byte_at;
use super::Assist;
use crate::browser::{self, Element, Event, Hearing, HtmlTextAreaElement, KeyboardEvent, PointerEvent};

/// Turns that follow each other within this many milliseconds are one step of the history.
const RUN: f64 = 1200.0;
/// Distance that the pointer is dragged for a step of one, in CSS pixels.
const STEP: f64 = 7.0;
/// Distance that the pointer is dragged to double or to halve, with Shift, in CSS pixels.
const DOUBLING: f64 = 28.0;
/// Says that the numbers of the text can be dragged, while Alt is held.
const TURNABLE: &str = "data-turning";

/// A number that is being turned.
#[derive(Clone, Copy)]
pub(super) struct Turning {
    run: StoredValue<Option<Run>>,
    drag: StoredValue<Option<Drag>>,
}

/// Turns of one number, one after the other.
#[derive(Clone, PartialEq)]
struct Run {
    /// Where it begins in the text.
    at: usize,
    /// The text as the last turn left it.
    text: Arc<str>,
    time: f64,
}

/// A number that is dragged.
#[derive(Clone, Copy)]
struct Drag {
    /// Where it begins in the text.
    at: usize,
    /// Number that it was.
    from: i64,
    /// Where the pointer was.
    x: f64,
    /// True if it changed yet: all of a drag is one step.
    begun: bool,
}

impl Turning {
    pub(super) fn new() -> Self {
        Turning { run: StoredValue::new(None), drag: StoredValue::new(None) }
    }
}

impl Assist {
    /// Handles a key for the number at the caret; answers whether it was for it.
    pub(super) fn turning_key(self, event: &KeyboardEvent) -> bool {
        if !event.alt_key() || event.ctrl_key() || event.meta_key() {
            return false;
        }
        let turn = match (event.key().as_str(), event.shift_key()) {
            ("ArrowUp", false) => Turn::By(1),
            ("ArrowDown", false) => Turn::By(-1),
            ("ArrowUp", true) => Turn::Double,
            ("ArrowDown", true) => Turn::Halve,
            _ => return false,
        };
        let at = self.session.draft.text.with_untracked(|text| self.field.caret(text));
        at.is_some_and(|at| self.turn(at, |number| number.turned(turn), None))
    }

    /// Writes another number where one stands; `goes_on` says whether that is part of the step before, which else a
    /// quick series of turns is. Answers whether there is a number.
    pub(super) fn turn(self, at: usize, to: impl FnOnce(&Number) -> i64, goes_on: Option<bool>) -> bool {
        let found = self.session.draft.text.with_untracked(|text| Caret::new(text, at, &CATALOGUE).number());
        let Some(number) = found else { return false };
        let value = to(&number);
        if value == number.value {
            return true;
        }
        let now = browser::now();
        let goes_on = goes_on.unwrap_or_else(|| {
            self.turning.run.with_value(|run| {
                run.as_ref().is_some_and(|run| {
                    let same = self.session.draft.text.with_untracked(|text| *text == run.text);
                    same && run.at == number.span.start && now - run.time < RUN
                })
            })
        });
        let written = number.written(value);
        let start = number.span.start;
        self.field.next_caret.set_value(Some(start + written.len()));
        self.session.draft.write(number.span, &written, goes_on);
        let text = self.session.draft.text.get_untracked();
        self.turning.run.set_value(Some(Run { at: start, text, time: now }));
        self.soon();
        true
    }

    /// A drag of the number at a byte of the text begins.
    pub(super) fn begin_drag(self, event: &PointerEvent, at: usize) -> bool {
        let found = self.session.draft.text.with_untracked(|text| Caret::new(text, at, &CATALOGUE).number());
        let Some(number) = found else { return false };
        let x = f64::from(event.client_x());
        self.turning.drag.set_value(Some(Drag { at: number.span.start, from: number.value, x, begun: false }));
        true
    }

    /// The pointer moves: every few pixels the number is one more or less, with Shift twice or half as much.
    pub(super) fn drag(self, event: &PointerEvent) {
        let Some(drag) = self.turning.drag.get_value() else { return };
        let way = f64::from(event.client_x()) - drag.x;
        let value = if event.shift_key() {
            let times = (way / DOUBLING).round() as i32;
            let factor = 1_i64.checked_shl(times.unsigned_abs()).unwrap_or(i64::MAX).max(1);
            if times < 0 { drag.from / factor } else { drag.from.saturating_mul(factor) }
        } else {
            drag.from.saturating_add((way / STEP).round() as i64)
        };
        let changed = |number: &Number| value.max(number.least).min(number.most);
        let before = self.session.draft.text.get_untracked();
        self.turn(drag.at, changed, Some(drag.begun));
        let begun = drag.begun || self.session.draft.text.with_untracked(|text| *text != before);
        self.turning.drag.set_value(Some(Drag { begun, ..drag }));
    }

    /// The pointer is let go.
    pub(super) fn end_drag(self) {
        self.turning.drag.set_value(None);
    }

    /// While Alt is held over the field its numbers can be dragged.
    pub(super) fn hear_pointer(self, element: &HtmlTextAreaElement) -> Vec<Hearing> {
        let Some(editor) = browser::around(element, ".editor") else { return Vec::new() };
        let turnable = {
            let editor = editor.clone();
            move |can: bool| {
                let _ = match can {
                    true => editor.set_attribute(TURNABLE, ""),
                    false => editor.remove_attribute(TURNABLE),
                };
            }
        };
        let is_dragging = move || self.turning.drag.with_value(Option::is_some);
        let moved = {
            let turnable = turnable.clone();
            move |event: PointerEvent| {
                if is_dragging() {
                    self.drag(&event);
                } else if event.buttons() == 0 {
                    turnable(event.alt_key());
                }
            }
        };
        let pressed = {
            let turnable = turnable.clone();
            move |event: PointerEvent| {
                if !event.alt_key() || event.button() != 0 {
                    return;
                }
                turnable(true);
                let under = browser::element_at(event.client_x(), event.client_y());
                let at = under.and_then(|piece| self.number_of(&piece));
                if at.is_some_and(|at| self.begin_drag(&event, at)) {
                    event.prevent_default();
                    browser::capture_pointer(&event);
                }
            }
        };
        let released = {
            let turnable = turnable.clone();
            move |event: PointerEvent| {
                self.end_drag();
                turnable(event.alt_key());
            }
        };
        vec![
            browser::hear(&editor, "pointermove", moved),
            browser::hear(&editor, "pointerdown", pressed),
            browser::hear(&editor, "pointerup", released),
            browser::hear(&editor, "pointercancel", move |_: Event| self.end_drag()),
            browser::hear(&editor, "pointerleave", move |_: Event| {
                if !is_dragging() {
                    turnable(false);
                }
            }),
            // Else the field would select text, or lose the focus.
            browser::hear(&editor, "mousedown", move |event: Event| {
                if is_dragging() {
                    event.prevent_default();
                }
            }),
        ]
    }

    /// The byte at which a piece of the coloured text begins, if it is a number.
    fn number_of(self, piece: &Element) -> Option<usize> {
        let is_number = ["number", "static"].iter().any(|class| piece.class_list().contains(class));
        let unit = is_number.then(|| browser::units_before(piece))?;
        Some(self.session.draft.text.with_untracked(|text| byte_at(text, unit as usize)))
    }
}
