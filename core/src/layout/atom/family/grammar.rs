//! Names as rows of slots: the same slots read a name, print it, and say what may follow while one types it.

use super::super::element::{self, ElementType};
use super::Rule;
use super::reason::Reason;

/// Meaning of a slot of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Generation,
    Family,
    Kind,
    Group,
    Location,
    Suffix,
    Saturation,
    M,
    N,
    K,
    D,
    A,
    B,
    C,
    /// The type of scale factors.
    Scale,
    /// Number of elements that share a scale factor.
    Vector,
    MajorA,
    MajorB,
    SignA,
    SignB,
    Sparse,
    Count,
    Bits,
    Rows,
}

/// Content of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Number(i64),
    Element(ElementType),
    Word(&'static str),
}

/// Content of a name as far as it is read.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Parameters {
    held: Vec<(Field, Held)>,
}

impl Parameters {
    pub(super) fn with(&self, field: Field, held: Held) -> Self {
        let mut more = self.clone();
        more.held.retain(|(other, _)| *other != field);
        more.held.push((field, held));
        more
    }

    fn held(&self, field: Field) -> Option<Held> {
        self.held.iter().find(|(other, _)| *other == field).map(|(_, held)| *held)
    }

    pub(super) fn number(&self, field: Field) -> Option<i64> {
        match self.held(field)? {
            Held::Number(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn element(&self, field: Field) -> Option<ElementType> {
        match self.held(field)? {
            Held::Element(element) => Some(element),
            _ => None,
        }
    }

    pub(super) fn word(&self, field: Field) -> Option<&'static str> {
        match self.held(field)? {
            Held::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Returns true if a word is known to be this one.
    pub(super) fn is(&self, field: Field, word: &str) -> bool {
        self.word(field) == Some(word)
    }
}

/// Numbers that a slot lists; which of them are legal is up to the rule.
#[derive(Debug, Clone, Copy)]
pub(super) enum Listed {
    These(&'static [i64]),
    /// The multiples of a number, as far as another.
    Multiples(i64, i64),
}

impl Listed {
    pub(super) fn numbers(self) -> Vec<i64> {
        match self {
            Listed::These(numbers) => numbers.to_vec(),
            Listed::Multiples(step, most) => (1..=most / step.max(1)).map(|count| count * step).collect(),
        }
    }
}

/// Codes of element types that a field lists.
pub(super) type Codes = &'static [&'static str];

/// A piece of a name.
pub(super) enum Slot {
    Text(&'static str),
    Number(Field, Listed),
    /// Types by their codes, one after another.
    Codes(&'static [(Field, Codes)]),
    /// A type by its name in C++.
    Type(Field, Codes),
    /// One of some words, of which one may be empty.
    Word(Field, &'static [&'static str]),
}

/// Presence of a template argument in a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Always.
    Needed,
    /// In C++ always, but the atom is known without it.
    Offered,
    /// It has a default.
    Defaulted,
    /// Never.
    Absent,
}

/// A template argument.
pub(super) struct Argument {
    pub(super) slot: Slot,
    pub(super) taken: fn(&Parameters) -> Taken,
}

/// A template argument that always stands there.
pub(super) const fn needed(slot: Slot) -> Argument {
    Argument { slot, taken: |_| Taken::Needed }
}

/// A template argument with a default.
pub(super) const fn defaulted(slot: Slot) -> Argument {
    Argument { slot, taken: |_| Taken::Defaulted }
}

/// The most bytes a name is read of.
pub(super) const LONGEST: usize = 512;

/// A name as the slots have it: no blanks but those between words, and without `cute::` and `cutlass::`.
pub(super) fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut blank = false;
    for letter in text.chars() {
        if letter.is_whitespace() {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) && is_name(letter) && bare.ends_with(is_name) {
            bare.push(' ');
        }
        bare.push(letter);
    }
    for namespace in ["cute::", "cutlass::"] {
        while let Some(at) = bare.match_indices(namespace).map(|(at, _)| at).find(|at| {
            bare.get(..*at).is_some_and(|before| !before.ends_with(|letter: char| is_name(letter) || letter == ':'))
        }) {
            bare.replace_range(at..at + namespace.len(), "");
        }
    }
    bare
}

/// The arguments of a name with its brackets, split at the commas between them; `None` where the brackets do not close.
pub(super) fn split(name: &str) -> Option<(&str, Vec<&str>)> {
    let Some((head, rest)) = name.split_once('<') else { return Some((name, Vec::new())) };
    let inner = rest.strip_suffix('>')?;
    let (mut depth, mut begin, mut arguments) = (0_usize, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            ',' if depth == 0 => {
                arguments.push(inner.get(begin..at)?);
                begin = at + 1;
            }
            _ => {}
        }
    }
    arguments.push(inner.get(begin..)?);
    (depth == 0).then_some((head, arguments))
}

/// Finds the longest of some words at the beginning of a text.
fn longest<'a>(words: impl Iterator<Item = &'a str>, text: &str) -> Option<&'a str> {
    words.filter(|word| text.starts_with(word)).max_by_key(|word| word.len())
}

