//! The copy from one layout to another: `destination(c) = source(c)`, by threads that a thread-value layout assigns.
//!
//! A tile of coordinates is taken by one workgroup; thread `t` copies as its value `v` the coordinate
//! `thread_values(t, v)` of the tile. What neighbouring threads copy is as far apart as that layout says, and nothing
//! mends it. Only four values of one thread that lie side by side in both layouts become one `vec4`.
//!
//! ```
//! use colex_shaders::copy::{Configuration, generate};
//!
//! let program = generate(&Configuration::for_size(1 << 20)).unwrap();
//! assert_eq!(program.passes[0].workgroups, [1024, 1, 1]);
//! assert!(program.wgsl.contains("let read_at = number * 256u + thread;"));
//! assert!(program.wgsl.contains("destination[read_at] = a0;"));
//! ```

mod configuration;
pub mod row;
mod runs;

pub use configuration::{Configuration, RANK_LIMIT, VALUES_LIMIT};

use std::num::NonZeroU32;

use colex::table::FlatLayout;
use colex::{AnyLayout, Layout};

use crate::accesses::{Space, Touches};
use crate::classes::{Domain, Memory, Touch, Touched, Values, beyond};
use crate::expression::{Expression, Expressions};
use crate::index::{Bounds, index};
use crate::kernel::{Refusal, mismatched};
use crate::make::{fixed, nested};
use crate::origin::{Origins, distinct};
use crate::program::{Access, Binding, Element, Elements, Expectation, Pass, Program, Twin, Work, seed};
use crate::random;
use crate::section::Part;
use crate::writer::{Writer, check_threads, grid, number};
use runs::Move;

impl Configuration {
    /// The best one known for two layouts. Where the numbers lie side by side in both, in one order, they are one line,
    /// whatever the shape: `source o R` and `destination o R` with `R` their largest common layout are the same copy.
    /// Else [`Configuration::for_layouts`].
    ///
    /// Law: its source and destination are these, or both this line; [`twin`] of the layouts themselves says what either
    /// must write.
    pub fn fitting(source: AnyLayout, destination: AnyLayout) -> Configuration {
        let line = || {
            let (from, to) = (fixed(source.plain()?).ok()?, fixed(destination.plain()?).ok()?);
            let common = from.max_common_layout(&to).ok()?.size().ok()?.value();
            let is_all = [&from, &to].iter().all(|side| side.size().is_ok_and(|size| size.value() == common));
            let sizes = |side: &Layout| {
                (0..side.rank()).map(|mode| side.at(&[mode])?.size()).collect::<colex::Result<Vec<_>>>()
            };
            // Coordinates are the same on both sides, mode by mode.
            let is_congruent = sizes(&from).ok()? == sizes(&to).ok()?;
            u32::try_from(common).ok().filter(|_| is_all && is_congruent)
        };
        match line() {
            Some(elements) => Configuration::for_size(elements),
            None => Configuration::for_layouts(source, destination),
        }
    }

    /// A good one for two layouts: of rank 2 tiles of 1024 numbers, as long as there are along the mode in which the source
    /// is side by side, four numbers a thread where both layouts have them together; of other rank 1-D coordinates.
    pub fn for_layouts(source: AnyLayout, destination: AnyLayout) -> Configuration {
        let is_matrix = |layout: &AnyLayout| layout.rank() == 2 && !layout.shape().is_leaf();
        if !is_matrix(&source) || !is_matrix(&destination) {
            return Configuration::lines(source, destination, 256, 1);
        }
        let first = source.innermost().at(&[0]);
        let is_column_major = first.is_ok_and(|mode| {
            let strides = mode.stride().leaves();
            strides.iter().any(|stride| stride.int().is_some_and(|stride| stride.value() == 1))
        });
        let extents = extents(&source, 2).unwrap_or_default();
        let length = extents.get(usize::from(!is_column_major)).copied().unwrap_or(1);
        let length = length.clamp(4, 1024).next_power_of_two();
        let lines = 1024 / length;
        // In the tile, a step along the mode that is side by side, and one across.
        let (tile, along, across) =
            if is_column_major { (vec![length, lines], 1, length) } else { (vec![lines, length], lines, 1) };
        let by_fours = nested(&[&[(length / 4, 4 * along), (lines, across)], &[(4, along)]]);
        let configuration = Configuration { source, destination, element: Element::F32, tile, thread_values: by_fours };
        if draft(&configuration, false)
            .is_ok_and(|(program, _)| program.bindings.iter().all(|it| it.element.lanes() == 1))
        {
            // Number by number it is the threads that lie side by side.
            let thread_values = match length.checked_div(256) {
                Some(rounds @ 1..) => nested(&[&[(256, along)], &[(rounds, 256 * along), (lines, across)]]),
                _ => nested(&[&[(length, along), (256 / length, across)], &[(4, 256 / length * across)]]),
            };
            return Configuration { thread_values, ..configuration };
        }
        configuration
    }
}

