//! The calls of WebGPU. Those that throw would fly through code that knows nothing of it, and end the page: here they come
//! back as what failed. And it is known since when a call waits for its answer.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Array, ArrayBuffer, Function, Object, Promise, Proxy, Reflect, WeakSet};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::now;

/// Whose methods are called.
const CLASSES: [&str; 13] = [
    "GPU",
    "GPUAdapter",
    "GPUDevice",
    "GPUQueue",
    "GPUBuffer",
    "GPUShaderModule",
    "GPUComputePipeline",
    "GPUQuerySet",
    "GPUCommandEncoder",
    "GPUComputePassEncoder",
    "GPUTexture",
    "GPUBindGroupLayout",
    "GPUPipelineLayout",
];
/// Calls that answer with a promise.
const PROMISES: [&str; 7] = [
    "requestAdapter",
    "requestDevice",
    "mapAsync",
    "onSubmittedWorkDone",
    "popErrorScope",
    "getCompilationInfo",
    "createComputePipelineAsync",
];
/// Feature of adapters that multiply subgroup matrices.
pub const MATRICES: &str = "chromium-experimental-subgroup-matrix";
/// A promise of which only the fulfilment is heard.
const HEARD_BY_HALF: &str = "onSubmittedWorkDone";

thread_local! {
    /// The methods as they are watched.
    static WATCHED: WeakSet = WeakSet::new();
    static STAND_IN: JsValue = stand_in();
    static CALLS: RefCell<Calls> = RefCell::default();
}

#[derive(Default)]
struct Calls {
    failure: Option<String>,
    number: u32,
    /// Since when each of those that were not answered yet waits.
    waiting: BTreeMap<u32, f64>,
}

/// Watches the calls of WebGPU from now on, whoever put what in their place.
pub fn watch_gpu() {
    CALLS.with_borrow_mut(|calls| *calls = Calls { number: calls.number, ..Calls::default() });
    let global = js_sys::global();
    let prototype = |class: &str| {
        let class = Reflect::get(&global, &class.into()).ok().filter(|class| class.is_function())?;
        Reflect::get(&class, &"prototype".into()).ok()?.dyn_into::<Object>().ok()
    };
    let gpu = Reflect::get(&global, &"navigator".into()).and_then(|navigator| Reflect::get(&navigator, &"gpu".into()));
    let own = gpu.ok().and_then(|gpu| gpu.dyn_into::<Object>().ok());
    for object in CLASSES.iter().filter_map(|class| prototype(class)).chain(own) {
        let Ok(names) = Reflect::own_keys(&object) else { continue };
        for name in names.iter().filter_map(|name| name.as_string()).filter(|name| name != "constructor") {
            watch(&object, name);
        }
    }
}

fn watch(object: &Object, name: String) -> Option<()> {
    let key = JsValue::from_str(&name);
    let described = Reflect::get_own_property_descriptor(object, &key).ok().filter(JsValue::is_object)?;
    let method = Reflect::get(&described, &"value".into()).ok()?.dyn_into::<Function>().ok()?;
    if WATCHED.with(|watched| watched.has(method.unchecked_ref())) {
        return None;
    }
    let apply =
        Closure::<dyn Fn(Function, JsValue, Array) -> JsValue>::new(move |method: Function, this, arguments| {
            called(&name, &method, &this, &arguments)
        });
    let handler = Object::new();
    Reflect::set(&handler, &"apply".into(), apply.as_ref()).ok()?;
    // As long as the page.
    apply.forget();
    let watched = Proxy::new(&method, &handler);
    WATCHED.with(|all| all.add(watched.unchecked_ref()));
    Reflect::set(object, &key, &watched).ok()?;
    Some(())
}

/// Asks for subgroup matrices where an adapter has them: wgpu knows no name for them in a browser.
fn with_matrices(adapter: &JsValue, arguments: &Array) {
    let descriptor = arguments.get(0);
    let asked = Reflect::get(&descriptor, &"requiredFeatures".into()).ok().filter(JsValue::is_object);
    if let Some(asked) = asked.filter(|_| has(adapter, "features", MATRICES)) {
        let all = Array::from(&asked);
        [MATRICES, "subgroups"].into_iter().for_each(|feature| {
            all.push(&feature.into());
        });
        let _ = Reflect::set(&descriptor, &"requiredFeatures".into(), &all);
    }
}

