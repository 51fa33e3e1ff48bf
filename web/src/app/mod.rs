//! The page as a whole: its bar, its panes, its keys.

mod columns;
mod embedded;
mod intro;
mod notices;
mod presenting;
mod tabs;
mod whole;

use crate::signals::{Memo, RwSignal};
use leptos::prelude::*;

use self::columns::Columns;
use crate::browser::{self, KeyboardEvent, Timeout};
use crate::dialogs;
use crate::loader::{self, opens, quietly, soon};
use crate::panels::commands::{self, Command};
use crate::session::{Session, ask};
use crate::views::heading;

/// How long after a change the title of the page follows, in milliseconds.
const TITLE_DELAY: i32 = 120;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open(heading);
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
    let titling = Timeout::new();
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
    whole::bring(session);
    browser::on_window("keydown", move |event: KeyboardEvent| keys(session, &event));
    view! {
        <a class="unseen skip" href="#grid-table" on:click=move |event| { event.prevent_default(); browser::focus("grid-table"); }>
            {session.text("Skip to the grid", "跳到网格")}
        </a>
        {move || if embed.get() { soon(session, embedded::PART) } else { view! { <Bar session/> }.into_any() }}
        <div class="notices" role="status" aria-live="polite">{quietly(session, RwSignal::new(1), notices::PART)}</div>
        {opens(session, session.asked.export_all, dialogs::EXPORT_ALL)}
        {awaited(session)}
        {intro::place(session)}
        <Columns session/>
        {opens(session, presenting, presenting::PART)}
    }
}

/// Keys that work wherever the focus is, and those that do not in a field where the person types.
fn keys(session: Session, event: &KeyboardEvent) {
    if session.options.with_untracked(|options| options.embed) {
        return;
    }
    let hear = |table| commands::hear(table, session, event);
    let is_heard = hear(&commands::EVERYWHERE)
        || event.key() == "Escape" && dismiss(session)
        || !browser::is_typing(event) && (hear(&commands::STEPS) || hear(&commands::OUTSIDE));
    if is_heard {
        event.prevent_default();
    }
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
                    {loader::waits(part, None)}
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
    let opener = move |command: Command| {
        let [english, chinese] = command.short;
        view! {
            <button class="plain" aria-haspopup="dialog" on:click=move |_| (command.act)(session)>{session.text(english, chinese)}</button>
        }
    };
    let text = move |[english, chinese]: [&'static str; 2]| session.text(english, chinese);
    view! {
        <header class="bar">
            <span class="brand"><img src="icon.svg" alt="" width="24" height="24"/><h1>"Colex"</h1></span>
            <div class="tabs-place">{soon(session, tabs::PART)}</div>
            {opener(commands::EXAMPLES)}
            {loader::later(session, told, dialogs::NOTICE)}
            <div class="row history">
                <button class="plain" disabled=move || !session.can_undo.get().0 on:click=move |_| (commands::UNDO.act)(session)
                    aria-label=text(commands::UNDO.words) title=session.text("Undo (Ctrl+Z)", "撤销（Ctrl+Z）")>"↶"</button>
                <button class="plain" disabled=move || !session.can_undo.get().1 on:click=move |_| (commands::REDO.act)(session)
                    aria-label=text(commands::REDO.words) title=session.text("Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）")>"↷"</button>
            </div>
            <span class="gap"></span>
            <button class="plain find" aria-haspopup="dialog" on:click=move |_| (commands::FIND.act)(session)
                aria-label=text(commands::FIND.words) title=session.text("Find anything (Ctrl+K)", "查找任何内容（Ctrl+K）")>"⌕"</button>
            {opener(commands::VIEWS)}
            {opener(commands::EXPORT)}
            {opener(commands::SHARE)}
            <button class="plain" on:click=move |_| (commands::PRESENT.act)(session)>{text(commands::PRESENT.short)}</button>
            {opens(session, asked.present, presenting::TOGGLE)}
            <button class="plain" aria-pressed=move || session.big.get().to_string()
                on:click=move |_| (commands::BIG.act)(session)>
                {text(commands::BIG.short)}
            </button>
            <button class="plain" on:click=move |_| (commands::LANGUAGE.act)(session) lang=move || session.tongue.get().pick("zh-Hans", "en")>
                {text(commands::LANGUAGE.short)}
            </button>
            <button class="plain" on:click=move |_| (commands::THEME.act)(session) aria-label=move || if session.dark.get() { session.say("Light theme", "浅色") } else { session.say("Dark theme", "深色") }>"◐"</button>
            <button class="plain" on:click=move |_| (commands::HELP.act)(session)>{text(commands::HELP.short)}</button>
            {dialogs::all(asked).map(|(asked, load)| opens(session, asked, load)).into_iter().collect_view()}
        </header>
    }
}
