//! The state of the page: the document, its evaluation, and what follows from both. Everything else is derived.

mod evaluating;
mod saving;

use std::sync::Arc;

use colex::document::history::History;
use colex::document::link::LinkError;
use colex::document::look::{self, Look, Point, Unreadable};
use colex::document::{Document, Language, Options, Theme, View};
use colex::notebook::{Evaluation, Repair, Span};
use colex::steps::Step;
use colex::words::Tongue;
use colex::{AnyLayout, Shape};
use leptos::prelude::*;

use self::evaluating::show;
use self::saving::Beginning;
use crate::browser::{self, Timer};
use crate::parts::Sentences;

/// How long the page waits before a sentence about broken text appears, in milliseconds.
const SENTENCE_DELAY: i32 = 450;
/// Key strokes that follow each other within this many milliseconds are one step of the history.
const STROKE: f64 = 800.0;
/// A value that is equal to itself alone, so that memos compare it at no cost.
pub struct Shared<T>(pub Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The layout on the screen.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The layout and where it comes from.
    pub look: Look,
    /// Whether the text has since become broken; the picture is then dimmed.
    pub stale: bool,
}

/// Where the document came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The person's own work, which is saved.
    Work,
    /// The first document, which is saved once it is changed.
    First,
    /// A link or an example: where there is saved work it is not touched until the person says so, and elsewhere this
    /// becomes the person's work once the text is changed.
    Visit,
}

/// How much of the chosen point was predicted, or shown on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WorkedOut {
    /// Less than its natural coordinate.
    Nothing,
    /// Its natural coordinate.
    Coordinate,
    /// Its index, after which there is nothing to hide.
    Index,
}

/// What the page has to say once.
#[derive(Clone, PartialEq)]
pub enum Notice {
    /// A link that could not be read as it was sent.
    Link(LinkError),
    /// An edit that is impossible, as a sentence in both languages.
    Edit(String, String),
    /// Something was done: copied, saved.
    Done(&'static str, &'static str),
}

/// The state of the page. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub struct Session {
    /// The text of the document. It and the next two change alone, so that a key touches nothing that only follows the
    /// others: what says a word of the page depends on the options.
    pub text: RwSignal<String>,
    /// What of the document is looked at.
    pub view: RwSignal<View>,
    /// The options of the document.
    pub options: RwSignal<Options>,
    /// Where the document came from.
    pub origin: RwSignal<Origin>,
    /// The notebook's values.
    pub evaluation: RwSignal<Shared<Evaluation>>,
    /// The layout on the screen; the last good one while the text is broken.
    pub shown: Memo<Option<Shown>>,
    /// The layout on the screen and where it comes from.
    pub look: Memo<Option<Look>>,
    /// The statement that is selected, or the one whose layout is on the screen.
    pub chosen_statement: Memo<Option<usize>>,
    /// How the value of that statement came about; asked for by the panels that show it.
    pub steps: Memo<Vec<Step>>,
    /// The layout on the screen alone.
    pub layout: Memo<Option<AnyLayout>>,
    /// Whether what is on the screen is of an earlier text.
    pub stale: Memo<bool>,
    /// The chosen point, or why there is none.
    pub point: Memo<Option<Result<Point, Unreadable>>>,
    /// The shape whose coordinates are shown besides the natural ones.
    pub coordinate_set: Memo<Option<Result<Shape, Unreadable>>>,
    /// The 1-D coordinate of the chosen point if it is inside the layout.
    pub chosen: Memo<Option<i64>>,
    /// The 1-D coordinate under the pointer.
    pub hover: RwSignal<Option<i64>>,
    /// The mode under the pointer.
    pub hover_mode: RwSignal<Option<Vec<usize>>>,
    /// Whether sentences about broken text are shown yet.
    pub complaining: RwSignal<bool>,
    /// The statements whose answer is CuTe's and not the mathematical one.
    pub wrong: RwSignal<Vec<usize>>,
    /// What says in sentences what is wrong, once it has arrived.
    pub sentences: RwSignal<Option<Sentences>>,
    /// What the page has to say.
    pub notice: RwSignal<Option<Notice>>,
    /// The language of the page.
    pub tongue: Memo<Tongue>,
    /// Whether the page is dark.
    pub dark: Memo<bool>,
    /// Whether type is big enough for a class room.
    pub big: Memo<bool>,
    /// Whether results are hidden, to be predicted first.
    pub hidden: Memo<bool>,
    /// How much of the chosen point is worked out while results are hidden.
    pub worked_out: RwSignal<WorkedOut>,
    /// Whether the other forms of the chosen coordinate are to be predicted.
    pub hides_coordinate: Memo<bool>,
    /// Whether the index of the chosen point is to be predicted.
    pub hides_index: Memo<bool>,
    /// Whether there is something to undo and to redo.
    pub can_undo: RwSignal<(bool, bool)>,
    /// Whether saved work exists besides the document.
    pub has_work: RwSignal<bool>,
    history: StoredValue<History>,
    last_stroke: StoredValue<f64>,
    evaluation_timer: StoredValue<Option<Timer>>,
    sentence_timer: StoredValue<Option<Timer>>,
    save_timer: StoredValue<Option<Timer>>,
    written: StoredValue<String>,
}

