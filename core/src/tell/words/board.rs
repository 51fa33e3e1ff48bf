//! Sentences about the operands of an instruction: who holds an element, and what a thread holds.

use std::ops::Range;

use super::Tongue;
use crate::algebra::TilerLeaf;
use crate::atom::Place;
use crate::atom::asked::{ASKED_MOST, Asked, Group, NotAsked, What, Why};
use crate::atom::board::{Board, Panel, Register};
use crate::atom::tiled_mma::TiledMma;
use crate::coordinate::Slot;
use crate::int::Int;
use crate::look::HeldColour;
use crate::nested::Nested;
use crate::thread_value::access::WARP;
use crate::thread_value::{PAIR_LIMIT, Pair};

/// The most pairs, and the most values, that a sentence lists.
const PAIRS_MOST: usize = 8;
const VALUES_MOST: usize = 32;

/// Tells what a board shows: how many threads, and the tile of each operand.
pub fn board_summary(board: &Board, tongue: Tongue) -> String {
    let tiles = board.panels.iter().map(|panel| {
        let (rows, columns) = panel.extents();
        format!("{} {rows}×{columns} {}", panel.letter, panel.element)
    });
    let tiles = tiles.collect::<Vec<_>>().join(", ");
    let count = board.threads;
    match (board.has_lanes(), tongue) {
        (true, Tongue::English) if count == 1 => format!("1 thread. {tiles}"),
        (true, Tongue::English) => format!("{count} threads. {tiles}"),
        (true, Tongue::Chinese) => format!("{count} 个线程。{tiles}"),
        (false, Tongue::English) if count == 1 => format!("Issued by one thread for its block. {tiles}"),
        (false, Tongue::English) => format!("Issued by one thread for {count} blocks. {tiles}"),
        (false, Tongue::Chinese) => format!("由一个线程为 {count} 个线程块发出。{tiles}"),
    }
}

/// Tells what the colours and marks of its picture mean.
pub fn board_legend(board: &Board, colour: HeldColour, tongue: Tongue) -> String {
    let told =
        board.panels.iter().filter(|panel| panel.counts().0 > 1 && panel.refusal().is_none()).collect::<Vec<_>>();
    if told.is_empty() {
        return String::new();
    }
    let has_warps = board.threads > WARP && board.has_lanes();
    let is_many = told.iter().any(|panel| panel.holders(0).len() > 1);
    let colours = match colour {
        HeldColour::Thread if board.threads > 8 => {
            Some(("Same colour: same thread modulo 8.", "同色：线程模 8 相同。"))
        }
        HeldColour::Warp if has_warps => Some((
            "A colour for each warp; stripes: several warps hold it.",
            "每个 warp 一种颜色；条纹：由多个 warp 持有。",
        )),
        HeldColour::Value if told.iter().any(|panel| panel.counts().1 > 8) => {
            Some(("Same colour: same value modulo 8.", "同色：值模 8 相同。"))
        }
        _ => None,
    };
    let lines = has_warps.then_some(("Heavy lines part the warps.", "粗线分开各 warp。"));
    let bars =
        is_many.then_some(("A bar at the foot of a cell: several threads hold it.", "格底短横：由多个线程持有。"));
    let said = [colours, lines, bars].into_iter().flatten().map(|(english, chinese)| tongue.pick(english, chinese));
    said.collect::<Vec<_>>().join(tongue.pick(" ", ""))
}

/// The answer to a question, a sentence for each operand that it is about.
pub fn board_answer(board: &Board, asked: &Asked, tongue: Tongue) -> Vec<String> {
    match &asked.what {
        What::Element(_) => {
            asked.element(board).map(|(panel, cell)| board_element(board, panel, cell, tongue)).into_iter().collect()
        }
        What::Held { threads, value, register } => {
            let panels = board.panels.iter().filter(|panel| asked.panel.is_none_or(|letter| letter == panel.letter));
            panels.map(|panel| held(board, panel, *threads, *value, *register, tongue)).collect()
        }
    }
}

