//! Requests: the dialogs, and what acts once its part is there.

use super::{Lasting, lasting};
use crate::signals::RwSignal;

/// Counts of how often each dialog was asked for: one opens whenever its number grows.
pub type Asked = Lasting<Handles>;

/// Handles of the counts.
pub struct Handles {
    /// The lessons.
    pub learn: RwSignal<u32>,
    /// The examples.
    pub examples: RwSignal<u32>,
    /// Arrangement of the views.
    pub arrange: RwSignal<u32>,
    /// Content that can be taken away.
    pub export: RwSignal<u32>,
    /// The link.
    pub share: RwSignal<u32>,
    /// Help.
    pub help: RwSignal<u32>,
    /// All documents.
    pub documents: RwSignal<u32>,
    /// The search for anything.
    pub palette: RwSignal<u32>,
    /// The page of a function.
    pub reference: RwSignal<u32>,
    /// Beginning or ending to present.
    pub present: RwSignal<u32>,
    /// All documents as a file.
    pub export_all: RwSignal<u32>,
    /// Last request while the part that has it is not there, and the name of that part.
    pub awaited: RwSignal<Option<(RwSignal<u32>, &'static str)>>,
    /// The function whose page it is; `None` is the one at the caret.
    pub function: RwSignal<Option<&'static str>>,
}

impl Asked {
    /// Nothing was asked for yet.
    pub fn new() -> Asked {
        let [learn, examples, arrange, export, share, help, documents, palette, reference, present, export_all] =
            [(); 11].map(|()| RwSignal::new(0));
        lasting(Handles {
            learn,
            examples,
            arrange,
            export,
            share,
            help,
            documents,
            palette,
            reference,
            present,
            export_all,
            awaited: RwSignal::new(None),
            function: RwSignal::new(None),
        })
    }

    /// Nothing is asked for any longer: what is built anew does not open what was open.
    pub fn forget(self) {
        let Handles { learn, examples, arrange, export, share, help, documents, palette, reference, present, .. } =
            *self;
        for asked in [learn, examples, arrange, export, share, help, documents, palette, reference, present] {
            asked.set(0);
        }
    }

    /// Something waits for a part, or no longer. What waited before it is not wanted any more: one thing opens.
    pub fn wait(self, asked: RwSignal<u32>, part: &'static str, waits: bool) {
        match self.awaited.get_untracked() {
            Some((other, _)) if waits && other != asked => other.set(0),
            Some((other, _)) if !waits && other == asked => return self.awaited.set(None),
            _ => {}
        }
        if waits {
            self.awaited.set(Some((asked, part)));
        }
    }

    /// Drops the request that is waited for, which is no longer wanted; answers whether there was something.
    pub fn dismiss(self) -> bool {
        let awaited = self.awaited.get_untracked();
        if let Some((asked, _)) = awaited {
            asked.set(0);
        }
        awaited.is_some()
    }
}

/// Asks for a dialog once more.
pub fn ask(asked: RwSignal<u32>) {
    asked.update(|asked| *asked += 1);
}
