//! Marks of en passant (docs/variants/pawns-castling-hands.md, 2).

use crate::rules::board::geometry::{Direction, between, step};
use crate::rules::composed::game::Game;
use crate::rules::composed::position::Position;
use crate::rules::composed::turn::Turn;
use crate::rules::composed::{Set, Square, up};
use crate::rules::{Role, Seat};

use super::Doing;

impl Game {
    /// Marks the squares on which the piece may be captured en passant
    /// (docs/variants/pawns-castling-hands.md, 2).
    #[inline]
    pub(super) fn mark(&self, at: &mut Position, doing: &Doing, role: Role) {
        let (us, turn) = (doing.us, doing.turn);
        let (from, to) = (turn.from, doing.goal);
        if self.pawn == Some(role) {
            let far = from.rank().abs_diff(to.rank());
            if far == 2 || far == 3 {
                self.mark_pawn(at, us, turn);
            }
            return;
        }
        let Some(initial) = &self.mover(us, role).initial else {
            return;
        };
        let quiet = &self.mover(us, role).quiet;
        let reaches = |reach| Self::mask(reach, from).has(to);
        if self.king != Some(role) && reaches(initial) && !reaches(quiet) {
            let region = self.parts.pawns.en_passant_region[us.other().index()];
            at.marks = between(from, to).with(to) & region;
        }
    }

    pub(super) fn mark_pawn(&self, at: &mut Position, us: Seat, turn: Turn) {
        let them = us.other();
        let rules = &self.parts.pawns;
        let mut passed = between(turn.from, turn.to) & rules.en_passant_region[them.index()];
        if let Some(wall) = turn.wall {
            passed = passed.without(wall);
        }
        if !rules.en_passant_others[them.index()] {
            let pawns = self.pawns(&at.board) & at.board.of(them);
            let near = |square: &Square| (self.pawn_origins(them, *square) & pawns).any();
            passed = passed.filter(near).collect();
        }
        at.marks = passed;
    }

    /// The squares from which a pawn of a seat attacks a square.
    pub(in crate::rules::composed) fn pawn_origins(&self, seat: Seat, square: Square) -> Set {
        let behind = step(Set::of(square), up(seat.other()));
        step(behind, Direction::W) | step(behind, Direction::E)
    }
}
