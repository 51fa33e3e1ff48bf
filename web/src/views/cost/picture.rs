//! The request as a picture: the banks of shared memory with the words that each serves, or the lines of global memory
//! with the bytes that are used of each sector. It is a grid for keys and screen readers too.

use crate::signals::{Effect, Memo, RwSignal};
use colex::cost::{Machine, Phase, Sector, phases, sectors};
use colex::words;
use colex_document::MemorySpace;
use leptos::prelude::*;

use super::subject::{Shown, Subject};
use crate::browser::KeyboardEvent;
use crate::languages::say;
use crate::session::Parts;

/// The most lines of global memory that are drawn.
const LINES_MOST: usize = 32;
/// Every so many banks one has its number below it.
const TICKS: usize = 8;

/// A bank in a phase, or a sector of a line.
#[derive(Debug, Clone, PartialEq)]
struct Cell {
    /// Number in the cell.
    number: u64,
    /// Darkness, from 0 for nothing to 6.
    level: u8,
    /// Which part of it is filled, in hundredths; a bank is filled.
    part: u64,
    /// The first thread of the request that touches it.
    lane: Option<u64>,
    /// Name of the cell.
    name: u64,
}

/// A phase, or a line.
#[derive(Debug, Clone, PartialEq)]
struct Row {
    title: String,
    cells: Vec<Cell>,
}

/// Picture that is drawn.
#[derive(Debug, Clone, PartialEq)]
struct Drawn {
    rows: Vec<Row>,
    /// Number of rows that are not drawn.
    unseen: usize,
    is_shared: bool,
}

/// Returns the darkness of a bank that serves so many words.
fn level_of(words: u64) -> u8 {
    match words {
        0..=1 => words as u8,
        2 => 2,
        3..=4 => 3,
        5..=8 => 4,
        9..=16 => 5,
        _ => 6,
    }
}

fn banks(shown: &Shown, machine: &Machine, say: impl Fn(&Phase) -> String) -> Drawn {
    let row = |phase: Phase| {
        // The first thread that wants something of each bank.
        let mut lanes = vec![None; phase.words.len()];
        for at in phase.first..phase.first.saturating_add(phase.threads) {
            for bank in shown.request.banks_of(at, shown.vector, machine) {
                let bank = usize::try_from(bank).unwrap_or(0);
                if let Some(first) = lanes.get_mut(bank) {
                    *first = first.or(Some(at));
                }
            }
        }
        let title = say(&phase);
        let cells = (0..).zip(phase.words).zip(lanes);
        let cells =
            cells.map(|((name, words), lane)| Cell { number: words, level: level_of(words), part: 100, lane, name });
        Row { title, cells: cells.collect() }
    };
    let rows = phases(&shown.request, shown.vector, machine).into_iter().map(row).collect();
    Drawn { rows, unseen: 0, is_shared: true }
}

fn lines(shown: &Shown, machine: &Machine) -> Drawn {
    let found = sectors(&shown.request, shown.vector, machine);
    let per_line = (machine.line_bytes / machine.sector_bytes.max(1)).max(1);
    let all = found.chunk_by(|one, next| one.line == next.line).collect::<Vec<_>>();
    let row = |line: &&[Sector]| {
        let number = line.first().map_or(0, |sector| sector.line);
        let cells = (0..per_line).map(|at| {
            let own = number.saturating_mul(i128::from(per_line)).saturating_add(i128::from(at));
            let sector = line.iter().find(|sector| sector.number == own);
            let bytes = sector.map_or(0, |sector| sector.bytes);
            Cell {
                number: bytes,
                level: if bytes == 0 {
                    0
                } else if bytes < machine.sector_bytes {
                    3
                } else {
                    1
                },
                part: bytes * 100 / machine.sector_bytes.max(1),
                lane: sector.and_then(|sector| sector.threads.first().copied()),
                name: at,
            }
        });
        Row { title: number.saturating_mul(i128::from(machine.line_bytes)).to_string(), cells: cells.collect() }
    };
    let unseen = all.len().saturating_sub(LINES_MOST);
    Drawn { rows: all.iter().take(LINES_MOST).map(row).collect(), unseen, is_shared: false }
}

