//! Sentences about a copy by TMA: the box that one instruction moves, and where a box of the tile begins.

use super::Tongue;
use crate::atom::shared::Span;
use crate::atom::tensor_map::TensorMap;

fn times(extents: impl Iterator<Item = i64>) -> String {
    extents.map(|extent| extent.to_string()).collect::<Vec<_>>().join(" × ")
}

/// The modes of the tensor that a mode counts: `1`, `4, 5`, `(0,1)`.
pub fn counted_modes(of: &[Vec<usize>]) -> String {
    let path = |path: &Vec<usize>| match path.as_slice() {
        [mode] => mode.to_string(),
        modes => format!("({})", modes.iter().map(usize::to_string).collect::<Vec<_>>().join(",")),
    };
    of.iter().map(path).collect::<Vec<_>>().join(", ")
}

/// Says what one instruction moves, how often for a tile, and what each CTA has of it.
pub fn map_summary(map: &TensorMap, tongue: Tongue) -> Vec<String> {
    let (boxed, bytes, unit) = (times(map.modes.iter().map(|mode| mode.boxed)), map.box_bytes(), map.unit);
    let boxes = map.boxes().unwrap_or(1);
    let swizzle = match map.span.map(|span| (span.word(), tongue)) {
        None => String::new(),
        Some(("INTER", Tongue::English)) => ", without a swizzle".to_string(),
        Some(("INTER", Tongue::Chinese)) => "，无 swizzle".to_string(),
        Some((word, Tongue::English)) => format!(", with the swizzle {word}"),
        Some((word, Tongue::Chinese)) => format!("，swizzle 为 {word}"),
    };
    let first = tongue.pick(
        format!("One instruction moves a box of {boxed} elements of {unit} bits: {bytes} bytes{swizzle}."),
        format!("一条指令搬运一个 {boxed} 的 box，元素为 {unit} 位，共 {bytes} 字节{swizzle}。"),
    );
    let tile = match boxes {
        1 => tongue.pick("The tile is one box.".to_string(), "tile 就是一个 box。".to_string()),
        _ => tongue.pick(
            format!("The tile is {boxes} boxes, an instruction each."),
            format!("tile 由 {boxes} 个 box 组成，每个用一条指令。"),
        ),
    };
    let shared = (map.ctas > 1).then(|| {
        let (ctas, share) = (map.ctas, times(map.modes.iter().map(|mode| mode.share)));
        tongue.pick(
            format!(
                "{ctas} CTAs share a box: each moves {share} of it, and a multicast puts that into the shared memory of all."
            ),
            format!("{ctas} 个 CTA 分担一个 box：各搬运其中的 {share}，由 multicast 写入所有 CTA 的共享内存。"),
        )
    });
    [Some(first), Some(tile), shared].into_iter().flatten().collect()
}

/// Where a box begins, in the tensor and in shared memory.
pub fn map_box(map: &TensorMap, number: i64, tongue: Tongue) -> String {
    let start = map.start(number).unwrap_or_default();
    let start = start.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    let byte = map.box_bytes().saturating_mul(number);
    tongue.pick(
        format!(
            "Box {number}: the instruction is given the coordinate ({start}) for the tile at the origin; its part of shared memory begins at byte {byte} of the tile."
        ),
        format!("box {number}：对位于原点的 tile，指令得到坐标 ({start})；它在共享内存中的部分从 tile 的第 {byte} 字节开始。"),
    )
}

/// Says what else the driver is told, as CUTLASS has it: all but the modes of the table and the address.
pub fn map_rest(map: &TensorMap, tongue: Tongue) -> String {
    let (rank, unit) = (map.modes.len(), map.unit);
    let swizzle = map.span.unwrap_or(Span::Inter).driver();
    tongue.pick(
        format!(
            "Besides: tensorRank {rank}, a data type of {unit} bits, elementStrides 1 in each mode, interleave NONE, swizzle {swizzle}, l2Promotion L2_128B, oobFill NONE (zeros outside the tensor)."
        ),
        format!(
            "此外：tensorRank 为 {rank}，数据类型为 {unit} 位，各 mode 的 elementStrides 为 1，interleave 为 NONE，swizzle 为 {swizzle}，l2Promotion 为 L2_128B，oobFill 为 NONE（张量之外读作零）。"
        ),
    )
}
