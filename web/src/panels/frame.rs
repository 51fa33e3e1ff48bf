//! The frame that a view stands in: its id, and bringing it to where it is seen.

use colex_document::arrangement::ViewId;

use crate::browser;
use crate::session::{Desk, Draft};

/// The element with the facts of the mode pointed at. What changes them keeps its height while it does.
pub const FACTS_ID: &str = "mode-facts";

/// The id of the first picture of operands and result.
pub const OPERATION_ID: &str = "operation-panel";

/// The id of the frame of a view.
pub fn frame_id(view: ViewId) -> String {
    format!("view-{}", view.word())
}

/// The id of the place in the dock of a view that is folded.
pub fn dock_id(view: ViewId) -> String {
    format!("dock-{}", view.word())
}

/// Time until the content of a view stands there, in milliseconds.
const CONTENT_DELAY: i32 = 300;

/// Unfolds a view and brings it to where it is seen.
pub fn show(draft: Draft, desk: Desk, view: ViewId) {
    desk.arrange(draft, |arrangement| arrangement.fold(view, false));
    bring(frame_id(view));
}

/// Brings something to where it is seen, and once more when what stands above it and in it has come.
pub fn bring(id: String) {
    let later = id.clone();
    browser::before_paint(move || browser::bring_into_view(&id));
    browser::after(CONTENT_DELAY, move || browser::bring_into_view(&later));
}
