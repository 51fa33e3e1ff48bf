//! Numbers that follow from a seed, the same for ever: SplitMix64 (Steele, Lea, Flood 2014).

/// A source of numbers.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed for whoever is called `name`: two names have other numbers for the same seed.
    pub fn new(name: &str, level: u8, seed: u64) -> Random {
        // FNV-1a of the name, so that generators do not draw alike.
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Random(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(level) << 56)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 up to, and without, `end`; 0 where `end` is not above 0.
    pub fn below(&mut self, end: i64) -> i64 {
        let drawn = self.bits() >> 1;
        u64::try_from(end).ok().filter(|end| *end > 0).map_or(0, |end| (drawn % end) as i64)
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        first.saturating_add(self.below(last.saturating_sub(first).saturating_add(1)))
    }

    /// One of some; `None` of none.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        let place = self.below(i64::try_from(items.len()).ok()?);
        items.get(usize::try_from(place).ok()?).copied()
    }

    /// Puts some into another order, each order as likely as another (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            let other = self.below(place as i64 + 1) as usize;
            items.swap(place, other);
        }
    }

    /// Heads or tails.
    pub fn flip(&mut self) -> bool {
        self.bits() >> 63 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_the_published_ones() {
        // The first outputs of the reference implementation for the state 1234567.
        let mut random = Random(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn draws_stay_within_their_bounds() {
        let mut random = Random::new("bounds", 1, 7);
        for _ in 0..1000 {
            assert!((3..=9).contains(&random.between(3, 9)));
            assert!((0..5).contains(&random.below(5)));
        }
        assert_eq!(random.below(0), 0);
        assert_eq!(random.pick::<u8>(&[]), None);
        let mut items = [1, 2, 3, 4, 5];
        random.shuffle(&mut items);
        items.sort_unstable();
        assert_eq!(items, [1, 2, 3, 4, 5]);
    }
}
