//! An exercise: what is asked, three hints, and how it is worked out once it is solved or given up.

use colex::learn::answer::Verdict;
use colex::learn::boxes::Reason;
use colex::learn::class::result::Attempt;
use colex::learn::class::sheet::Sheet;
use colex::learn::course::MIXED;
use colex::learn::exercise::{Exercise, Field, Generator, LEVELS};
use colex::learn::generators;
use colex::learn::misconception::Misconception;
use colex::learn::place::{Drawn, Place};
use colex::words::Tongue;
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use super::choices::{Choice, choices, in_order};
use super::field::{field, verdict};
use crate::browser;
use crate::languages::say;
use crate::panels::classroom::{note, student};
use crate::panels::course::{COURSE, any_seed, arrangement_of, go, with_code};
use crate::panels::practice::{practised, reason};
use crate::panels::progress::did;
use crate::session::{Draft, Tastes};
use crate::signals::{Effect, Memo, RwSignal};

/// Views that are open once an exercise is worked out on the page.
const WORKED_OUT: [ViewId; 4] = [ViewId::Notebook, ViewId::Grid, ViewId::Worked, ViewId::Steps];
/// The last hint: all of it.
const WHOLE: usize = 3;

/// Question at a place, and its answer so far.
#[derive(Clone, Copy)]
struct Drill {
    draft: Draft,
    tastes: Tastes,
    place: StoredValue<Place>,
    exercise: StoredValue<Exercise>,
    hints: RwSignal<usize>,
    last: RwSignal<Option<String>>,
    is_right: RwSignal<bool>,
    /// True if the page was asked for the answer.
    is_told: RwSignal<bool>,
    drawn: StoredValue<Drawn>,
    /// Whose sheet it is of.
    student: StoredValue<Option<String>>,
}

/// An exercise.
pub(super) fn drill(
    draft: Draft,
    tastes: Tastes,
    place: Place,
    generator: &'static Generator,
    drawn: Drawn,
    exercise: Exercise,
) -> AnyView {
    let student = match &place {
        Place::Sheet(_, word) => Sheet::read(word).and_then(|sheet| untrack(|| student(&sheet))),
        _ => None,
    };
    let drill = Drill {
        draft,
        tastes,
        place: StoredValue::new(place),
        exercise: StoredValue::new(exercise.clone()),
        hints: RwSignal::new(0),
        last: RwSignal::new(None),
        is_right: RwSignal::new(false),
        is_told: RwSignal::new(false),
        drawn: StoredValue::new(drawn.clone()),
        student: StoredValue::new(student),
    };
    drill.listen();
    let because = drill.because();
    let tongue = move || tastes.tongue.get();
    let kind = move || {
        let [english, chinese] = generator.title;
        let title = tongue().pick(english, chinese);
        let level = drawn.level;
        drill.place.with_value(|place| match place {
            Place::Ending(..) => say!(tongue(), en("{title}, level {level}"), zh("{title}，第 {level} 级")),
            // Its kind is for the reader to see.
            Place::Mixed(_, _, at) => {
                say!(tongue(), en("Exercise {} of {MIXED}", at + 1), zh("第 {} 题，共 {MIXED} 题", at + 1))
            }
            Place::Sheet(at, word) => {
                let count = Sheet::read(word).map_or(0, |sheet| sheet.items.len());
                say!(tongue(), en("Exercise {at} of {count}"), zh("第 {at} 题，共 {count} 题"))
            }
            _ => say!(tongue(), en("Level {level}"), zh("第 {level} 级")),
        })
    };
    let question = move || {
        drill.exercise.with_value(|exercise| {
            let [english, chinese] = &exercise.question;
            with_code(tongue().pick(english, chinese))
        })
    };
    let answer = match exercise.field {
        Field::Choice(all) => drill.choice(&all),
        _ => drill.typed(),
    };
    let table = shown_table(&exercise.table);
    let lesson = COURSE.lesson(generator.lesson);
    let explained = lesson.map(|lesson| {
        let first = Place::Card(lesson.name.clone(), 1);
        let title = move || {
            let [english, chinese] = &lesson.title;
            tongue().pick(english, chinese).clone()
        };
        let belongs = drill.place.with_value(|place| matches!(place, Place::Ending(name, ..) if *name == lesson.name));
        let is_mixed = drill.place.with_value(|place| matches!(place, Place::Mixed(..)));
        let first = StoredValue::new(first);
        // Of a mixed set the lesson would tell the kind.
        (!belongs).then(|| {
            view! {
                <Show when=move || !is_mixed || !drill.is_open()>
                <p class="small quiet">{tastes.text("Explained in ", "讲解见：")}
                    <button class="plain small word" on:click=move |_| first.with_value(|first| go(draft, first))>{title}</button></p>
                </Show>
            }
        })
    });
    view! {
        <p class="rail-kind small">{kind}</p>
        {because}
        {drill.instead()}
        <div class="rail-words" aria-live="polite"><p>{question}</p></div>
        {table}
        {answer}
        {drill.told()}
        {drill.help()}
        {explained}
    }
    .into_any()
}

