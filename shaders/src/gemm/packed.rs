//! Operands of which four numbers do not lie together at multiples of four, or whose extents no tile divides along K, are
//! first written once more, so that they do: a pass before the product. It reads and writes each operand once; the product
//! reads each number many times.

use colex::AnyLayout;

use super::buffers::{LANES, added, binding, buffer, divisor, indexed, vector_element};
use super::configuration::{Configuration, Major, matrix};
use super::matrices::{FRAGMENT, Numbers};
use super::scheme::{Scheme, is_contiguous_along, vector_mode_of};
use super::split::Split;
use super::thin::Band;
use crate::classes::{Domain, Touch, Touched};
use crate::expression::{Expression, Expressions, Range, gcd};
use crate::index::{Bounds, index};
use crate::kernel::{Refusal, WORKGROUP_SIZE};
use crate::make::nested;
use crate::program::{Access, Binding, Element, Pass};
use crate::section::Part;
use crate::writer::{Writer, grid, number};

/// Fours of numbers that a thread writes where there are many, and single numbers.
const EACH: [u32; 2] = [4, 8];

/// Workgroups from which on there are many.
const MANY: u32 = 64;

/// The entry point of the pass.
const ENTRY: &str = "pack";

/// The product that a tiled kernel computes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task<'a> {
    /// A and B are what the tiles come from.
    pub(super) configuration: &'a Configuration,
    /// The extents of the tiles' sources along M, N and K.
    pub(super) size: [u32; 3],
    /// The extents of C: those of the sources, or up to three less where they are packed.
    pub(super) written: [u32; 2],
    /// The buffers of A and B.
    pub(super) buffers: [&'static str; 2],
    /// Operands that are packed before.
    pub(super) packing: Option<&'a Packing>,
    /// Cut of K, if there is one.
    pub(super) split: Option<&'a Split>,
    /// Number of products, one beside the other.
    pub(super) batches: u32,
    /// Lines that are left to a pass without tiles.
    pub(super) edges: [Option<Band>; 2],
}

impl<'a> Task<'a> {
    pub(super) fn plain(configuration: &'a Configuration, size: [u32; 3]) -> Self {
        let batches = configuration.batches().unwrap_or(1);
        let written = [size[0], size[1]];
        Task {
            configuration,
            size,
            written,
            buffers: ["a", "b"],
            packing: None,
            split: None,
            batches,
            edges: [None; 2],
        }
    }

    /// The layouts of what the tiles come from, and of what they go to.
    pub(super) fn layouts(&self) -> [&'a AnyLayout; 3] {
        let Configuration { a, b, c, .. } = self.configuration;
        [a, b, self.split.map_or(c, |split| &split.place)]
    }

    /// The extents of what the tiles go to.
    pub(super) fn target(&self) -> [u32; 2] {
        if self.split.is_some() { [self.size[0], self.size[1]] } else { self.written }
    }

    /// The same with the lines beyond the last whole tiles left to a pass without tiles, where a scheme says so.
    pub(super) fn with_edges(self, scheme: &Scheme) -> Self {
        let [m, n] = self.written;
        let [rows, columns] = [(m, 0), (n, 1)].map(|(extent, mode)| scheme.edge_of(extent, mode));
        let [inner_m, inner_n] = [m - rows, n - columns];
        let below = Band { is_a_long: false, long: [0, n], thin: [inner_m, rows] };
        let beside = Band { is_a_long: true, long: [0, inner_m], thin: [inner_n, columns] };
        let edges = [(rows > 0).then_some(below), (columns > 0).then_some(beside)];
        // What is packed has lines beyond the end, which only tiles need.
        let [size_m, size_n, k] = self.size;
        let size = [if rows > 0 { inner_m } else { size_m }, if columns > 0 { inner_n } else { size_n }, k];
        Task { size, written: [inner_m, inner_n], edges, ..self }
    }

    /// (M,N,K) of the product itself.
    pub(super) fn extents(&self) -> [u32; 3] {
        let [m, n] = self.written;
        let [rows, columns] = self.edges.map(|edge| edge.map_or(0, |edge| edge.thin[1]));
        let [m, n] = [m + rows, n + columns];
        [m, n, self.packing.map_or(self.size[2], Packing::steps)]
    }

