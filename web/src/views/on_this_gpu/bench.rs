//! The bench: a kernel is chosen and bound, read, run, checked, timed, and compared with others.

mod binding;
mod compared;
mod drawing;
mod export;
mod fields;
mod figures;
mod measured;
mod report;
mod result;
mod running;
mod told;
mod tuning;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::signals::{Effect, Memo, RwSignal};
use colex::notebook::Evaluation;
use colex_document::run::{Asked, Entry, Run};
use colex_shaders::bound::{Bindings, Bound};
use colex_shaders::device::Fault;
use leptos::prelude::*;

use self::binding::{Layouts, asked, kernel, known};
use self::compared::{Compared, Line, foretold, lines};
use self::fields::Fields;
use self::measured::Measured;
use self::result::{PredictedView, Result as ResultView, Text};
use self::running::{Doing, Machine, Stopped, Trouble, machine, planned, run};
use self::tuning::{Found, Tune};
use super::unless;
use crate::browser::Timeout;
use crate::browser::{self, KeyboardEvent};
use crate::panels::pauses::rested;
use crate::session::{Draft, Parts, Screen, Session, Shared};

/// The button that runs.
const RUN_ID: &str = "bench-run";
/// The button that stops what runs.
const CANCEL_ID: &str = "bench-cancel";
/// Number of results that are kept while the page is open.
const KEPT_LIMIT: usize = 200;

thread_local! {
    /// Measurements since the page was opened: a view that is folded and unfolded has them still.
    static KEPT: RefCell<Vec<Measured>> = const { RefCell::new(Vec::new()) };
    /// The kernels that were bound since then, each with its program.
    static BOUND: Bindings = Bindings::default();
}

/// A kernel with layouts of the notebook, for the GPU that is open: the same one as long as the layouts that it is made of
/// are.
fn bind(asked: &Asked, known: &Layouts) -> Option<Arc<Bound>> {
    let row = kernel(&asked.kernel)?;
    Some(BOUND.with(|bound| bound.bind(row, &asked.values, &known.0, planned())))
}

/// State that the layouts of the notebook follow from.
#[derive(Clone, PartialEq)]
struct Notebook {
    evaluation: Shared<Evaluation>,
    looked_at: Option<usize>,
}

impl Notebook {
    fn of(draft: Draft, screen: Screen) -> Notebook {
        let looked_at = screen.look.with(|look| look.as_ref().map(|look| look.statement));
        Notebook { evaluation: draft.evaluation.get(), looked_at }
    }

    fn layouts(&self) -> Layouts {
        Layouts(Arc::from(known(&self.evaluation.0, self.looked_at)))
    }
}

/// Works out what is predicted of the kernels on the screen, one after the other between frames, the chosen one first.
fn predict(panel: Panel) {
    let timeout = Timeout::new();
    Effect::new(move |_| {
        let chosen = panel.bound.get().map(|bound| bound.0);
        let others = panel.lines.with(|lines| lines.iter().map(Line::bound).collect::<Vec<_>>());
        let waiting = chosen.into_iter().chain(others).filter(|bound| bound.known_prediction().is_none());
        predict_next(panel, timeout, waiting.collect());
    });
}

fn predict_next(panel: Panel, timeout: Timeout, mut waiting: VecDeque<Arc<Bound>>) {
    let Some(bound) = waiting.pop_front() else { return timeout.stop() };
    timeout.after(0, move || {
        bound.predicted();
        panel.predicted.update(|predicted| *predicted += 1);
        predict_next(panel, timeout, waiting);
    });
}

/// Returns the measurement of a configuration.
fn result(results: &Shared<[Measured]>, key: &str) -> Option<Measured> {
    results.0.iter().find(|measured| measured.key == key).cloned()
}

