//! `cargo xtask serve`: the page on this machine, built again and reloaded whenever a file is saved.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use notify::{RecursiveMode, Watcher as _};
use tiny_http::{Header, Request, Response, Server};

use crate::build::{self, Profile};

/// How long files must have been quiet before a build: editors save several at once.
const QUIET: Duration = Duration::from_millis(150);
/// How long a question for the next build is kept open.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many ports are tried, from the first one on.
const PORTS: u16 = 20;
/// The page is served here too, as it will be on a site of several projects.
const SUB_PATH: &str = "/colex";

pub(crate) struct Options {
    pub(crate) profile: Profile,
    pub(crate) port: Option<u16>,
    pub(crate) watch: bool,
    pub(crate) build: bool,
}

/// The number of the last good build; requests wait for it to change.
struct Builds {
    number: Mutex<u64>,
    changed: Condvar,
}

impl Builds {
    fn count(&self) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.changed.notify_all();
    }

    /// The number, as soon as it is another than `known`, or when patience ends.
    fn after(&self, known: Option<u64>) -> u64 {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |number: &mut u64| Some(*number) == known;
        *self.changed.wait_timeout_while(number, PATIENCE, same).unwrap_or_else(PoisonError::into_inner).0
    }
}

pub(crate) fn serve(root: &Path, options: &Options) -> Result<()> {
    if options.build {
        let built = build::build(root, options.profile);
        match built {
            Err(error) if options.watch => report(&error),
            other => other?,
        }
    }
    let (server, port) = listen(options.port.unwrap_or(8080))?;
    println!("http://localhost:{port}/ and http://localhost:{port}{SUB_PATH}/ (Ctrl+C ends it)");

    // The number goes on from the clock, so that a page which outlives a restart of the server reloads too.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let builds = Arc::new(Builds { number: Mutex::new(now), changed: Condvar::new() });
    if options.watch {
        let (root, profile, builds) = (root.to_owned(), options.profile, Arc::clone(&builds));
        thread::spawn(move || {
            if let Err(error) = watch(&root, profile, &builds) {
                report(&error.context("files are no longer watched"));
            }
        });
    }
    let dist = root.join("dist");
    for request in server.incoming_requests() {
        let (dist, builds, reload) = (dist.clone(), Arc::clone(&builds), options.watch);
        thread::spawn(move || answer(request, &dist, reload.then_some(&*builds)));
    }
    Ok(())
}

fn report(error: &anyhow::Error) {
    eprintln!("error: {error:#}\n       (the last good build is still served)");
}

/// The first free port from `first` on, on this machine only.
fn listen(first: u16) -> Result<(Server, u16)> {
    for port in first..first.saturating_add(PORTS) {
        if let Ok(server) = Server::http(SocketAddr::from((Ipv4Addr::LOCALHOST, port))) {
            return Ok((server, port));
        }
    }
    bail!("no port from {first} on is free: choose another with --port");
}

/// Builds whenever a source has been saved. Ends only when files cannot be watched.
fn watch(root: &Path, profile: Profile, builds: &Builds) -> Result<()> {
    let (saved, saves) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading a file is an event too; the build itself reads every one of them.
        let written = |event: &notify::Event| !event.kind.is_access();
        if event.as_ref().is_ok_and(written) {
            // The other side ends with the program.
            let _ = saved.send(());
        }
    })?;
    for name in ["core", "shaders", "web", "public", "index.html", "xtask/page", "Cargo.toml"] {
        let path = root.join(name);
        if path.exists() {
            watcher.watch(&path, RecursiveMode::Recursive).with_context(|| format!("cannot watch {name}"))?;
        }
    }
    while saves.recv().is_ok() {
        loop {
            match saves.recv_timeout(QUIET) {
                Ok(()) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
        }
        match build::build(root, profile) {
            Ok(()) => builds.count(),
            Err(error) => report(&error),
        }
    }
    Ok(())
}

