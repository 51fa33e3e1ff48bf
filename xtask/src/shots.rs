//! `cargo xtask shots`: the pictures of the page in `docs/pictures/`, taken from the page as it is.

use std::path::Path;

use anyhow::Result;
use xtask::{child, tools};

use crate::dist;

pub(crate) fn shots(root: &Path) -> Result<()> {
    tools::npm_packages(root)?;
    dist::build(root, true)?;
    let browser = tools::chromium(root)?;
    child::run(tools::node(root, "playwright-tests/shots.mjs").env("COLEX_CHROMIUM", browser))
}
