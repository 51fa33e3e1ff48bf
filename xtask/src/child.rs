//! Running other programs: what they print goes to the terminal, and a failure becomes a sentence.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

/// A command that will run in `folder`; on Windows npm's programs are `.cmd` files.
pub fn command(folder: &Path, program: &str) -> Command {
    let program =
        if cfg!(windows) && matches!(program, "npm" | "npx") { format!("{program}.cmd") } else { program.into() };
    let mut command = Command::new(program);
    command.current_dir(folder);
    command
}

/// The cargo that runs this program, or the one on the path.
pub fn cargo(root: &Path) -> Command {
    let mut cargo = command(root, &std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    // Set for this package by `cargo run`; the packages that are built next have their own.
    for name in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH"] {
        cargo.env_remove(name);
    }
    cargo
}

/// The features with which the workspace is built for tests: those that no other package asks for. Every command that
/// compiles for this machine names them, and names a program by `--bin` and not its package: then all of them have the same
/// dependencies with the same features, and nothing is compiled twice.
pub const FEATURES: [&str; 2] = ["--features", "colex/cli,colex/serde,xtask-builder/release"];

/// The command of cargo, with Clippy in the place of the compiler: what it says of a package is said while that is compiled
/// for its tests, and not by a second pass over all that it is made of. A warning is an error.
pub fn linted(mut cargo: Command) -> Command {
    let beside =
        Path::new(cargo.get_program()).with_file_name(format!("clippy-driver{}", std::env::consts::EXE_SUFFIX));
    let driver = if beside.is_file() { beside } else { "clippy-driver".into() };
    cargo.env("RUSTC_WORKSPACE_WRAPPER", driver).env("CLIPPY_ARGS", "-Dwarnings__CLIPPY_HACKERY__");
    cargo
}

/// The command, giving way to others where the system knows how: what stands beside a browser must not starve it.
pub fn patient(command: Command) -> Command {
    if !cfg!(unix) || on_path(&["nice"]).is_none() {
        return command;
    }
    let mut nice = Command::new("nice");
    nice.args(["-n", "10"]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        nice.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    nice
}

/// Runs a command to its end; an error names it.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("`{}` could not be started", line(command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Returns what a command prints, when it can be started and succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The command as one would type it.
pub(crate) fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let name = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
    let mut line: Vec<String> = words.map(name).collect();
    if let Some(program) = Path::new(&line[0]).file_name() {
        line[0] = program.to_string_lossy().into_owned();
    }
    line.join(" ")
}

/// The first of the named programs that is on the path.
pub fn on_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let suffixes: &[&str] = if cfg!(windows) { &[".exe", ".cmd"] } else { &[""] };
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| (name, folder)))
        .flat_map(|(name, folder)| suffixes.iter().map(move |suffix| folder.join(format!("{name}{suffix}"))))
        .find(|file| file.is_file())
}
