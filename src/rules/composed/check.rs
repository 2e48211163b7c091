//! Check as the format foresees it before a turn is made: it decides what is forbidden for giving check and what counts
//! as a check given (docs/variants/ends.md, 3.2; docs/variants/special.md, 1.4).

use crate::rules::{Role, Seat};

use super::game::Game;
use super::movement::Ways;
use super::position::{Position, before};
use super::turn::{Act, Turn};
use super::{Set, Square};

impl Game {
    /// Whether a turn gives check to the enemy's king, as the format foresees it.
    pub(super) fn foresees_check(&self, at: &Position, turn: &Turn) -> bool {
        let us = at.to_move;
        let Some(king) = at.king(self, us.other()) else {
            return false;
        };
        if turn.act == Act::Pass {
            return false;
        }
        let before_turn = self.ways(at);
        if turn.act == Act::Castle {
            return self.castles_with_check(at, turn, king, before_turn);
        }
        let (blockers, taken) = self.moved(at, turn, before_turn.blockers);
        let gone = taken.with(turn.from);
        let mover = at.board.at(turn.from).filter(|_| !turn.is_drop());
        let mut cannons = before_turn.cannons & !gone;
        let role = match turn.act {
            Act::Drop(role) | Act::Promote(role) => Some(role),
            Act::DropPromoted(role) => self.parts.army.about(role).promoted,
            Act::PiecePromote => mover.and_then(|piece| self.parts.army.about(piece.role).promoted),
            Act::Demote => mover.and_then(before),
            _ => mover.map(|piece| piece.role),
        };
        if role.is_some() && role == self.cannon {
            cannons = cannons.with(turn.to);
        }
        let ways = Ways { blockers, cannons };
        let petrified = self.petrifies(at, turn);
        let sees = |role: Role, from: Square| self.foreseen(us, role, from, ways).has(king);
        let direct = |role: Role| match self.king_by_ways && Some(role) == self.king {
            true => {
                let seen = self.foreseen(us.other(), role, king, before_turn);
                seen.has(turn.to)
            }
            false => sees(role, turn.to),
        };
        if role.is_some_and(|role| !petrified && direct(role)) {
            return true;
        }
        if turn.gate.is_some_and(|(role, square)| sees(role, square)) {
            return true;
        }
        self.uncovers(at, us, king, gone, ways)
    }

    /// Whether pieces other than those `gone` attack the king when the ways are these.
    fn uncovers(&self, at: &Position, us: Seat, king: Square, gone: Set, ways: Ways) -> bool {
        (self.attackers(&at.board, us, king, ways) & !gone).any()
    }

    /// The rook gives check from where it arrives; what castling uncovers is seen on ranks beyond the first.
    fn castles_with_check(&self, at: &Position, turn: &Turn, king: Square, ways: Ways) -> bool {
        let us = at.to_move;
        let (king_to, rook_to) = self.castled(turn);
        let blockers = ways.blockers.without(turn.from).without(turn.to);
        let blockers = blockers.with(king_to).with(rook_to);
        let ways = Ways { blockers, ..ways };
        let rook = at.board.at(turn.to).map(|piece| piece.role);
        if rook.is_some_and(|rook| self.foreseen(us, rook, rook_to, ways).has(king)) {
            return true;
        }
        if let Some((role, gate)) = turn.gate
            && self.foreseen(us, role, gate, ways).has(king)
        {
            return true;
        }
        let gone = Set::of(turn.from).with(turn.to);
        self.parts.castling.rank > 0 && self.uncovers(at, us, king, gone, ways)
    }
}
