//! Castling that wins (docs/variants/ends.md, 5.3).

use super::Value;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;

/// Whether the last turn won by castling, or a colour has lost all the rights that it needs; `rule` is
/// [`super::Ends::castling_wins`].
pub(super) fn won(at: &Position, rule: &[[bool; 2]; 2]) -> Option<Value> {
    let (stm, mover) = (at.to_move, at.to_move.other());
    if let Some(turn) = at.last.turn.filter(|turn| turn.act == Act::Castle) {
        let side = usize::from(turn.to.index() < turn.from.index());
        if rule[mover.index()][side] {
            return Some(Value::LOSS);
        }
    }
    for seat in [mover, stm] {
        let listed = rule[seat.index()];
        let rooks = at.castling.rooks[seat.index()];
        let left = (0..2).any(|side| listed[side] && rooks[side].is_some());
        if listed != [false; 2] && !left {
            let lost = seat == stm;
            return Some(if lost { Value::LOSS } else { Value::WIN });
        }
    }
    None
}
