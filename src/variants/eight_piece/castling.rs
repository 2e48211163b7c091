//! Castling with the rook or the jailer.

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
        let held = move |wing: &Wing| rights[*wing as usize].is_some();
        let wings = Wing::ALL.into_iter().filter(held);
        let legal = wings.filter(|wing| self.castling_fault(*wing).is_none());
        legal.map(|wing| Action::plain(Move::Castle(wing)))
    }

    /// Why the side to move cannot castle this way, if it cannot.
    pub fn castling_fault(&self, wing: Wing) -> Option<Fault> {
        let Some(attempt) = self.base.castling_attempt(&PIECES, wing) else {
            return Some(Fault::Chess(CastlingFault::Lost));
        };
        let board = &self.base.board;
        let held = self.held() & Bitboard::of(attempt.king).with(attempt.partner);
        if let Some(at) = held.first().filter(|_| attempt.is_clear(board, AREA)) {
            return Some(Fault::Held(at));
        }
        // Each square of the king's way is judged with the king on it and the partner where it is; the
        // end by the position that it leads to, too.
        let attacked_on = |at, _| {
            let board = with_king_on(board, &attempt, at);
            attacked(&board, at, self.base.to_move.other(), None)
        };
        let end = || !self.is_safe_after(&Action::plain(Move::Castle(wing)));
        let fault = attempt.fault(board, AREA, attacked_on);
        let into = || end().then_some(CastlingFault::Into(attempt.goals.king));
        fault.or_else(into).map(Fault::Chess)
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
