//! The page as a whole: its bar, its panes, its keys.

use crate::signals::{Memo, RwSignal};
use colex::document::words as document_words;
use colex::words::Tongue;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::dialog::ask;
use crate::parts::{self, opens, soon};
use crate::session::{Notice, Session};
use crate::share;
use crate::slices::Turn;
use crate::views::Columns;

/// How long after a change the title of the page follows, in milliseconds.
const TITLE_DELAY: i32 = 120;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open();
    let embed = Memo::new(move |_| session.options.with(|options| options.embed));
    let presents = Memo::new(move |_| session.options.with(|options| options.present && !options.embed));
    Effect::new(move |_| {
        browser::set_root_attribute("data-theme", Some(if session.dark.get() { "dark" } else { "light" }));
        browser::set_root_attribute("lang", Some(session.tongue.get().pick("en", "zh-Hans")));
        browser::set_root_attribute("data-big", session.big.get().then_some(""));
        browser::set_root_attribute("data-present", presents.get().then_some(""));
        browser::set_root_attribute("data-embed", embed.get().then_some(""));
    });
    let presenting = RwSignal::new(0);
    Effect::new(move |_| {
        if presents.get() {
            ask(presenting);
        }
    });
    let titling = Turn::new();
    Effect::new(move |_| {
        let title = session.shown.with(|shown| {
            shown.as_ref().map(|shown| {
                let printed = colex::notebook::value::without_underscores(&shown.look.printed());
                match &shown.look.name {
                    Some(name) => format!("{name} = {printed} · Colex"),
                    None => format!("{printed} · Colex"),
                }
            })
        });
        let named = session.shelf.with(|shelf| shelf.open_name().map(str::to_owned));
        let title = match (named, title) {
            (Some(name), Some(title)) => Some(format!("{name}: {title}")),
            (Some(name), None) => Some(format!("{name} · Colex")),
            (None, title) => title,
        };
        // It stands outside the page and takes a browser longer than all that is drawn in it.
        titling.after(TITLE_DELAY, move || browser::set_title(title.as_deref().unwrap_or("Colex")));
    });
    parts::tell_ready(session);
    browser::on_window("keydown", move |event: KeyboardEvent| keys(session, &event));
    view! {
        <a class="unseen skip" href="#grid-table" on:click=move |event| { event.prevent_default(); browser::focus("grid-table"); }>
            {session.text("Skip to the grid", "跳到表格")}
        </a>
        {move || if embed.get() { soon(session, parts::EMBED_BAR) } else { view! { <Bar session/> }.into_any() }}
        <Notices session/>
        {awaited(session)}
        <Columns session/>
        {opens(session, presenting, parts::PRESENT)}
    }
}

/// Keys that work wherever the focus is, but in a field where the person types.
fn keys(session: Session, event: &KeyboardEvent) {
    let with_control = event.ctrl_key() || event.meta_key();
    if session.options.with_untracked(|options| options.embed) {
        return;
    }
    match browser::key_of(event).as_str() {
        "k" if with_control && !event.shift_key() => ask(session.asked.palette),
        "f1" => ask(session.asked.reference),
        "escape" if dismiss(session) => {}
        _ if browser::is_typing(event) => return,
        "z" if with_control && event.shift_key() => session.redo(),
        "z" if with_control => session.undo(),
        "y" if with_control => session.redo(),
        "?" => ask(session.asked.help),
        _ => return,
    }
    event.prevent_default();
}

/// What was asked for no longer opens when it comes; answers whether something was.
fn dismiss(session: Session) -> bool {
    let was_awaited = session.asked.dismiss();
    // Nothing else leads out of a presentation whose part is not there.
    if was_awaited && session.options.with_untracked(|options| options.present) {
        session.set_options(|options| options.present = false);
    }
    was_awaited
}

/// How what was asked for stands while it is on its way, and the way out.
fn awaited(session: Session) -> AnyView {
    (move || {
        session.asked.awaited.get().map(|(_, part)| {
            // A click leaves the focus where it is; a key on the button has nowhere else to go.
            let cancel = move |_| {
                dismiss(session);
                browser::focus_where_lost("notebook");
            };
            view! {
                <div class="awaited">
                    {parts::waits(part, None)}
                    <button on:mousedown=move |event| event.prevent_default() on:click=cancel>
                        {session.text("Cancel", "取消")} " " <kbd>"Esc"</kbd>
                    </button>
                </div>
            }
        })
    })
    .into_any()
}

