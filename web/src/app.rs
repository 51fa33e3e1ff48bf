//! The page as a whole: its bar, its panes, its keys.

use colex::document::{Language, Theme, words as document_words};
use colex::words::Tongue;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent, Timer};
use crate::editor::Editor;
use crate::gpu::CheckOnGpu;
use crate::grid::Grid;
use crate::parts::{self, later, soon};
use crate::session::{Notice, Origin, Session};
use crate::share;

/// How long after a change the title of the page follows, in milliseconds.
const TITLE_DELAY: i32 = 120;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open();
    let embed = Memo::new(move |_| session.options.with(|options| options.embed));
    Effect::new(move |_| {
        browser::set_root_attribute("data-theme", Some(if session.dark.get() { "dark" } else { "light" }));
        browser::set_root_attribute("lang", Some(session.tongue.get().pick("en", "zh-Hans")));
        browser::set_root_attribute("data-big", session.big.get().then_some(""));
        browser::set_root_attribute("data-embed", embed.get().then_some(""));
    });
    let titling = StoredValue::new(None::<Timer>);
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
        if let Some(timer) = titling.get_value() {
            timer.cancel();
        }
        // It stands outside the page and takes a browser longer than all that is drawn in it.
        let set = move || browser::set_title(title.as_deref().unwrap_or("Colex"));
        titling.set_value(Some(browser::after(TITLE_DELAY, set)));
    });
    parts::tell_ready(session);
    let help = RwSignal::new(0);
    browser::on_window("keydown", move |event: KeyboardEvent| keys(session, help, &event));
    view! {
        <a class="unseen skip" href="#grid-table" on:click=move |event| { event.prevent_default(); browser::focus("grid-table"); }>
            {session.text("Skip to the grid", "跳到表格")}
        </a>
        <Show when=move || !embed.get() fallback=move || view! { <EmbedBar session/> }>
            <Bar session help/>
        </Show>
        <Notices session/>
        <main class="panes" id="panes">
            <Show when=move || !embed.get()>
                <div class="pane left" id="pane-notebook">
                    <Editor session/>
                    {soon(session, parts::ADVICE)}
                    {soon(session, parts::FACTS)}
                    {soon(session, parts::TREE)}
                </div>
            </Show>
            <div class="pane middle" id="pane-grid">
                <Grid session/>
                {soon(session, parts::MEMORY)}
                <Show when=move || !embed.get()>
                    {soon(session, parts::COORDINATES)}
                </Show>
            </div>
            <div class="pane right" id="pane-steps">
                {soon(session, parts::WORKED)}
                <Show when=move || !embed.get()>
                    {soon(session, parts::STEPS)}
                    {soon(session, parts::LAWS)}
                    {soon(session, parts::LENS)}
                    {soon(session, parts::WAY_BACK)}
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
fn keys(session: Session, help: RwSignal<u32>, event: &KeyboardEvent) {
    let with_control = event.ctrl_key() || event.meta_key();
    if browser::is_typing(event) {
        return;
    }
    match event.key().as_str() {
        "z" | "Z" if with_control && event.shift_key() => session.redo(),
        "z" if with_control => session.undo(),
        "y" if with_control => session.redo(),
        "?" => ask(help),
        _ => return,
    }
    event.prevent_default();
}

/// Asks for a dialog once more.
fn ask(asked: RwSignal<u32>) {
    asked.update(|asked| *asked += 1);
}

#[component]
fn Bar(session: Session, help: RwSignal<u32>) -> impl IntoView {
    help.set(0);
    let [examples, export, share] = [RwSignal::new(0), RwSignal::new(0), RwSignal::new(0)];
    share::copy_by_key(session);
    let opener = move |asked: RwSignal<u32>, english: &'static str, chinese: &'static str| {
        view! {
            <button class="plain" aria-haspopup="dialog" on:click=move |_| ask(asked)>{session.text(english, chinese)}</button>
        }
    };
    let next_theme = move |_| {
        let dark = session.dark.get_untracked();
        session.edit(|document| document.options.theme = if dark { Theme::Light } else { Theme::Dark });
    };
    let next_language = move |_| {
        let other = session.tongue.get_untracked().pick(Language::Chinese, Language::English);
        session.edit(|document| document.options.language = other);
    };
    view! {
        <header class="bar">
            <span class="brand"><img src="icon.svg" alt="" width="24" height="24"/><h1>"Colex"</h1></span>
            {opener(examples, "Examples", "示例")}
            {later(session, examples, parts::EXAMPLES)}
            <div class="row history">
                <button class="plain" disabled=move || !session.can_undo.get().0 on:click=move |_| session.undo()
                    aria-label=session.text("Undo", "撤销") title=session.text("Undo (Ctrl+Z)", "撤销（Ctrl+Z）")>"↶"</button>
                <button class="plain" disabled=move || !session.can_undo.get().1 on:click=move |_| session.redo()
                    aria-label=session.text("Redo", "重做") title=session.text("Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）")>"↷"</button>
            </div>
            <span class="gap"></span>
            {opener(export, "Export", "导出")}
            {later(session, export, parts::EXPORT)}
            {opener(share, "Share", "分享")}
            {later(session, share, parts::SHARE)}
            <button class="plain" aria-pressed=move || session.big.get().to_string()
                on:click=move |_| session.edit(|document| document.options.big = !document.options.big)>
                {session.text("Big type", "大字")}
            </button>
            <button class="plain" on:click=next_language lang=move || session.tongue.get().pick("zh-Hans", "en")>
                {session.text("中文", "English")}
            </button>
            <button class="plain" on:click=next_theme aria-label=move || if session.dark.get() { session.say("Light theme", "浅色") } else { session.say("Dark theme", "深色") }>"◐"</button>
            <button class="plain" on:click=move |_| ask(help)>{session.text("Help", "帮助")}</button>
            {later(session, help, parts::HELP)}
        </header>
    }
}

/// The bar of an embedded page: what it shows, and the way to the whole page.
#[component]
fn EmbedBar(session: Session) -> impl IntoView {
    let address = move || {
        let mut document = session.document();
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
            && !session.options.with(|options| options.embed)
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
