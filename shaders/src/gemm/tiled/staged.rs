//! A tile of C by way of workgroup memory, where no vector writes C.
//!
//! A thread has runs of four numbers, so threads beside each other would write single numbers four apart: each sector of
//! memory four times. So the workgroup puts a line of each thread into workgroup memory, which tiles of A and B have left,
//! and from there threads beside each other write numbers beside each other; then the next line of each.

use super::Writer;
use crate::expression::Expression;
use crate::gemm::buffers::divisor;
use crate::gemm::packed::Task;
use crate::gemm::scheme::{Sharing, is_contiguous_along};
use crate::index::Bounds;
use crate::kernel::Refusal;
use crate::program::Element;

/// Numbers of a run.
const RUN: u32 = 4;

/// How a tile of C goes there.
#[derive(Debug, Clone, Copy)]
pub(in crate::gemm) struct Staged {
    /// The mode along which numbers of C are neighbours.
    fast: usize,
    /// The extent of the tile along it.
    length: u32,
    /// Numbers of a thread along it, and lines of a thread.
    values: [u32; 2],
    /// Lines of a thread that are there at once.
    together: u32,
    threads: u32,
    /// Threads of a warp across lines.
    warp: u32,
}

impl Staged {
    /// Returns how the tiles of a product go there, if they do.
    pub(in crate::gemm) fn of(task: &Task<'_>, sharing: &Sharing) -> Result<Option<Staged>, Refusal> {
        let c = &task.configuration.c;
        let Some(fast) = [1, 0].into_iter().find(|mode| is_contiguous_along(c, *mode)) else { return Ok(None) };
        let Some(warp) = sharing.warp.map(|warp| warp[1 - fast]) else { return Ok(None) };
        let values = [sharing.values[fast], sharing.values[1 - fast]];
        let (length, threads) = (sharing.tile[fast], sharing.threads);
        let staged = Staged { fast, length, values, together: 1, threads, warp };
        let is_by_fours = sharing.fragment == RUN && !sharing.has_lines;
        if task.split.is_some() || sharing.vector_c.is_some() || !is_by_fours || !length.is_multiple_of(values[0]) {
            return Ok(None);
        }
        let mut room = u64::MAX;
        for shared in &sharing.shared {
            room = room.min(Bounds::of(shared)?.cosize.next_multiple_of(u64::from(RUN)) * u64::from(sharing.stages));
        }
        // As many at once as there is room for: threads wait for each other less often.
        let fits = |together: &u32| {
            let numbers = u64::from(threads) * u64::from(values[0]) * u64::from(*together);
            values[1].is_multiple_of(*together) && numbers <= room
        };
        Ok((1..=values[1]).rev().find(fits).map(|together| Staged { together, ..staged }))
    }

    /// Reports whether it writes along N.
    pub(in crate::gemm) fn is_along_n(&self) -> bool {
        self.fast == 1
    }

    /// Returns the number of lines that are there at once.
    fn lines(&self) -> u32 {
        self.threads / (self.length / self.values[0])
    }

    /// Returns the distance across lines from the values of a warp to those of the next.
    fn period(&self) -> u32 {
        self.warp * self.values[1]
    }

    /// Returns how often lines are there, how many of each thread at once, and how many numbers a thread writes of them.
    pub(in crate::gemm) fn turns(&self) -> [u32; 3] {
        [self.values[1] / self.together, self.together, self.values[0] * self.together]
    }

    /// Returns where a run of a thread goes, in one of its lines that are there: the number of the run there, from its place
    /// in the tile, which is that of the thread's first line.
    pub(in crate::gemm) fn run(&self, [m, n]: [u32; 2], line: u32) -> u32 {
        let [along, across] = if self.fast == 1 { [n, m] } else { [m, n] };
        let own = across / self.period() * self.warp + across % self.period() / RUN;
        ((line * self.lines() + own) * self.length + along) / RUN
    }

    /// Returns which of the numbers there is number `place` of those that a thread writes.
    pub(in crate::gemm) fn read(&self, thread: u32, place: u32) -> u32 {
        thread + place * self.threads
    }

    /// Returns where number `place` of those that a thread writes is in the tile, in a turn.
    pub(in crate::gemm) fn place(&self, thread: u32, place: u32, turn: u32) -> [u32; 2] {
        let number = self.read(thread, place % self.values[0]);
        let (along, line) = (number % self.length, number / self.length);
        let across = line / self.warp * self.period() + line % self.warp * RUN;
        let across = across + self.offset(turn * self.together + place / self.values[0]);
        if self.fast == 1 { [across, along] } else { [along, across] }
    }

    /// Returns by how much line `value` of a thread is beyond its first.
    fn offset(&self, value: u32) -> u32 {
        value % RUN + value / RUN * RUN * self.warp
    }
}

