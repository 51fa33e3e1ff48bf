//! Fragments of matrix instructions: which element of A, B or C a thread's value is.

use super::draw::{digits, tuple};
use super::reckon::{indices, number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{DIVIDES_FIRST, ROW_MAJOR, SWAPS_MODES, THREAD_FOR_VALUE};

/// An operand of an instruction: its thread-value layout as CuTe has it.
struct Operand {
    instruction: &'static str,
    /// A, B or C.
    name: &'static str,
    /// The letters of its two modes.
    modes: &'static str,
    tile: [i64; 2],
    layout: &'static str,
}

/// The operands from one table.
macro_rules! operands {
    ($($instruction:literal $name:literal $modes:literal $rows:literal $columns:literal $layout:literal;)*) => {
        &[$(Operand {
            instruction: $instruction,
            name: $name,
            modes: $modes,
            tile: [$rows, $columns],
            layout: $layout,
        }),*]
    };
}

/// Level 1, by their names in PTX.
const SMALL: &[Operand] = operands! {
    "m16n8k8 (f16)" "A" "(m,k)" 16 8 "((4,8),(2,2)):((32,1),(16,8))";
    "m16n8k8 (f16)" "B" "(n,k)" 8 8 "((4,8),2):((16,1),8)";
    "m16n8k8 (f16)" "C" "(m,n)" 16 8 "((4,8),(2,2)):((32,1),(16,8))";
    "m16n8k8 (tf32)" "A" "(m,k)" 16 8 "((4,8),(2,2)):((16,1),(8,64))";
    "m16n8k8 (tf32)" "B" "(n,k)" 8 8 "((4,8),2):((8,1),32)";
    "m16n8k4 (tf32)" "A" "(m,k)" 16 4 "((4,8),2):((16,1),8)";
    "m8n8k4 (f64)" "C" "(m,n)" 8 8 "((4,8),2):((16,1),8)";
    "m8n8k16 (s8)" "A" "(m,k)" 8 16 "((4,8),4):((32,1),8)";
};

/// Level 2.
const MIDDLE: &[Operand] = operands! {
    "SM80_16x8x16_F32F16F16F32_TN" "A" "(m,k)" 16 16 "((4,8),(2,2,2)):((32,1),(16,8,128))";
    "SM80_16x8x16_F32F16F16F32_TN" "B" "(n,k)" 8 16 "((4,8),(2,2)):((16,1),(8,64))";
    "SM80_16x8x16_F32F16F16F32_TN" "C" "(m,n)" 16 8 "((4,8),(2,2)):((32,1),(16,8))";
    "SM80_16x8x8_F32TF32TF32F32_TN" "A" "(m,k)" 16 8 "((4,8),(2,2)):((16,1),(8,64))";
    "SM80_16x8x16_S32S8S8S32_TN" "A" "(m,k)" 16 16 "((4,8),(4,2)):((64,1),(16,8))";
    "SM80_16x8x16_S32S8S8S32_TN" "B" "(n,k)" 8 16 "((4,8),4):((32,1),8)";
    "SM75_8x8x16_S32S8S8S32_TN" "A" "(m,k)" 8 16 "((4,8),4):((32,1),8)";
};

/// Level 3.
const LARGE: &[Operand] = operands! {
    "SM80_16x8x16_F32F16F16F32_TN" "A" "(m,k)" 16 16 "((4,8),(2,2,2)):((32,1),(16,8,128))";
    "SM80_16x8x32_S32S8S8S32_TN" "A" "(m,k)" 16 32 "((4,8),(4,2,2)):((64,1),(16,8,256))";
    "SM80_16x8x32_S32S8S8S32_TN" "B" "(n,k)" 8 32 "((4,8),(4,2)):((32,1),(8,128))";
    "SM80_16x8x64_S32S4S4S32_TN" "B" "(n,k)" 8 64 "((4,8),(8,2)):((64,1),(8,256))";
    "SM70_8x8x4_F32F16F16F32_TN" "C" "(m,n)" 8 8 "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))";
};

/// The element of a fragment.
pub(super) const FRAGMENT_COORDINATE: Generator = Generator {
    name: "fragment-coordinate",
    title: ["An element of an MMA fragment", "MMA 片段的一个元素"],
    block: 20,
    lesson: "mma",
    draw: |random, level| {
        let operands = [SMALL, MIDDLE, LARGE].get(usize::from(level.saturating_sub(1))).copied()?;
        let place = usize::try_from(random.below(operands.len() as i64)).ok()?;
        let Operand { instruction, name, modes, tile, layout } = operands.get(place)?;
        let [rows, columns] = *tile;
        let given = format!("{name} = {layout}");
        let threads = number(&given, &format!("size<0>({name})"))?;
        let values = number(&given, &format!("size<1>({name})"))?;
        let (thread, value) = (random.between(1, threads - 1), random.below(values));
        let index = number(&given, &format!("{name}({thread},{value})"))?;
        let tile_text = tuple(tile);
        let at = printed("", &format!("idx2crd({index}, {tile_text})"))?;
        let row_major = [index / columns, index % columns];
        let shown = [
            format!(
                "{name} is the thread-value layout of {name} in {instruction}; it gives 1-D coordinates of the {tile_text} tile."
            ),
            format!("{name} 是 {instruction} 中 {name} 的线程-值布局，给出 {tile_text} tile 的一维坐标。"),
        ];
        let [english, chinese] = shown;
        let lines = vec![
            [format!("{name}({thread},{value}) is {index}."), format!("{name}({thread},{value}) 是 {index}。")],
            [
                format!("{index} is {} + {} × {rows}, so it is {at}.", index % rows, index / rows),
                format!("{index} 等于 {} + {} × {rows}，所以是 {at}。", index % rows, index / rows),
            ],
        ];
        if level == 3 && random.flip() {
            let all = indices(&given, name)?;
            let of = |index: i64| {
                let place = all.iter().position(|other| *other == index)?;
                Some(tuple(&digits(i64::try_from(place).ok()?, &[threads, values])))
            };
            let [m, n] = [index % rows, index / rows];
            let exercise = Exercise::new(
                given.clone(),
                [
                    format!("{english} Who holds {at}? Write (thread,value)."),
                    format!("{chinese}{at} 在谁手里？写成 (线程,值)。"),
                ],
                of(index)?,
            );
            return Some(
                exercise
                    .typed(Field::Tuple, Meaning::Value)
                    .perhaps(THREAD_FOR_VALUE, Some(tuple(&[value, thread])))
                    .perhaps(ROW_MAJOR, of(m * columns + n))
                    .perhaps(SWAPS_MODES, (m < columns && n < rows).then(|| of(n + m * rows)).flatten())
                    .hint(
                        "Turn the coordinate into a 1-D one, then take the strides out of it, the largest first.",
                        "先把坐标变成一维坐标，再从最大的步长开始一个个除出来。",
                    )
                    .solved(Solution::Lines(lines)),
            );
        }
        // The first digit of the thread is a remainder, not a quotient.
        let extents = printed(&given, &format!("shape<0>({name})"))?;
        let first = extents.trim_start_matches('(').split(',').next()?.parse::<i64>().ok()?;
        let divided = (level < 3).then(|| format!("{name}(({},{}),{value})", thread / first, thread % first));
        let divided = divided.and_then(|call| number(&given, &call));
        let divided = divided.map(|index| [index % rows, index / rows]).filter(|[_, column]| *column < columns);
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("{english} Which {modes} is value {value} of thread {thread}?"),
                format!("{chinese}线程 {thread} 的值 {value} 是哪个 {modes}？"),
            ],
            &at,
        );
        Some(
            exercise
                .typed(Field::Tuple, Meaning::Value)
                .perhaps(ROW_MAJOR, Some(tuple(&row_major)))
                .perhaps(SWAPS_MODES, Some(tuple(&[index / rows, index % rows])))
                .perhaps(DIVIDES_FIRST, divided.map(|pair| tuple(&pair)))
                .hint(
                    format!(
                        "First the 1-D coordinate at (thread, value); it runs down the {rows} rows of the tile first."
                    ),
                    format!("先求 (线程, 值) 处的一维坐标；它先沿 tile 的 {rows} 行往下走。"),
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
