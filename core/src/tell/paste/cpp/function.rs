//! Functions of C++, with what they and classes have in angles, and lambdas.

use super::declare::Declared;
use super::effects::Effect;
use super::expression::{NotRead, Read, expression_of, name_of};
use super::overload::{self, Takes};
use super::reader::Reader;
use super::statement::is_decoration;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::token::TokenKind;
use crate::notebook::written::Reason;
use crate::paste::{
    BLOCK_DEPTH_LIMIT, Constructor, Deduction, Function, Input, InputKind, Parameter, RoleKind, defaults,
};

/// A call without arguments.
pub(super) fn call_of(name: &str, span: Span) -> Call {
    let (name, template, arguments) = (name.to_string(), Vec::new(), Vec::new());
    Call { name, name_span: span, template, template_span: span, arguments, is_member: false, named: Vec::new() }
}

/// A parameter in angles, as it is written.
pub(super) struct TemplateParameter {
    name: (String, Span),
    /// True if it is a type, and true if it is a truth.
    is_type: bool,
    is_truth: bool,
    is_pack: bool,
    /// The tokens of its default.
    default: Option<usize>,
}

/// A method that is read once all members of its class are.
pub(super) struct Later {
    start: Span,
    name: String,
    templates: Vec<TemplateParameter>,
    open: Option<usize>,
    body: usize,
    initializers: Vec<(usize, usize)>,
    told: Option<Told>,
    returns: Option<std::ops::Range<usize>>,
}

/// What a constructor tells besides what it does: see [`Constructor`].
pub(super) type Told = (Vec<Option<usize>>, Vec<(String, usize)>);

/// Number of tokens before a body in which its head stands.
const HEAD_LIMIT: usize = 256;

/// Number of members that one constructor leaves to another.
const FIELD_LIMIT: usize = 256;

/// Number of places at which a lambda names what is around it.
const SEEN_LIMIT: usize = 64;

