//! The page of licences: Colex's own, and of each crate in the page its version, source, licence and the texts that lie
//! with it. Read off what cargo knows, so that none is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use xtask::child;

use crate::pack;

/// A crate, or the standard library.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) version: String,
    /// As SPDX writes it; `/` stood for `OR` once.
    pub(crate) licence: String,
    pub(crate) source: String,
    /// True if something of it is in the page; otherwise it wrote code while the page was compiled.
    pub(crate) inside: bool,
    /// The texts, as they lie in its package.
    texts: Vec<String>,
}

/// The page, which asks for the style sheet of this name and with this `integrity`. Reading everything takes a second, so what was made of the same
/// files is kept.
pub(crate) fn page(root: &Path, sheet: &str, integrity: &str) -> Result<String> {
    let made_of = [
        "Cargo.lock",
        "Cargo.toml",
        "core/Cargo.toml",
        "document/Cargo.toml",
        "shaders/Cargo.toml",
        "web/Cargo.toml",
        "NOTICE",
    ];
    let files: Vec<Vec<u8>> = made_of
        .iter()
        .map(|name| fs::read(root.join(name)))
        .collect::<Result<_, _>>()
        .context("cannot read manifests")?;
    let parts = files.iter().map(Vec::as_slice).chain([include_bytes!("licences.rs").as_slice(), sheet.as_bytes()]);
    let kept = xtask::target(root).join("licences").join(format!("{}.html", pack::short_hash(parts)));
    if let Ok(page) = fs::read_to_string(&kept) {
        return Ok(page);
    }
    let page = html(root, &parts_of_page(root)?, sheet, integrity)?;
    if let Some(folder) = kept.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&kept, &page)?;
    Ok(page)
}

/// Every crate that the page is compiled from, and the standard library.
pub(crate) fn parts_of_page(root: &Path) -> Result<Vec<Part>> {
    let inside = names(root, "normal,no-proc-macro")?;
    let all = names(root, "normal")?;
    let mut metadata = child::cargo(root);
    metadata.args(["metadata", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"]);
    // Crates that write code while the page is compiled run on this machine.
    metadata.args(["--filter-platform", "host-tuple"]);
    let metadata = child::output(&mut metadata).context("cargo metadata failed")?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let own = own_texts(root)?;
    let mut parts = vec![standard_library(root, &own)];
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let key = (text("name"), text("version"));
        if !all.contains(&key) {
            continue;
        }
        let licence = text("license").replace('/', " OR ");
        let folder = PathBuf::from(text("manifest_path"));
        let folder = folder.parent().context("a manifest without a folder")?;
        let mut texts = if folder.starts_with(root) { own.to_vec() } else { texts_in(folder)? };
        if texts.is_empty() {
            let authors = package["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let authors = authors.map(|author| author.split(" <").next().unwrap_or(author)).collect::<Vec<_>>();
            let holders = if authors.is_empty() { format!("the authors of {}", key.0) } else { authors.join(", ") };
            texts = standard_texts(&licence, &holders, &own)
                .with_context(|| format!("{} {} has no text of its licence {licence}", key.0, key.1))?;
        }
        let source = package["repository"].as_str().filter(|address| address.starts_with("https://"));
        let source = match source {
            Some(address) => address.to_owned(),
            None if folder.starts_with(root) => String::new(),
            None => format!("https://crates.io/crates/{}/{}", key.0, key.1),
        };
        let inside = inside.contains(&key);
        parts.push(Part { name: key.0, version: key.1, licence, source, inside, texts });
    }
    parts.sort();
    if parts.len() != all.len() + 1 {
        bail!("cargo tree knows {} crates, cargo metadata {} of them", all.len(), parts.len() - 1);
    }
    Ok(parts)
}

/// Names and versions of what the page depends on, by edges of these kinds.
fn names(root: &Path, edges: &str) -> Result<BTreeSet<(String, String)>> {
    let mut tree = child::cargo(root);
    tree.args(["tree", "--package", "colex-web", "--target", "wasm32-unknown-unknown", "--edges", edges]);
    let tree = child::output(tree.args(["--prefix", "none", "--format", "{p}"])).context("cargo tree failed")?;
    let lines = tree.lines().filter_map(|line| line.split_once(" v"));
    let version = |rest: &str| rest.split(' ').next().unwrap_or_default().to_owned();
    Ok(lines.map(|(name, rest)| (name.to_owned(), version(rest))).collect())
}

/// Colex's own texts: MIT, Apache 2.0, and what comes from others.
fn own_texts(root: &Path) -> Result<[String; 3]> {
    let read = |name: &str| fs::read_to_string(root.join(name)).with_context(|| format!("cannot read {name}"));
    Ok([read("LICENSE-MIT")?, read("LICENSE-APACHE")?, read("NOTICE")?])
}

/// The standard library is in the page too, and no crate of cargo's.
fn standard_library(root: &Path, own: &[String; 3]) -> Part {
    let version = child::output(child::command(root, "rustc").arg("--version")).unwrap_or_default();
    let licence = "MIT OR Apache-2.0";
    Part {
        name: "Rust standard library".into(),
        version: version.split(' ').nth(1).unwrap_or_default().to_owned(),
        licence: licence.into(),
        source: "https://github.com/rust-lang/rust".into(),
        inside: true,
        texts: standard_texts(licence, "The Rust Project contributors", own).unwrap_or_default(),
    }
}

/// Returns the texts in a package's folder that are called as licenses are.
fn texts_in(folder: &Path) -> Result<Vec<String>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let begins = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
        let is_code = [".rs", ".toml", ".json", ".yml", ".html"].iter().any(|ending| name.ends_with(ending));
        if path.is_file() && !is_code && begins.iter().any(|begin| name.starts_with(begin)) {
            found.insert(name, String::from_utf8_lossy(&fs::read(&path)?).into_owned());
        }
    }
    Ok(found.into_values().collect())
}

