//! The server as a browser meets it: bursts of connections that stay open, files whole and in part, packed and not, what
//! leads out of the folder, and what is said while nothing is built.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

/// A folder of this test's own, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let folder = std::env::temp_dir().join(format!("colex-server-{}-{name}", std::process::id()));
        for (name, bytes) in files {
            let path = folder.join("dist").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        Folder(folder)
    }

    fn dist(&self) -> PathBuf {
        self.0.join("dist")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server of its own process.
struct Server {
    process: Child,
    port: u16,
    out: BufReader<ChildStdout>,
}

impl Server {
    fn start(dist: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask-server"));
        if !arguments.contains(&"--port") {
            command.args(["--port", "0"]);
        }
        command.arg(dist).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let port = line.strip_prefix("http://localhost:").and_then(|rest| rest.split('/').next());
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("the server says {line:?}"));
        Server { process, port, out }
    }

    fn connect(&self) -> Connection {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(25))).unwrap();
        Connection(BufReader::new(stream))
    }

    fn get(&self, path: &str) -> Answer {
        self.connect().ask("GET", path, &[])
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection that stays open from one request to the next.
struct Connection(BufReader<TcpStream>);

#[derive(Debug)]
struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

impl Connection {
    fn ask(&mut self, method: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
        let mut request = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
        for (name, value) in fields {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        self.0.get_mut().write_all(format!("{request}\r\n").as_bytes()).unwrap();
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "{method} {path}: the connection was closed");
            match line.trim_end() {
                "" => break,
                line => lines.push(line.to_owned()),
            }
        }
        let status = lines[0].split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &String| line.split_once(": ").map(|(name, value)| (name.to_lowercase(), value.to_owned()));
        let mut answer =
            Answer { status, headers: lines.iter().skip(1).filter_map(header).collect(), body: Vec::new() };
        if method != "HEAD" && !matches!(status, 204 | 304) {
            let length = answer.header("content-length").unwrap_or_else(|| panic!("{method} {path}: {answer:?}"));
            answer.body = vec![0; length.parse().unwrap()];
            self.0.read_exact(&mut answer.body).unwrap();
        }
        answer
    }
}

const SCRIPT: &str = "/app-0123456789abcdef.js";

fn page() -> [(&'static str, &'static [u8]); 9] {
    [
        ("index.html", b"<html><head><title>Colex</title></head></html>"),
        ("app-0123456789abcdef.js", b"0123456789"),
        ("app-0123456789abcdef.js.br", b"br"),
        ("app-0123456789abcdef.js.gz", b"gz"),
        ("app-0123456789abcdef.wasm", &[7; 300_000]),
        ("style.css", b"p {}"),
        ("icon.svg", b"<svg/>"),
        ("manifest.webmanifest", b"{}"),
        ("examples/one two.txt", b"(4,8):(1,4)"),
    ]
}

#[test]
fn fifty_fresh_servers_answer_twelve_connections_that_stay_open() {
    let folder = Folder::new("fifty", &page());
    for _ in 0..50 {
        let server = Server::start(&folder.dist(), &[]);
        let open = Barrier::new(12);
        thread::scope(|scope| {
            let clients = (0..12).map(|client| {
                let (server, open) = (&server, &open);
                scope.spawn(move || {
                    let mut connection = server.connect();
                    // So long nobody waits: one that needs that another goes would wait for ever.
                    connection.0.get_ref().set_read_timeout(Some(Duration::from_secs(60))).unwrap();
                    open.wait();
                    for path in ["/", SCRIPT, "/app-0123456789abcdef.wasm", "/colex/icon.svg"] {
                        let answer = connection.ask("GET", path, &[]);
                        assert_eq!(answer.status, 200, "{client}: {path}");
                    }
                    connection
                })
            });
            let clients = clients.collect::<Vec<_>>();
            // All are held until the last has been answered: none may need that another goes.
            let held = clients.into_iter().map(|client| client.join().unwrap()).collect::<Vec<_>>();
            assert_eq!(held.len(), 12);
        });
    }
}

