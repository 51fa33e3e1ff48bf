//! The lines of the example.

use crate::signals::{Memo, RwSignal};
use colex::look::Form;
use colex::words::Tongue;
use colex::worked_example::{Chain, Deed, Line};
use leptos::html::Li;
use leptos::prelude::*;

use crate::browser;
use crate::panels::guess::guess;
use crate::panels::list::list;
use crate::panels::measured::kept_in_view;
use crate::panels::said::shortened;
use crate::session::{Answer, Draft, Focus, Shared, Tastes, Telling};

/// The id of the field in which the next number is predicted.
pub(super) const ANSWER: &str = "worked-answer";

/// Number of lines of one part that are on the screen at most.
const LINES: usize = 40;

/// The point and the inner product in one line, as far as they are known.
#[component]
pub fn Summary(
    draft: Draft,
    tastes: Tastes,
    focus: Focus,
    chain: Memo<Answer<Shared<Chain>>>,
    telling: Memo<Telling>,
) -> impl IntoView {
    let text = Memo::new(move |_| {
        let Some(Ok(chain)) = chain.get() else { return Default::default() };
        let Some(Ok(point)) = focus.point.get() else { return Default::default() };
        let told = telling.get();
        let typed = tastes.spell(&point.typed.to_string());
        // Outside the domain the other forms are other points: (3,5) adds up to 18, but 18 is (0,6).
        let mut forms = if point.inside && told.shown >= chain.0.divisions {
            let forms = [point.linear.to_string(), point.flat.to_string(), point.natural.to_string()];
            let forms = Form::ALL.iter().zip(forms).map(|((_, form), written)| (Some(*form), tastes.spell(&written)));
            forms.collect()
        } else {
            vec![(None, typed), (None, chain.0.natural_after(told.shown))]
        };
        forms.dedup_by(|next, form| next.1 == form.1);
        let same = if point.inside { " ~ " } else { " → " };
        let product = (told.shown >= told.total).then(|| format!("{} = {}", chain.0.inner_product, chain.0.index));
        (forms, same, product)
    });
    let forms = move || {
        let (forms, same, _) = text.get();
        let only = forms.len() < 2;
        let forms = forms.into_iter().enumerate().map(|(number, (form, written))| {
            let written = shortened(&written, 80);
            let written = match form.filter(|_| !only) {
                Some(form) => switch(draft, tastes, form, written),
                None => written.into_any(),
            };
            view! { {(number > 0).then_some(same)}{written} }
        });
        forms.collect_view()
    };
    view! {
        <p class="mono worked-summary">
            <span>{forms}</span>
            {move || text.get().2.map(|product| view! { <span>{product}</span> })}
        </p>
    }
}

/// One form of the coordinate; pressed, the sides of the grid have this form, or again all of them.
fn switch(draft: Draft, tastes: Tastes, form: Form, written: String) -> AnyView {
    let is_chosen = move || draft.view.with(|view| view.form == Some(form));
    let hint = tastes.text("Show this form along the sides of the grid", "在网格边上显示这种形式");
    let press = move |_| draft.look_at(|view| view.form = (view.form != Some(form)).then_some(form));
    view! {
        <button class="plain mono form" aria-pressed=move || is_chosen().to_string() title=hint on:click=press>{written}</button>
    }
    .into_any()
}

