//! Games that come from files.

pub mod betza;
pub mod cases;
pub mod faults;
pub mod played;
pub mod vectors;

use std::sync::Arc;

use zugpost::rules::composed::Game;
use zugpost::variants::by_file::section::Resolved;
use zugpost::variants::by_file::{base, compile};

/// The game with this name among sections, or among the format's own.
fn game(sections: &[Arc<Resolved>], name: &str) -> Game {
    let own = sections.iter().find(|section| *section.name == *name);
    let section = own.cloned().or_else(|| base::find(name));
    Game::new(compile::compile(&section.expect(name)))
}
