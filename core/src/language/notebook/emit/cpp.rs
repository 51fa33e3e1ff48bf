//! Values in CuTe's C++.

use super::{Form, Unspelled};
use crate::basis::{ScaledBasis, StrideLeaf};
use crate::called;
use crate::composed::{AnyLayout, ComposedLayout};
use crate::int::Int;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::notebook::value::Item;
use crate::swizzle::{MixedBits, Offset, Swizzle};
use crate::tensor::{Engine, Space, Tensor, TypedPointer};

/// CuTe has names such as `_4` for these static integers, and for none above 10 that is not here.
const NAMED: [i64; 31] = [
    12, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 384, 512, 768, 1024, 2048, 4096,
    8192, 16384, 32768, 65536, 131072, 262144, 524288,
];

/// A static integer as a type. `Int<N>` takes an `int`, `C<N>` any type of integer.
fn static_type(number: i64) -> String {
    if (0..=10).contains(&number) || NAMED.contains(&number) {
        return format!("_{number}");
    }
    let name = if i32::try_from(number).is_ok() { called::STATIC_INT } else { called::WIDE_INT };
    format!("{name}<{}>", literal(number))
}

/// The least integer is no literal in C++: its digits would not fit.
fn literal(number: i64) -> String {
    if number == i64::MIN { format!("{} - 1", i64::MIN + 1) } else { number.to_string() }
}

/// A literal that operators may stand beside.
fn operand(number: i64) -> String {
    if number == i64::MIN { format!("({})", literal(number)) } else { literal(number) }
}

/// An integer as a value: `Int<4>{}` and `4`.
pub(crate) fn int(int: Int) -> String {
    match (int.is_static(), i32::try_from(int.value())) {
        (false, _) => literal(int.value()),
        (true, Ok(number)) => format!("Int<{number}>{{}}"),
        (true, Err(_)) => format!("{}{{}}", static_type(int.value())),
    }
}

