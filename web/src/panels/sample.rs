//! A notebook to look at, as the text files of examples and of words write it: its text, and what is looked at.

use colex_document::arrangement::ViewId;
use colex_document::{Document, Held, Options, View};

/// English and Chinese.
pub type Both = [&'static str; 2];

/// A notebook and what is looked at in it.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    /// Its text.
    pub text: String,
    /// View of it that is looked at.
    pub view: View,
    /// Settings by which the cost of its accesses is asked.
    pub held: Held,
    /// The view that it is about, where that is not the grid.
    pub seen_in: Option<ViewId>,
}

impl Sample {
    /// Reads a line: `point: `, `look: ` (a statement, counted from 0), `mode: ` and `set: ` for what is looked at,
    /// `read: ` (statements) for what is read as threads and values, `data: ` (a statement) and `vector: ` for what its accesses cost, `view: ` for the view that it is about; every other
    /// line is notebook text.
    pub fn read(&mut self, line: &str) {
        match line.split_once(": ") {
            Some(("point", point)) => self.view.point = Some(point.to_string()),
            Some(("set", set)) => self.view.coordinates = Some(set.to_string()),
            Some(("read", numbers)) => self.view.read = numbers.split(',').filter_map(|one| one.parse().ok()).collect(),
            Some(("data", statement)) => self.view.data = statement.parse().ok(),
            Some(("vector", elements)) => self.held.vector = elements.parse().unwrap_or_default(),
            Some(("view", word)) => self.seen_in = ViewId::ALL.into_iter().find(|view| view.word() == word),
            Some(("look", statement)) => self.view.statement = statement.parse().ok(),
            Some(("mode", path)) => self.view.mode = path.split(',').filter_map(|mode| mode.parse().ok()).collect(),
            _ if line.is_empty() => {}
            _ => {
                if !self.text.is_empty() {
                    self.text.push('\n');
                }
                self.text.push_str(line);
            }
        }
    }

    /// It as a document, which is the example of that number.
    pub fn document(&self, example: Option<usize>) -> Document {
        let document = Document::of_text(self.text.clone());
        let options = Options { held: self.held, ..document.options };
        Document { view: View { example, ..self.view.clone() }, options, ..document }
    }

    /// The first line of its text, as a hint of what it is.
    pub fn first_line(&self) -> &str {
        self.text.lines().next().unwrap_or_default()
    }
}

/// Both languages of a line `English | 中文`.
pub fn both(line: &'static str) -> Both {
    let (english, chinese) = line.split_once(" | ").unwrap_or((line, line));
    [english.trim(), chinese.trim()]
}
