//! Sides and pieces.

use crate::rules::bitboard::Bitboard;
use crate::rules::game::Seat;
use crate::rules::square::Square;

/// The 90 points.
pub const BOARD: Bitboard = Bitboard::rectangle(9, 10);

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first, up the board.
    Red,
    /// Moves second, down the board.
    Black,
}

impl Side {
    /// Both, Red first.
    pub const ALL: [Self; 2] = [Self::Red, Self::Black];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }

    /// The seat that plays this side.
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// `Red`, `Black`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Red => "Red",
            Self::Black => "Black",
        }
    }

    /// The step of the grid by which its soldiers go forward.
    #[inline]
    pub const fn forward(self) -> i32 {
        match self {
            Self::Red => 11,
            Self::Black => -11,
        }
    }

    /// How many ranks `square` lies in front of the side's first rank.
    pub const fn ahead(self, square: Square) -> u8 {
        match self {
            Self::Red => square.rank(),
            Self::Black => 9 - square.rank(),
        }
    }

    /// The points across the river.
    #[inline]
    pub const fn beyond(self) -> Bitboard {
        const RED: Bitboard = half(5);
        const BLACK: Bitboard = half(0);
        match self {
            Self::Red => RED,
            Self::Black => BLACK,
        }
    }

    /// Its palace, in words.
    pub const fn palace(self) -> &'static str {
        match self {
            Self::Red => "d1 to f3",
            Self::Black => "d8 to f10",
        }
    }
}

/// The five ranks from `first` on.
const fn half(first: u8) -> Bitboard {
    let mut points = Bitboard::EMPTY;
    let mut i = 0;
    while i < 45 {
        points = points.with(on(i % 9, first + i / 9));
        i += 1;
    }
    points
}

/// The point on `file` (below 9) and `rank` (below 10).
pub const fn on(file: u8, rank: u8) -> Square {
    match Square::new(file, rank) {
        Some(square) => square,
        None => panic!("on the board"),
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// One point along a line in its palace.
    King,
    /// One point diagonally in its palace.
    Mandarin,
    /// Two points diagonally on its side of the river, the eye between them empty.
    Elephant,
    /// One point along a line, which must be empty, then one diagonally outward.
    Horse,
    /// Any distance along a line.
    Chariot,
    /// As the chariot, but it captures over exactly one piece.
    Cannon,
    /// One point forward, across the river also sideways.
    Soldier,
}

impl Role {
    /// All roles, by their number.
    pub const ALL: [Self; 7] = [
        Self::King,
        Self::Mandarin,
        Self::Elephant,
        Self::Horse,
        Self::Chariot,
        Self::Cannon,
        Self::Soldier,
    ];

    /// The letters by which a piece may be typed, those that are also read included.
    pub const LETTERS: &str = "KGAMEBHNRCPS";

    /// Its letter in turns and on the board.
    pub const fn letter(self) -> char {
        match self {
            Self::King => 'K',
            Self::Mandarin => 'A',
            Self::Elephant => 'E',
            Self::Horse => 'H',
            Self::Chariot => 'R',
            Self::Cannon => 'C',
            Self::Soldier => 'P',
        }
    }

    /// Its letter in position texts, where the horse is N and the elephant B.
    pub const fn sign(self) -> char {
        match self {
            Self::Elephant => 'B',
            Self::Horse => 'N',
            other => other.letter(),
        }
    }

    /// The role that is meant by this letter, in upper case; G M B N S are read too.
    pub fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'K' | 'G' => Self::King,
            'A' | 'M' => Self::Mandarin,
            'E' | 'B' => Self::Elephant,
            'H' | 'N' => Self::Horse,
            'R' => Self::Chariot,
            'C' => Self::Cannon,
            'P' | 'S' => Self::Soldier,
            _ => return None,
        })
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::King => "king",
            Self::Mandarin => "mandarin",
            Self::Elephant => "elephant",
            Self::Horse => "horse",
            Self::Chariot => "chariot",
            Self::Cannon => "cannon",
            Self::Soldier => "soldier",
        }
    }

    /// Its name with the article.
    pub fn a(self) -> String {
        let article = if self == Self::Elephant { "an" } else { "a" };
        format!("{article} {}", self.name())
    }

    /// How many of them an army has; nothing is ever promoted, so that there are never more.
    pub const fn army(self) -> u32 {
        match self {
            Self::King => 1,
            Self::Soldier => 5,
            _ => 2,
        }
    }

    /// The Chinese character on the piece, in the traditional forms that differ between the sides.
    pub const fn character(self, side: Side) -> char {
        let (red, black) = match self {
            Self::King => ('帥', '將'),
            Self::Mandarin => ('仕', '士'),
            Self::Elephant => ('相', '象'),
            Self::Horse => ('傌', '馬'),
            Self::Chariot => ('俥', '車'),
            Self::Cannon => ('炮', '砲'),
            Self::Soldier => ('兵', '卒'),
        };
        match side {
            Side::Red => red,
            Side::Black => black,
        }
    }
}
