//! The product with one thread for each element of C, straight from memory: what every later rung is compared with.

use super::buffers::work;
use super::configuration::Configuration;
use super::packed::Task;
use crate::expression::{Expressions, Range};
use crate::index::index;
use crate::kernel::Refusal;
use crate::program::{Element, Pass, Program};
use crate::section::Part;
use crate::writer::Writer;

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
    let batches = configuration.batches()?;
    let l = all.variable("l", Range::up_to(batches - 1));
    let rank = a.rank();
    let mut at = |layout, coordinate: [_; 2]| index(&mut all, layout, &[coordinate[0], coordinate[1], l][..rank]);
    let (at_a, at_b, at_c) = (at(a, [m, k])?, at(b, [n, k])?, at(c, [m, n])?);

    let bindings = Task::plain(configuration, size).bindings([1, 1, 1])?;
    let (m_axis, n_axis) = if along_n { ("y", "x") } else { ("x", "y") };
    let across = if along_n { [threads[1], threads[0]] } else { threads };
    let (load, store) = match element {
        Element::F16 => (["f32(a[", "]) * f32(b[", "])"], "f16(sum)"),
        _ => (["a[", "] * b[", "]"], "sum"),
    };
    let mut writer = Writer::default();
    writer.begin(Part::Head);
    writer.note("C(m,n) = sum over k of A(m,k) B(n,k), one thread for each element of C.");
    [("A", a), ("B", b), ("C", c)].iter().for_each(|(name, layout)| writer.note(format!("  {name} {layout}")));
    writer.line("");
    if *element == Element::F16 {
        writer.line("enable f16;");
        writer.line("");
    }
    writer.begin(Part::Memory);
    bindings.iter().enumerate().for_each(|(place, binding)| writer.line(binding.wgsl(place)));
    writer.line("");
    writer.begin(Part::Places);
    writer.line(format!("@compute @workgroup_size({}, {})", across[0], across[1]));
    writer.open("fn gemm(@builtin(global_invocation_id) id: vec3<u32>) {");
    writer.line(format!("let m = id.{m_axis};"));
    writer.line(format!("let n = id.{n_axis};"));
    if batches > 1 {
        writer.line("let l = id.z;");
    }
    writer.open(format!("if (m >= {m_extent}u || n >= {n_extent}u) {{"));
    writer.line("return;");
    writer.close("}");
    writer.begin(Part::Products);
    writer.line("var sum = 0.0;");
    writer.open(format!("for (var k = 0u; k < {k_extent}u; k++) {{"));
    let [before, between, after] = load;
    writer.line(format!("sum += {before}{}{between}{}{after}; // A(m,k) B(n,k)", all.wgsl(at_a), all.wgsl(at_b)));
    writer.close("}");
    writer.begin(Part::WriteBack);
    writer.line(format!("c[{}] = {store}; // C(m,n)", all.wgsl(at_c)));
    writer.close("}");
    let columns = if along_n { [n_extent, m_extent] } else { [m_extent, n_extent] };
    let workgroups = [columns[0].div_ceil(across[0]), columns[1].div_ceil(across[1]), batches];
    let (wgsl, sections) = writer.finish();
    Ok(Program {
        wgsl,
        sections,
        bindings,
        passes: vec![Pass { entry_point: "gemm", workgroups, threads: workgroup }],
        shared_bytes: 0,
        matrices: None,
        work: work(size, batches, *element),
    })
}
