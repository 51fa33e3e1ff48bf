//! Why a name is no atom, behind a pointer: what knows it arrives with the atoms.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::sentences::Tongue;

/// Description that a refusal gives of itself.
pub trait Refusal: fmt::Debug + Send + Sync {
    /// It, for whoever knows its type.
    fn as_any(&self) -> &dyn Any;
    /// Reports whether another one is the same.
    fn is(&self, other: &dyn Refusal) -> bool;
    /// The nearest names that are.
    fn nearest(&self) -> &[String];
    /// Returns its subject.
    fn subject(&self) -> Subject;
    /// Returns what is said: the name, and why it is none.
    fn reason(&self, tongue: Tongue) -> String;
}

/// Subject of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// A name that is no atom.
    Name,
    /// A layout that no instruction reads by a descriptor.
    Canonical,
    /// A tile that no TMA instruction moves.
    Tma,
    /// A layout that is not linear over bits, or bits that are no layout's.
    Linear,
}

/// Why a name is no atom. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Refused(Arc<dyn Refusal>);

impl Refused {
    /// The refusal.
    pub fn new(refusal: impl Refusal + 'static) -> Self {
        Refused(Arc::new(refusal))
    }

    /// The nearest names that are.
    pub fn nearest(&self) -> &[String] {
        self.0.nearest()
    }

    /// Returns its subject.
    pub fn subject(&self) -> Subject {
        self.0.subject()
    }

    /// Why, in words.
    pub fn reason(&self, tongue: Tongue) -> String {
        self.0.reason(tongue)
    }
}

impl PartialEq for Refused {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}
