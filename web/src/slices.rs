//! Long work between frames: how long a slice of it may take, and one slice.

use crate::browser;

/// The longest a slice of work may keep the page from painting, in milliseconds.
pub const SLICE: f64 = 6.0;
/// The longest slice before the next frame, which others want to see too.
pub const FIRST_SLICE: f64 = 1.0;

/// Takes steps until one is the last, for which it answers `true`, or until so many milliseconds are over. A step is
/// short: the clock is read after each.
pub fn slice(longest: f64, mut is_last: impl FnMut() -> bool) -> bool {
    let begin = browser::now();
    loop {
        if is_last() {
            return true;
        }
        if browser::now() - begin > longest {
            return false;
        }
    }
}
