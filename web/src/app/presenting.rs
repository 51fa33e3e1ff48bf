//! Presenting: the page as large as the screen, with the keys of a remote, a spotlight, and answers that are hidden until
//! they are asked for.

use crate::signals::{Memo, RwSignal};
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent, MouseEvent};
use crate::languages::say;
use crate::loader::{acts, part};
use crate::panels::commands::{self, Command, command, hear};
use crate::session::{Draft, Parts, Screen, Session};

part! {
    /// Content that is there while one presents.
    pub PART: dialogs = present
}

part! {
    /// Begins or ends presenting.
    pub TOGGLE: dialogs = |session, asked| acts(session, asked, toggle)
}

/// Hides or reveals the answers.
const HIDE: Command = commands::HIDE.keys("H");
/// Takes the whole screen, or gives it back.
const FULL_SCREEN: Command =
    command("full-screen", "Full screen", "全屏", |_| browser::set_full_screen(!browser::is_full_screen())).keys("F");
/// Ends presenting.
const LEAVE: Command = command("leave", "Leave", "退出", |session| {
    set(session.draft, session.screen, false);
    browser::set_full_screen(false);
})
.keys("Esc");

/// Begins or ends presenting. Where the browser does not give the whole screen, it goes on in the window.
fn toggle(session: Session) {
    let Parts { draft, screen, .. } = *session;
    let on = !draft.options.with_untracked(|options| options.present);
    set(draft, screen, on);
    browser::set_full_screen(on);
}

fn set(draft: Draft, screen: Screen, on: bool) {
    draft.set_options(|options| options.present = on);
    if on {
        start_steps(draft, screen);
    }
}

/// A statement is told from its first act or step.
fn start_steps(draft: Draft, screen: Screen) {
    let has_acts = untrack(|| screen.story.get().is_some_and(|story| story.acts.count() > 0));
    draft.look_at(|view| {
        view.step = view.point.is_some().then_some(0);
        (view.derivation, view.act) = if has_acts { (None, Some(0)) } else { (Some(0), None) };
    });
}

/// Shows what is there while one presents: the keys, a line with what they do, and the spotlight.
fn present(session: Session, _asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, screen, .. } = *session;
    let is_on = Memo::new(move |_| draft.options.with(|options| options.present));
    let spotlight = RwSignal::new(None::<(i32, i32)>);
    let was_full = StoredValue::new(browser::is_full_screen());
    // The browser's own way out of the whole screen ends it too.
    let leaving = window_event_listener_untyped("fullscreenchange", move |_| {
        let is_full = browser::is_full_screen();
        if was_full.get_value() && !is_full && is_on.get_untracked() {
            set(draft, screen, false);
        }
        was_full.set_value(is_full);
    });
    let pressing = window_event_listener(leptos::ev::keydown, move |event| {
        if is_on.get_untracked() {
            on_key(session, spotlight, &event);
        }
    });
    let moving = window_event_listener(leptos::ev::mousemove, move |event| {
        if spotlight.with_untracked(Option::is_some) {
            spotlight.set(Some(place(&event)));
        }
    });
    on_cleanup(move || {
        leaving.remove();
        pressing.remove();
        moving.remove();
    });
    let statement = move || {
        let (at, all) =
            (screen.chosen_statement.get(), draft.evaluation.with(|evaluation| evaluation.0.statements().len()));
        at.map(|at| at.saturating_add(1))
            .map(|at| say!(tastes.tongue.get(), en("Statement {at} of {all}"), zh("第 {at} 条，共 {all} 条")))
    };
    let light = move || {
        spotlight.get().map(|(x, y)| {
            view! { <div class="spotlight" aria-hidden="true" style=("--x", format!("{x}px")) style=("--y", format!("{y}px"))></div> }
        })
    };
    let label = move |command: Command| {
        let [english, chinese] = command.short;
        view! { {tastes.text(english, chinese)} " " <kbd>{command.keys}</kbd> }
    };
    view! {
        <Show when=move || is_on.get()>
            <nav class="presenting" aria-label=tastes.text("Presenting", "演示")>
                <button class="plain" on:click=move |_| turn(draft, screen, false) title=tastes.text("Page Up", "Page Up 键")
                    aria-label=tastes.text("Back", "后退")>"◀"</button>
                <button class="plain" on:click=move |_| turn(draft, screen, true) title=tastes.text("Page Down", "Page Down 键")
                    aria-label=tastes.text("Forward", "前进")>"▶"</button>
                <span class="quiet small" role="status">{statement}</span>
                <span class="gap"></span>
                <button class="plain" aria-pressed=move || session.focus.hidden.get().to_string() on:click=move |_| (HIDE.act)(session)>
                    {label(HIDE)}</button>
                <button class="plain" aria-pressed=move || spotlight.with(Option::is_some).to_string()
                    on:click=move |event| light_up(spotlight, Some(place(&event)))>{tastes.text("Spotlight", "聚光灯")} " " <kbd>"P"</kbd></button>
                <button class="plain" on:click=move |_| (FULL_SCREEN.act)(session)>{label(FULL_SCREEN)}</button>
                <button class="plain" on:click=move |_| (LEAVE.act)(session)>{label(LEAVE)}</button>
            </nav>
            {light}
        </Show>
    }
    .into_any()
}

