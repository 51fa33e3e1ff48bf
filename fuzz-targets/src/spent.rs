//! Amount of work that something was, without a clock: what it allocates, counted by an allocator that every binary of
//! this package has. The algebra's work is in its trees and strings, so a text that is slow allocates much, on any
//! machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

struct Counting;

thread_local! {
    static UNITS: Cell<u64> = const { Cell::new(0) };
}

/// One unit for a call and one for each 64 bytes: some 20 nanoseconds either way.
fn count(bytes: usize) {
    // A thread that is ending has no counter any more, and nobody who would read it.
    let _ = UNITS.try_with(|units| units.set(units.get() + 1 + bytes as u64 / 64));
}

#[allow(unsafe_code, reason = "an allocator cannot be written without; each call is passed on as it came")]
// SAFETY: `System` keeps the contract, and counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller's promises are those that `System` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Returns what `work` answers, and the units that it spent on this thread.
pub fn spent<T>(work: impl FnOnce() -> T) -> (T, u64) {
    let before = UNITS.with(Cell::get);
    let answer = work();
    (answer, UNITS.with(Cell::get) - before)
}

/// Returns the time that this thread has computed for, however much else the machine does. Where nobody says so, it is
/// the time that has passed.
pub fn computed() -> Duration {
    #[cfg(all(target_os = "linux", target_pointer_width = "64"))]
    {
        /// `struct timespec` of Linux with 64 bits.
        #[repr(C)]
        struct Time {
            seconds: i64,
            nanoseconds: i64,
        }
        unsafe extern "C" {
            fn clock_gettime(clock: i32, time: *mut Time) -> i32;
        }
        const THREAD_CPUTIME: i32 = 3;
        let mut time = Time { seconds: 0, nanoseconds: 0 };
        #[allow(unsafe_code, reason = "the standard library reads no clock but that on the wall")]
        // SAFETY: `time` has the form that the C library writes, and lives until it has written.
        let answer = unsafe { clock_gettime(THREAD_CPUTIME, &raw mut time) };
        if answer == 0 {
            return Duration::new(time.seconds as u64, time.nanoseconds as u32);
        }
    }
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_an_allocation_or_64_bytes() {
        assert_eq!(spent(|| ()).1, 0);
        assert_eq!(spent(|| Box::new(1_u8)).1, 1);
        assert_eq!(spent(|| vec![0_u8; 6400]).1, 101);
    }
}
