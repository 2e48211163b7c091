//! Changes of challenges.

use super::NewAct;
use crate::store::{ChallengeRow, GameRef, PlayerRef};

/// A challenge as it is to be stored, with what has happened to it. What is stored has to be
/// as the decision knows it: its `revision`, 0 for one whose number is not used yet, is counted up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeWrite {
    /// The challenge.
    pub row: ChallengeRow,
    /// The acts that have made it of what is stored, for its log. Without any it is not written.
    pub acts: Vec<NewAct>,
    /// The game that it makes, in place of that of the row.
    pub game: Option<GameRef>,
    /// Places whose players the same decision adds.
    pub newcomers: Vec<(usize, PlayerRef)>,
}

impl ChallengeWrite {
    /// A challenge that makes no game and no player.
    #[must_use]
    pub fn new(row: ChallengeRow, acts: Vec<NewAct>) -> Self {
        Self {
            row,
            acts,
            game: None,
            newcomers: Vec::new(),
        }
    }
}