/// The kernel of a configuration.
///
/// Errors: [`Refusal::Mismatched`] where shapes, tile and threads do not fit together, and those of [`Bounds::of`] and
/// [`Origins::of`].
pub fn generate(configuration: &Configuration) -> Result<Program, Refusal> {
    draft(configuration, false).map(|(program, _)| program)
}

/// Lists what all warps touch, instruction by instruction.
///
/// Errors: those of [`generate`].
pub fn accesses(configuration: &Configuration) -> Result<Touches, Refusal> {
    draft(configuration, true).map(|(_, touches)| touches)
}

/// The twin: number `k` of the destination is the number of the source at the same coordinate, bit by bit.
///
/// Errors: those of [`generate`] that are about source and destination.
pub fn twin(configuration: &Configuration) -> Result<Twin, Refusal> {
    let Sides { destination, origins, .. } = Sides::of(configuration)?;
    let source = FlatLayout::any(&configuration.source).map_err(Refusal::Algebra)?;
    let value = move |place: u64| {
        let from = source.index(origins.at(place)?).ok()?;
        let value = random::value(seed(0), u32::try_from(from).ok()?);
        Some(Expectation { value: value.into(), tolerance: 0.0 })
    };
    Ok(Twin { binding: 1, elements: Elements::spread(destination.cosize), value: Box::new(value) })
}

/// The two layouts, checked against each other and the tile.
struct Sides {
    /// The extents of the modes that are tiled.
    extents: Vec<u32>,
    source: Bounds,
    destination: Bounds,
    origins: Origins,
}

impl Sides {
    fn of(configuration: &Configuration) -> Result<Sides, Refusal> {
        let Configuration { source, destination, tile, .. } = configuration;
        if tile.is_empty() || tile.len() > RANK_LIMIT || tile.contains(&0) {
            return Err(mismatched(
                format!("a tile has 1 to {RANK_LIMIT} extents, each 1 or more"),
                format!("tile 须有 1 到 {RANK_LIMIT} 个不小于 1 的边长"),
            ));
        }
        let extents = extents(source, tile.len())?;
        let theirs = self::extents(destination, tile.len())?;
        if extents != theirs {
            return Err(mismatched(
                format!("the source has extents {extents:?} and the destination {theirs:?}"),
                format!("源布局的边长为 {extents:?}，而目标布局的边长为 {theirs:?}"),
            ));
        }
        let origins = Origins::of(destination)?;
        Ok(Sides { extents, source: Bounds::of(source)?, destination: Bounds::of(destination)?, origins })
    }
}

/// The modes of a layout by their smallest strides: the one that runs fastest through memory first.
fn running(layout: &AnyLayout, rank: usize) -> Vec<usize> {
    let smallest = |mode: &usize| {
        let mode = layout.innermost().at(&[*mode]).ok()?;
        let (extents, strides) = (mode.shape().leaves(), mode.stride().leaves());
        let steps = extents.iter().zip(strides).filter(|(extent, _)| extent.value() > 1);
        steps.filter_map(|(_, stride)| Some(stride.int()?.value().unsigned_abs())).filter(|step| *step > 0).min()
    };
    let mut order = (0..rank).collect::<Vec<_>>();
    // A mode that does not run at all comes last.
    order.sort_by_key(|mode| smallest(mode).unwrap_or(u64::MAX));
    order
}

