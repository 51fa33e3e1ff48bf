//! The server behind `cargo xtask serve`: a folder on this machine, filled by a command, and again whenever a source is
//! saved. A program of its own, because it is there long before what fills the folder is compiled.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use lexopt::Arg::{Long, Value};
use lexopt::ValueExt as _;

mod answer;
mod building;
mod listen;
mod state;

/// Folder to serve, and what fills it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The folder that is served.
    pub(crate) folder: PathBuf,
    /// The first port that is tried.
    pub(crate) port: u16,
    /// Files and folders; when one of them is saved, the command runs again.
    pub(crate) watched: Vec<PathBuf>,
    /// Command that fills the folder.
    pub(crate) command: Vec<String>,
    /// True if the folder is served as it is, until something is saved.
    pub(crate) as_it_is: bool,
}

fn main() -> ExitCode {
    let end = || {
        let options = options()?;
        let listener = listen::listen(options.port)?;
        listen::serve(listener, options)
    };
    xtask::ended(end())
}

/// `FOLDER [--port N] [--watch PATH]... [--as-it-is] [--run PROGRAM ARGUMENT...]`
fn options() -> Result<Options> {
    let mut arguments = lexopt::Parser::from_env();
    let mut options = Options { port: 8080, ..Options::default() };
    let mut folder = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Value(value) if folder.is_none() => folder = Some(PathBuf::from(value)),
            Long("port") => options.port = arguments.value()?.parse()?,
            Long("watch") => options.watched.push(PathBuf::from(arguments.value()?)),
            Long("as-it-is") => options.as_it_is = true,
            Long("run") => {
                options.command = arguments.raw_args()?.map(|word| word.string()).collect::<Result<_, _>>()?;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    options.folder = folder.context("which folder?")?;
    Ok(options)
}
