//! Digits that the panels of a scene share. A panel's 1-D coordinate is a sum of some of them times strides, so that
//! cells of two panels correspond where the digits that both read are the same.

use std::collections::HashMap;

use crate::after::After;

/// Where digits cannot be read off a coordinate one by one, so many combinations are tried out; of more the way from a
/// coordinate to its digits stays unknown.
pub const TABLE_LIMIT: i64 = 1 << 16;

/// The most digits and components that a coordinate is made of, each a step for every cell that is drawn; with more
/// nothing corresponds. No layout comes near it: of extents above 1 a size of 63 bits holds 62, and a panel at most two
/// layouts of them.
pub const TERM_LIMIT: usize = 256;

/// A digit that counts in a coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Term {
    pub(crate) digit: usize,
    pub(crate) extent: i64,
    pub(crate) component: usize,
    pub(crate) stride: i64,
}

/// A mode of a panel as a whole: what is read in it begins at `base` and stays below `size`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Component {
    pub(crate) base: i64,
    pub(crate) size: i64,
    /// Amount that one step in it adds to the 1-D coordinate.
    pub(crate) weight: i64,
}

/// Rule by which a panel's 1-D coordinate is made of digits.
///
/// Law: `place(digits(c)) = c` for every coordinate that any digits have.
#[derive(Debug, Clone)]
pub(crate) struct Reading {
    terms: Vec<Term>,
    /// Each component with its own terms.
    components: Vec<(Component, Vec<Term>)>,
    /// `true` if one component is the whole coordinate.
    is_single: bool,
    /// Changes to the sum before it is a coordinate, where there is one component.
    after: After,
    back: Back,
}

/// Way in which digits are found again.
#[derive(Debug, Clone)]
enum Back {
    /// Each component's terms, the largest stride first: each takes as much as fits.
    Apart(Vec<Vec<Term>>),
    /// The number of the first combination with each coordinate.
    Table(HashMap<i64, i64>),
    /// Too many combinations.
    Unknown,
}

impl Reading {
    pub(crate) fn new(terms: Vec<Term>, components: Vec<Component>, after: After) -> Reading {
        let mut terms = terms;
        terms.retain(|term| term.stride != 0 && term.extent > 1);
        let is_single = components.len() == 1;
        let mut components = components.into_iter().map(|component| (component, Vec::new())).collect::<Vec<_>>();
        for term in &terms {
            if let Some((_, own)) = components.get_mut(term.component) {
                own.push(*term);
            }
        }
        // Layouts of thousands of modes have mostly such ones: 0 whatever the digits are.
        let is_nothing = |component: &Component| component.base == 0 && component.size == 1;
        components.retain(|(component, own)| is_single || !own.is_empty() || !is_nothing(component));
        let mut reading = Reading { terms, components, is_single, after, back: Back::Unknown };
        if reading.length() > TERM_LIMIT {
            return reading;
        }
        reading.back = reading.apart().map_or_else(|| reading.table(), Back::Apart);
        reading
    }

    /// All digits in this order as they run, each with its extent: the reading of a compact column-major panel.
    pub(crate) fn compact(order: &[(usize, i64)]) -> Option<Reading> {
        let mut size = 1_i64;
        let mut terms = Vec::with_capacity(order.len());
        for &(digit, extent) in order {
            terms.push(Term { digit, extent, component: 0, stride: size });
            size = size.checked_mul(extent)?;
        }
        Some(Reading::new(terms, vec![Component { base: 0, size, weight: 1 }], After::default()))
    }

    /// Returns the number of steps that a coordinate takes.
    pub(crate) fn length(&self) -> usize {
        self.terms.len() + self.components.len()
    }

    /// Returns true if the digit makes a difference here.
    pub(crate) fn reads(&self, digit: usize) -> bool {
        self.terms.iter().any(|term| term.digit == digit)
    }

    /// Returns true if digits can be found again.
    pub(crate) fn is_known(&self) -> bool {
        !matches!(self.back, Back::Unknown)
    }

    /// The coordinate of these digits; `None` where it lies outside the panel.
    pub(crate) fn place(&self, digits: &[i64]) -> Option<i64> {
        let mut sum = 0_i64;
        for (component, terms) in &self.components {
            let mut value = component.base;
            for term in terms {
                let digit = digits.get(term.digit).copied().unwrap_or_default();
                value = value.checked_add(digit.checked_mul(term.stride)?)?;
            }
            if self.is_single {
                value = self.after.apply(value).ok()?;
            }
            if !(0..component.size).contains(&value) {
                return None;
            }
            sum = sum.checked_add(value.checked_mul(component.weight)?)?;
        }
        Some(sum)
    }

