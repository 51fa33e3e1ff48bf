//! A kernel of several buffers: its text, what it reads and writes, its workgroups, and the work it does.
//!
//! A program is data: it is generated, read, validated and compared with its twin where there is no GPU.

use crate::kernel::Refusal;
use crate::section::{Part, Section};

/// Type of one element of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Element {
    /// 32-bit floating point, `f32`.
    F32,
    /// 16-bit floating point, `f16`; needs the device feature `shader-f16`.
    F16,
    /// Four `f32` in one, `vec4<f32>`.
    F32x4,
    /// Eight bytes: `vec4<f16>`; needs the device feature `shader-f16`.
    F16x4,
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// 8-bit integer, which WGSL has only in subgroup matrices: buffers hold [`Element::I8x4`] or [`Element::I8x8`].
    I8,
    /// Four of them in a word, `u32`.
    I8x4,
    /// Eight of them in two words, `vec2<u32>`.
    I8x8,
}

impl Element {
    /// Returns the number of its bytes.
    pub const fn bytes(self) -> u64 {
        match self {
            Element::I8 => 1,
            Element::F16 => 2,
            Element::F32 | Element::U32 | Element::I32 | Element::I8x4 => 4,
            Element::F16x4 | Element::I8x8 => 8,
            Element::F32x4 => 16,
        }
    }

    /// Returns the number of numbers that it holds.
    pub const fn lanes(self) -> u64 {
        match self {
            Element::I8 | Element::F16 | Element::F32 | Element::U32 | Element::I32 => 1,
            Element::I8x4 | Element::F16x4 | Element::F32x4 => 4,
            Element::I8x8 => 8,
        }
    }

    /// Its type in WGSL.
    pub const fn wgsl(self) -> &'static str {
        match self {
            Element::F32 => "f32",
            Element::F16 => "f16",
            Element::F32x4 => "vec4<f32>",
            Element::F16x4 => "vec4<f16>",
            Element::U32 | Element::I8x4 => "u32",
            Element::I32 => "i32",
            Element::I8 => "i8",
            Element::I8x8 => "vec2<u32>",
        }
    }

    /// Returns true if a device needs `shader-f16` for it.
    pub const fn is_half(self) -> bool {
        matches!(self, Element::F16 | Element::F16x4)
    }
}

/// Access of a program to a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It is only read: random numbers stand in it before the program runs.
    Read,
    /// It is written, and perhaps read: zeros stand in it before the program runs.
    Write,
}

/// One buffer: binding `k` of group 0 is the `k`-th of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Its name in the WGSL.
    pub name: &'static str,
    /// Type of its elements.
    pub element: Element,
    /// Number of elements.
    pub elements: u64,
    /// Access of the program to it.
    pub access: Access,
}

impl Binding {
    /// Returns the number of its bytes.
    pub const fn bytes(&self) -> u64 {
        self.elements * self.element.bytes()
    }

    /// Its declaration as binding `index` of group 0.
    pub fn wgsl(&self, index: usize) -> String {
        let access = match self.access {
            Access::Read => "read",
            Access::Write => "read_write",
        };
        let (name, element) = (self.name, self.element.wgsl());
        format!("@group(0) @binding({index}) var<storage, {access}> {name}: array<{element}>;")
    }
}

/// One dispatch. The passes of a program follow each other, each after all of the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pass {
    /// The name of its entry point.
    pub entry_point: &'static str,
    /// Workgroups in x, y and z.
    pub workgroups: [u32; 3],
    /// Threads of a workgroup.
    pub threads: u32,
}

/// Amount of work in one run of a program, however it goes about it: the numerator of GB/s and GFLOP/s.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Work {
    /// Bytes that must come from memory or go to it: each element that is needed once, each that is written once.
    pub bytes: u64,
    /// Operations on numbers, a multiply-add counted as two.
    pub flops: u64,
    /// True if these numbers are integers.
    pub is_integer: bool,
}

/// A program: one module of WGSL, its buffers, its passes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The shader as WGSL.
    pub wgsl: String,
    /// The sections of the text in order, each with another part; the first begins with the text. None where nobody says.
    pub sections: Vec<Section>,
    /// Its buffers in the order of their bindings.
    pub bindings: Vec<Binding>,
    /// Passes that are dispatched, in order.
    pub passes: Vec<Pass>,
    /// Bytes of workgroup memory.
    pub shared_bytes: u32,
    /// The numbers of the subgroup matrices that it multiplies, where it does: [`Element::F16`] or [`Element::I8`].
    pub matrices: Option<Element>,
    /// Amount of work of a run.
    pub work: Work,
}

/// Kinds of subgroup matrices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matrices {
    /// True if there are those of 16 by 16 `f16` with sums in `f32`.
    pub has_half: bool,
    /// True if there are those of 16 by 32 and 32 by 16 `i8` with sums in `i32`.
    pub has_bytes: bool,
}

impl Matrices {
    /// All of them.
    pub const ALL: Matrices = Matrices { has_half: true, has_bytes: true };

