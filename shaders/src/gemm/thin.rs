//! Products with few rows or few columns, a matrix times a vector among them, and the edges of others: what is long is read
//! once, and each number of it meets the few lines of the other operand in registers.
//!
//! The threads of a workgroup share out lines and steps along K; neighbours read neighbours. Each keeps sums of its own, and
//! the threads of a line add theirs up in workgroup memory, in the order of their numbers.

use colex::AnyLayout;

use super::buffers::{LANES, added, buffer, indexed, work};
use super::configuration::Configuration;
use super::packed::Task;
use super::scheme::{is_contiguous_along, vector_mode};
use super::split::{PARTIALS, Parts, Split};
use crate::accesses::{Space, Touches};
use crate::classes::{Domain, Memory, Touch, Touched, Values};
use crate::expression::{Expression, Expressions, Range};
use crate::index::index;
use crate::kernel::{Refusal, WORKGROUP_SIZE, mismatched};
use crate::program::{Element, Pass, Program};
use crate::section::Part;
use crate::writer::{Writer, grid, number};

/// Largest number of lines of the thin operand.
pub const THIN: u32 = 8;

/// Numbers of a sector of memory.
const SECTOR: u32 = 8;

/// Workgroups, about, that keep a large GPU busy.
const WORKGROUPS: u32 = 128;

/// Number of steps along K that a thread reads before it needs the first of them.
const AT_ONCE: u32 = 8;

/// A few lines of one operand with a run of lines of the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band {
    /// True if A is the long one.
    pub(super) is_a_long: bool,
    /// The first line of the long one, and how many.
    pub(super) long: [u32; 2],
    /// The same of the other.
    pub(super) thin: [u32; 2],
}

/// A band, shared out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Share {
    band: Band,
    steps: u32,
    /// Numbers that are read at once, and whether they lie along K.
    vector: u32,
    is_along_k: bool,
    /// Threads along lines and along K.
    threads: [u32; 2],
    /// True if neighbours among the threads are neighbours along K.
    is_k_first: bool,
    /// Numbers along K of a part.
    part: u32,
}

/// Threads along K of so many, for lines, or groups of as many as are read together, and steps along K.
fn along_k(lines: u32, units: u32, of_line: u32, is_k_first: bool, (threads, parts): (u32, u32)) -> u32 {
    // Along what lies together a warp at least, and no more than there is.
    let wide: u32 = if is_k_first { 64 } else { 16 };
    let along_k = wide.min(units.next_power_of_two());
    let mut along_k = along_k.max(threads / lines.next_power_of_two().min(threads)).min(threads);
    // Where lines make few workgroups, each has fewer of them, as long as neighbours read whole sectors together.
    let least = if is_k_first { 1 } else { SECTOR / of_line };
    while lines.div_ceil(threads / along_k).saturating_mul(parts.max(1)) < WORKGROUPS
        && threads / along_k > least
        && along_k < units
    {
        along_k *= 2;
    }
    along_k
}

/// Steps along K that the threads of a workgroup read at once of a band of so many lines beyond the last tile.
pub(super) fn steps_at_once(lines: u32, is_by_fours: bool, is_along_k: bool) -> u32 {
    let of_line = if is_by_fours && !is_along_k && lines.is_multiple_of(4) { 4 } else { 1 };
    let width = if is_by_fours && is_along_k { 4 } else { 1 };
    along_k(lines.div_ceil(of_line), u32::MAX / 2, of_line, is_along_k, (WORKGROUP_SIZE, 1)) * AT_ONCE * width
}

