//! The link as a QR code, for a projector and the phones in front of it.

use std::fmt::Write;

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// The most bytes that a QR code holds, which is its standard's limit at the lowest correction.
pub const QR_LIMIT: usize = 2953;
/// From so many bytes on its squares are too small for a phone at the back of a room.
pub const QR_DENSE: usize = 700;
/// Width of the white around it in squares, which readers need.
const QUIET: i32 = 4;

/// A code as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// Number of squares of its side, the white around it included.
    pub side: i32,
    /// The dark squares as the path of an SVG, one unit a square.
    pub path: String,
}

impl Code {
    /// The code of a text; `None` above [`QR_LIMIT`].
    pub fn of(text: &str) -> Option<Code> {
        if text.len() > QR_LIMIT {
            return None;
        }
        let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
        let mut path = String::new();
        for y in 0..code.size() {
            let mut x = 0;
            while x < code.size() {
                let begin = x;
                while code.get_module(x, y) {
                    x += 1;
                }
                if x > begin {
                    let length = x - begin;
                    // Writing into a string does not fail.
                    let _ = write!(path, "M{} {}h{length}v1h-{length}z", begin + QUIET, y + QUIET);
                }
                x += 1;
            }
        }
        Some(Code { side: code.size() + 2 * QUIET, path })
    }

    /// The picture as a file.
    pub fn svg(&self, title: &str) -> String {
        let Code { side, path } = self;
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" role=\"img\">\n\
             <title>{title}</title>\n<path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\n<path d=\"{path}\"/>\n</svg>\n"
        )
    }
}

/// A text as a code on the screen, under a name for screen readers; `None` above [`QR_LIMIT`].
pub fn drawn(text: &str, label: String) -> Option<AnyView> {
    let Code { side, path } = Code::of(text)?;
    Some(
        view! {
            <svg class="qr-code" viewBox=format!("0 0 {side} {side}") role="img" aria-label=label shape-rendering="crispEdges">
                <path fill="#fff" d=format!("M0 0h{side}v{side}h-{side}z")></path>
                <path d=path></path>
            </svg>
        }
        .into_any(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_its_white_edge() {
        let code = Code::of("https://example.org/colex/#v1;;4:1;;k3Q").expect("a code");
        // Version 3 has 29 squares.
        assert_eq!(code.side, 29 + 8);
        // The upper corners begin with seven dark squares in the first row.
        assert!(code.path.starts_with("M4 4h7v1h-7z"), "{}", code.path);
        assert!(code.path.contains("M26 4h7v1h-7z"));
        assert!(code.path.contains("M4 32h7v1h-7z"));
        assert!(code.svg("a < b").contains("<title>a &lt; b</title>"));
    }

    #[test]
    fn what_is_too_long_has_no_code() {
        assert!(Code::of(&"a".repeat(QR_LIMIT)).is_some());
        assert!(Code::of(&"a".repeat(QR_LIMIT + 1)).is_none());
    }
}
