//! Which part of a long text stands in the field. A browser lays out all of a field at each key, for seconds where a text
//! has a million lines; so of a text that is longer than people write the field holds the part that is looked at, and the
//! document the whole.

use colex::notebook::Span;

/// The most bytes of a text that stands in the field whole.
const WHOLE_BYTES: usize = 32 << 10;
/// The most lines of it. A browser takes half a millisecond for every ten.
const WHOLE_LINES: usize = 1000;
/// The most bytes of a part of a longer text; it may grow to those of a whole one.
pub const PART_BYTES: usize = 16 << 10;
/// The most lines of such a part.
pub const PART_LINES: usize = 400;
/// Share of a part that stands before the place that is looked at: one part of so many.
const BEFORE: usize = 4;
/// When more of the text comes into the field, because so little is left there: one part of so many.
const LITTLE: usize = 16;

/// A part of a text, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Window {
    start: usize,
    end: usize,
}

impl Window {
    /// All of a text.
    pub fn whole(text: &str) -> Window {
        Window { start: 0, end: text.len() }
    }

    /// All of a text that fits, or of a longer one the part around a byte.
    pub fn around(text: &str, byte: usize) -> Window {
        if fits(text) {
            return Window::whole(text);
        }
        let byte = boundary(text, byte);
        let least = boundary(text, byte.saturating_sub(PART_BYTES / BEFORE));
        let before = text.get(least..byte).unwrap_or_default();
        let lines = before.char_indices().rev().skip(1).filter(|(_, letter)| *letter == '\n');
        let lines = lines.map(|(at, _)| least + at + 1);
        // From the beginning of a line, where there is one near.
        let (near, far) = (lines.clone().nth(PART_LINES / BEFORE), lines.last());
        let part = Window::from(text, near.or(far).filter(|_| least > 0 || near.is_some()).unwrap_or(least));
        // At the end of the text there is as much as anywhere else.
        if part.end == text.len() { Window::until(text, part.end) } else { part }
    }

    /// All of a text that fits, or of a longer one the part that begins at a byte, or at the nearest character before it.
    pub fn from(text: &str, byte: usize) -> Window {
        if fits(text) {
            return Window::whole(text);
        }
        let start = boundary(text, byte);
        let most = boundary(text, start.saturating_add(PART_BYTES));
        let part = text.get(start..most).unwrap_or_default();
        let mut lines = part.match_indices('\n').map(|(at, _)| start + at + 1);
        let end = match lines.clone().nth(PART_LINES - 1) {
            Some(end) => end,
            None if most == text.len() => most,
            // To the end of a line, where there is one near.
            None => lines.next_back().filter(|end| end - start >= PART_BYTES / 2).unwrap_or(most),
        };
        Window { start, end }
    }

    /// All of a text that fits, or of a longer one the part that ends at a byte, or at the nearest character before it.
    pub fn until(text: &str, byte: usize) -> Window {
        if fits(text) {
            return Window::whole(text);
        }
        let end = boundary(text, byte);
        let mut least = end.saturating_sub(PART_BYTES);
        while !text.is_char_boundary(least) {
            least += 1;
        }
        let part = text.get(least..end).unwrap_or_default();
        // One that ends a line is no beginning of another.
        let lines = part.rmatch_indices('\n').skip(usize::from(part.ends_with('\n')));
        let lines = lines.map(|(at, _)| least + at + 1);
        let start = match lines.clone().nth(PART_LINES - 1) {
            Some(start) => start,
            None if least == 0 => 0,
            // From the beginning of a line, where there is one near.
            None => lines.last().filter(|start| start - least <= PART_BYTES / 2).unwrap_or(least),
        };
        Window { start, end }
    }

    /// The part of the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// The place in the text.
    pub fn span(self) -> Span {
        Span { start: self.start, end: self.end }
    }

    /// The part that holds another place, too.
    pub fn with(self, place: Span) -> Window {
        Window { start: self.start.min(place.start), end: self.end.max(place.end) }
    }

    /// Reports whether it may stay as it is in a text: it is all of one that fits; of a longer one it has neither grown
    /// to more than what fits nor shrunk to little.
    pub fn is_right(self, text: &str) -> bool {
        if self.is_whole(text) {
            return fits(text);
        }
        let part = self.of(text);
        fits(part) && (part.len() >= PART_BYTES / LITTLE || newlines(part) >= PART_LINES / LITTLE) && !fits(text)
    }

    /// Reports whether it is all of a text.
    pub fn is_whole(self, text: &str) -> bool {
        self.start == 0 && self.end == text.len()
    }

    /// Reports whether little of it is left behind a byte of it, or before it, and more of the text follows there.
    pub fn is_near_edge(self, text: &str, byte: usize, is_behind: bool) -> bool {
        let (part, is_edge) = match is_behind {
            true => (text.get(byte..self.end), self.end == text.len()),
            false => (text.get(self.start..byte), self.start == 0),
        };
        let part = part.unwrap_or_default();
        !is_edge
            && (part.len() < PART_BYTES / LITTLE
                || newlines(part) < PART_LINES / LITTLE && part.len() < PART_BYTES / BEFORE)
    }

    /// The part of a text that this part of an earlier one is now, if nothing was changed outside of it.
    pub fn after(self, before: &str, text: &str) -> Option<Window> {
        let end = (self.end + text.len()).checked_sub(before.len()).filter(|end| *end >= self.start)?;
        let is_same =
            text.get(..self.start)? == before.get(..self.start)? && text.get(end..)? == before.get(self.end..)?;
        is_same.then_some(Window { start: self.start, end })
    }

