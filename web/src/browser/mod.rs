//! The browser: the only room of the page that calls `web_sys` and `js_sys`.

mod adapter;
mod calls;
mod canvas;
mod clock;
mod field;
mod pursuit;

pub use adapter::{AdapterSaid, adapter};
pub use calls::{gpu_failure, gpu_silence, watch_gpu};
pub use canvas::Surface;
pub use clock::{FIRST_SLICE, SLICE, Timeout, slice};
pub use field::{
    Hearing, Place, character_place, columns, element_at, field_room, has_focus, hear, hear_moves, hear_seen_window,
    hear_selection, hear_window_size, holds_focus, place_of, scroll_around, seen_window, selection, type_text,
    units_before,
};
pub use pursuit::Pursuit;
pub use web_sys::{
    ClipboardEvent, Element, Event, FocusEvent, HtmlCanvasElement, HtmlElement, HtmlTextAreaElement, InputEvent,
    KeyboardEvent, MouseEvent, PointerEvent, WheelEvent,
};

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

/// Reports whether the page was loaded once more, or come back to, rather than opened by a link.
pub fn is_come_back() -> bool {
    let kind = window().and_then(|window| window.performance()).map(|performance| performance.navigation().type_());
    kind.is_some_and(|kind| {
        [web_sys::PerformanceNavigation::TYPE_RELOAD, web_sys::PerformanceNavigation::TYPE_BACK_FORWARD].contains(&kind)
    })
}

/// Runs something before the next frame is painted.
pub fn before_paint(run: impl FnOnce() + 'static) {
    if let Some(window) = window() {
        let closure = Closure::once_into_js(run);
        let _ = window.request_animation_frame(closure.unchecked_ref());
    }
}

/// A wait that ends when it is cancelled.
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

/// Somebody who hears of an element's size until this is dropped.
pub struct Resizing {
    observer: Option<web_sys::ResizeObserver>,
    _closure: Closure<dyn FnMut()>,
}

