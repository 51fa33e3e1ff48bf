//! Cost of the accesses of the threads: conflicts of shared memory's banks, or sectors and lines of global memory.

mod numbers;
mod picture;
mod steppers;
mod subject;

use crate::signals::Memo;
use colex::look::threads::{layouts, tiles};
use colex::words::{self as core_words, Tongue};
use colex_document::arrangement::ViewId;
use colex_document::{Held, MemorySpace, View};
use leptos::prelude::*;

use self::numbers::Numbers;
use self::picture::Picture;
use self::steppers::Steppers;
use self::subject::{Problem, Subject};
use crate::languages::say;
use crate::loader::part;
use crate::panels::frame::show;
use crate::panels::thread_map::{self, StatementSelect, how_read, not_said, of_what};
use crate::panels::writing::append_all;
use crate::session::{Draft, Parts, Session, Tastes};

/// The sizes of an element that are offered, in bytes.
const BYTES: [u32; 5] = [1, 2, 4, 8, 16];
/// The elements of an access that are offered.
const VECTORS: [u32; 5] = [1, 2, 4, 8, 16];

/// The statements that the invitation writes: a tile of 32 × 32 row after row, with padding, and with a swizzle. 32
/// threads run down a column.
const EXAMPLE: [(&str, &str); 3] =
    [("row", "(32,32):(32,1)"), ("padded", "(32,32):(33,1)"), ("swizzled", "Sw<5,0,5> o _0 o (32,32):(32,1)")];

part! {
    /// Cost of accesses.
    pub PART: tools = |session, _| view! { <Cost session/> }.into_any()
}

