//! Functions of one name: which of them a word means, as Python's scopes have it. Each but the first gets a name of its own.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::lexer::{Kind, Token};

/// Before the number of a function of a name that an earlier one has: no name of a program has it.
const MARK: char = '@';

/// The name that a text has for a function.
pub(in crate::paste) fn as_written(name: &str) -> &str {
    name.split(MARK).next().unwrap_or(name)
}

/// A function of the text and its place among others.
struct Scope<'t> {
    name: &'t str,
    /// The function that it stands in.
    parent: Option<usize>,
    /// The token of its name.
    at: usize,
    /// Its tokens, from its parameters on.
    range: Range<usize>,
    is_method: bool,
}

/// Names of functions that are variables in a function, or outside of all; whether they are given a value there.
type Variables<'t> = HashMap<(&'t str, Option<usize>), bool>;

/// What a block that is open belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Function(usize),
    Class,
    Other,
}

/// Names of functions that are not the first of their name, by where the words begin that mean them.
pub(super) fn told_apart(text: &str, tokens: &[Token]) -> HashMap<usize, String> {
    let words = Words { text, tokens };
    let scopes = words.functions();
    let mut numbers = HashMap::<&str, Vec<usize>>::new();
    for (number, scope) in scopes.iter().enumerate().filter(|(_, scope)| !scope.is_method) {
        numbers.entry(scope.name).or_default().push(number);
    }
    let owners = words.owners(&scopes);
    let mut variables = words.variables(&numbers, &owners);
    // A function that is given another value where it stands, `f = jit(f)`, is still meant there.
    variables.retain(|(word, scope), _| {
        let is_here = |number: &usize| scopes.get(*number).is_some_and(|found| found.parent == *scope);
        numbers.get(word).is_some_and(|all| !all.iter().any(is_here))
    });
    let assigned = variables.iter().filter(|(_, is_assigned)| **is_assigned).map(|((word, _), _)| *word);
    let assigned = assigned.collect::<HashSet<_>>();
    numbers.retain(|word, all| all.len() > 1 || assigned.contains(word));
    let mut apart = HashMap::new();
    if numbers.is_empty() {
        return apart;
    }
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Mark("(" | "[" | "{") => depth += 1,
            Kind::Mark(")" | "]" | "}") => depth = depth.saturating_sub(1),
            _ => {}
        }
        let word = words.word(at);
        let Some(all) = numbers.get(word) else { continue };
        let is_member = at > 0 && words.mark(at - 1) == ".";
        let is_keyword = depth > 0 && words.mark(at + 1) == "=";
        if is_member || is_keyword {
            continue;
        }
        let own = all.iter().position(|number| scopes.get(*number).is_some_and(|scope| scope.at == at));
        let is_definition = at > 0 && words.word(at - 1) == "def";
        let place =
            own.or_else(|| if is_definition { None } else { meant(&scopes, all, &variables, word, at, &owners) });
        // The first keeps its name, unless that is one of a variable, too.
        if let Some(place) = place.filter(|place| *place > 0 || assigned.contains(word)) {
            apart.insert(token.span.start, format!("{word}{MARK}{place}"));
        }
    }
    apart
}

/// The place, among all functions of a name, of the one that a word means; `None` of a variable.
fn meant(
    scopes: &[Scope<'_>],
    all: &[usize],
    variables: &Variables<'_>,
    word: &str,
    at: usize,
    owners: &[Option<usize>],
) -> Option<usize> {
    let mut scope = owners.get(at).copied().flatten();
    loop {
        if variables.contains_key(&(word, scope)) {
            return None;
        }
        let here = all.iter().enumerate().filter_map(|(place, number)| Some((place, scopes.get(*number)?)));
        let mut here = here.filter(|(_, found)| found.parent == scope).peekable();
        let first = here.peek().map(|(place, _)| *place);
        if first.is_some() {
            // One that is defined anew is meant from there on.
            return here.take_while(|(_, found)| found.at < at).last().map(|(place, _)| place).or(first);
        }
        scope = scopes.get(scope?)?.parent;
    }
}

/// The tokens of a text.
struct Words<'t> {
    text: &'t str,
    tokens: &'t [Token],
}

