//! Parts that the views of a map of threads and values share: how a layout is read as one where it does not say that it
//! is, and a choice among the notebook's values.

use crate::signals::Memo;
use colex::look::threads::Threads;
use colex::operations::readable;
use colex::words::Tongue;
use colex_document::View;
use leptos::prelude::*;

use crate::languages::say;
use crate::session::{Draft, Parts, Screen, Session, Tastes};

/// Tells how a layout is read as one of threads and values that does not say so itself.
pub fn reading(tongue: Tongue, threads: &Threads) -> Option<String> {
    let (count, values) = (threads.map.threads(), threads.map.values());
    (!threads.is_made).then(|| {
        say!(
            tongue,
            en(
                "Read as you said: mode 0 is the thread ({}), mode 1 the value ({} each)",
                counted(count, "thread"),
                counted(values, "value")
            ),
            zh("按您所说来读：mode 0 是线程（{count} 个），mode 1 是值（每个线程 {values} 个）")
        )
    })
}

/// Shows what is read so: the name of the layout that is looked at, or what is written.
pub fn of_what(tastes: Tastes, screen: Screen) -> AnyView {
    let written = move || {
        screen.look.with(|look| {
            let look = look.as_ref()?;
            Some(look.name.clone().unwrap_or_else(|| tastes.spell(&look.printed())))
        })
    };
    view! { <span class="mono">{written}</span>" " }.into_any()
}

/// `1 thread`, `2 threads`.
pub fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// Shows, where a layout could be read as one of threads and values and nothing says that it is, that this is so, and
/// the way to read it so; else what was given.
pub fn not_said(session: Session, otherwise: fn(Session) -> AnyView) -> AnyView {
    let Parts { draft, tastes, .. } = *session;
    let found = Memo::new(move |_| {
        let statement = session.screen.look.with(|look| look.as_ref().map(|look| look.statement))?;
        let view = View { read: draft.view.with(|view| view.read.clone()), ..View::default() };
        let counts = draft.evaluation.with(|evaluation| readable(&evaluation.0, statement, &view))?;
        Some((statement, counts))
    });
    (move || {
        let Some((statement, (threads, values))) = found.get() else { return otherwise(session) };
        let read = move |_| draft.look_at(|view| {
            view.read.push(statement);
            view.read.sort_unstable();
            view.read.dedup();
        });
        let shape = format!("{threads} × {values}");
        view! {
            <p class="quiet threads-reading">
                {tastes.text("Nothing says that its two modes are threads and values.", "没有说明它的两个 mode 是线程和值。")} " "
                <button class="small" on:click=read>
                    {tastes.text("Read it as (thread, value)", "按（线程, 值）来读")} " " <span class="mono">{shape}</span>
                </button>
            </p>
        }
        .into_any()
    })
    .into_any()
}

/// Shows how a layout is read that is no map of threads and values by itself, the other way to read it, and the way
/// back.
pub fn how_read(draft: Draft, tastes: Tastes, screen: Screen, said: Signal<Option<String>>) -> AnyView {
    // The same modes the other way round, as a statement of its own.
    let swap = move |_| {
        let swapped = draft.evaluation.with_untracked(|evaluation| {
            let statement = screen.look.with_untracked(|look| look.as_ref().map(|look| look.statement))?;
            let found = evaluation.0.statements().get(statement)?;
            let own = match &found.name {
                Some((name, _)) => name.clone(),
                None => found.expression.span.of(evaluation.0.text()).trim().to_string(),
            };
            Some(format!("{} = select<1,0>({own})", evaluation.0.free_name("T")))
        });
        if let Some(swapped) = swapped {
            draft.append(&swapped);
            draft.look_at(|view| view.read.extend(view.statement));
        }
    };
    let stop = move |_| {
        let statement = screen.look.with_untracked(|look| look.as_ref().map(|look| look.statement));
        draft.look_at(|view| view.read.retain(|read| Some(*read) != statement));
    };
    (move || {
        said.get().map(|said| view! {
            <p class="small threads-reading" role="note">{said} " "
                <button class="plain small" on:click=swap>{tastes.text("Read it as (value, thread)", "改按（值, 线程）来读")}</button> " "
                <button class="plain small" on:click=stop>{tastes.text("It is no such map", "它不是这样的映射")}</button></p>
        })
    })
    .into_any()
}

/// A choice among the names of the notebook, or none of them, which is `own`.
#[component]
pub fn StatementSelect(
    draft: Draft,
    own: Signal<String>,
    names: fn(&colex::notebook::Evaluation) -> Vec<(usize, String)>,
    chosen: fn(&View) -> Option<usize>,
    choose: fn(&mut View, Option<usize>),
) -> impl IntoView {
    let names = Memo::new(move |_| draft.evaluation.with(|evaluation| names(&evaluation.0)));
    let chosen = Memo::new(move |_| {
        let chosen = draft.view.with(chosen);
        chosen.filter(|chosen| names.with(|names| names.iter().any(|(number, _)| number == chosen)))
    });
    let options = move || {
        let option = |(number, name): (usize, String)| {
            view! { <option value=number.to_string() prop:selected=move || chosen.get() == Some(number)>{name}</option> }
        };
        names.get().into_iter().map(option).collect_view()
    };
    view! {
        <select on:change=move |event| {
            let number = event_target_value(&event).parse().ok();
            draft.look_at(|view| choose(view, number));
        }>
            <option value="" prop:selected=move || chosen.get().is_none()>{own}</option>
            {options}
        </select>
    }
}
