//! A field of text as the browser has it: its caret, where its characters stand, and what happens to it.

use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, EventTarget, HtmlElement, HtmlTextAreaElement, Node};

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

/// Whether the keyboard writes into an element.
pub fn has_focus(element: &Element) -> bool {
    document().and_then(|document| document.active_element()).is_some_and(|active| active == *element)
}

/// The selection of a field from its first to its last UTF-16 unit.
pub fn selection(field: &HtmlTextAreaElement) -> (u32, u32) {
    let unit = |found: Result<Option<u32>, JsValue>| found.ok().flatten().unwrap_or_default();
    (unit(field.selection_start()), unit(field.selection_end()))
}

/// How many columns of a monospaced font fit beside each other into an element, going by a sample of `sample` columns.
pub fn columns(element: &Element, sample: &Element, count: f64) -> usize {
    let column = sample.get_bounding_client_rect().width() / count;
    if column > 0.0 { (f64::from(element.client_width()) / column) as usize } else { 0 }
}

/// Where a UTF-16 unit of a text stands, as the left and the lower edge of its character in the element that shows it.
pub fn character_place(text: &Element, unit: u32) -> Option<(f64, f64)> {
    let mut left = unit;
    let node = find_text(text, &mut left)?;
    let range = document()?.create_range().ok()?;
    range.set_start(&node, left).ok()?;
    range.collapse_with_to_start(true);
    let (place, whole) = (range.get_bounding_client_rect(), text.get_bounding_client_rect());
    Some((place.left() - whole.left(), place.bottom() - whole.top()))
}

/// How many rows the units of a text take from the first to the last.
pub fn rows(text: &HtmlElement, first: u32, last: u32) -> Option<usize> {
    let (mut first, mut last) = (first, last);
    let (begin, end) = (find_text(text, &mut first)?, find_text(text, &mut last)?);
    let range = document()?.create_range().ok()?;
    range.set_start(&begin, first).ok()?;
    range.set_end(&end, last).ok()?;
    let style = super::window()?.get_computed_style(text).ok()??;
    let row = js_sys::parse_float(&style.get_property_value("line-height").ok()?);
    // The last row counts with the height of its letters alone.
    Some(((range.get_bounding_client_rect().height() / row).round() as usize).max(1))
}

/// The text node that holds a unit; `left` becomes the unit within it.
fn find_text(node: &Node, left: &mut u32) -> Option<Node> {
    if node.node_type() == Node::TEXT_NODE {
        let length = units(node);
        if *left <= length {
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

/// How many UTF-16 units of a text stand before one of the elements that it consists of.
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