/// The cells that a thread of the request touches, each as row and column.
fn touched(shown: &Shown, machine: &Machine, lane: u64, is_shared: bool) -> Vec<(usize, usize)> {
    let place = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    if is_shared {
        let phase = place(lane / machine.phase_threads(shown.vector));
        let banks = shown.request.banks_of(lane, shown.vector, machine).into_iter();
        return banks.map(|bank| (phase, place(bank))).collect();
    }
    let found = sectors(&shown.request, shown.vector, machine);
    let per_line = i128::from(machine.line_bytes / machine.sector_bytes.max(1)).max(1);
    let lines = found.chunk_by(|one, next| one.line == next.line).enumerate().take(LINES_MOST);
    let own = lines.flat_map(|(row, line)| line.iter().map(move |sector| (row, sector)));
    let own = own.filter(|(_, sector)| sector.threads.contains(&lane));
    own.map(|(row, sector)| (row, usize::try_from(sector.number.rem_euclid(per_line)).unwrap_or(0))).collect()
}

/// The picture, and what is said of the cell that is chosen in it.
#[component]
pub(super) fn Picture(subject: Subject) -> impl IntoView {
    let Parts { tastes, .. } = *subject.session;
    let drawn = Memo::new(move |_| {
        let tongue = tastes.tongue.get();
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        subject.shown.with(|shown| {
            let shown = shown.as_ref()?;
            Some(subject.machine.with_value(|machine| match is_shared {
                true => banks(shown, machine, |phase| words::phase(phase, shown.first, tongue)),
                false => lines(shown, machine),
            }))
        })
    });
    let lit = Memo::new(move |_| {
        let lane = subject.lane.get();
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        let found = subject.shown.with(|shown| {
            let (shown, lane) = (shown.as_ref()?, lane?);
            Some(subject.machine.with_value(|machine| touched(shown, machine, lane, is_shared)))
        });
        found.unwrap_or_default()
    });
    let cursor = RwSignal::new(None::<(usize, usize)>);
    // Another memory has other cells.
    Effect::new(move |_| {
        subject.memory.track();
        cursor.set(None);
    });
    let cell = move |at: (usize, usize)| drawn.with(|drawn| drawn.as_ref()?.rows.get(at.0)?.cells.get(at.1).cloned());
    let choose = move |at: (usize, usize)| {
        let Some(found) = untrack(|| cell(at)) else { return };
        cursor.set(Some(at));
        if let Some(lane) = found.lane {
            subject.choose(lane);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let (rows, columns) = drawn.with_untracked(|drawn| {
            let rows = drawn.as_ref().map_or(&[][..], |drawn| &drawn.rows);
            (rows.len(), rows.first().map_or(0, |row| row.cells.len()))
        });
        let now = cursor.get_untracked();
        let (row, column) = now.unwrap_or((0, 0));
        let to = match event.key().as_str() {
            "ArrowUp" => (row.saturating_sub(1), column),
            "ArrowDown" => (row.saturating_add(1), column),
            "ArrowLeft" => (row, column.saturating_sub(1)),
            "ArrowRight" => (row, column.saturating_add(1)),
            "Home" => (row, 0),
            "End" => (row, columns),
            _ => return,
        };
        event.prevent_default();
        let to = if now.is_none() { (0, 0) } else { to };
        choose((to.0.min(rows.saturating_sub(1)), to.1.min(columns.saturating_sub(1))));
    };
    let said = move || {
        let tongue = tastes.tongue.get();
        let at = cursor.get()?;
        let found = cell(at)?;
        subject.shown.with(|shown| {
            let shown = shown.as_ref()?;
            let (request, first, vector) = (&shown.request, shown.first, shown.vector);
            subject.machine.with_value(|machine| match subject.memory.get() {
                MemorySpace::Shared => {
                    let all = phases(request, vector, machine);
                    Some(words::bank(request, found.name, all.get(at.0)?, first, vector, machine, tongue))
                }
                MemorySpace::Global => {
                    let all = sectors(request, vector, machine);
                    let line = all.chunk_by(|one, next| one.line == next.line).nth(at.0)?;
                    let per_line = i128::from(machine.line_bytes / machine.sector_bytes.max(1)).max(1);
                    let sector =
                        line.iter().find(|sector| sector.number.rem_euclid(per_line) == i128::from(found.name));
                    Some(match sector {
                        Some(sector) => words::sector(sector, first, machine, tongue),
                        None => tongue.pick("A sector that nothing touches", "没有被访问的扇区").to_string(),
                    })
                }
            })
        })
    };
    let invitation = move || {
        match subject.memory.get() {
        MemorySpace::Shared => tastes.say(
            "In each bank the number of different words that it serves in this phase. Choose one to see who meets there",
            "每个 bank 中是它在本阶段服务的不同字数。选择一个，查看哪些线程在此相遇",
        ),
        MemorySpace::Global => tastes.say(
            "In each sector the number of its 32 bytes that are used; a row is a line of 128. Choose one to see by whom",
            "每个扇区中是其 32 字节里被使用的字节数；一行是一条 128 字节的缓存行。选择一个，查看由谁使用",
        ),
    }
    };
    let unseen = move || {
        let count = drawn.with(|drawn| drawn.as_ref().map_or(0, |drawn| drawn.unseen));
        (count > 0).then(|| {
            let said = tastes
                .tongue
                .get()
                .pick(format!("{count} more lines are not shown"), format!("另有 {count} 条缓存行未显示"));
            view! { <p class="quiet small">{said}</p> }
        })
    };
    let rows = move || {
        drawn.with(|drawn| {
            let drawn = drawn.as_ref()?;
            let is_shared = drawn.is_shared;
            let row = |(row, found): (usize, &Row)| {
                let cell = |(column, cell): (usize, &Cell)| {
                    let at = (row, column);
                    let (number, name, lane) = (cell.number, cell.name, cell.lane);
                    let spoken = move || {
                        let tongue = tastes.tongue.get();
                        match is_shared {
                            true => say!(tongue, en("bank {name}: {number}"), zh("bank {name}：{number}")),
                            false => say!(tongue, en("sector {name}: {number}"), zh("扇区 {name}：{number}")),
                        }
                    };
                    let tick = (is_shared && column % TICKS == 0).then(|| name.to_string());
                    let shown = if number == 0 { "·".to_string() } else { number.to_string() };
                    view! {
                        <div role="gridcell" id=format!("cost-{row}-{column}") class="cost-cell" data-level=cell.level.to_string()
                            class:lit=move || lit.with(|lit: &Vec<(usize, usize)>| lit.contains(&at)) style=("--part", format!("{}%", cell.part))
                            aria-label=spoken aria-selected=move || (cursor.get() == Some(at)).to_string()
                            on:pointerenter=move |_| subject.point_at(lane) on:click=move |_| choose(at)>
                            <span class="cost-number">{shown}</span>
                            {tick.map(|tick| view! { <span class="cost-tick" aria-hidden="true">{tick}</span> })}
                        </div>
                    }
                };
                let cells = found.cells.iter().enumerate().map(cell).collect_view();
                view! {
                    <div role="row" class="cost-row">
                        <div role="rowheader" class="cost-title small">{found.title.clone()}</div>
                        <div class="cost-cells" role="presentation">{cells}</div>
                    </div>
                }
            };
            Some(drawn.rows.iter().enumerate().map(row).collect_view())
        })
    };
    let is_shared = move || subject.memory.get() == MemorySpace::Shared;
    let label = move || match is_shared() {
        true => tastes.say("Banks of shared memory; arrow keys choose one", "共享内存的 bank；用方向键选择"),
        false => tastes.say(
            "Sectors of global memory, a line in each row; arrow keys choose one",
            "全局内存的扇区，每行一条缓存行；用方向键选择",
        ),
    };
    view! {
        <div class="cost-frame">
            <div class="cost-picture" class:banks=is_shared role="grid" tabindex="0" id="cost-grid" aria-label=label on:keydown=on_key on:pointerleave=move |_| subject.point_at(None)
                aria-activedescendant=move || cursor.get().map(|(row, column)| format!("cost-{row}-{column}"))>
                {rows}
            </div>
        </div>
        {unseen}
        <p class="small cost-said" role="status">{move || said().unwrap_or_else(|| invitation().to_string())}</p>
    }
}
