//! The kinds of piece of a game, as a section says them (docs/variants/betza-pieces.md).

use crate::rules::Role;
use crate::rules::pieces::movement::Atom;

use super::Set;

/// The format's type of a piece, by its number there: the order of hands in position texts, and special rules
/// beyond the movement (docs/variants/betza-pieces.md, 6 and 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(pub u8);

impl Word {
    /// Steps, double steps and promotion of its own.
    pub const PAWN: Self = Self(1);
    /// Counted by counting rules and in shatar.
    pub const KNIGHT: Self = Self(2);
    /// Told apart by shades in some rules of drops.
    pub const BISHOP: Self = Self(3);
    /// Counted by counting rules and janggi points; goes along palace diagonals.
    pub const ROOK: Self = Self(4);
    /// No rule of its own; readers are held to know how it moves.
    pub const QUEEN: Self = Self(5);
    /// Leaps once in cambodian chess.
    pub const FERS: Self = Self(6);
    /// Counted by counting rules (the khon of makruk).
    pub const SILVER: Self = Self(9);
    /// Its check counts in shatar.
    pub const BERS: Self = Self(11);
    /// Its mate by a drop may be the dropper's loss.
    pub const SHOGI_PAWN: Self = Self(19);
    /// Neither jumps over its like nor captures it.
    pub const JANGGI_CANNON: Self = Self(28);
    /// Goes sideways from a rank on only.
    pub const SOLDIER: Self = Self(29);
    /// It has points in janggi.
    pub const HORSE: Self = Self(30);
    /// It has points in janggi.
    pub const JANGGI_ELEPHANT: Self = Self(32);
    /// Goes along palace diagonals; janggi points.
    pub const WAZIR: Self = Self(34);
    /// The royal piece of each side.
    pub const KING: Self = Self(63);

    /// The types of `customPiece1` … `customPiece25`.
    pub const fn custom(number: u8) -> Self {
        Self(36 + number)
    }
}

/// A kind of piece. Both colours have the same.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its letter, in upper case.
    pub letter: char,
    /// A second letter that position texts may have for it, in upper case.
    pub synonym: Option<char>,
    /// Its type in the format.
    pub word: Word,
    /// How it moves, for a seat whose forward is north: a `pawn` by `fmWfcF`, without its double steps.
    pub atoms: Vec<Atom>,
    /// Further ways to empty squares, from squares of [`super::pawns::Pawns::double_step`] of its colour.
    pub initial: Vec<Atom>,
    /// Where it may arrive, by seat; [`Set::GRID`] where nothing is said (`mobilityRegion`).
    pub region: [Set; 2],
    /// What it becomes by piece promotion (`promotedPieceType`).
    pub promoted: Option<Role>,
}

/// The kinds of piece of a game, in rising order of their [`Word`]; a kind's place is its [`Role`].
#[derive(Clone, Debug)]
pub struct Army {
    /// The kinds themselves, at most [`super::KINDS`].
    pub kinds: Vec<Kind>,
    /// Whether the king steps as a wazir as the format's own xiangqi kings do, which go along palace diagonals (a
    /// king of the notation `W` does not).
    pub palace_king: bool,
    /// Whether the king moves as the format's plain king does: `king = k` without a notation.
    pub plain_king: bool,
    /// The squares that palace diagonals join (`diagonalLines`).
    pub diagonal_lines: Set,
    /// The relative rank, from 0, from which soldiers go sideways (`soldierPromotionRank` less one).
    pub soldier_rank: u8,
}

impl Army {
    /// The kind with this type.
    pub fn role(&self, word: Word) -> Option<Role> {
        let place = self.kinds.iter().position(|kind| kind.word == word)?;
        Some(Role(place as u8))
    }

    /// All kinds, lowest type first.
    pub fn roles(&self) -> impl DoubleEndedIterator<Item = Role> + use<> {
        (0..self.kinds.len() as u8).map(Role)
    }

    /// What is said of a kind.
    #[inline]
    pub fn about(&self, role: Role) -> &Kind {
        &self.kinds[role.index()]
    }

    /// Whether a kind is of this type.
    #[inline]
    pub fn is(&self, role: Role, word: Word) -> bool {
        self.kinds
            .get(role.index())
            .is_some_and(|kind| kind.word == word)
    }
}
