//! Memory that the threads of a kernel touch together: the memory instructions of a warp as data, for the analysis of
//! cost.

/// Number of threads that execute an instruction together.
pub const WARP: u32 = 32;

/// Which memory an instruction goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// A buffer: sectors and cache lines count.
    Global,
    /// Workgroup memory: banks count.
    Shared,
}

/// One load or store of a kernel, as the [`WARP`] threads of a warp execute it together, and as often as warps of the whole
/// kernel execute one of that cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Name of the memory in the WGSL.
    pub memory: &'static str,
    /// Where it is.
    pub space: Space,
    /// True if it writes.
    pub is_store: bool,
    /// Bytes of each thread.
    pub bytes: u64,
    /// For each thread of the warp that takes part, from the first on, its place in units of `bytes`: thread `t` touches
    /// `indices[t] * bytes` and what follows.
    pub indices: Vec<u64>,
    /// Number of times that warps of the whole kernel execute it, or one whose places lie alike to each other and in their
    /// lines of 128 bytes: all workgroups, all rounds of their loops.
    pub times: u64,
    /// No thread of any workgroup that is not at an edge touches a place beyond this one.
    pub largest: u64,
    /// Number of such places that the memory has.
    pub places: u64,
}

/// What the instructions of a kernel cover of all that its workgroups touch in all rounds of their loops and all passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Covers {
    /// True if what tensor cores write of C is left out: which thread writes what of it is the driver's.
    pub is_without_fragments: bool,
    /// True if of some instruction warps from all over the grid stand for all.
    pub is_sample: bool,
}

impl Covers {
    /// All of it, exactly.
    pub const ALL: Covers = Covers { is_without_fragments: false, is_sample: false };
}

/// What a kernel touches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touches {
    /// Its instructions, those of one cost once.
    pub instructions: Vec<Instruction>,
    /// What they cover.
    pub covers: Covers,
}
