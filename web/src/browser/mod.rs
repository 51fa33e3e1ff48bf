//! The browser: the only room of the page that calls `web_sys` and `js_sys`.

mod canvas;

pub use canvas::Surface;
pub use web_sys::{Event, HtmlCanvasElement, HtmlTextAreaElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

fn window() -> Option<web_sys::Window> {
    web_sys::window()
}

fn document() -> Option<web_sys::Document> {
    window()?.document()
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().and_then(|window| window.performance()).map_or(0.0, |performance| performance.now())
}

/// Runs something before the next frame is painted.
pub fn before_paint(run: impl FnOnce() + 'static) {
    if let Some(window) = window() {
        let closure = Closure::once_into_js(run);
        let _ = window.request_animation_frame(closure.unchecked_ref());
    }
}

/// A wait that ends when it is dropped or cancelled.
#[derive(Debug, Clone, Copy)]
pub struct Timer(i32);

impl Timer {
    /// Forgets the wait.
    pub fn cancel(self) {
        if let Some(window) = window() {
            window.clear_timeout_with_handle(self.0);
        }
    }
}

/// Runs something after so many milliseconds.
pub fn after(milliseconds: i32, run: impl FnOnce() + 'static) -> Timer {
    let closure = Closure::once_into_js(run);
    let handle = window().and_then(|window| {
        window.set_timeout_with_callback_and_timeout_and_arguments_0(closure.unchecked_ref(), milliseconds).ok()
    });
    Timer(handle.unwrap_or_default())
}

/// Hears an event of the window as long as the page lives.
pub fn on_window<E: JsCast + 'static>(name: &str, mut hear: impl FnMut(E) + 'static) {
    let closure = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| {
        if let Ok(event) = event.dyn_into::<E>() {
            hear(event);
        }
    });
    if let Some(window) = window() {
        let _ = window.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    }
    closure.forget();
}

/// Hears whenever the size of an element changes, as long as the page lives.
pub fn on_resize(element: &web_sys::Element, hear: impl FnMut() + 'static) {
    let closure = Closure::<dyn FnMut()>::new(hear);
    if let Ok(observer) = web_sys::ResizeObserver::new(closure.as_ref().unchecked_ref()) {
        observer.observe(element);
        std::mem::forget(observer);
    }
    closure.forget();
}

/// Whether a media query holds.
pub fn media(query: &str) -> bool {
    window().and_then(|window| window.match_media(query).ok().flatten()).is_some_and(|list| list.matches())
}

/// Hears when a media query begins or ceases to hold.
pub fn on_media(query: &str, mut hear: impl FnMut(bool) + 'static) {
    let Some(list) = window().and_then(|window| window.match_media(query).ok().flatten()) else { return };
    let observed = list.clone();
    let closure = Closure::<dyn FnMut()>::new(move || hear(observed.matches()));
    let _ = list.add_event_listener_with_callback("change", closure.as_ref().unchecked_ref());
    closure.forget();
    std::mem::forget(list);
}

/// The language that the person's browser asks for.
pub fn preferred_language() -> String {
    window().and_then(|window| window.navigator().language()).unwrap_or_default()
}

/// Sets or removes an attribute of the root element.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().and_then(|document| document.document_element()) else { return };
    let _ = match value {
        Some(value) => root.set_attribute(name, value),
        None => root.remove_attribute(name),
    };
}

/// Sets the title of the page.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// The fragment of the address, with its `#`.
pub fn fragment() -> String {
    window().and_then(|window| window.location().hash().ok()).unwrap_or_default()
}

/// The address without its fragment and query.
pub fn base_address() -> String {
    let Some(location) = window().map(|window| window.location()) else { return String::new() };
    format!("{}{}", location.origin().unwrap_or_default(), location.pathname().unwrap_or_default())
}

/// The part of the address after `?`.
pub fn query() -> String {
    window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

/// Replaces the fragment of the address without a new entry in the history, or with one.
pub fn set_fragment(fragment: &str, new_entry: bool) {
    let Some(history) = window().and_then(|window| window.history().ok()) else { return };
    let address = format!("{}{}#{fragment}", base_path(), query());
    let _ = if new_entry {
        history.push_state_with_url(&JsValue::NULL, "", Some(&address))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&address))
    };
}

