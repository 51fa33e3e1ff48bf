//! Of a text that is too long for the field: which part of it stands there, and the way to the others.

use colex::notebook::Span;
use leptos::prelude::*;

use super::field::Field;
use super::window::Window;
use crate::browser::{self, ClipboardEvent};
use crate::session::Session;

/// Which part of the text stands in the field; nothing where it is all of it.
#[component]
pub fn Parts(session: Session, field: Field) -> impl IntoView {
    // The place in bytes, and of how many.
    let shown = Memo::new(move |_| {
        let window = field.window.get();
        session.text.with(|text| (!window.is_whole(text)).then(|| (window.span(), text.len())))
    });
    hear_clipboard(session, field);
    let show = move |part: fn(&str, Span) -> Window| {
        let span = field.window.get_untracked().span();
        session.text.with_untracked(|text| field.show(text, part(text, span)));
    };
    let earlier = move || show(|text, span| Window::until(text, span.start));
    let later = move || show(|text, span| Window::from(text, span.end));
    let is_first = move || shown.with(|shown| shown.is_none_or(|(span, _)| span.start == 0));
    let is_last = move || shown.with(|shown| shown.is_none_or(|(span, all)| span.end >= all));
    let sentence = move || {
        let (span, all) = shown.get()?;
        let (from, to, all) = (span.start.div_ceil(1024), span.end.div_ceil(1024), all.div_ceil(1024));
        Some(session.tongue.get().pick(
            format!("The field shows KiB {from} to {to} of a text of {all} KiB. All of it is kept and read."),
            format!("文本共 {all} KiB，输入框显示其中第 {from} 至 {to} KiB；全文都会保留并读取。"),
        ))
    };
    view! {
        <Show when=move || shown.with(Option::is_some)>
            <div class="row small" role="status">
                <span>{sentence}</span>
                <button class="small" disabled=is_first on:click=move |_| earlier()>{session.text("Earlier part", "前一部分")}</button>
                <button class="small" disabled=is_last on:click=move |_| later()>{session.text("Later part", "后一部分")}</button>
            </div>
        </Show>
    }
}

/// All that stands in the field is all of the text, where that is copied or cut.
fn hear_clipboard(session: Session, field: Field) {
    let put = move |event: &ClipboardEvent| {
        let is_put =
            field.is_all_selected(session) && session.text.with_untracked(|text| browser::put_copied(event, text));
        if is_put {
            event.prevent_default();
        }
        is_put
    };
    field.node.on_load(move |element| {
        let hearings = vec![
            browser::hear(&element, "copy", move |event: ClipboardEvent| {
                put(&event);
            }),
            browser::hear(&element, "cut", move |event: ClipboardEvent| {
                if put(&event) {
                    field.clear(session);
                }
            }),
        ];
        // They are let go of with the view.
        StoredValue::new_local(hearings);
    });
}
