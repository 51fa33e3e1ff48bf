//! The constants of a machine that decide what an access costs, and how many bytes a thread moves at once.

use crate::error::{Error, Result};

/// The largest constant of a machine that is taken as it is; a larger one counts as this.
pub const CONSTANT_LIMIT: u64 = 1024;

/// Description of how a machine serves memory. A constant below 1 counts as 1, one above [`CONSTANT_LIMIT`] as the
/// limit.
///
/// The defaults are those of NVIDIA's GPUs since compute capability 5.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Machine {
    /// Number of threads that access memory together: a warp.
    pub warp: u64,
    /// Number of banks of shared memory. Successive words lie in successive banks.
    pub banks: u64,
    /// The bytes of a word: what a bank serves at once.
    pub bank_bytes: u64,
    /// The bytes of a sector: the least that global memory moves.
    pub sector_bytes: u64,
    /// The bytes of a line of the caches: some sectors with one tag.
    pub line_bytes: u64,
    /// The most bytes that one thread accesses in one instruction; every smaller power of two is possible too.
    pub vector_bytes: u64,
}

impl Default for Machine {
    fn default() -> Self {
        Machine { warp: 32, banks: 32, bank_bytes: 4, sector_bytes: 32, line_bytes: 128, vector_bytes: 16 }
    }
}

impl Machine {
    /// The machine with every constant within its bounds, as all functions here read it.
    pub(super) fn sound(&self) -> Machine {
        let sound = |constant: u64| constant.clamp(1, CONSTANT_LIMIT);
        Machine {
            warp: sound(self.warp),
            banks: sound(self.banks),
            bank_bytes: sound(self.bank_bytes),
            sector_bytes: sound(self.sector_bytes),
            line_bytes: sound(self.line_bytes),
            vector_bytes: sound(self.vector_bytes),
        }
    }

    /// Returns the number of threads of a warp that shared memory serves together: as many as it takes for their
    /// vectors to fill one word of every bank. So 8 bytes a thread are served in two phases of a half warp, 16 bytes in
    /// four of a quarter; of up to 4 bytes a thread the whole warp is one phase.
    ///
    /// ```
    /// use colex::cost::{Machine, Vector};
    ///
    /// let machine = Machine::default();
    /// for (elements, threads) in [(1, 32), (2, 16), (4, 8)] {
    ///     assert_eq!(machine.phase_threads(Vector::new(4, elements, &machine)?), threads);
    /// }
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn phase_threads(&self, vector: Vector) -> u64 {
        let machine = self.sound();
        let at_once = machine.banks * machine.bank_bytes / vector.bytes().max(machine.bank_bytes);
        at_once.clamp(1, machine.warp)
    }
}

/// Access of one thread in one instruction: some elements that lie one after the other.
///
/// Law: `bytes() = element_bytes() * elements()`, a power of two. Example: `Vector::new(4, 4, &machine)` is a `float4`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Vector {
    element_bytes: u64,
    elements: u64,
}

impl Vector {
    /// So many elements of so many bytes.
    ///
    /// Errors: [`Error::NotPowerOfTwo`] for either number, [`Error::TooLarge`] above the machine's widest access.
    ///
    /// ```
    /// use colex::cost::{Machine, Vector};
    ///
    /// let float4 = Vector::new(4, 4, &Machine::default())?;
    /// assert_eq!(float4.bytes(), float4.element_bytes() * float4.elements());
    /// assert!(float4.bytes().is_power_of_two());
    /// # Ok::<(), colex::Error>(())
    /// ```
    pub fn new(element_bytes: u64, elements: u64, machine: &Machine) -> Result<Vector> {
        for (what, number) in [("element's bytes", element_bytes), ("vector's elements", elements)] {
            if !number.is_power_of_two() {
                let found = i64::try_from(number).unwrap_or(i64::MAX);
                return Err(Error::NotPowerOfTwo { what, found });
            }
        }
        let limit = machine.sound().vector_bytes;
        if element_bytes.checked_mul(elements).is_none_or(|bytes| bytes > limit) {
            let count = (u128::from(element_bytes) * u128::from(elements)).to_string();
            return Err(Error::TooLarge { what: "bytes", count, limit });
        }
        Ok(Vector { element_bytes, elements })
    }

    /// The bytes of one element.
    pub fn element_bytes(self) -> u64 {
        self.element_bytes
    }

    /// Returns the number of elements.
    pub fn elements(self) -> u64 {
        self.elements
    }

    /// The bytes of all of it.
    pub fn bytes(self) -> u64 {
        self.element_bytes * self.elements
    }

    /// The first byte and the one after the last, of the vector whose first element has this index.
    pub(super) fn span(self, index: i64) -> (i128, i128) {
        let begin = i128::from(index) * i128::from(self.element_bytes);
        (begin, begin + i128::from(self.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_is_as_many_threads_as_fill_the_banks() {
        let machine = Machine::default();
        for (element_bytes, elements, threads) in
            [(1, 1, 32), (2, 1, 32), (4, 1, 32), (2, 2, 32), (8, 1, 16), (4, 2, 16), (16, 1, 8), (4, 4, 8), (1, 16, 8)]
        {
            let vector = Vector::new(element_bytes, elements, &machine).expect("a vector");
            assert_eq!(machine.phase_threads(vector), threads, "{vector:?}");
        }
        assert!(matches!(Vector::new(4, 8, &machine), Err(Error::TooLarge { limit: 16, .. })));
        assert!(matches!(Vector::new(4, 3, &machine), Err(Error::NotPowerOfTwo { found: 3, .. })));
        assert!(matches!(Vector::new(0, 1, &machine), Err(Error::NotPowerOfTwo { found: 0, .. })));
        assert!(matches!(Vector::new(1 << 63, 1 << 63, &machine), Err(Error::TooLarge { .. })));
        let none = Machine { warp: 0, banks: 0, bank_bytes: 0, sector_bytes: 0, line_bytes: 0, vector_bytes: 0 };
        let vector = Vector::new(1, 1, &none).expect("a byte");
        assert_eq!(none.phase_threads(vector), 1);
    }
}
