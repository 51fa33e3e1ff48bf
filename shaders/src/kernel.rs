//! Properties of every kernel: its text, its entry point, its workgroups. And why some layouts have none.

use colex::{Layout, Nested};

use crate::section::Section;

/// Number of threads that work together.
pub const WORKGROUP_SIZE: u32 = 256;

/// Number of workgroups that WebGPU promises in one dimension of a dispatch.
pub const WORKGROUPS_PER_DIMENSION: u32 = 65_535;

/// Number of threads of a workgroup that any GPU starts together.
pub const THREAD_LIMIT: u32 = 1024;

/// Largest number of elements that a kernel may write: 2^26, which are 256 MiB. A device may allow fewer.
pub const ELEMENT_LIMIT: u32 = 1 << 26;

/// A compute shader and how to start it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// The shader as WGSL.
    pub wgsl: String,
    /// The sections of its text.
    pub sections: Vec<Section>,
    /// The name of its entry point.
    pub entry_point: &'static str,
    /// Number of elements that it writes, four bytes each.
    pub elements: u32,
    /// True if the elements are two's complement.
    pub is_signed: bool,
    /// The workgroups to dispatch.
    pub grid: Grid,
}

impl Kernel {
    /// Returns the number of bytes that it writes.
    pub fn bytes(&self) -> u64 {
        u64::from(self.elements) * 4
    }

    /// One element as the number it stands for.
    pub fn element(&self, bits: u32) -> i64 {
        if self.is_signed { i64::from(bits.cast_signed()) } else { i64::from(bits) }
    }
}

/// A 2-D grid of workgroups. One row is enough up to [`WORKGROUPS_PER_DIMENSION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Workgroups in a row.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
}

impl Grid {
    /// Enough threads for `elements`, one each, in as few rows as there can be and rows as short as there can be.
    ///
    /// Law: `elements <= columns * rows * WORKGROUP_SIZE`, and both are at most [`WORKGROUPS_PER_DIMENSION`] where
    /// `elements <= ELEMENT_LIMIT`.
    pub fn covering(elements: u32) -> Self {
        let groups = elements.div_ceil(WORKGROUP_SIZE).max(1);
        let rows = groups.div_ceil(WORKGROUPS_PER_DIMENSION);
        Grid { columns: groups.div_ceil(rows), rows }
    }

    /// Threads in a row.
    pub const fn row_threads(self) -> u32 {
        self.columns * WORKGROUP_SIZE
    }
}

/// Why there is no kernel for a layout. [`crate::words`] makes a sentence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The layout answers coordinates, not numbers.
    BasisStride {
        /// The first basis stride, printed.
        stride: String,
        /// Its mode, from the outside in.
        path: Vec<usize>,
    },
    /// An extent below one: there is no coordinate to start with.
    NoElements {
        /// The shape, printed.
        shape: String,
    },
    /// More elements than a kernel writes.
    TooManyElements {
        /// Number of elements; `None` where it does not fit in 64 bits.
        elements: Option<u64>,
        /// Number of elements that are allowed.
        limit: u32,
    },
    /// An index that 32 bits cannot hold: u32 where no index is negative, else i32.
    IndexTooWide {
        /// The smallest index.
        smallest: i128,
        /// The largest index.
        largest: i128,
    },
    /// A swizzle that reads or changes a bit that 32-bit numbers do not have.
    SwizzleTooWide {
        /// The swizzle, printed.
        swizzle: String,
    },
    /// More bytes than this device keeps in one buffer.
    TooLargeForDevice {
        /// Bytes that the kernel writes.
        bytes: u64,
        /// Bytes that the device takes.
        limit: u64,
    },
    /// An index below zero: a buffer starts at 0.
    NegativeIndex {
        /// The smallest index.
        smallest: i64,
    },
    /// A layout that is asked for another number of coordinates than it has modes.
    WrongRank {
        /// The layout, printed.
        layout: String,
        /// Number of its modes.
        rank: usize,
        /// Number of coordinates that the kernel needs.
        needed: usize,
    },
    /// A parameter of a kernel that does not fit the others, in words of the field: `tile (64,48) and 32x8 threads`.
    Mismatched {
        /// Parameters that do not fit, in English.
        what: String,
        /// The same in Chinese.
        chinese: String,
    },
    /// 16-bit floating point where the device has none.
    NoHalf,
    /// Subgroup matrices where the device, or the browser, has none.
    NoMatrices {
        /// True if they are of `i8`.
        is_of_bytes: bool,
    },
    /// More workgroup memory than the device has.
    TooMuchShared {
        /// Bytes that the kernel needs.
        bytes: u32,
        /// Bytes that the device has.
        limit: u32,
    },
    /// More threads in a workgroup than the device has.
    TooManyThreads {
        /// Threads that the kernel needs.
        threads: u32,
        /// Threads that the device has.
        limit: u32,
    },
    /// More workgroups in one dimension than the device dispatches.
    TooManyWorkgroups {
        /// Workgroups that the kernel needs.
        workgroups: u32,
        /// Workgroups that the device dispatches.
        limit: u32,
    },
    /// A layout that is written to and has one index for two coordinates.
    NotInjective {
        /// The layout, printed.
        layout: String,
    },
    /// The algebra itself gives no answer.
    Algebra(colex::Error),
}

