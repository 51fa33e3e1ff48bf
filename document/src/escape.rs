//! The readable spelling of text inside a link: `(3,2):(2,1)` is `~3,2/:~2,1/`.
//!
//! Letters, digits and `_ , : = -` stand for themselves, `~` for `(`, `/` for `)`, `+` for a space, `;` for a new line
//! and `.HH` for any other byte of UTF-8. Four spellings depend on what stands before them, because somebody along the
//! way would read them differently:
//! * `;;` separates fields, so a new line beside another or at the edge of a field is `.0A`;
//! * `://` looks like the start of another address, so its last parenthesis is `.29`;
//! * `:~:` starts a text fragment directive, which browsers cut off, so its last colon is `.3A`;
//! * `--` becomes a dash in typographers, so its last hyphen is `.2D`.

/// Adds `text` to `out` in the readable spelling.
pub(super) fn write(text: &str, out: &mut String) {
    let start = out.len();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let spelling = match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | ',' | '=' => Some(letter),
            '(' => Some('~'),
            ' ' => Some('+'),
            ')' if !out.ends_with(":/") => Some('/'),
            ':' if !out.ends_with(":~") => Some(':'),
            '-' if !out.ends_with('-') => Some('-'),
            '\n' if out.len() > start && !out.ends_with(';') && letters.peek().is_some() => Some(';'),
            _ => None,
        };
        match spelling {
            Some(spelling) => out.push(spelling),
            None => letter.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| {
                out.push('.');
                out.push(hexadecimal(byte >> 4));
                out.push(hexadecimal(byte & 15));
            }),
        }
    }
}

fn hexadecimal(digit: u8) -> char {
    char::from_digit(u32::from(digit), 16).unwrap_or('0').to_ascii_uppercase()
}

/// The text of a readable spelling; law: `read(write(t)) = t`. The error is where in `spelling` it breaks off.
pub(super) fn read(spelling: &str) -> Result<String, usize> {
    let mut bytes = Vec::with_capacity(spelling.len());
    let mut rest = spelling.bytes().enumerate();
    while let Some((at, letter)) = rest.next() {
        bytes.push(match letter {
            b'.' => escaped(&mut rest).ok_or(at)?,
            _ => plain(letter).ok_or(at)?,
        });
    }
    String::from_utf8(bytes).map_err(|_| 0)
}

/// Reads what can be read of a damaged spelling: what cannot is left out or replaced by U+FFFD.
pub(super) fn read_damaged(spelling: &str) -> String {
    let mut bytes = Vec::with_capacity(spelling.len());
    let mut rest = spelling.bytes().enumerate();
    while let Some((_, letter)) = rest.next() {
        bytes.extend(match letter {
            b'.' => escaped(&mut rest),
            _ => plain(letter),
        });
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn plain(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b',' | b':' | b'=' | b'-' => Some(letter),
        b'~' => Some(b'('),
        b'/' => Some(b')'),
        b'+' => Some(b' '),
        b';' => Some(b'\n'),
        _ => None,
    }
}

fn escaped(rest: &mut impl Iterator<Item = (usize, u8)>) -> Option<u8> {
    let mut digit = || char::from(rest.next()?.1).to_digit(16);
    let (high, low) = (digit()?, digit()?);
    u8::try_from(high * 16 + low).ok()
}

/// Returns true if a link can have this character: anything else does not belong to it.
pub(super) fn is_link_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_,:=-~/+;.".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_misread_is_escaped() {
        let cases = [
            ("A = (3,(2,3)):(3,(12,1))\nA(16)", "A+=+~3,~2,3//:~3,~12,1//;A~16/"),
            ("", ""),
            ("\n", ".0A"),
            ("a\n\nb", "a;.0Ab"),
            ("a\n\n\nb\n", "a;.0A;b.0A"),
            ("a:))", "a:/.29"),
            ("a:(:b", "a:~.3Ab"),
            ("4:-2 -- ---", "4:-2+-.2D+-.2D-"),
            ("1@0 // é", "1.400+.2F.2F+.C3.A9"),
            ("~/+;.%", ".7E.2F.2B.3B.2E.25"),
        ];
        for (text, expected) in cases {
            let mut spelling = String::new();
            write(text, &mut spelling);
            assert_eq!(spelling, expected);
            assert_eq!(read(&spelling).as_deref(), Ok(text));
            assert_eq!(read_damaged(&spelling), text);
        }
        for (broken, at) in [("ab.", 2), ("ab.4", 2), ("a.4G", 1), ("a(b", 1), (".FF", 0)] {
            assert_eq!(read(broken), Err(at), "{broken}");
        }
        assert_eq!(read_damaged("ab.4Gc(d.FF"), "abcd\u{fffd}");
    }
}
