//! Challenges as they are stored, and as values: the only place that makes one of the other.

use anyhow::{Context, Result};

use crate::ids::{ChallengeId, PlayerId};
use crate::meeting::{Challenge, GameTerms, Place};
use crate::store::{ChallengeRow, Decision, PlaceRow, PlayerRow, Snapshot};

/// At most this many open challenges of a player are looked at.
const LOOKED_AT: usize = 200;

/// A stored challenge as a value.
///
/// # Errors
/// Its terms cannot be read.
pub fn value(row: ChallengeRow) -> Result<Challenge> {
    let terms = GameTerms::from_json(&row.terms);
    let place = |row: PlaceRow| Place {
        player: row.player,
        address: row.address,
        seat: row.seat,
        answer: row.answer,
        answered_at: row.answered_at,
        hidden: row.hidden,
    };
    Ok(Challenge {
        id: row.id,
        kind: row.kind,
        version: row.version,
        revision: row.revision,
        status: row.status,
        maker: row.maker,
        terms: terms.with_context(|| format!("the terms of challenge {}", row.id))?,
        created_at: row.created_at,
        expires_at: row.expires_at,
        closed_at: row.closed_at,
        closed_by: row.closed_by,
        game: row.game,
        places: row.places.into_iter().map(place).collect(),
    })
}

/// A challenge as it is to be stored.
pub(in crate::office) fn row(challenge: Challenge) -> ChallengeRow {
    let place = |place: Place| PlaceRow {
        player: place.player,
        address: place.address,
        seat: place.seat,
        answer: place.answer,
        answered_at: place.answered_at,
        hidden: place.hidden,
    };
    ChallengeRow {
        id: challenge.id,
        kind: challenge.kind,
        version: challenge.version,
        revision: challenge.revision,
        status: challenge.status,
        maker: challenge.maker,
        terms: challenge.terms.to_json(),
        created_at: challenge.created_at,
        expires_at: challenge.expires_at,
        closed_at: challenge.closed_at,
        closed_by: challenge.closed_by,
        game: challenge.game,
        places: challenge.places.into_iter().map(place).collect(),
    }
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
