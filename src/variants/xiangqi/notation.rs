//! Canonical notation: `Ch3-e3`, `Ch3xh10`, which needs no position to be read back.

use crate::rules::square::Square;

use super::piece::{BOARD, Role};
use super::position::{Position, Turn};

/// Writes a turn.
pub fn write(turn: &Turn) -> String {
    let sign = if turn.capture { 'x' } else { '-' };
    format!("{}{}{sign}{}", turn.role.letter(), turn.from, turn.to)
}

/// Reads canonical text of a turn by the side to move in `position`. It must go as its piece goes,
/// so that the board stays whole whatever the text; what becomes of the king is not looked at.
pub fn read(position: &Position, text: &str) -> Option<Turn> {
    let (from, rest) = lex(text.get(1..)?)?;
    let (to, end) = lex(rest.strip_prefix(['x', '-'])?)?;
    let (role, side) = position.at(from)?;
    let goes = end.is_empty() && side == position.side && position.reach(role, side, from).has(to);
    let free = match position.at(to) {
        None => true,
        // Kings are never captured: without one, the board would be none.
        Some((taken, owner)) => owner != side && taken != Role::King,
    };
    let turn = position.turn(role, from, to);
    (goes && free && write(&turn) == text).then_some(turn)
}

/// A point of the board at the beginning of `text`.
fn lex(text: &str) -> Option<(Square, &str)> {
    Square::lex(text).filter(|(s, _)| BOARD.has(*s))
}
