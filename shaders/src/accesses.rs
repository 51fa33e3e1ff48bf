//! Memory that the threads of a kernel touch together: the memory instructions of a warp as data, for the analysis of
//! cost.

/// Number of threads that execute an instruction together.
pub const WARP: u32 = 32;

/// For how many warps at most a kernel lists its instructions: all warps of all whole tiles where they are so few, else so
/// many from all over the grid.
pub const WARPS: u32 = 64;

/// Which memory an instruction goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    /// A buffer: sectors and cache lines count.
    Global,
    /// Workgroup memory: banks count.
    Shared,
}

/// One load or store of a kernel, as the [`WARP`] threads of a warp execute it together.
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
    /// No thread of any workgroup that is not at an edge touches a place beyond this one.
    pub largest: u64,
    /// Number of such places that the memory has.
    pub places: u64,
}