#[test]
fn files_are_what_they_are_called() {
    let folder = Folder::new("types", &page());
    let server = Server::start(&folder.dist(), &[]);
    let mut connection = server.connect();
    let cases = [
        ("/", "text/html; charset=utf-8", "no-store"),
        ("/index.html", "text/html; charset=utf-8", "no-store"),
        ("/colex/", "text/html; charset=utf-8", "no-store"),
        (SCRIPT, "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/colex/app-0123456789abcdef.wasm", "application/wasm", "public, max-age=31536000, immutable"),
        ("/style.css", "text/css; charset=utf-8", "no-store"),
        ("/icon.svg", "image/svg+xml", "no-store"),
        ("/manifest.webmanifest", "application/manifest+json", "no-store"),
        ("/examples/one%20two.txt", "text/plain; charset=utf-8", "no-store"),
    ];
    for (path, kind, cache) in cases {
        let answer = connection.ask("GET", path, &[]);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("cache-control"), Some(cache), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        assert!(answer.header("content-security-policy").unwrap().starts_with("default-src 'self'"), "{path}");
        let head = connection.ask("HEAD", path, &[]);
        assert_eq!((head.status, head.header("content-length")), (200, answer.header("content-length")), "{path}");
        assert_eq!(head.header("content-type"), Some(kind), "{path}");
    }
    let moved = connection.ask("GET", "/colex", &[]);
    assert_eq!((moved.status, moved.header("location")), (308, Some("/colex/")));
}

#[test]
fn packed_files_go_to_those_who_take_them() {
    let folder = Folder::new("packed", &page());
    let server = Server::start(&folder.dist(), &[]);
    let mut connection = server.connect();
    let cases = [
        ("gzip, deflate, br, zstd", Some("br"), "br"),
        ("gzip", Some("gzip"), "gz"),
        ("br;q=0, gzip", Some("gzip"), "gz"),
        ("br;q=0, gzip;q=0", None, "0123456789"),
        ("identity", None, "0123456789"),
    ];
    for (accepted, coding, body) in cases {
        let answer = connection.ask("GET", SCRIPT, &[("Accept-Encoding", accepted)]);
        assert_eq!((answer.header("content-encoding"), answer.text().as_str()), (coding, body), "{accepted}");
        assert_eq!(answer.header("content-type"), Some("text/javascript; charset=utf-8"), "{accepted}");
        assert_eq!(answer.header("vary"), Some("Accept-Encoding"), "{accepted}");
    }
    // A file that has no packed twin goes as it is.
    let answer = connection.ask("GET", "/style.css", &[("Accept-Encoding", "br, gzip")]);
    assert_eq!((answer.header("content-encoding"), answer.text().as_str()), (None, "p {}"));
}

#[test]
fn parts_of_files_are_answered() {
    let folder = Folder::new("ranges", &page());
    let server = Server::start(&folder.dist(), &[]);
    let mut connection = server.connect();
    let cases = [
        ("bytes=2-4", 206, Some("bytes 2-4/10"), "234"),
        ("bytes=7-", 206, Some("bytes 7-9/10"), "789"),
        ("bytes=-2", 206, Some("bytes 8-9/10"), "89"),
        ("bytes=20-", 416, Some("bytes */10"), ""),
    ];
    for (range, status, content, body) in cases {
        let answer = connection.ask("GET", SCRIPT, &[("Range", range)]);
        assert_eq!((answer.status, answer.header("content-range")), (status, content), "{range}");
        if status == 206 {
            assert_eq!(answer.text(), body, "{range}");
        }
        let head = connection.ask("HEAD", SCRIPT, &[("Range", range)]);
        assert_eq!(head.status, status, "HEAD {range}");
    }
    // Of a file that may have changed since, the whole.
    let fields = [("Range", "bytes=2-4"), ("If-Range", "\"x\"")];
    assert_eq!(connection.ask("GET", SCRIPT, &fields).text(), "0123456789");
}

