//! Too few pieces of a kind (docs/variants/4-ends.md, 5.1).

use super::Value;
use crate::rules::composed::kinds::Kinds;

/// Which pieces are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// All pieces of a colour together (`*`).
    Together,
    /// Each of these kinds by itself.
    Each(Kinds),
}

/// The game ends when a colour has too few pieces, on the board and in hand.
#[derive(Clone, Debug)]
pub struct Extinction {
    /// What it is worth for the colour that has too few (`extinctionValue`).
    pub value: Value,
    /// `extinctionPieceTypes`.
    pub types: Counted,
    /// A type that is not in the game is named, of which nobody ever has any.
    pub absent: bool,
    /// At most so many are too few (`extinctionPieceCount`).
    pub count: i32,
    /// The other colour has at least so many (`extinctionOpponentPieceCount`).
    pub opponent_count: i32,
    /// `extinctionClaim`.
    pub claim: bool,
}
