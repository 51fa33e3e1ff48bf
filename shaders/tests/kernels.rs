//! The table of kernels: every row is complete, every variant of it is accepted by naga and equals its twin, and no kernel
//! is drafted twice.

mod common;
#[path = "common/programs.rs"]
mod programs;

use std::sync::Arc;

use colex::words::Tongue;
use colex_shaders::bound::{Bindings, Bound, Effort};
use colex_shaders::generator::Making;
use colex_shaders::kernels::{NAMES, ROWS, row};
use colex_shaders::machine::Machine;
use colex_shaders::make::{row_major, swizzled};
use colex_shaders::parameter::{Given, Kind, Known};
use colex_shaders::program::Program;
use colex_shaders::words;
use common::device::gpu;
use programs::{equal, validate};

/// Returns true if each of some words stands there once.
fn are_distinct<'a>(words: impl IntoIterator<Item = &'a str>) -> bool {
    let mut seen = Vec::new();
    words.into_iter().all(|word| {
        let is_new = !seen.contains(&word);
        seen.push(word);
        is_new
    })
}

#[test]
fn every_row_says_everything_once() {
    assert!(are_distinct(NAMES.iter().map(|name| name.id)));
    assert_eq!(NAMES, ROWS.iter().map(|row| row.name).collect::<Vec<_>>());
    for own in ROWS {
        assert!(row(own.id()).is_some_and(|found| std::ptr::eq(found, *own)), "{own:?}");
        let keys = || own.parameters.iter().map(|parameter| parameter.key);
        assert!(are_distinct(keys()), "{own:?}");
        assert!(are_distinct(own.variants.iter().map(|variant| variant.name)), "{own:?}");
        assert!(!own.variants.is_empty() && !own.measured.standard.is_empty(), "{own:?}");
        assert!(own.ways.iter().all(|way| keys().any(|key| key == *way)), "{own:?}");
        assert_eq!(own.found().is_some(), own.family.is_some(), "{own:?}");
        let words = own.parameters.iter().flat_map(|parameter| parameter.name);
        let words = words.chain(own.name.words).chain(own.about);
        assert!(words.into_iter().all(|word| !word.is_empty()), "{own:?}");
        for variant in own.variants {
            for (key, value) in variant.values {
                let parameter = own.parameters.iter().find(|parameter| parameter.key == *key);
                let parameter = parameter.unwrap_or_else(|| panic!("{own:?}: no parameter {key}"));
                let is_there = parameter.offers(&[]).iter().any(|(offered, _)| offered == value);
                let is_own = variant.layouts.iter().any(|(name, _)| value.strip_prefix('_') == Some(name));
                assert!(is_there || is_own, "{own:?}: {key} is never {value}");
            }
        }
    }
}

/// The sections of a text are all of it, in order, each about something else.
fn check_sections(program: &Program) {
    let parts = program.parts().collect::<Vec<_>>();
    assert_eq!(parts.iter().map(|(_, text)| *text).collect::<String>(), program.wgsl);
    let names = |tongue: Tongue| parts.iter().map(move |(part, _)| words::part(*part, tongue)).collect::<Vec<_>>();
    assert!(are_distinct(names(Tongue::English)) && are_distinct(names(Tongue::Chinese)), "{parts:?}");
    assert!(parts.len() > 2 && parts.iter().all(|(_, text)| !text.trim().is_empty()), "{parts:?}");
}

#[test]
fn every_variant_is_valid_and_equals_its_twin() {
    let gpu = gpu("every_variant_is_valid_and_equals_its_twin");
    for row in ROWS {
        for variant in row.variants {
            for rows in [row.measured.software, 65] {
                let bound = Bound::of_variant(row, variant, rows);
                let program = match bound.program() {
                    Ok(program) => program,
                    // Only blocks ask for sides that four divides.
                    Err(refusal) => {
                        assert!(rows == 65 && format!("{refusal:?}").contains("4x4"), "{}: {refusal:?}", bound.key);
                        continue;
                    }
                };
                validate(program);
                check_sections(program);
                let twin = bound.twin().map(Making::finish);
                let twin = twin.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", bound.key));
                assert!(bound.configuration().is_ok_and(|generator| generator.accesses().is_ok()), "{}", bound.key);
                let is_measured = rows == row.measured.software;
                if let Some(gpu) = gpu.filter(|gpu| is_measured && program.fits(&gpu.limits()).is_ok()) {
                    equal(gpu, program, &twin);
                }
            }
        }
    }
}

#[test]
fn a_family_is_named_after_what_its_row_reads() {
    for row in ROWS {
        let Some((family, found)) = row.family.zip(row.found()) else { continue };
        let variant = row.variants.last().expect("a variant");
        let bound = Bound::of_variant(row, variant, row.measured.software);
        let family = family(&bound.given).expect("a family");
        assert!(are_distinct(family.iter().map(|(name, _)| name.as_str())), "{row:?}");
        for (name, generator) in family {
            let Ok(program) = generator.draft() else { continue };
            let chosen = [bound.chosen.clone(), vec![(found.to_owned(), name)]].concat();
            let again = Bound::new(row, &chosen, &Arc::from([]));
            if again.given.number("n") == bound.given.number("n") {
                assert_eq!(again.program().as_ref(), Ok(&program), "{}", again.key);
            }
        }
    }
}

