//! The predicate that a kernel writes for what overhangs: inequalities in the coordinates of a layout that hold for the
//! cells inside the layout that it was made from.

use super::beyond::{Beyond, Link};
use super::space::Component;
use crate::layout::Shape;
use crate::nested::Nested;
use crate::notebook::token::is_name;

/// Names of the coordinates of a mode, as kernels call them; those of a layout read as one mode are `i`.
const LETTERS: [&str; 6] = ["m", "n", "k", "l", "p", "q"];
const ONLY: &str = "i";
/// Coordinates that say nothing about where in the operand they lead.
const OTHER: &str = "x";

/// A sum of numbers of a coordinate, each times a factor.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sum {
    constant: i64,
    /// Which leaf of the coordinate, and its factor.
    terms: Vec<(usize, i64)>,
}

/// A mode of the operand, and the coordinate along it.
#[derive(Debug, Clone)]
struct Along {
    sum: Sum,
    /// The size of the mode.
    size: i64,
    /// Which mode of the operand, where it is one; `None` where all of the operand is read as one.
    mode: Option<usize>,
    /// `true` if it passes below 0, and `true` if it passes the size.
    passes: [bool; 2],
}

/// When a coordinate of a layout lies inside the layout that it was made from.
///
/// Law: `holds(c)` where, and only where, [`Beyond::holds`] does not.
#[derive(Debug, Clone)]
pub struct Predicate {
    shape: Shape,
    names: Vec<String>,
    extents: Vec<i64>,
    along: Vec<Along>,
    /// Text in the notebook for the operand.
    operand: String,
    /// The extents of the operand's modes; `None` where one of them has modes itself.
    modes: Option<Vec<i64>>,
}

/// In which language a predicate is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// CuTe's C++.
    Cpp,
    /// The Python DSL, with `cute` for `cutlass.cute`.
    Python,
}

impl Sum {
    fn bounds(&self, extents: &[i64]) -> Option<[i64; 2]> {
        let mut bounds = [self.constant; 2];
        for (leaf, factor) in &self.terms {
            let reach = factor.checked_mul(extents.get(*leaf)? - 1)?;
            bounds = [bounds[0].checked_add(reach.min(0))?, bounds[1].checked_add(reach.max(0))?];
        }
        Some(bounds)
    }

    fn add(&mut self, other: &Sum, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (leaf, own) in &other.terms {
            let more = own.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(known, _)| known == leaf) {
                Some((_, known)) => *known = known.checked_add(more)?,
                None => self.terms.push((*leaf, more)),
            }
        }
        self.terms.retain(|(_, factor)| *factor != 0);
        Some(())
    }

    fn value(&self, digits: &[i64]) -> Option<i64> {
        self.terms
            .iter()
            .try_fold(self.constant, |sum, (leaf, factor)| sum.checked_add(factor.checked_mul(*digits.get(*leaf)?)?))
    }

    /// `m0 + 4*m1`, the leaves in their order.
    fn written(&self, names: &[String]) -> String {
        let mut terms = self.terms.clone();
        terms.sort_unstable();
        let mut text = String::new();
        let mut add = |factor: i64, what: Option<&String>| {
            let sign = match (text.is_empty(), factor < 0) {
                (true, true) => "-",
                (true, false) => "",
                (false, true) => " - ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            match (what, factor.unsigned_abs()) {
                (Some(name), 1) => text.push_str(name),
                (Some(name), factor) => text.push_str(&format!("{factor}*{name}")),
                (None, constant) => text.push_str(&constant.to_string()),
            }
        };
        terms.iter().for_each(|(leaf, factor)| add(*factor, names.get(*leaf)));
        if self.constant != 0 || self.terms.is_empty() {
            add(self.constant, None);
        }
        text
    }
}

