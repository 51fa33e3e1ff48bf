//! `cargo xtask build`: compiles the builder, which is a program of its own because that takes long, and has it fill
//! `dist/`.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use xtask::{child, told};

/// Builds the page into `dist/`, and says how far it is.
pub(crate) fn build(root: &Path, release: bool) -> Result<()> {
    println!("{}", about(root, release));
    told::run(&mut builder(root, release), |_| {})
}

/// Makes the command that compiles the builder and runs it.
pub(crate) fn builder(root: &Path, release: bool) -> Command {
    let mut cargo = child::cargo(root);
    cargo.args(["run", "--bin", "xtask-builder"]);
    if release {
        cargo.args(child::FEATURES).args(["--", "--release"]);
    }
    cargo
}

/// Builds the page that tells which functions it ran.
pub(crate) fn counted(root: &Path) -> Result<()> {
    let mut cargo = child::cargo(root);
    cargo.args(["run", "--bin", "xtask-builder"]).args(child::FEATURES).args(["--", "--counted"]);
    told::run(&mut cargo, |_| {})
}

/// Says what a build does, and about how long that takes.
pub(crate) fn about(root: &Path, release: bool) -> &'static str {
    let folder = xtask::target(root).join("wasm32-unknown-unknown").join(if release { "page" } else { "debug" });
    match (folder.join("colex-web.wasm").is_file(), release) {
        (false, false) => {
            "Builds the page into dist/. This is the first time, so everything is compiled: about 5 minutes on two cores."
        }
        (true, false) => "Builds the page into dist/: seconds when little has changed, a minute or two when core has.",
        (false, true) => {
            "Builds the page as it is published into dist/. This is the first time: about 10 minutes on two cores."
        }
        (true, true) => "Builds the page as it is published into dist/: about 3 minutes on two cores.",
    }
}
