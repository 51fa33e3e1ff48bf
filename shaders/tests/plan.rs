//! Limits that a plan keeps to, whatever the product: laws on random shapes, without a GPU.

mod common;
#[path = "common/programs.rs"]
#[allow(dead_code, reason = "nothing runs here")]
mod programs;

use colex_shaders::gemm::plan::{Product, choose, ranked, thin};
use colex_shaders::gemm::scheme::Scheme;
use colex_shaders::gemm::split::Parts;
use colex_shaders::gemm::{Algorithm, Configuration, Major, Rung, generate, matrix};
use colex_shaders::machine::Machine;
use colex_shaders::program::{Element, Limits, Program};
use programs::validate;
use proptest::prelude::*;

/// Extents from 1 to 65536, as many small ones as large ones.
fn extent() -> impl Strategy<Value = u32> {
    (0_u32..=16, 0_u32..=1023).prop_map(|(bits, rest)| ((1 << bits) + (rest << bits) / 1024).clamp(1, 65_536))
}

fn machine() -> impl Strategy<Value = Machine> {
    (1_u32..=300, 20_u32..=31).prop_map(|(processors, bits)| Machine { processors, buffer_bytes: 1 << bits })
}

/// Each operand within 2^28 numbers, which are 1 GiB.
fn fits(size: [u32; 3]) -> bool {
    let [m, n, k] = size.map(u64::from);
    [m * k, n * k, m * n].iter().all(|numbers| *numbers <= 1 << 28)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn parts_have_all_tiles(tiles in 1_u32..=9000, wanted in 1_u32..=1100, stages in 1_u32..=2, together in prop::sample::select(vec![1_u32, 2, 4, 6, 8])) {
        let Parts { count, per, fewer } = Parts::of(tiles, wanted, stages, together);
        prop_assert_eq!(u64::from(count) * u64::from(per) - u64::from(fewer), u64::from(tiles));
        prop_assert!(count >= 1 && fewer < per);
        prop_assert!(count == 1 || count <= 2 * wanted);
        let unit = if stages == 2 { together.max(2) } else { together };
        prop_assert!(count == 1 || fewer.is_multiple_of(unit));
    }

    /// A prime number of tiles, which no few parts of one length share out.
    #[test]
    fn primes_are_not_torn_apart(place in 0..6_usize, wanted in 2_u32..=40, together in prop::sample::select(vec![2_u32, 4, 8])) {
        let tiles = [53, 59, 211, 257, 1021, 8191][place];
        let parts = Parts::of(tiles, wanted, 2, together);
        prop_assert!(parts.count <= 2 * wanted, "{parts:?}");
    }

    /// Kernels keep to the limits of every WebGPU device in all but their operands; partial sums fit the machine's buffers
    /// and 64 MiB; and every element of C is one of the tiles' or of the edges'.
    #[test]
    fn plans_keep_to_the_limits(m in extent(), n in extent(), k in extent(), batches in 1_u32..=3, machine in machine()) {
        prop_assume!(fits([m, n, k]));
        let product = Product { batches, ..Product::row_major([m, n, k]) };
        let scheme = choose(&product, machine);
        prop_assert_eq!(scheme, choose(&product, machine));
        let [tile_m, tile_n, tile_k] = scheme.tile;
        prop_assert!(scheme.threads() <= Limits::DEFAULT.threads);
        prop_assert!((tile_m + tile_n) * tile_k * 4 * scheme.stages <= Limits::DEFAULT.shared_bytes);
        let parts = Parts::of(k.div_ceil(tile_k), scheme.split, scheme.stages, scheme.together);
        if parts.count > 1 {
            let bytes = 4 * u64::from(m) * u64::from(n) * u64::from(batches) * u64::from(parts.count);
            // Parts are rounded to whole tiles, which may be a few more than were wanted.
            prop_assert!(bytes <= 2 * machine.buffer_bytes.min(64 << 20), "{scheme:?} {parts:?}");
        }
        let all = ranked(&product, machine);
        prop_assert!(all.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        if let Some(parts) = thin(&product, machine) {
            prop_assert!(m.min(n) <= 4 && parts >= 1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(24) })]

    /// Checks that what is chosen has a kernel that naga accepts and that keeps to the limits; its last pass writes
    /// each element once.
    #[test]
    fn what_is_chosen_has_a_kernel(m in extent(), n in extent(), k in extent(), majors in any::<[bool; 3]>()) {
        prop_assume!(fits([m, n, k]));
        let [a, b, c] = majors.map(|is_row| if is_row { Major::Row } else { Major::Column });
        let (a, b, c) = (matrix(m, k, a, 0), matrix(n, k, b, 0), matrix(m, n, c, 0));
        let algorithm = Rung::Naive.algorithm([1; 3]);
        let configuration = Configuration { a, b, c, element: Element::F32, algorithm }.on(Rung::Tuned).expect("sizes fit");
        let program = generate(&configuration).expect("a kernel");
        validate(&program);
        within_limits(&program);
    }
}

fn within_limits(program: &Program) {
    let limits = Limits { buffer_bytes: u64::MAX, ..Limits::DEFAULT };
    assert_eq!(program.fits(&limits), Ok(()), "{:?}", program.passes);
}

/// The text says how many workgroups there are, also where one row of them would be too long.
#[test]
fn more_tiles_than_a_row_holds() {
    let configuration = Configuration::row_major(
        [4_200_000, 9, 4],
        Algorithm::Tiled(Scheme { tile: [32, 32, 16], values: [4, 4], ..Scheme::DOUBLE_BUFFERED }),
    );
    let program = generate(&configuration).expect("a kernel");
    validate(&program);
    within_limits(&program);
}
