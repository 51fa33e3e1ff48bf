//! `cargo xtask test`: everything that must hold before a change is taken, in the order in which it fails soonest.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

use crate::{build, child, tools};

/// The stages that have passed, with their times.
struct Run {
    passed: Vec<(&'static str, Duration)>,
}

impl Run {
    /// One stage: its name, then what it prints, then its time. The first that fails ends the run.
    fn stage(&mut self, name: &'static str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        work().with_context(|| format!("the stage `{name}` failed"))?;
        self.passed.push((name, start.elapsed()));
        println!("-- {name}: {:.1} s", start.elapsed().as_secs_f64());
        Ok(())
    }
}

/// Tests the Rust side, the page, or both.
pub(crate) fn test(root: &Path, rust: bool, page: bool) -> Result<()> {
    let mut run = Run { passed: Vec::new() };
    let mut notes = Vec::new();
    let cargo = |arguments: &str| child::run(child::cargo(root).args(arguments.split(' ')));
    if rust {
        run.stage("tools", || tools::wasm_target(root).and_then(|()| tools::rust_components(root)))?;
        run.stage("format", || cargo("fmt --all --check"))?;
        run.stage("clippy", || cargo("clippy --workspace --all-targets --features colex/cli -- -D warnings"))?;
        run.stage("clippy for the browser", || {
            cargo("clippy --package colex-web --target wasm32-unknown-unknown -- -D warnings")
        })?;
        let mut gpu = false;
        run.stage("a Vulkan driver", || {
            gpu = tools::vulkan(root);
            Ok(())
        })?;
        if !gpu {
            notes.push("the native GPU tests were not run: no Vulkan driver (Mesa's lavapipe is one) could be had");
        }
        run.stage("tests", || {
            let mut tests = child::cargo(root);
            // With the command line, which no other package asks for.
            tests.args(["test", "--workspace", "--features", "colex/cli"]);
            // Where there is a driver, a test that needs one must not pass by finding none.
            child::run(tests.env("COLEX_GPU", if gpu { "required" } else { "none" }))
        })?;
        run.stage("documentation", || {
            let mut doc = child::cargo(root);
            doc.args(["doc", "--workspace", "--no-deps"]);
            child::run(doc.env("RUSTDOCFLAGS", "-D warnings"))
        })?;
    }
    if page {
        run.stage("npm packages", || tools::npm_packages(root))?;
        run.stage("release build", || build::build(root, build::Profile::Release))?;
        run.stage("HTML", || {
            child::run(tools::node(root, "node_modules/html-validate/bin/html-validate.mjs").arg("dist/index.html"))
        })?;
        let mut browser = None;
        run.stage("a browser", || {
            let found = tools::chromium(root)?;
            println!("{}", found.display());
            browser = Some(found);
            Ok(())
        })?;
        run.stage("the page in the browser", || {
            let mut tests = tools::node(root, "node_modules/@playwright/test/cli.js");
            tests.args(["test", "--config", "playwright-tests/playwright.config.ts"]);
            child::run(tests.envs(browser.map(|browser| ("COLEX_CHROMIUM", browser))))
        })?;
        run.stage("a second engine", || {
            let Some(firefox) = tools::firefox(root) else {
                notes.push("the page was not opened in Firefox: none could be had");
                return Ok(());
            };
            println!("{}", firefox.display());
            child::run(tools::node(root, "playwright-tests/firefox.mjs").env("COLEX_FIREFOX", firefox))
        })?;
    }

    println!("\nall stages passed:");
    for (name, time) in &run.passed {
        println!("{:>8.1} s  {name}", time.as_secs_f64());
    }
    for note in notes {
        println!("note: {note}");
    }
    println!("stages: {} passed, 0 failed", run.passed.len());
    Ok(())
}
