//! Games that come from files.

pub mod betza;
pub mod cases;
pub mod chance;
pub mod faults;
pub mod lot;
pub mod pages;
pub mod played;
pub mod vectors;
pub mod warned;

use std::sync::Arc;

use zugpost::rules::composed::Game;
use zugpost::rules::composed::past::Past;
use zugpost::rules::composed::position::Position;
use zugpost::variants::by_file::section::Resolved;
use zugpost::variants::by_file::{base, compile};

/// The game with this name among sections, or among the format's own.
fn game(sections: &[Arc<Resolved>], name: &str) -> Game {
    let own = sections.iter().find(|section| *section.name == *name);
    let section = own.cloned().or_else(|| base::find(name));
    Game::new(compile::compile(&section.expect(name)))
}

/// What is compared in a position.
struct Facts {
    /// The legal turns, sorted.
    turns: Vec<String>,
    check: bool,
    /// The values of the immediate end, of the optional end and of having no turn; `-` where there is none.
    ends: [String; 3],
    /// The position text.
    text: String,
}

fn facts(game: &Game, at: &Position, past: &Past) -> Facts {
    let turns = game.texts(at);
    let ends = [
        game.immediate_end(at),
        game.optional_end(at, past),
        turns.is_empty().then(|| game.result(at, past)),
    ];
    Facts {
        check: game.gives_check(at),
        ends: ends.map(|end| end.map_or("-".to_owned(), |value| value.0.to_string())),
        text: game.write(at),
        turns,
    }
}
