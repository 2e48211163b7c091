//! Challenges as they are stored, and as values: the only place that makes one of the other.

use anyhow::{Context, Result};

use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::{Challenge, GameTerms, Place};
use crate::store::{ChallengeRow, PlayerRow, Snapshot};

use crate::office::Draft;

/// At most this many open challenges of a player are looked at.
const LOOKED_AT: usize = 200;

/// A stored challenge as a value.
///
/// # Errors
/// Its terms cannot be read.
pub fn value(row: ChallengeRow) -> Result<Challenge> {
    let terms = GameTerms::from_json(&row.terms);
    let terms = terms.with_context(|| format!("the terms of challenge {}", row.id))?;
    Ok(row.with_terms(terms))
}

/// A challenge as it is to be stored.
pub(in crate::office) fn row(challenge: Challenge) -> ChallengeRow {
    let terms = challenge.terms.to_json();
    challenge.with_terms(terms)
}

impl Draft<'_> {
    /// A challenge as the decision leaves it so far.
    pub(in crate::office) fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>> {
        let mut made = self.decision.challenges.iter();
        let row = match made.find(|write| write.row.id == id) {
            Some(write) => Some(write.row.clone()),
            None => self.store.challenge(id)?,
        };
        row.map(value).transpose()
    }

    /// The open challenges and seeks in which a player has a place, as the decision leaves them so far.
    pub(in crate::office) fn open_challenges(&self, player: PlayerId) -> Result<Vec<Challenge>> {
        let mut rows = self.store.challenges_of(player, LOOKED_AT)?;
        for write in &self.decision.challenges {
            rows.retain(|row| row.id != write.row.id);
            rows.push(write.row.clone());
        }
        rows.sort_by_key(|row| row.id);
        let mut all: Vec<Challenge> = rows.into_iter().map(value).collect::<Result<_>>()?;
        let of_player = |place: &Place| place.player == Some(player);
        all.retain(|one| one.is_open(&self.decision.now) && one.places.iter().any(of_player));
        Ok(all)
    }

    /// The number of the next challenge, in view of what the decision makes already.
    pub(in crate::office) fn next_challenge(&self) -> Result<ChallengeId> {
        let made = self.decision.challenges.iter();
        let made = made.map(|write| write.row.id.0 + 1).max();
        let next = self.store.next_challenge()?;
        Ok(ChallengeId(made.unwrap_or(0).max(next.0)))
    }
}

/// A player who can play: a member to whom letters can go.
pub(in crate::office) fn member(
    store: &dyn Snapshot,
    player: PlayerId,
) -> Result<Option<PlayerRow>> {
    let player = store.player(player)?;
    Ok(player.filter(|player| player.membership.is_member() && !player.address.is_empty()))
}
