//! Table of what a class has done, made of any number of results, as they were pasted.

use super::folded;
use super::result::{Attempt, BEGIN, Damage, Outcome, StudentResult};
use crate::learn::misconception::Misconception;

/// Number of bytes that are looked through.
pub const COLLECT_LIMIT: usize = 4 << 20;
/// Number of results that are counted.
pub const RESULTS_LIMIT: usize = 2000;
/// Number of damaged ones that are named.
const NAMED_LIMIT: usize = 50;

/// A student's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The name.
    pub name: String,
    /// True if another result has the same name, however it is written.
    pub is_twice: bool,
    /// True if it is counted: of equal names the one with the most done is.
    pub is_counted: bool,
    /// Attempts at each exercise.
    pub attempts: Vec<Attempt>,
}

/// An exercise's column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its generator.
    pub name: String,
    /// Its level.
    pub level: u8,
    /// Number of those right at the first answer, right later, shown, and neither.
    pub counts: [usize; 4],
    /// The misconceptions with how many had them, the most frequent first.
    pub because: Vec<(&'static Misconception, usize)>,
}

/// The results of one sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The sheet's mark.
    pub sheet: String,
    /// Its exercises.
    pub columns: Vec<Column>,
    /// Its students, by name.
    pub rows: Vec<Row>,
}

/// All that was pasted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Collected {
    /// A table for each sheet, the one with the most results first.
    pub tables: Vec<Table>,
    /// Results that are left out: how each begins, in which line it stands, and why.
    pub damaged: Vec<(String, usize, Damage)>,
    /// Number of those left out beyond the named ones, and of results behind the last that is counted.
    pub more: usize,
    /// Number of results that were pasted more than once, word for word; each counts once.
    pub repeated: usize,
}

impl Collected {
    /// Reads what was pasted: results among any other text. `normalize` brings a name into NFKC.
    pub fn read(text: &str, normalize: impl Fn(&str) -> String) -> Collected {
        let mut collected = Collected::default();
        let mut results: Vec<StudentResult> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let text = text.get(..text.floor_char_boundary(COLLECT_LIMIT)).unwrap_or_default();
        for (number, line) in (1..).zip(text.lines()) {
            for word in words(line) {
                match StudentResult::read(word) {
                    Ok(_) if !seen.insert(word) => collected.repeated += 1,
                    Ok(_) if results.len() == RESULTS_LIMIT => collected.more += 1,
                    Ok(result) => results.push(result),
                    Err(damage) if collected.damaged.len() < NAMED_LIMIT => {
                        collected.damaged.push((word.chars().take(24).collect(), number, damage));
                    }
                    Err(_) => collected.more += 1,
                }
            }
        }
        let mut sheets: Vec<(Key, Vec<StudentResult>)> = Vec::new();
        for result in results {
            let key = key(&result);
            match sheets.iter_mut().find(|(known, _)| *known == key) {
                Some((_, of_it)) => of_it.push(result),
                None => sheets.push((key, vec![result])),
            }
        }
        sheets.sort_by_key(|(_, results)| std::cmp::Reverse(results.len()));
        collected.tables = sheets.into_iter().map(|(key, results)| table(key, results, &normalize)).collect();
        collected
    }
}

/// Properties that one sheet's results have in common: its mark and its exercises.
type Key = (String, Vec<(String, u8)>);

fn key(result: &StudentResult) -> Key {
    (result.sheet.clone(), result.entries.iter().map(|(name, level, _)| (name.clone(), *level)).collect())
}

/// The words of a line that begin as results do; what surrounds them, quotes and brackets, is not theirs.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_of_it = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || "+.,-".contains(letter);
    line.match_indices(BEGIN).map(move |(begin, _)| {
        let rest = line.get(begin..).unwrap_or_default();
        let end = rest.find(|letter: char| !is_of_it(letter)).unwrap_or(rest.len());
        // Two results without a blank between them are two.
        let next = rest.get(1..).and_then(|rest| rest.find(BEGIN)).map_or(end, |next| next + 1);
        rest.get(..end.min(next)).unwrap_or_default().trim_end_matches(['.', ',', '-'])
    })
}

