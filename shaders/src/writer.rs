//! The text of a kernel while it is written: lines, indentation, comments, and subscripts that share what they can.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::expression::{Expression, Expressions};
use crate::kernel::Refusal;
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