    /// The text after something else was written in this part, and the part that this is then.
    pub fn written(self, text: &str, part: String) -> (String, Window) {
        if self.is_whole(text) {
            let now = Window::whole(&part);
            return (part, now);
        }
        let (before, behind) = (text.get(..self.start).unwrap_or_default(), text.get(self.end..).unwrap_or_default());
        let written = [before, &part, behind].concat();
        (written, Window { start: before.len(), end: before.len() + part.len() })
    }
}

/// Reports whether all of a text stands in the field.
pub fn fits(text: &str) -> bool {
    text.len() <= WHOLE_BYTES && newlines(text) < WHOLE_LINES
}

/// Reports whether two texts together would stand in the field whole.
pub fn fit_together(one: &str, other: &str) -> bool {
    one.len() + other.len() <= WHOLE_BYTES && newlines(one) + newlines(other) < WHOLE_LINES
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The nearest place at or before a byte at which a character begins.
fn boundary(text: &str, byte: usize) -> usize {
    let mut at = byte.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_stands_there_whole() {
        for text in ["", "a", "甲\n乙", &"x\n".repeat(WHOLE_LINES - 1)] {
            assert!([Window::around(text, 3), Window::from(text, 2)].into_iter().all(|part| part.is_whole(text)));
        }
    }

    #[test]
    fn of_a_long_text_a_bounded_part_stands_there() {
        let uneven = ["a\n", &"(".repeat(50_000), "\nb\n", &"甲".repeat(60_000), "\n"].concat();
        let texts =
            ["(".repeat(400_000), "\n".repeat(400_000), "(4,8):(8,1)\n".repeat(40_000), "甲乙".repeat(90_000), uneven];
        for text in &texts {
            assert_eq!(Window::around(text, text.len()).end, text.len());
            for byte in [0, 1, 9_000, 200_001, text.len() - 1, text.len(), text.len() + 9] {
                for part in [Window::around(text, byte), Window::from(text, byte)] {
                    let held = part.of(text);
                    assert!(held.len() <= PART_BYTES && held.matches('\n').count() <= PART_LINES, "{part:?}");
                    assert!(part.start <= byte && !part.is_whole(text), "{part:?} at {byte}");
                }
                let part = Window::around(text, byte);
                assert!(part.end >= byte.min(text.len() - 1), "{part:?} at {byte}");
                // Text that is written there is written there alone.
                let (written, now) = part.written(text, "new".to_string());
                assert_eq!(now.of(&written), "new");
                assert_eq!(written.len(), text.len() - part.of(text).len() + 3);
            }
        }
        // Parts begin and end with lines.
        let text = &texts[2];
        let part = Window::around(text, 300_005);
        assert!(part.of(text).starts_with('(') && part.of(text).ends_with('\n'), "{part:?}");
    }

    #[test]
    fn a_part_is_told_from_what_changed_around_it() {
        let text = "(4,8):(8,1)\n".repeat(40_000);
        let part = Window::around(&text, 200_000);
        let (written, now) = part.written(&text, part.of(&text).repeat(2));
        assert_eq!(part.after(&text, &written), Some(now));
        assert_eq!(now.after(&written, &text), Some(part));
        assert_eq!(part.after(&text, &text[1..]), None);
        assert_eq!(part.after(&text, &format!("{}x", &text[1..])), None);
        let Span { start, end } = part.span();
        let is_near = |byte: usize| [false, true].map(|is_behind| part.is_near_edge(&text, byte, is_behind));
        assert_eq!([start, start + 2000, end].map(is_near), [[true, false], [false, false], [false, true]]);
        let (first, last) = (Window::from(&text, 0), Window::until(&text, text.len()));
        assert!(!first.is_near_edge(&text, 0, false) && !last.is_near_edge(&text, text.len(), true));
    }

    #[test]
    fn one_part_after_the_other_is_all() {
        let text = "甲(4,8):(8,1)\n\n".repeat(30_000);
        let (mut at, mut read) = (0, String::new());
        while at < text.len() {
            let part = Window::from(&text, at);
            read.push_str(part.of(&text));
            at = part.span().end;
        }
        assert!(read == text);
        // And back.
        for text in [text, "\n".repeat(100_000), "甲乙".repeat(50_000)] {
            let (mut at, mut read) = (text.len(), Vec::new());
            while at > 0 {
                let part = Window::until(&text, at);
                let held = part.of(&text);
                assert!(held.len() <= PART_BYTES && held.matches('\n').count() <= PART_LINES, "{part:?}");
                assert!(part.start < at && part.end == at, "{part:?}");
                read.push(held);
                at = part.start;
            }
            read.reverse();
            assert!(read.concat() == text);
        }
    }

    #[test]
    fn a_part_stays_while_it_is_worth_looking_at() {
        let text = "(4,8):(8,1)\n".repeat(40_000);
        let part = Window::around(&text, 200_000);
        assert!(part.is_right(&text));
        let after = |written: &str| {
            let (text, now) = part.written(&text, written.to_string());
            now.is_right(&text)
        };
        let held = part.of(&text);
        assert!(
            after(&held[12..])
                && after(&[held, &held[12..2412]].concat())
                && !after("")
                && !after("(4,8)")
                && !after(&held.repeat(3))
        );
        // All of a short text is not all of a long one that begins with it.
        assert!(!Window::whole("(4,8)").is_right(&text) && !Window::whole(&text).is_right(&text));
        assert!(["", "a", "甲\n乙"].into_iter().all(|text| Window::whole(text).is_right(text)));
        let (text, now) = Window::whole(&text).written(&text, "size(4)".to_string());
        assert!(text == "size(4)" && now.is_right(&text));
    }
}
