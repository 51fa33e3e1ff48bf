//! Copies by TMA, and what tensor memory is read by.

use super::{ALIKE, copy_atom, operation, tiled_mma};
use crate::atom::family::{of_shared_memory_copy, of_tensor_memory_copy};
use crate::atom::tiled_copy::{CopyAtom, TiledCopy};
use crate::atom::tiled_mma::Matrix;
use crate::atom::tma_copy::{self, INSTRUCTIONS, Instruction, Moved, NoCopy};
use crate::coordinate::{Coordinate, Slot};
use crate::notebook::made::{AtomValue, atom_value, unboxed};
use crate::notebook::value::Item;
use crate::operations::prelude::*;
use crate::swizzle::Offset;
use crate::tensor::Engine;

pub(in crate::operations) const MAKE_TMA_ATOM: Row = Row {
    name: "make_tma_atom",
    parameters: &["instruction", "tensor", "tile", "tiler", "cluster"],
    arity: 4..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Tiler(3), Made::Atom))),
    help: Some(Help {
        line: [
            "As much of a tile as one TMA instruction moves between a tensor and shared memory",
            "一条 TMA 指令在张量与共享内存之间搬运的那部分 tile",
        ],
        example: "make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_64{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY: Row = Row {
    name: "make_tma_copy",
    parameters: &["instruction", "tensor", "tile", "tiler", "cluster"],
    arity: 3..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Tiler(3), Made::Tiled))),
    help: Some(Help {
        line: [
            "A tiled copy by TMA of a tile, shared by the CTAs of a cluster",
            "用 TMA 搬运一个 tile 的 TiledCopy，由 cluster 中的 CTA 分担",
        ],
        example: "make_tma_copy(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_64{}), _1{})",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY_A: Row = Row {
    name: "make_tma_copy_A_sm90",
    parameters: &["instruction", "tensor", "tile", "tiler", "cluster"],
    arity: 5..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Modes(Matrix::A), Made::Tiled))),
    help: Some(Help {
        line: [
            "A tiled copy by TMA of a tile of A, shared by the CTAs along N",
            "用 TMA 搬运 A 的 tile 的 TiledCopy，由沿 N 的 CTA 分担",
        ],
        example: "make_tma_copy_A_sm90(SM90_TMA_LOAD_MULTICAST{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_256{},_64{}), make_shape(_1{},_2{},_1{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY_B: Row = Row {
    name: "make_tma_copy_B_sm90",
    parameters: &["instruction", "tensor", "tile", "tiler", "cluster"],
    arity: 5..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Modes(Matrix::B), Made::Tiled))),
    help: Some(Help {
        line: [
            "A tiled copy by TMA of a tile of B, shared by the CTAs along M",
            "用 TMA 搬运 B 的 tile 的 TiledCopy，由沿 M 的 CTA 分担",
        ],
        example: "make_tma_copy_B_sm90(SM90_TMA_LOAD_MULTICAST{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (256,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_256{},_128{},_64{}), make_shape(_2{},_1{},_1{}))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY_C: Row = Row {
    name: "make_tma_copy_C_sm90",
    parameters: &["instruction", "tensor", "tile", "tiler"],
    arity: 4..=4,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Modes(Matrix::C), Made::Tiled))),
    help: Some(Help {
        line: ["A tiled copy by TMA of a tile of C", "用 TMA 搬运 C 的 tile 的 TiledCopy"],
        example: "make_tma_copy_C_sm90(SM90_TMA_STORE{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,256):(256,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_64{},_64{}))",
    }),
    ..ALIKE
};

/// Subject of the examples of tensor memory.
macro_rules! of_umma {
    ($call:literal, $rest:literal) => {
        concat!(
            $call,
            "make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(make_shape(_128{},_16{}),_1{},_4{})), make_shape(_128{},_128{},_64{}), make_tiled_mma(SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,UMMA::Major::K,UMMA::Major::K>{})",
            $rest
        )
    };
}

