//! Pre-compressed copies of what is published, and what the first picture weighs. Only the feature `release` has them: what
//! compresses takes long to compile.

use std::io::Write as _;

use anyhow::{Context as _, Result, bail};

use crate::kept::{self, Kept};
use crate::pack::File;

/// Weight that a visit loads, in bytes compressed with brotli: what it weighed when it was last written down, from
/// which weight on the build warns, and from which it fails. Between the two there is room for a change that is worth
/// its weight; slow lines decide where they stand.
struct Budget {
    what: &'static str,
    was: usize,
    warns: usize,
    fails: usize,
}

/// Files that must arrive before the page shows its first picture and takes input: WebAssembly, JavaScript and CSS.
const FIRST: Budget = Budget { what: "what loads at first", was: 221_571, warns: 235_000, fails: 275_000 };
/// The whole page as a first visit sees it: the same, with the part that follows by itself.
const WHOLE: Budget = Budget { what: "the page of a first visit", was: 448_917, warns: 450_000, fails: 500_000 };
/// The part that follows by itself.
const FOLLOWS: &str = "panes";

/// Adds pre-compressed copies, prints what the page weighs, and fails when its first picture weighs too much.
pub(crate) fn add(files: &mut Vec<File>, kept: &Kept) -> Result<()> {
    let mut copies = Vec::new();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    let packed: Vec<_> = files.iter().filter(|file| compresses(&file.name)).collect();
    let made = kept::on_every_core(&packed, |file| {
        let gzip = kept.of(&[b"gzip", &file.bytes], || gzip(&file.bytes))?;
        Ok((gzip, kept.of(&[b"brotli 11 22", &file.bytes], || brotli(&file.bytes))?))
    })?;
    kept.sweep()?;
    for (file, (gzip, brotli)) in packed.into_iter().zip(made) {
        let sizes = [file.bytes.len(), gzip.len(), brotli.len()];
        let ending = file.name.rsplit_once('.').map_or("", |(_, ending)| ending);
        let stem = file.name.rsplit_once('-').map_or("", |(stem, _)| stem);
        match (stem, ending) {
            ("app", "wasm") => first.push(("WebAssembly".to_owned(), sizes)),
            ("app", "js") => first.push(("JavaScript".to_owned(), sizes)),
            // The page starts without it: it is there for when something else is not.
            ("again", "js") => later.push(("beside: again".to_owned(), sizes)),
            ("style", "css") => first.push(("CSS".to_owned(), sizes)),
            ("parts", "json") => later.push(("later: table".to_owned(), sizes)),
            ("later", "css") => later.push(("later: CSS".to_owned(), sizes)),
            (part, "css") if part.ends_with("-style") => later.push((format!("later: {part}"), sizes)),
            (_, "wasm") => later.push((format!("later: {stem}"), sizes)),
            _ => {}
        }
        copies.push(File { name: format!("{}.gz", file.name), bytes: gzip });
        copies.push(File { name: format!("{}.br", file.name), bytes: brotli });
    }
    files.append(&mut copies);

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
    let whole = weight[2] + following(files)?;
    println!("{:<16} {:>32}", "the whole page", whole);
    println!("{}", FIRST.weighed(weight[2])?);
    println!("{}", WHOLE.weighed(whole)?);
    Ok(())
}

impl Budget {
    /// Says what there is to say of a weight; an error where it is too much.
    fn weighed(&self, weight: usize) -> Result<String> {
        let Self { what, was, warns, fails } = self;
        if weight > *fails {
            bail!("{what} weighs {weight} bytes with brotli, more than the {fails} it may");
        }
        let [weight_signed, was_signed] = [weight, *was].map(|bytes| i64::try_from(bytes).unwrap_or(i64::MAX));
        let said = format!("{what} weighs {weight} bytes, {:+} since {was}", weight_signed.saturating_sub(was_signed));
        Ok(if weight > *warns { format!("warning: {said}; aim below {warns}") } else { said })
    }
}

/// Weighs the part that follows by itself with brotli, and the table that names its files.
fn following(files: &[File]) -> Result<usize> {
    let is_table = |file: &&File| file.name.starts_with("parts-") && file.name.ends_with(".json");
    let table = files.iter().find(is_table).context("the parts have no table")?;
    let listed: serde_json::Value = serde_json::from_slice(&table.bytes)?;
    let numbers = listed["parts"][FOLLOWS].as_array().context("the table lacks the part that follows")?;
    let numbers = numbers.iter().filter_map(serde_json::Value::as_u64);
    let names = numbers.filter_map(|number| listed["files"][usize::try_from(number).ok()?][0].as_str());
    let own = |name: &str| -> Option<String> {
        let (stem, ending) = name.split_once('.')?;
        // Its hash stands between them.
        let is_it = |file: &&File| {
            let hash = file.name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
            hash.and_then(|rest| rest.strip_suffix(ending)).is_some_and(|hash| hash.len() == 17)
        };
        files.iter().find(is_it).map(|file| file.name.clone())
    };
    let names = names.map(|name| own(name).with_context(|| format!("{name} is not there")));
    let sizes = names.chain([Ok(table.name.clone())]).map(|name| {
        let copy = format!("{}.br", name?);
        files.iter().find(|file| file.name == copy).map(|file| file.bytes.len()).context(copy)
    });
    sizes.sum()
}

/// Returns true if a compressed copy is worth having: text and WebAssembly, not pictures that are compressed already.
fn compresses(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "wasm" | "js" | "css" | "html" | "svg" | "json" | "webmanifest" | "txt" | "md" | "ttf" | "otf")
}

/// Brotli at its best quality, with the window that every browser accepts.
fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let parameters =
        brotli::enc::BrotliEncoderParams { quality: 11, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    let mut packed = Vec::new();
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &parameters)?;
    Ok(packed)
}

/// Gzip at its best level, without a time stamp: the same bytes give the same file.
fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}
