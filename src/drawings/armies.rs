//! The board of more than two armies: two letters a cell, the player's and the piece's. Beside it the hands, in the
//! order of play.

use minijinja::{Value, context};

use crate::rules::view::{HeldPieces, Holds};
use crate::rules::{BoardView, CellView, PieceView, Seat};
use crate::text::{WIDTH, paragraphs};
use crate::words::Voice;

use super::Style;
use super::ascii::{self, MARGIN};

/// Columns between the board and what is beside it.
const GAP: usize = 2;

/// The letter of a player in cells: the first of the seat's name, as in position texts.
pub fn initial(view: &BoardView, seat: Seat) -> char {
    let name = view.seat(seat).chars().next();
    name.map_or('?', |letter| letter.to_ascii_lowercase())
}

/// The two letters of a piece: `rK`; the second one small for what was promoted, by what it was.
pub fn sign(view: &BoardView, piece: &PieceView) -> [char; 2] {
    let owner = piece.owner.map_or('?', |seat| initial(view, seat));
    let letter = piece
        .was
        .as_ref()
        .map(|(letter, _)| letter.to_ascii_lowercase());
    [owner, letter.unwrap_or(piece.letter)]
}

/// The board with what the last turn touched in brackets, and what lies beside it; below it what does not fit.
pub fn board(view: &BoardView, style: Style, voice: Voice<'_>) -> Vec<String> {
    let mut lines = ascii::grid(view, (4, style), |cell| {
        let [owner, kind] = signed(view, cell);
        match cell.mark {
            Some(_) => ['[', owner, kind, ']'],
            None => [' ', owner, kind, ' '],
        }
    });
    if style == Style::Large {
        // There is no room beside the board.
        let beside = beside(view, WIDTH - MARGIN.len() - 1, voice);
        lines.extend(beside.iter().map(|said| format!("{MARGIN} {said}")));
        return lines;
    }
    let widest = lines.iter().map(String::len).max().unwrap_or_default() + GAP;
    let mut beside = beside(view, WIDTH.saturating_sub(widest), voice).into_iter();
    for (line, said) in lines.iter_mut().skip(1).zip(&mut beside) {
        *line = format!("{line:<widest$}{said}").trim_end().to_owned();
    }
    lines.extend(beside.map(|said| format!("{MARGIN} {said}")));
    lines
}

/// What stands on a location.
fn signed(view: &BoardView, cell: &CellView) -> [char; 2] {
    cell.piece
        .as_ref()
        .map_or(['.', ' '], |piece| sign(view, piece))
}

/// The board alone, as narrow as can be.
pub fn bare(view: &BoardView) -> Vec<String> {
    ascii::grid(view, (3, Style::Ascii), |cell| {
        let [owner, kind] = signed(view, cell);
        [' ', owner, kind, ' ']
    })
}

/// The players in the order of play, each with the hand, and who is out. Once the game is over nobody is to move.
pub(super) fn beside(view: &BoardView, width: usize, voice: Voice<'_>) -> Vec<String> {
    let name = |seat: Seat| voice.name(view.seat(seat));
    let in_play: Vec<Seat> = match view.order.is_empty() {
        true => view.pockets.iter().filter_map(|one| one.seat).collect(),
        false => view.order.clone(),
    };
    let mut said = Vec::new();
    for (place, seat) in (1..).zip(&in_play) {
        let place = if view.order.is_empty() { 0 } else { place };
        let args = context! { seat => name(*seat), place };
        let player = voice.notice("board-player", args);
        said.extend(paragraphs(&player, width, 1));
        let hand = voice.notice("board-hand", context! { pieces => held(view, *seat) });
        said.extend(paragraphs(&format!(" {hand}"), width, 3));
    }
    let seats = (0..view.seats.len() as u8).map(Seat);
    let out = seats.filter(|seat| !in_play.contains(seat)).map(name);
    let out: Vec<String> = out.collect();
    if !out.is_empty() {
        let out = voice.notice("board-out", context! { seats => out });
        said.extend(paragraphs(&out, width, 1));
    }
    said
}

/// The pieces in the hand of a seat: letter and number.
fn held(view: &BoardView, seat: Seat) -> Vec<Value> {
    let mut pockets = view.pockets.iter();
    let pocket = pockets.find(|pocket| pocket.seat == Some(seat));
    let Some(Holds::Pieces(pieces)) = pocket.map(|pocket| &pocket.holds) else {
        return Vec::new();
    };
    let one =
        |held: &HeldPieces| context! { letter => held.letter.to_string(), count => held.count };
    pieces.iter().map(one).collect()
}