/// The sizes of the modes of a layout, or its size where one is asked for.
fn extents(layout: &AnyLayout, rank: usize) -> Result<Vec<u32>, Refusal> {
    let bounds = Bounds::of(layout)?;
    if rank == 1 {
        return Ok(vec![bounds.elements]);
    }
    if layout.rank() != rank || layout.shape().is_leaf() {
        return Err(Refusal::WrongRank { layout: layout.to_string(), rank: layout.rank(), needed: rank });
    }
    let size = |mode: usize| {
        let size = layout.innermost().at(&[mode]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
        // It divides the number of elements.
        Ok(u32::try_from(size.value()).unwrap_or(bounds.elements))
    };
    (0..rank).map(size).collect()
}

/// Its kernel, and what its warps touch if that is wanted.
fn draft(configuration: &Configuration, is_touched: bool) -> Result<(Program, Touches), Refusal> {
    let Configuration { source, destination, element, tile, thread_values } = configuration;
    if !matches!(element, Element::F32 | Element::F16) {
        return Err(mismatched("the numbers are f32 or f16", "数字类型须为 f32 或 f16"));
    }
    let sides = Sides::of(configuration)?;
    let (threads, values) = checked_threads(configuration)?;

    let counts = sides.extents.iter().zip(tile).map(|(extent, tile)| extent.div_ceil(*tile)).collect::<Vec<_>>();
    let groups = counts.iter().map(|count| u64::from(*count)).product::<u64>();
    let limit = crate::index::SIZE_LIMIT;
    let workgroups = u32::try_from(groups).unwrap_or(u32::MAX);
    if workgroups > limit {
        return Err(Refusal::TooManyWorkgroups { workgroups, limit });
    }
    let groups_grid = grid(workgroups);

    let mut all = Expressions::new();
    let thread = all.digit("thread", threads - 1);
    let names = (0..tile.len()).map(|mode| if tile.len() == 1 { "number".to_owned() } else { format!("tile{mode}") });
    let names = names.collect::<Vec<_>>();
    let tiles = names.iter().zip(&counts).map(|(name, count)| all.digit(name, count - 1));
    let tiles = tiles.collect::<Vec<_>>();
    let coordinates = (0..values)
        .map(|value| coordinate(&mut all, configuration, thread, value, &tiles))
        .collect::<Result<Vec<_>, _>>()?;
    let moves = match runs::fours(&mut all, configuration, &coordinates)? {
        Some(moves) => moves,
        None => coordinates
            .into_iter()
            .map(|coordinate| {
                let from = index(&mut all, source, &coordinate)?;
                let to = index(&mut all, destination, &coordinate)?;
                Ok(Move { from, to, coordinate, along: None })
            })
            .collect::<Result<Vec<_>, Refusal>>()?,
    };
    let is_wide = moves.iter().all(|each| each.along.is_some());
    let held = match (element, is_wide) {
        (Element::F16, true) => Element::F16x4,
        (_, true) => Element::F32x4,
        (element, false) => *element,
    };
    let memory = |name, cosize: u64| Memory {
        name,
        space: Space::Global,
        bytes: held.bytes(),
        places: cosize.div_ceil(held.lanes()),
    };
    let (read, written) = (memory("source", sides.source.cosize), memory("destination", sides.destination.cosize));
    let binding =
        |memory: &Memory, access| Binding { name: memory.name, element: held, elements: memory.places, access };
    let bindings = vec![binding(&read, Access::Read), binding(&written, Access::Write)];

    let mut writer = Writer::default();
    writer.begin(Part::Head);
    writer.note("destination(c) = source(c) for every coordinate c of");
    writer.note(format!("  source       {source}"));
    writer.note(format!("  destination  {destination}"));
    let size = |extents: &[u32]| extents.iter().map(u32::to_string).collect::<Vec<_>>().join(" x ");
    writer.note(format!("in {} tiles of {}. Thread t takes as its value v coordinate", size(&counts), size(tile)));
    writer.note(format!("  (t, v)       {thread_values}"));
    let fours = "of its tile. Four values at a time lie side by side in both, and are one vec4.";
    writer.note(if is_wide { fours } else { "of its tile." });
    if held.is_half() {
        writer.line("");
        writer.line("enable f16;");
    }
    writer.line("");
    writer.begin(Part::Memory);
    bindings.iter().enumerate().for_each(|(index, binding)| writer.line(binding.wgsl(index)));
    writer.line("");
    writer.begin(Part::Places);
    writer.line(format!("@compute @workgroup_size({threads})"));
    let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) thread: u32";
    writer.open(format!("fn copy({parameters}) {{"));
    number(&mut writer, workgroups, groups_grid);
    if tile.len() > 1 {
        writer.note("What is written at the same time lies together: the tiles are counted as the destination runs.");
        let mut before = 1_u64;
        let order = running(destination, tile.len());
        let last = order.last().copied();
        for mode in order {
            let (Some(name), Some(count)) = (names.get(mode), counts.get(mode)) else { continue };
            let rest = if before == 1 { "number".to_owned() } else { format!("number / {before}u") };
            let rest = if Some(mode) == last { rest } else { format!("{rest} % {count}u") };
            writer.line(format!("let {name} = {rest}; // mode {mode} of the tiles"));
            before *= u64::from(*count);
        }
    }

    let cut = sides.extents.iter().zip(tile).map(|(extent, tile)| !extent.is_multiple_of(*tile)).collect::<Vec<_>>();
    let mut touched = if is_touched { Touched::new() } else { Touched::of_none() };
    let whole = sides.extents.iter().zip(tile).zip(&counts).map(|((extent, tile), count)| [extent / tile, *count]);
    let whole = whole.collect::<Vec<_>>();
    for each in &moves {
        let is_parted = is_parted(&mut all, each, &sides.extents, &cut);
        let cuts = each.coordinate.iter().zip(&sides.extents).zip(&cut).filter(|(_, cut)| **cut);
        let guards = cuts.map(|((value, extent), _)| (*value, *extent)).collect::<Vec<_>>();
        let mut touch = |memory, is_store, index, tiles: &[Values]| {
            let tiles = tiles.iter().map(|run| Domain::Each(vec![*run]));
            let domains = std::iter::once(Domain::Thread(&|thread| thread)).chain(tiles).collect::<Vec<_>>();
            touched.push(&all, &Touch { guards: &guards, ..Touch::of(memory, is_store, index, threads, &domains) });
        };
        let tiles = counts.iter().map(|count| Values::up_to(*count)).collect::<Vec<_>>();
        touch(read, false, each.from, &tiles);
        touch(written, true, each.to, &tiles);
        if is_parted {
            // What is beyond the edge is read, and written as it was.
            beyond(&whole).iter().for_each(|tiles| touch(written, false, each.to, tiles));
        }
    }
    let mut lines = Vec::new();
    for each in &moves {
        let by_four = if is_wide { ", by four" } else { "" };
        let from = writer.sum(&mut all, each.from, "read_at", &format!("source at the coordinate{by_four}"));
        let to = writer.sum(&mut all, each.to, "write_at", &format!("destination at the coordinate{by_four}"));
        let guard = guard(&mut all, &mut writer, each, &sides.extents, &cut);
        lines.push((from, to, guard));
    }
    writer.begin(Part::Copies);
    let is_cut = cut.contains(&true);
    let has_whole = sides.extents.iter().zip(tile).all(|(extent, tile)| extent >= tile);
    if is_cut && has_whole {
        let whole = names.iter().zip(&sides.extents).zip(tile).zip(&cut).filter(|(_, is_cut)| **is_cut);
        let whole = whole.map(|(((name, extent), tile), _)| format!("{name} < {}u", extent / tile));
        writer.open(format!("if ({}) {{", whole.collect::<Vec<_>>().join(" && ")));
    }
    if has_whole {
        let values = || lines.iter().enumerate();
        values().for_each(|(value, (from, _, _))| writer.line(format!("let a{value} = source[{from}];")));
        values().for_each(|(value, (_, to, _))| writer.line(format!("destination[{to}] = a{value};")));
    }
    if is_cut && has_whole {
        writer.close("} else {");
    }
    if is_cut {
        writer.note(format!("The edge of {} cuts this tile.", size(&sides.extents)));
        for (from, to, guard) in &lines {
            writer.open(format!("if ({}) {{", guard.condition));
            match &guard.inside {
                None => writer.line(format!("destination[{to}] = source[{from}];")),
                // No other thread writes these four numbers: what is beyond the edge stays as it is.
                Some(inside) => {
                    writer.line(format!("destination[{to}] = select(destination[{to}], source[{from}], {inside});"));
                }
            }
            writer.close("}");
        }
    }
    if is_cut && has_whole {
        writer.close("}");
    }
    writer.close("}");

    let elements = u64::from(sides.source.elements);
    let distinct = distinct(source)?.min(sides.source.cosize);
    let (wgsl, sections) = writer.finish();
    let program = Program {
        wgsl,
        sections,
        bindings,
        passes: vec![Pass { entry_point: "copy", workgroups: groups_grid, threads }],
        shared_bytes: 0,
        matrices: None,
        work: Work { bytes: (distinct + elements) * element.bytes(), flops: 0, is_integer: false },
    };
    Ok((program, touched.finish()))
}