    /// The buffers of a product, A, B and C in vectors of so many numbers.
    pub(super) fn bindings(&self, [vector_a, vector_b, vector_c]: [u32; 3]) -> Result<Vec<Binding>, Refusal> {
        let vectors = [vector_a, vector_b, self.split.map_or(vector_c, |split| split.vector_c(vector_c))];
        let Configuration { a, b, c, element, .. } = self.configuration;
        let sources = self.packing.map_or([None; 2], Packing::sources);
        let read = |name, own, source: Option<_>, vector| {
            let (source, vector) = source.unwrap_or((own, vector));
            binding(name, source, *element, vector, Access::Read)
        };
        let mut all = vec![
            read("a", a, sources[0], vectors[0])?,
            read("b", b, sources[1], vectors[1])?,
            binding("c", c, *element, vectors[2], Access::Write)?,
        ];
        if let Some(packing) = self.packing {
            all.extend(packing.bindings()?);
        }
        all.extend(self.split.map(|split| split.binding(vector_c)));
        Ok(all)
    }
}

/// The form that operands get.
#[derive(Debug, Clone, Copy)]
pub(super) enum Form {
    /// Lines of numbers, of which four lie together.
    Lines {
        /// True if those of B are lines along N, whatever they were.
        is_turned: bool,
    },
    /// Numbers for fragments.
    Fragments {
        /// What they are.
        numbers: Numbers,
        /// True if A lies in fragments.
        is_direct: bool,
    },
}

impl Form {
    /// Numbers that are written together.
    fn unit(self) -> u32 {
        match self {
            Form::Lines { .. } => 4,
            Form::Fragments { numbers, .. } => numbers.vector,
        }
    }

    /// The mode of a matrix along which as many are neighbours, and may be.
    fn mode(self, matrix: &AnyLayout) -> Option<usize> {
        match self {
            Form::Lines { .. } => vector_mode_of(matrix, 4),
            Form::Fragments { numbers, .. } => numbers.mode(matrix),
        }
    }

    /// The mode along which the lines of an operand run when it is packed.
    fn along(self, operand: usize, matrix: &AnyLayout) -> usize {
        match self {
            Form::Fragments { numbers, .. } if numbers.are_along_k() => 1,
            Form::Lines { is_turned: true } if operand == 1 => 0,
            _ if is_contiguous_along(matrix, 0) => 0,
            _ => 1,
        }
    }
}

/// An operand that is written once more.
#[derive(Debug, Clone)]
pub(super) struct Packed {
    /// The buffer that it comes from, the one that it goes to, and what that is called where single numbers go to it.
    from: &'static str,
    to: &'static str,
    single: &'static str,
    /// Its layout, and the extents of its two modes.
    matrix: AnyLayout,
    extents: [u32; 2],
    /// The layout that takes its place: larger, with zeros beyond the end.
    place: AnyLayout,
    larger: [u32; 2],
    /// The mode along which numbers are written together, and how many.
    along: usize,
    unit: u32,
    /// Numbers that are read at a time: as many where they lie together and the mode ends behind as many.
    vector: u32,
    /// True if a thread writes a single number at a time: where none are read together, but neighbours run along the same
    /// mode, so that threads beside each other read and write neighbours.
    is_single: bool,
    /// True if what is read runs along one mode, and what is written along the other.
    is_across: bool,
    /// Steps of K of the fragments in which it lies, if it does.
    depth: Option<u32>,
}

/// The operands of a product that are packed, and the product of what takes their place.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    inner: Configuration,
    size: [u32; 3],
    extents: [u32; 3],
    operands: [Option<Packed>; 2],
}

