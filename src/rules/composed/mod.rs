//! Games composed of parts: any army, regions, hands, gates, walls, captures and ends.
//!
//! What a section of a file of variants compiles to ([`Parts`]), and how it is played as the format's engine plays
//! it (docs/variants/). Nothing here knows of files or keys, but the parts have the names of the keys in their
//! comments.

pub mod army;
pub mod captures;
pub mod castling;
mod check;
pub mod ends;
pub mod fen;
pub mod game;
pub mod gates;
mod generate;
pub mod hands;
pub mod kinds;
mod legal;
mod look;
mod movement;
pub mod past;
pub mod pawns;
pub mod perft;
mod play;
pub mod position;
pub mod promotion;
mod royals;
pub mod royalty;
mod safety;
pub mod turn;
pub mod uci;
pub mod walls;

pub use self::game::Game;

use self::kinds::Kinds;
use crate::rules::Seat;
use crate::rules::board::BoardOn;
use crate::rules::board::bitboard::BitboardOn;
use crate::rules::board::geometry::Direction;
use crate::rules::board::square::SquareOn;

/// Files of the grid that boards lie on; it has 10 ranks.
pub const GRID_FILES: u8 = 12;
/// Kinds of piece that a game may have.
pub const KINDS: usize = 26;

// Sets of kinds are 32 bits, and a piece keeps in a byte of its own what it was before its promotion.
const _: () = assert!(KINDS <= u32::BITS as usize && KINDS + 2 <= u8::MAX as usize);

/// A square of the grid.
pub type Square = SquareOn<GRID_FILES>;
/// A set of squares.
pub type Set = BitboardOn<GRID_FILES>;
/// The pieces on a board.
pub type Board = BoardOn<GRID_FILES, KINDS>;

/// All that makes a game, as a section says it. By seat: White first. Ranks and files are numbers from 0. Regions are
/// squares of the grid, those beyond the board included.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Files and ranks of the board.
    pub size: (u8, u8),
    /// The position text of the beginning (`startFen`).
    pub start: String,
    /// The kinds of piece.
    pub army: army::Army,
    /// Double steps and en passant.
    pub pawns: pawns::Pawns,
    /// Promotion of pawns and pieces.
    pub promotion: promotion::Promotion,
    /// How castling is done.
    pub castling: castling::Castling,
    /// What hands hold and where drops go.
    pub hands: hands::Hands,
    /// Unmoved pieces and passing.
    pub gates: gates::Gates,
    /// Walls that turns put.
    pub walls: walls::Walls,
    /// What captures do beyond taking.
    pub captures: captures::Captures,
    /// Kings and what is guarded like them.
    pub royalty: royalty::Royalty,
    /// How the game ends.
    pub ends: ends::Ends,
}

/// The way forward of a seat.
#[inline]
const fn up(seat: Seat) -> Direction {
    match seat {
        Seat(0) => Direction::N,
        _ => Direction::S,
    }
}

/// The square so many files aside and ranks forward for a seat, back if they are below 0.
#[inline]
fn ahead(from: Square, seat: Seat, files: i8, ranks: i8) -> Option<Square> {
    from.offset(files, ranks * up(seat).step().1)
}

/// The pieces of these kinds, of either side.
#[inline]
fn of_kinds(board: &Board, kinds: Kinds) -> Set {
    match kinds {
        Kinds::ALL => board.occupied(),
        _ => kinds
            .iter()
            .fold(Set::EMPTY, |all, role| all | board.role(role)),
    }
}

/// Whether any square of a set is as asked.
#[inline]
fn any_of(mut set: Set, is: impl Fn(Square) -> bool) -> bool {
    !set.all(|square| !is(square))
}
