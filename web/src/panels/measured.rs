//! Measures of elements, for as long as the view that asks is there.

use std::cell::Cell;

use crate::signals::{Effect, RwSignal};
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

/// Keeps an element in view while it is wanted, by scrolling what is around it and not the page: at once, and where all of
/// it is to stand in the window, also when there is another amount of room, or what stands above it took another.
pub fn kept_in_view<E>(
    node: NodeRef<E>,
    is_wanted: impl Fn() -> bool + 'static,
    is_held: impl Fn() -> bool + Clone + 'static,
) where
    E: ElementType + 'static,
    E::Output: JsCast + Clone + Into<Element>,
{
    Effect::new(move |_| {
        if !is_wanted() {
            return;
        }
        let Some(element) = node.get() else { return };
        let element = element.into();
        browser::show_within(&element, PANE);
        let around = |selector| browser::around(&element, selector);
        let views = around(PANE).map(|pane| browser::inside(&pane)).unwrap_or_default();
        let rooms = [PANE, "section"].into_iter().filter_map(around).chain(views);
        let hearing = rooms.map(|room| {
            let (element, is_held, is_first) = (element.clone(), is_held.clone(), Cell::new(true));
            browser::on_resize(&room, move || {
                // It is told once at first, when all is laid out.
                if is_first.replace(false) || is_held() {
                    browser::show_within(&element, PANE);
                }
            })
        });
        // A window that was another size for less than a frame leaves rooms as large as they were, and scrolled elsewhere.
        let (element, is_held) = (element.clone(), is_held.clone());
        let window = browser::hear_window_size(move || {
            if is_held() {
                browser::show_within(&element, PANE);
            }
        });
        StoredValue::new_local((hearing.collect::<Vec<_>>(), window));
    });
}

/// Element that scrolls by itself where the window is all there is.
const PANE: &str = ".pane";

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
