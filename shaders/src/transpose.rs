//! The transpose of a matrix, through workgroup memory of any layout: `destination(c, r) = source(r, c)`.
//!
//! Each workgroup takes one tile. Naively it writes what it reads, and either side is far apart. Through workgroup
//! memory both sides are side by side, and the layout of that memory decides how often its banks collide. In blocks each
//! thread turns 4x4 numbers over in its registers, so that all it touches is four numbers wide;
//! where the threads stand in a square both sides touch whole sectors even without workgroup memory.
//!
//! ```
//! use colex_shaders::transpose::{Configuration, generate};
//!
//! let program = generate(&Configuration::for_size(64, 128)).unwrap();
//! assert_eq!(program.work.bytes, 2 * 4 * 64 * 128);
//! assert!(program.wgsl.contains("workgroupBarrier();"));
//! ```

mod blocks;
mod configuration;
pub mod row;
mod scalars;
mod tiling;
mod walk;

pub use configuration::{Configuration, Kind};
pub use tiling::{Tiling, Way};
pub use walk::Walk;

use colex::AnyLayout;
use colex::table::FlatLayout;

use crate::accesses::{Space, Touches};
use crate::classes::{Domain, Memory, Touch, Touched, Values, beyond};
use crate::expression::{Expression, Expressions};
use crate::index::{Bounds, index};
use crate::kernel::{Refusal, mismatched};
use crate::origin::Origins;
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work, seed};
use crate::random;
use crate::section::Part;
use crate::writer::{Writer, check_threads, grid, number};

/// Largest number of rows and columns of a tile.
pub const TILE_LIMIT: u32 = 256;

/// Largest number of numbers that one thread may take, all of them named in the text.
pub const VALUES_LIMIT: u32 = 64;

/// Largest number of tiles of a strip.
pub const STRIP_LIMIT: u32 = 64;

/// The kernel of a configuration.
///
/// Errors: [`Refusal::Mismatched`] where shapes, tile, threads and layouts do not fit together, and those of
/// [`Bounds::of`] and [`Origins::of`].
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    draft(configuration, false).map(|(program, _)| program)
}

/// Lists what all warps touch, instruction by instruction.
///
/// Errors: those of [`generate`].
pub fn accesses(configuration: &Configuration) -> Result<Touches, Refusal> {
    draft(configuration, true).map(|(_, touches)| touches)
}

/// The twin: number `k` of the destination is the number of the source at the exchanged coordinate, bit by bit.
///
/// Errors: those of [`generate`] that are about source and destination.
pub fn twin(configuration: &Configuration) -> Result<Twin, Refusal> {
    let sides = Sides::of(configuration)?;
    let source = FlatLayout::any(&configuration.source).map_err(Refusal::Algebra)?;
    let (rows, columns) = (u64::from(sides.rows), u64::from(sides.columns));
    let origins = sides.origins;
    let value = move |place: u64| {
        let linear = origins.at(place)?;
        let from = source.index(linear / columns + rows * (linear % columns)).ok()?;
        let value = random::value(seed(0), u32::try_from(from).ok()?);
        Some(Expectation { value: value.into(), tolerance: 0.0 })
    };
    Ok(Twin { binding: 1, elements: Elements::spread(sides.destination.cosize), value: Box::new(value) })
}

/// The two matrices, checked against each other.
struct Sides {
    rows: u32,
    columns: u32,
    source: Bounds,
    destination: Bounds,
    origins: Origins,
}

impl Sides {
    fn of(configuration: &Configuration) -> Result<Sides, Refusal> {
        let Configuration { source, destination, .. } = configuration;
        let [rows, columns] = sizes(source)?;
        if sizes(destination)? != [columns, rows] {
            return Err(mismatched(
                format!("the source is {rows}x{columns}, so the destination must be {columns}x{rows}"),
                format!("源矩阵为 {rows}x{columns}，目标矩阵就必须是 {columns}x{rows}"),
            ));
        }
        let origins = Origins::of(destination)?;
        Ok(Sides { rows, columns, source: Bounds::of(source)?, destination: Bounds::of(destination)?, origins })
    }
}

