//! What a turn has reached and left on the board.

use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::square::{SIDE, SquareOn};
use crate::rules::{Move, PieceSet, Seat};

/// Where a turn has put something, and from where it has moved something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<const W: u8 = SIDE> {
    /// The squares on which it has put something.
    pub reached: BitboardOn<W>,
    /// The squares from which it has moved something.
    pub left: BitboardOn<W>,
}

impl<const W: u8> Marks<W> {
    /// Those of a turn; `mark` adds what an action does.
    pub fn of<A>(turn: &[A], mark: impl Fn(&mut Self, &A)) -> Self {
        let mut marks = Self::default();
        turn.iter().for_each(|action| mark(&mut marks, action));
        marks
    }

    /// Something comes to a square.
    pub fn reach(&mut self, at: SquareOn<W>) {
        self.reached = self.reached.with(at);
    }

    /// Something goes from one square to another.
    pub fn go(&mut self, from: SquareOn<W>, to: SquareOn<W>) {
        self.left = self.left.with(from);
        self.reached = self.reached.without(from).with(to);
    }
}

impl Marks {
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
