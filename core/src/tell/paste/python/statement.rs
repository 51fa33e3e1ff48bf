//! Statements of Python: what they define, what they print, and what loops and branches leave behind.

use std::collections::{HashMap, HashSet};

use super::callable;
use super::expression::{call_of, invoke, unquoted};
use super::fly;
use super::host;
use super::lexer::{Kind, tokens};
use super::names;
use super::objects;
use super::reader::{Argument, Extent, NotRead, Reader, code, foreign, int, name_of};
use crate::notebook::construct;
use crate::notebook::functions;
use crate::notebook::syntax::{Code, Expression, ExpressionKind, Span};
use crate::notebook::written::{Program, Reason};
use crate::operations;
use crate::paste::document::{Entry, Enumerates};
use crate::paste::rounds::{ELEMENT, Jump, Loop, NEST_LIMIT, Phase};
use crate::paste::{
    BLOCK_DEPTH_LIMIT, Changed, Function, Guard, Input, InputKind, Parameter, RoleKind, Type, defaults,
};

/// Number of tokens in which names stand that a tuple is given to.
const TARGET_LIMIT: usize = 64;

/// Number of lines above a function that say where it runs.
const DECORATOR_LIMIT: usize = 8;

/// Number of loops that are not run in which an answer is looked for.
const UNRUN_LIMIT: usize = 64;

/// Number of tokens behind a loop in which its names are looked for.
const LOOKED_BEHIND: usize = 512;

/// What a function gives on so far, `yield x`.
const YIELDED: &str = "& yielded";

/// Marks of changes in place, and what they compute.
const AUGMENTED: [(&str, &str); 10] = [
    ("+=", "+"),
    ("-=", "-"),
    ("*=", "*"),
    ("//=", "//"),
    ("%=", "%"),
    ("&=", "&"),
    ("|=", "|"),
    ("^=", "^"),
    ("<<=", "<<"),
    (">>=", ">>"),
];

/// Number of values that one call prints.
const PRINTED: usize = 32;

