//! Which request is shown: an instruction of a warp.

use crate::signals::Memo;
use colex_document::MemorySpace;
use leptos::prelude::*;

use super::range;
use super::subject::Subject;
use crate::languages::say;
use crate::session::Parts;

/// The steppers of instruction and warp, as far as there are several, and the way to the worst request.
#[component]
pub(super) fn Steppers(subject: Subject) -> impl IntoView {
    let Parts { tastes, .. } = *subject.session;
    let at = Memo::new(move |_| {
        subject.shown.with(|shown| {
            let shown = shown.as_ref()?;
            let values = subject.with(|found| found.group.values()).unwrap_or(0);
            let elements = shown.vector.elements();
            let value = shown.request.instruction.saturating_mul(elements);
            let instruction = range('V', value, elements.min(values.saturating_sub(value)));
            let warp = range('T', shown.first, shown.request.indices.len() as u64);
            let instructions = (shown.request.instruction, shown.instructions, instruction);
            Some([instructions, (shown.request.warp, shown.warps, warp)])
        })
    });
    let worst = Memo::new(move |_| {
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        let worst = subject.surveyed.with(|found| {
            let found = found.as_ref()?;
            let is_bad = if is_shared { found.shared.worst > 1 } else { found.global.worst > 1 };
            let at = if is_shared { found.shared.worst_at } else { found.global.worst_at };
            at.filter(|_| is_bad)
        })?;
        let cost = |request: &colex::cost::Request, vector| {
            subject.machine.with_value(|machine| match is_shared {
                true => colex::cost::phases(request, vector, machine).iter().map(|phase| phase.degree()).max(),
                false => Some(colex::cost::sectors(request, vector, machine).len() as u64),
            })
        };
        let now = subject.shown.with(|shown| shown.as_ref().and_then(|shown| cost(&shown.request, shown.vector)));
        let most = subject
            .surveyed
            .with(|found| found.as_ref().map(|found| if is_shared { found.shared.worst } else { found.global.worst }));
        (now < most).then_some(worst)
    });
    let show_worst = move |_| {
        if let Some((warp, instruction)) = worst.get_untracked() {
            subject.look_at_warp(warp);
            subject.look_at_instruction(instruction);
        }
    };
    view! {
        <div class="row threads-steppers">
            <Stepper subject at place=0 english="Instruction" chinese="指令" go=|subject, to| subject.look_at_instruction(to)/>
            <Stepper subject at place=1 english="Warp" chinese="warp" go=|subject, to| subject.look_at_warp(to)/>
            <Show when=move || worst.get().is_some()>
                <button class="plain small" on:click=show_worst>{tastes.text("Show the worst", "查看最差的一次")}</button>
            </Show>
        </div>
    }
}

type At = Memo<Option<[(u64, u64, String); 2]>>;

/// A number with one button to each side; nothing where there is only one.
#[component]
fn Stepper(
    subject: Subject,
    at: At,
    place: usize,
    english: &'static str,
    chinese: &'static str,
    go: fn(Subject, u64),
) -> impl IntoView {
    let Parts { tastes, .. } = *subject.session;
    let own = Memo::new(move |_| at.with(|at| at.as_ref().and_then(|at| at.get(place).cloned())));
    let number = move || own.with(|own| own.as_ref().map_or((0, 0), |(now, count, _)| (*now, *count)));
    let said = move || own.with(|own| own.as_ref().map(|(.., said)| said.clone()));
    let by = move |forward: bool| {
        let (now, count) = untrack(number);
        let to = if forward { now.saturating_add(1) } else { now.saturating_sub(1) };
        go(subject, to.min(count.saturating_sub(1)));
    };
    let name = move |english_verb: &'static str, chinese_verb: &'static str| {
        Signal::derive(move || {
            let tongue = tastes.tongue.get();
            say!(tongue, en("{english_verb} {}", english.to_ascii_lowercase()), zh("{chinese_verb}{chinese}"))
        })
    };
    let of = move || {
        let (now, count) = number();
        tastes
            .tongue
            .get()
            .pick(format!("{} of {count}", now.saturating_add(1)), format!("{}/{count}", now.saturating_add(1)))
    };
    view! {
        <div class="row cost-stepper" role="group" aria-label=tastes.text(english, chinese)>
            <span class="quiet small">{tastes.text(english, chinese)}</span>
            <Show when=move || { number().1 > 1 }>
                <button class="plain" disabled=move || number().0 == 0 on:click=move |_| by(false) aria-label=name("Previous", "上一个")>"◀"</button>
            </Show>
            <span class="mono cost-at">{said}</span>
            <Show when=move || { number().1 > 1 }>
                <button class="plain" disabled=move || { let (now, count) = number(); now.saturating_add(1) >= count }
                    on:click=move |_| by(true) aria-label=name("Next", "下一个")>"▶"</button>
                <span class="quiet small">{of}</span>
            </Show>
        </div>
    }
}