fn table((sheet, exercises): Key, results: Vec<StudentResult>, normalize: &impl Fn(&str) -> String) -> Table {
    let mut rows = results
        .into_iter()
        .map(|result| {
            let attempts = result.entries.into_iter().map(|(_, _, attempt)| attempt).collect();
            (folded(&normalize(&result.name)), Row { name: result.name, is_twice: false, is_counted: true, attempts })
        })
        .collect::<Vec<_>>();
    // Of equal names the one with the most done comes first.
    rows.sort_by(|one, other| one.0.cmp(&other.0).then_with(|| done(&other.1).cmp(&done(&one.1))));
    let mut before: Option<usize> = None;
    for place in 0..rows.len() {
        let same = before.filter(|before| rows.get(*before).map(|row| &row.0) == rows.get(place).map(|row| &row.0));
        for twice in same.into_iter().flat_map(|before| [before, place]) {
            if let Some((_, row)) = rows.get_mut(twice) {
                row.is_twice = true;
                row.is_counted &= Some(twice) != same.map(|_| place);
            }
        }
        before = Some(place);
    }
    let rows = rows.into_iter().map(|(_, row)| row).collect::<Vec<_>>();
    let columns = exercises.into_iter().enumerate().map(|(at, (name, level))| {
        let mut column = Column { name, level, counts: [0; 4], because: Vec::new() };
        for attempt in rows.iter().filter(|row| row.is_counted).filter_map(|row| row.attempts.get(at)) {
            let place = match attempt.outcome {
                Outcome::Right if attempt.is_first_right() => 0,
                Outcome::Right => 1,
                Outcome::Shown => 2,
                Outcome::Open => 3,
            };
            if let Some(count) = column.counts.get_mut(place) {
                *count += 1;
            }
            for because in &attempt.because {
                match column.because.iter_mut().find(|(known, _)| known == because) {
                    Some((_, count)) => *count += 1,
                    None => column.because.push((because, 1)),
                }
            }
        }
        column.because.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        column
    });
    Table { sheet, columns: columns.collect(), rows }
}

/// Returns how much was done: what is settled, and how often something was tried.
fn done(row: &Row) -> (usize, usize) {
    let settled = row.attempts.iter().filter(|attempt| attempt.outcome != Outcome::Open).count();
    (settled, row.attempts.iter().map(|attempt| usize::from(attempt.tries)).sum())
}

impl Table {
    /// The table as CSV (RFC 4180): a row for each student; of each exercise its tries, `shown` where the answer was, and
    /// the misconceptions. What a spreadsheet would take for a formula begins with an apostrophe.
    pub fn csv(&self) -> String {
        let mut csv = String::from("name");
        for (number, column) in (1..).zip(&self.columns) {
            csv.push_str(&format!(",{number} {} {}", column.name, column.level));
        }
        csv.push_str("\r\n");
        for row in &self.rows {
            csv.push_str(&field(&row.name));
            for attempt in &row.attempts {
                let outcome = match attempt.outcome {
                    Outcome::Right => format!("right {}", attempt.tries),
                    Outcome::Shown => format!("shown {}", attempt.tries),
                    Outcome::Open if attempt.tries == 0 => String::new(),
                    Outcome::Open => format!("wrong {}", attempt.tries),
                };
                let because = attempt.because.iter().map(|one| format!(" {}", one.id)).collect::<String>();
                csv.push_str(&format!(",{outcome}{because}"));
            }
            csv.push_str("\r\n");
        }
        csv
    }
}

fn field(text: &str) -> String {
    let guarded = if text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if guarded.contains([',', '"', '\n', '\r']) { format!("\"{}\"", guarded.replace('"', "\"\"")) } else { guarded }
}

