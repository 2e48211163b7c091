//! What is added to the logs of challenges and players.

use super::{PeopleChange, PlayerChange, PlayerRef};

/// An entry to be added to the log of a challenge. When it was decided, and because of which mail, follows from the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAct {
    /// Who causes it: the umpire, the time, or the mail (`i12`).
    pub by: String,
    /// What, as JSON.
    pub act: String,
}

/// Acts of a player, with the changes that they say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerActs {
    /// Who.
    pub player: PlayerRef,
    /// What, as JSON, in order.
    pub acts: Vec<String>,
    /// Which of [`super::Decision::players`] they say.
    pub changes: Vec<PlayerChange>,
    /// Which of [`super::Decision::people`] they say.
    pub people: Vec<PeopleChange>,
}
