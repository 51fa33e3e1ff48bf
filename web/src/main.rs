//! Mounts the page. Its floors, each knowing only those above it in this list; `ARCHITECTURE.md` says what each holds.
#![allow(unreachable_pub, reason = "a program has no public items: `pub` marks what its other rooms use")]

mod languages;
mod signals;

mod browser;

mod session;

mod loader;

mod panels;

mod views;

mod dialogs;

mod learn;

mod app;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
