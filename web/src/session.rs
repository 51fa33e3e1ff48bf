//! The state of the page: the document, its evaluation, and what follows from both. Everything else is derived.

use std::sync::Arc;

use colex::document::history::History;
use colex::document::link::{self, LinkError};
use colex::document::look::{self, Look, Point, Unreadable};
use colex::document::{Document, Language, Theme};
use colex::notebook::{Evaluation, Repair, Settings, Span};
use colex::words::Tongue;
use colex::work::{Budget, Progress, Work};
use colex::{Shape, document};
use leptos::prelude::*;

use crate::browser::{self, Timer};

/// The longest a slice of work may keep the page from painting, in milliseconds.
const SLICE: f64 = 6.0;
/// How long the page waits before a sentence about broken text appears, in milliseconds.
const SENTENCE_DELAY: i32 = 450;
/// How long the page waits before it writes the address and saves, in milliseconds. Safari refuses more than 100
/// address changes in 30 seconds.
const SAVE_DELAY: i32 = 500;
/// Key strokes that follow each other within this many milliseconds are one step of the history.
const STROKE: f64 = 800.0;
/// Where the person's own work is kept in the browser.
const WORK_KEY: &str = "colex.work";

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
    /// A link or an example: saved work is not touched until the person says so.
    Visit,
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
    /// The document.
    pub document: RwSignal<Document>,
    /// Where it came from.
    pub origin: RwSignal<Origin>,
    /// The notebook's values.
    pub evaluation: RwSignal<Shared<Evaluation>>,
    /// The layout on the screen; the last good one while the text is broken.
    pub shown: Memo<Option<Shown>>,
    /// The chosen point, or why there is none.
    pub point: Memo<Option<Result<Point, Unreadable>>>,
    /// The shape whose coordinates are shown besides the natural ones.
    pub coordinate_set: Memo<Option<Result<Shape, Unreadable>>>,
    /// The 1-D coordinate under the pointer.
    pub hover: RwSignal<Option<i64>>,
    /// Whether sentences about broken text are shown yet.
    pub complaining: RwSignal<bool>,
    /// What the page has to say.
    pub notice: RwSignal<Option<Notice>>,
    /// The language of the page.
    pub tongue: Memo<Tongue>,
    /// Whether the page is dark.
    pub dark: Memo<bool>,
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
        let fragment = browser::fragment();
        let saved = browser::stored(WORK_KEY);
        let (document, origin, notice) = if fragment.len() > 1 {
            match link::decode(&fragment) {
                Ok(document) => (document, Origin::Visit, None),
                Err(error) => {
                    let salvaged = error.salvaged().cloned().unwrap_or_default();
                    (salvaged, Origin::Visit, Some(Notice::Link(error)))
                }
            }
        } else {
            let work = saved.as_deref().and_then(|saved| link::decode(saved).ok());
            (work.unwrap_or_default(), Origin::Work, None)
        };
        let origin = if saved.is_none() && notice.is_none() { Origin::Work } else { origin };
        let system_dark = RwSignal::new(browser::media("(prefers-color-scheme: dark)"));
        browser::on_media("(prefers-color-scheme: dark)", move |dark| system_dark.set(dark));

        let evaluation = RwSignal::new(Shared(Arc::new(Evaluation::default())));
        let document_signal = RwSignal::new(document.clone());
        let options = Memo::new(move |_| document_signal.with(|document| document.options.clone()));
        let view = Memo::new(move |_| document_signal.with(|document| document.view.clone()));
        let shown = Memo::new(move |old: Option<&Option<Shown>>| {
            let old = old.cloned().flatten();
            evaluation
                .with(|evaluation| view.with(|view| options.with(|options| show(&evaluation.0, view, options, old))))
        });
        let layout = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.look.layout.clone())));
        let typed = Memo::new(move |_| view.with(|view| view.point.clone()));
        let point = Memo::new(move |_| {
            let typed = typed.get()?;
            layout.with(|layout| Some(look::read_point(layout.as_ref()?, &typed)))
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
        let session = Session {
            document: document_signal,
            origin: RwSignal::new(origin),
            evaluation,
            shown,
            point,
            coordinate_set,
            hover: RwSignal::new(None),
            complaining: RwSignal::new(true),
            notice: RwSignal::new(notice),
            tongue,
            dark,
            can_undo: RwSignal::new((false, false)),
            has_work: RwSignal::new(saved.is_some()),
            history: StoredValue::new(History::new(document)),
            last_stroke: StoredValue::new(f64::NEG_INFINITY),
            evaluation_timer: StoredValue::new(None),
            sentence_timer: StoredValue::new(None),
            save_timer: StoredValue::new(None),
            written: StoredValue::new(fragment.trim_start_matches('#').to_string()),
        };
        session.evaluate();
        browser::on_window("hashchange", move |_: browser::Event| session.follow_address());
        browser::on_window("popstate", move |_: browser::Event| session.follow_address());
        // What was typed last is kept, however soon the page goes.
        browser::on_window("pagehide", move |_: browser::Event| session.save_pending());
        browser::on_window("visibilitychange", move |_: browser::Event| session.save_pending());
        session
    }

    /// A text of the page in the current language.
    pub fn say(self, english: &'static str, chinese: &'static str) -> &'static str {
        self.tongue.get().pick(english, chinese)
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
    pub fn look_at(self, change: impl FnOnce(&mut document::View)) {
        self.change(|document| change(&mut document.view), History::look);
    }

    /// The text as typed so far; quick key strokes become one step.
    pub fn type_text(self, text: String, caret: usize) {
        let now = browser::now();
        let quick = now - self.last_stroke.get_value() < STROKE;
        self.last_stroke.set_value(now);
        self.complaining.set(false);
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
        let options = self.document.with_untracked(|document| document.options.clone());
        let view = document::View { statement: Some(statement), ..document::View::default() };
        let is_call = look::asked_point(evaluation, statement).is_some();
        look::look(evaluation, &view, &options).is_some_and(|look| look.statement == statement || is_call)
    }

    /// Looks at a statement; of a call such as `A(16)` also at its point.
    pub fn choose_statement(self, statement: usize) {
        let evaluation = self.evaluation.get_untracked().0;
        let asked = look::asked_point(&evaluation, statement);
        let same = self.document.with_untracked(|document| document.view.statement == Some(statement));
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
        self.document.set(document);
        self.note_history();
        self.evaluate();
        self.save_later();
    }

    fn note_history(self) {
        self.history.with_value(|history| self.can_undo.set((history.can_undo(), history.can_redo())));
    }

    fn change(self, change: impl FnOnce(&mut Document), note: fn(&mut History, Document)) {
        let before = self.document.get_untracked();
        let mut after = before.clone();
        change(&mut after);
        if after == before {
            return;
        }
        let needs_evaluation = after.text != before.text
            || after.options.compile_time != before.options.compile_time
            || after.options.major != before.options.major;
        self.history.update_value(|history| note(history, after.clone()));
        self.note_history();
        if needs_evaluation {
            let inside = self.point.with_untracked(|point| match point {
                Some(Ok(point)) if point.inside => Some(point.linear),
                _ => None,
            });
            // Before the document, so that views never see a new text with old values.
            self.evaluate_text(&after);
            self.document.set(after);
            self.keep_inside(inside);
        } else {
            self.document.set(after);
        }
        self.save_later();
    }

    /// A point that was inside the layout stays inside when an edit makes the layout smaller. One that was typed outside
    /// is left there: that is what was asked.
    fn keep_inside(self, before: Option<i64>) {
        let Some(linear) = before else { return };
        let is_inside = self.point.with_untracked(|point| matches!(point, Some(Ok(point)) if point.inside));
        let size = self.shown.with_untracked(|shown| shown.as_ref().and_then(|shown| shown.look.layout.size().ok()));
        let Some(last) = size.map(|size| size.value() - 1).filter(|last| !is_inside && *last >= 0) else { return };
        self.document.update(|document| {
            document.view.point = Some(linear.min(last).to_string());
            document.view.step = None;
        });
        let document = self.document.get_untracked();
        self.history.update_value(|history| history.look(document));
    }

    fn evaluate(self) {
        let document = self.document.get_untracked();
        self.evaluate_text(&document);
    }

    fn evaluate_text(self, document: &Document) {
        if let Some(timer) = self.evaluation_timer.get_value() {
            timer.cancel();
            self.evaluation_timer.set_value(None);
        }
        let settings = Settings { compile_time: document.options.compile_time, major: document.options.major };
        let earlier = self.evaluation.get_untracked().0;
        let started = Evaluation::start(&document.text, settings, Some(&earlier));
        self.go_on(started);
    }

    /// Evaluates for one slice, and goes on after the next frame if that was not enough. New text cancels it.
    fn go_on(self, mut evaluation: Evaluation) {
        let begin = browser::now();
        let done = loop {
            match evaluation.resume(&mut Budget::new(16)) {
                Progress::Done(()) => break true,
                Progress::More { .. } if browser::now() - begin > SLICE => break false,
                Progress::More { .. } => {}
            }
        };
        if !done {
            let rest = evaluation.clone();
            self.evaluation_timer.set_value(Some(browser::after(0, move || self.go_on(rest))));
        }
        self.evaluation.set(Shared(Arc::new(evaluation)));
    }

    /// Opens another document as a visit, with an entry in the browser's history.
    pub fn visit(self, document: Document) {
        self.save_pending();
        self.origin.set(if self.has_work.get_untracked() { Origin::Visit } else { Origin::Work });
        let kept = self.document.with_untracked(|own| own.options.clone());
        let document = Document {
            options: document::Options { embed: false, ..keep_tastes(document.options, &kept) },
            ..document
        };
        if let Ok(fragment) = link::encode(&document) {
            let fragment = fragment.trim_start_matches('#').to_string();
            browser::set_fragment(&fragment, true);
            self.written.set_value(fragment);
        }
        self.history.update_value(|history| history.push(document.clone()));
        self.put(document);
    }

    /// Goes back to the saved work.
    pub fn return_to_work(self) {
        let Some(work) = browser::stored(WORK_KEY).and_then(|saved| link::decode(&saved).ok()) else { return };
        self.origin.set(Origin::Work);
        self.history.update_value(|history| history.push(work.clone()));
        self.put(work);
    }

    /// From now on the document on the screen is the person's own work.
    pub fn adopt(self) {
        self.origin.set(Origin::Work);
        self.save_now();
    }

    fn follow_address(self) {
        let fragment = browser::fragment();
        let fragment = fragment.trim_start_matches('#');
        if fragment.is_empty() || self.written.with_value(|written| written == fragment) {
            return;
        }
        self.save_pending();
        self.written.set_value(fragment.to_string());
        match link::decode(fragment) {
            Ok(document) => {
                let work = browser::stored(WORK_KEY);
                let is_own = work.is_none_or(|work| work == fragment);
                self.origin.set(if is_own { Origin::Work } else { Origin::Visit });
                self.history.update_value(|history| history.push(document.clone()));
                self.put(document);
            }
            Err(error) => self.notice.set(Some(Notice::Link(error))),
        }
    }

    fn save_later(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
        }
        self.save_timer.set_value(Some(browser::after(SAVE_DELAY, move || self.save_now())));
    }

    /// Saves what was changed since it was last saved. What was only looked at is nobody's work yet.
    fn save_pending(self) {
        if self.save_timer.get_value().is_some() {
            self.save_now();
        }
    }

    fn save_now(self) {
        if let Some(timer) = self.save_timer.get_value() {
            timer.cancel();
            self.save_timer.set_value(None);
        }
        let document = self.document.get_untracked();
        let Ok(fragment) = link::encode(&document) else { return };
        let fragment = fragment.trim_start_matches('#').to_string();
        if self.written.with_value(|written| *written != fragment) {
            browser::set_fragment(&fragment, false);
            self.written.set_value(fragment.clone());
        }
        // What is shown inside another page is nobody's work, and would come back without a notebook.
        if self.origin.get_untracked() == Origin::Work && !document.options.embed {
            self.has_work.set(browser::store(WORK_KEY, &fragment));
        }
    }

    /// The link to the document as it is now.
    pub fn address(self) -> Option<String> {
        let fragment = self.document.with(link::encode).ok()?;
        Some(format!("{}#{}", browser::base_address(), fragment.trim_start_matches('#')))
    }

    /// A coordinate, index or layout as the person wants to see it: with or without underscores.
    pub fn spell(self, printed: &str) -> String {
        if self.document.with(|document| document.options.underscores) {
            printed.to_string()
        } else {
            colex::notebook::value::without_underscores(printed)
        }
    }
}

