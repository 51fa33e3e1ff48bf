//! Mounts the page.
#![allow(unreachable_pub, reason = "a program has no public items: `pub` marks what its other rooms use")]

mod advice;
mod answer;
mod app;
mod arrange;
mod board;
mod browser;
mod compare;
mod contract;
mod coordinates;
mod cost;
mod derivation;
mod dialog;
mod documents;
mod editor;
mod embedded;
mod facts;
mod from_table;
mod gallery;
mod gpu;
mod grid;
mod help;
mod lens;
mod list;
mod measured;
mod memory;
mod operation;
mod palette;
mod parts;
mod picture;
mod present;
mod reference;
mod session;
mod share;
mod signals;
mod slices;
mod tabs;
mod takeaway;
mod threads;
mod tree;
mod views;
mod wayback;
mod window;
mod worked;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