impl Reader<'_> {
    /// The statement that begins here.
    pub(super) fn statement(&mut self) {
        self.depth = 0;
        let start = self.span();
        if self.builder.is_full() {
            self.builder.leave_out(start, Reason::TooDeep);
            self.at = self.tokens.len();
            return;
        }
        match self.kind() {
            Some(Kind::Newline | Kind::Dedent) => {
                self.at += 1;
                return;
            }
            Some(Kind::Indent) => {
                self.at += 1;
                return;
            }
            Some(Kind::Magic) => {
                self.at += 1;
                return self.builder.leave_out(start, Reason::System);
            }
            Some(Kind::Mark(";")) => {
                self.at += 1;
                return;
            }
            _ => {}
        }
        self.read_what_is_called();
        match self.word() {
            "import" | "from" if !self.is_mark_of(self.at + 1, "=") => self.import(start),
            "def" => self.definition(start),
            // What a program that failed printed.
            "Traceback" if self.is_mark_of(self.at + 1, "(") => self.leave(start, Reason::Words),
            "async" => self.at += 1,
            "class" => self.class(start),
            "if" => self.branch(),
            "for" if self.sets_attributes(start) => {}
            "for" => self.loop_over(),
            "while" => self.while_loop(),
            "with" => self.enter_context(start),
            "try" => {
                let from = self.at;
                self.run_through();
                self.tried = from..self.at;
            }
            "finally" => self.run_through(),
            "match" if !self.is_mark_of(self.at + 1, "=") && self.ends_in_block() => self.matching(start),
            "except" if !self.is_mark_of(self.at + 1, "=") && self.ends_in_block() => {
                self.skip_line();
                let from = self.at;
                self.skip_block();
                self.builder.leave_out(start, Reason::Action);
                let mut set = self.all_set_within(from..self.at);
                // What is tried goes well, as far as it tells.
                let tried = self.all_set_within(self.tried.clone());
                set.retain(|(name, _)| tried.iter().all(|(other, _)| other != name));
                self.builder.forget(start, &set, Reason::AfterBranch);
            }
            "return" => self.answer(start),
            "assert" => self.assertion(start),
            "break" | "continue" => self.jump(start),
            "yield" if self.yields => self.give_on(start),
            "pass" | "global" | "nonlocal" | "del" | "raise" | "yield" => self.leave(start, Reason::Action),
            "else" | "elif" => {
                self.skip_line();
                self.skip_block();
            }
            "print" | "printf" if self.is_mark_of(self.at + 1, "(") => self.printing(start),
            "cute" if matches!(self.word_at(self.at + 2), "printf" | "print_tensor") => {
                self.at += 2;
                self.printing(start);
            }
            _ if self.is_mark("@") => self.decorator(),
            _ => self.plain(start),
        }
    }

    /// The names that are known and that a block which is stepped over may set.
    fn set_within(&self, block: std::ops::Range<usize>) -> Changed {
        let is_known = |name: &String| self.builder.document().defining(name, self.builder.count()).is_some();
        let mut names = self.all_set_within(block);
        names.retain(|(name, _)| is_known(name));
        names
    }

    /// The names that a block which is stepped over may set, whether they are known or not.
    fn all_set_within(&self, block: std::ops::Range<usize>) -> Changed {
        let begins = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
            before.is_none_or(|token| {
                matches!(token.kind, Kind::Newline | Kind::Indent | Kind::Dedent | Kind::Mark(";" | ":"))
            })
        };
        let marks = ["=", "+=", "-=", "*=", "/=", "//=", "%=", "|=", "&=", "^=", "<<=", ">>=", "**="];
        let sets = |at: usize| marks.iter().any(|mark| self.is_mark_of(at, mark));
        let mut names = Changed::new();
        let grows = |at: usize| {
            self.is_mark_of(at + 1, ".")
                && self.is_mark_of(at + 3, "(")
                && matches!(
                    self.word_at(at + 2),
                    "append" | "extend" | "insert" | "pop" | "remove" | "clear" | "sort" | "reverse" | "update" | "add"
                )
        };
        let item = |at: usize| {
            self.is_mark_of(at + 1, "[") && sets(self.behind_bracket_within(at + 1, super::reader::LOOKED_AT))
        };
        for at in block.filter(|at| begins(*at) && (sets(*at + 1) || grows(*at) || item(*at))) {
            let name = self.word_at(at);
            let known = self.builder.document().defining(name, self.builder.count()).unwrap_or_default();
            if !name.is_empty() && names.iter().all(|(other, _)| other != name) {
                names.push((name.to_owned(), known));
            }
        }
        names
    }

    /// Over the rest of the line, which has no value here.
    fn leave(&mut self, start: Span, reason: Reason) {
        self.skip_simple();
        self.builder.leave_out(start.to(self.before()), reason);
    }

    /// `@cute.jit`, `@cute.kernel`: where the next function runs.
    fn decorator(&mut self) {
        let from = self.at;
        self.skip_simple();
        let mut words = (from..self.at).map(|at| self.word_at(at));
        match words.find(|word| matches!(*word, "jit" | "kernel")) {
            Some("jit") => self.entry = Entry::Jit,
            Some(_) => self.entry = Entry::Kernel,
            None => self.is_data = (from..self.at).any(|at| self.word_at(at) == "dataclass"),
        }
    }

    /// To the end of a simple statement: its line, or `;`.
    fn skip_simple(&mut self) {
        while let Some(kind) = self.kind() {
            if matches!(kind, Kind::Newline | Kind::Mark(";")) {
                return;
            }
            self.at += 1;
        }
    }

    fn ends_in_block(&self) -> bool {
        let mut at = self.at;
        while let Some(token) = self.tokens.get(at) {
            if token.kind == Kind::Newline {
                return at > 0 && self.is_mark_of(at - 1, ":");
            }
            at += 1;
        }
        false
    }

    fn import(&mut self, start: Span) {
        let is_from = self.word() == "from";
        let from = self.at;
        self.skip_simple();
        let is_ours = |words: &[&str]| {
            words.iter().any(|word| ["cutlass", "cute", "pycute", "flydsl"].contains(word)) && !words.contains(&"torch")
        };
        let is_function = |word: &str| names::special(word).is_some() || operations::find(word).is_some();
        let words = (from..self.at).map(|at| self.word_at(at)).collect::<Vec<_>>();
        let begin = if is_from { words.iter().position(|word| *word == "import").unwrap_or(words.len()) } else { 0 };
        let items = (from + begin + 1..self.at).collect::<Vec<_>>();
        let (mut modules, mut renamed, mut of_lists) = (Vec::new(), Vec::new(), Vec::new());
        let mut functions = Vec::new();
        let path = if is_from { words.get(1..begin).unwrap_or_default() } else { &[] };
        for item in items.split(|at| self.is_mark_of(*at, ",")) {
            let item = item.iter().map(|at| self.word_at(*at)).filter(|word| !word.is_empty()).collect::<Vec<_>>();
            if is_from
                && words.get(1) == Some(&"itertools")
                && let [of] | [of, "as", _] = item.as_slice()
            {
                let alias = item.last().copied().unwrap_or_default();
                of_lists.push((alias.to_string(), (*of).to_string()));
                continue;
            }
            let (name, is_ours) = match item.as_slice() {
                [word, "as", alias] if is_from && is_ours(&words) && is_function(word) => {
                    renamed.push(((*alias).to_string(), (*word).to_string()));
                    continue;
                }
                ["itertools", "as", alias] if !is_from => {
                    renamed.push(((*alias).to_string(), "itertools".to_string()));
                    (*alias, false)
                }
                // `import torch as th`, `from cutlass import torch as ct`, `from torch import empty`
                [of @ .., "as", alias] if let Some(module) = host::module_at(path.iter().chain(of)) => {
                    renamed.push(((*alias).to_string(), module.to_string()));
                    (*alias, false)
                }
                [function] | [function, "as", _]
                    if host::makes(function)
                        && let Some(module) = host::module_at(path.iter()) =>
                {
                    let alias = item.last().copied().unwrap_or_default().to_string();
                    functions.push((alias, (module, (*function).to_string())));
                    continue;
                }
                [.., "as", alias] => (*alias, is_ours(if is_from { &words } else { &item })),
                [word] if is_from => (*word, is_ours(&words)),
                // `import a.b` gives a name to `a`.
                [first, ..] => (*first, is_ours(&[first])),
                [] => continue,
            };
            // A name imported from the DSL that is no module is called by its own name.
            let word = item.first().copied().unwrap_or_default();
            let is_module = !is_from || !word.starts_with(char::is_uppercase) && operations::find(word).is_none();
            if is_module && names::special(word).is_none() {
                // Whoever passes them on, these are what they are called: `from common import cute, fx`.
                let is_ours = is_ours || ["cute", "cutlass", "fx", "flyc"].contains(&name);
                modules.push((name.to_string(), !is_ours));
            }
        }
        self.is_fly |= words.iter().any(|word| fly::MODULES.contains(word));
        if words.contains(&"flydsl") {
            self.of_fly.extend(modules.iter().map(|(name, _)| name.clone()));
        }
        self.modules.extend(modules);
        self.itertools.extend(of_lists);
        self.renamed.extend(renamed);
        self.of_host.extend(functions);
        self.builder.leave_out(start.to(self.before()), Reason::Declaration);
    }

    /// `name = value`, `a, b = …`, `x += 1`, or a value alone.
    fn plain(&mut self, start: Span) {
        let begin = self.at;
        let performed = self.performed_at(self.at).filter(|name| self.performed.contains(name));
        if let Some(defined) = performed.and_then(|name| self.methods.remove(&name)) {
            return self.perform(start, defined);
        }
        if self.parent(start) || self.changes_member(start) || self.changes_item(start) {
            return;
        }
        // A name with a type: `x: cutlass.Constexpr = 4`, `self.x: int = 4`.
        let is_member = self.word() == "self" && self.is_mark_of(self.at + 1, ".") && self.is_mark_of(self.at + 3, ":");
        if !is_member && self.is_mark_of(self.at + 1, ":") && self.fields.is_some() {
            let field = self.parameter();
            self.skip_simple();
            return self.fields.iter_mut().for_each(|fields| fields.extend(field.clone()));
        }
        if self.kind() == Some(Kind::Name) && self.is_mark_of(self.at + 1, ":") || is_member {
            let name = match is_member {
                true => {
                    self.at += 2;
                    (format!("self.{}", self.word()), start.to(self.span()))
                }
                false => (self.word().to_string(), self.span()),
            };
            self.at += 2;
            // What the words of a type say is not asked for: `F: Mapping[str, tuple] = {…}`.
            while !matches!(self.kind(), None | Some(Kind::Newline)) && !self.is_mark("=") {
                let is_open = ["(", "[", "{"].iter().any(|mark| self.is_mark(mark));
                self.at =
                    if is_open { self.behind_bracket_within(self.at, super::reader::LOOKED_AT) } else { self.at + 1 };
            }
            if self.take("=") {
                return self.define(start, vec![vec![name]]);
            }
            return self.leave(start, Reason::Declaration);
        }
        if self.nested(start) || self.named_tuple(start) {
            return;
        }
        let mut targets = Vec::new();
        while let Some(target) = self.target() {
            targets.push(target);
        }
        if !targets.is_empty() {
            return self.define(start, targets);
        }
        self.at = begin;
        // `x += 1`
        if let Some((name, operator)) = self.augmented() {
            self.at = self.augmented_end();
            let value = self.expressions();
            let expression = match value {
                // `xs += [4]`
                Ok(value) if operator == "+" && super::expression::is_list(&value) => {
                    let span = name.1.to(value.span);
                    invoke(names::JOIN, vec![name_of(&name.0, name.1), value], span)
                }
                Ok(value) => {
                    let left = name_of(&name.0, name.1);
                    let span = name.1.to(value.span);
                    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(value)), span }
                }
                Err(NotRead) => foreign(start),
            };
            self.skip_simple();
            self.push(start.to(self.before()), Some(name), expression);
            return;
        }
        if self.grows(start) {
            return;
        }
        // A method of a function itself is no value: `kernel.set_name_prefix(…)`.
        let is_of_function = self.is_mark_of(self.at + 1, ".") && self.parameters.contains_key(self.word());
        // A value alone; an assignment to what is no name moves data.
        let value = self.expressions();
        let is_end = matches!(self.kind(), None | Some(Kind::Newline | Kind::Mark(";")));
        match value {
            Ok(_) if is_of_function => self.leave(start, Reason::Action),
            Ok(value) if is_end && !matches!(value.kind, ExpressionKind::Text(_)) => {
                self.forget_given(begin..self.at);
                let span = start.to(self.before());
                self.builder.push(span, None, value.clone(), RoleKind::Value, false);
                self.leaves(&value, span);
            }
            Ok(Expression { kind: ExpressionKind::Text(_), .. }) if is_end => {}
            _ => {
                self.leave(start, Reason::Action);
                self.forget_items(begin..self.at);
            }
        }
    }

    /// Lists and dictionaries that an assignment changes in a way that is not read: `d["a"], d["b"] = f()`.
    fn forget_items(&mut self, line: std::ops::Range<usize>) {
        let Some(end) = line.clone().find(|at| self.is_mark_of(*at, "=")) else { return };
        for at in line.start..end {
            let name = self.word_at(at);
            let known = self.builder.document().defining(name, self.builder.count());
            if self.is_mark_of(at + 1, "[") && known.is_some_and(|known| self.is_list(known)) {
                let (name, span) = (name.to_string(), self.tokens.get(at).map_or(self.before(), |token| token.span));
                self.builder.unknown(span, (name, span), Reason::NotRead, true);
            }
        }
    }

    /// Lists that a function changes which is not followed: `heapq.heappush(heap, x)`, and `x = xs.pop()`.
    fn forget_given(&mut self, line: std::ops::Range<usize>) {
        let changes = |at: &usize| {
            matches!(
                self.word_at(*at),
                "heappush" | "heappop" | "heapify" | "heapreplace" | "heappushpop" | "insort" | "shuffle"
            ) && self.is_mark_of(at + 1, "(")
        };
        let pops = |at: &usize| {
            matches!(self.word_at(*at), "pop" | "popleft" | "popitem" | "setdefault")
                && self.is_mark_of(at + 1, "(")
                && self.is_mark_of(at.wrapping_sub(1), ".")
        };
        let given = line.clone().filter(changes).map(|at| at + 2);
        let popped = line.clone().filter(pops).map(|at| at.wrapping_sub(2));
        for at in given.chain(popped).collect::<Vec<_>>() {
            let name = self.word_at(at);
            let known = self.builder.document().defining(name, self.builder.count());
            if known.is_some_and(|known| self.is_list(known)) {
                let (name, span) = (name.to_string(), self.tokens.get(at).map_or(self.before(), |token| token.span));
                self.builder.unknown(span, (name, span), Reason::NotRead, true);
            }
        }
    }

    /// `super().__init__(m, n)`: the object has what the class makes of it that its own is derived from.
    fn parent(&mut self, start: Span) -> bool {
        let Some(base) = self.base.clone() else { return false };
        let behind = match self.word() {
            "super" if self.is_mark_of(self.at + 1, "(") => {
                self.behind_bracket_within(self.at + 1, super::reader::LOOKED_AT)
            }
            word if word == base => self.at + 1,
            _ => return false,
        };
        if !self.is_mark_of(behind, ".") || self.word_at(behind + 1) != "__init__" || !self.is_mark_of(behind + 2, "(")
        {
            return false;
        }
        let (is_super, place) = (self.word() == "super", self.span());
        self.at = behind + 2;
        let Ok(mut given) = self.arguments() else {
            self.leave(start, Reason::NotRead);
            return true;
        };
        if !is_super && !given.arguments.is_empty() {
            given.arguments.remove(0);
        }
        self.skip_simple();
        let span = start.to(self.before());
        let made = self.call(&base, place, given, span);
        self.inherit(&base, made, span);
        true
    }

    /// Gives the object at hand the members of one of the class that its own is derived from.
    fn inherit(&mut self, base: &str, of: Expression, span: Span) {
        let document = self.builder.document();
        let Some(range) = document.type_named(base).and_then(|base| document.types.get(base)).map(|base| &base.range)
        else {
            return self.builder.leave_out(span, Reason::OtherValue);
        };
        let is_own = |all: &Vec<usize>| all.iter().any(|index| range.contains(index));
        let all = document.definitions.iter().filter(|(name, all)| name.starts_with("self.") && is_own(all));
        let mut members = all.map(|(name, _)| name.clone()).collect::<Vec<_>>();
        members.sort_unstable();
        let whole = self.builder.push(span, None, of, RoleKind::Hidden, false);
        for name in members {
            let member = name.trim_start_matches("self.").to_string();
            let value = code(Code::Member(code(Code::Of(whole), span), member), span);
            let index = self.builder.push(span, Some((name, span)), value, RoleKind::Hidden, true);
            self.members.push(index);
        }
    }

    /// `config.stages = 4`, of an object of a class of the text.
    fn changes_member(&mut self, start: Span) -> bool {
        let (begin, name) = (self.at, (self.word().to_string(), self.span()));
        let member = self.word_at(begin + 2).to_string();
        let is_change = self.is_mark_of(begin + 1, ".")
            && !member.is_empty()
            && self.is_mark_of(begin + 3, "=")
            && name.0 != "self"
            && self.class_of(&name.0).is_some();
        if !is_change {
            return false;
        }
        self.at = begin + 4;
        let value = self.expressions();
        self.skip_simple();
        let span = start.to(self.before());
        let given =
            self.builder.push(span, None, value.unwrap_or_else(|NotRead| foreign(span)), RoleKind::Value, false);
        let object = self.as_it_is(&name.0, name.1);
        let with = code(Code::With(object, vec![member], code(Code::Of(given), span)), span);
        self.builder.push(span, Some(name), with, RoleKind::Hidden, true);
        true
    }

    /// `tile["m"] = 64`, of a list or a dictionary.
    fn changes_item(&mut self, start: Span) -> bool {
        let (begin, name) = (self.at, (self.word().to_string(), self.span()));
        if !self.is_mark_of(begin + 1, "[") {
            return false;
        }
        let behind = self.behind_bracket(begin + 1);
        let operator = AUGMENTED.iter().find(|(mark, _)| self.is_mark_of(behind, mark)).map(|(_, operator)| *operator);
        let is_change = (self.is_mark_of(behind, "=") || operator.is_some())
            && self.builder.document().defining(&name.0, self.builder.count()).is_some_and(|of| self.is_list(of));
        if !is_change {
            return false;
        }
        self.at = begin + 1;
        let key = self.subscript().ok().filter(|keys| keys.len() == 1).and_then(|mut keys| keys.pop());
        self.at = behind + 1;
        let value = self.expressions();
        self.skip_simple();
        let span = start.to(self.before());
        // `xs[1] = torch.where(xs[1] == 0, …)`: other numbers in the same memory.
        let is_of_itself = (behind + 1..self.at).any(|at| self.word_at(at) == name.0);
        let is_foreign =
            matches!(&value, Ok(Expression { kind: ExpressionKind::Code(of), .. }) if matches!(**of, Code::Foreign));
        if is_of_itself && is_foreign {
            self.builder.leave_out(span, Reason::Action);
            return true;
        }
        match (key, value) {
            (Some(key), Ok(value)) => {
                let list = self.as_it_is(&name.0, name.1);
                let value = match operator {
                    Some(operator) => {
                        let before = invoke(names::AT, vec![list.clone(), key.clone()], span);
                        Expression { kind: ExpressionKind::Binary(operator, Box::new(before), Box::new(value)), span }
                    }
                    None => value,
                };
                let with = invoke(names::SET_ITEM, vec![list, key, value], span);
                self.builder.push(span, Some(name), with, RoleKind::Hidden, true);
            }
            _ => _ = self.builder.unknown(span, name, Reason::NotRead, true),
        }
        true
    }

    /// Reports whether a statement makes a list or a dictionary.
    fn is_list(&self, statement: usize) -> bool {
        const LISTS: [&str; 14] = [
            names::TUPLE,
            names::DICTIONARY,
            names::JOIN,
            names::TIMES,
            names::SET_ITEM,
            names::FOR,
            names::FLAT,
            names::OF_PAIRS,
            names::SET,
            names::BY_KEY,
            names::MAP,
            "py list",
            "py sorted",
            "py reversed",
        ];
        let mut at = statement;
        for _ in 0..DECORATOR_LIMIT {
            if let Some(RoleKind::Join { yes, no, .. }) = self.builder.document().roles.get(at).map(|role| role.kind) {
                match yes.or(no) {
                    Some(side) => at = side,
                    None => return false,
                }
                continue;
            }
            let Some(of) = self.builder.expression(at) else { return false };
            at = match &of.kind {
                ExpressionKind::Tuple(_) => return true,
                ExpressionKind::Name(name) => match self.builder.document().defining(name, at) {
                    Some(before) => before,
                    None => return false,
                },
                ExpressionKind::Code(code) => match &**code {
                    // What a loop leaves of it.
                    Code::Invoke(call) if call.name == crate::paste::rounds::LEFT => {
                        let name = self.builder.name_of(at).unwrap_or_default();
                        match self.builder.document().defining(name, at) {
                            Some(before) => before,
                            None => return false,
                        }
                    }
                    Code::Invoke(call) => return LISTS.contains(&call.name.as_str()),
                    _ => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// What a name stands for so far, whatever it will stand for further on.
    pub(super) fn as_it_is(&self, name: &str, span: Span) -> Expression {
        match self.builder.document().defining(name, self.builder.count()) {
            Some(statement) => code(Code::Of(statement), span),
            None => name_of(name, span),
        }
    }

    /// An object as a call of its method leaves it, behind the statement of the call.
    fn leaves(&mut self, call: &Expression, span: Span) {
        let ExpressionKind::Code(code) = &call.kind else { return };
        let Code::Invoke(call) = &**code else { return };
        let Some((Expression { kind: ExpressionKind::Name(object), span: place }, rest)) = call.arguments.split_first()
        else {
            return;
        };
        if !call.is_member || object == "self" || self.class_of(object).is_none() {
            return;
        }
        let method = Expression { kind: ExpressionKind::Text(call.name.clone()), span };
        let mut arguments = vec![self.as_it_is(object, *place), method];
        arguments.extend(rest.iter().cloned());
        let after = invoke(names::AFTER, arguments, span);
        self.builder.push(span, Some((object.clone(), *place)), after, RoleKind::Hidden, true);
    }

    /// `x.append(v)` makes a list longer, and what else changes one makes it unknown; whether that stands here.
    fn grows(&mut self, start: Span) -> bool {
        let (begin, name) = (self.at, (self.word().to_string(), self.span()));
        let method = self.word_at(begin + 2);
        let is_change = self.is_mark_of(begin + 1, ".")
            && self.is_mark_of(begin + 3, "(")
            && matches!(
                method,
                "append"
                    | "extend"
                    | "insert"
                    | "pop"
                    | "remove"
                    | "clear"
                    | "sort"
                    | "reverse"
                    | "update"
                    | "setdefault"
                    | "add"
                    | "discard"
            )
            && (!matches!(method, "add" | "discard") || self.is_set(&name.0))
            && self.builder.document().defining(&name.0, self.builder.count()).is_some();
        if !is_change {
            return false;
        }
        self.at = begin + 3;
        let given = self.arguments().ok().map(|given| given.arguments);
        let span = start.to(self.before());
        let longer = match (method, given.as_deref()) {
            ("append", Some([one])) => Some(invoke(names::TUPLE, vec![one.clone()], span)),
            ("extend", Some([all])) => Some(all.clone()),
            ("add", Some([one])) => Some(invoke(names::TUPLE, vec![one.clone()], span)),
            _ => None,
        };
        self.skip_simple();
        if method == "add"
            && let Some(longer) = longer
        {
            let list = name_of(&name.0, name.1);
            let joined = invoke(names::JOIN, vec![list, longer], span);
            return {
                self.push(span, Some(name), invoke(names::SET, vec![joined], span));
                true
            };
        }
        match longer {
            Some(longer) => {
                let list = name_of(&name.0, name.1);
                self.push(span, Some(name), invoke(names::JOIN, vec![list, longer], span));
            }
            None => {
                self.builder.unknown(span, name, Reason::NotRead, true);
            }
        }
        true
    }

    /// Reports whether a name is given a set somewhere.
    fn is_set(&self, name: &str) -> bool {
        let all = self.builder.document().definitions.get(name).into_iter().flatten();
        let mut found = all.filter_map(|index| self.builder.expression(*index));
        found.any(|of| callable::invoked(of).is_some_and(|(called, _)| called == names::SET))
    }

    /// `a =`, `a, b =`, `(a, b) =`, `self.a =`, taken off the front; `None` where no name is assigned here.
    fn target(&mut self) -> Option<Vec<(String, Span)>> {
        let mut at = self.at;
        let mut found = Vec::new();
        let parenthesis = self.is_mark_of(at, "(") || self.is_mark_of(at, "[");
        at += usize::from(parenthesis);
        loop {
            at += usize::from(self.is_mark_of(at, "*"));
            let word = self.word_at(at);
            if word.is_empty() {
                return None;
            }
            let place = self.tokens.get(at)?.span;
            if word == "self" && self.is_mark_of(at + 1, ".") {
                let member = self.word_at(at + 2);
                let whole = place.to(self.tokens.get(at + 2)?.span);
                found.push((format!("self.{member}"), whole));
                at += 3;
            } else {
                found.push((word.to_string(), place));
                at += 1;
            }
            // The brackets of tuples within tuples say nothing of names here.
            if self.is_mark_of(at, ",") {
                at += 1;
                if self.is_mark_of(at, "=") || self.is_mark_of(at, ")") || self.is_mark_of(at, "]") {
                    break;
                }
                continue;
            }
            break;
        }
        if parenthesis {
            if !self.is_mark_of(at, ")") && !self.is_mark_of(at, "]") {
                return None;
            }
            at += 1;
        }
        if !self.is_mark_of(at, "=") {
            return None;
        }
        self.at = at + 1;
        Some(found)
    }

    /// `a, (b, c) = …`; whether that stands here.
    fn nested(&mut self, start: Span) -> bool {
        let begin = self.at;
        let end = (begin..begin + TARGET_LIMIT).find(|at| {
            !matches!(self.tokens.get(*at).map(|token| token.kind), Some(Kind::Name | Kind::Mark("," | "(" | ")")))
        });
        let Some(end) = end.filter(|end| self.is_mark_of(*end, "=")) else { return false };
        // A bracket behind a name is that of a call: `f(a=4)`.
        let is_call = (begin + 1..end).any(|at| self.is_mark_of(at, "(") && !self.word_at(at - 1).is_empty());
        let is_whole = self.is_mark_of(begin, "(") && self.behind_bracket_within(begin, TARGET_LIMIT) == end;
        let inner = !is_call && (begin + usize::from(is_whole)..end).any(|at| self.is_mark_of(at, "("));
        let targets = if inner { self.targets_before("=") } else { None };
        let Some(targets) = targets else {
            self.at = begin;
            return false;
        };
        let value = self.expressions();
        self.skip_simple();
        let span = start.to(self.before());
        let value = value.unwrap_or_else(|NotRead| foreign(span));
        let hidden = self.builder.push(span, None, value, RoleKind::Hidden, false);
        for (name, place, path) in targets.into_iter().filter(|(name, ..)| name != "_") {
            let whole = code(Code::Of(hidden), place);
            let item = path.iter().fold(whole, |of, mode| invoke(names::AT, vec![of, int(*mode, place)], place));
            self.push(span, Some((name, place)), item);
        }
        true
    }

    fn augmented(&self) -> Option<((String, Span), &'static str)> {
        let (name, at) = match self.word() {
            "" => return None,
            "self" if self.is_mark_of(self.at + 1, ".") => {
                let span = self.span().to(self.tokens.get(self.at + 2)?.span);
                ((format!("self.{}", self.word_at(self.at + 2)), span), self.at + 3)
            }
            word => ((word.to_string(), self.span()), self.at + 1),
        };
        let (_, operator) = AUGMENTED.iter().find(|(mark, _)| self.is_mark_of(at, mark))?;
        Some((name, *operator))
    }

    fn augmented_end(&self) -> usize {
        if self.word() == "self" { self.at + 4 } else { self.at + 2 }
    }

    /// Gives names the value that stands here.
    fn define(&mut self, start: Span, targets: Vec<Vec<(String, Span)>>) {
        if let [names] = targets.as_slice()
            && names.len() > 1
            && self.machine(start, names)
        {
            return;
        }
        if let [names] = targets.as_slice()
            && let [only] = names.as_slice()
            && self.machine_one(start, only)
        {
            return;
        }
        if let [names] = targets.as_slice()
            && let [(object, _)] = names.as_slice()
            && self.word() == "SimpleNamespace"
            && self.namespace(start, object)
        {
            return;
        }
        let begin = self.at;
        let value = self.expressions();
        let is_end = matches!(self.kind(), None | Some(Kind::Newline | Kind::Mark(";")));
        let value = match value {
            Ok(value) if is_end => value,
            _ => {
                self.skip_simple();
                foreign(start.to(self.before()))
            }
        };
        self.forget_given(begin..self.at);
        let span = start.to(self.before());
        for names in targets {
            let is_star = |(_, place): &(String, Span)| {
                self.text.get(..place.start).is_some_and(|before| before.trim_end().ends_with('*'))
            };
            if let Some(star) = names.iter().position(is_star) {
                self.unpack_rest(span, &names, star, &value);
                continue;
            }
            // `(value,) = …` and `value, = …` take the only item.
            let is_item = |(_, place): &(String, Span)| {
                self.text.get(place.end..).is_some_and(|behind| behind.trim_start().starts_with(','))
            };
            match names.as_slice() {
                [only] if !is_item(only) => {
                    self.push(span, Some(only.clone()), listed(value.clone()));
                }
                _ => self.unpack(span, &names, &value),
            }
        }
    }

    /// `params = SimpleNamespace(tile=…)`: what the object holds, each by its name.
    fn namespace(&mut self, start: Span, object: &str) -> bool {
        let before = self.at;
        self.at += 1;
        let given = if self.is_mark("(") { self.arguments() } else { Err(NotRead) };
        let is_end = matches!(self.kind(), None | Some(Kind::Newline | Kind::Mark(";")));
        match given {
            Ok(given) if is_end => {
                for (name, place, value) in given.named {
                    self.push(start.to(place), Some((format!("{object}.{name}"), place)), value);
                }
                true
            }
            _ => {
                self.at = before;
                false
            }
        }
    }

    /// `a, *b, c = …`: the one with the star has what is left.
    fn unpack_rest(&mut self, span: Span, targets: &[(String, Span)], star: usize, value: &Expression) {
        let hidden = self.builder.push(span, None, listed(value.clone()), RoleKind::Hidden, false);
        let behind = targets.len() - star - 1;
        for (place, name) in targets.iter().enumerate() {
            let number = |number: usize| int(i64::try_from(number).unwrap_or(0), name.1);
            let back = |number: usize| int(i64::try_from(number).map_or(0, |number| -number), name.1);
            let index = match place.cmp(&star) {
                std::cmp::Ordering::Less => number(place),
                std::cmp::Ordering::Greater => back(targets.len() - place),
                std::cmp::Ordering::Equal => {
                    let end = match behind {
                        0 => Expression { kind: ExpressionKind::Underscore, span: name.1 },
                        behind => back(behind),
                    };
                    invoke(names::SLICE, vec![number(star), end], name.1)
                }
            };
            let item = invoke(names::AT, vec![code(Code::Of(hidden), span), index], name.1);
            self.push(span, Some(name.clone()), item);
        }
    }

    /// `a, b = …`.
    fn unpack(&mut self, span: Span, names: &[(String, Span)], value: &Expression) {
        if let ExpressionKind::Tuple(items) = &value.kind
            && items.len() == names.len()
        {
            // `a, b = b, a`: all of them mean what stood before.
            let items = items.iter().map(|item| {
                let is_given = |of: &Expression| {
                    matches!(&of.kind, ExpressionKind::Name(of) if names.iter().any(|(name, _)| name == of))
                };
                if matches!(item.kind, ExpressionKind::Name(_)) || any_within(item, is_given) {
                    let hidden = self.builder.push(item.span, None, item.clone(), RoleKind::Hidden, false);
                    return code(Code::Of(hidden), item.span);
                }
                item.clone()
            });
            let items = items.collect::<Vec<_>>();
            for (name, item) in names.iter().zip(items) {
                self.push(span, Some(name.clone()), item);
            }
            return;
        }
        // Of what nothing tells each name is asked for.
        if let ExpressionKind::Name(of) = &value.kind
            && self.is_not_told(of)
        {
            // A call of the function may tell it further on.
            let hidden = self.builder.push(span, None, value.clone(), RoleKind::Hidden, false);
            for (number, (name, place)) in names.iter().enumerate().filter(|(_, (name, _))| name != "_") {
                let number = i64::try_from(number).unwrap_or(0);
                let item = invoke(names::AT, vec![code(Code::Of(hidden), span), int(number, *place)], *place);
                let bare = name.rsplit('.').next().unwrap_or(name);
                let (kind, default) = asked(bare);
                let default = self.of_coordinate(bare, self.of_cluster(bare, default));
                let input = Input { name: name.clone(), statement: 0, kind, is_static: true, default, span: *place };
                let index = self.builder.input(input, span, Some(item));
                if name.starts_with("self.") {
                    self.members.push(index);
                }
            }
            return;
        }
        let hidden = self.builder.push(span, None, value.clone(), RoleKind::Hidden, false);
        for (place, name) in names.iter().enumerate() {
            let place = i64::try_from(place).unwrap_or(0);
            let item = invoke(names::AT, vec![code(Code::Of(hidden), span), int(place, name.1)], name.1);
            self.push(span, Some(name.clone()), item);
        }
    }

    /// Adds a name with its value; what is called `_` is nobody's.
    fn push(&mut self, span: Span, name: Option<(String, Span)>, expression: Expression) {
        let Some((name, place)) = name.filter(|(name, _)| name != "_") else { return };
        let is_member = name.starts_with("self.");
        // Members outlive their method, and names the branch that they stand in.
        let changes = self.in_branch > 0 || is_member;
        let index = self.builder.push(span, Some((name, place)), expression, RoleKind::Value, changes);
        if is_member {
            self.members.push(index);
        }
    }

    /// `tidx, tidy, _ = cute.arch.thread_idx()`: inputs of these names.
    fn machine(&mut self, start: Span, names: &[(String, Span)]) -> bool {
        if self.is_symbol() {
            self.skip_simple();
            self.symbols(start, names);
            return true;
        }
        let Some(inputs) = self.machine_call() else { return false };
        if inputs.len() < names.len() {
            return false;
        }
        self.skip_simple();
        let extent = match inputs.first() {
            Some(&"blockDim.x") => Some(Extent::Block),
            Some(&"gridDim.x") => Some(Extent::Grid),
            _ => None,
        };
        for (place, name) in names.iter().enumerate().filter(|(_, (name, _))| name != "_") {
            let statement = self.machine_input(start.to(self.before()), name, extent.zip(inputs.get(place).copied()));
            self.extents.extend(extent.map(|extent| (statement, extent, place)));
        }
        true
    }

    /// `warp_idx = cute.arch.warp_idx()`.
    fn machine_one(&mut self, start: Span, name: &(String, Span)) -> bool {
        if self.is_symbol() {
            self.skip_simple();
            self.symbols(start, std::slice::from_ref(name));
            return true;
        }
        let is_one = self.machine_call().is_some_and(|inputs| inputs.len() == 1);
        if is_one {
            self.skip_simple();
            self.machine_input(start.to(self.before()), name, None);
        }
        is_one
    }

    /// Numbers that stand for any: `N = sympy.symbols("N")`.
    fn symbols(&mut self, start: Span, names: &[(String, Span)]) {
        for name in names {
            let (kind, default) = match defaults::of_integer(&name.0) {
                (InputKind::Size, default) => (InputKind::Size, default),
                _ => (InputKind::Size, "128"),
            };
            let (name, place, default) = (name.0.clone(), name.1, default.to_string());
            let input = Input { name, statement: 0, kind, is_static: false, default, span: place };
            self.builder.input(input, start.to(self.before()), None);
        }
    }

    /// An input that the machine says, under a name of the text. How many threads or blocks there are is what C++ calls so.
    fn machine_input(&mut self, span: Span, name: &(String, Span), extent: Option<(Extent, &str)>) -> usize {
        let (kind, default) = match (extent, defaults::of_integer(&name.0)) {
            (Some((_, extent)), _) => defaults::of_integer(extent),
            (None, (InputKind::Size, default)) if name.0.to_ascii_lowercase().contains("dim") => {
                (InputKind::Size, default)
            }
            _ => (InputKind::Index, "0"),
        };
        let input = Input {
            name: name.0.clone(),
            statement: 0,
            kind,
            is_static: false,
            default: default.to_string(),
            span: name.1,
        };
        self.builder.input(input, span, None)
    }

    /// Reports whether a number that is known when the program runs is all that a line makes: `cute.sym_int(divisibility=8)`.
    fn is_symbol(&self) -> bool {
        let mut at = self.at;
        while self.is_mark_of(at + 1, ".") {
            at += 2;
        }
        let is_alone = || {
            let behind = self.tokens.get(self.behind_bracket(at + 1)).map(|token| token.kind);
            matches!(behind, None | Some(Kind::Newline))
        };
        let makes = ["sym_int", "sym_int32", "sym_int64", "symbols", "Symbol"];
        makes.contains(&self.word_at(at)) && self.is_mark_of(at + 1, "(") && is_alone()
    }

    /// The inputs of the function of the machine that alone is called in this line.
    fn machine_call(&self) -> Option<&'static [&'static str]> {
        let mut at = self.at;
        while self.is_mark_of(at + 1, ".") {
            at += 2;
        }
        let inputs = names::machine_inputs(self.word_at(at))?;
        let is_alone = self.is_mark_of(at + 1, "(")
            && self.is_mark_of(at + 2, ")")
            && matches!(self.tokens.get(at + 3).map(|token| token.kind), None | Some(Kind::Newline));
        is_alone.then_some(inputs)
    }

    /// Reads what a call prints: each of its values.
    fn printing(&mut self, start: Span) {
        self.at += 1;
        let given = self.arguments();
        let is_end = matches!(self.kind(), None | Some(Kind::Newline | Kind::Mark(";")));
        let Ok(given) = given else { return self.leave(start, Reason::System) };
        if !is_end {
            return self.leave(start, Reason::System);
        }
        let span = start.to(self.before());
        let mut count = 0;
        for argument in given.arguments.into_iter().take(PRINTED) {
            let is_formatted = argument.span.of(self.text).starts_with(['f', 'F'])
                && matches!(&argument.kind, ExpressionKind::Code(code) if matches!(**code, Code::Foreign));
            if is_formatted || matches!(argument.kind, ExpressionKind::Text(_)) {
                count += self.formatted(argument.span, span);
                continue;
            }
            count += 1;
            self.builder.push(span, None, argument, RoleKind::Value, false);
        }
        if count == 0 {
            self.builder.leave_out(span, Reason::System);
        }
    }

    /// The values in `f"…{x}…"`; answers how many.
    fn formatted(&mut self, text: Span, span: Span) -> usize {
        let whole = text.of(self.text);
        let prefix = whole.find(['"', '\'']).unwrap_or(0);
        if !whole.get(..prefix).is_some_and(|prefix| prefix.contains(['f', 'F'])) {
            return 0;
        }
        let inner = unquoted(whole);
        let base = text.start + whole.find(inner).unwrap_or(0);
        let mut count = 0;
        let mut at = 0;
        while let Some(open) = inner.get(at..).and_then(|rest| rest.find('{')).map(|open| at + open) {
            if inner.get(open + 1..).is_some_and(|rest| rest.starts_with('{')) {
                at = open + 2;
                continue;
            }
            let Some(length) = inner.get(open..).and_then(|rest| rest.find('}')) else { break };
            at = open + length + 1;
            if count >= PRINTED {
                break;
            }
            // `{x=}` and `{x:4d}`: what stands behind the value is how it is printed.
            let place = Span { start: base + open + 1, end: base + open + length };
            let own = tokens(self.text, place, true);
            let before = std::mem::replace(&mut self.tokens, own);
            let outer = std::mem::replace(&mut self.at, 0);
            let value = self.expression();
            self.tokens = before;
            self.at = outer;
            if let Ok(value) = value
                && !matches!(value.kind, ExpressionKind::Text(_))
            {
                count += 1;
                self.builder.push(span, None, value, RoleKind::Value, false);
            }
        }
        count
    }

    /// Reports whether the block that begins here gives on values, outside of functions in it. What a decorator makes of such
    /// a function is no list.
    fn gives_on(&self) -> bool {
        if !matches!(self.tokens.get(self.at + 1).map(|token| token.kind), Some(Kind::Indent)) {
            return false;
        }
        let (mut depth, mut within) = (0_usize, None);
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                Kind::Indent => depth += 1,
                Kind::Dedent if depth <= 1 => return false,
                Kind::Dedent => {
                    depth -= 1;
                    within = within.filter(|outer| depth > *outer);
                }
                Kind::Name if within.is_none() && self.word_at(at) == "def" => within = Some(depth),
                Kind::Name if within.is_none() && self.word_at(at) == "yield" => return true,
                _ => {}
            }
        }
        false
    }

    /// `yield x`, `yield from xs`: a function that does so answers all of it.
    fn give_on(&mut self, start: Span) {
        self.at += 1;
        let is_from = self.take_word("from");
        let value = self.expressions();
        self.skip_simple();
        let span = start.to(self.before());
        let name = (YIELDED.to_string(), start);
        match value {
            Ok(value) => {
                let more = if is_from { value } else { invoke(names::TUPLE, vec![value], span) };
                let all = invoke(names::JOIN, vec![self.as_it_is(YIELDED, start), more], span);
                self.builder.push(span, Some(name), all, RoleKind::Hidden, true);
                self.builder.leave_out(span, Reason::Action);
            }
            Err(NotRead) => _ = self.builder.unknown(span, name, Reason::NotRead, true),
        }
    }

    fn answer(&mut self, start: Span) {
        if self.yields {
            self.skip_simple();
            let all = name_of(YIELDED, start);
            self.builder.push(start, None, all, RoleKind::Return, false);
            return;
        }
        self.at += 1;
        let value = self.expressions();
        let is_end = matches!(self.kind(), None | Some(Kind::Newline | Kind::Mark(";")));
        match value {
            Ok(value) if is_end && self.builder.is_within_function() => {
                // Values answered together may be of any kinds.
                let value = match value.kind {
                    ExpressionKind::Tuple(items) => invoke(names::TUPLE, items, value.span),
                    _ => value,
                };
                self.builder.push(start.to(self.before()), None, value, RoleKind::Return, false);
            }
            _ => self.leave(start, Reason::Action),
        }
    }

    fn assertion(&mut self, start: Span) {
        self.at += 1;
        // `assert False, "…"` says that one does not come here.
        let is_word = functions::is_constant(self.word());
        let Ok(condition) = self.expression() else { return self.leave(start, Reason::System) };
        if is_word {
            return self.leave(start, Reason::System);
        }
        self.skip_simple();
        let span = condition.span;
        let call = call_of(crate::called::ASSERT, start, vec![condition]);
        let expression = Expression { kind: ExpressionKind::Call(Box::new(call)), span };
        self.builder.push(start.to(self.before()), None, expression, RoleKind::Value, false);
    }

    /// A block, or what stands in the line behind the colon.
    pub(super) fn block(&mut self) {
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            let start = self.span();
            self.skip_line();
            self.skip_block();
            self.builder.leave_out(start, Reason::TooDeep);
            return;
        }
        self.blocks += 1;
        if self.kind() == Some(Kind::Newline) {
            self.at += 1;
            if self.kind() == Some(Kind::Indent) {
                self.at += 1;
                while self.kind().is_some_and(|kind| kind != Kind::Dedent) {
                    let before = self.at;
                    self.statement();
                    if self.at == before {
                        self.at += 1;
                    }
                }
                self.at += usize::from(self.kind() == Some(Kind::Dedent));
            }
        } else {
            while self.kind().is_some_and(|kind| kind != Kind::Newline) {
                let before = self.at;
                self.statement();
                if self.at == before {
                    self.at += 1;
                }
            }
        }
        self.blocks -= 1;
    }

    /// The head of a block up to its colon, which is read.
    pub(super) fn skip_head(&mut self) {
        while let Some(kind) = self.kind() {
            match kind {
                Kind::Mark("(" | "[" | "{") => self.at = self.behind_bracket(self.at),
                Kind::Mark(":") => {
                    self.at += 1;
                    return;
                }
                Kind::Newline => return,
                _ => self.at += 1,
            }
        }
    }

    /// `with …:`, `try:`: what is run in any case.
    fn run_through(&mut self) {
        self.skip_head();
        self.block();
    }

    /// `with f() as x:`, of which nobody knows what `x` is.
    fn enter_context(&mut self, start: Span) {
        let from = self.at;
        self.skip_head();
        let words = (from + 1..self.at).filter(|at| self.word_at(at - 1) == "as" && !self.word_at(*at).is_empty());
        let words = words.filter_map(|at| Some((self.word_at(at).to_string(), self.tokens.get(at)?.span)));
        for (name, place) in words.collect::<Vec<_>>() {
            self.builder.unknown(start.to(place), (name, place), Reason::OtherValue, false);
        }
        self.block();
    }

    fn branch(&mut self) {
        let start = self.span();
        self.at += 1;
        let is_static = self.is_compiled();
        let condition = self.expression().unwrap_or_else(|NotRead| foreign(start));
        self.skip_head();
        let span = start.to(condition.span);
        let index = self.builder.push(span, None, condition, RoleKind::Condition(is_static), false);
        let yes = self.side(Guard { condition: index, holds: true });
        self.skip_blank_lines();
        let no = match self.word() {
            "elif" => self.other_side(index, Self::branch),
            "else" => {
                self.skip_head();
                self.side(Guard { condition: index, holds: false })
            }
            _ => Changed::new(),
        };
        let joined = self.builder.join(span, index, &yes, &no);
        let is_member = |index: &usize| self.builder.name_of(*index).is_some_and(|name| name.starts_with("self."));
        self.members.extend(joined.filter(is_member));
    }

    /// What is read where a condition does not hold that stands in front of others.
    pub(super) fn other_side(&mut self, condition: usize, read: impl FnOnce(&mut Self)) -> Changed {
        self.in_branch += 1;
        self.blocks += 1;
        self.builder.open();
        let guard = self.builder.under(Some(Guard { condition, holds: false }));
        if self.blocks < BLOCK_DEPTH_LIMIT {
            read(self);
        } else {
            // So many branches after each other nobody follows.
            let (start, from) = (self.span(), self.at);
            while matches!(self.word(), "elif" | "else" | "case") {
                self.skip_line();
                self.skip_block();
                self.skip_blank_lines();
            }
            let set = self.all_set_within(from..self.at);
            self.builder.leave_out(start, Reason::TooDeep);
            self.builder.forget(start, &set, Reason::AfterBranch);
        }
        self.builder.under(guard);
        self.blocks -= 1;
        self.in_branch -= 1;
        self.builder.close()
    }

    fn side(&mut self, guard: Guard) -> Changed {
        self.in_branch += 1;
        self.builder.open();
        let before = self.builder.under(Some(guard));
        self.block();
        self.builder.under(before);
        self.in_branch -= 1;
        self.builder.close()
    }

    pub(super) fn skip_blank_lines(&mut self) {
        while self.kind() == Some(Kind::Newline) {
            self.at += 1;
        }
    }

    /// Reports whether a condition is decided when the program is compiled: in Python all are that are no numbers of
    /// the machine.
    fn is_compiled(&self) -> bool {
        let mut at = self.at;
        while let Some(token) = self.tokens.get(at) {
            if token.kind == Kind::Newline || self.is_mark_of(at, ":") {
                return false;
            }
            if self.word_at(at) == "const_expr" {
                return true;
            }
            at += 1;
        }
        false
    }

    fn loop_over(&mut self) {
        let start = self.span();
        self.at += 1;
        let targets = self.loop_targets().unwrap_or_default();
        // The numbers of a loop that is written out are known.
        let is_static =
            (self.at..).map_while(|at| Some(self.tokens.get(at)?).filter(|token| token.kind != Kind::Newline));
        let is_static = is_static.into_iter().any(|token| token.span.of(self.text) == "range_constexpr");
        // Only of a range a compiled function makes a loop of the machine.
        let callee = if self.is_mark_of(self.at + 1, ".") { self.word_at(self.at + 2) } else { self.word() };
        let is_static = is_static || !matches!(callee, "range" | "range_dynamic");
        let all = self.expressions().ok();
        // Of what is written out the first is taken; a range counts from 0.
        let iterated = all.clone().filter(|iterated| self.is_listed(iterated));
        self.skip_head();
        let span = start.to(self.before());
        self.in_branch += 1;
        let first = self.builder.count();
        let guard = self.builder.repeatedly(span);
        self.builder.open();
        let is_run = is_static || !self.is_compiled_function;
        if !is_static {
            self.carry();
        }
        let names = targets.iter().map(|(name, place, _)| (name.clone(), *place)).collect::<Vec<_>>();
        // What it goes through, and what it has of that in a round.
        let over = all.filter(|_| is_run && !targets.is_empty()).map(|all| {
            let over = self.builder.push(span, None, all, RoleKind::Hidden, false);
            let element = invoke(ELEMENT, vec![code(Code::Of(over), span), int(0, span)], span);
            (over, self.builder.push(span, None, element, RoleKind::Hidden, false))
        });
        let body = self.builder.count();
        for (name, place, path) in targets.into_iter().filter(|(name, ..)| name != "_") {
            let first = match over {
                Some((_, element)) => Some(code(Code::Of(element), place)),
                None => iterated.clone().map(|iterated| invoke(names::AT, vec![iterated, int(0, place)], place)),
            };
            let first = first
                .map(|first| path.iter().fold(first, |of, mode| invoke(names::AT, vec![of, int(*mode, place)], place)));
            // Of what is taken apart nobody knows which part is a number.
            let (kind, default) = match iterated {
                None if path.len() < 2 => (InputKind::Index, "0".to_string()),
                _ => (InputKind::Value, String::new()),
            };
            let input = Input { name, statement: 0, kind, is_static, default, span: place };
            self.builder.input(input, place, first);
        }
        let block = self.at;
        self.rounds.push(over.map(|_| first));
        self.block();
        self.rounds.pop();
        self.in_branch -= 1;
        let changed = self.builder.close();
        self.builder.under(guard);
        let found = over.map(|(over, element)| Loop {
            range: first..first,
            first: over..over + 1,
            over: Some((over, element)),
            phases: [
                Phase { range: body..body, ..Phase::default() },
                Phase { range: body..self.builder.count(), ..Phase::default() },
                Phase { range: self.builder.count()..self.builder.count(), ..Phase::default() },
            ],
            ..Loop::default()
        });
        self.end_loop(found, first, block, changed, span);
        // What the loop's own names are worth behind it, nobody follows.
        for (name, place) in names {
            let later = (self.at..self.at + LOOKED_BEHIND).take_while(|at| self.word_at(*at) != "def");
            if later.into_iter().any(|at| self.word_at(at) == name) {
                self.builder.unknown(span, (name, place), Reason::AfterLoop, true);
            }
        }
        self.skip_blank_lines();
        if self.word() == "else" {
            let ends = (block..self.at).any(|at| self.word_at(at) == "break");
            if ends {
                // It is run where no round ended the loop.
                let from = self.at;
                self.skip_line();
                self.skip_block();
                let set = self.all_set_within(from..self.at);
                self.builder.leave_out(span, Reason::AfterLoop);
                self.builder.forget(span, &set, Reason::AfterLoop);
            } else {
                self.run_through();
            }
        }
    }

    /// What a loop whose block begins at a token leaves its names: found out by running it, where all of it is read.
    fn end_loop(&mut self, found: Option<Loop>, first: usize, block: usize, changed: Changed, span: Span) {
        let range = first..self.builder.count();
        let mut names = changed.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        names.sort();
        names.dedup();
        let document = self.builder.document();
        let missed = self.set_within(block..self.at).into_iter().any(|(name, _)| {
            let is_declared = |index: usize| self.builder.name_of(index) == Some(name.as_str());
            !names.contains(&name) && !range.clone().any(is_declared)
        });
        let is_own = |index: usize| document.roles.get(index).is_some_and(|role| !role.changes);
        let declared = range.clone().filter(|index| is_own(*index)).filter_map(|index| self.builder.name_of(index));
        let is_shadowed = declared.into_iter().any(|name| names.iter().any(|other| other == name));
        let is_return = |index: usize| document.roles.get(index).is_some_and(|role| role.kind == RoleKind::Return);
        let lambdas = document.functions.iter().rev().take_while(|of| of.range.start >= range.start);
        let lambdas = lambdas.map(|of| of.range.clone()).collect::<Vec<_>>();
        let inner = document.loops_within(&(range.start..range.end + 1)).to_vec();
        let is_run_in = |index: usize| inner.iter().any(|inner| inner.range.contains(&index));
        let is_in_unrun = |index: usize| self.unrun.iter().rev().take(UNRUN_LIMIT).any(|unrun| unrun.contains(&index));
        let returns =
            range.clone().filter(|index| is_return(*index) && !lambdas.iter().any(|lambda| lambda.contains(index)));
        let returns = returns.collect::<Vec<_>>();
        let is_lost = returns.iter().any(|index| is_in_unrun(*index) && !is_run_in(*index));
        let is_small = range.len() <= crate::paste::rounds::SIZE_LIMIT && (!names.is_empty() || !returns.is_empty());
        let is_small = is_small && self.rounds.len() < NEST_LIMIT;
        let has_members = names.iter().any(|name| name.contains('.'));
        match found.filter(|_| !missed && !is_shadowed && !is_lost && is_small && !has_members) {
            Some(mut found) => {
                found.answers = !returns.is_empty();
                for phase in &mut found.phases {
                    let at = |name: &String| self.builder.document().defining(name, phase.range.start);
                    phase.sees = names.iter().map(at).collect();
                }
                found.names = names;
                self.builder.run_loop(found, span);
            }
            None => {
                self.unrun.push(range);
                self.builder.forget(span, &changed, Reason::AfterLoop);
            }
        }
    }

    /// `break` and `continue`.
    fn jump(&mut self, start: Span) {
        let is_break = self.word() == "break";
        self.leave(start, Reason::Action);
        if let Some(Some(of)) = self.rounds.last().copied() {
            let index = self.builder.push(start, None, foreign(start), RoleKind::Hidden, false);
            self.builder.jump(index, Jump { of, is_break });
        }
    }

    /// What a loop of a compiled function changes is known when it runs, from its first round on.
    fn carry(&mut self) {
        if !self.is_compiled_function {
            return;
        }
        let from = self.at;
        self.skip_blank_lines();
        self.skip_block();
        let block = from..std::mem::replace(&mut self.at, from);
        for (name, known) in self.set_within(block) {
            let span = self.before();
            let is_number = self.builder.expression(known).is_some_and(|of| {
                matches!(of.kind, ExpressionKind::Int { .. } | ExpressionKind::Name(_) | ExpressionKind::Binary(..))
            });
            if is_number && !name.starts_with("self.") {
                let carried = invoke(super::host::NUMBERS, vec![code(Code::Of(known), span)], span);
                self.builder.push(span, Some((name, span)), carried, RoleKind::Hidden, true);
            }
        }
    }

    /// Reports whether an expression is a list that is written out, or the name of one.
    fn is_listed(&self, of: &Expression) -> bool {
        let written = match &of.kind {
            ExpressionKind::Name(name) => {
                let found = self.builder.document().defining(name, self.builder.count());
                found.and_then(|found| self.builder.expression(found)).unwrap_or(of)
            }
            _ => of,
        };
        match &written.kind {
            ExpressionKind::Tuple(items) => !items.is_empty(),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.name == names::TUPLE => !call.arguments.is_empty(),
                // `d.items()`, `zip(a, b)`, `enumerate(a)`.
                Code::Invoke(call) => {
                    call.name.starts_with(names::DICTIONARY) && call.arguments.len() == 1
                        || matches!(call.name.as_str(), "py zip" | "py enumerate")
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn while_loop(&mut self) {
        let start = self.span();
        let first = self.builder.count();
        self.at += 1;
        let is_run = !self.is_compiled_function;
        let condition = if is_run { self.expression().ok().filter(|_| self.is_mark_of(self.at, ":")) } else { None };
        self.skip_head();
        self.in_branch += 1;
        let guard = self.builder.repeatedly(start);
        self.builder.open();
        self.carry();
        let asked = self.builder.count();
        let condition = condition.map(|condition| self.builder.push(start, None, condition, RoleKind::Hidden, false));
        let body = self.builder.count();
        let block = self.at;
        self.rounds.push(condition.map(|_| first));
        self.block();
        self.rounds.pop();
        self.in_branch -= 1;
        let changed = self.builder.close();
        self.builder.under(guard);
        let found = condition.map(|condition| Loop {
            range: first..first,
            first: first..first,
            condition: Some(condition),
            phases: [
                Phase { range: asked..body, ..Phase::default() },
                Phase { range: body..self.builder.count(), ..Phase::default() },
                Phase { range: self.builder.count()..self.builder.count(), ..Phase::default() },
            ],
            ..Loop::default()
        });
        self.end_loop(found, first, block, changed, start);
    }

    /// The method of the object at hand that a line calls and does nothing else: `self.set_up()`.
    fn performed_at(&self, at: usize) -> Option<String> {
        let is_call = self.word_at(at) == "self"
            && self.is_mark_of(at + 1, ".")
            && self.is_mark_of(at + 3, "(")
            && self.is_mark_of(at + 4, ")")
            && matches!(self.tokens.get(at + 5).map(|token| token.kind), None | Some(Kind::Newline));
        is_call.then(|| self.word_at(at + 2).to_string())
    }

    /// Reads what a method does that is called here, as if it stood here: what it makes of the object is seen from here
    /// on.
    fn perform(&mut self, start: Span, defined: usize) {
        self.leave(start, Reason::Action);
        self.done.insert(defined);
        let (behind, first) = (std::mem::replace(&mut self.at, defined), self.members.len());
        self.skip_head();
        self.builder.open();
        self.block();
        self.builder.close();
        for member in self.members.get(first..).unwrap_or_default().to_vec() {
            if let Some(role) = self.builder.role(member) {
                role.until = usize::MAX;
            }
        }
        self.at = behind;
    }

    /// Reads the methods that this line calls and that nobody read yet.
    fn read_what_is_called(&mut self) {
        if self.methods.is_empty() {
            return;
        }
        let begin = self.at;
        let mut at = begin;
        while let Some(token) = self.tokens.get(at).filter(|token| token.kind != Kind::Newline) {
            let is_call = token.kind == Kind::Name
                && self.word_at(at) == "self"
                && self.is_mark_of(at + 1, ".")
                && self.is_mark_of(at + 3, "(");
            let name = if is_call { self.word_at(at + 2) } else { "" };
            let is_performed = self.performed.contains(name) && self.performed_at(begin).as_deref() == Some(name);
            if let Some(defined) = self.methods.get(name).copied().filter(|_| !is_performed) {
                self.read_method(defined);
                self.at = begin;
            }
            at += 1;
        }
    }

    fn read_method(&mut self, defined: usize) {
        self.at = defined;
        self.function(self.span());
    }

    /// The methods of the class whose block begins here, with where each is defined, and which of them take nothing and
    /// answer nothing.
    fn methods_of_class(&self) -> (HashMap<String, usize>, HashSet<String>) {
        let (mut defined, mut performed) = (HashMap::new(), HashSet::new());
        if !matches!(self.tokens.get(self.at + 1).map(|token| token.kind), Some(Kind::Indent)) {
            return (defined, performed);
        }
        let mut depth = 0_usize;
        let mut last = String::new();
        for (at, token) in self.tokens.iter().enumerate().skip(self.at) {
            match token.kind {
                Kind::Indent => depth += 1,
                Kind::Dedent if depth <= 1 => break,
                Kind::Dedent => depth -= 1,
                Kind::Name if depth == 1 && self.word_at(at) == "def" && self.is_mark_of(at + 2, "(") => {
                    last = self.word_at(at + 1).to_string();
                    if self.word_at(at + 3) == "self" && self.is_mark_of(at + 4, ")") {
                        performed.insert(last.clone());
                    }
                    defined.entry(last.clone()).or_insert(at);
                }
                Kind::Name if self.word_at(at) == "return" => {
                    performed.remove(&last);
                }
                _ => {}
            }
        }
        (defined, performed)
    }

    /// Reports whether the function whose `def` stands at a token is compiled, as the lines above it say.
    fn is_compiled_above(&self, defined: usize) -> bool {
        let is_newline = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == Kind::Newline);
        let mut end = defined;
        for _ in 0..DECORATOR_LIMIT {
            let Some(last) = end.checked_sub(1).filter(|at| is_newline(*at)) else { return false };
            let mut first = last;
            while first > 0
                && !matches!(
                    self.tokens.get(first - 1).map(|token| token.kind),
                    Some(Kind::Newline | Kind::Indent | Kind::Dedent)
                )
            {
                first -= 1;
            }
            if !self.is_mark_of(first, "@") {
                return false;
            }
            if (first..last).any(|at| matches!(self.word_at(at), "jit" | "kernel")) {
                return true;
            }
            end = first;
        }
        false
    }

    fn definition(&mut self, start: Span) {
        let name = self.word_at(self.at + 1);
        let is_method = self.methods.get(name) == Some(&self.at);
        if self.done.contains(&self.at) || self.waits && is_method && name != "__init__" {
            self.skip_line();
            return self.skip_block();
        }
        self.function(start);
    }

    /// The function that is defined here.
    fn function(&mut self, start: Span) {
        let name = self.word_at(self.at + 1).to_string();
        if name.is_empty() || !self.is_mark_of(self.at + 2, "(") {
            return self.leave(start, Reason::NotRead);
        }
        if self.methods.get(&name) == Some(&self.at) {
            self.methods.remove(&name);
        }
        self.done.insert(self.at);
        self.builder
            .leave_out(start.to(self.tokens.get(self.at + 1).map_or(start, |token| token.span)), Reason::Declaration);
        let close = self.behind_bracket(self.at + 2).saturating_sub(1);
        let defined_at = self.at;
        self.at += 3;
        let entry = self.entry;
        let first = self.builder.count();
        let in_branch = std::mem::take(&mut self.in_branch);
        self.builder.open();
        let mut parameters = Vec::new();
        while self.at < close {
            let before = self.at;
            parameters.extend(self.parameter());
            if !self.take(",") && self.at == before {
                self.at += 1;
            }
        }
        if self.called.contains(&name) {
            self.bound.extend(first..self.builder.count());
            // A parameter that is this object is asked for its members.
            for (place, parameter) in parameters.iter().enumerate() {
                if self.given_self.contains(&(name.clone(), place)) {
                    self.bound.remove(&parameter.statement);
                }
            }
        }
        let is_compiled = self.entry != Entry::None || self.is_compiled_above(defined_at);
        let was_compiled = std::mem::replace(&mut self.is_compiled_function, is_compiled);
        self.entry = Entry::None;
        self.at = close;
        self.skip_head();
        let owner = self.builder.within_class(None);
        let was = self.builder.within_function(true);
        let guard = self.builder.under(None);
        let members = std::mem::take(&mut self.members);
        let fields = self.fields.take();
        let rounds = std::mem::take(&mut self.rounds);
        let gives_on = self.gives_on();
        let yields = std::mem::replace(&mut self.yields, gives_on);
        if self.yields {
            let nothing = invoke(names::TUPLE, Vec::new(), start);
            self.builder.push(start, Some((YIELDED.to_string(), start)), nothing, RoleKind::Hidden, false);
        }
        self.block();
        if self.yields {
            self.builder.push(start, None, name_of(YIELDED, start), RoleKind::Return, false);
        }
        self.yields = yields;
        self.rounds = rounds;
        self.fields = fields;
        self.builder.under(guard);
        self.is_compiled_function = was_compiled;
        self.builder.within_function(was);
        self.builder.within_class(owner);
        self.builder.close();
        self.in_branch = in_branch;
        // The members of the object are seen in its other methods.
        for member in std::mem::replace(&mut self.members, members) {
            if let Some(role) = self.builder.role(member) {
                role.until = usize::MAX;
            }
            self.members.push(member);
        }
        let range = first..self.builder.count();
        let is_variadic = parameters.iter().any(|parameter| parameter.is_rest);
        // What it answers rests on how often it was called.
        let is_stateful = (defined_at..self.at).any(|at| matches!(self.word_at(at), "nonlocal" | "global"));
        let function =
            Function { name, owner, parameters, range, entry, is_variadic, is_stateful, ..Function::default() };
        self.builder.function(function);
    }

    fn class(&mut self, start: Span) {
        let name = self.word_at(self.at + 1).to_string();
        self.builder
            .leave_out(start.to(self.tokens.get(self.at + 1).map_or(start, |token| token.span)), Reason::Declaration);
        let head = self.at + 2;
        self.skip_head();
        let words = (head..self.at).map(|at| self.word_at(at)).filter(|word| self.classes.contains(*word));
        let words = words.map(str::to_string).collect::<Vec<_>>();
        let bases = words.iter().map(|word| name_of(word, start)).collect();
        let is_tuple = (head..self.at).any(|at| self.word_at(at) == "NamedTuple");
        let of_enumeration =
            (head..self.at).map(|at| self.word_at(at)).find(|word| word.ends_with("Enum") || word.ends_with("Flag"));
        let has_method = |name: Option<&str>| {
            let (methods, _) = self.methods_of_class();
            name.map_or(!methods.is_empty(), |name| methods.contains_key(name))
        };
        let enumerates = of_enumeration.map(|word| match word == "Enum" && has_method(None) {
            true => Enumerates::Objects,
            false => Enumerates::Values,
        });
        let is_iterable = has_method(Some("__iter__"));
        let enumeration = of_enumeration.map(|word| (self.builder.count(), word.ends_with("Flag")));
        let enumeration = std::mem::replace(&mut self.enumeration, enumeration);
        let is_data = std::mem::take(&mut self.is_data) || is_tuple;
        let first = self.builder.count();
        let is_storage = !is_data && self.is_storage();
        let fields = std::mem::replace(&mut self.fields, is_data.then(Vec::new));
        // A class at the end of a long line is none of it.
        let is_near = |base: &&String| {
            let document = self.builder.document();
            document.type_named(base).is_none_or(|base| objects::is_near(document, base))
        };
        let base = words.first().filter(is_near).cloned();
        let base = std::mem::replace(&mut self.base, base);
        let class = self.class.replace(name.clone());
        let mut storage = None;
        if is_storage {
            // Storage in shared memory by name and type: no statement of it has a value.
            let block = self.at;
            self.skip_line();
            self.skip_block();
            storage = Some(self.read_storage(block..self.at));
        } else {
            let members = std::mem::take(&mut self.members);
            let in_branch = std::mem::take(&mut self.in_branch);
            let (methods, performed) = self.methods_of_class();
            self.fields = self.fields.take().filter(|_| !methods.contains_key("__init__"));
            let waits = methods.contains_key("__call__");
            let methods = std::mem::replace(&mut self.methods, methods);
            let performed = std::mem::replace(&mut self.performed, performed);
            let waits = std::mem::replace(&mut self.waits, waits);
            self.builder.open();
            // A class of data has the fields of the one that it is derived from first.
            let fields = words.first().and_then(|base| self.data_fields.get(base)).filter(|_| self.fields.is_some());
            if let Some(fields) = fields.cloned() {
                for field in fields {
                    let name = self.builder.name_of(field.statement).unwrap_or_default().to_string();
                    let statement = self.builder.unknown(start, (name, start), Reason::NotDefined, false);
                    self.fields.iter_mut().for_each(|all| all.push(Parameter { statement, ..field.clone() }));
                }
            } else if !self.methods.contains_key("__init__")
                && let Some(base) = self.base.clone()
            {
                let class = self.class_itself(&base, start);
                self.inherit(&base, class, start);
            }
            self.block();
            self.made_of_fields(&name);
            // Methods called from outside come first; what nobody calls is read as it stands.
            let behind = self.at;
            while let Some(defined) = self.methods.get("__call__").or_else(|| self.methods.values().min()).copied() {
                self.read_method(defined);
            }
            self.at = behind;
            (self.methods, self.performed, self.waits) = (methods, performed, waits);
            self.builder.close();
            self.in_branch = in_branch;
            let end = self.builder.count();
            for member in std::mem::replace(&mut self.members, members) {
                if let Some(role) = self.builder.role(member) {
                    role.until = end;
                }
            }
        }
        (self.fields, self.base, self.class, self.enumeration) = (fields, base, class, enumeration);
        let range = first..self.builder.count();
        let is_tuple = is_tuple || is_iterable;
        let class = Type { name: name.clone(), range: range.clone(), bases, is_tuple, enumerates, ..Type::default() };
        let class = self.builder.type_(class);
        self.builder.own_methods(class, &range);
        if let Some(storage) = storage {
            let index = self.builder.push(start, None, storage, RoleKind::Hidden, false);
            self.storages.insert(name, index);
        }
    }

    /// `Tile = namedtuple("Tile", "m n k")`: a class whose objects are tuples; whether it stands here.
    fn named_tuple(&mut self, start: Span) -> bool {
        let name = self.word().to_string();
        let mut at = self.at + 2;
        while !self.word_at(at).is_empty() && self.is_mark_of(at + 1, ".") {
            at += 2;
        }
        if !self.is_mark_of(self.at + 1, "=") || self.word_at(at) != "namedtuple" || !self.is_mark_of(at + 1, "(") {
            return false;
        }
        let close = self.behind_bracket_within(at + 1, super::reader::LOOKED_AT);
        let is_text = |at: &usize| self.tokens.get(*at).is_some_and(|token| token.kind == Kind::Text);
        let texts = (at + 2..close).filter(is_text).skip(1).filter_map(|at| Some(self.tokens.get(at)?.span));
        let mut words = Vec::new();
        for text in texts.collect::<Vec<_>>() {
            let written = text.of(self.text);
            let mut from = 0;
            for word in written.split(|letter: char| !letter.is_alphanumeric() && letter != '_') {
                let place = from + text.start;
                from += word.len() + 1;
                if !word.is_empty() {
                    words.push((word.to_string(), Span { start: place, end: place + word.len() }));
                }
            }
        }
        let first = self.builder.count();
        let around = self.fields.take();
        self.builder.open();
        let field = |reader: &mut Self, (word, place): (String, Span)| {
            let statement = reader.builder.unknown(place, (word, place), Reason::NotDefined, false);
            Parameter { statement, ..Parameter::default() }
        };
        let fields = words.into_iter().map(|word| field(self, word)).collect();
        self.fields = Some(fields);
        self.made_of_fields(&name);
        self.builder.close();
        self.fields = around;
        let range = first..self.builder.count();
        let class = Type { name, range: range.clone(), is_tuple: true, ..Type::default() };
        let class = self.builder.type_(class);
        self.builder.own_methods(class, &range);
        self.skip_simple();
        self.builder.leave_out(start.to(self.before()), Reason::Declaration);
        true
    }

    /// The `__init__` of a class of data, whose fields have been read: it takes each of them.
    fn made_of_fields(&mut self, class: &str) {
        let Some(fields) = self.fields.take().filter(|fields| !fields.is_empty()) else { return };
        // One that is said again keeps its place.
        let mut parameters = Vec::<Parameter>::with_capacity(fields.len());
        for field in fields {
            let name = self.builder.name_of(field.statement);
            let before = parameters.iter().position(|other| self.builder.name_of(other.statement) == name);
            match before.and_then(|place| parameters.get_mut(place)) {
                Some(before) => *before = field,
                None => parameters.push(field),
            }
        }
        self.data_fields.insert(class.to_string(), parameters.clone());
        let first = parameters.iter().map(|found| found.statement).min().unwrap_or(0);
        let name = "__init__".to_string();
        let range = first..self.builder.count();
        self.bound.extend(parameters.iter().map(|found| found.statement));
        self.builder.function(Function { name, parameters, range, is_type: true, ..Function::default() });
    }

    /// Reports whether the block that begins here has nothing but names with types.
    fn is_storage(&self) -> bool {
        let mut at = self.at + 2;
        let mut is_first = true;
        let mut found = false;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                Kind::Dedent => return found,
                Kind::Newline => is_first = true,
                _ if is_first => {
                    is_first = false;
                    if !self.is_mark_of(at + 1, ":") {
                        return false;
                    }
                    found = true;
                }
                _ => {}
            }
            at += 1;
        }
        found
    }

    /// Asks for a name that nothing defines.
    pub(super) fn mention(&mut self, name: &str, span: Span) {
        let is_member = name.starts_with("self.");
        let is_defined = self.builder.document().defining(name, self.builder.count()).is_some();
        let is_module = self.module(name).is_some();
        if is_defined || is_module || self.parameters.contains_key(name) || name == "_" || self.is_object(name) {
            return;
        }
        let is_known = operations::find(name).is_some()
            || functions::is_constant(name)
            || construct::element(name).is_some()
            || names::special(name).is_some()
            || names::is_foreign(name)
            || matches!(name, "__name__" | "__file__" | "self" | "cls")
            || is_class_of_python(name);
        // A class of the program, an atom or an enumeration.
        let is_class = !is_member
            && name.starts_with(char::is_uppercase)
            && !name.contains('_')
            && (name.contains(char::is_lowercase) || name.starts_with("SM") && name.len() > 4);
        if is_known && !is_member || is_class || self.builder.document().type_named(name).is_some() {
            return;
        }
        let bare = name.rsplit('.').next().unwrap_or(name);
        let of_command = self.command.get(bare).filter(|_| name.split('.').count() == 2).cloned();
        // Properties of an object are known when the program runs, but for what its command line says.
        let is_static = (is_member || !name.contains('.') || of_command.is_some()) && !names::is_machine_input(name);
        // How far a pipeline is.
        let is_count = name.ends_with("state.count");
        let of_state = is_count.then(|| (InputKind::Index, "0".to_string()));
        if let Some(Argument { kind, default, said }) = of_command {
            let input = Input { name: name.to_string(), statement: 0, kind, is_static, default, span };
            self.builder.ask_with(input, span, said);
            return;
        }
        let (kind, default) = of_state.unwrap_or_else(|| asked(bare));
        let default = match (kind, default.is_empty(), defaults::of_part(bare, self.instructions)) {
            (InputKind::Value, true, Some(part)) => part.to_string(),
            (InputKind::Value, true, None) if self.tensors.contains(name) || self.ranks.contains_key(name) => {
                let rank = self.ranks.get(name).copied();
                let asked = super::function::asked(
                    name,
                    "Tensor",
                    None,
                    rank,
                    self.is_batched,
                    (self.instructions, Entry::None),
                );
                asked.map(|(_, default, _)| default).unwrap_or_default()
            }
            (InputKind::Value, true, None) if is_tile(bare) => TILES_OF_AN_OPERAND.to_string(),
            (InputKind::Value, true, None)
                if let Some(copy) = defaults::of_tma(&bare.to_ascii_lowercase().replace('_', "")) =>
            {
                copy.to_string()
            }
            (InputKind::Value, true, None) if bare.contains("smem_layout_staged") => {
                super::function::staged_layout(bare, self.instructions).to_string()
            }
            _ => default,
        };
        let default = match (self.is_scaled && kind == InputKind::Element, bare.split('_').next()) {
            (true, Some("sf" | "sfa" | "sfb")) => "float_ue8m0_t".to_string(),
            (true, Some("a" | "b" | "ab")) => "float_e4m3_t".to_string(),
            _ => self.of_coordinate(bare, self.of_cluster(bare, default)),
        };
        let input = Input { name: name.to_string(), statement: 0, kind, is_static, default, span };
        self.builder.ask(input, span);
    }
}

