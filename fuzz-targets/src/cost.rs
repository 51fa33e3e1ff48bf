//! Cost of accesses: every layout with two modes is counted or refused with a sentence, however the work is cut, and
//! the two ways to the numbers agree.

use colex::composed::AnyLayout;
use colex::cost::{BitGroup, Group, Machine, Survey, Surveyed, global, phases, sectors, shared};
use colex::notebook::Settings;
use colex::words::{Tongue, access_facts, error, global_cost, phase, ranks, sector, shared_cost, widest};
use colex::work::{Budget, Progress, Work};

/// Above so many pairs a survey is only begun.
const PAIRS_LOOKED_AT: u64 = 1 << 12;
/// The most layouts of one text that are looked at.
const LAYOUTS_LOOKED_AT: usize = 8;

/// The bytes as a notebook whose layouts say which thread accesses what; they also draw the element, the vector and the
/// machine.
pub fn cost(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let evaluation = colex::evaluate(&text, Settings::default());
    let drawn = data.iter().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let values = (0..evaluation.statements().len()).filter_map(|statement| evaluation.value(statement));
    for layout in values.filter_map(|value| value.as_any_layout()).take(LAYOUTS_LOOKED_AT) {
        match Group::of_layout(&layout) {
            Ok(group) => surveyed(&layout, &group, drawn),
            Err(refused) => assert!(TONGUES.iter().all(|tongue| !error(&refused, *tongue).is_empty())),
        }
    }
}

const TONGUES: [Tongue; 2] = [Tongue::English, Tongue::Chinese];

/// The usual machine, or one with constants of every kind.
fn machine(drawn: u64) -> Machine {
    if drawn.is_multiple_of(2) {
        return Machine::default();
    }
    let constant = |place: u32| drawn.rotate_right(7 * place) % 200;
    Machine {
        warp: constant(1),
        banks: constant(2),
        bank_bytes: constant(3),
        sector_bytes: constant(4),
        line_bytes: constant(5),
        vector_bytes: constant(6),
    }
}

fn surveyed(layout: &AnyLayout, group: &Group, drawn: u64) {
    let machine = machine(drawn);
    let element_bytes = 1 << ((drawn >> 8) % 6);
    let wanted = Some(1 << ((drawn >> 12) % 5)).filter(|wanted| *wanted < 16);
    let begun = match Survey::new(group.clone(), element_bytes, wanted, &machine) {
        Ok(begun) => begun,
        Err(refused) => return assert!(TONGUES.iter().all(|tongue| !error(&refused, *tongue).is_empty())),
    };
    if group.threads().saturating_mul(group.values()) > PAIRS_LOOKED_AT {
        let mut survey = begun;
        for _ in 0..4 {
            let _ = survey.resume(&mut Budget::new(PAIRS_LOOKED_AT));
        }
        return;
    }
    let Progress::Done(found) = begun.clone().resume(&mut Budget::new(u64::MAX)) else { panic!("it never ends") };
    assert_eq!(in_slices(begun, 1 + drawn % 97), found);
    check(layout, group, found, &machine);
}

fn in_slices(mut survey: Survey, units: u64) -> Surveyed {
    loop {
        match survey.resume(&mut Budget::new(units)) {
            Progress::Done(found) => return found,
            Progress::More { done, total } => assert!(total.is_none_or(|total| done <= total), "{done} of {total:?}"),
        }
    }
}

fn check(layout: &AnyLayout, group: &Group, found: Surveyed, machine: &Machine) {
    let vector = found.vector;
    assert!(vector.elements() <= found.widest.elements);
    let (banks, moved) = (found.shared, found.global);
    assert!(banks.phases <= banks.turns && banks.turns <= banks.worst.saturating_mul(banks.phases), "{banks:?}");
    assert!(moved.bytes_used <= moved.bytes_moved && moved.fewest_sectors <= moved.sectors, "{moved:?}");
    assert!(moved.lines <= moved.sectors.saturating_mul(2) && moved.requests == banks.requests, "{moved:?}");
    if let Ok(accesses) = group.accesses(vector, machine) {
        assert_eq!((shared(&accesses, machine), global(&accesses, machine)), (banks, moved));
        for request in accesses.requests().iter().take(4) {
            let (phases, sectors) = (phases(request, vector, machine), sectors(request, vector, machine));
            for tongue in TONGUES {
                assert!(phases.iter().all(|found| !phase(found, 0, tongue).is_empty()));
                assert!(sectors.iter().all(|found| !sector(found, 0, machine, tongue).is_empty()));
            }
        }
    }
    for tongue in TONGUES {
        assert!(!shared_cost(&banks, tongue).is_empty() && !global_cost(&moved, tongue).is_empty());
        assert!(!widest(&found.widest, vector.element_bytes(), tongue).is_empty());
        assert!(found.facts.is_none_or(|facts| !access_facts(&facts, tongue).is_empty()));
        assert!(found.ranks.is_none_or(|found| !ranks(found, tongue).is_empty()));
    }
    let Some(bits) = BitGroup::of(layout) else { return };
    assert_eq!(bits.widest(vector.element_bytes(), machine), found.widest.elements, "{layout}");
    if let (Some(of_banks), Some(of_memory)) = (bits.shared(vector, machine), bits.global(vector, machine)) {
        assert_eq!((of_banks, of_memory), (banks, moved), "{layout}");
    }
}
