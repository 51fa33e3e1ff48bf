//! Lessons as text: what a card shows, what is to be done with it, and when it is done.
//!
//! ```text
//! ## lesson cosize
//! title: Size and cosize | size 与 cosize
//! goal: Tell how many slots of memory a layout needs | 能说出布局需要多少内存位置
//! block: 1
//! after: table
//! practice: index-of-coordinate 1; coordinate-of-number 2
//!
//! ### do
//! en: Change one stride until the last slot is 14.
//! zh: 改一个步长，使最后一个位置为 14。
//! A = (4,2):(1,8)
//! views: notebook grid memory
//! point: 7
//! until: cosize(A) == 15
//! solution: A = (4,2):(1,11)
//! explains: concept cosize; view memory
//! ```
//!
//! A line that is no `key: value` belongs to the card's notebook.

use super::{Both, both};
use crate::look::View;

/// Number of views that a card may open.
pub const VIEWS_LIMIT: usize = 4;

/// Names of properties that may colour the grid of a card.
pub const COLOURS: [&str; 6] = ["index", "mode", "tile", "thread", "bank", "none"];

/// The keys of a lesson and of a card; anything else is notebook text.
const KEYS: [&str; 30] = [
    "title",
    "goal",
    "block",
    "after",
    "practice",
    "en",
    "zh",
    "views",
    "look",
    "read",
    "point",
    "index",
    "thread",
    "mode",
    "step",
    "until",
    "solution",
    "solution point",
    "solution index",
    "solution thread",
    "ask",
    "wrong",
    "right",
    "table",
    "claim",
    "explains",
    "next",
    "underscores",
    "colour",
    "run",
];

/// Task that a card sets its reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// To look: something is pointed at until a condition holds.
    See,
    /// To say a value before it is shown.
    Predict,
    /// To change the notebook until conditions hold.
    Do,
    /// To find what is wrong: a cell of a table, or a claim.
    Find,
    /// To choose the reason.
    Explain,
    /// To know the law, and where to go on.
    Recap,
}

impl Kind {
    /// Every kind with its word in lesson files.
    pub const ALL: [(Kind, &'static str); 6] = [
        (Kind::See, "see"),
        (Kind::Predict, "predict"),
        (Kind::Do, "do"),
        (Kind::Find, "find"),
        (Kind::Explain, "explain"),
        (Kind::Recap, "recap"),
    ];
}

/// One of the choices of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Text of the choice.
    pub text: Both,
    /// Why it is wrong; `None` of the right one.
    pub why: Option<Both>,
}

/// An answer that people give to what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistaken {
    /// The answer.
    pub answer: String,
    /// Comment on it.
    pub why: Both,
}

/// Deed that brings a card to where its task is done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deed {
    /// The notebook; `None` leaves it as it is.
    pub text: Option<String>,
    /// View that is looked at.
    pub view: View,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// In which line of the file it begins, from 1.
    pub line: usize,
    /// Kind of task that it sets.
    pub kind: Kind,
    /// Its words.
    pub text: Both,
    /// Its notebook.
    pub notebook: String,
    /// The views that it opens, by their names.
    pub views: Vec<String>,
    /// View that is looked at.
    pub view: View,
    /// Conditions that have to hold.
    pub until: Vec<String>,
    /// Deed that makes them hold.
    pub solution: Option<Deed>,
    /// Question that is asked: an expression whose value is the answer.
    pub ask: Option<String>,
    /// Wrong answers that people give instead.
    pub mistaken: Vec<Mistaken>,
    /// Choices that can be made, in the order of the file; the page shows them in another.
    pub choices: Vec<Choice>,
    /// A table of indices with one wrong number in it, row by row.
    pub table: Vec<Vec<i64>>,
    /// Claims, of which one is false.
    pub claims: Vec<String>,
    /// True if static numbers are shown with their underscores.
    pub underscores: bool,
    /// Property that colours the grid, by its name in [`COLOURS`]; `None` is the index.
    pub colour: Option<String>,
    /// Lessons to go on with.
    pub next: Vec<String>,
    /// Subjects that it explains, by the names of [`super::why`].
    pub explains: Vec<String>,
}

