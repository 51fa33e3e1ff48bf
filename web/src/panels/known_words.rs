//! Words that people know: concepts, each with a card of three lines, and what functions, views and commands answer to
//! besides their names.

use std::sync::LazyLock;

use crate::panels::sample::{Both, Sample, both};
use crate::session::{Asked, ask};

/// The words as they are written. A line begins with `## ` for what is found (`concept broadcast`, `view cost`, `action
/// share`, `function select`), `also: ` for what it answers to, divided by `;`. A concept has a `name: English | 中文`, two
/// lines of `en: ` and of `zh: ` (what it is, what to notice), and a sample to try.
const SOURCE: &str = include_str!("../../../public/examples/words.txt");

/// All of them in their order.
static WORDS: LazyLock<Vec<Known>> = LazyLock::new(|| parse(SOURCE));

/// Entry that is found by words.
#[derive(Debug, Default)]
pub struct Known {
    /// Its kind and its name.
    pub key: &'static str,
    /// Words that it answers to.
    pub also: Vec<&'static str>,
    /// Of a concept: what it is called.
    pub name: Both,
    /// Of a concept: what it is.
    pub what: Both,
    /// Of a concept: what to notice.
    pub notice: Both,
    /// Of a concept: what to try.
    pub sample: Sample,
}

fn parse(source: &'static str) -> Vec<Known> {
    let mut words = Vec::<Known>::new();
    for line in source.lines() {
        if let Some(key) = line.strip_prefix("## ") {
            words.push(Known { key, ..Known::default() });
        } else if let Some(known) = words.last_mut() {
            let line_of = |texts: (&mut Both, &mut Both), place: usize, text| {
                let [what, notice] = [texts.0, texts.1];
                let which = if what.get(place).is_some_and(|what| what.is_empty()) { what } else { notice };
                if let Some(line) = which.get_mut(place) {
                    *line = text;
                }
            };
            match line.split_once(": ") {
                Some(("also", also)) => known.also = also.split(';').map(str::trim).collect(),
                Some(("name", name)) => known.name = both(name),
                Some(("en", text)) => line_of((&mut known.what, &mut known.notice), 0, text),
                Some(("zh", text)) => line_of((&mut known.what, &mut known.notice), 1, text),
                _ => known.sample.read(line),
            }
        }
    }
    words
}

/// The concepts in their order.
pub fn concepts() -> impl Iterator<Item = &'static Known> {
    WORDS.iter().filter(|known| !known.sample.text.is_empty())
}

/// The concept with that key.
pub fn concept(key: &str) -> Option<&'static Known> {
    concepts().find(|known| known.key == key)
}

/// Operations of these families are all of one concept.
const FAMILIES: [&str; 5] = [" divide", " product", " inverse", " tiled copy", " tiled mma"];

/// The concept that a function is about, where one is called so, or its family is.
pub fn concept_of_function(name: &str) -> Option<&'static Known> {
    let name = name.replace('_', " ");
    let called = |wanted: &str| concepts().find(|known| known.key.strip_prefix("concept ") == Some(wanted));
    let family = || FAMILIES.into_iter().find(|family| name.ends_with(family));
    called(&name).or_else(|| called(family()?.trim_start()))
}

/// The examples that a document may name end below this number; from it on it names what a concept has to try.
const FROM: usize = 10_000;

/// The number by which a document names what a concept has to try.
pub fn number_of(known: &Known) -> Option<usize> {
    concepts().position(|other| other.key == known.key).map(|place| FROM + place)
}

/// The concept that a document shows while its text stands as it was, where it names one.
pub fn concept_of(named: Option<usize>, text: &str) -> Option<&'static Known> {
    let place = named?.checked_sub(FROM)?;
    let is_it = |known: &&Known| known.sample.text == text;
    // Another version of the page may have them in another order.
    concepts().nth(place).filter(is_it).or_else(|| concepts().find(is_it))
}

/// Returns the other words that a function, a view, a set of views or a command answers to besides its names.
pub fn also(key: &str) -> &'static [&'static str] {
    WORDS.iter().find(|known| known.key == key).map_or(&[], |known| &known.also)
}

