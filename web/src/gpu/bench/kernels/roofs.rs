//! What a GPU can do at most: a copy for its memory, multiply-adds alone for its arithmetic.

use colex_shaders::copy;
use colex_shaders::roof::{Arithmetic, generate, memory, twin};

use super::{ALL_OVER, Kernel, Making};
use crate::gpu::bench::binding::{Choice, Given, Kind, Parameter};

/// The way that measures memory.
pub(in crate::gpu::bench) const MEMORY: &str = "memory";
/// The way that measures arithmetic.
pub(in crate::gpu::bench) const ARITHMETIC: &str = "arithmetic";

/// The row of the table.
pub(in crate::gpu::bench) static ROOFS: Kernel = Kernel {
    id: "roofs",
    name: ["roofs", "上限"],
    about: [
        "What this GPU can do at most, measured: what other kernels reach is told as a part of this",
        "实测本机 GPU 的上限：其他内核的结果以此为基准",
    ],
    parameters: &[
        Parameter {
            key: "way",
            name: ["Roof", "上限"],
            kind: Kind::Choice(&[
                Choice { key: MEMORY, name: ["memory, by a copy", "内存（复制）"] },
                Choice { key: ARITHMETIC, name: ["arithmetic, by multiply-adds", "运算（乘加）"] },
            ]),
        },
        Parameter { key: "n", name: ["Numbers", "数的个数"], kind: Kind::Size { least: 1 << 14, most: 1 << 26 } },
    ],
    is_idle: |_, _| false,
    ways: &[],
    experiment: &[],
    program: |given| match is_arithmetic(given) {
        true => generate(&arithmetic(given)),
        false => copy::generate(&memory(given.number("n"))),
    },
    twin: |given| {
        Ok(Making::Ready(match is_arithmetic(given) {
            true => twin(&arithmetic(given))?,
            false => copy::twin(&memory(given.number("n")))?,
        }))
    },
    accesses: None,
    touched_by: ALL_OVER,
    candidates: None,
};

fn is_arithmetic(given: &Given) -> bool {
    given.word("way") == ARITHMETIC
}

/// One workgroup for so many numbers, each of which does far more with its own than read them.
const NUMBERS_EACH: u32 = 1 << 14;

fn arithmetic(given: &Given) -> Arithmetic {
    Arithmetic { workgroups: given.number("n").div_ceil(NUMBERS_EACH).max(1), ..Arithmetic::default() }
}