/// In which form an answer is asked for.
pub(super) fn form(field: &Field, tongue: Tongue) -> &'static str {
    match field {
        Field::Number => tongue.pick("Write a number", "请写一个数"),
        Field::Tuple => tongue.pick("Write it with its parentheses, as (1,2)", "请连同括号一起写，如 (1,2)"),
        Field::Layout => tongue.pick(
            "Write a layout whose two halves have the same parentheses, as (4,2):(1,8)",
            "请写成形状:步长，两半的括号相同，如 (4,2):(1,8)",
        ),
        Field::Choice(_) => tongue.pick("Choose one of these", "请从中选择一个"),
    }
}

/// A table of indices that belongs to the question.
fn shown_table(rows: &[Vec<i64>]) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let row = |(place, numbers): (usize, &Vec<i64>)| {
        let cells = numbers.iter().map(|number| view! { <td class="mono">{*number}</td> }).collect_view();
        view! { <tr><th scope="row" class="quiet small">{place}</th>{cells}</tr> }
    };
    let columns =
        (0..rows.first().map_or(0, Vec::len)).map(|column| view! { <th scope="col" class="quiet small">{column}</th> });
    Some(
        view! {
            <table class="rail-table"><thead><tr><td></td>{columns.collect_view()}</tr></thead>
                <tbody>{rows.iter().enumerate().map(row).collect_view()}</tbody></table>
        }
        .into_any(),
    )
}

impl Drill {
    fn is_open(self) -> bool {
        !self.is_right.get() && self.hints.get() < WHOLE
    }

    /// Notices when the page is asked: the notebook says the answer, or a view is opened that was closed.
    fn listen(self) {
        let Drill { draft, exercise, .. } = self;
        Effect::new(move |_| {
            let is_written = draft.text.with(|text| exercise.with_value(|exercise| exercise.is_told_by(text)));
            let is_opened = draft.options.with(|options| {
                let open = |view: &ViewId| *view != ViewId::Notebook;
                options.arrangement.as_ref().is_some_and(|arrangement| {
                    ViewId::ALL.iter().filter(|view| open(view)).any(|view| !arrangement.is_folded(*view))
                })
            });
            if (is_written || is_opened) && untrack(|| self.is_open()) {
                untrack(|| self.shown(true));
            }
        });
    }

    /// Shows what is said once the page was asked.
    fn told(self) -> impl IntoView {
        let Drill { tastes, is_told, .. } = self;
        (move || {
            is_told.get().then(|| {
                view! { <p class="small quiet" role="status">{tastes.text("The page was asked: this counts as shown.", "已经问过页面：算作看过答案。")}</p> }
            })
        })
        .into_any()
    }

    /// In practice without end, another kind or level to practise.
    fn instead(self) -> Option<AnyView> {
        if !self.place.with_value(|place| matches!(place, Place::Practice(_))) {
            return None;
        }
        let Drill { draft, tastes, .. } = self;
        let change = move |change: &dyn Fn(&mut Drawn)| {
            let mut drawn = self.drawn.with_value(Drawn::clone);
            change(&mut drawn);
            drawn.seed = any_seed();
            go(draft, &Place::Practice(drawn));
        };
        let (name, level) = self.drawn.with_value(|drawn| (drawn.name.clone(), drawn.level));
        let kinds = generators::ALL.iter().map(|generator| {
            let [english, chinese] = generator.title;
            let is_own = generator.name == name;
            view! { <option value=generator.name prop:selected=is_own>{tastes.text(english, chinese)}</option> }
        });
        let levels =
            LEVELS.map(|one| view! { <option value=one.to_string() prop:selected=one == level>{one}</option> });
        let on_kind = move |event| {
            let kind: String = event_target_value(&event);
            change(&|drawn| drawn.name.clone_from(&kind));
        };
        let on_level = move |event| {
            if let Ok(level) = event_target_value(&event).parse() {
                change(&|drawn| drawn.level = level);
            }
        };
        Some(
            view! {
                <div class="row small rail-instead">
                    <label>{tastes.text("Kind", "题型")} " " <select on:change=on_kind>{kinds.collect_view()}</select></label>
                    <label>{tastes.text("Level", "级别")} " " <select on:change=on_level>{levels.collect_view()}</select></label>
                </div>
            }
            .into_any(),
        )
    }