/// Why a text is no question.
pub fn not_asked(problem: &NotAsked, tongue: Tongue) -> String {
    let place = problem.at.saturating_add(1);
    let (english, chinese) = match problem.why {
        Why::TooLong => (format!("A question has at most {ASKED_MOST} bytes"), format!("提问最多 {ASKED_MOST} 字节")),
        Why::Unread => (
            "Write C(9,5) for an element, A T17 for what a thread holds, T17 V3, A T17 R2, quad 3 or warp 1"
                .to_string(),
            "元素写作 C(9,5)，线程所持写作 A T17，也可写 T17 V3、A T17 R2、quad 3 或 warp 1".to_string(),
        ),
        Why::NoOperand(letter) => (format!("There is no operand {letter}"), format!("没有操作数 {letter}")),
        Why::Modes(count) => {
            (format!("A coordinate of this tile has {count} numbers"), format!("这个 tile 的坐标有 {count} 个数"))
        }
        Why::Beyond(extent) => (format!("The mode has the extent {extent}: 0 to {}", extent.saturating_sub(1)), {
            format!("该 mode 的大小为 {extent}：0 到 {}", extent.saturating_sub(1))
        }),
        Why::NoThread(count) => (format!("There are {count} threads, from 0"), format!("共有 {count} 个线程，从 0 起")),
        Why::NoValue(count) => {
            (format!("A thread has {count} values, from 0"), format!("每个线程有 {count} 个值，从 0 起"))
        }
        Why::NoRegister(0) => ("This operand lies in no registers".to_string(), "这个操作数不在寄存器中".to_string()),
        Why::NoRegister(count) => (
            format!("A thread has {count} registers of it, from 0"),
            format!("每个线程有它的 {count} 个寄存器，从 0 起"),
        ),
    };
    match tongue {
        Tongue::English => format!("{english} (at character {place})."),
        Tongue::Chinese => format!("{chinese}（第 {place} 个字符处）。"),
    }
}

/// `C(9,5)`.
fn name(panel: &Panel, cell: u64) -> String {
    format!("{}{}", panel.letter, place(panel, cell))
}

/// `(9,5)`.
fn place(panel: &Panel, cell: u64) -> String {
    let digits = panel.coordinate(cell).iter().map(u64::to_string).collect::<Vec<_>>();
    format!("({})", digits.join(","))
}

/// `thread 70 (lane 6 of warp 2)`.
fn thread(board: &Board, number: u64, tongue: Tongue) -> String {
    let lane = board.lane(number);
    match (board.has_lanes(), tongue) {
        (false, Tongue::English) => format!("block {number}"),
        (false, Tongue::Chinese) => format!("线程块 {number}"),
        (true, Tongue::English) if board.threads > WARP => {
            format!("thread {number} (lane {} of warp {})", number % WARP, number / WARP)
        }
        (true, Tongue::Chinese) if board.threads > WARP => {
            format!("线程 {number}（warp {} 的 lane {}）", number / WARP, number % WARP)
        }
        (true, Tongue::English) if lane != number => format!("thread {number} (lane {lane})"),
        (true, Tongue::Chinese) if lane != number => format!("线程 {number}（lane {lane}）"),
        (true, Tongue::English) => format!("thread {number}"),
        (true, Tongue::Chinese) => format!("线程 {number}"),
    }
}

/// `bits 16–31 of register 1`.
fn register(found: Register, tongue: Tongue) -> String {
    let Register { first, last, low, high } = found;
    let is_whole = low == 0 && high == 31;
    match tongue {
        Tongue::English if is_whole && first == last => format!("register {first}"),
        Tongue::Chinese if is_whole && first == last => format!("寄存器 {first}"),
        Tongue::English if is_whole => format!("registers {first} to {last}"),
        Tongue::Chinese if is_whole => format!("寄存器 {first} 到 {last}"),
        Tongue::English if first == last => format!("bits {low} to {high} of register {first}"),
        Tongue::Chinese if first == last => format!("寄存器 {first} 的第 {low} 到 {high} 位"),
        Tongue::English => format!("bit {low} of register {first} to bit {high} of register {last}"),
        Tongue::Chinese => format!("寄存器 {first} 的第 {low} 位到寄存器 {last} 的第 {high} 位"),
    }
}

