//! The rail: what the document belongs to, its task, and the way to what comes before and after.

use colex::learn::class::result::Outcome;
use colex::learn::class::sheet::Sheet;
use colex::learn::course::MIXED;
use colex::learn::lesson::Lesson;
use colex::learn::place::Place;
use colex::words::Tongue;
use colex_document::View;
use leptos::prelude::*;

use super::card::card_task;
use super::drill::drill;
use super::sheet::{cover, ending};
use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::panels::classroom::{follow, result, student};
use crate::panels::course::{
    COURSE, address_of, answered, any_seed, card, document_of, exercise, go, keep_seed, seed_of,
};
use crate::panels::practice::next_practice;
use crate::panels::progress::PROGRESS;
use crate::panels::qr;
use crate::session::{Asked, Draft, Parts, Session, Tastes, ask};
use crate::signals::{Effect, Memo, RwSignal};

/// Where a document stands: `Some(None)` is a place that there is not.
type Where = Option<Option<Place>>;

/// The rail, as long as the document belongs to the course.
pub(super) fn rail(session: Session, _asked: RwSignal<u32>) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let asked = Memo::new(move |_| draft.view.with(|view| view.learn.clone()));
    // Exercises are drawn, and answers judged, by the algebra.
    let place = Memo::new(move |_| {
        if !session.arrivals.has_algebra.get() {
            return None;
        }
        asked.with(|asked| asked.as_deref().map(|text| Place::read(text).and_then(answered)))
    });
    follow();
    // A link to a place says nothing besides, nor has a question a text whose answer is where one is. Who took the text of
    // a card away looks at its first line still.
    let is_bare = move || {
        let is_empty = draft.text.with_untracked(|text| text.trim().is_empty());
        is_empty && draft.view.with_untracked(|view| *view == View { learn: view.learn.clone(), ..View::default() })
    };
    Effect::new(move |_| {
        asked.track();
        if let Some(Some(place)) = place.get()
            && (is_bare() || draft.text.with_untracked(|text| is_anothers(&place, text)))
            && let Some(document) = document_of(&place, browser::is_narrow())
        {
            untrack(|| draft.show_instead(document));
        }
    });
    let round = RwSignal::new(0_u32);
    browser::on_window("keydown", move |event: KeyboardEvent| {
        let with_other = event.ctrl_key() || event.meta_key() || event.alt_key();
        if with_other || event.default_prevented() || browser::is_typing(&event) || browser::has_open_dialog() {
            return;
        }
        let Some(Some(place)) = place.get_untracked() else { return };
        // Where brackets need other keys, those that stand in their place count.
        let key = match event.code().as_str() {
            "BracketLeft" => "[".to_owned(),
            "BracketRight" => "]".to_owned(),
            _ => event.key(),
        };
        match key.as_str() {
            "[" => turn(draft, session.asked, &place, false),
            "]" => turn(draft, session.asked, &place, true),
            "0" => again(draft, &place, round),
            _ => return,
        }
        event.prevent_default();
    });
    let body = move || {
        round.get();
        place.get().map(|place| body(session.draft, session.tastes, place))
    };
    let is_there = Memo::new(move |_| place.with(Option::is_some));
    (move || {
        is_there.get().then(|| {
            view! {
                <aside class="rail" aria-label=tastes.text("Lesson", "课程")>
                    {move || head(draft, tastes, session.asked, place.get())}
                    <div class="rail-body">{body}</div>
                    {move || draft.options.with(|options| options.present).then(|| code(draft, tastes, place.get()))}
                    {turns(draft, tastes, session.asked, place, round)}
                </aside>
            }
        })
    })
    .into_any()
}

/// Reports whether a text is what another student was given at a place of a sheet: a link has that beside the place.
fn is_anothers(place: &Place, text: &str) -> bool {
    matches!(place, Place::Sheet(at, _) if *at > 0)
        && untrack(|| exercise(place)).is_some_and(|(_, _, exercise)| !text.starts_with(&exercise.given))
}

