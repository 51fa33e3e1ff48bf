//! The field for the chosen coordinate, and what becomes of one outside the domain.

use crate::signals::{Memo, RwSignal};
use colex::look::{self, Unreadable};
use colex::operations::CATALOGUE;
use colex::words::Tongue;
use colex::worked_example::Chain;
use leptos::prelude::*;

use crate::browser::{KeyboardEvent, Timeout};
use crate::languages::say;
use crate::session::{Answer, Focus, Parts, Screen, Session, Shared, Tastes};

/// Wait after a key stroke before a sentence about an unreadable coordinate appears, in milliseconds.
const SENTENCE_DELAY: i32 = 450;

/// The field for the chosen coordinate in any form that the shape accepts.
#[component]
pub fn Asked(session: Session) -> impl IntoView {
    let Parts { tastes, screen, focus, arrivals, .. } = *session;
    // Where nothing was typed, the coordinate that the line asks for.
    let typed = Memo::new(move |_| {
        let asked = || focus.point.with(|point| point.as_ref()?.as_ref().ok().map(|point| point.typed.to_string()));
        let typed = session.draft.view.with(|view| view.point.clone());
        typed.or_else(|| asked().map(|asked| tastes.spell(&asked))).unwrap_or_default()
    });
    let draft = RwSignal::new(None::<String>);
    let problem = RwSignal::new(None::<Unreadable>);
    let timeout = Timeout::new();
    let complain = move |reason: Option<Unreadable>, delay: i32| {
        timeout.stop();
        match reason {
            None => problem.set(None),
            Some(reason) => timeout.after(delay, move || problem.set(Some(reason))),
        }
    };
    let read = move |text: &str| -> Result<(), Unreadable> {
        screen.shown.with_untracked(|shown| match shown {
            Some(shown) => look::read_point(&shown.look.layout, text, &CATALOGUE).map(|_| ()),
            None => Ok(()),
        })
    };
    let on_input = move |event| {
        let text: String = event_target_value(&event);
        let trimmed = text.trim().to_string();
        draft.set(Some(text));
        if trimmed.is_empty() {
            complain(None, 0);
            session.draft.look_at(|view| view.point = None);
            return;
        }
        match read(&trimmed) {
            Ok(()) => {
                complain(None, 0);
                session.draft.choose_point(trimmed);
            }
            Err(reason) => complain(Some(reason), SENTENCE_DELAY),
        }
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && let Some(text) = draft.get_untracked()
            && let Err(reason) = read(text.trim())
        {
            complain(Some(reason), 0);
        }
    };
    view! {
        <div class="row worked-asked">
            <label for="worked-coordinate">{move || tastes.say("Coordinate", "坐标")}</label>
            <input type="text" id="worked-coordinate" class="mono" autocomplete="off" autocapitalize="off" spellcheck="false"
                prop:value=move || draft.get().unwrap_or_else(|| typed.get()) on:input=on_input on:keydown=on_key
                on:blur=move |_| { draft.set(None); complain(None, 0); }
                aria-invalid=move || problem.with(Option::is_some).to_string() aria-describedby="worked-coordinate-problem"/>
        </div>
        <p class="warn small" id="worked-coordinate-problem" role="status">
            {move || problem.get().map(|reason| arrivals.unreadable_sentence(tastes, &reason))}
        </p>
    }
}

/// Shows what CuTe does with a coordinate outside the domain.
#[component]
pub fn Outside(tastes: Tastes, screen: Screen, focus: Focus, chain: Memo<Answer<Shared<Chain>>>) -> impl IntoView {
    let index = move || {
        chain.with(|chain| chain.as_ref().is_some_and(Result::is_ok)).then_some(())?;
        focus.point.with(|point| match point {
            Some(Ok(point)) if !point.inside => Some(tastes.spell(&point.index.to_string())),
            _ => None,
        })
    };
    let beyond = move || {
        let linear = focus.chosen.get()?;
        let beyond = screen.beyond.get().filter(|beyond| (beyond.is.0)(linear))?;
        let (operand, shape) = (beyond.operand, tastes.spell(&beyond.shape));
        Some(say!(
            tastes.tongue.get(),
            en("Outside the shape {shape} of {operand}: a kernel must mask it"),
            zh("超出 {operand} 的形状 {shape}：kernel 必须屏蔽它")
        ))
    };
    let beyond = move || beyond().map(|sentence| view! { <p class="warn small" role="status">{sentence}</p> });
    let outside = move || {
        index().map(|index| {
            let sentence = match tastes.tongue.get() {
                // The index is what is predicted.
                tongue if focus.hides_index.get() => {
                    tongue.pick("Outside the shape: CuTe does not check", "超出形状范围：CuTe 不作检查").to_string()
                }
                Tongue::English => format!("Outside the shape: CuTe would still return {index}"),
                Tongue::Chinese => format!("超出形状范围：CuTe 仍会返回 {index}"),
            };
            view! { <p class="warn small" role="status">{sentence}</p> }
        })
    };
    view! { {outside} {beyond} }
}
