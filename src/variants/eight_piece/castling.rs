//! Castling with the rook or the jailer.

use crate::rules::board::geometry::between;
use crate::rules::pieces::castling::{Attempt, CastlingFault};
use crate::rules::{Bitboard, Board, Move, Square, Wing};

use super::attacks::attacked;
use super::pieces::{AREA, PIECES};
use super::position::{Action, Position};

/// Why the side to move cannot castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One of the reasons that chess has, too.
    Chess(CastlingFault),
    /// King or partner is held.
    Held(Square),
}

impl Position {
    /// The castlings that are legal.
    pub fn castlings(&self) -> impl Iterator<Item = Action> {
        let rights = self.base.castling[self.base.to_move.index()];
        let wings = Wing::ALL
            .into_iter()
            .filter(move |wing| rights[*wing as usize].is_some());
        let legal = wings.filter(|wing| self.castling_fault(*wing).is_none());
        legal.map(|wing| Action::plain(Move::Castle(wing)))
    }

    /// Why the side to move cannot castle this way, if it cannot.
    pub fn castling_fault(&self, wing: Wing) -> Option<Fault> {
        let Some(attempt) = self.base.castling_attempt(&PIECES, wing) else {
            return Some(Fault::Chess(CastlingFault::Lost));
        };
        let board = &self.base.board;
        // What is in the way, asked of the kit; attacks are other than in chess.
        if let Some(fault) = attempt.fault(board, AREA, |_, _| false) {
            return Some(Fault::Chess(fault));
        }
        let held = self.held() & Bitboard::of(attempt.king).with(attempt.partner);
        if let Some(at) = held.first() {
            return Some(Fault::Held(at));
        }
        self.castling_attacked(&attempt, wing).map(Fault::Chess)
    }

    /// Each square of the king's way is judged with the king on it and the partner where it is; the
    /// end by the position that it leads to.
    fn castling_attacked(&self, attempt: &Attempt, wing: Wing) -> Option<CastlingFault> {
        let attacked_on = |at: Square| {
            let board = with_king_on(&self.base.board, attempt, at);
            attacked(&board, at, self.base.to_move.other(), None)
        };
        let (start, goal) = (attempt.king, attempt.goals.king);
        if attacked_on(start) {
            return Some(CastlingFault::Check);
        }
        if let Some(at) = between(start, goal).find(|at| attacked_on(*at)) {
            return Some(CastlingFault::Through(at));
        }
        let end = Action::plain(Move::Castle(wing));
        let into = attacked_on(goal) || !self.is_safe_after(&end);
        into.then_some(CastlingFault::Into(goal))
    }
}

/// The board with the king on a square of its way.
pub fn with_king_on(board: &Board, attempt: &Attempt, at: Square) -> Board {
    let mut board = board.clone();
    if let Some(king) = board.take(attempt.king) {
        board.put(at, king);
    }
    board
}
