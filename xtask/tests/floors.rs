//! Rules for who may know whom, read off the paths that the sources write. Modules of a package stand on floors, each
//! knowing only those below it; nowhere may modules know each other in a circle. `ARCHITECTURE.md` has the map.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A package of the workspace as a house.
struct House {
    /// Where its sources lie.
    sources: &'static str,
    /// Modules whose own modules are rooms of their own; anywhere else the outermost module is one room.
    storeys: &'static [&'static str],
    /// From the lowest floor to the highest, if there is an order: the rooms of each, where `views::*` is every room of a
    /// storey and `views` what stands in its own file, and `layout/*` every room that lies in a folder which is no module.
    floors: &'static [&'static [&'static str]],
    /// The first rooms of the floors whose rooms may know each other, so long as there is no circle.
    open: &'static [&'static str],
    /// Pairs of rooms of which one knows the other all the same, though it is no room below.
    up: &'static [(&'static str, &'static str)],
}

const PAGE: House = House {
    sources: "web/src",
    storeys: &["panels", "views", "dialogs"],
    floors: &[
        &["languages", "signals"],
        &["browser"],
        &["session"],
        &["loader"],
        &["panels::*"],
        &["views::*", "dialogs::*", "learn"],
        &["views", "dialogs"],
        &["app"],
        &["main"],
    ],
    open: &["panels::*"],
    up: &[],
};

const ALGEBRA: House = House {
    sources: "core/src",
    storeys: &[],
    floors: &[&["layout/*"], &["language/*"], &["explain/*"], &["operations"], &["tell/*"]],
    open: &["layout/*", "language/*", "explain/*", "tell/*"],
    up: &[],
};

/// Whole, beside the library that it stands on.
const DOCUMENT: House = House { sources: "document/src", storeys: &[], floors: &[], open: &[], up: &[] };

const KERNELS: House = House { sources: "shaders/src", storeys: &[], floors: &[], open: &[], up: &[] };

/// Which room writes a path into which other room, and in which file first.
type Knows = BTreeMap<(String, String), String>;

impl House {
    /// All files of the package, each with its module's path.
    fn files(&self) -> Vec<(Vec<String>, String, String)> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
        let sources = root.join(self.sources);
        let mut paths = Vec::new();
        gather(&sources, &mut paths);
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            let inner = path.strip_prefix(&sources).expect("a source").with_extension("");
            let mut module = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect::<Vec<_>>();
            if module.first().is_some_and(|name| self.is_folder(name)) {
                module.remove(0);
            }
            // Programs beside a library, and tests that have a file of their own, are not part of it.
            if module.first().is_some_and(|name| name == "bin") || module.last().is_some_and(|name| name == "tests") {
                continue;
            }
            if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
                module.pop();
            }
            let text = fs::read_to_string(&path).expect("a source");
            files.push((module, code_of(&text), path.strip_prefix(root).expect("inside").display().to_string()));
        }
        files
    }

    /// The room of a module.
    fn room(&self, module: &[String]) -> String {
        match module {
            [] => "lib".to_owned(),
            [storey, room, ..] if self.storeys.contains(&storey.as_str()) => format!("{storey}::{room}"),
            [room, ..] => room.clone(),
        }
    }

    fn knows(&self) -> Knows {
        let files = self.files();
        let modules = files.iter().map(|(module, ..)| module.clone()).collect::<BTreeSet<_>>();
        // Names that the library's own file gives to its modules are written as if they stood there.
        let mut names = BTreeMap::new();
        for (module, code, _) in files.iter().filter(|(module, ..)| module.is_empty()) {
            for path in paths(code, module, &["pub use "]) {
                if let Some((name, home)) = path.split_last() {
                    names.insert(name.clone(), home.to_vec());
                }
            }
        }
        let mut knows = Knows::new();
        for (module, code, file) in &files {
            let own = self.room(module);
            if own == "lib" {
                continue;
            }
            for mut path in paths(code, module, &["crate::", "super::", "self::"]) {
                if let Some(home) = path.first().and_then(|name| names.get(name)) {
                    path = home.clone();
                }
                while !path.is_empty() && !modules.contains(&path) {
                    path.pop();
                }
                let other = self.room(&path);
                if other != own && other != "lib" {
                    knows.entry((own.clone(), other)).or_insert_with(|| file.clone());
                }
            }
        }
        knows
    }

    /// Returns true if a folder is a floor and no module.
    fn is_folder(&self, name: &str) -> bool {
        self.floors.iter().any(|floor| floor.contains(&format!("{name}/*").as_str()))
    }

    /// On which floor a room is.
    fn floor(&self, room: &str) -> Option<usize> {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace").join(self.sources);
        let is_in = |entry: &str| {
            let folder = entry.strip_suffix("/*").map(|folder| sources.join(folder));
            folder.is_some_and(|folder| {
                [format!("{room}.rs"), format!("{room}/mod.rs")].iter().any(|it| folder.join(it).is_file())
            })
        };
        let storey = room.split_once("::").map(|(storey, _)| format!("{storey}::*"));
        let has = |entry: &&str| *entry == room || storey.as_deref() == Some(*entry) || is_in(entry);
        self.floors.iter().position(|floor| floor.iter().any(has))
    }

    /// Lists the paths that go where they may not.
    fn offences(&self, knows: &Knows) -> Vec<String> {
        let mut found = Vec::new();
        let mut knows = knows.clone();
        for (own, other) in self.up {
            if knows.remove(&((*own).to_owned(), (*other).to_owned())).is_none() {
                found.push(format!("{own} knows no {other} any more"));
            }
        }
        for ((own, other), file) in knows.iter().filter(|_| !self.floors.is_empty()) {
            let (Some(here), Some(there)) = (self.floor(own), self.floor(other)) else {
                found.push(format!("{file}: {own} or {other} stands on no floor"));
                continue;
            };
            let is_open = self.floors[here].first().is_some_and(|first| self.open.contains(first));
            if there > here || (there == here && !is_open) {
                found.push(format!("{file}: {own} knows {other}"));
            }
        }
        let circles = circles(&knows).into_iter();
        found.extend(circles.map(|circle| format!("{} know each other in a circle", circle.join(", "))));
        found
    }
}