/// Reports whether a set of an object of WebGPU has a name.
pub fn has(object: &JsValue, set: &str, name: &str) -> bool {
    let set = Reflect::get(object, &set.into()).unwrap_or_default();
    let ask = Reflect::get(&set, &"has".into()).ok().and_then(|ask| ask.dyn_into::<Function>().ok());
    ask.and_then(|ask| ask.call1(&set, &name.into()).ok()).is_some_and(|answer| answer.is_truthy())
}

fn called(name: &str, method: &Function, this: &JsValue, arguments: &Array) -> JsValue {
    if name == "requestDevice" {
        with_matrices(this, arguments);
    }
    match Reflect::apply(method, this, arguments) {
        Ok(answer) => {
            if let Some(promise) = answer.dyn_ref::<Promise>() {
                follow(name, promise);
            }
            answer
        }
        Err(thrown) if PROMISES.contains(&name) => {
            let promise = Promise::reject(&thrown);
            follow(name, &promise);
            promise.into()
        }
        Err(thrown) => {
            fail(name, &thrown);
            match name {
                "getMappedRange" => {
                    let length = arguments.get(1).as_f64().unwrap_or_default();
                    ArrayBuffer::new(length as u32).into()
                }
                _ => STAND_IN.with(JsValue::clone),
            }
        }
    }
}

/// Since when it waits, until it is answered.
fn follow(name: &str, promise: &Promise) {
    let number = CALLS.with_borrow_mut(|calls| {
        calls.number = calls.number.wrapping_add(1);
        calls.waiting.insert(calls.number, now());
        calls.number
    });
    let answered = move || {
        CALLS.with_borrow_mut(|calls| calls.waiting.remove(&number));
    };
    let name = (name == HEARD_BY_HALF).then(|| name.to_owned());
    let kept = Closure::once(move |_: JsValue| answered());
    let broken = Closure::once(move |reason: JsValue| {
        answered();
        if let Some(name) = &name {
            fail(name, &reason);
        }
    });
    let _ = promise.then2(&kept, &broken);
    // One of them is called once at most.
    kept.forget();
    broken.forget();
}

fn fail(name: &str, thrown: &JsValue) {
    let message = Reflect::get(thrown, &"message".into()).ok().and_then(|message| message.as_string());
    let message = message.or_else(|| thrown.as_string()).unwrap_or_default();
    CALLS.with_borrow_mut(|calls| {
        calls
            .failure
            .get_or_insert_with(|| if message.is_empty() { name.to_owned() } else { format!("{name}: {message}") });
    });
}

/// Returns the first failure since the calls are watched.
pub fn gpu_failure() -> Option<String> {
    CALLS.with_borrow(|calls| calls.failure.clone())
}

/// For how many milliseconds the oldest call waits for its answer; 0 where none does.
pub fn gpu_silence() -> f64 {
    CALLS.with_borrow(|calls| calls.waiting.values().next().map_or(0.0, |since| now() - since))
}

/// Stands for what a call that threw would have answered: whatever is asked of it is itself, and nothing is done.
fn stand_in() -> JsValue {
    let itself = || STAND_IN.with(JsValue::clone);
    let apply = Closure::<dyn Fn() -> JsValue>::new(itself);
    let nothing = Closure::<dyn Fn() -> JsValue>::new(|| JsValue::from(0));
    let number = nothing.as_ref().clone();
    let get = Closure::<dyn Fn(JsValue, JsValue) -> JsValue>::new(move |_, name: JsValue| match name.as_string() {
        // It is no promise, and as a number or a text it is nothing.
        None => JsValue::UNDEFINED,
        Some(name) if name == "then" => JsValue::UNDEFINED,
        Some(name) if name == "label" => JsValue::from_str(""),
        Some(name) if name == "valueOf" || name == "toString" => number.clone(),
        Some(_) => itself(),
    });
    let handler = Object::new();
    for (name, trap) in [("apply", apply.as_ref()), ("get", get.as_ref())] {
        let _ = Reflect::set(&handler, &name.into(), trap);
    }
    let target = apply.as_ref().clone();
    apply.forget();
    get.forget();
    nothing.forget();
    Proxy::new(&target, &handler).into()
}
