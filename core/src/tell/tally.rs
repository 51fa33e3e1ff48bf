//! Number of times that each slot of the index space is reached: counted exactly, in slices, for layouts that are small
//! enough.

use std::sync::Arc;

use crate::sentences::Tongue;
use crate::table::FlatLayout;
use crate::work::{Budget, Progress, Work};

/// The largest domain that is counted.
pub const SIZE_LIMIT: u64 = 1 << 20;
/// The largest index space in which is counted.
pub const SPAN_LIMIT: u64 = 1 << 22;
/// The most ranges of unused slots that are named.
const GAPS: usize = 4;
/// Number of indices that are computed at a time.
const CHUNK: u64 = 4096;

/// Test of whether a coordinate lies beyond the layout that this one was made from.
pub type Beyond = Arc<dyn Fn(i64) -> bool + Send + Sync>;

/// The count of every slot. One unit of its budget is one coordinate or one slot.
///
/// Law: the counts add up to the size of the domain, less what lies beyond.
#[derive(Clone)]
pub struct Tally {
    flat: FlatLayout,
    /// Which coordinates lie beyond the layout that this one was made from.
    beyond: Option<Beyond>,
    counts: Vec<u32>,
    /// Which slots such coordinates reach.
    excess: Vec<bool>,
    /// Number of coordinates that are counted.
    counted: u64,
    /// Number of slots that are looked at.
    seen: usize,
    facts: Facts,
    /// The gap that the slots seen so far end with.
    gap: Option<i64>,
    buffer: Vec<i64>,
}

/// Result of the counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Number of slots from the least to the greatest index.
    pub span: u64,
    /// Number of them that are reached.
    pub used: u64,
    /// The first ranges of unused slots, both ends included.
    pub gaps: Vec<(i64, i64)>,
    /// Number of such ranges.
    pub gap_count: u64,
    /// Number of slots that are reached more than once.
    pub repeated: u64,
    /// The largest count, and the first slot that has it.
    pub most: (u32, i64),
    /// Number of slots that are reached from beyond alone.
    pub excess: u64,
}

impl Tally {
    /// Begins to count; `None` of more than [`SIZE_LIMIT`] or [`SPAN_LIMIT`].
    ///
    /// ```
    /// use colex::work::{Budget, Work};
    /// use colex::{Layout, table::FlatLayout, tally::Tally};
    ///
    /// let layout: Layout = "(4,3):(1,2)".parse()?;
    /// let flat = FlatLayout::new(&layout)?;
    /// let mut tally = Tally::start(flat, None).ok_or("few enough")?;
    /// tally.resume(&mut Budget::new(1000));
    /// assert_eq!((0..8).filter_map(|index| tally.count(index)).sum::<u32>(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(flat: FlatLayout, beyond: Option<Beyond>) -> Option<Tally> {
        let span = span(&flat);
        if flat.size() > SIZE_LIMIT || span > u128::from(SPAN_LIMIT) {
            return None;
        }
        let counts = vec![0; usize::try_from(span).ok()?];
        let excess = vec![false; if beyond.is_some() { counts.len() } else { 0 }];
        let facts = Facts::default();
        Some(Tally { flat, beyond, counts, excess, counted: 0, seen: 0, facts, gap: None, buffer: Vec::new() })
    }

    /// Returns how often an index is reached; `None` outside the index space.
    pub fn count(&self, index: i64) -> Option<u32> {
        self.counts.get(self.place(index)?).copied()
    }

    /// Reports whether an index is reached from beyond.
    pub fn is_beyond(&self, index: i64) -> bool {
        self.place(index).and_then(|place| self.excess.get(place)).is_some_and(|is| *is)
    }

    fn place(&self, index: i64) -> Option<usize> {
        usize::try_from(i128::from(index) - i128::from(self.flat.least())).ok()
    }

    fn fill(&mut self, length: u64) {
        self.buffer.resize(length as usize, 0);
        let mut buffer = std::mem::take(&mut self.buffer);
        if self.flat.fill(self.counted, &mut buffer).is_ok() {
            for (linear, index) in (self.counted as i64..).zip(&buffer) {
                let Some(place) = self.place(*index) else { continue };
                if self.beyond.as_ref().is_some_and(|beyond| beyond(linear)) {
                    if let Some(excess) = self.excess.get_mut(place) {
                        *excess = true;
                    }
                } else if let Some(count) = self.counts.get_mut(place) {
                    *count += 1;
                }
            }
        }
        self.buffer = buffer;
        self.counted += length;
    }

    fn look(&mut self, length: usize) {
        let counts = self.counts.iter().enumerate().skip(self.seen).take(length);
        for (place, &count) in counts {
            let index = self.flat.least().wrapping_add(place as i64);
            let is_excess = self.excess.get(place).is_some_and(|is| *is);
            if count == 0 {
                self.facts.excess += u64::from(is_excess);
                // The space begins with the first slot that is used.
                if self.facts.used > 0 {
                    self.gap.get_or_insert(index);
                }
                continue;
            }
            self.facts.span += self.gap.map_or(0, |gap| (index - gap) as u64) + 1;
            self.facts.close(self.gap.take(), index);
            self.facts.used += 1;
            self.facts.repeated += u64::from(count > 1);
            if count > self.facts.most.0 {
                self.facts.most = (count, index);
            }
        }
        self.seen += length;
    }
}

