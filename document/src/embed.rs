//! A live layout inside another page.

/// The width of an embedded view in CSS pixels.
pub const EMBED_WIDTH: u32 = 720;

/// The height of an embedded view in CSS pixels.
pub const EMBED_HEIGHT: u32 = 480;

/// The most bytes of a snippet with a picture in it; more belongs into a file.
pub const PICTURE_LIMIT: usize = 1 << 18;

/// The HTML that shows the document of `fragment` inside another page, with a link for where frames are not shown.
///
/// `base_url` is the address of the page, with what it asks for one visit if anything ([`super::visit`]); a fragment
/// that it already has is dropped. `title` is what a screen reader
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

/// A drawing for places without frames, as an image that leads to the live layout. Nothing is loaded from elsewhere: the
/// drawing stands in the address of the image.
///
/// Errors: the number of bytes of a snippet above [`PICTURE_LIMIT`].
pub fn image_snippet(svg: &str, address: &str, title: &str) -> Result<String, usize> {
    let (address, title) = (escaped(address), escaped(title));
    let mut source = String::with_capacity(svg.len() * 3 / 2);
    for byte in svg.trim_end().bytes() {
        match byte {
            // Bytes that end an address, an attribute or an element, or begin an escape.
            b'%' | b'#' | b'<' | b'>' | b'"' | b'\'' | b'&' | b'\n' | b'\r' | b'\t' | 0x7f.. => {
                source.push_str(&format!("%{byte:02X}"));
            }
            _ => source.push(char::from(byte)),
        }
    }
    within_limit(format!(
        "<a href=\"{address}\"><img src=\"data:image/svg+xml,{source}\" alt=\"{title}\" style=\"max-width:100%\"></a>"
    ))
}

/// A drawing for places without frames, as part of the page, so that its text can be searched and read out.
///
/// `svg` is trusted to be one element. Errors: the number of bytes of a snippet above [`PICTURE_LIMIT`].
pub fn inline_snippet(svg: &str, address: &str, title: &str) -> Result<String, usize> {
    let (address, title) = (escaped(address), escaped(title));
    within_limit(format!(
        "<figure>\n{}\n<figcaption><a href=\"{address}\">{title}</a></figcaption>\n</figure>",
        svg.trim_end()
    ))
}

fn within_limit(snippet: String) -> Result<String, usize> {
    if snippet.len() > PICTURE_LIMIT { Err(snippet.len()) } else { Ok(snippet) }
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
    fn a_picture_is_one_element_whatever_it_says() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<title>50% 'é' #1 & \u{1f600}</title></svg>\n";
        let image = image_snippet(svg, "https://example.org/#v1;;\"", "A = \"4:1\" & <b>").expect("short");
        assert_eq!(image.matches('<').count(), 3);
        assert_eq!(image.matches('"').count(), 8);
        assert!(
            image.contains("%3Csvg xmlns=%22http://www.w3.org/2000/svg%22%3E%0A%3Ctitle%3E50%25 %27%C3%A9%27 %231")
        );
        assert!(image.contains("alt=\"A = &quot;4:1&quot; &amp; &lt;b&gt;\""));
        let inline = inline_snippet(svg, "https://example.org/#v1;;\"", "</figure>").expect("short");
        assert_eq!(inline.matches("<svg").count(), 1);
        assert_eq!(inline.matches("</figure>").count(), 1);
        let large = "x".repeat(PICTURE_LIMIT);
        assert!(image_snippet(&large, "", "").is_err_and(|bytes| bytes > PICTURE_LIMIT));
        assert!(inline_snippet(&large, "", "").is_err());
    }

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
