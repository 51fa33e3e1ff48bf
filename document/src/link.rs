//! Links: a whole document in the fragment of an address, and back.
//!
//! ```text
//! v1;;A+=+~3,~2,3//:~3,~12,1//;A~16/;;p=16;;k3Q
//! │   │                               │     └ check of all before
//! │   │                               └ fields `key=value`, only those that differ from `v1`'s own defaults
//! │   └ the notebook text, always
//! └ version
//! ```
//!
//! A long document is `v1z;;…;;k3Q` instead: its fields, a new line and its text, deflated, in 64 letters. Either way
//! a link has no character but letters, digits and `_ , : = - ~ / + ; .`, ends in a letter or digit, and comes whole
//! out of what turns addresses into links in Markdown, chats and mails.
//!
//! Every link that was ever made decodes for ever: the defaults of a version never change, a key never changes its
//! meaning, and a key or a name that a page does not know is left out. Keys have at most two letters, so that no
//! beginning of a link looks like a link with a check.

use super::arrangement::Arrangement;
use super::escape;
use super::pack::{Unpacked, pack, unpack};
use super::run::RUN_LIMIT;
use super::{
    ASKED_LIMIT, Colour, Document, Form, Held, HeldColour, Label, Language, MemorySpace, Options, TEXT_LIMIT, Theme,
    View,
};
use colex::make::Major;
use colex::nested::{DEPTH_LIMIT, LEAF_LIMIT};

/// The version of the links that are made now.
pub const LINK_VERSION: u32 = 1;

/// Up to how many characters a link is readable even where the packed spelling is shorter.
pub const READABLE_LIMIT: usize = 512;

/// Largest number of bytes that may be offered for decoding, an address around the link and its percent signs included.
pub const LINK_LIMIT: usize = 8 << 20;

/// Largest number of bytes of the fields beside the text.
const FIELDS_LIMIT: usize = 128 << 10;

/// Number of times that an address may have been percent-encoded on its way.
const PERCENT_ROUNDS: usize = 3;

/// The number of characters of a check.
const CHECK_LENGTH: usize = 3;

/// Why a link does not decode.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LinkError {
    /// Nothing that a link starts with: an anchor, another page's address, nothing at all.
    NotALink,
    /// A link of a version that this page does not know.
    UnknownVersion(u32),
    /// The end is missing.
    Truncated {
        /// Part that could be read.
        salvaged: Option<Box<Document>>,
    },
    /// Some characters are not those that were sent.
    Altered {
        /// Part that could be read, right or wrong.
        salvaged: Option<Box<Document>>,
    },
    /// It is as it was made, but not a document.
    Malformed {
        /// Where, in characters after the `#`.
        position: usize,
    },
    /// The text or another field is larger than the limit.
    TooLarge {
        /// The limit in bytes, or in numbers where it is a list.
        limit: usize,
    },
}

impl LinkError {
    /// Returns what could be read although the check failed. It may be wrong: to be offered, not to be shown unasked.
    pub fn salvaged(&self) -> Option<&Document> {
        match self {
            LinkError::Truncated { salvaged } | LinkError::Altered { salvaged } => salvaged.as_deref(),
            _ => None,
        }
    }
}

/// The fragment of a document, without the `#`. Law: `decode(encode(d)) = d`.
///
/// Fails only with [`LinkError::TooLarge`].
pub fn encode(document: &Document) -> Result<String, LinkError> {
    refuse_large(document)?;
    let fields = fields(document);
    let pack = || format!("v1z;;{}", pack(&format!("{}\n{}", fields.join(";;"), document.text)));
    // The readable spelling has at least a character for each byte of the text: often that says enough.
    if document.text.len() > READABLE_LIMIT {
        let packed = pack();
        if packed.len() <= document.text.len() {
            return Ok(with_check(packed));
        }
    }
    let mut link = readable(document, &fields);
    if link.len() + 2 + CHECK_LENGTH > READABLE_LIMIT {
        let packed = pack();
        if packed.len() < link.len() {
            link = packed;
        }
    }
    Ok(with_check(link))
}

/// The same in the readable spelling, however long: many alike that are packed together need less room than each packed
/// alone, and it is there where what packs is not yet.
pub fn encode_readable(document: &Document) -> Result<String, LinkError> {
    refuse_large(document)?;
    Ok(with_check(readable(document, &fields(document))))
}

