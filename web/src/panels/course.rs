//! The course as the page has it: its lessons, the exercises of a place, and the documents that both are.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use colex::learn::class::sheet::Sheet;
use colex::learn::course::{Course, SEEDS};
use colex::learn::exercise::{Exercise, Generator};
use colex::learn::generators;
use colex::learn::lesson::{Card, Kind, Lesson};
use colex::learn::place::{Drawn, Place};
use colex::operations::is_there;
use colex_document::arrangement::{Arrangement, ViewId};
use colex_document::{Colour, Document, Options, View};
use leptos::prelude::*;

use super::classroom;
use crate::browser;
use crate::session::Draft;

/// The order of the course, and its lessons.
pub static COURSE: LazyLock<Course> = LazyLock::new(|| {
    let lessons = include_str!(concat!(env!("OUT_DIR"), "/lessons.txt"));
    Course::read(include_str!("../../../public/lessons/course.txt"), lessons)
});

/// Where views stand beside a card: the words on the left, the pictures on the right.
const LEFT: [ViewId; 8] = [
    ViewId::Notebook,
    ViewId::Facts,
    ViewId::Modes,
    ViewId::Worked,
    ViewId::Steps,
    ViewId::Laws,
    ViewId::WayBack,
    ViewId::Lens,
];

/// A card of the course with its lesson; `None` where there is none.
pub fn card(name: &str, number: usize) -> Option<(&'static Lesson, &'static Card)> {
    let lesson = COURSE.lesson(name)?;
    Some((lesson, lesson.cards.get(number.checked_sub(1)?)?))
}

/// The exercise of a place, and what draws it; `None` of a card, where there is none, and before the algebra is there, with
/// which exercises are drawn.
pub fn exercise(place: &Place) -> Option<(&'static Generator, Drawn, Exercise)> {
    if !is_there() {
        return None;
    }
    let drawn = match place {
        Place::Exercise(drawn) | Place::Practice(drawn) => drawn.clone(),
        Place::Ending(name, at, seed) => {
            let practice = &COURSE.lesson(name)?.practice;
            let kind = practice.get(*at)?;
            // An exercise that comes a second time comes with other numbers.
            let again = practice.iter().take(*at).filter(|other| *other == kind).count() as u64;
            Drawn { name: kind.0.clone(), level: kind.1, seed: seed.wrapping_add(again) % SEEDS }
        }
        Place::Mixed(module, seed, at) => COURSE.mixed(*module, *seed).into_iter().nth(*at)?,
        Place::Sheet(at, word) => {
            let sheet = Sheet::read(word)?;
            let name = untrack(|| classroom::student(&sheet))?;
            sheet.drawn(at.checked_sub(1)?, &name)?
        }
        Place::Card(..) | Place::Why(_) => return None,
    };
    let generator = generators::find(&drawn.name)?;
    let exercise = generator.exercise(drawn.level, drawn.seed)?;
    Some((generator, drawn, exercise))
}

/// A place that there is: itself, or where it is a question, the card that explains it.
pub fn answered(place: Place) -> Option<Place> {
    match &place {
        Place::Why(name) => {
            let (lesson, number) = COURSE.explaining(name)?;
            Some(Place::Card(lesson.name.clone(), number))
        }
        Place::Card(name, number) => card(name, *number).is_some().then_some(place),
        Place::Sheet(at, word) => {
            let sheet = Sheet::read(word)?;
            let is_begun = classroom::student(&sheet).is_some();
            let at = if is_begun { (*at).min(sheet.items.len() + 1) } else { 0 };
            Some(Place::Sheet(at, word.clone()))
        }
        other => exercise(other).is_some().then_some(place),
    }
}

/// The views with these names.
pub fn views_of(names: &[String]) -> Vec<ViewId> {
    names.iter().filter_map(|name| ViewId::ALL.into_iter().find(|view| view.word() == name)).collect()
}

/// Returns the arrangement of the views beside a card, all others folded.
pub fn arrangement_of(open: &[ViewId], is_narrow: bool) -> Option<Arrangement> {
    let letters = |is_left: bool| {
        let views = ViewId::ALL.into_iter().filter(|view| LEFT.contains(view) == is_left);
        let spelled = views.map(|view| {
            let letter = view.letter();
            if open.contains(&view) { letter } else { letter.to_ascii_uppercase() }
        });
        spelled.collect::<String>()
    };
    let has = |is_left: bool| open.iter().any(|view| LEFT.contains(view) == is_left);
    let (left, right) = (letters(true), letters(false));
    // On a phone the words of the card are below, and a swipe to each picture would be one too many.
    Arrangement::read(&match (has(true), has(false)) {
        (true, true) if !is_narrow => format!("47{left}/53{right}"),
        _ => format!("96{left}{right}"),
    })
}

/// Reports whether a card's views hold the answer, so that they are closed until it is given.
pub fn is_closed(card: &Card) -> bool {
    card.kind == Kind::Predict
}

/// Returns the colouring of the grid of a card.
fn colour_of(card: &Card) -> Colour {
    match card.colour.as_deref() {
        Some("mode") => Colour::Mode,
        Some("tile") => Colour::Tile,
        Some("thread") => Colour::Thread,
        Some("bank") => Colour::Bank,
        Some("none") => Colour::None,
        _ => Colour::Index,
    }
}