    /// In practice without end, what is practised and why.
    fn because(self) -> Option<AnyView> {
        if !self.place.with_value(|place| matches!(place, Place::Practice(_))) {
            return None;
        }
        let reason = self.drawn.with_value(|drawn| reason(&drawn.name));
        let Drill { tastes, .. } = self;
        let said = move || match reason {
            Reason::Wrong => tastes.say("Again, because it was wrong the last time", "再来一次，因为上次答错了"),
            Reason::Due => tastes.say("Again, because some days have passed", "隔了几天，复习一次"),
            Reason::New => tastes.say("New: not practised yet", "新内容：还没有练过"),
            Reason::Ahead => tastes.say("Nothing is due; this would be the next", "没有到期的题，先做下一道"),
        };
        Some(view! { <p class="small quiet">{said}</p> }.into_any())
    }

    /// Notes an answer for practice, and for the sheet that it belongs to.
    fn answered(self, was_right: bool, because: &[&'static Misconception]) {
        self.drawn.with_value(|drawn| practised(drawn, was_right));
        self.note(|attempt| attempt.answered(was_right, because));
    }

    /// The answer was shown, by the hints or (`by_page`) by the page.
    fn shown(self, by_page: bool) {
        if by_page {
            self.is_told.set(true);
        }
        self.drawn.with_value(|drawn| practised(drawn, false));
        self.note(Attempt::shown);
    }

    fn note(self, change: impl FnOnce(&mut Attempt)) {
        self.place.with_value(|place| {
            if let Place::Sheet(at, word) = place
                && let (Some(sheet), Some(at)) = (Sheet::read(word), at.checked_sub(1))
                && let Some(name) = self.student.get_value()
            {
                note(&sheet, &name, at, change);
            }
        });
    }

    /// It is solved: that is noted where it ends a lesson.
    fn solved(self) {
        self.is_right.set(true);
        self.place.with_value(|place| {
            if let Place::Ending(name, at, _) = place
                && let Some(lesson) = COURSE.lesson(name)
            {
                did(name, lesson.cards.len() + at + 1);
            }
        });
    }

    /// The misconceptions behind a wrong answer.
    fn because_of(self, answer: &str) -> Vec<&'static Misconception> {
        match self.exercise.with_value(|exercise| exercise.judge(answer)) {
            Verdict::Wrong { because, .. } => because,
            _ => Vec::new(),
        }
    }

    fn choice(self, all: &[[String; 2]]) -> AnyView {
        let Drill { tastes, exercise, .. } = self;
        let right = exercise.with_value(|exercise| exercise.answer.parse::<usize>().unwrap_or_default());
        let choice = |(place, text): (usize, &[String; 2])| {
            let because = exercise.with_value(|exercise| match exercise.judge(&place.to_string()) {
                Verdict::Wrong { because, .. } => because.first().map(|one| one.said.map(str::to_owned)),
                _ => None,
            });
            let is_right = place == right;
            let said = if is_right { ["Right", "正确"] } else { ["Not this one", "不是这一个"] };
            Choice { text: text.clone(), is_right, said: because.unwrap_or_else(|| said.map(str::to_owned)) }
        };
        let all = in_order(all.iter().enumerate().map(choice).collect(), "", 0);
        let places = StoredValue::new(in_order((0..all.len()).collect::<Vec<_>>(), "", 0));
        choices(tastes, all, false, move |pressed, is_right| {
            let because =
                places.with_value(|places| places.get(pressed).map(|place| self.because_of(&place.to_string())));
            self.answered(is_right, &because.unwrap_or_default());
            if is_right {
                self.solved();
            }
        })
    }