fn readable(document: &Document, fields: &[String]) -> String {
    let mut link = String::from("v1;;");
    escape::write(&document.text, &mut link);
    for field in fields {
        link.push_str(";;");
        link.push_str(field);
    }
    link
}

fn with_check(mut link: String) -> String {
    let check = check(&link);
    link.push_str(";;");
    link.push_str(&check);
    link
}

/// The document of a fragment, of a `#` and a fragment, or of a whole address.
///
/// It forgives what happens to addresses on their way: percent-encoding (again and again), a space for a `+`, line
/// breaks, backslashes and zero-width spaces in between, and whatever follows that is no part of a link. Nothing else:
/// what the check does not confirm is an error, which carries what could be read.
pub fn decode(link: &str) -> Result<Document, LinkError> {
    if link.len() > LINK_LIMIT {
        return Err(LinkError::TooLarge { limit: LINK_LIMIT });
    }
    let plain = without_percent(link);
    let fragment = plain.split_once('#').map_or(plain.as_str(), |(_, fragment)| fragment).trim();
    let fragment = fragment.replace(is_inserted, "");
    let first_word = fragment.split(char::is_whitespace).next().unwrap_or_default();
    let whole = fragment.replace(['\r', '\n', '\t'], "").replace(' ', "+");
    let found = decode_fragment(link_part(first_word));
    if found.is_ok() || first_word.len() == whole.len() { found } else { decode_fragment(link_part(&whole)) }
}

