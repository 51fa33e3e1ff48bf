//! An instruction and what is made of it: who holds what of each operand, asked both ways.

mod paint;
mod picture;
mod scene;
mod table;
mod tensor_map;

use colex::atom::asked::What;
use colex::words::{self, Tongue};
use colex_document::{HeldColour, Label};
use leptos::prelude::*;

use self::picture::Picture;
use self::scene::{Found, Scene};
use crate::browser;
use crate::languages::say;
use crate::loader::part;
use crate::panels::writing::append_all;
use crate::session::{Draft, Notice, Parts, Session, Tastes};
use crate::signals::Memo;

/// The statements that the invitation writes.
const EXAMPLE: [(&str, &str); 2] =
    [("atom", "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>{}"), ("mma", "make_tiled_mma(atom, Layout<Shape<_2,_2>>{})")];

part! {
    /// Map of who holds what of each operand.
    pub PART: tools = |session, _| view! { <Atom session/> }.into_any()
}

/// The atom that is looked at.
#[component]
fn Atom(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, .. } = *session;
    let scene = Scene::of(session);
    let is_atom = Memo::new(move |_| scene.found.with(|found| matches!(found, Some(Ok(_)))));
    let problem = move || scene.refusal().map(|error| tastes.spell(&words::error(&error, tastes.tongue.get())));
    let summary = move || scene.with(|found| words::board_summary(&found.board, tastes.tongue.get()));
    let map = tensor_map::told(draft, screen);
    let is_map = Memo::new(move |_| map.with(Option::is_some));
    let name = move || {
        let instruction = map.with(|map| map.as_ref().map(|map| map.0.instruction.to_string()));
        instruction.or_else(|| scene.with(|found| found.name.clone()))
    };
    view! {
        <section class="atom" class:stale=move || screen.stale.get() aria-label=tastes.text("Atom", "Atom")>
            <div class="pane-head">
                <h2>{tastes.text("Atom", "Atom")} " " <span class="mono atom-name">{name}</span></h2>
                <p class="quiet small atom-summary">{summary}</p>
            </div>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Show when=move || is_map.get()><tensor_map::Map draft tastes map/></Show>
            <Show when=move || is_atom.get() fallback=move || (!is_map.get()).then(|| view! { <Invitation draft tastes/> })>
                <Question scene/>
                <Choices scene/>
                <Told scene/>
                <Picture scene/>
                <Why scene/>
                <TakeAway scene/>
            </Show>
        </section>
    }
}

/// Shows what to type where the value is no atom.
#[component]
fn Invitation(draft: Draft, tastes: Tastes) -> impl IntoView {
    let write_example = move |_| {
        let statements = draft.evaluation.with_untracked(|evaluation| {
            let [(atom, is), (mma, made)] = EXAMPLE;
            let (atom, mma) = (evaluation.0.free_name(atom), evaluation.0.free_name(mma));
            let made = made.replace("(atom,", &format!("({atom},"));
            [format!("{atom} = {is}"), format!("{mma} = {made}")]
        });
        append_all(draft, &statements);
    };
    view! {
        <p class="quiet">
            {tastes.text(
                "An MMA or copy instruction, and what is tiled of it, is drawn here: which thread holds which element of each operand. Write its name, as",
                "这里画出 MMA 或复制指令以及由它平铺而成的对象：每个操作数的哪个元素由哪个线程持有。写出它的名字，例如",
            )}
            " " <code>"SM80_16x8x16_F32F16F16F32_TN"</code>
        </p>
        <p><button on:click=write_example>{tastes.text("Write an example", "写入示例")} " " <span class="mono quiet">"16x8x16 · 2 x 2"</span></button></p>
    }
}

