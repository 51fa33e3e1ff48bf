//! The builder behind `cargo xtask`: from the sources to `dist/`. A program of its own, because it takes minutes to compile
//! the first time: whoever serves the page is told so by a server that is there before.

use std::process::ExitCode;

use anyhow::Result;
use lexopt::Arg::Long;

mod alike;
mod build;
#[cfg(feature = "release")]
mod compressed;
mod gather;
mod kept;
mod licences;
mod pack;
mod rest;
#[cfg(not(feature = "release"))]
mod compressed {
    //! Without what compresses.

    /// Refuses.
    pub(crate) fn add(_: &mut Vec<crate::pack::File>, _: &crate::kept::Kept) -> anyhow::Result<()> {
        anyhow::bail!("the builder was compiled without its feature `release`")
    }
}

fn main() -> ExitCode {
    xtask::ended(command())
}

fn command() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let mut profile = build::Profile::Dev;
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("release") => profile = build::Profile::Release,
            Long("counted") => profile = build::Profile::Counted,
            other => return Err(other.unexpected().into()),
        }
    }
    build::build(&xtask::root(), profile)
}
