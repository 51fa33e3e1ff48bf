//! A diagnostic as lines for a terminal: the sentence, the place, the source with what is meant underlined, the repairs.
//!
//! ```text
//! error: Shape (2,4) and stride 3 do not have the same parentheses
//!  --> notes.colex:1:7
//!   |
//! 1 | (2,4):3
//!   | ----- ^
//!   = help: Keep and fill (3,6)
//! ```

use std::collections::BTreeMap;

use super::{Tongue, diagnostic as sentence, repair};
use crate::notebook::{Diagnostic, DiagnosticKind, Span};

/// Number of columns of a line of the source that are shown; of a longer one those around the place.
const COLUMN_LIMIT: usize = 100;

/// Number of bytes before and behind the place that are looked at for them.
const NEAR_LIMIT: usize = 1024;

/// Number of other places that are shown.
const RELATED_LIMIT: usize = 3;

/// Number of repairs that are shown.
const REPAIR_LIMIT: usize = 4;

/// The lines of a diagnostic of a text that is called `name`, with a line break at the end.
pub fn report(name: &str, text: &str, diagnostic: &Diagnostic, tongue: Tongue) -> String {
    let place = Place::of(text, diagnostic.span);
    let mut lines: BTreeMap<usize, Vec<(Place, char)>> = BTreeMap::new();
    lines.entry(place.line).or_default().push((place, '^'));
    for span in diagnostic.related.iter().filter(|span| **span != diagnostic.span).take(RELATED_LIMIT) {
        let place = Place::of(text, *span);
        lines.entry(place.line).or_default().push((place, '-'));
    }
    let margin = lines.keys().last().map_or(1, |line| (line + 1).to_string().len());
    let error = match diagnostic.kind {
        DiagnosticKind::Remark(_) => tongue.pick("note", "注意"),
        _ => tongue.pick("error", "错误"),
    };
    let mut report = format!("{error}: {}\n", visible(&sentence(diagnostic, tongue)));
    report.push_str(&format!(
        "{:margin$}--> {}:{}:{}\n{:margin$} |\n",
        "",
        visible(name),
        place.line + 1,
        place.column(text) + 1,
        ""
    ));
    let mut before = None;
    for (line, places) in &lines {
        if before.is_some_and(|before| before + 1 < *line) {
            report.push_str("...\n");
        }
        before = Some(*line);
        let (source, marks) = underlined(text, places);
        let number = line + 1;
        report.push_str(format!("{number:>margin$} | {source}").trim_end());
        report.push_str(&format!("\n{:margin$} | {marks}\n", ""));
    }
    let help = tongue.pick("help", "帮助");
    for offered in diagnostic.repairs.iter().take(REPAIR_LIMIT) {
        report.push_str(&format!("{:margin$} = {help}: {}\n", "", visible(&repair(offered, tongue))));
    }
    report
}

/// Returns what follows a list of reports that was cut short.
pub fn more_reports(count: usize, tongue: Tongue) -> String {
    tongue.pick(format!("error: and {count} more\n"), format!("错误：还有 {count} 个\n"))
}

/// A place within one line of a text.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The line, 0 first.
    line: usize,
    /// Where the line begins, in bytes.
    line_start: usize,
    /// The place in bytes of the text; of several lines only the first.
    start: usize,
    end: usize,
}

impl Place {
    fn of(text: &str, span: Span) -> Place {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |length| start + length);
        Place { line: before.matches('\n').count(), line_start, start, end: span.end.clamp(start, line_end) }
    }

    /// Returns how many characters of the line stand before it.
    fn column(self, text: &str) -> usize {
        text.get(self.line_start..self.start).unwrap_or_default().chars().count()
    }
}

