//! Parts of the page whose code is loaded later: the build takes each out of the module. `panes` follows the notebook
//! and the grid by itself, and so does the `algebra`; `tools` come when one of their views is unfolded,
//! `dialogs` and `gpu` when they are first asked for.

use std::pin::Pin;

use crate::signals::{Memo, RwSignal};
use colex::document::arrangement::ViewId;
use colex::document::history::History;
use colex::document::link::{self, LinkError};
use colex::document::shelf::Tab;
use colex::document::{Document, View, look};
use colex::notebook::algebra::{ALGEBRA, Algebra, install};
use colex::notebook::{Diagnostic, Evaluation, Repair};
use colex::words::{self, Tongue};
use colex::{AnyLayout, Error};
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
use crate::session::{Excess, Session};
use crate::tabs::Tabs;
use crate::threads::Threads;
use crate::tree::Tree;
use crate::wayback::WayBack;
use crate::worked::Worked;

/// The code of a part did not arrive: the browser had no room for it. A file that does not come is asked for again by the
/// frame (`xtask/page/loading.js`), for as long as it takes.
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Missing
    }
}

/// What builds a part; it is given how often the part was asked for.
pub type Build = fn(Session, RwSignal<u32>) -> AnyView;

/// A part that is on its way.
type Coming = Pin<Box<dyn Future<Output = Result<Build, Missing>>>>;