impl Packing {
    /// Returns what a scheme packs of a product (M,N,K), if anything.
    pub(super) fn of(configuration: &Configuration, [m, n, k]: [u32; 3], scheme: &Scheme) -> Option<Packing> {
        // Packed operands are read four numbers at a time.
        let is_by_fours =
            scheme.is_vectorised && scheme.tile.iter().all(|extent| *extent > 0 && extent.is_multiple_of(4));
        if !scheme.is_packed || !is_by_fours {
            return None;
        }
        let form = Form::Lines { is_turned: scheme.is_turned };
        // Lines end with a multiple of four; beyond the last step of K are zeros, up to a whole tile.
        let along = [form.along(0, &configuration.a), form.along(1, &configuration.b)];
        let padded = |extent: u32, mode: usize| match mode {
            0 => extent.checked_next_multiple_of(4),
            _ => Some(extent),
        };
        let is_along_k = along.contains(&1) && !k.is_multiple_of(4);
        let larger_k = if is_along_k { k.checked_next_multiple_of(scheme.tile[2])? } else { k };
        Packing::to(configuration, [m, n, k], [padded(m, along[0])?, padded(n, along[1])?, larger_k], form)
    }

    /// Returns what is packed of a product (M,N,K) that becomes one of a larger size, whose lines as many divide as are
    /// written together; `None` where nothing is, and where products lie beside each other. In fragments, those of one step
    /// of K beside each other, A always is.
    pub(super) fn to(
        configuration: &Configuration,
        [m, n, k]: [u32; 3],
        size: [u32; 3],
        form: Form,
    ) -> Option<Packing> {
        if configuration.a.rank() != 2 {
            return None;
        }
        let packed = |operand: usize, layout: &AnyLayout, lines: u32| {
            let larger = [size[operand], size[2]];
            let depth = match form {
                Form::Fragments { numbers, is_direct: true } if operand == 0 => Some(numbers.depth),
                _ => None,
            };
            let (along, unit) = (form.along(operand, layout), form.unit());
            // Lines that are turned run along that mode; others along any.
            let is_as_wanted = match form {
                Form::Lines { is_turned: true } => form.mode(layout) == Some(along),
                _ => form.mode(layout).is_some(),
            };
            if larger == [lines, k] && is_as_wanted && depth.is_none() {
                return None;
            }
            let is_of_lines = matches!(form, Form::Lines { .. });
            let is_across = is_contiguous_along(layout, 1 - along) && !is_contiguous_along(layout, along);
            let larger = if is_of_lines && is_across {
                // Neighbours among the threads have all that they share.
                let units = [0, 1].map(|mode| if mode == along { NEIGHBOURS[1] * unit } else { NEIGHBOURS[0] });
                [larger[0].checked_next_multiple_of(units[0])?, larger[1].checked_next_multiple_of(units[1])?]
            } else {
                larger
            };
            let place = match depth {
                Some(depth) => in_fragments(larger, along, depth)?,
                None => matrix(larger[0], larger[1], if along == 0 { Major::Column } else { Major::Row }, 0),
            };
            let [from, to, single] = [["a", "packed_a", "single_a"], ["b", "packed_b", "single_b"]][operand];
            let is_whole = form.mode(layout) == Some(along) && [lines, k][along].is_multiple_of(unit);
            let vector = if is_whole { unit } else { 1 };
            let is_single = is_of_lines && !is_whole && is_contiguous_along(layout, along);
            Some(Packed {
                from,
                to,
                single,
                matrix: layout.clone(),
                extents: [lines, k],
                place,
                larger,
                along,
                unit,
                vector,
                is_single,
                is_across,
                depth,
            })
        };
        let operands = [packed(0, &configuration.a, m), packed(1, &configuration.b, n)];
        if operands.iter().all(Option::is_none) {
            return None;
        }
        let [a, b] = [(0, &configuration.a), (1, &configuration.b)]
            .map(|(place, own)| operands[place].as_ref().map_or(own, |packed| &packed.place).clone());
        let inner = Configuration { a, b, ..configuration.clone() };
        Some(Packing { inner, size, extents: [m, n, k], operands })
    }

