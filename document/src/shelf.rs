//! The shelf: the documents that a person keeps, with their names and their order, and which of them is open.
//!
//! Each is saved by itself, as the text of its [`Tab`], so that two pages that save at once lose neither. The shelf has
//! no list of its own to save: it is whatever is found.

use std::collections::{HashMap, HashSet};

use colex::notebook::Evaluation;
use colex::paste;

/// Largest number of documents that a person puts on a shelf.
pub const DOCUMENT_LIMIT: usize = 200;

/// Largest number of stored documents that a shelf takes up. It is more than [`DOCUMENT_LIMIT`]: a link that is visited
/// finds a place on a full shelf, and pages side by side fill one each.
pub const STORED_LIMIT: usize = 2 * DOCUMENT_LIMIT;

/// Largest number of characters of a name.
pub const NAME_LIMIT: usize = 60;

/// Number of documents taken off that can be put back.
pub const CLOSED_LIMIT: usize = 20;

/// The longest name that a document has of itself, in characters.
const TITLE_LIMIT: usize = 24;

/// The distance in the order between a document and the one that is put after it.
const GAP: i64 = 1024;

/// Beginning of the text of a tab.
const MARK: &str = "colex-tab 1";

/// A document on the shelf. What is in it is its link.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tab {
    /// Identity that tells it from all others; letters and digits.
    pub id: String,
    /// The name that the person gave it; empty where it is called by its title.
    pub name: String,
    /// Name that it has of itself, [`title`].
    pub title: String,
    /// The document as a link.
    pub link: String,
    /// Where it stands among the others; what stands equally is in the order of `id`.
    pub order: i64,
    /// True if it is saved. What came from a link or an example is not until it is edited.
    pub kept: bool,
    /// Its steps back and forth, as [`super::history::History::stored`] spells them, where they are known; they are
    /// saved by themselves.
    pub history: String,
    /// Text that is saved of it, as this page last read or wrote it: what stands there else is another page's.
    pub saved: String,
}

impl Tab {
    /// Returns the text that is saved of it.
    ///
    /// Law: `Tab::read(&t.id, &t.stored())` is `t` without its history, with `saved` as it now is, where `t` is kept, its
    /// link is not empty, and its name and its title are what [`line()`] makes of them.
    pub fn stored(&self) -> String {
        format!("{MARK}\n{}\n{}\n{}\n{}", self.order, line(&self.name), line(&self.title), self.link)
    }

    /// The tab that was saved; `None` where the text is none that this page knows, or holds no document. What only says
    /// where it stands may be damaged.
    pub fn read(id: &str, stored: &str) -> Option<Tab> {
        let mut lines = stored.splitn(5, '\n');
        let mut next = || lines.next();
        if next()? != MARK {
            return None;
        }
        let order = next()?.parse().unwrap_or_default();
        let (name, title, link) = (next()?, next()?, next().filter(|link| !link.is_empty())?);
        Some(Tab {
            id: id.into(),
            name: line(name),
            title: line(title),
            link: link.into(),
            order,
            kept: true,
            history: String::new(),
            saved: stored.into(),
        })
    }

    /// Its name, or its title.
    fn called(&self) -> &str {
        if self.name.is_empty() { &self.title } else { &self.name }
    }
}

/// A name on one line, not longer than a tab can show.
///
/// Law: `line(&line(name)) = line(name)`.
pub fn line(name: &str) -> String {
    let shown = |letter: &char| !letter.is_control() || letter.is_whitespace();
    let name = name.chars().filter(shown).collect::<String>();
    cut(&name.split_whitespace().collect::<Vec<_>>().join(" "), NAME_LIMIT).to_owned()
}

/// At most so many characters of a name, not ending with a space.
fn cut(name: &str, limit: usize) -> &str {
    let end = name.char_indices().nth(limit).map_or(name.len(), |(at, _)| at);
    name.get(..end).unwrap_or(name).trim_end()
}