fn path(modes: &[usize]) -> String {
    modes.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A basis stride of a static factor as a type.
fn basis_type(basis: &ScaledBasis) -> String {
    if let Some((value, per)) = basis.scale.fraction() {
        return format!("ScaledBasis<R<{value},{per}>,{}>", path(&basis.path));
    }
    match basis.scale.value() {
        1 => format!("E<{}>", path(&basis.path)),
        factor => format!("ScaledBasis<{},{}>", static_type(factor), path(&basis.path)),
    }
}

fn basis(basis: &ScaledBasis) -> String {
    match basis.scale.is_static() {
        true => format!("{}{{}}", basis_type(basis)),
        false => format!("{} * E<{}>{{}}", operand(basis.scale.value()), path(&basis.path)),
    }
}

pub(crate) fn item(item: &Item) -> String {
    match item {
        Item::Int(value) => int(*value),
        Item::All => "_".to_string(),
        Item::Basis(value) => basis(value),
        Item::Xor(value) => literal(*value),
        Item::Layout(value) => layout(value),
        Item::Composed(value) => composed(value),
        // Where no expression of C++ makes what it points into, the tuple has none either, and nobody asks.
        Item::Tensor(value) => tensor(value).unwrap_or_default(),
    }
}

fn stride_leaf(leaf: &StrideLeaf) -> String {
    match leaf {
        StrideLeaf::Int(value) => int(*value),
        StrideLeaf::Basis(value) => basis(value),
    }
}

/// A tree as calls of `make`: `make_shape(2, make_shape(4, Int<8>{}))`.
pub(crate) fn made<T>(make: &str, tree: &Nested<T>, leaf: &dyn Fn(&T) -> String) -> String {
    match tree {
        Nested::Leaf(value) => leaf(value),
        Nested::Tuple(modes) => {
            let modes = modes.iter().map(|mode| made(make, mode, leaf)).collect::<Vec<_>>();
            format!("{make}({})", modes.join(", "))
        }
    }
}

/// A tree of static leaves as a type: `Shape<_2,Shape<_4,_8>>`.
fn typed<T>(name: &str, tree: &Nested<T>, leaf: &dyn Fn(&T) -> String) -> String {
    match tree {
        Nested::Leaf(value) => leaf(value),
        Nested::Tuple(modes) => {
            let modes = modes.iter().map(|mode| typed(name, mode, leaf)).collect::<Vec<_>>();
            format!("{name}<{}>", modes.join(","))
        }
    }
}

pub(crate) fn layout(layout: &Layout) -> String {
    let is_static = layout.shape().leaves().into_iter().all(|extent| extent.is_static())
        && layout.stride().leaves().into_iter().all(|leaf| leaf.scale().is_static());
    if !is_static {
        let (shape, stride) = (layout.shape(), layout.stride());
        return format!(
            "make_layout({}, {})",
            made(called::MAKE_SHAPE, shape, &|extent| int(*extent)),
            made(called::MAKE_STRIDE, stride, &stride_leaf)
        );
    }
    let shape = typed(called::SHAPE_TYPE, layout.shape(), &|extent| static_type(extent.value()));
    let stride = typed(called::STRIDE_TYPE, layout.stride(), &|leaf| match leaf {
        StrideLeaf::Int(value) => static_type(value.value()),
        StrideLeaf::Basis(value) => basis_type(value),
    });
    format!("Layout<{shape},{stride}>{{}}")
}

pub(crate) fn any_layout(any: &AnyLayout) -> String {
    match any {
        AnyLayout::Plain(value) => layout(value),
        AnyLayout::Composed(value) => composed(value),
    }
}

pub(crate) fn swizzle(swizzle: Swizzle) -> String {
    format!("Swizzle<{},{},{}>{{}}", swizzle.bits(), swizzle.base(), swizzle.shift())
}

/// `composition` leaves a swizzle out that changes nothing; `make_composed_layout` keeps it.
pub(crate) fn composed(composed: &ComposedLayout) -> String {
    if let Some(outer) = composed.outer() {
        let offset = int(composed.offset().int());
        return format!("{}({}, {offset}, {})", called::COMPOSITION, layout(outer), any_layout(composed.inner()));
    }
    let vanishes = composed.swizzle().is_identity() && composed.offset() == Offset::ZERO;
    let function = if vanishes { called::MAKE_COMPOSED_LAYOUT } else { called::COMPOSITION };
    let offset = match composed.offset() {
        Offset::Int(value) => int(value),
        Offset::Mixed(value) => mixed(value),
        Offset::Flag(bits) => format!("smem_ptr_flag_bits<{bits}>{{}}"),
    };
    format!("{function}({}, {offset}, {})", swizzle(composed.printed_swizzle()), any_layout(composed.inner()))
}

pub(crate) fn mixed(bits: MixedBits) -> String {
    let constant = |number: i64| int(Int::constant(number));
    let (fixed, flags) = (constant(bits.static_bits()), constant(bits.flags()));
    format!("make_mixed_bits({fixed}, {}, {flags})", literal(bits.dynamic()))
}

/// Memory is `ptr`, whatever it is called in the program.
pub(crate) fn tensor(tensor: &Tensor) -> Result<String, Unspelled> {
    Ok(format!("make_tensor({}, {})", engine(&tensor.engine)?, any_layout(&tensor.layout)))
}

pub(crate) fn engine(engine: &Engine) -> Result<String, Unspelled> {
    Ok(match engine {
        Engine::Pointer(begin) if begin.value() == 0 => called::PTR.to_string(),
        Engine::Pointer(begin) => format!("ptr + {}", operand(begin.value())),
        Engine::Typed(pointer) if pointer.is_unset() => format!("{}<{}>{{}}", called::SMEM_PTR_FLAG, pointer.bits),
        Engine::Typed(TypedPointer { space, bits, type_name, swizzle: around, begin, .. }) => {
            let element = match bits {
                _ if let Some(name) = type_name => name.to_string(),
                8 | 16 | 32 | 64 | 128 => format!("uint{bits}_t"),
                _ => format!("uint{bits}b_t"),
            };
            let raw = match begin.value() {
                0 => format!("static_cast<{element}*>(nullptr)"),
                begin => format!("static_cast<{element}*>(nullptr) + {}", operand(begin)),
            };
            let swizzled = match around {
                Some(around) => format!("make_swizzle_ptr({raw}, {})", swizzle(*around)),
                None => raw,
            };
            match space {
                Space::Any => swizzled,
                Space::Global => format!("make_gmem_ptr({swizzled})"),
                Space::Shared => format!("make_smem_ptr({swizzled})"),
                Space::WarpgroupDescriptor | Space::TensorDescriptor | Space::Vector => {
                    return Err(Unspelled::engine(Form::Cpp, engine));
                }
                Space::Register => format!("make_rmem_ptr({swizzled})"),
                Space::Tensor => format!("make_tmem_ptr({swizzled})"),
            }
        }
        Engine::Counting(begin) => format!("counting_iterator{{{}}}", literal(begin.value())),
        Engine::Coordinates(begin) => format!("make_inttuple_iter({})", coordinate(begin)),
        Engine::Random { .. } => return Err(Unspelled::engine(Form::Cpp, engine)),
    })
}

fn coordinate(tree: &IntTuple) -> String {
    made(called::MAKE_COORD, tree, &|value| int(*value))
}
