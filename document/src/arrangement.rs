//! Arrangement of the views on the screen: in one to three columns, in which order, how wide, and which are folded.
//!
//! It knows the views by their names only, and nothing of what they show.

use std::fmt;

use super::View;

/// Largest number of columns.
pub const COLUMNS_LIMIT: usize = 3;

/// The least and the greatest width of a column, in hundredths of the screen before all are made to fill it.
pub const WIDTHS: std::ops::RangeInclusive<u16> = 12..=96;

/// The views from one table, so that none is missing in [`ViewId::ALL`] and none is without a letter and a word.
macro_rules! views {
    ($($(#[$sentence:meta])* $view:ident $letter:literal $word:literal,)*) => {
        /// A view of the page.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum ViewId {
            $($(#[$sentence])* $view,)*
        }

        impl ViewId {
            /// Every view, as [`ViewSet::Workbench`] has them from the left to the right and from the top to the bottom.
            pub const ALL: [ViewId; [$($letter),*].len()] = [$(ViewId::$view),*];

            /// Its letter in links, which never changes.
            pub const fn letter(self) -> char {
                match self {
                    $(ViewId::$view => $letter,)*
                }
            }

            /// Its name in an address, which never changes.
            pub const fn word(self) -> &'static str {
                match self {
                    $(ViewId::$view => $word,)*
                }
            }
        }
    };
}

views! {
    /// The text and its values.
    Notebook 'n' "notebook",
    /// Rank, depth, size, cosize.
    Facts 'f' "facts",
    /// The modes as a tree.
    Modes 't' "modes",
    /// The table of indices.
    Grid 'g' "grid",
    /// Operands and result of an operation side by side.
    Operation 'o' "operation",
    /// The index space as a strip.
    Memory 'm' "memory",
    /// One row for each coordinate.
    Coordinates 'c' "coordinates",
    /// The chosen coordinate worked out.
    Worked 'w' "worked",
    /// The derivation of the value.
    Steps 's' "steps",
    /// Promises of the operation.
    Laws 'l' "laws",
    /// From an index to its coordinates.
    WayBack 'b' "way-back",
    /// Owners of each element of the operands of an instruction.
    Atom 'a' "atom",
    /// Which thread holds which value.
    Threads 'v' "threads",
    /// Cost of its accesses.
    Cost 'p' "cost",
    /// Swizzles, paddings and copies that suit a tile.
    Finder 'y' "finder",
    /// Two values as functions.
    Compare 'd' "compare",
    /// From a table of indices to its layout.
    Table 'e' "table",
    /// Which integers are static.
    Lens 'x' "lens",
    /// Kernels on the GPU.
    Run 'r' "run",
}

impl ViewId {
    /// The view with a letter.
    pub fn of_letter(letter: char) -> Option<ViewId> {
        ViewId::ALL.into_iter().find(|view| view.letter() == letter)
    }
}

/// The sets from one table.
macro_rules! sets {
    ($($(#[$sentence:meta])* $set:ident $word:literal $text:literal,)*) => {
        /// Which views are open for a purpose.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub enum ViewSet {
            $($(#[$sentence])* $set,)*
        }

        impl ViewSet {
            /// Every set.
            pub const ALL: [ViewSet; [$($word),*].len()] = [$(ViewSet::$set),*];

            /// Its name in an address, which never changes.
            pub const fn word(self) -> &'static str {
                match self {
                    $(ViewSet::$set => $word,)*
                }
            }

            /// Returns the arrangement of its views, as an [`Arrangement`] is written.
            const fn text(self) -> &'static str {
                match self {
                    $(ViewSet::$set => $text,)*
                }
            }
        }
    };
}

sets! {
    /// Notebook, picture, explanation: how the page begins.
    #[default]
    Start "start" "32nFT/43VoAgmC/25wsLBPYDEXR++",
    /// Coordinates and indices, forwards and backwards.
    Coordinates "coordinates" "28nfT/38gomc/34wbSLAVPYDEXR",
    /// Effect of an operation, how it comes about and what it promises.
    Algebra "algebra" "32nfT/38ogmC/30slWBAVPYDEXR+",
    /// Threads and what they hold, and what it costs.
    Threads "threads" "28nFT/44vgoAMC/28pYWSLBDEXR",
    /// Kernels beside what they compute.
    Gpu "gpu" "30nFT/34gomC/36rpWSLBAVYDEX",
    /// Start of the page on a phone: the picture, the notebook below it, and the explanation one swipe away.
    Phone "phone" "50VoAgmnFTC/50wsLBPYDEXR+",
    /// Everything about a layout; only what makes something else of it is folded.
    Workbench "workbench" "28nft/40gomc/32wslbAVPYDEXr",
}

impl ViewSet {
    /// The set with a name.
    pub fn of_word(word: &str) -> Option<ViewSet> {
        ViewSet::ALL.into_iter().find(|set| set.word() == word)
    }

    /// Returns the arrangement of its views.
    pub fn arrangement(self) -> Arrangement {
        Arrangement::read(self.text()).unwrap_or(Arrangement { columns: Vec::new(), gives_way: false, tells: false })
    }
}

/// A view at its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The view.
    pub view: ViewId,
    /// True if only its heading is shown.
    pub folded: bool,
}

/// Views above each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The width in parts; the columns share the screen in this proportion.
    pub width: u16,
    /// From the top to the bottom.
    pub views: Vec<Placed>,
}

/// Every view at exactly one place, in one to three columns.
///
/// Law: `Arrangement::read(&a.to_string()) = Some(a)`, and no change of it loses a view or shows one twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    columns: Vec<Column>,
    /// True if the grid gives its place to operands and result while there are some, until somebody unfolds it.
    gives_way: bool,
    /// True if these have the room of the last two columns then.
    tells: bool,
}

