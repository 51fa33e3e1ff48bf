//! What the warps of a product touch in all its passes, instruction by instruction, from the same layouts as the text.

use colex::table::FlatLayout;

use super::buffers::{added, buffer, indexed};
use super::configuration::{Configuration, flat};
use super::matrices::{FRAGMENT, Fragments, Numbers, Operand, split_of};
use super::packed::Task;
use super::scheme::{Copy, Sharing};
use super::split::{PARTIALS, Parts};
use super::tiled::{Staged, placed, shares, vectors};
use crate::accesses::{Covers, Space, Touches, WARP};
use crate::classes::{Domain, Memory, Touch, Touched, Values};
use crate::expression::{Expressions, Range};
use crate::index::Bounds;
use crate::kernel::Refusal;
use crate::program::Element;

/// Workgroup memory, touched by threads at these places.
fn shared(touched: &mut Touched, memory: Memory, is_store: bool, places: &[u32], times: u64) {
    let mut all = Expressions::new();
    let at = all.variable("at", Range::up_to(places.iter().copied().max().unwrap_or(0)));
    let of = of_thread(places);
    let threads = u32::try_from(places.len()).unwrap_or(0);
    let domains = [Domain::Thread(&of)];
    let touch = Touch::of(memory, is_store, at, threads, &domains);
    touched.push(&all, &Touch { times, ..touch });
}

/// What a thread has of such a list.
fn of_thread(list: &[u32]) -> impl Fn(u32) -> u32 {
    |thread| list.get(thread as usize).copied().unwrap_or(0)
}

/// A workgroup's first line: a variable, the number that it is a multiple of, and its values. A tile that would reach
/// beyond the end begins earlier.
fn start(size: u32, extent: u32) -> (u32, Vec<Values>) {
    if size.is_multiple_of(extent) {
        return (extent, vec![Values::up_to(size / extent)]);
    }
    if size < extent {
        return (1, vec![Values::only(0)]);
    }
    let unit = if size.is_multiple_of(4) && extent.is_multiple_of(4) { 4 } else { 1 };
    let whole = Values { first: 0, step: extent / unit, count: size / extent };
    (unit, vec![whole, Values::only((size - extent) / unit)])
}

/// Reads of one element of A and one of B for each step, and the write of C.
pub(super) fn naive(
    configuration: &Configuration,
    [m, n, k]: [u32; 3],
    threads: [u32; 2],
    is_along_n: bool,
) -> Result<Touches, Refusal> {
    let Configuration { a, b, c, element, .. } = configuration;
    let across = if is_along_n { threads[1] } else { threads[0] }.max(1);
    let own = move |thread: u32, is_n: bool| if is_n == is_along_n { thread % across } else { thread / across };
    let (own_m, own_n) = (move |thread| own(thread, false), move |thread| own(thread, true));
    let mut all = Expressions::new();
    let mut lines = Vec::new();
    for (extent, threads) in [(m, threads[0]), (n, threads[1])] {
        let tile = all.variable("tile", Range::up_to(extent.div_ceil(threads.max(1)) - 1));
        let own = all.variable("own", Range::up_to(threads.saturating_sub(1)));
        lines.push((added(&mut all, own, threads, tile), extent));
    }
    let step = all.variable("k", Range::up_to(k - 1));
    let batches = configuration.batches()?;
    let l = all.variable("l", Range::up_to(batches - 1));
    let mut touched = Touched::new();
    let [(row, _), (column, _)] = lines.as_slice() else { return Ok(Touches::default()) };
    let accesses = [("a", a, [*row, step], false), ("b", b, [*column, step], false), ("c", c, [*row, *column], true)];
    for (name, matrix, [line, other], is_store) in accesses {
        let at = indexed(&mut all, matrix, [line, other, l], 1)?;
        let steps = if is_store { 1 } else { k };
        let tiles =
            [m, n].into_iter().zip(threads).map(|(extent, threads)| Domain::up_to(extent.div_ceil(threads.max(1))));
        let [tiles_m, tiles_n] = tiles.collect::<Vec<_>>().try_into().unwrap_or([Domain::only(0), Domain::only(0)]);
        let domains = [
            tiles_m,
            Domain::Thread(&own_m),
            tiles_n,
            Domain::Thread(&own_n),
            Domain::up_to(steps),
            Domain::up_to(batches),
        ];
        let memory = buffer(name, matrix, element.bytes(), 1)?;
        let touch = Touch::of(memory, is_store, at, threads[0].saturating_mul(threads[1]), &domains);
        touched.push(&all, &Touch { guards: &lines, ..touch });
    }
    Ok(touched.finish())
}