    /// The product of what takes the operands' places.
    pub(super) fn task(&self) -> Task<'_> {
        let [a, b] =
            [("a", 0), ("b", 1)].map(|(own, place)| self.operands[place].as_ref().map_or(own, |packed| packed.to));
        let [m, n, _] = self.extents;
        let size = self.size;
        let packing = Some(self);
        let (written, buffers, edges) = ([m, n], [a, b], [None; 2]);
        Task { configuration: &self.inner, size, written, buffers, packing, split: None, batches: 1, edges }
    }

    /// The product of what takes the operands' places, and its extents.
    pub(super) fn inner(&self) -> (&Configuration, [u32; 3]) {
        (&self.inner, self.size)
    }

    /// K of the product itself.
    pub(super) fn steps(&self) -> u32 {
        self.extents[2]
    }

    /// The layouts of A and of B as they come, and how many numbers are read at a time, where they are packed.
    pub(super) fn sources(&self) -> [Option<(&AnyLayout, u32)>; 2] {
        self.operands.each_ref().map(|operand| operand.as_ref().map(|packed| (&packed.matrix, packed.vector)))
    }

    /// The buffers of what is packed.
    pub(super) fn bindings(&self) -> Result<Vec<Binding>, Refusal> {
        let packed = self.operands.iter().flatten();
        packed.map(|packed| binding(packed.to, &packed.place, self.inner.element, packed.unit, Access::Write)).collect()
    }

    /// Lists what the pass touches.
    pub(super) fn touches(&self, touched: &mut Touched) -> Result<(), Refusal> {
        for (packed, units, each) in self.shared_out()? {
            for one in 0..each {
                packed.touches(self.inner.element, [units, each, one], touched)?;
            }
        }
        Ok(())
    }

    /// Operands that are packed, how many units of numbers each of them has, and how many a thread takes: where there are
    /// many, it reads several before it writes the first, and memory is not waited for as often.
    fn shared_out(&self) -> Result<Vec<(&Packed, u32, u32)>, Refusal> {
        let of = |packed: &'_ Packed| -> Result<_, Refusal> {
            let units = Bounds::of(&packed.place)?.elements / packed.together();
            let each = EACH[usize::from(packed.is_single)];
            Ok((units, if units >= MANY * WORKGROUP_SIZE * each { each } else { 1 }))
        };
        let operands = self.operands.iter().flatten();
        operands.map(|packed| of(packed).map(|(units, each)| (packed, units, each))).collect()
    }

    /// Writes the kernel of the pass.
    pub(super) fn pass(&self, writer: &mut Writer) -> Result<Pass, Refusal> {
        let operands = self.shared_out()?;
        let counts = operands.iter().map(|(_, units, each)| units.div_ceil(WORKGROUP_SIZE * each));
        let counts = counts.collect::<Vec<_>>();
        let all = counts.iter().fold(0_u32, |all, count| all.saturating_add(*count));
        let workgroups = grid(all);
        writer.begin(Part::Packing);
        for (place, (packed, ..)) in operands.iter().enumerate() {
            let name = packed.from.to_uppercase();
            writer.note(format!(
                "{name} once more, as {}: {} numbers lie together, and zeros beyond its end.",
                packed.place,
                if packed.unit == 4 { "four" } else { "eight" }
            ));
            if packed.is_single {
                writer.note("Here the same buffer, number by number.");
                let element = vector_element(self.inner.element, 1);
                let at = 3 + place;
                writer.line(format!(
                    "@group(0) @binding({at}) var<storage, read_write> {}: array<{element}>;",
                    packed.single
                ));
            }
        }
        writer.line(format!("@compute @workgroup_size({WORKGROUP_SIZE})"));
        let parameters = "@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) t: u32";
        writer.open(format!("fn {ENTRY}({parameters}) {{"));
        number(writer, all, workgroups);
        let are_two = operands.len() > 1;
        for (place, (packed, units, each)) in operands.into_iter().enumerate() {
            match (are_two, place, counts.first()) {
                (true, 0, Some(first)) => writer.open(format!("if (number < {first}u) {{")),
                (true, _, Some(first)) => {
                    writer.close("} else {");
                    writer.line(format!("let number = number - {first}u;"));
                }
                _ => {}
            }
            let taken = WORKGROUP_SIZE * each;
            let names = (0..each).map(|one| if each == 1 { String::new() } else { one.to_string() });
            let names = names.collect::<Vec<_>>();
            for (one, name) in names.iter().enumerate() {
                let beyond = if one == 0 { String::new() } else { format!("{}u + ", one as u32 * WORKGROUP_SIZE) };
                writer.line(format!("let four{name} = number * {taken}u + {beyond}t;"));
            }
            // All of them are there where the last is, or each is asked for.
            let is_whole = units.is_multiple_of(taken);
            if is_whole {
                writer.open(format!("if (four{} < {units}u) {{", names.last().map_or("", String::as_str)));
            }
            let guard = |name: &str| (!is_whole).then(|| format!("if (four{name} < {units}u) {{"));
            let mut writes = Vec::new();
            for name in &names {
                writes.push((guard(name), packed.body(writer, self.inner.element, units, (name, guard(name)))?));
            }
            for (guard, write) in writes {
                writer.line(guard.map_or(write.clone(), |guard| format!("{guard} {write} }}")));
            }
            if is_whole {
                writer.close("}");
            }
        }
        if are_two {
            writer.close("}");
        }
        writer.close("}");
        writer.line("");
        Ok(Pass { entry_point: ENTRY, workgroups, threads: WORKGROUP_SIZE })
    }
}

