//! Free choices of a sum, and those from which the fastest is found.

use std::fmt;

use super::configuration::Configuration;

/// Threads of a workgroup, what each reads at a time, and how often.
///
/// It prints as `256.8.4`. Law: `Tuning::read(&tuning.to_string()) == Some(tuning)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tuning {
    /// Threads of a workgroup: a power of two.
    pub threads: u32,
    /// Number of values that a thread reads at a time.
    pub values: u32,
    /// Number of times that it does so.
    pub trips: u32,
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.threads, self.values, self.trips)
    }
}

impl Tuning {
    /// The choices among which a search looks.
    pub fn family() -> Vec<Tuning> {
        let threads = [256, 128, 512, 1024];
        let values = [8, 4, 16];
        let trips = [1, 2, 4, 8, 16];
        let pairs = threads.into_iter().flat_map(|threads| values.map(|values| (threads, values)));
        pairs.flat_map(|(threads, values)| trips.map(|trips| Tuning { threads, values, trips })).collect()
    }

    /// The choice that a text names.
    pub fn read(text: &str) -> Option<Tuning> {
        let numbers = text.split('.').map(|number| number.parse().ok()).collect::<Option<Vec<u32>>>()?;
        let [threads, values, trips] = numbers.as_slice() else { return None };
        Some(Tuning { threads: *threads, values: *values, trips: *trips })
    }
}

impl Configuration {
    /// The same task with this choice.
    pub fn with(&self, tuning: Tuning) -> Configuration {
        let Tuning { threads, values, trips } = tuning;
        Configuration { threads, values, trips, ..self.clone() }
    }
}
