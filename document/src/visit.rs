//! Request of an address for one visit: a theme, some views, a step. It stands in front of the fragment,
//! `?theme=dark&view=grid,worked&set=threads&step=3`, overrides what the document says, and is never saved.

use std::fmt;

use super::arrangement::{ViewId, ViewSet};
use super::{Document, Theme};

/// Number of bytes of a query that are read.
pub const QUERY_LIMIT: usize = 1024;

/// Request of an address for one visit. Whatever is not understood is left out: a page inside another one has nobody to
/// tell.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Visit {
    /// The theme, instead of the document's.
    pub theme: Option<Theme>,
    /// The views of an embedded page, instead of its usual ones; none where nothing is asked for.
    pub views: Vec<ViewId>,
    /// The set of views that the page begins with, where the document does not say how they stand.
    pub set: Option<ViewSet>,
    /// The step that is shown first, of the worked example and of the derivation, counted from 1.
    pub step: Option<u32>,
}

impl Visit {
    /// Reads the part of an address from `?` on.
    ///
    /// Law: `Visit::read(&visit.to_string()) = visit`.
    pub fn read(query: &str) -> Visit {
        let mut visit = Visit::default();
        let query = query.get(..QUERY_LIMIT).unwrap_or(query).trim_start_matches('?');
        for (key, value) in query.split('&').filter_map(|field| field.split_once('=')) {
            match key {
                "theme" => visit.theme = theme_of(value).or(visit.theme),
                "view" => {
                    // Forms of other pages write a comma so.
                    for word in value.split([',', '+']).flat_map(|word| word.split("%2C")) {
                        let view = ViewId::ALL.into_iter().find(|view| view.word() == word);
                        visit.views.extend(view.filter(|view| !visit.views.contains(view)));
                    }
                }
                "set" => visit.set = ViewSet::of_word(value).or(visit.set),
                "step" => visit.step = value.parse().ok().filter(|step| *step > 0).or(visit.step),
                _ => {}
            }
        }
        visit
    }

    /// The document as it is shown first.
    pub fn begin(&self, document: &mut Document) {
        if let Some(step) = self.step.map(|step| step.saturating_sub(1)) {
            document.view.step = Some(step);
            document.view.derivation = Some(step);
        }
    }
}

impl fmt::Display for Visit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mark = '?';
        let mut next = || std::mem::replace(&mut mark, '&');
        if let Some(theme) = self.theme {
            let word = match theme {
                Theme::Auto => "auto",
                Theme::Dark => "dark",
                Theme::Light => "light",
            };
            write!(f, "{}theme={word}", next())?;
        }
        for (place, view) in self.views.iter().enumerate() {
            match place {
                0 => write!(f, "{}view={}", next(), view.word())?,
                _ => write!(f, ",{}", view.word())?,
            }
        }
        if let Some(set) = self.set {
            write!(f, "{}set={}", next(), set.word())?;
        }
        if let Some(step) = self.step {
            write!(f, "{}step={step}", next())?;
        }
        Ok(())
    }
}

fn theme_of(word: &str) -> Option<Theme> {
    match word {
        "dark" => Some(Theme::Dark),
        "light" => Some(Theme::Light),
        "auto" => Some(Theme::Auto),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_query_is_read_as_far_as_it_is_understood() {
        let cases = [
            ("", ""),
            ("?", ""),
            ("?theme=dark&view=grid,worked&step=3", "?theme=dark&view=grid,worked&step=3"),
            ("theme=light", "?theme=light"),
            ("?theme=pink&step=0&view=,nothing,grid,grid&utm_source=mail", "?view=grid"),
            ("?view=grid%2Cway-back&step=2", "?view=grid,way-back&step=2"),
            ("?view=grid&view=memory&theme=dark&theme=x", "?theme=dark&view=grid,memory"),
            ("?step=-1&step=99999999999999&theme", ""),
            ("?STEP=1&step=1=2", ""),
            ("?set=threads&step=2&set=nothing", "?set=threads&step=2"),
        ];
        for (query, understood) in cases {
            assert_eq!(Visit::read(query).to_string(), understood, "{query}");
        }
    }

    #[test]
    fn a_step_is_shown_first_and_counts_from_one() {
        let mut document = Document::default();
        Visit::read("?step=3").begin(&mut document);
        assert_eq!((document.view.step, document.view.derivation), (Some(2), Some(2)));
        let mut document = Document::default();
        Visit::read("?theme=dark").begin(&mut document);
        assert_eq!(document, Document::default());
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(theme in 0..4_usize, views in prop::collection::vec(prop::sample::select(&ViewId::ALL[..]), 0..6), set in 0..9_usize, step in 0..9_u32) {
            let mut visit = Visit {
                theme: [None, Some(Theme::Auto), Some(Theme::Dark), Some(Theme::Light)][theme],
                views: Vec::new(),
                set: ViewSet::ALL.get(set).copied(),
                step: (step > 0).then_some(step),
            };
            for view in views {
                if !visit.views.contains(&view) {
                    visit.views.push(view);
                }
            }
            prop_assert_eq!(Visit::read(&visit.to_string()), visit);
        }

        #[test]
        fn nothing_in_a_query_panics(query in "\\PC{0,1200}") {
            let read = Visit::read(&query);
            prop_assert_eq!(Visit::read(&read.to_string()), read);
        }
    }
}
