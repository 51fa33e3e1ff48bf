//! Kernels on this machine's GPU: which one is chosen, and the first of them, `iota`, which compares the layout on the
//! screen with the algebra at every coordinate. What the others need is loaded when one is chosen.

mod bench;
mod part;

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use crate::signals::{Effect, Memo, RwSignal};
use colex::AnyLayout;
use colex_document::run::{self, Asked};
use colex_shaders::iota;
use colex_shaders::kernels::NAMES;
use colex_shaders::row::Name;
use leptos::prelude::*;
use wasm_split_helpers::wasm_split;

use self::bench::Bench;
use self::part::{Part, Said};
use crate::browser;
use crate::loader::{self, Missing, later, part};
use crate::session::{Parts, Screen, Session, Tastes};

/// State of a check.
#[derive(Clone)]
enum State {
    /// None was asked for since the layout changed.
    Idle,
    /// Its code is being loaded, the GPU is being opened, or computes.
    Waiting,
    /// The GPU has not answered for long.
    Silent,
    /// So many of so many coordinates are compared.
    Comparing(u32, u32),
    /// It came to an end.
    Done(Said),
}

/// Sentence that is said while the GPU does not answer; what waits for it can be called off.
const SILENT: [&str; 2] = [
    "The GPU has not answered for some seconds: it is busy, or it never will. Cancel, or go on waiting",
    "GPU 已有数秒没有响应：可能正忙，也可能不会再响应。可以取消，也可以继续等待",
];

/// The kernel that is there from the start.
const IOTA: &str = iota::row::NAME.id;

part! {
    /// Kernels on the GPU: which one, and the check of the layout on the screen.
    pub PART: story = |session, _| view! { <Run session/> }.into_any()
}

part! {
    /// A kernel that is bound, run, checked, timed and compared.
    BENCH: gpu = |session, _| view! { <Bench session/> }.into_any()
}

/// The view: which kernel, and what belongs to it.
#[component]
fn Run(session: Session) -> impl IntoView {
    let Parts { draft, tastes, .. } = *session;
    let chosen = Memo::new(move |_| {
        let name = draft.view.with(|view| Some(run::Run::read(view.run.as_deref()?).chosen?.asked.kernel));
        NAMES.iter().find(|known| name.as_deref() == Some(known.id)).map_or(IOTA, |known| known.id)
    });
    let is_iota = Memo::new(move |_| chosen.get() == IOTA);
    let choose = move |id: &'static str| {
        draft.look_at(|view| {
            let mut run = view.run.as_deref().map(run::Run::read).unwrap_or_default();
            // Choices of one kernel say nothing of another; what stands beside it stays.
            if run.chosen.as_ref().is_none_or(|entry| entry.asked.kernel != id) {
                run.chosen = Some(run::Entry::of(Asked::of(id)));
            }
            let is_plain = id == IOTA && run.compared.is_empty();
            view.run = (!is_plain).then(|| run.to_string());
        });
    };
    let button = |Name { id, words: [english, chinese] }: Name| {
        view! {
            <button aria-pressed=move || (chosen.get() == id).to_string() on:click=move |_| choose(id)>{tastes.text(english, chinese)}</button>
        }
    };
    let buttons = NAMES.iter().copied().map(button).collect_view();
    view! {
        <section class="gpu" aria-label=move || tastes.say("On this GPU", "在本机 GPU 上")>
            <div class="pane-head"><h2>{tastes.text("On this GPU", "在本机 GPU 上")}</h2></div>
            <div class="row gpu-kernels" role="group" aria-label=tastes.text("Kernel", "Kernel")>{buttons}</div>
            <Show when=move || is_iota.get() fallback=move || later(session, RwSignal::new(1), BENCH)>
                <CheckOnGpu tastes screen=session.screen/>
            </Show>
        </section>
    }
}