/// The place before or after another in the course; `None` where there is none.
fn beside(place: &Place, forward: bool) -> Option<Place> {
    let first_of = |name: &str| COURSE.after(name).map(|lesson| Place::Card(lesson.name.clone(), 1));
    match (place, forward) {
        (Place::Card(name, number), true) => {
            let lesson = COURSE.lesson(name)?;
            if *number < lesson.cards.len() {
                return Some(Place::Card(name.clone(), number + 1));
            }
            if lesson.practice.is_empty() {
                first_of(name)
            } else {
                Some(Place::Ending(name.clone(), 0, seed_of(name)))
            }
        }
        (Place::Card(name, number), false) => (*number > 1).then(|| Place::Card(name.clone(), number - 1)),
        (Place::Ending(name, at, seed), true) => {
            let is_last = at + 1 >= COURSE.lesson(name)?.practice.len();
            if is_last { first_of(name) } else { Some(Place::Ending(name.clone(), at + 1, *seed)) }
        }
        (Place::Ending(name, 0, _), false) => Some(Place::Card(name.clone(), COURSE.lesson(name)?.cards.len())),
        (Place::Ending(name, at, seed), false) => Some(Place::Ending(name.clone(), at - 1, *seed)),
        (Place::Mixed(module, seed, at), true) => (at + 1 < MIXED).then(|| Place::Mixed(*module, *seed, at + 1)),
        (Place::Mixed(module, seed, at), false) => Some(Place::Mixed(*module, *seed, at.checked_sub(1)?)),
        (Place::Sheet(at, word), true) => {
            let sheet = Sheet::read(word)?;
            let has_more = *at <= sheet.items.len() && untrack(|| student(&sheet)).is_some();
            has_more.then(|| Place::Sheet(at + 1, word.clone()))
        }
        (Place::Sheet(at, word), false) => Some(Place::Sheet(at.checked_sub(1)?, word.clone())),
        (Place::Practice(drawn), true) => next_practice(Some(&drawn.name)).map(Place::Practice),
        (Place::Exercise(drawn), true) => {
            let mut drawn = drawn.clone();
            drawn.seed = any_seed();
            Some(Place::Exercise(drawn))
        }
        _ => None,
    }
}

fn turn(draft: Draft, asked: Asked, place: &Place, forward: bool) {
    match beside(place, forward) {
        Some(beside) => go(draft, &beside),
        None if forward && !matches!(place, Place::Sheet(..)) => ask(asked.learn),
        None => {}
    }
}

/// The same place as it was at first.
fn again(draft: Draft, place: &Place, round: RwSignal<u32>) {
    go(draft, place);
    round.update(|round| *round += 1);
}

/// Shows what the document belongs to, and the ways out.
fn head(draft: Draft, tastes: Tastes, asked: Asked, place: Where) -> AnyView {
    let tongue = tastes.tongue.get();
    let pick = |[english, chinese]: &[String; 2]| tongue.pick(english, chinese).clone();
    let lesson = |name: &str| COURSE.lesson(name).map(|lesson| pick(&lesson.title)).unwrap_or_else(|| name.to_owned());
    let place = place.flatten();
    let title = match &place {
        Some(Place::Card(name, _) | Place::Ending(name, ..)) => lesson(name),
        Some(Place::Mixed(module, ..)) => {
            let title = COURSE.modules.get(*module).map(|module| pick(&module.title)).unwrap_or_default();
            say!(tongue, en("Mixed: {title}"), zh("综合练习：{title}"))
        }
        Some(Place::Sheet(_, word)) => {
            match Sheet::read(word).map(|sheet| sheet.title).filter(|title| !title.is_empty()) {
                Some(title) => title,
                None => tastes.say("Sheet", "练习单").to_owned(),
            }
        }
        Some(other) => exercise(other).map_or_else(String::new, |(found, ..)| {
            let [english, chinese] = found.title;
            tongue.pick(english, chinese).to_owned()
        }),
        None => tastes.say("Lesson", "课程").to_owned(),
    };
    view! {
        <div class="pane-head">
            <h2 class="rail-title">{title}</h2>
            <span class="row">
                <button class="plain small" aria-haspopup="dialog" on:click=move |_| ask(asked.learn)>
                    {tastes.say("All lessons", "全部课程")}
                </button>
                <button class="plain" aria-label=tastes.say("Leave the lesson", "退出课程")
                    on:click=move |_| { draft.look_at(|view| view.learn = None); browser::focus_where_lost("notebook"); }>"✕"</button>
            </span>
        </div>
        {place.map(|place| steps(draft, tastes, &place))}
    }
    .into_any()
}

/// A place that one can go to from the row above the card: its sign, what a screen reader calls it, and whether it is done.
struct Stop {
    place: Place,
    sign: String,
    label: Box<dyn Fn(Tongue) -> String + Send + Sync>,
    done: Box<dyn Fn() -> bool + Send + Sync>,
}

