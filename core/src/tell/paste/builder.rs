//! A program on its way to a document: blocks, names that are changed in them, and the order in which statements are
//! evaluated. Every front end builds with it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use super::defaults;
use super::document::{
    Constructor, Document, Entry, Field, Form, Function, Guard, Input, InputKind, LeftOut, Parameter, Role, RoleKind,
    Type,
};
use super::rounds::{Jump, Loop};
use super::{INPUT_LIMIT, STATEMENT_LIMIT};
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Notebook, Span, Spelling, Statement};
use crate::notebook::written::{Given, Program, Reason, Written};

/// Number of calls of a function that are kept behind the one that stands first.
const OTHER_CALLS: usize = 8;

/// A program on its way to a document.
#[derive(Debug, Default)]
pub struct Builder {
    document: Document,
    statements: Vec<Statement>,
    blocks: Vec<Block>,
    guard: Option<Guard>,
    spelling: Spelling,
    class: Option<usize>,
    is_function: bool,
    asked: HashSet<usize>,
    /// For a function or a type the statement in which its first use stands: it is evaluated behind that.
    used_at: HashMap<Range<usize>, usize>,
}

/// A block that is open.
#[derive(Debug, Default)]
struct Block {
    own: Vec<usize>,
    declared: HashSet<String>,
    assigned: BTreeSet<String>,
    /// The last definition of each name of around it that was changed.
    last: HashMap<String, usize>,
}

/// Changes that a block has made: the names of around it, and the statement that last defined each.
pub type Changed = Vec<(String, usize)>;

/// A step of the order of evaluation.
enum Step {
    /// A function or a type, behind what needs it.
    Enter(usize),
    /// The same where it is called.
    Begin(usize),
    /// Its statements from the so-manieth on.
    Members(usize, usize),
}

impl Builder {
    /// A program of a language.
    pub fn new(language: super::Language, spelling: Spelling) -> Self {
        let document = Document { language, ..Document::default() };
        Builder { document, spelling, blocks: vec![Block::default()], ..Builder::default() }
    }

    /// The text is what programs and compilers printed.
    pub fn is_of_output(&mut self) {
        self.document.is_printed = true;
    }

    /// Of a parameter nothing says that it is a number.
    pub fn is_untold(&mut self, statement: usize) {
        self.document.untold.insert(statement);
    }

    /// Takes what the text itself says of the inputs.
    pub fn assume(&mut self, given: Given) {
        self.document.assumed = given;
    }

    /// Returns how many statements there are; the next has this number.
    pub fn count(&self) -> usize {
        self.statements.len()
    }

    /// Reports whether there are as many statements as there may be.
    pub fn is_full(&self) -> bool {
        self.statements.len() >= STATEMENT_LIMIT
    }

    /// Returns what has been built so far.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Opens a block.
    pub fn open(&mut self) {
        self.blocks.push(Block::default());
    }

    /// Closes a block, whose names end here; answers what it changed of the names around it.
    pub fn close(&mut self) -> Changed {
        let Some(block) = self.blocks.pop() else { return Vec::new() };
        let end = self.statements.len();
        for index in block.own {
            if let Some(role) = self.document.roles.get_mut(index) {
                role.until = role.until.min(end);
            }
        }
        let last = block.last;
        block.assigned.into_iter().filter_map(|name| last.get(&name).map(|index| (name.clone(), *index))).collect()
    }

    /// Closes a block whose names are those of the block around it, as the members of a class without a name are.
    pub fn dissolve(&mut self) {
        let Some(block) = self.blocks.pop() else { return };
        let Some(outer) = self.blocks.last_mut() else { return };
        outer.own.extend(block.own);
        outer.declared.extend(block.declared);
        outer.last.extend(block.last);
    }

    /// Closes a block that is run in any case: what it changed stays changed.
    pub fn close_through(&mut self) {
        for (name, index) in self.close() {
            if let Some(role) = self.document.roles.get_mut(index) {
                role.until = usize::MAX;
            }
            self.own(Some(&name), index, true);
        }
    }

    /// Puts what stands from here on under a condition; answers what stood there before.
    pub fn under(&mut self, guard: Option<Guard>) -> Option<Guard> {
        std::mem::replace(&mut self.guard, guard)
    }

    /// Puts what stands from here on, in a function, where nobody knows how often it is run; answers what stood there
    /// before.
    pub fn repeatedly(&mut self, span: Span) -> Option<Guard> {
        if !self.is_function {
            return self.guard;
        }
        let nothing = Expression { kind: Code::Foreign.kind(), span };
        let condition = self.push(span, None, nothing, RoleKind::Hidden, false);
        self.under(Some(Guard { condition, holds: true }))
    }

    fn own(&mut self, name: Option<&str>, index: usize, changes: bool) {
        let Some(block) = self.blocks.last_mut() else { return };
        block.own.push(index);
        let Some(name) = name else { return };
        if changes && !block.declared.contains(name) {
            block.assigned.insert(name.to_string());
            block.last.insert(name.to_string(), index);
        } else if !changes {
            block.declared.insert(name.to_string());
        }
    }

