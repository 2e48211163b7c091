//! Turns as links that write them, for the HTML part of letters.

use minijinja::context;

use crate::rules::game::Seat;
use crate::rules::view::Surface;
use crate::words::Voice;

use super::html::Block;
use super::seat::first_square;
use super::shown::ShownPage;

/// What the player of a seat, whose turn it is, can answer.
pub(super) fn turns(page: &ShownPage, seat: Seat, voice: Voice<'_>) -> Block {
    let (title, groups) = match &page.links {
        Some(turns) => ("notices/links-turns", by_piece(page, seat, turns.clone())),
        None => ("notices/links-pieces", pieces(page, seat, voice)),
    };
    let title = voice.plain(title);
    Block::Answers { title, groups }
}

/// Turns by the square that they begin at; those that are alone there, together at the end. Actions with squares come
/// after moves of pieces.
fn by_piece(page: &ShownPage, seat: Seat, turns: Vec<String>) -> Vec<Vec<(String, String)>> {
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
        let of_kind = of_kind.into_iter();
        let (alone, several): (Vec<_>, Vec<_>) = of_kind.partition(|group| group.len() == 1);
        groups.extend(several);
        let alone: Vec<String> = alone.into_iter().flatten().collect();
        groups.extend(Some(alone).filter(|alone| !alone.is_empty()));
    }
    let begun = page.held.is_some();
    let linked = |turn: String| match begun {
        true => (turn.clone(), turn),
        false => (turn.clone(), page.game.typed(seat, &turn)),
    };
    let linked = |group: Vec<String>| group.into_iter().map(linked).collect();
    groups.into_iter().map(linked).collect()
}

/// Each piece, with the command that lists its turns, and an example of a turn.
fn pieces(page: &ShownPage, seat: Seat, voice: Voice<'_>) -> Vec<Vec<(String, String)>> {
    let cells = page.board.cells.iter();
    let own = cells.filter_map(|cell| {
        let piece = cell
            .piece
            .as_ref()
            .filter(|piece| piece.owner == Some(seat))?;
        let square = cell.square.to_string();
        let shown = format!("{}{square}", piece.letter);
        Some((shown, format!("legal {square}")))
    });
    // Squares can be placed, too.
    let loose = page.board.surface == Surface::LooseSquares;
    let squares = loose.then(|| ("@@ (new squares)".to_owned(), "legal @@".to_owned()));
    let own = own.chain(squares);
    let example = page.example.as_deref().map(|turn| {
        let said = voice.notice("links-example", context! { turn });
        (said, page.game.typed(seat, turn))
    });
    vec![own.collect(), example.into_iter().collect()]
}
