//! Focus: the chosen point, what is pointed at, and what of it whoever predicts must not see yet.

use colex::look::{self, Point, Unreadable};
use colex::operations::CATALOGUE;
use colex::{Nested, Shape};
use colex_document::View;

use super::{Draft, Lasting, Screen, draft, lasting, screen};
use crate::signals::{Memo, RwSignal};

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

/// The chosen point, and what is pointed at.
pub type Focus = Lasting<Handles>;

/// Handles of the chosen point and what is pointed at.
pub struct Handles {
    /// The chosen point, or why there is none.
    pub point: Memo<Option<Result<Point, Unreadable>>>,
    /// The 1-D coordinate of the chosen point if it is inside the layout.
    pub chosen: Memo<Option<i64>>,
    /// The chosen coordinate where it is marked: whoever predicts must not read it off a picture.
    pub marked: Memo<Option<i64>>,
    /// The shape whose coordinates are shown besides the natural ones.
    pub coordinate_set: Memo<Option<Result<Shape, Unreadable>>>,
    /// The 1-D coordinate under the pointer.
    pub hover: RwSignal<Option<i64>>,
    /// The mode under the pointer.
    pub hover_mode: RwSignal<Option<Vec<usize>>>,
    /// The mode in which the caret of the notebook stands.
    pub caret_mode: RwSignal<Option<Vec<usize>>>,
    /// True if results are hidden, to be predicted first.
    pub hidden: Memo<bool>,
    /// True if the other forms of the chosen coordinate are to be predicted.
    pub hides_coordinate: Memo<bool>,
    /// True if the index of the chosen point is to be predicted.
    pub hides_index: Memo<bool>,
    view: RwSignal<View>,
}

impl Focus {
    /// Focus on the layout on the screen.
    pub(super) fn new(draft: Draft, screen: Screen) -> Focus {
        let draft::Handles { view, evaluation, .. } = *draft;
        let screen::Handles { look, layout, chosen_statement, derived, .. } = *screen;
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
        let hidden = Memo::new(move |_| view.with(|view| view.hidden));
        let worked_out =
            Memo::new(move |_| derived.get().map_or(WorkedOut::Nothing, |derived| derived.working.worked_out.get()));
        let hides_index = Memo::new(move |_| hidden.get() && worked_out.get() != WorkedOut::Index);
        lasting(Handles {
            point,
            chosen,
            marked: Memo::new(move |_| chosen.get().filter(|_| !hides_index.get())),
            coordinate_set,
            hover: RwSignal::new(None),
            hover_mode: RwSignal::new(None),
            caret_mode: RwSignal::new(None),
            hidden,
            hides_coordinate: Memo::new(move |_| hidden.get() && worked_out.get() == WorkedOut::Nothing),
            hides_index,
            view,
        })
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
}
