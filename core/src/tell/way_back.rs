//! Facts about an index besides its coordinates: how its digits follow, why there are none, and what CuTe's own
//! function answers.

use crate::after::After;
use crate::coordinate::Coordinate;
use crate::int::greatest_common_divisor;
use crate::look::Point;
use crate::notebook::value::without_underscores;
use crate::sentences::Tongue;
use crate::table::FlatLayout;
use crate::{AnyLayout, Error, Int, IntTuple, Layout, Nested, Result};

/// The most subtractions that are spelt out.
const SUBTRACTIONS: usize = 12;

/// An index before the swizzles and offsets of a layout, if it fits in 64 bits, and how it comes about:
/// `Sw<2,0,3>(28) = 31`, `31 − 5 = 26`.
///
/// Law: of the index of a coordinate it is what the strides alone give.
///
/// ```
/// use colex::{AnyLayout, way_back::unswizzled};
///
/// let layout: AnyLayout = "Sw<2,0,3> o _5 o (_4,_8):(_8,_1)".parse()?;
/// assert_eq!(unswizzled(&layout, 28).0, ["Sw<2,0,3>(28) = 31", "31 − 5 = 26"]);
/// for i in 0..32 {
///     let i = i.to_string().parse()?;
///     let inner = unswizzled(&layout, layout.index(&i)?.leaves()[0].value()).1;
///     assert_eq!(inner, Some(layout.innermost().index(&i)?.leaves()[0].value()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unswizzled(layout: &AnyLayout, index: i64) -> (Vec<String>, Option<i64>) {
    let mut lines = Vec::new();
    let mut inner = index;
    let after = After::of(layout);
    if let Some(outer) = after.outer() {
        let bounds = FlatLayout::new(layout.innermost()).map(|flat| (flat.least(), flat.greatest()));
        let before =
            bounds.ok().and_then(|(least, greatest)| after.undo_between(index, least, greatest).first().copied());
        let sum = before
            .and_then(|before| after.parts().iter().try_fold(before, |sum, (offset, _)| sum.checked_add(*offset)));
        let outer = without_underscores(&outer.to_string());
        let Some(sum) = sum else {
            lines.push(format!("({outer})(x) ≠ {index}"));
            return (lines, None);
        };
        lines.push(format!("({outer})({sum}) = {index}"));
        inner = sum;
    }
    for (offset, swizzle) in after.parts().iter().rev() {
        if !swizzle.is_identity() {
            let before = swizzle.apply_value(inner);
            lines.push(format!("{swizzle}({inner}) = {before}"));
            inner = before;
        }
        if *offset != 0 {
            let Some(before) = inner.checked_sub(*offset) else { return (lines, None) };
            let offset = if *offset < 0 { format!("({offset})") } else { offset.to_string() };
            lines.push(format!("{inner} − {offset} = {before}"));
            inner = before;
        }
    }
    (lines, Some(inner))
}

/// Returns how the digits of a natural coordinate use an index up, from the largest stride to the smallest:
/// `17 − 1·12 = 5`, `5 − 1·3 = 2`, `2 − 2·1 = 0`. Empty where there are too many modes to read.
///
/// Law: the last difference is 0.
///
/// ```
/// use colex::way_back::subtractions;
///
/// let lines = subtractions(&"(3,(2,3)):(3,(12,1))".parse()?, &"(1,(1,2))".parse()?, 17);
/// assert_eq!(lines, ["17 − 1·12 = 5", "5 − 1·3 = 2", "2 − 2·1 = 0"]);
/// # Ok::<(), colex::ParseError>(())
/// ```
pub fn subtractions(layout: &Layout, natural: &IntTuple, index: i64) -> Vec<String> {
    let Ok(flat) = FlatLayout::new(layout) else { return Vec::new() };
    let digits = natural.leaves().into_iter().map(|digit| digit.value());
    let modes = flat.extents().zip(flat.strides()).zip(digits);
    let mut modes = modes.filter(|((extent, stride), _)| *extent > 1 && *stride != 0).collect::<Vec<_>>();
    if modes.len() > SUBTRACTIONS {
        return Vec::new();
    }
    modes.sort_by_key(|((_, stride), _)| std::cmp::Reverse(stride.unsigned_abs()));
    let mut rest = i128::from(index);
    let lines = modes.into_iter().map(|((_, stride), digit)| {
        let before = rest;
        rest -= i128::from(stride) * i128::from(digit);
        let stride = if stride < 0 { format!("({stride})") } else { stride.to_string() };
        format!("{before} − {digit}·{stride} = {rest}")
    });
    lines.collect()
}