    /// Reports whether there are those of numbers.
    pub const fn has(self, element: Element) -> bool {
        match element {
            Element::F16 => self.has_half,
            Element::I8 => self.has_bytes,
            _ => false,
        }
    }

    /// Those of both.
    pub const fn and(self, other: Matrices) -> Matrices {
        Matrices { has_half: self.has_half && other.has_half, has_bytes: self.has_bytes && other.has_bytes }
    }
}

/// Limits of a device. [`Limits::DEFAULT`] is what every WebGPU device allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Threads of a workgroup.
    pub threads: u32,
    /// Bytes of workgroup memory.
    pub shared_bytes: u32,
    /// Workgroups in one dimension of a dispatch.
    pub workgroups: u32,
    /// Bytes of one buffer.
    pub buffer_bytes: u64,
    /// True if `f16` may be used.
    pub has_half: bool,
    /// Subgroup matrices that may be used, by subgroups of 32.
    pub matrices: Matrices,
}

impl Limits {
    /// Limits that every WebGPU device allows.
    pub const DEFAULT: Limits = Limits {
        threads: 256,
        shared_bytes: 16_384,
        workgroups: 65_535,
        buffer_bytes: 128 << 20,
        has_half: false,
        matrices: Matrices { has_half: false, has_bytes: false },
    };
}

impl Program {
    /// The sections of the text.
    ///
    /// Law: one after the other they are all of it, where there are any.
    pub fn parts(&self) -> impl Iterator<Item = (Part, &str)> {
        let ends = self.sections.iter().skip(1).map(|section| section.begin).chain([self.wgsl.len()]);
        let ranges = self.sections.iter().zip(ends);
        ranges.map(|(section, end)| (section.part, self.wgsl.get(section.begin..end).unwrap_or_default()))
    }

    /// Refuses what a device with these limits cannot run, and says which limit it is.
    pub fn fits(&self, limits: &Limits) -> Result<(), Refusal> {
        if let Some(element) = self.matrices
            && !limits.matrices.has(element)
        {
            return Err(Refusal::NoMatrices { is_of_bytes: element == Element::I8 });
        }
        for binding in &self.bindings {
            let (bytes, limit) = (binding.bytes(), limits.buffer_bytes);
            if bytes > limit {
                return Err(Refusal::TooLargeForDevice { bytes, limit });
            }
            if binding.element.is_half() && !limits.has_half {
                return Err(Refusal::NoHalf);
            }
        }
        if self.shared_bytes > limits.shared_bytes {
            return Err(Refusal::TooMuchShared { bytes: self.shared_bytes, limit: limits.shared_bytes });
        }
        for pass in &self.passes {
            if pass.threads > limits.threads {
                return Err(Refusal::TooManyThreads { threads: pass.threads, limit: limits.threads });
            }
            if let Some(most) = pass.workgroups.into_iter().find(|count| *count > limits.workgroups) {
                return Err(Refusal::TooManyWorkgroups { workgroups: most, limit: limits.workgroups });
            }
        }
        Ok(())
    }
}

/// Value that an element must have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Expectation {
    /// Its value; f32 and f16 are exact in f64.
    pub value: f64,
    /// Largest distance of a result from it; 0 for bit by bit.
    pub tolerance: f64,
}

/// Which elements are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Elements {
    /// All of the buffer.
    All,
    /// These, in rising order.
    Sampled(Vec<u64>),
}

/// Up to how many numbers all are compared, and how many of more: 2^20.
pub const COMPARED: u64 = 1 << 20;

impl Elements {
    /// All of `numbers`; of more than [`COMPARED`] one random number out of each equal part, the first and the last.
    pub fn spread(numbers: u64) -> Elements {
        if numbers <= COMPARED {
            return Elements::All;
        }
        let part = numbers.div_ceil(COMPARED - 2);
        let inner = (0..COMPARED - 2).map(|k| k * part + u64::from(crate::random::hash(0, k as u32)) % part);
        let inner = inner.filter(|number| 0 < *number && *number < numbers - 1);
        Elements::Sampled(std::iter::once(0).chain(inner).chain([numbers - 1]).collect())
    }
}

/// The twin of a program on the CPU: what each element of its result must be, computed from the layouts by the algebra
/// and from the inputs by [`crate::random::value`] with [`seed`] of their binding.
pub struct Twin {
    /// The binding that holds the result.
    pub binding: usize,
    /// Which of its numbers (lanes of its elements) are compared.
    pub elements: Elements,
    /// Value that number `i` of it must have; `None` where the program does not write, so that the zero from before
    /// stays.
    #[allow(clippy::type_complexity, reason = "a name would hide that it is a function")]
    pub value: Box<dyn Fn(u64) -> Option<Expectation> + Send + Sync>,
}

impl std::fmt::Debug for Twin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Twin").field("binding", &self.binding).field("elements", &self.elements).finish_non_exhaustive()
    }
}

/// The seed of the random numbers in an input: number `i` of binding `k` is `random::value(seed(k), i)`.
pub const fn seed(binding: usize) -> u32 {
    binding as u32 + 1
}
