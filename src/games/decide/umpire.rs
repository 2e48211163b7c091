//! What the umpire alone does: going back to an earlier turn, and another player for a seat.

use crate::games::event::{Event, Person, Replacement};
use crate::games::request::{Closure, Decided, Guard, Refusal};
use crate::games::stored_game::StoredGame;
use crate::rules::Seat;
use crate::store::SeatRow;
use crate::text::clean;

use super::{LONGEST_REASON, done, require};

/// Goes back to the position in which a turn was to be played; also when the game is over.
pub(super) fn roll_back(game: &StoredGame, turn: Guard, reason: &str) -> Result<Decided, Refusal> {
    let frozen = game.closure() == Some(Closure::Frozen);
    require(!frozen, Refusal::Closed(Closure::Frozen))?;
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
    let (seat, row) = seat_held_by(game, who)?;
    let playing = game.game.playing().contains(&seat);
    require(playing, Refusal::OutAlready(seat))?;
    let former = Person {
        id: Some(row.player.0),
        name: row.name.clone(),
    };
    require(former.id != newcomer.id, Refusal::SamePlayer(seat))?;
    let change = Replacement {
        former,
        newcomer: newcomer.clone(),
        reason: clean(reason, LONGEST_REASON),
    };
    Ok(done(Event::Replace { seat, change }))
}

/// The seat that the umpire names: by its word, or by the name or the address of its player.
fn seat_held_by<'a>(game: &'a StoredGame, who: &str) -> Result<(Seat, &'a SeatRow), Refusal> {
    let who = who.trim();
    let seats = || game.all_seats().zip(&game.seats);
    if let Some(named) = game.seat_named(who)
        && let Some(seat) = seats().find(|(seat, _)| *seat == named)
    {
        return Ok(seat);
    }
    let wanted = who.to_lowercase();
    let is_wanted = |text: &str| !text.is_empty() && text.to_lowercase() == wanted;
    let mut held = seats().filter(|(_, row)| is_wanted(&row.name) || is_wanted(&row.address));
    match (held.next(), held.next()) {
        (Some(seat), None) => Ok(seat),
        (Some(_), Some(_)) => Err(Refusal::SeveralSeats(clean(who, 40))),
        (None, _) => Err(Refusal::NotInGame(clean(who, 40))),
    }
}
