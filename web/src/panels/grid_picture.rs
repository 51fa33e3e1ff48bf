//! The grid as a picture that one takes away: as it is on the page.

use colex::draw::palette;
use colex::draw::svg::{self, GridOptions, any_svg};
use colex::emit::Known;
use colex::table::Grid;
use colex::{AnyLayout, words};
use colex_document::Colour;

use crate::session::Session;

/// The grid as it is on the page, as SVG, or why there is no picture.
pub fn picture(session: Session) -> Option<Result<String, String>> {
    let drawn = session.look.get()?.drawn();
    let underscores = session.options.with(|options| options.underscores);
    let made = svg(&drawn, &options(session, &drawn), underscores);
    Some(made.map_err(|error| words::error(&error, session.tongue.get())))
}

/// A layout as SVG, with or without the underscores of static integers.
pub fn svg(layout: &AnyLayout, options: &GridOptions, underscores: bool) -> colex::Result<String> {
    if underscores { any_svg(layout, options) } else { any_svg(&Known::Dynamic.layout(layout), options) }
}

/// The picture as the grid on the page: theme, colours, slice and chosen cell.
pub fn options(session: Session, layout: &AnyLayout) -> GridOptions {
    let colour = session.options.with(|options| options.colour);
    let slice = session.view.with(|view| view.slice.clone());
    let point = session.point.get().and_then(Result::ok).filter(|point| point.inside);
    let beyond = layout.rank().saturating_sub(2);
    // Without a chosen slice the grid shows that of the chosen point.
    let slice = match &point {
        Some(point) if slice.is_empty() && beyond > 0 => {
            let digits = point.flat.modes().iter().skip(2);
            digits.filter_map(|digit| digit.leaves().first().and_then(|int| u64::try_from(int.value()).ok())).collect()
        }
        _ => slice,
    };
    let slice = padded(slice, beyond);
    let highlight = point.and_then(|point| {
        let grid = Grid::any(layout, &slice).ok()?;
        let mut digits =
            point.flat.modes().iter().filter_map(|digit| u64::try_from(digit.leaves().first()?.value()).ok());
        let cell = (digits.next()?, digits.next().unwrap_or(0));
        let beyond = digits.collect::<Vec<_>>();
        (beyond == slice && cell.0 < grid.rows() && cell.1 < grid.columns()).then_some(cell)
    });
    GridOptions {
        theme: if session.dark.get() { palette::Theme::Dark } else { palette::Theme::Light },
        colour: if colour == Colour::None { svg::Colour::None } else { svg::Colour::IndexModulo8 },
        highlight,
        slice,
        ..GridOptions::default()
    }
}

fn padded(slice: Vec<u64>, length: usize) -> Vec<u64> {
    let mut slice = slice;
    slice.resize(length, 0);
    slice
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_has_one_number_for_each_mode_beyond_the_second() {
        assert_eq!(padded(vec![1], 2), [1, 0]);
        assert_eq!(padded(vec![1, 2, 3], 1), [1]);
    }
}