pub(in crate::operations) const MAKE_TMA_ATOM_A_SM100: Row = Row {
    name: "make_tma_atom_A_sm100",
    parameters: &["instruction", "tensor", "tile", "tiler", "mma", "cluster"],
    arity: 6..=6,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Mma(Matrix::A), Made::Atom))),
    help: Some(Help {
        line: [
            "As much of A of a tiled MMA of tensor memory as one TMA instruction moves",
            "一条 TMA 指令为张量内存的 TiledMMA 搬运的那部分 A",
        ],
        example: of_umma!("make_tma_atom_A_sm100(SM90_TMA_LOAD{}, ", ", make_layout(make_shape(_1{},_1{},_1{},_1{})))"),
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_ATOM_B_SM100: Row = Row {
    name: "make_tma_atom_B_sm100",
    parameters: &["instruction", "tensor", "tile", "tiler", "mma", "cluster"],
    arity: 6..=6,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Mma(Matrix::B), Made::Atom))),
    help: Some(Help {
        line: [
            "As much of B of a tiled MMA of tensor memory as one TMA instruction moves",
            "一条 TMA 指令为张量内存的 TiledMMA 搬运的那部分 B",
        ],
        example: of_umma!("make_tma_atom_B_sm100(SM90_TMA_LOAD{}, ", ", make_layout(make_shape(_1{},_1{},_1{},_1{})))"),
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY_A_SM100: Row = Row {
    name: "make_tma_copy_A_sm100",
    parameters: &["instruction", "tensor", "tile", "tiler", "mma"],
    arity: 5..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Mma(Matrix::A), Made::Tiled))),
    help: Some(Help {
        line: [
            "A tiled copy by TMA of A of a tiled MMA of tensor memory",
            "用 TMA 为张量内存的 TiledMMA 搬运 A 的 TiledCopy",
        ],
        example: of_umma!("make_tma_copy_A_sm100(SM90_TMA_LOAD{}, ", ")"),
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMA_COPY_B_SM100: Row = Row {
    name: "make_tma_copy_B_sm100",
    parameters: &["instruction", "tensor", "tile", "tiler", "mma"],
    arity: 5..=5,
    template: Template::Values,
    apply: Some(Apply::Untraced(|a| copy(a, &Cut::Mma(Matrix::B), Made::Tiled))),
    help: Some(Help {
        line: [
            "A tiled copy by TMA of B of a tiled MMA of tensor memory",
            "用 TMA 为张量内存的 TiledMMA 搬运 B 的 TiledCopy",
        ],
        example: of_umma!("make_tma_copy_B_sm100(SM90_TMA_LOAD{}, ", ")"),
    }),
    ..ALIKE
};

pub(in crate::operations) const GET_TMA_TENSOR: Row = Row {
    name: "get_tma_tensor",
    parameters: &["copy", "shape"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| {
        if is_alone(a)? {
            return Ok(Value::Tensor(tma_copy::coordinates_along_k(&a.shape(1)?)?));
        }
        let tensor = copy_atom(a, 0)?.tma_tensor(&a.shape(1)?)?;
        tensor.map(Value::Tensor).ok_or(Problem::Kind { position: 0, expected: ValueKind::CopyAtom })
    })),
    help: Some(Help {
        line: ["The coordinates by which a copy by TMA counts a tensor of a shape", "TMA 拷贝给该形状的张量编的坐标"],
        example: "make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_64{})).get_tma_tensor(make_shape(512,1024))",
    }),
    ..ALIKE
};

pub(in crate::operations) const TMA_PARTITION: Row = Row {
    name: "tma_partition",
    parameters: &["copy", "cta", "ctas", "shared", "global"],
    arity: 3..=7,
    apply: Some(Apply::Untraced(partition)),
    help: Some(Help {
        line: [
            "A tile of global and of shared memory as TMA moves it: ((TMA,TMA_Iter),…)",
            "全局与共享内存的 tile 按 TMA 的搬运方式切分：((TMA,TMA_Iter),…)",
        ],
        example: "tma_partition(make_tma_atom(SM90_TMA_LOAD{}, make_tensor(make_gmem_ptr<half_t>(nullptr), (512,1024):(1024,_1)), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(_128{},_64{})), make_shape(_128{},_64{})), make_tensor(make_smem_ptr<half_t>(nullptr), ((128,64)):((64,1))), make_identity_tensor(((128,64))))",
    }),
    ..ALIKE
};

pub(in crate::operations) const CREATE_TMA_MULTICAST_MASK: Row = Row {
    name: "create_tma_multicast_mask",
    parameters: &["ctas", "cta"],
    arity: 2..=2,
    template: Template::Modes,
    apply: Some(Apply::Untraced(mask)),
    help: Some(Help {
        line: [
            "The CTAs that get a tile by one multicast, a bit each: those along the given modes",
            "一次 multicast 送达的 CTA，每个一位：沿所给 mode 的那些",
        ],
        example: "create_tma_multicast_mask<2>(make_layout(make_shape(_1{},_4{},_4{},_1{})), make_coord(0,1,2,0))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_TMEM_COPY: Row = Row {
    name: "make_tmem_copy",
    parameters: &["instruction", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| of_tensor_memory(a, of_tensor_memory_copy))),
    help: Some(Help {
        line: [
            "A tiled copy between tensor memory and the registers of four warps",
            "在张量内存与四个 warp 的寄存器之间搬运的 TiledCopy",
        ],
        example: "make_tmem_copy(SM100_TMEM_LOAD_32dp32b1x{}, make_tensor(make_tmem_ptr<float>(0), ((_128,_256),_1,_1):((_65536,_1),_0,_0)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const MAKE_UTCCP_COPY: Row = Row {
    name: "make_utccp_copy",
    parameters: &["instruction", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| of_tensor_memory(a, of_shared_memory_copy))),
    help: Some(Help {
        line: [
            "A tiled copy from shared memory to tensor memory, as scale factors take it",
            "从共享内存搬到张量内存的 TiledCopy，缩放因子即由此搬运",
        ],
        example: "make_utccp_copy(SM100_UTCCP_4x32dp128bit_1cta{}, make_tensor(make_tmem_ptr<uint8_t>(0), ((((_32,_4),_4),(_1,_4)),_1,_4):((((_262144,_4),_8388608),(_0,_1)),_0,_16)))",
    }),
    ..ALIKE
};

pub(in crate::operations) const DOMAIN_OFFSET: Row = Row {
    name: "domain_offset",
    parameters: &["coord", "tensor"],
    arity: 2..=2,
    apply: Some(Apply::Untraced(|a| {
        let tensor = crate::operations::alike::tensor_at(a, 1)?;
        Ok(Value::Tensor(tensor.domain_offset(&a.coordinate(0)?)?))
    })),
    help: Some(Help {
        line: ["The same layout from the element at a coordinate on", "同一布局，从某坐标处的元素开始"],
        example: "domain_offset((1,2), make_identity_tensor((4,8)))",
    }),
    ..ALIKE
};

/// From where it is known which element of a tile is which of the tensor.
enum Cut {
    /// From a tiler, the argument at this place.
    Tiler(usize),
    /// From the two modes of a matrix of `(M,N,K)`.
    Modes(Matrix),
    /// From those, and the values of a tiled MMA.
    Mma(Matrix),
}

/// Result made of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    Atom,
    Tiled,
}

fn problem(no: NoCopy) -> Problem {
    match no {
        NoCopy::Algebra(error) => error.into(),
        NoCopy::Unfit(unfit) => Problem::NoAtom(unboxed(unfit)),
    }
}

/// The modes of `(M,N,K,…)` that a matrix has.
fn modes_of(tiler: &Tiler, matrix: Matrix) -> Tiler {
    let left_out = match matrix {
        Matrix::A => 1,
        Matrix::B => 0,
        Matrix::C => 2,
    };
    match tiler {
        Nested::Tuple(modes) => {
            let kept = modes.iter().enumerate().filter(|(mode, _)| *mode != left_out);
            Nested::Tuple(kept.map(|(_, mode)| mode.clone()).collect())
        }
        Nested::Leaf(_) => tiler.clone(),
    }
}

fn copy(arguments: &Arguments, cut: &Cut, made: Made) -> Answer {
    let instruction = match atom_value(arguments.value(0)?) {
        Some(AtomValue::Tag(tag)) if INSTRUCTIONS.contains(tag) => *tag,
        _ => return Err(Problem::Kind { position: 0, expected: ValueKind::CopyOperation }),
    };
    let (tensor, shared) = (arguments.plain(1)?, arguments.any(2)?);
    let bits = match (arguments.value(1)?, &shared) {
        (Value::Tensor(Tensor { engine: Engine::Typed(pointer), .. }), _) => pointer.bits,
        // A layout of shared memory may know what its pointer will point to.
        (_, AnyLayout::Composed(composed)) => match composed.offset() {
            Offset::Flag(bits) => bits,
            _ => return Err(Problem::Kind { position: 1, expected: ValueKind::Tensor }),
        },
        _ => return Err(Problem::Kind { position: 1, expected: ValueKind::Tensor }),
    };
    let unit = match arguments.template.as_slice() {
        [] => bits,
        [Value::Element(element)] => element.bits,
        _ => return Err(Problem::Template),
    };
    let cluster = |place: usize| match arguments.values.get(place) {
        None => Ok(Layout::trivial()),
        Some(value) => match value.as_int() {
            Some(count) => Ok(Layout::compact(Nested::Leaf(count), crate::make::Major::Left)?),
            None => arguments.plain(place),
        },
    };
    let one = |layout: Layout, mode: usize| {
        Ok::<_, Problem>(Layout::compact(Nested::Leaf(layout.at(&[mode])?.size()?), crate::make::Major::Left)?)
    };
    let is_multicast = instruction.ends_with("MULTICAST");
    let (values, ctas) = match cut {
        Cut::Tiler(place) => {
            // Between tile and cluster, the tiler may be left out.
            let counts = arguments.values.len() == place + 1 && made == Made::Tiled;
            let is_cluster = counts && arguments.value(*place)?.as_int().is_some();
            let tiler = match arguments.values.len() > *place && !is_cluster {
                true => arguments.tiler(*place)?,
                false => crate::int_tuple::product_each(shared.shape())?
                    .map(&mut |extent| crate::algebra::TilerLeaf::Extent(*extent)),
            };
            (tma_copy::values_of(&tensor, &tiler)?, cluster(if is_cluster { *place } else { place + 1 })?)
        }
        Cut::Modes(matrix) => {
            let ctas = match matrix {
                Matrix::A => one(cluster(4)?, 1)?,
                Matrix::B => one(cluster(4)?, 0)?,
                Matrix::C => Layout::trivial(),
            };
            (tma_copy::values_of(&tensor, &modes_of(&arguments.tiler(3)?, *matrix))?, ctas)
        }
        Cut::Mma(matrix) => {
            let (tiler, mma) = (modes_of(&arguments.tiler(3)?, *matrix), tiled_mma(arguments, 4)?);
            let values = tma_copy::values_of_mma(&tensor, &tiler, mma, *matrix)?;
            (values, tma_copy::ctas_of_mma(mma, *matrix, is_multicast)?)
        }
    };
    let among = ctas.cosize()?.value();
    let moved = Moved { instruction, tensor: &tensor, bits, unit, shared: &shared, values: &values, ctas: among };
    Ok(match made {
        Made::Atom => AtomValue::Copy(CopyAtom::by_tma(&moved).map_err(problem)?).into(),
        Made::Tiled => AtomValue::TiledCopy(TiledCopy::by_tma(&moved, &ctas).map_err(problem)?).into(),
    })
}

/// `(copy, shared, global)`, or with the number of a CTA and the layout of those that share, and several of global memory.
fn partition(arguments: &Arguments) -> Answer {
    let tensor = |position: usize| crate::operations::alike::tensor_at(arguments, position);
    let zero = Nested::Leaf(Slot::Int(Int::ZERO));
    let (place, ctas, first) = match arguments.values.len() {
        3 => (zero, Layout::trivial(), 1),
        4 => return Err(Problem::Arity),
        _ => (arguments.coordinate(1)?, arguments.plain(2)?, 3),
    };
    let others = (first + 1..arguments.values.len()).map(tensor).collect::<Result<Vec<_>, _>>()?;
    let shared = tensor(first)?;
    let all = others.iter().chain([&shared]).collect::<Vec<_>>();
    let instruction = match (is_alone(arguments)?, others.first()) {
        (true, Some(first)) => Instruction::between(&shared, first)?,
        _ => Instruction::of(&copy_atom(arguments, 0)?)?,
    };
    let parts = instruction.partition(&place, &ctas, &all)?;
    Ok(Value::Tuple(Nested::Tuple(parts.into_iter().map(|part| Nested::Leaf(Item::Tensor(Box::new(part)))).collect())))
}

/// Reports whether only an instruction is said, and not which tensor it moves: as in a kernel without what launches it.
fn is_alone(arguments: &Arguments) -> Result<bool, Problem> {
    let instruction = atom_value(arguments.value(0)?);
    Ok(matches!(instruction, Some(AtomValue::Tag(tag)) if INSTRUCTIONS.contains(tag)))
}

/// A bit for each CTA that one multicast reaches.
fn mask(arguments: &Arguments) -> Answer {
    let ctas = arguments.plain(0)?;
    let mut place: Coordinate = arguments.coordinate(1)?;
    for mode in arguments.modes()? {
        place = place.replace(mode, Nested::Leaf(Slot::All))?;
    }
    let (layout, elected) = ctas.slice_and_offset(&place)?;
    let Nested::Leaf(elected) = elected else {
        return Err(Problem::Kind { position: 0, expected: ValueKind::Layout });
    };
    let count = layout.size()?.value().min(i64::from(u16::BITS));
    let mut mask = 0_u16;
    for number in 0..count {
        if let Nested::Leaf(bit) = layout.index(&Nested::Leaf(Slot::Int(Int::dynamic(number))))? {
            mask |= u32::try_from(bit.value()).ok().and_then(|bit| 1_u16.checked_shl(bit)).unwrap_or_default();
        }
    }
    let begun = u32::try_from(elected.value()).ok().and_then(|bits| mask.checked_shl(bits)).unwrap_or_default();
    Ok(Value::int(Int::dynamic(i64::from(begun))))
}

/// Four warps, of which each reads 32 lanes of its own.
/// A tiled copy to or from tensor memory, by where an instruction's bits lie there.
fn of_tensor_memory(arguments: &Arguments, lie: fn(&str, u32) -> crate::error::Result<Option<Layout>>) -> Answer {
    let Value::Tensor(Tensor { engine: Engine::Typed(pointer), layout }) = arguments.value(1)? else {
        return Err(Problem::Kind { position: 1, expected: ValueKind::Tensor });
    };
    let atom = match copy_atom(arguments, 0) {
        Ok(atom) => atom,
        Err(_) => {
            let instruction = operation(arguments.value(0)?, 0)?;
            CopyAtom::new(instruction.clone(), tma_copy::unsigned(pointer.bits), pointer.bits)?
        }
    };
    let Some(threads) = lie(&atom.operation.name, pointer.bits)? else {
        return Err(Problem::Kind { position: 0, expected: ValueKind::CopyOperation });
    };
    Ok(AtomValue::TiledCopy(TiledCopy::cotiled(atom, &threads, layout.innermost())?).into())
}
