//! Parts that a program is made of, whatever language it is written in: the role of each of its statements, scopes,
//! functions, types, inputs, and what is left out.

use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::code::code;
use super::cpp::overload::Takes;
use super::rounds::{Jump, Loop};
use super::settle::settle;
use super::user::User;
use crate::notebook::Value;
use crate::notebook::evaluate::{Evaluated, Frame, Scope};
use crate::notebook::evaluation::Evaluation;
use crate::notebook::syntax::{Call, Expression, Span};
use crate::notebook::written::{Found, Given, Program, Reason};

/// Language that a program is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// C++.
    #[default]
    Cpp,
    /// Python.
    Python,
}

/// A program; its statements are those of the notebook that holds it, by number.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Language that it is written in.
    pub language: Language,
    /// It is what programs and compilers printed.
    pub is_printed: bool,
    /// Role of each statement.
    pub roles: Vec<Role>,
    /// Inputs that are asked for.
    pub inputs: Vec<Input>,
    /// Values that the text itself gives for the inputs.
    pub assumed: Given,
    /// Parts that were stepped over when the text was read, in its order.
    pub left_out: Vec<LeftOut>,
    /// Functions, methods and lambdas.
    pub functions: Vec<Function>,
    /// Classes.
    pub types: Vec<Type>,
    /// Loops that are run.
    pub loops: Vec<Loop>,
    /// For a class the first statement that makes an object of it, which its methods are shown with.
    pub(super) objects: HashMap<usize, usize>,
    /// For each statement of a method that object, by its statement; empty where there is none.
    pub(super) seen_with: Vec<Option<usize>>,
    /// Statements that a macro says, and not the text where it is used.
    pub(super) unlisted: HashSet<usize>,
    /// Statements that end a round of a loop.
    pub(super) jumps: HashMap<usize, Jump>,
    /// The first statement that a notebook says below the program.
    pub(super) below: Option<usize>,
    pub(super) order: Vec<usize>,
    pub(super) definitions: HashMap<String, Vec<usize>>,
    pub(super) functions_named: HashMap<String, Vec<usize>>,
    pub(super) types_named: HashMap<String, Vec<usize>>,
    /// Other forms of a class for some arguments, by the name of the class.
    pub(super) forms: HashMap<String, Vec<Form>>,
    /// For each class of Python its methods by name.
    pub(super) methods: HashMap<usize, HashMap<String, usize>>,
    /// For a parameter whose type is a parameter of the template the input that tells what it is where its argument is not
    /// known.
    pub(super) told_by: HashMap<usize, usize>,
    /// The parameters of which neither the text nor their name says that they are numbers.
    pub(super) untold: HashSet<usize>,
    /// For a parameter what other calls give it than the one that stands first, and where they stand.
    pub(super) other_calls: HashMap<usize, Vec<(usize, Expression)>>,
    /// For a function or a type, by its unit, the statement in which its first use stands.
    pub(super) used_at: HashMap<usize, usize>,
}

/// Role of a statement, and from where it is seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Role {
    /// Kind of the statement.
    pub kind: RoleKind,
    /// The first statement that no longer sees the name that it defines: the end of its block.
    pub until: usize,
    /// The condition that it stands under.
    pub guard: Option<Guard>,
    /// The statement whose names its expression means, where that is not itself: an argument is read where it is written.
    pub site: Option<usize>,
    /// True if it gives a name that exists another value.
    pub changes: bool,
    /// The innermost function or type that it belongs to; 0 where it belongs to none.
    pub(super) unit: usize,
    /// True if that is a lambda.
    pub(super) is_lambda: bool,
}

/// A condition, and which way it has to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard {
    /// The statement of the condition.
    pub condition: usize,
    /// True if it has to hold.
    pub holds: bool,
}

/// Kind of a statement of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoleKind {
    /// A value, with or without a name.
    Value,
    /// A value that the text says twice, in a declaration of a class or a function, and that is not shown.
    Hidden,
    /// An input, by its number.
    Input(usize),
    /// The condition of a branch, and whether it is decided when the program is compiled.
    Condition(bool),
    /// Answer of a function.
    Return,
    /// Value of a name behind a branch: the statement that defines it where the condition holds, and where not.
    Join {
        /// The condition.
        condition: usize,
        /// The value where it holds.
        yes: Option<usize>,
        /// The value where it does not.
        no: Option<usize>,
    },
    /// A name whose value is not known.
    Unknown(Reason),
}

