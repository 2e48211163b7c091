//! What the umpire alone does: going back to an earlier turn, and another player for a seat.

use crate::games::event::{Event, Person, Replacement};
use crate::games::request::{Closure, Decided, Guard, Refusal};
use crate::games::stored_game::StoredGame;
use crate::rules::Seat;
use crate::text::clean;

use super::{LONGEST_REASON, done};

/// Goes back to the position in which a turn was to be played; also when the game is over.
pub(super) fn roll_back(game: &StoredGame, turn: Guard, reason: &str) -> Result<Decided, Refusal> {
    if let Some(Closure::Frozen) = game.closure() {
        return Err(Refusal::Closed(Closure::Frozen));
    }
    let label = game.rollback_to(turn).ok_or_else(|| Refusal::NoRollback {
        typed: turn,
        due: game.game.label(),
    })?;
    let reason = clean(reason, LONGEST_REASON);
    Ok(done(Event::Rollback { label, reason }))
}

/// Gives a seat to another player.
pub(super) fn replace(
    game: &StoredGame,
    who: &str,
    newcomer: &Person,
    reason: &str,
) -> Result<Decided, Refusal> {
    let seat = seat_held_by(game, who)?;
    if !game.game.playing().contains(&seat) {
        return Err(Refusal::OutAlready(seat));
    }
    let row = game.seats.get(seat.index());
    let former = row.map(|row| Person {
        id: Some(row.player.0),
        name: row.name.clone(),
    });
    let former = former.ok_or_else(|| Refusal::NotInGame(clean(who, 40)))?;
    if former.id == newcomer.id {
        return Err(Refusal::SamePlayer(seat));
    }
    let change = Replacement {
        former,
        newcomer: newcomer.clone(),
        reason: clean(reason, LONGEST_REASON),
    };
    Ok(done(Event::Replace { seat, change }))
}

/// The seat that the umpire names: by its word, or by the name or the address of its player.
fn seat_held_by(game: &StoredGame, who: &str) -> Result<Seat, Refusal> {
    let who = who.trim();
    if let Some(seat) = game.seat_named(who) {
        return Ok(seat);
    }
    let wanted = who.to_lowercase();
    let is_his = |seat: &Seat| {
        game.seats.get(seat.index()).is_some_and(|row| {
            let address = &row.address;
            row.name.to_lowercase() == wanted
                || !address.is_empty() && address.to_lowercase() == wanted
        })
    };
    let mut seats = game.all_seats().filter(is_his);
    match (seats.next(), seats.next()) {
        (Some(seat), None) => Ok(seat),
        (Some(_), Some(_)) => Err(Refusal::SeveralSeats(clean(who, 40))),
        (None, _) => Err(Refusal::NotInGame(clean(who, 40))),
    }
}