/// The divisions or the products.
#[component]
pub fn Part(
    tastes: Tastes,
    focus: Focus,
    chain: Memo<Answer<Shared<Chain>>>,
    telling: Memo<Telling>,
    divides: bool,
    reveal: impl Fn(bool) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let is_linear =
        Memo::new(move |_| focus.point.with(|point| matches!(point, Some(Ok(point)) if point.typed.is_leaf())));
    let is_swizzled = Memo::new(move |_| chain.with(|chain| matches!(chain, Some(Ok(chain)) if chain.0.is_swizzled)));
    let title = move || {
        if divides && is_linear.get() {
            tastes.say("idx2crd: from the 1-D coordinate to the natural one", "idx2crd：从一维坐标到自然坐标")
        } else if divides {
            tastes.say("idx2crd: from the coordinate to the natural one", "idx2crd：从坐标到自然坐标")
        } else if is_swizzled.get() {
            tastes.say("coordinate · stride, added up, then swizzled", "坐标 · 步长，再求和，然后 swizzle")
        } else {
            tastes.say("crd2idx: coordinate · stride, added up", "crd2idx：坐标 · 步长，再求和")
        }
    };
    let note = move || {
        let known = chain.with(|chain| match chain {
            Some(Ok(chain)) if divides => Some((chain.0.divisions, chain.0.natural_after(telling.get().shown))),
            _ => None,
        });
        let (divisions, natural) = known?;
        let natural = shortened(&natural, 80);
        Some(match (divisions, tastes.tongue.get()) {
            (0, Tongue::English) => format!("Nothing to divide: {natural} is already the natural coordinate"),
            (0, Tongue::Chinese) => format!("无需除法：{natural} 已经是自然坐标"),
            (_, Tongue::English) => format!("natural coordinate {natural}"),
            (_, Tongue::Chinese) => format!("自然坐标 {natural}"),
        })
    };
    let has_aside = move || {
        let divided = chain.with(|chain| matches!(chain, Some(Ok(chain)) if chain.0.divisions > 0));
        divides && divided && is_linear.get()
    };
    let divisions = move || {
        chain.with(|chain| chain.as_ref().and_then(|chain| chain.as_ref().ok()).map_or(0, |chain| chain.0.divisions))
    };
    let lines = move || {
        let Some(Ok(chain)) = chain.get() else { return Vec::new() };
        let told = telling.get();
        let last = told.shown + usize::from(told.asking);
        let (from, to) = if divides { (0, chain.0.divisions) } else { (chain.0.divisions, told.total) };
        let to = to.min(last);
        // The window ends with the line that is looked at; with all shown, it is the beginning.
        let first = match told.current {
            None => from,
            Some(_) => from.max(to.saturating_sub(LINES)),
        };
        let lines = chain.0.lines.iter().enumerate().take(to).skip(first).take(LINES);
        lines
            .map(|(number, line)| (number, line.clone(), told.asking && told.current == Some(number)))
            .collect::<Vec<_>>()
    };
    let left_out = move || {
        let total = chain.with(|chain| match chain {
            Some(Ok(chain)) if divides => chain.0.divisions,
            Some(Ok(chain)) => chain.0.lines.len() - chain.0.divisions,
            _ => 0,
        });
        (total > LINES && telling.get().current.is_none()).then(|| match tastes.tongue.get() {
            Tongue::English => format!("and {} more; step through to see each", total - LINES),
            Tongue::Chinese => format!("另有 {} 行，可逐步查看", total - LINES),
        })
    };
    view! {
        <div class="worked-part" hidden=move || !divides && telling.with(|told| told.shown + usize::from(told.asking) <= divisions())>
            <h3 class="small">{title}</h3>
            <Show when=has_aside><p class="quiet small worked-aside">{tastes.text("here idx means the 1-D coordinate, not the memory index", "这里的 idx 指一维坐标，不是内存索引")}</p></Show>
            <ol class="worked-lines">
                {list(lines, Box::new(move |_, entry| told(tastes, telling, entry, reveal)))}
            </ol>
            {move || left_out().map(|words| view! { <p class="quiet small">{words}</p> })}
            <Show when=move || note().is_some()><p class="small worked-note">{note}</p></Show>
        </div>
    }
}

/// A line with its number, and whether its answer is asked for.
type Entry = (usize, Line, bool);

/// One line, with a field where its answer is asked for. All of it follows the line: the same numbers may be of another
/// mode.
fn told(
    tastes: Tastes,
    telling: Memo<Telling>,
    entry: RwSignal<Entry>,
    reveal: impl Fn(bool) + Copy + Send + Sync + 'static,
) -> AnyView {
    let number = move || entry.with(|(number, ..)| *number);
    let is_current = Memo::new(move |_| telling.get().current == Some(number()));
    let is_result =
        move || entry.with(|(_, line, _)| matches!(line.deed, Deed::Sum | Deed::InnerSum | Deed::Swizzle { .. }));
    let question = move || entry.with(|(_, line, _)| line.question.clone());
    let words = move || entry.with(|(_, line, asking)| line.words(*asking, tastes.tongue.get()));
    let answer = move || {
        let (_, line, asking) = entry.get();
        if asking {
            guess(tastes, line, ANSWER, move |right| {
                reveal(right);
                // The field is gone, and the keys are to go on working.
                browser::focus("worked-steps");
            })
        } else {
            view! { <b>{line.answer}</b> }.into_any()
        }
    };
    let verdict = move || (is_current.get() && telling.get().right).then(|| tastes.say("✓ right", "✓ 正确"));
    let node = NodeRef::<Li>::new();
    kept_in_view(node, move || is_current.get(), move || tastes.big.get_untracked());
    view! {
        <li node_ref=node class:current=move || is_current.get() class:result=is_result
            aria-current=move || is_current.get().then_some("step")>
            <span class="mono worked-formula">{question} " = " {answer}</span>
            <span class="quiet small">{move || verdict().map(|verdict| view! { <b class="worked-right">{verdict}</b> " " })} {words}</span>
        </li>
    }
    .into_any()
}

/// The current step for a screen reader.
pub(super) fn spoken(tastes: Tastes, chain: Memo<Answer<Shared<Chain>>>, telling: Memo<Telling>) -> Option<String> {
    let told = telling.get();
    let tongue = tastes.tongue.get();
    let Some(Ok(chain)) = chain.get() else { return None };
    let line = chain.0.lines.get(told.current?)?;
    let answer = if told.asking { "?" } else { &line.answer };
    Some(format!("{} = {answer}, {}", line.question, line.words(told.asking, tongue)))
}
