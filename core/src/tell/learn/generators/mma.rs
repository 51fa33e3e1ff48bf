//! Fragments of matrix instructions, which element of A, B or C a thread's value is, and what PermutationMNK makes of
//! several.

use super::draw::{digits, layout, tuple};
use super::reckon::{indices, number, printed};
use crate::learn::answer::Meaning;
use crate::learn::exercise::{Exercise, Field, Generator, Solution};
use crate::learn::misconception::{
    ATOM_IGNORED, DIVIDES_FIRST, PERMUTATION_BACK, PERMUTATION_IGNORED, ROW_MAJOR, SWAPS_MODES, THREAD_FOR_VALUE,
};

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
        let split = [(0, thread), (1, value)].map(|(mode, of)| {
            let at = printed("", &format!("idx2crd({of}, shape<{mode}>({layout}))"))?;
            let stride = printed("", &format!("stride<{mode}>({layout})"))?;
            Some((at, stride))
        });
        let [Some((of_thread, by_thread)), Some((of_value, by_value))] = split else { return None };
        let lines = vec![
            [
                format!(
                    "Thread {thread} is {of_thread}, with the strides {by_thread}; value {value} is {of_value}, with {by_value}."
                ),
                format!("线程 {thread} 即 {of_thread}，步长 {by_thread}；值 {value} 即 {of_value}，步长 {by_value}。"),
            ],
            [
                format!("Times and summed up that is {name}({thread},{value}) = {index}."),
                format!("相乘再相加，{name}({thread},{value}) = {index}。"),
            ],
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

/// Number of columns of an atom.
const COLUMNS: i64 = 8;

/// Where PermutationMNK puts a column of an atom.
pub(super) const PERMUTED_COLUMN: Generator = Generator {
    name: "permuted-column",
    title: ["Where PermutationMNK puts a column", "PermutationMNK 把列放到哪里"],
    block: 20,
    lesson: "mma",
    draw: |random, level| {
        // A thread's part of each atom comes to lie side by side.
        let together = if level == 1 { 2 } else { [1, 2, 4][usize::try_from(random.below(3)).ok()?] };
        let atoms = if level == 1 { 2 } else { random.between(2, 4) };
        let shape = [together, COLUMNS / together, atoms];
        let strides = [1, together * atoms, together];
        let given = format!("N = {}", layout(&shape, &strides));
        let (column, atom) = (random.below(COLUMNS), random.below(atoms));
        let from = atom * COLUMNS + column;
        let to = number(&given, &format!("N({from})"))?;
        let back = |of: i64| {
            let all = indices(&given, "N")?;
            i64::try_from(all.iter().position(|index| *index == of)?).ok()
        };
        let place = tuple(&digits(from, &shape));
        let said = [
            format!(
                "A TiledMMA has {atoms} atoms of {COLUMNS} columns side by side, and N for its PermutationMNK along them: column c of all goes to column N(c) of C."
            ),
            format!(
                "某 TiledMMA 沿 N 并排放 {atoms} 个 {COLUMNS} 列的 atom，该方向的 PermutationMNK 是 N：总第 c 列放到 C 的第 N(c) 列。"
            ),
        ];
        let [english, chinese] = said;
        let lines = vec![
            [
                format!("Column {column} of atom {atom} is column {atom} × {COLUMNS} + {column} = {from} of all."),
                format!("atom {atom} 的第 {column} 列是总第 {atom} × {COLUMNS} + {column} = {from} 列。"),
            ],
            [format!("{from} is {place} of N, which leads to {to}."), format!("{from} 是 N 的 {place}，得到 {to}。")],
        ];
        if level == 3 {
            let split = |of: i64| tuple(&[of / COLUMNS, of % COLUMNS]);
            let exercise = Exercise::new(
                given.clone(),
                [
                    format!(
                        "{english} Which column of which atom goes to column {to} of C? Write (atom,column), both from 0."
                    ),
                    format!("{chinese}哪个 atom 的哪一列放到 C 的第 {to} 列？写成 (atom,列)，都从 0 数。"),
                ],
                split(from),
            );
            return Some(
                exercise
                    .typed(Field::Tuple, Meaning::Value)
                    .perhaps(PERMUTATION_IGNORED, Some(split(to)))
                    .perhaps(PERMUTATION_BACK, number(&given, &format!("N({to})")).map(split))
                    .perhaps(SWAPS_MODES, Some(tuple(&[column, atom])))
                    .hint(
                        format!("Find the place of N that leads to {to}: what part of {to} does each stride take?"),
                        format!("找出 N 在哪里得到 {to}：每个步长各占 {to} 的哪一部分？"),
                    )
                    .solved(Solution::Lines(lines)),
            );
        }
        let exercise = Exercise::new(
            given.clone(),
            [
                format!("{english} Where does column {column} of atom {atom} go (both from 0)?"),
                format!("{chinese}atom {atom} 的第 {column} 列（都从 0 数）放到哪一列？"),
            ],
            to,
        );
        Some(
            exercise
                .perhaps(PERMUTATION_IGNORED, Some(from))
                .perhaps(PERMUTATION_BACK, back(from))
                .perhaps(ATOM_IGNORED, (atom > 0).then(|| number(&given, &format!("N({column})"))).flatten())
                .hint(
                    format!("First which column of all it is: {COLUMNS} of each atom before it. Then N."),
                    format!("先求它是总第几列：前面每个 atom 有 {COLUMNS} 列。再代入 N。"),
                )
                .solved(Solution::Lines(lines)),
        )
    },
};
