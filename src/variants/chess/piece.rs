//! Sides, pieces and where they attack.

use crate::rules::bitboard::Bitboard;
use crate::rules::game::Seat;
use crate::rules::square::{LOCATIONS, Square};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first, up the board.
    White,
    /// Moves second, down the board.
    Black,
}

impl Side {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// `White`, `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// The step of the grid by which its pawns go: one rank up or down.
    #[inline]
    pub const fn forward(self) -> i32 {
        match self {
            Self::White => 11,
            Self::Black => -11,
        }
    }

    /// The rank that lies `steps` ranks in front of the side's first rank, from 0.
    #[inline]
    pub const fn rank(self, steps: u8) -> u8 {
        match self {
            Self::White => steps,
            Self::Black => 7 - steps,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// FIDE 3.7.
    Pawn,
    /// FIDE 3.6.
    Knight,
    /// FIDE 3.2.
    Bishop,
    /// FIDE 3.3.
    Rook,
    /// FIDE 3.4.
    Queen,
    /// FIDE 3.8.
    King,
}

impl Role {
    /// All roles, by their number.
    pub const ALL: [Self; 6] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
    ];

    /// What a pawn may become (FIDE 3.7.5), in the order in which people want it.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// Its letter in upper case; `P` for the pawn.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The role with this letter, in upper case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.letter() == letter)
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

static KNIGHT: [Bitboard; LOCATIONS] = leaps(&[
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
]);
static KING: [Bitboard; LOCATIONS] = leaps(&[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
]);
static PAWN: [[Bitboard; LOCATIONS]; 2] = [leaps(&[(1, 1), (-1, 1)]), leaps(&[(1, -1), (-1, -1)])];

/// Leaps as the 8x8 board cuts them.
const fn leaps(steps: &[(i8, i8)]) -> [Bitboard; LOCATIONS] {
    let mut table = [Bitboard::EMPTY; LOCATIONS];
    let mut i = 0;
    while i < LOCATIONS {
        let mut n = 0;
        while n < steps.len() {
            if let Some(from) = Square::from_index(i)
                && let Some(to) = from.offset(steps[n].0, steps[n].1)
                && Bitboard::BOARD_8X8.has(to)
            {
                table[i] = table[i].with(to);
            }
            n += 1;
        }
        i += 1;
    }
    table
}

/// Where a knight on `from` leaps to.
#[inline]
pub fn knight(from: Square) -> Bitboard {
    KNIGHT[from.index()]
}

/// The squares next to `from`.
#[inline]
pub fn king(from: Square) -> Bitboard {
    KING[from.index()]
}

/// What a pawn of `side` on `from` attacks.
#[inline]
pub fn pawn(side: Side, from: Square) -> Bitboard {
    PAWN[side as usize][from.index()]
}
