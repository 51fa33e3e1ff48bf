//! What the colours of the grid mean: to choose from, and in words where they mean more than the index.

use std::sync::Arc;

use crate::signals::Memo;
use colex::cost::Machine;
use colex::document::Colour;
use colex::document::arrangement::ViewId;
use colex::document::look::{Look, Point, mode_period};
use colex::notebook::Evaluation;
use colex::scene::beyond;
use colex::words::Tongue;
use colex::{AnyLayout, Nested};
use leptos::prelude::*;

use crate::browser;
use crate::session::{Colouring, Excess, Session, Shared};

/// So many colours there are.
const COLOURS: i64 = 8;

/// What the colours mean: the index, the coordinate in the mode that is pointed at, nothing.
pub fn options(session: Session) -> AnyView {
    colour_by_options(session);
    let colour = Memo::new(move |_| session.options.with(|options| options.colour));
    let options = [
        (Colour::Index, "index mod 8", "索引 mod 8"),
        (Colour::Mode, "mode", "模式"),
        (Colour::Tile, "tile or copy", "块或副本"),
        (Colour::Thread, "thread", "线程"),
        (Colour::Bank, "bank", "存储体"),
        (Colour::None, "none", "无"),
    ];
    let choose = move |event: browser::Event| {
        let picked = event_target_value(&event);
        let picked = options.iter().find(|(_, english, _)| *english == picked).map(|(colour, ..)| *colour);
        session.edit(|document| document.options.colour = picked.unwrap_or_default());
    };
    // A view explains something with the colours, whatever was chosen.
    let is_explained = Memo::new(move |_| {
        session.colouring.with(|colouring| colouring.as_ref().is_some_and(|colouring| !colouring.of_options))
    });
    view! {
        <select class="plain small" aria-label=session.text("Colour by", "着色依据") on:change=choose
            disabled=move || is_explained.get() && colour.get() != Colour::Tile>
            <option value="" hidden=true selected=move || is_explained.get()>{session.text("as said below", "见下方图例")}</option>
            {options.map(|(option, english, chinese)| view! {
                <option value=english selected=move || colour.get() == option && !is_explained.get()>{session.text(english, chinese)}</option>
            })}
        </select>
    }
    .into_any()
}

/// Colours the grid by thread or by bank where the options say so and no view explains something else with colours.
fn colour_by_options(session: Session) {
    let colour = Memo::new(move |_| session.options.with(|options| options.colour));
    let bits = Memo::new(move |_| session.options.with(|options| options.held.bits));
    let wanted = Memo::new(move |_| match colour.get() {
        Colour::Thread => session.look.with(|look| by_thread(look.as_ref()?)).map(Shared),
        Colour::Bank => session.look.with(|look| by_bank(look.as_ref()?, bits.get())).map(Shared),
        _ => None,
    });
    let is_ours = Memo::new(move |_| {
        session.colouring.with(|colouring| colouring.as_ref().is_none_or(|colouring| colouring.of_options))
    });
    Effect::new(move |_| {
        let wanted = wanted.get().map(|colouring| (*colouring.0).clone());
        if is_ours.get() && (wanted.is_some() || session.colouring.with_untracked(Option::is_some)) {
            session.colouring.set(wanted);
        }
    });
    on_cleanup(move || {
        if is_ours.try_get_untracked() == Some(true) {
            session.colouring.set(None);
        }
    });
}

/// The threads of a layout of threads and values: the coordinate in its first mode.
fn by_thread(look: &Look) -> Option<Arc<Colouring>> {
    let (apart, threads) = (look.layout.rank() == 2).then(|| mode_period(look.layout.shape(), &[0]))??;
    let class = move |linear: i64| u8::try_from(linear / apart % threads % COLOURS).ok();
    Some(colouring(class, threads, ["thread", "线程"]))
}

