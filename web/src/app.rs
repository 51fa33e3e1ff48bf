//! The page as a whole: its bar, its panes, its keys.

use colex::document::{Language, Theme, words as document_words};
use colex::words::Tongue;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::coordinates::Coordinates;
use crate::editor::Editor;
use crate::facts::Facts;
use crate::gallery::Gallery;
use crate::gpu::CheckOnGpu;
use crate::grid::Grid;
use crate::help::Help;
use crate::memory::Memory;
use crate::session::{Notice, Origin, Session};
use crate::share::Share;
use crate::takeaway::TakeAway;
use crate::tree::Tree;
use crate::wayback::WayBack;
use crate::worked::Worked;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open();
    let options = Memo::new(move |_| session.document.with(|document| document.options.clone()));
    let embed = Memo::new(move |_| options.with(|options| options.embed));
    Effect::new(move |_| {
        browser::set_root_attribute("data-theme", Some(if session.dark.get() { "dark" } else { "light" }));
        browser::set_root_attribute("lang", Some(session.tongue.get().pick("en", "zh-Hans")));
        browser::set_root_attribute("data-big", options.with(|options| options.big.then_some("")));
        browser::set_root_attribute("data-embed", embed.get().then_some(""));
    });
    Effect::new(move |_| {
        let title = session.shown.with(|shown| {
            shown.as_ref().map(|shown| {
                let printed = colex::notebook::value::without_underscores(&shown.look.layout.to_string());
                match &shown.look.name {
                    Some(name) => format!("{name} = {printed} · Colex"),
                    None => format!("{printed} · Colex"),
                }
            })
        });
        browser::set_title(title.as_deref().unwrap_or("Colex"));
    });
    browser::on_window("keydown", move |event: KeyboardEvent| keys(session, &event));
    view! {
        <a class="unseen skip" href="#grid-table" on:click=move |event| { event.prevent_default(); browser::focus("grid-table"); }>
            {session.text("Skip to the grid", "跳到表格")}
        </a>
        <Show when=move || !embed.get() fallback=move || view! { <EmbedBar session/> }>
            <Bar session/>
        </Show>
        <Notices session/>
        <main class="panes" id="panes">
            <Show when=move || !embed.get()>
                <div class="pane left" id="pane-notebook">
                    <Editor session/>
                    <Facts session/>
                    <Tree session/>
                </div>
            </Show>
            <div class="pane middle" id="pane-grid">
                <Grid session/>
                <Memory session/>
                <Show when=move || !embed.get()>
                    <Coordinates session/>
                </Show>
            </div>
            <div class="pane right" id="pane-steps">
                <Worked session/>
                <Show when=move || !embed.get()>
                    <WayBack session/>
                    <CheckOnGpu session/>
                </Show>
            </div>
        </main>
        <Show when=move || !embed.get()>
            <PaneTabs session/>
        </Show>
    }
}

/// Keys that work wherever the focus is, but in a field where the person types.
fn keys(session: Session, event: &KeyboardEvent) {
    let with_control = event.ctrl_key() || event.meta_key();
    if browser::is_typing(event) {
        return;
    }
    match event.key().as_str() {
        "z" | "Z" if with_control && event.shift_key() => session.redo(),
        "z" if with_control => session.undo(),
        "y" if with_control => session.redo(),
        "?" => browser::open_dialog("help"),
        _ => return,
    }
    event.prevent_default();
}

