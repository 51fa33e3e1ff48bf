//! Layouts of shared memory for the instructions that read it by a descriptor.

use super::ALIKE;
use crate::algebra::product::Order;
use crate::atom::shared::{self, Along, Reader};
use crate::atom::tma::tma_box;
use crate::make::Major;
use crate::notebook::made::{AtomValue, atom_value, parted, unboxed};
use crate::operations::alike::changed;
use crate::operations::prelude::*;
use crate::swizzle::Offset;
use crate::tensor::Engine;

pub(in crate::operations) const TILE_TO_MMA_SHAPE: Row = Row {
    name: "tile_to_mma_shape",
    aliases: &["UMMA::tile_to_mma_shape"],
    parameters: &["atom", "shape", "order"],
    arity: 2..=3,
    apply: Some(Apply::Untraced(tile_to_mma_shape)),
    help: Some(Help {
        line: [
            "A layout of shared memory repeated over ((MMA_M,MMA_K),MMAs,MMAs)",
            "把共享内存布局重复铺满 ((MMA_M,MMA_K),MMA 数,MMA 数)",
        ],
        example: "tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(make_shape(_128{},_16{}),_1{},_4{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_GMMA_DESC: Row = Row {
    name: "make_gmma_desc",
    aliases: &["GMMA::make_gmma_desc"],
    origin: Origin::Other("CuTe's holds the address of a tensor, and this asks a layout"),
    parameters: &["tensor", "element"],
    arity: 1..=2,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| descriptor(a, Reader::Gmma))),
    help: Some(Help {
        line: [
            "The descriptor by which wgmma reads a tile, or where its layout parts from those that there are",
            "wgmma 读取 tile 所用的描述符；布局不合规时指出从何处偏离",
        ],
        example: "make_gmma_desc<GMMA::Major::K>(composition(Swizzle<3,3,3>{}, Layout<Shape<_64,_16>,Stride<_64,_1>>{}), half_t)",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_UMMA_DESC: Row = Row {
    name: "make_umma_desc",
    aliases: &["UMMA::make_umma_desc"],
    origin: Origin::Other("CuTe's holds the address of a tensor, and this asks a layout"),
    parameters: &["tensor", "element"],
    arity: 1..=2,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| descriptor(a, Reader::Umma))),
    help: Some(Help {
        line: [
            "The descriptor by which tcgen05.mma reads a tile, or where its layout parts from those that there are",
            "tcgen05.mma 读取 tile 所用的描述符；布局不合规时指出从何处偏离",
        ],
        example: "make_umma_desc<UMMA::Major::K>(composition(Swizzle<3,3,3>{}, Layout<Shape<_128,_16>,Stride<_64,_1>>{}), half_t)",
    }),
    ..ALIKE
};

pub(in crate::operations) const TMA_BOX: Row = Row {
    name: "tma_box",
    origin: Origin::Other("the box that make_tma_atom encodes and prints nothing of"),
    parameters: &["tensor", "tile", "element"],
    arity: 3..=3,
    apply: Some(Apply::Untraced(|a| {
        let Value::Element(element) = a.value(2)? else {
            return Err(Problem::Kind { position: 2, expected: ValueKind::Element });
        };
        let (tensor, tile) = (a.plain(0)?, a.any(1)?);
        tma_box(&tensor, &tile, element.bits)
            .map(|moved| Value::Text(moved.to_string()))
            .map_err(|unfit| Problem::NoAtom(unboxed(unfit)))
    })),
    help: Some(Help {
        line: [
            "The box that one TMA instruction moves into a tile of shared memory, or why none does (no function of CuTe)",
            "一条 TMA 指令搬入共享内存 tile 的 box；没有时说明原因（并非 CuTe 的函数）",
        ],
        example: "tma_box((1024,256):(256,1), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_128{})), half_t)",
    }),
    ..ALIKE
};

fn tile_to_mma_shape(arguments: &Arguments) -> Answer {
    let target = arguments.shape(1)?;
    let order = match arguments.values.get(2) {
        None => Order::Major(Major::Left),
        Some(Value::Major(major)) => Order::Major(*major),
        Some(_) => Order::Ranks(arguments.ints(2)?),
    };
    changed(arguments, &mut |layout| shared::tile_to_mma_shape(layout, &target, &order))
}

/// Of a tensor whose elements have a known width, of a canonical layout, or of a layout and a type.
fn descriptor(arguments: &Arguments, reader: Reader) -> Answer {
    let along = match arguments.template.as_slice() {
        [value] => match atom_value(value) {
            Some(AtomValue::Tag("GMMA::Major::K" | "UMMA::Major::K")) => Along::K,
            Some(AtomValue::Tag("GMMA::Major::MN" | "UMMA::Major::MN")) => Along::Mn,
            _ => return Err(Problem::Template),
        },
        _ => return Err(Problem::Template),
    };
    let (bits, swizzle) = match (arguments.value(0)?, arguments.values.get(1)) {
        (Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }), None) => (pointer.bits, pointer.swizzle),
        (_, Some(Value::Element(element))) => (element.bits, None),
        (_, Some(_)) => return Err(Problem::Kind { position: 1, expected: ValueKind::Element }),
        // A canonical layout knows what its pointer will point to.
        (value, None) => match value.as_any_layout() {
            Some(AnyLayout::Composed(composed)) => match composed.offset() {
                Offset::Flag(bits) => (bits, None),
                _ => return Err(Problem::Kind { position: 1, expected: ValueKind::Element }),
            },
            _ => return Err(Problem::Kind { position: 0, expected: ValueKind::Tensor }),
        },
    };
    let whole = arguments.any(0)?;
    // Parts for a thread of a tiled MMA have the instruction's own tile in their first mode.
    let first = whole.at(&[0])?;
    let tile = if whole.rank() > 2 && first.rank() == 2 { first } else { whole };
    match shared::descriptor(&tile, swizzle, bits, along, reader) {
        Ok(descriptor) => Ok(Value::Text(descriptor.to_string())),
        Err(parting) => Err(Problem::NoAtom(parted(parting, tile.to_string()))),
    }
}
