//! Rank, depth, size and cosize of a layout with their numbers, and where each comes from.

use crate::after::After;
use crate::int_tuple::product;
use crate::make::Major;
use crate::notebook::value::without_underscores;
use crate::operations::called;
use crate::sentences::{self, Tongue};
use crate::table::FlatLayout;
use crate::{AnyLayout, Layout, Shape};

/// The most factors that are written out.
const FACTORS: usize = 12;

/// One fact: its name, its value, and where that comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Name of the fact.
    pub name: &'static str,
    /// The concept that explains it, as the page's cards are called.
    pub concept: &'static str,
    /// Its value.
    pub value: String,
    /// Where that comes from; empty where there is nothing to say.
    pub because: String,
}

/// Rank, depth, size and cosize of a layout that is called so.
pub fn facts(any: &AnyLayout, called: &str, tongue: Tongue) -> Vec<Fact> {
    let layout = any.innermost();
    let number = |name, concept, value: usize| Fact { name, concept, value: value.to_string(), because: String::new() };
    let mut facts =
        vec![number("rank", "concept rank", layout.rank()), number("depth", "concept depth", layout.depth())];
    match layout.size() {
        Ok(size) => facts.push(Fact {
            name: "size",
            concept: "concept size",
            value: size.value().to_string(),
            because: equation(&factors(layout.shape())),
        }),
        Err(error) => {
            facts.push(Fact {
                name: "size",
                concept: "concept size",
                value: "—".into(),
                because: sentences::error(&error, tongue),
            });
            return facts;
        }
    }
    let cosize = if any.plain().is_some() { cosize(layout, called, tongue) } else { cosize_before(any, tongue) };
    let (value, because) = cosize.unwrap_or_else(|error| ("—".into(), sentences::error(&error, tongue)));
    facts.push(Fact { name: "cosize", concept: "concept cosize", value, because });
    let before = (any.plain().is_none()).then(|| tongue.pick("before the swizzle ", "swizzle 之前"));
    facts.extend(strides(layout, before.unwrap_or_default(), tongue));
    facts.extend(broadcast(layout, tongue));
    facts
}

/// The modes along which the index stays the same: those of stride 0.
fn broadcast(layout: &Layout, tongue: Tongue) -> Option<Fact> {
    let extents = layout.shape().leaves().into_iter().map(|extent| extent.value());
    let is_zero = layout.stride().leaves().into_iter().map(|stride| stride.scale().value() == 0);
    let still = extents.zip(is_zero).filter(|(extent, is_zero)| *is_zero && *extent > 1);
    let still = still.map(|(extent, _)| extent).collect::<Vec<_>>();
    if !(1..=FACTORS).contains(&still.len()) {
        return None;
    }
    let value = still.iter().map(|extent| format!("{extent}:0")).collect::<Vec<_>>().join(", ");
    let times = still.iter().try_fold(1_i64, |all, extent| all.checked_mul(*extent))?;
    let because = tongue.pick(
        format!("stride 0: the coordinate moves and the index stays, so {times} coordinates share each index at least"),
        format!("步长 0：坐标在变，索引不变，所以每个索引至少由 {times} 个坐标共用"),
    );
    Some(Fact { name: tongue.pick("broadcast", "广播"), concept: "concept broadcast", value, because })
}

/// Where strides are generated from one side: the product of all extents on that side of each.
fn strides(layout: &Layout, before: &str, tongue: Tongue) -> Option<Fact> {
    let extents = layout.shape().leaves().into_iter().map(|extent| extent.value()).collect::<Vec<_>>();
    if !(2..=FACTORS).contains(&extents.len()) || extents.iter().filter(|extent| **extent > 1).count() < 2 {
        return None;
    }
    let values = |layout: &Layout| {
        let strides = layout.int_stride()?.leaves().into_iter().map(|stride| stride.value()).collect::<Vec<_>>();
        Some(strides)
    };
    let own = values(layout)?;
    let side = |major: Major| {
        let made = Layout::compact(layout.shape().clone(), major).ok()?;
        (values(&made)? == own).then_some(major)
    };
    let major = side(Major::Left).or_else(|| side(Major::Right))?;
    let product = |place: usize| {
        let factors = match major {
            Major::Left => extents.get(..place),
            Major::Right => extents.get(place + 1..),
        };
        let factors = factors.unwrap_or_default();
        let (stride, listed) = (own.get(place).copied().unwrap_or_default(), listed(factors));
        if factors.len() < 2 || stride == 0 { stride.to_string() } else { format!("{stride} = {listed}") }
    };
    let products = (0..own.len()).map(product).collect::<Vec<_>>().join(tongue.pick(", ", "、"));
    let (value, [english, chinese]) = match major {
        Major::Left => (called::LAYOUT_LEFT, ["left of it", "左边"]),
        Major::Right => (called::LAYOUT_RIGHT, ["right of it", "右边"]),
    };
    let because = tongue.pick(
        format!("{before}each is the product of all extents {english}, whatever the parentheses: {products}"),
        format!("{before}每个步长是其{chinese}所有长度之积，与括号无关：{products}"),
    );
    Some(Fact { name: tongue.pick("strides", "步长"), concept: "concept row-major", value: value.into(), because })
}