impl Writer<'_> {
    /// The tile of C to memory, by way of workgroup memory.
    pub(super) fn write_staged(
        &mut self,
        rows: &[Expression],
        columns: &[Expression],
        staged: Staged,
    ) -> Result<(), Refusal> {
        let Staged { fast, length, warp, values, .. } = staged;
        let [turns, together, numbers] = staged.turns();
        let of_line = staged.lines() * length / RUN;
        let period = staged.period();
        let of = [rows, columns];
        // Where the runs of a thread go.
        let Some(first) = of[1 - fast].first().copied() else { return Ok(()) };
        let [by_period, by_run] = [period, RUN].map(divisor);
        let (warps, within) = (self.all.divide(first, by_period), self.all.remainder(first, by_period));
        let within = self.all.divide(within, by_run);
        let line = self.scaled(warps, warp);
        let line = self.all.add(line, within);
        let begin = self.scaled(line, length);
        self.line(
            1,
            "// C by way of workgroup memory, so that threads beside each other write numbers beside each other.",
        );
        let mut runs = Vec::new();
        for along in of[fast].iter().step_by(RUN as usize) {
            let at = self.all.add(begin, *along);
            let at = self.all.divide(at, by_run);
            runs.push(self.named_alike(at, "run", "where the thread's numbers go"));
        }
        // What it takes from there, and where that lies in the tile.
        let mut taken = Vec::new();
        for place in 0..numbers {
            let [beyond, within] = [place, place % values[0]].map(|place| self.all.constant(staged.read(0, place)));
            let [number, within] = [beyond, within].map(|beyond| self.all.add(self.t, beyond));
            let along = self.all.remainder(within, divisor(length));
            let line = self.all.divide(within, divisor(length));
            let (warps, lane) = (self.all.divide(line, divisor(warp)), self.all.remainder(line, divisor(warp)));
            let (warps, lane) = (self.scaled(warps, period), self.scaled(lane, RUN));
            let across = self.all.add(warps, lane);
            let (run, lane) = (self.all.divide(number, by_run), self.all.remainder(number, by_run));
            let [run, lane] = [run, lane].map(|place| self.all.wgsl(place));
            taken.push((format!("[{run}][{lane}]"), place / values[0], along, across));
        }
        let [m, n] = self.task.target();
        let [tile_m, tile_n, _] = self.sharing.tile;
        let guarded = [m < self.size[0].max(tile_m), n < self.size[1].max(tile_n)];
        let is_half = self.configuration.element == Element::F16;
        let [_, _, target] = self.task.layouts();
        for turn in 0..turns {
            let name = if turn % 2 == 0 { "shared_a" } else { "shared_b" };
            let mut stores = Vec::new();
            for (number, (_, line, along, across)) in taken.iter().enumerate() {
                let offset = self.all.constant(staged.offset(turn * together + line));
                let across = self.all.add(*across, offset);
                let own = if fast == 1 { [across, *along] } else { [*along, across] };
                let own = [self.all.add(self.start[0], own[0]), self.all.add(self.start[1], own[1])];
                let at = self.index(target, own)?;
                let at = self.named_alike(at, "c_at", "C at what the thread writes of the tile");
                let mut guards = Vec::new();
                for mode in 0..2 {
                    if guarded[mode] {
                        let at = self.named(1, own[mode], ["m", "n"][mode], ["along M", "along N"][mode]);
                        guards.push(format!("{at} < {}u", [m, n][mode]));
                    }
                }
                let read = format!("number{number}");
                let store = format!("c[{at}] = {};", if is_half { format!("f16({read})") } else { read });
                stores.push(match guards.is_empty() {
                    true => store,
                    false => format!("if ({}) {{ {store} }}", guards.join(" && ")),
                });
            }
            if turn == 0 {
                self.line(1, "workgroupBarrier();");
            }
            for (line, (place, run)) in
                (0..together).flat_map(|line| runs.iter().enumerate().map(move |run| (line, run)))
            {
                let value = (turn * together + line) as usize;
                let run = super::sum(&[run.clone(), format!("{}u", line * of_line)]);
                let lanes = (place * 4..place * 4 + 4).map(|along| match fast {
                    1 => self.value(value, along),
                    _ => self.value(along, value),
                });
                let four = match self.has_vectors() && fast == 1 {
                    true => format!("c{value}_{place}"),
                    false => format!("vec4<f32>({})", lanes.collect::<Vec<_>>().join(", ")),
                };
                self.line(1, &format!("{name}[{run}] = {four};"));
            }
            self.line(1, "workgroupBarrier();");
            self.line(1, "{");
            for (number, (place, ..)) in taken.iter().enumerate() {
                self.line(2, &format!("let number{number} = {name}{place};"));
            }
            stores.iter().for_each(|store| self.line(2, store));
            self.line(1, "}");
        }
        Ok(())
    }

    /// The name of an expression; the same for those that differ by a number, of which one may be 0.
    fn named_alike(&mut self, at: Expression, prefix: &str, comment: &str) -> String {
        let (base, number) = self.all.without_constant(at);
        let base = self.named(1, base, prefix, comment);
        super::sum(&[base, format!("{number}u")])
    }

    fn scaled(&mut self, value: Expression, by: u32) -> Expression {
        let by = self.all.constant(by);
        self.all.multiply(value, by)
    }
}
