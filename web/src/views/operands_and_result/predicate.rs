//! The predicate that a kernel writes where the result reaches beyond the operand, to be read and to be copied.

use colex::operations::beyond;
use colex::scene::{Dialect, Role};
use colex::words;
use leptos::prelude::*;

use super::Stage;
use crate::browser;
use crate::languages::say;
use crate::session::{Notice, Notices, Parts, Tastes};
use crate::signals::Memo;

/// Text of the predicate.
#[derive(Clone, PartialEq)]
struct Written {
    coordinate: String,
    inequalities: String,
    /// Code that a kernel writes, in C++ and in Python.
    kernel: [String; 2],
    operand: String,
    /// True if no element lies inside.
    is_outside: bool,
}

/// The predicate of the selected statement; nothing where nothing overhangs, or no sum says what does.
pub(super) fn predicate(stage: Stage) -> AnyView {
    let Stage { session, picture, .. } = stage;
    let Parts { draft, tastes, notices, .. } = *session;
    let written = Memo::new(move |_| {
        let statement = picture.statement.get()?;
        let found = draft.evaluation.with(|evaluation| beyond(&evaluation.0, statement))?;
        let predicate = found.predicate()?;
        Some(Written {
            coordinate: predicate.coordinate(),
            inequalities: predicate.inequalities(Dialect::Cpp),
            kernel: [Dialect::Cpp, Dialect::Python].map(|dialect| predicate.written(dialect)),
            operand: predicate.operand().to_string(),
            is_outside: found.count() == Some(found.size()),
        })
    });
    let sentence = move || {
        let Written { coordinate, inequalities, operand, is_outside, .. } = written.get()?;
        let result =
            picture.scene.with(|scene| Some(words::called(&scene.as_ref()?.0, Role::Result, tastes.tongue.get())))?;
        let coordinate = if coordinate.starts_with('(') { coordinate } else { format!("({coordinate})") };
        let [before, behind] = match tastes.tongue.get() {
            words::Tongue::English => [format!(" lies inside {operand} where "), String::new()],
            words::Tongue::Chinese => [" 在满足 ".to_string(), format!(" 时位于 {operand} 之内")],
        };
        let nowhere = is_outside.then(|| {
            say!(
                tastes.tongue.get(),
                en(": for no element, all of it lies beyond {operand}"),
                zh("：没有元素满足，整个结果都在 {operand} 之外")
            )
        });
        Some(view! {
            <code>{result}{coordinate}</code>{before}<code class="operation-inside">{inequalities}</code>{behind}{nowhere}
        })
    };
    let kernel = move |place: usize| {
        move || written.get().and_then(|written| written.kernel.into_iter().nth(place)).unwrap_or_default()
    };
    view! {
        <Show when=move || written.with(Option::is_some)>
            <div class="operation-predicate small" role="group" aria-label=tastes.text("Predicate", "谓词")>
                <p><span class="swatch bare beyond" aria-hidden="true"></span>" "{sentence}</p>
                <dl>
                    <div><dt>"C++"</dt><dd><code>{kernel(0)}</code>{copy(tastes, notices, "C++", kernel(0))}</dd></div>
                    <div><dt>"Python"</dt><dd><code>{kernel(1)}</code>{copy(tastes, notices, "Python", kernel(1))}</dd></div>
                </dl>
            </div>
        </Show>
    }
    .into_any()
}

/// Returns the button that copies a text.
fn copy(
    tastes: Tastes,
    notices: Notices,
    language: &'static str,
    text: impl Fn() -> String + Copy + Send + Sync + 'static,
) -> AnyView {
    let copied = move |_| {
        let text = untrack(text);
        browser::spawn(async move {
            let notice = match browser::copy(text).await {
                true => Notice::Done("Predicate copied", "谓词已复制"),
                false => Notice::Done("The browser does not let this page copy", "浏览器不允许本页面复制"),
            };
            notices.notify(notice);
        });
    };
    let label =
        move || say!(tastes.tongue.get(), en("Copy the predicate in {language}"), zh("复制 {language} 写法的谓词"));
    view! { <button class="plain small" aria-label=label on:click=copied>{tastes.text("Copy", "复制")}</button> }
        .into_any()
}