/// The banks of shared memory in which elements of so many bits lie, from the index 0 on.
fn by_bank(look: &Look, bits: u32) -> Option<Arc<Colouring>> {
    let machine = Machine::default();
    let (banks, word) = (i64::try_from(machine.banks).ok()?, i64::try_from(machine.bank_bytes).ok()?.checked_mul(8)?);
    let layout = look.drawn();
    index_of(&layout, 0)?;
    let class = move |linear: i64| {
        let bit = index_of(&layout, linear)?.checked_mul(i64::from(bits))?;
        u8::try_from(bit.div_euclid(word).rem_euclid(banks) % COLOURS).ok()
    };
    Some(colouring(class, banks, ["bank", "存储体"]))
}

/// The index of a coordinate, if it is a number.
fn index_of(layout: &AnyLayout, linear: i64) -> Option<i64> {
    match Point::at(layout, linear).ok()?.index {
        Nested::Leaf(index) => Some(index.value()),
        Nested::Tuple(_) => None,
    }
}

/// Colours by numbers of something, of which there are so many.
fn colouring(
    class: impl Fn(i64) -> Option<u8> + Send + Sync + 'static,
    count: i64,
    [english, chinese]: [&str; 2],
) -> Arc<Colouring> {
    let entry = |number: i64| {
        let numbers = |mark: &str| {
            let all = (number..count).step_by(COLOURS as usize).take(4).map(|number| number.to_string());
            let more = if number + 4 * COLOURS < count { format!("{mark}…") } else { String::new() };
            all.collect::<Vec<_>>().join(mark) + &more
        };
        (number as u8, [format!("{english} {}", numbers(", ")), format!("{chinese} {}", numbers("、"))])
    };
    let legend = (0..count.min(COLOURS)).map(entry).collect();
    Arc::new(Colouring { class: Shared(Arc::new(class)), legend, of_options: true })
}

/// What of a statement's layout lies beyond its operands.
pub fn excess(evaluation: &Evaluation, statement: usize) -> Option<Excess> {
    let found = beyond(evaluation, statement)?;
    let (operand, shape) = found.operand().map(|(written, shape)| (written.to_string(), shape))?;
    let (count, size) = (found.count(), found.size());
    Some(Excess { is: Shared(Arc::new(move |linear| found.holds(linear))), operand, shape, count, size })
}

/// What is hatched, and what a kernel does about it.
fn hatched(session: Session) -> AnyView {
    (move || {
        session.beyond.with(|beyond| {
            let Excess { operand, shape, count, size, .. } = beyond.as_ref()?;
            let shape = session.spell(shape);
            let of = |count: &i64| {
                session.tongue.get().pick(format!("{count} of {size}: "), format!("{size} 中的 {count} 个："))
            };
            let count = count.as_ref().map(of).unwrap_or_default();
            let said = session.tongue.get().pick(
                format!("{count}beyond {operand}, to be masked where elem_less(coordinate, {shape}) does not hold"),
                format!("{count}超出 {operand}，在 elem_less(坐标, {shape}) 不成立处须屏蔽"),
            );
            Some(view! {
                <ul class="legend small" aria-label=session.text("Hatched", "斜线")>
                    <li><span class="swatch bare beyond" aria-hidden="true"></span>{said}</li>
                </ul>
            })
        })
    })
    .into_any()
}

/// What the colours mean where they mean more than the index, or why they mean no more; and what is hatched.
pub fn legend(session: Session) -> AnyView {
    let colours = (move || {
        session.colouring.with(|colouring| {
            let Some(colouring) = colouring else {
                let reason = meaningless(session)?;
                return Some(view! { <p class="quiet small" role="note">{reason}</p> }.into_any());
            };
            let entries = colouring.legend.iter().map(|(class, words)| {
                let [english, chinese] = words.clone();
                let tongue = session.tongue;
                view! {
                    <li><span class="swatch" data-class=(class % 8).to_string() aria-hidden="true"></span>{move || tongue.get().pick(english.clone(), chinese.clone())}</li>
                }
            });
            Some(view! { <ul class="legend small" aria-label=session.text("Colours", "颜色")>{entries.collect_view()}</ul> }.into_any())
        })
    })
    .into_any();
    view! { {colours} {hatched(session)} }.into_any()
}

