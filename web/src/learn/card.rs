//! A card of a lesson: its words, and the one thing to do with it.

use colex::learn::answer::Verdict;
use colex::learn::exercise::Field;
use colex::learn::lesson::{Card, Kind, Lesson};
use colex::learn::place::Place;
use colex_document::View;
use leptos::prelude::*;

use super::choices::{Choice, choices, in_order};
use super::drill::form;
use super::field::{field, verdict};
use crate::browser;
use crate::panels::course::{COURSE, arrangement_of, go, views_of, with_code};
use crate::panels::progress::{PROGRESS, did};
use crate::session::{Draft, Tastes};
use crate::signals::{Effect, Memo, RwSignal};

/// Longest notebook whose task is looked at after every change, in bytes.
const TEXT_LIMIT: usize = 4096;

/// A card of the course, at a place of a lesson.
#[derive(Clone, Copy)]
struct Task {
    draft: Draft,
    tastes: Tastes,
    lesson: &'static Lesson,
    number: usize,
    card: &'static Card,
}

/// A card with its task.
pub(super) fn card_task(
    draft: Draft,
    tastes: Tastes,
    lesson: &'static Lesson,
    number: usize,
    card: &'static Card,
) -> AnyView {
    let task = Task { draft, tastes, lesson, number, card };
    let words = move || {
        let [english, chinese] = &card.text;
        let text = tastes.tongue.get().pick(english, chinese);
        text.split('\n').map(|line| view! { <p>{with_code(line)}</p> }).collect_view()
    };
    let asks = match card.kind {
        Kind::See | Kind::Do => task.deed(),
        Kind::Predict if card.ask.is_some() => task.question(),
        Kind::Predict | Kind::Explain => task.reasons(),
        Kind::Find => task.error(),
        Kind::Recap => task.recap(),
    };
    let kind = move || {
        let tongue = tastes.tongue.get();
        match card.kind {
            Kind::See => tongue.pick("Look", "观察"),
            Kind::Predict => tongue.pick("Predict", "预测"),
            Kind::Do => tongue.pick("Do", "动手"),
            Kind::Find => tongue.pick("Find the error", "找错"),
            Kind::Explain => tongue.pick("Choose", "选择"),
            Kind::Recap => tongue.pick("In one line", "一句话"),
        }
    };
    view! {
        <p class="rail-kind small">{kind}</p>
        <div class="rail-words" aria-live="polite">{words}</div>
        {asks}
    }
    .into_any()
}

impl Task {
    fn done(self) {
        did(&self.lesson.name, self.number);
    }

    /// Opens the views that were closed while something was asked.
    fn reveal(self) {
        let open = views_of(&self.card.views);
        self.draft.set_options(|options| options.arrangement = arrangement_of(&open, browser::is_narrow()));
        self.draft.look_at(|view| view.hidden = false);
    }

    /// Shows what is looked at or changed until it is as it should be.
    fn deed(self) -> AnyView {
        let Task { draft, tastes, card, .. } = self;
        let holds = Memo::new(move |_| {
            let text = draft.text.get();
            text.len() <= TEXT_LIMIT && draft.view.with(|view| card.is_done(&text, view))
        });
        let was_done = RwSignal::new(false);
        Effect::new(move |_| {
            if holds.get() && !was_done.get_untracked() {
                was_done.set(true);
                untrack(|| self.done());
            }
        });
        let show = move |_| {
            if let Some(deed) = &card.solution {
                draft.edit(|document| {
                    let learn = document.view.learn.take();
                    document.text = deed.text.as_ref().unwrap_or(&card.notebook).as_str().into();
                    document.view = View { learn, ..card.solved_view() };
                });
            }
        };
        let said = move || was_done.get().then(|| (true, view! { {tastes.text("That is it", "完成")} }.into_any()));
        view! {
            {verdict(said)}
            <Show when=move || !was_done.get()>
                <p class="row"><button class="plain small" on:click=show>{tastes.text("Show me", "演示给我看")}</button></p>
            </Show>
        }
        .into_any()
    }

    /// A value that is asked for.
    fn question(self) -> AnyView {
        let Task { tastes, card, .. } = self;
        let typed = RwSignal::new(String::new());
        let last = RwSignal::new(None::<String>);
        let given = RwSignal::new(false);
        let exercise = Memo::new(move |_| card.exercise());
        let judged = Memo::new(move |_| {
            let last = last.get()?;
            exercise.with(|exercise| Some((exercise.as_ref()?.judge(&last), last)))
        });
        Effect::new(move |_| {
            if matches!(judged.get(), Some((Verdict::Right, _))) {
                untrack(|| {
                    self.done();
                    self.reveal();
                });
            }
        });
        let is_open = move || !given.get() && !matches!(judged.get(), Some((Verdict::Right, _)));
        let check = move |answer: String| {
            let answer = answer.trim().to_owned();
            last.set(Some(answer).filter(|answer| !answer.is_empty()));
        };
        let show = move |_| {
            given.set(true);
            exercise.with_untracked(|exercise| {
                if let Some(exercise) = exercise {
                    typed.set(exercise.answer.clone());
                }
            });
            self.done();
            self.reveal();
        };
        let said = move || {
            if given.get() {
                let answer = typed.get();
                return Some((true, view! { {tastes.text("It is ", "答案是 ")} <code>{answer}</code> }.into_any()));
            }
            let (judged, answer) = judged.get()?;
            let tongue = tastes.tongue.get();
            Some(match judged {
                Verdict::Right => (true, view! { {tongue.pick("Right", "正确")} }.into_any()),
                Verdict::Unreadable => {
                    let field = exercise.with_untracked(|exercise| field_of(&exercise.as_ref()?.answer));
                    let other = tongue.pick("An answer of another kind is asked for", "这里要的是另一种形式的答案");
                    let said = field.map_or(other, |field| form(&field, tongue));
                    (false, view! { {said} }.into_any())
                }
                Verdict::Wrong { because, .. } => {
                    let why = exercise.with_untracked(|exercise| {
                        let is_it = |other: &str| exercise.as_ref().is_some_and(|it| it.is_the_same(&answer, other));
                        card.mistaken.iter().find(|mistaken| is_it(&mistaken.answer)).map(|mistaken| &mistaken.why)
                    });
                    let why = why.map(|[english, chinese]| [english.as_str(), chinese.as_str()]);
                    let said = match why.or(because.first().map(|because| because.said)) {
                        Some([english, chinese]) => with_code(tongue.pick(english, chinese)),
                        None => view! { {tongue.pick("Not ", "不是 ")} <code>{answer}</code> }.into_any(),
                    };
                    (false, said)
                }
            })
        };
        let hint = Signal::derive(move || "");
        view! {
            {field(tastes, hint, Signal::derive(is_open), typed, check)}
            {verdict(said)}
            <Show when=is_open>
                <p class="row"><button class="plain small" on:click=show>{tastes.text("Show the answer", "显示答案")}</button></p>
            </Show>
        }
        .into_any()
    }

