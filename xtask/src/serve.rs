//! `cargo xtask serve`: says what is going to happen, compiles the server, and becomes it; the server has the page built.

use std::path::Path;
use std::process::Command;

use anyhow::Result;
use xtask::{child, told};

use crate::dist;

pub(crate) struct Options {
    pub(crate) release: bool,
    pub(crate) port: Option<u16>,
    pub(crate) watch: bool,
    pub(crate) build: bool,
}

/// Sources: what is built from them is built again when one of them is saved.
const SOURCES: [&str; 8] =
    ["core", "shaders", "web", "public", "index.html", "xtask/page", "xtask/builder/src", "Cargo.toml"];

pub(crate) fn serve(root: &Path, options: &Options) -> Result<()> {
    println!("Serves the page on this machine: first a small server is compiled, which shows how far the page is.");
    if options.build {
        println!("{}", dist::about(root, options.release));
    }
    let server = ["--bin", "xtask-server"];
    told::run(child::cargo(root).arg("build").args(server), |_| {})?;
    let mut cargo = child::cargo(root);
    cargo.args(["run", "--quiet"]).args(server).arg("--").arg(root.join("dist"));
    if let Some(port) = options.port {
        cargo.arg("--port").arg(port.to_string());
    }
    if options.watch {
        for name in SOURCES {
            cargo.arg("--watch").arg(root.join(name));
        }
    }
    if !options.build {
        cargo.arg("--as-it-is");
    }
    if options.build || options.watch {
        let builder = dist::builder(root, options.release);
        cargo.arg("--run").arg(builder.get_program()).args(builder.get_args());
    }
    become_it(&mut cargo)
}

/// Goes on as another program: whoever ends this one by its number ends the server.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<()> {
    child::run(command)
}
