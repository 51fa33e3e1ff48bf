//! Values of what a program defines itself: its functions, and its classes.

use super::python::scopes::as_written;
use std::any::Any;
use std::fmt;

use super::python::callable::Bound;
use crate::emit::{Form, Unspelled, json};
use crate::notebook::evaluate::Frame;
use crate::notebook::value::{Made, MadeValue, Value, ValueKind};

/// A function, a template, or an object of a class.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum User {
    /// A function of the program, by its number.
    Function(usize, String),
    /// A function that another one answers, with what it sees of that.
    Closure(usize, Box<Frame>),
    /// A function or a class of a Python text with some of its arguments, or a method with its object.
    Bound(Box<Bound>),
    /// A template without its arguments, by its name.
    Template(String),
    /// A class or an object of it: its number, its name, its template arguments, and what it was made of: the statements of
    /// members and what they hold, `None` of what is not known.
    Object(usize, String, Vec<Value>, Vec<(usize, Option<Value>)>),
    /// What a loop leaves its names, and what it answers where it ends the function around it.
    Left(Vec<Option<Value>>, Option<Box<Value>>),
}

impl User {
    pub(super) fn of(value: &Value) -> Option<&User> {
        match value {
            Value::Made(made) => made.as_kind(),
            _ => None,
        }
    }
}

impl User {
    /// A class, or an object whose members are what the class says.
    pub(super) fn object(number: usize, name: impl Into<String>, template: Vec<Value>) -> User {
        User::Object(number, name.into(), template, Vec::new())
    }

    /// The function that it is, by its number, and what it sees of the one that made it.
    pub(super) fn callee(&self) -> Option<(usize, Option<&Frame>)> {
        match self {
            User::Function(number, _) => Some((*number, None)),
            User::Closure(number, frame) => Some((*number, Some(frame))),
            _ => None,
        }
    }

    /// The class of an object, by its number.
    pub(super) fn class(&self) -> Option<usize> {
        match self {
            User::Object(number, ..) => Some(*number),
            _ => None,
        }
    }

    /// The name of a template whose arguments are not said yet.
    pub(super) fn template(&self) -> Option<&str> {
        match self {
            User::Template(name) => Some(name),
            User::Object(_, name, arguments, _) if arguments.is_empty() => Some(name),
            _ => None,
        }
    }
}

impl From<User> for Value {
    fn from(user: User) -> Value {
        Value::Made(MadeValue::new(user))
    }
}

impl Made for User {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Made) -> bool {
        other.as_any().downcast_ref::<User>().is_some_and(|other| self == other)
    }

    fn kind(&self) -> ValueKind {
        match self {
            User::Function(..) | User::Closure(..) | User::Bound(_) | User::Template(_) => ValueKind::Function,
            User::Object(..) | User::Left(..) => ValueKind::Object,
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            User::Function(_, name) | User::Template(name) => f.write_str(as_written(name)),
            User::Closure(..) => Ok(()),
            User::Bound(bound) => bound.callee.print(f),
            User::Left(values, answer) => {
                let all = values.iter().map(Option::as_ref).chain(answer.iter().map(|answer| Some(&**answer)));
                let all = all.map(|value| value.map_or_else(|| "…".to_string(), Value::to_string));
                write!(f, "{{{}}}", all.collect::<Vec<_>>().join(", "))
            }
            User::Object(_, name, arguments, _) => {
                f.write_str(name)?;
                for (place, argument) in arguments.iter().enumerate() {
                    write!(f, "{}{argument}", if place == 0 { "<" } else { "," })?;
                }
                f.write_str(if arguments.is_empty() { "" } else { ">" })
            }
        }
    }

    fn leaf_count(&self) -> usize {
        match self {
            User::Function(..) | User::Template(_) => 1,
            User::Closure(_, frame) => 1 + frame.values().flatten().map(Value::leaf_count).sum::<usize>(),
            User::Bound(bound) => bound.leaf_count(),
            User::Left(values, answer) => {
                let values = values.iter().flatten().chain(answer.as_deref());
                1 + values.map(Value::leaf_count).sum::<usize>()
            }
            User::Object(_, _, arguments, held) => {
                let values = arguments.iter().chain(held.iter().filter_map(|(_, value)| value.as_ref()));
                1 + values.map(Value::leaf_count).sum::<usize>()
            }
        }
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Cpp, Value::from(self.clone())))
    }

    fn python(&self) -> Result<String, Unspelled> {
        Err(Unspelled::new(Form::Python, Value::from(self.clone())))
    }

    fn json(&self) -> String {
        match self {
            User::Function(_, name) | User::Template(name) => {
                format!("\"kind\":\"function\",\"function\":{}", json::string(as_written(name)))
            }
            User::Closure(..) => "\"kind\":\"function\"".to_string(),
            User::Bound(bound) => bound.callee.json(),
            User::Left(..) => "\"kind\":\"object\"".to_string(),
            User::Object(_, name, ..) => format!("\"kind\":\"object\",\"class\":{}", json::string(name)),
        }
    }
}
