//! The pieces, where they may stand, and what is said of moves that they do not make.

use std::sync::LazyLock;

use crate::rules::pieces::{Side, piece_type};
use crate::rules::{
    Bitboard, Forward, PieceSet, PieceType, Reason, Role, Seat, SetupError, Square,
    board::text::bad, moves::Position, pieces::movement::movement,
};

/// Files d to f of the first three ranks.
const PALACE: Bitboard = row(0, "...xxx").or(row(1, "...xxx")).or(row(2, "...xxx"));
/// The middle of both palaces.
pub const CENTRES: Bitboard = row(1, "....x").or(row(8, "....x"));
/// The points on the palace's diagonals.
const DIAGONALS: Bitboard = row(0, "...x.x").or(row(1, "....x")).or(row(2, "...x.x"));
/// The seven points to which elephants come.
const ELEPHANTS: Bitboard = row(0, "..x...x")
    .or(row(2, "x...x...x"))
    .or(row(4, "..x...x"));
/// The ranks across the river.
const BEYOND: Bitboard = Bitboard::ranks(5, 9);
/// Where soldiers come: forward from where they begin, and anywhere beyond the river.
const SOLDIERS: Bitboard = row(3, "x.x.x.x.x").or(row(4, "x.x.x.x.x")).or(BEYOND);

/// The points of one rank, from file a on, that are marked with `x`.
const fn row(rank: u8, marks: &str) -> Bitboard {
    let (marks, mut bits, mut file) = (marks.as_bytes(), 0, 0);
    while file < marks.len() {
        if marks[file] == b'x' {
            bits |= 1 << file;
        }
        file += 1;
    }
    Bitboard::from_row(rank, bits)
}

/// The pieces, each with the Chinese characters of Red's and Black's, in the traditional forms, which
/// differ.
const TYPES: [PieceType; 7] = [
    PieceType {
        movement: movement("fW").from(BEYOND, "fsW").within(SOLDIERS),
        also: "S",
        ..kind('P', "soldier", "", ['兵', '卒'])
    },
    kind('C', "cannon", "mRcpR", ['炮', '砲']),
    kind('R', "chariot", "R", ['俥', '車']),
    PieceType {
        also: "N",
        sign: 'N',
        ..kind('H', "horse", "nN", ['傌', '馬'])
    },
    PieceType {
        movement: movement("nA").within(ELEPHANTS),
        also: "B",
        sign: 'B',
        ..kind('E', "elephant", "", ['相', '象'])
    },
    PieceType {
        movement: movement("F").within(DIAGONALS),
        also: "M",
        ..kind('A', "mandarin", "", ['仕', '士'])
    },
    PieceType {
        movement: movement("W").within(PALACE),
        also: "G",
        faces: "vR",
        ..kind('K', "king", "", ['帥', '將'])
    },
];

const fn kind(
    letter: char,
    name: &'static str,
    notation: &'static str,
    characters: [char; 2],
) -> PieceType {
    piece_type(letter, name, notation).with_characters(characters)
}

pub const SOLDIER: Role = Role(0);
pub const CANNON: Role = Role(1);
pub const CHARIOT: Role = Role(2);
pub const HORSE: Role = Role(3);
pub const ELEPHANT: Role = Role(4);
pub const MANDARIN: Role = Role(5);
const KING: Role = Role(6);

/// The kinds that can cross the river (X5).
pub const STRONG: [Role; 4] = [HORSE, CHARIOT, CANNON, SOLDIER];

/// All of them on their board of nine by ten.
pub static PIECES: LazyLock<PieceSet> = LazyLock::new(|| {
    const SIDES: &[Side] = &[
        Side::new("Red", Forward::North),
        Side::new("Black", Forward::South),
    ];
    let mut pieces = PieceSet::new(&TYPES, 'K', SIDES, (9, 10));
    pieces.plain = Some(SOLDIER);
    pieces
});

/// How many of a kind an army has; nothing is ever promoted, so that there are never more.
const fn army(role: Role) -> u32 {
    match role {
        KING => 1,
        SOLDIER => 5,
        _ => 2,
    }
}

/// The points across the river as `seat` sees it.
pub fn beyond(seat: Seat) -> Bitboard {
    match seat {
        Seat(0) => BEYOND,
        _ => Bitboard::ranks(0, 4),
    }
}

/// How many ranks `square` lies in front of the first rank of `seat`.
pub const fn ahead(seat: Seat, square: Square) -> u8 {
    match seat {
        Seat(0) => square.rank(),
        _ => 9 - square.rank(),
    }
}

/// Checks that there are no more pieces than armies have, and that they stand where they can come.
pub fn check(position: &Position) -> Result<(), SetupError> {
    for seat in Seat::BOTH {
        for role in PIECES.roles() {
            let pieces = position.board.pieces(seat, role);
            let (count, most) = (pieces.count(), army(role));
            let (side, name) = (PIECES.side(seat), PIECES.about(role).name);
            if count > most {
                let reason = Reason::new("too-many-of-a-kind")
                    .name("side", side)
                    .name("piece", name)
                    .number("count", count);
                return bad(reason.number("most", most));
            }
            if let Some(at) = (pieces & !PIECES.zone(role, seat)).first() {
                let reason = Reason::new("piece-cannot-stand")
                    .name("side", side)
                    .name("piece", name)
                    .text("square", at);
                return bad(reason.with("why", where_it_stands(role)));
            }
        }
    }
    Ok(())
}

const fn where_it_stands(role: Role) -> Reason {
    match role {
        KING => Reason::new("stays-in-palace"),
        MANDARIN => Reason::new("stays-on-diagonals"),
        ELEPHANT => Reason::new("comes-to-seven-points"),
        SOLDIER => Reason::new("goes-forward-first"),
        _ => Reason::new("stands-anywhere"),
    }
}

/// Why a piece does not go from one point to another on an empty board.
pub fn hint(role: Role, seat: Seat, from: Square, to: Square) -> Option<Reason> {
    let files = from.file().abs_diff(to.file());
    let ranks = from.rank().abs_diff(to.rank());
    let name = PIECES.about(role).name;
    let but = |goes: Reason| {
        Reason::new("goes-otherwise")
            .name("piece", name)
            .text("from", from)
            .text("to", to)
            .with("but", goes)
    };
    Some(match (role, files, ranks) {
        (KING, 0, 1) | (KING, 1, 0) | (MANDARIN, 1, 1) => {
            let (corner, opposite) = match seat {
                Seat(0) => ("d1", "f3"),
                _ => ("d8", "f10"),
            };
            Reason::new("piece-stays-in-palace")
                .name("piece", name)
                .text("corner", corner)
                .text("opposite", opposite)
        }
        (KING, ..) => but(Reason::new("king-goes")),
        (MANDARIN, ..) => but(Reason::new("mandarin-goes")),
        (ELEPHANT, 2, 2) => Reason::new("elephant-stays-on-its-bank"),
        (ELEPHANT, ..) => but(Reason::new("elephant-goes")),
        (HORSE, ..) => but(Reason::new("horse-goes")),
        (CHARIOT | CANNON, ..) => but(Reason::new("along-the-lines")),
        (_, 1, 0) => Reason::new("soldier-sideways-beyond"),
        _ if ahead(seat, to) < ahead(seat, from) => Reason::new("soldier-never-back")
            .text("from", from)
            .text("to", to),
        _ => but(Reason::new("soldier-goes")),
    })
}
