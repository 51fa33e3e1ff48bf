//! The state of the page: the document, its evaluation, and what follows from both. Everything else is derived.

pub mod acts;
mod asked;
pub mod beyond;
mod colours;
pub mod derivation;
mod derived;
mod documents;
mod evaluating;
mod examined;
mod letting_go;
mod picture;
mod saving;
mod sentences;
mod sharing;
mod storing;
mod story;
mod typing;
mod working;

use std::ops::Range;
use std::sync::Arc;

use crate::signals::{Memo, RwSignal};
use colex::from_table::Sheet;
use colex::look::{self, Look, Point, Unreadable};
use colex::notebook::made::AtomValue;
use colex::notebook::{DiagnosticKind, Evaluation, Repair, Span, Value};
use colex::operations::CATALOGUE;
use colex::steps::Step;
use colex::words::Tongue;
use colex::{AnyLayout, Nested, Shape};
use colex_document::arrangement::{Arrangement, ViewId, ViewSet, at_first};
use colex_document::history::History;
use colex_document::link::LinkError;
use colex_document::shelf::Shelf;
use colex_document::visit::Visit;
use colex_document::{Document, Language, Options, Theme, View};
use leptos::prelude::*;

pub use self::asked::{Asked, ask};
pub use self::derived::{Derived, derived};
use self::evaluating::show;
pub use self::examined::Finding;
use self::letting_go::Asking;
pub use self::picture::{Picture, entries};
use self::saving::Beginning;
pub use self::sentences::{Keeping, Sentences};
pub use self::story::{Story, told};
use self::typing::Stroke;
pub use self::working::{Answer, Telling, Working};
use crate::browser::{self, Timeout};

/// Views that a page inside another one shows.
pub const EMBEDDED: [ViewId; 3] = [ViewId::Grid, ViewId::Memory, ViewId::Worked];
/// The views of a page that is presented.
const PRESENTED: [ViewId; 3] = [ViewId::Notebook, ViewId::Grid, ViewId::Worked];
/// The same where the value came about by an operation.
const PRESENTED_DERIVED: [ViewId; 3] = [ViewId::Notebook, ViewId::Grid, ViewId::Steps];
/// The same where an operation is told in acts.
const PRESENTED_IN_ACTS: [ViewId; 3] = [ViewId::Notebook, ViewId::Operation, ViewId::Memory];

/// A value that is equal to itself alone, so that memos compare it at no cost.
pub struct Shared<T: ?Sized>(pub Arc<T>);

impl<T: ?Sized> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.0), Arc::as_ptr(&other.0))
    }
}

/// The layout on the screen.
#[derive(Clone, PartialEq)]
pub struct Shown {
    /// The layout and where it comes from.
    pub look: Look,
    /// The statement that it is the value of, as it was written.
    pub source: Source,
    /// Relation to the text; unless it is of the line that is looked at, the picture is dimmed.
    pub stands: Stands,
    /// Of which document it is, counted from when the page was opened.
    document: u32,
}

/// Relation of a picture to the text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// It is of the line that is looked at.
    Now,
    /// That line has a mistake: it is of the nearest one that has none, or of that line as far as it is written.
    Instead,
    /// It is of the text as it was a moment ago.
    Before,
}

/// A statement as it was written.
#[derive(Clone, PartialEq)]
pub struct Source {
    /// The line in which it began, counted from 1.
    pub line: usize,
    /// Its first line.
    pub text: String,
}

/// Where the document came from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The person's own work, which is saved.
    Work,
    /// The first document, which is saved once it is changed.
    First,
    /// A link, an example, or a document with nothing in it: a tab of its own, which is saved once its text is changed or
    /// the person says so. Also what is saved and could be read in part alone, which stays as it is until then.
    Visit,
}

/// Extent to which the chosen point was predicted, or shown on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WorkedOut {
    /// Less than its natural coordinate.
    Nothing,
    /// Its natural coordinate.
    Coordinate,
    /// Its index, after which there is nothing to hide.
    Index,
}

