//! The course: every lesson holds what it promises, all that stumbles is covered, and everything that can be asked "why?" of
//! is explained by one card.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use colex::learn::check::{VIEWS, check, check_together};
use colex::learn::course::{Course, MIXED};
use colex::learn::lesson::{Lesson, parse};
use colex::learn::place::Place;
use colex::learn::progress::Progress;
use colex::learn::{generators, misconception, why};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(project().join(path)).unwrap_or_else(|reason| panic!("{path}: {reason}"))
}

/// The text of every lesson, by the name of its file.
fn files() -> BTreeMap<String, String> {
    let folder = std::fs::read_dir(project().join("public/lessons")).expect("a folder");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let names = names.filter_map(|name| name.strip_suffix(".txt").map(str::to_owned)).filter(|name| name != "course");
    names.map(|name| (name.clone(), read(&format!("public/lessons/{name}.txt")))).collect()
}

fn lessons() -> Vec<Lesson> {
    files().values().flat_map(|text| parse(text).0).collect()
}

fn course() -> Course {
    Course::read(&read("public/lessons/course.txt"), &files().into_values().collect::<Vec<_>>().join("\n"))
}

/// Lists what is wrong with the lessons of a text, a line each.
fn complaints(name: &str, text: &str) -> Vec<String> {
    let (lessons, unread) = parse(text);
    let all = unread.into_iter().chain(lessons.iter().flat_map(check));
    all.map(|complaint| format!("{name}:{}: {}", complaint.line, complaint.said[0])).collect()
}

#[test]
fn every_lesson_holds_what_it_promises() {
    let mut wrong = Vec::new();
    for (name, text) in files() {
        wrong.extend(complaints(&name, &text));
        let names = parse(&text).0.into_iter().map(|lesson| lesson.name).collect::<Vec<_>>();
        assert_eq!(names, [name]);
    }
    wrong.extend(check_together(&lessons()).into_iter().map(|complaint| complaint.said[0].clone()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_course_has_every_lesson_and_every_stumbling_block() {
    let course = course();
    let mut in_course = course.lessons().map(|lesson| lesson.name.clone()).collect::<Vec<_>>();
    assert_eq!((course.modules.len(), in_course.len()), (6, 26));
    in_course.sort();
    assert_eq!(in_course, files().into_keys().collect::<Vec<_>>());
    let blocks = course.lessons().map(|lesson| lesson.block).filter(|block| *block > 0);
    let mut blocks = blocks.collect::<Vec<_>>();
    blocks.sort_unstable();
    assert_eq!(blocks, (1..=22).collect::<Vec<u8>>());
    // Lessons on which another builds come before it.
    let place = |name: &str| course.lessons().position(|lesson| lesson.name == name);
    for lesson in course.lessons() {
        for before in &lesson.after {
            assert!(place(before) < place(&lesson.name), "{} is after {before}", lesson.name);
        }
    }
    // Every card has an address, and is remembered.
    let mut progress = Progress::default();
    for lesson in course.lessons() {
        let place = Place::Card(lesson.name.clone(), 1);
        assert_eq!(Place::read(&place.to_string()), Some(place));
        progress.did(&lesson.name, lesson.cards.len());
    }
    assert_eq!(Progress::read(&progress.to_string()), progress);
    for module in 0..course.modules.len() {
        let mixed = course.mixed(module, 7);
        assert_eq!(mixed.len(), MIXED);
        assert!(mixed.iter().all(|drawn| generators::find(&drawn.name).is_some()));
    }
}

#[test]
fn every_exercise_belongs_to_a_lesson() {
    let course = course();
    for generator in generators::ALL {
        assert!(course.lesson(generator.lesson).is_some(), "{}: {}", generator.name, generator.lesson);
    }
    for one in misconception::ALL {
        assert!(course.lesson(one.lesson).is_some(), "{}: {}", one.id, one.lesson);
    }
    let mut blocks = generators::ALL.iter().map(|generator| generator.block).collect::<Vec<_>>();
    blocks.sort_unstable();
    blocks.dedup();
    let missing = (1..=22).filter(|block| !blocks.contains(block)).collect::<Vec<u8>>();
    assert!(missing.is_empty(), "no exercise for the stumbling blocks {missing:?}");
}

#[test]
fn everything_is_explained_by_one_card() {
    let words = read("public/examples/words.txt");
    let concepts =
        words.lines().filter_map(|line| line.strip_prefix("## ")).filter(|line| line.starts_with("concept "));
    let views = VIEWS.iter().map(|view| format!("view {view}"));
    let errors = why::ERRORS.iter().chain(why::TEXTS).map(|error| (*error).to_owned());
    let mut expected = concepts.map(str::to_owned).chain(views).chain(errors).collect::<Vec<_>>();
    expected.sort();
    let mut explained = lessons()
        .into_iter()
        .flat_map(|lesson| lesson.cards)
        .flat_map(|card| card.explains)
        .filter(|name| !name.is_empty())
        .collect::<Vec<_>>();
    explained.sort();
    let missing = expected.iter().filter(|name| !explained.contains(name)).collect::<Vec<_>>();
    let unknown = explained.iter().filter(|name| !expected.contains(name)).collect::<Vec<_>>();
    let twice = explained.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect::<Vec<_>>();
    assert!(
        missing.is_empty() && unknown.is_empty() && twice.is_empty(),
        "not explained: {missing:?}, unknown: {unknown:?}, explained twice: {twice:?}"
    );
}

#[test]
fn the_lesson_in_the_guide_is_one() {
    let guide = read("CONTRIBUTING.md");
    let begin = guide.find("## lesson tiny").expect("the lesson");
    let text = &guide[begin..];
    let text = &text[..text.find("```").expect("its end")];
    assert_eq!(complaints("tiny", text), Vec::<String>::new());
}
