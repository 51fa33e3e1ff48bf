//! A product whose K is cut into parts: each workgroup sums one part of K for its tile, and a pass after it adds the parts
//! up, always in the same order, so that the same inputs give the same bits.

use colex::AnyLayout;

use super::buffers::{LANES, added, buffer, divisor, indexed, vector_element};
use super::configuration::{Major, matrix};
use super::scheme::{Scheme, is_contiguous_along, vector_mode};
use crate::accesses::Space;
use crate::classes::{Domain, Memory, Touch, Touched, Values};
use crate::expression::{Expressions, Range};
use crate::index::index;
use crate::kernel::{Refusal, WORKGROUP_SIZE};
use crate::program::{Access, Binding, Element, Pass};
use crate::section::Part;
use crate::writer::{Writer, grid, number};

/// The entry point of the pass that adds the parts up.
const ENTRY: &str = "total";

/// The name of the buffer of partial sums.
pub(super) const PARTIALS: &str = "partials";

/// Number of partial sums that a thread reads before it needs the first of them.
const AT_ONCE: u32 = 8;

/// Least number of workgroups of the last pass before several threads stop sharing one element: fewer leave most of a
/// large GPU idle.
const WORKGROUPS: u32 = 256;

/// Largest number of threads that share an element.
const WAYS: u32 = 16;

/// Among how many parts one may be of any length.
const MANY: u32 = 8;

/// Distribution of the tiles along K to parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// Number of parts.
    pub count: u32,
    /// Tiles of each part but the first.
    pub per: u32,
    /// Number of tiles that the first part has fewer.
    pub fewer: u32,
}

impl Parts {
    /// About `wanted` parts of `tiles` tiles, of which `together` are written out one after the other in a loop.
    ///
    /// Laws: the parts have all tiles between them, each at least one; they are at most twice as many as wanted; and the
    /// first part has a multiple of the tiles that are written out together fewer, so that one text serves all.
    pub fn of(tiles: u32, wanted: u32, stages: u32, together: u32) -> Parts {
        let whole = Parts { count: 1, per: tiles, fewer: 0 };
        if wanted <= 1 || tiles <= 1 {
            return whole;
        }
        let unit = if stages == 2 { together.max(2) } else { together.max(1) };
        let near = tiles.div_ceil(wanted);
        // The nearest length of a part that leaves a multiple of the unit, longer ones first.
        let mut lengths = (0..=near.max(unit).saturating_mul(3))
            .flat_map(|away| [near.checked_add(away), near.checked_sub(away)])
            .flatten();
        let of = |per: u32| {
            let count = tiles.div_ceil(per);
            Parts { count, per, fewer: count * per - tiles }
        };
        // Nor is the first of a few parts to be much shorter: its workgroups would wait for the others.
        let fits = |per: &u32| {
            // Each part has its sums, for which there is to be room.
            let is_part = *per > 0 && *per < tiles && of(*per).count <= wanted.saturating_mul(2);
            is_part && of(*per).fewer.is_multiple_of(unit) && (of(*per).fewer <= *per / 2 || of(*per).count >= MANY)
        };
        lengths.find(fits).map_or(whole, of)
    }
}

/// The partial sums of a product.
#[derive(Debug, Clone)]
pub(super) struct Split {
    pub(super) parts: Parts,
    /// Where the partial sums of one part lie: (M,N), or larger where operands were packed.
    pub(super) place: AnyLayout,
    /// Elements of a part.
    pub(super) elements: u32,
    /// The extents of `place`.
    extents: [u32; 2],
    /// The mode along which four lie together.
    along: usize,
    /// The layout of C, its extents, and its element.
    c: AnyLayout,
    written: [u32; 2],
    element: Element,
    batches: u32,
}

