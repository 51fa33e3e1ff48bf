//! The rules by which names of atoms are read, and what follows from a name.
//!
//! A rule is a row of slots with parameters (`grammar`), a law of which parameters go together, and the modes that follow
//! from them (`sketch`). The same slots read a name, print it, list all names and complete what one types.

mod grammar;
mod matrices;
mod reason;
mod simple;
mod sketch;
mod systolic;
mod tensor_memory;
mod umma;
mod warp;
mod warpgroup;
mod wave;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Atom, CopyOperation, MmaAtom};
use grammar::{Argument, Begun, Extent, Held, LONGEST, Parameters, Read, Slot, bare, split};
pub use reason::{Dimension, Extents, Reason};
use sketch::Sketch;
pub use sketch::{Counts, Mode, Quirk, Role, Told};
pub(crate) use tensor_memory::{of_shared_memory_copy, of_tensor_memory_copy};
pub(crate) use umma::{TensorMemory, of_tensor_memory};

/// A family of names.
struct Rule {
    /// The public document that the layouts are from.
    source: &'static str,
    slots: &'static [Slot],
    arguments: &'static [Argument],
    /// Why what is given is no atom; what is not given yet is no reason.
    check: fn(&Parameters) -> Result<(), Reason>,
    /// The modes of an atom that is legal.
    sketch: fn(&Parameters) -> Option<Sketch>,
}

/// All rules.
const RULES: [&Rule; 24] = [
    &simple::FUSED,
    &simple::DOT,
    &simple::PAIRED,
    &simple::QUAD_PAIR,
    &warp::DENSE,
    &warp::BY_TYPES,
    &warpgroup::PRODUCT,
    &umma::PRODUCT,
    &simple::COPY,
    &simple::VECTORIZED,
    &simple::ASYNCHRONOUS,
    &simple::WIDE,
    &matrices::PLAIN,
    &matrices::UNPACKED,
    &matrices::TRANSPOSED,
    &matrices::TRANSPOSED_BYTES,
    &matrices::MOVED,
    &matrices::SHUFFLED,
    &tensor_memory::MOVED,
    &tensor_memory::REDUCED,
    &tensor_memory::COPIED,
    &wave::MATRIX,
    &wave::WAVE,
    &systolic::SYSTOLIC,
];

/// Beginnings of names of matrices that a program can only load, multiply and store whole, and whose they are: no
/// public document says which thread holds which element.
///
/// Metal Shading Language Specification, SIMD-group Matrix Data Types; WGSL, extension `subgroup_matrix`; CUDA C++
/// Programming Guide, Warp Matrix Functions: the mapping of elements is unspecified.
const OPAQUE: [(&str, &str); 3] = [("simdgroup_", "Metal"), ("subgroup_matrix", "WebGPU"), ("wmma::", "CUDA")];

/// Number of names that are proposed for one that is none.
const NEAREST_MOST: usize = 3;

/// Number of steps that are tried to see whether a beginning leads to a name.
const STEPS_MOST: u32 = 4_096;

/// Why a name is no atom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownAtom {
    /// The nearest names that are, at most three.
    pub nearest: Vec<String>,
    /// Why.
    pub reason: Reason,
}

/// The atom of a name with its template arguments as they are printed: `half_t`, `64`, `UMMA::Major::K`. They may also
/// stand in the name, in brackets; spaces and the namespaces `cute` and `cutlass` say nothing.
pub fn find(name: &str, arguments: &[&str]) -> Result<Atom, UnknownAtom> {
    let (rule, given) = read(name, arguments)?;
    let printed = rule.print(&given);
    match (rule.sketch)(&given) {
        Some(sketch) => Ok(sketch.atom(printed)),
        None => Err(UnknownAtom { nearest: Vec::new(), reason: Reason::Unread { read: printed.len() } }),
    }
}