/// Opens the card of a concept.
pub fn open_card(asked: Asked, key: &'static str) {
    asked.function.set(Some(key));
    ask(asked.reference);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::panels::commands;
    use colex::evaluate;
    use colex::facts::facts;
    use colex::look;
    use colex::notebook::Settings;
    use colex::operations::{CATALOGUE, find};
    use colex::operations::{explained, promises, threads};
    use colex::words::{self, Tongue};
    use colex_document::arrangement::{ViewId, ViewSet};

    #[test]
    fn every_concept_has_a_card_in_both_languages_and_something_to_try() {
        assert!(concepts().count() >= 60, "{}", concepts().count());
        for known in concepts() {
            let key = known.key;
            assert!(key.starts_with("concept "), "{key}");
            for [english, chinese] in [known.name, known.what, known.notice] {
                assert!(!english.is_empty() && !chinese.is_empty(), "{key}");
                assert!(!english.ends_with('.') && !chinese.ends_with('。'), "{key}");
                assert!(english.len() <= 150, "{key}: {english}");
            }
            let evaluation = evaluate(&known.sample.text, Settings { compile_time: true, ..Settings::default() });
            // A refusal is shown where that is the subject, and nowhere else.
            let refused = usize::from(key == "concept why refused");
            assert_eq!(evaluation.diagnostics().len(), refused, "{key}: {:?}", evaluation.diagnostics());
            let shown = look::look(&evaluation, &known.sample.view).expect(key);
            let point = known.sample.view.point.as_deref().expect(key);
            let point =
                look::read_point(&shown.layout, point, &CATALOGUE).unwrap_or_else(|error| panic!("{key}: {error:?}"));
            assert!(point.inside, "{key}");
        }
    }

    #[test]
    fn every_word_on_the_page_has_a_card() {
        let has_card = |key: &str| assert!(concept(key).is_some(), "{key}");
        let layouts = [
            "8:2",
            "(3,(2,3)):(3,(12,1))",
            "4:-1",
            "(4,3):(1,0)",
            "Sw<1,0,1> o _0 o (_2,_2):(_1,_4)",
            "make_identity_layout((4,8))",
        ];
        for text in layouts {
            let evaluation = evaluate(text, Settings::default());
            let layout = evaluation.value(0).and_then(|value| value.as_any_layout()).expect(text);
            let facts = facts(&layout, "A", Tongue::English);
            assert!(facts.len() >= 4, "{text}");
            facts.iter().for_each(|fact| has_card(fact.concept));
        }
        let laws = explained().flat_map(|(_, help)| promises(help.example));
        let laws = laws.map(words::concept).collect::<BTreeSet<_>>();
        assert!(laws.len() > 10, "{laws:?}");
        laws.into_iter().for_each(has_card);
    }

    #[test]
    fn words_are_those_of_what_there_is() {
        let mut keys = BTreeSet::new();
        for known in WORDS.iter() {
            assert!(keys.insert(known.key), "{} twice", known.key);
            let (kind, name) = known.key.split_once(' ').expect(known.key);
            let is_there = match kind {
                "concept" => !known.sample.text.is_empty(),
                "view" => ViewId::ALL.iter().any(|view| view.word() == name),
                "set" => ViewSet::of_word(name).is_some(),
                "action" => commands::ALL.iter().any(|command| command.id == name),
                "function" => find(name).is_some_and(|function| function.name == name),
                _ => false,
            };
            assert!(is_there, "{}", known.key);
            let sample = &known.sample;
            let asks = sample.seen_in == Some(ViewId::Threads) || sample.view.data.is_some() || sample.held.vector > 0;
            if asks {
                let evaluation = evaluate(&sample.text, Settings { compile_time: true, ..Settings::default() });
                let map = threads(&evaluation, sample.view.statement.unwrap_or(0), &sample.view, sample.held);
                assert!(matches!(map, Some(Ok(_))), "{}: nothing says that it is of threads and values", known.key);
            }
            assert!(known.also.iter().all(|also| !also.is_empty()) && !known.also.is_empty(), "{}", known.key);
        }
    }
}