impl Session {
    /// The session of the page: from the address, else from saved work, else the first document.
    pub fn open() -> Session {
        let Beginning { document, origin, notice, has_work, written } = Beginning::find();
        let system_dark = RwSignal::new(browser::media("(prefers-color-scheme: dark)"));
        browser::on_media("(prefers-color-scheme: dark)", move |dark| system_dark.set(dark));

        let evaluation = RwSignal::new(Shared(Arc::new(Evaluation::default())));
        let text = RwSignal::new(document.text.clone());
        let view = RwSignal::new(document.view.clone());
        let options = RwSignal::new(document.options.clone());
        let shown = Memo::new(move |old: Option<&Option<Shown>>| {
            let old = old.cloned().flatten();
            evaluation
                .with(|evaluation| view.with(|view| options.with(|options| show(&evaluation.0, view, options, old))))
        });
        let look = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.look.clone())));
        let layout = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.look.layout.clone())));
        let chosen_statement = Memo::new(move |_| {
            let shown = shown.with(|shown| shown.as_ref().map(|shown| shown.look.statement));
            view.with(|view| view.statement).or(shown)
        });
        let steps = Memo::new(move |_| {
            let statement = chosen_statement.get();
            evaluation.with(|found| statement.map(|statement| found.0.steps(statement)).unwrap_or_default())
        });
        let stale = Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.stale)));
        let typed = Memo::new(move |_| view.with(|view| view.point.clone()));
        let point = Memo::new(move |_| {
            let typed = typed.get()?;
            layout.with(|layout| Some(look::read_point(layout.as_ref()?, &typed)))
        });
        let chosen = Memo::new(move |_| {
            point.with(|point| match point {
                Some(Ok(point)) if point.inside => Some(point.linear),
                _ => None,
            })
        });
        let asked = Memo::new(move |_| view.with(|view| view.coordinates.clone()));
        let coordinate_set = Memo::new(move |_| {
            let typed = asked.get()?;
            layout.with(|layout| Some(look::read_coordinate_set(layout.as_ref()?, &typed)))
        });
        let chinese = browser::preferred_language().to_ascii_lowercase().starts_with("zh");
        let tongue = Memo::new(move |_| match options.with(|options| options.language) {
            Language::Chinese => Tongue::Chinese,
            Language::Auto if chinese => Tongue::Chinese,
            _ => Tongue::English,
        });
        let dark = Memo::new(move |_| match options.with(|options| options.theme) {
            Theme::Dark => true,
            Theme::Light => false,
            Theme::Auto => system_dark.get(),
        });
        let hidden = Memo::new(move |_| view.with(|view| view.hidden));
        let worked_out = RwSignal::new(WorkedOut::Nothing);
        let session = Session {
            text,
            view,
            options,
            origin: RwSignal::new(origin),
            evaluation,
            shown,
            look,
            chosen_statement,
            steps,
            layout,
            stale,
            point,
            chosen,
            coordinate_set,
            hover: RwSignal::new(None),
            hover_mode: RwSignal::new(None),
            complaining: RwSignal::new(true),
            wrong: RwSignal::new(Vec::new()),
            sentences: RwSignal::new(None),
            notice: RwSignal::new(notice),
            tongue,
            dark,
            big: Memo::new(move |_| options.with(|options| options.big)),
            hidden,
            worked_out,
            hides_coordinate: Memo::new(move |_| hidden.get() && worked_out.get() == WorkedOut::Nothing),
            hides_index: Memo::new(move |_| hidden.get() && worked_out.get() != WorkedOut::Index),
            can_undo: RwSignal::new((false, false)),
            has_work: RwSignal::new(has_work),
            history: StoredValue::new(History::new(document)),
            last_stroke: StoredValue::new(f64::NEG_INFINITY),
            evaluation_timer: StoredValue::new(None),
            sentence_timer: StoredValue::new(None),
            save_timer: StoredValue::new(None),
            written: StoredValue::new(written),
        };
        session.evaluate(&untrack(move || session.document()));
        session.keep();
        session
    }

    /// The document as it is now. What follows it is told of every change.
    pub fn document(self) -> Document {
        Document { text: self.text.get(), view: self.view.get(), options: self.options.get() }
    }

    /// A text of the page in the current language.
    pub fn say(self, english: &'static str, chinese: &'static str) -> &'static str {
        self.tongue.get().pick(english, chinese)
    }

    /// The sentence of an error of the algebra; empty until what says it has arrived.
    pub fn error_sentence(self, error: &colex::Error) -> String {
        let sentence = self.sentences.get().map(|sentences| (sentences.error)(error, self.tongue.get()));
        self.spell(&sentence.unwrap_or_default())
    }

    /// A text of the page that follows the language. It has one type whatever it says, which keeps the page small:
    /// every closure in a view is code of its own.
    pub fn text(self, english: &'static str, chinese: &'static str) -> Signal<&'static str> {
        let tongue = self.tongue;
        Signal::derive(move || tongue.get().pick(english, chinese))
    }

    /// Changes the document as one step that can be undone.
    pub fn edit(self, change: impl FnOnce(&mut Document)) {
        self.last_stroke.set_value(f64::NEG_INFINITY);
        self.change(change, History::push);
    }

    /// Changes the document as part of the step before: the next number of a drag, the next press of the same key.
    pub fn go_on_editing(self, change: impl FnOnce(&mut Document)) {
        self.change(change, History::amend);
    }

    /// Changes what is looked at, which is part of the link but no step of the history.
    pub fn look_at(self, change: impl FnOnce(&mut View)) {
        self.change(|document| change(&mut document.view), History::look);
    }

    /// The text as typed so far; quick key strokes become one step.
    pub fn type_text(self, text: String, caret: usize) {
        let now = browser::now();
        let quick = now - self.last_stroke.get_value() < STROKE;
        self.last_stroke.set_value(now);
        renew(self.complaining, &false);
        if let Some(timer) = self.sentence_timer.get_value() {
            timer.cancel();
        }
        let complaining = self.complaining;
        self.sentence_timer.set_value(Some(browser::after(SENTENCE_DELAY, move || complaining.set(true))));
        let shown = self.shown.with_untracked(|shown| shown.as_ref().and_then(|shown| shown.look.name.clone()));
        self.change(|document| document.text = text, if quick { History::amend } else { History::push });
        self.follow_caret(caret, shown);
    }

    /// The statement at the caret becomes the one that is looked at, if there is something to see in it.
    pub fn follow_caret(self, caret: usize, shown_name: Option<String>) {
        let evaluation = self.evaluation.get_untracked().0;
        let statements = evaluation.statements();
        let at_caret =
            statements.iter().position(|statement| (statement.span.start..=statement.span.end).contains(&caret));
        let named = shown_name.and_then(|name| {
            statements.iter().position(|other| other.name.as_ref().is_some_and(|(defined, _)| *defined == name))
        });
        let Some(statement) = at_caret.filter(|&at| self.is_worth_looking(&evaluation, at)).or(named) else { return };
        self.choose_statement(statement);
    }

    fn is_worth_looking(self, evaluation: &Evaluation, statement: usize) -> bool {
        let view = View { statement: Some(statement), ..View::default() };
        let look = self.options.with_untracked(|options| look::look(evaluation, &view, options));
        look.is_some_and(|look| look.statement == statement || look::asked_point(evaluation, statement).is_some())
    }

    /// Looks at a statement; of a call such as `A(16)` also at its point.
    pub fn choose_statement(self, statement: usize) {
        let evaluation = self.evaluation.get_untracked().0;
        let asked = look::asked_point(&evaluation, statement);
        let same = self.view.with_untracked(|view| view.statement == Some(statement));
        if same && asked.is_none() {
            return;
        }
        self.look_at(|view| {
            view.statement = Some(statement);
            if asked.is_some() {
                view.point = asked;
                view.step = None;
            }
            if !same {
                view.slice.clear();
                view.mode.clear();
                view.coordinates = None;
            }
        });
    }

    /// Chooses a point by its 1-D coordinate.
    pub fn choose_linear(self, linear: i64) {
        self.choose_point(linear.to_string());
    }

    /// Chooses a point as typed.
    pub fn choose_point(self, typed: String) {
        self.look_at(|view| {
            view.point = Some(typed);
            view.index = None;
            view.step = None;
        });
    }

    /// Replaces a range of the text, as repairs and edits of the tree do.
    pub fn replace(self, span: Span, text: &str) {
        self.edit(|document| {
            if document.text.get(span.start..span.end).is_some() {
                document.text.replace_range(span.start..span.end, text);
            }
        });
        self.complaining.set(true);
    }

    /// Writes a statement at the end of the text, and looks at it.
    pub fn append(self, statement: &str) {
        let number = self.evaluation.get_untracked().0.statements().len();
        self.edit(|document| {
            if !document.text.is_empty() && !document.text.ends_with('\n') {
                document.text.push('\n');
            }
            document.text.push_str(statement);
            document.view = View { statement: Some(number), point: document.view.point.clone(), ..View::default() };
        });
        self.complaining.set(true);
    }

    /// Applies a repair.
    pub fn apply(self, repair: &Repair) {
        self.replace(repair.span, &repair.text);
    }

    /// One step back.
    pub fn undo(self) {
        self.travel(|history| history.undo().cloned());
    }

    /// One step forward again.
    pub fn redo(self) {
        self.travel(|history| history.redo().cloned());
    }

    fn travel(self, go: impl FnOnce(&mut History) -> Option<Document>) {
        let mut arrived = None;
        self.history.update_value(|history| arrived = go(history));
        let Some(document) = arrived else { return };
        self.last_stroke.set_value(f64::NEG_INFINITY);
        self.complaining.set(true);
        self.put(document);
    }

    fn put(self, document: Document) {
        self.tell(&document);
        self.note_history();
        self.evaluate(&document);
        self.save_later();
    }

    /// Tells whatever follows a part of the document that it changed, and nothing else.
    fn tell(self, document: &Document) {
        renew(self.options, &document.options);
        renew(self.view, &document.view);
        renew(self.text, &document.text);
    }

    fn note_history(self) {
        let can_undo = self.history.with_value(|history| (history.can_undo(), history.can_redo()));
        renew(self.can_undo, &can_undo);
    }

    fn change(self, change: impl FnOnce(&mut Document), note: fn(&mut History, Document)) {
        let before = untrack(move || self.document());
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return;
        }
        self.own(&before, &after);
        let needs_evaluation = after.text != before.text
            || after.options.compile_time != before.options.compile_time
            || after.options.major != before.options.major;
        self.history.update_value(|history| note(history, after.clone()));
        self.note_history();
        if needs_evaluation {
            let inside = self.chosen.get_untracked();
            // Before the document, so that views never see a new text with old values.
            self.evaluate(&after);
            self.tell(&after);
            self.keep_inside(inside);
        } else {
            self.tell(&after);
        }
        self.save_later();
    }

    /// A point that was inside the layout stays inside when an edit makes the layout smaller. One that was typed outside
    /// is left there: that is what was asked.
    fn keep_inside(self, before: Option<i64>) {
        let Some(linear) = before else { return };
        let is_inside = self.chosen.with_untracked(Option::is_some);
        let size = self.layout.with_untracked(|layout| layout.as_ref().and_then(|layout| layout.size().ok()));
        let Some(last) = size.map(|size| size.value() - 1).filter(|last| !is_inside && *last >= 0) else { return };
        self.view.update(|view| {
            view.point = Some(linear.min(last).to_string());
            view.step = None;
        });
        let document = untrack(move || self.document());
        self.history.update_value(|history| history.look(document));
    }

    /// A coordinate, index or layout as the person wants to see it: with or without underscores.
    pub fn spell(self, printed: &str) -> String {
        if self.options.with(|options| options.underscores) {
            printed.to_string()
        } else {
            colex::notebook::value::without_underscores(printed)
        }
    }
}

/// Gives a signal another value. With the same one nothing follows.
fn renew<T: Clone + PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: &T) {
    if signal.with_untracked(|old| old != value) {
        signal.set(value.clone());
    }
}
