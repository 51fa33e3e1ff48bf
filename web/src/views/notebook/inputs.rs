//! Inputs that a program asks for and its text does not say: a field for each, under the notebook. What is typed there
//! becomes the first line of the text, so that whoever has the text or its link has it too.

use std::collections::HashSet;

use crate::signals::{Memo, RwSignal};
use colex::notebook::{Evaluation, Value};
use colex::paste::{self, Input, InputKind, Language, Reading};
use colex::words;
use leptos::prelude::*;

use crate::browser::{Event, KeyboardEvent};
use crate::languages::say;
use crate::loader::part;
use crate::panels::list::list;
use crate::session::{Draft, Parts, Session, Shared, Tastes};

part! {
    /// Language that a text is read as, how much of it is about layouts, and what it asks for.
    pub PART: programs = |session, _| view! { <Inputs session/> }.into_any()
}

/// A field.
#[derive(Clone, PartialEq)]
struct Row {
    input: Input,
    /// Value that it has now, as one types it.
    value: String,
    /// True if it holds, where it is a truth.
    is_true: bool,
    /// True if the text says so.
    is_given: bool,
}

/// Which way a number goes by a press.
#[derive(Clone, Copy)]
enum Way {
    Less,
    More,
}

#[component]
fn Inputs(session: Session) -> impl IntoView {
    let Parts { draft, tastes, .. } = *session;
    // A program that is being typed stays until it is read anew.
    let program = Memo::new(move |_| {
        let found = draft.evaluation.get();
        paste::of(&found.0).is_some().then_some(found)
    });
    let reading = Memo::new(move |_| draft.evaluation.with(|found| paste::reading(found.0.text())));
    let is_there = move || program.with(Option::is_some) || reading.get().is_some();
    let said = move || {
        let evaluation = program.get()?.0;
        let tongue = tastes.tongue.get();
        let counts = words::program_counts(&paste::counts(&evaluation), tongue);
        let document = paste::of(&evaluation)?;
        let language = match document.language {
            _ if document.is_printed => {
                return Some(say!(tongue, en("Read as what was printed: {counts}"), zh("按打印输出读取：{counts}")));
            }
            Language::Cpp => "C++",
            Language::Python => "Python",
        };
        Some(say!(tongue, en("Read as {language}: {counts}"), zh("按 {language} 读取：{counts}")))
    };
    let asked = Memo::new(move |_| program.get().map(|found| rows(&found.0)).unwrap_or_default());
    let rows = move || asked.get();
    let is_empty = move || asked.with(Vec::is_empty);
    view! {
        <section class="inputs" hidden=move || !is_there() aria-label=tastes.text("Inputs", "输入")>
            <div class="reading">
                <p class="quiet small" role="status">{said}</p>
                {choice(draft, tastes, reading)}
            </div>
            <div hidden=is_empty>
                <h3>{tastes.text("Inputs: what the text does not say", "输入：文中未给出的值")}</h3>
                <ul>{list(rows, Box::new(move |number, row| field(session, number, row)))}</ul>
            </div>
        </section>
    }
}

/// Shows the choice of what the text is to be read as, where what was found out is not what it is.
fn choice(draft: Draft, tastes: Tastes, reading: Memo<Option<Reading>>) -> AnyView {
    let choose = move |event: Event| {
        let picked = event_target_value(&event);
        let picked = Reading::ALL.into_iter().find(|reading| reading.word() == picked);
        let (span, text) = draft.text.with_untracked(|text| paste::read_as(text, picked));
        draft.replace(span, &text);
    };
    let said = |reading: Reading| match reading {
        Reading::Program(Language::Cpp) => ["as C++", "按 C++"],
        Reading::Program(Language::Python) => ["as Python", "按 Python"],
        Reading::Notebook => ["as CuTe's notation", "按 CuTe 记法"],
    };
    view! {
        <select class="plain small" aria-label=tastes.text("Read the text", "读取方式") on:change=choose>
            <option value="" prop:selected=move || reading.get().is_none()>{tastes.text("by itself", "自动判断")}</option>
            {Reading::ALL.map(|option| {
                let [english, chinese] = said(option);
                view! {
                    <option value=option.word() prop:selected=move || reading.get() == Some(option)>{tastes.text(english, chinese)}</option>
                }
            })}
        </select>
    }
    .into_any()
}

