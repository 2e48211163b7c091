//! The pieces: four armies of Betza's Chess with Different Armies (docs/rules/limited-squares.md,
//! Armies).

use std::sync::OnceLock;

use crate::rules::pieces::explained_type as kind;
use crate::rules::{Bitboard, PieceSet, PieceType, Role, pieces::WHITE_AND_BLACK};

/// The pieces that an army has besides kings and pawns, as in Chess with Different Armies.
#[derive(Debug)]
pub struct Army {
    /// As options write it.
    pub id: &'static str,
    /// As people read it.
    pub title: &'static str,
    /// The pieces in the places of rook, knight, bishop and queen.
    pub pieces: [PieceType; 4],
    /// The files where king and partner arrive on castling to the queen's side (S16).
    queen_side: (u8, u8),
    /// For each seat a move and a capture of the piece in the knight's place, as an example of
    /// writing.
    pub sample: [[&'static str; 2]; 2],
}

/// The king, which every army has.
pub const KING: Role = Role(1);

/// The kinds that every army has.
static COMMON: [PieceType; 2] = [
    kind('P', "pawn", "mfWcfF", "movement-as-in-chess"),
    kind('K', "king", "K", "movement-one-step"),
];

/// The armies that the option `armies` can name.
pub static ARMIES: [Army; 4] = [
    Army {
        id: "fide",
        title: "FIDE",
        pieces: [
            kind('R', "rook", "R", "movement-rides-straight"),
            kind('N', "knight", "N", "movement-knights-leap"),
            kind('B', "bishop", "B", "movement-rides-diagonally"),
            kind('Q', "queen", "RB", "movement-rides-any-way"),
        ],
        queen_side: (2, 3),
        sample: [["Ng1-f3", "Ng1:f3"], ["Ng8-f6", "Ng8:f6"]],
    },
    Army {
        id: "clobberers",
        title: "Colorbound Clobberers",
        pieces: [
            kind('D', "bede", "BD", "movement-bede"),
            kind('W', "waffle", "WA", "movement-waffle"),
            kind('A', "fad", "FAD", "movement-fad"),
            kind('C', "cardinal", "BN", "movement-cardinal"),
        ],
        queen_side: (1, 2),
        sample: [["Wg1-e3", "Wg1:e3"], ["Wg8-e6", "Wg8:e6"]],
    },
    Army {
        id: "nutters",
        title: "Nutty Knights",
        pieces: [
            kind('G', "charging rook", "fsRbK", "movement-charging-rook"),
            kind('I', "fibnif", "fbNF", "movement-fibnif"),
            kind('H', "charging knight", "fhNsbK", "movement-charging-knight"),
            kind('O', "colonel", "fhNfsRK", "movement-colonel"),
        ],
        queen_side: (2, 3),
        sample: [["Ig1-f3", "Ig1:f3"], ["Ig8-f6", "Ig8:f6"]],
    },
    Army {
        id: "rookies",
        title: "Remarkable Rookies",
        pieces: [
            kind('S', "short rook", "R4", "movement-short-rook"),
            kind('M', "woody rook", "WD", "movement-woody-rook"),
            kind('F', "half-duck", "HFD", "movement-half-duck"),
            kind('E', "chancellor", "RN", "movement-chancellor"),
        ],
        queen_side: (2, 3),
        sample: [["Mg1-g3", "Mg1:g3"], ["Mg8-g6", "Mg8:g6"]],
    },
];

/// All kinds of the family.
fn kinds() -> impl Iterator<Item = &'static PieceType> {
    COMMON.iter().chain(ARMIES.iter().flat_map(|a| &a.pieces))
}

/// The kind with this letter, in upper case.
pub fn by_letter(letter: char) -> Option<&'static PieceType> {
    kinds().find(|kind| kind.letter == letter)
}

/// The pieces of a game between two armies, given by their index in [`ARMIES`].
pub fn piece_set([white, black]: [usize; 2]) -> &'static PieceSet {
    static SETS: [[OnceLock<PieceSet>; 4]; 4] = [const { [const { OnceLock::new() }; 4] }; 4];
    SETS[white][black].get_or_init(|| {
        let playing = [white, black];
        let armies = ARMIES.iter().enumerate();
        let armies = armies.filter(|(index, _)| playing.contains(index));
        let own = armies.flat_map(|(_, army)| &army.pieces);
        let types: Vec<PieceType> = COMMON.iter().chain(own).copied().collect();
        // To any piece except king and pawn of either army (S9).
        let promotions: String = types[COMMON.len()..].iter().map(|t| t.letter).collect();
        let castling = playing.map(|index| {
            let army = &ARMIES[index];
            (army.pieces[0].letter, [(6, 5), army.queen_side])
        });
        let mut pieces = PieceSet::new(&types, 'K', WHITE_AND_BLACK, (8, 8))
            .with_pawns('P', Bitboard::rank(1), Bitboard::rank(7), &promotions)
            .with_castling(castling);
        // The inventor's sign.
        pieces.capture = ':';
        pieces
    })
}