/// [`Refusal::Mismatched`] in both languages.
pub(crate) fn mismatched(what: impl Into<String>, chinese: impl Into<String>) -> Refusal {
    Refusal::Mismatched { what: what.into(), chinese: chinese.into() }
}

/// A mode of a layout that has no modes below it.
pub(crate) struct Leaf {
    /// Where it is, from the outside in.
    pub(crate) path: Vec<usize>,
    /// Its extent.
    pub(crate) extent: u32,
    /// Its stride.
    pub(crate) stride: i64,
    /// The two as the layout prints them.
    pub(crate) text: String,
}

/// The domain and the codomain of a layout in 32 bits, with its modes from left to right.
pub(crate) struct Checked {
    pub(crate) elements: u32,
    pub(crate) smallest: i64,
    pub(crate) largest: i64,
    pub(crate) leaves: Vec<Leaf>,
}

/// Refuses what no kernel of 32-bit numbers can compute.
pub(crate) fn check(layout: &Layout) -> Result<Checked, Refusal> {
    check_up_to(layout, ELEMENT_LIMIT)
}

/// [`check`] with another bound on the number of elements.
pub(crate) fn check_up_to(layout: &Layout, limit: u32) -> Result<Checked, Refusal> {
    let paths = paths(layout.shape());
    let shape = layout.shape().leaves();
    let stride = layout.stride().leaves();
    if shape.iter().any(|extent| extent.value() < 1) {
        return Err(Refusal::NoElements { shape: layout.shape().to_string() });
    }
    let elements = shape.iter().try_fold(1u64, |size, extent| size.checked_mul(extent.value().unsigned_abs()));
    let fitting = elements.and_then(|elements| u32::try_from(elements).ok()).filter(|size| *size <= limit);
    let elements = fitting.ok_or(Refusal::TooManyElements { elements, limit })?;

    let (mut smallest, mut largest) = (0i128, 0i128);
    let mut leaves = Vec::with_capacity(paths.len());
    for ((path, extent), stride) in paths.into_iter().zip(shape).zip(stride) {
        let text = format!("{extent}:{stride}");
        let Some(step) = stride.int().map(colex::Int::value) else {
            return Err(Refusal::BasisStride { stride: stride.to_string(), path });
        };
        // At most 32 modes have an extent above one, and each adds less than 2^32 * 2^63: this cannot overflow.
        let reach = i128::from(extent.value() - 1) * i128::from(step);
        smallest += reach.min(0);
        largest += reach.max(0);
        // Every extent divides the number of elements, so it fits too.
        let extent = u32::try_from(extent.value()).unwrap_or(elements);
        leaves.push(Leaf { path, extent, stride: step, text });
    }
    let (smallest, largest) = fitting_range(smallest, largest)?;
    Ok(Checked { elements, smallest, largest, leaves })
}

/// Refuses indices that neither u32 nor i32 can hold.
pub(crate) fn fitting_range(smallest: i128, largest: i128) -> Result<(i64, i64), Refusal> {
    let fits = if smallest < 0 {
        i128::from(i32::MIN) <= smallest && largest <= i128::from(i32::MAX)
    } else {
        largest <= i128::from(u32::MAX)
    };
    match (i64::try_from(smallest), i64::try_from(largest)) {
        (Ok(smallest), Ok(largest)) if fits => Ok((smallest, largest)),
        _ => Err(Refusal::IndexTooWide { smallest, largest }),
    }
}

/// The paths to the leaves from left to right.
fn paths<T>(tree: &Nested<T>) -> Vec<Vec<usize>> {
    match tree {
        Nested::Leaf(_) => vec![Vec::new()],
        Nested::Tuple(modes) => {
            let below = modes.iter().enumerate().flat_map(|(index, mode)| {
                paths(mode).into_iter().map(move |mut path| {
                    path.insert(0, index);
                    path
                })
            });
            below.collect()
        }
    }
}

/// A path as it is printed: `0.1`; of the whole layout the empty text.
pub(crate) fn path_text(path: &[usize]) -> String {
    path.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}
