//! The page of a function: how it is written, what it does, an example to change, its steps and its laws; and the card
//! of a concept.

mod card;

use crate::signals::{Memo, RwSignal};
use colex::laws::Law;
use colex::notebook::functions::{Function, Help};
use colex::notebook::token::{TokenKind, tokens};
use colex::notebook::{Evaluation, Settings};
use colex::operations::{contract, explained, find};
use colex::words;
use colex::work::{Budget, Progress, Work};
use colex_document::TEXT_LIMIT;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent, slice};
use crate::languages::say;
use crate::loader::part;
use crate::panels::dialog::dialog;
use crate::panels::functions::{SEARCH_ID, signature};
use crate::panels::known_words::{concept, concept_of_function};
use crate::panels::why::ask_why;
use crate::session::{Arrivals, Draft, Parts, Session, Shared, Tastes, ask};

/// The longest that one change of the example may keep the page, in milliseconds, for its value and for its laws.
const LONGEST: f64 = 12.0;
/// The units of work between two looks at the clock.
const UNITS: u64 = 512;
/// The most steps that are listed.
const STEP_LIMIT: usize = 60;
/// The longest value in characters; the rest is counted.
const VALUE_LIMIT: usize = 1200;

part! {
    /// The page of a function.
    pub PART: dialogs = page
}

/// The page, which opens whenever `asked` changes: of the function that was asked for, or of the one at the caret.
fn page(session: Session, asked: RwSignal<u32>) -> AnyView {
    let (tastes, chosen) = (session.tastes, session.asked.function);
    let text = RwSignal::new(String::new());
    let before = move || {
        let at_caret = || {
            let (text, caret) = browser::text_and_caret("notebook")?;
            at(&text, caret)
        };
        let found = untrack(move || chosen.get()).or_else(at_caret);
        if let Some(known) = found.and_then(concept) {
            chosen.set(Some(known.key));
            return browser::before_paint(|| browser::focus(card::TRY_ID));
        }
        match found.and_then(|name| explained().find(|(function, _)| function.name == name)) {
            Some((function, help)) => {
                chosen.set(Some(function.name));
                text.set(help.example.to_string());
                browser::before_paint(|| browser::focus("reference-example"));
            }
            // There is no function to explain: all of them are in the help.
            None => browser::before_paint(move || {
                browser::close_dialog("reference");
                ask(session.asked.help);
            }),
        }
    };
    let entry = move || explained().find(|(function, _)| Some(function.name) == chosen.get());
    let body = move || match chosen.get().and_then(concept) {
        Some(known) => Some(card::card(session, known)),
        None => entry().map(|entry| entry_view(session, entry, text)),
    };
    let after = move || chosen.set(None);
    dialog(session, asked, "reference", heading(tastes, chosen, "Function", "函数"), before, after, body.into_any())
}

/// Returns the name of the dialog: of a concept, the concept's.
fn heading(
    tastes: Tastes,
    chosen: RwSignal<Option<&'static str>>,
    english: &'static str,
    chinese: &'static str,
) -> Signal<&'static str> {
    Signal::derive(move || {
        let [english, chinese] = chosen.get().and_then(concept).map_or([english, chinese], |known| known.name);
        tastes.say(english, chinese)
    })
}

/// The function at a place of the text, counted as the browser counts: the name there, else the nearest before it in the
/// line.
fn at(text: &str, caret: usize) -> Option<&'static str> {
    let mut units = 0;
    let place = text.char_indices().find(|(_, letter)| {
        units += letter.len_utf16();
        units > caret
    });
    let place = place.map_or(text.len(), |(place, _)| place);
    let line = text.get(..place)?.rfind('\n').map_or(0, |newline| newline + 1);
    let names = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Name);
    let names = names.filter(|token| line <= token.span.start && token.span.start <= place);
    let mut named = names.filter_map(|token| find(token.span.of(text)));
    named.next_back().map(|function| function.name)
}

