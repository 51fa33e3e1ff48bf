//! Parts of the page whose code is loaded later: the build takes each out of the module. `panes` follows the notebook
//! and the grid by itself, and so does the `algebra`; `dialogs` and `gpu` come when they are first asked for.

use std::pin::Pin;

use colex::Error;
use colex::notebook::algebra::{ALGEBRA, Algebra, install};
use colex::notebook::{Diagnostic, Repair};
use colex::words::{self, Tongue};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::advice::Advice;
use crate::browser;
use crate::contract::Laws;
use crate::coordinates::Coordinates;
use crate::derivation::Steps;
use crate::facts::Facts;
use crate::lens::Lens;
use crate::memory::Memory;
use crate::session::{Notice, Session};
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
fn load_laws() -> Result<Build, Missing> {
    Ok(|session, _| view! { <Laws session/> }.into_any())
}

/// Kernels and the GPU.
#[wasm_split(gpu, fallible)]
pub fn gpu() -> Result<crate::gpu::part::Part, Missing> {
    Ok(crate::gpu::part::PART)
}

/// What says in sentences what is wrong: nothing is wrong yet when the page begins.
#[derive(Clone, Copy)]
pub struct Sentences {
    /// The sentence of a diagnostic.
    pub diagnostic: fn(&Diagnostic, Tongue) -> String,
    /// The label of a repair.
    pub repair: fn(&Repair, Tongue) -> String,
    /// The sentence of an error of the algebra.
    pub error: fn(&Error, Tongue) -> String,
}

#[wasm_split(panes, fallible)]
fn load_sentences() -> Result<Sentences, Missing> {
    Ok(Sentences { diagnostic: words::diagnostic, repair: words::repair, error: words::error })
}

/// What the operations of the algebra compute with.
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
/// What an operation promises.
pub const LAWS: Load = || Box::pin(load_laws());
/// From an index to its coordinates.
pub const WAY_BACK: Load = || Box::pin(load_way_back());

/// A part that is loaded at once, after the notebook and the grid.
pub fn soon(session: Session, load: Load) -> AnyView {
    later(session, RwSignal::new(1), load)
}

/// Tells the frame that the page is whole: what loads by itself is there, or will not come.
pub fn tell_ready(session: Session) {
    browser::spawn(async move {
        sentences(session).await;
        algebra(session).await;
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
            match load().await {
                Ok(build) if part.with_untracked(Option::is_none) => part.set(Some(build)),
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
