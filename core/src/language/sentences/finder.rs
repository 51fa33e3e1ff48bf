//! Sentences about swizzles, paddings and copies that fit a tile.

use super::Tongue;
use crate::finder::{Answer, Checked, ELEMENTS_MOST, FoundCopy, FoundSwizzle, Padding, Problem, Use};

/// Returns the name of accesses.
pub fn memory_use(access: &Use, tongue: Tongue) -> &'static str {
    match access {
        Use::Matrices => tongue.pick(
            "ldmatrix and stmatrix: eight rows of 16 bytes at a time",
            "ldmatrix 与 stmatrix：每次 8 行，每行 16 字节",
        ),
        Use::Vectors => tongue.pick(
            "vectors along the contiguous mode, as a coalesced copy writes them",
            "沿连续 mode 的向量访问，如合并的拷贝写入",
        ),
        Use::Down => tongue.pick("One element a thread: a warp down mode 0", "每个线程一个元素：warp 沿 mode 0"),
        Use::Along => tongue.pick("a warp along mode 1", "warp 沿 mode 1"),
        Use::Map { .. } => tongue.pick("the copy of the notebook", "笔记本中的拷贝"),
    }
}

/// Why nothing is sought.
pub fn finder_problem(problem: &Problem, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match problem {
        Problem::Rank(rank) if english => format!("A tile has two modes; this layout has {rank}"),
        Problem::Rank(rank) => format!("tile 有两个 mode；这个布局有 {rank} 个"),
        Problem::TooLarge { elements } if english => {
            format!("The tile has {elements} elements; up to {ELEMENTS_MOST} are counted here")
        }
        Problem::TooLarge { elements } => format!("tile 有 {elements} 个元素；这里最多计数 {ELEMENTS_MOST} 个"),
        Problem::NotContiguous => {
            tongue.pick("No mode is contiguous: there are no vectors", "没有连续的 mode：不存在向量访问").to_string()
        }
        Problem::Extent { mode, found, multiple } if english => {
            format!("Mode {mode} has {found} elements, which is no multiple of {multiple}")
        }
        Problem::Extent { mode, found, multiple } => format!("mode {mode} 有 {found} 个元素，不是 {multiple} 的倍数"),
        Problem::Bits(bits) if english => format!("Elements of {bits} bits fill no vector of 16 bytes"),
        Problem::Bits(bits) => format!("{bits} 位的元素不能填满 16 字节的向量"),
        Problem::OtherTile => tongue.pick("The copy is of another tile", "这个拷贝针对另一个 tile").to_string(),
        Problem::Unplain => {
            tongue.pick("The layout has no plain indices from 0 on", "这个布局没有从 0 开始的普通索引").to_string()
        }
    }
}

/// Says how the banks serve accesses.
pub fn checked(found: Checked, tongue: Tongue) -> String {
    let english = tongue == Tongue::English;
    match found {
        Checked::Free { phases } if english => format!("free of conflicts, counted in all {phases} phases"),
        Checked::Free { phases } => format!("无冲突，已核对全部 {phases} 个阶段"),
        Checked::Conflicts { worst, conflicting, phases } if english => {
            format!("conflicts of {worst} ways; {conflicting} of {phases} phases take more than one turn")
        }
        Checked::Conflicts { worst, conflicting, phases } => {
            format!("{worst} 路冲突；{phases} 个阶段中有 {conflicting} 个需要多轮")
        }
        Checked::Torn { elements, cell } if english => {
            format!("no vectors of {elements} elements: the one at coordinate {cell} is not contiguous or not aligned")
        }
        Checked::Torn { elements, cell } => {
            format!("不能用 {elements} 个元素的向量：坐标 {cell} 处的向量不连续或未对齐")
        }
    }
}

/// Why a swizzle helps, as bits.
pub fn swizzle_why(found: &FoundSwizzle, tongue: Tongue) -> String {
    let range = |(first, last): (u32, u32)| match (first == last, tongue) {
        (true, Tongue::English) => format!("bit {first}"),
        (false, Tongue::English) => format!("bits {first} to {last}"),
        (true, Tongue::Chinese) => format!("第 {first} 位"),
        (false, Tongue::Chinese) => format!("第 {first} 到 {last} 位"),
    };
    let (read, changed) = (range(found.read), range(found.changed));
    match tongue {
        Tongue::English => format!(
            "The index has {read} XORed into {changed}, which choose the bank: what met in one bank lies in different ones."
        ),
        Tongue::Chinese => format!("索引的{read}异或到选择 bank 的{changed}：原本落在同一 bank 的访问就分开了。"),
    }
}

/// Says what a padding is and costs.
pub fn padding(found: &Padding, tongue: Tongue) -> String {
    let Padding { elements, wasted, .. } = found;
    match tongue {
        Tongue::English => format!("{elements} elements more a row, {wasted} bytes unused"),
        Tongue::Chinese => format!("每行多 {elements} 个元素，浪费 {wasted} 字节"),
    }
}

/// Says what was sought, where nothing better was found, or nothing was needed.
pub fn swizzle_answer(found: &Answer, tongue: Tongue) -> String {
    let tried = found.tried;
    match (found.plain, found.found.is_empty(), tongue) {
        (Checked::Free { .. }, _, Tongue::English) => "No swizzle is needed.".to_string(),
        (Checked::Free { .. }, _, Tongue::Chinese) => "不需要 swizzle。".to_string(),
        (Checked::Torn { .. }, _, Tongue::English) => "No swizzle makes such vectors whole.".to_string(),
        (Checked::Torn { .. }, _, Tongue::Chinese) => "没有 swizzle 能使这样的向量完整。".to_string(),
        (_, true, Tongue::English) => format!("None of {tried} swizzles is free of conflicts."),
        (_, true, Tongue::Chinese) => format!("试过的 {tried} 个 swizzle 都有冲突。"),
        (_, false, Tongue::English) => format!("The simplest of {tried} that were tried:"),
        (_, false, Tongue::Chinese) => format!("试过 {tried} 个，最简单的是："),
    }
}

/// Says what a copy moves and touches.
pub fn copy_answer(found: &FoundCopy, tongue: Tongue) -> String {
    let FoundCopy { count, elements, sectors, fewest, .. } = found;
    match tongue {
        Tongue::English => format!(
            "{count} threads, {elements} elements each: a warp touches {sectors} sectors of 32 bytes, {fewest} are the fewest"
        ),
        Tongue::Chinese => {
            format!(
                "{count} 个线程，每个 {elements} 个元素：一个 warp 触及 {sectors} 个 32 字节扇区，最少为 {fewest} 个"
            )
        }
    }
}
