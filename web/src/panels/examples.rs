//! The examples: a text file of layouts, each with one sentence on what to notice.

use std::sync::LazyLock;

use colex_document::find::{Entry, Index};

use crate::panels::sample::{Both, Sample, both};
use crate::session::Draft;

/// The examples as they are written. A line begins with `# ` for a group, `## ` for an example, `en: ` and `zh: ` for
/// its sentence; every other line is one of its sample. Titles are `English | 中文`.
const SOURCE: &str = include_str!("../../../public/examples/gallery.txt");

/// The examples in their order.
pub static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(|| parse(SOURCE));

/// The examples, ready to be searched.
static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(EXAMPLES.iter().map(Example::entry)));

/// The examples that a search means, in their order; where there is none, those that come near.
pub fn found(search: &str) -> Vec<usize> {
    let found = INDEX.find(search);
    let is_near = found.iter().all(|found| found.is_near);
    let mut places = found.iter().filter(|found| found.is_near == is_near).map(|found| found.place).collect::<Vec<_>>();
    places.sort_unstable();
    places
}

/// One example.
#[derive(Debug, Clone, Default)]
pub struct Example {
    /// The group in which it stands.
    pub group: Both,
    /// Title of the example.
    pub title: Both,
    /// Things to notice in it.
    pub notice: Both,
    /// Its notebook.
    pub sample: Sample,
}

impl Example {
    /// Returns the words by which a search may find it, in either language.
    pub fn entry(&self) -> Entry<'_> {
        let [title, title_in_chinese] = self.title;
        let also = [&[title_in_chinese], self.group.as_slice()].concat();
        let told = [self.notice.as_slice(), &[self.sample.text.as_str()]].concat();
        Entry { label: title, also, told, recent: None }
    }
}

fn parse(source: &'static str) -> Vec<Example> {
    let mut examples = Vec::<Example>::new();
    let mut group = Both::default();
    for line in source.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            group = both(title);
        } else if let Some(title) = line.strip_prefix("## ") {
            examples.push(Example { group, title: both(title), ..Example::default() });
        } else if let Some(example) = examples.last_mut() {
            match line.split_once(": ") {
                Some(("en", sentence)) => example.notice[0] = sentence,
                Some(("zh", sentence)) => example.notice[1] = sentence,
                _ => example.sample.read(line),
            }
        }
    }
    examples
}

/// Opens an example, and says what to notice in it.
pub fn choose(draft: Draft, index: usize) {
    if let Some(example) = EXAMPLES.get(index) {
        draft.visit(example.sample.document(Some(index)));
    }
}

