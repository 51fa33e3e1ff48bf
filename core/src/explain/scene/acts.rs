//! The acts of an operation: what its many steps come to, in as few sentences as say why the result is what it is.

use std::ops::Range;

use super::standing::{Brackets, begin_of};
use super::stepping::{last_of, told};
use super::{Colours, Kind, Meaning, Part, Rule, Scene};
use crate::layout::Layout;
use crate::nested::Nested;
use crate::steps::{CoalesceRule, Pair, Step};

/// Of more acts the steps themselves are told.
const ACTS_MOST: usize = 12;

/// An act.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// Its deed.
    pub deed: Deed,
    /// Colours of the panels meanwhile.
    pub colours: Colours,
    /// The shape that there is then, as it prints, and in it the ranges of bytes that this act made.
    pub shape: Option<(String, Vec<Range<usize>>)>,
}

/// Deed of an act.
#[derive(Debug, Clone, PartialEq)]
pub enum Deed {
    /// A mode is cut by its tiler.
    Cut {
        /// The mode, from the outside in.
        mode: Vec<usize>,
        /// `true` if there are two modes, rows and columns.
        is_matrix: bool,
        /// Tiler that cuts, printed.
        tiler: String,
        /// The mode's shape before, printed.
        before: String,
        /// Its shape after.
        after: String,
    },
    /// Modes within tiles come first, then those that run over tiles.
    Collect,
    /// A tiler takes one tile.
    Tile {
        /// The tiler, printed.
        tiler: String,
        /// Number of elements that it takes.
        size: i64,
    },
    /// Its complement says where the tile comes again.
    Again {
        /// The complement, printed.
        complement: String,
        /// Number of tiles.
        count: i64,
    },
    /// A is read in the order of the tiler and its complement.
    Read {
        /// Result of that, printed.
        result: String,
    },
    /// The block is the first copy.
    Block {
        /// The block, printed.
        block: String,
    },
    /// The complement of the block says where copies may stand.
    Places {
        /// The complement, printed.
        complement: String,
    },
    /// The second operand chooses among these places.
    Choose {
        /// The second operand, printed.
        copies: String,
        /// Result of that, printed.
        result: String,
        /// Number of copies.
        count: i64,
    },
    /// Modes of the block and modes of the copies are put into other brackets.
    Pair,
    /// A mode of the second layout is read through the first.
    Through {
        /// The mode, counted from 0.
        leaf: usize,
        /// Its extent and stride, printed.
        pair: String,
        /// Its result, printed.
        result: String,
    },
    /// One of the steps itself.
    Step(Step),
}

impl Scene {
    /// The acts of the operation whose steps these are; none where its steps are few enough, or say nothing shorter.
    ///
    /// Law: the colours of the last act are those of the whole operation, wherever the operation has any of its own.
    pub fn acts(&self, steps: &[Step]) -> Vec<Act> {
        let acts = match self.kind {
            Kind::Divide => self.divides(steps),
            Kind::Product => self.products(steps),
            Kind::Composition => self.walks(steps),
            Kind::Complement | Kind::Inverse | Kind::Reshape => self.chosen(steps),
            _ => None,
        };
        acts.filter(|acts| (2..=ACTS_MOST).contains(&acts.len())).unwrap_or_default()
    }

    fn own(&self, deed: Deed) -> Act {
        Act { deed, colours: self.colours.clone(), shape: None }
    }

    /// Other brackets, of which those are lit that stand first.
    fn regrouped(&self, deed: Deed) -> Act {
        let shape = self.brackets().map(|Brackets { shape, within, .. }| (shape, within));
        Act { shape, ..self.own(deed) }
    }

    /// Only the first of the classes.
    fn first(&self, deed: Deed) -> Act {
        Act { deed, colours: Colours { below: Some(1), ..self.colours.clone() }, shape: None }
    }

