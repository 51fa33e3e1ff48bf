//! Words and texts as they are compared.

/// Words that a question has and an entry need not.
const ASIDE: &[&str] = &[
    "a", "an", "and", "are", "can", "colex", "cute", "do", "does", "for", "from", "how", "i", "in", "into", "is", "it",
    "me", "my", "of", "on", "or", "please", "show", "that", "the", "there", "this", "to", "use", "using", "what",
    "when", "where", "which", "who", "why", "with", "you",
];

/// The same in Chinese, where they stand within a word.
const ASIDE_WITHIN: &[&str] = &[
    "请问",
    "什么是",
    "是什么",
    "为什么",
    "怎么样",
    "怎么",
    "怎样",
    "如何",
    "什么",
    "哪个",
    "哪些",
    "一个",
    "一下",
    "的",
    "吗",
    "呢",
    "了",
];

/// Ends that the same word may have in another form, the longest first, and how long it must be for that.
const ENDS: &[(&str, usize)] = &[
    ("ibility", 10),
    ("ability", 10),
    ("ible", 8),
    ("able", 8),
    ("ary", 8),
    ("ity", 8),
    ("ive", 8),
    ("ally", 9),
    ("ations", 9),
    ("ation", 8),
    ("ings", 7),
    ("ions", 7),
    ("ing", 6),
    ("ion", 6),
    ("ies", 6),
    ("ers", 7),
    ("ed", 6),
    ("es", 5),
    ("er", 6),
    ("e", 6),
    ("s", 4),
];

/// Worth that a word in another form loses.
const FORM: i32 = 8;

/// Where a word stands in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Place {
    /// Within another word.
    Inside,
    /// At the beginning of a word.
    Start,
    /// As a word.
    Word,
    /// It is the text.
    Whole,
}

/// A text as it is compared.
#[derive(Debug)]
pub(super) struct Text {
    /// In small letters, as many as there are characters.
    pub(super) folded: String,
    /// Its letters and digits, and the signs that are words by themselves, as `1@0`, `<<`, `?`.
    pub(super) squeezed: String,
    /// With `#` for each number.
    pub(super) alike: String,
}

/// A word of a search.
#[derive(Debug)]
pub(super) struct Word {
    /// Itself and its other forms, with what these are worth less.
    pub(super) forms: Vec<(String, i32)>,
    /// With `#` for each number, where it has some and something else.
    pub(super) alike: Option<String>,
    /// Parts between hyphens and the like, where there are such.
    pub(super) parts: Vec<String>,
    /// True if an entry that has it not is meant all the same.
    pub(super) may_lack: bool,
}

impl Text {
    /// The first characters of a text.
    pub(super) fn new(text: &str, most: usize) -> Text {
        let folded = folded(text, most);
        Text { squeezed: squeezed(&folded), alike: alike(&folded), folded }
    }
}

impl Word {
    /// As it was typed.
    pub(super) fn typed(&self) -> &str {
        self.forms.first().map_or("", |(typed, _)| typed)
    }

    /// Its characters, without what only asks, if they are of a script that puts no space between words.
    pub(super) fn scriptless(&self) -> Option<Vec<char>> {
        let (last, _) = self.forms.last()?;
        let letters = last.chars().collect::<Vec<_>>();
        (letters.len() > 1 && letters.iter().all(|letter| is_together(*letter))).then_some(letters)
    }
}

/// The characters as they are compared: in small letters, full-width ones as others.
pub(super) fn folded(text: &str, most: usize) -> String {
    let fold = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        '×' => 'x',
        '−' | '–' | '‑' => '-',
        _ => letter,
    };
    text.chars().take(most).map(|letter| fold(letter).to_lowercase().next().unwrap_or(letter)).collect()
}

fn squeezed(folded: &str) -> String {
    folded.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '@' | '<' | '>' | '?' | '▾')).collect()
}

fn alike(folded: &str) -> String {
    let mut alike = String::new();
    for letter in folded.chars() {
        match letter {
            '0'..='9' if alike.ends_with('#') => {}
            '0'..='9' => alike.push('#'),
            _ => alike.push(letter),
        }
    }
    alike
}

/// Returns true if a character is of a script that puts no space between words.
pub(super) fn is_together(letter: char) -> bool {
    letter.is_alphabetic() && u32::from(letter) >= 0x2e80
}

/// Returns true if a word may begin between two characters.
fn is_boundary(before: Option<char>, next: Option<char>) -> bool {
    let (Some(before), Some(next)) = (before, next) else { return true };
    !(before.is_alphanumeric() && next.is_alphanumeric()) || is_together(before) || is_together(next)
}

