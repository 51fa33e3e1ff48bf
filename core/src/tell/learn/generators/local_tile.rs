//! `local_tile` and `local_partition`: what one block, and what one thread gets.

use super::draw::{digits, inner_product, layout, left_strides, tuple};
use super::reckon::number;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{
    FIRST_THREAD, FIRST_TILE, PARTITION_FOR_TILE, PARTITION_STEP, STEP_IGNORED, THREAD_ORDER, TILE_EXTENT,
    TILE_FOR_PARTITION,
};
use crate::learn::random::Random;

/// The strides of LayoutLeft or LayoutRight.
fn strides(random: &mut Random, shape: &[i64], always_left: bool) -> Vec<i64> {
    if always_left || random.flip() {
        let mut strides = left_strides(shape);
        strides.truncate(shape.len());
        return strides;
    }
    let reversed = shape.iter().rev().copied().collect::<Vec<_>>();
    let mut strides = left_strides(&reversed);
    strides.truncate(shape.len());
    strides.reverse();
    strides
}

fn each(left: &[i64], right: &[i64], of: fn(i64, i64) -> i64) -> Vec<i64> {
    left.iter().zip(right).map(|(left, right)| of(*left, *right)).collect()
}

/// The index of an element of a tile.
pub(super) const LOCAL_TILE_ELEMENT: Generator = Generator {
    name: "local-tile-element",
    title: ["An element of a local tile", "local_tile 的一个元素"],
    block: 21,
    lesson: "local-tile",
    draw: |random, level| {
        let tile = [random.between(2, 4), random.between(2, 4)];
        let most = if level == 1 { 2 } else { 4 };
        let tiles = [random.between(2, most), random.between(2, most)];
        let shape = each(&tile, &tiles, |tile, tiles| tile * tiles);
        let stride = strides(random, &shape, level == 1);
        let given = format!("A = {}", layout(&shape, &stride));
        let which = tiles.map(|tiles| random.below(tiles));
        let place = tile.map(|extent| random.below(extent));
        if which == [0, 0] || place == [0, 0] {
            return None;
        }
        // On level 3 tiler and coordinate have three modes, of which Step drops one.
        let dropped = (level == 3).then(|| [random.between(2, 6), random.below(4)]);
        let call = match dropped {
            None => format!("local_tile(A, {}, {})", tuple(&tile), tuple(&which)),
            Some([extent, at]) => {
                let ([m, n], [i, j]) = (tile, which);
                match random.below(2) {
                    0 => format!("local_tile(A, ({m},{extent},{n}), ({i},{at},{j}), Step<_1,X,_1>)"),
                    _ => format!("local_tile(A, ({extent},{m},{n}), ({at},{i},{j}), Step<X,_1,_1>)"),
                }
            }
        };
        let spoken = tuple(&place);
        let answer = number(&given, &format!("{call}({spoken})"))?;
        let index = |coordinate: &[i64]| Some(inner_product(coordinate, &stride));
        let begin = each(&which, &tile, |which, tile| which * tile);
        let element = each(&begin, &place, |begin, place| begin + place);
        let dealt = each(&which, &each(&place, &tiles, |place, tiles| place * tiles), |which, place| which + place);
        let exercise = Exercise::new(
            given,
            [
                format!("What is the index of A that {call} has at {spoken}?"),
                format!("{call} 在 {spoken} 处对应 A 的哪个索引？"),
            ],
            answer,
        );
        let ignored = dropped.map(|[extent, at]| {
            let shifted =
                if call.contains("X,_1,_1") { [at * extent, which[0] * tile[0]] } else { [begin[0], at * extent] };
            inner_product(&each(&shifted, &place, |begin, place| begin + place), &stride)
        });
        let (begin, element) = (tuple(&begin), tuple(&element));
        Some(
            exercise
                .perhaps(STEP_IGNORED, ignored)
                .perhaps(FIRST_TILE, index(&place))
                .perhaps(TILE_EXTENT, index(&each(&which, &place, |which, place| which + place)))
                .perhaps(PARTITION_FOR_TILE, index(&dealt))
                .hint(
                    "Where does the tile begin in A? In each mode at its coordinate times its extent.",
                    "这个 tile 在 A 里从哪里开始？每个 mode 里是它的坐标乘以它的长度。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("The tile {} of the extents {} begins at {begin} of A.", tuple(&which), tuple(&tile)),
                        format!("长度为 {} 的 tile {} 从 A 的 {begin} 开始。", tuple(&tile), tuple(&which)),
                    ],
                    [
                        format!("Its place {spoken} is {element} of A, whose index is {answer}."),
                        format!("其中的 {spoken} 就是 A 的 {element}，索引是 {answer}。"),
                    ],
                ])),
        )
    },
};