/// A line of the source, and the line of marks below it. The first place is always in what is shown of a long line.
fn underlined(text: &str, places: &[(Place, char)]) -> (String, String) {
    let Some((first, _)) = places.first() else { return Default::default() };
    let whole = text.get(first.line_start..).unwrap_or_default().lines().next().unwrap_or_default();
    // Of a line that is long beyond measure only what is near is looked at.
    let edge = |byte: usize| (0..=byte.min(whole.len())).rev().find(|at| whole.is_char_boundary(*at)).unwrap_or(0);
    let near = first.start - first.line_start;
    let (begin, end) = (edge(near.saturating_sub(NEAR_LIMIT)), edge(near.saturating_add(NEAR_LIMIT)));
    let line = whole.get(begin..end).unwrap_or_default();
    let column_of = |byte: usize| {
        let before = line.get(..byte.saturating_sub(first.line_start + begin).min(line.len()));
        before.map_or(0, |before| before.chars().map(width).sum::<usize>())
    };
    let total = column_of(usize::MAX);
    let from = if total <= COLUMN_LIMIT { 0 } else { column_of(first.start).saturating_sub(COLUMN_LIMIT / 2) };
    let to = from + COLUMN_LIMIT;
    let mut shown = String::new();
    // The first column that is shown; a wide character may hide one more than was meant.
    let mut begins = 0;
    let mut column = 0;
    for c in line.chars() {
        let next = column + width(c);
        if column < from {
            begins = next;
        } else if next <= to {
            push_visible(c, &mut shown);
        }
        column = next;
    }
    let cut = usize::from(begins > 0 || begin > 0);
    if cut > 0 {
        shown.insert(0, '…');
    }
    if total > to || end < whole.len() {
        shown.push('…');
    }
    let mut marks = vec![' '; COLUMN_LIMIT + 2];
    let is_near = |place: &Place| {
        (begin == 0 || place.end >= first.line_start + begin)
            && (end == whole.len() || place.start <= first.line_start + end)
    };
    for (place, mark) in places.iter().rev().filter(|(place, _)| is_near(place)) {
        let (start, stop) = (column_of(place.start), column_of(place.end));
        let columns = (start..stop.max(start + 1)).take_while(|column| *column <= to);
        for column in columns.filter_map(|column| (column + cut).checked_sub(begins)) {
            if let Some(cell) = marks.get_mut(column) {
                *cell = *mark;
            }
        }
    }
    (shown, marks.into_iter().collect::<String>().trim_end().to_string())
}

/// A text without characters that would steer a terminal.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    text.chars().for_each(|c| push_visible(c, &mut shown));
    shown
}

fn push_visible(c: char, out: &mut String) {
    match c {
        '\t' => out.push_str("    "),
        c if is_steering(c) => out.push('\u{fffd}'),
        c => out.push(c),
    }
}

/// Control characters, and those that turn the direction of the text.
fn is_steering(c: char) -> bool {
    c.is_control() || matches!(u32::from(c), 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x2069 | 0xfeff)
}

/// Returns how many columns of a terminal a character takes: two where it is wide in East Asia (Unicode Standard Annex
/// 11), none where it combines with the one before it.
fn width(c: char) -> usize {
    match u32::from(c) {
        0x09 => 4,
        0x0300..=0x036f | 0xfe00..=0xfe0f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff01..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate;
    use crate::notebook::Settings;

    fn reports(text: &str, tongue: Tongue) -> String {
        let evaluation = evaluate(text, Settings::default());
        evaluation.diagnostics().into_iter().map(|found| report("a", text, found, tongue)).collect()
    }

    #[test]
    fn places_are_underlined() {
        let cases = [
            (
                "(2,4):3",
                "error: Shape (2,4) and stride 3 do not have the same parentheses\n --> a:1:7\n  |\n1 | (2,4):3\n  | ----- ^\n  = help: Keep and fill (3,6)\n  = help: LayoutLeft (_1,2)\n  = help: LayoutRight (4,_1)\n",
            ),
            // Wide characters take two columns, tabs four.
            (
                "形状 = 4\n\t形 + 形状",
                "error: Nothing is called 形\n --> a:2:2\n  |\n2 |     形 + 形状\n  |     ^^\n  = help: Write 形状\n",
            ),
            (
                "B\n\n\nB = 3",
                "error: B is defined below; a statement can only use what stands above it\n --> a:1:1\n  |\n1 | B\n  | ^\n...\n4 | B = 3\n  | -\n",
            ),
            ("(2,", "error: This ( is never closed\n --> a:1:1\n  |\n1 | (2,\n  | ^  -\n  = help: Insert )\n"),
            (
                "(2,\u{1b}4)",
                "error: U+001B means nothing here\n --> a:1:4\n  |\n1 | (2,\u{fffd}4)\n  |    ^\n  = help: Remove it\n",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(reports(text, Tongue::English), expected);
        }
        assert!(reports("(2,", Tongue::Chinese).starts_with("错误: "));
    }

    #[test]
    fn a_long_line_is_shown_around_the_place() {
        let text = format!("({}x{})", "1,".repeat(500), ",1".repeat(500));
        let shown = reports(&text, Tongue::English);
        let lines = shown.lines().collect::<Vec<_>>();
        assert_eq!(lines[1], " --> a:1:1002");
        assert!(lines[3].starts_with("1 | …") && lines[3].ends_with('…') && lines[3].chars().count() < 110, "{shown}");
        let marked = lines[4].chars().position(|c| c == '^').expect("a mark");
        assert_eq!(lines[3].chars().nth(marked), Some('x'), "{shown}");
    }

    #[test]
    fn any_place_can_be_shown() {
        let text = "é\n\u{301}a\r\n漢";
        for start in 0..=text.len() + 1 {
            for end in start..=text.len() + 1 {
                let kind = crate::notebook::DiagnosticKind::BareTuple;
                let mut diagnostic = Diagnostic::new(kind, Span { start, end });
                diagnostic.related.push(Span { start: end, end: start });
                assert!(report("a", text, &diagnostic, Tongue::English).contains('^'));
            }
        }
    }
}
