//! The screen: the layout on it, the statement that is chosen, and what follows from both.

use colex::AnyLayout;
use colex::look::{self, Look};
use colex::steps::Step;
use leptos::prelude::*;
use std::sync::Arc;

use super::evaluating::show;
use super::{Arrivals, Derived, Draft, Lasting, Shared, Story, Tastes, arrivals, draft, lasting};
use crate::signals::{Memo, RwSignal};

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
    pub(super) document: u32,
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

/// Content of the screen.
pub type Screen = Lasting<Handles>;

/// Handles of what is on the screen.
pub struct Handles {
    /// The layout on the screen.
    pub shown: Memo<Option<Shown>>,
    /// The layout on the screen and where it comes from.
    pub look: Memo<Option<Look>>,
    /// The layout on the screen alone, as it is drawn: of a tensor from where its data begin.
    pub layout: Memo<Option<AnyLayout>>,
    /// The statement that is selected, or the one whose layout is on the screen.
    pub chosen_statement: Memo<Option<usize>>,
    /// Derivation of the value of that statement; asked for by the panels that show it.
    pub steps: Memo<Arc<[Step]>>,
    /// True if that statement has steps beside those of a coordinate.
    pub is_derived: Memo<bool>,
    /// True if its operation is told in a few acts, and nobody looks at a single step.
    pub is_in_acts: Memo<bool>,
    /// Part of the layout that lies beyond the layout that it was made from, once what finds that out has arrived.
    pub beyond: Memo<Option<Excess>>,
    /// True if what is on the screen is not of the line that is looked at.
    pub stale: Memo<bool>,
    /// True if it is of an earlier text, for the moment while one types.
    pub is_before: Memo<bool>,
    /// Values that follow besides, once what works them out has arrived.
    pub derived: RwSignal<Option<Derived>>,
    /// Story to tell of operations, once it has arrived.
    pub story: RwSignal<Option<Story>>,
    /// Colouring of the main grid instead of the index, once it is there.
    pub colouring: Memo<Option<Colouring>>,
    /// Colouring of the slots of memory instead of the index: what they hold has that colour in the grid, or in the
    /// picture of the operation.
    pub slots: Memo<Option<Colouring>>,
}

impl Screen {
    /// Content that follows from a document.
    pub(super) fn new(draft: Draft, arrivals: Arrivals) -> Screen {
        let draft::Handles { view, evaluation, complaining, number, .. } = *draft;
        let arrivals::Handles { has_algebra, sentences, .. } = *arrivals;
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
        let steps = Memo::new(move |_| {
            has_algebra.get();
            let statement = chosen_statement.get();
            evaluation.with(|found| statement.map_or_else(|| Arc::from([]), |statement| found.0.steps(statement)))
        });
        let stale =
            Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.stands != Stands::Now)));
        let is_before =
            Memo::new(move |_| shown.with(|shown| shown.as_ref().is_some_and(|shown| shown.stands == Stands::Before)));
        let beyond = Memo::new(move |old: Option<&Option<Excess>>| {
            if is_before.get() {
                return old.cloned().flatten();
            }
            let find = sentences.get()?.beyond;
            let statement = look.with(|look| look.as_ref().map(|look| look.statement))?;
            evaluation.with(|evaluation| find(&evaluation.0, statement))
        });
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
        lasting(Handles {
            shown,
            look,
            layout,
            chosen_statement,
            steps,
            is_derived: Memo::new(move |_| steps.with(|steps| steps.iter().any(is_of_operation))),
            is_in_acts,
            beyond,
            stale,
            is_before,
            derived,
            story,
            colouring,
            slots: Memo::new(move |_| {
                let of_story = || story.get().and_then(|story| story.slots.get());
                colouring.get().or_else(of_story)
            }),
        })
    }

    /// Returns the words of a screen reader for the layout: by name and as written.
    pub fn title(self, tastes: Tastes) -> String {
        let shown =
            self.shown.with(|shown| shown.as_ref().map(|shown| (shown.look.name.clone(), shown.look.printed())));
        match shown {
            Some((Some(name), printed)) => format!("CuTe layout {name} = {}", tastes.spell(&printed)),
            Some((None, printed)) => format!("CuTe layout {}", tastes.spell(&printed)),
            None => "Colex".to_string(),
        }
    }

    /// The bits of an element of the layout on the screen, as the reader or the text says.
    pub fn element_bits(self, draft: Draft) -> Memo<u32> {
        let said = self.said_bits(draft);
        Memo::new(move |_| said.get().unwrap_or(look::BITS))
    }

    /// The same; `None` where nothing says it.
    pub fn said_bits(self, draft: Draft) -> Memo<Option<u32>> {
        let draft::Handles { options, evaluation, .. } = *draft;
        let held = Memo::new(move |_| options.with(|options| options.held));
        let statement = Memo::new(move |_| self.look.with(|look| look.as_ref().map(|look| look.statement)));
        Memo::new(move |_| evaluation.with(|evaluation| look::said_bits(&evaluation.0, statement.get(), held.get())))
    }

    /// Reports whether a statement's answer is CuTe's and not the mathematical one, as far as that is known.
    pub fn is_wrong(self, statement: usize) -> bool {
        self.story.get().is_some_and(|story| story.wrong.with(|wrong| wrong.contains(&statement)))
    }
}

/// Reports whether a step belongs to an operation; those of a coordinate are what the worked example shows.
fn is_of_operation(step: &Step) -> bool {
    !matches!(step, Step::Coordinate(_))
}
