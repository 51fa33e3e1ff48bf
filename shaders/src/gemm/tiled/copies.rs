//! The copies of a tile: from memory into registers, and from there into workgroup memory.

use super::{Lines, Operand, Piece, Read, Writer, keeps_fours, product, sum};
use crate::expression::{Expression, Range as Bounded};
use crate::gemm::buffers::{LANES, divisor};
use crate::gemm::scheme::Copy;
use crate::index::{Bounds, index};
use crate::kernel::Refusal;
use crate::program::Element;

impl Writer<'_> {
    /// The reads of one thread's copy of a tile.
    pub(super) fn pieces(&mut self, operand: Operand, tile: Lines) -> Result<Vec<Piece>, Refusal> {
        let place = operand.place();
        let name = operand.name();
        let matrix = if operand == Operand::A { &self.configuration.a } else { &self.configuration.b };
        let Copy { layout, vector, is_along_k, is_gathered, .. } = &self.sharing.copies[place];
        let (extent, lines) = (self.sharing.tile[place], self.size[place]);
        let [_, _, tile_k] = self.sharing.tile;
        let values = layout.at(&[1]).and_then(|values| values.size()).map_err(Refusal::Algebra)?.value();
        let values = u32::try_from(values).unwrap_or(0);
        let tv = layout.clone().into();
        let width = divisor(self.sharing.fragment);
        let by = divisor(if *is_gathered { 1 } else { *vector });
        let (mut pieces, mut clamps) = (Vec::new(), 0_u32);
        for value in (0..values).step_by(usize::try_from(*vector).unwrap_or(1)) {
            let constant = self.all.constant(value);
            let element = index(&mut self.all, &tv, &[self.t, constant])?;
            let line = self.all.remainder(element, divisor(extent));
            let step = self.all.divide(element, divisor(extent));
            let count = if *is_gathered { 4 } else { 1 };
            let (element, unit) = ([line, step], if *vector == 4 && !is_along_k && !is_gathered { 4 } else { 1 });
            let mut reads = Vec::with_capacity(4);
            for lane in 0..count {
                let lane = self.all.constant(lane);
                let [line, step] = element;
                let [line, step] =
                    if *is_along_k { [line, self.all.add(step, lane)] } else { [self.all.add(line, lane), step] };
                // The row in the matrix; where there is no whole tile, beyond its end the last one again.
                let mut row = self.all.add(self.start[place], line);
                if lines < extent {
                    let piece = self.all.divide(row, divisor(unit));
                    let (last, wgsl) = (lines / unit - 1, self.all.wgsl(piece));
                    let clamped = format!("{name}_row{clamps}");
                    clamps += 1;
                    let mode = if operand == Operand::A { "M" } else { "N" };
                    self.line(1, &format!("let {clamped} = min({wgsl}, {last}u); // no further than {mode} = {lines}"));
                    let clamped = self.all.variable(&clamped, Bounded::up_to(last));
                    let unit = self.all.constant(unit);
                    row = self.all.multiply(clamped, unit);
                }
                // Along K, in the tile after the first.
                let whole = self.all.constant(tile_k);
                let after = self.all.multiply(self.next, whole);
                let after = self.all.add(after, step);
                let head = self.all.constant(if self.missing == 0 { 0 } else { tile_k - self.missing });
                let after = self.all.add(after, head);
                let at = self.index(matrix, [row, after])?;
                let at = self.all.divide(at, by);
                let comment = format!("{} at the thread's place of the tile", name.to_uppercase());
                let later = match self.all.linear(at, self.next) {
                    Some((base, coefficient)) => {
                        let base = self.named(1, base, &format!("{name}_at"), &comment);
                        sum(&[base, product("next", coefficient)])
                    }
                    None => self.all.wgsl(at),
                };
                let first = if self.missing == 0 {
                    let begin = self.all.multiply(self.from, whole);
                    let begin = self.all.add(begin, step);
                    let at = self.index(matrix, [row, begin])?;
                    let at = self.all.divide(at, by);
                    self.named(1, at, &format!("{name}_at"), &comment)
                } else {
                    String::new()
                };
                reads.push(Read { first, step, row, later });
            }
            let mut places = Vec::new();
            let shared = &self.sharing.shared[place];
            if *vector == 4 && !is_along_k && self.sharing.fragment == 4 && keeps_fours(shared) {
                let at = index(&mut self.all, shared, &[line, step])?;
                let at = self.all.divide(at, width);
                places.push((self.indices(at, tile), None));
            } else {
                for lane in 0..*vector {
                    let lane = self.all.constant(lane);
                    let coordinate =
                        if *is_along_k { [line, self.all.add(step, lane)] } else { [self.all.add(line, lane), step] };
                    let at = index(&mut self.all, shared, &coordinate)?;
                    let component = (self.sharing.fragment == 4).then(|| self.all.remainder(at, width));
                    let at = self.all.divide(at, width);
                    places.push((self.indices(at, tile), component));
                }
            }
            let comment = format!("s{} at the thread's place of the tile", name.to_uppercase());
            for (at, component) in &places {
                for at in at {
                    let (base, _) = self.all.without_constant(*at);
                    self.named(1, base, &format!("{name}_to"), &comment);
                }
                if let Some(component) = component {
                    self.named(1, *component, &format!("{name}_lane"), "which of the four numbers there");
                }
            }
            pieces.push(Piece { name: format!("{name}_next{}", pieces.len()), reads, places });
        }
        Ok(pieces)
    }

    /// What indexes a place in workgroup memory.
    fn indices(&mut self, at: Expression, tile: Lines) -> Vec<Expression> {
        match tile.count {
            1 => vec![at],
            _ => vec![self.all.divide(at, tile.width), self.all.remainder(at, tile.width)],
        }
    }

    /// The first tile into registers; where it reaches below zero, zeros.
    pub(super) fn first(&mut self, operand: Operand, pieces: &[Piece]) -> Result<(), Refusal> {
        let copy = &self.sharing.copies[operand.place()];
        let element = if copy.vector == 4 { "vec4<f32>" } else { "f32" };
        let matrix = if operand == Operand::A { &self.configuration.a } else { &self.configuration.b };
        for piece in pieces {
            self.line(1, &format!("var {}: {element};", piece.name));
        }
        let (indent, is_guarded) = self.open_guard(1, operand);
        let (vector, is_gathered, is_along_k) = (copy.vector, copy.is_gathered, copy.is_along_k);
        for piece in pieces {
            if self.missing == 0 {
                let read = self.reads_of(operand, piece, |read| &read.first);
                self.line(indent, &format!("{} = {read};", piece.name));
                continue;
            }
            for (read, lane) in piece.reads.iter().zip(LANES) {
                let (below, target) = if is_gathered {
                    (format!("{}_k{lane}", piece.name), format!("{}.{lane}", piece.name))
                } else {
                    (format!("{}_k", piece.name), piece.name.clone())
                };
                let [_, _, tile_k] = self.sharing.tile;
                let whole = self.all.constant(tile_k);
                let begin = self.all.multiply(self.from, whole);
                let begin = self.all.add(begin, read.step);
                let step = self.all.wgsl(begin);
                let missing = self.missing;
                self.line(indent, &format!("if ({step} >= {missing}u) {{ // k is not below zero"));
                self.line(indent + 1, &format!("let {below} = {step} - {missing}u;"));
                let unit = if vector == 4 && is_along_k && !is_gathered { 4 } else { 1 };
                let steps = self.all.range(self.from).high() * tile_k + tile_k - missing;
                let step = if unit == 4 {
                    // A multiple of four, which the index may count on.
                    let quarter = format!("{below}_quarter");
                    self.line(indent + 1, &format!("let {quarter} = {below} / 4u;"));
                    let quarter = self.all.variable(&quarter, Bounded::up_to(steps.saturating_sub(1) / 4));
                    let four = self.all.constant(4);
                    self.all.multiply(quarter, four)
                } else {
                    self.all.variable(&below, Bounded::up_to(steps.saturating_sub(1)))
                };
                let at = self.index(matrix, [read.row, step])?;
                let at = self.all.divide(at, divisor(if is_gathered { 1 } else { vector }));
                let at = self.all.wgsl(at);
                let read = self.read(operand, &at);
                self.line(indent + 1, &format!("{target} = {read};"));
                self.line(indent, "}");
            }
        }
        if is_guarded {
            self.line(indent - 1, "}");
        }
        Ok(())
    }

    /// A later tile into registers.
    pub(super) fn later(&mut self, indent: usize, operand: Operand, pieces: &[Piece]) {
        let (indent, is_guarded) = self.open_guard(indent, operand);
        for piece in pieces {
            let read = self.reads_of(operand, piece, |read| &read.later);
            self.line(indent, &format!("{} = {read};", piece.name));
        }
        if is_guarded {
            self.line(indent - 1, "}");
        }
    }

    /// From registers into workgroup memory.
    pub(super) fn store(&mut self, indent: usize, operand: Operand, pieces: &[Piece], offset: &str) {
        let name = operand.name();
        let (indent, is_guarded) = self.open_guard(indent, operand);
        for piece in pieces {
            let lanes =
                if self.sharing.copies[operand.place()].vector == 4 { [".x", ".y", ".z", ".w"] } else { [""; 4] };
            for ((at, component), lane) in piece.places.iter().zip(lanes) {
                let mut place = String::new();
                for (mode, at) in at.iter().enumerate() {
                    let (base, number) = self.all.without_constant(*at);
                    let base = self.names.get(&base).cloned().unwrap_or_else(|| self.all.wgsl(base));
                    let offset = if mode == 0 { offset.to_owned() } else { String::new() };
                    place += &format!("[{}]", sum(&[offset, base, format!("{number}u")]));
                }
                if let Some(component) = component {
                    let component = self.named(indent, *component, &format!("{name}_lane"), "");
                    place += &format!("[{component}]");
                }
                let lane = if component.is_none() && piece.places.len() == 1 { "" } else { lane };
                self.line(indent, &format!("shared_{name}{place} = {}{lane};", piece.name));
            }
        }
        if is_guarded {
            self.line(indent - 1, "}");
        }
    }

    /// Keeps threads out that copy nothing: the indentation of what follows, and whether a block is open that must end.
    fn open_guard(&mut self, indent: usize, operand: Operand) -> (usize, bool) {
        let copy = &self.sharing.copies[operand.place()].layout;
        let threads = copy.at(&[0]).and_then(|threads| threads.size()).map_or(0, |size| size.value());
        if threads >= i64::from(self.sharing.threads) {
            return (indent, false);
        }
        self.line(indent, &format!("if (t < {threads}u) {{"));
        (indent + 1, true)
    }

    /// The last index of an operand, where tiles reach beyond it by a few lines whose sums nobody reads.
    fn last_of(&self, operand: Operand, vector: u32) -> Option<u64> {
        let place = operand.place();
        let reaches = self.task.packing.is_none() && self.task.size[place] > self.task.written[place];
        let matrix = if operand == Operand::A { &self.configuration.a } else { &self.configuration.b };
        let cosize = Bounds::of(matrix).ok()?.cosize;
        reaches.then(|| cosize.div_ceil(u64::from(vector)).saturating_sub(1))
    }

    /// Returns what a piece reads, at these indices.
    fn reads_of(&self, operand: Operand, piece: &Piece, at: impl Fn(&Read) -> &String) -> String {
        let reads = piece.reads.iter().map(|read| self.read(operand, at(read))).collect::<Vec<_>>();
        match reads.as_slice() {
            [read] => read.clone(),
            reads => format!("vec4<f32>({})", reads.join(", ")),
        }
    }

    pub(super) fn read(&self, operand: Operand, at: &str) -> String {
        let name = self.task.buffers[operand.place()];
        let copy = &self.sharing.copies[operand.place()];
        let vector = if copy.is_gathered { 1 } else { copy.vector };
        let inside = self.last_of(operand, vector).map(|last| format!("min({at}, {last}u)"));
        let at = inside.as_deref().unwrap_or(at);
        match (self.configuration.element, vector) {
            (Element::F16, 4) => format!("vec4<f32>({name}[{at}])"),
            (Element::F16, _) => format!("f32({name}[{at}])"),
            _ => format!("{name}[{at}]"),
        }
    }
}
