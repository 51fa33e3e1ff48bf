//! What the binaries share: half of the changes to an input are libFuzzer's own, half those that know the language.

use colex_fuzz_targets::mutate::{Random, mutate as by_language};

/// Changes the first `size` bytes of `data` in place and answers how many there are then.
pub fn mutate(data: &mut [u8], size: usize, longest: usize, seed: u32) -> usize {
    if seed % 2 == 0 {
        return libfuzzer_sys::fuzzer_mutate(data, size, longest);
    }
    let mut random = Random::new(u64::from(seed));
    let examples = colex_fuzz_targets::examples().collect::<Vec<_>>();
    let other = examples[random.below(examples.len())].as_bytes();
    let changed = by_language(&mut random, &data[..size], other, longest);
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}