impl Default for Arrangement {
    /// As the page begins: [`ViewSet::Start`].
    fn default() -> Self {
        ViewSet::default().arrangement()
    }
}

/// Returns the arrangement of the views of a document that does not say it: as a set has them, with those unfolded that
/// it asks something of, and the thread-value map or the atom where such a one is looked at. Who sends a kernel to be
/// run sends its view.
pub fn at_first(view: &View, is_map: bool, is_atom: bool, set: ViewSet) -> Arrangement {
    let mut arrangement = set.arrangement();
    let asked = [
        (view.run.is_some(), ViewId::Run),
        (view.coordinates.is_some(), ViewId::Coordinates),
        (is_map || !view.read.is_empty() || view.thread.is_some() || view.tile.is_some(), ViewId::Threads),
        (view.other.is_some(), ViewId::Compare),
        (is_atom || view.asked.is_some(), ViewId::Atom),
    ];
    for (_, view) in asked.into_iter().filter(|(is_asked, _)| *is_asked) {
        arrangement.fold(view, false);
    }
    // An atom has no coordinate to work out, and nothing to derive; its pictures have the room.
    if is_atom {
        arrangement.fold(ViewId::Worked, true);
        arrangement.fold(ViewId::Steps, true);
    }
    arrangement
}

/// `28nft/40gomc/32wslbVPDEXr+`: for each column its width and the letters of its views, capital where folded; and a plus
/// where the grid gives way, two where the last two columns are one then.
impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, column) in self.columns.iter().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", column.width)?;
            for placed in &column.views {
                let letter = placed.view.letter();
                write!(f, "{}", if placed.folded { letter.to_ascii_uppercase() } else { letter })?;
            }
        }
        f.write_str(match (self.gives_way, self.tells) {
            (true, true) => "++",
            (true, false) => "+",
            _ => "",
        })
    }
}