impl Packed {
    /// Reads numbers of the operand that lie together where they go; answers what writes them. Of several their names have
    /// numbers.
    fn body(
        &self,
        writer: &mut Writer,
        element: Element,
        fours: u32,
        (number, guard): (&str, Option<String>),
    ) -> Result<String, Refusal> {
        let (along, across, unit, is_across) = (self.along, 1 - self.along, self.together(), self.is_across);
        // The mode's name is that of the dimension: A is (M,K), B is (N,K).
        let lines = if self.from == "a" { "m" } else { "n" };
        let names = [format!("{lines}{number}"), format!("k{number}")];
        let [fast, slow] = [names[along].as_str(), names[across].as_str()];
        let numbers = format!("numbers{number}");
        let four_named = format!("four{number}");
        let mut all = Expressions::new();
        let four = all.variable(&four_named, Range::up_to(fours.saturating_sub(1)));
        if let Some(depth) = self.depth {
            let [fast_at, slow_at] = self.deep(&mut all, four, depth);
            writer.line(format!("let {fast} = {};", all.wgsl(fast_at)));
            writer.line(format!("let {slow} = {};", all.wgsl(slow_at)));
        } else if is_across {
            let [own, part] = self.spread(&mut all, four);
            writer.line(format!("let {fast} = {};", scaled(&all.wgsl(part), unit)));
            writer.line(format!("let {slow} = {};", all.wgsl(own)));
        } else {
            let line = divisor(self.larger[along] / unit);
            let (part, rest) = (all.remainder(four, line), all.divide(four, line));
            writer.line(format!("let {fast} = {};", scaled(&all.wgsl(part), unit)));
            writer.line(format!("let {slow} = {};", all.wgsl(rest)));
        }
        writer.line(format!("var {numbers}: {};", vector_element(element, unit)));
        // A four beyond the end lies in a line beyond the end.
        let is_cut = self.extents[across] != self.larger[across];
        let is_asked = guard.filter(|_| !is_cut || self.depth.is_some() || is_across);
        if let Some(guard) = &is_asked {
            writer.open(guard);
        }
        if is_cut {
            writer.open(format!("if ({slow} < {}u) {{", self.extents[across]));
        }
        let slow_at = all.variable(slow, Range::up_to(self.extents[across] - 1));
        let is_together = self.vector == unit;
        if is_together {
            let fast_at = all.variable(fast, Range::up_to(self.extents[along] - 1));
            let coordinate = if along == 0 { [fast_at, slow_at] } else { [slow_at, fast_at] };
            let at = index(&mut all, &self.matrix, &coordinate)?;
            let at = all.divide(at, divisor(unit));
            let read = format!("{numbers} = {}[{}];", self.from, all.wgsl(at));
            writer.line(match self.extents[along] == self.larger[along] {
                true => read,
                false => format!("if ({fast} < {}u) {{ {read} }}", self.extents[along]),
            });
        }
        for lane in 0..if is_together { 0 } else { unit } {
            let fast_at = all.variable(fast, Range::up_to((self.extents[along] - 1).saturating_sub(lane)));
            let number = all.constant(lane);
            let fast_at = all.add(fast_at, number);
            let coordinate = if along == 0 { [fast_at, slow_at] } else { [slow_at, fast_at] };
            let at = index(&mut all, &self.matrix, &coordinate)?;
            let read = if element == Element::I8 {
                // Four bytes in a word.
                let [word, place] = [all.divide(at, divisor(4)), all.remainder(at, divisor(4))];
                let [word, place] = [word, place].map(|part| all.wgsl(part));
                let shifted = format!("(({}[{word}] >> ({} * 8u)) & 255u)", self.from, parenthesised(&place));
                format!("{numbers}.{} |= {shifted} << {}u;", LANES[lane as usize / 4], lane % 4 * 8)
            } else {
                format!("{numbers}.{} = {}[{}];", LANES[lane as usize % 4], self.from, all.wgsl(at))
            };
            let fast_text = all.wgsl(fast_at);
            writer.line(if self.extents[along] == self.larger[along] {
                read
            } else {
                format!("if ({fast_text} < {}u) {{ {read} }}", self.extents[along])
            });
        }
        if is_cut {
            writer.close("}");
        }
        if is_asked.is_some() {
            writer.close("}");
        }
        let to = if self.depth.is_some() || is_across {
            let [fast_at, slow_at] = [(fast, along), (slow, across)]
                .map(|(name, mode)| all.variable(name, Range::up_to(self.larger[mode] - 1)));
            let coordinate = if along == 0 { [fast_at, slow_at] } else { [slow_at, fast_at] };
            let at = index(&mut all, &self.place, &coordinate)?;
            let at = all.divide(at, divisor(unit));
            all.wgsl(at)
        } else {
            four_named
        };
        Ok(format!("{}[{to}] = {numbers};", if self.is_single { self.single } else { self.to }))
    }

