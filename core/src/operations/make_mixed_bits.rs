//! An integer of static bits and of dynamic bits.

use crate::operations::prelude::*;
use crate::swizzle::{MixedBits, Offset};

pub(super) const MAKE_MIXED_BITS: Row = Row {
    name: "make_mixed_bits",
    parameters: &["static", "dynamic", "flags"],
    arity: 3..=3,
    apply: Some(Apply::Untraced(make_mixed_bits)),
    compared: Some(Compared::Seldom),
    names: Some(Travel::None("a number has no modes")),
    help: Some(Help {
        line: ["An integer of static bits and of dynamic bits within flags", "由静态位与掩码内的动态位组成的整数"],
        example: "make_mixed_bits(Int<1>{},8,Int<12>{})",
    }),
    laws: Some(Laws::None("a number of bits that are said")),
    picture: Some(Picture::None("a number is no layout")),
    ..USUAL
};

fn make_mixed_bits(arguments: &Arguments) -> Answer {
    let [fixed, dynamic, flags] = [arguments.int(0)?, arguments.int(1)?, arguments.int(2)?];
    Ok(match MixedBits::make(fixed.value(), dynamic, flags.value()) {
        Offset::Mixed(mixed) => Value::Mixed(mixed),
        offset => Value::int(offset.int()),
    })
}
