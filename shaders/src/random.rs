//! Random inputs that the CPU and the GPU make alike, element by element, so that no input is ever copied between them.
//!
//! Element `i` of a buffer filled with seed `s` is `value(s, i)`: exact in f32 and in f16, in [-1, 1), never all zeros. Of
//! 8-bit integers it is `byte(s, i)`.

/// One round of PCG's output function over an element's number and a seed (Jarzynski and Olano, "Hash Functions for
/// GPU Rendering", 2020).
pub const fn hash(seed: u32, index: u32) -> u32 {
    let state =
        index.wrapping_add(seed.wrapping_mul(0x9e37_79b9)).wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let word = ((state >> ((state >> 28) + 4)) ^ state).wrapping_mul(277_803_737);
    (word >> 22) ^ word
}

/// The random number at `index`: a multiple of 2^-9 in [-1, 1), so that f16 holds it too.
pub fn value(seed: u32, index: u32) -> f32 {
    (hash(seed, index) >> 22) as f32 / 512.0 - 1.0
}

/// The random 8-bit integer at `index`, in [-128, 127].
pub const fn byte(seed: u32, index: u32) -> i8 {
    (hash(seed, index) >> 24) as u8 as i8
}

/// The functions `hash(seed, index)`, `value(seed, index)` and `byte(seed, index)` in WGSL; the last as bits of a word.
pub const WGSL: &str = "\
fn hash(seed: u32, index: u32) -> u32 {
    let state = (index + seed * 2654435769u) * 747796405u + 2891336453u;
    let word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
    return (word >> 22u) ^ word;
}

fn value(seed: u32, index: u32) -> f32 {
    return f32(hash(seed, index) >> 22u) / 512.0 - 1.0;
}

fn byte(seed: u32, index: u32) -> u32 {
    return hash(seed, index) >> 24u;
}
";
