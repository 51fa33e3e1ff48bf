//! The programs that the build and the tests need: found, or installed, or named with the way to get them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::child;

/// Makes sure that the standard library for WebAssembly is there.
pub fn wasm_target(root: &Path) -> Result<()> {
    let target = "wasm32-unknown-unknown";
    let sysroot = child::output(child::command(root, "rustc").args(["--print", "sysroot"]))
        .context("rustc was not found: https://rustup.rs installs it")?;
    if Path::new(&sysroot).join("lib/rustlib").join(target).is_dir() {
        return Ok(());
    }
    rustup(root, &["target", "add", target])
}

/// Makes sure that the formatter and the linter are there.
pub fn rust_components(root: &Path) -> Result<()> {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if child::output(child::cargo(root).args([command, "--version"])).is_none() {
            rustup(root, &["component", "add", component])?;
        }
    }
    Ok(())
}

/// Runs rustup; it may have been told not to install by itself, so what is missing is asked for by name.
fn rustup(root: &Path, arguments: &[&str]) -> Result<()> {
    if child::on_path(&["rustup"]).is_none() {
        bail!("this needs `rustup {}`, and rustup was not found: https://rustup.rs installs it", arguments.join(" "));
    }
    child::run(child::command(root, "rustup").args(arguments))
}

/// Makes sure that `node_modules/` is what `package-lock.json` says.
pub fn npm_packages(root: &Path) -> Result<()> {
    let version = child::output(child::command(root, "node").arg("--version")).context(
        "node was not found: https://nodejs.org has it (20.19 or newer), or on Debian `apt-get install nodejs npm`",
    )?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < 20) {
        bail!("node is {version}; 20.19 or newer is needed: https://nodejs.org has it");
    }
    let changed = |path: &str| fs::metadata(root.join(path)).and_then(|data| data.modified());
    // npm writes this file at the end of an installation.
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_ok_and(|installed| changed("package-lock.json").is_ok_and(|lock| lock <= installed)) {
        return Ok(());
    }
    if child::on_path(&["npm"]).is_none() {
        bail!("npm was not found: it comes with node (https://nodejs.org), or on Debian `apt-get install npm`");
    }
    child::run(child::command(root, "npm").args(["ci", "--no-audit", "--no-fund"]))
}

/// A script of an npm package, run by node.
pub fn node(root: &Path, script: &str) -> Command {
    let mut node = child::command(root, "node");
    node.arg(root.join(script));
    node
}

/// `wasm-opt`, from npm's binaryen.
pub fn wasm_opt(root: &Path) -> Result<Command> {
    npm_packages(root)?;
    Ok(node(root, "node_modules/binaryen/bin/wasm-opt"))
}

/// Makes the command that makes a script smaller: npm's terser, which reads a module and writes another.
pub fn terser(root: &Path, from: &Path, to: &Path) -> Result<Command> {
    npm_packages(root)?;
    let mut terser = node(root, "node_modules/terser/bin/terser");
    terser.arg(from).arg("--output").arg(to).args([
        "--module",
        "--ecma",
        "2022",
        "--compress",
        "passes=3,unsafe_arrows=true",
        "--mangle",
    ]);
    Ok(terser)
}

/// A Chromium for the tests: the one that is named in `COLEX_CHROMIUM`, or installed, or else an installed one from
/// Playwright, or else from Debian. It must be the full browser: the headless shell has no WebGPU.
pub fn chromium(root: &Path) -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("COLEX_CHROMIUM") {
        return Ok(PathBuf::from(named));
    }
    if let Some(found) = installed_chromium(root) {
        return Ok(found);
    }
    println!("no Chromium or Chrome was found; installing one");
    let playwright = node(root, "node_modules/@playwright/test/cli.js")
        .args(["install", "--with-deps", "--no-shell", "chromium"])
        .env("PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT", "20000")
        .status();
    if !playwright.is_ok_and(|status| status.success()) && debian_root() {
        apt_get(root, &["chromium"])?;
    }
    installed_chromium(root).context(
        "no Chromium could be installed: install Chrome or Chromium, or set COLEX_CHROMIUM to the program's path",
    )
}

fn installed_chromium(root: &Path) -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let places = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "C:/Program Files/Google/Chrome/Application/chrome.exe",
        "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
    ];
    let playwright = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
    let playwright = || child::output(child::command(root, "node").args(["--eval", playwright])).map(PathBuf::from);
    child::on_path(&names)
        .or_else(|| places.iter().map(PathBuf::from).find(|path| path.is_file()))
        .or_else(|| playwright().filter(|path| path.is_file()))
}

/// A Firefox, whose WebGPU compiles with naga: the one that is named in `COLEX_FIREFOX`, or installed, or else from
/// Debian. Without one nothing is opened in it.
pub fn firefox(root: &Path) -> Option<PathBuf> {
    let named = std::env::var_os("COLEX_FIREFOX").map(PathBuf::from);
    let found = || {
        let places =
            ["/Applications/Firefox.app/Contents/MacOS/firefox", "C:/Program Files/Mozilla Firefox/firefox.exe"];
        child::on_path(&["firefox", "firefox-esr"])
            .or_else(|| places.iter().map(PathBuf::from).find(|path| path.is_file()))
    };
    named.or_else(found).or_else(|| {
        if !debian_root() {
            return None;
        }
        println!("no Firefox was found; installing one");
        if let Err(error) = apt_get(root, &["firefox-esr"]) {
            println!("{error:#}");
        }
        found()
    })
}

/// The driver of WebKitGTK, which stands in for Safari: the one that is named in `COLEX_WEBKIT`, or installed, or else from
/// Debian, with a screen that is none. Without them nothing is opened in WebKit.
pub fn webkit(root: &Path) -> Option<PathBuf> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let driver =
        || std::env::var_os("COLEX_WEBKIT").map(PathBuf::from).or_else(|| child::on_path(&["WebKitWebDriver"]));
    let found = || child::on_path(&["Xvfb"]).and_then(|_| driver());
    found().or_else(|| {
        if !debian_root() {
            return None;
        }
        println!("no WebKitGTK with a driver was found; installing one");
        if let Err(error) = apt_get(root, &["webkit2gtk-driver", "xvfb"]) {
            println!("{error:#}");
        }
        found()
    })
}

/// Makes sure of a Vulkan driver for the native GPU tests: a GPU's own, or Mesa's lavapipe, which needs no GPU.
/// Without one they are not run; the same kernels run in the page's tests in any case.
pub fn vulkan(root: &Path) -> bool {
    if !cfg!(target_os = "linux") {
        return false;
    }
    if !vulkan_driver() && debian_root() {
        println!("no Vulkan driver was found; installing Mesa's lavapipe");
        if let Err(error) = apt_get(root, &["mesa-vulkan-drivers", "libvulkan1"]) {
            println!("{error:#}");
        }
    }
    vulkan_driver()
}

fn vulkan_driver() -> bool {
    ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"]
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .any(|mut entries| entries.next().is_some())
}

/// Returns true if this is Debian, or made from it, and we may install packages.
fn debian_root() -> bool {
    Path::new("/etc/debian_version").exists()
        && child::output(Command::new("id").arg("-u")).as_deref() == Some("0")
        && child::on_path(&["apt-get"]).is_some()
}

fn apt_get(root: &Path, packages: &[&str]) -> Result<()> {
    let apt = || {
        let mut apt = child::command(root, "apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt
    };
    child::run(apt().args(["update", "--quiet"]))?;
    child::run(apt().args(["install", "--yes", "--quiet", "--no-install-recommends"]).args(packages))
}
