//! What may not come out: keys, wherever they are looked for, and what people have written as anything but their
//! words.

mod disguise;
mod hostile;
#[allow(dead_code, reason = "the laws of conversations use the rest")]
#[path = "../support/html_page.rs"]
mod html_page;
#[allow(dead_code, reason = "the tests of the command line use the rest")]
#[path = "../cli/place.rs"]
mod place;
mod plans;
mod produced;
#[allow(dead_code, reason = "the same")]
#[path = "../cli/running.rs"]
mod running;
mod texts;
mod whole_game;