impl Split {
    /// Returns what a scheme splits of a product, if anything. `size` is that of the tiles' sources, `written` of C.
    pub(super) fn of(
        c: &AnyLayout,
        element: Element,
        size: [u32; 3],
        written: [u32; 2],
        batches: u32,
        scheme: &Scheme,
    ) -> Option<Split> {
        let tiles = size[2].div_ceil(scheme.tile[2].max(1));
        let parts = Parts::of(tiles, scheme.split, scheme.stages, scheme.together);
        Split::of_parts(c, element, size, written, batches, parts)
    }

    /// The extents of partial sums of which four lie together: those of the product, or up to three more along the mode
    /// in which C is contiguous. What is read for these lies beyond an operand, and is anything.
    pub(super) fn padded(c: &AnyLayout, mut size: [u32; 3], scheme: &Scheme) -> [u32; 3] {
        let along = usize::from(!is_contiguous_along(c, 0));
        if scheme.is_vectorised && scheme.fragment == 4 {
            size[along] = size[along].checked_next_multiple_of(4).unwrap_or(size[along]);
        }
        size
    }

    /// The same of parts that are known.
    pub(super) fn of_parts(
        c: &AnyLayout,
        element: Element,
        size: [u32; 3],
        written: [u32; 2],
        batches: u32,
        parts: Parts,
    ) -> Option<Split> {
        if parts.count <= 1 {
            return None;
        }
        Split::beside(c, element, [size[0], size[1]], written, batches, parts)
    }

    /// The same of any number of parts: the sums of a single one lie beside C, and the last pass writes them to it.
    pub(super) fn beside(
        c: &AnyLayout,
        element: Element,
        [m, n]: [u32; 2],
        written: [u32; 2],
        batches: u32,
        parts: Parts,
    ) -> Option<Split> {
        let along = usize::from(!is_contiguous_along(c, 0));
        let elements = m.checked_mul(n)?;
        elements.checked_mul(parts.count)?.checked_mul(batches)?;
        let place = matrix(m, n, if along == 0 { Major::Column } else { Major::Row }, 0);
        // Of a matrix of one line both modes are neighbours.
        let along = vector_mode(&place).unwrap_or(along);
        Some(Split { parts, place, elements, extents: [m, n], along, c: c.clone(), written, element, batches })
    }

    /// Returns the number of numbers of C that are written at once, where so many of the partial sums lie together.
    pub(super) fn vector_c(&self, vector: u32) -> u32 {
        if vector == 4 && vector_mode(&self.c) == Some(self.along) { 4 } else { 1 }
    }

    /// The buffer of the partial sums, in vectors of so many numbers; sums of i32 are i32, one by one.
    pub(super) fn binding(&self, vector: u32) -> Binding {
        let element = match (vector, self.element) {
            (4, _) => Element::F32x4,
            (_, Element::I32) => Element::I32,
            _ => Element::F32,
        };
        let numbers = u64::from(self.elements) * u64::from(self.parts.count) * u64::from(self.batches);
        Binding { name: PARTIALS, element, elements: numbers.div_ceil(u64::from(vector)), access: Access::Write }
    }

    /// Returns the number of threads that share an element of C in the last pass.
    fn ways(&self, units: u32) -> u32 {
        let mut ways = 1;
        while ways < WAYS
            && ways * 4 <= self.parts.count
            && units.saturating_mul(ways).div_ceil(WORKGROUP_SIZE) < WORKGROUPS
        {
            ways *= 2;
        }
        ways
    }

    /// Returns the units of a product that the last pass writes, and how many threads share one.
    fn units(&self, vector: u32) -> [u32; 2] {
        let in_line = self.written[self.along].div_ceil(vector);
        let units = in_line.saturating_mul(self.written[1 - self.along]);
        [units, self.ways(units)]
    }

    /// Reports whether each thread of the last pass has elements of its own.
    pub(super) fn is_alone(&self, vector: u32) -> bool {
        let [_, ways] = self.units(vector);
        ways == 1
    }

    /// Returns the number of workgroups of the last pass for each of the products beside each other.
    pub(super) fn workgroups(&self, vector: u32) -> u32 {
        let [units, ways] = self.units(vector);
        units.div_ceil(WORKGROUP_SIZE / ways)
    }

