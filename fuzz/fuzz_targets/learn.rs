//! `learn` under libFuzzer.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};

fuzz_target!(|data: &[u8]| colex_fuzz_targets::learn::learn(data));
fuzz_mutator!(|data: &mut [u8], size: usize, longest: usize, seed: u32| {
    colex_fuzz::mutate(data, size, longest, seed)
});
