//! `cargo xtask test`: everything that must hold before a change is taken, in the order in which it fails soonest.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use xtask::{child, tools};

use crate::dist;

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
        run.stage("clippy", || {
            cargo("clippy --workspace --all-targets --features colex/cli,xtask-builder/release -- -D warnings")
        })?;
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
            tests.args(["test", "--workspace", "--features", "colex/cli,xtask-builder/release"]);
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
        run.stage("release build", || dist::build(root, true))?;
        run.stage("HTML", || {
            child::run(
                tools::node(root, "node_modules/html-validate/bin/html-validate.mjs")
                    .args(["dist/index.html", "dist/licences.html"]),
            )
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
            child::run(tests.envs(browser.iter().map(|browser| ("COLEX_CHROMIUM", browser))))
        })?;
        let mut engines = Vec::new();
        run.stage("other engines", || {
            let (firefox, webkit) = (tools::firefox(root), tools::webkit(root));
            if firefox.is_none() {
                notes.push("the page was not opened in Firefox: none could be had");
            }
            if webkit.is_none() {
                notes.push(
                    "the page was not opened in WebKit: WebKitGTK's driver or a screen for it (Xvfb) could not be had",
                );
            }
            let found = [
                ("chromium", "COLEX_CHROMIUM", browser),
                ("firefox", "COLEX_FIREFOX", firefox),
                ("webkit", "COLEX_WEBKIT", webkit),
            ];
            engines =
                found.into_iter().filter_map(|(name, variable, program)| Some((name, variable, program?))).collect();
            engines.iter().for_each(|(name, _, program)| println!("{name}: {}", program.display()));
            Ok(())
        })?;
        run.stage("the main tasks in each engine", || {
            let mut tasks = tools::node(root, "playwright-tests/engines.mjs");
            tasks.args(engines.iter().map(|(name, ..)| name));
            child::run(tasks.envs(engines.iter().map(|(_, variable, program)| (variable, program))))
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
