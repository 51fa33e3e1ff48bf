//! The chosen coordinate worked out: the lines of the example, how far it is told, and which answers were given. The other
//! views bring back what is worked out here.

use std::collections::BTreeMap;

use crate::signals::{Memo, RwSignal};
use colex::facts::has_negative_extent;
use colex::look::Unreadable;
use colex::worked_example::Chain;

use super::{Arrivals, Draft, Focus, Screen, Shared, Tastes, WorkedOut};

/// Progress of the example.
#[derive(Clone, Copy, PartialEq)]
pub struct Telling {
    /// Number of lines that there are.
    pub total: usize,
    /// The line that is looked at; `None` where all are shown, `total` where the last one is behind.
    pub current: Option<usize>,
    /// Number of lines that show their answers.
    pub shown: usize,
    /// Number of lines that showed their answers at some time.
    pub known: usize,
    /// True if the answer of the current line is asked for.
    pub asking: bool,
    /// True if the answer of the current line was predicted.
    pub right: bool,
    /// Number of answers that were predicted, once all of them are known to whoever predicts.
    pub predicted: Option<usize>,
}

/// The answers that were given or shown.
#[derive(Clone, PartialEq)]
struct Revealed {
    chain: Shared<Chain>,
    /// The lines, and whether each was predicted.
    lines: BTreeMap<usize, bool>,
}

/// Why there is nothing to work out.
#[derive(Clone, PartialEq)]
pub enum Untold {
    /// The coordinate cannot be used.
    Unreadable(Unreadable),
    /// An extent is negative, so that no remainder is a coordinate.
    NegativeExtent,
}

impl Untold {
    /// Why, in a sentence; empty until what says it has arrived.
    pub fn sentence(&self, arrivals: Arrivals, tastes: Tastes) -> String {
        match self {
            Untold::Unreadable(reason) => arrivals.unreadable_sentence(tastes, reason),
            Untold::NegativeExtent => tastes
                .say(
                    "An extent is negative: there are no coordinates, and no remainder after it to work out",
                    "某个长度为负：没有坐标，也就没有可演算的余数",
                )
                .to_string(),
        }
    }
}

/// Something to show or why it cannot be shown.
pub type Answer<T> = Option<Result<T, Untold>>;

/// The worked example.
#[derive(Clone, Copy)]
pub struct Working {
    /// Its lines, or why there are none.
    pub chain: Memo<Answer<Shared<Chain>>>,
    /// Progress of the telling.
    pub telling: Memo<Telling>,
    /// Part of the point that is known by it.
    pub worked_out: Memo<WorkedOut>,
    /// The answers that were given or shown.
    revealed: RwSignal<Option<Revealed>>,
}

impl Working {
    /// The example of the chosen point.
    pub(super) fn of(draft: Draft, screen: Screen, focus: Focus) -> Working {
        let layout = screen.layout;
        let chain = Memo::new(move |_| -> Answer<Shared<Chain>> {
            let point = focus.point.get()?;
            layout.with(|layout| {
                let layout = layout.as_ref()?;
                if has_negative_extent(layout.shape()) {
                    return Some(Err(Untold::NegativeExtent));
                }
                let chain = point.and_then(|point| Chain::of(layout, &point.typed).map_err(Unreadable::Algebra));
                let names = screen.look.with(|look| look.as_ref()?.names.clone());
                let begin = screen.look.with(|look| look.as_ref()?.begin().cloned());
                let chain = chain.and_then(|chain| match &begin {
                    Some(begin) => chain.counted_from(begin).map_err(Unreadable::Algebra),
                    None => Ok(chain),
                });
                let chain = chain.map(|chain| match &names {
                    Some(names) => chain.named(names),
                    None => chain,
                });
                Some(chain.map(|chain| Shared(chain.into())).map_err(Untold::Unreadable))
            })
        });
        let step = Memo::new(move |_| draft.view.with(|view| view.step));
        let hidden = focus.hidden;
        let revealed = RwSignal::new(None::<Revealed>);
        let telling = Memo::new(move |_| {
            let Some(Ok(chain)) = chain.get() else {
                return Telling {
                    total: 0,
                    current: None,
                    shown: 0,
                    known: 0,
                    asking: false,
                    right: false,
                    predicted: None,
                };
            };
            let total = chain.0.lines.len();
            let asked = step.get().map(|step| usize::try_from(step).unwrap_or(usize::MAX).min(total));
            let current = asked.or(hidden.get().then_some(0));
            let revealed = revealed.get().filter(|revealed| revealed.chain == chain);
            let lines = revealed.map(|revealed| revealed.lines).unwrap_or_default();
            let mine = current.and_then(|current| lines.get(&current));
            let asking = hidden.get() && current.is_some_and(|current| current < total) && mine.is_none();
            let shown = current.map_or(total, |current| (current + usize::from(!asking)).min(total));
            let known = lines.keys().next_back().map_or(shown, |last| shown.max(last + 1));
            let is_over = hidden.get() && total > 0 && lines.len() == total;
            let predicted = is_over.then(|| lines.values().filter(|right| **right).count());
            Telling { total, current, shown, known, asking, right: mine == Some(&true), predicted }
        });
        let worked_out = Memo::new(move |_| {
            let divisions = chain.with(|chain| match chain {
                Some(Ok(chain)) => chain.0.divisions,
                _ => 0,
            });
            let told = telling.get();
            // Where there is nothing to work out, all is.
            match told.known {
                known if known >= told.total => WorkedOut::Index,
                known if known >= divisions => WorkedOut::Coordinate,
                _ => WorkedOut::Nothing,
            }
        });
        Working { chain, telling, worked_out, revealed }
    }