impl Work for Tally {
    type Output = Facts;

    fn resume(&mut self, budget: &mut Budget) -> Progress<Facts> {
        let size = self.flat.size();
        let total = size + self.counts.len() as u64;
        loop {
            let left = self.counts.len() - self.seen;
            if self.counted < size {
                let length = budget.spend_up_to(CHUNK.min(size - self.counted));
                self.fill(length);
            } else if left > 0 {
                let length = budget.spend_up_to(CHUNK.min(left as u64));
                self.look(length as usize);
            } else {
                return Progress::Done(self.facts.clone());
            }
            if budget.left() == 0 && (self.counted < size || self.seen < self.counts.len()) {
                return Progress::More { done: self.counted + self.seen as u64, total: Some(total) };
            }
        }
    }
}

impl Facts {
    fn close(&mut self, gap: Option<i64>, end: i64) {
        let Some(start) = gap else { return };
        self.gap_count += 1;
        if self.gaps.len() < GAPS {
            self.gaps.push((start, end - 1));
        }
    }

    /// The facts as a sentence.
    pub fn words(&self, tongue: Tongue) -> String {
        let english = tongue == Tongue::English;
        let Facts { span, used, gaps, gap_count, repeated, most, excess } = self;
        let (most, most_at) = most;
        let mut parts = vec![if english {
            format!("{used} of {span} slots used")
        } else {
            format!("使用 {span} 个位置中的 {used} 个")
        }];
        if *gap_count > 0 {
            let named = gaps.iter().map(|gap| range(*gap, tongue)).collect::<Vec<_>>().join(tongue.pick(", ", "、"));
            let (unused, all) = (span - used, *gap_count == gaps.len() as u64);
            parts.push(match (all, english) {
                (true, true) => format!("{named} unused"),
                (true, false) => format!("{named} 未使用"),
                (false, true) => format!("{unused} unused in {gap_count} ranges: {named}, …"),
                (false, false) => format!("{unused} 个未使用，分 {gap_count} 段：{named}……"),
            });
        }
        match (repeated, english) {
            _ if *used == 0 => {}
            (0, true) => parts.push("each once".into()),
            (0, false) => parts.push("每个恰好一次".into()),
            (1, true) => parts.push(format!("index {most_at} is reached {most} times")),
            (1, false) => parts.push(format!("索引 {most_at} 被到达 {most} 次")),
            (_, true) if repeated == used => parts.push(format!("all of them more than once, up to {most} times")),
            (_, false) if repeated == used => parts.push(format!("全部被多次到达，最多 {most} 次")),
            (_, true) => parts.push(format!("{repeated} reached more than once, up to {most} times (index {most_at})")),
            (_, false) => parts.push(format!("{repeated} 个被多次到达，最多 {most} 次（索引 {most_at}）")),
        }
        match (excess, english) {
            (0, _) => {}
            (1, true) => parts.push("1 more is reached from beyond alone".into()),
            (_, true) => parts.push(format!("{excess} more are reached from beyond alone")),
            (_, false) => parts.push(format!("另有 {excess} 个只由超出的坐标到达")),
        }
        parts.join(tongue.pick("; ", "；"))
    }
}