fn entry_view(
    session: Session,
    (function, help): (&'static Function, &'static Help),
    text: RwSignal<String>,
) -> AnyView {
    let Parts { draft, tastes, arrivals, asked, .. } = *session;
    let [english, chinese] = help.line;
    let aliases = (!function.aliases.is_empty()).then(|| {
        view! { <p class="quiet small">{tastes.text("also", "又名")} " " <span class="mono">{function.aliases.join(", ")}</span></p> }
    });
    let about = concept_of_function(function.name);
    let evaluation = Memo::new(move |_| Shared(text.with(|text| evaluated(draft, text)).into()));
    let put = move || {
        browser::close_dialog("reference");
        browser::close_dialog("help");
        draft.append(&text.get_untracked());
        browser::bring_into_view("view-notebook");
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.is_composing() {
            event.prevent_default();
            put();
        }
    };
    let all = move |_| {
        browser::close_dialog("reference");
        ask(asked.help);
        browser::before_paint(|| browser::focus(SEARCH_ID));
    };
    let lesson = about.map(|known| {
        let learn = move |_| {
            browser::close_dialog("reference");
            browser::close_dialog("help");
            ask_why(draft, known.key);
        };
        view! { <button class="plain word" on:click=learn>{tastes.text("Learn it in a lesson", "在课程中学习")}</button> }
    });
    let source = format!(
        "https://github.com/search?type=code&q=repo%3ANVIDIA%2Fcutlass+path%3Ainclude%2Fcute+{}",
        function.name
    );
    view! {
        <p class="mono signature"><b>{function.name}</b>{signature(function)}</p>
        <p>{tastes.text(english, chinese)}</p>
        {aliases}
        {about.map(|known| card::lines(tastes, arrivals, known))}
        <h3>{tastes.text("Example", "示例")}</h3>
        <div class="row field-and-button">
            <input type="text" class="mono" id="reference-example" autocomplete="off" autocapitalize="off" spellcheck="false" prop:value=move || text.get()
                aria-label=tastes.text("Example, to be changed", "可修改的示例")
                on:input=move |event| text.set(event_target_value(&event)) on:keydown=on_key/>
            <button on:click=move |_| put()>{tastes.text("Put it into the notebook", "放入笔记本")}</button>
        </div>
        <div role="status" aria-live="polite">{move || answer(tastes, arrivals, &evaluation.get().0)}</div>
        {move || laws(tastes, &evaluation.get().0)}
        {move || steps(tastes, &evaluation.get().0)}
        <p class="row small">
            <button on:click=all>{tastes.text("All functions", "全部函数")}</button>
            {lesson}
            <a href=source target="_blank" rel="noopener noreferrer">{tastes.text("In CuTe's source", "在 CuTe 源码中查找")}</a>
        </p>
    }
    .into_any()
}

/// The text evaluated as far as one change may take.
fn evaluated(draft: Draft, text: &str) -> Evaluation {
    let settings =
        draft.options.with_untracked(|options| Settings { compile_time: options.compile_time, major: options.major });
    let text = text.get(..text.len().min(TEXT_LIMIT)).unwrap_or_default();
    let mut evaluation = Evaluation::start(text, settings, None);
    slice(LONGEST, || matches!(evaluation.resume(&mut Budget::new(16)), Progress::Done(())));
    evaluation
}

/// The last statement of the example.
fn last(evaluation: &Evaluation) -> Option<usize> {
    evaluation.statements().len().checked_sub(1)
}