impl Beyond {
    /// The predicate, where sums of the coordinates say it: not where a swizzle follows, or a coordinate is cut once more
    /// by what does not divide it.
    pub fn predicate(&self) -> Option<Predicate> {
        let first = self.links.first()?;
        let shape = first.scene.panels.get(first.result)?.layout.shape().clone();
        let extents = shape.leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
        let mut cell = Sum::default();
        let mut weight = 1_i64;
        for (leaf, extent) in extents.iter().enumerate() {
            if *extent > 1 {
                cell.terms.push((leaf, weight));
            }
            weight = weight.checked_mul(*extent)?;
        }
        let last = self.links.iter().rposition(Link::overhangs)?;
        let mut found: Option<(&Link, Vec<Along>)> = None;
        for link in self.links.get(..=last)? {
            let (along, next) = followed(link, &cell, &extents)?;
            if along.iter().any(|along| along.passes != [false; 2]) {
                // Of two layouts that are overhung there is no one to write the predicate of.
                found = match found {
                    None => Some((link, along)),
                    Some(_) => return None,
                };
            }
            cell = next;
        }
        let (link, along) = found?;
        let operand = link.scene.panels.get(link.operand)?;
        let modes = operand.layout.shape().modes().iter().map(|mode| match mode {
            Nested::Leaf(extent) => Some(extent.value()),
            Nested::Tuple(_) => None,
        });
        let names = named(&along, extents.len());
        let operand_text = operand.written.clone()?;
        Some(Predicate { shape, names, extents, along, operand: operand_text, modes: modes.collect() })
    }
}

/// Where a cell leads: the coordinates along the modes of the operand, and the cell of the operand.
fn followed(link: &Link, cell: &Sum, extents: &[i64]) -> Option<(Vec<Along>, Sum)> {
    let (result, operand) = (link.scene.panels.get(link.result)?, link.scene.panels.get(link.operand)?);
    let digits = result.reading.taken_from(cell, extents)?;
    let (components, after) = operand.reading.components();
    after.is_empty().then_some(())?;
    let shape = operand.layout.shape();
    let (mut along, mut next) = (Vec::new(), Sum::default());
    for (component, terms) in components {
        let mut sum = Sum { constant: component.base, terms: Vec::new() };
        for term in terms {
            if let Some(digit) = digits.get(term.digit) {
                sum.add(digit, term.stride)?;
            }
        }
        let [least, greatest] = sum.bounds(extents)?;
        next.add(&sum, component.weight)?;
        let passes = [least < 0, greatest >= component.size];
        along.push(Along { sum, size: component.size, mode: mode_of(shape, component), passes });
    }
    Some((along, next))
}

/// The mode of a shape that a component is; `None` of all of it, and of one inside a mode.
fn mode_of(shape: &Shape, component: &Component) -> Option<usize> {
    (shape.rank() > 1).then_some(())?;
    let mut weight = 1_i64;
    for (number, mode) in shape.modes().iter().enumerate() {
        let size = crate::int_tuple::product(mode).ok()?.value();
        if weight == component.weight && size == component.size && size > 1 {
            return Some(number);
        }
        weight = weight.checked_mul(size)?;
    }
    None
}

/// A name for each leaf, by the mode along which it leads.
fn named(along: &[Along], count: usize) -> Vec<String> {
    let only = along.len() == 1 && along.iter().all(|along| along.mode.is_none());
    let letter = |place: usize, own: &Along| match (only, LETTERS.get(own.mode.unwrap_or(place))) {
        (true, _) => ONLY,
        (false, letter) => letter.copied().unwrap_or(OTHER),
    };
    let letters = (0..count).map(|leaf| {
        let found = along.iter().enumerate().find(|(_, own)| own.sum.terms.iter().any(|(known, _)| *known == leaf));
        found.map_or(OTHER, |(place, own)| letter(place, own))
    });
    let letters = letters.collect::<Vec<_>>();
    let name = |(leaf, letter): (usize, &&str)| {
        let before = letters.iter().take(leaf).filter(|other| *other == letter).count();
        let is_one = letters.iter().filter(|other| *other == letter).count() == 1;
        if is_one { letter.to_string() } else { format!("{letter}{before}") }
    };
    letters.iter().enumerate().map(name).collect()
}

impl Predicate {
    /// Returns true if a 1-D coordinate lies inside.
    pub fn holds(&self, linear: i64) -> bool {
        let mut rest = linear;
        let digits = self.extents.iter().map(|extent| {
            // Of an extent of 0 there is no coordinate.
            let digit = rest.checked_rem(*extent).unwrap_or(0);
            rest = rest.checked_div(*extent).unwrap_or(0);
            digit
        });
        let digits = digits.collect::<Vec<_>>();
        self.along.iter().all(|along| along.sum.value(&digits).is_some_and(|at| (0..along.size).contains(&at)))
    }

    /// Returns the notebook's text for the operand that coordinates may lie beyond.
    pub fn operand(&self) -> &str {
        &self.operand
    }

