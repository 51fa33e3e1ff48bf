//! One bar for the step, on a small screen: what is told now in one line, and one step back or on. The views that tell all
//! of it are a swipe away.

use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use crate::browser;
use crate::panels::frame::{frame_id, show};
use crate::session::derivation::Stepping;
use crate::session::{Derived, Session, Working, derived};
use crate::signals::{Memo, RwSignal};

/// Where what is told and its picture do not stand beside each other, as the style has it.
const SMALL: &str = "(max-width: 767px), (max-height: 479px)";

/// The bar, where the screen is small and there is something to tell.
pub fn stepping(session: Session) -> AnyView {
    let is_small = RwSignal::new(browser::media(SMALL));
    browser::on_media(SMALL, move |is| is_small.try_set(is));
    // Whoever presents has a bar with these buttons.
    let is_wanted = Memo::new(move |_| is_small.get() && !session.options.with(|options| options.present));
    (move || is_wanted.get().then(|| derived(session, bar))).into_any()
}

/// What is told: the derivation of the value, or the chosen coordinate.
#[derive(Clone, Copy)]
struct Told {
    session: Session,
    is_derived: Memo<bool>,
    stepping: Stepping,
    working: Working,
}

impl Told {
    fn is_there(self) -> bool {
        if self.is_derived.get() { true } else { self.working.telling.with(|told| told.total > 0) }
    }

    fn view(self) -> ViewId {
        if self.is_derived.get() { ViewId::Steps } else { ViewId::Worked }
    }

    /// The step in one line, and what it comes to, which is seen where the line is too long; of all of them their sum.
    fn sentence(self) -> (String, String) {
        if self.is_derived.get() {
            let sentence = self.stepping.sentence().filter(|_| !self.stepping.waits.get());
            return (sentence.unwrap_or_else(|| self.stepping.place()), String::new());
        }
        let told = self.working.telling.get();
        self.working.chain.with(|chain| {
            let Some(Ok(chain)) = chain else { return Default::default() };
            let (question, answer) = match told.current.and_then(|current| chain.0.lines.get(current)) {
                Some(line) if told.asking => (&line.question, "?"),
                Some(line) => (&line.question, line.answer.as_str()),
                None => (&chain.0.inner_product, chain.0.index.as_str()),
            };
            (question.clone(), format!("= {answer}"))
        })
    }

    /// Its number, and how many there are.
    fn place(self) -> String {
        let (current, total) = match self.is_derived.get() {
            true => (self.stepping.current.get(), self.stepping.count.get()),
            false => self.working.telling.with(|told| (told.current, told.total)),
        };
        let at = current.map_or(total, |current| (current + 1).min(total));
        format!("{at}/{total}")
    }

    fn can(self, forward: bool) -> bool {
        let (derives, stepping) = (self.is_derived.get(), self.stepping);
        match (derives, forward) {
            (true, true) => stepping.current.get().is_none_or(|at| at + 1 < stepping.count.get()),
            (true, false) => stepping.current.get().is_some(),
            (false, true) => self.working.telling.with(|told| told.current != Some(told.total)),
            (false, false) => self.working.telling.with(|told| told.current != Some(0)),
        }
    }

    fn turn(self, forward: bool) {
        match (self.is_derived.get_untracked(), forward) {
            (true, _) => self.stepping.go(if forward { 1 } else { -1 }),
            (false, true) => self.working.forward(self.session),
            (false, false) => self.working.back(self.session),
        }
    }
}

fn bar(session: Session, derived: Derived) -> AnyView {
    let stepping = derived.stepping;
    let is_derived = Memo::new(move |_| stepping.count.get() > 0);
    let told = Told { session, is_derived, stepping, working: derived.working };
    let is_there = Memo::new(move |_| told.is_there());
    // The view that tells all of it says each step itself, where it stands on the page.
    let speaks = move || {
        let view = told.view();
        let is_away = session.arrangement.with(|arrangement| arrangement.is_folded(view));
        if is_away { "polite" } else { "off" }
    };
    let open = move |_| {
        let view = untrack(move || told.view());
        match session.arrangement.with_untracked(|arrangement| arrangement.is_folded(view)) {
            true => show(session, view),
            false => browser::bring_into_view(&frame_id(view)),
        }
    };
    let sentence = Memo::new(move |_| told.sentence());
    let hint = session.text("Show all steps", "查看全部步骤");
    view! {
        <Show when=move || is_there.get()>
            <nav class="step-bar" aria-label=session.text("Step", "步骤")>
                <button disabled=move || !told.can(false) on:click=move |_| told.turn(false)
                    aria-label=session.text("Previous step", "上一步")>"◀"</button>
                <button class="plain step-told" title=hint on:click=open>
                    <span class="mono step-sentence" aria-live=speaks>
                        <span>{move || sentence.get().0}</span>" "<b>{move || sentence.get().1}</b>
                    </span>
                    <span class="quiet small">{move || told.place()}</span>
                </button>
                <button disabled=move || !told.can(true) on:click=move |_| told.turn(true)
                    aria-label=move || match !told.is_derived.get() && told.working.telling.get().asking {
                        true => session.say("Show the answer", "显示答案"),
                        false => session.say("Next step", "下一步"),
                    }>"▶"</button>
            </nav>
        </Show>
    }
    .into_any()
}