/// The index of an element of a thread's partition.
pub(super) const LOCAL_PARTITION_ELEMENT: Generator = Generator {
    name: "local-partition-element",
    title: ["An element of a thread's partition", "local_partition 的一个元素"],
    block: 21,
    lesson: "local-tile",
    draw: |random, level| {
        let modes = if level == 1 && random.flip() { 1 } else { 2 };
        let threads = (0..modes).map(|_| random.between(2, if modes == 1 { 8 } else { 4 })).collect::<Vec<_>>();
        let most = if level == 1 { 3 } else { 4 };
        let values = (0..modes).map(|_| random.between(2, if modes == 1 { 6 } else { most })).collect::<Vec<_>>();
        let shape = each(&threads, &values, |threads, values| threads * values);
        let stride = strides(random, &shape, level < 3);
        let order = strides(random, &threads, level == 1);
        let given = format!("A = {}\nthr = {}", layout(&shape, &stride), layout(&threads, &order));
        let count = threads.iter().product::<i64>();
        let thread = random.between(1, count - 1);
        let place = values.iter().map(|extent| random.below(*extent)).collect::<Vec<_>>();
        let spoken = tuple(&place);
        let call = format!("local_partition(A, thr, {thread})");
        let called = if modes == 1 { format!("({spoken})") } else { spoken.clone() };
        let answer = number(&given, &format!("{call}({spoken})"))?;
        let at = number(&given, &format!("right_inverse(thr)({thread})"))?;
        let own = digits(at, &threads);
        let other = if order.first() == Some(&1) {
            let reversed = threads.iter().rev().copied().collect::<Vec<_>>();
            digits(thread, &reversed).into_iter().rev().collect()
        } else {
            digits(thread, &threads)
        };
        let dealt =
            |own: &[i64]| each(own, &each(&place, &threads, |place, threads| place * threads), |own, far| own + far);
        let block = each(&each(&own, &values, |own, values| own * values), &place, |begin, place| begin + place);
        let index = |coordinate: &[i64]| Some(inner_product(coordinate, &stride));
        let exercise = Exercise::new(
            given,
            [
                format!("What is the index of A that {call} has at {called}?"),
                format!("{call} 在 {called} 处对应 A 的哪个索引？"),
            ],
            answer,
        );
        let (own, element) = (own.as_slice(), dealt(&own));
        let (at, element) = (tuple(own), tuple(&element));
        Some(
            exercise
                .perhaps(TILE_FOR_PARTITION, index(&block))
                .perhaps(THREAD_ORDER, (modes == 2).then(|| inner_product(&dealt(&other), &stride)))
                .perhaps(FIRST_THREAD, index(&each(&place, &threads, |place, threads| place * threads)))
                .perhaps(PARTITION_STEP, index(&each(own, &place, |own, place| own + place)))
                .hint(
                    "Where does the thread stand among the threads? Its next element is as far away as there are threads in that mode.",
                    "这个线程排在线程中的哪个位置？它的下一个元素隔着该 mode 的线程数。",
                )
                .solved(Solution::Lines(vec![
                    [
                        format!("Thread {thread} stands at {at} of the threads {}.", tuple(&threads)),
                        format!("线程 {thread} 在线程形状 {} 中位于 {at}。", tuple(&threads)),
                    ],
                    [
                        format!("At {called} it has A's element {element}: {at}, and {} on in each mode for every step.", tuple(&threads)),
                        format!("{called} 处是 A 的元素 {element}：从 {at} 开始，每一步在各 mode 前进 {}。", tuple(&threads)),
                    ],
                    [format!("Its index is {answer}."), format!("它的索引是 {answer}。")],
                ])),
        )
    },
};
