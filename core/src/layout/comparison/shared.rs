//! Which coordinates two shapes have in common.

use crate::error::Result;
use crate::int::Int;
use crate::int_tuple::{equal, product};
use crate::layout::Shape;
use crate::nested::Nested;

/// Which coordinates of one layout are coordinates of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SharedCoordinates {
    /// Both shapes are the same.
    All,
    /// Every coordinate of the first is one of the second: `compatible(first, second)`.
    First,
    /// Every coordinate of the second is one of the first.
    Second,
    /// The coordinates of this shape, the finest that is compatible with both.
    Shape(Shape),
    /// The 1-D coordinates alone.
    Linear,
    /// The sizes differ: the 1-D coordinates that both have.
    Sizes,
}

/// The finest shape that is compatible with both; none where the sizes differ.
///
/// Law: it is compatible with both, and every shape that is compatible with both is compatible with it. For a shape is
/// compatible with a tuple if it is its size, or a tuple of as many modes, each compatible with its own.
///
/// ```
/// use colex::{compatible::compatible, difference::shared_shape};
///
/// let (left, right) = ("(8,(2,3))".parse()?, "((2,4),6)".parse()?);
/// let shared = shared_shape(&left, &right)?.ok_or("the sizes are the same")?;
/// assert_eq!(shared.to_string(), "(8,6)");
/// assert!(compatible(&shared, &left)?.value && compatible(&shared, &right)?.value);
/// assert!(compatible(&"48".parse()?, &shared)?.value);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shared_shape(left: &Shape, right: &Shape) -> Result<Option<Shape>> {
    let size = product(left)?.value();
    if size != product(right)?.value() {
        return Ok(None);
    }
    if let (Nested::Tuple(modes), Nested::Tuple(others)) = (left, right)
        && modes.len() == others.len()
    {
        let mut shared = Vec::with_capacity(modes.len());
        for (mode, other) in modes.iter().zip(others) {
            shared.extend(shared_shape(mode, other)?);
        }
        if shared.len() == modes.len() {
            return Ok(Some(Nested::Tuple(shared)));
        }
    }
    Ok(Some(Nested::Leaf(Int::dynamic(size))))
}

/// Which coordinates two shapes have in common.
pub fn shared_coordinates(left: &Shape, right: &Shape) -> Result<SharedCoordinates> {
    let same = |a: &Shape, b: &Shape| a.is_congruent_to(b) && equal(a, b).value;
    if same(left, right) {
        return Ok(SharedCoordinates::All);
    }
    Ok(match shared_shape(left, right)? {
        None => SharedCoordinates::Sizes,
        Some(shared) if same(&shared, left) => SharedCoordinates::First,
        Some(shared) if same(&shared, right) => SharedCoordinates::Second,
        Some(shared) if shared.is_leaf() => SharedCoordinates::Linear,
        Some(shared) => SharedCoordinates::Shape(shared),
    })
}