impl Drop for Resizing {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// Hears whenever the size of an element changes, and once at first.
pub fn on_resize(element: &web_sys::Element, hear: impl FnMut() + 'static) -> Resizing {
    let closure = Closure::<dyn FnMut()>::new(hear);
    let observer = web_sys::ResizeObserver::new(closure.as_ref().unchecked_ref()).ok();
    if let Some(observer) = &observer {
        observer.observe(element);
    }
    Resizing { observer, _closure: closure }
}

/// Reports whether a media query holds.
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

/// What the person's browser calls itself.
pub fn name() -> String {
    window().and_then(|window| window.navigator().user_agent().ok()).unwrap_or_default()
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

/// Replaces the fragment of the address without a new entry in the history, or with one; the entry says whose it is.
/// Answers whether the browser did so.
pub fn set_fragment(fragment: &str, owner: &str, new_entry: bool) -> bool {
    let Some(history) = window().and_then(|window| window.history().ok()) else { return false };
    let address = format!("{}{}#{fragment}", base_path(), query());
    let owner = JsValue::from_str(owner);
    let set = if new_entry {
        history.push_state_with_url(&owner, "", Some(&address))
    } else {
        history.replace_state_with_url(&owner, "", Some(&address))
    };
    set.is_ok()
}

/// Whose the present entry of the history is, as [`set_fragment`] said.
pub fn entry_owner() -> Option<String> {
    window()?.history().ok()?.state().ok()?.as_string()
}

fn base_path() -> String {
    window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// Returns the text kept under a key; `None` where nothing was or storage is refused.
pub fn stored(key: &str) -> Option<String> {
    window()?.local_storage().ok()??.get_item(key).ok()?
}

/// Keeps a text under a key; answers whether it was kept (it is not in private windows or when storage is full).
pub fn store(key: &str, text: &str) -> bool {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    storage.is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Keeps a text under a key for as long as the browser's tab is there, through a reload.
pub fn keep_for_tab(key: &str, text: &str) {
    if let Some(storage) = window().and_then(|window| window.session_storage().ok().flatten()) {
        let _ = storage.set_item(key, text);
    }
}

/// Returns the text that [`keep_for_tab`] kept.
pub fn kept_for_tab(key: &str) -> Option<String> {
    window()?.session_storage().ok()??.get_item(key).ok()?
}

/// Number of keys of the storage that are looked at; other pages of this origin may have theirs there.
const KEY_LIMIT: u32 = 20_000;

/// The keys that begin like this and under which something is kept, among the first [`KEY_LIMIT`].
pub fn stored_keys(prefix: &str) -> Vec<String> {
    let Some(storage) = window().and_then(|window| window.local_storage().ok().flatten()) else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0).min(KEY_LIMIT)).filter_map(|place| storage.key(place).ok().flatten());
    keys.filter(|key| key.starts_with(prefix)).collect()
}

/// Keeps nothing under a key any longer.
pub fn forget(key: &str) {
    if let Some(storage) = window().and_then(|window| window.local_storage().ok().flatten()) {
        let _ = storage.remove_item(key);
    }
}

/// Hears which key another page of this origin changed, what was there before, and what it wrote.
pub fn on_storage(mut hear: impl FnMut(String, Option<String>, Option<String>) + 'static) {
    on_window("storage", move |event: web_sys::StorageEvent| {
        if let Some(key) = event.key() {
            hear(key, event.old_value(), event.new_value());
        }
    });
}

/// Has the browser ask before the page is left, or no longer.
pub fn ask_before_leaving(asks: bool) {
    let Some(window) = window() else { return };
    let ask = asks.then(|| {
        Closure::<dyn FnMut(Event)>::new(|event: Event| {
            event.prevent_default();
            // For browsers of before 2024.
            let _ = js_sys::Reflect::set(&event, &"returnValue".into(), &JsValue::TRUE);
        })
        .into_js_value()
    });
    window.set_onbeforeunload(ask.as_ref().map(JsCast::unchecked_ref));
}

/// Letters and digits that nothing else was ever called.
pub fn unlike_any_other() -> String {
    let random = (js_sys::Math::random() * f64::from(u32::MAX)) as u32;
    format!("{:x}-{random:x}", js_sys::Date::now() as u64)
}

/// Puts a text on the clipboard; answers whether that was allowed.
pub async fn copy(text: String) -> bool {
    let Some(window) = window() else { return false };
    if !window.is_secure_context() {
        return false;
    }
    wasm_bindgen_futures::JsFuture::from(window.navigator().clipboard().write_text(&text)).await.is_ok()
}

/// The file that was chosen in a field.
pub fn chosen_file(field: &web_sys::HtmlInputElement) -> Option<web_sys::File> {
    field.files()?.get(0)
}

/// The text of a file; `None` where it is larger than `limit` bytes or cannot be read.
pub async fn text_of(file: &web_sys::File, limit: usize) -> Option<String> {
    if file.size() > limit as f64 {
        return None;
    }
    wasm_bindgen_futures::JsFuture::from(file.text()).await.ok()?.as_string()
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

/// The same where nothing has the focus any longer, because what had it was taken away.
pub fn focus_where_lost(id: &str) {
    let active = document().and_then(|document| document.active_element());
    if active.is_none_or(|active| active.tag_name() == "BODY") {
        focus(id);
    }
}

/// Reports whether a key press belongs to a field in which the person types.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    let Some(target) = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok()) else {
        return false;
    };
    matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
}

/// The key of a press with letters small, as Caps Lock and Shift have them or not: a shortcut is a key, not a letter.
pub fn key_of(event: &KeyboardEvent) -> String {
    event.key().to_ascii_lowercase()
}

/// Reports whether a key press belongs to something that the key itself presses.
pub fn is_on_button(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "BUTTON" | "A" | "SUMMARY"))
}

/// Presses the first button that a selector finds; answers whether there is one that can be pressed.
pub fn press(selector: &str) -> bool {
    let found = document().and_then(|document| document.query_selector(selector).ok().flatten());
    let Some(button) = found.and_then(|found| found.dyn_into::<web_sys::HtmlElement>().ok()) else { return false };
    let can = !button.has_attribute("disabled");
    if can {
        button.click();
    }
    can
}

