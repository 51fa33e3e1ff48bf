//! Swizzles, paddings and copies that fit the tile on the screen.

use std::sync::Arc;

use colex::atom::tiled_copy::{End, TiledCopy};
use colex::finder::{Answer, FoundCopy, MemoryTile, Problem, Use, copies, search};
use colex::notebook::Value;
use colex::notebook::made::AtomValue;
use colex::words::{self, Tongue};
use leptos::prelude::*;

use crate::languages::say;
use crate::loader::part;
use crate::panels::pauses::rested;
use crate::panels::writing::append_all;
use crate::session::{Draft, Screen, Shared, Tastes};
use crate::signals::Memo;

/// The sizes of an element that are offered, in bits.
const BITS: [u32; 5] = [8, 16, 32, 64, 128];

/// For so many threads a copy is sought.
const THREADS: [u64; 4] = [32, 64, 128, 256];

/// The tile that the invitation writes: halves in rows of 64.
const EXAMPLE: (&str, &str) = ("tile", "(8,64):(64,1)");

part! {
    /// Choices that fit the tile.
    pub PART: tools = |session, _| view! { <Finder draft=session.draft tastes=session.tastes screen=session.screen/> }.into_any()
}

/// Result of the search for some accesses.
#[derive(PartialEq)]
struct Searched {
    /// Name of the accesses, in English and in Chinese.
    called: [String; 2],
    found: Result<Shared<Answer>, Problem>,
}

/// All that was found.
struct Found {
    plain: String,
    bits: u32,
    shared: Vec<Searched>,
    copies: Result<Vec<FoundCopy>, Problem>,
}

impl Found {
    fn of(tile: &MemoryTile, bits: u32, copied: &[(String, TiledCopy)]) -> Found {
        let searched = |called: [String; 2], uses: &[Use]| Searched {
            called,
            found: search(tile, uses).map(|answer| Shared(Arc::new(answer))),
        };
        let all = |uses: &[Use]| {
            let called = |tongue: Tongue| {
                let each = uses.iter().map(|access| words::memory_use(access, tongue)).collect::<Vec<_>>();
                each.join(tongue.pick("; and ", "；以及"))
            };
            searched([called(Tongue::English), called(Tongue::Chinese)], uses)
        };
        let mut shared = Vec::new();
        for (name, copy) in copied {
            for (end, access) in Use::of_copy(copy).unwrap_or_default() {
                let (english, chinese) = match end {
                    End::Source => ("What the copy {} reads, or writes", "拷贝 {} 的访问"),
                    End::Destination => ("What the copy {} writes", "拷贝 {} 的写入"),
                };
                let answer = searched([english, chinese].map(|said| said.replace("{}", name)), &[access]);
                if !matches!(answer.found, Err(Problem::OtherTile)) {
                    shared.push(answer);
                }
            }
        }
        shared.extend([all(&[Use::Matrices]), all(&[Use::Matrices, Use::Vectors]), all(&[Use::Down, Use::Along])]);
        Found { plain: tile.plain().to_string(), bits, shared, copies: copies(tile, &THREADS) }
    }
}

/// Shows what fits the tile.
#[component]
fn Finder(draft: Draft, tastes: Tastes, screen: Screen) -> impl IntoView {
    let (held, said) = (screen.element_bits(draft), screen.said_bits(draft));
    let is_unsaid = Memo::new(move |_| said.get().is_none());
    // Bits that tensor cores read most, and ldmatrix by its name.
    let bits = Memo::new(move |_| if is_unsaid.get() { 16 } else { held.get() });
    let source = rested(move || {
        (draft.evaluation.get(), screen.look.with(|look| look.as_ref().map(|look| look.layout.clone())))
    });
    let found = Memo::new(move |_| {
        let bits = bits.get();
        source.with(|(evaluation, layout)| {
            let tile = match MemoryTile::new(layout.as_ref()?, u64::from(bits)) {
                Ok(tile) => tile,
                Err(problem) => return Some(Err(problem)),
            };
            let statements = evaluation.0.statements();
            let copied = statements.iter().enumerate().filter_map(|(number, statement)| {
                let Value::Made(made) = evaluation.0.value(number)? else { return None };
                let AtomValue::TiledCopy(copy) = made.as_kind()? else { return None };
                let name = statement.name.as_ref().map(|(name, _)| name.as_str().to_string())?;
                Some((name, copy.clone()))
            });
            Some(Ok(Shared(Arc::new(Found::of(&tile, bits, &copied.collect::<Vec<_>>())))))
        })
    });
    let problem = move || {
        found.with(|found| match found {
            Some(Err(problem)) => Some(words::finder_problem(problem, tastes.tongue.get())),
            _ => None,
        })
    };
    let is_found = Memo::new(move |_| found.with(|found| matches!(found, Some(Ok(_)))));
    let write_example = move |_| {
        let (name, layout) = EXAMPLE;
        let name = draft.evaluation.with_untracked(|evaluation| evaluation.0.free_name(name));
        append_all(draft, &[format!("{name} = {layout}")]);
        draft.go_on_editing(|document| document.options.held.bits = 16);
    };
    let sizes = BITS.map(|size| {
        view! { <option value=size.to_string() prop:selected=move || bits.get() == size>{move || say!(tastes.tongue.get(), en("{size} bits"), zh("{size} 位"))}</option> }
    });
    let choose = move |event| {
        if let Ok(bits) = event_target_value(&event).parse() {
            draft.edit(|document| document.options.held.bits = bits);
        }
    };
    let body = move || {
        found.with(|found| match found {
            Some(Ok(found)) => Some(answers(draft, tastes, &found.0)),
            _ => None,
        })
    };
    view! {
        <section class="finder" class:stale=move || screen.stale.get() aria-label=tastes.text("Finder", "查找")>
            <div class="pane-head">
                <h2>{tastes.text("Finder", "查找")}</h2>
                <p class="quiet small">{tastes.text("Swizzles, paddings and copies for this tile", "适合这个 tile 的 swizzle、填充和拷贝")}</p>
            </div>
            <label class="row">
                <span class="quiet small">{tastes.text("Element", "元素")}</span>
                <select on:change=choose>{sizes.collect_view()}</select>
                <Show when=move || is_unsaid.get()>
                    <span class="warn small">{tastes.text("Nothing says how large one is: halves are taken, 16 bits. Choose another if it is not so.", "没有说明元素大小，这里按 half 的 16 位计算；若不是，请另选。")}</span>
                </Show>
            </label>
            {move || problem().map(|sentence| view! { <p class="warn" role="status">{sentence}</p> })}
            <Show when=move || !is_found.get()>
                <p><button on:click=write_example>{tastes.text("Write an example", "写入示例")} " " <span class="mono quiet">{EXAMPLE.1}</span></button></p>
            </Show>
            {body}
        </section>
    }
}

