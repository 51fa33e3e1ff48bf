//! A list whose rows follow their own values: a change of one value changes one row, and nothing is built anew.

use std::sync::Arc;

use crate::signals::{ArcRwSignal, Effect, RwSignal};
use leptos::prelude::*;

/// Builds a row from its place and its value, which goes on changing.
type Build<T> = Box<dyn Fn(usize, RwSignal<T>) -> AnyView + Send + Sync>;

/// The rows of `values`, which is run again whenever something that it follows changes.
pub fn list<T>(values: impl Fn() -> Vec<T> + 'static, build: Build<T>) -> AnyView
where
    T: PartialEq + Send + Sync + 'static,
{
    let rows = StoredValue::new(Vec::<ArcRwSignal<T>>::new());
    let count = RwSignal::new(0);
    Effect::new(move |_| {
        let mut values = values();
        let known = rows.with_value(|rows| rows.to_vec());
        let all = values.len();
        let more = values.split_off(known.len().min(all));
        for (row, value) in known.into_iter().zip(values) {
            row.renew(value);
        }
        rows.update_value(|rows| {
            rows.truncate(all);
            rows.extend(more.into_iter().map(ArcRwSignal::new));
        });
        if count.get_untracked() != all {
            count.set(all);
        }
    });
    let build = move |at: usize| {
        let value = rows.with_value(|rows| rows.get(at).cloned());
        value.map_or_else(|| ().into_any(), |value| build(at, value.here()))
    };
    by_place(count, Arc::new(build))
}

/// One code for every list: what is inside a row is behind a pointer.
fn by_place(count: RwSignal<usize>, build: Arc<dyn Fn(usize) -> AnyView + Send + Sync>) -> AnyView {
    view! { <For each=move || 0..count.get() key=|at| *at children=move |at| build(at)/> }.into_any()
}