impl Card {
    fn new(kind: Kind, line: usize) -> Card {
        Card {
            line,
            kind,
            text: Both::default(),
            notebook: String::new(),
            views: Vec::new(),
            view: View::default(),
            until: Vec::new(),
            solution: None,
            ask: None,
            mistaken: Vec::new(),
            choices: Vec::new(),
            table: Vec::new(),
            claims: Vec::new(),
            underscores: false,
            colour: None,
            next: Vec::new(),
            explains: Vec::new(),
        }
    }

    /// The cell of the table that is not what the layout on the screen has there: its row and column.
    pub fn wrong_cells(&self) -> Vec<(usize, usize)> {
        use super::condition::Situation;
        let situation = Situation::of_text(&self.notebook);
        let shown = crate::look::look(
            &crate::evaluate(
                &self.notebook,
                crate::notebook::Settings { compile_time: true, ..crate::notebook::Settings::default() },
            ),
            &self.view,
        );
        let Some(source) = shown.map(|look| look.printed()) else { return Vec::new() };
        let mut wrong = Vec::new();
        for (row, numbers) in self.table.iter().enumerate() {
            for (column, number) in numbers.iter().enumerate() {
                let found = situation.value(&format!("crd2idx(({row},{column}), {source})"));
                if found.and_then(|value| value.as_int()).map(|int| int.value()) != Some(*number) {
                    wrong.push((row, column));
                }
            }
        }
        wrong
    }

    /// The places of the claims that do not hold.
    pub fn false_claims(&self) -> Vec<usize> {
        let situation = super::condition::Situation::of(&self.notebook, &self.view);
        let holds = |claim: &String| situation.holds(claim) == Some(true);
        self.claims.iter().enumerate().filter(|(_, claim)| !holds(claim)).map(|(place, _)| place).collect()
    }
}

/// A lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lesson {
    /// Its name in links.
    pub name: String,
    /// Title of the lesson.
    pub title: Both,
    /// Skill that one has after it.
    pub goal: Both,
    /// The stumbling block that it clears, from 1 to 22; 0 is none of them.
    pub block: u8,
    /// The lessons that it builds on.
    pub after: Vec<String>,
    /// Its exercises: generators and levels.
    pub practice: Vec<(String, u8)>,
    /// Its cards.
    pub cards: Vec<Card>,
}

/// Fault in a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The line, from 1.
    pub line: usize,
    /// Description of what is wrong, in both languages.
    pub said: Both,
}

impl Complaint {
    pub(super) fn new(line: usize, english: impl Into<String>, chinese: impl Into<String>) -> Complaint {
        Complaint { line, said: [english.into(), chinese.into()] }
    }
}

/// The lessons of a text, and what of it is not understood. It never fails.
pub fn parse(source: &str) -> (Vec<Lesson>, Vec<Complaint>) {
    let (mut lessons, mut complaints) = (Vec::<Lesson>::new(), Vec::new());
    for (place, line) in source.lines().enumerate() {
        let place = place + 1;
        if let Some(name) = line.strip_prefix("## lesson ") {
            lessons.push(Lesson { name: name.trim().to_owned(), ..Lesson::default() });
            continue;
        }
        let Some(lesson) = lessons.last_mut() else {
            if !line.trim().is_empty() && !line.starts_with("# ") {
                complaints.push(Complaint::new(place, "this stands before a lesson begins", "这一行在课程开始之前"));
            }
            continue;
        };
        if let Some(word) = line.strip_prefix("### ") {
            let kind = Kind::ALL.into_iter().find(|(_, known)| *known == word.trim());
            if kind.is_none() {
                complaints.push(Complaint::new(
                    place,
                    format!("there is no card {word}"),
                    format!("没有 {word} 这种卡片"),
                ));
            }
            lesson.cards.push(Card::new(kind.map_or(Kind::See, |(kind, _)| kind), place));
            continue;
        }
        let key = line.split_once(':').filter(|(key, rest)| KEYS.contains(key) && rest.starts_with(' '));
        let understood = match (lesson.cards.last_mut(), key) {
            (None, Some((key, value))) => head(lesson, key, value.trim()),
            (None, None) => line.trim().is_empty().then_some(()),
            (Some(card), Some((key, value))) => set(card, key, value.trim()),
            (Some(card), None) => {
                write_line(&mut card.notebook, line);
                Some(())
            }
        };
        if understood.is_none() {
            complaints.push(Complaint::new(place, "this line is not understood", "看不懂这一行"));
        }
    }
    (lessons, complaints)
}

