//! Mounts the page.
#![allow(unreachable_pub, reason = "a program has no public items: `pub` marks what its other rooms use")]

mod advice;
mod app;
mod board;
mod browser;
mod contract;
mod coordinates;
mod derivation;
mod dialog;
mod editor;
mod facts;
mod gallery;
mod gpu;
mod grid;
mod help;
mod lens;
mod list;
mod memory;
mod parts;
mod reference;
mod session;
mod share;
mod slices;
mod takeaway;
mod tree;
mod wayback;
mod worked;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
