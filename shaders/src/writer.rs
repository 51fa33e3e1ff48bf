//! The text of a kernel while it is written: lines, indentation, comments, and subscripts that share what they can.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::accesses::{Instruction, Space, WARP, WARPS};
use crate::expression::{Expression, Expressions};
use crate::kernel::Refusal;
use crate::random::hash;
use crate::section::{Part, Section};

/// A text that grows.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    text: String,
    sections: Vec<Section>,
    indent: usize,
    /// Names that a `let` gave, by the expression.
    names: BTreeMap<Expression, String>,
    /// Number of names that begin so.
    taken: BTreeMap<&'static str, usize>,
}

impl Writer {
    /// The text, and its sections.
    pub(crate) fn finish(self) -> (String, Vec<Section>) {
        (self.text, self.sections)
    }

    /// Begins a section about this part.
    pub(crate) fn begin(&mut self, part: Part) {
        self.sections.push(Section { part, begin: self.text.len() });
    }

    /// One line of code.
    pub(crate) fn line(&mut self, code: impl AsRef<str>) {
        self.line_at(self.indent, code.as_ref());
    }

    /// One line of code, so many blocks deep.
    pub(crate) fn line_at(&mut self, depth: usize, code: &str) {
        let indent = if code.is_empty() { 0 } else { depth * 4 };
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{code}", "");
    }

    /// One line of comment.
    pub(crate) fn note(&mut self, comment: impl AsRef<str>) {
        self.line(format!("// {}", comment.as_ref()));
    }

    /// A line that opens a block.
    pub(crate) fn open(&mut self, code: impl AsRef<str>) {
        self.line(code);
        self.indent += 1;
    }

    /// A line that closes a block, and may open the next.
    pub(crate) fn close(&mut self, code: &str) {
        self.indent = self.indent.saturating_sub(1);
        self.line(code);
        if code.ends_with('{') {
            self.indent += 1;
        }
    }

    /// Names given in a block that ends are given anew after it.
    pub(crate) fn forget(&mut self) {
        self.names.clear();
        self.taken.clear();
    }

    /// The text of a value that stands in a subscript or a comparison: a name and a number added to it. The name is
    /// given here where there is none yet, with the comment; so this is to be asked for outside of any block.
    pub(crate) fn sum(
        &mut self,
        all: &mut Expressions,
        value: Expression,
        name: &'static str,
        comment: &str,
    ) -> String {
        let (rest, number) = all.apart_from_number(value);
        let text = if all.is_plain(rest) {
            all.wgsl(rest)
        } else if let Some(name) = self.names.get(&rest) {
            name.clone()
        } else {
            let count = self.taken.entry(name).or_default();
            let text = if *count == 0 { name.to_owned() } else { format!("{name}{count}") };
            *count += 1;
            self.line(format!("let {text} = {}; // {comment}", all.wgsl(rest)));
            self.names.insert(rest, text.clone());
            text
        };
        match number {
            0 => text,
            _ if all.value(rest) == Some(0) => format!("{number}u"),
            _ => format!("{text} + {number}u"),
        }
    }
}

/// The memory that an instruction touches.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Memory {
    pub(crate) name: &'static str,
    pub(crate) space: Space,
    pub(crate) bytes: u64,
    pub(crate) places: u64,
}

/// The values of the variables for a tile and a thread.
type Variables<'a> = &'a dyn Fn(&[u32], u32) -> Vec<u32>;

/// The instructions of a kernel, collected while it is written.
#[derive(Debug)]
pub(crate) struct Touched {
    /// The warps that stand for all: the first thread of each, and the tile of its workgroup, mode by mode.
    warps: Vec<(u32, Vec<u32>)>,
    instructions: Vec<Instruction>,
}

impl Touched {
    /// Of no warp: where only the text is wanted.
    pub(crate) const fn of_none() -> Self {
        Touched { warps: Vec::new(), instructions: Vec::new() }
    }

