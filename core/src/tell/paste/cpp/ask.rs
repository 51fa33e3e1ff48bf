//! Names that C++ uses and does not define: each is asked for, as what its name tells.

use super::effects;
use super::expression::{expression_of, name_of};
use super::reader::Reader;
use crate::atom::tma_copy::INSTRUCTIONS;
use crate::notebook::construct;
use crate::notebook::syntax::{Call, Code, Expression, ExpressionKind, Span};
use crate::notebook::written::{Program, Reason};
use crate::operations::{self, CATALOGUE, called};
use crate::paste::code::ENTRY;
use crate::paste::rounds;
use crate::paste::settle::slip_of;
use crate::paste::{Field, Input, InputKind, RoleKind, defaults, demands};

/// A pointer further on: it is one however far that is.
pub(in crate::paste) const MOVED: &str = "& moved";

/// What an object was given under a name: the object and the name.
pub(in crate::paste) const HELD: &str = "& held";

/// Number of definitions that are followed to the class of an object.
const MADE_LIMIT: usize = 64;

/// Number of branches and loops behind each other that one looks through for what a name stood for before them.
const BRANCH_LIMIT: usize = 64;

/// Functions of C's library that say nothing of layouts.
fn is_of_library(name: &str) -> bool {
    matches!(
        name,
        "strlen"
            | "strcmp"
            | "strncmp"
            | "memcmp"
            | "rand"
            | "srand"
            | "time"
            | "clock"
            | "atoi"
            | "atol"
            | "atof"
            | "getenv"
            | "snprintf"
            | "sprintf"
            | "fopen"
            | "malloc"
            | "to_string"
            | "stoi"
            | "get_time"
            | "now"
    )
}