/// What is packed before; tiles from memory into workgroup memory, their fragments, and the tiles of C back to memory; the
/// sums of parts; and what lies beyond the last whole tiles.
pub(super) fn tiled(task: &Task<'_>, sharing: &Sharing) -> Result<Touches, Refusal> {
    let mut touched = Touched::new();
    if let Some(packing) = task.packing {
        packing.touches(&mut touched)?;
    }
    for operand in [0, 1] {
        copied(task, sharing, operand, &mut touched)?;
    }
    for operand in [0, 1] {
        fragments(task, sharing, operand, &mut touched)?;
    }
    written(task, sharing, &mut touched)?;
    let widths = vectors(task, sharing);
    if let Some(split) = task.split {
        split.touches(&mut touched, widths[2])?;
    }
    for share in shares(task, widths) {
        share.touches(&placed(task, widths), &mut touched)?;
    }
    Ok(touched.finish())
}

/// How often all workgroups come to a tile.
fn rounds(task: &Task<'_>, sharing: &Sharing) -> u64 {
    let tiles = task.size.into_iter().zip(sharing.tile).map(|(size, tile)| u64::from(size.div_ceil(tile)));
    tiles.product::<u64>() * u64::from(task.batches)
}

/// The copy of a tile: reads of a matrix, and writes to workgroup memory.
fn copied(task: &Task<'_>, sharing: &Sharing, operand: usize, touched: &mut Touched) -> Result<(), Refusal> {
    let Task { configuration, size, .. } = *task;
    let matrix = [&configuration.a, &configuration.b][operand];
    let Copy { layout, vector, is_along_k, is_gathered, .. } = &sharing.copies[operand];
    let (extent, lines, tile_k) = (sharing.tile[operand], size[operand], sharing.tile[2]);
    let count = |mode: usize| {
        let size = layout.at(&[mode]).and_then(|mode| mode.size()).map_err(Refusal::Algebra)?;
        Ok(u32::try_from(size.value()).unwrap_or(0))
    };
    let (threads, values) = (count(0)?, count(1)?);
    let (tv, own) = (FlatLayout::new(layout).map_err(Refusal::Algebra)?, flat(&sharing.shared[operand])?);
    let (tiles, rounds) = (size[2].div_ceil(tile_k), rounds(task, sharing));
    let missing = tiles * tile_k - size[2];
    let width = if *is_gathered { 1 } else { *vector };
    let memory = buffer(task.buffers[operand], matrix, configuration.element.bytes(), width)?;
    let reaches = task.packing.is_none() && size[operand] > task.written[operand];
    let starts = [0, 1].map(|mode| start(size[mode], sharing.tile[mode]));
    for value in (0..values).step_by(usize::try_from(*vector).unwrap_or(1)) {
        let elements = (0..threads).map(|thread| at(&tv, thread + threads * value)).collect::<Result<Vec<_>, _>>()?;
        for lane in 0..if *is_gathered { 4 } else { 1 } {
            let [across, along] = if *is_along_k { [0, lane] } else { [lane, 0] };
            let places = elements.iter().map(|element| [element % extent + across, element / extent + along]);
            // Beyond the end of what is less than a tile the last line again.
            let unit = if *vector == 4 && !is_along_k && !is_gathered { 4 } else { 1 };
            let clamped = |line: u32| if lines < extent { (line / unit).min(lines / unit - 1) * unit } else { line };
            let (beside, steps): (Vec<_>, Vec<_>) = places.map(|[line, step]| (clamped(line), step)).unzip();
            // Of the first tile, which may reach below zero, and of the others.
            for is_first in [true, false] {
                let mut all = Expressions::new();
                let (unit, runs) = &starts[operand];
                let begin = all.variable("start", Range::up_to(runs.iter().map(last).max().unwrap_or(0)));
                let [line, step, outside] = [("line", &beside), ("step", &steps), ("outside", &vec![1])]
                    .map(|(name, list)| all.variable(name, Range::up_to(list.iter().copied().max().unwrap_or(0))));
                let tile = all.variable("tile", Range::up_to(tiles.saturating_sub(2)));
                let batch = all.variable("batch", Range::up_to(task.batches - 1));
                let row = added(&mut all, line, *unit, begin);
                let inside = |step: u32| step.saturating_sub(if is_first { missing } else { 0 });
                let steps = steps.iter().map(|step| inside(*step)).collect::<Vec<_>>();
                let before = all.constant(if is_first { 0 } else { tile_k - missing });
                let k = added(&mut all, step, tile_k, tile);
                let k = all.add(k, before);
                let index = indexed(&mut all, matrix, [row, k, batch], width)?;
                let is_below = |thread: u32| {
                    u32::from(elements.get(thread as usize).is_none_or(|element| element / extent + along < missing))
                };
                let guards = if is_first && missing > 0 { vec![(outside, 1)] } else { Vec::new() };
                for run in runs {
                    // Lines that the last tiles have beyond the end are read no further than the end.
                    let is_inside =
                        |number: &u32| (run.first + run.step * number) * unit + extent <= task.written[operand];
                    let inside = if reaches { (0..run.count).take_while(is_inside).count() as u32 } else { run.count };
                    let inner = Values { count: inside, ..*run };
                    let outer = Values { first: run.first + run.step * inside, count: run.count - inside, ..*run };
                    let last = u32::try_from(memory.places.saturating_sub(1)).unwrap_or(u32::MAX);
                    for (run, most) in [(inner, None), (outer, Some(last))] {
                        let (beside, steps) = (of_thread(&beside), of_thread(&steps));
                        let domains = [
                            Domain::Each(vec![run]),
                            Domain::Thread(&beside),
                            Domain::Thread(&steps),
                            Domain::Thread(&is_below),
                            Domain::up_to(if is_first { 1 } else { tiles - 1 }),
                            Domain::up_to(task.batches),
                        ];
                        let others = starts[1 - operand].1.iter().map(|run| u64::from(run.count)).sum();
                        let touch = Touch::of(memory, false, index, threads, &domains);
                        touched.push(&all, &Touch { guards: &guards, most, times: others, ..touch });
                    }
                }
            }
        }
        let cosize = Bounds::of(&sharing.shared[operand])?.cosize;
        let name = ["shared_a", "shared_b"][operand];
        let by_fours = *vector == 4 && !is_along_k && sharing.fragment == 4;
        for lane in 0..if by_fours { 1 } else { *vector } {
            let next = if *is_along_k { extent * lane } else { lane };
            let width = if by_fours { 4 } else { 1 };
            let to =
                elements.iter().map(|element| Ok(at(&own, element + next)? / width)).collect::<Result<Vec<_>, _>>()?;
            let (bytes, places) = (u64::from(4 * width), cosize.div_ceil(width.into()));
            shared(touched, Memory { name, space: Space::Shared, bytes, places }, true, &to, rounds);
        }
    }
    Ok(())
}

