//! The transpose in blocks of 4x4: turned over in registers, four numbers wide everywhere else.

use std::num::NonZeroU32;

use super::{Draft, Kind, mismatched};
use crate::classes::Values;
use crate::expression::Expression;
use crate::kernel::Refusal;
use crate::section::Part;

const FOUR: NonZeroU32 = NonZeroU32::new(4).unwrap();

/// Which four numbers lie side by side in workgroup memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// Four rows: blocks are turned over before they are put there.
    Rows,
    /// Four columns: blocks are turned over after they are got from there.
    Columns,
}

/// A line of four numbers on its way: its register, its subscript, and when it is in the matrix.
struct Line {
    register: String,
    at: String,
    guard: String,
    /// Where an edge may cut the four: the row of the first.
    row: Option<String>,
}

impl Draft<'_> {
    /// In registers alone: each thread writes the block that it reads.
    pub(super) fn registers(&mut self) -> Result<(), Refusal> {
        let [down, across] = self.configuration.lanes;
        let wide = self.wide_type();
        let blocks = self.each();
        self.writer.line("");
        self.writer.begin(Part::Copies);
        self.writer.note(format!("{down} threads stand below each other and {across} of these side by side:"));
        self.writer.note(format!("they read {across} neighbouring blocks of a row, and write {down} of a column."));
        let none = self.all.constant(0);
        let loads = self.loads(none, true)?;
        if self.is_cut() {
            loads.iter().for_each(|line| self.writer.line(format!("var {} = {wide}();", line.register)));
            self.load(&loads, "");
        } else {
            self.load(&loads, "let ");
        }
        self.writer.begin(Part::WriteBack);
        self.writer.note("The blocks turned over: their columns.");
        let stores = self.stores(Run::Rows, none)?;
        for block in 0..blocks {
            for line in 0..4 {
                let (register, value) = (block_name("b", blocks, block, line), turned("a", wide, blocks, block, line));
                self.writer.line(format!("let {register} = {value};"));
            }
        }
        self.store(&stores);
        Ok(())
    }

    /// Row and column in the tile of a block of a thread in [`Kind::Registers`].
    fn own_block(&mut self, block: u32) -> (Expression, Expression) {
        let [down, across] = self.configuration.lanes;
        let own = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let skipped = self.all.constant(block * self.configuration.threads);
        let place = self.all.add(self.thread, skipped);
        let groups = own(self.configuration.tile[0] / 4 / down);
        let lane_row = self.all.remainder(place, own(down));
        let rest = self.all.divide(place, own(down));
        let lane_column = self.all.remainder(rest, own(across));
        let group = self.all.divide(rest, own(across));
        let (group_row, group_column) = (self.all.remainder(group, groups), self.all.divide(group, groups));
        let mut along = |group: Expression, lanes: u32, lane: Expression| {
            let (lanes, four) = (self.all.constant(lanes * 4), self.all.constant(FOUR.get()));
            let first = self.all.multiply(group, lanes);
            let lane = self.all.multiply(lane, four);
            self.all.add(first, lane)
        };
        (along(group_row, down, lane_row), along(group_column, across, lane_column))
    }

    pub(super) fn blocks(&mut self) -> Result<(), Refusal> {
        let tiles = self.configuration.strip.iter().product::<u32>();
        let run = self.run()?;
        let wide = self.wide_type();

        self.writer.line("");
        self.writer.begin(Part::Copies);
        self.writer.note("Each thread reads four rows of a block, neighbouring threads neighbouring blocks of a row.");
        let first = self.all.constant(0);
        let loads = self.loads(first, true)?;
        if self.is_cut() {
            loads.iter().for_each(|line| self.writer.line(format!("var {} = {wide}();", line.register)));
            self.load(&loads, "");
        } else {
            self.load(&loads, if tiles > 1 { "var " } else { "let " });
        }
        let puts = self.puts(run)?;
        let gets = self.gets(run)?;
        let trip = self.trip;
        if tiles > 1 {
            self.writer.note("One tile after the other; the next is read while this one is written.");
            self.writer.open(format!("for (var trip = 0u; trip < {tiles}u; trip++) {{"));
        }
        self.writer.note(match run {
            Run::Rows => "The blocks turned over: their columns, to where four rows are side by side.",
            Run::Columns => "The rows of the blocks, to where four columns are side by side.",
        });
        puts.iter().for_each(|(at, value)| self.writer.line(format!("tile[{at}] = {value};")));
        self.writer.line("workgroupBarrier();");
        if tiles > 1 {
            self.writer.line("let next = trip + 1u;");
            self.writer.open(format!("if (next < {tiles}u) {{"));
            let next = self.next;
            let loads = self.loads(next, false)?;
            self.load(&loads, "");
            self.writer.close("}");
        } else {
            self.writer.line("");
        }
        self.writer.begin(Part::WriteBack);
        self.writer
            .note("Each thread writes four columns of a block, neighbouring threads neighbouring blocks of a column.");
        gets.iter().for_each(|(register, at)| self.writer.line(format!("let {register} = tile[{at}];")));
        let stores = self.stores(run, trip)?;
        self.store(&stores);
        if tiles > 1 {
            self.writer.line("workgroupBarrier();");
            self.writer.close("}");
        }
        Ok(())
    }

    fn wide_type(&self) -> &'static str {
        if self.configuration.element.is_half() { "vec4<f16>" } else { "vec4<f32>" }
    }

    /// Returns the number of blocks that a thread has of a tile.
    fn each(&self) -> u32 {
        self.configuration.tile.iter().product::<u32>() / 16 / self.configuration.threads
    }

    /// Returns what a thread reads of a tile of its strip.
    fn loads(&mut self, trip: Expression, is_first: bool) -> Result<Vec<Line>, Refusal> {
        let blocks = self.each();
        let mut loads = Vec::new();
        for block in 0..blocks {
            let (row, column) = self.read_block(block);
            for line in 0..4 {
                let row = self.after(row, line);
                let (row, column) = self.global(trip, row, column);
                let mut from = Vec::new();
                for lane in 0..4 {
                    let column = self.after(column, lane);
                    from.push(self.source_index(row, column)?);
                }
                let from = self.wide(&from, "source", "four neighbouring columns", "相邻四列")?;
                let trips = if is_first { Values::up_to(1) } else { Values::between(1, self.trips()) };
                let at = ("read_at", "source at (row, column), by four");
                let at = self.subscript((self.source, false), from, Some([row, column]), trips, at);
                let register = block_name("a", blocks, block, line);
                loads.push(Line { register, at, guard: self.guard(row, column), row: None });
            }
        }
        Ok(loads)
    }

    fn load(&mut self, loads: &[Line], keyword: &str) {
        if self.is_cut() {
            self.writer.open("if (is_whole) {");
        }
        for Line { register, at, .. } in loads {
            self.writer.line(format!("{keyword}{register} = source[{at}];"));
        }
        if self.is_cut() {
            self.writer.close("} else {");
            for Line { register, at, guard, .. } in loads {
                self.writer.open(format!("if ({guard}) {{"));
                self.writer.line(format!("{register} = source[{at}];"));
                self.writer.close("}");
            }
            self.writer.close("}");
        }
    }

    /// Returns what a thread puts into workgroup memory: subscripts and values.
    fn puts(&mut self, run: Run) -> Result<Vec<(String, String)>, Refusal> {
        let blocks = self.each();
        let wide = self.wide_type();
        let mut puts = Vec::new();
        for block in 0..blocks {
            let (row, column) = self.read_block(block);
            for line in 0..4 {
                let (at, value) = match run {
                    Run::Rows => (self.four_rows(row, column, line)?, turned("a", wide, blocks, block, line)),
                    Run::Columns => (self.four_columns(row, column, line)?, block_name("a", blocks, block, line)),
                };
                let name = ("put_at", "tile at (row, column), by four");
                let at = self.subscript((self.shared, true), at, None, Values::up_to(self.trips()), name);
                puts.push((at, value));
            }
        }
        Ok(puts)
    }

    /// Returns what a thread gets from workgroup memory: registers and subscripts.
    fn gets(&mut self, run: Run) -> Result<Vec<(String, String)>, Refusal> {
        let blocks = self.each();
        let mut gets = Vec::new();
        for block in 0..blocks {
            let (row, column) = self.written_block(block);
            for line in 0..4 {
                let at = match run {
                    Run::Rows => self.four_rows(row, column, line)?,
                    Run::Columns => self.four_columns(row, column, line)?,
                };
                let name = ("get_at", "tile at (row, column), by four");
                let at = self.subscript((self.shared, false), at, None, Values::up_to(self.trips()), name);
                gets.push((block_name("b", blocks, block, line), at));
            }
        }
        Ok(gets)
    }

    /// Returns what a thread writes of a tile of its strip.
    fn stores(&mut self, run: Run, trip: Expression) -> Result<Vec<Line>, Refusal> {
        let blocks = self.each();
        let wide = self.wide_type();
        let is_parted = self.is_cut() && !self.rows.is_multiple_of(4);
        let mut stores = Vec::new();
        for block in 0..blocks {
            let (row, column) = self.written_block(block);
            for line in 0..4 {
                let column = self.after(column, line);
                let (row, column) = self.global(trip, row, column);
                let mut to = Vec::new();
                for lane in 0..4 {
                    let row = self.after(row, lane);
                    to.push(self.destination_index(row, column)?);
                }
                let to = self.wide(&to, "destination", "four neighbouring rows", "相邻四行")?;
                let trips = Values::up_to(self.trips());
                if is_parted {
                    self.kept(to, [row, column], trips);
                }
                let at = ("write_at", "destination at (column, row), by four");
                let at = self.subscript((self.destination, true), to, Some([row, column]), trips, at);
                let register = match run {
                    Run::Rows => block_name("b", blocks, block, line),
                    Run::Columns => turned("b", wide, blocks, block, line),
                };
                let guard = self.guard(row, column);
                let row = is_parted.then(|| self.writer.sum(&mut self.all, row, "row", "in the matrix"));
                stores.push(Line { register, at, guard, row });
            }
        }
        Ok(stores)
    }

    fn store(&mut self, stores: &[Line]) {
        if self.is_cut() {
            self.writer.open("if (is_whole) {");
        }
        for Line { register, at, .. } in stores {
            self.writer.line(format!("destination[{at}] = {register};"));
        }
        if !self.is_cut() {
            return;
        }
        self.writer.close("} else {");
        for Line { register, at, guard, row } in stores {
            self.writer.open(format!("if ({guard}) {{"));
            match row {
                None => self.writer.line(format!("destination[{at}] = {register};")),
                // No other thread writes these four numbers: what is beyond the edge stays as it is.
                Some(row) => {
                    let left = format!("vec4<u32>({}u - ({row}))", self.rows);
                    let inside = format!("vec4<u32>(0u, 1u, 2u, 3u) < {left}");
                    self.writer.line(format!("let kept = destination[{at}];"));
                    self.writer.line(format!("destination[{at}] = select(kept, {register}, {inside});"));
                }
            }
            self.writer.close("}");
        }
        self.writer.close("}");
    }

    /// Row and column in the tile of a block that a thread reads.
    fn read_block(&mut self, block: u32) -> (Expression, Expression) {
        if self.configuration.kind == Kind::Registers {
            return self.own_block(block);
        }
        let (row, column) = self.place(block, self.configuration.tile[1] / 4);
        (self.by_four(row), self.by_four(column))
    }

    /// Row and column in the tile of a block that a thread writes.
    fn written_block(&mut self, block: u32) -> (Expression, Expression) {
        if self.configuration.kind == Kind::Registers {
            return self.own_block(block);
        }
        let (column, row) = self.place(block, self.configuration.tile[0] / 4);
        (self.by_four(row), self.by_four(column))
    }

    /// Which four numbers of a block the layout of workgroup memory has side by side.
    fn run(&mut self) -> Result<Run, Refusal> {
        let (row, column) = self.read_block(0);
        if (0..4).all(|line| self.four_rows(row, column, line).is_ok()) {
            return Ok(Run::Rows);
        }
        let mut lines = 0..4;
        if lines.all(|line| self.four_columns(row, column, line).is_ok()) {
            return Ok(Run::Columns);
        }
        let layout = &self.configuration.shared;
        Err(mismatched(
            format!("{layout} has neither four rows nor four columns of a tile side by side, from a multiple of 4 on"),
            format!("{layout} 中，tile 的四行或四列都没有从 4 的倍数开始连续存放"),
        ))
    }

    /// The place of four rows of column `line` of a block in workgroup memory.
    fn four_rows(&mut self, row: Expression, column: Expression, line: u32) -> Result<Expression, Refusal> {
        let column = self.after(column, line);
        let mut places = Vec::new();
        for lane in 0..4 {
            let row = self.after(row, lane);
            places.push(self.shared_index(row, column)?);
        }
        self.wide(&places, "tile", "four neighbouring rows", "相邻四行")
    }

    /// The place of four columns of row `line` of a block in workgroup memory.
    fn four_columns(&mut self, row: Expression, column: Expression, line: u32) -> Result<Expression, Refusal> {
        let row = self.after(row, line);
        let mut places = Vec::new();
        for lane in 0..4 {
            let column = self.after(column, lane);
            places.push(self.shared_index(row, column)?);
        }
        self.wide(&places, "tile", "four neighbouring columns", "相邻四列")
    }

    /// Four places as one that is four wide.
    fn wide(&mut self, places: &[Expression], name: &str, what: &str, chinese: &str) -> Result<Expression, Refusal> {
        self.all.four(places).ok_or_else(|| {
            mismatched(
                format!("{name} does not have {what} side by side from a multiple of 4 on, as blocks of 4x4 need it; number by number takes any"),
                format!("{name} 中{chinese}没有从 4 的倍数开始连续存放，而 4x4 小 tile 需要如此；「逐个数」不受此限"),
            )
        })
    }

    fn by_four(&mut self, value: Expression) -> Expression {
        let four = self.all.constant(FOUR.get());
        self.all.multiply(value, four)
    }

    fn after(&mut self, value: Expression, number: u32) -> Expression {
        let number = self.all.constant(number);
        self.all.add(value, number)
    }
}

/// The register of a line of a block.
fn block_name(letter: &str, blocks: u32, block: u32, line: u32) -> String {
    if blocks == 1 { format!("{letter}{line}") } else { format!("{letter}{block}_{line}") }
}

/// The column of a block whose rows are registers.
fn turned(letter: &str, wide: &str, blocks: u32, block: u32, column: u32) -> String {
    let lane = ["x", "y", "z", "w"].get(column as usize).copied().unwrap_or("x");
    let parts = (0..4).map(|line| format!("{}.{lane}", block_name(letter, blocks, block, line)));
    format!("{wide}({})", parts.collect::<Vec<_>>().join(", "))
}