/// Tells who holds an element, given as the 1-D coordinate of it.
pub fn board_element(board: &Board, panel: &Panel, cell: u64, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    let called = name(panel, cell);
    let holders = panel.holders(cell);
    match (panel.place, english) {
        (Place::Shared, true) => {
            return format!(
                "{called} is in shared memory. The instruction reads it by a descriptor: no lane holds it."
            );
        }
        (Place::Shared, false) => return format!("{called} 在共享内存中。指令通过描述符读取它：没有 lane 持有它。"),
        (Place::Tensor, _) => return in_tensor_memory(board, panel, cell, tongue),
        (Place::Registers, _) => {}
    }
    match holders {
        [] if english => format!("{called}: no thread holds it."),
        [] => format!("{called}：没有线程持有它。"),
        [Pair { thread: number, value }] => {
            let who = thread(board, *number, tongue);
            let found = panel.register(*value).map(|found| register(found, tongue)).unwrap_or_default();
            match (board.is_product, english) {
                (true, true) => format!("{called}: {who} holds it as its value {value}, in {found}."),
                (true, false) => format!("{called}：{who}的第 {value} 个值，在{found}。"),
                (false, true) => format!("{called}: {who} {} it as its value {value}.", moves(panel, tongue)),
                (false, false) => format!("{called}：{who}{}，是其第 {value} 个值。", moves(panel, tongue)),
            }
        }
        _ => {
            let listed = holders.iter().take(PAIRS_MOST);
            let listed = listed.map(|pair| format!("T{} V{}", pair.thread, pair.value)).collect::<Vec<_>>();
            let (count, listed) = (holders.len(), listed.join(tongue.pick(", ", "、")));
            let more = if count > PAIRS_MOST { tongue.pick(", …", " 等") } else { "" };
            let mut threads = holders.iter().map(|pair| pair.thread).collect::<Vec<_>>();
            threads.dedup();
            let threads = threads.len();
            let verb = if board.is_product { tongue.pick("hold", "持有") } else { moves(panel, tongue) };
            match english {
                true if threads == count => format!("{called}: {threads} threads {} it: {listed}{more}.", plural(verb)),
                true => {
                    format!("{called}: {threads} threads {} it, {count} times in all: {listed}{more}.", plural(verb))
                }
                false if threads == count => format!("{called}：{threads} 个线程{verb}它：{listed}{more}。"),
                false => format!("{called}：{threads} 个线程{verb}它，共 {count} 次：{listed}{more}。"),
            }
        }
    }
}

/// Tells what a thread does with an element of a copy.
fn moves(panel: &Panel, tongue: Tongue) -> &'static str {
    if panel.letter == 'S' { tongue.pick("reads", "读取") } else { tongue.pick("writes", "写入") }
}

fn plural(verb: &str) -> &str {
    verb.strip_suffix('s').unwrap_or(verb)
}

/// Where an accumulator of a product of tensor memory lies.
fn in_tensor_memory(board: &Board, panel: &Panel, cell: u64, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    let called = name(panel, cell);
    let (rows, _) = panel.extents();
    let found = panel.coordinate(cell);
    let holder = panel.holders(cell).first().map_or(0, |pair| pair.thread);
    let (Some(row), Some(column)) = (found.first(), found.get(1)) else { return called };
    let rows = rows / board.threads.max(1);
    let row = row % rows.max(1);
    let block = match (board.threads > 1, english) {
        (false, _) => String::new(),
        (true, true) => format!(" of block {holder}"),
        (true, false) => format!("线程块 {holder} 的"),
    };
    // Rows of 128 are the lanes; of 64, each of the four warps has 16 of its 32 lanes.
    let lane = match rows {
        128 => Some(row),
        64 if board.threads == 1 => Some(row / 16 * 32 + row % 16),
        _ => None,
    };
    match (lane, english) {
        (Some(lane), true) if panel.bits == 32 => {
            format!(
                "{called} is in tensor memory{block}: lane {lane}, column {column} from where the accumulator begins. No thread holds it until it is loaded."
            )
        }
        (Some(lane), false) if panel.bits == 32 => {
            format!(
                "{called} 在{block}张量内存中：lane {lane}，从累加器起始处数的第 {column} 列。加载之前没有线程持有它。"
            )
        }
        (_, true) => format!("{called} is in tensor memory{block}. No thread holds it until it is loaded."),
        (_, false) => format!("{called} 在{block}张量内存中。加载之前没有线程持有它。"),
    }
}