/// The example that a document is while its text stands as it was: the one that it names, or, where it names that of
/// another version of this list, the one with its text.
pub fn example_of(named: Option<usize>, text: &str) -> Option<usize> {
    let is_it = |index: usize| EXAMPLES.get(index).is_some_and(|example| example.sample.text == text);
    Some(named?).filter(|named| is_it(*named)).or_else(|| (0..EXAMPLES.len()).find(|index| is_it(*index)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::cost::{Group, Machine, Survey};
    use colex::evaluate;
    use colex::look;
    use colex::look::element_bits;
    use colex::notebook::token::{TokenKind, tokens};
    use colex::notebook::{Settings, Value};
    use colex::operations::{CATALOGUE, find};
    use colex::operations::{explained, threads};
    use colex_document::link;

    #[test]
    fn every_example_has_both_languages_and_shows_a_layout_at_its_point() {
        assert!(EXAMPLES.len() >= 60, "{}", EXAMPLES.len());
        for (index, example) in EXAMPLES.iter().enumerate() {
            let name = example.title[0];
            assert_eq!(example_of(Some(index), &example.sample.text), Some(index), "{name}");
            assert_eq!(example_of(None, &example.sample.text), None, "{name}");
            for [english, chinese] in [example.group, example.title, example.notice] {
                assert!(!english.is_empty() && !chinese.is_empty() && !english.ends_with('.'), "{name}");
            }
            let evaluation = evaluate(&example.sample.text, Settings { compile_time: true, ..Settings::default() });
            assert!(evaluation.diagnostics().is_empty(), "{name}: {:?}", evaluation.diagnostics());
            let document = example.sample.document(Some(index));
            assert_eq!(link::encode(&document).and_then(|link| link::decode(&link)), Ok(document), "{name}");
            // An atom has a picture of its own.
            let looked_at = example.sample.view.statement.and_then(|at| evaluation.value(at));
            if matches!(looked_at, Some(Value::Made(_))) {
                assert!(example.sample.view.point.is_none(), "{name}");
                continue;
            }
            let shown = look::look(&evaluation, &example.sample.view).expect(name);
            let chosen = example.sample.view.statement.unwrap_or(shown.statement);
            assert_eq!(shown.statement, chosen, "{name}");
            let point = example.sample.view.point.as_deref().expect(name);
            let point =
                look::read_point(&shown.layout, point, &CATALOGUE).unwrap_or_else(|error| panic!("{name}: {error:?}"));
            assert!(point.inside, "{name}");
            assert!(shown.layout.at(&example.sample.view.mode).is_ok(), "{name}");
            // Questions about threads are asked of what is read as theirs.
            let asks = example.sample.view.data.is_some() || example.sample.held.vector > 0;
            let map = threads(&evaluation, shown.statement, &example.sample.view, example.sample.held);
            assert!(!asks || matches!(map, Some(Ok(_))), "{name}");
            if let Some(set) = &example.sample.view.coordinates {
                assert!(look::read_coordinate_set(&shown.layout, set, &CATALOGUE).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn every_operation_has_three_examples() {
        let mut lacking = Vec::new();
        for (function, _) in explained() {
            let calls = |example: &&Example| {
                let text = &example.sample.text;
                let names = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Name);
                let mut called = names.filter_map(|token| find(token.span.of(text)));
                called.any(|called| called.name == function.name)
            };
            let count = EXAMPLES.iter().filter(calls).count();
            if count < 3 {
                lacking.push(format!("{}: {count}", function.name));
            }
        }
        assert!(lacking.is_empty(), "{lacking:?}");
    }

    #[test]
    fn what_the_comments_of_an_example_promise_comes_out() {
        let mut compared = 0;
        for example in EXAMPLES.iter() {
            let evaluation = evaluate(&example.sample.text, Settings { compile_time: true, ..Settings::default() });
            for (line, statement) in example.sample.text.lines().zip(0..) {
                let Some((_, promised)) = line.split_once("// ") else { continue };
                let value = evaluation.value(statement).expect(line).to_string();
                let value = if promised.contains('_') { value } else { value.replace('_', "") };
                assert_eq!(value, promised.trim(), "{line}");
                compared += 1;
            }
        }
        assert!(compared >= 20, "{compared}");
    }

    /// Returns the turns that the worst request of a statement takes in shared memory, the sectors that a request of
    /// global memory moves, those that would hold what it reads, and the values of an access.
    fn cost(example: &Example, statement: usize) -> (u64, u64, u64, u64) {
        let evaluation = evaluate(&example.sample.text, Settings { compile_time: true, ..Settings::default() });
        let found =
            threads(&evaluation, statement, &example.sample.view, example.sample.held).expect("a map").expect("a map");
        let group = Group::of_map(&found.map, &found.data.expect("data"));
        let (bytes, machine) =
            (u64::from(element_bits(&evaluation, Some(statement), example.sample.held) / 8), Machine::default());
        let wanted = Some(u64::from(example.sample.held.vector)).filter(|wanted| *wanted > 0);
        let survey = Survey::new(group, bytes, wanted, &machine).expect("a survey");
        let found = colex::work::finish(survey, 1 << 20).expect("an end");
        (found.shared.worst, found.global.sectors, found.global.fewest_sectors, found.vector.elements())
    }

    #[test]
    fn what_examples_say_of_costs_is_so() {
        let example =
            |title: &str| EXAMPLES.iter().find(|example| example.title[0].starts_with(title)).expect("an example");
        // All three are compared by accesses of one element.
        let tile = example("A tile in shared memory");
        let costs = (0..3).map(|statement| cost(tile, statement)).map(|(worst, _, _, vector)| (worst, vector));
        assert_eq!(costs.collect::<Vec<_>>(), [(32, 1), (1, 1), (1, 1)]);
        let row = example("A row for a warp");
        let (_, sectors, fewest, vector) = cost(row, 2);
        assert_eq!((sectors, vector), (fewest, 4));
    }

    #[test]
    fn a_search_finds_words_in_any_order_and_language() {
        let found = |search: &str| super::found(search).len();
        assert_eq!(found(""), EXAMPLES.len());
        assert!(found("row-major layoutright") > 0);
        assert!(found("行主序") > 0);
        assert_eq!(found("xyzzy"), 0);
        assert!(found("swizzel") > 0);
    }
}
