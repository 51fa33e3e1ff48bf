//! Sentences that the page has to say once.

use std::sync::Arc;

use colex_document::link::LinkError;

use super::{Lasting, lasting};
use crate::signals::RwSignal;

/// Sentence that the page has to say once.
#[derive(Clone, PartialEq)]
pub enum Notice {
    /// A link that could not be read as it was sent.
    Link(LinkError),
    /// An edit that is impossible, as a sentence in both languages.
    Edit(String, String),
    /// Something was done: copied, saved.
    Done(&'static str, &'static str),
    /// A document was closed, and can be put back.
    Closed,
    /// The browser does not keep documents.
    NotKept,
    /// The notebook is too long to be kept.
    TooLong,
    /// So many documents are stored that this page cannot read.
    Unreadable(usize),
    /// There is no room on the shelf.
    Full,
    /// Another page wrote over the text that stood here.
    Replaced(Arc<str>),
}

impl Notice {
    /// Reports whether it answers what was just done, and has nothing to say after that.
    fn is_passing(&self) -> bool {
        matches!(self, Notice::Edit(..) | Notice::Done(..))
    }
}

/// Notices of the page.
pub type Notices = Lasting<Handles>;

/// Handles of the notices.
pub struct Handles {
    /// The notices, the newest last: that is shown, and the one before it once it is dismissed.
    pub all: RwSignal<Vec<Notice>>,
}

impl Notices {
    /// Notices that there are when the page begins.
    pub(super) fn new(all: Vec<Notice>) -> Notices {
        lasting(Handles { all: RwSignal::new(all) })
    }

    /// Says something once. What was said before is not lost by it, unless it only answered what was done before.
    pub fn notify(self, notice: Notice) {
        let is_same = |other: &Notice| std::mem::discriminant(other) == std::mem::discriminant(&notice);
        self.withdraw(|other| other.is_passing() || is_same(other));
        self.all.update(|notices| notices.push(notice));
    }

    /// Says no longer what is no longer so.
    pub fn withdraw(self, is_over: impl Fn(&Notice) -> bool) {
        if self.all.with_untracked(|notices| notices.iter().any(&is_over)) {
            self.all.update(|notices| notices.retain(|notice| !is_over(notice)));
        }
    }
}
