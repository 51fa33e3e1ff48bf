//! Loading of a part of the page whose code comes later: the build takes each out of the module. What is in a part is
//! declared beside it, by [`part!`]. `panes`, with the views that the page begins with, follows the notebook and the
//! grid by itself. With the first wish for more come the `algebra` and the `story`: operations, sentences about
//! mistakes, help at the caret. `tools`, with the other views, come when one of them is unfolded, `dialogs` and `gpu`
//! when they are first asked for.

use std::pin::Pin;

use crate::signals::{Effect, Memo, RwSignal};
use leptos::prelude::*;
use wasm_split_helpers::SplitLoaderError;

use crate::browser;
use crate::session::{Arrivals, Session};

/// The code of a part did not arrive: the browser had no room for it. A file that does not come is asked for again by the
/// frame (`xtask/page/loading.js`), for as long as it takes.
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Self {
        Missing
    }
}

/// Function that builds a part; it is given how often the part was asked for.
pub type Build = fn(Session, RwSignal<u32>) -> AnyView;

/// A part that is on its way.
pub type Coming = Pin<Box<dyn Future<Output = Result<Build, Missing>>>>;

/// Loader of a part: the name by which the frame knows how its files stand, and what asks for it.
#[derive(Clone, Copy)]
pub struct Load(pub &'static str, pub fn() -> Coming);

/// Declares what loads a piece of the page, beside that piece: a constant, in which part its code is, and what builds it.
/// Pieces of one part load together. Whatever only they reach is in the part, and nothing of it in the module.
macro_rules! part {
    ($(#[$sentence:meta])* $visible:vis $name:ident: $part:ident = $build:expr) => {
        $(#[$sentence])*
        $visible const $name: $crate::loader::Load = {
            #[::wasm_split_helpers::wasm_split($part, fallible)]
            fn load() -> Result<$crate::loader::Build, $crate::loader::Missing> {
                Ok($build)
            }
            $crate::loader::Load(stringify!($part), || Box::pin(load()))
        };
    };
}
pub(crate) use part;

/// The part that follows by itself; whoever asks for another wants more than the page begins with.
const FIRST: &str = "panes";
/// Delay before a part for which the browser had no room is tried once more, in milliseconds.
const AGAIN: i32 = 5_000;

/// Returns the content of a part, once it is there.
pub async fn arrived<T, F: Future<Output = Result<T, Missing>>>(load: impl Fn() -> F) -> T {
    loop {
        if let Ok(part) = load().await {
            return part;
        }
        browser::wait(AGAIN).await;
    }
}

/// Does something whenever it is asked for.
pub fn acts(session: Session, asked: RwSignal<u32>, act: fn(Session)) -> AnyView {
    Effect::new(move |_| {
        if asked.get() > 0 {
            untrack(|| act(session));
        }
    });
    ().into_any()
}

/// Where something waits for a part: the frame says there how the files of the part stand, and takes it up again.
pub fn waits(name: &'static str, title: Option<Signal<&'static str>>) -> AnyView {
    view! { <part-wait data-part=name>{title.map(|title| view! { <h2>{title}</h2> })}</part-wait> }.into_any()
}

/// Returns the function that builds a part, once the part was wanted and has come.
fn arriving(arrivals: Arrivals, is_wanted: Memo<bool>, load: Load) -> RwSignal<Option<Build>> {
    let part = RwSignal::new(None);
    let is_asked = StoredValue::new(false);
    Effect::new(move |_| {
        if !is_wanted.get() || is_asked.get_value() {
            return;
        }
        is_asked.set_value(true);
        if load.0 != FIRST {
            arrivals.want_more();
        }
        browser::spawn(async move {
            let build = arrived(load.1).await;
            // One at a time, with a frame between them when the browser wants one: many parts arrive together.
            browser::breathe().await;
            // The view that wanted it may be gone by now.
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
    let part = arriving(session.arrivals, is_wanted, load);
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

/// Shows plain content in place of the part until that is there.
pub fn plainly(session: Session, load: Load, plain: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    placed(session, RwSignal::new(1), load, move || Some(plain()))
}

/// Opens or acts as soon as the part is there, unless by then it is no longer wanted: it was dismissed, or something
/// else was asked for.
pub fn opens(session: Session, asked: RwSignal<u32>, load: Load) -> AnyView {
    let is_wanted = Memo::new(move |_| asked.get() > 0);
    let part = arriving(session.arrivals, is_wanted, load);
    Effect::new(move |_| session.asked.wait(asked, load.0, is_wanted.get() && part.with(Option::is_none)));
    (move || is_wanted.get().then(|| part.get().map(|build| build(session, asked)))).into_any()
}