impl Arrangement {
    /// The arrangement that a text spells. A letter that is unknown or comes again is left out; a view that is not
    /// named stands folded at the end, so that a view which did not exist when a link was made is found.
    pub fn read(text: &str) -> Option<Arrangement> {
        let (gives_way, tells) = (text.ends_with('+'), text.ends_with("++"));
        let mut arrangement = Arrangement { columns: Vec::new(), gives_way, tells };
        for part in text.split('/').take(COLUMNS_LIMIT) {
            let letters = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
            let digits = part.get(..part.len() - letters.len())?;
            let width = digits.parse::<u16>().ok()?.clamp(*WIDTHS.start(), *WIDTHS.end());
            arrangement.columns.push(Column { width, views: Vec::new() });
            for letter in letters.chars() {
                let Some(view) = ViewId::of_letter(letter.to_ascii_lowercase()) else { continue };
                let placed = Placed { view, folded: letter.is_ascii_uppercase() };
                if arrangement.place(view).is_none()
                    && let Some(column) = arrangement.columns.last_mut()
                {
                    column.views.push(placed);
                }
            }
        }
        arrangement.columns.retain(|column| !column.views.is_empty());
        if arrangement.columns.is_empty() {
            return None;
        }
        for view in ViewId::ALL {
            if arrangement.place(view).is_none()
                && let Some(column) = arrangement.columns.last_mut()
            {
                column.views.push(Placed { view, folded: true });
            }
        }
        Some(arrangement)
    }

    /// The columns from the left to the right.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// In which column a view stands, and as which from the top.
    pub fn place(&self, view: ViewId) -> Option<(usize, usize)> {
        self.columns.iter().enumerate().find_map(|(number, column)| {
            column.views.iter().position(|placed| placed.view == view).map(|from_top| (number, from_top))
        })
    }

    /// Returns true if only the heading of a view is shown.
    pub fn is_folded(&self, view: ViewId) -> bool {
        self.columns.iter().flat_map(|column| &column.views).any(|placed| placed.view == view && placed.folded)
    }

    /// The views of which only the name is shown, in the order of the columns.
    pub fn folded(&self) -> impl Iterator<Item = ViewId> {
        self.columns.iter().flat_map(|column| &column.views).filter(|placed| placed.folded).map(|placed| placed.view)
    }

    /// As it stands where there are operands and a result to show or not: the grid gives these its place.
    pub fn with_operation(mut self, is_shown: bool) -> Arrangement {
        let is_told = self.gives_way && is_shown && !self.is_folded(ViewId::Operation);
        if is_told {
            self.fold(ViewId::Grid, true);
        }
        self.tells &= is_told;
        self
    }

    /// Returns true if the last two of three columns are one below the other: where an operation is told, and where the
    /// last has nothing open; of what [`Arrangement::with_operation`] answers.
    pub fn is_joined(&self) -> bool {
        let is_empty = |column: &Column| column.views.iter().all(|placed| placed.folded);
        self.columns.len() == COLUMNS_LIMIT && (self.tells || self.columns.last().is_some_and(is_empty))
    }

    /// Folds or unfolds a view. A grid that somebody unfolds no longer gives way.
    pub fn fold(&mut self, view: ViewId, folded: bool) {
        self.gives_way &= view != ViewId::Grid || folded;
        self.tells &= self.gives_way;
        let all = self.columns.iter_mut().flat_map(|column| &mut column.views);
        if let Some(placed) = all.into_iter().find(|placed| placed.view == view) {
            placed.folded = folded;
        }
    }

    /// Puts a view into a column, as the `from_top`-th there; past the end is the end. One column more than there are
    /// is made where that is allowed; a column that is left empty goes away.
    pub fn put(&mut self, view: ViewId, column: usize, from_top: usize) {
        let Some((old_column, old_place)) = self.place(view) else { return };
        if column >= self.columns.len() {
            let alone = self.columns.get(old_column).is_some_and(|column| column.views.len() == 1);
            if self.columns.len() >= COLUMNS_LIMIT || alone {
                return;
            }
            let width = 100 / (self.columns.len() as u16 + 1);
            self.columns.push(Column { width, views: Vec::new() });
        }
        let column = column.min(self.columns.len() - 1);
        let taken = self.columns.get_mut(old_column).map(|column| column.views.remove(old_place));
        if let (Some(placed), Some(column)) = (taken, self.columns.get_mut(column)) {
            column.views.insert(from_top.min(column.views.len()), placed);
        }
        self.columns.retain(|column| !column.views.is_empty());
    }