/// Threads and values of a thread-value layout that takes every coordinate of the tile once.
fn checked_threads(configuration: &Configuration) -> Result<(u32, u32), Refusal> {
    let Configuration { tile, thread_values, .. } = configuration;
    let pair = extents(thread_values, 2)?;
    let (threads, values) = (pair.first().copied().unwrap_or(0), pair.get(1).copied().unwrap_or(0));
    check_threads(threads)?;
    if values > VALUES_LIMIT {
        return Err(mismatched(
            format!("{thread_values} gives each thread {values} values, and at most {VALUES_LIMIT} fit in a kernel"),
            format!("{thread_values} 给每个线程 {values} 个值，而 kernel 最多容纳 {VALUES_LIMIT} 个"),
        ));
    }
    let size = tile.iter().try_fold(1_u32, |size, extent| size.checked_mul(*extent));
    let bounds = Bounds::of(thread_values)?;
    if size != Some(bounds.elements) || bounds.cosize > u64::from(bounds.elements) {
        let extents = tile.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
        return Err(mismatched(
            format!("{thread_values} does not take each element of a {extents} tile once"),
            format!("{thread_values} 没有恰好一次地取遍 {extents} tile 的每个元素"),
        ));
    }
    Origins::of(thread_values)?;
    Ok((threads, values))
}

