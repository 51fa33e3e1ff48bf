//! The native benchmark: each kernel is compared with its twin, then timed. Not for the web.
#![deny(unsafe_code)]

#[cfg(not(target_arch = "wasm32"))]
mod beside;
#[cfg(not(target_arch = "wasm32"))]
mod case;
#[cfg(not(target_arch = "wasm32"))]
mod cases;
#[cfg(not(target_arch = "wasm32"))]
mod command;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
#[cfg(not(target_arch = "wasm32"))]
mod products;
#[cfg(not(target_arch = "wasm32"))]
mod report;
#[cfg(not(target_arch = "wasm32"))]
mod sweeps;
#[cfg(not(target_arch = "wasm32"))]
mod trusted;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    command::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {}