/// Input that is asked for because the text does not say it.
#[derive(Debug, Clone, PartialEq)]
pub struct Input {
    /// Its name: `M`, `threadIdx.x`. Inputs of one name have one value.
    pub name: String,
    /// The statement that has its value.
    pub statement: usize,
    /// Kind of value that it is.
    pub kind: InputKind,
    /// True if the program knows it when it is compiled: a template parameter.
    pub is_static: bool,
    /// Value that it has where nothing else is said, as one types it; empty where there is no sensible value.
    pub default: String,
    /// Where the text names it first.
    pub span: Span,
}

/// Kind of value that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// Where something is: 0 by default.
    Index,
    /// Number of things: a power of two by default.
    Size,
    /// A truth.
    Truth,
    /// A type of elements.
    Element,
    /// A layout, a tuple or an atom.
    Value,
}

/// A part of the text that was stepped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeftOut {
    /// Where it stands.
    pub span: Span,
    /// Why.
    pub reason: Reason,
}

/// A function, a method or a lambda.
#[derive(Debug, Clone, Default)]
pub struct Function {
    /// Its name; empty of a lambda.
    pub name: String,
    /// The type that it is a method of.
    pub owner: Option<usize>,
    /// The statements of its template parameters.
    pub templates: Vec<usize>,
    /// Values of its template parameters where nothing is said.
    pub defaults: Vec<Option<Expression>>,
    /// Those of them that are packs.
    pub packs: Vec<usize>,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its statements, parameters included.
    pub range: Range<usize>,
    /// True if it makes a type of types: an alias with parameters in angles.
    pub is_type: bool,
    /// True if it takes any number of arguments.
    pub is_variadic: bool,
    /// True if it is there only for arguments that keep a demand, `requires`.
    pub is_constrained: bool,
    /// Members of its object that it changes.
    pub members: Vec<String>,
    /// True if what it answers rests on how often it was called: a `static` name that it changes.
    pub is_stateful: bool,
    /// True if it answers its object.
    pub returns_this: bool,
    /// What it changes of its arguments and of names around it.
    pub changes: Vec<Change>,
    /// Names around it that it sees as they are when it is called.
    pub seen: Vec<String>,
    /// Decorator of Python that says where it runs.
    pub entry: Entry,
    pub(super) unit: usize,
}

impl Function {
    /// Reports whether it may be called with so many arguments.
    pub(super) fn accepts(&self, count: usize) -> bool {
        let required = self.parameters.iter().filter(|parameter| parameter.default.is_none()).count();
        let least = required.saturating_sub(usize::from(self.is_variadic));
        count >= least && (self.is_variadic || count <= self.parameters.len())
    }
}

/// Where a function of Python runs: what it is given is known there, or only when the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Entry {
    /// Where it is called.
    #[default]
    None,
    /// `@cute.jit`: compiled where it is called from outside, and a part of what calls it elsewhere.
    Jit,
    /// `@cute.kernel`: launched.
    Kernel,
}

/// A parameter of a function.
#[derive(Debug, Clone, Default)]
pub struct Parameter {
    /// Its statement.
    pub statement: usize,
    /// Its type, where one was understood that says something of its value.
    pub declared: Option<Expression>,
    /// The template parameter that it tells.
    pub deduces: Option<Deduction>,
    /// Value that it has where no argument is given.
    pub default: Option<Expression>,
    /// Call that makes numbers which are given from outside those of a running program.
    pub passed: Option<Call>,
    /// True if it takes all arguments that follow.
    pub is_rest: bool,
    /// True if it takes all arguments whose names are those of no other, as a dictionary: Python's `**options`.
    pub is_names: bool,
    /// True if what the function gives it is given to its argument.
    pub is_reference: bool,
    /// True if that is where a pointer points at.
    pub is_pointer: bool,
    /// What it takes.
    pub takes: Takes,
    /// Template parameters that the type of its argument tells: the place in that type, and their statement.
    pub tells: Vec<(usize, usize)>,
}

/// A name that a call changes: an argument, or one that the function sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The place of the argument.
    pub place: Option<usize>,
    /// What it is called in the function.
    pub name: String,
}

/// Deduction of a template parameter from an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deduction {
    /// The statement of the template parameter.
    pub template: usize,
    /// True if the parameter is a pointer to it.
    pub is_pointee: bool,
}

/// Member that each object of a class holds under a name.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its type, where that was understood; of an array that of one.
    pub of: Option<Expression>,
    /// Number of elements, of an array, in each of its dimensions.
    pub counts: Vec<Expression>,
    /// Numbers that its address has to be a multiple of, as far as that is said.
    pub aligns: Vec<Expression>,
    /// Its statement.
    pub statement: usize,
}

