//! Parts of the page whose code is loaded later: the build takes each out of the module. `panes` follows the notebook
//! and the grid by itself, and so does the `algebra`; `tools` come when one of their views is unfolded,
//! `dialogs` and `gpu` when they are first asked for.

use std::pin::Pin;

use colex::Error;
use colex::document::Document;
use colex::document::arrangement::ViewId;
use colex::document::history::History;
use colex::document::link::{self, LinkError};
use colex::notebook::algebra::{ALGEBRA, Algebra, install};
use colex::notebook::{Diagnostic, Repair};
use colex::words::{self, Tongue};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::advice::Advice;
use crate::browser;
use crate::compare::Compare;
use crate::contract::Laws;
use crate::coordinates::Coordinates;
use crate::cost::Cost;
use crate::derivation::Steps;
use crate::facts::Facts;
use crate::from_table::FromTable;
use crate::gpu::Run;
use crate::gpu::bench::Bench;
use crate::lens::Lens;
use crate::memory::Memory;
use crate::operation::Operation;
use crate::session::{Notice, Session};
use crate::tabs::Tabs;
use crate::threads::Threads;
use crate::tree::Tree;
use crate::wayback::WayBack;
use crate::worked::Worked;

/// The code of a part did not arrive.
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Missing
    }
}

/// What builds a part; it is given how often the part was asked for.
pub type Build = fn(Session, RwSignal<u32>) -> AnyView;

/// What loads a part.
pub type Load = fn() -> Pin<Box<dyn Future<Output = Result<Build, Missing>>>>;

#[wasm_split(dialogs, fallible)]
fn load_examples() -> Result<Build, Missing> {
    Ok(crate::gallery::examples)
}

#[wasm_split(dialogs, fallible)]
fn load_export() -> Result<Build, Missing> {
    Ok(crate::takeaway::export)
}

#[wasm_split(dialogs, fallible)]
fn load_share() -> Result<Build, Missing> {
    Ok(crate::share::share)
}

#[wasm_split(dialogs, fallible)]
fn load_help() -> Result<Build, Missing> {
    Ok(crate::help::help)
}

#[wasm_split(dialogs, fallible)]
fn load_arrange() -> Result<Build, Missing> {
    Ok(crate::arrange::arrange)
}

#[wasm_split(dialogs, fallible)]
fn load_palette() -> Result<Build, Missing> {
    Ok(crate::palette::palette)
}

#[wasm_split(dialogs, fallible)]
fn load_reference() -> Result<Build, Missing> {
    Ok(crate::reference::page)
}

#[wasm_split(dialogs, fallible)]
fn load_example_notice() -> Result<Build, Missing> {
    Ok(crate::gallery::notice)
}

#[wasm_split(dialogs, fallible)]
fn load_present() -> Result<Build, Missing> {
    Ok(crate::present::present)
}

#[wasm_split(dialogs, fallible)]
fn load_toggle_present() -> Result<fn(Session), Missing> {
    Ok(crate::present::toggle)
}

#[wasm_split(dialogs, fallible)]
fn load_documents() -> Result<Build, Missing> {
    Ok(crate::documents::documents)
}

#[wasm_split(dialogs, fallible)]
fn load_export_all() -> Result<fn(Session), Missing> {
    Ok(crate::documents::export_all)
}

#[wasm_split(panes, fallible)]
fn load_tabs() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Tabs session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_embed_bar() -> Result<Build, Missing> {
    Ok(|session, _| crate::embedded::bar(session))
}

#[wasm_split(panes, fallible)]
fn load_facts() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Facts session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_tree() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Tree session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_memory() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Memory session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_coordinates() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Coordinates session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_worked() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Worked session/> }.into_any())
}

#[wasm_split(tools, fallible)]
fn load_threads() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Threads session/> }.into_any())
}

#[wasm_split(tools, fallible)]
fn load_cost() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Cost session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_way_back() -> Result<Build, Missing> {
    Ok(|session, _| view! { <WayBack session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_lens() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Lens session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_advice() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Advice session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_steps() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Steps session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_operation() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Operation session/> }.into_any())
}

#[wasm_split(panes, fallible)]
fn load_laws() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Laws session/> }.into_any())
}

#[wasm_split(tools, fallible)]
fn load_compare() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Compare session/> }.into_any())
}

#[wasm_split(tools, fallible)]
fn load_from_table() -> Result<Build, Missing> {
    Ok(|session, _| view! { <FromTable session/> }.into_any())
}

#[wasm_split(algebra, fallible)]
fn load_results() -> Result<Build, Missing> {
    Ok(|session, _| crate::editor::results(session))
}

