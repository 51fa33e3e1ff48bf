//! The page as a whole: its bar, its panes, its keys.

use leptos::prelude::*;

use crate::coordinates::Coordinates;
use crate::editor::Editor;
use crate::facts::Facts;
use crate::gallery::Gallery;
use crate::gpu::CheckOnGpu;
use crate::grid::Grid;
use crate::memory::Memory;
use crate::session::Session;
use crate::share::Share;
use crate::takeaway::TakeAway;
use crate::tree::Tree;
use crate::wayback::WayBack;
use crate::worked::Worked;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open();
    view! {
        <header class="bar"><strong>"Colex"</strong> <Gallery session/> <TakeAway session/> <Share session/></header>
        <main>
            <Editor session/> <Facts session/> <Tree session/> <Grid session/> <Memory session/> <Worked session/>
            <Coordinates session/> <WayBack session/> <CheckOnGpu session/>
        </main>
    }
}
