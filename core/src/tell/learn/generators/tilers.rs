//! Tilers: a Layout runs over 1-D coordinates, a tuple tiles mode by mode.

use super::choices::{alike, choose};
use super::draw::{digits, layout, left_strides, tuple};
use super::reckon::indices;
use crate::learn::exercise::{Exercise, Generator, Solution};
use crate::learn::misconception::{LAYOUT_BY_MODE, ROW_MAJOR, TILER_STRIDE, TUPLE_AS_ONE};

/// Number of coordinates of a tile that are listed.
const LISTED: usize = 6;

/// The coordinates that a tiler takes of a shape, in the tile's order; none where one lies beyond.
fn taken(shape: &[i64], tiler: &str) -> Option<Vec<Vec<i64>>> {
    let given = format!("A = {}", layout(shape, left_strides(shape).get(..shape.len())?));
    let size = shape.iter().product::<i64>();
    let places = indices(&given, &format!("composition(A, {tiler})"))?;
    let places = places.iter().all(|place| *place < size).then_some(places)?;
    Some(places.iter().take(LISTED).map(|place| digits(*place, shape)).collect())
}

fn listed(coordinates: &[Vec<i64>]) -> String {
    coordinates.iter().map(|coordinate| tuple(coordinate)).collect::<Vec<_>>().join(" ")
}