/// Lists the inputs that are asked for, each name once; not what the text says itself where it calls a function.
fn rows(evaluation: &Evaluation) -> Vec<Row> {
    if !paste::has_inputs(evaluation) {
        return Vec::new();
    }
    let assumed = paste::assumed(evaluation.text());
    let row = |input: &Input| {
        let value = paste::value_of(evaluation, input);
        let is_true = match value {
            Some(Value::Truth(truth)) => truth.value,
            Some(value) => value.as_int().is_some_and(|int| int.value() != 0),
            None => false,
        };
        let value = paste::written(evaluation, input);
        Row { input: input.clone(), value, is_true, is_given: assumed.contains_key(&input.name) }
    };
    // Of a class whose members are asked for nothing is asked itself.
    let all = paste::of(evaluation).map_or(&[][..], |document| &document.inputs);
    let is_class = |input: &Input| {
        let begin = format!("{}::", input.name);
        input.default.is_empty() && all.iter().any(|other| other.name.starts_with(&begin))
    };
    let mut named = HashSet::new();
    let asked = all.iter().filter(|input| !is_class(input) && !paste::is_said(evaluation, input));
    asked.filter(|input| named.insert(input.name.as_str())).map(row).collect()
}

/// Writes into the text what an input is worth; nothing where it is what it is by itself.
fn give(draft: Draft, name: &str, value: Option<&str>) {
    let Shared(evaluation) = draft.evaluation.get_untracked();
    let Some(language) = paste::of(&evaluation).map(|document| document.language) else { return };
    let (span, text) = draft.text.with_untracked(|text| paste::giving(text, language, name, value));
    draft.replace(span, &text);
}

/// The number after a press: an index goes by one, a size by a factor of two.
fn turned(kind: InputKind, value: &str, way: Way) -> Option<i64> {
    let now = value.parse::<i64>().ok()?;
    Some(match (kind, way) {
        (InputKind::Index, Way::Less) => now.saturating_sub(1).max(0),
        (InputKind::Size, Way::Less) => (now / 2).max(1),
        (InputKind::Index, Way::More) => now.saturating_add(1),
        (InputKind::Size, Way::More) => now.saturating_mul(2),
        _ => return None,
    })
}

