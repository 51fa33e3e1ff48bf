//! Request of a document to a GPU: a kernel with its parameters, others that it is compared with, and what was
//! measured.
//!
//! ```text
//! transpose(n=1024,tile=swizzled)transpose(n=1024,tile=_B,t=51000:50000:50500:52000:7)on(gpu=NVIDIA H200,date=2026-11-20)
//! └ the kernel that is chosen    └ one beside it, with recorded times            └ where and when they were recorded
//! ```
//!
//! The document keeps it as text ([`super::View::run`]), so that what reads it is loaded with what runs it. Reading never
//! fails: what makes no sense is left out.

use std::fmt;

/// Largest number of bytes of UTF-8 of the text.
pub const RUN_LIMIT: usize = 8192;

/// Largest number of kernels beside each other.
pub const COMPARED_LIMIT: usize = 12;

/// Number of parameters of a kernel that are read.
pub const PARAMETERS_LIMIT: usize = 24;

/// The entry that says where and when was measured.
const WHERE: &str = "on";
/// The key of recorded times.
const TIMES: &str = "t";
/// Number of times, before the check of what they are of.
const TIMES_COUNT: usize = 4;
/// Letters that separate, and the letter that each is written as behind a `-`.
const ESCAPES: [(char, char); 5] = [('(', 'o'), (')', 'c'), ('=', 'e'), (',', 'k'), ('-', 'm')];

/// A kernel with the parameters that somebody chose. What is not among them is as the kernel has it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Asked {
    /// The name of the kernel in links.
    pub kernel: String,
    /// Keys and values in the order in which they were chosen; no key stands there twice.
    pub values: Vec<(String, String)>,
}

impl Asked {
    /// A kernel as it is.
    pub fn of(kernel: &str) -> Asked {
        Asked { kernel: kernel.to_owned(), values: Vec::new() }
    }

    /// The value that was chosen for a parameter.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Chooses a value; `None` makes it what the kernel has.
    pub fn choose(&mut self, key: &str, value: Option<String>) {
        let place = self.values.iter().position(|(known, _)| known == key);
        match (place, value) {
            (Some(place), None) => drop(self.values.remove(place)),
            (Some(place), Some(value)) => {
                if let Some((_, old)) = self.values.get_mut(place) {
                    *old = value;
                }
            }
            (None, Some(value)) if self.values.len() < PARAMETERS_LIMIT => self.values.push((key.to_owned(), value)),
            (None, _) => {}
        }
    }

    /// The kernel with this value.
    pub fn with(mut self, key: &str, value: impl ToString) -> Asked {
        self.choose(key, Some(value.to_string()));
        self
    }
}

/// The times of one run of a program, in picoseconds: three months fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Times {
    /// Half of the samples were faster.
    pub median: u64,
    /// The fastest sample.
    pub least: u64,
    /// A quarter of the samples were faster.
    pub low: u64,
    /// A quarter of the samples were slower.
    pub high: u64,
}

impl Times {
    /// From seconds; negative and unreasonable ones become the nearest that fits.
    pub fn of_seconds([median, least, low, high]: [f64; 4]) -> Times {
        // A cast from f64 saturates, and makes 0 of what is no number.
        let picoseconds = |seconds: f64| (seconds * 1e12).round() as u64;
        Times { median: picoseconds(median), least: picoseconds(least), low: picoseconds(low), high: picoseconds(high) }
    }

    /// Median, least, quartiles in seconds.
    pub fn seconds(self) -> [f64; 4] {
        [self.median, self.least, self.low, self.high].map(|picoseconds| picoseconds as f64 / 1e12)
    }

    fn read(text: &str) -> Option<Times> {
        let mut numbers = text.split(':').map(|number| number.parse().ok());
        let [median, least, low, high] = [(); 4].map(|()| numbers.next().flatten());
        Some(Times { median: median?, least: least?, low: low?, high: high? })
    }
}

/// Where and when recorded times were taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recorded {
    /// Name that the GPU gave itself.
    pub gpu: String,
    /// The day, as in `2026-11-20`.
    pub date: String,
    /// Method, in a word of the page's own: `timestamps`, `clock`, `software`.
    pub how: String,
}

/// A kernel, and its recorded times if there are any.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The kernel.
    pub asked: Asked,
    /// Times that were measured elsewhere or before.
    pub times: Option<Times>,
    /// A check of what that was, in full: names of the notebook may mean something else by now. `None` of links that
    /// have none.
    pub of: Option<u32>,
}