fn base_path() -> String {
    window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// What was kept under a key; `None` where nothing was or storage is refused.
pub fn stored(key: &str) -> Option<String> {
    window()?.local_storage().ok()??.get_item(key).ok()?
}

/// Keeps a text under a key; answers whether it was kept (it is not in private windows or when storage is full).
pub fn store(key: &str, text: &str) -> bool {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    storage.is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Puts a text on the clipboard; answers whether that was allowed.
pub async fn copy(text: String) -> bool {
    let Some(window) = window() else { return false };
    if !window.is_secure_context() {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(window.navigator().clipboard().write_text(&text)).await.is_ok()
}

/// Offers a text as a file.
pub fn download(name: &str, media_type: &str, text: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(media_type);
    if let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) {
        offer(name, &blob);
    }
}

fn offer(name: &str, blob: &web_sys::Blob) {
    let Ok(address) = web_sys::Url::create_object_url_with_blob(blob) else { return };
    let link = document().and_then(|document| document.create_element("a").ok());
    if let Some(link) = link.and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok()) {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    after(10_000, move || {
        let _ = web_sys::Url::revoke_object_url(&address);
    });
}

/// Offers the picture of a canvas as a PNG file.
pub fn download_canvas(name: &str, canvas: &HtmlCanvasElement) {
    let name = name.to_string();
    let closure = Closure::once_into_js(move |blob: JsValue| {
        if let Ok(blob) = blob.dyn_into::<web_sys::Blob>() {
            offer(&name, &blob);
        }
    });
    let _ = canvas.to_blob(closure.unchecked_ref());
}

/// Runs a future to its end in the background.
pub fn spawn(future: impl Future<Output = ()> + 'static) {
    wasm_bindgen_futures::spawn_local(future);
}

/// Puts the keyboard focus on an element by its id.
pub fn focus(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Whether a key press belongs to a field in which the person types.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

/// Opens a dialog element by its id so that the rest of the page waits.
pub fn open_dialog(id: &str) {
    if let Some(dialog) = dialog(id) {
        let _ = dialog.show_modal();
    }
}

/// Closes a dialog element by its id.
pub fn close_dialog(id: &str) {
    if let Some(dialog) = dialog(id) {
        dialog.close();
    }
}

fn dialog(id: &str) -> Option<web_sys::HtmlDialogElement> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// What the browser says about its graphics adapter: vendor, architecture, device, description, and whether it is a
/// fallback. wgpu cannot tell on the web.
pub async fn adapter_strings() -> Option<([String; 4], bool)> {
    let navigator = JsValue::from(window()?.navigator());
    let gpu = js_sys::Reflect::get(&navigator, &"gpu".into()).ok()?;
    let request = js_sys::Reflect::get(&gpu, &"requestAdapter".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
    let promise = request.call0(&gpu).ok()?.dyn_into::<js_sys::Promise>().ok()?;
    let adapter = wasm_bindgen_futures::JsFuture::from(promise).await.ok()?;
    let info = js_sys::Reflect::get(&adapter, &"info".into()).ok()?;
    let text = |name: &str| {
        let value = js_sys::Reflect::get(&info, &name.into()).ok();
        value.and_then(|value| value.as_string()).unwrap_or_default()
    };
    let flag = |object: &JsValue| {
        let value = js_sys::Reflect::get(object, &"isFallbackAdapter".into()).ok();
        value.and_then(|value| value.as_bool()).unwrap_or_default()
    };
    let strings = ["vendor", "architecture", "device", "description"].map(text);
    Some((strings, flag(&info) || flag(&adapter)))
}

/// The height of the window in CSS pixels.
pub fn viewport_height() -> f64 {
    window().and_then(|window| window.inner_height().ok()).and_then(|height| height.as_f64()).unwrap_or(800.0)
}

/// Sets the height of a canvas in CSS pixels.
pub fn set_height(canvas: &HtmlCanvasElement, height: f64) {
    let _ = canvas.style().set_property("height", &format!("{}px", height.round() as i32));
}

/// Scrolls an element into view by its id.
pub fn bring_into_view(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.scroll_into_view();
    }
}

/// Whether the fold that an event is about is open.
pub fn is_unfolded(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| element.has_attribute("open"))
}

/// Scrolls no further than it takes to see an element.
pub fn show_nearest(element: &web_sys::Element) {
    let options = web_sys::ScrollIntoViewOptions::new();
    options.set_block(web_sys::ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// The element keeps hearing a pointer that leaves it, until the button is released.
pub fn capture_pointer(event: &PointerEvent) {
    let target = event.current_target().or_else(|| event.target());
    if let Some(element) = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok()) {
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Puts the keyboard focus on a field by its id, with all of its text selected.
pub fn focus_and_select(id: &str) {
    focus(id);
    select_text(id);
}

/// Selects all text of a field by its id.
pub fn select_text(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    let Some(element) = element else { return };
    if let Some(field) = element.dyn_ref::<web_sys::HtmlInputElement>() {
        field.select();
    } else if let Some(field) = element.dyn_ref::<HtmlTextAreaElement>() {
        field.select();
    }
}

/// Offers an SVG picture as a PNG file, `scale` times as large but no side longer than `longest` pixels. Answers whether
/// the browser could draw it.
pub async fn download_picture(name: &str, svg: &str, scale: f64, longest: f64) -> bool {
    let parts = js_sys::Array::of1(&JsValue::from_str(svg));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) else { return false };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else { return false };
    let canvas = rasterised(&address, scale, longest).await;
    let _ = web_sys::Url::revoke_object_url(&address);
    if let Some(canvas) = &canvas {
        download_canvas(name, canvas);
    }
    canvas.is_some()
}

async fn rasterised(address: &str, scale: f64, longest: f64) -> Option<HtmlCanvasElement> {
    let image = web_sys::HtmlImageElement::new().ok()?;
    image.set_src(address);
    wasm_bindgen_futures::JsFuture::from(image.decode()).await.ok()?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let scale = scale.min(longest / width.max(height).max(1.0));
    let canvas = document()?.create_element("canvas").ok()?.dyn_into::<HtmlCanvasElement>().ok()?;
    let (width, height) = ((width * scale).round(), (height * scale).round());
    canvas.set_width(width as u32);
    canvas.set_height(height as u32);
    let context = canvas.get_context("2d").ok()??.dyn_into::<web_sys::CanvasRenderingContext2d>().ok()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    Some(canvas)
}

/// Lets the page answer to people before work goes on.
pub async fn breathe() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let waits = window().and_then(|window| window.set_timeout_with_callback(&resolve).ok());
        if waits.is_none() {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

/// Keeps an element at the height that it has now, or lets it have its own again.
pub fn hold_height(id: &str, held: bool) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    let Some(element) = element.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) else { return };
    let _ = if held {
        element.style().set_property("height", &format!("{}px", element.offset_height()))
    } else {
        element.style().set_property("height", "")
    };
}