    /// Writes the kernel of the last pass. `vector` says how many numbers of the partial sums lie together.
    pub(super) fn pass(&self, writer: &mut Writer, vector: u32) -> Result<Pass, Refusal> {
        let workgroups = self.workgroups(vector);
        let [columns, rows, _] = grid(workgroups);
        self.declare(writer, vector);
        writer.line(format!("@compute @workgroup_size({WORKGROUP_SIZE})"));
        let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32";
        writer.open(format!("fn {ENTRY}({parameters}) {{"));
        number(writer, workgroups, [columns, rows, 1]);
        if self.batches > 1 {
            writer.line("let batch = group.z;");
        }
        self.body(writer, vector)?;
        writer.close("}");
        Ok(Pass { entry_point: ENTRY, workgroups: [columns, rows, self.batches], threads: WORKGROUP_SIZE })
    }

    /// Begins the last pass: what it is, and its workgroup memory.
    pub(super) fn declare(&self, writer: &mut Writer, vector: u32) {
        let Parts { count, .. } = self.parts;
        let [_, ways] = self.units(vector);
        let sum = self.binding(vector).element.wgsl();
        writer.begin(Part::Total);
        writer.line("");
        writer.note(if count == 1 {
            "Each sum to its place in C.".to_owned()
        } else {
            format!("The {count} partial sums of each element, always added in the same order.")
        });
        if ways > 1 {
            writer.line(format!("var<workgroup> shares: array<{sum}, {WORKGROUP_SIZE}>;"));
            writer.line("");
        }
    }

    /// Writes the body of that kernel, where `number` is the workgroup, `t` the thread, and `batch` the product.
    pub(super) fn body(&self, writer: &mut Writer, vector: u32) -> Result<(), Refusal> {
        let Parts { count, .. } = self.parts;
        let (along, across) = (self.along, 1 - self.along);
        let (line, in_line) = (self.extents[along].div_ceil(vector), self.written[along].div_ceil(vector));
        let [units, ways] = self.units(vector);
        let lanes = WORKGROUP_SIZE / ways;
        let sum = self.binding(vector).element.wgsl();
        if ways > 1 {
            writer.line(format!("let lane = t % {lanes}u;"));
            writer.line(format!("let way = t / {lanes}u; // which of {ways} threads that share an element"));
        } else {
            writer.line("let lane = t;");
        }
        writer.line(format!("let unit = min(number * {lanes}u + lane, {}u);", units - 1));
        let names = ["m", "n"];
        let (fast, slow) = (names[along], names[across]);
        writer.line(format!("let part_of_line = unit % {in_line}u;"));
        writer.line(format!("let {slow} = unit / {in_line}u;"));
        let of_part = u64::from(self.elements).div_ceil(u64::from(vector));
        let layer =
            if self.batches > 1 { format!("batch * {}u + ", of_part * u64::from(count)) } else { String::new() };
        let first = if ways > 1 { format!(" + way * {of_part}u") } else { String::new() };
        writer.line(format!("let begin = {layer}{slow} * {line}u + part_of_line{first};"));
        writer.line(format!("var sum = {sum}();"));
        self.adds(writer, ways, of_part);
        if ways > 1 {
            writer.line("shares[t] = sum;");
            writer.line("workgroupBarrier();");
            writer.open("if (way > 0u) {");
            writer.line("return;");
            writer.close("}");
            (1..ways).for_each(|way| writer.line(format!("sum += shares[lane + {}u];", way * lanes)));
        }
        self.writes(writer, vector, [fast, slow])
    }

