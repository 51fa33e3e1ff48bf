//! From the sources to `dist/`, a folder that any static server can serve from any address.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_bindgen_cli_support::Bindgen;

use xtask::{child, headers, tools};

use crate::kept::{self, Kept};
use crate::pack::{self, File};
use crate::rest::{self, Waiting};
use crate::{alike, compressed, gather, licences};

/// The module that imports what loads the parts; its text becomes a piece of the page's script.
const LINK: &str = "./__wasm_split.js";

/// Which functions a page counts that tells what it ran.
const COUNTED: &str = "counted.json";

/// The features that `wasm-opt` may use. With `--all-features` it writes a file that Chromium refuses.
const WASM_FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-reference-types",
    "--enable-multivalue",
];

/// In the names of what `wasm-streams` exports, which comes with Leptos, and in those of its functions. The page has no such
/// streams, and what is exported, or stands in the table, stays however little it is used.
const STREAMS: [&str; 2] = ["intounderlying", "wasm_streams"];

/// Arguments that make the module of the first picture, and what all parts wait for, small: by what brotli makes of it,
/// not by its own size. Fewer functions that are called once stand in another, so that more are alike.
///
/// Nothing lies in the first kilobyte of memory: it is the far end of the stack.
const SMALLER: [&str; 10] = [
    "-Oz",
    "--flatten",
    "--rereloop",
    "-Os",
    "-Oz",
    "--one-caller-inline-max-function-size",
    "30",
    "--low-memory-unused",
    "--optimize-added-constants-propagate",
    "-Oz",
];

/// Argument that makes the parts small. `-Oz` takes twice as long, and brotli makes no less of what it leaves.
const PART: &str = "-O1";

/// Way in which the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// Quick to build, with names and checks; no service worker, so that a reload shows what was saved.
    Dev,
    /// Build that is published.
    Release,
    /// Build that is published before it is cut in two, telling which functions were run.
    Counted,
}

impl Profile {
    /// Returns true if the page keeps itself for when there is no network.
    fn is_offline(self) -> bool {
        self == Profile::Release
    }

    /// Returns true if it is made as small as it goes before the functions are parted.
    fn is_small(self) -> bool {
        self != Profile::Dev
    }
}

/// Builds the page into `dist/`. When it fails before the end, `dist/` stays as it was.
pub(crate) fn build(root: &Path, profile: Profile) -> Result<()> {
    let start = Instant::now();
    tools::wasm_target(root)?;
    let (glue_folder, parts) = compile(root, profile)?;
    let mut files = page(root, profile, &glue_folder, &parts)?;
    let result = match profile {
        Profile::Release => compressed::add(&mut files, &Kept::at(xtask::target(root).join("compressed"))?),
        Profile::Dev | Profile::Counted => Ok(()),
    };
    write(&root.join("dist"), &files)?;
    println!("dist/ has {} files, after {:.1} s", files.len(), start.elapsed().as_secs_f64());
    result
}

/// The files of each part, without their endings; its own is the last.
pub(crate) type Parts = BTreeMap<String, Vec<String>>;

