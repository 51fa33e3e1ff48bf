//! `cargo xtask profile`: which functions no first picture runs, written to `web/rest.txt`. A function that is not listed
//! there is part of what loads at first.

use std::path::Path;

use anyhow::Result;
use xtask::{child, tools};

use crate::dist;

pub(crate) fn profile(root: &Path) -> Result<()> {
    tools::npm_packages(root)?;
    dist::counted(root)?;
    let browser = tools::chromium(root)?;
    child::run(tools::node(root, "playwright-tests/profile.mjs").env("COLEX_CHROMIUM", browser))
}
