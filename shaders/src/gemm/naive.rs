//! The product with one thread for each element of C, straight from memory: what every later rung is compared with.

use std::fmt::Write as _;

use super::Configuration;
use crate::expression::{Expressions, Range};
use crate::index::{Bounds, index};
use crate::kernel::Refusal;
use crate::program::{Access, Binding, Element, Pass, Program};

pub(super) fn generate(
    configuration: &Configuration,
    size: [u32; 3],
    threads: [u32; 2],
    along_n: bool,
) -> Result<Program, Refusal> {
    let [m_extent, n_extent, k_extent] = size;
    let Configuration { a, b, c, element, .. } = configuration;
    let workgroup = threads.iter().try_fold(1_u32, |product, count| product.checked_mul(*count)).unwrap_or(0);
    if workgroup == 0 {
        return Err(Refusal::Mismatched {
            what: "a workgroup needs threads along M and along N".to_owned(),
            chinese: "工作组在 M 和 N 方向都需要线程".to_owned(),
        });
    }
    let mut all = Expressions::new();
    let m = all.variable("m", Range::up_to(m_extent - 1));
    let n = all.variable("n", Range::up_to(n_extent - 1));
    let k = all.variable("k", Range::up_to(k_extent - 1));
    let (at_a, at_b, at_c) = (index(&mut all, a, &[m, k])?, index(&mut all, b, &[n, k])?, index(&mut all, c, &[m, n])?);

    let bindings = super::tiled::bindings(&super::Task::plain(configuration, size), [1, 1, 1])?;
    let (m_axis, n_axis) = if along_n { ("y", "x") } else { ("x", "y") };
    let across = if along_n { [threads[1], threads[0]] } else { threads };
    let (load, store) = match element {
        Element::F16 => (["f32(a[", "]) * f32(b[", "])"], ["f16(sum)"]),
        _ => (["a[", "] * b[", "]"], ["sum"]),
    };
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "// C(m,n) = sum over k of A(m,k) B(n,k), one thread for each element of C.\n\
         //   A {a}\n//   B {b}\n//   C {c}\n\n{enable}{declarations}\n\
         @compute @workgroup_size({x}, {y})\n\
         fn gemm(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
             let m = id.{m_axis};\n    let n = id.{n_axis};\n    \
             if (m >= {m_extent}u || n >= {n_extent}u) {{\n        return;\n    }}\n    \
             var sum = 0.0;\n    \
             for (var k = 0u; k < {k_extent}u; k++) {{\n        \
                 sum += {0}{at_a}{1}{at_b}{2}; // A(m,k) B(n,k)\n    \
             }}\n    \
             c[{at_c}] = {value}; // C(m,n)\n}}\n",
        load[0],
        load[1],
        load[2],
        enable = if *element == Element::F16 { "enable f16;\n\n" } else { "" },
        declarations =
            bindings.iter().enumerate().map(|(place, binding)| binding.wgsl(place) + "\n").collect::<String>(),
        x = across[0],
        y = across[1],
        at_a = all.wgsl(at_a),
        at_b = all.wgsl(at_b),
        at_c = all.wgsl(at_c),
        value = store[0],
    );
    let columns = if along_n { [n_extent, m_extent] } else { [m_extent, n_extent] };
    let workgroups = [columns[0].div_ceil(across[0]), columns[1].div_ceil(across[1]), 1];
    Ok(Program {
        wgsl: text,
        bindings,
        passes: vec![Pass { entry_point: "gemm", workgroups, threads: workgroup }],
        shared_bytes: 0,
        work: super::tiled::work(size, *element),
    })
}

/// A buffer of a layout, in vectors of so many numbers.
pub(super) fn binding(
    name: &'static str,
    layout: &colex::AnyLayout,
    element: Element,
    vector: u32,
    access: Access,
) -> Result<Binding, Refusal> {
    let element = match (element, vector) {
        (Element::F16, 4) => Element::F16x4,
        (Element::F32, 4) => Element::F32x4,
        (element, _) => element,
    };
    Ok(Binding { name, element, elements: Bounds::of(layout)?.cosize.div_ceil(element.lanes()), access })
}
