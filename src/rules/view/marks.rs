//! What a turn has reached and left on the board.

use crate::rules::{Bitboard, Move, PieceSet, Seat, Square};

/// Where a turn has put something, and from where it has moved something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// The squares on which it has put something.
    pub reached: Bitboard,
    /// The squares from which it has moved something.
    pub left: Bitboard,
}

impl Marks {
    /// Those of a turn; `mark` adds what an action does.
    pub fn of<A>(turn: &[A], mark: impl Fn(&mut Self, &A)) -> Self {
        let mut marks = Self::default();
        turn.iter().for_each(|action| mark(&mut marks, action));
        marks
    }

    /// Something comes to a square.
    pub fn reach(&mut self, at: Square) {
        self.reached = self.reached.with(at);
    }

    /// Something goes from one square to another.
    pub fn go(&mut self, from: Square, to: Square) {
        self.left = self.left.with(from);
        self.reached = self.reached.without(from).with(to);
    }

    /// A piece of `seat` moves. Of castling, only where both pieces arrive is marked, as on every server.
    pub fn make(&mut self, pieces: &PieceSet, seat: Seat, mv: &Move) {
        match (mv, &pieces.castling) {
            (Move::Step { from, to, .. }, _) => self.go(*from, *to),
            (Move::Castle(wing), Some(castling)) => {
                let goals = castling.goals(seat, *wing);
                self.reach(goals.king);
                self.reach(goals.partner);
            }
            (Move::Castle(_), None) => {}
        }
    }
}
