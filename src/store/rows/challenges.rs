//! Challenges and seeks, and the logs of challenges, players and contests.

use serde::Deserialize;

pub use crate::challenge::Place as PlaceRow;
use crate::ids::{ChallengeId, ContestId, MailId, PlayerId};

/// A challenge whose terms are JSON.
pub type ChallengeRow = crate::challenge::Challenge<String>;

/// Whose log it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogOf {
    /// That of a challenge or a seek.
    Challenge(ChallengeId),
    /// That of a player.
    Player(PlayerId),
    /// That of a contest.
    Contest(ContestId),
}

/// An entry of such a log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ActRow {
    /// Position in the log, from 1, without gaps.
    pub seq: i64,
    /// When it was decided; empty where a value was taken over from before there was a log.
    pub at: String,
    /// The mail that causes it.
    pub mail: Option<MailId>,
    /// Who causes it, if it is not the author of that mail: the umpire, or the time.
    pub actor: String,
    /// A `meeting::log::Entry` as JSON; the store does not read it.
    pub act: String,
}

impl ActRow {
    /// Who causes it, in one word: the umpire, the time, or the mail (`i12`).
    pub fn by(&self) -> String {
        match self.mail {
            Some(mail) if self.actor.is_empty() => format!("i{mail}"),
            _ => self.actor.clone(),
        }
    }
}