/// The last of some values.
fn last(run: &Values) -> u32 {
    run.first + run.step * run.count.saturating_sub(1)
}

/// Reads of a thread for each step of a tile.
fn fragments(task: &Task<'_>, sharing: &Sharing, operand: usize, touched: &mut Touched) -> Result<(), Refusal> {
    let compute = FlatLayout::new(&sharing.compute).map_err(Refusal::Algebra)?;
    let layout = &sharing.shared[operand];
    let (own, cosize) = (flat(layout)?, Bounds::of(layout)?.cosize);
    let [rows, columns] = sharing.values;
    let (extent, threads, width) = (sharing.tile[0], sharing.threads, sharing.fragment);
    let (count, scale) = if operand == 0 { (rows, 1) } else { (columns, rows) };
    let (name, bytes, places) =
        (["shared_a", "shared_b"][operand], u64::from(4 * width), cosize.div_ceil(width.into()));
    let memory = Memory { name, space: Space::Shared, bytes, places };
    for step in 0..sharing.tile[2] {
        for value in (0..count).step_by(usize::try_from(width).unwrap_or(1)) {
            let read = (0..threads).map(|thread| {
                let element = at(&compute, thread + threads * value * scale)?;
                let line = if operand == 0 { element % extent } else { element / extent };
                Ok(at(&own, line + sharing.tile[operand] * step)? / width)
            });
            let read = read.collect::<Result<Vec<_>, Refusal>>()?;
            shared(touched, memory, false, &read, rounds(task, sharing));
        }
    }
    Ok(())
}

