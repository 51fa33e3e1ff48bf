//! Atoms, and what is made of them, as values of a notebook.

use std::any::Any;
use std::fmt;

use super::algebra::Named;
use super::atom_python;
use super::diagnostic::shorten;
use super::functions::Problem;
use super::refused::{Refusal, Refused, Subject};
use super::value::{Item, Made, MadeValue, Value, ValueKind};
use crate::algebra::{Tiler, TilerLeaf};
use crate::atom::family::{self, Reason, UnknownAtom};
use crate::atom::print;
use crate::atom::shared::{self, Along, Parting, Reader};
use crate::atom::tensor_map::TensorMap;
use crate::atom::tiled_copy::{CopyAtom, CopySlice, End, TiledCopy};
use crate::atom::tiled_mma::{Matrix, MmaSlice, TiledMma};
use crate::atom::tma::Unfit;
use crate::atom::tma_copy::INSTRUCTIONS;
use crate::atom::{Atom, CopyOperation, MmaAtom};
use crate::called;
use crate::composed::AnyLayout;
use crate::emit::{Form, Unspelled, cpp, json};
use crate::int::Int;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::sentences::{self, Tongue};

/// An atom, or what is made of atoms.
#[derive(Debug, Clone, PartialEq)]
pub enum AtomValue {
    /// A word that chooses among variants of an instruction: `GMMA::Major::K`.
    Tag(&'static str),
    /// An instruction of matrix multiply-accumulate.
    Mma(MmaAtom),
    /// An instruction that copies.
    Operation(CopyOperation),
    /// One that copies elements of a type.
    Copy(CopyAtom),
    /// Atoms over threads and values.
    TiledMma(TiledMma),
    /// The same of copies.
    TiledCopy(TiledCopy),
    /// A thread of a tiled MMA.
    MmaSlice(MmaSlice),
    /// A thread of a tiled copy.
    CopySlice(CopySlice),
}

impl AtomValue {
    /// Of a copy by TMA, what it is told of its tensor.
    pub fn tensor_map(&self) -> Option<&TensorMap> {
        let atom = match self {
            AtomValue::Copy(atom) => atom,
            AtomValue::TiledCopy(copy) => &copy.atom,
            AtomValue::CopySlice(slice) => &slice.copy.atom,
            _ => return None,
        };
        atom.map.as_deref()
    }
}

/// Words of C++ that choose among variants of an instruction.
const TAGS: &[&str] = &[
    "GMMA::Major::K",
    "GMMA::Major::MN",
    "GMMA::ScaleIn::One",
    "GMMA::ScaleIn::Neg",
    "GMMA::ScaleOut::One",
    "GMMA::ScaleOut::Zero",
    "GMMA::SparseSel::Zero",
    "GMMA::SparseSel::One",
    "UMMA::Major::K",
    "UMMA::Major::MN",
    "UMMA::ScaleIn::One",
    "UMMA::ScaleIn::Neg",
    "UMMA::Saturate::False",
    "UMMA::Saturate::True",
    "UMMA::TSPre::None",
    "LoadCacheMode.ALWAYS",
    "LoadCacheMode.GLOBAL",
    "OperandMajorMode.K",
    "OperandMajorMode.MN",
    "OperandSource.RMEM",
    "OperandSource.SMEM",
    "OperandSource.TMEM",
    "CtaGroup.ONE",
    "CtaGroup.TWO",
];

/// Beginnings of names of instructions, and of words that choose among their variants.
const BEGINNINGS: [&str; 20] = [
    "SM",
    "Universal",
    "AutoVectorizing",
    "AutoCopy",
    "DefaultCopy",
    "MMA_",
    "V_",
    "XE_",
    "v_mfma_",
    "v_wmma_",
    "gfx1",
    "simdgroup_",
    "subgroup_matrix",
    "wmma::",
    "v_smfmac_",
    "GMMA::",
    "UMMA::",
    "LoadCacheMode.",
    "Operand",
    "CtaGroup.",
];

/// Returns the meaning of a name that nothing defines, with its template arguments; `None` where it is no name of an
/// atom's.
pub(super) fn named(name: &str, template: &[Value]) -> Option<Named> {
    if let Some(tag) = TAGS.iter().chain(&INSTRUCTIONS).find(|tag| **tag == name) {
        return Some(Ok(AtomValue::Tag(tag).into()));
    }
    if let Some(layout) = canonical(name, template) {
        return Some(layout);
    }
    if !BEGINNINGS.iter().any(|beginning| name.starts_with(beginning)) {
        return None;
    }
    let arguments = template.iter().map(spelled).collect::<Vec<_>>();
    let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
    Some(match family::find(name, &arguments) {
        Ok(Atom::Mma(atom)) => Ok(AtomValue::Mma(atom).into()),
        Ok(Atom::Copy(operation)) => Ok(AtomValue::Operation(operation).into()),
        // A name in capitals that is like no other is a name of one's own.
        Err(UnknownAtom { nearest, reason: Reason::Unread { .. } })
            if nearest.is_empty() && !name.starts_with("SM") && !name.starts_with("v_") =>
        {
            return None;
        }
        Err(unknown) => Err(refused(name, unknown)),
    })
}

/// A canonical layout of shared memory by its name; `None` where it is no such name.
fn canonical(name: &str, template: &[Value]) -> Option<Named> {
    let (namespace, own) = name.split_once("::")?;
    let reader = match namespace {
        "GMMA" => Reader::Gmma,
        "UMMA" => Reader::Umma,
        _ => return None,
    };
    if !own.starts_with("Layout_") {
        return None;
    }
    let along = |value: &Value| match atom_value(value) {
        Some(AtomValue::Tag("GMMA::Major::K" | "UMMA::Major::K")) => Some(Along::K),
        Some(AtomValue::Tag("GMMA::Major::MN" | "UMMA::Major::MN")) => Some(Along::Mn),
        _ => None,
    };
    let (element, along) = match template {
        [Value::Element(element)] => (Some(element), None),
        [Value::Element(element), major] => (Some(element), along(major)),
        _ => (None, None),
    };
    let made = element.and_then(|element| shared::named(reader, own, along, element.bits));
    if let Some(Ok(layout)) = made {
        return Some(Ok(layout.into()));
    }
    let element = element.map_or("half_t", |element| element.name);
    let apart = |other: String| Some((family::distance(name, &other, 6)?, other));
    let mut nearest = shared::names(reader).filter_map(apart).collect::<Vec<_>>();
    nearest.sort();
    let nearest = nearest.into_iter().map(|(_, name)| format!("{name}<{element}>")).take(3).collect::<Vec<_>>();
    let reason = match template.is_empty() {
        true => Reason::Argument { position: 1, found: None },
        false => Reason::Unread { read: 0 },
    };
    Some(Err(refused(name, UnknownAtom { nearest, reason })))
}

/// A layout that no instruction reads by a descriptor.
#[derive(Debug, PartialEq)]
struct NotCanonical {
    layout: String,
    parting: Parting,
}

/// Why a layout has no descriptor.
pub(crate) fn parted(parting: Parting, layout: String) -> Refused {
    Refused::new(NotCanonical { layout, parting })
}

impl Refusal for NotCanonical {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Refusal) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn nearest(&self) -> &[String] {
        &[]
    }

