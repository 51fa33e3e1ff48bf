//! The kernel of a product that is shared out: tiles of A and B go through registers into workgroup memory, from there
//! in fragments into registers again, and a tile of C grows in registers until all of K is through.
//!
//! One loop over K in a text book is here a loop over tiles; its body is written out, step by step, because no compiler
//! of WGSL does that, and only named registers stay registers. No index in the loop needs a division where the layouts
//! are affine along K: each is a base, made once, and a multiple of the loop's counter.
//!
//! A tile that would reach beyond M or N begins earlier instead and overlaps the one before. Where M or N is less than a
//! tile, rows beyond it read the last row again and are not written. A K that the tile does not divide is met by a first
//! tile that reaches below zero: there the copies write zeros.

mod copies;
mod products;
mod staged;

use std::collections::HashMap;
use std::num::NonZeroU32;

pub(super) use self::staged::Staged;
use super::buffers::{divisor, work};
use super::configuration::Configuration;
use super::packed::{Packing, Task};
use super::scheme::{Sharing, vector_mode};
use super::split::Parts;
use super::thin::{Placed, Share};
use crate::expression::{Expression, Expressions, Range as Bounded, gcd};
use crate::index::index;
use crate::kernel::{Refusal, WORKGROUPS_PER_DIMENSION};
use crate::program::{Binding, Element, Pass, Program};
use crate::section::Part;
use crate::writer::{Writer as Text, grid, number};

pub(super) fn generate(task: &Task<'_>, sharing: &Sharing) -> Result<Program, Refusal> {
    let Task { configuration, size, .. } = *task;
    let [tile_m, tile_n, tile_k] = sharing.tile;
    let tiles = [size[0].div_ceil(tile_m), size[1].div_ceil(tile_n), size[2].div_ceil(tile_k)];
    let raster = gcd(sharing.raster, tiles[1]);
    let (batches, parts) =
        (task.batches, task.split.map_or(Parts { count: 1, per: tiles[2], fewer: 0 }, |split| split.parts));
    let vectors = vectors(task, sharing);
    let mut writer = Writer::new(*task, sharing, tiles);
    let bindings = task.bindings(vectors)?;
    let values = writer.values()?;
    let shared = [writer.lines(Operand::A, &values[0])?, writer.lines(Operand::B, &values[1])?];
    let shared_bytes = shared.iter().fold(0_u32, |bytes, lines| {
        bytes.saturating_add(lines.all().saturating_mul(4 * sharing.fragment).saturating_mul(sharing.stages))
    });

    let before = writer.head(&bindings, shared)?;
    writer.line(
        1,
        "// Which tile of C: some along N side by side before the next along M, so that they share what is cached.",
    );
    let across = [tiles[0].saturating_mul(raster), tiles[1] / raster];
    let is_flat = across.iter().any(|count| *count > WORKGROUPS_PER_DIMENSION);
    let across = if is_flat {
        // One row of workgroups may not be longer.
        let count = tiles[0].saturating_mul(tiles[1]);
        let across = grid(count);
        writer.line(1, &format!("let number = min(group.y * {}u + group.x, {}u);", across[0], count - 1));
        writer.line(1, &format!("let tile_m = number / {}u;", tiles[1]));
        writer.line(1, &format!("let tile_n = number % {}u;", tiles[1]));
        [across[0], across[1]]
    } else if raster == 1 {
        writer.line(1, "let tile_m = group.x;");
        writer.line(1, "let tile_n = group.y;");
        across
    } else {
        writer.line(1, &format!("let tile_m = group.x / {raster}u;"));
        writer.line(1, &format!("let tile_n = group.y * {raster}u + group.x % {raster}u;"));
        across
    };
    writer.layers();
    writer.starts();
    writer.body(&values, shared)?;
    writer.line(0, "}");
    let (after, after_bytes) = after(task, &mut writer.text, vectors)?;
    let (wgsl, sections) = writer.text.finish();
    Ok(Program {
        wgsl,
        sections,
        bindings,
        passes: before
            .into_iter()
            .chain([Pass {
                entry_point: "gemm",
                workgroups: [across[0], across[1], parts.count.saturating_mul(batches)],
                threads: sharing.threads,
            }])
            .chain(after)
            .collect(),
        shared_bytes: shared_bytes.max(after_bytes),
        matrices: None,
        work: work(task.extents(), batches, configuration.element),
    })
}

