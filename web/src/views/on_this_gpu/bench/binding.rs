//! Which layouts of the notebook kernels may be bound to, and what to call those that are bound.

use std::sync::Arc;

use colex::look::own;
use colex::look::threads::is_answered;
use colex::notebook::made::AtomValue;
use colex::notebook::{self, Evaluation};
use colex::operations::threads;
use colex_document::run::Asked;
use colex_document::{Held, View};
use colex_shaders::bound::Bound;
use colex_shaders::kernels::row;
use colex_shaders::parameter::{Kind, Known, Parameter, Value, is_worth};
use colex_shaders::row::Row;

/// The kernel of a name in links, where the bench has it: the check of a layout has a view of its own.
pub(super) fn kernel(id: &str) -> Option<&'static Row> {
    row(id).filter(|row| row.id() != colex_shaders::iota::row::NAME.id)
}

/// Returns the request of a document for a kernel that was bound.
pub(super) fn asked(bound: &Bound) -> Asked {
    Asked { kernel: bound.row.id().to_owned(), values: bound.chosen.clone() }
}

/// The layouts of a notebook as a memo holds them: equal where all of them are.
#[derive(Debug, Clone)]
pub(super) struct Layouts(pub(super) Arc<[Known]>);

impl PartialEq for Layouts {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

/// Number of layouts of a notebook that are offered.
pub(super) const KNOWN_LIMIT: usize = 100;
/// The layouts of a notebook, the last of each name.
pub(super) fn known(evaluation: &Evaluation, looked_at: Option<usize>) -> Vec<Known> {
    let mut found: Vec<Known> = Vec::new();
    for statement in 0..evaluation.statements().len() {
        // A person who chooses a layout as that of the threads reads it so.
        let view = View { read: vec![statement], ..View::default() };
        if let Some(mma) = tiled_mma(evaluation, statement) {
            found.retain(|other| other.name != mma.name);
            found.push(mma);
            continue;
        }
        let Some(look) = own(evaluation, statement) else { continue };
        // A bare tuple may be a shape; a small one is rather a coordinate.
        if look.generated.is_some() && !is_worth(&look.layout) {
            continue;
        }
        let known = Known {
            name: look.name.unwrap_or_else(|| (statement + 1).to_string()),
            layout: look.layout,
            is_map: is_answered(evaluation, statement),
            tile: tile(evaluation, statement, &view),
            is_looked_at: looked_at == Some(statement),
            subgroups: None,
        };
        found.retain(|other| other.name != known.name);
        if found.len() < KNOWN_LIMIT {
            found.push(known);
        }
    }
    found
}

/// The TiledMMA that a statement makes, where whole warps have its atoms.
fn tiled_mma(evaluation: &Evaluation, statement: usize) -> Option<Known> {
    let notebook::Value::Made(made) = evaluation.value(statement)? else { return None };
    let Some(AtomValue::TiledMma(mma)) = made.as_kind() else { return None };
    let (name, _) = evaluation.statements().get(statement)?.name.clone()?;
    let extent = |mode: usize| Some(mma.atoms.at(&[mode]).ok()?.size().ok()?.value());
    let threads = mma.atom.threads.size().ok()?.value();
    let is_of_warps = threads > 0 && threads % WARP == 0 && extent(2)? == 1;
    let along = [(threads / WARP).checked_mul(extent(0)?)?, extent(1)?].map(|count| u32::try_from(count).ok());
    let [Some(along_m), Some(along_n)] = along else { return None };
    let is_of_warps = is_of_warps && u64::from(along_m) * u64::from(along_n) <= WARPS_LIMIT;
    is_of_warps.then(|| Known {
        name,
        layout: mma.atoms.clone().into(),
        is_map: false,
        tile: Vec::new(),
        is_looked_at: false,
        subgroups: Some([along_m, along_n]),
    })
}

/// Threads of a warp.
const WARP: i64 = 32;

/// Warps of a workgroup.
const WARPS_LIMIT: u64 = 32;

/// The extents of the tile of a map of threads and values; none of what is no map.
fn tile(evaluation: &Evaluation, statement: usize, view: &View) -> Vec<u32> {
    let Some(Ok(found)) = threads(evaluation, statement, view, Held::default()) else { return Vec::new() };
    found.map.tile().extents().iter().filter_map(|extent| u32::try_from(*extent).ok()).collect()
}

/// Names programs beside each other: by what they differ in. One alone is called by what was chosen of it. What has no
/// say in what ran is not told, and a layout of the notebook is, whoever bound it: it says how large the rest is.
pub(super) fn titles(bound: &[Arc<Bound>]) -> Vec<[String; 2]> {
    let first_kernel = bound.first().map(|first| first.row.id());
    let is_one_kernel = bound.iter().all(|other| Some(other.row.id()) == first_kernel);
    let differs = |key: &str| {
        let mut values = bound.iter().map(|other| other.counted(key).map(|value| &value.key));
        let first = values.next();
        values.any(|other| Some(other) != first)
    };
    let title = |bound: &Bound, is_alone: bool| {
        let found_differs = bound.row.found().is_some_and(differs);
        let is_told = |(parameter, value): &(&Parameter, &Value)| {
            let (is_chosen, is_way) = (bound.chosen(parameter.key).is_some(), bound.row.ways.contains(&parameter.key));
            let is_chosen = is_chosen || value.is_of_notebook();
            // The source of a layout is told instead of it. A way is told where others were found.
            let is_news = is_chosen || is_way || !matches!(parameter.kind, Kind::Layout { .. });
            if is_alone { is_chosen } else { (differs(parameter.key) && is_news) || (is_way && found_differs) }
        };
        let told = bound.counted_parameters().filter(is_told).filter(|(_, value)| !value.key.is_empty());
        let told = told.collect::<Vec<_>>();
        [0, 1].map(|tongue| {
            let word = |words: &[&str; 2]| words.get(tongue).copied().unwrap_or_default().to_owned();
            // One layout says of itself what it is for; of several each needs its name.
            let layouts = told.iter().filter(|(parameter, _)| matches!(parameter.kind, Kind::Layout { .. })).count();
            let parts = told.iter().map(|(parameter, value)| {
                let value = value.name.get(tongue).cloned().unwrap_or_default();
                match parameter.kind {
                    Kind::Choice(_) => value,
                    Kind::Layout { .. } if layouts == 1 => value,
                    _ => format!("{} {value}", word(&parameter.name)),
                }
            });
            let is_named = !is_one_kernel || told.is_empty() || is_alone;
            let kernel = is_named.then(|| word(&bound.row.name.words));
            kernel.into_iter().chain(parts).collect::<Vec<_>>().join(", ")
        })
    };
    bound.iter().map(|one| title(one, bound.len() < 2)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::evaluate;
    use colex::notebook::Settings;
    use colex_document::run::Run;
    use colex_shaders::bound::Bindings;
    use colex_shaders::kernel::Refusal;
    use colex_shaders::kernels::ROWS;
    use colex_shaders::machine::Machine;

    use crate::views::on_this_gpu::bench::compared::experiment;

    const TEXT: &str =
        "A = (64,64):(64,1)\nT = make_layout_tv((4,8):(8,1), (2,2):(2,1))\nS = (4,4):(4,1)\nA = (32,64):(64,1)";

    fn notebook(looked_at: usize) -> Arc<[Known]> {
        let evaluation = evaluate(TEXT, Settings { compile_time: true, ..Settings::default() });
        known(&evaluation, Some(looked_at)).into()
    }

    fn bound(asked: &Asked, looked_at: usize) -> Bound {
        Bound::new(kernel(&asked.kernel).expect("a kernel"), &asked.values, &notebook(looked_at))
    }

    #[test]
    fn the_last_layout_of_a_name_is_known() {
        let known = notebook(3);
        let names =
            known.iter().map(|known| (known.name.as_str(), known.is_map, known.is_looked_at)).collect::<Vec<_>>();
        assert_eq!(names, [("T", true, false), ("S", false, false), ("A", false, true)]);
        assert_eq!(known[0].tile, [8, 16]);
        assert_eq!(known[2].layout.to_string(), "(_32,_64):(_64,_1)");
    }

    #[test]
    fn what_fits_is_bound_at_once() {
        let copy = Asked::of("copy");
        let said = |bound: &Bound, key: &str| bound.given.value(key).map(|value| value.key.clone());
        // The layout that is looked at, if it is worth a copy; the map of threads and values.
        assert_eq!(said(&bound(&copy, 3), "source").as_deref(), Some("_A"));
        assert_eq!(said(&bound(&copy, 2), "source").as_deref(), Some("row"));
        assert_eq!(said(&bound(&copy, 2), "threads").as_deref(), Some("_T"));
        assert_eq!(bound(&copy, 3).given.tile("threads", 2), [8, 16]);
        assert_eq!(bound(&copy, 3).given.tile("threads", 1), [128]);
        // A name that is not there is missed; what makes no sense is as if nothing had been asked for.
        let gone = bound(&copy.clone().with("source", "_gone"), 2);
        assert_eq!((gone.given.missing("source"), gone.given.missing("destination")), (Some("gone"), None));
        assert!(matches!(gone.program(), Err(Refusal::Mismatched { what, .. }) if what.contains("gone")));
        for asked in ["gone", ""] {
            let asked = copy.clone().with("source", asked).with("n", "many").with("element", asked);
            assert_eq!(said(&bound(&asked, 2), "source").as_deref(), Some("row"));
            assert_eq!((bound(&asked, 2).size(), said(&bound(&asked, 2), "element").as_deref()), (128, Some("f32")));
        }
        assert_eq!(bound(&copy.clone().with("n", 1 << 30), 2).size(), 16_384);
        // Where the notebook says how large it is, no size does.
        let (own, other) = (bound(&copy, 3), bound(&copy.with("n", 512), 3));
        assert!(own.key == other.key && !own.is_free() && own.halved().is_none() && own.size() == 0);
    }

    #[test]
    fn every_kernel_has_a_program_as_it_is_and_in_its_experiment() {
        let rows = ROWS.iter().filter_map(|row| kernel(row.id()));
        assert_eq!(rows.clone().count(), ROWS.len() - 1);
        for asked in experiment().chain(rows.map(|row| Asked::of(row.id()))) {
            let bound = bound(&asked, 2);
            let program = bound.program().as_ref().unwrap_or_else(|refusal| panic!("{}: {refusal:?}", bound.key));
            assert!(program.wgsl.contains("@compute") && program.work.bytes > 0, "{}", bound.key);
            assert!(bound.is_free() && bound.halved().is_none(), "{}", bound.key);
            let twice = bound.at(bound.size() * 2);
            assert!(!twice.is_free() && twice.variant() == bound.variant() && twice.key != bound.key, "{}", bound.key);
            assert_eq!(twice.halved().map(|bound| bound.size()), Some(bound.size()));
        }
    }

    /// Twelve kernels side by side, and keys in the notebook.
    #[test]
    fn a_key_drafts_what_it_changes() {
        let run = "copy(source=_A)copy(source=_A,element=f16)copy(source=_B)transpose(source=_A,way=naive)\
                   transpose(source=_A,way=scalars,tile=_S)transpose(source=_B,way=blocks)gemm(a=_A,b=_A)\
                   gemm(a=_A,b=_A,rung=naive)gemm(a=_B,b=_B)gemm(a=_B,b=_A)sum(source=_B)sum(source=line)roofs()";
        let run = Run::read(run);
        let entries = || run.chosen.iter().chain(&run.compared);
        assert_eq!(entries().count(), 13);
        let bindings = Bindings::default();
        let read = |text: &str| {
            let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
            Layouts(known(&evaluation, Some(0)).into())
        };
        let key = |text: &str| {
            let (known, before) = (read(text), bindings.effort());
            for Asked { kernel: id, values } in entries().map(|entry| &entry.asked) {
                let bound = bindings.bind(kernel(id).expect("a kernel"), values, &known.0, Machine::USUAL);
                let _ = (bound.program(), bound.predicted());
            }
            let after = bindings.effort();
            [after.bound - before.bound, after.drafted - before.drafted, after.predicted - before.predicted]
        };
        let text = "A = (64,64):(64,1)\nB = (64,128):(128,1)\nS = (32,32):(33,1)\nC = (4,8):(8,1)";
        assert_eq!(key(text), [13; 3]);
        // Keys that change no layout, and a layout that no kernel is of: nothing is drafted.
        for same in [format!("{text}  "), format!("{text} // why"), text.replace("A = ", "A  =  ")] {
            assert_eq!((read(&same) == read(text), key(&same)), (true, [0; 3]), "{same}");
        }
        assert_eq!(key(&text.replace("(4,8):(8,1)", "(4,8):(1,4)")), [0; 3]);
        // Those of one layout, and no others.
        assert_eq!(key(&text.replace("(33,1)", "(34,1)")), [1; 3]);
        assert_eq!(key(&text.replace("(64,128)", "(64,256)")), [5; 3]);
        assert_eq!(key(text), [0; 3]);
    }

    /// A TiledMMA of the notebook says how warps share out a tile, and is offered to nothing else.
    #[test]
    fn a_tiled_mma_shares_out_the_tile_of_tensor_cores() {
        let text = "mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{})\n\
                    tall = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4,_1>>{})\n\
                    quads = make_tiled_mma(SM70_8x8x4_F32F16F16F32_TN{}, Layout<Shape<_2,_2>>{})\n\
                    A = (256,256):(256,1)";
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let known: Arc<[Known]> = known(&evaluation, Some(0)).into();
        let found = known.iter().map(|known| (known.name.as_str(), known.subgroups)).collect::<Vec<_>>();
        assert_eq!(found[..2], [("mma", Some([2, 2])), ("tall", Some([4, 1]))]);
        assert!(found[2..].iter().all(|(_, subgroups)| subgroups.is_none()));
        let row = kernel("gemm").expect("a kernel");
        let offered = |key: &str| {
            let parameter = row.parameters.iter().find(|parameter| parameter.key == key).expect("a parameter");
            parameter.offers(&known).into_iter().map(|(key, _)| key).collect::<Vec<_>>()
        };
        assert_eq!(offered("mma"), ["usual", "_mma", "_tall"]);
        assert!(!offered("a").contains(&"_mma".to_owned()));
        let gemm = Asked::of("gemm").with("rung", "tensor").with("n", 4096);
        let bound = |mma: &str| Bound::new(row, &gemm.clone().with("mma", mma).values, &known);
        let parts = |mma: &str| {
            let bound = bound(mma);
            let program = bound.program().as_ref().unwrap_or_else(|refusal| panic!("{mma}: {refusal:?}"));
            program.wgsl.lines().find(|line| line.contains("a subgroup ")).map(str::to_owned).unwrap_or_default()
        };
        assert!(parts("_mma").contains("a subgroup 64 by 64 of it"), "{}", parts("_mma"));
        assert!(parts("_tall").contains("a subgroup 32 by 128 of it"), "{}", parts("_tall"));
        assert_eq!(parts("usual"), parts("_tall"));
        // What is multiplied is no way of doing it: other numbers have another twin.
        let task = |key: &str, value: &str| Bound::new(row, &gemm.clone().with(key, value).values, &known).task();
        assert_eq!(task("mma", "_mma"), task("mma", "_tall"));
        assert_eq!(task("numbers", "f16"), task("lines", "plain"));
        assert_ne!(task("numbers", "i8"), task("numbers", "f16"));
        assert!(
            matches!(bound("_A").program(), Err(Refusal::Mismatched { what, .. }) if what.contains("A is no TiledMMA"))
        );
    }

    #[test]
    fn titles_say_what_differs() {
        let english = |all: &[Asked]| {
            let bound = all.iter().map(|asked| Arc::new(bound(asked, 2))).collect::<Vec<_>>();
            titles(&bound).into_iter().map(|[english, _]| english).collect::<Vec<_>>()
        };
        let transpose = |way: &str, tile: &str| Asked::of("transpose").with("way", way).with("tile", tile);
        assert_eq!(
            english(&[transpose("naive", "padded"), transpose("scalars", "row")]),
            ["naive, without a tile", "number by number, row-major"]
        );
        assert_eq!(
            english(&[transpose("scalars", "row"), transpose("scalars", "padded"), transpose("blocks", "fit")]),
            [
                "number by number, row-major",
                "number by number, row-major, padded",
                "4×4 blocks in registers, swizzled to fit"
            ]
        );
        let gemm = Asked::of("gemm");
        assert_eq!(english(&[gemm.clone().with("n", 256)]), ["gemm, Size 256"]);
        assert_eq!(english(&[gemm.clone().with("n", 256), gemm.clone().with("n", 512)]), ["Size 256", "Size 512"]);
        assert_eq!(english(&[gemm.clone(), Asked::of("copy")])[0], "gemm, tuned");
        assert_eq!(english(&[gemm.clone(), gemm.with("scheme", "64x64")]), ["tuned", "tuned, Found by a search 64x64"]);
    }

    /// A size that was asked for and that the notebook's layouts overrule is not what ran.
    #[test]
    fn titles_say_what_ran() {
        let text = "A = (4096,4096):(4096,1)\nB = (2048,4096):(4096,1)\n(64,64):(64,1)";
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let known: Arc<[Known]> = known(&evaluation, Some(0)).into();
        let bound =
            |asked: &Asked| Arc::new(Bound::new(kernel(&asked.kernel).expect("a kernel"), &asked.values, &known));
        let check = |all: &[Asked], titles: &[&str]| {
            let all = all.iter().map(bound).collect::<Vec<_>>();
            assert_eq!(super::titles(&all).into_iter().map(|[english, _]| english).collect::<Vec<_>>(), titles);
            for (bound, title) in all.iter().zip(titles) {
                // The size in the title is in what is taken away, and in what the program moves.
                let program = bound.program().as_ref().expect("a program");
                let size = title.split("Size ").nth(1).and_then(|rest| rest.split(',').next());
                assert!(size.is_none() || bound.is_sized, "{title}");
                assert_eq!(bound.in_full().contains(" n="), bound.is_sized, "{}", bound.in_full());
                if let Some(size) = size.and_then(|size| size.parse::<u64>().ok()) {
                    let again = bound.at(size as u32);
                    let work = again.program().as_ref().map(|program| program.work);
                    assert_eq!(Ok(&program.work), work.as_ref(), "{title}");
                }
            }
        };
        let copy = |n: u32| Asked::of("copy").with("n", n);
        check(&[copy(8192)], &["copy, A (4096,4096)"]);
        check(&[Asked::of("copy")], &["copy, A (4096,4096)"]);
        check(&[copy(8192).with("source", "row")], &["copy, Size 8192, row-major"]);
        check(&[copy(8192).with("source", "_3")], &["copy, (64,64):(64,1)"]);
        check(&[copy(8192), copy(512).with("source", "column")], &["A (4096,4096)", "Size 512, column-major"]);
        check(&[copy(8192), copy(8192).with("source", "_B")], &["A (4096,4096)", "B (2048,4096)"]);
        let transpose = |source: &str| Asked::of("transpose").with("n", 256).with("source", source);
        check(&[transpose("_B"), transpose("row")], &["B (2048,4096)", "Size 256, row-major"]);
        let gemm = Asked::of("gemm").with("n", 256);
        check(&[gemm.clone().with("a", "_B"), gemm.clone()], &["B (2048,4096)", "gemm"]);
        let all = gemm.with("a", "_A").with("b", "_B");
        check(&[all], &["gemm, A (M,K) A (4096,4096), B (N,K) B (2048,4096)"]);
        check(&[Asked::of("sum").with("n", 65_536)], &["sum, A (4096,4096)"]);
        assert!(bound(&copy(8192)).is_of_notebook() && !bound(&copy(8192).with("source", "row")).is_of_notebook());
    }
}
