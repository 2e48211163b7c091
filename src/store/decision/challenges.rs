//! Changes of challenges, and what is added to the logs of challenges and players.

use super::{PeopleChange, PlayerChange};
use crate::store::{ChallengeRow, GameRef, PlayerRef};

/// A challenge as it is to be stored, with what has happened to it. What is stored has to be
/// as the decision knows it: its `revision`, 0 for one whose number is not used yet, is counted up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeWrite {
    /// The challenge after the acts; its `revision` is still that of the stored one.
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
    pub fn new(row: ChallengeRow, acts: Vec<NewAct>) -> Self {
        Self {
            row,
            acts,
            game: None,
            newcomers: Vec::new(),
        }
    }
}

/// An entry to be added to the log of a challenge. When it was decided, and because of which mail, follows from the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAct {
    /// Who causes it: the umpire, the time, or the mail (`i12`).
    pub by: String,
    /// An entry of the log as JSON; the store does not read it.
    pub act: String,
}

/// Acts of a player, with the changes that they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerActs {
    /// The player in whose log they are.
    pub player: PlayerRef,
    /// What, as JSON, in order.
    pub acts: Vec<String>,
    /// Which of [`super::Decision::players`] they say.
    pub changes: Vec<PlayerChange>,
    /// Which of [`super::Decision::people`] they say.
    pub people: Vec<PeopleChange>,
}