/// Sentence that the page has to say once.
#[derive(Clone, PartialEq)]
pub enum Notice {
    /// A link that could not be read as it was sent.
    Link(LinkError),
    /// An edit that is impossible, as a sentence in both languages.
    Edit(String, String),
    /// Something was done: copied, saved.
    Done(&'static str, &'static str),
    /// A document was closed, and can be put back.
    Closed,
    /// The browser does not keep documents.
    NotKept,
    /// The notebook is too long to be kept.
    TooLong,
    /// So many documents are stored that this page cannot read.
    Unreadable(usize),
    /// There is no room on the shelf.
    Full,
    /// Another page wrote over the text that stood here.
    Replaced(Arc<str>),
}

impl Notice {
    /// Reports whether it answers what was just done, and has nothing to say after that.
    fn is_passing(&self) -> bool {
        matches!(self, Notice::Edit(..) | Notice::Done(..))
    }
}

/// Part of the layout on the screen that lies beyond the layout that it was made from.
#[derive(Clone, PartialEq)]
pub struct Excess {
    /// Predicate that is true if a 1-D coordinate lies beyond.
    pub is: Shared<dyn Fn(i64) -> bool + Send + Sync>,
    /// Text that the notebook writes for the other layout.
    pub operand: String,
    /// The shape of that layout.
    pub shape: String,
    /// Number of coordinates that lie beyond, of a layout that is small enough to be counted.
    pub count: Option<i64>,
    /// Number of coordinates that there are.
    pub size: i64,
}

/// Colours with a meaning of their own for the main grid.
#[derive(Clone, PartialEq)]
pub struct Colouring {
    /// The colour of a 1-D coordinate, a number of the palette; `None` leaves the cell without one.
    pub class: Shared<dyn Fn(i64) -> Option<u8> + Send + Sync>,
    /// Meaning of each colour, in both languages.
    pub legend: Vec<(u8, [String; 2])>,
    /// True if the options ask for it, and no view that explains something.
    pub of_options: bool,
}

/// Function that names a view, in both languages.
pub type Heading = fn(ViewId) -> (&'static str, &'static str);