#[cfg(test)]
mod tests {
    use super::super::sheet::Sheet;
    use super::*;
    use crate::learn::misconception::{DIVIDES_FIRST, ROW_MAJOR};

    fn result(sheet: &Sheet, name: &str, tries: u8) -> StudentResult {
        let mut result = StudentResult::new(sheet, name);
        for at in 0..sheet.items.len() {
            let attempt = result.attempt_mut(at).expect("an attempt");
            for _ in 1..tries {
                attempt.answered(false, if at == 0 { &[DIVIDES_FIRST] } else { &[ROW_MAJOR, DIVIDES_FIRST] });
            }
            match tries {
                0 => attempt.shown(),
                _ => attempt.answered(true, &[]),
            }
        }
        result
    }

    #[test]
    fn a_class_becomes_a_table_and_damage_is_named() {
        let sheet = Sheet::read("index-of-coordinate.2,bank-conflict.1;7;p;Week 3").expect("a sheet");
        let other = Sheet::read("index-of-coordinate.2,bank-conflict.1;8;p").expect("a sheet");
        let good = [("Zoe", 1), ("ada", 3), ("Ada ", 2), ("=SUM(1)", 0)];
        let mut text = String::from("Hello, here they are:\n");
        for (name, tries) in good {
            text.push_str(&format!("  > \"{}\".\n", result(&sheet, name, tries)));
        }
        let zoe = result(&sheet, "Zoe", 1).to_string();
        text.push_str(&format!("{zoe}{}\n", result(&other, "Max, \"M\"", 1)));
        text.push_str(&zoe.replace("index", "undex"));
        text.push_str("\ncolex1+\nnothing else\n");
        let collected = Collected::read(&text, str::to_owned);
        assert_eq!(collected.repeated, 1);
        let damaged = collected.damaged.iter().map(|(_, line, damage)| (*line, *damage)).collect::<Vec<_>>();
        assert_eq!(damaged, [(7, Damage::Mistyped), (8, Damage::Cut)]);
        let [table, second] = collected.tables.as_slice() else { panic!("{collected:?}") };
        let rows = table.rows.iter().map(|row| (row.name.as_str(), row.is_twice)).collect::<Vec<_>>();
        assert_eq!(rows, [("=SUM(1)", false), ("ada", true), ("Ada", true), ("Zoe", false)]);
        assert_eq!(table.rows.iter().map(|row| row.is_counted).collect::<Vec<_>>(), [true, true, false, true]);
        let [first, last] = table.columns.as_slice() else { panic!("{table:?}") };
        assert_eq!(first.counts, [1, 1, 1, 0]);
        assert_eq!(first.because, [(DIVIDES_FIRST, 1)]);
        assert_eq!(last.because, [(ROW_MAJOR, 1), (DIVIDES_FIRST, 1)]);
        let csv = table.csv();
        let lines = csv.lines().collect::<Vec<_>>();
        assert_eq!(lines.first(), Some(&"name,1 index-of-coordinate 2,2 bank-conflict 1"));
        assert_eq!(lines.get(1), Some(&"'=SUM(1),shown 0,shown 0"));
        assert_eq!(lines.get(2), Some(&"ada,right 3 divide-first,right 3 row-major divide-first"));
        assert!(second.csv().contains("\"Max, \"\"M\"\"\",right 1,right 1"));
        assert_eq!(Collected::read("", str::to_owned), Collected::default());
    }

    #[test]
    fn a_large_class_is_counted_at_once() {
        let sheet = Sheet::read(&format!("{};7;p", vec!["bank-conflict.1"; 20].join(","))).expect("a sheet");
        let lines = (0..RESULTS_LIMIT + 10).map(|number| result(&sheet, &format!("Student {number}"), 2).to_string());
        let collected = Collected::read(&lines.collect::<Vec<_>>().join("\n"), str::to_owned);
        assert_eq!(collected.tables.first().map(|table| table.rows.len()), Some(RESULTS_LIMIT));
        assert_eq!(collected.more, 10);
    }
}