fn field(session: Session, number: usize, row: RwSignal<Row>) -> AnyView {
    let Parts { tastes, .. } = *session;
    // Refused text, and the value beside which it was typed: another value, as by an undo, takes its place.
    let refused = RwSignal::new(None::<(String, String)>);
    let wrong = Memo::new(move |_| {
        let (typed, beside) = refused.get()?;
        row.with(|row| row.value == beside).then_some(typed)
    });
    let name = move || row.with(|row| row.input.name.clone());
    let kind = Memo::new(move |_| row.with(|row| row.input.kind));
    let is_number = Memo::new(move |_| matches!(kind.get(), InputKind::Index | InputKind::Size));
    let write = move |typed: String| {
        let Row { input, value, .. } = row.get_untracked();
        let typed = typed.trim().to_string();
        if typed == value {
            return refused.set(None);
        }
        if typed.is_empty() {
            refused.set(None);
            return give(session.draft, &input.name, None);
        }
        if !paste::is_understood(&input, &typed) {
            return refused.set(Some((typed, value)));
        }
        refused.set(None);
        give(session.draft, &input.name, Some(&typed));
    };
    let turn = move |way: Way| {
        let Row { input, value, .. } = row.get_untracked();
        if let Some(next) = turned(input.kind, &value, way) {
            write(next.to_string());
        }
    };
    // While one types the field has what is typed; after that the value again, be it that nothing came of it.
    let draft = RwSignal::new(None::<String>);
    let on_key = move |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowUp" => 1,
            "ArrowDown" => -1,
            "Escape" => 0,
            _ => return,
        };
        draft.set(None);
        if by == 0 {
            return refused.set(None);
        }
        let value = row.with_untracked(|row| row.value.parse::<i64>().ok());
        if let (true, Some(value)) = (is_number.get_untracked(), value) {
            event.prevent_default();
            write(value.saturating_add(by).max(i64::from(kind.get_untracked() == InputKind::Size)).to_string());
        }
    };
    let id = format!("input-{number}");
    let shown = move || draft.get().or_else(|| wrong.get()).unwrap_or_else(|| row.with(|row| row.value.clone()));
    // A value longer than its field is said whole beside it.
    let longest = move || if kind.get() == InputKind::Value { 48 } else { 24 };
    // A hint has room.
    let shortest = move || if kind.get() == InputKind::Value && shown().is_empty() { 22 } else { 5 };
    let title = move || Some(shown()).filter(|text| text.chars().count() > longest());
    let hint =
        move || (kind.get() == InputKind::Value).then(|| words::program_input_kind(kind.get(), tastes.tongue.get()));
    let step = move |way: Way, label: [&'static str; 2], mark: [&'static str; 2]| {
        let said = move || {
            let name = name();
            let [index, size] = label;
            let does = if kind.get() == InputKind::Index { index } else { size };
            format!("{name} {does}")
        };
        view! {
            <button class="small" aria-label=said on:click=move |_| turn(way)>
                {move || if kind.get() == InputKind::Index { mark[0] } else { mark[1] }}
            </button>
        }
    };
    let sentence = move || {
        let typed = wrong.get()?;
        let kind = words::program_input_kind(kind.get(), tastes.tongue.get());
        let said = say!(
            tastes.tongue.get(),
            en("“{typed}” is not understood here: {kind}"),
            zh("无法理解“{typed}”：此处应为{kind}")
        );
        Some(view! { <p class="warn small" role="status">{said}</p> })
    };
    let is_long = move || kind.get() == InputKind::Value && shown().chars().count() > 20;
    let is_true = move || row.with(|row| row.is_true);
    let truth = {
        let id = id.clone();
        move || {
            let toggle = move |_| write((!is_true()).to_string());
            view! { <input type="checkbox" id=id.clone() prop:checked=is_true on:change=toggle/> }
        }
    };
    let typed = {
        let id = id.clone();
        move || {
            view! {
                <input type="text" class="mono" id=id.clone() autocomplete="off" autocapitalize="off" spellcheck="false"
                    inputmode=move || if is_number.get() { "numeric" } else { "text" }
                    size=move || shown().chars().count().clamp(shortest(), longest()).to_string() title=title placeholder=hint
                    aria-invalid=move || wrong.with(Option::is_some).to_string() prop:value=shown
                    on:input=move |event| draft.set(Some(event_target_value(&event)))
                    on:change=move |event| { draft.set(None); write(event_target_value(&event)); } on:keydown=on_key/>
            }
        }
    };
    let value = move || match kind.get() {
        InputKind::Truth => truth().into_any(),
        _ => typed().into_any(),
    };
    let again = move || {
        row.with(|row| row.is_given).then(|| {
            let label = move || say!(tastes.tongue.get(), en("{} as at first", name()), zh("{} 恢复初值", name()));
            view! {
                <button class="small plain" aria-label=label title=tastes.text("As at first", "恢复初值")
                    on:click=move |_| { refused.set(None); give(session.draft, &name(), None); }>"↺"</button>
            }
        })
    };
    view! {
        <li class:wide=is_long>
            <label class="mono" for=id>{name}</label>
            <span class="input-value">
                {move || is_number.get().then(|| step(Way::Less, ["− 1", "÷ 2"], ["−", "÷2"]))}
                {value}
                {move || is_number.get().then(|| step(Way::More, ["+ 1", "× 2"], ["+", "×2"]))}
            </span>
            {again}
            {sentence}
        </li>
    }
    .into_any()
}
