//! The next coordinate at which two layouts differ, and the one before.

use super::sides::Sides;
use crate::composed::AnyLayout;
use crate::error::Result;
use crate::table::BLOCK;
use crate::work::{Budget, Progress, Work};

/// Where to look from a coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// To larger coordinates.
    Next,
    /// To smaller ones.
    Previous,
}

/// Outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The nearest coordinate in that direction at which both differ.
    pub at: Option<u64>,
    /// Number of coordinates that it looked at.
    pub looked: u64,
    /// `true` if it looked at all in that direction, or found one.
    pub complete: bool,
}

/// The search for the nearest coordinate at which two layouts differ. Its units are those of [`super::Comparison`].
///
/// Law: nothing between `from` and what it finds differs; `from` itself is not looked at.
#[derive(Debug, Clone)]
pub struct Seek {
    sides: Sides,
    direction: Direction,
    /// Coordinates that are still to look at: from here on, or below it.
    next: u64,
    looked: u64,
    found: Option<u64>,
    broken: bool,
}

impl Seek {
    /// From a coordinate on; without one from the end where it begins to look.
    ///
    /// Errors: those of [`super::Comparison::new`].
    pub fn new(left: &AnyLayout, right: &AnyLayout, from: Option<u64>, direction: Direction) -> Result<Self> {
        let sides = Sides::new(left, right)?;
        let common = sides.common();
        let next = match (direction, from) {
            (Direction::Next, Some(from)) => from.saturating_add(1).min(common),
            (Direction::Next, None) => 0,
            (Direction::Previous, Some(from)) => from.min(common),
            (Direction::Previous, None) => common,
        };
        Ok(Seek { sides, direction, next, looked: 0, found: None, broken: false })
    }

    fn left(&self) -> u64 {
        match self.direction {
            Direction::Next => self.sides.common() - self.next,
            Direction::Previous => self.next,
        }
    }

    fn stretch(&mut self, length: u64) -> Result<()> {
        let start = match self.direction {
            Direction::Next => self.next,
            Direction::Previous => self.next - length,
        };
        let (mut first, mut last) = (None, None);
        self.sides.differing(start, length as usize, &mut |coordinate| {
            first.get_or_insert(coordinate);
            last = Some(coordinate);
        })?;
        (self.found, self.next) = match self.direction {
            Direction::Next => (first, start + length),
            Direction::Previous => (last, start),
        };
        self.looked += length;
        Ok(())
    }
}

impl Work for Seek {
    type Output = Found;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Found> {
        let (limit, cost) = (self.sides.limit(), self.sides.cost());
        while self.found.is_none() && !self.broken && self.left() > 0 && self.looked < limit {
            let left = self.left().min(limit - self.looked).min(BLOCK as u64);
            let affordable = (budget.left() / cost).min(left);
            let length = if affordable == 0 && budget.left() > 0 { 1 } else { affordable };
            if length == 0 {
                return Progress::More { done: self.looked, total: None };
            }
            budget.spend_up_to(length.saturating_mul(cost));
            self.broken = self.stretch(length).is_err();
        }
        let complete = self.found.is_some() || self.left() == 0;
        Progress::Done(Found { at: self.found, looked: self.looked, complete })
    }
}
