//! The kernel that writes `layout(i)` for every 1-D coordinate `i`, and its twin on the CPU.
//!
//! Law: for every `i` below `size(layout)`, element `i` of what the kernel writes is `layout(i)`, bit for bit.
//!
//! ```
//! use colex::{AnyLayout, Int, Layout, Nested};
//! use colex_shaders::iota::{generate, twin};
//!
//! let pair = |a, b| Nested::Tuple(vec![Nested::Leaf(Int::constant(a)), Nested::Leaf(Int::constant(b))]);
//! let rows = AnyLayout::from(Layout::with_ints(pair(4, 8), &pair(8, 1)).unwrap());
//! let kernel = generate(&rows).unwrap();
//! assert!(kernel.wgsl.contains("let m0 = i % 4u; // mode 0 is _4:_8"));
//! assert!(kernel.wgsl.contains("let m1 = i / 4u; // mode 1 is _8:_1"));
//! assert!(kernel.wgsl.contains("result[i] = m0 * 8u + m1;"));
//! assert_eq!(twin(&rows, 0..6).unwrap(), [0, 8, 16, 24, 1, 9]);
//! ```

pub mod row;

use std::ops;

use colex::after::After;
use colex::coordinate::{Coordinate, Slot};
use colex::table::FlatLayout;
use colex::{AnyLayout, Int, Nested, Swizzle};

use crate::expression::{Expressions, Named, Range};
use crate::index::{split, sum};
use crate::kernel::{Checked, Grid, Kernel, Leaf, Refusal, WORKGROUP_SIZE, check, fitting_range, path_text};
use crate::section::Part;
use crate::writer::Writer;

/// The kernel of a layout: one thread for each 1-D coordinate, shapes and strides as numbers in the text.
///
/// The shape splits `i` as the algebra does, from left to right by remainder and quotient; the index is the sum of
/// coordinate times stride. A negative stride is subtracted, modulo 2^32, which makes the two's complement of a
/// negative index. Offsets and swizzles follow, the bits moved by a mask, a shift and an exclusive or.
///
/// Refused are basis strides, extents below one, more than [`crate::kernel::ELEMENT_LIMIT`] elements, indices that do
/// not fit in 32 bits, and swizzles of bits beyond them.
pub fn generate(any: &AnyLayout) -> Result<Kernel, Refusal> {
    let layout = any.innermost();
    let Checked { elements, smallest, largest, leaves } = check(layout)?;
    let (parts, (smallest, largest)) = parts(&After::of(any), (smallest, largest))?;
    let grid = Grid::covering(elements);
    let mut all = Expressions::new();
    let i = all.variable("i", Range::up_to(elements - 1));

    let mut coordinates = Vec::with_capacity(leaves.len());
    split(&mut all, i, layout.shape(), &mut coordinates);
    let modes = leaves.iter().zip(coordinates).collect::<Vec<_>>();
    let index = sum(&mut all, &modes);

    let is_worth_a_name = |leaf: &Leaf, coordinate| leaf.stride != 0 && !all.is_plain(coordinate);
    let mut values = Vec::new();
    let mut notes = Vec::new();
    for (leaf, coordinate) in &modes {
        let mode = if leaf.path.is_empty() { "the layout" } else { &format!("mode {}", path_text(&leaf.path)) };
        let comment = format!("{mode} is {}", leaf.text);
        if is_worth_a_name(leaf, *coordinate) {
            let name = leaf.path.iter().fold("m".to_owned(), |name, mode| format!("{name}_{mode}"));
            values.push(Named { name: name.replacen("m_", "m", 1), value: *coordinate, comment });
        } else if leaf.extent == 1 {
            notes.push(format!("{comment}: its only coordinate is 0"));
        } else if leaf.stride == 0 {
            notes.push(format!("{comment}: stride 0 adds nothing"));
        } else {
            notes.push(format!("{comment}: its coordinate is {}", all.wgsl(*coordinate)));
        }
    }
    let (statements, result) = all.statements(&values, index);

    let is_signed = smallest < 0;
    let mut text = Writer::default();
    text.begin(Part::Head);
    let header = [
        "layout(i) for every 1-D coordinate i of".to_owned(),
        format!("  {any}"),
        format!("{elements} elements, one thread each; indices {}.", range_text(any, (smallest, largest))),
    ];
    let two = "Negative indices are two's complement: read the result as i32.";
    header.iter().map(String::as_str).chain(is_signed.then_some(two)).for_each(|line| push(&mut text, 0, "", line));
    push(&mut text, 0, "", "");
    text.begin(Part::Memory);
    push(&mut text, 0, "@group(0) @binding(0) var<storage, read_write> result: array<u32>;", "");
    push(&mut text, 0, "", "");
    text.begin(Part::Places);
    push(&mut text, 0, &format!("@compute @workgroup_size({WORKGROUP_SIZE})"), "");
    push(&mut text, 0, "fn iota(@builtin(global_invocation_id) id: vec3<u32>) {", "");
    if grid.rows == 1 {
        push(&mut text, 1, "let i = id.x;", "");
    } else {
        let line = format!("{} rows of {} workgroups: one row may not be longer than 65535.", grid.rows, grid.columns);
        push(&mut text, 1, "", &line);
        push(&mut text, 1, &format!("let i = id.y * {}u + id.x;", grid.row_threads()), "");
    }
    push(&mut text, 1, &format!("if (i >= {elements}u) {{"), "");
    push(&mut text, 2, "return;", "");
    push(&mut text, 1, "}", "");
    if !values.is_empty() {
        push(&mut text, 1, "", "The shape splits i from left to right: each mode takes its coordinate off.");
    }
    let width = statements.iter().map(|line| line.code.len()).max().unwrap_or(0);
    for line in &statements {
        if line.comment.is_empty() {
            push(&mut text, 1, &line.code, "");
        } else {
            push(&mut text, 1, &format!("{:width$}", line.code), &line.comment);
        }
    }
    notes.iter().for_each(|note| push(&mut text, 1, "", note));
    text.begin(Part::WriteBack);
    push(&mut text, 1, "", "The index is the sum of coordinate times stride.");
    let mut result = result;
    for (number, part) in parts.iter().enumerate() {
        push(&mut text, 1, &format!("let k{number} = {result};"), "");
        push(&mut text, 1, "", &part.comment());
        result = part.wgsl(&format!("k{number}"));
    }
    push(&mut text, 1, &format!("result[i] = {result};"), "");
    push(&mut text, 0, "}", "");
    let (wgsl, sections) = text.finish();
    Ok(Kernel { wgsl, sections, entry_point: "iota", elements, is_signed, grid })
}