/// Tiles of an operand in global memory: `gA`.
const TILES_OF_AN_OPERAND: &str = "gmem_ptr[16b](…) o (128,64,8):(512,_1,64)";

/// Reports whether a name is that of the tiles of an operand in global memory: `gA`, `gB_tiles`.
fn is_tile(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next() == Some('g')
        && letters.next().is_some_and(|of| of.is_ascii_uppercase() && !matches!(of, 'C' | 'D' | 'O'))
        && letters.next().is_none_or(|letter| letter == '_')
}

/// Returns what is asked for a name that nothing defines: its kind, and what it is where nobody says.
pub(super) fn asked(name: &str) -> (InputKind, String) {
    let lower = name.to_ascii_lowercase();
    if lower.ends_with("dtype") || lower.ends_with("_type") {
        let is_wide = lower.starts_with("acc");
        return (InputKind::Element, if is_wide { "float" } else { "half_t" }.to_string());
    }
    let tuple = |numbers: &str| (InputKind::Value, numbers.to_string());
    if ["is_", "has_", "use_", "enable_"].iter().any(|begins| lower.starts_with(begins)) {
        return (InputKind::Truth, "true".to_string());
    }
    // How many there are, which one it is.
    let is_number = lower.starts_with("num_")
        || ["_warp_id", "_stage", "_stages", "_threads", "_warps", "_bytes"].iter().any(|end| lower.ends_with(end))
            && lower != "epilog_warp_id"
            && lower != "epilogue_warp_id"
            && lower != "epi_warp_id";
    if is_number {
        let (kind, default) = defaults::of_integer(name);
        return (kind, default.to_string());
    }
    match lower.as_str() {
        "copy_bits" | "num_copy_bits" => return (InputKind::Size, "128".to_string()),
        "epi_tile_m" => return (InputKind::Size, "64".to_string()),
        "epi_tile_n" => return (InputKind::Size, "32".to_string()),
        _ if lower.ends_with("_warp_ids") => return tuple("(0,1,2,3)"),
        _ if lower.ends_with("major_mode") => return tuple("OperandMajorMode.K"),
        "a_layout" | "b_layout" | "c_layout" | "d_layout" => return tuple("LayoutEnum.ROW_MAJOR"),
        _ if lower.ends_with("tile_idx") || lower.ends_with("_coord") => return tuple("(0,0,0)"),
        _ if lower.contains("cluster_shape") => return tuple("(1,1,1)"),
        "cta_group" => return tuple("CtaGroup.ONE"),
        _ if lower.ends_with("inst_shape_mn") => return tuple("(128,128)"),
        _ if lower.contains("inst_shape") || lower.contains("instruction_shape") => return tuple("(128,128,16)"),
        _ if lower.contains("tiler_mnk")
            || lower.contains("tile_shape_mnk")
            || lower.contains("cta_tiler")
            || lower.starts_with("mma_tiler_") && !lower.contains("_mn")
            || lower.contains("mma") && lower.ends_with("tiler") =>
        {
            return tuple("(128,128,64)");
        }
        "epi_tile" => return tuple("(64,32)"),
        "epilog_warp_id" | "epilogue_warp_id" | "epi_warp_id" | "epilogue_warp_ids" => return tuple("(0,1,2,3)"),
        _ if lower.contains("tiler_mn") || lower.contains("tile_shape_mn") => return tuple("(128,128)"),
        _ if lower.contains("atom_layout_mnk") => return tuple("(1,1,1)"),
        _ => {}
    }
    let other = [
        "tiled_",
        "thr_",
        "producer",
        "consumer",
        "status",
        "barrier",
        "handle",
        "layout",
        "shape",
        "stride",
        "tiler",
        "copy",
        "mma",
        "atom",
        "tensor",
        "coord",
        "swizzle",
        "pipeline",
        "state",
        "storage",
        "params",
        "stream",
        "args",
        "epi",
        "major",
        "config",
        "scheduler",
        "barrier",
        "frag",
        "smem",
        "tma",
        "func",
        "logger",
        "workspace",
        "queue",
        "allocator",
        "graph",
        "plan",
        "result",
        "data",
    ];
    // `THR_M`, `SMEM_BYTES`, but `SMEM_LAYOUT`.
    let is_constant = name.len() > 1 && !name.contains(char::is_lowercase);
    let is_told = |word: &&&str| !is_constant || !NUMBERED.contains(*word);
    let is_object = name.len() > 1
        && (name.starts_with(['s', 't', 'g', 'r', 'm', 'c']) && name.chars().nth(1).is_some_and(char::is_uppercase));
    let is_operation = ["op", "fn", "kernel"]
        .iter()
        .any(|word| lower.strip_suffix(word).is_some_and(|before| before.is_empty() || before.ends_with('_')));
    if is_object || is_operation || other.iter().filter(is_told).any(|word| lower.contains(word)) {
        return (InputKind::Value, String::new());
    }
    let (kind, default) = defaults::of_integer(name);
    (kind, default.to_string())
}