fn known(name: &str, rows: u32, is_looked_at: bool) -> Known {
    let layout = row_major(rows, 64, 64);
    Known { name: name.to_owned(), layout, is_map: false, tile: Vec::new(), is_looked_at, subgroups: None }
}

/// Twelve kernels side by side: what a notebook does not change is not computed again, and what it does is computed once.
#[test]
fn a_kernel_is_drafted_once_for_each_of_its_layouts() {
    let asked: [(&str, &[(&str, &str)]); 12] = [
        ("copy", &[("source", "_A")]),
        ("copy", &[("source", "_B")]),
        ("copy", &[("source", "row")]),
        ("transpose", &[("source", "_A"), ("way", "naive")]),
        ("transpose", &[("source", "_A"), ("way", "scalars"), ("tile", "_S")]),
        ("transpose", &[("source", "_B"), ("way", "blocks")]),
        ("gemm", &[("a", "_A"), ("b", "_A")]),
        ("gemm", &[("a", "_B"), ("b", "_B"), ("rung", "naive")]),
        ("gemm", &[("a", "_A"), ("b", "_B"), ("rung", "double")]),
        ("sum", &[("source", "_A")]),
        ("sum", &[("source", "_gone")]),
        ("roofs", &[("way", "arithmetic")]),
    ];
    let bindings = Bindings::default();
    let notebook = |a: u32, b: u32| -> Arc<[Known]> {
        let tile = swizzled((5, 0, 5), row_major(32, 32, 32)).expect("a swizzle");
        let tile = Known { layout: tile, ..known("S", 1, false) };
        Arc::from([known("A", a, true), known("B", b, false), tile, known("unused", a + b, false)])
    };
    let look = |known: &Arc<[Known]>| {
        let before = bindings.effort();
        for (id, values) in asked {
            let values = values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned()));
            let bound = bindings.bind(row(id).expect("a row"), &values.collect::<Vec<_>>(), known, Machine::USUAL);
            // Whatever was found before is what would be found now.
            assert_eq!(bound.key, Bound::new(bound.row, &bound.chosen, known).key);
            let _ = (bound.program(), bound.predicted());
        }
        let Effort { bound, drafted, predicted } = bindings.effort();
        [bound - before.bound, drafted - before.drafted, predicted - before.predicted]
    };
    assert_eq!(look(&notebook(64, 128)), [12; 3]);
    // The same layouts, evaluated once more; then the lookup of another list.
    assert_eq!(look(&notebook(64, 128)), [0; 3]);
    // Four of them use B.
    assert_eq!(look(&notebook(64, 192)), [4; 3]);
    // Six use A.
    assert_eq!(look(&notebook(128, 192)), [6; 3]);
    // Results that were there before are there still.
    assert_eq!(look(&notebook(64, 128)), [0; 3]);
}

/// Checks that a parameter does not depend on layouts that it is not.
#[test]
fn sizes_are_those_of_the_layouts() {
    let layouts: Arc<[Known]> = Arc::from([known("A", 2048, true)]);
    let copy = row("copy").expect("a row");
    let bound = |values: &[(&str, &str)]| {
        let values = values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect::<Vec<_>>();
        Bound::new(copy, &values, &layouts)
    };
    assert!(!bound(&[]).is_sized && bound(&[("source", "row")]).is_sized);
    assert_eq!(bound(&[]).key, bound(&[("n", "512")]).key);
    let given: &Given = &bound(&[("n", "1000000"), ("source", "row")]).given;
    let most = copy.parameters.iter().find_map(|parameter| match parameter.kind {
        Kind::Size { most, .. } => Some(most),
        _ => None,
    });
    assert_eq!(Some(given.number("n")), most);
}

/// Checks that a product is planned for the processors that there are, and stays the same product.
#[test]
fn a_product_is_planned_for_the_processors_that_there_are() {
    let gemm = row("gemm").expect("a row");
    let bindings = Bindings::default();
    let known: Arc<[Known]> = Arc::from([known("A", 512, false), known("B", 1024, false)]);
    let bind = |values: &[(&str, &str)], machine: Machine| {
        let values = values.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect::<Vec<_>>();
        bindings.bind(gemm, &values, &known, machine)
    };
    let text = |bound: &Bound| bound.program().as_ref().expect("a program").wgsl.clone();
    for way in [&[("a", "_A"), ("b", "_A")][..], &[("a", "_B"), ("b", "_B"), ("rung", "tensor")]] {
        let [usual, few] = [Machine::USUAL, Machine::of(8)].map(|machine| bind(way, machine));
        assert_ne!(text(&usual), text(&few), "{way:?}");
        assert_eq!((&usual.key, usual.task(), usual.variant()), (&few.key, few.task(), few.variant()));
        assert!(Arc::ptr_eq(&bind(way, Machine::of(8)), &few) && Arc::ptr_eq(&bind(way, Machine::USUAL), &usual));
        assert_eq!(text(&few.on(Machine::USUAL)), text(&usual));
        // So is the same at another size.
        assert_eq!(few.at(256).given.machine, few.given.machine);
    }
    // What somebody chose stays, on whatever machine.
    let chosen = [("scheme", "128x128x8.8x8.4x8.4.2.1.1.2.bc")];
    assert_eq!(text(&bind(&chosen, Machine::USUAL)), text(&bind(&chosen, Machine::of(8))));
}