    fn divides(&self, steps: &[Step]) -> Option<Vec<Act>> {
        let ranges = last_of(steps, self.told(steps), self.parts.len());
        let ranges = Some(ranges).filter(|ranges| !ranges.is_empty() && ranges.len() == self.parts.len())?;
        let a = self.panels.get(self.panel(super::Role::Operand)?)?.layout.innermost();
        let whole = steps.len();
        // One tiler for all of A, or one for each mode.
        let is_whole = self.parts.iter().all(|part| part.path.is_empty());
        let mut acts = Vec::new();
        if is_whole {
            let (range, part) = (ranges.first()?, self.parts.first()?);
            let (tiler, complement) = (operand(steps, range, 1)?, inner(steps, range, 0)?);
            let size = self.size_of(part.leaves.get(..part.leaves.len() - part.rest.len())?)?;
            acts.push(self.first(Deed::Tile { tiler: tiler.to_string(), size }));
            acts.push(self.own(Deed::Again { complement: complement.to_string(), count: self.colours.count }));
            acts.push(self.own(Deed::Read { result: left(steps, range)?.to_string() }));
        } else {
            let mut shape = a.shape().map(&mut |extent| extent.to_string());
            let is_matrix = a.rank() == 2;
            let mut rest = Vec::new();
            for (range, part) in ranges.iter().zip(&self.parts) {
                let tiler = operand(steps, range, 1)?;
                let before = shape.at(&part.path).ok()?.to_string();
                let after = left(steps, range)?.shape().to_string();
                *shape.at_mut(&part.path)? = Nested::Leaf(after.clone());
                let made = begin_of(&shape, &part.path);
                let whole = shape.to_string();
                let made = made..made + after.len();
                let tiler = tiler.strip_suffix(":_1").or_else(|| tiler.strip_suffix(":1")).unwrap_or(tiler).to_string();
                rest.extend(part.rest.iter().copied());
                let colours = self.by(&rest)?;
                let deed = Deed::Cut { mode: part.path.clone(), is_matrix, tiler, before, after };
                acts.push(Act { deed, colours, shape: Some((whole, vec![made])) });
            }
        }
        // Effect of the outermost operation on them.
        let is_regrouped = ranges.last()?.end < whole && self.operation != self.told(steps);
        if is_regrouped {
            acts.push(self.regrouped(Deed::Collect));
        }
        Some(acts)
    }

    fn products(&self, steps: &[Step]) -> Option<Vec<Act>> {
        let ranges = last_of(steps, self.told(steps), 1);
        let range = ranges.first()?;
        let [block, copies] = [operand(steps, range, 0)?, operand(steps, range, 1)?].map(ToString::to_string);
        let complement = inner(steps, range, 0)?.to_string();
        let result = inner(steps, range, 1)?.to_string();
        let mut acts = vec![
            self.first(Deed::Block { block }),
            self.first(Deed::Places { complement }),
            self.own(Deed::Choose { copies, result, count: self.colours.count }),
        ];
        if range.end < steps.len() && self.operation != self.told(steps) {
            acts.push(self.regrouped(Deed::Pair));
        }
        Some(acts)
    }

    /// Each mode of the second layout of a composition.
    fn walks(&self, steps: &[Step]) -> Option<Vec<Act>> {
        let ranges = last_of(steps, self.told(steps), 1);
        let own = told(steps, ranges.first()?.clone()).collect::<Vec<_>>();
        let begins = own.iter().enumerate().filter(|(_, step)| matches!(step, Step::ComposeLeaf { .. }));
        let mut begins = begins.map(|(place, _)| place).collect::<Vec<_>>();
        begins.push(own.len());
        let acts = begins.iter().zip(begins.iter().skip(1)).map(|(from, to)| {
            let walk = own.get(*from..*to)?;
            let Some(Step::ComposeLeaf { leaf, pair, .. }) = walk.first() else { return None };
            let taken = walk.iter().filter_map(|step| match step {
                Step::ComposeZero { pair } => Some(pair),
                Step::ComposeSingle { result, .. } => Some(result),
                Step::ComposeMode { taken, .. } | Step::ComposeLast { taken, .. } => taken.as_ref(),
                _ => None,
            });
            let digit = *self.parts.first()?.leaves.get(*leaf)?;
            let meaning = Meaning::Leaves { role: super::Role::First, first: *leaf, last: *leaf };
            let deed =
                Deed::Through { leaf: *leaf, pair: written(&[pair]), result: written(&taken.collect::<Vec<_>>()) };
            Some(Act { deed, colours: self.leaf(digit, meaning)?, shape: None })
        });
        let mut acts = acts.collect::<Option<Vec<_>>>()?;
        acts.push(self.own(Deed::Read { result: self.panels.get(self.result()?)?.layout.to_string() }));
        Some(acts)
    }