#[wasm_split(panes, fallible)]
fn load_cells() -> Result<Build, Missing> {
    Ok(|session, _| crate::grid::cells(session))
}

#[wasm_split(panes, fallible)]
fn load_assist() -> Result<Build, Missing> {
    Ok(|session, _| crate::editor::assist(session))
}

/// What folds and moves views.
#[derive(Clone, Copy)]
pub struct Handles {
    /// The handle of a view.
    pub handle: fn(Session, ViewId) -> AnyView,
    /// The edge to the right of a column.
    pub edge: fn(Session, usize) -> AnyView,
}

#[wasm_split(panes, fallible)]
fn load_handles() -> Result<Handles, Missing> {
    Ok(Handles { handle: crate::views::handle, edge: crate::views::edge })
}

#[wasm_split(panes, fallible)]
fn load_grid_options() -> Result<Build, Missing> {
    Ok(|session, _| crate::grid::options(session))
}

#[wasm_split(panes, fallible)]
fn load_legend() -> Result<Build, Missing> {
    Ok(|session, _| crate::grid::legend(session))
}

#[wasm_split(panes, fallible)]
fn load_run() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Run session/> }.into_any())
}

#[wasm_split(gpu, fallible)]
fn load_bench() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Bench session/> }.into_any())
}

/// Kernels and the GPU.
#[wasm_split(gpu, fallible)]
pub fn gpu() -> Result<crate::gpu::part::Part, Missing> {
    Ok(crate::gpu::part::PART)
}

/// What says in sentences what is wrong, and writes links: nothing is wrong yet when the page begins, and nothing new.
#[derive(Clone, Copy)]
pub struct Sentences {
    /// The sentence of a diagnostic.
    pub diagnostic: fn(&Diagnostic, Tongue) -> String,
    /// The label of a repair.
    pub repair: fn(&Repair, Tongue) -> String,
    /// The sentence of an error of the algebra.
    pub error: fn(&Error, Tongue) -> String,
    /// The link to a document.
    pub link: fn(&Document) -> Result<String, LinkError>,
    /// The steps back and forth as they are kept.
    pub history: fn(&History) -> String,
}

#[wasm_split(panes, fallible)]
fn load_sentences() -> Result<Sentences, Missing> {
    Ok(Sentences {
        diagnostic: words::diagnostic,
        repair: words::repair,
        error: words::error,
        link: link::encode,
        history: History::stored,
    })
}

/// What the operations of the algebra compute with. The values of the notebook come with it.
#[wasm_split(algebra, fallible)]
fn load_algebra() -> Result<&'static Algebra, Missing> {
    Ok(&ALGEBRA)
}

/// How long after the algebra did not arrive it is asked for again, in milliseconds.
const AGAIN: i32 = 5_000;

/// Takes in what says sentences.
async fn sentences(session: Session) {
    match load_sentences().await {
        Ok(sentences) => session.sentences.set(Some(sentences)),
        Err(Missing) => missing(session),
    }
}

/// Takes the algebra in after the first picture, and evaluates what waited for it.
async fn algebra(session: Session) {
    match load_algebra().await {
        Ok(algebra) => {
            install(algebra);
            session.evaluate_afresh();
        }
        Err(Missing) => {
            if session.waits_for_algebra() {
                missing(session);
            }
            browser::after(AGAIN, move || browser::spawn(algebra(session)));
        }
    }
}

/// The dialog of the examples.
pub const EXAMPLES: Load = || Box::pin(load_examples());
/// The dialog that exports.
pub const EXPORT: Load = || Box::pin(load_export());
/// The dialog that shares.
pub const SHARE: Load = || Box::pin(load_share());
/// The dialog that helps.
pub const HELP: Load = || Box::pin(load_help());

/// The dialog that arranges the views.
pub const ARRANGE: Load = || Box::pin(load_arrange());

/// What stands around the views inside another page.
pub const EMBED_BAR: Load = || Box::pin(load_embed_bar());
/// What the colours of the grid mean, to choose from.
pub const GRID_OPTIONS: Load = || Box::pin(load_grid_options());
/// What the colours of the grid mean, in words.
pub const LEGEND: Load = || Box::pin(load_legend());
/// The search for anything.
pub const PALETTE: Load = || Box::pin(load_palette());
/// The page of a function.
pub const REFERENCE: Load = || Box::pin(load_reference());
/// What to notice in the chosen example.
pub const EXAMPLE_NOTICE: Load = || Box::pin(load_example_notice());
/// What is there while one presents.
pub const PRESENT: Load = || Box::pin(load_present());