/// What loads a part: the name by which the frame knows how its files stand, and what asks for it.
#[derive(Clone, Copy)]
pub struct Load(&'static str, fn() -> Coming);

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
fn load_toggle_present() -> Result<Build, Missing> {
    Ok(|session, asked| acts(session, asked, crate::present::toggle))
}

#[wasm_split(dialogs, fallible)]
fn load_documents() -> Result<Build, Missing> {
    Ok(crate::documents::documents)
}

#[wasm_split(dialogs, fallible)]
fn load_export_all() -> Result<Build, Missing> {
    Ok(|session, asked| acts(session, asked, crate::documents::export_all))
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
fn load_answer() -> Result<Build, Missing> {
    Ok(|session, _| crate::answer::answer(session))
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

/// What says in sentences what is wrong, and packs links: nothing is wrong yet when the page begins, and nothing long.
#[derive(Clone, Copy)]
pub struct Sentences {
    /// The sentence of a diagnostic.
    pub diagnostic: fn(&Diagnostic, Tongue) -> String,
    /// The label of a repair.
    pub repair: fn(&Repair, Tongue) -> String,
    /// The sentence of an error of the algebra.
    pub error: fn(&Error, Tongue) -> String,
    /// What of a statement's layout lies beyond its operands.
    pub beyond: fn(&Evaluation, usize) -> Option<Excess>,
    /// The link to a document.
    pub link: fn(&Document) -> Result<String, LinkError>,
    /// The steps back and forth as they are kept.
    pub history: fn(&History) -> String,
    /// Saves a document where other pages save it too, and where there may be no room.
    pub store: fn(Session, Tab),
    /// Says that the open document is too long to be saved.
    pub refuse: fn(Session),
    /// Lets go of what is asked that a layout does not have.
    pub let_go: fn(&mut View, &AnyLayout),
}

#[wasm_split(panes, fallible)]
fn load_sentences() -> Result<Sentences, Missing> {
    Ok(Sentences {
        diagnostic: words::diagnostic,
        repair: words::repair,
        error: words::error,
        beyond: crate::grid::excess,
        link: link::encode,
        history: History::stored,
        store: Session::store,
        refuse: Session::refuse_long,
        let_go: look::let_go,
    })
}

/// What the operations of the algebra compute with. The values of the notebook come with it.
#[wasm_split(algebra, fallible)]
fn load_algebra() -> Result<&'static Algebra, Missing> {
    Ok(&ALGEBRA)
}

/// How long after the browser had no room for a part it is tried once more, in milliseconds.
const AGAIN: i32 = 5_000;

/// What a part gives, once it is there.
pub async fn arrived<T, F: Future<Output = Result<T, Missing>>>(load: impl Fn() -> F) -> T {
    loop {
        if let Ok(part) = load().await {
            return part;
        }
        browser::wait(AGAIN).await;
    }
}

/// Does something whenever it is asked for.
fn acts(session: Session, asked: RwSignal<u32>, act: fn(Session)) -> AnyView {
    Effect::new(move |_| {
        if asked.get() > 0 {
            untrack(|| act(session));
        }
    });
    ().into_any()
}

/// The dialog of the examples.
pub const EXAMPLES: Load = Load("dialogs", || Box::pin(load_examples()));
/// The dialog that exports.
pub const EXPORT: Load = Load("dialogs", || Box::pin(load_export()));
/// The dialog that shares.
pub const SHARE: Load = Load("dialogs", || Box::pin(load_share()));
/// The dialog that helps.
pub const HELP: Load = Load("dialogs", || Box::pin(load_help()));

/// The dialog that arranges the views.
pub const ARRANGE: Load = Load("dialogs", || Box::pin(load_arrange()));

/// What stands around the views inside another page.
pub const EMBED_BAR: Load = Load("panes", || Box::pin(load_embed_bar()));
/// What the colours of the grid mean, to choose from.
pub const GRID_OPTIONS: Load = Load("panes", || Box::pin(load_grid_options()));
/// What the colours of the grid mean, in words.
pub const LEGEND: Load = Load("panes", || Box::pin(load_legend()));
/// What a line answers that is no picture, and why.
pub const ANSWER: Load = Load("panes", || Box::pin(load_answer()));
/// The search for anything.
pub const PALETTE: Load = Load("dialogs", || Box::pin(load_palette()));
/// The page of a function.
pub const REFERENCE: Load = Load("dialogs", || Box::pin(load_reference()));
/// What to notice in the chosen example.
pub const EXAMPLE_NOTICE: Load = Load("dialogs", || Box::pin(load_example_notice()));
/// What is there while one presents.
pub const PRESENT: Load = Load("dialogs", || Box::pin(load_present()));

/// Begins or ends presenting.
pub const TOGGLE_PRESENT: Load = Load("dialogs", || Box::pin(load_toggle_present()));

/// The dialog of all documents.
pub const DOCUMENTS: Load = Load("dialogs", || Box::pin(load_documents()));
/// The strip of documents.
pub const TABS: Load = Load("panes", || Box::pin(load_tabs()));

/// Offers all documents as a file.
pub const EXPORT_ALL: Load = Load("dialogs", || Box::pin(load_export_all()));

/// Sentences about mistakes, and the values, under the notebook's field.
pub const RESULTS: Load = Load("algebra", || Box::pin(load_results()));
/// The cells of the grid for keyboards and screen readers.
pub const CELLS: Load = Load("panes", || Box::pin(load_cells()));
/// What helps at the caret of the notebook.
pub const ASSIST: Load = Load("panes", || Box::pin(load_assist()));
/// The facts of the layout.
pub const FACTS: Load = Load("panes", || Box::pin(load_facts()));
/// The modes as a tree.
pub const TREE: Load = Load("panes", || Box::pin(load_tree()));
/// The strip of memory.
pub const MEMORY: Load = Load("panes", || Box::pin(load_memory()));
/// The table of coordinates.
pub const COORDINATES: Load = Load("panes", || Box::pin(load_coordinates()));
/// The worked example.
pub const WORKED: Load = Load("panes", || Box::pin(load_worked()));
/// Which integers are static.
pub const LENS: Load = Load("panes", || Box::pin(load_lens()));
/// What would work instead.
pub const ADVICE: Load = Load("panes", || Box::pin(load_advice()));
/// How a value came about.
pub const STEPS: Load = Load("panes", || Box::pin(load_steps()));
/// Operands and result side by side.
pub const OPERATION: Load = Load("panes", || Box::pin(load_operation()));
/// What an operation promises.
pub const LAWS: Load = Load("panes", || Box::pin(load_laws()));
/// Kernels on the GPU: which one, and the check of the layout on the screen.
pub const RUN: Load = Load("panes", || Box::pin(load_run()));
/// A kernel that is bound, run, checked, timed and compared.
pub const BENCH: Load = Load("gpu", || Box::pin(load_bench()));
/// From a table to its layout.
pub const FROM_TABLE: Load = Load("tools", || Box::pin(load_from_table()));
/// Two values side by side.
pub const COMPARE: Load = Load("tools", || Box::pin(load_compare()));
/// Which thread holds which value.
pub const THREADS: Load = Load("tools", || Box::pin(load_threads()));
/// What accesses cost.
pub const COST: Load = Load("tools", || Box::pin(load_cost()));
/// From an index to its coordinates.
pub const WAY_BACK: Load = Load("panes", || Box::pin(load_way_back()));

/// What folds and moves views, once it has arrived.
pub fn handles() -> RwSignal<Option<Handles>> {
    let handles = RwSignal::new(None);
    browser::spawn(async move {
        handles.try_set(Some(arrived(load_handles).await));
    });
    handles
}

/// Tells the frame that the page is whole: what loads by itself is there.
pub fn tell_ready(session: Session) {
    browser::spawn(async move {
        // Both are on their way by now, for the views have asked for them too: values wait for the smaller one alone.
        install(arrived(load_algebra).await);
        session.evaluate_afresh();
        session.sentences.set(Some(arrived(load_sentences).await));
        session.save_packed();
        browser::breathe().await;
        browser::set_root_attribute("data-ready", Some(""));
    });
}

/// Where something waits for a part: the frame says there how the files of the part stand, and takes it up again.
pub fn waits(name: &'static str, title: Option<Signal<&'static str>>) -> AnyView {
    view! { <part-wait data-part=name>{title.map(|title| view! { <h2>{title}</h2> })}</part-wait> }.into_any()
}

/// What builds a part, once it was wanted and has come.
fn arriving(is_wanted: Memo<bool>, load: Load) -> RwSignal<Option<Build>> {
    let part = RwSignal::new(None);
    let is_asked = StoredValue::new(false);
    Effect::new(move |_| {
        if !is_wanted.get() || is_asked.get_value() {
            return;
        }
        is_asked.set_value(true);
        browser::spawn(async move {
            let build = arrived(load.1).await;
            // One at a time, with a frame between them when the browser wants one: many parts arrive together.
            browser::breathe().await;
            // What wanted it may be gone by now.
            part.try_set(Some(build));
        });
    });
    part
}

/// A part that is built where it stands once `wanted` is above 0; until it is there its place has something to say.
fn placed(
    session: Session,
    wanted: RwSignal<u32>,
    load: Load,
    place: impl Fn() -> Option<AnyView> + Send + 'static,
) -> AnyView {
    let is_wanted = Memo::new(move |_| wanted.get() > 0);
    let part = arriving(is_wanted, load);
    (move || {
        is_wanted.get().then(|| match part.get() {
            Some(build) => Some(build(session, wanted)),
            None => place(),
        })
    })
    .into_any()
}

/// A part that is built where it stands once `wanted` is above 0.
pub fn later(session: Session, wanted: RwSignal<u32>, load: Load) -> AnyView {
    placed(session, wanted, load, move || Some(waits(load.0, None)))
}

/// A part that is loaded at once, after the notebook and the grid.
pub fn soon(session: Session, load: Load) -> AnyView {
    later(session, RwSignal::new(1), load)
}

/// The same under the heading that it will have.
pub fn titled(session: Session, load: Load, title: Signal<&'static str>) -> AnyView {
    placed(session, RwSignal::new(1), load, move || Some(waits(load.0, Some(title))))
}

/// The same where something beside it waits for the same part, and says so.
pub fn quietly(session: Session, wanted: RwSignal<u32>, load: Load) -> AnyView {
    placed(session, wanted, load, || None)
}

/// What opens or acts as soon as it is there, unless by then it is no longer wanted: it was dismissed, or something else
/// was asked for.
pub fn opens(session: Session, asked: RwSignal<u32>, load: Load) -> AnyView {
    let is_wanted = Memo::new(move |_| asked.get() > 0);
    let part = arriving(is_wanted, load);
    Effect::new(move |_| session.asked.wait(asked, load.0, is_wanted.get() && part.with(Option::is_none)));
    (move || is_wanted.get().then(|| part.get().map(|build| build(session, asked)))).into_any()
}