/// The state of the bench. Cheap to copy: it holds handles.
#[derive(Clone, Copy)]
struct Panel {
    session: Session,
    /// Run that the document asks for.
    run: Memo<Run>,
    /// The layouts of the notebook.
    known: Memo<Layouts>,
    /// The kernel that is chosen, with its parameters.
    bound: Memo<Option<Shared<Bound>>>,
    /// Those that stand side by side.
    lines: Memo<Vec<Line>>,
    /// Measurements so far.
    results: RwSignal<Shared<[Measured]>>,
    /// The GPU that is open.
    machine: RwSignal<Option<Machine>>,
    doing: RwSignal<Option<Doing>>,
    /// Configurations that were left out of the last run, by their keys, and why.
    left_out: RwSignal<Vec<(String, Trouble)>>,
    /// Trouble that stopped the last run, of which configurations.
    stopped: RwSignal<Option<Stopped>>,
    /// Note on what the page did unasked: a size that it halved, of which configurations.
    note: RwSignal<Option<(u32, Vec<Asked>)>>,
    /// Number of times that a search found something.
    tuned: RwSignal<u32>,
    /// Number of times that a prediction was worked out.
    predicted: RwSignal<u32>,
    /// The kernels side by side of which something is predicted.
    foretold: Memo<Vec<&'static str>>,
    turn: StoredValue<u64>,
}

impl Panel {
    fn new(session: Session) -> Panel {
        let text = Memo::new(move |_| session.draft.view.with(|view| view.run.clone()));
        let run = Memo::new(move |_| text.with(|text| Run::read(text.as_deref().unwrap_or_default())));
        // The bench follows a key after its frame, and not every key of a word.
        let notebook = rested(move || Notebook::of(session.draft, session.screen));
        let known = Memo::new(move |_| notebook.with(Notebook::layouts));
        let machine = RwSignal::new(machine());
        let bound = Memo::new(move |_| {
            machine.track();
            let asked = run.with(|run| run.chosen.as_ref().map(|entry| entry.asked.clone()))?;
            Some(Shared(bind(&asked, &known.get())?))
        });
        let results = RwSignal::new(Shared(KEPT.with_borrow(|kept| Arc::from(kept.as_slice()))));
        let lines = Memo::new(move |_| {
            machine.track();
            lines(run, known, results)
        });
        let predicted = RwSignal::new(0);
        let foretold = Memo::new(move |before: Option<&Vec<_>>| {
            predicted.track();
            lines.with(|lines| foretold(lines, before.map_or(&[], Vec::as_slice)))
        });
        Panel {
            session,
            run,
            known,
            bound,
            lines,
            results,
            machine,
            doing: RwSignal::new(None),
            left_out: RwSignal::new(Vec::new()),
            stopped: RwSignal::new(None),
            note: RwSignal::new(None),
            tuned: RwSignal::new(0),
            predicted,
            foretold,
            turn: StoredValue::new(0),
        }
    }

    /// Changes what the document asks of the GPU.
    fn change(self, change: impl FnOnce(&mut Run)) {
        let mut run = self.run.get_untracked();
        change(&mut run);
        self.session.draft.look_at(|view| view.run = Some(run.to_string()));
    }

    /// A configuration with the layouts of the notebook.
    fn bind(self, asked: &Asked) -> Option<Arc<Bound>> {
        bind(asked, &self.known.get())
    }

    /// Returns the measurement of a configuration.
    fn result(self, key: &str) -> Option<Measured> {
        self.results.with(|results| result(results, key))
    }

    /// Reports whether the one that is chosen is among these: a sentence about others says nothing about it.
    fn is_about(self, asked: &[Asked]) -> bool {
        self.run.with(|run| run.chosen.as_ref().is_some_and(|entry| asked.contains(&entry.asked)))
    }

    /// Returns the trouble that stopped the last run of what is chosen.
    fn stopped(self) -> Option<Stopped> {
        self.stopped.get().filter(|stopped| self.is_about(&stopped.again))
    }

    fn cancel(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.doing.set(None);
    }

    /// Something begins, and what went on before is over: what is told how far it is, and what asks whether it is still
    /// wanted.
    fn begin(self) -> (impl Fn(Doing) + Copy, impl Fn() -> bool + Copy) {
        self.turn.update_value(|turn| *turn += 1);
        let own = self.turn.get_value();
        let is_over = move || self.turn.try_get_value() != Some(own);
        self.stopped.set(None);
        self.note.set(None);
        self.doing.set(Some(Doing::Opening));
        let told = move |doing| {
            if !is_over() {
                self.doing.set(Some(doing));
            }
        };
        (told, is_over)
    }

    /// It has come to an end.
    fn end(self) {
        self.doing.set(None);
        self.machine.set(machine());
    }

    /// Runs configurations side by side: checked, then timed.
    fn start(self, asked: Vec<Asked>, anyway: bool) {
        // Layouts that run are those that stand in the notebook now.
        let known = untrack(move || Notebook::of(self.session.draft, self.session.screen).layouts());
        let bound = asked.iter().filter_map(|asked| bind(asked, &known)).collect::<Vec<_>>();
        if bound.is_empty() {
            return;
        }
        let (told, is_over) = self.begin();
        browser::spawn(async move {
            if let Some(end) = unless(is_over, self.run_or_halve(bound, anyway, told)).await {
                self.finish(end);
            }
        });
    }

