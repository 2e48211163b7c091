//! The file with which a new game by file begins.

use minijinja::{Value, context};

use crate::variants::Games;
use crate::variants::by_file::base;
use crate::variants::by_file::beginning::{self, PieceLine};
use crate::words::Voice;

/// The text of the file for a new game `id` that begins as the game by file `like`; `None`: there is no such game.
pub fn new_game(games: &Games, id: &str, like: &str, voice: Voice<'_>) -> Option<String> {
    let game = games.section(like).or_else(|| base::find(like))?;
    let beginning = beginning::of(&game);
    let pieces = |all: &[PieceLine]| -> Vec<Value> {
        let piece = |one: &PieceLine| {
            let moves = one.moves.as_ref().map(|moves| voice.reason(moves));
            context! { line => &one.line, moves }
        };
        all.iter().map(piece).collect()
    };
    let mut name = id.replace('-', " ");
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let args = context! {
        id, like, name,
        title => game.title().unwrap_or(like),
        lines => beginning.lines,
        pieces => pieces(&beginning.pieces),
        others => pieces(&beginning.others),
    };
    Some(voice.say("letters/ruling/new-game", args))
}