    fn subject(&self) -> Subject {
        Subject::Canonical
    }

    fn reason(&self, tongue: Tongue) -> String {
        sentences::parting(&self.layout, &self.parting, tongue)
    }
}

/// A tile that no TMA instruction moves.
#[derive(Debug, PartialEq)]
struct NoBox(Unfit);

/// Why no TMA instruction moves a tile.
pub(crate) fn unboxed(unfit: Unfit) -> Refused {
    Refused::new(NoBox(unfit))
}

impl Refusal for NoBox {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Refusal) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn nearest(&self) -> &[String] {
        &[]
    }

    fn subject(&self) -> Subject {
        Subject::Tma
    }

    fn reason(&self, tongue: Tongue) -> String {
        sentences::unfit(&self.0, tongue)
    }
}

/// A name that is no atom.
#[derive(Debug, PartialEq)]
struct NoAtom {
    name: String,
    unknown: UnknownAtom,
}

/// Why a name is no atom.
pub(crate) fn refused(name: &str, unknown: UnknownAtom) -> Refused {
    Refused::new(NoAtom { name: shorten(name), unknown })
}

impl Refusal for NoAtom {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Refusal) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn nearest(&self) -> &[String] {
        &self.unknown.nearest
    }

    fn subject(&self) -> Subject {
        Subject::Name
    }

    fn reason(&self, tongue: Tongue) -> String {
        let (name, reason) = (&self.name, sentences::atom_reason(&self.unknown.reason, tongue));
        match tongue {
            Tongue::English => format!("There is no atom {name}: {reason}"),
            Tongue::Chinese => format!("没有名为 {name} 的 atom：{reason}"),
        }
    }
}

/// A template argument as names of atoms have it: `half_t`, `64`.
fn spelled(value: &Value) -> String {
    match (value, value.as_int()) {
        (_, Some(int)) => int.value().to_string(),
        _ => value.to_string(),
    }
}

impl From<AtomValue> for Value {
    fn from(value: AtomValue) -> Self {
        Value::Made(MadeValue::new(value))
    }
}

/// A value as an atom, or what is made of atoms.
pub(crate) fn atom_value(value: &Value) -> Option<&AtomValue> {
    match value {
        Value::Made(made) => made.as_kind(),
        _ => None,
    }
}