    /// The answer of the line that is looked at is known from now on: predicted, or shown.
    pub fn reveal(self, right: bool) {
        if let (Some(Ok(chain)), Some(line)) = (self.chain.get_untracked(), self.telling.get_untracked().current) {
            let before = self.revealed.get_untracked().filter(|revealed| revealed.chain == chain);
            let mut lines = before.map(|revealed| revealed.lines).unwrap_or_default();
            lines.insert(line, right);
            self.revealed.set(Some(Revealed { chain, lines }));
        }
    }

    /// Looks at a line of the example and at its mode, or at all of them.
    pub fn go(self, draft: Draft, to: Option<usize>) {
        let mode = self.chain.with_untracked(|chain| match chain {
            Some(Ok(chain)) => to.and_then(|to| chain.0.lines.get(to)).map(|line| line.path.clone()),
            _ => None,
        });
        draft.look_at(|view| {
            view.step = to.and_then(|to| u32::try_from(to).ok());
            if let Some(mode) = mode {
                view.mode = mode;
            }
        });
    }

    /// One line on, or the answer that is asked for; behind the last one all of them.
    pub fn forward(self, draft: Draft, focus: Focus) {
        let told = self.telling.get_untracked();
        match told.current {
            _ if told.total == 0 => {}
            _ if told.asking => self.reveal(false),
            None => self.go(draft, Some(0)),
            Some(current) if current + 1 < told.total => self.go(draft, Some(current + 1)),
            Some(_) if focus.hidden.get_untracked() => self.go(draft, Some(told.total)),
            Some(_) => self.go(draft, None),
        }
    }

    /// One line back; from all of them the last one.
    pub fn back(self, draft: Draft) {
        let told = self.telling.get_untracked();
        match told.current {
            _ if told.total == 0 => {}
            None => self.go(draft, Some(told.total - 1)),
            Some(current) => self.go(draft, Some(current.saturating_sub(1))),
        }
    }

    /// Whoever predicts begins, or has done with it.
    pub fn predict(self, draft: Draft, begins: bool) {
        self.revealed.set(None);
        draft.look_at(|view| {
            view.hidden = begins;
            view.step = begins.then_some(0);
        });
    }

    /// The same of another coordinate of the layout, which `any` chooses.
    pub fn predict_another(self, draft: Draft, screen: Screen, focus: Focus, any: u64) {
        let size = screen.layout.with_untracked(|layout| layout.as_ref()?.size().ok()).map_or(0, |size| size.value());
        let others = u64::try_from(size - 1).unwrap_or_default();
        let Some(step) = any.checked_rem(others) else { return };
        let here = focus.chosen.get_untracked().unwrap_or_default();
        draft.choose_linear((here + 1 + step as i64).rem_euclid(size));
        self.predict(draft, true);
    }
}