/// The writes of C, or of the partial sums.
fn written(task: &Task<'_>, sharing: &Sharing, touched: &mut Touched) -> Result<(), Refusal> {
    let compute = FlatLayout::new(&sharing.compute).map_err(Refusal::Algebra)?;
    let [_, _, target] = task.layouts();
    let parts = task.split.map_or(1, |split| split.parts.count);
    let (name, element, elements) = match task.split {
        Some(split) => (PARTIALS, Element::F32, split.elements),
        None => ("c", task.configuration.element, 0),
    };
    let [rows, columns] = sharing.values;
    let (extent, threads) = (sharing.tile[0], sharing.threads);
    let staged = Staged::of(task, sharing)?;
    if let Some(staged) = staged {
        staged_there(task, sharing, &compute, staged, touched)?;
    }
    let (row_step, column_step) = match sharing.vector_c.filter(|_| sharing.fragment == 4) {
        Some(0) => (4, 1),
        Some(_) => (1, 4),
        None => (1, 1),
    };
    let width = row_step * column_step;
    let mut memory = buffer(name, target, element.bytes(), width)?;
    memory.places *= u64::from(parts) * if task.split.is_some() { u64::from(task.batches) } else { 1 };
    let reached = task.target().into_iter().zip(task.size).zip(sharing.tile);
    let limits = reached.map(|((target, size), tile)| (target < size.max(tile)).then_some(target)).collect::<Vec<_>>();
    let starts = [0, 1].map(|mode| start(task.size[mode], sharing.tile[mode]));
    let [lines, _, numbers] = staged.map_or([rows, 1, columns], |staged| staged.turns());
    for row in (0..lines).step_by(row_step as usize) {
        for column in (0..numbers).step_by(column_step as usize) {
            let places = (0..threads).map(|thread| match staged {
                Some(staged) => Ok(staged.place(thread, column, row)),
                None => {
                    let element = at(&compute, thread + threads * (row + rows * column))?;
                    Ok([element % extent, element / extent])
                }
            });
            let places = places.collect::<Result<Vec<_>, Refusal>>()?;
            let own = [0, 1].map(|mode| places.iter().map(|place| place[mode]).collect::<Vec<_>>());
            let mut all = Expressions::new();
            let mut lines = Vec::new();
            for ((own, (unit, runs)), name) in own.iter().zip(&starts).zip(["m", "n"]) {
                let begin = all.variable(name, Range::up_to(runs.iter().map(last).max().unwrap_or(0)));
                let own = all.variable("own", Range::up_to(own.iter().copied().max().unwrap_or(0)));
                lines.push(added(&mut all, own, *unit, begin));
            }
            let batch = all.variable("batch", Range::up_to(task.batches - 1));
            let part = all.variable("part", Range::up_to(parts - 1));
            let [m, n] = lines.as_slice() else { continue };
            let index = indexed(&mut all, target, [*m, *n, batch], width)?;
            let layer = added(&mut all, part, if elements > 0 { parts } else { 0 }, batch);
            let index = added(&mut all, index, elements / width, layer);
            let guards =
                lines.iter().zip(&limits).filter_map(|(line, limit)| Some((*line, (*limit)?))).collect::<Vec<_>>();
            let [own_m, own_n] = own.each_ref().map(|own| of_thread(own));
            let [starts_m, starts_n] = starts.each_ref().map(|(_, runs)| Domain::Each(runs.clone()));
            let domains = [
                starts_m,
                Domain::Thread(&own_m),
                starts_n,
                Domain::Thread(&own_n),
                Domain::up_to(task.batches),
                Domain::up_to(parts),
            ];
            let touch = Touch::of(memory, true, index, threads, &domains);
            touched.push(&all, &Touch { guards: &guards, ..touch });
        }
    }
    Ok(())
}

