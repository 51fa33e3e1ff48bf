//! The map of the course: its modules and lessons, what was done of each, what is next, and practice.

use colex::learn::lesson::Lesson;
use colex::learn::place::Place;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::panels::course::{COURSE, any_seed, go};
use crate::panels::practice::next_practice;
use crate::panels::progress::PROGRESS;
use crate::session::{Draft, Tastes};

/// The map.
pub(super) fn map(draft: Draft, tastes: Tastes) -> AnyView {
    let open = move |place: &Place| {
        browser::close_dialog("learn");
        go(draft, place);
    };
    // The first lesson of which something is left to do.
    let next = move || {
        PROGRESS.with(|progress| {
            COURSE.lessons().find(|lesson| {
                let (done, all) = progress.of(lesson);
                done < all
            })
        })
    };
    let lesson = move |lesson: &'static Lesson| {
        let place = move || {
            let number = PROGRESS.with_untracked(|progress| {
                (1..=lesson.cards.len()).find(|number| !progress.has_done(&lesson.name, *number)).unwrap_or(1)
            });
            Place::Card(lesson.name.clone(), number)
        };
        let [title, goal] = [&lesson.title, &lesson.goal]
            .map(|[english, chinese]| move || tastes.tongue.get().pick(english, chinese).clone());
        let is_next = move || next().is_some_and(|next| next.name == lesson.name);
        let state = move || {
            let (done, all) = PROGRESS.with(|progress| progress.of(lesson));
            let tongue = tastes.tongue.get();
            match done {
                0 if is_next() => tongue.pick("next", "下一课").to_owned(),
                0 => String::new(),
                _ if done == all => tongue.pick("done", "已完成").to_owned(),
                _ => say!(tongue, en("{done} of {all}"), zh("{done} / {all}")),
            }
        };
        view! {
            <li class:next=is_next>
                <button class="plain" on:click=move |_| open(&place())>
                    <span class="learn-title">{title}</span>
                    <span class="quiet small">{goal}</span>
                </button>
                <span class="quiet small learn-state">{state}</span>
            </li>
        }
    };
    let modules = COURSE.modules.iter().enumerate().map(|(at, module)| {
        let title = move || {
            let [english, chinese] = &module.title;
            let title = tastes.tongue.get().pick(english, chinese);
            format!("{}. {title}", at + 1)
        };
        let mixed = move |_| open(&Place::Mixed(at, any_seed(), 0));
        view! {
            <section>
                <h3>{title}</h3>
                <ol>{module.lessons.iter().map(lesson).collect_view()}</ol>
                <button class="plain small" on:click=mixed>{tastes.text("Mixed exercises of this module", "本模块综合练习")}</button>
            </section>
        }
    });
    let practise = move |_| {
        if let Some(drawn) = next_practice(None) {
            open(&Place::Practice(drawn));
        }
    };
    view! {
        <p class="quiet">{tastes.text(
            "Five to eight minutes each, in any order. What you do stays in this browser.",
            "每课五到八分钟，顺序任意。进度只保存在本浏览器中。",
        )}</p>
        <p class="row">
            <button class="primary" on:click=practise>{tastes.text("Practise", "开始练习")}</button>
            <span class="quiet small">{tastes.text(
                "Exercises without end, from the lessons that you began: what was wrong comes again soon, what was right after days.",
                "题目来自已开始的课程，不限量：答错的很快再来，答对的过几天再来。",
            )}</span>
        </p>
        <div class="learn-map">{modules.collect_view()}</div>
    }
    .into_any()
}
