//! The text of the two passes of a sum.

use super::configuration::{Checked, Configuration, SECOND_VALUES, SUMS, levels};
use crate::accesses::Space;
use crate::classes::{Domain, Memory, Touch, Touched};
use crate::expression::{Expression, Expressions, Range};
use crate::index::index;
use crate::kernel::Refusal;
use crate::program::Element;
use crate::section::Part;
use crate::writer::Writer;

/// The text while it is written, and what it is made of.
pub(super) struct Draft<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) checked: &'a Checked,
    /// `vec4<f32>` or `f32`.
    pub(super) sum: &'static str,
    pub(super) writer: Writer,
}

impl Draft<'_> {
    /// The first pass: a partial sum for each workgroup.
    pub(super) fn first(&mut self, held: Element, elements: u64, touched: &mut Touched) -> Result<(), Refusal> {
        let Configuration { source, threads, values, trips, .. } = self.configuration;
        let (threads, values, trips) = (*threads, *values, *trips);
        let Checked { is_wide, places, chunk, groups, .. } = *self.checked;
        let mut all = Expressions::new();
        let number = all.digit("number", groups - 1);
        let trip = all.digit("trip", trips - 1);
        let thread = all.digit("thread", threads - 1);

        // The place that a thread reads as its value in a trip, and from there the place in the buffer.
        let (of_chunk, of_trip) = (all.constant(chunk), all.constant(threads * values));
        let first = all.multiply(number, of_chunk);
        let skipped = all.multiply(trip, of_trip);
        let first = all.add(first, skipped);
        let first = all.add(first, thread);
        let mut reads: Vec<(Expression, Expression)> = Vec::with_capacity(values as usize);
        for value in 0..values {
            let skipped = all.constant(value * threads);
            let place = all.add(first, skipped);
            reads.push((place, if is_wide { place } else { index(&mut all, source, &[place])? }));
        }
        let memory = Memory { name: "source", space: Space::Global, bytes: held.bytes(), places: elements };
        let own = || Domain::Thread(&|thread| thread);
        let domains = [Domain::up_to(groups), Domain::up_to(trips), own()];
        for (place, at) in &reads {
            let guards = [(*place, places)];
            touched.push(&all, &Touch { guards: &guards, ..Touch::of(memory, false, *at, threads, &domains) });
        }
        let domains = [Domain::up_to(groups), Domain::only(0), own()];
        touched.push(&all, &Touch::of(self.partials(), true, number, 1, &domains));

        self.function(Part::Sums, "partial", "@builtin(workgroup_id) group: vec3<u32>, ");
        self.writer.line("let number = group.x;");
        let own = values.min(SUMS);
        self.writer.note("Sums of its own, none of which waits for another.");
        (0..own).for_each(|sum| self.writer.line(format!("var s{sum} = {}();", self.sum)));
        // The last of the places is not whole either where four of them are not.
        let whole = if is_wide { self.checked.bounds.elements / 4 } else { places } / chunk;
        let is_cut = whole < groups;
        if is_cut && whole > 0 {
            self.writer.open(format!("if (number < {whole}u) {{"));
        }
        if whole > 0 {
            self.trips(trips, |draft| {
                let mut lines = Vec::new();
                for (value, (_, at)) in reads.iter().enumerate() {
                    let at = draft.writer.sum(&mut all, *at, "read_at", "source at the coordinate");
                    lines.push(format!("let a{value} = {};", draft.read(&at)));
                }
                lines.iter().for_each(|line| draft.writer.line(line));
                for value in 0..values {
                    draft.writer.line(format!("s{} += a{value};", value % own));
                }
            });
        }
        if is_cut && whole > 0 {
            self.writer.close("} else {");
        }
        if is_cut {
            self.writer.forget();
            self.trips(trips, |draft| draft.guarded(&mut all, &reads, own));
        }
        if is_cut && whole > 0 {
            self.writer.close("}");
        }
        let sum = added(own);
        if is_wide {
            self.writer.line(format!("let s = {sum};"));
            self.writer.line("sums[thread] = (s.x + s.y) + (s.z + s.w);");
        } else {
            self.writer.line(format!("sums[thread] = {sum};"));
        }
        self.tree("partials[number]", groups, touched);
        Ok(())
    }

    /// Returns what stands at a place, in f32.
    fn read(&self, at: &str) -> String {
        if self.configuration.element.is_half() {
            format!("{}(source[{at}])", self.sum)
        } else {
            format!("source[{at}]")
        }
    }

    /// Writes what the last workgroup reads: of each place only what there is.
    fn guarded(&mut self, all: &mut Expressions, reads: &[(Expression, Expression)], own: u32) {
        let Checked { is_wide, places, bounds, .. } = *self.checked;
        let mut lines = Vec::new();
        for (place, at) in reads {
            let place = self.writer.sum(all, *place, "at", "the coordinate");
            lines.push((place, self.writer.sum(all, *at, "read_at", "source at the coordinate")));
        }
        for (value, (place, at)) in (0..).zip(&lines) {
            let sum = value % own;
            self.writer.open(format!("if ({place} < {places}u) {{"));
            let read = self.read(at);
            if is_wide && !bounds.elements.is_multiple_of(4) {
                let inside = format!("vec4<u32>(0u, 1u, 2u, 3u) < vec4<u32>({}u - ({place}) * 4u)", bounds.elements);
                self.writer.line(format!("s{sum} += select(vec4<f32>(), {read}, {inside});"));
            } else {
                self.writer.line(format!("s{sum} += {read};"));
            }
            self.writer.close("}");
        }
    }

    /// A block that is repeated, where it is.
    fn trips(&mut self, trips: u32, block: impl FnOnce(&mut Self)) {
        if trips > 1 {
            self.writer.open(format!("for (var trip = 0u; trip < {trips}u; trip++) {{"));
        }
        block(self);
        if trips > 1 {
            self.writer.close("}");
        }
    }

    /// The second pass: the sum of the partial sums, by one workgroup.
    pub(super) fn second(&mut self, touched: &mut Touched) {
        let threads = self.configuration.threads;
        let step = threads * SECOND_VALUES;
        self.function(Part::Total, "total", "");
        (0..SUMS).for_each(|sum| self.writer.line(format!("var s{sum} = f32();")));
        self.writer.note("Behind the partial sums are zeros, so that all threads read equally many.");
        let padded = self.checked.padded;
        let mut all = Expressions::new();
        let thread = all.variable("thread", Range::up_to(threads - 1));
        let number = all.variable("number", Range::up_to(padded / threads - 1));
        let before = all.constant(threads);
        let before = all.multiply(number, before);
        let at = all.add(before, thread);
        let domains = [Domain::Thread(&|thread| thread), Domain::up_to(padded / threads)];
        touched.push(&all, &Touch::of(self.partials(), false, at, threads, &domains));
        let result = Memory { name: "result", places: 1, ..self.partials() };
        let zero = all.constant(0);
        touched.push(&all, &Touch::of(result, true, zero, 1, &[]));
        self.writer.open(format!("for (var at = thread; at < {padded}u; at += {step}u) {{"));
        for value in 0..SECOND_VALUES {
            let skipped = if value == 0 { String::new() } else { format!(" + {}u", value * threads) };
            self.writer.line(format!("let a{value} = partials[at{skipped}];"));
        }
        (0..SECOND_VALUES).for_each(|value| self.writer.line(format!("s{} += a{value};", value % SUMS)));
        self.writer.close("}");
        let sum = added(SUMS);
        self.writer.line(format!("sums[thread] = {sum};"));
        self.tree("result[0u]", 1, touched);
    }

    fn function(&mut self, part: Part, name: &str, parameter: &str) {
        let threads = self.configuration.threads;
        self.writer.forget();
        self.writer.line("");
        self.writer.begin(part);
        self.writer.line(format!("@compute @workgroup_size({threads})"));
        self.writer.open(format!("fn {name}({parameter}@builtin(local_invocation_index) thread: u32) {{"));
    }

    /// The partial sums.
    fn partials(&self) -> Memory {
        Memory { name: "partials", space: Space::Global, bytes: 4, places: self.checked.padded.into() }
    }

    /// The tree over what stands in `sums`, by so many workgroups, and the function's end.
    fn tree(&mut self, result: &str, groups: u32, touched: &mut Touched) {
        let threads = self.configuration.threads;
        let memory = Memory { name: "sums", space: Space::Shared, bytes: 4, places: threads.into() };
        self.writer.note("The threads add up theirs in a tree.");
        let mut all = Expressions::new();
        let thread = all.variable("thread", Range::up_to(threads - 1));
        let domains = [Domain::Thread(&|thread| thread)];
        let mut touch = |all: &Expressions, is_store, index, threads| {
            let touch = Touch { times: groups.into(), ..Touch::of(memory, is_store, index, threads, &domains) };
            touched.push(all, &touch);
        };
        touch(&all, true, thread, threads);
        for (left, ways) in levels(threads) {
            self.writer.line("workgroupBarrier();");
            self.writer.open(format!("if (thread < {left}u) {{"));
            let Some(divisor) = std::num::NonZeroU32::new(left) else { continue };
            // The remainder changes nothing here, and tells a browser how large the subscript is.
            let own = all.remainder(thread, divisor);
            touch(&all, false, own, left);
            let mut others = String::new();
            for way in 1..ways {
                let skipped = all.constant(way * left);
                let at = all.add(own, skipped);
                touch(&all, false, at, left);
                others.push_str(&format!(" + sums[{}]", all.wgsl(at)));
            }
            touch(&all, true, own, left);
            self.writer.line(format!("sums[thread] = sums[thread]{others};"));
            self.writer.close("}");
        }
        let zero = all.constant(0);
        touch(&all, false, zero, 1);
        self.writer.open("if (thread == 0u) {");
        self.writer.line(format!("{result} = sums[0u];"));
        self.writer.close("}");
        self.writer.close("}");
    }
}

/// The sums of a thread, added up.
fn added(sums: u32) -> String {
    (0..sums).map(|sum| format!("s{sum}")).collect::<Vec<_>>().join(" + ")
}