    fn typed(self) -> AnyView {
        let Drill { tastes, exercise, last, .. } = self;
        let typed = RwSignal::new(String::new());
        let judged = Memo::new(move |_| {
            let last = last.get()?;
            Some(exercise.with_value(|exercise| exercise.judge(&last)))
        });
        Effect::new(move |_| {
            if judged.get() == Some(Verdict::Right) {
                untrack(|| self.solved());
            }
        });
        let check = move |answer: String| {
            let answer = answer.trim().to_owned();
            if answer.is_empty() {
                return;
            }
            match exercise.with_value(|exercise| exercise.judge(&answer)) {
                Verdict::Right => self.answered(true, &[]),
                Verdict::Wrong { because, .. } => self.answered(false, &because),
                Verdict::Unreadable => {}
            }
            last.set(Some(answer));
        };
        let hint = Signal::derive(move || {
            exercise.with_value(|exercise| match exercise.field {
                Field::Number => tastes.say("a number", "一个数"),
                Field::Tuple => "(1,(0,2))",
                Field::Layout => "(4,2):(1,8)",
                Field::Choice(_) => "",
            })
        });
        let said = move || {
            let tongue = tastes.tongue.get();
            Some(match judged.get()? {
                Verdict::Right => (true, view! { {tongue.pick("Right", "正确")} }.into_any()),
                Verdict::Unreadable => {
                    let said = exercise.with_value(|exercise| form(&exercise.field, tongue));
                    (false, view! { {said} }.into_any())
                }
                Verdict::Wrong { because, first } => {
                    let because = because.iter().map(|one| {
                        let [english, chinese] = one.said;
                        view! { {with_code(tongue.pick(english, chinese))} " " }
                    });
                    let first = first.map(|(at, is, should)| {
                        say!(
                            tongue,
                            en("At the 1-D coordinate {at} it gives {is}; it should be {should}."),
                            zh("在一维坐标 {at} 处它给出 {is}，应为 {should}。")
                        )
                    });
                    let plain = (because.len() == 0 && first.is_none())
                        .then(|| tongue.pick("Not that. Try again, or take a hint.", "不对。再试一次，或看提示。"));
                    (false, view! { {because.collect_view()} {first} {plain} }.into_any())
                }
            })
        };
        view! {
            {field(tastes, hint, Signal::derive(move || self.is_open()), typed, check)}
            {verdict(said)}
        }
        .into_any()
    }

    /// The hints, one after another, and the solution.
    fn help(self) -> AnyView {
        let Drill { draft, tastes, exercise, hints, is_right, .. } = self;
        let told = move || {
            let tongue = tastes.tongue.get();
            let (hints, is_right) = (hints.get(), is_right.get());
            exercise.with_value(|exercise| {
                let [english, chinese] = &exercise.hint;
                let mut lines = Vec::new();
                if hints > 0 {
                    lines.push(
                        view! { <p class="small hint">{with_code(tongue.pick(english, chinese))}</p> }.into_any(),
                    );
                }
                let sentences = exercise.sentences(tongue);
                // The last sentence has the answer.
                let shown = match is_right || hints >= WHOLE {
                    true => sentences.len(),
                    false => hints.saturating_sub(1).min(sentences.len().saturating_sub(1)),
                };
                if shown > 0 {
                    let steps = sentences.into_iter().take(shown).map(|step| view! { <li>{step}</li> }).collect_view();
                    lines.push(view! { <ol class="small solution">{steps}</ol> }.into_any());
                }
                if hints >= WHOLE && !is_right {
                    let answer = match &exercise.field {
                        Field::Choice(all) => {
                            let right = exercise.answer.parse::<usize>().ok().and_then(|right| all.get(right));
                            right.map(|[english, chinese]| tongue.pick(english, chinese).clone()).unwrap_or_default()
                        }
                        _ => exercise.answer.clone(),
                    };
                    let answer = view! { <p>{tongue.pick("The answer is ", "答案是 ")}<code>{answer}</code></p> };
                    lines.push(answer.into_any());
                }
                lines
            })
        };
        // Of a single sentence there is no next step but the answer.
        let has_step = exercise.with_value(|exercise| exercise.sentences(Tongue::English).len() > 1);
        let label = move || match hints.get() {
            0 => tastes.say("Hint", "提示"),
            1 if has_step => tastes.say("Next step", "下一步"),
            _ => tastes.say("Solution", "解答"),
        };
        let more = move |_| {
            hints.update(|hints| *hints = if *hints == 1 && !has_step { WHOLE } else { *hints + 1 });
            if hints.get_untracked() >= WHOLE {
                self.shown(false);
            }
        };
        let can_show = exercise.with_value(|exercise| exercise.shown_by().is_some());
        let show = move |_| {
            let shown = exercise.with_value(Exercise::shown_by);
            if let Some(expression) = shown {
                draft.append(&expression);
                draft.set_options(|options| options.arrangement = arrangement_of(&WORKED_OUT, browser::is_narrow()));
            }
        };
        view! {
            <div class="rail-help" aria-live="polite">{told}</div>
            <p class="row">
                <Show when=move || self.is_open()>
                    <button class="plain small" on:click=more>{label}</button>
                </Show>
                <Show when=move || can_show && !self.is_open()>
                    <button class="plain small" on:click=show>{tastes.text("See it on the page", "在页面上查看")}</button>
                </Show>
            </p>
        }
        .into_any()
    }
}
