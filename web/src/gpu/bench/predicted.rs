//! What the analysis says of a kernel before it runs: bank conflicts and sectors of its instructions.

use colex::cost::{Accesses, GlobalCost, Machine, SharedCost, Vector, global, shared};
use colex::words::{Tongue, global_cost, quotient, shared_cost};
use colex_shaders::accesses::{Instruction, Space};

/// What the instructions of one kind come to: those that load from one memory, or store to it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Predicted {
    memory: &'static str,
    is_store: bool,
    cost: Cost,
}

#[derive(Debug, Clone, PartialEq)]
enum Cost {
    Shared(SharedCost),
    Global(GlobalCost),
}

/// What the instructions of a warp cost, memory by memory in the order in which they are touched.
pub(super) fn predicted(instructions: &[Instruction]) -> Vec<Predicted> {
    let machine = Machine::default();
    let mut found: Vec<Predicted> = Vec::new();
    for instruction in instructions {
        let Ok(vector) = Vector::new(instruction.bytes, 1, &machine) else { continue };
        let index = |thread: u64, _| {
            let place = instruction.indices.get(usize::try_from(thread).ok()?)?;
            i64::try_from(*place).ok()
        };
        let Ok(accesses) = Accesses::new(vector, instruction.indices.len() as u64, 1, &machine, index) else {
            continue;
        };
        let is_same = |other: &&mut Predicted| {
            let is_shared = matches!(other.cost, Cost::Shared(_)) == (instruction.space == Space::Shared);
            other.memory == instruction.memory && other.is_store == instruction.is_store && is_shared
        };
        match (found.iter_mut().find(is_same).map(|other| &mut other.cost), instruction.space) {
            (Some(Cost::Shared(cost)), _) => {
                accesses.requests().iter().for_each(|request| cost.add(request, vector, &machine));
            }
            (Some(Cost::Global(cost)), _) => {
                accesses.requests().iter().for_each(|request| cost.add(request, vector, &machine));
            }
            (None, space) => found.push(Predicted {
                memory: instruction.memory,
                is_store: instruction.is_store,
                cost: match space {
                    Space::Shared => Cost::Shared(shared(&accesses, &machine)),
                    Space::Global => Cost::Global(global(&accesses, &machine)),
                },
            }),
        }
    }
    found
}

impl Predicted {
    /// A sentence: what is touched, and what that costs.
    pub(super) fn sentence(&self, tongue: Tongue) -> String {
        let memory = self.memory;
        let touched = match self.is_store {
            true => tongue.pick(format!("Writes {memory}"), format!("写入 {memory}")),
            false => tongue.pick(format!("Reads {memory}"), format!("读取 {memory}")),
        };
        let cost = match &self.cost {
            Cost::Shared(cost) => shared_cost(cost, tongue),
            Cost::Global(cost) => global_cost(cost, tongue),
        };
        tongue.pick(format!("{touched}: {cost}"), format!("{touched}：{cost}"))
    }
}

/// All of it in a few words: the worst bank conflict, and how many times the fewest sectors.
pub(super) fn in_short(predicted: &[Predicted], tongue: Tongue) -> String {
    let worst = predicted.iter().filter_map(|part| match &part.cost {
        Cost::Shared(cost) => Some(cost.worst),
        Cost::Global(_) => None,
    });
    let (sectors, fewest) = predicted.iter().fold((0, 0), |(sectors, fewest), part| match &part.cost {
        Cost::Global(cost) => (sectors + cost.sectors, fewest + cost.fewest_sectors),
        Cost::Shared(_) => (sectors, fewest),
    });
    let conflicts = worst.max().map(|worst| match worst {
        0 | 1 => tongue.pick("no bank conflict".to_owned(), "无存储体冲突".to_owned()),
        worst => tongue.pick(format!("{worst}-way bank conflict"), format!("{worst} 路存储体冲突")),
    });
    let sectors = (sectors > fewest).then(|| {
        let times = quotient(sectors, fewest);
        tongue.pick(format!("{times} times the sectors"), format!("扇区为 {times} 倍"))
    });
    conflicts.into_iter().chain(sectors).collect::<Vec<_>>().join(tongue.pick(", ", "，"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(memory: &'static str, space: Space, stride: u64) -> Instruction {
        let indices = (0..32).map(|thread| thread * stride).collect();
        Instruction {
            memory,
            space,
            is_store: space == Space::Shared,
            bytes: 4,
            indices,
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
        let found = predicted(&[instruction("source", Space::Global, 1)]);
        assert!(found[0].sentence(Tongue::English).starts_with("Reads source: "));
        assert_eq!(in_short(&found, Tongue::English), "");
    }
}