    /// The steps that change something.
    fn chosen(&self, steps: &[Step]) -> Option<Vec<Act>> {
        let ranges = last_of(steps, self.told(steps), 1);
        let range = ranges.first()?.clone();
        let mut depth = 0_usize;
        let mut acts = Vec::new();
        for (place, step) in steps.iter().enumerate().take(range.end).skip(range.start + 1) {
            match step {
                Step::Enter { .. } => depth += 1,
                Step::Leave { .. } | Step::Result { .. } => depth = depth.saturating_sub(1),
                _ => {}
            }
            let is_act = match (self.kind, step) {
                (
                    Kind::Complement,
                    Step::ComplementGap { .. } | Step::ComplementRest { .. } | Step::ComplementAll { .. },
                ) => true,
                (Kind::Inverse, Step::InverseTake { taken: Some(_), .. } | Step::InverseFill { .. }) => true,
                (Kind::Reshape, Step::Coalesce { rule, .. }) => {
                    matches!(rule, CoalesceRule::Merge | CoalesceRule::Skip)
                }
                _ => false,
            };
            if is_act && depth == 0 {
                acts.push(Act { deed: Deed::Step(step.clone()), colours: self.at_step(steps, place), shape: None });
            }
        }
        Some(acts)
    }

    /// The tiles that the first tilers alone make.
    fn by(&self, rest: &[usize]) -> Option<Colours> {
        let part = Part { leaves: Vec::new(), rest: rest.to_vec(), path: Vec::new(), weight: 1, size: 1 };
        self.of_rest(&part)
    }

    fn size_of(&self, digits: &[usize]) -> Option<i64> {
        digits.iter().try_fold(1_i64, |all, digit| all.checked_mul(*self.extents.get(*digit)?))
    }

    /// Returns true if cells of one tile have one colour: what is coloured by the number of the tile, or a part of it.
    pub fn is_of_tiles(&self, colours: &Colours) -> bool {
        match (&colours.rule, &self.colours.rule) {
            (Rule::Digits(own), Rule::Digits(all)) => {
                self.colours == *colours || (colours.filled.is_none() && own.iter().all(|digit| all.contains(digit)))
            }
            _ => self.colours == *colours,
        }
    }
}

/// Returns what an operation was given, printed.
fn operand<'a>(steps: &'a [Step], range: &Range<usize>, number: usize) -> Option<&'a str> {
    match steps.get(range.start)? {
        Step::Enter { operands, .. } => operands.get(number).map(String::as_str),
        _ => None,
    }
}

/// Returns the result of the operation of a range.
fn left<'a>(steps: &'a [Step], range: &Range<usize>) -> Option<&'a Layout> {
    match steps.get(range.end.checked_sub(1)?)? {
        Step::Leave { result, .. } => Some(result),
        _ => None,
    }
}

/// Returns the result of an operation directly inside: the complement first, then the composition, as divides and
/// products are defined.
fn inner<'a>(steps: &'a [Step], range: &Range<usize>, number: usize) -> Option<&'a Layout> {
    let mut depth = 0_usize;
    let within = steps.get(range.start + 1..range.end)?.iter();
    let left = within.filter_map(|step| match step {
        Step::Enter { .. } => {
            depth += 1;
            None
        }
        Step::Leave { result, .. } => {
            depth = depth.checked_sub(1)?;
            (depth == 0).then_some(result)
        }
        _ => None,
    });
    left.into_iter().nth(number)
}

/// Modes as a layout prints them.
fn written(pairs: &[&Pair]) -> String {
    match pairs {
        [] => "_1:_0".to_string(),
        [one] => format!("{}:{}", one.extent, one.stride),
        several => {
            let join = |of: &dyn Fn(&Pair) -> String| several.iter().map(|pair| of(pair)).collect::<Vec<_>>().join(",");
            format!("({}):({})", join(&|pair| pair.extent.to_string()), join(&|pair| pair.stride.to_string()))
        }
    }
}
