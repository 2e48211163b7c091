//! Pieces that reach a region (docs/variants/ends.md, 5.2).

use crate::rules::Seat;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Turn;
use crate::rules::composed::{Set, any_of, kinds::Kinds, of_kinds};

use super::Value;

/// The game ends when pieces reach a region.
#[derive(Clone, Debug)]
pub struct Flag {
    /// `flagPiece`, by seat; [`Kinds::ALL`] for any, empty for a type that is not in the game.
    pub piece: [Kinds; 2],
    /// `flagRegion`, by seat, squares of the grid beyond the board included.
    pub region: [Set; 2],
    /// How many have to be there (`flagPieceCount`).
    pub count: i32,
    /// One is enough if the region is full (`flagPieceBlockedWin`).
    pub blocked_win: bool,
    /// The other side has one more turn (`flagMove`).
    pub flag_move: bool,
    /// They must not be attacked there (`flagPieceSafe`).
    pub safe: bool,
}

impl Game {
    /// The pieces of a seat that may reach its region.
    fn flag_pieces(&self, at: &Position, rule: &Flag, seat: Seat) -> Set {
        at.board.of(seat) & of_kinds(&at.board, rule.piece[seat.index()])
    }

    /// Whether a seat has reached its region.
    fn reached(&self, at: &Position, rule: &Flag, seat: Seat) -> bool {
        let region = rule.region[seat.index()];
        let there = self.flag_pieces(at, rule, seat) & region;
        let count = there.count() as i32;
        let filled = at.board.occupied() | at.walls;
        let enough = count >= rule.count || rule.blocked_win && (region & !filled).is_empty();
        if count == 0 || !enough {
            return false;
        }
        if rule.safe && (!rule.flag_move || seat == at.to_move.other()) && count == rule.count {
            let ways = self.ways(at);
            let attacked = |square| self.attackers(&at.board, seat.other(), square, ways).any();
            return !any_of(there, attacked);
        }
        true
    }

    /// The end by a region that is reached (docs/variants/ends.md, 5.2).
    pub(super) fn flagged(&self, at: &Position, rule: &Flag) -> Option<Value> {
        let (stm, mover) = (at.to_move, at.to_move.other());
        let is_king = |seat: Seat| {
            let king = self.king.map(Kinds::of);
            king == Some(rule.piece[seat.index()])
        };
        if (rule.flag_move || rule.safe) && self.reached(at, rule, stm) {
            let both = rule.flag_move && stm == Seat(0) && is_king(Seat(1))
                || rule.safe && !rule.flag_move;
            let drawn = both && self.reached(at, rule, mover);
            return Some(if drawn { Value::DRAW } else { Value::WIN });
        }
        let asked = !rule.flag_move || rule.safe || is_king(stm);
        if !asked || !self.reached(at, rule, mover) {
            return None;
        }
        if rule.flag_move
            && is_king(stm)
            && stm == Seat(1)
            && let Some(king) = at.king(self, stm)
            && at.checkers(self, self.ways(at)).is_empty()
        {
            let follows = |turn: &Turn| turn.from == king && rule.region[1].has(turn.to);
            if self
                .playable_turns(at)
                .iter()
                .any(|turn| turn.moves() && follows(turn))
            {
                return None;
            }
        }
        Some(Value::LOSS)
    }
}
