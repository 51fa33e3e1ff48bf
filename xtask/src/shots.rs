//! `cargo xtask shots`: the pictures of the page in `docs/pictures/`, taken from the page as it is.

use std::path::Path;

use anyhow::Result;

use crate::{build, child, tools};

pub(crate) fn shots(root: &Path) -> Result<()> {
    tools::npm_packages(root)?;
    build::build(root, build::Profile::Release)?;
    let browser = tools::chromium(root)?;
    child::run(tools::node(root, "playwright-tests/shots.mjs").env("COLEX_CHROMIUM", browser))
}
