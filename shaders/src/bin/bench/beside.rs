//! Several processes that compile at the same time and measure one after the other: compiling takes longest.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Longest time to wait for the others.
const PATIENCE: Duration = Duration::from_secs(300);

/// Says that this process is ready, waits until `count` are, and then for its turn, which lasts until the file is dropped.
pub(crate) fn turn(folder: &str, count: usize) -> io::Result<File> {
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    File::create(folder.join(format!("ready-{}", std::process::id())))?;
    let began = Instant::now();
    while began.elapsed() < PATIENCE && fs::read_dir(folder)?.flatten().filter(is_ready).count() < count {
        sleep(Duration::from_millis(50));
    }
    let lock = File::create(folder.join("turn"))?;
    lock.lock()?;
    Ok(lock)
}

fn is_ready(entry: &fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with("ready-")
}