    /// Adds a statement; `changes` where it gives a name that exists another value.
    pub fn push(
        &mut self,
        span: Span,
        name: Option<(String, Span)>,
        expression: Expression,
        kind: RoleKind,
        changes: bool,
    ) -> usize {
        let index = self.statements.len();
        if self.is_full() {
            return index.saturating_sub(1);
        }
        if let Some((name, _)) = &name {
            self.document.definitions.entry(name.clone()).or_default().push(index);
        }
        self.own(name.as_ref().map(|(name, _)| name.as_str()), index, changes);
        self.document.roles.push(Role {
            kind,
            until: usize::MAX,
            guard: self.guard,
            site: None,
            changes,
            unit: 0,
            is_lambda: false,
        });
        self.statements.push(Statement {
            span,
            name,
            expression,
            spelling: self.spelling,
            declared: None,
            groups: true,
            is_cpp: self.document.language == super::Language::Cpp,
            names_modes: false,
            is_broken: false,
        });
        index
    }

    /// Adds a name whose value is not known.
    pub fn unknown(&mut self, span: Span, name: (String, Span), reason: Reason, changes: bool) -> usize {
        let expression = Expression { kind: ExpressionKind::Missing, span };
        self.push(span, Some(name), expression, RoleKind::Unknown(reason), changes)
    }

    /// Adds what was stepped over.
    pub fn leave_out(&mut self, span: Span, reason: Reason) {
        if self.document.left_out.len() < 2 * STATEMENT_LIMIT {
            self.document.left_out.push(LeftOut { span, reason });
        }
    }

