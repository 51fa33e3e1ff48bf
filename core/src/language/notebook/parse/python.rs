//! The Python DSL's spelling of calls that C++ writes in another way, as the calls of C++.

use super::super::functions::Catalogue;
use super::super::syntax::{Call, Expression, ExpressionKind};
use crate::called;

/// Python's way to write an operation that C++ writes otherwise.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pythonic {
    /// Its name in Python.
    pub(crate) written: &'static str,
    /// Its name in C++.
    pub(crate) name: &'static str,
    /// Other part that is written otherwise.
    pub(crate) change: Change,
}

/// Part that Python writes in another place.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Change {
    /// Nothing.
    Nothing,
    /// The first of two arguments is the layout, which C++ has behind the coordinate.
    LayoutFirst,
    /// Modes stand behind the layout, which C++ has in angles; of at most so many arguments.
    ModesLast {
        /// The most arguments.
        most: usize,
    },
    /// New bits, old bits and the layout: C++ has both in angles, the old ones first.
    BitsFirst,
    /// The modes of a basis stride.
    Basis,
}

impl Pythonic {
    /// No spelling.
    pub(crate) const NOTHING: Pythonic = Pythonic { written: "", name: "", change: Change::Nothing };
}

/// A call written `cute.name(…)`, in the spellings of a catalogue.
pub(crate) fn pythonic(mut call: Call, catalogue: &Catalogue) -> ExpressionKind {
    let spelling = catalogue.pythonic.iter().find(|spelling| spelling.written == call.name);
    if let Some(spelling) = spelling {
        call.name = spelling.name.to_string();
    }
    for (name, _, _) in &mut call.named {
        match name.as_str() {
            "target_profile" if call.name == called::PRODUCT_LIKE => *name = "guide".to_string(),
            "target_profile" => *name = "profile".to_string(),
            "trg_shape" => *name = "shape".to_string(),
            "up_to_rank" => *name = "mode".to_string(),
            _ => {}
        }
    }
    match (spelling.map(|spelling| spelling.change), call.arguments.len()) {
        (Some(Change::LayoutFirst), 2) => call.arguments.swap(0, 1),
        (Some(Change::ModesLast { most }), count) if (2..=most).contains(&count) => {
            call.template = call.arguments.split_off(1);
        }
        (Some(Change::BitsFirst), 3) => {
            call.template = call.arguments.drain(..2).rev().collect();
        }
        (Some(Change::Basis), 1) => {
            if let Some(modes) = call.arguments.first().and_then(path) {
                return ExpressionKind::Basis { value: 1, per: 1, is_static: true, modes };
            }
        }
        _ => {}
    }
    ExpressionKind::Call(Box::new(call))
}

/// `0` or `[0, 1]` as the modes of a basis stride, outermost last.
fn path(modes: &Expression) -> Option<Vec<usize>> {
    let mode = |expression: &Expression| match expression.kind {
        ExpressionKind::Int { value, .. } => usize::try_from(value).ok().filter(|mode| *mode < 256),
        _ => None,
    };
    match &modes.kind {
        ExpressionKind::Tuple(items) => items.iter().rev().map(mode).collect(),
        _ => Some(vec![mode(modes)?]),
    }
}
