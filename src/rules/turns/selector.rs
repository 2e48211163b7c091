//! What a player names to see its turns: `legal e2`, `legal N`, `legal @@`.

use crate::rules::{Square, Wing, notation::castling};

/// A piece, a square, or a kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// Every action that begins or ends on this square.
    Square(Square),
    /// Every move of pieces with this letter (upper case); only those that begin or end on the square,
    /// if it is given.
    Piece(char, Option<Square>),
    /// Castling to this wing: `O-O`, `O-O-O`.
    Castle(Wing),
    /// A square placed: `@@`, `@@e3`.
    Place(Option<Square>),
    /// A square moved, or any action with that square itself: `@`, `@g1`.
    Shift(Option<Square>),
}

impl Selector {
    /// Reads `e2`, `N`, `Ng1`, `O-O`, `@@`, `@g1`.
    ///
    /// ```
    /// use zugpost::rules::board::square::Square;
    /// use zugpost::rules::turns::selector::Selector;
    ///
    /// let g1 = Square::parse("g1");
    /// assert_eq!(Selector::parse("Ng1"), Some(Selector::Piece('N', g1)));
    /// assert_eq!(Selector::parse("@@"), Some(Selector::Place(None)));
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let optional = |rest: &str| match rest {
            "" => Some(None),
            square => Square::parse(square).map(Some),
        };
        if let Some(wing) = castling(text) {
            return Some(Self::Castle(wing));
        }
        if let Some(rest) = text.strip_prefix("@@") {
            return optional(rest).map(Self::Place);
        }
        if let Some(rest) = text.strip_prefix('@') {
            return optional(rest).map(Self::Shift);
        }
        if let Some(square) = Square::parse(text) {
            return Some(Self::Square(square));
        }
        let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
        optional(&text[1..]).map(|at| Self::Piece(letter.to_ascii_uppercase(), at))
    }
}