/// The number of slots from the least to the greatest index; none of an empty domain.
pub fn span(flat: &FlatLayout) -> u128 {
    if flat.size() == 0 {
        return 0;
    }
    (i128::from(flat.greatest()) - i128::from(flat.least()) + 1).unsigned_abs()
}

fn range((first, last): (i64, i64), tongue: Tongue) -> String {
    match tongue {
        _ if first == last => first.to_string(),
        _ if first >= 0 => format!("{first}–{last}"),
        Tongue::English => format!("{first} to {last}"),
        Tongue::Chinese => format!("{first} 到 {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::look;
    use crate::look::View;
    use crate::notebook::Settings;
    use crate::work::finish;

    fn flat(text: &str) -> FlatLayout {
        let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
        let look = look::look(&evaluation, &View::default()).expect("a layout");
        FlatLayout::any(&look.layout).expect("integers")
    }

    #[test]
    fn sentences() {
        let cases = [
            ("(3,(2,3)):(3,(12,1))", "18 of 21 slots used; 9–11 unused; each once"),
            ("(4,2):(0,1)", "2 of 2 slots used; all of them more than once, up to 4 times"),
            ("4:1", "4 of 4 slots used; each once"),
            ("(2,2):(1,1)", "3 of 3 slots used; index 1 is reached 2 times"),
            ("4:-3", "4 of 10 slots used; -8 to -7, -5 to -4, -2 to -1 unused; each once"),
            ("(10):(2)", "10 of 19 slots used; 9 unused in 9 ranges: 1, 3, 5, 7, …; each once"),
            ("(3,0):(1,1)", "0 of 0 slots used"),
            ("Sw<1,0,1> o _4 o (_2,_2):(_1,_2)", "4 of 4 slots used; each once"),
        ];
        for (text, expected) in cases {
            let tally = Tally::start(flat(text), None).expect("small");
            let facts = finish(tally, 1 << 20).expect("an end");
            assert_eq!(facts.words(Tongue::English), expected, "{text}");
        }
    }

    #[test]
    fn what_lies_beyond_is_counted_by_itself() {
        let cases = [
            (
                "logical_divide((10,8):(8,1),(4,2))",
                "80 of 80 slots used; each once; 16 more are reached from beyond alone",
            ),
            // The rows beyond are the first of the next column.
            (
                "logical_divide((10,8):(1,10),(4,2))",
                "80 of 80 slots used; each once; 2 more are reached from beyond alone",
            ),
            (
                "logical_divide(5:2, 2)",
                "5 of 9 slots used; 1, 3, 5, 7 unused; each once; 1 more is reached from beyond alone",
            ),
        ];
        for (text, expected) in cases {
            let evaluation = evaluate(text, Settings { compile_time: true, ..Settings::default() });
            let beyond = crate::operations::beyond(&evaluation, 0).expect("an overhang");
            let beyond: Beyond = Arc::new(move |linear| beyond.holds(linear));
            let tally = Tally::start(flat(text), Some(beyond)).expect("small");
            let facts = finish(tally, 1 << 20).expect("an end");
            assert_eq!(facts.words(Tongue::English), expected, "{text}");
        }
    }

    #[test]
    fn slices_come_to_the_same_and_large_layouts_are_refused() {
        let mut tally = Tally::start(flat("(60,70):(71,3)"), None).expect("small");
        let whole = finish(tally.clone(), 1 << 20).expect("an end");
        let sliced = loop {
            if let Progress::Done(facts) = tally.resume(&mut Budget::new(1000)) {
                break facts;
            }
        };
        assert_eq!(whole, sliced);
        assert_eq!(tally.count(71), Some(1));
        assert_eq!(tally.count(-1), None);
        assert!(Tally::start(flat("(1048577):(1)"), None).is_none());
        assert!(Tally::start(flat("(2,2):(1,4194304)"), None).is_none());
    }
}