/// Compiles `colex-web` to WebAssembly, takes out the parts that are loaded later, makes the JavaScript, and returns the
/// folder in which all of it lies.
fn compile(root: &Path, profile: Profile) -> Result<(PathBuf, Parts)> {
    let (name, folder) = match profile {
        Profile::Dev => ("dev", "debug"),
        Profile::Release | Profile::Counted => ("page", "page"),
    };
    let arguments = ["build", "--package", "colex-web", "--target", "wasm32-unknown-unknown", "--profile", name];
    child::run(child::cargo(root).args(arguments).args(["--config", &same_everywhere(root)?]))?;
    println!("compiled; now the parts that load later are taken out, and the JavaScript is made");
    let target = xtask::target(root).join("wasm32-unknown-unknown").join(folder);

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
    // Parts loaded later go out before wasm-bindgen rewrites the module: only the linker knows what calls what.
    let split = wasm_split_cli_support::transform(options).map_err(|error| anyhow!("wasm-split failed: {error:#}"))?;
    Bindgen::new()
        .input_path(&main)
        .keep_lld_exports(true)
        .out_name("app")
        .web(true)?
        .typescript(false)
        .omit_default_module_path(true)
        .keep_debug(false)
        .remove_producers_section(profile.is_small())
        .generate(&output)
        .context("wasm-bindgen failed")?;

    fs::copy(parts.join(LINK), output.join(LINK))?;
    let files = gather::gather(&parts, &split.prefetch_map.into_iter().collect())?;
    let mut modules = vec![output.join("app_bg.wasm")];
    for stem in files.values().flatten().collect::<BTreeSet<_>>() {
        let name = format!("{stem}.wasm");
        modules.push(output.join(&name));
        fs::copy(parts.join(&name), output.join(&name))?;
    }
    if profile.is_small() {
        shorten_names(&output)?;
    }
    if profile == Profile::Counted {
        let (module, functions) = rest::counted(&fs::read(&modules[0])?)?;
        fs::write(&modules[0], module)?;
        fs::write(output.join(COUNTED), functions)?;
    }
    if profile == Profile::Release {
        let waiting = Waiting::read(&fs::read_to_string(root.join(rest::LIST))?);
        let (first, rest) = rest::halved(&fs::read(&modules[0])?, &waiting, LINK)?;
        fs::write(&modules[0], first)?;
        modules.push(output.join(format!("{}.wasm", rest::BRING)));
        fs::write(&modules[modules.len() - 1], rest)?;
        optimise(root, &modules, &Kept::at(target.join("optimised"))?)?;
    }
    Ok((output, files))
}

/// A setting of cargo by which the same sources become the same bytes wherever they lie: what the compiler writes of the
/// paths of files names neither this folder nor cargo's.
fn same_everywhere(root: &Path) -> Result<String> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(std::env::home_dir()?.join(".cargo")));
    let home = home.context("cargo has no folder")?;
    let flags = [(root, "colex"), (home.as_path(), "cargo")]
        .map(|(folder, name)| format!("'--remap-path-prefix={}={name}'", folder.display()));
    // With these names a function is told from others of its kind; the kept list of those that wait goes by names.
    let names = "'-Csymbol-mangling-version=v0'";
    Ok(format!("target.wasm32-unknown-unknown.rustflags=[{names}, {}]", flags.join(", ")))
}

/// Makes the modules smaller with `wasm-opt`; the first is the page itself, the last what it does not begin with.
fn optimise(root: &Path, modules: &[PathBuf], kept: &Kept) -> Result<()> {
    // Once, before every core wants it.
    tools::npm_packages(root)?;
    // The result for a module follows from the program, its arguments and the module.
    let lock = fs::read(root.join("package-lock.json"))?;
    let numbered: Vec<_> = modules.iter().enumerate().collect();
    kept::on_every_core(&numbered, |&(number, wasm)| {
        let is_waited_for = number == 0 || number + 1 == modules.len();
        let first: &[&str] = if is_waited_for { &SMALLER } else { &[PART] };
        let arguments = first.iter().chain(&alike::BY_NAME).chain(&WASM_FEATURES).copied().collect::<Vec<_>>();
        let module = alike::named(&fs::read(wasm)?)?;
        let smaller = kept.of(&[&lock, arguments.join(" ").as_bytes(), &module], || {
            println!("wasm-opt, module {} of {}", number + 1, modules.len());
            fs::write(wasm, &module)?;
            child::run(tools::wasm_opt(root)?.args(&arguments).arg(wasm).arg("-o").arg(wasm))?;
            Ok(fs::read(wasm)?)
        })?;
        Ok(fs::write(wasm, smaller)?)
    })?;
    kept.sweep()
}