/// Shows the cost of the accesses of the layout that is looked at.
#[component]
fn Cost(session: Session) -> impl IntoView {
    let Parts { draft, tastes, screen, .. } = *session;
    let subject = Subject::of(session);
    let is_group = Memo::new(move |_| subject.found.with(|found| !matches!(found, None | Some(Err(Problem::None)))));
    let is_counted = Memo::new(move |_| subject.surveyed.with(Option::is_some));
    let problem = move || {
        let tongue = tastes.tongue.get();
        subject.found.with(|found| match found {
            Some(Err(Problem::None)) | Some(Ok(_)) | None => None,
            Some(Err(Problem::Error(error))) => Some(tastes.spell(&core_words::error(error, tongue))),
            Some(Err(Problem::Bits(bits))) => Some(say!(
                tongue,
                en("An access has whole bytes, at most 16: choose another size than {bits} bits"),
                zh("一次访问为整数个字节，最多 16 个：请选择 {bits} 位以外的大小")
            )),
            Some(Err(Problem::NoRoom)) => Some(tongue.pick(
                "The tile does not fit into this layout: choose a layout of at least the tile".to_string(),
                "tile 放不进这个布局：请选择至少与 tile 一样大的布局".to_string(),
            )),
        })
    };
    let summary = move || {
        let tongue = tastes.tongue.get();
        subject.with(|found| {
            let (threads, values) = (found.group.threads(), found.group.values());
            let plural = |count: u64| if count == 1 { "" } else { "s" };
            say!(
                tongue,
                en("{threads} thread{} × {values} value{}", plural(threads), plural(values)),
                zh("{threads} 个线程 × {values} 个值")
            )
        })
    };
    let missed = move || {
        let tongue = tastes.tongue.get();
        subject.surveyed.with(|found| found.as_ref().and_then(|found| numbers::missed(found, tongue)))
    };
    let verdict = move || {
        let tongue = tastes.tongue.get();
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        subject.surveyed.with(|found| match (found, is_shared) {
            (Some(found), true) => core_words::shared_cost(&found.shared, tongue),
            (Some(found), false) => core_words::global_cost(&found.global, tongue),
            (None, _) => String::new(),
        })
    };
    let is_bad = move || {
        let is_shared = subject.memory.get() == MemorySpace::Shared;
        subject.surveyed.with(|found| match found {
            Some(found) if is_shared => found.shared.worst > 1,
            Some(found) => found.global.sectors > found.global.fewest_sectors,
            None => false,
        })
    };
    let counting = move || {
        let (done, total) = subject.progress.get()?;
        let part = core_words::percent(done, total);
        Some(say!(tastes.tongue.get(), en("Counting: {part}"), zh("正在计数：{part}")))
    };
    view! {
        <section class="cost" class:stale=move || screen.stale.get() aria-label=tastes.text("Cost", "访存代价")>
            <div class="pane-head">
                <h2>{tastes.text("Cost", "访存代价")} " " {of_what(tastes, screen)}<span class="quiet cost-summary">{summary}</span></h2>
            </div>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Show when=move || is_group.get() fallback=move || not_said(session, |session| view! { <Invitation draft=session.draft tastes=session.tastes/> }.into_any())>
                {how_read(draft, tastes, screen, Signal::derive(move || {
                    let tongue = tastes.tongue.get();
                    subject.with(|found| thread_map::reading(tongue, &found.threads)).flatten()
                }))}
                <Choices subject/>
                {move || counting().map(|said| view! { <p class="quiet small">{said}</p> })}
                <Show when=move || is_counted.get()>
                    <p class="cost-verdict" class:bad=is_bad role="status">{verdict}</p>
                    <Show when=move || is_bad() && subject.memory.get() == MemorySpace::Shared>
                        <p><button class="plain small" on:click=move |_| show(draft, session.desk, ViewId::Finder)>
                            {tastes.text("Find a swizzle or a padding without conflicts", "查找没有冲突的 swizzle 或填充")}</button></p>
                    </Show>
                    {move || missed().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
                    <Steppers subject/>
                    <Picture subject/>
                    <Numbers subject/>
                </Show>
            </Show>
        </section>
    }
}

/// Shows what to type where the value is no map of threads and values.
#[component]
fn Invitation(draft: Draft, tastes: Tastes) -> impl IntoView {
    let write = move |_| {
        let statements = draft.evaluation.with_untracked(|evaluation| {
            EXAMPLE.map(|(name, layout)| format!("{} = {layout}", evaluation.0.free_name(name)))
        });
        let first = draft.evaluation.with_untracked(|evaluation| evaluation.0.statements().len());
        append_all(draft, &statements);
        // The first of them, whose threads read one element at a time.
        draft.go_on_editing(|document| {
            let read = (first..first + EXAMPLE.len()).collect();
            document.view = View { statement: Some(first), read, ..View::default() };
            document.options.held = Held { bits: 32, vector: 1, memory: MemorySpace::Shared, ..document.options.held };
        });
    };
    view! {
        <p class="quiet">
            {tastes.text(
                "Of a layout with two modes, threads and values, this shows what it costs when each thread accesses its values: \
                 conflicts in shared memory, sectors of global memory",
                "对具有“线程”和“值”两个 mode 的布局，这里显示各线程访问自己的值时的代价：共享内存的 bank 冲突，全局内存的扇区",
            )}
        </p>
        <p><button on:click=write>{tastes.text("Write an example", "写入示例")} " "
            <span class="quiet">{tastes.text("three tiles of 32 × 32, read down a column", "三个 32 × 32 的 tile，按列读取")}</span></button></p>
    }
}

/// Which memory, how large an element, how many at once, and where the tile lies.
#[component]
fn Choices(subject: Subject) -> impl IntoView {
    let Parts { draft, tastes, screen, .. } = *subject.session;
    let bits = screen.element_bits(draft);
    let wanted = Memo::new(move |_| draft.options.with(|options| options.held.vector));
    let widest = Memo::new(move |_| {
        subject.surveyed.with(|found| found.as_ref().map(|found| u32::try_from(found.widest.elements).unwrap_or(1)))
    });
    let change = move |set: fn(&mut Held, u32), event: &leptos::ev::Event| {
        if let Ok(number) = event_target_value(event).parse() {
            draft.edit(|document| set(&mut document.options.held, number));
        }
    };
    let memory = move |is_global: bool, english: &'static str, chinese: &'static str| {
        let is_now = move || (subject.memory.get() == MemorySpace::Global) == is_global;
        let choose = move |_| {
            let memory = if is_global { MemorySpace::Global } else { MemorySpace::Shared };
            draft.edit(|document| document.options.held.memory = memory);
        };
        view! { <button class="small" aria-pressed=move || is_now().to_string() on:click=choose>{tastes.text(english, chinese)}</button> }
    };
    let odd = move || {
        let bits = bits.get();
        let is_odd = BYTES.iter().all(|bytes| bytes * 8 != bits);
        is_odd.then(|| {
            let said = say!(tastes.tongue.get(), en("{bits} bits"), zh("{bits} 位"));
            view! { <option value="" prop:selected=true disabled=true>{said}</option> }
        })
    };
    let sizes = BYTES.map(|bytes| {
        view! { <option value=(bytes * 8).to_string() prop:selected=move || bits.get() == bytes * 8>{move || byte_count(tastes.tongue.get(), bytes)}</option> }
    });
    let automatic = move || {
        let widest = widest.get().map(|widest| widest.to_string()).unwrap_or_default();
        say!(tastes.tongue.get(), en("widest: {widest}"), zh("最宽：{widest}"))
    };
    let vectors = VECTORS.map(|elements| {
        let is_illegal = move || widest.get().is_some_and(|widest| elements > widest);
        view! { <option value=elements.to_string() disabled=is_illegal prop:selected=move || wanted.get() == elements>{elements}</option> }
    });
    let own_tile = move || subject.with(|found| found.own_tile(tastes.tongue.get())).unwrap_or_default();
    let own_data = move || tastes.say("the compact tile", "紧凑的 tile").to_string();
    view! {
        <div class="row threads-choices">
            <div class="row cost-memory" role="group" aria-label=tastes.text("Memory", "内存")>
                {memory(false, "Shared memory", "共享内存")}
                {memory(true, "Global memory", "全局内存")}
            </div>
            <label class="row">
                <span class="quiet small">{tastes.text("Element", "元素")}</span>
                <select on:change=move |event| change(|held, bits| held.bits = bits, &event)>{odd}{sizes.collect_view()}</select>
            </label>
            <label class="row">
                <span class="quiet small">{tastes.text("At once", "一次访问")}</span>
                <select on:change=move |event| change(|held, vector| held.vector = vector, &event)>
                    <option value="0" prop:selected=move || wanted.get() == 0>{automatic}</option>
                    {vectors.collect_view()}
                </select>
            </label>
            <label class="row">
                <span class="quiet small">{tastes.text("Tile", "Tile")}</span>
                <StatementSelect draft own=Signal::derive(own_tile) names=tiles
                    chosen=|view| view.tile choose=|view, statement| view.tile = statement/>
            </label>
            <label class="row">
                <span class="quiet small">{tastes.text("Data", "数据")}</span>
                <StatementSelect draft own=Signal::derive(own_data) names=layouts
                    chosen=|view| view.data choose=|view, statement| view.data = statement/>
            </label>
        </div>
    }
}

/// The size of an element.
fn byte_count(tongue: Tongue, bytes: u32) -> String {
    let plural = if bytes == 1 { "" } else { "s" };
    say!(tongue, en("{bytes} byte{plural}"), zh("{bytes} 字节"))
}

/// A number of threads or values as the letters that CuTe uses: `T0–31`, `V4`.
fn range(letter: char, first: u64, count: u64) -> String {
    match count {
        0 | 1 => format!("{letter}{first}"),
        count => format!("{letter}{first}–{}", first.saturating_add(count - 1)),
    }
}
