//! Functions of integers, as CuTe's `math.hpp` and `integral_constant.hpp` and CUTLASS have them: only programs write them.

use crate::int::{Int, Truth};
use crate::notebook::value::Value;

/// Returns how many numbers a function takes; `None` of what is none of these.
fn arity(name: &str) -> Option<usize> {
    Some(match name {
        "abs" | "signum" | "has_single_bit" | "bit_width" | "bit_ceil" | "bit_floor" | "countr_zero" | "popcount"
        | "log_2" | "log2" | "bits_to_bytes" | "__builtin_popcount" | "__builtin_clz" | "__builtin_ctz" | "__popc"
        | "__clz" => 1,
        "shiftl" | "shiftr" | "safe_div" | "round_nearest" | "const_min" | "const_max" | "fast_min" | "fast_max" => 2,
        _ => return None,
    })
}

/// Reports whether a function is one of these.
pub(super) fn is_known(name: &str) -> bool {
    arity(name).is_some()
}

/// Returns what a function makes of numbers; `None` where it makes nothing, as of a negative number of bits.
pub(super) fn value(name: &str, values: &[Value]) -> Option<Value> {
    if arity(name)? != values.len() {
        return None;
    }
    let numbers = values.iter().map(Value::as_int).collect::<Option<Vec<_>>>()?;
    let first = numbers.first()?.value();
    let second = numbers.get(1).map_or(0, |int| int.value());
    // Of what is known when C++ compiles these make what is known, the others a plain number.
    let keeps = matches!(name, "abs" | "signum" | "has_single_bit" | "shiftl" | "shiftr" | "safe_div");
    let is_static = keeps && numbers.iter().all(|int| int.is_static());
    if name == "has_single_bit" {
        return Some(Value::Truth(Truth { value: first > 0 && first & (first - 1) == 0, is_static }));
    }
    let width = |number: i64| i64::from(i64::BITS - number.leading_zeros());
    let power = |bits: i64| 1_i64.checked_shl(u32::try_from(bits).ok()?).filter(|power| *power > 0);
    let is_bits = first >= 0;
    let value = match name {
        "abs" => first.checked_abs()?,
        "signum" => first.signum(),
        "bit_width" if is_bits => width(first),
        "bit_ceil" if is_bits => power(if first == 0 { 0 } else { width(first - 1) })?,
        "bit_floor" if is_bits => {
            if first == 0 {
                0
            } else {
                power(width(first) - 1)?
            }
        }
        "countr_zero" if first > 0 => i64::from(first.trailing_zeros()),
        "const_min" | "fast_min" => first.min(second),
        "const_max" | "fast_max" => first.max(second),
        "__builtin_clz" | "__clz" if (1..1 << 32).contains(&first) => 32 - width(first),
        "__builtin_ctz" if first > 0 => i64::from(first.trailing_zeros()),
        "__builtin_popcount" | "__popc" if is_bits => i64::from(first.count_ones()),
        "popcount" if is_bits => i64::from(first.count_ones()),
        "log_2" if first > 0 => width(first) - 1,
        // Of other numbers it is no integer.
        "log2" if first > 0 && first & (first - 1) == 0 => width(first) - 1,
        "bits_to_bytes" if is_bits => first.checked_add(7)? / 8,
        "round_nearest" if is_bits && second > 0 => first.checked_add(second - 1)? / second * second,
        "shiftl" | "shiftr" => {
            let left = if name == "shiftl" { second } else { second.checked_neg()? };
            match left {
                0..63 => first.checked_mul(1_i64.checked_shl(u32::try_from(left).ok()?)?)?,
                -62..0 => first >> left.unsigned_abs(),
                _ => return None,
            }
        }
        "safe_div" if second != 0 && (!is_static || first % second == 0) => first.checked_div(second)?,
        _ => return None,
    };
    Some(Value::int(if is_static { Int::constant(value) } else { Int::dynamic(value) }))
}
