//! The search for the fastest way to run a kernel on this GPU, and what earlier searches found.

use crate::signals::Memo;
use colex_shaders::bound::Bound;
use colex_shaders::rate::Rate;
use colex_shaders::tune::{Fate, Row, Tuned};
use leptos::prelude::*;
use std::sync::Arc;

use super::Panel;
use super::binding::asked;
use super::figures::{bandwidth, seconds, speed_of};
use super::running::{self, Stopped};
use super::unless;
use crate::browser;
use crate::session::Parts;

/// Before the kernel, its task and the name of the GPU: what a search found there.
const KEY: &str = "colex.tuned.";
/// Number of rows of a search that are shown.
const SHOWN: usize = 8;

fn key(bound: &Bound, gpu: &str) -> String {
    format!("{KEY}{}.{}.{gpu}", bound.row.id(), bound.task_check())
}

/// Returns what was found earlier for this task on the GPU that is open.
fn kept(panel: Panel) -> Option<(Arc<Bound>, Tuned)> {
    let bound = panel.bound.get()?.0;
    let gpu = panel.machine.get()?.name;
    let tuned = Tuned::decode(&browser::stored(&key(&bound, &gpu))?)?;
    Some((bound, tuned))
}

/// Takes the best of a search for the kernel that is chosen.
fn take(panel: Panel, bound: &Bound, tuned: &Tuned) {
    let Some((found, best)) = bound.row.found().zip(tuned.best()) else { return };
    let (asked, best) = (asked(bound), best.name.clone());
    panel.change(|run| {
        if let Some(entry) = &mut run.chosen {
            entry.asked = asked.with(found, best);
            entry.times = None;
        }
    });
}

/// The button that searches.
#[component]
pub(super) fn Tune(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let is_tunable =
        Memo::new(move |_| panel.bound.with(|bound| bound.as_ref().is_some_and(|bound| bound.0.row.family.is_some())));
    let start = move |_| {
        let Some(bound) = panel.bound.get_untracked().map(|bound| bound.0) else { return };
        let asked = asked(&bound);
        let (told, is_over) = panel.begin();
        browser::spawn(async move {
            let Some(came) = unless(is_over, running::search(bound, told)).await else { return };
            panel.end();
            match came {
                Ok((bound, tuned)) => {
                    if let Some(machine) = panel.machine.get_untracked() {
                        // Where nothing can be kept, it is at least in the link.
                        let _ = browser::store(&key(&bound, &machine.name), &tuned.encode());
                    }
                    take(panel, &bound, &tuned);
                    panel.tuned.update(|tuned| *tuned += 1);
                }
                Err(trouble) => panel.stopped.set(Some(Stopped { trouble, again: vec![asked] })),
            }
        });
    };
    view! {
        <Show when=move || is_tunable.get()>
            <button on:click=start>{tastes.text("Tune for this GPU", "为本机 GPU 调优")}</button>
        </Show>
    }
}

/// Shows what a search found here, now or before.
#[component]
pub(super) fn Found(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let found = move || {
        panel.tuned.track();
        let (bound, tuned) = kept(panel)?;
        let tongue = tastes.tongue.get();
        let best = tuned.best()?.clone();
        let is_taken = bound.row.found().is_some_and(|found| bound.chosen(found) == Some(best.name.as_str()));
        let work = bound.program().as_ref().ok().map(|program| program.work)?;
        let rate = |seconds: f64| {
            let rate = Rate::of(work, seconds);
            if work.flops > 0 { speed_of(rate.flops_per_s, work.is_integer) } else { bandwidth(rate.bytes_per_s) }
        };
        let row = |row: &Row| {
            let fate = match (row.fate, row.fate.seconds()) {
                (Fate::Wrong, _) => tongue.pick("wrong", "错误").to_owned(),
                (_, Some(time)) => format!("{}, {}", seconds(time), rate(time)),
                (_, None) => tongue.pick("does not run here", "无法在此运行").to_owned(),
            };
            view! { <tr><th scope="row" class="mono">{row.name.clone()}</th><td class="mono">{fate}</td></tr> }
        };
        let shown = tuned.table.iter().take(SHOWN).map(row).collect_view();
        let all = tuned.table.len();
        let [english, chinese] = match bound.size() {
            0 => ["for these layouts".to_owned(), "对这些布局".to_owned()],
            size => [format!("at {size}"), format!("在大小 {size} 时")],
        };
        let summary = tongue.pick(
            format!("Found on this GPU {english}: {} is the fastest of {all}", best.name),
            format!("本机 GPU {chinese}：{all} 个方案中 {} 最快", best.name),
        );
        let more = all.checked_sub(SHOWN).filter(|more| *more > 0).map(|more| {
            tongue.pick(format!("{more} slower ones are not shown"), format!("另有 {more} 个较慢的未显示"))
        });
        Some(view! {
            <details>
                <summary>{summary}</summary>
                <div class="bench-table" tabindex="0"><table><tbody>{shown}</tbody></table></div>
                <p class="quiet small">{more}</p>
            </details>
            {(!is_taken).then(|| view! {
                <div class="row"><button class="small" on:click=move |_| take(panel, &bound, &tuned)>{tongue.pick("Use what was found", "使用搜索结果")}</button></div>
            })}
        })
    };
    view! { {found} }
}
