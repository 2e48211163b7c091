//! What may not come out: keys, wherever they are looked for, and what people have written as anything but their
//! words.

mod disguise;
mod hostile;
#[path = "../cli/place.rs"]
mod place;
mod produced;
#[path = "../cli/running.rs"]
mod running;
mod whole_game;