/// Characters that chats and mails put into an address and that no link has.
fn is_inserted(letter: char) -> bool {
    matches!(letter, '\\' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The longest beginning that could be a link: only its characters, ending in a letter or digit.
fn link_part(text: &str) -> &str {
    let text = text.split(|letter| !escape::is_link_letter(letter)).next().unwrap_or_default();
    text.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric())
}

fn without_percent(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..PERCENT_ROUNDS {
        if !text.contains('%') {
            break;
        }
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let [byte, after @ ..] = rest {
            let digit = |at: usize| after.get(at).and_then(|digit| char::from(*digit).to_digit(16));
            let escaped = match (byte, digit(0), digit(1)) {
                (b'%', Some(high), Some(low)) => u8::try_from(high * 16 + low).ok(),
                _ => None,
            };
            bytes.push(escaped.unwrap_or(*byte));
            rest = if escaped.is_some() { after.get(2..).unwrap_or_default() } else { after };
        }
        text = String::from_utf8_lossy(&bytes).into_owned();
    }
    text
}

fn decode_fragment(fragment: &str) -> Result<Document, LinkError> {
    let after_v = fragment.strip_prefix('v').ok_or(LinkError::NotALink)?;
    let digits = after_v.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    let version = digits.parse::<u32>().map_err(|_| LinkError::NotALink)?;
    if version != LINK_VERSION {
        return Err(LinkError::UnknownVersion(version));
    }
    let rest = after_v.get(digits.len()..).unwrap_or_default();
    let (is_packed, rest) = rest.strip_prefix('z').map_or((false, rest), |rest| (true, rest));
    let Some(body) = rest.strip_prefix(";;") else {
        let position = fragment.len() - rest.len();
        return Err(if rest.is_empty() {
            LinkError::Truncated { salvaged: None }
        } else {
            LinkError::Malformed { position }
        });
    };
    let start = fragment.len() - body.len();
    let checked = body.rsplit_once(";;").filter(|(_, check)| is_check(check));
    let Some((content, found)) = checked else {
        return Err(LinkError::Truncated { salvaged: salvage(body, is_packed) });
    };
    let before_check = fragment.get(..start + content.len()).unwrap_or_default();
    if check(before_check) != found {
        return Err(LinkError::Altered { salvaged: salvage(content, is_packed) });
    }
    let document = if is_packed { read_packed(content, start) } else { read_readable(content, start) }?;
    refuse_large(&document)?;
    Ok(document)
}

fn read_readable(content: &str, start: usize) -> Result<Document, LinkError> {
    let (text, fields) = content.split_once(";;").unwrap_or((content, ""));
    let text = escape::read(text).map_err(|at| LinkError::Malformed { position: start + at })?;
    let mut document = blank(text);
    let mut position = start + content.len() - fields.len();
    for field in fields.split(";;") {
        set(&mut document, field).ok_or(LinkError::Malformed { position })?;
        position += field.len() + 2;
    }
    Ok(document)
}

fn read_packed(content: &str, start: usize) -> Result<Document, LinkError> {
    let malformed = || LinkError::Malformed { position: start };
    let bytes = match unpack(content, TEXT_LIMIT + FIELDS_LIMIT) {
        Unpacked::Whole(bytes) => bytes,
        Unpacked::TooLarge => return Err(LinkError::TooLarge { limit: TEXT_LIMIT }),
        Unpacked::Part(_) => return Err(malformed()),
    };
    let inner = String::from_utf8(bytes).map_err(|_| malformed())?;
    let (fields, text) = inner.split_once('\n').ok_or_else(malformed)?;
    let mut document = blank(text.to_owned());
    fields.split(";;").try_for_each(|field| set(&mut document, field)).ok_or_else(malformed)?;
    Ok(document)
}

/// Reads what can be read of a link whose check fails.
fn salvage(content: &str, is_packed: bool) -> Option<Box<Document>> {
    let (text, fields) = if is_packed {
        let bytes = match unpack(content, TEXT_LIMIT + FIELDS_LIMIT) {
            Unpacked::Whole(bytes) | Unpacked::Part(bytes) => bytes,
            Unpacked::TooLarge => return None,
        };
        let inner = String::from_utf8_lossy(&bytes).into_owned();
        let (fields, text) = inner.split_once('\n')?;
        (text.to_owned(), fields.to_owned())
    } else {
        let (text, fields) = content.split_once(";;").unwrap_or((content, ""));
        (escape::read_damaged(text), fields.to_owned())
    };
    let mut document = blank(text);
    for field in fields.split(";;") {
        // A field that makes no sense changes nothing.
        let _ = set(&mut document, field);
    }
    if refuse_large(&document).is_err() {
        document.view = View::default();
    }
    let is_readable = !document.text.trim().is_empty() && refuse_large(&document).is_ok();
    is_readable.then(|| Box::new(document))
}

/// The document that a version 1 link without fields means. It never changes, whatever the first screen becomes.
fn blank(text: String) -> Document {
    Document {
        text: text.into(),
        view: View {
            statement: None,
            point: None,
            index: None,
            mode: Vec::new(),
            slice: Vec::new(),
            coordinates: None,
            form: None,
            asked: None,
            step: None,
            hidden: false,
            other: None,
            derivation: None,
            act: None,
            read: Vec::new(),
            thread: None,
            value: None,
            tile: None,
            data: None,
            run: None,
            example: None,
            learn: None,
        },
        options: Options {
            compile_time: true,
            underscores: false,
            major: Major::Left,
            language: Language::Auto,
            theme: Theme::Auto,
            big: false,
            embed: false,
            colour: Colour::Index,
            label: Label::Both,
            held: Held { colour: HeldColour::Thread, bits: 0, width: 1, vector: 0, memory: MemorySpace::Shared },
            present: false,
            arrangement: None,
        },
    }
}

/// The fields that differ from [`blank`], each `key=value`. The other half of [`set`].
fn fields(document: &Document) -> Vec<String> {
    let (view, options) = (&document.view, &document.options);
    let mut fields = Vec::new();
    let mut add = |key: &str, value: Option<String>| fields.extend(value.map(|value| format!("{key}={value}")));
    let flag = |on: bool| on.then(|| "1".to_owned());
    add("s", view.statement.map(|statement| statement.to_string()));
    add("p", view.point.as_deref().map(spelling));
    add("i", view.index.map(|index| index.to_string()));
    add("m", numbers(&view.mode));
    add("n", numbers(&view.slice));
    add("c", view.coordinates.as_deref().map(spelling));
    add(
        "fo",
        view.form
            .and_then(|form| Form::ALL.iter().find(|(_, named)| *named == form))
            .map(|(name, _)| (*name).to_owned()),
    );
    add("t", view.step.map(|step| step.to_string()));
    add("h", flag(view.hidden));
    add("d", flag(!options.compile_time));
    add("u", flag(options.underscores));
    add("o", (options.major == Major::Right).then(|| "right".to_owned()));
    add("l", name(&LANGUAGES, options.language));
    add("b", name(&THEMES, options.theme));
    add("g", flag(options.big));
    add("e", flag(options.embed));
    add("k", name(&COLOURS, options.colour));
    add("y", view.other.map(|other| other.to_string()));
    add("q", view.derivation.map(|step| step.to_string()));
    add("ac", view.act.map(|act| act.to_string()));
    add("rd", numbers(&view.read));
    add("th", view.thread.map(|thread| thread.to_string()));
    add("va", view.value.map(|value| value.to_string()));
    add("ti", view.tile.map(|tile| tile.to_string()));
    add("da", view.data.map(|data| data.to_string()));
    add("as", view.asked.as_deref().map(spelling));
    add("r", view.run.as_deref().map(spelling));
    add("ex", view.example.map(|example| example.to_string()));
    add("le", view.learn.as_deref().map(spelling));
    add("la", name(&LABELS, options.label));
    add("hc", name(&HELD_COLOURS, options.held.colour));
    add("hb", (options.held.bits != 0).then(|| options.held.bits.to_string()));
    add("hw", (options.held.width != 1).then(|| options.held.width.to_string()));
    add("hv", (options.held.vector != 0).then(|| options.held.vector.to_string()));
    add("hm", flag(options.held.memory == MemorySpace::Global));
    add("f", flag(options.present));
    add("a", options.arrangement.as_ref().map(Arrangement::to_string));
    fields
}

/// Reads one field; an empty one and one with an unknown key change nothing. `None` where the value makes no sense.
fn set(document: &mut Document, field: &str) -> Option<()> {
    if field.is_empty() {
        return Some(());
    }
    let (key, value) = field.split_once('=')?;
    let (view, options) = (&mut document.view, &mut document.options);
    let flag = || value.parse::<u8>().ok().map(|number| number == 1);
    match key {
        "s" => view.statement = Some(value.parse().ok()?),
        "p" => view.point = Some(escape::read(value).ok()?),
        "i" => view.index = Some(value.parse().ok()?),
        "m" => view.mode = value.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
        "n" => view.slice = value.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
        "c" => view.coordinates = Some(escape::read(value).ok()?),
        "fo" => view.form = Form::ALL.iter().find(|(name, _)| *name == value).map(|(_, form)| *form),
        "t" => view.step = Some(value.parse().ok()?),
        "h" => view.hidden = flag()?,
        "d" => options.compile_time = !flag()?,
        "u" => options.underscores = flag()?,
        "o" => options.major = if value == "right" { Major::Right } else { Major::Left },
        "l" => options.language = named(&LANGUAGES, value),
        "b" => options.theme = named(&THEMES, value),
        "g" => options.big = flag()?,
        "e" => options.embed = flag()?,
        "k" => options.colour = named(&COLOURS, value),
        "y" => view.other = Some(value.parse().ok()?),
        "q" => view.derivation = Some(value.parse().ok()?),
        "ac" => view.act = Some(value.parse().ok()?),
        "rd" => view.read = value.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
        "th" => view.thread = Some(value.parse().ok()?),
        "va" => view.value = Some(value.parse().ok()?),
        "ti" => view.tile = Some(value.parse().ok()?),
        "da" => view.data = Some(value.parse().ok()?),
        "as" => view.asked = Some(escape::read(value).ok()?),
        "r" => view.run = Some(escape::read(value).ok()?),
        "ex" => view.example = Some(value.parse().ok()?),
        "le" => view.learn = Some(escape::read(value).ok()?),
        "hc" => options.held.colour = named(&HELD_COLOURS, value),
        "hb" => options.held.bits = value.parse().ok()?,
        "hw" => options.held.width = value.parse().ok()?,
        "hv" => options.held.vector = value.parse().ok()?,
        "hm" => options.held.memory = if flag()? { MemorySpace::Global } else { MemorySpace::Shared },
        "la" => options.label = named(&LABELS, value),
        "f" => options.present = flag()?,
        "a" => options.arrangement = Arrangement::read(value),
        _ => {}
    }
    Some(())
}

/// The names of values in links; the first is the default and is never written.
const LANGUAGES: [(&str, Language); 3] =
    [("auto", Language::Auto), ("en", Language::English), ("zh", Language::Chinese)];
const THEMES: [(&str, Theme); 3] = [("auto", Theme::Auto), ("dark", Theme::Dark), ("light", Theme::Light)];
const COLOURS: [(&str, Colour); 6] = [
    ("index", Colour::Index),
    ("mode", Colour::Mode),
    ("tile", Colour::Tile),
    ("thread", Colour::Thread),
    ("bank", Colour::Bank),
    ("none", Colour::None),
];

const LABELS: [(&str, Label); 4] =
    [("both", Label::Both), ("thread", Label::Thread), ("value", Label::Value), ("index", Label::Index)];

const HELD_COLOURS: [(&str, HeldColour); 5] = [
    ("thread", HeldColour::Thread),
    ("warp", HeldColour::Warp),
    ("value", HeldColour::Value),
    ("index", HeldColour::Index),
    ("none", HeldColour::None),
];

fn name<T: Copy + PartialEq>(names: &[(&str, T)], value: T) -> Option<String> {
    names.iter().skip(1).find(|(_, named)| *named == value).map(|(name, _)| (*name).to_owned())
}

fn named<T: Copy + Default>(names: &[(&str, T)], name: &str) -> T {
    names.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).unwrap_or_default()
}