/// Answers one request; with `builds`, the page also learns of new builds.
fn answer(request: Request, dist: &Path, builds: Option<&Builds>) {
    let url = request.url().to_owned();
    let (path, query) = url.split_once('?').unwrap_or((&url, ""));
    let result = match (path, builds) {
        ("/__serve/build", Some(builds)) => {
            let known = query.strip_prefix("after=").and_then(|known| known.parse().ok());
            respond(request, 200, "text/plain", None, builds.after(known).to_string().into_bytes())
        }
        ("/__serve/reload.js", Some(_)) => {
            respond(request, 200, "text/javascript", None, include_bytes!("../page/reload.js").to_vec())
        }
        (SUB_PATH, _) => {
            let to = Header::from_bytes("Location", format!("{SUB_PATH}/")).ok();
            let moved = Response::empty(308);
            request.respond(to.into_iter().fold(moved, Response::with_header))
        }
        _ => file(request, dist, path, builds.is_some()),
    };
    // The other side has gone away: a reload while something was loading.
    let _ = result;
}

fn file(request: Request, dist: &Path, path: &str, reload: bool) -> std::io::Result<()> {
    let Some(name) = local(path) else {
        return respond(request, 404, "text/plain", None, b"not found".to_vec());
    };
    let kind = media_type(&name);
    let index = reload && name == Path::new("index.html");
    let accepts = |coding: &str| {
        let accepted = request.headers().iter().find(|header| header.field.equiv("Accept-Encoding"));
        accepted.is_some_and(|header| header.value.as_str().contains(coding))
    };
    for (coding, ending) in [("br", ".br"), ("gzip", ".gz")] {
        let packed = dist.join(format!("{}{ending}", name.display()));
        if !index
            && accepts(coding)
            && let Ok(bytes) = fs::read(packed)
        {
            return respond(request, 200, kind, Some(coding), bytes);
        }
    }
    match fs::read(dist.join(&name)) {
        Ok(bytes) if index => {
            let script = "<script type=\"module\" src=\"/__serve/reload.js\"></script></head>";
            let text = String::from_utf8_lossy(&bytes).replacen("</head>", script, 1);
            respond(request, 200, kind, None, text.into_bytes())
        }
        Ok(bytes) => respond(request, 200, kind, None, bytes),
        Err(_) => respond(request, 404, "text/plain", None, b"not found".to_vec()),
    }
}

/// The file that an address means: `/` or `/colex/` in front, nothing that leads out of the folder.
fn local(path: &str) -> Option<PathBuf> {
    let within = path.strip_prefix(SUB_PATH).filter(|rest| rest.starts_with('/')).unwrap_or(path);
    let within = within.strip_prefix('/')?;
    let name = PathBuf::from(if within.is_empty() { "index.html" } else { within });
    name.components().all(|part| matches!(part, Component::Normal(_))).then_some(name)
}

fn media_type(name: &Path) -> &'static str {
    match name.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn respond(request: Request, status: u16, kind: &str, coding: Option<&str>, bytes: Vec<u8>) -> std::io::Result<()> {
    let fields = [("Content-Type", kind), ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")];
    let fields = fields.into_iter().chain(coding.map(|coding| ("Content-Encoding", coding)));
    let headers = fields.filter_map(|(field, value)| Header::from_bytes(field, value).ok());
    request.respond(headers.fold(Response::from_data(bytes).with_status_code(status), Response::with_header))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_mean_files_in_the_folder() {
        let cases = [
            ("/", Some("index.html")),
            ("/colex/", Some("index.html")),
            ("/colex/app.js", Some("app.js")),
            ("/colexes", Some("colexes")),
            ("/lessons/one.txt", Some("lessons/one.txt")),
            ("/../Cargo.toml", None),
            ("/colex/../../etc/passwd", None),
            ("//etc/passwd", None),
        ];
        for (path, expected) in cases {
            assert_eq!(local(path).as_deref(), expected.map(Path::new), "{path}");
        }
    }
}