#[test]
fn a_date_never_brings_an_old_file_back() {
    let folder = Folder::new("dates", &page());
    let server = Server::start(&folder.dist(), &[]);
    let mut connection = server.connect();
    // Dates count seconds: a file may have changed within this one.
    let later = [("If-Modified-Since", "Fri, 01 Jan 2100 00:00:00 GMT")];
    for path in ["/", "/style.css", "/icon.svg"] {
        let answer = connection.ask("GET", path, &later);
        assert_eq!((answer.status, answer.header("last-modified")), (200, None), "{path}");
    }
    // A file that never changes need not be sent again.
    assert_eq!(connection.ask("GET", SCRIPT, &later).status, 304);
}

#[test]
fn nothing_outside_of_the_folder_is_served() {
    let folder = Folder::new("outside", &page());
    fs::write(folder.0.join("secret.txt"), "secret").unwrap();
    let server = Server::start(&folder.dist(), &[]);
    let mut connection = server.connect();
    let cases = [
        "/../secret.txt",
        "/colex/../../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/%2e%2e%2fsecret.txt",
        "/examples/../../secret.txt",
        "/..%5csecret.txt",
        "/examples/..%5c..%5csecret.txt",
        "//etc/passwd",
        "/etc/passwd",
        "/%00",
        "/index.html%00.txt",
        "/c:/windows/win.ini",
        "/none.js",
        "/colex/none.js",
        "/colexes",
        "/examples",
        "/examples/",
        "/index.html/",
        "/style.css/x",
        "/__serve/state",
        "/__serve/none",
    ];
    for path in cases {
        let answer = connection.ask("GET", path, &[]);
        assert!(matches!(answer.status, 400 | 404), "{path}: {}", answer.status);
        assert!(!answer.text().contains("secret") && !answer.text().contains("root:"), "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = connection.ask(method, "/", &[("Content-Length", "0")]);
        assert_eq!((answer.status, answer.header("allow")), (405, Some("GET, HEAD")), "{method}");
    }
    // Another machine would come by another address; all of 127.0.0.0/8 is this one, and only one of it is bound.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", server.port)).is_err());
    }
}

#[test]
fn a_port_that_is_taken_is_passed_over() {
    let folder = Folder::new("ports", &page());
    let first = Server::start(&folder.dist(), &[]);
    let second = Server::start(&folder.dist(), &["--port", &first.port.to_string()]);
    assert_ne!(first.port, second.port);
    assert_eq!(second.get("/").status, 200);
}