/// Why the layout on the screen has nothing of what the options colour by, so that the colours are those of the index.
fn meaningless(session: Session) -> Option<&'static str> {
    let look = session.look;
    look.with(Option::is_some).then_some(())?;
    let tongue: Tongue = session.tongue.get();
    let (english, chinese) = match session.options.with(|options| options.colour) {
        Colour::Index | Colour::None => return None,
        Colour::Mode => {
            let mode = session.view.with(|view| view.mode.clone());
            let period = look.with(|look| mode_period(look.as_ref()?.layout.shape(), &mode));
            period.is_none().then_some(())?;
            ("This layout has no such mode: the colours are the index mod 8", "此布局没有这个模式：颜色为索引 mod 8")
        }
        Colour::Thread => (
            "A layout of threads and values has two modes, and this one has not: the colours are the index mod 8",
            "线程-值布局有两个模式，而此布局没有：颜色为索引 mod 8",
        ),
        Colour::Bank => (
            "The indices are no numbers, so that they lie in no bank: the colours are the index mod 8",
            "索引不是数，因此不在任何存储体中：颜色为索引 mod 8",
        ),
        Colour::Tile if session.is_derived.get() && session.arrangement.with(|it| it.is_folded(ViewId::Operation)) => (
            "Tiles and copies are coloured while “Operands and result” is unfolded: the colours are the index mod 8",
            "展开“操作数与结果”后才按块或副本着色：颜色为索引 mod 8",
        ),
        Colour::Tile => {
            ("This value has no tiles or copies: the colours are the index mod 8", "此值没有块或副本：颜色为索引 mod 8")
        }
    };
    Some(tongue.pick(english, chinese))
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::document::{Document, look};
    use colex::notebook::{Settings, evaluate};

    fn looked_at(text: &str) -> Look {
        let document = Document::of_text(text);
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        look::look(&evaluation, &document.view, &document.options).expect(text)
    }

    fn classes(colouring: &Colouring, count: i64) -> Vec<Option<u8>> {
        (0..count).map(|linear| (colouring.class.0)(linear)).collect()
    }

    #[test]
    fn threads_are_the_first_of_two_modes() {
        let threads = by_thread(&looked_at("((2,5),3):((1,2),10)")).expect("threads");
        let expected = (0..30).map(|linear| Some((linear % 10 % 8) as u8));
        assert_eq!(classes(&threads, 30), expected.collect::<Vec<_>>());
        assert_eq!(threads.legend[1].1, ["thread 1, 9", "线程 1、9"]);
        assert!(by_thread(&looked_at("8:1")).is_none() && by_thread(&looked_at("(2,2,2):(1,2,4)")).is_none());
    }

    #[test]
    fn banks_are_words_of_memory() {
        let of = |text: &str, bits: u32| by_bank(&looked_at(text), bits).map(|banks| classes(&banks, 4));
        let some = |classes: [u8; 4]| Some(classes.map(Some).to_vec());
        assert_eq!(of("4:33", 32), some([0, 1, 2, 3]));
        assert_eq!(of("4:1", 16), some([0, 0, 1, 1]));
        assert_eq!(of("4:16", 64), some([0, 0, 0, 0]));
        assert_eq!(of("4:-1", 32), some([0, 7, 6, 5]));
        assert_eq!(of("make_identity_layout((2,2))", 32), None);
        let banks = by_bank(&looked_at("4:1"), 32).expect("banks");
        assert_eq!(banks.legend[7].1, ["bank 7, 15, 23, 31", "存储体 7、15、23、31"]);
    }
}