    /// Runs, and once more at half the size where the memory of the GPU does not suffice.
    async fn run_or_halve(self, bound: Vec<Arc<Bound>>, anyway: bool, told: impl Fn(Doing) + Copy) -> Ended {
        let of = bound.iter().map(|bound| asked(bound)).collect();
        match run(bound.clone(), anyway, told).await {
            Err(Trouble::Fault(Fault::OutOfMemory)) => {
                let halved = bound.iter().map(|bound| bound.halved().map(Arc::new)).collect::<Option<Vec<_>>>();
                let Some(halved) = halved else {
                    return Ended { of, came: Err(Fault::OutOfMemory.into()), halved: None };
                };
                let size = halved.first().map(|bound| bound.size());
                Ended { of, came: run(halved, anyway, told).await, halved: size }
            }
            came => Ended { of, came, halved: None },
        }
    }

    fn finish(self, Ended { of, came, halved }: Ended) {
        self.end();
        let results = match came {
            Ok(results) => results,
            Err(trouble) => return self.stopped.set(Some(Stopped { trouble, again: of })),
        };
        let ran = || results.iter().map(|(bound, _)| asked(bound)).collect::<Vec<_>>();
        self.note.set(halved.map(|size| (size, ran())));
        let troubles =
            results.iter().filter_map(|(bound, result)| Some((bound.key.clone(), result.as_ref().err()?.clone())));
        self.left_out.set(troubles.collect());
        let first_trouble = results.iter().find_map(|(_, result)| result.as_ref().err().cloned());
        let measured = results.iter().filter_map(|(_, result)| result.as_ref().ok().cloned()).collect::<Vec<_>>();
        KEPT.with_borrow_mut(|kept| {
            kept.retain(|old| measured.iter().all(|new| new.key != old.key));
            kept.extend(measured);
            let beyond = kept.len().saturating_sub(KEPT_LIMIT);
            kept.drain(..beyond);
            self.results.set(Shared(Arc::from(kept.as_slice())));
        });
        // The sizes that the page chose are from now on those of the document.
        self.change(|run| {
            let entries = run.chosen.iter_mut().chain(&mut run.compared);
            for entry in entries {
                let place = of.iter().position(|asked| *asked == entry.asked);
                if let Some((bound, _)) = place.and_then(|place| results.get(place)) {
                    entry.asked = asked(bound);
                }
            }
        });
        if let Some(trouble) = first_trouble {
            self.stopped.set(Some(Stopped { trouble, again: results.iter().map(|(bound, _)| asked(bound)).collect() }));
        }
    }
}

/// End of a run.
struct Ended {
    of: Vec<Asked>,
    came: core::result::Result<running::Results, Trouble>,
    halved: Option<u32>,
}

/// The bench.
#[component]
pub fn Bench(session: Session) -> impl IntoView {
    let panel = Panel::new(session);
    on_cleanup(move || panel.cancel());
    predict(panel);
    let about = move || {
        let [english, chinese] = panel.bound.with(|bound| bound.as_ref().map(|bound| bound.0.row.about))?;
        Some(session.tastes.say(english, chinese))
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && panel.doing.with_untracked(Option::is_some) {
            event.prevent_default();
            panel.cancel();
        }
    };
    view! {
        <div class="bench" on:keydown=on_key>
            <p class="quiet small">{about}</p>
            <Fields panel/>
            <Controls panel/>
            <PredictedView panel/>
            <ResultView panel/>
            <Found panel/>
            <Compared panel/>
            <Text panel/>
        </div>
    }
}

