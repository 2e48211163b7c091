//! A position and what of its past a turn or an end of the game looks at.

use crate::rules::{Piece, Role, Seat};

use super::game::Game;
use super::movement::{Ways, face};
use super::turn::Turn;
use super::{Board, KINDS, Set, Square};

/// The state of a piece that was promoted like a pawn.
pub const PROMOTED: u8 = 1;

/// The state of a piece that was promoted from the kind `before`.
pub const fn promoted_from(before: Role) -> u8 {
    2 + before.0
}

/// What a piece was before piece promotion.
pub const fn before(piece: Piece) -> Option<Role> {
    match piece.state {
        0 | PROMOTED => None,
        state => Some(Role(state - 2)),
    }
}

/// Rights to castle, as the format keeps them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rights {
    /// The square of the piece that castles, by seat.
    pub king: [Option<Square>; 2],
    /// The square of the piece that it castles with, by seat and side, kingside first.
    pub rooks: [[Option<Square>; 2]; 2],
    /// Squares on which a right ends when a turn leaves or enters them, by seat and side. Those of a right that was
    /// there before stay, as the format has it: rights that come by drops can have another rook.
    ends: [[Set; 2]; 2],
}

impl Rights {
    /// Gives a right to castle, on the side of the king on which the rook stands.
    pub fn give(&mut self, seat: Seat, king: Square, rook: Square) {
        let (seat, side) = (seat.index(), usize::from(rook.index() < king.index()));
        self.king[seat] = Some(king);
        self.rooks[seat][side] = Some(rook);
        self.ends[seat][side] = self.ends[seat][side].with(king).with(rook);
    }

    /// Ends a right to castle.
    pub fn end(&mut self, seat: Seat, side: usize) {
        let seat = seat.index();
        self.rooks[seat][side] = None;
        if self.rooks[seat] == [None; 2] {
            self.king[seat] = None;
        }
    }

    /// Ends the rights of what leaves or enters these squares.
    #[inline]
    pub fn touch(&mut self, squares: Set) {
        for seat in Seat::BOTH {
            if self.king[seat.index()].is_none() {
                continue;
            }
            for side in 0..2 {
                if (self.ends[seat.index()][side] & squares).any() {
                    self.end(seat, side);
                }
            }
        }
    }
}

/// What the last turn was, if one was made since the position text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Last {
    /// The turn that was made.
    pub turn: Option<Turn>,
    /// It took a piece.
    pub captured: bool,
    /// It changed which pieces are on the board.
    pub material: bool,
    /// Kings faced each other before it.
    pub faced: bool,
    /// Turns in a row, up to it, that were passes.
    pub passes: u8,
    /// The format does not see the check that it may have given.
    pub overlooked: bool,
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    /// The pieces on the board.
    pub board: Board,
    /// The squares of walls.
    pub walls: Set,
    /// Whose turn it is.
    pub to_move: Seat,
    /// How many of each kind are in hand, by seat.
    pub hands: [[u8; KINDS]; 2],
    /// Which castling is still possible.
    pub castling: Rights,
    /// Marks on which pieces may be captured en passant.
    pub marks: Set,
    /// Squares of unmoved pieces, by seat.
    pub gates: [Set; 2],
    /// How many checks each seat has left to give.
    pub checks: [i32; 2],
    /// Turns of both sides since a turn that cannot be undone (the half-move clock).
    pub clock: i32,
    /// Turns of both sides since the beginning, by the number of the position text.
    pub ply: i32,
    /// The limit of counting to a draw, in turns of both sides; 0 without counting.
    pub counting_limit: i32,
    /// How far it is counted.
    pub counting: i32,
    /// What the last turn did.
    pub last: Last,
}

impl Position {
    /// Hands the turn to the other side as if nothing had been played before.
    pub fn pass_turn(&mut self) {
        self.marks = Set::EMPTY;
        self.clock += 1;
        self.ply += 1;
        self.to_move = self.to_move.other();
        self.last = Last::default();
    }

    /// An empty board, White to move.
    pub fn empty() -> Self {
        Self {
            board: Board::default(),
            walls: Set::EMPTY,
            to_move: Seat(0),
            hands: [[0; KINDS]; 2],
            castling: Rights::default(),
            marks: Set::EMPTY,
            gates: [Set::EMPTY; 2],
            checks: [0; 2],
            clock: 0,
            ply: 0,
            counting_limit: 0,
            counting: 0,
            last: Last::default(),
        }
    }

    /// How many pieces a seat has in hand.
    pub fn in_hand(&self, seat: Seat) -> i32 {
        self.hands[seat.index()].iter().map(|n| i32::from(*n)).sum()
    }

    /// Where the king of a seat stands, if it has one.
    #[inline]
    pub fn king(&self, game: &Game, seat: Seat) -> Option<Square> {
        game.king
            .and_then(|king| self.board.pieces(seat, king).first())
    }

    /// The pieces that give check to the king of the side to move, as far as the format sees them.
    pub(super) fn checkers(&self, game: &Game, ways: Ways) -> Set {
        if self.last.overlooked {
            return Set::EMPTY;
        }
        let them = self.to_move.other();
        let king = self.king(game, self.to_move);
        king.map_or(Set::EMPTY, |king| {
            game.attackers(&self.board, them, king, ways)
        })
    }

    /// Whether the two kings face each other on an open rank or file.
    pub(super) fn faces(&self, game: &Game, ways: Ways) -> bool {
        let kings = (self.king(game, Seat(0)), self.king(game, Seat(1)));
        matches!(kings, (Some(one), Some(other)) if face(one, other, ways.blockers))
    }
}
