//! What elements measure, for as long as the view that asks is there.

use leptos::html::{Div, ElementType};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser::{self, Element};

/// Hears of an element's size whenever it changes, and once at first.
pub fn on_size<E>(node: NodeRef<E>, hear: impl Fn(&Element) + Clone + 'static)
where
    E: ElementType + 'static,
    E::Output: JsCast + Clone + Into<Element>,
{
    Effect::new(move |_| {
        let Some(element) = node.get() else { return };
        let (element, hear) = (element.into(), hear.clone());
        hear(&element);
        let measured = element.clone();
        StoredValue::new_local(browser::on_resize(&element, move || hear(&measured)));
    });
}

/// The width of an element in CSS pixels, 0 until it is there.
pub fn width(node: NodeRef<Div>) -> RwSignal<f64> {
    let width = RwSignal::new(0.0_f64);
    on_size(node, move |element| {
        let now = f64::from(element.client_width());
        if width.get_untracked() != now {
            width.set(now);
        }
    });
    width
}
