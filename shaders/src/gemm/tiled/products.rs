//! The product of a tile: fragments from workgroup memory, sums in registers, and the tile of C to memory.

use std::collections::HashMap;
use std::ops::Range;

use super::{Lines, Operand, Reads, Stage, Tile, Writer, keeps_fours, sum};
use crate::expression::Expression;
use crate::gemm::buffers::{LANES, divisor, vector_element};
use crate::gemm::scheme::Order;
use crate::gemm::split::PARTIALS;
use crate::index::{Bounds, index};
use crate::kernel::Refusal;
use crate::program::Element;

impl Writer<'_> {
    /// Rows and columns of the tile that a thread computes.
    pub(super) fn values(&mut self) -> Result<[Vec<Expression>; 2], Refusal> {
        let [rows, columns] = self.sharing.values;
        let extent = divisor(self.sharing.tile[0]);
        let tv = self.sharing.compute.clone().into();
        if !self.is_outer()? {
            return Err(Refusal::Mismatched {
                what: format!("the values of a thread in {} are not rows by columns", self.sharing.compute),
                chinese: format!("{} 中每个线程的值不是行乘列的形式", self.sharing.compute),
            });
        }
        let mut element = |value: u32| {
            let value = self.all.constant(value);
            index(&mut self.all, &tv, &[self.t, value])
        };
        let first_column = (0..rows).map(&mut element).collect::<Result<Vec<_>, _>>()?;
        let first_row = (0..columns).map(|column| element(rows * column)).collect::<Result<Vec<_>, _>>()?;
        Ok([
            first_column.into_iter().map(|element| self.all.remainder(element, extent)).collect(),
            first_row.into_iter().map(|element| self.all.divide(element, extent)).collect(),
        ])
    }

    /// Returns true if value `i + rows j` of each thread is in the row of value `i` and the column of value `rows j`.
    pub(super) fn is_outer(&self) -> Result<bool, Refusal> {
        let flat = colex::table::FlatLayout::new(&self.sharing.compute).map_err(Refusal::Algebra)?;
        let [rows, columns] = self.sharing.values.map(u64::from);
        let (extent, threads) = (i64::from(self.sharing.tile[0]), u64::from(self.sharing.threads));
        for thread in 0..threads {
            let element = |value: u64| flat.index(thread + threads * value).map_err(Refusal::Algebra);
            for value in 0..rows * columns {
                let (row, column) = (element(value % rows)? % extent, element(value - value % rows)? / extent);
                if element(value)? != row + extent * column {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The places in workgroup memory of a thread's fragments, for each step: a base and a number.
    fn places(&mut self, operand: Operand, lines: &[Expression]) -> Result<Vec<Vec<(Expression, u32)>>, Refusal> {
        let shared = &self.sharing.shared[operand.place()];
        let fragment = self.sharing.fragment;
        if fragment == 4 && !keeps_fours(shared) {
            return Err(Refusal::Mismatched {
                what: format!(
                    "{shared} does not keep four numbers of its first mode together, and the kernel reads four"
                ),
                chinese: format!("{shared} 不能让第一个 mode 的四个数连续存放，而 kernel 一次读取四个数"),
            });
        }
        let mut steps = Vec::new();
        for step in 0..self.sharing.tile[2] {
            let step = self.all.constant(step);
            let mut places = Vec::new();
            for line in lines.iter().step_by(usize::try_from(fragment).unwrap_or(1)) {
                let at = index(&mut self.all, shared, &[*line, step])?;
                let at = self.all.divide(at, divisor(fragment));
                places.push(self.all.without_constant(at));
            }
            steps.push(places);
        }
        Ok(steps)
    }

    /// How a tile lies in workgroup memory.
    pub(super) fn lines(&mut self, operand: Operand, lines: &[Expression]) -> Result<Lines, Refusal> {
        let cosize = Bounds::of(&self.sharing.shared[operand.place()])?.cosize;
        let all = u32::try_from(cosize.div_ceil(u64::from(self.sharing.fragment))).unwrap_or(u32::MAX);
        if !self.sharing.has_lines {
            return Ok(Lines::one(all));
        }
        let places = self.places(operand, lines)?;
        let reads = places.iter().flatten().map(|(base, number)| (self.all.range(*base).high(), *number));
        Ok(Lines::of(all, &reads.collect::<Vec<_>>()))
    }

    /// The same places, each base with a name.
    pub(super) fn reads(&mut self, operand: Operand, lines: &[Expression]) -> Result<Reads, Refusal> {
        let comment = format!("s{} where the thread's fragments begin", operand.name().to_uppercase());
        let prefix = format!("{}_from", operand.name());
        let places = self.places(operand, lines)?;
        let mut named = |(base, number)| (self.named(1, base, &prefix, &comment), number);
        Ok(places.into_iter().map(|places| places.into_iter().map(&mut named).collect()).collect())
    }

    pub(super) fn accumulators(&mut self, rows: usize, columns: usize) {
        let (element, count) = if self.has_vectors() { ("vec4<f32>", columns / 4) } else { ("f32", columns) };
        for row in 0..rows {
            let names = (0..count).map(|column| format!("var c{row}_{column}: {element};")).collect::<Vec<_>>();
            self.line(1, &names.join(" "));
        }
    }

    /// Returns true if four values of C that are neighbours along N are one variable.
    pub(super) fn has_vectors(&self) -> bool {
        self.sharing.fragment == 4 && self.sharing.order == Order::Vectors
    }

    /// One value of C.
    pub(super) fn value(&self, row: usize, column: usize) -> String {
        if self.has_vectors() {
            format!("c{row}_{}.{}", column / 4, LANES[column % 4])
        } else {
            format!("c{row}_{column}")
        }
    }

    pub(super) fn fragment(&self) -> usize {
        usize::try_from(self.sharing.fragment).unwrap_or(1)
    }

    /// The product of one tile: each step reads a column of A and one of B, and adds their outer product.
    pub(super) fn multiply(&mut self, indent: usize, tile: &Tile<'_>, stage: Stage, steps: Range<u32>) {
        let fragment = self.fragment();
        let mut from = HashMap::new();
        if stage == Stage::Counted {
            for (operand, (reads, lines)) in ["a", "b"].into_iter().zip(tile.reads.iter().zip(tile.shared)) {
                if lines.count > 1 {
                    continue;
                }
                let mut bases = reads.iter().flatten().map(|(base, _)| base.clone()).collect::<Vec<_>>();
                bases.sort();
                bases.dedup();
                for (place, base) in bases.into_iter().enumerate() {
                    let name = format!("{operand}_stage{place}");
                    if steps.start == 0 {
                        self.line(indent, &format!("let {name} = stage * {}u + {base};", lines.stage()));
                    }
                    from.insert((operand, base), name);
                }
            }
        }
        for step in steps {
            self.line(indent, &format!("{{ // k = {step} of the tile"));
            let place = usize::try_from(step).unwrap_or(usize::MAX);
            for (operand, (reads, lines)) in ["a", "b"].into_iter().zip(tile.reads.iter().zip(tile.shared)) {
                for (place, (base, number)) in reads.get(place).into_iter().flatten().enumerate() {
                    let base = from.get(&(operand, base.clone())).unwrap_or(base);
                    let at = lines.place(base, *number, stage);
                    self.line(indent + 1, &format!("let {operand}{place} = shared_{operand}{at};"));
                }
            }
            let [rows, columns] = [0, 1].map(|operand| tile.reads[operand].first().map_or(0, Vec::len));
            if self.has_vectors() {
                for row in 0..rows * fragment {
                    let left = format!("vec4<f32>(a{}.{})", row / 4, LANES[row % 4]);
                    for column in 0..columns {
                        self.line(indent + 1, &format!("c{row}_{column} = fma({left}, b{column}, c{row}_{column});"));
                    }
                }
            } else {
                let lane = |name: &str, place: usize| match fragment {
                    4 => format!("{name}{}.{}", place / 4, LANES[place % 4]),
                    _ => format!("{name}{place}"),
                };
                for (row, column) in self.sharing.order.of(rows * fragment, columns * fragment) {
                    let (left, right) = (lane("a", row), lane("b", column));
                    self.line(indent + 1, &format!("c{row}_{column} = fma({left}, {right}, c{row}_{column});"));
                }
            }
            self.line(indent, "}");
        }
    }

    /// The tile of C to memory.
    pub(super) fn write_back(&mut self, rows: &[Expression], columns: &[Expression]) -> Result<(), Refusal> {
        let [m, n] = self.task.target();
        let [tile_m, tile_n, _] = self.sharing.tile;
        let reached = [self.size[0].max(tile_m), self.size[1].max(tile_n)];
        let fragment = self.fragment();
        let [rows, columns] = [(rows, self.start[0]), (columns, self.start[1])]
            .map(|(lines, start)| lines.iter().map(|line| self.all.add(start, *line)).collect::<Vec<_>>());
        let (guard_m, guard_n) = (m < reached[0], n < reached[1]);
        let vector_c = self.sharing.vector_c.filter(|_| fragment == 4);
        let stored = if self.task.split.is_some() { Element::F32 } else { self.configuration.element };
        let element = vector_element(stored, if vector_c.is_some() { 4 } else { 1 });
        let [_, _, target] = self.task.layouts();
        let (name, of_part) = match self.task.split {
            Some(split) => (PARTIALS, split.elements / if vector_c.is_some() { 4 } else { 1 }),
            None => ("c", 0),
        };
        if of_part > 0 {
            let layer = if self.task.batches > 1 {
                format!("(batch * {}u + part)", self.parts.count)
            } else {
                "part".to_owned()
            };
            self.line(1, &format!("let layer = {layer} * {of_part}u;"));
        }
        let (row_step, column_step) = match vector_c {
            Some(0) => (4, 1),
            Some(_) => (1, 4),
            None => (1, 1),
        };
        let by = divisor(if vector_c.is_some() { 4 } else { 1 });
        self.line(1, "// The thread's place in C.");
        let mut stores = Vec::new();
        for (row, m_at) in rows.iter().enumerate().step_by(row_step) {
            for (column, n_at) in columns.iter().enumerate().step_by(column_step) {
                let at = self.index(target, [*m_at, *n_at])?;
                let at = self.all.divide(at, by);
                let at = self.named(1, at, "c_at", "C at the thread's place of the tile");
                let value = match (row_step, column_step) {
                    (4, _) => {
                        let four = (row..row + 4).map(|row| self.value(row, column)).collect::<Vec<_>>();
                        format!("vec4<f32>({})", four.join(", "))
                    }
                    (_, 4) if self.has_vectors() => format!("c{row}_{}", column / 4),
                    (_, 4) => {
                        let four = (column..column + 4).map(|column| self.value(row, column)).collect::<Vec<_>>();
                        format!("vec4<f32>({})", four.join(", "))
                    }
                    _ => self.value(row, column),
                };
                let value = if stored == Element::F16 { format!("{element}({value})") } else { value };
                let mut guards = Vec::new();
                if guard_m {
                    let m_at = self.named(1, *m_at, "m", "along M");
                    guards.push(format!("{m_at} < {m}u"));
                }
                if guard_n {
                    let n_at = self.named(1, *n_at, "n", "along N");
                    guards.push(format!("{n_at} < {n}u"));
                }
                let at = if of_part > 0 { sum(&["layer".to_owned(), at]) } else { at };
                let store = format!("{name}[{at}] = {value};");
                stores.push(if guards.is_empty() {
                    store
                } else {
                    format!("if ({}) {{ {store} }}", guards.join(" && "))
                });
            }
        }
        stores.iter().for_each(|store| self.line(1, store));
        Ok(())
    }
}