/// The texts of a licence where a package has none: those of the two licences that such packages have.
fn standard_texts(licence: &str, holders: &str, own: &[String; 3]) -> Option<Vec<String>> {
    let [mit, apache, _] = own;
    let mit = mit.lines().map(|line| {
        if line.starts_with("Copyright") { format!("Copyright (c) {holders}\n") } else { format!("{line}\n") }
    });
    let mit = mit.collect::<String>();
    let texts: Vec<String> = [("MIT", &mit), ("Apache-2.0", apache)]
        .into_iter()
        .filter(|(name, _)| licence.split([' ', '(', ')']).any(|word| word == *name))
        .map(|(_, text)| text.clone())
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// The page of these parts. The same text is there once, whoever it belongs to.
fn html(root: &Path, parts: &[Part], sheet: &str, integrity: &str) -> Result<String> {
    let frame = fs::read_to_string(root.join("index.html"))?;
    let policy = xtask::headers::policy(&frame).context("index.html states no policy")?;
    let mut texts: Vec<(String, Vec<&Part>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut rows = [String::new(), String::new()];
    for part in parts {
        let mut links = Vec::new();
        for text in &part.texts {
            // Spaces and ends of lines do not make another text.
            let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let place = *places.entry(words).or_insert_with(|| {
                let lines = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
                texts.push((lines.trim_matches('\n').to_owned(), Vec::new()));
                texts.len()
            });
            let users = &mut texts[place - 1].1;
            if !users.iter().any(|user| (&user.name, &user.version) == (&part.name, &part.version)) {
                users.push(part);
                links.push(format!("<a href=\"#text-{place}\">{place}</a>"));
            }
        }
        let [name, version, licence] = [&part.name, &part.version, &part.licence].map(|text| escaped(text));
        let source = match escaped(&part.source) {
            source if source.is_empty() => "Colex".to_owned(),
            source => format!(
                "<a href=\"{source}\" rel=\"noreferrer\">{}</a>",
                source.trim_start_matches("https://").trim_end_matches('/')
            ),
        };
        rows[usize::from(!part.inside)].push_str(&format!(
            "<tr><th scope=\"row\">{name}</th><td>{version}</td><td>{licence}</td><td>{source}</td><td>{}</td></tr>\n",
            links.join(" ")
        ));
    }
    let table = |title: &str, rows: &str| {
        format!(
            "<section class=\"scrolls\" aria-label=\"{title}\" tabindex=\"0\">\n<table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</section>\n",
            [("Name", "名称"), ("Version", "版本"), ("Licence", "许可证"), ("Source", "来源"), ("Text", "全文")]
                .map(|(english, chinese)| format!(
                    "<th scope=\"col\">{english} <span lang=\"zh-Hans\">{chinese}</span></th>"
                ))
                .concat()
        )
    };
    let texts = texts.iter().enumerate().map(|(index, (text, users))| {
        let number = index + 1;
        let users = users.iter().map(|part| format!("{} {}", escaped(&part.name), escaped(&part.version)));
        format!(
            "<section id=\"text-{number}\">\n<h3>Text {number} <span lang=\"zh-Hans\">全文 {number}</span></h3>\n<p>{}</p>\n<pre>{}</pre>\n</section>\n",
            users.collect::<Vec<_>>().join(", "),
            escaped(text)
        )
    });
    Ok(format!(
        "<!DOCTYPE html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Licences · 许可证 · Colex</title>
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"referrer\" content=\"no-referrer\">
<link rel=\"icon\" href=\"icon.svg\" type=\"image/svg+xml\">
<link rel=\"stylesheet\" href=\"{sheet}\" integrity=\"{integrity}\" crossorigin=\"anonymous\">
</head>
<body>
<main>
<h1>Licences <span lang=\"zh-Hans\">许可证</span></h1>
<p>Colex is licensed under MIT or Apache 2.0, at your choice. It is compiled from the crates below; what lies in their packages as licence is here in full.</p>
<p lang=\"zh-Hans\">Colex 采用 MIT 或 Apache 2.0 许可证，任选其一。它由下列 crate 编译而成；各软件包所附的许可证全文均列于此。</p>
<p><a href=\"./\">Back to Colex <span lang=\"zh-Hans\">返回 Colex</span></a></p>
<h2>In the page <span lang=\"zh-Hans\">页面中包含的</span></h2>
{}<h2>What wrote code while it was compiled <span lang=\"zh-Hans\">仅在编译时生成代码的</span></h2>
{}<h2>Texts <span lang=\"zh-Hans\">全文</span></h2>
{}</main>
</body>
</html>
",
        table("In the page", &rows[0]),
        table("What wrote code while it was compiled", &rows[1]),
        texts.collect::<String>()
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Licences that let the page be given away with their text beside it.
    const PERMISSIVE: [&str; 8] =
        ["MIT", "Apache-2.0", "Zlib", "BSL-1.0", "Unicode-3.0", "Unlicense", "CC0-1.0", "0BSD"];

    #[test]
    fn every_crate_of_the_page_is_listed_with_its_licence_and_its_text() {
        let root = xtask::root();
        let parts = parts_of_page(&root).unwrap();
        let page = html(&root, &parts, "licences.css", "sha256-").unwrap();
        // Asked in another way: what cargo draws as a tree, by every edge that leads into the WebAssembly.
        let mut tree = child::cargo(&root);
        tree.args(["tree", "--package", "colex-web", "--target", "wasm32-unknown-unknown"]);
        let tree = child::output(tree.args(["--edges", "normal", "--charset", "ascii"])).unwrap();
        let mut count = 0;
        for line in tree.lines() {
            let line = line.trim_start_matches(['|', '`', '-', ' ']);
            let Some((name, rest)) = line.split_once(" v") else { continue };
            let version = rest.split(' ').next().unwrap();
            assert!(page.contains(&format!("<th scope=\"row\">{name}</th><td>{version}</td>")), "{name} {version}");
            count += 1;
        }
        assert!(count > 100, "{count} crates");
        for part in &parts {
            assert!(part.texts.iter().any(|text| text.len() > 200), "{} has no text", part.name);
            assert!(page.contains(&format!("{} {}", part.name, part.version)), "{}", part.name);
            let words = part.licence.split([' ', '(', ')']).filter(|word| !matches!(*word, "" | "OR" | "AND"));
            for word in words {
                assert!(PERMISSIVE.contains(&word), "{} is licensed under {word}", part.name);
            }
        }
        // The page's numbers lead somewhere, and it holds neither script nor style.
        for (_, after) in page.match_indices("href=\"#").map(|(at, found)| page.split_at(at + found.len())) {
            let id = after.split('"').next().unwrap();
            assert!(page.contains(&format!("id=\"{id}\"")), "{id}");
        }
        assert!(!page.contains("<script") && !page.contains("<style") && !page.contains("style=\""));
    }

    #[test]
    fn a_missing_text_is_the_licence_s_own() {
        let own = ["MIT License\n\nCopyright (c) us\n\nPermission".to_owned(), "Apache".into(), "NOTICE".into()];
        assert_eq!(
            standard_texts("MIT OR Apache-2.0", "Ada", &own),
            Some(vec!["MIT License\n\nCopyright (c) Ada\n\nPermission\n".into(), "Apache".into()])
        );
        assert_eq!(standard_texts("(Apache-2.0 OR Zlib)", "Ada", &own), Some(vec!["Apache".into()]));
        assert_eq!(standard_texts("Zlib", "Ada", &own), None);
    }
}
