//! The device of the tests, where there is one.

use std::io::Write as _;
use std::sync::OnceLock;

use colex_shaders::device::{Fault, Gpu};

/// One device for all tests of a file.
pub(crate) fn gpu(test: &str) -> Option<&'static Gpu> {
    static GPU: OnceLock<Result<Gpu, Fault>> = OnceLock::new();
    match GPU.get_or_init(|| pollster::block_on(Gpu::open(None))) {
        Ok(gpu) => {
            assert!(!gpu.adapter().name.is_empty());
            say(&format!("{test}: on {:?}", gpu.adapter()));
            Some(gpu)
        }
        Err(fault) => {
            let required = std::env::var("COLEX_GPU").is_ok_and(|value| value == "required");
            assert!(!required, "COLEX_GPU=required, but: {fault:?}");
            say(&format!(
                "{test}: NOT RUN, no Vulkan adapter ({fault:?}). A software adapter will do: on Debian and Ubuntu \
                 `apt-get install mesa-vulkan-drivers`."
            ));
            None
        }
    }
}

/// Past the test harness, which keeps the output of passing tests to itself.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
