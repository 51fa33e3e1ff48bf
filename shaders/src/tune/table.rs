//! Results of a search, as a table.

/// Results of a search: a row for each program, the fastest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tuned {
    /// First those that reached the last round, by their time there; then those that left before, the later they left
    /// the higher; then those that do not run or are wrong.
    pub table: Vec<Row>,
}

/// Outcome of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Name of the program.
    pub name: String,
    /// Fate of the program.
    pub fate: Fate,
}

/// Fate of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its result is right.
    Timed {
        /// The median time of one run, in picoseconds, in the last round that it reached.
        picoseconds: u64,
        /// Number of rounds that it stayed.
        rounds: u32,
    },
    /// Its result is wrong.
    Wrong,
    /// The device does not run it, or not in the time that the plan allows.
    Refused,
}

impl Fate {
    /// The time of one run in seconds.
    pub fn seconds(self) -> Option<f64> {
        match self {
            Fate::Timed { picoseconds, .. } => Some(picoseconds as f64 * 1e-12),
            Fate::Wrong | Fate::Refused => None,
        }
    }

    /// Those that stayed longer come first, then the faster ones.
    pub(super) fn place(self) -> (u32, u32, u64) {
        match self {
            Fate::Timed { picoseconds, rounds } => (0, u32::MAX - rounds, picoseconds),
            Fate::Refused => (1, 0, 0),
            Fate::Wrong => (2, 0, 0),
        }
    }
}

impl Tuned {
    /// The fastest, if any was right.
    pub fn best(&self) -> Option<&Row> {
        self.table.first().filter(|row| matches!(row.fate, Fate::Timed { .. }))
    }
}
