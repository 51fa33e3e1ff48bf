//! The worked example for the chosen coordinate, step by step, with the numbers of this layout.

mod asked;
mod lines;

use leptos::prelude::*;

use self::asked::{Asked, Outside};
use self::lines::{ANSWER, Part, Summary, spoken};
use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::loader::part;
use crate::panels::course::any_seed;
use crate::session::{Parts, Session, Working, derived};

part! {
    /// The worked example.
    pub PART: panes = |session, _| {
        derived(session, |session, derived| view! { <Worked session working=derived.working/> }.into_any())
    }
}

/// The worked example for the chosen coordinate.
#[component]
fn Worked(session: Session, working: Working) -> impl IntoView {
    let Parts { draft, tastes, screen, focus, .. } = *session;
    let layout = screen.layout;
    let hidden = focus.hidden;
    let Working { chain, telling, .. } = working;

    let has_lines = move || telling.get().total > 0;
    let reveal = move |right: bool| working.reveal(right);
    let ask = move || {
        if telling.get_untracked().asking {
            // The field is there once the page has changed.
            browser::after(0, || browser::focus(ANSWER));
        }
    };
    let (forward, back) = (move || working.forward(draft, focus), move || working.back(draft));
    let show_all = move || {
        draft.look_at(|view| {
            view.step = None;
            view.hidden = false;
        });
    };
    let predict = move || {
        working.predict(draft, !hidden.get_untracked());
        ask();
    };
    let another = move |_| {
        working.predict_another(draft, screen, focus, any_seed());
        ask();
    };
    let task = move || {
        let told = telling.get();
        let tongue = tastes.tongue.get();
        let total = told.total;
        Some(match told.predicted {
            Some(right) => say!(tongue, en("{right} of {total} predicted"), zh("{total} 题中预测对 {right} 题")),
            None if !hidden.get() || total == 0 => return None,
            None => {
                let typed = focus.point.with(|point| Some(point.as_ref()?.as_ref().ok()?.typed.to_string()))?;
                let typed = tastes.spell(&typed);
                say!(
                    tongue,
                    en("Work out the index of {typed}: type each number before it is shown"),
                    zh("求 {typed} 的索引：在显示之前输入每个数")
                )
            }
        })
    };
    // While one presents, the keys of the presentation press the buttons.
    let is_big = move || draft.options.with_untracked(|options| options.big && !options.present);
    // In a field with nothing in it the keys that go through the steps have nothing else to do.
    let is_writing = move |event: &KeyboardEvent| browser::is_typing(event) && !event_target_value(event).is_empty();
    let keep_keys = move |typing: bool| {
        if typing {
            // The field may go with the step, and the keys are to go on working.
            browser::focus("worked-steps");
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let (typing, writing) = (browser::is_typing(&event), is_writing(&event));
        if event.alt_key() || event.ctrl_key() || event.meta_key() || !untrack(has_lines) {
            return;
        }
        match event.key().as_str() {
            "ArrowRight" if !writing => {
                keep_keys(typing);
                forward();
                ask();
            }
            "ArrowLeft" if !writing => {
                keep_keys(typing);
                back();
            }
            // Of keys pressed elsewhere the window hears; those in a field of this panel are turned over here.
            "PageDown" if typing && is_big() => forward(),
            "PageUp" if typing && is_big() => back(),
            _ => return,
        }
        event.prevent_default();
    };
    let on_enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !is_writing(&event) {
            event.prevent_default();
            keep_keys(browser::is_typing(&event));
            forward();
            ask();
        }
    };
    let turning = window_event_listener(leptos::ev::keydown, move |event| {
        if !is_big() || browser::is_typing(&event) || event.default_prevented() {
            return;
        }
        match event.key().as_str() {
            "PageDown" => forward(),
            "PageUp" => back(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || turning.remove());

    let problem = move || match chain.get() {
        Some(Err(reason)) => Some(reason.sentence(session.arrivals, tastes)),
        _ => None,
    };
    let place = move || {
        let told = telling.get();
        match told.current {
            Some(current) if current < told.total => format!("{} / {}", current + 1, told.total),
            _ => format!("{} / {}", told.total, told.total),
        }
    };
    view! {
        <section class="worked" class:stale=move || screen.stale.get() hidden=move || layout.with(Option::is_none)
            aria-label=move || tastes.say("Worked example", "逐步演算") on:keydown=on_key>
            <div class="pane-head">
                <h2>{move || tastes.say("Worked example", "逐步演算")}</h2>
                <div class="row worked-controls" hidden=move || !has_lines() && !hidden.get()>
                    <button data-turn="back" on:click=move |_| back() disabled=move || !has_lines() || telling.get().current == Some(0)
                        aria-label=move || tastes.say("Previous step", "上一步")>"◀"</button>
                    <output class="mono worked-place" aria-label=move || tastes.say("Step", "步骤")>{place}</output>
                    <button data-turn="next" on:click=move |_| { forward(); ask(); }
                        disabled=move || !has_lines() || { let told = telling.get(); told.current == Some(told.total) }
                        aria-label=move || match telling.get().asking {
                            true => tastes.say("Show the answer", "显示答案"),
                            false => tastes.say("Next step", "下一步"),
                        }>"▶"</button>
                    <button on:click=move |_| show_all() disabled=move || telling.get().current.is_none() && !hidden.get()>
                        {move || tastes.say("Show all", "全部显示")}
                    </button>
                    <button aria-pressed=move || hidden.get().to_string() disabled=move || !has_lines() && !hidden.get() on:click=move |_| predict()>
                        {move || tastes.say("Predict", "预测")}
                    </button>
                </div>
            </div>
            <Asked session/>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Outside tastes screen focus chain/>
            <Show when=move || focus.point.with(Option::is_none) && layout.with(Option::is_some)>
                <p class="quiet">{move || tastes.say("Click a cell, or type a coordinate", "点击一个单元格，或输入坐标")}</p>
            </Show>
            {move || task().map(|task| view! { <p class="worked-task" role="status">{task}</p> })}
            <Show when=move || telling.get().predicted.is_some()>
                <p><button on:click=another>{tastes.text("Again with other numbers", "换一组数再来")}</button></p>
            </Show>
            <Show when=has_lines>
                <Summary draft tastes focus chain telling/>
                <div class="worked-parts" id="worked-steps" tabindex="0" role="group" on:keydown=on_enter
                    aria-label=move || tastes.say("Steps; the left and right arrow keys go through them", "演算步骤；用左右方向键逐步浏览")>
                    <Part tastes focus chain telling divides=true reveal/>
                    <Part tastes focus chain telling divides=false reveal/>
                </div>
                <p class="unseen" role="status">{move || spoken(tastes, chain, telling)}</p>
            </Show>
        </section>
    }
}
