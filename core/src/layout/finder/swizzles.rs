//! Swizzles and paddings for shared memory.

use super::{MemoryTile, Phases, Problem, Use, VECTOR_BITS, layout, swizzle};
use crate::layout::Layout;
use crate::swizzle::Swizzle;

/// The bits of a word of a bank, and how many banks there are.
const WORD_BITS: u64 = 32;
const BANKS: usize = 32;

/// Number of answers that are given, and the most that is added to a row.
const FOUND_MOST: usize = 3;
const PADDING_BITS: u64 = 1024;

/// The most bits that a swizzle exchanges here: as many as choose a bank of bytes.
const BITS_MOST: u32 = 7;

/// Service of accesses by the banks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checked {
    /// Without a conflict.
    Free {
        /// Number of phases that were counted.
        phases: usize,
    },
    /// Some phases take more than one turn.
    Conflicts {
        /// The most turns that a phase takes.
        worst: u32,
        /// Number of phases that take more than one.
        conflicting: usize,
        /// Number of phases.
        phases: usize,
    },
    /// A vector is not contiguous, or not aligned to its size.
    Torn {
        /// Number of elements of a vector.
        elements: u64,
        /// The 1-D coordinate of its first element.
        cell: u64,
    },
}

impl Checked {
    /// Returns true if each phase is served in one turn.
    pub fn is_free(self) -> bool {
        matches!(self, Checked::Free { .. })
    }
}

/// A swizzle by which all accesses are free of conflicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundSwizzle {
    /// The swizzle.
    pub swizzle: Swizzle,
    /// The bits of the index that are read, the first and the last.
    pub read: (u32, u32),
    /// The bits that are changed, the first and the last.
    pub changed: (u32, u32),
}

/// A stride by which they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Padding {
    /// Number of elements that are added to a row.
    pub elements: u64,
    /// The layout.
    pub layout: Layout,
    /// Number of bytes that hold nothing.
    pub wasted: u64,
}

/// Findings for some accesses of a tile.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Service by the layout as it is.
    pub own: Checked,
    /// Service by it without its swizzle.
    pub plain: Checked,
    /// Swizzles, the simplest first: fewest bits, then the lowest.
    pub found: Vec<FoundSwizzle>,
    /// Number of swizzles that were tried.
    pub tried: u32,
    /// The least padding.
    pub padding: Option<Padding>,
}

/// Checks how the banks serve one kind of access, as the tile is.
///
/// Law: it is what [`search`] answers as `own`. Errors: as of [`search`].
///
/// ```
/// use colex::finder::{MemoryTile, Use, search, served};
///
/// let tile = MemoryTile::new(&"(64,64):(64,1)".parse()?, 16).map_err(|_| "a tile")?;
/// let own = search(&tile, &[Use::Matrices]).map(|answer| answer.own);
/// assert_eq!(served(&tile, &Use::Matrices), own);
/// assert!(own.is_ok_and(|own| !own.is_free()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn served(tile: &MemoryTile, access: &Use) -> Result<Checked, Problem> {
    let phases = tile.phases(access)?;
    let size = tile.extents[0] * tile.extents[1];
    let plain = (0..size).map(|cell| tile.plain.index(cell).map(|index| index.cast_unsigned()));
    let plain = plain.collect::<crate::error::Result<Vec<_>>>().map_err(|_| Problem::Unplain)?;
    Ok(checked(tile, &phases, &|cell| tile.swizzled_index(&plain, cell), false))
}