/// Words in names of constants that are numbers.
const NUMBERED: [&str; 9] = ["thr_", "copy", "mma", "epi", "smem", "tma", "frag", "data", "pipeline"];

/// A tuple some of whose items have names, or are called for: they may be no modes of a tuple.
fn listed(value: Expression) -> Expression {
    let is_literal = |item: &Expression| !matches!(item.kind, ExpressionKind::Name(_) | ExpressionKind::Code(_));
    match value.kind {
        ExpressionKind::Tuple(items) if items.len() > 1 && !items.iter().all(is_literal) => {
            invoke(names::TUPLE, items, value.span)
        }
        kind => Expression { kind, ..value },
    }
}

/// Reports whether an expression or a part of it is one of these.
fn any_within(of: &Expression, is: impl Fn(&Expression) -> bool) -> bool {
    let mut open = vec![of];
    while let Some(of) = open.pop() {
        if is(of) {
            return true;
        }
        open.extend(crate::paste::demands::operands(of));
    }
    false
}

/// Reports whether a name is that of a class of Python's own, which no text has to define.
fn is_class_of_python(name: &str) -> bool {
    matches!(
        name,
        "tuple" | "list" | "dict" | "set" | "frozenset" | "str" | "bytes" | "type" | "object" | "complex" | "slice"
    )
}
