//! Effect of a swizzle on the bits of an index, in words.

use super::{Tongue, bits};
use crate::look::swizzled::Swizzled;

/// Tells what the swizzle does, whatever the index.
pub fn sentence(found: &Swizzled, tongue: Tongue) -> String {
    let swizzle = found.swizzle;
    if swizzle.is_identity() {
        return tongue.pick("It changes no bit.", "不改变任何一位。").to_string();
    }
    let (from, onto) = (bits(swizzle.yyy(), None), bits(swizzle.zzz(), None));
    let moved =
        tongue.pick(format!("Bits {from} are XORed onto bits {onto}."), format!("第 {from} 位异或到第 {onto} 位。"));
    let tile = if swizzle.shift() < 0 {
        tongue.pick(
            format!("What has r in bits {from} and c in bits {onto} goes to c XOR r."),
            format!("第 {from} 位为 r、第 {onto} 位为 c 的元素移到 c XOR r。"),
        )
    } else {
        let rows = 1_i64 << swizzle.bits();
        let (run, row) = (1_i64 << swizzle.base(), 1_i64 << (swizzle.base() + swizzle.shift().unsigned_abs()));
        match run {
            1 => tongue.pick(
                format!("In row r of {row} elements, column c goes to c XOR (r mod {rows})."),
                format!("每行 {row} 个元素：第 r 行的第 c 列移到 c XOR (r mod {rows})。"),
            ),
            _ => tongue.pick(
                format!(
                    "Runs of {run} elements stay whole: in row r of {row} elements, run c goes to c XOR (r mod {rows})."
                ),
                format!(
                    "每 {run} 个连续元素保持在一起；每行 {row} 个元素：第 r 行的第 c 段移到 c XOR (r mod {rows})。"
                ),
            ),
        }
    };
    format!("{moved} {tile}")
}

/// The index in words: `26 → 25`.
pub fn mapped(found: &Swizzled) -> String {
    format!("{} → {}", found.index, found.result())
}
