//! What stands where: boards of squares, sets of squares, and the texts that say so.

pub mod bitboard;
pub mod geometry;
pub mod place;
pub mod pocket;
pub mod square;
pub mod text;

use super::pieces::{Piece, Role};
use super::seat::Seat;

use self::bitboard::BitboardOn;
use self::square::{LOCATIONS, SIDE, SquareOn};

/// Kinds of piece that a game of our own may have.
pub const ROLES: usize = 18;
/// Players that one game may have.
pub const SEATS: usize = 4;

/// A piece in 16 bits, 0 for none: role + 1, owner (7 for nobody) and state.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Cell(u16);

impl Cell {
    /// Kinds of piece that it can tell apart.
    const ROLES: usize = 31;

    const fn new(piece: Piece) -> Self {
        let owner = match piece.owner {
            Some(seat) => seat.0,
            None => 7,
        };
        Self((piece.role.0 as u16 + 1) | (owner as u16) << 5 | (piece.state as u16) << 8)
    }

    const fn piece(self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let owner = (self.0 >> 5 & 7) as u8;
        Some(Piece {
            role: Role((self.0 & 31) as u8 - 1),
            owner: if owner == 7 { None } else { Some(Seat(owner)) },
            state: (self.0 >> 8) as u8,
        })
    }
}

/// The pieces on a board that is `W` files wide at most (see [`SquareOn`]), of up to `R` kinds.
///
/// It keeps each piece twice, by square and in sets by role and by owner, and keeps both alike.
/// Which squares exist is not its business.
#[derive(Clone, PartialEq, Eq)]
pub struct BoardOn<const W: u8, const R: usize> {
    roles: [BitboardOn<W>; R],
    owners: [BitboardOn<W>; SEATS],
    occupied: BitboardOn<W>,
    cells: [Cell; LOCATIONS],
}

/// The pieces on a board of the 11x11 grid.
pub type Board = BoardOn<SIDE, ROLES>;

impl<const W: u8, const R: usize> Default for BoardOn<W, R> {
    fn default() -> Self {
        const { assert!(R <= Cell::ROLES) };
        Self {
            roles: [BitboardOn::EMPTY; R],
            owners: [BitboardOn::EMPTY; SEATS],
            occupied: BitboardOn::EMPTY,
            cells: [Cell::default(); LOCATIONS],
        }
    }
}

impl<const W: u8, const R: usize> BoardOn<W, R> {
    /// What stands on `square`.
    #[inline]
    pub fn at(&self, square: SquareOn<W>) -> Option<Piece> {
        self.cells[square.index()].piece()
    }

    /// The squares on which there is a piece, whoever owns it.
    #[inline]
    pub fn occupied(&self) -> BitboardOn<W> {
        self.occupied
    }

    /// The pieces of a seat.
    #[inline]
    pub fn of(&self, seat: Seat) -> BitboardOn<W> {
        self.owners[seat.index()]
    }

    /// The pieces of one kind, of all owners.
    #[inline]
    pub fn role(&self, role: Role) -> BitboardOn<W> {
        self.roles[role.index()]
    }

    /// The pieces of one kind that a seat owns.
    #[inline]
    pub fn pieces(&self, seat: Seat, role: Role) -> BitboardOn<W> {
        self.of(seat) & self.role(role)
    }

    /// Whether `seat` has its king alone, or with one `minor` piece against a king alone.
    pub fn has_too_little(&self, seat: Seat, royal: Role, minor: BitboardOn<W>) -> bool {
        let own = self.of(seat) & !self.role(royal);
        let bare = !self.of(seat.other()).many();
        own.is_empty() || bare && !own.many() && (own & !minor).is_empty()
    }

    /// Puts a piece on `square`, in place of what stands there.
    #[inline]
    pub fn put(&mut self, square: SquareOn<W>, piece: Piece) {
        self.take(square);
        let set = BitboardOn::of(square);
        self.roles[piece.role.index()] |= set;
        if let Some(owner) = piece.owner {
            self.owners[owner.index()] |= set;
        }
        self.occupied |= set;
        self.cells[square.index()] = Cell::new(piece);
    }

    /// Takes away what stands on `square`, and returns it.
    #[inline]
    pub fn take(&mut self, square: SquareOn<W>) -> Option<Piece> {
        let piece = self.at(square)?;
        let left = !BitboardOn::of(square);
        self.roles[piece.role.index()] &= left;
        if let Some(owner) = piece.owner {
            self.owners[owner.index()] &= left;
        }
        self.occupied &= left;
        self.cells[square.index()] = Cell::default();
        Some(piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Bitboard, Square};

    #[test]
    fn squares_and_sets_agree() {
        let mut board = Board::default();
        let (a1, b2) = (Square::parse("a1").unwrap(), Square::parse("b2").unwrap());
        let lancer = Piece {
            state: 5,
            ..Piece::new(Role(17), Seat(3))
        };
        board.put(a1, Piece::new(Role(0), Seat(0)));
        board.put(a1, lancer);
        board.put(
            b2,
            Piece {
                owner: None,
                ..Piece::new(Role(1), Seat(0))
            },
        );
        assert_eq!(board.at(a1), Some(lancer));
        assert!(board.of(Seat(0)).is_empty() && board.role(Role(0)).is_empty());
        assert_eq!(board.pieces(Seat(3), Role(17)), Bitboard::of(a1));
        assert_eq!(board.occupied().count(), 2);
        assert_eq!(board.take(b2).and_then(|p| p.owner), None);
        board.take(a1);
        assert!(board == Board::default());
    }
}
