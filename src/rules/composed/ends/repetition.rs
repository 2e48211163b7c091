//! Positions and moves that come again (docs/variants/ends.md, 6.2 to 6.4).

use crate::rules::Seat;
use crate::rules::composed::Square;
use crate::rules::composed::game::Game;
use crate::rules::composed::past::{Moment, Past};
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::{Act, Turn};

use super::Value;

/// What becomes of positions and moves that come again.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// How often a position has to come, 0 without this end (`nFoldRule`).
    pub fold: i32,
    /// What it is worth for the side to move (`nFoldValue`).
    pub value: Value,
    /// The value is White's (`nFoldValueAbsolute`).
    pub absolute: bool,
    /// Who gives check all the time has lost (`perpetualCheckIllegal`).
    pub perpetual_check: bool,
    /// Who goes forth and back with a piece has lost (`moveRepetitionIllegal`).
    pub move_repetition: bool,
}

/// How far the last turns of the side that has just moved are a piece going forth and back
/// (docs/variants/ends.md, 6.3).
struct MoveRepetition {
    /// How many turns of the pattern are found, up to 4; `None` if it is broken.
    level: Option<u8>,
}

/// Whether a turn goes the way of another back.
pub(super) fn reversed(turn: &Turn, other: &Turn) -> bool {
    turn.from == other.to && turn.to == other.from
}

impl Game {
    /// The end by repetition (docs/variants/ends.md, 6.2).
    pub(super) fn repeated(&self, at: &Position, past: &Past) -> Option<Value> {
        let rule = &self.parts.ends.repetition;
        if rule.fold == 0 {
            return None;
        }
        let played = past.plies();
        let end = match self.parts.hands.captures {
            true => played,
            false => played.min(usize::try_from(at.clock).unwrap_or(0)),
        };
        if end < 4 {
            return None;
        }
        let mut moves = self.move_repetition(at, past);
        let checked = |plies: usize| past.ago(plies).is_some_and(|moment| moment.check);
        let (mut us, mut them) = (
            rule.perpetual_check && checked(1),
            rule.perpetual_check && checked(0) && checked(2),
        );
        // Positions 1 and 3 are those of the side that has just moved.
        let mut found = 0;
        for ago in (4..=end).step_by(2) {
            if moves.goes_on(past, ago, end) {
                return Some(Value::WIN);
            }
            us &= checked(ago - 1);
            them &= checked(ago);
            if !past.same(ago) {
                continue;
            }
            found += 1;
            if found + 1 < rule.fold {
                continue;
            }
            return Some(match (us, them) {
                (false, true) => Value::WIN,
                (true, false) => Value::LOSS,
                (true, true) => self.by_material(at, Value::DRAW),
                (false, false) => {
                    let black = at.to_move == Seat(1) && rule.absolute;
                    let value = if black { -rule.value } else { rule.value };
                    self.by_material(at, value)
                }
            });
        }
        None
    }

    /// What the last two turns of the side that has just moved say of it.
    fn move_repetition(&self, at: &Position, past: &Past) -> MoveRepetition {
        let off = MoveRepetition { level: None };
        if !self.parts.ends.repetition.move_repetition {
            return off;
        }
        let mover = at.to_move.other();
        let turn = |plies: usize| past.ago(plies).and_then(|moment| moment.turn);
        let quiet = |plies: usize| past.ago(plies).is_some_and(|moment| !moment.check);
        let (Some(now), Some(first)) = (turn(0), turn(2)) else {
            return off;
        };
        let piece = at.board.at(now.to);
        let reaches = piece.is_some_and(|piece| {
            let own = self.mover(mover, piece.role).region;
            let king = self.king.map(|king| self.mover(mover.other(), king).region);
            // Without kings the format has the whole board for their region.
            (own & king.unwrap_or(self.area)).any()
        });
        if now.act != Act::Move || !reaches || !quiet(1) || !quiet(3) {
            return off;
        }
        MoveRepetition {
            level: match first.act {
                Act::Move if reversed(&now, &first) => Some(2),
                Act::Pass => Some(1),
                _ => None,
            },
        }
    }
}

impl MoveRepetition {
    /// Looks at the turn that was made `ago` turns ago; whether the side that has just moved has gone too often.
    fn goes_on(&mut self, past: &Past, ago: usize, end: usize) -> bool {
        let Some(level) = self.level else {
            return false;
        };
        let turn = |plies: usize| past.ago(plies).and_then(|moment| moment.turn);
        let checked = |plies: usize| past.ago(plies).is_some_and(|moment| moment.check);
        if ago < end && checked(ago + 1) {
            self.level = None;
            return false;
        }
        let later = if level == 1 { turn(0) } else { turn(ago - 2) };
        let this = turn(ago);
        if level < 4 {
            self.level = match (this, later) {
                (Some(this), Some(later)) if this.act == Act::Move && reversed(&this, &later) => {
                    Some(level + 1)
                }
                _ => None,
            };
            return false;
        }
        self.level = None;
        let captured = |moment: &Moment| moment.captured;
        // The format takes a1 for the end of the turn before the first.
        let arrived = this.map_or_else(Square::default, |turn| turn.to);
        let quiet = !past.ago(ago).is_some_and(captured);
        quiet && later.is_some_and(|later| later.from == arrived)
    }
}
