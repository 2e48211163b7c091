//! Values as they are kept: with types of piece instead of letters, since the letters of a child may be others.

use std::collections::BTreeMap;
use std::fmt;

use crate::rules::board::bitboard::BitboardOn;

use super::kinds::{Kinds, Word};
use super::squares;

/// Squares of the largest board of the format: 12 files, 10 ranks.
pub type Squares = BitboardOn<12>;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `true` or `false`.
    Flag(bool),
    /// A number.
    Number(u32),
    /// A rank or file, from 0.
    Line(u8),
    /// A word of those that the key knows.
    Word(&'static str),
    /// A type of piece, `None` for none.
    Piece(Option<Word>),
    /// All pieces together, where a type of piece is asked for.
    AllPieces,
    /// Types of piece.
    Pieces(Kinds),
    /// Squares, those off a smaller board included.
    Squares(Squares),
    /// The most pieces of a type; types without limit are not there.
    Limits(BTreeMap<Word, u32>),
    /// What pieces become.
    Promotions(BTreeMap<Word, Word>),
    /// Rights to castle: White's on the king's side and the queen's, Black's.
    Wings([bool; 4]),
    /// A position text, as written.
    Position(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Line(line) => (line + 1).fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Piece(None) => f.write_str("-"),
            Self::Piece(Some(kind)) => kind.fmt(f),
            Self::AllPieces => f.write_str("*"),
            Self::Pieces(kinds) => kinds.fmt(f),
            Self::Squares(set) => f.write_str(&squares::shown(*set)),
            Self::Limits(limits) => {
                let all = limits.iter().map(|(kind, most)| format!("{kind}:{most}"));
                f.write_str(&all.collect::<Vec<_>>().join(" "))
            }
            Self::Promotions(all) => {
                let all = all.iter().map(|(kind, to)| format!("{kind}:{to}"));
                f.write_str(&all.collect::<Vec<_>>().join(" "))
            }
            Self::Wings(wings) => {
                let held = "KQkq".chars().zip(wings).filter(|(_, held)| **held);
                f.write_str(&held.map(|(sign, _)| sign).collect::<String>())
            }
            Self::Position(text) => f.write_str(text),
        }
    }
}
