//! `cargo xtask build`: from the sources to `dist/`, a folder that any static server can serve from any address.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::pack::{self, File};
use crate::{child, tools};

/// What must arrive before the page shows its first picture and takes input may weigh so much: WebAssembly, JavaScript
/// and CSS, compressed with brotli. Slow lines decide it.
const LIMIT: usize = 250_000;

/// The module that imports what loads the parts; its text becomes a piece of the page's script.
const LINK: &str = "./__wasm_split.js";

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

/// Compiles `colex-web` to WebAssembly, takes out the parts that are loaded later, makes the JavaScript, and returns the
/// folder in which all of it lies.
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
    let whole = fs::read(target.join("colex-web.wasm"))?;
    let parts = target.join("parts");
    if parts.exists() {
        fs::remove_dir_all(&parts)?;
    }
    let main = parts.join("app.wasm");
    let mut options = wasm_split_cli_support::Options::new(&whole);
    options.output_dir = &parts;
    options.main_out_path = &main;
    options.main_module = "./app.js";
    // What is loaded later goes out before wasm-bindgen rewrites the module: only the linker knows what calls what.
    let split = wasm_split_cli_support::transform(options).map_err(|error| anyhow!("wasm-split failed: {error:#}"))?;
    Bindgen::new()
        .input_path(&main)
        .keep_lld_exports(true)
        .out_name("app")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .keep_debug(false)
        .remove_name_section(profile == Profile::Release)
        .remove_producers_section(profile == Profile::Release)
        .generate(&output)
        .context("wasm-bindgen failed")?;

    fs::copy(parts.join(LINK), output.join(LINK))?;
    let mut modules = vec![output.join("app_bg.wasm")];
    for part in split.split_modules {
        let name = part.file_name().context("a part has no name")?;
        modules.push(output.join(name));
        fs::copy(&part, output.join(name))?;
    }
    if profile == Profile::Release {
        shorten_names(&output)?;
        for wasm in &modules {
            child::run(tools::wasm_opt(root)?.arg("-Oz").args(WASM_FEATURES).arg(wasm).arg("-o").arg(wasm))?;
        }
    }
    Ok(output)
}

/// Gives short names to what the module and its script know each other by: the long ones end in hashes, which no
/// compression makes smaller.
fn shorten_names(folder: &Path) -> Result<()> {
    let (wasm, script) = (folder.join("app_bg.wasm"), folder.join("app.js"));
    let text = fs::read_to_string(&script)?;
    let mut module = walrus::Module::from_file(&wasm)?;
    let mut short = BTreeMap::new();
    let imports = module.imports.iter_mut().map(|import| &mut import.name);
    let exports = module.exports.iter_mut().map(|export| &mut export.name);
    for name in imports.chain(exports) {
        if name.starts_with("__wbg_") || name.starts_with("wasm_bindgen_") {
            let next = format!("w{}_", short.len());
            if text.contains(&next) {
                bail!("the script has a name like {next}");
            }
            *name = short.entry(name.clone()).or_insert(next).clone();
        }
    }
    module.emit_wasm_file(&wasm)?;
    fs::write(&script, renamed(&text, &short))?;
    Ok(())
}

/// The text with other words in place of some.
fn renamed(text: &str, others: &BTreeMap<String, String>) -> String {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(is_letter) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|c| !is_letter(c)).unwrap_or(word.len()));
        result.extend([before, others.get(word).map_or(word, String::as_str)]);
        rest = after;
    }
    result + rest
}

/// The text without comments that have lines of their own, and without what is before and after each line. In no script
/// or style of the page does a line begin within a string.
fn trimmed(text: &str) -> String {
    let mut is_comment = false;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines().map(str::trim) {
        if is_comment || line.starts_with("/*") {
            is_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            kept.extend([line, "\n"]);
        }
    }
    kept
}

/// Every file of the page. What the page loads has its hash in its name, so it may be cached for ever.
fn page(root: &Path, profile: Profile, glue_folder: &Path) -> Result<Vec<File>> {
    let read = |path: PathBuf| fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));
    let parts = root.join("xtask/page");

    let small = |text: String| if profile == Profile::Release { trimmed(&text) } else { text };

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
    let mut link = read(glue_folder.join(LINK))?;
    for part in parts_in(glue_folder)? {
        let name = part.strip_prefix("split_").unwrap_or(&part);
        let (file, integrity) = add(name, "wasm", fs::read(glue_folder.join(format!("{part}.wasm")))?);
        let loads = format!("new URL(\"./{part}.wasm\", import.meta.url)");
        if !link.contains(&loads) {
            bail!("nothing loads the part {part}");
        }
        link = link.replace(&loads, &format!("new URL('{file}', import.meta.url), {{ integrity: '{integrity}' }}"));
    }
    let script = join_scripts(&read(glue_folder.join("app.js"))?, &link, &boot)?;
    let (script, script_integrity) = add("app", "js", small(script).into_bytes());
    // The frame's own styles come first: the page's may change them.
    let mut style = read(parts.join("frame.css"))?;
    let mut rooms = Vec::new();
    gather(&root.join("web/style"), "", &mut rooms)?;
    rooms.sort_by(|one, other| one.name.cmp(&other.name));
    for room in rooms {
        style.push('\n');
        style.push_str(&String::from_utf8(room.bytes).with_context(|| format!("{} is not UTF-8", room.name))?);
    }
    let (style, style_integrity) = add("style", "css", small(style).into_bytes());

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

