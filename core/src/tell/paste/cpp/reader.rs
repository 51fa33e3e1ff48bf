//! A text of C++ on its way to a program: where reading is, what names are, what is asked for, what calls what.

use std::collections::{HashMap, HashSet};

use super::effects::Effect;
use super::expression::{NotRead, Read, expression_of};
use super::function::{Later, Told};
use super::lines::{Define, Lines, Token, lines};
use super::overload;
use crate::nested::DEPTH_LIMIT;
use crate::notebook::construct;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span, Spelling};
use crate::notebook::token::TokenKind;
use crate::notebook::written::Program;
use crate::notebook::{TEXT_LIMIT, written::Reason};
use crate::paste::defaults::Instructions;
use crate::paste::{Builder, Document, Function, Language, Parameter, assumed, notation};

/// A text of C++ on its way to a program.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: &'a [Token],
    /// The tokens of what is defined.
    pub(super) bodies: &'a [Token],
    pub(super) at: usize,
    /// Depth of the expression that is read.
    pub(super) depth: usize,
    /// Number of conditions that decide whether what is read is run, within the expression.
    pub(super) maybe: usize,
    /// True if what is read next is a type: there `<` opens template arguments.
    pub(super) is_type: bool,
    /// Number of blocks that are open.
    pub(super) blocks: usize,
    pub(super) builder: Builder,
    /// Instructions that atoms stand for where nobody says.
    pub(super) instructions: Instructions,
    pub(super) namespaces: HashSet<String>,
    /// Other names of namespaces, with the last word of what they stand for.
    pub(super) namespace_aliases: HashMap<&'a str, &'a str>,
    /// Names of classes and of their parameters, wherever they stand.
    pub(super) type_names: HashSet<&'a str>,
    /// Operations that the text describes as CuTe describes its own.
    pub(super) operations: HashSet<String>,
    /// The first statement of the function that is read.
    pub(super) function: usize,
    /// Names that stand for functions.
    pub(super) aliases: HashMap<String, Call>,
    /// Names that stand for others, with the depth of the block: `int& x = y;`.
    pub(super) references: Vec<(&'a str, &'a str, usize)>,
    /// Names that stand for a part of what others stand for.
    pub(super) parts: Vec<Part>,
    /// Names of enumerations whose words stand behind them.
    pub(super) enumerations: HashSet<&'a str>,
    /// The one whose words stand here.
    pub(super) enumeration: &'a str,
    /// What the statement changes that is read.
    pub(super) effects: Vec<Effect>,
    /// Parameters of the function that are pointers to what it may give a value.
    pub(super) pointees: HashSet<String>,
    /// Parameters that are pointers to pointers, and which these are.
    pub(super) tables_of_pointers: HashMap<usize, Expression>,
    /// Statements of integers that are declared and given nothing.
    pub(super) unset: HashSet<usize>,
    /// Statements that give what a pointer points at a value.
    pub(super) targets: HashSet<usize>,
    /// The class that the function returns whose body is read.
    pub(super) returned: Option<Expression>,
    /// True within a lambda that is read as a block: what it answers nobody takes.
    pub(super) is_inlined: bool,
    /// The tokens of the type that the function returns which is read.
    pub(super) returns: Option<std::ops::Range<usize>>,
    /// The same of what it tells.
    pub(super) told: Option<Told>,
    /// Methods of the classes that are open, which are read at their end.
    pub(super) later: Vec<Option<Vec<Later>>>,
    /// The last token that names each class.
    pub(super) last_use: HashMap<&'a str, usize>,
    /// Statements of template parameters that are packs.
    pub(super) packs: HashSet<usize>,
    /// Members that the constructor begins with which is read: where their names stand, and where their values open.
    pub(super) initializers: Vec<(usize, usize)>,
    /// The first statements of loops that are open; `None` of a `switch`.
    pub(super) rounds: Vec<Option<usize>>,
    /// Statements of loops that are not run.
    pub(super) unrun: Vec<std::ops::Range<usize>>,
    /// True if a round may be ended by what is not followed.
    pub(super) has_lost_jump: bool,
    calls: Vec<CallSite>,
    /// Functions that are named with template arguments and not called there.
    mentioned: Vec<CallSite>,
    /// What kernels are launched with: how many blocks, and how many threads each has.
    launches: Vec<CallSite>,
    type_uses: Vec<CallSite>,
    defines: std::iter::Peekable<std::vec::IntoIter<Define>>,
}

