//! What the end of a rated game means for ratings, as the letter about it says.

use anyhow::Result;

use crate::games::{RatedEnd, variant_of};
use crate::ids::PlayerId;
use crate::letters::shown::RatedEnding;
use crate::ratings::{self, Month, RatedGame};
use crate::rules::Seat;
use crate::store::{GameRow, SeatRow, Snapshot};

use super::{list_of_game, not_excused, present, rated_games};

/// What the end of a rated game means for the rating of a seat, as far as it is known now; `None`: it is not rated.
///
/// # Errors
/// The store cannot be read.
pub fn at_end(
    store: &dyn Snapshot,
    row: &GameRow,
    seats: &[SeatRow],
    seat: u8,
) -> Result<Option<RatedEnding>> {
    if !row.rated {
        return Ok(None);
    }
    let month = Month::of(&row.updated_at);
    let on = month.map(|month| format!("{}T00:00:00Z", month.counted_on()));
    let mut ending = RatedEnding {
        on: on.unwrap_or_default(),
        ..RatedEnding::default()
    };
    let own = seats.get(usize::from(seat));
    let (Some(end), Some(own)) = (&row.course.rated_end, own) else {
        return Ok(Some(ending));
    };
    let end = RatedEnd::from_json(end)?;
    let fell = end.flag.and_then(|fell| seats.get(usize::from(fell)));
    if let Some(fell) = fell {
        // What excuses a player is in that player's games.
        let (games, came_back) = not_excused(store, rated_games(store, Some(fell.player))?)?;
        if came_back.contains(&row.id) {
            ending.came_back = Some(Seat(fell.seat));
        }
        if games.iter().all(|game| game.game != row.id) {
            return Ok(Some(ending));
        }
    }
    let games = not_excused(store, rated_games(store, Some(own.player))?)?.0;
    let games = of_month(&games, row);
    ending.counts = games.iter().any(|game| game.game == row.id);
    if !ending.counts || seats.len() != 2 {
        return Ok(Some(ending));
    }
    ending.refusable = fell.is_some_and(|fell| fell.seat != seat) && row.contest.is_none();
    let list = match variant_of(row) {
        Some(game) => list_of_game(&*game),
        None => row.variant.clone(),
    };
    let mut results = Vec::new();
    for game in games.into_iter().filter(|game| game.list == list) {
        if let Some((opponent, score)) = result_of(game, own.player) {
            results.push((present(store, opponent, &list)?, score));
        }
    }
    ending.gain = Some(present(store, own.player, &list)?.gain(&results));
    ending.others = results.len().saturating_sub(1);
    Ok(Some(ending))
}

/// Those games that count of the month in which a game has ended, up to that one.
fn of_month<'a>(games: &'a [RatedGame], last: &GameRow) -> Vec<&'a RatedGame> {
    let Some(end) = games.iter().find(|game| game.game == last.id) else {
        return Vec::new();
    };
    let order = |game: &RatedGame| (game.ended_at.clone(), game.game);
    let month = Month::of(&end.ended_at);
    let in_month = |game: &&RatedGame| Month::of(&game.ended_at) == month;
    let mut games: Vec<&RatedGame> = games.iter().filter(in_month).collect();
    games.retain(|game| order(game) <= order(end));
    games.sort_by_key(|game| order(game));
    ratings::that_count(games)
}

/// Against whom a player has played a game for two, and twice the score; `None`: it is another game.
fn result_of(game: &RatedGame, player: PlayerId) -> Option<(PlayerId, u8)> {
    let score = ratings::score(&game.places);
    match game.players[..] {
        [own, other] if own == player => Some((other, score)),
        [other, own] if own == player => Some((other, 2 - score)),
        _ => None,
    }
}
