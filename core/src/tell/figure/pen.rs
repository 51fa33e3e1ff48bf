//! Pen that writes the elements of a figure: lengths in pixels, colours of one palette, text that stays text.

use std::fmt::Write;

use crate::draw::palette::{Palette, Rgb};
use crate::draw::svg::escape;

/// Fonts that systems have, for what a program prints and for what is said.
pub(super) const MONO: &str = "ui-monospace,'SFMono-Regular','DejaVu Sans Mono',Menlo,Consolas,monospace";
pub(super) const PROSE: &str =
    "system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',sans-serif";

/// On which side of its place a text stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Look of a text.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) is_mono: bool,
    pub(super) is_bold: bool,
    pub(super) ink: Rgb,
}

impl Type {
    /// Returns how wide a text is at most: a character of a monospaced font is 0.6 of its size wide, those of Chinese
    /// as wide as they are high.
    pub(super) fn width(self, text: &str) -> f64 {
        let one = if self.is_mono { 0.61 } else { 0.54 } * self.size;
        text.chars().map(|c| if c.is_ascii() { one } else { self.size }).sum()
    }
}

/// Writes elements behind each other.
pub(super) struct Pen {
    pub(super) palette: &'static Palette,
    out: String,
}

impl Pen {
    pub(super) fn new(palette: &'static Palette) -> Pen {
        Pen { palette, out: String::new() }
    }

    pub(super) fn finish(self) -> String {
        self.out
    }

    /// Returns the look of what is said: quiet, in the type of sentences.
    pub(super) fn said(&self, size: f64) -> Type {
        Type { size, is_mono: false, is_bold: false, ink: self.palette.quiet_ink }
    }

    /// Returns the look of what is printed.
    pub(super) fn printed(&self, size: f64) -> Type {
        Type { size, is_mono: true, is_bold: false, ink: self.palette.ink }
    }

    fn push(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.out.write_fmt(arguments);
    }

    /// Begins a group whose fills and lines keep to whole pixels.
    pub(super) fn begin_crisp(&mut self) {
        self.push(format_args!("<g shape-rendering=\"crispEdges\" fill=\"none\">\n"));
    }

    /// Begins a group of texts that look alike.
    pub(super) fn begin_texts(&mut self, look: Type, anchor: Anchor) {
        let family = if look.is_mono { MONO } else { PROSE };
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if look.is_bold { " font-weight=\"600\"" } else { "" };
        self.push(format_args!(
            "<g font-family=\"{family}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{}\"{weight}>\n",
            length(look.size),
            look.ink
        ));
    }

    /// Begins a group that stands at a place.
    pub(super) fn begin_at(&mut self, x: f64, y: f64) {
        self.push(format_args!("<g transform=\"translate({} {})\">\n", length(x), length(y)));
    }

    pub(super) fn end(&mut self) {
        self.push(format_args!("</g>\n"));
    }

    /// Inserts what another pen has written.
    pub(super) fn insert(&mut self, written: &str) {
        self.out.push_str(written);
    }

    pub(super) fn rect(&mut self, (x, y, width, height): (f64, f64, f64, f64), fill: Rgb) {
        let [x, y, width, height] = [x, y, width, height].map(length);
        self.push(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>\n"));
    }

    /// A frame whose line lies within a place.
    pub(super) fn frame(&mut self, (x, y, width, height): (f64, f64, f64, f64), line: f64, stroke: Rgb) {
        let [x, y, width, height] = [x + line / 2.0, y + line / 2.0, width - line, height - line].map(length);
        self.push(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{stroke}\" \
             stroke-width=\"{}\"/>\n",
            length(line)
        ));
    }

    /// Lines from place to place, all of one width and colour; nothing where there are none.
    pub(super) fn lines(&mut self, lines: &[(f64, f64, f64, f64)], line: f64, stroke: Rgb) {
        if lines.is_empty() {
            return;
        }
        self.push(format_args!("<path fill=\"none\" d=\""));
        for (x, y, to_x, to_y) in lines {
            let [x, y, to_x, to_y] = [*x, *y, *to_x, *to_y].map(length);
            self.push(format_args!("M{x} {y}L{to_x} {to_y}"));
        }
        self.push(format_args!("\" stroke=\"{stroke}\" stroke-width=\"{}\"/>\n", length(line)));
    }

    /// A text in a group of texts, whose middle is as high as its place.
    pub(super) fn text(&mut self, x: f64, y: f64, text: &str) {
        self.text_in(x, y, text, None);
    }

    /// The same in a colour of its own, which stands out.
    pub(super) fn text_in(&mut self, x: f64, y: f64, text: &str, ink: Option<Rgb>) {
        let own = ink.map(|ink| format!(" font-weight=\"700\" fill=\"{ink}\"")).unwrap_or_default();
        let [x, y] = [x, y].map(length);
        self.push(format_args!("<text x=\"{x}\" y=\"{y}\" dy=\".35em\"{own}>{}</text>\n", spelled(text)));
    }

