//! Sources that the options colour the grid by besides the index: threads, and banks of shared memory.

use std::sync::Arc;

use crate::signals::Memo;
use colex::cost::Machine;
use colex::look::{Look, Point, mode_period};
use colex::operations::is_read;
use colex::{AnyLayout, Nested};
use colex_document::{Colour, View};

use super::{Colouring, Draft, Screen, Shared};

/// So many colours there are.
const COLOURS: i64 = 8;

/// The colours by thread or by bank, where the options say so.
pub(super) fn by_options(draft: Draft, screen: Screen) -> Memo<Option<Colouring>> {
    let colour = Memo::new(move |_| draft.options.with(|options| options.colour));
    let bits = screen.element_bits(draft);
    Memo::new(move |_| match colour.get() {
        Colour::Thread => screen.look.with(|look| {
            let look = look.as_ref()?;
            let view = View { read: draft.view.with(|view| view.read.clone()), ..View::default() };
            by_thread(look, draft.evaluation.with(|evaluation| is_read(&evaluation.0, look.statement, &view)))
        }),
        Colour::Bank => screen.look.with(|look| by_bank(look.as_ref()?, bits.get())),
        _ => None,
    })
}

/// The threads of a layout of threads and values: the coordinate in its first mode. Where nothing says that it is one, the
/// legend says that it is read so.
fn by_thread(look: &Look, is_said: bool) -> Option<Colouring> {
    let (apart, threads) = (look.layout.rank() == 2).then(|| mode_period(look.layout.shape(), &[0]))??;
    let class = move |linear: i64| u8::try_from(linear / apart % threads % COLOURS).ok();
    let mut colouring = colouring(class, threads, ["thread", "线程"]);
    if let Some((_, [english, chinese])) = colouring.legend.first_mut().filter(|_| !is_said) {
        *english = format!("mode 0 read as threads: {english}");
        *chinese = format!("把 mode 0 当作线程：{chinese}");
    }
    Some(colouring)
}

/// The banks of shared memory in which elements of so many bits lie, from the index 0 on.
fn by_bank(look: &Look, bits: u32) -> Option<Colouring> {
    let machine = Machine::default();
    let (banks, word) = (i64::try_from(machine.banks).ok()?, i64::try_from(machine.bank_bytes).ok()?.checked_mul(8)?);
    let layout = look.drawn();
    index_of(&layout, 0)?;
    let class = move |linear: i64| {
        let bit = index_of(&layout, linear)?.checked_mul(i64::from(bits))?;
        u8::try_from(bit.div_euclid(word).rem_euclid(banks) % COLOURS).ok()
    };
    Some(colouring(class, banks, ["bank", "bank"]))
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
) -> Colouring {
    let entry = |number: i64| {
        let numbers = |mark: &str| {
            let all = (number..count).step_by(COLOURS as usize).take(4).map(|number| number.to_string());
            let more = if number + 4 * COLOURS < count { format!("{mark}…") } else { String::new() };
            all.collect::<Vec<_>>().join(mark) + &more
        };
        (number as u8, [format!("{english} {}", numbers(", ")), format!("{chinese} {}", numbers("、"))])
    };
    let legend = (0..count.min(COLOURS)).map(entry).collect();
    Colouring { class: Shared(Arc::new(class)), legend, of_options: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use colex::evaluate;
    use colex::look;
    use colex::notebook::Settings;
    use colex_document::Document;

    fn looked_at(text: &str) -> Look {
        let document = Document::of_text(text);
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        look::look(&evaluation, &document.view).expect(text)
    }

    fn classes(colouring: &Colouring, count: i64) -> Vec<Option<u8>> {
        (0..count).map(|linear| (colouring.class.0)(linear)).collect()
    }

    #[test]
    fn threads_are_the_first_of_two_modes() {
        let threads = by_thread(&looked_at("((2,5),3):((1,2),10)"), true).expect("threads");
        let expected = (0..30).map(|linear| Some((linear % 10 % 8) as u8));
        assert_eq!(classes(&threads, 30), expected.collect::<Vec<_>>());
        assert_eq!(threads.legend[1].1, ["thread 1, 9", "线程 1、9"]);
        let read = by_thread(&looked_at("(4,8):(8,1)"), false).expect("threads");
        assert_eq!(read.legend[0].1, ["mode 0 read as threads: thread 0", "把 mode 0 当作线程：线程 0"]);
        assert!(["8:1", "(2,2,2):(1,2,4)"].iter().all(|text| by_thread(&looked_at(text), false).is_none()));
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
        assert_eq!(banks.legend[7].1, ["bank 7, 15, 23, 31", "bank 7、15、23、31"]);
    }
}
