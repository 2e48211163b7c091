//! What becomes of a challenge or a seek when somebody answers it. A challenge that is not open is left to the caller.

use crate::ids::PlayerId;
use crate::status::{ChallengeKind, ChallengeStatus};
use crate::store::{ChallengeRow, PlaceRow};

use super::{GameTerms, Wish};

/// The place of a player who was told of the challenge.
#[must_use]
pub fn place_of(row: &ChallengeRow, player: PlayerId) -> Option<usize> {
    let mut places = row.places.iter();
    places.position(|place| place.player == Some(player) && !place.hidden)
}

/// The first place that nobody has.
#[must_use]
pub fn free_place(row: &ChallengeRow) -> Option<usize> {
    row.places.iter().position(PlaceRow::is_free)
}

/// The places of those who have not said yes.
#[must_use]
pub fn missing(row: &ChallengeRow) -> Vec<usize> {
    let places = row.places.iter().enumerate();
    let missing = places.filter(|(_, place)| place.answer != Some(true));
    missing.map(|(at, _)| at).collect()
}

/// Notes that somebody agrees to the present terms, for all places that he has; whether all do now.
pub fn agree(row: &mut ChallengeRow, place: usize, now: &str) -> bool {
    let player = row.places.get(place).and_then(|place| place.player);
    for (at, one) in row.places.iter_mut().enumerate() {
        if at == place || player.is_some() && one.player == player {
            one.answer = Some(true);
            one.answered_at = Some(now.to_owned());
        }
    }
    missing(row).is_empty()
}

/// Takes a free place of a seek; whether all are taken now. `None`: there is none.
pub fn join(row: &mut ChallengeRow, player: PlayerId, now: &str) -> Option<bool> {
    let free = free_place(row)?;
    row.places.get_mut(free)?.player = Some(player);
    Some(agree(row, free, now))
}

/// Gives a place of a seek back.
pub fn leave(row: &mut ChallengeRow, place: usize) {
    if let Some(place) = row.places.get_mut(place) {
        *place = PlaceRow {
            seat: place.seat,
            ..PlaceRow::default()
        };
    }
}

/// Puts changed terms in the place of the present ones. Whoever offers them agrees to them, and all others have to
/// answer again.
pub fn counter(
    row: &mut ChallengeRow,
    place: usize,
    terms: &GameTerms,
    wish: Option<Wish>,
    (now, expires_at): (&str, &str),
) {
    // Seats belong to their variant.
    let changed = GameTerms::from_json(&row.terms).is_ok_and(|old| old.variant != terms.variant);
    if changed {
        row.places.iter_mut().for_each(|place| place.seat = None);
    }
    row.version += 1;
    row.terms = terms.to_json();
    expires_at.clone_into(&mut row.expires_at);
    for place in &mut row.places {
        place.answer = None;
        place.answered_at = None;
    }
    if let Some(wish) = wish {
        wish_seat(&mut row.places, place, wish);
    }
    if let Some(player) = row.places.get(place).and_then(|place| place.player) {
        row.maker = player;
    }
    agree(row, place, now);
}

/// Gives places the seats that follow from what one of them wants: of two, the other one gets the other seat.
pub fn wish_seat(places: &mut [PlaceRow], at: usize, wish: Wish) {
    let two = places.len() == 2;
    let before = places.get(at).and_then(|place| place.seat);
    for (index, place) in places.iter_mut().enumerate() {
        place.seat = match wish {
            Wish::Random => None,
            Wish::Seat(seat) if index == at => Some(seat),
            Wish::Seat(seat) if two => Some(1_u8.saturating_sub(seat)),
            // Whoever had it takes the one that is given up.
            Wish::Seat(seat) if place.seat == Some(seat) => before,
            Wish::Seat(_) => place.seat,
        };
    }
}

/// Ends a challenge.
pub fn close(row: &mut ChallengeRow, status: ChallengeStatus, by: &str, now: &str) {
    row.status = status;
    row.closed_at = Some(now.to_owned());
    row.closed_by = Some(by.to_owned());
}

/// Whether two challenges are the same terms for the same people, as they were named: made twice, they are one.
#[must_use]
pub fn is_repeated(one: &ChallengeRow, other: &ChallengeRow) -> bool {
    let named = |place: &PlaceRow| match &place.address {
        Some(address) => address.clone(),
        None => place
            .player
            .map_or(String::new(), |player| format!("#{player}")),
    };
    one.maker == other.maker && is_alike(one, other, &named)
}

/// Whether two challenges are the same terms for the same people, whoever has made them: two that cross are one game.
#[must_use]
pub fn crosses(one: &ChallengeRow, other: &ChallengeRow) -> bool {
    let known = |place: &PlaceRow| match place.player {
        Some(player) => format!("#{player}"),
        None => place.address.clone().unwrap_or_default(),
    };
    let of_people = |row: &ChallengeRow| row.kind != ChallengeKind::Seek;
    of_people(one) && of_people(other) && is_alike(one, other, &known)
}

fn is_alike(one: &ChallengeRow, other: &ChallengeRow, who: &dyn Fn(&PlaceRow) -> String) -> bool {
    let sorted = |row: &ChallengeRow| {
        let places = row.places.iter().map(|place| (who(place), place.seat));
        let mut places: Vec<_> = places.collect();
        places.sort();
        places
    };
    let seek = |row: &ChallengeRow| row.kind == ChallengeKind::Seek;
    // Those who have joined do not make another seek of it.
    let same_people = match (seek(one), seek(other)) {
        (true, true) => {
            let first = |row: &ChallengeRow| row.places.first().and_then(|place| place.seat);
            one.places.len() == other.places.len() && first(one) == first(other)
        }
        (false, false) => sorted(one) == sorted(other),
        _ => false,
    };
    let terms = |row: &ChallengeRow| GameTerms::from_json(&row.terms).ok();
    same_people && terms(one).is_some() && terms(one) == terms(other)
}

/// The seat of each place: those that are agreed on, and the others by lot (`sample(n)` is a number below `n`). The second
/// value says whether any was drawn.
pub fn draw_seats(
    places: &[PlaceRow],
    seats: u8,
    sample: &mut dyn FnMut(u32) -> u32,
) -> (Vec<u8>, bool) {
    let taken: Vec<u8> = places.iter().filter_map(|place| place.seat).collect();
    let mut free: Vec<u8> = (0..seats).filter(|seat| !taken.contains(seat)).collect();
    let open = places.iter().filter(|place| place.seat.is_none()).count();
    let mut drawn = false;
    let drawn_for = places.iter().map(|place| match place.seat {
        Some(seat) => seat,
        None if free.is_empty() => 0,
        None => {
            drawn |= open > 1;
            let count = u32::try_from(free.len()).unwrap_or(1);
            let at = usize::try_from(sample(count)).unwrap_or(0);
            free.remove(at.min(free.len() - 1))
        }
    });
    let seats = drawn_for.collect();
    (seats, drawn)
}

/// The seats of a rematch: each player moves on by one seat.
#[must_use]
pub fn moved_on(players: &[PlayerId]) -> Vec<(PlayerId, u8)> {
    let count = players.len().max(1);
    let seats = players.iter().enumerate();
    seats
        .map(|(seat, player)| (*player, u8::try_from((seat + 1) % count).unwrap_or(0)))
        .collect()
}

#[cfg(test)]
mod tests;
