//! Two shapes in the order of `compatible`: what refines both stands above them, what both refine below; and the steps that
//! are even in both.

use crate::algebra::sum::greatest_common_domain;
use crate::compatible::{common_coarsening, common_refinement, compatible};
use crate::int_tuple::IntTuple;
use crate::laws::operands::shape_of;
use crate::layout::Layout;
use crate::make::Major;
use crate::notebook::Evaluation;
use crate::notebook::value::without_underscores;
use crate::operations::called;
use crate::sentences::Tongue;

/// Number of segments of a shape that are drawn.
const SEGMENTS: usize = 24;

/// Two shapes with their join and their meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The coarsest shape that refines both; `None` where nothing does.
    pub join: Option<Shape>,
    /// The shapes themselves.
    pub both: [Shape; 2],
    /// The finest shape that both refine; `None` of shapes of two sizes.
    pub meet: Option<Shape>,
    /// True if the second refines the first, and true if the first refines the second.
    pub refines: [bool; 2],
    /// The steps that are even in both, where they are asked for.
    pub common: Option<Shape>,
}

/// A shape, and what its size is cut into; of a layout the coordinates that its modes step through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// As it is printed.
    pub text: String,
    /// Its extents in order, those above 1, each with the step from one of its coordinates to the next.
    pub extents: Vec<(i64, i64)>,
}

impl Shape {
    fn new(shape: &IntTuple) -> Option<Shape> {
        Shape::of(&Layout::compact(shape.clone(), Major::Left).ok()?, shape.to_string())
    }

    fn of(layout: &Layout, printed: String) -> Option<Shape> {
        let extents = layout.shape().leaves().into_iter().map(|extent| extent.value());
        let steps = layout.stride().leaves().into_iter().map(|stride| stride.scale().value());
        let extents = extents.zip(steps).filter(|(extent, _)| *extent != 1).collect::<Vec<_>>();
        let is_drawn = extents.len() <= SEGMENTS && extents.iter().all(|(extent, step)| *extent > 1 && *step > 0);
        is_drawn.then(|| Shape { text: without_underscores(&printed), extents })
    }

    /// The product of its extents with what it skips.
    pub fn end(&self) -> i64 {
        self.extents.iter().map(|(extent, step)| extent.saturating_mul(*step)).max().unwrap_or(1)
    }
}

/// The shapes that a statement compares or joins: of `compatible`, `common_refinement`, `common_coarsening` and
/// `greatest_common_domain`.
///
/// Law: `compatible(meet, both)` and `compatible(both, join)`.
///
/// Source: "CuTe Layout Representation and Algebra", arXiv 2603.02298.
///
/// ```
/// use colex::notebook::Settings;
/// use colex::{evaluate, order::order};
///
/// let evaluation = evaluate("common_refinement((8,(2,3)), ((2,4),6))", Settings::default());
/// let found = order(&evaluation, 0).ok_or("two shapes")?;
/// assert_eq!(found.meet.map(|meet| meet.text).as_deref(), Some("(8,6)"));
/// assert_eq!(found.join.map(|join| join.text).as_deref(), Some("((2,4),(2,3))"));
/// # Ok::<(), &str>(())
/// ```
pub fn order(evaluation: &Evaluation, statement: usize) -> Option<Order> {
    let performed = evaluation.performed(statement, None)?;
    let orders = [called::COMPATIBLE, called::COMMON_REFINEMENT, called::COMMON_COARSENING];
    let is_common = performed.function.name == called::GREATEST_COMMON_DOMAIN;
    if !is_common && !orders.contains(&performed.function.name) {
        return None;
    }
    let shape = |place: usize| shape_of(performed.arguments.values.get(place)?);
    let (first, second) = (shape(0)?, shape(1)?);
    let refines = |coarse: &IntTuple, fine: &IntTuple| compatible(coarse, fine).is_ok_and(|truth| truth.value);
    let both = [Shape::new(&first)?, Shape::new(&second)?];
    if is_common {
        let common = greatest_common_domain(&first, &second).ok()?;
        let common = Shape::of(&common, common.to_string());
        return Some(Order { join: None, meet: None, refines: [false; 2], both, common });
    }
    Some(Order {
        common: None,
        join: common_refinement(&first, &second).ok().and_then(|join| Shape::new(&join)),
        meet: common_coarsening(&first, &second).ok().and_then(|meet| Shape::new(&meet)),
        refines: [refines(&first, &second), refines(&second, &first)],
        both,
    })
}

impl Order {
    /// Tells how the two stand to each other.
    pub fn sentence(&self, tongue: Tongue) -> String {
        let [first, second] = &self.both.each_ref().map(|shape| shape.text.as_str());
        if let Some(common) = &self.common {
            let common = &common.text;
            return tongue.pick(
                format!("Each mode of {common} lies within one extent of {first} and within one of {second}"),
                format!("{common} 的每个 mode 都落在 {first} 的一个长度内，也落在 {second} 的一个长度内"),
            );
        }
        match (self.refines, self.join.is_some()) {
            ([true, true], _) => tongue.pick(format!("{first} is both"), format!("两者同为 {first}")),
            ([true, false], _) => tongue.pick(
                format!("{second} refines {first}: it accepts all of its coordinates"),
                format!("{second} 细化 {first}：接受它的所有坐标"),
            ),
            ([false, true], _) => tongue.pick(
                format!("{first} refines {second}: it accepts all of its coordinates"),
                format!("{first} 细化 {second}：接受它的所有坐标"),
            ),
            (_, true) => tongue.pick(
                format!("Neither of {first} and {second} refines the other; their common refinement refines both"),
                format!("{first} 与 {second} 互不细化；公共细化同时细化两者"),
            ),
            (_, false) => tongue.pick(
                format!("Nothing refines both {first} and {second}"),
                format!("没有形状同时细化 {first} 与 {second}"),
            ),
        }
    }
}
