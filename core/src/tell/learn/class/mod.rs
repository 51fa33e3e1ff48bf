//! A class without a server: sheets of exercises that travel as a word, results that travel back as a word, and the table
//! that a teacher makes of them.

pub mod collect;
pub mod result;
pub mod sheet;

/// Number of letters of a name that count.
pub const NAME_LIMIT: usize = 60;

/// A name as it is kept: without what cannot be seen, one blank between words, not too long.
pub fn tidy(name: &str) -> String {
    let visible = |letter: &char| {
        !letter.is_control()
            && !matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let words = name.split_whitespace().map(|word| word.chars().filter(visible).collect::<String>());
    let joined = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    joined.chars().take(NAME_LIMIT).collect::<String>().trim_end().to_owned()
}

/// A name as it is compared: [`tidy`], and without regard to case. The caller has brought it into NFKC.
///
/// Law: `folded(folded(name)) = folded(name)` for names without letters that change their form in NFKC.
///
/// ```
/// use colex::learn::class::folded;
///
/// assert_eq!(folded("  ada\tLOVELACE "), "ada lovelace");
/// for name in ["Ada Lovelace", "Straße", "Ωμέγα", "王 芳"] {
///     assert_eq!(folded(&folded(name)), folded(name));
/// }
/// ```
pub fn folded(name: &str) -> String {
    // Upwards first, so that ß and ss are one; what Unicode calls full case folding, but for a handful of letters.
    tidy(name).to_uppercase().to_lowercase()
}

/// FNV-1a of some bytes, well mixed.
fn hash(text: &str) -> u64 {
    super::random::Random::new(text, 0, 0).bits()
}

/// A number in digits and small letters.
fn spelled(mut number: u64, digits: usize) -> String {
    let mut spelled = vec![b'0'; digits];
    for place in spelled.iter_mut().rev() {
        *place = b"0123456789abcdefghijklmnopqrstuvwxyz".get((number % 36) as usize).copied().unwrap_or(b'0');
        number /= 36;
    }
    String::from_utf8(spelled).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_same_whatever_their_blanks_and_case() {
        for (one, other) in [
            ("Ada Lovelace", "  ada\tLOVELACE "),
            ("Straße", "STRASSE"),
            ("王 芳", "王\u{200b} 芳"),
            ("Ωμέγα", "ωμέγα"),
        ] {
            assert_eq!(folded(one), folded(other));
            assert_eq!(folded(&folded(one)), folded(one));
        }
        assert_ne!(folded("王芳"), folded("王方"));
        assert_eq!(folded(" \u{202e}\n"), "");
        assert_eq!(tidy(&"a".repeat(100)).len(), NAME_LIMIT);
    }

    #[test]
    fn numbers_are_spelled_with_their_zeros() {
        assert_eq!([spelled(0, 3), spelled(35, 2), spelled(36, 2), spelled(36 * 36 + 5, 2)], ["000", "0z", "10", "05"]);
    }
}
