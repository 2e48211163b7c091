//! What a draw is worth by the pieces left (docs/variants/ends.md, 6.6).

/// Which pieces decide what a draw is worth (`materialCounting`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Whoever has more of janggi's points wins.
    Janggi,
    /// Whoever has more pieces wins.
    Unweighted,
    /// White wins all draws.
    WhiteDrawOdds,
    /// Black wins all draws.
    BlackDrawOdds,
}

use crate::rules::Seat;
use crate::rules::composed::army::Word;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;

use super::Value;

/// Points of janggi.
pub const POINTS: [(Word, i32); 6] = [
    (Word::ROOK, 13),
    (Word::JANGGI_CANNON, 7),
    (Word::HORSE, 5),
    (Word::JANGGI_ELEPHANT, 3),
    (Word::WAZIR, 3),
    (Word::SOLDIER, 2),
];

impl Game {
    /// A value for the side to move, or what the pieces left make of it if it is a draw.
    pub(super) fn by_material(&self, at: &Position, value: Value) -> Value {
        let Some(rule) = self.parts.ends.material.filter(|_| value == Value::DRAW) else {
            return value;
        };
        let points = |seat: Seat| match rule {
            Material::Janggi => {
                let worth = |(word, points): &(Word, i32)| {
                    let pieces = self.of_type(&at.board, *word) & at.board.of(seat);
                    points * pieces.count() as i32
                };
                POINTS.iter().map(worth).sum()
            }
            _ => at.board.of(seat).count() as i32,
        };
        let more = points(Seat(0)) - points(Seat(1));
        let white = match rule {
            Material::WhiteDrawOdds => Value::WIN,
            Material::BlackDrawOdds => Value::LOSS,
            Material::Janggi if more > 1 => Value::WIN,
            Material::Janggi => Value::LOSS,
            Material::Unweighted => match more.signum() {
                1 => Value::WIN,
                0 => Value::DRAW,
                _ => Value::LOSS,
            },
        };
        if at.to_move == Seat(0) { white } else { -white }
    }
}
