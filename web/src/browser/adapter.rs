//! The browser's words about its graphics adapter: wgpu hardly passes any on.

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
    /// True if subgroups of 32 multiply matrices of 16 by 16 `f16` with sums in `f32`, in the language of the kernels.
    pub has_matrices: bool,
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
    let is_of_kernels = |config: JsValue| {
        let is = |name: &str, expected: &str| {
            get(&config, name).is_none_or(|found| found.as_string().as_deref() == Some(expected))
        };
        let is_wide = |name: &str| get(&config, name).and_then(|extent| extent.as_f64()) == Some(16.0);
        is("componentType", "f16") && is("resultComponentType", "f32") && ["M", "N", "K"].into_iter().all(is_wide)
    };
    let has_size = |name: &str| get(&info, name).and_then(|size| size.as_f64()) == Some(32.0);
    let has_matrices = has(&adapter, "features", MATRICES)
        && has(&gpu, "wgslLanguageFeatures", "buffer_view")
        && ["subgroupMinSize", "subgroupMaxSize"].into_iter().all(has_size)
        && get(&info, "subgroupMatrixConfigs").is_some_and(|all| Array::from(&all).iter().any(is_of_kernels));
    let strings = ["vendor", "architecture", "device", "description"].map(text);
    Some(AdapterSaid { strings, is_fallback: flag(&info) || flag(&adapter), has_matrices })
}

/// A property that is there.
fn get(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok().filter(|value| !value.is_undefined() && !value.is_null())
}