fn gather(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            gather(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The lines of code before the tests, without comments.
fn code_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// All paths that begin with one of `begins`, from the root of the package on.
fn paths(code: &str, module: &[String], begins: &[&str]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for begin in begins {
        for (at, _) in code.match_indices(begin) {
            let before = code[..at].chars().next_back();
            // The end of a longer name, or a `super::` that was read with the one before it.
            if before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | ':')) {
                continue;
            }
            let rest = &code[at..];
            let rest = rest.strip_prefix("pub use ").unwrap_or(rest);
            tree(rest, Vec::new(), &mut |path| found.extend(resolved(path, module)));
        }
    }
    found
}

/// Every path of `a::{b, c::{d, e}}`; answers how many bytes that is.
fn tree(text: &str, before: Vec<String>, tell: &mut dyn FnMut(&[String])) -> usize {
    let mut path = before;
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with('{') {
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start_matches([',', ' ', '\n']).len();
                if at >= text.len() || text[at..].starts_with('}') {
                    return (at + 1).min(text.len());
                }
                let length = tree(&text[at..], path.clone(), tell);
                let rest = &text[at + length..];
                // `as other` and whatever else stands before the next one.
                let skipped = rest.find([',', '}']).unwrap_or(rest.len());
                at += length + skipped;
            }
        }
        let name =
            text[at..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect::<String>();
        if name.is_empty() {
            tell(&path);
            return at;
        }
        at += name.len();
        path.push(name);
        if !text[at..].starts_with("::") {
            tell(&path);
            return at;
        }
        at += 2;
    }
}

/// A path from the root of the package on.
fn resolved(path: &[String], module: &[String]) -> Option<Vec<String>> {
    let mut home = match path.first()?.as_str() {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        "super" => module.split_last()?.1.to_vec(),
        _ => return Some(path.to_vec()),
    };
    for name in &path[1..] {
        if name == "super" {
            home.pop();
        } else if name != "self" {
            home.push(name.clone());
        }
    }
    Some(home)
}