/// Numbers that the buffers of A, B and C hold together.
pub(super) fn vectors(task: &Task<'_>, sharing: &Sharing) -> [u32; 3] {
    let Configuration { a, b, .. } = task.configuration;
    let [a, b] = [(a, 0), (b, 1)].map(|(matrix, place): (_, usize)| {
        sharing.copies[place].vector.min(if vector_mode(matrix).is_some() { 4 } else { 1 })
    });
    [a, b, if sharing.vector_c.is_some() { 4 } else { 1 }]
}

/// The bands beyond the last whole tiles, shared out.
pub(super) fn shares(task: &Task<'_>, [a, b, _]: [u32; 3]) -> Vec<Share> {
    let bands = task.edges.into_iter().flatten();
    bands.map(|band| Share::of(task.configuration, band, task.size[2], [a, b], 1)).collect()
}

/// Where these lie.
pub(super) fn placed<'a>(task: &Task<'a>, vectors: [u32; 3]) -> Placed<'a> {
    let Configuration { a, b, c, element, .. } = task.configuration;
    let width_c = task.split.map_or(vectors[2], |split| split.vector_c(vectors[2]));
    let widths = [vectors[0], vectors[1]];
    let buffers = task.buffers;
    Placed { a, b, c, buffers, element: *element, widths, width_c, partial: None, batches: task.batches }
}

/// Writes what is done after the tiles: partial sums are added up, and lines that are left to a pass without tiles are
/// multiplied. Answers the passes, and their bytes of workgroup memory.
///
/// Neither waits for the other. So where no threads share a sum both are one pass: of its workgroups, which are numbered
/// from 0, the first have the lines, which take longer.
fn after(task: &Task<'_>, writer: &mut Text, vectors: [u32; 3]) -> Result<(Vec<Pass>, u32), Refusal> {
    let shares = shares(task, vectors);
    let totals = task.split.map(|split| (split, split.workgroups(vectors[2])));
    let beside = totals.filter(|(split, _)| !shares.is_empty() && split.is_alone(vectors[2]));
    let mut passes = Vec::new();
    match (totals, beside) {
        (Some((split, _)), Some(_)) => split.declare(writer, vectors[2]),
        (Some((split, _)), None) => passes.push(split.pass(writer, vectors[2])?),
        _ => {}
    }
    if shares.is_empty() {
        return Ok((passes, 0));
    }
    let numbers = shares.iter().map(Share::shared).max().unwrap_or(0);
    let threads = shares.iter().map(Share::count).max().unwrap_or(1);
    let of_one = shares.iter().fold(0_u32, |all, share| all.saturating_add(share.workgroups()));
    let own = of_one.saturating_mul(task.batches);
    let all = beside.map_or(own, |(_, count)| own.saturating_add(count.saturating_mul(task.batches)));
    writer.begin(Part::Sums);
    writer.line("");
    writer.note("What lies beyond the last whole tiles.");
    writer.line(format!("var<workgroup> sums: array<f32, {numbers}>;"));
    writer.line("");
    writer.line(format!("@compute @workgroup_size({threads})"));
    let entry_point = if beside.is_some() { "rest" } else { "edges" };
    let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32";
    writer.open(format!("fn {entry_point}({parameters}) {{"));
    let workgroups = grid(all);
    number(writer, all, workgroups);
    if beside.is_some() {
        writer.open(format!("if (number < {own}u) {{"));
    }
    let place = placed(task, vectors);
    let edge = if task.batches > 1 {
        writer.line(format!("let batch = number / {of_one}u;"));
        writer.line(format!("let edge = number % {of_one}u;"));
        "edge"
    } else {
        "number"
    };
    match shares.as_slice() {
        [below, aside] => {
            let count = below.workgroups();
            writer.open(format!("if ({edge} < {count}u) {{"));
            below.body(writer, &place, edge)?;
            writer.close("} else {");
            writer.line(format!("let other = {edge} - {count}u;"));
            aside.body(writer, &place, "other")?;
            writer.close("}");
        }
        shares => shares.iter().try_for_each(|share| share.body(writer, &place, edge))?,
    }
    if let Some((split, count)) = beside {
        writer.close("} else {");
        writer.begin(Part::Total);
        let beyond = format!("number - {own}u");
        if task.batches > 1 {
            writer.line(format!("let batch = ({beyond}) / {count}u;"));
            writer.line(format!("let number = ({beyond}) % {count}u;"));
        } else {
            writer.line(format!("let number = {beyond};"));
        }
        split.body(writer, vectors[2])?;
        writer.close("}");
    }
    writer.close("}");
    passes.push(Pass { entry_point, workgroups, threads });
    Ok((passes, numbers * 4))
}

