//! Which coordinates of a layout lie beyond the layout that it was made from: tiles that do not divide overhang.

use std::sync::Arc;

use super::operation::{Drawn, of_performed};
use super::space::TABLE_LIMIT;
use super::{Kind, Role, Scene};
use crate::notebook::{Evaluation, Expression, ExpressionKind, Performed, Span};

/// Number of operations that are followed from a layout to what it was made from.
const LINK_LIMIT: usize = 16;

/// The coordinates of a layout that lie beyond the operand of a divide, a composition or a partition.
///
/// Law: of all other coordinates `R(c) = A(a)` for some `a` of the domain of `A`.
#[derive(Debug, Clone)]
pub struct Beyond {
    pub(super) links: Vec<Link>,
    /// The size of the layout.
    size: i64,
}

/// An operation, from its result to its operand.
#[derive(Debug, Clone)]
pub(super) struct Link {
    pub(super) scene: Scene,
    pub(super) result: usize,
    pub(super) operand: usize,
}

/// Finds the part of a statement's layout that lies beyond its operands; `None` where nothing does, or where nothing is
/// known.
pub(crate) fn beyond(evaluation: &Evaluation, statement: usize, drawn: Drawn) -> Option<Beyond> {
    let mut links = Vec::new();
    let mut next = Some((statement, None));
    while let Some((statement, place)) = next.filter(|_| links.len() < LINK_LIMIT) {
        next = link(evaluation, statement, place, drawn).map(|(link, operand)| {
            links.push(link);
            operand
        });
    }
    let size = links.first().and_then(|link| link.scene.panels.get(link.result)).map(|panel| panel.size)?;
    links.iter().any(Link::overhangs).then_some(())?;
    let found = Beyond { links, size };
    (found.count() != Some(0)).then_some(found)
}

/// The operation that made an expression of a statement, and where its operand is written.
fn link(
    evaluation: &Evaluation,
    statement: usize,
    place: Option<Span>,
    drawn: Drawn,
) -> Option<(Link, (usize, Option<Span>))> {
    let (statement, performed) = performed(evaluation, statement, place)?;
    let scene = of_performed(evaluation, &performed, None, drawn)?;
    let follows = matches!(
        scene.kind,
        Kind::Divide | Kind::Composition | Kind::Part | Kind::Reshape | Kind::Recast | Kind::Swizzle | Kind::Product
    );
    let (result, operand) = (scene.result()?, scene.panel(Role::Operand)?);
    let written = scene.panels.get(operand)?.written.clone()?;
    let place = performed.places.iter().find(|place| place.of(evaluation.text()).trim() == written).copied();
    follows.then_some((Link { scene, result, operand }, (statement, Some(place?))))
}

/// The operation at a place of a statement, or of the statement that the name there means.
fn performed(evaluation: &Evaluation, statement: usize, place: Option<Span>) -> Option<(usize, Arc<Performed>)> {
    let mut at = (statement, place);
    for _ in 0..LINK_LIMIT {
        let (statement, place) = at;
        let found = evaluation.performed(statement, place);
        let found = found.or_else(|| evaluation.sliced(statement).filter(|_| place.is_none()));
        if let Some(found) = found {
            return Some((statement, found));
        }
        let source = evaluation.statements().get(statement)?;
        let name = match place {
            Some(place) => place.of(evaluation.text()).trim(),
            None => name_of(evaluation, &source.expression)?,
        };
        at = (evaluation.defining(name, statement)?, None);
    }
    None
}

fn name_of<'e>(evaluation: &Evaluation, expression: &'e Expression) -> Option<&'e str> {
    match &evaluation.inner(expression).kind {
        ExpressionKind::Name(name) => Some(name),
        _ => None,
    }
}

impl Link {
    pub(super) fn overhangs(&self) -> bool {
        self.scene.panels.get(self.operand).is_some_and(|panel| panel.reading.overhangs())
    }

    /// The cell of the operand that a cell of the result reads; `Err` where that lies beyond it, `Ok(None)` where it is
    /// not known.
    fn follow(&self, cell: i64) -> Result<Option<i64>, ()> {
        let (Some(result), Some(operand)) = (self.scene.panels.get(self.result), self.scene.panels.get(self.operand))
        else {
            return Ok(None);
        };
        let mut digits = vec![0; self.scene.extents.len()];
        if !result.reading.digits(cell, &mut digits) {
            return Ok(None);
        }
        operand.reading.place(&digits).map(Some).ok_or(())
    }
}

impl Beyond {
    /// Returns true if a 1-D coordinate lies beyond.
    pub fn holds(&self, linear: i64) -> bool {
        self.link_of(linear).is_some()
    }

    fn link_of(&self, linear: i64) -> Option<usize> {
        let mut cell = linear;
        for (number, link) in self.links.iter().enumerate() {
            match link.follow(cell) {
                Ok(Some(next)) => cell = next,
                Ok(None) => return None,
                Err(()) => return Some(number),
            }
        }
        None
    }

    /// Counts the coordinates that lie beyond; `None` of layouts with more than [`TABLE_LIMIT`] coordinates.
    pub fn count(&self) -> Option<i64> {
        let all = 0..Some(self.size).filter(|size| *size <= TABLE_LIMIT)?;
        i64::try_from(all.filter(|linear| self.holds(*linear)).count()).ok()
    }

    /// The number of coordinates, those beyond included.
    pub fn size(&self) -> i64 {
        self.size
    }

    /// Returns the notebook's text for the operand that they lie beyond, and its shape: of several the first.
    pub fn operand(&self) -> Option<(&str, String)> {
        let link = self.links.iter().find(|link| link.overhangs())?;
        let panel = link.scene.panels.get(link.operand)?;
        Some((panel.written.as_deref()?, panel.layout.shape().to_string()))
    }
}
