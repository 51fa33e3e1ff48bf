//! Data kept in a browser or coming in a file: whatever is offered is read or refused, and what is read comes back.

use colex_document::Document;
use colex_document::file::{read, write};
use colex_document::history::History;
use colex_document::link::decode;
use colex_document::shelf::Tab;
use colex_document::words::{file_sentence, refusal_sentence};

/// The bytes as a file of documents, as the stored text of a tab, and as a stored history.
pub fn file(data: &[u8]) {
    let offered = String::from_utf8_lossy(data);
    match read(&offered) {
        Ok(contents) => {
            for (number, refusal) in &contents.refused {
                assert!(!refusal_sentence(*number, refusal, false).is_empty());
                assert!(!refusal_sentence(*number, refusal, true).is_empty());
            }
            for filed in &contents.documents {
                let options = decode(&filed.link).expect("a link that was read").options;
                assert!(!options.embed && !options.present);
            }
            let again = read(&write(&contents.documents, &contents.learnt)).expect("what was written is read");
            assert_eq!((again.documents, again.learnt), (contents.documents, contents.learnt));
            assert!(again.refused.is_empty() && again.more == 0);
        }
        Err(error) => {
            assert!(!file_sentence(&error, false).is_empty() && !file_sentence(&error, true).is_empty());
        }
    }
    if let Some(tab) = Tab::read("a", &offered) {
        let again = Tab::read("a", &tab.stored()).expect("what was stored is read");
        assert_eq!(Tab::read("a", &again.stored()), Some(again));
    }
    // As stored, and as what a stored history packs.
    let mut history = History::restored(&offered, Document::of_text(""));
    for line in offered.lines().take(8) {
        history.push(Document::of_text(line));
    }
    history.undo();
    assert_eq!(History::restored(&history.stored(), history.present().clone()).stored(), history.stored());
}