/// The best place where a word stands in a text, and at which byte.
pub(super) fn place(word: &str, text: &str) -> Option<(Place, usize)> {
    if word.is_empty() {
        return None;
    }
    if word == text {
        return Some((Place::Whole, 0));
    }
    let mut best = None;
    for (at, _) in text.match_indices(word) {
        let begins = is_boundary(text.get(..at)?.chars().next_back(), word.chars().next());
        let ends = is_boundary(word.chars().next_back(), text.get(at + word.len()..)?.chars().next());
        let place = match (begins, ends) {
            (true, true) => Place::Word,
            (true, false) => Place::Start,
            _ => Place::Inside,
        };
        if best.is_none_or(|(other, _)| place > other) {
            best = Some((place, at));
        }
        if place == Place::Word {
            break;
        }
    }
    best
}

/// The first letters of some words of a text, in order, and letters that follow them: where they stand.
pub(super) fn abbreviated(word: &str, text: &[char]) -> Option<Vec<usize>> {
    let begins = |at: usize| is_boundary(at.checked_sub(1).and_then(|at| text.get(at)).copied(), text.get(at).copied());
    // Number of words that have begun, of scripts that divide them: none of these may be left out between two letters.
    let mut count = 0;
    let begun = text.iter().enumerate().map(|(at, letter)| {
        count += usize::from(begins(at) && letter.is_alphanumeric() && !is_together(*letter));
        count
    });
    let begun = begun.collect::<Vec<_>>();
    let words_between = |from: usize, to: usize| {
        begun.get(to).copied().unwrap_or_default().saturating_sub(begun.get(from).copied().unwrap_or_default())
    };
    // For each place the letters read so far, if the last of them is there.
    let mut readings = vec![None::<Vec<usize>>; text.len()];
    for (number, letter) in word.chars().enumerate() {
        let mut next = vec![None; text.len()];
        let mut before = None::<&Vec<usize>>;
        let mut so_far = None::<&Vec<usize>>;
        for (at, (found, cell)) in text.iter().zip(&mut next).enumerate() {
            let follows =
                |reading: &&Vec<usize>| begins(at) && words_between(reading.last().copied().unwrap_or(at), at) <= 1;
            *cell = match number {
                _ if *found != letter => None,
                0 => begins(at).then(|| vec![at]),
                _ => before.or(so_far.filter(follows)).map(|from| from.iter().copied().chain([at]).collect()),
            };
            before = readings.get(at).and_then(Option::as_ref);
            so_far = before.or(so_far);
        }
        readings = next;
    }
    readings.into_iter().flatten().next().filter(|letters| letters.len() > 1)
}

/// The words of a search, and all of it without what stands between them.
pub(super) fn words_of(search: &str, most: usize) -> (Vec<Word>, String) {
    let folded = folded(search, most);
    let mut words = Vec::new();
    for run in folded.split_whitespace() {
        let letters = run.chars().collect::<Vec<_>>();
        for part in letters.chunk_by(|one, other| is_together(*one) == is_together(*other)) {
            let part = part.iter().collect::<String>();
            let part = part.trim_matches(|letter| {
                matches!(letter, '?' | '!' | ',' | '.' | ';' | '"' | '\'' | '。' | '、' | '“' | '”')
            });
            if !part.is_empty() {
                words.push(word(part));
            }
        }
    }
    // A search that is nothing but a question still has to be found.
    if words.iter().all(|word| word.may_lack) {
        words.iter_mut().for_each(|word| word.may_lack = false);
    }
    (words, squeezed(&folded))
}

fn word(typed: &str) -> Word {
    let mut forms = vec![(typed.to_string(), 0)];
    let is_plain = typed.chars().all(|letter| letter.is_ascii_alphabetic());
    if is_plain {
        let ends = ENDS.iter().filter(|(end, least)| typed.len() >= *least && typed.ends_with(end));
        forms.extend(ends.filter_map(|(end, _)| Some((typed.strip_suffix(end)?.to_string(), FORM))));
        // Spellings of two countries.
        let other = typed.replace("our", "or").replace("ise", "ize").replace("isa", "iza");
        if other != typed {
            forms.push((other, FORM));
        }
    }
    let mut bare = typed.to_string();
    for aside in ASIDE_WITHIN {
        bare = bare.replace(aside, "");
    }
    if bare != typed && !bare.is_empty() {
        forms.push((bare, 0));
    }
    let has_digits = typed.contains(|letter: char| letter.is_ascii_digit());
    let is_number = typed.chars().all(|letter| letter.is_ascii_digit());
    let parts = typed.split(['-', '_', '/', '.', ':']).filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let has_parts = parts.len() > 1 && parts.iter().all(|part| part.chars().all(char::is_alphanumeric));
    Word {
        alike: (has_digits && !is_number).then(|| alike(typed)),
        parts: if has_parts { parts.into_iter().map(str::to_string).collect() } else { Vec::new() },
        may_lack: is_number || ASIDE.contains(&typed) || ASIDE_WITHIN.contains(&typed),
        forms,
    }
}