/// A name for a part of what another stands for: `int& m = get<0>(shape);`.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) own: String,
    pub(super) of: String,
    /// Modes by their numbers, members by their names, elements by the statement of their index.
    pub(super) path: Vec<String>,
    /// How many blocks are open where it stands.
    pub(super) depth: usize,
}

/// A function that a name stands for.
enum Held {
    /// One of the text, with template arguments.
    Named(String, Vec<Expression>),
    /// A lambda, by its number.
    Lambda(usize),
}

/// A call, and the statement that it stands in.
struct CallSite {
    call: Call,
    site: usize,
    /// True if what is called is a name that may be given a function.
    is_held: bool,
}

/// Number of functions of one name that a call is looked for in.
const OVERLOADS_LIMIT: usize = 32;

/// Number of calls that are followed to the functions that they call.
const CALL_LIMIT: usize = 1 << 12;

/// Depth to which calls in functions that are called are followed before those of functions that nobody calls.
const ROUND_LIMIT: usize = 8;

impl<'a> Reader<'a> {
    pub(super) fn read(text: &str) -> Builder {
        let mut end = text.len().min(TEXT_LIMIT);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let below = notation::begin(text, Language::Cpp);
        let end = end.min(below);
        let Lines { tokens, bodies, defines, left_out } = lines(text.get(..end).unwrap_or_default());
        let mut reader = Reader {
            text,
            tokens: &tokens,
            bodies: &bodies,
            at: 0,
            depth: 0,
            maybe: 0,
            is_type: false,
            blocks: 0,
            builder: Builder::new(Language::Cpp, Spelling::Cpp),
            instructions: Instructions::of(text),
            namespaces: HashSet::new(),
            namespace_aliases: HashMap::new(),
            type_names: HashSet::new(),
            operations: HashSet::new(),
            function: 0,
            aliases: HashMap::new(),
            references: Vec::new(),
            parts: Vec::new(),
            enumerations: HashSet::new(),
            enumeration: "",
            effects: Vec::new(),
            pointees: HashSet::new(),
            tables_of_pointers: HashMap::new(),
            unset: HashSet::new(),
            targets: HashSet::new(),
            returned: None,
            is_inlined: false,
            returns: None,
            told: None,
            later: Vec::new(),
            last_use: HashMap::new(),
            packs: HashSet::new(),
            initializers: Vec::new(),
            rounds: Vec::new(),
            unrun: Vec::new(),
            has_lost_jump: false,
            calls: Vec::new(),
            mentioned: Vec::new(),
            launches: Vec::new(),
            type_uses: Vec::new(),
            defines: defines.into_iter().peekable(),
        };
        reader.builder.assume(assumed(text));
        for (span, reason) in left_out {
            reader.builder.leave_out(span, reason);
        }
        reader.find_names();
        while reader.at < reader.tokens.len() {
            let before = reader.at;
            reader.statement();
            // A bracket that nothing opened.
            if reader.at == before {
                reader.at += 1;
            }
        }
        reader.take_defines(usize::MAX);
        if end < below {
            reader.builder.leave_out(Span { start: end, end: below }, Reason::NotRead);
        }
        reader.bind();
        notation::read(&mut reader.builder, text, below);
        reader.builder
    }

    /// Finds the names of namespaces, classes and template parameters before they are read.
    fn find_names(&mut self) {
        for at in 0..self.tokens.len() {
            let word = self.word_at(at);
            if !matches!(word, "struct" | "class" | "union" | "typename" | "namespace" | "using" | "enum") {
                continue;
            }
            let mut next = at + 1;
            if word == "enum" && matches!(self.word_at(next), "class" | "struct") {
                next += 1;
            }
            while self.is_mark_of(next, '.') || self.word_at(next).starts_with("CUTE_") {
                next += 1;
            }
            let name = self.word_at(next);
            let is_defined = match word {
                "namespace" => true,
                "using" => self.is_mark_of(next + 1, '='),
                "typename" => {
                    self.is_mark_of(next + 1, ',') || self.is_mark_of(next + 1, '>') || self.is_mark_of(next + 1, '=')
                }
                _ => true,
            };
            if name.is_empty() || !is_defined {
                continue;
            }
            if word == "namespace" {
                if !self.word_at(at.wrapping_sub(1)).starts_with("using") {
                    self.namespaces.insert(name.to_string());
                }
            } else {
                self.type_names.insert(name);
            }
        }
        for at in 0..self.tokens.len() {
            let word = self.word_at(at);
            if self.type_names.contains(word) {
                self.last_use.insert(word, at);
            }
        }
    }

