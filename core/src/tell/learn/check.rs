//! Check of what a lesson promises: every notebook evaluates, every state exists, every task is done by its own
//! solution and not by doing nothing, and both languages say as much, in few words.

use super::answer::{Meaning, Verdict};
use super::condition::Situation;
use super::exercise::{Exercise, LEVELS};
use super::generators;
use super::lesson::{Card, Complaint, Deed, Kind, Lesson, VIEWS_LIMIT};
use crate::evaluate;
use crate::look::{self, View};
use crate::notebook::Settings;
use crate::operations::CATALOGUE;

/// Number of cards of a lesson.
pub const CARDS: std::ops::RangeInclusive<usize> = 4..=7;
/// Number of exercises that a lesson ends with.
pub const PRACTICE: usize = 3;
/// The most words of a card in English.
pub const WORDS_LIMIT: usize = 30;
/// The most characters of a card in Chinese.
pub const CHARACTERS_LIMIT: usize = 60;
/// Comment behind a statement that is meant to be refused, in C++ and in Python.
const REFUSED: [&str; 2] = ["// refused", "# refused"];

/// The views by their names in addresses.
pub const VIEWS: [&str; 19] = [
    "notebook",
    "facts",
    "modes",
    "grid",
    "operation",
    "memory",
    "coordinates",
    "worked",
    "steps",
    "laws",
    "way-back",
    "threads",
    "atom",
    "cost",
    "finder",
    "compare",
    "table",
    "lens",
    "run",
];

/// Everything that is wrong with a lesson by itself.
pub fn check(lesson: &Lesson) -> Vec<Complaint> {
    let mut complaints = Complaints(Vec::new());
    let first = lesson.cards.first().map_or(1, |card| card.line);
    for (what, text) in [("title", &lesson.title), ("goal", &lesson.goal)] {
        complaints.unless(
            !text[0].is_empty() && text[0] != text[1]
                || text[0] == text[1] && text[0].is_ascii() && !text[0].is_empty(),
            first,
            || (format!("{what} is missing in a language"), format!("{what} 缺一种语言")),
        );
    }
    complaints.unless(CARDS.contains(&lesson.cards.len()), first, || {
        (
            format!("{} cards; a lesson has 4 to 7", lesson.cards.len()),
            format!("有 {} 张卡片；应为 4 到 7 张", lesson.cards.len()),
        )
    });
    complaints.unless(lesson.cards.last().is_some_and(|card| card.kind == Kind::Recap), first, || {
        ("the last card is no recap".into(), "最后一张卡片不是 recap".into())
    });
    complaints.unless(lesson.practice.len() == PRACTICE, first, || {
        (
            format!("{} exercises; a lesson ends with {PRACTICE}", lesson.practice.len()),
            format!("有 {} 道练习；应为 {PRACTICE} 道", lesson.practice.len()),
        )
    });
    for (name, level) in &lesson.practice {
        complaints.unless(generators::find(name).is_some() && LEVELS.contains(level), first, || {
            (format!("there is no exercise {name} {level}"), format!("没有练习 {name} {level}"))
        });
    }
    for card in &lesson.cards {
        check_card(card, &mut complaints);
    }
    complaints.0
}

/// Everything that is wrong between lessons: the names that they mention have to be there, and no name twice.
pub fn check_together(lessons: &[Lesson]) -> Vec<Complaint> {
    let mut complaints = Complaints(Vec::new());
    let known = |name: &String| lessons.iter().filter(|lesson| lesson.name == *name).count() == 1;
    for lesson in lessons {
        let first = lesson.cards.first().map_or(1, |card| card.line);
        let mentioned = lesson.after.iter().chain(lesson.cards.iter().flat_map(|card| &card.next));
        for name in mentioned.chain([&lesson.name]) {
            complaints.unless(known(name), first, || {
                (format!("there is not one lesson {name}"), format!("名为 {name} 的课程不是恰好一个"))
            });
        }
    }
    complaints.0
}

struct Complaints(Vec<Complaint>);

impl Complaints {
    fn unless(&mut self, holds: bool, line: usize, said: impl FnOnce() -> (String, String)) {
        if !holds {
            let (english, chinese) = said();
            self.0.push(Complaint::new(line, english, chinese));
        }
    }
}