/// Tells what threads hold of an operand.
fn held(
    board: &Board,
    panel: &Panel,
    group: Option<Group>,
    value: Option<u64>,
    in_register: Option<u64>,
    tongue: Tongue,
) -> String {
    let english = tongue == Tongue::English;
    let letter = panel.letter;
    match (panel.place, english) {
        (Place::Shared, true) => {
            return format!("{letter} is in shared memory: the instruction reads all of it by a descriptor.");
        }
        (Place::Shared, false) => return format!("{letter} 在共享内存中：指令通过描述符读取整个操作数。"),
        (Place::Tensor, true) => {
            return format!("{letter} is in tensor memory: no thread holds it until it is loaded.");
        }
        (Place::Tensor, false) => return format!("{letter} 在张量内存中：加载之前没有线程持有它。"),
        (Place::Registers, _) => {}
    }
    let is_asked = |number: u64| {
        let is_there = in_register.is_none_or(|wanted| {
            panel.register(number).is_some_and(|found| (found.first..=found.last).contains(&wanted))
        });
        value.is_none_or(|value| value == number) && is_there
    };
    if let Some(Group::Thread(number)) = group {
        let who = thread(board, number, tongue);
        let values = panel.held_by(number, u64::MAX).filter(|(value, _)| is_asked(*value));
        let mut pieces = Vec::new();
        let mut count = 0_usize;
        let mut last = None;
        for (value, cell) in values.take(VALUES_MOST + 1) {
            count += 1;
            if count > VALUES_MOST {
                break;
            }
            let found = panel.register(value);
            let begins = found.map(|found| found.first);
            let register = if board.is_product && begins != last { begins } else { None };
            last = begins;
            let at = cell.map_or_else(|| tongue.pick("outside", "在外").to_string(), |cell| place(panel, cell));
            let piece = format!("V{value} {at}");
            pieces.push(register.map_or(piece.clone(), |register| format!("R{register}: {piece}")));
        }
        let more = if count > VALUES_MOST { tongue.pick(" …", " 等") } else { "" };
        let total = panel.counts().1;
        let listed = pieces.join("  ");
        let verb = if board.is_product { tongue.pick("holds", "持有") } else { moves(panel, tongue) };
        // In the order of the operand's own modes.
        let axes = match (panel.axes(), letter) {
            (["", _], _) => String::new(),
            ([down, across], 'B') => format!("({across},{down})"),
            ([down, across], _) => format!("({down},{across})"),
        };
        return match english {
            _ if count == 0 => format!("{letter}: –"),
            true if value.is_none() && in_register.is_none() => {
                let at = if axes.is_empty() { axes } else { format!(", at {axes}") };
                format!("{letter}: {who} {verb} {total} values{at}.  {listed}{more}")
            }
            true => format!("{letter}: {who}.  {listed}{more}"),
            false if value.is_none() && in_register.is_none() => {
                let at = if axes.is_empty() { axes } else { format!("，坐标为 {axes}") };
                format!("{letter}：{who}{verb} {letter} 的 {total} 个值{at}。{listed}{more}")
            }
            false => format!("{letter}：{who}。{listed}{more}"),
        };
    }
    many(board, panel, group, is_asked, tongue)
}