impl Entry {
    /// A kernel of which nothing was measured.
    pub fn of(asked: Asked) -> Entry {
        Entry { asked, times: None, of: None }
    }
}

/// Everything that a document asks of a GPU.
///
/// Law: `Run::read(&run.to_string()) = run` where the text is within the limits and no name is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Run {
    /// The kernel that is chosen; `None` where none was.
    pub chosen: Option<Entry>,
    /// Those that it stands beside.
    pub compared: Vec<Entry>,
    /// Where the recorded times come from.
    pub recorded: Option<Recorded>,
}

impl Run {
    /// Reads what a text asks. It never fails.
    pub fn read(text: &str) -> Run {
        let mut run = Run::default();
        let text = if text.len() > RUN_LIMIT { "" } else { text };
        for entry in text.split_inclusive(')').filter_map(|entry| entry.strip_suffix(')')) {
            let Some((name, values)) = entry.split_once('(') else { continue };
            let values = values.split(',').filter_map(|value| value.split_once('='));
            let values = values.take(PARAMETERS_LIMIT + 1).map(|(key, value)| (read_word(key), read_word(value)));
            let name = read_word(name);
            if name.is_empty() {
                continue;
            }
            if name == WHERE {
                let mut recorded = Recorded::default();
                for (key, value) in values {
                    match key.as_str() {
                        "gpu" => recorded.gpu = value,
                        "date" => recorded.date = value,
                        "how" => recorded.how = value,
                        _ => {}
                    }
                }
                run.recorded = Some(recorded);
                continue;
            }
            let mut entry = Entry::of(Asked { kernel: name, values: Vec::new() });
            for (key, value) in values {
                if key == TIMES {
                    entry.times = Times::read(&value);
                    let check = value.split(':').nth(TIMES_COUNT).and_then(|check| check.parse().ok());
                    entry.of = check.filter(|_| entry.times.is_some());
                } else if !key.is_empty() {
                    entry.asked.choose(&key, Some(value));
                }
            }
            if run.chosen.is_none() {
                run.chosen = Some(entry);
            } else if run.compared.len() < COMPARED_LIMIT {
                run.compared.push(entry);
            }
        }
        run
    }

    /// Forgets what was recorded.
    pub fn forget_recorded(&mut self) {
        self.recorded = None;
        self.chosen.iter_mut().chain(&mut self.compared).for_each(|entry| (entry.times, entry.of) = (None, None));
    }
}

/// The text that [`Run::read`] reads.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in self.chosen.iter().chain(&self.compared) {
            let values = entry.asked.values.iter().map(|(key, value)| (key.clone(), value.clone()));
            let check = entry.of.map(|check| format!(":{check}")).unwrap_or_default();
            let times = entry.times.map(|Times { median, least, low, high }| {
                (TIMES.to_owned(), format!("{median}:{least}:{low}:{high}{check}"))
            });
            write_entry(f, &entry.asked.kernel, values.chain(times))?;
        }
        if let Some(Recorded { gpu, date, how }) = &self.recorded {
            let values = [("gpu", gpu), ("date", date), ("how", how)];
            let values = values.into_iter().filter(|(_, value)| !value.is_empty());
            write_entry(f, WHERE, values.map(|(key, value)| (key.to_owned(), value.clone())))?;
        }
        Ok(())
    }
}

fn write_entry(f: &mut fmt::Formatter<'_>, name: &str, values: impl Iterator<Item = (String, String)>) -> fmt::Result {
    write_word(f, name)?;
    f.write_str("(")?;
    for (number, (key, value)) in values.enumerate() {
        f.write_str(if number > 0 { "," } else { "" })?;
        write_word(f, &key)?;
        f.write_str("=")?;
        write_word(f, &value)?;
    }
    f.write_str(")")
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    for letter in word.chars() {
        match ESCAPES.iter().find(|(separator, _)| *separator == letter) {
            Some((_, code)) => write!(f, "-{code}")?,
            None => write!(f, "{letter}")?,
        }
    }
    Ok(())
}