impl Reader<'_> {
    /// Asks for a name that nothing defines, where it is one of a number or of a type of elements.
    pub(super) fn ask(&mut self, name: &str, span: Span, is_type: bool) {
        if self.defines(name)
            || self.type_names.contains(name)
            || self.namespaces.contains(name)
            || self.aliases.contains_key(name)
            || construct::is_predefined(name)
            || INSTRUCTIONS.contains(&name)
            || operations::find(name).is_some()
            || self.document().functions_named(name).next().is_some()
            || self.document().type_named(name).is_some()
            || is_word_of_cpp(name)
        {
            return;
        }
        if let Some(element) = element_called(name) {
            self.ask_for(name, InputKind::Element, element, span);
        } else if is_element(name) {
            let (kind, default) = defaults::of_type(name, self.instructions);
            self.ask_for(name, kind, default, span);
        } else if let Some(default) = defaults::of_object(name, self.instructions) {
            // Of the tiled MMA that the text has the part of its first thread.
            let whole = ["tiled_mma", "mma", "tiledMma"].into_iter().find(|whole| self.defines(whole));
            if let Some(whole) = whole.filter(|_| default == self.instructions.thread_mma()) {
                let zero = Expression { kind: ExpressionKind::Int { value: 0, is_static: true }, span };
                let (name_span, template_span) = (span, span.after());
                let call = Call {
                    name: "get_slice".to_string(),
                    name_span,
                    template: Vec::new(),
                    template_span,
                    arguments: vec![Expression { kind: ExpressionKind::Name(whole.to_string()), span }, zero],
                    is_member: true,
                    named: Vec::new(),
                };
                let (name, default) = (name.to_string(), default.to_string());
                let input = Input { name, statement: 0, kind: InputKind::Value, is_static: false, default, span };
                self.builder.input_for_all(input, span, Some(expression_of(Code::Invoke(call), span)));
                return;
            }
            self.ask_value(name, default, span);
        } else if !is_type && is_size(name) && !matches!(CATALOGUE.atom(name, &[]), Ok(Some(Ok(_)))) {
            self.ask_number(name, span);
        }
    }

    /// Asks for a member of a template parameter of which nothing is known, `Mainloop::TiledMma`, where its name tells what
    /// it is; answers the name that it is asked by.
    pub(super) fn ask_member(&mut self, of: &Expression, member: &str, span: Span) -> Option<String> {
        let class = self.unknown_class(of)?;
        let (kind, default) = defaults::of_member(member, self.instructions)?;
        let asked = format!("{class}::{member}");
        // Another function's parameter of that name stands for something else.
        let outer = class.split("::").next().unwrap_or(&class);
        let site = self.document().defining(outer, self.count());
        let is_asked = self.document().defining(&asked, self.count()).is_some_and(|asked| Some(asked) > site);
        if !is_asked {
            let member = expression_of(Code::Member(of.clone(), member.to_string()), span);
            let (name, default) = (asked.clone(), default.to_string());
            let input = Input { name, statement: 0, kind, is_static: true, default, span };
            self.builder.input_for_all(input, span, Some(member));
        }
        Some(asked)
    }

    /// The name of a class of which nothing is known, also of one within such a class: `Traits::LoadConfig`.
    fn unknown_class(&self, of: &Expression) -> Option<String> {
        match as_member(of) {
            Some((outer, member)) => Some(format!("{}::{member}", self.unknown_class(outer)?)),
            None => self.unknown_parameter(of).map(str::to_string),
        }
    }

    /// The template parameter, or the name of a class that nothing defines, that an expression is the name or another name
    /// of.
    pub(super) fn unknown_parameter<'b>(&'b self, of: &'b Expression) -> Option<&'b str> {
        let mut of = of;
        for _ in 0..8 {
            let name = match &of.kind {
                ExpressionKind::Name(name) => name,
                ExpressionKind::Code(code) => match &**code {
                    Code::Invoke(call) if !call.is_member && call.template.is_empty() && call.arguments.is_empty() => {
                        &call.name
                    }
                    // `flash::SeqlenInfo<Varlen> info{m, n};`
                    Code::Construct(class, _) if self.template_of_others(class).is_some() => {
                        return self.template_of_others(class);
                    }
                    // `Storage& storage = *reinterpret_cast<Storage*>(memory);`, `Seqlen seqlen{m, n};`
                    Code::Typed(class, _) | Code::Pointer(class) | Code::Construct(class, _) => {
                        of = class;
                        continue;
                    }
                    Code::Deref(value) => {
                        of = value;
                        continue;
                    }
                    _ => return None,
                },
                _ => return None,
            };
            let Some(statement) = self.document().defining(name, self.count()) else {
                return self.is_class_of_others(name).then_some(name.as_str());
            };
            let role = self.document().roles.get(statement)?;
            let input = match role.kind {
                RoleKind::Input(number) => self.document().inputs.get(number),
                RoleKind::Value | RoleKind::Hidden => None,
                _ => return None,
            };
            of = self.builder.expression(statement)?;
            if let Some(input) = input {
                let is_open = matches!(of.kind, ExpressionKind::Missing) && input.default.is_empty();
                return is_open.then_some(name.as_str());
            }
            if let ExpressionKind::Code(code) = &of.kind {
                match &**code {
                    Code::Invoke(call) if !call.template.is_empty() => {
                        let is_own = self.document().type_named(&call.name).is_some();
                        return (!is_own && !super::traits::is_known(&call.name)).then_some(name.as_str());
                    }
                    // `using Mainloop = typename CollectiveBuilder<…>::CollectiveOp;`
                    Code::Member(class, _) => {
                        let is_unknown =
                            self.template_of_others(class).is_some() || self.unknown_class(class).is_some();
                        return is_unknown.then_some(name.as_str());
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// The name of a template of a class which is defined elsewhere, with its arguments: `SeqlenInfo<Varlen>`.
    fn template_of_others<'b>(&self, of: &'b Expression) -> Option<&'b str> {
        let ExpressionKind::Code(code) = &of.kind else { return None };
        let Code::Invoke(call) = &**code else { return None };
        let is_it = !call.is_member && !call.template.is_empty() && self.is_class_of_others(&call.name);
        is_it.then_some(call.name.as_str())
    }

    /// Reports whether a name is that of a class which is defined elsewhere, `Kernel_traits`, by its letters.
    pub(super) fn is_class_of_others(&self, name: &str) -> bool {
        name.starts_with(|first: char| first.is_ascii_uppercase())
            && !self.type_names.contains(name)
            && !self.namespaces.contains(name)
            && !self.aliases.contains_key(name)
            && !construct::is_predefined(name)
            && !super::traits::is_known(name)
            && operations::find(name).is_none()
            && self.document().type_named(name).is_none()
            && self.document().functions_named(name).next().is_none()
            && !is_word_of_cpp(name)
            && !matches!(CATALOGUE.atom(name, &[]), Ok(Some(_)))
    }

    /// Asks for a class that is defined elsewhere where its name tells what it is; whether it was asked for.
    pub(super) fn ask_class(&mut self, name: &str) -> bool {
        if !self.is_class_of_others(name) {
            return false;
        }
        let (kind, default) = defaults::of_type(name, self.instructions);
        if default.is_empty() || (kind == InputKind::Element && !is_element(name)) {
            return false;
        }
        let (name, default, span) = (name.to_string(), default.to_string(), self.span());
        self.builder.ask(Input { name, statement: 0, kind, is_static: true, default, span }, span);
        true
    }

    /// Asks for a number, whatever its name looks like.
    pub(super) fn ask_number(&mut self, name: &str, span: Span) {
        if !self.defines(name) {
            let (kind, default) = defaults::of_integer(name);
            self.ask_for(name, kind, default, span);
        }
    }

    /// What stands at an address that is taken says nothing of a pointer whose elements the call says:
    /// `make_rmem_ptr<half_t>(&values)`.
    fn points_at(&self, call: &mut Call) {
        let ([element], [argument]) = (call.template.as_slice(), call.arguments.as_mut_slice()) else { return };
        let is_pointer = operations::find(&call.name).is_some_and(|found| found.name.ends_with("mem_ptr"));
        let at = self.tokens.partition_point(|token| token.span.start < argument.span.start);
        if is_pointer && self.is_mark_of(at, '&') {
            let span = argument.span;
            let pointer = expression_of(Code::Pointer(element.clone()), element.span);
            let entry = Call { arguments: vec![argument.clone(), pointer], ..super::function::call_of(ENTRY, span) };
            *argument = expression_of(Code::Invoke(entry), span);
        }
    }

    /// Where a list whose numbers are followed lies, a pointer of its elements: `make_tensor(v.data(), …)`.
    pub(super) fn memory_of_list(&self, call: &mut Call) {
        if !matches!(call.name.as_str(), "make_tensor" | "make_gmem_ptr" | "make_smem_ptr" | "make_rmem_ptr") {
            return;
        }
        if let Some(first) = call.arguments.first_mut() {
            self.as_memory(first);
        }
    }

    /// A list whose numbers are followed, as a pointer to its elements; anything else is left as it is.
    pub(super) fn as_memory(&self, first: &mut Expression) {
        let name = match &first.kind {
            ExpressionKind::Name(name) => Some(name),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(of) if of.is_member && matches!(of.name.as_str(), "data" | "begin") => {
                    match of.arguments.as_slice() {
                        [Expression { kind: ExpressionKind::Name(name), .. }] => Some(name),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        };
        let Some(name) = name.filter(|name| self.is_table(name)) else { return };
        let of = self.document().defining(name, self.count()).and_then(|made| self.builder.expression(made));
        let element = match of.map(|of| &of.kind) {
            Some(ExpressionKind::Code(code)) => match &**code {
                Code::Invoke(call) => call.template.first().cloned(),
                _ => None,
            },
            _ => None,
        };
        let element = element.unwrap_or_else(|| name_of("int", first.span));
        *first = expression_of(Code::Pointer(element), first.span);
    }

    /// Asks for a pointer of which a call makes one to its memory, where nothing defines it: `make_gmem_ptr(A)`,
    /// `make_smem_ptr(storage.smem_A.data())`.
    pub(super) fn ask_pointer(&mut self, call: &mut Call) {
        self.points_at(call);
        let default = match operations::find(&call.name).map(|function| function.name) {
            Some(called::GMEM_PTR) => defaults::POINTER,
            Some(called::SMEM_PTR) => "smem_ptr[16b](…)",
            _ => return,
        };
        let [argument] = call.arguments.as_mut_slice() else { return };
        moved(argument);
        if let ExpressionKind::Name(name) = &argument.kind {
            if !self.defines(name) && !is_word_of_cpp(name) {
                let (name, span) = (name.clone(), argument.span);
                self.ask_value(&name, default, span);
            }
            return;
        }
        let memory = match &argument.kind {
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.is_member && matches!(call.name.as_str(), "data" | "begin" | "get") => {
                    call.arguments.first()
                }
                _ => Some(&*argument),
            },
            _ => None,
        };
        if let Some((of, member)) = memory.and_then(as_member)
            && let Some(path) = self.open_path(of)
        {
            let asked = self.ask_path(format!("{path}.{member}"), InputKind::Value, default, argument.clone());
            argument.kind = ExpressionKind::Name(asked);
        }
    }

    /// Asks for each name that nothing defines and that stands where only a layout or a tensor can: `size<0>(tAgA)`,
    /// `gA(_, k)`. What it is follows from all that a text does with it.
    pub(super) fn ask_wanted(&mut self, of: &Expression) {
        for (argument, _) in demands::wanted(of) {
            if let ExpressionKind::Name(name) = &argument.kind
                && !self.defines(name)
                && !self.type_names.contains(name.as_str())
                && !self.aliases.contains_key(name)
                && !construct::is_predefined(name)
                && !is_word_of_cpp(name)
            {
                let default = defaults::of_object(name, self.instructions).unwrap_or(defaults::LAYOUT);
                self.ask_value(name, default, argument.span);
            }
        }
    }

    /// Asks for what a coordinate is given to, where nothing defines it: `tiled_a(make_coord(_, _), 3)`, `layout(2, 3)`.
    pub(super) fn ask_called(&mut self, call: &Call, span: Span) {
        let name = &call.name;
        let verbs = ["make_", "get_", "local_", "create_", "construct_", "partition", "load", "store", "copy", "slice"];
        let is_other = self.is_type_name(name)
            || self.document().functions_named(name).next().is_some()
            || super::traits::is_known(name)
            || super::algorithms::is_known(name)
            || super::attention::is_known(name)
            || super::arithmetic::is_known(name)
            || verbs.iter().any(|verb| name.starts_with(verb));
        if is_other || !call.template.is_empty() {
            return;
        }
        if name == "warp_group_thread_layout" {
            // The first threads of warpgroups.
            self.ask_value(name, "_2:_128", call.name_span);
        } else if name == "layout" || name.ends_with("_layout") {
            self.ask_value(name, defaults::LAYOUT, call.name_span);
        } else {
            self.ask_wanted(&expression_of(Code::Invoke(call.clone()), span));
        }
    }

    fn ask_value(&mut self, name: &str, default: &str, span: Span) {
        let input = Input {
            name: name.to_string(),
            statement: 0,
            kind: InputKind::Value,
            is_static: false,
            default: default.to_string(),
            span,
        };
        self.builder.ask(input, span);
    }

    fn ask_for(&mut self, name: &str, kind: InputKind, default: &str, span: Span) {
        if kind == InputKind::Value {
            return;
        }
        let input = Input {
            name: name.to_string(),
            statement: 0,
            kind,
            is_static: kind == InputKind::Element || defaults::is_block(name),
            default: default.to_string(),
            span,
        };
        self.builder.ask(input, span);
    }

    /// Asks for a member of an object of which nothing tells what it is, `params.M`, where its name tells what it is; answers
    /// the name that it is asked by.
    pub(super) fn ask_of_object(&mut self, of: &Expression, member: &str, span: Span) -> Option<String> {
        // `cluster_id.x` of what a function answered that says which block this is.
        if let ("x" | "y" | "z", ExpressionKind::Name(name)) = (member, &of.kind)
            && let Some(statement) = self.document().defining(name, self.count())
            && let Some(ExpressionKind::Name(machine)) = self.builder.expression(statement).map(|found| &found.kind)
            && super::expression::MACHINE.contains(&machine.as_str())
        {
            let whole = format!("{machine}.{member}");
            self.ask_number(&whole, span);
            return Some(whole);
        }
        if let Some(given) = self.given_path(of, member) {
            return Some(given);
        }
        let mut is_integer = false;
        let path = match self.open_path(of) {
            Some(path) => path,
            None => {
                let (path, of_type) = self.parameter_with(of, member)?;
                let tuple = self.tuple_of_type(&of_type, member.contains("stride"));
                if let Some(default) = tuple {
                    // What the object was given, and not the zeros that C++ gives one that was given nothing.
                    let text = Expression { kind: ExpressionKind::Text(member.to_string()), span };
                    let held = Call { arguments: vec![of.clone(), text], ..super::function::call_of(HELD, span) };
                    let (path, held) = (format!("{path}.{member}"), expression_of(Code::Invoke(held), span));
                    return Some(self.ask_path(path, InputKind::Value, &default, held));
                }
                let is_number = |name: &str| super::expression::is_integral(name);
                if !matches!(&of_type.kind, ExpressionKind::Name(name) if is_number(name)) {
                    return None;
                }
                is_integer = true;
                path
            }
        };
        let path = format!("{path}.{member}");
        let is_truth = ["is_", "has_", "enable_"].iter().any(|start| member.starts_with(start));
        let (kind, default) = if is_truth {
            (InputKind::Truth, "false")
        } else if member.contains("ptr") {
            (InputKind::Value, defaults::POINTER)
        } else if matches!(member, "b" | "h" | "l") {
            // A batch or a head: how many there are.
            (InputKind::Size, "1")
        } else if let Some(instruction) = defaults::of_tma(&member.to_ascii_lowercase().replace('_', "")) {
            (InputKind::Value, instruction)
        } else if member.starts_with("shape_") {
            (InputKind::Value, "(512,64)")
        } else if is_integer || is_size(member) {
            defaults::of_integer(member)
        } else {
            (InputKind::Value, defaults::of_object(member, self.instructions)?)
        };
        Some(self.ask_path(path, kind, default, member_of(of, member, span)))
    }

    /// The name of a member that the text gives a value, of an object of which it does not say what that is:
    /// `arguments.m = 4;`.
    fn given_path(&self, of: &Expression, member: &str) -> Option<String> {
        let (mut of, mut path) = (of, member.to_string());
        while let Some((outer, member)) = as_member(of) {
            (of, path) = (outer, format!("{member}.{path}"));
        }
        let ExpressionKind::Name(name) = &of.kind else { return None };
        let path = format!("{name}.{path}");
        let (given, object) =
            (self.document().defining(&path, self.count())?, self.document().defining(name, self.count()));
        let is_value = self.document().roles.get(given)?.kind == RoleKind::Value;
        (is_value && object.is_none_or(|object| object < given)).then_some(path)
    }

    /// The name by which a member is asked for, which is worth what the text says of it, else `default`.
    fn ask_path(&mut self, path: String, kind: InputKind, default: &str, member: Expression) -> String {
        // What another function asked is known where that is.
        let asked = self.document().defining(&path, self.count());
        if asked.is_none_or(|asked| asked < self.function) {
            let span = member.span;
            let (name, default) = (path.clone(), default.to_string());
            let input = Input { name, statement: 0, kind, is_static: false, default, span };
            self.builder.input_for_all(input, span, Some(member));
        }
        path
    }

    /// `q.size(0)` and `q.stride(0)` of a tensor of PyTorch's that the host is given, `state.index()` of where a pipeline
    /// is, `block_A.get()` of memory.
    pub(super) fn ask_of_host_tensor(&mut self, call: &Call, span: Span) -> Option<String> {
        if let [of] = call.arguments.as_slice() {
            let (kind, default) = match call.name.as_str() {
                "index" | "phase" | "count" => (InputKind::Index, "0"),
                "host_data" | "device_data" => (InputKind::Value, defaults::MEMORY),
                "get" if matches!(&of.kind, ExpressionKind::Name(name) if name.starts_with("block_")) => {
                    (InputKind::Value, defaults::MEMORY)
                }
                _ => return None,
            };
            let path = format!("{}.{}()", self.open_path(of)?, call.name);
            return Some(self.ask_path(path, kind, default, expression_of(Code::Invoke(call.clone()), span)));
        }
        let ("size" | "stride", [of, index]) = (call.name.as_str(), call.arguments.as_slice()) else { return None };
        let ExpressionKind::Int { value, .. } = index.kind else { return None };
        let path = format!("{}.{}({value})", self.open_path(of)?, call.name);
        let default = if call.name == "size" { "128" } else { "512" };
        Some(self.ask_path(path, InputKind::Size, default, expression_of(Code::Invoke(call.clone()), span)))
    }

    /// Asks for each member of an unknown object that stands where only a number can: `make_shape(params.rows, 64)`.
    pub(super) fn ask_as_numbers(&mut self, value: &mut Expression) {
        if let Some((of, member)) = as_member(value)
            && let Some(path) = self.open_path(of)
        {
            let (kind, default) = defaults::of_integer(member);
            let path = format!("{path}.{member}");
            let asked = self.ask_path(path, kind, default, value.clone());
            value.kind = ExpressionKind::Name(asked);
            return;
        }
        match &mut value.kind {
            ExpressionKind::Binary(_, left, right) => {
                self.ask_as_numbers(left);
                self.ask_as_numbers(right);
            }
            ExpressionKind::Unary(_, of) => self.ask_as_numbers(of),
            ExpressionKind::Code(code) => {
                if let Code::Typed(_, of) = &mut **code {
                    self.ask_as_numbers(of);
                }
            }
            _ => {}
        }
    }

    /// Reports whether a name is that of an object whose class the text has, or of a `dim3`: its members have values.
    pub(super) fn has_members(&self, of: &Expression) -> bool {
        let (mut of, mut site) = (of, self.count());
        for _ in 0..MADE_LIMIT {
            of = match &of.kind {
                ExpressionKind::Tuple(_) => return true,
                ExpressionKind::Name(name) => {
                    let Some(made) = self.document().defining(name, site) else {
                        return self.document().type_named(name).is_some();
                    };
                    let Some(made) = self.before_branches(name, made) else { return false };
                    site = made;
                    match self.builder.expression(made) {
                        Some(made) => made,
                        None => return false,
                    }
                }
                ExpressionKind::Code(code) => match &**code {
                    // `Outer::Params params{…}`
                    Code::Construct(Expression { kind: ExpressionKind::Code(inner), .. }, _) if matches!(&**inner, Code::Member(_, name) if self.document().type_named(name).is_some()) =>
                    {
                        return true;
                    }
                    Code::Construct(of, _) | Code::Typed(of, _) | Code::With(of, ..) => of,
                    Code::Pointer(pointee) => pointee,
                    Code::Of(index) => match self.builder.expression(*index) {
                        Some(of) => of,
                        None => return false,
                    },
                    Code::Invoke(call) if [effects::AFTER, effects::METHOD].contains(&call.name.as_str()) => {
                        return true;
                    }
                    Code::Invoke(call) if !call.is_member => return self.document().type_named(&call.name).is_some(),
                    _ => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// The statement that gives a name a value before the branches and loops that a statement sums up.
    fn before_branches(&self, name: &str, statement: usize) -> Option<usize> {
        let mut at = statement;
        for _ in 0..BRANCH_LIMIT {
            let is_left = self.builder.expression(at).is_some_and(|of| match &of.kind {
                ExpressionKind::Code(code) => matches!(&**code, Code::Invoke(call) if call.name == rounds::LEFT),
                _ => false,
            });
            at = match self.document().roles.get(at)?.kind {
                RoleKind::Join { no, yes, .. } => no.or(yes)?,
                _ if is_left => self.document().defining(name, at)?,
                _ => return Some(at),
            };
        }
        None
    }

    /// Reports whether a name is declared as one of a class that the text has not, and given nothing.
    pub(super) fn is_declared_alone(&self, name: &str) -> bool {
        let role = self.document().defining(name, self.count()).and_then(|index| self.document().roles.get(index));
        role.is_some_and(|role| role.kind == RoleKind::Unknown(Reason::Declaration))
    }

    /// Returns what an object is called of which nothing tells what it is: `params`, `params.mainloop`.
    pub(super) fn open_path(&self, of: &Expression) -> Option<String> {
        if let Some((of, member)) = as_member(of) {
            return Some(format!("{}.{member}", self.open_path(of)?));
        }
        let ExpressionKind::Name(name) = &of.kind else { return None };
        let is_other = || {
            self.type_names.contains(name.as_str())
                || self.namespaces.contains(name)
                || self.aliases.contains_key(name)
                || construct::is_predefined(name)
                || operations::find(name).is_some()
                || is_word_of_cpp(name)
        };
        let is_open = if self.defines(name) { self.is_open(of) || self.is_declared_alone(name) } else { !is_other() };
        is_open.then(|| name.clone())
    }

    /// The name of a parameter of a class of the text, and the type of what it holds under a name and nobody says: `params` of
    /// `params.M`.
    fn parameter_with(&self, of: &Expression, member: &str) -> Option<(String, Expression)> {
        let ExpressionKind::Name(name) = &of.kind else { return None };
        let statement = self.document().defining(name, self.count())?;
        let made = self.builder.expression(statement)?;
        let ExpressionKind::Code(code) = &made.kind else { return None };
        let Code::Construct(class, made_of) = &**code else { return None };
        let class = match &class.kind {
            ExpressionKind::Name(name) => name,
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => &call.name,
                _ => return None,
            },
            _ => return None,
        };
        let is_parameter = self.document().roles.get(statement)?.kind == RoleKind::Hidden && made_of.is_empty();
        let class = self.document().types.get(self.document().type_named(class)?).filter(|_| is_parameter)?;
        let is_asked = |field: &&Field| {
            let role = self.document().roles.get(field.statement).map(|role| role.kind);
            let is_open = match self.builder.expression(field.statement).map(|made| &made.kind) {
                Some(ExpressionKind::Code(code)) => matches!(&**code, Code::Construct(_, given) if given.is_empty()),
                _ => matches!(role, Some(RoleKind::Unknown(_))),
            };
            is_open && field.counts.is_empty() && self.builder.name_of(field.statement) == Some(member)
        };
        Some((name.clone(), class.fields.iter().find(is_asked)?.of.clone()?))
    }

    /// A tuple with as many modes as a type says, `Shape<int,_4>`, as one types it: extents, or the strides of a matrix and of
    /// what stands beside it. `None` of another type, and of one that says all of its numbers.
    pub(super) fn tuple_of_type(&self, of: &Expression, is_stride: bool) -> Option<String> {
        let mut of = of;
        for _ in 0..MADE_LIMIT {
            let ExpressionKind::Name(name) = &of.kind else { break };
            of = self.builder.expression(self.document().defining(name, self.count())?)?;
        }
        let modes = of_tuple(of)?;
        let extent = |place: usize| [512_i64, 64, 4, 2].get(place).copied().unwrap_or(64);
        let is_unit = |mode: &Expression| matches!(mode.kind, ExpressionKind::Int { value: 1, is_static: true });
        let unit = modes.iter().position(is_unit);
        let mut next = unit.map_or(1, extent);
        let mut is_open = false;
        let mut written = Vec::with_capacity(modes.len());
        for (place, mode) in modes.iter().enumerate() {
            written.push(match mode.kind {
                // A type of integers.
                ExpressionKind::Int { value: 0, is_static: false } => {
                    is_open = true;
                    let stride = next;
                    next *= extent(place);
                    if is_stride { stride } else { extent(place) }.to_string()
                }
                ExpressionKind::Int { value, is_static: true } => format!("_{value}"),
                _ => return None,
            });
        }
        is_open.then(|| format!("({})", written.join(",")))
    }

    /// Reports whether a value is what a function answers that the text has not: nobody can tell what it is.
    pub(super) fn is_answer_of_others(&self, value: &Expression) -> bool {
        let ExpressionKind::Code(code) = &value.kind else { return false };
        let Code::Invoke(call) = &**code else { return false };
        let is_unknown = |name: &str| {
            !self.type_names.contains(name)
                && !self.aliases.contains_key(name)
                && self.document().functions_named(name).next().is_none()
                && self.document().type_named(name).is_none()
                && !super::traits::computes(name)
                && !super::algorithms::is_known(name)
                && !super::attention::is_known(name)
                && !super::arithmetic::is_known(name)
                && !matches!(name, "sizeof" | "alignof")
                && !is_of_library(name)
                && slip_of(name).is_none()
        };
        match call.arguments.first() {
            Some(of) if call.is_member => self.open_path(of).is_some(),
            _ => {
                let is_here = self.defines(&call.name);
                !call.is_member && call.template.is_empty() && !is_here && is_unknown(&call.name)
            }
        }
    }

    /// Reports whether a statement has an object do something of which nothing tells what it is: `block_D.reset(n);`.
    pub(super) fn is_action_of_others(&self, value: &Expression) -> bool {
        let ExpressionKind::Code(code) = &value.kind else { return false };
        let Code::Invoke(call) = &**code else { return false };
        let of = call.arguments.first().filter(|_| call.is_member);
        of.is_some_and(|of| {
            let is_alone = matches!(&of.kind, ExpressionKind::Name(name) if self.is_declared_alone(name));
            is_alone || self.open_path(of).is_some()
        })
    }

    /// Reports whether a value is a mode of what nobody knows: `get<0>(inputs)`.
    pub(super) fn is_mode_of_open(&self, value: &Expression) -> bool {
        match &value.kind {
            ExpressionKind::Call(call) if call.name == called::GET => {
                matches!(call.arguments.as_slice(), [of] if self.is_open(of))
            }
            _ => false,
        }
    }

    /// Asks for what a name is given that a function of others answers, where its name tells what it is; answers the
    /// statement.
    pub(super) fn ask_for_answer(&mut self, name: &(String, Span), span: Span, value: &Expression) -> Option<usize> {
        let (kind, default) = match defaults::of_object(&name.0, self.instructions) {
            Some(default) => (InputKind::Value, default),
            None if is_size(&name.0) => defaults::of_integer(&name.0),
            None => return None,
        };
        let (name, place, default) = (name.0.clone(), name.1, default.to_string());
        let input = Input { name, statement: 0, kind, is_static: false, default, span: place };
        Some(self.builder.input(input, span, Some(value.clone())))
    }

    /// Asks for a type that is taken from what nobody tells, `decltype(get<0>(SmemLayoutAtomsA{}))`, where its own name tells
    /// what it is; answers the statement.
    pub(super) fn ask_for_type(&mut self, name: &(String, Span), span: Span, value: &Expression) -> Option<usize> {
        if !self.rests_on_unknown(value) {
            return None;
        }
        let (kind, default) = match is_element(&name.0) {
            true => defaults::of_type(&name.0, self.instructions),
            false => (InputKind::Value, defaults::of_object(&name.0, self.instructions)?),
        };
        let (name, place, default) = (name.0.clone(), name.1, default.to_string());
        let input = Input { name, statement: 0, kind, is_static: true, default, span: place };
        Some(self.builder.input(input, span, Some(value.clone())))
    }

    /// Reports whether an expression names a parameter of a template of which nothing is known.
    fn rests_on_unknown(&self, of: &Expression) -> bool {
        let any = |all: &[Expression]| all.iter().any(|one| self.rests_on_unknown(one));
        match &of.kind {
            ExpressionKind::Name(_) => self.unknown_parameter(of).is_some(),
            ExpressionKind::Call(call) => any(&call.template) || any(&call.arguments),
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) => {
                    self.unknown_parameter(of).is_some() || any(&call.template) || any(&call.arguments)
                }
                Code::Member(of, _) => self.rests_on_unknown(of),
                Code::Construct(of, given) => self.rests_on_unknown(of) || any(given),
                Code::Typed(_, of) => self.rests_on_unknown(of),
                _ => false,
            },
            _ => false,
        }
    }

    /// Reports whether an expression is the name of a parameter of which nothing tells what it is.
    pub(super) fn is_open(&self, value: &Expression) -> bool {
        let ExpressionKind::Name(name) = &value.kind else { return false };
        let role = self.document().defining(name, self.count()).and_then(|index| self.document().roles.get(index));
        role.is_none_or(|role| role.kind == RoleKind::Unknown(Reason::NotDefined))
            || self.unknown_parameter(value).is_some()
            || self.is_tuple_of_unknown(name)
    }

    /// Reports whether a name is that of a tuple of which nothing tells what it holds: `tuple<TensorA, TensorB> inputs`.
    fn is_tuple_of_unknown(&self, name: &str) -> bool {
        let made = self.document().defining(name, self.count()).and_then(|index| self.builder.expression(index));
        let Some(ExpressionKind::Code(code)) = made.map(|made| &made.kind) else { return false };
        let Code::Construct(class, made_of) = &**code else { return false };
        let template = match &class.kind {
            ExpressionKind::Call(call) if call.name == "tuple" => &call.template,
            ExpressionKind::Code(code) => match &**code {
                Code::Invoke(call) if call.name == "tuple" => &call.template,
                _ => return false,
            },
            _ => return false,
        };
        made_of.is_empty() && template.iter().any(|of| self.unknown_parameter(of).is_some())
    }
}

/// Makes sums within the argument of `make_gmem_ptr(p + offset)` pointers that are moved.
fn moved(argument: &mut Expression) {
    let mut of = argument;
    for _ in 0..MADE_LIMIT {
        let span = of.span;
        if !matches!(of.kind, ExpressionKind::Binary("+", ..)) {
            return;
        }
        let sum = std::mem::replace(&mut of.kind, ExpressionKind::Missing);
        let ExpressionKind::Binary(_, left, right) = sum else { return };
        let call = Call { arguments: vec![*left, *right], ..super::function::call_of(MOVED, span) };
        of.kind = Code::Invoke(call).kind();
        let ExpressionKind::Code(code) = &mut of.kind else { return };
        let Code::Invoke(call) = &mut **code else { return };
        let Some(left) = call.arguments.first_mut() else { return };
        of = left;
    }
}

/// The modes of the type of a tuple.
fn of_tuple(of: &Expression) -> Option<&[Expression]> {
    let call = match &of.kind {
        ExpressionKind::Call(call) => call,
        ExpressionKind::Code(code) => match &**code {
            Code::Invoke(call) if !call.is_member => call,
            _ => return None,
        },
        _ => return None,
    };
    let is_tuple = matches!(call.name.as_str(), "Shape" | "Stride" | "Coord" | "tuple") && call.arguments.is_empty();
    is_tuple.then_some(call.template.as_slice())
}

fn member_of(of: &Expression, member: &str, span: Span) -> Expression {
    expression_of(Code::Member(of.clone(), member.to_string()), span)
}

/// The object and the name, where an expression is a member.
fn as_member(of: &Expression) -> Option<(&Expression, &str)> {
    let ExpressionKind::Code(code) = &of.kind else { return None };
    match &**code {
        Code::Member(of, member) => Some((of, member)),
        _ => None,
    }
}

/// Words of the language, and of the libraries around it, that are no names of values.
fn is_word_of_cpp(name: &str) -> bool {
    matches!(
        name,
        "void"
            | "auto"
            | "nullptr"
            | "NULL"
            | "true"
            | "false"
            | "this"
            | "std"
            | "cute"
            | "cutlass"
            | "X"
            | "class"
            | "EOF"
            | "RAND_MAX"
            | "argv"
            | "stderr"
            | "stdout"
            | "endl"
            | "cout"
            | "cerr"
            | "typename"
            | "const"
            | "FLT_MAX"
            | "INFINITY"
            | "NAN"
            | "M_LOG2E"
            | "M_LN2"
    ) || name.starts_with("cuda")
        || name.starts_with("CU_")
        || name.starts_with("CUDA")
}

/// The type of elements that headers of other projects give a short name.
fn element_called(name: &str) -> Option<&'static str> {
    Some(match name {
        "bf16" => "bfloat16_t",
        "fp16" | "f16" => "half_t",
        "fp32" | "f32" => "float",
        "fp8" | "e4m3" | "fp8_e4m3" => "float_e4m3_t",
        "e5m2" | "fp8_e5m2" => "float_e5m2_t",
        "AT" | "BT" => "half_t",
        "CT" | "DT" => "float",
        _ => return None,
    })
}

/// Reports whether a name that nothing defines is one of a type of elements.
fn is_element(name: &str) -> bool {
    let mut letters = name.chars();
    let is_short = letters.next() == Some('T')
        && letters.next().is_none_or(|c| c.is_ascii_uppercase())
        && letters.next().is_none();
    is_short || name.starts_with("Element") || name == "Element" || name == "AccType" || name == "DType"
}

/// Reports whether a name that nothing defines is one of an integer.
pub(super) fn is_size(name: &str) -> bool {
    // `mA_mkl`, `tAgA`: where a tensor lies, what it is of, and its modes.
    let mut letters = name.chars();
    let is_tensor = letters.next().is_some_and(|first| matches!(first, 'm' | 'g' | 's' | 'r' | 'c' | 't'))
        && letters.next().is_some_and(|second| second.is_ascii_uppercase());
    if is_tensor {
        return false;
    }
    let lower = name.to_ascii_lowercase();
    let is_letter = name.len() == 1
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !matches!(name, "X" | "A" | "B" | "C" | "D" | "T" | "E" | "S");
    let starts = |beginning: &str| {
        name.strip_prefix(beginning).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    let is_capitals = name.len() > 1
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
        && name.starts_with(|c: char| c.is_ascii_uppercase())
        && !name.contains("SM")
        && !name.contains("ENABLE");
    let words = [
        "size", "dim", "len", "num_", "stages", "idx", "index", "count", "warp", "lane", "tid", "bid", "offset",
        "stride_", "_rank",
    ];
    // `smem_k` is the memory of an operand.
    let is_memory = ["smem_", "gmem_", "rmem_", "tmem_"].iter().any(|begin| lower.starts_with(begin));
    let is_mode = lower.split('_').any(|word| matches!(word, "m" | "n" | "k")) && lower.contains('_') && !is_memory;
    is_letter
        || defaults::is_block(name)
        || is_capitals
        || starts("ld")
        || starts("k")
        || starts("n")
        || matches!(lower.as_str(), "lda" | "ldb" | "ldc" | "ldd")
        || matches!(name, "ix" | "iy" | "iz" | "tx" | "ty" | "tz" | "bx" | "by" | "bz")
        || lower.ends_with("_block")
        || (is_mode && name.starts_with(|c: char| c.is_ascii_lowercase()))
        || (name.starts_with(|c: char| c.is_ascii_lowercase()) && words.iter().any(|word| lower.contains(word)))
        || ["Stages", "NumThreads", "NumThreadsPerWarp", "NumThreadsPerWarpGroup", "NumWarpsPerWarpGroup"]
            .contains(&name)
}
