//! The check of a layout in the table of kernels.

use colex::AnyLayout;

use super::{generate, twin};
use crate::generator::{Generator, Making};
use crate::kernel::{Refusal, WORKGROUP_SIZE};
use crate::make::strided;
use crate::parameter::{Kind, Parameter, Preference, Preset};
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work};
use crate::row::{Measured, Name, Row, Variant};

/// Name of the kernel.
pub const NAME: Name = Name { id: "iota", words: ["iota", "iota"] };

/// Its row.
pub static ROW: Row = Row {
    name: NAME,
    about: [
        "The index of every coordinate, computed by a kernel and compared with what this page computes",
        "由 kernel 计算每个坐标的索引，并与本页的计算结果比较",
    ],
    parameters: &[Parameter {
        key: "layout",
        name: ["Layout", "布局"],
        kind: Kind::Layout {
            presets: &[Preset {
                key: "line",
                name: ["side by side", "相邻"],
                layout: |_| Some(strided(&[(1 << 14, 1)])),
            }],
            prefers: Preference::Looked,
        },
    }],
    is_idle: |_, _| false,
    ways: &[],
    variants: &[Variant::of("line", &[], false)],
    measured: Measured { standard: &[128], quick: 128, software: 128 },
    configuration: |given| Ok(Box::new(Iota(given.layout("layout")?.clone()))),
    family: None,
};

/// The layout whose indices are written.
struct Iota(AnyLayout);

impl Generator for Iota {
    fn draft(&self) -> Result<Program, Refusal> {
        let kernel = generate(&self.0)?;
        let elements = u64::from(kernel.elements);
        let result = Binding { name: "result", element: Element::U32, elements, access: Access::Write };
        let workgroups = [kernel.grid.columns, kernel.grid.rows, 1];
        Ok(Program {
            wgsl: kernel.wgsl,
            sections: kernel.sections,
            bindings: vec![result],
            passes: vec![Pass { entry_point: kernel.entry_point, workgroups, threads: WORKGROUP_SIZE }],
            shared_bytes: 0,
            matrices: None,
            work: Work { bytes: elements * Element::U32.bytes(), flops: 0, is_integer: false },
        })
    }

    fn twin(&self) -> Result<Making, Refusal> {
        let elements = generate(&self.0)?.elements.into();
        let layout = self.0.clone();
        let value = move |number: u64| {
            let number = u32::try_from(number).ok()?;
            let index = twin(&layout, number..number.checked_add(1)?).ok()?.first().copied()?;
            // Negative indices are two's complement.
            Some(Expectation { value: (index as u32).into(), tolerance: 0.0 })
        };
        Ok(Making::Ready(Twin { binding: 0, elements: Elements::spread(elements), value: Box::new(value) }))
    }
}