/// The question, typed or pointed, and its answer.
#[component]
fn Question(scene: Scene) -> impl IntoView {
    let Scene { draft, tastes, .. } = scene;
    let written = move || match draft.view.with(|view| view.asked.clone()) {
        Some(asked) => asked,
        None => scene.asked.get().and_then(Result::ok).map(|asked| asked.to_string()).unwrap_or_default(),
    };
    let on_input = move |event| {
        let typed: String = event_target_value(&event);
        scene.ask(Some(typed).filter(|typed| !typed.is_empty()));
    };
    let answer = move || {
        let tongue = tastes.tongue.get();
        match scene.asked.get()? {
            Ok(asked) => scene.with(|found| words::board_answer(&found.board, &asked, tongue)),
            Err(problem) => Some(vec![words::not_asked(&problem, tongue)]),
        }
    };
    let is_wrong = move || scene.asked.with(|asked| matches!(asked, Some(Err(_))));
    // One warp has no second one.
    let example = move || {
        let has_warps = scene.with(|found| found.board.threads > 32).unwrap_or(false);
        if has_warps { "C(9,5)   A T17   T17 V3   warp 1" } else { "C(9,5)   A T17   T17 V3   quad 1" }
    };
    let threads = Memo::new(move |_| scene.with(|found| found.board.threads).unwrap_or(0));
    let step = move |forward: bool| {
        let last = threads.get_untracked().saturating_sub(1);
        let to = match untrack(move || scene.thread()) {
            None if forward => 0,
            None => last,
            Some(now) if forward => now.saturating_add(1).min(last),
            Some(now) => now.saturating_sub(1),
        };
        scene.ask_thread(to);
    };
    // Holder of an element, for what it holds besides.
    let holder = move || {
        let is_element =
            scene.asked.with(|asked| matches!(asked, Some(Ok(asked)) if matches!(asked.what, What::Element(_))));
        scene.thread().filter(|_| is_element)
    };
    let all = move || holder().map(|thread| say!(tastes.tongue.get(), en("All of T{thread}"), zh("T{thread} 的全部")));
    view! {
        <div class="row atom-question">
            <label class="row">
                <span class="quiet small">{tastes.text("Who holds what", "谁持有什么")}</span>
                <input class="mono" type="text" spellcheck="false" autocapitalize="off" autocomplete="off" maxlength="128"
                    placeholder=example prop:value=written on:input=on_input
                    aria-invalid=move || is_wrong().then_some("true") aria-describedby="atom-answer"/>
            </label>
            <div class="row atom-steps">
                <button class="plain" on:click=move |_| step(false) aria-label=tastes.text("Previous thread", "上一个线程")>"◀"</button>
                <span class="quiet small">{tastes.text("thread", "线程")}</span>
                <button class="plain" on:click=move |_| step(true) aria-label=tastes.text("Next thread", "下一个线程")>"▶"</button>
            </div>
            {move || holder().map(|thread| view! {
                <button class="plain small" on:click=move |_| scene.ask_thread(thread)>{all}</button>
            })}
            <Show when=move || draft.view.with(|view| view.asked.is_some())>
                <button class="plain small" on:click=move |_| scene.ask(None)>{tastes.text("Clear", "清除")}</button>
            </Show>
        </div>
        <div id="atom-answer" class="atom-answer" class:warn=is_wrong role="status">
            {move || match answer() {
                Some(lines) => lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view().into_any(),
                None => view! {
                    <p class="quiet">{tastes.text(
                        "Point at an element, choose it, or type a question: an element as C(9,5), a thread as T17, what it holds of A as A T17, a value as T17 V3, a register as A T17 R2, a warp or a quad as warp 1, quad 3.",
                        "指向或选择一个元素，或输入问题：元素如 C(9,5)，线程如 T17，它持有的 A 如 A T17，值如 T17 V3，寄存器如 A T17 R2，warp 或 quad 如 warp 1、quad 3。",
                    )}</p>
                }.into_any(),
            }}
        </div>
    }
}