    /// Adds what names are worth behind a branch: `yes` and `no` are what its two sides changed. Returns the statements.
    pub fn join(&mut self, span: Span, condition: usize, yes: &Changed, no: &Changed) -> std::ops::Range<usize> {
        let first = self.count();
        let mut names = yes.iter().chain(no).map(|(name, _)| name).collect::<Vec<_>>();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let side = |changed: &Changed| changed.iter().find(|(other, _)| other == name).map(|(_, index)| *index);
            let before = self.document.defining(name, self.statements.len());
            let kind = RoleKind::Join { condition, yes: side(yes).or(before), no: side(no).or(before) };
            let expression = Expression { kind: ExpressionKind::Missing, span };
            self.push(span, Some((name.clone(), span)), expression, kind, true);
        }
        first..self.count()
    }

    /// Says that names which a loop changed are not known behind it.
    pub fn forget(&mut self, span: Span, changed: &Changed, reason: Reason) {
        for (name, _) in changed {
            self.unknown(span, (name.clone(), span), reason, true);
        }
    }

    /// Adds an input. One of a name that is there already has the value of the first.
    pub fn input(&mut self, mut input: Input, span: Span, expression: Option<Expression>) -> usize {
        // Tuples of several profiles are several inputs.
        let is_tuple = input.kind == InputKind::Value && input.default.starts_with('(');
        let is_same = |other: &Input| {
            other.name == input.name && other.kind == input.kind && (!is_tuple || other.default == input.default)
        };
        let first = self.document.inputs.iter().position(is_same);
        let missing = Expression { kind: ExpressionKind::Missing, span };
        let name = Some((input.name.clone(), input.span));
        let kind = match first {
            Some(number) => RoleKind::Input(number),
            None if self.document.inputs.len() >= INPUT_LIMIT => RoleKind::Unknown(Reason::NotDefined),
            None => {
                input.statement = self.statements.len();
                self.document.inputs.push(input);
                RoleKind::Input(self.document.inputs.len() - 1)
            }
        };
        self.push(span, name, expression.unwrap_or(missing), kind, false)
    }

    /// Asks for a name that nothing defines: from here on everybody sees it.
    pub fn ask(&mut self, input: Input, span: Span) {
        self.ask_with(input, span, None);
    }

    /// The same of an input that is worth an expression where nobody says anything else: it is evaluated where it stands.
    pub fn ask_with(&mut self, input: Input, span: Span, said: Option<Expression>) {
        let rests = said.is_some();
        let index = self.input_for_all(input, span, said);
        if !rests {
            self.asked.insert(index);
        }
    }

    /// Adds an input that everybody sees from here on.
    pub fn input_for_all(&mut self, input: Input, span: Span, expression: Option<Expression>) -> usize {
        let open = std::mem::take(&mut self.blocks);
        self.blocks.push(Block::default());
        let guard = self.guard.take();
        let index = self.input(input, span, expression);
        self.guard = guard;
        self.blocks = open;
        index
    }

    /// Makes an input of a statement, which is worth what it says where nobody says anything else.
    pub fn make_input(&mut self, statement: usize, input: Input) {
        if self.document.inputs.len() >= INPUT_LIMIT {
            return;
        }
        let number = self.document.inputs.len();
        if let Some(role) = self.document.roles.get_mut(statement) {
            role.kind = RoleKind::Input(number);
            self.document.inputs.push(input);
        }
    }

    /// Begins or ends the members of a class; answers whose they were before.
    pub fn within_class(&mut self, class: Option<usize>) -> Option<usize> {
        std::mem::replace(&mut self.class, class)
    }

    /// Adds what the objects hold of the class whose members stand here, if they do.
    pub fn field(&mut self, field: Field) {
        if let Some(found) = self.class.and_then(|class| self.document.types.get_mut(class)) {
            found.fields.push(field);
        }
    }

    /// Adds a constructor to the class whose members stand here.
    pub fn constructor(&mut self, constructor: Constructor) {
        if let Some(found) = self.class.and_then(|class| self.document.types.get_mut(class)) {
            found.constructors.push(constructor);
        }
    }

    /// The names of the template parameters of the class whose members stand here.
    pub fn class_templates(&self) -> Vec<String> {
        let found = self.class.and_then(|class| self.document.types.get(class));
        let names = found.into_iter().flat_map(|found| &found.templates).map(|index| self.name_of(*index));
        names.map(|name| name.unwrap_or_default().to_string()).collect()
    }

    /// Reports whether members of a class stand here.
    pub fn is_within_class(&self) -> bool {
        self.class.is_some()
    }

    /// Begins or ends the body of a function; answers whether it was one before.
    pub fn within_function(&mut self, is_function: bool) -> bool {
        std::mem::replace(&mut self.is_function, is_function)
    }

    /// Reports whether statements are those of a function.
    pub fn is_within_function(&self) -> bool {
        self.is_function
    }

    /// The role of a statement, to be changed.
    pub fn role(&mut self, statement: usize) -> Option<&mut Role> {
        self.document.roles.get_mut(statement)
    }

    /// A statement, to be changed.
    pub fn statement(&mut self, statement: usize) -> Option<&mut Statement> {
        self.statements.get_mut(statement)
    }

    /// An input, to be changed.
    pub fn input_mut(&mut self, number: usize) -> Option<&mut Input> {
        self.document.inputs.get_mut(number)
    }

    /// Adds a function, and answers its number.
    pub fn function(&mut self, function: Function) -> usize {
        let number = self.document.functions.len();
        if !function.name.is_empty() {
            self.document.functions_named.entry(function.name.clone()).or_default().push(number);
        }
        self.document.functions.push(function);
        number
    }

    /// Adds another form of a class, for some arguments.
    pub fn form(&mut self, name: &str, number: usize, arguments: Vec<Expression>) {
        self.document.forms.entry(name.to_string()).or_default().push(Form { number, arguments });
    }

    /// Makes the functions of a range that belong to no class methods of one.
    pub fn own_methods(&mut self, class: usize, range: &Range<usize>) {
        let all = self.document.functions.iter_mut().enumerate().rev();
        for (number, found) in all.take_while(|(_, found)| found.range.start >= range.start) {
            if found.owner.is_none() {
                found.owner = Some(class);
                self.document.methods.entry(class).or_default().entry(found.name.clone()).or_insert(number);
            }
        }
    }

    /// Does not list statements of a range that stand where a macro does.
    pub fn unlist(&mut self, range: &Range<usize>, of_macro: Span) {
        let statements = self.statements.get(range.clone()).unwrap_or_default();
        let made = statements.iter().zip(range.clone()).filter(|(statement, _)| statement.span == of_macro);
        self.document.unlisted.extend(made.map(|(_, index)| index));
    }

    /// Adds a loop that is run, and the statements of what it leaves its names.
    pub fn run_loop(&mut self, mut found: Loop, span: Span) {
        found.range.end = self.count();
        let number = self.document.loops.len();
        let names = found.names.clone();
        // A name that it declares itself ends with it.
        let own = found.first.clone().chain(found.over.map(|(_, name)| name));
        let own = own.filter(|index| self.document.roles.get(*index).is_some_and(|role| !role.changes));
        let own = own.filter_map(|index| self.name_of(index)).collect::<Vec<_>>();
        let is_outer =
            |name: &String| !own.contains(&name.as_str()) && self.document.defining(name, found.range.start).is_some();
        let outer = names.into_iter().enumerate().filter(|(_, name)| is_outer(name)).collect::<Vec<_>>();
        self.document.loops.push(found);
        let int =
            |value: usize| Expression { kind: ExpressionKind::Int { value: value as i64, is_static: false }, span };
        let invoke = |name: &str, arguments: Vec<Expression>| {
            let call = Call {
                name: name.to_string(),
                name_span: span,
                template: Vec::new(),
                template_span: span,
                arguments,
                is_member: false,
                named: Vec::new(),
            };
            Expression { kind: Code::Invoke(call).kind(), span }
        };
        let whole = self.push(span, None, invoke(super::rounds::LOOP, vec![int(number)]), RoleKind::Hidden, false);
        for (place, name) in outer {
            let of = Expression { kind: Code::Of(whole).kind(), span };
            let left = invoke(super::rounds::LEFT, vec![of, int(place)]);
            self.push(span, Some((name, span)), left, RoleKind::Hidden, true);
        }
    }

    /// Says that a statement ends a round of a loop.
    pub fn jump(&mut self, statement: usize, jump: Jump) {
        self.document.jumps.insert(statement, jump);
    }

    /// Adds a type, and answers its number.
    pub fn type_(&mut self, added: Type) -> usize {
        let number = self.document.types.len();
        let all = self.document.types_named.entry(added.name.clone()).or_default();
        // What was only declared before is this one.
        let is_declared = |other: &Type| other.fields.is_empty() && other.range.len() == other.templates.len();
        if all.last().and_then(|last| self.document.types.get(*last)).is_some_and(is_declared) {
            all.pop();
        }
        all.push(number);
        self.document.types.push(added);
        number
    }

    /// The expression of a statement.
    pub fn expression(&self, statement: usize) -> Option<&Expression> {
        self.statements.get(statement).map(|statement| &statement.expression)
    }

    /// The name of a statement.
    pub fn name_of(&self, statement: usize) -> Option<&str> {
        Some(self.statements.get(statement)?.name.as_ref()?.0.as_str())
    }

    /// Notes that a statement makes an object of a class.
    pub fn object(&mut self, class: usize, statement: usize) {
        self.document.objects.entry(class).or_insert(statement);
    }

    /// The statements of methods and the objects that they are shown with.
    fn shown_with(&mut self) {
        // One that the class makes of itself is made of another.
        let types = &self.document.types;
        let is_within = |class: &usize, object: &usize| types.get(*class).is_some_and(|of| of.range.contains(object));
        self.document.objects.retain(|class, object| !is_within(class, object));
        if self.document.objects.is_empty() {
            return;
        }
        let mut seen_with = vec![None; self.statements.len()];
        for function in &self.document.functions {
            let object = function.owner.and_then(|class| self.document.objects.get(&class));
            if let Some(object) = object.filter(|object| !function.range.contains(object)) {
                seen_with.get_mut(function.range.clone()).into_iter().flatten().for_each(|slot| *slot = Some(*object));
            }
        }
        self.document.seen_with = seen_with;
    }

    /// A function, to be completed.
    pub fn function_mut(&mut self, number: usize) -> Option<&mut Function> {
        self.document.functions.get_mut(number)
    }

    /// A type, to be completed.
    pub fn type_mut(&mut self, number: usize) -> Option<&mut Type> {
        self.document.types.get_mut(number)
    }

    /// Asks for an input of this name, if there is one, what the parameter of a function is asked for that it is given to.
    pub fn ask_as_parameter(&mut self, name: &str, function: usize, place: usize) {
        let document = &mut self.document;
        let parameter = document.functions.get(function).and_then(|function| function.parameters.get(place));
        let role = parameter.and_then(|parameter| document.roles.get(parameter.statement)).map(|role| role.kind);
        let Some(RoleKind::Input(number)) = role else { return };
        let Some(Input { kind, default, is_static, .. }) = document.inputs.get(number).cloned() else { return };
        let is_tensor = |default: &str| default.contains("ptr[");
        // A member is asked for what it is given as, and what is given as a tensor is one.
        let adopts = |input: &&mut Input| {
            input.name == name && (name.contains('.') || is_tensor(&default) && !is_tensor(&input.default))
        };
        if let Some(input) = document.inputs.iter_mut().find(adopts).filter(|_| !default.is_empty()) {
            (input.kind, input.default) = (kind, default);
            input.is_static &= is_static;
        }
    }

    /// Asks for a pointer where a number would have been asked for.
    pub fn ask_for_pointer(&mut self, name: &str) {
        let is_number = |input: &&mut Input| matches!(input.kind, InputKind::Index | InputKind::Size);
        if let Some(input) = self.document.inputs.iter_mut().filter(|input| input.name == name).find(is_number) {
            (input.kind, input.default) = (InputKind::Value, defaults::POINTER.to_string());
        }
    }

    /// Gives the parameters of a function the arguments of a call that stands in a statement.
    pub fn bind(&mut self, number: usize, template: &[Expression], arguments: &[(Expression, usize)], site: usize) {
        let Some(function) = self.document.functions.get(number).cloned() else { return };
        if function.range.contains(&site) {
            return;
        }
        if self.used_at.contains_key(&function.range) {
            return self.bind_other(&function, template, arguments, site);
        }
        for (place, (statement, argument)) in function.templates.iter().zip(template).enumerate() {
            if function.packs.contains(statement) {
                let rest = template.get(place..).unwrap_or_default().to_vec();
                self.bind_pack(*statement, rest, site);
            } else {
                self.bind_one(*statement, argument.clone(), site);
            }
        }
        let is_entered = self.is_entered(&function, site);
        for (place, parameter) in function.parameters.iter().enumerate() {
            if parameter.is_rest && self.document.language == super::Language::Cpp {
                let rest = arguments.get(place..).unwrap_or_default().iter().map(|(given, _)| given.clone());
                let rest = rest.collect::<Vec<_>>();
                self.bind_pack(parameter.statement, rest.clone(), site);
                if let Some(deduces) = parameter.deduces {
                    self.bind_pack(deduces.template, rest, site);
                }
                continue;
            }
            let given = arguments.get(place).filter(|(given, _)| given.kind != ExpressionKind::Missing).cloned();
            let default = || parameter.default.clone().map(|default| (default, site));
            let Some((argument, from)) = given.or_else(default) else { continue };
            let argument = as_passed(parameter, argument, is_entered);
            self.bind_one(parameter.statement, argument, from);
            for (place, told) in &parameter.tells {
                let is_open = function.templates.iter().position(|other| other == told) >= Some(template.len());
                if let Some(span) = self.statements.get(*told).map(|found| found.span).filter(|_| is_open) {
                    let of = Expression { kind: Code::Of(parameter.statement).kind(), span };
                    let value = i64::try_from(*place).unwrap_or_default();
                    let place = Expression { kind: ExpressionKind::Int { value, is_static: true }, span };
                    let call = super::cpp::told(of, place, span);
                    self.bind_one(*told, Expression { kind: Code::Invoke(call).kind(), span }, site);
                }
            }
            let deduces = parameter.deduces.filter(|deduces| {
                function.templates.iter().position(|template| *template == deduces.template) >= Some(template.len())
            });
            if let Some(deduces) = deduces {
                let template = self.document.roles.get(deduces.template).map(|role| role.kind);
                if let (false, Some(RoleKind::Input(input))) = (deduces.is_pointee, template) {
                    self.document.told_by.insert(parameter.statement, input);
                }
                let span = self.statements.get(deduces.template).map_or(Span::default(), |found| found.span);
                let code = Code::Deduced(parameter.statement, deduces.is_pointee);
                let kind = code.kind();
                self.bind_one(deduces.template, Expression { kind, span }, site);
            }
        }
        self.used_at.insert(function.range, site);
    }

    /// Keeps what another call gives a function, for where the first one is not come to.
    fn bind_other(
        &mut self,
        function: &Function,
        template: &[Expression],
        arguments: &[(Expression, usize)],
        site: usize,
    ) {
        let first = self.used_at.get(&function.range).copied();
        let is_behind = |site: usize| self.document.roles.get(site).is_some_and(|role| role.guard.is_some());
        let is_rest = function.parameters.iter().any(|parameter| parameter.is_rest);
        if first.is_none_or(|first| !is_behind(first)) || is_rest || !function.packs.is_empty() {
            return;
        }
        let is_entered = self.is_entered(function, site);
        let mut given = Vec::new();
        for (statement, argument) in function.templates.iter().zip(template) {
            given.push((*statement, site, argument.clone()));
        }
        for (place, parameter) in function.parameters.iter().enumerate() {
            let argument = arguments.get(place).filter(|(given, _)| given.kind != ExpressionKind::Missing).cloned();
            let default = || parameter.default.clone().map(|default| (default, site));
            if let Some((argument, from)) = argument.or_else(default) {
                given.push((parameter.statement, from, as_passed(parameter, argument, is_entered)));
            }
        }
        self.keep_others(given);
    }

    /// Keeps what another use gives each of some statements.
    fn keep_others(&mut self, given: Vec<(usize, usize, Expression)>) {
        for (statement, site, value) in given {
            let others = self.document.other_calls.entry(statement).or_default();
            if others.len() < OTHER_CALLS {
                others.push((site, value));
            }
        }
    }

    /// Makes the type that a parameter points at another one than half precision, which functions of the same name take,
    /// where nobody says what it is.
    pub fn take_another_type(&mut self, number: usize, place: usize) {
        let parameter = self.document.functions.get(number).and_then(|function| function.parameters.get(place));
        let Some(template) = parameter.and_then(|parameter| parameter.deduces).map(|deduces| deduces.template) else {
            return;
        };
        let role = self.document.roles.get(template).filter(|role| role.site.is_none());
        let Some(RoleKind::Input(input)) = role.map(|role| role.kind) else { return };
        if let Some(input) = self.document.inputs.get(input).filter(|input| input.default == "half_t").cloned() {
            self.make_input(template, Input { statement: template, default: "float".to_string(), ..input });
        }
    }

    /// Reports whether a call at a statement is one from outside of what is compiled.
    fn is_entered(&self, function: &Function, site: usize) -> bool {
        let is_within = |other: &Function| other.entry != Entry::None && other.range.contains(&site);
        match function.entry {
            Entry::None => false,
            Entry::Jit => !self.document.functions.iter().any(is_within),
            Entry::Kernel => true,
        }
    }

    /// Reports whether a function is given all that it asks for, or nothing of what it asks for is a parameter.
    pub fn is_seen(&self, number: usize) -> bool {
        self.document.functions.get(number).is_none_or(|function| {
            function.parameters.is_empty() && function.templates.is_empty()
                || self.used_at.contains_key(&function.range)
        })
    }

    /// Makes what a function asks of a parameter, `kernel.tile`, what the object has that it is given: `self.tile`.
    pub fn bind_members(&mut self, number: usize, parameter: &str, object: &str, site: usize) {
        let Some(range) = self.document.functions.get(number).map(|function| function.range.clone()) else { return };
        let asked = self.document.inputs.iter().filter_map(|input| {
            let member = input.name.strip_prefix(parameter)?.strip_prefix('.')?;
            range.contains(&input.statement).then(|| (input.statement, format!("{object}.{member}"), input.span))
        });
        for (statement, name, span) in asked.collect::<Vec<_>>() {
            if self.document.defining(&name, site).is_some() {
                self.tell(statement, Expression { kind: ExpressionKind::Name(name), span }, site);
            }
        }
    }

    /// Makes what a function asks of a parameter, `plan.rows`, what the object has that it is given, where that is known.
    pub fn tell_members(&mut self, number: usize, place: usize) {
        let Some(function) = self.document.functions.get(number) else { return };
        let Some(statement) = function.parameters.get(place).map(|parameter| parameter.statement) else { return };
        let Some((name, _)) = self.statements.get(statement).and_then(|found| found.name.clone()) else { return };
        let range = function.range.clone();
        let asked = self.document.inputs.iter().filter_map(|input| {
            let path = input.name.strip_prefix(name.as_str())?.strip_prefix('.')?;
            range.contains(&input.statement).then(|| (input.statement, path.to_string(), input.span))
        });
        for (index, path, span) in asked.collect::<Vec<_>>() {
            let of = Expression { kind: Code::Of(statement).kind(), span };
            let told = path
                .split('.')
                .fold(of, |of, member| Expression { kind: Code::Member(of, member.to_string()).kind(), span });
            if let Some(found) =
                self.statements.get_mut(index).filter(|found| found.expression.kind == ExpressionKind::Missing)
            {
                found.expression = told;
                self.asked.remove(&index);
            }
        }
    }

    /// Makes what is asked for what the text says it is, where it calls what asks for it: no input from outside any more.
    pub fn tell(&mut self, statement: usize, told: Expression, site: usize) {
        self.asked.remove(&statement);
        self.bind_one(statement, told, site);
    }

    /// Gives the parameters of a lambda what an algorithm calls it with first.
    pub fn bind_lambda(&mut self, number: usize, arguments: Vec<Expression>) {
        let Some(function) = self.document.functions.get(number) else { return };
        let places = function.parameters.iter().map(|parameter| parameter.statement).collect::<Vec<_>>();
        let site = function.range.start;
        for (statement, argument) in places.into_iter().zip(arguments) {
            self.bind_one(statement, argument, site);
        }
    }

    /// Gives the template parameters of a type the arguments of its first use.
    pub fn bind_type(&mut self, number: usize, template: &[Expression], site: usize) {
        let Some(found) = self.document.types.get(number).cloned() else { return };
        if found.range.contains(&site) {
            return;
        }
        if let Some(first) = self.used_at.get(&found.range) {
            let is_behind = self.document.roles.get(*first).is_some_and(|role| role.guard.is_some());
            if is_behind && found.packs.is_empty() {
                let given = found.templates.iter().zip(template);
                self.keep_others(given.map(|(statement, of)| (*statement, site, of.clone())).collect());
            }
            return;
        }
        for (place, statement) in found.templates.iter().enumerate() {
            if found.packs.contains(statement) {
                self.bind_pack(*statement, template.get(place..).unwrap_or_default().to_vec(), site);
            } else if let Some(argument) = template.get(place) {
                self.bind_one(*statement, argument.clone(), site);
            }
        }
        self.used_at.insert(found.range, site);
    }

    /// The same of a pack.
    fn bind_pack(&mut self, statement: usize, values: Vec<Expression>, site: usize) {
        let span = self.statements.get(statement).map_or(Span::default(), |found| found.span);
        self.bind_one(statement, super::cpp::pack(values, span), site);
        if let Some(role) = self.document.roles.get_mut(statement) {
            role.kind = RoleKind::Hidden;
        }
    }

    fn bind_one(&mut self, statement: usize, expression: Expression, site: usize) {
        if let (Some(found), Some(role)) = (self.statements.get_mut(statement), self.document.roles.get_mut(statement))
            && role.site.is_none()
        {
            found.expression = expression;
            role.site = Some(site);
            if matches!(role.kind, RoleKind::Unknown(_)) {
                role.kind = RoleKind::Value;
            }
        }
    }

    /// Adds what a notebook says below the program, which sees all of it.
    pub(super) fn below(&mut self, statements: Vec<Statement>) {
        while !self.blocks.is_empty() {
            self.close();
        }
        self.guard = None;
        self.document.below = Some(self.statements.len());
        for statement in statements {
            if self.is_full() {
                return self.leave_out(statement.span, Reason::TooDeep);
            }
            let nothing = Expression { kind: ExpressionKind::Missing, span: statement.span };
            let index = self.push(statement.span, statement.name.clone(), nothing, RoleKind::Value, false);
            if let Some(added) = self.statements.get_mut(index) {
                *added = statement;
            }
        }
    }

    /// The notebook of the program.
    pub fn finish(mut self) -> Notebook {
        while !self.blocks.is_empty() {
            self.close();
        }
        // Blocks left open are seen to the end.
        super::demands::meet(&mut self.document, &self.statements);
        self.shown_with();
        self.document.order = self.ordered();
        let mut loops = std::mem::take(&mut self.document.loops);
        for number in 0..loops.len() {
            // Those within another come before it.
            if let Some(mut one) = loops.get(number).cloned() {
                self.document.loops = std::mem::take(&mut loops);
                one.find_needed(&self.document, &self.statements);
                loops = std::mem::take(&mut self.document.loops);
                if let Some(found) = loops.get_mut(number) {
                    *found = one;
                }
            }
        }
        self.document.loops = loops;
        let below = self.document.below.unwrap_or(usize::MAX);
        // Statements on all of it come when all of it is known.
        self.document.order.sort_by_key(|index| *index >= below);
        Notebook {
            statements: self.statements,
            diagnostics: Vec::new(),
            is_contextual: true,
            program: Some(Written::new(self.document)),
        }
    }

    /// The order of evaluation: that of the text, but a function or a type stands behind its first use.
    fn ordered(&mut self) -> Vec<usize> {
        let count = self.statements.len();
        // The innermost function or type of each statement; those of one begin where it does.
        let mut units = self.document.functions.iter().map(|function| function.range.clone()).collect::<Vec<_>>();
        units.extend(self.document.types.iter().map(|found| found.range.clone()));
        units.retain(|range| !range.is_empty());
        units.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        units.dedup();
        let mut unit_of = vec![0_usize; count];
        for (number, range) in units.iter().enumerate() {
            for unit in unit_of.get_mut(range.clone()).into_iter().flatten() {
                *unit = number + 1;
            }
        }
        for asked in &self.asked {
            if let Some(unit) = unit_of.get_mut(*asked) {
                *unit = 0;
            }
        }
        for (role, unit) in self.document.roles.iter_mut().zip(&unit_of) {
            role.unit = *unit;
        }
        let key = |range: &Range<usize>| (range.start, std::cmp::Reverse(range.end));
        let number_of = |range: &Range<usize>| units.binary_search_by_key(&key(range), key).map_or(0, |unit| unit + 1);
        for function in &mut self.document.functions {
            function.unit = number_of(&function.range);
        }
        for found in &mut self.document.types {
            found.unit = number_of(&found.range);
        }
        self.document.used_at = self.used_at.iter().map(|(range, site)| (number_of(range), *site)).collect();
        let lambdas = self.document.functions.iter().filter(|function| function.name.is_empty() && function.unit > 0);
        let lambdas = lambdas.map(|function| function.unit).collect::<HashSet<_>>();
        for role in &mut self.document.roles {
            role.is_lambda = lambdas.contains(&role.unit);
        }
        // The body of a class of Python is run where it stands.
        let is_python = self.document.language == super::Language::Python;
        // A class with one method and nothing else is that method.
        let methods = self.document.functions.iter().map(|function| function.unit).collect::<HashSet<_>>();
        let is_class = self.document.types.iter().filter(|_| is_python).map(|found| found.unit);
        let is_class = is_class.filter(|unit| !methods.contains(unit)).collect::<HashSet<_>>();
        let mut around = vec![0_usize; units.len() + 1];
        // In Python what stands in the body of a class is there before its methods are called.
        let mut of_class = vec![None; units.len() + 1];
        let mut open = Vec::<(usize, usize)>::new();
        for (number, range) in units.iter().enumerate() {
            while open.last().is_some_and(|(_, end)| *end < range.end) {
                open.pop();
            }
            let class = open.iter().rev().find(|(unit, _)| is_class.contains(unit)).map(|(unit, _)| *unit);
            if let Some(of_class) = of_class.get_mut(number + 1) {
                *of_class = class;
            }
            let outer = open.last().map_or(0, |(unit, _)| *unit);
            let outer = if is_class.contains(&outer) { around.get(outer).copied().unwrap_or(0) } else { outer };
            if let Some(around) = around.get_mut(number + 1) {
                *around = outer;
            }
            open.push((number + 1, range.end));
        }
        let parameters = self.document.functions.iter().flat_map(|function| &function.parameters);
        let parameters = parameters.map(|parameter| parameter.statement).collect::<HashSet<_>>();
        let mut members = vec![Vec::new(); units.len() + 1];
        for (index, unit) in unit_of.iter().enumerate() {
            // What it has of the class that it is derived from is known once that is.
            let is_hidden = self.document.roles.get(index).is_some_and(|role| role.kind == RoleKind::Hidden);
            let is_in_class = is_class.contains(unit) && !parameters.contains(&index) && !is_hidden;
            let unit = if is_in_class { around.get(*unit).copied().unwrap_or(0) } else { *unit };
            if let Some(members) = members.get_mut(unit) {
                members.push(index);
            }
        }
        // Parameters that were given arguments tell template parameters, which stand before them.
        for function in &self.document.functions {
            let is_told = |index: &usize| {
                let told = self.statements.get(*index).map(|found| &found.expression.kind);
                matches!(told, Some(ExpressionKind::Code(code)) if matches!(**code, Code::Deduced(..)))
            };
            let told = function.templates.iter().copied().filter(is_told).collect::<Vec<_>>();
            let unit = function.unit;
            if let (false, Some(members)) = (told.is_empty(), members.get_mut(unit)) {
                members.retain(|index| !told.contains(index));
                let last = function.parameters.iter().map(|parameter| parameter.statement).max().unwrap_or_default();
                let at = members.partition_point(|index| *index <= last);
                members.splice(at..at, told);
            }
        }
        let mut needs = vec![None; units.len() + 1];
        let mut others = vec![Vec::new(); units.len() + 1];
        for (number, range) in units.iter().enumerate() {
            let site = self.used_at.get(range).copied();
            if let Some(need) = needs.get_mut(number + 1) {
                *need = site.and_then(|site| unit_of.get(site).copied());
            }
        }
        // Another call may be the first that is come to.
        for (statement, calls) in &self.document.other_calls {
            let unit = unit_of.get(*statement).copied().unwrap_or_default();
            if let Some(others) = others.get_mut(unit) {
                others.extend(calls.iter().filter_map(|(site, _)| unit_of.get(*site).copied()));
                others.sort_unstable();
                others.dedup();
            }
        }
        // A method is shown with an object, which is made before it.
        for function in &self.document.functions {
            let object = function.owner.and_then(|class| self.document.objects.get(&class));
            if let (Some(object), Some(need)) = (object, needs.get_mut(function.unit).filter(|_| function.unit > 0))
                && need.is_none()
                && !function.range.contains(object)
            {
                *need = unit_of.get(*object).copied();
            }
            // What its class says is there before, whoever calls it first.
            let class = function.owner.and_then(|class| self.document.types.get(class)).map(|class| class.unit);
            if let (Some(_), Some(slot)) = (object, of_class.get_mut(function.unit).filter(|_| function.unit > 0)) {
                *slot = slot.or(class.filter(|class| *class > 0));
            }
        }
        let mut order = Vec::with_capacity(count);
        // Values asked for depend on nothing.
        order.extend((0..count).filter(|index| self.asked.contains(index)));
        let mut done = vec![false; units.len() + 1];
        let begun = self.begun_by(units.len());
        // A method of Python that another one of its object calls is run there: what follows sees what it gives the object.
        let methods = self.document.functions.iter().filter(|function| is_python && function.unit > 0);
        let owners = methods.filter_map(|function| Some((function.unit, function.owner?))).collect::<HashMap<_, _>>();
        let is_of_one = |site: usize, unit: usize| {
            let caller = unit_of.get(site).and_then(|caller| owners.get(caller));
            caller.is_some() && caller == owners.get(&unit)
        };
        let sites = (1..).zip(&units).filter_map(|(unit, range)| Some((*self.used_at.get(range)?, unit)));
        let mut sites = sites.filter(|(site, unit)| is_of_one(*site, *unit)).collect::<Vec<(usize, usize)>>();
        sites.sort_unstable();
        // Units that another one runs, until their turn has come: who asks for one of them again is in a circle.
        let mut called = sites.iter().map(|(_, unit)| (*unit, false)).collect::<HashMap<_, _>>();
        // What nothing here is seen to call, or to make, may be all the same, by what comes before it then.
        let is_alone = |range: &Range<usize>| !self.used_at.contains_key(range);
        let asks = |function: &&Function| !function.parameters.is_empty() || !function.templates.is_empty();
        let alone = self.document.functions.iter().filter(asks).filter(|function| is_alone(&function.range));
        let alone = alone.map(|function| (function.unit, function.owner.filter(|_| !is_python)));
        let (mut late, owners) = alone.unzip::<_, _, HashSet<_>, HashSet<_>>();
        for (number, found) in self.document.types.iter().enumerate().filter(|_| !is_python) {
            // What one method asks of its class is known to those behind it, and to what stands within.
            if !found.templates.is_empty() && is_alone(&found.range) || owners.contains(&Some(number)) {
                let first = units.partition_point(|unit| unit.start < found.range.start);
                let within = units.iter().enumerate().skip(first).take_while(|(_, unit)| unit.start < found.range.end);
                late.extend(within.map(|(number, _)| number + 1));
            }
        }
        // What is asked of them is known better once they are met.
        let of_functions = self.document.functions.iter().map(|of| {
            let parameters = of.parameters.iter().map(|parameter| parameter.statement);
            (of.unit, of.templates.iter().copied().chain(parameters).collect::<Vec<_>>())
        });
        let of_types = self.document.types.iter().map(|of| (of.unit, of.templates.clone()));
        let mut again = HashSet::new();
        for (unit, given) in of_functions.chain(of_types).filter(|(unit, _)| late.contains(unit)) {
            // What the text says of them is there already.
            let is_open = |index: &usize| {
                let is_unsaid =
                    self.statements.get(*index).is_some_and(|found| found.expression.kind == ExpressionKind::Missing);
                is_unsaid && self.asked.contains(index)
            };
            let mut given = given.into_iter().filter(is_open).collect::<Vec<_>>();
            again.extend(given.iter().copied());
            if let Some(members) = members.get_mut(unit) {
                given.append(members);
                *members = given;
            }
        }
        let (later, now) = (0..=units.len()).partition::<Vec<_>, _>(|unit| late.contains(unit));
        for unit in now.into_iter().chain(later) {
            // Units needed first come first; a circle ends where it began.
            let mut open = vec![Step::Enter(unit)];
            while let Some(step) = open.pop() {
                let unit = match step {
                    Step::Enter(unit) | Step::Begin(unit) => unit,
                    Step::Members(unit, first) => {
                        let all = members.get(unit).map_or(&[][..], Vec::as_slice);
                        let rest = all.get(first..).unwrap_or_default();
                        let (begin, end) = (rest.first().copied().unwrap_or_default(), rest.last().copied());
                        let from = sites.partition_point(|(site, _)| *site < begin);
                        let within = sites.get(from..).unwrap_or_default().iter();
                        let mut within = within.take_while(|(site, _)| end.is_some_and(|end| *site <= end));
                        let is_own = |site: usize, other: usize| {
                            unit_of.get(site) == Some(&unit) && done.get(other) == Some(&false)
                        };
                        let next = within.find(|(site, other)| is_own(*site, *other)).copied();
                        let before = next.map_or(rest.len(), |(site, _)| rest.partition_point(|index| *index < site));
                        let now = rest.get(..before).unwrap_or_default().iter();
                        let is_due =
                            |index: &&usize| !self.asked.contains(*index) || unit > 0 && again.contains(*index);
                        order.extend(now.filter(is_due));
                        if let Some((_, other)) = next {
                            open.push(Step::Members(unit, first + before));
                            open.push(Step::Begin(other));
                        }
                        continue;
                    }
                };
                let Some(is_done) = done.get_mut(unit).filter(|is_done| !**is_done) else { continue };
                let need = needs.get(unit).copied().flatten();
                // It comes up within what calls it, if that has not been seen yet.
                if let (Step::Enter(_), Some(is_seen)) = (&step, called.get_mut(&unit)) {
                    if !std::mem::replace(is_seen, true) {
                        open.push(Step::Begin(unit));
                        open.extend(need.map(Step::Enter));
                    }
                    continue;
                }
                *is_done = true;
                open.push(Step::Members(unit, 0));
                let first = [begun.get(unit).copied().flatten(), need, of_class.get(unit).copied().flatten()];
                // What is run within another one keeps its place there.
                let others = others.get(unit).into_iter().flatten().filter(|other| !called.contains_key(other));
                open.extend(others.copied().map(Step::Enter));
                open.extend(first.into_iter().flatten().map(Step::Enter));
            }
        }
        order
    }

    /// Returns what sets an object up, for each unit that is a method of it.
    fn begun_by(&self, units: usize) -> Vec<Option<usize>> {
        let mut functions = self.document.functions.iter().filter(|function| function.unit > 0).collect::<Vec<_>>();
        functions.sort_by_key(|function| function.range.start);
        let mut begun = vec![None; units + 1];
        for class in &self.document.types {
            let first = functions.partition_point(|function| function.range.start < class.range.start);
            let methods = functions.get(first..).unwrap_or_default().iter();
            let methods = methods.take_while(|function| function.range.start < class.range.end).collect::<Vec<_>>();
            let Some(init) = methods.iter().find(|method| method.name == "__init__") else { continue };
            for method in methods.iter().filter(|method| method.unit != init.unit) {
                if let Some(begun) = begun.get_mut(method.unit) {
                    *begun = Some(init.unit);
                }
            }
        }
        begun
    }
}

/// What a parameter is given as its function takes it.
fn as_passed(parameter: &Parameter, argument: Expression, is_entered: bool) -> Expression {
    // A function that is compiled on its own is given numbers that are known when it runs.
    let passed = parameter.passed.as_ref().filter(|_| is_entered);
    let span = argument.span;
    let kind = match (&parameter.declared, passed) {
        (Some(declared), _) => Code::Typed(declared.clone(), argument).kind(),
        (None, Some(call)) => Code::Invoke(Call { arguments: vec![argument], ..call.clone() }).kind(),
        (None, None) => argument.kind,
    };
    Expression { kind, span }
}