/// Swizzles and a padding by which the banks serve all of some accesses without conflicts.
///
/// Law: each answer's [`Checked`] is free, counted anew on every access of the tile. Errors: [`Problem`] where the tile is
/// not made of such accesses.
///
/// ```
/// use colex::AnyLayout;
/// use colex::finder::{MemoryTile, Use, search, served};
///
/// let tile = MemoryTile::new(&"(64,64):(64,1)".parse()?, 16).map_err(|_| "a tile")?;
/// let answer = search(&tile, &[Use::Matrices]).map_err(|_| "matrices")?;
/// assert_eq!(answer.found[0].swizzle.to_string(), "Sw<3,3,3>");
/// let swizzled: AnyLayout = format!("{} o 0 o (64,64):(64,1)", answer.found[0].swizzle).parse()?;
/// let swizzled = MemoryTile::new(&swizzled, 16).map_err(|_| "a tile")?;
/// assert!(served(&swizzled, &Use::Matrices).is_ok_and(|checked| checked.is_free()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(tile: &MemoryTile, uses: &[Use]) -> Result<Answer, Problem> {
    let phases = uses.iter().map(|access| tile.phases(access)).collect::<Result<Vec<_>, _>>()?;
    let size = tile.extents[0] * tile.extents[1];
    let plain = (0..size).map(|cell| tile.plain.index(cell).map(|index| index.cast_unsigned()));
    let plain = plain.collect::<crate::error::Result<Vec<_>>>().map_err(|_| Problem::Unplain)?;
    let check = |index: &dyn Fn(u64) -> u64, is_quick: bool| {
        let each = phases.iter().map(|phases| checked(tile, phases, index, is_quick));
        each.reduce(worse).unwrap_or(Checked::Free { phases: 0 })
    };
    let at = |cell: u64| index_of(&plain, cell);
    let of_swizzle = |swizzle: Swizzle, offset: i64| {
        move |cell: u64| swizzle.apply_value(at(cell).cast_signed().wrapping_add(offset)).cast_unsigned()
    };
    let own = check(&|cell| tile.swizzled_index(&plain, cell), false);
    let unswizzled = check(&at, false);
    let (mut found, mut tried) = (Vec::new(), 0);
    let greatest = plain.iter().copied().max().unwrap_or(0);
    if matches!(unswizzled, Checked::Conflicts { .. }) {
        let total = u64::BITS - greatest.leading_zeros();
        let vector = phases.iter().map(|phases| phases.elements).max().unwrap_or(1).max(1);
        let base = vector.ilog2();
        for bits in 1..=BITS_MOST.min(total) {
            for (base, shift) in places(bits, base, total) {
                let Some(candidate) = swizzle(bits, base, shift) else { continue };
                tried += 1;
                let index = of_swizzle(candidate, 0);
                let stays = |cell: u64| index(cell) <= greatest;
                if found.len() < FOUND_MOST && check(&index, true).is_free() && (0..size).all(stays) {
                    let above = base + shift.unsigned_abs();
                    let (read, changed) = if shift < 0 { (base, above) } else { (above, base) };
                    let ends = |begin: u32| (begin, begin + bits - 1);
                    found.push(FoundSwizzle { swizzle: candidate, read: ends(read), changed: ends(changed) });
                }
            }
            if !found.is_empty() {
                break;
            }
        }
    }
    let padding = if unswizzled.is_free() { None } else { padding(tile, &phases) };
    Ok(Answer { own, plain: unswizzled, found, tried, padding })
}

/// The index of a cell before the swizzle.
fn index_of(plain: &[u64], cell: u64) -> u64 {
    usize::try_from(cell).ok().and_then(|cell| plain.get(cell)).copied().unwrap_or(0)
}

impl MemoryTile {
    /// The index of a cell, behind the swizzle that the tile has.
    fn swizzled_index(&self, plain: &[u64], cell: u64) -> u64 {
        let index = index_of(plain, cell);
        self.swizzled.map_or(index, |(swizzle, offset)| {
            swizzle.apply_value(index.cast_signed().wrapping_add(offset)).cast_unsigned()
        })
    }
}

/// Where a swizzle of so many bits may stand in an index of `total` bits without changing vectors: base and shift.
fn places(bits: u32, least: u32, total: u32) -> Vec<(u32, i32)> {
    let bases = least..total.saturating_sub(2 * bits).saturating_add(1);
    let shifts = |base: u32| bits..total.saturating_sub(base + bits).saturating_add(1);
    let all = bases.flat_map(|base| shifts(base).map(move |shift| (base, shift.cast_signed())));
    let all = all.collect::<Vec<_>>();
    let below = all.iter().map(|(base, shift)| (*base, -*shift)).collect::<Vec<_>>();
    all.into_iter().chain(below).collect()
}

/// Of two, the one that is worse.
fn worse(one: Checked, other: Checked) -> Checked {
    match (one, other) {
        (Checked::Torn { .. }, _) => one,
        (_, Checked::Torn { .. }) => other,
        (Checked::Free { phases: left }, Checked::Free { phases: right }) => Checked::Free { phases: left + right },
        (
            Checked::Conflicts { worst, conflicting, phases },
            Checked::Conflicts { worst: other_worst, conflicting: other_conflicting, phases: right },
        ) => Checked::Conflicts {
            worst: worst.max(other_worst),
            conflicting: conflicting + other_conflicting,
            phases: phases + right,
        },
        (Checked::Conflicts { worst, conflicting, phases }, Checked::Free { phases: right })
        | (Checked::Free { phases: right }, Checked::Conflicts { worst, conflicting, phases }) => {
            Checked::Conflicts { worst, conflicting, phases: phases + right }
        }
    }
}