    /// Lists what is touched where each thread takes `each` fours: what it touches for one of them.
    fn touches(&self, element: Element, [fours, each, one]: [u32; 3], touched: &mut Touched) -> Result<(), Refusal> {
        let (along, across, unit) = (self.along, 1 - self.along, self.together());
        let taken = WORKGROUP_SIZE * each;
        let groups = fours.div_ceil(taken);
        // After so many fours what is written goes on along the other mode: where workgroups have them evenly, their number
        // is one among those and the number of such.
        let block = match self.depth {
            Some(depth) => self.width(depth) / unit * self.larger[across],
            None if self.is_across => gcd(NEIGHBOURS[1], self.larger[along] / unit) * self.larger[across],
            None => self.larger[along] / unit,
        };
        let block = if block.is_multiple_of(taken) { block / taken } else { 1 };
        let mut all = Expressions::new();
        let [number, next] = [block, groups / block].map(|count| all.digit("number", count - 1));
        let own = all.variable("t", Range::up_to(WORKGROUP_SIZE - 1));
        let before = all.constant(one * WORKGROUP_SIZE);
        let number = added(&mut all, number, block, next);
        let four = added(&mut all, own, taken, number);
        let four = all.add(four, before);
        let [fast, slow] = if let Some(depth) = self.depth {
            self.deep(&mut all, four, depth)
        } else {
            let [slow, part] = if self.is_across {
                self.spread(&mut all, four)
            } else {
                let line = divisor(self.larger[along] / unit);
                [all.divide(four, line), all.remainder(four, line)]
            };
            let unit = all.constant(unit);
            [all.multiply(part, unit), slow]
        };
        let mut guards = vec![(four, fours)];
        let domains = [Domain::up_to(block), Domain::up_to(groups / block), Domain::Thread(&|thread| thread)];
        let mut touch = |all: &Expressions, memory, is_store, index, guards: &[_]| {
            let touch = Touch::of(memory, is_store, index, WORKGROUP_SIZE, &domains);
            touched.push(all, &Touch { guards, ..touch });
        };
        let zero = all.constant(0);
        let coordinate = |[fast, slow]: [_; 2]| if along == 0 { [fast, slow, zero] } else { [slow, fast, zero] };
        let to = if self.depth.is_some() || self.is_across {
            indexed(&mut all, &self.place, coordinate([fast, slow]), unit)?
        } else {
            four
        };
        let name = if self.is_single { self.single } else { self.to };
        touch(&all, buffer(name, &self.place, element.bytes(), unit)?, true, to, &guards);
        if self.extents[across] != self.larger[across] {
            guards.push((slow, self.extents[across]));
        }
        // Single bytes are read in words.
        let width = if self.vector == 1 && element == Element::I8 { 4 } else { self.vector };
        let from = buffer(self.from, &self.matrix, element.bytes(), width)?;
        for lane in 0..if self.vector == unit { 1 } else { unit } {
            let lane = all.constant(lane);
            let fast = all.add(fast, lane);
            let at = indexed(&mut all, &self.matrix, coordinate([fast, slow]), width)?;
            let is_cut = self.extents[along] != self.larger[along];
            let end = is_cut.then_some((fast, self.extents[along]));
            touch(&all, from, false, at, &guards.iter().copied().chain(end).collect::<Vec<_>>());
        }
        Ok(())
    }