/// The coordinate of a thread's value, mode by mode.
fn coordinate(
    all: &mut Expressions,
    configuration: &Configuration,
    thread: Expression,
    value: u32,
    tiles: &[Expression],
) -> Result<Vec<Expression>, Refusal> {
    let value = all.constant(value);
    let mut rest = index(all, &configuration.thread_values, &[thread, value])?;
    let mut coordinate = Vec::with_capacity(tiles.len());
    for (mode, (tile, extent)) in tiles.iter().zip(&configuration.tile).enumerate() {
        let extent = NonZeroU32::new(*extent).unwrap_or(NonZeroU32::MIN);
        let digit = if mode + 1 == tiles.len() { rest } else { all.remainder(rest, extent) };
        rest = all.divide(rest, extent);
        let extent = all.constant(extent.get());
        let first = all.multiply(*tile, extent);
        coordinate.push(all.add(first, digit));
    }
    Ok(coordinate)
}

/// Under which condition an access lies inside, and which of four do where the edge may cut them.
struct Guard {
    condition: String,
    inside: Option<String>,
}

fn guard(all: &mut Expressions, writer: &mut Writer, each: &Move, extents: &[u32], cut: &[bool]) -> Guard {
    let mut conditions = Vec::new();
    let mut inside = None;
    for (mode, ((value, extent), _)) in
        each.coordinate.iter().zip(extents).zip(cut).enumerate().filter(|(_, (_, cut))| **cut)
    {
        let text = writer.sum(all, *value, "at", &format!("the coordinate in mode {mode}"));
        conditions.push(format!("{text} < {extent}u"));
        if each.along == Some(mode) && is_parted(all, each, extents, cut) {
            inside = Some(format!("vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>({extent}u - ({text}))"));
        }
    }
    Guard { condition: conditions.join(" && "), inside }
}

/// Returns true if an edge may cut four numbers that are copied at once.
fn is_parted(all: &mut Expressions, each: &Move, extents: &[u32], cut: &[bool]) -> bool {
    const FOUR: NonZeroU32 = NonZeroU32::new(4).unwrap();
    let along = each.along.filter(|mode| cut.get(*mode) == Some(&true));
    let place = along.and_then(|mode| Some((*each.coordinate.get(mode)?, *extents.get(mode)?)));
    place.is_some_and(|(value, extent)| {
        let over = all.remainder(value, FOUR);
        !(extent.is_multiple_of(4) && all.value(over) == Some(0))
    })
}
