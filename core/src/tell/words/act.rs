//! Acts of an operation, each in one sentence.

use super::{Tongue, called, step};
use crate::scene::{Act, Brackets, Deed, Kind, Role, Scene, Standing};

/// Tells what an act does.
pub fn act(scene: &Scene, act: &Act, tongue: Tongue) -> String {
    let named = |role| called(scene, role, tongue);
    match (&act.deed, tongue) {
        (Deed::Cut { mode, is_matrix, tiler, before, after }, Tongue::English) => {
            let what = match (is_matrix, mode.as_slice()) {
                (true, [0]) => "the rows".to_string(),
                (true, [_]) => "the columns".to_string(),
                (_, path) => format!("mode {}", numbers(path)),
            };
            format!("Cut {what} by {tiler}: {before} becomes {after}")
        }
        (Deed::Cut { mode, is_matrix, tiler, before, after }, Tongue::Chinese) => {
            let what = match (is_matrix, mode.as_slice()) {
                (true, [0]) => "行".to_string(),
                (true, [_]) => "列".to_string(),
                (_, path) => format!(" mode {}", numbers(path)),
            };
            format!("按 {tiler} 切{what}：{before} 变为 {after}")
        }
        (Deed::Collect | Deed::Pair, _) => {
            scene.brackets().map_or_else(String::new, |it| brackets(&it, scene.kind, tongue).to_string())
        }
        (Deed::Tile { tiler, size }, _) => {
            let a = named(Role::Operand);
            tongue.pick(
                format!("{tiler} is one tile: it takes {size} elements of {a}"),
                format!("{tiler} 是一个 tile：取 {a} 的 {size} 个元素"),
            )
        }
        (Deed::Again { complement, count }, _) => tongue.pick(
            format!("Its complement {complement} says where the tile comes again: {count} tiles"),
            format!("它的 complement {complement} 给出 tile 重复的位置：共 {count} 个 tile"),
        ),
        (Deed::Read { result }, _) if scene.kind == Kind::Composition => {
            tongue.pick(format!("Together they are {result}"), format!("合起来是 {result}"))
        }
        (Deed::Read { result }, _) => {
            let a = named(Role::Operand);
            tongue.pick(format!("{a} read in this order is {result}"), format!("按此顺序读 {a}，得 {result}"))
        }
        (Deed::Block { block }, _) => {
            tongue.pick(format!("The block {block} stays as it is: copy 0"), format!("块 {block} 保持不变：副本 0"))
        }
        (Deed::Places { complement }, _) => tongue.pick(
            format!("Its complement {complement} says where copies may begin"),
            format!("它的 complement {complement} 给出各副本可以开始的位置"),
        ),
        (Deed::Choose { copies, result, count }, _) => tongue.pick(
            format!("{copies} chooses {count} of these places, which gives {result}"),
            format!("{copies} 从中选出 {count} 个位置，得 {result}"),
        ),
        (Deed::Through { leaf, pair, result }, _) => {
            let (a, b) = (named(Role::Operand), named(Role::First));
            tongue.pick(
                format!("Mode {leaf} of {b}, {pair}, read through {a} is {result}"),
                format!("{b} 的 mode {leaf}（{pair}）经 {a} 读出，得 {result}"),
            )
        }
        (Deed::Step(told), _) => step(told, tongue),
    }
}

/// Which brackets the modes of a divide's or a product's result stand in.
pub fn brackets(brackets: &Brackets, kind: Kind, tongue: Tongue) -> &'static str {
    let is_divide = kind == Kind::Divide;
    let [english, chinese] = match (brackets.standing, is_divide) {
        (Standing::Paired { .. }, true) if brackets.is_by_mode => [
            "Each cut mode has a bracket: (within a tile, over tiles)",
            "每个被切的 mode 各有一个括号：（tile 内，遍历各 tile）",
        ],
        (Standing::Paired { .. }, true) => {
            ["What is within a tile, then what runs over tiles", "先是 tile 内的 mode，再是遍历各 tile 的 mode"]
        }
        (Standing::Paired { is_within_first: true }, false) if brackets.is_by_mode => {
            ["Each mode has its own bracket: (block, copies)", "每个 mode 各有一个括号：（块，副本）"]
        }
        (Standing::Paired { is_within_first: true }, false) => ["The block, then the copies", "先是块，再是副本"],
        (Standing::Paired { is_within_first: false }, false) => {
            ["Each mode has its own bracket: (copies, block)", "每个 mode 各有一个括号：（副本，块）"]
        }
        (Standing::Zipped, true) => {
            ["Mode 0 is within a tile, mode 1 runs over tiles", "mode 0 在 tile 内，mode 1 遍历各 tile"]
        }
        (Standing::Zipped, false) => ["Mode 0 is the block, mode 1 its copies", "mode 0 是块，mode 1 是各副本"],
        (Standing::Tiled, true) => [
            "The bracket is within a tile; modes over tiles have none",
            "括号内是 tile 内的 mode；遍历各 tile 的 mode 不加括号",
        ],
        (Standing::Tiled, false) => {
            ["The bracket is the block; the modes of its copies have none", "括号内是块的 mode；副本的 mode 不加括号"]
        }
        (Standing::Flat, true) => [
            "First within a tile, then over tiles, without brackets",
            "先是 tile 内的 mode，再是遍历各 tile 的 mode，不加括号",
        ],
        (Standing::Flat, false) => {
            ["First the block, then its copies, without brackets", "先是块的 mode，再是副本的 mode，不加括号"]
        }
    };
    tongue.pick(english, chinese)
}

/// A path as templates write it: `1,0`.
fn numbers(path: &[usize]) -> String {
    path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