/// A constructor of a class.
#[derive(Debug, Clone, Default)]
pub struct Constructor {
    /// For each of its parameters the number of the template parameter of the class that it tells.
    pub told: Vec<Option<usize>>,
    /// Members that begin with the value of a parameter, and its number.
    pub members: Vec<(String, usize)>,
    /// The function that gives its members their values, of one that does more than that.
    pub function: Option<usize>,
}

/// A class.
#[derive(Debug, Clone, Default)]
pub struct Type {
    /// Its name.
    pub name: String,
    /// The statements of its template parameters.
    pub templates: Vec<usize>,
    /// Those of them that are packs.
    pub packs: Vec<usize>,
    /// Values of its template parameters where nothing is said.
    pub defaults: Vec<Option<Expression>>,
    /// Its statements, template parameters and those of its methods included.
    pub range: Range<usize>,
    /// The types that it is derived from.
    pub bases: Vec<Expression>,
    /// Fields that each of its objects holds.
    pub fields: Vec<Field>,
    /// Its constructors.
    pub constructors: Vec<Constructor>,
    /// True if its members lie over each other.
    pub is_union: bool,
    /// True if its objects are tuples of their members: Python's `NamedTuple`.
    pub is_tuple: bool,
    /// What its members are, of an enumeration of Python.
    pub enumerates: Option<Enumerates>,
    /// Where it begins in the text.
    pub begin: usize,
    pub(super) unit: usize,
}

/// Members of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enumerates {
    /// Values: of one that has no methods, and of integers.
    Values,
    /// Objects of it, which its methods are asked of.
    Objects,
}

/// Another form of a class for some arguments: `struct Traits<half_t>`.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// Its number among the types.
    pub(super) number: usize,
    /// The arguments that it is for; names of its own template parameters stand for any.
    pub(super) arguments: Vec<Expression>,
}

/// Number of definitions of a name that are looked at for one that is seen.
const SEEN_LIMIT: usize = 256;

impl Document {
    /// Returns what an input is given: by whoever evaluates, else by the text.
    pub(super) fn given<'a>(&'a self, evaluation: &'a Evaluation, input: &Input) -> Option<&'a str> {
        let said = evaluation.given().get(&input.name).or_else(|| self.assumed.get(&input.name));
        said.map(String::as_str)
    }

    /// Reports whether a value is what a function of Python answers of which not all is known.
    pub(super) fn is_in_parts(&self, value: &Value) -> bool {
        self.language == Language::Python && matches!(User::of(value), Some(User::Left(_, None)))
    }

    /// The innermost function that each of so many statements stands in.
    pub(super) fn functions_of_statements(&self, count: usize) -> Vec<Option<usize>> {
        let mut within = vec![None; count];
        // Those inside others end first.
        for (number, function) in self.functions.iter().enumerate().rev() {
            if let Some(own) = within.get_mut(function.range.clone()) {
                own.fill(Some(number));
            }
        }
        within
    }

    /// The members of the object that a method is shown with in which a statement stands, and the statement of that object.
    pub(super) fn at_hand(&self, evaluation: &Evaluation, index: usize) -> Option<(Frame, usize)> {
        let object = self.seen_with.get(index).copied().flatten()?;
        let value = evaluation.value(object)?;
        let User::Object(_, _, _, held) = User::of(value)? else { return None };
        let mut frame = held.iter().filter(|(_, value)| value.is_some()).cloned().collect::<Frame>();
        frame.insert(super::call::THIS, Some(value.clone()));
        Some((frame, object))
    }

    /// The functions of a name, in the order of the text.
    pub fn functions_named(&self, name: &str) -> impl DoubleEndedIterator<Item = (usize, &Function)> {
        let numbers = self.functions_named.get(name).map_or(&[][..], Vec::as_slice);
        numbers.iter().filter_map(|number| Some((*number, self.functions.get(*number)?)))
    }

    /// The loop whose value a statement has: the one that ends before it.
    pub(super) fn loop_before(&self, statement: usize) -> Option<(usize, &Loop)> {
        let number = self.loops.binary_search_by_key(&statement, |found| found.range.end).ok()?;
        Some((number, self.loops.get(number)?))
    }

    /// The loops within a range of statements.
    pub(super) fn loops_within(&self, range: &Range<usize>) -> &[Loop] {
        let first = self.loops.partition_point(|found| found.range.end <= range.start);
        let end = self.loops.partition_point(|found| found.range.end < range.end);
        self.loops.get(first..end).unwrap_or_default()
    }