/// Reports whether a dialog is open.
pub fn has_open_dialog() -> bool {
    document().is_some_and(|document| document.query_selector("dialog[open]").ok().flatten().is_some())
}

/// Returns the text of a field, and the place of its caret, in UTF-16 units.
pub fn text_and_caret(id: &str) -> Option<(String, usize)> {
    let field = document()?.get_element_by_id(id)?.dyn_into::<HtmlTextAreaElement>().ok()?;
    let caret = field.selection_start().ok().flatten().unwrap_or(0) as usize;
    Some((field.value(), caret))
}

/// Reports whether the page has the whole screen.
pub fn is_full_screen() -> bool {
    document().is_some_and(|document| document.fullscreen_element().is_some())
}

/// Asks for the whole screen or gives it back; the browser may refuse.
pub fn set_full_screen(on: bool) {
    let Some(document) = document() else { return };
    if !on {
        if is_full_screen() {
            document.exit_fullscreen();
        }
    } else if let Some(root) = document.document_element() {
        // Not every browser has it.
        let ask = js_sys::Reflect::get(&root, &"requestFullscreen".into()).ok();
        let asked = ask.and_then(|ask| ask.dyn_into::<js_sys::Function>().ok()).and_then(|ask| ask.call0(&root).ok());
        if let Some(promise) = asked.and_then(|asked| asked.dyn_into::<js_sys::Promise>().ok()) {
            spawn(async move {
                let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
            });
        }
    }
}

