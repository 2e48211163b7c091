//! Challenges as they are stored, and as values: the only place that makes one of the other.

use anyhow::{Context, Result};

use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::{Challenge, GameTerms, Place};
use crate::store::{ChallengeRow, Decision, PlayerRow, Snapshot};

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

/// A challenge as a decision leaves it so far.
pub(in crate::office) fn challenge(
    store: &dyn Snapshot,
    decision: &Decision,
    id: ChallengeId,
) -> Result<Option<Challenge>> {
    let mut made = decision.challenges.iter();
    let made = made.find(|write| write.row.id == id);
    let row = match made {
        Some(write) => Some(write.row.clone()),
        None => store.challenge(id)?,
    };
    row.map(value).transpose()
}

/// The open challenges and seeks in which a player has a place, as a decision leaves them so far.
pub(in crate::office) fn open_of(
    store: &dyn Snapshot,
    decision: &Decision,
    player: PlayerId,
) -> Result<Vec<Challenge>> {
    let mut rows = store.challenges_of(player, LOOKED_AT)?;
    for write in &decision.challenges {
        rows.retain(|row| row.id != write.row.id);
        rows.push(write.row.clone());
    }
    rows.sort_by_key(|row| row.id);
    let mut all: Vec<Challenge> = rows.into_iter().map(value).collect::<Result<_>>()?;
    let of_player = |place: &Place| place.player == Some(player);
    all.retain(|one| one.is_open(&decision.now) && one.places.iter().any(of_player));
    Ok(all)
}

/// The number of the next challenge, in view of what a decision makes already.
pub(in crate::office) fn next_number(
    store: &dyn Snapshot,
    decision: &Decision,
) -> Result<ChallengeId> {
    let made = decision.challenges.iter().map(|write| write.row.id.0 + 1);
    let next = store.next_challenge()?;
    Ok(ChallengeId(made.max().unwrap_or(0).max(next.0)))
}

/// A player who can play: a member to whom letters can go.
pub(in crate::office) fn member(
    store: &dyn Snapshot,
    player: PlayerId,
) -> Result<Option<PlayerRow>> {
    let player = store.player(player)?;
    Ok(player.filter(|player| player.membership.is_member() && !player.address.is_empty()))
}