/// Counts the turns of each phase. Quickly: the first conflict ends it.
fn checked(tile: &MemoryTile, phases: &Phases, index: &dyn Fn(u64) -> u64, is_quick: bool) -> Checked {
    let elements = phases.elements;
    // Swizzles that are tried quickly leave vectors whole by their base.
    if !is_quick && let Some(cell) = torn(tile, phases, index) {
        return Checked::Torn { elements, cell };
    }
    let (mut worst, mut conflicting) = (1, 0);
    for phase in &phases.phases {
        let turns = turns(phase, tile.bits, elements, index);
        if turns > 1 {
            conflicting += 1;
            worst = worst.max(turns);
            if is_quick {
                break;
            }
        }
    }
    let phases = phases.phases.len();
    if conflicting == 0 { Checked::Free { phases } } else { Checked::Conflicts { worst, conflicting, phases } }
}

/// The first element of a vector that is not contiguous or not aligned.
fn torn(tile: &MemoryTile, phases: &Phases, index: &dyn Fn(u64) -> u64) -> Option<u64> {
    let elements = phases.elements;
    if elements == 1 {
        return None;
    }
    let step = if phases.mode == 0 { 1 } else { tile.extents[0] };
    let is_whole = |cells: &mut dyn Iterator<Item = u64>, begin: u64| {
        begin.is_multiple_of(elements) && cells.zip(begin..).all(|(cell, wanted)| index(cell) == wanted)
    };
    match &phases.vectors {
        Some(vectors) => vectors.iter().find_map(|cells| {
            let first = *cells.first()?;
            (!is_whole(&mut cells.iter().copied(), index(first))).then_some(first)
        }),
        None => phases
            .phases
            .iter()
            .flatten()
            .copied()
            .find(|&first| !is_whole(&mut (0..elements).map(|element| first + element * step), index(first))),
    }
}

/// In how many turns the banks serve vectors together: a bank serves one of its words in a turn.
fn turns(phase: &[u64], bits: u64, elements: u64, index: &dyn Fn(u64) -> u64) -> u32 {
    let mut words = Vec::with_capacity(BANKS);
    for cell in phase {
        let begin = index(*cell).wrapping_mul(bits);
        let end = begin.wrapping_add(elements * bits).wrapping_sub(1);
        words.extend(begin / WORD_BITS..=end / WORD_BITS);
    }
    words.sort_unstable();
    words.dedup();
    let mut counts = [0_u32; BANKS];
    for word in words {
        let bank = usize::try_from(word % BANKS as u64).unwrap_or(0);
        if let Some(count) = counts.get_mut(bank) {
            *count += 1;
        }
    }
    counts.into_iter().max().unwrap_or(0)
}

/// The least that is added to each row so that all accesses are free of conflicts and vectors stay aligned.
fn padding(tile: &MemoryTile, phases: &[Phases]) -> Option<Padding> {
    let mode = tile.contiguous()?;
    let [rows, columns] = tile.extents;
    let (along, across) = if mode == 0 { (rows, columns) } else { (columns, rows) };
    // A row after the other, and nothing else.
    let is_rows = |cell: u64| {
        let (row, column) = (cell % rows, cell / rows);
        let (at, line) = if mode == 0 { (row, column) } else { (column, row) };
        tile.plain.index(cell).is_ok_and(|index| index.cast_unsigned() == at + line * along)
    };
    if !(0..rows * columns).all(is_rows) {
        return None;
    }
    let vector = phases.iter().map(|phases| phases.elements).max().unwrap_or(1);
    let aligned = if vector > 1 { VECTOR_BITS / tile.bits } else { 1 };
    (1..=PADDING_BITS / tile.bits / aligned).map(|count| count * aligned).find_map(|elements| {
        let stride = along + elements;
        let index = |cell: u64| {
            let (row, column) = (cell % rows, cell / rows);
            if mode == 0 { row + column * stride } else { column + row * stride }
        };
        let is_free = phases.iter().all(|phases| checked(tile, phases, &index, true).is_free());
        let layout = layout(tile.extents, if mode == 0 { [1, stride] } else { [stride, 1] }).ok()?;
        // The last row needs none.
        let wasted = elements * (across - 1) * tile.bits / 8;
        is_free.then_some(Padding { elements, layout, wasted })
    })
}
