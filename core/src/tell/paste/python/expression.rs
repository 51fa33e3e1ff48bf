//! Expressions of Python as those of the notebook.

use super::callable;
use super::fly;
use super::host;
use super::lexer::Kind;
use super::names;
use super::reader::{Argument, Launch, NotRead, Read, Reader, Site, code, foreign, int, name_of};
use crate::nested::DEPTH_LIMIT;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::written::{Program, Reason};
use crate::notebook::{construct, functions};
use crate::operations::{self, called};
use crate::paste::defaults;
use crate::paste::document::{Input, InputKind, RoleKind};
use crate::paste::rounds::ELEMENT;
use crate::paste::settle::is_about_layouts;

/// Operators between values, loosest first.
const OPERATORS: [&[&str]; 6] = [&["|"], &["^"], &["&"], &["<<", ">>"], &["+", "-"], &["*", "//", "/", "%", "@"]];

/// Comparisons.
const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// Members that layouts, tensors, atoms and types have: who asks for them asks for the object itself.
pub(super) fn is_of_layouts(name: &str) -> bool {
    operations::find(name).is_some()
        || matches!(
            name,
            "iterator"
                | "element_type"
                | "dtype"
                | "value_type"
                | "memspace"
                | "inner"
                | "outer"
                | "width"
                | "bytes"
                | "is_integer"
                | "is_float"
                | "signed"
                | "type"
                | "value"
                | "ir_value"
                | "thr_id"
                | "shape_mnk"
                | "tiler_mn"
                | "op"
                | "atom"
                | "tma_tensor"
                | "ndim"
                | "T"
                | "__name__"
        )
        || name.contains("layout")
}

/// Arguments that say nothing of a value.
const SILENT: [&str; 11] = [
    "loc",
    "ip",
    "verbose",
    "unroll",
    "unroll_full",
    "byte_alignment",
    "assumed_align",
    "prefetch_stages",
    "is_signed",
    "sep",
    "stream",
];

/// Arguments of a call: in order, and by name.
#[derive(Default)]
pub(super) struct Given {
    pub(super) arguments: Vec<Expression>,
    pub(super) named: Vec<(String, Span, Expression)>,
    /// Some argument stands for several.
    pub(super) has_star: bool,
    /// True if one of them is a dictionary of names, `**x`, that nobody follows.
    pub(super) has_names: bool,
}

/// Number of expressions that one looks at for the class that an object is of.
const STEPS: usize = 64;

/// The input that says which instructions a device has: `torch.cuda.get_device_capability()`.
const CAPABILITY: &str = "compute_capability";