    /// Reports whether a class is a form of another for some arguments.
    pub(super) fn is_form_of(&self, number: usize, name: &str) -> bool {
        self.forms.get(name).is_some_and(|forms| forms.iter().take(SEEN_LIMIT).any(|form| form.number == number))
    }

    /// The type of a name, of several the last.
    pub fn type_named(&self, name: &str) -> Option<usize> {
        self.types_named.get(name)?.last().copied()
    }

    /// The type that a name stands for at a place of the text: of several, `Params` of one class and of another, the last one
    /// that begins before it.
    pub(super) fn type_at(&self, name: &str, place: usize) -> Option<usize> {
        let all = self.types_named.get(name)?;
        let begins = |number: &&usize| self.types.get(**number).is_some_and(|found| found.begin <= place);
        all.iter().rev().take(SEEN_LIMIT).find(begins).or(all.first()).copied()
    }

    /// The type of a name within another one, else the last of that name.
    pub(super) fn type_within(&self, name: &str, outer: &Type) -> Option<usize> {
        let all = self.types_named.get(name)?;
        let is_within =
            |number: &&usize| self.types.get(**number).is_some_and(|found| outer.range.contains(&found.range.start));
        all.iter().rev().take(SEEN_LIMIT).find(is_within).or(all.last()).copied()
    }

    /// The member of a type: the last statement in it, and in no function of it, that defines the name.
    pub(super) fn member(&self, of: &Type, name: &str) -> Option<usize> {
        let all = self.definitions.get(name)?;
        let is_member = |index: &&usize| {
            let role = self.roles.get(**index);
            of.range.contains(*index) && role.is_some_and(|role| role.until == of.range.end && role.unit == of.unit)
        };
        all.iter().rev().take(SEEN_LIMIT).find(is_member).copied()
    }
}

impl Program for Document {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn defining(&self, name: &str, statement: usize) -> Option<usize> {
        let all = self.definitions.get(name)?;
        let above = all.get(..all.partition_point(|index| *index < statement))?;
        let sees_all = self.below.is_some_and(|below| statement >= below);
        let is_seen = |index: &&usize| sees_all || self.roles.get(**index).is_some_and(|role| role.until > statement);
        above.iter().rev().take(SEEN_LIMIT).find(is_seen).copied()
    }

    fn value(&self, scope: &Scope<'_>, expression: &Expression) -> Evaluated<Value> {
        code(scope, expression)
    }

    fn list(&self, values: Vec<Value>) -> Option<Value> {
        (self.language == Language::Python).then(|| super::python::runtime::tuple(values)).flatten()
    }

    fn combined(&self, operator: &str, left: &Value, right: &Value) -> Option<Value> {
        let is_python = self.language == Language::Python;
        is_python.then(|| super::python::runtime::combined(operator, left, right)).flatten()
    }

    fn is_listed(&self, statement: usize) -> bool {
        let is_silent = |kind| matches!(kind, RoleKind::Hidden | RoleKind::Join { .. } | RoleKind::Input(_));
        self.roles.get(statement).is_some_and(|role| !is_silent(role.kind)) && !self.unlisted.contains(&statement)
    }

    fn is_constant(&self, evaluation: &Evaluation, statement: usize) -> bool {
        if self.language != Language::Cpp {
            return false;
        }
        match self.roles.get(statement).map(|role| role.kind) {
            Some(RoleKind::Input(number)) => self.inputs.get(number).is_some_and(|input| input.is_static),
            Some(RoleKind::Value | RoleKind::Hidden) => evaluation.statements().get(statement).is_some_and(|found| {
                let name = found.name.as_ref().map_or(found.span.start, |(_, place)| place.start);
                let before = evaluation.text().get(found.span.start..name).unwrap_or_default();
                before.split_whitespace().any(|word| matches!(word, "constexpr" | "enum" | "using"))
            }),
            _ => false,
        }
    }

    fn left_out(&self, evaluation: &Evaluation) -> Vec<Span> {
        // What a switch of a macro says twice is run once.
        let lines = super::lines(evaluation);
        let is_out = |line: &&super::Line| line.status == super::Status::LeftOut;
        let run = lines.iter().filter(|line| !is_out(line)).map(|line| line.span).collect::<HashSet<_>>();
        lines.iter().filter(is_out).map(|line| line.span).filter(|span| !run.contains(span)).collect()
    }

    fn next(&self, done: usize) -> Option<usize> {
        self.order.get(done).copied()
    }

    fn settle(&self, evaluation: &Evaluation, statement: usize) -> Found {
        settle(self, evaluation, statement)
    }
}
