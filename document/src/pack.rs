//! The short spelling of long text inside a link: deflate, in 64 letters that nobody along the way changes.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// The letters in the order of their values: base64url with `~` for `-`, which typographers join to dashes.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789~_";

/// Effort of deflate, of 10.
const EFFORT: u8 = 9;

/// Above so many bytes it tries less hard, so that a text of a million is packed between two frames.
const LONG: usize = 64 << 10;

/// Effort of deflate then.
const LONG_EFFORT: u8 = 1;

/// The text compressed, in the 64 letters.
pub(super) fn pack(text: &str) -> String {
    to_letters(&compress_to_vec(text.as_bytes(), if text.len() > LONG { LONG_EFFORT } else { EFFORT }))
}

fn to_letters(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = (0..3).fold(0, |word, at| word << 8 | u32::from(chunk.get(at).copied().unwrap_or(0)));
        for at in 0..=chunk.len() {
            let value = word >> (18 - 6 * at) & 63;
            out.extend(LETTERS.get(value as usize).map(|letter| char::from(*letter)));
        }
    }
    out
}

/// Outcome of unpacking.
pub(super) enum Unpacked {
    /// All of it.
    Whole(Vec<u8>),
    /// More than the limit.
    TooLarge,
    /// It breaks off or is damaged; this much came before.
    Part(Vec<u8>),
}

/// The bytes of a packed text, at most `limit` of them. Law: `unpack(pack(t)) = Whole(t)`.
pub(super) fn unpack(letters: &str, limit: usize) -> Unpacked {
    let (packed, damaged) = from_letters(letters);
    match inflate(&packed, limit) {
        Unpacked::Whole(bytes) if damaged => Unpacked::Part(bytes),
        other => other,
    }
}

fn from_letters(letters: &str) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    let (mut word, mut bits) = (0u32, 0u32);
    for letter in letters.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'~' => 62,
            b'_' => 63,
            _ => return (bytes, true),
        };
        word = (word << 6 | u32::from(value)) & 0xffff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits & 0xff) as u8);
        }
    }
    (bytes, false)
}

fn inflate(packed: &[u8], limit: usize) -> Unpacked {
    let mut state = Box::<DecompressorOxide>::default();
    let mut out = vec![0; packed.len().saturating_mul(4).clamp(64, limit.max(64))];
    let (mut read, mut written) = (0, 0);
    loop {
        let rest = packed.get(read..).unwrap_or_default();
        let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, more_read, more_written) = decompress(&mut state, rest, &mut out, written, flags);
        read += more_read;
        written += more_written;
        match status {
            TINFLStatus::Done if written > limit => return Unpacked::TooLarge,
            TINFLStatus::Done => {
                out.truncate(written);
                return Unpacked::Whole(out);
            }
            TINFLStatus::HasMoreOutput if out.len() > limit => return Unpacked::TooLarge,
            TINFLStatus::HasMoreOutput => {
                let larger = out.len().saturating_mul(2).min(limit.saturating_add(1));
                out.resize(larger, 0);
            }
            _ => {
                out.truncate(written.min(limit));
                return Unpacked::Part(out);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(letters: &str, limit: usize) -> Option<String> {
        match unpack(letters, limit) {
            Unpacked::Whole(bytes) => String::from_utf8(bytes).ok(),
            _ => None,
        }
    }

    #[test]
    fn packed_text_comes_back_and_a_bomb_is_refused() {
        let million = "0".repeat(1 << 20);
        for text in ["", "a", "ab", "abc", "zipped_divide(A, <4:1, 2:1>) 布局 🧮", million.as_str()] {
            let packed = pack(text);
            assert!(packed.bytes().all(|letter| LETTERS.contains(&letter)));
            assert_eq!(whole(&packed, text.len()).as_deref(), Some(text));
        }
        let bomb = to_letters(&compress_to_vec(million.as_bytes(), EFFORT));
        assert!(bomb.len() < 2000);
        for limit in [0, 1, 63, 64, 65, 1000, (1 << 20) - 1] {
            assert!(matches!(unpack(&bomb, limit), Unpacked::TooLarge), "{limit}");
        }
    }

    #[test]
    fn what_breaks_off_gives_what_came_before() {
        let text = (0..400).map(|number| format!("A{number} = ({number},2)\n")).collect::<String>();
        let packed = pack(&text);
        let Unpacked::Part(part) = unpack(&packed[..packed.len() / 2], 1 << 20) else { panic!() };
        assert!(part.len() > 1000 && text.as_bytes().starts_with(&part));
        assert!(matches!(unpack("", 10), Unpacked::Part(part) if part.is_empty()));
    }
}
