//! A challenge as a reader sees it. Nobody sees the address of another: only whoever has named somebody by an address
//! sees that address, until there is a game.

use anyhow::{Context, Result};

use crate::ids::PlayerId;
use crate::letters::{ChallengeNote, Ending, ShownChallenge, ShownPlace, ShownWho};
use crate::meeting::GameTerms;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{ChallengeRow, Snapshot};

/// The terms of a stored challenge.
pub(super) fn terms(row: &ChallengeRow) -> Result<GameTerms> {
    GameTerms::from_json(&row.terms).with_context(|| format!("the terms of challenge {}", row.id))
}

/// What is said of a challenge that cannot be answered any more; `None`: it is open.
pub(super) fn closed(row: &ChallengeRow, now: &str, mine: bool) -> Option<ChallengeNote> {
    let status = match row.status {
        ChallengeStatus::Open if row.expires_at.as_str() <= now => ChallengeStatus::Expired,
        status => status,
    };
    let how = Ending::of(status)?;
    Some(ChallengeNote::Closed {
        number: row.id,
        how: Some(how).filter(|_| mine),
        game: row.game.filter(|_| mine && how == Ending::Accepted),
    })
}

/// Who has a place, as a reader sees him.
pub(super) fn who(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    at: usize,
    reader: PlayerId,
) -> Result<ShownWho> {
    let Some(place) = row.places.get(at) else {
        return Ok(ShownWho::Free);
    };
    if place.player == Some(reader) {
        return Ok(ShownWho::You);
    }
    // Whoever has made the challenge has named the others.
    let named_them = row.places.first().and_then(|place| place.player) == Some(reader);
    Ok(match (&place.address, place.player) {
        (Some(address), _) if named_them => ShownWho::Named(address.clone()),
        (Some(_), _) => ShownWho::Somebody,
        (None, Some(player)) => {
            let player = store.player(player)?;
            ShownWho::Named(player.map_or_else(String::new, |player| player.name))
        }
        (None, None) => ShownWho::Free,
    })
}

/// The same as a name; empty: it is not for the reader to know.
pub(super) fn name(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    at: usize,
    reader: PlayerId,
) -> Result<String> {
    Ok(match who(store, row, at, reader)? {
        ShownWho::Named(name) => name,
        ShownWho::You | ShownWho::Somebody | ShownWho::Free => String::new(),
    })
}

/// A challenge as a player sees it who has a place in it.
pub(in crate::office) fn shown(
    store: &dyn Snapshot,
    row: &ChallengeRow,
    reader: PlayerId,
) -> Result<ShownChallenge> {
    let terms = terms(row)?;
    let seats = terms.variant().map_or(&[][..], |variant| variant.seats());
    let word = |seat: Option<u8>| seat.and_then(|seat| seats.get(usize::from(seat)).copied());
    let mut places = Vec::new();
    let mut others = Vec::new();
    let mut own = None;
    for (at, place) in row.places.iter().enumerate() {
        let who = who(store, row, at, reader)?;
        match &who {
            ShownWho::You => own = own.or(place.seat),
            ShownWho::Named(name) => others.push(name.clone()),
            ShownWho::Somebody | ShownWho::Free => {}
        }
        places.push(ShownPlace {
            who,
            seat: word(place.seat).map(str::to_owned),
            yes: place.answer == Some(true),
        });
    }
    let seek = row.kind == ChallengeKind::Seek;
    let (head, seat) = match seek {
        true => {
            let first = row.places.first().and_then(|place| place.seat);
            ("seek".to_owned(), word(first))
        }
        false => (format!("challenge {}", others.join(", ")), word(own)),
    };
    Ok(ShownChallenge {
        number: row.id,
        line: terms.line(&head, seat),
        variant: terms.variant.clone(),
        seek,
        places,
        until: row.expires_at.clone(),
    })
}