/// Gives short names to what the module and its script know each other by: the long ones end in hashes, which no
/// compression makes smaller.
fn shorten_names(folder: &Path) -> Result<()> {
    let (wasm, script) = (folder.join("app_bg.wasm"), folder.join("app.js"));
    let text = without_streams(&fs::read_to_string(&script)?);
    let mut module = walrus::Module::from_file(&wasm)?;
    let is_stream = |name: &str| STREAMS.iter().any(|stream| name.contains(stream));
    let streams = module.exports.iter().filter(|export| is_stream(&export.name));
    for export in streams.map(walrus::Export::id).collect::<Vec<_>>() {
        module.exports.delete(export);
    }
    let streams = module.funcs.iter_local().map(|(id, _)| id);
    let streams = streams.filter(|id| module.funcs.get(*id).name.as_deref().is_some_and(is_stream)).collect::<Vec<_>>();
    for id in streams {
        let ty = module.funcs.get(id).ty();
        let (parameters, results) = (module.types.params(ty).to_vec(), module.types.results(ty).to_vec());
        let mut nothing = walrus::FunctionBuilder::new(&mut module.types, &parameters, &results);
        nothing.func_body().unreachable();
        let arguments = parameters.iter().map(|ty| module.locals.add(*ty)).collect();
        module.funcs.get_mut(id).kind = walrus::FunctionKind::Local(nothing.local_func(arguments));
    }
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

/// The text without the classes of streams that begin in Rust, and what would free them.
fn without_streams(text: &str) -> String {
    let mut end = None;
    let mut kept = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with("export class IntoUnderlying") {
            end = Some("}");
        } else if line.starts_with("const IntoUnderlying") || line.starts_with("if (Symbol.dispose) IntoUnderlying") {
            end = Some(";");
        }
        match end {
            None => kept.extend([line, "\n"]),
            Some(last) if line == last || last == ";" && line.ends_with(';') => end = None,
            Some(_) => {}
        }
    }
    kept
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

/// A script as terser writes it; the folder is for what it reads and writes.
fn minified(root: &Path, folder: &Path, script: &str) -> Result<String> {
    let (from, to) = (folder.join("whole.mjs"), folder.join("small.mjs"));
    fs::write(&from, script)?;
    child::run(&mut tools::terser(root, &from, &to)?)?;
    Ok(fs::read_to_string(&to)?)
}

/// The text without comments that have lines of their own, and without what is before and after each line. In no style of
/// the page does a line begin within a string.
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
fn page(root: &Path, profile: Profile, glue_folder: &Path, parts: &Parts) -> Result<Vec<File>> {
    let read = |path: PathBuf| fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()));
    let templates = root.join("xtask/page");

    let small = |text: String| if profile.is_small() { trimmed(&text) } else { text };
    let smallest = |text: String| if profile.is_small() { minified(root, glue_folder, &text) } else { Ok(text) };

    let mut files = Vec::new();
    let mut add = |stem: &str, ending: &str, bytes: Vec<u8>| {
        let name = format!("{stem}-{}.{ending}", pack::name_hash(&bytes));
        let integrity = pack::integrity(&bytes);
        files.push(File { name: name.clone(), bytes });
        (name, integrity)
    };
    let (wasm, wasm_integrity) = add("app", "wasm", fs::read(glue_folder.join("app_bg.wasm"))?);
    let boot = fill(
        &read(templates.join("boot.js"))?,
        &[
            ("{{wasm}}", &wasm),
            ("{{wasm-integrity}}", &wasm_integrity),
            ("{{offline}}", if profile.is_offline() { "true" } else { "false" }),
        ],
    )?;
    let mut later = BTreeMap::new();
    for name in parts_in(glue_folder)? {
        let bytes = fs::read(glue_folder.join(format!("{name}.wasm")))?;
        later.insert(name.clone(), add(name.strip_prefix("split_").unwrap_or(&name), "wasm", bytes));
    }
    let rest = later.get(rest::BRING).cloned().unwrap_or_default();
    // The frame's own styles come first: the page's may change them. What no first picture shows comes with the parts.
    let mut style = read(templates.join("frame.css"))?;
    let mut later_style = String::new();
    let mut own_styles = BTreeMap::<String, String>::new();
    let mut rooms = Vec::new();
    gather(&root.join("web/style"), "", &mut rooms)?;
    rooms.sort_by(|one, other| one.name.cmp(&other.name));
    for room in rooms {
        let sheet = match room.name.split_once('/') {
            None => &mut style,
            Some(("later", _)) => &mut later_style,
            Some((part, _)) if parts.contains_key(part) => own_styles.entry(part.to_owned()).or_default(),
            Some((part, _)) => bail!("{} is the style of {part}, which is no part", room.name),
        };
        sheet.push('\n');
        sheet.push_str(&String::from_utf8(room.bytes).with_context(|| format!("{} is not UTF-8", room.name))?);
    }
    let (style, style_integrity) = add("style", "css", small(style).into_bytes());
    let later_style = add("later", "css", small(later_style).into_bytes());
    let add_style =
        |(part, text): (String, String)| (part.clone(), add(&format!("{part}-style"), "css", small(text).into_bytes()));
    let own_styles = own_styles.into_iter().map(add_style).collect::<BTreeMap<_, _>>();
    let table = add("parts", "json", table(parts, &later, &later_style, &own_styles)?);
    let link = loaders(&read(glue_folder.join(LINK))?, &read(templates.join("parts.js"))?, parts, &table, &rest)?;
    // Either script may fail to come: each brings what brings the other files.
    let loading = read(templates.join("loading.js"))?;
    let script = loading.clone() + &join_scripts(&read(glue_folder.join("app.js"))?, &link, &boot)?;
    let (script, script_integrity) = add("app", "js", smallest(script)?.into_bytes());
    let again = loading + &read(templates.join("again.js"))?;
    let (again, again_integrity) = add("again", "js", smallest(again)?.into_bytes());
    let (sheet, sheet_integrity) = add("licences", "css", small(read(templates.join("licences.css"))?).into_bytes());
    let licences = licences::page(root, &sheet, &sheet_integrity)?;

    let frame = read(root.join("index.html"))?;
    let index = fill(
        &frame,
        &[
            ("{{again}}", &again),
            ("{{again-integrity}}", &again_integrity),
            ("{{script}}", &script),
            ("{{script-integrity}}", &script_integrity),
            ("{{style}}", &style),
            ("{{style-integrity}}", &style_integrity),
        ],
    )?;
    files.push(File { name: "index.html".into(), bytes: index.into_bytes() });

    files.push(File { name: "licences.html".into(), bytes: licences.into_bytes() });
    if profile == Profile::Counted {
        files.push(File { name: COUNTED.into(), bytes: fs::read(glue_folder.join(COUNTED))? });
    }

    gather(&glue_folder.join("snippets"), "snippets/", &mut files)?;
    gather(&root.join("public"), "", &mut files)?;
    // Lessons are in the part that shows them.
    files.retain(|file| !file.name.starts_with("lessons/"));
    files.sort_by(|one, other| one.name.cmp(&other.name));

    let worker = match profile {
        Profile::Dev | Profile::Counted => read(templates.join("sw-leave.js"))?,
        Profile::Release => service_worker(&read(templates.join("sw.js"))?, &files)?,
    };
    files.push(File { name: "sw.js".into(), bytes: worker.into_bytes() });
    // Hosts read it and do not serve it, so the service worker must not ask for it.
    let policy = headers::policy(&frame).context("index.html states no policy")?;
    let headers = headers::file(policy, files.iter().map(|file| file.name.as_str()));
    files.push(File { name: "_headers".into(), bytes: headers.into_bytes() });
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

