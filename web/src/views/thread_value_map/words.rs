//! Words about the map: of the whole, of an element, of a thread, of an instruction.

use colex::look::threads::{DataSource, TileSource};
use colex::thread_value::Pair;
use colex::thread_value::access::{Access, Instruction};
use colex::words::{self, Tongue};

use super::map::Found;
use crate::languages::say;
use crate::panels::thread_map::counted;

/// The most pairs of one element, and the most values of one thread, that a sentence lists.
const PAIRS_MOST: usize = 6;
const VALUES_MOST: u64 = 16;

/// Says how many threads and values there are, over which tile.
pub(super) fn summary(tongue: Tongue, found: &Found) -> String {
    let map = &found.threads.map;
    let (threads, values, tile) = (map.threads(), map.values(), extents(found));
    let english = tongue == Tongue::English;
    let tile = match (found.threads.tile, english) {
        (TileSource::Suggested, true) => format!("{tile} (a guess: choose the tile below if it is another)"),
        (TileSource::Suggested, false) => format!("{tile}（推测：若不是，请在下方选择 tile）"),
        (_, true) => found.tile_name.as_ref().map_or(tile.clone(), |name| format!("{tile} of {name}")),
        (_, false) => found.tile_name.as_ref().map_or(tile.clone(), |name| format!("{tile}（{name}）")),
    };
    let counts = match english {
        true => format!("{} × {}, tile {tile}", counted(threads, "thread"), counted(values, "value")),
        false => format!("{threads} 个线程 × {values} 个值，tile {tile}"),
    };
    let more = map.tile().extents().len() > 2;
    let columns = match (more, english) {
        (true, true) => ". Columns run through all modes but the first",
        (true, false) => "。各列依次走过第一个 mode 以外的所有 mode",
        _ => "",
    };
    format!("{counts}{columns}{}{}", tongue.pick(". ", "。"), coverage(found, tongue))
}

fn extents(found: &Found) -> String {
    let extents = found.threads.map.tile().extents().iter().map(u64::to_string);
    extents.collect::<Vec<_>>().join(" × ")
}

/// Says whether every element is held once, or where it is not.
fn coverage(found: &Found, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    let owners = match &found.owners {
        Ok(owners) => owners,
        Err(error) => {
            let why = words::error(error, tongue);
            return say!(tongue, en("It is not drawn: {why}"), zh("不作图：{why}"));
        }
    };
    let coverage = owners.coverage();
    if coverage.is_bijection() {
        return tongue.pick("Each element is held once", "每个元素恰被持有一次").to_string();
    }
    let place = |cell: u64| place(found, cell);
    let mut said = Vec::new();
    if let Some((cell, [first, second])) = coverage.first_shared {
        let (count, at) = (coverage.shared, place(cell));
        said.push(match english {
            true => {
                format!("{} held more than once, first {at} by {} and {}", elements(count), name(first), name(second))
            }
            false => format!("{count} 个元素被多次持有，首先是 {at}：{} 与 {}", name(first), name(second)),
        });
    }
    if let Some(cell) = coverage.first_unheld {
        let (count, at) = (coverage.unheld, place(cell));
        said.push(match english {
            true => format!("{} held by nobody, first {at}", elements(count)),
            false => format!("{count} 个元素无人持有，首先是 {at}"),
        });
    }
    if let Some(pair) = coverage.first_outside {
        let count = coverage.outside;
        said.push(match english {
            true if count == 1 => format!("1 value lies outside the tile: {}", name(pair)),
            true => format!("{count} values lie outside the tile, first {}", name(pair)),
            false => format!("{count} 个值在 tile 之外，首先是 {}", name(pair)),
        });
    }
    said.join(tongue.pick("; ", "；"))
}

fn elements(count: u64) -> String {
    if count == 1 { "1 element is".to_string() } else { format!("{count} elements are") }
}

/// A pair as CuTe writes it: `T3 V1`.
fn name(pair: Pair) -> String {
    format!("T{} V{}", pair.thread, pair.value)
}

/// The coordinate of an element: `(2,1)`.
fn place(found: &Found, cell: u64) -> String {
    let digits = found.threads.map.tile().digits(cell).unwrap_or_default();
    let digits = digits.iter().map(u64::to_string).collect::<Vec<_>>();
    format!("({})", digits.join(","))
}

/// One element: where it is, who holds it, and its index in memory.
pub(super) fn cell(tongue: Tongue, found: &Found, cell: u64) -> String {
    let english = tongue == Tongue::English;
    let at = place(found, cell);
    let pairs = found.owners.as_ref().map(|owners| owners.of(cell)).unwrap_or_default();
    let listed = pairs.iter().take(PAIRS_MOST).map(|pair| name(*pair)).collect::<Vec<_>>();
    let mut listed = listed.join(tongue.pick(", ", "、"));
    if let Some(more) = pairs.len().checked_sub(PAIRS_MOST).filter(|more| *more > 0) {
        listed.push_str(&say!(tongue, en(" and {more} more"), zh(" 等，另有 {more} 个")));
    }
    let who = match (pairs, english) {
        _ if found.owners.is_err() => tongue.pick("not searched for", "未查找").to_string(),
        ([], true) => "held by nobody".to_string(),
        ([], false) => "无人持有".to_string(),
        ([one], true) => format!("thread {} holds it as its value {}: {listed}", one.thread, one.value),
        ([one], false) => format!("线程 {} 的第 {} 个值：{listed}", one.thread, one.value),
        (_, true) => format!("held {} times: {listed}", pairs.len()),
        (_, false) => format!("被持有 {} 次：{listed}", pairs.len()),
    };
    let index = found.threads.data.as_ref().ok().and_then(|data| data.index(cell));
    let index = index.map(|index| match found.threads.source {
        // Nothing says where the tile lies.
        DataSource::Compact => say!(tongue, en(", index {index} in the tile"), zh("，tile 内索引 {index}")),
        DataSource::Chosen(_) => say!(tongue, en(", index {index} in memory"), zh("，内存索引 {index}")),
    });
    let index = index.unwrap_or_default();
    match english {
        true => format!("Element {at}: {who}{index}"),
        false => format!("元素 {at}：{who}{index}"),
    }
}