/// The rooms that reach each other, of two and more.
fn circles(knows: &Knows) -> Vec<Vec<String>> {
    let mut reach: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (own, other) in knows.keys() {
        reach.entry(own).or_default().insert(other);
        reach.entry(other).or_default();
    }
    // Until nothing is added.
    loop {
        let mut more = false;
        for room in reach.keys().copied().collect::<Vec<_>>() {
            let further = reach[room].iter().flat_map(|other| reach[other].iter().copied()).collect::<Vec<_>>();
            let own = reach.get_mut(room).expect("a room");
            let before = own.len();
            own.extend(further);
            more |= own.len() > before;
        }
        if !more {
            break;
        }
    }
    let mut found = BTreeSet::new();
    for (room, others) in &reach {
        let circle = others.iter().filter(|other| reach[**other].contains(room)).map(ToString::to_string);
        found.insert(circle.collect::<Vec<_>>());
    }
    found.into_iter().filter(|circle| !circle.is_empty()).collect()
}

fn check(house: &House) {
    let offences = house.offences(&house.knows());
    assert!(offences.is_empty(), "{}:\n{}", house.sources, offences.join("\n"));
}

#[test]
fn the_page_stands_on_its_floors() {
    check(&PAGE);
}

#[test]
fn core_stands_on_its_floors() {
    check(&ALGEBRA);
}

#[test]
fn the_document_and_the_kernels_have_no_circle() {
    check(&DOCUMENT);
    check(&KERNELS);
}

/// A heading as the name of a folder.
fn folder_of(heading: &str) -> String {
    heading.to_lowercase().replace(|letter: char| !letter.is_alphanumeric(), "_")
}

#[test]
fn views_and_dialogs_stand_in_folders_of_their_names() {
    let (mut views, mut dialogs) = (0, 0);
    for (module, code, file) in PAGE.files() {
        if module == ["views"] {
            for row in code.lines().filter_map(|line| line.split_once("&Row(\"")) {
                let (heading, rest) = row.1.split_once('"').expect("a heading");
                let folder = folder_of(heading);
                assert!(rest.contains(&format!("({folder}::")), "{file}: {heading} stands not in {folder}");
                views += 1;
            }
        } else if let [storey, folder] = module.as_slice()
            && storey == "dialogs"
        {
            let (_, call) = code.split_once("dialog(session, asked, \"").unwrap_or_else(|| panic!("{file}: no dialog"));
            let heading = call.split('"').nth(2).expect("a heading");
            assert_eq!(&folder_of(heading), folder, "{file}");
            dialogs += 1;
        }
    }
    assert!(views >= 17 && dialogs >= 8, "{views} views, {dialogs} dialogs");
}

#[test]
fn paths_are_read_as_they_are_written() {
    let module = ["views", "facts", "chips"].map(str::to_owned);
    let found = |code: &str| {
        let mut found = paths(&code_of(code), &module, &["crate::", "super::", "self::"]);
        found.sort();
        found.into_iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(
        found("use crate::session::{self, Session as State, asked::{ask, Asked}};"),
        ["session", "session::Session", "session::asked::Asked", "session::asked::ask",]
    );
    assert_eq!(
        found("super::super::laws::held(self::inner::x)"),
        ["views::facts::chips::inner::x", "views::laws::held"]
    );
    assert_eq!(found("// crate::app\nlet x = crate::browser::now();\n#[cfg(test)]\nuse crate::app;"), ["browser::now"]);
    let knows = |pairs: &[(&str, &str)]| -> Knows {
        pairs.iter().map(|(own, other)| (((*own).to_owned(), (*other).to_owned()), "a file".to_owned())).collect()
    };
    let offences = |pairs: &[(&str, &str)]| PAGE.offences(&knows(pairs)).len();
    assert_eq!(offences(&[("views::laws", "panels::list"), ("panels::list", "signals"), ("app", "views")]), 0);
    assert_eq!(offences(&[("panels::list", "panels::board")]), 0);
    let wrong = [
        ("session", "loader"),
        ("views::laws", "views::steps"),
        ("views::laws", "dialogs::help"),
        ("views::laws", "views"),
    ];
    assert_eq!(offences(&wrong), 4);
    assert_eq!(offences(&[("panels::list", "panels::board"), ("panels::board", "panels::list")]), 1);
}
