//! A sheet on paper: exercises with room to work, and the solutions on pages of their own.

use std::sync::LazyLock;

use crate::signals::Effect;
use colex::coordinate::Slot;
use colex::learn::class::sheet::Sheet;
use colex::learn::condition::Situation;
use colex::learn::exercise::{Exercise, Field};
use colex::notebook::value::without_underscores;
use colex::words::Tongue;
use colex::{Int, Nested};
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::panels::course::with_code;
use crate::session::Tastes;

/// Largest numbers of rows and columns of a table on paper.
const SIDES: (i64, i64) = (16, 16);

/// Sheets that are to be printed.
#[derive(Clone)]
pub(super) struct Paper {
    /// The sheet.
    pub(super) sheet: Sheet,
    /// Whose sheets; none is one sheet without a name.
    pub(super) names: Vec<String>,
}

/// Paper that is to be printed now.
pub(super) static PAPER: LazyLock<ArcRwSignal<Option<Paper>>> = LazyLock::new(|| ArcRwSignal::new(None));

/// The paper, which is there while it is printed.
pub(super) fn paper(tastes: Tastes) -> AnyView {
    Effect::new(move |_| {
        if PAPER.with(Option::is_some) {
            browser::print();
        }
    });
    browser::on_printed(|| {
        if PAPER.with_untracked(Option::is_some) {
            PAPER.set(None);
            // It lay over what is printed; whoever printed a sheet goes on with it.
            browser::open_dialog("learn");
        }
    });
    (move || {
        let Paper { sheet, names } = PAPER.get()?;
        let tongue = tastes.tongue.get();
        let names = if names.is_empty() { vec![String::new()] } else { names };
        let all = names.iter().map(|name| (name.as_str(), drawn(&sheet, name))).collect::<Vec<_>>();
        let sheets = all.iter().map(|(name, drawn)| exercises(&sheet, name, drawn, tongue)).collect_view();
        let solutions = all.iter().map(|(name, drawn)| solutions(name, drawn, tongue)).collect_view();
        Some(view! { <article class="paper" lang=tongue.pick("en", "zh")>{sheets} {solutions}</article> })
    })
    .into_any()
}

fn drawn(sheet: &Sheet, name: &str) -> Vec<Exercise> {
    let name = browser::in_nfkc(name);
    (0..sheet.items.len()).filter_map(|at| Some(sheet.exercise(at, &name)?.2)).collect()
}

fn heading(sheet: &Sheet, tongue: Tongue) -> String {
    if sheet.title.is_empty() { tongue.pick("Exercises", "练习").to_owned() } else { sheet.title.clone() }
}

fn exercises(sheet: &Sheet, name: &str, drawn: &[Exercise], tongue: Tongue) -> AnyView {
    let one = |exercise: &Exercise| {
        let choices = match &exercise.field {
            Field::Choice(all) => {
                let all = all
                    .iter()
                    .map(|[english, chinese]| view! { <li>"□ " {with_code(tongue.pick(english, chinese))}</li> });
                Some(view! { <ul class="paper-choices">{all.collect_view()}</ul> })
            }
            _ => None,
        };
        let room = choices.is_none().then(|| {
            view! { <div class="paper-room"></div> <p class="paper-answer">{tongue.pick("Answer:", "答案：")}</p> }
        });
        let [english, chinese] = &exercise.question;
        view! {
            <li>
                <pre>{exercise.given.clone()}</pre>
                {given_table(&exercise.table)}
                <p>{with_code(tongue.pick(english, chinese))}</p>
                {choices}
                {room}
            </li>
        }
    };
    let mark = sheet.mark();
    let all = drawn.iter().map(one).collect_view();
    view! {
        <section class="paper-sheet">
            <h1>{heading(sheet, tongue)}</h1>
            <p class="paper-name"><span>{tongue.pick("Name:", "姓名：")} " " {name.to_owned()}</span> <span>{say!(tongue, en("Sheet {mark}"), zh("练习单 {mark}"))}</span></p>
            <ol>{all}</ol>
        </section>
    }
    .into_any()
}

fn solutions(name: &str, drawn: &[Exercise], tongue: Tongue) -> AnyView {
    let one = |exercise: &Exercise| {
        let answer = match &exercise.field {
            Field::Choice(all) => {
                let right = exercise.answer.parse::<usize>().ok().and_then(|right| all.get(right));
                right.map(|[english, chinese]| tongue.pick(english, chinese).clone()).unwrap_or_default()
            }
            _ => exercise.answer.clone(),
        };
        let steps = exercise.sentences(tongue).into_iter().map(|step| view! { <li>{step}</li> }).collect_view();
        view! {
            <li>
                <p><code>{exercise.given.replace('\n', "; ")}</code></p>
                <p>{tongue.pick("Answer: ", "答案：")}<strong>{with_code(&answer)}</strong></p>
                <ul class="paper-steps">{steps}</ul>
                {grid(exercise)}
            </li>
        }
    };
    let all = drawn.iter().map(one).collect_view();
    let whose = if name.is_empty() { String::new() } else { format!(": {name}") };
    view! {
        <section class="paper-sheet paper-solutions">
            <h1>{tongue.pick("Solutions", "解答")} {whose}</h1>
            <ol>{all}</ol>
        </section>
    }
    .into_any()
}

/// A table that belongs to the question.
fn given_table(rows: &[Vec<i64>]) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let row =
        |row: &Vec<i64>| view! { <tr>{row.iter().map(|number| view! { <td>{*number}</td> }).collect_view()}</tr> };
    Some(view! { <table class="paper-table"><tbody>{rows.iter().map(row).collect_view()}</tbody></table> }.into_any())
}

/// The grid of the first layout that is given, where it has two modes and few cells.
fn grid(exercise: &Exercise) -> Option<AnyView> {
    let first = exercise.given.lines().next()?;
    let (name, _) = first.split_once(" = ")?;
    let situation = Situation::of_text(&exercise.given);
    let number = |expression: String| Some(situation.value(&expression)?.as_int()?.value());
    let layout = situation.layout(name)?;
    if layout.shape().rank() != 2 {
        return None;
    }
    let (rows, columns) = (number(format!("size<0>({name})"))?, number(format!("size<1>({name})"))?);
    if rows > SIDES.0 || columns > SIDES.1 {
        return None;
    }
    // The natural coordinate of a pair: the first mode runs first, so (row,column) is the 1-D coordinate row + column·rows.
    let index = |row: i64, column: i64| {
        let linear = Nested::Leaf(Slot::Int(Int::dynamic(row + column * rows)));
        layout.index(&linear).ok().map(|index| without_underscores(&index.to_string()))
    };
    let head = (0..columns).map(|column| view! { <th scope="col">{column}</th> }).collect_view();
    let body = (0..rows).map(|row| {
        let cells = (0..columns).map(|column| view! { <td>{index(row, column)}</td> }).collect_view();
        view! { <tr><th scope="row">{row}</th>{cells}</tr> }
    });
    Some(
        view! { <table class="paper-table"><thead><tr><td></td>{head}</tr></thead><tbody>{body.collect_view()}</tbody></table> }
            .into_any(),
    )
}
