//! Reading of a layout through another one: in compositions and inverses.

use super::draft::Draft;
use super::operation::weight_at;
use super::space::{Component, Reading, Term};
use crate::after::After;
use crate::basis::StrideLeaf;
use crate::composed::AnyLayout;
use crate::layout::Layout;

/// The coordinates of A as another layout's indices, one digit a leaf of that layout.
pub(crate) fn through(draft: &Draft, a: &Layout, by: &AnyLayout, digits: &[usize]) -> Option<Reading> {
    let mut paths: Vec<Vec<usize>> = Vec::new();
    let mut terms = Vec::new();
    for (digit, stride) in digits.iter().zip(by.innermost().stride().leaves()) {
        let path = match stride {
            StrideLeaf::Int(_) => Vec::new(),
            // Of thousands of such modes each would be looked for among all others.
            StrideLeaf::Basis(_) if draft.extent(*digit) == 1 => continue,
            StrideLeaf::Basis(basis) => basis.path.clone(),
        };
        let component = paths.iter().position(|known| *known == path).unwrap_or_else(|| {
            paths.push(path);
            paths.len() - 1
        });
        terms.push(Term { digit: *digit, extent: draft.extent(*digit), component, stride: stride.scale().value() });
    }
    // A mode and one inside it would be one coordinate.
    let overlap = |a: &[usize], b: &[usize]| a != b && (a.starts_with(b) || b.starts_with(a));
    if paths.iter().any(|one| paths.iter().any(|other| overlap(one, other))) {
        return None;
    }
    let components = paths.iter().map(|path| {
        let size = a.at(path).ok()?.size().ok()?.value();
        Some(Component { base: 0, size, weight: weight_at(a.shape(), path)? })
    });
    let components = components.collect::<Option<Vec<_>>>()?;
    Some(Reading::new(terms, components, After::of(by)))
}