/// One of the two inputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operand {
    A,
    B,
}

impl Operand {
    const fn place(self) -> usize {
        match self {
            Operand::A => 0,
            Operand::B => 1,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Operand::A => "a",
            Operand::B => "b",
        }
    }
}

/// One read of a thread's copy, and where it is written.
struct Piece {
    /// Its variable in the kernel.
    name: String,
    /// Numbers that it reads: a number or a vector, or four numbers one by one.
    reads: Vec<Read>,
    /// The places in workgroup memory without the stage: indices, and component where one number is written.
    places: Vec<(Vec<Expression>, Option<Expression>)>,
}

/// One read from memory.
struct Read {
    /// The index in the buffer in the first tile, where the tile divides K; else nothing.
    first: String,
    /// The coordinate along K in the tile.
    step: Expression,
    /// The row in the matrix.
    row: Expression,
    /// The index in the buffer in a later tile, with the loop's `next`.
    later: String,
}

/// Values that the text of a tile needs.
struct Tile<'a> {
    /// The copies of A and of B.
    pieces: [&'a [Piece]; 2],
    /// For A and B, each step, each fragment: a named base and a number.
    reads: &'a [Reads; 2],
    /// The tiles of A and B in workgroup memory.
    shared: [Lines; 2],
}

/// How a tile lies in workgroup memory: as an array of lines where a number says which line each step reads, so that whoever
/// checks an index has only the places within a line to check, which are the same for all steps; else as one line.
#[derive(Clone, Copy)]
struct Lines {
    /// Numbers or vectors of a line.
    width: NonZeroU32,
    /// Number of lines.
    count: u32,
}

impl Lines {
    /// So many numbers or vectors as one line.
    fn one(width: u32) -> Lines {
        Lines { width: divisor(width), count: 1 }
    }

    /// So many numbers or vectors, of which places are read that a base, which is at most so large, and a number add up to.
    fn of(all: u32, reads: &[(u32, u32)]) -> Lines {
        let is_within = |width: u32| reads.iter().all(|(high, number)| high.saturating_add(number % width) < width);
        let mut widths = reads.iter().map(|(_, number)| *number).filter(|number| *number > 0).collect::<Vec<_>>();
        widths.sort_unstable();
        // The last line may have places that nobody needs, but few.
        let is_full = |width: u32| (all.div_ceil(width) * width - all).saturating_mul(32) <= all;
        let width = widths.into_iter().find(|width| *width < all && is_full(*width) && is_within(*width));
        width.map_or(Lines::one(all), |width| Lines { width: divisor(width), count: all.div_ceil(width) })
    }

    /// All numbers or vectors of them.
    fn all(self) -> u32 {
        self.width.get().saturating_mul(self.count)
    }

    /// Its type for elements of a type, with so many stages.
    fn wgsl(self, element: &str, stages: u32) -> String {
        let Lines { width, count } = self;
        match count {
            1 => format!("array<{element}, {}>", width.get() * stages),
            _ => format!("array<array<{element}, {width}>, {}>", count * stages),
        }
    }

    /// By what the first index of one stage is above that of the stage before.
    fn stage(self) -> u32 {
        if self.count == 1 { self.width.get() } else { self.count }
    }

    /// What indexes it in a stage: a base, which counts the stage where it is counted and there are no lines, and a number.
    fn place(self, base: &str, number: u32, stage: Stage) -> String {
        let begin = if stage == Stage::Known(1) { self.stage() } else { 0 };
        if self.count == 1 {
            return format!("[{}]", sum(&[base.to_owned(), format!("{}u", number + begin)]));
        }
        let counted = if stage == Stage::Counted { format!("stage * {}u", self.stage()) } else { String::new() };
        let line = sum(&[counted, format!("{}u", number / self.width + begin)]);
        format!("[{line}][{}]", sum(&[base.to_owned(), format!("{}u", number % self.width)]))
    }
}

/// For each step of a tile the places of its fragments.
type Reads = Vec<Vec<(String, u32)>>;

/// Where in workgroup memory a tile lies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// There is one place.
    Only,
    /// In this one of two.
    Known(u32),
    /// In the one that the loop's counter says.
    Counted,
}

