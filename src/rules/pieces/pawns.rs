//! Pawns: double steps, capture in passing, promotion.

use crate::rules::{Bitboard, Seat, Seats, Square};

use super::{Role, movement::Forward};

/// How pawns advance and what becomes of them; their single steps and captures are a movement
/// like any other.
///
/// Promotion is compulsory (FIDE 3.7.3.3). Every double step gives the right to capture en passant.
#[derive(Clone, Debug)]
pub struct Pawns {
    /// The kind that pawns are.
    pub role: Role,
    /// What a pawn may become, in the order in which people want it.
    pub promotions: Vec<Role>,
    /// For each seat the squares from which a pawn may step two.
    pub(super) double_step: Vec<Bitboard>,
    /// For each seat the squares on which a pawn is promoted.
    pub(super) zone: Vec<Bitboard>,
    pub(super) ahead: Vec<i32>,
    pub(super) forward: Vec<Forward>,
}

impl Pawns {
    /// Where the pawns of `seat` among `from` arrive by stepping two; `empty` are squares that exist
    /// and are empty.
    #[inline]
    pub fn double_steps(&self, seat: Seat, from: Bitboard, empty: Bitboard) -> Bitboard {
        let ahead = self.ahead[seat.index()];
        let one = (from & self.double_step[seat.index()]).shift(ahead) & empty;
        one.shift(ahead) & empty
    }

    /// The distance on the grid of a single step ahead.
    #[inline]
    pub fn step(&self, seat: Seat) -> i32 {
        self.ahead[seat.index()]
    }

    /// Whether a pawn of `seat` may step two from `from`, were nothing in its way.
    pub fn may_double(&self, seat: Seat, from: Square) -> bool {
        self.double_step[seat.index()].has(from)
    }

    /// Where a pawn of `seat` is promoted.
    #[inline]
    pub fn zone(&self, seat: Seat) -> Bitboard {
        self.zone[seat.index()]
    }

    /// The file or rank through `square` along which a pawn of `seat` advances.
    pub fn line(&self, seat: Seat, square: Square) -> Bitboard {
        match self.forward[seat.index()].step((0, 1)) {
            (0, _) => Bitboard::file(square.file()),
            _ => Bitboard::rank(square.rank()),
        }
    }

    /// How many steps forward for `seat` it is from one square to another; below 0, if it is back.
    pub fn advance(&self, seat: Seat, from: Square, to: Square) -> i8 {
        let (files, ranks) = self.forward[seat.index()].step((0, 1));
        let along = |to: u8, from: u8| to as i8 - from as i8;
        along(to.file(), from.file()) * files + along(to.rank(), from.rank()) * ranks
    }

    /// The square so many steps forward for `seat`, or back, if they are below 0; `None` off the grid.
    pub fn ahead(&self, seat: Seat, square: Square, steps: i8) -> Option<Square> {
        let (files, ranks) = self.forward[seat.index()].step((0, steps));
        square.offset(files, ranks)
    }
}

/// A right to capture a pawn that has just made a double step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EnPassant {
    /// The square passed over, on which the capturing pawn arrives.
    pub square: Square,
    /// Where the pawn stands that is captured.
    pub pawn: Square,
    /// Who may still use it.
    pub seats: Seats,
}