/// Rows and columns of a layout of rank 2.
fn sizes(layout: &AnyLayout) -> Result<[u32; 2], Refusal> {
    let bounds = Bounds::of(layout)?;
    if layout.rank() != 2 || layout.shape().is_leaf() {
        return Err(Refusal::WrongRank { layout: layout.to_string(), rank: layout.rank(), needed: 2 });
    }
    let rows = layout.innermost().at(&[0]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
    // It divides the number of elements.
    let rows = u32::try_from(rows.value()).unwrap_or(bounds.elements).max(1);
    Ok([rows, bounds.elements / rows])
}

/// A kernel while it is made.
struct Draft<'a> {
    configuration: &'a Configuration,
    rows: u32,
    columns: u32,
    all: Expressions,
    /// Which tile of its strip a workgroup is at, and the next.
    trip: Expression,
    next: Expression,
    tile_row: Expression,
    tile_column: Expression,
    thread: Expression,
    writer: Writer,
    touched: Touched,
    /// Tiles, or strips of them, below each other and side by side: the whole ones, and all.
    tiles: [[u32; 2]; 2],
    source: Memory,
    shared: Memory,
    destination: Memory,
    /// True if some tiles are cut off below and at the right.
    is_cut: [bool; 2],
}

/// Its kernel, and what its warps touch if that is wanted.
fn draft(configuration: &Configuration, is_touched: bool) -> Result<(Program, Touches), Refusal> {
    let Configuration { element, kind, tile, threads, walk, .. } = configuration;
    let (element, kind, [tile_rows, tile_columns], threads) = (*element, *kind, *tile, *threads);
    if !matches!(element, Element::F32 | Element::F16) {
        return Err(mismatched("the numbers are f32 or f16", "数字类型须为 f32 或 f16"));
    }
    check_threads(threads)?;
    if !(1..=TILE_LIMIT).contains(&tile_rows) || !(1..=TILE_LIMIT).contains(&tile_columns) {
        return Err(mismatched(
            format!("a tile of {tile_rows}x{tile_columns}, and its extents run from 1 to {TILE_LIMIT}"),
            format!("tile 为 {tile_rows}x{tile_columns}，而边长须在 1 到 {TILE_LIMIT} 之间"),
        ));
    }
    let sides = Sides::of(configuration)?;
    let wide = if matches!(kind, Kind::Blocks | Kind::Registers) { 4 } else { 1 };
    if wide == 4 && !(tile_rows.is_multiple_of(4) && tile_columns.is_multiple_of(4)) {
        return Err(mismatched(
            format!("a tile of {tile_rows}x{tile_columns} is not made of blocks of 4x4"),
            format!("{tile_rows}x{tile_columns} 的 tile 不能由 4x4 的小 tile 组成"),
        ));
    }
    let parts = tile_rows * tile_columns / (wide * wide);
    if !parts.is_multiple_of(threads) || tile_rows * tile_columns / threads > VALUES_LIMIT {
        let what = if wide == 4 { "blocks of 4x4" } else { "numbers" };
        let chinese = if wide == 4 { "个 4x4 小 tile" } else { "个数" };
        return Err(mismatched(
            format!(
                "{threads} threads do not share the {parts} {what} of a tile evenly, at most {VALUES_LIMIT} numbers each"
            ),
            format!("{threads} 个线程不能均分一个 tile 的 {parts} {chinese}，且每个线程最多 {VALUES_LIMIT} 个数"),
        ));
    }

    let strip = configuration.strip;
    let is_strip = strip.contains(&1) && strip.iter().all(|count| (1..=STRIP_LIMIT).contains(count));
    if !is_strip || (kind != Kind::Blocks && strip != [1, 1]) {
        let [rows, columns] = strip;
        return Err(mismatched(
            format!("a strip of {rows}x{columns} tiles; it has one row or one column of 1 to {STRIP_LIMIT}, in blocks"),
            format!(
                "条带为 {rows}x{columns} 个 tile；它应为一行或一列，含 1 到 {STRIP_LIMIT} 个 tile，且只用于小 tile 方式"
            ),
        ));
    }
    let reach = [tile_rows * strip[0], tile_columns * strip[1]];
    let [down, across] = configuration.lanes;
    let divides = |lanes: u32, extent: u32| lanes > 0 && (extent / 4).is_multiple_of(lanes);
    if kind == Kind::Registers && !(divides(down, tile_rows) && divides(across, tile_columns)) {
        return Err(mismatched(
            format!("{down}x{across} threads do not divide the blocks of a {tile_rows}x{tile_columns} tile"),
            format!("{down}x{across} 个线程不能整除 {tile_rows}x{tile_columns} tile 中的小 tile"),
        ));
    }
    let tiles = [sides.rows.div_ceil(reach[0]), sides.columns.div_ceil(reach[1])];
    let mut all = Expressions::new();
    let tile_row = all.digit("tile_row", tiles[0] - 1);
    let tile_column = all.digit("tile_column", tiles[1] - 1);
    let thread = all.digit("thread", threads - 1);
    let last = strip[0].max(strip[1]) - 1;
    let (trip, next) = (all.digit("trip", last), all.digit("next", last));

    let wide_element = match (element, wide) {
        (Element::F16, 4) => Element::F16x4,
        (_, 4) => Element::F32x4,
        (element, _) => element,
    };
    let memory = |name, space, cosize: u64| Memory {
        name,
        space,
        bytes: wide_element.bytes(),
        places: cosize.div_ceil(wide_element.lanes()),
    };
    let shared = match kind {
        Kind::Naive | Kind::Registers => 0,
        Kind::Scalars | Kind::Blocks => {
            let [rows, columns] = sizes(&configuration.shared)?;
            if [rows, columns] != *tile {
                return Err(mismatched(
                    format!("the tile is {tile_rows}x{tile_columns}, and its workgroup memory {rows}x{columns}"),
                    format!("tile 为 {tile_rows}x{tile_columns}，而其工作组内存为 {rows}x{columns}"),
                ));
            }
            Origins::of(&configuration.shared)?;
            Bounds::of(&configuration.shared)?.cosize
        }
    };
    let mut draft = Draft {
        configuration,
        rows: sides.rows,
        columns: sides.columns,
        all,
        trip,
        next,
        tile_row,
        tile_column,
        thread,
        writer: Writer::default(),
        touched: if is_touched { Touched::new() } else { Touched::of_none() },
        tiles: [[sides.rows / reach[0], tiles[0]], [sides.columns / reach[1], tiles[1]]],
        source: memory("source", Space::Global, sides.source.cosize),
        shared: memory("tile", Space::Shared, shared),
        destination: memory("destination", Space::Global, sides.destination.cosize),
        is_cut: [!sides.rows.is_multiple_of(reach[0]), !sides.columns.is_multiple_of(reach[1])],
    };
    let bytes = draft.shared.places.saturating_mul(wide_element.bytes());
    let shared_bytes = u32::try_from(bytes).map_err(|_| Refusal::TooMuchShared { bytes: u32::MAX, limit: u32::MAX })?;
    let groups = walk.groups(tiles)?;
    let groups_grid = grid(groups);

    let binding =
        |memory: &Memory, access| Binding { name: memory.name, element: wide_element, elements: memory.places, access };
    let bindings = vec![binding(&draft.source, Access::Read), binding(&draft.destination, Access::Write)];
    draft.header(wide_element, &bindings, tiles)?;
    number(&mut draft.writer, groups, groups_grid);
    draft.walk(tiles);
    match kind {
        Kind::Naive | Kind::Scalars => draft.scalars()?,
        Kind::Blocks => draft.blocks()?,
        Kind::Registers => draft.registers()?,
    }
    draft.writer.close("}");

    let elements = u64::from(sides.rows) * u64::from(sides.columns);
    let read = elements.min(sides.source.cosize);
    let (wgsl, sections) = draft.writer.finish();
    let program = Program {
        wgsl,
        sections,
        bindings,
        passes: vec![Pass { entry_point: "transpose", workgroups: groups_grid, threads }],
        shared_bytes,
        matrices: None,
        work: Work { bytes: (read + elements) * element.bytes(), flops: 0, is_integer: false },
    };
    Ok((program, draft.touched.finish()))
}