/// The middle of the window in CSS pixels.
pub fn middle_of_window() -> (i32, i32) {
    let half = |size: Result<JsValue, JsValue>| size.ok().and_then(|size| size.as_f64()).unwrap_or_default() as i32 / 2;
    window().map_or((0, 0), |window| (half(window.inner_width()), half(window.inner_height())))
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

/// The height of the window in CSS pixels.
pub fn viewport_height() -> f64 {
    window().and_then(|window| window.inner_height().ok()).and_then(|height| height.as_f64()).unwrap_or(800.0)
}

/// The width of the window in CSS pixels.
pub fn viewport_width() -> f64 {
    window().and_then(|window| window.inner_width().ok()).and_then(|width| width.as_f64()).unwrap_or(1280.0)
}

/// Reports whether the window is a phone's: columns are swiped there, as the style has it.
pub fn is_narrow() -> bool {
    viewport_width() < 768.0
}

/// The id of the nearest element around a place of the window that a selector matches, and whether the place is in the
/// lower half of it.
pub fn element_under(x: f64, y: f64, selector: &str) -> Option<(String, bool)> {
    let element = document()?.element_from_point(x as f32, y as f32)?.closest(selector).ok()??;
    let bounds = element.get_bounding_client_rect();
    Some((element.id(), y > bounds.top() + bounds.height() / 2.0))
}

/// The id of what a selector matches around the heading that was pressed; not where its text was marked.
pub fn heading_of(event: &MouseEvent, selector: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let heading = target.closest("h2").ok()??;
    // A number that is pulled there is no heading.
    if target.closest("[data-place]").ok()?.is_some() {
        return None;
    }
    let is_marked = window()?.get_selection().ok()?.is_some_and(|selection| !selection.is_collapsed());
    let around = heading.closest(selector).ok()??;
    (!is_marked).then(|| around.id())
}

/// Returns the `data-place` that the element under the pointer holds.
pub fn pressed_place(event: &PointerEvent) -> Option<usize> {
    event.target()?.dyn_into::<web_sys::Element>().ok()?.get_attribute("data-place")?.parse().ok()
}

/// Number of frames that a view that was unfolded may take until it can have the focus.
const FOCUS_FRAMES: u32 = 30;

/// Puts the keyboard focus on the first button inside an element by its id, in one of the next frames: what is in a view
/// that was unfolded may be on its way.
pub fn focus_handle_soon(id: String) {
    fn again(id: String, frames: u32) {
        before_paint(move || {
            if !focus_handle(&id) && frames > 0 {
                again(id, frames - 1);
            }
        });
    }
    again(id, FOCUS_FRAMES);
}

/// The same at once; answers whether it has the focus.
fn focus_handle(id: &str) -> bool {
    let element = document().and_then(|document| document.get_element_by_id(id));
    let button = element.and_then(|element| element.query_selector("button").ok().flatten());
    let Some(button) = button.and_then(|button| button.dyn_into::<web_sys::HtmlElement>().ok()) else { return false };
    let _ = button.focus();
    has_focus(&button)
}

/// Puts an element, whose style says that it stands in the window, to its left and upper edge, at most so high.
pub fn put(element: &web_sys::HtmlElement, (left, top): (f64, f64), height: f64) {
    for (name, length) in [("left", left), ("top", top), ("max-height", height)] {
        let _ = element.style().set_property(name, &format!("{length:.1}px"));
    }
}

/// Sets the height of a canvas in CSS pixels; without one it has that of its style, as at first.
pub fn set_height(canvas: &HtmlCanvasElement, height: Option<f64>) {
    let _ = match height {
        Some(height) => canvas.style().set_property("height", &format!("{}px", height.round() as i32)),
        None => canvas.remove_attribute("style"),
    };
}

/// Sets the size of an element in CSS pixels.
pub fn set_size(element: &web_sys::HtmlElement, width: f64, height: f64) {
    for (name, length) in [("width", width), ("height", height)] {
        let _ = element.style().set_property(name, &format!("{}px", length.ceil() as i64));
    }
}

/// An element by its id.
pub fn element(id: &str) -> Option<Element> {
    document()?.get_element_by_id(id)
}

/// Scrolls an element into view by its id.
pub fn bring_into_view(id: &str) {
    if let Some(element) = document().and_then(|document| document.get_element_by_id(id)) {
        element.scroll_into_view();
    }
}

/// Which of the pages beside each other, each as wide as what is scrolled, is in view.
pub fn page_of(event: &web_sys::Event) -> usize {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.map_or(0, |element| {
        let width = f64::from(element.client_width()).max(1.0);
        (f64::from(element.scroll_left()) / width).round().max(0.0) as usize
    })
}

/// Scrolls what is around an element up to the one that a selector finds, and not the page, no further than it takes to
/// see it there; of one that is taller, its beginning.
pub fn show_within(element: &Element, outermost: &str) {
    let mut around = element.parent_element();
    while let Some(outer) = around {
        // An element that does not scroll stays as it is.
        let (inner, place) = (element.get_bounding_client_rect(), outer.get_bounding_client_rect());
        let (top, bottom) = (inner.top() - place.top(), inner.bottom() - place.top());
        let height = f64::from(outer.client_height());
        let by = if top < 0.0 { top.floor() } else { (bottom - height).max(0.0).min(top).ceil() };
        if by != 0.0 {
            outer.set_scroll_top(outer.scroll_top() + by as i32);
        }
        if outer.matches(outermost).unwrap_or(true) {
            return;
        }
        around = outer.parent_element();
    }
}

/// The nearest element around another that a selector finds.
pub fn around(element: &Element, selector: &str) -> Option<Element> {
    element.closest(selector).ok().flatten()
}

/// The elements that stand directly in an element.
pub fn inside(element: &Element) -> Vec<Element> {
    let children = element.children();
    (0..children.length()).filter_map(|at| children.item(at)).collect()
}

/// Scrolls no further than it takes to see an element. The browser's own way has the next Tab begin there, wherever the
/// person is.
pub fn show_nearest(element: &web_sys::Element) {
    let beyond = |own: [f64; 2], around: [f64; 2]| match own.map(f64::round) {
        [start, _] if start < around[0] => start - around[0],
        [start, end] if end > around[1] => (end - around[1]).min(start - around[0]),
        _ => 0.0,
    };
    let mut around = element.parent_element();
    while let Some(outer) = around {
        let (own, edges) = (element.get_bounding_client_rect(), outer.get_bounding_client_rect());
        // The root scrolls in the window, and its own edges scroll with it.
        let (left, top) = match outer.parent_element() {
            Some(_) => (edges.left() + f64::from(outer.client_left()), edges.top() + f64::from(outer.client_top())),
            None => (0.0, 0.0),
        };
        let (right, foot) = (left + f64::from(outer.client_width()), top + f64::from(outer.client_height()));
        let across = beyond([own.left(), own.right()], [left.floor(), right.ceil()]);
        let down = beyond([own.top(), own.bottom()], [top.floor(), foot.ceil()]);
        if across != 0.0 {
            outer.set_scroll_left(outer.scroll_left() + across as i32);
        }
        if down != 0.0 {
            outer.set_scroll_top(outer.scroll_top() + down as i32);
        }
        around = outer.parent_element();
    }
}

/// Scrolls no further than it takes to see an element by its id, once the page has drawn it.
pub fn show_nearest_later(id: String) {
    before_paint(move || {
        if let Some(element) = document().and_then(|document| document.get_element_by_id(&id)) {
            show_nearest(&element);
        }
    });
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

/// An address of an SVG picture, until it is forgotten.
pub fn picture_address(svg: &str) -> Option<String> {
    let parts = js_sys::Array::of1(&JsValue::from_str(svg));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    web_sys::Url::create_object_url_with_blob(&blob).ok()
}

/// Forgets what an address of a picture is of.
pub fn forget_address(address: &str) {
    let _ = web_sys::Url::revoke_object_url(address);
}

/// Offers an SVG picture as a PNG file, `scale` times as large but no side longer than `longest` pixels. Answers whether
/// the browser could draw it.
pub async fn download_picture(name: &str, svg: &str, scale: f64, longest: f64) -> bool {
    let canvas = rasterised(svg, scale, longest).await;
    if let Some(canvas) = &canvas {
        download_canvas(name, canvas);
    }
    canvas.is_some()
}

/// Copies an SVG picture as a PNG to the clipboard. Answers whether the browser could draw it and let the page copy.
pub async fn copy_picture(svg: String, scale: f64, longest: f64) -> bool {
    let Some(window) = window() else { return false };
    let Ok(constructor) = js_sys::Reflect::get(&window, &JsValue::from_str("ClipboardItem")) else { return false };
    let Ok(constructor) = constructor.dyn_into::<js_sys::Function>() else { return false };
    // Safari wants the promise at the time of the click, and the picture later.
    let picture = wasm_bindgen_futures::future_to_promise(async move {
        picture_blob(&svg, scale, longest).await.map(JsValue::from).ok_or(JsValue::UNDEFINED)
    });
    let types = js_sys::Object::new();
    if js_sys::Reflect::set(&types, &JsValue::from_str("image/png"), &picture).is_err() {
        return false;
    }
    let Ok(item) = js_sys::Reflect::construct(&constructor, &js_sys::Array::of1(&types)) else { return false };
    let written = window.navigator().clipboard().write(&js_sys::Array::of1(&item));
    wasm_bindgen_futures::JsFuture::from(written).await.is_ok()
}

/// An SVG picture as a PNG.
async fn picture_blob(svg: &str, scale: f64, longest: f64) -> Option<web_sys::Blob> {
    let canvas = rasterised(svg, scale, longest).await?;
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        if canvas.to_blob(&resolve).is_err() {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    wasm_bindgen_futures::JsFuture::from(promise).await.ok()?.dyn_into::<web_sys::Blob>().ok()
}

/// The most pixels of a canvas, which every browser takes.
const CANVAS_MOST: f64 = 16_000_000.0;

async fn rasterised(svg: &str, scale: f64, longest: f64) -> Option<HtmlCanvasElement> {
    let address = picture_address(svg)?;
    let image = web_sys::HtmlImageElement::new().ok()?;
    image.set_src(&address);
    let decoded = wasm_bindgen_futures::JsFuture::from(image.decode()).await;
    forget_address(&address);
    decoded.ok()?;
    let (width, height) = (f64::from(image.natural_width()), f64::from(image.natural_height()));
    let fits = (longest / width.max(height).max(1.0)).min((CANVAS_MOST / (width * height).max(1.0)).sqrt());
    let scale = scale.min(fits);
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

/// The text that is pasted.
pub fn pasted(event: &ClipboardEvent) -> Option<String> {
    event.clipboard_data()?.get_data("text").ok()
}

/// Puts a text where what is copied goes; answers whether it is there.
pub fn put_copied(event: &ClipboardEvent, text: &str) -> bool {
    event.clipboard_data().is_some_and(|data| data.set_data("text/plain", text).is_ok())
}

/// The text of the file that a field for files has been given, by [`text_of`]; the field forgets it, so that the same one
/// can be given again.
pub fn given_file(event: &Event, limit: usize) -> Option<impl Future<Output = Option<String>> + 'static> {
    let field = event.target()?.dyn_into::<web_sys::HtmlInputElement>().ok()?;
    let file = chosen_file(&field)?;
    field.set_value("");
    Some(async move { text_of(&file, limit).await })
}

/// Reports whether the caret of the field that hears a key stands before all of its text, and whether behind all of it.
/// Where all of it is selected, both.
pub fn caret_ends(event: &KeyboardEvent) -> (bool, bool) {
    let Some(field) = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else {
        return (true, true);
    };
    let length = field.value().encode_utf16().count() as u32;
    let [start, end] = [field.selection_start(), field.selection_end()].map(|place| place.ok().flatten());
    let (start, end) = (start.unwrap_or_default(), end.unwrap_or(length));
    let is_all = start == 0 && end == length;
    (is_all || end == 0, is_all || start >= length)
}

/// Reports whether the page is not seen: its tab is behind another, or its window is away.
pub fn is_hidden() -> bool {
    document().is_some_and(|document| document.hidden())
}

/// Waits so many milliseconds.
pub async fn wait(milliseconds: i32) {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        let waits = window().and_then(|window| {
            window.set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds).ok()
        });
        if waits.is_none() {
            let _ = resolve.call0(&JsValue::UNDEFINED);
        }
    });
    let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
}

