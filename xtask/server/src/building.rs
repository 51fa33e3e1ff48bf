//! Runs the command that fills the folder: at the start, and whenever a source has been saved.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};
use xtask::told::{self, Heard};

use crate::Options;
use crate::state::News;

/// Time that files must have been quiet before a build: editors save several at once.
const QUIET: Duration = Duration::from_millis(150);
/// So many of the last lines of a build that failed are shown.
const LINES: usize = 200;

/// Builds once, unless the folder is served as it is; an error is told to the pages too.
pub(crate) fn first(options: &Options, news: &News) -> Result<()> {
    if options.command.is_empty() || options.as_it_is { Ok(()) } else { build(&options.command, news) }
}

/// Builds whenever a source has been saved. Ends only when files cannot be watched.
pub(crate) fn again(options: &Options, saves: &mpsc::Receiver<()>, news: &News) {
    while saves.recv().is_ok() {
        loop {
            match saves.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        if let Err(error) = build(&options.command, news) {
            report(&error);
        }
    }
}

/// Says in the terminal that a build failed.
pub(crate) fn report(error: &anyhow::Error) {
    eprintln!("error: {error:#}\n       (the last good build is still served; save a file to build again)");
}

/// Listens for saved files from now on: what is saved during a build is built after it.
pub(crate) fn watch(paths: &[PathBuf]) -> Result<(RecommendedWatcher, mpsc::Receiver<()>)> {
    let (saved, saves) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading a file is an event too; the build itself reads every one of them.
        let written = |event: &notify::Event| !event.kind.is_access();
        if event.as_ref().is_ok_and(written) {
            // The other side ends with the program.
            let _ = saved.send(());
        }
    })?;
    for path in paths.iter().filter(|path| path.exists()) {
        let whole = watcher.watch(path, RecursiveMode::Recursive);
        whole.with_context(|| format!("cannot watch {}", path.display()))?;
    }
    Ok((watcher, saves))
}

fn build(words: &[String], news: &News) -> Result<()> {
    let (program, arguments) = words.split_first().context("no command fills the folder")?;
    news.begin();
    let mut last = VecDeque::with_capacity(LINES);
    let result = told::run(Command::new(program).args(arguments), |heard| match heard {
        Heard::Progress(progress) => news.count(progress),
        Heard::Line(line) => {
            if last.len() == LINES {
                last.pop_front();
            }
            last.push_back(line.to_owned());
            news.say(line);
        }
    });
    // Crates that compiled well are of no interest once something did not.
    let of_interest =
        |line: &String| !["Compiling", "Downloaded"].iter().any(|word| line.trim_start().starts_with(word));
    news.end(result.as_ref().copied().map_err(|error| {
        let lines: Vec<_> = last.iter().filter(|line| of_interest(line)).map(String::as_str).collect();
        format!("{}\n{error:#}\n", lines.join("\n"))
    }));
    result
}