impl Draft<'_> {
    fn header(&mut self, element: Element, bindings: &[Binding], tiles: [u32; 2]) -> Result<(), Refusal> {
        let Configuration { source, destination, tile, shared, threads, .. } = self.configuration;
        let writer = &mut self.writer;
        writer.begin(Part::Head);
        writer.note("destination(c, r) = source(r, c) for every row r and column c of");
        writer.note(format!("  source       {source}"));
        writer.note(format!("  destination  {destination}"));
        let [rows, columns] = tile;
        let strips = match self.configuration.strip {
            [1, 1] => String::new(),
            [down, across] => format!("strips of {down} x {across} "),
        };
        let [down, across] = tiles;
        writer.note(format!("in {down} x {across} {strips}tiles of {rows} x {columns}, {threads} threads each."));
        if self.shared.places > 0 {
            writer.note("Workgroup memory holds number (r, c) of a tile at");
            writer.note(format!("  tile         {shared}"));
        }
        if element.is_half() {
            writer.line("");
            writer.line("enable f16;");
        }
        writer.line("");
        writer.begin(Part::Memory);
        for (index, binding) in bindings.iter().enumerate() {
            writer.line(binding.wgsl(index));
        }
        if self.shared.places > 0 {
            let places = self.shared.places;
            writer.line(format!("var<workgroup> tile: array<{}, {places}>;", element.wgsl()));
        }
        writer.line("");
        writer.begin(Part::Places);
        writer.line(format!("@compute @workgroup_size({threads})"));
        let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32";
        writer.open(format!("fn transpose({parameters}) {{"));
        Ok(())
    }

    /// From the number of a workgroup to its tile, and whether an edge cuts that.
    fn walk(&mut self, tiles: [u32; 2]) {
        self.configuration.walk.write(&mut self.writer, tiles);
        let writer = &mut self.writer;
        let Configuration { tile, strip, .. } = self.configuration;
        let whole = [self.rows / (tile[0] * strip[0]), self.columns / (tile[1] * strip[1])];
        let names = ["tile_row", "tile_column"].into_iter().zip(whole).zip(self.is_cut);
        let conditions = names.filter(|(_, is_cut)| *is_cut).map(|((name, whole), _)| format!("{name} < {whole}u"));
        let conditions = conditions.collect::<Vec<_>>();
        if !conditions.is_empty() {
            writer.note(format!("Tiles that the edge of {} x {} cuts go number by number.", self.rows, self.columns));
            writer.line(format!("let is_whole = {};", conditions.join(" && ")));
        }
    }

    fn is_cut(&self) -> bool {
        self.is_cut.contains(&true)
    }

    /// Row and column of the matrix, of those in a tile of the strip.
    fn global(&mut self, trip: Expression, row: Expression, column: Expression) -> (Expression, Expression) {
        let Configuration { tile, strip, .. } = self.configuration;
        let mut along = |group: Expression, [tile, strip]: [u32; 2], own: Expression| {
            let all = &mut self.all;
            let (reach, extent) = (all.constant(tile * strip), all.constant(tile));
            let first = all.multiply(group, reach);
            let skipped = all.multiply(trip, extent);
            let first = if strip > 1 { all.add(first, skipped) } else { first };
            all.add(first, own)
        };
        (along(self.tile_row, [tile[0], strip[0]], row), along(self.tile_column, [tile[1], strip[1]], column))
    }

    fn source_index(&mut self, row: Expression, column: Expression) -> Result<Expression, Refusal> {
        index(&mut self.all, &self.configuration.source, &[row, column])
    }

    fn destination_index(&mut self, row: Expression, column: Expression) -> Result<Expression, Refusal> {
        index(&mut self.all, &self.configuration.destination, &[column, row])
    }

    fn shared_index(&mut self, row: Expression, column: Expression) -> Result<Expression, Refusal> {
        index(&mut self.all, &self.configuration.shared, &[row, column])
    }

    /// Tiles of a strip.
    fn trips(&self) -> u32 {
        self.configuration.strip.iter().product()
    }

    /// An instruction on `memory`, written down for the analysis; and its subscript. Those of the matrices are of a row
    /// and a column, and are executed for all tiles of a strip, or for the first or the others of them.
    fn subscript(
        &mut self,
        (memory, is_store): (Memory, bool),
        index: Expression,
        place: Option<[Expression; 2]>,
        trips: Values,
        (name, comment): (&'static str, &str),
    ) -> String {
        let tiles = self.tiles.map(|[_, all]| Values::up_to(all));
        self.touch((memory, is_store), index, place, trips, tiles);
        self.writer.sum(&mut self.all, index, name, comment)
    }

    /// What lies beyond the edge in a vector is read and written as it was.
    fn kept(&mut self, index: Expression, place: [Expression; 2], trips: Values) {
        for tiles in beyond(&self.tiles) {
            if let [rows, columns] = tiles.as_slice() {
                self.touch((self.destination, false), index, Some(place), trips, [*rows, *columns]);
            }
        }
    }

    fn touch(
        &mut self,
        (memory, is_store): (Memory, bool),
        index: Expression,
        place: Option<[Expression; 2]>,
        trips: Values,
        tiles: [Values; 2],
    ) {
        let [rows, columns] = tiles.map(|run| Domain::Each(vec![run]));
        let trips = || Domain::Each(vec![trips]);
        // Of the tile that is at hand or of the next: an index is of one of them.
        let [trip, next] =
            if self.all.is_of(index, self.next) { [Domain::only(0), trips()] } else { [trips(), Domain::only(0)] };
        let domains = [rows, columns, Domain::Thread(&|thread| thread), trip, next];
        let sides = place.map(|[row, column]| [(row, self.rows), (column, self.columns)]);
        let guards = sides.into_iter().flatten().zip(self.is_cut).filter(|(_, is_cut)| *is_cut);
        let guards = guards.map(|(guard, _)| guard).collect::<Vec<_>>();
        let threads = self.configuration.threads;
        let touch = Touch { guards: &guards, ..Touch::of(memory, is_store, index, threads, &domains) };
        self.touched.push(&self.all, &touch);
    }
}
