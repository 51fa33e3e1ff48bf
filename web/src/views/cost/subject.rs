//! The state of the view: which threads access which memory, what all of it costs, and which request is shown. It draws
//! nothing.

use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::Error;
use colex::cost::{Group, Machine, Request, Survey, Surveyed, Vector};
use colex::look::threads::{Threads, TileSource};
use colex::operations::threads;
use colex::thread_value::Pair;
use colex::words::Tongue;
use colex::work::Progress;
use colex_document::MemorySpace;
use leptos::prelude::*;

use crate::browser::Pursuit;
use crate::panels::pauses::rested;
use crate::session::{Parts, Session, Shared};

/// The units of work between two looks at the clock.
const UNITS: u64 = 4096;

/// Why there is nothing to count.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Problem {
    /// The value is no layout of threads and values.
    None,
    /// The map is refused.
    Error(Error),
    /// An element of so many bits is no access.
    Bits(u32),
    /// The tile does not fit into the memory that was chosen.
    NoRoom,
}

/// Threads that access memory.
pub(super) struct Found {
    pub(super) threads: Threads,
    pub(super) group: Group,
    pub(super) element_bytes: u64,
}

impl Found {
    /// The choice of the tile that the layout makes itself.
    pub(super) fn own_tile(&self, tongue: Tongue) -> String {
        match self.threads.tile {
            TileSource::Chosen(_) => tongue.pick("the map's own", "映射自己的").to_string(),
            _ => self.threads.map.tile().to_string(),
        }
    }
}

/// The request that is shown.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shown {
    pub(super) request: Request,
    pub(super) vector: Vector,
    /// The first thread of the warp.
    pub(super) first: u64,
    /// Number of instructions, and of warps.
    pub(super) instructions: u64,
    pub(super) warps: u64,
}

/// Subject that the view shows. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
pub(super) struct Subject {
    pub(super) session: Session,
    /// The machine whose constants are used.
    pub(super) machine: StoredValue<Machine>,
    /// The threads and their memory, or why there are none.
    pub(super) found: Memo<Option<Result<Shared<Found>, Problem>>>,
    /// Which memory it is.
    pub(super) memory: Memo<MemorySpace>,
    /// Cost of all requests, once that is counted.
    pub(super) surveyed: RwSignal<Option<Surveyed>>,
    /// Part that is counted, and of how much, while that takes long.
    pub(super) progress: RwSignal<Option<(u64, u64)>>,
    /// The request on the screen.
    pub(super) shown: Memo<Option<Shown>>,
    /// Which thread of that request holds the pair under the pointer, or the chosen one.
    pub(super) lane: Memo<Option<u64>>,
}

impl Subject {
    pub(super) fn of(session: Session) -> Subject {
        let Parts { draft, screen, focus, .. } = *session;
        let machine = Machine::default();
        let source = rested(move || {
            let statement = screen.look.with(|look| look.as_ref().map(|look| look.statement));
            (draft.evaluation.get(), statement)
        });
        let chosen = Memo::new(move |_| draft.view.with(|view| (view.tile, view.data, view.read.clone())));
        let held = Memo::new(move |_| draft.options.with(|options| options.held));
        let bits = screen.element_bits(draft);
        let wanted = Memo::new(move |_| held.with(|held| Some(u64::from(held.vector)).filter(|wanted| *wanted > 0)));
        let memory = Memo::new(move |_| held.with(|held| held.memory));
        let found = Memo::new(move |_| {
            let (tile, data, read) = chosen.get();
            let view = colex_document::View { tile, data, read, ..Default::default() };
            let bits = bits.get();
            let held = colex_document::Held { bits, ..Default::default() };
            source.with(|(evaluation, statement)| {
                let found = threads(&evaluation.0, (*statement)?, &view, held);
                Some(match found {
                    None => Err(Problem::None),
                    Some(Err(error)) => Err(Problem::Error(error)),
                    Some(Ok(threads)) => group(threads, bits).map(|found| Shared(Arc::new(found))),
                })
            })
        });
        let surveyed = RwSignal::new(None);
        let progress = RwSignal::new(None);
        let pursuit = Pursuit::new(UNITS);
        Effect::new(move |_| {
            let wanted = wanted.get();
            let begun = found.with(|found| match found {
                Some(Ok(found)) => Survey::new(found.0.group.clone(), found.0.element_bytes, wanted, &machine).ok(),
                _ => None,
            });
            let Some(survey) = begun else {
                pursuit.stop();
                surveyed.set(None);
                return progress.set(None);
            };
            pursuit.begin(survey, move |survey, reached| match reached {
                Progress::Done(all) => {
                    progress.set(None);
                    surveyed.set(Some(all));
                    None
                }
                Progress::More { done, total } => {
                    progress.set(Some((done, total.unwrap_or(done))));
                    Some(survey)
                }
            });
        });
        let looked = Memo::new(move |_| draft.view.with(|view| (view.thread, view.value)));
        let shown = Memo::new(move |_| {
            let (thread, value) = looked.get();
            let vector = surveyed.with(|found| found.as_ref().map(|found| found.vector))?;
            found.with(|found| match found {
                Some(Ok(found)) => Some(show(&found.0.group, vector, thread, value, &machine)),
                _ => None,
            })
        });
        let lane = Memo::new(move |_| {
            let linear = focus.hover.get().or(focus.chosen.get()).filter(|_| !focus.hides_index.get())?;
            let linear = u64::try_from(linear).ok()?;
            let pair = found.with(|found| match found {
                Some(Ok(found)) => found.0.threads.map.pair(linear),
                _ => None,
            })?;
            shown.with(|shown| {
                let shown = shown.as_ref()?;
                let is_own = pair.value / shown.vector.elements() == shown.request.instruction;
                let lane = pair.thread.checked_sub(shown.first)?;
                (is_own && lane < shown.request.indices.len() as u64).then_some(lane)
            })
        });
        let machine = StoredValue::new(machine);
        Subject { session, machine, found, memory, surveyed, progress, shown, lane }
    }

