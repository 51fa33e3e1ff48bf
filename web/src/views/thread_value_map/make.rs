//! From a layout of threads and a layout of values to the map of both: two choices that write a statement.

use crate::signals::{Memo, RwSignal};
use colex::look::threads::{layouts, statement};
use leptos::prelude::*;

use crate::panels::writing::append_all;
use crate::session::{Draft, Tastes};

/// A layout of threads, a layout of values, and what is made of them.
#[component]
pub(super) fn Make(draft: Draft, tastes: Tastes) -> impl IntoView {
    let names = Memo::new(move |_| draft.evaluation.with(|evaluation| layouts(&evaluation.0)));
    let threads = RwSignal::new(None::<String>);
    let values = RwSignal::new(None::<String>);
    // Layout that was chosen while it is there; else what is called so, else the first and the second.
    let named = move |chosen: RwSignal<Option<String>>, usual: &'static [&'static str], place: usize| {
        Memo::new(move |_| {
            names.with(|names| {
                let known = |wanted: &str| names.iter().find(|(_, name)| name == wanted);
                let chosen = chosen.get().and_then(|chosen| known(&chosen).cloned());
                let usual = || usual.iter().find_map(|usual| known(usual).cloned());
                let found = chosen.or_else(usual).or_else(|| names.get(place).or(names.first()).cloned());
                found.map(|(_, name)| name)
            })
        })
    };
    let thread_name = named(threads, &["thr", "threads", "thr_layout"], 0);
    let value_name = named(values, &["val", "values", "val_layout"], 1);
    let make = move |function: &'static str| {
        let (Some(threads), Some(values)) = (thread_name.get_untracked(), value_name.get_untracked()) else { return };
        let line = draft.evaluation.with_untracked(|found| statement(&found.0, function, &threads, &values));
        append_all(draft, &[line]);
    };
    let select = move |english: &'static str,
                       chinese: &'static str,
                       now: Memo<Option<String>>,
                       set: RwSignal<Option<String>>| {
        let options = move || {
            let option = |(_, name): (usize, String)| {
                let own = name.clone();
                view! { <option value=name.clone() prop:selected=move || now.with(|now| now.as_ref() == Some(&own))>{name.clone()}</option> }
            };
            names.get().into_iter().map(option).collect_view()
        };
        view! {
            <label class="row">
                <span class="quiet small">{tastes.text(english, chinese)}</span>
                <select class="mono" on:change=move |event| set.set(Some(event_target_value(&event)))>{options}</select>
            </label>
        }
    };
    view! {
        <Show when=move || names.with(|names| names.len() > 1)>
            <details class="threads-make">
                <summary class="small">{tastes.text("From a thread layout and a value layout", "由线程布局和值布局构造")}</summary>
                <div class="row">
                    {select("Threads", "线程", thread_name, threads)}
                    {select("Values", "值", value_name, values)}
                    <button class="mono" on:click=move |_| make("make_layout_tv")>"make_layout_tv"</button>
                    <button class="mono" on:click=move |_| make("raked_product")>"raked_product"</button>
                </div>
                <p class="quiet small">{tastes.text(
                    "make_layout_tv is raked_product turned round: from (thread, value) to the tile",
                    "make_layout_tv 是 raked_product 的逆：从（线程，值）到 tile",
                )}</p>
            </details>
        </Show>
    }
}
