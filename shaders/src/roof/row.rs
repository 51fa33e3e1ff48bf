//! Limits of a GPU, in the table of kernels: a copy for its memory, multiply-adds alone for its arithmetic.

use super::{Arithmetic, generate, memory, twin};
use crate::copy;
use crate::generator::{Generator, Making};
use crate::kernel::Refusal;
use crate::parameter::{Choice, Counted, Given, Kind, Parameter};
use crate::program::Program;
use crate::row::{Measured, Name, Row, Variant};

/// Name of the kernel.
pub const NAME: Name = Name { id: "roofs", words: ["roofs", "上限"] };

/// The parameter that says which roof is measured.
pub const WAY: &str = "way";
/// The way that measures memory.
pub const MEMORY: &str = "memory";
/// The way that measures arithmetic.
pub const ARITHMETIC: &str = "arithmetic";

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "What this GPU can do at most, measured: what other kernels reach is told as a part of this",
        "实测本机 GPU 的上限：其他 kernel 的结果以此为基准",
    ],
    parameters: &[
        Parameter {
            key: WAY,
            name: ["Roof", "上限"],
            kind: Kind::Choice(&[
                Choice { key: MEMORY, name: ["memory, by a copy", "内存（复制）"] },
                Choice { key: ARITHMETIC, name: ["arithmetic, by multiply-adds", "运算（乘加）"] },
            ]),
        },
        Parameter {
            key: "n",
            name: ["Numbers", "数的个数"],
            kind: Kind::Size { least: 1 << 14, most: 1 << 26, counts: Counted::Numbers },
        },
    ],
    is_idle: |_, _| false,
    ways: &[],
    variants: &[Variant::of(MEMORY, &[(WAY, MEMORY)], false), Variant::of(ARITHMETIC, &[(WAY, ARITHMETIC)], false)],
    measured: Measured { standard: &[8192], quick: 8192, software: 256 },
    configuration: |given| {
        Ok(match given.word(WAY) {
            ARITHMETIC => Box::new(arithmetic(given)),
            _ => Box::new(Memory(memory(given.number("n")))),
        })
    },
    family: None,
};

impl Generator for Arithmetic {
    fn draft(&self) -> Result<Program, Refusal> {
        generate(self)
    }

    fn twin(&self) -> Result<Making, Refusal> {
        twin(self).map(Making::Ready)
    }
}

/// The copy that is the roof of memory; nothing is predicted of it.
struct Memory(copy::Configuration);

impl Generator for Memory {
    fn draft(&self) -> Result<Program, Refusal> {
        self.0.draft()
    }

    fn twin(&self) -> Result<Making, Refusal> {
        self.0.twin()
    }
}

/// One workgroup for so many numbers, each of which does far more with its own than read them.
const NUMBERS_EACH: u32 = 1 << 14;

fn arithmetic(given: &Given) -> Arithmetic {
    Arithmetic { workgroups: given.number("n").div_ceil(NUMBERS_EACH).max(1), ..Arithmetic::default() }
}
