//! Lessons and exercises: what is asked of a reader, and whether an answer is right.
//!
//! An answer is judged by what it means: it is evaluated by the notebook beside what was given, and never compared as text.

pub mod answer;
pub mod boxes;
pub mod check;
pub mod class;
pub mod condition;
pub mod course;
pub mod exercise;
pub mod generators;
pub mod lesson;
pub mod misconception;
pub mod place;
pub mod progress;
pub mod random;
pub mod solution;
pub mod why;

/// A sentence in English and in Chinese.
pub type Both = [String; 2];

/// Both languages of a line `English | 中文`; a line without a bar says the same in both.
pub fn both(line: &str) -> Both {
    let (english, chinese) = line.split_once(" | ").unwrap_or((line, line));
    [english.trim().to_owned(), chinese.trim().to_owned()]
}
