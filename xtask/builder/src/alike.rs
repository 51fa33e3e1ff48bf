//! In which order the functions of a module stand: each beside what it is most like, so that a compression finds in front of
//! a function what it repeats. The order changes nothing else.
//!
//! `wasm-opt` puts functions in the order of their names; so here each gets a name that says its place.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use anyhow::{Context as _, Result};
use wasm_encoder::{Module, NameMap, NameSection, RawSection};
use wasmparser::{KnownCustom, Name, Parser, Payload, TypeRef};

use crate::rest::plain;

/// Number of bytes in a row that are compared.
const RUN: usize = 4;
/// Number of functions beyond which what is in them tells none apart.
const COMMON: usize = 1000;
/// Cost of standing as far away as one can in the order of the names, where 1 is to have nothing in common.
const FAR: f64 = 0.03;

/// Arguments by which `wasm-opt` uses the names.
pub(crate) const BY_NAME: [&str; 2] = ["--reorder-functions-by-name", "--strip-debug"];

/// The module with names for its functions by which each stands beside what it is most like.
pub(crate) fn named(module: &[u8]) -> Result<Vec<u8>> {
    let mut kept = Module::new();
    let (mut imported, mut bodies, mut names) = (0_u32, Vec::new(), BTreeMap::new());
    for payload in Parser::new(0).parse_all(module) {
        let payload = payload?;
        match &payload {
            Payload::ImportSection(section) => {
                for import in section.clone().into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(section) = section.as_known() {
                    for name in section {
                        if let Name::Function(map) = name? {
                            for naming in map {
                                let naming = naming?;
                                names.insert(naming.index, plain(naming.name));
                            }
                        }
                    }
                    continue;
                }
            }
            _ => {}
        }
        if let Some((id, range)) = payload.as_section() {
            let range = usize::try_from(range.start)?..usize::try_from(range.end)?;
            kept.section(&RawSection { id, data: module.get(range).context("a section beyond the module")? });
        }
    }
    let called = |place: usize| u32::try_from(place).ok().and_then(|place| names.get(&(imported + place)));
    // Where names are equal or missing, as the compiler had them.
    let mut by_name = (0..bodies.len()).collect::<Vec<_>>();
    by_name.sort_by_key(|place| called(*place));
    let mut map = NameMap::new();
    for index in 0..imported {
        map.append(index, &format!("import{index}"));
    }
    let mut places = vec![0; bodies.len()];
    for (place, function) in order(&bodies, &by_name).into_iter().enumerate() {
        if let Some(own) = places.get_mut(function) {
            *own = place;
        }
    }
    for (function, place) in places.into_iter().enumerate() {
        map.append(imported + u32::try_from(function)?, &format!("{place:08}"));
    }
    let mut section = NameSection::new();
    section.functions(&map);
    kept.section(&section);
    Ok(kept.finish())
}

/// From the longest function on, always the one of those left that has the largest part of its runs in common with the last
/// one; of two that have as much, the one whose name is nearer.
fn order(bodies: &[&[u8]], by_name: &[usize]) -> Vec<usize> {
    let runs = bodies.iter().map(|body| body.windows(RUN).collect::<BTreeSet<_>>()).collect::<Vec<_>>();
    let mut holders = HashMap::<&[u8], Vec<usize>>::new();
    for (function, runs) in runs.iter().enumerate() {
        for run in runs {
            holders.entry(run).or_default().push(function);
        }
    }
    holders.retain(|_, holders| (2..=COMMON).contains(&holders.len()));
    let mut near = vec![0.0; bodies.len()];
    for (place, function) in by_name.iter().enumerate() {
        near[*function] = FAR * place as f64 / bodies.len() as f64;
    }
    let mut left = (0..bodies.len()).collect::<BTreeSet<_>>();
    let mut order = Vec::with_capacity(bodies.len());
    let mut next = left.iter().copied().max_by_key(|function| runs[*function].len());
    while let Some(last) = next {
        order.push(last);
        left.remove(&last);
        let mut common = vec![0_u32; bodies.len()];
        for function in runs[last].iter().filter_map(|run| holders.get(run)).flatten() {
            common[*function] += 1;
        }
        let like = |function: usize| {
            f64::from(common[function]) / runs[function].len().max(1) as f64 - (near[function] - near[last]).abs()
        };
        next = left.iter().copied().max_by(|one, other| like(*one).total_cmp(&like(*other)));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_stand_beside_what_they_are_like() {
        let [long, longer, other] = [*b"abcdefghijkl", *b"abcdefghijkl", *b"0123456789xy"];
        let bodies: [&[u8]; 4] = [&long, &other[..9], &longer[..11], &other];
        let found = order(&bodies, &[0, 1, 2, 3]);
        assert_eq!(found.len(), 4);
        let place = |function: usize| found.iter().position(|other| *other == function).unwrap();
        assert_eq!((place(0).abs_diff(place(2)), place(1).abs_diff(place(3))), (1, 1), "{found:?}");
        assert!(order(&[], &[]).is_empty());
    }
}
