//! One thread or one value alone: steppers, and the player that goes through the values.

use crate::signals::{Memo, RwSignal};
use colex_document::View;
use leptos::prelude::*;

use super::map::Map;
use super::words;
use crate::browser::{self, Timeout};
use crate::session::Parts;

/// Time for which each instruction is shown while playing, in milliseconds.
const PACE: i32 = 1_000;

/// The steppers of thread and value.
#[component]
pub(super) fn Steppers(map: Map) -> impl IntoView {
    let Parts { draft, tastes, .. } = *map.session;
    let threads = Memo::new(move |_| map.with(|found| found.threads.map.threads()).unwrap_or(0));
    let values = Memo::new(move |_| map.with(|found| found.threads.map.values()).unwrap_or(0));
    let playing = RwSignal::new(false);
    let timeout = Timeout::new();
    let step = move || {
        let (count, width) = (values.get_untracked(), map.width.get_untracked());
        let next = map.value.get_untracked().map_or(0, |value| value.saturating_add(width));
        draft.look_at(|view| view.value = Some(if next < count { next } else { 0 }));
    };
    let play = move |_| {
        if playing.get_untracked() {
            playing.set(false);
            timeout.stop();
            return;
        }
        step();
        // Whoever wants less motion steps by hand.
        if !browser::media("(prefers-reduced-motion: reduce)") {
            playing.set(true);
            go_on(timeout, playing, Callback::new(move |()| step()));
        }
    };
    // Another map, or a value that was chosen by hand, is not played.
    let stop = move || {
        if playing.get_untracked() {
            playing.set(false);
            timeout.stop();
        }
    };
    Effect::new(move |before: Option<u64>| {
        let now = values.get();
        if before.is_some_and(|before| before != now) {
            stop();
        }
        now
    });
    let play_name = move || match playing.get() {
        true => tastes.say("Pause", "暂停"),
        false => tastes.say("Play the values one after the other", "依次播放各个值"),
    };
    let held = move || {
        let thread = map.thread.get()?;
        map.with(|found| words::thread(tastes.tongue.get(), found, thread))
    };
    view! {
        <div class="row threads-steppers">
            <Stepper map english="Thread" chinese="线程" letter="T" value=map.thread count=threads step=|_| 1
                set=|view, thread| view.thread = thread touched=Callback::new(|()| ())/>
            <Stepper map english="Value" chinese="值" letter="V" value=map.value count=values step=|map| map.width.get_untracked()
                set=|view, value| view.value = value touched=Callback::new(move |()| stop())/>
            <button class="plain" aria-label=play_name title=play_name aria-pressed=move || playing.get().to_string() on:click=play>
                {move || if playing.get() { "❚❚" } else { "▶" }}
                <span class="small" aria-hidden="true">" " {move || if playing.get() { tastes.say("Pause", "暂停") } else { tastes.say("Play values", "播放各值") }}</span>
            </button>
        </div>
        {move || held().map(|held| view! { <p class="small mono threads-held">{held}</p> })}
    }
}

/// One step more after a while, and again, as long as it plays.
fn go_on(timeout: Timeout, playing: RwSignal<bool>, step: Callback<()>) {
    timeout.after(PACE, move || {
        // The page may have lost this view in the meantime.
        if playing.try_get_untracked() == Some(true) {
            step.run(());
            go_on(timeout, playing, step);
        }
    });
}

/// A number with one button to each side, and one that shows all again.
#[component]
fn Stepper(
    map: Map,
    english: &'static str,
    chinese: &'static str,
    letter: &'static str,
    value: Memo<Option<u64>>,
    count: Memo<u64>,
    step: fn(Map) -> u64,
    set: fn(&mut View, Option<u64>),
    touched: Callback<()>,
) -> impl IntoView {
    let Parts { draft, tastes, .. } = *map.session;
    let choose = move |wanted: Option<u64>| {
        touched.run(());
        let last = count.get_untracked().saturating_sub(1);
        draft.look_at(|view| set(view, wanted.map(|wanted| wanted.min(last))));
    };
    let by = move |forward: bool| {
        let last = count.get_untracked().saturating_sub(1);
        let to = match value.get_untracked() {
            None if forward => 0,
            None => last,
            Some(now) if forward => now.saturating_add(step(map)),
            Some(now) => now.saturating_sub(step(map)),
        };
        choose(Some(to));
    };
    let name = move |english_verb: &'static str, chinese_verb: &'static str| {
        Signal::derive(move || {
            tastes
                .tongue
                .get()
                .pick(format!("{english_verb} {}", english.to_ascii_lowercase()), format!("{chinese_verb}{chinese}"))
        })
    };
    let first = move || value.get() == Some(0);
    let last = move || value.get().is_some_and(|value| value.saturating_add(1) >= count.get());
    let on_input = move |event| {
        let typed: String = event_target_value(&event);
        choose(typed.trim().parse().ok());
    };
    view! {
        <div class="row threads-stepper" role="group" aria-label=tastes.text(english, chinese)>
            <div class="row">
                <span class="quiet small">{tastes.text(english, chinese)}</span>
                <button class="plain" disabled=first on:click=move |_| by(false) aria-label=name("Previous", "上一个")>"◀"</button>
                <input type="number" class="mono" min="0" max=move || count.get().saturating_sub(1).to_string()
                    placeholder=tastes.text("all", "全部") aria-label=tastes.text(english, chinese)
                    prop:value=move || value.get().map(|value| value.to_string()).unwrap_or_default() on:input=on_input/>
                <button class="plain" disabled=last on:click=move |_| by(true) aria-label=name("Next", "下一个")>"▶"</button>
            </div>
            <span class="quiet small mono">{letter}"0–"{letter}{move || count.get().saturating_sub(1)}</span>
            <Show when=move || value.get().is_some()>
                <button class="plain small" on:click=move |_| choose(None) aria-label=name("All of every", "显示全部")>{tastes.text("all", "全部")}</button>
            </Show>
        </div>
    }
}