/// The state of the page. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub struct Session {
    /// The text of the document. It and the next two change alone, so that a key touches nothing that only follows the
    /// others: what says a word of the page depends on the options.
    pub text: RwSignal<Arc<str>>,
    /// Part of the document that is looked at.
    pub view: RwSignal<View>,
    /// The options of the document.
    pub options: RwSignal<Options>,
    /// Where the document came from.
    pub origin: RwSignal<Origin>,
    /// The notebook's values.
    pub evaluation: RwSignal<Shared<Evaluation>>,
    /// The layout on the screen.
    pub shown: Memo<Option<Shown>>,
    /// The layout on the screen and where it comes from.
    pub look: Memo<Option<Look>>,
    /// The statement that is selected, or the one whose layout is on the screen.
    pub chosen_statement: Memo<Option<usize>>,
    /// Derivation of the value of that statement; asked for by the panels that show it.
    pub steps: Memo<Arc<[Step]>>,
    /// The layout on the screen alone, as it is drawn: of a tensor from where its data begin.
    pub layout: Memo<Option<AnyLayout>>,
    /// Part of it that lies beyond the layout that it was made from, once what finds that out has arrived.
    pub beyond: Memo<Option<Excess>>,
    /// True if what is on the screen is not of the line that is looked at.
    pub stale: Memo<bool>,
    /// True if it is of an earlier text, for the moment while one types.
    pub is_before: Memo<bool>,
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
    /// The mode in which the caret of the notebook stands.
    pub caret_mode: RwSignal<Option<Vec<usize>>>,
    /// Values that follow besides, once what works them out has arrived.
    pub derived: RwSignal<Option<Derived>>,
    /// Colouring of the main grid instead of the index, once it is there.
    pub colouring: Memo<Option<Colouring>>,
    /// Colouring of the slots of memory instead of the index: what they hold has that colour in the grid, or in the
    /// picture of the operation.
    pub slots: Memo<Option<Colouring>>,
    /// Arrangement of the views.
    pub arrangement: Memo<Arrangement>,
    /// Set of views that stands where the document says nothing of it.
    pub first_set: ViewSet,
    /// True if the selected statement is a map of threads and values.
    is_map: Memo<bool>,
    /// True if the selected statement has steps beside those of a coordinate.
    pub is_derived: Memo<bool>,
    /// True if its operation is told in a few acts, and nobody looks at a single step.
    pub is_in_acts: Memo<bool>,
    /// While a view is dragged: the view it would stand at, and whether after it.
    pub dropping: RwSignal<Option<(ViewId, bool)>>,
    /// The table from which a layout is found, once there is one.
    pub sketch: RwSignal<Option<Sheet>>,
    /// True if sentences about broken text are shown yet.
    pub complaining: RwSignal<bool>,
    /// Code that keeps documents, once it has arrived.
    pub keeping: RwSignal<Option<Keeping>>,
    /// Above 0 from when on more is wanted than what the page begins with.
    pub more: RwSignal<u32>,
    /// True if the algebra has arrived.
    pub has_algebra: RwSignal<bool>,
    /// True if what reads programs is there.
    pub has_programs: RwSignal<bool>,
    /// Code that says in sentences what is wrong, once it has arrived.
    pub sentences: RwSignal<Option<Sentences>>,
    /// Story to tell of operations, once it has arrived.
    pub story: RwSignal<Option<Story>>,
    /// Notices of the page, the newest last: that is shown, and the one before it once it is dismissed.
    pub notices: RwSignal<Vec<Notice>>,
    /// Options that the address asks for this visit alone.
    pub visit: RwSignal<Visit>,
    /// The language of the page.
    pub tongue: Memo<Tongue>,
    /// True if the text writes static numbers as such.
    pub writes_statics: Memo<bool>,
    /// The heading of a view in both languages: the page's table of views, which stands on a floor of its own.
    heading: Heading,
    /// True if the page is dark.
    pub dark: Memo<bool>,
    /// True if type is big enough for a class room.
    pub big: Memo<bool>,
    /// True if results are hidden, to be predicted first.
    pub hidden: Memo<bool>,
    /// True if the other forms of the chosen coordinate are to be predicted.
    pub hides_coordinate: Memo<bool>,
    /// True if the index of the chosen point is to be predicted.
    pub hides_index: Memo<bool>,
    /// The chosen coordinate where it is marked: whoever predicts must not read it off a picture.
    pub marked: Memo<Option<i64>>,
    /// Pair: true if there is something to undo, and to redo.
    pub can_undo: RwSignal<(bool, bool)>,
    /// The documents that are kept, and which of them this is.
    pub shelf: RwSignal<Shelf>,
    /// Counts of how often each dialog was asked for.
    pub asked: Asked,
    /// Those of them, by their identity, for which the browser had no room.
    pub unkept: RwSignal<Vec<String>>,
    history_changed: StoredValue<bool>,
    is_unpacked: StoredValue<bool>,
    history: StoredValue<History>,
    last_stroke: StoredValue<Option<Stroke>>,
    /// Number of documents that were shown before this one.
    number: StoredValue<u32>,
    asking: StoredValue<Option<Asking>>,
    /// The statement whose point is looked at once it is known, and the point till then.
    will_ask: StoredValue<Option<(usize, Option<String>)>>,
    evaluating: Timeout,
    complaining_again: Timeout,
    /// True if the open document is too long to be saved.
    is_long: StoredValue<bool>,
    /// The wait before it is saved, and when it began.
    save_timer: Timeout,
    waits_since: StoredValue<Option<f64>>,
    saved_at: StoredValue<f64>,
    written: StoredValue<String>,
    /// Previous address.
    older: StoredValue<String>,
}