/// Which coordinates a tile takes.
pub(super) const TILER_KIND: Generator = Generator {
    name: "tiler-kind",
    title: ["Which coordinates a tiler takes", "tiler 取哪些坐标"],
    block: 13,
    lesson: "tilers",
    draw: |random, level| {
        let is_tuple = random.flip();
        let count = if level == 3 && !is_tuple { 3 } else { 2 };
        let most = if level == 1 { 6 } else { 8 };
        let shape = (0..count).map(|_| random.between(2, most)).collect::<Vec<_>>();
        let (rows, columns) = (*shape.first()?, *shape.get(1)?);
        let extents = if level == 1 { [random.between(2, 3), 2] } else { [random.between(2, 3), random.between(2, 3)] };
        let strides = [random.between(1, 3), random.between(1, if level == 1 { 1 } else { 2 })];
        let ([m, n], [dm, dn]) = (extents, strides);
        if is_tuple && ((m - 1) * dm >= rows || (n - 1) * dn >= columns) {
            return None;
        }
        let by_mode = if dm == 1 && dn == 1 { format!("({m},{n})") } else { format!("<{m}:{dm},{n}:{dn}>") };
        let far = random.between(2, 2 * rows + 1);
        let (one, unstrided) = match random.below(if level == 1 { 1 } else { 2 }) {
            0 => (format!("{}:{dm}", m * n), format!("{}:1", m * n)),
            _ => (format!("({m},{n}):({dm},{far})"), format!("({m},{n}):(1,{m})")),
        };
        // The same numbers when they are read the other way.
        let (tiler, right) = if is_tuple { (&by_mode, taken(&shape, &by_mode)?) } else { (&one, taken(&shape, &one)?) };
        let rest = shape.get(2..)?.iter().map(|_| 0).collect::<Vec<_>>();
        let is_repeated = right.iter().enumerate().any(|(at, one)| right.iter().skip(at + 1).any(|other| other == one));
        if is_repeated {
            return None;
        }
        let whole = |mut coordinates: Vec<Vec<i64>>| {
            for coordinate in &mut coordinates {
                coordinate.truncate(2);
                coordinate.extend(&rest);
            }
            coordinates
        };
        let right = if is_tuple { whole(right) } else { right };
        let mut wrong = Vec::new();
        let mut add = |because, coordinates: Option<Vec<Vec<i64>>>| {
            let fits = |coordinates: &Vec<Vec<i64>>| *coordinates != right && coordinates.len() == right.len();
            if let Some(coordinates) = coordinates.filter(fits) {
                wrong.push((because, alike(listed(&coordinates))));
            }
        };
        let walk = |extent: [i64; 2], stride: [i64; 2]| {
            let pairs = (0..extent[1]).flat_map(|j| (0..extent[0]).map(move |i| vec![i * stride[0], j * stride[1]]));
            let pairs = pairs.filter(|pair| matches!(pair.as_slice(), [i, j] if *i < rows && *j < columns));
            whole(pairs.take(LISTED).collect())
        };
        let reversed = shape.iter().rev().copied().collect::<Vec<_>>();
        let lexicographic = |places: Vec<i64>| {
            let size = shape.iter().product::<i64>();
            let inside = places.iter().all(|place| *place < size);
            inside.then(|| {
                let coordinate = |place: &i64| digits(*place, &reversed).into_iter().rev().collect::<Vec<_>>();
                places.iter().take(LISTED).map(coordinate).collect::<Vec<_>>()
            })
        };
        if is_tuple {
            add(TUPLE_AS_ONE, taken(&shape, &format!("{}:{dm}", m * n)));
            add(TUPLE_AS_ONE, taken(&shape, &format!("({m},{n}):(1,{m})")));
            if dm * dn > 1 {
                add(TILER_STRIDE, Some(walk(extents, [1, 1])));
            }
            let mut across = walk([n, m], [dn, dm]);
            for coordinate in &mut across {
                coordinate.swap(0, 1);
            }
            add(ROW_MAJOR, Some(across));
        } else {
            // A column is left where it ends, and the next one begun at its top.
            let in_column = (rows + dm - 1) / dm;
            let restarted = (0..m * n).map(|at| vec![at % in_column * dm, at / in_column]).take(LISTED);
            let restarted = restarted.collect::<Vec<_>>();
            let fits = restarted.iter().all(|at| at.get(1).is_some_and(|column| *column < columns));
            let is_one = !one.starts_with('(');
            add(LAYOUT_BY_MODE, (is_one && fits).then(|| whole(restarted)));
            add(LAYOUT_BY_MODE, (!is_one).then(|| walk(extents, [dm, 1])));
            add(TILER_STRIDE, taken(&shape, &unstrided).filter(|_| unstrided != one));
            add(ROW_MAJOR, lexicographic(indices("", &one)?));
        }
        let spoken = tuple(&shape);
        let few = right.len() < usize::try_from(m * n).ok()?;
        let question = if few {
            [
                format!(
                    "A has the shape {spoken}. Which coordinates of A are the first {LISTED} of composition(A, {tiler})?"
                ),
                format!("A 的形状是 {spoken}。composition(A, {tiler}) 的前 {LISTED} 个元素是 A 的哪些坐标？"),
            ]
        } else {
            [
                format!(
                    "A has the shape {spoken}. Which coordinates of A does composition(A, {tiler}) take, in order?"
                ),
                format!("A 的形状是 {spoken}。composition(A, {tiler}) 依次取 A 的哪些坐标？"),
            ]
        };
        let given = format!("A = {}", layout(&shape, left_strides(&shape).get(..shape.len())?));
        let lines = if is_tuple {
            [
                format!(
                    "{tiler} is a tuple: its first part tiles mode 0 of A, its second mode 1. That gives {}.",
                    listed(&right)
                ),
                format!("{tiler} 是元组：第一部分切 A 的 mode 0，第二部分切 mode 1。得到 {}。", listed(&right)),
            ]
        } else {
            let places = super::reckon::listed(indices("", &one)?.get(..right.len())?);
            [
                format!(
                    "{tiler} is a Layout: it gives the 1-D coordinates {places}. In {spoken} those are {}.",
                    listed(&right)
                ),
                format!("{tiler} 是 Layout：它给出一维坐标 {places}。在 {spoken} 里就是 {}。", listed(&right)),
            ]
        };
        let exercise = Exercise::new(given, question, "");
        let exercise = choose(exercise, random, alike(listed(&right)), wrong, 3)?;
        Some(
            exercise
                .hint(
                    "Is the tiler a Layout (shape:stride) or a tuple? A Layout counts in 1-D coordinates of all of A.",
                    "tiler 是 Layout（形状:步长）还是元组？Layout 数的是整个 A 的一维坐标。",
                )
                .solved(Solution::Lines(vec![lines])),
        )
    },
};
