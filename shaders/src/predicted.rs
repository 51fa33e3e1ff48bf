//! Predictions of the analysis for a kernel before it runs: bank conflicts and sectors of its instructions.
//! [`crate::words`] makes sentences of it.

use colex::cost::{Accesses, GlobalCost, Machine, SharedCost, Vector, global, shared};

use crate::accesses::{Instruction, Space};

/// Total of the instructions of one kind: those that load from one memory, or store to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Predicted {
    /// Name of the memory in the WGSL.
    pub memory: &'static str,
    /// True if they write.
    pub is_store: bool,
    /// Cost of the instructions.
    pub cost: Cost,
}

/// Cost of instructions.
#[derive(Debug, Clone, PartialEq)]
pub enum Cost {
    /// In workgroup memory, where banks count.
    Shared(SharedCost),
    /// In a buffer, where sectors count.
    Global(GlobalCost),
}

/// Works out what the instructions of all warps cost, memory by memory in the order in which they are listed.
pub fn predicted(instructions: &[Instruction]) -> Vec<Predicted> {
    let machine = Machine::default();
    let mut found: Vec<Predicted> = Vec::new();
    for Instruction { memory, space, is_store, bytes, indices, times, .. } in instructions {
        let Ok(vector) = Vector::new(*bytes, 1, &machine) else { continue };
        let index = |thread: u64, _| {
            let place = indices.get(usize::try_from(thread).ok()?)?;
            i64::try_from(*place).ok()
        };
        let Ok(accesses) = Accesses::new(vector, indices.len() as u64, 1, &machine, index) else { continue };
        let is_same = |other: &&mut Predicted| {
            let is_shared = matches!(other.cost, Cost::Shared(_)) == (*space == Space::Shared);
            other.memory == *memory && other.is_store == *is_store && is_shared
        };
        let total = match found.iter_mut().find(is_same) {
            Some(known) => &mut known.cost,
            None => {
                let cost = match space {
                    Space::Shared => Cost::Shared(SharedCost::default()),
                    Space::Global => Cost::Global(GlobalCost::default()),
                };
                found.push(Predicted { memory, is_store: *is_store, cost });
                let Some(new) = found.last_mut() else { continue };
                &mut new.cost
            }
        };
        match total {
            Cost::Shared(total) => total.add_times(&shared(&accesses, &machine), *times),
            Cost::Global(total) => total.add_times(&global(&accesses, &machine), *times),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use colex::words::Tongue;

    use super::*;
    use crate::words::{predicted as sentence, predicted_in_short as in_short};

    fn instruction(memory: &'static str, space: Space, stride: u64) -> Instruction {
        let indices = (0..32).map(|thread| thread * stride).collect();
        Instruction {
            memory,
            space,
            is_store: space == Space::Shared,
            bytes: 4,
            indices,
            times: 1,
            largest: 32 * stride,
            places: 1 << 20,
        }
    }

    #[test]
    fn conflicts_and_sectors_are_those_of_the_analysis() {
        let cases = [
            (1, 1, "no bank conflict"),
            (32, 1, "32-way bank conflict"),
            (33, 1, "no bank conflict"),
            (2, 8, "2-way bank conflict, 8 times the sectors"),
        ];
        for (in_tile, in_source, expected) in cases {
            let all = [instruction("source", Space::Global, in_source), instruction("tile", Space::Shared, in_tile)];
            let twice = [all.clone(), all].concat();
            let found = predicted(&twice);
            assert_eq!(found.len(), 2);
            assert_eq!(in_short(&found, Tongue::English), expected);
        }
        // What takes less than a hundredth of the turns is not what a kernel is known by.
        let of = |times| {
            let often = Instruction { times, ..instruction("tile", Space::Shared, 1) };
            in_short(&predicted(&[often, instruction("sums", Space::Shared, 2)]), Tongue::English)
        };
        assert_eq!([of(198), of(199)], ["2-way bank conflict", "no bank conflict"]);
        // Nor are a few sectors more than it needs.
        let of = |times| {
            let often = Instruction { times, ..instruction("source", Space::Global, 1) };
            in_short(&predicted(&[often, instruction("other", Space::Global, 2)]), Tongue::English)
        };
        assert_eq!([of(1), of(100)], ["1.5 times the sectors", ""]);
        let found = predicted(&[instruction("source", Space::Global, 1)]);
        assert!(sentence(&found[0], Tongue::English).starts_with("Reads source: "));
        assert_eq!(in_short(&found, Tongue::English), "");
    }
}
