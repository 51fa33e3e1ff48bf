//! The transpose number by number, with and without workgroup memory.

use std::num::NonZeroU32;

use super::{Draft, Kind};
use crate::classes::Values;
use crate::expression::Expression;
use crate::kernel::Refusal;
use crate::section::Part;

impl Draft<'_> {
    pub(super) fn scalars(&mut self) -> Result<(), Refusal> {
        let [tile_rows, tile_columns] = self.configuration.tile;
        let threads = self.configuration.threads;
        let values = tile_rows * tile_columns / threads;
        let trip = self.all.constant(0);
        let is_naive = self.configuration.kind == Kind::Naive;

        self.writer.line("");
        self.writer.begin(Part::Copies);
        self.writer.note("Neighbouring threads read neighbouring columns.");
        let mut reads = Vec::new();
        for value in 0..values {
            let (row, column) = self.place(value, tile_columns);
            let (global_row, global_column) = self.global(trip, row, column);
            let from = self.source_index(global_row, global_column)?;
            let at = ("read_at", "source at (row, column)");
            let place = Some([global_row, global_column]);
            let from = self.subscript((self.source, false), from, place, Values::up_to(1), at);
            let guard = self.guard(global_row, global_column);
            reads.push((row, column, from, guard));
        }
        let zero = if self.configuration.element.is_half() { "0.0h" } else { "0.0" };
        if self.is_cut() {
            (0..values).for_each(|value| self.writer.line(format!("var a{value} = {zero};")));
            self.writer.open("if (is_whole) {");
        }
        let keyword = if self.is_cut() { "" } else { "let " };
        for (value, (_, _, from, _)) in reads.iter().enumerate() {
            self.writer.line(format!("{keyword}a{value} = source[{from}];"));
        }
        if self.is_cut() {
            self.writer.close("} else {");
            for (value, (_, _, from, guard)) in reads.iter().enumerate() {
                self.writer.open(format!("if ({guard}) {{"));
                self.writer.line(format!("a{value} = source[{from}];"));
                self.writer.close("}");
            }
            self.writer.close("}");
        }

        let mut writes = Vec::new();
        if is_naive {
            self.writer.begin(Part::WriteBack);
            self.writer.note("They write what they read, as far apart as the destination has it.");
            for (row, column, _, _) in &reads {
                writes.push((*row, *column, String::new()));
            }
        } else {
            for (value, (row, column, _, _)) in reads.iter().enumerate() {
                let to = self.shared_index(*row, *column)?;
                let at = ("put_at", "tile at (row, column)");
                let to = self.subscript((self.shared, true), to, None, Values::up_to(1), at);
                self.writer.line(format!("tile[{to}] = a{value};"));
            }
            self.writer.line("workgroupBarrier();");
            self.writer.line("");
            self.writer.begin(Part::WriteBack);
            self.writer
                .note("Neighbouring threads write neighbouring rows: those lie side by side in the destination.");
            for value in 0..values {
                let (column, row) = self.place(value, tile_rows);
                let from = self.shared_index(row, column)?;
                let at = ("get_at", "tile at (row, column)");
                // What is written is got, and no more.
                let (to_row, to_column) = self.global(trip, row, column);
                let place = Some([to_row, to_column]);
                let from = self.subscript((self.shared, false), from, place, Values::up_to(1), at);
                writes.push((row, column, from));
            }
        }
        let mut stores = Vec::new();
        for (row, column, _) in &writes {
            let (row, column) = self.global(trip, *row, *column);
            let to = self.destination_index(row, column)?;
            let at = ("write_at", "destination at (column, row)");
            let to = self.subscript((self.destination, true), to, Some([row, column]), Values::up_to(1), at);
            stores.push((to, self.guard(row, column)));
        }
        let stored = writes.iter().zip(stores).enumerate().map(|(value, ((_, _, from), (to, guard)))| {
            let value = if is_naive { format!("a{value}") } else { format!("tile[{from}]") };
            (format!("destination[{to}] = {value};"), guard)
        });
        let stored = stored.collect::<Vec<_>>();
        if self.is_cut() {
            self.writer.open("if (is_whole) {");
        }
        stored.iter().for_each(|(line, _)| self.writer.line(line));
        if self.is_cut() {
            self.writer.close("} else {");
            for (line, guard) in &stored {
                self.writer.open(format!("if ({guard}) {{"));
                self.writer.line(line);
                self.writer.close("}");
            }
            self.writer.close("}");
        }
        Ok(())
    }

    /// The place of a thread's value in the tile where `inner` of them are side by side: outer and inner coordinate.
    pub(super) fn place(&mut self, value: u32, inner: u32) -> (Expression, Expression) {
        let skipped = self.all.constant(value * self.configuration.threads);
        let place = self.all.add(self.thread, skipped);
        let inner = NonZeroU32::new(inner).unwrap_or(NonZeroU32::MIN);
        (self.all.divide(place, inner), self.all.remainder(place, inner))
    }

    /// The condition under which a place is in the matrix: of the modes that a tile is cut in.
    pub(super) fn guard(&mut self, row: Expression, column: Expression) -> String {
        let sides = [(row, self.rows, "row"), (column, self.columns, "column")];
        let mut conditions = Vec::new();
        for ((value, extent, name), is_cut) in sides.into_iter().zip(self.is_cut) {
            if is_cut {
                let text = self.writer.sum(&mut self.all, value, name, "in the matrix");
                conditions.push(format!("{text} < {extent}u"));
            }
        }
        conditions.join(" && ")
    }
}