/// Why no coordinate reaches an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The domain has no coordinates.
    Empty,
    /// It is smaller than the least index or larger than the greatest one.
    Beyond {
        /// The least index.
        least: i64,
        /// The greatest index.
        greatest: i64,
    },
    /// Every index is a multiple of this number.
    NoMultiple(u64),
    /// Every combination of digits gives another sum.
    NoSum,
}

impl Reason {
    /// The reason for an index that no coordinate reaches.
    pub fn of(flat: &FlatLayout, index: i64) -> Reason {
        if flat.size() == 0 {
            return Reason::Empty;
        }
        let (least, greatest) = (flat.least(), flat.greatest());
        if !(least..=greatest).contains(&index) {
            return Reason::Beyond { least, greatest };
        }
        let strides = flat.extents().zip(flat.strides()).filter(|(extent, _)| *extent > 1);
        let divisor = strides.fold(0, |divisor, (_, stride)| greatest_common_divisor(divisor, stride.unsigned_abs()));
        match index.unsigned_abs().checked_rem(divisor) {
            Some(rest) if rest != 0 => Reason::NoMultiple(divisor),
            _ => Reason::NoSum,
        }
    }

    /// The reason as a sentence.
    pub fn words(self, tongue: Tongue) -> String {
        match (self, tongue) {
            (Reason::Empty, Tongue::English) => "The domain is empty".into(),
            (Reason::Empty, Tongue::Chinese) => "定义域为空".into(),
            (Reason::Beyond { least, greatest }, Tongue::English) => {
                format!("The indices run from {least} to {greatest}")
            }
            (Reason::Beyond { least, greatest }, Tongue::Chinese) => format!("索引的范围是 {least} 到 {greatest}"),
            (Reason::NoMultiple(divisor), Tongue::English) => {
                format!("Every index is a multiple of {divisor}, the greatest common divisor of the strides")
            }
            (Reason::NoMultiple(divisor), Tongue::Chinese) => {
                format!("所有索引都是 {divisor}（各步长的最大公约数）的倍数")
            }
            (Reason::NoSum, Tongue::English) => "It is a gap: no digits within the extents add up to it".into(),
            (Reason::NoSum, Tongue::Chinese) => "它是空隙：范围内的任何坐标都凑不出这个和".into(),
        }
    }
}

/// Answer of CuTe's `get_hier_coord` for an index.
#[derive(Debug, Clone, PartialEq)]
pub enum Cute {
    /// A coordinate, and the index that it really has.
    Answer {
        /// The coordinate.
        coordinate: IntTuple,
        /// The index of that coordinate.
        index: IntTuple,
        /// True if it lies in the domain.
        inside: bool,
        /// True if it lies in the domain and has the index asked for.
        right: bool,
    },
    /// It divides by a stride or an extent of 0.
    DividesByZero,
    /// Another error.
    Fails(Error),
}

impl Cute {
    /// Asks it.
    pub fn of(layout: &Layout, index: i64) -> Cute {
        let answer = || -> Result<Cute> {
            let coordinate = layout.get_hier_coord(Int::dynamic(index))?;
            let reached = layout.index(&Coordinate::from(&coordinate))?;
            let place = Coordinate::from(&coordinate);
            let inside = Point::of(&layout.clone().into(), &place).is_ok_and(|point| point.inside);
            let right = inside && reached.map(&mut |int| int.value()) == Nested::Leaf(index);
            Ok(Cute::Answer { coordinate, index: reached, inside, right })
        };
        match answer() {
            Ok(answer) => answer,
            Err(Error::DivisionByZero { .. }) => Cute::DividesByZero,
            Err(error) => Cute::Fails(error),
        }
    }
}