impl Reader<'_> {
    /// `template <…>`, and what it is of.
    pub(super) fn template(&mut self, start: Span) {
        let mut parameters = Vec::new();
        while self.word(0) == "template" && self.is_mark_at(1, '<') {
            let Some(end) = self.template_list_end(self.at + 1) else {
                self.skip();
                self.builder.leave_out(start.to(self.before()), Reason::NotRead);
                return;
            };
            parameters.extend(self.template_parameters(self.at + 2, end));
            self.at = end + 1;
        }
        if self.word(0) == "requires" {
            // Demands on template arguments are not looked at.
            self.at += 1;
            if self.is_mark('(') {
                self.at = self.behind_bracket(self.at);
            }
        }
        self.skip_decorations();
        match self.word(0) {
            "struct" | "class" | "union" if self.is_class() => self.class(start, parameters),
            "using" => self.using(start, parameters),
            "friend" => {
                self.skip();
                self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            }
            _ => {
                if parameters.is_empty() {
                    // `template <> void f<int>() {…}` and the like.
                    parameters.push(TemplateParameter {
                        name: (String::new(), start),
                        is_type: true,
                        is_truth: false,
                        is_pack: false,
                        default: None,
                    });
                }
                if !self.declaration(start, parameters) {
                    self.skip();
                    self.builder.leave_out(start.to(self.before()), Reason::NotRead);
                }
            }
        }
    }

    /// Where the list of template parameters closes that opens at a token; a default may compare.
    fn template_list_end(&self, open: usize) -> Option<usize> {
        self.template_end(open)
    }

    /// The tokens of each parameter of a list: where it begins, where it ends, and where its default begins if it has one.
    fn listed(&self, begin: usize, end: usize) -> Vec<(usize, usize, Option<usize>)> {
        let mut found = Vec::new();
        let mut at = begin;
        while at < end {
            let first = at;
            let (mut angles, mut equals) = (0_usize, None);
            while at < end {
                match self.tokens.get(at).map(|token| token.kind) {
                    Some(TokenKind::Mark('(' | '{' | '[')) => {
                        at = self.behind_bracket(at);
                        continue;
                    }
                    Some(TokenKind::Mark('<')) => angles += 1,
                    Some(TokenKind::Mark('>')) => angles = angles.saturating_sub(1),
                    Some(TokenKind::Mark('=')) if angles == 0 && equals.is_none() => equals = Some(at),
                    Some(TokenKind::Mark(',')) if angles == 0 => break,
                    _ => {}
                }
                at += 1;
            }
            found.push((first, equals.unwrap_or(at), equals));
            at += 1;
        }
        found
    }

    /// A constructor of the class around it, whose name is here and whose parameters open behind it.
    pub(super) fn constructor(&mut self, start: Span, templates: Vec<TemplateParameter>) {
        let (open, class) = (self.at + 1, self.word(0));
        let behind = self.behind_bracket(open);
        let of_class = self.builder.class_templates();
        let listed = self.listed(open + 1, behind.saturating_sub(1));
        let tells = |(first, end, _): &(usize, usize, Option<usize>)| {
            let at = (*first..*end).find(|at| !matches!(self.word_at(*at), "const" | "typename"))?;
            let is_plain = !self.is_mark_of(at + 1, '<') && !self.is_mark_of(at + 1, ':');
            let word = self.word_at(at);
            of_class.iter().position(|name| name == word).filter(|_| is_plain && !word.is_empty())
        };
        let told = listed.iter().map(tells).collect();
        // `: a(a), b{c}`
        let (mut members, mut initializers) = (Vec::new(), Vec::new());
        let mut at = behind;
        while is_decoration(self.word_at(at)) || self.word_at(at) == "noexcept" {
            at += 1;
        }
        let mut is_followed = listed.iter().all(|(first, end, _)| !(*first..*end).any(|at| self.is_mark_of(at, '.')));
        let mut is_plain = listed.iter().all(|(_, _, equals)| equals.is_none());
        if self.is_mark_of(at, ':') {
            while let Some(open) =
                self.scan_type(at + 1).filter(|at| self.is_mark_of(*at, '(') || self.is_mark_of(*at, '{'))
            {
                let (name, value) = (self.word_at(at + 1), self.word_at(open + 1));
                let place = listed.iter().position(|(_, end, _)| self.word_at(end.saturating_sub(1)) == value);
                let end = self.behind_bracket(open);
                // Another constructor, or one of what it is derived from.
                let is_class = self.type_names.contains(name) || name == class;
                match place.filter(|_| !value.is_empty() && end == open + 3 && !is_class) {
                    Some(place) => members.push((name.to_string(), place)),
                    None => is_plain = false,
                }
                is_followed &= !is_class || self.document().type_named(name).is_some();
                initializers.push((at + 1, open));
                at = end;
                if !self.is_mark_of(at, ',') {
                    break;
                }
            }
        }
        // `: cur{s} {}`: what stands in braces before is no body.
        let behind_members = if initializers.is_empty() { behind } else { at };
        let body = self.opens_body(behind_members).filter(|_| is_followed);
        is_plain &= body.is_none_or(|body| self.is_mark_of(body + 1, '}'));
        let Some(body) = body.filter(|_| !is_plain) else {
            self.builder.constructor(Constructor { told, members, function: None });
            return self.skip_body(start, behind_members);
        };
        self.at = behind;
        self.initializers = initializers;
        self.told = Some((told, members));
        self.function_body(start, super::reader::constructor_of(class), templates, Some(open), body);
    }

    /// The members that another constructor gives values, or the one of what the class is derived from, with their values.
    fn begins_as(&mut self, class: Option<usize>, name_at: usize, open: usize) -> Option<Vec<(String, Expression)>> {
        let name = self.word_at(name_at);
        let place = self.tokens.get(name_at)?.span;
        (self.at, self.depth) = (name_at, 0);
        let class = self.document().types.get(class?)?;
        let is_own = class.name == name;
        let names = class.templates.iter().filter_map(|index| self.builder.name_of(*index));
        let own = names.map(|name| name_of(name, place)).collect::<Vec<_>>();
        let template = match self.is_mark_of(name_at + 1, '<') {
            true => {
                self.at = name_at + 1;
                self.angles(name).ok()?.0
            }
            false if is_own => own,
            false => Vec::new(),
        };
        self.at = open;
        let list = if self.is_mark('(') { self.list('(', ')') } else { self.list('{', '}') };
        let call = Call { template, arguments: list.ok()?.0, ..call_of(name, place) };
        let made = expression_of(Code::Invoke(call), place);
        let whole = self.builder.push(place, None, made, RoleKind::Hidden, false);
        let mut fields = Vec::new();
        let mut open = vec![name.to_string()];
        while let Some(number) = open.pop().and_then(|name| self.document().type_named(&name)) {
            let Some(found) = self.document().types.get(number).filter(|_| fields.len() < FIELD_LIMIT) else { break };
            let names = found.fields.iter().filter_map(|field| self.builder.name_of(field.statement));
            fields.extend(names.map(str::to_string));
            open.extend(found.bases.iter().filter_map(|base| match &base.kind {
                ExpressionKind::Name(name) => Some(name.clone()),
                ExpressionKind::Code(code) => match &**code {
                    Code::Invoke(call) => Some(call.name.clone()),
                    _ => None,
                },
                _ => None,
            }));
        }
        let value = |name: String| {
            let of = expression_of(Code::Of(whole), place);
            let value = expression_of(Code::Member(of, name.clone()), place);
            (name, value)
        };
        Some(fields.into_iter().map(value).collect())
    }

    /// Members that a constructor begins with, `: m(m), n{2 * m}`.
    fn initialize(&mut self, class: Option<usize>) {
        let after = self.at;
        for (name_at, open) in std::mem::take(&mut self.initializers) {
            let (name, place) = (self.word_at(name_at).to_string(), self.tokens.get(name_at).map(|token| token.span));
            let Some(place) = place else { continue };
            let is_class = self.document().type_named(&name).is_some();
            let of_class = if is_class { self.begins_as(class, name_at, open) } else { None };
            if let Some(fields) = of_class {
                for (name, value) in fields {
                    self.builder.push(place, Some((name, place)), value, RoleKind::Hidden, true);
                }
                continue;
            }
            (self.at, self.depth) = (open, 0);
            let list = if self.is_mark('(') { self.list('(', ')') } else { self.list('{', '}') };
            let value = match list {
                Ok((mut items, _)) if items.len() == 1 => items.pop(),
                Ok((items, _)) if !items.is_empty() => {
                    Some(Expression { kind: ExpressionKind::Tuple(items), span: place })
                }
                _ => None,
            };
            let value = value.unwrap_or_else(|| expression_of(Code::Foreign, place));
            self.builder.push(place, Some((name, place)), value, RoleKind::Hidden, true);
        }
        self.at = after;
    }

    fn template_parameters(&self, begin: usize, end: usize) -> Vec<TemplateParameter> {
        let mut found = Vec::new();
        for (first, behind, equals) in self.listed(begin, end) {
            let is_type = matches!(self.word_at(first), "class" | "typename" | "template");
            let is_variadic = (first..behind).any(|at| self.is_mark_of(at, '.'));
            let name = self.word_at(behind.wrapping_sub(1));
            let place = self.tokens.get(behind.wrapping_sub(1)).map_or(Span::default(), |token| token.span);
            let is_named = behind > first + 1 && !name.is_empty() && name != self.word_at(first);
            found.push(TemplateParameter {
                name: (if is_named { name.to_string() } else { String::new() }, place),
                is_type,
                is_truth: self.word_at(first) == "bool",
                is_pack: is_variadic,
                default: equals.map(|equals| equals + 1),
            });
        }
        found
    }

    /// The statements of template parameters.
    pub(super) fn template_statements(&mut self, parameters: Vec<TemplateParameter>) -> Vec<usize> {
        let after = self.at;
        let mut statements = Vec::with_capacity(parameters.len());
        for TemplateParameter { name, is_type, is_truth, is_pack, default } in parameters {
            let span = name.1;
            if is_pack {
                let statement = self.builder.unknown(span, name, Reason::NotDefined, false);
                self.packs.insert(statement);
                statements.push(statement);
                continue;
            }
            let expression = default.and_then(|at| {
                self.at = at;
                self.depth = 0;
                self.template_item("").ok().flatten()
            });
            // `template <class Config>` beside `struct Config` in one text: that one is meant.
            let expression = expression.or_else(|| {
                let is_here = is_type && self.document().type_named(&name.0).is_some();
                is_here.then(|| expression_of(Code::Invoke(call_of(&name.0, span)), span))
            });
            let (kind, said) = match (is_type, is_truth) {
                (true, _) => defaults::of_type(&name.0, self.instructions),
                (_, true) => (InputKind::Truth, "false"),
                _ => defaults::of_integer(&name.0),
            };
            if name.0.is_empty() {
                statements.push(self.builder.unknown(span, name, Reason::NotDefined, false));
                continue;
            }
            let default = said.to_string();
            let input = Input { name: name.0, statement: 0, kind, is_static: true, default, span };
            statements.push(self.builder.input(input, span, expression));
        }
        self.at = after;
        statements
    }

    /// A function whose parameters open at `open` and whose body opens at `body`.
    pub(super) fn function_body(
        &mut self,
        start: Span,
        name: String,
        templates: Vec<TemplateParameter>,
        open: Option<usize>,
        body: usize,
    ) {
        let initializers = std::mem::take(&mut self.initializers);
        let (told, returns) = (self.told.take(), self.returns.take());
        // A method sees all members of its class, whichever stands first.
        if self.builder.is_within_class()
            && let Some(Some(later)) = self.later.last_mut()
        {
            later.push(Later { start, name, templates, open, body, initializers, told, returns });
            self.at = self.behind_bracket(body);
            return;
        }
        self.initializers = initializers;
        self.returns = returns;
        self.body_now(start, name, templates, open, body);
        if let Some((told, members)) = told {
            let function = self.document().functions.len().checked_sub(1);
            self.builder.constructor(Constructor { told, members, function });
        }
    }

    /// The methods of a class whose members are all read.
    pub(super) fn methods(&mut self, later: Vec<Later>) {
        let at = self.at;
        for Later { start, name, templates, open, body, initializers, told, returns } in later {
            self.initializers = initializers;
            self.returns = returns;
            self.body_now(start, name, templates, open, body);
            if let Some((told, members)) = told {
                let function = self.document().functions.len().checked_sub(1);
                self.builder.constructor(Constructor { told, members, function });
            }
        }
        self.at = at;
    }

    fn body_now(
        &mut self,
        start: Span,
        name: String,
        templates: Vec<TemplateParameter>,
        open: Option<usize>,
        body: usize,
    ) {
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            self.at = self.behind_bracket(body);
            self.builder.leave_out(start.to(self.before()), Reason::TooDeep);
            return;
        }
        let first = self.count();
        // `template <…> requires (…) int f(…)`, `enable_if_t<…>`: words before the body since the statement began.
        let head = (0..body)
            .rev()
            .take(HEAD_LIMIT)
            .take_while(|at| self.tokens.get(*at).is_some_and(|token| token.span.start >= start.start));
        let is_constrained =
            head.into_iter().any(|at| matches!(self.word_at(at), "requires" | "enable_if_t" | "enable_if"));
        let templates = match open {
            Some(open) => self.with_classes_of_parameters(templates, open),
            None => templates,
        };
        self.builder.open();
        let template_names = templates.iter().map(|template| template.name.0.clone()).collect::<Vec<_>>();
        let templates = self.template_statements(templates);
        let default = |index: &usize| self.builder.expression(*index).filter(|of| of.kind != ExpressionKind::Missing);
        let defaults = templates.iter().map(|index| default(index).cloned()).collect::<Vec<_>>();
        let deduced = template_names.into_iter().zip(templates.iter().copied()).filter(|(name, _)| !name.is_empty());
        let deduced = deduced.collect::<Vec<_>>();
        let (parameters, is_variadic) = match open {
            Some(open) => self.parameters(open, &deduced),
            None => (Vec::new(), false),
        };
        self.at = body;
        let around = std::mem::replace(&mut self.function, first);
        let owner = self.builder.within_class(None);
        let before = self.builder.within_function(true);
        let guard = self.builder.under(None);
        let rounds = std::mem::take(&mut self.rounds);
        let returns = self.returns.take();
        self.returned = self.returned_type(returns);
        let is_inlined = std::mem::take(&mut self.is_inlined);
        self.initialize(owner);
        self.block();
        self.is_inlined = is_inlined;
        self.rounds = rounds;
        self.returned = None;
        self.builder.under(guard);
        self.builder.within_function(before);
        self.builder.within_class(owner);
        self.function = around;
        let outer = self.builder.close();
        // What a method gives a value and is no name of its own is a member.
        let is_method = owner.is_some();
        let members = outer.iter().filter(|_| is_method).map(|(name, _)| name.clone()).collect();
        let outer = if is_method { Vec::new() } else { outer };
        let changes = self.changes_of(&parameters, outer);
        let range = first..self.count();
        let is_stateful = self.is_stateful(body, self.at);
        let returns_this = is_method && self.returns_this(&range);
        let packs = templates.iter().copied().filter(|index| self.packs.contains(index)).collect();
        self.builder.function(Function {
            name,
            owner,
            returns_this,
            is_stateful,
            defaults,
            packs,
            templates,
            parameters,
            range,
            is_variadic,
            is_constrained,
            members,
            changes,
            ..Function::default()
        });
    }

    /// The class of the text that a function returns: `return {a, b};` makes one.
    fn returned_type(&mut self, tokens: Option<std::ops::Range<usize>>) -> Option<Expression> {
        let tokens = tokens?;
        let at = std::mem::replace(&mut self.at, tokens.start);
        self.skip_decorations();
        let of = match self.declared(tokens.end) {
            Declared::Type(of) => Some(of),
            _ => None,
        };
        self.at = at;
        of
    }

    /// Reports whether a body changes a name that stays from call to call: `static int n = 0;`.
    fn is_stateful(&self, from: usize, to: usize) -> bool {
        let is_kept =
            |at: &usize| self.word_at(*at) == "static" && !matches!(self.word_at(at + 1), "constexpr" | "const");
        let name_of = |at: usize| {
            let is_end = |at: &usize| ['=', ';', '{'].iter().any(|mark| self.is_mark_of(*at, *mark));
            let end = (at + 1..to.min(at + SEEN_LIMIT)).find(is_end)?;
            Some((self.word_at(end - 1), end + 1)).filter(|(name, _)| !name.is_empty())
        };
        let kept = (from..to).filter(is_kept).filter_map(name_of).take(SEEN_LIMIT).collect::<Vec<_>>();
        let Some(first) = kept.iter().map(|(_, behind)| *behind).min() else { return false };
        let is_step =
            |at: usize| ['+', '-'].iter().any(|mark| self.is_mark_of(at, *mark) && self.is_mark_of(at + 1, *mark));
        let is_changed = |at: usize| self.is_assignment_at(at + 1) || is_step(at + 1) || is_step(at.wrapping_sub(2));
        (first..to).any(|at| {
            let is_one = |(name, behind): &(&str, usize)| at >= *behind && self.word_at(at) == *name;
            kept.iter().any(is_one) && is_changed(at)
        })
    }

    /// Reports whether a method answers its object, `return *this;`.
    fn returns_this(&self, range: &std::ops::Range<usize>) -> bool {
        let is_return =
            |index: &usize| self.document().roles.get(*index).is_some_and(|role| role.kind == RoleKind::Return);
        let mut returns = range.clone().filter(is_return).filter_map(|index| self.builder.expression(index)).peekable();
        let is_this = |of: &Expression| match &of.kind {
            ExpressionKind::Code(code) => {
                matches!(&**code, Code::Deref(of) if matches!(&of.kind, ExpressionKind::Name(name) if name == "this"))
            }
            _ => false,
        };
        returns.peek().is_some() && returns.all(is_this)
    }

    /// Adds the classes of parameters that nothing defines to the parameters of the template: of a function that is pasted
    /// without the line above it, they are what that says.
    fn with_classes_of_parameters(&self, mut templates: Vec<TemplateParameter>, open: usize) -> Vec<TemplateParameter> {
        let close = self.behind_bracket(open).saturating_sub(1);
        for (first, end, _) in self.listed(open + 1, close) {
            let Some(at) = (first..end).find(|at| !matches!(self.word_at(*at), "const" | "typename")) else { continue };
            let Some(place) = self.tokens.get(at).map(|token| token.span) else { continue };
            let word = self.word_at(at);
            let is_plain = self
                .tokens
                .get(at + 1)
                .is_some_and(|next| matches!(next.kind, TokenKind::Name | TokenKind::Mark('&')) && at + 1 < end);
            let is_new = !self.defines(word) && templates.iter().all(|template| template.name.0 != word);
            if is_plain
                && is_new
                && (self.is_class_of_others(word) || matches!(word, "TiledMMA" | "TiledMma" | "TiledCopy"))
            {
                let name = (word.to_string(), place);
                templates.push(TemplateParameter {
                    name,
                    is_type: true,
                    is_truth: false,
                    is_pack: false,
                    default: None,
                });
            }
        }
        templates
    }

    /// The parameters that open at a token; whether there may be more.
    fn parameters(&mut self, open: usize, templates: &[(String, usize)]) -> (Vec<Parameter>, bool) {
        let close = self.behind_bracket(open).saturating_sub(1);
        let listed = self.listed(open + 1, close);
        let is_variadic = listed.iter().any(|(first, end, _)| (*first..*end).any(|at| self.is_mark_of(at, '.')));
        let found = listed.into_iter().map(|(first, end, equals)| self.parameter(first, end, equals, templates));
        (found.collect(), is_variadic)
    }

    /// The parameter whose tokens begin at `first` and end before `end`.
    fn parameter(
        &mut self,
        first: usize,
        end: usize,
        equals: Option<usize>,
        templates: &[(String, usize)],
    ) -> Parameter {
        self.at = first;
        self.skip_decorations();
        let begin = self.at;
        let of_type = self.scan_type(begin).unwrap_or(end).min(end);
        // `Ts... ts`
        let dots = self.dots(of_type).filter(|_| of_type < end);
        let behind = of_type + dots.unwrap_or_default();
        // `int (*f)(int)`
        let is_function = self.is_mark_of(behind, '(') && self.is_mark_of(behind + 1, '*') && behind < end;
        let behind = if is_function { behind + 2 } else { behind };
        let (name, place) = match self.word_at(behind) {
            name if !name.is_empty() && behind < end => {
                (name.to_string(), self.tokens.get(behind).map_or(Span::default(), |token| token.span))
            }
            _ => (String::new(), self.tokens.get(begin).map_or(Span::default(), |token| token.span)),
        };
        let mut word_at = begin;
        while matches!(self.word_at(word_at), "const" | "volatile" | "typename") {
            word_at += 1;
        }
        let word = self.word_at(word_at);
        let is_plain = !self.is_mark_of(word_at + 1, '<') && !self.is_mark_of(word_at + 1, ':');
        let has_pointer =
            (word_at..behind).any(|at| self.is_mark_of(at, '*')) || (self.is_mark_of(behind + 1, '[') && behind < end);
        let template = templates.iter().find(|(name, _)| name == word && is_plain).map(|(_, statement)| *statement);
        let deduces = template.map(|template| Deduction { template, is_pointee: has_pointer });
        let is_integer =
            super::expression::is_integral(word) && is_plain && !has_pointer && !is_function && word != "char";
        let is_truth = word == "bool" && !has_pointer && !is_function;
        let is_auto = word == "auto";
        let declared = if is_auto || dots.is_some() || is_function { Declared::Nothing } else { self.declared(behind) };
        let declared = match declared {
            Declared::Type(of) => Some(of),
            _ => None,
        };
        let span = self.tokens.get(begin).map_or(place, |token| token.span).to(place);
        let mut head = word_at;
        while self.is_mark_of(head + 1, ':') && self.is_mark_of(head + 2, ':') && !self.word_at(head + 3).is_empty() {
            head += 3;
        }
        let has_template = self.is_mark_of(head + 1, '<');
        let is_open = templates.iter().any(|(name, _)| name == self.word_at(head));
        let is_own = self.document().type_named(self.word_at(head)).is_some();
        let takes = match is_open || head > word_at && is_own {
            _ if is_function => Takes::Any,
            _ if has_pointer => Takes::Pointer,
            true => Takes::Any,
            false => Takes::of(self.word_at(head), has_template, is_own),
        };
        let close = if has_template { self.template_end(head + 1) } else { None };
        let listed = close.map_or_else(Vec::new, |close| self.listed(head + 2, close));
        let is_array = matches!(self.word_at(head), "array" | "Array");
        let says_type = matches!(self.word_at(head), "integral_constant" | "integer_sequence");
        let tells = listed.into_iter().enumerate().filter_map(|(place, (first, end, _))| {
            let name = self.word_at(first);
            let end = if self.dots(first + 1).is_some() { first + 1 } else { end };
            let (_, statement) = templates.iter().find(|(other, _)| other == name && end == first + 1)?;
            // `integral_constant<int, N>` says its type first.
            let place = if says_type { place.checked_sub(1)? } else { place };
            let place = if is_array && place == 1 { overload::EXTENT } else { place };
            Some((place, *statement))
        });
        let tells = tells.collect::<Vec<_>>();
        let marks = (begin..behind).filter(|at| self.is_mark_of(*at, '&')).count();
        let stars = (begin..behind).filter(|at| self.is_mark_of(*at, '*')).count();
        // `Plan* plan`, `int* m`: what it points at may be given a value.
        let is_pointer = stars == 1
            && marks == 0
            && !is_function
            && template.is_none()
            && (is_own || super::expression::is_integral(word) && word != "char");
        let is_reference = (marks == 1 || is_pointer) && !(begin..behind).any(|at| self.word_at(at) == "const");
        if is_pointer && !name.is_empty() {
            self.pointees.insert(name.clone());
        }
        let default = equals.and_then(|equals| {
            if self.is_mark_of(equals + 1, '{') && self.is_mark_of(equals + 2, '}') {
                let of = declared.clone()?;
                let span = of.span;
                return Some(expression_of(Code::Construct(of, Vec::new()), span));
            }
            self.at = equals + 1;
            self.depth = 0;
            self.expression().ok()
        });
        // `Layout<Shape, Stride> const& layout` of parameters of a template is a layout.
        let is_open = |at: usize| templates.iter().any(|(name, _)| name == self.word_at(at));
        let is_layout = word == "Layout"
            && self.is_mark_of(word_at + 1, '<')
            && is_open(word_at + 2)
            && self.is_mark_of(word_at + 3, ',')
            && is_open(word_at + 4)
            && self.is_mark_of(word_at + 5, '>')
            && !has_pointer;
        let statement = if dots.is_some() {
            self.builder.unknown(span, (name, place), Reason::NotDefined, false)
        } else if is_layout && !name.is_empty() {
            let (given, default) = (default.clone(), defaults::LAYOUT.to_string());
            let input = Input { name, statement: 0, kind: InputKind::Value, is_static: false, default, span: place };
            self.builder.input(input, span, given)
        } else if (is_integer || is_truth) && !name.is_empty() {
            let (kind, said) = if is_truth { (InputKind::Truth, "false") } else { defaults::of_integer(&name) };
            let input = Input { name, statement: 0, kind, is_static: false, default: said.to_string(), span: place };
            let declared = declared.clone();
            let expression = default.clone().map(|default| match declared {
                Some(of) => {
                    let span = default.span;
                    expression_of(Code::Typed(of, default), span)
                }
                None => default,
            });
            self.builder.input(input, span, expression)
        } else if let Some(of) = declared.as_ref().filter(|_| !has_pointer && template.is_none() && is_extent(&name))
            && let Some(said) = self.tuple_of_type(of, name.to_ascii_lowercase().contains("stride"))
        {
            let kind = InputKind::Value;
            // A cluster of one block.
            let said = match name.to_ascii_lowercase().contains("cluster") {
                true => said.split(',').map(one_block).collect::<Vec<_>>().join(","),
                false => said,
            };
            let input = Input { name, statement: 0, kind, is_static: false, default: said, span: place };
            self.builder.input(input, span, default.clone())
        } else {
            match (&declared, template) {
                (Some(of), Some(_)) if !has_pointer => {
                    self.builder.push(span, Some((name, place)), name_or(of), RoleKind::Hidden, false)
                }
                (Some(of), _) => {
                    let made = expression_of(Code::Construct(of.clone(), Vec::new()), of.span);
                    let made = if has_pointer { of.clone() } else { made };
                    let kind = if word == "Tensor" { RoleKind::Value } else { RoleKind::Hidden };
                    self.builder.push(span, Some((name, place)), made, kind, false)
                }
                (None, _) => self.builder.unknown(span, (name, place), Reason::NotDefined, false),
            }
        };
        let is_table = stars + usize::from(self.is_mark_of(behind + 1, '[') && behind < end) > 1 && !is_function;
        if let Some(pointer) = declared.as_ref().filter(|_| is_table) {
            self.tables_of_pointers.insert(statement, pointer.clone());
        }
        // Deduced parameters need no type: it is the argument's.
        let declared = if deduces.is_some() { None } else { declared };
        let is_rest = dots.is_some();
        let declared = if is_pointer && !is_own { None } else { declared };
        Parameter {
            statement,
            declared,
            deduces,
            default,
            is_reference,
            is_pointer,
            is_rest,
            takes,
            tells,
            ..Parameter::default()
        }
    }

    /// The names that a lambda gives values between its first brackets: `[n = 10, this]`.
    fn captured(&mut self, open: usize, close: usize) -> Vec<(String, Span, Expression)> {
        let after = self.at;
        let mut found = Vec::new();
        for (first, _, equals) in self.listed(open + 1, close.saturating_sub(1)) {
            let name_at = if self.is_mark_of(first, '&') { first + 1 } else { first };
            let (Some(equals), name) = (equals, self.word_at(name_at)) else { continue };
            self.at = equals + 1;
            self.depth = 0;
            let place = self.tokens.get(name_at).map_or(Span::default(), |token| token.span);
            if let (false, Ok(value)) = (name.is_empty(), self.expression()) {
                found.push((name.to_string(), place, value));
            }
        }
        self.at = after;
        found
    }

    /// `[…](…) {…}`, whose first bracket is here.
    pub(super) fn lambda(&mut self) -> Read<Expression> {
        let start = self.span();
        let of_macro = self.peek().filter(|token| token.span != token.written).map(|token| token.span);
        let open = self.behind_bracket(self.at);
        let mut behind = open;
        let mut templates = Vec::new();
        if self.is_mark_of(behind, '<') {
            let end = self.template_end(behind).ok_or(NotRead)?;
            templates = self.template_parameters(behind + 1, end);
            behind = end + 1;
        }
        let parameters_at = self.is_mark_of(behind, '(').then_some(behind);
        let at = self.body_of_lambda(self.at).ok_or(NotRead)?;
        let is_mutable = (self.at..at).any(|at| self.word_at(at) == "mutable");
        if self.blocks >= BLOCK_DEPTH_LIMIT {
            return Err(NotRead);
        }
        let depth = self.depth;
        let first = self.count();
        let is_by_reference = (self.at..open).any(|at| self.is_mark_of(at, '&'));
        let body = if is_by_reference { at..self.behind_bracket(at) } else { at..at };
        let seen = body.map(|at| self.word_at(at)).filter(|name| !name.is_empty() && self.defines(name));
        let mut seen = seen.take(SEEN_LIMIT).map(str::to_string).collect::<Vec<_>>();
        seen.sort_unstable();
        seen.dedup();
        // `[n = 10]` are names of its own.
        let captured = self.captured(self.at, open);
        let held = captured.iter().map(|(name, ..)| name.clone()).collect::<Vec<_>>();
        self.builder.open();
        for (name, place, value) in captured {
            self.builder.push(place, Some((name, place)), value, RoleKind::Hidden, false);
        }
        let names = templates.iter().map(|template| template.name.0.clone()).collect::<Vec<_>>();
        let templates = self.template_statements(templates);
        let told = names.into_iter().zip(templates.iter().copied()).filter(|(name, _)| !name.is_empty());
        let told = told.collect::<Vec<_>>();
        let (parameters, is_variadic) = match parameters_at {
            Some(open) => self.parameters(open, &told),
            None => (Vec::new(), false),
        };
        self.at = at;
        let before = self.builder.within_function(true);
        let returned = self.returned.take();
        let is_inlined = std::mem::take(&mut self.is_inlined);
        let guard = self.builder.under(None);
        self.block();
        self.builder.under(guard);
        self.builder.within_function(before);
        self.returned = returned;
        self.is_inlined = is_inlined;
        // `[n = 10]() mutable { return n++; }` keeps what it changes.
        let own =
            (first..self.count()).filter(|index| self.document().roles.get(*index).is_some_and(|role| role.changes));
        let mut own = own.filter_map(|index| self.builder.name_of(index));
        let is_stateful = is_mutable && own.any(|name| held.iter().any(|held| held == name));
        let outer = self.builder.close();
        self.depth = depth;
        let span = start.to(self.before());
        if !outer.is_empty() {
            let names = outer.iter().map(|(name, _)| name.clone()).collect();
            self.effect(Effect::Captured { names, span });
        }
        let changes = self.changes_of(&parameters, outer);
        let range = first..self.count();
        if let Some(of_macro) = of_macro {
            self.builder.unlist(&range, of_macro);
        }
        let packs = templates.iter().copied().filter(|index| self.packs.contains(index)).collect();
        let number = self.builder.function(Function {
            parameters,
            templates,
            packs,
            range,
            is_variadic,
            changes,
            is_stateful,
            seen,
            ..Function::default()
        });
        Ok(expression_of(Code::Lambda(number), span))
    }
}

/// The value that a type makes, where it is a name: a template parameter stands for its argument.
/// Reports whether a tuple of a name is one of extents or strides: coordinates begin at 0.
fn is_extent(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    !name.is_empty() && !["coord", "crd", "idx", "index", "offset"].iter().any(|word| lower.contains(word))
}

/// A mode of a tuple as it is written, with 1 for an integer of a running program.
fn one_block(mode: &str) -> String {
    let digits = mode.trim_matches(['(', ')']);
    match digits.chars().all(|letter| letter.is_ascii_digit()) {
        true => mode.replace(digits, "1"),
        false => mode.to_string(),
    }
}

fn name_or(of: &Expression) -> Expression {
    match &of.kind {
        ExpressionKind::Name(name) => name_of(name, of.span),
        _ => of.clone(),
    }
}