    /// Moves a view past its neighbours: so many up or down in its column, so many columns to the side.
    pub fn shift(&mut self, view: ViewId, down: isize, right: isize) {
        let Some((column, from_top)) = self.place(view) else { return };
        let Some(to_column) = column.checked_add_signed(right) else { return };
        let Some(to_place) = from_top.checked_add_signed(down) else { return };
        self.put(view, to_column, to_place);
    }

    /// As many columns as asked for: those to the right are joined, or each view goes to the column where it stands at
    /// first, with two columns the last two of three joined.
    pub fn set_columns(&mut self, count: usize) {
        let count = count.clamp(1, COLUMNS_LIMIT);
        while self.columns.len() > count {
            let Some(last) = self.columns.pop() else { return };
            let Some(before) = self.columns.last_mut() else { return };
            before.views.extend(last.views);
            before.width = (before.width + last.width).min(*WIDTHS.end());
        }
        if self.columns.len() < count {
            let first = Arrangement::default();
            let mut columns = (0..count).map(|_| Column { width: 0, views: Vec::new() }).collect::<Vec<_>>();
            for column in first.columns.iter().enumerate() {
                if let Some(target) = columns.get_mut(column.0.min(count - 1)) {
                    target.width += column.1.width;
                }
            }
            for placed in self.columns.drain(..).flat_map(|column| column.views) {
                let column = first.place(placed.view).map_or(0, |(column, _)| column).min(count - 1);
                if let Some(column) = columns.get_mut(column) {
                    column.views.push(placed);
                }
            }
            self.columns = columns;
        }
    }

    /// Moves the edge between a column and the next to the right by so many hundredths of the screen.
    pub fn move_edge(&mut self, column: usize, by: i16) {
        self.even_out();
        let Some([left, right]) = self.columns.get_mut(column..).and_then(|rest| rest.first_chunk_mut::<2>()) else {
            return;
        };
        let least = *WIDTHS.start() as i16;
        let both = (left.width + right.width) as i16;
        let to = (left.width as i16).saturating_add(by).min(both - least).max(least.min(both));
        left.width = to as u16;
        right.width = (both - to) as u16;
    }

    /// Makes the widths add up to about 100 in the same proportion.
    fn even_out(&mut self) {
        let all = self.columns.iter().map(|column| u32::from(column.width)).sum::<u32>().max(1);
        for column in &mut self.columns {
            let part = (u32::from(column.width) * 100 + all / 2) / all;
            column.width = (part as u16).clamp(*WIDTHS.start(), *WIDTHS.end());
        }
    }

