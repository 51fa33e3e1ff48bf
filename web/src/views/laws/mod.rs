//! Promises of the selected statement's operation, each proved over the whole domain or refuted.

mod order;

use crate::signals::{Effect, RwSignal};
use colex::laws::{Contract, Law, LawCheck, Letters, Verdict};
use colex::operations::contract;
use colex::words;
use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use crate::browser::Pursuit;
use crate::languages::say;
use crate::loader::part;
use crate::panels::word::word;
use crate::session::{Asked, Parts, Session, Tastes};

/// The units of work between two looks at the clock.
const UNITS: u64 = 1024;

/// Verdict on a law so far. Rows that are about to go may still ask.
type Judged = ArcRwSignal<Option<Verdict>>;

/// The laws that are still to be checked, the first last, and the verdicts that nobody has heard of yet.
struct Checks {
    queue: Vec<(LawCheck, Judged)>,
    verdicts: Vec<(Judged, Verdict)>,
}

impl Work for Checks {
    type Output = ();

    fn resume(&mut self, budget: &mut Budget) -> Progress<()> {
        if let Some((check, judged)) = self.queue.last_mut()
            && let Progress::Done(verdict) = check.resume(budget)
        {
            self.verdicts.push((judged.clone(), verdict));
            self.queue.pop();
        }
        match self.queue.len() as u64 {
            0 => Progress::Done(()),
            left => Progress::More { done: 0, total: Some(left) },
        }
    }
}

part! {
    /// Promises of an operation.
    pub PART: tools = |session, _| view! { <Laws session/> }.into_any()
}

/// The laws of the selected statement's result.
#[component]
fn Laws(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, asked, .. } = *session;
    // The text and the settings decide; a contract is made anew for each evaluation.
    let found = RwSignal::new(None::<(Contract, Vec<Judged>)>);
    let pursuit = Pursuit::new(UNITS);
    Effect::new(move |_| {
        let evaluation = draft.evaluation.get();
        let made = screen.chosen_statement.get().and_then(|statement| contract(&evaluation.0, statement));
        let made = made.filter(|made| !made.laws.is_empty()).map(|made| {
            let judged = made.laws.iter().map(|_| ArcRwSignal::new(None)).collect::<Vec<Judged>>();
            (made, judged)
        });
        let checks =
            made.iter().flat_map(|(made, judged)| made.laws.iter().map(Law::check).zip(judged.iter().cloned()));
        let mut queue = checks.collect::<Vec<_>>();
        queue.reverse();
        found.set(made);
        pursuit.begin(Checks { queue, verdicts: Vec::new() }, |mut checks, _| {
            for (judged, verdict) in checks.verdicts.drain(..) {
                judged.set(Some(verdict));
            }
            Some(checks)
        });
    });
    let operands = move || {
        let found = found.get();
        let (operands, letters) = found.map(|(made, _)| (made.operands, made.letters)).unwrap_or_default();
        let item = |(letter, printed): (&'static str, String)| {
            let called = words::letter(letter, &letters, tastes.tongue.get());
            view! { <li class="mono"><b>{called}</b> " = " {tastes.spell(&printed)}</li> }
        };
        operands.into_iter().map(item).collect_view()
    };
    let laws = move || {
        let (made, judged) = found.get()?;
        Some(
            made.laws
                .iter()
                .zip(judged)
                .map(|(law, judged)| law_view(tastes, asked, law, &made.letters, judged))
                .collect_view(),
        )
    };
    view! {
        <section class="contract" class:stale=move || screen.stale.get() aria-label=tastes.text("Laws", "性质")>
            <div class="pane-head"><h2>{tastes.text("Laws", "性质")}</h2></div>
            <Show when=move || found.with(Option::is_some) fallback=move || view! {
                <p class="quiet">{tastes.text(
                    "Laws belong to an operation: put the caret on a composition, a divide, a product, …",
                    "性质属于运算：把光标放到复合、划分、乘积等运算上",
                )}</p>
            }>
                <ul class="operands">{operands}</ul>
                <ul class="laws">{laws}</ul>
            </Show>
            {order::in_order(draft, tastes, screen)}
        </section>
    }
}

fn law_view(tastes: Tastes, asked: Asked, law: &Law, letters: &Letters, judged: Judged) -> AnyView {
    let letters = StoredValue::new(letters.clone());
    let in_names = move |text: &str| letters.with_value(|letters| words::in_names(text, letters, tastes.tongue.get()));
    let (kind, mode) = (law.kind, law.mode.clone());
    let seen = judged.clone();
    let sign = move || {
        seen.with(|verdict| match verdict {
            None => ("…", "waits"),
            Some(Verdict::Holds { .. }) => ("✓", "holds"),
            Some(Verdict::Fails(_)) => ("✗", "fails"),
            Some(Verdict::DoesNotApply { example: Some(_), .. }) => ("!", "wrong"),
            Some(Verdict::DoesNotApply { .. }) => ("–", "free"),
            Some(Verdict::Unfinished { checked: 0, .. }) => ("?", "free"),
            Some(Verdict::Unfinished { .. }) => ("✓…", "holds"),
        })
    };
    let sentence = move || {
        let tongue = tastes.tongue.get();
        judged.with(|verdict| match verdict {
            None => tongue.pick("is being checked", "正在检查").to_string(),
            Some(verdict) => tastes.spell(&in_names(&words::verdict(verdict, tongue))),
        })
    };
    let name = move || {
        let name = in_names(words::law(kind, tastes.tongue.get()));
        if mode.is_empty() {
            return name;
        }
        let modes = mode.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        say!(tastes.tongue.get(), en("{name} (mode {modes})"), zh("{name}（mode {modes}）"))
    };
    let class = {
        let sign = sign.clone();
        move || sign().1
    };
    view! {
        <li class=class>
            <span class="sign" aria-hidden="true">{move || sign().0}</span>
            <span class="law">{word(tastes, asked, words::concept(kind), name)}</span>
            <code>{move || letters.with_value(|letters| words::equation(kind, letters, tastes.tongue.get()))}</code>
            <span class="verdict small">{sentence}</span>
        </li>
    }
    .into_any()
}