    /// Lists what the last pass touches.
    pub(super) fn touches(&self, touched: &mut Touched, vector: u32) -> Result<(), Refusal> {
        let Parts { count, .. } = self.parts;
        let (along, across) = (self.along, 1 - self.along);
        let (line, in_line) = (self.extents[along].div_ceil(vector), self.written[along].div_ceil(vector));
        let [units, ways] = self.units(vector);
        let lanes = WORKGROUP_SIZE / ways;
        let last = self.workgroups(vector) - 1;
        let of_part = self.elements.div_ceil(vector);
        let Binding { element: sum, elements: places, .. } = self.binding(vector);
        let partials = Memory { name: PARTIALS, space: Space::Global, bytes: sum.bytes(), places };
        let is_wide = self.vector_c(vector) == 4;
        let to = buffer("c", &self.c, self.element.bytes(), if is_wide { 4 } else { 1 })?;
        for numbers in [Values::up_to(last), Values::only(last)] {
            let mut all = Expressions::new();
            let variables = [last, lanes - 1, ways - 1, count, self.batches - 1];
            let [number, own, way, part, batch] = variables.map(|most| all.variable("variable", Range::up_to(most)));
            // Threads beyond the last unit have that.
            let end = if numbers.first == last { units - last * lanes } else { lanes };
            let own_of = |thread: u32| (thread % lanes).min(end - 1);
            let way_of = |thread: u32| thread / lanes;
            let domains = |parts: Values| {
                [
                    Domain::Each(vec![numbers]),
                    Domain::Thread(&own_of),
                    Domain::Thread(&way_of),
                    Domain::Each(vec![parts]),
                    Domain::up_to(self.batches),
                ]
            };
            let unit = added(&mut all, own, lanes, number);
            let (fast, slow) = (all.remainder(unit, divisor(in_line)), all.divide(unit, divisor(in_line)));
            let begin = if line == in_line { unit } else { added(&mut all, fast, line, slow) };
            let begin = added(&mut all, begin, of_part * count, batch);
            let begin = added(&mut all, begin, of_part, way);
            let at = added(&mut all, begin, of_part * ways, part);
            let each = count / ways;
            touched.push(&all, &Touch::of(partials, false, at, WORKGROUP_SIZE, &domains(Values::up_to(each))));
            if count > each * ways {
                let (guards, domains) = ([(way, count - each * ways)], domains(Values::only(each)));
                let touch = Touch::of(partials, false, at, WORKGROUP_SIZE, &domains);
                touched.push(&all, &Touch { guards: &guards, ..touch });
            }
            if ways > 1 {
                let shares = Memory { name: "shares", space: Space::Shared, places: WORKGROUP_SIZE.into(), ..partials };
                let thread = added(&mut all, own, lanes, way);
                // Here each thread has its own place.
                let own_place = |thread: u32| thread % lanes;
                let mut domains = domains(Values::only(0));
                if let Some(own) = domains.get_mut(1) {
                    *own = Domain::Thread(&own_place);
                }
                touched.push(&all, &Touch::of(shares, true, thread, WORKGROUP_SIZE, &domains));
                for way in 1..ways {
                    let before = all.constant(way * lanes);
                    let other = all.add(own, before);
                    touched.push(&all, &Touch::of(shares, false, other, lanes, &domains));
                }
            }
            // A part of a line, and which line.
            let part = all.variable("part_of_line", Range::up_to(in_line - 1));
            let line = all.variable("line", Range::up_to(self.written[across] - 1));
            for lane in 0..if is_wide { 1 } else { vector } {
                let lane = all.constant(lane);
                let place = |all: &mut Expressions, part, line| {
                    let fast = added(all, lane, vector, part);
                    let [m, n] = if along == 0 { [fast, line] } else { [line, fast] };
                    Ok::<_, Refusal>((fast, indexed(all, &self.c, [m, n, batch], if is_wide { 4 } else { 1 })?))
                };
                let (_, at) = place(&mut all, part, line)?;
                let step = all.linear(at, part).map(|(base, step)| (all.linear(base, line), step));
                let (fast, at) = match step {
                    // Lines follow each other: a unit is as far from the next in its line as from that in the next line.
                    Some((Some((base, of_line)), step)) if step.checked_mul(in_line) == Some(of_line) => {
                        (added(&mut all, lane, vector, fast), added(&mut all, base, step, unit))
                    }
                    _ => place(&mut all, fast, slow)?,
                };
                let guards = if is_wide || vector == 1 { Vec::new() } else { vec![(fast, self.written[along])] };
                let touch = Touch::of(to, true, at, lanes, &[]);
                touched.push(&all, &Touch { guards: &guards, domains: &domains(Values::only(0)), ..touch });
            }
        }
        Ok(())
    }

