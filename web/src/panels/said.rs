//! Sentences that several views say in the same words: a text cut short, a place of the text, what is hidden.

use leptos::prelude::*;

use crate::session::Tastes;

/// A text of at most so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Line and column of a byte, counted from one, the column in characters.
pub fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte.min(text.len())).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// Returns the text in the place of a panel that would give away what is predicted.
pub fn predicting(tastes: Tastes) -> Signal<&'static str> {
    tastes.text("Hidden while you predict; it comes back as you answer", "预测期间隐藏；答出后即恢复显示")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_lines_and_characters() {
        assert_eq!(place("A = 1\nB = 甲乙x", 6), (2, 1));
        assert_eq!(place("A = 1\nB = 甲乙x", 16), (2, 7));
    }
}
