//! The desk: how the views stand, and what outlasts the folding of one.

use colex::from_table::Sheet;
use colex::notebook::made::AtomValue;
use colex::notebook::{Evaluation, Value};
use colex_document::arrangement::{Arrangement, ViewId, ViewSet, at_first};

use super::{Draft, Lasting, Screen, Tastes, draft, lasting, screen};
use crate::signals::{Memo, RwSignal};

/// Views that a page inside another one shows.
pub const EMBEDDED: [ViewId; 3] = [ViewId::Grid, ViewId::Memory, ViewId::Worked];
/// The views of a page that is presented.
const PRESENTED: [ViewId; 3] = [ViewId::Notebook, ViewId::Grid, ViewId::Worked];
/// The same where the value came about by an operation.
const PRESENTED_DERIVED: [ViewId; 3] = [ViewId::Notebook, ViewId::Grid, ViewId::Steps];
/// The same where an operation is told in acts.
const PRESENTED_IN_ACTS: [ViewId; 3] = [ViewId::Notebook, ViewId::Operation, ViewId::Memory];

/// Arrangement of the views.
pub type Desk = Lasting<Handles>;

/// Handles of the arrangement.
pub struct Handles {
    /// Arrangement of the views.
    pub arrangement: Memo<Arrangement>,
    /// Set of views that stands where the document says nothing of it.
    pub first_set: ViewSet,
    /// While a view is dragged: the view it would stand at, and whether after it.
    pub dropping: RwSignal<Option<(ViewId, bool)>>,
    /// The table from which a layout is found, once there is one.
    pub sketch: RwSignal<Option<Sheet>>,
    /// True if the selected statement is a map of threads and values.
    is_map: Memo<bool>,
    chosen_statement: Memo<Option<usize>>,
}

impl Desk {
    /// Arrangement that a document, the address, and what is on the screen ask for.
    pub(super) fn new(first_set: ViewSet, draft: Draft, tastes: Tastes, screen: Screen) -> Desk {
        let draft::Handles { view, options, evaluation, .. } = *draft;
        let screen::Handles { chosen_statement, is_derived, is_in_acts, derived, story, .. } = *screen;
        let visit = tastes.visit;
        let is_operation = Memo::new(move |_| story.get().is_some_and(|story| story.picture.is_there()));
        let is_map = Memo::new(move |_| derived.get().is_some_and(|derived| derived.is_map.get()));
        let arrangement = Memo::new(move |_| {
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
        });
        let (dropping, sketch) = (RwSignal::new(None), RwSignal::new(None));
        lasting(Handles { arrangement, first_set, dropping, sketch, is_map, chosen_statement })
    }

    /// Returns the arrangement of the views where the document says nothing of it.
    pub fn first_arrangement(self, draft: Draft) -> Arrangement {
        draft.view.with_untracked(|view| {
            let is_atom = is_atom(&draft.evaluation.get_untracked().0, self.chosen_statement.get_untracked());
            at_first(view, self.is_map.get_untracked(), is_atom, self.first_set)
        })
    }

    /// Changes how the views stand, which is part of the link but no step of the history.
    pub fn arrange(self, draft: Draft, change: impl FnOnce(&mut Arrangement)) {
        draft.set_options(|options| {
            let first = self.first_arrangement(draft);
            let mut arrangement = options.arrangement.take().unwrap_or_else(|| first.clone());
            change(&mut arrangement);
            options.arrangement = Some(arrangement).filter(|arrangement| *arrangement != first);
        });
    }

    /// Reports whether a view stands unfolded on the page.
    pub(super) fn shows(self, view: ViewId) -> bool {
        self.arrangement.with(|arrangement| arrangement.place(view).is_some() && !arrangement.is_folded(view))
    }
}

/// Reports whether the selected statement is an atom, or what is made of atoms.
fn is_atom(evaluation: &Evaluation, statement: Option<usize>) -> bool {
    matches!(statement.and_then(|at| evaluation.value(at)), Some(Value::Made(made)) if made.as_kind::<AtomValue>().is_some())
}
