//! The sets of views: what they are called, and choosing one.

use colex_document::arrangement::ViewSet;

use crate::session::{Desk, Draft};

/// Returns the name of a set, in English and in Chinese.
pub fn set_words(set: ViewSet) -> [&'static str; 2] {
    match set {
        ViewSet::Start => ["Start", "开始"],
        ViewSet::Coordinates => ["Coordinates", "坐标"],
        ViewSet::Algebra => ["Algebra", "代数"],
        ViewSet::Threads => ["Threads", "线程"],
        ViewSet::Gpu => ["GPU", "GPU"],
        ViewSet::Phone => ["Phone", "手机"],
        ViewSet::Workbench => ["Everything", "全部"],
    }
}

/// Opens the views of a set, and folds the others.
pub fn choose_set(draft: Draft, desk: Desk, set: ViewSet) {
    desk.arrange(draft, |arrangement| *arrangement = set.arrangement());
}