/// The same of an argument, or what would fit.
pub(crate) fn wanted<'a, T>(
    value: &'a Value,
    position: usize,
    expected: ValueKind,
    pick: impl Fn(&'a AtomValue) -> Option<T>,
) -> Result<T, Problem> {
    atom_value(value).and_then(pick).ok_or(Problem::Kind { position, expected })
}

/// A tiler as a value.
pub(crate) fn tiler_value(tiler: &Tiler) -> Value {
    let item = |leaf: &TilerLeaf| match leaf {
        TilerLeaf::Extent(extent) => Item::Int(*extent),
        TilerLeaf::All => Item::All,
        TilerLeaf::Layout(layout) => Item::Layout(Box::new(layout.clone())),
    };
    match tiler {
        Nested::Leaf(TilerLeaf::Layout(layout)) => Value::Layout(layout.clone()),
        _ => Value::Tuple(tiler.map(&mut |leaf| item(leaf))),
    }
}

/// Returns what a tiled MMA does to each of M, N and K, as one tiler.
pub(super) fn permutation(mma: &TiledMma) -> Tiler {
    Nested::Tuple(mma.permutation.to_vec())
}

/// A copy atom in C++; that of a copy by TMA is made of a tensor and a tile, which it does not know any more.
fn copy_atom(atom: &CopyAtom) -> Result<String, Unspelled> {
    match &atom.map {
        Some(_) => Err(Unspelled::new(Form::Cpp, format!("{}<{}, …>", called::COPY_ATOM, atom.operation.name))),
        None => Ok(format!("{}<{}, {}>{{}}", called::COPY_ATOM, atom.operation.name, atom.element)),
    }
}

/// A tiled MMA in C++.
fn tiled_mma(mma: &TiledMma) -> Result<String, Unspelled> {
    let atoms = cpp::layout(&mma.atoms);
    let call = format!("{}({}{{}}, {atoms}", called::MAKE_TILED_MMA, mma.atom.name);
    if mma.permutation.iter().all(|tiler| matches!(tiler, Nested::Leaf(TilerLeaf::All))) {
        return Ok(format!("{call})"));
    }
    Ok(format!("{call}, {})", tiler_value(&permutation(mma)).cpp()?))
}

/// A tiled copy in C++.
fn tiled_copy(copy: &TiledCopy) -> Result<String, Unspelled> {
    let (atom, layout) = (copy_atom(&copy.atom)?, cpp::layout(&copy.thread_values));
    Ok(format!("{}({atom}, {layout}, {})", called::MAKE_TILED_COPY_IMPL, tiler_value(&copy.tiler).cpp()?))
}

/// The slice of a thread in C++.
fn slice(of: String, thread: Int) -> String {
    format!("{of}.{}({})", called::GET_SLICE, thread.value())
}

fn leaves(layout: &Layout) -> usize {
    2 * layout.shape().leaf_count()
}

impl Made for AtomValue {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is(&self, other: &dyn Made) -> bool {
        other.as_any().downcast_ref::<AtomValue>().is_some_and(|other| self == other)
    }

    fn kind(&self) -> ValueKind {
        match self {
            AtomValue::Tag(_) => ValueKind::Tag,
            AtomValue::Mma(_) => ValueKind::MmaAtom,
            AtomValue::Operation(_) => ValueKind::CopyOperation,
            AtomValue::Copy(_) => ValueKind::CopyAtom,
            AtomValue::TiledMma(_) => ValueKind::TiledMma,
            AtomValue::TiledCopy(_) => ValueKind::TiledCopy,
            AtomValue::MmaSlice(_) => ValueKind::MmaSlice,
            AtomValue::CopySlice(_) => ValueKind::CopySlice,
        }
    }

