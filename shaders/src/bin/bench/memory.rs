//! The kernels that memory bounds, the roofs, and the families from which the fastest is chosen.

use colex_shaders::kernel::Refusal;
use colex_shaders::make::{row_major, swizzled};
use colex_shaders::program::Element;
use colex_shaders::reduce::Tuning;
use colex_shaders::roof::{self, Arithmetic};
use colex_shaders::transpose::{Configuration, Kind, Tiling, Walk, Way};
use colex_shaders::{copy, reduce, transpose};

use crate::cases::Case;

/// What is measured when nothing is asked for by name.
pub(crate) fn cases(size: u32) -> Vec<Case> {
    let padded = move || Ok(Configuration::scalars(size, size, [32, 32], row_major(32, 32, 33)));
    let swizzle = move || {
        let shared = swizzled((5, 0, 5), row_major(32, 32, 32))?;
        Ok(Configuration::scalars(size, size, [32, 32], shared))
    };
    vec![
        copied(format!("copy/{size}"), move || copy::Configuration::for_size(size.saturating_mul(size))),
        transposed(format!("transpose/naive/{size}"), move || Ok(Configuration::naive(size, size))),
        transposed(format!("transpose/row-major/{size}"), move || {
            Ok(Configuration::scalars(size, size, [32, 32], row_major(32, 32, 32)))
        }),
        transposed(format!("transpose/padded/{size}"), padded),
        transposed(format!("transpose/swizzled/{size}"), swizzle),
        transposed(format!("transpose/registers/{size}"), move || {
            Ok(Configuration { kind: Kind::Registers, ..Configuration::for_size(size, size) })
        }),
        transposed(format!("transpose/tuned/{size}"), move || Ok(Configuration::for_size(size, size))),
        // What no four divides, and numbers half as wide.
        transposed(format!("transpose/odd/{size}"), move || {
            Ok(Configuration::for_size(size.saturating_sub(1), size.saturating_sub(3)))
        }),
        transposed(format!("transpose/f16/{size}"), move || {
            Ok(Configuration { element: Element::F16, ..Configuration::for_size(size, size) })
        }),
        copied(format!("copy/matrix/{size}"), move || {
            let matrix = row_major(size, size, size.saturating_add(4));
            copy::Configuration::fitting(matrix.clone(), matrix)
        }),
        copied(format!("copy/odd/{size}"), move || {
            let extent = size.saturating_sub(1);
            let matrix = row_major(extent, extent, extent);
            copy::Configuration::fitting(matrix.clone(), matrix)
        }),
        copied(format!("copy/f16/{size}"), move || {
            let all = copy::Configuration::for_size(size.saturating_mul(size));
            copy::Configuration { element: Element::F16, ..all }
        }),
        summed(format!("sum/{size}"), move || reduce::Configuration::for_size(size.saturating_mul(size))),
    ]
}

/// The roofs: a copy of `size` x `size` numbers, and multiply-adds.
pub(crate) fn roofs(size: u32, is_software: bool) -> Vec<Case> {
    let copied = copied(format!("roof/memory/{size}"), move || roof::memory(size.saturating_mul(size)));
    let workgroups = if is_software { 4 } else { Arithmetic::default().workgroups };
    let arithmetic = Arithmetic { workgroups, ..Arithmetic::default() };
    let computed =
        Case::new("roof/arithmetic".to_owned(), move || roof::generate(&arithmetic), move || roof::twin(&arithmetic));
    vec![copied.into_roof(), computed.into_roof()]
}

