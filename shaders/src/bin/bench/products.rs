//! Products of any shape, as a line of a file names them.

use colex_shaders::gemm::plan;
use colex_shaders::gemm::row::{scheme, spelled};
use colex_shaders::gemm::scheme::Scheme;
use colex_shaders::gemm::{Algorithm, Configuration, Major, Rung, matrix};
use colex_shaders::machine::Machine;
use colex_shaders::program::Element;

use crate::case::Case;

/// The cases of a line `M N K LAYOUTS SCHEME...`; none of any other.
pub(crate) fn cases(line: &str, is_few: bool) -> Vec<Case> {
    let mut words = line.split_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<u32>().ok());
    let (Some(m), Some(n), Some(k)) = (number(), number(), number()) else { return Vec::new() };
    let Some(layouts) = words.next() else { return Vec::new() };
    // B is (N,K) here: what mathematics writes row by row is contiguous along N.
    let letters = layouts.chars().map(|letter| letter == 'r').collect::<Vec<_>>();
    let [a, b, c] = letters[..] else { return Vec::new() };
    let major = |is_row: bool| if is_row { Major::Row } else { Major::Column };
    let configuration = Configuration {
        a: matrix(m, k, major(a), 0),
        b: matrix(n, k, major(!b), 0),
        c: matrix(m, n, major(c), 0),
        element: Element::F32,
        algorithm: Rung::Naive.algorithm([m, n, k]),
    };
    let case = |word: &str| {
        let (configuration, word) = (configuration.clone(), word.to_owned());
        let place = word.strip_prefix("rank").and_then(|place| place.parse::<usize>().ok());
        let ranked = place.zip(configuration.product().ok());
        let ranked = ranked.and_then(|(place, product)| plan::ranked(&product, Machine::USUAL).into_iter().nth(place));
        let shown = ranked.map_or_else(|| word.clone(), |(scheme, us)| format!("{}={us:.1}us", spelled(&scheme)));
        Case::new(format!("product/{layouts}/{m}x{n}x{k}/{shown}"), move || {
            let configuration = configuration.clone();
            Ok(Box::new(match scheme(&word) {
                Some(scheme) => Configuration { algorithm: Algorithm::Tiled(scheme), ..configuration },
                None if word.starts_with("rank") => {
                    let ranked = plan::ranked(&configuration.product()?, Machine::USUAL);
                    let place = word[4..].parse::<usize>().unwrap_or(0).min(ranked.len().saturating_sub(1));
                    let scheme = ranked.get(place).map_or(Scheme::DOUBLE_BUFFERED, |(scheme, _)| *scheme);
                    Configuration { algorithm: Algorithm::Tiled(scheme), ..configuration }
                }
                None if word.starts_with("thin") => {
                    let parts = word[4..].parse().unwrap_or(1);
                    Configuration { algorithm: Algorithm::Thin { parts }, ..configuration }
                }
                None => configuration.on(Rung::Tuned)?,
            }))
        })
    };
    words.map(|word| case(word).with_few(is_few)).collect()
}
