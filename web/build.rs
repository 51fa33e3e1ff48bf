//! Joins the lessons into one text, which the page includes, and lists their titles for those who search.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new("../public/lessons");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| {
        let is_text = file.extension().is_some_and(|extension| extension == "txt");
        is_text && file.file_stem().is_some_and(|stem| stem != "course")
    });
    files.sort();
    let (mut lessons, mut titles) = (String::new(), String::new());
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let lesson = fs::read_to_string(&file)?;
        let title = lesson.lines().find_map(|line| line.strip_prefix("title: ")).unwrap_or_default();
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        titles.push_str(&format!("{name} | {title}\n"));
        lessons.push_str(&lesson);
        lessons.push('\n');
    }
    let out = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo says where it is written"))?;
    fs::write(Path::new(&out).join("titles.txt"), titles)?;
    fs::write(Path::new(&out).join("lessons.txt"), lessons)
}