    /// Returns true if some digits lead outside the panel, as far as their strides say: what comes after them may lead
    /// back.
    pub(crate) fn overhangs(&self) -> bool {
        self.components.iter().any(|(component, terms)| {
            let (mut least, mut greatest) = (component.base, component.base);
            for term in terms {
                let reach = (term.extent - 1).saturating_mul(term.stride);
                least = least.saturating_add(reach.min(0));
                greatest = greatest.saturating_add(reach.max(0));
            }
            least < 0 || greatest >= component.size || !self.after.is_empty()
        })
    }

    /// Its components, each with its own terms, and what follows their sum where there is one.
    pub(super) fn components(&self) -> (&[(Component, Vec<Term>)], &After) {
        (&self.components, &self.after)
    }

    /// Writes the digits of a coordinate, 0 where a digit is not read; `false` where no digits have it.
    pub(crate) fn digits(&self, coordinate: i64, out: &mut [i64]) -> bool {
        out.fill(0);
        match &self.back {
            Back::Unknown => false,
            Back::Table(table) => table.get(&coordinate).is_some_and(|number| {
                self.combination(*number, out);
                true
            }),
            Back::Apart(components) => self.taken_apart(components, coordinate, out).is_some(),
        }
    }

    fn combination(&self, number: i64, out: &mut [i64]) {
        let mut rest = number;
        for term in &self.terms {
            if let Some(digit) = out.get_mut(term.digit) {
                *digit = rest % term.extent;
            }
            rest /= term.extent;
        }
    }

    fn taken_apart(&self, components: &[Vec<Term>], coordinate: i64, out: &mut [i64]) -> Option<()> {
        let only = self.is_single;
        let mut others = coordinate;
        for ((component, _), terms) in self.components.iter().zip(components) {
            let value = coordinate.div_euclid(component.weight.max(1));
            let value = if only { value } else { value.rem_euclid(component.size.max(1)) };
            if !(0..component.size).contains(&value) {
                return None;
            }
            others = others.checked_sub(value.checked_mul(component.weight)?)?;
            let value = if only { self.after.undo(value)? } else { value };
            // Negative strides count down from the end of their digit.
            let mut rest = value.checked_sub(component.base)?;
            for term in terms.iter().filter(|term| term.stride < 0) {
                rest = rest.checked_add((term.extent - 1).checked_mul(-term.stride)?)?;
            }
            if rest < 0 {
                return None;
            }
            for term in terms {
                let length = term.stride.abs();
                let taken = (rest / length).min(term.extent - 1);
                rest -= taken * length;
                *out.get_mut(term.digit)? = if term.stride < 0 { term.extent - 1 - taken } else { taken };
            }
            if rest != 0 {
                return None;
            }
        }
        // Coordinates off the beginning of a mode that nothing reads are reached by nothing.
        (others == 0).then_some(())
    }

    /// The terms of each component, where each stride is larger than all that the smaller ones add up to.
    fn apart(&self) -> Option<Vec<Vec<Term>>> {
        let mut components = Vec::with_capacity(self.components.len());
        for (_, own) in &self.components {
            let mut own = own.clone();
            own.sort_by_key(|term| term.stride.checked_abs().unwrap_or(i64::MAX));
            let mut reach = 0_i64;
            for term in &own {
                let length = term.stride.checked_abs()?;
                if length <= reach {
                    return None;
                }
                reach = reach.checked_add(length.checked_mul(term.extent - 1)?)?;
            }
            own.reverse();
            components.push(own);
        }
        Some(components)
    }

    /// Every combination tried out.
    fn table(&self) -> Back {
        let count = self.terms.iter().try_fold(1_i64, |all, term| all.checked_mul(term.extent));
        let Some(count) = count.filter(|count| *count <= TABLE_LIMIT) else { return Back::Unknown };
        let mut digits = vec![0; self.terms.iter().map(|term| term.digit + 1).max().unwrap_or_default()];
        let mut table = HashMap::new();
        for number in 0..count {
            self.combination(number, &mut digits);
            if let Some(coordinate) = self.place(&digits) {
                table.entry(coordinate).or_insert(number);
            }
        }
        Back::Table(table)
    }
}
