//! A class's sheet as a student has it: who one is at its beginning, and what goes to the teacher at its end.

use colex::learn::class::result::Outcome;
use colex::learn::class::sheet::Sheet;
use colex::learn::generators;
use colex::learn::place::Place;
use leptos::prelude::*;

use crate::browser::{self, KeyboardEvent};
use crate::languages::say;
use crate::panels::classroom::{begin, is_unkept, leave, result, student};
use crate::panels::course::go;
use crate::panels::qr;
use crate::session::{Draft, Tastes};
use crate::signals::RwSignal;

/// The id of the field for a name.
const NAME: &str = "sheet-name";
/// The id of the field with a result.
const RESULT: &str = "sheet-result";

/// The beginning: what it is, and the name under which it is done.
pub(super) fn cover(draft: Draft, tastes: Tastes, sheet: Sheet, word: String) -> AnyView {
    let sheet = StoredValue::new(sheet);
    let typed = RwSignal::new(String::new());
    let refused = RwSignal::new(false);
    let first = StoredValue::new(Place::Sheet(1, word));
    let start = move |name: String| {
        let has_begun = sheet.with_value(|sheet| begin(sheet, &name));
        refused.set(!has_begun);
        if has_begun {
            first.with_value(|first| go(draft, first));
        }
    };
    let enter = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !browser::is_composing(&event) {
            event.prevent_default();
            start(event_target_value(&event));
        }
    };
    let about = move || {
        let tongue = tastes.tongue.get();
        let count = sheet.with_value(|sheet| sheet.items.len());
        let whose = match sheet.with_value(|sheet| sheet.personal) {
            true => tongue.pick("Your name decides your numbers.", "题目中的数字由姓名决定。"),
            false => tongue.pick("Everybody has the same numbers.", "所有人的数字相同。"),
        };
        let mark = sheet.with_value(Sheet::mark);
        let count = say!(tongue, en("{count} exercises."), zh("共 {count} 道练习。"));
        say!(tongue, en("{count} {whose} Sheet {mark}."), zh("{count}{whose}练习单 {mark}。"))
    };
    let known = move || sheet.with_value(student);
    let go_on = move || {
        known().map(|name| {
            let label = say!(tastes.tongue.get(), en("Go on as {name}"), zh("以 {name} 继续"));
            view! {
                <p class="row">
                    <button class="primary" on:click=move |_| first.with_value(|first| go(draft, first))>{label}</button>
                    <button class="plain small" on:click=move |_| sheet.with_value(leave)>{tastes.text("Another name", "换一个姓名")}</button>
                </p>
            }
        })
    };
    view! {
        <p class="rail-kind small">{tastes.text("Sheet", "练习单")}</p>
        <div class="rail-words"><p>{about}</p></div>
        {go_on}
        <Show when=move || known().is_none()>
            <div class="row rail-field">
                <label for=NAME>{tastes.text("Your name", "姓名")}</label>
                <input type="text" id=NAME autocomplete="name" maxlength="60" prop:value=move || typed.get()
                    on:input=move |event| typed.set(event_target_value(&event)) on:keydown=enter/>
                <button class="primary" on:click=move |_| start(typed.get_untracked())>{tastes.text("Begin", "开始")}</button>
            </div>
            <p class="small" role="status">{move || refused.get().then(|| tastes.say("A name is needed", "需要填写姓名"))}</p>
        </Show>
        <p class="small quiet">{tastes.text(
            "What you answer stays in this browser. At the end you get a short result to hand on yourself. No network is needed.",
            "作答只保存在本浏览器中。最后会得到一段结果，由你自己交出。无需网络。",
        )}</p>
    }
    .into_any()
}

/// The end: what was done, and the result to hand on.
pub(super) fn ending(draft: Draft, tastes: Tastes, sheet: &Sheet, word: &str) -> AnyView {
    let Some(result) = result(sheet) else { return ().into_any() };
    let copied = RwSignal::new(None::<bool>);
    let rows = result.entries.iter().zip(1_usize..).map(|((name, _, attempt), number)| {
        let title = generators::find(name).map(|found| found.title).unwrap_or_default();
        let (outcome, tries) = (attempt.outcome, attempt.tries);
        let said = move || {
            let tongue = tastes.tongue.get();
            match (outcome, tries) {
                (Outcome::Right, 1) => tongue.pick("right at once", "一次答对").to_owned(),
                (Outcome::Right, _) => say!(tongue, en("right at try {tries}"), zh("第 {tries} 次答对")),
                (Outcome::Shown, _) => tongue.pick("shown", "看了答案").to_owned(),
                (Outcome::Open, 0) => tongue.pick("not tried", "未作答").to_owned(),
                (Outcome::Open, _) => tongue.pick("not right yet", "尚未答对").to_owned(),
            }
        };
        let [english, chinese] = title;
        let place = Place::Sheet(number, word.to_owned());
        view! {
            <li><button class="plain small" on:click=move |_| go(draft, &place)>
                {number} ". " {move || tastes.tongue.get().pick(english, chinese)}</button>
                <span class="quiet small">{said}</span></li>
        }
    });
    let rows = rows.collect_view();
    let code = result.to_string();
    // A code that is too dense for a camera is none.
    let is_code = code.len() <= qr::QR_DENSE;
    let label = tastes.say("QR code of the result", "结果的二维码").to_owned();
    let picture = is_code.then(|| qr::drawn(&code, label)).flatten();
    let text = StoredValue::new(code.clone());
    let copy = move |_| {
        let text = text.get_value();
        browser::spawn(async move {
            let was_copied = browser::copy(text).await;
            if !was_copied {
                browser::select_text(RESULT);
            }
            copied.set(Some(was_copied));
        });
    };
    let label = move || match copied.get() {
        None => tastes.say("Copy", "复制"),
        Some(true) => tastes.say("Copied", "已复制"),
        Some(false) => tastes.say("Selected: press Ctrl+C", "已选中：请按 Ctrl+C"),
    };
    let heading = move || say!(tastes.tongue.get(), en("Result of {}", result.name), zh("{} 的结果", result.name));
    view! {
        <p class="rail-kind small">{heading}</p>
        <ol class="sheet-done">{rows}</ol>
        <label for=RESULT class="small">{tastes.text("Hand this on", "把下面这段交给老师")}</label>
        <textarea id=RESULT class="mono small" rows="4" readonly=true prop:value=code on:focus=move |_| browser::select_text(RESULT)></textarea>
        <p class="row"><button class="primary" on:click=copy>{label}</button></p>
        <p class="small" role="status">{move || is_unkept().then(|| tastes.say(
            "This browser keeps nothing: copy the result before you leave the page",
            "此浏览器不保存数据：离开页面前请复制结果"))}</p>
        <figure class="rail-code sheet-code">{picture}</figure>
        <p class="small quiet">{tastes.text(
            "It says which were right, at which try, and what was shown. It proves nothing: anybody can write one.",
            "它记录哪些答对、第几次答对、看过哪些答案。它不是证明：任何人都能写出一段。",
        )}</p>
    }
    .into_any()
}