/// Returns the name that a notebook has of itself: of a program the class or the function that is most of it; else its
/// first named layout, else the first name, else how it begins; empty where it has no statement.
pub fn title(evaluation: &Evaluation) -> String {
    if let Some(name) = main_part(evaluation) {
        return short(name);
    }
    let statements = evaluation.statements();
    let named = statements.iter().zip(0..).filter_map(|(statement, at)| Some((statement.name.as_ref()?, at)));
    let is_layout = |at: usize| evaluation.value(at).is_some_and(|value| value.as_any_layout().is_some());
    let layout = named.clone().find(|(_, at)| is_layout(*at));
    if let Some(((name, _), _)) = layout.or_else(|| named.clone().next()) {
        return short(name);
    }
    statements.first().map(|first| short(first.span.of(evaluation.text()))).unwrap_or_default()
}

/// The name of the class or the function that holds at least half the statements of a program.
fn main_part(evaluation: &Evaluation) -> Option<&str> {
    let document = paste::of(evaluation)?;
    let functions = document.functions.iter().filter(|function| !function.name.is_empty() && !function.is_type);
    let function = functions.rev().max_by_key(|function| function.range.len())?;
    let class = function.owner.and_then(|class| document.types.get(class)).filter(|class| !class.name.is_empty());
    let (name, range) = match class {
        Some(class) => (&class.name, &class.range),
        None => (&function.name, &function.range),
    };
    (2 * range.len() >= evaluation.statements().len()).then_some(name)
}

fn short(text: &str) -> String {
    let text = line(text);
    if text.chars().count() <= TITLE_LIMIT {
        return text;
    }
    text.chars().take(TITLE_LIMIT.saturating_sub(1)).chain(['…']).collect()
}

/// The documents in their order, one of them open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shelf {
    tabs: Vec<Tab>,
    open: String,
    closed: Vec<Tab>,
    left_out: usize,
}

impl Shelf {
    /// A shelf of these, with the one of that identity open. Beyond [`STORED_LIMIT`] the first in their order and the
    /// open one are taken up.
    pub fn new(tabs: Vec<Tab>, open: &str) -> Shelf {
        let mut shelf = Shelf { tabs, open: open.to_owned(), ..Shelf::default() };
        shelf.sort();
        if shelf.tabs.len() > STORED_LIMIT {
            let more = shelf.tabs.split_off(STORED_LIMIT);
            shelf.left_out = more.len();
            if let Some(open) = more.into_iter().find(|tab| tab.id == open) {
                shelf.tabs.pop();
                shelf.tabs.push(open);
            }
        }
        shelf
    }

    /// Returns the number of documents, at least, that it did not take up.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// So many more are stored that nobody offered it.
    pub fn leave_out(&mut self, more: usize) {
        self.left_out = self.left_out.saturating_add(more);
    }

    /// All of them from left to right.
    pub fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// The identity of the open one.
    pub fn open(&self) -> &str {
        &self.open
    }

