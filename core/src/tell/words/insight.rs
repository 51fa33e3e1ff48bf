//! Insights into what is right and still surprises, in words.

use super::Tongue;
use crate::insight::Insight;
use crate::operations::called;

/// Tells what is to be known.
pub fn insight(insight: &Insight, tongue: Tongue) -> String {
    match insight {
        Insight::CutsOrder { tiler, by_mode } => tongue.pick(
            format!(
                "The tiler {tiler} is a Layout: it counts in the 1-D order of all elements; the shape {by_mode} would cut \
                 mode by mode"
            ),
            format!("tiler {tiler} 是 Layout：它按所有元素的一维次序来数；形状 {by_mode} 才逐 mode 切分"),
        ),
        Insight::CountsOrder { modes } => tongue.pick(
            format!("The right operand counts in the 1-D order of the left one, whose own modes are {modes} there"),
            format!("右操作数按左操作数的一维次序来数，左操作数自己的 mode 在其中是 {modes}"),
        ),
        Insight::StaysDynamic { with_static } => tongue.pick(
            format!(
                "An extent of 1 stays because it is known at run time only; with static numbers this is {with_static}"
            ),
            format!("长度 1 因只在运行期已知而保留；若数字为静态，结果是 {with_static}"),
        ),
        Insight::Projected { tiler, coordinate } => tongue.pick(
            format!("The projection leaves of the tiler {tiler}, and of the coordinate {coordinate}"),
            format!("投影之后，tiler 剩下 {tiler}，坐标剩下 {coordinate}"),
        ),
        Insight::NeedsTiles { tiler } => tongue.pick(
            format!("_ leaves a mode of the tiler whole, and here each mode has to have a tile: {tiler} takes all of it"),
            format!("tiler 中的 _ 保留整个 mode，而这里每个 mode 都要有 tile：{tiler} 取其全部"),
        ),
        Insight::OffsetDropped { offset } => {
            let (slice, both) = (called::SLICE, called::SLICE_AND_OFFSET);
            tongue.pick(
                format!("{slice} keeps modes alone: the offset {offset} is dropped, and {both} keeps it"),
                format!("{slice} 只保留 mode：偏移 {offset} 被丢弃，{both} 会保留它"),
            )
        }
        Insight::LeftOut { modes } => {
            let modes = modes.join(", ");
            tongue.pick(
                format!(
                    "The inverse leaves out {modes}: a stride that is known at run time only has no place in it"
                ),
                format!("逆中没有 {modes}：只在运行期已知的步长无法放入"),
            )
        }
        Insight::BytesOnElements { layout, index } => tongue.pick(
            format!(
                "C++ answers this: the swizzle counts bytes, and is applied to the index of an element. The element lies at \
                 {index}, as {layout} has it"
            ),
            format!("C++ 的答案如此：swizzle 按字节计，却作用于元素的索引。该元素实际位于 {index}，即 {layout} 所示"),
        ),
        Insight::PrintedCompiling { shown } => tongue.pick(
            format!(
                "print runs when the program is compiled and shows {shown}: ? is a number that is known when it runs, as \
                 cute.printf shows it"
            ),
            format!("print 在编译时运行，显示 {shown}：? 是运行时才知道的数，cute.printf 会显示它"),
        ),
        Insight::NotInCpp => tongue.pick(
            "C++ does not compile this: the answer is that of the paper on the algebra".to_string(),
            "C++ 不能编译这一句：这里给出的是代数论文的答案".to_string(),
        ),
        Insight::NoSuchThread { thread, threads } => {
            let (thread, threads) = (thread.value(), threads.value());
            tongue.pick(
                format!("There are {threads} threads, from 0: thread {thread} is none of them, and its slice lies outside"),
                format!("共有 {threads} 个线程，从 0 起：没有线程 {thread}，它的切片在 tile 之外"),
            )
        }
        Insight::PartOfAtoms { mode, tile, atoms } => {
            let (tile, atoms) = (tile.value(), atoms.value());
            tongue.pick(
                format!(
                    "The atoms have {atoms} elements along {mode}, and the tile {tile}: no whole number of times, so threads \
                     reach outside the tile"
                ),
                format!("各 atom 沿 {mode} 共有 {atoms} 个元素，而 tile 为 {tile}：不是整数倍，线程会越出 tile"),
            )
        }
        Insight::OutsideTile { last, tile } => tongue.pick(
            format!(
                "The layout of threads and values reaches coordinate {last}, and the tile has {tile} elements: it leaves \
                 the tile"
            ),
            format!("线程-值布局取到坐标 {last}，而 tile 只有 {tile} 个元素：它越出了 tile"),
        ),
        Insight::Part { thread, coordinates: [rows, columns], is_each } => {
            let (thread, most) = (thread.value(), 16);
            let listed = |places: &[i64]| {
                let numbers = places.iter().take(most).map(i64::to_string).collect::<Vec<_>>().join(", ");
                if places.len() > most { format!("{numbers}, …") } else { numbers }
            };
            let (count, rows, columns) = (rows.len() * columns.len(), listed(rows), listed(columns));
            if *is_each {
                return tongue.pick(
                    format!("Thread {thread} has rows {rows} and columns {columns} of the tile, each with each: {count} elements"),
                    format!("线程 {thread} 持有 tile 的第 {rows} 行与第 {columns} 列的每个交点：{count} 个元素"),
                );
            }
            tongue.pick(
                format!("Thread {thread} has elements in rows {rows} and columns {columns} of the tile, not each with each"),
                format!("线程 {thread} 的元素在 tile 的第 {rows} 行、第 {columns} 列，并非每个交点都有"),
            )
        }
        Insight::Matrices { bits, is_said, found } => {
            let served = super::checked(*found, tongue);
            let taken = if *is_said { "" } else { tongue.pick(", as halves have", "（按 half 计）") };
            let more = match found.is_free() {
                true => "",
                false => tongue.pick("; the view Finder seeks a swizzle without", "；“查找”视图可找到无冲突的 swizzle"),
            };
            tongue.pick(
                format!("ldmatrix, with elements of {bits} bits{taken}: {served}{more}"),
                format!("ldmatrix 读 {bits} 位的元素{taken}：{served}{more}"),
            )
        }
        Insight::CountsBytes { printed, elements, bits } => tongue.pick(
            format!("{printed} is printed for bytes; counted in elements of {bits} bits it is {elements}"),
            format!("{printed} 按字节打印；按 {bits} 位的元素计则为 {elements}"),
        ),
    }
}
