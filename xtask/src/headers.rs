//! Headers that a host should send beside what it serves. One table: `dist/_headers` is written from it, and the server
//! on this machine sends it.

/// For every answer. The page's policy is not here: it stands in `index.html`, and `policy` reads it there.
pub const ALWAYS: [(&str, &str); 5] = [
    // A type is what it is called.
    ("X-Content-Type-Options", "nosniff"),
    // A link holds a document, but only behind `#`, which browsers do not send; the rest is nobody's business either.
    ("Referrer-Policy", "no-referrer"),
    // The page cannot be made to ask for what it never asks for.
    ("Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"),
    // No other window gets hold of the page. In a frame, where the page may stand, this says nothing.
    ("Cross-Origin-Opener-Policy", "same-origin"),
    // Other sites may show the page, its pictures included.
    ("Cross-Origin-Resource-Policy", "cross-origin"),
];

/// A file whose name holds the hash of what is in it never changes.
pub const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A file that keeps its name is asked for again.
pub const ASK_AGAIN: &str = "no-cache";

/// Returns true if a name holds the hash of its file: `app-0123456789abcdef.js`.
#[must_use]
pub fn is_hashed(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    let hash = file.split_once('.').and_then(|(stem, _)| stem.rsplit_once('-')).map(|(_, hash)| hash);
    hash.is_some_and(|hash| hash.len() == 16 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
}

/// The content security policy that a page states.
#[must_use]
pub fn policy(page: &str) -> Option<&str> {
    let (_, after) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"")?;
    after.split_once('"').map(|(policy, _)| policy)
}

/// The file `_headers`, which several hosts of static sites read (Cloudflare Pages and Netlify among them).
#[must_use]
pub fn file<'a>(policy: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // No `frame-ancestors`: lectures and notes may show the page in a frame.
    let mut text = format!("/*\n  Content-Security-Policy: {policy}\n");
    for (name, value) in ALWAYS {
        text.push_str(&format!("  {name}: {value}\n"));
    }
    // A rule for each name, for two rules that meet would both hold.
    let fixed = [("", ASK_AGAIN), ("index.html", ASK_AGAIN), ("sw.js", ASK_AGAIN)];
    let hashed = names.into_iter().filter(|name| is_hashed(name)).map(|name| (name, FOR_EVER));
    for (name, cache) in fixed.into_iter().chain(hashed) {
        text.push_str(&format!("/{name}\n  Cache-Control: {cache}\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_in_a_name_is_known() {
        let cases = [
            ("app-0123456789abcdef.js", true),
            ("parts/app-0123456789abcdef.wasm", true),
            ("app-0123456789abcdef.wasm.br", true),
            ("app-0123456789abcdeF.js", false),
            ("app-0123456789abcde.js", false),
            ("icon-192.png", false),
            ("index.html", false),
            ("0123456789abcdef.js", false),
        ];
        for (name, expected) in cases {
            assert_eq!(is_hashed(name), expected, "{name}");
        }
    }

    #[test]
    fn the_frame_states_a_policy_that_lets_it_be_framed() {
        let frame = std::fs::read_to_string(crate::root().join("index.html")).unwrap();
        let policy = policy(&frame).unwrap();
        assert!(policy.starts_with("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("frame-ancestors"), "{policy}");
    }

    #[test]
    fn each_address_has_one_rule_for_caches() {
        let names = ["app-0123456789abcdef.js", "index.html", "icon.svg"];
        let text = file("default-src 'self'", names);
        assert!(
            text.starts_with("/*\n  Content-Security-Policy: default-src 'self'\n  X-Content-Type-Options: nosniff\n")
        );
        assert!(text.ends_with(
            "/\n  Cache-Control: no-cache\n/index.html\n  Cache-Control: no-cache\n/sw.js\n  Cache-Control: no-cache\n\
             /app-0123456789abcdef.js\n  Cache-Control: public, max-age=31536000, immutable\n"
        ));
        // A rule for all addresses would be joined to the others.
        let all = text.split("\n/\n").next().unwrap();
        assert!(!all.contains("Cache-Control"));
    }
}