    /// The sums of a thread: parts `way`, `way + ways`, and so on.
    fn adds(&self, writer: &mut Writer, ways: u32, of_part: u64) {
        let count = self.parts.count;
        let step = of_part * u64::from(ways);
        let all = count / ways;
        let loops = if all > 4 * AT_ONCE { all / AT_ONCE } else { 0 };
        if loops > 0 {
            writer.open(format!("for (var turn = 0u; turn < {loops}u; turn++) {{"));
            writer.line(format!("let here = begin + turn * {}u;", step * u64::from(AT_ONCE)));
            for place in 0..AT_ONCE {
                writer.line(format!("let p{place} = {PARTIALS}[here + {}u];", u64::from(place) * step));
            }
            (0..AT_ONCE).for_each(|place| writer.line(format!("sum += p{place};")));
            writer.close("}");
        }
        let rest = loops * AT_ONCE..all;
        for place in rest.clone() {
            writer.line(format!("let r{place} = {PARTIALS}[begin + {}u];", u64::from(place) * step));
        }
        rest.for_each(|place| writer.line(format!("sum += r{place};")));
        let left = count - all * ways;
        if left > 0 {
            writer.open(format!("if (way < {left}u) {{"));
            writer.line(format!("sum += {PARTIALS}[begin + {}u];", u64::from(all) * step));
            writer.close("}");
        }
    }

    /// The element to C.
    fn writes(&self, writer: &mut Writer, vector: u32, [fast, slow]: [&'static str; 2]) -> Result<(), Refusal> {
        let (along, across) = (self.along, 1 - self.along);
        let mut all = Expressions::new();
        let width = all.constant(vector);
        let in_line = self.written[along].div_ceil(vector);
        let part = all.variable("part_of_line", Range::up_to(in_line - 1));
        let begin = all.multiply(part, width);
        let slow_at = all.variable(slow, Range::up_to(self.written[across] - 1));
        let batch = all.variable("batch", Range::up_to(self.batches - 1));
        let is_wide = self.vector_c(vector) == 4;
        let place = |all: &mut Expressions, lane: u32| {
            let lane = all.constant(lane);
            let fast_at = all.add(begin, lane);
            let [m, n] = if along == 0 { [fast_at, slow_at] } else { [slow_at, fast_at] };
            let coordinate = if self.c.rank() == 3 { vec![m, n, batch] } else { vec![m, n] };
            let at = index(all, &self.c, &coordinate)?;
            Ok::<_, Refusal>(if is_wide { all.divide(at, super::buffers::divisor(4)) } else { at })
        };
        let stored = |value: String| match (self.element, is_wide) {
            (Element::F16, true) => format!("{}({value})", vector_element(Element::F16, 4)),
            (Element::F16, false) => format!("f16({value})"),
            _ => value,
        };
        if is_wide || vector == 1 {
            let at = place(&mut all, 0)?;
            writer.line(format!("c[{}] = {};", all.wgsl(at), stored("sum".to_owned())));
            return Ok(());
        }
        writer.line(format!("let {fast} = part_of_line * 4u;"));
        for (lane, name) in LANES.into_iter().enumerate() {
            let lane = lane as u32;
            let at = place(&mut all, lane)?;
            let store = format!("c[{}] = {};", all.wgsl(at), stored(format!("sum.{name}")));
            let is_cut = in_line * 4 - 4 + lane >= self.written[along];
            writer.line(if is_cut {
                format!("if ({fast} + {lane}u < {}u) {{ {store} }}", self.written[along])
            } else {
                store
            });
        }
        Ok(())
    }
}