/// All answers, in the language of the page.
fn answers(draft: Draft, tastes: Tastes, found: &Found) -> impl IntoView + use<> {
    let (tongue, bits) = (tastes.tongue.get(), found.bits);
    let plain = found.plain.clone();
    let shared = found.shared.iter().map(|searched| {
        let called = searched.called[usize::from(tongue == Tongue::Chinese)].clone();
        let body = match &searched.found {
            Ok(answer) => answer_view(draft, tastes, &answer.0, &plain, tongue).into_any(),
            Err(problem) => view! { <p class="quiet small">{words::finder_problem(problem, tongue)}</p> }.into_any(),
        };
        view! { <li><h4>{called}</h4>{body}</li> }
    });
    let copies = match &found.copies {
        Ok(copies) if copies.is_empty() => {
            let said = tongue.pick(
                "No copy of 32 to 256 threads divides this tile.",
                "没有 32 到 256 个线程的拷贝能整除这个 tile。",
            );
            view! { <p class="quiet small">{said}</p> }.into_any()
        }
        Ok(copies) => {
            let each = copies.iter().map(|copy| {
                view! { <li><p>{words::copy_answer(copy, tongue)}</p>{written(draft, tastes, "copy", copy.cpp())}</li> }
            });
            view! { <ul>{each.collect_view()}</ul> }.into_any()
        }
        Err(problem) => view! { <p class="quiet small">{words::finder_problem(problem, tongue)}</p> }.into_any(),
    };
    view! {
        <h3>{say!(tongue, en("In shared memory, of elements of {bits} bits"), zh("在共享内存中，元素为 {bits} 位"))}</h3>
        <ul>{shared.collect_view()}</ul>
        <h3>{tongue.pick("From and to global memory", "与全局内存之间")}</h3>
        {copies}
    }
}

/// Shows what was found for some accesses: as it is, swizzles, a padding.
fn answer_view(draft: Draft, tastes: Tastes, answer: &Answer, plain: &str, tongue: Tongue) -> impl IntoView + use<> {
    let (own, own_is_free) = (words::checked(answer.own, tongue), answer.own.is_free());
    let without = (answer.own != answer.plain).then(|| {
        let said = words::checked(answer.plain, tongue);
        view! { <p class="small">{tongue.pick("Without its swizzle: ", "去掉 swizzle：")}{said}</p> }
    });
    let swizzles = answer.found.iter().map(|found| {
        let text = format!("{} o _0 o {plain}", found.swizzle);
        view! { <li>{written(draft, tastes, "swizzled", text)}<p class="quiet small">{words::swizzle_why(found, tongue)}</p></li> }
    });
    let padding = answer.padding.as_ref().map(|padding| {
        let said = words::padding(padding, tongue);
        view! { <li>{written(draft, tastes, "padded", padding.layout.to_string())}<p class="quiet small">{said}</p></li> }
    });
    view! {
        <p class:bad=!own_is_free class="finder-own">{tongue.pick("As it is: ", "现状：")}{own}</p>
        {without}
        <p class="small">{words::swizzle_answer(answer, tongue)}</p>
        <ul>{swizzles.collect_view()}{padding}</ul>
    }
}

/// An expression, and the button that writes it into the notebook.
fn written(draft: Draft, tastes: Tastes, name: &'static str, text: String) -> impl IntoView {
    let shown = tastes.spell(&text);
    let write = move |_| {
        let name = draft.evaluation.with_untracked(|evaluation| evaluation.0.free_name(name));
        append_all(draft, &[format!("{name} = {text}")]);
    };
    view! {
        <div class="row finder-written">
            <code>{shown}</code>
            <button class="small" on:click=write>{tastes.text("Into the notebook", "写入笔记本")}</button>
        </div>
    }
}
