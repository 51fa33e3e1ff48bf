//! Practice without end: what comes next, by boxes as with flash cards (Leitner 1972). What was right at once moves up a box
//! and comes back after more days; what was wrong falls into the first.

use std::collections::BTreeMap;
use std::fmt;

use super::generators;

/// Number of days that pass in each box before what lies in it comes again.
pub const DAYS: [u32; 6] = [0, 1, 2, 4, 8, 16];
/// Number of kinds of exercises that are new at once: as long as so many are in the lower boxes, no other begins.
pub const NEW_LIMIT: usize = 4;

/// Why an exercise comes now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Its kind was answered wrong.
    Wrong,
    /// Its kind was right, and its days are over.
    Due,
    /// Its kind was never tried.
    New,
    /// Nothing is due: it is the next that will be.
    Ahead,
}

/// Where a kind of exercise lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kept {
    /// Its box, from 0.
    place: u8,
    /// The day from which on it is due.
    due: u32,
}

/// Boxes of what is practiced: each kind of exercise with its box.
///
/// Law: `Boxes::read(&boxes.to_string()) = boxes`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Boxes(BTreeMap<&'static str, Kept>);

impl Boxes {
    /// Reads what was kept, `name=box.day;…`; what is not understood is left out.
    ///
    /// ```
    /// use colex::learn::{boxes::Boxes, generators};
    ///
    /// let mut boxes = Boxes::default();
    /// for (today, generator) in generators::ALL.iter().take(3).enumerate() {
    ///     boxes.answered(generator.name, today != 1, today as u32);
    /// }
    /// assert_eq!(Boxes::read(&boxes.to_string()), boxes);
    /// ```
    pub fn read(text: &str) -> Boxes {
        let entry = |entry: &str| {
            let (name, rest) = entry.split_once('=')?;
            let (place, due) = rest.split_once('.')?;
            let place = place.parse().ok().filter(|place| usize::from(*place) < DAYS.len())?;
            Some((generators::find(name)?.name, Kept { place, due: due.parse().ok()? }))
        };
        Boxes(text.split(';').filter_map(entry).collect())
    }

    /// Notes an answer on a day, counted from any beginning: whether it was right at the first try, with nothing shown.
    pub fn answered(&mut self, name: &str, was_right: bool, today: u32) {
        let Some(generator) = generators::find(name) else { return };
        let kept = self.0.entry(generator.name).or_insert(Kept { place: 0, due: today });
        // A right answer ahead of its day is known anyway.
        if was_right && kept.due > today {
            return;
        }
        kept.place = if was_right { (kept.place + 1).min(DAYS.len() as u8 - 1) } else { 0 };
        kept.due = today.saturating_add(DAYS.get(usize::from(kept.place)).copied().unwrap_or(0));
    }

    /// The level of a kind of exercise: what moves up becomes harder.
    pub fn level(&self, name: &str) -> u8 {
        match self.0.get(name).map_or(0, |kept| kept.place) {
            0 | 1 => 1,
            2 | 3 => 2,
            _ => 3,
        }
    }

    /// Why a kind of exercise comes on a day.
    pub fn reason(&self, name: &str, today: u32) -> Reason {
        match self.0.get(name) {
            None => Reason::New,
            Some(Kept { place: 0, .. }) => Reason::Wrong,
            Some(Kept { due, .. }) if *due <= today => Reason::Due,
            Some(_) => Reason::Ahead,
        }
    }