fn check_card(card: &Card, complaints: &mut Complaints) {
    let line = card.line;
    check_words(card, complaints);
    check_threads(card, complaints);
    complaints.unless((1..=VIEWS_LIMIT).contains(&card.views.len()), line, || {
        (
            format!("{} views; a card opens 1 to {VIEWS_LIMIT}", card.views.len()),
            format!("打开了 {} 个视图；应为 1 到 {VIEWS_LIMIT} 个", card.views.len()),
        )
    });
    for view in &card.views {
        complaints.unless(VIEWS.contains(&view.as_str()), line, || {
            (format!("there is no view {view}"), format!("没有视图 {view}"))
        });
    }
    check_state(&card.notebook, &card.view, line, complaints);
    let (has_choices, has_deed) = (!card.choices.is_empty(), !card.until.is_empty());
    let (has_question, has_error) = (card.ask.is_some(), !card.table.is_empty() || !card.claims.is_empty());
    let fits = match card.kind {
        Kind::See | Kind::Do => has_deed && !has_question && !has_choices && !has_error,
        Kind::Predict => has_question != has_choices && !has_deed && !has_error,
        Kind::Find => card.table.is_empty() != card.claims.is_empty() && !has_deed && !has_question && !has_choices,
        Kind::Explain => has_choices && !has_deed && !has_question && !has_error,
        Kind::Recap => !has_deed && !has_question && !has_choices && !has_error && !card.next.is_empty(),
    };
    complaints
        .unless(fits, line, || ("the task is not that of this kind of card".into(), "任务与卡片的种类不符".into()));
    if has_deed {
        check_deed(card, complaints);
    }
    if has_question {
        check_question(card, complaints);
    }
    if has_choices {
        let right = card.choices.iter().filter(|choice| choice.why.is_none()).count();
        complaints.unless(right == 1 && card.choices.len() >= 3, line, || {
            (
                format!("{right} of {} choices are right; one of three or more is", card.choices.len()),
                format!("{} 个选项中有 {right} 个正确；应在三个以上选项中有一个正确", card.choices.len()),
            )
        });
    }
    if !card.table.is_empty() {
        let wrong = card.wrong_cells();
        complaints.unless(wrong.len() == 1, line, || {
            (
                format!("{} cells of the table are wrong, one should be: {wrong:?}", wrong.len()),
                format!("表中有 {} 处错误，应为一处：{wrong:?}", wrong.len()),
            )
        });
    }
    if !card.claims.is_empty() {
        let wrong = card.false_claims();
        complaints.unless(wrong.len() == 1 && card.claims.len() >= 3, line, || {
            (
                format!("claims {wrong:?} do not hold; one of three or more should not"),
                format!("断言 {wrong:?} 不成立；应在三条以上断言中有一条不成立"),
            )
        });
    }
}

fn check_words(card: &Card, complaints: &mut Complaints) {
    let [english, chinese] = &card.text;
    complaints.unless(!english.is_empty() && !chinese.is_empty(), card.line, || {
        ("its words are missing in a language".into(), "缺一种语言的文字".into())
    });
    let words = english.split_whitespace().count();
    complaints.unless(words <= WORDS_LIMIT, card.line, || {
        (format!("{words} words; {WORDS_LIMIT} at most"), format!("英文有 {words} 个词；最多 {WORDS_LIMIT} 个"))
    });
    let characters = chinese.chars().filter(|letter| !letter.is_whitespace()).count();
    complaints.unless(characters <= CHARACTERS_LIMIT, card.line, || {
        (
            format!("{characters} characters of Chinese; {CHARACTERS_LIMIT} at most"),
            format!("中文有 {characters} 个字；最多 {CHARACTERS_LIMIT} 个"),
        )
    });
    let code = |text: &str| {
        let mut spans = text.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
        spans.sort();
        spans
    };
    complaints.unless(code(english) == code(chinese), card.line, || {
        (
            format!("code differs: {:?} and {:?}", code(english), code(chinese)),
            format!("两种语言中的代码不同：{:?} 与 {:?}", code(english), code(chinese)),
        )
    });
}

