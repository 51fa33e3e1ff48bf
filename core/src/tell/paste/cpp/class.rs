//! Classes of C++: their members, what their objects hold, what they are derived from.

use super::expression::expression_of;
use super::function::TemplateParameter;
use super::reader::Reader;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::written::Reason;
use crate::operations;
use crate::paste::call::INHERITED;
use crate::paste::{BLOCK_DEPTH_LIMIT, Field, RoleKind, Type, custom};

/// Number of members that a class has from those that it is derived from.
const MEMBER_LIMIT: usize = 256;

impl Reader<'_> {
    /// A class with its members.
    pub(super) fn class(&mut self, start: Span, templates: Vec<TemplateParameter>) {
        let is_union = self.word(0) == "union";
        self.at += 1;
        self.skip_decorations();
        let mut name = self.word(0).to_string();
        if !name.is_empty() {
            self.at += 1;
        }
        let used_as = name.clone();
        // Another form for some arguments is not the class of that name.
        let form = self.is_mark('<').then(|| (name.clone(), self.at - 1));
        if self.is_mark('<') {
            let end = self.template_end(self.at).unwrap_or(self.at);
            let operation = self.word_at(end.wrapping_sub(1)).to_string();
            name = custom::class_of(&name, &operation).filter(|_| templates.is_empty()).unwrap_or_default();
            if !name.is_empty() {
                self.operations.insert(operation);
            }
            self.at = end + 1;
        }
        if self.word(0) == "final" {
            self.at += 1;
        }
        // A class of which only forms are defined.
        let is_cute = operations::CATALOGUE.takes_template(&name) || super::traits::is_known(&name);
        let is_new = !name.is_empty() && !is_cute && self.document().type_named(&name).is_none();
        if self.is_mark(';') && !templates.is_empty() && is_new {
            let first = self.count();
            self.builder.open();
            let defaults = templates.iter().map(|_| None).collect();
            let templates = self.template_statements(templates);
            self.builder.close();
            let range = first..self.count();
            self.builder.type_(Type { name, templates, defaults, range, begin: start.start, ..Type::default() });
            self.skip();
            return self.builder.leave_out(start.to(self.before()), Reason::Declaration);
        }
        if self.is_mark(';') || self.blocks >= BLOCK_DEPTH_LIMIT {
            self.skip();
            self.builder.leave_out(start.to(self.before()), Reason::Declaration);
            return;
        }
        let first = self.count();
        self.builder.open();
        let templates = self.template_statements(templates);
        let default = |index: &usize| self.builder.expression(*index).filter(|of| of.kind != ExpressionKind::Missing);
        let defaults = templates.iter().map(|index| default(index).cloned()).collect();
        let form = form.filter(|(of, _)| name.is_empty() && self.document().type_named(of).is_some());
        name = match (name.is_empty(), &form) {
            (false, _) => name,
            (true, Some((of, _))) => format!("{of}<{}>", start.start),
            (true, None) => format!("struct@{}", start.start),
        };
        let packs = templates.iter().copied().filter(|index| self.packs.contains(index)).collect();
        let number = self.builder.type_(Type {
            name: name.clone(),
            templates,
            packs,
            defaults,
            range: first..first,
            is_union,
            begin: start.start,
            ..Type::default()
        });
        if let Some((of, at)) = form {
            let behind = std::mem::replace(&mut self.at, at);
            self.depth = 0;
            // What stands behind it holds the class.
            let (tokens, end) = (self.tokens, self.template_end(at + 1).map(|end| end + 1));
            self.tokens = end.and_then(|end| tokens.get(..end)).unwrap_or(tokens);
            // What it is a form of is no use of that, nor of what stands in it.
            let noted = self.noted();
            let pattern = self.type_expression();
            self.forget_noted(noted);
            (self.tokens, self.at) = (tokens, behind);
            if let Ok(Expression { kind: ExpressionKind::Code(code), .. }) = pattern
                && let Code::Invoke(call) = *code
            {
                self.builder.form(&of, number, call.template);
            }
        }
        let mut bases = Vec::new();
        if self.is_mark(':') {
            while !self.is_mark('{') && self.at < self.tokens.len() {
                self.at += 1;
                while matches!(self.word(0), "public" | "private" | "protected" | "virtual") {
                    self.at += 1;
                }
                self.depth = 0;
                // The braces behind it hold the class.
                let (tokens, end) = (self.tokens, self.scan_type(self.at));
                self.tokens = end.and_then(|end| tokens.get(..end)).unwrap_or(tokens);
                let base = self.type_expression();
                self.tokens = tokens;
                match base {
                    Ok(base) if end == Some(self.at) => bases.push(base),
                    _ => self.at = end.unwrap_or(self.at),
                }
                if !self.is_mark(',') {
                    break;
                }
            }
            while !self.is_mark('{') && self.at < self.tokens.len() {
                self.at += 1;
            }
        }
        if self.is_mark('{') {
            self.inherit(&bases);
            let outer = self.builder.within_class(Some(number));
            // Of a class that nothing here uses, what its methods do not find is asked for.
            let behind = self.behind_bracket(self.at);
            let is_used = self.last_use.get(used_as.as_str()).is_some_and(|last| *last >= behind);
            self.later.push(is_used.then(Vec::new));
            self.block();
            let later = self.later.pop().flatten().unwrap_or_default();
            self.methods(later);
            // What it is derived from stands behind its parameters.
            if !bases.is_empty()
                && self.document().types.get(number).is_some_and(|of| of.templates.len() == self.count() - first)
            {
                let nothing = expression_of(Code::Foreign, start);
                self.builder.push(start, None, nothing, RoleKind::Hidden, false);
            }
            self.builder.within_class(outer);
        }
        // Objects of it may be declared at once.
        let place = self.span();
        let object = self.word(0).to_string();
        let is_object = !object.is_empty() && (self.is_mark_at(1, ';') || self.is_mark_at(1, '='));
        // Members of a class without a name are those of the class around it.
        let is_apart = is_object || !name.contains('@');
        match is_apart {
            true => _ = self.builder.close(),
            false => self.builder.dissolve(),
        }
        let end = self.count();
        if let Some(found) = self.builder.type_mut(number) {
            found.range = if is_apart { first..end } else { end..end };
            found.bases = bases;
        }
        if is_object || name.contains('@') {
            let call = Call {
                name,
                name_span: place,
                template: Vec::new(),
                template_span: place,
                arguments: Vec::new(),
                is_member: false,
                named: Vec::new(),
            };
            let value = expression_of(Code::Invoke(call), place);
            let of = Some(value.clone());
            self.builder.field(Field { of, counts: Vec::new(), aligns: Vec::new(), statement: end.saturating_sub(1) });
            if is_object {
                self.at += 1;
                self.builder.push(place, Some((object, place)), value, RoleKind::Value, false);
            }
        }
        // The semicolon behind it is easily forgotten.
        if self.is_mark(';') || !self.is_on_next_line(self.at) {
            self.ends();
        }
    }

    /// The members of classes of the text that one is derived from, which its own methods see.
    fn inherit(&mut self, bases: &[Expression]) {
        let place = self.span();
        let mut names = Vec::new();
        for base in bases {
            let name = match &base.kind {
                ExpressionKind::Name(name) => name,
                ExpressionKind::Code(code) => match &**code {
                    Code::Invoke(call) => &call.name,
                    _ => continue,
                },
                _ => continue,
            };
            let found = self.document().type_named(name).and_then(|number| self.document().types.get(number));
            let Some(found) = found else { continue };
            for index in found.range.clone().take(MEMBER_LIMIT) {
                let name = self.builder.name_of(index).unwrap_or_default();
                if self.document().member(found, name) == Some(index) && !found.templates.contains(&index) {
                    names.push(name.to_string());
                }
            }
        }
        for name in names.into_iter().take(MEMBER_LIMIT) {
            let text = Expression { kind: ExpressionKind::Text(name.clone()), span: place };
            let call = Call {
                name: INHERITED.to_string(),
                name_span: place,
                template: Vec::new(),
                template_span: place,
                arguments: vec![text],
                is_member: false,
                named: Vec::new(),
            };
            self.builder.push(
                place,
                Some((name, place)),
                expression_of(Code::Invoke(call), place),
                RoleKind::Hidden,
                false,
            );
        }
    }

    /// Notes what the objects of a class hold, behind its name.
    pub(super) fn field(&mut self, start: Span, of: Option<&Expression>) {
        if !self.builder.is_within_class() {
            return;
        }
        let behind = self.at;
        let mut first = behind;
        while first > 0 && self.tokens.get(first - 1).is_some_and(|token| token.span.start >= start.start) {
            first -= 1;
        }
        if (first..behind).any(|at| matches!(self.word_at(at), "static" | "using" | "typedef" | "friend")) {
            return;
        }
        let mut field = Field { of: of.cloned(), counts: Vec::new(), aligns: Vec::new(), statement: 0 };
        let aligns = (first..behind).filter(|at| self.word_at(*at) == "alignas");
        let mut opens = aligns.map(|at| (at + 1, true)).collect::<Vec<_>>();
        let mut at = behind;
        while self.is_mark_of(at, '[') {
            opens.push((at, false));
            at = self.behind_bracket(at);
        }
        for (at, is_align) in opens {
            (self.at, self.depth) = (at + 1, 0);
            match (self.expression(), is_align) {
                (Ok(number), true) => field.aligns.push(number),
                (Ok(number), false) => field.counts.push(number),
                (Err(_), _) => field.of = None,
            }
        }
        self.at = behind;
        field.statement = self.count();
        self.builder.field(field);
    }
}
