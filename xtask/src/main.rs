//! `cargo xtask`: builds, serves, tests and measures Colex. One file per command; what several of them need is in the
//! library beside this. It is compiled in seconds and speaks at once: what takes long to compile is in two programs of
//! their own, `builder` and `server`.

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::Arg::{Long, Short, Value};
use lexopt::ValueExt as _;

mod bench;
mod dist;
mod profile;
mod serve;
mod shots;
mod test;

const HELP: &str = "\
cargo xtask COMMAND

  build [--release]       writes the page to dist/
  serve [--release]       builds and serves the page, and again whenever a file is saved
        [--port N]          the first port to try (8080)
        [--no-watch]        does not look for saved files
        [--no-build]        serves dist/ as it is
  test [--rust | --page]  everything that must hold before a change is taken
       [--thorough]         with more sequences of edits, and every file failing in every way
  bench                   measures the algebra and the page
  profile                 measures which functions no first picture runs, for web/rest.txt
  shots                   takes the pictures in docs/pictures/
";

fn main() -> ExitCode {
    xtask::ended(command())
}

fn command() -> Result<()> {
    let mut arguments = lexopt::Parser::from_env();
    let mut name = None;
    let (mut release, mut no_watch, mut no_build) = (false, false, false);
    let (mut rust, mut page, mut thorough) = (false, false, false);
    let mut port = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Short('h') | Long("help") => {
                print!("{HELP}");
                return Ok(());
            }
            Value(value) if name.is_none() => name = Some(value.string()?),
            Long("release") if matches!(name.as_deref(), Some("build" | "serve")) => release = true,
            Long("port") if name.as_deref() == Some("serve") => port = Some(arguments.value()?.parse()?),
            Long("no-watch") if name.as_deref() == Some("serve") => no_watch = true,
            Long("no-build") if name.as_deref() == Some("serve") => no_build = true,
            Long("rust") if name.as_deref() == Some("test") => rust = true,
            Long("page") if name.as_deref() == Some("test") => page = true,
            Long("thorough") if name.as_deref() == Some("test") => thorough = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let root = xtask::root();
    match name.as_deref() {
        Some("build") => dist::build(&root, release),
        Some("serve") => serve::serve(&root, &serve::Options { release, port, watch: !no_watch, build: !no_build }),
        // Neither option, or both, is the whole.
        Some("test") => test::test(&root, &test::Options { rust: rust || !page, page: page || !rust, thorough }),
        Some("bench") => bench::bench(&root),
        Some("profile") => profile::profile(&root),
        Some("shots") => shots::shots(&root),
        Some(other) => bail!("there is no command `{other}`\n\n{HELP}"),
        None => bail!("which command?\n\n{HELP}"),
    }
}