/// A notebook evaluates, and what is looked at in it is there.
fn check_state(text: &str, view: &View, line: usize, complaints: &mut Complaints) {
    let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
    complaints.unless(!evaluation.statements().is_empty(), line, || ("it has no notebook".into(), "没有笔记本".into()));
    for (statement, outcome) in evaluation.statements().iter().zip(evaluation.outcomes()) {
        let begin = statement.span.start;
        let written = text.get(begin..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let is_meant = REFUSED.iter().any(|mark| written.contains(mark));
        complaints.unless(outcome.value.is_none() == is_meant, line, || {
            if is_meant {
                (format!("is not refused: {written}"), format!("没有被拒绝：{written}"))
            } else {
                (format!("has no value: {written}"), format!("没有值：{written}"))
            }
        });
    }
    if let Some(statement) = view.statement {
        complaints.unless(statement < evaluation.statements().len(), line, || {
            (format!("there is no statement {statement} to look at"), format!("没有第 {statement} 条语句"))
        });
    }
    if let Some(point) = &view.point {
        let inside = look::look(&evaluation, view)
            .and_then(|look| look.read_point(point, &CATALOGUE).ok())
            .is_some_and(|point| point.inside);
        complaints
            .unless(inside, line, || (format!("the point {point} is not inside"), format!("点 {point} 不在布局内")));
    }
}

/// A card that opens a view of threads and values looks at what is read so.
fn check_threads(card: &Card, complaints: &mut Complaints) {
    if !card.views.iter().any(|view| matches!(view.as_str(), "threads" | "cost")) {
        return;
    }
    let evaluation = evaluate(&card.notebook, Settings { compile_time: true, ..Settings::default() });
    let is_map = look::look(&evaluation, &card.view)
        .is_some_and(|look| crate::operations::is_read(&evaluation, look.statement, &card.view));
    complaints.unless(is_map, card.line, || {
        (
            "nothing says that what it looks at is of threads and values: `read` does".into(),
            "没有说明所看的是线程与值的布局：用 `read` 说明".into(),
        )
    });
}

fn check_deed(card: &Card, complaints: &mut Complaints) {
    let Some(Deed { text, view }) = &card.solution else {
        complaints.unless(false, card.line, || ("its task has no solution".into(), "任务没有解答".into()));
        return;
    };
    let done = |situation: &Situation| card.until.iter().all(|until| situation.holds(until) == Some(true));
    complaints.unless(!done(&Situation::of(&card.notebook, &card.view)), card.line, || {
        ("its task is done by doing nothing".into(), "什么都不做也算完成".into())
    });
    let text = text.as_ref().unwrap_or(&card.notebook);
    let merged = merged(&card.view, view);
    let situation = Situation::of(text, &merged);
    for until in &card.until {
        complaints.unless(situation.holds(until) == Some(true), card.line, || {
            (format!("its solution does not bring about: {until}"), format!("解答不能使其成立：{until}"))
        });
    }
}

/// Returns what is looked at, with what a solution changes of it.
fn merged(view: &View, change: &View) -> View {
    View {
        statement: change.statement.or(view.statement),
        point: change.point.clone().or(view.point.clone()),
        index: change.index.or(view.index),
        thread: change.thread.or(view.thread),
        ..view.clone()
    }
}

fn check_question(card: &Card, complaints: &mut Complaints) {
    let Some(exercise) = card.exercise() else {
        complaints.unless(false, card.line, || ("what is asked has no value".into(), "所问的表达式没有值".into()));
        return;
    };
    complaints.unless(!card.mistaken.is_empty(), card.line, || {
        ("no wrong answer is known".into(), "没有列出已知的错误答案".into())
    });
    for mistaken in &card.mistaken {
        complaints.unless(matches!(exercise.judge(&mistaken.answer), Verdict::Wrong { .. }), card.line, || {
            (
                format!("is right or cannot be read: {}", mistaken.answer),
                format!("并非错误答案，或无法读取：{}", mistaken.answer),
            )
        });
    }
}

impl Card {
    /// Returns what it asks as an exercise; `None` where it asks for no value.
    pub fn exercise(&self) -> Option<Exercise> {
        let ask = self.ask.as_ref()?;
        let situation = Situation::of(&self.notebook, &self.view);
        let value = situation.value(ask)?;
        let is_layout = value.as_any_layout().is_some() && value.as_ints().is_none();
        let answer = crate::notebook::value::without_underscores(&value.to_string());
        let exercise = Exercise::new(self.notebook.clone(), self.text.clone(), answer);
        let field = if is_layout { super::exercise::Field::Layout } else { super::exercise::Field::Tuple };
        let field = if value.as_int().is_some() { super::exercise::Field::Number } else { field };
        Some(exercise.typed(field, if is_layout { Meaning::Layout } else { Meaning::Value }))
    }

    /// Returns what is looked at once its task is done by its own solution.
    pub fn solved_view(&self) -> View {
        self.solution.as_ref().map_or_else(|| self.view.clone(), |deed| merged(&self.view, &deed.view))
    }

    /// Reports whether its task is done: what is to hold holds.
    pub fn is_done(&self, text: &str, view: &View) -> bool {
        let situation = Situation::of(text, view);
        !self.until.is_empty() && self.until.iter().all(|until| situation.holds(until) == Some(true))
    }
}
