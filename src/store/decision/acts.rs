//! What is added to the log of a challenge or a player.

use super::PlayerChange;
use crate::ids::PlayerId;

/// An entry to be added. When it was decided, and because of which mail, follows from the decision.
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
    pub player: PlayerId,
    /// What, in order.
    pub acts: Vec<NewAct>,
    /// Which of [`super::Decision::players`] they say.
    pub changes: Vec<PlayerChange>,
}