/// The word that was written; a code that is unknown stands for itself.
fn read_word(text: &str) -> String {
    let mut word = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '-' {
            word.push(letter);
        } else if let Some(code) = letters.next() {
            word.push(ESCAPES.iter().find(|(_, known)| *known == code).map_or(code, |(separator, _)| *separator));
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cases() {
        let swizzled = Asked::of("transpose").with("n", 1024).with("tile", "swizzled");
        let times = Times { median: 51_000, least: 50_000, low: 50_500, high: 52_000 };
        let recorded =
            Recorded { gpu: "NVIDIA H200 (1)".to_owned(), date: "2026-11-20".to_owned(), how: String::new() };
        let run = Run {
            chosen: Some(Entry::of(swizzled)),
            compared: vec![Entry { asked: Asked::of("gemm"), times: Some(times), of: Some(7) }],
            recorded: Some(recorded),
        };
        let text = "transpose(n=1024,tile=swizzled)gemm(t=51000:50000:50500:52000:7)on(gpu=NVIDIA H200 -o1-c,date=2026-m11-m20)";
        assert_eq!(run.to_string(), text);
        assert_eq!(Run::read(text), run);
        let mut forgotten = run;
        forgotten.forget_recorded();
        assert_eq!(forgotten.to_string(), "transpose(n=1024,tile=swizzled)gemm()");
        // Entries that make no sense are left out.
        for (text, expected) in [
            ("", ""),
            ("gemm", ""),
            ("gemm(", ""),
            ("(n=1)", ""),
            ("gemm()", "gemm()"),
            ("gemm(n)", "gemm()"),
            ("gemm(n=1,n=2,=3)", "gemm(n=2)"),
            ("gemm(t=1:2:3)", "gemm()"),
            ("gemm(t=1:2:3:4:5:6)", "gemm(t=1:2:3:4:5)"),
            ("gemm(t=1:2:3:4:x)", "gemm(t=1:2:3:4)"),
            (")))gemm(n=1))(", "gemm(n=1)"),
            ("later(new=-x1)", "later(new=x1)"),
        ] {
            assert_eq!(Run::read(text).to_string(), expected, "{text}");
        }
        assert_eq!(Run::read(&"gemm()".repeat(RUN_LIMIT)), Run::default());
        assert_eq!(Run::read(&"gemm()".repeat(100)).compared.len(), COMPARED_LIMIT);
    }

    #[test]
    fn a_parameter_is_chosen_once() {
        let mut asked = Asked::of("copy").with("n", 1).with("m", 2).with("n", 3);
        assert_eq!(asked.values, [("n".to_owned(), "3".to_owned()), ("m".to_owned(), "2".to_owned())]);
        asked.choose("n", None);
        assert_eq!((asked.value("n"), asked.value("m")), (None, Some("2")));
        for number in 0..100 {
            asked.choose(&number.to_string(), Some(String::new()));
        }
        assert_eq!(asked.values.len(), PARAMETERS_LIMIT);
    }

    #[test]
    fn times_are_what_they_were() {
        let times = Times::of_seconds([1.25e-6, 1e-12, f64::NAN, -1.0]);
        assert_eq!(times, Times { median: 1_250_000, least: 1, low: 0, high: 0 });
        assert_eq!(times.seconds(), [1.25e-6, 1e-12, 0.0, 0.0]);
    }

    fn entries() -> impl Strategy<Value = Entry> {
        let values = proptest::collection::vec(("[a-su-z]{1,3}|[-=(),]{1,2}|布", any::<String>()), 0..5);
        let times = proptest::option::of(any::<[u64; 4]>());
        ("[a-m]{1,5}|[-=(),_ ]{1,3}", values, times).prop_map(|(kernel, values, times)| {
            let mut asked = Asked::of(&kernel);
            values.into_iter().for_each(|(key, value)| asked.choose(&key, Some(value)));
            let times = times.map(|[median, least, low, high]| Times { median, least, low, high });
            let of = times.map(|times| times.low as u32).filter(|check| check % 2 == 0);
            Entry { asked, times, of }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            chosen in entries(),
            compared in proptest::collection::vec(entries(), 0..4),
            recorded in proptest::option::of(any::<[String; 3]>()),
        ) {
            let recorded = recorded.map(|[gpu, date, how]| Recorded { gpu, date, how });
            let run = Run { chosen: Some(chosen), compared, recorded };
            let text = run.to_string();
            if text.len() <= RUN_LIMIT {
                prop_assert_eq!(Run::read(&text), run);
            }
        }

        #[test]
        fn anything_is_read(text in any::<String>(), more in "[-a-z0-9=(),:]{0,60}") {
            for text in [text, more] {
                let run = Run::read(&text);
                prop_assert_eq!(Run::read(&run.to_string()), run);
            }
        }
    }
}
