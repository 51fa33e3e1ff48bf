//! What views and dialogs are built of. Rooms of this floor may know each other, and no view.

pub mod board;
pub mod cells_table;
pub mod classroom;
pub mod commands;
pub mod course;
pub mod dialog;
pub mod examples;
pub mod figure;
pub mod frame;
pub mod functions;
pub mod known_words;
pub mod list;
pub mod measured;
pub mod pauses;
pub mod practice;
pub mod progress;
pub mod qr;
pub mod said;
pub mod sample;
pub mod sets;
pub mod small_picture;
pub mod thread_map;
pub mod why;
pub mod window;
pub mod word;
pub mod writing;