/// Asks until it is so.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(unix)]
#[test]
fn until_it_is_built_the_page_says_so_and_then_it_is_there() {
    // Files that an earlier run left must not be taken for what the sources say.
    let folder = Folder::new("building", &[("index.html", b"<html><head></head>old</html>"), ("sw.js", b"old")]);
    let source = folder.0.join("source");
    fs::create_dir_all(&source).unwrap();
    fs::write(source.join("text"), "wrong").unwrap();
    // Goes on when it may, and fails as long as the source is wrong.
    let script = "until test -e go; do test -d source || exit 1; sleep 0.02; done; echo building it; grep wrong source/text && exit 1;
        printf '<html><head></head>%s</html>' \"$(cat source/text)\" > dist/index.html";
    let (dist, source_text) = (folder.dist(), source.to_string_lossy().into_owned());
    let script = format!("cd '{}' && {script}", folder.0.display());
    let server = Server::start(&dist, &["--watch", &source_text, "--run", "sh", "-c", &script]);

    for path in ["/", "/colex/", "/index.html"] {
        let page = server.get(path);
        assert_eq!((page.status, page.header("retry-after")), (503, Some("5")), "{path}");
        assert!(page.text().contains("Building Colex") && page.text().contains("正在构建"), "{path}");
        assert!(page.header("content-security-policy").unwrap().contains("default-src 'self'"));
    }
    for own in ["building.js", "building.css", "icon.svg"] {
        assert_eq!(server.get(&format!("/__serve/{own}")).status, 200, "{own}");
    }
    // A service worker that an earlier run left would go on to show its page.
    assert!(server.get("/sw.js").text().contains("unregister"));
    let state = server.get("/__serve/state").text();
    assert!(state.contains("\nstate building\n"), "{state}");

    fs::write(folder.0.join("go"), "").unwrap();
    until("the failure is told", || server.get("/__serve/state").text().contains("\nstate failed\n"));
    let state = server.get("/__serve/state").text();
    assert!(state.contains("\n\nbuilding it\nwrong\n`sh -c cd"), "{state}");
    assert_eq!(server.get("/").status, 503);

    // It goes on to watch, and what is saved is built.
    fs::write(source.join("text"), "right").unwrap();
    until("the page is there", || server.get("/").status == 200);
    let page = server.get("/").text();
    assert!(page.contains("right"), "{page}");
    let number =
        |page: &str| page.split("reload.js?build=").nth(1).and_then(|rest| rest.split('"').next().map(str::to_owned));
    let first = number(&page).unwrap();

    // A page that waits for the next build hears of it at once.
    let state = server.get("/__serve/state").text();
    let key = state.lines().find_map(|line| line.strip_prefix("key ")).unwrap().to_owned();
    thread::scope(|scope| {
        let waiting = scope.spawn(|| server.get(&format!("/__serve/state?after={key}")).text());
        thread::sleep(Duration::from_millis(100));
        assert!(!waiting.is_finished());
        fs::write(source.join("text"), "again").unwrap();
        assert!(!waiting.join().unwrap().contains(&format!("\nbuild {first}\n")));
    });
    let page = server.get("/").text();
    assert!(page.contains("again") && number(&page).unwrap() > first, "{page}");

    // A failure later on leaves the last good page, and is told.
    fs::write(source.join("text"), "wrong").unwrap();
    until("the later failure is told", || server.get("/__serve/state").text().contains("\nstate failed\n"));
    assert!(server.get("/").text().contains("again"));
}

#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_end_ends_what_it_runs() {
    let folder = Folder::new("ended", &page());
    let script = format!("cd '{}'; echo $$ > number; while test -e number; do sleep 0.02; done", folder.0.display());
    let server = Server::start(&folder.dist(), &["--run", "sh", "-c", &script]);
    let number = folder.0.join("number");
    until("the command runs", || fs::read_to_string(&number).is_ok_and(|text| text.ends_with('\n')));
    let of_command = fs::read_to_string(&number).unwrap().trim().to_owned();
    // A process that has ended and is not asked for by whoever takes it over is still listed, as `Z`.
    let is_there = |process: &str| {
        let listed = Command::new("ps").args(["-o", "stat=", "-p", process]).output().unwrap();
        let state = String::from_utf8_lossy(&listed.stdout).trim().to_owned();
        !state.is_empty() && !state.starts_with('Z')
    };
    assert!(is_there(&of_command));
    assert!(Command::new("kill").arg(server.process.id().to_string()).status().unwrap().success());
    until("the command is gone", || !is_there(&of_command));
}

#[cfg(unix)]
#[test]
fn without_watching_a_failure_ends_the_server() {
    let folder = Folder::new("once", &page());
    let mut server = Server::start(&folder.dist(), &["--run", "sh", "-c", "exit 1"]);
    let mut rest = String::new();
    server.out.read_to_string(&mut rest).unwrap();
    assert!(!server.process.wait().unwrap().success());

    let mut server = Server::start(&folder.dist(), &["--run", "sh", "-c", "true"]);
    let mut line = String::new();
    server.out.read_line(&mut line).unwrap();
    assert!(line.starts_with("built: http://localhost:"), "{line}");
    // Nothing changes any more, so nothing is put into the page.
    assert_eq!(server.get("/").text(), "<html><head><title>Colex</title></head></html>");
}
