//! The board with its bin and hot spots, and the pieces (docs/rules/in-the-bin.md, Board and pieces).

use std::sync::LazyLock;

use crate::rules::pieces::movement::movement;
use crate::rules::pieces::{WHITE_AND_BLACK, explained_type as kind};
use crate::rules::{Bitboard, PieceSet, PieceType, Reason, Role, Seat, Square};

/// How many files the board has, and how many ranks.
pub const SIDE: u8 = 9;
/// Kinds of piece that lie in the bin: all but the king, by their number.
pub const KINDS: u8 = 7;

/// The square of the bin (e5), where no piece stands.
pub const BIN: Bitboard = Bitboard::from_row(4, 1 << 4);
/// The squares on which pieces stand.
pub const AREA: Bitboard = rows([ALL, ALL, ALL, ALL, ALL ^ 1 << 4, ALL, ALL, ALL, ALL]);
/// The hot spots of White (d4 e4 f4) and Black (d6 e6 f6).
const HOT_SPOTS: [Bitboard; 2] = [
    Bitboard::from_row(3, 0b111 << 3),
    Bitboard::from_row(5, 0b111 << 3),
];
/// Where kings may stand: off the hot spots.
const COOL: Bitboard = rows([ALL, ALL, ALL, SIDES, ALL ^ 1 << 4, SIDES, ALL, ALL, ALL]);

/// All files of a rank.
const ALL: u16 = 0b1_1111_1111;
/// All but the three in the middle.
const SIDES: u16 = 0b1_1100_0111;

/// The squares of a board, rank by rank.
const fn rows(files: [u16; SIDE as usize]) -> Bitboard {
    let (mut board, mut rank) = (Bitboard::EMPTY, 0);
    while rank < SIDE {
        board = board.or(Bitboard::from_row(rank, files[rank as usize]));
        rank += 1;
    }
    board
}

/// The hot spots of a seat.
pub const fn hot_spots(seat: Seat) -> Bitboard {
    HOT_SPOTS[seat.index() & 1]
}

/// The hot spots of both seats.
pub fn all_hot_spots() -> Bitboard {
    hot_spots(Seat(0)) | hot_spots(Seat(1))
}

/// The kinds of piece, in the order in which texts name them.
static TYPES: [PieceType; 8] = [
    kind('B', "bishop", "B", "movement-rides-diagonally"),
    kind('F', "ferz", "F", "movement-ferz"),
    kind('N', "knight", "N", "movement-knights-leap"),
    kind('H', "nightrider", "NN", "movement-nightrider"),
    kind('Q', "queen", "RB", "movement-rides-any-way"),
    kind('R', "rook", "R", "movement-rides-straight"),
    kind('W', "wazir", "W", "movement-wazir"),
    PieceType {
        movement: movement("K").within(COOL),
        ..kind('K', "king", "K", "movement-king-off-hot-spots")
    },
];

pub const KING: Role = Role(7);

/// All of them on their board.
pub static PIECES: LazyLock<PieceSet> =
    LazyLock::new(|| PieceSet::new(&TYPES, 'K', WHITE_AND_BLACK, (SIDE, SIDE)));

/// The kinds that lie in the bin.
pub fn kinds() -> impl Iterator<Item = Role> {
    (0..KINDS).map(Role)
}

/// Why a king does not step where kings step elsewhere.
pub fn hint(role: Role, _seat: Seat, from: Square, to: Square) -> Option<Reason> {
    let near = role == KING && from.distance(to) == 1 && all_hot_spots().has(to);
    near.then(|| Reason::new("king-off-hot-spots").text("square", to))
}
