//! The notebook: the field with its colours, the value of every statement, and what is wrong.

mod advice;
mod assist;
mod colours;
mod field;
mod inputs;
mod mistakes;
mod pages;
mod values;
mod window;

use crate::signals::{Effect, Memo, RwSignal};
use colex::notebook::Evaluation;
use leptos::prelude::*;

use self::assist::assist;
use self::colours::{colours, is_long};
use self::field::Field;
use self::mistakes::Mistakes;
use self::pages::Parts;
use self::values::Values;
use crate::browser::{self, InputEvent, KeyboardEvent};
use crate::loader::{part, quietly, soon, waits};
use crate::panels::commands::{STEPS, hear};
use crate::panels::measured::on_size;
use crate::session::{Parts, Session};

/// Sample text, whose columns tell how wide one is.
const SAMPLE: &str = "00000000000000000000";
/// Number of columns that the two edges of the field take.
const EDGES: usize = 3;

/// The notebook, and below it what would work instead.
pub fn notebook(session: Session) -> AnyView {
    let advice = quietly(session, session.arrivals.more, advice::PART);
    view! { <Editor session/> {advice} }.into_any()
}

/// The notebook.
#[component]
fn Editor(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, arrivals, .. } = *session;
    let field = Field::new();
    provide_context(field);
    field.follow(session);
    let is_long = Memo::new(move |_| draft.text.with(|text| is_long(text)));
    let follow = move || field.look_there(draft);
    // Text that an input method composes is seen everywhere as it grows, but it is one step, and the field is left
    // alone.
    let compose = move |composing: bool| {
        field.composing.set(composing);
        if !composing {
            field.typed(draft, screen);
        }
    };
    // Once parts of long texts are there, they see to it.
    let before = move |event: InputEvent| {
        let inserted = event.data().unwrap_or_default();
        let is_first = field.moves.with_value(Option::is_none) && !event.is_composing();
        if is_first && field.insert(draft, screen, &inserted) {
            event.prevent_default();
        }
    };
    let sample = NodeRef::<leptos::html::Span>::new();
    let editor = NodeRef::<leptos::html::Div>::new();
    on_size(editor, move |editor| {
        let Some(sample) = sample.get_untracked() else { return };
        let columns = browser::columns(editor, &sample, SAMPLE.len() as f64).saturating_sub(EDGES);
        if field.columns.get_untracked() != columns {
            field.columns.set(columns);
        }
    });
    let is_wrong = move || (!draft.evaluation.with(|found| found.0.diagnostics().is_empty())).to_string();
    // A hint while there is nothing else to say in its place.
    let is_quiet = move || {
        let is_said = |evaluation: &Evaluation| !evaluation.diagnostics().is_empty() || evaluation.program().is_some();
        field.says.get() || draft.evaluation.with(|found| is_said(&found.0))
    };
    view! {
        <section class="notebook" aria-label=tastes.text("Notebook", "笔记本")>
            <div class="pane-head">
                <h2>{tastes.text("Notebook", "笔记本")}</h2>
            </div>
            <div class="sheet">
                <div node_ref=editor class="editor" class:long=move || is_long.get() class:composing=move || field.composing.get()>
                    <div class="lines">
                        <pre node_ref=field.colours class="colours mono" aria-hidden="true">{colours(draft, arrivals, field)}"\n"</pre>
                        <span node_ref=sample class="sample mono" aria-hidden="true">{SAMPLE}</span>
                        <textarea node_ref=field.node id="notebook" class="mono" aria-label=tastes.text("Notebook", "笔记本") spellcheck="false"
                            autocapitalize="off" autocomplete="off" wrap="off" inputmode="text" enterkeyhint="enter"
                            on:beforeinput=before on:input=move |_| field.typed(draft, screen) on:keydown=move |event| undo_keys(session, &event)
                            on:compositionstart=move |_| compose(true) on:compositionend=move |_| compose(false)
                            on:focus=move |_| arrivals.want_more() on:click=move |_| follow() on:keyup=move |event| if moves(&event.key()) { follow() }
                            aria-describedby="diagnostics" aria-invalid=is_wrong></textarea>
                    </div>
                </div>
                <div class="said small">
                    <p class="quiet" hidden=is_quiet>
                        {tastes.text("One layout, coordinate or call per line, such as", "每行一个布局、坐标或调用，例如")} " "
                        <code>"(4,8):(8,1)"</code> ", " <code>"A(_,0)"</code> ", " <code>"size(A)"</code>
                    </p>
                    {quietly(session, arrivals.more, ASSIST)}
                </div>
                {soon(session, RESULTS)}
            </div>
        </section>
    }
}

part! {
    /// Sentences about mistakes, and the values, under the field.
    RESULTS: panes = |session, _| results(session)
}

part! {
    /// Help at the caret.
    ASSIST: story = |session, _| assist(session)
}

/// Shows the content under the field that is around it: sentences about mistakes, and the values.
fn results(session: Session) -> AnyView {
    let Some(field) = use_context::<Field>() else { return ().into_any() };
    // A text that is a program asks for what it does not say.
    let is_program = RwSignal::new(0);
    Effect::new(move |_| {
        let is_one = session.draft.evaluation.with(|found| found.0.program().is_some());
        if is_program.get_untracked() == 0 && (is_one || session.draft.says_reading()) {
            is_program.set(1);
        }
    });
    view! {
        <Parts draft=session.draft tastes=session.tastes screen=session.screen field/>
        {quietly(session, is_program, inputs::PART)}
        {move || (session.arrivals.more.get() > 0 && !session.arrivals.has_algebra.get()).then(|| waits("algebra", None))}
        <Mistakes session field/>
        <Values session field/>
    }
    .into_any()
}

/// Undo and redo in the field are those of the document: the browser's own know nothing of what the page wrote there.
fn undo_keys(session: Session, event: &KeyboardEvent) {
    if event.alt_key() || event.is_composing() {
        return;
    }
    if hear(&STEPS, session, event) {
        event.prevent_default();
    }
}

/// Reports whether a key moves the caret.
fn moves(key: &str) -> bool {
    key.starts_with("Arrow") || matches!(key, "Home" | "End" | "PageUp" | "PageDown")
}
