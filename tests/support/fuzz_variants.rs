//! What is tried on every file of variants.

use zugpost::rules::composed::Game;
use zugpost::variants::by_file::catalogue::Catalogue;
use zugpost::variants::by_file::{compile, read};

/// At most so many sections of a file are played.
const SECTIONS: usize = 8;
/// At most so many turns of each.
const TURNS: usize = 6;

/// A file: it is read, and the sections without a fault are played.
pub fn variants(input: &[u8]) {
    let (sections, faults) = read(input, Catalogue::built_in());
    let right = sections.iter().filter(|game| !faults.stop(&game.name));
    for section in right.take(SECTIONS) {
        let game = Game::new(compile::compile(section));
        let start = &game.parts.start;
        let mut at = game
            .read(start)
            .unwrap_or_else(|e| panic!("[{}] {start}: {e:?}", section.name));
        for _ in 0..TURNS {
            read_back(&game, &game.write(&at));
            let Some(turn) = game.legal_turns(&at).first().copied() else {
                break;
            };
            game.text(&at, &turn);
            game.play(&mut at, &turn);
        }
    }
}

/// A text that was written is read, and from then on it stays the same.
fn read_back(game: &Game, text: &str) {
    let again = |text: &str| match game.read(text) {
        Ok(at) => game.write(&at),
        Err(fault) => panic!("{text}: {fault:?}"),
    };
    let once = again(text);
    assert_eq!(again(&once), once, "written for {text}");
}
