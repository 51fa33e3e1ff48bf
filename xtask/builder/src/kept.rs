//! Output made of the same bytes by an earlier build is not made again, and what is made is made on every core.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context as _, Result};

use crate::pack;

/// A folder of results, each by the hash of all that it was made of.
pub(crate) struct Kept {
    folder: PathBuf,
    used: Mutex<BTreeSet<String>>,
}

impl Kept {
    /// Opens the folder; it is made where it is missing.
    pub(crate) fn at(folder: PathBuf) -> Result<Self> {
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Kept { folder, used: Mutex::default() })
    }

    /// Returns what `make` makes, or made of the same parts before. The parts must hold everything that decides it.
    pub(crate) fn of(&self, parts: &[&[u8]], make: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
        let name = pack::short_hash(parts.iter().copied());
        let path = self.folder.join(&name);
        self.used.lock().unwrap_or_else(PoisonError::into_inner).insert(name.clone());
        if let Ok(bytes) = fs::read(&path) {
            return Ok(bytes);
        }
        let bytes = make()?;
        // Whole from the first moment on: a build that is stopped leaves no half of one.
        let new = self.folder.join(format!(".{name}"));
        fs::write(&new, &bytes).and_then(|()| fs::rename(&new, &path))?;
        Ok(bytes)
    }

    /// Removes what this build had no use for.
    pub(crate) fn sweep(&self) -> Result<()> {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if !used.contains(entry.file_name().to_string_lossy().as_ref()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// Does the work for each item, on as many threads as there are cores; the results stand in the items' order. The first
/// error is the answer.
pub(crate) fn on_every_core<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> Result<R> + Sync) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let mut done: Vec<(usize, Result<R>)> = thread::scope(|scope| {
        let run = || {
            let mut done = Vec::new();
            while let Some((place, item)) =
                Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, items.get(at)?)))
            {
                done.push((place, work(item)));
            }
            done
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    });
    anyhow::ensure!(done.len() == items.len(), "a thread stopped in the middle of its work");
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_kept_until_it_is_not_used() {
        let folder = std::env::temp_dir().join(format!("colex-kept-{}", std::process::id()));
        let made = AtomicUsize::new(0);
        let build = |parts: &[&[u8]]| {
            let kept = Kept::at(folder.clone()).unwrap();
            let make = || {
                made.fetch_add(1, Ordering::Relaxed);
                Ok(parts.concat())
            };
            assert_eq!(kept.of(parts, make).unwrap(), parts.concat());
            kept.sweep().unwrap();
            made.load(Ordering::Relaxed)
        };
        assert_eq!(build(&[b"-Oz", b"ab"]), 1);
        assert_eq!(build(&[b"-Oz", b"ab"]), 1, "the second build makes nothing");
        assert_eq!(build(&[b"-Oza", b"b"]), 2, "where a part ends counts");
        assert_eq!(build(&[b"-Oz", b"ab"]), 3, "the build before had no use for it");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn results_stand_in_the_order_of_the_items_and_an_error_is_told() {
        let items: Vec<usize> = (0..40).collect();
        let doubled = on_every_core(&items, |item| Ok(2 * item)).unwrap();
        assert_eq!(doubled, items.iter().map(|item| 2 * item).collect::<Vec<_>>());
        let error = on_every_core(&items, |item| if *item == 7 { anyhow::bail!("7") } else { Ok(()) });
        assert_eq!(error.unwrap_err().to_string(), "7");
        assert!(on_every_core(&[] as &[u8], |_| Ok(())).unwrap().is_empty());
    }
}
