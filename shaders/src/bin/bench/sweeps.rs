//! The families from which the fastest is chosen: those that the kernels name themselves, and wider ones.

use colex_shaders::bound::Bound;
use colex_shaders::copy;
use colex_shaders::generator::Generator;
use colex_shaders::kernel::Refusal;
use colex_shaders::roof::Arithmetic;
use colex_shaders::row::{Row, Variant};
use colex_shaders::transpose::{Configuration, Tiling, Walk, Way};

use crate::case::Case;

/// A kernel as it is.
const PLAIN: Variant = Variant::of("", &[], false);

/// The family that a search for the fastest tries of a kernel, `sweep/...`, measured only when asked for by that name.
pub(crate) fn family(row: &'static Row, rows: u32) -> Vec<Case> {
    let Some(family) = row.family else { return Vec::new() };
    let named = move || family(&Bound::of_variant(row, &PLAIN, rows).given);
    let names = named().unwrap_or_default().into_iter().map(|(name, _)| name).enumerate();
    let case = |(place, name): (usize, String)| {
        Case::new(format!("sweep/{}/{name}/{rows}", row.id()), move || {
            let found = named()?.into_iter().nth(place).map(|(_, generator)| generator);
            found.ok_or_else(|| Refusal::Mismatched {
                what: "no such member".to_owned(),
                chinese: "没有此成员".to_owned(),
            })
        })
    };
    names.map(case).collect()
}

/// Wider families than a search tries, for one size.
pub(crate) fn wider(size: u32) -> Vec<Case> {
    let mut cases = Vec::new();
    for (threads, times) in [(64, 4), (128, 4), (256, 1), (256, 2), (256, 4), (256, 8), (512, 4), (1024, 1), (1024, 2)]
    {
        cases.push(Case::new(format!("sweep/copy/{threads}x{times}/{size}"), move || {
            let all = copy::Configuration::for_size(size.saturating_mul(size));
            Ok(Box::new(copy::Configuration::lines(all.source, all.destination, threads, times)))
        }));
    }
    let arithmetic = [(4, 16), (8, 8), (8, 16), (8, 32), (16, 8), (16, 16), (32, 4), (32, 8)];
    for (chains, unrolled) in arithmetic {
        let steps = 512 / unrolled * 16 / chains;
        let roof = Arithmetic { chains, unrolled, steps, ..Arithmetic::default() };
        let name = format!("sweep/arithmetic/{chains}x{unrolled}/{size}");
        cases.push(Case::new(name, move || Ok(Box::new(roof))));
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
    cases.extend(tilings.into_iter().map(|tiling| {
        Case::new(format!("sweep/wide/{tiling}/{size}"), move || {
            Ok(Box::new(Configuration::for_size(size, size).with(tiling)) as Box<dyn Generator>)
        })
    }));
    cases
}
