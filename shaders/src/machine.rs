//! Known properties of a GPU, for which programs are planned.

/// Known properties of a GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Machine {
    /// Number of processors that work side by side.
    pub processors: u32,
    /// Largest number of bytes of a buffer.
    pub buffer_bytes: u64,
}

impl Machine {
    /// Properties taken for granted where nothing was measured: a large GPU, and buffers that every WebGPU device has.
    pub const USUAL: Machine = Machine { processors: 132, buffer_bytes: 128 << 20 };

    /// The usual one with so many processors.
    pub const fn of(processors: u32) -> Machine {
        Machine { processors, ..Machine::USUAL }
    }
}

impl Default for Machine {
    fn default() -> Self {
        Machine::USUAL
    }
}