/// Numbers as runs of neighbours, `from 0 to 7 and from 16 to 23`; of many runs how many numbers there are.
fn runs(mut numbers: Vec<u64>, tongue: Tongue) -> String {
    /// More runs are not listed.
    const RUNS_MOST: usize = 4;
    numbers.sort_unstable();
    numbers.dedup();
    let mut found: Vec<(u64, u64)> = Vec::new();
    for number in &numbers {
        match found.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => found.push((*number, *number)),
        }
    }
    let run = |(first, last): &(u64, u64)| match tongue {
        _ if first == last => first.to_string(),
        Tongue::English => format!("from {first} to {last}"),
        Tongue::Chinese => format!("从 {first} 到 {last}"),
    };
    if found.len() > RUNS_MOST {
        let (first, last) = (numbers.first().unwrap_or(&0), numbers.last().unwrap_or(&0));
        let count = numbers.len();
        return match tongue {
            Tongue::English => format!("{count} of those from {first} to {last}"),
            Tongue::Chinese => format!("取 {first} 到 {last} 中的 {count} 个"),
        };
    }
    found.iter().map(run).collect::<Vec<_>>().join(tongue.pick(" and ", "及"))
}

/// Tells what several threads hold of an operand: how many elements, and between which rows and columns.
fn many(board: &Board, panel: &Panel, group: Option<Group>, is_asked: impl Fn(u64) -> bool, tongue: Tongue) -> String {
    let letter = panel.letter;
    let (first, count) = group.map_or((0, board.threads), Group::threads);
    let end = first.saturating_add(count).min(panel.counts().0);
    let limit = PAIR_LIMIT;
    let threads = (first..end).take(usize::try_from(limit / panel.counts().1.max(1)).unwrap_or(0));
    let mut cells = threads
        .flat_map(|thread| panel.held_by(thread, limit))
        .filter(|(value, _)| is_asked(*value))
        .filter_map(|(_, cell)| cell)
        .collect::<Vec<_>>();
    cells.sort_unstable();
    cells.dedup();
    let rows = panel.extents().0.max(1);
    let along = |of: fn(u64, u64) -> u64| runs(cells.iter().map(|cell| of(*cell, rows)).collect(), tongue);
    let (down, across) = (along(|cell, rows| cell % rows), along(|cell, rows| cell / rows));
    let elements = cells.len();
    let who = match (group, tongue) {
        (Some(Group::Warp(number)), Tongue::English) => format!("warp {number}"),
        (Some(Group::Warp(number)), Tongue::Chinese) => format!("warp {number}"),
        (Some(Group::Quad(number)), Tongue::English) => {
            format!("quad {number}, threads {first} to {}", end.saturating_sub(1))
        }
        (Some(Group::Quad(number)), Tongue::Chinese) => {
            format!("quad {number}（线程 {first} 到 {}）", end.saturating_sub(1))
        }
        (_, Tongue::English) => "all threads".to_string(),
        (_, Tongue::Chinese) => "所有线程".to_string(),
    };
    let [one, other] = names_of(panel);
    match tongue {
        Tongue::English if elements == 0 => format!("{letter}: {who}: nothing."),
        Tongue::Chinese if elements == 0 => format!("{letter}：{who}：没有。"),
        Tongue::English => format!("{letter}: {who}: {elements} elements, {one} {down}, {other} {across}."),
        Tongue::Chinese => {
            format!("{letter}：{who}：{elements} 个元素，{one} {down}，{other} {across}。")
        }
    }
}

