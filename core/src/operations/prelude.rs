//! Names that most rows are written with.

pub(super) use super::row::{Origin, Row, USUAL};
pub(super) use crate::algebra::Tiler;
pub(super) use crate::called;
pub(super) use crate::composed::AnyLayout;
pub(super) use crate::doctor::Advice;
pub(super) use crate::error::Error;
pub(super) use crate::int::Int;
pub(super) use crate::int_tuple::IntTuple;
pub(super) use crate::laws;
pub(super) use crate::laws::check::Plan;
pub(super) use crate::laws::{LawKind, Laws, Letter, Promise};
pub(super) use crate::layout::Layout;
pub(super) use crate::look::answer::Reasons;
pub(super) use crate::look::threads::Maps;
pub(super) use crate::nested::Nested;
pub(super) use crate::notebook::Performed;
pub(super) use crate::notebook::algebra::Apply;
pub(super) use crate::notebook::alternatives::{Alternatives, Family};
pub(super) use crate::notebook::evaluate::{Compared, Remarked, Tracing, Travel};
pub(super) use crate::notebook::functions::{Answer, Arguments, Help, MANY, Problem, Subject, Template};
pub(super) use crate::notebook::parse::{Change, Pythonic};
pub(super) use crate::notebook::value::{Value, ValueKind};
pub(super) use crate::scene::{Drawing, Meaning, Picture, Role, Scene};
pub(super) use crate::steps::Trace;
pub(super) use crate::tensor::Tensor;
