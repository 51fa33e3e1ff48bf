//! The sections of a kernel's text, which its writer knows: a long one is read part by part.

/// Subject of a section of a kernel's text. [`crate::words::part`] names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The layouts, in comments, and what is enabled.
    Head,
    /// The buffers, and the workgroup memory.
    Memory,
    /// Operands that are written once more.
    Packing,
    /// Which tile a workgroup takes, and where its threads begin.
    Places,
    /// From memory to registers or workgroup memory.
    Copies,
    /// The arithmetic, most of it a loop.
    Products,
    /// The partial sums of the workgroups.
    Sums,
    /// The sum of the partial sums.
    Total,
    /// The result, to memory.
    WriteBack,
}

/// Where a section of a kernel's text begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Section {
    /// Subject of the section.
    pub part: Part,
    /// The byte of the text with which it begins. It ends where the next one begins, or with the text.
    pub begin: usize,
}