impl Share {
    /// Shares out a band of a product of which `widths` are the numbers that the buffers of A and B hold together. `parts`
    /// are those that K is cut into.
    pub(super) fn of(configuration: &Configuration, band: Band, steps: u32, widths: [u32; 2], parts: u32) -> Share {
        let (long, width) = if band.is_a_long { (&configuration.a, widths[0]) } else { (&configuration.b, widths[1]) };
        let mode = vector_mode(long).filter(|_| width == 4);
        let is_k_first = mode.map_or_else(|| is_contiguous_along(long, 1), |mode| mode == 1);
        let fits = mode == Some(1) || band.long.iter().all(|number| number.is_multiple_of(4));
        let vector = if mode.is_some() && fits { 4 } else { 1 };
        let is_along_k = vector == 4 && is_k_first;
        let of_line = if vector == 4 && !is_along_k { 4 } else { 1 };
        // As many threads as leave room for their sums.
        let most = if band.thin[1] * of_line <= WORKGROUP_SIZE / 16 { WORKGROUP_SIZE } else { WORKGROUP_SIZE / 2 };
        let units = if is_along_k { steps / 4 } else { steps };
        let along_k = along_k(band.long[1].div_ceil(of_line), units, of_line, is_k_first, (most, parts));
        let threads = [(most / along_k).max(1), along_k];
        let of_turn = threads[1] * AT_ONCE * if is_along_k { 4 } else { 1 };
        let part = steps.div_ceil(parts.max(1)).next_multiple_of(of_turn);
        Share { band, steps, vector, is_along_k, threads, is_k_first, part }
    }

    fn of_line(&self) -> u32 {
        if self.vector == 4 && !self.is_along_k { 4 } else { 1 }
    }

    /// Returns the number of parts of K.
    pub(super) fn parts(&self) -> u32 {
        self.steps.div_ceil(self.part)
    }

    /// Returns the number of numbers of workgroup memory that it takes.
    pub(super) fn shared(&self) -> u32 {
        self.threads[0] * self.threads[1] * self.band.thin[1] * self.of_line()
    }

    pub(super) fn count(&self) -> u32 {
        self.threads[0] * self.threads[1]
    }

    /// Workgroups of one part.
    pub(super) fn workgroups(&self) -> u32 {
        self.band.long[1].div_ceil(self.of_line()).div_ceil(self.threads[0])
    }

