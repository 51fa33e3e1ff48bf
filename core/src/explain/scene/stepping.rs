//! Colouring of the panels by a step of the derivation: by what it touches, or not at all.

use std::ops::Range;

use super::{Colours, Filled, Kind, Meaning, Part, Role, Rule, Scene};
use crate::steps::{CoalesceRule, Step};

impl Scene {
    /// Returns true if steps colour the panels at all.
    pub fn shows_steps(&self) -> bool {
        !matches!(self.kind, Kind::Part | Kind::Swizzle | Kind::Sum | Kind::Other)
    }

    /// The colouring of a step, counted as [`crate::notebook::Evaluation::steps`] tells them. A step without a picture
    /// leaves that of the step before; before the first there is the scene's own. Steps that belong to an operand leave
    /// it too: the panels show what the operands came to.
    pub fn at_step(&self, steps: &[Step], number: usize) -> Colours {
        let upto = |range: &Range<usize>| range.start..range.end.min(number.saturating_add(1));
        let found = match self.kind {
            Kind::Divide => self.of_parts(steps, number),
            Kind::Product => self.of_parts(steps, number),
            Kind::Composition => last_of(steps, self.told(steps), 1)
                .into_iter()
                .filter(|range| range.contains(&number) && number + 1 < range.end)
                .find_map(|range| {
                    let leaf = told(steps, upto(&range)).filter_map(leaf_of).last()?;
                    let digit = *self.parts.first()?.leaves.get(leaf)?;
                    self.leaf(digit, Meaning::Leaves { role: Role::First, first: leaf, last: leaf })
                }),
            Kind::Complement => last_of(steps, self.told(steps), 1)
                .into_iter()
                .filter(|range| range.contains(&number))
                .find_map(|range| {
                    let panel = self.panel(Role::Space)?;
                    let (weight, size) = (1, self.panels.get(panel)?.size);
                    let end = told(steps, upto(&range)).filter_map(filled_by).last()?;
                    let filled = end.map(|end| Filled { panel, weight, size, end });
                    Some(Colours { filled, ..self.colours.clone() })
                }),
            Kind::Inverse | Kind::Reshape | Kind::Recast => {
                let ranges = last_of(steps, self.told(steps), 1).into_iter();
                ranges
                    .filter(|range| range.contains(&number))
                    .find_map(|range| self.of_leaves(steps, upto(&range)))
                    .flatten()
            }
            Kind::Part | Kind::Swizzle | Kind::Sum | Kind::Other => None,
        };
        found.unwrap_or_else(|| self.colours.clone())
    }

