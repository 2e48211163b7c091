//! Canonical notation: long algebraic, which needs no position to be read back.

use crate::rules::bitboard::Bitboard;
use crate::rules::square::Square;

use super::piece::Role;
use super::position::{Position, Turn, Wing};

/// Writes a turn: `Ng1-f3`, `e4xd5`, `e7-e8=Q`, `O-O`.
pub fn write(turn: &Turn) -> String {
    let (role, from, to, capture, becomes) = match *turn {
        Turn::Castle(wing) => return wing.text().to_owned(),
        Turn::Step {
            role,
            from,
            to,
            capture,
            becomes,
        } => (role, from, to, capture, becomes),
    };
    let letter = match role {
        Role::Pawn => String::new(),
        role => role.letter().to_string(),
    };
    let sign = if capture { 'x' } else { '-' };
    let becomes = becomes.map_or(String::new(), |r| format!("={}", r.letter()));
    format!("{letter}{from}{sign}{to}{becomes}")
}

/// Reads canonical text of a turn by the side to move in `position`; looks no further than at
/// what stands on origin and target, so that the board stays whole whatever the text.
pub fn read(position: &Position, text: &str) -> Option<Turn> {
    if let Some(wing) = Wing::ALL.into_iter().find(|w| w.text() == text) {
        position.castling[position.side as usize][wing as usize]?;
        return Some(Turn::Castle(wing));
    }
    let bare = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let (from, rest) = lex(bare)?;
    let capture = rest.starts_with('x');
    let (to, tail) = lex(rest.strip_prefix(['x', '-'])?)?;
    let becomes = match tail.strip_prefix('=') {
        None => None,
        Some(letter) => Role::from_letter(letter.chars().next()?),
    };
    let (role, side) = position.at(from)?;
    let turn = Turn::Step {
        role,
        from,
        to,
        capture,
        becomes,
    };
    let promotes = role == Role::Pawn && to.rank() == side.rank(7);
    let becomes_fits = becomes.map_or(!promotes, |r| promotes && Role::PROMOTIONS.contains(&r));
    let target_fits = match position.at(to) {
        None => capture == (role == Role::Pawn && position.passed == Some(to)),
        // Kings are never captured: without one, the board would be none.
        Some((taken, owner)) => capture && owner != side && taken != Role::King,
    };
    (side == position.side && becomes_fits && target_fits && write(&turn) == text).then_some(turn)
}

/// A square of the board at the beginning of `text`.
fn lex(text: &str) -> Option<(Square, &str)> {
    Square::lex(text).filter(|(s, _)| Bitboard::BOARD_8X8.has(*s))
}
