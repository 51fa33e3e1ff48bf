//! Names of the kinds of values.

use super::Tongue;
use crate::notebook::value::ValueKind;

/// Returns what a kind of value is called in a sentence.
pub fn value_kind(kind: ValueKind, tongue: Tongue) -> &'static str {
    match kind {
        ValueKind::Integer => tongue.pick("an integer", "整数"),
        ValueKind::IntTuple => tongue.pick("an integer or a tuple of integers", "整数或整数元组"),
        ValueKind::Coordinate => tongue.pick("a coordinate", "坐标"),
        ValueKind::Stride => tongue.pick("a stride", "步长"),
        ValueKind::Tiler => tongue.pick("a tuple with layouts in it", "含有布局的元组"),
        ValueKind::Tensors => tongue.pick("a tuple with tensors in it", "含有张量的元组"),
        ValueKind::Layout => tongue.pick("a layout", "布局"),
        ValueKind::ShapeOrLayout => tongue.pick("a shape or a layout", "形状或布局"),
        ValueKind::Truth => tongue.pick("a truth value", "真值"),
        ValueKind::Text => tongue.pick("a text", "文本"),
        ValueKind::Swizzle => tongue.pick("a swizzle", "swizzle"),
        ValueKind::Composed => tongue.pick("a composed layout", "复合布局"),
        ValueKind::Wide => tongue.pick("a layout with a coordinate for a stride", "以坐标为步长的布局"),
        ValueKind::Xor => tongue.pick("a layout over F2", "F2 上的布局"),
        ValueKind::Engine => tongue.pick("an iterator", "迭代器"),
        ValueKind::Element => tongue.pick("a type of elements", "元素类型"),
        ValueKind::Tag => tongue.pick("a variant of an instruction", "指令的变体"),
        ValueKind::MmaAtom => tongue.pick("an MMA atom", "MMA atom"),
        ValueKind::CopyOperation => tongue.pick("a copy instruction", "拷贝指令"),
        ValueKind::CopyAtom => tongue.pick("a copy atom", "拷贝 atom"),
        ValueKind::TiledMma => tongue.pick("a tiled MMA", "TiledMMA"),
        ValueKind::TiledCopy => tongue.pick("a tiled copy", "TiledCopy"),
        ValueKind::MmaSlice => tongue.pick("a thread of a tiled MMA", "TiledMMA 的一个线程"),
        ValueKind::CopySlice => tongue.pick("a thread of a tiled copy", "TiledCopy 的一个线程"),
        ValueKind::Tiled => tongue.pick("a tiled MMA or a tiled copy", "TiledMMA 或 TiledCopy"),
        ValueKind::Function => tongue.pick("a function", "函数"),
        ValueKind::Object => tongue.pick("an object of a class", "类的对象"),
        ValueKind::Tensor => tongue.pick("a tensor", "张量"),
        ValueKind::Major => tongue.pick("LayoutLeft or LayoutRight", "LayoutLeft 或 LayoutRight"),
    }
}