/// The names of the parts that are loaded later.
fn parts_in(glue_folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(glue_folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".wasm").filter(|name| *name != "app_bg").map(ToOwned::to_owned));
    }
    names.sort();
    Ok(names)
}

/// One script of three: what wasm-bindgen writes, what loads the parts, and what starts the page. The first two are
/// modules that import each other; here they share one.
fn join_scripts(glue: &str, link: &str, boot: &str) -> Result<String> {
    let mut imports = String::new();
    let mut script = String::new();
    for line in glue.lines() {
        match line.strip_prefix("import * as ").and_then(|rest| rest.split_once(" from ")) {
            Some((name, module)) if module.contains(LINK) => imports.push_str(&format!("const {name} = LOADERS;\n")),
            _ => script.extend([line, "\n"]),
        }
    }
    let mut loaders = String::new();
    for line in link.lines().filter(|line| !line.starts_with("import ")) {
        let line = line.strip_prefix("export ").unwrap_or(line);
        if let Some((name, _)) = line.strip_prefix("const __wasm_split_load_").and_then(|rest| rest.split_once(' ')) {
            loaders.push_str(&format!("__wasm_split_load_{name}, "));
        }
        script.extend([line, "\n"]);
    }
    // A server that calls WebAssembly by another type serves the page too: no streaming.
    let (streaming, whole) = (
        "(WebAssembly.instantiateStreaming(src, imports))",
        "(WebAssembly.instantiate(await (await src).arrayBuffer(), imports))",
    );
    if imports.is_empty() || !script.contains(streaming) {
        bail!("the scripts of wasm-bindgen and of the parts do not fit together");
    }
    Ok(format!("{}\nconst LOADERS = {{ {loaders}}};\n{imports}{boot}", script.replace(streaming, whole)))
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

/// Adds the compressed twins, prints what the page weighs, and fails when its first picture weighs too much.
fn compress(files: &mut Vec<File>) -> Result<()> {
    let mut twins = Vec::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for file in files.iter().filter(|file| pack::compresses(&file.name)) {
        let (gzip, brotli) = (pack::gzip(&file.bytes)?, pack::brotli(&file.bytes)?);
        let sizes = [file.bytes.len(), gzip.len(), brotli.len()];
        let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let stem = file.name.rsplit_once('-').map_or("", |(stem, _)| stem);
        match (stem, ending) {
            ("app", "wasm") => first.push(("WebAssembly".to_owned(), sizes)),
            ("app", "js") => first.push(("JavaScript".to_owned(), sizes)),
            ("style", "css") => first.push(("CSS".to_owned(), sizes)),
            (_, "wasm") => later.push((format!("later: {stem}"), sizes)),
            _ => {}
        }
        twins.push(File { name: format!("{}.gz", file.name), bytes: gzip });
        twins.push(File { name: format!("{}.br", file.name), bytes: brotli });
    }
    files.append(&mut twins);

    let sum = |rows: &[(String, [usize; 3])]| -> [usize; 3] {
        std::array::from_fn(|column| rows.iter().map(|row| row.1[column]).sum())
    };
    let weight = sum(&first);
    first.push(("at first".to_owned(), weight));
    let all: [usize; 3] = std::array::from_fn(|column| weight[column] + sum(&later)[column]);
    println!("{:<16} {:>10} {:>10} {:>10}  bytes", "", "raw", "gzip", "brotli");
    for (title, [raw, gzip, brotli]) in first.iter().chain(&later).chain([&("in all".to_owned(), all)]) {
        println!("{title:<16} {raw:>10} {gzip:>10} {brotli:>10}");
    }
    if weight[2] > LIMIT {
        bail!("what loads at first weighs {} bytes with brotli, more than the {LIMIT} it may", weight[2]);
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
    fn names_are_replaced_as_whole_words() {
        let others = BTreeMap::from([("ab".to_owned(), "x".to_owned()), ("ab_1".to_owned(), "y".to_owned())]);
        assert_eq!(renamed("ab ab_1(abc).ab", &others), "x y(abc).x");
        assert_eq!(renamed("ab_1", &others), "y");
    }

    #[test]
    fn comments_on_lines_of_their_own_go() {
        assert_eq!(trimmed("  a\n// b\n/**\n * c\n */\n\n  d // e\n/* f */\n*, g {}"), "a\nd // e\n*, g {}\n");
    }

    #[test]
    fn the_service_worker_knows_the_page_by_its_folder() {
        let file = |name: &str| File { name: name.into(), bytes: Vec::new() };
        let text = service_worker("{{version}} {{files}}", &[file("app.js"), file("index.html")]).unwrap();
        assert!(text.contains("\"app.js\"") && text.contains("\"./\"") && !text.contains("index.html"));
    }
}
