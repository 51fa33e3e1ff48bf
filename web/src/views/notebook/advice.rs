//! Advice on what would work instead: statements that are refused, or whose answer is CuTe's and not the mathematical
//! one, each with the nearest operands that are right.

use crate::signals::RwSignal;
use colex::notebook::{Diagnostic, DiagnosticKind};
use colex::words;
use leptos::prelude::*;

use crate::languages::say;
use crate::loader::part;
use crate::panels::said::place;
use crate::session::{Draft, Finding, Tastes, told};

/// Number of findings that are listed.
const LISTED: usize = 8;

part! {
    /// Advice on what would work instead.
    pub PART: story = |session, _| {
        told(session, |session, story| view! { <Advice draft=session.draft tastes=session.tastes found=story.findings/> }.into_any())
    }
}

/// Shows what would work instead, below the notebook.
#[component]
fn Advice(draft: Draft, tastes: Tastes, found: RwSignal<Vec<Finding>>) -> impl IntoView {
    let item = move |(_, finding): Finding| {
        let tongue = tastes.tongue.get();
        let repairs = finding.repairs.iter().map(|repair| {
            let label = tastes.spell(&words::repair(repair, tongue));
            let repair = repair.clone();
            view! { <button class="small mono" on:click=move |_| draft.apply(&repair)>{label}</button> }
        });
        // A refusal has its sentence above.
        let is_wrong = says(&finding);
        let (line, _) = draft.text.with_untracked(|text| place(text, finding.span.start));
        let sentence = if is_wrong {
            tastes.spell(&words::diagnostic(&finding, tongue))
        } else {
            tongue.pick("These come nearest".to_string(), "最接近的改法".to_string())
        };
        view! {
            <li>
                <p><span class="quiet">{say!(tongue, en("Line {line}: "), zh("第 {line} 行："))}</span>{sentence}</p>
                <div class="row">{repairs.collect_view()}</div>
            </li>
        }
    };
    let items = move || {
        let found = found.get();
        let worth = |(_, finding): &Finding| says(finding) || !finding.repairs.is_empty();
        found.into_iter().filter(worth).take(LISTED).map(item).collect_view()
    };
    let is_empty = move || found.with(Vec::is_empty);
    // Where nothing is wrong, there is nothing to mend.
    let is_told = move || {
        let is_remark = |(_, finding): &Finding| matches!(finding.kind, DiagnosticKind::Remark(_));
        found.with(|found| found.iter().all(is_remark))
    };
    let heading = move || {
        let tongue = tastes.tongue.get();
        if is_told() {
            tongue.pick("Worth knowing", "值得知道")
        } else {
            tongue.pick("What would work", "可行的改法")
        }
    };
    view! {
        <section class="advice" class:told=is_told hidden=is_empty aria-label=heading>
            <div class="pane-head"><h2>{heading}</h2></div>
            <ul role="status" aria-live="polite">{items}</ul>
        </section>
    }
}

/// Reports whether a finding says something by itself, and not only what would work instead.
fn says(finding: &Diagnostic) -> bool {
    matches!(finding.kind, DiagnosticKind::Wrong(..) | DiagnosticKind::Remark(_))
}