    /// Reasons of which one is right.
    fn reasons(self) -> AnyView {
        let right = ["Right".to_owned(), "正确".to_owned()];
        let all = self.card.choices.iter().map(|choice| Choice {
            text: choice.text.clone(),
            is_right: choice.why.is_none(),
            said: choice.why.clone().unwrap_or_else(|| right.clone()),
        });
        let all = in_order(all.collect(), &self.lesson.name, self.number as u64);
        choices(self.tastes, all, false, move |_, right| self.chosen(right))
    }

    fn chosen(self, right: bool) {
        if right {
            self.done();
            self.reveal();
        }
    }

    /// A table or claims with one mistake.
    fn error(self) -> AnyView {
        let Task { tastes, card, .. } = self;
        if card.table.is_empty() {
            let wrong = card.false_claims();
            let all = card.claims.iter().enumerate().map(|(place, claim)| {
                let is_right = wrong.contains(&place);
                let said = match is_right {
                    true => ["Right: it does not hold", "正确：它不成立"],
                    false => ["This one holds", "这一条成立"],
                };
                Choice { text: [claim.clone(), claim.clone()], is_right, said: said.map(str::to_owned) }
            });
            return choices(tastes, all.collect(), true, move |_, right| self.chosen(right));
        }
        let wrong = card.wrong_cells();
        let pressed = RwSignal::new(None::<(usize, usize)>);
        let is_wrong = StoredValue::new(wrong);
        let found = move || pressed.get().is_some_and(|place| is_wrong.with_value(|wrong| wrong.contains(&place)));
        let cell = move |row: usize, column: usize, number: i64| {
            let press = move |_| {
                if !found() {
                    pressed.set(Some((row, column)));
                    self.chosen(is_wrong.with_value(|wrong| wrong.contains(&(row, column))));
                }
            };
            let here = move || pressed.get() == Some((row, column));
            view! {
                <td><button class="plain mono" class:right=move || here() && found() class:wrong=move || here() && !found()
                    aria-label=format!("({row},{column}) {number}") on:click=press>{number}</button></td>
            }
        };
        let rows = card.table.iter().enumerate().map(|(row, numbers)| {
            let cells = numbers.iter().enumerate().map(|(column, number)| cell(row, column, *number)).collect_view();
            view! { <tr><th scope="row" class="quiet small">{row}</th>{cells}</tr> }
        });
        let columns = (0..card.table.first().map_or(0, Vec::len))
            .map(|column| view! { <th scope="col" class="quiet small">{column}</th> });
        let said = move || {
            let (row, column) = pressed.get()?;
            let right = found();
            let tongue = tastes.tongue.get();
            let said = match right {
                true => tongue.pick("Right: this one is wrong", "正确：就是这个数错了").to_owned(),
                false => tongue.pick(
                    format!("The number at ({row},{column}) is as it should be"),
                    format!("({row},{column}) 处的数没有错"),
                ),
            };
            Some((right, view! { {said} }.into_any()))
        };
        view! {
            <table class="rail-table"><thead><tr><td></td>{columns.collect_view()}</tr></thead><tbody>{rows.collect_view()}</tbody></table>
            {verdict(said)}
        }
        .into_any()
    }

    /// Lists what there is to go on with.
    fn recap(self) -> AnyView {
        let Task { draft, tastes, card, .. } = self;
        untrack(|| self.done());
        let next = card.next.iter().filter_map(|name| COURSE.lesson(name)).map(|lesson| {
            let place = Place::Card(lesson.name.clone(), 1);
            let title = move || {
                let [english, chinese] = &lesson.title;
                tastes.tongue.get().pick(english, chinese).clone()
            };
            let done = move || PROGRESS.with(|progress| progress.has_done(&lesson.name, lesson.cards.len()));
            view! { <li><button class="plain" class:done=done on:click=move |_| go(draft, &place)>{title}</button></li> }
        });
        view! {
            <p class="small quiet">{tastes.text("Three exercises follow. Then go on with:", "接下来有三道练习。之后可以继续：")}</p>
            <ul class="rail-next-lessons">{next.collect_view()}</ul>
        }
        .into_any()
    }
}

/// The form of an answer, as the right one has it.
fn field_of(answer: &str) -> Option<Field> {
    match answer {
        layout if layout.contains(':') => Some(Field::Layout),
        tuple if tuple.starts_with('(') => Some(Field::Tuple),
        number => number.parse::<i64>().ok().map(|_| Field::Number),
    }
}