/// The way of a tile of C through workgroup memory.
fn staged_there(
    task: &Task<'_>,
    sharing: &Sharing,
    compute: &FlatLayout,
    staged: Staged,
    touched: &mut Touched,
) -> Result<(), Refusal> {
    let [turns, together, numbers] = staged.turns();
    let ([rows, _], extent, threads) = (sharing.values, sharing.tile[0], sharing.threads);
    let times = rounds(task, sharing) / u64::from(task.size[2].div_ceil(sharing.tile[2]));
    for turn in 0..turns {
        let place = usize::try_from(turn % 2).unwrap_or(0);
        let cosize = Bounds::of(&sharing.shared[place])?.cosize * u64::from(sharing.stages);
        let memory = |bytes: u64| Memory {
            name: ["shared_a", "shared_b"][place],
            space: Space::Shared,
            bytes,
            places: cosize * 4 / bytes,
        };
        for (line, run) in (0..together).flat_map(|line| (0..numbers / together / 4).map(move |run| (line, run))) {
            let value = if staged.is_along_n() { rows * run * 4 } else { run * 4 };
            let runs = (0..threads).map(|thread| {
                let element = at(compute, thread + threads * value)?;
                Ok(staged.run([element % extent, element / extent], line))
            });
            shared(touched, memory(16), true, &runs.collect::<Result<Vec<_>, Refusal>>()?, times);
        }
        for place in 0..numbers {
            let read = (0..threads).map(|thread| staged.read(thread, place)).collect::<Vec<_>>();
            shared(touched, memory(4), false, &read, times);
        }
    }
    Ok(())
}