/// The document of a place, for a narrow window or a wide one; `None` where there is nothing.
pub fn document_of(place: &Place, is_narrow: bool) -> Option<Document> {
    let (mut underscores, mut colour) = (false, Colour::default());
    let (text, view, open) = match place {
        Place::Card(name, number) => {
            let (_, card) = card(name, *number)?;
            underscores = card.underscores;
            colour = colour_of(card);
            let open = if is_closed(card) { vec![ViewId::Notebook] } else { views_of(&card.views) };
            (card.notebook.clone(), card.view.clone(), open)
        }
        Place::Sheet(at, word) if *at == 0 || *at > Sheet::read(word)?.items.len() => {
            let title = Sheet::read(word)?.title;
            (format!("// {title}").trim_end().to_owned(), View::default(), vec![ViewId::Notebook])
        }
        // Given content is drawn once the algebra is there.
        _ if !is_there() => (String::new(), View::default(), vec![ViewId::Notebook]),
        _ => {
            let given = exercise(place)?.2.given;
            // Where a table is all that is given, the notebook has a line to begin behind.
            let text = if given.is_empty() { "// A = …".to_owned() } else { given };
            (text, View::default(), vec![ViewId::Notebook])
        }
    };
    let document = Document::of_text(text);
    let arrangement = arrangement_of(&open, is_narrow);
    let options = Options { arrangement, underscores, colour, ..document.options };
    Some(Document { view: View { learn: Some(place.to_string()), ..view }, options, ..document })
}

/// Goes to a place of the course; what is shown of the address and how it is presented stays.
pub fn go(draft: Draft, place: &Place) {
    if let Some(document) = document_of(place, browser::is_narrow()) {
        if draft.options.with_untracked(|options| options.embed) {
            draft.show_instead(document);
        } else {
            draft.visit(document);
        }
    }
}

/// The address of a place: its name alone, so that it is short and what is there is read from the lesson.
pub fn address_of(draft: Draft, place: &Place) -> Option<String> {
    let document = Document::of_text("");
    let view = View { learn: Some(place.to_string()), ..View::default() };
    let link = draft.fragment_of(&Document { view, ..document })?;
    Some(format!("{}#{link}", browser::base_address()))
}

/// A seed that nobody chose.
pub fn any_seed() -> u64 {
    let text = browser::unlike_any_other();
    text.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte))) % SEEDS
}

/// The seeds of the exercises at the ends of lessons since the page was opened.
static ENDINGS: LazyLock<Mutex<HashMap<String, u64>>> = LazyLock::new(Mutex::default);

/// The seed of the exercises at the end of a lesson, drawn once: whoever reads a card again finds the same ones.
pub fn seed_of(lesson: &str) -> u64 {
    let Ok(mut endings) = ENDINGS.lock() else { return any_seed() };
    *endings.entry(lesson.to_owned()).or_insert_with(any_seed)
}

/// Keeps the seed of the exercises at the end of a lesson that are shown.
pub fn keep_seed(lesson: &str, seed: u64) {
    if let Ok(mut endings) = ENDINGS.lock() {
        endings.insert(lesson.to_owned(), seed);
    }
}

/// A text with what stands between backticks as code.
pub fn with_code(text: &str) -> AnyView {
    let pieces = text.split('`').enumerate().map(|(place, piece)| match place % 2 {
        0 => view! { {piece.to_owned()} }.into_any(),
        _ => view! { <code>{piece.to_owned()}</code> }.into_any(),
    });
    pieces.collect_view().into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_a_document_with_its_views_open() {
        assert!(COURSE.lessons().count() > 0);
        for lesson in COURSE.lessons() {
            for (number, card) in (1..).zip(&lesson.cards) {
                let place = Place::Card(lesson.name.clone(), number);
                let document = document_of(&place, false).expect("a document");
                assert_eq!(document.view.learn.as_deref().and_then(Place::read), Some(place));
                assert_eq!(views_of(&card.views).len(), card.views.len(), "{} {number}", lesson.name);
                let arrangement = document.options.arrangement.expect("an arrangement");
                for view in ViewId::ALL {
                    let is_open = !is_closed(card) && card.views.iter().any(|name| name == view.word());
                    assert_eq!(!arrangement.is_folded(view), is_open || is_closed(card) && view == ViewId::Notebook);
                }
            }
        }
    }

    #[test]
    fn core_knows_every_view_by_its_name() {
        let names = ViewId::ALL.map(ViewId::word);
        let (mut known, mut names) = (colex::learn::check::VIEWS.to_vec(), names.to_vec());
        known.sort_unstable();
        names.sort_unstable();
        assert_eq!(known, names);
    }

    #[test]
    fn what_is_not_there_has_no_document() {
        for text in [
            "s,1,nothing.1;1;s",
            "m,0,1,99",
            "nothing,1",
            "cosize,99",
            "x,nothing,1,1",
            "x,index-of-coordinate,4,1",
            "e,cosize,9,1",
        ] {
            assert_eq!(Place::read(text).and_then(|place| document_of(&place, true)), None, "{text}");
        }
    }
}