    /// The name under which its steps are told: of a cast that is either one or the other, the one that it enters.
    pub(super) fn told(&self, steps: &[Step]) -> &'static str {
        let entered = self.told_as.iter().find(|name| steps.iter().any(|step| is_enter(step, name)));
        entered.or(self.told_as.last()).copied().unwrap_or(self.operation)
    }

    /// One tiler after another, each with its complement and its composition.
    fn of_parts(&self, steps: &[Step], number: usize) -> Option<Colours> {
        let name = self.told(steps);
        let ranges = last_of(steps, name, self.parts.len());
        if ranges.len() != self.parts.len() {
            return None;
        }
        let place = ranges.iter().rposition(|range| range.start <= number)?;
        let (range, part) = (ranges.get(place)?, self.parts.get(place)?);
        let last = place + 1 == ranges.len();
        if number >= range.end {
            // Later steps belong to all parts together.
            return if last { None } else { self.of_rest(part) };
        }
        let told = steps.get(range.start..=number)?;
        // Each tiler begins with what the one before came to.
        let before = place.checked_sub(1).and_then(|before| self.parts.get(before));
        let mut found = before.and_then(|part| self.of_rest(part));
        for step in told {
            found = match step {
                Step::ComposeLeaf { leaf, .. } => {
                    let meaning = match self.kind {
                        Kind::Divide => Meaning::CutLeaf { leaf: *leaf },
                        _ => Meaning::Leaves { role: Role::Copies, first: *leaf, last: *leaf },
                    };
                    part.leaves.get(*leaf).and_then(|digit| self.leaf(*digit, meaning)).or(found)
                }
                Step::ComplementGap { .. } | Step::ComplementRest { .. } if self.kind == Kind::Divide => {
                    self.of_gap(part, filled_by(step).flatten()).or(found)
                }
                Step::Leave { operation, .. } if *operation == name => self.of_rest(part).or(found),
                _ => found,
            };
        }
        found
    }

    /// The tiles that fill A up to where the complement has come.
    fn of_gap(&self, part: &Part, end: Option<i64>) -> Option<Colours> {
        let panel = self.panel(Role::Operand)?;
        let filled = end.map(|end| Filled { panel, weight: part.weight, size: part.size, end });
        Some(Colours { filled, ..self.of_rest(part)? })
    }

    pub(super) fn of_rest(&self, part: &Part) -> Option<Colours> {
        let count = part.rest.iter().try_fold(1_i64, |all, digit| all.checked_mul(*self.extents.get(*digit)?))?;
        let rest = part.rest.iter().copied().filter(|digit| self.extents.get(*digit) != Some(&1)).collect();
        Some(Colours { rule: Rule::Digits(rest), count, ..self.colours.clone() })
    }

    pub(super) fn leaf(&self, digit: usize, meaning: Meaning) -> Option<Colours> {
        let count = *self.extents.get(digit)?;
        Some(Colours { rule: Rule::Digits(vec![digit]), meaning: Some(meaning), count, filled: None, below: None })
    }

    /// A part of A's own coordinate: leaves of it, or modes of what it coalesces to. The outer `None` is for no step that
    /// says so.
    fn of_leaves(&self, steps: &[Step], range: Range<usize>) -> Option<Option<Colours>> {
        let panel = self.panel(Role::Operand)?;
        let operand = self.panels.get(panel)?;
        let extents = operand.layout.shape().leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        let product = |range: Range<usize>| {
            let extents = extents.get(range)?.iter();
            extents.copied().try_fold(1_i64, i64::checked_mul)
        };
        let part = |before: i64, extent: i64, meaning: Meaning| Colours {
            rule: Rule::Part { panel, before, extent },
            meaning: Some(meaning),
            count: extent,
            filled: None,
            below: None,
        };
        let of = |first: usize, last: usize| {
            let meaning = Meaning::Leaves { role: Role::Operand, first, last };
            Some(part(product(0..first)?, product(first..last + 1)?, meaning))
        };
        let mut found = None;
        // The last leaf of the mode at the front of what has been merged.
        let mut run = extents.len().saturating_sub(1);
        let is_inverse = self.kind == Kind::Inverse;
        for step in told(steps, range) {
            let next = match step {
                Step::Coalesce { leaf, rule, .. } if !is_inverse => {
                    if !matches!(rule, CoalesceRule::Merge | CoalesceRule::Skip) {
                        run = *leaf;
                    }
                    if *rule == CoalesceRule::Skip { None } else { of(*leaf, run) }
                }
                Step::DropZeroStride { leaf, .. } | Step::Recast { leaf, .. } => of(*leaf, *leaf),
                Step::InverseTake { mode, pair, taken: Some(domain), .. }
                | Step::InverseFill { mode, pair, domain, .. } => {
                    Some(part(domain.value(), pair.extent.value(), Meaning::CoalescedMode { mode: *mode }))
                }
                Step::Leave { operation, .. } if *operation == self.operation => {
                    found = None;
                    None
                }
                _ => None,
            };
            found = next.or(found);
        }
        Some(found)
    }
}

pub(super) fn told(steps: &[Step], range: Range<usize>) -> impl Iterator<Item = &Step> {
    steps.get(range).unwrap_or_default().iter()
}

fn is_enter(step: &Step, name: &str) -> bool {
    matches!(step, Step::Enter { operation, .. } if *operation == name)
}

fn leaf_of(step: &Step) -> Option<usize> {
    match step {
        Step::ComposeLeaf { leaf, .. } => Some(*leaf),
        _ => None,
    }
}

/// Up to where a step of a complement fills; `Some(None)` where it fills all.
fn filled_by(step: &Step) -> Option<Option<i64>> {
    match step {
        Step::ComplementGap { end, .. } => Some(Some(end.value())),
        Step::ComplementRest { .. } | Step::ComplementAll { .. } => Some(None),
        _ => None,
    }
}

/// The last operations of a name, each from where it begins to behind where it ends.
pub(super) fn last_of(steps: &[Step], name: &str, count: usize) -> Vec<Range<usize>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (place, step) in steps.iter().enumerate() {
        match step {
            Step::Enter { operation, .. } => open.push((*operation, place)),
            Step::Leave { .. } | Step::Result { .. } => {
                if let Some((operation, begin)) = open.pop()
                    && operation == name
                {
                    found.push(begin..place + 1);
                }
            }
            _ => {}
        }
    }
    found.sort_by_key(|range| range.start);
    found.split_off(found.len().saturating_sub(count))
}
