//! Which thread holds which element of a tile as its which value, and what a warp touches in one instruction.

mod lines;
mod make;
mod map;
mod memory;
mod paint;
mod picture;
mod steppers;
mod table;
mod words;

use crate::signals::Memo;
use colex::draw::threads::print_latex_map;
use colex::look::threads as source;
use colex::words::{self as core_words, Tongue};
use colex_document::arrangement::ViewId;
use colex_document::{HeldColour, Label};
use leptos::prelude::*;

use self::make::Make;
use self::map::Map;
use self::memory::Warp;
use self::picture::Picture;
use self::steppers::Steppers;
use crate::browser;
use crate::loader::part;
use crate::panels::frame::show;
use crate::panels::thread_map::{self, StatementSelect, how_read, not_said, of_what};
use crate::panels::writing::append_all;
use crate::session::{Desk, Draft, Notice, Parts, Session, Tastes};

/// The statements that the invitation writes: the thread layout, the value layout, and the map of both.
const EXAMPLE: [(&str, &str); 2] = [("thr", "(4,8):(8,1)"), ("val", "(2,2):(2,1)")];

part! {
    /// Which thread holds which value.
    pub PART: tools = |session, _| view! { <Threads session/> }.into_any()
}

/// The thread-value map of the layout that is looked at.
#[component]
fn Threads(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, .. } = *session;
    let map = Map::of(session);
    let problem = move || {
        map.found.with(|found| match found {
            Some(Err(error)) => Some(tastes.spell(&core_words::error(error, tastes.tongue.get()))),
            _ => None,
        })
    };
    let is_map = Memo::new(move |_| map.found.with(|found| matches!(found, Some(Ok(_)))));
    let is_drawn = Memo::new(move |_| map.with(|found| found.owners.is_ok()).unwrap_or(false));
    let summary = move || map.with(|found| words::summary(tastes.tongue.get(), found));
    view! {
        <section class="threads" class:stale=move || screen.stale.get()
            aria-label=move || tastes.say("Thread-value map", "线程-值映射")>
            <div class="pane-head">
                <h2>{move || tastes.say("Thread-value map", "线程-值映射")} " " {of_what(tastes, screen)}<span class="quiet threads-summary">{summary}</span></h2>
            </div>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Show when=move || is_map.get() fallback=move || not_said(session, |session| view! { <Invitation draft=session.draft tastes=session.tastes/> }.into_any())>
                {how_read(draft, tastes, screen, Signal::derive(move || {
                    let tongue = tastes.tongue.get();
                    map.with(|found| thread_map::reading(tongue, &found.threads)).flatten()
                }))}
                <Choices map/>
                <Show when=move || is_drawn.get()>
                    <Picture map/>
                </Show>
                <Steppers map/>
                <Warp map/>
                <ToCost draft tastes desk=session.desk/>
                <TakeAway map/>
            </Show>
            <Make draft tastes/>
        </section>
    }
}

/// Shows what to type where the value is no map of threads and values.
#[component]
fn Invitation(draft: Draft, tastes: Tastes) -> impl IntoView {
    let write_example = move |_| {
        let statements = draft.evaluation.with_untracked(|evaluation| {
            let [threads, values] = EXAMPLE.map(|(name, layout)| (evaluation.0.free_name(name), layout));
            let made = source::statement(&evaluation.0, "make_layout_tv", &threads.0, &values.0);
            [threads, values].map(|(name, layout)| format!("{name} = {layout}")).into_iter().chain([made])
        });
        append_all(draft, &statements.collect::<Vec<_>>());
    };
    let line = EXAMPLE.map(|(_, layout)| layout).join(", ");
    view! {
        <p class="quiet">
            {tastes.text(
                "A layout with two modes, threads and values, is drawn here as the tile that they share. Such a layout is made by",
                "这里把具有“线程”和“值”两个 mode 的布局画成它们共享的 tile。这样的布局由下式得到：",
            )}
            " " <code>"make_layout_tv(thr, val)"</code>
        </p>
        <p><button on:click=write_example>{tastes.text("Write an example", "写入示例")} " " <span class="mono quiet">{line}</span></button></p>
    }
}

/// The way to what such instructions cost, while that view is folded.
#[component]
fn ToCost(draft: Draft, tastes: Tastes, desk: Desk) -> impl IntoView {
    let is_folded = move || desk.arrangement.with(|arrangement| arrangement.is_folded(ViewId::Cost));
    view! {
        <Show when=is_folded>
            <p><button class="plain small" on:click=move |_| show(draft, desk, ViewId::Cost)>
                {tastes.text("Show bank conflicts, sectors and vectors", "查看 bank 冲突、扇区和向量")}
            </button></p>
        </Show>
    }
}

/// The picture as CuTe's `print_latex` writes it.
#[component]
fn TakeAway(map: Map) -> impl IntoView {
    let Parts { tastes, screen, notices, .. } = *map.session;
    let copy = move |_| {
        let name = screen.look.with_untracked(|look| look.as_ref().map(|look| look.layout.to_string()));
        let made = untrack(move || map.with(|found| print_latex_map((&name.unwrap_or_default(), &found.threads.map))));
        match made {
            Some(Ok(latex)) => browser::spawn(async move {
                let notice = match browser::copy(latex).await {
                    true => Notice::Done("LaTeX copied", "LaTeX 已复制"),
                    false => Notice::Done("The browser does not let this page copy", "浏览器不允许本页面复制"),
                };
                notices.notify(notice);
            }),
            Some(Err(error)) => {
                let [english, chinese] =
                    [Tongue::English, Tongue::Chinese].map(|tongue| core_words::error(&error, tongue));
                notices.notify(Notice::Edit(english, chinese));
            }
            None => {}
        }
    };
    view! {
        <p><button class="plain small" on:click=copy>{tastes.text("Copy as LaTeX, as print_latex draws it", "复制为 LaTeX（与 print_latex 的画法相同）")}</button></p>
    }
}

/// Shows the meanings of the labels and the colours, and which tile it is.
#[component]
fn Choices(map: Map) -> impl IntoView {
    let Parts { draft, tastes, .. } = *map.session;
    let label = Memo::new(move |_| draft.options.with(|options| options.label));
    let colour = Memo::new(move |_| draft.options.with(|options| options.held.colour));
    let labels: [(&str, Label, &str, &str); 4] = [
        ("both", Label::Both, "T and V", "T 与 V"),
        ("thread", Label::Thread, "thread", "线程"),
        ("value", Label::Value, "value", "值"),
        ("index", Label::Index, "index", "索引"),
    ];
    let colours: [(&str, HeldColour, &str, &str); 5] = [
        ("thread", HeldColour::Thread, "thread", "线程"),
        ("warp", HeldColour::Warp, "warp", "warp"),
        ("value", HeldColour::Value, "value", "值"),
        ("index", HeldColour::Index, "index", "索引"),
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
    let own_tile = move || map.with(|found| words::own_tile(tastes.tongue.get(), found)).unwrap_or_default();
    view! {
        <div class="row threads-choices">
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
            <label class="row">
                <span class="quiet small">{tastes.text("Tile", "Tile")}</span>
                <StatementSelect draft own=Signal::derive(own_tile) names=source::tiles
                    chosen=|view| view.tile choose=|view, statement| view.tile = statement/>
            </label>
        </div>
    }
}
