//! State of the build, for whoever asks: the page that says "building", and the pages that wait for the next build.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;
use xtask::told::Progress;

/// Time that a question for news is kept open.
const PATIENCE: Duration = Duration::from_secs(20);

/// Current activity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doing {
    /// The folder is being filled.
    Building,
    /// The folder holds what the sources say.
    Ready,
    /// It does not, and this is why.
    Failed(String),
}

/// Where the build stands.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) doing: Doing,
    /// The last good build of this server, if any.
    pub(crate) build: Option<u64>,
    progress: Option<Progress>,
    /// Last line of the command.
    line: String,
    since: Instant,
}

/// The state, which one side changes and the others wait for.
#[derive(Clone)]
pub(crate) struct News(watch::Sender<State>);

impl News {
    /// Nothing has been built; or the folder is served as it is.
    pub(crate) fn new(as_it_is: bool) -> News {
        let state = State {
            doing: if as_it_is { Doing::Ready } else { Doing::Building },
            build: as_it_is.then(first_number),
            progress: None,
            line: String::new(),
            since: Instant::now(),
        };
        News(watch::Sender::new(state))
    }

    pub(crate) fn now(&self) -> State {
        self.0.borrow().clone()
    }

    /// A build begins.
    pub(crate) fn begin(&self) {
        self.0.send_modify(|state| {
            state.doing = Doing::Building;
            state.since = Instant::now();
            state.progress = None;
        });
    }

    /// Cargo counts.
    pub(crate) fn count(&self, progress: &Progress) {
        self.0.send_modify(|state| state.progress = Some(progress.clone()));
    }

    /// The command says something.
    pub(crate) fn say(&self, line: &str) {
        self.0.send_modify(|state| {
            line.trim().clone_into(&mut state.line);
            if state.line.starts_with("Finished") {
                state.progress = None;
            }
        });
    }

    /// A build ended: well, or with this sentence.
    pub(crate) fn end(&self, result: Result<(), String>) {
        self.0.send_modify(|state| match result {
            Ok(()) => {
                state.doing = Doing::Ready;
                state.build = Some(state.build.map_or_else(first_number, |number| number + 1));
            }
            Err(text) => state.doing = Doing::Failed(text),
        });
    }

    /// Returns what there is to say, as soon as it is another thing than `known`, or when patience ends.
    pub(crate) async fn after(&self, known: Option<&str>) -> String {
        let mut receiver = self.0.subscribe();
        let differs = receiver.wait_for(|state| known != Some(&state.key()));
        // The sender lives as long as this does.
        let _ = tokio::time::timeout(PATIENCE, differs).await;
        self.now().told()
    }
}

/// Numbers go on from the clock, so that a page which outlives a restart of the server reloads too.
fn first_number() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

impl State {
    /// Returns what one who knows it need not be told again: a build, or that one failed.
    fn key(&self) -> String {
        format!("{}.{}", self.build.unwrap_or(0), self.word())
    }

    fn word(&self) -> &'static str {
        match self.doing {
            Doing::Failed(_) => "failed",
            // A page that waits for a build need not hear that one began.
            Doing::Building | Doing::Ready if self.build.is_some() => "ready",
            Doing::Building | Doing::Ready => "building",
        }
    }

    /// Lines of a name and a value, an empty line, and the text of a failure.
    fn told(&self) -> String {
        let mut text = format!("key {}\nstate {}\n", self.key(), self.word());
        if let Some(build) = self.build {
            text.push_str(&format!("build {build}\n"));
        }
        text.push_str(&format!("seconds {}\n", self.since.elapsed().as_secs()));
        if let Some(Progress { done, total, now }) = &self.progress {
            text.push_str(&format!("done {done}\ntotal {total}\nnow {now}\n"));
        }
        text.push_str(&format!("line {}\n\n", self.line));
        if let Doing::Failed(failure) = &self.doing {
            text.push_str(failure);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_hears_of_builds_and_failures_alone() {
        let news = News::new(false);
        let key = || news.now().key();
        let first = key();
        news.begin();
        news.count(&Progress { done: 1, total: 2, now: "syn".into() });
        assert_eq!(key(), first);
        assert!(news.now().told().contains("state building\n"));
        assert!(news.now().told().contains("done 1\ntotal 2\nnow syn\n"));
        news.end(Err("it broke\nhere".into()));
        assert_ne!(key(), first);
        assert!(news.now().told().ends_with("\n\nit broke\nhere"));
        news.begin();
        news.end(Ok(()));
        let built = key();
        assert!(built.ends_with(".ready"), "{built}");
        news.begin();
        assert_eq!(key(), built);
        news.end(Ok(()));
        assert_ne!(key(), built);
    }
}