/// Files with their integrities, by what they are of.
type Named = BTreeMap<String, (String, String)>;

/// The table of what loads later, as JSON: of each file the name without the hash and the digest that the hash begins, and
/// the files of each part by their numbers there: the style of all parts first, then that of the part where it has one,
/// what they all wait for, and its own code the last.
fn table(parts: &Parts, later: &Named, style: &(String, String), own_styles: &Named) -> Result<Vec<u8>> {
    let files: Vec<_> = [style].into_iter().chain(own_styles.values()).chain(later.values()).collect();
    let number = |named: &(String, String)| files.iter().position(|file| file.0 == named.0);
    let mut listed = BTreeMap::new();
    for (part, stems) in parts {
        let first = [Some(style), own_styles.get(part), later.get(rest::BRING)].into_iter().flatten();
        let modules = stems
            .iter()
            .map(|stem| later.get(stem).with_context(|| format!("the part {part} needs {stem}, which is not there")));
        let modules = modules.collect::<Result<Vec<_>>>()?;
        listed.insert(part, first.chain(modules).filter_map(number).collect::<Vec<_>>());
    }
    let files = files.into_iter().map(|(name, integrity)| {
        let (stem, hashed) = name.rsplit_once('-').with_context(|| format!("{name} has no hash"))?;
        let (_, ending) = hashed.split_once('.').with_context(|| format!("{name} has no ending"))?;
        Ok((format!("{stem}.{ending}"), integrity.trim_start_matches(pack::DIGEST)))
    });
    let files = files.collect::<Result<Vec<_>>>()?;
    Ok(serde_json::to_vec(&serde_json::json!({ "files": files, "parts": listed }))?)
}