/// What is packed before; tiles from memory, or from what was packed of it, into workgroup memory, and their fragments as a
/// warp reads them: lines of eight numbers, a line each thread; and the sums of parts. How fragments of C are written is
/// the driver's.
pub(super) fn matrices(configuration: &Configuration, fragments: &Fragments) -> Result<Touches, Refusal> {
    let fragments = &fragments.suited(configuration);
    let Some(numbers) = Numbers::of(configuration.element) else { return Ok(Touches::default()) };
    fragments.check(numbers)?;
    let (threads, mut touched) = (fragments.threads(), Touched::new());
    let size = configuration.size()?;
    let packing = fragments.packing(configuration, size);
    if let Some(packing) = &packing {
        packing.touches(&mut touched)?;
    }
    let (inner, whole) = packing.as_ref().map_or((configuration, size), |packing| packing.inner());
    let operands = Operand::both(inner, fragments, numbers)?;
    let (batches, bytes, warps) = (configuration.batches()?, configuration.element.bytes(), u64::from(threads / WARP));
    let starts = [0, 1].map(|mode| start(whole[mode], fragments.tile[mode]));
    let tiles = whole[2] / fragments.tile[2];
    let counts = starts.each_ref().map(|(_, runs)| runs.iter().map(|run| u64::from(run.count)).sum::<u64>());
    let rounds = counts.iter().product::<u64>() * u64::from(tiles) * u64::from(batches);
    // What threads read of a matrix whose lines and steps in a tile these are.
    let global = |touched: &mut Touched, operand: &Operand, places: &[[u64; 2]], vector: u32| {
        let matrix = [&inner.a, &inner.b][operand.place];
        let [own, steps] = [0, 1].map(|mode| places.iter().map(|place| place[mode] as u32).collect::<Vec<_>>());
        let mut all = Expressions::new();
        let (unit, runs) = &starts[operand.place];
        let begin = all.variable("start", Range::up_to(runs.iter().map(last).max().unwrap_or(0)));
        let [line, step] =
            [&own, &steps].map(|list| all.variable("own", Range::up_to(list.iter().copied().max().unwrap_or(0))));
        let tile = all.variable("tile", Range::up_to(tiles.saturating_sub(1)));
        let batch = all.variable("batch", Range::up_to(batches - 1));
        let row = added(&mut all, line, *unit, begin);
        let k = added(&mut all, step, fragments.tile[2], tile);
        let index = indexed(&mut all, matrix, [row, k, batch], vector)?;
        let name = if packing.as_ref().is_some_and(|packing| packing.sources()[operand.place].is_some()) {
            ["packed_a", "packed_b"][operand.place]
        } else {
            operand.name
        };
        let (own, steps) = (of_thread(&own), of_thread(&steps));
        let domains = [
            Domain::Each(runs.clone()),
            Domain::Thread(&own),
            Domain::Thread(&steps),
            Domain::up_to(tiles),
            Domain::up_to(batches),
        ];
        let touch = Touch::of(buffer(name, matrix, bytes, vector)?, false, index, threads, &domains);
        touched.push(&all, &Touch { times: counts[1 - operand.place], ..touch });
        Ok::<_, Refusal>(())
    };
    let inside = |operand: &Operand, width: u64| Memory {
        name: operand.memory(),
        space: Space::Shared,
        bytes: bytes * width,
        places: operand.all().div_ceil(width),
    };
    for operand in operands.iter().filter(|operand| !operand.is_direct) {
        let (extent, width) = (u64::from(fragments.tile[operand.place]), u64::from(numbers.vector));
        for number in 0..extent * u64::from(operand.steps) / width / u64::from(threads) {
            let places =
                (0..u64::from(threads)).map(|thread| operand.copied(number * u64::from(threads) + thread, extent));
            let places = places.collect::<Vec<_>>();
            global(&mut touched, operand, &places, numbers.vector)?;
            let to = places.iter().map(|place| (operand.shared(*place) / width) as u32).collect::<Vec<_>>();
            shared(&mut touched, inside(operand, width), true, &to, rounds);
        }
    }
    for operand in &operands {
        // Sixteen bytes.
        let (fragment, width) = (u64::from(FRAGMENT), u64::from(numbers.depth / 2));
        for (i, k) in
            (0..operand.extent / FRAGMENT).flat_map(|i| (0..operand.steps / numbers.depth).map(move |k| (i, k)))
        {
            let place = |thread: u64| {
                let lane = thread % u64::from(WARP);
                let (line, half) = (lane % fragment, width * (lane / fragment));
                let [own, other] = if operand.is_along_k { [line, half] } else { [half, line] };
                [fragment * u64::from(i) + own, u64::from(numbers.depth * k) + other]
            };
            if operand.is_direct {
                // Each warp has lines of its own, or those of others that stand beside it along N.
                let warps_m = u64::from(fragments.tile[0] / fragments.warp[0]);
                let own = |thread: u64| thread / u64::from(WARP) % warps_m * u64::from(operand.extent);
                let places = (0..u64::from(threads)).map(|thread| {
                    let [line, step] = place(thread);
                    [line + own(thread), step]
                });
                global(&mut touched, operand, &places.collect::<Vec<_>>(), numbers.depth / 2)?;
            } else {
                // Parts of other warps begin at other words: their banks are as many.
                let read = (0..u64::from(WARP)).map(|thread| (operand.shared(place(thread)) / width) as u32);
                shared(&mut touched, inside(operand, width), false, &read.collect::<Vec<_>>(), rounds * warps);
            }
        }
    }
    let parts = Parts::of(tiles, fragments.split, 1, 1);
    if let Some((Some(split), _)) = split_of(configuration, size, [whole[0], whole[1]], numbers, parts) {
        split.touches(&mut touched, 1)?;
    }
    let touches = touched.finish();
    Ok(Touches { covers: Covers { is_without_fragments: true, ..touches.covers }, ..touches })
}

fn at(layout: &FlatLayout, coordinate: u32) -> Result<u32, Refusal> {
    let index = layout.index(coordinate.into()).map_err(Refusal::Algebra)?;
    // Indices of tiles are those of u32.
    Ok(u32::try_from(index).unwrap_or(u32::MAX))
}