    /// One text in a group of its own, in lines no wider than a width; answers the height that they take.
    pub(super) fn paragraph(&mut self, look: Type, (x, y): (f64, f64), width: f64, text: &str) -> f64 {
        let lines = wrapped(text, |part| look.width(part) <= width);
        self.begin_texts(look, Anchor::Start);
        let line = (look.size * 1.45).round();
        let mut at = y + line / 2.0;
        for part in &lines {
            self.text(x, at, part);
            at += line;
        }
        self.end();
        line * lines.len() as f64
    }

    /// Small squares with words, side by side in lines no wider than a width; answers the height that they take.
    pub(super) fn legend(&mut self, (x, y): (f64, f64), width: f64, entries: &[(Swatch, String)]) -> f64 {
        const SIDE: f64 = 13.0;
        const LINE: f64 = 21.0;
        let look = Type { ink: self.palette.ink, ..self.said(12.0) };
        let (mut left, mut top) = (0.0, 0.0);
        for (swatch, words) in entries {
            let wide = SIDE + 6.0 + look.width(words) + 16.0;
            if left > 0.0 && left + wide > width {
                (left, top) = (0.0, top + LINE);
            }
            let square = (x + left, y + top + (LINE - SIDE) / 2.0, SIDE, SIDE);
            self.swatch(square, *swatch);
            self.begin_texts(look, Anchor::Start);
            self.text(x + left + SIDE + 6.0, y + top + LINE / 2.0, words);
            self.end();
            left += wide;
        }
        if entries.is_empty() { 0.0 } else { top + LINE }
    }

    fn swatch(&mut self, (x, y, side, _): (f64, f64, f64, f64), swatch: Swatch) {
        let palette = self.palette;
        let fill = match swatch {
            Swatch::Class(class) => palette.fill(i64::from(class)),
            Swatch::Many => palette.fill(2),
            Swatch::Bare | Swatch::Beyond => palette.ground,
        };
        self.begin_crisp();
        self.rect((x, y, side, side), fill);
        match swatch {
            Swatch::Beyond => self.lines(&hatch((x, y, side, side)), 1.0, palette.quiet_ink),
            Swatch::Many => self.rect((x, y + side - 4.0, side, 4.0), palette.ink),
            Swatch::Class(_) | Swatch::Bare => {}
        }
        self.frame((x, y, side, side), 1.0, palette.quiet_ink);
        self.end();
    }
}

/// A square of a legend.
#[derive(Clone, Copy)]
pub(super) enum Swatch {
    /// A colour of the palette.
    Class(u8),
    /// The ground.
    Bare,
    /// Hatched.
    Beyond,
    /// Reached more than once.
    Many,
}

/// The strokes through a cell that lies beyond: as on the page, three where there is room.
pub(super) fn hatch((x, y, width, height): (f64, f64, f64, f64)) -> Vec<(f64, f64, f64, f64)> {
    let whole = (x, y + height, x + width, y);
    if width < 12.0 {
        return vec![whole];
    }
    let (half, middle) = (width / 2.0, height / 2.0);
    vec![whole, (x, y + middle, x + half, y), (x + half, y + height, x + width, y + middle)]
}

/// A length with at most one digit behind the point, which is as exact as print needs.
fn length(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // Not `-0`.
    format!("{}", if tenths == 0.0 { 0.0 } else { tenths })
}

/// A text as XML has it, which has no place for most control characters.
pub(super) fn spelled(text: &str) -> String {
    escape(&text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), " "))
}

/// The most lines of one text.
const LINES_MOST: usize = 8;

/// A text in lines that fit: parted behind a space, a comma or a colon where there is one.
fn wrapped(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut may_part = 0;
    for c in text.chars() {
        line.push(c);
        if !fits(&line) && line.chars().count() > 1 {
            let at = if may_part > 0 { may_part } else { line.len() - c.len_utf8() };
            let rest = line.split_off(at);
            lines.push(std::mem::replace(&mut line, rest.trim_start().to_string()).trim_end().to_string());
            may_part = 0;
            if lines.len() == LINES_MOST {
                if let Some(last) = lines.last_mut() {
                    last.pop();
                    last.push('…');
                }
                return lines;
            }
        }
        if matches!(c, ' ' | ',' | ':' | '，' | '；' | '：' | '。') {
            may_part = line.len();
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parted_where_words_end() {
        let fits = |line: &str| line.chars().count() <= 10;
        assert_eq!(wrapped("one two three", fits), ["one two", "three"]);
        assert_eq!(wrapped("(12,34):(56,78)", fits), ["(12,34):", "(56,78)"]);
        assert_eq!(wrapped("abcdefghijklm", fits), ["abcdefghij", "klm"]);
        assert_eq!(wrapped("", fits), [""]);
        let long = wrapped(&"x".repeat(1000), fits);
        assert_eq!((long.len(), long.last().map(String::as_str)), (LINES_MOST, Some("xxxxxxxxx…")));
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!([0.0, -0.01, 1.0 / 3.0, 12.0].map(length), ["0", "0", "0.3", "12"]);
    }
}