/// The elements of an operand that some threads hold, each once.
fn cells_of(panel: &Panel, threads: Range<u64>) -> Vec<u64> {
    let held = threads.flat_map(|thread| panel.held_by(thread, PAIR_LIMIT).filter_map(|(_, cell)| cell));
    let mut cells = held.collect::<Vec<_>>();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// `0 and 2`, `0, 2 and 4`.
fn listed(numbers: &[u64], tongue: Tongue) -> String {
    let all = numbers.iter().map(u64::to_string).collect::<Vec<_>>();
    match (all.split_last(), tongue) {
        (Some((last, [])), _) => last.clone(),
        (Some((last, before)), Tongue::English) => format!("{} and {last}", before.join(", ")),
        (Some(_), Tongue::Chinese) => all.join("、"),
        (None, _) => String::new(),
    }
}

/// Tells what each warp of a tiled product has of C, and which warps have the same parts of A and B; nothing of one
/// warp, or of more than can be told one by one.
pub fn warps_of(board: &Board, tongue: Tongue) -> Vec<String> {
    /// More warps are not told one by one.
    const WARPS_MOST: u64 = 8;
    let warps = board.threads.div_ceil(WARP);
    if !board.is_product || !(2..=WARPS_MOST).contains(&warps) {
        return Vec::new();
    }
    let told = board.panels.iter().filter(|panel| panel.place == Place::Registers && panel.refusal().is_none());
    let line = |panel: &Panel| {
        // Warps by what they have, in the order of the first of each.
        let mut parts: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        for warp in 0..warps {
            let cells = cells_of(panel, warp * WARP..((warp + 1) * WARP).min(panel.counts().0));
            match parts.iter_mut().find(|(found, _)| *found == cells) {
                Some((_, with)) => with.push(warp),
                None => parts.push((cells, vec![warp])),
            }
        }
        let rows = panel.extents().0.max(1);
        let [one, other] = names_of(panel);
        let part = |(cells, warps): &(Vec<u64>, Vec<u64>)| {
            let along = |of: fn(u64, u64) -> u64| runs(cells.iter().map(|cell| of(*cell, rows)).collect(), tongue);
            let (down, across) = (along(|cell, rows| cell % rows), along(|cell, rows| cell / rows));
            let who = listed(warps, tongue);
            match tongue {
                Tongue::English if warps.len() == 1 => format!("warp {who}: {one} {down}, {other} {across}"),
                Tongue::English => format!("warps {who}: {one} {down}, {other} {across}"),
                Tongue::Chinese => format!("warp {who}：{one} {down}，{other} {across}"),
            }
        };
        let parts = parts.iter().map(part).collect::<Vec<_>>();
        match tongue {
            Tongue::English => format!("{} by warps: {}.", panel.letter, parts.join("; ")),
            Tongue::Chinese => format!("{} 按 warp：{}。", panel.letter, parts.join("；")),
        }
    };
    told.map(line).collect()
}

/// Which of M, N and K a tiled product permutes, and what that changes: in what order the atoms see the elements, and what
/// the first warp and the first thread have there with it and without.
pub fn permuted(mma: &TiledMma, tongue: Tongue) -> Vec<String> {
    /// So many places of a permuted mode a sentence lists.
    const PLACES_MOST: u64 = 32;
    let line = |mode: usize| {
        let Nested::Leaf(TilerLeaf::Layout(layout)) = mma.permutation.get(mode)? else { return None };
        let name = *["M", "N", "K"].get(mode)?;
        let count = u64::try_from(layout.size().ok()?.value()).ok()?;
        let places = (0..count.min(PLACES_MOST)).map(|place| {
            let place = Nested::Leaf(Slot::Int(Int::dynamic(i64::try_from(place).unwrap_or(0))));
            layout.index(&place).map(|index| index.to_string()).unwrap_or_default()
        });
        let places = places.collect::<Vec<_>>().join(" ");
        let more = if count > PLACES_MOST { " …" } else { "" };
        let mut said = match tongue {
            Tongue::English => {
                format!("{name} is permuted by {layout}: the atoms see its elements in the order {places}{more}.")
            }
            Tongue::Chinese => format!("{name} 由 {layout} 置换：atom 看到的元素次序为 {places}{more}。"),
        };
        let mut plain = mma.clone();
        *plain.permutation.get_mut(mode)? = Nested::Leaf(TilerLeaf::Extent(mma.tile_size(mode).ok()?));
        let boards = [Board::of_product(&plain).ok()?, Board::of_product(mma).ok()?];
        let has = |board: &Board, threads: u64| {
            let (panel, is_down) = (board.panel(if mode == 2 { 'A' } else { 'C' })?, mode == 0);
            let rows = panel.extents().0.max(1);
            let cells = cells_of(panel, 0..threads.min(panel.counts().0));
            let along = cells.into_iter().map(|cell| if is_down { cell % rows } else { cell / rows });
            (panel.place == Place::Registers).then(|| runs(along.collect(), tongue))
        };
        for (threads, who) in [(WARP, tongue.pick("Warp 0", "warp 0")), (1, tongue.pick("Thread 0", "线程 0"))] {
            let [Some(before), Some(after)] = [0, 1].map(|at| boards.get(at).and_then(|board| has(board, threads)))
            else {
                continue;
            };
            let letter = name.to_lowercase();
            if before != after {
                said.push_str(&match tongue {
                    Tongue::English => format!(" {who} has {letter} {after}; without it, {before}."),
                    Tongue::Chinese => format!("{who} 的 {letter}：{after}；不置换时为{before}。"),
                });
            }
        }
        Some(said)
    };
    (0..3).filter_map(line).collect()
}

/// Returns what the modes of an operand are called, as it is written.
fn names_of(panel: &Panel) -> [&'static str; 2] {
    match panel.letter {
        'A' => ["m", "k"],
        'B' => ["n", "k"],
        'C' => ["m", "n"],
        _ => ["0", "1"],
    }
}

/// Which atoms of a tiled product read the same parts of A and of B; `None` of a single atom.
pub fn shared_operands(mma: &TiledMma, tongue: Tongue) -> Option<String> {
    let along = |mode: usize| mma.atoms.at(&[mode]).ok()?.size().ok().map(|size| size.value());
    let (rows, columns, depth) = (along(0)?, along(1)?, along(2)?);
    let same = |count: i64, of: &str, mode: &str| match (count > 1, tongue) {
        (false, _) => None,
        (true, Tongue::English) => Some(format!("the {count} along {mode} read the same part of {of}")),
        (true, Tongue::Chinese) => Some(format!("沿 {mode} 的 {count} 个读取 {of} 的同一部分")),
    };
    let same = [same(columns, "A", "N"), same(rows, "B", "M")].into_iter().flatten().collect::<Vec<_>>();
    let sums = (depth > 1).then(|| {
        tongue.pick(
            format!("the {depth} along K each add up a part of C"),
            format!("沿 K 的 {depth} 个各累加 C 的一部分"),
        )
    });
    let told = same.into_iter().chain(sums).collect::<Vec<_>>();
    (!told.is_empty()).then(|| match tongue {
        Tongue::English => format!("{rows} × {columns} × {depth} atoms along M, N, K: {}.", told.join("; ")),
        Tongue::Chinese => format!("沿 M、N、K 有 {rows} × {columns} × {depth} 个 atom：{}。", told.join("；")),
    })
}

/// Along which of M, N and K a tile is larger than its atoms, so that each has further values there: how many, how far apart.
pub fn repeated_values(mma: &TiledMma, tongue: Tongue) -> Vec<String> {
    let all = || Nested::Leaf(TilerLeaf::All);
    let bare = TiledMma { permutation: [all(), all(), all()], ..mma.clone() };
    let line = |(mode, name): (usize, &str)| {
        let Some(Nested::Leaf(TilerLeaf::Extent(extent))) = mma.permutation.get(mode) else { return None };
        let (whole, atoms) = (extent.value(), bare.tile_size(mode).ok()?.value());
        let times = whole.checked_div(atoms).filter(|times| *times > 1 && whole % atoms == 0)?;
        Some(match tongue {
            Tongue::English => format!(
                "{name} of the tile is {whole}, and the atoms cover {atoms}: each has {times} parts, {atoms} apart. Nothing is reordered."
            ),
            Tongue::Chinese => {
                format!(
                    "tile 的 {name} 为 {whole}，各 atom 覆盖 {atoms}：每个 atom 有 {times} 份，相隔 {atoms}。次序不变。"
                )
            }
        })
    };
    ["M", "N", "K"].into_iter().enumerate().filter_map(line).collect()
}