    /// Writes the body of a kernel, where the workgroup has a number of this name, `t` is the thread, `part` the part of K.
    pub(super) fn body(&self, writer: &mut Writer, place: &Placed<'_>, number: &str) -> Result<(), Refusal> {
        let [across, along] = self.threads;
        let Band { is_a_long, long, thin } = self.band;
        let of_line = self.of_line();
        let units = long[1].div_ceil(of_line);
        let (line, step) = if self.is_k_first {
            (format!("t / {along}u"), format!("t % {along}u"))
        } else {
            (format!("t % {across}u"), format!("t / {across}u"))
        };
        let mut all = Expressions::new();
        writer.line(format!("let x = {line}; // which line of {across}"));
        writer.line(format!("let y = {step}; // which share of K of {along}"));
        writer.line(format!("let unit = min({number} * {across}u + x, {}u);", units - 1));
        let unit = all.variable("unit", Range::up_to(units - 1));
        let batch = all.variable("batch", Range::up_to(place.batches - 1));
        let wide = all.constant(of_line);
        let line = all.multiply(unit, wide);
        let begin = all.constant(long[0]);
        let line = all.add(line, begin);
        let sum = if of_line == 4 { "vec4<f32>" } else { "f32" };
        for few in 0..thin[1] {
            writer.line(format!("var s{few} = {sum}();"));
        }
        let width = if self.is_along_k { 4 } else { 1 };
        let (steps, of_part) = (self.steps / width, self.part / width);
        let parts = self.parts();
        let turn = along * AT_ONCE;
        let [from, end] = if parts > 1 {
            writer.line(format!("let begin = part * {of_part}u;"));
            writer.line(format!("let end = min(begin + {of_part}u, {steps}u);"));
            ["begin".to_owned(), "end".to_owned()]
        } else {
            ["0u".to_owned(), format!("{steps}u")]
        };
        let (long_layout, thin_layout) = if is_a_long { (place.a, place.b) } else { (place.b, place.a) };
        let ([a, b], widths) = (place.buffers, place.widths);
        let (names, widths) = if is_a_long { ([a, b], widths) } else { ([b, a], [widths[1], widths[0]]) };
        let mut reads = Vec::new();
        for place_k in 0..AT_ONCE {
            let name = format!("k{place_k}");
            let k = all.variable(&name, Range::up_to(steps - 1));
            let four = all.constant(width);
            let k = all.multiply(k, four);
            let at = |all: &mut Expressions, layout: &AnyLayout, line: Expression, k: Expression| {
                index(all, layout, [line, k, batch].get(..layout.rank()).unwrap_or(&[line, k]))
            };
            let number_of = |all: &mut Expressions, few: u32, lane: u32| {
                let (few, lane) = (all.constant(thin[0] + few), all.constant(lane));
                let k = all.add(k, lane);
                let at = at(all, thin_layout, few, k)?;
                Ok::<_, Refusal>(place.read(names[1], widths[1], &all.wgsl(at)))
            };
            let mut lines = Vec::new();
            let long_at = at(&mut all, long_layout, line, k)?;
            let read = if self.vector == 4 {
                let at = all.divide(long_at, super::buffers::divisor(4));
                place.vector(names[0], &all.wgsl(at))
            } else {
                place.read(names[0], widths[0], &all.wgsl(long_at))
            };
            lines.push(format!("let l{place_k} = {read};"));
            let mut adds = Vec::new();
            let is_four = width == 4 && widths[1] == 4 && vector_mode(thin_layout) == Some(1);
            for few in 0..thin[1] {
                if is_four {
                    let line = all.constant(thin[0] + few);
                    let at = at(&mut all, thin_layout, line, k)?;
                    let at = all.divide(at, super::buffers::divisor(4));
                    lines.push(format!("let n{place_k}_{few} = {};", place.vector(names[1], &all.wgsl(at))));
                    adds.push(format!("s{few} += dot(l{place_k}, n{place_k}_{few});"));
                    continue;
                }
                let numbers = (0..width).map(|lane| number_of(&mut all, few, lane)).collect::<Result<Vec<_>, _>>()?;
                let name = format!("n{place_k}_{few}");
                if width == 4 {
                    lines.push(format!("let {name} = vec4<f32>({});", numbers.join(", ")));
                    adds.push(format!("s{few} += dot(l{place_k}, {name});"));
                } else {
                    lines.push(format!("let {name} = {};", numbers.join(", ")));
                    adds.push(format!("s{few} += l{place_k} * {name};"));
                }
            }
            reads.push((lines, adds));
        }
        writer.line(format!("var k = {from} + y;"));
        writer.open(format!("for (; k + {}u < {end}; k += {turn}u) {{", (AT_ONCE - 1) * along));
        (0..AT_ONCE).for_each(|place| writer.line(format!("let k{place} = k + {}u;", place * along)));
        reads.iter().flat_map(|(lines, _)| lines).for_each(|line| writer.line(line));
        reads.iter().flat_map(|(_, adds)| adds).for_each(|add| writer.line(add));
        writer.close("}");
        writer.open(format!("for (; k < {end}; k += {along}u) {{"));
        writer.line("let k0 = k;");
        if let Some((lines, adds)) = reads.first() {
            lines.iter().chain(adds).for_each(|line| writer.line(line));
        }
        writer.close("}");
        for few in 0..thin[1] {
            let at = format!("{}u + y * {across}u + x", few * across * along);
            if of_line == 4 {
                for (lane, name) in LANES.into_iter().enumerate() {
                    let skipped = lane as u32 * thin[1] * across * along;
                    writer.line(format!("sums[{skipped}u + {at}] = s{few}.{name};"));
                }
            } else {
                writer.line(format!("sums[{at}] = s{few};"));
            }
        }
        writer.line("workgroupBarrier();");
        self.writes(writer, place, number)
    }