/// Begins or ends presenting.
pub fn toggle_present(session: Session) {
    browser::spawn(async move {
        match load_toggle_present().await {
            Ok(toggle) => toggle(session),
            Err(Missing) => missing(session),
        }
    });
}

/// The dialog of all documents.
pub const DOCUMENTS: Load = || Box::pin(load_documents());
/// The strip of documents.
pub const TABS: Load = || Box::pin(load_tabs());

/// Offers all documents as a file.
pub fn export_all(session: Session) {
    browser::spawn(async move {
        match load_export_all().await {
            Ok(export) => export(session),
            Err(Missing) => missing(session),
        }
    });
}

/// Sentences about mistakes, and the values, under the notebook's field.
pub const RESULTS: Load = || Box::pin(load_results());
/// The cells of the grid for keyboards and screen readers.
pub const CELLS: Load = || Box::pin(load_cells());
/// What helps at the caret of the notebook.
pub const ASSIST: Load = || Box::pin(load_assist());
/// The facts of the layout.
pub const FACTS: Load = || Box::pin(load_facts());
/// The modes as a tree.
pub const TREE: Load = || Box::pin(load_tree());
/// The strip of memory.
pub const MEMORY: Load = || Box::pin(load_memory());
/// The table of coordinates.
pub const COORDINATES: Load = || Box::pin(load_coordinates());
/// The worked example.
pub const WORKED: Load = || Box::pin(load_worked());
/// Which integers are static.
pub const LENS: Load = || Box::pin(load_lens());
/// What would work instead.
pub const ADVICE: Load = || Box::pin(load_advice());
/// How a value came about.
pub const STEPS: Load = || Box::pin(load_steps());
/// Operands and result side by side.
pub const OPERATION: Load = || Box::pin(load_operation());
/// What an operation promises.
pub const LAWS: Load = || Box::pin(load_laws());
/// Kernels on the GPU: which one, and the check of the layout on the screen.
pub const RUN: Load = || Box::pin(load_run());
/// A kernel that is bound, run, checked, timed and compared.
pub const BENCH: Load = || Box::pin(load_bench());
/// From a table to its layout.
pub const FROM_TABLE: Load = || Box::pin(load_from_table());
/// Two values side by side.
pub const COMPARE: Load = || Box::pin(load_compare());
/// Which thread holds which value.
pub const THREADS: Load = || Box::pin(load_threads());
/// What accesses cost.
pub const COST: Load = || Box::pin(load_cost());
/// From an index to its coordinates.
pub const WAY_BACK: Load = || Box::pin(load_way_back());

/// What folds and moves views, once it has arrived.
pub fn handles(session: Session) -> RwSignal<Option<Handles>> {
    let handles = RwSignal::new(None);
    browser::spawn(async move {
        match load_handles().await {
            Ok(arrived) => {
                handles.try_set(Some(arrived));
            }
            Err(Missing) => missing(session),
        }
    });
    handles
}

/// A part that is loaded at once, after the notebook and the grid.
pub fn soon(session: Session, load: Load) -> AnyView {
    later(session, RwSignal::new(1), load)
}

/// Tells the frame that the page is whole: what loads by itself is there, or will not come.
pub fn tell_ready(session: Session) {
    browser::spawn(async move {
        // Both are on their way by now, for the views have asked for them too: values wait for the smaller one alone.
        algebra(session).await;
        sentences(session).await;
        browser::breathe().await;
        browser::set_root_attribute("data-ready", Some(""));
    });
}

/// A part that is built where it stands once `wanted` is above 0. While its code is missing, each change of `wanted`
/// asks for it again.
pub fn later(session: Session, wanted: RwSignal<u32>, load: Load) -> AnyView {
    let part = RwSignal::new(None::<Build>);
    Effect::new(move |_| {
        if wanted.get() == 0 || part.with_untracked(Option::is_some) {
            return;
        }
        browser::spawn(async move {
            let loaded = load().await;
            // One at a time, with a frame between them when the browser wants one: many parts arrive together.
            browser::breathe().await;
            match loaded {
                // What wanted it may be gone by now.
                Ok(build) if part.try_with_untracked(Option::is_none) == Some(true) => {
                    part.try_set(Some(build));
                }
                Ok(_) => {}
                Err(Missing) => missing(session),
            }
        });
    });
    (move || part.get().map(|build| build(session, wanted))).into_any()
}

/// Says that a part did not arrive.
pub fn missing(session: Session) {
    session.notice.set(Some(Notice::Done(
        "This part of the page could not be loaded: try again when there is a network",
        "页面的这一部分未能加载，请在联网后重试",
    )));
}
