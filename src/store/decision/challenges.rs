//! Changes of challenges.

use crate::store::{ChallengeRow, GameRef, PlayerRef};

/// A challenge as it is to be stored. It has to stand as the decision knows it: its `revision`, 0 for one whose number
/// is not used yet, is counted up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeWrite {
    /// The challenge.
    pub row: ChallengeRow,
    /// The game that it makes, in place of that of the row.
    pub game: Option<GameRef>,
    /// Places whose players the same decision adds.
    pub newcomers: Vec<(usize, PlayerRef)>,
}

impl ChallengeWrite {
    /// A challenge that makes no game and no player.
    #[must_use]
    pub fn new(row: ChallengeRow) -> Self {
        Self {
            row,
            game: None,
            newcomers: Vec::new(),
        }
    }
}