fn spelling(text: &str) -> String {
    let mut out = String::new();
    escape::write(text, &mut out);
    out
}

fn numbers<T: ToString>(numbers: &[T]) -> Option<String> {
    (!numbers.is_empty()).then(|| numbers.iter().map(T::to_string).collect::<Vec<_>>().join(","))
}

fn refuse_large(document: &Document) -> Result<(), LinkError> {
    let view = &document.view;
    let length = |asked: &Option<String>| asked.as_ref().map_or(0, String::len);
    let sizes = [
        (document.text.len(), TEXT_LIMIT),
        (length(&view.point), ASKED_LIMIT),
        (length(&view.coordinates), ASKED_LIMIT),
        (length(&view.asked), ASKED_LIMIT),
        (length(&view.run), RUN_LIMIT),
        (length(&view.learn), ASKED_LIMIT),
        (view.mode.len(), DEPTH_LIMIT),
        (view.read.len(), LEAF_LIMIT),
        (view.slice.len(), LEAF_LIMIT),
    ];
    match sizes.into_iter().find(|(size, limit)| size > limit) {
        Some((_, limit)) => Err(LinkError::TooLarge { limit }),
        None => Ok(()),
    }
}

fn is_check(text: &str) -> bool {
    text.len() == CHECK_LENGTH && text.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// Three letters or digits over everything before them: a cyclic redundancy check of 17 bits in base 62.
///
/// Law: whatever happens within any 17 bits in a row, so to any two neighbouring characters, is noticed; anything else
/// with probability 1 - 2⁻¹⁷.
fn check(text: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let sum = cyclic(text.as_bytes());
    let digits = [sum / (62 * 62), sum / 62 % 62, sum % 62];
    digits.iter().filter_map(|digit| DIGITS.get(*digit as usize)).map(|digit| char::from(*digit)).collect()
}

/// CRC-17/CAN-FD, whose value over `123456789` is 0x04f03.
fn cyclic(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0x1685b;
    bytes.iter().fold(0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte) << 9, |sum, _| {
            (sum << 1 ^ if sum >> 16 & 1 == 1 { POLYNOMIAL } else { 0 }) & 0x1ffff
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_the_published_one() {
        assert_eq!(cyclic(b"123456789"), 0x04f03);
        assert_eq!(check("").len(), CHECK_LENGTH);
        let largest = (0..2000u32).map(|number| cyclic(&number.to_le_bytes())).max();
        assert!(largest.is_some_and(|largest| largest > 1 << 16 && largest < 62 * 62 * 62));
    }

    #[test]
    fn the_names_of_values_start_with_the_default_and_no_key_is_long() {
        assert_eq!(blank(String::new()), Document::of_text(""));
        assert_eq!(LANGUAGES[0].1, Language::default());
        assert_eq!(THEMES[0].1, Theme::default());
        assert_eq!(COLOURS[0].1, Colour::default());
        assert_eq!(LABELS[0].1, Label::default());
        assert_eq!(HELD_COLOURS[0].1, HeldColour::default());
        let mut document = Document::default();
        document.view.statement = Some(1);
        document.options.big = true;
        for field in fields(&document) {
            assert!(field.find('=').is_some_and(|at| at <= 2), "{field}");
        }
    }
}
