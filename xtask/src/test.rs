//! `cargo xtask test`: everything that must hold before a change is taken. What Rust says and what the browser says are
//! asked side by side, each in the order in which it fails soonest.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, bail};
use xtask::{child, told, tools};

use crate::dist;

/// Choice of what is tested.
pub(crate) struct Options {
    /// The Rust side.
    pub(crate) rust: bool,
    /// The page.
    pub(crate) page: bool,
    /// With more sequences of the law of edits, and every file of the page failing in every way.
    pub(crate) thorough: bool,
}

/// The program of core's tests, and a pattern for those of all others.
const CORE: &str = "all";
const OTHERS: &str = "[!a]*";

/// The port of the page under test, where none is asked for.
const PORT: u16 = 21_730;

/// Variables of the tests, with what `--thorough` gives them.
const THOROUGH: [(&str, &str); 2] = [("COLEX_LAW_SEEDS", "300"), ("COLEX_TABLE", "all")];

/// The stages that have passed, with their times.
#[derive(Default)]
struct Run {
    thorough: bool,
    /// True if tests of the page failed beside all else, and are to be asked once more.
    again: AtomicBool,
    passed: Mutex<Vec<(&'static str, Duration)>>,
    notes: Mutex<Vec<String>>,
    failed: AtomicBool,
}

impl Run {
    /// One stage: its name, then what it prints, then its time. The first that fails ends the run: what is under way
    /// beside it is finished, and no other begins.
    fn stage<T>(&self, name: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.failed.load(Ordering::Relaxed) {
            bail!("`{name}` and what follows were not run");
        }
        println!("\n== {name}");
        let start = Instant::now();
        let done = work().with_context(|| format!("the stage `{name}` failed"));
        let time = start.elapsed();
        if done.is_ok() {
            self.passed.lock().unwrap_or_else(PoisonError::into_inner).push((name, time));
        } else {
            self.failed.store(true, Ordering::Relaxed);
        }
        println!("-- {name}: {}, {:.1} s", if done.is_ok() { "passed" } else { "failed" }, time.as_secs_f64());
        done
    }

    fn note(&self, note: impl Into<String>) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(note.into());
    }

    fn say_notes(&self) {
        for note in self.notes.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            println!("note: {note}");
        }
    }

    /// A command with the variables that tests read.
    fn tested(&self, mut command: Command) -> Command {
        let asked = THOROUGH.iter().filter(|(name, _)| self.thorough && std::env::var_os(name).is_none());
        command.envs(asked.copied());
        command
    }
}

/// Tests the Rust side, the page, or both.
pub(crate) fn test(root: &Path, options: &Options) -> Result<()> {
    let run = Run { thorough: options.thorough, ..Run::default() };
    // Programs are installed one after the other, before anything needs them.
    let gpu = if options.rust { rust_tools(root, &run)? } else { false };
    let engines = if options.page { page_tools(root, &run)? } else { Vec::new() };

    let (rust, page) = thread::scope(|scope| {
        let rust = options.rust.then(|| scope.spawn(|| test_rust(root, &run, gpu)));
        let page = if options.page { test_page(root, &run, &engines) } else { Ok(()) };
        (rust.map_or(Ok(()), |rust| rust.join().unwrap_or_else(|_| Err(anyhow!("a panic")))), page)
    });
    // Failures while two cores did everything at once decide nothing: they are asked again when all else has ended.
    let page = page.and_then(|()| if run.again.load(Ordering::Relaxed) { alone(root, &run, &engines) } else { Ok(()) });
    let both = match (rust, page) {
        (Err(rust), Err(page)) => Err(anyhow!("{rust:#}\n{page:#}")),
        (rust, page) => rust.and(page),
    };
    if both.is_err() {
        run.say_notes();
    }
    both?;

    let passed = run.passed.lock().unwrap_or_else(PoisonError::into_inner);
    println!("\nall stages passed:");
    for (name, time) in passed.iter() {
        println!("{:>8.1} s  {name}", time.as_secs_f64());
    }
    run.say_notes();
    println!("stages: {} passed, 0 failed", passed.len());
    Ok(())
}

/// Installs what the Rust side needs; says whether there is a Vulkan driver.
fn rust_tools(root: &Path, run: &Run) -> Result<bool> {
    run.stage("tools", || tools::wasm_target(root).and_then(|()| tools::rust_components(root)))?;
    let gpu = run.stage("a Vulkan driver", || Ok(tools::vulkan(root)))?;
    if !gpu {
        run.note("the native GPU tests were not run: no Vulkan driver (Mesa's lavapipe is one) could be had");
    }
    Ok(gpu)
}

/// A browser: what the tests call it, the variable that names its program, and the program.
type Engine = (&'static str, &'static str, PathBuf);

/// Installs what the page's side needs; the browsers, the first of which is Chromium.
fn page_tools(root: &Path, run: &Run) -> Result<Vec<Engine>> {
    run.stage("npm packages", || tools::npm_packages(root))?;
    run.stage("browsers", || {
        let chromium = Some(tools::chromium(root)?);
        let (firefox, webkit) = (tools::firefox(root), tools::webkit(root));
        if firefox.is_none() {
            run.note("the page was not opened in Firefox: none could be had");
        }
        if webkit.is_none() {
            run.note(
                "the page was not opened in WebKit: WebKitGTK's driver or a screen for it (Xvfb) could not be had",
            );
        }
        let found = [
            ("chromium", "COLEX_CHROMIUM", chromium),
            ("firefox", "COLEX_FIREFOX", firefox),
            ("webkit", "COLEX_WEBKIT", webkit),
        ];
        let engines: Vec<Engine> =
            found.into_iter().filter_map(|(name, variable, program)| Some((name, variable, program?))).collect();
        engines.iter().for_each(|(name, _, program)| println!("{name}: {}", program.display()));
        Ok(engines)
    })
}