impl Slot {
    /// Reads what stands at the beginning of a text, whether or not it is legal, and gives the rest.
    fn read<'a>(&self, text: &'a str, given: &mut Parameters) -> Option<&'a str> {
        match self {
            Slot::Text(expected) => text.strip_prefix(expected),
            Slot::Number(field, _) => {
                let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
                let (digits, rest) = text.split_at_checked(end)?;
                // More digits are no extent of anything.
                let number = digits.parse::<u32>().ok().filter(|_| !digits.starts_with('0'))?;
                *given = given.with(*field, Held::Number(i64::from(number)));
                Some(rest)
            }
            Slot::Codes(codes) => codes.iter().try_fold(text, |text, (field, _)| {
                let code = longest(element::elements().map(|element| element.code), text)?;
                *given = given.with(*field, Held::Element(element::of_code(code)?));
                text.strip_prefix(code)
            }),
            Slot::Type(field, _) => {
                *given = given.with(*field, Held::Element(element::of_cpp(text)?));
                Some("")
            }
            Slot::Word(field, words) => {
                let word = longest(words.iter().copied(), text)?;
                *given = given.with(*field, Held::Word(word));
                text.strip_prefix(word)
            }
        }
    }

    /// Lists what it may be, each with what is given then.
    fn tokens(&self, given: &Parameters, legal: impl Fn(&Parameters) -> bool) -> Vec<(String, Parameters)> {
        let numbers = |field: Field, listed: Listed| {
            let numbers = listed.numbers().into_iter();
            numbers.map(move |number| (number.to_string(), given.with(field, Held::Number(number)))).collect()
        };
        let types = |given: &Parameters, field: Field, codes: Codes, is_code: bool| {
            let types = codes.iter().filter_map(|code| element::of_code(code));
            let types = types.map(|element| {
                let text = if is_code { element.code } else { element.cpp };
                (text.to_string(), given.with(field, Held::Element(element)))
            });
            types.collect::<Vec<_>>()
        };
        let all: Vec<_> = match *self {
            Slot::Text(text) => vec![(text.to_string(), given.clone())],
            Slot::Number(field, listed) => numbers(field, listed),
            Slot::Type(field, codes) => types(given, field, codes, false),
            Slot::Codes(fields) => {
                fields.iter().fold(vec![(String::new(), given.clone())], |before, (field, codes)| {
                    let more = before.iter().flat_map(|(text, given)| {
                        types(given, *field, codes, true)
                            .into_iter()
                            .map(move |(code, given)| (format!("{text}{code}"), given))
                    });
                    more.filter(|(_, given)| legal(given)).collect()
                })
            }
            Slot::Word(field, words) => {
                words.iter().map(|word| (word.to_string(), given.with(field, Held::Word(word)))).collect()
            }
        };
        all.into_iter().filter(|(_, given)| legal(given)).collect()
    }

    /// Prints its part of what is given; `None` where nothing is.
    fn print(&self, given: &Parameters) -> Option<String> {
        let code = |field: Field| given.element(field).map(|element| element.code);
        match self {
            Slot::Text(text) => Some(text.to_string()),
            Slot::Number(field, _) => given.number(*field).map(|number| number.to_string()),
            Slot::Codes(fields) => fields.iter().map(|(field, _)| code(*field)).collect(),
            Slot::Type(field, _) => given.element(*field).map(|element| element.cpp.to_string()),
            Slot::Word(field, _) => given.word(*field).map(ToString::to_string),
        }
    }
}

/// Outcome of reading a name by a rule.
pub(super) enum Read {
    /// The whole of it, legal or not.
    Whole(Parameters),
    /// The name without its arguments, but not these.
    Arguments(Reason),
    /// As far as a byte.
    Until(usize),
}

