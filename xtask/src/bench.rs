//! `cargo xtask bench`: how long the algebra takes, and how long the page takes to answer.

use std::fs;
use std::path::Path;

use anyhow::Result;
use xtask::{child, tools};

use crate::dist;

pub(crate) fn bench(root: &Path) -> Result<()> {
    if root.join("core/examples/bench.rs").exists() {
        child::run(child::cargo(root).args(["run", "--release", "--package", "colex", "--example", "bench"]))?;
    }
    tools::npm_packages(root)?;
    dist::build(root, true)?;
    let browser = tools::chromium(root)?;
    let mut scripts: Vec<_> = fs::read_dir(root.join("playwright-tests/bench"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "mjs"))
        .collect();
    scripts.sort();
    for script in scripts {
        child::run(child::command(root, "node").arg(script).env("COLEX_CHROMIUM", &browser))?;
    }
    Ok(())
}
