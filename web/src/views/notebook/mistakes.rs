//! Mistakes in the text, in sentences under it.

use crate::signals::Memo;
use colex::notebook::{Diagnostic, Evaluation};
use leptos::prelude::*;

use super::field::Field;
use crate::languages::say;
use crate::panels::said::place;
use crate::session::{Draft, Parts, Screen, Sentences, Session, Shared, Source, Stands, Tastes};

/// The most sentences that are listed.
const SENTENCE_LIMIT: usize = 12;

/// Of which line the pictures are, where the one that is looked at has a mistake. While one types it keeps its place, as what
/// is said above it does.
fn instead(draft: Draft, tastes: Tastes, screen: Screen) -> AnyView {
    let source = Memo::new(move |said: Option<&Option<Source>>| {
        if !draft.complaining.get() {
            return said.cloned().flatten();
        }
        screen.shown.with(|shown| {
            let shown = shown.as_ref().filter(|shown| shown.stands == Stands::Instead)?;
            Some(shown.source.clone())
        })
    });
    let sentence = move || {
        let Source { line, text } = source.get()?;
        let said = say!(tastes.tongue.get(), en("The pictures show line {line}: "), zh("图中显示第 {line} 行："));
        Some(view! { <p class="quiet small">{said}<code>{text}</code></p> })
    };
    sentence.into_any()
}

/// Shows the mistakes: a sentence with a place, and repairs that one click applies.
#[component]
pub fn Mistakes(session: Session, field: Field) -> impl IntoView {
    let Parts { draft, tastes, arrivals, .. } = *session;
    let item = move |sentences: Sentences, diagnostic: &Diagnostic, text: &str| {
        let tongue = tastes.tongue.get();
        let (line, column) = place(text, diagnostic.span.start);
        let span = diagnostic.span;
        view! {
            <li>
                <button class="plain small place" on:click=move |_| field.select(draft, span)>
                    {say!(tongue, en("Line {line}, column {column}"), zh("第 {line} 行第 {column} 列"))}
                </button>
                <span>{tastes.spell(&(sentences.diagnostic)(diagnostic, tongue))}</span>
                {(sentences.remedies)(session, diagnostic)}
            </li>
        }
    };
    // While one types, what was said keeps its place, so that nothing below moves; it is replaced after a pause.
    let said = Memo::new(move |said: Option<&Option<Shared<Evaluation>>>| {
        if !draft.complaining.get() {
            return said.cloned().flatten();
        }
        let found = draft.evaluation.get();
        (!found.0.diagnostics().is_empty() && !arrivals.may_be_program(draft)).then_some(found)
    });
    let is_old = move || !draft.complaining.get();
    let is_over = move || draft.evaluation.with(|found| found.0.diagnostics().is_empty());
    let list = move || {
        let evaluation = said.get()?.0;
        let all = evaluation.diagnostics();
        let sentences = arrivals.sentences.get()?;
        let listed = all.iter().take(SENTENCE_LIMIT);
        let items = listed.map(|diagnostic| item(sentences, diagnostic, evaluation.text())).collect_view();
        let rest = all.len().saturating_sub(SENTENCE_LIMIT);
        let more = (rest > 0).then(|| {
            let sentence = say!(tastes.tongue.get(), en("{rest} more are not listed"), zh("另有 {rest} 条未列出"));
            view! { <li class="quiet">{sentence}</li> }
        });
        Some(view! { <ul class="wrongs" inert=is_old class:over=is_over>{items}{more}</ul> })
    };
    view! { <div class="mistakes" id="diagnostics" role="status" aria-live="polite">{list}{instead(draft, tastes, session.screen)}</div> }
}