    /// The constants and macros that are defined above here.
    pub(super) fn take_defines(&mut self, before: usize) {
        while let Some(define) = self.defines.next_if(|define| define.before <= before) {
            self.define(&define);
        }
    }

    /// Gives the parameters of functions and classes what they are called with.
    fn bind(&mut self) {
        for CallSite { call, site, .. } in std::mem::take(&mut self.type_uses) {
            if let Some(number) = self.document().type_named(&call.name) {
                self.builder.bind_type(number, &call.template, site);
            }
        }
        // A call in a function is looked at once that is seen with what it is called with itself.
        let within = self.document().functions_of_statements(self.count());
        let mut calls = std::mem::take(&mut self.calls);
        for _ in 0..ROUND_LIMIT {
            let is_seen = |noted: &CallSite| match within.get(noted.site).copied().flatten() {
                // Nobody calls `main(argc, argv)`.
                Some(number) => {
                    let is_main = |function: &Function| function.name == "main";
                    self.builder.is_seen(number) || self.document().functions.get(number).is_some_and(is_main)
                }
                None => true,
            };
            let (now, later) = calls.into_iter().partition::<Vec<_>, _>(is_seen);
            calls = later;
            if now.is_empty() {
                break;
            }
            self.bind_calls(now);
        }
        self.bind_calls(calls);
        self.bind_mentioned();
        self.bind_launches();
    }

    /// Gives functions that nobody calls the template arguments that they are named with: `m.def("run", &run<half_t, 16>)`.
    fn bind_mentioned(&mut self) {
        for CallSite { call, site, .. } in std::mem::take(&mut self.mentioned) {
            let fits = |(number, function): (usize, &Function)| {
                (function.templates.len() >= call.template.len()).then_some(number)
            };
            let first = self.document().functions_named(&call.name).take(OVERLOADS_LIMIT).find_map(fits);
            if let Some(number) = first.filter(|number| !self.builder.is_seen(*number)) {
                self.builder.bind(number, &call.template, &[], site);
            }
        }
    }

    /// Gives functions the arguments of calls, of each the first.
    fn bind_calls(&mut self, calls: Vec<CallSite>) {
        for CallSite { call, site, is_held } in calls {
            // `Plan plan(4, 8)` calls a constructor.
            let is_class = self.document().type_named(&call.name).is_some();
            let call = match is_class {
                true => Call { name: constructor_of(&call.name), template: Vec::new(), ..call },
                false => call,
            };
            let call = match self.held_function(&call.name, site).filter(|_| is_held) {
                Some(Held::Named(name, template)) => Call { name, template, ..call },
                Some(Held::Lambda(number)) => {
                    let arguments = call.arguments.iter().map(|given| (given.clone(), site)).collect::<Vec<_>>();
                    self.builder.bind(number, &[], &arguments, site);
                    continue;
                }
                None if is_held => continue,
                None => call,
            };
            let named = self.document().functions_named(&call.name);
            let fit = named.filter(|(_, function)| function.accepts(call.arguments.len())).take(OVERLOADS_LIMIT);
            let fit = fit.map(|(number, _)| (number, self.alike(number, &call))).collect::<Vec<_>>();
            // Which of several C++ takes depends on types; parameters are named like what they are given.
            let most = fit.iter().map(|(_, alike)| *alike).max().unwrap_or_default();
            let tied = fit.into_iter().filter(|(_, alike)| *alike == most).map(|(number, _)| number);
            let tied = tied.collect::<Vec<_>>();
            for number in &tied {
                let others = if call.template.is_empty() { self.left_to_others(*number, &tied) } else { Vec::new() };
                let given = |(place, given): (usize, &Expression)| match others.contains(&place) {
                    true => (Expression { kind: ExpressionKind::Missing, span: given.span }, site),
                    false => (given.clone(), site),
                };
                let arguments = call.arguments.iter().enumerate().map(given).collect::<Vec<_>>();
                self.builder.bind(*number, &call.template, &arguments, site);
                for place in others {
                    self.builder.take_another_type(*number, place);
                }
            }
        }
    }