impl Session {
    /// The session of the page: from the address, else from saved work, else the first document.
    pub fn open(heading: Heading) -> Session {
        let Beginning { mut document, history, origin, notices, shelf, written } = Beginning::find();
        let visit = Visit::read(&browser::query());
        if origin == Origin::Visit {
            visit.begin(&mut document);
        }
        // Views that a narrow window shows at first stay when it becomes wide, and the other way round.
        let is_phone = browser::is_narrow();
        let first_set = visit.set.unwrap_or(if is_phone { ViewSet::Phone } else { ViewSet::Start });
        let visit = RwSignal::new(visit);
        let system_dark = RwSignal::new(browser::media("(prefers-color-scheme: dark)"));
        browser::on_media("(prefers-color-scheme: dark)", move |dark| system_dark.set(dark));

        let evaluation = RwSignal::new(Shared(Arc::new(Evaluation::default())));
        let text = RwSignal::new(Arc::clone(&document.text));
        let view = RwSignal::new(document.view.clone());
        let options = RwSignal::new(document.options.clone());
        let number = StoredValue::new(0_u32);
        let complaining = RwSignal::new(true);
        let shown = Memo::new(move |old: Option<&Option<Shown>>| {
            let number = number.get_value();
            // A picture that another document showed is nothing old of this one.
            let old = old.cloned().flatten().filter(|old| old.document == number);
            let is_typing = !complaining.get();
            evaluation.with(|evaluation| view.with(|view| show(&evaluation.0, view, is_typing, old, number)))
        });
        let look = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.look.clone())));
        let layout = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|shown| shown.look.drawn())));
        let chosen_statement = Memo::new(move |_| {
            let shown = shown.with(|shown| shown.as_ref().map(|shown| shown.look.statement));
            evaluation.with(|evaluation| view.with(|view| look::statement(&evaluation.0, view, shown)))
        });
        let has_algebra = RwSignal::new(false);
        let steps = Memo::new(move |_| {
            has_algebra.get();
            let statement = chosen_statement.get();
            evaluation.with(|found| statement.map_or_else(|| Arc::from([]), |statement| found.0.steps(statement)))
        });
        let stale =
            Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.stands != Stands::Now)));
        let is_before =
            Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.stands == Stands::Before)));
        // Where nothing is chosen, the point that the line asks for.
        let typed = Memo::new(move |_| {
            let chosen = view.with(|view| view.point.clone());
            chosen.or_else(|| {
                let statement = chosen_statement.get()?;
                let asked = evaluation.with(|evaluation| look::asked_point(&evaluation.0, statement))?;
                look.with(|look| look.as_ref().is_some_and(|look| look.read_point(&asked, &CATALOGUE).is_ok()))
                    .then_some(asked)
            })
        });
        let point = Memo::new(move |_| {
            let typed = typed.get()?;
            look.with(|look| Some(look.as_ref()?.read_point(&typed, &CATALOGUE)))
        });
        let sentences = RwSignal::new(None::<Sentences>);
        let beyond = Memo::new(move |old: Option<&Option<Excess>>| {
            if is_before.get() {
                return old.cloned().flatten();
            }
            let find = sentences.get()?.beyond;
            let statement = look.with(|look| look.as_ref().map(|look| look.statement))?;
            evaluation.with(|evaluation| find(&evaluation.0, statement))
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
            layout.with(|layout| Some(look::read_coordinate_set(layout.as_ref()?, &typed, &CATALOGUE)))
        });
        let chinese = browser::preferred_language().to_ascii_lowercase().starts_with("zh");
        let tongue = Memo::new(move |_| match options.with(|options| options.language) {
            Language::Chinese => Tongue::Chinese,
            Language::Auto if chinese => Tongue::Chinese,
            _ => Tongue::English,
        });
        let theme = move || visit.with(|visit| visit.theme).unwrap_or_else(|| options.with(|options| options.theme));
        let dark = Memo::new(move |_| match theme() {
            Theme::Dark => true,
            Theme::Light => false,
            Theme::Auto => system_dark.get(),
        });
        let hidden = Memo::new(move |_| view.with(|view| view.hidden));
        let is_derived = Memo::new(move |_| steps.with(|steps| steps.iter().any(is_of_operation)));
        let derived = RwSignal::new(None::<Derived>);
        let story = RwSignal::new(None::<Story>);
        let is_in_acts = Memo::new(move |_| {
            let is_stepping = view.with(|view| view.derivation.is_some());
            !is_stepping && story.get().is_some_and(|story| story.acts.count() > 0)
        });
        // A view explains something with the colours, whatever was chosen.
        let colouring = Memo::new(move |_| {
            let explained = story.get().and_then(|story| story.colouring.get());
            explained.or_else(|| derived.get()?.colouring.get())
        });
        let is_operation = Memo::new(move |_| story.get().is_some_and(|story| story.picture.is_there()));
        let is_map = Memo::new(move |_| derived.get().is_some_and(|derived| derived.is_map.get()));
        let worked_out =
            Memo::new(move |_| derived.get().map_or(WorkedOut::Nothing, |derived| derived.working.worked_out.get()));
        let hides_index = Memo::new(move |_| hidden.get() && worked_out.get() != WorkedOut::Index);
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
            beyond,
            stale,
            is_before,
            point,
            chosen,
            coordinate_set,
            hover: RwSignal::new(None),
            hover_mode: RwSignal::new(None),
            caret_mode: RwSignal::new(None),
            derived,
            colouring,
            slots: Memo::new(move |_| {
                let of_story = || story.get().and_then(|story| story.slots.get());
                colouring.get().or_else(of_story)
            }),
            is_derived,
            is_in_acts,
            arrangement: Memo::new(move |_| {
                let (embed, present) = options.with(|options| (options.embed, options.present));
                // A card of a lesson says itself what is open.
                let is_free = view.with(|view| view.learn.is_none());
                match visit.with(|visit| visit.views.clone()) {
                    asked if embed && !asked.is_empty() => Arrangement::default().only(&asked),
                    _ if embed && is_free => Arrangement::default().only(&EMBEDDED),
                    _ if present && is_free && is_in_acts.get() => Arrangement::default().only(&PRESENTED_IN_ACTS),
                    // Subject that is told: how the value came about, or the chosen coordinate.
                    _ if present && is_free && is_derived.get() => Arrangement::default().only(&PRESENTED_DERIVED),
                    _ if present && is_free => Arrangement::default().only(&PRESENTED),
                    _ => options
                        .with(|options| options.arrangement.clone())
                        .unwrap_or_else(|| {
                            view.with(|view| {
                                at_first(
                                    view,
                                    is_map.get(),
                                    is_atom(&evaluation.get().0, chosen_statement.get()),
                                    first_set,
                                )
                            })
                        })
                        .with_operation(is_operation.get()),
                }
            }),
            first_set,
            is_map,
            dropping: RwSignal::new(None),
            sketch: RwSignal::new(None),
            complaining,
            keeping: RwSignal::new(None),
            more: RwSignal::new(0),
            has_algebra,
            has_programs: RwSignal::new(false),
            sentences,
            story,
            notices: RwSignal::new(notices),
            visit,
            tongue,
            writes_statics: Memo::new(move |_| text.with(|text| colex::notebook::value::writes_statics(text))),
            heading,
            dark,
            big: Memo::new(move |_| options.with(|options| options.big || options.present)),
            hidden,
            hides_coordinate: Memo::new(move |_| hidden.get() && worked_out.get() == WorkedOut::Nothing),
            hides_index,
            marked: Memo::new(move |_| chosen.get().filter(|_| !hides_index.get())),
            can_undo: RwSignal::new((history.can_undo(), history.can_redo())),
            shelf: RwSignal::new(shelf),
            asked: Asked::new(),
            unkept: RwSignal::new(Vec::new()),
            history_changed: StoredValue::new(false),
            is_unpacked: StoredValue::new(false),
            history: StoredValue::new(history),
            last_stroke: StoredValue::new(None),
            number,
            will_ask: StoredValue::new(None),
            asking: StoredValue::new(None),
            evaluating: Timeout::new(),
            complaining_again: Timeout::new(),
            is_long: StoredValue::new(false),
            save_timer: Timeout::new(),
            waits_since: StoredValue::new(None),
            saved_at: StoredValue::new(f64::NEG_INFINITY),
            older: StoredValue::new(written.clone()),
            written: StoredValue::new(written),
        };
        session.ask_later();
        session.let_go();
        session.evaluate(&document);
        session.note(None);
        session.keep();
        session
    }

    /// Says something once. What was said before is not lost by it, unless it only answered what was done before.
    pub fn notify(self, notice: Notice) {
        let is_same = |other: &Notice| std::mem::discriminant(other) == std::mem::discriminant(&notice);
        self.withdraw(|other| other.is_passing() || is_same(other));
        self.notices.update(|notices| notices.push(notice));
    }

    /// Says no longer what is no longer so.
    pub fn withdraw(self, is_over: impl Fn(&Notice) -> bool) {
        if self.notices.with_untracked(|notices| notices.iter().any(&is_over)) {
            self.notices.update(|notices| notices.retain(|notice| !is_over(notice)));
        }
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
        self.want_more();
        let sentence = self.sentences.get().map(|sentences| (sentences.error)(error, self.tongue.get()));
        self.spell(&sentence.unwrap_or_default())
    }

    /// The sentence of a coordinate that cannot be used; empty until what says it has arrived.
    pub fn unreadable_sentence(self, reason: &Unreadable) -> String {
        self.want_more();
        let sentence = self.sentences.get().map(|sentences| (sentences.unreadable)(reason, self.tongue.get()));
        self.spell(&sentence.unwrap_or_default())
    }

    /// A text of the page that follows the language. It has one type whatever it says, which keeps the page small:
    /// every closure in a view is code of its own.
    pub fn text(self, english: &'static str, chinese: &'static str) -> Signal<&'static str> {
        let tongue = self.tongue;
        Signal::derive(move || tongue.get().pick(english, chinese))
    }

    /// Returns the name of a document, or what is said of one that has no name and nothing to be called by.
    pub fn or_untitled(self, label: &str) -> String {
        if label.is_empty() { self.say("Untitled", "未命名").to_string() } else { label.to_string() }
    }

    /// The heading of a view.
    pub fn heading(self, view: ViewId) -> Signal<&'static str> {
        let (english, chinese) = (self.heading)(view);
        self.text(english, chinese)
    }

    /// The heading of a view in both languages.
    pub fn headings(self, view: ViewId) -> (&'static str, &'static str) {
        (self.heading)(view)
    }

    /// Changes the document as one step that can be undone.
    pub fn edit(self, change: impl FnOnce(&mut Document)) {
        self.last_stroke.set_value(None);
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

    /// Returns the arrangement of the views where the document says nothing of it.
    pub fn first_arrangement(self) -> Arrangement {
        self.view.with_untracked(|view| {
            let is_atom = is_atom(&self.evaluation.get_untracked().0, self.chosen_statement.get_untracked());
            at_first(view, self.is_map.get_untracked(), is_atom, self.first_set)
        })
    }

    /// Changes how the views stand, which is part of the link but no step of the history.
    pub fn arrange(self, change: impl FnOnce(&mut Arrangement)) {
        self.change(
            |document| {
                let first = self.first_arrangement();
                let mut arrangement = document.options.arrangement.take().unwrap_or_else(|| first.clone());
                change(&mut arrangement);
                document.options.arrangement = Some(arrangement).filter(|arrangement| *arrangement != first);
            },
            History::look,
        );
    }

    /// Changes the options as part of looking: it is no step of the history.
    pub fn set_options(self, change: impl FnOnce(&mut Options)) {
        self.change(|document| change(&mut document.options), History::look);
    }

    /// The statement at the caret becomes the one that is looked at, if there is something to see in it.
    pub fn follow_caret(self, caret: usize, shown_name: Option<String>) {
        let evaluation = self.evaluation.get_untracked().0;
        let statements = evaluation.statements();
        let at_caret =
            // Of a program what asks for an input, or stands there twice, is no statement to look at.
            statements.iter().enumerate().position(|(index, statement)| {
                (statement.span.start..=statement.span.end).contains(&caret) && evaluation.is_listed(index)
            });
        let named = shown_name.and_then(|name| {
            statements.iter().position(|other| other.name.as_ref().is_some_and(|(defined, _)| *defined == name))
        });
        let is_worth = |at: &usize| self.is_worth_looking(&evaluation, *at);
        // Elsewhere what is looked at stays by its name; else it is the nearest above the caret, or below.
        let above = statements.iter().filter(|statement| statement.span.start <= caret).count();
        let nearest = || (0..above).rev().chain(above..statements.len()).find(is_worth);
        let is_looked_at = |at: &usize| self.view.with_untracked(|view| view.statement == Some(*at));
        if let Some(statement) = at_caret.filter(is_worth).or(named).or(at_caret.filter(is_looked_at)).or_else(nearest)
        {
            self.choose_statement(statement);
        }
    }

    fn is_worth_looking(self, evaluation: &Evaluation, statement: usize) -> bool {
        let view = View { statement: Some(statement), ..View::default() };
        let look = look::look(evaluation, &view);
        // A statement that waits for the algebra will be.
        evaluation.is_listed(statement)
            && (evaluation.value(statement).is_some()
                || waits(evaluation, statement)
                || look.is_some_and(|look| look.statement == statement))
    }

    /// Dark where it is light, and light where it is dark.
    pub fn next_theme(self) {
        let dark = self.dark.get_untracked();
        // The theme that the address asked for held until the person chose otherwise.
        self.visit.update(|visit| visit.theme = None);
        self.edit(|document| document.options.theme = if dark { Theme::Light } else { Theme::Dark });
    }

    /// The other language.
    pub fn next_language(self) {
        let other = self.tongue.get_untracked().pick(Language::Chinese, Language::English);
        self.edit(|document| document.options.language = other);
    }

    /// Looks at the next statement that has something to see, or the one before; answers whether there is one.
    pub fn go_to_statement(self, forward: bool) -> bool {
        let evaluation = self.evaluation.get_untracked().0;
        let count = evaluation.statements().len();
        let at = self.chosen_statement.get_untracked().unwrap_or_default();
        let is_worth = |statement: &usize| self.is_worth_looking(&evaluation, *statement);
        let mut others = others(at, count, forward);
        let found = if forward { others.find(is_worth) } else { others.rev().find(is_worth) };
        if let Some(found) = found {
            self.choose_statement(found);
        }
        found.is_some()
    }

    /// Looks at a statement; of a call such as `A(16)` also at its point.
    pub fn choose_statement(self, statement: usize) {
        let evaluation = self.evaluation.get_untracked().0;
        let asked = asked_of(&evaluation, statement);
        let same = self.view.with_untracked(|view| view.statement == Some(statement));
        if same && asked.is_none() {
            return;
        }
        // Its question is not known yet, and will be what is looked at, unless somebody chooses something.
        let point = self.view.with_untracked(|view| view.point.clone());
        self.will_ask.set_value((!same && waits(&evaluation, statement)).then_some((statement, point)));
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
                (view.derivation, view.act) = (None, None);
            }
        });
    }

    /// The mode that is pointed at, or else the one that was chosen; `None` of the whole.
    pub fn mode_looked_at(self) -> Option<Vec<usize>> {
        let mode = self.hover_mode.get().unwrap_or_else(|| self.view.with(|view| view.mode.clone()));
        (!mode.is_empty()).then_some(mode)
    }

    /// The index that is looked at: the one asked for, or that of the chosen point.
    pub fn index_looked_at(self) -> Option<i64> {
        let asked = self.view.with(|view| view.index);
        asked.or_else(|| {
            self.point.with(|point| match point {
                Some(Ok(Point { index: Nested::Leaf(index), .. })) => Some(index.value()),
                _ => None,
            })
        })
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
        self.edit(|document| document.replace(span, text));
        self.complaining.set(true);
    }

    /// Writes a statement at the end of the text, and looks at it.
    pub fn append(self, statement: &str) {
        let number = self.evaluation.get_untracked().0.statements().len();
        self.edit(|document| {
            document.append([statement]);
            let View { point, run, learn, read, .. } = std::mem::take(&mut document.view);
            document.view = View { statement: Some(number), point, run, learn, read, ..View::default() };
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
        let Some(mut document) = arrived else { return };
        // Steps change the document and not where it is shown.
        (document.options.embed, document.options.present) =
            self.options.with_untracked(|options| (options.embed, options.present));
        self.last_stroke.set_value(None);
        self.complaining.set(true);
        self.put(document);
    }

    fn put(self, document: Document) {
        self.asking.set_value(None);
        self.tell(&document);
        self.note_history();
        self.evaluate(&document);
        self.save_later();
    }

    /// Tells whatever follows a part of the document that it changed, and nothing else.
    fn tell(self, document: &Document) {
        self.options.renew(document.options.clone());
        self.view.renew(document.view.clone());
        self.text.renew(Arc::clone(&document.text));
    }

    fn note_history(self) {
        self.history_changed.set_value(true);
        let can_undo = self.history.with_value(|history| (history.can_undo(), history.can_redo()));
        self.can_undo.renew(can_undo);
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
            // Before the document, so that views never see a new text with old values.
            self.evaluate(&after);
        }
        self.tell(&after);
        self.save_later();
    }

    /// Reports whether underscores are printed: where the person wants them, and where the text writes them.
    pub fn has_underscores(self) -> bool {
        self.options.with(|options| options.underscores) || self.writes_statics.get()
    }

    /// A coordinate, index or layout as the person wants to see it: with or without underscores.
    pub fn spell(self, printed: &str) -> String {
        if self.has_underscores() { printed.to_string() } else { colex::notebook::value::without_underscores(printed) }
    }

    /// The bits of an element of the layout on the screen, as the reader or the text says.
    pub fn element_bits(self) -> Memo<u32> {
        let said = self.said_bits();
        Memo::new(move |_| said.get().unwrap_or(look::BITS))
    }

    /// The same; `None` where nothing says it.
    pub fn said_bits(self) -> Memo<Option<u32>> {
        let held = Memo::new(move |_| self.options.with(|options| options.held));
        let statement = Memo::new(move |_| self.look.with(|look| look.as_ref().map(|look| look.statement)));
        Memo::new(move |_| {
            self.evaluation.with(|evaluation| look::said_bits(&evaluation.0, statement.get(), held.get()))
        })
    }

    /// The same in parts, and which of them lie in ranges that ascend.
    pub fn spelled_parts(self, printed: &str, lit: &[Range<usize>]) -> Vec<(String, bool)> {
        let mut at = 0;
        let mut parts = Vec::new();
        let end = printed.len()..printed.len();
        for Range { start, end } in lit.iter().chain([&end]) {
            for (range, is_lit) in [(at..*start, false), (*start..*end, true)] {
                let part = printed.get(range).unwrap_or_default();
                if !part.is_empty() {
                    parts.push((self.spell(part), is_lit));
                }
            }
            at = *end;
        }
        parts
    }
}

