//! A field of text as the browser has it: its caret, where its characters stand, and what happens to it.

use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, EventTarget, HtmlTextAreaElement, Node};

use super::document;

/// Hears an event as long as it is kept.
pub struct Hearing {
    target: EventTarget,
    name: &'static str,
    closure: Closure<dyn FnMut(JsValue)>,
}

impl Drop for Hearing {
    fn drop(&mut self) {
        let hear = self.closure.as_ref().unchecked_ref();
        let _ = self.target.remove_event_listener_with_callback_and_bool(self.name, hear, true);
    }
}

/// Hears an event of an element before the element does, so that it can be kept from it.
pub fn hear<E: JsCast + 'static>(
    target: &EventTarget,
    name: &'static str,
    mut hear: impl FnMut(E) + 'static,
) -> Hearing {
    let closure = Closure::<dyn FnMut(JsValue)>::new(move |event: JsValue| hear(event.unchecked_into()));
    let listener = closure.as_ref().unchecked_ref();
    let _ = target.add_event_listener_with_callback_and_bool(name, listener, true);
    Hearing { target: target.clone(), name, closure }
}

/// Hears whenever a caret moves or something is selected.
pub fn hear_selection(mut changed: impl FnMut() + 'static) -> Option<Hearing> {
    Some(hear(document()?.unchecked_ref(), "selectionchange", move |_: JsValue| changed()))
}

/// Reports whether the keyboard writes into an element.
pub fn has_focus(element: &Element) -> bool {
    document().and_then(|document| document.active_element()).is_some_and(|active| active == *element)
}

/// The selection of a field from its first to its last UTF-16 unit.
pub fn selection(field: &HtmlTextAreaElement) -> (u32, u32) {
    let unit = |found: Result<Option<u32>, JsValue>| found.ok().flatten().unwrap_or_default();
    (unit(field.selection_start()), unit(field.selection_end()))
}

/// Returns the number of columns of a monospaced font that fit beside each other into an element, going by a sample of
/// `sample` columns.
pub fn columns(element: &Element, sample: &Element, count: f64) -> usize {
    let column = sample.get_bounding_client_rect().width() / count;
    if column > 0.0 { (f64::from(element.client_width()) / column) as usize } else { 0 }
}

/// Where something stands in the window, in CSS pixels.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Place {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// Where the character at a UTF-16 unit of a text stands. A text that ends in a line break has one at its end, too.
pub fn character_place(text: &Element, unit: u32) -> Option<Place> {
    let mut left = unit;
    // Not the end of what comes before it: that stands on the line above where a line begins here.
    let node = find_text(text, &mut left)?;
    let range = document()?.create_range().ok()?;
    range.set_start(&node, left).ok()?;
    range.set_end(&node, left + 1).ok()?;
    let place = range.get_bounding_client_rect();
    Some(Place { left: place.left(), right: place.right(), top: place.top(), bottom: place.bottom() })
}

/// Where the text of a field begins in the window as it is scrolled, how wide it is, and how high a row of it.
pub fn field_room(field: &HtmlTextAreaElement) -> Option<(Place, f64)> {
    let style = super::window()?.get_computed_style(field).ok()??;
    let length = |name: &str| {
        let length = style.get_property_value(name).map_or(f64::NAN, |value| js_sys::parse_float(&value));
        if length.is_finite() { length } else { 0.0 }
    };
    let whole = field.get_bounding_client_rect();
    let left = whole.left() + length("border-left-width") + length("padding-left") - f64::from(field.scroll_left());
    let top = whole.top() + length("border-top-width") + length("padding-top") - f64::from(field.scroll_top());
    let wide = f64::from(field.client_width()) - length("padding-left") - length("padding-right");
    Some((Place { left, right: left + wide, top, bottom: whole.bottom() }, length("line-height")))
}

/// Where an element stands in the window.
pub fn place_of(element: &Element) -> Place {
    let place = element.get_bounding_client_rect();
    Place { left: place.left(), right: place.right(), top: place.top(), bottom: place.bottom() }
}

/// The part of the window that is seen: not what a phone's keyboard covers.
pub fn seen_window() -> Place {
    let all = Place { left: 0.0, right: super::viewport_width(), top: 0.0, bottom: super::viewport_height() };
    let seen = super::window().and_then(|window| js_sys::Reflect::get(&window, &"visualViewport".into()).ok());
    let number = |name: &str| js_sys::Reflect::get(seen.as_ref()?, &name.into()).ok()?.as_f64();
    let part = || {
        let (left, top) = (number("offsetLeft")?, number("offsetTop")?);
        Some(Place { left, right: left + number("width")?, top, bottom: top + number("height")? })
    };
    part().filter(|part| part.right > part.left && part.bottom > part.top).unwrap_or(all)
}