    /// Lists what is touched.
    ///
    /// Threads of a line are at most one turn apart: those that have one more come to none of the single steps after it.
    pub(super) fn touches(&self, place: &Placed<'_>, touched: &mut Touched) -> Result<(), Refusal> {
        let [across, along] = self.threads;
        let Band { is_a_long, long, thin } = self.band;
        let last = self.workgroups() - 1;
        let units = long[1].div_ceil(self.of_line());
        let width = if self.is_along_k { 4 } else { 1 };
        let steps = self.steps / width;
        let turns = steps / (along * AT_ONCE);
        let rest = steps - turns * along * AT_ONCE;
        // Threads that have one more.
        let ahead = rest.saturating_sub((AT_ONCE - 1) * along);
        let is_k_first = self.is_k_first;
        let x = move |thread: u32| if is_k_first { thread / along } else { thread % across };
        let y = move |thread: u32| if is_k_first { thread % along } else { thread / across };
        let [a, b] = place.buffers;
        let (layouts, names) = if is_a_long { ([place.a, place.b], [a, b]) } else { ([place.b, place.a], [b, a]) };
        let widths = if is_a_long { place.widths } else { [place.widths[1], place.widths[0]] };
        let is_four = width == 4 && widths[1] == 4 && vector_mode(layouts[1]) == Some(1);
        let bytes = place.element.bytes();
        let long_memory = buffer(names[0], layouts[0], bytes, self.vector)?;
        let thin_width = if is_four { 4 } else { 1 };
        let thin_memory = buffer(names[1], layouts[1], bytes, thin_width)?;
        let begin = turns * AT_ONCE;
        let mut all = Expressions::new();
        let variables = [last, across - 1, along - 1, begin + AT_ONCE, 1, place.batches - 1];
        let [number, line, share, step, outside, batch] =
            variables.map(|most| all.variable("variable", Range::up_to(most)));
        let unit = added(&mut all, line, across, number);
        let first = all.constant(long[0]);
        let line = added(&mut all, first, self.of_line(), unit);
        let k = added(&mut all, share, along, step);
        let wide = all.constant(width);
        let k = all.multiply(k, wide);
        let mut reads = vec![(long_memory, indexed(&mut all, layouts[0], [line, k, batch], self.vector)?)];
        for (few, lane) in
            (0..thin[1]).flat_map(|few| (0..if is_four { 1 } else { width }).map(move |lane| (few, lane)))
        {
            let [few, lane] = [thin[0] + few, lane].map(|number| all.constant(number));
            let k = all.add(k, lane);
            reads.push((thin_memory, indexed(&mut all, layouts[1], [few, k, batch], thin_width)?));
        }
        // All turns that all threads have, one more of those ahead, and single steps of the others.
        let mut rounds = vec![(Values::up_to(begin), 0), (Values::between(begin, begin + AT_ONCE), 1)];
        rounds.extend((0..AT_ONCE).map(|round| (Values::only(begin + round), round + 2)));
        for (steps, kind) in rounds {
            let is_out = move |thread: u32| match kind {
                0 => false,
                1 => y(thread) >= ahead,
                _ => y(thread) < ahead || y(thread) + (kind - 2) * along >= rest,
            };
            // The workgroups before the last, and that, of which threads beyond the last line have that.
            for (numbers, end) in [(Values::up_to(last), across), (Values::only(last), units - 1 - last * across)] {
                let line_of = move |thread: u32| x(thread).min(end);
                let is_out = |thread: u32| u32::from(is_out(thread));
                let domains = [
                    Domain::Each(vec![numbers]),
                    Domain::Thread(&line_of),
                    Domain::Thread(&y),
                    Domain::Each(vec![steps]),
                    Domain::Thread(&is_out),
                    Domain::up_to(place.batches),
                ];
                for (memory, at) in &reads {
                    let touch = Touch::of(*memory, false, *at, self.count(), &domains);
                    touched.push(&all, &Touch { guards: &[(outside, 1)], ..touch });
                }
            }
        }
        self.sums(place, touched)
    }