struct Writer<'a> {
    text: Text,
    all: Expressions,
    names: HashMap<Expression, String>,
    task: Task<'a>,
    configuration: &'a Configuration,
    sharing: &'a Sharing,
    size: [u32; 3],
    tiles: [u32; 3],
    /// Distance by which the first tile reaches below zero along K.
    missing: u32,
    t: Expression,
    /// The first row and the first column of the tile of C.
    start: [Expression; 2],
    next: Expression,
    /// Distribution of the tiles along K to workgroups, and the tile with which this one begins.
    parts: Parts,
    from: Expression,
    /// Which of the products beside each other.
    batch: Expression,
}

impl<'a> Writer<'a> {
    fn new(task: Task<'a>, sharing: &'a Sharing, tiles: [u32; 3]) -> Self {
        let Task { configuration, size, .. } = task;
        let mut all = Expressions::new();
        let t = all.variable("t", Bounded::up_to(sharing.threads - 1));
        let next = all.variable("next", Bounded::up_to(tiles[2] - 1));
        let missing = tiles[2] * sharing.tile[2] - size[2];
        let start = [all.constant(0); 2];
        let (text, names) = (Text::default(), HashMap::new());
        let parts = task.split.map_or(Parts { count: 1, per: tiles[2], fewer: 0 }, |split| split.parts);
        let last = (parts.count - 1) * parts.per - if parts.count > 1 { parts.fewer } else { 0 };
        let from = if parts.count > 1 { all.variable("first", Bounded::up_to(last)) } else { all.constant(0) };
        let batch = all.variable("batch", Bounded::up_to(task.batches - 1));
        Writer {
            text,
            all,
            names,
            task,
            configuration,
            sharing,
            size,
            tiles,
            missing,
            t,
            start,
            next,
            parts,
            from,
            batch,
        }
    }

    /// The index of a matrix that may have a third mode.
    fn index(&mut self, matrix: &colex::AnyLayout, [line, other]: [Expression; 2]) -> Result<Expression, Refusal> {
        let coordinate = [line, other, self.batch];
        index(&mut self.all, matrix, coordinate.get(..matrix.rank()).unwrap_or(&coordinate))
    }

    /// Which part of K the workgroup sums, and of which product.
    fn layers(&mut self) {
        let Parts { count, per, fewer } = self.parts;
        let batches = self.task.batches;
        if batches > 1 {
            let batch = if count > 1 { format!("group.z / {count}u") } else { "group.z".to_owned() };
            self.line(1, &format!("let batch = {batch};"));
        }
        if count > 1 {
            self.line(1, "// Which part of K, and its first tile.");
            let part = if batches > 1 { format!("group.z % {count}u") } else { "group.z".to_owned() };
            self.line(1, &format!("let part = {part};"));
            let from =
                if fewer == 0 { format!("part * {per}u") } else { format!("max(part * {per}u, {fewer}u) - {fewer}u") };
            self.line(1, &format!("let first = {from};"));
        }
    }

    fn line(&mut self, indent: usize, code: &str) {
        self.text.line_at(indent, code);
    }

    /// Head and memory, what is packed before if anything is, and the beginning of the product.
    fn head(&mut self, bindings: &[Binding], shared: [Lines; 2]) -> Result<Option<Pass>, Refusal> {
        let [m, n, k] = self.task.extents();
        let Sharing { tile, copies, compute, shared: layouts, stages, .. } = self.sharing;
        let Configuration { a, b, c, .. } = self.configuration;
        let [own_a, own_b] = self.task.packing.map_or([None; 2], Packing::sources);
        let (a, b) = (own_a.map_or(a, |(own, _)| own), own_b.map_or(b, |(own, _)| own));
        let lines = [
            format!("C(m,n) = sum over k of A(m,k) B(n,k), M = {m}, N = {n}, K = {k}."),
            format!("  A  {a}"),
            format!("  B  {b}"),
            format!("  C  {c}"),
            format!("A workgroup computes a tile of C, {} by {}, {} steps of K at a time.", tile[0], tile[1], tile[2]),
            format!("  tA {}  (thread,value) to m + {} k: who copies A", copies[0].layout, tile[0]),
            format!("  tB {}  (thread,value) to n + {} k: who copies B", copies[1].layout, tile[1]),
            format!("  tC {compute}  (thread,value) to m + {} n: who computes what", tile[0]),
            format!("  sA {}  (m,k) to workgroup memory", layouts[0]),
            format!("  sB {}  (n,k) to workgroup memory", layouts[1]),
        ];
        self.text.begin(Part::Head);
        lines.iter().for_each(|line| self.line(0, &format!("// {line}")));
        self.line(0, "");
        if self.configuration.element == Element::F16 {
            self.line(0, "enable f16;");
            self.line(0, "");
        }
        self.text.begin(Part::Memory);
        bindings.iter().enumerate().for_each(|(place, binding)| self.line(0, &binding.wgsl(place)));
        self.line(0, "");
        let element = if self.sharing.fragment == 4 { "vec4<f32>" } else { "f32" };
        for (name, lines) in ["a", "b"].into_iter().zip(shared) {
            self.line(0, &format!("var<workgroup> shared_{name}: {};", lines.wgsl(element, *stages)));
        }
        self.line(0, "");
        let before = self.task.packing.map(|packing| packing.pass(&mut self.text)).transpose()?;
        self.text.begin(Part::Places);
        self.line(0, &format!("@compute @workgroup_size({})", self.sharing.threads));
        self.line(0, "fn gemm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32) {");
        Ok(before)
    }

