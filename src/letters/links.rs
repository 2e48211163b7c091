//! Turns as links that write them, for the HTML part of letters.

use crate::rules::game::Seat;
use crate::rules::view::{BoardView, Surface};
use crate::text::capitalised;
use crate::words::Voice;

use super::html::{Block, Group};
use super::shown::ShownPage;

/// What the player of a seat, whose turn it is, can answer.
pub(super) fn turns(page: &ShownPage, seat: Seat, voice: Voice<'_>) -> Block {
    let (title, groups) = match &page.links {
        Some(turns) => ("notices/links-turns", by_kind(page, seat, turns, voice)),
        None => ("notices/links-pieces", pieces(page, seat, voice)),
    };
    let title = voice.plain(title);
    Block::Answers { title, groups }
}

/// Turns by the kind of the piece that plays them. Actions with squares come last.
fn by_kind(page: &ShownPage, seat: Seat, turns: &[String], voice: Voice<'_>) -> Vec<Group> {
    let begun = page.held.is_some();
    let linked = turns.iter().map(|turn| {
        let answer = match begun {
            true => turn.clone(),
            false => page.game.typed(seat, turn),
        };
        (kind_of(turn), turn.clone(), answer)
    });
    grouped(linked, &page.board, voice)
}

/// The letter of the piece that plays a turn.
fn kind_of(turn: &str) -> char {
    match turn.chars().find(|c| *c != '+') {
        Some('@') => '@',
        Some('O') if turn.starts_with("O-O") => 'K',
        Some(letter) if letter.is_ascii_uppercase() => letter,
        _ => 'P',
    }
}

/// Links by kinds of piece, in the order of the legend.
fn grouped(
    links: impl Iterator<Item = (char, String, String)>,
    board: &BoardView,
    voice: Voice<'_>,
) -> Vec<Group> {
    let place = |letter: char| {
        let at = board.kinds.iter().position(|kind| kind.letter == letter);
        at.unwrap_or(board.kinds.len() + usize::from(letter == '@'))
    };
    let mut links: Vec<(char, String, String)> = links.collect();
    links.sort_by_key(|(letter, ..)| place(*letter));
    let chunks = links.chunk_by(|(one, ..), (other, ..)| one == other);
    let groups = chunks.map(|chunk| {
        let letter = chunk[0].0;
        let label = match board.kinds.get(place(letter)) {
            Some(kind) => voice.name(&kind.name),
            None if letter == '@' => voice.plain("notices/links-squares"),
            None => letter.to_string(),
        };
        let answers = chunk.iter();
        let answers = answers.map(|(_, shown, answer)| (shown.clone(), answer.clone()));
        Group {
            label: capitalised(&label),
            answers: answers.collect(),
        }
    });
    groups.collect()
}

/// Each piece, with the command that lists its turns, and an example of a turn.
fn pieces(page: &ShownPage, seat: Seat, voice: Voice<'_>) -> Vec<Group> {
    // A piece without turns has nothing to list.
    let begins = |origin: &str| {
        let origins = page.origins.as_ref();
        origins.is_none_or(|origins| origins.iter().any(|one| one == origin))
    };
    let cells = page.board.cells.iter();
    let own = cells.filter_map(|cell| {
        let piece = cell.piece.as_ref();
        let piece = piece.filter(|piece| piece.owner == Some(seat))?;
        let square = cell.square.to_string();
        if !begins(&square) {
            return None;
        }
        let answer = format!("legal {square}");
        Some((piece.letter, square, answer))
    });
    // Squares can be placed, too.
    let loose = page.board.surface == Surface::LooseSquares;
    let new = (loose && begins("@@")).then(|| {
        let shown = voice.plain("notices/links-new-squares");
        ('@', shown, "legal @@".to_owned())
    });
    let mut groups = grouped(own.chain(new), &page.board, voice);
    groups.extend(page.example.as_deref().map(|turn| Group {
        label: voice.plain("notices/links-or"),
        answers: vec![(turn.to_owned(), page.game.typed(seat, turn))],
    }));
    groups
}