/// The button, its progress and its answer, and the kernel.
#[component]
fn CheckOnGpu(tastes: Tastes, screen: Screen) -> impl IntoView {
    let layout = screen.layout;
    let state = RwSignal::new(State::Idle);
    let turn = StoredValue::new(0_u64);
    let part = RwSignal::new(None::<Part>);
    let stop = move || {
        turn.update_value(|turn| *turn += 1);
        state.set(State::Idle);
    };
    // Results of another layout say nothing about this one.
    Effect::new(move |_| {
        layout.track();
        stop();
    });
    let start = move |_| {
        let Some(layout) = layout.get_untracked() else { return };
        turn.update_value(|turn| *turn += 1);
        let own = turn.get_value();
        let is_over = move || turn.try_get_value() != Some(own);
        state.set(State::Waiting);
        browser::spawn(async move {
            let size = layout.size().ok().and_then(|size| u32::try_from(size.value()).ok()).unwrap_or(u32::MAX);
            let told = move |done: Option<u32>| {
                if !is_over() {
                    state.set(done.map_or(State::Silent, |done| State::Comparing(done, size)));
                }
            };
            let checked = async {
                match loaded(part).await {
                    Some(part) => State::Done((part.check)(layout, Box::new(told)).await),
                    None => State::Idle,
                }
            };
            if let Some(end) = unless(is_over, checked).await {
                state.set(end);
            }
        });
    };
    let is_running = Memo::new(move |_| matches!(state.get(), State::Waiting | State::Silent | State::Comparing(..)));
    let compared = move |pick: fn(u32, u32) -> u32| match state.get() {
        State::Comparing(done, size) => Some(pick(done, size).to_string()),
        _ => None,
    };
    let sentence = move || match state.get() {
        State::Idle if layout.with(Option::is_none) => {
            Some((false, tastes.say("No layout is on the screen to check", "屏幕上没有可核对的布局").to_string()))
        }
        State::Idle => None,
        State::Waiting if part.with(Option::is_none) => None,
        State::Waiting | State::Comparing(..) => {
            Some((false, tastes.say("Computing and comparing", "正在计算并比较").to_string()))
        }
        State::Silent => {
            let [english, chinese] = SILENT;
            Some((true, tastes.say(english, chinese).to_string()))
        }
        State::Done(said) => Some(said(tastes.tongue.get())),
    };
    view! {
            <p class="quiet small">{tastes.text(
                "The index of every coordinate, computed by a kernel and compared with what this page computes",
                "由 kernel 计算每个坐标的索引，并与本页的计算结果比较",
            )}</p>
            <div class="row">
                <Show when=move || is_running.get() fallback=move || view! {
                    <button disabled=move || layout.with(Option::is_none) on:click=start>{move || tastes.say("Check on the GPU", "在 GPU 上核对")}</button>
                }>
                    <button on:click=move |_| stop()>{move || tastes.say("Cancel", "取消")}</button>
                </Show>
                <Show when=move || is_running.get()>
                    <progress aria-label=move || tastes.say("Coordinates compared", "已比较的坐标")
                        value=move || compared(|done, _| done) max=move || compared(|_, size| size)></progress>
                </Show>
            </div>
            {loader::waits("gpu", None)}
            <p class="small" class:warn=move || sentence().is_some_and(|(is_bad, _)| is_bad) role="status" aria-live="polite">
                {move || sentence().map(|(_, sentence)| sentence)}
            </p>
            <KernelText tastes layout part/>
    }
}

/// The text of the kernel, which needs no GPU.
#[component]
fn KernelText(tastes: Tastes, layout: Memo<Option<AnyLayout>>, part: RwSignal<Option<Part>>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let toggle = move |_| {
        is_open.update(|open| *open = !*open);
        browser::spawn(async move {
            loaded(part).await;
        });
    };
    let text = move || {
        let layout = is_open.get().then(|| layout.get()).flatten()?;
        Some(match (part.get()?.kernel)(&layout, tastes.tongue.get()) {
            Ok(wgsl) => view! { <pre class="mono" tabindex="0">{wgsl}</pre> }.into_any(),
            Err(refusal) => view! { <p class="small warn">{refusal}</p> }.into_any(),
        })
    };
    view! {
        <details on:toggle=toggle>
            <summary>{move || tastes.say("The kernel in WGSL", "WGSL kernel 代码")}</summary>
            {text}
        </details>
    }
}

/// Kernels and the GPU.
#[wasm_split(gpu, fallible)]
fn gpu() -> Result<Part, Missing> {
    Ok(self::part::PART)
}

/// The part that knows kernels and the GPU, once it is there; `None` where what wanted it is gone.
async fn loaded(part: RwSignal<Option<Part>>) -> Option<Part> {
    if let Some(part) = part.try_get_untracked()? {
        return Some(part);
    }
    let loaded = loader::arrived(gpu).await;
    part.try_set(Some(loaded));
    Some(loaded)
}

/// The result of a future, unless it is no longer wanted: then it is dropped the next time it would go on.
pub(crate) async fn unless<T>(is_over: impl Fn() -> bool, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(|context| if is_over() { Poll::Ready(None) } else { future.as_mut().poll(context).map(Some) }).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::task::{Context, Waker};

    #[test]
    fn what_is_no_longer_wanted_ends() {
        let (over, polls) = (Cell::new(false), Cell::new(0));
        let endless = poll_fn(|_| {
            polls.set(polls.get() + 1);
            Poll::<()>::Pending
        });
        let mut guarded = pin!(unless(|| over.get(), endless));
        let mut context = Context::from_waker(Waker::noop());
        assert!(guarded.as_mut().poll(&mut context).is_pending());
        over.set(true);
        assert_eq!(guarded.as_mut().poll(&mut context), Poll::Ready(None));
        assert_eq!(polls.get(), 1);
    }
}