fn write_line(text: &mut String, line: &str) {
    if !line.trim().is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
}

fn words(value: &str) -> Vec<String> {
    value.split_whitespace().map(str::to_owned).collect()
}

fn head(lesson: &mut Lesson, key: &str, value: &str) -> Option<()> {
    match key {
        "title" => lesson.title = both(value),
        "goal" => lesson.goal = both(value),
        "block" => lesson.block = value.parse().ok()?,
        "after" => lesson.after = words(value),
        "practice" => {
            for exercise in value.split(';') {
                let (name, level) = exercise.trim().split_once(' ')?;
                lesson.practice.push((name.to_owned(), level.trim().parse().ok()?));
            }
        }
        _ => return None,
    }
    Some(())
}

fn look_at(view: &mut View, key: &str, value: &str) -> Option<()> {
    match key {
        "look" => view.statement = Some(value.parse().ok()?),
        "point" => view.point = Some(value.to_owned()),
        "index" => view.index = Some(value.parse().ok()?),
        "read" => view.read = value.split(',').map(|mode| mode.trim().parse()).collect::<Result<_, _>>().ok()?,
        "thread" => view.thread = Some(value.parse().ok()?),
        "mode" => view.mode = value.split(',').map(|mode| mode.trim().parse()).collect::<Result<_, _>>().ok()?,
        "run" => view.run = Some(format!("{value}()")),
        "step" => view.derivation = Some(value.parse().ok()?),
        _ => return None,
    }
    Some(())
}

fn set(card: &mut Card, key: &str, value: &str) -> Option<()> {
    match key {
        "en" | "zh" => {
            let [english, chinese] = &mut card.text;
            let text = if key == "en" { english } else { chinese };
            if !text.is_empty() {
                text.push(if key == "en" { ' ' } else { '\n' });
            }
            text.push_str(value);
        }
        "views" => card.views = words(value),
        "until" => card.until.push(value.to_owned()),
        "solution" => {
            let text = card.solution.get_or_insert_default().text.get_or_insert_default();
            write_line(text, value);
        }
        "ask" => card.ask = Some(value.to_owned()),
        "right" => card.choices.push(Choice { text: both(value), why: None }),
        "wrong" => {
            let (what, why) = value.split_once(" -> ")?;
            if card.kind == Kind::Predict && card.choices.is_empty() && !what.contains(" | ") {
                card.mistaken.push(Mistaken { answer: what.trim().to_owned(), why: both(why) });
            } else {
                card.choices.push(Choice { text: both(what), why: Some(both(why)) });
            }
        }
        "table" => {
            let numbers = value.split_whitespace().map(str::parse).collect::<Result<Vec<_>, _>>().ok()?;
            card.table.push(numbers);
        }
        "claim" => card.claims.push(value.to_owned()),
        "next" => card.next = words(value),
        "colour" => card.colour = Some(COLOURS.contains(&value).then(|| value.to_owned())?),
        "underscores" => card.underscores = (value == "on").then_some(true)?,
        "explains" => card.explains.extend(value.split(';').map(|name| name.trim().to_owned())),
        _ => match key.strip_prefix("solution ") {
            Some(key) => look_at(&mut card.solution.get_or_insert_default().view, key, value)?,
            None => look_at(&mut card.view, key, value)?,
        },
    }
    Some(())
}
