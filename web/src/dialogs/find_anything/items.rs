//! Entries that can be found, and the words that find them: a table of commands, views, concepts, functions, examples
//! and documents.

use colex::operations::explained;
use colex::words::Tongue;
use colex_document::arrangement::{ViewId, ViewSet};
use colex_document::find::{Entry, Index};

use crate::panels::commands;
use crate::panels::examples::EXAMPLES;
use crate::panels::functions::signature;
use crate::panels::known_words::{also, concepts};
use crate::panels::sample::Both;
use crate::panels::sets::set_words;
use crate::session::Session;

/// Target of an entry.
#[derive(Clone)]
pub enum Target {
    /// The page of a function.
    Function(&'static str),
    /// The card of a concept.
    Concept(&'static str),
    /// A view, which is unfolded.
    View(ViewId),
    /// A set of views.
    Set(ViewSet),
    /// An example.
    Example(usize),
    /// A document of the shelf.
    Document(String),
    /// The first card of a lesson.
    Lesson(&'static str),
    /// Action of a command.
    Action(fn(Session)),
}

/// An entry as it can be found.
#[derive(Clone)]
pub struct Item {
    /// Key under which it is kept as chosen recently.
    pub key: String,
    /// Kind of thing that it is, in both languages.
    pub kind: (&'static str, &'static str),
    /// Name of the entry.
    pub label: String,
    /// Other words that it answers to.
    pub also: Vec<String>,
    /// Sentences that are told of it.
    pub told: Vec<String>,
    /// Text behind the label: a signature, a key, what it is.
    pub hint: String,
    /// Where it leads.
    pub target: Target,
}

/// The names in the other language, and the words that are known for it.
fn names(tongue: Tongue, [english, chinese]: Both, key: &str) -> Vec<String> {
    let other = tongue.pick(chinese, english);
    std::iter::once(other).chain(also(key).iter().copied()).map(str::to_string).collect()
}

/// Everything that is there in every document, in the order in which an empty search lists it.
pub fn items(tongue: Tongue, heading: impl Fn(ViewId) -> (&'static str, &'static str)) -> Vec<Item> {
    let pick = |[english, chinese]: Both| tongue.pick(english, chinese).to_string();
    let actions = commands::ALL.into_iter().map(|command| {
        let key = format!("action {}", command.id);
        Item {
            kind: ("Action", "操作"),
            label: pick(command.words),
            also: names(tongue, command.words, &key),
            told: command.told.map(str::to_string).to_vec(),
            hint: command.keys.to_string(),
            target: Target::Action(command.act),
            key,
        }
    });
    let views = ViewId::ALL.into_iter().map(|view| {
        let key = format!("view {}", view.word());
        let (english, chinese) = heading(view);
        Item {
            kind: ("View", "视图"),
            label: pick([english, chinese]),
            also: names(tongue, [english, chinese], &key),
            told: Vec::new(),
            hint: String::new(),
            target: Target::View(view),
            key,
        }
    });
    let sets = ViewSet::ALL.into_iter().map(|set| {
        let key = format!("set {}", set.word());
        let [english, chinese] = set_words(set);
        Item {
            kind: ("Set of views", "视图组合"),
            label: tongue.pick(format!("Views: {english}"), format!("视图：{chinese}")),
            also: names(tongue, [english, chinese], &key),
            told: vec!["layout of the page".to_string()],
            hint: String::new(),
            target: Target::Set(set),
            key,
        }
    });
    let cards = concepts().map(|known| Item {
        key: known.key.to_string(),
        kind: ("Concept", "概念"),
        label: pick(known.name),
        also: names(tongue, known.name, known.key),
        told: known
            .what
            .iter()
            .chain(&known.notice)
            .copied()
            .chain([known.sample.text.as_str()])
            .map(str::to_string)
            .collect(),
        hint: pick(known.what),
        target: Target::Concept(known.key),
    });
    let functions = explained().map(|(function, help)| {
        let key = format!("function {}", function.name);
        let names = function.aliases.iter().chain(also(&key)).map(ToString::to_string);
        Item {
            kind: ("Function", "函数"),
            label: function.name.to_string(),
            also: names.collect(),
            told: help.line.iter().chain(function.parameters).map(ToString::to_string).collect(),
            hint: signature(function),
            target: Target::Function(function.name),
            key,
        }
    });
    let examples = EXAMPLES.iter().enumerate().map(|(index, example)| {
        let [english, chinese] = example.title;
        let text = &example.sample.text;
        let told = example.group.into_iter().chain(example.notice).chain([text.as_str()]).map(str::to_string);
        Item {
            key: format!("example {english}"),
            kind: ("Example", "示例"),
            label: pick(example.title),
            also: vec![tongue.pick(chinese, english).to_string()],
            told: told.collect(),
            hint: example.sample.first_line().to_string(),
            target: Target::Example(index),
        }
    });
    let lessons = LESSONS.lines().filter_map(|line| {
        let [name, english, chinese] = <[&str; 3]>::try_from(line.split(" | ").collect::<Vec<_>>()).ok()?;
        Some(Item {
            key: format!("lesson {name}"),
            kind: ("Lesson", "课程"),
            label: tongue.pick(format!("Lesson: {english}"), format!("课程：{chinese}")),
            // The meaning of a word comes before the lesson that teaches it.
            also: Vec::new(),
            told: vec![tongue.pick(chinese, english).to_string(), name.to_string()],
            hint: String::new(),
            target: Target::Lesson(name),
        })
    });
    actions.chain(views).chain(sets).chain(functions).chain(cards).chain(examples).chain(lessons).collect()
}

/// The lessons by name, with their titles in both languages. Their texts come with their part.
const LESSONS: &str = include_str!(concat!(env!("OUT_DIR"), "/titles.txt"));

/// The items made ready for searches, with those that were chosen recently.
pub fn index(items: &[Item], recent: &[String]) -> Index {
    Index::new(items.iter().map(|item| Entry {
        label: &item.label,
        also: item.also.iter().map(String::as_str).collect(),
        told: item.told.iter().map(String::as_str).collect(),
        recent: recent.iter().position(|key| *key == item.key).map(|place| place + 1),
    }))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Searches, and what has to be among the first three: the beginning of its key.
    const SEARCHES: &str = include_str!("searches.txt");

    #[test]
    fn what_is_searched_for_is_among_the_first_three_in_both_languages() {
        let mut missed = Vec::new();
        let mut count = 0;
        for tongue in [Tongue::English, Tongue::Chinese] {
            let items = items(tongue, crate::views::heading);
            let index = index(&items, &[]);
            for line in SEARCHES.lines().filter(|line| !line.is_empty()) {
                let (search, wanted) = line.split_once(" -> ").expect(line);
                let found = index.find(search);
                let first = found.iter().take(3).filter_map(|found| Some(items.get(found.place)?.key.as_str()));
                let first = first.collect::<Vec<_>>();
                for wanted in wanted.split(';').map(str::trim) {
                    if !first.iter().any(|key| key.to_lowercase().starts_with(&wanted.to_lowercase())) {
                        missed.push(format!("{search} -> {wanted}: {first:?}"));
                    }
                }
                count += 1;
            }
        }
        assert!(missed.is_empty(), "{}", missed.join("\n"));
        assert!(count >= 2 * 250, "{count}");
    }

    #[test]
    fn what_a_word_means_stands_before_what_it_does() {
        for tongue in [Tongue::English, Tongue::Chinese] {
            let items = items(tongue, crate::views::heading);
            let index = index(&items, &[]);
            let place_of = |search: &str, key: &str| {
                index.find(search).iter().position(|found| items.get(found.place).is_some_and(|item| item.key == key))
            };
            for (search, concept, most) in [
                ("static", "concept static", 1),
                ("静态", "concept static", 1),
                ("1@0", "concept coordinate tensor", 1),
                ("how to choose swizzle", "concept choose swizzle", 0),
                ("tiled copy", "concept tiled copy", 0),
                ("make_tiled_copy", "concept tiled copy", 1),
            ] {
                assert!(place_of(search, concept).is_some_and(|place| place <= most), "{search}");
            }
        }
    }

    #[test]
    fn what_is_there_is_among_the_first_three_by_its_own_name() {
        for tongue in [Tongue::English, Tongue::Chinese] {
            let items = items(tongue, crate::views::heading);
            let index = index(&items, &[]);
            let keys = items.iter().map(|item| &item.key).collect::<BTreeSet<_>>();
            assert_eq!(keys.len(), items.len());
            for item in &items {
                let found = index.find(&item.label);
                let first = found.iter().take(3).filter_map(|found| items.get(found.place));
                let first = first.map(|item| item.key.as_str()).collect::<Vec<_>>();
                assert!(first.contains(&item.key.as_str()), "{} in {first:?}", item.key);
            }
        }
    }

    #[test]
    fn what_is_no_word_finds_nothing() {
        let items = items(Tongue::English, crate::views::heading);
        let index = index(&items, &[]);
        for search in ["xyzzy", "qqqq", "龘"] {
            assert_eq!(index.find(search), [], "{search}");
        }
        for (search, is_near) in [("brodcast", true), ("swizzle", false), ("complement of zzyzx", true)] {
            assert!(index.find(search).first().is_some_and(|found| found.is_near == is_near), "{search}");
        }
    }
}