/// The options of another document with this person's language, theme and type size where it leaves them open.
fn keep_tastes(theirs: document::Options, own: &document::Options) -> document::Options {
    document::Options {
        language: if theirs.language == Language::Auto { own.language } else { theirs.language },
        theme: if theirs.theme == Theme::Auto { own.theme } else { theirs.theme },
        big: own.big,
        underscores: theirs.underscores || own.underscores,
        ..theirs
    }
}

/// What to show: the look of the evaluation, or the last good one while the statement it came from is broken.
fn show(
    evaluation: &Evaluation,
    view: &document::View,
    options: &document::Options,
    old: Option<Shown>,
) -> Option<Shown> {
    let found = look::look(evaluation, view, options);
    let place = view.statement.or(old.as_ref().map(|old| old.look.statement));
    let broken = place.is_some_and(|place| {
        let has_value = evaluation.value(place).is_some();
        !has_value && evaluation.statements().get(place).is_some()
    });
    match (found, old) {
        (Some(look), Some(old)) if broken && Some(look.statement) != place => Some(Shown { stale: true, ..old }),
        (Some(look), _) => Some(Shown { look, stale: false }),
        (None, Some(old)) if broken || !evaluation.diagnostics().is_empty() => Some(Shown { stale: true, ..old }),
        (None, _) => None,
    }
}