#[component]
fn Bar(session: Session) -> impl IntoView {
    let next_theme = move |_| {
        let dark = session.dark.get_untracked();
        session.edit(|document| document.options.theme = if dark { Theme::Light } else { Theme::Dark });
    };
    let next_language = move |_| {
        let other = session.tongue.get_untracked().pick(Language::Chinese, Language::English);
        session.edit(|document| document.options.language = other);
    };
    let big = Memo::new(move |_| session.document.with(|document| document.options.big));
    view! {
        <header class="bar">
            <span class="brand"><img src="icon.svg" alt="" width="24" height="24"/><h1>"Colex"</h1></span>
            <Gallery session/>
            <div class="row history">
                <button class="plain" disabled=move || !session.can_undo.get().0 on:click=move |_| session.undo()
                    aria-label=session.text("Undo", "撤销") title=session.text("Undo (Ctrl+Z)", "撤销（Ctrl+Z）")>"↶"</button>
                <button class="plain" disabled=move || !session.can_undo.get().1 on:click=move |_| session.redo()
                    aria-label=session.text("Redo", "重做") title=session.text("Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）")>"↷"</button>
            </div>
            <span class="gap"></span>
            <TakeAway session/>
            <Share session/>
            <button class="plain" aria-pressed=move || big.get().to_string()
                on:click=move |_| session.edit(|document| document.options.big = !document.options.big)>
                {session.text("Big type", "大字")}
            </button>
            <button class="plain" on:click=next_language lang=move || session.tongue.get().pick("zh-Hans", "en")>
                {session.text("中文", "English")}
            </button>
            <button class="plain" on:click=next_theme aria-label=move || if session.dark.get() { session.say("Light theme", "浅色") } else { session.say("Dark theme", "深色") }>"◐"</button>
            <button class="plain" on:click=move |_| browser::open_dialog("help")>{session.text("Help", "帮助")}</button>
            <Help session/>
        </header>
    }
}

/// The bar of an embedded page: what it shows, and the way to the whole page.
#[component]
fn EmbedBar(session: Session) -> impl IntoView {
    let address = move || {
        let mut document = session.document.get();
        document.options.embed = false;
        let fragment = colex::document::link::encode(&document).unwrap_or_default();
        format!("{}#{}", browser::base_address(), fragment.trim_start_matches('#'))
    };
    view! {
        <header class="bar embed">
            <h1 class="unseen">"Colex"</h1>
            <a href=address target="_blank" rel="noopener">{session.text("Open in Colex", "在 Colex 中打开")}</a>
        </header>
    }
}

/// What the page has to say once, and whose work is on the screen.
#[component]
fn Notices(session: Session) -> impl IntoView {
    let sentence = move || {
        let chinese = session.tongue.get() == Tongue::Chinese;
        session.notice.get().map(|notice| match notice {
            Notice::Link(error) => document_words::sentence(&error, chinese),
            Notice::Edit(english, chinese_text) => {
                if chinese {
                    chinese_text
                } else {
                    english
                }
            }
            Notice::Done(english, chinese_text) => session.tongue.get().pick(english, chinese_text).to_string(),
        })
    };
    let visiting = move || {
        session.origin.get() == Origin::Visit
            && session.has_work.get()
            && !session.document.with(|document| document.options.embed)
    };
    view! {
        <div class="notices" role="status" aria-live="polite">
            {move || sentence().map(|sentence| view! {
                <p class="notice">
                    <span>{sentence}</span>
                    <button class="plain" on:click=move |_| session.notice.set(None) aria-label=session.text("Dismiss", "关闭")>"✕"</button>
                </p>
            })}
            {move || visiting().then(|| view! {
                <p class="notice quiet">
                    <span>{session.text("This came from a link or an example; your own work is kept", "当前内容来自链接或示例，你自己的内容仍然保留")}</span>
                    <button on:click=move |_| session.return_to_work()>{session.text("Back to my work", "回到我的内容")}</button>
                    <button on:click=move |_| session.adopt()>{session.text("Keep this instead", "改为保留当前内容")}</button>
                </p>
            })}
        </div>
    }
}

/// On a phone the three panes are one swipe, or one of these, apart.
#[component]
fn PaneTabs(session: Session) -> impl IntoView {
    let tab = move |id: &'static str, english: &'static str, chinese: &'static str| {
        view! { <button class="plain" on:click=move |_| browser::bring_into_view(id)>{move || session.say(english, chinese)}</button> }
    };
    view! {
        <nav class="pane-tabs" aria-label=session.text("Panes", "面板")>
            {tab("pane-notebook", "Notebook", "笔记本")}
            {tab("pane-grid", "Grid", "表格")}
            {tab("pane-steps", "Steps", "步骤")}
        </nav>
    }
}