/// The point that a statement asks for. A slice such as `A(_,0)` asks for none, and neither does what fits no shape: the
/// chosen one stays.
fn asked_of(evaluation: &Evaluation, statement: usize) -> Option<String> {
    let is_point = |typed: &String| {
        let view = View { statement: Some(statement), ..View::default() };
        let look = look::look(evaluation, &view);
        look.is_some_and(|look| look::read_point(&look.layout, typed, &CATALOGUE).is_ok())
    };
    look::asked_point(evaluation, statement).filter(is_point)
}

/// The statements behind one, or before it, of as many as there are.
fn others(at: usize, count: usize, forward: bool) -> Range<usize> {
    if forward { at.saturating_add(1)..count } else { 0..at.min(count) }
}

/// Reports whether a statement has no value for as long as the algebra is on its way.
fn waits(evaluation: &Evaluation, statement: usize) -> bool {
    let outcome = evaluation.outcome(statement);
    outcome.is_some_and(|found| found.diagnostics.iter().any(|wrong| wrong.kind == DiagnosticKind::Loading))
}

/// Reports whether a step belongs to an operation; those of a coordinate are what the worked example shows.
fn is_of_operation(step: &Step) -> bool {
    !matches!(step, Step::Coordinate(_))
}

/// Reports whether the selected statement is an atom, or what is made of atoms.
fn is_atom(evaluation: &Evaluation, statement: Option<usize>) -> bool {
    matches!(statement.and_then(|at| evaluation.value(at)), Some(Value::Made(made)) if made.as_kind::<AtomValue>().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_statements_are_those_that_there_are() {
        let cases = [
            ((1, 3, true), 2..3),
            ((1, 3, false), 0..1),
            ((2, 3, true), 3..3),
            // A place that a link names need not be there.
            ((u32::MAX as usize, 3, false), 0..3),
            ((0, 0, false), 0..0),
        ];
        for ((at, count, forward), expected) in cases {
            let found = others(at, count, forward);
            assert!(found.len() <= count, "{at} of {count}");
            assert_eq!(found, expected, "{at} of {count}");
        }
        assert!(others(usize::MAX, 3, true).is_empty());
    }
}
