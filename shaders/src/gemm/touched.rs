//! Accesses of the warps of the first workgroup of a product, instruction by instruction, from the same layouts as the
//! text.

use colex::AnyLayout;
use colex::table::FlatLayout;

use super::configuration::{Configuration, flat};
use super::matrices::{FRAGMENT, Fragments, Numbers, Operand};
use super::packed::Task;
use super::scheme::{Copy, Sharing};
use super::split::PARTIALS;
use crate::accesses::{Instruction, Space, WARP};
use crate::index::Bounds;
use crate::kernel::Refusal;
use crate::program::Element;

/// Number of steps along K that are looked at where each is the same but for its place.
const STEPS: u32 = 8;

/// The warps of a workgroup: their threads.
fn warps(threads: u64) -> impl Iterator<Item = std::ops::Range<u64>> {
    let warp = u64::from(WARP);
    (0..threads.div_ceil(warp)).map(move |number| number * warp..threads.min((number + 1) * warp))
}

/// Reads of one element of A and one of B for each step, here the first few, and the write of C.
pub(super) fn naive(
    configuration: &Configuration,
    [m, n, k]: [u32; 3],
    [along_m, along_n]: [u32; 2],
    is_along_n: bool,
) -> Result<Vec<Instruction>, Refusal> {
    let Configuration { a, b, c, .. } = configuration;
    let bytes = configuration.element.bytes();
    let place = |thread: u64| {
        let [across, up] = if is_along_n { [along_n, along_m] } else { [along_m, along_n] }.map(u64::from);
        let (x, y) = (thread % across.max(1), thread / across.max(1) % up.max(1));
        let [row, column] = if is_along_n { [y, x] } else { [x, y] };
        (row < u64::from(m) && column < u64::from(n)).then_some([row, column])
    };
    let touched = |memory, layout: &AnyLayout, is_store, places: &[[u64; 2]], coordinate: &dyn Fn([u64; 2]) -> u64| {
        let lines = flat(layout)?;
        let indices = places.iter().map(|place| index(&lines, coordinate(*place))).collect::<Result<Vec<_>, _>>()?;
        Ok(instruction(memory, Space::Global, is_store, bytes, indices, Bounds::of(layout)?.cosize))
    };
    let [m, n] = [m, n].map(u64::from);
    let mut all = Vec::new();
    for warp in warps(u64::from(along_m) * u64::from(along_n)) {
        let places = warp.filter_map(place).collect::<Vec<_>>();
        if places.is_empty() {
            continue;
        }
        for step in 0..u64::from(k.min(STEPS)) {
            all.push(touched("a", a, false, &places, &|[row, _]| row + step * m)?);
            all.push(touched("b", b, false, &places, &|[_, column]| column + step * n)?);
        }
        all.push(touched("c", c, true, &places, &|[row, column]| row + column * m)?);
    }
    Ok(all)
}

/// A tile from memory into workgroup memory, its fragments, and the tile of C back to memory.
pub(super) fn tiled(task: &Task<'_>, sharing: &Sharing) -> Result<Vec<Instruction>, Refusal> {
    let Task { configuration, size, buffers, .. } = *task;
    let mut all = Vec::new();
    let operands = [(&configuration.a, [buffers[0], "shared_a"]), (&configuration.b, [buffers[1], "shared_b"])];
    for (operand, (matrix, names)) in operands.into_iter().enumerate() {
        all.extend(copied(configuration, size, sharing, operand, matrix, names)?);
    }
    for (operand, (_, [_, name])) in operands.into_iter().enumerate() {
        all.extend(fragments(sharing, operand, name)?);
    }
    all.extend(written(task, sharing)?);
    Ok(all)
}