/// The families from which the fastest is chosen, for one size: `sweep/...`, measured only when asked for by that name.
/// Of transposes `sweep/transpose` is the family that the page searches, `sweep/wide` a much larger one.
pub(crate) fn sweep(size: u32) -> Vec<Case> {
    let mut cases = Vec::new();
    for (threads, times) in [(64, 4), (128, 4), (256, 1), (256, 2), (256, 4), (256, 8), (512, 4), (1024, 1), (1024, 2)]
    {
        cases.push(copied(format!("sweep/copy/{threads}x{times}/{size}"), move || {
            let all = copy::Configuration::for_size(size.saturating_mul(size));
            copy::Configuration::lines(all.source, all.destination, threads, times)
        }));
    }
    for tuning in Tuning::family() {
        cases.push(summed(format!("sweep/sum/{tuning}/{size}"), move || {
            reduce::Configuration::for_size(size.saturating_mul(size)).with(tuning)
        }));
    }
    let arithmetic = [(4, 16), (8, 8), (8, 16), (8, 32), (16, 8), (16, 16), (32, 4), (32, 8)];
    for (chains, unrolled) in arithmetic {
        let steps = 512 / unrolled * 16 / chains;
        let roof = Arithmetic { chains, unrolled, steps, ..Arithmetic::default() };
        let name = format!("sweep/arithmetic/{chains}x{unrolled}/{size}");
        cases.push(Case::new(name, move || roof::generate(&roof), move || roof::twin(&roof)));
    }
    let walks = [1, 2, 4, 8, 16, 32, 64, 128].map(Walk::Bands).into_iter();
    let walks = walks.chain([Walk::Across, Walk::Down, Walk::Diagonal]).collect::<Vec<_>>();
    let mut tilings = Vec::new();
    for tile in [[32, 32], [64, 32], [32, 64], [64, 64], [128, 32], [32, 128], [128, 64], [64, 128], [128, 128]] {
        let blocks: u32 = tile.iter().product::<u32>() / 16;
        for threads in [blocks, blocks / 2, blocks / 4].into_iter().filter(|threads| (32..=1024).contains(threads)) {
            tilings.extend(walks.iter().map(|walk| Tiling { tile, threads, way: Way::Memory([1, 1]), walk: *walk }));
        }
    }
    for (tile, threads) in [([32, 32], 32), ([32, 32], 64), ([64, 32], 128), ([64, 64], 128), ([64, 64], 256)] {
        for strip in [[2, 1], [4, 1], [8, 1], [16, 1], [1, 2], [1, 4], [1, 8], [1, 16]] {
            for walk in [Walk::Across, Walk::Down, Walk::Bands(4), Walk::Bands(16)] {
                tilings.push(Tiling { tile, threads, way: Way::Memory(strip), walk });
            }
        }
    }
    for (tile, threads) in [
        ([32, 32], 64),
        ([64, 32], 128),
        ([32, 64], 128),
        ([64, 64], 256),
        ([64, 64], 128),
        ([128, 64], 256),
        ([64, 128], 256),
        ([128, 128], 256),
    ] {
        for lanes in [[8, 4], [4, 8], [8, 8], [2, 8]] {
            for walk in [Walk::Across, Walk::Down, Walk::Bands(4), Walk::Bands(16), Walk::Bands(64)] {
                tilings.push(Tiling { tile, threads, way: Way::Registers(lanes), walk });
            }
        }
    }
    let family = Tiling::family().into_iter().map(|tiling| ("transpose", tiling));
    for (kind, tiling) in family.chain(tilings.into_iter().map(|tiling| ("wide", tiling))) {
        cases.push(transposed(format!("sweep/{kind}/{tiling}/{size}"), move || {
            Ok(Configuration::for_size(size, size).with(tiling))
        }));
    }
    cases
}

fn copied(name: String, configuration: impl Fn() -> copy::Configuration + Copy + 'static) -> Case {
    Case::new(name, move || copy::generate(&configuration()), move || copy::twin(&configuration()))
}

fn transposed(name: String, configuration: impl Fn() -> Result<Configuration, Refusal> + Copy + 'static) -> Case {
    Case::new(name, move || transpose::generate(&configuration()?), move || transpose::twin(&configuration()?))
}

fn summed(name: String, configuration: impl Fn() -> reduce::Configuration + Copy + 'static) -> Case {
    Case::new(name, move || reduce::generate(&configuration()), move || reduce::twin(&configuration()))
}
