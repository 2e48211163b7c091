//! Turns as links that write them, for the HTML part of letters.

use crate::rules::game::Seat;
use crate::rules::view::{BoardView, Surface};
use crate::text::capitalised;
use crate::words::Voice;

use super::html::{Block, Group};
use super::shown::{ShownPage, first_square};

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
        (kind_of(turn, &page.board), turn.clone(), answer)
    });
    grouped(linked, &page.board, voice)
}

/// Stands for a turn that no piece plays.
const PASS: char = '-';

/// The letter of the piece that plays a turn.
fn kind_of(turn: &str, board: &BoardView) -> char {
    // A promoted piece is written by what it was.
    let promoted = || {
        let square = first_square(turn).filter(|_| turn.starts_with('+') && !turn.contains('*'))?;
        let mut cells = board.cells.iter();
        let cell = cells.find(|cell| cell.square.to_string() == square)?;
        Some(cell.piece.as_ref()?.letter)
    };
    if let Some(letter) = promoted() {
        return letter;
    }
    match turn.chars().find(|c| *c != '+') {
        _ if turn == "pass" => PASS,
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
        at.unwrap_or(board.kinds.len() + usize::from(matches!(letter, '@' | PASS)))
    };
    let mut links: Vec<(char, String, String)> = links.collect();
    links.sort_by_key(|(letter, ..)| place(*letter));
    let chunks = links.chunk_by(|(one, ..), (other, ..)| one == other);
    let groups = chunks.map(|chunk| {
        let letter = chunk[0].0;
        let label = match board.kinds.get(place(letter)) {
            Some(kind) => voice.name(&kind.name),
            None if letter == '@' => voice.plain("notices/links-squares"),
            None if letter == PASS => voice.plain("notices/links-or"),
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

/// Each piece, with the command that lists its turns, those in hand too; and examples of turns.
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
    let held = page.board.held_by(seat).iter();
    let held = held.map(|held| format!("{}*", held.letter));
    let held = held.filter(|what| page.drop.is_some() && begins(what));
    let held: Vec<_> = held
        .map(|what| (what.clone(), format!("legal {what}")))
        .collect();
    if !held.is_empty() {
        let label = voice.plain("notices/links-hand");
        let answers = held;
        groups.push(Group { label, answers });
    }
    let pass = "pass".to_owned();
    let pass = Some(&pass).filter(|_| page.origins.is_some() && begins("pass"));
    let turns = [page.example.as_ref(), page.drop_beside(), pass];
    let turns: Vec<&String> = turns.into_iter().flatten().collect();
    if !turns.is_empty() {
        let turns = turns.into_iter();
        groups.push(Group {
            label: voice.plain("notices/links-or"),
            answers: turns
                .map(|turn| (turn.clone(), page.game.typed(seat, turn)))
                .collect(),
        });
    }
    groups
}