/// Reports whether the indices of a layout are 0 to its size - 1, each once: sorted by stride, every mode steps over
/// all that the modes before it reach.
///
/// Law: on such a layout `get_hier_coord` is right for every index reached, unless a mode of extent 1 has stride 0.
///
/// ```
/// use colex::{Layout, table::FlatLayout, way_back::{Cute, is_compact}};
///
/// let layout: Layout = "(4,(2,3)):(6,(1,2))".parse()?;
/// assert!(is_compact(&FlatLayout::new(&layout)?));
/// assert!((0..24).all(|index| matches!(Cute::of(&layout, index), Cute::Answer { right: true, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn is_compact(flat: &FlatLayout) -> bool {
    let mut modes = flat.extents().zip(flat.strides()).filter(|(extent, _)| *extent != 1).collect::<Vec<(u64, i64)>>();
    modes.sort_by_key(|(_, stride)| *stride);
    let product = modes.into_iter().try_fold(1_u64, |product, (extent, stride)| {
        let steps_over = u64::try_from(stride).is_ok_and(|stride| stride == product);
        if steps_over { product.checked_mul(extent) } else { None }
    });
    flat.size() > 0 && product.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::look;
    use crate::look::View;
    use crate::notebook::{Settings, Value};
    use crate::preimage::PreimageSearch;
    use crate::work::finish;

    fn layout(text: &str) -> Layout {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let look = look::look(&evaluation, &View::default()).expect("a layout");
        look.layout.plain().expect("without a swizzle").clone()
    }

    #[test]
    fn a_swizzle_undoes_itself() {
        let evaluation = evaluate("Sw<2,0,3> o _5 o (_4,_8):(_8,_1)", Settings::default());
        let layout = evaluation.value(0).and_then(Value::as_any_layout).expect("a layout");
        let lines = ["Sw<2,0,3>(28) = 31", "31 − 5 = 26"].map(str::to_string);
        assert_eq!(unswizzled(&layout, 28), (lines.to_vec(), Some(26)));
        assert_eq!(unswizzled(&layout.innermost().clone().into(), 28), (Vec::new(), Some(28)));
    }

    #[test]
    fn digits_use_the_index_up() {
        let cases: &[(&str, i64, &[&str])] = &[
            ("(3,(2,3)):(3,(12,1))", 17, &["17 − 1·12 = 5", "5 − 1·3 = 2", "2 − 2·1 = 0"]),
            ("(4,2):(-1,8)", 6, &["6 − 1·8 = -2", "-2 − 2·(-1) = 0"]),
            ("(4,2,1):(0,1,5)", 1, &["1 − 1·1 = 0"]),
        ];
        for (text, index, expected) in cases {
            let layout = layout(text);
            let found = finish(PreimageSearch::new(&layout, *index, 1).expect("integers"), 1000).expect("an end");
            let natural = &found.coordinates.first().expect("a coordinate").natural;
            assert_eq!(subtractions(&layout, natural, *index), *expected, "{text}");
        }
    }

    #[test]
    fn reasons() {
        let cases = [
            ("(3,(2,3)):(3,(12,1))", 9, Reason::NoSum),
            ("(3,(2,3)):(3,(12,1))", 21, Reason::Beyond { least: 0, greatest: 20 }),
            ("(3,4):(-6,2)", -11, Reason::NoMultiple(2)),
            ("(3,0):(1,1)", 0, Reason::Empty),
        ];
        for (text, index, expected) in cases {
            let flat = FlatLayout::new(&layout(text)).expect("integers");
            assert_eq!(Reason::of(&flat, index), expected, "{text}");
        }
    }

    #[test]
    fn cute_answers_a_wrong_coordinate_on_the_first_screen() {
        let layout = layout("(3,(2,3)):(3,(12,1))");
        let Cute::Answer { coordinate, index, right, .. } = Cute::of(&layout, 17) else { panic!("an answer") };
        let plain = |tuple: IntTuple| tuple.map(&mut |int| int.value()).to_string();
        assert_eq!((plain(coordinate), plain(index), right), ("(2,(1,2))".into(), "20".into(), false));
        assert_eq!(Cute::of(&self::layout("(2,2):(0,1)"), 1), Cute::DividesByZero);
        assert!(matches!(Cute::of(&self::layout("(4,2):(1,4)"), 6), Cute::Answer { right: true, .. }));
    }

    #[test]
    fn a_coordinate_outside_the_domain_is_never_right() {
        for (text, index) in [("4:1", 4), ("8:2", 16), ("(0,4):(1,2)", 2), ("(-3,2):(1,3)", 1)] {
            assert!(!matches!(Cute::of(&layout(text), index), Cute::Answer { right: true, .. }), "{text} at {index}");
        }
    }

    #[test]
    fn cute_is_right_on_compact_layouts() {
        let cases = [
            ("(3,(2,3)):(3,(12,1))", false),
            ("(4,2):(1,4)", true),
            ("(4,2):(2,1)", true),
            ("(3,(2,3)):(6,(1,2))", true),
            ("(4,1,2):(1,7,4)", true),
            ("1:5", true),
            ("(4,2):(1,8)", false),
            ("(2,2):(0,1)", false),
            ("(2,2):(1,-2)", false),
            ("(3,0):(1,3)", false),
        ];
        for (text, expected) in cases {
            let layout = layout(text);
            let flat = FlatLayout::new(&layout).expect("integers");
            assert_eq!(is_compact(&flat), expected, "{text}");
            for index in (0..flat.size() as i64).filter(|_| expected) {
                assert!(matches!(Cute::of(&layout, index), Cute::Answer { right: true, .. }), "{text} at {index}");
            }
        }
    }
}