impl Rule {
    /// Reads a name and its arguments.
    pub(super) fn read(&self, name: &str, arguments: &[&str]) -> Read {
        let mut given = Parameters::default();
        let mut rest = name;
        for slot in self.slots {
            match slot.read(rest, &mut given) {
                Some(left) => rest = left,
                None => return Read::Until(name.len().saturating_sub(rest.len())),
            }
        }
        if !rest.is_empty() {
            return Read::Until(name.len().saturating_sub(rest.len()));
        }
        let mut left = arguments.iter();
        let mut next = left.next();
        for argument in self.arguments {
            let taken = (argument.taken)(&given);
            let read = next
                .filter(|_| taken != Taken::Absent)
                .is_some_and(|text| argument.slot.read(text, &mut given).is_some_and(str::is_empty));
            match taken {
                _ if read => next = left.next(),
                Taken::Needed => return Read::Arguments(self.wrong_argument(arguments, next)),
                Taken::Offered if next.is_some() => return Read::Arguments(self.wrong_argument(arguments, next)),
                _ => {}
            }
        }
        match next {
            None => Read::Whole(given),
            Some(_) => Read::Arguments(self.wrong_argument(arguments, next)),
        }
    }

    fn wrong_argument(&self, arguments: &[&str], wrong: Option<&&str>) -> Reason {
        let position = arguments.iter().position(|argument| wrong.is_some_and(|wrong| std::ptr::eq(*argument, *wrong)));
        Reason::Argument {
            position: position.unwrap_or(arguments.len()) + 1,
            found: wrong.map(|wrong| wrong.to_string()),
        }
    }

    /// The name of what is given.
    pub(super) fn print(&self, given: &Parameters) -> String {
        let name = self.slots.iter().filter_map(|slot| slot.print(given)).collect::<String>();
        let arguments = self.arguments.iter().filter_map(|argument| argument.slot.print(given)).collect::<Vec<_>>();
        if arguments.is_empty() { name } else { format!("{name}<{}>", arguments.join(",")) }
    }

    /// The numbers of the name that may be others: fields and what they list.
    pub(super) fn variations(&self) -> Vec<(Field, Held)> {
        let slots = self.slots.iter().chain(self.arguments.iter().map(|argument| &argument.slot));
        let variations = slots.flat_map(|slot| match *slot {
            Slot::Number(field, listed) => {
                listed.numbers().into_iter().map(|number| (field, Held::Number(number))).collect::<Vec<_>>()
            }
            Slot::Word(field, words) => words.iter().map(|word| (field, Held::Word(word))).collect(),
            _ => Vec::new(),
        });
        variations.collect()
    }
}

/// Beginning of a name, as far as it is written by one rule.
#[derive(Clone)]
pub(super) struct Begun {
    rule: &'static Rule,
    pub(super) text: String,
    given: Parameters,
    at: usize,
    is_open: bool,
}

/// Extent to which arguments that need not be there are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// None at all.
    Bare,
    /// Those without which there is no atom.
    Needed,
    /// Those that C++ asks for, too.
    Offered,
}

impl Begun {
    pub(super) fn new(rule: &'static Rule) -> Self {
        Begun { rule, text: String::new(), given: Parameters::default(), at: 0, is_open: false }
    }

    /// The ways to go on; `None` at the end of a name.
    pub(super) fn next(&self, extent: Extent) -> Option<Vec<Begun>> {
        let Begun { rule, at, is_open, .. } = *self;
        let end = rule.slots.len() + rule.arguments.len() + 1;
        let skipped = Begun { at: at + 1, ..self.clone() };
        if let Some(slot) = rule.slots.get(at) {
            return Some(self.written(slot, "", false));
        }
        if extent == Extent::Bare || at >= end {
            return None;
        }
        let Some(argument) = rule.arguments.get(at - rule.slots.len()) else {
            let bracket = if is_open { ">" } else { "" };
            return Some(vec![Begun { text: format!("{}{bracket}", self.text), at: end, ..self.clone() }]);
        };
        let separator = if is_open { "," } else { "<" };
        Some(match (argument.taken)(&self.given) {
            Taken::Needed => self.written(&argument.slot, separator, true),
            Taken::Offered if is_open => self.written(&argument.slot, separator, true),
            Taken::Offered if extent == Extent::Offered => {
                let mut both = self.written(&argument.slot, separator, true);
                both.insert(0, Begun { at: end, ..self.clone() });
                both
            }
            _ => vec![skipped],
        })
    }

    fn written(&self, slot: &Slot, separator: &str, is_open: bool) -> Vec<Begun> {
        let tokens = slot.tokens(&self.given, |given| (self.rule.check)(given).is_ok());
        let written = tokens.into_iter().map(|(token, given)| Begun {
            rule: self.rule,
            text: format!("{}{separator}{token}", self.text),
            given,
            at: self.at + 1,
            is_open,
        });
        written.collect()
    }

    /// Returns true if a name is found that goes on so, within so many steps.
    pub(super) fn leads_somewhere(&self, steps: &mut u32) -> bool {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        self.next(Extent::Needed).is_none_or(|next| next.iter().any(|next| next.leads_somewhere(steps)))
    }
}