/// Writes the script that loads the parts: of the linker's text what the parts share with the module, then the page's
/// own way to bring files, told where the table of them is, and a loader of each part by the name that the module
/// imports.
fn loaders(
    link: &str,
    template: &str,
    parts: &Parts,
    (table, integrity): &(String, String),
    (rest, rest_integrity): &(String, String),
) -> Result<String> {
    let (shared, theirs) = link.split_once("function wrapAsyncCb").context("the parts are loaded in an unknown way")?;
    let mut text = shared.lines().filter(|line| !line.starts_with("import ")).collect::<Vec<_>>().join("\n");
    let mut names = String::new();
    for part in parts.keys() {
        let loader = format!("__wasm_split_load_{part}");
        if !theirs.contains(&format!("const {loader} =")) {
            bail!("nothing loads the part {part}");
        }
        names.push_str(&format!("{loader}: bringPart('{part}'), "));
    }
    let marks = [
        ("{{table}}", table.as_str()),
        ("{{table-integrity}}", integrity),
        ("{{rest}}", rest),
        ("{{rest-integrity}}", rest_integrity),
        ("{{there}}", rest::THERE),
        ("{{first}}", rest::FIRST),
    ];
    text.push_str(&fill(template, &marks)?);
    Ok(format!("{text}const LOADERS = {{ {}: bringRest, {names}}};\n", rest::BRING))
}

/// One script of three: what wasm-bindgen writes, what loads the parts, and what starts the page. The first two are
/// modules that import each other; here they share one.
fn join_scripts(glue: &str, loaders: &str, boot: &str) -> Result<String> {
    let mut imports = String::new();
    let mut script = String::new();
    for line in glue.lines() {
        match line.strip_prefix("import * as ").and_then(|rest| rest.split_once(" from ")) {
            Some((name, module)) if module.contains(LINK) => imports.push_str(&format!("const {name} = LOADERS;\n")),
            _ => script.extend([line, "\n"]),
        }
    }
    if imports.is_empty() {
        bail!("the scripts of wasm-bindgen and of the parts do not fit together");
    }
    Ok(format!("{script}{loaders}{imports}{boot}"))
}

