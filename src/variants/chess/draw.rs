//! The board in letters, as players know it from every server.

use crate::rules::bitboard::Bitboard;
use crate::rules::diagram::{Diagram, Grid, wrap};
use crate::rules::game::Seat;
use crate::rules::ruleset::LastTurn;
use crate::rules::square::Square;

use super::Chess;
use super::fen::sign;
use super::piece::{Role, Side};
use super::position::{Position, Turn};

/// Draws a position for `viewer`.
pub fn draw(position: &Position, viewer: Seat, last: Option<&LastTurn<Chess>>) -> Diagram {
    let marks = last.map_or(Bitboard::EMPTY, |l| touched(position, l));
    let grid = Grid {
        files: 8,
        ranks: 8,
        turned: viewer == Side::Black.seat(),
    };
    let cell = |square: Square| {
        let sign = position.at(square).map_or('.', |(r, s)| sign(r, s));
        match marks.has(square) {
            true => ['[', sign, ']'],
            false => [' ', sign, ' '],
        }
    };
    Diagram {
        writing: vec![
            "e2-e4 or e4, Ng1-f3 or Nf3, exd5 (a capture), e7-e8=Q (a promotion),".to_owned(),
            "O-O and O-O-O (castling).".to_owned(),
        ],
        board: grid.draw(cell),
        notes: notes(position, last),
        legend: legend(position, marks),
    }
}

/// The squares that the last turn touched.
fn touched(position: &Position, last: &LastTurn<Chess>) -> Bitboard {
    match last.turn {
        Turn::Step { from, to, .. } => Bitboard::of(from).with(to),
        Turn::Castle(wing) => {
            let (king, rook) = wing.goals(position.side.other());
            Bitboard::of(king).with(rook)
        }
    }
}

fn notes(position: &Position, last: Option<&LastTurn<Chess>>) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(last) = last {
        notes.push(last.note(position.side.other().name()));
    }
    let side = position.side.name();
    if position.checkers(position.side).any() {
        notes.push(format!("{side} is in check."));
    }
    notes
}

fn legend(position: &Position, marks: Bitboard) -> Vec<String> {
    let present = |role: &&Role| position.all(**role).any();
    let pieces: Vec<String> = Role::ALL
        .iter()
        .rev()
        .filter(present)
        .map(|r| format!("{} {}", r.letter(), r.name()))
        .collect();
    let pieces = format!(
        "Upper case: White's pieces; lower case: Black's. {}",
        pieces.join(", ")
    );
    let mut lines = wrap(&pieces, 72, 2);
    let marked = if marks.any() {
        "; [ ] touched by the last turn"
    } else {
        ""
    };
    lines.push(format!(". empty square{marked}"));
    lines
}