fn place(event: &MouseEvent) -> (i32, i32) {
    (event.client_x(), event.client_y())
}

fn light_up(spotlight: RwSignal<Option<(i32, i32)>>, at: Option<(i32, i32)>) {
    spotlight.update(|spotlight| *spotlight = if spotlight.is_some() { None } else { at });
}

fn on_key(session: Session, spotlight: RwSignal<Option<(i32, i32)>>, event: &KeyboardEvent) {
    let Parts { draft, screen, .. } = *session;
    let with_other = event.ctrl_key() || event.meta_key() || event.alt_key();
    if with_other || event.default_prevented() || browser::has_open_dialog() {
        return;
    }
    let key = event.key();
    let typing = browser::is_typing(event);
    match key.as_str() {
        // A remote has these two, whatever has the focus.
        "PageDown" => turn(draft, screen, true),
        "PageUp" => turn(draft, screen, false),
        "Escape" => (LEAVE.act)(session),
        _ if typing => return,
        " " | "Enter" if browser::is_on_button(event) => return,
        "ArrowRight" | "ArrowDown" | " " | "Enter" => turn(draft, screen, true),
        "ArrowLeft" | "ArrowUp" | "Backspace" => turn(draft, screen, false),
        "p" | "P" => light_up(spotlight, Some(browser::middle_of_window())),
        _ if hear(&[HIDE.heard(), FULL_SCREEN.heard()], session, event) => {}
        _ => return,
    }
    event.prevent_default();
}

/// One act or step on or back: of the operation, the derivation or the worked example, and past its end to the next statement.
fn turn(draft: Draft, screen: Screen, forward: bool) {
    let way = if forward { "next" } else { "back" };
    let (step, derivation) = draft.view.with_untracked(|view| (view.step, view.derivation));
    let is_derived = screen.is_derived.get_untracked();
    let acts = screen.story.get_untracked().map(|story| story.acts).filter(|_| screen.is_in_acts.get_untracked());
    if let Some(acts) = acts.filter(|acts| untrack(|| acts.can(forward) && (forward || acts.current.get() != Some(0))))
    {
        return acts.go(forward);
    }
    let is_over = match (is_derived, forward) {
        (false, true) => step.is_none(),
        (false, false) => step == Some(0),
        (true, true) => false,
        (true, false) => derivation == Some(0),
    } || acts.is_some();
    let view = if is_derived { "view-steps" } else { "view-worked" };
    if (is_over || !browser::press(&format!("#{view} [data-turn={way}]")))
        && draft.go_to_statement(screen.chosen_statement.get_untracked().unwrap_or_default(), forward)
    {
        start_steps(draft, screen);
        if !forward {
            // One comes back to where it was left: all of it told.
            draft.look_at(|view| (view.step, view.derivation, view.act) = (None, None, None));
        }
    }
}
