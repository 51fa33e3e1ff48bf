//! Links: whatever is offered decodes or is refused with a sentence, and whatever decodes comes back from its own link.

use colex::make::Major;
use colex_document::arrangement::Arrangement;
use colex_document::link::{LinkError, decode, encode};
use colex_document::words::sentence;
use colex_document::{Colour, Document, Form, Held, HeldColour, Label, Language, MemorySpace, Options, Theme, View};

/// The bytes as a link, as a link whose check is mended, and as the text of a document that becomes one.
pub fn link(data: &[u8]) {
    let offered = String::from_utf8_lossy(data);
    decoded(&offered);
    // Only a right check lets damage through to what reads the fields; the one that is there is mended.
    let body = offered.rsplit_once(";;").filter(|(_, check)| check.len() == 3).map_or(&*offered, |(body, _)| body);
    decoded(&format!("{body};;{}", check(body)));
    let document = document(data, &offered);
    if let Some(link) = comes_back(&document) {
        let cut = data.iter().fold(0, |sum: usize, byte| sum.wrapping_mul(31) + usize::from(*byte)) % link.len();
        assert!(decode(&link[..cut]).is_err(), "the first {cut} characters of {link} are a link");
    }
}

fn decoded(link: &str) {
    let document = match decode(link) {
        Ok(document) => Some(document),
        Err(error) => {
            assert!(!sentence(&error, false).is_empty() && !sentence(&error, true).is_empty());
            error.salvaged().cloned()
        }
    };
    if let Some(document) = document {
        assert!(comes_back(&document).is_some(), "too large: {document:?}");
    }
}

/// The link of a document, unless that is too large for one.
fn comes_back(document: &Document) -> Option<String> {
    let link = match encode(document) {
        Ok(link) => link,
        Err(LinkError::TooLarge { .. }) => return None,
        Err(other) => panic!("{other:?}"),
    };
    assert!(link.chars().all(|letter| letter.is_ascii_alphanumeric() || "_,:=-~/+;.".contains(letter)), "{link}");
    assert!(link.ends_with(|last: char| last.is_ascii_alphanumeric()), "{link}");
    assert_eq!(decode(&link).as_ref(), Ok(document), "{link}");
    let address = format!("https://example.org/colex/#{}.", link.replace(';', "%3B"));
    assert_eq!(decode(&address).as_ref(), Ok(document), "{address}");
    Some(link)
}

/// Any document: the text is all of the input, the rest is drawn from its bytes.
fn document(data: &[u8], text: &str) -> Document {
    let byte = |at: usize| data.get(at).copied().unwrap_or_default();
    let number = |at: usize| (at..at + 8).fold(0_u64, |number, at| number << 8 | u64::from(byte(at)));
    let few = |at: usize| usize::from(byte(at) % 5);
    let some = |at: usize| byte(at) % 3 == 0;
    let words = |skip: usize| text.chars().skip(skip).take(24).collect::<String>();
    let view = View {
        statement: some(0).then(|| number(1) as usize),
        point: some(1).then(|| words(3)),
        index: some(2).then(|| number(3) as i64),
        mode: (0..few(4)).map(|at| usize::from(byte(at))).collect(),
        slice: (0..few(5)).map(number).collect(),
        coordinates: some(6).then(|| words(7)),
        form: Form::ALL.get(few(6)).map(|(_, form)| *form),
        step: some(7).then(|| number(8) as u32),
        hidden: some(8),
        other: some(17).then(|| number(18) as usize),
        asked: some(32).then(|| words(19)),
        derivation: some(18).then(|| number(19) as u32),
        act: some(21).then(|| number(19) as u32),
        read: (0..few(15)).map(|at| usize::from(byte(at + 3))).collect(),
        thread: some(19).then(|| number(20)),
        value: some(20).then(|| number(21)),
        tile: some(24).then(|| number(25) as usize),
        data: some(25).then(|| number(26) as usize),
        run: some(29).then(|| words(13)),
        example: some(30).then(|| number(31) as usize),
        learn: some(31).then(|| words(17)),
    };
    let options = Options {
        compile_time: some(9),
        underscores: some(10),
        major: if some(11) { Major::Right } else { Major::Left },
        language: [Language::Auto, Language::English, Language::Chinese][usize::from(byte(12) % 3)],
        theme: [Theme::Auto, Theme::Dark, Theme::Light][usize::from(byte(13) % 3)],
        big: some(14),
        embed: some(15),
        colour: [Colour::Index, Colour::Mode, Colour::Tile, Colour::Thread, Colour::Bank, Colour::None]
            [usize::from(byte(16) % 6)],
        label: [Label::Both, Label::Thread, Label::Value, Label::Index][usize::from(byte(21) % 4)],
        held: Held {
            colour: [HeldColour::Thread, HeldColour::Value, HeldColour::Index, HeldColour::None]
                [usize::from(byte(26) % 4)],
            bits: number(27) as u32,
            width: number(28) as u32,
            vector: number(29) as u32,
            memory: [MemorySpace::Shared, MemorySpace::Global][usize::from(byte(27) % 2)],
        },
        present: some(22),
        arrangement: some(23).then(|| Arrangement::read(&words(11))).flatten(),
    };
    Document { text: text.into(), view, options }
}

/// The check of a link, written a second time: CRC-17/CAN-FD in three digits of base 62.
fn check(text: &str) -> String {
    let sum = text.bytes().fold(0_u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(byte) << 9, |sum, _| {
            let shifted = sum << 1;
            if shifted >> 17 == 1 { (shifted ^ 0x1685b) & 0x1ffff } else { shifted }
        })
    });
    let digits = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    [sum / 3844, sum / 62 % 62, sum % 62].iter().map(|digit| char::from(digits[*digit as usize])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_that_of_links() {
        assert_eq!(check("v1;;A+=+~3,~2,3//:~3,~12,1//;A~16/;;p=16"), "B8l");
    }
}
