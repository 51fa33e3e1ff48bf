//! A file of the page, and hashes for names and for integrity attributes.

use base64::Engine as _;
use sha2::{Digest as _, Sha256, Sha384};

/// A file of the page: its address, relative to the page's folder with `/`, and what it holds.
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The first 64 bits of a SHA-256, in hexadecimal: enough to tell one version's file from another's.
pub(crate) fn short_hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length goes in too, so that moving a byte from one part to the next changes the hash.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// The value of an `integrity` attribute (Subresource Integrity).
pub(crate) fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", base64::engine::general_purpose::STANDARD.encode(Sha384::digest(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrity_is_the_published_digest() {
        // SHA-384 of "abc", FIPS 180-4 example, in base64.
        assert_eq!(integrity(b"abc"), "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn");
    }

    #[test]
    fn a_hash_sees_where_a_part_ends() {
        assert_ne!(short_hash([&b"ab"[..], b"c"]), short_hash([&b"a"[..], b"bc"]));
    }
}