    /// Where the tile of C begins. One that would reach beyond the end begins earlier: what it shares with the tile before
    /// is computed twice, from the same numbers in the same order, and written twice alike.
    fn starts(&mut self) {
        for (mode, (tile, name)) in [("tile_m", "m"), ("tile_n", "n")].into_iter().enumerate() {
            let (size, extent) = (self.size[mode], self.sharing.tile[mode]);
            self.start[mode] = if size.is_multiple_of(extent) {
                let tile = self.all.variable(tile, Bounded::up_to(self.tiles[mode] - 1));
                let extent = self.all.constant(extent);
                self.all.multiply(tile, extent)
            } else if size > extent {
                // In fours where vectors need it.
                let unit = if size.is_multiple_of(4) && extent.is_multiple_of(4) { 4 } else { 1 };
                let (step, last) = (extent / unit, (size - extent) / unit);
                let start = if unit == 4 { format!("{name}_quarter") } else { format!("{name}_start") };
                let ends = format!("the last tile ends with {} = {size}", name.to_uppercase());
                self.line(1, &format!("let {start} = min({tile} * {step}u, {last}u); // {ends}"));
                let start = self.all.variable(&start, Bounded::up_to(last));
                let unit = self.all.constant(unit);
                self.all.multiply(start, unit)
            } else {
                self.all.constant(0)
            };
        }
    }

    fn body(&mut self, [rows, columns]: &[Vec<Expression>; 2], shared: [Lines; 2]) -> Result<(), Refusal> {
        let pieces_a = self.pieces(Operand::A, shared[0])?;
        let pieces_b = self.pieces(Operand::B, shared[1])?;
        let reads = [self.reads(Operand::A, rows)?, self.reads(Operand::B, columns)?];
        let count = self.parts.per;

        self.line(1, "");
        self.text.begin(Part::Copies);
        self.line(1, "// The first tile, by way of registers.");
        for (operand, pieces) in [(Operand::A, &pieces_a), (Operand::B, &pieces_b)] {
            self.first(operand, pieces)?;
        }
        for (operand, pieces) in [(Operand::A, &pieces_a), (Operand::B, &pieces_b)] {
            self.store(1, operand, pieces, "");
        }
        self.line(1, "workgroupBarrier();");
        self.line(1, "");
        self.text.begin(Part::Products);
        self.line(1, "// The thread's values of C, by row.");
        self.accumulators(rows.len(), columns.len());
        self.line(1, "");
        let tile = Tile { pieces: [&pieces_a, &pieces_b], reads: &reads, shared };
        let (stages, together) = (self.sharing.stages, self.sharing.together.min(count - 1).max(1));
        // All tiles but the last bring another; as many of them as are written out together, in a loop.
        let loops = (count - 1) / together * together;
        let stage = |number: u32| if stages == 2 { Stage::Known(number % 2) } else { Stage::Only };
        if loops > 0 {
            let step = if together == 1 { "tile++".to_owned() } else { format!("tile += {together}u") };
            let fewer = self.parts.fewer;
            let end = if fewer == 0 {
                format!("{loops}u")
            } else {
                self.line(1, &format!("let end = select({loops}u, {}u, part == 0u);", loops.saturating_sub(fewer)));
                "end".to_owned()
            };
            self.line(1, &format!("for (var tile = 0u; tile < {end}; {step}) {{"));
            if together == 1 && stages == 2 {
                self.line(2, "let stage = tile % 2u;");
                self.tile(2, &tile, Stage::Counted, Some(("tile", 1)));
            } else {
                for number in 0..together {
                    self.tile(2, &tile, stage(number), Some(("tile", number + 1)));
                }
            }
            self.line(1, "}");
        }
        for number in loops..count - 1 {
            let next = if self.parts.fewer == 0 { ("", number + 1) } else { ("end", number + 1 - loops) };
            self.tile(1, &tile, stage(number), Some(next));
        }
        self.line(1, "// The last tile.");
        self.tile(1, &tile, stage(count - 1), None);
        self.line(1, "");
        self.text.begin(Part::WriteBack);
        match Staged::of(&self.task, self.sharing)? {
            Some(staged) => self.write_staged(rows, columns, staged),
            None => self.write_back(rows, columns),
        }
    }

