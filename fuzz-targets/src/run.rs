//! Request of a document to a GPU: any text is read, and what was read comes back from its own text.

use colex_document::run::{COMPARED_LIMIT, PARAMETERS_LIMIT, RUN_LIMIT, Run};

/// The bytes as what a link asks for.
pub fn run(data: &[u8]) {
    let run = Run::read(&String::from_utf8_lossy(data));
    assert!(run.compared.len() <= COMPARED_LIMIT);
    assert!(run.chosen.iter().chain(&run.compared).all(|entry| entry.asked.values.len() <= PARAMETERS_LIMIT));
    let written = run.to_string();
    if written.len() <= RUN_LIMIT {
        assert_eq!(Run::read(&written), run, "{written}");
    }
}