/// The value, or why there is none.
fn answer(tastes: Tastes, arrivals: Arrivals, evaluation: &Evaluation) -> AnyView {
    let tongue = tastes.tongue.get();
    if let Some(value) = last(evaluation).and_then(|last| evaluation.value(last)) {
        let printed = tastes.spell(&value.to_string());
        let all = printed.chars().count();
        let shown = printed.chars().take(VALUE_LIMIT).collect::<String>();
        let more = all.saturating_sub(VALUE_LIMIT);
        let more = (more > 0).then(|| say!(tongue, en(" ({more} more characters)"), zh("（另有 {more} 个字符）")));
        return view! { <pre class="mono answer">{shown}{more}</pre> }.into_any();
    }
    let sentences = arrivals.sentences.get();
    let diagnostics = evaluation.diagnostics();
    let found = diagnostics.first().zip(sentences);
    let sentence = match found {
        Some((diagnostic, sentences)) => tastes.spell(&(sentences.diagnostic)(diagnostic, tongue)),
        None if evaluation.statements().is_empty() => String::new(),
        None => tastes.say("This takes longer: put it into the notebook", "计算较久：请放入笔记本").to_string(),
    };
    view! { <p class="warn small">{sentence}</p> }.into_any()
}

fn steps(tastes: Tastes, evaluation: &Evaluation) -> AnyView {
    let tongue = tastes.tongue.get();
    let steps = last(evaluation).map(|last| evaluation.steps(last)).unwrap_or_else(|| [].into());
    if steps.is_empty() {
        return ().into_any();
    }
    let more = steps.len().saturating_sub(STEP_LIMIT);
    let more = (more > 0).then(|| {
        view! { <p class="quiet small">{say!(tongue, en("{more} more steps are not listed"), zh("另有 {more} 步未列出"))}</p> }
    });
    let items = steps.iter().take(STEP_LIMIT).map(|step| {
        view! { <li>{tastes.spell(&words::step(step, tongue))}</li> }
    });
    view! { <h3>{tastes.text("Steps", "步骤")}</h3> <ol class="small told">{items.collect_view()}</ol> {more} }
        .into_any()
}

fn laws(tastes: Tastes, evaluation: &Evaluation) -> AnyView {
    let Some(made) = last(evaluation).and_then(|last| contract(evaluation, last)).filter(|made| !made.laws.is_empty())
    else {
        return ().into_any();
    };
    let operands = made.operands.iter().map(|(letter, printed)| {
        view! { <li class="mono"><b>{*letter}</b> " = " {tastes.spell(printed)}</li> }
    });
    let laws = made.laws.iter().map(|law| law_view(tastes, law)).collect_view();
    view! {
        <h3>{tastes.text("Laws", "性质")}</h3>
        <ul class="operands small">{operands.collect_view()}</ul>
        <ul class="laws small">{laws}</ul>
    }
    .into_any()
}

/// A law and what became of it in the example.
fn law_view(tastes: Tastes, law: &Law) -> AnyView {
    let tongue = tastes.tongue.get();
    let mut check = law.check();
    let mut found = None;
    slice(LONGEST, || match check.resume(&mut Budget::new(UNITS)) {
        Progress::Done(verdict) => {
            found = Some(verdict);
            true
        }
        Progress::More { .. } => false,
    });
    let verdict = match &found {
        Some(verdict) => tastes.spell(&words::verdict(verdict, tongue)),
        None => tastes.say("Takes longer to check: put it into the notebook", "检查较久：请放入笔记本").to_string(),
    };
    view! {
        <li>
            <span class="sign" aria-hidden="true">"="</span>
            <span class="law">{words::law(law.kind, tongue)}</span>
            <code>{law.kind.equation()}</code>
            <span class="verdict small">{verdict}</span>
        </li>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_function_at_the_caret_is_the_one_that_is_meant() {
        let text = "甲 = (4,2):(2,1)\nB = zipped_divide(coalesce(A), <4:1, 2:1>)\nsize(B)";
        let cases = [
            ("zipped", Some("zipped_divide")),
            ("zipped_divide", Some("zipped_divide")),
            ("coal", Some("coalesce")),
            ("<4:1", Some("coalesce")),
            ("B = ", Some("zipped_divide")),
            ("\nB", None),
            ("(4,2)", None),
            ("size(B)", Some("size")),
        ];
        for (before, expected) in cases {
            let place = text.find(before).expect(before) + before.len();
            let caret = text[..place].encode_utf16().count();
            assert_eq!(at(text, caret), expected, "{before}");
        }
        assert_eq!(at("", 9), None);
    }
}
