//! Names of modes, beside a value: `M` and `K` of `(M=8,K=4):(1,8)`. A layout itself knows none, and no name changes
//! what is printed.
//!
//! A name belongs to a leaf: of `(M=8,K=(a=2,b=2))` the leaves are called `M`, `K a` and `K b`, outermost first, and a
//! mode is called what all its leaves are called. So names survive whatever becomes of the parentheses.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::error::Error;
use crate::layout::{Layout, Shape};
use crate::nested::Nested;
use crate::steps::Origin;

/// The longest name, in characters.
pub const NAME_LIMIT: usize = 24;

/// So often a mode may be cut or given a name within a name; a leaf of more has no name.
pub const PART_LIMIT: usize = 8;

/// Words that are no names of modes: Python's arguments by name.
pub const RESERVED: [&str; 7] = ["stride", "order", "shape", "mode", "tiler", "coord", "target_profile"];

/// Which part of a mode that a divide has cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cut {
    /// Within a tile.
    Tile,
    /// From tile to tile.
    Rest,
}

/// Name of a leaf.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Name {
    /// The names given to it and to the modes around it, outermost first.
    parts: Vec<Arc<str>>,
    /// Cuts that divides made, the first one first.
    cuts: Vec<Cut>,
}

impl Name {
    /// The names given to the leaf and to the modes around it, outermost first.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| &**part)
    }

    fn cut(&self, cut: Cut) -> Option<Name> {
        let mut name = self.clone();
        name.cuts.push(cut);
        (name.parts.len() + name.cuts.len() <= PART_LIMIT).then_some(name)
    }
}

/// The innermost name, with CuTe's words for what a divide made of it: `TileM`, `RestM`.
impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cut in self.cuts.iter().rev() {
            f.write_str(if *cut == Cut::Tile { "Tile" } else { "Rest" })?;
        }
        let last = self.parts.last().map_or("", |part| part);
        if !self.cuts.is_empty() && !last.starts_with(|first: char| first.is_uppercase()) {
            f.write_str("_")?;
        }
        f.write_str(last)
    }
}

/// A leaf's name, if it has one.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Label(Option<Arc<Name>>);

impl Label {
    /// The name, if there is one.
    pub fn name(&self) -> Option<&Name> {
        self.0.as_deref()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => name.fmt(f),
            None => f.write_str("_"),
        }
    }
}

/// Why a word cannot name a mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameProblem {
    /// Longer than [`NAME_LIMIT`].
    TooLong,
    /// Not a letter followed by letters, digits and underscores.
    NotAWord,
    /// One of [`RESERVED`].
    Reserved,
    /// A mode in the same parentheses has it.
    Taken,
    /// It stands where no mode of a shape is.
    NotHere,
    /// The whole has no mode in front of which a name could stand.
    NoMode,
}

/// Checks that a word can name a mode.
pub fn check_name(word: &str) -> Result<(), NameProblem> {
    let is_word = word.starts_with(char::is_alphabetic) && word.chars().all(|c| c == '_' || c.is_alphanumeric());
    match word {
        _ if RESERVED.contains(&word) => Err(NameProblem::Reserved),
        _ if word.chars().count() > NAME_LIMIT => Err(NameProblem::TooLong),
        _ if !is_word => Err(NameProblem::NotAWord),
        _ => Ok(()),
    }
}

/// The names of a value's leaves, in its parentheses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names {
    tree: Nested<Label>,
}

impl Names {
    /// No names, in the parentheses of a shape.
    pub fn none<T>(profile: &Nested<T>) -> Self {
        Names { tree: profile.map(&mut |_| Label::default()) }
    }

    /// The names of modes side by side.
    pub fn concatenate(modes: Vec<Names>) -> Self {
        Names { tree: Nested::Tuple(modes.into_iter().map(|mode| mode.tree).collect()) }
    }

    /// Names from a tree of leaves.
    pub fn of_tree(tree: Nested<Label>) -> Self {
        Names { tree }
    }

    /// The leaves.
    pub fn tree(&self) -> &Nested<Label> {
        &self.tree
    }

    /// Reports whether no leaf has a name.
    pub fn is_empty(&self) -> bool {
        self.tree.leaves().into_iter().all(|label| label.0.is_none())
    }

    /// Reports whether these are names of a value with such parentheses.
    pub fn fit<T>(&self, profile: &Nested<T>) -> bool {
        self.tree.is_congruent_to(profile)
    }

