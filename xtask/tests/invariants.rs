//! Rules about what a room may not know, read off the sources. `ARCHITECTURE.md` lists them, `docs/decisions/` gives
//! their reasons.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_path_buf()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Returns true if a line holds `word`, and not as the end of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let begins = |at: usize| !word.starts_with(is_name) || !line[..at].ends_with(is_name);
    line.match_indices(word).any(|(at, _)| begins(at))
}

/// Lines of code in `folder`, but not below `except`, that hold one of `words`. Tests at the end of a file and comments
/// are left out.
fn offenders(folder: &str, except: &[&str], words: &[&str]) -> Vec<String> {
    let mut files = Vec::new();
    sources(&root().join(folder), &mut files);
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(root()).unwrap_or(&file).display().to_string();
        // A room's tests may have a file of their own.
        if except.iter().any(|except| name.starts_with(except)) || name.ends_with("/tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate() {
            let is_comment = line.trim_start().starts_with("//");
            if !is_comment && words.iter().any(|word| has_word(line, word)) {
                found.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    found
}

#[test]
fn core_is_pure_and_never_panics() {
    let input_and_output =
        ["std::fs", "std::net", "std::env", "std::time", "println!", "eprintln!", "std::io", "rand::"];
    // The command line is what may, and it is no part of the library.
    let command_line = ["core/src/bin/colex/main.rs", "core/src/bin/colex/lesson.rs"];
    assert_eq!(offenders("core/src", &command_line, &input_and_output), Vec::<String>::new());
    let binaries = fs::read_dir(root().join("core/src/bin")).expect("a folder").count();
    let manifest = fs::read_to_string(root().join("core/Cargo.toml")).expect("a manifest");
    assert_eq!((binaries, manifest.matches("required-features = [\"cli\"]").count()), (1, 1));
    let panics =
        [".unwrap()", ".expect(", "panic!", "unreachable!", "todo!", "unimplemented!", "assert!(", "assert_eq!("];
    for sources in ["core/src", "document/src"] {
        assert_eq!(offenders(sources, &[], &panics), Vec::<String>::new());
    }
    assert_eq!(offenders("document/src", &[], &input_and_output), Vec::<String>::new());
    let library = fs::read_to_string(root().join("core/src/lib.rs")).expect("the library");
    assert!(library.contains("#![forbid(unsafe_code)]"));
}

#[test]
fn core_depends_on_nothing() {
    let manifest = fs::read_to_string(root().join("core/Cargo.toml")).expect("a manifest");
    let section = manifest.split("[dependencies]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
    let names = section.lines().filter(|line| line.contains('=') || line.contains(".workspace"));
    // Optional crates belong to a feature.
    let names = names.filter(|line| !line.contains("optional = true"));
    assert_eq!(names.collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(!manifest.contains("default = ["));
}

#[test]
fn only_one_room_of_the_page_knows_the_browser() {
    assert_eq!(offenders("web/src", &["web/src/browser"], &["web_sys::", "js_sys::"]), Vec::<String>::new());
}

#[test]
fn only_the_shaders_know_wgpu() {
    assert_eq!(offenders("web/src", &[], &["wgpu::"]), Vec::<String>::new());
    assert_eq!(offenders("core/src", &[], &["wgpu"]), Vec::<String>::new());
}

#[test]
fn the_page_asks_no_other_origin() {
    // Addresses that are shown or written into an export are text; what is fetched is relative.
    assert_eq!(offenders("web/src", &[], &["fetch(\"http", "src=\"http", "href=\"http"]), Vec::<String>::new());
    let frame = fs::read_to_string(root().join("index.html")).expect("the frame");
    assert!(!frame.contains("=\"http"), "the frame names another origin");
}

#[test]
fn workflows_run_pinned_actions_with_least_rights_and_publish_what_passed() {
    let folder = root().join(".github/workflows");
    let mut deployments = 0;
    for entry in fs::read_dir(folder).expect("a folder of workflows") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a workflow");
        let name = path.display();
        for line in text.lines().filter_map(|line| line.split_once("uses: ")) {
            // A tag can be moved to another commit; a commit cannot. The tag beside it is for people.
            let pin = line.1.split_once('@').and_then(|(_, pin)| pin.split_once(" # v"));
            let pinned =
                pin.is_some_and(|(hash, _)| hash.len() == 40 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert!(pinned, "{name}: {}", line.1);
        }
        assert!(text.contains("\npermissions: {}\n"), "{name} gives rights to every job");
        let (_, jobs) = text.split_once("\njobs:\n").expect("jobs");
        // A job begins with two spaces and its name.
        let mut starts: Vec<usize> = jobs
            .match_indices('\n')
            .map(|(at, _)| at + 1)
            .chain([0])
            .filter(|at| jobs[*at..].starts_with("  ") && !jobs[*at + 2..].starts_with([' ', '#']))
            .collect();
        starts.sort_unstable();
        starts.push(jobs.len());
        for job in starts.windows(2).map(|ends| &jobs[ends[0]..ends[1]]) {
            let rights =
                job.split("\n    permissions:\n").nth(1).unwrap_or_else(|| panic!("{name}: no rights said: {job}"));
            let rights = rights.lines().map_while(|line| line.strip_prefix("      ")).collect::<Vec<_>>();
            if job.contains("deploy-pages@") {
                deployments += 1;
                assert_eq!(rights, ["pages: write", "id-token: write"], "{name}");
                assert!(job.contains("\n    needs: test\n") && !job.contains("checkout@"), "{name}: {job}");
                assert!(text.contains("- run: .ci/run\n") && text.contains("upload-pages-artifact@"), "{name}");
            } else {
                assert_eq!(rights, ["contents: read"], "{name}");
            }
        }
    }
    assert_eq!(deployments, 1);
}

/// The run asks core's tests first, and all others by a pattern that leaves out what begins like them.
#[test]
fn no_other_program_of_tests_is_called_like_that_of_core() {
    let folders = ["document", "fuzz-targets", "shaders", "web", "xtask", "xtask/builder", "xtask/server"];
    let files = folders.into_iter().filter_map(|folder| fs::read_dir(root().join(folder).join("tests")).ok()).flatten();
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let names = names.filter(|name| name.ends_with(".rs")).collect::<Vec<_>>();
    assert!(names.len() > 10 && names.iter().all(|name| !name.starts_with('a')), "{names:?}");
}

/// Checks that text has nothing that a merge left behind.
#[test]
fn no_file_has_both_sides_of_a_merge() {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let is_made = ["target", "node_modules", "dist", "test-results"].contains(&name.as_str());
            match path.is_dir() {
                // Folders that are kept out of sight are not ours, but the workflow is.
                true if is_made || (name.starts_with('.') && name != ".github" && name != ".ci") => {}
                true => below(&path, found),
                false => found.push(path),
            }
        }
    }
    let mut files = Vec::new();
    below(&root(), &mut files);
    let texts = files.iter().filter_map(|file| Some((file, fs::read_to_string(file).ok()?)));
    let sides = [["<"; 7].concat(), [">"; 7].concat()];
    let left = texts.filter(|(_, text)| {
        let is_side = |line: &str| sides.iter().any(|side| line.starts_with(&format!("{side} ")));
        text.lines().any(is_side)
    });
    assert_eq!(left.map(|(file, _)| file.display().to_string()).collect::<Vec<_>>(), Vec::<String>::new());
}
