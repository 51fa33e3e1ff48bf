//! A live layout inside another page.

/// The width of an embedded view in CSS pixels.
pub const EMBED_WIDTH: u32 = 720;

/// The height of an embedded view in CSS pixels.
pub const EMBED_HEIGHT: u32 = 480;

/// The HTML that shows the document of `fragment` inside another page, with a link for where frames are not shown.
///
/// `base_url` is the address of the page; a fragment that it already has is dropped. `title` is what a screen reader
/// says. All three are escaped: nothing in them can end the attribute or the element that it stands in.
pub fn embed_snippet(base_url: &str, fragment: &str, title: &str) -> String {
    let base = base_url.split('#').next().unwrap_or_default();
    let address = escaped(&format!("{base}#{}", fragment.trim_start_matches('#')));
    let title = escaped(title);
    format!(
        "<iframe src=\"{address}\" title=\"{title}\" width=\"{EMBED_WIDTH}\" height=\"{EMBED_HEIGHT}\" \
         style=\"max-width:100%;border:0\" loading=\"lazy\"><a href=\"{address}\">{title}</a></iframe>"
    )
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snippet_is_one_frame_whatever_the_title() {
        let snippet = embed_snippet("https://example.org/colex/#old", "v1;;4:1;;k3Q", "Rows & columns");
        assert_eq!(
            snippet,
            "<iframe src=\"https://example.org/colex/#v1;;4:1;;k3Q\" title=\"Rows &amp; columns\" width=\"720\" \
             height=\"480\" style=\"max-width:100%;border:0\" loading=\"lazy\">\
             <a href=\"https://example.org/colex/#v1;;4:1;;k3Q\">Rows &amp; columns</a></iframe>"
        );
        let hostile = embed_snippet("https://example.org/\"><script>", "#\"'", "</iframe><b onclick='x'>\"");
        assert_eq!(hostile.matches('<').count(), 4);
        assert_eq!(hostile.matches('"').count(), 14);
        assert!(!hostile.contains('\''));
    }
}