    /// The kinds that were practised.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.0.keys().copied()
    }

    /// Which kind comes next on a day, among those that the reader has met, in the order of the course; what came last comes
    /// again only where there is nothing else. `None` of none.
    pub fn next(&self, met: &[&'static str], last: Option<&str>, today: u32) -> Option<(&'static str, Reason)> {
        let kept = |name: &&str| self.0.get(*name).copied();
        let others = || met.iter().copied().filter(|name| Some(*name) != last);
        let wrong = others().find(|name| kept(name).is_some_and(|kept| kept.place == 0));
        let due = || {
            let due = others().filter(|name| kept(name).is_some_and(|kept| kept.due <= today));
            due.min_by_key(|name| kept(name).map(|kept| (kept.due, kept.place)))
        };
        let new = || {
            let low = met.iter().filter(|name| kept(name).is_some_and(|kept| kept.place < 2)).count();
            others().find(|name| kept(name).is_none() && low < NEW_LIMIT)
        };
        // One after another, so that nothing comes twice before all came once.
        let ahead = || {
            let after = met.iter().position(|name| Some(*name) == last).map_or(0, |place| place + 1);
            met.iter().copied().cycle().skip(after).take(met.len()).find(|name| Some(*name) != last)
        };
        let next = wrong.or_else(due).or_else(new).or_else(ahead).or_else(|| met.first().copied())?;
        Some((next, self.reason(next, today)))
    }

    /// Returns how many kinds are in each box.
    pub fn counts(&self) -> [usize; DAYS.len()] {
        let mut counts = [0; DAYS.len()];
        for kept in self.0.values() {
            if let Some(count) = counts.get_mut(usize::from(kept.place)) {
                *count += 1;
            }
        }
        counts
    }
}

impl fmt::Display for Boxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, kept)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={}.{}", if number > 0 { ";" } else { "" }, kept.place, kept.due)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MET: [&str; 3] = ["index-of-coordinate", "coordinate-of-number", "coalesce-layout"];

    #[test]
    fn what_was_wrong_comes_again_and_what_was_right_after_days() {
        let mut boxes = Boxes::default();
        let [first, second, third] = MET;
        assert_eq!(boxes.next(&MET, None, 100), Some((first, Reason::New)));
        boxes.answered(first, true, 100);
        assert_eq!(boxes.next(&MET, Some(first), 100), Some((second, Reason::New)));
        boxes.answered(second, false, 100);
        assert_eq!(boxes.next(&MET, Some(second), 100), Some((third, Reason::New)));
        boxes.answered(third, true, 100);
        assert_eq!(boxes.next(&MET, Some(third), 100), Some((second, Reason::Wrong)));
        boxes.answered(second, true, 100);
        assert_eq!(boxes.next(&MET, Some(second), 100), Some((third, Reason::Ahead)));
        assert_eq!(boxes.next(&MET, Some(third), 100), Some((first, Reason::Ahead)));
        boxes.answered(first, true, 100);
        assert_eq!(boxes.next(&MET, Some(second), 101), Some((first, Reason::Due)));
        assert_eq!(boxes.counts(), [0, 3, 0, 0, 0, 0]);
        for day in [101, 103, 107, 115] {
            boxes.answered(first, true, day);
        }
        assert_eq!((boxes.level(first), boxes.level(second)), (3, 1));
        assert_eq!(Boxes::read(&boxes.to_string()), boxes);
        assert_eq!(boxes.next(&[], None, 100), None);
        assert_eq!(boxes.next(&[first], Some(first), 100), Some((first, Reason::Ahead)));
        assert_eq!(boxes.names().collect::<Vec<_>>(), [third, second, first]);
    }

    #[test]
    fn what_is_damaged_is_left_out() {
        let boxes = Boxes::read("coalesce-layout=2.7;x=1.1;coalesce-by-mode=9.1;right-inverse=1;;inverse-point=1.-1");
        assert_eq!(boxes.to_string(), "coalesce-layout=2.7");
    }

    #[test]
    fn practice_never_ends() {
        let mut boxes = Boxes::default();
        let met = generators::ALL.iter().map(|generator| generator.name).collect::<Vec<_>>();
        let mut random = crate::learn::random::Random::new("practice", 1, 1);
        let (mut last, mut seen) = (None, std::collections::HashSet::new());
        for turn in 0..2000_u32 {
            let (name, _) = boxes.next(&met, last, turn / 20).expect("one");
            assert_ne!(Some(name), last);
            boxes.answered(name, random.below(4) > 0, turn / 20);
            seen.insert(name);
            last = Some(name);
        }
        assert_eq!(seen.len(), met.len());
    }
}
