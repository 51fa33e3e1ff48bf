//! A place in a line, which moves on as things are read.

/// A place in a line.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    line: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(line: &'a str, at: usize) -> Self {
        Cursor { line, at }
    }

    /// The byte at which it stands.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns what has not been read.
    pub(super) fn rest(&self) -> &'a str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Returns what was read since an earlier place.
    pub(super) fn since(&self, begin: usize) -> &'a str {
        self.line.get(begin..self.at).unwrap_or_default()
    }

    /// Moves over a word, if it stands here.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let stands = self.rest().starts_with(word);
        if stands {
            self.at += word.len();
        }
        stands
    }

    /// Moves over blanks.
    pub(super) fn blanks(&mut self) {
        self.at += self.rest().bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    }

    /// Moves over digits; answers how many.
    pub(super) fn digits(&mut self) -> usize {
        let count = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        self.at += count;
        count
    }

    /// Moves over a number without a sign.
    pub(super) fn number(&mut self) -> Option<i64> {
        let begin = self.at;
        match self.digits() {
            1..=9 => self.since(begin).parse().ok(),
            _ => None,
        }
    }

    /// Moves behind the next `end`, which stands within `most` bytes; answers what stands before it.
    pub(super) fn until(&mut self, end: char, most: usize) -> Option<&'a str> {
        let near = self.rest().char_indices().take_while(|(at, _)| *at < most);
        let length = near.into_iter().find(|(_, found)| *found == end)?.0;
        let before = self.rest().get(..length)?;
        self.at += length + end.len_utf8();
        Some(before)
    }

    /// The same for the bracket that closes one that was opened just before: brackets of its kind between them pair. An arrow is
    /// no bracket.
    pub(super) fn closing(&mut self, open: char, close: char, most: usize) -> Option<&'a str> {
        let (mut depth, mut before) = (1_usize, open);
        for (length, found) in self.rest().char_indices().take_while(|(at, _)| *at < most) {
            let is_arrow = before == '-' && found == '>';
            before = found;
            if is_arrow {
                continue;
            }
            if found == open {
                depth += 1;
            } else if found == close {
                depth -= 1;
                if depth == 0 {
                    let before = self.rest().get(..length)?;
                    self.at += length + close.len_utf8();
                    return Some(before);
                }
            }
        }
        None
    }

    /// Moves over ` o `, with or without blanks.
    pub(super) fn composes(&mut self) -> bool {
        let before = self.at;
        self.blanks();
        let is_word = self
            .rest()
            .strip_prefix('o')
            .is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if is_word && self.at > before && self.take("o") || self.take("∘") {
            self.blanks();
            return true;
        }
        self.at = before;
        false
    }
}