fn listed(factors: &[i64]) -> String {
    factors.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
}

/// The cosize of a layout with a swizzle is that of the layout before the swizzle, whatever the swizzle reaches.
fn cosize_before(any: &AnyLayout, tongue: Tongue) -> crate::Result<(String, String)> {
    let cosize = product(&any.innermost().coshape()?)?.value().to_string();
    let flat = FlatLayout::any(any)?;
    let before = match After::of(any).outer() {
        Some(_) => tongue.pick("of the layout before the outer one", "为外层之前布局的值"),
        None => tongue.pick("of the layout before the swizzle", "为 swizzle 之前布局的值"),
    };
    if flat.size() == 0 {
        return Ok((cosize, before.to_string()));
    }
    let reach = indices_between(&flat, tongue);
    Ok((cosize, tongue.pick(format!("{before}; {reach}"), format!("{before}；{reach}"))))
}

/// From where to where the indices run, or where they lie.
pub fn indices_between(flat: &FlatLayout, tongue: Tongue) -> String {
    let (least, greatest) = (flat.least(), flat.greatest());
    match flat.is_exact() {
        true => {
            tongue.pick(format!("the indices run from {least} to {greatest}"), format!("索引从 {least} 到 {greatest}"))
        }
        false => tongue.pick(
            format!("the indices lie between {least} and {greatest}"),
            format!("索引介于 {least} 与 {greatest} 之间"),
        ),
    }
}

/// `= 3 · 2 · 3`; nothing where there is nothing to multiply.
fn equation(factors: &str) -> String {
    if factors.is_empty() { String::new() } else { format!("= {factors}") }
}

/// `3 · 2 · 3`; empty of fewer than two factors and of very many.
fn factors(shape: &Shape) -> String {
    let leaves = shape.leaves().into_iter().map(|int| int.value().to_string()).collect::<Vec<_>>();
    if (2..=FACTORS).contains(&leaves.len()) { leaves.join(" · ") } else { String::new() }
}

/// The cosize and where it comes from. `A(size(A) - 1) + 1` holds while no stride is negative, none is a basis stride
/// and no extent is zero; of the others it says what CuTe computes instead.
fn cosize(layout: &Layout, called: &str, tongue: Tongue) -> crate::Result<(String, String)> {
    let coshape = layout.coshape()?;
    let cosize = product(&coshape)?.value();
    let value = cosize.to_string();
    let empty = layout.shape().leaves().iter().any(|extent| extent.value() == 0);
    let negative = layout.stride().leaves().iter().any(|stride| stride.scale().value() < 0);
    if has_negative_extent(layout.shape()) {
        let because = tongue.pick(
            "an extent is negative: there is no last coordinate, and CuTe's formula still gives this".to_string(),
            "某个长度为负：没有最后一个坐标，这只是 CuTe 公式给出的数".to_string(),
        );
        return Ok((value, because));
    }
    if empty {
        let because = tongue.pick(
            "an extent is 0: there is no last coordinate, and CuTe's formula still gives this".to_string(),
            "某个长度为 0：没有最后一个坐标，这只是 CuTe 公式给出的数".to_string(),
        );
        return Ok((value, because));
    }
    if !coshape.is_leaf() {
        let product = equation(&factors(&coshape));
        let printed = without_underscores(&coshape.to_string());
        let because = tongue.pick(
            format!("{product}: the indices are coordinates, and their codomain is the shape {printed}"),
            format!("{product}：索引本身是坐标，值域是形状 {printed}"),
        );
        return Ok((value, because.trim_start_matches([':', '：', ' ']).to_string()));
    }
    let last = layout.size()?.value() - 1;
    if negative {
        let (least, greatest) = range(layout)?;
        let because = tongue.pick(
            format!(
                "= {} + 1, with the strides' absolute values; the indices run from {least} to {greatest}",
                cosize - 1
            ),
            format!("= {} + 1，步长取绝对值；索引实际从 {least} 到 {greatest}", cosize - 1),
        );
        return Ok((value, because));
    }
    Ok((value, format!("= {called}({last}) + 1 = {} + 1", cosize - 1)))
}

