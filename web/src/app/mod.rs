//! The page as a whole: its bar, its panes, its keys.

mod columns;
mod embedded;
mod intro;
mod later;
mod notices;
mod presenting;
mod tabs;
mod whole;

use crate::signals::{Effect, Memo, RwSignal};
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use self::columns::Columns;
use crate::browser::{self, KeyboardEvent, MouseEvent};
use crate::dialogs;
use crate::learn;
use crate::loader::{self, opens, quietly, soon};
use crate::panels::commands::{self, Command};
use crate::panels::frame::OPERATION_ID;
use crate::session::{Asked, Draft, Parts, Session, ask};
use crate::views::heading;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let session = Session::open(heading);
    let embed = Memo::new(move |_| session.draft.options.with(|options| options.embed));
    let presents = Memo::new(move |_| session.draft.options.with(|options| options.present && !options.embed));
    Effect::new(move |_| {
        browser::set_root_attribute("data-theme", Some(if session.tastes.dark.get() { "dark" } else { "light" }));
        browser::set_root_attribute("lang", Some(session.tastes.tongue.get().pick("en", "zh-Hans")));
        browser::set_root_attribute("data-big", session.tastes.big.get().then_some(""));
        browser::set_root_attribute("data-present", presents.get().then_some(""));
        browser::set_root_attribute("data-embed", embed.get().then_some(""));
    });
    let presenting = RwSignal::new(0);
    let lesson = RwSignal::new(0);
    Effect::new(move |_| {
        if presents.get() {
            ask(presenting);
        }
        if session.draft.view.with(|view| view.learn.is_some()) {
            lesson.set(1);
        }
    });
    whole::bring(session);
    browser::on_window("keydown", move |event: KeyboardEvent| keys(session, &event));
    let has_grid =
        Memo::new(move |_| session.desk.arrangement.with(|arrangement| !arrangement.is_folded(ViewId::Grid)));
    let skip = move |event: MouseEvent| {
        event.prevent_default();
        // The picture that is there.
        [OPERATION_ID, "grid-table"].into_iter().for_each(browser::focus);
    };
    // Things to notice in an example, or in what a concept has to try, are said where the document is one.
    let told = RwSignal::new(0);
    Effect::new(move |_| {
        if !embed.get() && session.draft.view.with(|view| view.example.is_some()) {
            told.set(1);
        }
    });
    view! {
        <a class="unseen skip" href=move || if has_grid.get() { "#grid-table" } else { "#panes" } on:click=skip>
            {move || if has_grid.get() { session.tastes.say("Skip to the grid", "跳到网格") } else { session.tastes.say("Skip to the picture", "跳到图示") }}
        </a>
        {move || if embed.get() { soon(session, embedded::PART) } else { view! { <Bar session/> }.into_any() }}
        <div class="notices" role="status" aria-live="polite">{quietly(session, RwSignal::new(1), notices::PART)}</div>
        {quietly(session, told, dialogs::NOTICE)}
        {opens(session, session.asked.export_all, dialogs::EXPORT_ALL)}
        {quietly(session, RwSignal::new(1), later::PART)}
        {intro::place(session)}
        {loader::quietly(session, lesson, learn::RAIL)}
        <Columns session/>
        {opens(session, presenting, presenting::PART)}
    }
}

/// Keys that work wherever the focus is, and those that do not in a field where the person types.
fn keys(session: Session, event: &KeyboardEvent) {
    if session.draft.options.with_untracked(|options| options.embed) {
        return;
    }
    let hear = |table| commands::hear(table, session, event);
    let is_heard = hear(&commands::EVERYWHERE)
        || event.key() == "Escape" && dismiss(session.draft, session.asked)
        || !browser::is_typing(event) && (hear(&commands::STEPS) || hear(&commands::OUTSIDE));
    if is_heard {
        event.prevent_default();
    }
}

/// Drops what was asked for, so that it no longer opens when it comes; answers whether something was.
fn dismiss(draft: Draft, asked: Asked) -> bool {
    let was_awaited = asked.dismiss();
    // Nothing else leads out of a presentation whose part is not there.
    if was_awaited && draft.options.with_untracked(|options| options.present) {
        draft.set_options(|options| options.present = false);
    }
    was_awaited
}

#[component]
fn Bar(session: Session) -> impl IntoView {
    let Parts { draft, tastes, .. } = *session;
    let asked = session.asked;
    asked.forget();
    let opener = move |command: Command| {
        let [english, chinese] = command.short;
        view! {
            <button class="plain" aria-haspopup="dialog" on:click=move |_| (command.act)(session)>{tastes.text(english, chinese)}</button>
        }
    };
    let text = move |[english, chinese]: [&'static str; 2]| tastes.text(english, chinese);
    view! {
        <header class="bar">
            <span class="brand"><img src="icon.svg" alt="" width="24" height="24"/><h1>"Colex"</h1></span>
            {opener(commands::LEARN)}
            {opener(commands::EXAMPLES)}
            <div class="row history">
                <button class="plain" disabled=move || !draft.can_undo.get().0 on:click=move |_| (commands::UNDO.act)(session)
                    aria-label=text(commands::UNDO.words) title=tastes.text("Undo (Ctrl+Z)", "撤销（Ctrl+Z）")>"↶"</button>
                <button class="plain" disabled=move || !draft.can_undo.get().1 on:click=move |_| (commands::REDO.act)(session)
                    aria-label=text(commands::REDO.words) title=tastes.text("Redo (Ctrl+Shift+Z)", "重做（Ctrl+Shift+Z）")>"↷"</button>
            </div>
            // The strip comes later than the buttons, which stay where they are: it takes what room they leave.
            <div class="tabs-place">{soon(session, tabs::PART)}</div>
            <button class="plain find" aria-haspopup="dialog" on:click=move |_| (commands::FIND.act)(session)
                aria-label=text(commands::FIND.words) title=tastes.text("Find anything (Ctrl+K)", "查找任何内容（Ctrl+K）")>"⌕"</button>
            {opener(commands::VIEWS)}
            {opener(commands::EXPORT)}
            {opener(commands::SHARE)}
            <button class="plain" on:click=move |_| (commands::PRESENT.act)(session)>{text(commands::PRESENT.short)}</button>
            {opens(session, asked.present, presenting::TOGGLE)}
            <button class="plain" aria-pressed=move || tastes.big.get().to_string()
                on:click=move |_| (commands::BIG.act)(session)>
                {text(commands::BIG.short)}
            </button>
            <button class="plain" on:click=move |_| (commands::LANGUAGE.act)(session) lang=move || tastes.tongue.get().pick("zh-Hans", "en")>
                {text(commands::LANGUAGE.short)}
            </button>
            <button class="plain" on:click=move |_| (commands::THEME.act)(session) aria-label=move || if tastes.dark.get() { tastes.say("Light theme", "浅色") } else { tastes.say("Dark theme", "深色") }>"◐"</button>
            <button class="plain" on:click=move |_| (commands::HELP.act)(session)>{text(commands::HELP.short)}</button>
            {dialogs::all(asked).map(|(asked, load)| opens(session, asked, load)).into_iter().collect_view()}
        </header>
    }
}
