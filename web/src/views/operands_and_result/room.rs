//! The room that cells have where one presents: memory stands in view with them, below or beside.

use leptos::html::Div;
use leptos::prelude::*;

use crate::browser::{self, Element};
use crate::signals::{Effect, Memo, RwSignal};

/// Part of the stage that memory has at most below the panels.
const MEMORY_MOST: f64 = 0.35;
/// The least room for cells, in CSS pixels.
const LEAST: f64 = 100.0;

/// The room for all panels, in CSS pixels. It does not depend on how large cells are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// Width of the stage.
    pub width: f64,
    /// Height that cells may have where nothing stands below them.
    pub height: f64,
    /// Part of that height which memory takes where it stands below.
    pub below: f64,
}

impl Room {
    /// Height that memory takes below as a rule, in CSS pixels: where it stands beside, nobody knows.
    pub const BELOW: f64 = 150.0;
    /// Width of memory where it stands beside, with its distance, in CSS pixels, as the style has it.
    const BESIDE: f64 = 360.0;

    /// Returns the width that the panels may have where memory stands beside them.
    pub fn beside(self) -> f64 {
        (self.width - Room::BESIDE).max(0.0)
    }
}

/// The room on the stage; `None` elsewhere, on a phone, and where memory is not in view with the panels.
pub fn room_on_stage(panels: NodeRef<Div>, presents: Memo<bool>) -> Memo<Option<Room>> {
    let room = RwSignal::new(None::<Room>);
    Effect::new(move |_| {
        let Some(panels) = panels.get() else { return };
        let panels: Element = panels.into();
        let pane = browser::around(&panels, ".pane");
        let told = panels.parent_element().into_iter().flat_map(|all| browser::inside(&all));
        let heard = told.chain(pane.iter().flat_map(browser::inside)).chain(pane.clone());
        let heard = heard.map(|heard| {
            let panels = panels.clone();
            browser::on_resize(&heard, move || {
                let now = measured(&panels);
                if room.try_get_untracked().is_some_and(|before| before != now) {
                    room.set(now);
                }
            })
        });
        StoredValue::new_local(heard.collect::<Vec<_>>());
    });
    Memo::new(move |_| room.get().filter(|_| presents.get()))
}

fn measured(panels: &Element) -> Option<Room> {
    let pane = browser::around(panels, ".pane")?;
    let memory = browser::inside(&pane).into_iter().find(|view| view.id() == "view-memory")?;
    let told = panels.previous_element_sibling()?;
    if browser::is_narrow() {
        return None;
    }
    let [stage, told, all, below] = [&pane, &told, panels, &memory].map(|element| element.get_bounding_client_rect());
    // Heights of what is written above and below the cells of the source and the result; what stands aside is lower.
    let written = browser::inside(panels).into_iter().filter_map(|panel| {
        let cells = browser::inside(&panel).into_iter().find(|inside| inside.tag_name() == "CANVAS")?;
        Some(panel.get_bounding_client_rect().height() - cells.get_bounding_client_rect().height())
    });
    let written = written.take(2).fold(0.0, f64::max);
    // The distances between what is told, the panels and memory are alike; below memory there is as much as above the first.
    let gap = (all.top() - told.bottom()).max(0.0);
    let padding = told.left() - stage.left();
    let below = if below.height() > 0.0 { below.height().min(stage.height() * MEMORY_MOST) + gap } else { 0.0 };
    let height = stage.height() - 2.0 * padding - told.height() - gap - written;
    let [width, height, below] = [stage.width() - 2.0 * padding, height.max(LEAST + below), below].map(f64::floor);
    Some(Room { width, height, below })
}
