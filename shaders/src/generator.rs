//! Generator of a kernel from a configuration: its program, its twin, and what its warps touch. Each kernel states all
//! three once, of the same layouts.

use colex::work::{Budget, Progress, Work};

use crate::accesses::Touches;
use crate::kernel::Refusal;
use crate::program::{Program, Twin};

/// A configuration from which a kernel follows.
pub trait Generator {
    /// Drafts the program: its text, its buffers and its passes.
    ///
    /// Errors: whatever keeps these layouts and numbers from having a kernel.
    fn draft(&self) -> Result<Program, Refusal>;

    /// Drafts it for a compiler that checks each index of workgroup memory that is no number, as naga does; Chromium's
    /// finds by itself which need no check, and is as fast or faster with the other text.
    ///
    /// Errors: those of [`Generator::draft`].
    fn draft_for_checks(&self) -> Result<Program, Refusal> {
        self.draft()
    }

    /// Computes what the program must write.
    ///
    /// Errors: those of [`Generator::draft`] that are about what is read and written.
    fn twin(&self) -> Result<Making, Refusal>;

    /// Lists what all its warps touch, instruction by instruction; nothing of a kernel that does not say it.
    ///
    /// Errors: those of [`Generator::draft`].
    fn accesses(&self) -> Result<Touches, Refusal> {
        Ok(Touches::default())
    }
}

/// A twin, or the work that it takes to make it.
pub enum Making {
    /// It is there.
    Ready(Twin),
    /// It takes long, and is resumed until it is there.
    Work(Box<dyn Work<Output = Twin>>),
}

impl Making {
    /// Makes the twin without a pause.
    pub fn finish(self) -> Twin {
        match self {
            Making::Ready(twin) => twin,
            Making::Work(mut work) => loop {
                if let Progress::Done(twin) = work.resume(&mut Budget::new(u64::MAX)) {
                    return twin;
                }
            },
        }
    }
}

impl std::fmt::Debug for Making {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Making::Ready(_) => "Ready",
            Making::Work(_) => "Work",
        })
    }
}
