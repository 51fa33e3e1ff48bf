//! One bar for the step, on a small screen: what is told now in one line, and one step back or on. The views that tell all
//! of it are a swipe away.

use colex::worked_example::Line;
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::panels::frame::{frame_id, show};
use crate::panels::guess::guess;
use crate::session::acts::Acts;
use crate::session::derivation::Stepping;
use crate::session::{Derived, Parts, Session, Working, derived};
use crate::signals::{Memo, RwSignal};

/// Where what is told and its picture do not stand beside each other, as the style has it.
const SMALL: &str = "(max-width: 767px), (max-height: 479px)";

/// The id of the button that goes on.
const NEXT: &str = "step-next";

/// The bar, where the screen is small and there is something to tell.
pub fn stepping(session: Session) -> AnyView {
    let is_small = RwSignal::new(browser::media(SMALL));
    browser::on_media(SMALL, move |is| is_small.try_set(is));
    // Whoever presents has a bar with these buttons.
    let is_wanted = Memo::new(move |_| is_small.get() && !session.draft.options.with(|options| options.present));
    (move || is_wanted.get().then(|| derived(session, bar))).into_any()
}

/// Subject that is told: the derivation of the value, or the chosen coordinate.
#[derive(Clone, Copy)]
struct Told {
    session: Session,
    working: Working,
}

impl Told {
    /// The steps of the value, where it has some.
    fn stepping(self) -> Option<Stepping> {
        self.session.screen.story.get().map(|story| story.stepping).filter(|stepping| stepping.count.get() > 0)
    }

    /// The acts of the operation, where it has some and nobody looks at a single step.
    fn acts(self) -> Option<Acts> {
        let acts = self.session.screen.story.get()?.acts;
        acts.are_told().then_some(acts)
    }

    fn is_there(self) -> bool {
        self.stepping().is_some() || self.working.telling.with(|told| told.total > 0)
    }

    fn view(self) -> ViewId {
        match (self.acts(), self.stepping()) {
            (Some(_), _) => ViewId::Operation,
            (None, Some(_)) => ViewId::Steps,
            _ => ViewId::Worked,
        }
    }

    /// The step in one line, and what it comes to, which is seen where the line is too long; of all of them their sum.
    fn sentence(self) -> (String, String) {
        if let Some(acts) = self.acts() {
            return (acts.said().map_or_else(|| acts.place(), |said| said.sentence), String::new());
        }
        if let Some(stepping) = self.stepping() {
            let sentence = stepping.sentence().filter(|_| !stepping.waits.get());
            return (sentence.unwrap_or_else(|| stepping.place()), String::new());
        }
        let told = self.working.telling.get();
        self.working.chain.with(|chain| {
            let Some(Ok(chain)) = chain else { return Default::default() };
            if let Some(right) = told.predicted.filter(|_| told.current == Some(told.total)) {
                let total = told.total;
                let tongue = self.session.tastes.tongue.get();
                let said = say!(tongue, en("{right} of {total} predicted"), zh("{total} 题中预测对 {right} 题"));
                return (said, String::new());
            }
            let (question, answer) = match told.current.and_then(|current| chain.0.lines.get(current)) {
                Some(line) => (&line.question, line.answer.as_str()),
                None => (&chain.0.inner_product, chain.0.index.as_str()),
            };
            (question.clone(), format!("= {answer}"))
        })
    }

    /// Returns the line that is asked, while somebody predicts the worked example.
    fn asks(self) -> Option<Line> {
        if self.acts().is_some() || self.stepping().is_some() {
            return None;
        }
        let current = Some(self.working.telling.get()).filter(|told| told.asking)?.current?;
        self.working.chain.with(|chain| match chain {
            Some(Ok(chain)) => chain.0.lines.get(current).cloned(),
            _ => None,
        })
    }

    /// Its number, and how many there are.
    fn place(self) -> String {
        let (current, total) = match (self.acts(), self.stepping()) {
            (Some(acts), _) => (acts.current.get(), acts.count()),
            (None, Some(stepping)) => (stepping.current.get(), stepping.count.get()),
            _ => self.working.telling.with(|told| (told.current, told.total)),
        };
        let at = current.map_or(total, |current| (current + 1).min(total));
        format!("{at}/{total}")
    }

    fn can(self, forward: bool) -> bool {
        if let Some(acts) = self.acts() {
            return acts.can(forward);
        }
        match (self.stepping(), forward) {
            (Some(stepping), true) => stepping.current.get().is_none_or(|at| at + 1 < stepping.count.get()),
            (Some(stepping), false) => stepping.current.get().is_some(),
            // A question is answered, or its answer shown, where it is asked.
            (None, true) => self.working.telling.with(|told| told.current != Some(told.total) && !told.asking),
            (None, false) => self.working.telling.with(|told| told.current != Some(0)),
        }
    }

    fn turn(self, forward: bool) {
        if let Some(acts) = untrack(move || self.acts()) {
            return acts.go(forward);
        }
        match (untrack(move || self.stepping()), forward) {
            (Some(stepping), _) => stepping.go(if forward { 1 } else { -1 }),
            (None, true) => self.working.forward(self.session.draft, self.session.focus),
            (None, false) => self.working.back(self.session.draft),
        }
    }
}

fn bar(session: Session, derived: Derived) -> AnyView {
    let Parts { tastes, desk, .. } = *session;
    let told = Told { session, working: derived.working };
    let is_there = Memo::new(move |_| told.is_there());
    // The view that tells all of it says each step itself, where it stands on the page.
    let speaks = move || {
        let view = told.view();
        let is_away = desk.arrangement.with(|arrangement| arrangement.is_folded(view));
        if is_away { "polite" } else { "off" }
    };
    let open = move |_| {
        let view = untrack(move || told.view());
        match desk.arrangement.with_untracked(|arrangement| arrangement.is_folded(view)) {
            true => show(session.draft, desk, view),
            false => browser::bring_into_view(&frame_id(view)),
        }
    };
    let sentence = Memo::new(move |_| told.sentence());
    let asked = Memo::new(move |_| told.asks());
    let hint = tastes.text("Show all steps", "查看全部步骤");
    view! {
        <Show when=move || is_there.get()>
            <nav class="step-bar" aria-label=tastes.text("Step", "步骤")>
                <button disabled=move || !told.can(false) on:click=move |_| told.turn(false)
                    aria-label=tastes.text("Previous step", "上一步")>"◀"</button>
                {move || match asked.get() {
                    Some(line) => view! {
                        <div class="step-told">
                            <span class="mono">{line.question.clone()}" ="</span>
                            {guess(tastes, line, "step-answer", move |right| {
                                told.working.reveal(right);
                                browser::focus(NEXT);
                            })}
                            <span class="quiet small">{move || told.place()}</span>
                        </div>
                    }
                    .into_any(),
                    None => view! {
                        <button class="plain step-told" title=hint on:click=open>
                            <span class="mono step-sentence" aria-live=speaks>
                                <span>{move || sentence.get().0}</span>" "<b>{move || sentence.get().1}</b>
                            </span>
                            <span class="quiet small">{move || told.place()}</span>
                        </button>
                    }
                    .into_any(),
                }}
                <button id=NEXT disabled=move || !told.can(true) on:click=move |_| told.turn(true)
                    aria-label=tastes.text("Next step", "下一步")>"▶"</button>
            </nav>
        </Show>
    }
    .into_any()
}