/// The copy of a tile: reads of a matrix, and writes to workgroup memory.
fn copied(
    configuration: &Configuration,
    size: [u32; 3],
    sharing: &Sharing,
    operand: usize,
    matrix: &AnyLayout,
    [memory, workgroup_memory]: [&'static str; 2],
) -> Result<Vec<Instruction>, Refusal> {
    let Copy { layout, vector, is_along_k, is_gathered, .. } = &sharing.copies[operand];
    let (extent, lines, steps) = (u64::from(sharing.tile[operand]), lines_of(matrix)?, u64::from(size[2]));
    let count = |mode: usize| {
        let size = layout.at(&[mode]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
        Ok(size.value().unsigned_abs())
    };
    let (threads, values) = (count(0)?, count(1)?);
    let (tv, source) = (FlatLayout::new(layout).map_err(Refusal::Algebra)?, flat(matrix)?);
    let shared = flat(&sharing.shared[operand])?;
    let (width, four) = (u64::from(*vector), u64::from(sharing.fragment) == 4);
    let mut all = Vec::new();
    let values = (0..values).step_by(usize::try_from(*vector).unwrap_or(1));
    for (value, warp) in values.flat_map(|value| warps(threads).map(move |warp| (value, warp))) {
        let elements = warp.map(|thread| index(&tv, thread + threads * value)).collect::<Result<Vec<_>, _>>()?;
        let place = |element: &u64| (element % extent, element / extent);
        let (reads, width_of_read) = if *is_gathered { (4, 1) } else { (1, width) };
        for lane in 0..reads {
            let lane = if *is_along_k { extent * lane } else { lane };
            let read = elements.iter().map(|element| place(&(element + lane))).map(|(line, step)| {
                let (line, step) = (line.min(lines - 1), step.min(steps - 1));
                Ok(index(&source, line + step * lines)? / width_of_read)
            });
            let read = read.collect::<Result<Vec<_>, Refusal>>()?;
            let bytes = configuration.element.bytes() * width_of_read;
            let cosize = Bounds::of(matrix)?.cosize.div_ceil(width_of_read);
            all.push(instruction(memory, Space::Global, false, bytes, read, cosize));
        }
        let cosize = Bounds::of(&sharing.shared[operand])?.cosize;
        if width == 4 && !is_along_k && four {
            let to = elements
                .iter()
                .map(|element| Ok(index(&shared, *element)? / 4))
                .collect::<Result<Vec<_>, Refusal>>()?;
            all.push(instruction(workgroup_memory, Space::Shared, true, 16, to, cosize.div_ceil(4)));
            continue;
        }
        for lane in 0..width {
            let next = if *is_along_k { extent * lane } else { lane };
            let to = elements.iter().map(|element| index(&shared, element + next)).collect::<Result<Vec<_>, _>>()?;
            all.push(instruction(workgroup_memory, Space::Shared, true, 4, to, cosize));
        }
    }
    Ok(all)
}

/// Lists what a thread reads of a tile for each of its steps.
fn fragments(sharing: &Sharing, operand: usize, memory: &'static str) -> Result<Vec<Instruction>, Refusal> {
    let compute = FlatLayout::new(&sharing.compute).map_err(Refusal::Algebra)?;
    let layout = &sharing.shared[operand];
    let (shared, cosize) = (flat(layout)?, Bounds::of(layout)?.cosize);
    let [rows, columns] = sharing.values.map(u64::from);
    let (extent, threads) = (u64::from(sharing.tile[0]), u64::from(sharing.threads));
    let (count, scale) = if operand == 0 { (rows, 1) } else { (columns, rows) };
    let width = u64::from(sharing.fragment);
    let mut all = Vec::new();
    for step in 0..u64::from(sharing.tile[2]) {
        let values = (0..count).step_by(usize::try_from(width).unwrap_or(1));
        for (value, warp) in values.flat_map(|value| warps(threads).map(move |warp| (value, warp))) {
            let read = warp.map(|thread| {
                let element = index(&compute, thread + threads * value * scale)?;
                let line = if operand == 0 { element % extent } else { element / extent };
                Ok(index(&shared, line + u64::from(sharing.tile[operand]) * step)? / width)
            });
            let read = read.collect::<Result<Vec<_>, Refusal>>()?;
            all.push(instruction(memory, Space::Shared, false, 4 * width, read, cosize.div_ceil(width)));
        }
    }
    Ok(all)
}

/// Tiles from memory, or from what was packed of it, into workgroup memory, and their fragments as a warp reads them: lines of eight numbers, a line each
/// thread. How fragments of C are written is the driver's.
pub(super) fn matrices(configuration: &Configuration, fragments: &Fragments) -> Result<Vec<Instruction>, Refusal> {
    let fragments = &fragments.suited(configuration);
    let (threads, mut all) = (u64::from(fragments.threads()), Vec::new());
    let packing = fragments.packing(configuration, configuration.size()?);
    let configuration = packing.as_ref().map_or(configuration, |packing| packing.inner().0);
    let Some(numbers) = Numbers::of(configuration.element) else { return Ok(Vec::new()) };
    let operands = Operand::both(configuration, fragments, numbers)?;
    let (depth, bytes) = (u64::from(numbers.depth), configuration.element.bytes());
    for (operand, matrix) in operands.iter().zip([&configuration.a, &configuration.b]) {
        let (lines, source, cosize) = (lines_of(matrix)?, flat(matrix)?, Bounds::of(matrix)?.cosize);
        let (extent, steps) = (u64::from(fragments.tile[operand.place]), u64::from(operand.steps));
        let width = u64::from(numbers.vector);
        if operand.is_direct {
            continue;
        }
        for (number, warp) in
            (0..extent * steps / width / threads).flat_map(|number| warps(threads).map(move |warp| (number, warp)))
        {
            let places = warp.map(|thread| operand.copied(number * threads + thread, extent)).collect::<Vec<_>>();
            let read = places.iter().map(|[own, k]| Ok(index(&source, own + k * lines)? / width));
            let read = read.collect::<Result<Vec<_>, Refusal>>()?;
            all.push(instruction(operand.name, Space::Global, false, bytes * width, read, cosize.div_ceil(width)));
            let to = places.iter().map(|place| operand.shared(*place) / width).collect();
            all.push(instruction(
                operand.memory(),
                Space::Shared,
                true,
                bytes * width,
                to,
                operand.all().div_ceil(width),
            ));
        }
    }
    for (operand, matrix) in operands.iter().zip([&configuration.a, &configuration.b]) {
        let fragment = u64::from(FRAGMENT);
        // Sixteen bytes.
        let width = depth / 2;
        let (lines, source, cosize) = (lines_of(matrix)?, flat(matrix)?, Bounds::of(matrix)?.cosize);
        for (i, k) in (0..u64::from(operand.extent) / fragment)
            .flat_map(|i| (0..u64::from(operand.steps) / depth).map(move |k| (i, k)))
        {
            let read = (0..u64::from(WARP)).map(|lane| {
                let (line, half) = (lane % fragment, width * (lane / fragment));
                let [own, other] = if operand.is_along_k { [line, half] } else { [half, line] };
                let place = [fragment * i + own, depth * k + other];
                match operand.is_direct {
                    true => Ok(index(&source, place[0] + place[1] * lines)? / width),
                    false => Ok(operand.shared(place) / width),
                }
            });
            let read = read.collect::<Result<Vec<_>, Refusal>>()?;
            if operand.is_direct {
                all.push(instruction(operand.name, Space::Global, false, bytes * width, read, cosize.div_ceil(width)));
                continue;
            }
            all.push(instruction(
                operand.memory(),
                Space::Shared,
                false,
                bytes * width,
                read,
                operand.all().div_ceil(width),
            ));
        }
    }
    Ok(all)
}

/// The writes of C.
fn written(task: &Task<'_>, sharing: &Sharing) -> Result<Vec<Instruction>, Refusal> {
    let compute = FlatLayout::new(&sharing.compute).map_err(Refusal::Algebra)?;
    let [_, _, c] = task.layouts();
    let lines = lines_of(c)?;
    let (c, cosize) = (flat(c)?, Bounds::of(c)?.cosize);
    let (name, element) =
        if task.split.is_some() { (PARTIALS, Element::F32) } else { ("c", task.configuration.element) };
    let [rows, columns] = sharing.values.map(u64::from);
    let [m, n] = task.target().map(u64::from);
    let (extent, threads) = (u64::from(sharing.tile[0]), u64::from(sharing.threads));
    let vector_c = sharing.vector_c.filter(|_| sharing.fragment == 4);
    let (row_step, column_step) = match vector_c {
        Some(0) => (4, 1),
        Some(_) => (1, 4),
        None => (1, 1),
    };
    let width = if vector_c.is_some() { 4 } else { 1 };
    let mut all = Vec::new();
    for row in (0..rows).step_by(row_step) {
        for column in (0..columns).step_by(column_step) {
            for warp in warps(threads) {
                let mut indices = Vec::new();
                for thread in warp {
                    let element = index(&compute, thread + threads * (row + rows * column))?;
                    let (row, column) = (element % extent, element / extent);
                    if row < m && column < n {
                        indices.push(index(&c, row + column * lines)? / width);
                    }
                }
                if !indices.is_empty() {
                    let bytes = element.bytes() * width;
                    all.push(instruction(name, Space::Global, true, bytes, indices, cosize.div_ceil(width)));
                }
            }
        }
    }
    Ok(all)
}

/// The extent of the first mode of a matrix.
fn lines_of(matrix: &AnyLayout) -> Result<u64, Refusal> {
    let size = matrix.at(&[0]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
    Ok(size.value().unsigned_abs())
}

fn index(layout: &FlatLayout, coordinate: u64) -> Result<u64, Refusal> {
    layout.index(coordinate).map(i64::unsigned_abs).map_err(Refusal::Algebra)
}

fn instruction(
    memory: &'static str,
    space: Space,
    is_store: bool,
    bytes: u64,
    indices: Vec<u64>,
    places: u64,
) -> Instruction {
    Instruction { memory, space, is_store, bytes, indices, largest: places.saturating_sub(1), places }
}