    /// The same of the sums of its threads, and of their places.
    fn sums(&self, place: &Placed<'_>, touched: &mut Touched) -> Result<(), Refusal> {
        let [across, along] = self.threads;
        let Band { is_a_long, long, thin } = self.band;
        let (of_line, workgroups, parts) = (self.of_line(), self.workgroups(), self.parts());
        let units = long[1].div_ceil(of_line);
        let memory = Memory { name: "sums", space: Space::Shared, bytes: 4, places: self.shared().into() };
        let mut all = Expressions::new();
        let variables = [self.shared(), workgroups - 1, across - 1, THIN, of_line - 1, place.batches - 1, parts - 1];
        let [at, number, line, few, lane, batch, part] =
            variables.map(|most| all.variable("variable", Range::up_to(most)));
        let unit = added(&mut all, line, across, number);
        let [first, few_first] = [long[0], thin[0]].map(|number| all.constant(number));
        let own_line = added(&mut all, first, of_line, unit);
        let own_line = all.add(own_line, lane);
        let own_few = all.add(few_first, few);
        let [m, n] = if is_a_long { [own_line, own_few] } else { [own_few, own_line] };
        let to = indexed(&mut all, place.c, [m, n, batch], 1)?;
        let (name, bytes) = match place.partial {
            Some(_) => (PARTIALS, 4),
            None => ("c", place.element.bytes()),
        };
        let mut written = buffer(name, place.c, bytes, 1)?;
        written.places *= u64::from(place.partial.map_or(1, |(_, parts)| parts)) * u64::from(place.batches);
        let to = match place.partial {
            Some((elements, parts)) => {
                let layer = added(&mut all, part, parts, batch);
                added(&mut all, to, elements, layer)
            }
            None => to,
        };
        for share in 0..thin[1] * of_line {
            let is_k_first = self.is_k_first;
            let own = move |thread: u32| {
                let [x, y] =
                    if is_k_first { [thread / along, thread % along] } else { [thread % across, thread / across] };
                share * across * along + y * across + x
            };
            let domains = [Domain::Thread(&own)];
            let times = u64::from(workgroups) * u64::from(parts) * u64::from(place.batches);
            let touch = Touch::of(memory, true, at, self.count(), &domains);
            touched.push(&all, &Touch { times, ..touch });
        }
        let count = across * thin[1] * of_line;
        for round in 0..count.div_ceil(self.count()) {
            let first = round * self.count();
            let line_of = |thread: u32| (first + thread) % across;
            let few_of = |thread: u32| (first + thread) / across % thin[1];
            let lane_of = |thread: u32| (first + thread) / (across * thin[1]);
            let here = |thread: u32| (first + thread) / across * (across * along) + (first + thread) % across;
            let domains = [
                Domain::Thread(&here),
                Domain::up_to(workgroups),
                Domain::Thread(&line_of),
                Domain::Thread(&few_of),
                Domain::Thread(&lane_of),
                Domain::up_to(place.batches),
                Domain::up_to(parts),
            ];
            let (guards, threads) = ([(unit, units)], self.count().min(count - first));
            for share in 0..along {
                let before = all.constant(share * across);
                let at = all.add(at, before);
                let touch = Touch::of(memory, false, at, threads, &domains);
                touched.push(&all, &Touch { guards: &guards, ..touch });
            }
            touched.push(&all, &Touch { guards: &guards, ..Touch::of(written, true, to, threads, &domains) });
        }
        Ok(())
    }