    /// The same, all of it within a mode of this name.
    pub fn within(&self, name: &str) -> Self {
        let outer: Arc<str> = Arc::from(name);
        Names { tree: self.tree.map(&mut |label| prefixed(label, &outer)) }
    }

    /// Returns the name of the mode at the end of a path: the one that all its leaves share, or those of its modes one
    /// by one, `(TileM,_)`. `None` where nothing in it has a name.
    pub fn label(&self, path: &[usize]) -> Option<String> {
        fn said(tree: &Nested<Label>) -> String {
            match (common(tree), tree) {
                (Some(name), _) => name.to_string(),
                (None, Nested::Leaf(_)) => "_".to_string(),
                (None, Nested::Tuple(modes)) => {
                    format!("({})", modes.iter().map(said).collect::<Vec<_>>().join(","))
                }
            }
        }
        let mode = self.tree.at(path).ok()?;
        mode.leaves().into_iter().any(|label| label.0.is_some()).then(|| said(mode))
    }

    /// Returns the name that all leaves of the mode at the end of a path share.
    pub fn common(&self, path: &[usize]) -> Option<Name> {
        common(self.tree.at(path).ok()?)
    }

    /// One label for each mode of the whole: what its leaves have in common.
    pub fn each(&self) -> Self {
        let label = |mode: &Nested<Label>| Nested::Leaf(Label(common(mode).map(Arc::new)));
        match &self.tree {
            Nested::Leaf(_) => self.clone(),
            Nested::Tuple(modes) => Names { tree: Nested::Tuple(modes.iter().map(label).collect()) },
        }
    }

    /// The names of a result, each leaf called as its origin tells: as the leaf of the right operand that it came from,
    /// since there its domain is, or else as the leaves of the left one, if they have a name in common. Of a divide
    /// what came from a leaf that was cut is its tile or its rest.
    ///
    /// Law: the name of a result's leaf is one of its origin's, cut or not. Where the origin is unknown there is none.
    pub fn carried(left: &[Label], right: &[Label], origins: &[Origin], is_divide: bool) -> Vec<Label> {
        let cuts = origins.iter().filter(|origin| is_divide && origin.right.is_some());
        let cuts = cuts.filter_map(|origin| origin.left).collect::<Vec<_>>();
        let called = |origin: &Origin| -> Option<Arc<Name>> {
            let own = origin.right.and_then(|leaf| right.get(leaf)?.0.clone());
            if own.is_some() {
                return own;
            }
            let (first, last) = origin.left?;
            let from = left.get(first..=last)?;
            let name = match from {
                [only] => only.0.clone()?,
                several => Arc::new(common_of(several.iter())?),
            };
            let is_cut = cuts.iter().any(|(from, to)| *from <= last && first <= *to);
            match (origin.right, is_cut) {
                (_, false) => Some(name),
                (Some(_), true) => name.cut(Cut::Tile).map(Arc::new),
                (None, true) => name.cut(Cut::Rest).map(Arc::new),
            }
        };
        origins.iter().map(|origin| Label(called(origin))).collect()
    }

    /// Measures how much of the name of its leaves stands in front of the mode at the end of a path, and how much in
    /// front of the modes around it: `(start, end)` in the parts of each leaf.
    fn own_range(&self, path: &[usize]) -> Option<(usize, usize)> {
        let mut mode = &self.tree;
        let (mut start, mut end) = (0, 0);
        for index in path {
            start = end;
            end = *written_up_to(mode.modes(), start).get(*index)?;
            mode = mode.mode(*index).ok()?;
        }
        Some((start, end))
    }

    /// The names that stand in front of the modes of the mode at the end of a path.
    fn own_of_modes(&self, path: &[usize]) -> Vec<Option<String>> {
        let (Some((_, start)), Ok(parent)) = (self.own_range(path), self.tree.at(path)) else { return Vec::new() };
        let modes = parent.modes();
        modes.iter().zip(written_up_to(modes, start)).map(|(mode, end)| own_text(mode, start, end)).collect()
    }

    /// The name that stands in front of the mode at the end of a path, as it would be written. It takes a look at all
    /// modes beside it: whoever asks for many asks [`Names::listed`] once.
    pub fn own(&self, path: &[usize]) -> Option<String> {
        let (start, end) = self.own_range(path)?;
        own_text(self.tree.at(path).ok()?, start, end)
    }

