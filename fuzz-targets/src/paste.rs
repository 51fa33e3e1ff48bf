//! Programs: whatever is pasted has an outcome for each statement, in places of the text, however the work is cut.

use colex::notebook::{Evaluation, Given, Settings};
use colex::paste::{self, Status};
use colex::words::{self, Tongue};
use colex::work::{Budget, Progress, Work};

use crate::spent;

/// The most work that one step of a program may be, in units of [`spent`].
const STEP_WORK_LIMIT: u64 = 1 << 22;

/// Everything that is said of a program has a place in it and a sentence; the value of a statement does not depend on how
/// the work is cut; an input that is given is what its field shows.
pub fn paste(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    // Heads that make a program of whatever is typed: what looks like one, or a language that is said.
    let head = match data.len() % 4 {
        0 => "# inputs: read as = Python\n",
        1 => "// inputs: read as = C++\n",
        _ => "",
    };
    let text = format!("{head}{text}\nvoid f();\n");
    let whole = colex::evaluate(&text, Settings::default());
    let Some(document) = paste::of(&whole) else { return };
    let mut slices = Evaluation::start(&*text, Settings::default(), None);
    loop {
        let (progress, units) = spent::spent(|| slices.resume(&mut Budget::new(1)));
        assert!(units <= STEP_WORK_LIMIT, "{units} units of work at once");
        if progress == Progress::Done(()) {
            break;
        }
    }
    assert!(whole.outcomes().eq(slices.outcomes()), "slices and the whole differ");
    assert_eq!(document.roles.len(), whole.statements().len());
    for line in paste::lines(&whole) {
        assert!(text.get(line.span.start..line.span.end).is_some(), "{:?} is no place of the text", line.span);
        if let Some(reason) = line.reason {
            assert_ne!(words::program_reason(reason, None, Tongue::Chinese), "");
        }
        assert_eq!(line.status == Status::Mistake, line.reason.is_none() && line.status == Status::Mistake);
    }
    for input in document.inputs.iter().take(4) {
        let given = Given::from([(input.name.clone(), "8".to_string())]);
        let again = colex::evaluate_given(&text, Settings::default(), given);
        let again_document = paste::of(&again).expect("the same text is a program again");
        let found = again_document.inputs.iter().find(|other| other.name == input.name);
        // Values that Python knows when it compiles are printed as such.
        let value = found.and_then(|found| paste::value_of(&again, found)).map(ToString::to_string);
        assert_eq!(value.as_deref().map(|value| value.trim_start_matches('_')), Some("8"), "{}", input.name);
    }
}
