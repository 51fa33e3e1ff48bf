//! Help at the caret: names to complete, the call and the mode it stands in, and numbers that are turned.

mod keys;
mod line;
mod popup;
mod turning;

use crate::signals::{Effect, Memo, RwSignal};
use colex::notebook::Span;
use colex::notebook::caret::{Caret, Mode};
use colex::operations::CATALOGUE;
use leptos::prelude::*;

use self::keys::Keys;
use self::line::Said;
use self::popup::Popup;
use self::turning::Turning;
use super::field::{Field, MATCH, Marks, PARTNER, POINTED};
use crate::browser::{self, Event, HtmlTextAreaElement, InputEvent, KeyboardEvent};
use crate::session::Session;

/// Helpers in one field. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
struct Assist {
    session: Session,
    field: Field,
    popup: Popup,
    keys: Keys,
    turning: Turning,
    said: RwSignal<Said>,
    /// True if the person typed since this was last looked at.
    typed: StoredValue<bool>,
    /// True if it will be looked at after the next frame.
    waiting: StoredValue<bool>,
}

/// Shows the help in the field that stands around it.
pub fn assist(session: Session) -> AnyView {
    let Some(field) = use_context::<Field>() else { return ().into_any() };
    let assist = Assist {
        session,
        field,
        popup: Popup::new(),
        keys: Keys::new(),
        turning: Turning::new(),
        said: RwSignal::new(Said::default()),
        typed: StoredValue::new(false),
        waiting: StoredValue::new(false),
    };
    Effect::new(move |_| {
        if session.draft.evaluation.with(|found| !found.0.is_reading()) && assist.typed.get_value() {
            assist.soon();
        }
    });
    let pointed = Memo::new(move |_| session.focus.mode_looked_at());
    Effect::new(move |_| {
        if pointed.get().is_some() || field.marks.with_untracked(|marks| !marks.places.is_empty()) {
            assist.soon();
        }
    });
    field.node.on_load(move |element| {
        assist.listen(&element);
        // The keyboard may have been in the field before this came.
        assist.soon();
    });
    on_cleanup(move || session.focus.caret_mode.set(None));
    view! {
        {line::line(assist)}
        {popup::popup(assist)}
        {keys::keys(assist)}
    }
    .into_any()
}

impl Assist {
    fn listen(self, element: &HtmlTextAreaElement) {
        let _ = element.set_attribute("aria-autocomplete", "list");
        let _ = element.set_attribute("autocorrect", "off");
        let mut hearings = vec![
            browser::hear(element, "keydown", move |event: KeyboardEvent| self.key(&event)),
            browser::hear(element, "focus", move |_: Event| self.soon()),
            browser::hear(element, "blur", move |_: Event| self.soon()),
            // The browser's menu, and a phone that is shaken.
            browser::hear(element, "beforeinput", move |event: InputEvent| {
                match event.input_type().as_str() {
                    "historyUndo" => self.session.draft.undo(),
                    "historyRedo" => self.session.draft.redo(),
                    _ => return,
                }
                event.prevent_default();
            }),
            browser::hear(element, "input", move |_: Event| {
                self.typed.set_value(true);
                self.soon();
            }),
        ];
        hearings.extend(browser::hear_selection(move || self.soon()));
        hearings.extend(self.hear_pointer(element));
        // They are let go of with the view.
        StoredValue::new_local(hearings);
    }

    /// Looks at the caret after the next frame: what a key changes is painted first.
    fn soon(self) {
        if self.waiting.try_get_value() != Some(false) {
            return;
        }
        self.waiting.set_value(true);
        browser::before_paint(move || {
            browser::after(0, move || {
                if self.waiting.try_set_value(false).is_none() {
                    self.look();
                }
            });
        });
    }

    fn look(self) {
        let typed = self.typed.get_value();
        // No name is known yet of a text that is still being read: it is looked at again then.
        self.typed.set_value(typed && self.session.draft.evaluation.with_untracked(|found| found.0.is_reading()));
        let Some(element) = self.field.node.get_untracked() else { return };
        self.look_at_keys(&element);
        let pointed = self.pointed();
        let (start, end) = browser::selection(&element);
        if !browser::has_focus(&element) || start != end {
            self.popup.close();
            let marks = Marks { caret: usize::MAX, places: pointed, length: 0 };
            self.tell(Said::default(), marks, None);
            return;
        }
        let text = self.session.draft.text.get_untracked();
        let at = self.field.byte(&text, start);
        let caret = Caret::new(&text, at, &CATALOGUE);
        let mode = caret.mode();
        let mut places = Vec::new();
        if let Some(pair) = caret.pair() {
            places.push((pair.open, MATCH));
            places.extend(pair.close.map(|close| (close, MATCH)));
        }
        places.extend(mode.as_ref().and_then(|mode| mode.partner).map(|partner| (partner, PARTNER)));
        places.extend(pointed);
        let shown = mode.as_ref().and_then(|mode| self.shown_mode(mode));
        let marks = Marks { places, caret: at, length: text.len() };
        self.tell(Said::of(self.session.draft, self.session.tastes, &caret, mode.as_ref(), &text), marks, shown);
        self.complete(&caret, at, typed);
    }

    /// Where the mode is written that is pointed at, or was chosen, in another view: its extent and its stride.
    fn pointed(self) -> Vec<(Span, &'static str)> {
        let path = untrack(|| self.session.focus.mode_looked_at());
        let literal = self.session.screen.look.with_untracked(|look| look.as_ref().and_then(|look| look.literal));
        let (Some(path), Some(literal)) = (path, literal) else { return Vec::new() };
        let text = self.session.draft.text.get_untracked();
        let mode = Caret::new(&text, literal.start, &CATALOGUE).mode_of(&path).filter(|mode| mode.whole == literal);
        let places = mode.into_iter().flat_map(|mode| std::iter::once(mode.span).chain(mode.partner));
        places.map(|place| (place, POINTED)).collect()
    }

    /// The path of a mode at the caret, if it is one of the layout on the screen.
    fn shown_mode(self, mode: &Mode) -> Option<Vec<usize>> {
        let literal = self.session.screen.look.with_untracked(|look| look.as_ref().and_then(|look| look.literal));
        (literal == Some(mode.whole)).then(|| mode.path.clone())
    }

    fn tell(self, said: Said, marks: Marks, mode: Option<Vec<usize>>) {
        self.field.says.renew(!said.is_empty());
        self.said.renew(said);
        self.field.marks.renew(marks);
        self.session.focus.caret_mode.renew(mode);
    }

    fn key(self, event: &KeyboardEvent) {
        if event.is_composing() || self.field.composing.get_untracked() {
            return;
        }
        if self.popup_key(event) || self.turning_key(event) {
            event.prevent_default();
            event.stop_propagation();
        }
    }
}
