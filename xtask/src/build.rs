//! `cargo xtask build`: from the sources to `dist/`, a folder that any static server can serve from any address.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::pack::{self, File};
use crate::{child, tools};

/// What the page may weigh in all: WebAssembly, JavaScript and CSS, compressed with brotli. Slow lines decide it.
const LIMIT: usize = 250_000;

/// The features that `wasm-opt` may use. With `--all-features` it writes a file that Chromium refuses.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build, with names and checks; no service worker, so that a reload shows what was saved.
    Dev,
    /// What is published.
    Release,
}

impl Profile {
    pub(crate) fn new(release: bool) -> Self {
        if release { Self::Release } else { Self::Dev }
    }
}

/// Builds the page into `dist/`. When it fails before the end, `dist/` stays as it was.
pub(crate) fn build(root: &Path, profile: Profile) -> Result<()> {
    let start = Instant::now();
    tools::wasm_target(root)?;
    let glue_folder = compile(root, profile)?;
    let mut files = page(root, profile, &glue_folder)?;
    let result = if profile == Profile::Release { compress(&mut files) } else { Ok(()) };
    write(&root.join("dist"), &files)?;
    println!("dist/ has {} files, after {:.1} s", files.len(), start.elapsed().as_secs_f64());
    result
}

/// Compiles `colex-web` to WebAssembly, makes its JavaScript, and returns the folder in which both lie.
fn compile(root: &Path, profile: Profile) -> Result<PathBuf> {
    let (name, folder) = match profile {
        Profile::Dev => ("dev", "debug"),
        Profile::Release => ("page", "page"),
    };
    let arguments = ["build", "--package", "colex-web", "--target", "wasm32-unknown-unknown", "--profile", name];
    child::run(child::cargo(root).args(arguments))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let target = target.join("wasm32-unknown-unknown").join(folder);

    let output = target.join("bindgen");
    if output.exists() {
        fs::remove_dir_all(&output)?;
    }
    Bindgen::new()
        .input_path(target.join("colex-web.wasm"))
        .out_name("app")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .keep_debug(false)
        .remove_name_section(profile == Profile::Release)
        .remove_producers_section(profile == Profile::Release)
        .generate(&output)
        .context("wasm-bindgen failed")?;

    if profile == Profile::Release {
        let wasm = output.join("app_bg.wasm");
        child::run(tools::wasm_opt(root)?.arg("-Oz").args(WASM_FEATURES).arg(&wasm).arg("-o").arg(&wasm))?;
    }
    Ok(output)
}

/// Every file of the page. What the page loads has its hash in its name, so it may be cached for ever.
fn page(root: &Path, profile: Profile, glue_folder: &Path) -> Result<Vec<File>> {
    let read = |path: PathBuf| fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));
    let parts = root.join("xtask/page");

    let mut files = Vec::new();
    let mut add = |stem: &str, ending: &str, bytes: Vec<u8>| {
        let name = format!("{stem}-{}.{ending}", pack::short_hash([bytes.as_slice()]));
        let integrity = pack::integrity(&bytes);
        files.push(File { name: name.clone(), bytes });
        (name, integrity)
    };
    let (wasm, wasm_integrity) = add("app", "wasm", fs::read(glue_folder.join("app_bg.wasm"))?);
    let boot = fill(
        &read(parts.join("boot.js"))?,
        &[
            ("{{wasm}}", &wasm),
            ("{{wasm-integrity}}", &wasm_integrity),
            ("{{offline}}", if profile == Profile::Release { "true" } else { "false" }),
        ],
    )?;
    let (script, script_integrity) =
        add("app", "js", format!("{}\n{boot}", read(glue_folder.join("app.js"))?).into_bytes());
    // The frame's own styles come first: the page's may change them.
    let mut style = read(parts.join("frame.css"))?;
    let mut rooms = Vec::new();
    gather(&root.join("web/style"), "", &mut rooms)?;
    rooms.sort_by(|one, other| one.name.cmp(&other.name));
    for room in rooms {
        style.push('\n');
        style.push_str(&String::from_utf8(room.bytes).with_context(|| format!("{} is not UTF-8", room.name))?);
    }
    let (style, style_integrity) = add("style", "css", style.into_bytes());

    let index = fill(
        &read(root.join("index.html"))?,
        &[
            ("{{script}}", &script),
            ("{{script-integrity}}", &script_integrity),
            ("{{style}}", &style),
            ("{{style-integrity}}", &style_integrity),
        ],
    )?;
    files.push(File { name: "index.html".into(), bytes: index.into_bytes() });

    gather(&glue_folder.join("snippets"), "snippets/", &mut files)?;
    gather(&root.join("public"), "", &mut files)?;
    files.sort_by(|one, other| one.name.cmp(&other.name));

    let worker = match profile {
        Profile::Dev => read(parts.join("sw-leave.js"))?,
        Profile::Release => service_worker(&read(parts.join("sw.js"))?, &files)?,
    };
    files.push(File { name: "sw.js".into(), bytes: worker.into_bytes() });
    Ok(files)
}