/// The cards of a lesson and its exercises, or those of a set, as a row to go to each.
fn steps(draft: Draft, tastes: Tastes, place: &Place) -> Option<AnyView> {
    let (stops, here) = match place {
        Place::Card(name, number) => (stops_of(COURSE.lesson(name)?), *number),
        Place::Ending(name, at, seed) => {
            let lesson = COURSE.lesson(name)?;
            keep_seed(name, *seed);
            (stops_of(lesson), lesson.cards.len() + at + 1)
        }
        Place::Mixed(module, seed, at) => {
            let stop = |other: usize| exercise_stop(Place::Mixed(*module, *seed, other), other + 1, || false);
            ((0..MIXED).map(stop).collect(), at + 1)
        }
        Place::Sheet(at, word) if *at > 0 => {
            let sheet = Sheet::read(word)?;
            let count = sheet.items.len();
            let sheet = StoredValue::new(sheet);
            let stop = |number: usize| {
                let done = move || {
                    let result = sheet.with_value(result);
                    result
                        .and_then(|result| Some(result.attempt(number - 1)?.outcome != Outcome::Open))
                        .unwrap_or(false)
                };
                exercise_stop(Place::Sheet(number, word.clone()), number, done)
            };
            let mut stops = (1..=count).map(stop).collect::<Vec<_>>();
            stops.push(Stop {
                place: Place::Sheet(count + 1, word.clone()),
                sign: "✓".into(),
                label: Box::new(|tongue| tongue.pick("Result", "结果").to_owned()),
                done: Box::new(|| false),
            });
            (stops, *at)
        }
        _ => return None,
    };
    let one = |(number, stop): (usize, Stop)| {
        let Stop { place, sign, label, done } = stop;
        let done = StoredValue::new(done);
        let is_done = move || done.with_value(|done| done());
        let label = move || {
            let tongue = tastes.tongue.get();
            let what = label(tongue);
            if is_done() { format!("{what}{}", tongue.pick(", done", "，已完成")) } else { what }
        };
        view! {
            <li>
                <button class="plain small" class:done=is_done aria-current=(number == here).then_some("step") aria-label=label
                    on:click=move |_| go(draft, &place)>{sign}</button>
            </li>
        }
    };
    let all = (1..).zip(stops).map(one).collect_view();
    Some(
        view! { <ol class="rail-steps" aria-label=tastes.say("Cards and exercises", "卡片与练习")>{all}</ol> }
            .into_any(),
    )
}

fn exercise_stop(place: Place, number: usize, done: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
    let label = move |tongue| say!(tongue, en("Exercise {number}"), zh("练习 {number}"));
    Stop { place, sign: number.to_string(), label: Box::new(label), done: Box::new(done) }
}

/// The cards of a lesson and its exercises.
fn stops_of(lesson: &'static Lesson) -> Vec<Stop> {
    let done = |number: usize| move || PROGRESS.with(|progress| progress.has_done(&lesson.name, number));
    let cards = (1..=lesson.cards.len()).map(|number| Stop {
        place: Place::Card(lesson.name.clone(), number),
        sign: number.to_string(),
        label: Box::new(move |tongue| say!(tongue, en("Card {number}"), zh("第 {number} 张卡片"))),
        done: Box::new(done(number)),
    });
    let endings = (0..lesson.practice.len()).map(|at| {
        let place = Place::Ending(lesson.name.clone(), at, seed_of(&lesson.name));
        let sign = ["①", "②", "③"].get(at).copied().unwrap_or("·").to_owned();
        Stop { sign, ..exercise_stop(place, at + 1, done(lesson.cards.len() + at + 1)) }
    });
    cards.chain(endings).collect()
}

fn body(draft: Draft, tastes: Tastes, place: Option<Place>) -> AnyView {
    let nothing = || {
        view! { <p>{tastes.text("There is no such lesson or exercise. Choose one from all lessons.", "没有这节课或这道练习。请从全部课程中选择。")}</p> }
            .into_any()
    };
    match place {
        Some(Place::Card(name, number)) => match card(&name, number) {
            Some((lesson, card)) => card_task(draft, tastes, lesson, number, card),
            None => nothing(),
        },
        Some(Place::Sheet(at, word)) if Sheet::read(&word).is_some_and(|sheet| at == 0 || at > sheet.items.len()) => {
            match Sheet::read(&word) {
                Some(sheet) if at == 0 => cover(draft, tastes, sheet, word),
                Some(sheet) => ending(draft, tastes, &sheet, &word),
                None => nothing(),
            }
        }
        Some(place) => match exercise(&place) {
            Some((generator, drawn, exercise)) => drill(draft, tastes, place, generator, drawn, exercise),
            None => nothing(),
        },
        None => nothing(),
    }
}

