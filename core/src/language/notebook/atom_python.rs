//! Atoms, and what is made of them, as the Python DSL spells them; what it has no class for has no spelling.

use super::made::{permutation, tiler_value};
use super::value::Value;
use crate::algebra::TilerLeaf;
use crate::atom::tiled_copy::{CopyAtom, TiledCopy};
use crate::atom::tiled_mma::TiledMma;
use crate::atom::{CopyOperation, MmaAtom, Place};
use crate::called;
use crate::emit::{Form, Unspelled, python};
use crate::nested::Nested;
use crate::notebook::construct;

type Spelled = Result<String, Unspelled>;

fn unspelled(printed: &str) -> Unspelled {
    Unspelled::new(Form::Python, printed)
}

/// A type of elements by its name in C++.
fn element(name: &str) -> Spelled {
    Value::Element(construct::element(name).ok_or_else(|| unspelled(name))?).python()
}

/// The argument of a name in angles.
fn argument<'a>(name: &'a str, begun: &str) -> Option<&'a str> {
    name.strip_prefix(begun)?.strip_suffix('>')
}

/// The class of an instruction that multiplies.
fn mma_operation(atom: &MmaAtom) -> Spelled {
    let name = atom.name.as_str();
    let [a, b, c, d] = [atom.a.element, atom.b.element, atom.c.element, atom.d];
    let are_alike = a == b && c == d;
    if are_alike && a == c && name.starts_with("UniversalFMA<") {
        return Ok(format!("cute.nvgpu.{}({})", called::MMA_UNIVERSAL, element(a.cpp)?));
    }
    let is_half = matches!(a.code, "F16" | "BF16") && a.sparsity == 1 && are_alike;
    let shape = atom.shape.to_string().replace('_', "").replace(',', ", ");
    let class = called::MMA_HALVES;
    if is_half && name.starts_with("SM80_") && name.ends_with("_TN") {
        return Ok(format!("cute.nvgpu.warp.{class}({}, {}, {shape})", element(a.cpp)?, element(c.cpp)?));
    }
    if is_half && name.starts_with("SM90_64x") {
        let Some((_, majors)) = name.split_once('<') else { return Err(unspelled(name)) };
        let majors = majors.trim_end_matches('>').split(',').collect::<Vec<_>>();
        let [of_a, of_b] = majors.as_slice() else { return Err(unspelled(name)) };
        let major = |word: &str| format!("OperandMajorMode.{}", if word.ends_with("::MN") { "MN" } else { "K" });
        let from = if atom.a.place == Place::Registers { "RMEM" } else { "SMEM" };
        return Ok(format!(
            "cute.nvgpu.warpgroup.{class}({}, {}, {shape}, OperandSource.{from}, {}, {})",
            element(a.cpp)?,
            element(c.cpp)?,
            major(of_a),
            major(of_b)
        ));
    }
    Err(unspelled(name))
}

/// The class of an instruction that copies, and how many bits it moves where the class leaves that open.
fn copy_operation(operation: &CopyOperation) -> Result<(String, Option<u32>), Unspelled> {
    let name = operation.name.as_str();
    let width = |begun: &str| argument(name, begun)?.strip_prefix("uint")?.strip_suffix("_t")?.parse::<u32>().ok();
    if let Some(bits) = width("UniversalCopy<") {
        return Ok((format!("cute.nvgpu.{}()", called::COPY_UNIVERSAL), Some(bits)));
    }
    for (begun, mode) in [("ALWAYS<", "ALWAYS"), ("GLOBAL<", "GLOBAL")] {
        if let Some(bits) = width(&format!("SM80_CP_ASYNC_CACHE{begun}")) {
            let class = called::COPY_ASYNC;
            return Ok((format!("cute.nvgpu.cpasync.{class}(LoadCacheMode.{mode})"), Some(bits)));
        }
    }
    if name == "AutoVectorizingCopyWithAssumedAlignment<128>" {
        return Ok((format!("cute.nvgpu.{}()", called::COPY_UNIVERSAL), None));
    }
    for (begun, end, class) in [("SM75_", "LDSM", called::LOAD_MATRICES), ("SM90_", "STSM", called::STORE_MATRICES)] {
        let Some(rest) = name.strip_prefix(begun) else { continue };
        for (kind, per, transposed, ending) in [("U32x", 1, "False", "N"), ("U16x", 2, "True", "T")] {
            let count = rest.strip_prefix(kind).and_then(|rest| rest.strip_suffix(&format!("_{end}_{ending}")));
            if let Some(count) = count.and_then(|count| count.parse::<u32>().ok()) {
                return Ok((format!("cute.nvgpu.warp.{class}({transposed}, {})", count / per), None));
            }
        }
    }
    Err(unspelled(name))
}

/// An instruction that multiplies, as an atom.
pub(super) fn mma_atom(atom: &MmaAtom) -> Spelled {
    Ok(format!("cute.{}({})", called::MAKE_MMA_ATOM, mma_operation(atom)?))
}

/// An instruction that copies, as one of the DSL's classes; one whose width the class leaves open has none.
pub(super) fn operation(operation: &CopyOperation) -> Spelled {
    match copy_operation(operation)? {
        (class, None) => Ok(class),
        _ => Err(unspelled(&operation.name)),
    }
}

/// A copy atom.
pub(super) fn copy_atom(atom: &CopyAtom) -> Spelled {
    let (class, bits) = copy_operation(&atom.operation)?;
    let bits = bits.map_or(String::new(), |bits| format!(", num_bits_per_copy={bits}"));
    Ok(format!("cute.{}({class}, {}{bits})", called::MAKE_COPY_ATOM, element(atom.element)?))
}

/// A tiled MMA.
pub(super) fn tiled_mma(mma: &TiledMma) -> Spelled {
    let (atom, atoms) = (mma_operation(&mma.atom)?, python::layout(&mma.atoms)?);
    let call = format!("cute.{}({atom}, {atoms}", called::MAKE_TILED_MMA);
    if mma.permutation.iter().all(|tiler| matches!(tiler, Nested::Leaf(TilerLeaf::All))) {
        return Ok(format!("{call})"));
    }
    Ok(format!("{call}, permutation_mnk={})", tiler_value(&permutation(mma)).python()?))
}

/// A tiled copy.
pub(super) fn tiled_copy(copy: &TiledCopy) -> Spelled {
    let (atom, layout) = (copy_atom(&copy.atom)?, python::layout(&copy.thread_values)?);
    let tiler = tiler_value(&copy.tiler);
    // With one number in place of the tuple, the function of this name would read another argument.
    if !matches!(copy.tiler, Nested::Tuple(_)) {
        return Err(unspelled(&copy.atom.operation.name));
    }
    Ok(format!("cute.{}({atom}, {layout}, {})", called::MAKE_TILED_COPY, tiler.python()?))
}