/// The service worker for exactly these files. The page itself goes by `./`: some servers answer `index.html` with a
/// redirect, and a redirected answer must not be used for a navigation.
fn service_worker(template: &str, files: &[File]) -> Result<String> {
    let names = files.iter().map(|file| if file.name == "index.html" { "./" } else { &file.name });
    let list = names.map(|name| format!("  {name:?},\n")).collect::<String>();
    let parts = files.iter().flat_map(|file| [file.name.as_bytes(), &file.bytes]);
    let version = pack::short_hash(parts.chain([template.as_bytes()]));
    fill(template, &[("{{version}}", &version), ("{{files}}", &list)])
}

/// Puts the values in place of their marks. A mark that is missing, or one that nobody fills, is a mistake.
fn fill(template: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut text = template.to_owned();
    for (mark, value) in values {
        if !template.contains(mark) {
            bail!("a template lacks {mark}");
        }
        text = text.replace(mark, value);
    }
    if let Some(at) = text.find("{{") {
        bail!("a template has a mark that nobody fills: {}", text[at..].lines().next().unwrap_or_default());
    }
    Ok(text)
}

/// Adds every file under a folder, in the order of their names; a folder that is not there is empty.
fn gather(folder: &Path, prefix: &str, files: &mut Vec<File>) -> Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            gather(&entry.path(), &format!("{prefix}{name}/"), files)?;
        } else {
            files.push(File { name: format!("{prefix}{name}"), bytes: fs::read(entry.path())? });
        }
    }
    Ok(())
}

/// Adds the compressed twins, prints what the page weighs, and fails when that is too much.
fn compress(files: &mut Vec<File>) -> Result<()> {
    let mut twins = Vec::new();
    let mut rows =
        [("WebAssembly", "wasm"), ("JavaScript", "js"), ("CSS", "css")].map(|(title, ending)| (title, ending, [0; 3]));
    for file in files.iter().filter(|file| pack::compresses(&file.name)) {
        let (gzip, brotli) = (pack::gzip(&file.bytes)?, pack::brotli(&file.bytes)?);
        let sizes = [file.bytes.len(), gzip.len(), brotli.len()];
        if let Some(row) =
            rows.iter_mut().find(|row| file.name.ends_with(&format!(".{}", row.1)) && file.name != "sw.js")
        {
            row.2 = std::array::from_fn(|column| row.2[column] + sizes[column]);
        }
        twins.push(File { name: format!("{}.gz", file.name), bytes: gzip });
        twins.push(File { name: format!("{}.br", file.name), bytes: brotli });
    }
    files.append(&mut twins);

    let total: [usize; 3] = std::array::from_fn(|column| rows.iter().map(|row| row.2[column]).sum());
    println!("{:<12} {:>10} {:>10} {:>10}  bytes", "", "raw", "gzip", "brotli");
    for (title, [raw, gzip, brotli]) in rows.iter().map(|row| (row.0, row.2)).chain([("in all", total)]) {
        println!("{title:<12} {raw:>10} {gzip:>10} {brotli:>10}");
    }
    if total[2] > LIMIT {
        bail!("the page weighs {} bytes with brotli, more than the {LIMIT} it may", total[2]);
    }
    Ok(())
}

/// Makes the folder hold these files and no others.
fn write(folder: &Path, files: &[File]) -> Result<()> {
    let mut old = Vec::new();
    gather(folder, "", &mut old)?;
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    for file in old.iter().filter(|file| !names.contains(file.name.as_str())) {
        fs::remove_file(folder.join(&file.name))?;
    }
    for file in files {
        let path = folder.join(&file.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(&path, &file.bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_is_filled() {
        assert_eq!(fill("a {{b}} c {{b}}", &[("{{b}}", "1")]).unwrap(), "a 1 c 1");
        assert!(fill("a", &[("{{b}}", "1")]).is_err());
        assert!(fill("{{b}} {{c}}", &[("{{b}}", "1")]).is_err());
    }

    #[test]
    fn the_service_worker_knows_the_page_by_its_folder() {
        let file = |name: &str| File { name: name.into(), bytes: Vec::new() };
        let text = service_worker("{{version}} {{files}}", &[file("app.js"), file("index.html")]).unwrap();
        assert!(text.contains("\"app.js\"") && text.contains("\"./\"") && !text.contains("index.html"));
    }
}