    /// The name of an expression, with a `let` where it has none yet.
    fn named(&mut self, indent: usize, expression: Expression, prefix: &str, comment: &str) -> String {
        if self.all.is_plain(expression) {
            return self.all.wgsl(expression);
        }
        let (base, number) = self.all.without_constant(expression);
        if number != 0 {
            let base = self.named(indent, base, prefix, comment);
            return sum(&[base, format!("{number}u")]);
        }
        if let Some(name) = self.names.get(&expression) {
            return name.clone();
        }
        let taken = self.names.values().filter(|name| name.starts_with(prefix)).count();
        let name = format!("{prefix}{taken}");
        let wgsl = self.all.wgsl(expression);
        self.line(indent, &format!("let {name} = {wgsl}; // {comment}"));
        self.names.insert(expression, name.clone());
        name
    }

    /// One tile: the next is on its way while this one is multiplied, and then takes its place.
    fn tile(&mut self, indent: usize, tile: &Tile<'_>, stage: Stage, next: Option<(&str, u32)>) {
        let operands = [Operand::A, Operand::B];
        self.line(indent, "{");
        if let Some((counter, number)) = next {
            // Where the first tile was no whole one, the whole ones are counted from the second.
            let number = if self.missing == 0 { number } else { number - 1 };
            let next = match (counter, number) {
                ("", number) => format!("{number}u"),
                (counter, 0) => counter.to_owned(),
                (counter, number) => format!("{counter} + {number}u"),
            };
            let next = if self.parts.count == 1 { next } else { sum(&["first".to_owned(), next]) };
            self.line(indent + 1, &format!("let next = {next};"));
            operands.into_iter().zip(tile.pieces).for_each(|(operand, pieces)| self.later(indent + 1, operand, pieces));
        }
        let steps = self.sharing.tile[2];
        // A stage of its own may be written while this one is read.
        let rest = if next.is_some() && stage != Stage::Only { self.sharing.rest.min(steps - 1) } else { 0 };
        self.multiply(indent + 1, tile, stage, 0..steps - rest);
        if next.is_some() {
            if stage == Stage::Only {
                self.line(indent + 1, "workgroupBarrier();");
            }
            for (operand, pieces) in operands.into_iter().zip(tile.pieces) {
                let unit = tile.shared[operand.place()].stage();
                let offset = match stage {
                    Stage::Only | Stage::Known(1) => String::new(),
                    Stage::Known(_) => format!("{unit}u"),
                    Stage::Counted => format!("(1u - stage) * {unit}u"),
                };
                self.store(indent + 1, operand, pieces, &offset);
            }
            if rest > 0 {
                self.multiply(indent + 1, tile, stage, steps - rest..steps);
            }
            self.line(indent + 1, "workgroupBarrier();");
        }
        self.line(indent, "}");
    }
}

/// Returns true if a layout of workgroup memory keeps four numbers at a multiple of four of its first mode together.
fn keeps_fours(shared: &colex::AnyLayout) -> bool {
    vector_mode(shared) == Some(0)
}

/// `a + b + c` without what is zero or nothing.
fn sum(terms: &[String]) -> String {
    let terms = terms.iter().filter(|term| !matches!(term.as_str(), "0u" | "")).map(String::as_str).collect::<Vec<_>>();
    if terms.is_empty() { "0u".to_owned() } else { terms.join(" + ") }
}

/// `name * number`.
fn product(name: &str, number: u32) -> String {
    match number {
        0 => "0u".to_owned(),
        1 => name.to_owned(),
        number => format!("{name} * {number}u"),
    }
}