/// Shows what runs, how far it is, and what stopped it.
#[component]
fn Controls(panel: Panel) -> impl IntoView {
    let Parts { tastes, .. } = *panel.session;
    let is_running = Memo::new(move |_| panel.doing.with(Option::is_some));
    let is_refused =
        Memo::new(move |_| panel.bound.with(|bound| bound.as_ref().is_none_or(|bound| bound.0.program().is_err())));
    let chosen =
        move || panel.run.with_untracked(|run| run.chosen.iter().map(|entry| entry.asked.clone()).collect::<Vec<_>>());
    let add = move |_| {
        panel.change(|run| {
            let Some(asked) = run.chosen.as_ref().map(|entry| entry.asked.clone()) else { return };
            let is_there = run.compared.iter().any(|entry| entry.asked == asked);
            if !is_there && run.compared.len() < colex_document::run::COMPARED_LIMIT {
                run.compared.push(Entry::of(asked));
            }
        });
    };
    let sentence = move || {
        let tongue = tastes.tongue.get();
        let stopped = panel.stopped().map(|stopped| (true, told::trouble(&stopped.trouble, tongue)));
        let doing = panel.doing.get().map(|doing| (false, told::doing(doing, tongue)));
        let note = panel.note.get().filter(|(_, asked)| panel.is_about(asked)).map(|(size, _)| {
            (
                false,
                tongue.pick(
                    format!("The memory of the GPU did not suffice: this is half the size, {size}"),
                    format!("GPU 内存不足：以下为一半大小 {size} 的结果"),
                ),
            )
        });
        doing.or(stopped).or(note)
    };
    let may_insist = move || panel.stopped().is_some_and(|stopped| stopped.trouble.may_insist());
    let insist = move |_| {
        if let Some(stopped) = panel.stopped.get_untracked() {
            panel.start(stopped.again, true);
        }
    };
    // Configurations that would run at half the size, where that may help.
    let halves = move || {
        let stopped = panel.stopped().filter(|stopped| stopped.trouble.is_worth_half())?;
        let halved = stopped.again.iter().map(|of| Some(asked(&panel.bind(of)?.halved()?)));
        halved.collect::<Option<Vec<_>>>().filter(|halved| !halved.is_empty())
    };
    let halve = move |_| {
        let (Some(stopped), Some(halved)) = (panel.stopped.get_untracked(), untrack(halves)) else { return };
        panel.change(|run| {
            for entry in run.chosen.iter_mut().chain(&mut run.compared) {
                let place = stopped.again.iter().position(|asked| *asked == entry.asked);
                if let Some(asked) = place.and_then(|place| halved.get(place)) {
                    entry.asked = asked.clone();
                }
            }
        });
        panel.start(halved, false);
    };
    // A button that is taken away takes the focus with it.
    let was_running = StoredValue::new(is_running.get_untracked());
    Effect::new(move |_| {
        let now = is_running.get();
        if was_running.get_value() != now {
            was_running.set_value(now);
            browser::before_paint(move || browser::focus_where_lost(if now { CANCEL_ID } else { RUN_ID }));
        }
    });
    let is_alone = Memo::new(move |_| panel.run.with(|run| run.compared.is_empty()));
    let done = move || panel.doing.get().and_then(told::part_done).map(|part| part.to_string());
    view! {
        <div class="row">
            <Show when=move || is_running.get() fallback=move || view! {
                <button class="primary" id=RUN_ID disabled=move || is_refused.get() on:click=move |_| panel.start(chosen(), false)>{tastes.text("Run", "运行")}</button>
                <button disabled=move || is_refused.get() on:click=add>{tastes.text("Add to the comparison", "加入比较")}</button>
                <Tune panel/>
                <button on:click=move |_| compared::guide(panel)>{tastes.text("Guided experiment", "引导实验")}</button>
            }>
                <button id=CANCEL_ID on:click=move |_| panel.cancel()>{tastes.text("Cancel", "取消")}</button>
                <progress aria-label=tastes.text("Progress", "进度") value=done max="1"></progress>
            </Show>
        </div>
        <Show when=move || is_alone.get()>
            <p class="quiet small">{tastes.text(
                "Guided experiment: transposes and products, one decision after the other, side by side; and in words what was seen",
                "引导实验：转置与矩阵乘，逐个加入布局上的决定，并排运行，并用文字说明所见",
            )}</p>
        </Show>
        <p class="small" class:warn=move || sentence().is_some_and(|(is_bad, _)| is_bad) role="status" aria-live="polite">
            {move || sentence().map(|(_, sentence)| sentence)}
        </p>
        <Show when=move || !is_running.get() && (may_insist() || halves().is_some())>
            <div class="row">
                <Show when=may_insist><button on:click=insist>{tastes.text("Run it anyway", "仍然运行")}</button></Show>
                <Show when=move || halves().is_some()><button on:click=halve>{tastes.text("Half the size", "减半大小")}</button></Show>
            </div>
        </Show>
    }
}
