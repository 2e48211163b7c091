//! The pieces, the lancer's facing, and which units jailers hold.

use std::sync::LazyLock;

use crate::rules::board::geometry::slide;
use crate::rules::pieces::{WHITE_AND_BLACK, explained_type, piece_type};
use crate::rules::{Bitboard, Board, Direction, Piece, PieceSet, PieceType, Role, Seat, Square};

/// The squares of the board.
pub const AREA: Bitboard = Bitboard::BOARD_8X8;

const TYPES: [PieceType; 9] = [
    piece_type('P', "pawn", "mfWcfF"),
    piece_type('N', "knight", "N"),
    piece_type('B', "bishop", "B"),
    // Pushes and the lancer's moves are code (`pushes.rs`, `lancers.rs`).
    explained_type('S', "sentry", "mB", "movement-sentry"),
    explained_type('J', "jailer", "mR", "movement-jailer"),
    explained_type('L', "lancer", "", "movement-lancer"),
    piece_type('R', "rook", "R"),
    piece_type('Q', "queen", "Q"),
    piece_type('K', "king", "K"),
];
pub const PAWN: Role = Role(0);
pub const KNIGHT: Role = Role(1);
pub const BISHOP: Role = Role(2);
pub const SENTRY: Role = Role(3);
pub const JAILER: Role = Role(4);
pub const LANCER: Role = Role(5);
pub const ROOK: Role = Role(6);
pub const QUEEN: Role = Role(7);
pub const KING: Role = Role(8);

/// The pieces, compiled. The partners of castling are told apart by their squares (see
/// [`crate::rules::moves::Position::castling`]); the kit's own partner, the rook, is not asked for.
pub static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    let first_two = Bitboard::rank(0).or(Bitboard::rank(1));
    PieceSet::new(&TYPES, 'K', WHITE_AND_BLACK, (8, 8))
        .with_pawns('P', first_two, Bitboard::rank(7), "QRLBNJS")
        .with_castling([('R', [(6, 5), (2, 3)]); 2])
});

/// The direction that a lancer faces.
#[inline]
pub const fn facing(piece: Piece) -> Direction {
    Direction::ALL[(piece.state & 7) as usize]
}

/// The piece, facing that way.
pub const fn faced(piece: Piece, facing: Direction) -> Piece {
    Piece {
        state: facing as u8,
        ..piece
    }
}

/// The way forward of a seat.
pub const fn forward(seat: Seat) -> Direction {
    match seat {
        Seat(0) => Direction::N,
        _ => Direction::S,
    }
}

/// The direction that a compass word means, in any case.
pub fn by_compass(word: &str) -> Option<Direction> {
    let named = |d: &Direction| d.compass().eq_ignore_ascii_case(word);
    Direction::ALL.into_iter().find(named)
}

/// The next square in a direction, if it is on the board.
pub fn next(from: Square, direction: Direction) -> Option<Square> {
    let (files, ranks) = direction.step();
    from.offset(files, ranks).filter(|to| AREA.has(*to))
}

/// Where a lancer that is or counts as one of `seat` goes from `from` in a direction: over units of
/// that seat, up to and including the first unit of the other.
#[inline]
pub fn charge(from: Square, direction: Direction, own: Bitboard, enemy: Bitboard) -> Bitboard {
    slide(direction, from, enemy | !AREA) & AREA & !own
}

/// The squares orthogonally next to those of a set.
#[inline]
pub fn beside(set: Bitboard) -> Bitboard {
    (set.shift(1) | set.shift(-1) | set.shift(11) | set.shift(-11)) & AREA
}

/// The units of a seat that the other side's jailers hold (J1).
#[inline]
pub fn held(board: &Board, seat: Seat) -> Bitboard {
    let jailers = board.pieces(seat.other(), JAILER);
    if jailers.is_empty() {
        return Bitboard::EMPTY;
    }
    beside(jailers) & board.of(seat)
}