impl<'t> Words<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).filter(|token| token.kind == Kind::Name).map_or("", |token| token.span.of(self.text))
    }

    fn mark(&self, at: usize) -> &'static str {
        match self.tokens.get(at).map(|token| token.kind) {
            Some(Kind::Mark(mark)) => mark,
            _ => "",
        }
    }

    fn functions(&self) -> Vec<Scope<'t>> {
        let mut found = Vec::<Scope<'t>>::new();
        let mut blocks = Vec::new();
        let mut header = Block::Other;
        let close = |found: &mut Vec<Scope<'t>>, block: Block, at: usize| {
            if let Block::Function(number) = block
                && let Some(scope) = found.get_mut(number)
            {
                scope.range.end = at;
            }
        };
        for (at, token) in self.tokens.iter().enumerate() {
            match token.kind {
                Kind::Indent => blocks.push(std::mem::replace(&mut header, Block::Other)),
                Kind::Dedent => {
                    if let Some(block) = blocks.pop() {
                        close(&mut found, block, at);
                    }
                }
                // A body in the line of its header ends with that.
                Kind::Newline if !matches!(self.tokens.get(at + 1).map(|token| token.kind), Some(Kind::Indent)) => {
                    close(&mut found, std::mem::replace(&mut header, Block::Other), at);
                }
                Kind::Name if self.word(at) == "class" && self.begins_line(at) => header = Block::Class,
                Kind::Name if self.word(at) == "def" && self.mark(at + 2) == "(" => {
                    let parent = blocks.iter().rev().find_map(|block| match block {
                        Block::Function(number) => Some(*number),
                        _ => None,
                    });
                    let is_method = blocks.iter().rev().find(|block| **block != Block::Other) == Some(&Block::Class);
                    header = Block::Function(found.len());
                    let range = at + 2..self.tokens.len();
                    found.push(Scope { name: self.word(at + 1), parent, at: at + 1, range, is_method });
                }
                _ => {}
            }
        }
        found
    }

    fn begins_line(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        before.is_none_or(|token| matches!(token.kind, Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Magic))
    }

    /// The innermost function that each token stands in.
    fn owners(&self, scopes: &[Scope<'_>]) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.tokens.len()];
        // What stands within another begins behind it.
        for (number, scope) in scopes.iter().enumerate() {
            if let Some(owned) = owners.get_mut(scope.range.clone()) {
                owned.fill(Some(number));
            }
        }
        owners
    }

    /// Names of functions that are variables somewhere: assigned, of a loop, parameters.
    fn variables(&self, numbers: &HashMap<&'t str, Vec<usize>>, owners: &[Option<usize>]) -> Variables<'t> {
        let mut found = Variables::new();
        let mut add = |at: usize, is_assigned: bool| {
            let word = self.word(at);
            if numbers.contains_key(word) {
                *found.entry((word, owners.get(at).copied().flatten())).or_default() |= is_assigned;
            }
        };
        let mut depth = 0_usize;
        let mut line = 0;
        for (at, token) in self.tokens.iter().enumerate() {
            match token.kind {
                Kind::Mark("(" | "[" | "{") => depth += 1,
                Kind::Mark(")" | "]" | "}") => depth = depth.saturating_sub(1),
                Kind::Newline | Kind::Indent | Kind::Dedent => (depth, line) = (0, at + 1),
                // Targets of an assignment are names between commas.
                Kind::Mark("=") if depth == 0 => {
                    let is_target = |at: &usize| {
                        self.mark(at + 1) != "." && (*at == line || [",", "(", "*", "="].contains(&self.mark(at - 1)))
                    };
                    (line..at).filter(is_target).for_each(|at| add(at, true));
                }
                Kind::Name if matches!(self.word(at), "for" | "as" | "import") => add(at + 1, true),
                // `def f(kernel, …)`
                Kind::Name if self.word(at) == "def" && self.mark(at + 2) == "(" => {
                    let mut inner = 0_usize;
                    for at in at + 2..self.tokens.len() {
                        match self.mark(at) {
                            "(" | "[" | "{" => inner += 1,
                            ")" | "]" | "}" => inner -= 1,
                            _ => {}
                        }
                        if inner == 0 {
                            break;
                        }
                        if inner == 1 && matches!(self.mark(at), "(" | ",") {
                            add(at + 1, false);
                        }
                    }
                }
                _ => {}
            }
        }
        found
    }
}
