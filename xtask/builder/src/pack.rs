//! A file of the page, and hashes for names and for integrity attributes.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

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

/// Beginning of an integrity.
pub(crate) const DIGEST: &str = "sha256-";

/// The value of an `integrity` attribute (Subresource Integrity). No digest becomes smaller by compression, and there is one
/// for each file, so it is the shortest that browsers take.
pub(crate) fn integrity(bytes: &[u8]) -> String {
    format!("{DIGEST}{}", base64::engine::general_purpose::STANDARD.encode(Sha256::digest(bytes)))
}

/// Returns what stands in the name of a file: the beginning of the digest that its integrity is, so that the one says
/// the other.
pub(crate) fn name_hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integrity_is_the_published_digest() {
        // SHA-256 of "abc", FIPS 180-4 example, in base64.
        assert_eq!(integrity(b"abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    }

    #[test]
    fn a_name_has_the_beginning_of_the_digest() {
        assert_eq!(name_hash(b"abc"), "ba7816bf8f01cfea");
    }

    #[test]
    fn a_hash_sees_where_a_part_ends() {
        assert_ne!(short_hash([&b"ab"[..], b"c"]), short_hash([&b"a"[..], b"bc"]));
    }
}