/// All that one thread holds, in the order of its values.
pub(super) fn thread(tongue: Tongue, found: &Found, thread: u64) -> String {
    let map = &found.threads.map;
    let cells = map.cells_of_thread(thread, VALUES_MOST);
    let listed = cells.map(|(pair, cell)| match cell {
        Some(cell) => format!("V{} {}", pair.value, place(found, cell)),
        None => format!("V{} –", pair.value),
    });
    let listed = listed.collect::<Vec<_>>().join("  ");
    let more = map.values().saturating_sub(VALUES_MOST);
    let more = match more {
        0 => String::new(),
        _ => say!(tongue, en("  and {more} more"), zh("  另有 {more} 个")),
    };
    format!("T{thread}  {listed}{more}")
}

/// The choice of the tile that the layout makes itself.
pub(super) fn own_tile(tongue: Tongue, found: &Found) -> String {
    let what = match found.threads.tile {
        TileSource::Answered => tongue.pick("its own", "自带的"),
        TileSource::Reached => tongue.pick("reached", "坐标所及"),
        TileSource::Named(_) => tongue.pick("of the notebook", "笔记中的"),
        TileSource::Suggested => tongue.pick("guessed", "推测"),
        TileSource::Chosen(_) => return tongue.pick("the map's own", "映射自己的").to_string(),
    };
    format!("{what} {}", found.threads.map.tile())
}

/// Where the tile lies where no layout was chosen for it.
pub(super) fn own_data(tongue: Tongue, found: &Found) -> String {
    match (&found.data_name, found.threads.source, found.threads.tile) {
        (Some(name), DataSource::Chosen(of), TileSource::Chosen(tile)) if of == tile => {
            say!(tongue, en("as the tile: {name}"), zh("与 tile 相同：{name}"))
        }
        _ => tongue.pick("the compact tile", "紧凑的 tile").to_string(),
    }
}

/// Says what one instruction of a warp touches.
pub(super) fn access(tongue: Tongue, access: &Access, instruction: Instruction, bits: u64) -> String {
    let english = tongue == Tongue::English;
    let Instruction { value, width, first, .. } = instruction;
    let last = first + access.threads.saturating_sub(1);
    let values = match (width, english) {
        (1, true) => format!("value {value}"),
        (1, false) => format!("值 {value}"),
        (_, true) => format!("values {value}–{}", value.saturating_add(width - 1)),
        (_, false) => format!("值 {value}–{}", value.saturating_add(width - 1)),
    };
    let Some((least, greatest)) = access.bounds() else {
        return match english {
            true => format!("Threads {first}–{last}, {values}: nothing in the tile"),
            false => format!("线程 {first}–{last}，{values}：不在 tile 内"),
        };
    };
    let (indices, sectors, lines, span) = (access.indices, access.sectors, access.lines, access.span());
    let fewest = access.fewest_sectors(bits);
    let contiguous = match (access.is_contiguous(), english) {
        (true, true) => "contiguous",
        (true, false) => "连续",
        (false, true) => "with gaps",
        (false, false) => "有间隔",
    };
    let shared = access.touches.len() as u64 - indices.min(access.touches.len() as u64);
    let outside = access.outside;
    let mut said = match english {
        true => format!(
            "Threads {first}–{last}, {values}: {} in {} of 32 bytes ({fewest} at least) and {} of 128 bytes. Indices \
             {least} to {greatest}, a span of {span}, {contiguous}",
            counted(indices, "element"),
            counted(sectors, "sector"),
            counted(lines, "line"),
        ),
        false => format!(
            "线程 {first}–{last}，{values}：{indices} 个元素，{sectors} 个 32 字节扇区（至少 {fewest} 个），{lines} 条 128 \
             字节缓存行。索引 {least} 到 {greatest}，跨度 {span}，{contiguous}"
        ),
    };
    if shared > 0 {
        said.push_str(&match english {
            true => format!(". {} the same element as another", accesses(shared, "reads", "read")),
            false => format!("。有 {shared} 次访问与其他访问落在同一元素"),
        });
    }
    if outside > 0 {
        said.push_str(&match english {
            true => format!(". {} outside the tile", accesses(outside, "lies", "lie")),
            false => format!("。有 {outside} 次在 tile 之外"),
        });
    }
    said
}

fn accesses(count: u64, one: &str, many: &str) -> String {
    if count == 1 { format!("1 access {one}") } else { format!("{count} accesses {many}") }
}
