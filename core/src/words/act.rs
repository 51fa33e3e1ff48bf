//! What an act of an operation does, in one sentence.

use super::{Tongue, called, step};
use crate::scene::{Act, Deed, Kind, Role, Scene};

/// What an act does.
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
        (Deed::Collect { shape }, _) => tongue.pick(
            format!("Put what is within a tile first, then what runs over tiles: {shape}"),
            format!("先放 tile 内的 mode，再放遍历各 tile 的 mode：{shape}"),
        ),
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
        (Deed::Pair { shape }, _) => tongue.pick(
            format!("Pair each mode of the block with one of the copies: {shape}"),
            format!("把块的各 mode 与副本的各 mode 配对：{shape}"),
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

/// A path as templates write it: `1,0`.
fn numbers(path: &[usize]) -> String {
    path.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
