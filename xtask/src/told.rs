//! Long commands that say how far they are: every line goes to the terminal, cargo's own progress is read, and whoever
//! waits sees a line at least every few seconds.

use std::io::{self, IsTerminal as _, Read, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use crate::child;

/// After so much silence it is said that the work goes on: a line at least every five seconds.
const SILENCE: Duration = Duration::from_secs(4);

/// Progress of cargo.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Number of pieces that are compiled.
    pub done: u32,
    /// Number of all pieces.
    pub total: u32,
    /// The ones that are being compiled.
    pub now: String,
}

/// Output that a command lets hear.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard<'a> {
    /// A line, without colours.
    Line(&'a str),
    /// Progress of cargo.
    Progress(&'a Progress),
}

/// The processes that `run` waits for, and whether any more may begin.
struct Running {
    processes: Vec<u32>,
    has_ended: bool,
}

static RUNNING: Mutex<Running> = Mutex::new(Running { processes: Vec::new(), has_ended: false });

fn running() -> MutexGuard<'static, Running> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Time that a program told to end may take until it is ended, and as long again until nobody waits for it: a machine
/// that has much else to do needs seconds.
const PATIENCE: Duration = Duration::from_secs(10);

/// Ends what `run` waits for, and waits until it is gone: a program that ends leaves nothing behind. Nothing runs afterwards.
pub fn end() {
    running().has_ended = true;
    for how in ["-TERM", "-KILL"] {
        let processes = running().processes.clone();
        for process in processes.iter().map(ToString::to_string) {
            let (program, arguments): (_, &[&str]) =
                if cfg!(windows) { ("taskkill", &["/F", "/T", "/PID", &process]) } else { ("kill", &[how, &process]) };
            // It may have ended by itself.
            let _ = Command::new(program).args(arguments).stderr(Stdio::null()).status();
        }
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if running().processes.is_empty() {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Runs a command to its end. What it prints goes to the terminal and to `hear`; an error names the command.
pub fn run(command: &mut Command, mut hear: impl FnMut(Heard<'_>)) -> Result<()> {
    let start = Instant::now();
    let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    // Cargo draws its progress for a terminal of its own accord; here it is told to, and the drawing is read.
    command
        .env("CARGO_TERM_PROGRESS_WHEN", "always")
        .env("CARGO_TERM_PROGRESS_WIDTH", "100")
        .env("CARGO_TERM_COLOR", if colour { "always" } else { "never" })
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = {
        // Whoever ends it must know it as soon as it runs.
        let mut running = running();
        if running.has_ended {
            bail!("`{}` is not started any more", child::line(command));
        }
        let process = command.spawn().with_context(|| format!("`{}` could not be started", child::line(command)))?;
        running.processes.push(process.id());
        process
    };
    let number = process.id();
    let (said, hears) = mpsc::channel();
    for stream in [
        process.stdout.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
        process.stderr.take().map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    ] {
        let (stream, said) = (stream.context("a command without output")?, said.clone());
        thread::spawn(move || pieces(stream, |piece| said.send(piece).is_ok()));
    }
    drop(said);

    let mut progress = None;
    let mut last = start;
    loop {
        match hears.recv_timeout(SILENCE.saturating_sub(last.elapsed())) {
            Ok(Piece { text, drawn }) => {
                let plain = plain(&text);
                if let Some(next) = drawn.then(|| cargo_progress(&plain)).flatten() {
                    hear(Heard::Progress(&next));
                    progress = Some(next);
                } else if !plain.trim().is_empty() {
                    // Cargo's count is over when it says so.
                    if plain.trim_start().starts_with("Finished") {
                        progress = None;
                    }
                    print(text.trim_start_matches("\x1b[K").trim_end());
                    hear(Heard::Line(plain.trim_end()));
                    last = Instant::now();
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                print(&still(progress.as_ref(), start.elapsed()));
                last = Instant::now();
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = process.wait()?;
    running().processes.retain(|running| *running != number);
    if !status.success() {
        bail!("`{}` failed ({status})", child::line(command));
    }
    Ok(())
}

/// Number of lines that an error repeats of what a command printed.
const REPEATED: usize = 6;

/// Returns true if a line says what went wrong: an error of the compiler, a test that failed, where it panicked and
/// what it said.
fn tells(line: &str, before: &str) -> bool {
    line.starts_with("error")
        || line.starts_with("test ") && line.ends_with("FAILED")
        || line.contains("panicked at ")
        || before.contains("panicked at ")
        || line.starts_with("Diff in ")
}

/// Runs a command to its end, and marks each line that it prints, so that another may print beside it; an error names the
/// command, and repeats the first lines that say what went wrong.
pub fn marked(command: &mut Command, mark: &str) -> Result<()> {
    let colour = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    command
        .env("CARGO_TERM_COLOR", if colour { "always" } else { "never" })
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = command.spawn().with_context(|| format!("`{}` could not be started", child::line(command)))?;
    let (stdout, stderr) = (process.stdout.take(), process.stderr.take());
    let telling = Mutex::new(Vec::new());
    let show = |stream: &mut dyn Read| {
        let mut before = String::new();
        pieces(stream, |Piece { text, .. }| {
            // A terminal that has been closed ends no test.
            let _ = writeln!(io::stdout(), "{mark}{text}");
            let line = plain(&text);
            let mut telling = telling.lock().unwrap_or_else(PoisonError::into_inner);
            if telling.len() < REPEATED && tells(&line, &before) {
                telling.push(line.clone());
            }
            before = line;
            true
        });
    };
    thread::scope(|scope| {
        scope.spawn(|| stderr.map(|mut stream| show(&mut stream)));
        if let Some(mut stream) = stdout {
            show(&mut stream);
        }
    });
    let status = process.wait()?;
    if !status.success() {
        let telling = telling.into_inner().unwrap_or_else(PoisonError::into_inner);
        let telling = telling.iter().map(|line| format!("\n  {line}")).collect::<String>();
        bail!("`{}` failed ({status}){telling}", child::line(command));
    }
    Ok(())
}

/// A line on the standard error, where cargo speaks too. A terminal that has been closed ends no build.
fn print(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Returns what is said when nothing else is.
fn still(progress: Option<&Progress>, time: Duration) -> String {
    let time = format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60);
    match progress {
        Some(Progress { done, total, now }) => {
            format!("{:>12} {done} of {total} compiled, now {now}", format!("[{time}]"))
        }
        None => format!("{:>12} still at work", format!("[{time}]")),
    }
}

/// A stretch of output, and whether it is drawn over: then it ends with a carriage return alone.
struct Piece {
    text: String,
    drawn: bool,
}

/// Takes the output apart at its ends of lines and its carriage returns, until it ends or nobody listens.
fn pieces(mut stream: impl Read, mut each: impl FnMut(Piece) -> bool) {
    let mut buffer = [0; 4096];
    let mut text = Vec::new();
    while let Ok(count) = stream.read(&mut buffer)
        && count > 0
    {
        for &byte in buffer.iter().take(count) {
            if byte != b'\n' && byte != b'\r' {
                text.push(byte);
                continue;
            }
            let piece = Piece { text: String::from_utf8_lossy(&text).into_owned(), drawn: byte == b'\r' };
            text.clear();
            if !each(piece) {
                return;
            }
        }
    }
    if !text.is_empty() {
        each(Piece { text: String::from_utf8_lossy(&text).into_owned(), drawn: false });
    }
}

/// The text without the terminal's control sequences.
fn plain(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        result.push_str(before);
        let end = after.find(|c: char| c.is_ascii_alphabetic()).map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    result + rest
}

/// Reads `Building [==>   ] 3/40: anyhow, syn`.
fn cargo_progress(line: &str) -> Option<Progress> {
    let (_, after) = line.trim().strip_prefix("Building [")?.split_once("] ")?;
    let (count, now) = after.split_once(':').unwrap_or((after, ""));
    let (done, total) = count.split_once('/')?;
    Some(Progress { done: done.parse().ok()?, total: total.parse().ok()?, now: now.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_drawing_of_cargo_is_read() {
        let at = |done, total, now: &str| Some(Progress { done, total, now: now.to_owned() });
        let cases = [
            ("    Building [==>         ] 10/51: socket2, http-body      ", at(10, 51, "socket2, http-body")),
            ("    Building [            ] 0/1", at(0, 1, "")),
            ("    Blocking waiting for file lock on build directory", None),
            ("   Compiling syn v3.0.9", None),
            ("    Building [", None),
        ];
        for (line, expected) in cases {
            assert_eq!(cargo_progress(line), expected, "{line}");
        }
    }

    #[test]
    fn colours_are_taken_out() {
        assert_eq!(plain("\x1b[K\x1b[1m\x1b[92m   Compiling\x1b[0m syn"), "   Compiling syn");
        assert_eq!(plain("a\x1b["), "a");
    }

    #[test]
    fn what_is_drawn_over_is_told_from_lines() {
        let mut found = Vec::new();
        pieces(&b"one\ntwo\rthree"[..], |piece| {
            found.push((piece.text, piece.drawn));
            true
        });
        let expected = [("one", false), ("two", true), ("three", false)];
        assert_eq!(found, expected.map(|(text, drawn)| (text.to_owned(), drawn)));
    }

    #[cfg(unix)]
    #[test]
    fn every_line_is_heard_and_a_failure_names_the_command() {
        let mut lines = Vec::new();
        let mut command = Command::new("sh");
        command.args(["-c", "echo one; echo two >&2; printf '  Building [>  ] 1/2: x\\r' >&2; exit 3"]);
        let mut furthest = None;
        let result = run(&mut command, |heard| match heard {
            Heard::Line(line) => lines.push(line.to_owned()),
            Heard::Progress(progress) => furthest = Some(progress.clone()),
        });
        lines.sort();
        assert_eq!(lines, ["one", "two"]);
        assert_eq!(furthest, Some(Progress { done: 1, total: 2, now: "x".into() }));
        assert!(format!("{:#}", result.unwrap_err()).starts_with("`sh -c echo one"));
    }

    #[cfg(unix)]
    #[test]
    fn a_failure_repeats_what_went_wrong() {
        let said = "echo begin; echo 'test a::b ... ok'; echo 'test a::c ... FAILED'; echo \"thread 'a::c' panicked at a.rs:1:2:\"; echo 'no such mode'; exit 101";
        let error = marked(Command::new("sh").args(["-c", said]), "said | ").unwrap_err().to_string();
        let repeated = "\n  test a::c ... FAILED\n  thread 'a::c' panicked at a.rs:1:2:\n  no such mode";
        assert!(error.ends_with(repeated), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn silence_is_broken() {
        assert_eq!(still(None, Duration::from_secs(64)), "      [1:04] still at work");
        let progress = Progress { done: 3, total: 40, now: "syn".into() };
        assert_eq!(still(Some(&progress), Duration::from_secs(5)), "      [0:05] 3 of 40 compiled, now syn");
        assert!(SILENCE < Duration::from_secs(5));
    }
}