    /// Returns the name that a leaf without one of its own would have in the mode at the end of a path.
    pub fn own_label(&self, path: &[usize]) -> Label {
        let called = || -> Option<Name> {
            let (_, end) = self.own_range(path)?;
            let shared = common(self.tree.at(path).ok()?)?;
            let parts = shared.parts.get(..end).filter(|parts| !parts.is_empty())?;
            Some(Name { parts: parts.to_vec(), cuts: Vec::new() })
        };
        Label(called().map(Arc::new))
    }

    /// Another name in front of the mode at the end of a path, or none; all others stay.
    ///
    /// Errors: a word that is no name, one that a sibling has, the whole, which stands in no parentheses.
    pub fn renamed(&self, path: &[usize], word: Option<&str>) -> Result<Names, NameProblem> {
        let Some((&index, parent)) = path.split_last() else { return Err(NameProblem::NoMode) };
        if let Some(word) = word {
            check_name(word)?;
            let mut beside = self.own_of_modes(parent).into_iter().enumerate();
            if beside.any(|(other, own)| other != index && own.as_deref() == Some(word)) {
                return Err(NameProblem::Taken);
            }
        }
        let (start, end) = self.own_range(path).ok_or(NameProblem::NoMode)?;
        let mut tree = self.tree.clone();
        let mode = tree.at_mut(path).ok_or(NameProblem::NoMode)?;
        *mode = mode.map(&mut |label| {
            let mut name = label.name().cloned().unwrap_or_default();
            let (start, end) = (start.min(name.parts.len()), end.min(name.parts.len()));
            name.parts.splice(start..end, word.map(Arc::from));
            name.cuts.clear();
            Label((!name.parts.is_empty() && name.parts.len() <= PART_LIMIT).then(|| Arc::new(name)))
        });
        Ok(Names { tree })
    }

    /// A shape with its names, as the notebook reads it: `(M=8,K=(a=2,b=2))`. The whole has none, nor have numbers in
    /// the same parentheses that would have the same.
    ///
    /// Law: of what was written, the names are read back as they were.
    ///
    /// ```
    /// use colex::{evaluate, notebook::Settings};
    ///
    /// let evaluation = evaluate("(M=8,K=(a=2,b=2)):(1,(8,16))", Settings::default());
    /// let names = evaluation.names(0).ok_or("names")?;
    /// assert_eq!(names.written(&"(8,(2,2))".parse()?), "(M=8,K=(a=2,b=2))");
    /// let again = evaluate(&format!("{}:(1,(8,16))", names.written(&"(8,(2,2))".parse()?)), Settings::default());
    /// assert_eq!(again.names(0), Some(names));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn written(&self, shape: &Shape) -> String {
        fn below(shape: &Shape, names: &Nested<Label>, written: usize, text: &mut String) {
            match (shape, names) {
                (Nested::Tuple(modes), Nested::Tuple(names)) if modes.len() == names.len() => {
                    let ends = written_up_to(names, written);
                    let own = names.iter().zip(&ends).map(|(mode, end)| own_text(mode, written, *end));
                    let own = own.collect::<Vec<_>>();
                    let counts = counted(&own);
                    for (index, (mode, names)) in modes.iter().zip(names).enumerate() {
                        text.push(if index > 0 { ',' } else { '(' });
                        let name = own.get(index).and_then(Option::as_ref);
                        if let Some(name) = name.filter(|name| counts.get(name.as_str()) == Some(&1)) {
                            text.push_str(name);
                            text.push('=');
                        }
                        below(mode, names, ends.get(index).copied().unwrap_or(written), text);
                    }
                    text.push_str(if modes.is_empty() { "()" } else { ")" });
                }
                _ => text.push_str(&shape.to_string()),
            }
        }
        let mut text = String::new();
        below(shape, &self.tree, 0, &mut text);
        text
    }

    /// A layout with the names in its shape, as the notebook reads it.
    pub fn written_layout(&self, layout: &Layout) -> String {
        format!("{}:{}", self.written(layout.shape()), layout.stride())
    }

    /// Every mode in front of which a name stands, by its path, from left to right, so that paths ascend.
    ///
    /// Law: `(path, name)` is among them exactly where `own(path) = name`.
    ///
    /// ```
    /// use colex::{evaluate, notebook::Settings};
    ///
    /// let evaluation = evaluate("(M=8,K=(a=2,b=2)):(1,(8,16))", Settings::default());
    /// let names = evaluation.names(0).ok_or("names")?;
    /// let expected = [(vec![0], "M"), (vec![1], "K"), (vec![1, 0], "a"), (vec![1, 1], "b")];
    /// assert_eq!(names.listed(), expected.map(|(path, name)| (path, name.to_owned())));
    /// assert!(names.listed().iter().all(|(path, name)| names.own(path).as_ref() == Some(name)));
    /// # Ok::<(), &str>(())
    /// ```
    pub fn listed(&self) -> Vec<(Vec<usize>, String)> {
        fn below(names: &Nested<Label>, written: usize, path: &[usize], found: &mut Vec<(Vec<usize>, String)>) {
            let Nested::Tuple(modes) = names else { return };
            for (index, (mode, end)) in modes.iter().zip(written_up_to(modes, written)).enumerate() {
                let path = [path, &[index]].concat();
                if let Some(own) = own_text(mode, written, end) {
                    found.push((path.clone(), own));
                }
                below(mode, end, &path, found);
            }
        }
        let mut found = Vec::new();
        below(&self.tree, 0, &[], &mut found);
        found
    }

    /// The same change made to the names as to their value.
    pub fn with(&self, change: impl FnOnce(&Nested<Label>) -> Result<Nested<Label>, Error>) -> Option<Names> {
        change(&self.tree).ok().map(Names::of_tree)
    }
}

