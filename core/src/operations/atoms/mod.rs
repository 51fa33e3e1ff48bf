//! The operations on atoms: each a row, like any other. On a page they arrive after the algebra.

pub(crate) mod fragment;
pub(crate) mod get_slice;
pub(crate) mod layouts;
pub(crate) mod make_tiled_copy;
pub(crate) mod make_tiled_mma;
pub(crate) mod partition;
mod promised;
pub(crate) mod python;
pub(crate) mod shared;
pub(crate) mod thrfrg;
pub(crate) mod tile_size;
pub(crate) mod tma;
pub(crate) mod types;

// Questions about layouts arrive with the atoms, in the same tables.
pub(crate) use super::analysis::{cost, explain, function, image, linear, owner};
pub(crate) use super::pointer as memory;

use crate::atom::tiled_copy::{CopyAtom, CopySlice, TiledCopy};
use crate::atom::tiled_mma::{MmaSlice, TiledMma};
use crate::atom::{CopyOperation, MmaAtom};
use crate::notebook::made::{AtomValue, wanted};
use crate::operations::prelude::*;
use crate::scene::part::counted;

/// Facets that most operations on atoms share; what differs, a row says itself.
const ALIKE: Row = Row {
    compared: Some(Compared::Always),
    names: Some(Travel::None("threads and values are called by what reads the map")),
    laws: Some(Laws::None("the layouts of an atom are laws of the machine, compared with what CuTe prints")),
    picture: Some(Picture::None("atoms have a picture of their own")),
    advice: Advice::None("an atom that does not fit is told what would"),
    ..USUAL
};

/// Those of a tensor whose elements threads share out.
const SHARED_OUT: Row =
    Row { picture: Some(Picture::Drawn(Drawing { draw: |room| counted(room, 1), told_as: &[] })), ..ALIKE };

/// The MMA atom that an argument is.
fn mma_atom(arguments: &Arguments, position: usize) -> Result<&MmaAtom, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::MmaAtom, |value| match value {
        AtomValue::Mma(atom) => Some(atom),
        _ => None,
    })
}

/// The tiled MMA that an argument is; of one thread, whose thread it is.
fn tiled_mma(arguments: &Arguments, position: usize) -> Result<&TiledMma, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::TiledMma, |value| match value {
        AtomValue::TiledMma(mma) | AtomValue::MmaSlice(MmaSlice { mma, .. }) => Some(mma),
        _ => None,
    })
}

/// The thread of a tiled MMA that an argument is.
fn mma_slice(arguments: &Arguments, position: usize) -> Result<&MmaSlice, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::MmaSlice, |value| match value {
        AtomValue::MmaSlice(slice) => Some(slice),
        _ => None,
    })
}

/// The copy instruction that an argument is.
fn operation(value: &crate::notebook::value::Value, position: usize) -> Result<&CopyOperation, Problem> {
    wanted(value, position, ValueKind::CopyOperation, |value| match value {
        AtomValue::Operation(operation) => Some(operation),
        _ => None,
    })
}

/// The copy atom that an argument is; of a tiled copy, its atom.
fn copy_atom(arguments: &Arguments, position: usize) -> Result<CopyAtom, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::CopyAtom, |value| match value {
        AtomValue::Copy(atom) => Some(atom.clone()),
        AtomValue::TiledCopy(copy) => Some(copy.atom.clone()),
        _ => None,
    })
}

/// The tiled copy that an argument is; of one thread, whose thread it is.
fn tiled_copy(arguments: &Arguments, position: usize) -> Result<&TiledCopy, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::TiledCopy, |value| match value {
        AtomValue::TiledCopy(copy) | AtomValue::CopySlice(CopySlice { copy, .. }) => Some(copy),
        _ => None,
    })
}

/// The thread of a tiled copy that an argument is.
fn copy_slice(arguments: &Arguments, position: usize) -> Result<&CopySlice, Problem> {
    wanted(arguments.value(position)?, position, ValueKind::CopySlice, |value| match value {
        AtomValue::CopySlice(slice) => Some(slice),
        _ => None,
    })
}
