//! The browser's words about its graphics adapter: wgpu hardly passes any on.

use colex_shaders::program::Matrices;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::calls::{MATRICES, has};
use super::window;

/// The words of a browser about its graphics adapter.
pub struct AdapterSaid {
    /// Vendor, architecture, device, description.
    pub strings: [String; 4],
    /// True if it is a fallback.
    pub is_fallback: bool,
    /// The matrices that subgroups of 32 multiply in the language of the kernels.
    pub matrices: Matrices,
}

/// Asks the browser for its adapter; `None` where there is none.
pub async fn adapter() -> Option<AdapterSaid> {
    let gpu = get(&window()?.navigator().into(), "gpu")?;
    let request = get(&gpu, "requestAdapter")?.dyn_into::<Function>().ok()?;
    let promise = request.call0(&gpu).ok()?.dyn_into::<Promise>().ok()?;
    let adapter = JsFuture::from(promise).await.ok()?;
    let info = get(&adapter, "info")?;
    let text = |name: &str| get(&info, name).and_then(|value| value.as_string()).unwrap_or_default();
    let flag = |object: &JsValue| get(object, "isFallbackAdapter").is_some_and(|value| value.is_truthy());
    let has_size = |name: &str| get(&info, name).and_then(|size| size.as_f64()) == Some(32.0);
    let is_spoken = has(&adapter, "features", MATRICES)
        && has(&gpu, "wgslLanguageFeatures", "buffer_view")
        && ["subgroupMinSize", "subgroupMaxSize"].into_iter().all(has_size);
    let all = get(&info, "subgroupMatrixConfigs").filter(|_| is_spoken).map(|all| Array::from(&all));
    let has_of = |number: &str, sum: &str, depth: f64| {
        let is_one = |config: JsValue| {
            let is = |name: &str, expected: &str| {
                get(&config, name).is_none_or(|found| found.as_string().as_deref() == Some(expected))
            };
            let extents = [("M", 16.0), ("N", 16.0), ("K", depth)];
            let has = |(name, extent)| get(&config, name).and_then(|found| found.as_f64()) == Some(extent);
            is("componentType", number) && is("resultComponentType", sum) && extents.into_iter().all(has)
        };
        all.as_ref().is_some_and(|all| all.iter().any(is_one))
    };
    let matrices = Matrices { has_half: has_of("f16", "f32", 16.0), has_bytes: has_of("i8", "i32", 32.0) };
    let strings = ["vendor", "architecture", "device", "description"].map(text);
    Some(AdapterSaid { strings, is_fallback: flag(&info) || flag(&adapter), matrices })
}

/// A property that is there.
fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}
