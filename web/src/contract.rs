//! What the selected statement's operation promises, each promise proved over the whole domain or refuted.

use crate::signals::RwSignal;
use colex::laws::{Contract, Law, LawCheck, Letters, Verdict, contract};
use colex::words;
use colex::work::{Budget, Progress, Work};
use leptos::prelude::*;

use crate::session::Session;
use crate::slices::{FIRST_SLICE, SLICE, Turn, slice};

/// The units of work between two looks at the clock.
const UNITS: u64 = 1024;

/// What became of a law so far. Rows that are about to go may still ask.
type Judged = ArcRwSignal<Option<Verdict>>;

/// The laws that are still to be checked.
type Queue = StoredValue<Vec<(LawCheck, Judged)>>;

/// The laws of the selected statement's result.
#[component]
pub fn Laws(session: Session) -> impl IntoView {
    // The text and the settings decide; a contract is made anew for each evaluation.
    let found = RwSignal::new(None::<(Contract, Vec<Judged>)>);
    let queue: Queue = StoredValue::new(Vec::new());
    let turn = Turn::new();
    Effect::new(move |_| {
        turn.stop();
        let evaluation = session.evaluation.get();
        let made = session.chosen_statement.get().and_then(|statement| contract(&evaluation.0, statement));
        let made = made.filter(|made| !made.laws.is_empty()).map(|made| {
            let judged = made.laws.iter().map(|_| ArcRwSignal::new(None)).collect::<Vec<Judged>>();
            (made, judged)
        });
        // The first law is the last of the queue.
        let checks =
            made.iter().flat_map(|(made, judged)| made.laws.iter().map(Law::check).zip(judged.iter().cloned()));
        let mut checks = checks.collect::<Vec<_>>();
        checks.reverse();
        queue.set_value(checks);
        found.set(made);
        go_on(queue, turn, FIRST_SLICE);
    });
    let operands = move || {
        let found = found.get();
        let (operands, letters) = found.map(|(made, _)| (made.operands, made.letters)).unwrap_or_default();
        let item = |(letter, printed): (&'static str, String)| {
            let called = words::letter(letter, &letters, session.tongue.get());
            view! { <li class="mono"><b>{called}</b> " = " {session.spell(&printed)}</li> }
        };
        operands.into_iter().map(item).collect_view()
    };
    let laws = move || {
        let (made, judged) = found.get()?;
        Some(
            made.laws
                .iter()
                .zip(judged)
                .map(|(law, judged)| law_view(session, law, &made.letters, judged))
                .collect_view(),
        )
    };
    view! {
        <Show when=move || found.with(Option::is_some)>
            <section class="contract" class:stale=move || session.stale.get() aria-label=session.text("Laws", "定律")>
                <div class="pane-head"><h2>{session.text("Laws", "定律")}</h2></div>
                <ul class="operands">{operands}</ul>
                <ul class="laws">{laws}</ul>
            </section>
        </Show>
    }
}

/// Checks for one slice, and goes on after the next frame.
fn go_on(queue: Queue, turn: Turn, longest: f64) {
    let mut verdicts = Vec::new();
    // The page may have lost this panel in the meantime.
    let Some(done) = queue.try_update_value(|queue| {
        slice(longest, || {
            let Some((check, judged)) = queue.last_mut() else { return true };
            if let Progress::Done(verdict) = check.resume(&mut Budget::new(UNITS)) {
                verdicts.push((judged.clone(), verdict));
                queue.pop();
            }
            queue.is_empty()
        })
    }) else {
        return;
    };
    for (judged, verdict) in verdicts {
        judged.set(Some(verdict));
    }
    if !done {
        turn.after(0, move || go_on(queue, turn, SLICE));
    }
}

fn law_view(session: Session, law: &Law, letters: &Letters, judged: Judged) -> AnyView {
    let letters = StoredValue::new(letters.clone());
    let in_names = move |text: &str| letters.with_value(|letters| words::in_names(text, letters, session.tongue.get()));
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
        let tongue = session.tongue.get();
        judged.with(|verdict| match verdict {
            None => tongue.pick("is being checked", "正在检查").to_string(),
            Some(verdict) => session.spell(&in_names(&words::verdict(verdict, tongue))),
        })
    };
    let name = move || {
        let name = in_names(words::law(kind, session.tongue.get()));
        if mode.is_empty() {
            return name;
        }
        let modes = mode.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        session.tongue.get().pick(format!("{name} (mode {modes})"), format!("{name}（模式 {modes}）"))
    };
    let class = {
        let sign = sign.clone();
        move || sign().1
    };
    view! {
        <li class=class>
            <span class="sign" aria-hidden="true">{move || sign().0}</span>
            <span class="law">{name}</span>
            <code>{move || letters.with_value(|letters| words::equation(kind, letters, session.tongue.get()))}</code>
            <span class="verdict small">{sentence}</span>
        </li>
    }
    .into_any()
}