    /// Adds up what the threads of a line have, and writes it.
    fn writes(&self, writer: &mut Writer, place: &Placed<'_>, number: &str) -> Result<(), Refusal> {
        let [across, along] = self.threads;
        let Band { is_a_long, long, thin } = self.band;
        let of_line = self.of_line();
        let units = long[1].div_ceil(of_line);
        let count = across * thin[1] * of_line;
        writer.open(format!("for (var o = t; o < {count}u; o += {}u) {{", self.count()));
        writer.line(format!("let own = {number} * {across}u + o % {across}u;"));
        writer.open(format!("if (own < {units}u) {{"));
        writer.line(format!("let few = (o / {across}u) % {}u;", thin[1]));
        writer.line(format!("let lane = o / {}u;", across * thin[1]));
        writer.line(format!("let here = (o / {across}u) * {}u + o % {across}u;", across * along));
        writer.line("var sum = 0.0;");
        (0..along).for_each(|share| writer.line(format!("sum += sums[here + {}u];", share * across)));
        let mut all = Expressions::new();
        let [own, few, lane] = [("own", units - 1), ("few", thin[1] - 1), ("lane", of_line - 1)]
            .map(|(name, most)| all.variable(name, Range::up_to(most)));
        let batch = all.variable("batch", Range::up_to(place.batches - 1));
        let lane = if of_line == 4 { lane } else { all.constant(0) };
        let [wide, long, thin] = [of_line, long[0], thin[0]].map(|number| all.constant(number));
        let line = all.multiply(own, wide);
        let line = all.add(line, lane);
        let (line, few) = (all.add(line, long), all.add(few, thin));
        let [m, n] = if is_a_long { [line, few] } else { [few, line] };
        let coordinate = [m, n, batch];
        let at = index(&mut all, place.c, coordinate.get(..place.c.rank()).unwrap_or(&coordinate))?;
        let at = all.wgsl(at);
        writer.line(match place.partial {
            Some((elements, parts)) => {
                let layer = if place.batches > 1 { format!("(batch * {parts}u + part)") } else { "part".to_owned() };
                format!("{PARTIALS}[{layer} * {elements}u + {at}] = sum;")
            }
            None if place.width_c == 4 => format!("c[({at}) / 4u][({at}) % 4u] = {};", place.stored("sum")),
            None => format!("c[{at}] = {};", place.stored("sum")),
        });
        writer.close("}");
        writer.close("}");
        Ok(())
    }
}

/// Where a band lies: buffers and layouts.
pub(super) struct Placed<'a> {
    pub(super) a: &'a AnyLayout,
    pub(super) b: &'a AnyLayout,
    /// Where the sums go: C, or the partial sums.
    pub(super) c: &'a AnyLayout,
    /// Names of the buffers of A and B.
    pub(super) buffers: [&'static str; 2],
    pub(super) element: Element,
    /// Numbers that the buffers of A and B hold together, and that of C.
    pub(super) widths: [u32; 2],
    pub(super) width_c: u32,
    /// Elements of a part and the number of parts, where the sums are partial.
    pub(super) partial: Option<(u32, u32)>,
    pub(super) batches: u32,
}

impl Placed<'_> {
    fn read(&self, name: &str, width: u32, at: &str) -> String {
        let read = if width == 4 { format!("{name}[({at}) / 4u][({at}) % 4u]") } else { format!("{name}[{at}]") };
        if self.element == Element::F16 { format!("f32({read})") } else { read }
    }

    fn vector(&self, name: &str, at: &str) -> String {
        let read = format!("{name}[{at}]");
        if self.element == Element::F16 { format!("vec4<f32>({read})") } else { read }
    }

    fn stored(&self, value: &str) -> String {
        if self.element == Element::F16 { format!("f16({value})") } else { value.to_owned() }
    }
}

/// A product of which one operand has few lines, shared out, and the sums that lie beside C where K is cut.
fn shared_out(configuration: &Configuration, size: [u32; 3], parts: u32) -> Result<(Share, Option<Split>), Refusal> {
    let [m, n, k] = size;
    let is_a_long = m >= n;
    let [lines, few] = if is_a_long { [m, n] } else { [n, m] };
    if few > THIN {
        return Err(mismatched(
            format!("the smaller of M = {m} and N = {n} is above {THIN}"),
            format!("M = {m} 与 N = {n} 中较小者超过 {THIN}"),
        ));
    }
    let band = Band { is_a_long, long: [0, lines], thin: [0, few] };
    let share = Share::of(configuration, band, k, widths(configuration), parts);
    let count = share.parts();
    let cut = Parts { count, per: 1, fewer: 0 };
    let Configuration { c, element, .. } = configuration;
    let split = Split::of_parts(c, *element, size, [m, n], configuration.batches()?, cut).filter(|_| count > 1);
    Ok((share, split))
}