    /// Something of the threads; `None` where there are none.
    pub(super) fn with<T>(self, read: impl FnOnce(&Found) -> T) -> Option<T> {
        self.found.with(|found| match found {
            Some(Ok(found)) => Some(read(&found.0)),
            _ => None,
        })
    }

    /// Looks at another instruction of the same warp.
    pub(super) fn look_at_instruction(self, instruction: u64) {
        let elements = self.shown.with_untracked(|shown| shown.as_ref().map_or(1, |shown| shown.vector.elements()));
        self.session.draft.look_at(|view| view.value = Some(instruction.saturating_mul(elements)));
    }

    /// Looks at another warp.
    pub(super) fn look_at_warp(self, warp: u64) {
        let threads = self.machine.with_value(|machine| machine.warp);
        self.session.draft.look_at(|view| view.thread = Some(warp.saturating_mul(threads)));
    }

    /// The 1-D coordinate of what a thread of the shown request accesses first.
    fn linear(self, lane: u64) -> Option<u64> {
        self.shown.with_untracked(|shown| {
            let shown = shown.as_ref()?;
            let value = shown.request.instruction.checked_mul(shown.vector.elements())?;
            let pair = Pair { thread: shown.first.checked_add(lane)?, value };
            untrack(move || self.with(|found| found.threads.map.linear(pair)).flatten())
        })
    }

    /// Points, everywhere, at what a thread of the shown request accesses first, or at nothing.
    pub(super) fn point_at(self, lane: Option<u64>) {
        let linear = lane.and_then(|lane| self.linear(lane));
        self.session.focus.hover.set(linear.and_then(|linear| i64::try_from(linear).ok()));
    }

    /// Chooses, everywhere, what a thread of the shown request accesses first.
    pub(super) fn choose(self, lane: u64) {
        if let Some(linear) = self.linear(lane) {
            self.session.draft.look_at(|view| {
                view.point = Some(linear.to_string());
                view.step = None;
            });
        }
    }
}

/// The group of a map, if its elements can be accessed.
fn group(threads: Threads, bits: u32) -> Result<Found, Problem> {
    let is_access = bits.is_multiple_of(8) && (bits / 8).is_power_of_two() && bits <= 128;
    if !is_access {
        return Err(Problem::Bits(bits));
    }
    let Ok(data) = &threads.data else { return Err(Problem::NoRoom) };
    let group = Group::of_map(&threads.map, data);
    Ok(Found { threads, group, element_bytes: u64::from(bits / 8) })
}

/// The request of the thread and the value that are looked at, or the first.
fn show(group: &Group, vector: Vector, thread: Option<u64>, value: Option<u64>, machine: &Machine) -> Shown {
    let (instructions, warps) = (group.instructions(vector), group.warps(machine));
    let within = |number: u64, count: u64| number.min(count.saturating_sub(1));
    let warp = within(thread.unwrap_or(0) / machine.warp.max(1), warps);
    let instruction = within(value.unwrap_or(0) / vector.elements().max(1), instructions);
    let request = group.request(warp, instruction, vector, machine);
    Shown { request, vector, first: warp.saturating_mul(machine.warp), instructions, warps }
}