    fn print(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtomValue::Tag(tag) => f.write_str(tag),
            AtomValue::Mma(atom) => print::mma_atom(atom, f),
            AtomValue::Operation(operation) => print::operation(operation, f),
            AtomValue::Copy(atom) => print::copy_atom(atom, f),
            AtomValue::TiledMma(mma) => print::tiled_mma(mma, f),
            AtomValue::TiledCopy(copy) => print::tiled_copy(copy, f),
            AtomValue::MmaSlice(slice) => print::mma_slice(slice, f),
            AtomValue::CopySlice(slice) => print::copy_slice(slice, f),
        }
    }

    fn leaf_count(&self) -> usize {
        match self {
            AtomValue::Tag(_) => 1,
            AtomValue::Mma(atom) => Matrix::ALL.iter().map(|matrix| leaves(&atom.operand(*matrix).layout)).sum(),
            AtomValue::Operation(operation) => leaves(&operation.reference),
            AtomValue::Copy(atom) => leaves(&atom.reference),
            AtomValue::TiledMma(mma) | AtomValue::MmaSlice(MmaSlice { mma, .. }) => {
                let tiles = mma.permutation.iter().map(|tiler| tiler_value(tiler).leaf_count());
                leaves(&mma.threads) + tiles.sum::<usize>() + AtomValue::Mma(mma.atom.clone()).leaf_count()
            }
            AtomValue::TiledCopy(copy) | AtomValue::CopySlice(CopySlice { copy, .. }) => {
                leaves(&copy.thread_values) + tiler_value(&copy.tiler).leaf_count()
            }
        }
    }

    fn drawn(&self) -> Option<AnyLayout> {
        let layout = match self {
            AtomValue::Tag(_) => return None,
            AtomValue::Mma(atom) => atom.c.layout.clone(),
            AtomValue::Operation(operation) => operation.reference.clone(),
            AtomValue::Copy(atom) => atom.reference.clone(),
            AtomValue::TiledMma(mma) | AtomValue::MmaSlice(MmaSlice { mma, .. }) => {
                mma.thread_values(Matrix::C).ok()?
            }
            AtomValue::TiledCopy(copy) | AtomValue::CopySlice(CopySlice { copy, .. }) => {
                copy.layout(End::Source).ok()?
            }
        };
        Some(AnyLayout::Plain(layout))
    }

    fn threads(&self) -> Option<Layout> {
        match self {
            AtomValue::TiledMma(mma) => Some(mma.threads.clone()),
            AtomValue::TiledCopy(copy) => copy.thread_values.at(&[0]).ok(),
            _ => None,
        }
    }

    fn latex(&self) -> Option<crate::error::Result<String>> {
        match self {
            AtomValue::Mma(atom) => {
                let (one, all) = (Layout::trivial(), Nested::Leaf(TilerLeaf::All));
                Some(TiledMma::new(atom.clone(), &one, &all).and_then(|mma| print::latex_mma(&mma)))
            }
            AtomValue::TiledMma(mma) => Some(print::latex_mma(mma)),
            AtomValue::TiledCopy(copy) => Some(print::latex_copy(copy)),
            _ => None,
        }
    }

    fn cpp(&self) -> Result<String, Unspelled> {
        match self {
            AtomValue::Tag(tag) => Ok((*tag).to_string()),
            AtomValue::Mma(atom) => Ok(format!("{}<{}>{{}}", called::MMA_ATOM, atom.name)),
            AtomValue::Operation(operation) => Ok(format!("{}{{}}", operation.name)),
            AtomValue::Copy(atom) => copy_atom(atom),
            AtomValue::TiledMma(mma) => tiled_mma(mma),
            AtomValue::TiledCopy(copy) => tiled_copy(copy),
            AtomValue::MmaSlice(of) => Ok(slice(tiled_mma(&of.mma)?, of.thread)),
            AtomValue::CopySlice(of) => Ok(slice(tiled_copy(&of.copy)?, of.thread)),
        }
    }

    fn python(&self) -> Result<String, Unspelled> {
        let of = |tiled: Result<String, Unspelled>, thread: Int| Ok(slice(tiled?, thread));
        let spelled = match self {
            AtomValue::Mma(atom) => atom_python::mma_atom(atom),
            AtomValue::Operation(operation) => atom_python::operation(operation),
            AtomValue::Copy(atom) => atom_python::copy_atom(atom),
            AtomValue::TiledMma(mma) => atom_python::tiled_mma(mma),
            AtomValue::TiledCopy(copy) => atom_python::tiled_copy(copy),
            AtomValue::MmaSlice(slice) => of(atom_python::tiled_mma(&slice.mma), slice.thread),
            AtomValue::CopySlice(slice) => of(atom_python::tiled_copy(&slice.copy), slice.thread),
            AtomValue::Tag(_) => Err(Unspelled::new(Form::Python, "")),
        };
        // Values without a spelling are named as C++ has them.
        spelled.map_err(|_| Unspelled::new(Form::Python, self.cpp().unwrap_or_else(|unspelled| unspelled.printed)))
    }

    fn json(&self) -> String {
        let (kind, name) = match self {
            AtomValue::Tag(tag) => ("tag", *tag),
            AtomValue::Mma(atom) => ("mma_atom", atom.name.as_str()),
            AtomValue::Operation(operation) => ("copy_operation", operation.name.as_str()),
            AtomValue::Copy(atom) => ("copy_atom", atom.operation.name.as_str()),
            AtomValue::TiledMma(mma) => ("tiled_mma", mma.atom.name.as_str()),
            AtomValue::TiledCopy(copy) => ("tiled_copy", copy.atom.operation.name.as_str()),
            AtomValue::MmaSlice(slice) => ("thr_mma", slice.mma.atom.name.as_str()),
            AtomValue::CopySlice(slice) => ("thr_copy", slice.copy.atom.operation.name.as_str()),
        };
        format!("\"kind\":\"{kind}\",\"atom\":{}", json::string(name))
    }
}