/// Numbers that the buffers of A and B hold together.
fn widths(configuration: &Configuration) -> [u32; 2] {
    [&configuration.a, &configuration.b].map(|layout| if vector_mode(layout).is_some() { 4 } else { 1 })
}

/// Where such a product lies.
fn placed<'a>(configuration: &'a Configuration, split: Option<&'a Split>) -> Result<Placed<'a>, Refusal> {
    let Configuration { a, b, c, element, .. } = configuration;
    Ok(Placed {
        a,
        b,
        c: split.map_or(c, |split| &split.place),
        buffers: ["a", "b"],
        element: *element,
        widths: widths(configuration),
        width_c: 1,
        partial: split.map(|split| (split.elements, split.parts.count)),
        batches: configuration.batches()?,
    })
}

/// Lists what its warps touch.
pub(super) fn touched(configuration: &Configuration, size: [u32; 3], parts: u32) -> Result<Touches, Refusal> {
    let (share, split) = shared_out(configuration, size, parts)?;
    let mut touched = Touched::new();
    share.touches(&placed(configuration, split.as_ref())?, &mut touched)?;
    if let Some(split) = &split {
        split.touches(&mut touched, 1)?;
    }
    Ok(touched.finish())
}

/// The kernel of a product of which one operand has at most [`THIN`] lines.
pub(super) fn generate(configuration: &Configuration, size: [u32; 3], parts: u32) -> Result<Program, Refusal> {
    let [m, n, k] = size;
    let (share, split) = shared_out(configuration, size, parts)?;
    let (few, count, batches) = (share.band.thin[1], share.parts(), configuration.batches()?);
    let Configuration { a, b, c, element, .. } = configuration;
    let widths = widths(configuration);
    let task = Task { split: split.as_ref(), ..Task::plain(configuration, size) };
    let bindings = task.bindings([widths[0], widths[1], 1])?;
    let workgroups = share.workgroups();
    let [columns, rows, _] = grid(workgroups);
    let mut writer = Writer::default();
    writer.begin(Part::Head);
    writer.note(format!("C(m,n) = sum over k of A(m,k) B(n,k), M = {m}, N = {n}, K = {k}."));
    [("A", a), ("B", b), ("C", c)].iter().for_each(|(name, layout)| writer.note(format!("  {name} {layout}")));
    writer.note(format!(
        "{} by {} threads share out lines and K; each line meets {few} of the other operand.",
        share.threads[0], share.threads[1]
    ));
    writer.line("");
    if *element == Element::F16 {
        writer.line("enable f16;");
        writer.line("");
    }
    writer.begin(Part::Memory);
    bindings.iter().enumerate().for_each(|(place, binding)| writer.line(binding.wgsl(place)));
    writer.line(format!("var<workgroup> sums: array<f32, {}>;", share.shared()));
    writer.line("");
    writer.begin(Part::Sums);
    writer.line(format!("@compute @workgroup_size({})", share.count()));
    writer.open("fn gemm(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32) {");
    number(&mut writer, workgroups, [columns, rows, 1]);
    if batches > 1 {
        writer.line(if count > 1 {
            format!("let batch = group.z / {count}u;")
        } else {
            "let batch = group.z;".to_owned()
        });
    }
    if count > 1 {
        writer.line(if batches > 1 {
            format!("let part = group.z % {count}u;")
        } else {
            "let part = group.z;".to_owned()
        });
    }
    let place = placed(configuration, split.as_ref())?;
    share.body(&mut writer, &place, "number")?;
    writer.close("}");
    let after = split.as_ref().map(|split| split.pass(&mut writer, 1)).transpose()?;
    let (wgsl, sections) = writer.finish();
    let own = Pass {
        entry_point: "gemm",
        workgroups: [columns, rows, count.saturating_mul(batches)],
        threads: share.count(),
    };
    Ok(Program {
        wgsl,
        sections,
        bindings,
        passes: std::iter::once(own).chain(after).collect(),
        shared_bytes: share.shared() * 4,
        matrices: None,
        work: work(size, batches, *element),
    })
}