/// The service worker for exactly these files. The page itself goes by `./`: some servers answer `index.html` with a
/// redirect, and a redirected answer must not be used for a navigation.
fn service_worker(template: &str, files: &[File]) -> Result<String> {
    let list = files.iter().map(|file| match file.name.as_str() {
        "index.html" => "  ['./'],\n".to_owned(),
        // A file that a cache keeps for ever must be what was built.
        name if headers::is_hashed(name) => format!("  ['{name}', '{}'],\n", pack::integrity(&file.bytes)),
        name => format!("  ['{name}'],\n"),
    });
    let list = list.collect::<String>();
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

/// Makes the folder hold these files and no others. It is served meanwhile: each file is whole from the first moment on,
/// the page comes after what it asks for, and what was before goes last.
fn write(folder: &Path, files: &[File]) -> Result<()> {
    let mut old = Vec::new();
    gather(folder, "", &mut old)?;
    let (frame, others): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.name.starts_with("index.html"));
    for file in others.into_iter().chain(frame) {
        if old.iter().any(|old| old.name == file.name && old.bytes == file.bytes) {
            continue;
        }
        let path = folder.join(&file.name);
        let parent = path.parent().context("a file without a folder")?;
        fs::create_dir_all(parent)?;
        let new = parent.join(".new");
        fs::write(&new, &file.bytes)
            .and_then(|()| fs::rename(&new, &path))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    for file in old.iter().filter(|file| !names.contains(file.name.as_str())) {
        fs::remove_file(folder.join(&file.name))?;
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
    fn streams_go_and_nothing_else() {
        let text = "a\nexport class IntoUnderlyingSink {\n    x() {\n    }\n}\nif (Symbol.dispose) IntoUnderlyingSink.prototype.x = 1;\n\
            b\nconst IntoUnderlyingSinkFinalization = (c)\n    ? 1\n    : 2;\nd\n";
        assert_eq!(without_streams(text), "a\nb\nd\n");
    }

    #[test]
    fn comments_on_lines_of_their_own_go() {
        assert_eq!(trimmed("  a\n// b\n/**\n * c\n */\n\n  d // e\n/* f */\n*, g {}"), "a\nd // e\n*, g {}\n");
    }

    #[test]
    fn the_folder_holds_what_was_built_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("colex-write-{}", std::process::id()));
        let file = |name: &str, text: &str| File { name: name.into(), bytes: text.into() };
        write(&folder, &[file("index.html", "1"), file("parts/a.js", "1"), file("old.js", "1")]).unwrap();
        write(&folder, &[file("index.html", "2"), file("parts/a.js", "1"), file("new.js", "2")]).unwrap();
        let mut found = Vec::new();
        gather(&folder, "", &mut found).unwrap();
        let mut found: Vec<_> =
            found.into_iter().map(|file| (file.name, String::from_utf8(file.bytes).unwrap())).collect();
        found.sort();
        let expected = [("index.html", "2"), ("new.js", "2"), ("parts/a.js", "1")];
        assert_eq!(found, expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
        assert!(!folder.join(".new").exists());
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_service_worker_knows_the_page_by_its_folder() {
        let file = |name: &str| File { name: name.into(), bytes: Vec::new() };
        let files = [file("app-0123456789abcdef.js"), file("icon-192.png"), file("index.html")];
        let text = service_worker("{{version}} {{files}}", &files).unwrap();
        assert!(text.contains("['./']") && text.contains("['icon-192.png']") && !text.contains("index.html"));
        assert!(text.contains("['app-0123456789abcdef.js', 'sha256-"));
    }

    #[test]
    fn every_part_has_a_loader_and_all_its_files() {
        let link = "import { initSync } from \"./app.js\";\nlet shared;\nfunction wrapAsyncCb(callee) {}\n\
            export const __wasm_split_load_panes = wrapAsyncCb(0);\n";
        let parts = BTreeMap::from([("panes".to_owned(), vec!["chunk_1".to_owned(), "split_panes".to_owned()])]);
        let name = |file: &str| (file.to_owned(), "sha".to_owned());
        let mut later = BTreeMap::from([("split_panes".to_owned(), name("panes-1.wasm"))]);
        let style = name("later-1.css");
        let own = BTreeMap::from([("panes".to_owned(), name("panes-style-1.css"))]);
        assert!(table(&parts, &later, &style, &own).is_err());
        later.insert("chunk_1".to_owned(), name("chunk_1-2.wasm"));
        later.insert(rest::BRING.to_owned(), name("rest-3.wasm"));
        let listed: serde_json::Value = serde_json::from_slice(&table(&parts, &later, &style, &own).unwrap()).unwrap();
        let expected = serde_json::json!({
            "files": [
                ["later.css", "sha"],
                ["panes-style.css", "sha"],
                ["chunk_1.wasm", "sha"],
                ["rest.wasm", "sha"],
                ["panes.wasm", "sha"],
            ],
            "parts": { "panes": [0, 1, 3, 2, 4] },
        });
        assert_eq!(listed, expected);

        let template =
            "TABLE = {{table}} {{table-integrity}};\nREST = {{rest}} {{rest-integrity}} {{first}} {{there}};\n";
        let [table, rest] = ["parts-1.json", "rest-3.wasm"].map(name);
        let text = loaders(link, template, &parts, &table, &rest).unwrap();
        assert!(text.starts_with("let shared;") && text.contains("TABLE = parts-1.json sha;"), "{text}");
        assert!(text.contains("REST = rest-3.wasm sha first there;"), "{text}");
        assert!(text.contains("LOADERS = { rest: bringRest, __wasm_split_load_panes: bringPart('panes'), }"), "{text}");
        assert!(loaders(&link.replace("panes", "tools"), template, &parts, &table, &rest).is_err());
    }
}
