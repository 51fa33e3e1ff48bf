//! Meanings of the colours of the grid: to choose from, and in words where they mean more than the index.

use crate::signals::Memo;
use colex::look::mode_period;
use colex::words::Tongue;
use colex_document::Colour;
use colex_document::arrangement::ViewId;
use leptos::prelude::*;

use crate::browser;
use crate::languages::say;
use crate::session::{Draft, Excess, Parts, Screen, Session, Tastes};

/// Shows the meanings of the colours: the index, the coordinate in the mode that is pointed at, nothing.
pub fn options(draft: Draft, tastes: Tastes, screen: Screen) -> AnyView {
    let colour = Memo::new(move |_| draft.options.with(|options| options.colour));
    let options = [
        (Colour::Index, "index mod 8", "索引 mod 8"),
        (Colour::Mode, "mode", "Mode"),
        (Colour::Tile, "tile or copy", "tile 或副本"),
        (Colour::Thread, "thread", "线程"),
        (Colour::Bank, "bank", "bank"),
        (Colour::None, "none", "无"),
    ];
    let choose = move |event: browser::Event| {
        let picked = event_target_value(&event);
        let picked = options.iter().find(|(_, english, _)| *english == picked).map(|(colour, ..)| *colour);
        draft.edit(|document| document.options.colour = picked.unwrap_or_default());
    };
    // A view explains something with the colours, whatever was chosen.
    let is_explained = Memo::new(move |_| {
        screen.colouring.with(|colouring| colouring.as_ref().is_some_and(|colouring| !colouring.of_options))
    });
    view! {
        <select class="plain small" aria-label=tastes.text("Colour by", "着色依据") on:change=choose
            disabled=move || is_explained.get() && colour.get() != Colour::Tile>
            <option value="" hidden=true prop:selected=move || is_explained.get()>{tastes.text("as in the operation", "与运算图一致")}</option>
            {options.map(|(option, english, chinese)| view! {
                <option value=english prop:selected=move || colour.get() == option && !is_explained.get()>{tastes.text(english, chinese)}</option>
            })}
        </select>
    }
    .into_any()
}

/// Explains what is hatched, and what a kernel does about it.
fn hatched(tastes: Tastes, screen: Screen) -> AnyView {
    (move || {
        screen.beyond.with(|beyond| {
            let Excess { operand, shape, count, size, .. } = beyond.as_ref()?;
            let shape = tastes.spell(shape);
            let of = |count: &i64| say!(tastes.tongue.get(), en("{count} of {size}: "), zh("{size} 个中有 {count} 个"));
            let count = count.as_ref().map(of).unwrap_or_default();
            let said = say!(
                tastes.tongue.get(),
                en("{count}beyond {operand}, to be masked where elem_less(coordinate, {shape}) does not hold"),
                zh("{count}超出 {operand}，在 elem_less(坐标, {shape}) 不成立处须屏蔽")
            );
            Some(view! {
                <ul class="legend small" aria-label=tastes.text("Hatched", "斜线")>
                    <li><span class="swatch bare beyond" aria-hidden="true"></span>{said}</li>
                </ul>
            })
        })
    })
    .into_any()
}

/// Explains the colours where they mean more than the index, or why they mean no more; and what is hatched.
pub fn legend(session: Session) -> AnyView {
    let Parts { tastes, screen, .. } = *session;
    let colours = (move || {
        screen.colouring.with(|colouring| {
            let Some(colouring) = colouring else {
                let reason = meaningless(session)?;
                return Some(view! { <p class="quiet small" role="note">{reason}</p> }.into_any());
            };
            let entries = colouring.legend.iter().map(|(class, words)| {
                let [english, chinese] = words.clone();
                let tongue = tastes.tongue;
                view! {
                    <li><span class="swatch" data-class=(class % 8).to_string() aria-hidden="true"></span>{move || tongue.get().pick(english.clone(), chinese.clone())}</li>
                }
            });
            Some(view! { <ul class="legend small" aria-label=tastes.text("Colours", "颜色")>{entries.collect_view()}</ul> }.into_any())
        })
    })
    .into_any();
    view! { {colours} {hatched(tastes, screen)} }.into_any()
}

/// Why the layout on the screen has nothing of what the options colour by, so that the colours are those of the index.
fn meaningless(session: Session) -> Option<&'static str> {
    let Parts { draft, tastes, screen, desk, .. } = *session;
    let look = screen.look;
    look.with(Option::is_some).then_some(())?;
    let tongue: Tongue = tastes.tongue.get();
    let (english, chinese) = match draft.options.with(|options| options.colour) {
        Colour::Index | Colour::None => return None,
        Colour::Mode => {
            let mode = draft.view.with(|view| view.mode.clone());
            let period = look.with(|look| mode_period(look.as_ref()?.layout.shape(), &mode));
            period.is_none().then_some(())?;
            ("This layout has no such mode: the colours are the index mod 8", "此布局没有这个 mode：颜色为索引 mod 8")
        }
        Colour::Thread => (
            "A layout of threads and values has two modes, and this one has not: the colours are the index mod 8",
            "线程-值布局有两个 mode，而此布局没有：颜色为索引 mod 8",
        ),
        Colour::Bank => (
            "The indices are no numbers, so that they lie in no bank: the colours are the index mod 8",
            "索引不是数，因此不在任何 bank 中：颜色为索引 mod 8",
        ),
        Colour::Tile if screen.is_derived.get() && desk.arrangement.with(|it| it.is_folded(ViewId::Operation)) => (
            "Tiles and copies are coloured while “Operands and result” is unfolded: the colours are the index mod 8",
            "展开“操作数与结果”后才按 tile 或副本着色：颜色为索引 mod 8",
        ),
        Colour::Tile => (
            "This value has no tiles or copies: the colours are the index mod 8",
            "此值没有 tile 或副本：颜色为索引 mod 8",
        ),
    };
    Some(tongue.pick(english, chinese))
}
