//! Mounts the page.

mod app;
mod browser;
mod coordinates;
mod editor;
mod facts;
mod gallery;
mod gpu;
mod grid;
mod memory;
mod session;
mod share;
mod takeaway;
mod tree;
mod wayback;
mod worked;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