/// The name in front of the mode at the end of a path, of those that [`Names::listed`] found.
pub fn listed_at<'a>(listed: &'a [(Vec<usize>, String)], path: &[usize]) -> Option<&'a str> {
    let place = listed.binary_search_by(|(own, _)| own.as_slice().cmp(path)).ok()?;
    listed.get(place).map(|(_, name)| name.as_str())
}

fn prefixed(label: &Label, outer: &Arc<str>) -> Label {
    let mut name = label.name().cloned().unwrap_or_default();
    name.parts.insert(0, outer.clone());
    Label((name.parts.len() + name.cuts.len() <= PART_LIMIT).then(|| Arc::new(name)))
}

/// Returns the name that all leaves of a mode share; cuts that are not the same for all of them say nothing of the
/// whole.
fn common(tree: &Nested<Label>) -> Option<Name> {
    common_of(tree.leaves().into_iter())
}

fn common_of<'a>(mut labels: impl Iterator<Item = &'a Label>) -> Option<Name> {
    let mut shared = labels.next()?.name()?.clone();
    for label in labels {
        let name = label.name()?;
        if *name == shared {
            continue;
        }
        if name.cuts != shared.cuts {
            shared.cuts.clear();
        }
        let same = shared.parts.iter().zip(&name.parts).take_while(|(left, right)| left == right).count();
        shared.parts.truncate(same);
        if same == 0 {
            return None;
        }
    }
    (!shared.parts.is_empty()).then_some(shared)
}

/// Of modes in the same parentheses, up to which part the names of their leaves stand in front of them or further
/// outside, where `start` parts stand. A name stands as far outside as it belongs to all, but never in front of a
/// single mode in parentheses of its own, nor where a sibling would have the same.
fn written_up_to(modes: &[Nested<Label>], start: usize) -> Vec<usize> {
    let shared = |mode: &Nested<Label>| match mode {
        Nested::Tuple(inner) if inner.len() == 1 => common(mode).map_or(0, |name| name.parts.len().max(1) - 1),
        _ => common(mode).map_or(0, |name| name.parts.len()),
    };
    let ends = modes.iter().map(|mode| shared(mode).max(start)).collect::<Vec<_>>();
    let texts = modes.iter().zip(&ends).map(|(mode, end)| own_text(mode, start, *end)).collect::<Vec<_>>();
    let counts = counted(&texts);
    let is_shared = |text: &Option<String>| text.as_deref().and_then(|text| counts.get(text)) > Some(&1);
    let kept = modes.iter().zip(&ends).zip(&texts);
    kept.map(|((mode, end), text)| if !mode.is_leaf() && is_shared(text) { start } else { *end }).collect()
}

/// Counts how often each name stands in the same parentheses.
fn counted(texts: &[Option<String>]) -> HashMap<&str, usize> {
    let mut counts = HashMap::new();
    texts.iter().flatten().for_each(|text| *counts.entry(text.as_str()).or_default() += 1);
    counts
}

fn own_text(tree: &Nested<Label>, start: usize, end: usize) -> Option<String> {
    let name = tree.leaves().first()?.name()?;
    match tree {
        Nested::Leaf(_) if !name.cuts.is_empty() => Some(name.to_string()),
        _ if end > start => {
            let shared = common(tree)?;
            let cuts = if shared.parts.len() == end { shared.cuts } else { Vec::new() };
            let parts = shared.parts.get(..end)?.to_vec();
            Some(Name { parts, cuts }.to_string())
        }
        _ => None,
    }
}