    /// The places at which a function takes a pointer to whatever it is, and another of those that a call may mean takes one
    /// to a type of its own: which of the two is meant that type says.
    fn left_to_others(&self, number: usize, tied: &[usize]) -> Vec<usize> {
        let found = |number: usize| self.document().functions.get(number).map(|function| &function.parameters);
        let Some(own) = found(number).filter(|_| tied.len() > 1) else { return Vec::new() };
        let is_left = |(place, parameter): (usize, &Parameter)| {
            let says_type = |other: &usize| {
                let other = found(*other).and_then(|parameters| parameters.get(place));
                other.is_some_and(|other| overload::element_pointed_at(other).is_some())
            };
            let is_any = parameter.deduces.is_some_and(|deduces| deduces.is_pointee);
            (is_any && tied.iter().any(says_type)).then_some(place)
        };
        own.iter().enumerate().filter_map(is_left).collect()
    }

    /// The function that a name stands for which is none itself: a parameter that is given one.
    fn held_function(&self, name: &str, site: usize) -> Option<Held> {
        let document = self.document();
        let mut of = self.builder.expression(document.defining(name, site)?)?;
        for _ in 0..OVERLOADS_LIMIT {
            let is_function = |name: &str| document.functions_named(name).next().is_some();
            let template = |call: &Call| {
                let is_it = call.arguments.is_empty() && !call.is_member && is_function(&call.name);
                is_it.then(|| Held::Named(call.name.clone(), call.template.clone()))
            };
            of = match &of.kind {
                ExpressionKind::Name(name) if is_function(name) => return Some(Held::Named(name.clone(), Vec::new())),
                ExpressionKind::Call(call) => return template(call),
                ExpressionKind::Unary(_, inner) => inner,
                ExpressionKind::Code(code) => match &**code {
                    Code::Lambda(number) => return Some(Held::Lambda(*number)),
                    Code::Invoke(call) => return template(call),
                    Code::Typed(_, inner) | Code::Deref(inner) => inner,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    }

    /// Returns how many arguments of a call are called as the parameters of a function.
    fn alike(&self, number: usize, call: &Call) -> usize {
        let parameters = self.document().functions.get(number).map_or(&[][..], |function| &function.parameters);
        let is_alike = |(parameter, argument): &(&Parameter, &Expression)| match &argument.kind {
            ExpressionKind::Name(name) => self.builder.name_of(parameter.statement) == Some(name.as_str()),
            _ => false,
        };
        parameters.iter().zip(&call.arguments).filter(is_alike).count()
    }

    /// Notes a call of a method of a class of the text.
    pub(super) fn called_method(&mut self, name: &str, name_span: Span, arguments: &[Expression]) {
        let is_own = |function: &Function| function.owner.is_some() && function.accepts(arguments.len());
        if self.document().functions_named(name).take(OVERLOADS_LIMIT).any(|(_, function)| is_own(function)) {
            let arguments = arguments.to_vec();
            let call = Call { arguments, ..super::function::call_of(name, name_span) };
            let site = self.count();
            self.called(&call, site);
        }
    }

    /// Notes a call of what the text may define.
    pub(super) fn called(&mut self, call: &Call, site: usize) {
        if self.calls.len() >= CALL_LIMIT {
            return;
        }
        let call = match self.aliases.get(&call.name) {
            Some(alias) => Call { arguments: call.arguments.clone(), ..alias.clone() },
            None => call.clone(),
        };
        // `launch(kernel, a, b)`: what stands behind the kernel are its arguments.
        for (place, argument) in call.arguments.iter().enumerate() {
            if let ExpressionKind::Name(name) = &uncast(argument).kind
                && let Some(alias) = self.aliases.get(name)
            {
                let arguments = call.arguments.get(place + 1..).unwrap_or_default().to_vec();
                self.calls.push(CallSite { call: Call { arguments, ..alias.clone() }, site, is_held: false });
            }
        }
        self.bind_lambdas(&call);
        self.effects_of_each(&call);
        self.calls.push(CallSite { call, site, is_held: false });
    }

    /// Notes a call of what a name stands for, which may be a function that it is given: `void (*kernel)(Params)`.
    pub(super) fn called_by_name(&mut self, call: &Call) {
        if self.calls.len() < CALL_LIMIT && self.builder.is_within_function() {
            self.calls.push(CallSite { call: call.clone(), site: self.count(), is_held: true });
        }
    }

    /// `for_each(t, [](auto x) {…})`: the lambda is seen with the first of what it is called with.
    fn bind_lambdas(&mut self, call: &Call) {
        if !matches!(
            call.name.as_str(),
            "for_each" | "transform" | "transform_leaf" | "for_each_leaf" | "transform_apply"
        ) {
            return;
        }
        let Some((last, rest)) = call.arguments.split_last() else { return };
        let ExpressionKind::Code(code) = &last.kind else { return };
        let Code::Lambda(number) = **code else { return };
        let first = |of: &Expression| {
            let zero = super::expression::int(0, true, of.span);
            super::expression::call_of(crate::operations::called::GET, vec![zero], vec![of.clone()], of.span)
        };
        let arguments = rest.iter().map(first).collect();
        self.builder.bind_lambda(number, arguments);
    }

    /// Notes a function of the text that is named with template arguments.
    pub(super) fn mentions(&mut self, call: &Call) {
        let is_function = !call.template.is_empty() && self.document().functions_named(&call.name).next().is_some();
        if is_function && self.mentioned.len() < CALL_LIMIT {
            let site = self.count();
            self.mentioned.push(CallSite { call: call.clone(), site, is_held: false });
        }
    }

    /// Notes a use of a class with template arguments.
    pub(super) fn used_type(&mut self, call: &Call) {
        if self.type_uses.len() < CALL_LIMIT {
            let site = self.count();
            self.type_uses.push(CallSite { call: call.clone(), site, is_held: false });
        }
    }

    /// Returns how many calls and uses were noted so far.
    pub(super) fn noted(&self) -> (usize, usize) {
        (self.calls.len(), self.type_uses.len())
    }

    /// Forgets what was noted since then.
    pub(super) fn forget_noted(&mut self, since: (usize, usize)) {
        self.calls.truncate(since.0);
        self.type_uses.truncate(since.1);
    }

    /// Says that what was noted since then stands in a statement.
    pub(super) fn stands_in(&mut self, since: (usize, usize), site: usize) {
        let calls = self.calls.iter_mut().skip(since.0);
        for noted in calls.chain(self.type_uses.iter_mut().skip(since.1)) {
            noted.site = site;
        }
    }

    /// `kernel<<<grid, block>>>(arguments)`, behind the kernel.
    pub(super) fn launch(&mut self, call: Call) -> Read<Expression> {
        let site = self.count();
        let mut depth = 0_usize;
        self.at += 3;
        let open = self.at;
        while !(depth == 0 && self.is_mark('>') && self.is_mark_at(1, '>') && self.is_mark_at(2, '>')) {
            match self.peek().map(|token| token.kind) {
                None | Some(TokenKind::Mark(';')) => return Err(NotRead),
                Some(TokenKind::Mark('(' | '{')) => depth += 1,
                Some(TokenKind::Mark(')' | '}')) => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        let extents = self.extents_of_launch(open, self.at);
        self.launches.push(CallSite { call: Call { arguments: extents, ..call.clone() }, site, is_held: false });
        self.at += 3;
        let (arguments, end) = self.list('(', ')')?;
        let span = call.name_span.to(end);
        self.called(&Call { arguments, ..call.clone() }, site);
        let launch = Call { name: format!("{}<<<>>>", call.name), arguments: Vec::new(), template: Vec::new(), ..call };
        Ok(expression_of(Code::Invoke(launch), span))
    }

    /// What stands within `<<<…>>>`, between two tokens: how many blocks there are and how many threads each has.
    fn extents_of_launch(&mut self, open: usize, close: usize) -> Vec<Expression> {
        let (tokens, behind) = (self.tokens, self.at);
        (self.tokens, self.at) = (tokens.get(..close).unwrap_or(tokens), open);
        let mut extents = Vec::new();
        while let Ok(extent) = self.expression() {
            extents.push(extent);
            if !self.is_mark(',') {
                break;
            }
            self.at += 1;
        }
        (self.tokens, self.at) = (tokens, behind);
        extents
    }

    /// Makes `blockDim.x` of the one kernel that is launched, and launched alike, what it is launched with.
    fn bind_launches(&mut self) {
        let launches = std::mem::take(&mut self.launches);
        let Some((first, others)) = launches.split_first() else { return };
        let texts = |site: &CallSite| {
            let texts = site.call.arguments.iter().take(2).map(|extent| extent.span.of(self.text));
            texts.collect::<Vec<_>>()
        };
        if others.iter().any(|other| other.call.name != first.call.name || texts(other) != texts(first)) {
            return;
        }
        let kernel = self.document().functions_named(&first.call.name).next();
        let Some(range) = kernel.map(|(_, function)| function.range.clone()) else { return };
        let of = |prefix: &str| match prefix {
            "gridDim" => first.call.arguments.first(),
            "blockDim" => first.call.arguments.get(1),
            _ => None,
        };
        let asked = self.document().inputs.iter().filter(|input| range.contains(&input.statement));
        let told = asked.filter_map(|input| {
            let (prefix, member) = input.name.split_once('.')?;
            let extent = of(prefix)?.clone();
            let span = extent.span;
            Some((input.statement, expression_of(Code::Member(extent, member.to_string()), span)))
        });
        for (statement, told) in told.collect::<Vec<_>>() {
            self.builder.tell(statement, told, first.site);
        }
    }

    pub(super) fn document(&self) -> &Document {
        self.builder.document()
    }

    pub(super) fn count(&self) -> usize {
        self.builder.count()
    }

    /// Reports whether a statement above defines a name.
    pub(super) fn defines(&self, name: &str) -> bool {
        self.document().defining(name, self.count()).is_some()
    }

    /// The part that a name stands for.
    pub(super) fn part_of(&self, name: &str) -> Option<&Part> {
        self.parts.iter().rev().find(|part| part.own == name)
    }

    /// The name that a reference stands for; any other stands for itself.
    pub(super) fn referred(&self, name: &'a str) -> &'a str {
        self.references.iter().rev().find(|(own, ..)| *own == name).map_or(name, |(_, of, _)| *of)
    }

    /// The same of a name that is no part of the text.
    pub(super) fn referred_text(&self, name: &str) -> String {
        let found = self.references.iter().rev().find(|(own, ..)| *own == name);
        found.map_or_else(|| name.to_string(), |(_, of, _)| (*of).to_string())
    }

    pub(super) fn is_namespace(&self, name: &str) -> bool {
        self.namespaces.contains(name) && !self.type_names.contains(name)
    }

    pub(super) fn is_type_name(&self, name: &str) -> bool {
        self.type_names.contains(name) || construct::element(name).is_some()
    }

    pub(super) fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    /// The place of the current token, or of the end of the text.
    pub(super) fn span(&self) -> Span {
        let end = Span { start: self.text.len(), end: self.text.len() };
        self.peek().map_or(end, |token| token.span)
    }

    /// The end of the token before.
    pub(super) fn before(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(Span::default(), |token| token.span)
    }

    /// The name that stands so many tokens on; empty where none does.
    pub(super) fn word(&self, ahead: usize) -> &'a str {
        self.word_at(self.at + ahead)
    }

    pub(super) fn word_at(&self, at: usize) -> &'a str {
        match self.tokens.get(at) {
            Some(Token { kind: TokenKind::Name, written, .. }) => written.of(self.text),
            _ => "",
        }
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.is_mark_of(self.at, mark)
    }

    pub(super) fn is_mark_at(&self, ahead: usize, mark: char) -> bool {
        self.is_mark_of(self.at + ahead, mark)
    }

    pub(super) fn is_mark_of(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Mark(mark))
    }

    pub(super) fn is_text(&self, text: &str) -> bool {
        self.peek().is_some_and(|token| token.written.of(self.text) == text)
    }

    /// Reports whether a token follows the one before it without a gap.
    pub(super) fn is_adjacent(&self, at: usize) -> bool {
        match (at.checked_sub(1).and_then(|before| self.tokens.get(before)), self.tokens.get(at)) {
            (Some(before), Some(token)) => before.written.end == token.written.start,
            _ => false,
        }
    }

    pub(super) fn wants(&mut self, mark: char) -> Read<()> {
        if !self.is_mark(mark) {
            return Err(NotRead);
        }
        self.at += 1;
        Ok(())
    }

    pub(super) fn descend(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT { Err(NotRead) } else { Ok(()) }
    }

    /// Where the bracket closes that opens at a token: behind it.
    pub(super) fn behind_bracket(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        let mut at = open;
        while let Some(token) = self.tokens.get(at) {
            match token.kind {
                TokenKind::Mark('(' | '[' | '{') => depth += 1,
                TokenKind::Mark(')' | ']' | '}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        at
    }
}

/// The name of the function that a constructor of a class is.
pub(super) fn constructor_of(class: &str) -> String {
    format!("{class}@new")
}

/// Returns what stands behind casts.
fn uncast(mut value: &Expression) -> &Expression {
    for _ in 0..8 {
        match &value.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Typed(_, inner) | Code::Deref(inner) => value = inner,
                _ => break,
            },
            _ => break,
        }
    }
    value
}