/// The least and the greatest index of integer strides.
fn range(layout: &Layout) -> crate::Result<(i64, i64)> {
    let (mut least, mut greatest) = (crate::Int::dynamic(0), crate::Int::dynamic(0));
    for (extent, stride) in layout.shape().leaves().into_iter().zip(layout.stride().leaves()) {
        let reach = extent.minus(crate::Int::ONE)?.times(stride.scale())?;
        if reach.value() < 0 {
            least = least.plus(reach)?;
        } else {
            greatest = greatest.plus(reach)?;
        }
    }
    Ok((least.value(), greatest.value()))
}

/// Reports whether an extent is below 0, which CuTe computes with and which has no coordinates.
pub fn has_negative_extent(shape: &Shape) -> bool {
    shape.leaves().into_iter().any(|extent| extent.value() < 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::{Settings, Value};

    fn layout(text: &str) -> Layout {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        evaluation.value(0).and_then(|value| value.as_layout()).expect(text).clone()
    }

    #[test]
    fn cosize_is_explained_by_what_holds() {
        let cases = [
            ("(3,(2,3)):(3,(12,1))", "21", "= A(17) + 1 = 20 + 1"),
            ("8:2", "15", "= A(7) + 1 = 14 + 1"),
            ("4:0", "1", "= A(3) + 1 = 0 + 1"),
            (
                "(-3,2):(1,3)",
                "0",
                "an extent is negative: there is no last coordinate, and CuTe's formula still gives this",
            ),
            ("(0,2):(1,3)", "3", "an extent is 0: there is no last coordinate, and CuTe's formula still gives this"),
            ("4:-2", "7", "= 6 + 1, with the strides' absolute values; the indices run from -6 to 0"),
            ("(4,2):(-1,8)", "12", "= 11 + 1, with the strides' absolute values; the indices run from -3 to 8"),
            (
                "make_identity_layout((4,8))",
                "32",
                "= 4 · 8: the indices are coordinates, and their codomain is the shape (4,8)",
            ),
        ];
        for (text, value, because) in cases {
            let found = cosize(&layout(text), "A", Tongue::English);
            assert_eq!(found, Ok((value.to_string(), because.to_string())), "{text}");
        }
        let facts = facts(&layout("(3,(2,3)):(3,(12,1))").into(), "A", Tongue::Chinese);
        let values = facts.iter().map(|fact| fact.value.as_str()).collect::<Vec<_>>();
        assert_eq!(values, ["2", "2", "18", "21"]);
        assert_eq!(facts[2].because, "= 3 · 2 · 3");
    }

    #[test]
    fn strides_that_are_generated_say_how() {
        for (text, expected) in [
            (
                "(3,(2,3)):(6,(3,1))",
                Some(
                    "LayoutRight: each is the product of all extents right of it, whatever the parentheses: 6 = 2 · 3, 3, 1",
                ),
            ),
            (
                "(3,(2,3)):(1,(3,6))",
                Some(
                    "LayoutLeft: each is the product of all extents left of it, whatever the parentheses: 1, 3, 6 = 3 · 2",
                ),
            ),
            ("(3,(2,3)):(3,(12,1))", None),
            ("8:1", None),
            ("(8,1):(1,0)", None),
        ] {
            let facts = facts(&layout(text).into(), "A", Tongue::English);
            let found = facts.iter().find(|fact| fact.name == "strides");
            let found = found.map(|fact| format!("{}: {}", fact.value, fact.because));
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_stride_of_zero_is_called_broadcast() {
        let found = |text: &str| {
            let facts = facts(&layout(text).into(), "A", Tongue::English);
            facts.into_iter().find(|fact| fact.name == "broadcast").map(|fact| (fact.value, fact.because))
        };
        let (value, because) = found("(4,(3,2)):(1,(0,0))").expect("a broadcast");
        assert_eq!(value, "3:0, 2:0");
        assert!(because.contains("6 coordinates"), "{because}");
        for plain in ["(4,3):(1,4)", "(4,1):(1,0)", "1:0"] {
            assert_eq!(found(plain), None, "{plain}");
        }
    }

    #[test]
    fn of_a_swizzle_it_is_the_cosize_before_it() {
        let evaluation = evaluate("Sw<1,0,1> o _0 o (_2,_2):(_1,_4)", Settings::default());
        let layout = evaluation.value(0).and_then(Value::as_any_layout).expect("a layout");
        let facts = facts(&layout, "A", Tongue::English);
        let cosize = facts.get(3).expect("the cosize");
        assert_eq!((cosize.name, cosize.value.as_str()), ("cosize", "6"));
        assert_eq!(cosize.because, "of the layout before the swizzle; the indices run from 0 to 5");
    }
}