    /// For workgroups of so many threads, and so many whole tiles along each mode; where there are none, the first.
    pub(crate) fn new(threads: u32, whole: &[u32]) -> Self {
        let counts = [&[threads.div_ceil(WARP)], whole].concat();
        let count = counts.iter().fold(1_u32, |all, count| all.saturating_mul((*count).max(1)));
        let split = |mut number: u32| {
            let digits = counts.iter().map(|count| {
                let digit = number % (*count).max(1);
                number /= (*count).max(1);
                digit
            });
            digits.collect::<Vec<_>>()
        };
        let random = |number: u32| {
            let digits = (1..).zip(&counts).map(|(mode, count)| hash(mode, number) % (*count).max(1));
            // The first one is among them.
            if number == 0 { vec![0; counts.len()] } else { digits.collect() }
        };
        let all = (0..count.min(WARPS)).map(|number| if count <= WARPS { split(number) } else { random(number) });
        let warp = |digits: Vec<u32>| {
            let (first, tile) = digits.split_first().map_or((0, [].as_slice()), |(first, tile)| (*first, tile));
            (first * WARP, tile.to_vec())
        };
        Touched { warps: all.map(warp).collect(), instructions: Vec::new() }
    }

    /// One more instruction, of the first so many threads of a workgroup. `variables` are the values of the variables for
    /// a tile and a thread, in their order.
    pub(crate) fn push(
        &mut self,
        all: &Expressions,
        memory: Memory,
        is_store: bool,
        index: Expression,
        (threads, variables): (u32, Variables<'_>),
    ) {
        let Memory { name, space, bytes, places } = memory;
        let largest = all.range(index).high().into();
        let mut seen = Vec::new();
        let chosen = self.warps.iter().filter(|(first, _)| {
            // Workgroup memory is the same in every workgroup.
            let is_new = space == Space::Global || !seen.contains(first);
            seen.push(*first);
            *first < threads && is_new
        });
        let warps = chosen.map(|(first, tile)| (*first..threads.min(first + WARP), tile)).collect::<Vec<_>>();
        let each = warps.iter().flat_map(|(lanes, tile)| lanes.clone().map(|thread| variables(tile, thread)));
        let mut values = all.evaluate_each(index, each);
        for (lanes, _) in &warps {
            let indices = values.by_ref().take(lanes.len()).flatten().map(u64::from).collect();
            self.instructions.push(Instruction { memory: name, space, is_store, bytes, indices, largest, places });
        }
    }

    pub(crate) fn finish(self) -> Vec<Instruction> {
        self.instructions
    }
}

/// Workgroups in x and y for `count` of them: one row where that is short enough.
///
/// Law: `x * y >= count`, and equal where `count` has a divisor that makes rows short enough.
pub(crate) fn grid(count: u32) -> [u32; 3] {
    const ROW: u32 = crate::kernel::WORKGROUPS_PER_DIMENSION;
    let rows = count.div_ceil(ROW).max(1);
    let exact = (rows..=rows.saturating_mul(2)).find(|rows| count.is_multiple_of(*rows));
    let rows = exact.unwrap_or(rows);
    [count.div_ceil(rows), rows, 1]
}

/// The lines that number the workgroups of a [`grid`], from 0 to `count - 1`, as `number`. What is beyond returns.
pub(crate) fn number(writer: &mut Writer, count: u32, [columns, rows, _]: [u32; 3]) {
    if rows == 1 {
        writer.line("let number = group.x;");
        return;
    }
    writer.note(format!("{rows} rows of {columns} workgroups: one row may not be longer than 65535."));
    writer.line(format!("let number = group.y * {columns}u + group.x;"));
    if u64::from(columns) * u64::from(rows) > count.into() {
        writer.open(format!("if (number >= {count}u) {{"));
        writer.line("return;");
        writer.close("}");
    }
}

/// Refuses a number of threads that no GPU starts together.
pub(crate) fn check_threads(threads: u32) -> Result<(), Refusal> {
    if threads == 0 || threads > crate::kernel::THREAD_LIMIT {
        return Err(Refusal::TooManyThreads { threads, limit: crate::kernel::THREAD_LIMIT });
    }
    Ok(())
}
