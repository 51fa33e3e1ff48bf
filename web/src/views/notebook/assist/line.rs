//! The line under the field: the call around the caret, the mode it stands in, and the number, to be turned.

use crate::signals::Memo;
use colex::notebook::caret::{Callee, Caret, Mode, Number, Part, Turn, parameters};
use colex::notebook::functions::{Function, Template};
use colex::notebook::value::Value;
use colex::operations::explained;
use leptos::prelude::*;

use super::Assist;
use crate::browser::{self, PointerEvent};
use crate::session::{Draft, Parts, Tastes};

/// The longest mode that is written out, in characters.
const MODE_LIMIT: usize = 60;

/// Text about the place of the caret.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Said {
    /// The call around it: its pieces, and whether each is the parameter that is being written.
    call: Vec<(String, bool)>,
    /// Effect of the function, or what the coordinate is one of.
    explained: [String; 2],
    /// The mode, in both languages, and what it is.
    mode: Option<([String; 2], String)>,
    /// The number: where it begins, what it is.
    pub(super) number: Option<(usize, i64)>,
}

impl Said {
    pub(super) fn is_empty(&self) -> bool {
        *self == Said::default()
    }

    pub(super) fn of(draft: Draft, tastes: Tastes, caret: &Caret<'_>, mode: Option<&Mode>, text: &str) -> Said {
        let evaluation = draft.evaluation.get_untracked().0;
        let statements = evaluation.statements();
        let named = |name: &str| {
            let mut statements = statements.iter();
            statements.rposition(|other| other.name.as_ref().is_some_and(|(defined, _)| defined == name))
        };
        let mut said = Said::default();
        if let Some(call) = caret.signature(|name| named(name).is_some()) {
            let name = call.name.of(text);
            match call.callee {
                Callee::Function(function) => {
                    said.call = pieces(name, function, call.active, call.is_member);
                    said.explained = explained()
                        .find(|(other, _)| other.name == function.name)
                        .map(|(_, help)| help.line.map(str::to_string))
                        .unwrap_or_default();
                }
                Callee::Value => {
                    let value = named(name).and_then(|statement| evaluation.value(statement));
                    if let Some(shape) = value.and_then(Value::as_any_layout).map(|layout| layout.shape().to_string()) {
                        let shape = tastes.spell(&shape);
                        said.call = vec![(format!("{name}("), false), ("coord".into(), true), (")".into(), false)];
                        said.explained = [format!("A coordinate of the shape {shape}"), format!("形状 {shape} 的坐标")];
                    }
                }
            }
        }
        said.mode = mode.and_then(|mode| mode_said(mode, text));
        said.number = caret.number().map(|number: Number| (number.span.start, number.value));
        said
    }
}

/// `composition(`, `A`, `, `, `B`, `, …)`, each with whether it is being written.
fn pieces(name: &str, function: &Function, active: Option<usize>, is_member: bool) -> Vec<(String, bool)> {
    let is_in_template = active.is_none() && function.template != Template::None;
    let template = match function.template {
        Template::None => "",
        Template::Modes => "<modes>",
        Template::Values => "<…>",
    };
    let mut pieces = vec![(name.to_string(), false)];
    if !template.is_empty() {
        pieces.push((template.to_string(), is_in_template));
    }
    pieces.push(("(".to_string(), false));
    for (place, parameter) in parameters(function).iter().enumerate().skip(usize::from(is_member)) {
        if place > usize::from(is_member) {
            pieces.push((", ".to_string(), false));
        }
        let is_plain = !parameter.is_optional || parameter.name == "…";
        let written = if is_plain { parameter.name.to_string() } else { format!("[{}]", parameter.name) };
        pieces.push((written, active == Some(place)));
    }
    pieces.push((")".to_string(), false));
    pieces
}