impl Reader<'_> {
    pub(super) fn descend(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT { Err(NotRead) } else { Ok(()) }
    }

    /// An expression, or several with commas: a tuple.
    pub(super) fn expressions(&mut self) -> Read<Expression> {
        let start = self.span();
        let first = self.starred()?;
        if !self.is_mark(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(",") {
            if self.ends_expression() {
                break;
            }
            items.push(self.starred()?);
        }
        Ok(tuple(items, start.to(self.before())))
    }

    fn ends_expression(&self) -> bool {
        matches!(
            self.kind(),
            None | Some(
                Kind::Newline
                    | Kind::Dedent
                    | Kind::Indent
                    | Kind::Mark("=" | ")" | "]" | "}" | ":" | ";" | "+=" | "-=")
            )
        )
    }

    /// Reads what `*` may stand before.
    pub(super) fn starred(&mut self) -> Read<Expression> {
        let start = self.span();
        if self.take("*") {
            let inner = self.binary(0)?;
            let span = start.to(self.before());
            return Ok(invoke(names::STAR, vec![inner], span));
        }
        self.expression()
    }

    /// An expression without commas.
    pub(super) fn expression(&mut self) -> Read<Expression> {
        self.descend()?;
        let found = self.conditional();
        self.depth -= 1;
        // A number with a point may be compared; it has no value here.
        found.map(|found| {
            let span = found.span;
            if is_real(&found) { invoke(names::REAL, vec![found], span) } else { found }
        })
    }

    fn conditional(&mut self) -> Read<Expression> {
        let start = self.span();
        if self.word() == "lambda" {
            return self.lambda();
        }
        let value = self.any_of()?;
        if self.take(":=") {
            // `n := f(x)`: the name has it from here on.
            let given = self.expression()?;
            let ExpressionKind::Name(name) = value.kind else { return Ok(given) };
            let changes = self.builder.document().defining(&name, self.builder.count()).is_some();
            let span = value.span.to(given.span);
            self.builder.push(span, Some((name.clone(), value.span)), given, RoleKind::Value, changes);
            return Ok(name_of(&name, value.span));
        }
        if !self.take_word("if") {
            return Ok(value);
        }
        let condition = self.any_of()?;
        if !self.take_word("else") {
            return Err(NotRead);
        }
        let other = self.expression()?;
        Ok(code(Code::Conditional(condition, value, other), start.to(self.before())))
    }

    /// An expression without `if`.
    pub(super) fn any_of(&mut self) -> Read<Expression> {
        let mut left = self.all_of()?;
        while self.take_word("or") {
            let right = self.all_of()?;
            // `a or b` is one of both, unless they are truths.
            left = match is_truth(&left) || is_truth(&right) {
                true => binary("||", left, right),
                false => {
                    let span = left.span.to(right.span);
                    invoke(names::OR, vec![left, right], span)
                }
            };
        }
        Ok(left)
    }

    fn all_of(&mut self) -> Read<Expression> {
        let mut left = self.negation()?;
        while self.take_word("and") {
            let right = self.negation()?;
            // `a and b` is one of both, unless they are truths.
            left = match is_truth(&left) || is_truth(&right) {
                true => binary("&&", left, right),
                false => {
                    let span = left.span.to(right.span);
                    invoke(names::AND, vec![left, right], span)
                }
            };
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read<Expression> {
        let start = self.span();
        if self.word() == "not" {
            self.at += 1;
            self.descend()?;
            let operand = self.negation();
            self.depth -= 1;
            let operand = operand?;
            let span = start.to(operand.span);
            return Ok(Expression { kind: ExpressionKind::Unary("!", Box::new(operand)), span });
        }
        let first = self.binary(0)?;
        let mut left = first;
        let mut all: Option<Expression> = None;
        loop {
            let found = COMPARISONS.iter().find(|mark| self.is_mark(mark)).copied();
            if let Some(operator) = found {
                self.at += 1;
                let right = this(self.binary(0)?);
                // `a < b < c` holds where both do.
                let one = binary(operator, this(left), right.clone());
                all = Some(match all {
                    Some(before) => binary("&&", before, one),
                    None => one,
                });
                left = right;
                continue;
            }
            let start = left.span;
            if self.word() == "is" {
                self.at += 1;
                let is_not = self.take_word("not");
                let right = self.binary(0)?;
                let span = start.to(right.span);
                let asked = invoke(names::IS, vec![this(left.clone()), right], span);
                let asked =
                    if is_not { Expression { kind: ExpressionKind::Unary("!", Box::new(asked)), span } } else { asked };
                return Ok(asked);
            }
            if self.word() == "in" || self.word() == "not" && self.word_at(self.at + 1) == "in" {
                let is_not = self.take_word("not");
                self.at += 1;
                let right = self.binary(0)?;
                let span = start.to(right.span);
                let asked = invoke(names::IN, vec![this(left), right], span);
                return Ok(if is_not {
                    Expression { kind: ExpressionKind::Unary("!", Box::new(asked)), span }
                } else {
                    asked
                });
            }
            return Ok(all.unwrap_or(left));
        }
    }

    fn binary(&mut self, row: usize) -> Read<Expression> {
        let Some(operators) = OPERATORS.get(row) else { return self.unary() };
        let mut left = self.binary(row + 1)?;
        let mut links = 0;
        while let Some(operator) = operators.iter().find(|mark| self.is_mark(mark)).copied() {
            links += 1;
            if links > DEPTH_LIMIT {
                return Err(NotRead);
            }
            self.at += 1;
            let right = self.binary(row + 1)?;
            let span = left.span.to(right.span);
            left = match operator {
                // A product of matrices.
                "@" => foreign(span),
                "/" => invoke(names::RATIO, vec![left, right], span),
                "+" | "*" if is_list(&left) || is_list(&right) => {
                    invoke(if operator == "+" { names::JOIN } else { names::TIMES }, vec![left, right], span)
                }
                operator => binary(operator, left, right),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Read<Expression> {
        let start = self.span();
        for sign in ["-", "+", "~"] {
            if self.is_mark(sign) {
                self.at += 1;
                self.descend()?;
                let operand = self.unary();
                self.depth -= 1;
                let operand = operand?;
                let span = start.to(operand.span);
                return Ok(match (sign, operand.kind) {
                    ("-", ExpressionKind::Int { value, is_static }) => {
                        Expression { kind: ExpressionKind::Int { value: value.wrapping_neg(), is_static }, span }
                    }
                    ("-", kind) => {
                        let operand = Expression { kind, span: operand.span };
                        Expression { kind: ExpressionKind::Unary("-", Box::new(operand)), span }
                    }
                    ("+", kind) => Expression { kind, span },
                    _ => foreign(span),
                });
            }
        }
        let base = self.postfix()?;
        if self.take("**") {
            let power = self.unary()?;
            let span = base.span.to(power.span);
            return Ok(invoke(names::POWER, vec![base, power], span));
        }
        Ok(base)
    }

    fn postfix(&mut self) -> Read<Expression> {
        self.take_word("await");
        let mut value = self.primary()?;
        let start = value.span;
        let mut links = 0;
        loop {
            links += 1;
            if links > DEPTH_LIMIT {
                return Err(NotRead);
            }
            if self.is_mark("(") {
                let given = self.arguments()?;
                let span = start.to(self.before());
                value = self.applied(value, given, span);
            } else if self.is_mark("[") {
                let first = self.at;
                let items = self.subscript()?;
                let is_cut = self.is_fly && (first..self.at).any(|at| self.word_at(at) == "None");
                let span = start.to(self.before());
                let mut arguments = vec![value];
                arguments.extend(items);
                value = invoke(names::AT, arguments, span);
                if is_cut {
                    value = fly::opened(value);
                }
            } else if self.is_mark(".") {
                self.at += 1;
                let (name, place) = (self.word().to_string(), self.span());
                if name.is_empty() {
                    return Err(NotRead);
                }
                self.at += 1;
                let span = start.to(place);
                if self.is_mark("(") {
                    let given = self.arguments()?;
                    let span = start.to(self.before());
                    value = self.method(value, &name, place, given, span);
                } else if self.is_fly
                    && name == "ptr"
                    && let Some(element) = self.ranges.get(self.member_of(&value))
                {
                    value = invoke(names::DATA, vec![element.clone()], span);
                } else {
                    value = code(Code::Member(value, name), span);
                }
            } else {
                return Ok(value);
            }
        }
    }

    /// The last word of a path: `storage.sA`.
    fn member_of(&self, value: &Expression) -> &str {
        value.span.of(self.text).rsplit('.').next().unwrap_or_default().trim()
    }

    /// A call of a value: of a name by that name.
    fn applied(&mut self, value: Expression, given: Given, span: Span) -> Expression {
        match value.kind {
            ExpressionKind::Name(name) => {
                let own = self.itertools.get(&name).filter(|_| !self.assigned.contains(&name));
                let mut given = given;
                match own.and_then(|own| of_lists(own, own, &mut given, span)) {
                    Some(made) => made,
                    None => self.call(&name, value.span, given, span),
                }
            }
            ExpressionKind::Code(of) if matches!(*of, Code::Foreign) => foreign(span),
            ref kind if let Some(class) = self.class_made(kind) => {
                self.note_method(class, "__call__", &given);
                foreign(span)
            }
            // `cute.compile[options](f, x)`
            ExpressionKind::Code(of) if is_compiler(&of) => self.call("compile", value.span, given, span),
            kind => {
                let mut arguments = vec![Expression { kind, span: value.span }];
                arguments.extend(with_names(given));
                invoke(names::APPLY, arguments, span)
            }
        }
    }

    /// Reads what stands in brackets behind a value: indices and slices.
    pub(super) fn subscript(&mut self) -> Read<Vec<Expression>> {
        self.at += 1;
        let mut items = Vec::new();
        while !self.is_mark("]") {
            let start = self.span();
            let bound = |reader: &mut Self| -> Read<Expression> {
                if reader.is_mark(":") || reader.is_mark("]") || reader.is_mark(",") {
                    let span = reader.span();
                    return Ok(Expression { kind: ExpressionKind::Underscore, span });
                }
                reader.starred()
            };
            let first = bound(self)?;
            if self.is_mark(":") {
                let mut bounds = vec![first];
                while self.take(":") {
                    bounds.push(bound(self)?);
                }
                items.push(invoke(names::SLICE, bounds, start.to(self.before())));
            } else {
                items.push(this(first));
            }
            if !self.take(",") {
                break;
            }
            // `t[0, ]` is a tuple of one.
            if self.is_mark("]") && items.len() == 1 {
                let only = items.pop().ok_or(NotRead)?;
                let span = only.span;
                items.push(tuple(vec![only], span));
            }
        }
        if !self.take("]") || items.is_empty() {
            return Err(NotRead);
        }
        Ok(items)
    }

    /// Arguments in parentheses, which open here.
    pub(super) fn arguments(&mut self) -> Read<Given> {
        let mut given = Given::default();
        self.at += 1;
        while !self.is_mark(")") {
            if self.kind().is_none() {
                return Err(NotRead);
            }
            let place = self.span();
            if self.take("**") {
                let value = self.expression()?;
                given.named.push((names::NAMES.to_string(), place, value));
                given.has_names = true;
            } else if self.kind() == Some(Kind::Name) && self.is_mark_of(self.at + 1, "=") {
                let name = self.word().to_string();
                self.at += 2;
                let value = self.expression()?;
                if !SILENT.contains(&name.as_str()) {
                    given.named.push((name, place, value));
                }
            } else {
                given.has_star |= self.is_mark("*");
                let value = match self.comprehension_at() {
                    Some(at) => self.comprehension(at, place)?,
                    None => self.starred()?,
                };
                given.arguments.push(value);
            }
            if !self.take(",") {
                break;
            }
        }
        if !self.take(")") {
            return Err(NotRead);
        }
        Ok(given)
    }

    fn primary(&mut self) -> Read<Expression> {
        let span = self.span();
        match self.kind().ok_or(NotRead)? {
            Kind::Int(Some(value)) => {
                self.at += 1;
                Ok(int(value, span))
            }
            Kind::Int(None) | Kind::Float => {
                self.at += 1;
                Ok(foreign(span))
            }
            Kind::Text => {
                let mut whole = span;
                while self.kind() == Some(Kind::Text) {
                    whole = whole.to(self.span());
                    self.at += 1;
                }
                let written = whole.of(self.text);
                // An f-string's text is known when the program runs.
                let is_filled = written.starts_with(['f', 'F']) && written.contains('{');
                Ok(match is_filled {
                    true => foreign(whole),
                    false => Expression { kind: ExpressionKind::Text(unquoted(written).to_string()), span: whole },
                })
            }
            Kind::Name => self.name(),
            Kind::Mark("(") => self.parenthesized(span),
            Kind::Mark("[") => {
                self.at += 1;
                let items = self.items("]", span)?;
                Ok(items)
            }
            Kind::Mark("{") => {
                let behind = self.behind_bracket(self.at);
                let begin = self.at;
                if let Ok(set) = self.set(behind, span) {
                    return Ok(set);
                }
                self.at = begin;
                let found = self.dictionary(behind);
                self.at = behind;
                let span = span.to(self.before());
                Ok(found.map_or_else(|NotRead| foreign(span), |items| invoke(names::DICTIONARY, items, span)))
            }
            Kind::Mark("...") => {
                self.at += 1;
                Ok(foreign(span))
            }
            _ => Err(NotRead),
        }
    }

    /// The keys and values of `{"a": 4, "b": 8}`, by turns; a set, and what is made in a loop, has none.
    fn dictionary(&mut self, behind: usize) -> Read<Vec<Expression>> {
        let mut items = Vec::new();
        self.at += 1;
        while !self.is_mark("}") {
            self.descend()?;
            let place = self.span();
            if self.take("**") {
                let of = self.expression()?;
                items.extend([invoke(names::STAR, vec![of], place), foreign(place)]);
                self.depth -= 1;
                if !self.take(",") && !self.is_mark("}") {
                    return Err(NotRead);
                }
                continue;
            }
            items.push(self.expression()?);
            if !self.take(":") {
                return Err(NotRead);
            }
            items.push(self.expression()?);
            self.depth -= 1;
            if !self.take(",") && !self.is_mark("}") {
                return Err(NotRead);
            }
        }
        if self.at + 1 == behind { Ok(items) } else { Err(NotRead) }
    }

    /// Reports whether a colon stands between here and a token, outside of brackets: `k: v for …`.
    fn is_pair(&self, end: usize) -> bool {
        let mut depth = 0_usize;
        (self.at..end).any(|at| {
            match self.tokens.get(at).map(|token| token.kind) {
                Some(Kind::Mark("(" | "[" | "{")) => depth += 1,
                Some(Kind::Mark(")" | "]" | "}")) => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && self.is_mark_of(at, ":")
        })
    }

    /// `{4, 8}`, `{f(x) for x in …}` and `{x: f(x) for x in …}`, whose bracket is here.
    fn set(&mut self, behind: usize, start: Span) -> Read<Expression> {
        self.at += 1;
        if self.is_mark("}") || self.is_mark("**") {
            return Err(NotRead);
        }
        let depth = self.depth;
        let of = match self.comprehension_at() {
            Some(at) => {
                let is_pair = self.is_pair(at);
                let made = self.comprehension(at, start)?;
                self.depth = depth;
                if !self.is_mark("}") || self.at + 1 != behind {
                    return Err(NotRead);
                }
                self.at = behind;
                let name = if is_pair { names::OF_PAIRS } else { names::SET };
                return Ok(invoke(name, vec![made], start.to(self.before())));
            }
            None => {
                self.descend()?;
                let first = self.starred();
                match (first, self.is_mark(",") || self.is_mark("}")) {
                    (Ok(first), true) => {
                        let mut items = vec![first];
                        while self.take(",") && !self.is_mark("}") {
                            items.push(self.starred()?);
                        }
                        Ok(invoke(names::TUPLE, items, start))
                    }
                    _ => Err(NotRead),
                }
            }
        };
        self.depth = depth;
        if self.is_mark("}") && self.at + 1 == behind {
            self.at = behind;
            return Ok(invoke(names::SET, vec![of?], start.to(self.before())));
        }
        Err(NotRead)
    }

    fn parenthesized(&mut self, start: Span) -> Read<Expression> {
        self.at += 1;
        if self.take(")") {
            return Ok(tuple(Vec::new(), start.to(self.before())));
        }
        if let Some(at) = self.comprehension_at() {
            let found = self.comprehension(at, start)?;
            return if self.take(")") { Ok(found) } else { Err(NotRead) };
        }
        self.descend()?;
        let first = self.starred()?;
        self.depth -= 1;
        if self.take(")") {
            return Ok(Expression { span: start.to(self.before()), ..first });
        }
        self.rest_of(first, ")", start)
    }

    /// The items of a list, whose bracket was read.
    fn items(&mut self, close: &str, start: Span) -> Read<Expression> {
        if self.take(close) {
            return Ok(tuple(Vec::new(), start.to(self.before())));
        }
        if let Some(at) = self.comprehension_at() {
            let found = self.comprehension(at, start)?;
            return if self.take(close) { Ok(found) } else { Err(NotRead) };
        }
        self.descend()?;
        let first = self.starred()?;
        self.depth -= 1;
        if self.take(close) {
            return Ok(tuple(vec![first], start.to(self.before())));
        }
        self.rest_of(first, close, start)
    }

    fn rest_of(&mut self, first: Expression, close: &str, start: Span) -> Read<Expression> {
        let mut items = vec![first];
        while self.take(",") {
            if self.is_mark(close) {
                break;
            }
            self.descend()?;
            items.push(self.starred()?);
            self.depth -= 1;
        }
        if !self.take(close) {
            return Err(NotRead);
        }
        Ok(tuple(items, start.to(self.before())))
    }

    /// A name, with the modules before it.
    fn name(&mut self) -> Read<Expression> {
        let (word, span) = (self.word(), self.span());
        self.at += 1;
        match word {
            "None" => return Ok(Expression { kind: ExpressionKind::Underscore, span }),
            // The text is what is run.
            "__name__" => return Ok(Expression { kind: ExpressionKind::Text("__main__".to_string()), span }),
            word if functions::is_constant(word) => {
                let call = call_of(word, span, Vec::new());
                return Ok(Expression { kind: ExpressionKind::Call(Box::new(call)), span });
            }
            "int" if self.is_mark("(") => return self.rounded(names::TRUNCATED, span),
            // A class within a class is known by its own name.
            class if self.is_mark(".") && self.is_class(class) && self.is_class(self.word_at(self.at + 1)) => {
                self.at += 1;
                return self.name();
            }
            // Names in the body of a class of the text.
            class if self.is_mark(".") && !self.is_mark_of(self.at + 2, "(") && self.is_class(class) => {
                let member = self.word_at(self.at + 1).to_string();
                let whole = span.to(self.tokens.get(self.at + 1).map_or(span, |token| token.span));
                self.at += 2;
                if self.given_to_classes.contains(&member) {
                    return Ok(foreign(whole));
                }
                return Ok(code(Code::Member(self.class_itself(class, span), member), whole));
            }
            // An object that is a tuple, or has `__getitem__`.
            "self" if self.is_mark("[") => return Ok(invoke(names::THIS, Vec::new(), span)),
            "self" | "cls" if self.is_mark(".") => {
                let (member, place) = (self.word_at(self.at + 1).to_string(), self.at + 1);
                let place = self.tokens.get(place).map_or(span, |token| token.span);
                self.at += 2;
                let whole = span.to(place);
                if self.is_mark("(") {
                    let given = self.arguments()?;
                    let whole = span.to(self.before());
                    // A tuple with other values of some members.
                    if member == "_replace" && given.arguments.is_empty() && !given.has_names {
                        let this = invoke(names::THIS, Vec::new(), span);
                        let named = given.named.into_iter();
                        return Ok(
                            named.fold(this, |of, (member, _, value)| code(Code::With(of, vec![member], value), whole))
                        );
                    }
                    return Ok(self.call_of_self(&member, place, given, whole));
                }
                if self.given_to_classes.contains(&member) && !self.is_mark_of(self.at, "=") {
                    return Ok(foreign(whole));
                }
                // Of a member of an enumeration its value and its name.
                if self.enumeration.is_some() && word == "self" {
                    return Ok(code(Code::Member(invoke(names::THIS, Vec::new(), span), member), whole));
                }
                let name = format!("self.{member}");
                // A name in the body of the class is a member, too.
                let (count, document) = (self.builder.count(), self.builder.document());
                if document.defining(&name, count).is_none() && document.defining(&member, count).is_some() {
                    return Ok(name_of(&member, whole));
                }
                if document.defining(&name, count).is_none() && self.properties.contains(&member) {
                    return Ok(self.call_of_self(&member, whole, Given::default(), whole));
                }
                if document.defining(&name, count).is_none()
                    && self.parameters.get(&member).is_some_and(|parameters| !parameters.is_empty())
                    && let Some(function) = self.function_itself(&member, true, whole)
                {
                    return Ok(function);
                }
                // What stands in the body of a class that this one is derived from.
                if document.defining(&name, count).is_none()
                    && let Some(base) = self.base_with(&member)
                {
                    return Ok(code(Code::Member(self.class_itself(&base, span), member), whole));
                }
                self.mention(&name, whole);
                return Ok(name_of(&name, whole));
            }
            "if" | "else" | "for" | "in" | "is" | "and" | "or" | "return" | "def" | "class" | "yield" | "import"
            | "from" | "while" | "with" | "assert" => return Err(NotRead),
            _ => {}
        }
        let Some(mut is_foreign) = self.module(word).filter(|_| self.is_mark(".")) else {
            if let Some(member) = self.member_that_is_asked(word, span) {
                return Ok(member);
            }
            // A word of an enumeration that was imported by its name.
            let is_variant = self.is_mark(".")
                && matches!(
                    word,
                    "OperandMajorMode"
                        | "LayoutEnum"
                        | "AddressSpace"
                        | "CtaGroup"
                        | "OperandSource"
                        | "SmemLayoutAtomKind"
                );
            if is_variant && self.is_mark_of(self.at + 2, "(") {
                let method = self.word_at(self.at + 1).to_string();
                self.at += 2;
                let given = self.arguments()?;
                return Ok(self.call(&method, span, given, span.to(self.before())));
            }
            if is_variant {
                let member = self.word_at(self.at + 1).to_string();
                self.at += 2;
                return Ok(variant(word, &member, span.to(self.before())));
            }
            if self.is_mark(".") && self.is_nothing_here(word) {
                return Ok(foreign(span));
            }
            // What it is by now rests on which calls were made.
            if self.given_outside.contains(word) && !self.is_mark("=") {
                return Ok(foreign(span));
            }
            if !self.is_mark("(") {
                if let Some(function) = self.function_itself(word, false, span) {
                    return Ok(function);
                }
                let class = if self.is_class(word) { self.builder.document().type_named(word) } else { None };
                if class.is_some_and(|class| {
                    self.builder.document().types.get(class).is_some_and(|class| class.enumerates.is_some())
                }) {
                    return Ok(self.class_itself(word, span));
                }
                self.mention(word, span);
            }
            return Ok(name_of(word, span));
        };
        // The last word of `cute.nvgpu.warp.MmaF16BF16Op`, and the one before it.
        let (mut last, mut whole, mut class) = (word.to_string(), span, String::new());
        while self.is_mark(".") && self.tokens.get(self.at + 1).is_some_and(|token| token.kind == Kind::Name) {
            // Behind a type of elements stand its members, behind an enumeration its words.
            let is_value = crate::notebook::construct::element(&last).is_some() || operations::find(&last).is_some();
            if last.starts_with(char::is_uppercase) && is_value {
                break;
            }
            class = last;
            last = self.word_at(self.at + 1).to_string();
            whole = span.to(self.tokens.get(self.at + 1).map_or(span, |token| token.span));
            // `cute.typing.BFloat16` is one of the DSL's own modules.
            let is_own = ["cute", "cutlass"].contains(&class.as_str()) && last == "typing";
            is_foreign |= !is_own && self.module(&last) == Some(true) && self.is_mark_of(self.at + 2, ".");
            self.at += 2;
            if self.module(&class).is_none() && class.starts_with(char::is_uppercase) {
                break;
            }
        }
        // Whoever reads a text has set nothing in its environment.
        if is_foreign
            && self.is_mark("(")
            && matches!((class.as_str(), last.as_str()), ("os", "getenv") | ("environ", "get"))
        {
            let given = self.arguments()?;
            let other = given.arguments.into_iter().nth(1);
            return Ok(other.unwrap_or(Expression { kind: ExpressionKind::Underscore, span: whole }));
        }
        if is_foreign && matches!(last.as_str(), "replace" | "partial" | "reduce" | "auto") && self.is_mark("(") {
            let given = self.arguments()?;
            return Ok(self.call(&last, whole, given, span.to(self.before())));
        }
        // Of what computes with floating-point numbers some answers an integer, and of a vector one of its shape.
        if is_foreign && class == "math" && self.is_mark("(") && names::of_mathematics(&last).is_none() {
            let given = self.arguments()?;
            let span = span.to(self.before());
            return Ok(match given.arguments.into_iter().next() {
                Some(first) => invoke(names::EACH, vec![first], span),
                None => foreign(span),
            });
        }
        if is_foreign
            && class == "math"
            && self.is_mark("(")
            && let Some((special, parameters)) = names::of_mathematics(&last)
        {
            if [names::CEILING, names::FLOOR].contains(&special) {
                return self.rounded(special, span);
            }
            let given = self.arguments()?;
            let span = span.to(self.before());
            return Ok(invoke(special, ordered(given, parameters, span), span));
        }
        if is_foreign && (word, last.as_str()) == ("sys", "maxsize") {
            return Ok(int(i64::MAX, whole));
        }
        // `reduce(operator.mul, sizes)`
        if is_foreign && class == "operator" && !self.is_mark("(") {
            return Ok(name_of(&last, whole));
        }
        if is_foreign && class == "cuda" && self.is_mark("(") && self.host_module(word).is_some() {
            self.arguments()?;
            return Ok(self.of_cuda(&last, span.to(self.before())));
        }
        if is_foreign {
            // `import torch as th`, `cutlass.torch.dtype(…)`
            let host = self.host_module(word).or_else(|| self.host_module(&class));
            if host.is_some()
                && !self.is_mark("(")
                && let Some(element) = host::element(&last)
            {
                return Ok(name_of(element, whole));
            }
            if self.is_mark("(") {
                let mut given = self.arguments()?;
                let span = span.to(self.before());
                let module = self.renamed.get(word).map_or(word, String::as_str);
                if module == "itertools"
                    && let Some(made) = of_lists(if class == "chain" { &class } else { &last }, &last, &mut given, span)
                {
                    return Ok(made);
                }
                if host.is_some()
                    && matches!(last.as_str(), "max" | "min")
                    && !given.arguments.first().is_some_and(|first| self.is_unchanged(first))
                {
                    return Ok(foreign(span));
                }
                if let Some(host) = host
                    && let Some(made) = host::call(host, &last, given, span)
                {
                    return Ok(made);
                }
            }
            return Ok(foreign(span.to(self.before())));
        }
        if class == "arch" && last == "WARP_SIZE" {
            return Ok(Expression {
                kind: ExpressionKind::Int { value: names::WARP_SIZE, is_static: false },
                span: whole,
            });
        }
        if names::is_scheduler(&last) {
            return Ok(Expression { kind: ExpressionKind::Text(last), span: whole });
        }
        let is_fly = self.of_fly.contains(word);
        self.is_fly |= is_fly;
        // `bid_x, bid_y, _ = fx.block_idx`
        if is_fly && !self.is_mark("(") && names::is_of_machine(&last) {
            return Ok(self.of_machine(&last, Given::default(), whole));
        }
        // `fx.thread_idx.x`
        if is_fly && let Some(input) = names::machine_input_along(&class, &last) {
            self.mention(input, whole);
            return Ok(name_of(input, whole));
        }
        if self.is_mark("(") {
            let mut given = self.arguments()?;
            let span = span.to(self.before());
            // `fx.SwizzleType.get(3, 3, 3)`
            if is_fly && class == "SwizzleType" && last == "get" {
                return Ok(self.call("make_swizzle", whole, given, span));
            }
            if is_fly {
                given = match fly::call(&last, given, span) {
                    Ok(made) => return Ok(made),
                    Err(given) => given,
                };
                last = fly::renamed(&last).to_string();
            }
            if names::is_scheduler(&class) && last == "create" {
                let mut arguments = ordered(given, names::OF_SCHEDULER, span);
                arguments.insert(0, Expression { kind: ExpressionKind::Text(class), span: whole });
                return Ok(invoke(names::CREATE_SCHEDULER, arguments, span));
            }
            if (class == "arch" || names::is_of_machine(&last)) && names::special(&last).is_none() {
                return Ok(self.of_machine(&last, given, span));
            }
            // The DSL's own, whatever the text calls so.
            let is_of_dsl = ["cute", "cutlass"].contains(&word);
            let own = if is_of_dsl { self.parameters.remove(&last) } else { None };
            // `rank = cute.rank(t)` leaves `cute.rank` what it is.
            let is_variable = is_of_dsl && self.builder.document().defining(&last, self.builder.count()).is_some();
            self.is_of_module = is_variable && callable::is_of_dsl(&last);
            let made = self.call(&last, whole, given, span);
            self.parameters.extend(own.map(|own| (last, own)));
            let made = match made.kind {
                ExpressionKind::Call(call) if is_variable && call.template.is_empty() && call.named.is_empty() => {
                    let name = Expression { kind: ExpressionKind::Text(call.name), span: call.name_span };
                    invoke(names::OF_CUTE, std::iter::once(name).chain(call.arguments).collect(), span)
                }
                kind => Expression { kind, span: made.span },
            };
            return Ok(made);
        }
        if class.starts_with(char::is_uppercase) {
            return Ok(variant(&class, &last, whole));
        }
        // A function of the DSL by itself: `f = cute.coalesce`.
        if !self.is_mark(".") && last.starts_with(char::is_lowercase) && callable::is_of_dsl(&last) {
            let name = Expression { kind: ExpressionKind::Text(last), span: whole };
            return Ok(invoke(names::FUNCTION, vec![name], whole));
        }
        Ok(name_of(&last, whole))
    }

    /// Reads what is rounded: it may have something behind the point.
    fn rounded(&mut self, how: &str, start: Span) -> Read<Expression> {
        self.at += 1;
        let of = self.conditional()?;
        self.take(",");
        let is_end = self.take(")");
        let span = start.to(self.before());
        if is_end { Ok(invoke(how, vec![of], span)) } else { Err(NotRead) }
    }

    /// Reports whether a name is that of something else than layouts: nothing defines it, and what stands behind it is
    /// a method that nobody knows.
    fn is_nothing_here(&self, word: &str) -> bool {
        let method = self.word_at(self.at + 1);
        let is_known = names::special_method(method).is_some()
            || names::special(method).is_some()
            || operations::find(names::method(method)).is_some()
            || names::is_action(method)
            || is_about_layouts(method);
        self.is_mark_of(self.at + 2, "(")
            && !is_known
            && !self.itertools.contains_key(word)
            && !self.parameters.contains_key(word)
            && !word.starts_with(char::is_uppercase)
            && construct::element(word).is_none()
            && self.builder.document().defining(word, self.builder.count()).is_none()
    }

    /// `state.index` of an object that nothing here tells, as the input of that name; `None` where the object itself is
    /// needed.
    fn member_that_is_asked(&mut self, word: &str, span: Span) -> Option<Expression> {
        if !self.is_mark(".") || !self.is_not_told(word) && !self.is_without(word, self.word_at(self.at + 1)) {
            return None;
        }
        let mut at = self.at;
        let mut end = span;
        let is_object = self.objects.contains(word);
        while self.is_mark_of(at, ".")
            && (is_object && at == self.at || !is_of_layouts(self.word_at(at + 1)))
            && !(is_object && self.is_mark_of(at + 2, "("))
        {
            end = self.tokens.get(at + 1).filter(|token| token.kind == Kind::Name)?.span;
            at += 2;
        }
        // `args.tile.split(",")`
        if self.is_mark_of(at, "(") && at == self.at + 4 && self.command.contains_key(self.word_at(self.at + 1)) {
            at -= 2;
            end = self.tokens.get(at - 1)?.span;
        }
        // A method is asked of the object, and what is assigned is not asked for.
        if at == self.at || self.is_mark_of(at, "(") || self.is_mark_of(at, "=") {
            return None;
        }
        let is_of_storage =
            self.word_at(at + 1) == "data_ptr" && self.ranges.contains_key(self.word_at(at.saturating_sub(1)));
        if (!is_object || is_of_storage) && self.is_mark_of(at, ".") && self.is_mark_of(at + 2, "(") {
            return None;
        }
        let whole = span.to(end);
        // A member of shared memory by itself is where it begins.
        let member = self.word_at(at.saturating_sub(1));
        if let Some(element) = self.ranges.get(member).filter(|_| !self.is_mark_of(at, ".")).cloned() {
            self.at = at;
            return Some(invoke(names::DATA, vec![element], whole));
        }
        let name = whole.of(self.text).split_whitespace().collect::<String>();
        self.at = at;
        self.mention(&name, whole);
        Some(name_of(&name, whole))
    }

    /// The class that the class at hand is derived from in whose body a name stands.
    fn base_with(&self, member: &str) -> Option<String> {
        let document = self.builder.document();
        let base = |class: &String| {
            let bases = &document.types.get(document.type_named(class)?)?.bases;
            bases.iter().find_map(|base| match &base.kind {
                ExpressionKind::Name(name) if name != class => Some(name.clone()),
                _ => None,
            })
        };
        let has = |class: &String| {
            let range = document.type_named(class).and_then(|class| Some(&document.types.get(class)?.range));
            let all = document.definitions.get(member).into_iter().flatten();
            range.is_some_and(|range| all.into_iter().any(|index| range.contains(index)))
                && self.has.contains(&(class.clone(), member.to_string()))
        };
        std::iter::successors(self.base.clone(), base).take(STEPS).find(has)
    }

    /// Reports whether a parameter is an object of a class of the text that has no such member there.
    fn is_without(&self, word: &str, member: &str) -> bool {
        let Some(statement) = self.builder.document().defining(word, self.builder.count()) else { return false };
        let document = self.builder.document();
        let is_parameter = matches!(document.roles.get(statement).map(|role| role.kind), Some(RoleKind::Input(_)));
        let class = self.class_of_statement(statement, &mut { STEPS }).filter(|_| is_parameter);
        class.is_some_and(|class| {
            let base = |class: &String| {
                let bases = &document.types.get(document.type_named(class)?)?.bases;
                bases.iter().find_map(|base| match &base.kind {
                    ExpressionKind::Name(name) if name != class => Some(name.clone()),
                    _ => None,
                })
            };
            let mut line = std::iter::successors(Some(class), base).take(STEPS);
            !line.any(|class| self.has.contains(&(class, member.to_string())))
        })
    }

    /// Reports whether a name stands for what nothing in the text tells: it is not defined, or the answer of a function
    /// that is not.
    pub(super) fn is_not_told(&mut self, word: &str) -> bool {
        self.is_not_told_in(word, &mut { 2 * STEPS })
    }

    fn is_not_told_in(&mut self, word: &str, steps: &mut usize) -> bool {
        let count = self.builder.count();
        match self.builder.document().defining(word, count) {
            Some(statement) => self.is_not_told_by(statement, steps),
            None => {
                let is_known = self.parameters.contains_key(word)
                    || word.starts_with(char::is_uppercase)
                    || operations::find(word).is_some()
                    || construct::element(word).is_some()
                    || self.builder.document().type_named(word).is_some();
                !is_known
            }
        }
    }

    fn is_not_told_by(&mut self, statement: usize, steps: &mut usize) -> bool {
        let Some(left) = steps.checked_sub(1) else { return false };
        *steps = left;
        if self.bound.contains(&statement) {
            return false;
        }
        let document = self.builder.document();
        match document.roles.get(statement).map(|role| role.kind) {
            // What began as a number or a tuple and is computed in a way that is not followed is no input.
            Some(RoleKind::Unknown(Reason::AfterLoop | Reason::AfterBranch)) => {
                let name = self.builder.name_of(statement);
                let before = name.and_then(|name| self.builder.document().defining(name, statement));
                !before.and_then(|before| self.builder.expression(before)).is_some_and(|of| {
                    matches!(
                        of.kind,
                        ExpressionKind::Int { .. } | ExpressionKind::Tuple(_) | ExpressionKind::Underscore
                    )
                })
            }
            Some(RoleKind::Unknown(_)) => true,
            // Possible change by a branch.
            Some(RoleKind::Join { yes, no, .. }) => {
                [yes, no].into_iter().flatten().any(|side| self.is_not_told_by(side, steps))
            }
            Some(RoleKind::Input(number)) => {
                let is_open = document.inputs.get(number).is_some_and(|input| input.default.is_empty());
                let said = self.builder.expression(statement).map(|said| &said.kind);
                is_open && matches!(said, None | Some(ExpressionKind::Missing | ExpressionKind::Underscore))
            }
            Some(RoleKind::Value | RoleKind::Hidden) => {
                let told = self.builder.statement(statement).map(|found| found.expression.kind.clone());
                match told {
                    Some(ExpressionKind::Code(code)) => self.is_not_told_code(*code, steps),
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Reports whether a function of the text answers a name that nothing in the text tells.
    fn answers_what_is_not_told(&mut self, name: &str, steps: &mut usize) -> bool {
        let document = self.builder.document();
        let is_answer = |index: &usize| document.roles.get(*index).is_some_and(|role| role.kind == RoleKind::Return);
        let answer =
            document.functions_named(name).next().and_then(|(_, found)| found.range.clone().rev().find(is_answer));
        let Some((answer, of)) = answer.and_then(|answer| Some((answer, self.builder.expression(answer)?))) else {
            return false;
        };
        match of.kind.clone() {
            ExpressionKind::Name(name) => {
                let told = self.builder.document().defining(&name, answer);
                told.is_some_and(|told| self.is_not_told_by(told, steps))
            }
            ExpressionKind::Code(code) => self.is_not_told_code(*code, steps),
            _ => false,
        }
    }

    fn is_not_told_code(&mut self, code: Code, steps: &mut usize) -> bool {
        match code {
            Code::Foreign => true,
            Code::Invoke(call)
                if [names::REAL, names::EACH].contains(&call.name.as_str())
                    || names::VECTORS.contains(&call.name.as_str()) =>
            {
                true
            }
            Code::Of(hidden) => self.is_not_told_by(hidden, steps),
            // Of a scheduler that nothing tells, as of that; of what several names are given, too.
            Code::Invoke(call) if [names::FIRST_TILE, names::AT].contains(&call.name.as_str()) => {
                match call.arguments.into_iter().next().map(|of| of.kind) {
                    Some(ExpressionKind::Name(scheduler)) if call.name == names::FIRST_TILE => {
                        self.is_not_told_in(&scheduler, steps)
                    }
                    Some(ExpressionKind::Code(of)) if call.name == names::FIRST_TILE || matches!(*of, Code::Of(_)) => {
                        self.is_not_told_code(*of, steps)
                    }
                    _ => false,
                }
            }
            // `args = parse_arguments()`
            Code::Invoke(call) if self.parameters.contains_key(&call.name) => {
                !call.is_member && self.answers_what_is_not_told(&call.name, steps)
            }
            Code::Invoke(call) => {
                !call.name.starts_with("py ")
                    && !is_about_layouts(&call.name)
                    && operations::find(&call.name).is_none()
                    && construct::element(&call.name).is_none()
                    && self.builder.document().type_named(&call.name).is_none()
            }
            _ => false,
        }
    }

    /// A function of the machine: which thread this is, or what acts.
    fn of_machine(&mut self, name: &str, mut given: Given, span: Span) -> Expression {
        if let Some(inputs) = names::machine_inputs(name) {
            for input in inputs {
                self.mention(input, span);
            }
            let asked = inputs.iter().map(|input| name_of(input, span)).collect::<Vec<_>>();
            let mut asked = asked.into_iter();
            return match (inputs.len(), asked.next()) {
                (1, Some(only)) => only,
                (_, Some(first)) => tuple(std::iter::once(first).chain(asked).collect(), span),
                _ => foreign(span),
            };
        }
        if names::is_same(name) && given.arguments.len() == 1 {
            return given.arguments.pop().unwrap_or_else(|| foreign(span));
        }
        foreign(span)
    }

    /// Has a call run whose answer is none: what is compiled with arguments is seen with these, and so is what is launched.
    fn run_apart(&mut self, call: Expression) {
        self.builder.push(call.span, None, call, RoleKind::Hidden, false);
    }

    /// Reports whether the text changes nothing in place of the name that an expression begins with.
    fn is_unchanged(&self, of: &Expression) -> bool {
        let name = of.span.of(self.text).trim_start_matches('(').split(|of: char| !of.is_alphanumeric() && of != '_');
        let name = name.take(1).find(|name| !name.is_empty());
        name.is_some_and(|name| self.changed.as_ref().is_some_and(|changed| !changed.contains(name)))
    }

    /// What PyTorch says of the device that a program runs on.
    fn of_cuda(&mut self, name: &str, span: Span) -> Expression {
        let capability = |reader: &mut Self| {
            let default = defaults::capability(reader.instructions).to_string();
            let (name, kind) = (CAPABILITY.to_string(), InputKind::Value);
            reader.builder.ask(Input { name, statement: 0, kind, is_static: true, default, span }, span);
            name_of(CAPABILITY, span)
        };
        match name {
            "is_available" => truth(true, span),
            "current_device" => int(0, span),
            "device_count" => int(1, span),
            "get_device_capability" => capability(self),
            "get_device_properties" => {
                self.mention(names::MULTIPROCESSORS, span);
                let whole = capability(self);
                let part = |at: i64| invoke(names::AT, vec![whole.clone(), int(at, span)], span);
                let parts = [
                    ("major", part(0)),
                    ("minor", part(1)),
                    ("multi_processor_count", name_of(names::MULTIPROCESSORS, span)),
                ];
                let word = |name: &str| Expression { kind: ExpressionKind::Text(name.to_string()), span };
                invoke(names::DICTIONARY, parts.into_iter().flat_map(|(name, of)| [word(name), of]).collect(), span)
            }
            _ => foreign(span),
        }
    }

    /// The module that makes tensors of the host which a word stands for: `np` is `numpy`.
    fn host_module(&self, word: &str) -> Option<&'static str> {
        host::module(self.renamed.get(word).map_or(word, String::as_str))
    }

    /// A call by name, of the program's own, of the notebook's, or of what only Python has.
    pub(super) fn call(&mut self, name: &str, place: Span, mut given: Given, span: Span) -> Expression {
        let is_of_module = std::mem::take(&mut self.is_of_module);
        // `from cutlass.torch import dtype as torch_dtype`
        if let Some((module, function)) = self.of_host.get(name).cloned()
            && !self.parameters.contains_key(name)
        {
            return host::call(module, &function, given, span).unwrap_or_else(|| foreign(span));
        }
        // `cls(m=4)` in a method of a class makes one of it.
        let class = self.class.clone().filter(|_| name == "cls").or_else(|| self.class_held(name));
        let renamed = self.renamed.get(name).cloned();
        let name = class.as_deref().or(renamed.as_deref()).unwrap_or(name);
        // Functions of others are not given what a dictionary says.
        if given.has_names && !self.parameters.contains_key(name) && !self.classes.contains(name) && name != "dict" {
            if let Some(class) = self.class_of(name) {
                self.note_method(class, "__call__", &given);
            }
            return foreign(span);
        }
        if !is_of_module && self.parameters.contains_key(name) && self.class_of(name).is_none() {
            return self.own_call(name, place, given, span);
        }
        // The next member of an enumeration.
        if let ("auto", Some((first, is_flag))) = (name, self.enumeration) {
            let before =
                (first..self.builder.count()).rev().find_map(|index| match self.builder.expression(index)?.kind {
                    ExpressionKind::Int { value, .. } => Some(value),
                    _ => None,
                });
            let next = match before {
                Some(0) | None => Some(1),
                Some(before) if is_flag => 1_i64.checked_shl(i64::BITS - before.leading_zeros()),
                Some(before) => before.checked_add(1),
            };
            return next.map_or_else(|| foreign(span), |next| int(next, span));
        }
        // Compiled code is called with the same arguments; so is an object that is made for it: `compile(Kernel(4), x)`.
        if name == "compile"
            && let Some(first) = given.arguments.first().filter(|first| callable::name_of(first).is_none())
            && let Some(class) = self.class_made(&first.kind)
        {
            let object = given.arguments.remove(0);
            self.note_method(class, "__call__", &given);
            let all = std::iter::once(object).chain(with_names(given)).collect();
            self.run_apart(invoke(names::APPLY, all, span));
            return foreign(span);
        }
        if name == "compile"
            && let Some(of) = given.arguments.first().and_then(callable::name_of).map(str::to_string)
        {
            let callee = given.arguments.remove(0);
            // A name of an object may be that of a method, too.
            if let Some(class) = self.class_of(&of) {
                self.note_method(class, "__call__", &given);
            } else if self.parameters.contains_key(&of) {
                let call = self.own_call(&of, place, given, span);
                self.run_apart(call);
                return foreign(span);
            }
            let all = std::iter::once(callee).chain(with_names(given)).collect();
            self.run_apart(invoke(names::APPLY, all, span));
            return foreign(span);
        }
        if self.classes.contains(name) && !is_of_module {
            self.note_method(name.to_string(), "__init__", &given);
            return invoke_call(call_of(name, place, with_names(given)), span);
        } else if let Some(class) = self.class_of(name).filter(|_| !is_of_module) {
            self.note_method(class, "__call__", &given);
        }
        if let Some((callee, before)) = self.partial_of(name).filter(|_| !is_of_module) {
            let mut all = Given { has_star: given.has_star, has_names: given.has_names, ..before };
            all.arguments.extend(given.arguments);
            all.named.retain(|(own, ..)| given.named.iter().all(|(other, ..)| other != own));
            all.named.extend(given.named);
            return self.call(&callee, place, all, span);
        }
        let is_variable = |reader: &Self| {
            let document = reader.builder.document();
            !is_of_module && reader.assigned.contains(name)
                || !is_of_module && !given.has_star && document.defining(name, reader.builder.count()).is_some()
        };
        if operations::find(name).is_none() && is_variable(self) {
            self.note_call(name, &given);
            return invoke_call(call_of(name, place, with_names(given)), span);
        }
        // `f(*modes)` of a function that a name stands for, or of a layout.
        if operations::find(name).is_none()
            && given.has_star
            && !is_of_module
            && self.builder.document().defining(name, self.builder.count()).is_some()
        {
            self.note_call(name, &given);
            let callee = name_of(name, place);
            return invoke(names::APPLY, std::iter::once(callee).chain(with_names(given)).collect(), span);
        }
        // A function with some of its arguments.
        if name == "partial" && !given.arguments.is_empty() {
            return self.partial(given, span);
        }
        // An object that is a tuple of its members becomes one.
        if let ("tuple", [of]) = (name, given.arguments.as_slice())
            && let Some(class) = self.class_made(&of.kind)
            && self
                .builder
                .document()
                .type_named(&class)
                .is_some_and(|class| self.builder.document().types.get(class).is_some_and(|found| found.is_tuple))
        {
            return invoke("py list", given.arguments, span);
        }
        if names::is_same(name) && given.arguments.len() + given.named.len() > 0 {
            let first = if given.arguments.is_empty() { given.named.remove(0).2 } else { given.arguments.remove(0) };
            return first;
        }
        // The class asked of a value is known by its words.
        if let ("isinstance", [of, class]) = (name, given.arguments.as_slice()) {
            let class =
                Expression { kind: ExpressionKind::Text(class.span.of(self.text).to_string()), span: class.span };
            return invoke(names::IS_INSTANCE, vec![of.clone(), class], span);
        }
        // A field of a class of data, with the value that it has where nobody says.
        if name == "field"
            && self.fields.is_some()
            && let Some((_, _, default)) = given.named.iter().find(|(name, ..)| name == "default")
        {
            return default.clone();
        }
        if name == "field"
            && self.fields.is_some()
            && let Some((_, _, factory)) = given.named.iter().find(|(name, ..)| name == "default_factory")
        {
            return invoke(names::APPLY, vec![factory.clone()], span);
        }
        // `dataclasses.replace(config, m=8)`
        let is_self = |of: &Expression| matches!(&of.kind, ExpressionKind::Name(name) if name == "self");
        if let ("replace", [object]) = (name, given.arguments.as_slice())
            && (self.class_made(&object.kind).is_some() || is_self(object) && self.class.is_some())
        {
            return given.named.into_iter().fold(this(object.clone()), |object, (member, _, value)| {
                code(Code::With(object, vec![member], value), span)
            });
        }
        if let ("getattr", [of, member]) = (name, given.arguments.as_slice())
            && self.module(of.span.of(self.text).trim()) == Some(false)
        {
            return invoke(names::OF_MODULE, vec![member.clone()], span);
        }
        if let ("getattr" | "hasattr", [of, Expression { kind: ExpressionKind::Text(member), .. }, rest @ ..]) =
            (name, given.arguments.as_slice())
        {
            // What a module of the DSL has is known of what is known here.
            let module = of.span.of(self.text).split('.').next().unwrap_or_default().trim();
            let is_of_module = name == "hasattr" && self.module(module) == Some(false);
            if is_of_module && (operations::find(member).is_some() || names::special(member).is_some()) {
                return truth(true, span);
            }
            let found = match &of.kind {
                ExpressionKind::Name(object) if object == "self" => name_of(&format!("self.{member}"), span),
                _ => code(Code::Member(of.clone(), member.clone()), span),
            };
            return match (name, rest) {
                ("getattr", []) => found,
                ("getattr", [other, ..]) => invoke(names::GET_ATTRIBUTE, vec![found, other.clone()], span),
                _ => invoke(names::GET_ATTRIBUTE, vec![found], span),
            };
        }
        // What others take is the object itself: `len(self)`.
        given.arguments = given.arguments.into_iter().map(this).collect();
        // What a function makes of items together, by which functions is named or said last.
        if matches!(name, "transform_apply" | "filter_tuple") && !given.has_star && !given.has_names {
            let taken = |given: &mut Given, wanted: &str| {
                given.named.iter().position(|(name, ..)| name == wanted).map(|place| given.named.remove(place).2)
            };
            let text = |word: &str| Expression { kind: ExpressionKind::Text(word.to_string()), span };
            let g = match name {
                "filter_tuple" => Some(text("tuple_cat")),
                _ => taken(&mut given, "g").or_else(|| given.arguments.pop()),
            };
            let f = taken(&mut given, "f").or_else(|| given.arguments.pop());
            if let (Some(f), Some(g)) = (f, g) {
                let as_function = |mut of: Expression| {
                    if let ExpressionKind::Name(word) = &of.kind
                        && self.builder.document().defining(word, self.builder.count()).is_none()
                    {
                        of.kind = ExpressionKind::Text(word.clone());
                    }
                    of
                };
                let all = [as_function(f), as_function(g)].into_iter().chain(given.arguments).collect();
                return invoke(names::TRANSFORM, all, span);
            }
            return foreign(span);
        }
        if let ("map" | "filter" | "reduce", true) = (name, given.arguments.len() > 1 && given.named.is_empty()) {
            let how = match name {
                "map" => names::MAP,
                "filter" => names::FILTER,
                _ => names::REDUCE,
            };
            if let Some(first) = given.arguments.first_mut()
                && let ExpressionKind::Name(word) = &first.kind
                && self.builder.document().defining(word, self.builder.count()).is_none()
            {
                first.kind = ExpressionKind::Text(word.clone());
            }
            if how == names::MAP {
                self.note_mapped(&given.arguments, span);
            }
            return invoke(how, given.arguments, span);
        }
        // What a function says the order is by, and what there is of no items.
        if matches!(name, "min" | "max" | "sorted") && !given.named.is_empty() && !given.has_star {
            let named = |wanted: &str| {
                let found = given.named.iter().find(|(name, ..)| name == wanted).map(|(_, _, value)| value.clone());
                found.unwrap_or(Expression { kind: ExpressionKind::Underscore, span })
            };
            let mut key = named("key");
            if let ExpressionKind::Name(word) = &key.kind
                && self.builder.document().defining(word, self.builder.count()).is_none()
            {
                key.kind = ExpressionKind::Text(word.clone());
            }
            let how = Expression { kind: ExpressionKind::Text(name.to_string()), span };
            let mut all = vec![how, key, named("default"), named("reverse")];
            all.extend(given.arguments);
            return invoke(names::BY_KEY, all, span);
        }
        // `dict(a=4, b=8)`
        if matches!(name, "dict" | "SimpleNamespace") && given.arguments.is_empty() {
            let pairs = given.named.into_iter().flat_map(|(name, place, value)| {
                let key = match name == names::NAMES {
                    true => return vec![invoke(names::STAR, vec![value], place), foreign(place)],
                    false => Expression { kind: ExpressionKind::Text(name), span: place },
                };
                vec![key, value]
            });
            return invoke(names::DICTIONARY, pairs.collect(), span);
        }
        if names::is_foreign(name) {
            return foreign(span);
        }
        if name == called::MAKE_LAYOUT && holds_names(&given) {
            return invoke("py make_layout", ordered(given, &["shape", "stride"], span), span);
        }
        // Where a pointer points says nothing here.
        if name == "make_ptr"
            && let Some(address) = given.arguments.get_mut(1)
        {
            *address = Expression { kind: ExpressionKind::Underscore, span: address.span };
        }
        // A tensor is made of a pointer.
        if name == called::MAKE_TENSOR
            && let Some(ExpressionKind::Name(of)) = given.arguments.first().map(|first| &first.kind)
        {
            self.builder.ask_for_pointer(of);
        }
        if let Some((special, parameters)) = names::special(name) {
            let arguments = ordered(given, parameters, span);
            return invoke(special, arguments, span);
        }
        // What is named stands at its place, `group_modes(t, begin=0, end=2)`, and modes are named, `size(t, [0])`.
        match names::placed(name) {
            Some(parameters) if !given.named.is_empty() => {
                let arguments = ordered(given, parameters, span);
                given = Given { arguments, ..Given::default() };
            }
            None if names::is_by_mode(name) && given.arguments.len() == 2 && given.named.is_empty() => {
                let mode = given.arguments.pop();
                given.named.extend(mode.map(|mode| ("mode".to_string(), mode.span, mode)));
            }
            _ => {}
        }
        if name == "group_modes" && given.arguments.len() == 2 {
            return invoke(names::GROUP, given.arguments, span);
        }
        let has_star = given.has_star;
        // A swizzle of no bits is another one here than in C++.
        let bits = given.arguments.first().map(|bits| &bits.kind);
        let may_be_none = name == "make_swizzle"
            && bits.is_some_and(|bits| !matches!(bits, ExpressionKind::Int { value, .. } if *value != 0));
        let mut call = call_of(name, place, given.arguments);
        for (name, place, value) in given.named {
            call.named.push((name, place, value));
        }
        let call = match crate::notebook::parse::pythonic_call(call, &operations::CATALOGUE) {
            ExpressionKind::Call(call) => *call,
            kind => return Expression { kind, span },
        };
        if may_be_none {
            let call = Expression { kind: ExpressionKind::Call(Box::new(call)), span };
            return invoke(names::SWIZZLE, vec![call], span);
        }
        let call = names::positioned(call);
        if has_star {
            let name = format!("{}{}", names::SPREAD, call.name);
            return invoke_call(Call { name, ..call }, span);
        }
        // A tiler of one element: the DSL takes its mode for the tile's.
        let is_opened = [called::LOCAL_TILE, called::FLAT_DIVIDE, called::TILED_DIVIDE].contains(&call.name.as_str())
            && call.arguments.get(1).is_some_and(|tiler| self.is_of_one(tiler));
        if operations::find(&call.name).is_some() {
            let name = Expression { kind: ExpressionKind::Text(call.name.clone()), span };
            let call = Expression { kind: ExpressionKind::Call(Box::new(call)), span };
            return if is_opened { invoke(names::OPENED, vec![name, call], span) } else { call };
        }
        invoke_call(call, span)
    }

    /// Reports whether an expression is a tuple of one item, as it is written.
    fn is_of_one(&self, of: &Expression) -> bool {
        let document = self.builder.document();
        let defined = |name: &String| self.builder.expression(document.defining(name, self.builder.count())?);
        match &of.kind {
            ExpressionKind::Tuple(items) => items.len() == 1,
            ExpressionKind::Name(name) => {
                defined(name).is_some_and(|of| matches!(&of.kind, ExpressionKind::Tuple(items) if items.len() == 1))
            }
            _ => false,
        }
    }

    fn note_site(&mut self, site: Site) {
        if self.sites.len() < crate::paste::STATEMENT_LIMIT {
            self.sites.push(site);
        }
    }

    /// Notes what a method of a class of the text is given.
    fn note_method(&mut self, class: String, method: &str, given: &Given) {
        let named = given.named.iter().map(|(name, _, value)| (name.clone(), value.clone())).collect();
        let (name, arguments) = (method.to_string(), given.arguments.clone());
        self.note_site(Site { name, class: Some(class), arguments, named, statement: self.builder.count() });
    }

    /// Notes what a function is given, or a name that may be one.
    fn note_call(&mut self, name: &str, given: &Given) {
        let named = given.named.iter().map(|(name, _, value)| (name.clone(), value.clone())).collect();
        let (name, arguments) = (name.to_string(), given.arguments.clone());
        self.note_site(Site { name, class: None, arguments, named, statement: self.builder.count() });
    }

    /// Notes that a function is given the first items of lists: `map(self.layout_of, "ab")`.
    fn note_mapped(&mut self, given: &[Expression], span: Span) {
        let Some((function, lists)) = given.split_first() else { return };
        let Some((names::FUNCTION, [Expression { kind: ExpressionKind::Text(name), .. }])) =
            callable::invoked(function)
        else {
            return;
        };
        let name = name.clone();
        let first = |list: &Expression| match &list.kind {
            ExpressionKind::Text(text) => {
                Expression { kind: ExpressionKind::Text(text.chars().take(1).collect()), span: list.span }
            }
            _ => invoke(names::AT, vec![list.clone(), int(0, span)], span),
        };
        let arguments = lists.iter().map(first).collect();
        self.note_call(&name, &Given { arguments, ..Given::default() });
    }

    /// `self.f(…)`: the method of the object at hand, of whichever class that is.
    fn call_of_self(&mut self, name: &str, place: Span, given: Given, span: Span) -> Expression {
        // What it holds under a name comes before a method of that name.
        let held = format!("self.{name}");
        if self.class_of(&held).is_some() {
            return self.call(&held, place, given, span);
        }
        let class = self.class.clone().filter(|_| self.is_function(name, true) && !given.has_names);
        let Some(class) = class else { return self.call(name, place, given, span) };
        self.note_method(class.clone(), name, &given);
        let call = call_of(name, place, with_names(given));
        let class = Expression { kind: ExpressionKind::Text(class), span };
        invoke(names::SELF, vec![class, invoke_call(call, span)], span)
    }

    /// A function of the text that is not called here; `None` of any other name.
    fn function_itself(&self, word: &str, is_of_self: bool, span: Span) -> Option<Expression> {
        let is_it = self.is_function(word, is_of_self)
            && !self.assigned.contains(word)
            && self.builder.document().defining(word, self.builder.count()).is_none();
        let name = Expression { kind: ExpressionKind::Text(word.to_string()), span };
        is_it.then(|| invoke(names::FUNCTION, vec![name], span))
    }

    /// The function of the DSL that a name stands for with some of its arguments.
    fn partial_of(&self, name: &str) -> Option<(String, Given)> {
        let statement = self.builder.document().defining(name, self.builder.count())?;
        let (called, arguments) = callable::invoked(self.builder.expression(statement)?)?;
        let (Expression { kind: ExpressionKind::Text(callee), .. }, rest) = arguments.split_first()? else {
            return None;
        };
        if called != names::PARTIAL_OF_OTHERS || callee == name {
            return None;
        }
        let mut given = Given::default();
        for argument in rest.iter().cloned() {
            match argument.kind {
                ExpressionKind::Named(name, place, value) => given.named.push((name, place, *value)),
                kind => given.arguments.push(Expression { kind, span: argument.span }),
            }
        }
        Some((callee.clone(), given))
    }

    /// `partial(f, 4)`, of what the text has.
    fn partial(&mut self, mut given: Given, span: Span) -> Expression {
        if let Some(first) = given.arguments.first_mut()
            && let ExpressionKind::Name(class) = &first.kind
            && self.is_class(class)
        {
            *first = self.class_itself(class, first.span);
        }
        // A function of the DSL is called where all is given.
        if let Some(first) = given.arguments.first_mut()
            && let Some((names::FUNCTION, [Expression { kind: ExpressionKind::Text(word), .. }])) =
                callable::invoked(first)
            && !self.parameters.contains_key(word)
        {
            first.kind = ExpressionKind::Name(word.clone());
        }
        let is_known = given.arguments.first().is_some_and(|first| match &first.kind {
            ExpressionKind::Name(name) => self.builder.document().defining(name, self.builder.count()).is_some(),
            ExpressionKind::Code(of) if matches!(**of, Code::Member(..)) => true,
            _ => callable::is_callable(first),
        });
        if let Some(first) = given.arguments.first_mut().filter(|_| !is_known)
            && let ExpressionKind::Name(word) = &first.kind
            && (operations::find(word).is_some() || names::special(word).is_some())
        {
            first.kind = ExpressionKind::Text(word.clone());
            return invoke(names::PARTIAL_OF_OTHERS, with_names(given), span);
        }
        if is_known { invoke(names::PARTIAL, with_names(given), span) } else { foreign(span) }
    }

    /// Reports whether a name is that of a class of the text.
    pub(super) fn is_class(&self, name: &str) -> bool {
        self.classes.contains(name) && self.builder.document().defining(name, self.builder.count()).is_none()
    }

    /// A class of the text by itself.
    pub(super) fn class_itself(&self, name: &str, span: Span) -> Expression {
        invoke(names::CLASS, vec![Expression { kind: ExpressionKind::Text(name.to_string()), span }], span)
    }

    /// The class of the text that a name stands for: `kind = Gemm`.
    fn class_held(&self, name: &str) -> Option<String> {
        self.class_held_by(self.builder.document().defining(name, self.builder.count())?, &mut { STEPS })
    }

    fn class_held_by(&self, statement: usize, steps: &mut usize) -> Option<String> {
        *steps = steps.checked_sub(1)?;
        // `if kernel is None: kernel = Kernel`
        if let RoleKind::Join { yes, no, .. } = self.builder.document().roles.get(statement)?.kind {
            return [yes, no].into_iter().flatten().find_map(|side| self.class_held_by(side, steps));
        }
        let of = self.builder.expression(statement)?;
        match (&of.kind, callable::invoked(of)) {
            (ExpressionKind::Name(class), _)
                if self.builder.name_of(statement) != Some(class) && self.is_class(class) =>
            {
                Some(class.clone())
            }
            (_, Some((names::CLASS, [Expression { kind: ExpressionKind::Text(class), .. }]))) => Some(class.clone()),
            _ => None,
        }
    }

    /// The class of the text whose object a name is.
    pub(super) fn class_of(&self, name: &str) -> Option<String> {
        self.class_of_kind(&ExpressionKind::Name(name.to_string()), self.builder.count(), &mut { STEPS })
    }

    /// The class of the text that an expression makes an object of, `Kernel(4)`, or names one.
    pub(super) fn class_made(&self, of: &ExpressionKind) -> Option<String> {
        self.class_of_kind(of, self.builder.count(), &mut { STEPS })
    }

    /// The struct in shared memory that a name stands for, by the statement of its size.
    fn storage_of(&self, of: &ExpressionKind, at: usize, steps: &mut usize) -> Option<usize> {
        *steps = steps.checked_sub(1)?;
        let ExpressionKind::Name(name) = of else { return None };
        match self.builder.document().defining(name, at) {
            Some(statement) => {
                let at = self.builder.document().roles.get(statement)?.site.unwrap_or(statement);
                self.storage_of(&self.builder.expression(statement)?.kind, at, steps)
            }
            None => self.storages.get(name).copied(),
        }
    }

    fn class_of_statement(&self, statement: usize, steps: &mut usize) -> Option<String> {
        *steps = steps.checked_sub(1)?;
        match self.builder.document().roles.get(statement)?.kind {
            RoleKind::Join { yes, no, .. } => {
                [yes, no].into_iter().flatten().find_map(|side| self.class_of_statement(side, steps))
            }
            _ => {
                let at = self.builder.document().roles.get(statement)?.site.unwrap_or(statement);
                self.class_of_kind(&self.builder.expression(statement)?.kind, at, steps)
            }
        }
    }

    /// Reports whether a class is another, or is derived from it.
    fn is_derived(&self, class: &str, from: &str) -> bool {
        let document = self.builder.document();
        let number = document.type_named(class);
        number.and_then(|number| super::objects::is_one(document, number, from)) == Some(true)
    }

    /// The item of a list that an expression takes, as it is written: of `xs[1]`, and of the first round of a loop.
    fn item_of(&self, of: &ExpressionKind, at: usize, steps: &mut usize) -> Option<Expression> {
        *steps = steps.checked_sub(1)?;
        let ExpressionKind::Code(code) = of else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let [list, Expression { kind: ExpressionKind::Int { value, .. }, .. }] = call.arguments.as_slice() else {
            return None;
        };
        self.item_at(list, usize::try_from(*value).ok()?, at, steps)
    }

    fn item_at(&self, list: &Expression, place: usize, at: usize, steps: &mut usize) -> Option<Expression> {
        *steps = steps.checked_sub(1)?;
        match &list.kind {
            ExpressionKind::Tuple(items) => items.get(place).cloned(),
            ExpressionKind::Name(name) => {
                let statement = self.builder.document().defining(name, at)?;
                self.item_at(self.builder.expression(statement)?, place, statement, steps)
            }
            ExpressionKind::Code(code) => match &**code {
                Code::Of(statement) => self.item_at(self.builder.expression(*statement)?, place, *statement, steps),
                Code::Invoke(call) if call.name == names::TUPLE => call.arguments.get(place).cloned(),
                // A row of `zip(a, b)` has an item of each.
                Code::Invoke(call) if call.name == "py zip" => {
                    let row = call.arguments.iter().map(|list| self.item_at(list, place, at, steps));
                    Some(Expression { kind: ExpressionKind::Tuple(row.collect::<Option<_>>()?), span: list.span })
                }
                Code::Invoke(call) if call.name == "py enumerate" => {
                    let item = self.item_at(call.arguments.first()?, place, at, steps)?;
                    let number = int(i64::try_from(place).ok()?, list.span);
                    Some(Expression { kind: ExpressionKind::Tuple(vec![number, item]), span: list.span })
                }
                Code::Invoke(call) if [names::AT, ELEMENT].contains(&call.name.as_str()) => {
                    let inner = self.item_of(&list.kind, at, steps)?;
                    self.item_at(&inner, place, at, steps)
                }
                // Each item of a comprehension is what its body makes.
                Code::Invoke(call) if call.name == names::FOR => {
                    let ExpressionKind::Code(body) = &call.arguments.first()?.kind else { return None };
                    let Code::Lambda(number) = **body else { return None };
                    let range = self.builder.document().functions.get(number)?.range.clone();
                    let is_answer = |index: &usize| {
                        self.builder.document().roles.get(*index).is_some_and(|role| role.kind == RoleKind::Return)
                    };
                    self.builder.expression(range.rev().find(is_answer)?).cloned()
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn class_of_kind(&self, of: &ExpressionKind, at: usize, steps: &mut usize) -> Option<String> {
        *steps = steps.checked_sub(1)?;
        match of {
            ExpressionKind::Name(name) => {
                let statement = self.builder.document().defining(name, at)?;
                self.class_of_statement(statement, steps)
            }
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if self.classes.contains(&call.name) => Some(call.name.clone()),
                Code::Invoke(call) if call.name == names::CLASS => match &call.arguments.first()?.kind {
                    ExpressionKind::Text(class) => Some(class.clone()),
                    _ => None,
                },
                Code::Invoke(call) if call.name == names::AFTER => {
                    self.class_of_kind(&call.arguments.first()?.kind, at, steps)
                }
                Code::Invoke(call) if [names::AT, ELEMENT].contains(&call.name.as_str()) => {
                    let item = self.item_of(of, at, steps)?;
                    self.class_of_kind(&item.kind, at, steps)
                }
                // What a method of a class answers is one of the class that it is asked of: `RowSum.of(…)`.
                Code::Invoke(call) if !call.name.starts_with("py ") => {
                    let document = self.builder.document();
                    let answered = document.functions_named(&call.name).find_map(|(_, function)| {
                        let is_answer = |index: &usize| {
                            document.roles.get(*index).is_some_and(|role| role.kind == RoleKind::Return)
                        };
                        let answer = function.range.clone().rev().find(is_answer)?;
                        self.class_of_statement(answer, steps)
                    })?;
                    let asked = call.arguments.first().filter(|_| call.is_member);
                    let asked = asked.and_then(|asked| self.class_of_kind(&asked.kind, at, steps));
                    Some(asked.filter(|asked| self.is_derived(asked, &answered)).unwrap_or(answered))
                }
                Code::With(of, ..) | Code::Typed(of, _) => self.class_of_kind(&of.kind, at, steps),
                Code::Of(statement) => self.class_of_statement(*statement, steps),
                Code::Conditional(_, yes, no) => {
                    self.class_of_kind(&yes.kind, at, steps).or_else(|| self.class_of_kind(&no.kind, at, steps))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A call of a function of the program, whose parameters get their arguments by name as well.
    fn own_call(&mut self, name: &str, place: Span, mut given: Given, span: Span) -> Expression {
        let parameters = self.parameters.get(name).map_or(0, Vec::len);
        // A function within a method that is given the object: `set_up(self, mma)`.
        let is_object = matches!(given.arguments.first().map(|first| &first.kind), Some(ExpressionKind::Name(name)) if name == "self");
        if is_object && given.arguments.len() + given.named.len() > parameters {
            given.arguments.remove(0);
        }
        self.note_call(name, &given);
        invoke_call(call_of(name, place, with_names(given)), span)
    }

    /// `parser.add_argument("--tile", type=int, default=64)`: what `args.tile` is where nobody says.
    fn note_argument(&mut self, given: &Given) {
        let Some(ExpressionKind::Text(name)) = given.arguments.last().map(|last| &last.kind) else { return };
        let named = |wanted: &str| given.named.iter().find(|(name, ..)| name == wanted).map(|(_, _, value)| value);
        let text_of = |wanted: &str| match named(wanted).map(|of| &of.kind) {
            Some(ExpressionKind::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let name = text_of("dest").unwrap_or_else(|| name.clone());
        let default = match (named("default"), text_of("action")) {
            (Some(default), _) => default.span.of(self.text).to_string(),
            (None, Some(action)) => (action == "store_false").to_string(),
            (None, None) => return,
        };
        let said = named("default").cloned();
        // What a text stands for is what reads it: `type=parse`.
        let read = named("type").cloned().filter(|of| {
            let is_lambda = matches!(&of.kind, ExpressionKind::Code(code) if matches!(**code, Code::Lambda(_)));
            is_lambda || callable::invoked(of).is_some_and(|(name, _)| name == names::FUNCTION)
        });
        let (kind, said) = match said.as_ref().map(|default| &default.kind) {
            None => (InputKind::Truth, None),
            Some(ExpressionKind::Int { .. }) => (InputKind::Size, None),
            Some(ExpressionKind::Text(_)) => match (read, said) {
                (Some(read), Some(text)) => {
                    (InputKind::Value, Some(invoke(names::APPLY, vec![read, text], Span::default())))
                }
                _ => (InputKind::Value, None),
            },
            Some(ExpressionKind::Tuple(_) | ExpressionKind::Underscore) => (InputKind::Value, None),
            Some(ExpressionKind::Name(name)) if construct::element(name).is_some() => (InputKind::Element, None),
            Some(ExpressionKind::Call(call)) if matches!(call.name.as_str(), "true" | "false") => {
                (InputKind::Truth, None)
            }
            Some(_) => (InputKind::Value, said),
        };
        // Python's words and quotes, as one types a value.
        let default = match (default.as_str(), named("default").map(|default| &default.kind)) {
            _ if said.is_some() => String::new(),
            ("True", _) => "true".to_string(),
            ("False", _) => "false".to_string(),
            ("None", _) => "_".to_string(),
            (text, Some(ExpressionKind::Text(_))) => format!("\"{}\"", unquoted(text)),
            _ => default,
        };
        let name = name.trim_start_matches('-').replace('-', "_");
        self.command.insert(name, Argument { kind, default, said });
    }

    /// `receiver.name(…)`.
    fn method(&mut self, receiver: Expression, name: &str, place: Span, given: Given, span: Span) -> Expression {
        // What stands in a tensor of the host says nothing of its layout.
        let given = if host::is_filled(name) && !self.parameters.contains_key(name) { Given::default() } else { given };
        if name == "add_argument" {
            self.note_argument(&given);
        }
        if let Some(asked) = names::of_device(name).filter(|_| !self.parameters.contains_key(name)) {
            self.mention(asked, span);
            return name_of(asked, span);
        }
        if name == "size_in_bytes"
            && let Some(storage) = self.storage_of(&receiver.kind, self.builder.count(), &mut { STEPS })
        {
            return invoke(names::AT, vec![code(Code::Of(storage), span), int(0, span)], span);
        }
        if let ("from_iterable", ExpressionKind::Name(of)) = (name, &receiver.kind)
            && self.itertools.get(of).is_some_and(|of| of == "chain")
        {
            return invoke(names::FLAT, given.arguments, span);
        }
        // A function of a class is asked of the class itself, too.
        let is_replaced = name == "_replace" && !given.has_names;
        let class_named = match &receiver.kind {
            ExpressionKind::Name(class) if self.is_class(class) => Some(class.clone()),
            _ => None,
        };
        let receiver = match &class_named {
            Some(class) => self.class_itself(class, receiver.span),
            None => receiver,
        };
        if let Some(class) = class_named.or_else(|| self.class_made(&receiver.kind)).filter(|_| !is_replaced) {
            self.note_method(class, name, &given);
            let mut arguments = vec![receiver];
            arguments.extend(with_names(given));
            return invoke_call(Call { is_member: true, ..call_of(name, place, arguments) }, span);
        }
        // FlyDSL's tuples as Python's.
        if matches!(name, "unpack" | "to_py_value") && given.arguments.is_empty() && !self.parameters.contains_key(name)
        {
            return receiver;
        }
        // `point._replace(m=8)`
        if name == "_replace" && given.arguments.is_empty() && !given.has_names {
            return given
                .named
                .into_iter()
                .fold(receiver, |object, (member, _, value)| code(Code::With(object, vec![member], value), span));
        }
        // A move to another device leaves a tensor's layout.
        if matches!(name, "cuda" | "cpu" | "numpy") {
            return invoke(&format!("{}.{name}", host::MADE), vec![receiver], span);
        }
        if matches!(name, "items" | "keys" | "values") && given.arguments.is_empty() {
            return invoke(&format!("{} {name}", names::DICTIONARY), vec![receiver], span);
        }
        // What a dictionary has under a key, or something else.
        if name == "get" && matches!(given.arguments.len(), 1 | 2) && given.named.is_empty() {
            let arguments = std::iter::once(receiver).chain(given.arguments).collect();
            return invoke(names::GET_ITEM, arguments, span);
        }
        if name == "data_ptr"
            && let Some(element) = self.ranges.get(self.member_of(&receiver))
        {
            return invoke(names::DATA, vec![element.clone()], span);
        }
        if name == "item" && given.arguments.is_empty() {
            let is_known = self.is_unchanged(&receiver);
            return if is_known {
                invoke(&format!("{}.{name}", host::MADE), vec![receiver], span)
            } else {
                foreign(span)
            };
        }
        if name == "data_ptr" && given.arguments.is_empty() {
            return invoke(&format!("{}.{name}", host::MADE), vec![receiver], span);
        }
        // `"128x64".strip().split("x")`
        if let Some(of) = names::of_text(name, given.arguments.len()).filter(|_| given.named.is_empty()) {
            let is_made = |of: &str| of == names::TEXT || names::makes_text(of);
            let is_text = match &receiver.kind {
                ExpressionKind::Text(_) => true,
                ExpressionKind::Name(of) => of.contains('.') || !self.is_not_told(of),
                _ => callable::invoked(&receiver).is_some_and(|(of, _)| is_made(of)),
            };
            if is_text {
                return invoke(of, std::iter::once(receiver).chain(given.arguments).collect(), span);
            }
        }
        if names::is_action(name) {
            if name == "launch" {
                let named =
                    |name: &str| given.named.iter().find(|(own, ..)| own == name).map(|(.., value)| value.clone());
                let grid = named("grid").or_else(|| given.arguments.first().cloned());
                let block = named("block").or_else(|| given.arguments.get(1).cloned());
                let statement = self.builder.count();
                self.launches.push(Launch { kernel: receiver.clone(), grid, block, statement });
                if callable::invoked(&receiver).is_some() {
                    self.run_apart(receiver);
                }
            }
            return foreign(span);
        }
        if let Some(parameters) = host::marking(name) {
            let mut arguments = vec![receiver];
            arguments.extend(ordered(given, parameters, span));
            return invoke_call(Call { is_member: true, ..call_of(name, place, arguments) }, span);
        }
        if name == "to" {
            let mut arguments = vec![receiver];
            arguments.extend(given.arguments);
            arguments.extend(given.named.into_iter().map(|(_, _, value)| value));
            // A device that has a name is the GPU.
            for argument in arguments.iter_mut().skip(1) {
                if matches!(&argument.kind, ExpressionKind::Name(name) if name.contains("device")) {
                    argument.kind = ExpressionKind::Text("cuda".to_string());
                }
            }
            return invoke("py to", arguments, span);
        }
        // `storage.a.view(layout)`, `(ptr + 64).view(layout)`
        if self.is_fly && name == "view" && given.arguments.len() == 1 {
            let begin = match self.ranges.get(self.member_of(&receiver)) {
                Some(element) => invoke(names::DATA, vec![element.clone()], span),
                None => receiver,
            };
            return invoke(called::MAKE_TENSOR, std::iter::once(begin).chain(given.arguments).collect(), span);
        }
        if self.is_fly && name.starts_with("make_fragment_") {
            return fly::fragment(receiver, name, given, span).unwrap_or_else(|| foreign(span));
        }
        if let Some((special, parameters)) = names::special_method(name) {
            let mut arguments = ordered(given, parameters, span);
            // `storage.sA.get_tensor(layout)` has the elements that its struct says.
            if name == "get_tensor"
                && arguments.len() < parameters.len()
                && let Some(element) = self.ranges.get(self.member_of(&receiver))
            {
                let nothing = Expression { kind: ExpressionKind::Underscore, span };
                arguments.resize(parameters.len() - 1, nothing);
                arguments.push(element.clone());
            } else if name == "get_tensor"
                && arguments.len() < parameters.len()
                && matches!(receiver.kind, ExpressionKind::Name(_))
            {
                // A name of a member has the elements that it points at.
                let nothing = Expression { kind: ExpressionKind::Underscore, span };
                arguments.resize(parameters.len() - 1, nothing);
                arguments.push(receiver.clone());
            }
            if names::keeps_receiver(name) {
                arguments.insert(0, receiver);
            }
            return invoke(special, arguments, span);
        }
        let name = names::method(name);
        let mut arguments = vec![receiver];
        arguments.extend(given.arguments);
        let mut call = call_of(name, place, arguments);
        call.named = given.named;
        let call = match crate::notebook::parse::pythonic_call(call, &operations::CATALOGUE) {
            ExpressionKind::Call(call) => *call,
            kind => return Expression { kind, span },
        };
        let call = names::positioned(call);
        invoke_call(Call { is_member: true, ..call }, span)
    }
}

/// What a function of `itertools` makes of lists, of the name that it is called by first and last: `chain.from_iterable`.
fn of_lists(first: &str, last: &str, given: &mut Given, span: Span) -> Option<Expression> {
    let name = match (first, last) {
        ("chain", "from_iterable") => names::FLAT,
        ("chain", _) => names::JOIN,
        ("product", _) => names::CARTESIAN,
        ("accumulate", _) if given.arguments.len() == 1 => {
            let start = given.named.iter().position(|(name, ..)| name == "initial");
            let start = start.map(|place| given.named.remove(place).2);
            given.arguments.extend(start);
            names::ACCUMULATED
        }
        _ => return None,
    };
    given.named.is_empty().then(|| invoke(name, std::mem::take(&mut given.arguments), span))
}

/// The object at hand where it stands by itself; any other expression as it is.
fn this(of: Expression) -> Expression {
    match &of.kind {
        ExpressionKind::Name(name) if name == "self" => invoke(names::THIS, Vec::new(), of.span),
        _ => of,
    }
}

/// Arguments in their order, those with names behind.
fn with_names(given: Given) -> Vec<Expression> {
    let named = given.named.into_iter().map(|(name, place, value)| {
        let span = place.to(value.span);
        Expression { kind: ExpressionKind::Named(name, place, Box::new(value)), span }
    });
    given.arguments.into_iter().chain(named).collect()
}

/// A word of an enumeration: those that choose a variant of an instruction are known, those of others are words.
fn variant(class: &str, word: &str, span: Span) -> Expression {
    let name = format!("{class}.{word}");
    match ["LoadCache", "Operand", "CtaGroup"].iter().any(|begins| class.starts_with(begins)) {
        true => name_of(&name, span),
        false => Expression { kind: ExpressionKind::Text(name), span },
    }
}

/// Reports whether the first argument is a tuple with something in it that may be a layout.
fn holds_names(given: &Given) -> bool {
    let may_be = |item: &Expression| {
        matches!(item.kind, ExpressionKind::Name(_) | ExpressionKind::Call(_) | ExpressionKind::Code(..))
    };
    match given.arguments.first().map(|first| &first.kind) {
        Some(ExpressionKind::Tuple(items)) => items.iter().any(may_be) && !given.has_star,
        _ => false,
    }
}

/// Arguments in the order of parameters.
pub(super) fn ordered(given: Given, parameters: &[&str], span: Span) -> Vec<Expression> {
    let mut arguments = given.arguments;
    let mut named = given.named;
    for parameter in parameters.iter().skip(arguments.len()) {
        let found = named.iter().position(|(name, ..)| parameter.split('|').any(|own| own == name));
        match found {
            Some(at) => arguments.push(named.remove(at).2),
            None if named.is_empty() => break,
            None => arguments.push(Expression { kind: ExpressionKind::Underscore, span }),
        }
    }
    arguments
}

/// Reports whether an expression is one of truths, by how it is written.
fn is_truth(of: &Expression) -> bool {
    match &of.kind {
        ExpressionKind::Binary(operator, ..) => ["||", "&&", "==", "!=", "<", ">", "<=", ">="].contains(operator),
        ExpressionKind::Unary("!", _) => true,
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) => super::is_of_objects(&call.name),
            _ => false,
        },
        _ => false,
    }
}

/// Reports whether options in brackets stand behind `compile`.
fn is_compiler(of: &Code) -> bool {
    let Code::Invoke(call) = of else { return false };
    call.name == names::AT
        && matches!(call.arguments.first().map(|of| &of.kind), Some(ExpressionKind::Name(name)) if name == "compile")
}

pub(super) fn call_of(name: &str, place: Span, arguments: Vec<Expression>) -> Call {
    Call {
        name: name.to_string(),
        name_span: place,
        template: Vec::new(),
        template_span: place.after(),
        arguments,
        is_member: false,
        named: Vec::new(),
    }
}

pub(super) fn invoke_call(call: Call, span: Span) -> Expression {
    code(Code::Invoke(call), span)
}

/// A call of what only Python has.
pub(super) fn invoke(name: &str, arguments: Vec<Expression>, span: Span) -> Expression {
    invoke_call(call_of(name, span, arguments), span)
}

fn binary(operator: &'static str, left: Expression, right: Expression) -> Expression {
    let span = left.span.to(right.span);
    // Words of an enumeration are the same or not.
    let is_word = |side: &Expression| matches!(side.kind, ExpressionKind::Text(_));
    if is_word(&left) || is_word(&right) {
        let asked = invoke(names::IS, vec![left, right], span);
        return match operator {
            "!=" => Expression { kind: ExpressionKind::Unary("!", Box::new(asked)), span },
            "==" => asked,
            _ => foreign(span),
        };
    }
    Expression { kind: ExpressionKind::Binary(operator, Box::new(left), Box::new(right)), span }
}

/// A truth, as Python writes it.
fn truth(value: bool, span: Span) -> Expression {
    let call = call_of(if value { "True" } else { "False" }, span, Vec::new());
    Expression { kind: ExpressionKind::Call(Box::new(call)), span }
}

/// Reports whether an expression is a number with a point: a division gives one, and what is computed of it.
fn is_real(expression: &Expression) -> bool {
    const ARITHMETIC: [&str; 5] = ["+", "-", "*", "//", "%"];
    match &expression.kind {
        ExpressionKind::Binary(operator, left, right) if ARITHMETIC.contains(operator) => {
            is_real(left) || is_real(right)
        }
        ExpressionKind::Unary("-", operand) => is_real(operand),
        ExpressionKind::Code(code) => matches!(&**code, Code::Invoke(call) if call.name == names::RATIO),
        _ => false,
    }
}

/// Reports whether an expression is a tuple or a list as it is written: `+` joins those.
pub(super) fn is_list(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Tuple(_) => true,
        ExpressionKind::Code(code) => {
            matches!(&**code, Code::Invoke(call) if [names::JOIN, names::TIMES, names::TUPLE].contains(&call.name.as_str()))
        }
        _ => false,
    }
}

/// A tuple; one with `*x` in it is put together when that is known.
pub(super) fn tuple(items: Vec<Expression>, span: Span) -> Expression {
    let is_star = |item: &Expression| {
        matches!(&item.kind, ExpressionKind::Code(code)
            if matches!(&**code, Code::Invoke(call) if call.name == names::STAR))
    };
    // Types and words are no modes: what holds them is a list.
    let is_word = |item: &Expression| match &item.kind {
        ExpressionKind::Text(_) => true,
        ExpressionKind::Name(name) => crate::notebook::construct::element(name).is_some(),
        ExpressionKind::Code(code) => matches!(&**code, Code::Invoke(call) if call.name == names::TUPLE),
        _ => false,
    };
    if items.iter().any(|item| is_star(item) || is_word(item)) {
        return invoke(names::TUPLE, items, span);
    }
    Expression { kind: ExpressionKind::Tuple(items), span }
}

/// Returns what stands within quotes.
pub(super) fn unquoted(text: &str) -> &str {
    let inner = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if let Some(inner) = inner.strip_prefix(quote) {
            return inner.strip_suffix(quote).unwrap_or(inner);
        }
    }
    inner
}