/// The rule that has a name, and what the name says.
fn read(name: &str, arguments: &[&str]) -> Result<(&'static Rule, Parameters), UnknownAtom> {
    let bytes = name.len() + arguments.iter().map(|argument| argument.len() + 1).sum::<usize>();
    if bytes > LONGEST {
        return Err(UnknownAtom { nearest: Vec::new(), reason: Reason::TooLong { bytes } });
    }
    let whole = match arguments {
        [] => bare(name),
        _ => bare(&format!("{name}<{}>", arguments.join(","))),
    };
    if let Some((_, whose)) = OPAQUE.iter().find(|(beginning, _)| whole.starts_with(beginning)) {
        return Err(UnknownAtom { nearest: Vec::new(), reason: Reason::Opaque { whose } });
    }
    let Some((head, arguments)) = split(&whole) else {
        return Err(UnknownAtom { nearest: nearest(&whole), reason: Reason::Brackets });
    };
    let mut furthest = 0;
    let mut refused = None;
    for rule in RULES {
        match rule.read(head, &arguments) {
            Read::Whole(given) => match (rule.check)(&given) {
                Ok(()) => return Ok((rule, given)),
                Err(reason) => refused = refused.or(Some((reason, varied(rule, &given)))),
            },
            Read::Arguments(reason) => refused = refused.or(Some((reason, Vec::new()))),
            Read::Until(at) => furthest = furthest.max(at),
        }
    }
    let (reason, mut names) = refused.unwrap_or((Reason::Unread { read: furthest }, Vec::new()));
    if names.is_empty() && !matches!(reason, Reason::Argument { .. }) {
        names = nearest(head);
        // What is wrong with a name that there is, is no letter of it.
        names.retain(|name| name != head);
    }
    Err(UnknownAtom { nearest: names, reason })
}

/// The names that differ from what is given by one number or one word, the nearest numbers first.
fn varied(rule: &'static Rule, given: &Parameters) -> Vec<String> {
    let varied = rule.variations().into_iter().filter_map(|(field, held)| {
        let other = given.with(field, held);
        let distance = match held {
            Held::Number(number) => given.number(field).map_or(0, |found| found.abs_diff(number)),
            _ => 0,
        };
        (rule.check)(&other).is_ok().then(|| (distance, rule.print(&other)))
    });
    let mut varied = varied.collect::<Vec<_>>();
    varied.sort_by_key(|(distance, _)| *distance);
    varied.into_iter().map(|(_, name)| name).take(NEAREST_MOST).collect()
}

/// The names without arguments that are nearest to a text, letter by letter.
fn nearest(text: &str) -> Vec<String> {
    let text = text.split('<').next().unwrap_or_default().to_lowercase();
    // Further away a name is no longer a misspelling.
    let most = (text.len() / 3).min(8);
    if text.len() > 80 {
        return Vec::new();
    }
    let mut seen = BTreeSet::new();
    for (name, lowered) in &*BARE_NAMES {
        // A name without a namespace means the name in it.
        let own = if text.contains(':') { lowered } else { lowered.rsplit("::").next().unwrap_or(lowered) };
        if let Some(distance) = distance(&text, own, most) {
            seen.insert((distance, name));
        }
    }
    seen.into_iter().map(|(_, name)| name.clone()).take(NEAREST_MOST).collect()
}

/// The names without arguments, each also in small letters: there are thousands, and a text may ask for many.
static BARE_NAMES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let names = Names { begun: RULES.iter().rev().map(|rule| Begun::new(rule)).collect(), extent: Extent::Bare };
    names.map(|name| (name.clone(), name.to_lowercase())).collect()
});

/// Counts the letters that are to be put in, left out or changed, if they are no more than `most`.
pub(crate) fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > most {
        return None;
    }
    let mut row = (0..=right.len()).collect::<Vec<_>>();
    for (index, letter) in left.bytes().enumerate() {
        let (mut corner, mut before) = (index, index + 1);
        let mut least = before;
        if let Some(first) = row.first_mut() {
            *first = before;
        }
        for (cell, other) in row.iter_mut().skip(1).zip(right.bytes()) {
            let changed = corner + usize::from(letter != other);
            corner = *cell;
            before = changed.min(before + 1).min(*cell + 1);
            least = least.min(before);
            *cell = before;
        }
        if least > most {
            return None;
        }
    }
    row.last().copied().filter(|distance| *distance <= most)
}

