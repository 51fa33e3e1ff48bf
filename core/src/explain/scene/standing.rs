//! Where the modes that run within a tile, or the block, stand in the shape of a divide's or a product's result.

use std::ops::Range;

use super::{Role, Scene};
use crate::algebra::{Tiler, TilerLeaf};
use crate::laws::operands::tilers;
use crate::nested::Nested;

/// Arrangement of the modes of a result. Operations that differ in nothing else are the same function in other
/// brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Beside each other in one bracket; with a tiler for each mode, one bracket a mode. Which of the two comes first.
    Paired {
        /// `true` if the tile, or the block, does.
        is_within_first: bool,
    },
    /// All that runs within a tile in the first bracket, all that runs over tiles in the second.
    Zipped,
    /// The same, and the second bracket is opened.
    Tiled,
    /// The same, and both are opened.
    Flat,
}

/// Arrangement of the modes of a result, and the paths of those that run within a tile.
#[derive(Debug, Clone)]
pub(crate) struct Stand {
    standing: Standing,
    within: Vec<Vec<usize>>,
}

impl Stand {
    /// Of what a tiler cuts or repeats; `rank` is how many modes there are within a tile.
    pub(crate) fn by(standing: Standing, tiler: &Tiler, rank: usize) -> Stand {
        let within = match standing {
            Standing::Paired { is_within_first } => {
                let cuts = tilers(tiler).into_iter().filter(|(_, leaf)| !matches!(leaf, TilerLeaf::All));
                cuts.map(|(path, _)| [path, vec![usize::from(!is_within_first)]].concat()).collect()
            }
            Standing::Zipped | Standing::Tiled => vec![vec![0]],
            Standing::Flat => (0..rank).map(|mode| vec![mode]).collect(),
        };
        Stand { standing, within }
    }

    /// Of modes that are paired one by one.
    pub(crate) fn paired(is_within_first: bool, rank: usize) -> Stand {
        let within = (0..rank).map(|mode| vec![mode, usize::from(!is_within_first)]).collect();
        Stand { standing: Standing::Paired { is_within_first }, within }
    }
}

/// The shape of a result in brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brackets {
    /// Arrangement of its modes.
    pub standing: Standing,
    /// `true` if there is one bracket for each of several modes.
    pub is_by_mode: bool,
    /// The shape, printed.
    pub shape: String,
    /// The bytes of it that run within a tile, or the block.
    pub within: Vec<Range<usize>>,
}

impl Scene {
    /// The brackets of the result of a divide or a product.
    ///
    /// Law: operations on the same operands that differ in their brackets alone have the same extents within a tile.
    ///
    /// ```
    /// use colex::{evaluate, notebook::Settings, operations::scene};
    ///
    /// let printed = ["zipped_divide", "tiled_divide", "flat_divide"].map(|operation| {
    ///     let text = format!("{operation}((_8,_8):(_1,_8), (_4,_2))");
    ///     let brackets = scene(&evaluate(&text, Settings::default()), 0)?.brackets()?;
    ///     Some(brackets.within.iter().map(|range| &brackets.shape[range.clone()]).collect::<String>())
    /// });
    /// let extents = printed.map(|within| within.map(|within| within.replace(|c| !char::is_numeric(c), " ")));
    /// assert!(extents.iter().flatten().all(|within| within.split_whitespace().eq(["4", "2"])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn brackets(&self) -> Option<Brackets> {
        let Stand { standing, within } = self.stand.as_ref()?;
        let shape = self.panels.get(self.panel(Role::Result)?)?.layout.shape();
        let shape = shape.map(&mut |extent| extent.to_string());
        let range = |path: &Vec<usize>| {
            let begin = begin_of(&shape, path);
            Some(begin..begin + shape.at(path).ok()?.to_string().len())
        };
        let ranges = within.iter().map(range).collect::<Option<Vec<_>>>()?;
        let is_by_mode = within.iter().any(|path| path.len() > 1);
        Some(Brackets { standing: *standing, is_by_mode, shape: shape.to_string(), within: ranges })
    }
}

/// At which byte of a printed tree the part at the end of a path begins.
pub(super) fn begin_of(tree: &Nested<String>, path: &[usize]) -> usize {
    let Some((mode, inner)) = path.split_first() else { return 0 };
    let before = tree.modes().iter().take(*mode).map(|mode| mode.to_string().len() + 1).sum::<usize>();
    1 + before + tree.modes().get(*mode).map_or(0, |tree| begin_of(tree, inner))
}