/// Hears whenever anything of the page is scrolled, or the window has another size.
pub fn hear_moves(moved: impl Fn() + Clone + 'static) -> Vec<Hearing> {
    let Some(window) = super::window() else { return Vec::new() };
    let on = |name: &'static str| {
        let moved = moved.clone();
        hear(window.unchecked_ref(), name, move |_: JsValue| moved())
    };
    vec![on("scroll"), on("resize")]
}

/// Hears whenever the part of the window that is seen moves, and whether it has another size: a phone's keyboard comes or
/// goes.
pub fn hear_seen_window(changed: impl Fn(bool) + Clone + 'static) -> Vec<Hearing> {
    let Some(window) = super::window() else { return Vec::new() };
    let on = |target: &EventTarget, name: &'static str| {
        let changed = changed.clone();
        hear(target, name, move |_: JsValue| changed(name == "resize"))
    };
    let mut hearings = vec![on(&window, "resize")];
    let seen = js_sys::Reflect::get(&window, &"visualViewport".into()).ok();
    if let Some(seen) = seen.filter(|seen| seen.is_object()) {
        hearings.extend(["resize", "scroll"].map(|name| on(seen.unchecked_ref(), name)));
    }
    hearings
}

/// Reports whether the keyboard writes into something within an element, or is on one of its buttons.
pub fn holds_focus(element: &Element) -> bool {
    element.matches(":focus-within").unwrap_or_default()
}

/// Types a text where the caret of a field stands, as a keyboard does. Answers whether what listens to the field heard of
/// it: not where a browser does not type for a page, and only writes.
pub fn type_text(field: &HtmlTextAreaElement, text: &str) -> bool {
    let typed = || {
        let document = document()?;
        let typing =
            js_sys::Reflect::get(&document, &"execCommand".into()).ok()?.dyn_into::<js_sys::Function>().ok()?;
        typing.call3(&document, &"insertText".into(), &JsValue::FALSE, &text.into()).ok()?.as_bool()
    };
    if typed() == Some(true) {
        return true;
    }
    let after = selection(field).0 + text.encode_utf16().count() as u32;
    let _ = field.set_range_text(text);
    let _ = field.set_selection_range(after, after);
    false
}

/// Scrolls what is around an element, the innermost first, by so much, as far as each goes.
pub fn scroll_around(element: &Element, by: f64) {
    let mut left = by.ceil() as i32;
    let mut around = element.parent_element();
    while let Some(outer) = around.filter(|_| left > 0) {
        let before = outer.scroll_top();
        outer.set_scroll_top(before + left);
        left -= outer.scroll_top() - before;
        around = outer.parent_element();
    }
}

/// Hears whenever the window has another size.
pub fn hear_window_size(changed: impl Fn() + 'static) -> Option<Hearing> {
    Some(hear(super::window()?.unchecked_ref(), "resize", move |_: JsValue| changed()))
}

/// The text node that holds a unit; `left` becomes the unit within it.
fn find_text(node: &Node, left: &mut u32) -> Option<Node> {
    if node.node_type() == Node::TEXT_NODE {
        let length = units(node);
        if *left < length {
            return Some(node.clone());
        }
        *left -= length;
        return None;
    }
    let mut child = node.first_child();
    while let Some(here) = child {
        if let Some(found) = find_text(&here, left) {
            return Some(found);
        }
        child = here.next_sibling();
    }
    None
}

/// Counts the UTF-16 units of a text that stand before one of the elements that it consists of.
pub fn units_before(element: &Node) -> u32 {
    let mut count = 0;
    let mut sibling = element.previous_sibling();
    while let Some(here) = sibling {
        count += units(&here);
        sibling = here.previous_sibling();
    }
    count
}

fn units(node: &Node) -> u32 {
    // A marker of the page's own is a comment.
    match node.node_type() {
        Node::COMMENT_NODE => 0,
        _ => node.text_content().map_or(0, |text| text.encode_utf16().count() as u32),
    }
}

/// The element under a point of the window.
pub fn element_at(x: i32, y: i32) -> Option<Element> {
    document()?.element_from_point(x as f32, y as f32)
}