/// `Shape of mode 1,0` and `2:12`; nothing of what is no layout.
fn mode_said(mode: &Mode, text: &str) -> Option<([String; 2], String)> {
    let path = mode.path.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let [part, part_chinese] = match mode.part {
        Part::Shape => ["Shape", "形状"],
        Part::Stride => ["Stride", "步长"],
        Part::Tuple if mode.path.is_empty() => return None,
        Part::Tuple => ["", ""],
    };
    let sentence = match (mode.part, path.as_str()) {
        (Part::Tuple, _) => [format!("Mode {path}"), format!("mode {path}")],
        (_, "") => [format!("{part} of the layout"), format!("布局的{part_chinese}")],
        _ => [format!("{part} of mode {path}"), format!("mode {path} 的{part_chinese}")],
    };
    let written = mode.written(text);
    let is_short = written.chars().count() <= MODE_LIMIT;
    Some((sentence, if is_short { written } else { String::new() }))
}

/// The line.
pub(super) fn line(assist: Assist) -> AnyView {
    let Assist { session, said, .. } = assist;
    let Parts { tastes, .. } = *session;
    let call = move || {
        let pieces = said.with(|said| said.call.clone());
        let pieces = pieces.into_iter().map(|(piece, active)| match active {
            true => view! { <b>{piece}</b> }.into_any(),
            false => piece.into_any(),
        });
        pieces.collect_view()
    };
    let pick = move |[english, chinese]: &[String; 2]| tastes.tongue.get().pick(english.clone(), chinese.clone());
    let mode = move || {
        said.with(|said| said.mode.as_ref().map(|(sentence, written)| (pick(sentence), written.clone())))
            .map(|(sentence, written)| view! { <p>{sentence} " " <span class="mono quiet">{written}</span></p> })
    };
    let explained = move || {
        let sentence = said.with(|said| pick(&said.explained));
        (!sentence.is_empty()).then(|| view! { <p class="quiet">{sentence}</p> })
    };
    let number = Memo::new(move |_| said.with(|said| said.number.map(|(_, value)| value)));
    let is_number = Memo::new(move |_| number.with(Option::is_some));
    let turn = move |by: i64| {
        if let Some((at, _)) = said.with_untracked(|said| said.number) {
            assist.turn(at, |number| number.turned(Turn::By(by)), None);
        }
    };
    // The field keeps the focus, and a phone its keyboard.
    let hold = move |event: PointerEvent| event.prevent_default();
    let begin = move |event: PointerEvent| {
        if let Some((at, _)) = said.with_untracked(|said| said.number) {
            event.prevent_default();
            browser::capture_pointer(&event);
            assist.begin_drag(&event, at);
        }
    };
    let stepper = move || {
        is_number.get().then(|| {
            view! {
                <div class="stepper" role="group" aria-label=tastes.text("The number at the caret", "光标处的数字")>
                    <button tabindex="-1" aria-label=tastes.text("Less", "减小") title=tastes.text("Less (Alt+↓)", "减小（Alt+↓）")
                        on:pointerdown=hold on:mousedown=|event| event.prevent_default() on:click=move |_| turn(-1)>"−"</button>
                    <span class="mono turned" title=tastes.text("Drag to change", "拖动以更改")
                        on:mousedown=|event| event.prevent_default() on:pointerdown=begin
                        on:pointermove=move |event| assist.drag(&event) on:pointerup=move |_| assist.end_drag() on:pointercancel=move |_| assist.end_drag()>
                        {move || number.get().unwrap_or_default().to_string()}
                    </span>
                    <button tabindex="-1" aria-label=tastes.text("More", "增大") title=tastes.text("More (Alt+↑)", "增大（Alt+↑）")
                        on:pointerdown=hold on:mousedown=|event| event.prevent_default() on:click=move |_| turn(1)>"+"</button>
                </div>
            }
        })
    };
    view! {
        <div class="at-caret" hidden=move || said.with(Said::is_empty)>
            <div class="says" role="status">
                <p class="mono call" hidden=move || said.with(|said| said.call.is_empty())>{call}</p>
                {mode}
                {explained}
            </div>
            {stepper}
        </div>
    }
    .into_any()
}