    /// The one with that identity.
    pub fn get(&self, id: &str) -> Option<&Tab> {
        self.tabs.iter().find(|tab| tab.id == id)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Tab> {
        self.tabs.iter_mut().find(|tab| tab.id == id)
    }

    /// The one that is open.
    pub fn present(&self) -> Option<&Tab> {
        self.get(&self.open)
    }

    /// Opens the one with that identity, if it is there.
    pub fn choose(&mut self, id: &str) {
        if self.get(id).is_some() {
            self.open = id.to_owned();
        }
    }

    /// Returns true if there is room for so many more.
    pub fn has_room(&self, more: usize) -> bool {
        self.tabs.len().saturating_add(more) <= DOCUMENT_LIMIT
    }

    /// Gives one another identity, under which nothing is saved yet.
    pub fn reidentify(&mut self, id: &str, fresh: &str) {
        if self.open == id {
            self.open = fresh.to_owned();
        }
        if let Some(tab) = self.get_mut(id) {
            tab.id = fresh.to_owned();
            tab.saved.clear();
        }
    }

    /// Puts one after all others.
    pub fn push(&mut self, mut tab: Tab) {
        tab.order = self.tabs.last().map_or(0, |last| last.order.saturating_add(GAP));
        self.tabs.push(tab);
    }

    /// Takes in what another page saved: a new document, unless there are [`STORED_LIMIT`], or an old one as it is now.
    /// The order of the strip follows.
    pub fn take_in(&mut self, tab: Tab) {
        let has_place = self.tabs.len() < STORED_LIMIT;
        match self.get_mut(&tab.id) {
            Some(known) => {
                let history = std::mem::take(&mut known.history);
                *known = Tab { history, ..tab };
            }
            None if has_place => self.tabs.push(tab),
            // It may be one of those that are counted.
            None => self.left_out = self.left_out.max(1),
        }
        self.sort();
    }

    /// Takes one off; the one after it, else the one before it, is open then if it was the open one. It can be put back
    /// with [`Shelf::put_back`] unless it was never kept.
    pub fn take_off(&mut self, id: &str) {
        let Some(at) = self.place(id) else { return };
        let tab = self.tabs.remove(at);
        if self.open == id {
            let next = self.tabs.get(at).or(self.tabs.last());
            self.open = next.map(|tab| tab.id.clone()).unwrap_or_default();
        }
        if tab.kept {
            self.closed.push(tab);
            let many = self.closed.len().saturating_sub(CLOSED_LIMIT);
            self.closed.drain(..many);
        }
    }

    /// Forgets one that another page took off; never the open one, which is on the screen.
    pub fn forget(&mut self, id: &str) {
        if self.open != id {
            self.tabs.retain(|tab| tab.id != id);
        }
    }

    /// Those that were taken off and can be put back, the latest last.
    pub fn closed(&self) -> &[Tab] {
        &self.closed
    }

    /// Puts the one that was taken off last back where it was; answers its identity. On a full shelf there is no room.
    /// One that another page has saved meanwhile stays as it is there.
    pub fn put_back(&mut self) -> Option<String> {
        if !self.has_room(1) {
            return None;
        }
        let tab = self.closed.pop()?;
        let id = tab.id.clone();
        if self.get(&id).is_none() {
            self.take_in(tab);
        }
        Some(id)
    }

    /// Gives one a name; an empty one lets it be called by its title. No other has that name then.
    pub fn rename(&mut self, id: &str, name: &str) {
        let name = line(name);
        let taken = self.tabs.iter().filter(|tab| tab.id != id).map(|tab| tab.called().to_owned());
        let name = if name.is_empty() { name } else { numbered(&name, &taken.collect(), 2).0 };
        if let Some(tab) = self.get_mut(id) {
            tab.name = name;
        }
    }

    /// A name like this one that no document has: itself, or with the first number that is free.
    pub fn free_name(&self, name: &str) -> String {
        numbered(&line(name), &self.tabs.iter().map(|tab| tab.called().to_owned()).collect(), 2).0
    }

    /// Moves one by so many places. Answers the identities of those whose order changed.
    pub fn shift(&mut self, id: &str, by: isize) -> Vec<String> {
        let Some(from) = self.place(id) else { return Vec::new() };
        let to = from.saturating_add_signed(by).min(self.tabs.len().saturating_sub(1));
        if to == from {
            return Vec::new();
        }
        let tab = self.tabs.remove(from);
        self.tabs.insert(to, tab);
        let order = |at: Option<usize>| at.and_then(|at| self.tabs.get(at)).map(|tab| tab.order);
        let between = match (order(to.checked_sub(1)), order(Some(to + 1))) {
            (Some(before), None) => before.checked_add(GAP),
            (None, Some(after)) => after.checked_sub(GAP),
            (Some(before), Some(after)) => {
                let middle = before.midpoint(after);
                (before < middle && middle < after).then_some(middle)
            }
            (None, None) => None,
        };
        if let (Some(order), Some(moved)) = (between, self.tabs.get_mut(to)) {
            moved.order = order;
            return vec![id.to_owned()];
        }
        // No room between its neighbours: all of them are spread anew.
        for (tab, order) in self.tabs.iter_mut().zip((0..).step_by(GAP as usize)) {
            tab.order = order;
        }
        self.tabs.iter().map(|tab| tab.id.clone()).collect()
    }

    /// Returns what stands on the tabs, by identity: names and titles, and a number where two would be the same.
    pub fn labels(&self) -> Vec<(String, String)> {
        // A name that was given stays as it is; the titles make way.
        let mut taken = self.tabs.iter().map(|tab| tab.name.clone()).collect::<HashSet<_>>();
        // Names are only ever added, so of a title the numbers below the last one given stay taken.
        let mut next = HashMap::<String, usize>::new();
        let label = |tab: &Tab| {
            let label = match (tab.name.as_str(), tab.title.as_str()) {
                ("", "") => String::new(),
                ("", title) => {
                    let (label, number) = numbered(title, &taken, next.get(title).copied().unwrap_or(2));
                    next.insert(title.to_owned(), number);
                    label
                }
                (name, _) => name.to_owned(),
            };
            taken.insert(label.clone());
            (tab.id.clone(), label)
        };
        self.tabs.iter().map(label).collect()
    }

    /// The name that was given to the open one.
    pub fn open_name(&self) -> Option<&str> {
        let tab = self.tabs.iter().find(|tab| tab.id == self.open)?;
        Some(tab.name.as_str()).filter(|name| !name.is_empty())
    }

    fn place(&self, id: &str) -> Option<usize> {
        self.tabs.iter().position(|tab| tab.id == id)
    }

    fn sort(&mut self) {
        // They are few, and one of them at most is not in its place; what sorts many is long.
        for next in 1..self.tabs.len() {
            for place in (1..=next).rev() {
                let key = |place: usize| self.tabs.get(place).map(|tab| (tab.order, &tab.id));
                if key(place - 1) <= key(place) {
                    break;
                }
                self.tabs.swap(place - 1, place);
            }
        }
    }
}

/// A name that is not taken, and its number: itself, or followed by the first that is free from `first` on; cut so that
/// the number stands within [`NAME_LIMIT`].
fn numbered(name: &str, taken: &HashSet<String>, first: usize) -> (String, usize) {
    if !taken.contains(name) {
        return (name.to_owned(), first);
    }
    // One number more than there are names: one of them is free.
    let numbers = first..=first.saturating_add(taken.len());
    let mut names = numbers.map(|number| {
        let digits = format!(" {number}");
        (format!("{}{digits}", cut(name, NAME_LIMIT.saturating_sub(digits.len()))), number)
    });
    names.find(|(name, _)| !taken.contains(name)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::evaluate;
    use colex::notebook::Settings;

    fn tab(id: &str, order: i64) -> Tab {
        Tab { id: id.into(), title: id.to_uppercase(), link: format!("v1;;{id}"), order, kept: true, ..Tab::default() }
    }

    fn shelf(ids: &str) -> Shelf {
        let mut shelf = Shelf::default();
        for id in ids.split(' ') {
            shelf.push(tab(id, 0));
        }
        shelf.choose(ids.split(' ').next().unwrap());
        shelf
    }

    fn ids(shelf: &Shelf) -> String {
        shelf.tabs().iter().map(|tab| tab.id.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn labels(shelf: &Shelf) -> Vec<String> {
        shelf.labels().into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn a_tab_is_read_as_it_was_stored() {
        let cases = [
            tab("a", -3),
            Tab { name: "my  tiles".into(), ..tab("b", 0) },
            Tab { link: "no link\n at all".into(), ..tab("c", i64::MAX) },
        ];
        for one in cases {
            let expected = Tab { name: line(&one.name), saved: one.stored(), ..one.clone() };
            assert_eq!(Tab::read(&one.id, &one.stored()), Some(expected));
        }
        let moved = Tab::read("a", "colex-tab 1\nx\n\n\nv1;;a").unwrap();
        assert_eq!((moved.order, moved.link.as_str()), (0, "v1;;a"));
        for unknown in ["", "v1;;a;;xyz", "colex-tab 2\n0\n\n\nv2", "colex-tab 1\n0\n\n\n", "colex-tab 1\n0\na"] {
            assert_eq!(Tab::read("a", unknown), None, "{unknown}");
        }
    }

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(line("  a\n b\t\u{7}c "), "a b c");
        assert_eq!(line(&"布".repeat(100)).chars().count(), NAME_LIMIT);
        for name in ["a \u{7} b", "\u{7}\n", &format!("{} b", "x".repeat(NAME_LIMIT - 1)), &"布 ".repeat(100)] {
            assert_eq!(line(&line(name)), line(name), "{name}");
        }
    }

    #[test]
    fn a_long_name_is_cut_before_its_number() {
        let mut shelf = shelf("a b c");
        let long = "布".repeat(NAME_LIMIT);
        for id in ["a", "b", "c"] {
            shelf.rename(id, &long);
        }
        let free = shelf.free_name(&long);
        let mut names = shelf.tabs().iter().map(|tab| tab.name.clone()).collect::<Vec<_>>();
        for tab in shelf.tabs() {
            assert_eq!(Tab::read(&tab.id, &tab.stored()), Some(Tab { saved: tab.stored(), ..tab.clone() }));
        }
        names.push(free);
        assert!(names.iter().all(|name| line(name) == *name), "{names:?}");
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 4);
        assert!(names[3].ends_with("布 4"));
        // A title that is as long, of a document that was stored by hand.
        let read = |id: &str| Tab::read(id, &format!("{MARK}\n0\n\n{}\nv1;;a", "x".repeat(100_000))).unwrap();
        let labels = labels(&Shelf::new(["a", "b"].map(read).to_vec(), "a"));
        assert!(labels[0] != labels[1] && labels.iter().all(|label| label.chars().count() == NAME_LIMIT));
    }

    #[test]
    fn what_is_stored_beyond_the_limit_is_left_out_and_counted() {
        let name = |at: usize| format!("d{at:06}");
        let many = (0..100_000).map(|at| Tab { title: "same".into(), ..tab(&name(at), 0) }).collect::<Vec<_>>();
        let mut shelf = Shelf::new(many, &name(99_999));
        assert_eq!((shelf.tabs().len(), shelf.left_out()), (STORED_LIMIT, 100_000 - STORED_LIMIT));
        assert_eq!(shelf.present().map(|tab| tab.id.clone()), Some(name(99_999)));
        assert_eq!(labels(&shelf).last(), Some(&format!("same {STORED_LIMIT}")));
        shelf.take_in(tab("new", 0));
        shelf.take_in(Tab { title: "other".into(), ..tab(&name(0), 0) });
        assert_eq!((shelf.tabs().len(), shelf.left_out()), (STORED_LIMIT, 100_000 - STORED_LIMIT));
        assert_eq!(shelf.get(&name(0)).unwrap().title, "other");
        shelf.take_off(&name(1));
        assert_eq!((shelf.put_back(), shelf.closed().len()), (None, 1));
    }

    #[test]
    fn a_notebook_is_called_by_its_first_named_layout() {
        let cases = [
            ("A = (3,2)\nB = 4:1\nC = 5:1", "B"),
            ("A = 4\nB = 5", "A"),
            ("(4,8):(8,1)\nsize(4:1)", "(4,8):(8,1)"),
            ("zipped_divide((8,8):(8,1), <4:1, 2:1>)", "zipped_divide((8,8):(8,…"),
            ("", ""),
            ("// only a comment", ""),
            ("A = ", "A"),
            (
                "template <class T>\n__global__ void scale(T* p, int n) {\n  auto l = make_layout(n);\n  int m = size(l);\n}",
                "scale",
            ),
            ("int n = 3;\nauto f = make_layout(n);\nint m = n + 1;\nint twice(int x) { return 2 * x; }", "f"),
            (
                "\"\"\"A kernel.\"\"\"\nclass Gemm:\n    def __init__(self, m):\n        self.m = m\n    @cute.jit\n    def __call__(self, a: cute.Tensor):\n        n = cute.size(a)",
                "Gemm",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(title(&evaluate(text, Settings::default())), expected, "{text}");
        }
    }

    #[test]
    fn what_is_taken_off_makes_way_for_its_neighbour_and_comes_back() {
        let mut shelf = shelf("a b c");
        shelf.choose("b");
        shelf.choose("none");
        shelf.take_off("b");
        assert_eq!((ids(&shelf).as_str(), shelf.open()), ("a c", "c"));
        shelf.take_off("c");
        assert_eq!((ids(&shelf).as_str(), shelf.open()), ("a", "a"));
        assert_eq!(shelf.put_back().as_deref(), Some("c"));
        assert_eq!(shelf.put_back().as_deref(), Some("b"));
        assert_eq!(shelf.put_back(), None);
        assert_eq!(ids(&shelf), "a b c");
        for id in ["a", "b", "c"] {
            shelf.take_off(id);
        }
        assert_eq!((ids(&shelf).as_str(), shelf.open(), shelf.present()), ("", "", None));
        let mut shelf = super::Shelf::new(vec![Tab { kept: false, ..tab("visit", 0) }, tab("a", 1)], "visit");
        shelf.take_off("visit");
        assert_eq!(shelf.put_back(), None);
        // Another page wrote on in what was taken off here.
        shelf.take_off("a");
        shelf.take_in(Tab { link: "v1;;later".into(), ..tab("a", 1) });
        assert_eq!(shelf.put_back().as_deref(), Some("a"));
        assert_eq!(shelf.get("a").map(|tab| tab.link.as_str()), Some("v1;;later"));
    }

    #[test]
    fn another_identity_is_the_same_document() {
        let mut shelf = shelf("a b");
        shelf.reidentify("a", "x");
        shelf.reidentify("none", "y");
        assert_eq!((ids(&shelf).as_str(), shelf.open()), ("x b", "x"));
        assert_eq!(shelf.present().map(|tab| tab.link.as_str()), Some("v1;;a"));
    }

    #[test]
    fn documents_move_and_only_those_that_must_are_saved_again() {
        let mut shelf = shelf("a b c d");
        assert_eq!(shelf.shift("a", 1), ["a"]);
        assert_eq!(ids(&shelf), "b a c d");
        assert_eq!(shelf.shift("d", -9), ["d"]);
        assert_eq!(shelf.shift("d", -1), Vec::<String>::new());
        assert_eq!(shelf.shift("b", 9), ["b"]);
        assert_eq!(ids(&shelf), "d a c b");
        // Saved documents come back in that order.
        let again = |shelf: &Shelf| {
            let tabs = shelf.tabs().iter().rev().filter_map(|tab| Tab::read(&tab.id, &tab.stored())).collect();
            ids(&Shelf::new(tabs, "a"))
        };
        assert_eq!(again(&shelf), "d a c b");
        let mut equal = Shelf::new(["a", "b", "c"].map(|id| tab(id, 7)).to_vec(), "a");
        assert_eq!(equal.shift("a", 1).len(), 3);
        assert_eq!((ids(&equal).as_str(), again(&equal).as_str()), ("b a c", "b a c"));
    }

    #[test]
    fn no_two_tabs_look_the_same() {
        let mut shelf = shelf("a b c d");
        for id in ["a", "b", "c"] {
            shelf.get_mut(id).unwrap().title = "A".into();
        }
        assert_eq!(labels(&shelf), ["A", "A 2", "A 3", "D"]);
        shelf.rename("d", " A ");
        assert_eq!(labels(&shelf), ["A", "A 3", "A 4", "A 2"]);
        shelf.rename("d", "A 2");
        assert_eq!(shelf.get("d").unwrap().name, "A 2");
        shelf.rename("d", "");
        assert_eq!(labels(&shelf), ["A", "A 2", "A 3", "D"]);
        assert_eq!(shelf.free_name("A"), "A 2");
        assert_eq!(shelf.free_name("new"), "new");
    }

    #[test]
    fn what_another_page_saved_is_taken_in_and_the_open_document_stays() {
        let mut shelf = shelf("a b");
        shelf.take_in(Tab { title: "other".into(), ..tab("b", -1) });
        shelf.take_in(tab("x", 512));
        assert_eq!(ids(&shelf), "b a x");
        assert_eq!(shelf.get("b").unwrap().title, "other");
        shelf.forget("a");
        shelf.forget("b");
        assert_eq!(ids(&shelf), "a x");
    }
}
