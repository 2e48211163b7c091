//! Kinds of piece, how they move, and what they attack.

pub mod attacks;
pub mod castling;
pub mod compiled;
pub mod movement;
pub mod pawns;
pub mod reach;
pub mod ride;
mod set;
pub mod sketch;

pub use self::set::PieceSet;

use crate::rules::Seat;

use self::movement::{Forward, Movement, movement};

/// A kind of piece: its index among the types of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Role(pub u8);

impl Role {
    /// Its index, for tables by role.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece as it stands on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Which kind of piece of the game it is.
    pub role: Role,
    /// Whose it is; nobody's in some games.
    pub owner: Option<Seat>,
    /// What else a game keeps with it: a facing, the role that it had before promotion. 0 where
    /// there is nothing.
    pub state: u8,
}

impl Piece {
    /// A piece of `owner` without anything else to keep.
    pub const fn new(role: Role, owner: Seat) -> Self {
        Self {
            role,
            owner: Some(owner),
            state: 0,
        }
    }
}

/// What one kind of piece is called and how it moves.
#[derive(Clone, Copy, Debug)]
pub struct PieceType {
    /// Its letter in turns and on boards, in upper case.
    pub letter: char,
    /// Its name in a sentence.
    pub name: &'static str,
    /// How it moves, written for a seat whose forward is north.
    pub movement: Movement,
    /// How it moves, for a legend: the code of a text (see [`super::reason::Reason`]); `None` where
    /// readers are held to know.
    pub words: Option<&'static str>,
    /// Its signs beyond ASCII for the first two seats, where the game has its own.
    pub characters: Option<[char; 2]>,
    /// Its letter in position texts.
    pub sign: char,
    /// Other letters by which it may be typed.
    pub also: &'static str,
    /// Lines, in Betza's notation, along which it attacks an enemy king and nothing else: how the
    /// kings of xiangqi face each other (X1). Empty for none.
    pub faces: &'static str,
}

impl PieceType {
    /// The same kind with signs beyond ASCII for the first two seats.
    #[must_use]
    pub const fn with_characters(mut self, characters: [char; 2]) -> Self {
        self.characters = Some(characters);
        self
    }

    /// Its sign beyond ASCII for a seat.
    pub fn character(&self, seat: Seat) -> Option<char> {
        self.characters?.get(seat.index()).copied()
    }
}

/// A kind of piece that is called the same everywhere.
pub const fn piece_type(letter: char, name: &'static str, notation: &'static str) -> PieceType {
    PieceType {
        letter,
        name,
        movement: movement(notation),
        words: None,
        characters: None,
        sign: letter,
        also: "",
        faces: "",
    }
}

/// The same for a kind whose movement the legend explains, by the code of a text.
pub const fn explained_type(
    letter: char,
    name: &'static str,
    notation: &'static str,
    words: &'static str,
) -> PieceType {
    PieceType {
        words: Some(words),
        ..piece_type(letter, name, notation)
    }
}

/// A seat as the pieces know it.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// Its name in a sentence: `White`.
    pub name: &'static str,
    /// Which way its pieces go forward.
    pub forward: Forward,
}

/// White below and Black above.
pub const WHITE_AND_BLACK: &[Side] = &[
    Side::new("White", Forward::North),
    Side::new("Black", Forward::South),
];

impl Side {
    /// A seat by its name and its direction.
    pub const fn new(name: &'static str, forward: Forward) -> Self {
        Self { name, forward }
    }
}
