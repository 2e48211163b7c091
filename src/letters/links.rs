//! Turns as links that write them, for the HTML part of letters.

use minijinja::context;

use crate::games::StoredGame;
use crate::rules::game::{Listing, Seat};
use crate::rules::view::{BoardView, Surface};
use crate::words::Voice;

use super::html::Block;
use super::seat::first_square;
use super::settings;

/// With more turns than these, pieces are linked instead.
const TURNS: usize = 60;

/// What the player of a seat, whose turn it is, can answer; `view` is the position, `example` a turn that could be
/// played.
pub(super) fn turns(
    stored: &StoredGame,
    seat: Seat,
    view: &BoardView,
    example: Option<&str>,
    voice: Voice<'_>,
) -> Block {
    let game = stored.game.as_ref();
    let listed = match stored.held(seat) {
        // What may follow; it is written without the beginning.
        Some(held) => game.begin(held).ok().map(|begun| begun.next),
        None if game.has_more_turns(TURNS as u64) => None,
        None => match game.legal(TURNS) {
            Listing::All(turns) => Some(turns),
            Listing::Over(_) | Listing::Next(_) => None,
        },
    };
    match listed.filter(|turns| turns.len() <= TURNS) {
        Some(turns) => Block::Answers {
            title: voice.plain("notices/links-turns"),
            groups: by_piece(stored, seat, turns),
        },
        None => Block::Answers {
            title: voice.plain("notices/links-pieces"),
            groups: pieces(stored, seat, view, example, voice),
        },
    }
}

/// Turns by the square that they begin at; those that are alone there, together at the end. Actions with squares come
/// after moves of pieces.
fn by_piece(stored: &StoredGame, seat: Seat, turns: Vec<String>) -> Vec<Vec<(String, String)>> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for turn in turns {
        let square = first_square(&turn).unwrap_or_default().to_owned();
        match groups.iter_mut().find(|(known, _)| *known == square) {
            Some((_, group)) => group.push(turn),
            None => groups.push((square, vec![turn])),
        }
    }
    let groups = groups.into_iter().map(|(_, group)| group);
    let of_square = |turn: &String| turn.starts_with('@');
    let (squares, pieces): (Vec<_>, Vec<_>) = groups.partition(|group| group.iter().any(of_square));
    let mut groups = Vec::new();
    for of_kind in [pieces, squares] {
        let (alone, several): (Vec<_>, Vec<_>) =
            of_kind.into_iter().partition(|group| group.len() == 1);
        groups.extend(several);
        let alone: Vec<String> = alone.into_iter().flatten().collect();
        groups.extend(Some(alone).filter(|alone| !alone.is_empty()));
    }
    let begun = stored.held(seat).is_some();
    let linked = |turn: String| match begun {
        true => (turn.clone(), turn),
        false => (turn.clone(), settings::typed(stored, seat, &turn)),
    };
    let groups = groups.into_iter();
    groups
        .map(|group| group.into_iter().map(linked).collect())
        .collect()
}

/// Each piece, with the command that lists its turns, and an example of a turn.
fn pieces(
    stored: &StoredGame,
    seat: Seat,
    view: &BoardView,
    example: Option<&str>,
    voice: Voice<'_>,
) -> Vec<Vec<(String, String)>> {
    let cells = view.cells.iter();
    let own = cells.filter_map(|cell| {
        let piece = cell.piece.filter(|piece| piece.owner == Some(seat))?;
        let square = cell.square.to_string();
        Some((
            format!("{}{square}", piece.letter),
            format!("legal {square}"),
        ))
    });
    // Squares can be placed, too.
    let loose = view.surface == Surface::LooseSquares;
    let squares = loose.then(|| ("@@ (new squares)".to_owned(), "legal @@".to_owned()));
    let own = own.chain(squares);
    let example = example.map(|turn| {
        let said = voice.say("notices/links-example", context! { turn });
        (said, settings::typed(stored, seat, turn))
    });
    vec![own.collect(), example.into_iter().collect()]
}
