//! A search's result as a short text that stands in a link or in a browser's storage as it is.
//!
//! ```text
//! t1~128x128x8.1234567890.3~64x64x16.1500000000.2~tile_209.w~tile_2010.r
//! ```
//! The version, then a row for each program after a `~`: its name, in which whatever is no letter, digit or `-` is `_`
//! and two hexadecimal digits for each byte of UTF-8; picoseconds and rounds, or `w` for wrong, or `r` for refused.

use super::table::{Fate, Row, Tuned};

/// Number of rows that are read or written.
pub const ROW_LIMIT: usize = 256;

/// Largest number of bytes of a name.
pub const NAME_LIMIT: usize = 200;

const VERSION: &str = "t1";

impl Tuned {
    /// The result as text; rows beyond [`ROW_LIMIT`] and names beyond [`NAME_LIMIT`] bytes are left out.
    ///
    /// Law: `Tuned::decode(&tuned.encode()) == Some(tuned)` where nothing is left out.
    pub fn encode(&self) -> String {
        let mut text = VERSION.to_owned();
        for Row { name, fate } in self.table.iter().filter(|row| row.name.len() <= NAME_LIMIT).take(ROW_LIMIT) {
            text.push('~');
            for byte in name.bytes() {
                if byte.is_ascii_alphanumeric() || byte == b'-' {
                    text.push(char::from(byte));
                } else {
                    text += &format!("_{byte:02x}");
                }
            }
            text += &match fate {
                Fate::Timed { picoseconds, rounds } => format!(".{picoseconds}.{rounds}"),
                Fate::Wrong => ".w".to_owned(),
                Fate::Refused => ".r".to_owned(),
            };
        }
        text
    }

    /// Reads what [`Tuned::encode`] wrote; nothing of any other text.
    pub fn decode(text: &str) -> Option<Tuned> {
        let mut parts = text.split('~');
        if parts.next() != Some(VERSION) {
            return None;
        }
        let mut table = Vec::new();
        for part in parts {
            if table.len() == ROW_LIMIT {
                return None;
            }
            let mut fields = part.split('.');
            let name = name(fields.next()?)?;
            let fate = match (fields.next()?, fields.next(), fields.next()) {
                ("w", None, _) => Fate::Wrong,
                ("r", None, _) => Fate::Refused,
                (picoseconds, Some(rounds), None) => {
                    Fate::Timed { picoseconds: number(picoseconds)?, rounds: number(rounds)? }
                }
                _ => return None,
            };
            table.push(Row { name, fate });
        }
        Some(Tuned { table })
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    // `parse` takes a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn name(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if bytes.len() == NAME_LIMIT {
            return None;
        }
        if byte == b'_' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            bytes.push(u8::try_from(digit()? * 16 + digit()?).ok()?);
        } else if byte.is_ascii_alphanumeric() || byte == b'-' {
            bytes.push(byte);
        } else {
            return None;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(name: &str, fate: Fate) -> Row {
        Row { name: name.to_owned(), fate }
    }

    #[test]
    fn the_text_is_this() {
        let tuned = Tuned {
            table: vec![
                row("128x128x8", Fate::Timed { picoseconds: 1_234_567_890, rounds: 3 }),
                row("64x64, 4-4", Fate::Timed { picoseconds: 0, rounds: 1 }),
                row("块_~.", Fate::Wrong),
                row("", Fate::Refused),
            ],
        };
        let text = "t1~128x128x8.1234567890.3~64x64_2c_204-4.0.1~_e5_9d_97_5f_7e_2e.w~.r";
        assert_eq!(tuned.encode(), text);
        assert_eq!(Tuned::decode(text), Some(tuned));
        assert_eq!(Tuned::decode("t1"), Some(Tuned::default()));
    }

    #[test]
    fn whatever_else_is_nothing() {
        let many = format!("t1{}", "~a.w".repeat(ROW_LIMIT + 1));
        let long = format!("t1~{}.w", "a".repeat(NAME_LIMIT + 1));
        let texts = [
            "",
            "t2",
            "t1~",
            "t1~a",
            "t1~a.",
            "t1~a.x",
            "t1~a.1",
            "t1~a.1.2.3",
            "t1~a.w.1",
            "t1~a.+1.1",
            "t1~a.-1.1",
            "t1~a._.1",
            "t1~_.w",
            "t1~_1.w",
            "t1~_zz.w",
            "t1~_ff.w",
            "t1~ .w",
            "t1~a.99999999999999999999.1",
            &many,
            &long,
        ];
        for text in texts {
            assert_eq!(Tuned::decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(rows in prop::collection::vec((".{0,20}", 0_u8..3, any::<u64>(), any::<u32>()), 0..8)) {
            let table = rows.into_iter().map(|(name, kind, picoseconds, rounds)| Row {
                name,
                fate: match kind {
                    0 => Fate::Wrong,
                    1 => Fate::Refused,
                    _ => Fate::Timed { picoseconds, rounds },
                },
            });
            let tuned = Tuned { table: table.collect() };
            let text = tuned.encode();
            prop_assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)));
            prop_assert_eq!(Tuned::decode(&text), Some(tuned));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in "(t1)?[~._a-f0-9w日 -]{0,40}") {
            if let Some(tuned) = Tuned::decode(&text) {
                prop_assert_eq!(Tuned::decode(&tuned.encode()), Some(tuned));
            }
        }
    }
}