/// Operation on an index after the sum.
enum Move {
    /// A number is added.
    Offset(i64),
    /// Bits move.
    Swizzle(Swizzle),
}

impl Move {
    fn comment(&self) -> String {
        match self {
            Move::Offset(offset) => format!("The offset {offset} is added."),
            Move::Swizzle(swizzle) => {
                let (yyy, zzz, by) = (swizzle.yyy(), swizzle.zzz(), swizzle.shift().unsigned_abs());
                let way = if swizzle.shift() >= 0 { "down" } else { "up" };
                format!("{swizzle}: the bits at {yyy:b} move {way} by {by} onto {zzz:b} by exclusive or.")
            }
        }
    }

    /// The next index, of one in a variable: modulo 2^32, in which negative indices are two's complement.
    fn wgsl(&self, index: &str) -> String {
        match self {
            Move::Offset(offset) => {
                let sign = if *offset < 0 { '-' } else { '+' };
                format!("{index} {sign} {}u", offset.unsigned_abs() as u32)
            }
            Move::Swizzle(swizzle) => {
                let way = if swizzle.shift() >= 0 { ">>" } else { "<<" };
                let (yyy, by) = (swizzle.yyy(), swizzle.shift().unsigned_abs());
                format!("{index} ^ (({index} & {yyy}u) {way} {by}u)")
            }
        }
    }
}

/// Returns what comes after the sum, and the range of what comes out. Every index on the way fits in 32 bits.
fn parts(after: &After, range: (i64, i64)) -> Result<(Vec<Move>, (i64, i64)), Refusal> {
    let (mut smallest, mut largest) = range;
    let mut parts = Vec::new();
    for (offset, swizzle) in after.parts() {
        if *offset != 0 {
            let moved = |index: i64| i128::from(index) + i128::from(*offset);
            (smallest, largest) = fitting_range(moved(smallest), moved(largest))?;
            parts.push(Move::Offset(*offset));
        }
        if !swizzle.is_identity() {
            let bits = if smallest < 0 { 31 } else { 32 };
            if (swizzle.yyy() | swizzle.zzz()) >> bits != 0 {
                return Err(Refusal::SwizzleTooWide { swizzle: swizzle.to_string() });
            }
            let (least, greatest) = swizzle.bounds(smallest, largest);
            (smallest, largest) = fitting_range(least.into(), greatest.into())?;
            parts.push(Move::Swizzle(*swizzle));
        }
    }
    Ok((parts, (smallest, largest)))
}

/// From where to where the indices run; of a composed layout too large to run over, bounds.
fn range_text(any: &AnyLayout, (smallest, largest): (i64, i64)) -> String {
    match FlatLayout::any(any) {
        Ok(flat) if flat.is_exact() => format!("from {} to {}", flat.least(), flat.greatest()),
        _ => format!("between {smallest} and {largest}"),
    }
}

/// The twin: `layout(i)` for these coordinates, from the algebra itself.
///
/// Law: `twin(A, a..c) = twin(A, a..b) ++ twin(A, b..c)`, so that a large layout can be taken in parts.
pub fn twin(layout: &AnyLayout, coordinates: ops::Range<u32>) -> Result<Vec<i64>, Refusal> {
    let index = |i: u32| match layout.index(&Coordinate::Leaf(Slot::Int(Int::dynamic(i64::from(i))))) {
        Ok(Nested::Leaf(index)) => Ok(index.value()),
        Ok(Nested::Tuple(_)) => {
            // An index that is a coordinate comes from basis strides; let the check say which.
            Err(check(layout.innermost())
                .err()
                .unwrap_or(Refusal::BasisStride { stride: String::new(), path: Vec::new() }))
        }
        Err(error) => Err(Refusal::Algebra(error)),
    };
    coordinates.map(index).collect()
}

/// One line: code, a comment, or both.
fn push(text: &mut Writer, depth: usize, code: &str, comment: &str) {
    match (code, comment) {
        (code, "") => text.line_at(depth, code),
        ("", comment) => text.line_at(depth, &format!("// {comment}")),
        (code, comment) => text.line_at(depth, &format!("{code} // {comment}")),
    }
}
