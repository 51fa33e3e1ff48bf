//! The layout on the screen as a kernel on this machine's GPU, compared with the algebra at every coordinate.

use std::future::poll_fn;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use colex::Layout;
use colex_shaders::device::{Adapter, Fault, Gpu};
use colex_shaders::run::{Check, check_iota_in_slices};
use colex_shaders::{iota, words};
use leptos::prelude::*;

use crate::browser;
use crate::session::Session;

/// The longest that a comparison keeps the page from answering, in milliseconds.
const SLICE: f64 = 8.0;

/// How far a check has come.
#[derive(Clone, PartialEq)]
enum State {
    /// None was asked for since the layout changed.
    Idle,
    /// The GPU is being opened, or computes.
    Waiting,
    /// So many of so many coordinates are compared.
    Comparing(u32, u32),
    /// It came to an end.
    Done(Result<Check, Fault>),
}

/// The button, its progress and its answer, and the kernel.
#[component]
pub fn CheckOnGpu(session: Session) -> impl IntoView {
    let layout = Memo::new(move |_| session.shown.with(|shown| shown.as_ref().map(|shown| shown.look.layout.clone())));
    let state = RwSignal::new(State::Idle);
    let turn = StoredValue::new(0_u64);
    let opened = StoredValue::new_local(None::<Rc<Gpu>>);
    let stop = move || {
        turn.update_value(|turn| *turn += 1);
        state.set(State::Idle);
    };
    // What was computed of another layout says nothing about this one.
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
            let told = move |done: u32| {
                if !is_over() {
                    state.set(State::Comparing(done, size));
                }
            };
            if let Some(result) = unless(is_over, checked(opened, &layout, told)).await {
                if matches!(result, Err(Fault::DeviceLost { .. })) {
                    opened.set_value(None);
                }
                state.set(State::Done(result));
            }
        });
    };
    let is_running = Memo::new(move |_| matches!(state.get(), State::Waiting | State::Comparing(..)));
    let compared = move |pick: fn(u32, u32) -> u32| match state.get() {
        State::Comparing(done, size) => Some(pick(done, size).to_string()),
        _ => None,
    };
    let sentence = move || {
        let tongue = session.tongue.get();
        match state.get() {
            State::Idle => None,
            State::Waiting | State::Comparing(..) => {
                Some((false, session.say("Computing and comparing", "正在计算并比较").to_string()))
            }
            State::Done(Ok(check)) => Some((!check.agrees(), words::check(&check, tongue))),
            State::Done(Err(fault)) => Some((true, words::fault(&fault, tongue))),
        }
    };
    view! {
        <section class="gpu" aria-label=move || session.say("Check on the GPU", "在 GPU 上核对")>
            <div class="pane-head"><h2>{move || session.say("On this GPU", "在本机 GPU 上")}</h2></div>
            <div class="row">
                <Show when=move || is_running.get() fallback=move || view! {
                    <button disabled=move || layout.with(Option::is_none) on:click=start>{move || session.say("Check on the GPU", "在 GPU 上核对")}</button>
                }>
                    <button on:click=move |_| stop()>{move || session.say("Cancel", "取消")}</button>
                </Show>
                <Show when=move || is_running.get()>
                    <progress aria-label=move || session.say("Coordinates compared", "已比较的坐标")
                        value=move || compared(|done, _| done) max=move || compared(|_, size| size)></progress>
                </Show>
            </div>
            <p class="small" class:warn=move || sentence().is_some_and(|(is_bad, _)| is_bad) role="status" aria-live="polite">
                {move || sentence().map(|(_, sentence)| sentence)}
            </p>
            <KernelText session layout/>
        </section>
    }
}

/// The text of the kernel, which needs no GPU.
#[component]
fn KernelText(session: Session, layout: Memo<Option<Layout>>) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let kernel = Memo::new(move |_| {
        let layout = is_open.get().then(|| layout.get()).flatten()?;
        Some(iota::generate(&layout).map(|kernel| kernel.wgsl))
    });
    let text = move || match kernel.get()? {
        Ok(wgsl) => Some(view! { <pre class="mono" tabindex="0">{wgsl}</pre> }.into_any()),
        Err(refusal) => {
            Some(view! { <p class="small warn">{words::refusal(&refusal, session.tongue.get())}</p> }.into_any())
        }
    };
    view! {
        <details on:toggle=move |_| is_open.update(|open| *open = !*open)>
            <summary>{move || session.say("The kernel in WGSL", "WGSL 内核代码")}</summary>
            {text}
        </details>
    }
}

/// Opens the GPU unless it is open, runs the kernel, and compares every index.
async fn checked(
    opened: StoredValue<Option<Rc<Gpu>>, LocalStorage>,
    layout: &Layout,
    told: impl Fn(u32),
) -> Result<Check, Fault> {
    let usable = opened.try_get_value().flatten().filter(|gpu| gpu.lost().is_none());
    let gpu = match usable {
        Some(gpu) => gpu,
        None => {
            let strings = browser::adapter_strings().await;
            let adapter = strings.map(|([vendor, architecture, device, description], is_fallback)| {
                Adapter::told(&vendor, &architecture, &device, &description, is_fallback)
            });
            let gpu = Rc::new(Gpu::open(adapter).await?);
            opened.try_set_value(Some(Rc::clone(&gpu)));
            gpu
        }
    };
    let mut since = browser::now();
    check_iota_in_slices(&gpu, layout, async move |done| {
        if browser::now() - since > SLICE {
            told(done);
            browser::breathe().await;
            since = browser::now();
        }
    })
    .await
}

/// The result of a future, unless it is no longer wanted: then it is dropped the next time it would go on.
async fn unless<T>(is_over: impl Fn() -> bool, future: impl Future<Output = T>) -> Option<T> {
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