    /// Only these views, unfolded, in the columns where they stand now; for a page inside another one.
    pub fn only(&self, views: &[ViewId]) -> Arrangement {
        let columns = self.columns.iter().map(|column| Column {
            width: column.width,
            views: column
                .views
                .iter()
                .filter(|placed| views.contains(&placed.view))
                .map(|placed| Placed { view: placed.view, folded: false })
                .collect(),
        });
        Arrangement {
            columns: columns.filter(|column| !column.views.is_empty()).collect(),
            gives_way: false,
            tells: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_whole(arrangement: &Arrangement) -> bool {
        let all = arrangement.columns.iter().flat_map(|column| &column.views).map(|placed| placed.view);
        let all = all.collect::<Vec<_>>();
        all.len() == ViewId::ALL.len()
            && ViewId::ALL.iter().all(|view| all.contains(view))
            && (1..=COLUMNS_LIMIT).contains(&arrangement.columns.len())
            && arrangement.columns.iter().all(|column| !column.views.is_empty() && WIDTHS.contains(&column.width))
    }

    #[test]
    fn every_set_has_every_view() {
        for set in ViewSet::ALL {
            let arrangement = set.arrangement();
            assert!(is_whole(&arrangement), "{set:?}");
            // Nothing was left out when it was read.
            assert_eq!(arrangement.to_string(), set.text());
            assert_eq!(ViewSet::of_word(set.word()), Some(set));
            for view in [ViewId::Notebook, ViewId::Grid] {
                assert!(!arrangement.is_folded(view), "{set:?}");
            }
        }
        let whole = ViewSet::Workbench.arrangement();
        let order = whole.columns.iter().flat_map(|column| &column.views).map(|placed| placed.view);
        assert_eq!(order.collect::<Vec<_>>(), ViewId::ALL);
    }

    #[test]
    fn a_text_gives_views_once_and_forgives() {
        let cases = [
            ("50n/50g", "50n/50gFTOMCWSLBAVPYDEXR"),
            ("50n/50g+", "50n/50gFTOMCWSLBAVPYDEXR+"),
            ("1nn?g", "12ngFTOMCWSLBAVPYDEXR"),
            ("50/50g", "50gNFTOMCWSLBAVPYDEXR"),
            ("999n", "96nFTGOMCWSLBAVPYDEXR"),
        ];
        for (text, printed) in cases {
            assert_eq!(Arrangement::read(text).map(|it| it.to_string()).as_deref(), Some(printed), "{text}");
        }
        for text in ["", "n", "50", "//", "99999999999n"] {
            assert_eq!(Arrangement::read(text), None, "{text}");
        }
    }

    #[test]
    fn columns_are_joined_and_parted() {
        let mut arrangement = Arrangement::default();
        arrangement.set_columns(1);
        assert_eq!(arrangement.to_string(), "96nFTVoAgmCwsLBPYDEXR++");
        arrangement.set_columns(2);
        assert_eq!(arrangement.to_string(), "32nFT/68VoAgmCwsLBPYDEXR++");
        arrangement.move_edge(0, 90);
        assert_eq!(arrangement.to_string(), "88nFT/12VoAgmCwsLBPYDEXR++");
        arrangement.set_columns(1);
        arrangement.set_columns(3);
        assert_eq!(arrangement, Arrangement::default());
    }

    #[test]
    fn what_a_document_asks_something_of_is_unfolded() {
        let of = |view: View| at_first(&view, false, false, ViewSet::Start).to_string();
        assert_eq!(of(View::default()), "32nFT/43VoAgmC/25wsLBPYDEXR++");
        let run = View { run: Some(String::from("iota()")), ..View::default() };
        assert_eq!(of(run), "32nFT/43VoAgmC/25wsLBPYDEXr++");
        let atom = at_first(&View::default(), false, true, ViewSet::Start);
        assert!(!atom.is_folded(ViewId::Atom) && atom.is_folded(ViewId::Worked), "{atom}");
        // A column with nothing in it leaves its room.
        assert!(atom.with_operation(false).is_joined());
        let map = at_first(&View::default(), true, false, ViewSet::Start).to_string();
        assert_eq!(map, "32nFT/43voAgmC/25wsLBPYDEXR++");
        let asked = View {
            coordinates: Some(String::from("(3,6)")),
            index: Some(17),
            thread: Some(0),
            other: Some(1),
            ..View::default()
        };
        assert_eq!(of(asked), "32nFT/43voAgmc/25wsLBPYdEXR++");
    }

    #[test]
    fn only_some_views_are_left_in_a_page_inside_another() {
        let only = Arrangement::default().only(&[ViewId::Worked, ViewId::Grid, ViewId::Table]);
        assert_eq!(only.to_string(), "43g/25we");
    }

    proptest! {
        #[test]
        fn no_change_loses_a_view(changes in prop::collection::vec((prop::sample::select(&ViewId::ALL[..]), 0..6_u8, -3..4_isize, -2..3_isize), 0..40)) {
            let mut arrangement = Arrangement::default();
            for (view, change, down, right) in changes {
                match change {
                    0 => arrangement.shift(view, down, right),
                    1 => arrangement.put(view, down.unsigned_abs(), right.unsigned_abs()),
                    2 => arrangement.set_columns(down.unsigned_abs()),
                    3 => arrangement.move_edge(right.unsigned_abs(), down as i16 * 20),
                    _ => arrangement.fold(view, change == 4),
                }
                prop_assert!(is_whole(&arrangement), "{arrangement}");
                prop_assert_eq!(Arrangement::read(&arrangement.to_string()), Some(arrangement.clone()));
            }
        }
    }
}