/// Shows the meanings of the labels and the colours, and whether the permutation is applied.
#[component]
fn Choices(scene: Scene) -> impl IntoView {
    let Scene { draft, tastes, .. } = scene;
    let label = Memo::new(move |_| draft.options.with(|options| options.label));
    let colour = Memo::new(move |_| draft.options.with(|options| options.held.colour));
    let labels = [
        ("both", Label::Both, "T and V", "T 与 V"),
        ("thread", Label::Thread, "thread", "线程"),
        ("value", Label::Value, "value", "值"),
    ];
    let colours = [
        ("thread", HeldColour::Thread, "thread", "线程"),
        ("warp", HeldColour::Warp, "warp", "warp"),
        ("value", HeldColour::Value, "value", "值"),
        ("none", HeldColour::None, "none", "无"),
    ];
    let choose_label = move |event| {
        let name: String = event_target_value(&event);
        if let Some((_, label, ..)) = labels.iter().find(|(known, ..)| *known == name) {
            draft.edit(|document| document.options.label = *label);
        }
    };
    let choose_colour = move |event| {
        let name: String = event_target_value(&event);
        if let Some((_, colour, ..)) = colours.iter().find(|(known, ..)| *known == name) {
            draft.edit(|document| document.options.held.colour = *colour);
        }
    };
    let is_permuted = Memo::new(move |_| scene.with(Found::is_permuted).unwrap_or(false));
    view! {
        <div class="row atom-choices">
            <label class="row">
                <span class="quiet small">{tastes.text("Label", "标注")}</span>
                <select on:change=choose_label>
                    {labels.map(|(name, meant, english, chinese)| view! {
                        <option value=name prop:selected=move || label.get() == meant>{tastes.text(english, chinese)}</option>
                    }).collect_view()}
                </select>
            </label>
            <label class="row">
                <span class="quiet small">{tastes.text("Colour", "颜色")}</span>
                <select on:change=choose_colour>
                    {colours.map(|(name, meant, english, chinese)| view! {
                        <option value=name prop:selected=move || colour.get() == meant>{tastes.text(english, chinese)}</option>
                    }).collect_view()}
                </select>
            </label>
            <Show when=move || is_permuted.get()>
                <label class="row">
                    <input type="checkbox" prop:checked=move || scene.is_permuted.get()
                        on:change=move |event| scene.is_permuted.set(event_target_checked(&event))/>
                    <span class="quiet small">{tastes.text("With the permutation", "应用置换")}</span>
                </label>
            </Show>
        </div>
    }
}

/// Describes a tiled product in words: which warp has what, who shares it, what repeats, and what is permuted.
#[component]
fn Told(scene: Scene) -> impl IntoView {
    let Scene { tastes, .. } = scene;
    let lines = move || {
        let tongue = tastes.tongue.get();
        scene
            .with(|found| {
                let mma = found.product.as_ref()?;
                let shared = words::shared_operands(mma, tongue);
                let warps = words::warps_of(&found.board, tongue).into_iter();
                // Without the permutation nothing is said of it.
                let permuted = if scene.is_permuted.get() { words::permuted(mma, tongue) } else { Vec::new() };
                let rest = words::repeated_values(mma, tongue).into_iter().chain(permuted);
                Some(shared.into_iter().chain(warps).chain(rest).collect::<Vec<_>>())
            })
            .flatten()
            .unwrap_or_default()
    };
    let is_told = Memo::new(move |_| scene.with(|found| found.product.is_some()).unwrap_or(false));
    view! {
        <Show when=move || is_told.get()>
            <div class="atom-told small">{move || lines().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}</div>
        </Show>
    }
}

/// Why the layouts are as they are.
#[component]
fn Why(scene: Scene) -> impl IntoView {
    let Scene { tastes, .. } = scene;
    let told = move || {
        let tongue = tastes.tongue.get();
        scene.with(|found| found.told.iter().map(|step| words::told_of_atom(step, tongue)).collect::<Vec<_>>())
    };
    let is_told = Memo::new(move |_| scene.with(|found| !found.told.is_empty()).unwrap_or(false));
    view! {
        <Show when=move || is_told.get()>
            <details class="atom-why">
                <summary>{tastes.text("Why the layouts are so, mode by mode", "布局为何如此：逐个 mode 说明")}</summary>
                <ol class="small">
                    {move || told().unwrap_or_default().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}
                </ol>
            </details>
        </Show>
    }
}

/// The picture as CuTe's `print_latex` writes it.
#[component]
fn TakeAway(scene: Scene) -> impl IntoView {
    let Scene { tastes, notices, .. } = scene;
    let copy = move |_| match untrack(move || scene.with(|found| found.latex.clone())).flatten() {
        Some(Ok(latex)) => browser::spawn(async move {
            let notice = match browser::copy(latex).await {
                true => Notice::Done("LaTeX copied", "LaTeX 已复制"),
                false => Notice::Done("The browser does not let this page copy", "浏览器不允许本页面复制"),
            };
            notices.notify(notice);
        }),
        Some(Err(error)) => {
            let [english, chinese] = [Tongue::English, Tongue::Chinese].map(|tongue| words::error(&error, tongue));
            notices.notify(Notice::Edit(english, chinese));
        }
        None => {}
    };
    let has_latex = Memo::new(move |_| scene.with(|found| found.latex.is_some()).unwrap_or(false));
    view! {
        <Show when=move || has_latex.get()>
            <p><button class="plain small" on:click=copy>{tastes.text("Copy as LaTeX, as print_latex draws it", "复制为 LaTeX（与 print_latex 的画法相同）")}</button></p>
        </Show>
    }
}