    /// The coordinate of which it speaks, with the names that it uses: `((m0,n0),(m1,n1))`. What is always 0 is 0.
    pub fn coordinate(&self) -> String {
        let mut names = self.names.iter().zip(&self.extents);
        let name = |(name, extent): (&String, &i64)| if *extent == 1 { "0".to_string() } else { name.clone() };
        self.shape.map(&mut |_| names.next().map(name).unwrap_or_default()).to_string()
    }

    /// The inequalities with their numbers: `m0 + 4*m1 < 10 && n < 8`.
    pub fn inequalities(&self, dialect: Dialect) -> String {
        self.joined(dialect, |along| along.size.to_string())
    }

    /// As a kernel writes it, of the operand by its name: `elem_less(make_coord(m0 + 4*m1, n0 + 4*n1), shape(A))`, or where
    /// modes of the operand have modes, with their sizes. With numbers where it has no name.
    pub fn written(&self, dialect: Dialect) -> String {
        if !is_name(&self.operand) {
            return self.inequalities(dialect);
        }
        let operand = &self.operand;
        if let Some(sums) = self.whole() {
            let sums = sums.join(", ");
            return match dialect {
                Dialect::Cpp => format!("elem_less(make_coord({sums}), shape({operand}))"),
                Dialect::Python => format!("cute.elem_less(({sums}), {operand}.shape)"),
            };
        }
        self.joined(dialect, |along| match (along.mode, dialect) {
            (Some(mode), Dialect::Cpp) => format!("size<{mode}>({operand})"),
            (Some(mode), Dialect::Python) => format!("cute.size({operand}, mode=[{mode}])"),
            (None, _) if self.along.len() > 1 => along.size.to_string(),
            (None, Dialect::Cpp) => format!("size({operand})"),
            (None, Dialect::Python) => format!("cute.size({operand})"),
        })
    }

    /// The coordinate in each mode of the operand, where it has several and none has modes of its own.
    fn whole(&self) -> Option<Vec<String>> {
        let modes = self.modes.as_ref().filter(|modes| modes.len() > 1)?;
        let is_plain = self.along.iter().all(|along| along.mode.is_some() && !along.passes[0]);
        let sum = |mode: usize| {
            let own = self.along.iter().find(|along| along.mode == Some(mode));
            own.map_or_else(|| "0".to_string(), |along| along.sum.written(&self.names))
        };
        is_plain.then(|| (0..modes.len()).map(sum).collect())
    }

    fn joined(&self, dialect: Dialect, size: impl Fn(&Along) -> String) -> String {
        let mut found = Vec::new();
        for along in &self.along {
            let sum = along.sum.written(&self.names);
            if along.passes[0] {
                found.push(format!("{sum} >= 0"));
            }
            if along.passes[1] {
                found.push(format!("{sum} < {}", size(along)));
            }
        }
        found.join(match dialect {
            Dialect::Cpp => " && ",
            Dialect::Python => " and ",
        })
    }
}

impl super::space::Reading {
    /// The digits of a coordinate that is a sum, each as a sum: what a digit counts stays within it, so that nothing is
    /// carried. `None` where that is not so.
    pub(super) fn taken_from(&self, cell: &Sum, extents: &[i64]) -> Option<Vec<Sum>> {
        let (components, after) = self.components();
        let [(component, terms)] = components else { return None };
        let is_plain = after.is_empty() && component.base == 0 && component.weight == 1;
        is_plain.then_some(())?;
        let mut terms = terms.clone();
        terms.sort_by_key(|term| std::cmp::Reverse(term.stride));
        let mut digits = vec![Sum::default(); terms.iter().map(|term| term.digit + 1).max().unwrap_or_default()];
        let mut rest = cell.clone();
        for term in terms {
            let stride = Some(term.stride).filter(|stride| *stride > 0)?;
            let mut digit = Sum { constant: rest.constant.div_euclid(stride), terms: Vec::new() };
            rest.constant = rest.constant.rem_euclid(stride);
            let (own, others) = rest.terms.into_iter().partition::<Vec<_>, _>(|(_, factor)| factor % stride == 0);
            digit.terms.extend(own.into_iter().map(|(leaf, factor)| (leaf, factor / stride)));
            rest.terms = others;
            let ([least, most], [below, above]) = (digit.bounds(extents)?, rest.bounds(extents)?);
            let is_apart = least >= 0 && most < term.extent && below >= 0 && above < stride;
            is_apart.then_some(())?;
            *digits.get_mut(term.digit)? = digit;
        }
        (rest == Sum::default()).then_some(digits)
    }
}
