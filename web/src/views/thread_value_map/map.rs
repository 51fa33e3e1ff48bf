//! The state of the thread-value map: what is shown, isolated and pointed at. It draws nothing.

use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::Error;
use colex::look::threads::Threads;
use colex::operations::threads;
use colex::thread_value::access::{Access, Instruction, WARP};
use colex::thread_value::{Alone, Owners, Pair};
use leptos::prelude::*;

use crate::panels::pauses::rested;
use crate::session::{Parts, Session, Shared};

/// A map with the way back from its elements.
pub(super) struct Found {
    /// The map, its tile and its memory.
    pub(super) threads: Threads,
    /// Owners of each element, or why they are not computed.
    pub(super) owners: Result<Owners, Error>,
    /// The smallest and the largest index of the tile in memory.
    pub(super) bounds: (i64, i64),
    /// Where the tile comes from, by name.
    pub(super) tile_name: Option<String>,
    /// The layout of the memory, by name.
    pub(super) data_name: Option<String>,
}

/// The map on the screen. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub(super) struct Map {
    pub(super) session: Session,
    /// The map of the layout that is looked at, if it is one.
    pub(super) found: Memo<Option<Result<Shared<Found>, Error>>>,
    /// The thread that is looked at alone.
    pub(super) thread: Memo<Option<u64>>,
    /// The value that is looked at alone: the first of those that an instruction moves.
    pub(super) value: Memo<Option<u64>>,
    /// Number of values that a thread moves in one instruction.
    pub(super) width: Memo<u64>,
    /// The chosen cell of the tile.
    pub(super) cell: RwSignal<Option<u64>>,
    /// The cell under the pointer, here or in another view.
    pub(super) hovered: Memo<Option<u64>>,
}

impl Map {
    pub(super) fn of(session: Session) -> Map {
        let Parts { draft, focus, .. } = *session;
        let source = rested(move || {
            let statement = session.screen.look.with(|look| look.as_ref().map(|look| look.statement));
            (draft.evaluation.get(), statement)
        });
        // Parts of the view that the map depends on; the point and the rest of it change more often.
        let chosen = Memo::new(move |_| draft.view.with(|view| (view.tile, view.data, view.read.clone())));
        let held = Memo::new(move |_| draft.options.with(|options| options.held));
        let found = Memo::new(move |_| {
            let (tile, data, read) = chosen.get();
            let view = colex_document::View { tile, data, read, ..Default::default() };
            source.with(|(evaluation, statement)| {
                let name = |statement: Option<usize>| {
                    evaluation.0.statements().get(statement?)?.name.as_ref().map(|(name, _)| name.clone())
                };
                let threads = threads(&evaluation.0, (*statement)?, &view, held.get())?;
                Some(threads.map(|threads| {
                    let owners = threads.map.owners();
                    let bounds = threads.data.as_ref().map(|data| data.bounds()).unwrap_or_default();
                    let (tile_name, data_name) = (name(threads.tile_statement()), name(threads.data_statement()));
                    Shared(Arc::new(Found { threads, owners, bounds, tile_name, data_name }))
                }))
            })
        });
        let is_inside = move |number: Option<u64>, count: fn(&Found) -> u64| {
            let number = number?;
            found.with(|found| match found {
                Some(Ok(found)) => (number < count(&found.0)).then_some(number),
                _ => None,
            })
        };
        let thread = Memo::new(move |_| is_inside(draft.view.with(|view| view.thread), |it| it.threads.map.threads()));
        let value = Memo::new(move |_| is_inside(draft.view.with(|view| view.value), |it| it.threads.map.values()));
        let width = Memo::new(move |_| u64::from(held.get().width.max(1)));
        let cell_of = move |linear: Option<i64>| {
            let linear = u64::try_from(linear?).ok()?;
            found.with(|found| match found {
                Some(Ok(found)) => found.0.threads.map.pair(linear).and_then(|pair| found.0.threads.map.cell(pair)),
                _ => None,
            })
        };
        // Whoever predicts the next number must not read it off the tile.
        let shown = move |linear: Option<i64>| linear.filter(|_| !focus.hides_index.get());
        let cell = RwSignal::new(None);
        Effect::new(move |_| cell.set(cell_of(focus.marked.get())));
        let hovered = Memo::new(move |_| cell_of(shown(focus.hover.get())));
        Map { session, found, thread, value, width, cell, hovered }
    }

    /// Something of the map; `None` where there is none.
    pub(super) fn with<T>(self, read: impl FnOnce(&Found) -> T) -> Option<T> {
        self.found.with(|found| match found {
            Some(Ok(found)) => Some(read(&found.0)),
            _ => None,
        })
    }

    /// The map itself.
    pub(super) fn get(self) -> Option<Arc<Found>> {
        match self.found.get() {
            Some(Ok(found)) => Some(found.0),
            _ => None,
        }
    }

    /// The pair of a cell that is meant: of the thread or the value that is looked at alone, or the first.
    pub(super) fn pair_in(self, owners: &Owners, cell: u64) -> Option<Pair> {
        untrack(move || self.alone()).meant(owners.of(cell))
    }

    /// The thread and the values that are looked at alone.
    pub(super) fn alone(self) -> Alone {
        let values = self.value.get().map(|first| (first, first.saturating_add(self.width.get())));
        Alone { thread: self.thread.get(), values }
    }

    /// Chooses a cell, everywhere if a thread holds it. A thread that is looked at alone gives way to that of the cell.
    pub(super) fn choose(self, cell: u64) {
        let found = untrack(move || self.get());
        let Some(found) = found else { return };
        let pair = found.owners.as_ref().ok().and_then(|owners| self.pair_in(owners, cell));
        let linear = pair.and_then(|pair| found.threads.map.linear(pair));
        if let (Some(pair), Some(linear)) = (pair, linear) {
            self.session.draft.look_at(|view| {
                view.point = Some(linear.to_string());
                view.step = None;
                if view.thread.is_some() {
                    view.thread = Some(pair.thread);
                }
            });
        }
        self.cell.set(Some(cell));
    }

    /// The thread of the chosen cell.
    pub(super) fn chosen_thread(self) -> Option<u64> {
        let (cell, linear) = (self.cell.get()?, self.session.focus.chosen.get());
        self.with(|found| {
            let own = linear.and_then(|linear| found.threads.map.pair(u64::try_from(linear).ok()?));
            let own = own.filter(|own| found.threads.map.cell(*own) == Some(cell));
            let first = || found.owners.as_ref().ok().and_then(|owners| owners.of(cell).first()).copied();
            own.or_else(first).map(|pair| pair.thread)
        })?
    }

    /// The instruction that is shown: the value that is looked at alone or the first, by the warp of the thread that is.
    pub(super) fn instruction(self) -> Instruction {
        let thread = self.thread.get().unwrap_or(0);
        Instruction {
            value: self.value.get().unwrap_or(0),
            width: self.width.get(),
            first: thread / WARP * WARP,
            threads: WARP,
        }
    }

    /// Returns what that instruction touches.
    pub(super) fn access(self) -> Option<Result<Access, Error>> {
        let instruction = self.instruction();
        self.with(|found| match &found.threads.data {
            Ok(data) => found.threads.map.access(data, instruction),
            Err(error) => Err(error.clone()),
        })
    }
}