/// The day here, as in `2026-11-20`.
pub fn today() -> String {
    let date = js_sys::Date::new_0();
    let (year, month, day) = (date.get_full_year(), date.get_month() + 1, date.get_date());
    format!("{year}-{month:02}-{day:02}")
}

/// The day here, counted from the beginning of 1970.
pub fn day() -> u32 {
    let date = js_sys::Date::new_0();
    ((date.get_time() / 60_000.0 - date.get_timezone_offset()) / 1440.0) as u32
}

/// A text in the Unicode form in which letters that mean the same are the same.
pub fn in_nfkc(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFKC").into()
}

/// Reports whether the focus goes to something within what hears that it leaves.
pub fn stays_within(event: &FocusEvent) -> bool {
    let to = event.related_target().and_then(|to| to.dyn_into::<web_sys::Node>().ok());
    let here = event.current_target().and_then(|here| here.dyn_into::<web_sys::Node>().ok());
    here.is_some_and(|here| to.is_some_and(|to| here.contains(Some(&to))))
}

/// Prints the page once it is drawn. Where that is on paper, the event `afterprint` comes.
pub fn print() {
    before_paint(|| {
        if let Some(window) = window() {
            let _ = window.print();
        }
    });
}

/// Hears that the page was printed, or that nobody wanted it to be.
pub fn on_printed(mut hear: impl FnMut() + 'static) {
    on_window("afterprint", move |_: Event| hear());
}

/// Writes a text into the field that an event comes from.
pub fn write_back(event: &Event, text: &str) {
    let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(field) = field {
        field.set_value(text);
    }
}

/// Reports whether a key belongs to an input method that is not done yet. Safari says so of the last one by its number
/// alone.
pub fn is_composing(event: &KeyboardEvent) -> bool {
    event.is_composing() || event.key_code() == 229
}