/// The same place for the phones in the room.
fn code(draft: Draft, tastes: Tastes, place: Where) -> Option<AnyView> {
    let address = address_of(draft, &place.flatten()?)?;
    let label = tastes.say("QR code of this card", "本卡片的二维码").to_owned();
    Some(
        view! {
            <figure class="rail-code">
                {qr::drawn(&address, label)}
                <figcaption class="small quiet">{tastes.say("This card on your phone", "在手机上打开本卡片")}</figcaption>
            </figure>
        }
        .into_any(),
    )
}

/// The ways back, to the beginning of the card, and on.
fn turns(draft: Draft, tastes: Tastes, asked: Asked, place: Memo<Where>, round: RwSignal<u32>) -> AnyView {
    let here = move || place.get_untracked().flatten();
    let can_go_back = move || place.get().flatten().is_some_and(|place| beside(&place, false).is_some());
    let on = move || {
        let tongue = tastes.tongue.get();
        match place.get().flatten() {
            Some(Place::Card(name, number)) if COURSE.lesson(&name).is_some_and(|it| number >= it.cards.len()) => {
                tongue.pick("Exercises", "练习").to_owned()
            }
            Some(Place::Ending(name, at, _)) if COURSE.lesson(&name).is_some_and(|it| at + 1 >= it.practice.len()) => {
                match COURSE.after(&name) {
                    Some(lesson) => {
                        let [english, chinese] = &lesson.title;
                        format!("{}{}", tongue.pick("Next: ", "下一课："), tongue.pick(english, chinese))
                    }
                    None => tongue.pick("All lessons", "全部课程").to_owned(),
                }
            }
            Some(Place::Exercise(_)) => tongue.pick("Other numbers", "换一组数字").to_owned(),
            Some(Place::Practice(_)) => tongue.pick("Next exercise", "下一题").to_owned(),
            Some(Place::Mixed(_, _, at)) if at + 1 == MIXED => tongue.pick("All lessons", "全部课程").to_owned(),
            Some(Place::Sheet(at, word)) if Sheet::read(&word).is_some_and(|sheet| at >= sheet.items.len()) => {
                tongue.pick("Result", "结果").to_owned()
            }
            None => tongue.pick("All lessons", "全部课程").to_owned(),
            _ => tongue.pick("Next", "下一张").to_owned(),
        }
    };
    let is_done = move || match place.get().flatten() {
        Some(Place::Card(name, number)) => PROGRESS.with(|progress| progress.has_done(&name, number)),
        Some(Place::Ending(name, at, _)) => {
            let cards = COURSE.lesson(&name).map_or(0, |lesson| lesson.cards.len());
            PROGRESS.with(|progress| progress.has_done(&name, cards + at + 1))
        }
        _ => false,
    };
    // At the beginning of a sheet somebody has to say who they are, and behind its result there is nothing.
    let can_go_on = move || match place.get().flatten() {
        Some(place @ Place::Sheet(..)) => beside(&place, true).is_some(),
        _ => true,
    };
    let forward = move |_| match here() {
        Some(place) => turn(draft, asked, &place, true),
        None => ask(asked.learn),
    };
    view! {
        <nav class="row rail-turns" aria-label=tastes.text("Through the lesson", "课程导航")>
            <button disabled=move || !can_go_back() title=tastes.text("Back ([)", "后退（[）")
                on:click=move |_| { if let Some(place) = here() { turn(draft, asked, &place, false); } }>{tastes.text("Back", "后退")}</button>
            <button title=tastes.text("As it was at first (0)", "恢复到最初状态（0）")
                on:click=move |_| { if let Some(place) = here() { again(draft, &place, round); } }>{tastes.text("Start over", "重来")}</button>
            <span class="gap"></span>
            <button class="rail-next" class:done=is_done disabled=move || !can_go_on() title=tastes.text("On (])", "前进（]）") on:click=forward>{on}</button>
        </nav>
    }
    .into_any()
}