fn test_rust(root: &Path, run: &Run, gpu: bool) -> Result<()> {
    // Both sides speak at once: a line of this one says so.
    let marked = |command: &mut Command| told::marked(command, "rust | ");
    let of_cargo = || run.tested(child::linted(child::cargo(root)));
    let cargo = |arguments: &str| marked(of_cargo().args(arguments.split(' ')));
    let test_with = |mut tests: Command, arguments: &[&str]| {
        tests.args(["test", "--workspace"]).args(child::FEATURES).args(arguments);
        // A driver of Vulkan complains on the standard error where nobody says it.
        tests
            .env("XDG_RUNTIME_DIR", std::env::var_os("XDG_RUNTIME_DIR").unwrap_or_else(|| std::env::temp_dir().into()));
        // Where there is a driver, a test that needs one must not pass by finding none.
        marked(tests.env("COLEX_GPU", if gpu { "required" } else { "none" }))
    };
    let test = |arguments: &[&str]| test_with(child::patient(of_cargo()), arguments);
    // Checks that fail most often come first, and as soon as they can.
    run.stage("format", || cargo("fmt --all --check"))?;
    run.stage("core's tests", || test_with(of_cargo(), &["--test", CORE]))?;
    if run.thorough {
        // All of the page is compiled for this machine, too, and Clippy asked of it there: here it sees what only the
        // browser's half of other packages says, for the price of all of Leptos once more.
        run.stage("clippy for the browser", || {
            marked(
                child::patient(of_cargo()).args("check --package colex-web --target wasm32-unknown-unknown".split(' ')),
            )
        })?;
    }
    run.stage("compile the tests", || test(&["--all-targets", "--no-run"]))?;
    run.stage("tests", || test(&["--lib", "--bins", "--examples", "--test", OTHERS]))?;
    run.stage("examples in the documentation", || test(&["--doc"]))?;
    run.stage("documentation", || {
        // Of what others may use. That of the kernels needs a check of wgpu and naga that nothing else does: a tenth of a
        // run from an empty folder.
        let kernels = run.thorough.then_some("colex-shaders");
        let mut doc = child::patient(of_cargo());
        doc.args(["doc", "--no-deps"]);
        ["colex", "colex-document"].into_iter().chain(kernels).for_each(|package| {
            doc.args(["--package", package]);
        });
        marked(doc.env("RUSTDOCFLAGS", "-D warnings"))
    })
}

fn test_page(root: &Path, run: &Run, engines: &[Engine]) -> Result<()> {
    let named = || engines.iter().map(|(_, variable, program)| (variable, program));
    run.stage("release build", || dist::build(root, true))?;
    run.stage("HTML", || {
        child::run(
            tools::node(root, "node_modules/html-validate/bin/html-validate.mjs")
                .args(["dist/index.html", "dist/licences.html"]),
        )
    })?;
    run.stage("the page in the browser", || {
        if child::run(browser_tests(root, run).envs(named())).is_err() {
            if verdict(root).is_empty() {
                bail!("the tests did not come to an end");
            }
            run.again.store(true, Ordering::Relaxed);
        }
        Ok(())
    })?;
    run.stage("the main tasks in each engine", || {
        let mut tasks = tools::node(root, "playwright-tests/engines.mjs");
        tasks.args(engines.iter().map(|(name, ..)| name));
        child::run(tasks.envs(named()))
    })
}

/// The tests of the page.
fn browser_tests(root: &Path, run: &Run) -> Command {
    let mut tests = run.tested(tools::node(root, "node_modules/@playwright/test/cli.js"));
    tests.args(["test", "--config", "playwright-tests/playwright.config.ts"]);
    // A port that something else has got hold of is no reason to fail.
    let wanted = std::env::var("COLEX_PORT").ok().and_then(|port| port.parse().ok()).unwrap_or(PORT);
    let mut ports = wanted..wanted.saturating_add(100);
    let free = ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    tests.env("COLEX_PORT", free.unwrap_or(wanted).to_string());
    tests
}

/// Lists the tests of the page that failed when they were last asked, a line each.
fn verdict(root: &Path) -> String {
    fs::read_to_string(root.join("test-results/verdict.txt")).unwrap_or_default()
}

/// Asks the tests of the page that failed once more, one at a time with nothing beside them. That decides; what passes only
/// so is named at the end.
fn alone(root: &Path, run: &Run, engines: &[Engine]) -> Result<()> {
    run.stage("what failed in the browser, alone", || {
        let first = verdict(root);
        let mut tests = browser_tests(root, run);
        tests.args(["--last-failed", "--workers", "1"]);
        let done = child::run(tests.envs(engines.iter().map(|(_, variable, program)| (variable, program))));
        let still = verdict(root);
        // A line is a test, and behind a tab what it said.
        let name = |line: &str| line.split('\t').next().unwrap_or_default().to_owned();
        for line in first.lines() {
            let is_alone = still.lines().all(|other| name(other) != name(line));
            let told = line.replace('\t', ": ");
            run.note(if is_alone { format!("passed only alone: {told}") } else { format!("failed: {told}") });
        }
        done
    })
}
