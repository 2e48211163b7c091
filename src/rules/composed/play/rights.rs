//! Rights to castle, and squares of unmoved pieces.

use crate::rules::composed::army::Word;
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Act;
use crate::rules::composed::{Set, Square};
use crate::rules::{Piece, Role, Seat};

use super::Doing;

impl Game {
    pub(super) fn castle(&self, at: &mut Position, doing: &mut Doing) {
        let turn = doing.turn;
        let (king_to, rook_to) = self.castled(&turn);
        doing.goal = king_to;
        at.castling.touch(Set::of(turn.from).with(king_to));
        let (king, rook) = (at.board.take(turn.from), at.board.take(turn.to));
        for (piece, to) in [(king, king_to), (rook, rook_to)] {
            if let Some(piece) = piece {
                at.board.put(to, Piece { state: 0, ..piece });
            }
        }
        if let Some(flip) = self.parts.captures.flip {
            self.flip(at, doing, flip);
        }
        if let Some(king) = king {
            self.mark(at, doing, king.role);
        }
        if self.parts.castling.opposite {
            let side = usize::from(king_to.index() <= turn.from.index());
            at.castling.end(doing.us.other(), side);
        }
    }

    /// Rights that a dropped king or rook gains (docs/variants/pawns-castling-hands.md, 7).
    pub(super) fn gain_rights(&self, at: &mut Position, us: Seat, to: Square, role: Role) {
        let rules = &self.parts.castling;
        let seat = us.index();
        if self.row(us, to.rank()) != rules.rank {
            return;
        }
        let corner = |file: u8| Square::new(file, to.rank());
        let corners = [corner(self.parts.size.0 - 1), corner(0)];
        let is_rook = |at: &Position, square: Square| {
            let piece = at.board.at(square);
            piece.is_some_and(|p| p.owner == Some(us) && rules.rooks[seat].has(p.role))
        };
        let home = corner(rules.king_file);
        let is_king = |at: &Position, square: Square| {
            let piece = at.board.at(square);
            piece.is_some_and(|p| p.owner == Some(us) && rules.king[seat] == Some(p.role))
        };
        let Some(home) = home.filter(|home| is_king(at, *home)) else {
            return;
        };
        let dropped_king = rules.king[seat] == Some(role) && to == home;
        for square in corners.into_iter().flatten() {
            if (dropped_king || square == to) && square != home && is_rook(at, square) {
                at.castling.give(us, home, square);
            }
        }
    }

    /// Whether nothing is left, or to come, that a seat could put on its gates.
    pub(in crate::rules::composed) fn without_gates(&self, at: &Position, seat: Seat) -> bool {
        self.parts.gates.seirawan && !self.parts.hands.captures && at.in_hand(seat) == 0
    }

    /// Ends what unmoved pieces may do (docs/variants/special.md, 2.10 and 2.12).
    pub(super) fn leave_gates(&self, at: &mut Position, doing: &Doing) {
        let (us, them, turn) = (doing.us, doing.us.other(), doing.turn);
        if !turn.is_drop() {
            let mut left = Set::of(turn.from);
            if turn.act == Act::Castle {
                left = left.with(turn.to);
            }
            at.gates[us.index()] &= !left;
            if turn.act != Act::Castle {
                at.gates[them.index()] &= !Set::of(turn.to);
            }
        }
        if self.without_gates(at, us) {
            at.gates[us.index()] = Set::EMPTY;
        }
        if self.parts.gates.cambodian {
            let role = match turn.act {
                Act::Drop(role) => Some(role),
                _ => doing.mover.map(|piece| piece.role),
            };
            let rook = role.is_some_and(|role| self.parts.army.is(role, Word::ROOK));
            if let Some(king) = at.king(self, them)
                && rook
                && (king.file() == turn.to.file() || king.rank() == turn.to.rank())
            {
                at.gates[them.index()] &= !Set::of(king);
            }
        }
    }
}
