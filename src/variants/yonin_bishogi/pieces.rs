//! The pieces, the array (Y1) and the promotion zones (Y2).

use std::sync::LazyLock;

use crate::rules::board::square::SIDE;
use crate::rules::pieces::{Side, piece_type};
use crate::rules::{
    Bitboard, Forward, Name, Piece, PieceSet, PieceType, Pocket, Role, Seat, Seats, Square,
};

/// Red, Green, Yellow and Blue, in playing order.
pub const SEATS: usize = 4;

/// Seat words, in playing order.
pub const NAMES: &[Name] = &[
    Name::Borrowed("red"),
    Name::Borrowed("green"),
    Name::Borrowed("yellow"),
    Name::Borrowed("blue"),
];

/// The seats with their forward directions. Each army is the image of Red's (Y1).
const SIDES: &[Side] = &[
    Side::new("Red", Forward::North),
    Side::new("Green", Forward::West),
    Side::new("Yellow", Forward::SouthTurned),
    Side::new("Blue", Forward::East),
];

const TYPES: [PieceType; 6] = [
    piece_type('P', "pawn", "mfWcfF"),
    piece_type('N', "knight", "N"),
    piece_type('B', "bishop", "B"),
    piece_type('R', "rook", "R"),
    piece_type('Q', "queen", "Q"),
    piece_type('K', "king", "K"),
];

pub const PAWN: Role = Role(0);
pub const QUEEN: Role = Role(4);
pub const KING: Role = Role(5);

/// The kinds that are held in hands, in the order in which position texts list them.
pub const HELD: [Role; 5] = [QUEEN, Role(3), Role(2), Role(1), PAWN];

/// The kinds that are in a hand, in the same order.
pub fn held(hand: &Pocket) -> impl Iterator<Item = Role> {
    HELD.into_iter().filter(|role| hand.count(*role) > 0)
}

/// Where Red's pawns stand at the start (Y1).
const PAWNS: &str = "c1 i1 d2 h2 e3 f3 g3 f4";

/// The pieces with their movement for each seat. A pawn must be promoted on its far rank alone; what else
/// may be promoted is told by [`may_promote`].
pub static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let pawns = PAWNS.split(' ').filter_map(Square::parse).collect();
    let pieces = PieceSet::new(&TYPES, 'K', SIDES, (SIDE, SIDE));
    let mut pieces = pieces.with_pawns('P', pawns, Bitboard::rank(SIDE - 1), "Q");
    pieces.drops = true;
    pieces
});

/// The promotion zones by seat (Y2).
static ZONES: LazyLock<[Bitboard; SEATS]> = LazyLock::new(|| {
    // On or beyond the lines from e11 to k5 and from e11 to a7, counted from f6.
    let beyond = |square: &Square| {
        let (x, y) = (square.file() as i8 - 5, square.rank() as i8 - 5);
        x + y >= 4 || y - x >= 6
    };
    let red: Bitboard = Bitboard::GRID.filter(beyond).collect();
    let zone = |side: usize| SIDES[side].forward.squares(red, (SIDE, SIDE));
    [0, 1, 2, 3].map(zone)
});

/// The squares on or beyond which pieces of `seat` are promoted (Y2).
pub fn zone(seat: Seat) -> Bitboard {
    ZONES[seat.index()]
}

/// Where a pawn of `seat` cannot stand: its far rank (Y2, Y4).
pub fn far_rank(seat: Seat) -> Bitboard {
    let pawns = PIECES.pawns.as_ref();
    pawns.map_or(Bitboard::EMPTY, |pawns| pawns.zone(seat))
}

/// Whether a piece of this kind may become a queen by going from one square to another; a pawn that must is
/// not meant (Y2).
pub fn may_promote(seat: Seat, role: Role, from: Square, to: Square) -> bool {
    let zone = zone(seat);
    let kind = role != QUEEN && role != KING;
    let must = role == PAWN && far_rank(seat).has(to);
    kind && !must && (zone.has(from) || zone.has(to))
}

/// What a queen that was made of `role` keeps in [`Piece::state`].
pub const fn state_of(role: Role) -> u8 {
    role.0 + 1
}

/// What a queen was before it was promoted; `None` for pieces that were never promoted.
pub fn was(piece: Piece) -> Option<Role> {
    piece.state.checked_sub(1).map(Role)
}

/// The kind as which a captured piece goes to a hand: unpromoted (Y4).
pub fn held_as(piece: Piece) -> Role {
    was(piece).unwrap_or(piece.role)
}

/// The seats of all four players, also of those who are out.
pub const fn all() -> Seats {
    Seats::first(SEATS)
}

/// The square that is for `seat` what `square` is for Red (Y1).
pub fn image(seat: Seat, square: Square) -> Option<Square> {
    SIDES[seat.index()].forward.square(square, SIDE, SIDE)
}