/// Names, one after another.
struct Names {
    begun: Vec<Begun>,
    extent: Extent,
}

impl Iterator for Names {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            let begun = self.begun.pop()?;
            match begun.next(self.extent) {
                None => return Some(begun.text),
                Some(next) => self.begun.extend(next.into_iter().rev()),
            }
        }
    }
}

/// All names, rule by rule, with the arguments without which there is no atom.
pub fn all_names() -> impl Iterator<Item = String> {
    Names { begun: RULES.iter().rev().map(|rule| Begun::new(rule)).collect(), extent: Extent::Needed }
}

/// Returns the number of rules.
pub fn rule_count() -> usize {
    RULES.len()
}

/// Text that may be written next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The text with it.
    pub text: String,
    /// Text that follows what stands there already.
    pub token: String,
    /// `true` if that is a name.
    pub is_whole: bool,
}

/// Lists what may follow a beginning of a name: the next choice and what is certain after it, at most `limit` of them.
pub fn complete(prefix: &str, limit: usize) -> Vec<Completion> {
    let mut completions: Vec<Completion> = Vec::new();
    if prefix.len() > LONGEST {
        return completions;
    }
    let prefix = bare(prefix);
    let mut begun = RULES.iter().rev().map(|rule| Begun::new(rule)).collect::<Vec<_>>();
    while let Some(one) = begun.pop() {
        if completions.len() >= limit {
            break;
        }
        if one.text.len() > prefix.len() {
            let settled = settled(one);
            let Some(token) = settled.text.get(prefix.len()..) else { continue };
            let is_whole = settled.next(Extent::Offered).is_none_or(|next| next.iter().any(is_done));
            if !completions.iter().any(|other| other.text == settled.text) {
                completions.push(Completion { token: token.to_string(), text: settled.text, is_whole });
            }
            continue;
        }
        let next = one.next(Extent::Offered).unwrap_or_default().into_iter().rev();
        let next = next.filter(|next| prefix.starts_with(&next.text) || next.text.starts_with(&prefix));
        begun.extend(next.filter(|next| next.leads_somewhere(&mut { STEPS_MOST })));
    }
    completions
}

/// Returns true if nothing has to follow.
fn is_done(begun: &Begun) -> bool {
    begun.next(Extent::Offered).is_none_or(|next| next.iter().any(|next| next.text == begun.text && is_done(next)))
}

/// Returns what is written, with all that is certain to follow.
fn settled(mut begun: Begun) -> Begun {
    loop {
        let next = begun.next(Extent::Offered).unwrap_or_default().into_iter();
        let next = next.filter(|next| next.leads_somewhere(&mut { STEPS_MOST })).collect::<Vec<_>>();
        match <[Begun; 1]>::try_from(next) {
            Ok([only]) => begun = only,
            Err(_) => return begun,
        }
    }
}

/// Why the layouts of an atom are as they are, step by step.
pub fn told(atom: &MmaAtom) -> Vec<Told> {
    told_of(&atom.name)
}

/// Why the layouts of a copy are as they are, step by step.
pub fn told_of_copy(copy: &CopyOperation) -> Vec<Told> {
    told_of(&copy.name)
}

fn told_of(name: &str) -> Vec<Told> {
    let sketch = read(name, &[]).ok().and_then(|(rule, given)| (rule.sketch)(&given));
    sketch.map(|sketch| sketch.told()).unwrap_or_default()
}

/// The public document that the layouts of an atom are from.
pub fn source(atom: &Atom) -> Option<&'static str> {
    read(atom.name(), &[]).ok().map(|(rule, _)| rule.source)
}