#[component]
fn Bar(session: Session) -> impl IntoView {
    let asked = session.asked;
    asked.forget();
    // What to notice in an example is said where the document is one.
    let told = RwSignal::new(0);
    Effect::new(move |_| {
        if session.view.with(|view| view.example.is_some()) {
            told.set(1);
        }
    });
    share::copy_by_key(session);
    let opener = move |asked: RwSignal<u32>, english: &'static str, chinese: &'static str| {
        view! {
            <button class="plain" aria-haspopup="dialog" on:click=move |_| ask(asked)>{session.text(english, chinese)}</button>
        }
    };
    view! {
        <header class="bar">
            <span class="brand"><img src="icon.svg" alt="" width="24" height="24"/><h1>"Colex"</h1></span>
            <div class="tabs-place">{soon(session, parts::TABS)}</div>
            {opener(asked.examples, "Examples", "示例")}
            {opens(session, asked.examples, parts::EXAMPLES)}
            {parts::later(session, told, parts::EXAMPLE_NOTICE)}
            {opens(session, asked.palette, parts::PALETTE)}
            {opens(session, asked.reference, parts::REFERENCE)}
            <div class="row history">
                <button class="plain" disabled=move || !session.can_undo.get().0 on:click=move |_| session.undo()
                    aria-label=session.text("Undo", "撤销") title=session.text("Undo (Ctrl+Z)", "撤销（Ctrl+Z）")>"↶"</button>
                <button class="plain" disabled=move || !session.can_undo.get().1 on:click=move |_| session.redo()
                    aria-label=session.text("Redo", "重做") title=session.text("Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）")>"↷"</button>
            </div>
            <span class="gap"></span>
            <button class="plain find" aria-haspopup="dialog" on:click=move |_| ask(asked.palette)
                aria-label=session.text("Find anything", "查找任何内容") title=session.text("Find anything (Ctrl+K)", "查找任何内容（Ctrl+K）")>"⌕"</button>
            {opener(asked.arrange, "Views", "视图")}
            {opens(session, asked.arrange, parts::ARRANGE)}
            {opener(asked.export, "Export", "导出")}
            {opens(session, asked.export, parts::EXPORT)}
            {opener(asked.share, "Share", "分享")}
            {opens(session, asked.share, parts::SHARE)}
            <button class="plain" on:click=move |_| ask(asked.present)>{session.text("Present", "演示")}</button>
            {opens(session, asked.present, parts::TOGGLE_PRESENT)}
            <button class="plain" aria-pressed=move || session.big.get().to_string()
                on:click=move |_| session.edit(|document| document.options.big = !document.options.big)>
                {session.text("Big type", "大字")}
            </button>
            <button class="plain" on:click=move |_| session.next_language() lang=move || session.tongue.get().pick("zh-Hans", "en")>
                {session.text("中文", "English")}
            </button>
            <button class="plain" on:click=move |_| session.next_theme() aria-label=move || if session.dark.get() { session.say("Light theme", "浅色") } else { session.say("Dark theme", "深色") }>"◐"</button>
            <button class="plain" on:click=move |_| ask(asked.help)>{session.text("Help", "帮助")}</button>
            {opens(session, asked.help, parts::HELP)}
        </header>
    }
}

/// What the page has to say once.
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
            Notice::Closed => session.say("Document closed", "文档已关闭").to_string(),
            Notice::NotKept => {
                let names = session.unkept_names();
                session.tongue.get().pick(
                    format!("Not saved: {names}. This browser keeps no documents: it is a private window, or there is no room left. Export them before you go"),
                    format!("未保存：{names}。浏览器未能保存文档：可能处于隐私窗口，或空间已满。离开之前请先导出"),
                )
            }
            Notice::TooLong => session
                .say(
                    "This notebook is too long to be saved or to have a link: shorten it, or copy it before you go",
                    "笔记本过长，无法保存，也没有链接：请缩短它，或在离开之前复制其内容",
                )
                .to_string(),
            Notice::Unreadable(count) => session.tongue.get().pick(
                format!("Saved documents that this page cannot read: {count}. They are left as they are"),
                format!("有 {count} 个已保存的文档本页面无法读取，已原样保留"),
            ),
            Notice::Full => session.say("There is no room for more documents: close one first", "文档数量已达上限：请先关闭一个").to_string(),
        })
    };
    let action = move || match session.notice.get()? {
        Notice::Closed => Some(
            view! { <button on:click=move |_| session.reopen()>{session.text("Undo", "撤销")}</button> }.into_any(),
        ),
        Notice::NotKept => {
            let export = session.text("Export all", "全部导出");
            Some(view! { <button on:click=move |_| ask(session.asked.export_all)>{export}</button> }.into_any())
        }
        _ => None,
    };
    view! {
        <div class="notices" role="status" aria-live="polite">
            {move || sentence().map(|sentence| view! {
                <p class="notice">
                    <span>{sentence}</span>
                    {action()}
                    <button class="plain" on:click=move |_| session.notice.set(None) aria-label=session.text("Dismiss", "关闭")>"✕"</button>
                </p>
            })}
        </div>
        {opens(session, session.asked.export_all, parts::EXPORT_ALL)}
    }
}
