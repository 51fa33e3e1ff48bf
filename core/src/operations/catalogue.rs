//! The catalogue that the language is handed: its functions, their spellings, and what computes them once it has arrived.

use super::composition::compose_values;
use super::{APPLIED, ATOMS_APPLIED, FUNCTIONS, PYTHONIC, REMARKED, TRAVELS};
use crate::notebook::algebra::{Algebra, Atoms};
use crate::notebook::functions::{Catalogue, Function};
use crate::notebook::{self, Notebook};

/// All operations, for the language.
pub static CATALOGUE: Catalogue =
    Catalogue { functions: &FUNCTIONS, pythonic: &PYTHONIC, algebra: arrival::algebra, atoms: arrival::atoms };

/// The algebra. On a page only the part that is loaded later may name it.
pub static ALGEBRA: Algebra = Algebra::new(&APPLIED, &TRAVELS, &REMARKED, compose_values);

/// The atoms. On a page only the part that is loaded later may name it.
pub static ATOMS: Atoms = Atoms::new(&ATOMS_APPLIED);

/// All functions.
pub fn all() -> impl Iterator<Item = &'static Function> {
    CATALOGUE.all()
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    CATALOGUE.find(name)
}

/// The names of all functions, types and tags.
pub fn all_names<'a>() -> impl Iterator<Item = &'a str> {
    CATALOGUE.all_names()
}

/// The statements of a text, and what could not be understood.
pub fn parse(text: &str) -> Notebook {
    notebook::parse(text, &CATALOGUE)
}

#[cfg(not(all(feature = "deferred", target_family = "wasm")))]
mod arrival {
    use super::{Algebra, Atoms};

    /// The atoms are always there.
    pub(super) fn atoms() -> Option<&'static Atoms> {
        Some(&super::ATOMS)
    }

    /// Does nothing: the atoms are always there.
    pub fn install_atoms(_: &'static Atoms) {}

    /// The algebra is always there.
    pub(super) fn algebra() -> Option<&'static Algebra> {
        Some(&super::ALGEBRA)
    }

    /// Does nothing: the algebra is always there.
    pub fn install(_: &'static Algebra) {}

    /// Reports whether it has arrived: it was there from the beginning.
    pub fn is_there() -> bool {
        true
    }
}

#[cfg(all(feature = "deferred", target_family = "wasm"))]
mod arrival {
    use std::sync::OnceLock;

    use super::{Algebra, Atoms};

    static ARRIVED: OnceLock<&'static Algebra> = OnceLock::new();
    static ATOMS: OnceLock<&'static Atoms> = OnceLock::new();

    /// The atoms, once they have arrived.
    pub(super) fn atoms() -> Option<&'static Atoms> {
        ATOMS.get().copied()
    }

    /// Takes the atoms in. What was evaluated before without them has to be evaluated again.
    pub fn install_atoms(atoms: &'static Atoms) {
        let _ = ATOMS.set(atoms);
    }

    /// The algebra, once it has arrived.
    pub(super) fn algebra() -> Option<&'static Algebra> {
        ARRIVED.get().copied()
    }

    /// Takes the algebra in. What was evaluated before without it has to be evaluated again.
    pub fn install(algebra: &'static Algebra) {
        let _ = ARRIVED.set(algebra);
    }

    /// Reports whether it has arrived.
    pub fn is_there() -> bool {
        ARRIVED.get().is_some()
    }
}

pub use arrival::{install, install_atoms, is_there};
