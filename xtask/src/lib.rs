//! Functions that the programs behind `cargo xtask` share: running programs, having programs, telling how far they are,
//! and the headers of what is served.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub mod child;
pub mod headers;
pub mod told;
pub mod tools;

/// Ends a program: what went wrong is said, with its reasons.
#[must_use]
pub fn ended(outcome: anyhow::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository: the parent of this package's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

/// Where cargo puts what it compiles.
#[must_use]
pub fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}