    /// Returns the number of numbers that a thread writes at a time.
    fn together(&self) -> u32 {
        if self.is_single { 1 } else { self.unit }
    }

    /// Numbers of a line that neighbours have where it lies in fragments: those of several.
    fn width(&self, depth: u32) -> u32 {
        let length = if self.along == 1 { depth } else { FRAGMENT };
        if self.larger[self.along].is_multiple_of(4 * length) { 4 * length } else { length }
    }

    /// The place along its lines, and across them, of what a thread has where it lies in fragments.
    fn deep(&self, all: &mut Expressions, four: Expression, depth: u32) -> [Expression; 2] {
        let (along, across, unit) = (self.along, 1 - self.along, self.unit);
        // Lines of several fragments, so that neighbours read together; 16 of them; those across, and the next ones.
        let height = if along == 1 { FRAGMENT } else { depth };
        let width = self.width(depth);
        let take = |all: &mut Expressions, from, extent: u32| {
            (all.remainder(from, divisor(extent)), all.divide(from, divisor(extent)))
        };
        let (four, rest) = take(all, four, width / unit);
        let (line, rest) = take(all, rest, height);
        let (own, next) = take(all, rest, self.larger[across] / height);
        let times = |all: &mut Expressions, number, by: u32| {
            let by = all.constant(by);
            all.multiply(number, by)
        };
        let [four, next, own] = [(four, unit), (next, width), (own, height)].map(|(of, by)| times(all, of, by));
        let [fast_at, slow_at] = [all.add(next, four), all.add(own, line)];
        [fast_at, slow_at]
    }

    /// Which line, and which of the numbers of a line that are written together, a thread has.
    fn spread(&self, all: &mut Expressions, at: Expression) -> [Expression; 2] {
        let blocks = [self.larger[1 - self.along], self.larger[self.along] / self.unit];
        let [near, deep] = [0, 1].map(|mode| gcd(NEIGHBOURS[mode], blocks[mode]));
        let mut rest = at;
        let mut digit = |all: &mut Expressions, extent: u32| {
            let digit = all.remainder(rest, divisor(extent));
            rest = all.divide(rest, divisor(extent));
            digit
        };
        let own = digit(all, near);
        let k = digit(all, deep);
        let own_beyond = digit(all, blocks[0] / near);
        let k_beyond = digit(all, blocks[1] / deep);
        [(own_beyond, near, own), (k_beyond, deep, k)].map(|(beyond, extent, within)| {
            let extent = all.constant(extent);
            let before = all.multiply(beyond, extent);
            all.add(before, within)
        })
    }
}

/// Lines that neighbours take, and parts of a line, where what they read runs across the lines and what they write along
/// them: eight bytes of a sector read at a time, and all of one written.
const NEIGHBOURS: [u32; 2] = [8, 4];

/// A matrix in fragments of 16 lines of so many steps of K, whose lines run along a mode: those of one step of K beside each
/// other.
fn in_fragments([lines, steps]: [u32; 2], along: usize, depth: u32) -> Option<AnyLayout> {
    let (across, area) = (lines / FRAGMENT, FRAGMENT * depth);
    let [own, other] = if along == 1 { [depth, 1] } else { [1, FRAGMENT] };
    let next = area.checked_mul(across)?;
    Some(nested(&[&[(FRAGMENT, own), (across, area)], &[(depth, other), (steps / depth, next)]]))
}

/// So many times a value.
fn scaled(text: &str, by: u32) -> String {
    if by == 1 { text.to_owned() } else { format!("{} * {by}u", parenthesised(text)) }
}

/// A product's factor.
fn parenthesised(text: &str) -> String {
    if text.contains(' ') { format!("({text})") } else { text.to_owned() }
}
