//! Part that knows kernels and the GPU. Its code is loaded when a kernel is first asked for.

use std::cell::RefCell;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;

use colex::AnyLayout;
use colex::words::Tongue;
use colex_shaders::device::{Adapter, Fault, Gpu, Opening};
use colex_shaders::run::{Check, check_iota_in_slices};
use colex_shaders::{iota, words};

use crate::browser::{self, AdapterSaid};

/// The longest that a comparison keeps the page from answering, in milliseconds.
const SLICE: f64 = 8.0;

thread_local! {
    /// The GPU, once it was opened.
    static OPENED: RefCell<Option<Rc<Gpu>>> = const { RefCell::new(None) };
}

/// Result of a check: whether it is bad, and the sentence.
pub type Said = Arc<dyn Fn(Tongue) -> (bool, String) + Send + Sync>;

/// Listener that hears how many coordinates are compared, or that the GPU does not answer.
pub type Told = Box<dyn Fn(Option<u32>)>;

/// A check that runs until it is known what comes out.
pub type Checking = Pin<Box<dyn Future<Output = Said>>>;

/// Functions of the part.
#[derive(Clone, Copy)]
pub struct Part {
    /// Runs the layout's kernel and compares every index.
    pub check: fn(AnyLayout, Told) -> Checking,
    /// The layout's kernel in WGSL, or why it has none.
    pub kernel: fn(&AnyLayout, Tongue) -> Result<String, String>,
}

/// The part.
pub const PART: Part = Part {
    check: |layout, told| Box::pin(check(layout, told)),
    kernel: |layout, tongue| match iota::generate(layout) {
        Ok(kernel) => Ok(kernel.wgsl),
        Err(refusal) => Err(words::refusal(&refusal, tongue)),
    },
};

async fn check(layout: AnyLayout, told: Told) -> Said {
    let told = Rc::new(told);
    let silent = Rc::clone(&told);
    match watched(move || silent(None), checked(&layout, told)).await {
        Ok(check) => Arc::new(move |tongue| (!check.agrees(), words::check(&check, tongue))),
        Err(fault) => {
            if matches!(fault, Fault::DeviceLost { .. }) {
                OPENED.take();
            }
            Arc::new(move |tongue| (true, words::fault(&fault, tongue)))
        }
    }
}

/// The GPU: the one that is open, or a new one where none is or it was lost.
pub(super) async fn opened() -> Result<Rc<Gpu>, Fault> {
    let usable = OPENED.with_borrow(Clone::clone).filter(|gpu| gpu.lost().is_none());
    if let Some(gpu) = usable {
        browser::watch_gpu();
        return Ok(gpu);
    }
    browser::watch_gpu();
    let said = browser::adapter().await;
    let matrices = said.as_ref().map(|said| said.matrices).unwrap_or_default();
    let told = said.map(|AdapterSaid { strings: [vendor, architecture, device, description], is_fallback, .. }| {
        Adapter::told(&vendor, &architecture, &device, &description, is_fallback)
    });
    let gpu = Rc::new(Gpu::open_as(Opening { told, matrices, ..Opening::default() }).await?);
    OPENED.replace(Some(Rc::clone(&gpu)));
    Ok(gpu)
}

/// Time that the GPU may be silent before that is said, in milliseconds, and how often it is asked.
const SILENCE: f64 = 8_000.0;
const TICK: i32 = 500;

/// Returns what comes of work on the GPU, unless a call of it threw: then that is what came of it, and the GPU is let
/// go. Where a call is not answered for long it is told so, and waited for.
pub(super) async fn watched<T, E: From<Fault>>(
    silent: impl Fn(),
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let mut work = pin!(work);
    let mut tick = Box::pin(browser::wait(TICK));
    let mut was_silent = false;
    let came = poll_fn(|context| {
        let came = work.as_mut().poll(context);
        if let Some(message) = browser::gpu_failure() {
            return Poll::Ready(Err(Fault::Internal { message }.into()));
        }
        while came.is_pending() && tick.as_mut().poll(context).is_ready() {
            tick = Box::pin(browser::wait(TICK));
            let is_silent = browser::gpu_silence() > SILENCE;
            if is_silent && !was_silent {
                silent();
            }
            was_silent = is_silent;
        }
        came
    })
    .await;
    if browser::gpu_failure().is_some() {
        OPENED.take();
    }
    came
}

/// Opens the GPU unless it is open, runs the kernel, and compares every index.
async fn checked(layout: &AnyLayout, told: Rc<Told>) -> Result<Check, Fault> {
    let gpu = opened().await?;
    let mut since = browser::now();
    check_iota_in_slices(&gpu, layout, async move |done| {
        if browser::now() - since > SLICE {
            told(Some(done));
            browser::breathe().await;
            since = browser::now();
        }
    })
    .await
}
